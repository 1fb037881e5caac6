"""What signal-cli prints of messages that it receives: a block of fields each, from `Envelope from:` on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import (
    MESSAGE_LINES,
    Context,
    Format,
    Head,
    Items,
    as_member,
    numbered,
)
from calledshot.transcript.formats.json_text import Names

_FROM = re.compile(
    r"(?:Envelope from|Sender): (?:[“\"](?P<name>[^\n]{0,200})[”\"] )?(?P<who>[^\s]{1,60}) ?"
    r"\(device: \d{1,9}\)(?: to [^\n]{1,80})?",
    re.ASCII,
)
_UNKNOWN = re.compile(r"Envelope from: [^\n]{0,300}")
_STAMP = re.compile(r"\d{1,16} \((?P<at>\d{4}-\d\d-\d\dT[\d:.]{5,20}Z)\)", re.ASCII)
_FIELD = re.compile(
    r"(?:Timestamp|Server timestamps|Sent by unidentified/sealed sender|Message timestamp|With profile key|"
    r"Sender|Body|Received [a-z][^\n]{0,80}|Group info|Reaction|Quote|Attachments|Mentions|Stickers?|"
    r"Expires in|Is view once|Edited message|Remote delete message|Previews|Text styles|Contacts|"
    r"Expiration update|Payment|Shared contacts)(?::|$)"
)
_GROUP = re.compile(r"  Name: ([^\n]{1,200})")
_FILE = re.compile(r"  (?:File ?[Nn]ame|Filename): ([^\n]{1,300})")

Line = tuple[int, str]


def sniff(head: Head) -> float:
    """An envelope and its time; in the middle of a file, one somewhere."""
    lines = head.lines
    if len(lines) == 1:
        return 0.97 if _FROM.fullmatch(lines[0]) is not None else 0.0
    begins = [
        at for at, line in enumerate(lines[:-1])
        if line.startswith("Envelope from: ") and lines[at + 1].startswith("Timestamp: ")
    ]  # fmt: skip
    return 0.0 if not begins else 0.97 if begins[0] == 0 else 0.6


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event an envelope."""
    names = Names(ctx)
    seq = 0
    for record in _records(numbered(blocks)):
        match = _FROM.fullmatch(record[0][1])
        if match is None and _UNKNOWN.fullmatch(record[0][1]) is None:
            for number, line in record:
                if line and not line.isspace():
                    yield ctx.unread(line, number)
            continue
        yield _event(record, match, names, ctx, seq)
        seq += 1


def _records(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """The lines of each envelope; one that is too long is given in pieces."""
    record: list[Line] = []
    for number, line in lines:
        if record and (_UNKNOWN.fullmatch(line) or len(record) > MESSAGE_LINES * 2):
            yield record
            record = []
        record.append((number, line))
    if record:
        yield record


def _event(
    record: list[Line], match: re.Match[str] | None, names: Names, ctx: Context, seq: int
) -> Event:  # fmt: skip
    speaker = names.shown(match["name"], match["who"]) if match is not None else None
    at: str | None = None
    room: str | None = None
    kind: Kind = "system"
    body: list[str] = []
    extras: list[str] = []
    what = ""
    inside = False
    last = record[0][0]
    section = ""
    for number, line in record[1:]:
        if line and not line.isspace():
            last = number
        field = _FIELD.match(line)
        if field is None:
            if inside:
                body.append(line)
            elif section == "Group info" and (found := _GROUP.fullmatch(line)) is not None:
                room = found[1]
            elif section == "Attachments" and (found := _FILE.fullmatch(line)) is not None:
                extras.append(f"[file: {found[1]}]")
            elif section == "Reaction" and line.startswith("  Emoji: "):
                what = f"reaction: {line[9:]}"
            continue
        section = field[0].rstrip(":")
        inside = section == "Body"
        rest = line[field.end() :].strip(" ") if not inside else line[field.end() :].removeprefix(" ")
        if inside:
            body.append(rest)
            kind = "say"
        elif section == "Sender" and speaker is None and (found := _FROM.fullmatch(line)) is not None:
            speaker = names.shown(found["name"], found["who"])
        elif section in ("Timestamp", "Message timestamp") and (stamp := _STAMP.fullmatch(rest)) is not None:
            at = _moment(stamp["at"])
        elif section.startswith("Received ") or section in ("Edited message", "Remote delete message"):
            what = what or section
    text = "\n".join([*body, *extras]).strip(" \t\xa0\n")
    if kind == "system":
        kind = "say" if extras else kind
        text = text or f"[{what or 'envelope'}]"
    return Event(
        seq=seq, kind=kind, speaker=as_member(speaker), text=text, at=at, room=room,
        trust="member" if kind == "say" else "server", source=Source(ctx.file, record[0][0], last),
    )  # fmt: skip


def _moment(text: str) -> str | None:
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        return None


FORMAT = Format(
    name="signal-cli",
    title="Signal (signal-cli, text)",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
