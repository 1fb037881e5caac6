"""F-Chat's logs exported as text: a time in brackets, then a name and a colon, a starred action, an event.

Rolls and advertisements stand behind the name alone, so names are learnt from what else is said. Some
versions put the tag of a web page around it, or write one: the same lines, names and BBCode as tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.bbcode import has_tags
from calledshot.transcript.formats.fchat import ACTION, AD, EVENT, MESSAGE, NAME, ROLL, event_of
from calledshot.transcript.formats.html_tags import seen_text

_OPEN = re.compile(r"\[(?:(\d{4})-(\d\d)-(\d\d) )?(\d\d:\d\d)\] (.*)", re.ASCII | re.DOTALL)
_SAID = re.compile(rf"({NAME.pattern}): ")
_ROLLS = re.compile(rf"({NAME.pattern}?) (?=rolls \S{{1,200}}: (?:\[b\])?-?\d|spins the bottle: )")
_PAGE = '<meta charset="utf-8"><style>body { padding: 10px; }'
_AROUND = '<div class="messages bbcode">'
_USER = re.compile(
    r"(\[[-\d: ]{5,16}\] \*?)<span class=\"user-view[^\"<>]{0,80}\">([^<>]{1,40})</span>", re.ASCII
)
_WORD = re.compile(r"[A-Za-z0-9_-]{1,20}")
_STARRED = re.compile(r"\*[A-Z0-9][A-Za-z0-9_-]{1,19}(?:'s)? [^*]{1,4000}\Z")
"""An action as F-Chat shows it: the name right behind the star, and no star behind the words."""
NAMES_LIMIT = 5000


class _Line(NamedTuple):
    day: str
    clock: str
    type: int
    name: str | None
    text: str


class _Page:
    """Takes off what of a web page stands around the lines."""

    def __init__(self, first: str) -> None:
        self._style = first.startswith(_PAGE)
        self._tags = self._around = self._style

    def line(self, line: str, names: _Names) -> str | None:
        """The line as the text export has it, None for one that is all of the page's."""
        if self._style:
            end = line.find("</style>")
            if end < 0:
                return None
            self._style, line = False, line[end + len("</style>") :]
        if line.startswith(_AROUND):
            self._around, line = True, line[len(_AROUND) :]
        if not line or (self._around and line.strip() == "</div>"):
            return None
        if not self._tags:
            return line
        user = _USER.match(line)
        if user is not None:
            names.add(user[2])
        event = "  " if line[:30].find("]  ") > 0 else " "
        moment, bracket, words = line.partition("]" + event)
        return f"{moment}{bracket}{seen_text(words)}" if bracket else seen_text(line)


class _Names:
    """Who speaks, as learnt so far: a name may hold blanks, and only a colon tells where it ends."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._known: dict[str, list[str]] = {}
        self._count = 0
        for line in lines:
            found = _OPEN.fullmatch(line)
            named = (_ROLLS.match(found[5]) or _SAID.match(found[5])) if found is not None else None
            if named is not None:
                self.add(named[1])

    def add(self, name: str) -> None:
        first = name.split(" ", 1)[0]
        of_first = self._known.setdefault(first, [])
        if name not in of_first and self._count < NAMES_LIMIT:
            of_first.append(name)
            of_first.sort(key=len, reverse=True)
            self._count += 1

    def before(self, text: str) -> str | None:
        """The known name that a text begins with."""
        word = _WORD.match(text)
        for name in self._known.get(word[0], ()) if word is not None else ():
            if text.startswith(name) and not text[len(name) : len(name) + 1].isalnum():
                return name
        return None


def _line(line: str, names: _Names) -> _Line | None:
    found = _OPEN.fullmatch(line)
    if found is None:
        return None
    day, clock, rest = (f"{found[1]}-{found[2]}-{found[3]}" if found[1] else ""), found[4], found[5]
    if rest.startswith(" "):
        return _Line(day, clock, EVENT, None, rest[1:])
    if rest.startswith("*"):
        name = names.before(rest[1:])
        if name is None:
            word = _WORD.match(rest, 1)
            name = word[0] if word is not None else None
        return _Line(day, clock, ACTION, name, rest[1 + len(name or "") :])
    rolls = _ROLLS.match(rest)
    if rolls is not None:
        names.add(rolls[1])
        return _Line(day, clock, ROLL, rolls[1], rest[rolls.end() :])
    said = _SAID.match(rest)
    if said is not None:
        names.add(said[1])
        return _Line(day, clock, MESSAGE, said[1], rest[said.end() :])
    name = names.before(rest)
    return _Line(day, clock, AD, name, rest[len(name or "") :])


def sniff(head: Head) -> float:
    """The share of lines with the day and the minute; other chats that write so have no stars, two blanks or
    BBCode behind it."""
    first = head.lines[0] if head.lines else ""
    if first.startswith(_PAGE):
        return 0.96
    if not any(line.startswith(("[", _AROUND)) for line in head.lines[:3]):
        return 0.0
    fits = own = today = starred = rolled = 0
    for line in head.lines:
        line = line.removeprefix(_AROUND)
        found = _OPEN.fullmatch(line)
        if found is None:
            continue
        if found[1] is None:  # copied on the day itself
            starred += _STARRED.match(found[5]) is not None
            dice = _ROLLS.match(found[5]) is not None
            rolled += dice and "[b]" in found[5]  # else an emote of another chat
            today += found[5][:1] in "* " or dice or _SAID.match(found[5]) is not None
            continue
        rest = found[5]
        fits += 1
        own += rest.startswith(" ") or (rest.startswith("*") and not rest.startswith("* "))
        own += has_tags(rest) or _ROLLS.match(rest) is not None
    if not fits and (starred or rolled):
        return (0.97 if rolled else 0.75) * today / len(head.lines)
    share = fits / len(head.lines)
    return min(1.0, 0.2 + share) * (0.95 if own else 0.55) if fits else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages; a line without a time goes on with the one above it."""
    names = _Names(ctx.head.all_lines)
    page = _Page(next(iter(ctx.head.all_lines), ""))
    seq = first = last = 0
    held: _Line | None = None
    more: list[str] = []
    for number, raw in numbered(blocks):
        plain = page.line(raw, names)
        if plain is None:
            continue
        line = plain
        opened = _line(line, names)
        if opened is None:
            if not line or line.isspace():
                continue
            if held is None or len(more) >= MESSAGE_LINES:
                if held is not None:
                    yield _event(held, more, seq, Source(ctx.file, first, last), ctx)
                    seq, held = seq + 1, None
                yield ctx.unread(line, number)
                continue
            more.append(line)
            last = number
            continue
        if held is not None:
            yield _event(held, more, seq, Source(ctx.file, first, last), ctx)
            seq += 1
        held, more, first, last = opened, [], number, number
    if held is not None:
        yield _event(held, more, seq, Source(ctx.file, first, last), ctx)


def _event(line: _Line, more: list[str], seq: int, source: Source, ctx: Context) -> Event:
    if line.day:
        with suppress(ValueError):
            ctx.calendar.set_day(date.fromisoformat(line.day))
    at, clock = ctx.calendar.stamp(line.clock)
    text = "\n".join([line.text, *more])
    if line.type == ROLL:
        ctx.note(
            "an advertisement can be worded like a roll in a text export; the log itself tells them apart"
        )
    name = line.name if line.name is None else ctx.speaker(line.name)
    return event_of(line.type, name, text, seq=seq, source=source, at=at, clock=clock)


FORMAT = Format(
    name="fchat-text",
    title="F-Chat log (text export)",
    evidence="writer's source",
    extensions=(".txt", ".html"),
    sniff=sniff,
    read=read,
)
