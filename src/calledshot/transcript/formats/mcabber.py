"""Histories of mcabber and poezio, clients for Jabber: `MR 20040703T20:15:02Z 000 <Wren> words`, of which the
number says how many more lines the message has; times are UTC.

In rooms names stand before the words, in windows of two not: there what was sent is the owner's, and what
came the other's, whose name the file has. Not for what the clients show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from pathlib import PurePath

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.irc_text import known_note, stripped

_HEAD = re.compile(
    r"(M[RSI]|S[_OFDNAI?])[ ](\d{4})(\d\d)(\d\d)T(\d\d:?\d\d:?\d\d)Z (\d{3})(?: (.*))?\Z", re.ASCII
)
_SAY = re.compile(r"<([^<>]{1,160})>(?: {1,2}(.*))?\Z", re.DOTALL)
_ACT = re.compile(r"\*([^\s*]{1,160})(?: (.*))?\Z", re.DOTALL)
_ME = "/me "
_NAMED = re.compile(r"M[RS] \S{17,22} \d{3} <[^<>]{1,160}> ", re.ASCII)


def sniff(head: Head) -> float:
    """The share of lines that belong to entries whose number of lines is right."""
    if not head.lines or not _HEAD.match(head.lines[0]):
        return 0.0
    fit = more = 0
    for line in head.lines:
        if more:
            fit, more = fit + 1, more - 1
        elif (found := _HEAD.match(line)) is not None:
            fit, more = fit + 1, int(found[6])
    return 0.98 * fit / len(head.lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The entries in order, each with as many lines as it says."""
    seq = first = last = more = 0
    in_room = _other(ctx) is None or any(map(_NAMED.match, ctx.head.all_lines))
    held: re.Match[str] | None = None
    words: list[str] = []
    for number, line in numbered(blocks):
        if held is not None and more > 0 and len(words) < MESSAGE_LINES:
            words.append(line)
            last, more = number, more - 1
            continue
        found = _HEAD.match(line)
        if held is not None:
            yield _event(held, words, seq, Source(ctx.file, first, last), ctx, in_room)
            seq, held = seq + 1, None
        if found is None:
            if line and not line.isspace():
                yield ctx.unread(line, number)
            continue
        held, words, first, last, more = found, [found[7] or ""], number, number, int(found[6])
    if held is not None:
        yield _event(held, words, seq, Source(ctx.file, first, last), ctx, in_room)


def _other(ctx: Context) -> str | None:
    """Whose messages come in a window of two: the file is called as his address is."""
    name = PurePath((ctx.file or "").replace("\\", "/")).name.removesuffix(".log").removesuffix(".txt")
    return name if "@" in name[1:] else None


def _event(
    head: re.Match[str], words: list[str], seq: int, source: Source, ctx: Context, in_room: bool
) -> Event:
    bare = head[5].replace(":", "")
    clock = time_of_day(f"{bare[:2]}:{bare[2:4]}:{bare[4:]}")
    at = None
    try:
        day = date(int(head[2]), int(head[3]), int(head[4])).isoformat()
        at = f"{day}T{clock}+00:00" if clock is not None else None
    except ValueError:
        pass
    indented = all(line[:1] == " " for line in words[1:])  # as poezio writes what goes on
    text = "\n".join([words[0], *(line[1:] if indented else line for line in words[1:])]).strip(" \t\xa0\n")
    kind, speaker, to, trust, text = _said(head[1], stripped(text), in_room)
    if kind == "say" and speaker is None:
        speaker = _other(ctx)
    if kind == "say" and text.startswith(_ME):
        kind, text = "emote", text.removeprefix(_ME).lstrip()
    return Event(
        seq=seq, at=at, kind=kind, speaker=None if speaker is None else ctx.speaker(speaker), to=to,
        text=text, trust=trust, source=source,
    )  # fmt: skip


def _said(sort: str, text: str, in_room: bool) -> tuple[Kind, str | None, str | None, Trust, str]:
    """Kind, speaker, the new name of who is renamed, trust and words of an entry."""
    if sort in ("MR", "MS"):
        if (found := _SAY.match(text)) is not None:
            return "say", found[1], None, "member", (found[2] or "").strip()
        if (found := _ACT.match(text)) is not None and in_room:
            return "emote", found[1], None, "member", (found[2] or "").strip()
        return "say", "You" if sort == "MS" else None, None, "member", text
    if sort == "MI":
        bare = text.removeprefix("*** ").lstrip("-=<>~ ")
        note = known_note(bare)
        if note is not None:
            return note.kind, note.speaker, note.to, "server", bare
    return "system", None, None, "server", text


FORMAT = Format(
    name="mcabber",
    title="mcabber or poezio history",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
