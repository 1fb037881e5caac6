"""Pages of ticket bots: pictures within them, and what is not the page's own."""

from __future__ import annotations

import io

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript

PICTURE = "data:image/png;base64," + "QUJD" * 8000
FILE = (
    f'<discord-attachment slot="attachment" url="{PICTURE}" alt="gate.png" type="image"></discord-attachment>'
)


def page(inside: str, head: str = "") -> bytes:
    return (
        f"<html><head>{head}</head><body><discord-messages>{inside}</discord-messages></body></html>".encode()
    )


def events(data: bytes) -> list[Event]:
    found = list(open_transcript(io.BytesIO(data), name="log.html"))
    assert all(isinstance(one, Event) for one in found)
    return [one for one in found if isinstance(one, Event)]


def test_a_picture_within_the_page_is_no_text() -> None:
    found = events(
        page(
            f'<discord-message author="Sedge">look{FILE}</discord-message>\n'
            '<discord-message author="Teal">nice</discord-message>'
        )
    )
    assert [(one.speaker, one.text) for one in found] == [
        ("Sedge", "look\n[file: gate.png]"),
        ("Teal", "nice"),
    ]


def test_profiles_are_those_of_the_head() -> None:
    script = '<script>window.$discordMessage={profiles:{"1":{"author":"Sedge"}}}</script>'
    said = (
        '<discord-message profile="1">$discordMessage={profiles:{"2":{"author":"Queen","bot":true,'
        '"verified":true}}}</discord-message><discord-message profile="2">8</discord-message>'
    )
    assert [(one.speaker, one.trust) for one in events(page(said, script))] == [
        ("Sedge", "member"),
        ("2", "member"),
    ]
    assert [one.speaker for one in events(page(said))] == ["1", "2"]


def test_profiles_that_are_cut_off_name_nobody() -> None:
    script = '<script>window.$discordMessage={profiles:{"1":{"auth</script>'
    assert [
        one.speaker for one in events(page('<discord-message profile="1">hi</discord-message>', script))
    ] == ["1"]


def test_a_page_without_messages_holds_none() -> None:
    with pytest.raises(TranscriptError):
        events(page("<discord-header channel='x'>start</discord-header>"))
