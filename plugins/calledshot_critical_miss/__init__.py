"""An example of a house rule: a table of critical misses, so that the PGM need not think one up each time.

A campaign switches it on with `plugins = ["critical_miss"]` in its campaign.toml; until one does, it changes
nothing. Copy this folder to write a rule of your own: docs/house-rules.md says how.
"""

from __future__ import annotations

from calledshot.api import Encounter, Ruling, hookimpl, replace

TABLE = (
    (5, "the weapon breaks"),
    (25, "the weapon flies from the hand and lands ten feet away"),
    (60, "off balance: the next attack is at -20"),
    (90, "a stumble, and nothing worse"),
    (100, "the blow grazes the attacker: 1 point"),
)
"""The highest d100 of each line, and what happens."""


@hookimpl
def calledshot_override(ruling: Ruling, encounter: Encounter) -> Ruling | None:
    """Put the table's effect into a ruling on a critical-miss roll for which the campaign has none."""
    roll = ruling.values.get("roll")
    if ruling.kind != "fumble" or roll is None or ruling.values.get("effect") is not None:
        return None
    effect = next((text for highest, text in TABLE if roll <= highest), None)
    return replace(ruling, values={**ruling.values, "effect": effect}, needs_pgm=effect is None)
