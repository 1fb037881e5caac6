"""Random events of an IRC room's log, for the round trips, and how many logs write one."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime

from hypothesis import strategies as st
from writers import TEXT

from calledshot.transcript import Event, open_transcript

DAY = "2004-07-03"
SPECIAL = "[]\\`_^{|}"
LETTERS = "ABCXYZabcxyz"
NICK = st.builds(
    lambda first, rest: first + rest,
    st.sampled_from(LETTERS + SPECIAL),
    st.text(st.sampled_from(LETTERS + SPECIAL + "0189-"), max_size=9),
).filter(lambda name: name.lower() not in ("you", "me", "myself"))
"""What RFC 2812 lets a nick be."""

WORDS = TEXT.map(
    lambda text: "".join(c for c in text if c >= " " and not "\x7f" <= c <= "\x9f").strip(" \t\xa0")
)
CODES = st.sampled_from(["\x02", "\x0f", "\x1d", "\x1f", "\x16", "\x0304,01\x02", "\x1b[31m"])


def heard(kinds: Sequence[str], shape: str) -> st.SearchStrategy[list[Event]]:
    """Events of these kinds in the order of time. `shape`: "minute" and "second" are times without a date,
    "none" is none, "dated" is local, "zoned" and "utc" (with milliseconds) are moments."""

    def build(said: list[tuple[str, str, str]], times: list[int]) -> list[Event]:
        return [
            event(kind, nick, words, second, shape)
            for (kind, nick, words), second in zip(said, sorted(times), strict=False)
        ]

    one = st.tuples(st.sampled_from(sorted(kinds)), NICK, WORDS)
    return st.builds(
        build, st.lists(one, min_size=1, max_size=10),
        st.lists(st.integers(0, 86_399), min_size=10, max_size=10),
    )  # fmt: skip


def event(kind: str, nick: str, words: str, second: int, shape: str) -> Event:
    clock = f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
    at = {
        "dated": f"{DAY}T{clock}", "zoned": f"{DAY}T{clock}+02:00", "utc": f"{DAY}T{clock}.250+00:00",
        "epoch": f"{DAY}T{clock}+00:00",
    }.get(shape)  # fmt: skip
    if shape == "minute":
        clock = clock[:5]
    if at is not None or shape == "none":
        clock = ""
    return Event(kind=kind, speaker=nick, text=words, at=at, clock=clock or None)  # type: ignore[arg-type]


def read_back(written: str, format: str, name: str = "log") -> list[Event]:
    """The events of a log in which every line must read."""
    items = list(open_transcript(io.BytesIO(written.encode()), format=format, name=name))
    assert all(isinstance(item, Event) for item in items), items
    return [item for item in items if isinstance(item, Event)]


def kept(events: Sequence[Event]) -> list[tuple[object, ...]]:
    return [(one.kind, one.speaker, one.text, one.at, one.clock) for one in events]


def time(event: Event) -> str:
    """The time of day, however the event has it."""
    return event.clock or (event.at or "")[11:19]


def epoch(event: Event) -> int:
    assert event.at is not None
    return int(datetime.fromisoformat(event.at).astimezone(UTC).timestamp())


def usual(event: Event) -> str:
    """What most logs write behind the time."""
    who = event.speaker or ""
    if event.kind == "emote":
        return f"* {who} {event.text}"
    return f"-{who}- {event.text}" if event.kind == "notice" else f"<{who}> {event.text}"
