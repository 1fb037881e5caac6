"""The audit as one page of HTML that needs nothing else: no script, no fetched font, every word escaped.

The same rows and sentences as the text report; jinja2 escapes every value of the template.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from calledshot.auditing import Audit
from calledshot.finding import Finding
from calledshot.referee.encounter import EncounterRecord
from calledshot.report.figures import bound_words, state_words
from calledshot.report.rows import loose_findings, order_of, rounds_of
from calledshot.report.words import (
    closing_line,
    file_names,
    headline,
    place_of,
    round_title,
    settings_used,
    source_line,
)
from calledshot.transcript.controls import visible

TEMPLATE = Path(__file__).parent / "page.html"


def render(audits: Sequence[Audit]) -> str:
    """One page with every audit."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    template = environment.from_string(TEMPLATE.read_text("utf-8"))
    return template.render(audits=[_page(audit) for audit in audits]) + "\n"


def _page(audit: Audit) -> dict[str, Any]:
    order = order_of(audit)
    files = file_names(audit)
    return {
        "headlines": [headline(audit, fight, several=len(audit.encounters) > 1) for fight in audit.encounters]
        or [headline(audit, None)],
        "source": source_line(audit),
        "fights": [list(_rounds(audit, fight, order, files)) for fight in audit.encounters],
        "loose": [_finding(finding, audit, files) for finding in loose_findings(audit)],
        "closing": closing_line(audit),
        "alignment": audit.alignment,
        "notes": audit.notes,
        "unchecked": audit.unchecked,
        "settings": settings_used(audit),
        "learned": {
            name: [words for key, bound in figures.items() if (words := bound_words(audit, key, bound))]
            for name, figures in audit.learned.items()
        },
    }


def _rounds(
    audit: Audit, fight: EncounterRecord, order: Mapping[int, int], files: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    before: Mapping[str, Mapping[str, Any]] = {}
    for part in rounds_of(fight, audit, order):
        record = part.record
        yield {
            "title": round_title(audit, record.number),
            "first": record.first_line,
            "last": record.last_line,
            "before": [_finding(finding, audit, files) for finding in part.before],
            "rows": [
                {
                    "place": row.place,
                    "who": row.who,
                    "left": row.left,
                    "outcomes": [outcome for outcome in row.outcomes if outcome.text],
                    "findings": [_finding(finding, audit, files) for finding in row.findings],
                }
                for row in part.rows
            ],
            "state": {
                name: words
                for name, figures in record.state.items()
                if (words := state_words(audit, figures, before.get(name, {})))
            },
        }
        before = record.state


def _finding(finding: Finding, audit: Audit, files: Mapping[str, str]) -> dict[str, Any]:
    """A finding with the line it is about in three pieces, the middle one marked."""
    event = audit.lines.get(finding.seq) if finding.seq is not None else None
    mark = finding.source
    text = event.text if event is not None else ""
    start = mark.column - 1 if mark is not None and mark.column else 0
    end = mark.end_column - 1 if mark is not None and mark.column and mark.end_column else start
    return {
        "finding": finding,
        "line": place_of(mark.line, mark.file, files) if mark is not None else "",
        "speaker": event.speaker if event is not None else None,
        "pieces": (text[:start], text[start:end], text[end:]),
    }
