"""What is incomplete or unlikely in a campaign, for `campaign check`: nothing here stops another command.

Each check is one small function over the loaded campaign; `CHECKS` is the list of those that run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from calledshot.api import Campaign
from calledshot_parthos import book
from calledshot_parthos.schema import Sheet

FIRST, LAST = 1, 100  # what a damage d100 can show
LONGEST = 60  # characters of a name in a warning


def check(campaign: Campaign) -> list[str]:
    """All warnings, in the order of `CHECKS`; the same one is said once."""
    return list(dict.fromkeys(warning for one in CHECKS for warning in one(campaign)))


def chart(campaign: Campaign) -> Iterator[str]:
    """Rows that leave rolls without points, give one roll twice, or favour high rolls."""
    for bc, row in sorted(book.rows(campaign).items()):
        spans = sorted((low, high, points) for points, (low, high) in row.items())
        backwards = [f"{low}–{high}" for low, high, _ in spans if low > high]
        if backwards:
            yield f"bell_curve.BC{bc}: the range {backwards[0]} runs backwards"
            continue
        covered = FIRST - 1
        for low, high, points in spans:
            if low > covered + 1:
                yield f"bell_curve.BC{bc}: {_rolls(covered + 1, low - 1)} no points"
            elif low <= covered:
                yield f"bell_curve.BC{bc}: {_rolls(low, min(high, covered))} points twice (once {points})"
            covered = max(covered, high)
        if covered < LAST:
            yield f"bell_curve.BC{bc}: {_rolls(covered + 1, LAST)} no points"
        if spans and (spans[0][0] < FIRST or covered > LAST):
            yield f"bell_curve.BC{bc}: a d100 shows 1 to 100, and the row goes beyond"
        points_by_roll = [points for _, _, points in spans]
        if points_by_roll != sorted(points_by_roll, reverse=True):
            yield f"bell_curve.BC{bc}: low rolls are best in Parthos, and here a higher roll gives more"
    for name in book.rulebook(campaign).bell_curve:
        if book.number(name) is None:
            yield f"bell_curve.{name[:LONGEST]}: not a BC such as BC4, so no weapon uses it"


def _rolls(low: int, high: int) -> str:
    return f"a roll of {low} gives" if low == high else f"rolls {low}–{high} give"


def weapons_of_the_rulebook(campaign: Campaign) -> Iterator[str]:
    """Weapons without a BC or a kind, and those whose BC the chart lacks."""
    charted = book.rows(campaign)
    for weapon in book.rulebook(campaign).weapons:
        bc = book.number(weapon.bc)
        if bc is None:
            yield f"weapon {weapon.name}: no BC, so its damage will be asked for"
        elif charted and bc not in charted:
            yield f"weapon {weapon.name}: the chart has no row BC{bc}"
        if weapon.kind is None:
            yield f"weapon {weapon.name}: no kind (melee, missile or both), so range is not checked for it"


def weapons_carried(campaign: Campaign) -> Iterator[str]:
    """Weapons that the rulebook does not know, or that are above the bearer's BC maximum."""
    listed = book.rulebook(campaign).weapons
    charted = book.rows(campaign)
    for name, sheet in _sheets(campaign):
        most = book.number(sheet.bc_max)
        for own in sheet.weapons or ():
            entry = book.find(own.name, listed, part=False, more=True)
            bc = book.number(own.bc)
            if bc is None and entry is not None:
                bc = book.number(entry.bc)
            if entry is None and (own.bc is None or own.kind is None):
                yield f"{name}: the rulebook has no weapon {own.name}, and the sheet lacks bc or kind for it"
            if own.bc is not None and bc is None:
                yield f'{name}: {own.bc!r} is no BC (weapon {own.name}); write 6 or "BC6"'
            if bc is not None and most is not None and bc > most:
                yield f"{name}: {own.name} is BC{bc}, above the maximum of BC{most}"
            if own.bc is not None and bc is not None and charted and bc not in charted:
                yield f"{name}: the chart has no row BC{bc} (weapon {own.name})"
        if sheet.bc_max is not None and most is None:
            yield f'{name}: bc_max {sheet.bc_max!r} is no BC; write 6 or "BC6"'


def spells(campaign: Campaign) -> Iterator[str]:
    """Spells without list, level or cost, and spells given twice."""
    seen: set[tuple[str, str]] = set()
    for spell in book.rulebook(campaign).spells:
        missing = [key for key in ("list", "level", "pp") if getattr(spell, key) is None]
        if missing:
            yield f"spell {spell.name}: no {', no '.join(missing)}, so that is not checked"
        key = (book.fold(spell.name), book.fold(spell.list or ""))
        if key in seen:
            yield f"spell {spell.name}: given twice{f' on the {spell.list} list' if spell.list else ''}"
        seen.add(key)


def lists(campaign: Campaign) -> Iterator[str]:
    """Lists that no spell is on, and lists that nobody has."""
    on = {
        book.fold(spell.list): spell.list
        for spell in book.rulebook(campaign).spells
        if spell.list is not None
    }
    had: set[str] = set()
    known = [(name, sheet) for name, sheet in _sheets(campaign) if sheet.spell_lists is not None]
    for name, sheet in known:
        for own in sheet.spell_lists or ():
            had.add(book.fold(own))
            if on and book.fold(own) not in on:
                yield f"{name}: no spell of the rulebook is on the list {own}"
        if isinstance(sheet.spell_lists, list) and sheet.spell_lists and sheet.level is None:
            yield f"{name}: spell lists without levels go up to the own level, and the sheet has no level"
    for folded, written in on.items():
        if known and folded not in had:
            yield f"the spell list {written} is on nobody's sheet"


def powers(campaign: Campaign) -> Iterator[str]:
    """Powers on a sheet that the rulebook lacks, or that class or level do not allow."""
    for name, sheet in _sheets(campaign):
        for own in sheet.powers or ():
            entry = book.power(campaign, own)
            if entry is None:
                yield f"{name}: the rulebook has no power {own}"
                continue
            if entry.class_ and sheet.class_ and book.fold(entry.class_) != book.fold(sheet.class_):
                yield f"{name}: {own} is a power of the {entry.class_} class, not of the {sheet.class_}"
            if entry.level is not None and sheet.level is not None and entry.level > sheet.level:
                yield f"{name}: {own} needs level {entry.level}, and the sheet says {sheet.level}"
    for power in book.rulebook(campaign).powers:
        if power.pp is None:
            yield f"power {power.name}: no pp, so its cost is not checked"


def figures(campaign: Campaign) -> Iterator[str]:
    """Sheets that lack what every round needs, and figures that cannot be."""
    for name, sheet in _sheets(campaign):
        stamina = sheet.stamina if sheet.stamina is not None else sheet.stamina_max
        missing = [
            key
            for key, value in (("speed", sheet.speed), ("ca", sheet.ca), ("stamina", stamina))
            if value is None
        ]
        if missing:
            yield f"{name}: no {', no '.join(missing)}: unknown, and learned from the log where it shows"
        for key in ("stamina", "pp"):
            now, most = getattr(sheet, key), getattr(sheet, f"{key}_max")
            if now is not None and most is not None and now > most:
                yield f"{name}: {key} {now} is above {key}_max {most}"
        negative = [
            key
            for key in ("speed", "weapon_speed", "ca", "endurance", "pp", "level", "xp")
            if (getattr(sheet, key) or 0) < 0
        ]
        if negative:
            yield f"{name}: {', '.join(negative)} below 0"


def experience(campaign: Campaign) -> Iterator[str]:
    """Levels whose XP do not rise, and sheets whose XP are worth another level."""
    table = sorted(
        (book.number(key), xp)
        for key, xp in book.rulebook(campaign).levels.items()
        if book.number(key) is not None
    )
    for (level, xp), (higher, more) in pairwise(table):
        if more <= xp:
            yield f"levels: level {higher} begins at {more} XP, level {level} at {xp}: the table must rise"
    for name, sheet in _sheets(campaign):
        if table and sheet.level is not None and sheet.xp is not None:
            worth = max((level for level, xp in table if level is not None and xp <= sheet.xp), default=1)
            if worth > sheet.level:
                yield f"{name}: {sheet.xp} XP are those of level {worth}, and the sheet says {sheet.level}"


CHECKS: tuple[Callable[[Campaign], Iterator[str]], ...] = (
    chart,
    weapons_of_the_rulebook,
    weapons_carried,
    spells,
    lists,
    powers,
    figures,
    experience,
)


def _sheets(campaign: Campaign) -> Iterator[tuple[str, Sheet]]:
    """Every sheet once: of a group of NPCs, whose members share one, only the first."""
    seen: set[str] = set()
    for name, sheet in campaign.sheets.items():
        group = name.rstrip("0123456789").rstrip() if name[-1:].isdigit() and " " in name else name
        if group != name and group in seen:
            continue
        seen.add(group)
        yield name, sheet
