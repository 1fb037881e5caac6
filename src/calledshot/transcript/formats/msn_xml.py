"""Histories of MSN and Windows Live Messenger (XML): a `<Log>` with `<Message>`, `<Join>`, `<Leave>` and
invitations, each with its moment in UTC and in the owner's own time, from which the zone follows.

Speakers are the names they showed, for nothing else is logged; Messenger Plus! codes in them are left out.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_text import day_of
from calledshot.transcript.formats.xml_log import Record, records, root

_WANTED = frozenset({"message", "join", "leave", "invitation", "invitationresponse"})
_BESIDES = frozenset({"file", "application"})
_KINDS: dict[str, Kind] = {"message": "say", "join": "join", "leave": "leave"}
_UTC = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?Z?", re.ASCII)
CODES = re.compile(
    r"\[/?(?:c|a|b|i|u|s)(?:=[^\[\]]{1,20})?\]"
    r"|·(?:\$(?:#?[0-9A-Fa-f]{6}|\d{1,2}(?:,\d{1,2})?|\(\d{1,3},\d{1,3},\d{1,3}\))?|[#&@'0])",
    re.ASCII,
)
"""Colours and other marks in names, of Messenger Plus!."""
_NUMBERS = re.compile(r"\d{1,4}", re.ASCII)
_QUARTER = 900


def sniff(head: Head) -> float:
    """A log with the session numbers, the style sheet or the elements of Messenger."""
    name, start = root(head)
    if name != "log":
        return 0.0
    marks = ("FirstSessionID=", "MessageLog.xsl", "<Message Date=", "<Log LogonName")
    return 0.98 if any(mark in start for mark in marks) else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages and what else happened, in order."""
    seq = 0
    for found in records(document, ctx, _WANTED, but=_BESIDES):
        if isinstance(found, Record):
            yield _event(found, seq, ctx)
            seq += 1
        else:
            yield found


def _event(found: Record, seq: int, ctx: Context) -> Event:
    names = [values for name, values in found.inner if name == "user"]
    who = ""
    if names:
        shown = names[0].get("FriendlyName", "").strip()
        who = CODES.sub("", shown).strip() or shown or names[0].get("LogonName", "").strip()
    kind = _KINDS.get(found.name, "system")
    at, clock = _moment(found.attributes, ctx)
    return Event(
        seq=seq, at=at, clock=clock, kind=kind,
        speaker=ctx.speaker(who) if who and kind != "system" else None, text=found.text,
        trust="member" if kind == "say" else "server",
        source=Source(ctx.file, found.line, found.end_line),
    )  # fmt: skip


def _moment(values: dict[str, str], ctx: Context) -> tuple[str | None, str | None]:
    """The moment with the offset of the owner's zone, or as much of it as is logged."""
    clock = time_of_day(values.get("Time", ""))
    date = values.get("Date", "")
    match = _UTC.fullmatch(values.get("DateTime", ""))
    if match is not None:
        try:
            utc = datetime.fromisoformat(match[1])
        except ValueError:
            utc = None
        if utc is not None:
            part = match[2] or ""
            return _local(utc, date, clock, part) or f"{match[1]}{part}+00:00", None
    if clock is None:
        return None, None
    day = day_of(date)
    if day is None:
        return None, clock
    return ctx.calendar.moment(day, clock), None


def _local(utc: datetime, date: str, clock: str | None, part: str) -> str | None:
    """The owner's own time with its offset, None where date and time do not agree with the moment."""
    if clock is None or len(clock) < 8:
        return None
    numbers = set(map(int, _NUMBERS.findall(date)))
    for days in (0, -1, 1):
        try:
            local = datetime.fromisoformat(f"{(utc + timedelta(days=days)).date().isoformat()}T{clock}")
        except OverflowError:
            continue
        offset = round((local - utc).total_seconds() / _QUARTER) * _QUARTER
        drift = abs((local - utc).total_seconds() - offset)
        if -12 * 3600 <= offset <= 14 * 3600 and drift <= 2 and {local.day, local.month} <= numbers:
            sign = "-" if offset < 0 else "+"
            hours, rest = divmod(abs(offset), 3600)
            return f"{local.isoformat()}{part}{sign}{hours:02d}:{rest // 60:02d}"
    return None


FORMAT = Format(
    name="msn-xml",
    title="MSN or Windows Live Messenger history (XML)",
    evidence="description",
    extensions=(".xml",),
    window=True,
    sniff=sniff,
    whole=read,
)
