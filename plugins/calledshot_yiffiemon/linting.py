"""One declaration checked before it is sent: how it is written, and whether it is legal by the sheets.

Not for a fight under way, whose table knows more; both use `legality`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from calledshot.api import (
    Campaign,
    Finding,
    Lexicon,
    Move,
    Reading,
    Span,
    as_typed,
    fold,
    remark,
    remarks,
    replace,
    unknown_name,
    unlike_strict,
)
from calledshot_yiffiemon import legality, vocabulary, writing
from calledshot_yiffiemon.aside import Aside
from calledshot_yiffiemon.moves_said import LIMBS
from calledshot_yiffiemon.state import UNARMED, Combatant

NOBODY = "you"
SEVERITIES = ("error", "warning", "info")
AIMED = frozenset(("attack", "charge", "dive", "slide", "push", "cross_guard"))
"""What is nothing without a target."""
BODY = UNARMED | frozenset(map(fold, LIMBS))
DOUBTFUL = frozenset(("unread", "ambiguous"))
"""Slips after which the strict form would say less, or something else, than was written."""


def lint(
    reading: Reading,
    campaign: Campaign,
    *,
    combatant: str | None = None,
    opponents: tuple[str, ...] = (),
    system: str | None = None,
    strict: bool = False,
) -> list[Finding]:
    """Every finding on one declaration, in the order of its columns; spans are columns only."""
    found = remarks(reading, combatant=combatant, strict=strict)
    if not reading.moves:
        return found
    name = combatant if combatant is not None else NOBODY
    words = vocabulary.lexicon(campaign, (*campaign.sheets, *opponents))
    known = tuple(campaign.character(one) or words.combatants.get(one) or one for one in opponents)
    table = Aside(campaign, name, [one for one in known if one != name])
    who = table.fighters[name]
    moves = [_carried(_aimed(move, table.named), who) for move in reading.moves]
    for index, move in enumerate(moves):
        found += _names(move, reading, table, words, combatant) if campaign.sheets else ()
        found += _whom(move, moves[:index], reading, table.named, combatant)
        faults = legality.check(move, who, table, moves[:index])
        found += [_finding(fault, combatant) for fault in faults]
        if legality.forbidden(faults) is None:
            table.take(who, move)
    if strict and not any(slip.kind in DOUBTFUL for slip in reading.slips):
        unlike = unlike_strict(_written(reading), reading.text, combatant)
        found += [unlike] if unlike is not None else []
    return sorted(found, key=_place)


def strict(reading: Reading, campaign: Campaign) -> str:
    """The declaration in the strict form; as it was typed where it is in that form but for capitals."""
    return _written(reading)


def _written(reading: Reading) -> str:
    return as_typed(writing.declaration(reading.moves), reading.text, reading.moves)


def _aimed(move: Move, opponents: tuple[str, ...]) -> Move:
    """An action on somebody that names nobody is on the only opponent there is."""
    if move.target is None and move.action in AIMED and len(opponents) == 1:
        return replace(move, target=opponents[0])
    return move


def _carried(move: Move, who: Combatant) -> Move:
    """ "My bow" is the only one that he carries whose name ends so."""
    said = fold(move.instrument) if move.instrument is not None else ""
    own = [one.name for one in who.weapons if one.name is not None and said]
    near = [name for name in own if fold(name).endswith(said)]
    return replace(move, instrument=near[0]) if len(near) == 1 else move


def _names(
    move: Move, reading: Reading, table: Aside, words: Lexicon, combatant: str | None
) -> Iterator[Finding]:
    """DECL-4: a target that nobody knows, or a weapon that he does not carry."""
    who = table.fighters[combatant if combatant is not None else NOBODY]
    target, weapon = move.target, move.instrument
    if target is not None and target not in table.fighters and words.combatants.get(target) is None:
        near = words.combatants.nearest(target)
        yield unknown_name(target, "combatant", near, _part(reading, move, "target"), combatant)
    if weapon is None or not who.weapons or fold(weapon) in BODY:
        return
    carried = [one.name for one in who.weapons if one.name is not None]
    if fold(weapon) not in map(fold, carried):
        said = f'{who.name} carries no "{weapon}": {", ".join(carried)}'
        yield remark("DECL-4", said, _part(reading, move, "instrument"), combatant)


def _whom(
    move: Move, earlier: list[Move], reading: Reading, opponents: tuple[str, ...], combatant: str | None
) -> Iterator[Finding]:
    """DECL-7: with several opponents, who is meant."""
    if move.target is not None or move.action not in AIMED or len(opponents) < 2:
        return
    unclear = any(
        slip.kind == "ambiguous" and move.column <= slip.column < move.end_column for slip in reading.slips
    )
    if not unclear and all(one.target is None for one in earlier):
        yield remark("DECL-7", f"name the target: {', '.join(opponents)}", move, combatant)


def _part(reading: Reading, move: Move, kind: Literal["target", "instrument"]) -> Move | Span:
    mark = reading.mark(move, kind)
    return move if mark is None else Span(column=mark.column, end_column=mark.end_column)


def _finding(fault: legality.Fault, combatant: str | None) -> Finding:
    return Finding(
        code=fault.code,
        severity=fault.severity,
        message=fault.message,
        combatant=combatant,
        source=Span(column=fault.column, end_column=fault.end_column),
        default_ruling=fault.default_ruling,
    )


def _place(finding: Finding) -> tuple[int, int, str]:
    column = finding.source.column if finding.source is not None and finding.source.column is not None else 0
    return column, SEVERITIES.index(finding.severity), finding.code
