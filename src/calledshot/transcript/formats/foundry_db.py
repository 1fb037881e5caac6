"""Foundry's message store, messages.db: a message a line as JSON, written as things happen and not in order.

A later line with the same id replaces a message; what was replaced or deleted is told as such. The folders of
later versions (LevelDB) are none of this.
"""

from __future__ import annotations

from typing import Any

from msgspec import DecodeError, json

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.foundry_rolls import told
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.formats.json_text import (
    at_millis,
    id_of,
    items,
    lines,
    table,
    text_of,
    values_of_lines,
)
from calledshot.transcript.formats.one_piece import all_unread
from calledshot.transcript.formats.vtt_events import Record, Told, as_events

_DELETED = "$$deleted"
_WHISPER, _EMOTE = 4, 3
_SNIFFED = 20


def sniff(head: Head) -> float:
    """Messages with an id, words and a speaker that is a character, one a line."""
    if head.start.lstrip()[:1] != b"{":
        return 0.0
    found = seen = 0
    for line in head.start[:100_000].split(b"\n")[:_SNIFFED]:
        if not line.strip():
            continue
        seen += 1
        try:
            value = json.decode(line)
        except (DecodeError, RecursionError, UnicodeError):
            found += line.startswith(b"{") and b'"_id":' in line and b'"speaker":' in line
            continue
        found += isinstance(value, dict) and (_is_message(value) or _is_note(value))
        if not isinstance(value, dict) or ("_id" not in value and not _is_note(value)):
            return 0.0
    return found / seen if seen and b'"speaker"' in head.start else 0.0


def _is_message(value: dict[str, Any]) -> bool:
    return (
        "content" in value
        and "_id" in value
        and ("speaker" in value or "whisper" in value or "flavor" in value)
    )


def _is_note(value: dict[str, Any]) -> bool:
    return _DELETED in value or "$$indexCreated" in value or "$$indexRemoved" in value


def whole(document: Document, ctx: Context) -> Items:
    """The messages by their times, each as its last line has it."""
    rows = list(values_of_lines(document.text))
    last: dict[str, int] = {}
    for at, (value, _, _) in enumerate(rows):
        id = id_of(value.get("_id")) if isinstance(value, dict) else None
        if id is not None:
            last[id] = at
    records: list[tuple[float, int, Record]] = []
    unread = []
    when = 0.0
    for at, (value, start, end) in enumerate(rows):
        number = document.line(start)
        if not isinstance(value, dict) or not (_is_message(value) or _is_note(value)):
            unread.append((at, document.text[start:end], number))
            continue
        time = value.get("timestamp")
        if isinstance(time, int | float) and not isinstance(time, bool) and time == time:
            own = float(time)
        else:
            own = when
        when = max(when, own)
        records.append((own, at, _record(value, Source(ctx.file, number, number), last, rows, at)))
    if not records:
        yield from all_unread(document, ctx)
        return
    seq = 0
    for _, _, record in sorted(records, key=lambda one: one[:2]):
        for event in as_events(record, seq):
            yield event
            seq += 1
    for _, line, number in unread:
        yield ctx.unread(line, number)


def _record(
    value: dict[str, Any], source: Source, last: dict[str, int], rows: list[tuple[Any, int, int]], at: int
) -> Record:
    id = id_of(value.get("_id"))
    moment = at_millis(value.get("timestamp"))
    if _is_note(value):
        text = "a message was deleted" if _DELETED in value else "the store was put in order"
        return Record("system", None, text, source, moment, trust="server", id=id)
    final = last.get(id, at) if id is not None else at
    if final != at:
        gone = _DELETED in rows[final][0]
        text = "a message that was deleted later" if gone else "an earlier version of a message"
        return Record("system", None, text, source, moment, trust="server", id=id)
    speaker = text_of(table(value, "speaker").get("alias")).strip() or id_of(value.get("user")) or None
    speaker = speaker or id_of(value.get("author"))
    rolls = _rolls(value, speaker or "")
    flavor, content = seen_text(text_of(value.get("flavor"))), seen_text(text_of(value.get("content")))
    if rolls and _only_a_number(content):
        content = ""
    kind: Kind = "say"
    type = value.get("type", value.get("style"))
    hearers = [id for one in items(value, "whisper") if (id := id_of(one)) is not None]
    if rolls:
        kind = "roll"
        if not content:
            content = lines(*(one.text for one in rolls))
    elif hearers or type == _WHISPER:
        kind = "whisper"
    elif type == _EMOTE or value.get("emote") is True:
        kind = "emote"
    trust: Trust = "member"
    return Record(
        kind, speaker, lines(flavor, content), source, moment, None, ", ".join(hearers) or None,
        id_of(table(value, "speaker").get("scene")), trust, id, rolls,
    )  # fmt: skip


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
