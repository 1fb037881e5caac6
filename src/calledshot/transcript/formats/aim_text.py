"""Text copied out of an AIM window: `NAME (7:30:15 PM): words`, wrapped lines going on below.

Lines without a time, as when time stamps were off for a while, count as messages only if their name also
speaks with one; where the whole head has no times, every name that can be one speaks, but such a file is
taken for this format only if it has what AIM's window says itself ("NAME signed off at 7:30:15 PM."), or when
told so. Not for Pidgin's text, where the time comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.aim_html import system_line
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items
from calledshot.transcript.formats.lines import Opening, gather
from calledshot.transcript.roster import BLANKS, NAMES_LIMIT, Roster, Wrap, colon_name, fold, plausible_name

NAME_LENGTH = 40
UNTIMED_SHARE = 0.7
"""Of a window without times so many lines are somebody's, or its own."""

_TIMED = re.compile(r"[ \t]?\((\d{1,2}:\d\d(?::\d\d)?(?:[ \xa0\u202f]?[AaPp]\.?[Mm]\.?)?)\)[ ]?:", re.ASCII)
_AUTO = "Auto response from "


def split(line: str) -> tuple[str, str, str] | None:
    """(name, time, text) of a line that begins a timed message, else None."""
    mark = _TIMED.search(line, 0, NAME_LENGTH + len(_AUTO) + 20)
    if mark is None:
        return None
    name, text = line[: mark.start()].strip(BLANKS), line[mark.end() :].strip(BLANKS)
    if not text:
        name = name.removesuffix(" says")  # as MSN's window has it, above the words
    return (name, mark[1], text) if name else None


def sniff(head: Head) -> float:
    """The share of lines that begin with a name and a time, wrapped lines given the benefit of the doubt."""
    timed = sum(1 for line in head.lines if split(line) is not None)
    if not timed:
        own = sum(map(_is_own, head.lines))
        named = sum(colon_name(line) is not None and line[:1] not in "([0123456789" for line in head.lines)
        named *= not any(line.lstrip(BLANKS).startswith(HOST) for line in head.lines)  # AOL's
        return 0.93 if own and named > 1 and own + named >= UNTIMED_SHARE * len(head.lines) else 0.0
    share = timed / len(head.lines)
    return min(0.97, 0.6 + share) if share >= 0.2 else share


def _is_own(line: str) -> bool:
    """Whether AIM's window, and no other, says this line."""
    found = system_line(line.strip(BLANKS))
    return line.startswith(_AUTO) or (found is not None and (found[2] is not None or found[1] is None))


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in order, wrapped lines joined."""
    wrap = Wrap(ctx.head.all_lines)
    names = {fold(HOST)}
    for line in ctx.head.all_lines:
        found = split(line)
        if found is not None:
            names.add(fold(found[0].removeprefix(_AUTO)))
    untimed = len(names) == 1
    if untimed:
        names |= Roster(ctx.head.all_lines, wrap).known

    def opens(line: str, previous: str) -> Opening | None:
        found = split(line)
        if found is not None:
            name, time, text = found
            kind: Kind = "away" if name.startswith(_AUTO) else "say"
            name = name.removeprefix(_AUTO)
            if len(names) < NAMES_LIMIT:
                names.add(fold(name))
            return Opening(kind, name, text, time)
        system = system_line(line.strip(BLANKS))
        if system is not None:
            kind, who, when = system
            return Opening(kind, who, line, when or "", trust="server", closed=True)
        named = colon_name(line)
        if named is None or named[1][:1] not in ("", *BLANKS) or wrap.may_continue(previous, line):
            return None
        name = named[0].removeprefix(_AUTO)
        if fold(name) not in names and not (untimed and plausible_name(name)):
            return None
        return Opening("say" if name == named[0] else "away", name, named[1])

    return gather(blocks, ctx, wrap, opens)


FORMAT = Format(
    name="aim-text",
    title="AIM window, copied as text",
    evidence="description",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
