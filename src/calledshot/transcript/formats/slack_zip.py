"""A workspace's export from Slack: an archive with a folder a channel and in it a file a day. What two say to
each other alone stands among what is said in the channel that they share.

What is unpacked is bounded; nothing is written anywhere. Each line is named with the file in the archive.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.document import LIMIT, Document
from calledshot.transcript.event import Event
from calledshot.transcript.formats.archives import broken, holds, opened
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Said,
    events,
    items,
    note_edited,
    rest,
    text_of,
)
from calledshot.transcript.formats.slack_messages import People

if TYPE_CHECKING:
    from zipfile import ZipFile

MEMBERS_LIMIT = 100_000
_DAY = re.compile(r"(?:[^/]{1,300}/)?([^/]{1,300})/(\d{4}-\d\d-\d\d)\.json")
_NAMED = re.compile(rb"(?:^|/)(?:channels|users|integration_logs)\.json|/\d{4}-\d\d-\d\d\.json")
_HEADERS = 200


def sniff(head: Head) -> float:
    """An archive whose first files are named as Slack names them."""
    return 0.99 if holds(head, _NAMED, most=_HEADERS) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The channels by name, each from its first day on."""
    archive = opened(document)
    if archive is None:
        yield rest(document, ctx, 0)
        return
    with archive:
        yield from _Export(archive, ctx).read(document)


class _Export:
    def __init__(self, archive: ZipFile, ctx: Context) -> None:
        self._archive, self._ctx = archive, ctx
        self._left = LIMIT

    def read(self, document: Document) -> Items:
        names = self._archive.namelist()[:MEMBERS_LIMIT]
        people = People(Names(self._ctx))
        for name in names:
            if name.rpartition("/")[2] == "users.json" and name.count("/") < 2:
                people.add(self._list(name))
        talks = self._talks(names)
        days = sorted({(found[1], found[2], name) for name in names if (found := _DAY.fullmatch(name))})
        if not days:
            yield rest(document, self._ctx, 0)
        private = [day for day in days if day[0] in talks]
        if private:
            rooms = self._days([day for day in days if day[0] not in talks], people, talks)
            yield from _woven(list(rooms), list(self._days(private, people, talks)))
        else:
            yield from self._days(days, people, talks)
        note_edited(self._ctx, people.edited)

    def _talks(self, names: list[str]) -> dict[str, list[str]]:
        """The two members of each folder that is a talk of two."""
        found: dict[str, list[str]] = {}
        for name in names:
            if name.rpartition("/")[2] == "dms.json" and name.count("/") < 2:
                for talk in self._list(name):
                    members = [text_of(one) for one in items(talk, "members")]
                    if len(set(members)) == 2:
                        found[text_of(talk.get("id"))] = members
        return found

    def _days(self, days: list[tuple[str, str, str]], people: People, talks: dict[str, list[str]]) -> Items:
        seq = 0
        for channel, _, name in days:
            inner = Context(f"{self._ctx.file}/{name}", self._ctx.head, self._ctx.title, self._ctx.me)
            inner.notes = self._ctx.notes
            data = self._unpacked(name)
            if data is None:
                yield inner.unread("cannot be unpacked, or is too long", 1)
                continue
            day = Document(data)
            parts = Parts(day.text, [()])
            messages = [part for part in parts if part.element]
            people.learn(messages)
            said = [people.read(part, channel) for part in messages]
            if channel in talks:
                said = _private(said, [people.called(user) for user in talks[channel]])
            if not said and parts.damage is None:
                continue
            for item in events(said, day, inner, parts.damage, seq):
                seq += isinstance(item, Event)
                yield item

    def _list(self, name: str) -> list[Any]:
        data = self._unpacked(name)
        parts = Parts(Document(data or b"").text, [()])
        return [part.value for part in parts if part.element]

    def _unpacked(self, name: str) -> bytes | None:
        spoilt = broken()
        try:
            with self._archive.open(name) as member:
                data = member.read(self._left + 1)
        except spoilt:
            return None
        self._left = max(0, self._left - len(data))
        return data if self._left else None


def _woven(rooms: list[Event | Finding], private: list[Event | Finding]) -> Items:
    """Everything with new numbers, each whisper where it was said in the channel that both speak in most,
    since who whispers about a game plays it there; what is no whisper stands first."""
    spoke = Counter((one.room, one.speaker) for one in rooms if isinstance(one, Event))
    channels = [room for room in dict.fromkeys(room for room, _ in spoke) if room is not None]
    told: dict[str | None, list[Event]] = {}
    first: list[Event | Finding] = []
    for one in private:
        if isinstance(one, Event) and one.kind == "whisper" and channels:
            both = (one.speaker, one.to)
            room = max(channels, key=lambda room: min(spoke[room, who] for who in both))
            told.setdefault(room, []).append(one)
        else:
            first.append(one)
    ahead = {room: deque(sorted(said, key=lambda one: one.at or "")) for room, said in told.items()}
    last = {one.room: at for at, one in enumerate(rooms) if isinstance(one, Event)}
    out = first
    for at, one in enumerate(rooms):
        waiting = ahead.get(one.room) if isinstance(one, Event) else None
        while waiting and isinstance(one, Event) and (waiting[0].at or "") < (one.at or ""):
            out.append(waiting.popleft())
        out.append(one)
        if waiting and isinstance(one, Event) and last[one.room] == at:
            out += waiting
    seq = 0
    for one in out:
        if isinstance(one, Event):
            yield replace(one, seq=seq)
            seq += 1
        else:
            yield one


def _private(said: list[Said | Part], two: list[str | None]) -> list[Said | Part]:
    """What two say to each other, as whispers."""
    to = {two[0]: two[1], two[1]: two[0]}
    return [
        one._replace(kind="whisper", to=to[one.speaker])
        if isinstance(one, Said) and one.kind in ("say", "emote") and one.speaker in to
        else one
        for one in said
    ]


FORMAT = Format(
    name="slack-zip",
    title="Slack export (zip)",
    evidence="real sample",
    extensions=(".zip",),
    sniff=sniff,
    whole=whole,
)
