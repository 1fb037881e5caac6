"""The Matrix feed in encrypted rooms and chats of a real homeserver, over restarts, and without keys."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
from base64 import b64decode
from pathlib import Path
from typing import Any

import nio
import pytest
from Crypto.Signature import eddsa
from matrix import Synapse, request
from matrix_bot import MatrixBot
from matrix_client import MatrixPerson
from test_real_matrix_feed import people, room_of

from calledshot.live.messages import Outgoing


def test_an_encrypted_room_and_chat_over_a_restart(
    synapse: Synapse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik, encrypted=True)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.wait_members(room, user.mxid)
                move = await torvik.say(room, "I thrust")
                await bot.until(lambda: bot.texts())
                (said,) = bot.got()
                assert (said.event.text, said.event.id, said.event.speaker) == ("I thrust", move, torvik.mxid)
                await torvik.edit(room, move, "I slash")
                await bot.until(lambda: bot.got("edit"))
                assert [(one.about, one.event.text) for one in bot.got("edit")] == [(move, "I slash")]
                # Newer clients do not name the device any more.
                sealed = torvik.nio.olm.group_encrypt(
                    room, {"type": "m.room.message", "content": {"msgtype": "m.text", "body": "no device"}}
                )
                del sealed["sender_key"], sealed["device_id"]
                path = f"{synapse.url}/_matrix/client/v3/rooms/{room}/send/m.room.encrypted/bare"
                await asyncio.to_thread(request, "PUT", path, sealed, torvik.nio.access_token)
                await bot.until(lambda: "no device" in bot.texts())
                await torvik.emote(room, "circles")
                await bot.until(lambda: bot.texts("emote") == ["circles"])

                await torvik.whisper(user.mxid, "the hidden blade", encrypted=True)
                await bot.until(lambda: bot.texts("whisper") == ["the hidden blade"])
                bot.answers["and now"] = [
                    Outgoing(text="((Bran is next))", room=room, notice=True),
                    Outgoing(text="a private answer", to=torvik.mxid, secret=True),
                    Outgoing(text="a draft for you", to=bran.mxid, secret=True),
                ]
                await torvik.say(room, "and now")
                seen = await bran.wait_for(text="is next", sender=user.mxid)
                assert (seen.kind, seen.encrypted, seen.room) == ("m.notice", True, room)
                seen = await torvik.wait_for(text="a private answer", sender=user.mxid)
                assert seen.encrypted and seen.room == torvik.directs[user.mxid]
                await bran.wait_until(lambda: bran.invited())
                (chat,) = bran.invited()
                await bran.join(chat)
                assert (await bran.wait_for(text="a draft for you", room=chat)).encrypted
                await bot.until(lambda: not bot.journal.waiting())
            # What is said to it while it is down can be read when it is up again, by the same device.
            await torvik.whisper(user.mxid, "said in the dark")
            await torvik.say(room, "where is it")
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                await bot.until(lambda: len(bot.texts()) == 2)
                assert bot.texts() == ["said in the dark", "where is it"]
                assert not bot.got("unreadable")
                bot.answers["say it"] = [Outgoing(text="((here))", room=room)]
                await torvik.say(room, "say it")
                assert (await bran.wait_for(text="((here))", sender=user.mxid)).encrypted
        store = tmp_path / "state/matrix"
        assert stat.S_IMODE(store.stat().st_mode) == 0o700
        assert stat.S_IMODE((store / "login.json").stat().st_mode) == 0o600

    asyncio.run(go())
    for word in ("hidden blade", "private answer", "said in the dark", "pw-calledshot", "a draft"):
        assert word not in caplog.text


def keys_of(synapse: Synapse, mxid: str, token: str) -> dict[str, Any]:
    path = f"{synapse.url}/_matrix/client/v3/keys/query"
    return request("POST", path, {"device_keys": {mxid: []}}, token)


def verify(thing: dict[str, Any], user: str, public: str) -> None:
    """Raises ValueError where `public` has not signed the thing."""
    bare = {key: value for key, value in thing.items() if key not in ("signatures", "unsigned")}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    key = eddsa.import_public_key(b64decode(public + "="))
    eddsa.new(key, "rfc8032").verify(text, b64decode(thing["signatures"][user][f"ed25519:{public}"] + "=="))


def test_its_device_is_signed_by_its_account_and_keys_do_not_run_out(
    synapse: Synapse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            token, mxid = bran.nio.access_token, user.mxid
            async with MatrixBot(user, tmp_path, pgm=[bran.mxid], encrypted=True) as bot:
                await bot.ready()
            first = await asyncio.to_thread(keys_of, synapse, mxid, token)
            (master,) = first["master_keys"][mxid]["keys"].values()
            signer = first["self_signing_keys"][mxid]
            (public,) = signer["keys"].values()
            ((device, signed),) = first["device_keys"][mxid].items()
            verify(signer, mxid, master)
            verify(signed, mxid, public)
            # While it is down, other devices take all of its keys for new conversations.
            claim = f"{synapse.url}/_matrix/client/v3/keys/claim"
            wanted = {"one_time_keys": {mxid: {device: "signed_curve25519"}}}
            taken = 0
            while (await asyncio.to_thread(request, "POST", claim, wanted, token))["one_time_keys"].get(mxid):
                taken += 1
            assert taken > 10
            async with MatrixBot(user, tmp_path, pgm=[bran.mxid], encrypted=True) as bot:
                await bot.ready()
                await bran.whisper(mxid, "a first word", encrypted=True)
                await bot.until(lambda: bot.texts() == ["a first word"])
            assert await asyncio.to_thread(keys_of, synapse, mxid, token) == first
            # Somebody who has lost the store, or signs with another client: those keys are left alone.
            (tmp_path / "state/matrix/signing.json").unlink()
            async with MatrixBot(user, tmp_path, pgm=[bran.mxid], encrypted=True) as bot:
                await bot.ready()
            assert (await asyncio.to_thread(keys_of, synapse, mxid, token))["master_keys"] == first[
                "master_keys"
            ]

    asyncio.run(go())
    assert "not signed" not in caplog.text


async def send_without_key(person: MatrixPerson, room: str, text: str) -> tuple[str, str, str]:
    """Say something whose key nobody is given: the event's id, the key, and its session's id."""
    olm = person.nio.olm
    olm.create_outbound_group_session(room)
    session = olm.outbound_group_sessions[room]
    key, id = session.session_key, session.id
    session.shared = True
    said = await person.say(room, text)
    person.nio.invalidate_outbound_session(room)
    return said, key, id


async def give_key(person: MatrixPerson, room: str, key: str, session: str, to: str) -> None:
    """Give somebody's devices the key of a session."""
    olm = person.nio.olm
    for device in olm.device_store.active_user_devices(to):
        sealed = olm._olm_encrypt(
            olm.session_store.get(device.curve25519),
            device,
            "m.room_key",
            {"algorithm": "m.megolm.v1.aes-sha2", "room_id": room, "session_id": session, "session_key": key},
        )
        await person.nio.to_device(nio.ToDeviceMessage("m.room.encrypted", to, device.id, sealed))


@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "over a restart"])
def test_a_message_without_its_key_is_held_open_until_the_key_comes(
    synapse: Synapse, tmp_path: Path, restarted: bool
) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik, encrypted=True)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                await torvik.wait_members(room, user.mxid)
                await torvik.say(room, "readable")
                await bot.until(lambda: bot.texts() == ["readable"])
                said, key, session = await send_without_key(torvik, room, "late words")
                lost, _, _ = await send_without_key(torvik, room, "never to be read")
                await torvik.say(room, "next")
                await bot.until(lambda: bot.texts() == ["readable", "next"])
                assert [one.event.id for one in bot.got("unreadable")] == [said, lost]
                assert {one.event.speaker for one in bot.got("unreadable")} == {torvik.mxid}
                if not restarted:
                    await give_key(torvik, room, key, session, user.mxid)
                    await bot.until(lambda: "late words" in bot.texts())
                    assert bot.got()[-1].event.id == said
            if restarted:
                await give_key(torvik, room, key, session, user.mxid)
                async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                    await bot.until(lambda: "late words" in bot.texts())
                    assert [(one.event.id, one.event.room) for one in bot.got()] == [(said, room)]
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                await bot.ready()
                assert bot.texts() == []

    asyncio.run(go())


def test_without_encryption_an_encrypted_room_is_told_and_not_spoken_in(
    synapse: Synapse, tmp_path: Path
) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran, encrypted=True)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                said = await bran.say(room, "hello")
                await bot.until(lambda: bot.got("unreadable"))
                assert [one.event.id for one in bot.got("unreadable")] == [said]
                # Nothing is said there in the open.
                bot.answers["hello in private"] = [Outgoing(text="((public))", room=room)]
                await bran.whisper(user.mxid, "hello in private", encrypted=False)
                await bot.until(lambda: bot.texts("whisper"))
                await bot.until(lambda: not bot.journal.waiting())
                await bran.say(room, "a last line")
                await bran.wait_for(text="a last line")
                assert bran.texts(room, user.mxid) == []

    asyncio.run(go())
