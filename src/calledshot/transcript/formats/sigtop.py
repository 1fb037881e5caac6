"""Signal's chats as sigtop writes them as text: fields from `From:` on, a blank line, and what was said.

What a message said before it was edited stands in the same record; it is told after the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import (
    MESSAGE_LINES,
    Context,
    Format,
    Head,
    Items,
    as_member,
    numbered,
)

_FIELD = re.compile(r"(From|Type|Sent|Received|Attachment|Reaction|Edited): ([^\n]*)")
_HEAD = re.compile(r"Conversation: [^\n]{1,300}")
_NUMBER = re.compile(r" \((?:\+\d{3,20}|[0-9a-f-]{36}|group|[^()\n]{1,60}\.\d{2,10})\)\Z", re.ASCII)
_TYPE = re.compile(r"Type: [a-z0-9-]{3,40}")
_FILE = re.compile(r"([^\n]{1,300}?) \([^()\n]{1,100}, \d{1,15} bytes\)", re.ASCII)
_VERSION = re.compile(r"\| Version: \d{1,5}", re.ASCII)
LINES_LIMIT = MESSAGE_LINES * 2

Line = tuple[int, str]


def sniff(head: Head) -> float:
    """The conversation's name, and a record; or a record; in the middle of a file, one somewhere."""
    lines = head.lines
    if lines and _HEAD.fullmatch(lines[0]):
        return 0.97 if len(lines) == 1 or _begins(lines[1], lines[2] if lines[2:] else None) else 0.0
    records = [
        at for at, line in enumerate(lines[:-2])
        if line.startswith("From: ") and _TYPE.fullmatch(lines[at + 1]) and _FIELD.match(lines[at + 2])
    ]  # fmt: skip
    return 0.0 if not records else 0.95 if records[0] == 0 else 0.6


def _begins(line: str, after: str | None) -> bool:
    """Whether a record begins on the line before `after`."""
    if line.startswith("From: "):
        return after is None or after.startswith("Type: ")
    return line.startswith("Type: ") and (after is None or after.startswith(("Sent: ", "Received: ")))


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message, and one for every earlier wording of it."""
    seq = 0
    room: str | None = None
    for record in _records(numbered(blocks)):
        number, line = record[0]
        if not _begins(line, record[1][1] if len(record) > 1 else None):
            if _HEAD.fullmatch(line):
                room = _name(line[14:])
                source = Source(ctx.file, number, number)
                yield Event(
                    seq=seq, kind="system", speaker=None, room=room, text=line, trust="server", source=source
                )
                seq += 1
                record = record[1:]
            for number, line in record:
                if line and not line.isspace():
                    yield ctx.unread(line, number)
            continue
        for event in _events(record, ctx, room, seq):
            yield event
            seq += 1


def _records(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """The lines of the head and of each message; too long a message is given in pieces."""
    record: list[Line] = []
    held: Line | None = None
    for line in lines:
        if held is not None:
            if record and ((_begins(held[1], line[1]) and not _inside(record)) or len(record) > LINES_LIMIT):
                yield record
                record = []
            if record or held[1].strip():
                record.append(held)
        held = line
    if held is not None and (record or held[1].strip()):
        record.append(held)
    if record:
        yield record


def _inside(record: list[Line]) -> bool:
    """Whether the line below these is in the middle of a record: its `Type` below its `From`, or of a message
    whose words look like fields, which no blank line goes before."""
    line = record[-1][1]
    return bool(line) and not line.isspace() and not (len(record) == 1 and _HEAD.fullmatch(line))


def _events(record: list[Line], ctx: Context, room: str | None, seq: int) -> Iterator[Event]:
    fields: dict[str, list[str]] = {}
    size = 0
    for _, line in record:
        match = _FIELD.fullmatch(line)
        if match is None:
            break
        fields.setdefault(match[1], []).append(match[2])
        size += 1
    type = fields.get("Type", ["unknown"])[0]
    speaker = _speaker(fields.get("From", [""])[0], ctx)
    kind: Kind = "say" if type in ("incoming", "outgoing") else "system"
    trust: Trust = "member" if kind == "say" else "server"
    at = _moment((fields.get("Sent") or fields.get("Received") or [""])[0])
    files = [
        f"[file: {found[1]}]" for file in fields.get("Attachment", []) if (found := _FILE.fullmatch(file))
    ]
    files += [f"[reaction: {one}]" for one in fields.get("Reaction", [])]
    body = record[size:]
    while body and not body[-1][1].strip():
        body.pop()
    versions = _versions(body) if "Edited" in fields else []
    last = body[-1][0] if body else record[size - 1][0]
    if versions:
        last = versions[0][1][-1][0]
        body = versions[0][1]
    text = "\n".join([_words([line for _, line in body]), *files]).strip(" \t\xa0\n")
    if kind == "system":
        text = f"[{type}] {text}".strip()
    yield Event(
        seq=seq, kind=kind, speaker=speaker, room=room, text=text, at=at, trust=trust,
        source=Source(ctx.file, record[0][0], last),
    )  # fmt: skip
    for moment, lines in versions[1:]:
        seq += 1
        words = f"[edited an earlier message; it said: {_words([line for _, line in lines])}]"
        yield Event(
            seq=seq, kind="system", speaker=speaker, room=room, text=words, at=moment, trust="server",
            source=Source(ctx.file, lines[0][0], lines[-1][0]),
        )  # fmt: skip


def _versions(body: list[Line]) -> list[tuple[str | None, list[Line]]]:
    """When each wording was sent and its lines, the last wording first."""
    found: list[tuple[str | None, list[Line]]] = []
    for number, line in body:
        if _VERSION.fullmatch(line) or not found:
            found.append((None, []))
        found[-1][1].append((number, line))
        if line.startswith("| Sent: ") and found[-1][0] is None:
            found[-1] = (_moment(line[8:]), found[-1][1])
    return [one for one in found if any(_VERSION.fullmatch(line) for _, line in one[1])]


def _words(lines: list[str]) -> str:
    """What was said, without the fields and quotations above it."""
    if any(_VERSION.fullmatch(line) for line in lines):
        lines = [line[1:].removeprefix(" ") for line in lines if line[:1] == "|"]
        while lines and lines[0]:
            lines = lines[1:]
    while lines and not lines[0].strip():
        lines = lines[1:]
    if lines and lines[0].startswith("> From: "):
        while lines and lines[0][:1] == ">":
            lines = lines[1:]
    return "\n".join(lines).strip(" \t\xa0\n")


def _name(full: str) -> str:
    return _NUMBER.sub("", full).strip() or full


def _speaker(full: str, ctx: Context) -> str | None:
    name = _name(full)
    return as_member(ctx.speaker(name)) if name else None


def _moment(text: str) -> str | None:
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


FORMAT = Format(
    name="sigtop",
    title="Signal (sigtop, text)",
    evidence="writer's source",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
