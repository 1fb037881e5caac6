"""What a feed tells game masters of lines that did not get where they were to go: to whom and why, of each
target only once in a while, and never the words.

That he is told of may fail like the line itself, and is then told of again: hence once in a while.
"""

from __future__ import annotations

from calledshot.live.messages import Incoming
from calledshot.transcript.controls import visible
from calledshot.transcript.event import Event

EVERY = 600.0
"""Seconds until a game master is told of the same target again."""
REMEMBERED = 500


class Troubles:
    """One feed's. No clock: the caller says what time it is, in seconds of any clock that only goes
    forward."""

    def __init__(self) -> None:
        self._told: dict[tuple[str | None, str], float] = {}

    def room(self, room: str, why: str, at: str, clock: float) -> Incoming | None:
        """We may not speak in a room; None where that has been told."""
        return self._say(room, "", f"I may not speak in {visible(room, 100)}: {visible(why, 200)}", at, clock)

    def closed(self, room: str, why: str, at: str, clock: float) -> Incoming | None:
        """We cannot get into a room."""
        text = f"I cannot get into {visible(room, 100)}: {visible(why, 200)}"
        return self._say(room, "", text, at, clock)

    def person(self, who: str, why: str, at: str, clock: float, *, waits: bool = False) -> Incoming | None:
        """A private line to somebody was not delivered, or `waits` for him."""
        fate = "waits" if waits else "was not delivered"
        text = f"a private line to {visible(who, 100)} {fate}: {visible(why, 200)}"
        return self._say(None, who, text, at, clock)

    def _say(self, room: str | None, who: str, text: str, at: str, clock: float) -> Incoming | None:
        last = self._told.get((room, who))
        if last is not None and clock - last < EVERY:
            return None
        if len(self._told) >= REMEMBERED:
            self._told.clear()
        self._told[room, who] = clock
        event = Event(kind="system", room=room, text=text, at=at, trust="server")
        return Incoming(event=event, bot=True)
