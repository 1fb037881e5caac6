"""Findings as a JUnit report: every declaration a test, which fails by an error."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.finding import Finding

Case = tuple[tuple[str, str], Sequence[Finding]]


def render(cases: Sequence[Case]) -> str:
    """One suite. Each case has its place, its text, and its findings; notes and warnings go to
    system-out."""
    failures = sum(any(finding.severity == "error" for finding in findings) for _, findings in cases)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{len(cases)}" failures="{failures}">',
        f'  <testsuite name="calledshot lint" tests="{len(cases)}" failures="{failures}" errors="0">',
    ]
    for (place, text), findings in cases:
        lines += _case(place, text, findings)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def _case(place: str, text: str, findings: Sequence[Finding]) -> list[str]:
    head = f'    <testcase classname="{_escape(place)}" name="{_escape(text)}"'
    if not findings:
        return [f"{head}/>"]
    errors = [finding for finding in findings if finding.severity == "error"]
    others = [finding for finding in findings if finding.severity != "error"]
    lines = [f"{head}>"]
    for finding in errors:
        about = f'type="{_escape(finding.code)}" message="{_escape(finding.message)}"'
        lines.append(f"      <failure {about}>{_escape(_place(finding))}</failure>")
    if others:
        said = "\n".join(
            f"{_place(finding)}: {finding.severity} {finding.code} {finding.message}" for finding in others
        )
        lines.append(f"      <system-out>{_escape(said)}</system-out>")
    return [*lines, "    </testcase>"]


def _place(finding: Finding) -> str:
    span = finding.source
    return f"{span.line}:{span.column}" if span is not None else ""


def _escape(text: str) -> str:
    """Text and attribute values; what XML 1.0 cannot hold at all becomes the replacement character."""
    kept = "".join(char if _allowed(ord(char)) else "\ufffd" for char in text)
    for char, entity in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ('"', "&quot;"),
        ("\n", "&#10;"),
        ("\t", "&#9;"),
    ):
        kept = kept.replace(char, entity)
    return kept.replace("\r", "&#13;")


def _allowed(code: int) -> bool:
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF
