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


def _announced(roll: Roll, total: int | None, text: str) -> str | None:
    announced = Announced()
    announced.rolled("Wick", Event(kind="roll", roll=roll, trust="bot"))
    values = {"roll": roll.total, "total": total, "moves": []}
    announced.passed([Ruling(kind="initiative", outcome="rolled", combatant="Wick", values=values)])
    wrong = announced.said("Wick", text)
    return wrong.message if wrong is not None else None


def _roll(sides: int, *faces: int, modifier: int = 0, expression: str = "") -> Roll:
    return Roll(
        roller="Wick", count=len(faces), sides=sides, faces=faces, modifier=modifier,
        total=sum(faces) + modifier, expression=expression or f"{len(faces)}d{sides}",
    )  # fmt: skip


HUNDRED, PAIR, TENS = _roll(100, 100), _roll(10, 7, 3), _roll(10, 10, 10)
D20, D100, POOL = _roll(20, 14), _roll(100, 40), _roll(10, 8, 4, 7, 10, 2)
GROWN = _roll(6, 6, 2, 4, expression="2d6!")


@pytest.mark.parametrize(
    ("roll", "total", "text"),
    [
        (HUNDRED, 145, "00+45=145"), (HUNDRED, 145, "rolled 00 + 45 = 145"), (HUNDRED, 145, "total is 145"),
        (PAIR, None, "rolled 73+45=118"), (PAIR, None, "rolled 37+45=82"), (PAIR, None, "rolled 10+45=55"),
        (TENS, None, "I rolled 100+45=145"), (TENS, None, "roll is 00+45=145"),
        (_roll(10, 10, 5), None, "rolled 05+45=50"), (D20, 21, "14 + 5 = 19 + 2 = 21"),
        (D20, 21, "14+5=19, +2 = 21"), (D20, 19, "14+5=19 (+2 if I flank = 21)"), (GROWN, 15, "6+2+4+3=15"),
        (GROWN, 15, "8+4+3=15"), (POOL, 31, "for a total of 3 successes"), (POOL, 31, "total 3 hits"),
        (D100, 85, "hp 40+10=50 now"), (D100, 85, "40 + 10 = 50 HP for me"), (D100, 85, "1d100+45=85"),
        (D100, 85, "total 2 of us left"), (D100, 85, "total 3 rounds so far"),
        (D100, 85, "level 40+1=41 soon"),
        (_roll(20, 1), -4, "1-5=-4"), (_roll(6, 3, 5, modifier=3), 14, "11+3=14"),
        (_roll(6, 3, 5, modifier=3), 14, "8+3+3=14"),
    ],
)  # fmt: skip
def test_percentile_dice_pools_and_sums_that_go_on(roll: Roll, total: int | None, text: str) -> None:
    assert _announced(roll, total, text) is None


@pytest.mark.parametrize(
    ("roll", "total", "text", "wrong"),
    [
        (HUNDRED, 145, "00+45=144", "00+45 is 145, not 144"),
        (PAIR, None, "rolled 74+45=119", "the dice gave 10, which is not in 74+45 = 119"),
        (D20, 21, "14 + 5 = 19 + 2 = 22", "19 + 2 is 21, not 22"),
        (D20, 21, "14 + 5 = 19", "19 announced; the dice and the known modifiers give 21"),
        (GROWN, 15, "6+2+4+3=16", "6+2+4+3 is 15, not 16"),
        (_roll(20, 1), -4, "1-5=-3", "1-5 is -4, not -3"),
        (D100, 85, "hp is fine, rolled 40+10=50", "50 announced; the dice and the known modifiers give 85"),
    ],
)
def test_wrong_totals_of_such_dice(roll: Roll, total: int | None, text: str, wrong: str) -> None:
    assert _announced(roll, total, text) == wrong
