"""Initiative: sums, numbers of moves, and the order of play (PAR-INIT, PAR-STD-1, PAR-STD-2).

The arithmetic of one roll is `counting`; this keeps it for a fight and tells when it changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calledshot.api import Announced, Event
from calledshot_parthos import book, counting, prompting, secret
from calledshot_parthos.state import Init, Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

STEP = counting.STEP

Key = tuple[bool, float, int, int, int, int]


def take(fight: ParthosFight, who: str, event: Event) -> None:
    """Somebody's initiative roll (PAR-INIT-1)."""
    round_ = fight.round
    assert round_ is not None and event.roll is not None
    fight.join(who)
    round_.saw(who)
    if round_.first_init is None:
        round_.first_init = event
    if round_.phase == "declare":
        round_.phase = "initiative"
    again = who in round_.inits
    if round_.system == "im" and not again and who in fight.standing_orders and not round_.plan(who).moves:
        secret.no_im(fight, who)
    init = round_.inits[who] = Init(event.roll.total, event)
    compute(fight, who)
    if fight.setting("named_before") == "initiative" and round_.system == "standard":
        _undeclared_yet(fight, who)
    _lay(fight, who)
    _rule(fight, who, "revised" if again else "rolled")
    place(fight, who)
    if round_.system == "im" and not round_.plan(who).moves:
        secret.no_im(fight, who)
    if init.total is None and attacks_known(fight, who):
        fight.encounter.cannot_check("initiative: Speed is not known", who)


def shared(fight: ParthosFight, who: str) -> None:
    """One of a group acts without a roll of his own: the one that was made for the group is his as well."""
    round_ = fight.round
    assert round_ is not None
    group = next((members for members in fight.groups.values() if who in members), [])
    fellow = next((round_.inits[name] for name in group if name in round_.inits), None)
    if fellow is None or who in round_.inits:
        return
    init = round_.inits[who] = Init(fellow.roll, fellow.event)
    init.stated = fellow.stated
    compute(fight, who)
    _lay(fight, who)
    _rule(fight, who, "rolled")
    place(fight, who)


def _undeclared_yet(fight: ParthosFight, who: str) -> None:
    round_ = fight.round
    assert round_ is not None
    if not round_.plan(who).moves and ("PAR-STD-4", who) not in round_.told:
        round_.told.add(("PAR-STD-4", who))
        fight.encounter.find(
            "PAR-STD-4",
            "spells, items and powers had to be named before the initiative roll",
            who,
            default=True,
        )


def compute(fight: ParthosFight, who: str) -> None:
    """Work out the sum and the inits of the moves won, from what is known now (PAR-INIT-1 … PAR-INIT-5)."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    plan = round_.plan(who)
    fighter = fight.fighters[who]
    attacks = [planned.is_attack for planned in plan.moves]
    aimed = [planned.move.called_shot is not None for planned in plan.moves]
    if not attacks and round_.system == "im":
        attacks = [False]  # no declared move is no attack: nothing tells that Weapon Speed is on
    announced = any(book.fold(name) in book.WEAPON_SPEED for name in plan.modifiers)
    held = "weapon_speed" in plan.hold_back
    by_im = round_.system == "im" and fight.setting("im_weapon_speed") == "on"
    ws_on = (by_im or announced) and not held
    first_attacks = attacks[0] if attacks else True
    first_fast = ws_on and first_attacks and not (aimed and aimed[0])
    ws = fighter.sheet.weapon_speed
    if ws is None and fighter.known and fighter.sheet.speed is not None and not announced:
        ws = 0  # a sheet with a Speed and no Weapon Speed: he has none
    speed = fighter.sheet.speed
    if speed is None and (ws is not None or not (by_im and any(attacks))):
        speed = _learned_speed(fight, who)  # by IM, a Weapon Speed that nobody has told would be in the sum
    parts: list[tuple[str, int]] = []
    unknown = speed is None or init.roll is None
    if init.roll is not None:
        parts.append(("d100", init.roll))
    if speed is not None:
        parts.append(("Speed", speed))
    if by_im and not held and not attacks_known(fight, who) and ws != 0:
        unknown = True  # whether it is an attack stands in an IM that the log does not hold
    flat = 0
    for item in book.items(fighter) or ():
        if item.speed:
            parts.append((item.name, item.speed))
            flat += item.speed
    if first_fast:
        if ws is None:
            unknown = unknown or announced or fighter.known
        elif ws:
            parts.append(("WS", ws))
    extra = [0] * max(len(attacks), 1)
    for name in plan.modifiers:
        if book.fold(name) in book.WEAPON_SPEED:
            continue
        value, touched = book.modifier(fight.campaign, fighter, name)
        if value is None:
            unknown = True
            fight.encounter.cannot_check(f"initiative with {name}: its size is not known", who)
            continue
        if touched is None:
            flat += value
            parts.append((name, value))
            continue
        for index in range(len(extra)):
            action = plan.moves[index].move.action if index < len(plan.moves) else "attack"
            if book.touches(touched, action):
                extra[index] += value
                if index == 0:
                    parts.append((name, value))
    init.parts = parts
    if init.stated is not None and (unknown or not _ours_counts(fight)):
        init.total = init.stated
        init.moves = [init.stated - STEP * k for k in range(max(1, -(-init.stated // STEP)))]
        return
    if unknown or speed is None or init.roll is None:
        init.total, init.moves = None, None
        return
    inits = counting.moves_for(
        init.roll,
        speed,
        ws,
        attacks,
        round_.system if by_im else "standard",
        announced,
        held=held,
        called=aimed,
        flat=flat,
        extra=extra,
        sum_decides=bool(fight.setting("sum_decides")),
        unlisted=round_.system != "im",
        returns=bool(fight.setting("weapon_speed_returns")),
    )
    listed = not (ws and secret.unseen(fight))  # else what follows may be an attack or none
    while round_.system == "im" and len(inits) >= len(attacks) and listed:
        more = init.roll + speed + flat - STEP * len(inits)
        if more <= 0:
            break
        inits.append(more)  # won but not listed: no attack is declared, so no Weapon Speed counts
    init.total, init.moves, init.ours = inits[0], inits, inits[0]


def _learned_speed(fight: ParthosFight, who: str) -> int | None:
    """The Speed that an earlier round of the log has told."""
    told = fight.encounter.learned.get(who, "speed")
    value = told.value if told is not None else None
    return value if isinstance(value, int) else None


def attacks_known(fight: ParthosFight, who: str) -> bool:
    """Whether the record can tell which of somebody's moves are attacks."""
    round_ = fight.round
    assert round_ is not None
    return round_.system != "im" or bool(round_.plan(who).moves) or not secret.unseen(fight)


def may_fall_at(fight: ParthosFight, who: str, at: int) -> bool:
    """Whether one of somebody's moves can fall there, with Weapon Speed or without, for all that is known."""
    round_ = fight.round
    assert round_ is not None
    own = sum(number for label, number in round_.inits[who].parts if label != "WS")
    ws = fight.fighters[who].sheet.weapon_speed or 0
    return any(at <= own + more and (own + more - at) % STEP == 0 for more in (0, ws))


def _ours_counts(fight: ParthosFight) -> bool:
    return fight.encounter.by_the_book


def _clauses(init: Init) -> tuple[str, ...]:
    clauses = ["PAR-INIT-1", "PAR-INIT-2"]
    if any(label == "WS" for label, _ in init.parts):
        clauses.append("PAR-INIT-3")
    if init.moves is not None and any(at <= 0 for at in init.moves[1:]):
        clauses.append("PAR-INIT-5")
    return tuple(clauses)


def _rule(fight: ParthosFight, who: str, outcome: str, clauses: tuple[str, ...] | None = None) -> None:
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    known = round_.order_told and outcome != "rolled"  # one more is in it: the order is another
    places = None if known else prompting.order(fight)
    round_.order_told = round_.order_told or places is not None
    told: dict[str, Any] = {} if places is None else {"order": places}
    fight.encounter.rule(
        "initiative",
        outcome,
        who,
        clauses=clauses or _clauses(init),
        default=round_.system == "im" and any(label == "WS" for label, _ in init.parts),
        roll=init.roll,
        total=init.total,
        moves=list(init.moves) if init.moves is not None else None,
        parts=[[label, value] for label, value in init.parts],
        system=round_.system,
        **told,
    )


def _lay(fight: ParthosFight, who: str) -> None:
    """Give each declared move its init, as far as there are any."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    for index, planned in enumerate(round_.plan(who).moves):
        known = init.moves is not None and index < len(init.moves)
        planned.at = init.moves[index] if known and init.moves is not None else None
        planned.counted_last = planned.at is not None and planned.at <= 0 and index > 0


def place(fight: ParthosFight, who: str) -> None:
    """Give each declared move its init; those beyond the number won are dropped (PAR-INIT-8)."""
    round_ = fight.round
    assert round_ is not None
    init, plan = round_.inits[who], round_.plan(who)
    won = init.won if init.won is not None else len(init.moves) if init.moves is not None else None
    _lay(fight, who)
    for index, planned in enumerate(plan.moves):
        if planned.status == "dropped" and (won is None or index < won):
            planned.status = "pending"
        if won is not None and index >= won and planned.status == "pending" and not planned.candidate:
            planned.status = "dropped"
            fight.encounter.rule(
                "move",
                "dropped",
                who,
                planned.target,
                clauses=("PAR-INIT-8",),
                at=None,
                index=index,
                action=planned.move.action,
            )
            if not planned.move.optional:
                fight.encounter.find(
                    "PAR-INIT-8",
                    f"only {won} {'move' if won == 1 else 'moves'} won; this one is dropped",
                    who,
                    event=planned.event,
                    span=(planned.move.column, planned.move.end_column),
                )
    told = fight.is_npc(who) or secret.unseen(fight)  # then moves come as they are told, one by one
    listed = plan.moves and (plan.channel == "im" or not told)
    if round_.system == "im" and listed and init.moves is not None:
        for index in range(len(plan.moves), len(init.moves)):
            if ("unlisted", f"{who} {index}") not in round_.told:
                round_.told.add(("unlisted", f"{who} {index}"))
                fight.encounter.rule(
                    "move",
                    "lost",
                    who,
                    clauses=("PAR-SYN-8",),
                    at=init.moves[index],
                    index=index,
                    action=None,
                    why="won but not listed",
                )


def revise(fight: ParthosFight, who: str) -> None:
    """A declaration or waiver may have changed the sum: work it out again and say so if it did."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    before = (init.total, init.moves)
    compute(fight, who)
    if (init.total, init.moves) != before:
        _rule(fight, who, "revised")
    place(fight, who)


def told(fight: ParthosFight, who: str) -> None:
    """The PGM's call has told what a move is that was declared where the record does not show it: the sum
    where that makes it known."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    before = init.total
    compute(fight, who)
    if init.total != before:
        _rule(fight, who, "revised")
    place(fight, who)


def again(fight: ParthosFight, who: str, event: Event) -> None:
    """Another initiative roll in the round: ignored, unless granted (PAR-INIT-1)."""
    round_ = fight.round
    assert round_ is not None and event.roll is not None
    init = round_.inits[who]
    fight.encounter.rule(
        "initiative",
        "ignored",
        who,
        clauses=("PAR-INIT-1",),
        roll=event.roll.total,
        total=init.total,
        moves=list(init.moves) if init.moves is not None else None,
    )
    fight.encounter.find(
        "PAR-INIT-1", f"a second initiative roll in the round; the first, {init.roll}, counts", who
    )
    fight.encounter.find("DICE-5", f"rolled again; the first roll, {init.roll}, counts", who)
    fight.encounter.note_roll(event, who, "initiative", counted=False)


def queue(fight: ParthosFight) -> list[tuple[str, Planned]]:
    """The moves still to be played, in order (PAR-INIT-6, PAR-INIT-7). Moves whose init is not known stand
    last, in the order their owners came in."""
    round_ = fight.round
    assert round_ is not None
    keyed: list[tuple[Key, str, Planned]] = []
    for place_, (who, plan) in enumerate(round_.plans.items()):
        bound: float = float("inf")
        for index, planned in enumerate(plan.moves):
            at = float(planned.at) if planned.at is not None else float("-inf")
            bound = min(bound, at)
            if planned.open:
                keyed.append((key(fight, who, planned.counted_last, bound, place_, index), who, planned))
    keyed.sort(key=lambda entry: entry[0])
    return [(who, planned) for _, who, planned in keyed]


def key(fight: ParthosFight, who: str, last: bool, bound: float, place_: int, index: int) -> Key:
    """What a move is sorted by: `bound` is its init, or that of an earlier move of the same combatant where
    that is lower (PAR-INIT-7); `place_` and `index` part what nothing else does."""
    off, speed, roll = _precedence(fight, who)
    return last, -bound, -off, -speed, -roll, place_ * 100 + index


def _precedence(fight: ParthosFight, who: str) -> tuple[int, int, int]:
    """What parts a tie: the roll-off, then Speed, then the d100 (PAR-INIT-6)."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits.get(who)
    roll = init.roll if init is not None and init.roll is not None else 0
    return round_.roll_offs.get(who, 0), fight.fighters[who].sheet.speed or 0, roll


def simultaneous(fight: ParthosFight, one: tuple[str, Planned], other: tuple[str, Planned]) -> bool:
    """Whether two combatants' moves fall at once: equal inits that nothing parts."""
    if one[1].at is None or one[1].at != other[1].at or one[0] == other[0]:
        return False
    how = fight.setting("tie")
    if how == "roll_off":
        return False
    return how == "simultaneous" or _precedence(fight, one[0]) == _precedence(fight, other[0])


def note_ties(fight: ParthosFight) -> None:
    """Equal inits of two combatants, told once with the rule that parts them (PAR-INIT-6)."""
    at: dict[int, list[tuple[str, Planned]]] = {}
    for who, planned in queue(fight):
        if planned.at is not None and who not in [name for name, _ in at.setdefault(planned.at, [])]:
            at[planned.at].append((who, planned))
    for value, tied in at.items():
        names = [name for name, _ in tied]
        if len(names) < 2:
            continue
        if fight.setting("tie") == "roll_off":
            fight.encounter.find(
                "PAR-INIT-6",
                f"{' and '.join(names)} both act at {value}: they roll off",
                names[0],
                default=True,
            )
            for name in names:
                if name not in (fight.round.roll_offs if fight.round is not None else ()):
                    fight.ask_dice(Request(name, "roll_off"), clauses=("PAR-INIT-6",))
            continue
        words = f"{names[0]} goes first, by Speed and then the d100"
        if simultaneous(fight, tied[0], tied[1]):
            words = "they act at once"
        fight.encounter.find(
            "PAR-INIT-6", f"{' and '.join(names)} both act at {value}: {words}", names[0], default=True
        )


def announced(fight: ParthosFight, who: str, act: Announced) -> None:
    """A player tells his own total: where ours is unknown it is taken, and teaches his Speed."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed" or who not in round_.inits:
        return
    init = round_.inits[who]
    if init.roll is None or init.total is not None or not init.roll < act.total <= init.roll + 400:
        return
    stated(fight, who, act.total)


def stated(fight: ParthosFight, who: str, total: int) -> None:
    """Somebody's total was told and ours is unknown."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    source = fight.encounter.event.source
    line = source.line if source is not None else None
    if init.roll is not None and fight.fighters[who].sheet.speed is None:
        _learn_speed(fight, who, init.roll, total, line)
    init.stated = total
    compute(fight, who)
    _rule(fight, who, "revised", ("PAR-INIT-1", "PAR-INIT-2"))
    place(fight, who)


def _learn_speed(fight: ParthosFight, who: str, roll: int, total: int, line: int | None) -> None:
    """A total after a roll gives the Speed, or, where Weapon Speed may be in it, an upper bound for Speed
    and, with Speed known, Weapon Speed itself."""
    round_ = fight.round
    assert round_ is not None
    plan = round_.plan(who)
    learned = fight.encounter.learned
    sum_ = total - roll
    known = learned.get(who, "speed")
    speed = known.value if known is not None else None
    announced = any(book.fold(name) in book.WEAPON_SPEED for name in plan.modifiers)
    if any(book.fold(name) not in book.WEAPON_SPEED for name in plan.modifiers):
        return  # a modifier of unknown size is in the sum
    attack = plan.moves[0].is_attack if plan.moves else round_.system != "im"
    if attack and (announced or round_.system == "im"):
        if speed is None:
            learned.at_most(who, "speed", sum_, line)
        elif sum_ > speed:
            learned.is_(who, "weapon_speed", sum_ - speed, line)
        return
    if speed is not None and speed != sum_:
        fight.encounter.judge(
            "initiative",
            who,
            ours=roll + speed,
            theirs=total,
            agrees=False,
            message=f"{total} after a {roll} gives {who} Speed {sum_}; earlier lines gave {speed}",
        )
    learned.is_(who, "speed", sum_, line)
