"""The older HTML logs of Adium (`.AdiumHTMLLog`): a DIV a message, with spans for the time and the sender.

The date is only in the file's name. Not for Adium's XML logs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.im_text import moment, note
from calledshot.transcript.markup import plain

_SAID = re.compile(
    r"\s{0,8}<div class=[\"'](?:send|receive)[^\"'<>]{0,60}[\"']>\s{0,4}"
    r"<span class=[\"']timestamp[\"']>([^<>]{3,40})</span>\s{0,4}"
    r"<span class=[\"']sender[\"']>([^<>]{1,200})</span>\s{0,4}(.*)",
    re.IGNORECASE,
)
_STATUS = re.compile(r"\s{0,8}<div class=[\"']status[^\"'<>]{0,60}[\"']>(.*)", re.IGNORECASE)
_TIME = re.compile(r"\(([^()<>]{3,40})\)\s*\Z")
_AUTO = re.compile(r"(.{1,200}?) ?\(?(?:Autoreply|Auto-?reply|Auto-?response)\)?", re.IGNORECASE)
_LINE_END = re.compile(r"(?:<br ?/?>)?\n", re.IGNORECASE)


def sniff(head: Head) -> float:
    """The share of lines that are such a DIV; a message may go on below it."""
    if not head.lines or not any("<div class=" in line[:40] for line in head.lines[:5]):
        return 0.0
    fits = sum(1 for line in head.lines if _SAID.match(line) or _STATUS.match(line))
    said = any(_SAID.match(line) for line in head.lines)
    share = fits / len(head.lines)
    return min(0.98, 0.5 + share) if said and share >= 0.25 else 0.4 * share


def _parse(line: str) -> Said | None:
    match = _SAID.match(line)
    if match is not None:
        stamp = moment(match[1].strip())
        name = plain(match[2]).rstrip().removesuffix(":").strip()
        auto = _AUTO.fullmatch(name)
        kind: Kind = "say" if auto is None else "away"
        clock, late = ("", None) if stamp is None else (stamp.clock, stamp.day)
        return Said(kind, auto[1] if auto is not None else name, match[3], clock, late=late)
    match = _STATUS.match(line)
    return None if match is None else told("system", None, match[1])


def _text(html: str) -> str:
    """What was to be seen of a message; it stood in a PRE, where line ends are line ends."""
    return plain(_LINE_END.sub("<br>", html))


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages and the client's own lines in order; those end with their time."""
    for item in events(blocks, ctx, _parse, _text, lambda line: "<" in line and not plain(line)):
        yield (
            _dated(item, ctx)
            if isinstance(item, Event) and item.trust == "server" and item.speaker is None
            else item
        )


def _dated(event: Event, ctx: Context) -> Event:
    timed = _TIME.search(event.text[-60:])
    stamp = moment(timed[1]) if timed is not None else None
    text, at, clock = event.text, event.at, event.clock
    if stamp is not None and timed is not None:
        text = text[: -len(timed[0])].rstrip()
        at, clock = ctx.calendar.stamp(stamp.clock)
    of = note(text)
    return replace(
        event, text=text, at=at, clock=clock, kind=of.kind, to=of.to,
        speaker=None if of.speaker is None else ctx.speaker(of.speaker),
    )  # fmt: skip


FORMAT = Format(
    name="adium-html",
    title="Adium log (HTML)",
    evidence="real sample",
    extensions=(".adiumhtmllog", ".html"),
    window=True,
    sniff=sniff,
    read=read,
)
