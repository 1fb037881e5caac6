"""Logs of duels on MUDs: Markdown with a front matter, the player's prompt before what the game tells.

The prompt shows his health and the time, and what he typed is stuck to it. All else is the game's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, numbered
from calledshot.transcript.formats.irc_text import stripped
from calledshot.transcript.formats.mush_words import spoken

_PROMPT = re.compile(
    r"(?P<p>(?:\d{1,6}[hmewrbx]{1,2}, ?){1,6}\d{1,6}[hmewrbx]{1,2},? ?[A-Za-z@|]{0,14}- {0,3}"
    r"(?:\((?P<t>\d{1,2}:\d{1,2}:\d{1,2})(?::\d{1,3})?\))?)(?P<c>.*)",
    re.ASCII | re.DOTALL,
)
_FRONT = re.compile(r"[A-Za-z_]{1,40} = .{1,1000}")
_FENCE = frozenset(["+++", "---", "```"])


def sniff(head: Head) -> float:
    """A front matter and prompts, or prompts alone if there are enough of them."""
    lines = head.lines
    if not lines:
        return 0.0
    prompts = sum(_PROMPT.match(line) is not None for line in lines)
    front = lines[0].strip() == "+++" and sum(_FRONT.fullmatch(line) is not None for line in lines[:10]) >= 1
    if front:
        return 0.95 if prompts or len(lines) < 25 else 0.0
    return 0.9 if prompts >= 0.15 * len(lines) else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """A line is an event; a prompt with nothing typed behind it tells only the time."""
    seq = 0
    fences = 0
    for number, raw in numbered(blocks):
        line = stripped(raw).rstrip()
        if not line.strip():
            if line != raw.strip():
                yield ctx.unread(raw, number)
            continue
        source = Source(ctx.file, number, number)
        kind: Kind = "system"
        trust: Trust = "server"
        speaker, to, text = None, None, line.strip()
        at = clock = None
        prompt = _PROMPT.match(line)
        said = spoken(line)
        if prompt is not None:
            at, clock = ctx.calendar.stamp(_padded(prompt["t"])) if prompt["t"] else (None, None)
            if prompt["c"].strip():
                kind, trust, speaker, text = "say", "member", ctx.speaker("You"), prompt["c"].strip()
        elif line.strip() in _FENCE or (fences == 1 and _FRONT.fullmatch(line)):
            fences += line.strip() == "+++"
        elif said is not None:
            kind, trust, text, to = said.kind, said.trust, said.text, said.to
            speaker = None if said.speaker is None else ctx.speaker(said.speaker)
            if said.quoted:
                text = text.removesuffix('"')
        yield Event(
            seq=seq,
            at=at,
            kind=kind,
            speaker=speaker,
            to=to,
            text=text,
            trust=trust,
            source=source,
            clock=clock,
        )
        seq += 1


def _padded(time: str) -> str:
    """ "12:8:45" → "12:08:45": the game writes no zeros."""
    return ":".join(part.zfill(2) for part in time.split(":"))


FORMAT = Format(
    name="mud-duel",
    title="MUD duel logs",
    evidence="description",
    extensions=(".md",),
    sniff=sniff,
    read=read,
)
