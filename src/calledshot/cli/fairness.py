"""The report of `calledshot dice check` in words. What the numbers are is `dice.fairness`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calledshot.dice.fairness import Fairness, Measure, Rolled

ODD = 0.05
"""Below this, corrected for the number of tests, a result is called unusual."""


def report(found: Fairness) -> Iterator[str]:
    """The lines of the report."""
    from calledshot.dice.fairness import FEWEST

    yield f"{_count(found.rolls, 'roll')}, {_count(found.dice, 'die', 'dice')}, " + _count(
        found.number_of_tests, "test"
    )
    for one in found.rollers:
        yield from _roller(one)
    for why, number in found.left_out.items():
        yield f"left out: {_count(number, 'roll')} ({why})"
    if any(not one.tests for one in found.rollers):
        yield f"Fewer than {FEWEST} dice of a size are not tested."
    if not found.number_of_tests:
        return
    odd = sum(test.adjusted < ODD for one in found.rollers for test in one.tests)
    yield (
        "p is how often fair dice fall as oddly as these or more so; in brackets, corrected for the number of"
        f" tests ({found.correction})."
    )
    if odd:
        yield (
            f"{_count(odd, 'result is', 'results are')} unusual for fair dice. That is a number, not a"
            " verdict: chance does this too, and so do logs with parts missing."
        )
    else:
        yield "Nothing here is unusual for fair dice."


def _roller(one: Rolled) -> Iterator[str]:
    from calledshot.transcript.controls import visible

    mean = f"mean {one.mean:.2f} (fair dice {one.expected_mean:g})"
    yield f"{visible(one.roller)}: {one.dice}d{one.sides}, {mean}; " + (
        ", ".join(map(_test, one.tests)) if one.tests else "too few to test"
    )


def _test(test: Measure) -> str:
    how = "exact" if test.samples is None else f"{test.samples} samples"
    return f"{test.test} p = {_p(test.p)} ({_p(test.adjusted)}; {how})"


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"


def _count(number: int, word: str, many: str = "") -> str:
    return f"{number} {word if number == 1 else many or word + 's'}"
