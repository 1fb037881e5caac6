"""MapTool's chat saved as a page: a small table a message, the speaker in one cell, the words in the next.

What has no speaker's cell is an emote, a whisper or a roll, and begins with a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from calledshot.dice.roll import Roll
from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.html_tags import Piece, attributes, classes, pieces, seen, seen_text
from calledshot.transcript.formats.one_piece import all_unread
from calledshot.transcript.formats.roll20_inline import whole_number
from calledshot.transcript.formats.vtt_events import Record, Told, as_events
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed

_MARK = re.compile(
    rb"<table cellpadding=[\"']?0[\"']?>|<td valign=[\"']?top[\"']? style=[\"']margin-right: 5px[\"']>"
)
_ROLLS = re.compile(
    r"(.{1,80}?) rolls?(?: to (?:the )?(?:GM|self|[^:]{1,40}))?: (.{1,300}?) ?=(?:>|&gt;) ?(.{1,300})",
    re.DOTALL,
)
_WHISPERS = re.compile(r"(.{1,80}?) whispers(?: to (.{1,60}?))?: (.*)", re.DOTALL)
_TO = re.compile(r"You whisper(?:ed)? (?:to )?(.{1,60}?): (.*)", re.DOTALL)
_TERM = re.compile(r"-?\d{1,9}", re.ASCII)
_FACES = re.compile(r"\d{1,6}(?: ?\+ ?\d{1,6}){0,100}", re.ASCII)


class _Message(NamedTuple):
    cells: list[list[Piece]]
    loose: list[Piece]
    start: int
    end: int


def sniff(head: Head) -> float:
    """Whether it is made of the tables in which MapTool lays out what is said."""
    start = head.start
    if b"<t" not in start:
        return 0.0
    if b"\x00" in start[:100]:
        start = start.replace(b"\x00", b"")
    found = _MARK.findall(start)
    return 0.96 if len(set(found)) == 2 or (found and b"margin-right: 5px" in start) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The messages in the order of the page."""
    messages = [one for one in _cut(document.text) if seen(one.loose) or any(map(seen, one.cells))]
    if not any(one.cells for one in messages):
        yield from all_unread(document, ctx)
        return
    names = {name for one in messages if (name := _speaker(one)) is not None}
    seq = 0
    for message in messages:
        source = Source(
            ctx.file, document.line(message.start), document.line(max(message.start, message.end - 1))
        )
        for event in as_events(_record(message, source, names, ctx), seq):
            yield event
            seq += 1


def _cut(text: str) -> Iterator[_Message]:
    """Tables, and what stands loose between them, a paragraph a message."""
    cells: list[list[Piece]] = []
    loose: list[Piece] = []
    start = end = 0
    inside = cell = 0
    for piece in pieces(text):
        opens = piece.kind == "open"
        if piece.name == "table" and (opens or piece.kind == "close"):
            if opens and not inside and loose:
                yield _Message([], loose, start, end)
                loose = []
            inside = max(0, inside + (1 if opens else -1))
            if opens and inside == 1:
                cells, start, cell = [], piece.start, 0
            if not inside and not opens and (cells or loose):
                yield _Message(cells, loose, start, piece.end)
                cells, loose, cell = [], [], 0
        elif piece.name == "td" and inside == 1 and (opens or piece.kind == "close"):
            cell = 1 if opens else 0
            if opens:
                cells.append([])
        elif cell and cells:
            cells[-1].append(piece)
        elif piece.name in ("div", "p", "body", "html", "br", "tr") and not inside:
            if loose:
                yield _Message([], loose, start, end)
                loose = []
        elif piece.kind in ("text", "open", "close") and not (piece.kind == "text" and piece.raw.isspace()):
            if not loose and not inside:
                if piece.kind != "text" and piece.name in ("head", "title", "meta", "link"):
                    continue
                start = (
                    piece.start + len(piece.raw) - len(piece.raw.lstrip())
                    if piece.kind == "text"
                    else piece.start
                )
            loose.append(piece)
            end = piece.start + len(piece.raw.rstrip()) if piece.kind == "text" else piece.end
    if cells or loose:
        yield _Message(cells, loose, start, len(text.rstrip()))


def _speaker(message: _Message) -> str | None:
    """Who the first cell of a message names."""
    first = seen(message.cells[0]) if len(message.cells) > 1 else ""
    return first[:-1].strip() or None if first.endswith(":") else None


def _record(message: _Message, source: Source, names: set[str], ctx: Context) -> Record:
    speaker = _speaker(message)
    parts = [
        piece for cell in (message.cells[1:] if speaker else message.cells) for piece in cell
    ] + message.loose
    text = seen(parts)
    told = tuple(_tooltips(parts, speaker or ""))
    if speaker is not None:
        return Record("say", ctx.speaker(speaker), text, source, rolls=told)
    rolls = _ROLLS.fullmatch(text)
    if rolls is not None:
        ctx.note("MapTool shows an emote like the line of a roll; who emotes dice is taken for rolling them")
        roll = _rolled(rolls[1], rolls[2], rolls[3])
        return Record("roll", rolls[1], text, source, rolls=(Told(roll, text),))
    own = _TO.fullmatch(text)
    if own is not None:
        return Record("whisper", ctx.speaker("You"), own[2], source, to=own[1])
    whispers = _WHISPERS.fullmatch(text)
    if whispers is not None:
        return Record("whisper", whispers[1], whispers[3], source, to=whispers[2] or ctx.speaker("You"))
    actor = next((name for name in sorted(names, key=len, reverse=True) if text.startswith(name)), None)
    kind: Kind = "emote" if actor is not None or message.cells else "system"
    trust: Trust = "member" if actor is not None else "unknown"
    return Record(kind, actor, text, source, trust=trust, rolls=told if actor is not None else ())


def _rolled(roller: str, expression: str, result: str) -> Roll | None:
    """The roll of "1d20 + 5 => 13 + 5 = 18": the last number is the total."""
    numbers = _TERM.findall(result)
    if not numbers:
        return None
    known = parsed(expression)
    dice: list[Dice] = []
    shown = _FACES.match(result.strip("(« "))
    faces = tuple(int(one) for one in shown[0].split("+")) if shown is not None and "=" in result else ()
    if known is not None and len(known.dice) == 1 and len(faces) >= known.dice[0].thrown == 1:
        dice = [Dice(1, known.dice[0].sides, faces[:1])]
    return made(roller, expression.strip(), int(numbers[-1]), dice)


def _tooltips(parts: Sequence[Piece], roller: str) -> Iterator[Told]:
    """The rolls inside what was said: a total with its sum in the tooltip."""
    for at, piece in enumerate(parts):
        if piece.kind != "open" or piece.name != "span" or "roll" not in classes(piece.raw):
            continue
        title = seen_text(attributes(piece.raw).get("title", "")).strip("«» ")
        steps = [step.strip() for step in title.split(" = ")]
        total = (
            whole_number(parts[at + 1].raw) if at + 1 < len(parts) and parts[at + 1].kind == "text" else None
        )
        if total is None or len(steps) < 2:
            continue
        roll = _rolled(roller, steps[0], f"{steps[1]} = {total}")
        yield Told(roll, f"{steps[0]} = {total}")


FORMAT = Format(
    name="maptool",
    title="MapTool chat log",
    evidence="description",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
