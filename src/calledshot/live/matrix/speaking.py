"""Lines to say: into a room, or into the private chat with somebody, which is made where there is none.

A line has the same transaction id whenever it is sent, so that sending it again says it once. A secret goes
only where nobody but we and the one it is for can read it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

from calledshot.live import hub
from calledshot.live.matrix.intake import Intake
from calledshot.live.matrix.translate import room_id, user_id
from calledshot.live.matrix.wire import LoggedOut, Refused, Unreachable, Wire, part
from calledshot.live.messages import Outgoing

NEW_ROOM_PATIENCE = 60.0
"""Seconds until a private chat that we made shows in what the server tells us."""

ENCRYPTION = {"algorithm": "m.megolm.v1.aes-sha2"}


FORBIDDEN = "M_FORBIDDEN"
TRIES = 40
"""So often a line in a room where we are not, or may not speak, is tried: we may be let meanwhile."""


class NotNow(Unreachable):
    """We may not speak in a room; perhaps later. The text is the server's word for why."""


class Sealer(Protocol):
    """What writes encrypted events (crypto.Crypto)."""

    def knows(self, room: str) -> bool: ...

    async def seal(self, room: str, kind: str, content: dict[str, Any]) -> tuple[str, dict[str, Any]]: ...


class Speaking:
    """One user's voice. `prefix` stands before an outbox key in a transaction id: keys are a journal's own,
    and the server remembers those of every journal."""

    def __init__(self, wire: Wire, intake: Intake, *, encrypted: bool, log: logging.Logger) -> None:
        self.prefix = ""
        self.sealer: Sealer | None = None
        self._wire, self._intake, self._encrypted, self._log = wire, intake, encrypted, log
        self._news = asyncio.Event()
        self._tries: dict[str, int] = {}  # a room line's key → how often it had to wait
        self._made: dict[str, str] = {}  # user id → a private chat we made that the server has not shown yet

    def transaction(self, key: str) -> str:
        return f"{self.prefix}.{key}"

    def key(self, transaction: str) -> str | None:
        """The outbox key of a transaction of ours; None where it is another journal's."""
        before = f"{self.prefix}."
        return transaction.removeprefix(before) if transaction.startswith(before) else None

    def heard(self) -> None:
        """Another answer has been taken in: rooms may be known that were not."""
        self._news.set()
        self._news = asyncio.Event()

    async def say(self, line: Outgoing) -> str:
        """The event's id. Raises hub.Refused where it can never be said, Unreachable where not now, NotNow
        where that is since we may not."""
        try:
            room = await self._chat(line.to) if line.to is not None else self._room(line)
            kind, content = "m.room.message", self._content(line, room)
            if self._sealed(room):
                kind, content = await self._seal(room, content)
            path = f"rooms/{part(room)}/send/{kind}/{part(self.transaction(line.key))}"
            answer = await self._wire.ask("PUT", path, content)
        except LoggedOut:
            raise Unreachable("logged out") from None
        except Refused as error:
            self._log.warning("a line is refused", extra={"key": line.key, "code": error.code})
            if error.code == FORBIDDEN and line.to is None and self._waits(line):
                raise NotNow(error.code) from None
            self._tries.pop(line.key, None)
            raise hub.Refused(error.code) from None
        self._tries.pop(line.key, None)
        id = answer.get("event_id")
        if not isinstance(id, str):
            raise Unreachable("no event id")
        return id

    def _content(self, line: Outgoing, room: str) -> dict[str, Any]:
        content: dict[str, Any] = {
            "msgtype": "m.notice" if line.notice else "m.text",
            "body": line.text,
            "m.mentions": {},  # a ruling names people, and is to ring for nobody
        }
        about = self._intake.where.get(line.in_reply_to or "")
        if about is not None and about[0] == room:  # the id of a secret move is told to no other room
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": line.in_reply_to}}
        return content

    # -- where ----------------------------------------------------------------------------------------

    def _room(self, line: Outgoing) -> str:
        """The room of a line, once we are in it: before that nobody knows whether it is encrypted."""
        inside = self._intake.book.rooms
        called = [id for id, known in self._intake.names.items() if known == line.room]
        if not called and line.room is not None and room_id(line.room):
            called = [line.room]
        if not called:
            raise hub.Refused("no such room")
        here = [id for id in called if id in inside]
        if here:
            return here[-1]  # a room that replaces another goes by its name
        if self._waits(line):
            raise Unreachable("not in the room")
        raise hub.Refused("not in the room")

    def _waits(self, line: Outgoing) -> bool:
        """Whether a line may wait once more for what is not so yet."""
        tries = self._tries[line.key] = self._tries.get(line.key, 0) + 1
        if tries < TRIES:
            return True
        del self._tries[line.key]
        return False

    async def _chat(self, who: str) -> str:
        """The private chat with somebody. Rooms that we cannot encrypt for are none."""
        if user_id(who) is None:
            raise hub.Refused("no user of Matrix")
        found = self._usable(who)
        if found is not None:
            return found
        rooms = self._intake.book.rooms
        id = self._made.get(who)
        if id is None or id in rooms:
            id = self._made[who] = await self._make(who)
        async with asyncio.timeout(NEW_ROOM_PATIENCE):
            while self._usable(who) is None:
                if id in rooms and rooms[id].encrypted and self.sealer is None:
                    self._log.error("the server encrypts new rooms: set encrypted = true in live.toml")
                    raise hub.Refused("the server encrypts private chats, and we do not")
                await self._news.wait()
        del self._made[who]
        await self._list(who, id)
        return id

    async def _make(self, who: str) -> str:
        """A new private chat, to which somebody is asked."""
        state = [
            {
                "type": "m.room.history_visibility",
                "state_key": "",
                "content": {"history_visibility": "invited"},
            }
        ]
        if self._encrypted and self.sealer is not None:
            state.append({"type": "m.room.encryption", "state_key": "", "content": dict(ENCRYPTION)})
        made = await self._wire.ask(
            "POST",
            "createRoom",
            {"preset": "private_chat", "is_direct": True, "invite": [who], "initial_state": state},
        )
        id = room_id(made.get("room_id"))
        if id is None:
            raise Unreachable("no room id")
        self._log.info("a private chat was opened", extra={"room": id, "with": who})
        return id

    def _usable(self, who: str) -> str | None:
        for id in self._intake.book.chats(who):
            if not self._intake.book.rooms[id].encrypted or self.sealer is not None:
                return id
        return None

    async def _list(self, who: str, id: str) -> None:
        """Note the chat in our account's own list, for the next start and other clients."""
        directs = self._intake.book.directs
        directs.setdefault(who, []).append(id)
        try:
            await self._wire.ask("PUT", f"user/{part(self._intake.book.me)}/account_data/m.direct", directs)
        except (Refused, Unreachable):
            self._log.info("a private chat is not listed", extra={"room": id})

    # -- encrypting -----------------------------------------------------------------------------------

    def _sealed(self, room: str) -> bool:
        known = self._intake.book.rooms.get(room)
        return (known is not None and known.encrypted) or (
            self.sealer is not None and self.sealer.knows(room)
        )

    async def _seal(self, room: str, content: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if self.sealer is None:
            self._log.error("an encrypted room: set encrypted = true in live.toml", extra={"room": room})
            raise hub.Refused("an encrypted room, and we do not encrypt")
        if not self.sealer.knows(room):
            raise Unreachable("the room's members are not known yet")
        return await self.sealer.seal(room, "m.room.message", content)
