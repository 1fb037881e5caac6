"""What of a declaration the notes allow: class and movement (CN-310 to CN-335), one action and which
(CN-300, CN-317, CN-320, CN-330), holds (CN-034 to CN-037), shots, the backpack (CN-533), overruns (CN-420).

One small function a rule, listed in `CHECKS`; each yields findings that say the sum. What is not known is
not held against anybody. Form is `linting`'s, what follows in the round the fight's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from calledshot.api import Campaign, Finding, Fix, Move
from calledshot_combat_notes import movement
from calledshot_combat_notes.judged import Actor, Case, Places, quoted, settings
from calledshot_combat_notes.slots import RANK
from calledshot_combat_notes.status import FREE_TURNS, small_enough

HELD_MAY = frozenset(("unarmed", "attack", "escape", "wait"))
"""CN-034 to CN-037: what somebody grappled may do; doing nothing is no action."""
HALF_MAY = frozenset(
    ("attack", "guard", "charge", "unarmed", "missile", "withdraw", "move", "ready", "wait", "face")
)
"""CN-320 to CN-326: the actions of a half move; what is none of the catalogue's is not held against it."""
ATTACKS = frozenset(("attack", "missile", "unarmed", "charge"))
NOUNS: Mapping[str, str] = {
    "attack": "an attack", "missile": "a shot", "unarmed": "unarmed combat", "charge": "a charge",
    "cast": "a spell", "psionic": "a psionic power", "item": "a magical item", "parry": "a parry",
    "cover": "cover", "guard": "a guard", "escape": "an escape", "withdraw": "a withdrawal",
    "move": "a move", "run": "a run", "sprint": "a sprint", "backpack": "the backpack",
    "overrun": "an overrun", "ready": "readying a weapon", "face": "a turn", "other": "another action",
}  # fmt: skip


def check(
    move: Move,
    actor: Actor,
    scene: Places | None,
    campaign: Campaign,
    *,
    scale: str = "melee",
    answered: Mapping[str, Any] = MappingProxyType({}),
) -> list[Finding]:
    """What speaks against a declaration: errors make it illegal, warnings are for the DM to decide.

    `answered` goes before the campaign's settings: what the DM has said in the fight (`run_multiple`).
    """
    case = Case(move, actor, scene, campaign, scale, {**settings(campaign), **answered})
    return [finding for one in CHECKS for finding in one(case)]


# -- what may be done ---------------------------------------------------------------------------------


def catalogue(case: Case) -> Iterator[Finding]:
    """CN-300, CN-001: an action that is not among those open to all is the DM's to judge."""
    if case.move.action == "other":
        said = quoted(case.move.text)
        yield case.finding("CN-300", "warning", f"{said} is not among the actions open to all characters")
        yield case.finding(
            "CN-001", "warning", f"{said} is outside the notes: the DM decides what comes of it"
        )


def held(case: Case) -> Iterator[Finding]:
    """CN-034: grappled, one fights unarmed, attacks with a small weapon, or tries to get free."""
    if not case.actor.grappled:
        return
    action, moves = case.move.action, case.kind != "no-move" or case.least > 0
    if action not in HELD_MAY or moves:
        doing = NOUNS.get(action, action) if action not in HELD_MAY else "movement"
        yield case.finding(
            "CN-034",
            "error",
            f"grappled: {doing} is not a permitted action; only unarmed combat, an attack with a small weapon"
            " or an attempt to escape",
        )
    if action == "attack":
        yield from _held_weapon(case)


def _held_weapon(case: Case) -> Iterator[Finding]:
    """CN-036: a weapon larger than Small is too large for a hold."""
    weapon = case.arm(case.move.instrument)
    name = weapon.name if weapon is not None else case.move.instrument
    size = weapon.size if weapon is not None else None
    small = small_enough(size)
    if small is False:
        yield case.finding(
            "CN-036", "error", f"weapon too large while grappled: {name} is {size}, and S is the most"
        )
    elif small is None:
        said = f"the size of {name} is not known" if name is not None else "with which weapon is not said"
        yield case.finding("CN-036", "warning", f"grappled: {said}; only a small weapon (S or T) can be used")


def escape(case: Case) -> Iterator[Finding]:
    """CN-037: only somebody held can break free."""
    if case.move.action == "escape" and case.actor.grappled is False:
        yield case.finding(
            "CN-037", "warning", f"nobody holds {case.actor.name}, so there is nothing to escape from"
        )


def one_action(case: Case) -> Iterator[Finding]:
    """CN-320, CN-310: a class has one of its actions; several attacks with one weapon are one (CN-440)."""
    for other in case.details.get("also") or ():
        action = str(other.get("action"))
        if action == "other":
            said = quoted(str(other.get("text") or action))
            yield case.finding(
                "CN-001", "warning", f"{said} is outside the notes: the DM decides what comes of it"
            )
            continue
        if action == "withdraw" or case.move.action == "withdraw":
            attack = action if case.move.action == "withdraw" else case.move.action
            yield case.finding(
                "CN-326",
                "error",
                f"withdraw is the whole action: {NOUNS.get(attack, attack)} cannot go with it",
            )
        elif case.move.action == "backpack":
            continue  # CN-533 speaks of it
        elif not _one_of_several(case, action, other.get("instrument")):
            code = "CN-320" if case.kind == "half" else "CN-330" if case.kind == "full" else "CN-310"
            said = f"{NOUNS.get(case.move.action, case.move.action)} and {NOUNS.get(action, action)}"
            yield case.finding(code, "error", f"only one action in a round: {said} are two")
            return


def _one_of_several(case: Case, action: str, instrument: object) -> bool:
    if action != case.move.action or action not in ("attack", "missile"):
        return False
    if instrument is not None and instrument != case.move.instrument:
        return False
    weapon = case.arm(case.move.instrument)
    rate = (weapon.attacks if action == "attack" else weapon.rof) if weapon is not None else None
    asked = 1 + len(case.details.get("also") or ())
    return rate is None or Fraction(*rate) > asked - 1


# -- class and movement -------------------------------------------------------------------------------


def no_move(case: Case) -> Iterator[Finding]:
    """CN-310: a no-move action allows one square."""
    squares = case.measure.squares
    if case.kind == "no-move" and squares > movement.FREE_SQUARES:
        yield case.finding(
            "CN-310",
            "error",
            f"a no-move action allows one square only, and the path has {squares}",
            path=True,
            default=False,
        )


def half_action(case: Case) -> Iterator[Finding]:
    """CN-317, CN-320: what goes with a half move."""
    action = case.move.action
    if (
        case.kind != "half"
        or action in HALF_MAY
        or action in ("other", "run", "sprint", "overrun", "backpack")
    ):
        return
    if action == "cast":
        yield case.finding("CN-317", "error", "spells are no-move only: no half move goes with casting")
    else:
        yield case.finding(
            "CN-320",
            "error",
            f"{NOUNS.get(action, action)} is a no-move action: no half move goes with it",
            default=action in ("psionic", "escape"),
        )


def half_move(case: Case) -> Iterator[Finding]:
    """CN-320, CN-323, CN-326: up to half the movement, before the action or after it."""
    if case.kind != "half":
        return
    if case.details.get("path") and case.details.get("then_path"):
        yield case.finding(
            "CN-320",
            "error",
            "half move before the action or after it, not both: that is two movements",
            path=True,
        )
    code = {"withdraw": "CN-326", "charge": "CN-323"}.get(case.move.action, "CN-320")
    yield from _over(case, code, movement.limit("half", case.move.action, case.points, case.settings))


def full_move(case: Case) -> Iterator[Finding]:
    """CN-330: a full move is movement only, but for a charge."""
    if case.kind != "full" or case.move.action in movement.FULL_ALONE:
        return
    doing = NOUNS.get(case.move.action, case.move.action).removeprefix("an ").removeprefix("a ")
    message, fix = f"a full move leaves no {doing}", None
    if case.details.get("plain"):
        half = case.points / 2 if case.points is not None else None
        if half is not None and case.cost is not None:
            message = f"{_sum(case)} > {_shown(half)}, half of {_shown(case.points)}: {message}"
        fix = _as_half(case)
    yield case.finding("CN-330", "error", message, fix=fix)


def _as_half(case: Case) -> Fix | None:
    """ "move 3 e and attack": said as a half move, where it may be one."""
    from calledshot.api import replace
    from calledshot_combat_notes.strict_form import write

    if case.points is not None and case.least > case.points / 2:
        return None
    details = {key: value for key, value in case.details.items() if key != "plain"} | {"class": "half"}
    return Fix("say that it is a half move", write(replace(case.move, details=details)))


FULL_CODES = {"charge": "CN-332", "move": "CN-333", "run": "CN-334", "sprint": "CN-335", "overrun": "CN-330"}


def full_cost(case: Case) -> Iterator[Finding]:
    """CN-332 to CN-335: up to the whole movement, and what runs and sprints make of it."""
    action = case.move.action
    if case.kind != "full" or action not in FULL_CODES:
        return
    limit = movement.limit("full", action, case.points, case.settings)
    if limit is None and action in ("run", "sprint"):
        if case.points is not None and case.least > case.points:
            yield case.finding(
                FULL_CODES[action],
                "warning",
                f"{_sum(case)} > {_shown(case.points)}: how far a {action} goes is the DM's to say",
                path=True,
            )
        return
    yield from _over(case, FULL_CODES[action], limit)


def withdraws(case: Case) -> Iterator[Finding]:
    """CN-326: a withdrawal is a half-move action."""
    if case.move.action == "withdraw" and case.kind == "full":
        yield from _over(case, "CN-326", movement.limit("half", "withdraw", case.points, case.settings))


def _over(case: Case, code: str, limit: Fraction | None) -> Iterator[Finding]:
    """The cost against a limit, with the sum."""
    if limit is None or case.least <= limit:
        return
    of = "" if case.points is None else _of(limit, case.points)
    yield case.finding(
        code,
        "error",
        f"{_sum(case)} > {_shown(limit)}{of}",
        path=bool(case.legs),
        default=case.measure.diagonal > 0 or (case.scale == "missile" and code != "CN-332"),
    )


def _of(limit: Fraction, points: Fraction) -> str:
    if limit == points / 2:
        return f": more than half of {_shown(points)}"
    return ": more than the whole movement" if limit == points else f", of a movement of {_shown(points)}"


def _sum(case: Case) -> str:
    least = "" if case.measure.complete else "at least "
    return least + movement.cost_words(case.measure.orthogonal, case.measure.diagonal, case.rounding)


def _shown(value: Fraction | None) -> str:
    return "?" if value is None else f"{float(value):g}"


def overruns(case: Case) -> Iterator[Finding]:
    """CN-420: only a larger creature overruns a smaller one."""
    over = case.details.get("over") or (case.move.target if case.move.action == "overrun" else None)
    other = case.campaign.sheets.get(str(over)) if over is not None else None
    mine, theirs = (RANK.get(getattr(one, "size", None) or "") for one in (case.sheet, other))
    if mine is None or theirs is None or mine > theirs:
        return
    yield case.finding(
        "CN-420",
        "warning",
        f"no overrun: {case.actor.name} ({case.sheet.size if case.sheet else '?'}) is not larger than {over} "
        f"({other.size if other else '?'}); the DM says what entering the square does",
    )


# -- attacks, weapons, turns --------------------------------------------------------------------------


def charge_attacks(case: Case) -> Iterator[Finding]:
    """CN-331: one attack ends a charge."""
    times = int(case.details.get("times") or 1)
    if case.move.action == "charge" and times > 1:
        yield case.finding("CN-331", "error", f"a charge has one attack, at its end, not {times}")


def shots(case: Case) -> Iterator[Finding]:
    """CN-313, CN-325: as many missiles as the rate of fire allows, half of them with a half move."""
    times = case.details.get("times")
    if case.move.action != "missile" or times is None:
        return
    weapon = case.arm(case.move.instrument)
    if weapon is None or weapon.rof is None:
        return
    rate = Fraction(*weapon.rof)
    half = case.kind == "half"
    most = -(-(rate / 2 if half else rate) // 1)  # what the best of several rounds allows
    if times > most:
        code, said = ("CN-325", "half the rate of fire") if half else ("CN-313", "the rate of fire")
        each = _shown(rate / 2 if half else rate)
        message = f"{times} shots > {most}: {said} of {weapon.name} is {each}"
        yield case.finding(code, "error", message, default=half and (rate / 2).denominator > 1)


def attacks(case: Case) -> Iterator[Finding]:
    """CN-440: as many attacks as the weapon has in a round."""
    times = case.details.get("times")
    if case.move.action != "attack" or times is None:
        return
    weapon = case.arm(case.move.instrument)
    if weapon is not None and weapon.attacks is not None and times > -(-Fraction(*weapon.attacks) // 1):
        each = _shown(Fraction(*weapon.attacks))
        yield case.finding("CN-440", "error", f"{times} attacks > {each} with {weapon.name} in a round")


def packed(case: Case) -> Iterator[Finding]:
    """CN-533: getting something out of the backpack, or into it, is the whole full move."""
    action = case.move.action
    if action == "backpack":
        doing = _besides(case)
        if doing:
            yield case.finding(
                "CN-533", "error", f"the backpack takes the full move: {doing} cannot go with it"
            )
        return
    steps = case.details.get("ready") or ()
    if any(step["do"] == "stow" for step in steps) and action not in ("ready", "wait"):
        yield case.finding(
            "CN-533", "error", f"the backpack takes the full move: it leaves no {NOUNS.get(action, action)}"
        )
    weapon = case.arm(case.move.instrument) if case.move.instrument is not None else None
    if weapon is not None and action in ATTACKS and case.state(weapon) == "backpack":
        yield case.finding(
            "CN-533",
            "error",
            f"{weapon.name} is in the backpack: getting it out takes a full move of its own",
        )


def _besides(case: Case) -> str:
    for other in case.details.get("also") or ():
        return NOUNS.get(str(other.get("action")), str(other.get("action")))
    if case.legs and case.measure.squares > 0:
        return "movement"
    return "readying a weapon" if case.details.get("ready") else ""


def turns(case: Case) -> Iterator[Finding]:
    """CN-031, CN-310: a turn is free with a no-move action, and once a round for somebody clear."""
    if "facing" not in case.details:
        return
    used, status = getattr(case.actor, "turns", None), getattr(case.actor, "status", None)
    if used is None or (case.kind == "no-move" and case.move.action != "face"):
        return
    if status == "clear" and used < FREE_TURNS:
        return
    if status == "clear":
        yield case.finding(
            "CN-031", "warning", "a further change of facing this round is not free: the DM decides"
        )
    elif status is not None and case.move.action != "face":
        yield case.finding(
            "CN-031", "warning", f"{status}: no change of facing is free beside a move; the DM decides"
        )


CHECKS: tuple[Callable[[Case], Iterator[Finding]], ...] = (
    catalogue,
    held,
    escape,
    one_action,
    no_move,
    half_action,
    half_move,
    withdraws,
    full_move,
    full_cost,
    overruns,
    charge_attacks,
    shots,
    attacks,
    packed,
    turns,
)
