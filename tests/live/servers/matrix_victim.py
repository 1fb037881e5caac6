"""A helper on Matrix in a process of its own, to be killed: it answers every line of a room in the room, and
every whisper in private. No test.

    python matrix_victim.py FOLDER HOMESERVER USER PASSWORD ROOM [encrypted]
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

from calledshot.live.config import MatrixConfig, Secret
from calledshot.live.hub import Hub, Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.matrix.feed import MatrixFeed
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


async def main(folder: str, homeserver: str, user: str, password: str, room: str, encrypted: bool) -> None:
    config = MatrixConfig(
        homeserver=homeserver, user=user, rooms=[room], encrypted=encrypted, retry_at_most=0.5
    )
    journal = SqlJournal(str(Path(folder) / "fight.journal"))
    feed = MatrixFeed(config, password=Secret(password), folder=folder)
    await Hub(Answers(room), journal, feed).run()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(*sys.argv[1:6], encrypted="encrypted" in sys.argv[6:]))  # type: ignore[misc]
