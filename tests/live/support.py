"""Stand-ins for a feed and for fights, which the tests of the live helper share. No server, no rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from calledshot.live.hub import Hub, NotConnected, Sending, Settled
from calledshot.live.messages import Incoming, Outgoing
from calledshot.transcript.event import Event

ROOM = "#parlour"


def said(text: str, id: str | None, speaker: str = "Torvik77", room: str | None = ROOM) -> Incoming:
    """Somebody says something in the room, or to us where `room` is None."""
    kind = "say" if room is not None else "whisper"
    to = None if room is not None else "calledshot"
    event = Event(kind=kind, speaker=speaker, to=to, room=room, text=text, id=id)
    return Incoming(event=event, account=f"irc:{speaker.casefold()}")


class CountingFights:
    """Every message is an event, numbered from 0, and one line to the room that says how many there have
    been; a whisper is answered to its speaker. "fail" in a text raises, with the text in the error."""

    def __init__(self) -> None:
        self.seen: list[Incoming] = []
        self.time: list[str] = []

    def heard(self, message: Incoming) -> Settled:
        if "fail" in message.event.text:
            raise ValueError(message.event.text)
        from msgspec.structs import replace

        number = len(self.seen)
        self.seen.append(message)
        event = replace(message.event, seq=number)
        private = event.kind == "whisper"
        line = Outgoing(
            text=f"(({number}: {event.id}))",
            to=event.speaker if private else None,
            room=None if private else event.room,
            secret=private,
        )
        return Settled(events=(event,), lines=(line,))

    def due(self, now: str) -> bool:
        if not self.time or now < self.time[0]:
            return False
        self.time.pop(0)
        return True

    def failed(self, message: Incoming) -> Sequence[Outgoing]:
        return (Outgoing(text=f"{message.event.room} is no longer refereed", to="Brannoch"),)


class ScriptFeed:
    """Says what it is given, keeps what it is to send, and answers as `answer` says: by default every line
    is done at once."""

    name = "script"

    def __init__(
        self, messages: Iterable[Incoming] = (), answer: Callable[[Sending], str | None] | None = None
    ) -> None:
        self.messages = list(messages)
        self.answer = answer or (lambda sending: sending.line.key)
        self.sent: list[Sending] = []
        self.hub: Hub | None = None
        self.up = True
        self._over = asyncio.Event()

    async def run(self, hub: Hub) -> None:
        self.hub = hub
        if self.up:
            hub.connected()
        for place, message in enumerate(self.messages):
            hub.heard(message, position=str(place + 1))
            await asyncio.sleep(0)
        await self._over.wait()

    async def send(self, sending: Sending) -> str | None:
        if not self.up:
            raise NotConnected
        await asyncio.sleep(0)
        self.sent.append(sending)
        return self.answer(sending)

    async def stop(self) -> None:
        self._over.set()

    @property
    def texts(self) -> list[str]:
        """What was sent, in order."""
        return [sending.line.text for sending in self.sent]


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for a condition; fail where it does not come."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition():
        assert loop.time() < end, "what was waited for did not come"
        await asyncio.sleep(0.01)
