"""The servers of the fault run, each with its people: they bend what they send to the helper, and keep a
ledger of every message they took, the spectator who misses nothing. No test; see `faults`.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import toc
from fake_ergo import FakeErgo, Kept, Member
from faults_count import AGAIN, Said
from irc import Got, IrcClient, IrcServer, until
from stage_aim import LIVE as LIVE_AIM
from stage_aim import PASSWORD, ROOM
from stage_irc import ACCOUNTS
from stage_irc import LIVE as LIVE_IRC
from whole_fight import BOT, DICE, HESK, IMRI, OSWIN, PGM, WATCHER

CHANNEL = "#toll"
_NO_HISTORY = "draft/chathistory draft/event-playback"
WITHOUT = {
    "history": "",
    "bare": _NO_HISTORY,
    "old": f"{_NO_HISTORY} message-tags server-time echo-message labeled-response batch",
}
"""What kinds of IRC server do not have."""


class Ledger:
    """What a server took, in order. `unproven` is asked before the server answers a line of the helper's that
    it calls a repeat: whether the helper does not know that it arrived (its target, or None, and its words).
    `after` is told of each message."""

    def __init__(self) -> None:
        self.taken: list[Said] = []
        self.duplicates = 0
        self.unproven: Callable[[str | None, str], bool] = lambda to, text: False
        self.after: Callable[[], None] = lambda: None
        self._lines: list[object] = []

    @property
    def said(self) -> list[Said]:
        return self.taken

    def line(self, connection: object) -> int:
        """The how-manieth connection this is."""
        if connection not in self._lines:
            self._lines.append(connection)
        return self._lines.index(connection)

    def open(self, who: str, to: str | None, text: str) -> bool:
        return who != BOT or not text.startswith(AGAIN) or self.unproven(to, text.removeprefix(AGAIN))

    def took(self, said: Said) -> None:
        self.taken.append(said)
        self.after()


class FaultyErgo(FakeErgo):
    """Keeps a ledger; gives the helper some lines twice, and more of the history than it asked for."""

    def __init__(self, chance: random.Random, kind: str) -> None:
        """`kind`: it keeps a "history", or none ("bare"), or is "old" and knows no ids, times or echoes."""
        accounts = dict.fromkeys((*ACCOUNTS.values(), "calledshot"), "pw-unsayable")
        super().__init__(accounts, WITHOUT[kind])
        self.chance = chance
        self.keeps, self.ids = kind == "history", kind != "old"
        self.ledger = Ledger()

    def _tell(self, member: Member, kept: Kept, label: str | None = None, batch: str | None = None) -> None:
        super()._tell(member, kept, label, batch)
        told = kept.command == "PRIVMSG" and member.nick == BOT and not kept.source.startswith(f"{BOT}!")
        if told and self.ids and self.chance.random() < 0.15:
            self.ledger.duplicates += 1
            super()._tell(member, kept, label, batch)

    def _on_privmsg(self, member: Member, line: Got) -> None:
        target = line.params[0]
        room = target.startswith("#")
        known = room or any(one.nick.lower() == target.lower() for one in self._members)
        who, to, text = member.nick, None if room else target, line.params[1]
        at, is_open = datetime.now(UTC), self.ledger.open(who, to, text)
        super()._on_privmsg(member, line)
        if known:
            # the message just made is the one numbered last
            number, id = self.ledger.line(member), f"id{self._count}" if self.ids else None
            self.ledger.took(Said(who, to, text, id, at, number, is_open))

    _on_notice = _on_privmsg

    def _on_chathistory(self, member: Member, line: Got) -> None:
        if not self.keeps:
            self._numeric(member, "421", line.command, "Unknown command")
            return
        super()._on_chathistory(member, line)

    @staticmethod
    def _after(lines: list[Kept], reference: str) -> Iterator[Kept]:
        _, _, value = reference.partition("=")
        place = next((place for place, one in enumerate(lines) if one.id == value), None)
        if place is not None:
            yield from lines[max(0, place - 2) :]
        else:
            yield from FakeErgo._after(lines, reference)


class FaultyToc(toc.TocServer):
    """Keeps a ledger. What is sent twice where there are no ids is two messages, so nothing is."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys((WATCHER, PGM, HESK, IMRI, OSWIN, BOT), PASSWORD))
        self.ledger = Ledger()

    def _die(self, sides: int) -> int:
        self.face = super()._die(sides)
        return self.face

    def _say(self, person: Any, id: str, text: str) -> None:
        who, words = person.name, html.unescape(text)
        at, is_open = datetime.now(UTC), self.ledger.open(who, None, words)
        super()._say(person, id, text)
        if text.startswith("//"):
            who, words = "OnlineHost", f"{who} rolled 1 100-sided dice: {self.face}"
        self.ledger.took(Said(who, None, words, None, at, self.ledger.line(person), is_open))

    def _im(self, person: Any, to: str, text: str, auto: str = "") -> None:
        known = any(toc.small(one.name or "") == toc.small(to) for one in self._people)
        who, words = person.name, html.unescape(text)
        at, is_open = datetime.now(UTC), self.ledger.open(who, to, words)
        super()._im(person, to, text, auto)
        if known:
            self.ledger.took(Said(who, to, words, None, at, self.ledger.line(person), is_open))


class IrcWorld:
    """A fake IRC server and its people."""

    feed = "irc"
    private_once = False

    def __init__(self, chance: random.Random, kind: str) -> None:
        history = kind == "history"
        self.replays = (history, False)
        self.ordered = not history  # a history tells later what was said before
        self.room_once = history  # and shows what of us has arrived
        self.server = FaultyErgo(chance, kind)
        self.people: dict[str, IrcClient] = {}
        self.passwords = {"CALLEDSHOT_IRC_PASSWORD": "pw-unsayable"}

    def live(self, port: int) -> str:
        text = LIVE_IRC.format(bot=BOT, pgm=PGM, host="127.0.0.1", port=port, room=CHANNEL)
        return f"{text}retry_at_most = 0.3\n"

    async def start(self) -> None:
        await self.server.start()
        self.port = self.server.port
        address: IrcServer = self.server.address
        for name in (WATCHER, DICE, PGM, HESK, IMRI, OSWIN):
            self.people[name] = IrcClient(address, name, account=ACCOUNTS.get(name))
            await self.people[name].connect()
            await self.people[name].join(CHANNEL)

    async def restart(self) -> None:
        await self.server.stop()
        for client in self.people.values():
            await client.quit()
        await self.server.start()
        for client in self.people.values():
            await client.connect()
            await client.join(CHANNEL)

    async def stop(self) -> None:
        for client in self.people.values():
            await client.quit()
        await self.server.stop()

    async def say(self, who: str, text: str) -> None:
        await self.people[who].say(CHANNEL, text)
        await self.people[who].settled()

    async def whisper(self, who: str, text: str) -> None:
        await self.people[who].whisper(BOT, text)
        await self.people[who].settled()

    async def roll(self, who: str, face: int) -> str:
        """What is said of it."""
        words = f"{who} rolled 1 100-sided die: {face}"
        await self.say(DICE, words)
        return words

    def name(self, address: str) -> str:
        return address

    @property
    def ledger(self) -> Ledger:
        return self.server.ledger

    def inside(self) -> bool:
        return any(one.nick == BOT and CHANNEL in one.rooms for one in self.server._members)

    def saw(self, who: str) -> list[str]:
        return [line.raw for line in self.people[who].lines if line.nick != who]


class AimWorld:
    """A fake AIM server and its people."""

    feed = "aim"
    replays = (False, False)
    ordered = True
    room_once = private_once = False

    def __init__(self) -> None:
        self.server = FaultyToc()
        self.people: dict[str, toc.TocClient] = {}
        self.passwords = {"CALLEDSHOT_AIM_PASSWORD": PASSWORD}

    def live(self, port: int) -> str:
        return f"{LIVE_AIM.format(bot=BOT, pgm=PGM, port=port, room=ROOM)}retry_at_most = 0.3\n"

    async def start(self) -> None:
        await self.server.start()
        self.port = self.server.port
        for name in (WATCHER, PGM, HESK, IMRI, OSWIN):
            self.people[name] = toc.TocClient(self.server.port, name, PASSWORD)
            await self.people[name].connect(ROOM)

    async def restart(self) -> None:
        await self.server.stop()
        for client in self.people.values():
            await client.close()
        await self.server.start()
        for client in self.people.values():
            await client.connect(ROOM)

    async def stop(self) -> None:
        for client in self.people.values():
            await client.close()
        await self.server.stop()

    async def _taken(self, who: str, before: int) -> None:
        await until(lambda: any(one == who for one, _ in self.server.heard[before:]), "a message taken")

    async def say(self, who: str, text: str) -> None:
        before = len(self.server.heard)
        await self.people[who].say(ROOM, text)
        await self._taken(who, before)

    async def whisper(self, who: str, text: str) -> None:
        before = len(self.server.heard)
        await self.people[who].whisper(BOT, text)
        await self._taken(who, before)

    async def roll(self, who: str, face: int) -> str:
        self.server.loaded.append(face)
        await self.say(who, "//roll-dice1-sides100")
        return f"{who} rolled 1 100-sided dice: {face}"

    def name(self, address: str) -> str:
        return address

    @property
    def ledger(self) -> Ledger:
        return self.server.ledger

    def inside(self) -> bool:
        return BOT in self.server.inside(ROOM)

    def saw(self, who: str) -> list[str]:
        return [text for _, name, text in self.people[who].lines if name != who]
