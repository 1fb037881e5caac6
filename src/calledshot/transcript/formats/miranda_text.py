"""What Miranda's message export plugin writes: a head between two rules, then in columns the name, the moment
and the words; lines that go on are indented to the words. `<<` and `>>` may stand for the two names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events
from calledshot.transcript.formats.im_text import opening

_D = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_T = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_SAID = re.compile(
    rf"(\S.{{0,99}}?) {{2,99}}+(?:({_D}),? {{1,2}}({_T})|({_T}) {{1,2}}({_D})) ?(.*)", re.ASCII
)
_RULE = re.compile(r"-{40,60}\s*")
_FIELD = re.compile(r"(?:- .{1,40} -|.{1,40}?\s*:.{0,400})")
_MARKS = {"<<": "Me", ">>": "You"}
_USER = "User      : "


def _opening(line: str) -> re.Match[str] | None:
    return _SAID.match(line) if line[:1] not in ("", " ", "-") else None


def sniff(head: Head) -> float:
    """The head of the export, or lines in its three columns."""
    lines = head.lines
    if not lines:
        return 0.0
    if _RULE.fullmatch(lines[0]) and len(lines) > 1 and lines[1].startswith("      ") and lines[1].strip():
        return 0.97
    said = sum(1 for line in lines if _opening(line) is not None)
    inset = sum(1 for line in lines if line[:8].isspace())
    return 0.85 if said and _opening(lines[0]) is not None and said + inset >= 0.9 * len(lines) else 0.0


class _Log:
    """Reads one line after another."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._rules = 0
        self._peer = ""

    def parse(self, line: str) -> Said | None:
        if self._rules < 2 and _RULE.fullmatch(line):
            self._rules += 1
            return Said("system", None, line.strip(), trust="unknown", closed=True)
        if self._rules == 1:
            if line.startswith(_USER):
                self._peer = line[len(_USER) :].strip()
            return Said("system", None, line.strip(), trust="unknown", closed=True)
        match = _opening(line)
        stamp = None if match is None else opening(f"{match[2] or match[5]} {match[3] or match[4]}")
        if match is None or stamp is None:
            return None
        name = match[1].strip()
        if name in _MARKS:
            name = self._peer if name == ">>" and self._peer else "Me" if name == "<<" else name
        return Said("say", name, match[6], stamp.clock, stamp.day)


def _text(words: str) -> str:
    """The lines of a message without their indentation."""
    if "\n" not in words:
        return words.strip(" \t\xa0")
    first, *more = words.split("\n")
    return "\n".join([first.strip(" \t\xa0"), *(line.strip(" \t\xa0") for line in more)]).strip("\n")


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The head and the messages in order."""
    return events(blocks, ctx, _Log(ctx).parse, _text)


FORMAT = Format(
    name="miranda-text",
    title="Miranda message export (text)",
    evidence="writer's source",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
