"""Short messages of a phone as the app SMS Backup & Restore saves them (XML): `<sms>` and `<mms>`, each with
its moment, its direction, the number and the name of the other person.

What the owner sent is said by "You"; the words of an `<mms>` are those of its parts of text.
"""

from __future__ import annotations

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import Names, at_millis
from calledshot.transcript.formats.xml_log import Record, records, root

_WANTED = frozenset({"sms", "mms"})
_SENT = frozenset({"2", "4", "5", "6"})
_NOBODY = frozenset({"", "null", "(Unknown)"})
_PICTURES = ("image/", "video/", "audio/")


def sniff(head: Head) -> float:
    """The element that holds all messages."""
    name, start = root(head)
    return 0.98 if name == "smses" and ("<sms " in start or "<mms " in start or "count=" in start) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, in the order of the file."""
    names = Names(ctx)
    seq = 0
    for found in records(document, ctx, _WANTED):
        if isinstance(found, Record):
            yield _event(found, seq, names, ctx)
            seq += 1
        else:
            yield found


def _event(found: Record, seq: int, names: Names, ctx: Context) -> Event:
    values = found.attributes
    sent = values.get("type" if found.name == "sms" else "msg_box") in _SENT
    number = values.get("address", "").strip()
    name = values.get("contact_name", "").strip()
    other = names.shown(None if name in _NOBODY else name, number or None)
    text = values.get("body", "") if found.name == "sms" else _words(found)
    return Event(
        seq=seq, at=at_millis(values.get("date", "")), kind="say",
        speaker=ctx.speaker("You") if sent else other,
        text=("" if text == "null" else text).strip(" \t\xa0\n"),
        source=Source(ctx.file, found.line, found.end_line),
    )  # fmt: skip


def _words(found: Record) -> str:
    """The text of a message of many parts; what else was sent is named."""
    words = []
    for name, values in found.inner:
        if name == "part" and values.get("ct") == "text/plain":
            words.append(values.get("text", ""))
        elif name == "part" and values.get("ct", "").startswith(_PICTURES):
            words.append(f"[{values['ct'].partition('/')[0]}]")
    return "\n".join(words)


FORMAT = Format(
    name="sms-backup",
    title="SMS Backup & Restore (XML)",
    evidence="description",
    extensions=(".xml",),
    window=True,
    sniff=sniff,
    whole=whole,
)
