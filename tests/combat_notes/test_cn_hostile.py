"""Combat Notes against rooms, sheets and worked examples that nobody would write: nothing raises and
nothing is taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot import cases
from calledshot.auditing import prepare
from calledshot.campaign import from_tables
from calledshot.dice.roll import Roll
from calledshot.transcript.event import Event

NAMES = (
    "Ada",
    "ada",
    "Orc 1",
    "Orc 2",
    "O'Neil: the 2nd",
    "Attack",
    "N",
    "Round 1",
    "\N{DRAGON} Fang",
    "x" * 300,
    "\N{RIGHT-TO-LEFT OVERRIDE}evil",
    "<b>Bob</b>",
    "yes",
    "5",
    "Ann and Bob",
)
SAID = (
    "Round {n}, declare",
    "{a}, roll initiative",
    "to hit",
    "hit",
    "miss",
    "damage",
    "critical",
    "fumble",
    "{a} takes {n} damage",
    "{a} is at {n} hp",
    "{a} is dead",
    "{a} falls prone",
    "end of round {n}",
    "the fight is over",
    "attack {a} with long sword",
    "half move {n} e and attack {a}",
    "charge {a}",
    "overrun {a}",
    "grapple {a}",
    "cast Fireball at {a}",
    "draw dagger",
    "move to ({n},{n})",
    "face {a}",
    "standing orders: attack {a}",
    "ditto",
    "pass",
    "{a} attacks {b}",
    "{a} takes his attack of opportunity",
    "save vs death",
    "{n}",
    "location {n}",
    "yes",
    "((ooc (k",
    "{a} > {b}: {n} less {n} is {n}",
    "{a} rolled 1d20: 20",
    "\x1b[2J",
    "",
)
NUMBERS = ("0", "1", "3", "12", "99", "-1", "1.75", "9" * 400, "1e9", "nan", "½")

names = st.sampled_from(NAMES)
texts = st.builds(
    lambda text, a, b, n: text.format(a=a, b=b, n=n),
    st.sampled_from(SAID),
    names,
    names,
    st.sampled_from(NUMBERS),
)
rolls = st.builds(
    lambda who, count, sides, faces, trust: Event(
        kind="roll",
        speaker="OnlineHost",
        trust=trust,
        roll=Roll(
            roller=who,
            count=count,
            sides=sides,
            faces=tuple(faces),
            modifier=0,
            total=sum(faces),
            expression="",
        ),
    ),
    st.one_of(names, st.just("Gm")),
    st.sampled_from((1, 1, 1, 2, 30, 0, -1)),
    st.sampled_from((20, 10, 8, 6, 100, 1, 0, -5, 10**6)),
    st.lists(st.integers(1, 20), max_size=2),
    st.sampled_from(("server", "bot", "member")),
)
events = st.lists(
    st.one_of(
        st.builds(lambda text: Event(kind="say", speaker="Gm", text=text), texts),
        st.builds(lambda who, text: Event(kind="say", speaker=who, text=text), names, texts),
        st.builds(lambda who, text: Event(kind="emote", speaker=who, text=text), names, texts),
        st.builds(lambda who, text: Event(kind="whisper", speaker=who, to="Gm", text=text), names, texts),
        st.builds(lambda who, text: Event(kind="whisper", speaker="Gm", to=who, text=text), names, texts),
        st.builds(lambda who, to: Event(kind="nick", speaker=who, to=to), names, names),
        rolls,
    ),
    max_size=40,
)
CAMPAIGN = {
    "ruleset": "combat_notes",
    "pgm": ["Gm"],
    "characters": {
        name: {
            "side": side,
            "level": 3,
            "size": "M",
            "mv": 9,
            "thac0": 17,
            "ac": 4,
            "hp": 12,
            "position": [x, 0],
            "class_group": "warrior",
            "saves": {"paralyzation": 11, "death": 12},
            "weapons": ["long sword", "light crossbow"],
        }
        for x, (name, side) in enumerate(
            (("Ada", "party"), ("Attack", "party"), ("N", "opponents"), ("Orc 1", "opponents"))
        )
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
            },
            {
                "name": "light crossbow",
                "size": "S",
                "type": "P",
                "phase": "average",
                "missile": True,
                "rof": 1,
                "damage": "d4",
            },
        ]
    },
}


def seen(room: list[Event], campaign: dict[str, Any]) -> list[list[Any]]:
    """What each event causes."""
    referee = prepare(from_tables(campaign, ruleset="combat_notes")).referee(pgm=["Gm"])
    start = Event(kind="say", speaker="Gm", text="Round 1, declare")
    answers = [
        referee.see(msgspec.structs.replace(event, seq=seq)) for seq, event in enumerate([start, *room])
    ]
    json.dumps(msgspec.to_builtins([fight.rounds for fight in referee.encounters]), allow_nan=False)
    return answers


@settings(max_examples=25, deadline=None)
@given(events, st.booleans(), st.integers(0, 40))
def test_in_any_room_each_answer_stands_by_itself(room: list[Event], known: bool, length: int) -> None:
    campaign = CAMPAIGN if known else {}
    answers = seen(room, campaign)
    assert seen(room[:length], campaign) == answers[: min(length, len(room)) + 1]


@pytest.mark.parametrize(
    ("sheet", "rolls"),
    [
        ({"hp": -999_999_999, "thac0": -999_999_999, "ac": 999_999_999, "mv": 999, "level": 999}, 3),
        (
            {
                "hp": 999_999_999,
                "hp_max": 1,
                "mv": 0,
                "reach": 999,
                "level": 0,
                "size": "G",
                "prone": True,
                "grappled": True,
            },
            3,
        ),
        (
            {
                "count": 99,
                "side": "",
                "position": [-999_999, 999_999],
                "facing": "n",
                "threatens": ["Ada", "nobody"],
            },
            1,
        ),
        (
            {
                "weapons": [
                    {"name": "", "damage": "d1", "rof": "1/9", "attacks": "9/1", "phase": 5, "count": 0}
                ]
            },
            3,
        ),
        (
            {
                "spells": {"": 0, "Fireball": "99 rounds"},
                "powers": {"x" * 300: 999},
                "items": [""],
                "saves": {"death": 0},
            },
            3,
        ),
    ],
)
def test_figures_of_no_creature(sheet: dict[str, Any], rolls: int) -> None:
    campaign = {"ruleset": "combat_notes", "pgm": ["Gm"], "characters": {"Ada": sheet, "Orc": {}}}
    room = [Event(kind="say", speaker="Gm", text=text.format(a="Ada", b="Orc", n=3)) for text in SAID]
    room += [Event(kind="say", speaker="Ada", text=text.format(a="Orc", b="Ada", n=3)) for text in SAID]
    assert len(seen(room * rolls, campaign)) == len(room) * rolls + 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"given": {"initiative": {"party": "x"}, "actor": {"MV": 12}}}, "scenario.given holds"),
        ({"given": {"initiative": {"party": [1]}, "actor": {"MV": 12}}}, "scenario.given holds"),
        ({"given": {"sides": 3.5, "actor": {"MV": 12}}}, "scenario.given holds"),
        ({"given": {"settings": 3}}, "scenario.given.settings must be a table"),
        ({"given": {"combatants": [1]}}, "given.combatants must be a table"),
        ({"given": {"actor": {"MV": 1e308}}}, "expected a number of at most nine digits"),
        ({"given": '{"a":' * 3000}, "scenario.given is no JSON"),
        ({"declarations": "actor: attack; Bo: attack"}, "'Bo' is nobody here"),
        ({"dice": ["d20=5"] * 10_000}, "scenario.dice has 10000 entries"),
        ({"expect": {"slits": []}}, "expect.slits"),
        ({"dise": ""}, "unknown key scenario.dise"),
    ],
)
def test_a_worked_example_that_does_not_fit_says_so(change: dict[str, Any], says: str) -> None:
    scenario = {
        "given": {"actor": {"MV": 12}},
        "declarations": "none",
        "dice": "none",
        "expect": {"none": 1},
        **change,
    }
    case = cases.Case(
        id="odd", clauses=(), path=Path("odd.toml"), table={"ruleset": "combat_notes", "scenario": scenario}
    )
    (failure,) = cases.run(case).failures
    assert says in failure
    assert "itself failed" not in failure and len(failure.splitlines()) <= 3
