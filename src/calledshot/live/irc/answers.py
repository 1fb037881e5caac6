"""Numeric answers and standard replies: members and accounts, rooms that are closed, messages not taken.

Beside `protocol`, which calls it with every numeric that it does not read itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irctokens.line import Line

from calledshot.live.irc.effects import Inside, Untaken
from calledshot.live.irc.events import identity, plain

if TYPE_CHECKING:
    from calledshot.live.irc.protocol import Protocol

WHO_TOKEN = "417"
FORWARDED, TRY_AGAIN, NOT_THERE = "470", "263", "442"
UNHEARD = {"716", "717", "936"}
"""Errors about a message beyond those that begin with 4 or 5: servers have some that no other has."""
HOPELESS = {"411", "412", "413", "414", "415", "416", "417"}
"""Answers that trying again will not change."""
NICK_TAKEN = {"432", "433", "436", "437"}


def numeric(protocol: Protocol, line: Line, label: str | None) -> None:
    """One numeric after the welcome."""
    command, params = line.command, line.params
    about = params[1] if len(params) > 1 else ""
    place = protocol.place(about)
    if command == "353" and len(params) > 2:
        room = protocol.roster.room(params[-2])
        if room is not None:
            protocol.roster.names(room, params[-1].split())
    elif command == "366":
        room = protocol.roster.room(about)
        if room is not None and place is not None and place.phase == "naming":
            protocol.named(place, room)
    elif command == "354" and len(params) > 7 and params[1] == WHO_TOKEN:
        _who(protocol, params[5], params[3], params[4], params[6], params[7])
    elif command == "352" and len(params) > 6:
        _who(protocol, params[5], params[2], params[3], params[6], None)
    elif command == "330" and len(params) > 2:
        user = protocol.roster.user(about)
        protocol.known.met(about, identity(params[2]), None)
        protocol.effect(Inside())
        if user is not None:
            user.is_account(params[2])
    elif command == "335":
        user = protocol.roster.user(about)
        if user is not None:
            user.bot = True
    elif command == "318":
        user = protocol.roster.user(about)
        if user is not None:
            user.account_known = True
    elif command == "315" and place is not None and place.phase == "asking":
        protocol.complete(place)
    elif command[0] in "45" and place is not None and place.phase == "joining":
        if command == FORWARDED and len(params) > 2:
            protocol.send("PART", params[2])  # a room that nobody has called us to
        protocol.not_joined(place, _words(params))
    elif command == NOT_THERE and place is not None and place.phase != "out":
        protocol.effect(Untaken(label, about, f"{command} {_words(params)}"))
        protocol.out_of(place, "the server says that I am not in it")
    elif command == TRY_AGAIN and about.upper() == "WHO":
        protocol.who_later()
    elif command == "421" and about.upper() == "CHATHISTORY":
        for one in protocol.places:
            if one.phase == "history":
                protocol.history_failed(one)
    elif command in NICK_TAKEN and place is None:
        protocol.own.still_taken()
    elif command[0] in "45" or command in UNHEARD:
        protocol.effect(Untaken(label, about or None, f"{command} {_words(params)}"))


def fail(protocol: Protocol, line: Line, label: str | None) -> None:
    """FAIL: the command it is about, a code, what it is about, words."""
    params = line.params
    if len(params) < 3:
        return
    command = params[0].upper()
    places = [place for place in map(protocol.place, params[2:-1]) if place is not None]
    if command == "CHATHISTORY":
        waiting = [place for place in (places or protocol.places) if place.phase == "history"]
        for place in waiting:
            protocol.history_failed(place)
    elif command == "JOIN":
        for place in places:
            if place.phase == "joining":
                protocol.not_joined(place, _words(params))
    elif command in ("PRIVMSG", "NOTICE"):
        target = params[2] if len(params) > 3 else None
        protocol.effect(Untaken(label, target, f"{params[1]} {_words(params)}"))


def _who(protocol: Protocol, nick: str, user: str, host: str, flags: str, account: str | None) -> None:
    known = protocol.roster.user(nick)
    if known is None:
        return
    known.is_at(user, host)
    known.away = flags.startswith("G")
    flag = protocol.support.bot_flag
    known.bot = known.bot or bool(flag and flag in flags[1:])
    if account is not None:
        known.is_account(account)


def _words(params: list[str]) -> str:
    return plain(params[-1])[:200] if params else ""
