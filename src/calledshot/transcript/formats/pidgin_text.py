"""Text logs of Pidgin and, before it, Gaim: `(7:30:15 PM) NAME: words`, times in the locale's own writing.

A line that begins with no time goes on with the message above it, but in a log of Gaim's before 1.0 in which
no line has one, or has it before the name as the first versions wrote (`7:30:15 NAME: words`).
`(T) NAME: TEXT` and the client's own `(T) TEXT` differ by nothing but the colon, so what the client says with
a colon in it is known by its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Quick, Said, events, told
from calledshot.transcript.formats.im_text import (
    NAME_LENGTH,
    STAMP_LENGTH,
    Names,
    Note,
    auto_reply,
    day_of,
    known_note,
    moment,
    note,
    opening,
)
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.roster import plausible_name

HEADER = re.compile(
    r"Conversation with (?P<peer>.{1,300}?) at (?P<date>.{6,80}) on .{1,300} \((?P<service>[^()]{1,40})\)"
    r"|System log for account .{1,300}? \([^()]{1,40}\) connected at (?P<start>.{6,80})"
)
SESSION = re.compile(r"-{4} New Conversation @ (?P<date>.{6,60}?) ?-{4}")
STATUS = re.compile(r"-{4} (?P<text>.{1,2000}) @ (?P<date>[^@]{6,80}?) ?-{4}")
_OLD_STATUS = re.compile(
    r"(?P<text>[^@\n]{1,300}? (?:signed on|signed off|changed away state|came back|went away|became idle"
    r"|returned from idle)) @ (?P<date>[^@\n]{6,60})"
)
_REPORTED = re.compile(r"(?: \([^()]{1,80}\))? reported by [^\n]{1,120}\Z")
_OLD_HEADER = re.compile(r"IM Sessions with (.{1,200})")
_SAID = re.compile(rf"\(([^()]{{4,{STAMP_LENGTH}}})\) ?(.*)")
_QUICK = r"(?:\(((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?: [AP]M)?+)\) (?:([^:*\n][^:\n]*+): |)|)(.*+)"
_OTHERS = re.compile(
    r"[^)]*\) (?:\*{3}(?P<doer>[^* ][^ ]*) (?P<deed>.*)"
    r"|(?P<told>(?P<who>[^:(*]+) (?:(?P<came>entered the room\.)\Z|left the room\b).*))"
)
_PLAIN = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d", re.ASCII)
_OLDEST = re.compile(r"([012]?\d:\d\d:\d\d) (?=\S)", re.ASCII)
_ACTED = re.compile(r"<[^<>a-z]{5,24}> :\s{0,3}\*{3}")
_SENT = re.compile(r"\*{1,3}([^*\s][^*]{0,80})\*{1,3} ")
_AFTER = re.compile(r"(?:: |:\Z)")


def _begins(rest: str) -> bool:
    """Whether what stands behind a time that no clock shows is a message all the same."""
    told = rest.startswith("***") or known_note(rest) is not None
    return told or _AFTER.search(rest, 1, NAME_LENGTH + 30) is not None


def header(text: str, hint: date | None) -> Said | None:
    """A line that says with whom and when a conversation is, or what an account's status became."""
    match = HEADER.fullmatch(text)
    if match is not None:
        found = when(match["date"] or match["start"], hint)
        peer = match["peer"] or ""
        room = peer if peer[:1] in "#&" and " " not in peer and len(peer) > 1 else None
        service = match["service"] or ""
        return Said(
            "system", None, text, found[1], found[0], trust="unknown", room=room, closed=True, service=service
        )
    match = SESSION.fullmatch(text) or STATUS.fullmatch(text) or _OLD_STATUS.fullmatch(text)
    if match is not None:
        found = when(match["date"], hint)
        if found[0] is None:
            return None
        of = note(match["text"].removeprefix("+++ ")) if match.re is not SESSION else None
        if of is None:
            return Said("system", None, text, found[1], found[0], trust="unknown", closed=True)
        who = None if of.speaker is None else _REPORTED.sub("", of.speaker)
        return Said(of.kind, who, match["text"], found[1], found[0], trust="server", closed=True)
    if _OLD_HEADER.fullmatch(text):
        return Said("system", None, text, trust="unknown", closed=True)
    return None


def when(text: str, hint: date | None) -> tuple[date | None, str]:
    """The day and the time of a header, None and "" where they cannot be read."""
    found = moment(text, hint)
    if found is not None and found.day is not None:
        return found.day, found.clock
    words = long_date(text)
    return (None, "") if words is None else (day_of(text, hint), words[1])


def sniff(head: Head) -> float:
    """A header settles it; else the first line and a good share of the others begin with a time in
    parentheses, and what follows is no nick in angle brackets."""
    lines = head.lines
    if not lines or (lines[0][:1] not in "(CSI- " and " @ " not in lines[0]):
        return 0.0
    if header(lines[0].strip(), None) is not None:
        began = SESSION.fullmatch(lines[0].strip()) is not None or len(lines) == 1
        return 0.97 if began or any(_opens(line) or _status(line) for line in lines[1:60]) else 0.4
    share = sum(map(_opens, lines)) / len(lines)
    return min(0.95, 0.4 + share) if share >= 0.25 and _opens(lines[0]) else 0.5 * share


def _opens(line: str) -> bool:
    match = _SAID.match(line)
    if match is None or match[2][:1] in "<[":
        return SESSION.fullmatch(line.strip()) is not None
    return moment(match[1]) is not None


def _status(line: str) -> bool:
    return (STATUS.fullmatch(line) or _OLD_STATUS.fullmatch(line)) is not None


def _bare(name: str) -> str:
    return auto_reply(name) or name


class _Log:
    """Reads one line after another."""

    def __init__(self, ctx: Context) -> None:
        self._hint = ctx.calendar.day
        self._cache: dict[str, tuple[date | None, str] | None] = {}
        self.names = Names()
        sessions = timed = False
        for line in ctx.head.all_lines:
            match = _SAID.match(line)
            sessions = sessions or ("----" in line[:5] and SESSION.fullmatch(line.strip()) is not None)
            timed = timed or (match is not None and moment(match[1]) is not None)
            cut = match[2].find(": ") if match is not None else -1
            if match is None or match[2].startswith("***"):
                continue
            if 0 < cut <= NAME_LENGTH and known_note(match[2]) is None:
                self.names.add(_bare(match[2][:cut]))
        self._untimed = sessions and not timed
        """Whether no line has a time in parentheses, as Gaim could be told to write."""
        if self._untimed:
            begin = Counter(line[: line.find(":")] for line in ctx.head.all_lines if 0 < line.find(":") <= 40)
            for name, times in begin.items():
                if times > 1 and plausible_name(_bare(name.strip())):
                    self.names.add(_bare(name.strip()))

    def parse(self, line: str) -> Said | None:
        if line[:1] != "(":
            ours = line[:1] in "CSI- " or " @ " in line
            found = header(line.strip(), self._hint) if ours else None
            return self._without_time(line) if found is None and self._untimed else found
        match = _SAID.match(line)
        if match is None:
            return None
        stamp = self._stamp(match[1])
        if stamp is None or not (stamp[1] or _begins(match[2])):
            return None
        return self._told(match[2], *stamp)

    def _without_time(self, line: str) -> Said | None:
        """A line of a log of Gaim's that puts no times in parentheses; None where it begins nothing."""
        match = _OLDEST.match(line)
        clock = "" if match is None else time_of_day(match[1]) or ""
        rest = line if match is None else line[match.end() :]
        cut = rest.find(":", 1, NAME_LENGTH + 30)
        name = _bare(rest[:cut].strip()).strip("*") if cut > 0 else ""
        known = name in self.names
        if name and (known or plausible_name(name)) and rest[cut + 1 : cut + 2] in (" ", ""):
            return self._told(rest, None, clock)
        if known and match is None:  # the first versions, without times
            return Said("say", name, rest[cut + 1 :])
        acts = rest.startswith("***") or _ACTED.match(rest) is not None
        return self._told(rest, None, clock) if match or acts or known_note(rest) is not None else None

    def _told(self, rest: str, late: date | None, clock: str) -> Said:
        """What a line says behind its time."""
        acted = _ACTED.match(rest)
        if acted is not None:
            name, text = self.names.split(rest[acted.end() :])
            return Said("away", name, text, clock, late=late)
        if rest.startswith("***") and not rest.startswith("****"):
            name, text = self.names.split(rest[3:])
            return Said("emote", name, text, clock, late=late)
        if rest.startswith(": "):  # a buzz of our own
            return told("system", None, rest[2:], clock, late=late, closed=True)
        cut = _AFTER.search(rest, 1, NAME_LENGTH + 30)
        if cut is None:
            whisper = _SENT.match(rest)
            if whisper is not None:
                return Said("whisper", whisper[1], rest[whisper.end() :], clock, late=late)
            return self._client(rest, clock, late)
        written = rest[: cut.start()].rstrip()
        name = _bare(written)
        if len(name) > 2 and name[0] == name[-1] == "*":
            return Said("whisper", name.strip("*"), rest[cut.end() :], clock, late=late)
        if name not in self.names:
            of = known_note(rest)
            if of is not None:
                return self._client(rest, clock, late, of)
            self.names.add(name)
        kind: Kind = "say" if name == written else "away"
        return Said(kind, name, rest[cut.end() :], clock, late=late)

    def _client(self, text: str, clock: str, late: date | None, of: Note | None = None) -> Said:
        of = of or note(text)
        if of.speaker is not None:
            self.names.add(of.to or of.speaker)
        return told(of.kind, of.speaker, text, clock, to=of.to, late=late)

    def _stamp(self, text: str) -> tuple[date | None, str] | None:
        if len(text) == 8 and _PLAIN.fullmatch(text):
            return None, text
        cached = self._cache.get(text, ())
        if cached != ():
            return cached  # type: ignore[return-value]
        found = opening(text, self._hint)
        stamp = None if found is None else (found.day, found.clock)
        if len(self._cache) < 10_000:
            self._cache[text] = stamp
        return stamp


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages and the client's own lines in order."""
    log = _Log(ctx)
    return events(blocks, ctx, log.parse, quick=Quick(_QUICK, _OTHERS, log.names))


FORMAT = Format(
    name="pidgin-text",
    title="Pidgin or Gaim log (text)",
    evidence="real sample",
    extensions=(".txt", ".log"),
    window=True,
    sniff=sniff,
    read=read,
)
