"""The places, slips and names of a reading, beside the moves themselves."""

from __future__ import annotations

import pytest

from calledshot.moves import read
from calledshot.moves.declaration import Move
from calledshot.moves.reading import Reading
from calledshot.moves.vocabulary import Lexicon


def slips(reading: Reading) -> list[tuple[str, str, str]]:
    return [(slip.kind, slip.said, slip.read_as) for slip in reading.slips]


def places(text: str, *moves: Move) -> list[str]:
    return [text[move.column - 1 : move.end_column - 1] for move in moves]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cast Pain (Mysticism Level 1), *throw knife", ["Cast Pain (Mysticism Level 1)", "*throw knife"]),
        ("((Cast Pain (Mysticism Level 1) on Torvik, *throw dirk))",
         ["Cast Pain (Mysticism Level 1) on Torvik", "*throw dirk"]),
        ("Attack, Attack, ''*''Attack", ["Attack", "Attack", "''*''Attack"]),
        ("I'll cast Pain on Torvik then attack if I'm fast enough",
         ["cast Pain on Torvik", "attack if I'm fast enough"]),
        ("1) attack Kaelin 2) * parry", ["attack Kaelin", "* parry"]),
        ("attack Kaelin (WS), *attack, hold back damage", ["attack Kaelin", "*attack"]),
        ("if he advances, stab, else throw dirk", ["if he advances, stab, else throw dirk"]),
        ("attack x2", ["attack x2", "attack x2"]),
    ],
)  # fmt: skip
def test_a_span_is_the_move_with_its_star(text: str, expected: list[str], words: Lexicon) -> None:
    reading = read(text, words, given=True)
    assert places(text, *reading.moves) == expected == [move.text for move in reading.moves]


def test_the_columns_of_the_contract(words: Lexicon) -> None:
    first, second = read("Cast Pain (Mysticism Level 1), *throw knife", words, given=True).moves
    assert (first.column, first.end_column) == (1, 30)
    assert (second.column, second.end_column) == (32, 44)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cast Pain (Myst 1)", [("abbreviated", "Myst 1", "Mysticism Level 1")]),
        ("Cast Pain (Mysticism Level 1)", []),
        ("Cast Pain (mysticism level 1)", []),
        ("Cast Pain (Myst Level 1)", []),  # a unique part of a name passes in silence
        ("cast pain lvl 1 on Kaelin", [("abbreviated", "lvl 1", "(Level 1)")]),
        ("Cast Pain (Myticism Level 1)", [("corrected", "Myticism", "Mysticism")]),
        ("Cast Paim", [("corrected", "Paim", "Pain")]),
        (
            "attack Kaelyn with longsord",
            [("corrected", "Kaelyn", "Kaelin"), ("corrected", "longsord", "longsword")],
        ),
        ("attack Torvik", []),
        ("attack w/ mace", [("abbreviated", "w/", "with")]),
        ("att Kaelin", [("abbreviated", "att", "attack")]),
        ("attack, ＊attack", [("star_shape", "＊", "*")]),
        ('attack, "*"attack', [("star_shape", '"*"', "*")]),
        ("attack, (*) attack", [("star_shape", "(*)", "*")]),
        ("attack, +attack", [("star_shape", "+", "*")]),
        ("attack, •attack", [("star_shape", "•", "*")]),
        ("attack, attack*", [("star_shape", "*", "*")]),
        ("attack, attack if I have time", [("star_shape", "if I have time", "*")]),
        ("attack, poss. attack", [("star_shape", "poss.", "*")]),
        ("attack, 2nd: attack", [("star_shape", "2nd:", "*")]),
        ("attack, using WS", [("modifier_words", "WS", "(WS)")]),
        ("attack (WS)", []),
        ("attack; then attack / attack\nattack", []),
    ],
)
def test_what_is_forgiven_is_noted_or_not(
    text: str, expected: list[tuple[str, str, str]], words: Lexicon
) -> None:
    """PAR-SYN-7: the two lists, noted and silent."""
    assert slips(read(text, words, given=True)) == expected


def test_two_stars_round_a_move_are_asked_about(words: Lexicon) -> None:
    alone = read("*attack*", words, given=True)
    assert [slip.kind for slip in alone.slips] == ["italics"]
    assert not alone.moves[0].optional
    second = read("attack, *attack*", words, given=True)
    assert [move.optional for move in second.moves] == [False, True]


def test_a_spell_the_rulebook_lacks_has_its_nearest(words: Lexicon) -> None:
    reading = read("Cast Holy Smite on Kaelin", words, given=True)
    (slip,) = reading.slips
    assert (slip.kind, slip.said, slip.candidates[0]) == ("unknown", "Holy Smite", "Holy Healing")
    assert reading.moves[0].spell is not None and reading.moves[0].spell.name == "Holy Smite"


def test_a_name_that_fits_several_lists_them(words: Lexicon) -> None:
    (slip,) = read("attack the goblin", words, given=True).slips
    assert (slip.kind, slip.candidates) == ("ambiguous", ("Goblin 1", "Goblin 2", "Goblin 3"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Dan", "Dan"), ("dan", "Dan"), ("Daniel", "Daniel"), ("Dani", "Daniel"), ("Torvik", "Torvik77"),
        ("torvik77", "Torvik77"), ("Elsinore", "LadyElsinore"), ("Lady Elsinore", "LadyElsinore"),
        ("KAELIN", "Kaelin"),
        ("goblin 2", "Goblin 2"), ("goblin #3", "Goblin 3"), ("gob 1", "Goblin 1"),
        ("the second goblin", "Goblin 2"),
        ("Kaelin's", "Kaelin"), ("her", None), ("him", None), ("it", None), ("the troll", "troll"),
        ("self", "self"),
    ],
)  # fmt: skip
def test_whom_a_target_means(said: str, meant: str | None, words: Lexicon) -> None:
    """An exact name before a part of another, a part that fits only one, a group's numbers; pronouns open."""
    assert read(f"attack {said}", words, given=True).moves[0].target == meant


def test_somebody_comes_in(words: Lexicon) -> None:
    text = "attack Sir Bors with the mace"
    assert read(text, words, given=True).moves[0].target == "Sir Bors"  # as said
    more = words.with_names({"xX_Bors_Xx": "Bors the Bold"})
    assert read("attack bors", more, given=True).moves[0].target == "Bors the Bold"
    assert words.combatants.get("bors") is None


def test_without_a_campaign_everything_is_taken_as_said(bare: Lexicon) -> None:
    cast, throw, use = read(
        "Cast Gloom (Shadows Level 3) on Ushka, *throw kris at Ushka, *use rod of ice", bare, given=True
    ).moves
    assert cast.spell is not None
    assert (cast.spell.name, cast.spell.list, cast.spell.level, cast.target) == (
        "Gloom",
        "Shadows",
        3,
        "Ushka",
    )
    assert (throw.action, throw.instrument, throw.target) == ("missile", "kris", "Ushka")
    assert (use.action, use.instrument) == ("item", "rod of ice")
    assert (
        read("attack Ushka with the glaive", bare, given=True).moves[0].action == "attack"
    )  # no rulebook says which


def test_the_weapon_tells_what_kind_of_attack(words: Lexicon) -> None:
    read_as = {
        text: read(text, words, given=True).moves[0].action
        for text in (
            "attack with longsword",
            "attack with shortbow",
            "attack with dirk",
            "throw dirk",
            "stab with dirk",
        )
    }
    assert list(read_as.values()) == ["melee", "missile", "attack", "missile", "melee"]


def test_out_of_character_brackets(words: Lexicon) -> None:
    for text in (
        "((attack Kaelin))",
        "((attack Kaelin",
        "(attack Kaelin with the dirk)",
        "[[attack Kaelin]]",
    ):
        assert read(text, words).ooc, text
    assert not read("attack Kaelin", words).ooc


def test_a_correction_replaces(words: Lexicon) -> None:
    assert read("er, make that *Attack", words).replaces
    assert not read("*Attack", words).replaces
    within = read("Cast Pain on Kaelin, no wait, cast Mend on self", words, given=True)
    assert [move.spell.name for move in within.moves if move.spell] == ["Mend"]
    assert not within.replaces  # only its own words are taken back


def test_what_is_held_back_no_more(words: Lexicon) -> None:
    reading = read("that's it, I'm not holding back damage any more", words, given=True)
    assert (reading.released, reading.hold_back, reading.moves) == (("damage",), (), ())
    assert read("no longer holding back", words).released == ("damage", "strength", "weapon_speed")


def test_marks_tell_where_things_stand(words: Lexicon) -> None:
    text = "Cast Wrath of God unless he falls, in which case cast Mend (Healing Level 1) on self"
    reading = read(text, words, given=True)
    first, other = reading.moves[0], reading.moves[0].otherwise[0]
    wrath, mend, spec = (
        reading.mark(first, "spell"),
        reading.mark(other, "spell"),
        reading.mark(other, "spec"),
    )
    assert wrath and text[wrath.column - 1 : wrath.end_column - 1] == "Wrath of God"
    assert mend and text[mend.column - 1 : mend.end_column - 1] == "Mend"
    assert spec and text[spec.column - 1 : spec.end_column - 1] == "Healing Level 1"
    assert reading.mark(first, "spec") is None


def test_repeats_are_capped(words: Lexicon) -> None:
    assert len(read("attack x4", words, given=True).moves) == 4
    assert len(read("attack x400", words, given=True).moves) == 1
    assert len(read(", ".join(["attack"] * 90), words, given=True).moves) == 24
