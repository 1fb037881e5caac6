"""How long a line takes from the event that causes it to the socket, journal on, beside a bare commit.

    python benchmarks/live.py [EVENTS] [--mode auto|suggest] [--full]

One fight of four in the IM system, round after round, with talk in between: IMs, initiatives, rolls to hit
and for damage, everything the helper is made for. Each event is handed to the hub as a feed does it
(`hub.heard`), and the clock stops for a line when the feed's `send` is entered, which is where a feed writes
to its socket. Between any two events, one row of the same length is committed to a database of its own by the
`sqlite3` module alone, with the same settings. `--full` waits for the disk at every commit, in both.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from calledshot.auditing import prepare
from calledshot.campaign import from_tables
from calledshot.live.config import LiveConfig
from calledshot.live.hub import Hub, Sending
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, encode
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import Event

EVENTS = 10_000
ROOM, PGM = "#parlour", "Brannoch"
MOVES = {
    "Torvik77": "*Melee attack on Elsinore",
    "Elsinore": "*Melee attack on Torvik77",
    "SwiftBoy": "*Melee attack on Kaelin",
    "Kaelin": "*Melee attack on SwiftBoy",
}
TALK = (
    "did anyone else lag?", "lol", "brb, tea", "((that was close!))", "nice one", "never trust him",
    "What a night. The rain goes on and on, and nobody has thought of shutting the door.",
)  # fmt: skip
WARM_UP = 200
"""Events that are not counted: the first of each kind compiles statements and reads files."""


def campaign() -> dict[str, Any]:
    """Four who can take a great deal, so that the fight does not end before the measurement does."""
    return {
        "ruleset": "parthos",
        "pgm": [PGM],
        "system": "im",
        "characters": {
            name: {
                "speed": 55 + 5 * place, "ca": 50, "stamina": 100_000, "stamina_max": 100_000,
                "endurance": 50, "strength_bonus": 1, "side": ("red", "blue")[place % 2],
                "weapons": [{"name": "longsword", "in_hand": True}],
            }
            for place, name in enumerate(MOVES)
        },
        "rulebook": {
            "bell_curve": {"BC10": {"12": [1, 5], "9": [6, 50], "6": [51, 99]}},
            "weapons": [{"name": "longsword", "bc": 10, "kind": "melee"}],
        },
    }  # fmt: skip


class Night:
    """What happens, made up as it goes on by what the room waits for."""

    def __init__(self, rooms: Rooms, seed: int = 1) -> None:
        self.rooms = rooms
        self.rng = random.Random(seed)
        self.now = datetime(2004, 7, 3, 20, 0, 0)
        self.number = 0

    def event(self, kind: Any, who: str, text: str, **more: Any) -> Incoming:
        self.now += timedelta(seconds=3)
        self.number += 1
        private = kind == "whisper"
        event = Event(
            kind=kind, at=self.now.isoformat(), speaker=who, text=text, id=f"m{self.number}",
            room=None if private else ROOM, to="calledshot" if private else None, **more,
        )  # fmt: skip
        return Incoming(event=event, account=f"irc:{who.casefold()}")

    def messages(self) -> Iterator[Incoming]:
        yield self.event("say", PGM, "Evening, all.")
        yield from (self.event("say", name, "hi") for name in MOVES)
        yield self.event("whisper", PGM, "begin " + ", ".join(MOVES))
        while True:
            if self.rng.random() < 0.25:
                yield self.event("say", self.rng.choice(list(MOVES)), self.rng.choice(TALK))
            else:
                yield self.next()

    def next(self) -> Incoming:
        """What somebody is waited for, else the game master's `ok` or his word to go on."""
        table = self.rooms.tables[ROOM]
        if table.drafts.current is not None:
            return self.event("whisper", PGM, "ok")
        waits = table.desk.fight.waits
        if not waits:
            return self.event("whisper", PGM, "next")
        who, what = waits[0]
        if what == "declaration":
            return self.event("whisper", who, MOVES[who])
        face = self.rng.randint(1, 100)
        return self.event("say", "OnlineHost", f"{who} rolled 1 100-sided die:  {face}", trust="server")

    @property
    def rounds(self) -> int:
        return sum(len(fight.rounds) for fight in self.rooms.tables[ROOM].referee.encounters)


class Socket:
    """A feed whose `send` only looks at the clock."""

    name = "bench"

    def __init__(self) -> None:
        self.started = 0.0
        self.times: list[float] = []

    async def run(self, hub: Hub) -> None:
        raise NotImplementedError

    async def send(self, sending: Sending) -> str | None:
        self.times.append(time.perf_counter() - self.started)
        return sending.line.key

    async def stop(self) -> None:
        return None


class Bare:
    """The least that a commit can cost: one row, by Python's own module."""

    def __init__(self, path: Path, full: bool) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
        self.connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, id TEXT UNIQUE, data TEXT)")
        self.times: list[float] = []

    def commit(self, id: str | None, data: str) -> None:
        start = time.perf_counter()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO rows (id, data) VALUES (?, ?)", (id, data))
        self.connection.execute("COMMIT")
        self.times.append(time.perf_counter() - start)


async def measure(folder: Path, count: int, mode: Any, full: bool) -> tuple[Socket, Bare, list[float], Night]:
    ready = prepare(from_tables(campaign()))
    journal = SqlJournal(str(folder / "journal.db"), full=full)
    rooms = Rooms(ready, LiveConfig(mode=mode, pgm={PGM: "irc:brannoch"}), key=journal.key)
    feed = Socket()
    hub = Hub(rooms, journal, feed)
    hub.connected()
    bare = Bare(folder / "bare.db", full)
    night = Night(rooms)
    handled: list[float] = []
    for place, message in enumerate(night.messages()):
        if place == WARM_UP:
            feed.times.clear()
            bare.times.clear()
            handled.clear()
        if place == WARM_UP + count:
            break
        feed.started = time.perf_counter()
        hub.heard(message, position=message.event.id)
        handled.append(time.perf_counter() - feed.started)
        while hub.outbox.length:
            await asyncio.sleep(0)
        bare.commit(message.event.id, encode(message).decode())
    await hub.outbox.close()
    journal.close()
    bare.connection.close()
    return feed, bare, handled, night


def shown(name: str, times: list[float]) -> tuple[float, float]:
    """Prints and returns median and 99th percentile, in milliseconds."""
    parts = statistics.quantiles(times, n=100)
    half, most, worst = statistics.median(times) * 1000, parts[98] * 1000, max(times) * 1000
    print(f"  {name:28} {len(times):7,}  p50 {half:7.3f} ms  p99 {most:7.3f} ms  max {worst:8.3f} ms")
    return half, most


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("events", nargs="?", type=int, default=EVENTS)
    parser.add_argument("--mode", choices=("auto", "suggest"), default="auto")
    parser.add_argument("--full", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        feed, bare, handled, night = asyncio.run(measure(Path(folder), given.events, given.mode, given.full))
    print(
        f"live, {given.events:,} events in {night.rounds} rounds of a fight of four, {given.mode} mode, "
        f"journal in SQLite (WAL, synchronous {'FULL' if given.full else 'NORMAL'})"
    )
    ours = shown("event to line at the socket", feed.times)
    shown("event heard, ruled, settled", handled)
    least = shown("one bare SQLite commit", bare.times)
    half, most = ours[0] / least[0], ours[1] / least[1]
    print(f"  ratio to the bare commit              p50 {half:7.1f}     p99 {most:7.1f}")


if __name__ == "__main__":
    main()
