"""Every text format has a writer, and what all writers can write alike, every reader gives back.

What each format can hold beyond that (odd nicks, kinds, times) its own test writes and reads.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from im_strategies import seen
from msgspec.structs import replace
from mutating import corpus
from writers import LINE

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript, to_json

WRITERS: dict[str, ModuleType] = {
    path.stem.removeprefix("write_").replace("_", "-"): import_module(path.stem)
    for path in sorted(Path(__file__).parent.glob("write_*.py"))
    if path.stem != "write_im_pages"
}
FORMATS = {"trillian": "trillian-text"}
"""The format of a writer, where it is not the writer's own name."""
ZONED = frozenset({"catgirl", "textual"})
"""Formats that never lack the zone of a time."""
QUOTED = frozenset({"mush"})
"""Formats in which what is said stands in quotes, so that it cannot end in one."""

NICKS = st.builds(
    lambda first, rest: first + rest,
    st.sampled_from("ABCDEFGH"),
    st.text(st.sampled_from("ABCDabcd"), min_size=2, max_size=7),
)
TALK = LINE.map(lambda text: "so, " + " ".join("".join(c if c.isprintable() else " " for c in text).split()))
"""Words with every odd character that is seen, one blank between them."""


def said(names: Sequence[str], lines: Sequence[tuple[int, str]], times: Sequence[int]) -> list[Event]:
    made = []
    for (who, text), second in zip(lines, sorted(times), strict=False):
        clock = f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
        name = names[who % len(names)]
        made.append(Event(kind="say", speaker=name, text=text.strip(), at=f"2004-07-03T{clock}"))
    return made


TALKS = st.builds(
    said,
    st.lists(NICKS, min_size=2, max_size=3, unique_by=str.lower),
    st.lists(st.tuples(st.integers(0, 2), TALK), min_size=2, max_size=6),
    st.lists(st.integers(0, 1439).map(lambda minute: minute * 60), min_size=6, max_size=6, unique=True),
)


@pytest.mark.parametrize("name", sorted(WRITERS))
@settings(max_examples=5, deadline=None)
@given(TALKS)
def test_what_is_said_comes_back(name: str, events: list[Event]) -> None:
    if name in ZONED:
        events = [replace(event, at=f"{event.at}+02:00") for event in events]
    if name in QUOTED:
        events = [replace(event, text=f"{event.text} now") for event in events]
    written = WRITERS[name].write(events)
    data = written if isinstance(written, bytes) else written.encode()
    format = FORMATS.get(name, name)
    items = list(open_transcript(io.BytesIO(data), format=format, name="log"))
    assert all(isinstance(item, Event) for item in items), items
    found = [item for item in items if isinstance(item, Event) and item.kind == "say"]
    assert [(one.speaker, seen(one.text)) for one in found] == [
        (one.speaker, seen(one.text)) for one in events
    ]
    again = b"".join(to_json(item) + b"\n" for item in items if isinstance(item, Event))
    back = list(open_transcript(io.BytesIO(again), name="log"))
    assert back == items
    assert b"".join(to_json(item) + b"\n" for item in back if isinstance(item, Event)) == again


@pytest.mark.parametrize("format", sorted(corpus()))
def test_what_parse_writes_of_any_log_reads_back_as_the_same_events(format: str) -> None:
    for data in corpus()[format]:
        try:
            items = list(open_transcript(io.BytesIO(data), format=format or None, name="log"))
        except TranscriptError:
            assert not format  # among the collected logs are some that no reader is for
            continue
        events = [item for item in items if isinstance(item, Event)]
        written = b"".join(to_json(event) + b"\n" for event in events)
        back = open_transcript(io.BytesIO(written), name="log")
        assert back.format == "events"
        assert list(back) == events
