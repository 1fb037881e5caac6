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
TELLING = 8
"""Letters of a move that tell more than its kind."""
SHOWN_MOVES = ("called", "converted")
"""Outcomes of a declared move that the table saw; the others would tell what was only written in private."""


def for_players(audit: Audit) -> Audit:
    """A copy of `audit` without private messages and figures. Findings keep their clause, not their sums."""
    told = {seq for seq, event in audit.lines.items() if event.kind == "command" and event.to is not None}
    whispers = {seq for seq, event in audit.lines.items() if event.kind == "whisper"} | _entered(audit, told)
    kept: dict[int, Ruling | Finding] = {}
    secret = _declared_in_private(audit)
    uncalled, words = _never_called(audit), _private_words(audit)
    for item in audit.flow:
        if item.seq in whispers or id(item) in uncalled:
            continue
        public = _finding(item, audit) if isinstance(item, Finding) else _ruling(item, audit, secret, words)
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


def _never_called(audit: Audit) -> set[int]:
    """Rulings on what somebody has declared in private and nobody has called: unheard by the table."""
    result: set[int] = set()
    kinds = audit.ruleset.secret - {"move", "initiative", "refused"}  # those have words of their own here
    for fight in audit.encounters:
        for record in fight.rounds:
            private = {one.combatant for one in record.declarations if one.channel == "im"}
            due: str | None = None
            for ruling in record.rulings:
                if ruling.outcome == "called" and ruling.kind in {"move", *audit.ruleset.secret}:
                    due = ruling.combatant
                if ruling.combatant in private and ruling.combatant != due and ruling.kind in kinds:
                    result.add(id(ruling))
    return result


def _finding(finding: Finding, audit: Audit) -> Finding:
    clause = audit.ruleset.clauses.get(finding.code) or CORE.get(finding.code)
    return replace(finding, message=clause.title if clause is not None else finding.code, fix=None)


def _ruling(
    ruling: Ruling, audit: Audit, secret: Mapping[int, set[str]], words: frozenset[str]
) -> Ruling | None:
    """The ruling with its private values unknown, and its words made anew from what is left."""
    hidden = set(audit.ruleset.private)
    if ruling.combatant in secret.get(id(ruling), ()):
        if ruling.kind == "move" and ruling.outcome not in SHOWN_MOVES:
            return None
        hidden.update(SECRET_VALUES)
    called = (ruling.kind, ruling.outcome) == ("move", "called")
    values = {
        key: None if key in hidden or (not called and _holds(value, words)) else value
        for key, value in ruling.values.items()
    }
    if values == ruling.values:
        return ruling
    public = replace(ruling, values=values)
    return replace(public, text=audit.ruleset.voice(public, None))


def _private_words(audit: Audit) -> frozenset[str]:
    """The moves that were declared in private, as they were written."""
    return frozenset(
        move.text.strip().casefold()
        for fight in audit.encounters
        for record in fight.rounds
        for one in record.declarations
        if one.channel == "im"
        for move in one.moves
        if len(move.text.strip()) >= TELLING
    )


def _holds(value: object, words: frozenset[str]) -> bool:
    """Whether a value repeats one of these."""
    if isinstance(value, list | tuple):
        return any(_holds(one, words) for one in value)
    return isinstance(value, str) and any(one in value.casefold() for one in words)


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
