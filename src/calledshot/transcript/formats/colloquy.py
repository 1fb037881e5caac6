"""Colloquy's transcripts (`.colloquyTranscript`): a `<log began=… source=…>` with an `<envelope>` for what
one person says in a row, and an `<event>` for who comes, goes or is renamed.

Not for other clients' XML, whose messages name their sender themselves.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.adium_xml import moment
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import BLANKS
from calledshot.transcript.formats.irc_text import Note, bare_nick, known_note, stripped, trust_of
from calledshot.transcript.formats.xml_log import Record, records, root

PART = 1000
"""Characters of the longest part of an event that is looked at: a nick, a reason."""

_WANTED = frozenset({"session", "sender", "message", "event"})
_SOURCE = re.compile(
    r"<log\s[^<>]{0,600}?\bsource\s{0,4}=\s{0,4}[\"'][^\"'<>]{0,300}/([^\"'/<>]{1,300})[\"']"
)
_PARTS = re.compile(rf"<(who|by|reason|old|new|name)(?:\s[^<>]{{0,{PART}}})?>([^<>]{{0,{PART}}})</\1>")
_WORDS = re.compile(r"<(/?)message\b")
_OPEN, _CLOSE = "<event", "</event>"
_MARK = "its-"
_KINDS: dict[str, Kind] = {
    "memberJoined": "join", "rejoined": "join", "joined": "join", "memberParted": "leave",
    "memberKicked": "leave", "kicked": "leave", "memberQuit": "leave",
    "memberNewNickname": "nick", "newNickname": "nick",
    "topicChanged": "topic", "memberIdle": "away", "memberAway": "away",
}  # fmt: skip


def sniff(head: Head) -> float:
    """A log element that says when it began and where the room is."""
    name, start = root(head)
    return 0.99 if name == "log" and "began=" in start and "source=" in start else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages, each with the sender of its envelope, and the events."""
    text = document.text
    found = _SOURCE.search(text[:4096])
    room = unquote(found[1]) if found is not None else None
    if room is not None and not room.startswith(("#", "&")):
        room = None
    seq, sender = 0, None
    for item in records(Document(_flat(text).encode("utf-8", "replace")), ctx, _WANTED, html=True):
        if not isinstance(item, Record):
            yield item
            continue
        if item.name == "sender":
            sender = item
            continue
        first = item.line
        if item.name == "message" and sender is not None and sender.line > 0:
            first, sender = min(first, sender.line), _used(sender)
        yield _event(item, sender, room, seq, Source(ctx.file, first, item.end_line), ctx)
        seq += 1


def _used(sender: Record) -> Record:
    """The sender, once a message stands for his line too."""
    return Record(sender.name, sender.attributes, sender.text, [], 0, 0)


def _flat(text: str) -> str:
    """The log with what stands within its events as attributes of them, but for their words."""
    made, done = [], 0
    while (start := text.find(_OPEN, done)) >= 0:
        end = text.find(_CLOSE, start)
        if end < 0:
            break
        again = text.find(_OPEN, start + 1, end)
        if again >= 0:  # never closed
            made.append(text[done:again])
            done = again
            continue
        inside = text[start + len(_OPEN) : end]
        parts: dict[str, str] = {}
        for part in _PARTS.finditer(inside):
            parts.setdefault(part[1], part[2])
        inside = _WORDS.sub(r"<\1words", _PARTS.sub(lambda part: "\n" * part[0].count("\n"), inside))
        said = "".join(
            f' {_MARK}{name}="{value}"'.replace("\n", " ") if '"' not in value else ""
            for name, value in parts.items()
        )
        made += [text[done:start], _OPEN, said, inside]
        done = end
    return "".join([*made, text[done:]])


def _event(
    found: Record, sender: Record | None, room: str | None, seq: int, source: Source, ctx: Context
) -> Event:
    get = found.attributes.get
    text = stripped(found.text).strip(BLANKS)
    trust: Trust = "server"
    if found.name == "message":
        who = bare_nick(sender.text) if sender is not None and sender.text else None
        kind: Kind = "notice" if get("type") == "notice" else "emote" if get("action") == "yes" else "say"
        trust = "unknown" if who is None else trust_of(who) if kind == "notice" else "member"
        told = Note(kind, who)
        time = get("received", "")
    elif found.name == "session":
        told, time, text = Note("system"), get("started", ""), text or "session started"
    else:
        told, time = _told(found, text), get("occurred", "")
    return Event(
        seq=seq, at=moment(time[:19] + time[19:].strip()), kind=told.kind,
        speaker=None if told.speaker is None else ctx.speaker(told.speaker), to=told.to, room=room, text=text,
        trust=trust, source=source, id=get("id") or None,
    )  # fmt: skip


def _told(found: Record, text: str) -> Note:
    """What an event tells, by its name, or by its words where it has another."""
    part = {key[len(_MARK) :]: value for key, value in found.attributes.items() if key.startswith(_MARK)}
    name = found.attributes.get("name", "")
    kind = _KINDS.get(name)
    who = part.get("who") or part.get("name")
    if kind is None:
        return Note("system")
    if kind == "nick":
        known = known_note(text.rstrip("."))
        old = part.get("old") or (known.speaker if known is not None else None) or who
        new = part.get("new") or (known.to if known is not None else None)
        return Note("nick", old, new)
    if kind == "topic":
        return Note("topic", part.get("by") or who)
    return Note(kind, who or ("You" if name in ("kicked", "rejoined", "joined") else None))


FORMAT = Format(
    name="colloquy",
    title="Colloquy transcript",
    evidence="writer's source",
    extensions=(".colloquytranscript", ".xml"),
    sniff=sniff,
    whole=read,
)
