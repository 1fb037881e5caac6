"""Roll20's chat archive saved as a web page: one `div` a message, with the dice it rolled in tooltips.

Not its JSON, see `roll20_json`, but for a page saved before it was shown, which holds the messages as such.
What Roll20 writes below the end of the page is no part of it.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats import roll20_json
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.html_tags import VOID, Piece, attributes, classes, pieces, seen
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.one_piece import all_unread
from calledshot.transcript.formats.roll20_inline import INLINE, Inline, dice_record, inline, whole_number
from calledshot.transcript.formats.vtt_events import Record, Told, as_events

_MESSAGE = re.compile(rb"<div\b[^<>]{0,200}class=[\"'](?:[^\"'<>]{0,200} )?message [^\"'<>]{0,300}[\"']")
_ARCHIVE = re.compile(r"\bvar msgdata\s{0,4}=\s{0,4}[\"']([A-Za-z0-9+/=\r\n]{8,})[\"']")
"""The messages as JSON in base64, from which Roll20's own script makes the page."""
_WHISPER = re.compile(r"\((From|To) (.{1,200})\)\Z")
_KINDS: dict[str, Kind] = {
    "emote": "emote",
    "desc": "emote",
    "private": "whisper",
    "system": "system",
    "error": "system",
}
_DIE = re.compile(r"d(\d{1,6})\Z", re.ASCII)
_EARLY, _LATE = "오전|上午|午前", "오후|下午|午後"
_HALF = re.compile(
    rf"(?:({_EARLY}|{_LATE}) ?)?(\d{{1,2}}:\d\d(?::\d\d)?)(?: ?({_EARLY}|{_LATE}))?(?![\d:])", re.ASCII
)
_EAST = re.compile(r"\b(\d{1,2})[월月] (\d{1,2}), (\d{4})\b", re.ASCII)
_FURNITURE = frozenset(["tstamp", "by", "avatar", "spacer", "flyout", "timestamp"])


class _Message(NamedTuple):
    classes: frozenset[str]
    id: str | None
    parts: list[Piece]


def sniff(head: Head) -> float:
    """Whether the page holds a message as Roll20 writes it, or is Roll20's own."""
    start = head.start
    if b"\x00" in start[:100]:
        start = start.replace(b"\x00", b"")
    if b"<" not in start[:400]:
        return 0.0
    if b"var msgdata" in start and _ARCHIVE.search(start.decode("latin-1") + '"') is not None:
        return 1.0
    if b"message" not in start:
        return 0.6 if b"<title>Chat Log" in start[:2000] else 0.0
    if b"data-messageid=" in start and _MESSAGE.search(start):
        return 1.0
    marked = b"inlinerollresult" in start or b'class="tstamp"' in start or b"roll20.net" in start
    return 0.9 if marked and _MESSAGE.search(start) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The messages in the order of the page; words between them are unread."""
    found = list(_cut(document.text))
    messages = [one for one in found if isinstance(one, _Message)]
    if not messages:
        archive = _ARCHIVE.search(document.text)
        yield from all_unread(document, ctx) if archive is None else _archived(archive, document, ctx)
        return
    names = _names(messages)
    state = _State(document, ctx, names)
    claimed = 0
    last = max(at for at, one in enumerate(found) if isinstance(one, _Message))
    begun = False
    for at, one in enumerate(found):
        if isinstance(one, _Message):
            begun = True
            for event in state.events(one):
                assert event.source is not None
                claimed = event.source.end_line
                yield event
        elif begun and at < last:
            yield from _between(document, ctx, one, claimed)
    if state.undated:
        ctx.note("times that stand without a date are given without one: the page may span several nights")


def _archived(archive: re.Match[str], document: Document, ctx: Context) -> Items:
    """The messages that the page holds as JSON, all of them where that stands."""
    first, last = document.line(archive.start(1)), document.line(archive.end(1))
    text = archive[1].replace("\r", "").replace("\n", "").rstrip("=")
    data = b64decode((text[: len(text) - (len(text) % 4 == 1)] + "==").encode(), validate=False)
    inner = Document(data)
    for item in roll20_json.whole(inner, ctx):
        if isinstance(item, Event):
            yield replace(item, source=Source(ctx.file, first, last))
        else:
            yield ctx.unread(archive[1][:100], first, last)
            return


def _between(document: Document, ctx: Context, piece: Piece, claimed: int) -> Iterator[Finding]:
    number = document.line(piece.start)
    for line in piece.raw.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.strip() and number > claimed:
            yield ctx.unread(line, number)
        number += 1


def _cut(text: str) -> Iterator[_Message | Piece]:
    """The page's messages, and the pieces of text that stand outside of any."""
    held: _Message | None = None
    depth = 0
    for piece in pieces(text):
        if piece.kind == "close" and piece.name in ("html", "body"):
            break
        if piece.kind == "open" and piece.name == "div":
            marks = classes(piece.raw)
            if "message" in marks and len(marks) > 1:
                if held is not None:
                    yield held
                held, depth = _Message(marks, attributes(piece.raw).get("data-messageid"), [piece]), 1
                continue
            depth += held is not None
        if held is None:
            if piece.kind == "text" and not piece.raw.isspace():
                yield piece
            continue
        held.parts.append(piece)
        if piece.kind == "close" and piece.name == "div":
            depth -= 1
            if depth == 0:
                yield held
                held = None
    if held is not None:
        yield held


def _part(parts: Sequence[Piece], *wanted: str) -> tuple[list[list[Piece]], list[Piece]]:
    """The pieces inside the elements of these classes, one list an element, and the pieces outside."""
    inside: list[list[Piece]] = []
    outside: list[Piece] = []
    name, depth = "", 0
    for piece in parts:
        if depth:
            if piece.name == name:
                depth += {"open": 1, "close": -1}.get(piece.kind, 0)
            if depth:
                inside[-1].append(piece)
        elif piece.kind == "open" and piece.name not in VOID and not classes(piece.raw).isdisjoint(wanted):
            name, depth = piece.name, 1
            inside.append([piece])
        else:
            outside.append(piece)
    return inside, outside


def _names(messages: Sequence[_Message]) -> list[str]:
    """All who speak, the longest names first: an emote begins with one of them."""
    names: set[str] = set()
    for message in messages:
        by, _ = _part(message.parts, "by")
        name = seen(by[0]).removesuffix(":").strip() if by else ""
        if name and _WHISPER.match(name) is None:
            names.add(name)
    return sorted(names, key=lambda name: (-len(name), name))


class _State:
    """What a message inherits from the one before it."""

    def __init__(self, document: Document, ctx: Context, names: list[str]) -> None:
        self._document, self._ctx, self._names = document, ctx, names
        self._by: str | None = None
        self._whisper: tuple[str, str] | None = None
        self._at: str | None = None
        self._clock: str | None = None
        self._seq = 0
        self.undated = False

    def events(self, message: _Message) -> Iterator[Event]:
        """The event of a message, and one more for every further roll in it."""
        stamps, rest = _part(message.parts, "tstamp", "timestamp")
        by, rest = _part(rest, "by")
        _, rest = _part(rest, *_FURNITURE)
        marks = message.classes
        if stamps:
            self._time(seen(stamps[0]))
        if by:
            self._speaker(seen(by[0]).removesuffix(":").strip())
        kind: Kind = next((_KINDS[mark] for mark in _KINDS if mark in marks), "say")
        speaker, to = self._by, None
        rolls: tuple[Told, ...] = ()
        if "rollresult" in marks:
            kind = "roll"
            text, told = _rolled(rest)
            rolls = (Told(told.roll(speaker or ""), told.text),) if told is not None else ()
        else:
            text, told_all = _said(rest)
            if kind in ("emote", "system") and not by:
                speaker = self._acting(text) if "emote" in marks else None
            name = speaker or text.split(" ", 1)[0]
            rolls = tuple(Told(told.roll(name), told.text) for told in told_all)
        if self._whisper is not None and speaker == self._by and kind in ("whisper", "say", "roll"):
            to, kind = self._whisper[1], ("roll" if kind == "roll" else "whisper")
        trust: Trust = "server" if kind == "system" else "member"
        source = Source(
            self._ctx.file,
            self._document.line(message.parts[0].start),
            self._document.line(message.parts[-1].end - 1),
        )
        record = Record(
            kind, speaker, text, source, self._at, self._clock, to, None, trust, message.id, rolls
        )
        for event in as_events(record, self._seq):
            yield event
            self._seq += 1

    def _speaker(self, name: str) -> None:
        found = _WHISPER.match(name)
        self._whisper = None
        if found is None:
            self._by = name or None
        elif found[1] == "From":
            self._by = found[2]
            self._whisper = (found[2], self._ctx.speaker("You"))
        else:
            self._by = self._ctx.speaker("You")
            self._whisper = (self._by, found[2])

    def _acting(self, text: str) -> str | None:
        """Who an emote is about: a known name that it begins with, as written there."""
        low = text.casefold()
        for name in self._names:
            if low.startswith(name.casefold()) and not text[len(name) : len(name) + 1].isalnum():
                return text[: len(name)]
        return None

    def _time(self, stamp: str) -> None:
        stamp = _EAST.sub(r"\3-\1-\2", _HALF.sub(_twelve, stamp[:120]))
        day = long_date(stamp)
        calendar = self._ctx.calendar
        self._at = self._clock = None
        if day is not None and day[1]:
            self._at = calendar.moment(day[0], day[1])
        elif day is None:
            self._clock = calendar.clock(stamp)
            self.undated |= self._clock is not None


def _twelve(found: re.Match[str]) -> str:
    """A time of day with AM or PM behind it, where it says which half of the day it is of."""
    half = found[1] or found[3]
    return found[2] if half is None else f"{found[2]} {'AM' if half in _EARLY else 'PM'}"


def _said(parts: Sequence[Piece]) -> tuple[str, list[Inline]]:
    """The words of a message and the rolls in it."""
    spans, _ = _part(parts, INLINE)
    told = [inline(attributes(span[0].raw), seen(span)) for span in spans]
    return seen(parts), [one for one in told if one is not None]


def _rolled(parts: Sequence[Piece]) -> tuple[str, Inline | None]:
    """The words of a message that is a roll, and the roll."""
    formulas, rest = _part(parts, "formula")
    rolled, _ = _part(rest, "rolled")
    plain = [seen(one) for one in formulas if "formattedformula" not in classes(one[0].raw)]
    shown = [one for one in formulas if "formattedformula" in classes(one[0].raw)]
    total = seen(rolled[0]) if rolled else ""
    expression = plain[0].removeprefix("rolling ").strip() if plain else ""
    dice = [piece for one in shown for piece in one]
    detail = "".join(seen(dice).split())
    text = " ".join(part for part in (*plain[:1], detail, f"= {total}" if total else "") if part)
    number = whole_number(total)
    if number is None:
        return text or seen(parts), None
    return text, Inline(expression, number, dice_record(*_faces(dice)), text)


def _faces(parts: Sequence[Piece]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The dice shown, sides and face each: those that count, and those that were dropped."""
    shown: list[tuple[int, int]] = []
    dropped: list[tuple[int, int]] = []
    for roll in _part(parts, "diceroll")[0]:
        marks = classes(roll[0].raw)
        sides = next((int(found[1]) for mark in marks if (found := _DIE.match(mark))), 0)
        value, _ = _part(roll[1:], "didroll")
        face = whole_number(seen(value[0])) if value else None
        if sides and face is not None:
            (dropped if "dropped" in marks else shown).append((sides, face))
    return shown, dropped


FORMAT = Format(
    name="roll20-html",
    title="Roll20 chat archive (web page)",
    evidence="real sample",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
