"""Buffers and logs of ERC, Emacs's client: `<@Wren> words` with the time flush right behind the words
(`[20:15]`), `*** Wren (w@host) has joined channel #moor`, and the day in brackets on a line of its own.

The client writes a time only where it has changed, so a line without one has that of the line above. Not for
ERC with times on the left, which reads like the logs of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_forms import notice, say
from calledshot.transcript.formats.irc_lines import Heard, events, long_date, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, stripped

_BEHIND = re.compile(r"[ \t]{1,80}\[(\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)\]\Z", re.ASCII)
_OPENS = re.compile(r"<[^\s<>]{1,160}>(?: |\Z)|\*{3} |\* \S|-[^\s-]\S{0,160}- |\*[^\s*]{1,80}\* |ERC> ")
_AHEAD = re.compile(r"\[\[(\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)\]\] ", re.ASCII)
"""How the time of a line stands before it, where `_Times` has put it."""
NO_WORDS = "\x0f"
"""In the place of a line that has only the time of the message above it: the line is of that message."""
_DATE = re.compile(r"\[([^\W\d]{2,12}\.? [^\[\]\d]{0,20}\d{1,2} \d{4})\]\Z")
_ACT = re.compile(r"\* (\S{1,160})(?: (.*))?\Z")
_PRIVATE = re.compile(r"\*([^\s*]{1,80})\* (.*)\Z")
_PROMPT = re.compile(r"(?:ERC|[#&][^\s<>]{1,80})>(?: .{0,400})?\Z")


def _parse(ctx: Context, raw: str) -> Heard | None:
    line = stripped(raw)
    ahead = _AHEAD.match(line)
    rest = line[ahead.end() :] if ahead is not None else line
    heard = _body(rest)
    if heard is not None and ahead is not None:
        heard.time = ahead[1]
    return heard


def _body(rest: str) -> Heard | None:
    if rest.startswith("<"):
        return say(rest)
    if rest.startswith("*** "):
        return told(rest[4:])
    if (found := _ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    if (found := _PRIVATE.match(rest)) is not None:
        return Heard("whisper", bare_nick(found[1]), found[2], open=True)
    if (found := _DATE.match(rest)) is not None:
        dated = long_date(found[1])
        return told(rest, day=dated[0], of=Note("system")) if dated is not None else None
    if _PROMPT.match(rest):
        return told(rest, of=Note("system"))
    return notice(rest)


class _Times:
    """Puts the times that stand behind lines before them, each before the line on which its message begins,
    and before the lines below that have none."""

    def __init__(self) -> None:
        self.last = ""

    def block(self, block: Block) -> Block:
        lines = list(block.lines)
        opened: int | None = None
        for at, line in enumerate(lines):
            if _OPENS.match(line):
                opened = at
                if self.last:
                    lines[at] = f"[[{self.last}]] {line}"
            elif line[:1] not in (" ", "\t"):
                opened = None
            behind = _BEHIND.search(line[-120:])
            if opened is None or behind is None:
                continue
            self.last = behind[1]
            words = line[: len(line) - len(behind[0])]
            lines[at] = words if words.strip() else f" {NO_WORDS}"
            first = _AHEAD.sub("", lines[opened], count=1)
            lines[opened] = f"[[{self.last}]] {first}"
        return Block(block.start, lines)


def sniff(head: Head) -> float:
    """The share of lines that read, if times stand behind them."""
    lines = [stripped(line) for line in head.lines]
    behind = sum(_OPENS.match(line) is not None and _BEHIND.search(line[-120:]) is not None for line in lines)
    if not behind or behind < 0.05 * len(lines):
        return 0.0
    ctx = Context(None, head, "")
    fit = sum(_parse(ctx, line) is not None or line[:1] in (" ", "\t") for line in lines)
    return 0.97 * fit / len(lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(map(_Times().block, blocks), ctx, partial(_parse, ctx))


FORMAT = Format(
    name="erc",
    title="ERC (Emacs), times behind the words",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
