"""The JSON schemas of what the commands write, made from the types: run it to renew this folder (or FOLDER).

Not for reading documents, only for those who do. A test fails where a type and its schema here differ.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from calledshot.auditing import SCHEMA_VERSION, AuditDocument
from calledshot.dice.fairness import Fairness
from calledshot.dice.verify import Verified
from calledshot.finding import Finding
from calledshot.live.session import Line
from calledshot.live.status import Status
from calledshot.moves.declaration import Declaration
from calledshot.transcript.event import Event


class LintDocument(Struct, kw_only=True):
    """`lint -o json`."""

    schema_version: int = SCHEMA_VERSION
    findings: list[Finding]


DOCUMENTS: Mapping[str, type[Struct]] = {
    "audit": AuditDocument,
    "declaration": Declaration,
    "dice-check": Fairness,
    "dice-verify": Verified,
    "event": Event,
    "lint": LintDocument,
    "live-status": Status,
    "stdio-line": Line,
}
"""File name -> the type of the document, or of one line of it."""


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name, without ending."""
    made = {}
    for name, type_ in DOCUMENTS.items():
        made[name] = {"title": f"calledshot {name}", **msgspec.json.schema(type_)}
    return made


def write(folder: Path) -> None:
    """Write every schema into a folder."""
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(text(schema), encoding="utf-8")


def text(schema: Mapping[str, Any]) -> str:
    """A schema as it stands in its file."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
