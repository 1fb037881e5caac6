"""The strict form: what is written reads back to the same declaration, whatever it was (property)."""

from __future__ import annotations

import pytest
from chat_campaign import SPELLS, campaign
from chat_table import lines
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.campaign.model import Campaign
from calledshot.moves import read, write
from calledshot.moves.declaration import CalledShot, Move, Spell
from calledshot.moves.vocabulary import Lexicon
from calledshot_parthos.vocabulary import lexicon

WORDS = lexicon(campaign())
BARE = lexicon(Campaign())
TARGETS = (
    "Kaelin",
    "Torvik77",
    "LadyElsinore",
    "Goblin 2",
    "Dan",
    "Daniel",
    "self",
    "troll",
    "old hermit",
    "Xqu",
)
CONDITIONS = (
    "if he advances", "unless one of my allies falls unconscious", "when Torvik closes", "if I am hit",
    "unless he retreats", "if she goes below half stamina", "once the goblins are dead",
    "if Kaelin dies, flees or yields",
)  # fmt: skip
PICKS = ("the first goblin to target me", "whoever attacks me", "the first one to come near")

targets = st.none() | st.sampled_from(TARGETS)
foes = st.none() | st.sampled_from([name for name in TARGETS if name != "self"])
flags = st.booleans()
shots = st.none() | st.builds(
    CalledShot,
    part=st.sampled_from(["head", "eye", "right arm", "left leg", "throat"]),
    penalty=st.none() | st.integers(-90, -1),
)


@st.composite
def spells(draw: st.DrawFn) -> Spell:
    name, list_, level, _ = draw(st.sampled_from(SPELLS))
    form = draw(st.sampled_from(["name", "level", "whole"]))
    return Spell(
        name=name,
        list=list_ if form == "whole" else None,
        level=level if form != "name" else None,
        pp=draw(st.none() | st.integers(1, 40)),
    )


@st.composite
def simple_moves(draw: st.DrawFn) -> Move:
    star = draw(flags)
    kind = draw(
        st.sampled_from(
            [
                "attack",
                "both",
                "melee",
                "missile",
                "throw",
                "unarmed",
                "cast",
                "power",
                "item",
                "heal",
                "advance",
                "retreat",
                "parry",
                "change_weapon",
            ]
        )
    )
    if kind == "attack":
        weapon = draw(st.sampled_from([None, "dirk", "halberd", "kris"]))
        return Move(
            action="attack", optional=star, instrument=weapon, target=draw(foes), called_shot=draw(shots)
        )
    if kind == "melee":
        weapon = draw(st.sampled_from([None, "longsword", "mace", "rapier", "dirk"]))
        return Move(
            action="melee", optional=star, instrument=weapon, target=draw(foes), called_shot=draw(shots)
        )
    if kind in ("missile", "both"):
        weapon = draw(st.sampled_from([None, "shortbow", "crossbow"]))
        return Move(
            action="missile", optional=star, instrument=weapon, target=draw(foes), called_shot=draw(shots)
        )
    if kind == "throw":
        weapon = draw(st.sampled_from(["dirk", "knife", "javelin"]))
        return Move(
            action="missile", optional=star, instrument=weapon, target=draw(foes), called_shot=draw(shots)
        )
    if kind == "cast":
        return Move(action="cast", optional=star, spell=draw(spells()), target=draw(targets))
    if kind == "power":
        points = draw(st.none() | st.integers(1, 40))
        return Move(action="power", optional=star, instrument="Stone Skin", pp=points, target=draw(targets))
    if kind == "item":
        item = draw(st.sampled_from(["wand of fire", "healing potion", "scroll"]))
        return Move(action="item", optional=star, instrument=item, target=draw(targets))
    if kind == "heal":
        skill = draw(st.sampled_from([None, "First Aid", "Medicine"]))
        return Move(action="heal", optional=star, instrument=skill, target=draw(targets))
    if kind in ("advance", "retreat"):
        feet = draw(st.none() | st.integers(1, 300).map(float))
        return Move(action=kind, optional=star, feet=feet, target=draw(foes))
    if kind == "change_weapon":
        return Move(
            action=kind, optional=star, instrument=draw(st.sampled_from(["mace", "rapier", "halberd"]))
        )
    return Move(action=kind, optional=star, target=draw(foes))


@st.composite
def moves(draw: st.DrawFn) -> Move:
    move = draw(simple_moves())
    form = draw(st.sampled_from(["plain", "plain", "plain", "if", "else", "pick"]))
    if form == "pick" and move.action in ("attack", "melee", "cast"):
        return replace(move, target=None, condition=draw(st.sampled_from(PICKS)))
    if form in ("if", "else"):
        move = replace(move, condition=draw(st.sampled_from(CONDITIONS)))
    if form == "else":
        branch = replace(draw(simple_moves()), optional=False)
        return replace(move, otherwise=(branch,))
    return move


def replace(move: Move, **changes: object) -> Move:
    from msgspec.structs import replace as change

    return change(move, **changes)


def bones(move: Move) -> Move:
    """A move without its place in a text."""
    return replace(
        move, text="", column=1, end_column=1, otherwise=tuple(bones(other) for other in move.otherwise)
    )


@settings(max_examples=300, deadline=None)
@given(
    st.lists(moves(), min_size=1, max_size=4),
    st.lists(st.sampled_from(["WS", "FC", "Cantrip"]), unique=True, max_size=3),
    st.lists(st.sampled_from(["weapon_speed", "damage", "strength"]), unique=True, max_size=3),
)
def test_reading_what_was_written_gives_the_same(
    declared: list[Move], modifiers: list[str], held: list[str]
) -> None:
    text = write(declared, modifiers, held, lexicon=WORDS)
    reading = read(text, WORDS, given=True)
    assert [bones(move) for move in reading.moves] == declared, text
    assert (list(reading.modifiers), list(reading.hold_back)) == (modifiers, held), text


@settings(max_examples=100, deadline=None)
@given(st.lists(moves(), min_size=1, max_size=4))
def test_the_strict_form_is_strict_and_stays(declared: list[Move]) -> None:
    text = write(declared, lexicon=WORDS)
    reading = read(text, WORDS, given=True)
    assert write(reading.moves, reading.modifiers, reading.hold_back, lexicon=WORDS) == text
    assert reading.strict, text


@pytest.mark.parametrize("row", [row for row in lines() if row[3]], ids=lambda row: f"line {row[0]}")
@pytest.mark.parametrize("words", [WORDS, BARE], ids=["campaign", "no campaign"])
def test_every_declaration_of_the_table_survives_formatting(
    row: tuple[int, str, str, str], words: Lexicon
) -> None:
    _, mode, message, _ = row
    reading = read(message, words, given=True, prose=mode == "emote")
    if any(slip.kind in ("unread", "ambiguous", "italics") for slip in reading.slips):
        return  # `fmt` leaves these as they are
    text = write(reading.moves, reading.modifiers, reading.hold_back, lexicon=words)
    again = read(text, words, given=True)
    assert [bones(move) for move in again.moves] == [bones(move) for move in reading.moves], text
    assert (again.modifiers, again.hold_back) == (reading.modifiers, reading.hold_back), text


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("cast pain (myst 1) at torvik, * throw dirk",
         "Cast Pain (Mysticism Level 1) on Torvik77, *Throw dirk"),
        ("attack kaelin w/ longsword (ws)", "Attack with longsword on Kaelin (WS)"),
        ("att torvik, halve damage", "Attack Torvik77, hold back damage"),
        ("use stone skin 5pp", "Use Power Stone Skin (5 PP)"),
        ("retreat 20 yards from dan", "Retreat 60 feet from Dan"),
        ("1) stab goblin 2 with the dirk 2) if I'm fast enough, parry",
         "Melee attack with dirk on Goblin 2, *Parry"),
        ("throw dirk at kaelin's eye (-50)", "Throw dirk at Kaelin called shot eye (-50)"),
        ("Cast Wrath of God, unless one of my allies falls unconscious, in which case I will cast Holy "
         "Healing",
         "Cast Wrath of God unless one of my allies falls unconscious, in which case Cast Holy Healing"),
    ],
)  # fmt: skip
def test_the_form_itself(said: str, written: str) -> None:
    reading = read(said, WORDS, given=True)
    assert write(reading.moves, reading.modifiers, reading.hold_back, lexicon=WORDS) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Cast Pain (Mysticism Level 1), *throw knife", "Cast Pain (Mysticism Level 1), *throw knife"),
        ("attack, Attack, *attack", "attack, Attack, *attack"),
        ("attack Torvik77 , *throw dirk", "Attack Torvik77, *Throw dirk"),
        ("cast pain (Mysticism Level 1)", "Cast Pain (Mysticism Level 1)"),
    ],
)
def test_small_letters_alone_are_left_as_typed(typed: str, written: str) -> None:
    reading = read(typed, WORDS, given=True)
    assert write(reading.moves, lexicon=WORDS, typed=typed) == written
