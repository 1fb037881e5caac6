"""Groups: one sheet with a `count` becomes that many combatants. Whose side they are on is the ruleset's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

if TYPE_CHECKING:
    from calledshot.campaign.model import Campaign

MOST_SPOKEN = 99
"""Members of a group that may be named; more of one kind than any room has fought."""


def members(sheets: Mapping[str, Any], *, one_side: bool) -> dict[str, Any]:
    """ "Goblin" with count 3 becomes "Goblin 1", "Goblin 2" and "Goblin 3"; every other sheet stays as it is.
    `one_side`: members without a side of their own are on the side of their group."""
    expanded: dict[str, Any] = {}
    for name, sheet in sheets.items():
        if sheet.count is None:
            expanded[name] = sheet
            continue
        member = replace(sheet, count=None, **({"side": sheet.side or name} if one_side else {}))
        for number in range(1, sheet.count + 1):
            if f"{name} {number}" not in sheets:
                expanded[f"{name} {number}"] = member
    return expanded


def spoken_names(campaign: Campaign) -> dict[str, str]:
    """What is said → the combatant: characters, the members of groups, and screen names."""
    said: dict[str, str] = {}
    for name, sheet in campaign.sheets.items():
        if sheet.count is not None:
            numbers = range(1, min(sheet.count, MOST_SPOKEN) + 1)
            said |= {f"{name} {number}": f"{name} {number}" for number in numbers}
        else:
            said[name] = name
    for screen, name in campaign.names.items():
        said.setdefault(screen, name)
    return said
