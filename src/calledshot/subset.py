"""Whether a table somebody expects is part of one that was produced, and where the nearest one differs.

Used by the case runner; knows nothing of fights. An expected table matches a produced one that holds all
of its keys with matching values. A list of numbers matches exactly; so does an empty list; of any other
list every member must match some member, in any order. The word "unknown" matches a value that is null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

UNKNOWN = "unknown"


def matches(expected: Any, produced: Any) -> bool:
    """True if `expected` is a subset of `produced`, by the rules above."""
    if isinstance(expected, Mapping):
        return isinstance(produced, Mapping) and all(
            key in produced and matches(value, produced[key]) for key, value in expected.items()
        )
    if isinstance(expected, list | tuple):
        if not isinstance(produced, list | tuple):
            return False
        if not expected or all(_is_number(item) for item in expected):
            return len(expected) == len(produced) and all(map(matches, expected, produced))
        return all(any(matches(item, other) for other in produced) for item in expected)
    if produced is None:
        return bool(expected == UNKNOWN)
    if isinstance(expected, bool) or isinstance(produced, bool):
        return expected is produced
    same: bool = expected == produced
    return same


def leaves(table: Any, prefix: str = "") -> list[tuple[str, Any]]:
    """The parts of an expected table one by one: dotted path and value."""
    if isinstance(table, Mapping) and table:
        return [
            leaf
            for key, value in table.items()
            for leaf in leaves(value, f"{prefix}.{key}" if prefix else str(key))
        ]
    return [(prefix, table)]


def look_up(table: Any, path: str) -> tuple[bool, Any]:
    """The value at a dotted path as `leaves` writes it (keys may hold dots too), and whether it is there."""
    if not path:
        return True, table
    if isinstance(table, Mapping):
        for key in sorted(table, key=lambda key: -len(str(key))):
            if path == str(key):
                return True, table[key]
            if path.startswith(f"{key}."):
                return look_up(table[key], path[len(str(key)) + 1 :])
    return False, None


def differences(expected: Any, produced: Any) -> list[tuple[str, Any, Any, bool]]:
    """Every leaf of `expected` that `produced` lacks or has otherwise: path, expected, found, is it there."""
    result = []
    for path, value in leaves(expected):
        there, found = look_up(produced, path)
        if not there or not matches(value, found):
            result.append((path, value, found, there))
    return result


def nearest(expected: Any, produced: Sequence[Any]) -> Any | None:
    """The produced table with the fewest differences, the first of several; None if all of it differs."""
    best, fewest = None, None
    for table in produced:
        count = len(differences(expected, table))
        if count < len(leaves(expected)) and (fewest is None or count < fewest):
            best, fewest = table, count
    return best


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
