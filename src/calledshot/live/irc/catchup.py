"""What was said in a room while we were away: asked for where the server keeps it, and told as a gap where it
does not. Never a guess: either the last message we know is found, or there is a gap.

Reads histories; who is in the room now is another matter, and none of what they say changes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from irctokens.line import Line
from msgspec import Struct

from calledshot.live.irc.caps import Capabilities
from calledshot.live.irc.events import Reader, Told, time_of
from calledshot.live.irc.flights import Past
from calledshot.live.irc.isupport import Support
from calledshot.live.irc.lines import build
from calledshot.live.irc.memory import Mark, Memory, as_servers_write, before, later
from calledshot.live.irc.places import Place
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

PAGES = 500
"""So many times at most we ask for more: 25,000 messages and above."""
LATE = 2.0
"""Seconds by which what we never heard may have been said before what we heard last, where the server does
not tell when a thing was said: it was on its way."""
_SERVICE = "HistServ"


class Step(Struct):
    """What follows: lines to send, things to hand on, in order; `live` once there is nothing more to ask."""

    send: list[bytes] = []
    told: list[Told] = []
    live: bool = False


class CatchUp:
    """The histories of one connection."""

    def __init__(
        self, memory: Memory, support: Support, caps: Capabilities, reader: Reader, past: Past,
        own_account: str | None,
    ) -> None:  # fmt: skip
        self.memory, self.support, self.caps, self.reader, self.past = memory, support, caps, reader, past
        self.own_account = own_account

    def begin(self, place: Place, now: str) -> Step:
        """The room's members are known; `now` is the time in ISO 8601."""
        mark = self.memory.mark(place.name)
        if mark is None or place.first:  # what was said before is none of ours
            place.first = False
            return Step(live=True)
        if self.caps.history and (mark.id or mark.heard):
            step = self._ask(place, self._reference(mark))
            # Told before anything of the history moves the mark: killed in between, we would not know any
            # more from when on private messages may be lost.
            return Step(send=step.send, told=[self._whispers_lost(place, mark, now)], live=step.live)
        return self._replayed(place, mark, now)

    def page(self, place: Place, lines: Sequence[Line], ended: bool, now: str) -> Step:
        """An answer to what `begin` or this asked."""
        mark = self.memory.mark(place.name) or Mark()
        asked = place.asked_from or ""
        if place.pages == 1 and not lines and asked.startswith("msgid=") and mark.at:
            # Nothing new, or the server has forgotten the message: it is seen by asking from just before it.
            return self._ask(place, f"timestamp={before(mark.at)}")
        told = []
        new = lines
        if place.pages == 2 and asked.startswith("timestamp=") and mark.id is not None:
            ids = [(line.tags or {}).get("msgid") for line in lines]
            if mark.id in ids:
                new = lines[ids.index(mark.id) + 1 :]
            else:
                told.append(self._gap(place, mark, now))
        told += self._read(place, new, now)
        if ended or not lines or place.pages >= PAGES:
            return Step(told=told, live=True)
        return self._next(place, lines, told, now)

    def failed(self, place: Place, now: str) -> Step:
        """The server will not tell."""
        mark = self.memory.mark(place.name) or Mark()
        if place.pages == 1 and (place.asked_from or "").startswith("msgid=") and mark.at:
            return self._ask(place, f"timestamp={before(mark.at)}")
        return Step(told=[self._gap(place, mark, now)], live=True)

    # -- steps ------------------------------------------------------------------------------------------

    def _reference(self, mark: Mark) -> str:
        if mark.id is not None:
            return f"msgid={mark.id}"
        return f"timestamp={as_servers_write(mark.heard or '')}"

    def _ask(self, place: Place, reference: str) -> Step:
        place.pages += 1
        place.asked_from = reference
        try:
            ask = build("CHATHISTORY", "AFTER", place.name, reference, str(self.support.history_limit))
        except ValueError:  # an id that no line can hold
            return Step(live=True)
        return Step(send=[ask])

    def _next(self, place: Place, lines: Sequence[Line], told: list[Told], now: str) -> Step:
        """The page after this one; none where this one leads nowhere."""
        tags = lines[-1].tags or {}
        reference = f"msgid={tags['msgid']}" if tags.get("msgid") else f"timestamp={tags.get('time', '')}"
        if reference == place.asked_from or reference == "timestamp=":
            return Step(told=told, live=True)
        step = self._ask(place, reference)
        place.pages = max(place.pages, 3)  # the beginning is settled
        return Step(send=step.send, told=told, live=step.live)

    def _replayed(self, place: Place, mark: Mark, now: str) -> Step:
        """A server without a history that can be asked may have told the last lines on its own."""
        lines = place.replay or []
        ids = [(line.tags or {}).get("msgid") for line in lines]
        if mark.id is not None and mark.id in ids:
            return Step(told=self._read(place, lines[ids.index(mark.id) + 1 :], now), live=True)
        if not any(ids):  # a bouncer's: known again by their times alone
            new = [line for line in lines if later(time_of(line, now), mark.heard)]
            if len(new) < len(lines):
                return Step(told=self._read(place, new, now), live=True)
        return Step(told=[self._gap(place, mark, now), *self._read(place, lines, now)], live=True)

    def _gap(self, place: Place, mark: Mark, now: str) -> Told:
        since = self._since(mark) or "an unknown time"
        text = (
            f"away from {since} to {now}: what was said in {place.name} meanwhile is not known, and secret "
            "messages sent to me meanwhile are lost"
        )
        event = Event(
            kind="system", room=place.name, text=text, at=now, trust="server", id=f"gap {since} {now}"
        )
        return Told(incoming=Incoming(what="gap", event=event), room=place.name)

    def _since(self, mark: Mark) -> str | None:
        """From when on we may have missed something."""
        if mark.heard is None or "server-time" in self.caps.on:
            return mark.heard
        return before(mark.heard, LATE)

    def _whispers_lost(self, place: Place, mark: Mark, now: str) -> Told:
        """A room's history holds no private messages: its game master must know that some may be lost."""
        since = self._since(mark)
        text = (
            f"away from {since} to {now}: the server is asked what was said in {place.name}, but private "
            "messages sent to me meanwhile are lost"
        )
        event = Event(
            kind="system", room=place.name, text=text, at=now, trust="server", id=f"away {since} {now}"
        )
        return Told(incoming=Incoming(event=event, bot=True), room=place.name)

    # -- reading ----------------------------------------------------------------------------------------

    def _read(self, place: Place, lines: Sequence[Line], now: str) -> list[Told]:
        """What a history tells, without what its server's own clerk says; our own words are kept apart."""
        found = []
        for line in lines:
            if line.source is None or line.hostmask.nickname == _SERVICE:
                continue
            if self._ours(line):
                if line.command in ("PRIVMSG", "NOTICE") and len(line.params) > 1:
                    id, mark = (line.tags or {}).get("msgid"), self.memory.mark(place.name)
                    if not self.memory.accounted(place.name, id):
                        self.past.add(place.name, line.params[1], id)
                    if id is not None and mark is not None and mark.id is not None:
                        self.memory.stay(place.name)
                    self.memory.been(place.name, id, time_of(line, now))
                continue
            told = self._event(place, line, now)
            if told is not None:
                found.append(told)
        return found

    def _ours(self, line: Line) -> bool:
        if not self.reader.is_me(line.hostmask.nickname):
            return False
        account = (line.tags or {}).get("account")
        return self.own_account is None or account is None or account == self.own_account

    def _event(self, place: Place, line: Line, now: str) -> Told | None:
        params, room, reader = line.params, place.name, self.reader
        match line.command:
            case "PRIVMSG" | "NOTICE":
                told = reader.message(line, now, replayed=True)
                return told if told is not None and told.room is not None else None
            case "JOIN":
                return reader.told(line, now, "join", room=room, replayed=True)
            case "PART" | "QUIT":
                text = params[-1] if len(params) > (line.command == "PART") else ""
                return reader.told(
                    line, now, "leave", room=room, text=reader.leaving(line.command, text), replayed=True
                )
            case "KICK" if len(params) > 1:
                text = reader.kicked(line)
                return reader.told(line, now, "leave", room=room, text=text, replayed=True, speaker=params[1])
            case "NICK" if params:
                return reader.told(line, now, "nick", room=room, to=params[0], replayed=True)
            case "TOPIC" if len(params) > 1:
                text = reader.plain(params[1])
                return reader.told(line, now, "topic", room=room, text=text, replayed=True)
        return None
