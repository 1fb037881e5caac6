"""The servers of the fault run, each with its people: they bend what they send to the helper, and keep a
ledger of every message they took, the spectator who misses nothing. No test; see `faults`.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import toc
from fake_ergo import FakeErgo, Kept, Member
from irc import Got, IrcClient, IrcServer, until
from stage_aim import LIVE as LIVE_AIM
from stage_aim import PASSWORD, ROOM
from stage_irc import ACCOUNTS
from stage_irc import LIVE as LIVE_IRC
from whole_fight import BOT, DICE, HESK, IMRI, OSWIN, PGM, WATCHER

CHANNEL = "#toll"


@dataclass(frozen=True)
class Said:
    """A message that the server took. `to` is None in the room."""

    who: str
    to: str | None
    text: str
    id: str | None


class FaultyErgo(FakeErgo):
    """Keeps a ledger; gives the helper some lines twice, and more of the history than it asked for."""

    def __init__(self, chance: random.Random, *, history: bool) -> None:
        accounts = dict.fromkeys((*ACCOUNTS.values(), "calledshot"), "pw-unsayable")
        super().__init__(accounts, "" if history else "draft/chathistory draft/event-playback")
        self.chance = chance
        self.keeps = history
        self.ledger: list[Said] = []
        self.duplicates = 0
        self.after: Callable[[], None] = lambda: None

    def _tell(self, member: Member, kept: Kept, label: str | None = None, batch: str | None = None) -> None:
        super()._tell(member, kept, label, batch)
        told = kept.command == "PRIVMSG" and member.nick == BOT and not kept.source.startswith(f"{BOT}!")
        if told and self.chance.random() < 0.15:
            self.duplicates += 1
            super()._tell(member, kept, label, batch)

    def _on_privmsg(self, member: Member, line: Got) -> None:
        target = line.params[0]
        room = target.startswith("#")
        known = room or any(one.nick.lower() == target.lower() for one in self._members)
        super()._on_privmsg(member, line)
        if known:
            # the message just made is the one numbered last
            said = Said(member.nick, None if room else target, line.params[1], f"id{self._count}")
            self.ledger.append(said)
            self.after()

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
        self.ledger: list[Said] = []
        self.duplicates = 0
        self.after: Callable[[], None] = lambda: None

    def _say(self, person: Any, id: str, text: str) -> None:
        super()._say(person, id, text)
        if not text.startswith("//"):
            self.ledger.append(Said(person.name, None, html.unescape(text), None))
            self.after()

    def _im(self, person: Any, to: str, text: str, auto: str = "") -> None:
        known = any(toc.small(one.name or "") == toc.small(to) for one in self._people)
        super()._im(person, to, text, auto)
        if known:
            self.ledger.append(Said(person.name, to, html.unescape(text), None))
            self.after()


class IrcWorld:
    """A fake IRC server and its people."""

    feed = "irc"

    def __init__(self, chance: random.Random, *, history: bool) -> None:
        self.server = FaultyErgo(chance, history=history)
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

    async def roll(self, who: str, face: int) -> None:
        await self.say(DICE, f"{who} rolled 1 100-sided die: {face}")

    def name(self, address: str) -> str:
        return address

    def inside(self) -> bool:
        return any(one.nick == BOT and CHANNEL in one.rooms for one in self.server._members)

    def saw(self, who: str) -> list[str]:
        return [line.raw for line in self.people[who].lines if line.nick != who]


class AimWorld:
    """A fake AIM server and its people."""

    feed = "aim"

    def __init__(self) -> None:
        self.server = FaultyToc()
        self.people: dict[str, toc.TocClient] = {}
        self.passwords = {"CALLEDSHOT_AIM_PASSWORD": PASSWORD}

    def live(self, port: int) -> str:
        return LIVE_AIM.format(bot=BOT, pgm=PGM, port=port, room=ROOM)

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

    async def roll(self, who: str, face: int) -> None:
        self.server.loaded.append(face)
        await self.say(who, "//roll-dice1-sides100")

    def name(self, address: str) -> str:
        return address

    def inside(self) -> bool:
        return BOT in self.server.inside(ROOM)

    def saw(self, who: str) -> list[str]:
        return [text for _, name, text in self.people[who].lines if name != who]
