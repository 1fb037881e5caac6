"""A round as rows: each move at its place in the order, what came of it, the findings under what they mark.

Text and HTML reports both print these. How a ruling and its sum are written comes from the ruleset. A result
stands under the move it came of, also where the next move was called before it was known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from calledshot.auditing import Audit
from calledshot.finding import Finding
from calledshot.moves.declaration import Declaration
from calledshot.referee.encounter import EncounterRecord, RoundRecord
from calledshot.referee.ruling import PgmRuling, Ruling
from calledshot.transcript.controls import visible

FOLLOWS = {
    "damage": ("attack", "cast", "power", "item"),
    "attack": ("opportunity",),
    "critical": ("critical",),
}
"""Kinds of ruling that are the second half of others: they belong to the latest of these."""

BEFALLS = "condition"
"""The kind of ruling about what becomes of somebody, not of what he does."""
INITIATIVE, FIGHT = "initiative", "fight"
"""The kinds of ruling about the order, and about the fight as a whole."""


ASKED, ANSWERED = "ask", "told"
"""The kinds of ruling that ask the game master, and that he answers with."""


class Outcome(Struct, kw_only=True):
    """One line of what came of a move, with the clauses it rests on. `ask`: a question to the game master;
    `kind`, `target` and `seq` are those of the ruling."""

    text: str
    clauses: tuple[str, ...] = ()
    ask: bool = False
    kind: str = ""
    target: str | None = None
    seq: int | None = None


class Row(Struct, kw_only=True):
    """One place in a round: `place` is the left margin (an init, a phase where it begins), `left` what was
    declared or rolled; `index` which move of the combatant's declaration it is, where it is one; `kind`
    that of the ruling that made the row."""

    place: str = ""
    who: str = ""
    left: str = ""
    index: int | None = None
    kind: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.left or self.findings or any(outcome.text for outcome in self.outcomes))

    @property
    def waiting(self) -> bool:
        """A move that was called and has come to nothing yet."""
        return not any(outcome.text for outcome in self.outcomes)


class Round(Struct, kw_only=True):
    """One round: its rows, and the findings on what was declared that no row is about."""

    record: RoundRecord
    rows: list[Row]
    before: list[Finding]


def order_of(audit: Audit) -> dict[int, int]:
    """Where each ruling and finding stands in the flow of the audit, by identity."""
    return {id(item): place for place, item in enumerate(audit.flow)}


def rounds_of(fight: EncounterRecord, audit: Audit, order: Mapping[int, int]) -> list[Round]:
    """The rounds of a fight as rows. That somebody has won is said once, however long they play on."""
    ended: set[tuple[str, object]] = set()
    result = []
    for record in fight.rounds:
        fresh = []
        for ruling in record.rulings:
            if ruling.kind == FIGHT and ruling.outcome != "opened":
                end = (ruling.outcome, ruling.values.get("winner"))
                if end in ended:
                    continue
                ended.add(end)
            fresh.append(ruling)
        result.append(_Rows(record, audit).round(fresh, order))
    return result


def loose_findings(audit: Audit) -> list[Finding]:
    """The findings that belong to no round: unreadable lines, notes before the fight."""
    inside = {id(one) for fight in audit.encounters for record in fight.rounds for one in record.findings}
    return [finding for finding in audit.findings if id(finding) not in inside]


class _Rows:
    """The rows of one round while they are put together; `focus` is the one last added to."""

    def __init__(self, record: RoundRecord, audit: Audit) -> None:
        self.record = record
        self.audit = audit
        self.rows: list[Row] = []
        self.focus: Row | None = None
        self.words: dict[int, list[PgmRuling]] = {}
        for word in record.pgm_rulings:
            if word.agrees is False:
                self.words.setdefault(word.seq, []).append(word)

    def round(self, rulings: Iterable[Ruling], order: Mapping[int, int]) -> Round:
        items: list[Ruling | Finding] = [*rulings, *self.record.findings]
        told = {id(one) for one in _told(items)}
        items = [item for item in items if id(item) not in told]
        items.sort(key=lambda item: order.get(id(item), len(order)))
        found: list[tuple[Finding, Row | None]] = []
        for item in items:
            if isinstance(item, Finding):
                found.append((item, self._under(item)))
            else:
                self._rule(item)
        part = Round(record=self.record, rows=self.rows, before=[])
        for finding, last in found:
            row = self._marked(finding) or last
            if not self._said(finding, row):
                (row.findings if row is not None else part.before).append(finding)
        for row in self.rows:
            row.outcomes = _answered(row.outcomes)
            row.findings = _once(row.findings)
        part.rows = [row for row in self.rows if not row.empty]
        phase = ""
        for row in part.rows:
            if row.place == phase and not phase.lstrip("-").isdigit():
                row.place = ""
            phase = row.place or phase
        return part

    # -- rulings ------------------------------------------------------------------------------------

    def _rule(self, ruling: Ruling) -> None:
        """Put a ruling into the row it belongs to, or into one of its own."""
        line = self.audit.ruleset.report_line(ruling, self.audit.campaign)
        if line is None:
            return
        place, left, right = line
        who = ruling.combatant or ""
        index = ruling.values.get("index")
        outcome = Outcome(
            text=right,
            clauses=ruling.clauses,
            ask=ruling.needs_pgm,
            kind=ruling.kind,
            target=ruling.target,
            seq=ruling.seq,
        )
        row, after = self._row_of(ruling, place, who, index, left)
        if left and not place and index is None:
            row = after = None  # something said, with a place of its own
        if row is not None:
            if row.outcomes and not row.outcomes[-1].text:
                row.outcomes.pop()
            row.outcomes.append(outcome)
            self.focus = row
            return
        if index is not None and not ruling.values.get("move"):
            left = _declared(ruling, index, self.record.declarations) or left
        row = Row(place=place, who=who, left=left, index=index, kind=ruling.kind, outcomes=[outcome])
        at = next((at for at, one in enumerate(self.rows, 1) if one is after), len(self.rows))
        while ruling.kind == BEFALLS and at < len(self.rows) and self.rows[at].kind == BEFALLS:
            at += 1  # what befalls several, or one after another, in its order
        self.rows.insert(at, row)
        self.focus = row

    def _row_of(
        self, ruling: Ruling, place: str, who: str, index: int | None, left: str
    ) -> tuple[Row | None, Row | None]:
        """The row that a ruling adds to; or None, and the row after which one of its own belongs (the last,
        if None)."""
        if place or index is not None:
            same = [
                row
                for row in self.rows
                if (row.place, row.index, row.who) == (place, index, who)
                and (index is not None or left in ("", row.left))
            ]
            recent = [id(row) for row in self._recent()]
            return next((row for row in same if row.waiting or id(row) in recent), None), None
        focus = self.focus
        if ruling.kind == FIGHT:
            return None, focus
        if ruling.kind == BEFALLS:
            hurt = self._hurt(who, ruling.seq)
            own = hurt is not None and hurt.who == who
            return (hurt, None) if own else (None, hurt or focus)
        if focus is not None and focus.who == who and _takes(focus, ruling):
            return focus, None
        first = FOLLOWS.get(ruling.kind, ())
        for row in reversed(self.rows):
            if row.who == who and any(outcome.kind in first for outcome in row.outcomes):
                return row, None
        mine = (row for row in self._recent() if row.who == who and row.place and _takes(row, ruling))
        return next(mine, None), focus

    def _hurt(self, who: str, seq: int | None) -> Row | None:
        """The row in which something was just done to somebody."""
        for row in reversed(self.rows):
            if any(one.target == who and one.seq == seq and one.text for one in row.outcomes):
                return row
        return None

    def _recent(self) -> Iterable[Row]:
        """The rows that may still be added to: the last that came to something, and those only called."""
        for row in reversed(self.rows):
            yield row
            if not row.waiting and row.place:
                return

    # -- findings -----------------------------------------------------------------------------------

    def _under(self, finding: Finding) -> Row | None:
        """The row that is the latest news when a finding is made, or whose result it disputes."""
        word = self._word(finding)
        ordering = self.focus is None or self.focus.kind == INITIATIVE
        if word is not None and (ordering or word.kind != INITIATIVE):
            for row in reversed(self.rows):
                for outcome in row.outcomes:
                    if outcome.kind == word.kind and word.combatant in (row.who, outcome.target):
                        self._ruled(row, outcome, word, finding)
                        return row
        if self.focus is None or not self.focus.waiting:
            return self.focus
        return next((row for row in reversed(self.rows) if not row.waiting), self.focus)

    def _word(self, finding: Finding) -> PgmRuling | None:
        """The game master's word that a finding says differs from ours; they come in the same order."""
        if finding.code != "PGM-1" or finding.seq is None:
            return None
        words = self.words.get(finding.seq, [])
        for place, word in enumerate(words):
            if word.combatant == finding.combatant:
                return words.pop(place)
        return None

    def _ruled(self, row: Row, outcome: Outcome, word: PgmRuling, finding: Finding) -> None:
        """Beside our result stands what the game master made of it, where that is one word."""
        if not isinstance(word.theirs, str):
            return
        pgm = visible(self.audit.pgm[0]) if len(self.audit.pgm) == 1 else f"the {self.audit.ruleset.master}"
        line = finding.source.line if finding.source is not None else None
        first, _, more = word.theirs.partition(" ")
        theirs = f"{self.audit.ruleset.labels.get(first, first)} {more}".strip().replace("_", " ")
        said = f"{pgm} ruled: {theirs}{f' (line {line})' if line else ''}, "
        said += "played by the book" if self.audit.by_the_book else "so played"
        row.outcomes.insert(row.outcomes.index(outcome) + 1, Outcome(text=said, kind="pgm"))

    def _marked(self, finding: Finding) -> Row | None:
        """The row of the one declared move that a finding marks, if it marks one."""
        mark = finding.source
        if mark is None or mark.column is None or finding.seq is None:
            return None
        for declaration in self.record.declarations:
            if declaration.seq != finding.seq:
                continue
            for index, move in enumerate(declaration.moves):
                if not move.column <= mark.column < max(move.end_column, move.column + 1):
                    continue
                if mark.end_column is not None and mark.end_column > move.end_column + 1:
                    return self._rolled(declaration.combatant)  # on all that was declared
                rows = [row for row in self.rows if row.index == index and row.who == declaration.combatant]
                return _best(rows, finding, move.text)
        return None

    def _rolled(self, who: str | None) -> Row | None:
        """Somebody's first row, which is that of the initiative."""
        return next((row for row in self.rows if row.who == who), None)

    def _said(self, finding: Finding, row: Row | None) -> bool:
        """Whether a note only repeats what a row says already, clause and all: the row of the move that it
        marks, or one about the same person and event."""
        rule = finding.code in self.audit.ruleset.clauses
        if finding.severity != "info" or finding.fix is not None or not rule:
            return False
        return any(
            finding.code in outcome.clauses and outcome.text and not outcome.ask
            for one in self.rows
            if one.who == finding.combatant
            for outcome in one.outcomes
            if (one is row and one.index is not None) or outcome.seq == finding.seq
        )


def _told(items: Iterable[Ruling | Finding]) -> Iterable[Ruling]:
    """The questions to the game master that he has answered later on, by the clause they are asked under."""
    asked: list[Ruling] = []
    for item in items:
        if not isinstance(item, Ruling):
            continue
        if item.kind == ASKED:
            asked.append(item)
        elif item.kind == ANSWERED:
            for one in [one for one in asked if not set(one.clauses).isdisjoint(item.clauses)][:1]:
                asked.remove(one)
                yield one


def _takes(row: Row, ruling: Ruling) -> bool:
    """Whether a result may stand in a row: nothing comes of an initiative but another."""
    return row.kind != INITIATIVE or ruling.kind == INITIATIVE


def _best(rows: Sequence[Row], finding: Finding, text: str) -> Row | None:
    """Of the rows of a move (declared anew, it has several) the one that rests on the finding's clause, else
    the one with the words marked."""
    for row in rows:
        if any(finding.code in outcome.clauses for outcome in row.outcomes):
            return row
    return next((row for row in rows if row.left == text), rows[0] if rows else None)


def _answered(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Without the questions that what follows in the same row has answered."""
    kept: list[Outcome] = []
    for place, outcome in enumerate(outcomes):
        later = any(one.text and not one.ask and one.kind != "pgm" for one in outcomes[place + 1 :])
        if not (outcome.ask and later):
            kept.append(outcome)
    return kept


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """Without what is said again of the same words, and what was a fear and has come true since: the same
    clause about the same words, in earnest."""
    kept: list[Finding] = []
    for place, finding in enumerate(findings):
        again = any(
            one.code == finding.code and one.message == finding.message and one.seq == finding.seq
            for one in kept
            if finding.severity != "info"
        )
        worse = any(
            (one.code, one.source, one.severity) == (finding.code, finding.source, "error")
            for one in findings[place + 1 :]
            if finding.severity == "warning"
        )
        if not (again or worse):
            kept.append(finding)
    return kept


def _declared(ruling: Ruling, index: int, declarations: Iterable[Declaration]) -> str | None:
    """The player's own words for a move, from the last thing he had declared by then that has so many."""
    said = None
    for declaration in declarations:
        early = ruling.seq is None or declaration.seq is None or declaration.seq <= ruling.seq
        mine = declaration.combatant == ruling.combatant and not declaration.candidate
        if early and mine and index < len(declaration.moves):
            said = declaration.moves[index].text
    return said or None
