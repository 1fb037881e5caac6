"""Declarations of strangers: as they are typed, and what they mean by hand from the notes.

Written before the reader was looked at. Kept are those that are said in many ways, and the room's talk.
"""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.api import Campaign, Lexicon
from calledshot_combat_notes import linting, reader, vocabulary
from calledshot_combat_notes.schema import Rulebook, Sheet, Weapon

CAMPAIGN = Campaign(
    rulebook=Rulebook(
        weapons=[Weapon(name="lance", size_="L"), Weapon(name="long bow", missile=True, rof_=2)]
    ),
    sheets={
        "Ysolde": Sheet(
            size_="M",
            MV=12,
            weapons=[
                Weapon(name="long sword", state="in_hand"),
                Weapon(name="two-handed sword", size_="L", state="sheathed"),
            ],
        ),
        "Pemble": Sheet(size_="S", MV=8, weapons=[Weapon(name="dagger", size_="S", state="in_hand")]),
        "Tamsin": Sheet(
            MV=12,
            status="grappled",
            weapons=[
                Weapon(name="two-handed sword", size_="L", state="in_hand"),
                Weapon(name="dagger", size_="S", state="sheathed"),
            ],
        ),
        "Orc 1": Sheet(),
        "Orc 2": Sheet(),
        "Ogre": Sheet(),
    },
)
WORDS: Lexicon = vocabulary.lexicon(CAMPAIGN)

SAID: list[tuple[str, str, str | None, str | None, str]] = [
    ("with my spear, attack the boar", "attack", "boar", "spear", "no-move"),
    ("using my sling I fire at the ogre", "missile", "Ogre", "sling", "no-move"),
    ("with my long sword, half move 3 e and attack orc 1", "attack", "Orc 1", "long sword", "half"),
    ("*charges the ogre, lance lowered*", "charge", "Ogre", "lance", "full"),
    ("charge orc 2, spear leveled!", "charge", "Orc 2", "spear", "full"),
    ("atack orc 1 wth spear", "attack", "Orc 1", "spear", "no-move"),
    ("I attack teh ogre wiht my mace", "attack", "Ogre", "mace", "no-move"),
    ("she hurls her dagger at orc 2", "missile", "Orc 2", "dagger", "no-move"),
    ("He draws his axe and attacks the ogre", "attack", "Ogre", "axe", "no-move"),
    ("half move toward the shaman and stab him with my knife", "attack", "shaman", "knife", "half"),
    ("draw the long sword first, attack Ogre", "attack", "Ogre", "long sword", "no-move"),
    ("i let fly an arrow at orc 2 w/ the longbow", "missile", "Orc 2", "long bow", "no-move"),
    ("I'll step 5ft north and whack orc 1 w/ my long sword", "attack", "Orc 1", "long sword", "no-move"),
    ("grab the potion of healing out of my pack", "backpack", None, "potion of healing", "full"),
    ("tries to wriggle out of the ogre's grip", "escape", "Ogre", None, "no-move"),
    ("cast hold person (casting time 5) on the ogre", "cast", "Ogre", None, "no-move"),
]


@pytest.mark.parametrize(("text", "action", "target", "weapon", "kind"), SAID)
def test_what_is_done_on_whom_and_with_what(
    text: str, action: str, target: str | None, weapon: str | None, kind: str
) -> None:
    reading = reader.read(text, WORDS, given=True)
    (move,) = reading.moves
    assert (move.action, move.target, move.instrument) == (action, target, weapon)
    assert move.details["class"] == kind
    assert not [slip for slip in reading.slips if slip.kind == "unread"]


PATHS: list[tuple[str, list[tuple[float, str]]]] = [
    ("5ft step south, then cast sleep on orc 1", [(1, "s")]),
    ("shift ne and fire long bow at orc 1", [(1, "ne")]),
    ("half move 3 diagonal ne and attack orc 1", [(3, "ne")]),
    ("move 4 squares diagonally north-west", [(4, "nw")]),
    ("move 20 ft diagonally se", [(4, "se")]),
    ("move 20' n and 10' e", [(4, "n"), (2, "e")]),
]


@pytest.mark.parametrize(("text", "path"), PATHS)
def test_where_he_goes(text: str, path: list[tuple[float, str]]) -> None:
    (move,) = reader.read(text, WORDS, given=True).moves
    assert [(leg["count"], leg["direction"]) for leg in move.details["path"]] == path


GIVEN_UP: list[tuple[str, str, str | None]] = [
    ("instead I withdraw 5 n", "withdraw", None),
    ("instead of that I attack the ogre", "attack", "Ogre"),
    ("then instead just parry", "parry", None),
    ("never mind the orc, I attack the ogre instead", "attack", "Ogre"),
    ("abandon that, I parry", "parry", None),
]


@pytest.mark.parametrize(("text", "action", "target"), GIVEN_UP)
def test_an_action_abandoned_for_another(text: str, action: str, target: str | None) -> None:
    """CN-205."""
    reading = reader.read(text, WORDS, given=True)
    (move,) = reading.moves
    assert (move.action, move.target, move.details.get("abandons")) == (action, target, True)
    assert not reading.slips


JUDGED: list[tuple[str, str, str | None]] = [
    ("Ysolde", "half move 4 e, 2 ne and attack orc 1", "CN-320"),  # 4 + 3 = 7 > 6
    ("Ysolde", "half move 3 e, 2 ne and attack orc 1", None),  # 3 + 3 = 6
    ("Ysolde", "move 9 ne", "CN-333"),  # 13.5 → 14 > 12
    ("Ysolde", "move 8 ne", None),
    ("Ysolde", "attack orc 1, 2 e", "CN-310"),
    ("Ysolde", "i swing at the ogre with the sword", None),  # the one in her hand
    ("Pemble", "half move 3 sw and throw my dagger at orc 2", "CN-320"),  # 4.5 → 5 > 4
    ("Pemble", "5ft step south, then cast sleep on orc 1", None),
    ("Pemble", "step south and attack orc 1", None),
    ("Pemble", "get rope from backpack and attack orc 1", "CN-533"),
    ("Tamsin", "attack ogre with two-handed sword", "CN-036"),
    ("Tamsin", "attack ogre with dagger", None),
    ("Tamsin", "parry", "CN-034"),
]


@pytest.mark.parametrize(("who", "text", "clause"), JUDGED)
def test_what_the_sheets_allow(who: str, text: str, clause: str | None) -> None:
    reading = reader.read(text, WORDS, given=True)
    found: list[Any] = linting.lint(reading, CAMPAIGN, combatant=who)
    assert [one.code for one in found if one.severity in ("error", "warning")] == ([clause] if clause else [])


@pytest.mark.parametrize(
    "text",
    [
        "how many orcs are left?",
        "should I attack the ogre or the orc?",
        "I'd attack the ogre if I were you",
        "Ysolde could charge him",
        "I attacked orc 1 last round",
        "don't attack the orc!",
        "You can't move 13, only 12",
        "let's charge them next round",
        "you shoot like my grandmother",
        "*wipes the blood off her sword*",
        "thanks for the cover",
    ],
)
def test_talk_in_a_room_is_no_declaration(text: str) -> None:
    assert reader.read(text, WORDS).moves == ()
