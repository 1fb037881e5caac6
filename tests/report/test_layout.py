"""Text in columns: widths as shown, wrapping, and the stretch of a long line that matters."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.report.layout import PLAIN_WIDTH, Ink, fit, terminal_width, wants_colour, width, window, wrap


def test_wide_and_combining_characters() -> None:
    assert width("abc") == 3
    assert width("決闘") == 4
    assert width("e\u0301") == 1
    assert fit("決闘場", 4) == "決…"


@given(
    st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Mn")), max_size=300),
    st.integers(8, 90),
)
def test_wrapping_keeps_every_word_and_the_width(text: str, columns: int) -> None:
    lines = wrap(text, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(line) <= columns for line in lines)


def test_a_line_without_blanks_is_cut_in_linear_time() -> None:
    assert len(wrap("x" * 100_000, 50)) == 2_000


@given(st.integers(0, 5_000), st.integers(1, 80), st.integers(24, 100))
def test_the_window_of_a_long_line_holds_its_mark(start: int, length: int, columns: int) -> None:
    text = "".join(chr(ord("a") + number % 26) for number in range(5_100))
    shown, left, right = window(text, start, start + length, columns)
    assert len(shown) <= columns
    assert 0 <= left < right <= len(shown)
    inner = shown[max(left, 1) : min(right, len(shown) - 1)]
    assert inner in text[start : start + length + 1] or inner == ""


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_and_not_under_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(_Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(_Terminal())


def test_width_of_a_file_is_fixed_and_of_a_terminal_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal_width(io.StringIO()) == PLAIN_WIDTH
    monkeypatch.setenv("COLUMNS", "90")
    assert terminal_width(_Terminal()) == 90


def test_ink_adds_nothing_without_colour() -> None:
    assert Ink(False)("x", "error") == "x"
    assert Ink(True)("x", "error") == "\x1b[31mx\x1b[0m"
