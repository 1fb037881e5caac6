"""Looking things up: what a sheet and the rulebook say about a weapon, a spell, a chart. Nothing is judged.

The sheet's word goes before the rulebook's; names compare without case, spaces and signs; unknown is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from calledshot.api import Campaign
from calledshot_combat_notes.schema import (
    ChartRow,
    FumbleRow,
    InjuryRow,
    Item,
    LocationRow,
    Power,
    Rulebook,
    Sheet,
    Spell,
    Weapon,
)

ARTICLES = frozenset(("a", "an", "the", "my", "his", "her", "its", "their", "our", "your", "with", "of"))
PLUS = re.compile(r"\+ ?([1-9])(?!\d)")
SPAN = re.compile(r" ?(\d{1,3})(?: ?(?:-|–|to) ?(\d{1,3}))? ?$")

Thing = TypeVar("Thing", Weapon, Spell, Power, Item)
Row = TypeVar("Row", ChartRow, FumbleRow, LocationRow, InjuryRow)


_SHORT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w])(?:{short})(?![\w])"), full)
    for short, full in (
        (r"2hs|ths", "two-handed sword"),
        (r"(?:2|two)[ -]?(?:h|hd|hnd|hand|hander)", "two-handed"),
        (r"2[ -]handed", "two-handed"),
        (r"x-?bow", "crossbow"),
        (r"lt|lgt", "light"),
        (r"hvy", "heavy"),
        (r"ss", "short sword"),
        (r"ls", "long sword"),
    )
)
"""How names are written short at the table, and what they stand for."""


def _spelled(name: str) -> str:
    """A name in full and in lower case, without its plus."""
    said = PLUS.sub("", name).casefold()
    for short, full in _SHORT:
        said = short.sub(full, said)
    return said


def fold(name: str) -> str:
    """Letters and figures alone, in lower case; a plus before a figure is left out with its figure."""
    return "".join(char for char in _spelled(name) if char.isalnum())


def words(name: str) -> frozenset[str]:
    """The words of a name that carry meaning, each folded."""
    parts = re.split(r"[\s-]+", _spelled(name))
    return frozenset(fold(part) for part in parts if fold(part) and part.casefold() not in ARTICLES)


def rulebook(campaign: Campaign) -> Rulebook:
    book = campaign.rulebook
    return book if isinstance(book, Rulebook) else Rulebook()


def find(name: str, things: Iterable[Thing]) -> Thing | None:
    """The thing of that name; else the only one whose name has all its words ("sword" for a long sword)."""
    known = [(one.name, one) for one in things if one.name]
    same = [one for own, one in known if fold(own) == fold(name)]
    if same:
        return same[0]
    wanted = words(name)
    more = [one for own, one in known if wanted and wanted <= words(own)]
    return more[0] if len(more) == 1 else None


def over(own: Thing, listed: Thing | None) -> Thing:
    """What the own one says, and for the rest the listed one."""
    if listed is None:
        return own
    return structs.replace(
        own,
        **{
            field.name: getattr(listed, field.name)
            for field in structs.fields(own)
            if getattr(own, field.name) is None
        },
    )


# Weapons, spells, powers, items


HANDS = frozenset(("in_hand", "loaded"))
"""Where a weapon is that is ready: "the sword" is the one held, of several."""


def arms(sheet: Sheet | None, book: Rulebook) -> tuple[Weapon, ...]:
    """The weapons of a sheet with all that is known of them."""
    return tuple(_complete(one, book) for one in (sheet.arms if sheet is not None else ()))


def arm(name: str, sheet: Sheet | None, book: Rulebook) -> Weapon | None:
    """A weapon by its name: the sheet's, else the rulebook's of which nobody says who carries it."""
    carried = sheet.arms if sheet is not None else []
    own = find(name, carried) or find(name, [one for one in carried if one.state in HANDS])
    if own is not None:
        return _complete(own, book)
    listed = find(name, book.weapons)
    return None if listed is None else _complete(structs.replace(listed, state=None), book)


def _complete(own: Weapon, book: Rulebook) -> Weapon:
    """With the rulebook's figures; a plus in the name ("+2 axe") is the weapon's."""
    found = over(own, find(own.name, book.weapons))
    named = PLUS.search(own.name)
    return structs.replace(found, plus=int(named[1])) if named and found.plus is None else found


def spell(name: str, sheet: Sheet | None, book: Rulebook) -> Spell | None:
    """A spell by its name."""
    known = (sheet.spells if sheet is not None else None) or {}
    named = (structs.replace(one, name=key) for key in known if sheet and (one := sheet.spell(key)))
    return _either(find(name, named), find(name, map(_as_spell, book.spells)))


def _as_spell(row: Spell) -> Spell:
    return Spell(**structs.asdict(row))


def power(name: str, sheet: Sheet | None, book: Rulebook) -> Power | None:
    """A psionic power by its name."""
    known = (sheet.powers if sheet is not None else None) or {}
    named = (structs.replace(one, name=key) for key in known if sheet and (one := sheet.power(key)))
    return _either(find(name, named), find(name, (Power(**structs.asdict(row)) for row in book.powers)))


def item(name: str, sheet: Sheet | None, book: Rulebook) -> Item | None:
    """An item by its name."""
    owned = (sheet.items if sheet is not None else None) or ()
    things = [Item(name=one) if isinstance(one, str) else one for one in owned]
    return _either(find(name, things), find(name, book.items))


def _either(own: Thing | None, listed: Thing | None) -> Thing | None:
    return listed if own is None else over(own, listed)


# Charts


def span(roll: int | str) -> tuple[int, int] | None:
    """The rolls that a row is for: 4, "4" and "4-7"."""
    if isinstance(roll, int):
        return roll, roll
    read = SPAN.match(roll)
    return None if read is None else (int(read[1]), int(read[2] or read[1]))


def rows_for(roll: int, rows: Sequence[Row]) -> list[Row]:
    """The rows of a chart that are for a roll."""
    return [row for row in rows if (limits := span(row.roll)) and limits[0] <= roll <= limits[1]]


def critical_event(roll: int, book: Rulebook) -> ChartRow | None:
    return next(iter(rows_for(roll, book.critical_events)), None)


def fumble(roll: int, book: Rulebook) -> FumbleRow | None:
    return next(iter(rows_for(roll, book.fumbles)), None)


def part(number: int, target_type: str | None, book: Rulebook) -> str | None:
    """The part of the body that a location number is; None where rows differ by a target not known."""
    fitting = rows_for(number, book.critical_locations)
    return _one({row.part for row in _closest(fitting, ("target_type",), (target_type,))})


def injury(
    roll: int, *, weapon_type: str | None, target_type: str | None, part: str | None, book: Rulebook
) -> InjuryRow | None:
    """What a severity roll does: the row that says most about this weapon, target and part of the body."""
    fitting = [
        row
        for row in rows_for(roll, book.critical_injuries)
        if row.part is None or (part is not None and fold(row.part) == fold(part))
    ]
    fitting = _closest(fitting, ("weapon_type", "target_type"), (weapon_type, target_type))
    exact = [row for row in fitting if row.part is not None] or fitting
    return exact[0] if len(exact) == 1 else None


def _closest(rows: Sequence[Row], keys: Sequence[str], values: Sequence[str | None]) -> list[Row]:
    """The rows that hold for these values; those that name one before those that hold for all."""
    left = list(rows)
    for key, value in zip(keys, values, strict=True):
        named = [row for row in left if value is not None and getattr(row, key) == value]
        general = [row for row in left if getattr(row, key) is None or value is None]
        left = named or general
    return left


def _one(found: set[str]) -> str | None:
    return found.pop() if len(found) == 1 else None


def item_save(sheet: Sheet | None, book: Rulebook) -> int | None:
    """The number of the armour's save against a crushing blow: the sheet's, else that of its kind."""
    armour = sheet.armour if sheet is not None else None
    if armour is None or armour.item_save is not None:
        return None if armour is None else armour.item_save
    kinds: dict[str, int] = {fold(kind): number for kind, number in book.item_saves.items()}
    return kinds.get(fold(armour.name)) if armour.name is not None else None


class Charts(Struct, frozen=True):
    """Which questions to the DM the rulebook answers by a roll: the dice, None where there is no chart."""

    critical_event: str | None
    fumble: str | None


def charts(book: Rulebook) -> Charts:
    """A chart whose dice are not given is rolled with the die that its highest row shows."""
    return Charts(
        _dice(book.critical_event_dice, book.critical_events), _dice(book.fumble_dice, book.fumbles)
    )


def _dice(stated: str | None, rows: Sequence[ChartRow] | Sequence[FumbleRow]) -> str | None:
    highest = max((limits[1] for row in rows if (limits := span(row.roll))), default=None)
    return None if highest is None else stated or f"d{highest}"
