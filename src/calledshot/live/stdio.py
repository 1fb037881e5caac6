"""The stdio feed: events as NDJSON in, lines to say as NDJSON out, for any chat client's plugin.

The same reader as for a saved event file, a line at a time, so that a pipe and an audit see the same events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec

from calledshot.finding import Finding
from calledshot.live.session import Line, Session
from calledshot.transcript.decode import LINE_LIMIT, Block
from calledshot.transcript.formats.base import Context, Head
from calledshot.transcript.formats.events import FORMAT

NAME = "standard input"


def run(stream: BinaryIO, out: BinaryIO, session: Session) -> int:
    """Feed a session until the stream ends, flushing each answer; returns the number of errors found."""
    errors = 0
    for line in answers(stream, session):
        out.write(encode(line))
        out.flush()
        if line.finding is not None and line.finding.severity == "error":
            errors += 1
    return errors


def answers(stream: Iterable[bytes], session: Session) -> Iterator[Line]:
    """The lines to say for each line of NDJSON; one that is no event is a finding, and the feed goes on."""
    context = Context(NAME, Head([], [], NAME), FORMAT.title)
    for item in FORMAT.read(_blocks(stream), context):
        if isinstance(item, Finding):
            yield session.noted(item)
        else:
            yield from session.see(item)


def encode(line: Line) -> bytes:
    """One output line as the contract writes it."""
    return msgspec.json.encode(line) + b"\n"


def _blocks(stream: Iterable[bytes]) -> Iterator[Block]:
    """Each line by itself, as soon as it is there; one beyond the limit is cut, and then is no event."""
    for number, raw in enumerate(stream, 1):
        text = raw[: LINE_LIMIT + 1].decode("utf-8", "calledshot.cp1252").rstrip("\r\n")
        yield Block(number, [text])
