"""Finds the formats: one a module of this package, in the order of their names, then those of plugins."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from calledshot.errors import PluginError, UsageError
from calledshot.transcript.formats.base import Format

_found: dict[str, Format] = {}
_added: dict[str, Format] = {}


def all_formats() -> tuple[Format, ...]:
    """Every format known, ours first, each group by name."""
    if not _found:
        from calledshot.transcript import formats

        names = sorted(module.name for module in pkgutil.iter_modules(formats.__path__))
        for name in names:
            found = getattr(import_module(f"{formats.__name__}.{name}"), "FORMAT", None)
            if isinstance(found, Format):
                _found[found.name] = found
    return (*_found.values(), *_added.values())


def register(format: Format) -> None:
    """Add a plugin's format. Raises PluginError if another of that name exists."""
    if any(known.name == format.name and known is not format for known in all_formats()):
        raise PluginError(f"two readers for the format {format.name}; switch one of the plugins off")
    _added[format.name] = format


def get(name: str) -> Format:
    """The format of that name. Raises UsageError naming those there are."""
    for known in all_formats():
        if known.name == name:
            return known
    raise UsageError(f"--format {name}: no such format; there are {', '.join(f.name for f in all_formats())}")
