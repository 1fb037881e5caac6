"""Powers: who has which, and the Power Points they take (PAR-POW-1, PAR-POW-2)."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Fix, Move
from calledshot_parthos import book
from calledshot_parthos.legality.casting import short
from calledshot_parthos.legality.standing import Standing


def available(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-POW-1: every ground at once: not listed on the sheet, another class, too low a level."""
    if move.action != "power" or move.instrument is None:
        return
    known = book.power(now.campaign, move.instrument)
    label = known.name if known is not None else move.instrument
    sheet = now.actor.sheet
    grounds = []
    if sheet.powers is not None and not any(book.fold(name) == book.fold(label) for name in sheet.powers):
        grounds.append(f"{now.name} does not have it")
    if known is not None:
        if known.class_ and sheet.class_ and book.fold(known.class_) != book.fold(sheet.class_):
            grounds.append(f"it is a power of the {known.class_} class, and {now.name} is {_a(sheet.class_)}")
        if known.level is not None and sheet.level is not None and known.level > sheet.level:
            grounds.append(f"it needs level {known.level}, and {now.name} is level {sheet.level}")
    if grounds:
        yield now.fault("PAR-POW-1", "error", move, f"{label} is not available: " + "; ".join(grounds))


def cost(move: Move, now: Standing) -> int | None:
    """The Power Points a power needs: the rulebook's fixed figure, else what the player states."""
    if move.action != "power":
        return None
    known = book.power(now.campaign, move.instrument)
    return known.pp if known is not None and isinstance(known.pp, int) else move.pp


def points(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-POW-2: the amount is stated and right, and there is enough left."""
    if move.action != "power":
        return
    known = book.power(now.campaign, move.instrument)
    label = known.name if known is not None else move.instrument or "the power"
    fixed = known.pp if known is not None else None
    star = "*" if move.optional else ""
    if fixed == "variable" and move.pp is None:
        yield now.fault(
            "PAR-POW-2", "error", move, f"{label} takes as many Power Points as you give it: say how many"
        )
    elif isinstance(fixed, int) and move.pp is None and fixed > 0:
        refuse = now.setting("power_points_unstated", "warn") == "refuse"
        yield now.fault(
            "PAR-POW-2",
            "error" if refuse else "warning",
            move,
            f"say the Power Points: {label} takes {fixed}",
            fix=Fix(f"state {fixed} PP", f"{star}{move.text.lstrip('*')} ({fixed} PP)"),
            default_ruling=True,
        )
    elif isinstance(fixed, int) and move.pp is not None and move.pp != fixed:
        yield now.fault("PAR-POW-2", "error", move, f"{label} takes {fixed} PP, not {move.pp}")
    needed = cost(move, now)
    if needed is not None and now.pp is not None and needed > now.pp:
        yield now.fault("PAR-POW-2", "error", move, short(now, label, needed))
        if now.spent:  # PAR-CAST-3 sums the spells and powers of one declaration
            yield now.fault("PAR-CAST-3", "error", move, short(now, label, needed))


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].casefold() in ('a', 'e', 'i', 'o', 'u') else 'a'} {noun}"
