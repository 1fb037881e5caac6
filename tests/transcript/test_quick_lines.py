"""The quick way through the usual lines of an IRC log gives what reading line by line gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.finding import Finding
from calledshot.transcript import Event
from calledshot.transcript.clock import Calendar
from calledshot.transcript.decode import Block, Decoder
from calledshot.transcript.formats import get, irc_lines
from calledshot.transcript.formats.base import Context, Head

LOGS = Path(__file__).parents[2] / "fixtures" / "transcripts"
FORMATS = (
    "catgirl", "colabti", "eggdrop", "energymech", "hexchat", "irccloud", "irssi", "mirc", "supybot",
    "thelounge", "weechat", "znc",
)  # fmt: skip
"""All formats that have a quick way."""
MORE = {
    "irssi": (
        "20:15 <@Wren> I hold", "20:15  * Wren waits", "20:15 -!- Wren [w@reed.example] has joined #moor",
        "20:16 -!- Wren [w@reed.example] has quit [Quit: has joined #moor]", "20:16 < Joins> hello",
        "20:16 -!- Joins [x] has joined #moor", "20:17 -!- Joins [y] has joined #moor", "25:01 < Wren> late",
    ),
    "mirc": (
        "[20:15] <@Wren> I hold", "[20:15] * Wren waits", "[20:15] * Wren has quit (bye)", "[20:16] * Wren",
        "[20:16] * Joins: Wren (w@reed.example)", "[20:17] * Quits: Wren (w@reed.example) (Quit: bye)",
        "[20:17] <Disconnected> hello", "[20:17] * Disconnected", "[20:18] * Disconnected now (really)",
        "\x0303[20:18] * Joins: Wren (w@reed.example)", "[29:18] <Wren> late",
    ),
    "weechat": (
        "2004-07-03 20:15:02\t@Wren\tI hold", "2004-07-03 20:15:02\t *\tWren waits",
        "2004-07-03 20:15:03\t-->\tWren (w@reed.example) has joined #moor",
        "2004-07-03 20:15:03\t-->\tWren (w@reed.example) has quit (no, this is his name)",
        "2004-07-03 20:15:04\t<--\tWren (w@reed.example) has quit (Quit: bye)",
        "2004-07-03 20:15:05.125Z\tWren\tI strike", "2004-07-04T20:15:04.125Z\tWren\tI strike",
        "2004-02-30 20:15:04\tWren\tI strike",
        "2004-07-03 20:15:04\t--\tWren has joined",
    ),
    "znc": (
        "[20:15:02] <Wren> I hold", "[20:15:02] * Wren waits", "[20:15:03] *** Joins: Wren (w@reed.example)",
        "[20:15:04] *** Quits: Wren (w@reed.example) (bye)", "[20:15:04] *** Wren sets mode: +o Reed",
    ),
    "hexchat": ("Jul 03 20:15:02 <Wren> I hold", "Feb 30 20:15:02 <Wren> I hold", "20:15:02 <Wren> I hold"),
}  # fmt: skip
"""Lines that are nearly alike, and are not."""
ODD = ("", " ", "goes on", "  goes on", "x" * 90, "\x02\x03", "20:15", "[20:15] ", "<Wren> no time")


def lines_of(format: str) -> list[str]:
    found = list(MORE.get(format, ()))
    for path in sorted((LOGS / format).iterdir()):
        if not path.name.endswith(".ndjson"):
            with path.open("rb") as log:
                found += [line for block in Decoder(log, path.name) for line in block.lines[:200]]
    return found


@contextmanager
def line_by_line() -> Iterator[None]:
    quickly = irc_lines._Lines.quickly

    def slowly(self: irc_lines._Lines, piece: Block, quick: irc_lines.Quick) -> None:
        for number, line in enumerate(piece.lines, piece.start):
            self.line(line, number)

    irc_lines._Lines.quickly = slowly  # type: ignore[method-assign]
    try:
        yield
    finally:
        irc_lines._Lines.quickly = quickly  # type: ignore[method-assign]


def run(format: str, lines: list[str], day: date | None) -> tuple[list[Event | Finding], bool, int]:
    reader = get(format).read
    assert reader is not None
    calendar = Calendar(day, None)
    ctx = Context(
        "log", Head([line for line in lines if line.strip()], lines, "log"), "IRC", "Reed", calendar
    )
    half = len(lines) // 2
    blocks = [Block(1, lines[:half]), Block(1 + half, lines[half:])]
    return list(reader([block for block in blocks if block.lines], ctx)), calendar.used, calendar.midnights


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_quick_way_reads_what_the_long_one_does(format: str, data: st.DataObject) -> None:
    line = st.one_of(st.sampled_from(lines_of(format)), st.sampled_from(ODD))
    few = data.draw(st.lists(line, min_size=1, max_size=12))
    lines = data.draw(st.lists(st.sampled_from(few), min_size=1, max_size=40))
    day = data.draw(st.sampled_from((None, date(2004, 7, 3))))
    with line_by_line():
        expected = run(format, lines, day)
    assert run(format, lines, day) == expected


@pytest.mark.parametrize("format", FORMATS)
def test_the_formats_have_a_quick_way(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[Block] = []
    monkeypatch.setattr(irc_lines._Lines, "quickly", lambda self, piece, quick: pieces.append(piece))
    run(format, lines_of(format), None)
    assert pieces
