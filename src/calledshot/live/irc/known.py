"""Whom we know beside those we share a room with: who has just written to us, and from where somebody of a
nick was last seen.

What it says of a nick holds now, or for a moment after he was seen: nobody tells us when he leaves. Of words
it knows nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from calledshot.live.irc.events import identity
from calledshot.live.irc.roster import Roster

MET, MOST = 30.0, 500
"""Seconds that we trust a nick to be the same man's whom we cannot see leave; nicks remembered so."""


class Known:
    """One connection's. `fold` is how the server compares names, `clock` the time in seconds."""

    def __init__(self, roster: Roster, fold: Callable[[str], str], clock: Callable[[], float]) -> None:
        self._roster, self._fold, self._clock = roster, fold, clock
        self._met: dict[str, tuple[str | None, str | None, float]] = {}
        self._last: dict[str, str] = {}

    def met(self, nick: str, account: str | None, address: str | None) -> None:
        """The service has just vouched for somebody who need not be in a room of ours."""
        if len(self._met) >= MOST:
            self._met.clear()
        self._met[self._fold(nick)] = (account, address, self._clock())

    def seen(self, nick: str, address: str) -> None:
        """Somebody spoke, came or went, from this user@host."""
        if len(self._last) >= MOST:
            self._last.clear()
        self._last[self._fold(nick)] = address

    def account_of(self, nick: str) -> str | None:
        """What the service vouches for about a nick now."""
        user = self._roster.user(nick)
        if user is not None:
            return identity(user.account) if user.account is not None else None
        return self._lately(nick)[0]

    def address_of(self, nick: str) -> str | None:
        """The user@host of who has a nick now."""
        user = self._roster.user(nick)
        return user.address if user is not None else self._lately(nick)[1]

    def last_address(self, nick: str) -> str | None:
        """That of who had a nick when we last saw it."""
        return self._last.get(self._fold(nick)) or self.address_of(nick)

    def _lately(self, nick: str) -> tuple[str | None, str | None]:
        account, address, at = self._met.get(self._fold(nick), (None, None, 0.0))
        return (account, address) if self._clock() - at < MET else (None, None)
