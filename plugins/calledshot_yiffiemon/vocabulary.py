"""The lexicon of a YiffieMon campaign: the actions of `moves_said`, the weapons it names, and who is there.

Not for judging: what a combatant may do is `legality`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from calledshot.api import Campaign, Lexicon, Thing, spoken_names
from calledshot_yiffiemon import moves_said as words
from calledshot_yiffiemon.schema import Rulebook, Sheet

_table: Lexicon | None = None
_last: tuple[Campaign, Lexicon] | None = None


def _base() -> Lexicon:
    """What every campaign shares; built once a process."""
    global _table
    if _table is None:
        from calledshot.api import Index

        table = Lexicon(words.ACTIONS)
        table.default_attack, table.other = "attack", "other"
        table.generic = {
            "weapon": Index((name, name) for name in words.WEAPONS),
            "limb": Index((name, name) for name in words.LIMBS),
        }
        table.loads = frozenset(("arrow", "arrows", "bolt", "bolts", "bullet", "bullets", "stone", "stones"))
        _table = table
    return _table


def lexicon(campaign: Campaign, names: Iterable[str] = ()) -> Lexicon:
    """Everything a declaration in this campaign may name, with `names` and its characters as combatants."""
    global _last
    if _last is None or _last[0] is not campaign:
        _last = (campaign, _of(campaign))
    wanted = {name: name for name in names}
    return _last[1].with_names(wanted) if wanted else _last[1]


def _of(campaign: Campaign) -> Lexicon:
    book = campaign.rulebook if isinstance(campaign.rulebook, Rulebook) else Rulebook()
    table = _base().with_things(_weapons(book, campaign.sheets.values()))
    return table.with_names(spoken_names(campaign))


def _weapons(book: Rulebook, sheets: Iterable[Sheet]) -> Iterable[Thing]:
    for weapon in book.weapons:
        yield Thing(kind="weapon", name=weapon.name, uses=(weapon.kind,) if weapon.kind else ())
    for sheet in sheets:
        for carried in (*sheet.weapons, *((sheet.weapon,) if sheet.weapon is not None else ())):
            if carried.name is not None:
                yield Thing(kind="weapon", name=carried.name, uses=(carried.kind,) if carried.kind else ())
