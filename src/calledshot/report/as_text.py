"""The audit as a page of text: who won and what differs first, then round by round, then what is left to say.

Derived from the audit alone; the ruleset words its own rulings. All that people wrote is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from calledshot.auditing import Audit
from calledshot.finding import Finding
from calledshot.referee.encounter import EncounterRecord
from calledshot.report.figures import bound_words, state_words
from calledshot.report.layout import PLAIN_WIDTH, Ink, fit, pad, width, window, wrap
from calledshot.report.rows import Round, Row, loose_findings, order_of, rounds_of
from calledshot.report.words import (
    closing_line,
    file_names,
    headline,
    place_of,
    round_title,
    settings_used,
    source_line,
)
from calledshot.transcript.controls import visible as escape
from calledshot.transcript.event import Event

ICONS = {"error": "✗", "warning": "⚠", "info": "·"}
PLACE, GAP = 6, 3
NAME_LIMIT = 24
"""A longer name would leave no room for the table; it is cut with an ellipsis."""
CLAUSE_LIMIT = 24
RUN = 3
"""So many notes that say the same of different lines are told once, with the lines."""
NARROW = 84
"""Below this width what came of a move stands under it, not beside it."""

SETTINGS_SHOWN = 6
"""Default rulings listed with their settings; more of them would bury the end of a report, so their codes
stand for them."""


def render(audit: Audit, *, columns: int = PLAIN_WIDTH, colour: bool = False) -> str:
    """The page for one audit, ending in a line end."""
    page = _Page(audit, columns, Ink(colour))
    page.write()
    return "\n".join(line.rstrip() for line in page.lines) + "\n"


class _Page:
    def __init__(self, audit: Audit, columns: int, ink: Ink) -> None:
        self.audit = audit
        self.columns = columns
        self.ink = ink
        self.lines: list[str] = []
        self.files = file_names(audit)
        names = [name for fight in audit.encounters for name in fight.fighters]
        self.name = min(NAME_LIMIT, max((width(escape(name)) for name in names), default=0))
        self.start = PLACE + GAP + self.name + GAP

    def write(self) -> None:
        audit = self.audit
        for fight in audit.encounters:
            self._say(headline(audit, fight, several=len(audit.encounters) > 1), "head")
        if not audit.encounters:
            self._say(headline(audit, None), "head")
        self._say(source_line(audit), "dim")
        order = order_of(audit)
        for number, fight in enumerate(audit.encounters, 1):
            if len(audit.encounters) > 1:
                self.lines += [
                    "",
                    self.ink(
                        f"Fight {number}: {escape(', '.join(fight.fighters)) or 'nobody known'}", "head"
                    ),
                ]
            self._fight(fight, order)
        self._loose()
        self._end()

    # -- a fight, its rounds, its rows ------------------------------------------------------------

    def _fight(self, fight: EncounterRecord, order: Mapping[int, int]) -> None:
        before: dict[str, dict[str, Any]] = {}
        for part in rounds_of(fight, self.audit, order):
            self._round(part)
            self._state(part.record.state, before)
            before = {name: dict(figures) for name, figures in part.record.state.items()}

    def _round(self, part: Round) -> None:
        record = part.record
        title = round_title(self.audit, record.number)
        if record.system and record.system != self.audit.system:
            title += f", {record.system} system"
        if not record.closed:
            title += ", not closed in the log"
        span = ""
        if record.first_line is not None:
            last = record.last_line if record.last_line is not None else record.first_line
            span = f"line {last}" if last == record.first_line else f"lines {record.first_line}–{last}"
        self.lines += ["", self.ink(pad(title, self.columns - width(span)), "head") + self.ink(span, "dim")]
        self._notes(part.before)
        shape = _Shape(part.rows, self.start, self.columns)
        shown: tuple[str, ...] = ()
        for row in part.rows:
            shown = self._row(row, shape, shown)
            self._notes(row.findings)

    def _row(self, row: Row, shape: _Shape, shown: tuple[str, ...]) -> tuple[str, ...]:
        """Print a row; returns the clauses printed last, which the next line need not repeat."""
        head = f"{row.place:>{PLACE}}{' ' * GAP}{pad(fit(escape(row.who), self.name), self.name)}{' ' * GAP}"
        left = wrap(escape(row.left), shape.left) if row.left else []
        for place, outcome in enumerate(row.outcomes):
            text = escape(outcome.text)
            codes = " ".join(outcome.clauses) if text and outcome.clauses != shown else ""
            shown = outcome.clauses if codes else shown
            if place:
                head, left = " " * self.start, []
            if (not left and width(text) > shape.right) or shape.stacked:
                if left:
                    self._line(head, left, [], "" if text else codes, shape)
                    head = " " * self.start
                if text or not left:
                    self._line(head, wrap(text, shape.whole), [], codes, shape)
            else:
                self._line(head, left, wrap(text, shape.right), codes, shape)
        return shown

    def _line(self, head: str, left: list[str], right: list[str], codes: str, shape: _Shape) -> None:
        """Two columns of text and the clauses in the right margin, over as many lines as they need."""
        margin = wrap(codes, shape.clauses) if codes and shape.clauses else []
        for number, (one, two, code) in enumerate(zip_longest(left, right, margin, fillvalue="")):
            text = (head if not number else " " * self.start) + (
                pad(one, shape.left + GAP) + two if right else one
            )
            if code:
                text = pad(text, self.columns - shape.clauses) + self.ink(code, "dim")
            self.lines.append(text)
        if codes and not shape.clauses:
            self.lines.append(" " * self.start + self.ink(codes, "dim"))

    # -- findings -----------------------------------------------------------------------------------

    def _notes(self, findings: Iterable[Finding]) -> None:
        quoted: Finding | None = None
        shown = ""
        for run in _runs(findings):
            if len(run) >= RUN:
                self._run(run)
                quoted = None
                continue
            for finding in run:
                again = quoted is not None and finding.seq is not None and finding.seq == quoted.seq
                elsewhere = quoted is not None and _marks(finding) and finding.source != quoted.source
                quote = not again or elsewhere
                self._note(finding, quote=quote, mark=quoted is None or finding.severity != shown)
                quoted, shown = finding, finding.severity

    def _run(self, findings: Sequence[Finding]) -> None:
        """The same note on several lines, said once."""
        first = findings[0]
        lines = [self._place(one.source.line, one.source.file) for one in findings if one.source is not None]
        lead = " " * (PLACE + GAP)
        icon = self.ink(ICONS[first.severity], first.severity)
        said = f"lines {', '.join(lines)}: {escape(first.message)}"
        self._message(f"{lead}{icon} ", len(lead) + 2, said, first.code)

    def _note(self, finding: Finding, *, quote: bool, mark: bool) -> None:
        """One finding under the log line it is about, which is not quoted again for the next one on it (nor,
        without `mark`, the sign of its severity)."""
        indent = " " * (PLACE + GAP)
        icon = self.ink(ICONS[finding.severity], finding.severity)
        message = escape(finding.message) + (" (default ruling)" if finding.default_ruling else "")
        if finding.fix is not None and finding.fix.replacement not in finding.message:
            message += f" → {escape(finding.fix.replacement)}"
        event = self.audit.lines.get(finding.seq) if finding.seq is not None else None
        if event is None:
            place = self._place(
                finding.source.line if finding.source else None,
                finding.source.file if finding.source else None,
            )
            self._message(
                f"{indent}{icon} ", 2 + len(indent), (f"{place}: " if place else "") + message, finding.code
            )
            return
        narrow = self.columns < NARROW
        source = event.source
        label = f"{self._place(source.line if source else None, source.file if source else None)} │ "
        lead = f"{label}{'' if narrow else _speaker(event)}"
        indent_width = len(indent) + 2 + width(lead)
        room = self.columns - indent_width - (0 if narrow else len(finding.code) + 2)
        text, start, end = _stretch(event.text, finding, room)
        shown, code = escape(text), finding.code
        if quote:
            line = f"{indent}{icon} {self.ink(label, 'dim')}{lead.removeprefix(label)}{shown}"
            if not narrow:
                gap = self.columns - len(code) - indent_width - width(shown)
                line += " " * max(2, gap) + self.ink(code, "dim")
                code = ""
            self.lines.append(line)
        carets = "^" * width(escape(text[start:end])) if quote else ""
        at = indent_width + width(escape(text[:start]))
        if carets:
            inline = at + len(carets) + 2 + width(message) + (len(code) + 2 if code else 0) <= self.columns
            marked = " " * at + self.ink(carets, finding.severity)
            if inline:
                self._message(f"{marked}  ", at + len(carets) + 2, message, code)
                return
            self.lines.append(marked)
        lead = f"{indent}{icon} " if mark and not quote else " " * (len(indent) + 2)
        self._message(lead, len(indent) + 2, message, code)

    def _message(self, lead: str, lead_width: int, message: str, code: str) -> None:
        """A message wrapped after `lead`, its code in the right margin of the first line."""
        room = self.columns - lead_width - (len(code) + 2 if code else 0)
        for number, part in enumerate(wrap(message, room)):
            line = (lead if not number else " " * lead_width) + part
            if code and not number:
                line += " " * max(2, self.columns - len(code) - lead_width - width(part)) + self.ink(
                    code, "dim"
                )
            self.lines.append(line)

    def _place(self, line: int | None, file: str | None) -> str:
        return place_of(line, file, self.files)

    # -- after a round, and at the end --------------------------------------------------------------

    def _state(self, state: Mapping[str, Mapping[str, Any]], before: Mapping[str, Mapping[str, Any]]) -> None:
        place = "after"
        for name, figures in state.items():
            text = state_words(self.audit, figures, before.get(name, {}))
            if text:
                head = f"{place:>{PLACE}}{' ' * GAP}{pad(fit(escape(name), self.name), self.name)}{' ' * GAP}"
                for number, line in enumerate(wrap(text, self.columns - self.start)):
                    self.lines.append((head if not number else " " * self.start) + line)
                place = ""

    def _loose(self) -> None:
        loose = loose_findings(self.audit)
        if loose:
            self.lines += ["", self.ink("The log itself" if self.audit.encounters else "Notes", "head")]
            self._notes(loose)

    def _end(self) -> None:
        audit = self.audit
        self.lines.append("")
        self._say(closing_line(audit), None)
        for note in audit.alignment:
            self._say(f"Windows: {escape(note)}", None)
        self._learned()
        if audit.unchecked:
            self._list("Could not be checked", audit.unchecked)
        if audit.notes:
            self._list("Assumed in reading", audit.notes)
        used = settings_used(audit)
        if used:
            if len(used) > SETTINGS_SHOWN:
                used = [one.partition(" ")[0] for one in used]
            self._say(
                f"Default rulings that took part: {' · '.join(used)}. `calledshot rule CODE` explains each.",
                None,
            )

    def _learned(self) -> None:
        if not self.audit.learned:
            return
        self.lines += ["", self.ink("Learned from the log, without a sheet", "head")]
        for name, figures in self.audit.learned.items():
            known = [bound_words(self.audit, key, bound) for key, bound in figures.items()]
            head = " " * (PLACE + GAP) + pad(fit(escape(name), self.name), self.name) + " " * GAP
            for number, line in enumerate(wrap(" · ".join(filter(None, known)), self.columns - self.start)):
                self.lines.append((head if not number else " " * self.start) + line)
        self.lines.append("")

    def _list(self, title: str, items: Iterable[str]) -> None:
        self._say(f"{title}: {'; '.join(escape(item).rstrip('.') for item in items)}.", None)

    def _say(self, text: str, style: str | None) -> None:
        for line in wrap(text, self.columns):
            self.lines.append(self.ink(line, style) if style else line)


def _speaker(event: Event) -> str:
    """Who said a quoted line, and to whom if in private."""
    if event.speaker is None:
        return ""
    to = f" > {escape(event.to)}" if event.kind == "whisper" and event.to else ""
    return f"{escape(event.speaker)}{to}: "


def _stretch(text: str, finding: Finding, columns: int) -> tuple[str, int, int]:
    """The part of a line that shows what a finding marks (code points from 0), cut to fit when escaped."""
    mark = finding.source
    start = mark.column - 1 if mark is not None and mark.column else 0
    end = mark.end_column - 1 if mark is not None and mark.column and mark.end_column else start
    columns = max(columns, 16)
    shown = window(text, start, end, columns)
    wide = width(escape(shown[0]))
    return shown if wide <= columns else window(text, start, end, max(8, columns * len(shown[0]) // wide))


def _runs(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Findings one after the other; notes that say the same of several lines, without a mark, together."""

    def same(finding: Finding) -> object:
        alone = finding.severity != "info" or _marks(finding) or finding.source is None
        return id(finding) if alone else (finding.code, finding.message)

    for _, run in groupby(findings, same):
        yield list(run)


def _marks(finding: Finding) -> bool:
    return finding.source is not None and finding.source.column is not None


class _Shape:
    """The columns of one round: how wide the left and right texts and the margin of clauses are."""

    def __init__(self, rows: Iterable[Row], start: int, columns: int) -> None:
        rows = list(rows)
        codes = [width(" ".join(outcome.clauses)) for row in rows for outcome in row.outcomes]
        self.stacked = columns < NARROW
        self.clauses = 0 if self.stacked else min(CLAUSE_LIMIT, max(codes, default=0))
        room = columns - start - (self.clauses + 2 if self.clauses else 0)
        self.whole = room
        self.left = room if self.stacked else _best_left(rows, room)
        self.right = room - self.left - GAP


def _best_left(rows: Iterable[Row], room: int) -> int:
    """How wide the left column should be so that the rows take the fewest lines; the wider of two as good."""
    texts = [
        (width(escape(row.left)), [width(escape(outcome.text)) for outcome in row.outcomes]) for row in rows
    ]
    longest = max((left for left, _ in texts), default=0)
    widest = max(8, min(longest, room * 60 // 100))

    def lines(left: int) -> int:
        right = room - left - GAP
        total = 0
        for said, (first, *more) in ((said, came or [0]) for said, came in texts):
            total += max(-(-said // left), -(-first // right))
            total += sum(1 if one <= right else -(-one // room) for one in more)
        return total

    return min(range(min(widest, 16), widest + 1), key=lambda left: (lines(left), -left))
