"""Messages of Slack's export: who wrote them, and what their markup looked like.

Where they are found, in an archive or in the file of one day, is for `slack_zip` and `slack_json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Said,
    at_millis,
    items,
    lines,
    marked,
    table,
    text_of,
)

_SPOKEN: dict[str, Kind] = {
    "": "say", "me_message": "emote", "bot_message": "say", "file_share": "say", "file_comment": "say",
    "thread_broadcast": "say", "reply_broadcast": "say", "file_mention": "say",
}  # fmt: skip
_NOTED: dict[str, Kind] = {
    "channel_join": "join", "group_join": "join", "channel_leave": "leave", "group_leave": "leave",
    "channel_topic": "topic", "group_topic": "topic",
}  # fmt: skip
_CHANGES = frozenset({"message_changed", "message_deleted"})
_LINK = re.compile(r"<([^<>]{1,3000})>")
_DEPTH = 8
_TS = re.compile(r"(\d{9,11})(?:\.(\d{1,9}))?", re.ASCII)


def is_message(value: Any) -> bool:
    """Whether this is one of Slack's messages."""
    return isinstance(value, dict) and value.get("type") == "message" and bool(_TS.fullmatch(_stamp(value)))


def _stamp(value: dict[str, Any]) -> str:
    return text_of(value.get("ts"))


class People:
    """What Slack's users are called, by their ids, and which of them are bots. `edited`: how many of the
    messages read were changed later."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._called: dict[str, str] = {}
        self._bots: set[str] = set()
        self.edited = 0

    def add(self, users: Any) -> None:
        """The users of `users.json`."""
        for user in users if isinstance(users, list) else []:
            id = text_of(user.get("id")) if isinstance(user, dict) else ""
            if id:
                self._called[id] = _called(table(user, "profile"), user)
                self._names.shown(self._called[id], id)  # a bot that calls itself so comes second
                if user.get("is_bot") is True:
                    self._bots.add(id)

    def learn(self, messages: Iterable[Part]) -> None:
        """The names that messages have with them, of who is not among the users."""
        for part in messages:
            message = part.value if is_message(part.value) else {}
            name, user = _called(table(message, "user_profile"), {}), text_of(message.get("user"))
            if name and user:
                self._called.setdefault(user, name)

    def read(self, part: Part, room: str | None) -> Said | Part:
        """A message, as an event; the part itself where it is none."""
        message = part.value
        if not is_message(message):
            return part
        self.edited += isinstance(message.get("edited"), dict)
        subtype = text_of(message.get("subtype"))
        if subtype in _CHANGES:
            before = table(message, "previous_message")
            speaker, trust = self._who(dict(table(message, "message") or before))
            text = self._words(dict(before))
            text = f"[{'edited' if subtype == 'message_changed' else 'removed'} an earlier message" + (
                f"; it said: {text}]" if text else "]"
            )
        else:
            speaker, trust = self._who(message)
            text = self._words(message)
        kind = _SPOKEN.get(subtype)
        if kind is not None:
            text = lines(text, *self._extras(message))
        else:
            kind, trust = _NOTED.get(subtype, "system"), "server"
            if kind == "topic":
                text, trust = self._seen(text_of(message.get("topic"))) or text, "member"
        ts = _TS.fullmatch(_stamp(message))
        assert ts is not None
        at = at_millis(int(ts[1]) * 1000 + int(f"{ts[2] or ''}000"[:3]))
        return Said(
            kind, speaker, text, part.start, part.end, at=at, room=room, trust=trust, id=_stamp(message)
        )

    def _who(self, message: dict[str, Any]) -> tuple[str | None, Trust]:
        user, bot = text_of(message.get("user")), text_of(message.get("bot_id"))
        if not user:
            user = text_of(table(message, "comment").get("user"))
        if message.get("subtype") != "bot_add" and (bot or message.get("subtype") == "bot_message"):
            name = text_of(message.get("username")) or text_of(table(message, "bot_profile").get("name"))
            name = name or self._called.get(user, "")
            known = self._called.get(user) == name  # one of the workspace's users, by another id
            return self._names.shown(name, (user if known else bot) or user or None), "bot"
        if user == "USLACKBOT":
            return self._called.get(user) or "Slackbot", "bot"
        return self._name(user, table(message, "user_profile")), "bot" if user in self._bots else "member"

    def called(self, user: str) -> str | None:
        """What somebody is called."""
        return self._name(user)

    def _name(self, user: str, profile: Any = None) -> str | None:
        name = self._called.get(user) or (_called(profile, {}) if profile else "")
        return self._names.shown(name, user or None)

    def _words(self, message: dict[str, Any]) -> str:
        """What was said; where it stands in blocks alone, what is in them."""
        text = self._seen(text_of(message.get("text")))
        return text if text.strip() else lines(*self._blocks(items(message, "blocks"), 0)).strip()

    def _blocks(self, blocks: list[Any], depth: int) -> list[str]:
        """The lines of Slack's blocks."""
        found: list[str] = []
        for block in blocks:
            if not isinstance(block, dict) or depth > _DEPTH:
                continue
            type = text_of(block.get("type"))
            inner = items(block, "elements")
            if type in ("rich_text_section", "rich_text_quote", "rich_text_preformatted"):
                found.append("".join(map(self._piece, inner)))
            elif inner:
                found += self._blocks(inner, depth + 1)
            text = block.get("text")
            shown = text_of(text.get("text")) if isinstance(text, dict) else text_of(text)
            found.append(self._seen(shown))
            for field in items(block, "fields"):
                found.append(self._seen(text_of(field.get("text")) if isinstance(field, dict) else ""))
        return found

    def _piece(self, piece: Any) -> str:
        if not isinstance(piece, dict):
            return ""
        type = text_of(piece.get("type"))
        if type == "user":
            user = text_of(piece.get("user_id"))
            return f"@{self._name(user) or user}"
        if type == "emoji":
            return f":{text_of(piece.get('name'))}:"
        if type == "broadcast":
            return f"@{text_of(piece.get('range'))}"
        return text_of(piece.get("text")) or text_of(piece.get("url"))

    def _seen(self, text: str) -> str:
        """The text as Slack shows it: names for ids, labels for links, characters for entities."""
        text = _LINK.sub(self._link, text) if "<" in text else text
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")

    def _link(self, match: re.Match[str]) -> str:
        target, _, label = match[1].partition("|")
        if target.startswith("@"):
            return f"@{label or self._name(target[1:]) or target[1:]}"
        if target.startswith("#"):
            return f"#{label or target[1:]}"
        if target.startswith("!"):
            return label or "@" + target[1:].partition("^")[0]
        return label or target

    def _extras(self, message: dict[str, Any]) -> list[str]:
        found = []
        for one in items(message, "attachments"):
            if isinstance(one, dict):
                author = text_of(one.get("author_name"))
                shared = one.get("is_share") is True or one.get("is_msg_unfurl") is True
                shown: list[Any] = [f"[forwarded from {author}]"] if shared and author else []
                shown += [one.get(key) for key in ("pretext", "title", "text")]
                for field in items(one, "fields"):
                    if isinstance(field, dict):
                        shown += [field.get("title"), field.get("value")]
                text = lines(*(text_of(part) for part in shown)) or text_of(one.get("fallback"))
                found.append(self._seen(text))
        files = [*items(message, "files"), *([message["file"]] if message.get("file") else [])]
        if message.get("subtype") != "file_comment":
            found += [marked("file", one.get("name")) for one in files if isinstance(one, dict)]
        return found


def _called(profile: Any, user: dict[str, Any]) -> str:
    return (
        text_of(profile.get("display_name"))
        or text_of(profile.get("real_name"))
        or text_of(user.get("real_name"))
        or text_of(user.get("name"))
    )
