"""Each chapter's figures by themselves: phases and slots, initiative, spells, criticals, knockdowns,
overruns, opportunities, time. Expected values are worked out by hand from the inventory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from calledshot.api import point
from calledshot_combat_notes import (
    attacks,
    casting,
    criticals,
    durations,
    fumbles,
    initiative,
    knockdown,
    opportunity,
    overrun,
    slots,
    status,
)


@pytest.mark.parametrize(
    ("size", "phase"), [("T", 1), ("S", 1), ("M", 2), ("L", 3), ("H", 4), ("G", 5), (None, None)]
)
def test_base_phases(size: str | None, phase: int | None) -> None:
    assert slots.base(size) == phase


@pytest.mark.parametrize(
    ("base", "weapon", "more", "slot"),
    [
        (2, 4, {}, 4),
        (2, 4, {"delay": 1}, 5),
        (2, 3, {"delay": 2}, 5),
        (2, 4, {"plus": 3, "delay": 1}, 4),
        (2, 2, {"plus": 4}, 1),
        (3, 2, {}, 3),
        (2, 4, {"shift": -1}, 3),
        (2, 5, {"shift": 1}, 6),
        (2, 2, {"after": 3}, 3),
        (2, None, {"shift": -1}, 1),
        (None, 4, {}, None),
        (1, 1, {"shift": -1}, 1),
        (2, 4, {"plus": 2, "settings": {"init.magic_applies_to": "weapon"}}, 3),
        (2, 2, {"plus": 2, "settings": {"init.magic_applies_to": "weapon"}}, 2),
        (2, 4, {"shift": -1, "settings": {"init.weapon_floor_after_shift": True}}, 4),
        (2, 2, {"after": 2, "settings": {"init.move_then_attack_same_phase": "next_phase"}}, 3),
    ],
)
def test_attack_slots(base: int | None, weapon: int | None, more: dict[str, Any], slot: int | None) -> None:
    assert slots.attack_slot(base, weapon, **more) == slot


@pytest.mark.parametrize(("plus", "faster"), [(None, 0), (0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 2)])
def test_magic(plus: int | None, faster: int) -> None:
    assert slots.magic(plus) == faster


def test_slots_have_names() -> None:
    named = [slots.name(slot) for slot in (1, 5, 6, 8, slots.REPLACED, slots.CLOSING, None)]
    assert named == ["VF", "VS", "END1", "END3", "END-last", "step 5", None]


def test_movement_begins_in_the_base_phase() -> None:
    assert slots.movement_slots(2, 0, 2) == [2, 3]
    assert slots.movement_slots(4, 1, 2) == [5, 6]
    assert slots.movement_slots(1, -1, 2) == [1, 2]
    assert slots.movement_slots(None, 0, 2) is None


def test_the_order_within_a_phase() -> None:
    keys = {
        "winner's walk": slots.order_key(2, 0, True, False, 0, 0),
        "winner's blow after his walk": slots.order_key(2, 0, False, True, 0, 1),
        "winner's blow": slots.order_key(2, 0, False, False, 3, 0),
        "loser's blow": slots.order_key(2, 1, False, False, 1, 0),
        "winner's later blow": slots.order_key(3, 0, False, False, 0, 0),
    }
    assert sorted(keys, key=lambda name: keys[name]) == [
        "winner's blow",
        "winner's walk",
        "winner's blow after his walk",
        "loser's blow",
        "winner's later blow",
    ]


def test_initiative_is_won_by_the_lowest_or_tied() -> None:
    assert initiative.winner({"party": 5, "opponents": 8}) == ("party", ())
    assert initiative.winner({"party": 5, "opponents": 5}) == (None, ("party", "opponents"))
    assert [initiative.shift(roll) for roll in (1, 2, 9, 10)] == [-1, 0, 0, 1]
    assert initiative.ranks({"a": 4, "b": 2, "c": 9}, "b") == {"b": 0, "a": 1, "c": 2}


def test_lots_can_be_drawn_again() -> None:
    names = ["Kay", "Alda", "Bo"]
    seed = initiative.seed(3, names)
    drawn = initiative.declaration_order(names, seed)
    assert sorted(drawn) == sorted(names)
    assert initiative.declaration_order(list(reversed(names)), seed) == drawn
    assert initiative.roller(names, seed) == initiative.roller(sorted(names), seed)
    others = {initiative.roller(names, initiative.seed(number, names)) for number in range(40)}
    assert others == set(names)
    assert initiative.roller([], seed) is None


@pytest.mark.parametrize(
    ("time", "shift", "slot"),
    [
        ((0, "segments"), 0, 1),
        ((1, "segments"), 0, 2),
        ((3, "segments"), 0, 2),
        ((4, "segments"), 0, 3),
        ((6, "segments"), -1, 2),
        ((7, "segments"), 0, 4),
        ((9, "segments"), 1, 5),
        ((10, "segments"), 0, 5),
        ((2, "rounds"), 1, 6),
        ((1, "turns"), 0, 5),
    ],
)
def test_spell_slots(time: tuple[int, str], shift: int, slot: int) -> None:
    assert casting.slot(time, shift) == slot


def test_rounds_of_casting_and_preparation() -> None:
    assert casting.rounds((5, "segments")) == 1
    assert casting.rounds((2, "rounds")) == 2
    assert casting.rounds((1, "rounds"), {"spell.round_unit": "standard"}) == 5
    assert casting.rounds((1, "turns")) == 50
    assert casting.psionic_slot(0, 3, 0) == 3
    assert casting.psionic_slot(1, 3, 0) == slots.CLOSING
    assert casting.psionic_slot(0, None, 0) is None


def test_a_caster_loses_the_bonus_and_keeps_the_penalty() -> None:
    assert casting.armour_class(6, 2, True) == 8
    assert casting.armour_class(6, 2, False) == 6
    assert casting.armour_class(6, -1, True) == 6
    assert casting.armour_class(None, 2, True) is None


def test_damage_before_the_effect_ruins_a_spell() -> None:
    assert casting.ruined((2, 0, 0, 1, 0), (3, 0, 0, 0, 0))
    assert not casting.ruined((3, 1, 0, 1, 0), (3, 0, 0, 0, 0))
    assert casting.ruined((3, 1, 0, 1, 0), (3, 0, 0, 0, 0), "always_ruins")
    assert not casting.ruined((4, 0, 0, 1, 0), (3, 0, 0, 0, 0), "always_ruins")


@pytest.mark.parametrize(
    ("natural", "total", "needed", "critical"),
    [(18, 19, 14, True), (18, 18, 14, False), (17, 30, 5, False), (19, 20, None, None), (20, 20, 15, True)],
)
def test_criticals(natural: int, total: int, needed: int | None, critical: bool | None) -> None:
    assert criticals.is_critical(natural, total, needed) is critical


def test_the_margin_may_be_taken_on_the_die_alone() -> None:
    assert criticals.is_critical(18, 22, 14, "total")
    assert not criticals.is_critical(18, 22, 14, "natural")


@pytest.mark.parametrize(
    ("difference", "severity", "times"),
    [
        (-2, ("minor", "1d6"), 2),
        (-1, ("minor", "1d6"), 2),
        (0, ("major", "2d4"), 2),
        (1, ("severe", "2d6"), 2),
        (2, ("mortal", "2d8"), 3),
        (4, ("mortal", "2d8"), 3),
    ],
)
def test_severity_and_multiple(difference: int, severity: tuple[str, str], times: int) -> None:
    assert criticals.severity(difference) == severity
    assert criticals.multiplier(difference) == times


def test_the_weapon_is_multiplied_before_the_rest_is_added() -> None:
    assert criticals.damage(6, 1, 2, 5) == 19
    assert criticals.damage(6, 0, 3, 8) == 26
    assert criticals.damage(1, 0, 1, -3) == 0
    assert criticals.item_save_bonus(2) == 3
    assert criticals.item_save_bonus(None) == 1


@pytest.mark.parametrize(("size", "needed"), [("T", 3), ("S", 5), ("M", 7), ("L", 9), ("H", 11), ("G", None)])
def test_knockdown_numbers(size: str, needed: int | None) -> None:
    assert knockdown.needed(size) == needed


def test_knockdowns() -> None:
    assert knockdown.knocked_down(7, 7)
    assert not knockdown.knocked_down(6, 7)
    assert not knockdown.knocked_down(7, 7, "gt")
    assert not knockdown.knocked_down(20, None)
    assert knockdown.needed("G", {"knockdown.gargantuan": 13}) == 13
    with pytest.raises(KeyError):
        knockdown.needed(None)


@pytest.mark.parametrize(
    ("die", "size", "natural", "rolled"),
    [
        ("d6", "L", True, "1d8"),
        ("d6", "L", False, "1d6"),
        ("d6", "G", True, "1d12"),
        ("d12", "H", True, "1d20"),
        ("d4", "M", True, "1d4"),
        ("d6", "T", True, "1d6"),
        ("2d4+1", "L", False, "2d4+1"),
        (None, "L", True, None),
    ],
)
def test_knockdown_dice(die: str | None, size: str, natural: bool, rolled: str | None) -> None:
    assert knockdown.die(die, size, natural) == rolled


def test_overruns() -> None:
    assert [overrun.save_penalty(sizes) for sizes in (1, 2, 3, 5)] == [0, -4, -8, -8]
    assert overrun.damage_dice(3) == "3d4"
    assert overrun.difference("H", "M") == 2
    assert overrun.difference("H", None) is None


def test_who_saves_is_pushed_to_a_free_square_off_the_path() -> None:
    path = [point((1, 0)), point((2, 0)), point((3, 0))]
    taken = [point((1, 1)), point((2, 1)), point((3, 1)), point((1, -1)), point((3, -1))]
    assert overrun.aside(point((2, 0)), path, taken, point((0, 0))) == point((2, -1))
    taken.append(point((2, -1)))
    assert overrun.aside(point((2, 0)), path, taken, point((0, 0))) is None


@pytest.mark.parametrize(
    ("group", "levels", "cap"),
    [
        ("warrior", 4, 3),
        ("warrior", 5, 4),
        ("monster", 0, 3),
        ("other", 4, 1),
        ("other", 10, 3),
        (None, 3, None),
    ],
)
def test_opportunity_caps(group: str | None, levels: int, cap: int | None) -> None:
    assert opportunity.cap(group, levels) == cap


def test_three_squares_are_behind() -> None:
    behind = {way for way in ("n", "ne", "e", "se", "s", "sw", "w", "nw") if opportunity.in_rear("n", way, 3)}
    assert behind == {"se", "s", "sw"}
    assert [opportunity.in_rear("n", "s", squares) for squares in (0, 1)] == [False, True]
    me, orc = point((0, 0)), point((0, 1))
    assert opportunity.turns_away("n", "s", me, orc)
    assert not opportunity.turns_away("n", "e", me, orc)
    assert not opportunity.turns_away("s", "n", me, orc)


def test_leaving_and_passing() -> None:
    east = [point((x, 0)) for x in range(1, 8)]
    start, troll = point((0, 0)), point((4, 1))
    assert opportunity.passes_through(east, start, troll, 1)
    assert not opportunity.passes_through(east[:4], start, troll, 1)
    assert opportunity.passes_through(east[:4], start, troll, 1, "enter")
    assert not opportunity.passes_through(east[:2], start, troll, 1, "enter")
    orc = point((-1, 0))
    assert opportunity.leaves(east, start, orc, 1)
    assert not opportunity.leaves(east, start, point((9, 0)), 1)
    assert not opportunity.leaves([point((0, 1))], start, orc, 1)
    assert opportunity.leaves([point((1, 0))], start, orc, 2, "any_increase")
    assert not opportunity.leaves([point((1, 0))], start, orc, 2)


def test_statuses() -> None:
    assert status.status(False, ()) == "clear"
    assert status.status(False, ("Orc",)) == "threatened"
    assert status.status(True, ("Orc",)) == "grappled"
    assert status.status(False, (), {"status.clear": "out_of_encounter"}) is None
    assert [status.small_enough(size) for size in ("T", "S", "M", None)] == [True, True, False, None]


def test_time() -> None:
    assert durations.seconds(2, "standard_rounds") == 120
    assert durations.combat_rounds(2, "standard_rounds") == 10
    assert durations.combat_rounds(0.5, "turns") == 25
    assert durations.standard_rounds(4, "combat_rounds") == Fraction(4, 5)


def test_what_is_not_known_is_not_decided() -> None:
    assert attacks.needed(None, 5) is None
    assert attacks.needed(16, None) is None
    assert attacks.hits(20, None) is None
    assert attacks.saved(20, None) is None
    assert criticals.multiplier(None) is None
    assert criticals.severity(None) is None
    assert fumbles.confirmed(3, None) is None


def test_fumbles() -> None:
    assert fumbles.may_fumble(1, False)
    assert not fumbles.may_fumble(1, False, "pcs")
    assert not fumbles.may_fumble(2, True)
    assert fumbles.confirmed(10, 12)
    assert not fumbles.confirmed(12, 12)
