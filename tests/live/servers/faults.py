"""Plays a fight while faults drawn from a seed befall the helper, and gathers from outside what is left of
it: what it heard, said and let others see. `run(zygote, folder, seed)` is one seeded life.

The servers are our own (IRC with a history and without, TOC) and one real homeserver, and keep a ledger of
every message they took: it is the spectator who misses nothing. What is wrong is found and counted in
`faults_count`.
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
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from faults_count import AGAIN, Evidence, Figures, Line, count, small, squeezed
from faults_matrix import MatrixWorld
from faults_worlds import AimWorld, IrcWorld
from irc import CutProxy, until
from matrix import Synapse
from msgspec.structs import replace
from whole_fight import BOT, PGM, SCRIPT, WATCHER, Ask, Draft, Im, Order, Roll, Say, write_campaign

from calledshot.auditing import plugin_readers, prepare
from calledshot.live.config import load_live
from calledshot.live.hub import Stored
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Outgoing, outgoing
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import from_json, to_json

PROGRAM = Path(__file__).with_name("faults_zygote.py")
PATIENCE = 30.0
HEARING = 1.0
"""Seconds that somebody waits to be heard before he says it once more."""
PAUSE = 0.01
SERVICES = ("history", "bare", "aim", "old")
KILLED = -9
_DRAFT = re.compile(r"#(\d+) ")


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
    fuse: int = 0  # after so many steps of the journal it kills itself
    bomb: int = 0  # the length of the ledger at which the helper is killed
    quiet: bool = False  # no more faults
    killed: set[int] = field(default_factory=set)
    breaks: list[datetime] = field(default_factory=list)  # when it died, or its line was cut
    unknown: list[Outgoing] = field(default_factory=list)  # what it had handed over then
    agreed: int = 0  # the last draft agreed to
    resumed: int = 0  # how many gaps the game master has gone on from
    prompt: bool = True  # the last draft that was waited for came
    spoken: set[tuple[str, str]] = field(default_factory=set)  # who, and what: nothing is said twice

    # -- the helper -----------------------------------------------------------------------------------

    def start(self) -> None:
        self.fuse = self.chance.randrange(1, 120) if not self.quiet and self.chance.random() < 0.5 else 0
        wanted = {
            "feed": self.world.feed,
            "campaign": str(self.folder),
            "fuse": self.fuse,
            "passwords": self.world.passwords,
        }
        self.pid = self.zygote.ask({"start": wanted})["pid"]

    def kill(self) -> None:
        if self.zygote.ask({"kill": self.pid})["was"]:
            self.figures.kills += 1
            self.killed.add(self.pid)
            self.broke()

    def revive(self) -> None:
        """It has died, by our hand or its own: it is started again."""
        code = self.zygote.ask({"look": self.pid})["code"]
        if code is None:
            return
        if self.pid not in self.killed:
            self.broke()
            self.figures.fuses += code == KILLED
            self.figures.fell += code != KILLED
        if isinstance(self.world, MatrixWorld) and not self.quiet:
            self.world.rewind(self.journal)
        self.start()

    async def supervise(self) -> None:
        while True:
            await asyncio.sleep(0.03)
            self.revive()

    def after(self) -> None:
        """The server has just taken a message."""
        if self.bomb and len(self.world.ledger.said) >= self.bomb and not self.quiet:
            self.bomb = 0
            self.kill()

    def unproven(self, to: str | None, text: str) -> bool:
        """Whether the helper, which is being heard to repeat something, has a line that it may be and that it
        did not know to have arrived when it was cut off last, or does not by now."""
        return any(
            small(self.named(one.to)) == small(to) and squeezed(text) in squeezed(one.text)
            for one in (*self.unknown, *self.handed())
        )

    def handed(self) -> list[Outgoing]:
        """What it has said and does not know to have arrived."""
        found = self.ask("SELECT data FROM calledshot_outbox WHERE state = 'handed'")
        return [outgoing(data) for (data,) in found]

    def named(self, address: str | None) -> str | None:
        """Somebody as the ledger calls him."""
        return self.world.name(address) if address is not None else None

    # -- the faults -----------------------------------------------------------------------------------

    async def trouble(self) -> None:
        kind = self.chance.choice(("kill", "kill", "bomb", "bomb", "cut", "cut", "freeze", "restart"))
        await asyncio.sleep(self.chance.choice((0, 0, 0.005, 0.02, 0.1)))
        if kind == "kill":
            self.kill()
        elif kind == "bomb":
            self.bomb = len(self.world.ledger.said) + self.chance.randrange(1, 8)
        elif kind == "cut":
            self.cut()
            self.figures.cuts += 1
        elif kind == "freeze":
            self.figures.delays += 1
            self.proxy.freeze()
            asyncio.get_running_loop().call_later(self.chance.uniform(0.02, 0.3), self.thaw)
        elif self.figures.restarts < 2:
            self.figures.restarts += 1
            self.proxy.refuse = True
            self.cut()
            await self.world.restart()
            self.proxy.refuse = False

    def cut(self) -> None:
        self.broke()
        self.proxy.cut()

    def broke(self) -> None:
        """The helper is cut off, or dead: what it has said and does not know to have arrived is told."""
        self.breaks.append(datetime.now(UTC))
        self.unknown = self.handed()

    def thaw(self) -> None:
        """What was held up goes on, or is lost with its line."""
        if not self.quiet and self.chance.random() < 0.3:
            self.cut()
            self.figures.cuts += 1
        self.proxy.freeze(False)

    # -- the fight ------------------------------------------------------------------------------------

    async def play(self) -> None:
        self.world.ledger.after = self.after
        self.world.ledger.unproven = self.unproven
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
            if self.fuse:
                self.kill()  # what it would do later is done now
            await self.drain()
            await self.stop_watching(watch)
            code = (await asyncio.to_thread(self.zygote.ask, {"end": self.pid}))["code"]
            self.figures.fell += code != 0
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
        if isinstance(step, Say):
            await self.tell(step.who, step.words, lambda text: self.world.say(step.who, text))
        elif isinstance(step, Im):
            await self.tell(step.who, step.text, lambda text: self.world.whisper(step.who, text))
        elif isinstance(step, Ask):
            await self.tell(step.who, step.words, lambda text: self.world.whisper(step.who, text))
        elif isinstance(step, Order):
            await self.order(step.words)
        elif isinstance(step, Roll):
            await self.roll(step.who, step.face)
        elif isinstance(step, Draft):
            await self.agree()
        gaps = sum("`resume`" in text and not text.startswith(AGAIN) for text in self.told())
        if gaps > self.resumed:
            self.resumed = gaps
            await self.order("resume")

    async def order(self, words: str) -> None:
        await self.tell(PGM, words, lambda text: self.world.whisper(PGM, text))

    async def tell(self, who: str, words: str, send: Callable[[str], Awaitable[None]]) -> None:
        """Somebody says something; mostly he waits until he is heard, and if he is not says it once more, in
        other letters."""
        text = self.another(who, words)
        await send(text)
        if self.chance.random() < 0.75 and not await self.was_heard(text):
            await send(self.another(who, words))

    async def roll(self, who: str, face: int) -> None:
        """The dice fall; and where that was not heard, as mostly somebody sees, they are thrown again."""
        for _ in range(2):
            while (who, f"rolls {face}") in self.spoken:
                face = face % 100 + 1
            self.spoken.add((who, f"rolls {face}"))
            words = await self.world.roll(who, face)
            if self.chance.random() >= 0.75 or await self.was_heard(words):
                return

    def another(self, who: str, words: str) -> str:
        """The same words as he has not written them yet: some letters the other way."""
        letters = [place for place, letter in enumerate(words) if letter.isalpha()]
        for way in range(1 << min(len(letters), 8)):
            changed = [place for bit, place in enumerate(letters[:8]) if way >> bit & 1]
            text = "".join(
                letter.swapcase() if place in changed else letter for place, letter in enumerate(words)
            )
            if (who, text) not in self.spoken:
                self.spoken.add((who, text))
                return text
        raise AssertionError(f"{who} has said {words!r} in every way")

    async def was_heard(self, text: str) -> bool:
        """Whether he is, before he has waited long, or for a while beside a helper who is there."""
        there, waited = 0.0, 0.0
        while there < 0.2 and waited < HEARING:
            if self.heard(text):
                return True
            await asyncio.sleep(PAUSE)
            waited += PAUSE
            there += PAUSE if self.world.inside() else 0
        return False

    async def agree(self) -> None:
        """To whatever draft is new, if one comes."""
        with contextlib.suppress(AssertionError):
            await until(self.new_draft, "a draft", 0.3 if self.prompt else 0.05)
            self.prompt = True
            await self.order(f"ok {self.agreed}")
            return
        self.prompt = False

    def told(self) -> list[str]:
        """What the game master was told."""
        said = self.world.ledger.said
        return [one.text for one in said if one.who == BOT and small(one.to) == small(PGM)]

    def new_draft(self) -> bool:
        drafts = [_DRAFT.match(text.removeprefix(AGAIN)) for text in self.told()]
        newest = max((int(draft[1]) for draft in drafts if draft is not None), default=0)
        found = newest > self.agreed
        self.agreed = max(newest, self.agreed)
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
        with contextlib.suppress(AssertionError):  # what is never said is counted
            await until(lambda: not self.unsaid(), "everything to be said", PATIENCE)

    # -- its journal ----------------------------------------------------------------------------------

    @property
    def journal(self) -> Path:
        return self.folder / "fight.journal"

    def ask(self, statement: str, *values: object) -> list[Any]:
        for _ in range(200):
            with (
                contextlib.suppress(sqlite3.OperationalError),
                contextlib.closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)) as look,
            ):
                return look.execute(statement, values).fetchall()
            time.sleep(0.005)  # just now it is being made, or mended after a kill
        raise AssertionError("the journal cannot be read")

    def heard(self, words: str) -> bool:
        text = json.dumps(words, ensure_ascii=False)
        found = self.ask("SELECT 1 FROM calledshot_messages WHERE settled AND instr(data, ?) LIMIT 1", text)
        return bool(found)

    def unsaid(self) -> list[Any]:
        return self.ask("SELECT key FROM calledshot_outbox WHERE state IN ('pending', 'handed')")


# -- what is left of it -----------------------------------------------------------------------------------


def evidence(life: Life) -> Evidence:
    """What is known of a life that is over."""
    journal = SqlJournal(str(life.journal))
    try:
        stored = list(journal.raw())
        lines = [
            (number, outgoing(data), state)
            for number, data, state in journal.store.connection.exec_driver_sql(
                "SELECT number, data, state FROM calledshot_outbox ORDER BY number, place"
            )
        ]
        ruled = [
            (number, from_json(data))
            for number, data in journal.store.connection.exec_driver_sql(
                "SELECT number, data FROM calledshot_events ORDER BY seq"
            )
        ]
        key = journal.key
    finally:
        journal.close()
    plugin_readers()
    clean = Rooms(prepare(life.folder), load_live(life.folder), key=key)
    otherwise = []
    for one in stored:
        again = clean.heard(one.message)
        events, texts = [*map(to_json, again.events)], [(line.to, line.text) for line in again.lines]
        then = [(line.to, line.text) for number, line, _ in lines if number == one.number]
        if events != [*map(to_json, one.events)] or texts != then:
            otherwise.append(one.number)
    world = life.world
    made = {
        one.number: datetime.fromisoformat(one.message.event.at) if one.message.event.at else None
        for one in stored
    }
    inputs = {"live.toml", "campaign.toml", "rulebook.toml", "characters.toml"}
    return Evidence(
        bot=BOT,
        master=PGM,
        ledger=list(world.ledger.said),
        stored=[_named(life, one) for one in stored],
        ruled=ruled,
        lines=[
            Line(number, life.named(line.to), line.text, state, made[number]) for number, line, state in lines
        ],
        saw={who: world.saw(who) for who in world.people},
        marks={step.mark: step.who for step in SCRIPT if isinstance(step, Im)},
        files={
            file.name: file.read_text(errors="replace")
            for file in life.folder.iterdir()
            if file.is_file() and file.name not in inputs and not file.name.startswith("fight.journal")
        },
        passwords=list(world.passwords.values()),
        clean=otherwise,
        breaks=life.breaks,
        replays=world.replays,
        ordered=world.ordered,
        room_once=world.room_once,
        private_once=world.private_once,
    )


def _named(life: Life, one: Stored) -> Stored:
    event = one.message.event
    named = replace(event, speaker=life.named(event.speaker))
    return replace(one, message=replace(one.message, event=named))


def printed(seen: Evidence) -> list[str]:
    """What a helper that does well does not write."""
    wrong = [f"it printed: {seen.files['output'][-600:]}"] if seen.files["output"] else []
    if re.search(r'"level": ?"(error|critical)"', seen.files["live.log"]):
        wrong.append("there is an error in its log")
    return wrong


async def lived(life: Life) -> None:
    """From the first start to the last word."""
    world = life.world
    try:
        await world.start()
        life.proxy.to_port = world.port
        await life.proxy.start()
        write_campaign(life.folder, world.live(life.proxy.port))
        await life.play()
    finally:
        await life.proxy.stop()
        await world.stop()


def service_of(seed: int, synapse: Synapse | None = None) -> str:
    return SERVICES[seed % len(SERVICES)] if synapse is None else "matrix"


def run(zygote: Zygote, folder: Path, seed: int, synapse: Synapse | None = None) -> tuple[Figures, str]:
    """One seed, on a homeserver where one is given: its figures, and what is wrong in words that name the
    seed and how to play it again, or nothing."""
    chance, service = random.Random(seed), service_of(seed, synapse)
    world: World
    if synapse is not None:
        world = MatrixWorld(synapse, chance)
    else:
        world = AimWorld() if service == "aim" else IrcWorld(chance, service)
    life = Life(zygote, folder, seed, world, chance, CutProxy(0))
    figures, wrong = life.figures, []
    figures.runs = 1
    try:
        asyncio.run(lived(life))
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
    figures.duplicates = world.ledger.duplicates
    if life.journal.exists():
        seen = evidence(life)
        wrong += count(seen, figures) + printed(seen)
    wrong += [f"it ended by itself, {figures.fell} times"] if figures.fell else []
    figures.failed = bool(wrong)
    if not wrong:
        return figures, ""
    which = "one_seed" if synapse is None else "on_matrix"
    again = f"CALLEDSHOT_SEED={seed} pytest tests/live/servers/test_real_faults.py -k {which}"
    text = "\n  ".join(wrong[:40])
    return figures, f"seed {seed} ({service}), {figures.shown()}:\n  {text}\nagain: {again}"
