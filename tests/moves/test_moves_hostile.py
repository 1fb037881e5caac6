"""Nothing anybody types raises or takes long: 100 kB of every kind of nuisance, and any text at all."""

from __future__ import annotations

import time

import pytest
from chat_campaign import campaign
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.moves import read, write
from calledshot.moves.tokens import MAX_TEXT
from calledshot.moves.verdict import MAX_MOVES
from calledshot.moves.vocabulary import Lexicon
from calledshot_parthos.vocabulary import lexicon

WORDS = lexicon(campaign())
LIMIT = 5.0
"""Seconds for one message, on a slow and busy machine; what is quadratic takes minutes."""

NUISANCES = (
    "(", ")", "((", "[{(", "*", "**", "::", "'", '"', "&", "+ ", "• ", "-", "- ", ". ", "\n", "\u200b", "😀",
    "０", "~",
    "attack ", "attack, ", "*attack, ", "(attack ", "cast ", "cast Pain (", "if ", "if I'm fast enough ",
    "if he ",
    "unless ", "else ", "or attack ", "attack if ", "attack else ", "in which case ", "and ", "then ",
    "1) ", "x2 ",
    "make that ", "hold back ", "WS ", "((WS ", "(170) ", "level 1 ", "Kaelin's ", "Goblin ", "her ",
    "swings ",
    "called shot ", "aim for ", "attack with ", "attack torvk ", "attack the first ", "w/ ", "50 feet ",
    "4 PP ", "a", "I'll ",
)  # fmt: skip


@pytest.mark.parametrize("nuisance", NUISANCES)
def test_a_hundred_kilobytes_of_it(nuisance: str) -> None:
    text = nuisance * (100_000 // len(nuisance))
    for options in ({}, {"given": True}, {"prose": True}, {"asked": True}):
        start = time.process_time()
        reading = read(text, WORDS, **options)
        assert time.process_time() - start < LIMIT
        assert len(reading.moves) <= MAX_MOVES


def test_a_long_message_is_not_longer_work_than_its_head() -> None:
    story = "attack Kaelin with the longsword, "
    short, long = (
        read(story * count, WORDS, given=True)
        for count in (MAX_TEXT // len(story) + 2, 200_000 // len(story))
    )
    assert len(short.moves) == len(long.moves)
    assert any(slip.kind == "unread" and slip.column == MAX_TEXT + 1 for slip in long.slips)


PIECES = (
    "attack", "cast", "Pain", "*", "(", ")", "((", "))", ",", "if", "else", "unless", "he closes", "with",
    "dirk", "at",
    "Kaelin", "Goblin 2", "goblins", "called shot", "head", "(-50)", "WS", "(WS)", "hold back", "damage",
    "x2", "2)", "::", '"', "'", "and", "then", "or", "I'll", "make that", "Level 1", "Mysticism", "4 PP",
    "60'", "(170)", "?", "!", ".",
    "\n", "possibly", "if I'm fast enough", "no", "going easy", "use", "Stone Skin", "self", "her", "throw",
    "parry",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
    st.sampled_from(["given", "prose", "asked", ""]),
)
def test_any_heap_of_words_is_read(text: str, option: str) -> None:
    """And every column lies in the text, every move's text is what stands there."""
    reading = read(text, WORDS, **({option: True} if option else {}))
    for move in reading.moves:
        assert 1 <= move.column < move.end_column <= len(text) + 1
        assert text[move.column - 1 : move.end_column - 1] == move.text
        assert move.action in {action.gives or action.id for action in WORDS.actions.values()}
    for slip in reading.slips:
        assert 1 <= slip.column <= slip.end_column <= len(text) + 1
        assert slip.move is None or slip.move < len(reading.moves)
    write(reading.moves, reading.modifiers, reading.hold_back, lexicon=WORDS)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.booleans())
def test_any_text_is_read(text: str, offered: bool) -> None:
    reading = read(text, WORDS, given=offered)
    assert reading.text == text
    assert read(text, WORDS, given=offered) == reading


@pytest.mark.parametrize(
    "name", ["(", "[", "*", ")", "?", ".*", "a|b", "^", "$", "\\", "{2}", "x+", "::", "-", "«»", "\u202e"]
)
def test_names_that_mean_something_to_patterns(name: str, words: Lexicon) -> None:
    more = words.with_names([name])
    assert read("attack Kaelin with the dirk", more).moves[0].target == "Kaelin"
    assert [move.target for move in read(f"attack {name}", more, given=True).moves] in ([name], [None], [])
