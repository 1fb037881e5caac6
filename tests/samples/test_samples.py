"""The sample logs and their copies in fixtures/cases/core/samples.toml are the same text."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = ROOT / "fixtures" / "cases" / "core" / "samples.toml"
LOGS = {"parlour": "spar/parlour.txt", "yard": "readme/yard.script", "brawl": "brawl/taproom.txt"}


def text_of(path: str) -> str:
    return (ROOT / "samples" / path).read_bytes().decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("case", tomllib.loads(CASES.read_text("utf-8"))["case"], ids=lambda case: case["id"])
def test_the_copy_in_the_case_is_the_sample(case: dict) -> None:
    if "transcripts" in case:
        for one in case["transcripts"]:
            assert one["text"] == text_of(f"duel/{one['file']}")
        assert len(case["transcripts"]) == 3
    else:
        [log] = [log for word, log in LOGS.items() if word in case["id"]]
        assert case["transcript"] == text_of(log)


def test_every_sample_says_what_it_expects() -> None:
    fights = sorted(path.parent.name for path in (ROOT / "samples").glob("*/EXPECTED.md"))
    assert fights == ["brawl", "bridge", "duel", "ford", "mill", "orchard", "readme", "spar"]
