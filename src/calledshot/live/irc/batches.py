"""Batches: lines that belong together (a page of history), and the label of the answer they are part of."""

from __future__ import annotations

from irctokens.line import Line
from msgspec import Struct

_OPEN = 50
_LINES = 20_000
PLAYBACK = "znc.in/playback"
"""What a bouncer kept, in a room or of one person's private words."""
_HISTORY = ("chathistory", "draft/chathistory", PLAYBACK)


class Batch(Struct):
    """An open batch, or one that has just ended. `params` are those behind its type; `last`: the server says
    that there is no more history after it."""

    kind: str
    params: list[str]
    label: str | None
    lines: list[Line]
    last: bool
    collecting: bool


class Batches:
    """The open batches of one connection."""

    def __init__(self) -> None:
        self._open: dict[str, Batch] = {}

    def read(self, line: Line) -> Batch | None:
        """A BATCH line; the batch of history that it ends, where it ends one."""
        name = line.params[0] if line.params else ""
        if name.startswith("-"):
            batch = self._open.pop(name[1:], None)
            return batch if batch is not None and batch.kind in _HISTORY else None
        if name.startswith("+") and len(line.params) > 1:
            if len(self._open) >= _OPEN:  # a server that forgets to end them
                self._open.pop(next(iter(self._open)))
            tags, outer = line.tags or {}, self._outer(line)
            kind = line.params[1].lower()
            collecting = kind in _HISTORY or (outer is not None and outer.collecting)
            lines = outer.lines if outer is not None and outer.collecting else []
            label = tags.get("label") or (outer.label if outer is not None else None)
            last = any(tag.endswith("chathistory-end") for tag in tags)
            self._open[name[1:]] = Batch(kind, line.params[2:], label, lines, last, collecting)
        return None

    def collects(self, line: Line) -> bool:
        """Whether a line is part of a history, and kept for its end."""
        batch = self._outer(line)
        if batch is None or not batch.collecting or line.command == "BATCH":
            return False
        if len(batch.lines) < _LINES:
            batch.lines.append(line)
        return True

    def kind(self, line: Line) -> str | None:
        """The type of the batch that a line is part of."""
        outer = self._outer(line)
        return outer.kind if outer is not None else None

    def label(self, line: Line) -> str | None:
        """The label of what a line answers, its own or its batch's."""
        own = (line.tags or {}).get("label")
        outer = self._outer(line)
        return own or (outer.label if outer is not None else None)

    def _outer(self, line: Line) -> Batch | None:
        return self._open.get((line.tags or {}).get("batch", ""))
