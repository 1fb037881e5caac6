"""A small AIM server that speaks TOC, of our own, and scripted people for it.

It is written against a capture of a real one (test_real_toc_capture.py compares the two), not
against our feed: it reads and writes the bytes itself. It keeps accounts, chat rooms, instant messages and
the service's dice; it can drop connections, hold to a speed limit, put somebody out of a room, and keep a
room closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import struct
from collections.abc import Callable

from calledshot.live.aim import protocol

TIMEOUT = 20.0
_ROLL = re.compile(r"//roll(?:-dice(\d{1,3}))?(?:-sides(\d{1,3}))?(?:-dice(\d{1,3}))?\s*")
_HTML = '<HTML><BODY BGCOLOR="#ffffff"><FONT LANG="0">{}</FONT></BODY></HTML>'


def small(name: str) -> str:
    return name.replace(" ", "").lower()


def unroast(password: str) -> str:
    data = bytes.fromhex(password.removeprefix("0x"))
    return bytes(byte ^ b"Tic/Toc"[at % 7] for at, byte in enumerate(data)).decode()


def words(command: str) -> list[str]:
    """The words of a command: quotes hold blanks, a backslash makes the next character plain."""
    found, word, inside, some = [], "", False, False
    characters = iter(command)
    for char in characters:
        if char == "\\":
            word, some = word + next(characters, ""), True
        elif char == '"':
            inside, some = not inside, True
        elif char == " " and not inside:
            if some:
                found.append(word)
            word, some = "", False
        else:
            word, some = word + char, True
    return [*found, word] if some else found


class _Person:
    """A connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.name: str | None = None
        self.sequence = 0
        self.rooms: set[str] = set()
        self.sent = 0

    def frame(self, kind: int, data: bytes) -> None:
        self.writer.write(struct.pack(">cBHH", b"*", kind, self.sequence, len(data)) + data)
        self.sequence = (self.sequence + 1) % 65536

    def tell(self, line: str) -> None:
        self.frame(2, line.encode())


class TocServer:
    """`async with TocServer({"Torv": "secret"}) as server`: listening on server.port of 127.0.0.1."""

    def __init__(self, accounts: dict[str, str], *, seed: int = 1, speed: int | None = None) -> None:
        """`speed`: messages that a connection may send in a second; one more is dropped with ERROR:903."""
        self.accounts = {small(name): (name, password) for name, password in accounts.items()}
        self.dice = random.Random(seed)
        self.loaded: list[int] = []  # faces that fall before the seed has its say
        self.speed = speed
        self.port = 0
        self.heard: list[tuple[str, str]] = []  # who sent which command
        self.closed_rooms: set[str] = set()
        self.refusal = 980  # the error that a sign-on is refused with
        self.mute = False  # take everything, answer nothing
        self._people: list[_Person] = []
        self._rooms: dict[str, str] = {}  # folded name -> name
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> TocServer:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen; on the same port again after `stop`."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut everybody off, and listen no more."""
        if self._server is not None:
            self._server.close()
        for person in list(self._people):
            self._cut(person)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()
        self._server = None

    def drop(self, name: str) -> int:
        """Cut the connections of one screen name; how many there were."""
        found = [person for person in self._people if small(person.name or "") == small(name)]
        for person in found:
            self._cut(person)
        return len(found)

    def evict(self, name: str, room: str) -> None:
        """Put somebody out of a room."""
        for person in self._people:
            if small(person.name or "") == small(name) and small(room) in person.rooms:
                self._leave(person, small(room))
                person.tell(f"CHAT_LEFT:{self._id(small(room))}")

    def raw(self, name: str, line: str) -> None:
        """Tell one person exactly this."""
        for person in self._people:
            if small(person.name or "") == small(name):
                person.tell(line)

    def invite(self, name: str, room: str, sender: str) -> None:
        """Somebody asks a person into a room that is there."""
        self.raw(name, f"CHAT_INVITE:{room}:{self._id(small(room))}:{sender}:come in")

    def inside(self, room: str) -> set[str]:
        """Who is in a room."""
        return {person.name or "" for person in self._people if small(room) in person.rooms}

    # -- one connection ------------------------------------------------------------------------------

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(_Person(reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, person: _Person) -> None:
        self._people.append(person)
        try:
            if await person.reader.readexactly(10) != b"FLAPON\r\n\r\n":
                return
            person.frame(1, struct.pack(">I", 1))
            await self._frames(person)
        except (asyncio.IncompleteReadError, OSError, _Refused):
            pass
        finally:
            self._cut(person)
            with contextlib.suppress(OSError):
                await person.writer.wait_closed()

    async def _frames(self, person: _Person) -> None:
        expected = None
        while True:
            mark, kind, sequence, length = struct.unpack(">cBHH", await person.reader.readexactly(6))
            data = await person.reader.readexactly(length)
            if mark != b"*" or (expected is not None and sequence != expected) or length + 6 > 2048:
                raise _Refused
            expected = (sequence + 1) % 65536
            if kind == 2 and not self.mute:
                if not data.endswith(b"\0"):
                    raise _Refused
                self._command(person, data[:-1].decode())
            await person.writer.drain()

    def _cut(self, person: _Person) -> None:
        if person in self._people:
            self._people.remove(person)
            for room in list(person.rooms):
                self._leave(person, room)
        person.writer.transport.abort()

    def _command(self, person: _Person, text: str) -> None:
        command, *arguments = words(text)
        self.heard.append((person.name or "", text))
        if command == "toc_signon":
            self._sign_on(person, arguments)
        elif person.name is None:
            raise _Refused
        elif command == "toc_chat_join":
            self._join(person, arguments[1])
        elif command == "toc_chat_accept":
            self._join(person, list(self._rooms)[int(arguments[0])])
        elif command in ("toc_chat_send", "toc_send_im", "toc_chat_whisper"):
            if self._too_fast(person):
                person.tell("ERROR:903")
            elif command == "toc_chat_send":
                self._say(person, *arguments)
            elif command == "toc_send_im":
                self._im(person, *arguments)
            else:
                self._whisper(person, *arguments)

    def _sign_on(self, person: _Person, arguments: list[str]) -> None:
        name, password = self.accounts.get(small(arguments[2]), ("", None))
        if password is None or unroast(arguments[3]) != password:
            person.tell(f"ERROR:{self.refusal}")
            raise _Refused
        person.name = name
        for line in ("SIGN_ON:TOC1.0", "CONFIG:", f"NICK:{name}"):
            person.tell(line)

    def _too_fast(self, person: _Person) -> bool:
        if self.speed is None:
            return False
        person.sent += 1
        asyncio.get_running_loop().call_later(1.0, self._forget, person)
        return person.sent > self.speed

    def _forget(self, person: _Person) -> None:
        person.sent -= 1

    # -- rooms ---------------------------------------------------------------------------------------

    def _id(self, room: str) -> int:
        return list(self._rooms).index(room)

    def _members(self, room: str) -> list[_Person]:
        return [one for one in self._people if room in one.rooms]

    def _join(self, person: _Person, name: str) -> None:
        room = small(name)
        if room in self.closed_rooms:
            person.tell(f"ERROR:950:{name}")
            return
        self._rooms.setdefault(room, name)
        person.rooms.add(room)
        id = self._id(room)
        person.tell(f"CHAT_JOIN:{id}:{self._rooms[room]}")
        everybody = sorted(one.name or "" for one in self._members(room))
        person.tell(f"CHAT_UPDATE_BUDDY:{id}:T:{':'.join(everybody)}")
        for one in self._members(room):
            if one is not person:
                one.tell(f"CHAT_UPDATE_BUDDY:{id}:T:{person.name}")

    def _leave(self, person: _Person, room: str) -> None:
        person.rooms.discard(room)
        for one in self._members(room):
            one.tell(f"CHAT_UPDATE_BUDDY:{self._id(room)}:F:{person.name}")

    def _room(self, person: _Person, id: str) -> str:
        rooms = list(self._rooms)
        if not id.isdigit() or int(id) >= len(rooms) or rooms[int(id)] not in person.rooms:
            raise _Refused
        return rooms[int(id)]

    def _say(self, person: _Person, id: str, text: str) -> None:
        room = self._room(person, id)
        sender = person.name
        roll = _ROLL.fullmatch(text)
        if roll is not None and not (roll[1] and roll[3]):
            count, sides = int(roll[1] or roll[3] or 2), int(roll[2] or 6)
            if 1 <= count <= 15 and 1 <= sides <= 999:
                faces = " ".join(str(self._die(sides)) for _ in range(count))
                sender = "OnlineHost"
                text = _HTML.format(f"{person.name} rolled {count} {sides}-sided dice: {faces}")
        for one in self._members(room):
            one.tell(f"CHAT_IN:{id}:{sender}:F:{text}")

    def _die(self, sides: int) -> int:
        return self.loaded.pop(0) if self.loaded else self.dice.randint(1, sides)

    def _whisper(self, person: _Person, id: str, to: str, text: str) -> None:
        for one in self._members(self._room(person, id)):
            if small(one.name or "") == small(to):
                one.tell(f"CHAT_IN:{id}:{person.name}:T:{text}")

    def _im(self, person: _Person, to: str, text: str, auto: str = "") -> None:
        found = [one for one in self._people if small(one.name or "") == small(to)]
        if not found:
            person.tell(f"ERROR:901:{to}")
        for one in found:
            one.tell(f"IM_IN:{person.name}:{'T' if auto else 'F'}:{text}")


class _Refused(Exception):
    """What was sent is not the protocol; the connection is closed."""


class TocClient:
    """A person at an old AIM client, scripted. `lines` is what his windows show: (room or "", who, text)."""

    def __init__(self, port: int, name: str, password: str) -> None:
        self.port, self.name, self.password = port, name, password
        self.lines: list[tuple[str, str, str]] = []
        self.told: list[protocol.Told] = []
        self._ids: dict[str, str] = {}  # id -> room
        self._changed = asyncio.Event()
        self._toc = protocol.Toc(name, password, server="127.0.0.1", agent="TIC:scripted")
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self, *rooms: str) -> TocClient:
        """Sign on and be in these rooms."""
        self._toc = protocol.Toc(self.name, self.password, server="127.0.0.1", agent="TIC:scripted")
        self._ids.clear()
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._reading = asyncio.create_task(self._read(reader))
        await self._flush()
        await self.until(lambda: self._toc.state == "on")
        for room in rooms:
            self._toc.join(room, 4)
        await self._flush()
        await self.until(lambda: {small(room) for room in rooms} <= set(map(small, self._ids.values())))
        return self

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
        self._reading = self._writer = None

    async def __aenter__(self) -> TocClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def say(self, room: str, text: str) -> None:
        """Type a line into a room."""
        id = next(id for id, name in self._ids.items() if small(name) == small(room))
        self._toc.say(id, text)
        await self._flush()

    async def roll(self, room: str, dice: int = 1, sides: int = 100) -> None:
        """Have the service throw dice."""
        await self.say(room, f"//roll-dice{dice}-sides{sides}")

    async def whisper(self, to: str, text: str) -> None:
        """Send an instant message."""
        self._toc.write(to, text)
        await self._flush()

    async def wait_for(self, words: str, *, room: str | None = None, who: str | None = None) -> str:
        """The first line with these words in it, there already or still to come; "" is a private window."""

        def found() -> str | None:
            for place, speaker, text in self.lines:
                here = room is None or small(room) == small(place)
                if here and words in text and (who is None or small(who) == small(speaker)):
                    return text
            return None

        await self.until(lambda: found() is not None, f"{words!r} in {self.lines!r}")
        return found() or ""

    async def until(self, true: Callable[[], bool], what: str = "a change") -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name} has waited {TIMEOUT:g} s in vain for {what}") from None

    async def _flush(self) -> None:
        assert self._writer is not None
        self._writer.write(self._toc.take())
        await self._writer.drain()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                for told in self._toc.receive(data):
                    self._take(told)
                await self._flush()
                self._changed.set()

    def _take(self, told: protocol.Told) -> None:
        self.told.append(told)
        match told:
            case protocol.Joined():
                self._ids[told.room] = told.name
            case protocol.Spoke():
                self.lines.append((self._ids.get(told.room, ""), told.sender, told.text))
            case protocol.Wrote():
                self.lines.append(("", told.sender, told.text))
