"""What is incomplete or unlikely in a campaign, for `campaign check`: nothing here stops another command.

Each check is one small function over the loaded campaign; `CHECKS` is the list of those that run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from calledshot.api import Campaign
from calledshot_combat_notes import book
from calledshot_combat_notes.schema import (
    ChartRow,
    FumbleRow,
    InjuryRow,
    LocationRow,
    Sheet,
    Weapon,
)

SAVES = (2, 20)  # the numbers that a d20 can be asked for
LOCATIONS = 10  # the highest number that a location roll shows
HANDS = 2


def check(campaign: Campaign) -> list[str]:
    """All warnings, in the order of `CHECKS`; the same one is said once."""
    return list(dict.fromkeys(warning for one in CHECKS for warning in one(campaign)))


def figures(campaign: Campaign) -> Iterator[str]:
    """Sheets that lack what every round needs."""
    for name, sheet in _sheets(campaign):
        missing = [
            key
            for key, value in (
                ("side", sheet.side),
                ("size", sheet.size),
                ("mv", sheet.movement),
                ("thac0", sheet.thac0),
                ("ac", sheet.ac),
                ("hp", sheet.hp if sheet.hp is not None else sheet.hp_max),
            )
            if value is None
        ]
        if missing:
            yield f"{name}: no {', no '.join(missing)}: asked about, or that rule left alone"
        if sheet.class_group is None or sheet.levels is None:
            lacks = [
                key
                for key, one in (("class_group", sheet.class_group), ("level", sheet.levels))
                if one is None
            ]
            yield f"{name}: no {', no '.join(lacks)}, so attacks of opportunity are not counted for it"
        saves = sheet.saves
        if saves is None or saves.paralyzation is None or saves.death is None:
            yield f"{name}: the saves against paralyzation and death are not both given, so they are asked"


def unlikely(campaign: Campaign) -> Iterator[str]:
    """Figures that cannot be, or that say two things."""
    for name, sheet in _sheets(campaign):
        if sheet.hp is not None and sheet.hp_max is not None and sheet.hp > sheet.hp_max:
            yield f"{name}: hp {sheet.hp} is above hp_max {sheet.hp_max}"
        for key in ("paralyzation", "death"):
            save = getattr(sheet.saves, key, None)
            if save is not None and not SAVES[0] <= save <= SAVES[1]:
                yield f"{name}: saves.{key} {save} is no number that a d20 is asked for"
        if sheet.ac_dex_bonus is not None and sheet.ac_dex_bonus < 0:
            yield f"{name}: ac_dex_bonus {sheet.ac_dex_bonus} is a penalty, which casting does not take away"
        if sheet.mv is not None and sheet.MV is not None and sheet.mv != sheet.MV:
            yield f"{name}: mv {sheet.mv} and MV {sheet.MV}: the first is used"
        written = [key for key in ("level", "level_or_hd", "hd") if getattr(sheet, key) is not None]
        if len(written) > 1:
            yield f"{name}: {' and '.join(written)} are all given: {written[0]} is used"
        if sheet.target_type_ is not None and sheet.target_type is None:
            yield (
                f"{name}: target_type {sheet.target_type_!r} is not humanoid, animal or monster,"
                " so the DM is asked which"
            )
        if sheet.status == "threatened" and not any(
            name in (other.threatens or ()) for _, other in _sheets(campaign)
        ):
            yield f"{name}: threatened, and nobody's threatens names it"


def names(campaign: Campaign) -> Iterator[str]:
    """Threats against somebody there is no sheet for."""
    known = {book.fold(name) for name in campaign.sheets}
    for name, sheet in _sheets(campaign):
        for other in sheet.threatens or ():
            if book.fold(other) not in known:
                yield f"{name}: threatens {other}, and there is no sheet of that name"


def sides(campaign: Campaign) -> Iterator[str]:
    """Fights need two sides."""
    said = {sheet.side for _, sheet in _sheets(campaign) if sheet.side is not None}
    if len(said) == 1 and all(sheet.side is not None for _, sheet in _sheets(campaign)):
        yield f"everybody is on the side {said.pop()}: nobody is there to fight"


def squares(campaign: Campaign) -> Iterator[str]:
    """Two in one square."""
    taken: dict[tuple[int, int], str] = {}
    for name, sheet in _sheets(campaign):
        if sheet.position is not None:
            other = taken.setdefault(sheet.position, name)
            if other != name:
                yield f"{other} and {name} stand in one square, {list(sheet.position)}"


def weapons(campaign: Campaign) -> Iterator[str]:
    """Weapons without a phase, size, type or knockdown die, on a sheet or in the rulebook."""
    rulebook = book.rulebook(campaign)
    for name, sheet in _sheets(campaign):
        in_hand = [one.name for one in sheet.arms if one.state == "in_hand" and not one.natural]
        if len(in_hand) > HANDS:
            yield f"{name}: {', '.join(in_hand)} are all in hand"
        for weapon in book.arms(sheet, rulebook):
            missing = _missing(weapon, natural_die=sheet.kd_die)
            if missing:
                yield f"{name}: {weapon.name} has no {', no '.join(missing)}, on the sheet or in the rulebook"
    for weapon in rulebook.weapons:
        missing = _missing(weapon, natural_die=None)
        if missing:
            yield f"weapon {weapon.name}: no {', no '.join(missing)}, so that is asked for"


def _missing(weapon: Weapon, natural_die: str | None) -> list[str]:
    needed = [
        ("phase", weapon.phase is not None or weapon.natural),
        ("size", weapon.size is not None or weapon.natural),
        ("type", bool(weapon.types)),
        ("kd_die", weapon.kd_die is not None or natural_die is not None),
        ("damage", weapon.damage is not None),
    ]
    if weapon.missile:
        needed.append(("rof", weapon.rof is not None))
    return [key for key, there in needed if not there]


def casting(campaign: Campaign) -> Iterator[str]:
    """Spells without a casting time, and powers without a preparation time."""
    rulebook = book.rulebook(campaign)
    for name, sheet in _sheets(campaign):
        for key in sheet.spells or ():
            spell = book.spell(key, sheet, rulebook)
            if spell is None or spell.casting_time is None:
                yield f"{name}: the spell {key} has no casting_time"
        for key in sheet.powers or ():
            power = book.power(key, sheet, rulebook)
            if power is None or power.prep is None:
                yield f"{name}: the power {key} has no prep"
    for spell in rulebook.spells:
        if spell.casting_time is None:
            yield f"spell {spell.name}: no casting_time"
    for power in rulebook.powers:
        if power.prep is None:
            yield f"power {power.name}: no prep"


def armour(campaign: Campaign) -> Iterator[str]:
    """Magical armour without the number of its item save."""
    rulebook = book.rulebook(campaign)
    for name, sheet in _sheets(campaign):
        if sheet.armour is not None and sheet.armour.magical and book.item_save(sheet, rulebook) is None:
            yield f"{name}: magical armour without item_save, so the number is asked for"
        if sheet.armour is not None and sheet.armour.plus and sheet.armour.magical is False:
            yield f"{name}: armour with a plus that is not magical"


def charts(campaign: Campaign) -> Iterator[str]:
    """Rows that are no rolls, and rolls that a chart lacks or has twice."""
    rulebook = book.rulebook(campaign)
    dice = book.charts(rulebook)
    yield from _chart("critical_events", rulebook.critical_events, dice.critical_event)
    yield from _chart("fumbles", rulebook.fumbles, dice.fumble)
    yield from _rows("critical_injuries", rulebook.critical_injuries)
    yield from _rows("critical_locations", rulebook.critical_locations)
    for kind in sorted({row.target_type or "" for row in rulebook.critical_locations}):
        rows = [row for row in rulebook.critical_locations if (row.target_type or "") == kind]
        yield from _gaps(f"critical_locations{f' ({kind})' if kind else ''}", rows, 1, LOCATIONS)


def _chart(name: str, rows: Sequence[ChartRow] | Sequence[FumbleRow], dice: str | None) -> Iterator[str]:
    """A chart for one die must have every face once."""
    yield from _rows(name, rows)
    count, _, faces = (dice or "").lower().partition("d")
    if faces.isdigit():
        least = int(count or 1)
        yield from _gaps(name, rows, least, least * int(faces))


Rows = Sequence[ChartRow] | Sequence[FumbleRow] | Sequence[LocationRow] | Sequence[InjuryRow]


def _rows(name: str, rows: Rows) -> Iterator[str]:
    for row in rows:
        limits = book.span(row.roll)
        if limits is None:
            yield f'{name}: {row.roll!r} is no roll; write 4 or "4-7"'
        elif limits[0] > limits[1]:
            yield f"{name}: the range {row.roll} runs backwards"


def _gaps(name: str, rows: Rows, least: int, most: int) -> Iterator[str]:
    limits = [one for row in rows if (one := book.span(row.roll)) is not None]
    for roll in range(least, most + 1):
        times = sum(low <= roll <= high for low, high in limits)
        if times == 0:
            yield f"{name}: a roll of {roll} has no row"
        elif times > 1:
            yield f"{name}: a roll of {roll} has {times} rows"
    if any(high > most for _, high in limits):
        yield f"{name}: no roll shows more than {most}, and the chart goes beyond"


CHECKS: tuple[Callable[[Campaign], Iterator[str]], ...] = (
    figures,
    unlikely,
    names,
    sides,
    squares,
    weapons,
    casting,
    armour,
    charts,
)


def _sheets(campaign: Campaign) -> Iterator[tuple[str, Sheet]]:
    """Every sheet once: of a group of NPCs, whose members share one, only the first."""
    seen: list[Sheet] = []
    for name, sheet in campaign.sheets.items():
        if name[-1:].isdigit() and " " in name and sheet in seen:
            continue
        seen.append(sheet)
        yield name, sheet
