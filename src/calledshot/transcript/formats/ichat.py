"""iChat's logs (`.ichat`, a keyed archive in a binary property list): the messages in the order of the chat.

The older `.chat` archives are recognised and refused with advice. Such a file has no lines: the place of a
message is its number.
"""

from __future__ import annotations

from typing import Any

from calledshot.errors import TranscriptError
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted
from calledshot.transcript.formats.im_text import note
from calledshot.transcript.formats.one_piece import all_unread
from calledshot.transcript.markup import plain

_MAGIC = b"bplist00"
_OLD = b"streamtyped"
_MESSAGE = "Message"
"""How the classes of messages end: InstantMessage, and those that tell of somebody's status."""
_ADVICE = (
    "open it in iChat or Messages on a Mac, select all of the conversation, copy it and save it as text "
    "(Edit > Copy, then paste into TextEdit)"
)


def sniff(head: Head) -> float:
    """A binary property list with a keyed archive of messages, or the older archive."""
    start = head.start
    if start[:2] == b"\x04\x0b" and start[2:13] == _OLD:
        return 0.98
    if not start.startswith(_MAGIC):
        return 0.0
    return 0.99 if b"InstantMessage" in start or head.name.lower().endswith(".ichat") else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages in order. Raises TranscriptError for an archive that cannot be read."""
    if document.data[2:13] == _OLD:
        raise TranscriptError(f"{ctx.file}: is a log of iChat 1 or 2, which only iChat opens; {_ADVICE}")
    if not document.data.startswith(_MAGIC):
        yield from all_unread(document, ctx)
        return
    archive = _Archive(_objects(document.data, ctx))
    for seq, message in enumerate(archive.messages()):
        yield _event(archive, message, seq, ctx)
    if archive.count == 0:
        raise TranscriptError(f"{ctx.file}: is a property list without messages of iChat's")


def _objects(data: bytes, ctx: Context) -> list[Any]:
    import plistlib

    try:
        loaded = plistlib.loads(data, fmt=plistlib.FMT_BINARY)
        objects = loaded["$objects"]
    except Exception:  # whatever a damaged archive makes of the parser
        raise TranscriptError(
            f"{ctx.file}: is an iChat log that is damaged or cut off, and its index stood at its end; "
            + _ADVICE
        ) from None
    return objects if isinstance(objects, list) else []


class _Archive:
    """The objects of a keyed archive, by number."""

    def __init__(self, objects: list[Any]) -> None:
        self.objects = objects
        self.count = 0

    def at(self, reference: Any) -> Any:
        """The object that is referred to, or the value itself; None for nothing."""
        number = getattr(reference, "data", None)
        if not isinstance(number, int):
            return reference
        found = self.objects[number] if 0 <= number < len(self.objects) else None
        return None if found == "$null" else found

    def kind(self, thing: Any) -> str:
        described = self.at(thing.get("$class")) if isinstance(thing, dict) else None
        name = described.get("$classname") if isinstance(described, dict) else None
        return name if isinstance(name, str) else ""

    def messages(self) -> list[dict[str, Any]]:
        """The messages in the order of the longest list that holds some, else as they are stored."""
        best: list[dict[str, Any]] = []
        for thing in self.objects:
            listed = thing.get("NS.objects") if isinstance(thing, dict) else None
            if isinstance(listed, list) and len(listed) > len(best):
                held = [one for one in map(self.at, listed) if self.kind(one).endswith(_MESSAGE)]
                if len(held) > len(best):
                    best = held
        stored = [thing for thing in self.objects if self.kind(thing).endswith(_MESSAGE)]
        self.count = len(best) or len(stored)
        return best or stored

    def words(self, reference: Any) -> str:
        """A string, plain, mutable or with attributes."""
        thing = self.at(reference)
        for _ in range(4):
            if isinstance(thing, str):
                return thing
            if isinstance(thing, bytes):
                return thing.decode("utf-8", "replace")
            if not isinstance(thing, dict):
                return ""
            thing = self.at(
                next((thing[key] for key in ("NSString", "NS.string", "NS.bytes") if key in thing), None)
            )
        return ""


def _event(archive: _Archive, message: dict[str, Any], seq: int, ctx: Context) -> Event:
    text = archive.words(message.get("MessageText")) or plain(archive.words(message.get("OriginalMessage")))
    sender = archive.at(message.get("Sender"))
    who = archive.words(sender.get("ID")) if isinstance(sender, dict) else ""
    time = archive.at(message.get("Time"))
    at = _moment(time.get("NS.time") if isinstance(time, dict) else None)
    text = text.replace("\u2028", "\n").replace("\ufffc", "").strip()
    source = Source(ctx.file, seq + 1, seq + 1)
    status = "Status" in archive.kind(message)
    if status and not text:
        text = archive.words(message.get("StatusText")) or "status changed"
    if who and not status:
        event = Event(seq=seq, at=at, kind="say", speaker=ctx.speaker(who), text=text, source=source)
        return hosted(event, archive.words(sender.get("ServiceName")) if isinstance(sender, dict) else "")
    of = note(text)
    speaker = ctx.speaker(who) if who else of.speaker
    return Event(
        seq=seq, at=at, kind=of.kind, speaker=speaker, to=of.to, text=text, trust="server", source=source
    )


def _moment(seconds: Any) -> str | None:
    """The moment of seconds since the year 2001, in UTC."""
    from datetime import UTC, datetime, timedelta

    if not isinstance(seconds, int | float):
        return None
    try:
        moment = datetime(2001, 1, 1, tzinfo=UTC) + timedelta(seconds=int(seconds))
    except (OverflowError, ValueError):
        return None
    return moment.isoformat()


FORMAT = Format(
    name="ichat",
    title="iChat log",
    evidence="description",
    extensions=(".ichat", ".chat"),
    window=True,
    sniff=sniff,
    whole=read,
)
