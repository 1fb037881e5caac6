"""A server's line as what happened: the words without colours, who said them, when, and who vouches for him.

Pure: asks the roster, changes nothing. Which room is ready to be told, and what was told before, is decided
by the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from irctokens.line import Line
from msgspec import Struct
from msgspec.structs import replace

from calledshot.live.irc.casemapping import fold_account
from calledshot.live.irc.isupport import Support
from calledshot.live.irc.roster import Roster, User
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event, Kind, Trust

_FORMATS = re.compile(
    "\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?|\x04(?:[0-9A-Fa-f]{6})?|[\x02\x0f\x11\x16\x1d\x1e\x1f]"
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z")
_SPLIT = re.compile(r"(?:\*|[\w-]+)(?:\.[\w-]+)+ (?:\*|[\w-]+)(?:\.[\w-]+)+")
_BOT_TAGS = ("bot", "draft/bot", "inspircd.org/bot", "inspircd.org/service")

NETSPLIT = "netsplit"


class Told(Struct, kw_only=True):
    """Something to hand on. `room` is the room it belongs to, None for what was said to us alone. `user` is
    whose account is not known yet, and may be by the time it is handed on. `own`: we said it."""

    incoming: Incoming
    room: str | None = None
    user: User | None = None
    own: bool = False

    def now_known(self) -> Incoming:
        """With the account, where it has become known meanwhile."""
        if self.user is not None and self.user.account_known and self.user.account is not None:
            return replace(self.incoming, account=identity(self.user.account))
        return self.incoming


def identity(account: str) -> str:
    """How the rest of the program names an account of IRC."""
    return f"irc:{fold_account(account)}"


def plain(text: str) -> str:
    """What a reader sees: without colours and other marks of form."""
    return _FORMATS.sub("", text).rstrip()


def time_of(line: Line, now: str) -> str:
    """When it was said, by the server's clock where it tells."""
    at = (line.tags or {}).get("time", "")
    return f"{at[:-1]}+00:00" if _TIME.fullmatch(at) else now


def is_server(line: Line) -> bool:
    """Whether the server itself speaks, or nobody is named, which means the same."""
    return line.source is None or ("!" not in line.source and "." in line.source)


def split(why: str) -> bool:
    """Whether the words of a QUIT are those of servers that lost each other."""
    return len(why) < 200 and _SPLIT.fullmatch(why) is not None


class Reader:
    """Reads the lines of one connection. `me` tells our nick now, `tagged` whether accounts come as tags,
    `name` how a room is called by the rest of the program."""

    def __init__(
        self,
        support: Support,
        roster: Roster,
        me: Callable[[], str],
        tagged: Callable[[], bool],
        name: Callable[[str], str],
    ) -> None:
        self.support, self.roster = support, roster
        self.me, self.tagged, self.name = me, tagged, name

    def is_me(self, nick: str) -> bool:
        return self.support.fold(nick) == self.support.fold(self.me())

    @staticmethod
    def plain(text: str) -> str:
        return plain(text)

    @staticmethod
    def leaving(command: str, why: str) -> str:
        """The words of somebody's going; those of a netsplit say so."""
        return NETSPLIT if command == "QUIT" and split(why) else plain(why)

    @staticmethod
    def kicked(line: Line) -> str:
        """Who put somebody out, and why."""
        by = line.hostmask.nickname if line.source is not None else "the server"
        why = plain(line.params[2]) if len(line.params) > 2 else ""
        return f"kicked by {by}: {why}" if why and why != by else f"kicked by {by}"

    def message(self, line: Line, now: str, *, replayed: bool = False) -> Told | None:
        """PRIVMSG or NOTICE; None for what is nobody's word (a client's question, an empty line)."""
        if len(line.params) < 2 or (line.source is None and line.command == "PRIVMSG"):
            return None
        target, text = line.params[0], line.params[1]
        kind: Kind = "notice" if line.command == "NOTICE" else "say"
        if text.startswith("\x01"):
            body = text[1:].removesuffix("\x01")
            if kind == "notice" or not (body == "ACTION" or body.startswith("ACTION ")):
                return None
            kind, text = "emote", body[7:]
        place = self.support.room_of(target)
        if place is None and target.startswith("$"):
            return None  # to everybody on a server, whoever they are
        room = self.name(place[0]) if place is not None else None
        to = None
        if place is None or not place[1]:  # to us, or to some in the room: not the room's
            to, room = self.me(), None
            kind = "notice" if kind == "notice" else "whisper"
        return self.told(line, now, kind, room=room, to=to, text=plain(text), replayed=replayed)

    def told(
        self, line: Line, now: str, kind: Kind, *, room: str | None, to: str | None = None,
        text: str = "", replayed: bool = False, speaker: str | None = None,
    ) -> Told:  # fmt: skip
        """An event from a line. `speaker`: whom it is about, where that is not its source."""
        tags = line.tags or {}
        mask = line.hostmask if line.source is not None else None
        nick = speaker if speaker is not None else (mask.nickname if mask is not None else None)
        user = self.roster.user(nick) if nick is not None and not replayed else None
        trust: Trust = "server" if is_server(line) and speaker is None else "member"
        id = tags.get("msgid") or None
        event = Event(
            kind=kind, speaker=nick, to=to, room=room, text=text, at=time_of(line, now), id=id, trust=trust
        )
        host = None
        if speaker is None and mask is not None and mask.username and mask.hostname:
            host = f"{mask.username}@{mask.hostname}"
        elif user is not None:
            host = user.address
        tag = tags.get("account") if speaker is None else None
        spoken = kind in ("say", "emote", "whisper", "notice")
        account, known = self._account(tag, user, spoken=spoken, replayed=replayed)
        bot = any(tag in tags for tag in _BOT_TAGS) or (user is not None and user.bot) or trust == "server"
        bot = bot or (nick or "").startswith("*")  # a bouncer's own voices: nobody can be called so
        incoming = Incoming(event=event, account=account, host=host, replayed=replayed, bot=bot)
        own = nick is not None and speaker is None and self.is_me(nick)
        return Told(incoming=incoming, room=room, user=None if known else user, own=own)

    def _account(
        self, tag: str | None, user: User | None, *, spoken: bool, replayed: bool
    ) -> tuple[str | None, bool]:
        """The account that the server vouches for, and whether that is all there is to know. Where accounts
        come as tags, words without one are from somebody who is not logged in. A history that has lost the
        tags vouches for nobody."""
        if tag and tag != "*":
            return identity(tag), True
        if replayed or user is None or (spoken and self.tagged()):
            return None, True
        return (identity(user.account) if user.account is not None else None), user.account_known
