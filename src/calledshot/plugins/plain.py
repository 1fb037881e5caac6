"""The words of a ruleset that says its actions in a table and needs no more: the default of
`Ruleset.lexicon`. Loaded only when a declaration is to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from calledshot.moves.vocabulary import Action, Lexicon

if TYPE_CHECKING:
    from calledshot.campaign import Campaign

_tables: list[tuple[Mapping[str, Action | Sequence[str]], Lexicon]] = []
"""The tables made into words so far, each once a process."""


def lexicon(
    actions: Mapping[str, Action | Sequence[str]], campaign: Campaign, names: Iterable[str]
) -> Lexicon:
    """The actions, with the campaign's characters, their screen names and `names` as combatants."""
    base = next((made for table, made in _tables if table is actions), None)
    if base is None:
        base = Lexicon(action(id, said) for id, said in actions.items())
        base.default_attack = next((one.id for one in base.actions.values() if one.attack), None)
        _tables.append((actions, base))
    combatants = {name: name for name in (*campaign.sheets, *names)}
    for screen, character in campaign.names.items():
        combatants.setdefault(screen, character)
    return base.with_names(combatants)


def action(id: str, said: Action | Sequence[str]) -> Action:
    """An action out of the words for it: verbs that may be followed by whom they are aimed at."""
    if isinstance(said, Action):
        return said
    phrases = (said,) if isinstance(said, str) else tuple(said)
    first = phrases[0] if phrases else id.replace("_", " ")
    return Action(
        id=id, verbs=phrases or (first,), objects=("name",), write=(first.capitalize(), " with ", " ")
    )
