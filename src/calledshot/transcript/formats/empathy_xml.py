"""Empathy's logs (Telepathy, XML): a `<log>` with one `<message>` a line, times in UTC.

Who speaks is named by his account, in a room by the name he has there; the shown name stands in only where
the account is a bare number.
"""

from __future__ import annotations

import re

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.adium_xml import account
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.xml_log import Record, records, root

_WANTED = frozenset({"message", "call"})
_TIME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)T(\d\d:\d\d:\d\d)Z?", re.ASCII)
_KINDS: dict[str, Kind] = {"action": "emote", "auto-reply": "away", "notice": "notice"}


def sniff(head: Head) -> float:
    """A log whose messages have Telepathy's times."""
    name, start = root(head)
    if name != "log" or "<message " not in start:
        return 0.0
    return 0.98 if " isuser=" in start or "log-store-xml" in start or " token=" in start else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages in order."""
    seq = 0
    for found in records(document, ctx, _WANTED):
        if isinstance(found, Record):
            yield _event(found, seq, ctx)
            seq += 1
        else:
            yield found


def _event(found: Record, seq: int, ctx: Context) -> Event:
    get = found.attributes.get
    who = account(get("id", ""), get("name", ""))
    if found.name == "call":
        return Event(
            seq=seq, at=_moment(get("time", "")), kind="system", trust="server",
            text=f"call with {get('name') or who or 'somebody'}, {get('duration') or '0'} seconds",
            source=Source(ctx.file, found.line, found.end_line),
        )  # fmt: skip
    return Event(
        seq=seq, at=_moment(get("time", "")), kind=_KINDS.get(get("type", "").lower(), "say"),
        speaker=None if who is None else ctx.speaker(who), text=found.text,
        source=Source(ctx.file, found.line, found.end_line),
    )  # fmt: skip


def _moment(text: str) -> str | None:
    from datetime import datetime

    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    made = f"{match[1]}-{match[2]}-{match[3]}T{match[4]}+00:00"
    try:
        datetime.fromisoformat(made)
    except ValueError:
        return None
    return made


FORMAT = Format(
    name="empathy-xml",
    title="Empathy log (XML)",
    evidence="description",
    extensions=(".log", ".xml"),
    window=True,
    sniff=sniff,
    whole=read,
)
