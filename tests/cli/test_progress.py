"""Bars are for terminals and for long work only; a referee's bar moves with the lines it has seen."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from calledshot.auditing import audits
from calledshot.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "long.script"
    path.write_text("Nimue: Round 1, init please\n" + "Orla: what lovely ferns\n" * 2_000, encoding="utf-8")
    return str(path)


def test_no_bar_without_a_terminal_nor_for_short_work(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "LARGE_FIGHT", 1)
    with progress.refereeing([log]) as watch:
        assert watch is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "LARGE_FIGHT", 1 << 20)
    with progress.refereeing([log]) as watch:
        assert watch is None
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_the_bar_shows_how_many_lines_are_refereed(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(progress, "LARGE_FIGHT", 1)
    with progress.refereeing([log, "-"]) as watch:
        assert watch is not None
        audits([log], ruleset="parthos", watch=watch)
    assert "refereeing" in screen.getvalue()
    assert "2000/2001" in screen.getvalue()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_with_any_line_end(tmp_path: Path, end: str) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes(f"one{end}two{end}three{end}".encode())
    assert progress._lines(str(path)) == 3
