"""Findings on how a declaration is written, under the core's own clauses (DECL-1 … DECL-7): for rulesets that
have none of theirs for it.

What the moves are worth under the rules is the ruleset's `legality`; what of a slip is forgiven, `reading`'s.
"""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.clauses import CORE
from calledshot.finding import Finding, Fix, Severity, Span
from calledshot.moves.declaration import Move
from calledshot.moves.reading import Reading, Slip

LONGEST_QUOTED = 60
"""Code points of a player's words in a message; the span marks the rest."""


def remarks(reading: Reading, *, combatant: str | None = None, strict: bool = False) -> list[Finding]:
    """What a given declaration's slips come to, in their order; columns only. `strict`: a slip that is
    otherwise forgiven is an error."""
    if not (reading.moves or reading.modifiers or reading.hold_back):
        return [nothing(reading.text, combatant=combatant, strict=strict)]
    found: list[Finding] = []
    for slip in reading.slips:
        if slip.kind == "unread":
            found.append(remark("DECL-2", f"could not read {quoted(slip.said)}", slip, combatant))
        elif slip.kind == "ambiguous":
            said = f"{quoted(slip.said)} may be {either(slip.candidates)}: say which"
            found.append(remark("DECL-2", said, slip, combatant))
        elif slip.kind == "unknown":
            found.append(unknown_name(slip.said, slip.what, slip.candidates, slip, combatant))
        elif slip.kind in ("corrected", "abbreviated"):
            found.append(_forgiven(reading, slip, combatant, strict))
    found += [
        remark("DECL-6", "not one of the actions of the rules: the PGM has to allow it", move, combatant)
        for move in reading.moves
        if move.action == "other"
    ]
    return found


def nothing(text: str, *, combatant: str | None = None, strict: bool = False) -> Finding:
    """DECL-1: talk, where a declaration was expected."""
    start = len(text) - len(text.lstrip())
    span = Span(column=start + 1, end_column=max(start + 1, len(text.rstrip()) + 1))
    said = "no move found: this reads as talk, not as a declaration"
    return remark("DECL-1", said, span, combatant, severity="error" if strict else None)


def unknown_name(
    said: str, kind: str, near: Sequence[str], where: Move | Slip | Span, combatant: str | None = None
) -> Finding:
    """DECL-4: a name of something that the campaign does not know, with the nearest it does."""
    hint = f"; did you mean {either(tuple(near))}?" if near else ""
    fix = Fix(f"write {near[0]}", near[0]) if near else None
    return remark("DECL-4", f"unknown {kind or 'name'} {quoted(said)}{hint}", where, combatant, fix=fix)


def unlike_strict(written: str, text: str, combatant: str | None = None) -> Finding | None:
    """DECL-5: a declaration that is not in the strict form, which mends it; None where it is."""
    bare = text.strip()
    if not written or bare == written:
        return None
    start = len(text) - len(text.lstrip())
    span = Span(column=start + 1, end_column=start + len(bare) + 1)
    said = f"not in the strict form: {quoted(written)}"
    return remark("DECL-5", said, span, combatant, fix=Fix("write the strict form", written))


def remark(
    code: str,
    message: str,
    where: Move | Slip | Span,
    combatant: str | None = None,
    *,
    severity: Severity | None = None,
    fix: Fix | None = None,
) -> Finding:
    """A finding of one of these clauses, of its severity unless told another."""
    span = where if isinstance(where, Span) else Span(column=where.column, end_column=where.end_column)
    return Finding(
        code=code,
        severity=severity or CORE[code].severity or "info",
        message=message,
        combatant=combatant,
        source=span,
        fix=fix,
    )


def _forgiven(reading: Reading, slip: Slip, combatant: str | None, strict: bool) -> Finding:
    """DECL-3: what was read as meant, though it was written otherwise."""
    glued = slip.read_as == "with" and not reading.text[slip.end_column - 1 :][:1].isspace()
    fix = Fix(f"write {slip.read_as}", slip.read_as + (" " if glued else ""))
    said = f"read {quoted(slip.said)} as {quoted(slip.read_as)}"
    return remark("DECL-3", said, slip, combatant, severity="error" if strict else None, fix=fix)


def quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= LONGEST_QUOTED else f'"{text[:LONGEST_QUOTED]}…"'


def either(names: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    unique = tuple(dict.fromkeys(names))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}" if unique else ""
