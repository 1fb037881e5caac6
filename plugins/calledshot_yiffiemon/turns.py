"""The course of a fight: whose turn it is, and what happens in it in which order (2.4 of the inventory: the
opportunities on its owner, his pending action, the end of the turn that is over, and what he declares).

What can be declared, and what comes of it, is `doing`; the clock's own rules are `clock`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from calledshot.api import replace
from calledshot_yiffiemon import (
    clock,
    conditions,
    doing,
    figures,
    hurting,
    moments,
    offering,
    resolving,
    staggered,
)
from calledshot_yiffiemon.flow import Flow, Need, Postponed
from calledshot_yiffiemon.state import Combatant, Pending, Queued, Turn
from calledshot_yiffiemon.table import Table

FORCED = "forced"
"""The answer to a declaration that is no longer waited for, because somebody else was called."""
_BY = re.compile(r"\bby (?:the )?(.{1,60}?)(?: on .{1,60})?$", re.IGNORECASE)
"""Who took an opportunity, in the words of a sheet."""
MOST_TURNS = 100_000
"""Turns of one fight; a fight of a night has a few hundred."""


def opens(table: Table, names: list[str]) -> None:
    """Combat begins: everybody known is in it, in the opening order (YM-101, YM-102)."""
    for name in names:
        table.join(name)
    first = clock.opening({name: one.sheet for name, one in table.fighters.items()})
    table.reorder(first.order)
    tied = [list(group) for group in first.tied if _differ(table, group)]
    table.started = True
    table.rule(
        "fight", "opened", clauses=("YM-101", "YM-102"), default=bool(tied),
        order=list(first.order), tied=tied,
        clocks={name: table.clocks.spent[name] for name in first.order},
    )  # fmt: skip
    for group in tied:
        if table.fighters[group[0]].sheet.MR is not None:
            table.ask(
                f"order {' '.join(group)}",
                f"{' and '.join(group)} are equal in everything: who goes first?",
                None,
                ("YM-102",),
                wants="words",
            )
    for name, one in table.fighters.items():
        begun(table, name, one)
    table.start(course(table))


def _differ(table: Table, group: Sequence[str]) -> bool:
    """Whether it matters who of these equals begins: not among the members of one group."""
    return len({name.rpartition(" ")[0] if name[-1:].isdigit() else name for name in group}) > 1


def begun(table: Table, name: str, one: Combatant) -> None:
    """What was going on before combat was taken up here, as the sheet has it: an action still to be
    resolved, opportunities taken on him."""
    said = table.encounter.ruleset
    if one.sheet.pending:
        lexicon = said.lexicon(table.campaign, tuple(table.fighters))
        moves = said.read(one.sheet.pending, lexicon, given=True).moves
        if moves:
            one.pending = Pending(move=moves[0], text=one.sheet.pending, start=one.entered)
            one.turn = Turn(
                action=moves[0].action, target=moves[0].target, start=one.entered, text=one.sheet.pending
            )
    for text in one.sheet.ao_queue:
        found = _BY.search(text)
        by = table.encounter.names.known(found[1]) if found is not None else None
        if by is not None:
            one.ao_queue.append(Queued(by=table.join(by).name, against=name, text=text))


def starts_again(table: Table) -> None:
    """Turns go on, where nothing was left to wait for."""
    if table.machine.need is None and table.started and not table.over:
        table.start(course(table))


def taken_up(table: Table) -> None:
    """In a copy of a fight: its course goes on where it stood."""
    machine = table.machine
    if machine.stood_at is not None:
        stood_at, machine.stood_at = machine.stood_at, None
        machine.start(course(table, stood_at))


def course(table: Table, stood_at: str | None = None) -> Flow:
    """Turn after turn, until nobody is left to take one. `stood_at`: what the turn that is on waits for."""
    if stood_at is None:
        for name in list(table.fighters):
            yield from hurting.stagger(table, name)
            table.sample(name)
    elif table.current is not None:
        try:
            rest = offered if stood_at == "opportunity" else declaring
            yield from rest(table, table.current)
        except Postponed:
            table.current = None
    for _ in range(MOST_TURNS):
        forced, table.forced = table.forced, None
        who = forced if forced in table.able else table.next_up()
        table.unsure.discard(who or "")
        if who is None or table.over:
            table.current = None
            return
        try:
            yield from turn(table, who)
        except Postponed:
            table.current = None  # he comes up again by his clock


def turn(table: Table, who: str) -> Flow:
    """One turn, from its call to the action that ends it."""
    table.current = who
    table.time = table.clocks.spent[who]
    table.serial += 1
    table.pass_time()
    called(table, who)
    yield from offered(table, who)


def offered(table: Table, who: str) -> Flow:
    """The turn from the opportunities on its owner on."""
    one, serial = table.fighters[who], table.serial
    if any(offer.against == who and offer.open_to for offer in table.offers):
        yield Need(kind="opportunity", target=who)
        if table.forced not in (None, who):
            return  # somebody else was called first; the offers stand
    offering.lapse(table, who)
    while one.ao_queue:
        yield from offering.resolve(table, one.ao_queue.pop(0))
    yield from resolving.resolve_pending(table, who)
    yield from hurting.turn_ends(table, who)
    turn_over(table, who, serial)
    if one.out:
        return
    yield from declares(table, who)


def called(table: Table, who: str) -> None:
    """The turn is announced, with what is resolved in it and in which order (YM-107, YM-108)."""
    table.note_flanked(who)
    one = table.fighters[who]
    order = [queued.text for queued in one.ao_queue]
    if one.pending is not None:
        order.append(one.pending.text)
    order.append(f"new declaration of {who}")
    offers = [list(offer.open_to) for offer in table.offers if offer.against == who]
    table.rule(
        "turn", "called", who, clauses=("YM-105", *(("YM-107", "YM-108") if len(order) > 1 else ())),
        at=table.now, order=order, offers=offers, serial=table.serial,
    )  # fmt: skip
    table.fresh = who


def turn_over(table: Table, who: str, serial: int) -> None:
    """The turn before is over: its levels no longer count (YM-300), and what waited for this turn ends."""
    one = table.fighters[who]
    for family, stages in conditions.FAMILIES.items():
        if not any(one.peak(stage) for stage in stages) and one.turn.action is not None:
            table.happened(moments.whole_action_without(who, family))
    one.peaks = {name: level for name, level in one.levels.items() if level}
    spent = one.turn.action is not None or one.turn.length is not None
    if spent:
        one.last = one.turn
    one.turn = Turn(start=table.now, number=serial)
    one.assigns = ""
    one.pool_extra = 0
    if one.barred_turns and spent:  # not where he was called, and comes up again
        one.barred_turns -= 1
        if not one.barred_turns:
            one.barred_until = table.now + 1
    if one.barred_until is not None and table.now >= one.barred_until:
        one.barred_until = None
    table.happened(moments.action_over(who))  # what was resolved for this turn belongs to the one before
    table.happened(moments.move_over(who), older_than=serial)
    table.happened(moments.turn(who), older_than=serial)
    table.ripen(who, serial)
    table.early.pop(who, None)  # rolls and results for what is over
    table.posted = [posted for posted in table.posted if posted.who != who]
    one.samples, one.highest = {}, {}
    table.sample(who)


def declares(table: Table, who: str) -> Flow:
    """Until an action that takes time is declared, or the GM passes on."""
    table.fighters[who].gate_open = False
    yield from declaring(table, who)


def declaring(table: Table, who: str) -> Flow:
    while True:
        if table.lasts.get(who):
            skip(table, who, table.lasts[who].pop(0))
            return
        said = yield Need(kind="declare", who=who, what="declare")
        if said == FORCED:
            return  # somebody else was called; he comes up again by his clock
        if said is None or isinstance(said, Fraction):
            skip(table, who, said)
            return
        if (yield from gated(table, who, said)):
            return
        if (yield from doing.take(table, who, said)):
            return


def gated(table: Table, who: str, said: doing.Said) -> Flow:
    """YM-375: a staggered creature's Con check before any action. Returns whether the action is lost."""
    one = table.fighters[who]
    if one.gate_open or not doing.acts(said):
        return False
    known = figures.facts(table, who)
    if not staggered.needs_gate(known, one.needs_gate):
        return False
    from calledshot_yiffiemon.carry_out import plainly

    before = table.clocks.spent[who]
    one.loses_action = False
    yield from plainly(table, staggered.acting(known), who)
    one.gate_open = True
    if not one.loses_action:
        return False
    one.loses_action = False
    one.acted += 1
    one.turn = replace(one.turn, action="wait", length=table.clocks.spent[who] - before, text="lost")
    return True


def skip(table: Table, who: str, time: Fraction | None) -> None:
    """The GM passes on: the turn is spent waiting, as long as he says or a Wait of no stated length takes."""
    doing.waits(table, who, time, said_by_gm=True)
