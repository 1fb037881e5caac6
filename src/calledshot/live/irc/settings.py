"""What the protocol is told about us, beside who we are: rooms, game masters, how we get our nick back."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Literal

from msgspec import Struct

from calledshot.live.irc.login import Identity

Reclaim = Literal["off", "ghost", "regain"]


class Settings(Struct, frozen=True, kw_only=True):
    """`masters` are identities as in live.toml: "irc:account", "host:user@host" with `*` in it."""

    identity: Identity
    rooms: tuple[str, ...] = ()
    keys: dict[str, str] = {}
    masters: tuple[str, ...] = ()
    reclaim: Reclaim = "off"
    services: str = "NickServ"
    most_rooms: int = 20

    def is_master(self, account: str | None, host: str | None) -> bool:
        """Whether the service vouches for somebody as a game master."""
        for one in self.masters:
            if account is not None and one.casefold() == account.casefold():
                return True
            if one.startswith("host:") and host is not None and fits(one.removeprefix("host:"), host):
                return True
        return False


def fits(pattern: str, host: str) -> bool:
    """A pattern of user@host; only `*` and `?` are special in it."""
    return fnmatchcase(host.casefold(), re.sub(r"\[", "[[]", pattern.casefold()))
