"""A game master's fight inside a chat client: `calledshot live stdio --mode suggest`. The same rooms, journal
and outbox as for a helper that joins by itself, with the client's plugin at the other end of the pipe.

The client says whose lines are its own user's (`me`): he is the game master, and what he types as a command
comes as an event of kind "command". A line for the room is the client's to say, in his name; one for him is
the client's to show. The lines are those of live.stdio, with more on them and no less.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calledshot.campaign import fold
from calledshot.errors import CalledshotError, UsageError
from calledshot.finding import Finding
from calledshot.live.asking import Request, answer, order, request
from calledshot.live.hub import Hub, Sending
from calledshot.live.messages import Incoming, What
from calledshot.live.stdio import Reader
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.live.config import LiveConfig
    from calledshot.live.rooms import Rooms
    from calledshot.live.running import Wanted
    from calledshot.referee.referee import Referee

ME = "client:me"
"""What the pipe itself vouches for: whoever sits at the client."""
CHUNK = 65536


class Extras(Struct, frozen=True):
    """What a line may say beside its event: what live.messages.Incoming says. `me`: it is the user's own;
    `own`: his client said it for us, as the line `key`. `edit` is the id of the message that it is the new
    words of. What is of a wrong type makes the whole line none."""

    what: What = "event"
    account: str | None = None
    host: str | None = None
    edit: str | None = None
    about: str | None = None
    members: tuple[str, ...] = ()
    replayed: bool = False
    me: bool = False
    own: bool = False
    key: str | None = None
    bot: bool = False


_EXTRAS = msgspec.json.Decoder(Extras)


def incoming(event: Event, line: str, nick: str) -> Incoming:
    """What a line says, as a feed says it. Raises msgspec.MsgspecError for extras that are none."""
    extras = _EXTRAS.decode(line)
    mine = extras.me or event.kind == "command"
    if event.kind == "command":
        event = replace(event, kind="whisper", to=nick)
    return Incoming(
        what="edit" if extras.edit is not None else extras.what,
        event=event,
        account=ME if mine else extras.account,
        host=None if mine else extras.host,
        about=extras.edit if extras.edit is not None else extras.about,
        members=extras.members,
        replayed=extras.replayed,
        own=extras.own,
        key=extras.key,
        bot=extras.bot,
    )


class ClientFeed:
    """Implements `hub.Feed` over two pipes. What the client's user whispers to others is between them: it
    comes from him, and is no command."""

    name = "client"

    def __init__(self, stream: BinaryIO, out: BinaryIO, rooms: Rooms, ready: Ready, *, nick: str) -> None:
        self._stream, self._out, self._rooms = stream, out, rooms
        self._nick = nick
        self._idle = ready.referee()  # answers before there is a room
        self._reader = Reader()
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._known: set[str] = set()
        self._shown: dict[str | None, dict[str, Any]] = {}

    # -- what the hub calls ---------------------------------------------------------------------------

    async def run(self, hub: Hub) -> None:
        """Until the client closes its end."""
        loop = asyncio.get_running_loop()

        def push(line: bytes | None) -> None:
            loop.call_soon_threadsafe(self._lines.put_nowait, line)

        threading.Thread(target=_pump, args=(self._stream, push), daemon=True).start()
        hub.connected()
        while (raw := await self._lines.get()) is not None:
            self._take(hub, raw)
            await asyncio.sleep(0)  # what is to be said goes out before the next line is read

    async def send(self, sending: Sending) -> str | None:
        line = sending.line
        table: dict[str, Any] = {
            "say": line.text, "to": line.to, "in_reply_to": line.in_reply_to, "ruling": None, "finding": None,
            "room": line.room, "key": line.key,
        }  # fmt: skip
        if sending.state == "handed":
            table["again"] = True
        if line.secret:
            table["secret"] = True
        if line.account == ME:
            table["me"] = True
        elif line.account is not None:
            table["account"] = line.account
        self._write(table)
        return line.key

    async def stop(self) -> None:
        self._lines.put_nowait(None)

    # -- lines ----------------------------------------------------------------------------------------

    def _take(self, hub: Hub, raw: bytes) -> None:
        text = self._reader.text(raw)
        asked = request(text)
        if asked is not None:
            self._write(answer(asked, self._referee(asked), master=True))
            return
        event = self._reader.event(text)
        if isinstance(event, Event):
            try:
                message = incoming(event, text, self._nick)
            except (msgspec.MsgspecError, RecursionError, ValueError):
                self._complain(self._reader.unread(text))
                return
            self._hear(hub, message)
        elif event is not None:
            self._complain(event)

    def _hear(self, hub: Hub, message: Incoming) -> None:
        room = message.event.room
        if room is not None and room not in self._known:
            self._known.add(room)
            if message.event.kind == "whisper":  # a room is laid by what happens in it, and nothing has yet
                there = Event(kind="system", room=room, at=message.event.at, id=f"room {room}")
                hub.heard(Incoming(what="members", event=there))
        if message.event.kind == "whisper" and message.account == ME and message.event.to != self._nick:
            return
        hub.heard(message)
        self._tell_order(room)

    def _complain(self, finding: Finding) -> None:
        said = f"{finding.code}: {finding.message}"
        self._write(
            {"say": said, "to": self._master(), "in_reply_to": None, "ruling": None, "finding": finding}
        )

    def _master(self) -> str | None:
        for table in self._rooms.tables.values():
            if table.master is not None:
                return table.master.address
        return None

    # -- how the fight stands -------------------------------------------------------------------------

    def _referee(self, asked: Request) -> Referee:
        tables = self._rooms.tables
        table = tables.get((asked.room or "").casefold()) or next(iter(tables.values()), None)
        return table.referee if table is not None else self._idle

    def _tell_order(self, room: str | None) -> None:
        tables = self._rooms.tables
        table = tables.get((room or "").casefold()) or next(iter(tables.values()), None)
        if table is None:
            return
        now = order(table.referee)
        if now != self._shown.get(table.room):
            self._shown[table.room] = now
            self._write({**now, "room": table.room})

    def _write(self, table: dict[str, Any]) -> None:
        self._out.write(msgspec.json.encode(table) + b"\n")
        self._out.flush()


def _pump(stream: BinaryIO, push: Callable[[bytes | None], None]) -> None:
    """Lines from a blocking stream, from a thread of their own, which nobody waits for at the end."""
    try:
        for line in _lines(stream):
            push(line)
        push(None)
    except RuntimeError:  # the loop is gone
        return


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines as soon as they are there. Below the buffer: a thread that waits in it would hold its lock, and
    the interpreter's end would wait for that."""
    raw = getattr(stream, "raw", stream)
    waiting = b""
    while chunk := raw.read(CHUNK):
        *lines, waiting = (waiting + chunk).split(b"\n")
        yield from lines
    if waiting:
        yield waiting


# -- putting it together --------------------------------------------------------------------------------


def run(wanted: Wanted, stream: BinaryIO, out: BinaryIO, *, pgm: Sequence[str] = ()) -> int:
    """A game master's client until it closes its end of the pipe; `pgm` as on the command line. Raises
    CalledshotError and nothing else: the words of any other error might be somebody's secret."""
    from calledshot.auditing import plugin_readers, prepare
    from calledshot.live import logs
    from calledshot.live.config import Secrets
    from calledshot.live.hub import where

    ready = prepare(wanted.campaign)
    plugin_readers()
    config = configured(wanted, ready, pgm)
    end_log = logs.start(wanted.log_level, wanted.log_file, Secrets())
    try:
        return asyncio.run(_serve(wanted, config, ready, stream, out))
    except (CalledshotError, KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        raise CalledshotError(
            f"live stdio: stopped by an error in calledshot itself, {where(error)}"
        ) from None
    finally:
        end_log()


def configured(wanted: Wanted, ready: Ready, pgm: Sequence[str] = ()) -> LiveConfig:
    """live.toml, where the campaign has one, with the client's user as the first game master: the one whom
    the file, the campaign or the command line names, by whatever nick he goes."""
    from calledshot.live.config import LiveConfig
    from calledshot.live.running import MODES
    from calledshot.live.running import configured as from_file

    if wanted.mode not in MODES:
        raise UsageError(f"live stdio: --mode {wanted.mode}: choose one of {', '.join(MODES)}")
    there = (wanted.campaign / "live.toml").exists()
    config = from_file(wanted) if there else LiveConfig(mode=wanted.mode)  # type: ignore[arg-type]
    masters: dict[str, str | list[str]] = {name: list(ids) for name, ids in config.masters().items()}
    name = next(iter((*masters, *ready.campaign.pgm, *pgm)), ready.ruleset.master)
    same = next((one for one in masters if fold(one) == fold(name)), name)
    masters[same] = [ME, *masters.get(same, ())]
    return replace(config, pgm=masters)


async def _serve(wanted: Wanted, config: LiveConfig, ready: Ready, stream: BinaryIO, out: BinaryIO) -> int:
    from calledshot.live.beginning import as_begun, take_up
    from calledshot.live.rooms import Rooms
    from calledshot.live.running import open_journal, until_told

    journal = open_journal(wanted, config, ready)
    try:
        rooms = Rooms(ready, as_begun(config, journal.begun), key=journal.key)
        hub = Hub(rooms, journal, ClientFeed(stream, out, rooms, ready, nick=config.nick))
        take_up(hub, config, journal)
        await until_told(hub)
    finally:
        journal.close()
    return 0
