"""OpenRPG's chat, saved or pasted: a player's number and name, a colon, what he says; pages of it too.

The number stands for the player, the name changes; both are on every line. Dice that a client works out in
a player's words are those words: anybody can type them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.roster import BLANKS

_TIME = re.compile(
    r"[\[(]?(\d{1,2}:\d\d(?::\d\d)?(?: [AaPp][Mm])?)[\])]? ?(?:[:-] )?(?=\(\d|\*\*|\S)", re.ASCII
)
_MOVED = re.compile(r"(?:\((\d{1,6})\) )?(.{1,80}) \((enter|exit)\): (\d{1,2}:\d\d(?::\d\d)?)", re.ASCII)
_SAID = re.compile(r"\((\d{1,6})\) (.{1,80}?)( \(whispering\))?: ?(.*)", re.ASCII | re.DOTALL)
_BARE = re.compile(r"\((\d{1,6})\) (.{1,80}?):", re.ASCII)
_ACTS = re.compile(r"\*\* \((\d{1,6})\) (.{1,4000}?) ?\*\*", re.ASCII | re.DOTALL)
_SERVER = re.compile(r"(?:Server Administrator|Server|System) ?-> ?(.*)", re.DOTALL)
_CLIENT = re.compile(
    r"(?:Game (?:connected|disconnected)!|Moving to room '.{0,200}'\.\.|Room access denied!"
    r"|.{1,80} has sent you a tree node\.\.\.|Emote commands:|/[a-z]{1,20}\b.{0,300}? - .{1,200}"
    r"|Welcome to (?:Traipse )?OpenRPG version.{0,80}|(?:Locating|Disconnecting from) server.{0,300}"
    r"|(?:Attempting to assign the role of|This product is licensed under|Many thanks goes to all).{0,300}"
    r"|The developers in alphabetical order are:|\*\* Sorry, don't understand .{0,300})",
    re.DOTALL,
)
_GREETING = re.compile(r"Welcome to (?:Traipse )?OpenRPG version")
_GOES_ON = ("Server Administrator->", "The developers in alphabetical order")
"""What the client tells in several lines."""
_OWN = re.compile(r"whispering to (.{1,300}?), (?: |(?=\S)(?!.{0,300}?,  ))(.*)", re.DOTALL)
"""What its owner whispers: each name with a comma and a blank, then one blank more."""
NAMES_LIMIT = 5000


def sniff(head: Head) -> float:
    """The share of lines that begin with a player's number, or tell of one."""
    lines = head.lines
    fits = own = 0
    before = False
    greeted = any(_GREETING.match(line) is not None for line in lines[:3])
    for line in lines:
        text = _visible(line)
        known = _SAID.match(text) is not None or _ACTS.match(text) is not None
        known = known or (_MOVED.fullmatch(text) is not None) or _SERVER.match(text) is not None
        known = known or _OWN.match(text) is not None
        own += known
        fits += known or before or _CLIENT.fullmatch(text) is not None or not text
        before = known or text.startswith(_GOES_ON) or (before and greeted)
    if not lines or (own < 0.3 * len(lines) and not greeted):
        return 0.0
    return (0.97 if _GREETING.match(lines[0]) is not None else 0.95) * fits / len(lines)


def _visible(line: str) -> str:
    text = seen_text(line) if "<" in line or "&" in line else line
    text = text.strip(BLANKS)
    time = _TIME.match(text)
    return text[time.end() :] if time is not None and _is_time(time) else text


def _is_time(found: re.Match[str]) -> bool:
    """Whether it is a time, or stands where one does, though no clock may show it."""
    return time_of_day(found[1]) is not None or found[0][:1] == "["


def _time(line: str) -> str:
    text = (seen_text(line) if "<" in line else line).strip(BLANKS)
    time = _TIME.match(text)
    return time[1] if time is not None and time_of_day(time[1]) is not None else ""


class _Players:
    """The names under which each number is known; the last one is the player's."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._names: dict[str, list[str]] = {}
        for line in lines:
            found = _BARE.match(_visible(line))
            if found is not None:
                self.named(found[1], found[2].removesuffix(" (whispering)"))

    def named(self, number: str, name: str) -> None:
        names = self._names.setdefault(number, []) if len(self._names) < NAMES_LIMIT else []
        if name not in names and len(names) < 20:
            names.append(name)

    def acting(self, number: str, words: str) -> str:
        """The name with which what a player does begins."""
        for name in sorted(self._names.get(number, ()), key=len, reverse=True):
            if words.startswith(name):
                return name
        return words.split(" ", 1)[0]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events; a line that begins none goes on with the message above it."""
    players = _Players(ctx.head.all_lines)
    seq = first = last = 0
    held: Event | None = None
    more: list[str] = []
    goes_on = False
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        event = _event(line, players, ctx)
        if event is None:
            text = _visible(line)
            if (
                held is not None
                and held.kind != "join"
                and len(more) < MESSAGE_LINES
                and (held.kind != "system" or goes_on)
            ):
                more.append(text)
                last = number
                continue
            if held is not None:
                yield _whole(held, more, seq, Source(ctx.file, first, last))
                seq, held = seq + 1, None
            yield ctx.unread(line, number)
            continue
        if held is not None:
            yield _whole(held, more, seq, Source(ctx.file, first, last))
            seq += 1
        held, more, first, last = event, [], number, number
        goes_on = _visible(line).startswith(_GOES_ON)
    if held is not None:
        yield _whole(held, more, seq, Source(ctx.file, first, last))


def _whole(event: Event, more: list[str], seq: int, source: Source) -> Event:
    from msgspec.structs import replace

    text = "\n".join([event.text, *(part for part in more if part)])
    return replace(event, seq=seq, source=source, text=text)


def _event(line: str, players: _Players, ctx: Context) -> Event | None:
    text = _visible(line)
    at, clock = ctx.calendar.stamp(_time(line)) if _time(line) else (None, None)
    kind: Kind = "say"
    trust: Trust = "member"
    moved = _MOVED.fullmatch(text)
    if moved is not None:
        at, clock = ctx.calendar.stamp(moved[4])
        kind = "join" if moved[3] == "enter" else "leave"
        return Event(kind=kind, speaker=moved[2], text=text, trust="server", at=at, clock=clock)
    acts = _ACTS.fullmatch(text)
    if acts is not None:
        return Event(kind="emote", speaker=players.acting(acts[1], acts[2]), text=acts[2], at=at, clock=clock)
    said = _SAID.fullmatch(text)
    if said is not None:
        players.named(said[1], said[2])
        to = ctx.speaker("You") if said[3] else None
        kind = "whisper" if said[3] else "say"
        return Event(kind=kind, speaker=said[2], to=to, text=said[4], trust=trust, at=at, clock=clock)
    own = _OWN.fullmatch(text)
    if own is not None:
        speaker = ctx.speaker("You")
        return Event(kind="whisper", speaker=speaker, to=own[1], text=own[2], at=at, clock=clock)
    server = _SERVER.fullmatch(text)
    if server is not None or _CLIENT.fullmatch(text) is not None:
        words = server[1] if server is not None else text
        return Event(kind="system", text=words, trust="server", at=at, clock=clock)
    return None


FORMAT = Format(
    name="openrpg",
    title="OpenRPG chat log",
    evidence="writer's source",
    extensions=(".txt", ".html", ".htm"),
    sniff=sniff,
    read=read,
)
