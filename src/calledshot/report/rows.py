"""A round as rows: each move at its place in the order, what came of it, the findings under what they mark.

Text and HTML reports both print these. How a ruling and its sum are written comes from the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from calledshot.auditing import Audit
from calledshot.finding import Finding
from calledshot.moves.declaration import Declaration
from calledshot.referee.encounter import RoundRecord
from calledshot.referee.ruling import Ruling


class Outcome(Struct, kw_only=True):
    """One line of what came of a move, with the clauses it rests on."""

    text: str
    clauses: tuple[str, ...] = ()
    ask: bool = False


class Row(Struct, kw_only=True):
    """One place in a round: `place` is the left margin (an init, a phase), `left` what was declared or
    rolled; `index` which move of the combatant's declaration it is, where it is one."""

    place: str = ""
    who: str = ""
    left: str = ""
    index: int | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.left or self.findings or any(outcome.text for outcome in self.outcomes))


class Round(Struct, kw_only=True):
    """One round: its rows, and the findings on what was declared that no row is about."""

    record: RoundRecord
    rows: list[Row]
    before: list[Finding]


def order_of(audit: Audit) -> dict[int, int]:
    """Where each ruling and finding stands in the flow of the audit, by identity."""
    return {id(item): place for place, item in enumerate(audit.flow)}


def round_rows(record: RoundRecord, audit: Audit, order: Mapping[int, int]) -> Round:
    """The rows of one round, in order of occurrence."""
    items: list[Ruling | Finding] = [*record.rulings, *record.findings]
    items.sort(key=lambda item: order.get(id(item), len(order)))
    rows: list[Row] = []
    late: list[tuple[Finding, Row | None]] = []
    for item in items:
        if isinstance(item, Finding):
            late.append((item, rows[-1] if rows else None))
        else:
            _add(rows, item, audit, record.declarations)
    result = Round(record=record, rows=rows, before=[])
    for finding, last in late:
        row = _about(finding, rows, record.declarations) or last
        (row.findings if row is not None else result.before).append(finding)
    result.rows = [row for row in rows if not row.empty]
    return result


def loose_findings(audit: Audit) -> list[Finding]:
    """The findings that belong to no round: unreadable lines, notes before the fight."""
    inside = {id(one) for fight in audit.encounters for record in fight.rounds for one in record.findings}
    return [finding for finding in audit.findings if id(finding) not in inside]


def _add(rows: list[Row], ruling: Ruling, audit: Audit, declarations: Iterable[Declaration]) -> None:
    """Put a ruling into the row it belongs to, or into one of its own."""
    line = audit.ruleset.report_line(ruling, audit.campaign)
    if line is None:
        return
    place, left, right = line
    who = ruling.combatant or ""
    index = ruling.values.get("index")
    outcome = Outcome(text=right, clauses=ruling.clauses, ask=ruling.needs_pgm)
    current = rows[-1] if rows else None
    same = (
        current is not None
        and current.who == who
        and ((index is None and not place) or (current.place, current.index) == (place, index))
    )
    if current is not None and same:
        if current.outcomes and not current.outcomes[-1].text:
            current.outcomes.pop()
        current.outcomes.append(outcome)
        return
    if index is not None and not ruling.values.get("move"):
        left = _declared(ruling, index, declarations) or left
    rows.append(Row(place=place, who=who, left=left, index=index, outcomes=[outcome]))


def _declared(ruling: Ruling, index: int, declarations: Iterable[Declaration]) -> str | None:
    """The player's own words for a move, from the last thing he had declared by then that has so many."""
    said = None
    for declaration in declarations:
        early = ruling.seq is None or declaration.seq is None or declaration.seq <= ruling.seq
        mine = declaration.combatant == ruling.combatant and not declaration.candidate
        if early and mine and index < len(declaration.moves):
            said = declaration.moves[index].text
    return said or None


def _about(finding: Finding, rows: Iterable[Row], declarations: Iterable[Declaration]) -> Row | None:
    """The row of the declared move that a finding marks, if it marks one."""
    mark = finding.source
    if mark is None or mark.column is None:
        return None
    for declaration in declarations:
        if declaration.seq != finding.seq or finding.seq is None:
            continue
        for index, move in enumerate(declaration.moves):
            if move.column <= mark.column < max(move.end_column, move.column + 1):
                for row in rows:
                    if row.index == index and row.who == declaration.combatant:
                        return row
    return None
