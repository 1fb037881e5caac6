"""The registry of Combat Notes clauses: what `calledshot rule` prints, and rulings and findings point to.

The words are data in `clauses.toml`, read when first asked for: refereeing does not need them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from calledshot.api import Clause, Severity
from calledshot_combat_notes.settings import SETTINGS

SEVERITIES: Mapping[str, Severity | None] = {
    "-": None,
    "e": "error",
    "w": "warning",
    "i": "info",
    "w/e": "error",  # a warning when declared and an error when called: the graver is the clause's
}


@cache
def _load() -> dict[str, Clause]:
    import tomllib
    from pathlib import Path

    text = (Path(__file__).parent / "clauses.toml").read_text(encoding="utf-8")
    clauses = {}
    for id, row in tomllib.loads(text).items():
        kind, _, default = row["class"].partition(" ")
        clauses[id] = Clause(
            id=id,
            title=row["title"],
            section=row["section"],
            text=row["text"],
            kind=kind,
            severity=SEVERITIES[row["severity"]],
            default_ruling=default == "D",
            settings=tuple(name for name, setting in SETTINGS.items() if id in setting.clauses),
            example=row["example"],
        )
    return clauses


class _Registry(Mapping[str, Clause]):
    def __getitem__(self, id: str) -> Clause:
        return _load()[id]

    def __iter__(self) -> Iterator[str]:
        return iter(_load())

    def __len__(self) -> int:
        return len(_load())


CLAUSES: Mapping[str, Clause] = _Registry()
"""Every clause by its id, in the order of the inventory."""
