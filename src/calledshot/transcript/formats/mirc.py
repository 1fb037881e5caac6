"""Logs of mIRC: `[20:15] <@Wren> words`, `[20:15] * Wren acts`, `[20:15] * Joins: Wren (w@host)`, with
`Session Start:`, `Session Ident:`, `Session Time:` and `Session Close:`, in English or another language.

One star stands before what people do and before what happens (up to mIRC 5, three before the latter). With
log colours on, a line's colour tells the two apart; else only the client's very words are an event
(`irc_text.starred`). Not for Trillian's sessions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import Dates
from calledshot.transcript.formats.irc_languages import hosted
from calledshot.transcript.formats.irc_lines import (
    NAMES_LIMIT,
    TIME,
    Heard,
    Quick,
    events,
    long_date,
    noticed,
    said,
    told,
)
from calledshot.transcript.formats.irc_text import (
    Note,
    abroad,
    bare_nick,
    known_note,
    nick_like,
    notice_of,
    starred,
    stripped,
)

ACTION = 6
EVENTS = frozenset({2, 3, 14})
"""mIRC's default colours of what people do, and of joins, quits, modes and the like."""

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME = (
    rf"[\[(](?:(?P<d>{_DATE}),? )?(?P<t>\d{{1,2}}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?)"
    rf"(?:,? (?P<e>{_DATE}))?[\])]"
)
_SAID = rf"(?:\[({TIME})\] (?:<([^>\n]++)> |)|)(.*+)"
_COLOURED = _SAID.replace(r"(?:\[", r"(?:(?:\x03[0-9]{1,2})?\[", 1).replace("<(", r"<(?:\x03[0-9]{1,2})?(")
_VERBS = (
    r"(?:ha[sd]|is|was|were|are|sets?|changes|gives|removes|invites|:?[Nn]o|already) |now "
    r"|[(\[]\S*[)\]](?: |\Z)"
)
_OTHERS = re.compile(
    rf"[^ ]+ \* (?:(?P<doer>[^ :]+) (?!{_VERBS})(?P<deed>\S.*)"
    r"|(?P<told>(?:(?P<came>Joins)|Quits|Parts): (?P<who>[^ ]+) \([^() ]*\)(?: \([^()]*\))?)\Z)"
)
"""What somebody does, unless it may be the client's own words."""
_LEAD = re.compile(
    r"(?:\x03(?P<a>\d{1,2})(?:,\d{1,2})?|(?P<lost>\d\d)(?=[\[(]\d{1,2}[:./-]))?[\x02\x0f\x16\x1d\x1f]{0,4}"
    rf"(?:{_TIME} ?(?=\S))?(?:\x03(?P<b>\d{{1,2}})(?:,\d{{1,2}})?)?",
    re.ASCII,
)
_SAY = re.compile(r"<([~&@%+!]{0,6}[^\s<>]{1,160})>(?: (.*))?\Z")
_PRIVATE = re.compile(r"\*([^\s*]{1,80})\* (.*)\Z")
_SENT = re.compile(r"-> (?:\*(?P<w>[^\s*]{1,80})\*|-(?P<n>[^\s]{1,80})-) (.*)\Z")
_CTCP = re.compile(r"(?:\[\S{1,120} [A-Z]{2,20}(?: reply)?\](?::? .{0,400})?|-> \[\S{1,120}\] .{1,400})\Z")
_CREATED = re.compile(r"[#&+!]\S{0,200} (?:created on|url is|modes are) ")
_WEEKDATE = r"\S{1,12} \S{1,12} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}"
_SESSION = re.compile(
    r"(?:Session (?:Start|Time|Close(?: \(.{1,200}\))?)|(?!Session Start)[^\s<>\[\]()*\d-][^:<>\[\]]{0,40})"
    rf": ?({_WEEKDATE})\Z",
    re.ASCII,
)
_IDENT = re.compile(r"(?:Session Ident: (\S.{0,200})|[^\s<>\[\]()*\d-][^:<>\[\]]{1,40}: ?([#&]\S{1,200}))\Z")
_MARK = re.compile(
    r"\* (?:(?:Joins|Parts|Quits): \S+ \(|\S+ sets mode: |Now talking in |Retrieving [#&]|Topic is '"
    r"|\S+ was kicked by |\S+ changes topic to '|\S+ \(\S+@\S+\) (?:has joined|has left|Quit)|Disconnected\Z)"
)


class _Log:
    """One log, and who is known to speak in it."""

    def __init__(self, lines: Iterable[str], ctx: Context | None = None) -> None:
        self.known: set[str] = set()
        dates = []
        for line in lines:
            _, _, end, date = _lead(line)
            found = _SAY.match(stripped(line[end:]))
            if found is not None:
                self.meet(found[1])
            if date:
                dates.append(date)
        self.dates = Dates(dates, ctx)

    def meet(self, name: str) -> str:
        nick = bare_nick(name)
        if len(self.known) < NAMES_LIMIT:
            self.known.add(nick)
        return nick

    def parse(self, raw: str) -> Heard | None:
        colour, time, end, date = _lead(raw)
        rest = stripped(raw[end:])
        heard = self.body(rest, colour) if rest else None
        if heard is not None:
            heard.day = self.dates.read(date) if date else None
            heard.time = time if heard.day is not None or not date else ""  # on no day at all: no time either
            return heard
        return _session(stripped(raw)) if not time else None

    def body(self, rest: str, colour: int | None) -> Heard | None:
        if (found := _SAY.match(rest)) is not None:
            return said("say", self.meet(found[1]), found[2] or "")
        if rest.startswith("* "):
            return self.star(rest[2:].lstrip(), colour)
        if rest.startswith("*** "):  # up to mIRC 5: what happens, and never what people do
            return told(rest[4:])
        if rest.startswith("*** "):  # the mark of old versions for what happens
            return told(rest[4:])
        if (heard := notice_of(rest)) is not None:
            return noticed(*heard)
        if (found := _PRIVATE.match(rest)) is not None and nick_like(found[1]):
            return Heard("whisper", bare_nick(found[1]), found[2], open=True)
        if (found := _SENT.match(rest)) is not None:
            if found["w"]:
                return Heard("whisper", "You", found[3], to=found["w"], open=True)
            return Heard("notice", "You", found[3], to=found["n"], open=True)
        if rest == "-" or rest.startswith("- ") or _CTCP.match(rest) or _CREATED.match(rest):
            return told(rest, of=Note("system"))
        return None

    def star(self, text: str, colour: int | None) -> Heard | None:
        name, _, words = text.partition(" ")
        nick = bare_nick(name)
        if not text:
            return None
        what = starred(text, self.known) if colour != ACTION else None
        if what is None and "@" in text and colour != ACTION and hosted(text) is not None:
            told_of = abroad(text)  # a script's words, in another language
            what = told_of if told_of is not None and told_of.kind in ("join", "leave", "nick") else None
        if what is None and colour in EVENTS and nick not in self.known:
            what = known_note(text) or Note("system")
        if what is None:
            return said("emote", nick, words) if nick_like(nick) else told(text, of=Note("system"))
        if what.speaker is not None:
            self.meet(what.to or what.speaker)
        return told(text, of=what)


def _lead(line: str) -> tuple[int | None, str, int, str]:
    """The colour of a line, its time ("" if none), where the rest of it begins, and its date ("" if none)."""
    found = _LEAD.match(line)
    assert found is not None
    colour = found["a"] or found["b"] or found["lost"]
    return int(colour) if colour else None, found["t"] or "", found.end(), found["d"] or found["e"] or ""


def _session(line: str) -> Heard | None:
    """A line by which mIRC opens, dates or closes a session; a room's name goes for what follows."""
    found = _SESSION.match(line)
    if found is not None:
        when = long_date(found[1])
        return told(line, when[1], when[0], Note("system")) if when is not None else None
    ident = _IDENT.match(line)
    if ident is None:
        return None
    room = ident[1] or ident[2]
    return told(line, of=Note("system", room=room if room[0] in "#&+!" else None))


def sniff(head: Head) -> float:
    """Session lines or the client's own words settle it, if most lines can be mIRC's."""
    if not head.lines or head.lines[0].startswith("Session Start ("):
        return 0.0
    log = _Log(head.lines)
    fit = sessions = marks = times = 0
    for line in head.lines:
        heard = log.parse(line)
        if heard is None:
            continue
        fit += 1
        _, time, end, _ = _lead(line)
        times += bool(time)
        sessions += not time and heard.kind == "system" and heard.day is not None
        marks += (time or line[:1] == "*") and _MARK.match(stripped(line[end:])) is not None
        marks += line[:1] == "\x03" and bool(time)
    share = fit / len(head.lines)
    if sessions or marks:
        return (0.97 if sessions else 0.9) * share
    return 0.62 * share if times > 0.5 * fit else 0.4 * share


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    lines = ctx.head.all_lines
    usual = _COLOURED if any("\x03" in line for line in lines) else _SAID
    return events(blocks, ctx, _Log(lines, ctx).parse, Quick(usual, _OTHERS))


FORMAT = Format(
    name="mirc",
    title="mIRC",
    evidence="real sample",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
