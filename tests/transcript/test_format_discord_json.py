"""Discord's exports as JSON: what numbers of people become in the text."""

from __future__ import annotations

import io
import json

from calledshot.transcript import Event, open_transcript


def export(*messages: tuple[str, str, str]) -> bytes:
    """An export of (number, name, words)."""
    found = [
        {
            "id": str(at), "type": "Default", "timestamp": f"2024-03-02T20:00:0{at}+00:00", "content": words,
            "author": {"id": number, "name": name, "isBot": name == "Dicer", "discriminator": "0042"},
            "mentions": [{"id": "17", "name": "quill"}] if "<@17>" in words else [],
        }
        for at, (number, name, words) in enumerate(messages)
    ]  # fmt: skip
    head = {"guild": {"id": "1", "name": "Yard"}, "channel": {"id": "2", "name": "pit"}, "messages": found}
    return json.dumps(head).encode()


def test_numbers_of_people_are_their_names() -> None:
    """An export without markdown leaves the number: of one who writes, one who is mentioned, a stranger."""
    log = export(
        ("11", "Wick", "hello <@17>"),
        ("13", "Dicer", "<@11>  :game_die:\n**Result**: 1d100 (52)\n**Total**: 52"),
        ("11", "Wick", "and <@!99>, where?"),
    )
    events = [one for one in open_transcript(io.BytesIO(log), name="pit.json") if isinstance(one, Event)]
    assert [event.text.partition("\n")[0] for event in events] == [
        "hello @quill", "@Wick  :game_die:", "and <@!99>, where?",
    ]  # fmt: skip
    assert events[1].trust == "bot"
