"""A scripted Matrix client for tests: one person, in plain and encrypted rooms. Blocking (its own thread runs
the loop), so that a test of any kind may use it; `MatrixPerson` is the same for tests that are coroutines.

    with MatrixClient(synapse.register("torvik")) as torvik, MatrixClient(...) as bran:
        room = bran.create_room("Parlour", invite=[torvik.mxid], encrypted=True)
        torvik.join(room)
        move = torvik.say(room, "*Basic Thrust at Elsinore*")     # the event's id
        torvik.whisper(bran.mxid, "secret")                       # in the chat of the two
        torvik.edit(room, move, "*Basic Slash at Elsinore*"); torvik.redact(room, move)
        seen = bran.wait_for(text="hits", room=room, sender=torvik.mxid)

Everything seen is kept in `seen`; a wait looks at what no wait took before. Not the product's own client.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import nio
from matrix import User

PATIENCE = 30.0
BLOCKING = (
    "create_room", "join", "leave", "invite", "kick", "display", "say", "emote", "notice", "edit", "redact",
    "whisper", "direct", "send", "wait_for", "wait_until", "wait_members", "start",
)  # fmt: skip


@dataclass(frozen=True)
class Seen:
    """One message of a room, as this person's client saw it. `kind` is m.text, m.notice, m.emote, or
    "unreadable", "redacted", or the event's type; `content` is all of it, decrypted."""

    room: str
    sender: str
    id: str
    kind: str
    text: str
    encrypted: bool
    content: dict[str, Any] = field(default_factory=dict)


class MatrixPerson:
    """One person's client, in coroutines. `device` and `store` kept: the same device after a restart."""

    def __init__(
        self, user: User, *, store: Path | None = None, device: str | None = None, url: str | None = None
    ) -> None:
        self.user, self.mxid = user, user.mxid
        self.seen: list[Seen] = []
        self._taken: set[int] = set()
        self._own_store = store is None
        self.store = store or Path(tempfile.mkdtemp(prefix="calledshot-person-"))
        self._news = asyncio.Condition()
        self._numbers = itertools.count()
        self._task: asyncio.Task[None] | None = None
        self.directs: dict[str, str] = {}
        config = nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=False, max_timeouts=50)
        self.nio = nio.AsyncClient(url or user.url, user.mxid, device or "", str(self.store), config=config)

    async def start(self) -> None:
        """Log in and follow the rooms."""
        done = await self.nio.login(self.user.password, device_name="a test")
        assert isinstance(done, nio.LoginResponse), done
        await self._follow(await self.nio.sync(timeout=0, full_state=True))
        self._task = asyncio.create_task(self._loop())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.nio.close()
        if self.nio.store is not None:
            self.nio.store.database.close()
        if self._own_store:
            shutil.rmtree(self.store, ignore_errors=True)

    async def _loop(self) -> None:
        while True:
            await self._follow(await self.nio.sync(timeout=10000, since=self.nio.next_batch))

    async def _follow(self, answer: Any) -> None:
        if not isinstance(answer, nio.SyncResponse):
            await asyncio.sleep(0.2)
            return
        await self._keys()
        for room, joined in answer.rooms.join.items():
            for event in joined.timeline.events:
                self.seen.append(_seen(room, event))
        async with self._news:
            self._news.notify_all()

    async def _keys(self) -> None:
        await self.nio.send_to_device_messages()
        if self.nio.should_upload_keys:
            await self.nio.keys_upload()
        if self.nio.should_query_keys:
            await self.nio.keys_query()
        if self.nio.should_claim_keys:
            await self.nio.keys_claim(self.nio.get_users_for_key_claiming())

    # -- rooms ----------------------------------------------------------------------------------------

    async def create_room(
        self, name: str | None = None, *, invite: Sequence[str] = (), encrypted: bool = False,
        alias: str | None = None, public: bool = False, direct: bool = False, version: str | None = None,
    ) -> str:  # fmt: skip
        """A new room's id."""
        state = []
        if encrypted:
            state.append(
                {
                    "type": "m.room.encryption",
                    "state_key": "",
                    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
                }
            )
        preset = nio.RoomPreset.trusted_private_chat if direct else None
        made = await self.nio.room_create(
            name=name, invite=list(invite), initial_state=state, alias=alias, is_direct=direct,
            room_version=version,
            preset=nio.RoomPreset.public_chat if public else preset,
        )  # fmt: skip
        assert isinstance(made, nio.RoomCreateResponse), made
        await self.wait_until(lambda: made.room_id in self.nio.rooms)
        room: str = made.room_id
        return room

    async def join(self, room: str) -> None:
        done = await self.nio.join(room)
        assert isinstance(done, nio.JoinResponse), done
        await self.wait_until(lambda: done.room_id in self.nio.rooms)

    async def leave(self, room: str) -> None:
        await self.nio.room_leave(room)

    async def invite(self, room: str, mxid: str) -> None:
        done = await self.nio.room_invite(room, mxid)
        assert isinstance(done, nio.RoomInviteResponse), done

    async def kick(self, room: str, mxid: str, reason: str = "") -> None:
        done = await self.nio.room_kick(room, mxid, reason)
        assert isinstance(done, nio.RoomKickResponse), done

    async def display(self, name: str) -> None:
        """Call oneself something."""
        await self.nio.set_displayname(name)

    def members(self, room: str) -> set[str]:
        """Who is in a room, invited people left out, as far as this client knows."""
        known = self.nio.rooms.get(room)
        return set() if known is None else {one for one, user in known.users.items() if not user.invited}

    def invited(self) -> set[str]:
        """The rooms this person is asked into."""
        return set(self.nio.invited_rooms)

    async def wait_members(self, room: str, *mxids: str) -> None:
        """Until all of these are in the room."""
        await self.wait_until(lambda: set(mxids) <= self.members(room))

    # -- speaking -------------------------------------------------------------------------------------

    async def say(self, room: str, text: str, **more: Any) -> str:
        return await self.send(room, {"msgtype": "m.text", "body": text, **more})

    async def emote(self, room: str, text: str) -> str:
        return await self.send(room, {"msgtype": "m.emote", "body": text})

    async def notice(self, room: str, text: str) -> str:
        return await self.send(room, {"msgtype": "m.notice", "body": text})

    async def edit(self, room: str, about: str, text: str) -> str:
        return await self.send(
            room,
            {
                "msgtype": "m.text",
                "body": f"* {text}",
                "m.new_content": {"msgtype": "m.text", "body": text},
                "m.relates_to": {"rel_type": "m.replace", "event_id": about},
            },
        )

    async def redact(self, room: str, about: str, reason: str | None = None) -> str:
        done = await self.nio.room_redact(room, about, reason)
        assert isinstance(done, nio.RoomRedactResponse), done
        id: str = done.event_id
        return id

    async def whisper(self, mxid: str, text: str, *, encrypted: bool = False) -> str:
        """Say in the room of the two; where there is none, one is made, and the other is waited for."""
        return await self.say(await self.direct(mxid, encrypted=encrypted), text)

    async def direct(self, mxid: str, *, encrypted: bool = False, wait: bool = True) -> str:
        """The room of the two."""
        if mxid not in self.directs:
            mine = [
                id
                for id, room in self.nio.rooms.items()
                if not room.name and self.members(id) == {self.mxid, mxid}
            ]
            made = (
                mine[0] if mine else await self.create_room(invite=[mxid], encrypted=encrypted, direct=True)
            )
            self.directs[mxid] = made
        if wait:
            await self.wait_members(self.directs[mxid], mxid)
        return self.directs[mxid]

    async def send(self, room: str, content: dict[str, Any], type: str = "m.room.message") -> str:
        done = await self.nio.room_send(room, type, content, ignore_unverified_devices=True)
        assert isinstance(done, nio.RoomSendResponse), done
        id: str = done.event_id
        return id

    # -- hearing --------------------------------------------------------------------------------------

    async def wait_for(
        self, test: Callable[[Seen], bool] | None = None, *, text: str = "", room: str | None = None,
        sender: str | None = None, kind: str | None = None, timeout: float = PATIENCE,
    ) -> Seen:  # fmt: skip
        """The first message that fits and that no wait has taken yet; AssertionError with what there was.
        Where neither `test` nor `kind` asks for something else, it has words."""
        words = test is None and kind is None

        def fits(seen: Seen) -> bool:
            return (
                (not words or seen.text != "") and
                (test is None or test(seen)) and text in seen.text
                and (room is None or seen.room == room)
                and (sender is None or seen.sender == sender)
                and (kind is None or seen.kind == kind)
            )  # fmt: skip

        found: list[Seen] = []

        def look() -> bool:
            for place, seen in enumerate(self.seen):
                if place not in self._taken and fits(seen):
                    self._taken.add(place)
                    found.append(seen)
                    return True
            return False

        await self.wait_until(look, timeout)
        return found[0]

    async def wait_until(self, test: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Until something is so; looked at after every sync."""
        async with self._news:
            try:
                await asyncio.wait_for(self._news.wait_for(test), timeout)
            except TimeoutError:
                last = "\n".join(f"  {one}" for one in self.seen[-15:])
                raise AssertionError(f"{self.mxid} waited in vain; seen last:\n{last}") from None

    def texts(self, room: str, sender: str | None = None) -> list[str]:
        """All words said in a room, in order."""
        return [
            one.text for one in self.seen
            if one.room == room and one.kind.startswith("m.") and one.text and sender in (None, one.sender)
        ]  # fmt: skip


def _seen(room: str, event: Any) -> Seen:
    source = event.source
    content = source.get("content", {}) if isinstance(source.get("content"), dict) else {}
    encrypted = bool(getattr(event, "decrypted", False)) or isinstance(event, nio.MegolmEvent)
    if isinstance(event, nio.MegolmEvent):
        kind = "unreadable"
    elif isinstance(event, nio.RedactedEvent):
        kind = "redacted"
    else:
        kind = content.get("msgtype", source.get("type", ""))
    body = content.get("body", "")
    return Seen(
        room, event.sender, event.event_id, kind, body if isinstance(body, str) else "", encrypted, content
    )


class MatrixClient:
    """A MatrixPerson for tests that are no coroutines: every method waits for its end."""

    def __init__(
        self, user: User, *, store: Path | None = None, device: str | None = None, url: str | None = None
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

        async def make() -> MatrixPerson:
            return MatrixPerson(user, store=store, device=device, url=url)

        self.person = self._run(make())
        self.mxid = user.mxid
        for name in BLOCKING:
            setattr(self, name, self._blocking(getattr(self.person, name)))
        self.members, self.invited, self.texts = self.person.members, self.person.invited, self.person.texts

    def __getattr__(self, name: str) -> Any:
        return getattr(self.person, name)

    def __enter__(self) -> Self:
        self._run(self.person.start())
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        if self._loop.is_closed():
            return
        self._run(self.person.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _blocking(self, method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        return lambda *given, **named: self._run(method(*given, **named))

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)
