"""Plays a fight while faults drawn from a seed befall the helper, and looks from outside at what is left:
what was lost, heard twice, said twice or seen by others. `run(zygote, folder, seed)` is one seeded life.

The servers are our own (IRC with a history and without, TOC), and keep a ledger of every message they took:
it is the spectator who misses nothing. What must be so afterwards is in `check`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import toc
from faults_matrix import MatrixWorld
from faults_worlds import AimWorld, IrcWorld, Said
from irc import CutProxy, until
from matrix import Synapse
from whole_fight import BOT, PGM, SCRIPT, WATCHER, Ask, Draft, Im, Order, Roll, Say, write_campaign

from calledshot.auditing import plugin_readers, prepare
from calledshot.live.config import load_live
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import outgoing
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import to_json

PROGRAM = Path(__file__).with_name("faults_zygote.py")
AGAIN = "(again) "
PATIENCE = 30.0
SERVICES = ("history", "bare", "history", "aim")
_DRAFT = re.compile(r"#(\d+) ")


@dataclass
class Figures:
    runs: int = 0
    kills: int = 0
    cuts: int = 0
    delays: int = 0
    duplicates: int = 0
    restarts: int = 0
    events: int = 0
    lines: int = 0
    missed: int = 0  # not heard, and the service cannot replay: each needs a gap notice
    gap_notices: int = 0
    repeated: int = 0  # said again with a label, since their fate was unknown
    lost: int = 0
    ruled_twice: int = 0
    said_twice: int = 0
    secrets: int = 0

    def add(self, other: Figures) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def shown(self) -> str:
        return "  ".join(f"{one.name.replace('_', ' ')} {getattr(self, one.name)}" for one in fields(self))


class Zygote:
    """See faults_zygote."""

    def __enter__(self) -> Zygote:
        self.turn = threading.Lock()  # several lives ask, one at a time
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *error: object) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        with self.turn:
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


World = IrcWorld | AimWorld | MatrixWorld


@dataclass
class Life:
    """One seeded life of a helper."""

    zygote: Zygote
    folder: Path
    seed: int
    world: World
    chance: random.Random
    proxy: CutProxy
    figures: Figures = field(default_factory=Figures)
    pid: int = 0
    bomb: int = 0  # the length of the ledger at which the helper is killed
    quiet: bool = False  # no more faults
    taken: int = 0  # the last draft agreed to

    def start(self) -> None:
        fuse = self.chance.randrange(1, 120) if not self.quiet and self.chance.random() < 0.5 else 0
        wanted = {
            "feed": self.world.feed,
            "campaign": str(self.folder),
            "fuse": fuse,
            "passwords": self.world.passwords,
        }
        self.pid = self.zygote.ask({"start": wanted})["pid"]

    def revive(self) -> None:
        """It has died, by itself or by our hand: it is started again."""
        if not self.zygote.ask({"look": self.pid})["alive"]:
            self.figures.kills += 1
            if isinstance(self.world, MatrixWorld) and not self.quiet:
                self.world.rewind(self.journal)
            self.start()

    async def supervise(self) -> None:
        while True:
            await asyncio.sleep(0.03)
            self.revive()

    def after(self) -> None:
        """The server has just taken a message."""
        if self.bomb and len(self.world.server.ledger) >= self.bomb and not self.quiet:
            self.bomb = 0
            self.zygote.ask({"kill": self.pid})  # the one who supervises finds it dead, and counts

    async def trouble(self) -> None:
        kind = self.chance.choice(("kill", "kill", "bomb", "bomb", "cut", "cut", "freeze", "restart"))
        await asyncio.sleep(self.chance.choice((0, 0, 0.005, 0.02, 0.1)))
        if kind == "kill":
            self.zygote.ask({"kill": self.pid})
        elif kind == "bomb":
            self.bomb = len(self.world.server.ledger) + self.chance.randrange(1, 8)
        elif kind == "cut":
            self.figures.cuts += 1
            self.proxy.cut()
        elif kind == "freeze":
            self.figures.delays += 1
            self.proxy.freeze()
            asyncio.get_running_loop().call_later(self.chance.uniform(0.02, 0.3), self.proxy.freeze, False)
        elif self.figures.restarts < 2:
            self.figures.restarts += 1
            self.proxy.refuse = True
            self.proxy.cut()
            await self.world.restart()
            self.proxy.refuse = False

    async def play(self) -> None:
        self.world.server.after = self.after
        self.quiet = True
        self.start()
        self.quiet = False
        await self.inside()
        watch = asyncio.create_task(self.supervise())
        try:
            for step in SCRIPT:
                if self.chance.random() < 0.14:
                    await self.trouble()
                await self.step(step)
                if watch.done():
                    watch.result()
            self.quiet = True
            self.bomb = 0
            self.proxy.freeze(False)
            if self.chance.random() < 0.5:
                self.zygote.ask({"kill": self.pid})  # what a fuse would do later is done now
            await self.drain()
            await self.stop_watching(watch)
            assert await asyncio.to_thread(self.zygote.ask, {"end": self.pid}) == {"code": 0}
            if isinstance(self.world, MatrixWorld):
                await self.world.seen_all()
        finally:
            await self.stop_watching(watch)
            self.zygote.ask({"kill": self.pid})

    @staticmethod
    async def stop_watching(watch: asyncio.Task[None]) -> None:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)

    async def inside(self) -> None:
        await until(self.world.inside, "the helper to come in", PATIENCE)

    async def step(self, step: object) -> None:
        world = self.world
        if isinstance(step, Say):
            await world.say(step.who, step.words)
        elif isinstance(step, Im):
            await world.whisper(step.who, step.text)
        elif isinstance(step, Ask):
            await world.whisper(step.who, step.words)
        elif isinstance(step, Order):
            await world.whisper(PGM, step.words)
        elif isinstance(step, Roll):
            await world.roll(step.who, step.face)
        elif isinstance(step, Draft):
            await self.agree()
        if self.chance.random() < 0.3:
            await asyncio.sleep(self.chance.uniform(0, 0.04))

    async def agree(self) -> None:
        """To whatever draft is new."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.12):
                while not self.new_draft():
                    await asyncio.sleep(0.01)
                await self.world.whisper(PGM, f"ok {self.taken}")

    def new_draft(self) -> bool:
        told = [one.text for one in self.world.server.ledger if one.who == BOT and one.to == PGM]
        drafts = [_DRAFT.match(text.removeprefix(AGAIN)) for text in told]
        newest = max((int(draft[1]) for draft in drafts if draft is not None), default=0)
        found = newest > self.taken
        self.taken = max(newest, self.taken)
        return found

    async def drain(self) -> None:
        """Until it is back, has heard the end, and has said all that it has to say."""
        await asyncio.sleep(0.05)
        for attempt in range(30):
            await self.inside()
            end = f"the end {attempt}"
            await self.world.say(WATCHER, end)
            with contextlib.suppress(AssertionError):
                await until(lambda end=end: self.heard(end), "the end to be heard", 2.0)
                break
        else:
            raise AssertionError("the helper does not come back")
        await until(lambda: not self.unsaid(), "everything to be said", PATIENCE)

    def ask(self, statement: str, *values: object) -> list[Any]:
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)) as look:
                return look.execute(statement, values).fetchall()
        except sqlite3.OperationalError:
            return [("busy",)]

    @property
    def journal(self) -> Path:
        return self.folder / "fight.journal"

    def heard(self, words: str) -> bool:
        found = self.ask("SELECT data FROM calledshot_messages WHERE settled AND data LIKE ?", f'%"{words}"%')
        return bool(found) and found != [("busy",)]

    def unsaid(self) -> list[Any]:
        return self.ask("SELECT key FROM calledshot_outbox WHERE state IN ('pending', 'handed')")


def squeezed(text: str) -> str:
    """Without what splitting a long line may change."""
    return re.sub(r"[\s…]", "", text)


def check(life: Life, service: str) -> list[str]:
    """What is wrong; the figures are counted on the way."""
    figures, wrong = life.figures, []
    journal = SqlJournal(str(life.journal))
    try:
        stored = list(journal.raw())
        lines = [
            (number, outgoing(data), state)
            for number, data, state in journal.store.connection.exec_driver_sql(
                "SELECT number, data, state FROM calledshot_outbox ORDER BY number, place"
            )
        ]
        key = journal.key
    finally:
        journal.close()
    ledger = life.world.server.ledger
    figures.runs = 1
    figures.events, figures.lines = len(stored), len(lines)
    figures.duplicates = life.world.server.duplicates
    wrong += lost(life, stored, ledger, service)

    # ruled twice: nothing unsettled, no id twice, and a clean run of the same messages says the same
    if any(not one.settled for one in stored):
        wrong.append("a message is not settled")
    ids = [(one.message.event.room, one.message.event.id, one.message.what) for one in stored]
    twice = len(ids) - len(set(ids)) if all(one[1] for one in ids) else 0
    plugin_readers()
    clean = Rooms(prepare(life.folder), load_live(life.folder), key=key)
    for one in stored:
        again = clean.heard(one.message)
        texts = [(line.to, line.text) for number, line, _ in lines if number == one.number]
        if [*map(to_json, again.events)] != [*map(to_json, one.events)] or texts != [
            (line.to, line.text) for line in again.lines
        ]:
            twice += 1
            wrong.append(f"message {one.number} was ruled on otherwise than in a clean run")
    figures.ruled_twice += twice
    if twice:
        wrong.append(f"{twice} ruled twice")

    # said twice: what the server took of us, target by target, is the outbox, in order
    for target in dict.fromkeys(line.to for _, line, _ in lines):
        wanted = [squeezed(line.text) for _, line, state in lines if line.to == target and state == "done"]
        name = life.world.name(target) if target is not None else None
        took = [one.text for one in ledger if one.who == BOT and _same(one.to, name)]
        found = "".join(squeezed(one) for one in took if not one.startswith(AGAIN))
        for one in took:
            if one.startswith(AGAIN):
                figures.repeated += 1
        if "".join(wanted) != found:
            wrong += said_otherwise(figures, wanted, took, target)
    refused = [line.key for _, line, state in lines if state == "refused"]
    if refused:
        wrong.append(f"lines refused: {refused}")

    # secrets
    logs = {name: (life.folder / name).read_text() for name in ("live.log", "output")}
    for step in SCRIPT:
        if isinstance(step, Im):
            for who in life.world.people:
                if who not in (step.who, PGM) and any(step.mark in text for text in life.world.saw(who)):
                    figures.secrets += 1
                    wrong.append(f"{who} saw {step.who}'s secret")
            for name, text in logs.items():
                if step.mark in text:
                    figures.secrets += 1
                    wrong.append(f"{step.who}'s secret is in {name}")
    if logs["output"]:
        wrong.append(f"it printed: {logs['output'][-600:]}")
    if '"level":"error"' in logs["live.log"] or '"level":"critical"' in logs["live.log"]:
        wrong.append("there is an error in its log")
    return wrong


def _same(one: str | None, other: str | None) -> bool:
    return one == other if one is None or other is None else toc.small(one) == toc.small(other)


def said_otherwise(figures: Figures, wanted: list[str], took: list[str], target: str | None) -> list[str]:
    """Whether what the server took of us can be read as the lines of the outbox: each once and in order, or,
    where its first way was unknown, once more with a label. A long line comes in pieces."""
    whom = target or "the room"
    # (lines done, what was taken of the next one, what is still to come of one that is repeated)
    readings: set[tuple[int, str, str]] = {(0, "", "")}
    for text in took:
        bare, labelled = squeezed(text.removeprefix(AGAIN)), text.startswith(AGAIN)
        after = {two for one in readings for two in _readings(one, wanted, bare, labelled=labelled)}
        if not after:
            known = bare in wanted[: max(readings)[0]]
            figures.said_twice += known
            return [f"to {whom}: {'twice' if known else 'unexpected'}: {text!r}"]
        readings = after
    if not any(place == len(wanted) for place, _, _ in readings):
        return [f"to {whom}: never said: {wanted[max(readings)[0]]!r}"]
    return []


def _readings(
    reading: tuple[int, str, str], wanted: list[str], bare: str, *, labelled: bool
) -> Iterator[tuple[int, str, str]]:
    """What may have been going on, once one more message was taken."""
    place, begun, rest = reading
    if rest.startswith(bare):
        yield place, begun, rest[len(bare) :]
    if place < len(wanted):
        # the next piece of a line, its first one, or its first one again, with a label
        for whole in {begun + bare, bare} if labelled else {begun + bare}:
            if wanted[place] == whole:
                yield place + 1, "", ""
            elif wanted[place].startswith(whole):
                yield place, whole, ""
    if labelled:
        for line in set(wanted[:place]):
            if line.startswith(bare):
                yield place, begun, line[len(bare) :]


def lost(life: Life, stored: list[Any], ledger: list[Said], service: str) -> list[str]:
    """What the server took for us is in the journal; what is not is covered by a notice of a gap, which
    stands after the last thing heard before it and before the first heard after it, in the room or in
    private. What a service replays may not be missed at all."""
    figures, wrong = life.figures, []
    notices = [
        one.number
        for one in stored
        if one.message.what == "gap"
        or (one.message.event.kind == "system" and "private messages" in one.message.event.text)
    ]
    figures.gap_notices = len(notices)
    heard = [
        one
        for one in stored
        if one.message.what == "event"
        and not one.message.own
        and one.message.event.kind in ("say", "whisper", "emote")
    ]
    by_id = {one.message.event.id: one.number for one in heard}
    left = list(heard)
    for private in (False, True):
        to_us = [
            one for one in ledger if one.who != BOT and (_same(one.to, BOT) if private else one.to is None)
        ]
        numbers: list[int | None] = []
        for said in to_us:
            if said.id is not None:
                numbers.append(by_id.get(said.id))
            else:
                place = next((at for at, one in enumerate(left) if _is(one.message.event, said)), None)
                numbers.append(left.pop(place).number if place is not None else None)
        for place, said in enumerate(to_us):
            if numbers[place] is not None:
                continue
            before = max((one for one in numbers[:place] if one is not None), default=0)
            after = next((one for one in numbers[place:] if one is not None), 1 << 30)
            replays = service == "matrix" or (service == "history" and not private)
            if not replays and any(before < one < after for one in notices):
                figures.missed += 1
            else:
                figures.lost += 1
                wrong.append(f"lost without a notice between {before} and {after}: {said}")
    return wrong


def _is(event: Any, said: Said) -> bool:
    return (
        toc.small(event.speaker or "") == toc.small(said.who)
        and event.text == said.text
        and (event.kind == "whisper") == (said.to is not None)
    )


async def lived(zygote: Zygote, folder: Path, seed: int, synapse: Synapse | None) -> tuple[Life, list[str]]:
    chance = random.Random(seed)
    service = service_of(seed, synapse)
    world: World
    if synapse is not None:
        world = MatrixWorld(synapse, chance)
    else:
        world = AimWorld() if service == "aim" else IrcWorld(chance, history=service == "history")
    await world.start()
    proxy = CutProxy(world.port)
    await proxy.start()
    write_campaign(folder, world.live(proxy.port))
    life = Life(zygote, folder, seed, world, chance, proxy)
    try:
        await life.play()
    finally:
        await proxy.stop()
        await world.stop()
    return life, check(life, service)


def service_of(seed: int, synapse: Synapse | None) -> str:
    return SERVICES[seed % len(SERVICES)] if synapse is None else "matrix"


def run(zygote: Zygote, folder: Path, seed: int, synapse: Synapse | None = None) -> Figures:
    """One seed, on a homeserver where one is given. Where anything is wrong, AssertionError, which names the
    seed and how to play it again."""
    service = service_of(seed, synapse)
    which = "one_seed" if synapse is None else "on_matrix"
    again = f"CALLEDSHOT_SEED={seed} pytest tests/live/servers/test_real_faults.py -k {which}"
    try:
        life, wrong = asyncio.run(lived(zygote, folder, seed, synapse))
    except AssertionError as error:
        raise AssertionError(f"seed {seed} ({service}): {error}; again: {again}") from error
    text = "\n  ".join(wrong)
    assert not wrong, f"seed {seed} ({service}), {life.figures.shown()}:\n  {text}\nagain: {again}"
    return life.figures
