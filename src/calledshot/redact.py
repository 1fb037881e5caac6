"""The audit as every player may see it: nobody's private messages, nobody's sheet.

Works on the finished audit alone, so that no report needs to know what is private.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from calledshot.auditing import Audit
from calledshot.clauses import CORE
from calledshot.finding import Finding
from calledshot.referee.encounter import RoundRecord
from calledshot.referee.ruling import Ruling

SECRET_VALUES = ("total", "moves", "at", "move", "question")
"""Values that tell of an order which is never posted, or hold private words, where moves are declared so."""
SHOWN_MOVES = ("called", "converted")
"""Outcomes of a declared move that the table saw; the others would tell what was only written in private."""


def for_players(audit: Audit) -> Audit:
    """A copy of `audit` without private messages and figures. Findings keep their clause, not their sums."""
    told = {seq for seq, event in audit.lines.items() if event.kind == "command" and event.to is not None}
    whispers = {seq for seq, event in audit.lines.items() if event.kind == "whisper"} | _entered(audit, told)
    kept: dict[int, Ruling | Finding] = {}
    secret = _declared_in_private(audit)
    for item in audit.flow:
        if item.seq in whispers:
            continue
        public = _finding(item, audit) if isinstance(item, Finding) else _ruling(item, audit, secret)
        if public is not None:
            kept[id(item)] = public
    lines = {seq: event for seq, event in audit.lines.items() if seq not in whispers | told}
    verdicts = {
        id(one): replace(one, ours=None, theirs=None, effect=None, text="" if one.seq in told else one.text)
        for one in audit.pgm_rulings
        if one.seq not in whispers
    }
    encounters = [
        replace(fight, rounds=[_round(record, audit, kept, verdicts) for record in fight.rounds])
        for fight in audit.encounters
    ]
    return replace(
        audit,
        for_players=True,
        flow=[kept[id(item)] for item in audit.flow if id(item) in kept],
        pgm_rulings=[verdicts[id(one)] for one in audit.pgm_rulings if id(one) in verdicts],
        encounters=encounters,
        learned={},
        unchecked=[],
        lines=lines,
    )


def _entered(audit: Audit, told: set[int]) -> set[int]:
    """Commands that enter somebody's move as if he had sent it; a roll that is entered so is no secret."""
    rolls = {one.seq for one in audit.rolls}
    return {seq for seq in told - rolls if audit.lines[seq].text.split(" ", 1)[0].casefold() == "for"}


def _declared_in_private(audit: Audit) -> dict[int, set[str]]:
    """Which combatants' moves a ruling may rest on in private, by the ruling's identity."""
    result: dict[int, set[str]] = {}
    for fight in audit.encounters:
        for record in fight.rounds:
            names = {
                one.combatant
                for one in record.declarations
                if one.channel == "im" and one.combatant is not None
            }
            for ruling in record.rulings if names else ():
                result[id(ruling)] = names
    return result


def _finding(finding: Finding, audit: Audit) -> Finding:
    clause = audit.ruleset.clauses.get(finding.code) or CORE.get(finding.code)
    return replace(finding, message=clause.title if clause is not None else finding.code, fix=None)


def _ruling(ruling: Ruling, audit: Audit, secret: Mapping[int, set[str]]) -> Ruling | None:
    """The ruling with its private values unknown, and its words made anew from what is left."""
    hidden = set(audit.ruleset.private)
    if ruling.combatant in secret.get(id(ruling), ()):
        if ruling.kind == "move" and ruling.outcome not in SHOWN_MOVES:
            return None
        hidden.update(SECRET_VALUES)
    values = {key: None if key in hidden else value for key, value in ruling.values.items()}
    if values == ruling.values:
        return ruling
    public = replace(ruling, values=values)
    return replace(public, text=audit.ruleset.voice(public, None))


def _round(
    record: RoundRecord, audit: Audit, kept: Mapping[int, Ruling | Finding], verdicts: Mapping[int, Any]
) -> RoundRecord:
    return replace(
        record,
        declarations=[one for one in record.declarations if one.channel != "im"],
        rulings=_those(record.rulings, kept),
        findings=_those(record.findings, kept),
        pgm_rulings=_those(record.pgm_rulings, verdicts),
        state={
            name: {key: value for key, value in figures.items() if key not in audit.ruleset.private}
            for name, figures in record.state.items()
        },
    )


def _those(items: Iterable[Any], kept: Mapping[int, Any]) -> list[Any]:
    return [kept[id(item)] for item in items if id(item) in kept]
