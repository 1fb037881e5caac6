"""A promise that nobody's secret moves were changed: their hash when they are all in, their words at the end.

The line told at the end holds, after "were: ", exactly what was hashed (SHA-256): a salt and every move with
its sender, so that anybody can check it by hand. Off unless the configuration says otherwise.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from msgspec import Struct, field

from calledshot.live.wording import clean, words

if TYPE_CHECKING:
    from calledshot.live.table import Table

SALT = 16
"""Hexadecimal digits of a salt: short moves could be guessed without one."""
EACH = 300
"""Characters of one move that are bound; a line has to hold several."""


class Commitment(Struct):
    """The promises of one room: of which rounds, and what is to be told at the end."""

    held: list[tuple[int | None, str]] = field(default_factory=list)
    bound: set[tuple[int, int]] = field(default_factory=set)

    def closes(self, table: Table) -> str:
        """The line to say when the round's secret moves are all in; empty at any other time."""
        fights = table.referee.encounters
        record = fights[-1].rounds[-1] if fights and fights[-1].rounds else None
        if record is None or record.closed or table.desk.fight.phase in (None, "declare"):
            return ""
        here = (len(fights), len(fights[-1].rounds))
        if here in self.bound:
            return ""
        moves: dict[str, str] = {}
        for one in record.declarations:
            said = table.referee.lines.get(one.seq) if one.seq is not None else None
            if one.channel == "im" and one.combatant is not None and said is not None:
                moves[one.combatant] = clean(said.text).replace("|", "/")[:EACH]
        if not moves:
            return ""
        self.bound.add(here)
        place = f"{table.room}|{here[0]}|{here[1]}"
        salt = hmac.new(table.shared.key, f"moves|{place}".encode("utf-8", "replace"), hashlib.sha256)
        told = clean(
            " | ".join([salt.hexdigest()[:SALT], *(f"{who}: {moves[who]}" for who in sorted(moves))])
        )
        self.held.append((record.number, told))
        return words("commitment.closed", hash=hashlib.sha256(told.encode()).hexdigest())

    def reveals(self) -> list[str]:
        """The lines that end it, once the fight is over."""
        lines = [
            words("commitment.revealed", round="?" if number is None else number, list=told)
            for number, told in self.held
        ]
        self.held.clear()
        return lines
