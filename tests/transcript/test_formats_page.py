"""docs/formats.md names every reader there is, with what it rests on."""

from __future__ import annotations

from pathlib import Path

from calledshot.transcript.formats import all_formats

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def test_the_page_lists_the_readers() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    wanted = [
        f"| `{one.name}` | {one.title} | {one.evidence} | {' '.join(one.extensions)} |"
        for one in all_formats()
    ]
    assert rows == wanted


def test_there_are_as_many_as_were_promised() -> None:
    assert len(all_formats()) >= 55
