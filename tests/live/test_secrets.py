"""What the room never hears in a live fight of any ruleset: figures of the sheets, and what was declared in
private before it is called."""

from __future__ import annotations

import re
from typing import Any

import pytest

from calledshot.auditing import prepare
from calledshot.campaign import from_tables
from calledshot.dice.roll import Roll
from calledshot.live.session import Line, Session
from calledshot.transcript.event import Event

NOTES = {
    "ruleset": "combat_notes",
    "pgm": ["Gm"],
    "characters": {
        "Ada": {
            "side": "party",
            "level": 3,
            "size": "M",
            "mv": 9,
            "thac0": 17,
            "ac": 4,
            "hp": 7031,
            "saves": {"paralyzation": 611, "death": 612},
            "weapons": ["long sword"],
        },
        "Orc": {
            "side": "opponents",
            "level": 3,
            "size": "M",
            "mv": 9,
            "thac0": 431,
            "ac": -432,
            "hp": 7057,
            "saves": {"paralyzation": 613, "death": 614},
            "weapons": ["long sword"],
        },
    },
    "rulebook": {
        "weapons": [
            {
                "name": "long sword",
                "size": "M",
                "type": "S",
                "phase": "average",
                "damage": "d8",
                "kd_die": "d10",
            }
        ]
    },
}
FIGURES = {"MR": 4, "perception": 9, "OCV": 433, "DCV": 434, "HPV": 7041, "AC": 3, "StrB": 2, "NWI": 1}
YIFFIEMON = {
    "ruleset": "yiffiemon",
    "pgm": ["Gm"],
    "characters": {
        "Ada": {**FIGURES, "side": "a", "is_pc": True, "attack_skill": 7, "base_line": 50, "pool": 977},
        "Orc": {**FIGURES, "side": "b", "HPV": 7043, "attack_skill": 6, "base_line": 50, "pool": 978},
    },
}
PRIVATE = re.compile(r"70\d\d|61\d|43\d|97\d")
"""The figures of the sheets, and what a few points of damage make of them."""
ROUND = ("say", "Gm", "Round 1, declare")
START = ("say", "Gm", "Fight starts. Ada, then Orc")

Step = tuple[Any, ...]


def lines(campaign: dict[str, Any], *steps: Step) -> list[list[Line]]:
    """The lines that answer each step: (kind, speaker, text), a whisper with its recipient, a roll with its
    sides and face."""
    live = Session(prepare(from_tables(campaign)).referee())
    answers = []
    for seq, (kind, who, *rest) in enumerate(steps):
        if kind == "roll":
            sides, face = rest
            roll = Roll(
                roller=who, count=1, sides=sides, faces=(face,), modifier=0, total=face, expression=""
            )
            event = Event(seq=seq, kind="roll", speaker="OnlineHost", trust="server", roll=roll)
        else:
            event = Event(seq=seq, kind=kind, speaker=who, text=rest[0], to=rest[1] if rest[1:] else None)
        answers.append(live.see(event))
    return answers


def aloud(answers: list[list[Line]]) -> list[str]:
    return [line.say for answer in answers for line in answer if line.to is None and line.say]


FIGHTS: dict[str, tuple[dict[str, Any], tuple[Step, ...]]] = {
    "combat_notes": (
        NOTES,
        (
            ROUND,
            ("say", "Ada", "attack the orc with long sword"),
            ("say", "Gm", "Ada rolls for the party"),
            ("roll", "Ada", 10, 2),
            ("roll", "Gm", 10, 7),
            ("roll", "Ada", 20, 20),
            ("roll", "Ada", 8, 6),
            ("roll", "Ada", 10, 9),
            ("say", "Gm", "the orc attacks Ada with his long sword"),
            ("roll", "Gm", 20, 19),
            ("say", "Gm", "hit, 5 damage to Ada"),
            ("say", "Gm", "Ada, save vs death"),
            ("roll", "Ada", 20, 3),
            ("say", "Gm", "End of round 1"),
        ),
    ),
    "yiffiemon": (
        YIFFIEMON,
        (
            START,
            ("say", "Ada", "threaten Orc 2, attack Orc"),
            ("say", "Gm", "Orc attacks Ada"),
            ("roll", "Ada", 100, 30),
            ("roll", "Ada", 6, 4),
            ("say", "Gm", "Orc takes 4 damage and gains 2 levels of Off Guard 1"),
            ("roll", "Gm", 100, 20),
            ("roll", "Gm", 6, 3),
            ("say", "Gm", "Ada takes 3 damage"),
            ("say", "Ada", "fight defensively"),
            ("say", "Gm", "next"),
        ),
    ),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_no_figure_of_a_sheet_is_said_aloud(name: str) -> None:
    campaign, steps = FIGHTS[name]
    answers = lines(campaign, *steps)
    said = aloud(answers)
    assert any("amage" in text or "points" in text for text in said), "blows fell, and the room heard of them"
    assert PRIVATE.search(repr(answers)), "the record has the figures"
    assert not [text for text in said if PRIVATE.search(text)]


@pytest.mark.parametrize(
    ("declares", "tells"),
    [
        ("cast Zyxwv at the orc", "zyxwv"),
        ("half move 1 e and attack the orc with long sword", "long sword"),
        ("use my wand of zyxwv on the orc", "zyxwv"),
        ("manifest zyxwv", "zyxwv"),
        ("face ne", "turn"),
        ("move 40 n", "may not"),
        ("draw zyxwv", "zyxwv"),
    ],
)
def test_what_was_whispered_to_the_dm_is_not_heard_before_it_is_called(declares: str, tells: str) -> None:
    early = ("whisper", "Ada", declares, "Gm")
    answers = lines(
        NOTES, early, ROUND, early, ("say", "Gm", "Ada rolls for the party"), ("roll", "Ada", 10, 2)
    )
    assert all(line.to is not None for line in answers[0] + answers[2])
    assert {line.to for line in answers[2]} <= {"Ada", "Gm"}
    assert not [text for text in aloud(answers) if tells in text.casefold()]


@pytest.mark.parametrize(
    "declares",
    ["charge the orc", "attack the orc", "slide the orc 2 n", "fight defensively", "threaten Orc 1"],
)
def test_what_was_whispered_to_the_gm_is_not_heard_before_its_turn(declares: str) -> None:
    answers = lines(YIFFIEMON, START, ("whisper", "Orc", declares, "Gm"), ("say", "Ada", "what a lovely day"))
    assert answers[1], "a whisper is answered"
    assert {line.to for line in answers[1]} <= {"Orc", "Gm"}
    said = " ".join(aloud(answers)).casefold()
    assert not [word for word in ("charge", "attack", "slide", "defensively", "threat") if word in said]
