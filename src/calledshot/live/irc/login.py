"""Getting in: server password, capabilities, SASL, nick, until the server's welcome or a refusal.

Where SASL is configured nothing but a successful SASL login goes on: no password in a message to a service,
no second try on the same connection, no joining as nobody. Says nothing about what comes after the welcome.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Literal

from irctokens.line import Line
from msgspec import Struct

from calledshot.live.config import Secret
from calledshot.live.irc.caps import Capabilities
from calledshot.live.irc.lines import build

_CHUNK = 400  # bytes of base64 in one AUTHENTICATE line
_SASL_FAILURES = {"902", "904", "905", "906", "907", "908"}
_NICK_TAKEN = {"433", "436", "437"}


class Identity(Struct, frozen=True, kw_only=True):
    """Who we are to a server."""

    nick: str
    username: str
    realname: str
    sasl: Literal["off", "plain", "external"] = "off"
    account: str | None = None
    password: Secret | None = None
    server_password: Secret | None = None


class Refusal(Struct, frozen=True):
    """Why we are not let in. `lasting`: trying again would not help; somebody must change something."""

    why: str
    lasting: bool


class Login:
    """One try, over one connection. `refusal` is set where it failed, `welcome` where we are in."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.caps = Capabilities()
        self.nick = identity.nick
        self.account: str | None = None
        self.refusal: Refusal | None = None
        self.welcome = False
        self._others = _other_nicks(identity.nick)
        self._sasl: Literal["none", "asked", "answered", "done"] = "none"
        self._ended = False

    def start(self) -> list[bytes]:
        """What a client says first."""
        lines = [build("CAP", "LS", "302")]
        if self.identity.server_password is not None:
            lines.insert(0, build("PASS", self.identity.server_password.reveal()))
        lines.append(build("NICK", self.nick))
        lines.append(build("USER", self.identity.username, "0", "*", self.identity.realname))
        return lines

    def read(self, line: Line) -> list[bytes]:
        """One line of the server's before the welcome; what to answer."""
        command, params = line.command, line.params
        if command == "CAP":
            return [*self.caps.read(params), *self._go_on()]
        if command == "AUTHENTICATE":
            return self._authenticate(params)
        if command == "900" and len(params) > 2:
            self.account = params[2]
        elif command == "903" and self._sasl == "answered":
            self._sasl = "done"
            return self._go_on()
        elif command in _SASL_FAILURES:
            why = f"the SASL login failed ({command} {_words(params)}): see account and the password"
            return self._refuse(why, lasting=True)
        elif command in ("421", "410") and "CAP" in (one.upper() for one in params[:-1]):
            self.caps.unsupported()
            return self._go_on()
        elif command in _NICK_TAKEN:
            return self._another_nick()
        elif command == "432" and self.nick != self.identity.nick:
            return self._another_nick()  # too long, perhaps: ours is taken, and this was only to do for now
        elif command == "432":
            return self._refuse(
                f"the server does not allow the nick {self.nick} (432 {_words(params)})", lasting=True
            )
        elif command in ("464", "465"):
            return self._refuse(f"the server refuses us ({command} {_words(params)})", lasting=True)
        elif command == "001":
            return self._welcomed(params)
        return []

    def _go_on(self) -> list[bytes]:
        """After an answer: log in once the offers are known, then end the negotiation."""
        if not self.caps.settled or self._ended or self.refusal is not None:
            return []
        if self.identity.sasl != "off" and self._sasl != "done":
            return self._start_sasl() if self._sasl == "none" else []
        self._ended = True
        return [build("CAP", "END")]

    def _start_sasl(self) -> list[bytes]:
        mechanism = self.identity.sasl.upper()
        if "sasl" not in self.caps.on:
            if "sasl" in self.caps.offered and "sasl" not in self.caps.wanted:
                self.caps.wanted = (*self.caps.wanted, "sasl")
                return self.caps.ask_for("sasl")
            return self._refuse("the server offers no SASL login now, and one is configured", lasting=False)
        offered = self.caps.offered.get("sasl", "")
        if offered and mechanism not in offered.upper().split(","):
            return self._refuse(f"the server offers SASL {offered}, not {mechanism}", lasting=True)
        self._sasl = "asked"
        return [build("AUTHENTICATE", mechanism)]

    def _authenticate(self, params: list[str]) -> list[bytes]:
        """The server's go-ahead is answered once."""
        if self._sasl != "asked" or params[:1] != ["+"]:
            return []
        self._sasl = "answered"
        account = self.identity.account or self.identity.nick
        if self.identity.sasl == "external":
            answer = (self.identity.account or "").encode()
        else:
            password = self.identity.password.reveal() if self.identity.password is not None else ""
            answer = f"{account}\0{account}\0{password}".encode()
        text = base64.b64encode(answer).decode("ascii")
        chunks = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)]
        if len(text) % _CHUNK == 0:
            chunks.append("+")
        return [build("AUTHENTICATE", chunk) for chunk in chunks]

    def _welcomed(self, params: list[str]) -> list[bytes]:
        if self.identity.sasl != "off" and self._sasl != "done":
            return self._refuse(
                "the server let us in without the SASL login that is configured", lasting=True
            )
        self.welcome = True
        self.nick = params[0] if params else self.nick
        return []

    def _another_nick(self) -> list[bytes]:
        nick = next(self._others, None)
        if nick is None:
            return self._refuse(f"every nick like {self.identity.nick} is taken", lasting=False)
        self.nick = nick
        return [build("NICK", nick)]

    def _refuse(self, why: str, *, lasting: bool) -> list[bytes]:
        self.refusal = Refusal(why, lasting)
        return [build("QUIT", "login failed")]


def _other_nicks(nick: str) -> Iterator[str]:
    """What to try where a nick is taken, for servers that bear only nine letters too."""
    yield f"{nick}_"
    yield f"{nick}__"
    yield from (f"{nick[:7]}_{number}" for number in range(1, 10))


def _words(params: list[str]) -> str:
    return params[-1][:200] if params else ""
