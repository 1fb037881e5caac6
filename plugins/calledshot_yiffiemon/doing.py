"""Actions: what a declaration costs and begins, and what is done when it resolves (YM-104 … YM-108).

Whether it may be declared is `legality`, walking is `walking`; what its roll brings is its chapter's ladder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from calledshot.api import Declaration, Event, Move, fold, number, replace
from calledshot_yiffiemon import (
    assists,
    carry_out,
    charge,
    checks,
    clock,
    conditions,
    dealing,
    defence,
    figures,
    guard,
    legality,
    moments,
    offering,
    paths,
    resolving,
    rolling,
    settings,
    spending,
)
from calledshot_yiffiemon.flow import Flow
from calledshot_yiffiemon.state import Pending, Queued, Turn
from calledshot_yiffiemon.table import Table

_BLEEDS = re.compile(r"\b(?P<fatigue>fatigue\s)?bleeding(?:\s(?P<stage>[123])\b)?", re.IGNORECASE)
"""What somebody is treated for."""
_WORD = re.compile(r"\w+")
FREE = frozenset(("threaten", "fight_defensively", "stop_defending", "spend", "pass", "opportunity", "check"))
"""What takes no time and may stand beside an action."""
NEEDS_TARGET = frozenset(("attack", "charge", "dive", "slide", "push", "cross_guard"))
ROLLED_WITH: Mapping[str, str] = {
    "attack": "attack",
    "charge": "attack",
    "dive": "attack",
    "melee_assist": "attack skill",
    "ranged_assist": "attack skill",
    "threat_distance": "attack skill",
    "cross_guard": "dodge",
}
"""The check that an action which waits for the next turn is made with."""
NO_GATE = frozenset(("pass", "opportunity", "spend", "check", "threaten"))
"""Words that are no action of a turn, which being staggered does not keep from anybody."""
ASSISTS = frozenset(("melee_assist", "ranged_assist"))
ATTACKS: Mapping[str, bool] = {
    "attack": True,
    "charge": charge.COUNTS_AS_ATTACK,
    "dive": True,
    "slide": True,
    "push": True,
    "cross_guard": guard.COUNTS_AS_ATTACK,
    **assists.COUNTS_AS_ATTACK,
}
"""Which actions count as attacks (YM-601, YM-620, YM-701, YM-720); Slide and Push make an attack roll."""


def is_attack(action: str | None) -> bool:
    return ATTACKS.get(action or "", False)


class Said(Struct, frozen=True, kw_only=True):
    """A declaration that has come up: its moves and the event it was said in."""

    moves: tuple[Move, ...]
    event: Event
    declaration: Declaration | None = None


def acts(said: Said) -> bool:
    """Whether it is an action, and no mere word on an opportunity."""
    return any(move.action not in NO_GATE for move in said.moves)


def take(table: Table, who: str, said: Said) -> Flow:
    """Do what is declared. Returns whether an action was taken, which ends the turn."""
    table.saying = said.event
    timed: Move | None = None
    later: list[Move] = []
    for move in _without_flourish(said.moves):
        if move.action == "heal":
            move = _treated(table, who, move, said.event.text)
        if move.action == "check" or (move.action == "stop_defending" and timed is not None):
            later.append(move)
        elif move.action in FREE:
            yield from free(table, who, move, own_turn=True)
        elif timed is None:
            timed = move
        elif _same_walk(timed, move):
            timed = move if _says_again(timed, move) else _joined(timed, move)
        elif timed.action == move.action == "wait":
            timed = replace(timed, details={**move.details, **timed.details})  # "hold my action, wait 1"
        elif timed.action == move.action and None in (timed.target, move.target):
            timed = move if timed.target is None else timed  # "charge!! charge the troll"
        else:
            table.refuse(who, "one action a turn", "YM-104", move=move.text)
    if timed is not None:
        taken = yield from _action(table, who, timed)
        for move in later:
            yield from _beside(table, who, move, timed if taken else None)
        return taken
    for move in later:
        yield from _beside(table, who, move, None)
    return False


def _without_flourish(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Moves without a step that tells neither how far nor where to, beside another action: "steps back and
    waits"."""
    timed = [move for move in moves if move.action not in FREE and move.action != "check"]
    idle = [move for move in timed if move.details.get("back") and "path" not in move.details]
    return moves if len(timed) == len(idle) else tuple(move for move in moves if move not in idle)


def _treated(table: Table, who: str, move: Move, text: str) -> Move:
    """A treatment with what it is for, where the words say so: a stage, or the one that the patient has of a
    kind of bleeding."""
    found = _BLEEDS.search(text)
    if found is None or move.details.get("condition") is not None:
        return move
    stages = conditions.FAMILIES["FatigueBleeding" if found["fatigue"] else "Bleeding"]
    patient = table.fighters.get(move.target or who)
    levels = patient.levels if patient is not None else {}
    has = [stages[int(found["stage"]) - 1]] if found["stage"] else [one for one in stages if levels.get(one)]
    return replace(move, details={**move.details, "condition": has[0]}) if has else move


def _same_walk(one: Move, other: Move) -> bool:
    walks = ("move", "run")
    return one.action in walks and other.action in walks


def _says_again(one: Move, other: Move) -> bool:
    """Whether a walk that was told without its length is told again with it: "sprints at the orc, run 4
    toward the orc"."""
    legs, more = one.details.get("path", []), other.details.get("path", [])
    untold = all("count" not in leg and "to" not in leg for leg in legs)
    toward = {leg.get("toward") for leg in legs} - {None}
    return untold and any("count" in leg for leg in more) and toward <= {leg.get("toward") for leg in more}


def _joined(one: Move, other: Move) -> Move:
    """Legs of one move action, said as several: its sub turns (YM-803)."""
    path = [*one.details.get("path", []), *other.details.get("path", [])]
    legs = [*one.details.get("legs", [one]), other]
    action = "run" if "run" in (one.action, other.action) else "move"
    return replace(
        one,
        action=action,
        target=one.target or other.target,
        text=f"{one.text}, {other.text}",
        end_column=other.end_column,
        details={**one.details, **other.details, "path": path, "legs": legs},
    )


# -- what takes no time ----------------------------------------------------------------------------


def free(table: Table, who: str, move: Move, *, own_turn: bool) -> Flow:
    """Something said beside an action, or outside one's turn."""
    action = move.action
    if action == "pass":
        if not offering.passes(table, who, move.target):
            table.refuse(who, "no opportunity is offered to him", "YM-409", move=move.text)
    elif action == "opportunity":
        takes(table, who, move)
    elif action == "spend":
        yield from spending.spend(table, who, move)
    elif not faults(table, who, move):
        table.rule("action", "free", who, move.target, action=action, move=move.text)
        known = figures.facts(table, who)
        if action == "threaten":
            yield from dealing.deal(table, who, move, own_turn=own_turn)
        elif action == "fight_defensively":
            yield from carry_out.plainly(table, defence.take_up(known), who)
        elif action == "stop_defending":
            yield from carry_out.plainly(table, defence.drop(known, table.fighters[who].waited), who)


def takes(table: Table, who: str, move: Move) -> Queued | None:
    """YM-107, YM-408, YM-409: an opportunity is taken, or refused."""
    against = move.target or next((one.against for one in table.offers if who in one.open_to), None)
    if against is None:
        table.refuse(who, "no opportunity is offered to him", "YM-407", move=move.text)
        return None
    wrong = offering.why_not(table, who, against)
    if wrong is not None:
        table.refuse(who, wrong[0], *wrong[1], move=move.text)
        return None
    return offering.take(table, who, against, move.details.get("what"))


def faults(table: Table, who: str, move: Move) -> bool:
    """Refuse what may not be declared, with every ground at once. Returns whether it was refused."""
    found = [one for one in legality.check(move, table.fighters[who], table) if one.forbids]
    if found and table.let_stand == who:
        return False  # the GM has seen them (PGM-2)
    if found:
        why = "; ".join(dict.fromkeys(one.reason for one in found))
        clauses = [one.code for one in found]
        default = any(one.default_ruling for one in found)
        for one in found:
            table.encounter.find(
                one.code,
                one.message,
                who,
                span=(one.column, one.end_column),
                event=table.saying,
                severity=one.severity,
                default=one.default_ruling,
            )
        table.refuse(who, why, *clauses, default=default, move=move.text, noted=True)
    return bool(found)


def _beside(table: Table, who: str, move: Move, timed: Move | None) -> Flow:
    """A check on its own, or one beside an action (YM-739)."""
    if move.action == "stop_defending":
        yield from free(table, who, move, own_turn=True)
        return
    kind = checks.normal(str(move.details.get("check", "")))
    table.rule("action", "free", who, action="check", move=move.text)
    if kind in checks.SKILL:
        attacks = timed is not None and is_attack(timed.action)
        if not guard.may_check_skill(attacks, table.fighters[who].in_combat):
            why = "not in a turn spent on an attack" if attacks else "not in combat"
            table.refuse(who, why, "YM-739", move=move.text)
            return
        yield from carry_out.checked(table, "attack skill", who, "", clauses=("YM-739",))
        return
    yield from carry_out.checked(table, kind, who, "", clauses=("YM-001",))


# -- actions that take time ------------------------------------------------------------------------


def speed(table: Table, who: str, move: Move) -> Fraction | None:
    """YM-104, YM-750, YM-801, YM-920: Inits that an action takes; None where only the GM can tell."""
    action = move.action
    one = table.fighters[who]
    if action == "wait":
        said = move.details.get("wait")
        return number(said) if said is not None else number(settings.speed(table.settings, "wait"))
    walks = action in clock.MOVE_KINDS or (action == "cross_guard" and paths.archer(table, move.target))
    if walks:
        walker = move.target if action == "push" and move.target is not None else who
        moves = paths.moves_of(table, walker, paths.path_of(move))
        if moves is None or one.MR is None:
            return None
        if action == "push":
            return clock.push_time(moves, one.MR, _normal_attack(table))
        return clock.move_time(moves, one.MR)
    names = {"attack": "normal_attack", "cross_guard": "normal_attack", "other": "normal_attack"}
    return number(settings.speed(table.settings, names.get(action, action)))


def _normal_attack(table: Table) -> Fraction:
    return number(settings.speed(table.settings, "normal_attack"))


def _only_whispered(table: Table, name: str) -> bool:
    """Whether nobody has heard of somebody but from this private message: the room is not to hear of him by
    his being in the fight."""
    whispered = getattr(table.saying, "kind", None) == "whisper"
    return whispered and name not in table.fighters and name not in table.campaign.sheets


def _action(table: Table, who: str, move: Move) -> Flow:
    """Declare an action: legal or not, its time, and now or later."""
    move = _aimed(table, who, move)
    if move.target is not None and _only_whispered(table, move.target):
        table.rule("refused", "unclear", who, why="who is that?", move=move.text)
        return False
    if move.target is not None and move.action != "wait":
        table.join(move.target)
    if move.target is None and move.action in NEEDS_TARGET and len(enemies(table, who)) > 1:
        table.aimless[who] = move
        table.rule("refused", "unclear", who, why="at whom?", move=move.text)
        return False
    table.aimless.pop(who, None)
    if faults(table, who, move):
        return False
    time = speed(table, who, move)
    if time is None:
        asks_time(table, who, move)
    if move.action == "wait":
        waits(table, who, time, text=move.text)
        return True
    now_kind = clock.resolves_now(move.action, str(table.setting("advanced_move.resolve"))) or (
        move.action == "cross_guard" and paths.archer(table, move.target)
    )
    begins(table, who, move, time, now_kind)
    if now_kind:
        yield from resolving.resolve(table, who, move)
    else:
        one = table.fighters[who]
        one.pending = Pending(move=move, text=_text(move), start=one.turn.start)
        if table.setting("roll.when") == "declaration" and move.action in ROLLED_WITH:
            yield from rolling.ahead(table, who, ROLLED_WITH[move.action], move.action, move.target)
    return True


def _aimed(table: Table, who: str, move: Move) -> Move:
    """A move that needs a target and names none is meant for the one opponent there is; an attack after an
    attack for the one who was attacked."""
    if move.target is not None and move.target not in table.fighters:
        near = [name for name in table.fighters if fold(move.target) in map(fold, _WORD.findall(name))]
        if len(near) == 1 and near[0] != who:
            return replace(move, target=near[0])  # a part of a name
    if move.target is not None or move.action not in NEEDS_TARGET:
        return move
    others = enemies(table, who)
    before = table.fighters[who].last
    if (
        move.action == "attack"
        and before is not None
        and is_attack(before.action)
        and before.target in others
    ):
        return replace(move, target=before.target)  # "attack again"
    return replace(move, target=others[0]) if len(others) == 1 else move


def enemies(table: Table, who: str) -> list[str]:
    """His opponents who are still up."""
    return [name for name in table.opponents(who) if not table.fighters[name].out]


def _text(move: Move) -> str:
    said = " ".join(move.text.split())
    if move.action == "attack" and move.target is not None:
        return f"normal attack on {move.target}"
    return said or move.action.replace("_", " ")


def asks_time(table: Table, who: str, move: Move) -> None:
    """The GM is asked how long it takes, where neither the path nor the movement rate tells; until he
    answers, those whose clocks are known come first."""
    serial = table.serial
    table.unsure.add(who)

    def then(answer: Any) -> None:
        one = table.fighters[who]
        if one.turn.number == serial and one.turn.length is None:
            one.turn = replace(one.turn, length=number(answer))
        table.unsure.discard(who)
        table.spend(who, number(answer))

    table.ask(
        f"time {who} {serial}",
        f"how many Inits does {who}'s {move.action.replace('_', ' ')} take?",
        who,
        ("YM-104", "YM-801"),
        then,
    )


def begins(table: Table, who: str, move: Move, time: Fraction | None, now_kind: bool) -> None:
    """The action is on: the turn's record, the clock, and what counts from its beginning."""
    one = table.fighters[who]
    steps = paths.path_of(move)
    moves = paths.moves_of(table, who, steps) if move.action in clock.MOVE_KINDS else None
    start = table.clocks.spent[who]
    one.turn = Turn(
        action=move.action,
        start=start,
        length=time,
        moves=moves,
        toward=paths.straight_at(table, who, steps) if steps else None,
        flying=one.flying,
        target=move.target,
        text=_text(move),
        number=table.serial,
    )
    one.acted += 1
    one.waited = Fraction(0)
    if time is not None:
        table.spend(who, time)
    if move.action in clock.MOVE_KINDS:
        table.moved_now(who, table.clocks.spent[who])
    if not (move.action == "heal" and move.target in (None, who)):
        table.happened(moments.acts_otherwise(who))
    counts = is_attack(move.action)
    if move.action in ASSISTS:
        table.happened(moments.new_assist(who))
    elif counts:
        table.happened(moments.own_attack(who))
    table.rule(
        "action", "declared", who, move.target,
        clauses=(*_time_clauses(table, move), "YM-106" if now_kind else "YM-108"),
        default=_speed_default(table, move), action=move.action, move=move.text or _text(move), speed=time,
        clock=table.clocks.spent[who], resolves="now" if now_kind else f"next turn of {who}",
        attack=counts, moves=moves, next=table.next_up(),
    )  # fmt: skip
    if counts and move.target is not None:
        table.enter_combat(who, move.target)
        table.threats.give(who, move.target, "TB1", 1, moments.turn(who))


def _time_clauses(table: Table, move: Move) -> tuple[str, ...]:
    more = {
        "move": ("YM-801",),
        "run": ("YM-801",),
        "slide": ("YM-901",),
        "push": ("YM-920",),
        "cross_guard": ("YM-750",) if paths.archer(table, move.target) else ("YM-728",),
    }
    return ("YM-104", *more.get(move.action, ()))


def _speed_default(table: Table, move: Move) -> bool:
    if move.action in ("move", "run", "slide", "wait"):
        return False
    return table.by_default("speed.normal_attack")


def waits(
    table: Table, who: str, time: Fraction | None, *, text: str = "wait", said_by_gm: bool = False
) -> None:
    """A turn spent waiting: it counts for dropping the defence (YM-355) and for Stopped 2 (YM-385)."""
    one = table.fighters[who]
    length = number(settings.speed(table.settings, "wait")) if time is None else time
    start = table.clocks.spent[who]
    before = one.waited
    one.waited += length
    one.acted += 1
    one.turn = Turn(action="wait", start=start, length=length, text=text, number=table.serial)
    table.spend(who, length)
    table.happened(moments.acts_otherwise(who))
    table.rule(
        "action", "passed" if said_by_gm else "declared", who, clauses=("YM-104",), action="wait", move=text,
        speed=length, clock=table.clocks.spent[who], resolves="now", attack=False, next=table.next_up(),
        default=time is None,
    )  # fmt: skip
    per = str(table.setting("stopped2.per"))
    gone = conditions.by_waiting(before, one.waited, per)
    if gone and one.level("Stopped2"):
        default = table.by_default("stopped2.per")
        table.lose(who, "Stopped2", gone, clauses=("YM-385",), default=default)
