"""DICE-7: which words announce a total, and which only hold numbers."""

from __future__ import annotations

import time

import pytest

from calledshot.dice.roll import Roll
from calledshot.referee.announced import LINES, Announced
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

ROLL = Roll(roller="Wick", count=1, sides=100, faces=(40,), total=40, expression="1d100")


def thrown(total: int | None = 85, moves: tuple[int, ...] = (85, 10)) -> Announced:
    announced = Announced()
    announced.rolled("Wick", Event(kind="roll", roll=ROLL, trust="bot"))
    values = {"roll": 40, "total": total, "moves": list(moves) if total is not None else []}
    announced.passed([Ruling(kind="initiative", outcome="rolled", combatant="Wick", values=values)])
    return announced


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("40+45=86", "40+45 is 85, not 86"),
        ("so 40 + 40 + 5 = 95, my turn", "40 + 40 + 5 is 85, not 95"),
        ("40+50=90", "90 announced; the dice and the known modifiers give 85"),
        ("rolled 60 + 45 = 105", "the dice gave 40, which is not in 60 + 45 = 105"),
        ("total 86", "a total of 86 announced; the dice and the known modifiers give 85"),
        ("for a total of 99", "a total of 99 announced; the dice and the known modifiers give 85"),
        ("99 total", "a total of 99 announced; the dice and the known modifiers give 85"),
        ("init 99", "a total of 99 announced; the dice and the known modifiers give 85"),
    ],
)
def test_wrong_totals(text: str, wrong: str) -> None:
    found = thrown().said("Wick", text)
    assert found is not None and found.message == wrong
    first, behind = found.span
    assert (
        text[first - 1 : behind - 1] == wrong.split(" not ")[-1].split(" = ")[-1]
        or text[first - 1 : behind - 1] in wrong
    )


@pytest.mark.parametrize(
    "text",
    [
        "40+45=85", "40 + 50 - 5 = 85", "total 85", "my total is 40", "total: 10", "init = 85", "85 total",
        "hp 60-12=48", "hp 60-12=47", "back in 5", "total chaos", "I totally missed", "24/7 total war",
        "I rolled 40", "that is 2d6+3 = 9", "total 85%", "1.40+45=99",
    ],
)  # fmt: skip
def test_right_totals_and_talk(text: str) -> None:
    assert thrown().said("Wick", text) is None


def test_without_known_modifiers_only_a_sum_is_checked() -> None:
    assert thrown(None).said("Wick", "total 140") is None
    assert thrown(None).said("Wick", "40+77=117") is None
    assert thrown(None).said("Wick", "40+77=118") is not None


def test_one_announcement_a_roll_and_only_ones_own() -> None:
    announced = thrown()
    assert announced.said("Pike", "total 99") is None
    assert announced.said("Wick", "total 99") is not None
    assert announced.said("Wick", "total 99") is None


@pytest.mark.parametrize(("events", "found"), [(LINES - 1, True), (LINES, False)])
def test_soon_after_the_roll(events: int, found: bool) -> None:
    announced = thrown()
    for _ in range(events):
        announced.passed([])
    assert (announced.said("Wick", "total 99") is not None) is found


def test_long_lines_take_no_time() -> None:
    for text in ("40+" * 30_000, "40" + " + 1" * 30_000, "1" * 100_000, "total " * 20_000):
        start = time.perf_counter()
        thrown().said("Wick", text)
        assert time.perf_counter() - start < 0.5
