"""IRC as it comes over the wire: `:Wren!w@host PRIVMSG #moor :words`, with the tags of IRCv3 in front
(`@time=…;msgid=…`), perhaps behind a time or an arrow of the program that wrote it down.

The tags give the moment and the message's id; a message of several lines (draft/multiline) is one. Not for
clients' logs, which say the same in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.irc_forms import place
from calledshot.transcript.formats.irc_lines import BLANKS, Heard, moment
from calledshot.transcript.formats.irc_text import stripped, trust_of

_FRONT = re.compile(
    r"(?:\[?(?:(?P<d>\d{4}-\d\d-\d\d)[T ])?(?P<t>\d\d:\d\d(?::\d\d)?(?:\.\d{1,6})?)"
    r"(?P<z>Z|[+-]\d\d:?\d\d)?\]?(?: {1,2}|\t)"
    r"|\d\d/\d\d/\d\d(?:\d\d)? (?P<u>\d\d:\d\d:\d\d) "
    r"|(?P<e>[1-9]\d{8,9})(?:\d{3})?(?:\.\d{1,9})? )?"
    r"(?:(?:<<|>>|<--|-->|<-|->(?: [a-zA-Z0-9-]{1,60}(?:\.[a-zA-Z0-9-]{1,60}){1,8}(?= [A-Z]{3}))?|<|>)[ \t]"
    r"|>>> ?|<<< ?)?",
    re.ASCII,
)
_PSYBNC = re.compile(r"(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d):[^:\s]{1,200}:(?=:)", re.ASCII)
"""What the bouncer psyBNC writes before a line: a moment and the room."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?\Z", re.ASCII)
_VERB = re.compile(r"(?:[A-Z]{2,20}|\d{3})\Z", re.ASCII)
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_ESCAPES = {":": ";", "s": " ", "r": "\r", "n": "\n"}
_CTCP = re.compile(r"\x01([^\x01 ]{1,40})(?: ([^\x01]*))?\x01?")
_VERBS = frozenset(
    {"ACCOUNT", "ADMIN", "AUTHENTICATE", "AWAY", "BATCH", "BOUNCER", "CAP", "CHATHISTORY", "CHGHOST",
     "ERROR", "FAIL", "GLINE", "HELP", "INFO", "INVITE", "ISON", "JOIN", "KICK", "KILL", "KLINE", "LINKS",
     "LIST", "LUSERS", "MARKREAD", "METADATA", "MODE", "MONITOR", "MOTD", "NAMES", "NICK", "NOTE",
     "NOTICE", "OPER", "PART", "PASS", "PING", "PONG", "PRIVMSG", "QUIT", "REDACT", "REHASH", "RENAME",
     "SETNAME", "SQUIT", "STATS", "SUMMON", "TAGMSG", "TIME", "TOPIC", "USER", "USERHOST", "USERS",
     "VERSION", "WALLOPS", "WARN", "WATCH", "WHO", "WHOIS", "WHOWAS"}
)  # fmt: skip
_PLACES = "#&+!"


class Wire(NamedTuple):
    """One message of the protocol."""

    tags: dict[str, str]
    source: str
    verb: str
    params: list[str]


def split(line: str) -> Wire | None:
    """The parts of a line, whatever its verb; None if it has none."""
    rest, tags, source = line, "", ""
    if rest.startswith("@"):
        tags, _, rest = rest[1:].partition(" ")
        rest = rest.lstrip(" ")
    if rest.startswith(":"):
        source, _, rest = rest[1:].partition(" ")
        rest = rest.lstrip(" ")
    head, colon, last = rest.partition(" :")
    parts = head.split(" ") if head else []
    params = [part for part in parts if part]
    if not params:
        return None
    verb = params.pop(0)
    return Wire(_tags(tags) if tags else {}, source, verb, [*params, last] if colon else params)


def _spoken(wire: Wire) -> bool:
    """Whether a server or a client would say so."""
    verb = wire.verb
    if not _VERB.match(verb):
        return False
    return bool(wire.source or wire.tags) if verb.isdigit() else verb in _VERBS or bool(wire.tags)


def _tags(text: str) -> dict[str, str]:
    made = {}
    for tag in text.split(";"):
        key, _, value = tag.partition("=")
        if key:
            plain = "\\" in value
            made[key] = _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), value) if plain else value
    return made


def _heard(ctx: Context, wire: Wire) -> Heard:
    """What the message tells, in words where it has none of its own."""
    who = re.split("[!@]", wire.source, maxsplit=1)[0] or "You"
    params, verb = wire.params, wire.verb
    first = params[0] if params else ""
    last = params[-1] if params else ""
    if verb in ("PRIVMSG", "NOTICE") and len(params) > 1:
        return _message(wire, who, first, last)
    if verb == "JOIN" and params:
        return _told("join", who, f"{who} joined {first}", room=first)
    if verb == "PART" and params:
        return _told("leave", who, f"{who} left {first}" + _why(params[1:]), room=first)
    if verb == "QUIT":
        return _told("leave", who, f"{who} quit" + _why(params))
    if verb == "KICK" and len(params) > 1:
        text = f"{params[1]} was kicked by {who}" + _why(params[2:])
        names = [name for name in params[1].split(",") if name] or [params[1]]
        heard = _told("leave", names[0], text, room=first)
        heard.others = tuple(names[1:])
        return heard
    if verb == "KILL" and first:
        return _told("leave", first, f"{first} was killed by {who}" + _why(params[1:]))
    if verb == "WALLOPS" and params:
        return Heard("notice", who, last, trust=trust_of(who), open=True)
    if verb == "NICK" and params:
        return _told("nick", who, f"{who} is now known as {first}", to=first)
    if verb == "TOPIC" and len(params) > 1:
        return _told("topic", who, f"{who} changed the topic to: {last}", room=first)
    if verb == "AWAY":
        return _told("away", who, f"{who} is away" + _why(params) if params else f"{who} is back")
    if verb == "332" and len(params) > 2:
        return _told("topic", None, last, room=params[1])
    if verb == "301" and len(params) > 2:
        return _told("away", params[1], f"{params[1]} is away" + _why(params[2:]))
    if verb in ("305", "306"):
        return _told("away", "You", last)
    if verb.isdigit():
        return _told("system", None, " ".join(params[1:]) or verb)
    room = first if verb in ("MODE", "TAGMSG") and first[:1] in _PLACES else None
    speaker = who if wire.source and "." not in who else None
    return _told("system", speaker, " ".join([verb, *params]), room=room)


def _message(wire: Wire, who: str, target: str, text: str) -> Heard:
    bare = target.lstrip("~&@%+") if target[:1] in "~@%" or target[1:2] in _PLACES else target
    room = (bare if bare[:1] in _PLACES else target) if (bare or target)[:1] in _PLACES else None
    trust: Trust = "member" if "!" in wire.source or not wire.source else trust_of(who)
    kind: Kind = "notice" if wire.verb == "NOTICE" else "say"
    ctcp = _CTCP.match(text)
    if ctcp is not None and ctcp[1] == "ACTION" and kind == "say":
        kind, text = "emote", ctcp[2] or ""
    elif ctcp is not None:
        return Heard("system", who, f"CTCP {ctcp[1]} {ctcp[2] or ''}".strip(), trust=trust, room=room)
    to = None if room is not None or target in ("*", "AUTH") else target
    if to is not None and kind != "notice":
        kind = "whisper"
    return Heard(kind, who, text, to=to, trust=trust, room=room, open=True)


def _told(
    kind: Kind, speaker: str | None, text: str, *, to: str | None = None, room: str | None = None
) -> Heard:
    return Heard(kind, speaker, text, to=to, trust="server", room=room)


def _why(params: list[str]) -> str:
    return f" ({params[-1]})" if params and params[-1] else ""


def parse(ctx: Context, line: str) -> tuple[Wire, Heard] | None:
    """A line's message and what it tells, with its moment; None if the line is none of the protocol's."""
    bouncer = _PSYBNC.match(line)
    front = _FRONT.match(line)
    assert front is not None  # it matches nothing as well
    wire = split(line[bouncer.end() if bouncer is not None else front.end() :])
    if wire is None or not _spoken(wire):
        return None
    heard = _heard(ctx, wire)
    if bouncer is not None:
        heard.at = moment(ctx, bouncer[1], ":".join(bouncer.group(2, 3, 4)))
        return wire, heard
    time = _TIME.match(wire.tags.get("time", ""))
    if time is not None:
        heard.at = moment(ctx, time[1], time[2], time[3] or "Z")
    if heard.at is None and front.end():
        place(ctx, front.groupdict(), heard)
    return wire, heard


def sniff(head: Head) -> float:
    """The share of lines that are the protocol's; some must have a source or tags."""
    ctx = Context(None, head, "")
    fit = marks = 0
    for line in head.lines:
        found = parse(ctx, line)
        if found is not None:
            fit += 1
            marks += bool(found[0].source or found[0].tags)
    return (0.99 if marks else 0.4) * fit / len(head.lines) if fit else 0.0


class _Batch(NamedTuple):
    """A message of several lines that has begun: its reference, its line, what it is made of so far."""

    ref: str
    opening: Event
    text: str | None = None
    event: Event | None = None
    lines: int = 0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order. A message of several lines is held back until it ends."""
    seq, batch = 0, None
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        found = parse(ctx, line)
        if found is None:
            if batch is not None:
                yield _whole(batch, seq)
                seq, batch = seq + 1, None
            yield ctx.unread(line, number)
            continue
        wire, heard = found
        event = _event(ctx, wire, heard, Source(ctx.file, number, number))
        if batch is not None:
            grown = _grown(batch, wire, heard, event)
            if grown is not None:
                batch = grown
                continue
            ends = wire.verb == "BATCH" and wire.params[:1] == [f"-{batch.ref}"] and batch.event is not None
            if ends:
                batch = _to(batch, number)
            yield _whole(batch, seq)
            seq, batch = seq + 1, None
            if ends:
                continue
        opens = wire.verb == "BATCH" and wire.params[0:1] and wire.params[1:2] == ["draft/multiline"]
        if opens and wire.params[0].startswith("+"):
            batch = _Batch(wire.params[0][1:], event)
            continue
        yield replace(event, seq=seq)
        seq += 1
        for name in heard.others:
            yield replace(event, seq=seq, speaker=ctx.speaker(name))
            seq += 1
    if batch is not None:
        yield _whole(batch, seq)


def _event(ctx: Context, wire: Wire, heard: Heard, source: Source) -> Event:
    at, clock = heard.at, None
    if at is None and heard.time:
        at, clock = ctx.calendar.stamp(heard.time)
    return Event(
        at=at, kind=heard.kind, speaker=None if heard.speaker is None else ctx.speaker(heard.speaker),
        to=heard.to, room=heard.room, text=stripped(heard.text).replace("\x01", "").strip(BLANKS),
        trust=heard.trust, source=source, id=wire.tags.get("msgid") or None, clock=clock,
    )  # fmt: skip


def _grown(batch: _Batch, wire: Wire, heard: Heard, event: Event) -> _Batch | None:
    """The message with one line more, None where the line is none of it."""
    if wire.tags.get("batch") != batch.ref or not heard.open or batch.lines >= MESSAGE_LINES:
        return None
    assert event.source is not None
    if batch.event is None:
        return _to(batch._replace(text=event.text, event=event, lines=1), event.source.line)
    between = "" if "draft/multiline-concat" in wire.tags else "\n"
    text = f"{batch.text}{between}{stripped(heard.text)}"
    return _to(batch._replace(text=text, lines=batch.lines + 1), event.source.line)


def _to(batch: _Batch, line: int) -> _Batch:
    assert batch.event is not None and batch.opening.source is not None
    first = batch.opening.source
    return batch._replace(event=replace(batch.event, source=Source(first.file, first.line, line)))


def _whole(batch: _Batch, seq: int) -> Event:
    """The message of several lines, or the line that opened it where nothing followed."""
    if batch.event is None:
        return replace(batch.opening, seq=seq)
    opening = batch.opening
    return replace(
        batch.event, seq=seq, text=(batch.text or "").strip(BLANKS), id=opening.id or batch.event.id,
        at=opening.at or batch.event.at,
    )  # fmt: skip


FORMAT = Format(
    name="irc-raw",
    title="raw IRC",
    evidence="description",
    extensions=(".log", ".txt", ".raw"),
    sniff=sniff,
    read=read,
)
