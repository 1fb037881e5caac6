"""A real WeeChat without a screen for tests, driven and looked at through its relay: `type` types as its user
does, `lines` is what he sees in a buffer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from irc import PATIENCE, IrcServer
from needs import free_port, need, stop

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "plugins" / "client-weechat" / "calledshot.py"
CALLEDSHOT = f"{sys.executable} -m calledshot"
PASSWORD = "relay-password"


@dataclass
class Shown:
    """One line of a buffer; `prefix` and `text` are without colours."""

    prefix: str
    text: str
    tags: list[str]


class Decoder:
    """WeeChat's relay messages: objects of a few types, one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def length(self, size: int = 4) -> int:
        return int.from_bytes(self.take(size), "big", signed=True)

    def string(self) -> str | None:
        count = self.length()
        return None if count < 0 else self.take(count).decode("utf-8", "replace")

    def short(self) -> str:
        return self.take(self.length(1)).decode()

    def object(self, kind: str | None = None) -> Any:
        kind = kind or self.take(3).decode()
        if kind == "chr":
            return self.length(1)
        if kind == "int":
            return self.length()
        if kind in ("lon", "tim"):
            return int(self.short())
        if kind in ("str", "buf"):
            return self.string()
        if kind == "ptr":
            return "0x" + self.short()
        if kind == "arr":
            inner = self.take(3).decode()
            return [self.object(inner) for _ in range(max(0, self.length()))]
        if kind == "htb":
            keys, values = self.take(3).decode(), self.take(3).decode()
            return {self.object(keys): self.object(values) for _ in range(self.length())}
        if kind == "inf":
            return self.string(), self.string()
        if kind == "inl":
            self.string()
            return [
                {self.string(): self.object() for _ in range(self.length())} for _ in range(self.length())
            ]
        if kind == "hda":
            return self.hdata()
        raise AssertionError(f"an object of a kind unknown: {kind}")

    def hdata(self) -> list[dict[str, Any]]:
        path, keys = self.string() or "", self.string() or ""
        depth = len(path.split("/")) if path else 0
        wanted = [key.split(":") for key in keys.split(",") if key]
        found = []
        for _ in range(self.length()):
            pointers = [self.object("ptr") for _ in range(depth)]
            found.append({"pointers": pointers, **{name: self.object(kind) for name, kind in wanted}})
        return found


def uncoloured(text: str | None) -> str:
    """Without WeeChat's own colour codes, as far as these tests meet them."""
    mark = r"(?:@[*!/_|%.]*\d{5}|[*!/_|%.]*\d\d)"
    codes = rf"\x19(?:[FB]{mark}|\*{mark}[~,]{mark}|{mark}|[bE].|\x1c)|[\x1a\x1b].|\x1c"
    return re.sub(codes, "", text or "")


@dataclass
class WeeChat:
    """One running WeeChat, connected to by relay."""

    folder: Path
    port: int
    command: list[str]

    def start(self) -> None:
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder,
                env={**os.environ, "HOME": str(self.folder), "TERM": "xterm"},
            )  # fmt: skip

    async def restart(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        """Quit and start anew in the same folder, with what is remembered there; `meanwhile` is awaited when
        it is gone."""
        self.process.terminate()  # as /quit, which newer ones take from no relay
        async with asyncio.timeout(PATIENCE):
            while self.process.poll() is None:
                await asyncio.sleep(0.02)
        await self.close()
        await meanwhile()
        self.start()
        await self.connect()

    async def connect(self) -> Self:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    self.reader, self.writer = await asyncio.open_connection(
                        "127.0.0.1", self.port, limit=1 << 24
                    )
                    break
                except OSError:
                    assert self.process.poll() is None, (self.folder / "output").read_text(errors="replace")
                    await asyncio.sleep(0.02)
        self._next, self._turn = 0, asyncio.Lock()
        self.writer.write(f"init password={PASSWORD},compression=off\n".encode())
        return self

    async def ask(self, words: str) -> Any:
        """A request, and the objects that answer it."""
        async with self._turn, asyncio.timeout(PATIENCE):
            self._next += 1
            name = f"q{self._next}"
            self.writer.write(f"({name}) {words}\n".encode())
            while True:
                size = struct.unpack(">I", await self.reader.readexactly(4))[0]
                data = await self.reader.readexactly(size - 4)
                body = zlib.decompress(data[1:]) if data[0] else data[1:]
                decoder = Decoder(body)
                if decoder.string() == name:
                    objects = []
                    while decoder.at < len(body):
                        objects.append(decoder.object())
                    return objects[0] if len(objects) == 1 else objects

    async def type(self, text: str, buffer: str = "core.weechat") -> None:
        """Type something into a buffer and press Enter. WeeChat does it in its next turn: wait for what
        comes of it."""
        self.writer.write(f"input {buffer} {text}\n".encode())
        await self.writer.drain()

    async def opened(self, buffer: str) -> None:
        """Wait until there is such a buffer."""
        async with asyncio.timeout(PATIENCE):
            while buffer not in await self.buffers():
                await asyncio.sleep(0.02)

    async def buffers(self) -> dict[str, dict[str, Any]]:
        found = await self.ask("hdata buffer:gui_buffers(*) full_name,input_buffer,local_variables")
        return {one["full_name"]: one for one in found}

    async def typing(self, buffer: str) -> str:
        """What stands in the input line of a buffer."""
        return (await self.buffers())[buffer]["input_buffer"] or ""

    async def lines(self, buffer: str, most: int = 300) -> list[Shown]:
        """What a buffer shows, oldest first."""
        pointer = (await self.buffers())[buffer]["pointers"][0]
        path = f"buffer:{pointer}/lines/last_line(-{most})/data"
        found = await self.ask(f"hdata {path} prefix,message,tags_array")
        return [
            Shown(uncoloured(one["prefix"]), uncoloured(one["message"]), one["tags_array"])
            for one in reversed(found)
        ]

    async def until(
        self, buffer: str, wanted: Callable[[Shown], bool], what: str = "", patience: float = PATIENCE
    ) -> Shown:
        """Wait for a line in a buffer."""
        try:
            async with asyncio.timeout(patience):
                while True:
                    if buffer in await self.buffers():
                        for line in await self.lines(buffer):
                            if wanted(line):
                                return line
                    await asyncio.sleep(0.05)
        except TimeoutError:
            shown = await self.lines(buffer) if buffer in await self.buffers() else []
            tail = "\n".join(f"{line.prefix} | {line.text} {line.tags}" for line in shown[-25:])
            core = "\n".join(line.text for line in (await self.lines("core.weechat"))[-15:])
            raise AssertionError(
                f"waited in vain for {what or 'a line'} in {buffer}:\n{tail}\n--\n{core}"
            ) from None

    async def shows(self, buffer: str, text: str) -> Shown:
        return await self.until(buffer, lambda line: text in line.text, repr(text))

    async def bar(self, name: str) -> str:
        """What the items of a bar show. (Without a screen WeeChat draws nothing unless it is told to.)"""
        await self.type("/window refresh")
        await asyncio.sleep(0.02)
        pointers = {one["name"]: one["pointers"][0] for one in await self.ask("hdata bar:gui_bars(*) name")}
        for window in await self.ask("infolist bar_window"):
            if window["bar"] == pointers[name]:
                return uncoloured(window["items_content_00001_00001"])
        return ""

    async def info(self, name: str, arguments: str = "") -> str:
        """An info of WeeChat's or a script's."""
        return (await self.ask(f"info {name} {arguments}".strip()))[1] or ""

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(Exception):
            await self.writer.wait_closed()


@contextlib.asynccontextmanager
async def weechat(
    server: IrcServer,
    nick: str,
    *rooms: str,
    account: str | None = None,
    capabilities: str = "*,account-tag",
    options: dict[str, str] | None = None,
) -> AsyncIterator[WeeChat]:
    """A WeeChat in a folder of its own, on the server (called "t"), in the rooms, with our script loaded.
    CALLEDSHOT_WEECHAT names another one than is installed (with WEECHAT_EXTRA_LIBDIR for its plugins)."""
    binary = os.environ.get("CALLEDSHOT_WEECHAT") or need(
        "weechat-headless", "weechat-headless weechat-python weechat-plugins"
    )
    folder = Path(tempfile.mkdtemp(prefix="calledshot-weechat-"))
    client = None
    try:
        autoload = folder / "python" / "autoload"
        autoload.mkdir(parents=True)
        shutil.copy(SCRIPT, autoload)
        port = free_port()
        add = [
            '/set relay.network.bind_address "127.0.0.1"',
            "/set relay.network.ipv6 off",
            f'/set relay.network.password "{PASSWORD}"',
            "/set irc.server_default.anti_flood_prio_high 0",
            "/set irc.server_default.anti_flood_prio_low 0",
            "/set irc.look.smart_filter off",
            f'/set plugins.var.python.calledshot.command "{CALLEDSHOT}"',
            *(
                f'/set plugins.var.python.calledshot.{name} "{value}"'
                for name, value in (options or {}).items()
            ),
            f"/server add t {server.host}/{server.port}",
            f"/set irc.server.t.nicks {nick}",
            f'/set irc.server.t.capabilities "{capabilities}"',
            "/set irc.server.t.tls off",
            "/set irc.server.t.ssl off",
            f'/set irc.server.t.autojoin "{",".join(rooms)}"',
        ]
        if account is not None:
            add += [
                f"/set irc.server.t.sasl_username {account}",
                f"/set irc.server.t.sasl_password {server.accounts[account]}",
            ]
        add += [f"/relay add weechat {port}", "/connect t"]
        command = [binary, "--dir", str(folder)]
        for one in add:
            command += ["-r", one]
        client = WeeChat(folder, port, command)
        client.start()
        await client.connect()
        try:
            for room in rooms:
                await client.until(
                    f"irc.t.{room}",
                    lambda line: "irc_366" in line.tags or "irc_join" in line.tags,
                    "our joining",
                )
            yield client
        finally:
            await client.close()
    finally:
        if client is not None:
            stop(client.process)
        shutil.rmtree(folder, ignore_errors=True)
