"""A move is played: what it has become by then, whether it may be done, and where it goes (PAR-RND-4).

Attacks go on in `attacks`, spells in `casting`, healing in `succour`, movement in `moving`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from calledshot.api import Finding
from calledshot_parthos import (
    attacks,
    book,
    casting,
    contingency,
    initiative,
    legality,
    moving,
    succour,
    vetting,
)
from calledshot_parthos.state import Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

RANGE_FAULTS = frozenset({"PAR-MOV-4", "PAR-MOV-5", "PAR-MOV-10"})


def settle_before(fight: ParthosFight, who: str, planned: Planned) -> None:
    """Moves without dice whose place has passed resolve now, in order (PAR-RND-4)."""
    for other, earlier in initiative.queue(fight):
        if earlier is planned:
            return
        if earlier.at is None or planned.at is None:
            continue
        if other in fight.held and other != who:
            continue  # his turn is kept open
        if not earlier.is_attack and not earlier.candidate and earlier.open and fight.able(other):
            play_one(fight, other, earlier)


def play(fight: ParthosFight, who: str, planned: Planned, *, by_name: bool = False) -> None:
    """Play a move: first what stands before it in the order, then itself."""
    round_ = fight.round
    assert round_ is not None
    settle_before(fight, who, planned)
    for earlier in round_.plan(who).moves:
        if earlier is planned:
            break
        if earlier.open and not earlier.is_attack:
            play_one(fight, who, earlier)
        elif earlier.open and by_name:
            earlier.status = "lost"
    if planned.open:
        play_one(fight, who, planned)


def play_one(fight: ParthosFight, who: str, planned: Planned) -> None:
    round_ = fight.round
    assert round_ is not None
    round_.acted = True
    planned.candidate = False
    planned.tried = True
    if not fight.may_act(who, planned):
        planned.status = "lost"
        return
    if (planned.move.condition is not None or planned.move.otherwise) and not contingency.settle(
        fight, who, planned
    ):
        return
    if planned.target is None:
        planned.target = _find_target(fight, who, planned)
    _convert(fight, who, planned)
    if not planned.open:
        return
    errors = _check_now(fight, who, planned)
    if errors and not planned.allowed:
        _not_available(fight, who, planned, errors)
        return
    perform(fight, who, planned)


def _find_target(fight: ParthosFight, who: str, planned: Planned) -> str | None:
    if planned.move.action in ("heal", "retreat", "change_weapon", "parry"):
        return None
    if planned.move.action in ("item", "power"):
        return None
    if planned.move.action == "cast" and planned.move.spell is not None:
        spell = book.spell(fight.campaign, planned.move.spell.name)
        if spell is not None and spell.heals is not None:
            return None
    return attacks.guess_target(fight, who)


def faults_now(fight: ParthosFight, who: str, planned: Planned) -> list[Finding]:
    """What there is to say against a move as things now stand (PAR-RND-4)."""
    round_ = fight.round
    assert round_ is not None
    plan = round_.plan(who)
    moves = tuple(replace(p.move, target=p.target) if p.target is not None else p.move for p in plan.moves)
    reading = plan.readings[-1] if plan.readings else None
    if reading is None:
        return []
    return list(
        legality.check(
            moves,
            reading,
            fight.fighters[who],
            fight.scene,
            fight.campaign,
            called=plan.index(planned),
            condition_of=fight.condition_of,
            refused=[
                index for index, earlier in enumerate(plan.moves) if earlier.status in ("illegal", "dropped")
            ],
        )
    )


def _check_now(fight: ParthosFight, who: str, planned: Planned) -> list[Finding]:
    """Legality at the call; what was already told is not told again."""
    found = faults_now(fight, who, planned)
    errors = [finding for finding in found if finding.severity == "error"]
    for finding in found:
        if finding.code not in planned.faults or (
            finding.severity == "error" and finding.code in RANGE_FAULTS
        ):
            fight.encounter.report(finding, planned.event)
            planned.faults = (*planned.faults, finding.code)
    return errors


def _not_available(fight: ParthosFight, who: str, planned: Planned, errors: list[Finding]) -> None:
    codes = tuple(dict.fromkeys(finding.code for finding in errors))
    plan = fight.round.plan(who) if fight.round is not None else None
    index = plan.index(planned) if plan is not None else None
    if set(codes) & RANGE_FAULTS:
        planned.status = "unavailable"
        fight.encounter.rule(
            "move",
            "unavailable",
            who,
            planned.target,
            clauses=codes,
            at=planned.at,
            index=index,
            action=planned.move.action,
        )
        fight.refused = ("move", who)
        return
    planned.status = "illegal"
    if plan is not None:
        vetting.refuse(fight, who, plan, planned, codes)


def _convert(fight: ParthosFight, who: str, planned: Planned) -> None:
    """A missile attack whose target has closed since it was declared (PAR-MOV-7)."""
    target = planned.target
    if target is None or fight.scene.range_to(who, target) != "hth" or planned.range_then == "hth":
        return
    fighter = fight.fighters[who]
    arm = book.weapon(fight.campaign, fighter, planned.move.instrument)
    missile = planned.move.action == "missile" or (
        planned.move.action == "attack"
        and (
            (arm is not None and arm.kind == "missile")
            or (planned.move.instrument is not None and book.is_thrown(None, planned.move.text))
        )
    )
    if not missile:
        return
    how = fight.setting("advanced_upon")
    index = fight.round.plan(who).index(planned) if fight.round is not None else None
    where: dict[str, Any] = {"at": planned.at, "index": index}
    if how == "lose":
        planned.status = "lost"
        fight.encounter.rule(
            "move", "lost", who, target, clauses=("PAR-MOV-7",), default=True, action="missile", **where
        )
        return
    weapon = _melee_instead(fight, who, arm)
    if how == "ask" or weapon is None:
        fight.encounter.ask_pgm(
            f"{target} has closed on {who}, whose shot was declared: attack hand to hand, and with what?",
            who,
            clauses=("PAR-MOV-7",),
            default=True,
        )
        if how == "ask" and not planned.allowed:
            planned.status = "unavailable"
            planned.faults = (*planned.faults, "PAR-MOV-7")
            planned.allowed = True  # whatever the PGM then calls is his answer
            return
    planned.status = "pending"
    planned.move = replace(planned.move, action="melee", instrument=weapon)
    planned.now = f"attack with the {weapon}" if weapon is not None else "attack hand to hand"
    if weapon is not None:
        fighter.in_hand = [weapon]  # PAR-MOV-7: the change is automatic
    fight.encounter.rule(
        "move",
        "converted",
        who,
        target,
        clauses=("PAR-MOV-7",),
        default=True,
        action="melee",
        weapon=weapon,
        **where,
    )
    fight.encounter.find(
        "PAR-MOV-7",
        f"{target} has closed: the shot becomes an attack hand to hand"
        + (f" with the {weapon}" if weapon else ""),
        who,
        event=planned.event,
        span=(planned.move.column, planned.move.end_column),
        default=True,
    )


def _melee_instead(fight: ParthosFight, who: str, arm: book.Arm | None) -> str | None:
    """The same weapon if it is both, else the one melee weapon carried (PAR-MOV-7)."""
    if arm is not None and arm.kind == "both":
        return arm.name
    fighter = fight.fighters[who]
    melee = [
        one
        for one in book.carried(fight.campaign, fighter)
        if one.kind in ("melee", "both") and book.remaining(fighter, one) != 0
    ]
    return melee[0].name if len(melee) == 1 else None


def perform(fight: ParthosFight, who: str, planned: Planned) -> None:
    """The move happens, or its dice are calling.asked for."""
    round_ = fight.round
    assert round_ is not None
    move = planned.move
    plan = round_.plan(who)
    planned.status = "called"
    if not fight.announcing:
        fight.current = who
    now: dict[str, Any] = {"now": planned.now} if planned.now is not None else {}
    fight.encounter.rule(
        "move",
        "called",
        who,
        planned.target,
        clauses=("PAR-INIT-2", "PAR-INIT-6") if planned.at is not None else ("PAR-INIT-7",),
        at=planned.at,
        index=plan.index(planned) if planned in plan.moves else None,
        action=move.action,
        instrument=move.spell.name if move.spell is not None else move.instrument,
        move=move.text,
        **now,
    )
    if planned.is_attack:
        if planned.target is None and len(fight.opponents(who)) > 1:
            _no_target(fight, who, planned)
        attacks.begin(fight, who, planned.target, planned)
        return
    planned.status = "done"
    round_.untold[who] = planned
    if move.action == "advance":
        moving.advance(fight, who, planned.target, move.feet)
        round_.events.append(("advances", who))
    elif move.action == "retreat":
        moving.retreat(fight, who, planned.move.target, move.feet)
    elif move.action == "change_weapon":
        moving.change_weapon(fight, who, move.instrument)
    elif move.action == "cast":
        casting.cast(fight, who, planned)
    elif move.action == "power":
        casting.power(fight, who, planned)
    elif move.action == "item":
        succour.item(fight, who, planned)
    elif move.action == "heal":
        succour.heal_move(fight, who, planned)
    elif move.action == "parry":
        fight.encounter.ask_pgm(
            f"{who} parries: what does the Parry skill do here?", who, clauses=("PAR-MOV-9",)
        )
    else:
        fight.encounter.ask_pgm(
            f"{who}: {move.text or 'something that is not on the list'}: allowed, and with what result?",
            who,
            clauses=("PAR-SYN-5",),
        )


def _no_target(fight: ParthosFight, who: str, planned: Planned) -> None:
    fight.encounter.find(
        "PAR-STD-3",
        f"it is not clear whom {who} attacks: {', '.join(fight.opponents(who))}",
        who,
        event=planned.event,
        span=(planned.move.column, planned.move.end_column),
    )
    fight.encounter.rule("refused", "unclear", who, clauses=("PAR-STD-3", "PAR-STD-5"))
