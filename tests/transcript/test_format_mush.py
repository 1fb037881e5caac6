"""MUSH logs: wrapped speech and poses, the words of many games, and dice that a pose cannot fake."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from write_mush import write

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.mush_words import evennia_result, evennia_start, spoken

WORDS = st.text(st.sampled_from("abcXYZ019.,:;!?<>[](){}*-~é山🐉"), min_size=1, max_size=9)
TALK = st.lists(WORDS, min_size=1, max_size=40).map(" ".join)


@pytest.mark.parametrize(
    ("line", "kind", "speaker", "to", "text"),
    [
        ('Osk Marrow exclaims, "no"', "say", "Osk Marrow", None, 'no"'),
        ('Osk says in Elvish, "no"', "say", "Osk", None, 'no"'),
        ("Osk pages: come here", "whisper", "Osk", "You", "come here"),
        ('Osk pages (Wren), "come" to you.', "whisper", "Osk", "You", "come"),
        ("You paged Osk with 'a 'b' c'.", "whisper", "You", "Osk", "a 'b' c"),
        ('You whisper Osk, "hi"', "whisper", "You", "Osk", "hi"),
        ("Osk has left.", "leave", "Osk", None, "Osk has left."),
        ("Osk leaves for the Weir.", "leave", "Osk", None, "Osk leaves for the Weir."),
        ("Osk arrives from the Weir.", "join", "Osk", None, "Osk arrives from the Weir."),
        ("<Public> Osk grins.", "emote", "Osk", None, "Osk grins."),
        ("<Public> Osk has connected.", "join", "Osk", None, "Osk has connected."),
        ("Osk whispers: psst", "whisper", "Osk", "You", "psst"),
        ('Osk whispers "psst" to you.', "whisper", "Osk", "You", "psst"),
        ("Osk whispers to Wren and Kit: hush", "whisper", "Osk", "Wren and Kit", "hush"),
        ('Osk whispers, "it goes on', "whisper", "Osk", "You", "it goes on"),
        ('You whisper "so" to Osk.', "whisper", "You", "Osk", "so"),
        ("You paged Osk with: 'so'.", "whisper", "You", "Osk", "so"),
        ("In a page-pose to you, Osk bows.", "whisper", "Osk", "You", "Osk bows."),
        ("(To: Wren, Kit) Osk pages: hi", "whisper", "Osk", "Wren, Kit", "hi"),
        ("Long distance to (Osk, Kit): Wren bows.", "whisper", "You", "Osk, Kit", "Wren bows."),
        ("(PM to Osk) Wren bows.", "whisper", "Wren", "Osk", "Wren bows."),
        ('OOC Osk says, "x"', "say", "Osk", None, 'x"'),
        ('Osk says "no comma"', "say", "Osk", None, 'no comma"'),
        ("Osk [to Wren]: see?", "say", "Osk", None, "[to Wren] see?"),
        ("Somewhere on the muck, Osk has connected.", "join", "Osk", None,
         "Somewhere on the muck, Osk has connected."),
        ("Osk arrives to Mill from Road.", "join", "Osk", None, "Osk arrives to Mill from Road."),
        ("Osk is leaving Mill, heading for Road.", "leave", "Osk", None,
         "Osk is leaving Mill, heading for Road."),
        ('You sense that Osk is looking for you in The Mill. He pages, "hi"', "whisper", "Osk", "You", "hi"),
        ("Osk (Os) pages: hi", "whisper", "Osk", "You", "hi"),
        ("Osk pages Wren, Kit, and Pel: hi", "whisper", "Osk", "Wren, Kit, and Pel", "hi"),
        ("To Wren and Kit, Osk pages: hi", "whisper", "Osk", "Wren and Kit", "hi"),
        ("You paged Osk and Kit with 'so'", "whisper", "You", "Osk and Kit", "so"),
        ("You paged Osk with ‘so’", "whisper", "You", "Osk", "so"),
        ("You paged (blind) Osk and Kit with 'so'", "whisper", "You", "Osk and Kit", "so"),
        ("Osk whispers “psst”", "whisper", "Osk", "You", "psst"),
        ("From afar (to Wren and Kit), Osk (Os) bows.", "whisper", "Osk", "Wren and Kit", "Osk bows."),
        ("From afar, to Wren and Kit: Osk bows.", "whisper", "Osk", "Wren and Kit", "Osk bows."),
        ("From afar, Osk pages you.", "whisper", "Osk", "You", "Osk pages you."),
        ("You sense Osk bows.", "whisper", "Osk", "You", "Osk bows."),
        ("You sense: Osk bows.", "whisper", "Osk", "You", "Osk bows."),
        ("Osk has disconnected somewhere on the MUCK!", "leave", "Osk", None,
         "Osk has disconnected somewhere on the MUCK!"),
        ("Osk has left the channel.", "leave", "Osk", None, "Osk has left the channel."),
        ("Idle message from Osk: asleep", "away", "Osk", None, "asleep"),
        ("*** The game saves. ***", "system", None, None, "*** The game saves. ***"),
    ],
)  # fmt: skip
def test_words(line: str, kind: str, speaker: str | None, to: str | None, text: str) -> None:
    said = spoken(line)
    assert said is not None
    assert (said.kind, said.speaker, said.to, said.text) == (kind, speaker, to, text)


@pytest.mark.parametrize(
    "line",
    [
        "Osk pages through the book: it is old.",
        "Osk nods.",
        'says, "who"',
        "He said nothing",
        "",
        ' Osk says, "hi"',
        "<3 you",
    ],
)
def test_no_words(line: str) -> None:
    assert spoken(line) is None


def test_a_roll_of_evennia_needs_its_announcement_and_its_indent() -> None:
    assert evennia_start("Osk rolls 3d6 - 1 (hidden).") == ("Osk", "3d6 - 1")
    said = evennia_result(" Roll(s): 1, 2 and 6. Total result is 8.", "Osk", "3d6 - 1")
    assert said is not None
    assert said.roll is not None
    assert (said.roll.faces, said.roll.modifier, said.roll.total) == ((1, 2, 6), -1, 8)
    assert evennia_result("Roll(s): 6. Total result is 6.", "Osk", "1d6") is None
    log = b'Osk says, "hi"\nWren says, "hi"\nOsk says, "so"\nOsk rolls 1d6.\nRoll(s): 6. Total result is 6.\n'
    events = open_transcript(io.BytesIO(log), format="mush", name="log").events()
    assert [event.kind for event in events].count("roll") == 0


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["Osk", "Wren Hollis", "Émile"]), TALK), min_size=1, max_size=6))
def test_round_trip(said: list[tuple[str, str]]) -> None:
    events = [Event(kind="say", speaker=name, text=text) for name, text in said]
    found = list(open_transcript(io.BytesIO(write(events).encode()), format="mush", name="log"))
    assert [(item.kind, item.speaker, item.text) for item in found if isinstance(item, Event)] == [
        (event.kind, event.speaker, event.text) for event in events
    ]


def test_lines_that_were_not_wrapped_stand_alone() -> None:
    log = (
        'Osk says, "I am here."\n'
        "The wind rises over the weir.\n"
        'Wren says, "So am I, and so is everybody else who was asked to come here tonight, I think."\n'
        "Somewhere a dog barks.\n"
        'Osk says, "hush"\n'
    )
    events = list(open_transcript(io.BytesIO(log.encode()), format="mush", name="log").events())
    assert [(event.speaker, event.trust) for event in events] == [
        ("Osk", "member"), (None, "unknown"), ("Wren", "member"), (None, "unknown"), ("Osk", "member"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stamp", "at", "clock"),
    [
        ("20:15:0%d ", None, "20:15:0%d"),
        ("[20:15:0%d] ", None, "20:15:0%d"),
        ("20:15:0%d.125 - ", None, "20:15:0%d"),
        ("2024/03/05 20:15:0%d ", "2024-03-05T20:15:0%d", None),
        ("[03/25/2024 8:15:0%d PM] ", "2024-03-25T20:15:0%d", None),
        ("[Tue Mar 05 2024 20:15:0%d] ", "2024-03-05T20:15:0%d", None),
        ("2024-03-05T20:15:0%d> ", "2024-03-05T20:15:0%d", None),
    ],
)
def test_times_that_a_client_puts_before_lines(stamp: str, at: str | None, clock: str | None) -> None:
    said = ['Osk says, "hi: you"', "Wren nods.", 'You say, "no"', "Wren has left.", 'Osk says, "so"']
    log = "".join(f"{stamp % number}{line}\r\n" for number, line in enumerate(said))
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    assert transcript.format == "mush"
    events = list(transcript.events())
    assert [(event.kind, event.speaker) for event in events] == [
        ("say", "Osk"), ("emote", "Wren"), ("say", "You"), ("leave", "Wren"), ("say", "Osk"),
    ]  # fmt: skip
    assert [event.at for event in events] == [at % n if at else None for n in range(5)]
    assert [event.clock for event in events] == [clock % n if clock else None for n in range(5)]


@pytest.mark.parametrize(
    "line",
    [
        "[20:15:01] <Osk> Hello there",
        "20:15:01 <Osk> Hello there",
        "[20:15:01] * Osk nods",
        "20:15 Osk: Hello",
    ],
)
def test_logs_of_irc_are_none(line: str) -> None:
    transcript = open_transcript(io.BytesIO(f"{line}\n".encode() * 8), name="log")
    assert transcript.format != "mush"


def test_a_name_of_two_words_that_only_poses() -> None:
    log = (
        'Osk says, "You again."\n\nWren Hollis lifts her chin.\n\nOsk says, "Well?"\n\n'
        'Wren Hollis\'s hand shakes.\n\n"Stop!" calls Kit from the bank.\n\n<OOC> Wren Hollis laughs.\n'
    )
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    assert transcript.format == "mush"
    assert [(event.kind, event.speaker) for event in transcript.events()] == [
        ("say", "Osk"), ("emote", "Wren Hollis"), ("say", "Osk"), ("emote", "Wren Hollis"), ("emote", None),
        ("emote", "Wren Hollis"),
    ]  # fmt: skip


def test_a_room_tells_what_game_it_is() -> None:
    log = (
        "The Mill\nThe wheel turns.\nContents:\nOsk\nA lamp\nObvious exits:\nOut\n\n"
        'Osk sets the lamp down. "You again."\n\nWren shrugs.\n'
    )
    assert open_transcript(io.BytesIO(log.encode()), name="log").format == "mush"


def test_names_before_colons_are_no_game_of_words() -> None:
    log = b"Wren: hello\nOsk rolled 1d20 -> 14\nWren rolled a 5\nOsk: I swing\nOsk: so\nWren has left\n"
    transcript = open_transcript(io.BytesIO(log), name="log.txt")
    assert transcript.format == "generic"
    assert [(event.kind, event.speaker) for event in transcript.events()] == [
        ("say", "Wren"), ("emote", "Osk"), ("emote", "Wren"), ("say", "Osk"), ("say", "Osk"),
        ("leave", "Wren"),
    ]  # fmt: skip
