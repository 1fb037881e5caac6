"""A small IRC server of our own that keeps history as Ergo does (fixtures/live/irc_ergo_reconnect.jsonl is a
capture of it): CHATHISTORY, event-playback, batches, labels, echoes, accounts as tags, SASL PLAIN.

No flood control, no services, no other servers. Tests may bend it: `forget(room)` drops a history, `page`
bounds an answer, `mute` holds commands that are taken and not answered, `swallow` words of messages that are
taken and passed on while their sender's connection is cut before he sees it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from irc import Got, IrcServer, parse

NAME = "ergo.test.local"
OFFERED = (
    "account-notify account-tag away-notify batch cap-notify chghost draft/chathistory draft/event-playback "
    "draft/multiline=max-bytes=4096,max-lines=100 draft/read-marker echo-message extended-join invite-notify "
    "labeled-response message-tags multi-prefix sasl=PLAIN,EXTERNAL server-time setname standard-replies "
    "userhost-in-names"
)
SUPPORT = (
    "AWAYLEN=390 BOT=B CASEMAPPING=ascii CHANTYPES=# CHATHISTORY=1000 NICKLEN=32 PREFIX=(qaohv)~&@%+ "
    "STATUSMSG=~&@%+ MSGREFTYPES=msgid,timestamp UTF8ONLY WHOX draft/CHATHISTORY=1000"
)
EVENTS = {"JOIN", "PART", "QUIT", "NICK", "KICK", "TOPIC"}


@dataclass
class Kept:
    """A line in a room's history."""

    id: str
    time: str
    account: str | None
    source: str
    command: str
    params: list[str]


@dataclass(eq=False)
class Member:
    """One connection."""

    writer: asyncio.StreamWriter
    nick: str = ""
    user: str = ""
    account: str | None = None
    caps: set[str] = field(default_factory=set)
    negotiating: bool = False
    welcome: bool = False
    rooms: set[str] = field(default_factory=set)

    @property
    def source(self) -> str:
        return f"{self.nick}!~{self.user}@127.0.0.1"


class FakeErgo:
    """The server. `accounts`: account → password."""

    def __init__(self, accounts: dict[str, str] | None = None, without: str = "") -> None:
        self.accounts = accounts or {}
        self.offered = " ".join(
            one for one in OFFERED.split() if one.partition("=")[0] not in without.split()
        )
        self.port = 0
        self.page: int | None = None
        self.mute: set[str] = set()
        self.swallow: list[str] = []
        self.history: dict[str, list[Kept]] = {}
        self.asked: list[str] = []
        self._members: list[Member] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0
        self._batches = 0

    @property
    def address(self) -> IrcServer:
        return IrcServer("127.0.0.1", self.port, accounts=self.accounts)

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        for member in tuple(self._members):
            member.writer.transport.abort()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def forget(self, room: str) -> None:
        self.history[room] = []

    def cut(self, nick: str) -> None:
        """One connection is broken."""
        for member in self._members:
            if member.nick == nick:
                member.writer.transport.abort()

    def inject(self, nick: str, raw: bytes) -> None:
        """Bytes to one client, as they are."""
        for member in self._members:
            if member.nick == nick:
                member.writer.write(raw)

    # -- connections --

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        member = Member(writer)
        self._members.append(member)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ValueError):
            while raw := await reader.readline():
                line = parse(raw.decode("utf-8", "replace").rstrip("\r\n"))
                if line.command == "QUIT":
                    break
                if line.command in self.mute:
                    continue
                self._line(member, line)
                await writer.drain()
        self._gone(member, "connection closed")
        writer.close()
        with contextlib.suppress(Exception):
            await writer.wait_closed()
        self._tasks.discard(task)

    def _gone(self, member: Member, why: str) -> None:
        if member not in self._members:
            return
        self._members.remove(member)
        kept = self._keep(member, "QUIT", [why])
        told = set()
        for room in member.rooms:
            self.history.setdefault(room, []).append(kept)
            told |= {one for one in self._members if room in one.rooms}
        for one in told:
            self._tell(one, kept)

    def _line(self, member: Member, line: Got) -> None:
        handler = getattr(self, f"_on_{line.command.lower()}", None)
        if handler is not None:
            handler(member, line)
        elif line.command.isalpha():
            self._numeric(member, "421", line.command, "Unknown command")

    # -- sending --

    def _send(self, member: Member, text: str, **tags: str | None) -> None:
        known = {"server-time": ("time",), "account-tag": ("account",), "labeled-response": ("label",)}
        allowed = {tag for cap, names in known.items() if cap in member.caps for tag in names}
        if "message-tags" in member.caps:
            allowed |= {"msgid", "batch", "draft/chathistory-end"}
        shown = [
            key if value == "" else f"{key}={value}"
            for key, value in tags.items()
            if value is not None and key.replace("__", "/").replace("_", "-") in allowed
        ]
        shown = [one.replace("__", "/").replace("_", "-") for one in shown]
        head = f"@{';'.join(shown)} " if shown else ""
        member.writer.write(f"{head}{text}\r\n".encode())

    def _numeric(self, member: Member, number: str, *params: str, label: str | None = None) -> None:
        *middle, last = params
        text = " ".join([f":{NAME}", number, member.nick or "*", *middle, f":{last}"])
        self._send(member, text, time=_now(), label=label)

    def _keep(self, member: Member, command: str, params: list[str]) -> Kept:
        self._count += 1
        return Kept(f"id{self._count}", _now(), member.account, member.source, command, params)

    def _tell(self, member: Member, kept: Kept, label: str | None = None, batch: str | None = None) -> None:
        params = list(kept.params)
        if kept.command == "JOIN":
            params = params if "extended-join" in member.caps else params[:1]
        *middle, last = params
        text = " ".join([f":{kept.source}", kept.command, *middle, f":{last}"])
        self._send(
            member, text, time=kept.time, account=kept.account, msgid=kept.id, label=label, batch=batch
        )

    # -- getting in --

    def _on_cap(self, member: Member, line: Got) -> None:
        kind = line.params[0].upper()
        if kind == "LS":
            member.negotiating = True
            words = self.offered.split()
            half = len(words) // 2
            self._send(member, f":{NAME} CAP * LS * :{' '.join(words[:half])}")
            self._send(member, f":{NAME} CAP * LS :{' '.join(words[half:])}")
        elif kind == "REQ":
            have = {one.partition("=")[0] for one in self.offered.split()}
            wanted = line.params[-1].split()
            if all(one in have for one in wanted):
                member.caps |= set(wanted)
                self._send(member, f":{NAME} CAP * ACK :{line.params[-1]}")
            else:
                self._send(member, f":{NAME} CAP * NAK :{line.params[-1]}")
        elif kind == "END":
            member.negotiating = False
            self._maybe_welcome(member)

    def _on_authenticate(self, member: Member, line: Got) -> None:
        if line.params[0] == "PLAIN":
            self._send(member, "AUTHENTICATE +")
            return
        _, account, password = base64.b64decode(line.params[0]).decode().split("\0")
        if self.accounts.get(account) == password:
            member.account = account
            self._numeric(member, "900", "*", account, f"You are now logged in as {account}")
            self._numeric(member, "903", "Authentication successful")
        else:
            self._numeric(member, "904", "SASL authentication failed")

    def _on_nick(self, member: Member, line: Got) -> None:
        nick = line.params[0]
        if any(one.nick.lower() == nick.lower() and one is not member for one in self._members):
            self._numeric(member, "433", nick, "Nickname is already in use")
            return
        if not member.welcome:
            member.nick = nick
            self._maybe_welcome(member)
            return
        kept = self._keep(member, "NICK", [nick])
        member.nick = nick
        told = {member}
        for room in member.rooms:
            self.history.setdefault(room, []).append(kept)
            told |= {one for one in self._members if room in one.rooms}
        for one in told:
            self._tell(one, kept)

    def _on_user(self, member: Member, line: Got) -> None:
        member.user = line.params[0]
        self._maybe_welcome(member)

    def _maybe_welcome(self, member: Member) -> None:
        if member.welcome or member.negotiating or not member.nick or not member.user:
            return
        member.welcome = True
        self._numeric(member, "001", f"Welcome to the ErgoTest IRC Network {member.nick}")
        self._numeric(member, "005", *SUPPORT.split(), "are supported by this server")
        self._numeric(member, "422", "MOTD File is missing")

    def _on_ping(self, member: Member, line: Got) -> None:
        self._send(member, f":{NAME} PONG {NAME} :{line.params[-1]}", time=_now())

    def _on_pong(self, member: Member, line: Got) -> None:
        pass

    def _on_mode(self, member: Member, line: Got) -> None:
        pass

    # -- rooms --

    def _on_join(self, member: Member, line: Got) -> None:
        room = line.params[0]
        member.rooms.add(room)
        kept = self._keep(member, "JOIN", [room, member.account or "*", member.nick])
        self.history.setdefault(room, []).append(kept)
        inside = [one for one in self._members if room in one.rooms]
        for one in inside:
            self._tell(one, kept)
        self._numeric(member, "353", "=", room, " ".join(one.nick for one in inside))
        self._numeric(member, "366", room, "End of NAMES list")

    def _on_who(self, member: Member, line: Got) -> None:
        target, token = line.params[0], line.params[1].partition(",")[2] if len(line.params) > 1 else ""
        for one in self._members:
            if token and (target in one.rooms or target == one.nick):
                self._numeric(
                    member,
                    "354",
                    token,
                    target,
                    f"~{one.user}",
                    "127.0.0.1",
                    one.nick,
                    "H",
                    one.account or "0",
                )
        self._numeric(member, "315", target, "End of WHO list")

    def _on_privmsg(self, member: Member, line: Got) -> None:
        target, text = line.params[0], line.params[1]
        label = line.tags.get("label")
        kept = self._keep(member, line.command, [target, text])
        if target.startswith("#"):
            others = [one for one in self._members if target in one.rooms and one is not member]
            self.history.setdefault(target, []).append(kept)
        else:
            others = [one for one in self._members if one.nick.lower() == target.lower()]
            if not others:
                self._numeric(member, "401", target, "No such nick", label=label)
                return
        for one in others:
            self._tell(one, kept)
        if text in self.swallow:
            self.swallow.remove(text)
            member.writer.transport.abort()
        elif "echo-message" in member.caps:
            self._tell(member, kept, label=label)

    _on_notice = _on_privmsg

    # -- history --

    def _on_chathistory(self, member: Member, line: Got) -> None:
        self.asked.append(" ".join(line.params))
        kind, room, reference, limit = line.params[0], line.params[1], line.params[2], int(line.params[3])
        if kind != "AFTER" or room not in member.rooms:
            self._send(member, f":{NAME} FAIL CHATHISTORY INVALID_TARGET {kind} {room} :No such room")
            return
        lines = list(self._after(self.history.get(room, []), reference))
        if "draft/event-playback" not in member.caps:
            lines = [one for one in lines if one.command not in EVENTS]
        most = min(limit, self.page or limit)
        self._batches += 1
        ref = f"b{self._batches}"
        last = "" if len(lines) <= most else None
        self._send(
            member, f":{NAME} BATCH +{ref} chathistory {room}", draft__chathistory_end=last, time=_now()
        )
        for one in lines[:most]:
            self._tell(member, one, batch=ref)
        self._send(member, f":{NAME} BATCH -{ref}", time=_now())

    @staticmethod
    def _after(lines: list[Kept], reference: str) -> Iterator[Kept]:
        """What Ergo gives: nothing at all where it does not know the message."""
        kind, _, value = reference.partition("=")
        if kind == "timestamp":
            yield from (one for one in lines if one.time > value)
            return
        places = [place for place, one in enumerate(lines) if one.id == value]
        if places:
            yield from lines[places[0] + 1 :]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@contextlib.asynccontextmanager
async def fake_ergo(accounts: dict[str, str] | None = None, without: str = "") -> AsyncIterator[FakeErgo]:
    """`async with fake_ergo({"torvik": "pw"}) as ergo:`; `without` names capabilities it does not have."""
    server = FakeErgo(accounts, without)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
