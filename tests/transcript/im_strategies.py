"""Random events of an instant messenger's log, and what a round trip of them must keep."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence

from hypothesis import strategies as st
from writers import LINE, NAMES, clocks

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats import all_formats

all_formats()  # all are imported once, before anything is timed

DAY = "2004-07-03"
DISPLAY = st.one_of(
    NAMES,
    st.text(
        st.one_of(
            st.sampled_from("ABCabc019 _-.|[]\\`^{}~'\u00e9\u5c71"),
            st.characters(categories=("Lu", "Ll", "Nd")),
        ),
        min_size=3, max_size=16,
    ).map(lambda name: " ".join(name.split())).filter(lambda name: len(name) > 2 and name[0].isalnum()),
).filter(lambda name: name.lower() not in ("you", "me", "myself"))  # fmt: skip
"""Names as people show them: blanks, brackets, pipes, letters of every script."""


def said(kinds: Sequence[str], text: st.SearchStrategy[str] = LINE) -> st.SearchStrategy[list[Event]]:
    """Events of these kinds (say, emote, away) by a few people, on one day, in the order of time."""

    def one(kind: str, who: int, words: str) -> tuple[str, int, str]:
        return kind, who, words

    def build(names: list[str], said: list[tuple[str, int, str]], times: list[str]) -> list[Event]:
        return [
            Event(kind=kind, speaker=names[who % len(names)], text=words, at=f"{DAY}T{time}")  # type: ignore[arg-type]
            for (kind, who, words), time in zip(said, sorted(times), strict=False)
        ]

    return st.builds(
        build, st.lists(DISPLAY, min_size=1, max_size=3, unique=True),
        st.lists(st.builds(one, st.sampled_from(kinds), st.integers(0, 2), text), min_size=1, max_size=8),
        st.lists(clocks(), min_size=8, max_size=8),
    )  # fmt: skip


def read_back(written: str, format: str, name: str = "log") -> list[Event]:
    """The events that are no frame (headers, session lines) of a log; every line must read."""
    items = list(open_transcript(io.BytesIO(written.encode()), format=format, name=name))
    assert all(isinstance(item, Event) for item in items), items
    return [item for item in items if isinstance(item, Event) and item.kind != "system"]


def kept(events: Sequence[Event], words: Callable[[str], str] = str) -> list[tuple[object, ...]]:
    return [(event.kind, event.speaker, words(event.text), event.at) for event in events]


def seen(text: str) -> str:
    """A text as a page shows it: runs of blanks are one."""
    return " ".join(part for part in re.split("[ \t\r\n]+", text.replace("\xa0", " ")) if part)
