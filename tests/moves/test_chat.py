"""Invented chat, read line by line: what is a declaration says what it should, and talk stays talk
(PAR-SYN)."""

from __future__ import annotations

import pytest
from chat_table import lines, note

from calledshot.moves import read
from calledshot.moves.vocabulary import Lexicon

TABLE = lines()


def as_read(mode: str, message: str, words: Lexicon) -> str:
    return note(read(message, words, given=mode == "given", prose=mode == "emote", asked=mode == "asked"))


@pytest.mark.parametrize(
    ("number", "mode", "message", "expected"), TABLE, ids=[f"line {row[0]}" for row in TABLE]
)
def test_each_line(number: int, mode: str, message: str, expected: str, words: Lexicon) -> None:
    assert as_read(mode, message, words) == expected


def test_both_kinds_of_error_are_counted(words: Lexicon) -> None:
    """The table is large, holds both kinds in number, and neither is mistaken for the other."""
    talk = [row for row in TABLE if not row[3]]
    moves = [row for row in TABLE if row[3]]
    assert len(talk) > 200 and len(moves) > 200
    taken_for_moves = [row for row in talk if as_read(row[1], row[2], words)]
    taken_for_talk = [row for row in moves if not as_read(row[1], row[2], words)]
    assert (taken_for_moves, taken_for_talk) == ([], [])


@pytest.mark.parametrize(
    "row", [row for row in TABLE if row[3] and row[1] == "say"], ids=lambda row: f"line {row[0]}"
)
def test_case_and_spacing_change_nothing(row: tuple[int, str, str, str], words: Lexicon) -> None:
    """PAR-SYN-7: case, spacing and a line end are forgiven in silence."""
    _, _, message, expected = row
    condition_free = "{" not in expected and "nearest" not in expected
    if condition_free:
        for changed in (message.upper(), f"  {message.replace(' ', '   ')} \r\n"):
            assert note(read(changed, words)).lower() == expected.lower()
