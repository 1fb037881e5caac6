"""The IRC feed: one server, over one connection after the other, for a hub.

Sockets, TLS, time and chance are here; what lines mean is in `protocol`, how ours are said in `speaking`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from calledshot.errors import UsageError
from calledshot.live.config import IrcConfig, LiveConfig, Secret, Secrets
from calledshot.live.hub import Hub, Refused, Sending
from calledshot.live.irc.bucket import Bucket
from calledshot.live.irc.effects import (
    Echo,
    Effect,
    Ended,
    Heard,
    Inside,
    Moved,
    Note,
    Ready,
    Send,
    Taken,
    Untaken,
)
from calledshot.live.irc.lines import LineBuffer, build
from calledshot.live.irc.login import Identity
from calledshot.live.irc.memory import Memory
from calledshot.live.irc.protocol import Protocol
from calledshot.live.irc.settings import Settings
from calledshot.live.irc.speaking import Speaker
from calledshot.live.logs import reason
from calledshot.live.troubles import Troubles
from calledshot.transcript.controls import visible

CONNECT_TIMEOUT = 30.0
LOGIN_TIMEOUT = 60.0
FIRST_RETRY = 1.0
STEADY = 60.0
"""Seconds after which a connection counts as good, and the next cut as a first one."""
TICK = 0.5
GOODBYE = 1.0
"""Seconds in which what we said last leaves."""


class _Away(Exception):
    """The connection is gone, or of no use; the text says why."""


class IrcFeed:
    """One nick on one IRC server. See live.hub.Feed."""

    name = "irc"

    def __init__(
        self,
        config: IrcConfig,
        password: Secret | None = None,
        server_password: Secret | None = None,
        *,
        nick: str = "calledshot",
        masters: Sequence[str] = (),
        folder: Path | None = None,
        log: logging.Logger | None = None,
    ) -> None:
        """`nick` where the config names none; `masters` are the game masters' identities as in live.toml;
        relative paths of the config begin at `folder`. Raises UsageError for a certificate that cannot be
        used, and for a login without its password."""
        self.config = config
        self.log = log or logging.getLogger("calledshot.live.irc")
        self._folder = folder or Path()
        self._tls = self._context() if config.tls else None
        if config.sasl == "plain" and not password:
            raise UsageError(
                'irc: sasl is "plain" and there is no password: set CALLEDSHOT_IRC_PASSWORD or password_file'
            )
        name = config.nick or nick
        self._settings = Settings(
            identity=Identity(
                nick=name, username=config.username or "calledshot", realname=config.realname or name,
                sasl=config.sasl, account=config.account, password=password, server_password=server_password,
            ),
            rooms=tuple(config.rooms), keys=config.keys, masters=tuple(masters), reclaim=config.reclaim,
            services=config.services,
        )  # fmt: skip
        bucket = Bucket(config.burst, config.rate, config.bytes_burst, config.bytes_rate)
        self._speaker = Speaker(bucket, self.log)
        self._stop = asyncio.Event()
        self._memory = Memory()
        self._protocol: Protocol | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._ever = False
        self._flooded = False
        self._ended: Ended | None = None
        self._troubles = Troubles()
        self._hub: Hub | None = None
        self._speaker.trouble = lambda who, why: self._trouble(who, why, waits=True)
        self._speaker.recalled = self._recalled
        self._random = random.Random()

    @classmethod
    def of(
        cls, live: LiveConfig, secrets: Secrets, campaign: Path | str, *, log: logging.Logger | None = None
    ) -> IrcFeed:
        """The feed of a campaign's live.toml. Raises UsageError where it has no [irc]."""
        if live.irc is None:
            raise UsageError("live.toml has no [irc]: it says which server and rooms")
        masters = [identity for identities in live.masters().values() for identity in identities]
        return cls(
            live.irc, secrets.irc_password, secrets.irc_server_password, nick=live.nick, masters=masters,
            folder=Path(campaign), log=log,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"IrcFeed({self._settings.identity.nick!r} on {self.config.host}:{self.config.port})"

    # -- the life of the feed ---------------------------------------------------------------------------

    async def run(self, hub: Hub) -> None:
        """Until `stop`. Raises UsageError where the server will never let us in as we are configured."""
        if self.config.sasl == "plain" and not self.config.tls:
            self.log.warning("irc: the password goes over the wire readable by anybody: set tls = true")
        self._memory, self._hub = Memory(hub.position()), hub
        tries = 0
        while not self._stop.is_set():
            began, why = _clock(), ""
            try:
                await self._connection(hub)
            except ssl.SSLCertVerificationError as error:
                why = f"the server's certificate is not to be trusted: {error.verify_message}"
                if not self._ever:
                    raise UsageError(f"irc: {why} (ca_file names an authority of your own)") from None
            except (OSError, EOFError, TimeoutError, _Away) as error:
                why = reason(error)
            finally:
                await self._gone(hub)
            if self._stop.is_set():
                return
            address = f"{self.config.host}:{self.config.port}"
            self.log.warning("irc: not connected to %s: %s", visible(address), visible(why, 300))
            tries = 1 if _clock() - began > STEADY else tries + 1
            delay = min(self.config.retry_at_most, FIRST_RETRY * 2.0 ** min(tries - 1, 20))
            await self._pause(delay * self._random.uniform(0.5, 1.0))

    async def stop(self) -> None:
        """Leave; `run` returns soon after."""
        self._stop.set()
        if self._writer is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._writer.write(build("QUIT", "until the next fight"))
                self._writer.close()

    async def send(self, sending: Sending) -> str | None:
        """See live.hub.Feed: a line is said when the server has shown it."""
        try:
            return await self._speaker.send(sending)
        except Refused as error:
            if sending.line.to is not None:
                self._trouble(sending.line.to, str(error))
            raise

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)

    async def _connection(self, hub: Hub) -> None:
        """One connection, from the first byte to the last."""
        reader, self._writer = await self._open()
        self._ended = None
        self._protocol = Protocol(self._settings, self._memory)
        self._speaker.attach(self._protocol, self._writer)
        if self._flooded:
            self._flooded = False
            self._speaker.bucket.empty()
        life = _Life(_clock())
        self._do(hub, self._protocol.start(life.began))
        work = (
            self._listen(hub, reader, life),
            self._speaker.pump(),
            self._keep_time(hub, life),
            self._stopped(),
        )
        tasks = [asyncio.create_task(one) for one in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        refusal = self._ended.refusal if self._ended is not None else None
        if refusal is not None and refusal.lasting and not self._ever:
            raise UsageError(f"irc: {visible(refusal.why, 300)}")
        raise _Away(self._ended.why if self._ended is not None else "the server has closed the connection")

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection, unless it takes too long or we are to stop."""
        connecting = asyncio.create_task(
            asyncio.open_connection(self.config.host, self.config.port, ssl=self._tls)
        )
        stopping = asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait(
                (connecting, stopping), timeout=CONNECT_TIMEOUT, return_when=asyncio.FIRST_COMPLETED
            )
            if not connecting.done():
                asked = " (tls = true, and this may be a port without)" if self._tls is not None else ""
                raise _Away(f"the server does not answer{asked}")
            return connecting.result()
        finally:
            for task in (connecting, stopping):
                task.cancel()
            await asyncio.gather(connecting, stopping, return_exceptions=True)

    async def _listen(self, hub: Hub, reader: asyncio.StreamReader, life: _Life) -> None:
        """Everything the server says, in order, until it ends."""
        buffer, dropped = LineBuffer(), 0
        while data := await reader.read(1 << 16):
            life.heard, life.asked = _clock(), False
            lines = buffer.feed(data)
            if buffer.dropped > dropped:
                self.log.warning("irc: %d lines of impossible length dropped", buffer.dropped - dropped)
                dropped = buffer.dropped
            for line in lines:
                if self._protocol is not None:
                    self._do(hub, self._protocol.receive(line, _now(), life.heard))
            if self._ended is not None and self._ended.refusal is not None:
                await asyncio.sleep(GOODBYE)  # our QUIT goes out; no server need close for us
                return

    async def _keep_time(self, hub: Hub, life: _Life) -> None:
        """Whether the server still lives, and what is due."""
        while self._protocol is not None:
            await asyncio.sleep(TICK)
            now = _clock()
            if not self._protocol.login.welcome and now - life.began > LOGIN_TIMEOUT:
                raise _Away("the server did not let us in in time")
            if now - life.heard > 2 * self.config.ping:
                raise _Away("the server is silent")
            if now - life.heard > self.config.ping and not life.asked and self._protocol.login.welcome:
                life.asked = True
                self._speaker.control(build("PING", "calledshot"), now=True)
            self._do(hub, self._protocol.tick(_now(), now))

    async def _stopped(self) -> None:
        await self._stop.wait()
        await asyncio.sleep(GOODBYE)  # the server answers a QUIT by closing; this is for one that does not

    async def _gone(self, hub: Hub) -> None:
        self._speaker.detach()
        hub.disconnected()
        self._protocol = None
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2):
                    await writer.wait_closed()
            writer.transport.abort()

    # -- what the protocol wants ------------------------------------------------------------------------

    def _do(self, hub: Hub, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(line=line, now=now):
                    self._speaker.control(line, now=now)
                case Heard(message=message, position=position):
                    hub.heard(message, position)
                case Moved(position=position):
                    hub.moved(position)
                case Echo():
                    self._echoed(hub, effect)
                case Taken():
                    for flight in self._speaker.taken(effect):
                        if flight.last:
                            hub.said(flight.key)
                case Untaken():
                    self._untaken(hub, effect)
                case Ready():
                    self._ever = True
                    hub.connected()
                    self._speaker.changed()
                case Inside():
                    self._speaker.changed()
                case Ended(why=why, flood=flood):
                    self._ended = self._ended or effect
                    self.log.info("irc: the server ends it: %s", visible(why, 300))
                    if flood and not self._flooded:
                        self._flooded = True
                        self._speaker.bucket.slower()
                case Note(level=level, text=text):
                    self.log.log(level, "irc: %s", visible(text, 500))

    def _echoed(self, hub: Hub, echo: Echo) -> None:
        """Our own words: first that they are said, so that no crash has them said twice; then that they were
        heard, with the place to go on from."""
        flight = self._speaker.echoed(echo)
        if flight is not None and flight.last:
            hub.said(flight.key, flight.id)
        if echo.message is not None:
            key = flight.key if flight is not None else None
            hub.heard(replace(echo.message, key=key), echo.position)

    def _recalled(self, key: str, id: str | None) -> None:
        """A line of an earlier connection was said: first that, then that what shows it shows no other."""
        if self._hub is not None:
            self._hub.said(key, id)
            self._hub.moved(self._memory.dump())

    def _untaken(self, hub: Hub, untaken: Untaken) -> None:
        """Words of ours that the server does not pass on. Where it was a room, its game master must know."""
        flight = self._speaker.untaken(untaken)
        place = (
            self._protocol.place(flight.target) if flight is not None and self._protocol is not None else None
        )
        if place is not None:
            told = self._troubles.room(place.name, untaken.why, _now(), _clock())
            if told is not None:
                hub.heard(told)

    def _trouble(self, who: str, why: str, *, waits: bool = False) -> None:
        told = self._troubles.person(who, why, _now(), _clock(), waits=waits)
        if told is not None and self._hub is not None:
            self._hub.heard(told)

    # -- TLS --------------------------------------------------------------------------------------------

    def _context(self) -> ssl.SSLContext:
        """The server is verified, always; an authority of one's own may be trusted beside the system's."""
        context = ssl.create_default_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        for key, path in (("ca_file", self.config.ca_file), ("certificate", self.config.certificate)):
            if path is None:
                continue
            try:
                if key == "ca_file":
                    context.load_verify_locations(cafile=self._folder / path)
                else:
                    context.load_cert_chain(self._folder / path, password=_no_password)
            except (OSError, ValueError) as error:
                raise UsageError(
                    f"irc: {key} {self._folder / path} cannot be used: {reason(error)}"
                ) from None
        return context


class _Life:
    """When a connection began, and when the server was last heard."""

    def __init__(self, began: float) -> None:
        self.began = self.heard = began
        self.asked = False


def _no_password() -> str:
    raise ValueError("its key is protected by a password")


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
