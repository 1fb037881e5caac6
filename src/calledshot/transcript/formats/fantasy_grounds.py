"""Fantasy Grounds' chatlog.html, Classic and Unity: a coloured line an event, dice in brackets behind it.

The dice stand outside of what was typed, so nobody can type them. Colours follow the theme and are a hint
only: what a line is, its words tell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calledshot.dice.roll import Roll
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.html_tags import decoded, seen_text
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.vtt_rolls import made

_FONT = re.compile(r"<font color=\"#{1,2}([0-9A-Fa-f]{3,8})\">")
_END = re.compile(r"</font>(?: \[([^\[\]]{1,300})\])?\s{0,4}(?:<br ?/?>)?\s{0,4}\Z")
_SESSION = re.compile(
    r"(?:<a name=\"[^\"<>]{0,40}\" ?/?>(?:</a>)?)?<b>((?:Chat log|Session) started at ([^<]{1,60}))</b>"
    r"(?:<br ?/?>)?\s{0,4}"
)
_LINK = re.compile(r"<a (?:href|name)=\"[^\"]{0,2000}\" ?/?>(.{0,2000}?)(?:</a>)?(?:<br ?/?>)?\s{0,4}")
_DICE = re.compile(r"(.{1,250}) = (-?\d{1,9})", re.ASCII)
_RESULT = re.compile(r"(?:[A-Z][A-Za-z /()'-]{1,40} )?(?:\[[^\[\]]{0,200}\] ?){1,8}-> (?=\[)")
_CAME = re.compile(r"(?:User )?'([^\n]{1,60})' (connected|disconnected)\.?")
_STATE = re.compile(r"\[(?:TURN|ROUND|INIT|EFFECTS?)\b")
_TO = re.compile(r"\s{0,2}(.{0,60}?) ?-> (.{1,60}?): (.*)", re.DOTALL)
_OOC = re.compile(r"\s{0,3}\(([^()]{1,60})\): ?(.*)", re.DOTALL)
_MOOD = re.compile(r"(.{1,60}?) \(([^()]{1,80})\)\Z")
_LANGUAGE = re.compile(r"(.{1,60}?) \[([^\[\]]{1,40})\]\Z")
_SENTENCE = re.compile(r"[.,;!?] ")
_BREAK = ("<br />", "<br/>", "<br>")
NAME_LENGTH = 80
NAME_WORDS = 6
RESULTS, EMOTES, MOODS = "660066", "880000", "000000"


class _Cut(NamedTuple):
    colour: str
    text: str
    dice: str | None


def _cut(line: str) -> _Cut | None:
    """The colour, the words and the dice of a line."""
    begin = _FONT.match(line)
    if begin is None:
        return None
    end = _END.search(line, max(begin.end(), line.rfind("</font>")))
    if end is None or "<font" in line[begin.end() : end.start()]:
        return None
    words = decoded(line[begin.end() : end.start()]).replace("\r\n", "\n").replace("\r", "\n")
    return _Cut(begin[1].lower(), words.replace("\\r", "\n"), end[1])


def _closed(line: str) -> bool:
    return line.rstrip().endswith(_BREAK) or _SESSION.fullmatch(line) is not None


def sniff(head: Head) -> float:
    """The share of lines that are one coloured piece with its line break, or a session's first line."""
    lines = head.lines
    if not lines or not lines[0].startswith("<"):
        return 0.0
    coloured = fits = 0
    for line in lines:
        if line.startswith("<font color="):
            good = _cut(line) is not None or not line.rstrip().endswith(_BREAK)
            coloured += good
            fits += good
        else:
            fits += _SESSION.fullmatch(line) is not None or _LINK.fullmatch(line) is not None
            fits += line.strip() in _BREAK or not line.startswith("<")
    session = _SESSION.fullmatch(lines[0]) is not None
    return 0.98 * fits / len(lines) if coloured or session else 0.0


class _Names:
    """Who speaks. Of the places at which a name could end the first holds, or a later one that is as
    frequent: then the colon is part of the name."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._counts: Counter[str] = Counter()
        for text in {cut.text for line in lines if (cut := _cut(line)) is not None}:  # repeats prove nothing
            self._counts.update(_prefixes(text))
        self.known = {name for name in self._counts if self._is_name(name)}
        self.known |= {found[1] for name in self.known if (found := _LANGUAGE.match(name)) is not None}

    def _is_name(self, text: str) -> bool:
        """Whether it can be one: what stands once only and goes on like a sentence is told by nobody."""
        often = self._counts[text] > 1
        return often or (text.count(" ") < NAME_WORDS and _SENTENCE.search(text) is None)

    def split(self, text: str) -> tuple[str, str] | None:
        prefixes = _prefixes(text)
        if not prefixes:
            return None
        name = prefixes[0]
        for longer in prefixes[1:]:
            if self._counts[longer] >= 2 and self._counts[longer] == self._counts[prefixes[0]]:
                name = longer
        if not self._is_name(name):
            return None
        return name, text[len(name) + 1 :].strip(" ")

    def before(self, text: str) -> str | None:
        """The known name that a text begins with."""
        words = text[:NAME_LENGTH].split(" ")
        for size in range(min(6, len(words)), 0, -1):
            name = " ".join(words[:size]).removesuffix("'s").rstrip(",")
            if name in self.known:
                return name
        return None


def _prefixes(text: str) -> list[str]:
    """All that could be a name before a colon, the shortest first."""
    found: list[str] = []
    end = text.find("\n", 0, NAME_LENGTH)
    end = end if end >= 0 else NAME_LENGTH
    at = text.find(":", 0, end)
    while at > 0 and len(found) < 4:
        if text[at + 1 : at + 2] in (" ", "\n", "") and not text[0].isspace() and text[0] not in "[*":
            found.append(text[:at])
        at = text.find(":", at + 1, end)
    return found


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events; a piece that has a line end in it goes on until its line break."""
    names = _Names(ctx.head.all_lines)
    seq = 0
    held: list[str] = []
    first = 0
    for number, line in numbered(blocks):
        if held:
            if line.startswith(("<font color=", "<a name=", "<b>")) or len(held) >= MESSAGE_LINES:
                for at, one in enumerate(held):
                    if one.strip():
                        yield ctx.unread(one, first + at)
                held = []
            else:
                held.append(line)
                if not _closed(line):
                    continue
                line, held = "\n".join(held), []
        if not held and line.startswith("<font color=") and not _closed(line) and _cut(line) is None:
            held, first = [line], number
            continue
        start = number - line.count("\n")
        if not line or line.isspace() or line.strip() in _BREAK:
            continue
        event = _event(line, seq, Source(ctx.file, start, number), names, ctx)
        if event is None:
            for at, one in enumerate(line.split("\n")):
                if one.strip():
                    yield ctx.unread(one, start + at)
        else:
            yield event
            seq += 1
    for at, one in enumerate(held):
        if one.strip():
            yield ctx.unread(one, first + at)


def _event(line: str, seq: int, source: Source, names: _Names, ctx: Context) -> Event | None:
    session = _SESSION.fullmatch(line)
    if session is not None:
        return _session(session, seq, source, ctx)
    cut = _cut(line)
    if cut is None:
        link = _LINK.fullmatch(line)
        if link is None:
            return None
        return Event(seq=seq, kind="system", text=seen_text(link[1]), trust="server", source=source)
    kind, speaker, to, text, trust = _words(cut, names, ctx)
    roll: Roll | None = None
    if cut.dice is not None:
        found = _DICE.fullmatch(cut.dice)
        roll = made(speaker or "", found[1].strip(), int(found[2])) if found is not None else None
        kind, trust = ("roll" if roll is not None else "notice"), "server"
        text = f"{text.strip()} [{cut.dice}]"
    return Event(
        seq=seq, kind=kind, speaker=speaker, to=to, text=text.strip(), trust=trust, roll=roll, source=source
    )


def _session(found: re.Match[str], seq: int, source: Source, ctx: Context) -> Event:
    when = long_date(found[2].replace(" / ", " "))
    at = None
    if when is not None:
        ctx.calendar.set_day(when[0])
        at = ctx.calendar.moment(when[0], when[1]) if when[1] else None
    return Event(seq=seq, at=at, kind="system", text=decoded(found[1]), trust="server", source=source)


def _words(cut: _Cut, names: _Names, ctx: Context) -> tuple[Kind, str | None, str | None, str, Trust]:
    """Kind, speaker, recipient, words and trust of a line."""
    text = cut.text
    if cut.dice is None and (_STATE.match(text) or _RESULT.match(text)):
        return "system", None, None, text, "server"
    came = _CAME.fullmatch(text) if cut.dice is None and text.endswith(("connected", "connected.")) else None
    if came is not None:
        return ("join" if came[2] == "connected" else "leave"), came[1], None, text, "server"
    whispered = _TO.fullmatch(text) if " -> " in text[:130] or text.lstrip().startswith("-> ") else None
    if whispered is not None and cut.dice is None and ":" not in whispered[1] and "[" not in whispered[1]:
        return "whisper", whispered[1].strip() or ctx.speaker("You"), whispered[2], whispered[3], "member"
    ooc = _OOC.fullmatch(text) if text.lstrip()[:1] == "(" else None
    if ooc is not None:
        return "say", ooc[1], None, ooc[2], "member"
    named = names.split(text)
    if named is not None:
        name, words = named
        mood = _MOOD.fullmatch(name)
        if mood is not None and (
            cut.colour == MOODS or mood[1] in names.known or _LANGUAGE.fullmatch(mood[1]) is not None
        ):
            name, words = mood[1], f"({mood[2]}) {words}"
        language = _LANGUAGE.fullmatch(name)
        if language is not None:
            name, words = language[1], f"[{language[2]}] {words}"
        return "say", ctx.speaker(name), None, words, "member"
    if cut.colour == RESULTS:
        return "system", None, None, text, "server"
    actor = names.before(text)
    if actor is not None:
        return "emote", actor, None, text, "member"
    if cut.colour == EMOTES:
        return "system", None, None, text, "server"
    return "emote", None, None, text, "unknown"


FORMAT = Format(
    name="fantasy-grounds",
    title="Fantasy Grounds chat log",
    evidence="writer's source",
    extensions=(".html", ".htm"),
    sniff=sniff,
    read=read,
)
