"""TeamSpeak 3's text chat, as its client logs it or as it is copied from its window.

Names stand in quotes; what the client tells has its words behind them, or three asterisks before. Logs of
the voice server, and of other games, are none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import Said, events, told

_TIME = r"\d\d?:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_LINE = re.compile(rf"\ufffc?[ \t]*(?:<({_TIME})>|\[({_TIME})\])[ \t]*(.*)", re.ASCII | re.DOTALL)
_BEGINS = re.compile(r"\ufffc?[ \t]*\*\*\* (?:Chat|Log) begins? (.{6,40})", re.DOTALL)
_MARK = re.compile(r"\ufffc?[ \t]*\*\*\* (\d{1,4}[./-]\d{1,2}[./-]\d{1,4})\s*")
_ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?) (\d\d?:\d\d(?::\d\d)?)", re.ASCII)
_SAID = re.compile(r'"([^"]{1,64})": ')
_NAME = '"(?P<who>[^"]{1,64})"'
_TOLD: tuple[tuple[str, Kind], ...] = (
    (r"(?:connected|appears\b|entered\b)", "join"),
    (r"(?:disconnected|dropped|timed out|left\b|was kicked\b|was banned\b|leaves\b)", "leave"),
    (r'(?:is now known as|changed nickname to|renamed to) "(?P<to>[^"]{1,64})"', "nick"),
    (r"(?:pokes you|poked you)\b", "notice"),
)
_KINDS = [(re.compile(rf"(?:\*\*\* )?{_NAME} {words}"), kind) for words, kind in _TOLD]
_OWN = re.compile(
    r"\*\*\* |Trying to (?:resolve|connect)|Connected to Server: |Welcome to TeamSpeak|Disconnected\b|"
    r'You (?:switched|were|are|poked|have)\b|Channel (?:group )?"|Server (?:properties|group)\b|'
    r'Chat partner |(?:insufficient|invalid) |"[^"]{1,64}" (?:connected to channel|disconnected|'
    r"switched from|was (?:moved|added|removed|kicked|banned)|dropped|appears|left|is now known as|pokes)\b"
)


def sniff(head: Head) -> float:
    """The share of lines that have a time and a name in quotes, or what the client tells."""
    fits, names = 0.0, 0
    for line in head.lines:
        found = _LINE.match(line)
        if found is None:
            fits += _BEGINS.match(line) is not None or _MARK.fullmatch(line) is not None
            continue
        said = _SAID.match(found[3]) is not None
        own = _OWN.match(found[3]) is not None
        names += said or (own and found[3][:1] == '"') or "TeamSpeak" in found[3][:30]
        fits += 1 if said or own else 0.5
    return 0.95 * fits / len(head.lines) if names else 0.0


def _day(text: str) -> tuple[date, str] | None:
    found = _ISO.fullmatch(text.strip())
    try:
        return (date(int(found[1]), int(found[2]), int(found[3])), found[4]) if found is not None else None
    except ValueError:
        return None


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""
    yield from events(blocks, ctx, _said)


def _said(line: str) -> Said | None:
    begins = _BEGINS.match(line)
    if begins is not None:
        when = _day(begins[1])
        made = told("system", None, line.strip("\ufffc \t"), when[1] if when is not None else "", closed=True)
        made.day = when[0] if when is not None else None
        return made
    if _MARK.fullmatch(line) is not None:
        return told("system", None, line.strip("\ufffc \t"), closed=True)
    found = _LINE.match(line)
    if found is None:
        return None
    clock = time_of_day(found[1] or found[2]) or ""  # a time that no clock shows is none
    rest = found[3]
    said = _SAID.match(rest)
    if said is not None:
        return Said("say", as_member(said[1]), rest[said.end() :], clock)
    for pattern, kind in _KINDS:
        event = pattern.match(rest)
        if event is not None:
            to = event["to"] if kind == "nick" else None
            return told(kind, event["who"], rest.removeprefix("*** "), clock, to=to, closed=True)
    name, colon, text = rest.partition(": ")
    if colon and len(name) <= 64 and _OWN.match(rest) is None and not name.startswith('"'):
        return Said("say", as_member(name), text, clock)
    return told("system", None, rest.removeprefix("*** "), clock)


FORMAT = Format(
    name="teamspeak",
    title="TeamSpeak 3 chat",
    evidence="description",
    extensions=(".txt", ".html"),
    sniff=sniff,
    read=read,
)
