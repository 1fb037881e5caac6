"""Finds the formats: one a module of this package, in the order of their names, then those of plugins.

A module is called as its format is, with underscores: one format that is asked for by name costs one import.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from calledshot.errors import PluginError, UsageError
from calledshot.transcript.formats.base import Format

_found: dict[str, Format] = {}
_added: dict[str, Format] = {}


def all_formats() -> tuple[Format, ...]:
    """Every format known, ours first, each group by name."""
    if not _found:
        for name in _modules():
            found = _load(name)
            if found is not None:
                _found[found.name] = found
    return (*_found.values(), *_added.values())


@cache
def _modules() -> tuple[str, ...]:
    from calledshot.transcript import formats

    return tuple(sorted(module.name for module in pkgutil.iter_modules(formats.__path__)))


def _load(module: str) -> Format | None:
    found = getattr(import_module(f"{__package__}.{module}"), "FORMAT", None)
    return found if isinstance(found, Format) else None


def register(format: Format) -> None:
    """Add a plugin's format. Raises PluginError if another of that name exists."""
    if any(known.name == format.name and known is not format for known in all_formats()):
        raise PluginError(f"two readers for the format {format.name}; switch one of the plugins off")
    _added[format.name] = format


def get(name: str) -> Format:
    """The format of that name. Raises UsageError naming those that may be meant."""
    if name in _added:
        return _added[name]
    module = name.replace("-", "_")
    found = _load(module) if module in _modules() else None
    if found is not None and found.name == name:
        return found
    raise UsageError(f"--format {name}: no such format{_meant(name)}; `calledshot formats` lists them")


def _meant(name: str) -> str:
    """ " (did you mean …?)", where a format's name or title has the word or is much like it."""
    from difflib import get_close_matches

    word = name.lower().replace("_", "-")
    known = all_formats()
    near = [one.name for one in known if len(word) > 2 and (word in one.name or word in one.title.lower())]
    near = near or get_close_matches(word, [one.name for one in known], n=3, cutoff=0.7)
    return f" (did you mean {' or '.join(near[:4])}?)" if near else ""
