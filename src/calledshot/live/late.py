"""Moves that were refused, as too late or as not allowed: whoever sent one hears when the game master lets it
count after all, and when a late one no longer does.

Whether it counts is the ruleset's to say; here is only looked what has become of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from calledshot.live.wording import short, words
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.table import Table

SHOWN = 300
"""Characters of a move that are told again."""


class Late(Struct):
    """The moves of the round that is on that were refused as too late and count, as they were sent; and those
    that were refused otherwise and do not."""

    counted: dict[tuple[str, int], str] = field(default_factory=dict)
    refused: frozenset[tuple[str, int]] = frozenset()

    def told(self, table: Table, event: Event | None) -> None:
        """After anything that happened."""
        before, self.counted = self.counted, _counted(table)
        for key, moves in (
            ("moves.counts", {one: self.counted[one] for one in self.counted if one not in before}),
            ("moves.counts_not", {one: before[one] for one in before if one not in self.counted}),
        ):
            for (who, _), text in moves.items():
                if key == "moves.counts" or _is_on(table):
                    table.tell(table.player(who), words(key, move=short(text, SHOWN)), event)
        self._allowed(table, event)

    def _allowed(self, table: Table, event: Event | None) -> None:
        stands = table.desk.fight.stands
        before, self.refused = self.refused, frozenset(key for key, well in stands.items() if not well)
        by_master = event is not None and event.speaker == table.master_name
        for who, seq in sorted(before):
            if by_master and stands.get((who, seq)) and _was_sent(table, seq):
                text = short(table.referee.lines[seq].text, SHOWN)
                table.tell(table.player(who), words("moves.counts", move=text), event)


def _is_on(table: Table) -> bool:
    record = table.referee.encounter.round
    return record is not None and not record.closed


def _counted(table: Table) -> dict[tuple[str, int], str]:
    record = table.referee.encounter.round
    if record is None or record.closed:
        return {}
    late = {one.seq for one in record.rulings if (one.kind, one.outcome) == ("refused", "late")}
    return {
        (one.combatant, one.seq): table.referee.lines[one.seq].text
        for one in record.declarations
        if one.combatant is not None and one.seq is not None and one.seq in late and _was_sent(table, one.seq)
    }


def _was_sent(table: Table, seq: int) -> bool:
    """Whether it is a message to us: what the game master enters for somebody, he tells him himself."""
    line = table.referee.lines.get(seq)
    return line is not None and line.kind == "whisper"
