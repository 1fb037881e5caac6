"""The IRC feed behind a bouncer, and with servers that leave out or change what others do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from bouncer import PASSWORD, run_znc
from irc import CAPS, IrcClient, IrcServer, until
from irc_hub import SpyHub, config_of, feed_of, running

from calledshot.errors import UsageError
from calledshot.live.config import Secret
from calledshot.live.irc.feed import IrcFeed

# -- a bouncer --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clear", [False, True])
def test_behind_a_bouncer_nothing_is_lost_and_nothing_heard_twice(inspircd: IrcServer, clear: bool) -> None:
    room = f"#bounced{clear:d}"

    async def once(
        bouncer: IrcServer, position: str | None, talk: Callable[[SpyHub], Awaitable[None]]
    ) -> SpyHub:
        feed = IrcFeed(config_of(bouncer, rooms=[room]), server_password=Secret(PASSWORD))
        async with running(feed, position=position) as hub:
            await talk(hub)
        return hub

    async def play(bouncer: IrcServer) -> None:
        async with IrcClient(inspircd, "Torvik77", account="torvik", caps=f"{CAPS} away-notify") as torvik:
            await torvik.join(room)

            async def before(hub: SpyHub) -> None:
                await torvik.say(room, "one")
                await torvik.whisper("calledshot", "secret one")
                await hub.hears_text("secret one")
                await hub.hears(lambda one: one.event.text == "one", "the first line")
                assert await hub.say("noted", room=room) is not None

            hub = await once(bouncer, None, before)
            await torvik.wait_for(lambda line: "noted" in line.text)
            # the bouncer knows that nobody is there now, and says that he is away
            await until(lambda: away(torvik), "the bouncer to see us go")
            await torvik.say(room, "two")
            await torvik.whisper("calledshot", "secret two")
            await torvik.settled()

            async def after(hub: SpyHub) -> None:
                await hub.hears_text("secret two")
                await torvik.say(room, "three")
                await hub.hears_text("three")

            again = await once(bouncer, hub.last_position, after)
        assert again.texts("say", room) == [("Torvik77", "two"), ("Torvik77", "three")]
        assert again.texts("whisper") == [("Torvik77", "secret two")]
        # where it keeps what we have heard, our place is found in it; else nobody knows what it has lost
        assert len([one for one in again.messages if one.what == "gap"]) == int(clear)

    with run_znc(inspircd, room, clear=clear) as bouncer:
        asyncio.run(play(bouncer))


def away(watcher: IrcClient) -> bool:
    """Whether the helper is away, by what the server said of that last."""
    told = [line for line in watcher.lines if line.command == "AWAY" and line.nick == "calledshot"]
    return bool(told and told[-1].params)


# -- servers that are a script ----------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def scripted(answer: Callable[[str], list[str]]) -> AsyncIterator[IrcServer]:
    """A server that answers each line as it is told to, and never closes a connection."""
    writers = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        with contextlib.suppress(ConnectionError):
            while raw := await reader.readline():
                for line in answer(raw.decode().rstrip("\r\n")):
                    writer.write(f"{line}\n".encode())  # a bare line feed, as some send

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield IrcServer("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        for writer in writers:
            writer.close()
        server.close()
        await server.wait_closed()


class Plain:
    """A small server: one room, whoever comes is in it. `caps` are all it offers; `said` is what it passes
    back of our own words, nothing where it echoes nothing."""

    def __init__(self, caps: str, said: Callable[[str], str] | None = None) -> None:
        self.caps, self.said = caps, said
        self.heard: list[str] = []

    def __call__(self, line: str) -> list[str]:
        command, _, rest = line.partition(" ")
        if line.startswith("CAP LS"):
            return [f":old CAP * LS :{self.caps}"]
        if line.startswith("CAP REQ"):
            return [f":old CAP * ACK :{rest.removeprefix('REQ ').lstrip(':')}"]
        if line == "CAP END":
            return [":old 001 calledshot :Welcome", ":old 422 calledshot :no MOTD"]
        if command == "JOIN":
            return [f":calledshot!c@h JOIN {rest}", f":old 353 calledshot = {rest} :calledshot",
                    f":old 366 calledshot {rest} :End"]  # fmt: skip
        if command == "WHO":
            return [f":old 315 calledshot {rest} :End"]
        if command == "PING":
            return [f":old PONG old {rest}"]
        if command == "PRIVMSG":
            target, _, text = rest.partition(" :")
            self.heard.append(text)
            return [f":calledshot!c@h PRIVMSG {target} :{self.said(text)}"] if self.said is not None else []
        return []


@pytest.mark.parametrize(
    "said",
    [None, lambda text: text, lambda text: text.replace("damn", "****"), lambda text: text[:9]],
    ids=["no echo", "echo", "another word", "cut"],
)
def test_without_labels_a_line_is_said_once_however_it_comes_back(said: Callable[[str], str] | None) -> None:
    async def play() -> None:
        server = Plain("echo-message server-time", said)
        async with scripted(server) as address, running(feed_of(address, rooms=["#parlour"])) as hub:
            for text in ("a damned good hit", "and the next", "and the last"):
                async with asyncio.timeout(20):
                    assert await hub.say(text, room="#parlour") is not None
            assert server.heard == ["a damned good hit", "and the next", "and the last"]
            assert len(hub.saids) >= 3

    asyncio.run(play())


def test_refused_by_a_server_that_does_not_hang_up_we_do_not_wait_for_it() -> None:
    def refuses(line: str) -> list[str]:
        return [":old 464 * :Password incorrect"] if line.startswith("USER") else []

    async def play() -> None:
        async with scripted(refuses) as address:
            async with asyncio.timeout(20):
                with pytest.raises(UsageError, match="464 Password incorrect"):
                    async with running(feed_of(address)):
                        pass

    asyncio.run(play())
