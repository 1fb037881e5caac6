"""Messages copied out of Discord's own window: `Name — 01/02/2024 8:15 PM` above what was said, or
`[8:15 PM]Name: text`, in any of the client's languages.

"Today" and "Yesterday" are no dates: only the time of day is kept of them, unless a line between the messages
says what day it is.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import (
    HEAD_LINES,
    MESSAGE_LINES,
    Context,
    Format,
    Head,
    Items,
    numbered,
)
from calledshot.transcript.formats.chat_dates import CLOCK, NUMBERS, Dates, american, clock_of
from calledshot.transcript.formats.im_lines import Said, told
from calledshot.transcript.formats.json_text import note_edited

SPEAKERS = 200
MESSAGES = 50
"""Of so many people so many messages are remembered …"""
QUOTED_LENGTH = 4
"""… to know them where they are quoted; shorter words may be said by anybody."""
BEHEADED = 10
"""Lines of a message of which the heading was not copied."""
_DAYS = (
    "today|yesterday|last [a-z]{3,6}day|heute|gestern|aujourd[’']hui|hier|hoy|ayer|hoje|ontem|oggi|ieri|"
    "vandaag|gisteren|i ?dag|i ?går|dzisiaj|dziś|wczoraj|сегодня|вчера|сьогодні|вчора|bugün|dün|tänään|eilen|"
    "dnes|včera|azi|danas|jučer|ma|tegnap|šiandien|vakar|σήμερα|χθες|днес|hôm nay|hôm qua|วันนี้|เมื่อวานนี้|आज|कल|"
    "今日|昨日|今天|昨天|오늘|어제"
)
_LONG = (
    r"(?:[^\W\d]{2,14}\.?,? )?"
    r"(?:[^\W\d]{3,12}\.? \d{1,2},? \d{4}|\d{1,2}\.? (?:de )?[^\W\d]{3,12}\.? (?:de )?\d{4})"
)
_AT = r"(?:,? (?!오[전후]|[上下]午|午[前後])[^\W\d]{1,8}\.?){0,2}"  # at, um, a las …
_TIME = rf"{CLOCK}(?: Uhr| h)?"
_HEADER = re.compile(
    r"(?P<name>(?![ \t]*—)[^\n]{1,80}?)"
    rf"(?:[ \t]?— ?(?:(?:(?P<day>{NUMBERS}|{_LONG})|(?P<near>{_DAYS})){_AT},? ?)?(?P<time>{_TIME})|"
    rf"[ \t]?— ?(?P<day2>{NUMBERS})|"
    rf"(?: [-–] | ?)(?P<near3>today|yesterday|last [a-z]{{3,6}}day) at (?P<time3>{_TIME})|"
    rf" [-–] (?P<day4>{NUMBERS}),? (?P<time4>{_TIME}))",
    re.DOTALL | re.IGNORECASE,
)
_DIVIDER = re.compile(rf"[—–-]* ?(?P<day>{_LONG}|{NUMBERS}) ?[—–-]*")
_UNREAD = frozenset({"NEW", "NEU", "NOUVEAU", "NUEVO", "NUEVOS", "NOVO", "NUOVO", "NIEUW", "НОВОЕ", "NOWE"})
_TAIL = re.compile(r"[ \t]*(?:(?:✓ ?)?(?:APP|BOT|OP|SERVER)|:[\w~-]{1,32}:)?(?P<tail>[ \t]*— ?[^\n]*)")
_DASH = re.compile(r"[ \t]*—[ \t]*")
_TAGS = frozenset({"APP", "BOT", "OP", "SERVER", "SYSTEM", "OFFICIAL", "✓ APP", "✓ BOT"})
_TAGGED = re.compile(r"(?:[ \t]+|(?<=[\w)]))(?:✓ ?)?(?:APP|BOT)\Z|^(?:APP|BOT)(?=[A-Z][a-z])")
_BRACKET = re.compile(rf"\[(?P<time>{CLOCK})\](?P<rest>.*)", re.ASCII | re.DOTALL)
_EDITED = re.compile(
    r"\((?:edited|bearbeitet|modifiée?|editado|modificato|bewerkt|edytowano|изменено|redigerad)\)\Z"
)
_WHO = r"(?P<who>[^\n]{1,80}?)"
_GREETED = (
    r"WHO joined the party\.", r"WHO is here\.", r"Welcome, WHO\. We hope you brought pizza\.",
    r"A wild WHO appeared\.", r"WHO just landed\.", r"WHO just slid into the server\.",
    r"WHO just showed up!", r"Welcome WHO\. Say hi!", r"WHO hopped into the server\.",
    r"Everyone welcome WHO!", r"Glad you[’']re here, WHO\.", r"Good to see you, WHO\.",
    r"Yay you made it, WHO!", r"WHO joined the server\.", r"[^\n]{1,80}? added WHO to the (?:group|thread)\.",
)  # fmt: skip
_GONE = (r"WHO left the (?:group|thread)\.", r"[^\n]{1,80}? removed WHO from the (?:group|thread)\.")
_DONE = (
    r"WHO (?:pinned a message to this channel|started a (?:thread|call)|changed the channel (?:name|icon)|"
    r"just boosted the server)[^\n]{0,300}",
)
_KINDS: tuple[tuple[tuple[str, ...], Kind], ...] = ((_GREETED, "join"), (_GONE, "leave"), (_DONE, "system"))
_NOTES = [(re.compile(form.replace("WHO", _WHO)), kind) for forms, kind in _KINDS for form in forms]


def sniff(head: Head) -> float:
    """A name, a long dash and a time; or the time in brackets and the name right behind it."""
    if not head.lines:
        return 0.0
    joined = [line for line, _, _ in _joined(enumerate(head.lines[:HEAD_LINES]))]
    first = next((at for at, line in enumerate(joined) if _heads(line)), None)
    if first is not None and (_nameless(joined[0]) or all(_above(line) for line in joined[:first])):
        begins = sum(1 for line in joined if _heads(line))
        return 0.9 if begins * 40 >= len(head.lines) else 0.0
    if first is not None and first <= BEHEADED:  # copied from the middle of a message on
        begins = sum(1 for line in joined if "—" in line and _heads(line))
        return 0.75 if begins >= 2 and begins * 10 >= len(head.lines) else 0.0
    tight = sum(1 for line in head.lines if (match := _BRACKET.match(line)) and _tight(match["rest"]))
    return 0.85 * tight / len(head.lines) if tight and _BRACKET.match(joined[0]) else 0.0


def _heads(line: str) -> bool:
    return len(line) <= 160 and _HEADER.fullmatch(line) is not None


def _above(line: str) -> bool:
    """Whether a line may stand above a heading: a day, or the mark of what is new."""
    line = line.strip()
    return len(line) <= 160 and (line.upper() in _UNREAD or _DIVIDER.fullmatch(line) is not None)


def _nameless(line: str) -> bool:
    """Whether a line is the end of a heading of which the name was not copied."""
    return line.lstrip()[:1] == "—" and _heads(f"x {line.strip()}")


def _tight(rest: str) -> bool:
    return rest[:1] not in ("", " ", "\t", "<", "*") and ": " in rest[:90]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message, and one for each line of the window's own between them."""
    found = [
        match for line in ctx.head.all_lines if len(line) <= 160
        if (match := _HEADER.fullmatch(line) or _HEADER.fullmatch(f"x{line}")) is not None
    ]  # fmt: skip
    halves = american(match["time"] or match["time4"] for match in found)
    days = (match["day"] or match["day2"] or match["day4"] for match in found)
    reader = _Reader(Dates((day for day in days if day), ctx, american=halves), ctx)
    seq = edited = 0
    held: Said | None = None
    more: list[str] = []
    ends: list[int] = []  # of the lines in `more`
    said_before = _Said()
    first = last = blanks = heading = 0
    for line, start, end in _joined(numbered(blocks)):
        if not line or line.isspace():
            blanks += 1
            continue
        said = reader.parse(line)
        if said is None and held is not None and not held.closed and len(more) + blanks < MESSAGE_LINES:
            more += [*[""] * blanks, line]
            ends += [*[last] * blanks, end]
            last, blanks = end, 0
            continue
        if held is not None:
            quoted = said_before.quoted(more) if said is not None and said.kind == "say" else 0
            if quoted:  # what is answered stands above the heading of the answer
                more, last = more[:-quoted], ends[-quoted - 1] if len(ends) > quoted else heading
                start = last + 1
            event, was = _event(held, more, seq, Source(ctx.file, first, last))
            yield event
            said_before.add(event.speaker, event.text)
            seq, edited = seq + 1, edited + was
        if said is None:
            yield ctx.unread(line, start)
        held, more, ends, first, last, blanks, heading = said, [], [], start, end, 0, end
    if held is not None:
        event, was = _event(held, more, seq, Source(ctx.file, first, last))
        yield event
        edited += was
    note_edited(ctx, edited)


class _Said:
    """What people said lately: a line that repeats it above a heading is the window's quotation."""

    def __init__(self) -> None:
        self._words: dict[str, deque[str]] = {}

    def add(self, speaker: str | None, text: str) -> None:
        """Remember a message."""
        if speaker and (speaker in self._words or len(self._words) < SPEAKERS):
            self._words.setdefault(speaker, deque(maxlen=MESSAGES)).append(" ".join(text.split())[:400])

    def quoted(self, lines: list[str]) -> int:
        """How many of the last lines quote somebody: "@Name" above or before words that he said."""
        if not lines:
            return 0
        for size, line in ((2, " ".join(lines[-2:]) if len(lines) > 1 else ""), (1, lines[-1])):
            line = " ".join(line[:1000].removesuffix(" (edited)").split())
            for name, words in self._words.items():
                rest = line.removeprefix("@").removeprefix(f"{name} ")
                if line in (f"@{name} {rest}", f"{name} {rest}") and len(rest) >= QUOTED_LENGTH:
                    cut = rest.rstrip("…").rstrip()
                    if any(one == rest or (cut != rest and one.startswith(cut)) for one in words):
                        return size
        return 0


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int, int]]:
    """The lines with their first and last numbers. A heading that the window broke into name, tag and time is
    one line; of a day or a mark of what is new, which stand above a heading, the text begins with "\\n"."""
    ahead: list[tuple[int, str]] = []
    for numbered_line in lines:
        ahead.append(numbered_line)
        if len(ahead) < 6:
            continue
        yield _next(ahead)
    while ahead:
        yield _next(ahead)


def _next(ahead: list[tuple[int, str]]) -> tuple[str, int, int]:
    size, heading = _heading([line for _, line in ahead])
    number, line = ahead[0]
    if size:
        end = ahead[size - 1][0]
        del ahead[:size]
        return heading, number, end
    del ahead[0]
    rest = [other for _, other in ahead if other and not other.isspace()][:4]
    if _above(line) and rest and (_heading(rest)[0] or (_above(rest[0]) and _heading(rest[1:])[0])):
        return f"\n{line.strip()}", number, number
    return line, number, number


def _heading(lines: list[str]) -> tuple[int, str]:
    """How many of the lines, from the first on, are one heading, and that heading on one line."""
    name = lines[0].strip() if lines else ""
    if not name or len(name) > 160:
        return 0, ""
    if _HEADER.fullmatch(name):
        return 1, name
    tagged = 1 + (len(lines) > 2 and lines[1].strip() in _TAGS)
    if len(name) > 80 or len(lines) <= tagged:
        return 0, ""
    tail, size = lines[tagged], tagged + 1
    if _DASH.fullmatch(tail) and len(lines) > size:
        tail, size = f"— {lines[size].strip()}", size + 1
    match = _TAIL.fullmatch(tail) if len(tail) <= 160 else None
    heading = f"{name} {match['tail'].strip()}" if match is not None else ""
    return (size, heading) if len(heading) <= 160 and _HEADER.fullmatch(heading) else (0, "")


def _event(held: Said, more: list[str], seq: int, source: Source) -> tuple[Event, bool]:
    """The message, and whether it was edited."""
    text = "\n".join([held.text, *more]).strip(" \t\xa0\n")
    kind, speaker, trust = held.kind, held.speaker, held.trust
    edited = _EDITED.search(text, len(text) - 20) if text[-1:] == ")" and not held.closed else None
    if edited is not None:
        text = text[: edited.start()].rstrip(" \t")
    if not text and speaker is not None:
        for pattern, what in _NOTES:
            note = pattern.fullmatch(speaker)
            if note is not None:
                kind, text, speaker, trust = what, speaker, note["who"], "server"
                break
    event = Event(
        seq=seq, at=held.at, clock=held.clock or None, kind=kind, speaker=speaker, text=text, source=source,
        trust=trust,
    )  # fmt: skip
    return event, edited is not None


class _Reader:
    """Where reading stands: who speaks, and the day that a heading or a line between messages names."""

    def __init__(self, dates: Dates, ctx: Context) -> None:
        self._dates, self._ctx = dates, ctx
        self._speaker: str | None = None
        self._headings = False  # which name those who speak: a bracket below one holds a time alone
        self._day: date | None = None
        self._divider: date | None = None
        self._near: str | None = None

    def parse(self, line: str) -> Said | None:
        if line[:1] == "\n":
            match = _DIVIDER.fullmatch(line[1:])
            if match is not None:
                self._divider = self._day = self._dates.read(match["day"])
                self._near = None
            note = told("system", None, line[1:])
            note.closed = True
            return note
        header = _HEADER.fullmatch(line) if len(line) <= 160 else None
        return self._headed(header) if header is not None else self._bracketed(line)

    def _headed(self, header: re.Match[str]) -> Said | None:
        time = header["time"] or header["time3"] or header["time4"]
        clock = clock_of(time.removesuffix(" Uhr").removesuffix(" h")) if time else None
        written = header["day"] or header["day2"] or header["day4"]
        near = "" if written else (header["near"] or header["near3"] or "-").lower()
        if near and self._near not in (None, near):  # "yesterday" has become "today"
            self._divider = None
        self._near = near or self._near
        day = self._dates.read(written) if written else self._divider
        if written and day is None and not self._dates.is_foreign(written):
            clock, day = None, self._day  # a day that never was
        self._headings = True
        self._speaker, self._day = _TAGGED.sub("", header["name"].strip()).strip(), day
        return self._stamped(Said("say", self._speaker, ""), clock)

    def _bracketed(self, line: str) -> Said | None:
        bracket = _BRACKET.match(line)
        clock = clock_of(bracket["time"]) if bracket is not None else None
        if bracket is None:
            return None
        rest = bracket["rest"]
        if clock is None and (self._headings or not _tight(rest)):
            return None
        if _tight(rest) and not self._headings:
            name, _, rest = rest.partition(": ")
            self._speaker = _TAGGED.sub("", name).strip()
        elif self._speaker is None:
            return None
        return self._stamped(Said("say", self._speaker, rest.removeprefix(" ")), clock)

    def _stamped(self, said: Said, clock: str | None) -> Said:
        if clock is not None and self._day is not None:
            said.at = self._ctx.calendar.moment(self._day, clock)
        elif clock is not None:
            said.clock = clock
        return said


FORMAT = Format(
    name="discord-paste",
    title="Discord (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
