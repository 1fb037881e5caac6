"""Declarations of strangers: as they are typed, and what they mean by hand from the page.

Written before the reader was looked at. Kept are those that are said in many ways, and the room's talk.
"""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.api import Campaign, Lexicon
from calledshot_yiffiemon import linting, reader
from calledshot_yiffiemon.schema import PreviousTurn, Rulebook, Sheet, Weapon
from calledshot_yiffiemon.vocabulary import lexicon

SHORT_BOW = Weapon(name="short bow", kind="ranged", ammo=0)
CAMPAIGN = Campaign(
    ruleset="yiffiemon",
    rulebook=Rulebook(),
    sheets={
        "Brindle": Sheet(
            pool=3,
            prev_turn=PreviousTurn(kind="move", moves=3, straight_toward="Warg 1"),
            weapons=[Weapon(name="halberd")],
        ),
        "Vesper": Sheet(pool=2, FD=1, weapons=[SHORT_BOW]),
        "Kestrel": Sheet(
            flying=True,
            prev_turn=PreviousTurn(kind="move", flying=True, angle_from_down=75, moves=4),
            weapons=[Weapon(name="long bow", kind="ranged")],
        ),
        "Moss": Sheet(MR=4, Stopped1=1, FD=2),
        "Warg 1": Sheet(),
        "Warg 2": Sheet(),
        "Gorran": Sheet(),
    },
)
WORDS: Lexicon = lexicon(CAMPAIGN)


def e(count: float, direction: str) -> dict[str, Any]:
    return {"count": count, "direction": direction}


def dealt(kind: str, on: str, levels: int) -> dict[str, Any]:
    return {"kind": kind, "on": on, "levels": levels}


SAID: list[tuple[str, str, str | None, str | None, dict[str, Any]]] = [
    ("with my spear I stab the ogre", "attack", "spear", "ogre", {}),
    ("atack teh basilisk wiht sword", "attack", "sword", "basilisk", {}),
    ("I'm attacking the lynx with my claws", "attack", "claws", "lynx", {}),
    ("bite Gorran", "attack", "bite", "Gorran", {}),
    ("*leaps at Gorran and bites him*", "attack", "bite", "Gorran", {}),
    ("she shoves the imp 2 moves west", "push", None, "imp", {"path": [e(2, "w")]}),
    (
        "pushes Gorran 2 e as his AoO",
        "opportunity",
        None,
        "Gorran",
        {"path": [e(2, "e")], "what": "push"},
    ),
    (
        "use the AoO to push Gorran 1 n",
        "opportunity",
        None,
        "Gorran",
        {"path": [e(1, "n")], "what": "push"},
    ),
    ("take the opportunity on ogre", "opportunity", None, "ogre", {}),
    ("I wanna take my AoO on the imp", "opportunity", None, "imp", {}),
    ("not taking the AoO", "pass", None, None, {}),
    ("4 levels of threat on warg 2", "threaten", None, None, {"allocate": [dealt("TB2", "Warg 2", 4)]}),
    (
        "give Moss 1 CAB and threaten Gorran 2",
        "threaten",
        None,
        None,
        {"allocate": [dealt("CAB", "Moss", 1), dealt("TB2", "Gorran", 2)]},
    ),
    ("melee assist, choose a for ogre", "melee_assist", None, None, {"choose": {"ogre": "a"}}),
    ("I help with a melee assist", "melee_assist", None, None, {}),
    (
        "spend bolt on ogre's attack: attacker a, defender a",
        "spend",
        None,
        "ogre",
        {"spend": {"attacker": "a", "defender": "a"}},
    ),
    ("move 2 moves around harpy", "move", None, None, {"path": [{"count": 2.0, "around": "harpy"}]}),
    ("move 4 squares diagonally north-west", "move", None, None, {"path": [e(4, "nw")]}),
    ("bandages Una's wounds", "heal", None, "Una", {}),
    ("bind Moss's wounds", "heal", None, "Moss", {}),
    ("lower my range to medium", "threat_distance", None, None, {"band": "med"}),
    (
        "set the threat distance of my long bow to extreme",
        "threat_distance",
        "long bow",
        None,
        {"band": "extreme"},
    ),
    ("drop one level of fighting defensively", "stop_defending", None, None, {}),
]


@pytest.mark.parametrize(("text", "action", "weapon", "target", "details"), SAID)
def test_what_is_done_on_whom_and_with_what(
    text: str, action: str, weapon: str | None, target: str | None, details: dict[str, Any]
) -> None:
    reading = reader.read_declaration(text, WORDS, given=True)
    (move,) = reading.moves
    assert (move.action, move.instrument, move.target, move.details) == (action, weapon, target, details)
    assert not [slip for slip in reading.slips if slip.kind == "unread"]


JUDGED: list[tuple[str, str, str | None]] = [
    ("Brindle", "charge Warg 1", None),
    ("Brindle", "charge gorran!", "YM-702"),
    ("Brindle", "threaten Gorran 2, assist Moss 1", None),
    ("Brindle", "threaten Gorran 3, hamper Warg 1 1", "YM-203"),
    ("Brindle", "4 levels of threat on warg 2", "YM-203"),
    ("Brindle", "move 3 n then see what happens", "YM-803"),
    ("Vesper", "fight defensively", "YM-352"),
    ("Vesper", "hamper Warg 1 1", "YM-353"),
    ("Vesper", "assist Brindle 2", None),
    ("Vesper", "aim my bow to the north-west", None),  # the only bow that he carries
    ("Kestrel", "I dive at warg 1!", "YM-770"),
    ("Moss", "slide warg 1 2 w, I go 2 w", "YM-381"),
    ("Moss", "stop fighting defensively", "YM-355"),
    ("Moss", "wait 1, then stop fighting defensively", None),
]


@pytest.mark.parametrize(("who", "text", "clause"), JUDGED)
def test_what_the_sheets_allow(who: str, text: str, clause: str | None) -> None:
    reading = reader.read_declaration(text, WORDS, given=True)
    found = linting.lint(reading, CAMPAIGN, combatant=who)
    assert [one.code for one in found if one.severity in ("error", "warning")] == ([clause] if clause else [])


@pytest.mark.parametrize(
    "text",
    [
        "should I dive or shoot?",
        "the warg charged me last turn",
        "wait, who goes first",
        "heal me please",
        "can someone heal Moss?",
        "roll your move check, Brindle",
        "I passed my Con check",
        "she failed her dodge check",
        "pass me the dice bot please",
        "that attack skill check was awful",
        "the opportunity is Brindle's",
        "I think we should slide the warg",
    ],
)
def test_talk_in_a_room_is_no_declaration(text: str) -> None:
    assert reader.read_declaration(text, WORDS).moves == ()
