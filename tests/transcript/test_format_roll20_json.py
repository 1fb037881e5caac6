"""Roll20's archive as JSON: pages, lists and tables of messages; what is cut off gives what came before."""

from __future__ import annotations

import io
import json

import pytest

from calledshot.transcript import Event, open_transcript

MESSAGES = [
    {
        "who": f"Pel{number}",
        "type": "general",
        "content": "hi",
        "playerid": "-P",
        ".priority": 10**12 + number,
    }
    for number in range(6)
]
BY_ID = {f"-N{number}": message for number, message in enumerate(MESSAGES)}


@pytest.mark.parametrize(
    "archive",
    [
        MESSAGES,
        BY_ID,
        [BY_ID],
        [dict(list(BY_ID.items())[3:]), dict(list(BY_ID.items())[:3])],
        [MESSAGES[:2], MESSAGES[2:]],
        {"pages": MESSAGES},
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_shapes(archive: object, indent: int | None) -> None:
    data = json.dumps(archive, indent=indent).encode()
    transcript = open_transcript(io.BytesIO(data), name="chat_archive.json")
    assert transcript.format == "roll20-json"
    events = list(transcript)
    assert [event.speaker for event in events if isinstance(event, Event)] == [f"Pel{at}" for at in range(6)]
    assert len(events) == 6


@pytest.mark.parametrize("cut", [200, 333, 400])
def test_a_cut_archive_gives_what_came_before(cut: int) -> None:
    data = json.dumps(MESSAGES, indent=1).encode()
    events = list(open_transcript(io.BytesIO(data[:cut]), format="roll20-json", name="log"))
    whole = data[:cut].count(b" }")
    assert [isinstance(item, Event) for item in events] == [True] * whole + [False]


def test_true_is_no_face() -> None:
    dice = {"type": "R", "dice": 1, "sides": 6, "results": [{"v": True}]}
    content = json.dumps({"type": "V", "rolls": [dice], "total": 1})
    message = {**MESSAGES[0], "type": "rollresult", "origRoll": "1d6", "content": content}
    data = json.dumps([message, *MESSAGES[1:]]).encode()
    first = next(iter(open_transcript(io.BytesIO(data), format="roll20-json", name="log")))
    assert isinstance(first, Event)
    assert first.roll is not None
    assert (first.roll.faces, first.roll.total) == ((), 1)
