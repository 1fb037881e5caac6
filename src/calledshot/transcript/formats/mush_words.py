"""The words in which a MUSH tells of speech, pages, channels, people who come and go, and dice."""

from __future__ import annotations

import re

from msgspec import Struct

from calledshot.dice.dialects import number
from calledshot.dice.roll import Roll
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed


class Said(Struct):
    """What a line begins. `quoted`: its words end with a quote; `closed`: nothing goes on with it; `sure`:
    it cannot be what was wrapped off the line above."""

    kind: Kind
    speaker: str | None
    text: str
    to: str | None = None
    room: str | None = None
    trust: Trust = "member"
    roll: Roll | None = None
    quoted: bool = False
    closed: bool = False
    sure: bool = False


_N = r"(?P<n>[^\Wa-z_][^\s\"“,:<>\[\]()]{0,30}(?: [^\s\"“,:<>\[\]()]{1,30}){0,3}?)"
_SAYS = re.compile(
    rf"{_N} (?:says|asks|exclaims|states|shouts|yells|whispers|drawls|say|ask|exclaim|shout)"
    rf"(?: in [A-Za-z' -]{{1,30}}| to [^\",]{{1,40}})?, ?[\"“](?P<t>.*)",
    re.DOTALL,
)
_CHANNEL = re.compile(
    r"(?:<(?P<c>[A-Za-z0-9*][\w *'-]{0,24})>|\[(?P<d>[A-Za-z0-9][\w '-]{0,24})\])(?: OOCly,)? (?P<rest>.*)",
    re.DOTALL,
)
_CHANNEL_SAYS = re.compile(rf"{_N} says?, ?[\"“](?P<t>.*)", re.DOTALL)
_CHANNEL_COLON = re.compile(rf"{_N}: (?P<t>.*)", re.DOTALL)
_PAGES = re.compile(
    rf"{_N} pages(?: \([^)]{{1,80}}\))?(?:, ?[\"“](?P<t>.*?)[\"”](?: to you\.?)?|: (?P<u>.*))", re.DOTALL
)
_PAGED = re.compile(
    r"You (?:paged?|whisper(?:ed)?) (?P<to>[^\"“']{1,60}?)"
    r"(?:,? with ['\"“](?P<t>.*?)['\"”]\.?|, ?[\"“](?P<v>.*?)[\"”]\.?|: (?P<u>.*))",
    re.DOTALL,
)
_AFAR = re.compile(rf"From afar,? {_N}(?P<t> .*)", re.DOTALL)
_LONG = re.compile(r"Long distance to (?P<to>[^:]{1,60}): (?P<t>.*)", re.DOTALL)
_CAME = re.compile(
    rf"{_N} (?P<v>has connected|has disconnected|has arrived|has left|has partially disconnected"
    r"|has reconnected|arrives(?: from [^.]{1,60})?|leaves(?: for [^.]{1,60})?|enters the room"
    r"|has joined this channel|has left this channel|goes home|has entered the game|leaves the game)\."
)
_OWN = re.compile(
    r"(?:GAME:|\*\*\*|%%|Huh\?|Obvious exits:|Contents:|Players:|-{3,}|={3,}|Exits:).{0,400}", re.DOTALL
)
_START = re.compile(
    r"(?P<n>[^\s\"“:][^\"“:]{0,60}?) rolls? (?P<e>\d{1,5}d\d{1,5}[^.:\"]{0,40}?)"
    r"(?: \((?:hidden|secret, not echoed)\))?\.",
    re.ASCII,
)
_RESULT = re.compile(
    r" Roll\(s\): (?P<f>[\d, ]{1,2000}(?:and \d{1,5})?)\. Total result is (?P<t>-?\d{1,9})\.(?P<r>.{0,80})",
    re.ASCII,
)
_ARES = re.compile(
    r"<FS3> (?P<n>.{1,60}?) rolls (?P<e>[^:]{1,80}): (?P<o>[^()]{1,60}) \((?P<f>[\d ]{1,400})\)\.?", re.ASCII
)
_FACE = re.compile(r"\d{1,9}", re.ASCII)
FS3_SIDES = 8


def spoken(line: str) -> Said | None:
    """Speech, a page, a channel's line, somebody who comes or goes, a line of the game's own."""
    if len(line) > 20_000 or line[:1] in ("", " "):
        return None
    channel = _CHANNEL.match(line) if line[0] in "<[" else None
    if channel is not None:
        room, rest = channel["c"] or channel["d"], channel["rest"]
        said = _CHANNEL_SAYS.match(rest)
        if said is not None:
            return Said("say", said["n"], said["t"], room=room, quoted=True, sure=True)
        said = _CHANNEL_COLON.match(rest)
        if said is not None:
            return Said("say", said["n"], said["t"], room=room, sure=True)
        name = rest.split(" ", 1)[0]
        return (
            Said("emote", name.rstrip(",") or None, rest, room=room, sure=True)
            if name[:1].isupper()
            else None
        )
    if line.startswith("You "):
        paged = _PAGED.fullmatch(line)
        if paged is not None:
            words = (
                paged["t"] if paged["t"] is not None else paged["v"] if paged["v"] is not None else paged["u"]
            )
            return Said("whisper", "You", words, to=paged["to"].strip(), sure=True)
    if line.startswith("Long distance to "):
        paged = _LONG.match(line)
        if paged is not None:
            return Said("whisper", "You", paged["t"], to=paged["to"], sure=True)
    if line.startswith("From afar"):
        paged = _AFAR.match(line)
        if paged is not None:
            return Said("whisper", paged["n"], (paged["n"] + paged["t"]), to="You", sure=True)
    if " pages" in line[:130]:
        paged = _PAGES.fullmatch(line)
        if paged is not None:
            return Said(
                "whisper",
                paged["n"],
                paged["t"] if paged["t"] is not None else paged["u"],
                to="You",
                sure=True,
            )
    said = _SAYS.match(line)
    if said is not None:
        return Said("say", said["n"], said["t"], quoted=True)
    if line.endswith("."):
        came = _CAME.fullmatch(line)
        if came is not None:
            verb = came["v"]
            left = verb.startswith(("has disc", "has left", "has part", "leaves", "goes home"))
            return Said("leave" if left else "join", came["n"], line, trust="server", closed=True)
    if _OWN.fullmatch(line):
        return Said("system", None, line.strip(), trust="server", closed=line[0] in "-=*%G")
    return None


def evennia_start(line: str) -> tuple[str, str] | None:
    """The roller and the expression of the line with which Evennia announces a roll."""
    found = _START.fullmatch(line) if " roll" in line[:80] else None
    return (found["n"], found["e"].strip()) if found is not None else None


def evennia_result(line: str, roller: str, expression: str) -> Said | None:
    """The roll in Evennia's line of results, which is indented as nobody's pose is."""
    found = _RESULT.fullmatch(line) if line.startswith(" Roll(s): ") else None
    if found is None:
        return None
    faces = tuple(number(face) for face in _FACE.findall(found["f"]))
    dice = expression
    for mark in ("<", ">", "=", "!"):
        dice = dice.split(mark, 1)[0]
    known = parsed(dice)
    shown = (
        [Dice(len(faces), known.dice[0].sides, faces)] if known is not None and len(known.dice) == 1 else []
    )
    if not shown:
        sides = re.match(r"\d{1,5}d(\d{1,5})", dice, re.ASCII)
        shown = [Dice(len(faces), int(sides[1]), faces)] if sides is not None else []
    roll = made(roller, expression, int(found["t"]), shown)
    return Said("roll", roller, line.strip(), trust="server", roll=roll, closed=True, sure=True)


def ares_roll(line: str) -> Said | None:
    """A roll of AresMUSH's FS3 system."""
    found = _ARES.fullmatch(line) if line.startswith("<FS3> ") else None
    if found is None:
        return None
    faces = tuple(number(face) for face in _FACE.findall(found["f"]))
    roll = Roll(
        roller=found["n"],
        count=len(faces),
        sides=FS3_SIDES,
        faces=faces,
        total=sum(faces),
        expression=found["e"],
    )
    return Said("roll", found["n"], line, trust="server", roll=roll, closed=True, sure=True)
