"""What `calledshot lint` prints for people: each finding with its place, the line with the span marked,
and a summary."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from calledshot.transcript.controls import visible

if TYPE_CHECKING:
    from calledshot.cli.lint import Checked
    from calledshot.finding import Finding

WORDS = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "info": ("note", "notes")}
MAX_SHOWN = 100
"""Code points of a line that are shown round a span; the rest of a pasted page would only hide it."""


def render(found: list[Checked], follow: tuple[str, ...] = ()) -> str:
    """The report, ending in its one summary line."""
    findings = [finding for checked in found for finding in checked.findings]
    paint = _paint()
    columns = max((len(f"{finding.severity} {finding.code}") for finding in findings), default=0)
    lines: list[str] = []
    for checked in found:
        worst = "error" if any(f.severity == "error" for f in checked.findings) else "warning"
        shown: set[tuple[int | None, int | None]] = set()
        for finding in checked.findings:
            head = f"{finding.severity} {finding.code}"
            mark = paint(head, finding.severity) + " " * (columns - len(head))
            lines.append(f"{_place(finding)}: {mark}  {visible(finding.message)}")
            span = finding.source
            key = (span.column, span.end_column) if span is not None else (None, None)
            if finding.severity == worst and key not in shown:
                shown.add(key)
                lines += _marked(checked, finding)
    lines.append(_summary(found, findings, follow))
    return "\n".join(lines) + "\n"


def _paint() -> Callable[[str, str], str]:
    """Colour on a terminal; the layout of the reports is loaded only for one."""
    if not sys.stdout.isatty():
        return lambda text, style: text
    from calledshot.report.layout import Ink, wants_colour

    return Ink(wants_colour(sys.stdout))


def _place(finding: Finding) -> str:
    span = finding.source
    assert span is not None
    file = f"{visible(span.file)}:" if span.file is not None else ""
    return f"{file}{span.line}:{span.column}"


def _marked(checked: Checked, finding: Finding) -> list[str]:
    """The line and the carets under the span; of a message with several lines, the one where the span
    begins."""
    span = finding.source
    assert span is not None and span.column is not None and span.end_column is not None
    text = (
        checked.source.lines[checked.entry.line - 1]
        if checked.source.file is not None
        else _line(checked.entry.text, (span.line or 1) - checked.entry.line)
    ).rstrip("\r\n")
    start, last, first = span.column - 1, len(text), 0
    end = span.end_column - 1 if span.end_line == span.line else last
    end = min(max(end, start + 1), max(last, start + 1))
    end = min(end, start + MAX_SHOWN)
    if end - first > MAX_SHOWN:
        first = max(first, start - MAX_SHOWN // 2)
    last = min(last, max(end, first + MAX_SHOWN))
    before, marked = visible(text[first:start]), visible(text[start : min(end, last)])
    carets = " " * _width(before) + "^" * max(1, _width(marked))
    return [f"    {before}{marked}{visible(text[min(end, last) : last])}", f"    {carets}"]


def _line(text: str, index: int) -> str:
    """One line of a message; CR, LF and CRLF end one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[index]


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    from calledshot.report.layout import width

    return width(text)


def _summary(found: list[Checked], findings: list[Finding], follow: tuple[str, ...]) -> str:
    counts = {severity: sum(finding.severity == severity for finding in findings) for severity in WORDS}
    parts = [f"{count} {WORDS[severity][count != 1]}" for severity, count in counts.items() if count]
    text = ", ".join(parts) + "." if parts else "No findings."
    if not parts:
        moves = sum(len(checked.reading.moves) for checked in found)
        text += f" {moves} move{'' if moves == 1 else 's'} read."
    if follow:
        text += f" Second moves open to you: {', '.join(visible(phrase) for phrase in follow)}."
    return text
