"""The web chats with dotted names, the duels of MUDs; and heads of all these readers' logs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from write_web_rpg_chat import write
from writers import LINE, NAMES, plain, rolls

from calledshot.dice.roll import Roll
from calledshot.transcript import Event, open_transcript

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
READERS = (
    "roll20-html", "roll20-json", "foundry-db", "foundry-text", "fchat-text", "mush", "fantasy-grounds",
    "openrpg", "qq-text", "ccfolia-json", "maptool", "forum-paste", "web-rpg-chat", "mud-duel",
)  # fmt: skip
LOGS = [
    log for name in READERS for log in sorted((ROOT / name).glob("*")) if not log.name.endswith(".ndjson")
]


@pytest.mark.parametrize("lines", [5, 20])
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_the_head_of_a_log_is_enough(log: Path, lines: int) -> None:
    data = b"".join(log.read_bytes().splitlines(keepends=True)[:lines])
    assert open_transcript(io.BytesIO(data), name=log.name).format == log.parent.name


WORDS = LINE.filter(lambda text: text.strip() == text)


def spoken(name: str, text: str) -> Event:
    return Event(kind="say", speaker=name, text=text)


def thrown(roll: Roll) -> Event:
    return Event(kind="roll", speaker=roll.roller, trust="server", roll=roll)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.builds(spoken, NAMES, WORDS) | st.builds(thrown, rolls(NAMES)),
        min_size=1, max_size=8,
    )
)  # fmt: skip
def test_dotted_names(events: list[Event]) -> None:
    found = list(open_transcript(io.BytesIO(write(events).encode()), format="web-rpg-chat", name="log"))
    assert len(found) == len(events)
    for got, want in zip(found, events, strict=True):
        assert isinstance(got, Event)
        assert plain(got)[:2] == plain(want)[:2]
        assert got.roll == want.roll
        assert got.trust == want.trust
        assert want.roll is not None or got.text == want.text


def test_what_is_typed_behind_a_prompt_is_the_player_s() -> None:
    log = b"10h, 20m, 30e, 40w ex-(1:2:3:4)kick osk\nYou kick Osk.\n10h, 20m, 30e, 40w ex-(1:2:4:4)\n"
    transcript = open_transcript(io.BytesIO(log), name="duel.md", me="Wren")
    assert [(event.kind, event.speaker, event.clock) for event in transcript.events()] == [
        ("say", "Wren", "01:02:03"), ("system", None, None), ("system", None, "01:02:04"),
    ]  # fmt: skip


def test_dice_of_which_all_are_told_together() -> None:
    log = b".Wren> hm\nROLL by .Wren> (3d10) 14/30\n.Osk> oh\nROLL by .Osk> (3d10) 31/30\n"
    found = list(open_transcript(io.BytesIO(log), name="web.txt").events())
    assert found[1].roll == Roll(roller="Wren", count=3, sides=10, faces=(), total=14, expression="3d10")
    assert found[3].roll is None
