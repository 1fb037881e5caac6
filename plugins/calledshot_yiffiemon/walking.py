"""Moves in the fight: a path walked step by step, with the checks that its sub turns call for, the areas that
are entered and left, and where it ends. What a check brings is `moving`, `running`, `sliding`, `pushing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, hypot

from calledshot.api import Move, Point, Step, replace
from calledshot_yiffiemon import (
    book,
    carry_out,
    clock,
    figures,
    footing,
    hurting,
    moving,
    paths,
    pushing,
    spending,
)
from calledshot_yiffiemon.flow import Flow
from calledshot_yiffiemon.table import Table


def walks(table: Table, who: str, move: Move) -> Flow:
    """YM-801 …: a Normal Move Action or a run, from the start of its first sub turn to where it ends."""
    one = table.fighters[who]
    one.stopped_moving = False
    start = table.scene.places.get(who)
    steps = paths.path_of(move)
    points = paths.points_of(table, who, steps)
    planned = one.turn.moves
    table.walked[who] = table.turned[who] = Fraction(0)
    legs = _legs(table, who, move)
    if any(run for run, _ in legs[:1]):
        yield from _runs(table, who)
    done = Fraction(0)
    passed = {legs[0][1]} if legs else set()
    hard: list[int] = []
    for at, made in points:
        if one.stopped_moving:
            break
        before = table.scene.places.get(who, at)
        for run, begin in legs[1:]:
            if run and begin not in passed and begin <= done:
                passed.add(begin)
                yield from _runs(table, who)
        if one.stopped_moving:
            break
        table.scene.place(who, at)
        done = table.walked[who] = made
        yield from _steps(table, who, before, at, running=move.action == "run")
        yield from _terrain(table, who, at, hard)
    if not points:
        yield from _runs_unseen(table, who, legs[1:])
    if one.stopped_moving:
        planned = _cut_short(table, who, planned)
    if not points:
        yield from _unseen(table, who, move)
    if not one.stopped_moving:
        yield from _ends_in_area(table, who)
    if not one.stopped_moving and table.setting("stop.voluntary_counts"):
        ends = moving.stopped(figures.facts(table, who), forced=False)
        yield from carry_out.plainly(table, ends, who)
    table.rule(
        "movement", "moved" if not one.stopped_moving else "ended", who, move.target,
        clauses=("YM-106", "YM-801", "YM-804"), moves=planned, path=len(points), speed=one.turn.length,
        start=None if start is None else list(start), place=_place(table, who),
        clock=table.clocks.spent[who],
    )  # fmt: skip


def _legs(table: Table, who: str, move: Move) -> list[tuple[bool, Fraction]]:
    """The sub turns that were declared: whether each is run, and after how many Moves it begins."""
    legs = move.details.get("legs") or [move]
    found: list[tuple[bool, Fraction]] = []
    made = Fraction(0)
    for leg in legs:
        found.append((leg.action == "run" or bool(leg.details.get("run")), made))
        counted = paths.moves_of(table, who, paths.path_of(leg))
        made += counted or Fraction(0)
    return found


def _place(table: Table, who: str) -> list[float] | None:
    at = table.scene.places.get(who)
    return None if at is None else [float(at[0]), float(at[1])]


def _cut_short(table: Table, who: str, planned: Fraction | None) -> Fraction | None:
    """YM-801, YM-804: the time of a move that was cut short is that of the Moves made until then. Returns
    their number."""
    one, done = table.fighters[who], table.walked[who]
    if planned is None or done >= planned:
        return planned
    time = clock.move_time(done, one.MR)
    if time is not None and one.turn.length is not None:
        table.spend(who, time - one.turn.length)
        one.turn.length, one.turn.moves = time, done
        one.since_move = one.since_move_action = table.clocks.spent[who]
    return done


def _runs_unseen(table: Table, who: str, legs: list[tuple[bool, Fraction]]) -> Flow:
    """The later sub turns of a move whose places nobody knows."""
    for run, begin in legs:
        if run and not table.fighters[who].stopped_moving:
            table.walked[who] = begin
            yield from _runs(table, who)


def _runs(table: Table, who: str) -> Flow:
    """YM-807: the move check at the start of a sub turn."""
    one, made = table.fighters[who], table.walked[who]
    table.rule(
        "movement", "subturn", who, clauses=("YM-803", "YM-804", "YM-807"), at=made,
        length=clock.move_time(made - table.turned.get(who, Fraction(0)), one.MR),
    )  # fmt: skip
    table.turned[who] = made
    yield from carry_out.checked(table, "move", who, "run", action="run", clauses=("YM-807",), first=True)


# -- areas -----------------------------------------------------------------------------------------


def _others(table: Table, who: str) -> Iterator[str]:
    for name in table.opponents(who):
        if not table.fighters[name].out:
            yield name


def _was_in(table: Table, at: Point, of: str) -> bool | None:
    centre, distance = table.scene.places.get(of), table.threat_distance(of)
    if centre is None or distance is None:
        return None
    dx, dy = at[0] - centre[0], at[1] - centre[1]
    return dx * dx + dy * dy <= distance * distance


def _steps(table: Table, who: str, before: Point, at: Point, *, running: bool) -> Flow:
    """One step: the areas that it leaves and enters, his own area moving with him."""
    for name in list(_others(table, who)):
        was, now = _was_in(table, before, name), _was_in(table, at, name)
        if was and now is False:
            yield from leaves(table, who, name)
        elif was is False and now:
            yield from enters(table, who, name, running=running)
        guarded, there = table.guard_distance(name), table.scene.places.get(name)
        if (who, name) in table.guards and guarded is not None and there is not None:
            dx, dy = at[0] - there[0], at[1] - there[1]
            if dx * dx + dy * dy >= guarded * guarded:
                table.leave_guard(who, name)
        table.settle(name, who)
        if table.fighters[who].stopped_moving:
            return


def leaves(table: Table, who: str, of: str) -> Flow:
    """YM-321, YM-325: somebody leaves a threat area."""
    yield from carry_out.plainly(table, footing.leaving(figures.facts(table, who, of)), who, of)
    table.rule("movement", "left", who, of)
    table.left_area(who, of)


def enters(table: Table, who: str, of: str, *, running: bool = False) -> Flow:
    """YM-820, YM-363, YM-367, YM-843: somebody enters a threat area."""
    table.areas[who, of] = True
    table.rule("movement", "entered", who, of)
    known = figures.facts(table, who, of)
    theirs = figures.facts(table, of, who)
    yield from carry_out.plainly(table, footing.entered(theirs), of, who)
    if table.fighters[of].guard_duty:
        yield from carry_out.checked(
            table,
            "move",
            of,
            "guard_duty",
            against=who,
            difficulty=moving.guard_duty_difficulty(theirs),
            clauses=("YM-843",),
            default=table.by_default("difficulty.orientation"),
        )
    if moving.entry_needs_roll(known, running=running):
        from calledshot_yiffiemon import attack

        yield from carry_out.checked(
            table,
            "attack",
            who,
            "enter_area",
            against=of,
            difficulty=attack.difficulty(known),
            clauses=("YM-820", "YM-402"),
            default=table.by_default("enter_area.roll"),
        )
    yield from spending.entered(table, who, of)


def _unseen(table: Table, who: str, move: Move) -> Flow:
    """A move whose places nobody knows: it is only known that he went; towards whom, if he said so."""
    table.scene.moved(who)
    steps = paths.path_of(move)
    near = {step.toward for step in steps} | {step.around for step in steps}
    for name in table.inside(who):
        if name not in near:
            table.leave_guard(who, name)  # he has gone elsewhere, wherever that is
    away = {step.away for step in steps if step.away is not None}
    for name in away:
        if table.in_area(who, name):
            yield from leaves(table, who, name)


def _ends_in_area(table: Table, who: str) -> Flow:
    """YM-832: a terrain check for ending in the threat area of a creature in combat."""
    at = table.scene.places.get(who)
    if at is None:
        return
    for name in list(_others(table, who)):
        if not table.fighters[name].in_combat or not table.in_area(who, name):
            continue
        there = table.scene.places.get(name, at)  # told to be in the area, from where nobody knows
        lowest = min(_difficulties(table, _between(at, there)), default=0)
        known = figures.facts(table, who, name)
        yield from carry_out.checked(
            table,
            "terrain",
            who,
            "spot",
            against=name,
            difficulty=moving.spot_difficulty(known, lowest),
            clauses=("YM-832",),
            default=table.by_default("difficulty.orientation"),
        )


def _between(one: Point, other: Point) -> list[Point]:
    """Places a unit apart from one to the other, both with it."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    count = max(1, min(200, round(float(dx * dx + dy * dy) ** 0.5)))
    return [(one[0] + dx * part / count, one[1] + dy * part / count) for part in range(count + 1)]


# -- terrain ---------------------------------------------------------------------------------------


def difficulty_at(table: Table, at: Point) -> int | None:
    """How difficult the ground is at a place; None where it is not known to be difficult."""
    for terrain in book.rulebook(table.campaign).terrain.values():
        if terrain.difficulty is None or terrain.wall:
            continue
        if any((round(at[0]), round(at[1])) == (round(x), round(y)) for x, y in terrain.at):
            return terrain.difficulty
    return None


def _difficulties(table: Table, places: Sequence[Point]) -> list[int]:
    return [difficulty_at(table, at) or 0 for at in places]


def _terrain(table: Table, who: str, at: Point, hard: list[int], ladder: str = "terrain") -> Flow:
    """YM-806: every MR Moves through difficult terrain a check, as hard as the easiest of them."""
    here = difficulty_at(table, at)
    if here is None:
        return
    hard.append(here)
    rate = table.fighters[who].MR
    if rate is None:
        return
    for difficulty in moving.terrain_checks(hard, rate, len(hard) - 1):
        yield from carry_out.checked(
            table, "terrain", who, ladder, difficulty=difficulty, clauses=("YM-806",)
        )


def is_wall(table: Table, at: Point) -> bool:
    """YM-925: whether something that cannot move stands at a place."""
    return any(
        terrain.wall and any((round(at[0]), round(at[1])) == (round(x), round(y)) for x, y in terrain.at)
        for terrain in book.rulebook(table.campaign).terrain.values()
    )


# -- slide and push --------------------------------------------------------------------------------


def slides(table: Table, who: str, target: str | None, move: Move) -> Flow:
    """YM-903, YM-904: both go their ways, the target of its own will as the rules have it."""
    if target is None:
        return
    theirs = paths.points_of(table, target, paths.path_of(move))
    own = paths.points_of(table, who, paths.path_of(move, "other_path"))
    one = table.fighters[who]
    hard: list[int] = []
    for index in range(max(len(theirs), len(own))):
        if one.stopped_moving:
            break
        for name, points in ((who, own), (target, theirs)):
            if index < len(points):
                before = table.scene.places.get(name, points[index][0])
                at, made = points[index]
                table.scene.place(name, at)
                table.walked[name] = made
                yield from _crossed(table, name, before, at, besides=(who, target))
                if name == who:
                    yield from _terrain(table, who, at, hard, "slide_terrain")
    table.moved_now(target, table.clocks.spent[who])
    table.rule(
        "movement", "slid", who, target, clauses=("YM-901", "YM-903"), place=_place(table, who),
        place_of_target=_place(table, target), voluntary=True, speed=one.turn.length,
    )  # fmt: skip


def _crossed(table: Table, who: str, before: Point, at: Point, besides: tuple[str, ...]) -> Flow:
    """Areas of others that a slid or pushed creature enters and leaves."""
    for name in list(_others(table, who)):
        if name in besides:
            table.settle(name, who)
            continue
        was, now = _was_in(table, before, name), _was_in(table, at, name)
        if was and now is False:
            yield from leaves(table, who, name)
        elif was is False and now:
            yield from enters(table, who, name)


def pushes(table: Table, who: str, target: str | None, move: Move) -> Flow:
    """YM-921 …: the target is forced along; too fast it checks (YM-924), stopped it checks every Move
    (YM-383), and at a wall the actor may strike (YM-925)."""
    if target is None:
        return
    pushed, one = table.fighters[target], table.fighters[who]
    steps = paths.path_of(move)
    moves = paths.moves_of(table, target, steps)
    points = paths.points_of(table, target, steps)
    time = one.turn.length if one.turn.action == "push" else None
    if moves is not None and time and pushed.MR is not None and pushing.too_fast(moves, time, pushed.MR):
        yield from carry_out.checked(table, "move", target, "push_fast", against=who, clauses=("YM-924",))
    if moves is not None:
        yield from forced(table, target, moves, until=table.clocks.spent[who])
    wall = False
    for at, _ in points:
        if is_wall(table, at):
            wall = True
            break
        before = table.scene.places.get(target, at)
        table.scene.place(target, at)
        yield from _crossed(table, target, before, at, besides=(who,))
        if _was_in(table, before, who) and _was_in(table, at, who) is False:
            table.left_area(target, who)
    if not points:
        table.scene.moved(target)
    table.rule(
        "movement", "pushed", who, target, clauses=("YM-831", "YM-920"), moves=moves,
        place_of_target=_place(table, target), wall=wall, forced=True,
    )  # fmt: skip
    if wall or move.details.get("wall"):
        known = figures.facts(table, who, target)
        yield from carry_out.plainly(table, pushing.into_wall(known), who, target)


def forced(table: Table, who: str, moves: Fraction, until: Fraction | None = None) -> Flow:
    """YM-831, YM-383: somebody is moved against his will: a move action all the same, and stopped he makes a
    move check for each Move of it."""
    one = table.fighters[who]
    table.moved_now(who, max(until or table.now, table.now))
    if one.level("Stopped1") + one.level("Stopped2"):
        for _ in range(ceil(moves)):
            yield from carry_out.checked(table, "move", who, "", clauses=("YM-383", "YM-831"))


def pivots(table: Table, who: str, target: str, move: Move) -> Flow:
    """YM-923: he turns round the target, so that its way leads away from him; who cannot, pushes it straight
    away from where he stands. Returns the push with the way it goes."""
    known = figures.facts(table, who, target)
    outcome = yield from carry_out.checked(
        table,
        "move",
        who,
        "push_pivot",
        against=target,
        difficulty=pushing.pivot_difficulty(known),
        clauses=("YM-923",),
    )
    if outcome.level is None:
        return move
    steps = paths.path_of(move)
    if pushing.pivots(outcome.level):
        _stands_behind(table, who, target, steps)
        return move
    count = paths.moves_of(table, target, steps)
    way = {"away": who} if count is None else {"count": float(count), "away": who}
    return replace(move, details={**move.details, "path": [way]})


def _stands_behind(table: Table, who: str, target: str, steps: tuple[Step, ...]) -> None:
    """The pusher is on the other side of the target than the one it is pushed to, as far off as before."""
    here, there = table.scene.places.get(who), table.scene.places.get(target)
    points = paths.points_of(table, target, steps)
    if here is None or there is None or not points:
        return
    dx, dy = float(points[0][0][0] - there[0]), float(points[0][0][1] - there[1])
    away = hypot(float(here[0] - there[0]), float(here[1] - there[1])) / (hypot(dx, dy) or 1.0)
    table.scene.place(who, (float(there[0]) - dx * away, float(there[1]) - dy * away))


# -- the dive's fall -------------------------------------------------------------------------------


def fall(table: Table, who: str, target: str | None, height: Fraction | None) -> Flow:
    """YM-771: the damage of a fall from that height, by the rulebook's table, its dice asked; None where
    only the GM can tell."""
    if height is None:
        return None
    points = book.fall_damage(table.campaign, float(height))
    table.rule("movement", "dived", who, target, clauses=("YM-771",), metres=height, damage=points)
    if points is None or isinstance(points, int):
        return points
    rolled = yield from hurting.dice(table, who, points.lower(), "fall", target, ("YM-771",))
    return int(rolled[1]) if isinstance(rolled, tuple) else rolled
