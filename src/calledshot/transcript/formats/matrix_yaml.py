"""Matrix rooms that matrix-archive saved: YAML, a flat table for each message (`sender_id`, `sender_name`,
`timestamp`, `type`, `body`), as items of a list or as documents of their own.

Read line by line, with as much of YAML as such a table can hold: words that stand plain, in quotes or in a
block, folded or not. For rooms saved as JSON see `matrix_json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.json_text import Names, at_millis, marked, text_of

_KEYS = "sender_id|sender_name|timestamp|type|body|src"
_FIRST = re.compile(rf"-( {{1,8}})(?:{_KEYS}):(?: |\Z)")
_FIELD = re.compile(r"(?:- +| *)([a-z_]{1,20}):(?: +(.*))?\Z")
_BLOCK = re.compile(r"([|>])([+-]?)[ \t]*")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_NAMED = re.compile(r"(?:(.*) )?<(@[^<>\s]{1,255})>")


def _starts(line: str) -> bool:
    return (line.startswith("---") and not line[3:].strip()) or _FIRST.match(line) is not None


def sniff(head: Head) -> float:
    """A table of a message first, by the names of its fields."""
    lines = head.lines
    if not lines or not _starts(lines[0]):
        return 0.0
    found = {field[1] for field in map(_FIELD.match, lines[:60]) if field is not None}
    ours = len(found & set(_KEYS.split("|")))
    return 0.98 if "sender_id" in found and ours >= 2 else 0.7 if ours >= 3 else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in the order of the file."""
    log = _Log(ctx)
    held: list[str] = []
    first = begins = 0
    for number, line in numbered(blocks):
        if _starts(line):
            if not _empty(held):
                yield from log.entry(held, first, begins)
                begins = number
            held, first = [line], number
        elif not held or len(held) > MESSAGE_LINES:
            if line.strip():
                yield ctx.unread(line, number)
        else:
            held.append(line)
    if _empty(held):
        yield ctx.unread("---", begins, first)
    else:
        yield from log.entry(held, first, begins)


def _empty(lines: list[str]) -> bool:
    """Whether a document has nothing in it: its mark belongs to the table that follows."""
    return bool(lines) and lines[0].startswith("---") and not any(line.strip() for line in lines[1:])


class _Log:
    """Turns the lines of one table after the other into an event."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.names, self.seq = ctx, Names(ctx), 0

    def entry(self, lines: list[str], first: int, begins: int) -> Iterator[Event | Finding]:
        """The event of the table on these lines, `first` on; the marks above it stand from `begins` on."""
        while lines and not lines[-1].strip():
            lines.pop()
        if not lines:
            return
        fields = _fields(lines)
        source = Source(self.ctx.file, begins, first + len(lines) - 1)
        if "sender_id" not in fields and "sender_name" not in fields:
            yield self.ctx.unread("\n".join(lines), begins, source.end_line)
            return
        type = fields.get("type", "text")
        kind: Kind = "say" if type in ("text", "media") else "system"
        text = fields.get("body", "")
        if type == "media":
            text = marked("media", text or fields.get("src", ""))
        elif kind == "system":
            text = "[removed]" if type == "redacted" else f"[{type}] {text}".strip()
        yield Event(
            seq=self.seq, at=_moment(fields.get("timestamp", "")), kind=kind,
            speaker=self._shown(fields.get("sender_name", ""), fields.get("sender_id")),
            text=text.strip("\n"), trust="member" if kind == "say" else "server", source=source,
        )  # fmt: skip
        self.seq += 1

    def _shown(self, name: str, id: str | None) -> str | None:
        """The name that is shown: the id stands in brackets behind it, or alone where there is none."""
        found = _NAMED.fullmatch(name)
        if found is not None and id in (None, found[2]):
            return self.names.shown(found[1], found[2])
        return self.names.shown(name, id)


def _moment(text: str) -> str | None:
    """Milliseconds since 1970, or a moment as YAML writes it, in UTC where no zone is told."""
    if text.isdigit():
        return at_millis(text)
    try:
        moment = datetime.fromisoformat(text.replace(" +", "+").replace(" -", "-"))
    except ValueError:
        return None
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).isoformat()


def _fields(lines: list[str]) -> dict[str, str]:
    """The fields of one table. Lines that stand deeper than its names go on with a field."""
    head = _FIRST.match(lines[0])
    depth = 1 + len(head[1]) if head is not None else 0
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        field = _FIELD.match(line)
        indent = len(line) - len(line.lstrip(" "))
        if field is not None and (line[:2] == "- " or indent == depth):
            current = found.setdefault(field[1], [])
            if not current:
                current.append(field[2] or "")
        else:
            current.append(line)
    return {name: text_of(_scalar(value)) for name, value in found.items()}


def _scalar(lines: list[str]) -> str:
    """What one field holds."""
    first = lines[0].strip()
    block = _BLOCK.fullmatch(first)
    if block is not None:
        below = lines[1:]
        depth = min((len(line) - len(line.lstrip(" ")) for line in below if line.strip()), default=0)
        words = [line[depth:] for line in below]
        return _folded(words) if block[1] == ">" else "\n".join(words)
    if first[:1] == '"':
        return _ESCAPE.sub(_escaped, _folded([first, *lines[1:]], escapes=True).strip()[1:].removesuffix('"'))
    text = _folded([first, *lines[1:]]).strip()
    if first[:1] == "'":
        return text[1:].removesuffix("'").replace("''", "'")
    return text


def _folded(lines: list[str], *, escapes: bool = False) -> str:
    """Lines joined as YAML folds them: a line end is a blank, each empty line one line end."""
    text, empty, joined = "", 0, True
    for line in lines:
        words = line.strip()
        if not words:
            empty += 1
            continue
        text += "" if joined else "\n" * empty if empty else " "
        empty, joined = 0, False
        if escapes and (len(words) - len(words.rstrip("\\"))) % 2:
            words, joined = words[:-1], True
        text += words
    return text


def _escaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return _ESCAPES.get(match[4], match[4])
    value = int(code, 16)
    return chr(value) if value < 0x110000 else "\ufffd"


FORMAT = Format(
    name="matrix-yaml",
    title="Matrix (matrix-archive, YAML)",
    evidence="description",
    extensions=(".yaml", ".yml"),
    sniff=sniff,
    read=read,
)
