"""What a reported roll is. Not for reading one out of a line: see `dialects`."""

from __future__ import annotations

from msgspec import Struct


class Roll(Struct, frozen=True, kw_only=True, gc=False):
    """Dice as the service or bot reported them. `faces` is empty where only a total was shown;
    `roller` is who rolled, which need not be the nick that printed the line."""

    roller: str
    count: int
    sides: int
    faces: tuple[int, ...]
    modifier: int = 0
    total: int
    expression: str
