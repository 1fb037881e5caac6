"""What a new campaign's rulebook starts from: an example of each part, and the weapons that a log names.

Not for judging: a weapon named by a fighter is written down as named, without figures.
"""

from __future__ import annotations

from collections.abc import Iterable

from calledshot.api import Declaration, fold

EXAMPLES: dict[str, str] = {
    "die": "die = 100",
    "ladder": "ladder = { CS = 60, SS = 30, NS = 10, BS = 0, NF = -40 }  # smallest margin; below all: CF",
    "weapons": 'weapons = [{ name = "spear", kind = "melee", WSB = 1, Reach = 1.5, Guard = 0.8 }]',
    "fall": 'fall = { 5 = 2, 10 = "1d6", 30 = "3d6" }  # metres = damage',
    "body_to_life": "body_to_life = 4  # body points that make one life point; or a table",
    "terrain": "terrain.mud = { difficulty = 5, at = [[3, 4], [3, 5]] }",
    "positions": "positions = { Maren = [0, 0], Warg = [6, 2] }",
    "unit": 'unit = "m"',
}
"""A line of TOML for each part of the rulebook. But for the ladder, which is our default one, the figures
are made up; only the form is to be kept."""

WITH_WEAPON = frozenset({"attack", "melee_assist", "ranged_assist", "charge"})
"""Actions whose instrument is a weapon."""


def gather(declarations: Iterable[Declaration]) -> dict[str, list[dict[str, str]]]:
    """The weapons that declarations name, in the order first named; a bow for one's assist is ranged."""
    found: dict[str, dict[str, str]] = {}
    for declaration in declarations:
        if declaration.candidate:
            continue
        for move in declaration.moves:
            if move.action in WITH_WEAPON and move.instrument:
                row = found.setdefault(fold(move.instrument), {"name": move.instrument})
                if move.action == "ranged_assist":
                    row["kind"] = "ranged"
    return {"weapons": list(found.values())} if found else {}
