"""What logs of IRC have in common: control codes, status prefixes, and the lines that tell of people coming
and going, in the words of many clients.

Not here: how a client begins its lines and writes its times (each has its own module), and the loop over the
lines (`irc_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.irc_languages import foreign, hosted

PREFIXES = "~&@%+!"
"""What marks a nick's standing in a room, before the nick; several may stand there."""
YOU = frozenset({"you", "you're", "your"})

_CODES = re.compile(
    "\x03++(?:\\d{1,2}(?:,\\d{1,2})?)?|\x04++(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?"
    "|[\x02\x0f\x11\x16\x1d\x1e\x1f]++|\x1b\\[[0-9;]{0,40}m",
    re.ASCII,
)


_BEGIN_CODES = "\x03\x0f\x02\x1f\x1d\x16\x1b\x11\x1e\x04"


def stripped(text: str) -> str:
    """The text without what colours it or makes it bold, in mIRC's codes and in a terminal's."""
    if text.isprintable():
        return text
    for code in _BEGIN_CODES:
        if code in text:
            return _CODES.sub("", text)
    return text


def bare_nick(name: str) -> str:
    """The nick without the marks of its standing and without blanks; the name itself if that is all it is."""
    name = stripped(name).strip()
    return name.lstrip(PREFIXES) or name


def trust_of(name: str) -> Trust:
    """A notice by a name with a dot in it is a server's: no nick has one."""
    return "server" if "." in name else "member"


_NOTICE = re.compile(r"-(\S{1,600})-(?: (.*))?\Z")
_ADDRESSED = re.compile(r"[:/](?=[#&+!]|Wallops\Z)|:|\(")


def notice_of(line: str) -> tuple[str, str] | None:
    """The name and the words of a notice, `-Wren- words`, whether its room (`-Wren:#moor-`, `-Wren/#moor-`)
    or its host (`-Wren(w@host)-`) stands behind the name; None where the line is none."""
    found = _NOTICE.match(line)
    if found is None or found[1][0] == "-":
        return None
    name = _ADDRESSED.split(found[1], maxsplit=1)[0]
    return (bare_nick(name), found[2] or "") if nick_like(name) else None


def nick_like(name: str) -> bool:
    """Whether this can be a nick at all, and is not an arrow or another mark."""
    return any(char.isalnum() or char in "[]\\`_^{|}" for char in name)


class Note(NamedTuple):
    """What a line of the client's or the service's own tells: `speaker` is who comes, goes or is renamed
    (who did it, for topics), `to` his new nick, `room` the room the log's owner is in from here on."""

    kind: Kind
    speaker: str | None = None
    to: str | None = None
    room: str | None = None


_N = r"(?P<n>\S{1,80}+)"
_HOST = r"(?: [(\[<]\S{0,400}[)\]>])?+"
"""One group without blanks, so that the reason somebody gives for leaving is no part of it."""
_ACCOUNT = r"(?: \[\S{0,80}\])?+(?: \(.{0,200}?\))?(?: \(\S{0,400}\))?"
"""What clients that show accounts put behind who joins: the account, the real name, the host."""
_BY = r"(?P<n>\S{1,80}+)(?: ?[(\[<]\S{0,400}[)\]>])?"

_RENAMED = re.compile(
    rf"(?:Nick change: {_N}{_HOST} (?:->|is now known as) (?P<a>\S{{1,80}})"
    rf"|{_N.replace('<n>', '<o>')}{_HOST} "
    r"(?:(?:is|are|has become) now known as|now known as|is now called|nick is now"
    rf"|(?:has )?change[ds] (?:his |their |the )?nick(?:name)? to) (?P<b>\S{{1,80}}))"
)
_KICKED = re.compile(
    rf"Kick: (?P<k>\S{{1,80}}+) from [#&+!]"
    rf"|{_N}{_HOST} (?:(?:was|were|has been|have been|is) kicked|kicked (?:from|off|out of) [#&+!]\S* by )"
)
_KICKS = re.compile(rf"{_N}{_HOST} (?:has |have )?kick(?:ed|s) (?P<v>\S{{1,80}}+)(?= |$)")
_CAME = re.compile(
    rf"(?:(?i:joins?): {_N}|Joins (?P<j>\S{{1,80}}+)"
    rf"|(?P<o>\S{{1,80}}+){_HOST}{_ACCOUNT} (?:(?:has |have )?(?:re)?joined(?![^\s.:,])|joins [#&+!]"
    r"|arrives in |returned to |has entered |entered the (?:room|channel)))"
)
_WENT = re.compile(
    rf"(?:(?i:parts?|quits?): {_N}|(?:Parts|Quits) (?P<j>\S{{1,80}}+)"
    rf"|(?:[#&]\S{{0,200}} )?(?P<o>\S{{1,80}}+){_HOST} "
    r"(?:(?:has |have |had )?(?:left|quit|Quit|parted|signed off)(?![^\s.:,])"
    r"|leaves(?![^\s:])|got netsplit|got lost in the net-split|disconnected \(|has disconnected\b))"
)
_TOPIC_BY = re.compile(
    rf"(?:{_BY} (?:has |have )?(?:changed|changes|set|sets|unset|unsets|cleared|removed|clears)"
    r" (?:the )?(?:channel )?topic(?![^\s:])"
    rf"|{_BY.replace('<n>', '<o>')} places a new sign in "
    r"|(?i:topic) (?:un)?set by (?P<p>\S{1,80}+)(?: on [#&+!]\S* *$| *$| on [#&+!]\S*: )"
    r"|Topic change by (?P<r>\S{1,80}+)(?: \(\S{0,400}\))?: "
    r"|(?i:topic) changed on [#&+!]\S* by (?P<q>\S{1,400}?)(?:!\S*)?: )"
)
_TOPIC = re.compile(
    r"(?i:the )?(?i:channel )?(?i:topic)(?: (?:for|on|of|in) [\"']?[#&+!]\S*)?"
    r"(?: is| set| was set| now| has been|: )|Set by \S{1,80} on |(?i:no topic (?:is )?set)|The channel topic"
)
_AWAY = re.compile(
    r"(?:\[(?P<w>[^\]\s]{1,80})\] is away"
    rf"|{_N}{_HOST} (?:is (?:now |currently |no longer )?(?:marked as being )?away"
    r"|is (?:now )?back(?![^\s.:(]))|(?P<y>You) (?:have been|are no longer|are now) "
    r"(?:marked as (?:being )?)?(?:away|back))"
)
_TALKING = re.compile(
    r"(?:(?:You are |You're )?[Nn]ow talking (?:in|on)|Rejoined channel|Talking on|Speaking now on) "
    r"(?P<r>[#&+!]\S{0,200})"
)
_MODE = re.compile(
    r"(?:(?i:server)?[Mm]ode[/ ][#&+!]\S{0,200} [\[+(-]|\S{1,80}+ (?:has )?(?:sets?|changed) mode:? "
    r"|\S{1,80}+ set \S{0,40}[+-]|\S{1,80}+ sets modes |\S{1,80}+ (?:gives|removes) .{0,60}(?:to|from) "
    r"|\S{1,80}+ sets [a-z]{1,20} on |\S{1,80}+ sets \S{1,80} [+-]|[#&+!]\S{0,200}: mode change )"
)


_U = r"[(\[]\S{1,400}[)\]]"
_WHY = r"(?: [(\[].*[)\]])?"
_VERBATIM = re.compile(
    rf"Joins: \S+ {_U}\Z|Parts: \S+ {_U}{_WHY}\Z|Quits: \S+ {_U}{_WHY}\Z"
    rf"|\S+ {_U} (?:has joined|has left)(?: (?:channel )?[#&+!]\S*?)?\.?{_WHY}\Z"
    rf"|\S+ {_U} (?:has )?[Qq]uit{_WHY}\Z"
    r"|\S+ has (?:quit|left) [(\[].*[)\]]\Z"
    r"|(?:\S+ is|You(?:'re| are)) now known as \S+\Z|Your nick is now \S+\Z"
    r"|\S+ sets? modes?:? \[?(?:[#&]\S{1,200} )?[+-]\S|\S+ changes topic to '.*'\Z"
    r"|\S+ has changed the topic to: "
    rf"|(?:\S+ was|You were) kicked (?:from \S+ )?by \S+{_WHY}\Z|\S+ has kicked \S+ from [#&+!]\S*{_WHY}\Z"
    rf"|You have been kicked from [#&+!]\S* by \S+{_WHY}\Z|You have left channel [#&+!]"
    r"|\S+ (?:gives|removes) (?:channel (?:half-)?operator status|voice|channel \S+ status)"
    r" (?:to|from)(?: \S{1,80}){1,12}\Z"
    r"|\S+ (?:sets|removes) (?:ban|exempt|invite|quiet) (?:exempt |exception )?on \S+\Z"
    r"|\S+ (?:sets channel (?:keyword|limit) to \S+|removes channel keyword|removes user limit)\Z"
)
_CLIENT = re.compile(
    r"Topic is '|Topic for [#&+!]\S+ (?:is|set by)|Set by \S+ on "
    r"|(?:(?:You are )?[Nn]ow talking (?:in|on)|Speaking now on|Talking on) [#&+!]"
    r"|Disconnected(?: \(.*\)\.?)?\Z|Attempting to rejoin (?:channel )?[#&+!]|Rejoined channel [#&+!]"
    r"|Retrieving [#&+!]\S+ info\.\.\.|(?:\S+ :?)?No such nick|Looking up \S+|Connecting to \S+"
    r"|Connected\.|Connection (?:failed|closed)|Unable to (?:join|connect|resolve)"
    r"|Channel [#&+!]\S+ (?:modes|url|created)|Users on [#&+!]|Notify: \S+ is |Received a (?:CTCP|DCC) "
    r"|You(?:'ve| have) (?:been )?(?:invited|killed) |Cannot join [#&+!]|\S+ (?:is|already) in use|/\S+: "
    r"|\[\S+\] (?:\(\S+@\S*\) : |End of WHOIS|idle \d\d:\d\d:\d\d)"
    r"|Dns resol|Stopped previous|Ping reply from \S+ ?:|\S+ invites you to join [#&+!]"
)


def starred(text: str, known: Container[str] = frozenset()) -> Note | None:
    """What a line behind a star tells, where clients put the same star before what people do: an event only
    in its client's very words, None for anything else. What `known` people do is theirs, even if one is
    called Disconnected."""
    if _VERBATIM.match(text):
        return note(text)
    if _CLIENT.match(text) and text.partition(" ")[0] not in known:
        return note(text)
    return None


def person(name: str) -> str:
    """The nick of whoever a line is about: without his host where it is stuck to the nick, his standing,
    and the punctuation behind it."""
    if "!" in name[1:]:
        name = name[0] + name[1:].split("!", 1)[0]
    elif name.endswith(")") and "@" in name and name.find("(") > 0:
        name = name[: name.find("(")]
    return bare_nick(name) or name


def known_note(text: str) -> Note | None:
    """What a line of the service's own tells, None where it is none of the known ones.

    Only for lines that no member can have typed, or where the caller made sure that nobody did."""
    if (found := _WENT.match(text)) is not None:
        return Note("leave", person(_you(found["n"] or found["j"] or found["o"])))
    if (found := _CAME.match(text)) is not None:
        return Note("join", person(_you(found["n"] or found["j"] or found["o"])))
    if (found := _RENAMED.match(text)) is not None:
        old, new = found["n"] or found["o"], found["a"] or found["b"]
        return Note("nick", person(_you(old)), person(new.rstrip(".") or new))
    if (found := _KICKED.match(text)) is not None:
        return Note("leave", person(_you(found["n"] or found["k"])))
    if (found := _KICKS.match(text)) is not None:
        return Note("leave", person(_you(found["v"].rstrip(":,") or found["v"])))
    if (found := _TALKING.match(text)) is not None:
        return Note("system", room=found["r"])
    if (found := _TOPIC_BY.match(text)) is not None:
        return Note("topic", person(_you(next(filter(None, found.groups())))))
    if _TOPIC.match(text):
        return Note("topic")
    if (found := _AWAY.match(text)) is not None:
        return Note("away", person(_you(found["n"] or found["y"] or found["w"])))
    return Note("system") if _MODE.match(text) else None


def joining(text: str) -> Note:
    """What a line tells that its client marks as somebody's coming: his real name may say anything, and the
    words may be of any language if his host stands behind his name."""
    found = _CAME.match(text)
    if found is not None:
        return Note("join", person(_you(found["n"] or found["j"] or found["o"])))
    name = hosted(text)
    return Note("join", person(name)) if name is not None else Note("system")


def leaving(text: str) -> Note:
    """What a line tells that its client marks as somebody's going, in any language."""
    what = note(text)
    name = hosted(text) if what.kind == "system" else None
    return what if name is None else Note("leave", person(name))


def abroad(text: str) -> Note | None:
    """What a line of the client's own tells in another language than English, None where it is not known."""
    told = foreign(text)
    if told is None:
        return None
    return Note(told.kind, told.name and person(told.name), told.new and person(told.new), told.room)


def note(text: str) -> Note:
    """What a line of the service's own tells; what is none of the known lines is simply the system's."""
    return known_note(text) or abroad(text) or Note("system")


def _you(name: str) -> str:
    """The log's owner by one name, however the line is built."""
    return "You" if name.lower() in YOU else name
