"""Plays a live room through `Rooms` by what a service would tell, and keeps what is said to whom. No test."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from calledshot.auditing import prepare
from calledshot.live.config import LiveConfig
from calledshot.live.hub import Settled
from calledshot.live.messages import Incoming, Outgoing
from calledshot.live.rooms import Rooms
from calledshot.live.table import Table
from calledshot.transcript.event import Event, Kind

SAMPLES = Path(__file__).parents[2] / "samples"
KEY = b"k" * 32
START = datetime(2026, 3, 1, 20, 0, 0)
ROOM = "#hall"


class Driver:
    """A room with a clock that goes on five seconds with every message, unless told otherwise."""

    def __init__(self, campaign: Any, **config: Any) -> None:
        config.setdefault("pgm", {})
        self.config = LiveConfig(**config)
        self.ready = prepare(campaign)
        self.rooms = Rooms(self.ready, self.config, key=KEY)
        self.room = ROOM
        self.now = START
        self.sent: list[Incoming] = []
        self.settled: list[Settled] = []
        self.accounts: dict[str, str] = {}
        self.hosts: dict[str, str] = {}
        self.number = 0

    @property
    def table(self) -> Table:
        return self.rooms.tables[self.room.casefold()]

    # -- what the service tells -----------------------------------------------------------------------

    def give(self, message: Incoming) -> list[Outgoing]:
        self.sent.append(message)
        settled = self.rooms.heard(message)
        self.settled.append(settled)
        return list(settled.lines)

    def event(self, kind: Kind, who: str | None, text: str = "", after: float = 5, **more: Any) -> Event:
        self.now += timedelta(seconds=after)
        self.number += 1
        more.setdefault("id", f"m{self.number}")
        more.setdefault("room", None if kind == "whisper" else self.room)
        if kind == "whisper":
            more.setdefault("to", self.config.nick)
        return Event(kind=kind, at=self.now.isoformat(), speaker=who, text=text, **more)

    def message(self, event: Event, **more: Any) -> list[Outgoing]:
        who = event.speaker or ""
        more.setdefault("account", self.accounts.get(who))
        more.setdefault("host", self.hosts.get(who))
        return self.give(Incoming(event=event, **more))

    def say(self, who: str, text: str, after: float = 5, **more: Any) -> list[Outgoing]:
        return self.message(self.event("say", who, text, after), **more)

    def im(self, who: str, text: str, after: float = 5, **more: Any) -> list[Outgoing]:
        return self.message(self.event("whisper", who, text, after), **more)

    def roll(self, who: str, face: int, sides: int = 100) -> list[Outgoing]:
        """The service's own line."""
        text = f"{who} rolled 1 {sides}-sided die:  {face}"
        return self.give(Incoming(event=replace(self.event("say", "OnlineHost", text), trust="server")))

    def nick(self, old: str, new: str) -> list[Outgoing]:
        lines = self.message(self.event("nick", old, to=new))
        if old in self.accounts:
            self.accounts[new] = self.accounts.pop(old)
        if old in self.hosts:
            self.hosts[new] = self.hosts.pop(old)
        return lines

    def leave(self, who: str, reason: str = "") -> list[Outgoing]:
        return self.message(self.event("leave", who, reason))

    def join(self, who: str) -> list[Outgoing]:
        return self.message(self.event("join", who))

    def tick(self, after: float) -> list[Outgoing]:
        self.now += timedelta(seconds=after)
        at = self.now.isoformat()
        if not self.rooms.due(at):
            return []
        return self.give(Incoming(what="tick", event=Event(kind="system", at=at, id=f"tick {at}")))

    # -- what was said --------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Outgoing]:
        return [line for settled in self.settled for line in settled.lines]

    def public(self) -> list[str]:
        return [line.text for line in self.lines if line.to is None]

    def private(self, to: str) -> list[str]:
        return [line.text for line in self.lines if line.to == to]

    def again(self) -> list[Settled]:
        """The same messages through new rooms."""
        rooms = Rooms(self.ready, self.config, key=KEY)
        return [rooms.heard(message) for message in self.sent]


def aloud(lines: list[Outgoing]) -> list[str]:
    return [line.text for line in lines if line.to is None]


def to(lines: list[Outgoing], whom: str) -> list[str]:
    return [line.text for line in lines if line.to == whom]
