"""Which plugins are installed and what each brings, known without importing them again and again.

Entry points are read straight from the installed distributions' files, which is many times faster than
`importlib.metadata`. What can only be learned by importing a plugin (its hooks, its rule systems) is kept
in a file of the user's cache directory; it is thrown away when anything it was made from has changed, and
nothing depends on its being there.
"""
# pathlib alone costs more to import than everything here takes to run:
# ruff: noqa: PTH103, PTH105, PTH111, PTH116, PTH118, PTH119, PTH120, PTH123

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

GROUP = "calledshot"
CACHE_VERSION = 1
CACHE_HOMES = ("CALLEDSHOT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA")
CACHE_BYTES = 1 << 20  # far above any real index; a larger file is not ours


class EntryPoint(Struct, frozen=True):
    """A plugin as its distribution announces it."""

    name: str
    module: str
    distribution: str
    version: str


class Plugin(Struct, frozen=True, kw_only=True):
    """A plugin and what it was found to bring. `error` is why it cannot be used, None if it can."""

    name: str
    module: str
    distribution: str = ""
    version: str = ""
    summary: str = ""
    hooks: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    default: str | None = None
    error: str | None = None


class Index(Struct, frozen=True, kw_only=True):
    """What the cache file holds: the plugins, and what they were learned from: the folders of `sys.path`
    with when each last changed, and the entry points with when each plugin's own file did."""

    version: int
    python: str
    folders: tuple[tuple[str, int], ...]
    sources: tuple[tuple[EntryPoint, int], ...]
    plugins: tuple[Plugin, ...]


def entry_points(paths: list[str] | None = None) -> list[EntryPoint]:
    """The plugins that the distributions on `sys.path` announce, by name; the first of a name on the path
    wins within one distribution, two distributions with the same name both appear."""
    found: dict[tuple[str, str], EntryPoint] = {}
    for folder in dict.fromkeys(sys.path if paths is None else paths):
        for info in _infos(folder or "."):
            distribution, version = _distribution(os.path.basename(info))
            for name, module in _announced(os.path.join(info, "entry_points.txt")):
                found.setdefault((name, distribution), EntryPoint(name, module, distribution, version))
    return sorted(found.values(), key=lambda entry: (entry.name, entry.distribution))


def _infos(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(
                entry.name for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))
            )
    except OSError:
        return
    for name in names:
        yield os.path.join(folder, name)


def _distribution(info: str) -> tuple[str, str]:
    name, _, version = info.rpartition(".")[0].partition("-")
    return name, version


def _announced(path: str) -> Iterator[tuple[str, str]]:
    """The (name, module) pairs of our group in one entry_points.txt."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return
    if f"[{GROUP}]" not in text:
        return
    ours = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            ours = line == f"[{GROUP}]"
        elif ours and "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            yield name.strip(), target.partition("[")[0].partition(":")[0].strip()


def folders() -> tuple[tuple[str, int], ...]:
    """Where distributions can be, with when each folder last changed (0 if it is not there). Installing and
    uninstalling change it."""
    return tuple((folder, _stamp(folder or ".")) for folder in dict.fromkeys(sys.path))


def _stamp(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _changed(module: str) -> int:
    """When a top-level module's own file last changed, in ns, found without importing it; 0 without one."""
    top = module.partition(".")[0]
    candidates = (
        os.path.join(folder or ".", tail)
        for folder in sys.path
        for tail in (os.path.join(top, "__init__.py"), f"{top}.py")
    )
    return next((changed for path in candidates if (changed := _stamp(path))), 0)


def load(inspect: Callable[[EntryPoint], Plugin], *, afresh: bool = False) -> tuple[Plugin, ...]:
    """Every installed plugin: from the cache where that still holds, else by asking `inspect`, which imports.
    One that could not be used is asked about again each time, since what it lacked may be there now; so is
    one whose file is found only by importing it. `afresh`: ask about every one."""
    path = cache_path()
    cached = read(path) if not afresh else None
    where = folders()
    python = f"{sys.implementation.cache_tag} {sys.prefix}"
    if cached is not None and cached.python != python:
        cached = None
    same_folders = cached is not None and cached.folders == where
    entries = (
        [entry for entry, _ in cached.sources] if cached is not None and same_folders else entry_points()
    )
    sources = tuple((entry, _changed(entry.module)) for entry in entries)
    known = dict(zip(cached.sources, cached.plugins, strict=False)) if cached is not None else {}
    plugins = tuple(
        plugin
        if (plugin := known.get(source)) is not None and plugin.error is None and source[1]
        else inspect(source[0])
        for source in sources
    )
    made = Index(version=CACHE_VERSION, python=python, folders=where, sources=sources, plugins=plugins)
    if path is not None and made != cached:
        write(path, made)
    return plugins


def cache_path() -> str | None:
    """Where the cache file is, None if the user has no cache directory."""
    base = next((value for name in CACHE_HOMES if (value := os.environ.get(name))), None)
    if base is None:
        home = os.path.expanduser("~")
        if home in ("~", ""):
            return None
        base = os.path.join(home, ".cache")
    return os.path.join(base, "calledshot", "plugins.json")


def read(path: str | None) -> Index | None:
    """The cache file, or None where it is missing, broken or of another version."""
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            data = file.read(CACHE_BYTES + 1)
        index = msgspec.json.decode(data, type=Index)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return index if index.version == CACHE_VERSION else None


def write(path: str, index: Index) -> None:
    """Replace the cache file whole; a cache that cannot be written is done without."""
    scratch = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(scratch, "wb") as file:
            file.write(msgspec.json.encode(index))
        os.replace(scratch, path)
    except OSError:
        return
