"""Movement of Combat Notes: what a path costs, how much may be walked, and which squares in which phase
increment; shots at the normal and at half the rate.

Pure figures: whether a declaration may be made is `legality`'s, in which phase it happens `slots`'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from msgspec import Struct, convert

from calledshot.api import DIRECTIONS, Move, Point, Step, grid_path
from calledshot.api import squares as squares_between
from calledshot_combat_notes.schema import Weapon

FEET = {"melee": 5, "missile": 15}
"""CN-010, CN-011: feet of a square."""
SHARE = {"melee": 1, "missile": 3}
"""CN-011: what the movement is divided by."""
ORTHOGONAL, DIAGONAL = Fraction(1), Fraction(3, 2)
"""CN-120, CN-121: points of a square."""
FREE_SQUARES = 1
"""CN-310: squares that a no-move action allows."""
INCREMENTS = 2
"""CN-350: a full move is walked in so many half moves."""
MOST_SQUARES = 1000
"""Squares of a leg whose count was not said; no allowance is longer."""

Rounding = str
"""`move.diagonal_rounding`: "path" or "square"."""


class Walk(Struct, frozen=True, kw_only=True):
    """Squares of a path in order, without the start. `complete`: every leg could be walked; where the start
    is not known they are counted from (0, 0)."""

    squares: tuple[Point, ...] = ()
    start: Point = (Fraction(0), Fraction(0))
    complete: bool = True

    @property
    def diagonal(self) -> int:
        """Diagonal squares among them."""
        return sum(_diagonal(a, b) for a, b in zip((self.start, *self.squares), self.squares, strict=False))

    @property
    def orthogonal(self) -> int:
        """Squares along a row or column."""
        return len(self.squares) - self.diagonal

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.squares[-1] if self.squares else self.start


def _diagonal(a: Point, b: Point) -> bool:
    return a[0] != b[0] and a[1] != b[1]


def allowance(points: int | None, scale: str = "melee", rounding: str = "floor") -> Fraction | None:
    """Movement points of a combat round at this scale; None where the sheet's are not known.

    CN-010, CN-011; `rounding` is `move.missile_scale_rounding`.
    """
    if points is None:
        return None
    share = Fraction(points, SHARE.get(scale, 1))
    return share if rounding == "exact" else Fraction(floor(share))


def square_feet(scale: str) -> int:
    """CN-010, CN-011: feet of a square."""
    return FEET.get(scale, FEET["melee"])


def cost(orthogonal: int, diagonal: int, rounding: Rounding = "path") -> int:
    """Points of so many squares, rounded up once for the path or for each diagonal.

    CN-120, CN-121.
    """
    if rounding == "square":
        return int(orthogonal * ORTHOGONAL) + diagonal * ceil(DIAGONAL)
    return ceil(orthogonal * ORTHOGONAL + diagonal * DIAGONAL)


def walk_cost(walk: Walk, rounding: Rounding = "path") -> int:
    """Points that a path costs."""
    return cost(walk.orthogonal, walk.diagonal, rounding)


def cost_words(orthogonal: int, diagonal: int, rounding: Rounding = "path") -> str:
    """The sum in words: "cost 2 + 4.5 = 6.5, rounded up 7"."""
    total = cost(orthogonal, diagonal, rounding)
    if rounding == "square":
        each = diagonal * ceil(DIAGONAL)
        return f"cost {orthogonal} + {each} = {total}" if orthogonal and each else f"cost {total}"
    straight, slant = orthogonal * ORTHOGONAL, diagonal * DIAGONAL
    exact = straight + slant
    words = f"cost {_shown(straight)} + {_shown(slant)} = {_shown(exact)}" if straight and slant else ""
    words = words or f"cost {_shown(exact)}"
    return words if exact == total else f"{words}, rounded up {total}"


def _shown(value: Fraction) -> str:
    return f"{float(value):g}"


class Over(Step, frozen=True, kw_only=True):
    """A leg into the square of somebody, `toward` whom it goes."""


def steps(legs: Iterable[Mapping[str, Any]]) -> tuple[Step, ...]:
    """A move's `path` as steps."""
    return tuple(convert(leg, Over if leg.get("over") else Step) for leg in legs)


INTO_REACH = frozenset(("charge", "attack", "unarmed"))
"""Actions that bring one within reach of the target before they strike."""


def legs_of(move: Move, start: Point | None, places: Mapping[str, Point]) -> list[Mapping[str, Any]]:
    """The legs of a declaration; one that only says "charge the ogre" or "half move and attack the ogre" goes
    toward the ogre, where it is known from where to where.

    CN-320, CN-323, CN-332.
    """
    details = move.details
    legs = [*(details.get("path") or ()), *(details.get("then_path") or ())]
    moves = move.action == "charge" or (
        details.get("class") in ("half", "full") and details.get("order", "move_first") == "move_first"
    )
    if legs or not moves or move.action not in INTO_REACH or start is None or move.target not in places:
        return legs
    return [{"toward": move.target}]


def near(move: Move, weapon: Weapon | None, own: int | None) -> int:
    """How near one goes to somebody: beside him, or into the reach of what one strikes with (CN-032)."""
    if move.action not in INTO_REACH:
        return 1
    reach = weapon.reach if weapon is not None and move.action != "unarmed" else None
    return max(1, reach or 1, own or 1)


def walk(
    legs: Iterable[Step],
    start: Point | None = None,
    places: Mapping[str, Point] = {},
    *,
    points: Fraction | None = None,
    rounding: Rounding = "path",
    near: int = 1,
) -> Walk:
    """The squares that the legs cover. A leg in a direction without a count goes as far as `points` reach
    (None: such a leg is not walked); one toward somebody ends `near` him; one toward somebody unknown, or
    `to` a square from an unknown start, ends the path and leaves it incomplete."""
    known = start is not None
    here = start if start is not None else (Fraction(0), Fraction(0))
    origin, squares = here, list[Point]()
    for leg in legs:
        if leg.direction is None and not known:
            return Walk(squares=tuple(squares), start=origin, complete=False)
        if leg.count is None and leg.direction is not None:
            if points is None:
                return Walk(squares=tuple(squares), start=origin, complete=False)
            part = _as_far(squares, origin, here, leg, points, rounding)
        elif leg.around is not None or not _known(leg, places):
            return Walk(squares=tuple(squares), start=origin, complete=False)
        else:
            into = Step(to=_pair(places[str(leg.toward)])) if isinstance(leg, Over) else leg
            part = grid_path(here, (into,), places)
            if near > 1 and leg.toward is not None and leg.count is None and not isinstance(leg, Over):
                part = _until(here, part, places[leg.toward], near)
        squares += part
        here = squares[-1] if squares else here
    return Walk(squares=tuple(squares), start=origin)


def _until(here: Point, path: list[Point], goal: Point, near: int) -> list[Point]:
    """A path as far as it takes to be so near."""
    for count, at in enumerate((here, *path)):
        if squares_between(at, goal) <= near:
            return path[:count]
    return path


def _pair(at: Point) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def _known(leg: Step, places: Mapping[str, Point]) -> bool:
    """Whether it is known where a leg goes."""
    name = leg.toward or leg.away
    if name is None:
        return leg.direction is not None or leg.to is not None
    return name in places


def _as_far(
    walked: list[Point], origin: Point, here: Point, leg: Step, points: Fraction, rounding: Rounding
) -> list[Point]:
    dx, dy = DIRECTIONS[leg.direction or "n"]
    before = Walk(squares=tuple(walked), start=origin)
    straight, slant, count = before.orthogonal, before.diagonal, 0
    while count < MOST_SQUARES:
        straight, slant = (straight, slant + 1) if dx and dy else (straight + 1, slant)
        if cost(straight, slant, rounding) > points:
            break
        count += 1
    return [(here[0] + dx * (n + 1), here[1] + dy * (n + 1)) for n in range(count)]


def reach(walk: Walk, points: Fraction, rounding: Rounding = "path") -> int:
    """How many squares of a path so many points pay for."""
    straight = slant = count = 0
    for a, b in zip((walk.start, *walk.squares), walk.squares, strict=False):
        slant, straight = (slant + 1, straight) if _diagonal(a, b) else (slant, straight + 1)
        if cost(straight, slant, rounding) > points:
            break
        count += 1
    return count


class Measure(Struct, frozen=True, kw_only=True):
    """What is known of a path's squares. `told`: there is one; `complete`: all of it is counted, though legs
    of which only the number is known are taken as straight."""

    orthogonal: int = 0
    diagonal: int = 0
    complete: bool = True
    told: bool = False

    @property
    def squares(self) -> int:
        """How many there are at least."""
        return self.orthogonal + self.diagonal

    def cost(self, rounding: Rounding = "path") -> int:
        """What they cost at least."""
        return cost(self.orthogonal, self.diagonal, rounding)


def measure(
    legs: Sequence[Mapping[str, Any]],
    start: Point | None = None,
    places: Mapping[str, Point] = {},
    *,
    points: Fraction | None = None,
    rounding: Rounding = "path",
    near: int = 1,
) -> Measure:
    """The squares of a path, walked where the places are known, else counted as they are told."""
    if not legs:
        return Measure()
    walked = walk(steps(legs), start, places, points=points, rounding=rounding, near=near)
    if walked.complete:
        return Measure(orthogonal=walked.orthogonal, diagonal=walked.diagonal, told=True)
    straight = slant = 0
    complete = True
    for leg in legs:
        count = leg.get("count")
        if count is None:
            complete = False
        elif len(str(leg.get("direction") or "n")) > 1:
            slant += int(count)
        else:
            straight += int(count)
    return Measure(orthogonal=straight, diagonal=slant, complete=complete, told=True)


def increments(
    walk: Walk, points: Fraction | None, rounding: Rounding = "path"
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The squares walked in each half-move increment of a full move: the first as many as half of `points`
    (of the allowance, or of what a run covers) pays for, the second the rest. Unknown points: half of the
    path's own cost.

    CN-350.
    """
    whole = Fraction(walk_cost(walk, rounding)) if points is None else points
    first = reach(walk, whole / INCREMENTS, rounding)
    return walk.squares[:first], walk.squares[first:]


def limit(
    kind: str, action: str, points: Fraction | None, settings: Mapping[str, Any] = {}
) -> Fraction | None:
    """Points that a declaration of class `kind` may walk; None where that is not known or not to be counted
    in points (a no-move action's one square).

    CN-320, CN-323, CN-326, CN-330, CN-333, CN-334, CN-335.
    """
    if points is None or kind == "no-move":
        return None
    if kind == "half":
        own_move = action in ("withdraw", "charge") and settings.get("half.withdraw_total") == "full"
        return points if own_move else points / 2
    multiple = settings.get(f"{action}_multiple", "ask") if action in ("run", "sprint") else 1
    return points * Fraction(str(multiple)) if isinstance(multiple, (int, float)) else None


def effective_class(move: Move, spent: int | None, points: Fraction | None) -> str:
    """The class of a declaration: as it was said, but a plain "move 3 e and attack" that half the movement
    pays for is a half move.

    CN-320, CN-330.
    """
    said = str(move.details.get("class") or "no-move")
    if said != "full" or move.action in FULL_ALONE or not move.details.get("plain"):
        return said
    if spent is None or points is None:
        return said
    return "half" if spent <= points / 2 else said


FULL_ALONE = frozenset(
    ("charge", "move", "run", "sprint", "overrun", "backpack", "ready", "withdraw", "other")
)
"""CN-330 and what follows it: what a full move may be declared for."""


def shots(rate: tuple[int, int], nth: int = 1) -> int:
    """Missiles in the n-th round of shooting at the normal rate; "3/2" gives 1, 2, 1, 2.

    CN-313.
    """
    each = Fraction(*rate)
    return floor(each * nth) - floor(each * (nth - 1))


def half_shots(rate: tuple[int, int], nth: int, setting: str = "pattern") -> int | None:
    """Missiles in the n-th round in a row of half-move shooting; None where the DM is to be asked.

    CN-325: half the rate h gives floor(n·h + k) - floor((n - 1)·h + k), with k = 1 - h for h below one, so
    that the first round has a shot.
    """
    half = Fraction(*rate) / 2
    if half.denominator == 1:
        return int(half)
    if setting == "ask":
        return None
    if setting == "floor":
        return floor(half)
    late = max(Fraction(0), 1 - half)
    return floor(nth * half + late) - floor((nth - 1) * half + late)


def is_odd_half(rate: tuple[int, int]) -> bool:
    """Whether half of a rate is no whole number of missiles.

    CN-325.
    """
    return (Fraction(*rate) / 2).denominator > 1
