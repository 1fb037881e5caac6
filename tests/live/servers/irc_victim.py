"""A helper on IRC in a process of its own, to be killed: it answers every line of a room in the room, and
every whisper in private. No test.

    python irc_victim.py FOLDER PORT NICK PASSWORD ROOM     ("" for no login)
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

from calledshot.live.config import IrcConfig, Secret
from calledshot.live.hub import Hub, Settled
from calledshot.live.irc.feed import IrcFeed
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, Outgoing


class Answers:
    """Fights that answer."""

    def __init__(self, room: str) -> None:
        self.room = room

    def heard(self, message: Incoming) -> Settled:
        event = message.event
        lines: tuple[Outgoing, ...] = ()
        if message.what == "event" and not message.own:
            if event.kind == "say":
                lines = (Outgoing(text=f"(({event.text}))", room=self.room, notice=True),)
            elif event.kind == "whisper":
                lines = (Outgoing(text=f"got {event.text}", to=event.speaker, secret=True),)
        return Settled(events=(event,), lines=lines)

    def due(self, now: str) -> bool:
        return False


async def main(folder: str, port: str, nick: str, password: str, room: str) -> None:
    config = IrcConfig(
        host="127.0.0.1", port=int(port), tls=False, nick=nick, rooms=[room],
        sasl="plain" if password else "off", burst=50, rate=50.0, bytes_burst=50_000, bytes_rate=50_000.0,
        retry_at_most=0.3,
    )  # fmt: skip
    journal = SqlJournal(str(Path(folder) / "fight.journal"))
    feed = IrcFeed(config, Secret(password) if password else None)
    await Hub(Answers(room), journal, feed).run()


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG)
    asyncio.run(main(*sys.argv[1:6]))
