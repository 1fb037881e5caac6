"""The sample fights of Combat Notes and YiffieMon come out as their EXPECTED.md works them out by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from calledshot.auditing import Audit, audit, prepare
from calledshot.live.session import Session
from calledshot.transcript import read

SAMPLES = Path(__file__).parents[2] / "samples"
LOGS = {
    "mill": "mill/yard.txt",
    "bridge": "bridge/bridge.script",
    "ford": "ford/ford.txt",
    "orchard": "orchard/orchard.txt",
}

Wanted = tuple[str, str, str | None, dict[str, Any]]
"""Kind, outcome, whose it is, and some of its values."""

MILL: tuple[Wanted, ...] = (
    ("refused", "illegal", "MirelleQ", {}),
    ("initiative", "won", None, {"winner": "opponents", "shift": {"party": 0, "opponents": 0}}),
    ("attack", "hit", "Bandit", {"roll": 13, "needed": 11, "ac": 8}),
    ("damage", "dealt", "Bandit", {"points": 3, "hp": 9}),
    ("cast", "failed", "MirelleQ", {}),
    ("move", "done", "HobNettle", {"to": [5, 0]}),
    ("move", "done", "Ogre", {"to": [6, 0]}),
    ("attack", "miss", "Ogre", {"roll": 9, "needed": 13}),
    ("attack", "hit", "HobNettle", {"roll": 15, "total": 16, "needed": 12}),
    ("damage", "dealt", "HobNettle", {"points": 10, "hp": 16}),
    ("knockdown", "down", "HobNettle", {"roll": 9, "needed": 9}),
    ("save", "failed", "Ogre", {"roll": 7, "needed": 13}),
    ("condition", "prone", "Ogre", {}),
    ("initiative", "won", None, {"winner": "party", "shift": {"party": -1, "opponents": 0}}),
    ("opportunity", "taken", "Bandit", {}),
    ("attack", "miss", "Bandit", {"roll": 8, "needed": 13}),
    ("attack", "hit", "MirelleQ", {"roll": 15, "needed": 12}),
    ("damage", "dealt", "MirelleQ", {"points": 3, "hp": 4}),
    ("attack", "miss", "Bandit", {"roll": 1}),
    ("fumble", "confirmed", "Bandit", {"total": 5, "needed": 13}),
    ("attack", "critical", "HobNettle", {"roll": 19, "total": 20, "needed": 12}),
    ("damage", "dealt", "HobNettle", {"points": 15, "multiplier": 2, "hp": 1}),
    ("damage", "dealt", "HobNettle", {"points": 18, "hp": -2}),
    ("condition", "dead", "Ogre", {}),
    ("initiative", "tied", None, {"roll": 5}),
    ("initiative", "won", None, {"winner": "opponents"}),
    ("cast", "done", "MirelleQ", {}),
    ("fight", "ended", None, {}),
)
BRIDGE: tuple[Wanted, ...] = (
    ("initiative", "won", None, {"winner": "party", "shift": {"party": 0, "opponents": 1}}),
    ("attack", "hit", "Brida", {"roll": 9, "total": 11, "needed": 10}),
    ("damage", "dealt", "Brida", {"points": 8, "hp": 36}),
    ("attack", "miss", "Fenwick", {"roll": 12, "total": 13, "needed": 14}),
    ("attack", "hit", "Troll", {"roll": 16, "needed": 11}),
    ("damage", "dealt", "Troll", {"points": 7, "hp": 34}),
    ("knockdown", "down", "Troll", {"roll": 7, "needed": 7}),
    ("save", "saved", "Brida", {"roll": 12, "needed": 10}),
    ("attack", "miss", "Troll", {"roll": 4}),
    ("attack", "miss", "Brida", {"roll": 3, "total": 5}),
    ("opportunity", "taken", "Brida", {}),
    ("attack", "hit", "Brida", {"roll": 14, "total": 16}),
    ("damage", "dealt", "Brida", {"points": 7, "hp": 29}),
    ("overrun", "made", "Troll", {"difference": 1}),
    ("save", "failed", "Brida", {"roll": 8, "total": 9, "needed": 11}),
    ("attack", "hit", "Troll", {"roll": 13, "total": 13, "needed": 11}),
    ("damage", "dealt", "Troll", {"points": 2, "hp": 32}),
    ("attack", "hit", "Troll", {"roll": 8, "needed": 8}),
    ("attack", "miss", "Troll", {"roll": 3}),
    ("attack", "critical", "Brida", {"roll": 20, "total": 22, "needed": 10}),
    ("damage", "dealt", "Brida", {"points": 19, "hp": 10}),
    ("save", "failed", "Troll", {"roll": 9, "needed": 12}),
    ("attack", "hit", "Troll", {"roll": 12, "opportunity": True}),
    ("damage", "dealt", "Troll", {"points": 6, "hp": 8}),
    ("save", "saved", "Fenwick", {"roll": 15}),
    ("save", "failed", "Fenwick", {"roll": 4, "needed": 13}),
    ("weapon", "discharged", "Fenwick", {}),
    ("action", "lost", "Fenwick", {}),
    ("attack", "hit", "Troll", {"roll": 17}),
    ("damage", "dealt", "Troll", {"points": 5, "hp": 3}),
    ("attack", "miss", "Troll", {"roll": 5}),
    ("refused", "illegal", "Fenwick", {}),
    ("move", "done", "Fenwick", {"to": [-1, 1]}),
    ("attack", "hit", "Brida", {"roll": 13, "total": 15}),
    ("damage", "dealt", "Brida", {"points": 11, "hp": -1}),
)
FORD: tuple[Wanted, ...] = (
    ("fight", "opened", None, {"order": ["Thistle", "Rusk", "Grumbel"]}),
    ("action", "declared", "Thistle", {"speed": 0.75, "clock": 0.75}),
    ("action", "declared", "Rusk", {"speed": 1, "clock": 1}),
    ("action", "declared", "Grumbel", {"action": "wait", "clock": 1}),
    ("action", "declared", "Thistle", {"action": "charge", "clock": 1.75}),
    ("check", "made", "Thistle", {"roll": 50, "effective": 43, "level": "NS", "amount": 19}),
    ("check", "made", "Thistle", {"roll": 77, "effective": 51, "level": "NS", "amount": 11}),
    ("damage", "dealt", "Thistle", {"points": 8, "hpv": 22}),
    ("condition", "gained", "Grumbel", {"condition": "Bleeding2", "level": 1}),
    ("threat", "assigned", "Thistle", {"condition": "TB2", "level": 2}),
    ("check", "made", "Rusk", {"roll": 43, "level": "NS", "amount": 17}),
    ("check", "made", "Grumbel", {"roll": 90, "effective": 93, "level": "CF", "amount": 43}),
    ("effect", "begins", "Thistle", {"value": 6, "rolls_of": "Grumbel"}),
    ("damage", "dealt", None, {"points": 3, "pool": "bleed"}),
    ("opportunity", "passed", "Thistle", {}),
    ("opportunity", "taken", "Rusk", {}),
    ("check", "made", "Thistle", {"roll": 70, "effective": 59, "level": "BS", "amount": 3}),
    ("refused", "illegal", "Thistle", {}),
    ("check", "made", "Rusk", {"check": "dodge", "roll": 50, "level": "NS", "amount": 15}),
    ("movement", "inside", "Rusk", {}),
    ("check", "made", "Rusk", {"roll": 45, "level": "NS", "amount": 17}),
    ("damage", "dealt", "Rusk", {"points": 4, "hpv": 18}),
    ("check", "made", "Grumbel", {"roll": 28, "effective": 37, "level": "NS", "amount": 11}),
    ("damage", "dealt", "Grumbel", {"points": 8, "hpv": 16}),
    ("damage", "dealt", None, {"points": 1, "pool": "bleed"}),
    ("check", "made", "Thistle", {"roll": 30, "level": "SS", "amount": 32}),
    ("damage", "dealt", "Thistle", {"points": 10, "hpv": 8}),
    ("check", "made", "Rusk", {"roll": 2, "level": "CS", "amount": 60}),
    ("damage", "dealt", "Rusk", {"points": 17, "hpv": -9}),
    ("condition", "gained", "Grumbel", {"condition": "Staggered1", "level": 1}),
    ("check", "made", "Grumbel", {"check": "con", "roll": 71, "level": "NF", "amount": 22}),
    ("check", "made", "Grumbel", {"roll": 60, "effective": 63, "level": "NF", "amount": 11}),
    ("state", "changed", "Grumbel", {"flag": "in_combat", "value": False}),
)
ORCHARD: tuple[Wanted, ...] = (
    ("fight", "opened", None, {"order": ["Wren", "Pip", "Brock"]}),
    ("check", "made", "Wren", {"level": "NS", "amount": 14}),
    ("ammo", "spent", "Wren", {"ammo": 5}),
    ("damage", "dealt", "Brock", {"points": 5, "hpv": 13}),
    ("condition", "gained", "Pip", {"condition": "Bleeding1", "level": 1}),
    ("check", "made", "Pip", {"level": "SS", "amount": 12}),
    ("effect", "begins", "Pip", {"value": -15, "against": "Brock"}),
    ("effect", "begins", "Pip", {"value": 15, "rolls_of": "Brock"}),
    ("damage", "dealt", "Pip", {"points": 9, "hpv": 27}),
    ("damage", "dealt", None, {"points": 0, "pool": "bleed", "owed": 0.5}),
    ("condition", "gained", "Pip", {"condition": "FD", "level": 1}),
    ("refused", "illegal", "Pip", {}),
    ("effect", "begins", "Pip", {"value": 9, "rolls_of": "Brock"}),
    ("opportunity", "passed", "Pip", {}),
    ("opportunity", "taken", "Wren", {}),
    ("damage", "dealt", "Wren", {"points": 3, "hpv": 23}),
    ("damage", "dealt", "Pip", {"points": 3, "hpv": 20}),
    ("damage", "dealt", None, {"points": 1, "pool": "bleed"}),
    ("ammo", "kept", "Wren", {}),
    ("damage", "dealt", "Wren", {"points": 11, "hpv": 9}),
    ("damage", "blocked", "Brock", {"points": 6}),
)
RULINGS = {"mill": MILL, "bridge": BRIDGE, "ford": FORD, "orchard": ORCHARD}

FINDINGS = {
    "mill": {("CN-317", "error", 5), ("PGM-1", "warning", 60)},
    "bridge": {("CN-326", "error", 95), ("PGM-1", "warning", 54)},
    "ford": {("YM-702", "error", 34), ("PGM-1", "warning", 33)},
    "orchard": {("YM-201", "error", 20), ("PGM-1", "warning", 18)},
}
POOL = {"mill": "hp", "bridge": "hp", "ford": "hpv", "orchard": "hpv"}
STANDS = {
    "mill": {"HobNettle": 28, "MirelleQ": 9, "Bandit": 4, "Ogre": -2},
    "bridge": {"Brida": 32, "Fenwick": 3, "Troll": -1},
    "ford": {"Thistle": 20, "Rusk": 16, "Grumbel": -9},
    "orchard": {"Wren": 16, "Pip": 13, "Brock": 9},
}
BY_THE_BOOK = {**STANDS, "mill": {**STANDS["mill"], "Ogre": 1}, "orchard": {**STANDS["orchard"], "Brock": 10}}
HIDDEN = ("HP ", "AC ", "HPV", " of 62", " of 50", "base line")
"""What no line for the room may hold: figures of a sheet."""


def audited(name: str, **options: Any) -> Audit:
    return audit([SAMPLES / LOGS[name]], campaign=SAMPLES / name / "campaign", **options)


def last_state(seen: Audit) -> Mapping[str, Mapping[str, Any]]:
    return seen.encounters[-1].rounds[-1].state


@pytest.mark.parametrize("name", LOGS)
def test_the_rulings_come_in_the_order_and_with_the_sums_worked_out(name: str) -> None:
    left = [to_builtins(ruling) for ruling in audited(name).rulings]
    for kind, outcome, who, values in RULINGS[name]:
        found = next(
            (
                place
                for place, one in enumerate(left)
                if (one["kind"], one["outcome"], one["combatant"]) == (kind, outcome, who)
                and all(key in one["values"] and one["values"][key] == value for key, value in values.items())
            ),
            None,
        )
        assert found is not None, (kind, outcome, who, values)
        del left[: found + 1]


@pytest.mark.parametrize("name", LOGS)
def test_one_mistake_of_the_masters_and_one_illegal_declaration(name: str) -> None:
    seen = audited(name)
    found = {
        (one.code, one.severity, one.source.line if one.source is not None else None)
        for one in seen.findings
        if one.severity != "info"
    }
    assert found == FINDINGS[name]
    assert sum(one.agrees is False for one in seen.pgm_rulings) == 1
    assert not seen.summary.unparsed_lines
    assert not [one.code for one in seen.findings if one.code.startswith(("LOG-", "DICE-", "ID-"))]
    assert all(roll.counted for roll in seen.rolls)


@pytest.mark.parametrize(("stands", "by_the_book"), [(STANDS, False), (BY_THE_BOOK, True)])
@pytest.mark.parametrize("name", LOGS)
def test_where_everybody_stands(name: str, stands: dict[str, Any], by_the_book: bool) -> None:
    state = last_state(audited(name, by_the_book=by_the_book))
    assert {who: state[who][POOL[name]] for who in stands[name]} == stands[name]


@pytest.mark.parametrize("name", LOGS)
def test_nothing_private_is_said_to_the_room(name: str) -> None:
    session = Session(prepare(SAMPLES / name / "campaign").referee())
    said = [
        line.say
        for event in read(SAMPLES / LOGS[name])
        for line in session.see(event)
        if line.to is None and line.say
    ]
    assert len(said) > 20
    assert not [line for line in said if any(word in line for word in HIDDEN)]
    assert all(line.startswith("((") and line.endswith("))") for line in said)


def test_a_whispered_shot_is_not_in_the_order_that_the_room_hears() -> None:
    session = Session(prepare(SAMPLES / "bridge" / "campaign").referee())
    room: list[str] = []
    for event in list(read(SAMPLES / LOGS["bridge"])):
        room += [line.say for line in session.see(event) if line.to is None and line.say]
        if any("Fenwick" in line for line in room):
            break
    assert room[-1].startswith("((Average: Fenwick shoots at Troll")
    assert json.dumps(room).count("Fenwick") == 1
