"""Carries out what a rung brings about, in order: the other half of the ladders. How a check is made is
`rolling`, what changes on the table `table`; no rule's number or sign stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from calledshot.api import replace
from calledshot_yiffiemon import (
    attack,
    changes,
    checks,
    consequences,
    figures,
    hurting,
    moving,
    offering,
    rolling,
)
from calledshot_yiffiemon.changes import Read
from calledshot_yiffiemon.checks import Outcome, Part
from calledshot_yiffiemon.consequences import Consequence
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.flow import Flow, Need, Overruled
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.table import Table


def checked(
    table: Table,
    kind: str,
    who: str,
    ladder: str,
    *,
    against: str | None = None,
    difficulty: int | None = 0,
    parts: Sequence[Part] = (),
    facts: Mapping[str, Any] | None = None,
    outer: Read | None = None,
    action: str | None = None,
    action_id: str = "",
    weapon: str | None = None,
    line: int | None = None,
    group: str | None = None,
    clauses: Iterable[str] = (),
    default: bool = False,
    first: bool = False,
    choices: Mapping[str, str] | None = None,
    also: str | None = None,
    upon: Callable[[Outcome], Flow] | None = None,
) -> Flow:
    """A check and all that its rung brings. Returns the Outcome that counted in the end. `also`: penalties of
    that kind of check count too (YM-309). `upon`: what comes before its rung."""
    outcome = yield from rolling.check(
        table,
        kind,
        who,
        against=against,
        difficulty=difficulty,
        parts=parts,
        group=group,
        action=action,
        weapon=weapon,
        line=line,
        clauses=clauses,
        default=default,
        first=first,
        also=also,
        purpose=(facts or {}).get("choices", {}).get("condition"),
    )
    if outcome.level is None:
        return outcome
    if upon is not None:
        yield from upon(outcome)
    facts = dict(facts or {})
    chosen = choices if choices is not None else outer.facts.choices if outer is not None else {}
    known = figures.facts(
        table,
        who,
        against,
        using=weapon,
        choices={**chosen, **facts.pop("choices", {})},
        **{
            "action": action_id or (outer.facts.action if outer is not None else ""),
            "outer": outer.facts if outer is not None else None,
            "amount": outcome.amount,
            "difficulty": difficulty or 0,
            **facts,
        },
    )
    read = Read(outcome=outcome, ladder=ladder, facts=known, outer=outer, weapon=weapon, action=action)
    came = (yield from rung(table, read)) if ladder else outcome
    if outcome.kind in checks.MOVES and known.own.in_combat:
        failed = moving.failed_move(str(came.level), replace(known, moves_beyond=table.moves_beyond(who)))
        yield from carry_out(table, failed, replace(read, ladder="", facts=known))
    return came


class LastRead(Struct, kw_only=True):
    """The rung read last: its check, in which turn and flow it is carried out, and where in the table's undo
    list what it brought begins; `end` is None while that goes on."""

    serial: int
    read: Read
    names: tuple[str, ...]
    begin: int
    end: int | None = None
    turn: int = 0
    flow: Any = None


def rung(table: Table, read: Read) -> Flow:
    """Read a rung and carry it out; the GM's word on the level, while that goes on, has it read anew."""
    table.checks += 1
    serial = table.checks
    names = rolling.names(read.outcome.kind, read.action)
    if not table.listening:
        table.undo.clear()
    table.listening.append(serial)
    last = LastRead(
        serial=serial,
        read=read,
        names=names,
        begin=len(table.undo),
        turn=table.serial,
        flow=table.machine.running,
    )
    try:
        while True:
            table.last_read = last
            level = read.outcome.level
            assert level is not None
            try:
                if read.outcome.kind == "attack" and read.ladder == "attack":
                    changes.attacked(table, read)
                yield from carry_out(table, LADDERS[read.ladder](level, read.facts), read)
                return read.outcome
            except Overruled as word:
                if word.serial != serial:
                    raise
                take_back(table, last.begin, None)
                read = last.read = ruled(read, word.level, word.amount, word.outcome)
    finally:
        last.end = len(table.undo)
        table.listening.remove(serial)


def ruled(read: Read, level: str, amount: int | None, outcome: Outcome | None = None) -> Read:
    """The same check at the level that the GM gives it, or as it came out when rolled again."""
    if outcome is None:
        outcome = replace(read.outcome, level=level, rolled_level=level, amount=amount, posted=True)
    return replace(read, outcome=outcome, facts=replace(read.facts, amount=amount))


def take_back(table: Table, begin: int, end: int | None) -> None:
    """What a rung has brought is undone, the last first."""
    for step in reversed(table.undo[begin:end]):
        step()
    del table.undo[begin:end]


def carry_out(table: Table, what: Sequence[Consequence], read: Read) -> Flow:
    """Carry out consequences in order. Where one lacks a figure the GM is asked, and it comes with his
    answer; the others do not wait for it. A check of somebody else comes after what the actor still rolls."""
    later: list[Consequence] = []
    for index, one in enumerate(what):
        if isinstance(one, consequences.Check) and one.who != read.facts.actor:
            later.append(one)
            continue
        if isinstance(one, consequences.AskGm):
            yield from _question(table, one, read, index)
            continue
        if isinstance(one, consequences.Refuse):
            table.refuse(one.who, one.reason, *one.clauses, default=one.default)
            return
        if type(one) in changes.HANDLERS:
            changes.HANDLERS[type(one)](table, one, read)
        else:
            yield from _HANDLERS[type(one)](table, one, read)
    for one in later:
        yield from _HANDLERS[type(one)](table, one, read)


def _question(table: Table, one: consequences.AskGm, read: Read, index: int) -> Flow:
    """Ask, once, and for the dice of a blow that lacks only a figure; with the answer the rung is read again
    and what was missing in its place is done."""
    before = len(LADDERS[read.ladder](str(read.outcome.level), read.facts)) if read.ladder else 0

    def then(answer: Any) -> Flow | None:
        if one.fact is None and one.key.startswith("cross ") and answer is True:
            inside = consequences.Place(
                who=read.facts.actor, target=read.facts.against, clauses=one.clauses, default=one.default
            )
            return carry_out(table, (inside,), read)
        if one.fact is None or not read.ladder:
            return None
        again = _told(table, read, one.fact, answer)
        what = LADDERS[read.ladder](str(read.outcome.level), again.facts)
        missing = what[index : index + len(what) - before + 1]
        rest = [item for item in missing if not isinstance(item, consequences.AskGm) or item.key != one.key]
        rest = [hurting.with_roll(item, blow) for item in rest]
        if blow is not None and blow.waits:
            blow.answered = rest, again
            return None
        if one.blow is not None and hurting.is_told(table, one.blow.who, blow):
            return None
        return carry_out(table, rest, again) if rest else None

    blow = hurting.Blow() if one.blow is not None else None
    known = table.answers.get(one.key)
    if known is None and one.fact is not None:
        known = table.told.get(one.fact)
    if known is None:
        table.ask(one.key, one.question, one.who, one.clauses, then, _wants(one))
        if blow is not None and one.blow is not None:
            yield from hurting.of_unknown(table, one.blow, blow)
            if blow.answered is not None and not blow.stated:
                what, again = blow.answered
                yield from carry_out(table, [hurting.with_roll(item, blow) for item in what], again)
        return
    flow = then(known)
    if flow is not None:
        table.start(flow)


YES_OR_NO = ("shield", "hand_to_hand")
"""Figures that are there or not."""


def _wants(one: consequences.AskGm) -> str:
    """What kind of answer a question wants."""
    if one.fact is None:
        return "yes" if one.key.startswith("cross ") else "words"
    return "yes" if one.fact[1] in YES_OR_NO else "number"


def _told(table: Table, read: Read, fact: tuple[str, str], answer: Any) -> Read:
    """The facts with what the GM has told."""
    whose, name = fact
    if whose:
        table.told[fact] = answer
        figures = {**read.facts.figures, whose: replace(read.facts.of(whose), **{name: answer})}
        return replace(read, facts=replace(read.facts, figures=figures))
    facts = replace(read.facts, **{name: answer})
    if name == "amount":
        return replace(read, facts=facts, outcome=replace(read.outcome, amount=answer))
    return replace(read, facts=facts)


# -- each kind -------------------------------------------------------------------------------------


def _opportunity(table: Table, one: consequences.Opportunity, read: Read) -> Flow:
    yield from offering.offer(table, one)


def _check(table: Table, one: consequences.Check, read: Read) -> Flow:
    if one.optional and not (yield from _wishes(table, one)):
        return
    parts = [Part(value=one.mod, why=", ".join(one.clauses) or "modifier")] if one.mod else []
    yield from checked(
        table,
        one.kind,
        one.who,
        one.ladder,
        against=one.against,
        difficulty=one.difficulty,
        parts=parts,
        facts=one.facts,
        outer=read,
        also=one.also,
        weapon=read.weapon if one.who == read.facts.actor else None,
        clauses=one.clauses,
        default=one.default,
    )


def _wishes(table: Table, one: consequences.Check) -> Flow:
    """Whether somebody makes a check that he may leave out: he says so, or the roll itself is his word."""
    table.rule(
        "request", "asked", one.who, clauses=one.clauses, what="choice", options=[one.kind, "none"],
        about=one.kind, dice=None,
    )  # fmt: skip
    answer = yield Need(
        kind="choice", who=one.who, what=one.kind, options=(one.kind, "none"), clauses=one.clauses
    )
    return answer == one.kind


def _gain(table: Table, one: consequences.Gain, read: Read) -> Flow:
    came = table.gain(
        one.who,
        one.condition,
        one.levels,
        source=one.source,
        expires=one.expires,
        until=one.until,
        clauses=one.clauses,
        default=one.default,
    )
    if came and one.condition in ("Staggered1", "Staggered2"):
        yield from hurting.staggered_checks(table, one.who, came)


def _hurt(table: Table, one: consequences.Hurt, read: Read) -> Flow:
    yield from hurting.hurt(table, one)


def _attack(table: Table, one: consequences.Attack, read: Read) -> Flow:
    """YM-411: within the action, at no further cost of time."""
    yield from normal_attack(
        table,
        one.who,
        one.target,
        parts=[Part(value=one.mod, why="charge" if read.ladder == "charge" else "action")] if one.mod else (),
        power=one.power,
        weapon=read.weapon,
        outer=read,
        clauses=(*one.clauses, "YM-411"),
    )


def normal_attack(
    table: Table,
    who: str,
    target: str | None,
    *,
    parts: Sequence[Part] = (),
    power: bool = False,
    weapon: str | None = None,
    outer: Read | None = None,
    clauses: Iterable[str] = (),
    group: str | None = None,
    first: bool = False,
    action_id: str = "",
    upon: Callable[[Outcome], Flow] | None = None,
) -> Flow:
    """YM-402, YM-501 …: an attack roll on somebody, and its rung. Returns the Outcome."""
    table.enter_combat(who, target)
    if target is not None:
        table.note_flanked(target)
    known = figures.facts(table, who, target, using=weapon)
    return (
        yield from checked(
            table,
            "attack",
            who,
            "attack",
            against=target,
            difficulty=attack.difficulty(known),
            parts=parts,
            facts={"power": power, "mod": sum(part.value for part in parts)},
            outer=outer,
            weapon=weapon,
            clauses=clauses,
            group=group,
            first=first,
            action_id=action_id,
            upon=upon,
        )
    )


def _reread(table: Table, one: consequences.Reread, read: Read) -> Flow:
    """YM-709: the outer roll with a further modifier, and its ladder read again."""
    outer = read.outer
    if outer is None:
        return
    outcome = rolling.reread(table, outer.outcome, one.mod)
    if outcome is None:
        told = yield from _asked_level(table, outer, one)
        if told is None:
            return
        outcome = told
    table.rule(
        "check", "reread", outcome.who, outcome.target, clauses=one.clauses, default=outcome.default,
        action=outer.action or "", by=one.mod, **checks.shown(outcome),
    )  # fmt: skip
    facts = figures.facts(
        table,
        outcome.who,
        outcome.target,
        using=outer.weapon,
        choices=outer.facts.choices,
        action=outer.facts.action,
        difficulty=outer.facts.difficulty,
        fall=outer.facts.fall,
        amount=outcome.amount,
        moves_beyond=outer.facts.moves_beyond,
        power=outer.facts.power,
    )
    yield from rung(table, replace(outer, outcome=outcome, facts=facts))


def _asked_level(table: Table, read: Read, one: consequences.Reread) -> Flow:
    """The GM tells what the roll comes to with the further modifier, where we do not know the roll."""
    outcome = read.outcome
    table.encounter.ask_pgm(
        f"{outcome.who}'s {outcome.kind} roll is read again with {one.mod:+d}: which level, and by how much?",
        outcome.who,
        clauses=one.clauses,
    )
    names = rolling.names(outcome.kind, read.action)
    told = yield Need(
        kind="level", who=outcome.who, what=outcome.kind, target=outcome.target, details={"names": names}
    )
    if told is None:
        return None
    level = "NS" if told.level == "BS" else told.level
    return replace(outcome, level=level, rolled_level=told.level, amount=told.amount, posted=True)


def _state(table: Table, one: consequences.State, read: Read) -> Flow:
    who = table.join(one.who)
    if one.flag == "in_combat":
        if one.value:
            table.enter_combat(one.who)
        else:
            table.leave_combat(one.who, one.clauses)
        return
    if one.flag == "acts":
        table.rule("action", "lost", one.who, clauses=one.clauses, default=one.default)
        who.loses_action = True
        return
    setattr(who, one.flag, one.value)
    table.rule(
        "state", "changed", one.who, clauses=one.clauses, default=one.default, flag=one.flag, value=one.value
    )
    if one.flag == "prone" and one.value and not one.quiet:
        yield from offering.falls_prone(table, one.who, checked)
    if one.flag in ("unconscious", "dead", "gone") and one.value:
        table.out(one.who)


def _stop_move(table: Table, one: consequences.StopMove, read: Read) -> Flow:
    who = table.join(one.who)
    who.stopped_moving = True
    table.rule("movement", "stopped", one.who, clauses=one.clauses, forced=one.forced)
    facts = figures.facts(table, one.who, normal_move=who.turn.action in ("move", "run", None))
    if one.forced:
        yield from carry_out(table, moving.stopped(facts, expires=one.expires), replace(read, facts=facts))


def _choose(table: Table, one: consequences.Choose, read: Read) -> Flow:
    table.rule(
        "request", "asked", one.who, clauses=one.clauses, what="choice", about=one.about,
        options=list(one.options), dice=None,
    )  # fmt: skip
    if not one.options:
        table.open_choices[one.who] = one.about or ""
        return
    answer = yield Need(
        kind="choice", who=one.who, what=one.about or "", options=tuple(one.options), clauses=one.clauses
    )
    if answer in one.options:
        table.rule("choice", "made", one.who, clauses=one.clauses, about=one.about, option=answer)
        yield from carry_out(table, one.options[answer], read)


_HANDLERS: Mapping[type, Callable[[Table, Any, Read], Flow]] = {
    consequences.Opportunity: _opportunity,
    consequences.Check: _check,
    consequences.Gain: _gain,
    consequences.Hurt: _hurt,
    consequences.Attack: _attack,
    consequences.Reread: _reread,
    consequences.State: _state,
    consequences.StopMove: _stop_move,
    consequences.Choose: _choose,
}


def plainly(
    table: Table,
    what: Sequence[Consequence],
    who: str,
    target: str | None = None,
    choices: Mapping[str, str] | None = None,
) -> Flow:
    """Carry out what follows from no check: at a turn's end, on entering an area."""
    nothing = Outcome(kind="", who=who, target=target)
    read = Read(outcome=nothing, ladder="", facts=figures.facts(table, who, target, choices=choices))
    yield from carry_out(table, what, read)


def told(table: Table, ladder: str, level: str, facts: Facts) -> Flow:
    """Carry out a ladder's rung for which nothing is rolled now: what stands from an earlier check, or what
    comes before one."""
    outcome = Outcome(kind="", who=facts.actor, target=facts.target, level=level, amount=facts.amount)
    read = Read(outcome=outcome, ladder=ladder, facts=facts)
    yield from carry_out(table, LADDERS[ladder](level, facts), read)
