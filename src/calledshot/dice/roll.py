"""What a reported roll is. Not for reading one out of a line: see `dialects`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Roll(Struct, frozen=True, kw_only=True, gc=False):
    """Dice as the service or bot reported them. `faces` is empty where only a total was shown;
    `roller` is who rolled, which need not be the nick that printed the line.

    Only where the line tells it: `dropped`, faces thrown that do not count; `comment`, what the roll was
    for; `natural`, the sum of dice whose faces are not shown."""

    roller: str
    count: int
    sides: int
    faces: tuple[int, ...]
    modifier: int = 0
    total: int
    expression: str
    comment: str | UnsetType = UNSET
    dropped: tuple[int, ...] | UnsetType = UNSET
    natural: int | UnsetType = UNSET
