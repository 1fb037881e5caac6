"""Writes events as Element exports them as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One tile an event, a day before each."""
    return (
        '<html><body><main class="mx_RoomView"><ol>\n'
        + "".join(map(_tile, events))
        + "</ol></main></body></html>\n"
    )


def _tile(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "")
    return (
        f'<li><div class="mx_TimelineSeparator" aria-label="{moment:%a, %b %d, %Y}"></div></li>'
        f'<li class="mx_EventTile" data-event-id="$x"><span class="mx_DisambiguatedProfile_displayName">'
        f'{escape(event.speaker or "")}</span><span class="mx_MessageTimestamp">{moment:%H:%M}</span>'
        f'<div class="mx_MTextBody"><div class="mx_EventTile_body">{escape(event.text)}</div></div></li>\n'
    )
