"""What outlives a connection and, as the feed's position in the journal, a run: how far each room was heard.

A mark is the service's id and time of the last message of a room that was handed on. Ids seen lately are kept
so that what a history tells again is not handed on again; the journal knows the older ones.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

_SEEN = 5000


class Mark(Struct, frozen=True, omit_defaults=True):
    """The last message handed on that has an id of the service, and its time; `heard` is when anything was
    heard last. Times are ISO 8601."""

    id: str | None = None
    at: str | None = None
    heard: str | None = None


class _Position(Struct, omit_defaults=True):
    rooms: dict[str, Mark] = {}
    invited: list[str] = []
    whispered: str | None = None
    accounted: dict[str, list[str]] = {}


class Memory:
    """The marks of all rooms; `invited`: rooms a game master called us to, beside the configured ones."""

    def __init__(self, position: str | None = None) -> None:
        try:
            self._position = msgspec.json.decode(position or "{}", type=_Position)
        except msgspec.MsgspecError:  # another version's: as if we had never been here
            self._position = _Position()
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._stayed: set[str] = set()
        self._kept_back: str | None = None

    @property
    def invited(self) -> list[str]:
        return self._position.invited

    @property
    def whispered(self) -> str | None:
        """The time of the last private message."""
        return self._position.whispered

    def whispered_at(self, at: str | None) -> None:
        if at is not None and later(at, self._position.whispered):
            self._position.whispered = at

    def mark(self, room: str) -> Mark | None:
        return self._position.rooms.get(room)

    def been(self, room: str, id: str | None, at: str | None) -> None:
        """A message of a room was handed on, or need not be."""
        old = self._position.rooms.get(room, Mark())
        if id is None or room in self._stayed:
            id, when = old.id, old.at
        else:
            when = at
            self._position.accounted.pop(room, None)  # no history is asked from before it any more
        kept = self._kept_back
        if kept is not None and at is not None and id is not None and later(at, kept):
            at = kept  # with an id the room's history is asked from there, whatever was heard when
        self._position.rooms[room] = Mark(id, when, at or old.heard)

    def keep_back(self, at: str | None) -> None:
        """A private message was taken and is not handed on yet: killed now we would lose it, so nothing that
        was said later counts as heard."""
        if self._kept_back is None:
            self._kept_back = at

    def kept_nothing(self) -> None:
        """All private messages are handed on, or lost with their connection."""
        self._kept_back = None

    def stay(self, room: str) -> None:
        """A history shows a line of ours whose fate may be open: until it is known, the room's history is
        asked again from where it was, so that another death does not hide that line."""
        self._stayed.add(room)

    def account_for(self, room: str, id: str | None) -> None:
        """A line of ours with this id is known to be said. Where the room's history will be asked from before
        it, it answers for no other line of the same words: this outlives the run."""
        if id and room in self._stayed:
            self._position.accounted.setdefault(room, []).append(id)

    def accounted(self, room: str, id: str | None) -> bool:
        return id is not None and id in self._position.accounted.get(room, ())

    def go_on(self, room: str) -> None:
        """The fate of what we said there is known."""
        self._stayed.discard(room)

    def never(self, room: str) -> None:
        """We did not get into a room that we were never in."""
        self._position.rooms.pop(room, None)

    def seen(self, id: str) -> bool:
        """Whether this id was met before; it has been now."""
        if id in self._seen:
            return True
        self._seen[id] = None
        if len(self._seen) > _SEEN:
            self._seen.popitem(last=False)
        return False

    def dump(self) -> str:
        """The position, for the journal."""
        return msgspec.json.encode(self._position).decode()


def later(at: str, than: str | None) -> bool:
    """Whether a time is after another; also where one of them is no time, since then nobody knows."""
    try:
        return than is None or datetime.fromisoformat(at) > datetime.fromisoformat(than)
    except (ValueError, TypeError):
        return True


def before(at: str, seconds: float = 1.0) -> str:
    """A little earlier than a time, as servers write it; the same words where it is no time."""
    try:
        moment = datetime.fromisoformat(at) - timedelta(seconds=seconds)
    except ValueError:
        return at
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def as_servers_write(at: str) -> str:
    return before(at, 0)
