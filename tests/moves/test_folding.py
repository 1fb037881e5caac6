"""Typographic characters become plain ones, and every column stays where it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.moves import fold, read
from calledshot.moves.folding import key
from calledshot.moves.vocabulary import Lexicon


@given(st.text())
def test_one_code_point_for_one(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_text_stays(text: str) -> None:
    assert fold(text) == text


@pytest.mark.parametrize(
    ("fancy", "plain"),
    [
        ("“Kaelin’s”", "\"Kaelin's\""), ("＊attack", "*attack"), ("a\u00a0b\u3000c", "a b c"),
        ("–50 —50 −50", "-50 -50 -50"),
        ("ｗｓ", "ws"), ("Éowyn", "Eowyn"), ("𝓐ttack", "Attack"), ("x2×2", "x2x2"), ("★ ∗", "* *"),
    ],
)  # fmt: skip
def test_what_is_made_plain(fancy: str, plain: str) -> None:
    assert fold(fancy) == plain


def test_names_compare_without_case_spaces_and_marks() -> None:
    assert key("Lady El-Sinore") == key("ladyelsinore") == key("LADY EL’SINORE") == "ladyelsinore"
    assert key("Tor\u200bvik") == "torvik"


def test_columns_are_those_of_the_text_as_written(words: Lexicon) -> None:
    text = "Cast\u00a0Pain (Mysticism Level\u00a01) on “Kaelin”, ＊throw dirk"
    pain, throw = read(text, words, given=True).moves
    assert (text[pain.column - 1 : pain.end_column - 1], pain.target) == (
        "Cast\u00a0Pain (Mysticism Level\u00a01) on “Kaelin”",
        "Kaelin",
    )
    assert text[throw.column - 1 : throw.end_column - 1] == throw.text == "＊throw dirk"


def test_an_emoji_is_one_column(words: Lexicon) -> None:
    move = read("😀 attack Kaelin", words, given=True).moves[0]
    assert (move.column, move.end_column) == (3, 16)


def test_invisible_characters_inside_words(words: Lexicon) -> None:
    assert read("att\u200back Tor\u200dvik", words).moves[0].target == "Torvik77"
