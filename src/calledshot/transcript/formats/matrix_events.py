"""Raw Matrix events, wherever they were saved, as what was said in a room.

An edit changes what its author said at the place where he said it; that he did, and what it was before, is
told where he edited. What was taken back or cannot be decrypted is told too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Said,
    at_millis,
    id_of,
    lines,
    marked,
    table,
    text_of,
)
from calledshot.transcript.markup import plain

QUOTE = re.compile(r"> (?:\* )?<@[^<>\s]{1,255}>")
_REPLY = re.compile(r"<mx-reply>.*?</mx-reply>", re.DOTALL)
_USER = re.compile(r"@[^\s:]{0,255}:\S{1,255}")
_KINDS: dict[str, Kind] = {
    "m.text": "say", "m.emote": "emote", "m.notice": "notice", "m.server_notice": "notice",
}  # fmt: skip
_FILES = {"m.image": "image", "m.file": "file", "m.audio": "audio", "m.video": "video", "m.location": "place"}
UNREADABLE = "[encrypted: could not be read]"
REMOVED = "[removed]"


class _Edit(NamedTuple):
    time: float
    id: str | None
    content: dict[str, Any]


def is_event(value: Any) -> bool:
    """Whether this is a Matrix event: its type, and who sent it or when."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and (isinstance(value.get("sender"), str) or "origin_server_ts" in value)
    )


def bare(value: Any) -> Any:
    """The event itself, where a client wrapped it with its encrypted form, or beside what it told of it."""
    if not isinstance(value, dict):
        return value
    inside = value.get("decrypted")
    if isinstance(inside, dict) and isinstance(value.get("encrypted"), dict):
        return inside
    source = value.get("source")  # matrix-commander
    if not isinstance(source, dict) or not is_event(source):
        return value
    nick = text_of(value.get("sender_nick"))
    return {**source, "_sender_name": nick} if nick and nick != text_of(source.get("sender")) else source


class Room:
    """Translates the events of a file. `add` the state that stands beside them first, then `read` them."""

    def __init__(self, ctx: Context, name: str | None = None) -> None:
        self._ctx, self._name = ctx, name
        self._names = Names(ctx)
        self._called: dict[str, str] = {}
        self._rooms: dict[str, str] = {}
        self._edits: dict[str, list[_Edit]] = {}
        self._authors: dict[str, str] = {}
        self._said: dict[str, str] = {}
        self._unreadable = self._twice = 0

    def add(self, state: Iterable[Any], room: str | None = None) -> None:
        """Who and what is called how, from state events or a table of names."""
        for value in state:
            event = bare(value)
            if is_event(event):
                self._learn(event, room)

    def add_names(self, called: dict[str, Any]) -> None:
        """Names by user ids."""
        for user, name in called.items():
            if isinstance(name, str):
                self._called.setdefault(user, text_of(name))

    def read(self, parts: Sequence[Part], room: str | None = None) -> list[Said | Part]:
        """What the events say, in this order."""
        for part in parts:
            event = bare(part.value)
            if is_event(event):
                self._learn(event, room)
                self._look_for_edit(event)
        found: list[Said | Part] = []
        seen: set[str] = set()
        for part in parts:
            event = bare(part.value)
            if not is_event(event):
                found.append(part)
                continue
            id = id_of(event.get("event_id"))
            if id is not None and id in seen:
                self._twice += 1
                continue
            if id is not None:
                seen.add(id)
            found.append(self._event(event, part, id, room))
        self._notes()
        return found

    def _notes(self) -> None:
        if self._unreadable:
            self._ctx.note(
                f"encrypted and not to be read: {self._unreadable} of the messages; "
                "export the room from a client that has its keys"
            )
        if self._twice:
            self._ctx.note(f"{self._twice} events stand twice in the file and count once")

    # -- before it is read --------------------------------------------------------------------------------

    def _learn(self, event: dict[str, Any], room: str | None) -> None:
        type, content, user = event["type"], table(event, "content"), text_of(event.get("state_key"))
        where = text_of(event.get("room_id")) or room
        if type == "m.room.name" and where and text_of(content.get("name")):
            self._rooms.setdefault(where, text_of(content.get("name")))
        if type == "m.room.member" and user:
            name = text_of(_before(event).get("displayname")) or text_of(content.get("displayname"))
            if name:
                self._called.setdefault(user, name)
        shown = text_of(event.get("_sender_name"))  # matrix-archive
        if shown:
            self._called.setdefault(text_of(event.get("sender")), shown.rpartition(" <@")[0] or shown)

    def _look_for_edit(self, event: dict[str, Any]) -> None:
        id, sender = id_of(event.get("event_id")), text_of(event.get("sender"))
        if id is not None:
            self._authors.setdefault(id, sender)
        target, new = _edit_of(event)
        if target is not None and new is not None and not _removed(event):
            self._edits.setdefault(f"{sender} {target}", []).append(_Edit(_time(event), id, new))
        bundled = table(table(event, "unsigned"), "m.relations")
        replaced = bare(bundled.get("m.replace"))
        if is_event(replaced) and id is not None and replaced.get("sender") == event.get("sender"):
            _, new = _edit_of(replaced)
            if new is not None:
                edit = _Edit(_time(replaced), id_of(replaced.get("event_id")), new)
                self._edits.setdefault(f"{sender} {id}", []).append(edit)

    # -- reading ------------------------------------------------------------------------------------------

    def _event(self, event: dict[str, Any], part: Part, id: str | None, room: str | None) -> Said:
        sender, type, content = text_of(event.get("sender")), event["type"], table(event, "content")
        where = text_of(event.get("room_id")) or room
        kind: Kind | None
        whose: str | None
        to = None
        if type == "m.room.member":
            kind, whose, text, to = self._member(event, content, sender)
        else:
            whose = self._shown(sender)
            kind, text, id = self._line(event, type, content, sender, id)
        server = kind in ("system", "join", "leave", "nick")
        return Said(
            kind, whose, text, part.start, part.end, at=at_millis(event.get("origin_server_ts")), to=to,
            room=self._name or self._rooms.get(where or "", where), id=id,
            trust="server" if server else "member",
        )  # fmt: skip

    def _line(
        self, event: dict[str, Any], type: str, content: Any, sender: str, id: str | None
    ) -> tuple[Kind, str, str | None]:
        if type in ("m.room.message", "m.room.encrypted", "m.sticker") and (removed := _removed(event)):
            return "system", self._by(removed, sender), id
        target, new = _edit_of(event)
        if target is not None:
            return self._edit(target, new, sender, id)
        if type == "m.room.encrypted" or content.get("msgtype") == "m.bad.encrypted":
            self._unreadable += 1
            return "system", UNREADABLE, id
        if type == "m.room.message" and content:
            kind, text = _message(content)
            if id is not None:
                self._said.setdefault(f"{sender} {id}", text)
                edits = self._edits.get(f"{sender} {id}")
                if edits:
                    kind, text = _message(max(edits, key=lambda edit: edit.time).content)
            return kind, text, id
        if type == "m.sticker":
            return "say", marked("sticker", content.get("body")), id
        if type == "m.room.topic":
            return "topic", text_of(content.get("topic")), id
        return "system", _other(type, content, event), id

    def _edit(self, target: str, new: Any, sender: str, id: str | None) -> tuple[Kind, str, str | None]:
        author = self._authors.get(target)
        if new is None:
            self._unreadable += 1
            return "system", f"[edit of an earlier message] {UNREADABLE}", id
        if author is None:  # what it amends is not in the file: its words are said here
            return (*_message(new), target)
        if author != sender:
            return "system", "[edit of somebody else's message: does not count]", id
        before = self._said.get(f"{sender} {target}", "")
        self._said[f"{sender} {target}"] = _message(new)[1]
        return "system", f"[edited an earlier message; it said: {before}]", id

    def _member(
        self, event: dict[str, Any], content: Any, sender: str
    ) -> tuple[Kind, str | None, str, str | None]:
        user, now = text_of(event.get("state_key")) or sender, content.get("membership")
        before, reason = _before(event), text_of(content.get("reason"))
        old = self._shown(user)
        if text_of(content.get("displayname")) or now == "join":
            self._called[user] = text_of(content.get("displayname"))
        who = self._shown(user)
        by = "" if user == sender else f" by {self._shown(sender)}"
        why = f": {reason}" if reason else ""
        if now == "join" and before.get("membership") != "join":
            return "join", who, f"{who} joined", None
        if now == "join" and old != who:
            return "nick", old, f"{old} is now {who}", who
        if now == "leave" and before.get("membership") in (None, "join"):
            return "leave", who, (f"{who} was removed{by}{why}" if by else f"{who} left{why}"), None
        if now == "ban":
            return "leave", who, f"{who} was banned{by}{why}", None
        words = {"invite": "was invited", "knock": "asks to be let in", "leave": "is not invited any more"}
        return "system", who, f"{who} {words.get(text_of(now), 'changed the profile')}{by}{why}", None

    def _shown(self, user: str) -> str | None:
        name = self._called.get(user)
        if name and name != user and _USER.fullmatch(name.strip()):
            return f"{name.strip()} ({user})"  # called like another's id
        return self._names.shown(name, user or None)

    def _by(self, removed: dict[str, Any], sender: str) -> str:
        by, reason = text_of(removed.get("sender")), text_of(table(removed, "content").get("reason"))
        text = REMOVED if by in ("", sender) else f"{REMOVED[:-1]} by {self._shown(by)}]"
        return f"{text} {reason}".strip()


def without_quote(body: str) -> str:
    """A reply's own words: old clients put a quotation of what is answered in front of them."""
    if not QUOTE.match(body):
        return body
    rows = body.split("\n")
    own = 0
    while own < len(rows) and rows[own].startswith(">"):
        own += 1
    if own < len(rows) and not rows[own].strip():
        own += 1
    return "\n".join(rows[own:])


def _message(content: Any) -> tuple[Kind, str]:
    type = text_of(content.get("msgtype"))
    body = text_of(content.get("body"))
    if type in _FILES:
        name = text_of(content.get("filename"))
        return "say", lines(body, marked(_FILES[type], name)) if name and name != body else marked(
            _FILES[type], body
        )
    relation = table(content, "m.relates_to")
    if "m.in_reply_to" in relation or "rel_type" not in relation:
        reply = (
            "m.in_reply_to" in relation or _REPLY.match(text_of(content.get("formatted_body"))) is not None
        )
        body = without_quote(body) if reply else body
    if not body.strip():
        body = plain(_REPLY.sub("", text_of(content.get("formatted_body")), count=1))
    return _KINDS.get(type, "say"), body.strip("\n")


def _edit_of(event: dict[str, Any]) -> tuple[str | None, Any]:
    """The message that this one amends, and what it says now (None where that cannot be read)."""
    content = table(event, "content")
    relation = table(content, "m.relates_to")
    target = text_of(relation.get("event_id")) if relation.get("rel_type") == "m.replace" else ""
    if not target or event["type"] not in ("m.room.message", "m.room.encrypted"):
        return None, None
    new = content.get("m.new_content")
    return target, new if isinstance(new, dict) and event["type"] == "m.room.message" else None


def _removed(event: dict[str, Any]) -> dict[str, Any] | None:
    """The event that took this one back, {} where only its words are missing, None where it stands."""
    for place in (event, table(event, "unsigned")):
        because = place.get("redacted_because")
        if isinstance(because, dict):
            return because or {"content": {}}
    content = event.get("content")
    return {"content": {}} if isinstance(content, dict) and not content else None


def _before(event: dict[str, Any]) -> Any:
    found = table(event, "prev_content")
    return found or table(table(event, "unsigned"), "prev_content")


def _time(event: dict[str, Any]) -> float:
    value = event.get("origin_server_ts")
    return float(value) if type(value) is int and abs(value) < 10**18 else 0.0


def _other(type: str, content: Any, event: dict[str, Any]) -> str:
    """What else happens in a room, in a few words."""
    if type == "m.room.redaction":
        reason = text_of(content.get("reason"))
        return f"[removed an earlier message{': ' + reason if reason else ''}]"
    if type == "m.reaction":
        return f"[reaction: {text_of(table(content, 'm.relates_to').get('key'))}]"
    if type == "m.room.name":
        return f"[room name: {text_of(content.get('name'))}]"
    return f"[{text_of(type)[:100]}]"
