"""May he do that? Every fault of one declared move under the rules, the sheets and the table as it stands.

Pure: nothing given is changed, and what nobody knows is never charged. What breaks a clause that makes a
declaration illegal is an error; what only has to wait, or to be checked first, is an info.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from calledshot.api import Move
from calledshot_yiffiemon import legality_places as places
from calledshot_yiffiemon import threat
from calledshot_yiffiemon.schema import Sheet
from calledshot_yiffiemon.state import Combatant, Turn, is_ranged
from calledshot_yiffiemon.ways import shown

if TYPE_CHECKING:
    from calledshot.api import Clocks, Offers, Scene, Severity
    from calledshot_yiffiemon.threat import Threats

MOVE_ACTIONS = frozenset(("move", "run", "slide", "push"))
"""What a Stopped creature cannot do (YM-381); Slide and Push by our reading of where they stand (Amb-35)."""
ATTACKS = frozenset(("attack", "charge", "dive", "ranged_assist"))
"""Actions that count as attacks (YM-620, YM-701); a Normal Attack is one, of the others the page says no."""
AT_ANY_TIME = frozenset(("opportunity", "pass", "spend", "check", "other"))
"""What is said outside one's own turn, or is no action of a turn."""
NO_TIME = AT_ANY_TIME | {"fight_defensively", "stop_defending", "threaten"}
"""What takes no time of its own, so that an action may stand beside it."""


class Situation(Protocol):
    """What the checks look at: a fight's `table.Table`, or `aside.Aside` where there is no fight."""

    fighters: dict[str, Combatant]
    scene: Scene
    clocks: Clocks
    threats: Threats
    offers: Offers
    started: bool
    current: str | None

    @property
    def settings(self) -> Mapping[str, Any]: ...
    @property
    def now(self) -> Fraction: ...
    def setting(self, name: str) -> Any: ...
    def by_default(self, *names: str) -> bool: ...
    def opponents(self, who: str) -> list[str]: ...
    def threatens(self, who: str, target: str) -> bool: ...
    def in_area(self, who: str, of: str) -> bool | None: ...
    def inside(self, who: str) -> list[str]: ...
    def threat_distance(self, who: str) -> Fraction | None: ...
    def guard_distance(self, who: str) -> Fraction | None: ...
    def next_up(self) -> str | None: ...


class Fault(Struct, frozen=True, kw_only=True):
    """One fault of a move. `reason` is it in short, `message` with the sum; `column`s are the move's."""

    code: str
    reason: str
    message: str
    severity: Severity = "error"
    column: int = 1
    end_column: int = 1
    default_ruling: bool = False

    @property
    def forbids(self) -> bool:
        """Whether the move cannot be made so."""
        return self.severity == "error"


class Case:
    """One move of somebody at a table, with the moves declared before it in the same breath."""

    def __init__(self, move: Move, who: Combatant, table: Situation, earlier: Sequence[Move]) -> None:
        self.move, self.who, self.table, self.earlier = move, who, table, earlier

    @property
    def other(self) -> Combatant | None:
        """The target; None where there is none, or nobody knows him."""
        return self.table.fighters.get(self.move.target) if self.move.target is not None else None

    def fault(
        self,
        code: str,
        reason: str,
        message: str = "",
        *,
        severity: Severity = "error",
        default: bool = False,
    ) -> Fault:
        return Fault(
            code=code,
            reason=reason,
            message=message or reason,
            severity=severity,
            column=self.move.column,
            end_column=self.move.end_column,
            default_ruling=default,
        )

    def note(self, code: str, reason: str, message: str = "", *, default: bool = False) -> Fault:
        return self.fault(code, reason, message, severity="info", default=default)


def check(move: Move, who: Combatant, table: Situation, earlier: Sequence[Move] = ()) -> tuple[Fault, ...]:
    """Everything wrong with one move of `who` as things stand now, all grounds at once. `earlier`: what he
    declares before it in the same message."""
    case = Case(move, who, table, earlier)
    return tuple(fault for one in CHECKS for fault in one(case))


def forbidden(faults: Iterable[Fault]) -> Fault | None:
    """The first fault that makes the move illegal; None where it may be made."""
    return next((fault for fault in faults if fault.forbids), None)


# -- when ------------------------------------------------------------------------------------------


def surprised(case: Case) -> Iterator[Fault]:
    """YM-103: the surprised wait for everybody who is not."""
    if not case.who.surprised or case.move.action == "pass":
        return
    waited_for = [
        name
        for name, one in case.table.fighters.items()
        if name != case.who.name and not one.surprised and not one.out and one.acted == 0
    ]
    if waited_for:
        names = _names(waited_for)
        yield case.fault(
            "YM-103",
            "surprised",
            f"surprised: {names} {'has' if len(waited_for) == 1 else 'have'} not taken an action yet",
        )


def turn(case: Case) -> Iterator[Fault]:
    """YM-105: the lowest clock moves; what others declare is held."""
    table, who = case.table, case.who.name
    if case.move.action in AT_ANY_TIME or not table.started or who not in table.clocks.spent:
        return
    up = table.current or table.next_up()
    if up is None or up == who or up not in table.clocks.spent:
        return
    own, theirs = table.clocks.spent[who], table.clocks.spent[up]
    if own == theirs and table.setting("turn.tie") == "simultaneous":
        return
    yield case.note(
        "YM-105",
        "held",
        f"held: {up} is at {shown(theirs)} Inits and acts first, {who} is at {shown(own)}",
        default=own == theirs and table.by_default("turn.tie"),
    )


def one_a_turn(case: Case) -> Iterator[Fault]:
    """YM-104: an action takes its time, so a turn has one; a second one is for the next."""
    if case.move.action in NO_TIME:
        return
    before = [move for move in case.earlier if move.action not in NO_TIME]
    if not before or (case.move.action in ("move", "run") and all(_walks(move) for move in before)):
        return  # moves one after another are the sub turns of one move action (YM-803)
    yield case.fault(
        "YM-104",
        "one action a turn",
        f'one action a turn: this one is for the turn after "{_short(before[-1].text)}"',
        severity="warning",
    )


def staggered(case: Case) -> Iterator[Fault]:
    """YM-375: a Con check comes first."""
    who, table = case.who, case.table
    if not who.staggered or case.move.action in ("pass", "spend", "check", "threaten") or who.gate_open:
        return
    if table.setting("staggered.gate") != "always" and not who.needs_gate:
        return
    line = who.sheet.Con_base_line if who.sheet.Con_base_line is not None else who.sheet.Con
    total = "" if line is None else f", base line {line} - {who.staggered} = {line - who.staggered}"
    yield case.note(
        "YM-375",
        "Con check first",
        f"Staggered {who.staggered}: a Con check first{total}",
        default=table.by_default("staggered.gate"),
    )


# -- conditions of threat and defence --------------------------------------------------------------


def dealing_while_defending(case: Case) -> Iterator[Fault]:
    """YM-201, YM-353: who fights defensively deals out no penalties."""
    level = case.who.level("FD")
    for one in case.move.details.get("allocate", ()):
        kind, on = str(one["kind"]), str(one["on"])
        if one["levels"] > 0 and threat.forbidden(kind, level, str(case.table.setting("fd.forbids"))):
            word = "Threaten By 2" if kind == "TB2" else "Hampered By"
            yield case.fault(
                "YM-201" if kind == "TB2" else "YM-353",
                f"Fighting Defensively: no {word}",
                f"Fighting Defensively {level}: no {word} on {on}",
                default=kind == "HB" and case.table.by_default("fd.forbids"),
            )


def over_pool(case: Case) -> Iterator[Fault]:
    """YM-203, YM-724: no more than the pool, in which those whose guard he is inside do not count."""
    dealt = case.move.details.get("allocate", ())
    if not dealt or case.who.pool is None:
        return
    free = case.table.inside(case.who.name)
    wanted: dict[tuple[str, str], int] = {}
    for one in dealt:
        if one["on"] not in free:
            key = (str(one["on"]), str(one["kind"]))
            wanted[key] = wanted.get(key, 0) + int(one["levels"])
    pool = case.who.pool + case.who.pool_extra
    if threat.over_pool(wanted, pool):
        parts = " + ".join(str(levels) for levels in wanted.values())
        total = sum(wanted.values())
        said = f"{parts} = {total}" if len(wanted) > 1 else f"{total}"
        yield case.fault("YM-203", "pool exceeded", f"pool exceeded: {said} of a pool of {pool}")


def defending_again(case: Case) -> Iterator[Fault]:
    """YM-352: only the first level is taken at will."""
    level = case.who.level("FD")
    if case.move.action == "fight_defensively" and level > 0:
        yield case.fault(
            "YM-352",
            "only the first level at will",
            f"only the first level at will: Fighting Defensively is {level}",
        )


def stops_defending(case: Case) -> Iterator[Fault]:
    """YM-354, YM-355: one level goes at will; for more he waits 1 Init, then makes a Will check."""
    if case.move.action != "stop_defending":
        return
    from calledshot_yiffiemon.defence import WAIT_FIRST

    level, waited = case.who.level("FD"), case.who.waited
    if level == 0:
        yield case.note("YM-354", "not Fighting Defensively")
    elif level > 1 and waited < WAIT_FIRST:
        yield case.fault(
            "YM-355",
            "must wait 1 Init first",
            f"Fighting Defensively {level}: he must wait {shown(WAIT_FIRST)} Init first, and has waited "
            f"{shown(waited)}",
        )


def ammunition(case: Case) -> Iterator[Fault]:
    """YM-206, YM-631: a round for each threat from afar, but none for an opportunity on somebody he already
    threatens (YM-207)."""
    who, table, move = case.who, case.table, case.move
    if who.ammo is None or who.ammo > 0:
        return
    if move.action == "spend":
        severe = any(
            one.what.on == "attack" and one.what.who == who.name and one.what.level == "SS"
            for one in getattr(table, "standing", ())
        )
        yield case.fault(
            "YM-631" if severe else "YM-206", "no ammunition", "no ammunition: 0 left, 1 is spent for it"
        )
    elif (
        move.action == "opportunity"
        and who.ranged
        and case.other is not None
        and not table.threatens(who.name, case.other.name)
    ):
        yield case.fault(
            "YM-206",
            "no ammunition",
            f"no ammunition: 0 left, and {case.other.name} is not threatened yet",
        )


def one_of_them(case: Case) -> Iterator[Fault]:
    """YM-206: under the other reading a round is for the attacker or for the defender."""
    both = case.move.action == "spend" and len(case.move.details.get("spend", {})) > 1
    if both and case.table.setting("ranged.per_ammo") == "one":
        yield case.fault("YM-206", "one of them for a round: the attacker or the defender")


def ranged_only(case: Case) -> Iterator[Fault]:
    """YM-211: only a ranged threat distance is set; a melee weapon's is its length (YM-210)."""
    weapon = case.who.weapon(case.move.instrument) if case.move.action == "threat_distance" else None
    if weapon is None or is_ranged(weapon) or (weapon.kind is None and weapon.Reach is None):
        return
    said = f"no range to set: {weapon.name or 'the weapon in hand'} is not ranged"
    yield case.fault("YM-211", said)


# -- moves -----------------------------------------------------------------------------------------


def stopped(case: Case) -> Iterator[Fault]:
    """YM-381: no move actions while Stopped."""
    if case.move.action not in MOVE_ACTIONS:
        return
    one, two = case.who.level("Stopped1"), case.who.level("Stopped2")
    if one + two > 0:
        levels = " and ".join(f"Stopped {n} (level {level})" for n, level in ((1, one), (2, two)) if level)
        yield case.fault("YM-381", "Stopped: no move actions", f"{levels}: no move actions")


def barred(case: Case) -> Iterator[Fault]:
    """YM-776, YM-779, YM-909, YM-930: no move actions until 1 Init after the end of the next turn."""
    who, table = case.who, case.table
    if case.move.action not in MOVE_ACTIONS:
        return
    until = who.barred_until
    if not who.barred_turns and (until is None or table.now >= until):
        return
    when = f"before {shown(until)}" if until is not None else "until 1 Init after the end of his next turn"
    acted = [one.action for one in (who.turn, who.last) if one is not None]
    code = "YM-930" if "push" in acted else "YM-776" if "dive" in acted else "YM-909"
    at = f", it is {shown(table.now)}" if until is not None else ""
    yield case.fault(
        code,
        "no move actions until 1 Init after the end of his next turn",
        f"no move actions {when}{at}",
        default=table.by_default("restrict.no_move_after"),
    )


def all_at_once(case: Case) -> Iterator[Fault]:
    """YM-803: every sub turn is stated when the turn begins."""
    later = case.move.details.get("later")
    if later is not None:
        yield case.fault(
            "YM-803",
            "all sub turns are stated at once",
            f'all sub turns are stated at once: "{_short(str(later))}" leaves some open',
        )
    elif case.move.action == "slide" and not case.move.details.get("path"):
        yield case.note("YM-803", "no path", "say how far and which way: all sub turns are stated at once")


def movement_rate(case: Case) -> Iterator[Fault]:
    """YM-801: a move takes its Moves / MR."""
    if case.move.action not in MOVE_ACTIONS or case.who.MR is not None or case.who.sheet == Sheet():
        return
    yield case.note("YM-801", "MR unknown", "his movement rate (MR) is unknown: so is the time of this move")


# -- attacks and the like --------------------------------------------------------------------------


def run_up(case: Case) -> Iterator[Fault]:
    """YM-702: the turn before was a move of at least 2 Moves straight at the target."""
    before, target = case.who.last, case.move.target
    if case.move.action != "charge" or before is None or target is None:
        return
    from calledshot_yiffiemon.charge import RUN_UP, has_run_up

    if has_run_up(before.is_move, before.toward, before.moves, target) is not False:
        return
    yield case.fault(
        "YM-702",
        f"needs at least {RUN_UP} Moves straight toward the target last turn",
        f"no run-up: needs at least {RUN_UP} Moves straight toward {target} last turn, not {_was(before)}",
    )


def dive_flight(case: Case) -> Iterator[Fault]:
    """YM-770: the turn before was a flight within 60 degrees of straight down."""
    before = case.who.last
    if case.move.action != "dive" or before is None:
        return
    from calledshot_yiffiemon.dive import STEEPEST, has_dived

    if has_dived(before.flying, before.angle_from_down) is not False:
        return
    angle = before.angle_from_down
    was = "no flight" if before.flying is False or angle is None else f"one at {angle:g}°"
    yield case.fault(
        "YM-770",
        f"needs a flight within {STEEPEST} degrees of straight down last turn",
        f"needs a flight within {STEEPEST}° of straight down last turn, not {was}",
    )


def skill_check(case: Case) -> Iterator[Fault]:
    """YM-739: an attack skill check of one's own goes with a turn that holds no attack, in combat."""
    if case.move.action != "check" or case.move.details.get("check") != "attack_skill":
        return
    attacks = [move for move in case.earlier if move.action in ATTACKS]
    if attacks:
        said = f'"{_short(attacks[-1].text)}" is an attack: no attack skill check besides'
        yield case.note("YM-739", "the turn holds an attack", said)
    elif case.who.sheet.in_combat is False and not case.who.in_combat:
        yield case.note("YM-739", "not in combat", "only who is in combat makes this check")


def opportunity(case: Case) -> Iterator[Fault]:
    """YM-408, YM-409: one on offer, by who reaches the target; after a pass, by who threatens it."""
    move, table, me = case.move, case.table, case.who.name
    if move.action not in ("opportunity", "pass"):
        return
    mine = table.offers.for_(me, move.target)
    if mine is None and len(table.offers) and move.target is not None:
        from calledshot_yiffiemon.offering import why_not

        why = why_not(table, me, move.target)  # type: ignore[arg-type]
        if why is not None:
            reason, clauses = why
            yield case.fault(clauses[0] if clauses[0] != "YM-407" else "YM-408", reason)
            return
    target = move.target if move.target is not None else mine.against if mine is not None else None
    if move.action == "pass" or target is None:
        return
    reach = threat.eligible(None, table.in_area(target, me), table.threatens(me, target))
    if reach is False:
        apart, area = table.scene.apart(me, target), table.threat_distance(me)
        total = "" if apart is None or area is None else f": {shown(apart)} away, he reaches {shown(area)}"
        yield case.fault("YM-408", f"cannot reach {target}", f"cannot reach {target}{total}")


CHECKS: tuple[Callable[[Case], Iterator[Fault]], ...] = (
    surprised,
    turn,
    one_a_turn,
    staggered,
    dealing_while_defending,
    over_pool,
    defending_again,
    stops_defending,
    ammunition,
    one_of_them,
    ranged_only,
    stopped,
    barred,
    all_at_once,
    movement_rate,
    places.guards,
    run_up,
    dive_flight,
    places.already_inside,
    places.spot,
    places.slide_in_area,
    places.push_direction,
    skill_check,
    opportunity,
)
"""What every move is held against, in the order of the faults."""


def _walks(move: Move) -> bool:
    return move.action in ("move", "run")


def _was(turn: Turn) -> str:
    """What a turn was, for "needs a run-up, not …"."""
    if not turn.is_move:
        return f"a turn of {(turn.action or 'wait').replace('_', ' ')}"
    moves = "" if turn.moves is None else f" of {shown(turn.moves)}"
    return f"a move{moves}" + (f" toward {turn.toward}" if turn.toward else "")


def _names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 40 else f"{said[:40]}…"
