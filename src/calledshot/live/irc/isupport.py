"""What a server says of itself in numeric 005 (ISUPPORT), and what is so where it says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.live.irc import casemapping
from calledshot.live.irc.splitting import LINE_LIMIT

_ESCAPE = re.compile(r"\\x([0-9A-Fa-f]{2})")


class Support:
    """The server's own words, read as they are needed. A new connection has a new one."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def read(self, tokens: Iterable[str]) -> None:
        """The parameters of one 005, without our nick before and the words after them."""
        for token in tokens:
            key, _, value = token.partition("=")
            if key.startswith("-"):
                self._said.pop(key[1:], None)
            else:
                self._said[key] = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)

    def __contains__(self, key: str) -> bool:
        return key in self._said

    @property
    def mapping(self) -> str:
        return self._said.get("CASEMAPPING", casemapping.DEFAULT)

    def fold(self, name: str) -> str:
        return casemapping.fold(name, self.mapping)

    @property
    def room_types(self) -> str:
        return self._said.get("CHANTYPES", "#&")

    @property
    def prefixes(self) -> str:
        """The signs before a nick in a list of members: "@+"."""
        given = self._said.get("PREFIX", "(ov)@+")
        return given.partition(")")[2] if given.startswith("(") else given

    @property
    def statuses(self) -> str:
        """The signs that may stand before a room, for a message to some of its members."""
        return self._said.get("STATUSMSG", "")

    @property
    def line_limit(self) -> int:
        return max(LINE_LIMIT, min(self._number("LINELEN", LINE_LIMIT), 8191))

    def fitting_nick(self, nick: str) -> str:
        """A nick as the server cuts it (NICKLEN): there, nobody has a longer one."""
        most = self._number("NICKLEN", 0)
        return nick[:most] if most > 0 else nick

    @property
    def bot_flag(self) -> str:
        """The letter that marks a bot in WHO."""
        return self._said.get("BOT", "")[:1]

    @property
    def whox(self) -> bool:
        return "WHOX" in self._said

    @property
    def history_limit(self) -> int:
        """How many messages one CHATHISTORY may ask for."""
        most = self._number("CHATHISTORY", 0)
        return min(most, 200) if most > 0 else 50

    def room_of(self, target: str) -> tuple[str, bool] | None:
        """The room that a target names, and whether all in it hear it; None where it is a person."""
        bare = target.lstrip(self.statuses) if self.statuses else target
        if bare and bare[0] in self.room_types and len(bare) < len(target):
            return bare, False
        return (target, True) if target and target[0] in self.room_types else None

    def member(self, entry: str) -> tuple[str, str | None, str | None]:
        """Nick, user and host of one entry of NAMES: signs before it, `!user@host` behind it, or not."""
        nick, _, address = entry.lstrip(self.prefixes).partition("!")
        user, _, host = address.partition("@")
        return nick, user or None, host or None

    def _number(self, key: str, otherwise: int) -> int:
        value = self._said.get(key, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else otherwise
