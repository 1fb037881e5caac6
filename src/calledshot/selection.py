"""Which findings are wanted: `--select` and `--ignore`, by prefixes of their codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def chooser(select: Iterable[str], ignore: Iterable[str]) -> Callable[[str], bool]:
    """A test of codes: it begins with one of `select` (or that is empty) and with none of `ignore`.

    Each may be a comma-separated list; case is free. The longer prefix wins where both fit.
    """
    wanted, unwanted = _prefixes(select), _prefixes(ignore)

    def chosen(code: str) -> bool:
        code = code.upper()
        yes = max((len(prefix) for prefix in wanted if code.startswith(prefix)), default=-1)
        no = max((len(prefix) for prefix in unwanted if code.startswith(prefix)), default=-1)
        return (no < 0 and (yes >= 0 or not wanted)) or yes > no >= 0

    return chosen


def _prefixes(lists: Iterable[str]) -> list[str]:
    return [part.strip().upper() for text in lists for part in text.split(",") if part.strip()]
