"""Foundry's message store, messages.db: a message a line as JSON, written as things happen and not in order.

A later line with the same id replaces a message; what was replaced or deleted is told as such. The same
messages as one JSON text, which archives and exports of later versions write, are read too; the files of
those versions' folders (LevelDB) are recognised and refused with advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import DecodeError, json

from calledshot.errors import TranscriptError
from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.foundry_rolls import told
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.formats.json_text import (
    Parts,
    at_millis,
    beginning,
    first_parts,
    id_of,
    items,
    lines,
    rest,
    table,
    text_of,
    values_of_lines,
)
from calledshot.transcript.formats.one_piece import all_unread
from calledshot.transcript.formats.vtt_events import Record, Told, as_events

_DELETED = "$$deleted"
_OOC, _EMOTE, _WHISPER = 1, 3, 4
_SNIFFED = 20
_ARRAYS = ((), ("messages",), ("chats",))
_ONE_TEXT = re.compile(r"\[\s{0,40}+[{\[]|\{\s{0,40}+\n|\{\s{0,40}+\"(?:messages|chats)\"")
"""How a list of messages begins, or an object that is laid out over several lines."""
_KEY = b"!messages!"
"""What the keys of messages begin with in LevelDB."""
_ADVICE = (
    "export the chat from Foundry: Export Chat Log writes text; for dice and whispers as they were, run the "
    "macro saveDataToFile(JSON.stringify(game.messages.contents.map(m => m.toObject())), "
    '"application/json", "messages.json")'
)
_Row = tuple[Any, int, int]


def sniff(head: Head) -> float:
    """Messages with an id, words and a speaker that is a character, one a line or all in one list."""
    if _is_leveldb(head.start):
        return 0.99
    text = beginning(head)
    if '"speaker"' not in text:
        return 0.0
    if _ONE_TEXT.match(text) is not None:
        _, found = first_parts(head, _ARRAYS, _SNIFFED)
        messages = sum(isinstance(value, dict) and _is_message(value) for value in found)
        cut = '"content"' in text and any(key in text for key in ('"whisper"', '"flavor"', '"rolls"'))
        return messages / len(found) if found else 0.7 * cut
    if '"_id"' not in text:
        return 0.0
    fits = seen = 0
    for line in text[:100_000].split("\n")[:_SNIFFED]:
        if not line.strip():
            continue
        seen += 1
        try:
            value = json.decode(line)
        except (DecodeError, RecursionError, UnicodeError):
            fits += line.startswith("{") and '"_id":' in line and '"speaker":' in line
            continue
        fits += isinstance(value, dict) and (_is_message(value) or _is_note(value))
        if not isinstance(value, dict) or ("_id" not in value and not _is_note(value)):
            return 0.0
    return fits / seen if seen else 0.0


def _is_leveldb(data: bytes) -> bool:
    return b"\x00" in data[:64] and _KEY in data[:65_536] and data[:1] not in (b"{", b"[", b"<")


def _is_message(value: dict[str, Any]) -> bool:
    return (
        "content" in value
        and "_id" in value
        and ("speaker" in value or "whisper" in value or "flavor" in value)
    )


def _is_note(value: dict[str, Any]) -> bool:
    return _DELETED in value or "$$indexCreated" in value or "$$indexRemoved" in value


def whole(document: Document, ctx: Context) -> Items:
    """The messages by their times, each as its last line has it. Raises TranscriptError for LevelDB."""
    if _is_leveldb(document.data):
        raise TranscriptError(f"{ctx.file}: is one file of a LevelDB folder of Foundry's; {_ADVICE}")
    parts = Parts(document.text, _ARRAYS) if _ONE_TEXT.match(document.text[:2000].lstrip()) else None
    rows = list(values_of_lines(document.text)) if parts is None else list(_of_one_text(parts))
    store = _Store(rows)
    records: list[tuple[float, int, Record]] = []
    unread = []
    when = 0.0
    for at, (value, start, end) in enumerate(rows):
        first, last = document.line(start), document.line(max(start, end - 1))
        if not isinstance(value, dict) or not (_is_message(value) or _is_note(value)):
            unread.append((document.text[start:end], first, last))
            continue
        time = value.get("timestamp")
        if isinstance(time, int | float) and not isinstance(time, bool) and time == time:
            own = float(time)
        else:
            own = when
        when = max(when, own)
        records.append((own, at, store.record(at, Source(ctx.file, first, last))))
    if not records:
        yield from all_unread(document, ctx)
        return
    seq = 0
    for _, _, record in sorted(records, key=lambda one: one[:2]):
        for event in as_events(record, seq):
            yield event
            seq += 1
    claimed = max((last for _, _, last in unread), default=0)
    for words, first, last in unread:
        yield ctx.unread(words, first, last)
    if parts is not None and parts.damage is not None:
        if parts.damage >= len(document.text.rstrip()):
            ctx.note("the file is cut off: it ends after its last whole message")
        elif document.line(parts.damage) > claimed:
            yield rest(document, ctx, parts.damage)


def _of_one_text(parts: Parts) -> Iterator[_Row]:
    """The messages of a list; what stands beside it tells of the export, and is none."""
    for part in parts:
        if part.element:
            yield part.value, part.start, part.end


class _Store:
    """All lines of a store: which of them is a message's last, and who is behind an id."""

    def __init__(self, rows: list[_Row]) -> None:
        self._rows = rows
        self._last: dict[str, int] = {}
        self._users: dict[str, str] = {}
        called: dict[str, set[str]] = {}
        for at, (value, _, _) in enumerate(rows):
            id = id_of(value.get("_id")) if isinstance(value, dict) else None
            if id is None:
                continue
            self._last[id] = at
            user, name = _user(value), text_of(table(value, "speaker").get("alias")).strip()
            if user is not None and name and _style(value) == _OOC:  # out of character: the user's own name
                self._users.setdefault(user, name)
            elif user is not None and name:
                called.setdefault(user, set()).add(name)
        for user, names in called.items():
            if len(names) == 1:  # in character always the same
                self._users.setdefault(user, *names)

    def _name(self, user: str) -> str:
        return self._users.get(user, user)

    def record(self, at: int, source: Source) -> Record:
        """The message of a line, or that it is none any more."""
        value = self._rows[at][0]
        id = id_of(value.get("_id"))
        moment = at_millis(value.get("timestamp"))
        if _is_note(value):
            text = "a message was deleted" if _DELETED in value else "the store was put in order"
            return Record("system", None, text, source, moment, trust="server", id=id)
        final = self._last.get(id, at) if id is not None else at
        if final != at:
            gone = _DELETED in self._rows[final][0]
            text = "a message that was deleted later" if gone else "an earlier version of a message"
            return Record("system", None, text, source, moment, trust="server", id=id)
        user = _user(value)
        speaker = text_of(table(value, "speaker").get("alias")).strip() or None
        if speaker is None and user is not None:
            speaker = text_of(_person(value).get("name")).strip() or self._name(user)
        rolls = _rolls(value, speaker or "")
        flavor, content = seen_text(text_of(value.get("flavor"))), seen_text(text_of(value.get("content")))
        if rolls and _only_a_number(content):
            content = ""
        kind: Kind = "say"
        trust: Trust = "member"
        style = _style(value)
        hearers = [self._name(one) for one in map(id_of, items(value, "whisper")) if one is not None]
        if rolls:
            kind = "roll"
            if not content:
                content = lines(*(one.text for one in rolls))
        elif hearers or style == _WHISPER:
            kind = "whisper"
        elif style == _EMOTE or value.get("emote") is True:
            kind = "emote"
        elif speaker is None:
            kind, trust = "system", "server"  # nobody's: the table's own
        return Record(
            kind, speaker, lines(flavor, content), source, moment, None, ", ".join(hearers) or None,
            id_of(table(value, "speaker").get("scene")), trust, id, rolls,
        )  # fmt: skip


def _style(value: dict[str, Any]) -> Any:
    """What sort of message it is: a number that was called `type` before `type` became a word."""
    type = value.get("type")
    return type if isinstance(type, int) and not isinstance(type, bool) else value.get("style")


def _person(value: dict[str, Any]) -> Mapping[str, Any]:
    return table(value, "author") or table(value, "user")


def _user(value: dict[str, Any]) -> str | None:
    """The id of who wrote a message."""
    return id_of(value.get("user")) or id_of(value.get("author")) or id_of(_person(value).get("_id"))


def _only_a_number(text: str) -> bool:
    return not text or (len(text) < 20 and text.replace(".", "", 1).removeprefix("-").isdigit())


def _rolls(value: dict[str, Any], roller: str) -> tuple[Told, ...]:
    """The rolls of a message: a string of JSON in older versions, a list of them in later ones."""
    kept = value.get("rolls")
    found = kept if isinstance(kept, list) else [value.get("roll")]
    rolls = []
    for one in found:
        if isinstance(one, str) and one.lstrip().startswith("{"):
            try:
                one = json.decode(one)
            except (DecodeError, RecursionError, UnicodeError):
                continue
        if isinstance(one, dict) and "total" in one:
            rolls.append(told(one, roller))
    return tuple(rolls)


FORMAT = Format(
    name="foundry-db",
    title="Foundry VTT messages.db",
    evidence="description",
    extensions=(".db", ".ndjson", ".jsonl"),
    sniff=sniff,
    whole=whole,
)
