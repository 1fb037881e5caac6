"""What the notes allow somebody to declare, where the lint cases do not reach: the state of a fight, and
the clauses without a word of their own. By hand from the inventory."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.api import Campaign, Finding, Move, Scene
from calledshot.campaign import from_tables
from calledshot_combat_notes import legality
from calledshot_combat_notes.linting import Actor
from calledshot_combat_notes.schema import Sheet, Weapon

LONG_SWORD = Weapon(name="long sword", size_="M", phase_="A", attacks_="3/2", state="in_hand")
DAGGER = Weapon(name="dagger", size_="S", phase_="F", state="sheathed")
BOW = Weapon(name="short bow", size_="M", phase_="A", missile=True, rof_=1)
SHEET = Sheet(size_="M", mv=12, weapons=[LONG_SWORD, DAGGER, BOW])


def campaign(**settings: Any) -> Campaign:
    return from_tables({"ruleset": "combat_notes", "settings": settings}, ruleset="combat_notes")


def codes(move: Move, actor: Actor | None = None, *, scale: str = "melee", **settings: Any) -> list[str]:
    """The errors on a declaration, by their clauses."""
    return [one.code for one in check(move, actor, scale=scale, **settings) if one.severity == "error"]


def check(move: Move, actor: Actor | None = None, *, scale: str = "melee", **settings: Any) -> list[Finding]:
    who = actor if actor is not None else Actor(name="Wren", sheet=SHEET)
    return legality.check(move, who, Scene(on_grid=True), campaign(**settings), scale=scale)


def move(action: str, kind: str = "no-move", **fields: Any) -> Move:
    own = {key: fields.pop(key) for key in ("instrument", "target") if key in fields}
    return Move(action=action, details={"class": kind, **fields}, **own)


def path(count: int, direction: str = "e") -> list[dict[str, Any]]:
    return [{"count": count, "direction": direction, "text": f"{count} {direction}"}]


@pytest.mark.parametrize("action", ["attack", "guard", "unarmed", "missile"])
def test_actions_of_a_half_move(action: str) -> None:
    assert codes(move(action, "half", path=path(6))) == []
    assert codes(move(action, "half", path=path(7))) == ["CN-320"]


@pytest.mark.parametrize(
    ("action", "code"),
    [("cast", "CN-317"), ("parry", "CN-320"), ("item", "CN-320"), ("cover", "CN-320"), ("psionic", "CN-320")],
)
def test_actions_that_no_half_move_goes_with(action: str, code: str) -> None:
    assert codes(move(action, "half", path=path(2))) == [code]
    assert codes(move(action)) == []


def test_both_grounds_are_told_at_once() -> None:
    assert codes(move("cast", "half", path=path(7))) == ["CN-317", "CN-320"]


@pytest.mark.parametrize("action", ["attack", "missile", "cast", "guard", "parry"])
def test_a_full_move_leaves_nothing_else(action: str) -> None:
    assert codes(move(action, "full", path=path(3))) == ["CN-330"]


@pytest.mark.parametrize(
    ("points", "legal"), [(4, True), (5, False)], ids=["4 of floor(14 / 3)", "5 are one too many"]
)
def test_missile_scale(points: int, legal: bool) -> None:
    actor = Actor(name="Wren", sheet=Sheet(size_="M", mv=14))
    found = codes(move("move", "full", path=path(points)), actor, scale="missile")
    assert found == ([] if legal else ["CN-333"])


def test_the_sum_is_said() -> None:
    (finding,) = check(move("attack", "half", path=[*path(2), *path(3, "ne")]))
    assert finding.message == "cost 2 + 4.5 = 6.5, rounded up 7 > 6: more than half of 12"
    (finding,) = check(move("charge", "full", path=path(13)))
    assert finding.message == "cost 13 > 12: more than the whole movement"


def test_what_is_not_known_is_not_held_against_anybody() -> None:
    nobody = Actor(name="you")
    for one in (
        move("attack", "half", path=path(40)),
        move("move", "full", path=path(90)),
        move("charge", "full", target="Orc"),
        move("missile", instrument="blunderbuss", times=9),
        move("attack", times=9),
    ):
        assert check(one, nobody) == []


@pytest.mark.parametrize(
    "action", ["cast", "missile", "guard", "move", "charge", "item", "ready", "backpack"]
)
def test_grappled_most_things_are_not_permitted(action: str) -> None:
    held = Actor(name="Wren", sheet=SHEET, grappled=True)
    kind = "full" if action in ("move", "charge", "backpack") else "no-move"
    assert "CN-034" in codes(move(action, kind), held)
    assert codes(move(action, kind), Actor(name="Wren", sheet=SHEET, grappled=False)) == []


@pytest.mark.parametrize(
    ("weapon", "expected"), [("dagger", []), ("long sword", ["CN-036"]), (None, ["CN-036"])]
)
def test_grappled_only_a_small_weapon(weapon: str | None, expected: list[str]) -> None:
    """Without a name it is the one in hand, the long sword."""
    held = Actor(name="Wren", sheet=SHEET, grappled=True)
    assert codes(move("attack", instrument=weapon), held) == expected


def test_grappled_unarmed_and_breaking_free() -> None:
    held = Actor(name="Wren", sheet=SHEET, grappled=True)
    assert codes(move("unarmed"), held) == codes(move("escape"), held) == []


@pytest.mark.parametrize(("times", "expected"), [(2, []), (3, ["CN-440"])])
def test_attacks_in_a_round(times: int, expected: list[str]) -> None:
    """Three attacks in two rounds are two at most in one."""
    assert codes(move("attack", instrument="long sword", times=times)) == expected


@pytest.mark.parametrize(("kind", "times", "expected"), [("no-move", 2, ["CN-313"]), ("half", 2, ["CN-325"])])
def test_shots_beyond_the_rate(kind: str, times: int, expected: list[str]) -> None:
    assert codes(move("missile", kind, instrument="short bow", times=times)) == expected
    assert codes(move("missile", kind, instrument="short bow", times=1)) == []


def test_what_the_dm_has_answered_holds() -> None:
    run = move("run", "full", path=path(25))
    who = Actor(name="Wren", sheet=SHEET)
    for answered, expected in (({}, "warning"), ({"run_multiple": 2}, "error")):
        (finding,) = legality.check(run, who, None, campaign(), answered=answered)
        assert (finding.code, finding.severity) == ("CN-334", expected)
    assert legality.check(run, who, None, campaign(), answered={"run_multiple": 3}) == []


def test_two_actions() -> None:
    attack = {"action": "attack", "instrument": None, "target": "Orc"}
    assert codes(move("cast", also=[attack])) == ["CN-310"]
    assert codes(move("guard", "half", also=[attack])) == ["CN-320"]
    assert codes(move("withdraw", "half", also=[attack])) == ["CN-326"]


def test_several_attacks_with_one_weapon_are_one_action() -> None:
    other = {"action": "attack", "instrument": None, "target": "Tolly"}
    assert codes(move("attack", instrument="long sword", also=[other])) == []
    assert codes(move("attack", instrument="long sword", also=[other, other])) == ["CN-310"]
    with_another = {"action": "attack", "instrument": "dagger", "target": "Tolly"}
    assert codes(move("attack", instrument="long sword", also=[with_another])) == ["CN-310"]


@pytest.mark.parametrize(
    ("status", "turns", "kind", "told"),
    [
        ("clear", 0, "half", False),
        ("clear", 1, "half", True),
        ("clear", 1, "no-move", False),
        ("threatened", 0, "half", True),
        ("threatened", 0, "no-move", False),
    ],
)
def test_turns(status: str, turns: int, kind: str, told: bool) -> None:
    actor = Actor(name="Wren", sheet=SHEET, status=status, turns=turns)
    found = check(move("attack", kind, facing="n"), actor)
    assert [(one.code, one.severity) for one in found] == ([("CN-031", "warning")] if told else [])


def test_a_second_turn_by_itself() -> None:
    for turns, told in ((0, []), (1, ["CN-031"])):
        actor = Actor(name="Wren", sheet=SHEET, status="clear", turns=turns)
        assert [one.code for one in check(move("face", facing="n"), actor)] == told


def test_a_move_that_may_be_a_half_move_is_offered_as_one() -> None:
    plain = Move(action="attack", target="Orc", details={"class": "full", "plain": True, "path": path(3)})
    (finding,) = check(plain, Actor(name="you"))
    assert finding.code == "CN-330" and finding.fix is not None
    assert finding.fix.replacement == "half move 3 e and attack Orc"
    assert check(plain) == []
