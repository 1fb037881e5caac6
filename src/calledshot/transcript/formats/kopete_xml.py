"""Kopete's histories (XML), a month a file: the year and month in the head, the day in the time of each
`<msg>`. Who speaks is named by his account, by his shown name where that is a bare number.
"""

from __future__ import annotations

import re
from datetime import date

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.adium_xml import account
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted
from calledshot.transcript.formats.xml_log import Record, records, root

_WANTED = frozenset({"msg", "date"})
_TIME = re.compile(r"(\d{1,2}) (\d{1,2}):(\d{1,2})(?::(\d{1,2}))?", re.ASCII)


def sniff(head: Head) -> float:
    """Kopete's root element."""
    return 0.99 if root(head).name == "kopete-history" else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages in order."""
    seq = 0
    year = month = 0
    for found in records(document, ctx, _WANTED):
        if not isinstance(found, Record):
            yield found
        elif found.name == "date":
            year, month = _number(found, "year"), _number(found, "month")
        else:
            yield hosted(_event(found, seq, ctx, year, month))
            seq += 1


def _number(found: Record, key: str) -> int:
    value = found.attributes.get(key, "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 4 else 0


def _event(found: Record, seq: int, ctx: Context, year: int, month: int) -> Event:
    get = found.attributes.get
    who = account(get("from", ""), get("nick", ""))
    at = clock = None
    match = _TIME.fullmatch(get("time", "").strip())
    if match is not None:
        day, hour, minute, second = (int(part or 0) for part in match.groups())
        if hour < 24 and minute < 60 and second < 60:
            clock = f"{hour:02d}:{minute:02d}:{second:02d}"
            try:
                at = ctx.calendar.moment(date(year, month, day), clock)
            except ValueError:
                at = None
    return Event(
        seq=seq, at=at, clock=clock if at is None else None, kind="say",
        speaker=None if who is None else ctx.speaker(who), text=found.text,
        source=Source(ctx.file, found.line, found.end_line),
    )  # fmt: skip


FORMAT = Format(
    name="kopete-xml",
    title="Kopete history (XML)",
    evidence="description",
    extensions=(".xml",),
    window=True,
    sniff=sniff,
    whole=read,
)
