"""A check that has been read comes out otherwise after all: the GM gives it another level, or has it rolled
again. What it brought is taken back, and what it comes to now is carried out.
"""

from __future__ import annotations

from calledshot_yiffiemon import carry_out, checks
from calledshot_yiffiemon.checks import Outcome
from calledshot_yiffiemon.flow import Overruled
from calledshot_yiffiemon.table import Table


def overruled(table: Table, last: carry_out.LastRead, level: str, amount: int | None) -> None:
    """The GM gives the check read last another level: what it brought is taken back, and his carried out."""
    if last.serial in table.listening and table.machine.top is not last.flow:
        return  # something else is asked in between: his word is on the record, and he says what it changes
    table.rule(
        "check", "overruled", last.read.outcome.who, last.read.outcome.target, clauses=("PGM-1",),
        check=last.read.outcome.kind, level=level, amount=amount, ours=last.read.outcome.level,
    )  # fmt: skip
    if last.serial in table.listening:
        table.machine.overrule(Overruled(last.serial, level, amount))
        return
    carry_out.take_back(table, last.begin, last.end)
    table.start(carry_out.rung(table, carry_out.ruled(last.read, level, amount)))


def rolled_anew(table: Table, last: carry_out.LastRead, outcome: Outcome) -> None:
    """The check read last was rolled again: what it brought is taken back, and the new roll's carried out."""
    goes_on = last.serial in table.listening
    if goes_on and table.machine.top is not last.flow:
        return
    table.rule(
        "check", "made", outcome.who, outcome.target, clauses=("DICE-5",), default=outcome.default,
        action=last.read.action or "", **checks.shown(outcome),
    )  # fmt: skip
    if goes_on:
        table.machine.overrule(Overruled(last.serial, str(outcome.level), outcome.amount, outcome))
        return
    carry_out.take_back(table, last.begin, last.end)
    table.start(
        carry_out.rung(table, carry_out.ruled(last.read, str(outcome.level), outcome.amount, outcome))
    )
