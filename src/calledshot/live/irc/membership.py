"""Who comes, goes, changes name, host or login; and ourselves among them: membership is what these lines say.

Beside `protocol`, which calls it; the roster is kept here, and what a room is to hear of it is handed on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from irctokens.line import Line

from calledshot.live.irc.answers import WHO_TOKEN
from calledshot.live.irc.effects import Inside, Moved
from calledshot.live.irc.events import NETSPLIT, time_of
from calledshot.live.irc.places import Place

if TYPE_CHECKING:
    from calledshot.live.irc.protocol import Protocol

ASKING_TIME, ASKING_MOST = 60.0, 20
"""In so many seconds we ask about so many newcomers."""


def join(protocol: Protocol, line: Line) -> None:
    if line.source is None or not line.params:
        return
    mask, tags = line.hostmask, line.tags or {}
    if protocol.reader.is_me(mask.nickname):
        protocol.addressed_as(line)
        place = protocol.place(line.params[0])
        protocol.roster.entered(line.params[0])
        if place is not None:
            protocol.begun(place)
            place.inside(protocol.clock)
            if place.first:
                protocol.memory.been(place.name, tags.get("msgid"), time_of(line, protocol.now))
                protocol.effect(Moved(protocol.memory.dump()))
        return
    room = protocol.roster.room(line.params[0])
    if room is None:
        return
    user = protocol.roster.joined(mask.nickname, room)
    user.is_at(mask.username, mask.hostname)
    if "extended-join" in protocol.caps.on and len(line.params) > 1:
        user.is_account(line.params[1])
    elif protocol.tagged():
        user.is_account(tags.get("account"))
    elif not user.account_known:
        _ask_about(protocol, mask.nickname)
    protocol.tell(protocol.reader.told(line, protocol.now, "join", room=protocol.name_of(room.name)))
    protocol.own.somebody_is(mask.nickname, user.address)
    protocol.effect(Inside())


def _ask_about(protocol: Protocol, nick: str) -> None:
    """Whether somebody who has just come is logged in, of a server that does not say so by itself. Not of
    everybody in a flood of joins: what we may send is for the fight."""
    lately = [at for at in protocol.asked if protocol.clock - at < ASKING_TIME]
    protocol.asked = lately[:ASKING_MOST]
    if len(lately) >= ASKING_MOST:
        return
    protocol.asked.append(protocol.clock)
    if protocol.support.whox:
        protocol.send("WHO", nick, f"%tcuhnaf,{WHO_TOKEN}")
    else:
        protocol.send("WHOIS", nick)


def part(protocol: Protocol, line: Line) -> None:
    if line.source is None or not line.params:
        return
    nick, room = line.hostmask.nickname, protocol.roster.room(line.params[0])
    if room is None:
        return
    if protocol.reader.is_me(nick):
        _we_are_out(protocol, room.name, "I was made to leave")
        return
    why = protocol.reader.plain(line.params[1]) if len(line.params) > 1 else ""
    protocol.tell(
        protocol.reader.told(line, protocol.now, "leave", room=protocol.name_of(room.name), text=why)
    )
    protocol.roster.parted(nick, room)


def kick(protocol: Protocol, line: Line) -> None:
    room = protocol.roster.room(line.params[0]) if len(line.params) > 1 else None
    if room is None:
        return
    nick, text = line.params[1], protocol.reader.kicked(line)
    if protocol.reader.is_me(nick):
        _we_are_out(protocol, room.name, f"I was {text}")
        return
    told = protocol.reader.told(
        line, protocol.now, "leave", room=protocol.name_of(room.name), text=text, speaker=nick
    )
    protocol.tell(told)
    protocol.roster.parted(nick, room)


def _we_are_out(protocol: Protocol, room: str, why: str) -> None:
    place = protocol.place(room)
    if place is None:
        protocol.roster.left_by_us(room)
    else:
        protocol.out_of(place, why)


def quit(protocol: Protocol, line: Line) -> None:
    if line.source is None:
        return
    nick = line.hostmask.nickname
    why = protocol.reader.leaving("QUIT", line.params[0] if line.params else "")
    if protocol.batches.kind(line) == "netsplit":
        why = NETSPLIT
    for room in protocol.roster.rooms_of(nick):
        protocol.tell(
            protocol.reader.told(line, protocol.now, "leave", room=protocol.name_of(room.name), text=why)
        )
    protocol.roster.quit(nick)
    protocol.own.somebody_left(nick)


def nick(protocol: Protocol, line: Line) -> None:
    if line.source is None or not line.params:
        return
    old, new = line.hostmask.nickname, line.params[0]
    if protocol.reader.is_me(old):
        protocol.nick = new
        protocol.roster.renamed(old, new)
        protocol.own.renamed()
        return
    for room in protocol.roster.rooms_of(old):
        protocol.tell(
            protocol.reader.told(line, protocol.now, "nick", room=protocol.name_of(room.name), to=new)
        )
    protocol.roster.renamed(old, new)
    user = protocol.roster.user(new)
    protocol.own.somebody_left(old)
    protocol.own.somebody_is(new, user.address if user is not None else None)
    protocol.effect(Inside())


def topic(protocol: Protocol, line: Line) -> None:
    room = protocol.roster.room(line.params[0]) if len(line.params) > 1 else None
    if room is not None:
        text = protocol.reader.plain(line.params[1])
        protocol.tell(
            protocol.reader.told(line, protocol.now, "topic", room=protocol.name_of(room.name), text=text)
        )


def mode(protocol: Protocol, line: Line) -> None:
    if line.params and protocol.place(line.params[0]) is not None:
        protocol.effect(Inside())  # we may have been given a voice


def account(protocol: Protocol, line: Line) -> None:
    user = protocol.roster.user(line.hostmask.nickname) if line.source is not None else None
    if user is not None and line.params:
        user.is_account(line.params[0])


def chghost(protocol: Protocol, line: Line) -> None:
    if line.source is None or len(line.params) < 2:
        return
    if protocol.reader.is_me(line.hostmask.nickname):
        protocol.user, protocol.host = line.params[0], line.params[1]
    user = protocol.roster.user(line.hostmask.nickname)
    if user is not None:
        user.is_at(line.params[0], line.params[1])


def away(protocol: Protocol, line: Line) -> None:
    user = protocol.roster.user(line.hostmask.nickname) if line.source is not None else None
    if user is not None:
        user.away = bool(line.params)


def invite(protocol: Protocol, line: Line) -> None:
    """A game master calls us to a room; anybody else is not followed."""
    if line.source is None or len(line.params) < 2 or not protocol.reader.is_me(line.params[0]):
        return
    told = protocol.reader.told(line, protocol.now, "system", room=None)
    name = line.params[1]
    target = protocol.support.room_of(name)
    if target is None or not protocol.settings.is_master(told.incoming.account, told.incoming.host):
        protocol.note(logging.INFO, "an invitation by somebody who is no game master: passed over")
        return
    place = protocol.place(name)
    if place is None and len(protocol.places) < protocol.settings.most_rooms:
        place = Place(name)
        protocol.places.append(place)
        protocol.memory.invited.append(name)
    if place is not None and place.phase == "out":
        protocol.join(place)


HANDLERS: dict[str, Callable[[Protocol, Line], None]] = {
    "JOIN": join, "PART": part, "KICK": kick, "QUIT": quit, "NICK": nick, "TOPIC": topic, "MODE": mode,
    "ACCOUNT": account,
    "CHGHOST": chghost, "AWAY": away, "INVITE": invite,
}  # fmt: skip
