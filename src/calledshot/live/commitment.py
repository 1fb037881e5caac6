"""A promise that nobody's secret moves were changed: a hash of each when they are all in, and its words once
the room has heard all of its moves called.

The line that tells one holds, after "was: ", exactly what was hashed (SHA-256): a salt, its sender and the
words, so that anybody can check it by hand. What is never called in its round is told when the fight is over.
Off unless the configuration says otherwise.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, field

from calledshot.live.wording import clean, listed, words
from calledshot.referee.commands import Command, read
from calledshot.referee.ruling import Ruling

if TYPE_CHECKING:
    from calledshot.live.table import Table
    from calledshot.moves.declaration import Declaration
    from calledshot.referee.encounter import RoundRecord

SALT = 16
"""Hexadecimal digits of a salt: short moves could be guessed without one."""
SHOWN = 32
"""Hexadecimal digits of a hash: too many to look for two messages of one hash, and short enough for a line
that holds one for each fighter."""
EACH = 1_000
"""Characters of one message that are bound; more would not go into a line."""


class Bound(Struct, frozen=True):
    """A message that is promised: of which fight and round (counted from 1), whose, the event that it was,
    and the very words that were hashed."""

    place: tuple[int, int]
    who: str
    seq: int
    told: str

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.told.encode()).hexdigest()[:SHOWN]


class Commitment(Struct):
    """The promises of one room: of which rounds, and what is still to be told."""

    held: list[Bound] = field(default_factory=list)
    bound: set[tuple[int, int]] = field(default_factory=set)

    def closes(self, table: Table) -> str:
        """The line to say when the round's secret moves are all in; empty at any other time."""
        fights = table.referee.encounters
        record = fights[-1].rounds[-1] if fights and fights[-1].rounds else None
        if record is None or record.closed or table.desk.fight.phase in (None, "declare"):
            return ""
        here = (len(fights), len(fights[-1].rounds))
        last = {one.combatant: one for one in record.declarations if one.channel == "im"}
        if here in self.bound or not last:
            return ""
        made = [
            Bound(here, who, one.seq, _told(table, here, who, one.seq))
            for who, one in sorted(last.items(), key=lambda pair: pair[0] or "")
            if who is not None and one.seq is not None and one.seq in table.referee.lines
        ]
        if not made:
            return ""
        self.bound.add(here)
        self.held += made
        return words("commitment.closed", hashes=listed(f"{one.who} {one.hash}" for one in made))

    def reveals(self, table: Table, *, over: bool = False) -> list[str]:
        """The lines that tell what the room has heard called; all that is left once the fight is `over`."""
        open_ = [one for one in self.held if over or _is_called(table, one)]
        self.held = [one for one in self.held if one not in open_]
        return [words("commitment.revealed", who=one.who, told=one.told) for one in open_]


def _told(table: Table, place: tuple[int, int], who: str, seq: int) -> str:
    key = f"move|{table.room}|{place[0]}|{place[1]}|{who}"
    salt = hmac.new(table.shared.key, key.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:SALT]
    line = table.referee.lines[seq]
    entered = read(line.text, {}, marked=True) if line.kind == "command" else None
    text = entered.words if isinstance(entered, Command) else line.text
    return clean(f"{salt} {who}: {text[:EACH]}")


def _is_called(table: Table, bound: Bound) -> bool:
    """Whether each of its moves has been called, and the room knows: by a line of ours, or because the round
    is over."""
    fight, number = bound.place
    fights = table.referee.encounters
    if len(fights) < fight or len(fights[fight - 1].rounds) < number:
        return False
    record = fights[fight - 1].rounds[number - 1]
    declared = next((one for one in record.declarations if one.seq == bound.seq), None)
    calls = list(_calls(record, bound.who))
    if declared is None or len({one.values.get("index") for one in calls}) < _moves(declared):
        return False
    posted = [one for line in table.drafts.posted if not line.gone for one in line.said]
    return record.closed or all(one in posted for one in calls)


def _moves(declared: Declaration) -> int:
    return max(1, len(declared.moves))


def _calls(record: RoundRecord, who: str) -> Iterator[Ruling]:
    for one in record.rulings:
        if (one.kind, one.outcome) == ("move", "called") and one.combatant == who:
            yield one
