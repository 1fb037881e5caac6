"""Foundry's store and text export: dice as recorded, the last version of a message, nothing lost."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from im_strategies import kept, read_back, said
from write_foundry_text import write

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.foundry_rolls import shown_roll, told


def die(faces: int, *results: int, **more: object) -> dict[str, object]:
    shown = [{"result": result, "active": True} for result in results]
    return {"class": "Die", "number": len(results), "faces": faces, "results": shown, **more}


@pytest.mark.parametrize(
    ("record", "faces", "sides", "modifier", "total"),
    [
        ({"formula": "2d6 + 3", "terms": [die(6, 2, 5)], "total": 10}, (2, 5), 6, 3, 10),
        ({"formula": "1d8 + 1d6", "terms": [die(8, 7), die(6, 2)], "total": 9}, (7,), 8, 2, 9),
        ({"formula": "3d6 - 1d6", "terms": [die(6, 1, 2, 3), die(6, 4)], "total": 2}, (1, 2, 3, 4), 6, -8, 2),
        ({"formula": "(1d8) * 2", "terms": [{"roll": {"terms": [die(8, 3)]}}], "total": 6}, (3,), 8, 3, 6),
        ({"formula": "d20+4", "dice": [{"faces": 20, "rolls": [{"roll": 5}]}], "total": 9}, (5,), 20, 4, 9),
        ({"formula": "1d20", "total": 15.0}, (), 20, 0, 15),
        (
            {"formula": "{1d6,1d8}kh", "total": 7, "terms": [{
                "rolls": [{"terms": [die(6, 2)]}, {"terms": [die(8, 7)]}],
                "results": [{"result": 2, "active": False, "discarded": True}, {"result": 7, "active": True}],
            }]},
            (7,), 8, 0, 7,
        ),
    ],
)  # fmt: skip
def test_records(
    record: dict[str, object], faces: tuple[int, ...], sides: int, modifier: int, total: int
) -> None:
    roll = told(record, "Pel").roll
    assert roll is not None
    assert (roll.faces, roll.sides, roll.modifier, roll.total) == (faces, sides, modifier, total)


def test_a_flat_formula_is_no_roll_of_dice() -> None:
    assert told({"formula": "5 + 5", "terms": [], "total": 10}, "Pel").roll is None
    assert told({"formula": "1d6", "total": "many"}, "Pel").roll is None


def test_true_is_no_face() -> None:
    roll = told({"formula": "1d6", "terms": [die(6, True)], "total": 1}, "Pel").roll
    assert roll is not None
    assert (roll.faces, roll.total) == ((), 1)


@pytest.mark.parametrize(
    ("line", "faces", "modifier"),
    [
        ("1d20 + 4 = 11 + 4 = 15", (11,), 4),
        ("d20 - 1 = 11 - 1 = 10", (11,), -1),
        ("3d6 = 11 = 11", (), 0),
        ("2d20kh + 4 = 11 + 4 = 15", (), 4),
    ],
)
def test_lines_of_the_export(line: str, faces: tuple[int, ...], modifier: int) -> None:
    roll = shown_roll(line, "Pel")
    assert roll is not None
    assert (roll.faces, roll.modifier) == (faces, modifier)


@pytest.mark.parametrize(
    "line", ["1d20 = 15", "a = b = 5", "1d20 + x = 5 = 5", "rolls 1d20 = 5 = 5!", "= 1 = 1"]
)
def test_lines_that_are_none(line: str) -> None:
    assert shown_roll(line, "Pel") is None


def test_every_line_of_a_store_is_told_of() -> None:
    rows: list[object] = [
        {"_id": str(number % 7), "timestamp": 10**12 - number, "content": "x", "speaker": {"alias": "P"}}
        for number in range(20)
    ]
    rows[3:3] = [{"$$deleted": True, "_id": "2"}, ["no message"]]
    data = "\n".join(map(json.dumps, rows)).encode()
    items = list(open_transcript(io.BytesIO(data), format="foundry-db", name="log"))
    assert sorted(item.source.line for item in items if item.source) == list(range(1, 23))  # type: ignore[type-var]
    events = [item for item in items if isinstance(item, Event)]
    assert [event.kind for event in events].count("say") == 7
    assert [event.seq for event in events] == list(range(21))


@settings(max_examples=40, deadline=None)
@given(said(["say"]).filter(lambda events: all(" = " not in event.text for event in events)))
def test_round_trip_of_the_export(events: list[Event]) -> None:
    events = [event for event in events if event.text.strip("-") and "]" not in event.text]
    if events:
        assert kept(read_back(write(events), "foundry-text")) == kept(events)


LATER = [
    {"_id": "a", "author": "u1", "style": 1, "type": "base", "timestamp": 1717200000000, "content": "brb",
     "speaker": {"alias": "Pel at home"}, "whisper": [], "rolls": []},
    {"_id": "b", "author": "u2", "style": 3, "type": "base", "timestamp": 1717200001000,
     "content": "Kit sits down", "speaker": {"alias": "Kit"}, "whisper": [], "rolls": []},
    {"_id": "c", "author": "u2", "style": 0, "type": "base", "timestamp": 1717200002000,
     "content": "<p>hush</p>", "speaker": {"alias": "Kit"}, "whisper": ["u1", "u3"], "rolls": []},
    {"_id": "d", "author": {"_id": "u4", "name": "Wren"}, "style": 2, "type": "usage",
     "timestamp": 1717200003000, "content": "so", "speaker": {}, "whisper": [], "rolls": []},
    {"_id": "e", "author": "u1", "style": 0, "type": "base", "timestamp": 1717200004000, "content": "here",
     "speaker": {"alias": ""}, "whisper": [], "rolls": []},
]  # fmt: skip
"""As versions 12 and later write: `type` is a word, `style` the number, `author` the user."""


@pytest.mark.parametrize("indent", [None, 1, "lines"])
@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16"])
def test_later_versions_and_lists(indent: int | str | None, coding: str) -> None:
    if indent == "lines":
        text = "\r\n".join(map(json.dumps, LATER))
    else:
        text = json.dumps(LATER if indent is None else {"messages": LATER}, indent=1)
    transcript = open_transcript(io.BytesIO(text.encode(coding)), name="log")
    assert transcript.format == "foundry-db"
    events = list(transcript.events())
    assert [(event.id, event.kind, event.speaker, event.to, event.text) for event in events] == [
        ("a", "say", "Pel at home", None, "brb"),
        ("b", "emote", "Kit", None, "Kit sits down"),
        ("c", "whisper", "Kit", "Pel at home, u3", "hush"),
        ("d", "say", "Wren", None, "so"),
        ("e", "say", "Pel at home", None, "here"),
    ]


def test_a_list_cut_short_gives_what_is_whole() -> None:
    text = json.dumps(LATER, indent=1)
    first = "\n".join(text.split("\n")[:12])
    assert open_transcript(io.BytesIO(first.encode()), name="log").format == "foundry-db"
    items = list(open_transcript(io.BytesIO(text[: len(text) // 2].encode()), name="log"))
    assert [item.id for item in items if isinstance(item, Event)] == ["a", "b"]
    assert [item.code for item in items if not isinstance(item, Event)] == ["LOG-1"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x01\x02\x03\x04\x60\x00\x01\x07\0\0\0\0\0\0\0\x01\0\0\0\x01\x1a!messages!abcdefghijklmnop\x10{}",
        b"\x00\x1a\x80\x02!messages!abcdefghijklmnop\x01\x05{}" + b"\0" * 40,
    ],
)
def test_a_folder_of_leveldb_is_known_and_told_how_to_export(data: bytes) -> None:
    with pytest.raises(TranscriptError, match=r"LevelDB.*messages\.json"):
        list(open_transcript(io.BytesIO(data), name="000005.ldb"))


def test_dice_that_are_counted_are_no_sum() -> None:
    roll = told({"formula": "4d6cs>4", "terms": [die(6, 6, 2, 5, 1)], "total": 2}, "Pel").roll
    assert roll is not None and (roll.faces, roll.total, roll.comment) == ((6, 2, 5, 1), 14, "2 successes")
    assert told({"formula": "4d6cs>4", "total": 2}, "Pel").roll is None
    assert shown_roll("4d6cs>4 = 2 = 2", "Pel") is None


def test_every_roll_of_a_message_of_the_export_is_one() -> None:
    log = (
        "[3/21/2023, 3:51:58\u202fPM] Pel\nMace\n1d20 + 5 = 11 + 5 = 16\n1d8 + 3 = 4 + 3 = 7\n"
        "---------------------------\n[3/21/2023, 12:00:00\u202fAM] Kit\nhush\n"
    )
    transcript = open_transcript(io.BytesIO(log.encode()), name="fvtt-log.txt")
    assert transcript.format == "foundry-text"
    events = list(transcript.events())
    assert [event.seq for event in events] == [0, 1, 2]
    assert [(event.kind, event.roll.total if event.roll else None, event.at) for event in events] == [
        ("roll", 16, "2023-03-21T15:51:58"), ("roll", 7, "2023-03-21T15:51:58"),
        ("say", None, "2023-03-21T00:00:00"),
    ]  # fmt: skip
    assert events[0].text == "Mace\n1d20 + 5 = 11 + 5 = 16\n1d8 + 3 = 4 + 3 = 7"


def test_what_nobody_says_is_the_table_s_own() -> None:
    row = {
        "_id": "a", "user": None, "type": 0, "timestamp": 1655413181573, "flavor": "Round 2", "content": "",
        "speaker": {"scene": None, "actor": None, "token": None}, "whisper": [],
    }  # fmt: skip
    data = json.dumps(row).encode()
    (event,) = open_transcript(io.BytesIO(data), format="foundry-db", name="log").events()
    assert (event.kind, event.speaker, event.trust, event.text) == ("system", None, "server", "Round 2")
