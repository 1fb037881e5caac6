"""Our own nick: whoever has it receives the secrets, so without it we take none, say so, and try to get it.

Whether a whisper may be taken is decided here; nothing here knows what it says.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from calledshot.live.irc.effects import Inside
from calledshot.live.irc.places import Place
from calledshot.live.messages import Incoming

if TYPE_CHECKING:
    from calledshot.live.irc.protocol import Protocol

RETRY = 30.0
SERVICES_TIME = 2.0
"""Seconds until services have done what we asked of them."""
AGAIN = 60.0
"""Seconds until somebody is told once more that we take no secrets."""
REFUSAL = "I am not under my own name now: send me nothing secret. What you sent was not taken."
ASKED_MOST = 20
"""So many people at most are told in that time."""


class OwnName:
    """One connection's part of it."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._try_at: float | None = None
        self._asked_services = False
        self._refused: dict[str, float] = {}
        self._lost = False

    @property
    def wanted(self) -> str:
        return self._protocol.support.fitting_nick(self._protocol.settings.identity.nick)

    @property
    def ours(self) -> bool:
        """Whether we are who we are said to be."""
        fold = self._protocol.support.fold
        return fold(self._protocol.nick) == fold(self.wanted)

    # -- what happens -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """We are in, under some nick."""
        if self.wanted != self._protocol.settings.identity.nick:
            self._protocol.note(logging.WARNING, f"the server knows no nick longer than {self.wanted}")
        if not self.ours:
            self._lose()
            self._try()

    def entered(self, place: Place) -> None:
        """A room is watched now: whoever runs the fight there must know."""
        if self._lost:
            self._protocol.report(place.name, self._trouble())

    def renamed(self) -> None:
        """Our nick was changed, by us or by the server."""
        if self.ours and self._lost:
            self._lost = False
            self._refused.clear()
            self._protocol.report_everywhere(f"I am {self.wanted} again, and take secret moves")
            self._protocol.effect(Inside())
        elif not self.ours and not self._lost:
            self._lose()
            self._protocol.report_everywhere(self._trouble())
            self._try_at = self._protocol.clock + RETRY  # whoever changed it had a reason: not at once

    def somebody_is(self, nick: str, address: str | None) -> None:
        """Somebody else has a nick now."""
        if not self.ours and self._protocol.support.fold(nick) == self._protocol.support.fold(self.wanted):
            at = f" ({address})" if address else ""
            self._protocol.report_everywhere(f"somebody else{at} is here under my name, {self.wanted}")

    def somebody_left(self, nick: str) -> None:
        if not self.ours and self._protocol.support.fold(nick) == self._protocol.support.fold(self.wanted):
            self._protocol.send("NICK", self.wanted)

    def still_taken(self) -> None:
        self._protocol.note(logging.INFO, f"{self.wanted} is still taken")

    def tick(self) -> None:
        if not self.ours and (self._try_at is None or self._protocol.clock >= self._try_at):
            self._try()

    def may_whisper(self, incoming: Incoming) -> bool:
        """Whether a private message may be taken; else its sender is told, once in a while. A game master for
        whom the service vouches may always talk to us."""
        if self.ours or self._protocol.settings.is_master(incoming.account, incoming.host):
            return True
        nick, clock = incoming.event.speaker or "", self._protocol.clock
        key = self._protocol.support.fold(nick)
        if clock - self._refused.get(key, clock - AGAIN) >= AGAIN:
            self._refused = {one: at for one, at in self._refused.items() if clock - at < AGAIN}
            if not incoming.bot and nick and len(self._refused) < ASKED_MOST:
                self._refused[key] = clock
                self._protocol.send("NOTICE", nick, REFUSAL)
        self._protocol.note(logging.WARNING, "a private message was not taken: I am not under my own name")
        return False

    # -- doing ------------------------------------------------------------------------------------------

    def _lose(self) -> None:
        self._lost = True
        self._protocol.note(logging.WARNING, self._trouble())

    def _trouble(self) -> str:
        return (
            f"my name {self.wanted} is taken by somebody else: I am {self._protocol.nick}, and take no "
            f"secret moves; what is whispered to {self.wanted} goes to somebody else"
        )

    def _try(self) -> None:
        """Ask for it; services first, where it is configured and they know us by our login, and once more
        when they have had time to do it."""
        protocol, reclaim = self._protocol, self._protocol.settings.reclaim
        ask = reclaim != "off" and protocol.login.account is not None and not self._asked_services
        if ask:
            protocol.send("PRIVMSG", protocol.settings.services, f"{reclaim.upper()} {self.wanted}")
        else:
            protocol.send("NICK", self.wanted)
        self._asked_services = ask
        self._try_at = protocol.clock + (SERVICES_TIME if ask else RETRY)
