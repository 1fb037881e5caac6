"""Text logs of instant messengers that mark their sessions: `Session Start (ME:BUDDY): DATE`, lines with or
without a time in brackets, `Session Close (BUDDY): DATE`; `Start of BUDDY buffer: DATE`; or a frame of dots,
dashes and bars with `Session Start: DATE` and the participants in it, as Messenger Plus! draws.

The formats that are written so (`trillian_text`, `im_session`) differ in the header; here is what they share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.aim_text import split as aim_split
from calledshot.transcript.formats.base import Context, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.im_text import STAMP_LENGTH, Names, known_note, moment, note, opening
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.irc_text import bare_nick
from calledshot.transcript.formats.irc_text import known_note as irc_note
from calledshot.transcript.roster import BLANKS, colon_name, is_rule, plausible_name

ODD_NAMES = 20
HEADER = re.compile(
    r"(?:Ses)?sion (?P<what>Start|Close|Ended?|Started|Closed) \((?:(?P<medium>[A-Za-z!]{2,20}) - )?"
    r"(?P<who>[^\n]{1,200}?)\): (?P<date>[^()\n]{6,60})"
)
BUFFER = re.compile(r"(?:Start|End) of (?P<who>[^\n]{1,100}?) buffer: (?P<date>[^()\n]{6,60})")
FRAME = re.compile(r"\| ?Session (?P<what>Start|Close): (?P<date>[^|\n]{6,60}?) *\|")
_FRAMED = re.compile(r"\|(?: [^\n]{0,300})?\|?")
_EDGE = re.compile(r"[.'`+]?-{8,200}[.'`+]?")
_TIMED = re.compile(rf"\[([^\[\]]{{4,{STAMP_LENGTH}}})\] ?(.*)")
_ANGLE = re.compile(r"<([^<>\s][^<>]{0,63})> ?(.*)")
_STAR = re.compile(r"\* (\S{1,64}) (.*)")
_NOTICE = re.compile(r"-([^\s-][^\s]{0,62})- (.*)")
_NOTE = re.compile(r"\*{3} ?(.*)")
_QUOTED = re.compile(r"\"([^\"]{1,80})\"")
_ANSWER = re.compile(r"Auto[- ]?[Rr]esponse (?:sent to|from|received from) (?P<n>[^\n]{1,80}?): (?P<text>.*)")
_AUTO = re.compile(
    r"(.{1,80}?) ?[(<](?:AUTO-?REPLY|Auto[- ]?[Rr]esponse|Auto-?[Rr]eply)[)>]"
    r"|Auto[- ]?[Rr]esponse from (.{1,80})"
)
_FROM = "Auto response from "
_STAMPED = re.compile(r"(?: at| on) (?P<date>[^()\n]{8,60}?)\.?\s*\Z")


def sniff(head: Head, is_header: Callable[[str], bool]) -> float:
    """Whether a header of this kind stands in the head, and lines that can stand below one."""
    lines = head.lines
    if not lines or (lines[0][:1] not in "[S*E-.|" and "sion " not in lines[0][:12]):
        return 0.0
    if not any("sion " in line[:12] or " buffer: " in line for line in lines):
        return 0.0
    if not any(map(is_header, lines)):
        return 0.0
    first = lines[1] if _EDGE.fullmatch(lines[0].strip()) and len(lines) > 1 else lines[0]
    return 0.99 if header(first) is not None or _TIMED.match(first) else 0.6


def header(line: str) -> re.Match[str] | None:
    """The parts of a line that begins or ends a session."""
    bare = line.strip()
    match = HEADER.fullmatch(bare) or BUFFER.fullmatch(bare) or FRAME.fullmatch(bare)
    return match if match is not None and long_date(match["date"]) is not None else None


class _Log:
    """Reads one line after another."""

    def __init__(self, ctx: Context) -> None:
        self.names = Names()
        self._mine: str | None = None
        self._odd: list[str] = []  # names with a colon and a blank in them, the longest first
        self.framed = any(FRAME.fullmatch(line.strip()) for line in ctx.head.all_lines)
        timed = plain = 0
        for line in ctx.head.all_lines:
            self._declare(line)
            match = _TIMED.match(line)
            rest = line if match is None else match[2]
            cut = rest.find(": ")
            if match is not None and moment(match[1]) is not None:
                timed += 1
                if 0 < cut <= 80:
                    self.names.add(rest[:cut])
            elif colon_name(line) is not None and header(line) is None:
                plain += 1
        self.timed: bool | None = timed >= plain * 0.2 and timed > 0
        """Whether messages have times; None at the beginning of a session, until its first message tells."""

    def _declare(self, line: str) -> None:
        """A name that holds a colon and a blank is known from the end of a session, where it stands alone."""
        if line[:9] not in ("Session C", "Session E"):
            return
        found = header(line)
        if found is not None and ": " in found["who"] and len(self._odd) < ODD_NAMES:
            self._odd = sorted({*self._odd, found["who"]}, key=len, reverse=True)

    def parse(self, line: str) -> Said | None:
        bare = line.strip(BLANKS)
        started = header(bare) if "sion " in bare[:12] or " buffer: " in bare else None
        if started is not None:
            return self._session(bare, started)
        if self.framed and (_FRAMED.fullmatch(bare) or _EDGE.fullmatch(bare)):
            return Said("system", None, bare, trust="unknown", closed=True)
        if is_rule(bare) and bare[:1] != "*":
            return Said("system", None, bare, trust="unknown", closed=True)
        match = _TIMED.match(line)
        known = match is not None and match[2].partition(": ")[0] in self.names
        stamp = None if match is None else opening(match[1], known=known)
        if match is not None and stamp is not None:
            self.timed = True if self.timed is None else self.timed
            return self._said(match[2], stamp.clock, True, stamp)
        said = self._said(line, "", not self.timed, None)
        if said is not None and self.timed is None and said.kind in ("say", "away", "emote"):
            self.timed = said.clock != ""
        return said

    def _session(self, text: str, found: re.Match[str]) -> Said:
        date = long_date(found["date"])
        assert date is not None
        mine, _, other = ("", "", "") if found.re is FRAME else found["who"].rpartition(":")
        for name in (mine, other):
            if name:
                self.names.add(name)
        self._mine = mine or self._mine
        other = other.rpartition(" - ")[2]
        room = other if other[:1] in "#&" and len(other) > 1 else None
        self.timed = None
        service = (found["medium"] or "") if found.re is HEADER else ""
        return Said(
            "system", None, text, date[1], date[0], trust="unknown", room=room, closed=True, service=service
        )

    def _said(self, rest: str, clock: str, opens: bool, stamp: object) -> Said | None:
        noted = _NOTE.match(rest)
        if noted is not None:
            return self._noted(noted[1], clock)
        behind = aim_split(rest) if stamp is None and "(" in rest[:60] else None
        if behind is not None and (found := moment(behind[1])) is not None:
            name = behind[0].removeprefix(_FROM)
            return Said("say" if name == behind[0] else "away", name, behind[2], found.clock)
        if not opens:
            return None
        angle = _ANGLE.match(rest)
        if angle is not None and stamp is not None:
            return Said("say", bare_nick(angle[1]), angle[2], clock)
        notice = _NOTICE.match(rest) if stamp is not None else None
        if notice is not None:
            return Said("notice", bare_nick(notice[1]), notice[2], clock)
        star = _STAR.match(rest)
        if star is not None and self.framed:  # what the client notes
            return self._noted(rest[2:], clock)
        if star is not None:
            name, text = self.names.split(rest[2:])
            return Said("emote", name, text, clock)
        odd = next((name for name in self._odd if rest.startswith(f"{name}: ")), None)
        cut = rest.find(": ") if odd is None else len(odd)
        if cut < 0 and rest.endswith(":"):
            cut = len(rest) - 1
        if not 0 < cut <= 90:
            if stamp is None:
                return None
            of = note(rest)
            return told(of.kind, of.speaker, rest, clock, to=of.to)
        name = rest[:cut]
        if stamp is None and name.removeprefix(_FROM) not in self.names and not plausible_name(name):
            return None
        auto = _AUTO.fullmatch(name)
        kind: Kind = "say" if auto is None else "away"
        return Said(kind, (auto[1] or auto[2]) if auto is not None else name, rest[cut + 2 :], clock)

    def _noted(self, text: str, clock: str) -> Said:
        answer = _ANSWER.fullmatch(text)
        if answer is not None:
            mine = "sent" in text[:20]
            said = Said("away", self._mine if mine else answer["n"], answer["text"], clock)
            said.to = answer["n"] if mine else None
            return said
        bare = _QUOTED.sub(r"\1", text, count=1)
        at = None
        dated = _STAMPED.search(bare[-80:])
        if dated is not None and (found := long_date(dated["date"])) is not None and found[1]:
            at = found
        irc = irc_note(bare) if known_note(bare) is None else None
        of = irc if irc is not None else note(bare)
        said = told(of.kind, of.speaker, text, clock, to=of.to, closed=True)
        if at is not None and not clock:
            said.clock, said.late = at[1], at[0]
        return said


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages, the client's own lines and the marks of the sessions in order."""
    log = _Log(ctx)
    return events(blocks, ctx, log.parse, _unindented if log.framed else None)


def _unindented(text: str) -> str:
    """A message whose further lines stand below the first one's words."""
    return "\n".join(line.strip(BLANKS) for line in text.split("\n")).strip("\n")
