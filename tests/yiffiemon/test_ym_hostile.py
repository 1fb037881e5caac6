"""YiffieMon against rooms, sheets and worked examples that nobody would write: nothing raises and
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
    "Combat! {a}, {b}",
    "{a}'s turn",
    "next",
    "{a}: Normal Success by {n}",
    "{a} attack: Critical Failure",
    "Severe Hit by {n}",
    "{a} gains {n} levels of Bleeding 1",
    "{a} gains 999 levels of Staggered 2",
    "{a} loses Off Guard 1",
    "{a} takes {n} damage",
    "{a} takes 9999 subdual damage",
    "{a} is dead",
    "{a} is surprised",
    "{a} is at ({n},{n})",
    "{a}'s clock is {n}",
    "{a}'s pool is {n}",
    "{a} is inside {b}'s guard",
    "{a} enters {b}'s threat area",
    "the fight is over",
    "attack {a}",
    "charge {a}",
    "cross their guard: {a}",
    "dive attack on {a}",
    "slide {a} {n} w, I go {n} w",
    "push {a} {n} n",
    "run {n} e",
    "move {n} toward {a}",
    "melee assist, choose a for {a}",
    "ranged assist",
    "threaten {a} {n}, attack {a}",
    "wait {n}",
    "spend arrow on {a}'s attack: attacker a, defender b",
    "fight defensively",
    "take the opportunity on {a}",
    "pass",
    "heal {a}",
    "{a} attacks {b}",
    "{n}",
    "yes",
    "shield",
    "ditto",
    "((ooc (k",
    "{a} rolled 1d100: 3",
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
    st.sampled_from((100, 6, 10, 3, 1, 0, -5, 10**6)),
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
    "ruleset": "yiffiemon",
    "pgm": ["Gm"],
    "characters": {
        name: {
            "side": side,
            "MR": 4,
            "perception": 9,
            "OCV": 20,
            "DCV": 18,
            "HPV": 12,
            "DT": 5,
            "AC": 1,
            "StrB": 2,
            "NWI": 1,
            "EL": 3,
            "ConB": 1,
            "attack_skill": 7,
            "move_skill": 5,
            "base_line": 50,
            "pool": 2,
            "Move": 1,
            "Fathom": 1,
            "position": [x, 0],
            "weapon": {"name": "bow", "kind": "ranged", "Short": 5, "ammo": 2},
        }
        for x, (name, side) in enumerate((("Ada", "a"), ("Attack", "a"), ("N", "b"), ("Orc 1", "b")))
    },
}


def seen(room: list[Event], campaign: dict[str, Any]) -> list[list[Any]]:
    """What each event causes."""
    referee = prepare(from_tables(campaign, ruleset="yiffiemon")).referee(pgm=["Gm"])
    start = Event(kind="say", speaker="Gm", text="Fight starts. Ada, then Orc 1, then N")
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
        (
            {
                "HPV": -999_999_999,
                "DT": 1,
                "DCV": -999_999_999,
                "OCV": 999_999_999,
                "base_line": -999_999_999,
            },
            2,
        ),
        ({"HPV": 1, "subdual": 999_999_999, "DT": 1, "MR": 0.00001, "Con": 999_999_999}, 2),
        ({"MR": 1e8, "clock": 1e8, "Move": 0.00001, "Fathom": 1e8, "position": [-1e8, 1e8], "pool": 999}, 2),
        ({"count": 99, "side": "", "in_TA_of": ["Ada", "nobody"], "inside_guard_of": ["Ada"], "ammo": 0}, 1),
        (
            {
                "Bleeding1": 999,
                "FD": 999,
                "BUF": 999,
                "Staggered2": 999,
                "ConB": -999_999_999,
                "ao_queue": ["", "x"],
            },
            2,
        ),
    ],
)
def test_figures_of_no_creature(sheet: dict[str, Any], rolls: int) -> None:
    campaign = {"ruleset": "yiffiemon", "pgm": ["Gm"], "characters": {"Ada": sheet, "Orc": {}}}
    room = [Event(kind="say", speaker="Gm", text=text.format(a="Ada", b="Orc", n=3)) for text in SAID]
    room += [Event(kind="say", speaker="Ada", text=text.format(a="Orc", b="Ada", n=3)) for text in SAID]
    assert len(seen(room * rolls, campaign)) == len(room) * rolls + 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"given": {"Ann": {"OCV": 20}, "turns": ["x"]}}, "scenario.given holds"),
        ({"given": {"Ann": {"OCV": 20}, "values": {"start": ""}}}, "scenario.given holds"),
        ({"given": {"Ann": {"OCV": 20}, "offer": {"who": 3}}}, "scenario.given holds"),
        ({"given": {"Ann": 3}}, "scenario.given.Ann must be a sheet"),
        ({"given": {"Ann": {"clock": float("nan")}}}, "expected a number of at most nine digits"),
        ({"given": '{"a":' * 3000}, "scenario.given is no JSON"),
        ({"dice": ["d100=5"] * 10_000}, "scenario.dice has 10000 entries"),
        ({"expect": {"slits": []}}, "expect.slits"),
        ({"dise": ""}, "unknown key scenario.dise"),
    ],
)
def test_a_worked_example_that_does_not_fit_says_so(change: dict[str, Any], says: str) -> None:
    scenario = {
        "given": {"Ann": {"OCV": 20}},
        "declarations": "none",
        "dice": "none",
        "expect": {"none": 1},
        **change,
    }
    case = cases.Case(
        id="odd", clauses=(), path=Path("odd.toml"), table={"ruleset": "yiffiemon", "scenario": scenario}
    )
    (failure,) = cases.run(case).failures
    assert says in failure
    assert "itself failed" not in failure and len(failure.splitlines()) <= 3
