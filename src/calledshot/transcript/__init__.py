"""Transcripts: bytes to events. Names are loaded when asked for, since most commands need few of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calledshot.transcript.controls import control_finding, escape, visible
    from calledshot.transcript.event import Event, Source, from_json, to_json
    from calledshot.transcript.merging import Merged, merge
    from calledshot.transcript.parts import belong_together
    from calledshot.transcript.reading import Transcript, open_transcript, read
    from calledshot.transcript.timeline import seconds_between

_HOMES = {
    "control_finding": "controls", "escape": "controls", "visible": "controls",
    "Event": "event", "Source": "event", "from_json": "event", "to_json": "event",
    "Merged": "merging", "belong_together": "parts", "merge": "merging",
    "seconds_between": "timeline", "Transcript": "reading", "open_transcript": "reading", "read": "reading",
}  # fmt: skip

__all__ = [
    "Event", "Merged", "Source", "Transcript", "belong_together", "control_finding", "escape", "from_json",
    "merge", "open_transcript", "read", "seconds_between", "to_json", "visible",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)
