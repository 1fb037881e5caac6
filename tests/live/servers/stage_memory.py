"""The stage without a service: what people do goes to the hub as a feed would tell it, with the real journal
and outbox behind it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from pathlib import Path

from whole_fight import BOT, DICE, IMRI, PGM, PLAYERS, RETURNS_AS, WATCHER, write_campaign

from calledshot.auditing import prepare
from calledshot.live.config import LiveConfig
from calledshot.live.hub import Hub, Sending
from calledshot.live.journal import Begun, SqlJournal
from calledshot.live.messages import Incoming
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import Event

ROOM = "#parlour"


class MemoryFeed:
    """Carries lines to whom they are for, by address."""

    name = "memory"

    def __init__(self, stage: MemoryStage) -> None:
        self.stage = stage
        self.ended = asyncio.Event()

    async def run(self, hub: Hub) -> None:
        hub.connected()
        await self.ended.wait()

    async def send(self, sending: Sending) -> str | None:
        self.stage.hears(sending)
        return sending.line.key

    async def stop(self) -> None:
        self.ended.set()


class MemoryStage:
    """See whole_fight_play.Stage. `vouches` False: there are no accounts, and who comes back comes from
    another host."""

    def __init__(self, folder: Path, *, vouches: bool) -> None:
        self.vouches = vouches
        self.campaign = write_campaign(folder / "campaign")
        self.journal_file = folder / "fight.journal"
        self.now = datetime(2026, 3, 1, 20, 0, 0)
        self.number = 0
        self.here = {name: name for name in (PGM, *PLAYERS, WATCHER, DICE)}
        self.hosts = {name: f"{name.lower()}@{name.lower()}.example" for name in self.here}
        self.told: dict[str, list[str]] = {name: [] for name in self.here}
        self.heard: dict[str, list[str]] = {name: [] for name in self.here}
        self.spoken: list[tuple[str, str]] = []
        self.bot_said: list[str] = []

    async def open(self) -> None:
        identity = "irc:brannoch" if self.vouches else "host:brannoch@brannoch.example"
        ready = prepare(self.campaign)
        config = LiveConfig(nick=BOT, pgm={PGM: identity})
        begun = Begun(
            started="2026-03-01T20:00:00", campaign=str(self.campaign), ruleset="parthos", options={}
        )
        self.journal = SqlJournal(str(self.journal_file), begun=begun)
        self.feed = MemoryFeed(self)
        self.hub = Hub(Rooms(ready, config, key=self.journal.key), self.journal, self.feed, clock=self._clock)
        self.task = asyncio.create_task(self.hub.run())
        await asyncio.sleep(0)
        for name in self.here:
            self._give(Event(kind="join", speaker=name, room=ROOM))

    async def close(self) -> None:
        await self.hub.stop()
        await self.task
        self.journal.close()

    def _clock(self) -> str:
        return self.now.isoformat()

    def _give(self, event: Event, who: str | None = None) -> None:
        self.now += timedelta(seconds=0.5)
        self.number += 1
        who = who or next(name for name, nick in self.here.items() if nick == event.speaker)
        account = f"irc:{who.lower()}" if self.vouches and who != DICE else None
        event = Event(
            kind=event.kind, speaker=event.speaker, to=event.to, room=event.room, text=event.text,
            at=self._clock(), id=f"m{self.number}",
        )  # fmt: skip
        self.hub.heard(Incoming(event=event, account=account, host=self.hosts[who]))

    def hears(self, sending: Sending) -> None:
        line = sending.line
        if line.to is None:
            self.bot_said.append(line.text)
            self._spread(BOT, line.text)
            return
        for name, nick in self.here.items():
            if nick == line.to:
                self.told[name].append(line.text)
                self.heard[name].append(line.text)

    def _spread(self, speaker: str, text: str) -> None:
        self.spoken.append((speaker, text))
        for name, nick in self.here.items():
            if nick and nick != speaker:
                self.heard[name].append(text)

    # -- what people do -------------------------------------------------------------------------------

    async def say(self, who: str, text: str) -> None:
        self._spread(self.here[who], text)
        self._give(Event(kind="say", speaker=self.here[who], room=ROOM, text=text))

    async def im(self, who: str, text: str) -> None:
        self._give(Event(kind="whisper", speaker=self.here[who], to=BOT, text=text))

    async def roll(self, who: str, face: int) -> None:
        await self.say(DICE, f"{self.here[who]} rolled 1 100-sided die: {face}")

    async def drops(self, who: str) -> None:
        nick, self.here[who] = self.here[who], ""
        self._give(Event(kind="leave", speaker=nick, room=ROOM, text="Ping timeout"), who)

    async def returns(self, who: str) -> None:
        self.here[who] = RETURNS_AS
        if not self.vouches:
            self.hosts[who] = "imri@cafe.example"
        self._give(Event(kind="join", speaker=RETURNS_AS, room=ROOM))

    def address(self, who: str) -> str:
        return self.here[who]

    # -- what they saw --------------------------------------------------------------------------------

    def private(self, who: str) -> list[str]:
        return self.told[who]

    def room(self) -> list[str]:
        return self.bot_said

    def saw(self, who: str) -> list[str]:
        return self.heard[who]

    def log(self) -> list[tuple[str, str]]:
        return self.spoken

    def called(self) -> dict[str, str]:
        return {PGM: PGM, BOT: PGM, DICE: DICE, RETURNS_AS: IMRI}

    async def until(self, true: Callable[[], bool], what: str) -> None:
        for _ in range(200):
            if true():
                return
            await asyncio.sleep(0)
        told = "\n".join(f"  {line}" for line in self.told[PGM][-8:])
        raise AssertionError(f"waited in vain for {what}; the PGM was told last:\n{told}")


@contextlib.asynccontextmanager
async def memory_stage(folder: Path, *, vouches: bool = True) -> AsyncIterator[MemoryStage]:
    stage = MemoryStage(folder, vouches=vouches)
    await stage.open()
    try:
        yield stage
    finally:
        await stage.close()
