"""What Element says itself in a room that it exports as plain text."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import Event, open_transcript

NOTES = [
    ("Oak joined the room", "join", "Oak", None),
    ("Oak accepted an invitation", "join", "Oak", None),
    ("Oak left the room: bored", "leave", "Oak", None),
    ("Marr kicked Oak", "leave", "Oak", None),
    ("Marr removed Oak: too loud", "leave", "Oak", None),
    ("Marr banned Oak", "leave", "Oak", None),
    ("Oak changed their display name to Oak the Late", "nick", "Oak", "Oak the Late"),
    ("@oak:yard.example set their display name to Oak", "nick", "@oak:yard.example", "Oak"),
    ("@oak:yard.example removed their display name (Oak)", "nick", "Oak", "@oak:yard.example"),
    ("Oak removed their profile picture", "system", None, None),
    ("Oak changed their profile picture", "system", None, None),
    ("Oak rejected the invitation", "system", None, None),
    ('Oak hat das Thema auf "steel: only" gesetzt.', "system", None, None),
    ("Oak hat das Thema in „steel: only“ geändert.", "system", None, None),
]


@pytest.mark.parametrize(("line", "kind", "speaker", "to"), NOTES)
def test_what_the_client_says(line: str, kind: str, speaker: str | None, to: str | None) -> None:
    log = f"16/04/2021, 17:20:00 - Oak: hi\n16/04/2021, 17:20:01 - {line}\n16/04/2021, 17:20:02 - Marr: so\n"
    transcript = open_transcript(io.BytesIO(log.encode()))
    assert transcript.format == "element-text"
    found = [item for item in transcript if isinstance(item, Event)]
    assert len(found) == 3
    assert (found[1].kind, found[1].speaker, found[1].to) == (kind, speaker, to)
    assert (found[1].text, found[1].trust) == (line, "server")
