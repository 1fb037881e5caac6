"""Logs of KVIrc: a number for the kind of line (unless it was switched off), a time, then `<Wren> words` or
what the client says, as `25 [20:15:01] <Wren> words` and `20 [20:15:02] Wren [w@host] has joined #moor`.

Where the numbers were switched off, what somebody does has no sign at all: it is his by his name, if he is
known to speak, unless his host stands behind the name as in all that the client tells of people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_languages import hosted
from calledshot.transcript.formats.irc_lines import (
    NAMES_LIMIT,
    Heard,
    events,
    long_date,
    moment,
    noticed,
    said,
    told,
)
from calledshot.transcript.formats.irc_text import (
    Note,
    bare_nick,
    joining,
    known_note,
    leaving,
    nick_like,
    note,
    notice_of,
    person,
    starred,
    stripped,
)

SAYS = frozenset({2, 24, 25, 26, 65, 66, 67, 68, 69, 95})
ACTS = frozenset({2, 32, 142, 143, 145, 146})
"""Messages (2 is either of both with somebody's name in it), and what people do."""
TELLS = frozenset({20, 21, 23, 34, 36, 37, 71, 86, 97})
"""Coming, going, topics, quits, splits, nicks, kicks, away, one's own kick."""
JOIN, TOPIC, NICK, KICK, AWAY = 20, 23, 37, 71, 86
LEAVES = frozenset({21, 34, 36})
NOTICES = frozenset({77, 78, 79, 80, 81, 84, 85, 96})

_LINE = re.compile(r"(?:(-1|\d{1,3}) )?(.*)\Z", re.ASCII)
_STAMP = re.compile(
    r"(?:\[(?P<t>\d\d:\d\d:\d\d)\] "
    r"|(?P<d>\d{4}-\d\d-\d\d)T(?P<u>\d\d:\d\d:\d\d(?:\.\d{3})?)(?P<z>Z|[+-]\d\d:?\d\d)? ?"
    r"|(?P<w>\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?: [AaPp][Mm])?) )",
    re.ASCII,
)
_SAY = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,160})>(?: (.*))?\Z")
_TOLD = re.compile(r"\S{1,160} \[\S{1,300}@\S{0,300}\] ")
_SESSION = re.compile(r"### .{1,200}")
_STARTED = re.compile(r"### Log session (?:started|terminated) ?(?:at )?(.{0,80}?) ?###\Z")


class _Log:
    """One log, and who is known to speak in it."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.known: set[str] = set()
        self.buffer = False
        for line in map(stripped, ctx.head.all_lines):
            _, _, rest = _cut(line)
            found = _SAY.match(rest)
            if found is not None:
                self.meet(found[1])

    def meet(self, name: str) -> str:
        nick = bare_nick(name)
        if len(self.known) < NAMES_LIMIT:
            self.known.add(nick)
        return nick

    def parse(self, raw: str) -> Heard | None:
        number, stamp, rest = _cut(stripped(raw))
        if _SESSION.match(rest):
            heard: Heard | None = self.session(rest)
        elif stamp is None:  # what stood on the screen when the log was begun has no times
            heard = self.body(-1, rest) if self.buffer and rest else None
        else:
            heard = self.body(number, rest)
        if heard is not None and stamp is not None:
            self.date(heard, stamp)
        return heard

    def date(self, heard: Heard, stamp: re.Match[str]) -> None:
        if stamp["t"] is not None:
            heard.time = stamp["t"]
        elif stamp["d"] is not None:
            heard.at = moment(self.ctx, stamp["d"], stamp["u"], stamp["z"] or "")
        elif (when := long_date(stamp["w"])) is not None:
            heard.at = moment(self.ctx, when[0].isoformat(), when[1])

    def session(self, rest: str) -> Heard:
        self.buffer = rest.startswith("### Existing data buffer")
        found = _STARTED.match(rest)
        when = long_date(found[1]) if found is not None and found[1] else None
        return told(rest, when[1] if when else "", when[0] if when else None, Note("system"))

    def body(self, number: int, rest: str) -> Heard | None:
        if not rest or rest.isspace():
            return None
        if (number < 0 or number in SAYS) and (found := _SAY.match(rest)) is not None:
            return said("say", self.meet(found[1]), found[2] or "")
        if (number < 0 or number in NOTICES) and (notice := notice_of(rest)) is not None:
            return noticed(*notice)
        if number in ACTS:
            name, _, words = rest.partition(" ")
            return said("emote", self.meet(name), words)
        if number in NOTICES:
            return Heard("notice", None, rest, trust="server")
        if number in TELLS:
            return told(rest, of=_note(number, rest))
        if number >= 0:
            return told(rest, of=Note("system"))
        return self.unnumbered(rest)

    def unnumbered(self, rest: str) -> Heard:
        what = note(rest) if _TOLD.match(rest) else starred(rest, self.known)
        name, _, words = rest.partition(" ")
        if what is None and bare_nick(name) in self.known and nick_like(name):
            return said("emote", bare_nick(name), words)
        if what is not None and what.speaker is not None:
            self.meet(what.to or what.speaker)
        return told(rest, of=what or known_note(rest) or Note("system"))


def _note(number: int, rest: str) -> Note:
    """What a numbered line tells: the number says of what kind it is, the sentence of whom."""
    if number == JOIN:
        return joining(rest)
    if number in LEAVES:
        return leaving(rest)
    what = note(rest)
    if what.kind == "system" and number in (KICK, NICK) and (name := hosted(rest)) is not None:
        new = rest.split()[-1].rstrip(".")
        return Note("leave", person(name)) if number == KICK else Note("nick", person(name), person(new))
    if number == TOPIC and what.kind != "topic":
        return Note("topic", person(rest.partition(" ")[0]) if _TOLD.match(rest) else None)
    return Note("away", what.speaker) if number == AWAY else what


def _cut(line: str) -> tuple[int, re.Match[str] | None, str]:
    """The number of a line (-1 if none), its time, and the rest of it."""
    found = _LINE.match(line)
    assert found is not None
    stamp = _STAMP.match(found[2])
    if stamp is None and not found[2].startswith("### "):
        return -1, None, line
    return int(found[1] or -1), stamp, found[2][stamp.end() :] if stamp is not None else found[2]


def sniff(head: Head) -> float:
    """Numbers before the times, or the lines about the log itself, settle it."""
    if not head.lines:
        return 0.0
    log = _Log(Context(None, head._replace(all_lines=head.lines), ""))
    fit = numbered = sessions = hosts = 0
    for raw in head.lines:
        line = stripped(raw)
        fit += log.parse(line) is not None
        number, stamp, rest = _cut(line)
        numbered += number >= 0 and stamp is not None
        sessions += rest.startswith("### Log session ")
        hosts += stamp is not None and _TOLD.match(rest) is not None
    share = fit / len(head.lines)
    if sessions or 2 * numbered > fit:
        return 0.97 * share
    return 0.75 * share if hosts else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, _Log(ctx).parse)


FORMAT = Format(
    name="kvirc",
    title="KVIrc",
    evidence="writer's source",
    extensions=(".log",),
    sniff=sniff,
    read=read,
)
