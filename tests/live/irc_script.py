"""A server's side of the IRC protocol, line by line, for tests without a socket."""

from __future__ import annotations

from calledshot.live.config import Secret
from calledshot.live.irc.effects import Echo, Effect, Ended, Heard, Ready, Send, Taken, Untaken
from calledshot.live.irc.login import Identity
from calledshot.live.irc.memory import Memory
from calledshot.live.irc.protocol import Protocol
from calledshot.live.irc.settings import Settings
from calledshot.live.messages import Incoming

NOW = "2026-11-30T20:00:00.000+00:00"
CAPS = (
    "message-tags account-tag account-notify extended-join server-time echo-message labeled-response batch "
    "multi-prefix userhost-in-names chghost"
)


class Script:
    """One connection: `says` what the server says, and see what follows."""

    def __init__(
        self, *, rooms: tuple[str, ...] = ("#parlour",), position: str | None = None,
        memory: Memory | None = None, **more: object,
    ) -> None:  # fmt: skip
        login = {key: more.pop(key) for key in ("sasl", "account", "server_password") if key in more}
        password = Secret("hunter-2") if login.get("sasl") == "plain" else None
        identity = Identity(
            nick="calledshot", username="bot", realname="calledshot", password=password,
            **login,  # type: ignore[arg-type]
        )  # fmt: skip
        self.memory = memory or Memory(position)
        self.protocol = Protocol(Settings(identity=identity, rooms=rooms, **more), self.memory)  # type: ignore[arg-type]
        self.clock = 1000.0
        self.effects: list[Effect] = list(self.protocol.start(self.clock))
        self._shown = 0

    def says(self, *lines: str) -> list[Effect]:
        """The server says lines; what followed from them."""
        found: list[Effect] = []
        for line in lines:
            found += self.protocol.receive(line.encode(), NOW, self.clock)
        self.effects += found
        return found

    def waits(self, seconds: float) -> list[Effect]:
        self.clock += seconds
        found = self.protocol.tick(NOW, self.clock)
        self.effects += found
        return found

    def sent(self) -> list[str]:
        """What we have sent since this was asked last."""
        new = self.effects[self._shown :]
        self._shown = len(self.effects)
        return [one.line.decode().rstrip("\r\n") for one in new if isinstance(one, Send)]

    def heard(self) -> list[Incoming]:
        return [one.message for one in self.effects if isinstance(one, Heard)]

    def events(self, *kinds: str) -> list[Incoming]:
        return [one for one in self.heard() if one.what == "event" and one.event.kind in kinds]

    def of(self, kind: type[Effect]) -> list[Effect]:
        return [one for one in self.effects if isinstance(one, kind)]

    # -- ways of getting in --

    def lets_in(
        self, *, caps: str = CAPS, support: str = "CASEMAPPING=rfc1459 WHOX BOT=B STATUSMSG=@+"
    ) -> Script:
        """Until the welcome, without a login."""
        self.says(f":irc.example CAP * LS :{caps}")
        if caps:
            self.says(f":irc.example CAP * ACK :{caps}")
        self.says(
            ":irc.example 001 calledshot :Welcome calledshot!bot@host.example",
            f":irc.example 005 calledshot {support} :are supported by this server",
            ":irc.example 422 calledshot :no MOTD",
        )
        return self

    def opens(self, room: str = "#parlour", *names: str, accounts: dict[str, str] | None = None) -> Script:
        """We get into a room in which there are people already."""
        self.says(f":calledshot!bot@host.example JOIN {room} * :calledshot")
        self.says(f":irc.example 353 calledshot = {room} :@calledshot {' '.join(names)}")
        self.says(f":irc.example 366 calledshot {room} :End of NAMES")
        if self.protocol.support.whox:
            for name in names:
                nick = name.lstrip("@+")
                account = (accounts or {}).get(nick, "0")
                self.says(f":irc.example 354 calledshot 417 {room} u h.example {nick} H :{account}")
        self.says(f":irc.example 315 calledshot {room} :End of WHO")
        return self


__all__ = ("NOW", "Echo", "Ended", "Ready", "Script", "Taken", "Untaken")
