"""Logs of MUSHes, MUXes, Evennia and AresMUSH: speech in quotes, poses that begin with a name.

The game gives no times; a client may put them before each line (`mush_stamps`). Lines are wrapped at the
width of a terminal and poses stand between blank lines. Of dice only what a pose cannot print is a roll:
Evennia's indented result and Ares's marked one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from calledshot.dice.roll import Roll
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.irc_text import stripped
from calledshot.transcript.formats.mud_words import without_prompt
from calledshot.transcript.formats.mush_stamps import Times, opens_log, stamp_of, stamped, unstamped
from calledshot.transcript.formats.mush_words import (
    Said,
    ares_roll,
    evennia_result,
    evennia_start,
    lists,
    posing,
    spoken,
)
from calledshot.transcript.roster import is_rule

FULL = 60
WIDEST = 82
"""Lines are wrapped at some width between these, or not at all."""
SLACK = 14
_PROSE = re.compile(r"[\"“'(*]?[^\W\da-z_].{10,2000}[.!?…\"”')]")
_FIRST = re.compile(r"([^\W\da-z_][\w'-]{1,30}?)(?:'s)?(?: ([^\W\da-z_][\w'-]{1,30}?)(?:'s)?)?(?:,? |$)")
_CHATTED = re.compile(r"([^\W\d][\w'-]{1,20}(?: [^\W\d][\w'-]{0,20})?): \S")
_COMMON = frozenset(
    ["the", "a", "an", "in", "on", "at", "as", "it", "he", "she", "they", "his", "her", "their", "and", "but",
     "then", "with", "from", "for", "when", "while", "after", "before", "is", "this", "that", "there", "you",
     "your", "we", "i", "to", "of", "no", "yes", "what", "who", "how", "why", "not", "all", "one", "now"]
)  # fmt: skip
"""Words that begin a sentence and are nobody's name."""


_ROOM = frozenset(["contents:", "obvious exits:"])
_IRC = re.compile(
    r"(?:\*{3}|-!-|-->|<--|={2,3}) (?:\S{1,80} [(\[]\S{0,200}[)\]] has (?:joined|left|quit)\b|Mode change \")"
)
"""What clients of IRC tell, with somebody's host, and no game does."""


def sniff(head: Head) -> float:
    """The share of paragraphs that are speech, channels, arrivals or poses of those who speak; a log of
    which only poses are seen is not known by itself. Below times only speech in quotes and pages tell."""
    lines = [stripped(line) for line in head.lines]
    if not lines or lines[0][:1] == "{":
        return 0.0
    if any(map(_IRC.match, lines)):
        return 0.0
    lines = [line for line in lines if not opens_log(line)]
    timed = stamped(lines)
    if timed:
        lines = unstamped(lines)
    lines = [line if (rest := without_prompt(line)) is None else rest for line in lines]
    lines = [line for line in lines if line.strip()]
    if not lines:
        return 0.0
    strict = timed or any(line[:1] == "<" for line in lines[:1])
    said = sum(
        (found := spoken(line)) is not None and not _anywhere(found) and (not strict or _tells(found))
        for line in lines
    )
    said += sum(ares_roll(line) is not None for line in lines)
    said += sum(evennia_result(line, "x", "1d1") is not None for line in lines if line.startswith(" Roll(s)"))
    marked = sum((found := spoken(line)) is not None and _is_mark(found) for line in lines)
    if said <= marked or _are_names(lines) or _before_colons(lines):
        return 0.0
    rooms = {line.rstrip().lower() for line in lines if lists(line)}
    if rooms.issuperset(_ROOM):  # a room as it is shown to whoever comes in
        said += 3
    names = _Names(lines)
    fits = 0
    full = listing = False
    for line in lines:
        listing = lists(line) or (listing and len(line) < FULL and spoken(line) is None)
        known = spoken(line) is not None or names.before(line) is not None or ares_roll(line) is not None
        known = known or evennia_start(line) is not None or posing(line) is not None
        fits += known or full or listing or is_rule(line) or line.startswith((" Roll(s)", "You "))
        full = FULL - 12 <= len(line) <= WIDEST
    share = fits / len(lines)
    strength = said / len(lines)
    if strength < 0.08 and said < 3:
        return 0.0
    return share * (0.93 if strength >= 0.2 or said >= 4 else 0.7)


def _are_names(lines: list[str]) -> bool:
    """Whether what stands in brackets is who speaks, not the channel: there are several, and what is behind
    it says in few lines whose it is."""
    boxed = [line for line in lines if line[:1] == "[" and "]" in line[:34]]
    if len(boxed) < 0.6 * len(lines) or len({line[: line.index("]")] for line in boxed}) < 3:
        return False
    said = sum((found := spoken(line)) is not None and found.kind != "emote" for line in boxed)
    return said < 0.6 * len(boxed)


def _before_colons(lines: list[str]) -> bool:
    """Whether names stand before colons, as in few games, in more lines than are spoken in quotes."""
    loose = [line for line in lines if _CHATTED.match(line) is not None and spoken(line) is None]
    quoted = sum((found := spoken(line)) is not None and found.quoted for line in lines)
    return len(loose) > max(quoted, 0.2 * len(lines))


def _is_mark(said: Said) -> bool:
    """Whether any text may have it: a rule, a prompt, what stands behind asterisks."""
    return said.kind == "system" and said.text[:1] in "-=*>+#%" and said.text[:4] != "## S"


def _anywhere(said: Said) -> bool:
    """Whether any pasted chat may word it so: "Name says: text"."""
    return said.mark == "'" and not said.quoted and said.kind == "say"


def _tells(said: Said) -> bool:
    """Whether no other chat words it so: what is said in quotes, and pages."""
    return said.quoted or said.kind in ("whisper", "roll")


class _Names:
    """Who is there: those who speak or come, and names that several paragraphs begin with."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._known: set[str] = set()
        firsts: Counter[str] = Counter()
        whole: Counter[str] = Counter()
        blank = True
        for raw in lines:
            line = stripped(raw)
            if not line.strip():
                blank = True
                continue
            said = spoken(line)
            posed = said is not None and said.kind == "emote"
            if said is not None and said.speaker is not None and said.speaker != "You" and not posed:
                self._known.add(said.speaker)
            text = said.text if said is not None and posed else line
            first = _FIRST.match(text) if blank or posed or said is None else None
            if first is not None and first[1].casefold() not in _COMMON:
                firsts[first[1]] += 1
                if first[2] is not None:
                    whole[f"{first[1]} {first[2]}"] += 1
            blank = False
        doubled = {name.split(" ", 1)[0]: name for name, count in whole.items() if count >= 2}
        for name, count in firsts.items():
            if count >= 2:  # a name of two words never stands without the second
                both = doubled.get(name, name)
                self._known.add(both if whole[both] == count else name)
        self._first = {name.split(" ", 1)[0] for name in self._known}

    def before(self, line: str) -> str | None:
        """The name a pose begins with, the longest known one."""
        words = line.split(" ", 4)
        words[0] = words[0].split("(#", 1)[0]
        if words[0].rstrip(",").removesuffix("'s") not in self._first:
            return None
        for size in range(min(4, len(words)), 0, -1):
            name = " ".join(words[:size]).rstrip(",").removesuffix("'s")
            if name in self._known:
                return name
        return None


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events, wrapped lines joined; what is nobody's is the game's own or an unread line."""
    plain = [stripped(line).rstrip() for line in ctx.head.all_lines]
    timed = stamped([line for line in plain if line])
    times = Times(plain if timed else [], ctx)
    if timed:
        plain = unstamped(plain)
    names = _Names(plain)
    seq = first = last = 0
    held: Said | None = None
    more: list[str] = []
    gap, before, edge, listing = True, "", _edge(plain), False
    at: str | None = None
    clock: str | None = None
    rolling: tuple[str, str] | None = None
    for number, raw in numbered(blocks):
        line = stripped(raw).rstrip()
        cut = stamp_of(line) if timed else None
        if cut is not None:
            line = cut[1].rstrip()
        prompted = without_prompt(line)
        line = line if prompted is None else prompted
        if not line.strip():
            gap, listing = True, False
            if raw.strip():  # nothing but colours, a prompt or a time: part of what stands above it
                if held is None:
                    yield ctx.unread(raw, number)
                else:
                    last = number
            continue
        opened = opens_log(line)
        result = evennia_result(line, *rolling) if rolling is not None else None
        if result is not None:
            said: Said | None = result
        elif opened or lists(line):
            said, listing = Said("system", None, line.strip(), trust="server", closed=True), not opened
        else:
            said = _opening(line, names, gap)
            if listing and (said is None or not (said.sure or said.quoted)):
                said = Said("system", None, line.strip(), trust="server", closed=True)
            else:
                listing = False
        joins = held is not None and not held.closed and not gap and len(more) < MESSAGE_LINES
        joins = joins and cut is None and not opened
        joins = joins and (_wrapped(before, line, edge) or (said is None and line[0] in " \t"))
        if joins and (said is None or not said.sure) and not is_rule(line):
            more.append(line.strip())
            last, before = number, line
            continue
        if held is not None:
            for event in _events(held, more, seq, Source(ctx.file, first, last), at, clock, ctx):
                yield event
                seq += 1
        if cut is not None:
            at, clock = times.at(cut[0])
        elif opened:
            at, clock = times.log_line(line), None
        elif not timed:
            at = clock = None
        below = held is not None and held.kind == "system" and held.closed
        held, more, first, last = said, [], number, number
        start = evennia_start(line)
        rolling = start if start is not None else None
        if said is None:
            if is_rule(line):
                held = Said("system", None, line.strip(), trust="server", closed=True)
            elif prompted is not None:  # what was typed, or what the game tells
                held = Said("system", None, line.strip(), trust="unknown", closed=True)
            elif line.startswith("You ") and not line.endswith('"'):
                held = Said("system", None, line.strip(), trust="unknown")
            elif gap or cut is not None or (below and line[0] != " ") or _PROSE.fullmatch(line):
                held = Said("emote", None, line.strip(), trust="unknown")
            else:
                yield ctx.unread(raw, number)
        gap, before = False, line
    if held is not None:
        yield from _events(held, more, seq, Source(ctx.file, first, last), at, clock, ctx)


def _edge(lines: Sequence[str]) -> int | None:
    """The width at which lines were wrapped, None where nothing shows that they were: no line goes on in
    small letters below a full one, nor do blank lines part those that belong together."""
    plain = lines
    longest = max(map(len, plain), default=0)
    if not FULL <= longest <= WIDEST:
        return None
    goes_on = any(below[:1].islower() and len(above) > longest - SLACK for above, below in pairwise(plain))
    parted = any(not line for line in plain[1:-1]) or sum(spoken(line) is not None for line in plain) <= 1
    return longest if goes_on or parted else None


def _wrapped(before: str, line: str, edge: int | None) -> bool:
    """Whether the first word of the line would not have fitted on the line above."""
    return edge is not None and len(before) + 1 + len(line.lstrip().split(" ", 1)[0]) > edge


def _opening(line: str, names: _Names, gap: bool) -> Said | None:
    start = evennia_start(line)
    if start is not None:
        return Said("notice", start[0], line.strip(), trust="unknown", closed=True)
    found = ares_roll(line) or spoken(line)
    if found is not None:
        if found.kind == "emote" and found.room is not None:
            found.speaker = names.before(found.text) or found.speaker
        return found
    name = names.before(line) or posing(line)
    return Said("emote", name, line.strip()) if name is not None else None


def _events(
    said: Said, more: list[str], seq: int, source: Source, at: str | None, clock: str | None, ctx: Context
) -> list[Event]:
    """The event of a line; where two roll against each other, one for each."""
    event = _event(said, more, seq, source, at, clock, ctx)
    other = said.against
    if other is None:
        return [event]
    name = ctx.speaker(other.roller)
    return [event, replace(event, seq=seq + 1, speaker=name, roll=replace(other, roller=name))]


def _event(
    said: Said, more: list[str], seq: int, source: Source, at: str | None, clock: str | None, ctx: Context
) -> Event:
    text = " ".join([said.text, *more]) if more else said.text
    kind: Kind = said.kind
    trust: Trust = said.trust
    roll: Roll | None = said.roll
    if said.quoted:
        text = text.strip()
        if kind == "whisper":
            text = text.removesuffix(".").removesuffix(" to you")
        if said.mark == "'":
            text = text.removesuffix("'").removesuffix("’")
        else:
            text = text.removesuffix('"').removesuffix("”")
    speaker = None if said.speaker is None else ctx.speaker(said.speaker)
    if roll is not None and roll.roller == said.speaker and speaker is not None:
        roll = replace(roll, roller=speaker)
    return Event(
        seq=seq, at=at, kind=kind, speaker=speaker, to=None if said.to is None else ctx.speaker(said.to),
        room=said.room, text=text, trust=trust, roll=roll, source=source, clock=clock,
    )  # fmt: skip


FORMAT = Format(
    name="mush",
    title="MUSH, Evennia and AresMUSH transcripts",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
