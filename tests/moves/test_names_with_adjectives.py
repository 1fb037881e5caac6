"""Names that begin with what people also say of their things, or end in everyday nouns; and misspelled ones
of several who are called alike."""

from __future__ import annotations

import pytest

from calledshot.api import Action, Index, Lexicon
from calledshot.moves import read
from calledshot.moves.declaration import Move


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    table = Lexicon(
        [
            Action(id="hit", verbs=("attack",), objects=("name", "weapon"), means=("weapon",), attack=True),
            Action(id="loose", verbs=("shoot",), objects=("weapon", "name"), means=("weapon",), attack=True),
            Action(id="cast", verbs=("cast",), objects=("spell", "name"), unknown="spell", needs=True),
        ]
    )
    table.default_attack, table.default_spell = "hit", "cast"
    table.generic = {
        "weapon": Index((name, name) for name in ("bow", "heavy bow", "mace")),
        "spell": Index((name, name) for name in ("burning hands",)),
    }
    return table.with_names(("Goblin 1", "Goblin 2", "Kaelin"))


def one(text: str, lexicon: Lexicon) -> Move:
    (move,) = read(text, lexicon, asked=True).moves
    return move


@pytest.mark.parametrize(
    ("said", "weapon"),
    [
        ("heavy bow", "heavy bow"),
        ("my heavy bow", "heavy bow"),
        ("my trusty bow", "bow"),
        ("my heavy mace", "mace"),
        ("the bow", "bow"),
    ],
)
def test_an_adjective_of_the_name_is_no_epithet(said: str, weapon: str, lexicon: Lexicon) -> None:
    assert one(f"attack Kaelin with {said}", lexicon).instrument == weapon
    assert one(f"shoot {said} at Kaelin", lexicon).instrument == weapon


def test_the_noun_of_a_known_name_makes_no_idiom(lexicon: Lexicon) -> None:
    move = one("I cast burning hands on Kaelin", lexicon)
    assert move.spell is not None and move.spell.name == "burning hands"
    assert read("casts up her hands", lexicon).moves == ()


def test_of_two_misspelled_alike_the_numbered_one_is_meant(lexicon: Lexicon) -> None:
    assert one("attack gobiln 2", lexicon).target == "Goblin 2"
    unclear = read("attack gobiln", lexicon, asked=True)
    assert unclear.moves[0].target is None
    assert [slip.candidates for slip in unclear.slips] == [("Goblin 1", "Goblin 2")]


def test_a_hyphen_parts_the_words_of_a_misspelled_name(lexicon: Lexicon) -> None:
    known = Index([("two-handed sword", "two-handed sword")])
    table = lexicon.with_names(())
    table.things = {"weapon": known}
    assert one("attack Kaelin with two-handed swrod", table).instrument == "two-handed sword"
    assert one("attack Kaelin with two handed swrod", table).instrument == "two-handed sword"
