"""One declaration checked before it is sent: its form and its legality together, outside any fight.

Not for a fight under way, whose scene knows more; both use `syntax` and `legality`.
"""

from __future__ import annotations

from msgspec.structs import replace

from calledshot.api import Campaign, Finding, Reading
from calledshot_parthos import syntax
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.scene import Scene

NOBODY = "you"
SEVERITIES = ("error", "warning", "info")


def lint(
    reading: Reading,
    campaign: Campaign,
    *,
    combatant: str | None = None,
    opponents: tuple[str, ...] = (),
    system: str | None = None,
    strict: bool = False,
) -> list[Finding]:
    """Every finding on one declaration, in the order of its columns; spans are columns only."""
    from calledshot_parthos import legality

    actor, scene = _setting(campaign, combatant, opponents, system)
    found = syntax.check(reading, actor, scene, campaign, given=True, strict=strict)
    if not any(finding.code == "PAR-SYN-9" for finding in found):
        found += legality.check(reading.moves, reading, actor, scene, campaign)
    if combatant is None:
        found = [replace(finding, combatant=None) for finding in found]
    return sorted(found, key=_place)


def openings(
    reading: Reading,
    campaign: Campaign,
    *,
    combatant: str | None,
    opponents: tuple[str, ...] = (),
    system: str | None = None,
) -> tuple[str, ...]:
    """What may follow the first declared move: the last line of a lint."""
    from calledshot_parthos.openings import openings as follow

    actor, scene = _setting(campaign, combatant, opponents, system)
    return follow(reading.moves[:1], reading, actor, scene, campaign)


def strict(reading: Reading, campaign: Campaign) -> str:
    """The declaration in the strict form; as it was typed where it is in that form but for capitals."""
    from calledshot.api import write
    from calledshot_parthos.vocabulary import lexicon

    words = lexicon(campaign)
    return write(reading.moves, reading.modifiers, reading.hold_back, lexicon=words, typed=reading.text)


def _setting(
    campaign: Campaign, combatant: str | None, opponents: tuple[str, ...], system: str | None
) -> tuple[Fighter, Scene]:
    name = combatant if combatant is not None else NOBODY
    sheet = campaign.sheets.get(name)
    known = tuple(campaign.character(opponent) or opponent for opponent in opponents)
    scene = Scene((name, *(one for one in known if one != name)), system or campaign.system or "standard")
    for one in scene.names:
        side = getattr(campaign.sheets.get(one), "side", None)
        if side is not None and one not in known:
            scene.sides[one] = side
    return Fighter(name, sheet), scene


def _place(finding: Finding) -> tuple[int, int, str]:
    column = finding.source.column if finding.source is not None and finding.source.column is not None else 0
    return column, SEVERITIES.index(finding.severity), finding.code
