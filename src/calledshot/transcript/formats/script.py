"""calledshot's own plain form, for fights written or retyped by hand: every line is one event.

    SwiftBoy: text                  a message            * SwiftBoy lunges             an emote
    SwiftBoy > Nimue: text          a whisper            - SwiftBoy joined             or left, or is now X
    ! SwiftBoy rolled 2d6: 3 4      a roll               # words                       no event

Any line may begin with `[HH:MM:SS]` or `[YYYY-MM-DD HH:MM:SS]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from calledshot.dice.dialects import aol_result, script_result
from calledshot.finding import Finding
from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import HOST, Context, Format, Head, host_event, numbered
from calledshot.transcript.roster import BLANKS, plausible_name

NAME_LENGTH = 64
NAMES_LIMIT = 10_000

_STAMP = re.compile(r"\[(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}:\d\d(?::\d\d)?)\][ \t]*", re.ASCII)
_SHORT = re.compile(r"\[\d{1,2}:\d\d\]", re.ASCII)


class _Line(NamedTuple):
    kind: Kind
    speaker: str | None
    to: str | None
    text: str
    day: str | None
    clock: str | None
    marked: bool


def parse(line: str) -> _Line | None:
    """One line (not a comment), None if it has none of the forms. `marked` unless it is "Name: text"."""
    day = clock = None
    stamp = _STAMP.match(line)
    if stamp is not None:
        clock = time_of_day(stamp[2])
        day = _day(stamp[1])
        if clock is None or (stamp[1] is not None and day is None):
            return None
        line = line[stamp.end() :]
    line = line.strip(BLANKS)
    mark, rest = line[:2], line[2:].strip(BLANKS)
    if mark == "! ":
        return _Line("roll", None, None, rest, day, clock, True) if script_result(rest) else None
    if mark == "* " and rest:
        who, _, did = rest.partition(" ")
        if who.endswith(":"):
            return None
        return _Line("emote", who, None, did.strip(BLANKS), day, clock, True)
    if mark == "- " and rest:
        return _moved(rest, day, clock)
    cut = line.find(":")
    name = line[:cut].strip(BLANKS)
    text = line[cut + 1 :].strip(BLANKS)
    if cut < 1 or not name:
        return None
    who, arrow, to = name.partition(" > ")
    if arrow and any(map(str.isalnum, who)) and to.strip() and len(name) <= 2 * NAME_LENGTH:
        return _Line("whisper", who.strip(), to.strip(), text, day, clock, True)
    return _Line("say", name, None, text, day, clock, clock is not None) if len(name) <= NAME_LENGTH else None


def _listed(line: str) -> bool:
    """Whether a line begins with a name of several words and a colon."""
    name, colon, _ = line[:NAME_LENGTH].partition(": ")
    words = name.split()
    return bool(colon) and 1 < len(words) <= 4 and all(word[0].isupper() for word in words)


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _moved(rest: str, day: str | None, clock: str | None) -> _Line | None:
    old, now, new = rest.partition(" is now ")
    if now and old.strip() and new.strip() and len(rest) <= 2 * NAME_LENGTH:
        return _Line("nick", old.strip(), new.strip(), rest, day, clock, True)
    endings: tuple[tuple[str, Kind], ...] = ((" joined", "join"), (" left", "leave"))
    for ending, kind in endings:
        if rest.endswith(ending) and len(rest) <= NAME_LENGTH + len(ending):
            return _Line(kind, rest[: -len(ending)].strip(), None, rest, day, clock, True)
    return None


def sniff(head: Head) -> float:
    """The share of lines that fit, if any of them has a form that nothing else has."""
    fitting = rolls = marked = stamped = short = 0
    for line in head.lines:
        if line.lstrip().startswith("#"):
            fitting += 1
            continue
        parsed = parse(line)
        if parsed is None or (parsed.kind == "say" and not _name_like(parsed.speaker)):
            continue
        if parsed.kind == "emote" and _listed(f"{parsed.speaker} {parsed.text}"):
            continue  # "Name: text" with a bullet
        if line[:1] == "\t" or (parsed.speaker == HOST and parsed.clock is None):
            return 0.0
        fitting += 1
        marked += parsed.marked
        stamped += parsed.clock is not None
        short += parsed.kind == "say" and parsed.clock is not None and _SHORT.match(line) is not None
        rolls += parsed.kind == "roll"
    share = fitting / len(head.lines) if head.lines else 0.0
    if rolls and share >= 0.5:
        return min(share + 0.05, 0.97)
    if marked and short == marked:  # as Trillian writes, and as people write by hand
        return 0.8 * share if share > 0.95 else 0.3 * share
    return 0.85 * share if marked and (stamped < marked or share > 0.95) else 0.3 * share


def _whole_name(words: str, names: set[str]) -> tuple[str, str] | None:
    """An emote's speaker whose name has blanks in it, by the names that speak: the longest that fits."""
    for end in range(min(len(words), NAME_LENGTH), 0, -1):
        if words[end : end + 1] == " " and words[:end] in names:
            return words[:end], words[end + 1 :].strip(BLANKS)
    return None


def _name_like(name: str | None) -> bool:
    return name is not None and name[:1] != "@" and (plausible_name(name) or len(name.split()) == 1)


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """One event a line; a time without a date stays a `clock`."""
    seq = 0
    names = {
        parsed.speaker
        for line in ctx.head.all_lines
        if not line.lstrip(BLANKS).startswith("#")
        and (parsed := parse(line)) is not None and parsed.speaker is not None and " " in parsed.speaker
    }  # fmt: skip
    for number, line in numbered(blocks):
        bare = line.lstrip(BLANKS)
        if not bare or bare.isspace() or bare.startswith("#"):
            continue
        parsed = parse(line)
        if parsed is None:
            yield ctx.unread(line, number)
            continue
        kind, speaker, to, text, day, clock, _ = parsed
        if speaker is not None and " " in speaker and len(names) < NAMES_LIMIT:
            names.add(speaker)
        if kind == "emote" and names:
            speaker, text = _whole_name(f"{speaker} {text}", names) or (speaker, text)
        at = None
        if clock is not None:
            if day is not None:
                at, clock = ctx.calendar.moment(date.fromisoformat(day), clock), None
            else:
                at, clock = ctx.calendar.stamp(clock)
        source = Source(ctx.file, number, number)
        if speaker == HOST and kind == "say":
            yield host_event(text, seq=seq, source=source, room=None, at=at, clock=clock)
        else:
            roll = script_result(text) or aol_result(text) if kind == "roll" else None
            trust: Trust = "server" if kind in ("roll", "join", "leave", "nick") else "member"
            yield Event(
                seq=seq, at=at, kind=kind, speaker=None if speaker is None else ctx.speaker(speaker), to=to,
                text=text, trust=trust, roll=roll, source=source, clock=clock,
            )  # fmt: skip
        seq += 1


FORMAT = Format(
    name="script",
    title="calledshot script",
    evidence="ours",
    extensions=(".script",),
    sniff=sniff,
    read=read,
)
