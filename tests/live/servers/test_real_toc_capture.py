"""Our fake TOC server against the capture of a real one: the same questions get the same answers."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from pathlib import Path

from toc import TIMEOUT, TocServer, unroast

from calledshot.live.aim.protocol import Frame, Frames

CAPTURE = Path(__file__).parent.parent.parent.parent / "fixtures" / "live" / "aim_toc1_duel.jsonl"


def conversation() -> list[tuple[int, str, bytes]]:
    """Connection, direction and bytes of each captured packet."""
    found = []
    for line in CAPTURE.read_text("utf-8").splitlines():
        part = json.loads(line)
        data = base64.b64decode(part["b64"]) if "b64" in part else part["text"].encode()
        found.append((part["conn"], part["dir"], data))
    return found


def told(number: int) -> list[Frame]:
    """What the captured server told one connection."""
    stream = b"".join(data for conn, way, data in conversation() if conn == number and way == "S")
    return list(Frames().feed(stream))


def passwords() -> dict[str, str]:
    found = {}
    for _, way, data in conversation():
        signon = re.search(rb"toc_signon \S+ \d+ (\S+) (0x[0-9a-f]+)", data)
        if way == "C" and signon:
            found[signon[1].decode()] = unroast(signon[2].decode())
    return found


def comparable(frames: list[Frame]) -> list[tuple[int, bytes]]:
    """Without what no two runs have alike: which faces fell, and who of two was in the room first."""

    def faceless(data: bytes) -> bytes:
        return re.sub(rb"(?<=dice: )[\d ]+", lambda found: b"#" * len(found[0].split()), data)

    return [
        (one.kind, faceless(one.data) if b":OnlineHost:" in one.data else one.data)
        for one in frames
        if not one.data.startswith(b"CHAT_UPDATE_BUDDY:0:T:")
    ]


def arrivals(frames: list[Frame]) -> set[str]:
    """Everybody whom a connection was told to be in the room."""
    names = [
        one.data.decode().split(":")[3:] for one in frames if one.data.startswith(b"CHAT_UPDATE_BUDDY:0:T:")
    ]
    return {name for some in names for name in some}


def test_the_fake_server_answers_as_the_captured_one_did() -> None:
    known = passwords()
    names = {"GameMaster": known["gamemaster"], "AliceAIM": known["aliceaim"]}

    async def play() -> tuple[list[Frame], list[Frame]]:
        async with TocServer(names) as server:
            connections = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
            wanted = {number: len(comparable(told(number))) for number in (1, 2)}
            frames: dict[int, list[Frame]] = {1: [], 2: []}
            readers = {number: Frames() for number in (1, 2)}

            async def read(number: int) -> None:
                data = await connections[number - 1][0].read(65536)
                frames[number] += readers[number].feed(data)

            async def caught_up(number: int, packets: int) -> None:
                """Read until as much has come as the client had seen when it sent this."""
                while len(comparable(frames[number])) < packets:
                    async with asyncio.timeout(TIMEOUT):
                        await read(number)

            seen = {1: b"", 2: b""}
            for number, way, data in conversation():
                if way == "S":
                    seen[number] += data
                elif way == "C":
                    await caught_up(number, len(comparable(list(Frames().feed(seen[number])))))
                    connections[number - 1][1].write(data)
                    await connections[number - 1][1].drain()
                elif way == "C-eof" and number == 2:
                    await caught_up(2, wanted[2])
                    await caught_up(1, wanted[1] - 1)
                    connections[1][1].close()
                    await connections[1][1].wait_closed()
            await caught_up(1, wanted[1])
            connections[0][1].close()
            await connections[0][1].wait_closed()
            return frames[1], frames[2]

    first, second = asyncio.run(play())
    for ours, theirs in ((first, told(1)), (second, told(2))):
        assert comparable(ours) == comparable(theirs)
        assert arrivals(ours) == arrivals(theirs) == {"GameMaster", "AliceAIM"}
        assert [one.sequence for one in ours] == list(range(len(ours)))
