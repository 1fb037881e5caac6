"""Klooge: names in brackets speak, names without them act; IRC with names in brackets is none of it."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import open_transcript


@pytest.mark.parametrize(
    "log",
    [
        b"[Osk] hi\n[Wren] hello\n[Osk] so\n[Wren] no\n",
        b'[Public] Wren says, "hi"\n[Public] Osk waves\nWren nods.\nOsk nods.\n',
        b"[20:15] Osk: hi\n[20:16] Wren: no\nOsk nods\nWren nods\n",
    ],
)
def test_brackets_alone_are_others(log: bytes) -> None:
    assert open_transcript(io.BytesIO(log), name="log").format != "klooge"


def test_deeds_need_a_name_that_speaks() -> None:
    log = b"[Osk] hi\nOsk nods\n[Wren Hollis] so\nWren Hollis nods\nWrench falls\n"
    events = list(open_transcript(io.BytesIO(log), name="log").events())
    assert [(event.kind, event.speaker, event.text) for event in events] == [
        ("say", "Osk", "hi"), ("emote", "Osk", "Osk nods"), ("say", "Wren Hollis", "so"),
        ("emote", "Wren Hollis", "Wren Hollis nods Wrench falls"),
    ]  # fmt: skip
