"""Words for rulings out of a table of templates: the voice of a ruleset that brings none of its own.

Templates hold no logic and run no code. What a ruling decides is settled before it comes here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calledshot.referee.ruling import Ruling

Words = Mapping[str, str | Sequence[str]]
"""kind.outcome, or a kind alone → one template or several, of which the first whose fields are all known is
said. A field is `{name}`; [square brackets] hold a part that is left out where a field in it is unknown."""

GENERAL: Words = {
    "fight.opened": "A fight begins.",
    "fight.won": ("{winner} wins the fight.", "The fight is won."),
    "fight.yielded": ("{who} yields; {winner} wins.", "{who} yields."),
    "fight.ended": "The fight is over.",
    "round.opened": ("Round {number} opens.", "A round opens."),
    "round.closed": ("Round {number} closes.", "The round closes."),
    "request.asked": ("{who}: {what}, {dice}.", "{who}: {what}."),
    "request.dropped": ("{who}: {what} was never rolled.", "{who}: the roll never came."),
    "refused": ("{who}: not allowed: {why}.", "{who}: not allowed."),
    "ask.pgm": "{question}",
    "propose.declare": ("Round {number}[: {fighters}]. Declare, please.", "Next round. Declare, please."),
    "propose.end": ("End of round {number}.", "End of the round."),
    "propose.over": "That is the end of the fight.",
}
"""What the core itself rules for every ruleset, in plain words."""
ALOUD = ("request.asked", "request.dropped", "refused", "propose.declare", "propose.end", "propose.over")
"""Those of them that are said to the room: the others the game master has just said himself."""

_FIELD = re.compile(r"\{(\w{1,60})\}")
_PART = re.compile(r"\[([^\[\]]*)\]")


def wording(words: Words, ruling: Ruling, hidden: frozenset[str] = frozenset()) -> str:
    """A ruling in words; empty where the table has none that fit. Fields are the ruling's values, and `who`
    and `target`; those of `hidden` count as unknown."""
    fields: dict[str, Any] = {"who": ruling.combatant, "target": ruling.target}
    fields |= {name: value for name, value in ruling.values.items() if name not in hidden}
    templates = words.get(f"{ruling.kind}.{ruling.outcome}", words.get(ruling.kind, ()))
    for template in (templates,) if isinstance(templates, str) else templates:
        text = filled(template, fields)
        if text is not None:
            return text
    return ""


def aloud(words: Words, ruling: Ruling, hidden: frozenset[str]) -> str:
    """A ruling in words for everybody; empty where there is nothing to say aloud."""
    return wording({**{key: GENERAL[key] for key in ALOUD}, **words}, ruling, hidden)


def plainly(ruling: Ruling) -> str:
    """A ruling in words that always fit: the core's own, else its kind and outcome."""
    text = wording(GENERAL, ruling)
    if text:
        return text
    said = f"{ruling.kind}: {ruling.outcome}.".replace("_", " ")
    return f"{ruling.combatant}: {said}" if ruling.combatant is not None else said.capitalize()


def filled(template: str, fields: Mapping[str, Any]) -> str | None:
    """A template with its fields filled in, None where one outside the brackets is not known."""

    def known(text: str) -> bool:
        return all(fields.get(name) is not None for name in _FIELD.findall(text))

    text = _PART.sub(lambda part: part[1] if known(part[1]) else "", template)
    return _FIELD.sub(lambda field: _said(fields[field[1]]), text) if known(text) else None


def _said(value: Any) -> str:
    """A value as words: numbers with a real minus sign, lists with "and"."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value).replace("-", "−")
    if isinstance(value, list | tuple):
        *most, last = [_said(one) for one in value] or [""]
        return f"{', '.join(most)} and {last}" if most else last
    return str(value)
