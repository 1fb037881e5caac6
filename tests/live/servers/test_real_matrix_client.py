"""The scripted Matrix client that the other tests lean on: what one says the other sees."""

from __future__ import annotations

import pytest
from matrix import Synapse
from matrix_client import MatrixClient


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
def test_two_people_talk(synapse: Synapse, encrypted: bool) -> None:
    with MatrixClient(synapse.register("torvik")) as torvik, MatrixClient(synapse.register("bran")) as bran:
        room = bran.create_room("Parlour", invite=[torvik.mxid], encrypted=encrypted)
        torvik.join(room)
        bran.wait_members(room, torvik.mxid)
        move = torvik.say(room, "I thrust")
        seen = bran.wait_for(text="thrust", room=room, sender=torvik.mxid)
        assert (seen.id, seen.kind, seen.encrypted) == (move, "m.text", encrypted)
        torvik.edit(room, move, "I slash")
        assert bran.wait_for(text="* I slash").content["m.relates_to"]["event_id"] == move
        torvik.redact(room, move)
        bran.wait_for(kind="m.room.redaction")
        bran.wait_until(lambda: torvik.mxid in bran.members(room))
