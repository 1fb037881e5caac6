"""Exact odds of a dice expression: every total with its number of ways, in whole numbers throughout.

Exploding dice have no last total: theirs are exact up to a point, and what lies beyond is told apart.
"""

from __future__ import annotations

import math
from fractions import Fraction

from msgspec import Struct

from calledshot.dice.notation import Expression, Term
from calledshot.errors import UsageError

WORK_LIMIT = 4_000_000
"""Products formed for one expression: about two seconds."""
WORD = 256
"""Bits from which on a product of ways costs as much again."""
TAIL = Fraction(1, 100_000)
"""Exploding dice are followed until less than this is left."""

Ways = dict[int, int]


class Odds(Struct, frozen=True, kw_only=True):
    """`ways` of each total out of `out_of`; `beyond` is how many ways lead to totals above the last one shown
    (only exploding dice have any)."""

    expression: str
    ways: Ways
    out_of: int
    beyond: int = 0

    def probability(self, total: int) -> Fraction:
        return Fraction(self.ways.get(total, 0), self.out_of)

    def at_least(self, total: int) -> Fraction:
        """The probability of this total or more, what lies beyond included."""
        return Fraction(
            sum(ways for value, ways in self.ways.items() if value >= total) + self.beyond, self.out_of
        )

    @property
    def mean(self) -> Fraction | None:
        """The exact mean; None where dice explode."""
        if self.beyond:
            return None
        return Fraction(sum(value * ways for value, ways in self.ways.items()), self.out_of)

    @property
    def deviation(self) -> float | None:
        """The standard deviation; None where dice explode."""
        mean = self.mean
        if mean is None:
            return None
        square = Fraction(sum(value * value * ways for value, ways in self.ways.items()), self.out_of)
        return math.sqrt(square - mean * mean)


def odds(expression: Expression) -> Odds:
    """The odds of an expression. Raises UsageError where they would take too long to work out."""
    _affordable(expression)
    exploding = [term for term in expression.terms if term.explode]
    if exploding:
        return _exploding(expression, exploding)
    ways, out_of = {0: 1}, 1
    for term in expression.terms:
        more, of = _term(term)
        if term.sign < 0:
            more = {-value: count for value, count in more.items()}
        ways, out_of = _add(ways, more), out_of * of
    return Odds(expression=str(expression), ways=dict(sorted(ways.items())), out_of=out_of)


def _affordable(expression: Expression) -> None:
    span, work = 1, 0
    for term in expression.terms:
        if not term.sides:
            continue
        if term.keep is not None:
            work += term.sides * term.count**2 * term.kept * term.sides
        else:
            work += term.sides * term.count + term.sides**2 * term.count * (term.count - 1) // 2
        wide = term.count * term.sides
        work += span * wide if span > 1 else 0
        span += wide
        if work > WORK_LIMIT:
            raise UsageError(
                f"{expression}: the odds of so many dice would take too long; fewer dice or sides, please"
            )


def _term(term: Term) -> tuple[Ways, int]:
    if not term.sides:
        return {term.constant: 1}, 1
    if term.keep is None:
        return _sum(term.count, term.sides), term.sides**term.count
    if term.keep in ("kh", "dl"):
        return _highest(term.count, term.sides, term.kept), term.sides**term.count
    mirrored = _highest(term.count, term.sides, term.kept)
    return {
        term.kept * (term.sides + 1) - value: ways for value, ways in mirrored.items()
    }, term.sides**term.count


def _add(left: Ways, right: Ways) -> Ways:
    result: Ways = {}
    for one, ways in left.items():
        for other, more in right.items():
            total = one + other
            result[total] = result.get(total, 0) + ways * more
    return result


def _sum(count: int, sides: int) -> Ways:
    die = dict.fromkeys(range(1, sides + 1), 1)
    ways: Ways = {0: 1}
    for _ in range(count):
        ways = _add(ways, die)
    return ways


def _highest(count: int, sides: int, kept: int) -> Ways:
    """Ways of the sum of the `kept` highest of `count` dice: faces are dealt out from the highest down, so
    many dice to each; a die counts while fewer than `kept` have."""
    state: dict[tuple[int, int], int] = {(0, 0): 1}  # (dice dealt out, sum of those that count)
    for face in range(sides, 0, -1):
        following: dict[tuple[int, int], int] = {}
        for (dealt, total), ways in state.items():
            for here in range(count - dealt + 1):
                counting = max(0, min(here, kept - dealt))
                key = (dealt + here, total + counting * face)
                following[key] = following.get(key, 0) + ways * math.comb(count - dealt, here)
        state = following
    result: Ways = {}
    for (dealt, total), ways in state.items():
        if dealt == count:
            result[total] = result.get(total, 0) + ways
    return result


def _exploding(expression: Expression, exploding: list[Term]) -> Odds:
    """One exploding die shows j·s + r with probability s^-(j+1); totals up to a bound are exact, since no
    die takes anything away."""
    if any(term.sign < 0 or term.keep is not None for term in exploding):
        raise UsageError(
            f"{expression}: odds of exploding dice are told only where they are added and all kept"
        )
    if any(term.sign < 0 and term.sides for term in expression.terms):
        raise UsageError(f"{expression}: odds of exploding dice are told only where no dice are taken off")
    explosions = 1
    while sum(term.count * Fraction(1, term.sides**explosions) for term in exploding) > TAIL:
        explosions += 1
    out_of = 1
    ways: Ways = {0: 1}
    constant = sum(term.sign * term.constant for term in expression.terms if not term.sides)
    bound = sum(
        term.count - 1 + (explosions * term.sides if term.explode else term.count * (term.sides - 1) + 1)
        for term in expression.terms
        if term.sides
    )
    work = 0
    for term in expression.terms:
        if not term.sides:
            continue
        if term.explode:
            depth = bound // term.sides + 1
            one = {
                j * term.sides + r: term.sides ** (depth - j)
                for j in range(depth + 1)
                for r in range(1, term.sides)
                if j * term.sides + r <= bound
            }
            of, repeats = term.sides ** (depth + 1), term.count
        else:
            one, of = _term(term)
            repeats = 1
        for _ in range(repeats):
            work += len(ways) * len(one) * (1 + out_of.bit_length() // WORD)
            if work > WORK_LIMIT:
                raise UsageError(f"{expression}: the odds of so many exploding dice would take too long")
            ways = {value: count for value, count in _add(ways, one).items() if value <= bound}
            out_of *= of
    ways = {value + constant: count for value, count in sorted(ways.items())}
    return Odds(expression=str(expression), ways=ways, out_of=out_of, beyond=out_of - sum(ways.values()))
