"""Hostile lines: 100 kB of anything costs every reader and every scan no more than a moment."""

from __future__ import annotations

import io
import time

import pytest

from calledshot.dice import dialects
from calledshot.errors import CalledshotError
from calledshot.transcript import calls, open_transcript, reading
from calledshot.transcript.align import is_prompt, looks_declared
from calledshot.transcript.controls import control_finding, visible
from calledshot.transcript.event import Event
from calledshot.transcript.formats import all_formats

SIZE = 100_000
SECONDS = 0.5
"""A linear scan of this size takes a few milliseconds of processor time; a quadratic one, minutes."""
PIECES = [
    "<",
    "<b",
    "&",
    "&#",
    "&#9",
    "(",
    " (1:00",
    ":",
    "\t",
    "a:",
    "[",
    "]",
    "> ",
    "<!-- (",
    "<!-- (7:30 PM)-->",
    "a<!-- (7:30 PM)-->:",
    "x rolled ",
    " rolled 1 ",
    "* ",
    "- ",
    "1. ",
    "12:30 ",
    '{"a":',
    "[[[",
    '"',
    " OnlineHost:",
    "OnlineHost: x rolled 1 1-sided die: ",
    'Opening "',
    "a b ",
    "1/1/11 ",
    "\x03",
    "-sided",
    "Auto response from ",
    " at 1:00",
    "has left ",
    " is now ",
    " ",
    "a",
    "7",
    "IM ",
    "im me ",
    "the ",
    "//roll",
    "-dice1",
    "0",
    "\x1b[",
    "round 1 ",
    "got ",
    "moves ",
    "thanks ",
    "\u202e",
    "é",
]


@pytest.mark.parametrize("piece", PIECES)
def test_every_reader_and_the_sniffers(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Asked at the end of every log that did not read; the first turn of the loop asks all sniffers anyway.
    monkeypatch.setattr(reading, "nearest", lambda head, but: "")
    data = (piece * (SIZE // len(piece))).encode()
    for format in (None, *(one.name for one in all_formats())):
        for lead in (b"", b"Ann:\thi\n", b"Ann (7:30:15 PM): hi\n"):
            start = time.process_time()
            try:
                for _ in open_transcript(
                    io.BytesIO(lead + data + b"\n" + data[:1000]), format=format, name="log"
                ):
                    pass
            except CalledshotError:
                pass
            assert time.process_time() - start < SECONDS, (piece, format)


@pytest.mark.parametrize("piece", PIECES)
def test_every_scan_of_a_message(piece: str) -> None:
    text = piece * (SIZE // len(piece))
    event = Event(kind="say", speaker="Ann", text=text)
    scans = (
        dialects.aol_result, dialects.script_result, dialects.looks_like_result, dialects.aol_command,
        dialects.looks_like_command, visible,
    )  # fmt: skip
    events = (calls.asks_for_messages, calls.asks_for_initiative, is_prompt, looks_declared, control_finding)
    for lead in ("", "x rolled 1 100-sided die: ", "OnlineHost: x rolled 1 6-sided dice: ", "x rolled "):
        for scan in scans:
            start = time.process_time()
            scan(lead + text)
            assert time.process_time() - start < SECONDS, (piece, lead, scan)
    for look in events:
        start = time.process_time()
        look(event)
        assert time.process_time() - start < SECONDS, (piece, look)


class Long(io.RawIOBase):
    """One line of many bytes, made as it is read."""

    def __init__(self, length: int) -> None:
        self._left = length

    def read(self, size: int = -1) -> bytes:
        size = min(size, self._left)
        self._left -= size
        return b"x" * size


def test_two_hundred_megabytes_on_one_line() -> None:
    start = time.process_time()
    with pytest.raises(CalledshotError, match="is one line of 200,000,000 bytes"):
        open_transcript(Long(200_000_000), name="log")
    assert time.process_time() - start < 5


def test_numbers_of_three_hundred_digits_and_no_dice() -> None:
    digits = b"9" * 300
    lines = (
        b"OnlineHost:\tAnn rolled 0 6-sided dice:  ",
        b"OnlineHost:\tAnn rolled 0 0-sided dice:  0",
        b"OnlineHost:\tAnn rolled " + digits + b" 6-sided dice:  1",
        b"OnlineHost:\tAnn rolled 1 " + digits + b"-sided die:  1",
        b"OnlineHost:\tAnn rolled 1 6-sided die:  " + digits,
        b"OnlineHost:\tAnn rolled 1 6-sided die:  -3",
    )
    events = list(open_transcript(io.BytesIO(b"\n".join(lines)), name="log"))
    assert len(events) == len(lines)
    for event in events:
        assert isinstance(event, Event)
        assert event.kind == "roll"
        assert event.roll is not None
        assert dialects.faults(event.roll)
