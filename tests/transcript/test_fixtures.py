"""Every log in fixtures/transcripts gives the events written beside it by hand, and sniffs as its format.

An expected line is a part of an event (with the lines it came from), or {"unread": LINE} for a LOG-1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from calledshot.transcript import Event, open_transcript, to_json

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
LOGS = sorted(path for path in ROOT.glob("*/*") if not path.name.endswith(".expected.ndjson"))


def shown(item: Any) -> dict[str, Any]:
    if not isinstance(item, Event):
        assert item.code == "LOG-1"
        assert item.severity == "warning"
        return {"unread": item.source.line}
    fields = json.loads(to_json(item))
    source = fields.pop("source")
    return {"clock": None, "line": source["line"], "end_line": source["end_line"], **fields}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_events(log: Path) -> None:
    beside = log.with_name(log.stem + ".expected.ndjson")
    expected = [json.loads(line) for line in beside.read_text(encoding="utf-8").splitlines()]
    transcript = open_transcript(log)
    assert transcript.format == log.parent.name
    found = [shown(item) for item in transcript]
    for got, want in zip(found, expected, strict=False):
        if "line" in want:
            want.setdefault("end_line", want["line"])
        assert {key: got.get(key) for key in want} == want
    assert len(found) == len(expected)


def test_every_format_of_this_version_has_a_fixture() -> None:
    from calledshot.transcript.formats import all_formats

    assert {log.parent.name for log in LOGS} == {one.name for one in all_formats()}
