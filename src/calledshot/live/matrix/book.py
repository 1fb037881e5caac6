"""What we know of the rooms we are in, from their state events: who is there, who is asked in, whether a room
is encrypted, and which rooms are private chats.

Pure. A private chat is decided carefully, since secrets go there: it holds us, one other person, and nobody
asked in besides; it is not open to everybody, and not a room that is set up for a fight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from calledshot.live.matrix.translate import clean, membership, prior, room_id, table, user_id

SHOWN = 100
"""Characters of a display name that are kept."""


class Room:
    """One room, as its state says."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.members: dict[str, str] = {}  # user id → join or invite
        self.shown: dict[str, str] = {}  # user id → the name he shows
        self.encrypted = False
        self._joinable = self._readable = False
        self.named = False
        self.direct: set[str] = set()  # who has been asked in for a private chat
        self.alias: str | None = None
        self.creator: str | None = None
        self.successor: str | None = None

    @property
    def open(self) -> bool:
        """Whether others than those who were asked in may come in, or read along."""
        return self._joinable or self._readable

    def with_membership(self, value: str) -> set[str]:
        return {who for who, state in self.members.items() if state == value}

    def take_over(self, other: Room) -> None:
        """Begin as another stands: who is there, and who else may be."""
        self.members, self.alias = dict(other.members), other.alias
        self._joinable, self._readable = other._joinable, other._readable

    def apply(self, raw: Mapping[str, Any]) -> None:
        """One state event. Others, and what is malformed, change nothing."""
        kind, key, content = raw.get("type"), raw.get("state_key"), table(raw, "content")
        if kind == "m.room.member":
            who, state = user_id(key), membership(raw)[0]
            if who is not None and state is not None:
                self._set(who, state)
                if any(one.get("is_direct") is True for one in (content, prior(raw))):
                    self.direct.add(who)
                shown = clean(content.get("displayname"))
                if shown is not None and who in self.members:
                    self.shown[who] = shown[:SHOWN]
        elif key != "":
            return
        elif kind == "m.room.encryption":
            self.encrypted = True  # it cannot be switched off, whatever a later event says
        elif kind == "m.room.join_rules":
            self._joinable = content.get("join_rule") not in ("invite", "private", "knock")
        elif kind == "m.room.history_visibility":
            self._readable = content.get("history_visibility") == "world_readable"
        elif kind == "m.room.canonical_alias":
            self.alias = clean(content.get("alias"))
        elif kind == "m.room.name":
            self.named = bool((clean(content.get("name")) or "").strip())
        elif kind == "m.room.create":
            self.creator = user_id(raw.get("sender"))
        elif kind == "m.room.tombstone":
            self.successor = room_id(content.get("replacement_room"))

    def unapply(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Go back to who was there before these events, which are in order."""
        for raw in reversed(list(events)):
            who = user_id(raw.get("state_key")) if raw.get("type") == "m.room.member" else None
            if who is not None:
                self._set(who, membership(raw)[1] or "leave")

    def _set(self, who: str, state: str) -> None:
        if state in ("join", "invite"):
            self.members[who] = state
        else:
            self.members.pop(who, None)
            self.shown.pop(who, None)


class Book:
    """All rooms. `masters`: user ids of game masters; `fights`: ids of the rooms that are set up for fights,
    which are never private chats."""

    def __init__(self, me: str, masters: Iterable[str] = ()) -> None:
        self.me, self.masters = me, frozenset(masters)
        self.rooms: dict[str, Room] = {}
        self.fights: set[str] = set()
        self.directs: dict[str, list[str]] = {}  # our account's own list (m.direct): user id → room ids
        self.spoken: dict[str, str] = {}  # user id → the private chat he used last

    def room(self, id: str) -> Room:
        if id not in self.rooms:
            self.rooms[id] = Room(id)
        return self.rooms[id]

    def gone(self, id: str) -> None:
        """We are in that room no more."""
        self.rooms.pop(id, None)

    def partner(self, id: str, room: Room | None = None) -> str | None:
        """The other person of a private chat; None where the room is none. `room`: as it was or will be."""
        room = room or self.rooms.get(id)
        if room is None or id in self.fights or room.open or room.alias is not None:
            return None
        others = set(room.members) - {self.me}
        if len(others) != 1 or self.me not in room.members:
            return None
        other = others.pop()
        if other in self.masters and room.named and not room.direct and id not in self.directs.get(other, []):
            return None  # a room that a game master has just made: the players are to come
        return other

    def is_direct(self, id: str) -> bool:
        """Whether what somebody says there now is said to us alone."""
        who = self.partner(id)
        return who is not None and self.rooms[id].members[who] == "join"

    def chats(self, who: str) -> list[str]:
        """The private chats with somebody, the best to answer in first: where he spoke last, then those he
        is in, then those he is asked into; those in our account's list before others."""
        listed = self.directs.get(who, [])

        def rank(id: str) -> tuple[bool, bool, bool, str]:
            there = self.rooms[id].members[who] == "join"
            return self.spoken.get(who) != id, not there, id not in listed, id

        found = [id for id, room in self.rooms.items() if room.members.get(self.me) == "join"]
        return sorted((id for id in found if self.partner(id) == who and self._ours(id, who)), key=rank)

    def _ours(self, id: str, who: str) -> bool:
        """Where somebody is only asked in, it must be by us, for this: else it is a room that he left."""
        return self.rooms[id].members[who] == "join" or self.rooms[id].creator == self.me

    def is_heeded(self, id: str) -> bool:
        """Whether what is said there is for us: in a room for fights, or one that a game master is in. All
        others we are in by somebody's doing only: a private chat to which a third has been asked."""
        if id in self.fights:
            return True
        room = self.rooms.get(id)
        return room is not None and any(room.members.get(one) == "join" for one in self.masters)

    def fellows(self) -> set[str]:
        """Everybody in the rooms set up for fights."""
        found: set[str] = set()
        for id in self.fights & self.rooms.keys():
            found |= self.rooms[id].with_membership("join")
        return found

    def set_directs(self, content: Mapping[str, Any]) -> None:
        """Our account's list of private chats, as the server keeps it."""
        self.directs = {
            who: [id for id in rooms if room_id(id)]
            for who, rooms in content.items()
            if user_id(who) and isinstance(rooms, list)
        }
