"""Findings as SARIF 2.1.0, for code-scanning services and editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from calledshot.clauses import CORE, Clause
from calledshot.finding import Finding

LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(findings: Sequence[Finding], clauses: Mapping[str, Clause] | None = None) -> str:
    """One SARIF document with one run. `clauses` explain the codes; the core's own are always known."""
    known = {**CORE, **(clauses or {})}
    codes = list(dict.fromkeys(finding.code for finding in findings))
    run = {
        "tool": {"driver": {"name": "calledshot", "rules": [_rule(code, known.get(code)) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes) for finding in findings],
    }
    document = {"version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _rule(code: str, clause: Clause | None) -> dict[str, Any]:
    if clause is None:
        return {"id": code}
    return {
        "id": code,
        "name": clause.title,
        "shortDescription": {"text": clause.title},
        "fullDescription": {"text": clause.text},
    }


def _result(finding: Finding, codes: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
    }
    region = _region(finding)
    if region is not None:
        result["locations"] = [
            {"physicalLocation": {"artifactLocation": {"uri": _uri(finding)}, "region": region}}
        ]
    properties = {
        name: value
        for name, value in (
            ("combatant", finding.combatant),
            ("round", finding.round),
            ("seq", finding.seq),
            ("default_ruling", finding.default_ruling or None),
        )
        if value is not None
    }
    if properties:
        result["properties"] = properties
    if finding.fix is not None and region is not None:
        change = {"deletedRegion": region, "insertedContent": {"text": finding.fix.replacement}}
        artifact = {"artifactLocation": {"uri": _uri(finding)}, "replacements": [change]}
        result["fixes"] = [{"description": {"text": finding.fix.message}, "artifactChanges": [artifact]}]
    return result


def _region(finding: Finding) -> dict[str, int] | None:
    span = finding.source
    if span is None or span.line is None:
        return None
    parts = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {name: value for name, value in parts.items() if value is not None}


def _uri(finding: Finding) -> str:
    from urllib.parse import quote

    span = finding.source
    return quote((span.file if span is not None else None) or "text", safe="/:~.-_")
