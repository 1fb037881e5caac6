"""Neverwinter Nights (1 and 2): the chat window as the game's client logs it, and as its log tools keep it.

What is said has the channel in brackets or none; what the game's own dice decide is a roll, and all else that
the game tells is the service's. The day stands without its year. Dice that a server's scripts throw are no
line of the game's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from calledshot.dice.roll import Roll
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
from calledshot.transcript.formats.irc_lines import month

_WINDOW = "[CHAT WINDOW TEXT] "
_CHANNELS = "Talk|Whisper|Party|Tell|Shout|DM|ServerTell|Server|Dialog|Silent_?(?:Talk|Shout|Party|Whisper)"
_LINE = re.compile(
    r"(?:\[CHAT WINDOW TEXT\] )?\[[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d)\] ?(.*)",
    re.ASCII | re.DOTALL,
)
_SHORT = re.compile(rf"\[(\d\d:\d\d)\] (.{{0,160}}?: \[(?:{_CHANNELS})\] .*)", re.ASCII | re.DOTALL)
_COPY = re.compile(rf"(?:\[[^\[\]]{{0,64}}\] ?)?([^\[\]]{{1,100}}?) ?: \[(?:{_CHANNELS})\] (.*)", re.DOTALL)
_SAID = re.compile(
    rf"(?:\[(?P<player>[^\[\]]{{1,64}})\] ?)?(?P<name>[^\[\]]{{0,100}}?) ?: \[(?P<channel>{_CHANNELS})\] ?"
    r"(?P<text>.*)",
    re.DOTALL,
)
_PLAIN = re.compile(r"(?:\[[^\[\]]{1,64}\] )?(?P<name>[^:\[\]()]{1,100}): (?P<text>.*)", re.DOTALL)
_HERE = re.compile(
    r"(?P<who>.{1,100}?) has (?:(?P<came>joined)|left) as a (?:player|game master)\.{0,2}|"
    r"(?P<who2>.{1,100}?) (?:\([^()]{0,60}\) )?(?:(?P<came2>Joined)|Left) as "
    r"(?:Player|Game ?Master|DM) \d{1,3}.{0,200}",
    re.DOTALL,
)
_SUM = re.compile(
    r" : \((\d{1,3}) ([+-]) (\d{1,3}) = (-?\d{1,4})(?: [^()]{0,80})?\)(?: :.{0,80})?\Z", re.ASCII
)
_ACTS = re.compile(
    r"(?:[^:]{1,60} : ){0,4}(?P<who>[^:]{1,100}?) (?:attacks|attempts|uses|tries)\b|(?P<who2>[^:]{1,100}?) : "
)
_OF_THE_GAME = re.compile(
    r"(?:Acquired Item|Lost Item|Experience Points Gained|Gold|Script|Error|New Value|Armor/Shield Applies|"
    r"Your journal has been updated|"
    r"[^:]{1,100} (?:damages|attacks|attempts|casts|casting|uses|killed) [^:]{1,100}"
    r")(?::| :)|[^:]{1,100} ?: (?:Healed|Immune to|Damage (?:Reduction|Resistance|Immunity)|Spell Level|"
    r"[A-Z][A-Za-z]{1,30} (?:Save|Roll|Check) )|[^:\[\]]{1,100} : "
)
_COLOUR = re.compile(r"</?c(?:olor)?(?:=[^<>]{0,40}|[^<>]{3})?>")
_PRIVATE = frozenset({"Tell"})
_AS_SAID = frozenset({"Talk", "Dialog"})


def sniff(head: Head) -> float:
    """The share of lines with the game's time, where the chat window or a channel is named."""
    fits = named = 0
    for line in head.lines:
        found = _LINE.match(line)
        rest = found[4] if found is not None else ""
        if found is None:
            found = _SHORT.match(line) or _COPY.match(line)
            rest = line if found is not None else ""
        fits += found is not None
        named += line.startswith(_WINDOW) or (found is not None and _SAID.search(rest) is not None)
    return 0.97 * fits / len(head.lines) if named * 3 >= fits and named else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events; a line without a time goes on with what is said above it. Of what the client logs twice,
    with a time and without, the copy is part of the message."""
    seq = 0
    held: Event | None = None
    loose: list[tuple[int, str]] = []
    lines = 1

    def said_of(number: int, line: str) -> Event:
        nonlocal seq
        event = _event(line, None, None, ctx) or Event(kind="system", text=line.strip(), trust="server")
        seq += 1
        return replace(event, seq=seq - 1, source=Source(ctx.file, number, number))

    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        stamped = _stamped(line, ctx, number)
        if stamped is None and _COPY.match(line) is not None:
            if held is not None and _same(held, line):
                held = _to(held, number)
                continue
            if held is not None:
                yield held
                held = None
            loose.append((number, line))
            if len(loose) > 1:
                yield said_of(*loose.pop(0))
            continue
        if stamped is None:
            if held is None or lines >= MESSAGE_LINES or loose:
                yield from (said_of(*one) for one in loose)
                loose.clear()
                if held is not None:
                    yield held
                    held = None
                yield ctx.unread(line, number)
                continue
            held = _to(replace(held, text=f"{held.text}\n{_COLOUR.sub('', line).strip()}"), number)
            lines += 1
            continue
        if held is not None:
            yield held
        at, clock, rest = stamped
        event = _event(rest, at, clock, ctx) or Event(
            kind="system", at=at, clock=clock, text=rest.strip(), trust="server"
        )
        first = number
        if loose:
            before = loose.pop()
            if _same(event, before[1]):
                first = before[0]
            else:
                yield said_of(*before)
        held, lines = replace(event, seq=seq, source=Source(ctx.file, first, number)), 1
        seq += 1
    yield from (said_of(*one) for one in loose)
    if held is not None:
        yield held


def _to(event: Event, number: int) -> Event:
    assert event.source is not None
    return replace(event, source=Source(event.source.file, event.source.line, number))


def _same(event: Event, line: str) -> bool:
    """Whether a line without a time says again what somebody said."""
    copy = _COPY.match(line)
    if copy is None or event.speaker is None:
        return False
    return copy[1].strip() == event.speaker and _COLOUR.sub("", copy[2]).strip() == event.text


def _stamped(line: str, ctx: Context, number: int) -> tuple[str | None, str | None, str] | None:
    """When a line was written, and its words."""
    found = _LINE.match(line)
    if found is None:
        found = _SHORT.match(line)
        return (*ctx.calendar.stamp(found[1]), found[2]) if found is not None else None
    number_of = month(found[1])
    if number_of is not None:
        ctx.told_day(number, (number_of, int(found[2])))
    return (*ctx.calendar.stamp(found[3]), found[4])


def _event(rest: str, at: str | None, clock: str | None, ctx: Context) -> Event | None:
    """What the words of a line say, None for what only the game tells."""
    rest = _COLOUR.sub("", rest)
    said = _SAID.fullmatch(rest)
    if said is not None:
        name, channel = said["name"].strip() or said["player"] or "", said["channel"]
        text = said["text"].strip()
        if not name or channel == "ServerTell":
            return Event(kind="system", at=at, clock=clock, text=text, trust="server")
        kind: Kind = "whisper" if channel in _PRIVATE else "say"
        return Event(
            kind=kind, at=at, clock=clock, speaker=as_member(ctx.speaker(name)), text=text,
            room=None if channel in _PRIVATE or channel in _AS_SAID else channel,
        )  # fmt: skip
    here = _HERE.fullmatch(rest)
    if here is not None:
        kind = "join" if here["came"] or here["came2"] else "leave"
        who = (here["who"] or here["who2"]).strip()
        return Event(kind=kind, at=at, clock=clock, speaker=who, text=rest.strip(), trust="server")
    rolled = _rolled(rest)
    if rolled is not None:
        return Event(
            kind="roll", at=at, clock=clock, speaker=rolled.roller, text=rest.strip(), trust="server",
            roll=rolled,
        )  # fmt: skip
    plain = _PLAIN.fullmatch(rest) if _OF_THE_GAME.match(rest) is None else None
    if plain is None:
        return None
    name = as_member(ctx.speaker(plain["name"].strip()))
    return Event(kind="say", at=at, clock=clock, speaker=name, text=plain["text"].strip())


def _rolled(rest: str) -> Roll | None:
    """A die of twenty sides that the game threw: what it shows, what is added, and the sum."""
    found = _SUM.search(rest, max(0, len(rest) - 200))
    who = _ACTS.match(rest[: found.start()] + " : ") if found is not None else None
    if found is None or who is None:
        return None
    face, modifier, total = int(found[1]), int(found[3]), int(found[4])
    modifier = -modifier if found[2] == "-" else modifier
    if not 1 <= face <= 20 or face + modifier != total:
        return None
    return Roll(
        roller=(who["who"] or who["who2"]).strip(), count=1, sides=20, faces=(face,), modifier=modifier,
        total=total, expression=f"1d20{modifier:+d}" if modifier else "1d20",
    )  # fmt: skip


FORMAT = Format(
    name="neverwinter",
    title="Neverwinter Nights chat log",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
