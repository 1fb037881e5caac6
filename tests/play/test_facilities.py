"""Ladders, effects with an end, reactions and queues, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calledshot.play.effects import Effect, Effects, first, later
from calledshot.play.ladder import Ladder, Result, margin
from calledshot.play.offers import Allowance, Offers
from calledshot.play.turns import Clocks, Contest, contest

LADDER = Ladder({"great": 30, "good": 0, "poor": -40}, "awful")


@pytest.mark.parametrize(
    ("by", "level"), [(30, "great"), (29, "good"), (0, "good"), (-1, "poor"), (-40, "poor"), (-41, "awful")]
)
def test_a_level_is_reached_at_its_minimum(by: int, level: str) -> None:
    assert LADDER.read(by) == Result(level=level, amount=abs(by), margin=by)


def test_levels_in_rising_order() -> None:
    assert LADDER.levels == ("awful", "poor", "good", "great")


def test_a_margin() -> None:
    assert margin(60, 67, difficulty=-10) == 3
    assert margin(60, 40, difficulty=0, modifiers=(5, -2)) == 17


def test_the_later_of_two_moments() -> None:
    effects = Effects()
    effects.add(Effect(value=-6, until=later(("turn", "Ann"), ("turn", "Orc"))))
    assert effects.happened(("turn", "Orc")) == []
    assert effects.happened(("turn", "Orc")) == []
    assert [effect.value for effect in effects.happened(("turn", "Ann"))] == [-6]
    assert len(effects) == 0


def test_the_later_of_a_turn_and_the_first_of_others() -> None:
    effects = Effects()
    effects.add(Effect(value=-9, until=later(("turn", "Orc"), first(("leaves", "Orc"), ("assist", "Ann")))))
    assert effects.happened(("leaves", "Orc")) == []
    assert effects.happened(("assist", "Ann")) == []
    assert len(effects.happened(("turn", "Orc"))) == 1


def test_whom_an_effect_is_for() -> None:
    effects = Effects()
    effects.add(Effect(value=9, rolls_of="Ann"))
    effects.add(Effect(value=-6, check="attack", against="Orc"))
    assert [e.value for e in effects.on("Ann", ("attack", "attack skill"), "Orc")] == [9, -6]
    assert [e.value for e in effects.on("Bob", ("attack",), "Orc")] == [-6]
    assert [e.value for e in effects.on("Bob", ("attack",), "Elf")] == []
    assert [e.value for e in effects.on("Ann", ("move",))] == [9]
    assert effects.on("Ann", ("move",), unless=lambda effect: effect.value == 9) == []


def test_of_one_group_the_largest_counts() -> None:
    effects = Effects()
    for value, group in ((-7, "one"), (-7, "one"), (-7, "two"), (-2, "two")):
        effects.add(Effect(value=value, group=group))
    assert sum(effect.value for effect in effects.on("Ann", ("attack",))) == -14


def test_two_like_effects_without_a_group_add_up() -> None:
    effects = Effects()
    effects.add(Effect(value=-7))
    effects.add(Effect(value=-7))
    assert sum(effect.value for effect in effects.on("Ann", ("attack",))) == -14


def test_an_offer_goes_to_the_first_taker() -> None:
    offers = Offers()
    offers.make("attack", ["Ann", "Bob", "Ann"], "Orc")
    assert offers.take("Cid") is None
    assert offers.decline("Ann") is not None
    assert offers.take("Ann") is None
    taken = offers.take("Bob")
    assert taken is not None
    assert taken.against == "Orc"
    assert offers.take("Bob") is None


def test_an_offer_all_decline_is_gone() -> None:
    offers = Offers()
    offers.make("attack", ["Ann"], "Orc")
    offers.decline("Ann")
    assert len(offers) == 0


def test_offers_lapse() -> None:
    offers = Offers()
    offers.make("attack", ["Ann"], "Orc")
    offers.make("attack", ["Ann"], "Elf")
    assert [offer.against for offer in offers.lapse("Orc")] == ["Orc"]
    assert [offer.against for offer in offers] == ["Elf"]


def test_a_cap_a_round() -> None:
    allowance = Allowance()
    assert allowance.left(("Ann",), None) is None
    assert allowance.left(("Ann",), 2) == 2
    allowance.use(("Ann",))
    allowance.use(("Ann",))
    assert allowance.left(("Ann",), 2) == 0
    allowance.renew()
    assert allowance.left(("Ann",), 2) == 2


def test_the_lowest_clock_acts_next() -> None:
    clocks = Clocks()
    for who in ("Wolf", "Ann"):
        clocks.enter(who)
    assert clocks.next() == "Wolf"
    clocks.spend("Wolf", Fraction(1, 3))
    assert clocks.next() == "Ann"
    clocks.spend("Ann", Fraction(1, 3))
    assert clocks.next() == "Wolf"  # a tie goes by the order of entry
    assert clocks.next(["Ann"]) == "Ann"
    assert clocks.next([]) is None


def test_a_contest() -> None:
    assert contest({"party": 4, "opponents": 7}, low_wins=True) == Contest(winner="party")
    assert contest({"party": 4, "opponents": 7}, low_wins=False) == Contest(winner="opponents")
    assert contest({"a": 3, "b": 5, "c": 3}, low_wins=True) == Contest(tied=("a", "c"))
