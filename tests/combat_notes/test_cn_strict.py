"""The strict form reads back to the same move, whatever the move; and what is in it stays as it is typed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.api import Campaign, Move, Spell
from calledshot_combat_notes import linting, reader, strict_form, vocabulary

NAMES = ("Wren", "Hrask", "Goblin 1", "Goblin 2", "Ulm the Giant")
WORDS = vocabulary.lexicon(Campaign(), NAMES)
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

names = st.sampled_from(NAMES)
maybe = st.none() | names
weapons = st.sampled_from(("long sword", "two-handed sword", "dagger", "mace", "+2 axe"))
bows = st.sampled_from(("short bow", "heavy crossbow", "sling"))
spells = st.sampled_from(("web", "sleep", "magic missile", "hold person"))
straight = st.builds(
    lambda count, direction: {"count": float(count), "direction": direction},
    st.integers(1, 30),
    st.sampled_from(DIRECTIONS),
)
legs = st.lists(straight, min_size=1, max_size=4)
steps = st.builds(
    lambda do, what: {"do": do, "what": what}, st.sampled_from(("draw", "drop", "sheath")), weapons
)


def dressed(table: dict[str, Any], extra: tuple[list[dict[str, Any]], str | None, bool]) -> Move:
    """A move with what is made ready, where it turns, and whether it takes the place of another."""
    ready, facing, abandons = extra
    details = table.setdefault("details", {})
    if ready:
        details["ready"] = ready
    if facing is not None:
        details["facing"] = facing
    if abandons:
        details["abandons"] = True
    return Move(**table)


def no_move(action: str, **fields: Any) -> dict[str, Any]:
    return {"action": action, "details": {"class": "no-move"}, **fields}


acts = st.one_of(
    st.builds(lambda who, arm: no_move("attack", target=who, instrument=arm), names, weapons),
    st.builds(lambda who, arm: no_move("missile", target=who, instrument=arm), maybe, bows),
    st.builds(lambda who: no_move("missile", target=who, instrument="dagger"), names),
    st.builds(lambda who: no_move("unarmed", target=who), maybe),
    st.just(no_move("parry")),
    st.builds(lambda who: no_move("guard", target=who), maybe),
    st.builds(lambda who: no_move("cover", target=who), names),
    st.builds(lambda who: no_move("escape", target=who), maybe),
    st.builds(lambda who: no_move("item", target=who, instrument="wand of fire"), maybe),
    st.builds(lambda who, name: no_move("cast", target=who, spell=Spell(name=name)), maybe, spells),
)


def moving(act: dict[str, Any], kind: str, path: list[dict[str, Any]], later: bool) -> dict[str, Any]:
    """An action with movement before or behind it."""
    details: dict[str, Any] = {"class": kind, "order": "act_first" if later else "move_first"}
    details["then_path" if later else "path"] = path
    if kind == "plain":
        details |= {"class": "full", "plain": True}
    if kind == "no-move" or (kind == "plain" and sum(leg["count"] for leg in path) < 2):
        details["class"] = "no-move"
        details.pop("plain", None)
    return {**act, "details": details}


moves = st.one_of(
    acts,
    st.builds(moving, acts, st.sampled_from(("half", "plain", "no-move", "full")), legs, st.booleans()),
    st.builds(lambda path: {"action": "move", "details": {"class": "full", "path": path}}, legs),
    st.builds(lambda path: {"action": "run", "details": {"class": "full", "path": path}}, legs),
    st.builds(lambda path: {"action": "withdraw", "details": {"class": "half", "path": path}}, legs),
    st.builds(
        lambda who, arm, kind: {
            "action": "charge", "target": who, "instrument": arm, "details": {"class": kind}
        },
        names, weapons, st.sampled_from(("half", "full")),
    ),
)  # fmt: skip
overrunning = st.builds(
    lambda who, path, act: {
        **act,
        "details": {
            "class": "half",
            "order": "move_first",
            "over": who,
            "path": path or [{"toward": who, "over": True}],
        },
    },
    names,
    st.just([]) | legs,
    acts,
)
extras = st.tuples(st.lists(steps, max_size=2), st.none() | st.sampled_from(DIRECTIONS), st.booleans())


def bare(move: Move) -> dict[str, Any]:
    """A move without its place in a text and the words of its legs."""
    details = dict(move.details)
    for key in ("path", "then_path"):
        if key in details:
            details[key] = [
                {name: one for name, one in leg.items() if name != "text"} for leg in details[key]
            ]
    return {
        "action": move.action,
        "instrument": move.instrument,
        "target": move.target,
        "spell": move.spell.name if move.spell is not None else None,
        "details": details,
    }


@settings(max_examples=300, deadline=None, derandomize=True)
@given(moves | overrunning, extras)
def test_what_is_written_reads_back(
    table: dict[str, Any], extra: tuple[list[dict[str, Any]], str | None, bool]
) -> None:
    move = dressed(table, extra)
    written = strict_form.write(move)
    reading = reader.read(written, WORDS, given=True)
    assert [bare(one) for one in reading.moves] == [bare(move)], written
    assert reading.strict, written
    assert linting.strict(reading, Campaign()) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("I swing my long sword at wren", "attack Wren with long sword"),
        ("half-move 3e then shoot goblin 2 w/ short bow", "half move 3 e and fire short bow at Goblin 2"),
        ("throw my dagger at hrask", "throw dagger at Hrask"),
        ("(draw sword) attack Wren", "draw sword, attack Wren with sword"),
        ("attack wren then half move 2 squares west", "attack Wren, then half move 2 w"),
        ("casting web on goblin 1 (CT 2)", "cast web at Goblin 1 (ct 2)"),
        ("dig in my backpack for a torch", "get torch from backpack"),
        ("fall back 3 south", "withdraw 3 s"),
        ("half move through goblin 1 and attack wren", "half move over Goblin 1 and attack Wren"),
        ("attack wren, aiming high", "attack Wren, aim high"),
    ],
)
def test_what_players_type_in_the_strict_form(typed: str, written: str) -> None:
    assert linting.strict(reader.read(typed, WORDS, given=True), Campaign()) == written
    assert linting.strict(reader.read(written, WORDS, given=True), Campaign()) == written


def test_capitals_are_no_fault_of_form() -> None:
    typed = "Attack wren with Long Sword"
    assert linting.strict(reader.read(typed, WORDS, given=True), Campaign()) == typed
