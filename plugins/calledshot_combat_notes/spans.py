"""A duration as an example writes it, in every unit (CN-020 to CN-022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calledshot_combat_notes import durations
from calledshot_combat_notes.givens import UNITS


def of(given: Mapping[str, Any]) -> dict[str, Any]:
    """CN-020 to CN-022: a duration in the other units."""
    told = given.get("duration")
    units = told if isinstance(told, Mapping) else _said(told) if isinstance(told, str) else given
    for unit in UNITS:
        count = units.get(unit)
        if isinstance(count, int | float) and not isinstance(count, bool):
            return {
                "seconds": durations.seconds(count, unit),
                "combat_rounds": durations.combat_rounds(count, unit),
                "standard_rounds": durations.standard_rounds(count, unit),
                "turns": durations.seconds(count, unit) / durations.TURN,
            }
    return {}


def _said(duration: str) -> dict[str, float]:
    """ "2 standard rounds", "half a turn" as a number of a unit."""
    words = duration.casefold().split()
    unit = "_".join(words[1:]).removeprefix("a_").removeprefix("an_")
    unit = unit if unit in UNITS else f"{unit}s"
    count = {"half": 0.5, "a": 1.0, "one": 1.0}.get(words[0]) if words else None
    try:
        return {unit: float(words[0]) if count is None else count}
    except (ValueError, IndexError):
        return {}
