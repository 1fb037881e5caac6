"""What a player said he will do, as data. Reading it out of text is `moves.grammar`; judging it is a
ruleset's."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Spell(Struct, frozen=True, kw_only=True):
    """A spell as named: what was not said is None."""

    name: str
    list: str | None = None
    level: int | None = None
    pp: int | None = None


class CalledShot(Struct, frozen=True, kw_only=True):
    """A body part aimed at; `penalty` only where the player stated a number (negative)."""

    part: str
    penalty: int | None = None


class Move(Struct, frozen=True, kw_only=True):
    """One action of a declaration. `action` is the ruleset's id; `optional` is the star; columns count
    code points of the message from 1, the span includes the star; `pp` is the points stated for an
    action that is no spell; `feet` a stated distance; `condition` the text of a contingency whose other
    branch is `otherwise`; `details` what a ruleset's own grammar reads besides (a path, what is drawn)."""

    action: str
    optional: bool = False
    instrument: str | None = None
    target: str | None = None
    spell: Spell | None = None
    called_shot: CalledShot | None = None
    condition: str | None = None
    otherwise: tuple[Move, ...] = ()
    pp: int | None = None
    feet: float | None = None
    details: dict[str, Any] = {}
    text: str = ""
    column: int = 1
    end_column: int = 1


class Declaration(Struct, frozen=True, kw_only=True):
    """All that one message declares. `candidate` is true where it was read from free prose and counts
    only once confirmed; `modifiers` holds initiative modifiers announced in it."""

    seq: int | None = None
    combatant: str | None = None
    channel: Literal["room", "im", "ooc"] = "room"
    strict: bool = False
    candidate: bool = False
    moves: tuple[Move, ...] = ()
    modifiers: tuple[str, ...] = ()
    hold_back: tuple[str, ...] = ()


def document(declaration: Declaration) -> dict[str, Any]:
    """A declaration as the contract writes it: these keys, in this order."""
    return {
        "seq": declaration.seq,
        "combatant": declaration.combatant,
        "channel": declaration.channel,
        "strict": declaration.strict,
        "moves": [_move(move) for move in declaration.moves],
        "modifiers": list(declaration.modifiers),
        "hold_back": list(declaration.hold_back),
        "candidate": declaration.candidate,
    }


def _move(move: Move) -> dict[str, Any]:
    return ({"details": move.details} if move.details else {}) | {
        "action": move.action,
        "optional": move.optional,
        "instrument": move.instrument,
        "target": move.target,
        "spell": move.spell,
        "called_shot": move.called_shot,
        "condition": move.condition,
        "text": move.text,
        "column": move.column,
        "end_column": move.end_column,
        "otherwise": [_move(other) for other in move.otherwise],
        "pp": move.pp,
        "feet": move.feet,
    }
