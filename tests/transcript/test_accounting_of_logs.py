"""Every line of every fixture and real sample is in one event or one LOG-1: none is lost, none is told twice.

Of formats of one piece (JSON, XML, pages) a line may hold several records, and lines between them are the
file's own; there no two records may share more than the line on which one ends and the next begins.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from mutating import ROLLS, further, together
from real_samples import SAMPLES, table

from calledshot.finding import Finding
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.decode import Decoder
from calledshot.transcript.formats import get
from calledshot.transcript.markup import plain

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
LOGS = [path for path in sorted(ROOT.glob("*/*")) if not path.name.endswith(".expected.ndjson")]
if SAMPLES.is_dir():
    LOGS += [SAMPLES / path for path, sample in table().items() if sample.format]
NO_LINES = {"journal", "events", "slack-zip"}
"""Formats whose items tell of another file's lines, or of those of several."""
SEVERAL = {"aim-html", "eggdrop", "generic"}
"""Formats in which one line may hold several messages: windows saved one after another, a message repeated
so many times, lines run together. In all logs of IRC a line may tell of several that come or go."""
_TAG = re.compile(r"\[/?\w+\]")


def items(log: Path) -> tuple[str, list[Event | Finding]]:
    """The format of a log and what it says; several rolls of one message count once."""
    transcript = open_transcript(log)
    found: list[Event | Finding] = []
    before: Event | None = None
    for item in transcript:
        now = item if isinstance(item, Event) else None
        if transcript.format in ROLLS and now and before and further(before, now):
            continue
        before = now
        found.append(item)
    return transcript.format, found


def span(item: Event | Finding) -> tuple[int, int]:
    """Its first line and its last."""
    assert item.source is not None
    assert item.source.line is not None
    return item.source.line, item.source.end_line or item.source.line


def lines(log: Path) -> list[str]:
    with log.open("rb") as stream:
        return [line for block in Decoder(stream, log.name) for line in block.lines]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_no_line_is_lost_or_told_twice(log: Path) -> None:
    format, told = items(log)
    found = [span(item) for item in told]
    if format in NO_LINES or log.suffix == ".rtf":  # whose lines are the writer's, not the log's
        return
    assert all(1 <= first <= last for first, last in found)
    if get(format).whole is not None:
        apart = sorted(set(found))
        assert all(before[1] <= after[0] for before, after in pairwise(apart)), apart
        return
    claimed: Counter[int] = Counter()
    for first, last in found:
        claimed.update(range(first, last + 1))
    full = lines(log)
    for number, line in enumerate(full, 1):
        if claimed[number] != 1 and not line.strip().isdigit():  # a paste site's number of a blank line
            seen = "" if line.startswith("<!--") else _TAG.sub("", plain(line)).strip()
            comment = format == "script" and seen.startswith("#")
            page = log.suffix in (".html", ".rtf")
            here = [item for item in told if number in range(span(item)[0], span(item)[1] + 1)]
            several = claimed[number] > 1 and (page or format in SEVERAL or together(here))
            assert not seen or comment or several, (number, line)
    assert max(claimed) <= len(full)
