"""Roll20's chat, copied out of its window: the name and a colon before the first of somebody's messages,
times and the parts of a roll on lines of their own.

A roll comes out of the window as lines that anybody can type, so it is what its roller says: the chat archive
has it as a roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from calledshot.transcript.clock import time_of_day
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
from calledshot.transcript.formats.irc_lines import long_date

_TIME = re.compile(r"(?:([A-Z][a-z]{2,8} \d{1,2}, \d{4}) )?(\d{1,2}:\d\d ?[AP]M)(?=\Z|[^\W\d_(])", re.ASCII)
_HEAD = re.compile(
    r"(?!https?:)(?=[^:\n]{0,60}[^\W\d_])([^\s:()\[\]=][^:\n]{0,59}?):(?!//)(\S.*|)", re.DOTALL
)
_PRIVATE = re.compile(r"\((To|From) ([^()\n]{1,60})\): ?(.*)", re.DOTALL)
_ROLLS = re.compile(r"(?:\(To GM\) )?rolling \S.{0,300}", re.DOTALL)
_PART = re.compile(r"[()+\-*/=\s\d.,]{1,60}(?:[dD]\d{1,4})?[()+\-*/=\s\d.]{0,40}")
_SUM = re.compile(r"\s*=\s*-?\d{0,9}\s*", re.ASCII)


def sniff(head: Head) -> float:
    """Whether a roll stands there in parts, or times alone above names with no blank behind the colon."""
    lines = head.lines
    rolls = heads = times = 0
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        bare = line.strip()
        found = _HEAD.fullmatch(bare)
        rest = found[2] if found is not None else bare
        heads += found is not None
        rolls += _ROLLS.fullmatch(rest) is not None and below.lstrip()[:1] == "("
        stamp = _TIME.fullmatch(bare)
        times += stamp is not None and _HEAD.fullmatch(below.strip()) is not None
    sums = any(_SUM.fullmatch(line) is not None for line in lines)
    if not heads or not ((rolls and sums) or times > 1 or (rolls and times)):
        return 0.4 if rolls else 0.0
    return 0.9


class _Names:
    """Who speaks, to know them in what they do."""

    def __init__(self, lines: Sequence[str]) -> None:
        found = {match[1] for line in lines if (match := _HEAD.fullmatch(_untimed(line)[2])) is not None}
        self._known = sorted(found, key=lambda name: (-len(name), name))[:2000]

    def before(self, line: str) -> str | None:
        for name in self._known:
            if line.startswith(name) and line[len(name) : len(name) + 1] in (" ", "'"):
                return name
        return None


def _untimed(line: str) -> tuple[str | None, str, str]:
    """The day, the time and the rest of a line."""
    bare = line.strip()
    found = _TIME.match(bare)
    if found is None or time_of_day(found[2]) is None:
        return None, "", bare
    return found[1], found[2], bare[found.end() :]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; the parts of a roll are one message."""
    names = _Names(ctx.head.all_lines)
    seq = 0
    held: Event | None = None
    open_to = ""  # what may go on with `held`: the parts of a "roll", the lines of a "card"
    more = 0
    speaker: str | None = None
    at = clock = None
    rolled = False
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        day, time, rest = _untimed(line)
        if time:
            when = long_date(day) if day is not None else None
            if when is not None:
                ctx.calendar.set_day(when[0])
            at, clock = ctx.calendar.stamp(time)
        head, private = _HEAD.fullmatch(rest), _PRIVATE.fullmatch(rest)
        begins = head is not None or private is not None or _ROLLS.fullmatch(rest) is not None
        if held is not None and open_to and not time and not begins and more < MESSAGE_LINES:
            part = _PART.fullmatch(rest) is not None if open_to == "roll" else names.before(rest) is None
            if part:
                held, more = _with(held, rest, number, open_to), more + 1
                if open_to == "roll" and _SUM.fullmatch(rest) is not None and rest.strip() != "=":
                    open_to = ""
                continue
        if held is not None and open_to == "card" and not held.text and _ROLLS.fullmatch(rest) is not None:
            held, open_to, rolled = _with(held, rest, number, "card"), "roll", True
            continue
        if held is not None:
            yield held
            held = None
        kind: Kind = "say"
        to, text = None, rest
        if time and not rest:
            held = Event(kind="system", at=at, clock=clock, text=line.strip(), trust="server")
            open_to = ""
        else:
            if private is not None:
                mine = private[1] == "To"
                kind, to = "whisper", private[2] if mine else ctx.speaker("You")
                speaker, text = (ctx.speaker("You") if mine else private[2]), private[3]
            elif head is not None:
                speaker, text = as_member(head[1]), head[2]
            else:
                doer = names.before(rest)
                if doer is not None:
                    kind, speaker, text = "emote", as_member(doer), rest[len(doer) :].strip()
            if speaker is None:
                yield ctx.unread(line, number)
                continue
            open_to = "roll" if _ROLLS.fullmatch(text) else "" if text else "card"
            rolled = rolled or open_to == "roll"
            held = Event(kind=kind, speaker=speaker, to=to, at=at, clock=clock, text=text)
        held, more = replace(held, seq=seq, source=Source(ctx.file, number, number)), 0
        seq += 1
    if held is not None:
        yield held
    if rolled:
        ctx.note("rolls in a copy of Roll20's window could be typed there; its chat archive tells them apart")


def _with(event: Event, words: str, number: int, how: str) -> Event:
    """The message with another of its lines."""
    assert event.source is not None
    if how == "card":
        text = f"{event.text}\n{words}" if event.text else words
    else:
        apart = " " if words[0] in "(=" and event.text[-1:] not in "(+" else ""
        text = f"{event.text}{apart}{words}"
    return replace(event, text=text, source=Source(event.source.file, event.source.line, number))


FORMAT = Format(
    name="roll20-paste",
    title="Roll20 (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
