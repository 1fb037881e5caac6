"""Whether a transcript can be trusted as a record: its encodings, its clock, its joints.

Takes the items of one transcript in file order and gives them on, with LOG-2 to LOG-5 and LOG-7 in their
places; messages that a client cut in two are one again. What is said twice in *different* files is
`weave`'s. Items are held back only while a stretch may be one that stood before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from calledshot.finding import Finding, Severity, Span
from calledshot.transcript.clock import DAY, LATE_SECONDS, ROLLOVER_SECONDS, Face, seconds
from calledshot.transcript.decode import NULS
from calledshot.transcript.encodings import NAMES
from calledshot.transcript.event import Event
from calledshot.transcript.playback import BEGINS, played_back
from calledshot.transcript.reading import TWELVE, Transcript
from calledshot.transcript.repeats import Repeats

STEP = 60
"""Seconds by which a clock may go back without a word: lines are written a little late, clocks are set."""
CUT_FROM, CUT_TO = 350, 520
"""Bytes of a message that may have been cut: what an IRC server lets through, less names and room."""
CUT_SECONDS = 2
"""The rest of a message that was cut comes within these, or in the same minute where no seconds are told."""
OURS = frozenset({"journal", "events"})
"""Formats that hold events as they were read or heard, with nothing to find out about them."""

_MARKER = re.compile(
    r"session|\blog(?:ging|s|file)?\b|\bday\b|opened|closed|began|begins?\b|start|ended|\bdate\b|conversation|playback",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?…:;)\]}\"'”’»*~>-]\s*\Z")
_TALK = frozenset({"say", "emote", "whisper", "notice"})
_ONSETS = (
    "bl br ch cl cr dr dw dj fj fl fr gh gl gn gr kh kl kn kr ll mc mr ms ph pl pr ps pt rh sc sh sk sl sm sn"
    " sp sq sr st sv sw th tr ts tw vl wh wr ye zh zw"
)
_VOWELS = "aeiouy"

Items = Iterator[Event | Finding]


def record(transcript: Transcript) -> Items:
    """The items of a transcript with what is to be said of it as a record."""
    items: Items = iter(transcript)
    if transcript.format in OURS:
        return _told(items, transcript)
    told = played_back(_told(items, transcript))
    return Repeats(transcript.file).once(_rejoined(_clocked(told, transcript)))


def _finding(code: str, severity: Severity, message: str, file: str | None, line: int | None) -> Finding:
    return Finding(
        code=code, severity=severity, message=message, source=Span(file=file, line=line, end_line=line)
    )


def _told(items: Items, transcript: Transcript) -> Items:
    """LOG-4 and LOG-5: what the reading itself found, each before the first item it concerns."""
    repairs = transcript.repairs
    turns = transcript.turns
    told = turned = 0
    for item in items:
        if len(repairs) > told or len(turns) > turned:
            line = item.source.line if item.source is not None else None
            while told < len(repairs) and (line is None or repairs[told].line <= line):
                yield _repaired(transcript, told)
                told += 1
            while turned < len(turns) and (line is None or turns[turned].line <= line):
                yield _turned(transcript, turned)
                turned += 1
        yield item
    for at in range(told, len(repairs)):
        yield _repaired(transcript, at)
    for at in range(turned, len(turns)):
        yield _turned(transcript, at)


def _repaired(transcript: Transcript, at: int) -> Finding:
    line, encoding = transcript.repairs[at]
    if encoding == NULS:
        said = "NULs, as a crash leaves them in a log, are left out from here on"
    elif not encoding:
        said = "a byte order mark stands over the first letters of the file; they were put back"
    else:
        said = f"from here on, bytes that are not UTF-8 are read as {NAMES[encoding]}"
    return _finding("LOG-4", "info", said, transcript.file, line)


def _turned(transcript: Transcript, at: int) -> Finding:
    turn = transcript.turns[at]
    said = f"from here on the log is {turn.title}, after {turn.before}; each part is read with its own reader"
    return _finding("LOG-5", "info", said, transcript.file, turn.line)


# -- the clock --------------------------------------------------------------------------------------------


def _clocked(items: Items, transcript: Transcript) -> Items:
    """LOG-2 and LOG-3: time that goes back without a word, and midnight passed in a log without dates."""
    last_at: str | None = None
    last_clock: str | None = None
    room: str | None = None
    marked = told = rolled = False
    face = Face()
    for item in items:
        if type(item) is not Event:
            yield item
            continue
        begins = False
        if item.kind == "system":
            marked = marked or _MARKER.search(item.text[:300]) is not None
            begins = item.text == BEGINS
        if item.source is not None and item.source.line in transcript.context.new_days:
            marked = True
        if item.room != room:  # several rooms in one file, each with its own time
            room, marked = item.room, True
        at, clock = item.at, item.clock
        if at is not None:
            if last_at is not None and at < last_at and not marked:
                gone = _back(last_at, at)
                twelve = last_at[11:13] == "12" and transcript.context.calendar.face.twelve
                if gone > STEP and not _late(last_at, at, rolled) and not (twelve and at[11:13] == "01"):
                    yield _backwards(item, gone, last_at, at)
            elif last_at is not None and at[:10] > last_at[:10] and transcript.midnights and not marked:
                rolled = True  # by the clock alone: no line of the log told the day
                if not told:
                    told = True
                    yield _midnight(item)
            last_at, marked = at, begins
        elif clock is not None:
            if last_clock is None or clock[:2] != last_clock[:2]:
                face.shown(seconds(clock))
            if last_clock is not None and clock != last_clock and not marked:
                gone = seconds(last_clock) - seconds(clock)
                if gone > ROLLOVER_SECONDS and face.begins_again(seconds(last_clock), seconds(clock)):
                    transcript.context.note(TWELVE)
                elif gone > ROLLOVER_SECONDS:
                    rolled = True
                    if not told:
                        told = True
                        yield _midnight(item)
                elif rolled and gone < LATE_SECONDS - DAY:
                    yield item
                    continue
                elif gone > STEP:
                    yield _backwards(item, gone, last_clock, clock)
            last_clock, marked = clock, begins
        yield item


def _back(last: str, now: str) -> float:
    """Seconds by which a moment lies before another; 0 where they cannot be compared."""
    try:
        before, after = datetime.fromisoformat(last), datetime.fromisoformat(now)
    except ValueError:
        return 0
    if (before.tzinfo is None) != (after.tzinfo is None):
        before, after = before.replace(tzinfo=None), after.replace(tzinfo=None)
    gone = (before - after).total_seconds()
    return gone - 59 if len(now) < 17 < len(last) else gone  # a minute, of which any second may be meant


def _late(last: str, now: str, rolled: bool) -> bool:
    return rolled and last[:10] > now[:10] and _back(last, now) < LATE_SECONDS


def _backwards(event: Event, gone: float, last: str, now: str) -> Finding:
    hours = gone / 3600
    if gone >= 2 * DAY:
        much = f"{gone / DAY:.0f} days"
    elif hours >= 2:
        much = f"{hours:.0f} hours"
    else:
        much = f"{gone / 60:.0f} minutes"
    said = f"time goes back by {much} here, from {last} to {now}; read on in the order of the file"
    if 3540 <= gone <= 3660:
        said += " (clocks may have been put back)"
    return _of("LOG-2", "warning", said, event)


def _midnight(event: Event) -> Finding:
    return _of("LOG-3", "info", "the clock falls back past midnight: taken for the next day", event)


def _of(code: str, severity: Severity, message: str, event: Event) -> Finding:
    source = event.source
    return _finding(code, severity, message, source.file if source else None, source.line if source else None)


# -- messages cut in two ----------------------------------------------------------------------------------


def _rejoined(items: Iterable[Event | Finding]) -> Items:
    """Messages that were too long for the service, and were sent as several, as one."""
    held: Event | None = None
    cut = 0
    for item in items:
        if held is not None:
            if type(item) is Event and _goes_on(held, item, cut):
                cut = len(item.text.encode()) if len(item.text) > CUT_FROM // 4 else 0
                held = _joined(held, item)
                if cut < CUT_FROM:
                    yield held
                    held = None
                continue
            yield held
            held = None
        if type(item) is Event and len(item.text) > CUT_FROM // 4 and item.kind in _TALK:
            cut = len(item.text.encode())
            if CUT_FROM < cut <= CUT_TO and item.trust == "member" and not _ENDS.search(item.text):
                held = item
                continue
        yield item
    if held is not None:
        yield held


def _goes_on(held: Event, rest: Event, cut: int) -> bool:
    if not (held.speaker == rest.speaker and held.to == rest.to and held.room == rest.room):
        return False
    if not (rest.kind == held.kind or (held.kind, rest.kind) == ("emote", "say")):
        return False
    if held.id is not None or not rest.text or rest.roll is not None:
        return False
    first, then = held.at or held.clock, rest.at or rest.clock
    if first is None or then is None:
        return first is then and rest.text[0].islower()
    if first == then:
        return True
    if held.at is not None and rest.at is not None:
        return 0 <= -_back(first, then) <= CUT_SECONDS
    if held.clock is None or rest.clock is None or len(first) != len(then) or len(then) < 8:
        return False
    return 0 <= (seconds(then) - seconds(first)) % DAY <= CUT_SECONDS


def _joined(held: Event, rest: Event) -> Event:
    source = held.source
    if source is not None and rest.source is not None:
        source = replace(source, end_line=rest.source.end_line)
    return replace(held, text=held.text.rstrip() + _gap(held.text, rest.text) + rest.text, source=source)


def _gap(text: str, rest: str) -> str:
    """What was between two parts of a message: nothing in the middle of a word, which shows where the rest
    begins as no word does; a blank else, which the client left out or kept."""
    if text[-1:].isspace() or rest[:1].isspace() or not text[-1:].isalpha():
        return "" if rest[:1].isspace() else " "
    if len(rest) < 2 or not (rest[0].isascii() and rest[0].islower()):
        return "" if rest[:1] in ",.;:!?)" else " "
    word = re.match(r"[a-z]+", rest)
    fragment = word[0] if word is not None else rest[:2]
    if len(fragment) < 2 or fragment[0] in _VOWELS or fragment[1] in _VOWELS:
        return " "
    return " " if fragment[:2] in _ONSETS.split() else ""
