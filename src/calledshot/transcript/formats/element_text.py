"""A Matrix room as Element exports it as plain text: date, time, and then what a reader of the room saw.

It holds no ids: two people of one display name are one here, and edits stand where they were made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import (
    BETWEEN,
    NUMBERS,
    Dates,
    american,
    clock_of,
    clock_pattern,
    like_date,
)
from calledshot.transcript.formats.im_lines import Said, events, told

NAME_LENGTH = 256
NAMES_LIMIT = 10_000
_CLOCK = clock_pattern("")
_LINE = re.compile(
    rf"(?:(?P<day>[^\n]{{6,40}}?){BETWEEN}(?P<time>{_CLOCK})|(?P<time2>{_CLOCK}) (?P<day2>{NUMBERS})) - "
    r"(?P<rest>.*)",
    re.DOTALL,
)
_YEAR = re.compile(r"\d{4}")
_WHO = r"(?P<who>(?:(?!: )[^\n]){1,256}?)"
_FORMS: tuple[tuple[str, Kind], ...] = (
    (r"WHO joined the room", "join"),
    (r"WHO accepted (?:an|the) invitation(?: for [^\n]{1,256})?", "join"),
    (r"WHO left the room(?:: [^\n]{0,500})?", "leave"),
    (r"WHO removed their (?:profile picture|display name)(?: \((?P<old>[^\n]{1,256})\))?", "system"),
    (r"BY (?:removed|kicked|banned) WHO(?:: [^\n]{0,500})?", "leave"),
    (r"WHO (?:changed|set) (?:their|his|her) display name to (?P<to>[^\n]{1,256})", "nick"),
    (r"WHO changed the topic to \"(?P<text>.{0,2000})\"\.", "topic"),
    (r"WHO removed the topic\.", "topic"),
    (r"WHO sent an? (?:image|sticker|file|video)\.(?: \([^\n]{0,80}\))?", "say"),
)
_NOTES = [
    (re.compile(form.replace("WHO", _WHO).replace("BY", r"(?:(?!: )[^\n]){1,256}?")), kind)
    for form, kind in _FORMS
]
_REPLY = re.compile(r"<@[^<>\s]{1,255}(?: \"[^\n]{0,36}?\")?> ")


def sniff(head: Head) -> float:
    """The share of lines that begin with a date and a time with seconds before " - ", and what is below."""
    dates = Dates((), None)
    fits = begins = 0
    for line in head.lines:
        match = _LINE.match(line)
        if match is not None and _is_day(match, dates):
            begins += 1
        fits += begins > 0
        if not begins:
            return 0.0
    return 0.92 * fits / len(head.lines) if begins and begins * 20 >= fits else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message or note of the client."""
    found = [match for line in ctx.head.all_lines if (match := _LINE.match(line)) is not None]
    halves = american(match["time"] for match in found)
    dates = Dates((match["day"] or match["day2"] for match in found), ctx, american=halves)
    heads = (match["rest"].partition(": ") for match in found if ": " in match["rest"][: NAME_LENGTH + 2])
    names = {name for name, _, _ in heads if not _quotes(name)}
    return events(blocks, ctx, _parser(dates, names, ctx))


def _parser(dates: Dates, names: set[str], ctx: Context) -> Callable[[str], Said | None]:
    def parse(line: str) -> Said | None:
        match = _LINE.match(line)
        if match is None or not _is_day(match, dates):
            return None
        day = dates.read(match["day"] or match["day2"])
        clock = clock_of(match["time"] or match["time2"])
        said = _said(match["rest"], names)
        if clock is not None and day is not None:
            said.at = ctx.calendar.moment(day, clock)
        elif clock is not None and dates.is_foreign(match["day"] or match["day2"]):
            said.clock = clock
        if said.kind == "say" and said.speaker is not None and len(names) < NAMES_LIMIT:
            names.add(said.speaker)
        said.speaker = as_member(said.speaker)
        return said

    return parse


def _is_day(match: re.Match[str], dates: Dates) -> bool:
    """Browsers write all of the year; others' exports with seconds need not. The day may be one that never
    was."""
    day = match["day"] or match["day2"]
    if _YEAR.search(day) is None:
        return False
    return dates.read(day) is not None or dates.is_foreign(day) or like_date(day)


def noted(rest: str) -> Said | None:
    """What the client says of somebody's doing in the room, None for any other words."""
    for pattern, kind in _NOTES:
        match = pattern.fullmatch(rest)
        if match is not None:
            who, groups = match["who"], match.groupdict()
            if kind == "system":  # without the name, the id is shown
                old = groups.get("old")
                return told("nick", old, rest, to=who) if old else told("system", None, rest)
            if kind in ("topic", "say"):
                return Said(kind, who, groups.get("text") or (rest if kind == "say" else ""))
            return told(kind, who, rest, to=groups.get("to"))
    return None


def _quotes(name: str) -> bool:
    """Whether what stands before a colon opens a quotation that ends behind it: the client quotes a topic."""
    return name.count('"') % 2 == 1 or any(name.count(a) > name.count(b) for a, b in ("“”", "„“", "«»"))


def _said(rest: str, names: set[str]) -> Said:
    note = noted(rest)
    if note is not None:
        return note
    if rest.startswith("* "):
        words = rest[2:]
        for end in range(min(len(words), NAME_LENGTH), 0, -1):
            if words[end : end + 1] in ("", " ") and words[:end] in names:
                return Said("emote", words[:end], words[end + 1 :])
        who, _, did = words.partition(" ")
        return Said("emote", who, did)
    name, colon, text = rest.partition(": ")
    if not colon and rest.endswith(":"):
        name, colon, text = rest[:-1], ":", ""
    if not colon or not name or len(name) > NAME_LENGTH or _quotes(name):
        return told("system", None, rest)
    reply = _REPLY.match(text)
    return Said("say", name, text[reply.end() :] if reply is not None else text)


FORMAT = Format(
    name="element-text",
    title="Matrix (Element, plain text)",
    evidence="writer's source",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
