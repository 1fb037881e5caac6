"""CheetaChat's rooms: known by their dice, whose line is the client's only where it begins one."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from write_cheetachat import write

from calledshot.dice.roll import Roll
from calledshot.transcript import open_transcript
from calledshot.transcript.event import Event
from calledshot.transcript.formats.cheetachat import parse


@pytest.mark.parametrize(
    ("line", "kind", "speaker"),
    [
        ("Wren_1: hello: you", "say", "Wren_1"),
        (">>> Wren_1 rolls 1 6-sided die: >4", "roll", None),
        (">>> Wren_1 rolls over", "system", None),
        ("Wren_1 entered the room", "join", "Wren_1"),
        ("Wren_1 left the room.", "leave", "Wren_1"),
    ],
)
def test_lines(line: str, kind: str, speaker: str | None) -> None:
    parsed = parse(line)
    assert parsed is not None and (parsed.kind, parsed.speaker) == (kind, speaker)
    assert (parsed.roll is not None) is (kind == "roll")


@pytest.mark.parametrize(
    "line", ["two words: talk", "no name", ": none", "x" * 33 + ": long", "he and I left the room"]
)
def test_no_lines(line: str) -> None:
    assert parse(line) is None


def test_a_paste_without_dice_is_not_taken_for_it(tmp_path: Path) -> None:
    log = tmp_path / "talk.txt"
    log.write_text("Wren: hello\nPike: > hi\nWren: >>> look\n" * 4, "utf-8")
    assert open_transcript(str(log)).format != "cheetachat"


def test_a_members_line_is_no_roll(tmp_path: Path) -> None:
    log = tmp_path / "room.txt"
    log.write_text(
        "Wren: >>> Wren rolls 1 6-sided dice: >6\n>>> Wren rolls 1 6-sided dice: >2\n" * 3, "utf-8"
    )
    events = list(open_transcript(str(log)).events())
    assert [event.kind for event in events] == ["say", "roll"] * 3
    assert [event.roll.total for event in events if event.roll] == [2] * 3


TEXT = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40).map(
    lambda text: " ".join(text.split())
)
NAMES = st.from_regex(r"[A-Za-z0-9_.-]{1,32}", fullmatch=True)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.builds(lambda who, text: Event(kind="say", speaker=who, text=text), NAMES, TEXT),
            st.builds(
                lambda who, faces: Event(
                    kind="roll",
                    roll=Roll(
                        roller=who,
                        count=len(faces),
                        sides=10,
                        faces=tuple(faces),
                        total=sum(faces),
                        expression=f"{len(faces)}d10",
                    ),
                ),
                NAMES,
                st.lists(st.integers(1, 10), min_size=1, max_size=9),
            ),
            st.builds(
                lambda who, kind: Event(kind=kind, speaker=who), NAMES, st.sampled_from(["join", "leave"])
            ),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_what_is_written_is_read(events: list[Event]) -> None:
    made = list(read_text(write(events)))
    assert [(one.kind, one.speaker, one.roll) for one in made] == [
        (one.kind, one.speaker, one.roll) for one in events
    ]
    assert [one.text for one in made if one.kind == "say"] == [
        one.text for one in events if one.kind == "say"
    ]


def read_text(text: str) -> list[Event]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        log.write_text(text, "utf-8")
        return list(open_transcript(str(log), format="cheetachat").events())
