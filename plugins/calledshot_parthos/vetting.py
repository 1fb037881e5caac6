"""A declaration is held against the rules as it is made; what nothing can cure is refused (PAR-CAST-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Finding, Reading
from calledshot_parthos import legality, syntax
from calledshot_parthos.state import Plan, Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

STANDING = frozenset(
    f"PAR-{clause}"
    for clause in (
        *("CAST-1", "CAST-2", "CAST-3", "CAST-4", "CAST-5", "POW-1", "POW-2", "ITEM-1", "HEAL-1"),
        *("MOV-8", "MOV-9", "MOV-11", "CALL-1", "SYN-3"),
    )
)
"""Faults that no later turn of the fight can cure: the move is refused when declared."""
TO_BE_NAMED = frozenset({"cast", "power", "item"})  # PAR-STD-4


def check(fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned], reading: Reading) -> None:
    """Findings on what was declared, as things now stand, and the refusals that cannot wait (PAR-CAST-6)."""
    encounter = fight.encounter
    round_ = fight.round
    assert round_ is not None
    fighter = fight.fighters[who]
    given = encounter.event.kind == "whisper"
    found = list(syntax.check(reading, fighter, fight.scene, fight.campaign, given=given, strict=False))
    legal = legality.check(
        tuple(planned.move for planned in fresh),
        reading,
        fighter,
        fight.scene,
        fight.campaign,
        condition_of=fight.condition_of,
    )
    legal += _second_spells(fight, who, plan, fresh, reading, legal)
    if plan.late and set(reading.modifiers) <= set(plan.late):  # PAR-STD-2 is told: they do not count
        late = [slip.column for slip in reading.slips if slip.kind == "modifier_words"]
        found = [one for one in found if one.source is None or one.source.column not in late]
    grounds: list[tuple[Planned, str]] = []
    for finding in [*found, *legal]:
        planned = _about(fresh, finding.source.column if finding.source else None)
        encounter.report(finding)
        if planned is not None:
            planned.faults = (*planned.faults, finding.code)
            if finding.severity == "error":
                grounds.append((planned, finding.code))
            if finding.severity == "error" and finding.code in STANDING:
                planned.status = "illegal"
    for planned in fresh:
        if planned.status == "illegal":
            refuse(fight, who, plan, planned, tuple(code for one, code in grounds if one is planned))
        elif "PAR-MOV-3" in planned.faults and fight.setting("over_distance") == "refuse":
            planned.status = "illegal"
            refuse(fight, who, plan, planned, ("PAR-MOV-3",))
    if any(finding.code == "PAR-RND-6" for finding in legal):
        encounter.ask_pgm(
            f"{who} wants to bandage himself and cast: is there time for both?", who, clauses=("PAR-RND-6",)
        )
    _named_too_late(fight, who, plan, fresh)


def _named_too_late(fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned]) -> None:
    """Spells, items and powers named after their roll, or after their place in the order (PAR-STD-4)."""
    round_ = fight.round
    assert round_ is not None
    if round_.system != "standard" or round_.phase != "action" or who not in round_.inits:
        return
    inits = round_.inits[who].moves
    for planned in fresh:
        index = plan.index(planned) if planned in plan.moves else None
        if planned.move.action not in TO_BE_NAMED or index is None or planned.status != "pending":
            continue
        if who in round_.stray:
            fight.encounter.find(
                "PAR-STD-4",
                "named after its roll: that roll does not count unless the PGM lets it stand",
                who,
                span=(planned.move.column, planned.move.end_column),
                default=True,
            )
            continue
        at = inits[index] if inits is not None and index < len(inits) else None
        played = [
            other.at
            for name, others in round_.plans.items()
            for other in others.moves
            if name != who and other.at is not None and other.status in ("called", "done")
        ]
        if at is None or not any(value < at for value in played):
            continue
        fight.encounter.find(
            "PAR-STD-4",
            f"named when its place in the order, {at}, has passed",
            who,
            span=(planned.move.column, planned.move.end_column),
            default=True,
        )
        fight.encounter.rule("refused", "late", who, planned.target, clauses=("PAR-STD-4",), default=True)
        planned.status = "illegal"
        planned.faults = (*planned.faults, "PAR-STD-4")
        fight.refused = ("move", who)


def refuse(fight: ParthosFight, who: str, plan: Plan, planned: Planned, codes: tuple[str, ...]) -> None:
    """Not a valid action, with all grounds at once (PAR-CAST-6)."""
    clauses = tuple(
        dict.fromkeys(
            code
            for code in codes
            if fight.encounter.ruleset.clauses[code].severity == "error" or code in STANDING
        )
    )
    if planned.move.action == "cast":
        clauses = (*clauses, "PAR-CAST-6")
    fight.encounter.rule(
        "refused",
        "illegal",
        who,
        planned.target,
        clauses=clauses,
        action=planned.move.action,
        index=plan.index(planned) if planned in plan.moves else None,
        move=planned.move.text,
    )
    fight.refused = ("move", who)


def _about(fresh: list[Planned], column: int | None) -> Planned | None:
    if column is None:
        return fresh[0] if len(fresh) == 1 else None
    return next(
        (p for p in fresh if p.move.column <= column < max(p.move.end_column, p.move.column + 1)), None
    )


def _second_spells(
    fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned], reading: Reading, known: list[Finding]
) -> list[Finding]:
    """A spell declared in a second message, after the round's one spell (PAR-CAST-4)."""
    earlier = [planned for planned in plan.moves if planned not in fresh and planned.status != "dropped"]
    if not any(planned.move.action == "cast" for planned in earlier):
        return []
    moves = tuple(planned.move for planned in (*earlier, *fresh))
    refused = [index for index, planned in enumerate(earlier) if planned.status == "illegal"]
    found: list[Finding] = []
    for index in range(len(earlier), len(moves)):
        found += [
            finding
            for finding in legality.check(
                moves,
                reading,
                fight.fighters[who],
                fight.scene,
                fight.campaign,
                called=index,
                refused=refused,
            )
            if finding.code == "PAR-CAST-4" and finding not in known
        ]
    return found


def span_of(reading: Reading) -> tuple[int, int] | None:
    if reading.moves:
        return reading.moves[0].column, reading.moves[-1].end_column
    return (1, len(reading.text) + 1) if reading.text else None
