"""Places on a plane: exact distances, bearings and angles, and the paths people walk.

A place is a pair of fractions in the ruleset's own unit (squares, metres); x grows to the east, y to the
north. Comparisons are exact. What distance means under the rules is not decided here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

Point = tuple[Fraction, Fraction]
Number = int | float | str | Fraction

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
"""The eight directions, clockwise from the north."""

_COSINES: Mapping[int, tuple[int, Fraction]] = {
    0: (1, Fraction(1)),
    30: (1, Fraction(3, 4)),
    45: (1, Fraction(1, 2)),
    60: (1, Fraction(1, 4)),
    90: (0, Fraction(0)),
    120: (-1, Fraction(1, 4)),
    135: (-1, Fraction(1, 2)),
    150: (-1, Fraction(3, 4)),
    180: (-1, Fraction(1)),
}
"""Degrees → sign of the cosine and its square, for the angles whose square is a fraction."""

FINEST = 10**9
"""Denominator to which a place that is no fraction (off the axes) is rounded; far below any unit."""
MOST_STEPS = 10_000
"""Steps of one path; more is a slip of the pen, and would only cost time."""


class Step(Struct, frozen=True, kw_only=True):
    """One leg of a path: `count` steps in a `direction` (a key of DIRECTIONS), `toward`, `away` from or
    `around` somebody, or straight `to` a place. `count` is None where it was not said."""

    count: float | None = None
    direction: str | None = None
    toward: str | None = None
    away: str | None = None
    around: str | None = None
    to: tuple[float, float] | None = None


def number(value: Number) -> Fraction:
    """A number as written: 0.1 is a tenth."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def point(pair: Sequence[Number]) -> Point:
    """A place. Raises ValueError for anything but two numbers."""
    x, y = pair
    return number(x), number(y)


def distance_squared(a: Point, b: Point) -> Fraction:
    """The square of the straight distance, exact."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def within(a: Point, b: Point, reach: Number) -> bool:
    """Whether the straight distance is at most `reach`, exactly."""
    limit = number(reach)
    return limit >= 0 and distance_squared(a, b) <= limit * limit


def distance(a: Point, b: Point) -> float:
    """The straight distance, for showing; compare with `within`."""
    return math.sqrt(distance_squared(a, b))


def squares(a: Point, b: Point) -> Fraction:
    """How many squares apart on a grid where a diagonal neighbour is one square away."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def at_least(a: Point, at: Point, b: Point, degrees: int) -> bool:
    """Whether the angle a–at–b is `degrees` or more; exact for multiples of 30 and 45.

    False where a or b stands on `at`: there is no angle then. Raises ValueError for other degrees.
    """
    if degrees not in _COSINES:
        raise ValueError(f"the angle of {degrees} degrees cannot be compared exactly")
    u, v = (a[0] - at[0], a[1] - at[1]), (b[0] - at[0], b[1] - at[1])
    lengths = (u[0] ** 2 + u[1] ** 2) * (v[0] ** 2 + v[1] ** 2)
    if lengths == 0:
        return False
    dot = u[0] * v[0] + u[1] * v[1]
    sign, squared = _COSINES[degrees]
    limit = squared * lengths
    if sign > 0:
        return dot <= 0 or dot * dot <= limit
    return dot <= 0 and dot * dot >= limit


def bearing(a: Point, b: Point) -> str | None:
    """The direction of the eight in which b lies from a, the nearest one; None where they are one place."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx == dy == 0:
        return None
    turn = math.atan2(dx, dy) / (math.pi / 4)
    return tuple(DIRECTIONS)[round(turn) % 8]


def turned(direction: str, eighths: int) -> str:
    """A direction turned clockwise by that many eighths of a circle."""
    names = tuple(DIRECTIONS)
    return names[(names.index(direction) + eighths) % 8]


def apart(one: str, other: str) -> int:
    """Eighths of a circle between two directions, 0 to 4."""
    names = tuple(DIRECTIONS)
    turn = abs(names.index(one) - names.index(other))
    return min(turn, 8 - turn)


def grid_path(start: Point, steps: Iterable[Step], places: Mapping[str, Point]) -> list[Point]:
    """Every square a path of whole squares enters, in order, without the start.

    A step toward or away from somebody goes by the nearest of the eight directions and stops beside him
    (`toward`). A step whose count is not said, around somebody, or toward somebody whose place is unknown
    ends the path there: what is not known is not walked.
    """
    path: list[Point] = []
    here = start
    for step in steps:
        goal = _goal(step, places)
        if step.around is not None or (step.direction is None and goal is None):
            break
        if step.direction is not None and step.count is None:
            break
        limit = MOST_STEPS if step.count is None else min(int(step.count), MOST_STEPS)
        for _ in range(limit):
            if step.direction is not None:
                dx, dy = DIRECTIONS[step.direction]
            else:
                assert goal is not None
                if step.toward is not None and squares(here, goal) <= 1:
                    break
                dx, dy = _sign(goal[0] - here[0]), _sign(goal[1] - here[1])
                if step.away is not None:
                    dx, dy = -dx, -dy
                if dx == dy == 0:
                    break
            here = (here[0] + dx, here[1] + dy)
            path.append(here)
    return path


def straight_path(
    start: Point,
    steps: Iterable[Step],
    places: Mapping[str, Point],
    unit: Number = 1,
    stop: Callable[[Point], bool] | None = None,
) -> list[Point]:
    """Every place a path touches that goes by steps of `unit` length in any direction, without the start;
    the last step of a leg may be shorter. It ends early where `stop` says so. As in `grid_path`, what is
    not known is not walked. Around somebody: along the circle on which one stands."""
    path: list[Point] = []
    here = start
    length = number(unit)
    for step in steps:
        goal = _goal(step, places)
        if goal is None and step.direction is None and step.around is None:
            break
        if step.count is None and (step.direction is not None or step.around is not None):
            break
        left = None if step.count is None else number(step.count)
        for _ in range(MOST_STEPS):
            if left is not None and left <= 0:
                break
            share = length if left is None else length * min(Fraction(1), left)
            following = _next(here, step, goal, share, places)
            if following is None or following == here:
                break
            here = following
            path.append(here)
            if left is not None:
                left -= 1
            if stop is not None and stop(here):
                return path
    return path


def _next(
    here: Point, step: Step, goal: Point | None, length: Fraction, places: Mapping[str, Point]
) -> Point | None:
    if step.direction is not None:
        dx, dy = DIRECTIONS[step.direction]
        return _along(here, (Fraction(dx), Fraction(dy)), length)
    if step.around is not None:
        centre = places.get(step.around)
        return None if centre is None else _turn(here, centre, length)
    if goal is None:
        return None
    if step.away is not None:
        return _along(here, (here[0] - goal[0], here[1] - goal[1]), length)
    if within(here, goal, length):
        return goal
    return _along(here, (goal[0] - here[0], goal[1] - here[1]), length)


def _goal(step: Step, places: Mapping[str, Point]) -> Point | None:
    if step.to is not None:
        return point(step.to)
    name = step.toward or step.away
    return places.get(name) if name is not None else None


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _along(here: Point, way: Point, length: Fraction) -> Point:
    """`length` further in the direction of `way`; exact where that direction has a rational length."""
    squared = way[0] ** 2 + way[1] ** 2
    if squared == 0:
        return here
    norm = _root(squared)
    return (here[0] + way[0] * length / norm, here[1] + way[1] * length / norm)


def _turn(here: Point, centre: Point, length: Fraction) -> Point:
    radius = distance(here, centre)
    if radius == 0:
        return here
    angle = float(length) / radius
    dx, dy = float(here[0] - centre[0]), float(here[1] - centre[1])
    return (
        centre[0] + _fine(dx * math.cos(angle) + dy * math.sin(angle)),
        centre[1] + _fine(dy * math.cos(angle) - dx * math.sin(angle)),
    )


def _root(squared: Fraction) -> Fraction:
    top, bottom = math.isqrt(squared.numerator), math.isqrt(squared.denominator)
    if top * top == squared.numerator and bottom * bottom == squared.denominator:
        return Fraction(top, bottom)
    return _fine(math.sqrt(squared))


def _fine(value: float) -> Fraction:
    return Fraction(value).limit_denominator(FINEST)
