"""MapTool's chat saved as a page: a small table a message, the speaker in one cell, the words in the next.

What has no speaker's cell is an emote, a whisper or a roll, and begins with a name. Later versions have the
speaker before the words in one cell, marked as a prefix.
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
_LATER = re.compile(rb"<table class=[\"']ava-msg[\"']>")
_ROLLS = re.compile(
    r"(?:\* )?(?P<who>.{1,80}?) rolls?(?P<secret> secretly)?(?: to (?:the )?(?P<to>[^:]{1,40}))?: "
    r"(?P<e>.{1,300}?) ?=(?:>|&gt;) ?(?P<r>.{1,300})",
    re.DOTALL,
)
_TO_GM = re.compile(r"(.{1,80}?) says? to the GMs: ?(.*)", re.DOTALL)
_OOC = re.compile(r"([^:\n]{1,80}): (\(\( .* \)\))", re.DOTALL)
_CAME = re.compile(r"(?:Player )?(.{1,60}?) (?:has |)(connected|disconnected)\.?")
_PREFIX = frozenset(["prefix", "trusted-prefix"])
_WHISPERS = re.compile(r"(.{1,80}?) whispers(?: to (.{1,60}?))?: (.*)", re.DOTALL)
_TO = re.compile(r"You whisper(?:ed)? (?:to )?(.{1,60}?): (.*)", re.DOTALL)
_DICE = re.compile(r"\d[dD]\d", re.ASCII)
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
    if b"\x00" in start[:100]:
        start = start.replace(b"\x00", b"")
    if b"<t" not in start:
        return 0.0
    if _LATER.search(start):
        return 0.96
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


def _parted(message: _Message) -> tuple[str | None, list[Piece]]:
    """Who says it, if a cell or a prefix names somebody, and the pieces of what is said. The cell of a
    portrait holds no words."""
    cells = [cell for cell in message.cells if seen(cell)]
    words = [piece for cell in cells for piece in cell] + message.loose
    first = seen(cells[0]) if len(cells) > 1 else ""
    if first.endswith(":"):
        return first[:-1].strip() or None, [piece for cell in cells[1:] for piece in cell] + message.loose
    for at, piece in enumerate(words):
        if piece.kind == "text" and not piece.raw.isspace():
            break
        if piece.kind == "open" and piece.name == "span" and not _PREFIX.isdisjoint(classes(piece.raw)):
            end = next((to for to in range(at, len(words)) if words[to].kind == "close"), len(words))
            name = seen(words[at:end])
            if name.endswith(":") and _TO_GM.match(name) is None:
                return name[:-1].strip() or None, words[end:]
            break
    return None, words


def _speaker(message: _Message) -> str | None:
    return _parted(message)[0]


def _record(message: _Message, source: Source, names: set[str], ctx: Context) -> Record:
    speaker, parts = _parted(message)
    text = seen(parts)
    told = tuple(_tooltips(parts, speaker or ""))
    if speaker is not None:
        return Record("say", ctx.speaker(speaker), text, source, rolls=told)
    rolls = _ROLLS.fullmatch(text)
    if rolls is not None:
        ctx.note("MapTool shows an emote like the line of a roll; who emotes dice is taken for rolling them")
        who = ctx.speaker(rolls["who"])
        to = _hearer(rolls["to"], ctx) if rolls["to"] else "GM" if rolls["secret"] else None
        roll = _rolled(who, rolls["e"], rolls["r"])
        return Record("roll", who, text, source, to=to, rolls=(Told(roll, text),))
    own = _TO.fullmatch(text)
    if own is not None:
        return Record("whisper", ctx.speaker("You"), own[2], source, to=own[1])
    whispers = _WHISPERS.fullmatch(text)
    if whispers is not None:
        to = _hearer(whispers[2], ctx) if whispers[2] else ctx.speaker("You")
        return Record("whisper", whispers[1], whispers[3], source, to=to)
    told_gm = _TO_GM.fullmatch(text)
    if told_gm is not None:
        return Record("whisper", ctx.speaker(told_gm[1]), told_gm[2], source, to="GM")
    ooc = _OOC.fullmatch(text) if not message.cells else None
    if ooc is not None:
        return Record("say", ooc[1], ooc[2], source)
    actor = next((name for name in sorted(names, key=len, reverse=True) if _begins(text, name)), None)
    came = _CAME.fullmatch(text) if not message.cells else None
    if came is not None:
        kind: Kind = "join" if came[2] == "connected" else "leave"
        return Record(kind, came[1], text, source, trust="server")
    kind = "emote" if actor is not None or message.cells else "system"
    trust: Trust = "member" if actor is not None else "unknown"
    return Record(kind, actor, text, source, trust=trust, rolls=told if actor is not None else ())


def _hearer(name: str, ctx: Context) -> str:
    """Who hears it: "you" and "yourself" are whose log it is, all GMs are one."""
    low = name.strip().lower()
    return (
        ctx.speaker("You") if low in ("you", "yourself", "self") else "GM" if low == "gms" else name.strip()
    )


def _begins(text: str, name: str) -> bool:
    return text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()


def _rolled(roller: str, expression: str, result: str) -> Roll | None:
    """The roll of "1d20 + 5 => 13 + 5 = 18": the last number is the total. The expression may stand again
    before its sum."""
    steps = [step.strip(" «»>") for step in result.split("=")]
    result = " = ".join(step for step in steps if step and not _DICE.search(step)) or result
    numbers = _TERM.findall(result)
    if not numbers:
        return None
    known = parsed(expression)
    dice: list[Dice] = []
    shown = _FACES.match(result.strip("(« "))
    faces = tuple(int(one) for one in shown[0].split("+")) if shown is not None and "=" in result else ()
    if known is not None and len(known.dice) == 1 and len(faces) >= known.dice[0].thrown == 1:
        dice = [Dice(1, known.dice[0].sides, faces[:1])]
    elif known is not None and [one.thrown for one in known.dice] == [1] and not known.modifier:
        dice = [Dice(1, known.dice[0].sides, (int(numbers[0]),))] if len(numbers) == 1 else []
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
    evidence="writer's source",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
