"""The Matrix feed: logs in, joins its rooms, follows them from where the journal is, and speaks.

The server keeps what is said, so a cut or a restart loses nothing: we ask for everything since the position
in the journal, and what an answer leaves out is fetched. What an event means is `translate`'s, what belongs
to whom `book`'s, and what follows from it the hub's.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calledshot.errors import UsageError
from calledshot.live.config import MatrixConfig, Secret
from calledshot.live.hub import Hub, NotConnected, Sending
from calledshot.live.hub import Refused as NeverTaken
from calledshot.live.matrix.book import Book
from calledshot.live.matrix.intake import Intake, gap, inviter
from calledshot.live.matrix.login import Logins, private_folder
from calledshot.live.matrix.pending import Pending
from calledshot.live.matrix.speaking import NotNow, Speaking
from calledshot.live.matrix.translate import room_id, table
from calledshot.live.matrix.wire import Limited, LoggedOut, Refused, Unreachable, Wire, part
from calledshot.live.messages import Incoming
from calledshot.live.troubles import Troubles

if TYPE_CHECKING:
    from calledshot.live.matrix.crypto import Crypto

POLL = 30.0
"""Seconds that the server may keep us waiting for news."""
FIRST_PATIENCE = 300.0
"""Seconds that it may take to tell all about large rooms, the first time."""
FIRST_RETRY = 0.5
CLOSED_RETRY = 60.0
"""Seconds until we try again to get into a room that is set up, or look again which one a name means."""
AT_ONCE = 50
"""Messages of a room in one answer; the rest is fetched."""

FILTER = json.dumps(
    {
        "presence": {"types": []},
        "account_data": {"types": ["m.direct"]},
        "room": {
            "timeline": {"limit": AT_ONCE},
            "state": {"lazy_load_members": False},
            "ephemeral": {"types": []},
            "account_data": {"types": []},
        },
    }
)


class Position(Struct, frozen=True):
    """Where we would go on from, as the journal keeps it: the server's token, of which user, and what stands
    before the outbox keys of this journal in our transaction ids."""

    user: str
    prefix: str
    since: str


class MatrixFeed:
    """One user on one homeserver. See live.hub.Feed. `pgm`: user ids of game masters, who may ask us into
    any room; `folder`: the campaign's, where `config.store` begins."""

    name = "matrix"

    def __init__(
        self,
        config: MatrixConfig,
        *,
        password: Secret | None = None,
        token: Secret | None = None,
        folder: Path | str = ".",
        pgm: Sequence[str] = (),
        log: logging.Logger | None = None,
    ) -> None:
        self.config = config
        self.log = log or logging.getLogger("calledshot.live.matrix")
        store = Path(folder) / config.store
        private_folder(store)
        self._store = store
        self._pgm = {one.removeprefix("matrix:") for one in pgm}
        self._password = password
        self._wire = Wire(config.homeserver, self.log)
        self._logins = Logins(
            self._wire, config.user, store, device=config.device, token=token, password=password
        )
        self.book = Book(config.user, self._pgm)
        self._intake = Intake(self.book, self._wire, Pending(store), at_most=config.backfill, log=self.log)
        self._speaking = Speaking(self._wire, self._intake, encrypted=config.encrypted, log=self.log)
        self._crypto: Crypto | None = None
        self._since: str | None = None
        self._first = True  # in this run nothing has been taken in yet
        self._lost = False  # the server no longer knows where we were
        self._up = False
        self._invites: dict[str, tuple[str | None, bool]] = {}
        self._wanted: dict[str, float] = {}  # rooms we have yet to get into → when to try
        self._look_again = 0.0
        self._troubles = Troubles()
        self._hub: Hub | None = None
        self._stop = asyncio.Event()

    def __repr__(self) -> str:
        return f"MatrixFeed({self.config.user!r} on {self.config.homeserver})"

    # -- the life of the feed -------------------------------------------------------------------------

    async def run(self, hub: Hub) -> None:
        """Until `stop`. Raises UsageError where the server does not let us in."""
        _hush()
        self._hub = hub
        self._restore(hub)
        work = asyncio.create_task(self._work(hub), name="matrix")
        stop = asyncio.create_task(self._stop.wait(), name="matrix stop")
        try:
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._down(hub)
            closing = asyncio.create_task(self._close(work, stop))
            try:
                await asyncio.shield(closing)
            except asyncio.CancelledError:
                await closing  # told to stop twice: what is open is closed all the same
                raise
        if not work.cancelled():
            work.result()

    async def _close(self, *tasks: asyncio.Task[Any]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._wire.close()
        if self._crypto is not None:
            await self._crypto.close()
            self._crypto = self._intake.opener = self._speaking.sealer = None

    async def stop(self) -> None:
        self._stop.set()

    def _restore(self, hub: Hub) -> None:
        kept = hub.position()
        try:
            position = msgspec.json.decode(kept, type=Position) if kept is not None else None
        except msgspec.MsgspecError:
            position = None
        if position is not None and position.user == self.config.user:
            self._since, self._speaking.prefix = position.since, position.prefix
        else:
            self._speaking.prefix = secrets.token_hex(6)

    async def _work(self, hub: Hub) -> None:
        """Follow the rooms, over every failure of the line and the server."""
        tries = 0
        while True:
            try:
                await self._enter()
                while True:
                    await self._round(hub)
                    tries = 0
            except LoggedOut:
                self.log.warning("logged out by the homeserver")
            except Unreachable as error:
                server = self.config.homeserver.rpartition("@")[2]  # a password may stand before it
                self.log.warning(
                    "the homeserver cannot be reached", extra={"server": server, "why": str(error)}
                )
            except Refused as error:
                if not self._forget(error):
                    self.log.error("the homeserver refuses", extra={"code": error.code})
            self._down(hub)
            await asyncio.sleep(min(self.config.retry_at_most, FIRST_RETRY * 2 ** min(tries, 20)))
            tries += 1

    async def _enter(self) -> None:
        """Log in where we are not."""
        if self._wire.token is not None and not self._first:
            try:
                await self._wire.ask("GET", "account/whoami")
                return
            except LoggedOut:
                self._wire.token = None
        login = await self._logins.enter()
        if self.config.encrypted:
            await self._encrypt(login)
        self.log.info("logged in", extra={"user": login.user, "device": login.device})

    async def _encrypt(self, login: Any) -> None:
        try:
            from calledshot.live.matrix.crypto import Crypto
            from calledshot.live.matrix.signing import Signing
        except ImportError:
            raise UsageError('encrypted rooms need more: pip install "calledshot[e2e]"') from None
        if self._crypto is not None:
            await self._crypto.close()
            self._first = True  # the new one knows no rooms: ask for all of their state
        self._crypto = Crypto(login, self._store, self.log)
        self._intake.opener = self._speaking.sealer = self._crypto
        await self._crypto.upkeep()
        await Signing(self._wire, login, self._store, self._password, self.log).ensure()

    def _forget(self, error: Refused) -> bool:
        """The server does not take our token for where we were: begin anew, and say that there is a gap."""
        if self._since is None or error.status not in (400, 404):
            return False
        self.log.error("the homeserver does not know where we were", extra={"code": error.code})
        self._since, self._first, self._lost = None, True, True
        return True

    def _down(self, hub: Hub) -> None:
        if self._up:
            self._up = False
            hub.disconnected()

    # -- listening ------------------------------------------------------------------------------------

    async def _round(self, hub: Hub) -> None:
        """One answer of the server: what it says is heard, and what it asks for is done."""
        first = self._first
        wait = 0.0 if first or not self._up else POLL
        query = {"filter": FILTER, "timeout": str(int(wait * 1000))}
        if self._since is not None:
            query["since"] = self._since
        if first:
            query["full_state"] = "true"
            await self._resolve()
        began = asyncio.get_running_loop().time()
        answer = await self._wire.ask("GET", "sync", query=query, waits=FIRST_PATIENCE if first else wait)
        token = answer.get("next_batch")
        if not isinstance(token, str) or not token:
            raise Unreachable("an answer without a place to go on from")
        if token == self._since and self._up and asyncio.get_running_loop().time() - began < 1:
            await asyncio.sleep(1)  # a server that does not keep us waiting
        keys = await self._crypto.take(answer) if self._crypto is not None else False
        taken = await self._intake.take(answer, self._since, first=first)
        late = self._intake.reopened() if keys or first else []
        if self._lost:
            late = [gap(name, "the server does not know any more where we were", f"gap {token}")
                    for name in self._intake.names.values()] + late  # fmt: skip
        keyed = ((id, self._speaking.key(transaction)) for transaction, id in taken.said)
        said = {id: key for id, key in keyed if key is not None}
        await self._hear(hub, [*late, *taken.heard], token, said)
        for message in late:
            if message.event.id is not None:
                self._intake.pending.drop(message.event.id)
        for id, key in said.items():
            hub.said(key, id)
        self._since, self._first, self._lost = token, False, False
        self._speaking.heard()
        if self._crypto is not None:
            for room, raw in taken.unread:
                await self._crypto.ask_for_key(raw, room)
            await self._crypto.upkeep()  # before we come in anywhere: who sees us there looks for our keys
        await self._join(answer, first)
        if not self._up:
            self._up = True
            hub.connected()

    async def _hear(self, hub: Hub, messages: list[Incoming], token: str, said: Mapping[str, str]) -> None:
        """The journal is to go on from here only once all of it is in there. (From the first moment on it
        knows what our transaction ids begin with.) `said`: the outbox keys of lines of ours, by event."""
        position = self._position(token)
        if self._since is None and messages:
            hub.moved(position)  # nothing of before is ours to hear
        for place, message in enumerate(messages):
            key = said.get(message.event.id or "")
            if key is not None:
                message = replace(message, key=key)
            hub.heard(message, position if place == len(messages) - 1 else None)
            if place % 20 == 19:
                await asyncio.sleep(0)
        if not messages:
            hub.moved(position)

    def _position(self, token: str) -> str:
        made = Position(self.config.user, self._speaking.prefix, token)
        return msgspec.json.encode(made).decode()

    # -- rooms ----------------------------------------------------------------------------------------

    async def _resolve(self) -> None:
        """Which rooms the configured names mean now; those that mean none are asked for again later."""
        self._look_again = _clock() + CLOSED_RETRY
        for name in self.config.rooms:
            if name in self._intake.names.values():
                continue
            id: str | None = name
            if name.startswith("#"):
                try:
                    id = room_id(
                        (await self._wire.ask("GET", f"directory/room/{part(name)}", patient=False)).get(
                            "room_id"
                        )
                    )
                except LoggedOut:
                    raise
                except (Refused, Unreachable) as error:
                    self.log.warning("no such room", extra={"room": name, "why": str(error)})
                    continue
            if id is not None:
                self._set_up(id, name)

    def _set_up(self, id: str, name: str) -> None:
        """A room for fights."""
        self._intake.names[id] = name
        self.book.fights.add(id)
        self._wanted[id] = 0.0

    async def _join(self, answer: Mapping[str, Any], first: bool) -> None:
        """Go into the rooms that are set up, and into those we are asked into by whom we heed."""
        rooms = table(answer, "rooms")
        asked = {
            id: inviter(room, self.book.me)
            for id, room in table(rooms, "invite").items()
            if room_id(id) and isinstance(room, dict)
        }
        for id in (*table(rooms, "join"), *table(rooms, "leave")):
            self._invites.pop(id, None)
        unknown = set(self.config.rooms) - set(self._intake.names.values())
        if asked or (unknown and _clock() >= self._look_again):
            self._invites |= asked
            await self._resolve()
        for id in self._wanted.keys() & self.book.rooms.keys():
            del self._wanted[id]  # were we put out of it now, it would not be ours to come back
        for id in sorted(self.book.fights - self.book.rooms.keys()):
            if first or asked or self._wanted.get(id, inf) <= _clock():
                await self._go(id)
                self._invites.pop(id, None)
        for id, (who, direct) in list(self._invites.items()):
            if self._wanted.get(id, 0.0) > _clock():
                continue
            if who in self._pgm or (direct and who in self.book.fellows()):
                if await self._go(id):
                    del self._invites[id]
            elif id in asked:
                self.log.warning("an invitation is not accepted", extra={"room": id, "by": who})
        for room in list(self.book.rooms.values()):
            if room.successor is not None and room.id in self.book.fights:
                if room.successor not in self.book.fights:
                    self._set_up(room.successor, self._intake.name(room.id))
                    self.log.warning("a room was replaced", extra={"room": room.id, "by": room.successor})
                    if room.successor not in self.book.rooms:
                        await self._go(room.successor)
                room.successor = None

    async def _go(self, id: str) -> bool:
        """Into a room. False where it is to be tried again, and where that is up to us it will be."""
        self._wanted.pop(id, None)
        wait, settled = CLOSED_RETRY, False
        try:
            await self._wire.ask("POST", f"join/{part(id)}", {}, patient=False)
            return True
        except LoggedOut:
            raise
        except Limited as error:
            wait, why = error.seconds, str(error)
        except Unreachable as error:  # perhaps it is on another server, which is away
            why = str(error)
        except Refused as error:
            why, settled = error.code, id not in self.book.fights
            if not settled:
                self._tell(self._troubles.closed(self._intake.name(id), why, _now(), _clock()))
        self.log.warning("a room is closed to us", extra={"room": id, "why": why})
        if not settled:
            self._wanted[id] = _clock() + wait
        return settled

    # -- speaking -------------------------------------------------------------------------------------

    async def send(self, sending: Sending) -> str | None:
        """The event's id. See live.hub.Feed.send."""
        if not self._up:
            raise NotConnected
        line = sending.line
        try:
            return await self._speaking.say(line)
        except (NotNow, NeverTaken) as error:
            if line.to is not None:
                self._tell(self._troubles.person(line.to, str(error), _now(), _clock()))
            elif line.room is not None:
                self._tell(self._troubles.room(line.room, str(error), _now(), _clock()))
            raise

    def _tell(self, told: Incoming | None) -> None:
        """Something that a game master is to know of our troubles."""
        if told is not None and self._hub is not None:
            self._hub.heard(told)


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _hush() -> None:
    """The libraries write what they could not read into their logs: somebody's words, or keys."""
    for name in ("nio", "peewee"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
