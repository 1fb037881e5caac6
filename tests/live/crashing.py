"""A hub that dies at a random step, again and again, over a service of two files. For test_live_crashes.

    python crashing.py FOLDER SEED MESSAGES [JOURNAL]

Prints one JSON object: how often it was started and killed. Each run is a fork of this process, which kills
itself at a step (before or after any write of the journal or the service), or is killed at a random moment.
The service is "heard.ndjson", what people said, and "said.ndjson", what it took from us: a line once written
there has been said, whether or not we lived to hear of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from support import CountingFights, said

from calledshot.live.hub import Hub, Sending
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import encode, incoming

STEPS = ("receive", "settle", "handing", "done", "advance")
OVERLAP = 3
"""Messages that the service gives again after a restart, before those we have not had."""


class Fuse:
    """Counts steps, and ends this process with SIGKILL at the chosen one."""

    def __init__(self, left: int) -> None:
        self.left = left

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def wrap(self, owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        def with_steps(*args: Any, **named: Any) -> Any:
            self.step()
            result = plain(*args, **named)
            self.step()
            return result

        setattr(owner, name, with_steps)


class FileFeed:
    """`echo`: a line is known to be said only when it is read back from the service."""

    name = "files"

    def __init__(self, folder: Path, fuse: Fuse, rng: random.Random) -> None:
        self.heard = (folder / "heard.ndjson").read_bytes().splitlines()
        self.room = folder / "said.ndjson"
        self.fuse = fuse
        self.rng = rng
        self.echo = rng.random() < 0.5
        self.hub: Hub | None = None

    async def run(self, hub: Hub) -> None:
        self.hub = hub
        for entry in self.history():
            hub.said(entry["key"], entry["key"])
        start = max(0, int(hub.position() or 0) - OVERLAP)
        early = self.rng.random() < 0.5
        if early:
            hub.connected()
        for place in range(start, len(self.heard)):
            hub.heard(incoming(self.heard[place]), position=str(max(place + 1, int(hub.position() or 0))))
            if self.rng.random() < 0.3:
                await asyncio.sleep(0)
            if self.rng.random() < 0.05:  # the connection is cut and comes back
                hub.disconnected()
                await asyncio.sleep(0.001)
                for entry in self.history():
                    hub.said(entry["key"], entry["key"])
                hub.connected()
        if not early:
            hub.connected()
        while hub.outbox.length:
            await asyncio.sleep(0.002)
            for entry in self.history():
                hub.said(entry["key"], entry["key"])

    def history(self) -> list[dict[str, Any]]:
        if not self.room.exists():
            return []
        return [json.loads(line) for line in self.room.read_bytes().splitlines()]

    async def send(self, sending: Sending) -> str | None:
        key = sending.line.key
        if sending.state == "handed" and any(entry["key"] == key for entry in self.history()):
            return key
        if self.rng.random() < 0.3:
            await asyncio.sleep(0)
        self.fuse.step()
        entry = {"key": key, "text": sending.line.text, "state": sending.state}
        handle = os.open(self.room, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(handle, json.dumps(entry).encode() + b"\n")
        os.close(handle)
        self.fuse.step()
        return None if self.echo else key

    async def stop(self) -> None:
        return None


def live(folder: Path, where: str, fuse: Fuse, rng: random.Random) -> None:
    journal = SqlJournal(where)
    for name in STEPS:
        fuse.wrap(journal, name)
    fuse.step()
    hub = Hub(CountingFights(), journal, FileFeed(folder, fuse, rng))
    asyncio.run(hub.run())
    journal.close()


def main() -> None:
    folder, seed, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    where = sys.argv[4] if len(sys.argv) > 4 else str(folder / "journal.db")
    rng = random.Random(seed)
    messages = [said(f"line {place}", f"m{place}") for place in range(count)]
    (folder / "heard.ndjson").write_bytes(b"\n".join(map(encode, messages)))
    runs = killed = 0
    while True:
        runs += 1
        at_step = rng.random() < 0.7 and runs < 200
        moment = rng.expovariate(1 / 0.006)
        fuse = Fuse(rng.randrange(1, 70) if at_step else 0)
        child_seed = rng.random()
        child = os.fork()
        if child == 0:
            code = 3
            try:
                live(folder, where, fuse, random.Random(child_seed))
                code = 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        if not at_step and rng.random() < 0.9 and runs < 200:
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            killed += 1
            continue
        if os.WEXITSTATUS(status):
            sys.exit(os.WEXITSTATUS(status))
        break
    print(msgspec.json.encode({"runs": runs, "killed": killed}).decode())


if __name__ == "__main__":
    main()
