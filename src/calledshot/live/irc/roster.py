"""Who is where under which nick, host and account, as far as the server has told us.

Membership comes from the server's answers alone (JOIN, PART, KICK, QUIT, NAMES), never from what we asked
for. Knows no text and no events; names are compared as the server compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from calledshot.live.irc.isupport import Support


@dataclass
class User:
    """Somebody we share a room with. `account_known` is false where nobody has told us yet whether he is
    logged in; `account` is None where he is not, or where that is unknown."""

    nick: str
    user: str | None = None
    host: str | None = None
    account: str | None = None
    account_known: bool = False
    bot: bool = False
    away: bool = False

    @property
    def address(self) -> str | None:
        return f"{self.user}@{self.host}" if self.user and self.host else None

    def is_at(self, user: str | None, host: str | None) -> None:
        if user and host:
            self.user, self.host = user, host

    def is_account(self, account: str | None) -> None:
        """`account` as the server writes it: "*" and "0" are nobody's."""
        self.account = None if account in ("*", "0", "", None) else account
        self.account_known = True


@dataclass
class Room:
    """A room we are in; `name` as we name it to the rest of the program."""

    name: str
    members: dict[str, User] = field(default_factory=dict)
    naming: set[str] | None = None


class Roster:
    """Everybody and every room of one connection."""

    def __init__(self, support: Support) -> None:
        self._support = support
        self._users: dict[str, User] = {}
        self._rooms: dict[str, Room] = {}

    # -- asking -----------------------------------------------------------------------------------------

    def user(self, nick: str) -> User | None:
        return self._users.get(self._support.fold(nick))

    def room(self, name: str) -> Room | None:
        return self._rooms.get(self._support.fold(name))

    def rooms_of(self, nick: str) -> list[Room]:
        key = self._support.fold(nick)
        return [room for room in self._rooms.values() if key in room.members]

    def nick_of(self, account: str) -> str | None:
        """Under which nick somebody with an account is here now."""
        wanted = account.casefold()
        for user in self._users.values():
            if user.account is not None and user.account.casefold() == wanted:
                return user.nick
        return None

    # -- being told -------------------------------------------------------------------------------------

    def entered(self, name: str) -> Room:
        """We are in a room now; who else is will be told."""
        room = Room(name)
        self._rooms[self._support.fold(name)] = room
        return room

    def left_by_us(self, name: str) -> None:
        room = self._rooms.pop(self._support.fold(name), None)
        for key in room.members if room is not None else ():
            self._forget(key)

    def joined(self, nick: str, room: Room) -> User:
        key = self._support.fold(nick)
        user = self._users.setdefault(key, User(nick))
        user.nick = nick
        room.members[key] = user
        if room.naming is not None:
            room.naming.add(key)
        return user

    def parted(self, nick: str, room: Room) -> None:
        key = self._support.fold(nick)
        room.members.pop(key, None)
        self._forget(key)

    def quit(self, nick: str) -> None:
        key = self._support.fold(nick)
        for room in self._rooms.values():
            room.members.pop(key, None)
        self._users.pop(key, None)

    def renamed(self, old: str, new: str) -> None:
        """Whoever had the new nick is gone: the server would not have given it away."""
        before, after = self._support.fold(old), self._support.fold(new)
        user = self._users.get(before)
        if user is None:
            return
        user.nick = new
        if before == after:
            return
        self._users.pop(before)
        self._users[after] = user
        for room in self._rooms.values():
            if room.members.pop(before, None) is not None:
                room.members[after] = user
            else:
                room.members.pop(after, None)

    def names(self, room: Room, entries: Iterable[str]) -> None:
        """Part of a list of members. Those of an old list who are not in the new one are not here."""
        if room.naming is None:
            room.naming = set()
        for entry in entries:
            nick, user, host = self._support.member(entry)
            if nick:
                self.joined(nick, room).is_at(user, host)

    def names_end(self, room: Room) -> list[str]:
        """The list is complete: the nicks, in the list's order."""
        here, room.naming = room.naming or set(), None
        for key in [key for key in room.members if key not in here]:
            room.members.pop(key)
            self._forget(key)
        return [user.nick for user in room.members.values()]

    def _forget(self, key: str) -> None:
        if not any(key in room.members for room in self._rooms.values()):
            self._users.pop(key, None)
