"""Skype's own export (messages.json): the conversations of one account, each with its messages, the newest
first, in Skype's markup.

Who wrote is told by account and, for others, by the name that was shown; the owner's is his account.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Path,
    Said,
    at_iso,
    beginning,
    events,
    id_of,
    note_edited,
    oldest_first,
    table,
    text_of,
)
from calledshot.transcript.markup import plain

_ARRAYS: list[Path] = [("conversations", "*", "MessageList")]
_START = re.compile(r'\{\s*+"userId"\s*+:\s*+"[^"]{1,200}"\s*+,\s*+"exportDate"')
_QUOTE = re.compile(r"<quote\b[^<>]{0,2000}>.*?(?:</quote>|\Z)", re.DOTALL | re.IGNORECASE)
_EDIT = re.compile(r"<e_m\b[^<>]{0,400}(?:/>|>\s*</e_m>)", re.IGNORECASE)
_TAG = re.compile(r"<[/A-Za-z][^<>]*>")
_TARGET = re.compile(r"<target>(?:\d{1,3}:)?([^<>]{1,200})</target>")
_VALUE = re.compile(r"<value>([^<>]{1,400})</value>")
_MOVED: dict[str, Kind] = {"AddMember": "join", "DeleteMember": "leave", "TopicUpdate": "topic"}


def sniff(head: Head) -> float:
    """The account and the day of the export first."""
    return 0.98 if _START.match(beginning(head)) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, conversation after conversation."""
    parts = Parts(document.text, _ARRAYS)
    groups: dict[Path, list[Part]] = {}
    called: dict[Path, str] = {}
    for part in parts:
        if part.element:
            groups.setdefault(part.path[:2], []).append(part)
        elif part.path[-1:] == ("displayName",):
            called[part.path[:2]] = text_of(part.value)
    names = Names(ctx)
    said: list[Said | Part] = []
    edited = 0
    for path, group in groups.items():
        shown = called.get(path, "")
        for part in oldest_first(group, _time):
            one = _said(part, shown, names)
            said.append(one)
            content = text_of(part.value.get("content")) if isinstance(part.value, dict) else ""
            edited += _EDIT.search(content) is not None
    note_edited(ctx, edited)
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> Any:
    return part.value.get("originalarrivaltime") if isinstance(part.value, dict) else None


def _account(value: str) -> str:
    """ "8:live:ann" → "live:ann": what stands before the first colon is a kind of network."""
    kind, colon, rest = value.partition(":")
    return rest if colon and kind.isdigit() and rest else value


def _said(part: Part, conversation: str, names: Names) -> Said | Part:
    message = part.value
    if not isinstance(message, dict) or "messagetype" not in message:
        return part
    content, what = text_of(message.get("content")), text_of(message.get("messagetype"))
    account = _account(text_of(message.get("from")))
    who = names.shown(text_of(message.get("displayName")) or account, account or None)
    group = text_of(message.get("conversationid")).startswith("19:")
    kind: Kind = "say"
    if what.startswith(("ThreadActivity", "Event")):
        kind = _MOVED.get(what.partition("/")[2], "system")
        target, value = _TARGET.search(content), _VALUE.search(content)
        text = plain(content) or f"[{what}]"
        if kind == "topic":
            text = plain(value[1]) if value is not None else text
        elif kind != "system":
            who = names.shown(target[1], target[1]) if target is not None else who
            text = f"{who} {'joined' if kind == 'join' else 'left'}"
        else:
            who = None
    else:
        text = _words(content) if what.startswith("RichText") else content
        offset = message.get("skypeemoteoffset")
        if isinstance(offset, int | str) and str(offset).isdecimal() and int(offset) <= len(text):
            kind, text = "emote", text[int(offset) :]
    if table(message, "properties").get("deletetime") and not text:
        text = "[deleted]"
    text = text.strip(" \t\xa0\n")
    return Said(
        kind, who, text, part.start, part.end, at=at_iso(message.get("originalarrivaltime")),
        room=conversation or None if group else None, id=id_of(message.get("id")),
        trust="member" if kind in ("say", "emote") else "server",
    )  # fmt: skip


def _words(content: str) -> str:
    """What was to be seen of Skype's markup, whose blanks and line ends are shown."""
    from html import unescape

    return unescape(_TAG.sub("", _QUOTE.sub("", _EDIT.sub("", content)))).replace("\r\n", "\n")


FORMAT = Format(
    name="skype-json",
    title="Skype (JSON)",
    evidence="description",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
