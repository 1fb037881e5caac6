"""WhatsApp's "export chat" as text, from Android and from iPhones, in any country's dates.

The app's own lines have no name before a colon (Android) or an invisible mark in front of them (iPhone). A
member can type lines that look like others; such a file cannot tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import CLOCK, NUMBERS, Dates, clock_of
from calledshot.transcript.formats.im_lines import Said, events, told

NAME_LENGTH = 100
_LINE = re.compile(
    rf"\u200e?(?:\[\u200e?(?P<day>{NUMBERS}),? (?P<time>{CLOCK})\] ?|"
    rf"(?P<day2>{NUMBERS})(?:,? (?:à |um |at )?|, ?)(?P<time2>{CLOCK}) [-–] )(?P<rest>.*)",
    re.ASCII | re.DOTALL,
)
_MARKS = "\u200e\u200f\u202a\u202c\u2068\u2069"
_EDITED = re.compile(r" ?\u200e?<(?:This message was edited|Diese Nachricht wurde bearbeitet)>\Z")
_LEFT = re.compile(
    r"(?P<who>[^\n]{1,100}?) (?:left|hat die Gruppe verlassen|a quitté le groupe|salió del grupo)\.?"
)
_JOINED = re.compile(
    r"(?P<who>[^\n]{1,100}?) (?:joined using (?:this group's|an) (?:invite|invitation) link|"
    r"joined (?:the group|via an? [a-z ]{1,40})|was added|were added|joined from the community)\.?"
)
_ADDED = re.compile(r"[^\n]{1,100}? added (?P<who>[^\n]{1,100}?)\.?")
_REMOVED = re.compile(r"[^\n]{1,100}? removed (?P<who>[^\n]{1,100}?)\.?")
_TOPIC = re.compile(
    r"(?P<who>[^\n]{1,100}?) changed the (?:subject|group name)(?: from [^\n]{0,200}?)? to "
    r"[\"“](?P<text>[^\n]{0,200})[\"”]\.?"
)
_OWN = re.compile(
    r"[^:\n]{1,100}? (?:created (?:this )?group|changed (?:the|this|their)|turned (?:on|off)|"
    r"deleted this group|pinned a message|is now an admin|are now an admin|started a call|"
    r"updated the message timer|hat die Gruppe|ha creado|a créé)\b|Messages and calls are|Messages to this|"
    r"You're now an admin"
)
_MEDIA = re.compile(
    r"<attached: |[^\n:]{1,40} omitted\Z|This message was deleted|You deleted this message|<Media|"
    r"[^\n]{1,200} \(file attached\)"
)


def sniff(head: Head) -> float:
    """The share of lines that begin as WhatsApp's do, those that go on with a message among them."""
    fits = begins = named = 0
    inside = False
    for line in head.lines:
        match = _LINE.match(line)
        if match is not None and _is_line(match):
            inside, begins = True, begins + 1
            named += match["day"] is None or ":" in match["rest"]
        fits += inside
    if not begins or _LINE.match(head.lines[0]) is None or named * 2 < begins:
        return 0.0
    return 0.9 * fits / len(head.lines) if begins * 20 >= fits else 0.0


def _is_line(match: re.Match[str]) -> bool:
    """Android writes no seconds; a date with a hyphen in brackets is another's."""
    if match["day"] is not None:
        return not (match["day"][:4].isdigit() and "-" in match["day"])
    return len(match["time2"].split(":")) < 3


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; what the app says itself is the service's."""
    found = [match for line in ctx.head.all_lines if (match := _LINE.match(line)) is not None]
    american = any(re.search("[AaPp]", match["time"] or match["time2"]) for match in found)
    dates = Dates((match["day"] or match["day2"] for match in found), ctx, american=american)
    return events(blocks, ctx, _parser(dates, ctx), _clean)


def _clean(text: str) -> str:
    return _EDITED.sub("", text).strip(" \t\xa0\n").lstrip("\u200e")


def _parser(dates: Dates, ctx: Context) -> Callable[[str], Said | None]:
    def parse(line: str) -> Said | None:
        match = _LINE.match(line)
        if match is None:
            return None
        day = dates.read(match["day"] or match["day2"])
        clock = clock_of(match["time"] or match["time2"])
        said = _said(match["rest"], match["day"] is not None)
        if day is not None and clock is not None:
            said.at = ctx.calendar.moment(day, clock)
        elif clock is not None:
            said.clock = clock
        return said

    return parse


def _said(rest: str, phone: bool) -> Said:
    bare = rest.lstrip(_MARKS)
    name, colon, text = bare.partition(":")
    name = name.strip(_MARKS + " \t").replace("\u202f", " ")
    if not colon or not name or len(name) > NAME_LENGTH or (text[:1] not in ("", " ") and "/" in text[:2]):
        return _note(bare)
    if not phone and _OWN.match(bare):
        return _note(bare)
    text = text.removeprefix(" ")
    if phone and text[:1] == "\u200e":
        inside = text.lstrip(_MARKS)
        if not _MEDIA.match(inside) and (_OWN.match(inside) or _moved(inside) is not None):
            return _note(inside)
    return Said("say", f"{name} (a member)" if name == HOST else name, text)


def _moved(text: str) -> tuple[Kind, str] | None:
    for pattern, kind in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None:
            return kind, match["who"]
    return None


_PATTERNS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_JOINED, "join"), (_ADDED, "join"), (_REMOVED, "leave"), (_LEFT, "leave"),
)  # fmt: skip


def _note(text: str) -> Said:
    """A line of the app's own."""
    text = text.strip(_MARKS + " \t")
    topic = _TOPIC.fullmatch(text)
    if topic is not None:
        return Said("topic", topic["who"], topic["text"])
    moved = _moved(text)
    if moved is not None:
        return told(moved[0], moved[1].strip(_MARKS), text)
    return told("system", None, text)


FORMAT = Format(
    name="whatsapp",
    title="WhatsApp (exported chat)",
    evidence="real sample",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
