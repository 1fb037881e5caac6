"""Fantasy Grounds: dice behind a line are its own, dice in a line were typed."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from write_fantasy_grounds import write
from writers import LINE

from calledshot.dice.dialects import faults
from calledshot.dice.roll import Roll
from calledshot.transcript import Event, open_transcript

C1 = frozenset(map(chr, range(0x80, 0xA0)))  # an entity of these is read as Windows-1252, as browsers do
NAMES = st.sampled_from(["Osk", "Wren Hollis", "Émile d'Oro", "Orb #2", "شي", "Kit-9 (left)"])
TEXT = LINE.filter(
    lambda text: "->" not in text and "\\r" not in text and text.strip() == text and not set(text) & C1
)
ROLLS = st.builds(
    lambda count, sides, plus, total: Roll(
        roller="", count=count, sides=sides, faces=(), modifier=plus, total=total,
        expression=f"{count}d{sides}" + (f"{plus:+d}" if plus else ""),
    ),
    st.integers(1, 20), st.integers(2, 100), st.integers(-20, 20), st.integers(-10, 500),
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(NAMES, TEXT, st.none() | ROLLS), min_size=1, max_size=8))
def test_round_trip(said: list[tuple[str, str, Roll | None]]) -> None:
    events = [
        Event(kind="say" if roll is None else "roll", speaker=name, text=text, roll=roll)
        for name, text, roll in said
        if ": " not in text and not text.endswith(":")
    ]
    data = write(events).encode("ascii")
    found = list(open_transcript(io.BytesIO(data), format="fantasy-grounds", name="log"))[1:]
    assert len(found) == len(events)
    for got, want in zip(found, events, strict=True):
        assert isinstance(got, Event)
        assert (got.kind, got.speaker) == (want.kind, want.speaker)
        if want.roll is None:
            assert got.text == want.text
        else:
            assert got.roll is not None
            assert got.trust == "server"
            assert got.roll.roller == want.speaker
            assert (got.roll.expression, got.roll.total, got.roll.modifier, got.roll.count) == (
                want.roll.expression, want.roll.total, want.roll.modifier, want.roll.count,
            )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        '<font color="#261A12">Osk: I hit [1d20 = 20]</font><br />',
        '<font color="#261A12">Osk: x &#91;1d20 = 20&#93;</font><br />',
        '<font color="#261A12">Osk: &#60;/font&#62; [1d20 = 20]&#60;br /&#62;</font><br />',
    ],
)
def test_typed_dice_are_talk(line: str) -> None:
    (event,) = open_transcript(io.BytesIO(line.encode()), format="fantasy-grounds", name="log")
    assert isinstance(event, Event)
    assert (event.kind, event.trust, event.roll) == ("say", "member", None)


@pytest.mark.parametrize(
    ("session", "at"),
    [
        ("<b>Chat log started at 18.4.2016 / 19:56:22</b><br/>", "2016-04-18T19:56:22"),
        ("<b>Chat log started at 4/18/2016 / 7:56:22 PM</b><br/>", "2016-04-18T19:56:22"),
        ('<a name="2022-07-21" /><b>Session started at 2022-07-21 / 20:16</b><br />', "2022-07-21T20:16"),
    ],
)
def test_sessions(session: str, at: str) -> None:
    log = f'{session}\n<font color="#261A12">Osk: hi</font><br />\n'
    transcript = open_transcript(io.BytesIO(log.encode()), name="chatlog.html")
    assert transcript.format == "fantasy-grounds"
    assert [event.at for event in transcript.events()] == [at, None]


def one_line(colour: str, words: str, dice: str = "") -> Event:
    log = (
        "<b>Chat log started at 18.4.2016 / 19:56:22</b><br/>\n"
        '<font color="#660066">Wren: </font> [1d6 = 3]<br />\n'
        f'<font color="#{colour}">{words}</font>{dice}<br />\n'
    )
    return list(open_transcript(io.BytesIO(log.encode()), name="chatlog.html").events())[2]


@pytest.mark.parametrize(
    ("words", "kind", "speaker", "to", "text"),
    [
        ("'Kit_9' connected", "join", "Kit_9", None, "'Kit_9' connected"),
        ("'Kit_9' disconnected", "leave", "Kit_9", None, "'Kit_9' disconnected"),
        ("[PARTY] -&#62; [Wren] : Rope", "system", None, None, "[PARTY] -> [Wren] : Rope"),
        (
            "Recovery [7][HD-1] -&#62; [to Wren] [STATUS: Hale]", "system", None, None,
            "Recovery [7][HD-1] -> [to Wren] [STATUS: Hale]",
        ),
        (
            "Effect ['ATK: -1d4; (C)'] -&#62; [to Osk] [by Wren]", "system", None, None,
            "Effect ['ATK: -1d4; (C)'] -> [to Osk] [by Wren]",
        ),
        ("Wren [Marsh]: so: be it", "say", "Wren", None, "[Marsh] so: be it"),
        ("Wren [Marsh] (low): so", "say", "Wren", None, "[Marsh] (low) so"),
        ("Osk -&#62; Wren: psst", "whisper", "Osk", "Wren", "psst"),
        ("At last.&#10;The sign: beware", "emote", None, None, "At last.\nThe sign: beware"),
        ("The sign, half gone, reads: keep out", "emote", None, None, "The sign, half gone, reads: keep out"),
    ],
)  # fmt: skip
def test_what_a_line_is(words: str, kind: str, speaker: str | None, to: str | None, text: str) -> None:
    event = one_line("261A12", words)
    assert (event.kind, event.speaker, event.to, event.text) == (kind, speaker, to, text)


@pytest.mark.parametrize(
    ("dice", "count", "sides", "total"),
    [
        ("g20+7 = 21", 1, 20, 21),
        ("2g20+7 = 21", 1, 20, 21),
        ("2d6+2g6+3 = 27", 4, 6, 27),
        ("1p4+1r20+5 = 4", 2, 20, 4),
    ],
)
def test_dice_of_other_colours(dice: str, count: int, sides: int, total: int) -> None:
    roll = one_line("660066", "Wren: [ATTACK (M)] Pole [EFFECTS -1d4]", f" [{dice}]").roll
    assert roll is not None
    assert (roll.count, roll.sides, roll.total) == (count, sides, total)
    assert faults(roll) == []
