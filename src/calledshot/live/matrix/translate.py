"""What a raw Matrix event means to a fight: an `Incoming`, or nothing.

Pure: the event as the server's JSON has it (decrypted, where it was encrypted) and where it was said. Display
names, formatting and everything that is not a line of a room (pictures, polls, reactions) are left out.
Events come from strangers: whatever is in them, of whatever type, nothing here raises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from calledshot.live.matrix.html import text_of
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event, Kind

TEXT_LIMIT = 65_536
"""Characters of one message: more than the protocol's own limit on an event (64 KiB) lets through."""

ID_LIMIT = 255
"""Characters of an event's or a user's id, by the specification."""

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")  # what no database and no terminal takes
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MILLISECOND = 253_402_300_799_999  # the end of the year 9999

_KINDS: Mapping[str, Kind] = {
    "m.text": "say",
    "m.emote": "emote",
    "m.notice": "notice",
    "m.server_notice": "notice",
}


class Place(Struct, frozen=True):
    """Where an event was said: `room` is what the room is called here, `bot` our own user id, and `direct`
    whether the room is a private chat of ours with one person."""

    room: str
    bot: str
    direct: bool = False


def translate(raw: object, place: Place) -> Incoming | None:
    """What an event says. None where it is no line, no change of one, and nobody's coming or going."""
    if not isinstance(raw, dict):
        return None
    kind, id, sender = raw.get("type"), event_id(raw.get("event_id")), user_id(raw.get("sender"))
    if id is None or sender is None or not isinstance(kind, str):
        return None
    if kind in ("m.room.message", "m.room.encrypted"):
        taken_back = _taken_back(raw, id, sender, place)
        if taken_back is not None:
            return taken_back
        if kind == "m.room.encrypted":
            return _unreadable(raw, id, sender, place)
        return _message(raw, id, sender, place)
    if kind == "m.room.redaction":
        return _redaction(raw, id, sender, place)
    if kind == "m.room.member" and not place.direct:
        return _member(raw, id, sender, place)
    if kind == "m.room.topic" and not place.direct and raw.get("state_key") == "":
        topic = clean(table(raw, "content").get("topic"))
        return None if topic is None else _incoming(raw, place, "topic", id, sender, topic)
    return None


# -- messages ---------------------------------------------------------------------------------------------


def _message(raw: dict[str, Any], id: str, sender: str, place: Place) -> Incoming | None:
    content = table(raw, "content")
    relation = table(content, "m.relates_to")
    if relation.get("rel_type") == "m.replace":
        about = event_id(relation.get("event_id"))
        new = content.get("m.new_content")
        if about is None or about == id or not isinstance(new, dict):
            return None  # its body is what an old client would show ("* …"), never a line of its own
        message = _line(raw, new, id, sender, place, reply=True)
        return None if message is None else replace(message, what="edit", about=about)
    return _line(raw, content, id, sender, place, reply="m.in_reply_to" in relation)


def _line(
    raw: dict[str, Any], content: dict[str, Any], id: str, sender: str, place: Place, *, reply: bool
) -> Incoming | None:
    type = content.get("msgtype")
    kind = _KINDS.get(type) if isinstance(type, str) else None
    if kind is None:
        return None
    body, formatted = clean(content.get("body")), clean(content.get("formatted_body"))
    if body is not None and reply:
        body = without_quote(body)
    if (body is None or not body.strip()) and formatted is not None:
        body = text_of(formatted)
    if body is None or not body.strip():
        return None
    return _incoming(raw, place, kind, id, sender, one_line(body))


def without_quote(body: str) -> str:
    """A reply's own words: old clients put a quotation of what is answered in front of them. It begins with
    the one who is quoted (`> <@user:server> …`); anything else that looks like it was typed."""
    lines = body.split("\n")
    if not re.match(r"> (?:\* )?<@[^<>\s]{1,255}>", lines[0]):
        return body
    own = 0
    while own < len(lines) and lines[own].startswith(">"):
        own += 1
    if own < len(lines) and not lines[own].strip():
        own += 1
    return "\n".join(lines[own:])


def one_line(body: str) -> str:
    """A message as one line, as every other service gives it: where somebody's text box broke his
    declaration, it goes on."""
    return " ".join(line for part in body.splitlines() if (line := part.strip()))


def _unreadable(raw: dict[str, Any], id: str, sender: str, place: Place) -> Incoming | None:
    """A message that has not been decrypted. What it amends stands outside of what is encrypted."""
    relation = table(table(raw, "content"), "m.relates_to")
    about = event_id(relation.get("event_id")) if relation.get("rel_type") == "m.replace" else None
    message = _incoming(raw, place, "say", id, sender, "")
    return replace(message, what="unreadable", about=about)


# -- what was taken back ----------------------------------------------------------------------------------


def _redaction(raw: dict[str, Any], id: str, sender: str, place: Place) -> Incoming | None:
    """The id of what is taken back is beside the content in old room versions, in it from version 11 on."""
    about = event_id(table(raw, "content").get("redacts")) or event_id(raw.get("redacts"))
    if about is None:
        return None
    return replace(_incoming(raw, place, "say", id, sender, ""), what="deletion", about=about)


def _taken_back(raw: dict[str, Any], id: str, sender: str, place: Place) -> Incoming | None:
    """A message found empty in the history, since it was taken back before we read it. None where it was
    not. It is told with the redaction's own id, by which the redaction itself is known again."""
    unsigned = table(raw, "unsigned")
    because = unsigned.get("redacted_because")
    if isinstance(because, dict):
        by = event_id(because.get("event_id"))
        who = user_id(because.get("sender")) or sender
        told = because if isinstance(because.get("origin_server_ts"), int) else raw
        return replace(_incoming(told, place, "say", by or id, who, ""), what="deletion", about=id)
    by = event_id(unsigned.get("redacted_by"))
    if by is not None:
        return replace(_incoming(raw, place, "say", by, sender, ""), what="deletion", about=id)
    return None


# -- people -----------------------------------------------------------------------------------------------


def _member(raw: dict[str, Any], id: str, sender: str, place: Place) -> Incoming | None:
    """Somebody came or went. A new display name or picture is a membership event too, and is neither."""
    who = user_id(raw.get("state_key"))
    now, before = membership(raw)
    if who is None:
        return None
    if now == "join" and before != "join":
        return _incoming(raw, place, "join", id, who, "")
    if now in ("leave", "ban") and before in ("join", None):
        reason = clean(table(raw, "content").get("reason")) or ""
        if sender != who:
            reason = f"removed by {sender}" + (f": {reason}" if reason else "")
        return _incoming(raw, place, "leave", id, who, reason)
    return None


def membership(raw: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """What a membership event says somebody is now, and what he was (None: it does not say)."""
    now, before = table(raw, "content").get("membership"), prior(raw).get("membership")
    return (now if isinstance(now, str) else None), (before if isinstance(before, str) else None)


def prior(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The content of the state event that this one replaced, where the server tells."""
    return table(table(raw, "unsigned"), "prev_content") or table(raw, "prev_content")


# -- what every event has ---------------------------------------------------------------------------------


def _incoming(raw: Mapping[str, Any], place: Place, kind: Kind, id: str, who: str, text: str) -> Incoming:
    room: str | None = place.room
    to = None
    if place.direct:
        room, to = None, place.bot
        if kind in ("say", "emote"):
            kind = "whisper"
    event = Event(
        kind=kind, speaker=who, to=to, room=room, text=text, id=id, at=moment(raw.get("origin_server_ts"))
    )
    own = who == place.bot
    return Incoming(event=event, account=f"matrix:{who}", own=own, bot=own)


def moment(milliseconds: object) -> str | None:
    """A server's time as ISO 8601. None where it is none."""
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int):
        return None
    if not 0 <= milliseconds <= _LAST_MILLISECOND:
        return None
    return (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds")


def clean(text: object) -> str | None:
    """A string that everything else may handle; None where it is no string."""
    if not isinstance(text, str):
        return None
    return _NO_TEXT.sub("\ufffd", text[:TEXT_LIMIT])


def table(holder: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table within a table; empty where something else is there."""
    found = holder.get(key)
    return found if isinstance(found, dict) else {}


def event_id(value: object) -> str | None:
    return value if _is_id(value, "$") else None  # type: ignore[return-value]  # then it is a string


def user_id(value: object) -> str | None:
    """A user's id, `@name:server`. None where it is none."""
    return value if _is_id(value, "@") and ":" in str(value) else None  # type: ignore[return-value]


def room_id(value: object) -> str | None:
    return value if _is_id(value, "!") else None  # type: ignore[return-value]


def _is_id(value: object, sigil: str) -> bool:
    if not isinstance(value, str) or not 1 < len(value) <= ID_LIMIT or value[0] != sigil:
        return False
    return value.isprintable() and " " not in value
