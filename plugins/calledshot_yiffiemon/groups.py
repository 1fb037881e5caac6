"""Groups of creatures: one sheet with a `count` becomes that many combatants on one side."""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.api import replace
from calledshot_yiffiemon.schema import Sheet


def expand(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """ "Orc" with count 2 becomes "Orc 1" and "Orc 2"; every other sheet stays as it is."""
    expanded: dict[str, Sheet] = {}
    for name, sheet in sheets.items():
        if sheet.count is None:
            expanded[name] = sheet
            continue
        for number in range(1, sheet.count + 1):
            member = f"{name} {number}"
            if member not in sheets:
                expanded[member] = replace(sheet, count=None, side=sheet.side or name)
    return expanded
