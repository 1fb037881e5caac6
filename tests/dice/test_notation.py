"""Dice expressions: what is read, how it is thrown, and every limit with a test beyond it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.dice.notation import (
    CONSTANT_LIMIT,
    DICE_LIMIT,
    EXPRESSION_LENGTH,
    SIDES_LIMIT,
    TERMS_LIMIT,
    parse,
    throw,
)
from calledshot.errors import UsageError


class Script:
    """Dice that fall as they are told to, and remember what was asked of them."""

    def __init__(self, *faces: int) -> None:
        self._faces, self.asked = list(faces), []

    def randint(self, a: int, b: int, /) -> int:
        self.asked.append((a, b))
        return self._faces.pop(0)


@pytest.mark.parametrize(
    ("text", "read", "comment"),
    [
        ("2d6", "2d6", ""),
        ("d20", "1d20", ""),
        ("1D20+4", "1d20 + 4", ""),
        ("1d20 + 5 for atk", "1d20 + 5", "for atk"),
        ("2 d20", "2d20", ""),
        ("2d6 # spare", "2d6", "spare"),
        ("2d6#spare", "2d6", "spare"),
        ("4d6k3", "4d6kh3", ""),
        ("4d6kh3", "4d6kh3", ""),
        ("4d6KL1", "4d6kl1", ""),
        ("4d6dl1", "4d6dl1", ""),
        ("4d6dh", "4d6dh1", ""),
        ("3d6!", "3d6!", ""),
        ("3d6!kh1", "3d6kh1!", ""),
        ("d%", "1d100", ""),
        ("2d6+d8-1", "2d6 + 1d8 - 1", ""),
        ("-d4+10", "-1d4 + 10", ""),
        ("roll 2d6", "2d6", ""),
        ("1D20+4 perception", "1d20 + 4", "perception"),
        ("2d6 − 1", "2d6 - 1", ""),
        ("w6", "1d6", ""),
        ("5 + 1d4", "5 + 1d4", ""),
        ("1d6 (the \x1b[31m one)", "1d6", "(the \x1b[31m one)"),
        ("  2d6  ", "2d6", ""),
    ],
)
def test_read(text: str, read: str, comment: str) -> None:
    expression = parse(text)
    assert str(expression) == read
    assert expression.comment == comment
    assert str(parse(str(expression))) == read


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot read"),
        ("roll -6", "no dice"),
        ("7", "no dice"),
        ("0d2", "no such roll"),
        ("2d0", "no such roll"),
        ("1da", "cannot read"),
        ("2d6 3", '"3"'),
        ("2d6x2", "x2"),
        ("2*d6", "cannot read"),
        ("4d6 drop lowest", "drop lowest"),
        ("2d20 advantage", "advantage"),
        ("1d6++2", "cannot read"),
        ("1d6+", "cannot read"),
        ("d1!", "never stop"),
        ("4d6kh5", "4 dice"),
        ("4d6dl4", "4 dice"),
        ("4d6kh0", "4 dice"),
        ("2d6!!", "cannot read"),
        ("((", "cannot read"),
        ("2d6kh1kl1", "cannot read"),
        ("\x1b[31m2d6", r"\\x1b"),
        ("9" * 150 + "d6", "cannot read"),
        ("2d6perception", "cannot read"),
        ("²d6", "cannot read"),
    ],
)
def test_nonsense_is_quoted_back(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        f"{DICE_LIMIT + 1}d6",
        f"{DICE_LIMIT}d6+1d6",
        "999999999d6",
        f"1d{SIDES_LIMIT + 1}",
        "1d999999999999",
        f"1d6+{CONSTANT_LIMIT + 1}",
        "+".join(["1d6"] * (TERMS_LIMIT + 1)),
        "1d6 " + "x" * EXPRESSION_LENGTH,
    ],
)
def test_beyond_every_limit_all_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse(text)


def test_at_the_limits_it_is_read() -> None:
    for text in (f"{DICE_LIMIT}d{SIDES_LIMIT}+{CONSTANT_LIMIT}", "+".join(["1d6"] * TERMS_LIMIT)):
        assert throw(parse(text), random.Random(1)).total > 0


def test_dice_that_explode_without_end_are_void() -> None:
    class Always:
        drawn = 0

        def randint(self, a: int, b: int, /) -> int:
            self.drawn += 1
            return b

    dice = Always()
    with pytest.raises(UsageError, match="void"):
        throw(parse("1d6!"), dice)
    assert dice.drawn == DICE_LIMIT


@pytest.mark.parametrize(
    ("text", "faces", "total", "shown"),
    [
        ("2d6+3", (2, 5), 10, "2d6 [2 5] + 3 = 10"),
        ("4d6kh3", (1, 6, 2, 2), 10, "4d6kh3 [(1) 6 2 2] = 10"),
        ("4d6dl1", (6, 1, 2, 2), 10, "4d6dl1 [6 (1) 2 2] = 10"),
        ("4d6kl1", (6, 1, 2, 1), 1, "4d6kl1 [(6) 1 (2) (1)] = 1"),
        ("3d6dh1", (6, 1, 5), 6, "3d6dh1 [(6) 1 5] = 6"),
        ("2d6!", (6, 6, 2, 3), 17, "2d6! [6 6 2 3] = 17"),
        ("2d6!kh1", (5, 6, 1), 7, "2d6kh1! [(5) 6 1] = 7"),
        ("1d20-1d4", (7, 4), 3, "1d20 [7] - 1d4 [4] = 3"),
        ("-2d4", (1, 2), -3, "-2d4 [1 2] = -3"),
    ],
)
def test_thrown(text: str, faces: tuple[int, ...], total: int, shown: str) -> None:
    dice = Script(*faces)
    outcome = throw(parse(text), dice)
    assert outcome.total == total
    assert str(outcome) == shown
    assert len(dice.asked) == len(faces)


def test_the_same_seed_throws_the_same() -> None:
    one, other = (throw(parse("8d10!+2"), random.Random(7)) for _ in range(2))
    assert one == other


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        expression = parse(text)
    except UsageError as error:
        assert "\n" not in str(error)
    else:
        outcome = throw(expression, random.Random(1))
        assert str(outcome).endswith(f"= {outcome.total}")
