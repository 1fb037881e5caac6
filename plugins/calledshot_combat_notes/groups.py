"""Groups of opponents: one stat block with a `count` becomes that many combatants. No rule of the notes."""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.api import replace
from calledshot_combat_notes.schema import Sheet


def expand(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """ "Goblin" with count 3 becomes "Goblin 1", "Goblin 2" and "Goblin 3"; every other sheet stays."""
    expanded: dict[str, Sheet] = {}
    for name, sheet in sheets.items():
        if sheet.count is None:
            expanded[name] = sheet
            continue
        for number in range(1, sheet.count + 1):
            member = f"{name} {number}"
            if member not in sheets:
                expanded[member] = replace(sheet, count=None, name=None)
    return expanded
