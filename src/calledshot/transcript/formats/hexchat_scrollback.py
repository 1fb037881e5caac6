"""Scrollback files of XChat and HexChat: `T 1088884500 `, then the line as it stood on the screen, with
its colours. The time is absolute; where it is 0 or missing there is none. For the logs see `hexchat`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.hexchat import Theme
from calledshot.transcript.formats.irc_lines import Heard, events, share, told
from calledshot.transcript.formats.irc_text import Note, known_note, stripped

EVENTS = frozenset({19, 20, 21, 22, 23, 24, 25, 29})
"""The colours of stars that tell what happened, in the theme both programs come with."""

_LINE = re.compile(r"T(?: (\d{1,12})(?= |\Z))?(?: (.*))?\Z", re.ASCII)
_COLOUR = re.compile(r"\x03(\d{1,2})(?:,\d{1,2})?\*", re.ASCII)
_CODED_NICK = re.compile(r"([ \t]{0,8}<[^\s<>]{1,160}>)(?=[^\s])")


def _bare(text: str) -> str:
    """The line without colours, hidden marks, and with a blank behind the name."""
    line = stripped(text.replace("\x08", ""))
    nick = _CODED_NICK.match(line)
    return line if nick is None else f"{nick[1]} {line[nick.end() :]}"


def _parse(theme: Theme, raw: str) -> Heard | None:
    found = _LINE.match(raw)
    if found is None:
        return None
    text = found[2] or ""
    line = _bare(text) if text.lstrip("\x02\x03\x08\x0f0123456789,").startswith("<") else stripped(text)
    coloured = _COLOUR.match(text)
    heard = theme.body(line, coloured is not None and int(coloured[1]) in EVENTS) if line else None
    if heard is None:
        heard = told(line, of=known_note(line) or Note("system"))
    epoch = int(found[1] or 0)
    if 0 < epoch < 1 << 33:
        heard.at = datetime.fromtimestamp(epoch, UTC).isoformat()
    return heard


def sniff(head: Head) -> float:
    """Every line begins with T, most with a time behind it."""
    timed = share(
        head, lambda line: line.startswith("T ") and line[2:4].isdigit() and bool(_LINE.match(line))
    )
    every = share(head, lambda line: line.startswith("T ") or line == "T")
    return 0.98 * every if timed > 0.5 else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    bodies = (_bare(found[2] or "") for line in ctx.head.all_lines if (found := _LINE.match(line)))
    return events(blocks, ctx, partial(_parse, Theme(bodies)))


FORMAT = Format(
    name="hexchat-scrollback",
    title="XChat and HexChat, scrollback",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
