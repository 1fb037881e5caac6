"""From the answer to a sync to what was said, in order: state kept up, what was left out fetched, what was
said before we came left out, what is encrypted opened or held.

Nothing of it changes before all that is missing has been fetched: an answer that fails half-way is asked for
again, and understood then as it would have been.
"""

from __future__ import annotations

import heapq
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from calledshot.live.matrix.book import Book, Room
from calledshot.live.matrix.history import Missed, missed
from calledshot.live.matrix.pending import Pending
from calledshot.live.matrix.translate import (
    Place,
    event_id,
    membership,
    moment,
    room_id,
    table,
    translate,
    user_id,
)
from calledshot.live.matrix.wire import Wire
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

REMEMBERED = 20_000
"""Messages whose author and room are remembered, for edits and answers."""


class Opener(Protocol):
    """What reads encrypted events (crypto.Crypto)."""

    def open(self, raw: Mapping[str, Any], room: str) -> dict[str, Any] | None: ...


class Part(Struct, frozen=True):
    """What one room has in an answer. `entered`: where in `events` we came in, None where we were there;
    `gap`: why something may be missing before them."""

    id: str
    state: list[dict[str, Any]]
    events: list[dict[str, Any]]
    fetched: int = 0
    entered: int | None = None
    gap: str | None = None


class Taken(Struct):
    """What an answer holds for us."""

    heard: list[Incoming]
    unread: list[tuple[str, dict[str, Any]]]  # room id and event of what could not be decrypted
    said: list[tuple[str, str]]  # the transaction and the event's id of lines that we have said


class Intake:
    """One user's rooms. `names`: room id → what the room is called here."""

    def __init__(
        self, book: Book, wire: Wire, pending: Pending, *, at_most: int, log: logging.Logger
    ) -> None:
        self.book, self.pending = book, pending
        self.names: dict[str, str] = {}
        self.opener: Opener | None = None
        self.where: OrderedDict[str, tuple[str, str]] = OrderedDict()  # event id → room id, author
        self._wire, self._at_most, self._log = wire, at_most, log
        self._left: dict[str, str | None] = {}  # room id → when we were made to leave it

    def name(self, room: str) -> str:
        return self.names.get(room, room)

    async def take(self, answer: Mapping[str, Any], since: str | None, *, first: bool) -> Taken:
        """What an answer to a sync from `since` says; `first` in this run, when it has all of the state.
        Raises Unreachable, and then has changed nothing."""
        rooms = table(answer, "rooms")
        parts = [
            await self._part(id, room, since, first)
            for id, room in table(rooms, "join").items()
            if room_id(id) and isinstance(room, dict)
        ]
        for event in _events(table(answer, "account_data")):
            if event.get("type") == "m.direct":
                self.book.set_directs(table(event, "content"))
        taken = Taken([], [], [])
        streams = [list(self._room(part, since, first, taken)) for part in parts]
        streams += [
            list(self._leave(id, room))
            for id, room in table(rooms, "leave").items()
            if room_id(id) and isinstance(room, dict) and not first
        ]
        # Each room in its own order, and the rooms among each other by time, as a private move and the
        # call it was made for are in two rooms.
        taken.heard = [heard for _, _, heard in heapq.merge(*map(_timed, streams), key=lambda one: one[:2])]
        return taken

    def reopened(self) -> list[Incoming]:
        """Messages held that can be read now."""
        found = []
        for held in self.pending if self.opener is not None else ():
            raw = self.opener.open(held.raw, held.room) if self.opener is not None else None
            if raw is None:
                continue
            message = translate(raw, self._place(held.room, held.direct))
            if message is not None:
                found.append(message)
            else:
                self.pending.drop(held.id)
        return found

    # -- what was left out ----------------------------------------------------------------------------

    async def _part(self, id: str, room: dict[str, Any], since: str | None, first: bool) -> Part:
        timeline = table(room, "timeline")
        state, events = _events(table(room, "state")), _events(timeline)
        if since is None:  # at the very first start: what was said before is none of ours
            return Part(id, state, events)
        before = Missed([])
        entered = self._entered(events)
        asked = self._asked(events, entered)
        until = timeline.get("prev_batch")
        until = until if isinstance(until, str) else None
        new = entered is not None or not (first or id in self.book.rooms)
        if entered is None and (timeline.get("limited") is True):
            begin = None if new else since
            before = await missed(self._wire, id, begin, until, self._at_most, self._is_start)
        elif entered is not None and asked is None and id not in self.book.fights and until is not None:
            # Who opens a private chat often speaks before the one he asked has come in.
            before = await missed(self._wire, id, None, until, self._at_most, self._is_start)
        whole = before.events + events
        entered = self._entered(whole)
        gap = before.gap
        if entered is not None:
            gap = self._absence(id, whole[: entered + 1])
        return Part(id, state, whole, len(before.events), entered, gap)

    def _entered(self, events: list[dict[str, Any]]) -> int | None:
        """Where we came in last, in these events."""
        for place in range(len(events) - 1, -1, -1):
            now, before = self._own(events[place])
            if now == "join" and before != "join":
                return place
        return None

    def _asked(self, events: list[dict[str, Any]], entered: int | None) -> int | None:
        """Where we were asked in before that."""
        for place in range((entered or 0) - 1, -1, -1):
            if self._own(events[place])[0] == "invite":
                return place
        return None

    def _is_start(self, event: dict[str, Any]) -> bool:
        now, before = self._own(event)
        return now == "invite" or (now == "join" and before not in ("join", "invite"))

    def _own(self, event: dict[str, Any]) -> tuple[str | None, str | None]:
        if event.get("type") != "m.room.member" or event.get("state_key") != self.book.me:
            return None, None
        return membership(event)

    def _absence(self, id: str, events: list[dict[str, Any]]) -> str | None:
        """Where we come back to a room: what we missed is told as a gap."""
        if id in self._left:
            when = self._left[id]
            return "we were not in the room" + (f" since {when}" if when else "")
        if any(self._own(event)[1] in ("leave", "ban") for event in events):
            return "we were not in the room for some time"
        return None

    # -- one room -------------------------------------------------------------------------------------

    def _room(self, part: Part, since: str | None, first: bool, taken: Taken) -> Iterator[Incoming]:
        room = self.book.room(part.id)
        for event in part.state:
            room.apply(event)
        room.unapply(part.events[: part.fetched])
        start = 0
        if since is None:
            start = len(part.events)
        elif part.entered is not None:
            start = self._start(part, room)
            self._left.pop(part.id, None)
        gap = part.gap
        for place, event in enumerate(part.events):
            if "state_key" in event:
                room.apply(event)
            if place < start:
                continue
            if gap is not None:
                yield self._gap(part.id, gap, event)
                gap = None
            yield from self._message(part.id, event, taken, replayed=first or place < part.fetched)
        if gap is not None:
            yield self._gap(part.id, gap, part.events[-1] if part.events else {})
        if (first or part.entered is not None) and self._is_room(part.id):
            yield self._members(room)

    def _start(self, part: Part, room: Room) -> int:
        """From where on what was said is for us: in a private chat, from when we were asked into it."""
        assert part.entered is not None
        later = Room(part.id)
        later.take_over(room)
        for event in part.events[: part.entered + 1]:
            if "state_key" in event:
                later.apply(event)
        asked = self._asked(part.events, part.entered)
        if asked is not None and self.book.partner(part.id, later) is not None:
            return asked
        return part.entered

    def _is_room(self, id: str) -> bool:
        """Whether it is a room to us, and no private chat."""
        return not self.book.is_direct(id) and self.book.is_heeded(id)

    def _message(
        self, id: str, event: dict[str, Any], taken: Taken, *, replayed: bool = False
    ) -> Iterator[Incoming]:
        direct = self.book.is_direct(id)
        if not direct and not self.book.is_heeded(id):
            if event.get("type") in ("m.room.message", "m.room.encrypted"):
                self._log.info("passed over: neither a room nor a private chat", extra={"room": id})
            return
        place = self._place(id, direct)
        raw = event
        if event.get("type") == "m.room.encrypted" and self.opener is not None:
            opened = self.opener.open(event, id)
            raw = event if opened is None else opened
        message = translate(raw, place)
        if message is None or self._forged(message):
            return
        if message.own:
            yield from self._own_words(message, event, direct, taken)
            return
        self._remember(message, id)
        if message.event.speaker is not None:
            shown = self.book.room(id).shown.get(message.event.speaker)
            message = msgspec.structs.replace(message, shown=shown, replayed=replayed)
        if direct and message.event.speaker is not None:
            self.book.spoken[message.event.speaker] = id
        if message.what == "deletion" and message.about is not None:
            self.pending.drop(message.about)
        if message.what == "unreadable":
            taken.unread.append((id, event))
            if self.opener is not None:
                self.pending.hold(event, id, direct)
        yield message

    def _own_words(
        self, message: Incoming, event: Mapping[str, Any], direct: bool, taken: Taken
    ) -> Iterator[Incoming]:
        """Our own words, come back. Those of a private chat are nobody's to hear again."""
        sent = table(event, "unsigned").get("transaction_id")
        if isinstance(sent, str) and message.event.id is not None:
            taken.said.append((sent, message.event.id))
        if not direct and message.what == "event":
            yield message

    def _forged(self, message: Incoming) -> bool:
        """Whether it changes what somebody else said: no client shows that, and no server stops it."""
        original = self.where.get(message.about or "")
        if message.what != "edit" or original is None or original[1] == message.event.speaker:
            return False
        self._log.warning(
            "an edit of another's message is ignored",
            extra={"id": message.event.id, "by": message.event.speaker},
        )
        return True

    def _remember(self, message: Incoming, room: str) -> None:
        event = message.event
        if event.id is None or event.speaker is None:
            return
        if message.what in ("event", "unreadable"):
            self.where[event.id] = (room, event.speaker)
        while len(self.where) > REMEMBERED:
            self.where.popitem(last=False)

    def _leave(self, id: str, room: dict[str, Any]) -> Iterator[Incoming]:
        """A room that we are in no more, with what was said until then."""
        if id not in self.book.rooms:
            return
        taken, was_room = Taken([], [], []), self._is_room(id)
        for event in _events(table(room, "timeline")):
            if "state_key" in event:
                self.book.room(id).apply(event)
            now, _ = self._own(event)
            if now in ("leave", "ban"):
                self._left[id] = moment(event.get("origin_server_ts"))
                message = translate(event, self._place(id, False))
                if message is not None and was_room:
                    yield message
                break
            yield from self._message(id, event, taken)
        self._left.setdefault(id, None)
        self.book.gone(id)

    # -- what a feed says itself ----------------------------------------------------------------------

    def _gap(self, id: str, why: str, event: Mapping[str, Any]) -> Incoming:
        known = event_id(event.get("event_id"))
        return gap(
            self.name(id) if self._is_room(id) else None,
            why,
            f"gap {known or id}",
            moment(event.get("origin_server_ts")),
        )

    def _members(self, room: Room) -> Incoming:
        members = tuple(sorted(room.with_membership("join")))
        event = Event(kind="system", room=self.name(room.id), trust="server")
        return Incoming(what="members", event=event, members=members)

    def _place(self, id: str, direct: bool) -> Place:
        return Place(self.name(id), self.book.me, direct)


def gap(room: str | None, why: str, id: str, at: str | None = None) -> Incoming:
    """That something may have been said which nobody can tell us."""
    event = Event(kind="system", room=room, text=why, id=id, at=at, trust="server")
    return Incoming(what="gap", event=event)


def inviter(room: Mapping[str, Any], me: str) -> tuple[str | None, bool]:
    """Who asks us into a room, and whether for a private chat."""
    for event in _events(table(room, "invite_state")):
        if event.get("type") == "m.room.member" and event.get("state_key") == me:
            return user_id(event.get("sender")), table(event, "content").get("is_direct") is True
    return None, False


def _events(holder: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = holder.get("events")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _timed(stream: list[Incoming]) -> Iterator[tuple[str, int, Incoming]]:
    """Each message with the latest time in its room so far, so that no clock disorders a room."""
    latest = ""
    for place, message in enumerate(stream):
        latest = max(latest, message.event.at or "")
        yield latest, place, message
