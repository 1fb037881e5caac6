"""Figures in words: where everybody stands after a round, and the bounds that a log shows. Unknown is silent.

Names of figures are the ruleset's (`labels`); nothing here knows what they mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calledshot.auditing import Audit
from calledshot.report.words import plural
from calledshot.transcript.controls import visible

LIMIT = "_max"
"""Figures so called are what another may rise to; they never change, so a table of changes omits them."""
LINES_SHOWN = 4


def state_words(audit: Audit, figures: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Where one combatant stands, changed figures with what they were before; empty if nothing is known."""
    earlier = audit.ruleset.report_state(before) if before else before
    shown = [
        _figure(_label(audit, key), value, earlier.get(key))
        for key, value in audit.ruleset.report_state(figures).items()
        if not key.endswith(LIMIT)
    ]
    return " · ".join(filter(None, shown))


def bound_words(audit: Audit, key: str, bound: Mapping[str, Any]) -> str:
    """What a log shows of one figure, with the lines it rests on; empty if that is nothing."""
    low, high, value = bound.get("at_least"), bound.get("at_most"), bound.get("value")
    if value is not None:
        text = str(value)
    elif low is not None and high is not None:
        text = str(low) if low == high else f"{low} to {high}"
    elif low is not None:
        text = f"at least {low}"
    elif high is not None:
        text = f"at most {high}"
    else:
        return ""
    lines = bound.get("lines") or []
    more = " …" if len(lines) > LINES_SHOWN else ""
    where = (
        f" ({plural(len(lines), 'line')} {', '.join(map(str, lines[:LINES_SHOWN]))}{more})" if lines else ""
    )
    return f"{_label(audit, key)} {_minus(text)}{where}"


def _figure(label: str, value: Any, before: Any) -> str:
    """Changed figures show what they were; words stand for themselves; unknown and empty are silent."""
    if value is None or value is False or value == [] or value == {}:
        return ""
    if value is True:
        return label
    if isinstance(value, str):
        return visible(value.replace("_", " "))
    if isinstance(value, Mapping):
        return f"{label} {visible(', '.join(f'{name}: {left}' for name, left in value.items()))}"
    if isinstance(value, list | tuple):
        return f"{label} {visible(', '.join(map(_short, value)))}"
    if isinstance(before, int | float) and before != value:
        return f"{label} {_minus(_short(before))} → {_minus(_short(value))}"
    return f"{label} {_minus(_short(value))}"


def _short(value: Any) -> str:
    """A number as a person writes it: at most three places behind the point."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _label(audit: Audit, key: str) -> str:
    return audit.ruleset.labels.get(key) or visible(key.replace("_", " "))


def _minus(text: str) -> str:
    return text.replace("-", "−")
