"""What players type, read as one move: the table of the inventory's §6, and how people say the same things.

Expected values are by hand from the words; whether the move may be made is `test_cn_legality`'s.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from calledshot.api import Campaign, Lexicon, Move, Reading
from calledshot_combat_notes import reader, vocabulary

NAMES = ("Wren", "Tolly", "Hrask", "Orc", "Orc 2", "Goblin 1", "Goblin 2", "Ulm the Giant")


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return vocabulary.lexicon(Campaign(), NAMES)


def read(text: str, words: Lexicon, **how: bool) -> Reading:
    return reader.read(text, words, **how)


def shown(move: Move) -> dict[str, Any]:
    """A move as a flat table, without what is not set and without the words of its legs."""
    table: dict[str, Any] = {"action": move.action, **move.details}
    for key in ("path", "then_path"):
        if key in table:
            table[key] = [{name: one for name, one in leg.items() if name != "text"} for leg in table[key]]
    if "also" in table:
        table["also"] = [one["action"] for one in table["also"]]
    if move.spell is not None:
        table["spell"] = move.spell.name
    for key in ("instrument", "target", "condition"):
        if getattr(move, key) is not None:
            table[key] = getattr(move, key)
    return table


def leg(count: float | None, direction: str) -> dict[str, Any]:
    return {"direction": direction} if count is None else {"count": count, "direction": direction}


NO_MOVE, HALF, FULL = {"class": "no-move"}, {"class": "half"}, {"class": "full"}
FIRST, LAST = {"order": "move_first"}, {"order": "act_first"}
INVENTORY: list[tuple[str, dict[str, Any]]] = [
    (
        "attack orc with long sword",
        {"action": "attack", "target": "Orc", "instrument": "long sword", **NO_MOVE},
    ),
    ("fire long bow at orc", {"action": "missile", "target": "Orc", "instrument": "long bow", **NO_MOVE}),
    ("throw dagger at orc", {"action": "missile", "target": "Orc", "instrument": "dagger", **NO_MOVE}),
    ("parry", {"action": "parry", **NO_MOVE}),
    ("punch orc", {"action": "unarmed", "target": "Orc", **NO_MOVE}),
    ("wrestle orc", {"action": "unarmed", "target": "Orc", **NO_MOVE}),
    ("unarmed attack", {"action": "unarmed", **NO_MOVE}),
    (
        "use wand of fire on orcs",
        {
            "action": "item",
            "target": "orcs",
            "targets": ["Orc", "Orc 2"],
            "instrument": "wand of fire",
            **NO_MOVE,
        },
    ),
    ("cast magic missile at orc", {"action": "cast", "target": "Orc", "spell": "magic missile", **NO_MOVE}),
    (
        "cast web at orc ct 3",
        {"action": "cast", "target": "Orc", "spell": "web", "casting_time": 3, **NO_MOVE},
    ),
    ("cover the door", {"action": "cover", "target": "door", **NO_MOVE}),
    ("guard", {"action": "guard", **NO_MOVE}),
    (
        "half move and attack orc with two-handed sword",
        {"action": "attack", "target": "Orc", "instrument": "two-handed sword", **HALF, **FIRST},
    ),
    (
        "attack orc then half move 3 w",
        {"action": "attack", "target": "Orc", "then_path": [leg(3, "w")], **HALF, **LAST},
    ),
    (
        "half move and fire short bow at orc",
        {"action": "missile", "target": "Orc", "instrument": "short bow", **HALF, **FIRST},
    ),
    ("half move charge orc", {"action": "charge", "target": "Orc", **HALF}),
    ("withdraw 3 s", {"action": "withdraw", "path": [leg(3, "s")], **HALF}),
    ("charge hrask with lance", {"action": "charge", "target": "Hrask", "instrument": "lance", **FULL}),
    ("move 10 e", {"action": "move", "path": [leg(10, "e")], **FULL}),
    ("sprint", {"action": "sprint", **FULL}),
    ("get potion from backpack", {"action": "backpack", "instrument": "potion", **FULL}),
    (
        "use power ego whip (prep 0)",
        {"action": "psionic", "instrument": "ego whip", "power": "ego whip", "prep": 0, **NO_MOVE},
    ),
    ("break free", {"action": "escape", **NO_MOVE}),
    (
        "abandon: now I attack orc with short sword",
        {"action": "attack", "target": "Orc", "instrument": "short sword", "abandons": True, **NO_MOVE},
    ),
    ("face n", {"action": "face", "facing": "n", **NO_MOVE}),
    (
        "draw two-handed sword, half move and attack orc with two-handed sword",
        {
            "action": "attack",
            "target": "Orc",
            "instrument": "two-handed sword",
            "ready": [{"do": "draw", "what": "two-handed sword"}],
            **HALF,
            **FIRST,
        },
    ),
    (
        "sheath mace and draw long sword, half move and attack orc with long sword",
        {
            "action": "attack",
            "target": "Orc",
            "instrument": "long sword",
            "ready": [{"do": "sheath", "what": "mace"}, {"do": "draw", "what": "long sword"}],
            **HALF,
            **FIRST,
        },
    ),
    (
        "half move 3 e, 2 ne and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(3, "e"), leg(2, "ne")], **HALF, **FIRST},
    ),
    (
        "half move over wren and attack tolly",
        {
            "action": "attack",
            "target": "Tolly",
            "over": "Wren",
            "path": [{"toward": "Wren", "over": True}],
            **HALF,
            **FIRST,
        },
    ),
    (
        "cast sleep and half move 3 e",
        {"action": "cast", "spell": "sleep", "then_path": [leg(3, "e")], **HALF, **LAST},
    ),
    (
        "move 10 e and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(10, "e")], "plain": True, **FULL, **FIRST},
    ),
    ("charge hrask 13 squares", {"action": "charge", "target": "Hrask", "path": [{"count": 13}], **FULL}),
]


@pytest.mark.parametrize(("text", "expected"), INVENTORY, ids=[text for text, _ in INVENTORY])
def test_the_inventory_s_own_words(text: str, expected: dict[str, Any], words: Lexicon) -> None:
    reading = read(text, words)
    assert [shown(move) for move in reading.moves] == [expected]
    assert not reading.candidate


FREE: list[tuple[str, dict[str, Any]]] = [
    (
        "I swing my long sword at the orc",
        {"action": "attack", "target": "Orc", "instrument": "long sword", **NO_MOVE},
    ),
    (
        "half-move 3e then shoot the goblin 1 w/ short bow",
        {
            "action": "missile",
            "target": "Goblin 1",
            "instrument": "short bow",
            "path": [leg(3, "e")],
            **HALF,
            **FIRST,
        },
    ),
    (
        "casting web on the gobs (CT 2)",
        {
            "action": "cast",
            "spell": "web",
            "target": "gobs",
            "targets": ["Goblin 1", "Goblin 2"],
            "casting_time": 2,
            **NO_MOVE,
        },
    ),
    (
        "drop the mace, draw sword & hit orc 2",
        {
            "action": "attack",
            "target": "Orc 2",
            "instrument": "sword",
            "ready": [{"do": "drop", "what": "mace"}, {"do": "draw", "what": "sword"}],
            **NO_MOVE,
        },
    ),
    ("fall back 3 south", {"action": "withdraw", "path": [leg(3, "s")], **HALF}),
    (
        "(draw sword) attack Orc",
        {
            "action": "attack",
            "target": "Orc",
            "instrument": "sword",
            "ready": [{"do": "draw", "what": "sword"}],
            **NO_MOVE,
        },
    ),
    ("full move 10 east", {"action": "move", "path": [leg(10, "e")], **FULL}),
    ("I'll grapple him", {"action": "unarmed", **NO_MOVE}),
    (
        "attack orc w long sword then step back half move 2w",
        {
            "action": "attack",
            "target": "Orc",
            "instrument": "long sword",
            "then_path": [leg(2, "w")],
            **HALF,
            **LAST,
        },
    ),
    ("attack orc, 2 e", {"action": "attack", "target": "Orc", "then_path": [leg(2, "e")], **NO_MOVE, **LAST}),
    (
        "shift 1 n and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(1, "n")], **NO_MOVE, **FIRST},
    ),
    (
        "move 1 e and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(1, "e")], **NO_MOVE, **FIRST},
    ),
    (
        "advance on the orc and attack",
        {"action": "attack", "target": "Orc", "path": [{"toward": "Orc"}], **HALF, **FIRST},
    ),
    (
        "half move 10 feet north and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(2, "n")], **HALF, **FIRST},
    ),
    (
        "half move 3N2E and attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(3, "n"), leg(2, "e")], **HALF, **FIRST},
    ),
    (
        "half move north and attack hrask",
        {"action": "attack", "target": "Hrask", "path": [leg(None, "n")], **HALF, **FIRST},
    ),
    (
        "half move 2 w over wren and attack tolly",
        {
            "action": "attack",
            "target": "Tolly",
            "over": "Wren",
            "path": [leg(2, "w")],
            **HALF,
            **FIRST,
        },
    ),
    (
        "move over wren",
        {
            "action": "overrun",
            "target": "Wren",
            "over": "Wren",
            "path": [{"toward": "Wren", "over": True}],
            **FULL,
        },
    ),
    (
        "run 10 n then attack orc",
        {"action": "attack", "target": "Orc", "path": [leg(10, "n")], **FULL, **FIRST},
    ),
    (
        "attack orc after a half move 3 e",
        {"action": "attack", "target": "Orc", "path": [leg(3, "e")], **HALF, **FIRST},
    ),
    (
        "attack orc then fall back 3 s",
        {"action": "attack", "target": "Orc", "then_path": [leg(3, "s")], "plain": True, **FULL, **LAST},
    ),
    (
        "attack orc, then withdraw",
        {"action": "attack", "target": "Orc", "also": ["withdraw"], **NO_MOVE},
    ),
    ("cast sleep and attack orc", {"action": "cast", "spell": "sleep", "also": ["attack"], **NO_MOVE}),
    (
        "charge and attack hrask with lance",
        {"action": "charge", "target": "Hrask", "instrument": "lance", **FULL},
    ),
    ("attack orc twice", {"action": "attack", "target": "Orc", "times": 2, **NO_MOVE}),
    (
        "fire 2 arrows at orc with long bow",
        {"action": "missile", "target": "Orc", "instrument": "long bow", "times": 2, **NO_MOVE},
    ),
    (
        "attack orc with short bow",
        {"action": "missile", "target": "Orc", "instrument": "short bow", **NO_MOVE},
    ),
    ("attack orc with my fists", {"action": "unarmed", "target": "Orc", **NO_MOVE}),
    ("fire elven bow at orc", {"action": "missile", "target": "Orc", "instrument": "elven bow", **NO_MOVE}),
    ("attack orc with +2 axe", {"action": "attack", "target": "Orc", "instrument": "+2 axe", **NO_MOVE}),
    ("attack goblin 2 n", {"action": "attack", "target": "Goblin 2", **NO_MOVE}),
    ("swing low at the orc", {"action": "attack", "target": "Orc", "height": "low", **NO_MOVE}),
    ("attack orc, face goblin 1", {"action": "attack", "target": "Orc", "facing": "Goblin 1", **NO_MOVE}),
    (
        "cast hold person at orc, casting time 1 round",
        {"action": "cast", "spell": "hold person", "target": "Orc", "casting_time": "1 round", **NO_MOVE},
    ),
    ("cast fireball at (4, 5)", {"action": "cast", "spell": "fireball", "at": [4, 5], **NO_MOVE}),
    (
        "I will cast burning hands on goblin 1 and goblin 2",
        {
            "action": "cast",
            "spell": "burning hands",
            "target": "Goblin 1",
            "targets": ["Goblin 1", "Goblin 2"],
            **NO_MOVE,
        },
    ),
    (
        "switch to long sword and attack orc",
        {
            "action": "attack",
            "target": "Orc",
            "instrument": "long sword",
            "ready": [{"do": "sheath", "what": None}, {"do": "draw", "what": "long sword"}],
            **NO_MOVE,
        },
    ),
    (
        "load crossbow",
        {
            "action": "ready",
            "instrument": "crossbow",
            "ready": [{"do": "load", "what": "crossbow"}],
            **NO_MOVE,
        },
    ),
    (
        "put the mace in my backpack",
        {"action": "ready", "instrument": "mace", "ready": [{"do": "stow", "what": "mace"}], **FULL},
    ),
    ("pull a torch out of my pack", {"action": "backpack", "instrument": "torch", **FULL}),
    ("overrun goblin 2", {"action": "overrun", "target": "Goblin 2", **FULL}),
    ("withdraw south", {"action": "withdraw", "path": [leg(None, "s")], **HALF}),
    (
        "attack orc if he comes closer",
        {"action": "attack", "target": "Orc", "condition": "if he comes closer", **NO_MOVE},
    ),
    ("shift 1 ne", {"action": "move", "path": [leg(1, "ne")], **NO_MOVE}),
    ("attack gobiln 1", {"action": "attack", "target": "Goblin 1", **NO_MOVE}),
]


@pytest.mark.parametrize(("text", "expected"), FREE, ids=[text for text, _ in FREE])
def test_the_same_in_a_player_s_words(text: str, expected: dict[str, Any], words: Lexicon) -> None:
    assert [shown(move) for move in read(text, words).moves] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "we should attack the orc tomorrow?",
        "lol nice hit",
        "what should I do?",
        "we could charge the orc",
        "can I charge the orc from here?",
        "I attacked the orc last round",
        "how far is the orc?",
        "he moves 3 e",
        "move your token 3 e please",
        "I have 3 e potions",
        "nice move",
        "roll initiative",
        "hello everyone",
        "should I half move 3 e?",
        "I wish I could move 3 e",
        "move along",
        "2 moves",
        "shield your eyes",
        "box of dirks",
        "come to Wren's place later",
        "the ogre is 3 e of me",
    ],
)
def test_talk_is_no_declaration(text: str, words: Lexicon) -> None:
    assert read(text, words).moves == ()


@pytest.mark.parametrize(
    "text", ["ok", "hmm", "thanks", "brb", "nice shot", "what now", "the orc looks mean"]
)
def test_talk_of_somebody_who_has_been_asked(text: str, words: Lexicon) -> None:
    assert read(text, words, asked=True).moves == ()


@pytest.mark.parametrize(("text", "target"), [("dance at orc", "Orc"), ("I swing from the lamp", None)])
def test_what_the_catalogue_lacks_is_told_when_a_move_is_wanted(
    text: str, target: str | None, words: Lexicon
) -> None:
    assert read(text, words).moves == ()
    for how in ({"given": True}, {"asked": True}):
        (move,) = read(text, words, **how).moves
        assert (move.action, move.target) == ("other", target)


def test_words_beside_an_action_are_told_as_not_read(words: Lexicon) -> None:
    reading = read("attack orc, for glory", words, given=True)
    assert [shown(move) for move in reading.moves] == [{"action": "attack", "target": "Orc", **NO_MOVE}]
    assert [(slip.kind, slip.said, slip.column) for slip in reading.slips] == [("unread", "for glory", 13)]


def test_a_label_is_talk_to_somebody(words: Lexicon) -> None:
    assert read("Tolly: attack the orc", words, asked=True).moves == ()


def test_third_person_names_who_acts(words: Lexicon) -> None:
    for text, who in (("Wren charges the orc!", "Wren"), ("The orc attacks Wren with his club", "Orc")):
        reading = read(text, words)
        assert (reading.subject, reading.candidate) == (who, True)
        assert not read(text, words, asked=True).candidate


def test_an_emote_is_a_candidate_until_a_move_is_wanted(words: Lexicon) -> None:
    assert read("*parries*", words).candidate
    assert read("swings her axe at the orc", words, prose=True).candidate
    assert not read("swings her axe at the orc", words, prose=True, asked=True).candidate


def test_an_abandoned_action_replaces(words: Lexicon) -> None:
    assert read("abandon: now I attack orc", words).replaces
    assert not read("attack orc", words).replaces


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("attack orc", (1, 11)),
        ("  attack orc  ", (3, 13)),
        ("(draw sword) attack Orc", (2, 24)),
        ("I’ll attack the orc", (6, 20)),
        ("＊attack orc", (1, 12)),
        ("😀 half move 3 e and attack orc 😀", (3, 31)),
        ("ok, withdraw 3 s", (5, 17)),
    ],
)
def test_columns_count_code_points_from_one(text: str, columns: tuple[int, int], words: Lexicon) -> None:
    (move,) = read(text, words, given=True).moves
    assert (move.column, move.end_column) == columns
    assert move.text == text[columns[0] - 1 : columns[1] - 1]


PIECES = """
half move full 3 e, 2 ne toward to over from orc goblin 1 the my and then , . ( ) * ! ? attack hit shoot fire
throw dagger long sword bow with w/ w draw sheath drop load get rope from backpack put in cast web ct 2 prep 0
rounds use power face north low aim abandon: now I charge withdraw run step shift guard cover parry break free
twice 2 arrows at (3,4) if otherwise wait squares ft 15 ' İ ½ 😀 ＊ +1 of
"""
TOKENS = PIECES.split()


def test_no_text_raises_and_every_span_lies_in_it(words: Lexicon) -> None:
    chance = random.Random(20)
    for _ in range(400):
        text = " ".join(chance.choice(TOKENS) for _ in range(chance.randint(1, 16)))
        for how in ({}, {"given": True}, {"asked": True}, {"prose": True}):
            reading = read(text, words, **how)
            assert len(reading.moves) <= 1
            for move in reading.moves:
                assert 1 <= move.column < move.end_column <= len(text) + 1
                assert text[move.column - 1 : move.end_column - 1] == move.text
            for slip in reading.slips:
                assert 1 <= slip.column <= slip.end_column <= len(text) + 1


@pytest.mark.parametrize(
    "piece",
    [
        "half move 3 e, ",
        "toward the orc ",
        "attack orc and ",
        "face ",
        "get x from ",
        "((",
        "goblin 1, ",
        "w ",
    ],
)
def test_a_hostile_text_takes_no_longer_than_its_length(piece: str, words: Lexicon) -> None:
    text = piece * (100_000 // len(piece))
    began = time.perf_counter()
    read(text, words, given=True)
    assert time.perf_counter() - began < 5
