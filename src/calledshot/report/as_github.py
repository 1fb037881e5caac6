"""Findings as workflow commands, one a line, so that a build shows them at their lines."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.finding import Finding
from calledshot.transcript.controls import escape

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def render(findings: Sequence[Finding]) -> str:
    """One command a finding; empty without findings."""
    return "".join(_command(finding) + "\n" for finding in findings)


def _command(finding: Finding) -> str:
    span = finding.source
    parts: list[tuple[str, str | int | None]] = [("title", finding.code)]
    if span is not None:
        parts = [
            ("file", span.file),
            ("line", span.line),
            ("endLine", span.end_line),
            ("col", span.column),
            ("endColumn", _last(span.column, span.end_column)),
            *parts,
        ]
    said = ",".join(f"{name}={_property(str(value))}" for name, value in parts if value is not None)
    return f"::{LEVELS[finding.severity]} {said}::{_data(finding.message)}"


def _last(column: int | None, end: int | None) -> int | None:
    """The last marked column: ours is the one after it."""
    return None if end is None else max(column or 1, end - 1)


def _data(text: str) -> str:
    return escape(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
