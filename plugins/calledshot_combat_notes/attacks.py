"""To hit: the number needed and whether a roll reaches it. Pure figures, no dice asked for here.

The notes take the numbers from the rules they belong to: needed is THAC0 less the armour class.
"""

from __future__ import annotations

DIE = "1d20"


def needed(thac0: int | None, ac: int | None) -> int | None:
    """The total that hits; None where a figure is not known.

    CN-601.
    """
    return None if thac0 is None or ac is None else thac0 - ac


def hits(total: int, needed: int | None) -> bool | None:
    """Whether a total hits; None where the number needed is not known.

    CN-601.
    """
    return None if needed is None else total >= needed


def saved(total: int, needed: int | None) -> bool | None:
    """Whether a saving throw succeeds: the total reaches the number of the sheet.

    CN-422, CN-602, CN-717, CN-718.
    """
    return None if needed is None else total >= needed
