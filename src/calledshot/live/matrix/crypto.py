"""Encrypted rooms: what matrix-nio keeps of keys and devices, behind the few questions a feed asks.

The library is fed only the parts of an answer that keys depend on, each checked first, so that nobody's
malformed event can spoil the rest. Devices are trusted when first seen, as most clients do: whose message it
is rests on the server's word for the sender, as in plain rooms.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import nio
from nio.exceptions import EncryptionError, LocalProtocolError
from nio.store import SqliteStore

from calledshot.errors import UsageError
from calledshot.live.matrix.login import Login
from calledshot.live.matrix.translate import event_id, table, user_id
from calledshot.live.matrix.wire import Unreachable

STATE = ("m.room.member", "m.room.encryption")
"""The state that keys depend on: whom a message is encrypted for, and whether."""


class Crypto:
    """One device's keys, kept in a folder."""

    def __init__(self, login: Login, folder: Path, log: logging.Logger) -> None:
        if not nio.crypto.ENCRYPTION_ENABLED:
            raise UsageError('encrypted rooms need more: pip install "calledshot[e2e]"')
        config = nio.AsyncClientConfig(
            store=SqliteStore,
            encryption_enabled=True,
            store_sync_tokens=False,
            max_timeouts=2,
            request_timeout=30,
        )
        self._client = nio.AsyncClient(login.homeserver, login.user, login.device, str(folder), config)
        self._client.restore_login(login.user, login.device, login.token)
        self._log = log
        self._asked: set[str] = set()  # sessions whose key we asked for
        self._sealing = asyncio.Lock()

    async def close(self) -> None:
        await self._client.close()
        if self._client.store is not None:
            self._client.store.database.close()

    # -- what the server told -------------------------------------------------------------------------

    async def take(self, answer: Mapping[str, Any]) -> bool:
        """Learn from the answer to a sync; whether new keys may have come with it."""
        fed = _needed(answer)
        response = nio.SyncResponse.from_dict(fed)
        if not isinstance(response, nio.SyncResponse):
            self._log.error(
                "an answer's keys could not be read", extra={"messages": len(fed["to_device"]["events"])}
            )
            return False
        if "device_one_time_keys_count" in answer:  # the library takes no notice where none is left
            self._client.olm.uploaded_key_count = fed["device_one_time_keys_count"].get(
                "signed_curve25519", 0
            )
        try:
            await self._client.receive_response(response)
        except (
            EncryptionError,
            LocalProtocolError,
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
        ) as error:
            self._log.error("an answer's keys could not be used", extra={"error": type(error).__name__})
        return bool(fed["to_device"]["events"])

    async def upkeep(self) -> None:
        """Publish, fetch and claim keys as is due. Raises Unreachable."""
        client = self._client
        try:
            await client.send_to_device_messages()
            if client.should_upload_keys:
                await client.keys_upload()
            if client.should_query_keys:
                await client.keys_query()
            if client.should_claim_keys:
                await client.keys_claim(client.get_users_for_key_claiming())
                await client.send_to_device_messages()
        except LocalProtocolError:
            pass  # somebody else has done it meanwhile
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unreachable(type(error).__name__) from None

    # -- reading --------------------------------------------------------------------------------------

    def open(self, raw: Mapping[str, Any], room: str) -> dict[str, Any] | None:
        """An encrypted event as it was before, empty where it is no message; None where we cannot read it,
        yet or ever."""
        event = self._event(raw, room)
        if event is None:
            return None
        try:
            opened = self._client.olm.decrypt_megolm_event(event)
        except (EncryptionError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
            return None
        inner = dict(opened.source) if isinstance(getattr(opened, "source", None), dict) else {}
        if inner.get("room_id") not in (None, room):
            return None  # somebody's message to another room, put here
        if inner.get("type") != "m.room.message":
            return {}  # nobody comes, goes or takes back in secret
        about = {
            key: raw[key] for key in ("event_id", "sender", "origin_server_ts", "unsigned") if key in raw
        }
        return {"type": "m.room.message", "content": inner.get("content"), **about}

    async def ask_for_key(self, raw: Mapping[str, Any], room: str) -> None:
        """Ask our other devices for the key of an event we cannot read, once a key."""
        event = self._event(raw, room)
        if event is None or event.session_id in self._asked:
            return
        self._asked.add(event.session_id)
        try:
            await self._client.request_room_key(event)
        except LocalProtocolError:
            pass  # asked in an earlier run
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._log.info("a key could not be asked for", extra={"error": type(error).__name__})

    def _event(self, raw: Mapping[str, Any], room: str) -> Any:
        content = dict(table(raw, "content"))
        if "sender_key" not in content or "device_id" not in content:
            # Newer clients leave out what is no proof of anything; the library looks keys up by it.
            content.setdefault("device_id", "")
            content.setdefault("sender_key", self._sender_key(room, content.get("session_id")))
        try:
            event = nio.Event.parse_event({**raw, "content": content, "room_id": room})
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        return event if isinstance(event, nio.MegolmEvent) else None

    def _sender_key(self, room: str, session: object) -> str:
        """Whose device a session is, by the keys we have; empty where we have none."""
        known: Any = self._client.olm.inbound_group_store
        for one in known:
            if one.room_id == room and one.id == session:
                return str(one.sender_key)
        return ""

    # -- writing --------------------------------------------------------------------------------------

    def knows(self, room: str) -> bool:
        """Whether the room is one that we can encrypt for."""
        known = self._client.rooms.get(room)
        return known is not None and bool(known.encrypted)

    async def seal(self, room: str, kind: str, content: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """An event for an encrypted room, for all devices of all who are in it. Raises Unreachable."""
        client = self._client
        async with self._sealing:
            try:
                if not client.rooms[room].members_synced:
                    await client.joined_members(room)
                if client.should_query_keys:
                    answer = await client.keys_query()
                    if not isinstance(answer, nio.KeysQueryResponse):
                        raise Unreachable("no keys of the others")
                if client.olm.should_share_group_session(room):
                    await client.share_group_session(room, ignore_unverified_devices=True)
                sealed: tuple[str, dict[str, Any]] = client.encrypt(room, kind, content)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                raise Unreachable(type(error).__name__) from None
            except (EncryptionError, LocalProtocolError, LookupError) as error:
                raise Unreachable(f"not encrypted: {type(error).__name__}") from None
            return sealed


# -- what the library is fed ----------------------------------------------------------------------------


def _needed(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a sync's answer that keys depend on, well-formed."""
    lists = table(answer, "device_lists")
    counts = table(answer, "device_one_time_keys_count")
    rooms = table(table(answer, "rooms"), "join")
    joined = {}
    for id, room in rooms.items():
        if isinstance(room, dict):
            state = [
                *_state(table(room, "state").get("events")),
                *_state(table(room, "timeline").get("events")),
            ]
            joined[id] = {
                "state": {"events": state},
                "timeline": {"events": [], "limited": False, "prev_batch": "-"},
                "ephemeral": {"events": []},
                "account_data": {"events": []},
            }
    return {
        "next_batch": str(answer.get("next_batch")),
        "to_device": {"events": list(_to_device(table(answer, "to_device").get("events")))},
        "device_lists": {key: _users(lists.get(key)) for key in ("changed", "left")},
        "device_one_time_keys_count": {
            key: value for key, value in counts.items() if type(value) is int and value >= 0
        },
        "rooms": {"join": joined, "invite": {}, "leave": {}},
        "presence": {"events": []},
        "account_data": {"events": []},
    }


def _state(events: object) -> Iterator[dict[str, Any]]:
    for raw in events if isinstance(events, list) else ():
        if (
            not isinstance(raw, dict)
            or raw.get("type") not in STATE
            or not isinstance(raw.get("content"), dict)
        ):
            continue
        if event_id(raw.get("event_id")) is None or user_id(raw.get("sender")) is None:
            continue
        ts = raw.get("origin_server_ts")
        made = {
            "type": raw["type"],
            "event_id": raw["event_id"],
            "sender": raw["sender"],
            "origin_server_ts": ts if type(ts) is int else 0,
            "state_key": raw.get("state_key"),
        }
        if raw["type"] == "m.room.encryption" and raw.get("state_key") == "":
            yield made | {"content": {"algorithm": "m.megolm.v1.aes-sha2"}}
        elif raw["type"] == "m.room.member" and user_id(raw.get("state_key")) is not None:
            state = raw["content"].get("membership")
            if state in ("join", "invite", "leave", "ban", "knock"):
                yield made | {"content": {"membership": state}}


def _to_device(events: object) -> Iterator[dict[str, Any]]:
    for raw in events if isinstance(events, list) else ():
        if not isinstance(raw, dict) or not isinstance(raw.get("content"), dict):
            continue
        if isinstance(raw.get("type"), str) and user_id(raw.get("sender")) is not None:
            try:
                read = nio.ToDeviceEvent.parse_event(raw)
            except (LookupError, TypeError, ValueError, AttributeError):
                continue
            if read is not None:
                yield raw


def _users(value: object) -> list[str]:
    found: Iterable[object] = value if isinstance(value, list) else ()
    return [who for one in found if (who := user_id(one)) is not None]
