"""Exact odds, against counting every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from calledshot.dice.notation import parse
from calledshot.dice.odds import odds
from calledshot.errors import UsageError


def counted(count: int, sides: int, keep: str, kept: int, sign: int, constant: int) -> Counter[int]:
    """Ways of each total by throwing every combination there is."""
    ways: Counter[int] = Counter()
    for faces in product(range(1, sides + 1), repeat=count):
        ordered = sorted(faces, reverse=keep in ("kh", "dl"))
        number = kept if keep[:1] == "k" else count - kept
        ways[sign * sum(ordered[:number] if keep else faces) + constant] += 1
    return ways


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("1d6", (1, 6, "", 0, 1, 0)),
        ("3d6+2", (3, 6, "", 0, 1, 2)),
        ("4d6kh3", (4, 6, "kh", 3, 1, 0)),
        ("4d6kl1", (4, 6, "kl", 1, 1, 0)),
        ("5d4dl2", (5, 4, "dl", 2, 1, 0)),
        ("3d8dh1", (3, 8, "dh", 1, 1, 0)),
        ("10-2d4", (2, 4, "", 0, -1, 10)),
    ],
)
def test_ways_are_all_the_ways(text: str, args: tuple[int, int, str, int, int, int]) -> None:
    result = odds(parse(text))
    ways = counted(*args)
    assert result.ways == dict(sorted(ways.items()))
    assert result.out_of == sum(ways.values())
    assert result.mean == Fraction(sum(total * number for total, number in ways.items()), sum(ways.values()))
    assert result.at_least(min(ways)) == 1
    assert result.at_least(max(ways) + 1) == 0


def test_two_kinds_of_dice_together() -> None:
    result = odds(parse("1d4+1d6"))
    ways = Counter(one + other for one in range(1, 5) for other in range(1, 7))
    assert result.ways == dict(sorted(ways.items()))


def test_one_exploding_die() -> None:
    result = odds(parse("1d6!"))
    assert result.probability(5) == Fraction(1, 6)
    assert result.probability(6) == 0
    assert result.probability(7) == Fraction(1, 36)
    assert result.probability(13) == Fraction(1, 216)
    assert 0 < Fraction(result.beyond, result.out_of) < Fraction(1, 10_000)
    assert sum(result.ways.values()) + result.beyond == result.out_of
    assert result.mean is None


def test_two_exploding_dice_and_a_plain_one() -> None:
    """2d4! totals 6 by 1+5, 5+1 (1/4 · 1/16 each), 3+3 (1/16); 4+2 cannot be, a 4 goes on."""
    result = odds(parse("2d4!"))
    assert result.probability(6) == Fraction(2, 64) + Fraction(1, 16)
    both = odds(parse("2d4!+1d2+1"))
    seven = (result.probability(5) + result.probability(4)) / 2
    assert both.probability(7) == seven


@pytest.mark.parametrize("text", ["1000d1000", "200d6kh100", "3d6!kh1", "10-1d6!", "1d6!-1d4", "500d2!"])
def test_what_cannot_be_told_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        odds(parse(text))


def test_the_largest_die_is_no_trouble() -> None:
    result = odds(parse("1d1000000"))
    assert result.out_of == 1_000_000
    assert result.mean == Fraction(1_000_001, 2)
