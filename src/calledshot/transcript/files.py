"""What several files are called side by side: the last part of each path, and of those that end alike (a
folder a room, a file a day) as much of the path as tells them apart.

How a report uses the names is for the report; nothing is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEPARATOR = re.compile(r"[/\\]+")


def short(files: Iterable[str]) -> dict[str, str]:
    """Each path with the shortest tail of it, at whole folders, that no other path ends in."""
    parts = {file: [part for part in _SEPARATOR.split(file) if part] or [file] for file in files}
    found: dict[str, str] = {}
    size = 1
    while len(found) < len(parts):
        tails: dict[tuple[str, ...], list[str]] = {}
        for file, names in parts.items():
            tails.setdefault(tuple(names[-size:]), []).append(file)
        for tail, alike in tails.items():
            for file in alike:
                if len(alike) == 1 or size >= len(parts[file]):
                    found.setdefault(file, "/".join(tail))
        size += 1
    return found


def listed(names: Iterable[str]) -> str:
    """Names in a sentence."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def gathered(notes: Iterable[tuple[str, str]]) -> list[str]:
    """Notes with the files that each is about; one that is about several stands once."""
    about: dict[str, list[str]] = {}
    for file, note in notes:
        about.setdefault(note, []).append(file)
    return [f"{listed(dict.fromkeys(files))}: {note}" for note, files in about.items()]
