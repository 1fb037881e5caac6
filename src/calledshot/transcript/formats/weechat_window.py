"""WeeChat's window, copied: who speaks, or an arrow, set flush right before a bar, perhaps behind a time
(`20:15:02  @Wren | words`, `   --> | Tarn has joined #moor`); what goes on below has only the bar.

Not for WeeChat's log files (`weechat`), which have TABs, nor for any text with names before a bar
(`generic`): without an arrow or two dashes it is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import Heard, events, share
from calledshot.transcript.formats.irc_text import stripped
from calledshot.transcript.formats.weechat import Columns

_LINE = re.compile(
    r" {0,60}(?:[\[(]?(?P<t>\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)[\])]?(?: {1,60}|(?=[|│])))?"
    r"(?:(?P<p>\S{1,60}) {1,20})?[|│](?: (?P<w>.*))?\Z",
    re.ASCII,
)
_MARK = re.compile(
    r"[^|│]{0,40}?(?:"
    r"(?:-->|<--) {0,4}[|│] (?:\S{1,200} )?(?:\(\S{0,400}\) )?(?:has )?(?:joined|left|quit|kicked)\b"
    r"|-- {0,4}[|│] (?:Mode [#&+]|Topic (?:for|set)|Notice\(|Channel [#&]|\S{1,200} is now known as))"
    r"|\d\d:\d\d:\d\d {1,30}(?:\* [|│] \S{1,200} \S|-- [|│] \S{1,200} (?:joined|left) the room)"
)
_BELOW = re.compile(r" {0,80}[|│](?: (.*))?\Z")


def _parse(columns: Columns, raw: str) -> Heard | None:
    found = _LINE.match(stripped(raw))
    if found is None or (found["p"] is None and found["t"] is None):
        return None
    heard = columns.body(found["p"] or "", found["w"] or "")
    heard.time = found["t"] or ""
    return heard


def _joined(block: Block) -> Block:
    """The block with lines that have only the bar, below a message, as indented ones that go on with it."""
    lines = list(block.lines)
    for at, line in enumerate(lines):
        below = _BELOW.match(line)
        if below is not None and (below[1] or "").strip():
            lines[at] = f"  {below[1]}"
    return Block(block.start, lines)


def sniff(head: Head) -> float:
    """The share of lines with the bar, if one tells of the room behind an arrow or dashes."""
    if not any(_MARK.match(line) for line in map(stripped, head.lines)):
        return 0.0
    return 0.97 * share(head, lambda line: _LINE.match(stripped(line)) is not None)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(map(_joined, blocks), ctx, partial(_parse, Columns()))


FORMAT = Format(
    name="weechat-window",
    title="WeeChat (copied from its window)",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
