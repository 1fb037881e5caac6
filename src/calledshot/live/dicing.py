"""The helper's own dice in its rooms: who asked for what, what came, and the seeds of a fair box.

How dice are drawn and printed is for `calledshot.dice.box`; what a roll is for is the referee's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from calledshot.dice import box as boxes
from calledshot.live.people import Person
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.config import LiveConfig
    from calledshot.live.table import Table


class Answer(Struct, frozen=True):
    """The line that the box says, and the roll as an event; none where nothing was drawn."""

    line: str
    event: Event | None


class Dicing:
    """The boxes of all rooms; one each, a new one for every fight of a fair box."""

    def __init__(self, config: LiveConfig, key: bytes) -> None:
        self._config = config
        self._key = key
        self._boxes: dict[str, boxes.Box] = {}
        self._count: dict[str, int] = {}

    def wanted(self, text: str) -> bool:
        """Whether words are a dice command that we answer."""
        return self._config.dice != "off" and boxes.command(text) is not None

    def thrown(self, table: Table, person: Person, event: Event) -> Answer | None:
        """What the box answers to a message in a room; None where it is no dice command of ours."""
        if self._config.dice == "off":
            return None
        wanted = boxes.command(event.text)
        if wanted is None:
            return None
        if wanted.expression is None:
            return Answer(wanted.fault, None)
        thrown = self.box(table).throw(wanted, person.name)
        if thrown.roll is None:
            self._kept(table, thrown.line)
            return Answer(thrown.line, None)
        rolled = replace(
            event,
            kind="roll",
            speaker=self._config.nick,
            trust="bot",
            text=thrown.line,
            roll=replace(thrown.roll, roller=person.name),
        )
        return Answer(thrown.line, rolled)

    def box(self, table: Table) -> boxes.Box:
        room = table.room or ""
        found = self._boxes.get(room)
        if found is None:
            found = self.opened(table)
            if found.fair:
                table.post(found.commitment)
                self._kept(table, found.commitment)
        return found

    def opened(self, table: Table) -> boxes.Box:
        """A new box for a room."""
        room = table.room or ""
        self._count[room] = self._count.get(room, 0) + 1
        seed = boxes.fight_seed(self._key, room, self._count[room])
        made = boxes.open_fair(seed, room) if self._config.dice == "fair" else boxes.open_plain(seed, room)
        self._boxes[room] = made
        return made

    def closed(self, table: Table) -> str:
        """The line that ends a fair box, once its fight is over; empty where there is none."""
        found = self._boxes.pop(table.room or "", None)
        if found is None or not found.number:
            return ""
        self._kept(table, found.reveal)
        return found.reveal

    def _kept(self, table: Table, text: str) -> None:
        """A line of the box's that is no roll, in the record too: who checks its dice needs it."""
        table.out.events.append(
            Event(
                seq=table.shared.next_seq(),
                at=table.now,
                kind="notice",
                speaker=self._config.nick,
                room=table.room,
                text=text,
                trust="bot",
            )
        )
