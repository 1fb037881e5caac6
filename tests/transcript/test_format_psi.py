"""Histories of Psi: what it codes of what is said."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.transcript import Event, open_transcript

LINES = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=("C", "Z")), min_size=1
)
WORDS = st.lists(LINES, min_size=1, max_size=3).map("\n".join)


def coded(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\p").replace("\n", "\\n")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["to", "from"]), WORDS), min_size=1, max_size=8))
def test_round_trip(said: list[tuple[str, str]]) -> None:
    log = "".join(f"|2004-07-03T20:15:02|1|{way}|N---|{coded(text)}\n" for way, text in said)
    found = open_transcript(io.BytesIO(log.encode()), name="wren_at_heath.example.history")
    read = [(one.kind, one.speaker, one.text) for one in found if isinstance(one, Event)]
    assert found.format == "psi"
    who = {"to": "You", "from": "wren@heath.example"}
    assert read == [("say", who[way], text) for way, text in said]
