"""What a bouncer plays back stands at the time at which it was said."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.finding import Finding
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.playback import played_back
from calledshot.transcript.record import record

IRSSI = """--- Log opened Tue Dec 24 00:00:01 2013
00:25 -!- Sedge [~s@fen.example] has joined #moor
00:26 <***> Buffer Playback...
00:26 < Alder> [23:50:03] I attack
00:26 < Alder> [00:15:09] hello
00:26 < *buffextras> [00:15:30] Wren!w@heath.example joined
00:26  * Brack [00:16:00] lunges
00:26 < Brack> [sic]
00:26 < Brack> [2013-12-20 20:15:00] long ago
00:26 <***> Playback Complete.
00:27 < Sedge> [00:16:00] so
"""
MIRC = "[20:15] <***> Buffer Playback...\n[20:15] <Alder> [20:10:03] now\n[20:15] <***> Playback Complete.\n"

Told = tuple[str, str | None, str, str | None]


def read(log: str) -> tuple[list[Told], list[str]]:
    items = list(record(open_transcript(io.BytesIO(log.encode()), name="log")))
    events: list[Told] = [
        (one.kind, one.speaker, one.text, one.at) for one in items if isinstance(one, Event)
    ]
    return events, [one.code for one in items if isinstance(one, Finding)]


def test_each_message_has_its_own_time() -> None:
    events, findings = read(IRSSI)
    assert events[2:] == [
        ("system", None, "Buffer Playback...", "2013-12-24T00:26"),
        ("say", "Alder", "I attack", "2013-12-23T23:50"),
        ("say", "Alder", "hello", "2013-12-24T00:15"),
        ("system", None, "Wren!w@heath.example joined", "2013-12-24T00:15"),
        ("emote", "Brack", "lunges", "2013-12-24T00:16"),
        ("say", "Brack", "[sic]", "2013-12-24T00:26"),
        ("say", "Brack", "long ago", "2013-12-20T20:15"),
        ("system", None, "Playback Complete.", "2013-12-24T00:26"),
        ("say", "Sedge", "[00:16:00] so", "2013-12-24T00:27"),
    ]
    assert "LOG-2" in findings  # what was said four days ago, and only that
    assert findings.count("LOG-2") == 1


def test_the_clock_goes_back_at_the_beginning_without_a_word() -> None:
    assert not read(IRSSI.replace("00:26 < Brack> [2013-12-20 20:15:00] long ago\n", ""))[1]


def test_without_days_only_the_words_are_mended() -> None:
    items = list(record(open_transcript(io.BytesIO(MIRC.encode()), name="log")))
    assert [(one.text, one.clock) for one in items if isinstance(one, Event)] == [
        ("Buffer Playback...", "20:15"),
        ("now", "20:15"),
        ("Playback Complete.", "20:15"),
    ]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["Alder", "Wren", "***x"]), st.text(max_size=30))))
def test_nothing_else_is_touched(said: list[tuple[str, str]]) -> None:
    events = [
        Event(seq=seq, kind="say", speaker=who, text=f"[20:15:00] {text}", at="2013-12-24T20:26")
        for seq, (who, text) in enumerate(said)
    ]
    assert list(played_back(events)) == events
