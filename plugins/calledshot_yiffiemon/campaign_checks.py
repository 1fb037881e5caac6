"""What is incomplete or unlikely in a campaign, for `campaign check`: nothing here stops another command.

Each check is one small function over the loaded campaign; `CHECKS` is the list of those that run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil
from typing import Any

from calledshot.api import Campaign, fold
from calledshot_yiffiemon import book
from calledshot_yiffiemon.schema import BookWeapon, Conditions, LadderTable, Sheet, Weapon
from calledshot_yiffiemon.settings import LEVELS

LONGEST = 60  # characters of a name in a warning
RANGES = ("Short", "Med", "Long", "Extreme")
NEEDED = ("MR", "OCV", "DCV", "attack_skill", "base_line", "StrB", "AC")
"""What nearly every turn of a fight asks for."""
NEVER_NEGATIVE = (
    "perception", "Agl", "Dex", "Int", "Will", "Con", "Con_base_line", "Str", "EL", "AC", "subdual",
    "body_points", "life_points", "Move", "Fathom", "threat_distance", "guard_distance", "clock", "waited",
)  # fmt: skip
NATURAL = 0  # the least NWI that means natural weapons (YM-514)
DICE = re.compile(r"\d{0,3}[dD]\d{1,4}(?:\s?[+-]\s?\d{1,4})?")


def check(campaign: Campaign) -> list[str]:
    """All warnings, in the order of `CHECKS`; the same one is said once."""
    return list(dict.fromkeys(warning for one in CHECKS for warning in one(campaign)))


def ladder(campaign: Campaign) -> Iterator[str]:
    """A ladder whose better levels are not harder to reach, with levels twice or beyond the die."""
    given, sides = book.rulebook(campaign).ladder, book.die(campaign)
    if isinstance(given, LadderTable):
        rungs = [(name, getattr(given, name)) for name in LEVELS if getattr(given, name) is not None]
    else:
        rungs = [(rung.level, rung.margin) for rung in given or ()]
    if not rungs:
        if sides != book.DIE:
            yield f"die: {sides} sides, and no ladder: our default one is made for {book.DIE}"
        return
    margins = dict(rungs)
    for name in LEVELS:
        if sum(level == name for level, _ in rungs) > 1:
            yield f"ladder: {name} is there twice"
        if name == LEVELS[0] and name in margins:
            yield f"ladder: {name} needs no margin: it is what misses all others"
        elif name != LEVELS[0] and name not in margins:
            yield f"ladder: no {name}, so no roll earns it"
    ordered = [(name, margins[name]) for name in LEVELS[1:] if name in margins]
    for (lower, least), (higher, most) in pairwise(ordered):
        if most <= least:
            yield f"ladder: {higher} from {most} is no harder than {lower} from {least}"
    for name, margin in ordered:
        if abs(margin) > 2 * sides:
            yield f"ladder: a margin of {margin} for {name}, and the die has {sides} sides"


def weapons_of_the_rulebook(campaign: Campaign) -> Iterator[str]:
    """Weapons given twice, without a kind, or without what their kind needs."""
    seen: set[str] = set()
    for weapon in book.rulebook(campaign).weapons:
        if fold(weapon.name) in seen:
            yield f"weapon {weapon.name[:LONGEST]}: given twice"
        seen.add(fold(weapon.name))
        yield from _lacks(f"weapon {weapon.name[:LONGEST]}", weapon)


def weapons_carried(campaign: Campaign) -> Iterator[str]:
    """Weapons that lack something and are not in the rulebook either, or that have no name among several."""
    for name, sheet in _sheets(campaign):
        carried = book.weapons(campaign, sheet)
        if len(carried) > 1 and any(weapon.name is None for weapon in carried):
            yield f"{name}: a weapon without a name, and he carries {len(carried)}"
        for weapon in carried:
            label = weapon.name[:LONGEST] if weapon.name is not None else "his weapon"
            if book.find_weapon(campaign, weapon.name) is None:
                yield from _lacks(f"{name}: {label}", weapon)
            if weapon.kind == "ranged" and weapon.ammo is None and sheet.ammo is None:
                yield f"{name}: no ammo for {label}, so it is not counted"


def _lacks(label: str, weapon: Weapon | BookWeapon) -> Iterator[str]:
    if weapon.shield:
        return
    if weapon.kind is None:
        yield f"{label}: no kind (melee or ranged)"
    if weapon.WSB is None:
        yield f"{label}: no WSB, so its damage is asked for"
    if weapon.kind == "melee" and (weapon.Reach is None or weapon.Guard is None):
        yield f"{label}: no Reach or no Guard, so its distances are asked for"
    ranges = [(key, getattr(weapon, key)) for key in RANGES if getattr(weapon, key) is not None]
    if weapon.kind == "ranged" and len(ranges) < len(RANGES):
        missing = ", ".join(key for key in RANGES if getattr(weapon, key) is None)
        yield f"{label}: no {missing} range"
    for (shorter, near), (longer, far) in pairwise(ranges):
        if far <= near:
            yield f"{label}: {longer} {far:g} is not beyond {shorter} {near:g}"


def figures(campaign: Campaign) -> Iterator[str]:
    """Sheets that lack what every turn needs, and figures that cannot be."""
    for name, sheet in _sheets(campaign):
        carried = book.weapons(campaign, sheet)
        missing = [
            key
            for key in NEEDED
            if getattr(sheet, key) is None
            and not (carried and all(getattr(weapon, key, None) is not None for weapon in carried))
        ]
        if missing:
            yield f"{name}: no {', no '.join(missing)}: unknown, and asked for when needed"
        negative = [key for key in NEVER_NEGATIVE if (getattr(sheet, key) or 0) < 0]
        if negative:
            yield f"{name}: {', '.join(negative)} below 0"
        if sheet.DT is not None and sheet.DT <= 0:
            yield f"{name}: DT {sheet.DT}, and the steps of Staggered 1 need one above 0"
        if sheet.Con is not None and sheet.Con_base_line not in (None, sheet.Con):
            yield f"{name}: Con {sheet.Con} and Con_base_line {sheet.Con_base_line}: the second is used"
        if sheet.hand_to_hand and sheet.NWI is not None and sheet.NWI >= NATURAL:
            yield f"{name}: hand-to-hand skill and an NWI of {sheet.NWI}: natural weapons come first"
    sheets = list(campaign.sheets.values())
    if len(sheets) > 1 and not any(sheet.is_pc for sheet in sheets):
        yield "nobody has is_pc = true, so ties at the start do not favour player characters"


def conditions(campaign: Campaign) -> Iterator[str]:
    """Conditions that exclude each other, are written twice, or do not follow from the sheet."""
    for name, sheet in _sheets(campaign):
        for key in Conditions.__struct_fields__:
            here, there = getattr(sheet, key), getattr(sheet.conditions, key, None)
            if here is not None and there is not None and here != there:
                yield f"{name}: {key} is {there} under conditions and {here} beside it"
        levels = book.conditions(sheet)
        for kind, words in (("Bleeding", "Bleeding"), ("FB", "Fatigue Bleeding")):
            stages = [stage for stage in (1, 2, 3) if levels.get(f"{kind}{stage}")]
            if len(stages) > 1:
                both = " and ".join(str(stage) for stage in stages)
                yield f"{name}: {words} {both} at once, and only the highest stage can be there"
        levels_due = _staggered(sheet)
        noted = levels.get("Staggered1", 0)
        if levels_due is not None and noted and noted != levels_due:
            yield f"{name}: Staggered1 {noted}, and HPV, subdual and DT make it {levels_due}"


def _staggered(sheet: Sheet) -> int | None:
    """YM-372, YM-373: the levels that the sheet's own figures mean."""
    if sheet.HPV is None or sheet.subdual is None or sheet.DT is None or sheet.DT <= 0:
        return None
    return max(0, ceil((sheet.subdual - sheet.HPV) / sheet.DT))


def threat(campaign: Campaign) -> Iterator[str]:
    """More assigned than there is, what a defender may not assign, and records that do not agree."""
    for name, sheet in _sheets(campaign):
        total = sum(one.TB2 + one.CAB + one.HB for one in sheet.allocation.values())
        if sheet.pool is not None and total > sheet.pool:
            yield f"{name}: {total} levels assigned from a pool of {sheet.pool}"
        if book.conditions(sheet).get("FD") and any(one.TB2 or one.HB for one in sheet.allocation.values()):
            yield f"{name}: Fighting Defensively, and penalties assigned"
        for target, given in sheet.allocation.items():
            other = _sheet(campaign, target)
            record = _of(name, other.TB) if other is not None else None
            if record is not None and record.two != given.TB2:
                yield f"{name}: {given.TB2} of TB2 on {target}, whose own sheet says {record.two}"


def names(campaign: Campaign) -> Iterator[str]:
    """Creatures named on a sheet or in the rulebook that have no sheet."""
    if not campaign.sheets:
        return
    for name, sheet in _sheets(campaign):
        toward = sheet.prev_turn.straight_toward if sheet.prev_turn is not None else None
        others: dict[str, Iterable[str]] = {
            "allocation": sheet.allocation,
            "TB": sheet.TB,
            "in_TA_of": sheet.in_TA_of,
            "inside_guard_of": sheet.inside_guard_of,
            "straight_toward": () if toward is None else (toward,),
        }
        for key, named in others.items():
            for other in named:
                if _sheet(campaign, other) is None:
                    yield f"{name}: {key} names {other[:LONGEST]}, who has no sheet"
    for other in book.rulebook(campaign).positions:
        if _sheet(campaign, other) is None:
            yield f"positions: {other[:LONGEST]} has no sheet"


def tables(campaign: Campaign) -> Iterator[str]:
    """Fall and life point tables that no number finds, or that fall as they should rise."""
    rules = book.rulebook(campaign)
    yield from _table("fall", rules.fall, "metres")
    for key, points in rules.fall.items():
        if isinstance(points, str) and not DICE.fullmatch(points.strip()):
            yield f"fall.{key[:LONGEST]}: {points[:LONGEST]!r} is neither points nor dice such as 3d6"
    if isinstance(rules.body_to_life, dict):
        yield from _table("body_to_life", rules.body_to_life, "body points")


def _table(label: str, table: Mapping[str, Any], unit: str) -> Iterator[str]:
    rows = []
    for key, value in table.items():
        if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", key):
            rows.append((float(key), value))
        else:
            yield f"{label}.{key[:LONGEST]}: not a number of {unit}, so nothing is read from it"
    rows.sort(key=lambda row: row[0])
    for (low, less), (high, more) in pairwise(rows):
        if isinstance(less, int) and isinstance(more, int) and more < less:
            yield f"{label}: {high:g} {unit} give {more}, fewer than {low:g} give"


def terrain(campaign: Campaign) -> Iterator[str]:
    """Ground that is nowhere, or that has no difficulty and is no wall."""
    for name, ground in book.rulebook(campaign).terrain.items():
        if ground.difficulty is None and not ground.wall:
            yield f"terrain {name[:LONGEST]}: no difficulty, so it is asked for"


CHECKS: tuple[Callable[[Campaign], Iterator[str]], ...] = (
    ladder,
    weapons_of_the_rulebook,
    weapons_carried,
    figures,
    conditions,
    threat,
    names,
    tables,
    terrain,
)


def _sheet(campaign: Campaign, name: str) -> Sheet | None:
    """A creature's sheet; of a group, that of any of its members."""
    wanted = fold(name)
    for known, sheet in campaign.sheets.items():
        if wanted in (fold(known), fold(known.rstrip("0123456789"))):
            return sheet if isinstance(sheet, Sheet) else None
    return None


def _of(name: str, table: Mapping[str, Any]) -> Any:
    return next((one for key, one in table.items() if fold(key) == fold(name)), None)


def _sheets(campaign: Campaign) -> Iterator[tuple[str, Sheet]]:
    """Every sheet once: of a group of NPCs, whose members share one, only the first."""
    seen: set[str] = set()
    for name, sheet in campaign.sheets.items():
        group = name.rstrip("0123456789").rstrip() if name[-1:].isdigit() and " " in name else name
        if group != name and group in seen:
            continue
        seen.add(group)
        yield name, sheet
