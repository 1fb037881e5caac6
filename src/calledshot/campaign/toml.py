"""Writes plain values as TOML: what the scaffold and packets need, and no more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def text(value: str) -> str:
    """A string in quotes; control characters as escapes."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    return name if name and BARE.issuperset(name) else text(name)


def dotted(name: str) -> str:
    """A name with dots in it as a path of keys, which needs no quotes."""
    return ".".join(key(part) for part in name.split("."))


def value(of: Any) -> str:
    """A value on one line; what is None or absent in a table is left out."""
    if isinstance(of, bool):
        return "true" if of else "false"
    if isinstance(of, str):
        return text(of)
    if isinstance(of, Mapping):
        pairs = [f"{key(str(name))} = {value(one)}" for name, one in of.items() if one is not None]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(of, list | tuple):
        return f"[{', '.join(value(one) for one in of)}]"
    return str(of)


def table(header: str, of: Mapping[str, Any]) -> list[str]:
    """A table under its header, one key a line."""
    return [f"[{header}]", *(f"{key(name)} = {value(one)}" for name, one in of.items() if one is not None)]


def rows(name: str, of: list[Any]) -> list[str]:
    """A list of tables, one a line."""
    return [f"{key(name)} = [", *(f"  {value(one)}," for one in of), "]"]


def comment(line: str) -> str:
    """A line commented out; nothing in it can end the comment."""
    return "# " + "".join(char if char.isprintable() else " " for char in line)
