"""The stdio feed: events as NDJSON in, lines to say as NDJSON out, for any chat client's plugin.

The same events as from a saved event file, a line at a time, so that a pipe and an audit see the same. What
a client asks on the side (live.asking) is answered in its turn, in one line. For a fight with drafts and
commands see live.client, which speaks the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.live.asking import answer, order, request
from calledshot.live.session import Line, Session
from calledshot.transcript.decode import LINE_LIMIT
from calledshot.transcript.event import Event, Source, from_json
from calledshot.transcript.formats.base import Context, Head
from calledshot.transcript.formats.events import FORMAT

NAME = "standard input"
Reply = dict[str, Any]
"""An answer to a request, or news of the order: JSON that is neither a ruling's line nor a finding's."""


def run(stream: BinaryIO, out: BinaryIO, session: Session) -> int:
    """Feed a session until the stream ends, flushing each answer; returns the number of errors found."""
    errors = 0
    for line in answers(stream, session):
        out.write(encode(line))
        out.flush()
        if isinstance(line, Line) and line.finding is not None and line.finding.severity == "error":
            errors += 1
    return errors


def answers(stream: Iterable[bytes], session: Session) -> Iterator[Line | Reply]:
    """The lines to say for each line of NDJSON; one that is no event is a finding, and the feed goes on.
    Once a client has asked for the state, each change of the order is told it."""
    reader = Reader()
    shown: Reply | None = None
    for raw in stream:
        text = reader.text(raw)
        asked = request(text)
        if asked is not None:
            yield answer(asked, session.referee)
            if asked.state:
                shown = order(session.referee)
            continue
        item = reader.event(text)
        if isinstance(item, Finding):
            yield session.noted(item)
        elif item is not None:
            yield from session.see(item)
            if shown is not None and (now := order(session.referee)) != shown:
                shown = now
                yield now


def encode(line: Line | Reply) -> bytes:
    """One output line as the contract writes it."""
    return msgspec.json.encode(line) + b"\n"


class Reader:
    """Lines of NDJSON to events, as the reader of event files does it: an event without a `seq` follows the
    one before it, one without a `source` gets its line here."""

    def __init__(self) -> None:
        self._context = Context(NAME, Head([], [], NAME), FORMAT.title)
        self._line = 0
        self._last = -1

    def text(self, raw: bytes) -> str:
        """The next line's text. One beyond the limit is cut, and then is no event."""
        self._line += 1
        text = raw[: LINE_LIMIT + 1].decode("utf-8", "calledshot.cp1252").rstrip("\r\n")
        return text.removeprefix("\ufeff") if self._line == 1 else text

    def event(self, text: str) -> Event | Finding | None:
        """The event of the line just taken; a finding where it is none, None for a blank one."""
        if not text or text.isspace():
            return None
        try:
            event = from_json(text)
        except (msgspec.MsgspecError, RecursionError, ValueError):
            return self.unread(text)
        if event.seq == 0 and '"seq"' not in text:
            event = replace(event, seq=self._last + 1)
        if event.source is None:
            event = replace(event, source=Source(NAME, self._line, self._line))
        self._last = event.seq
        return event

    def unread(self, text: str) -> Finding:
        """The line just taken is none that we know."""
        return self._context.unread(text, self._line)
