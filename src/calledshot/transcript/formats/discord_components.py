"""Channels of Discord as ticket bots save them: web pages of `discord-message` tags (discord-html-transcripts
and pages made after it).

A page does not tell bots and webhooks apart, so only an author it calls verified is a bot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.discord_text import When, name_of
from calledshot.transcript.formats.html_tags import VOID, Piece, attributes, pieces, seen
from calledshot.transcript.formats.json_text import Names, Part, Said, events, lines
from calledshot.transcript.formats.one_piece import all_unread

_MESSAGES = frozenset({"discord-message", "discord-system-message"})
_HIDDEN = frozenset(
    ["discord-reply", "discord-command", "discord-reactions", "discord-thread", "discord-action-row",
     "discord-button", "discord-select-menu", "discord-author-info"]
)  # fmt: skip
_HIDDEN_CLASS = re.compile(
    r"class=\"(?:[^\"]{0,80} )?discord-"
    r"(?:author-(?:avatar|info)|message-(?:timestamp|edited)|replied-message)\b"
)
_BREAK = Piece("open", "br", "", 0, 0)
_BREAKS = frozenset(
    ["discord-quote", "discord-header", "discord-list-item", "discord-embed", "discord-embed-footer",
     "discord-embed-description", "discord-embed-field", "discord-embed-fields", "discord-attachments"]
)  # fmt: skip
_CODE = frozenset({"discord-code-block", "discord-code"})
_SIGNS = {"user": "@", "role": "@", "channel": "#", "thread": "#", "voice": "#", "forum": "#", "slash": "/"}
_START = re.compile(r"\s{0,40}<(?:!doctype|html|head|body|div|discord-messages)\b", re.IGNORECASE)
_PROFILES = re.compile(r"\$discordMessage\s{0,9}=\s{0,9}\{\s{0,9}\"?profiles\"?\s{0,9}:\s{0,9}(?=\{)")
_MOVED: dict[str, Kind] = {"join": "join", "leave": "leave"}


def sniff(head: Head) -> float:
    """A page that begins as one does, with such tags or what draws them."""
    start = head.start.decode("utf-8", "replace").removeprefix("\ufeff")
    if _START.match(start) is None:
        return 0.0
    marks = ("<discord-messages", "<discord-message ", "$discordMessage", "discord-components-core")
    return 0.98 if any(mark in start for mark in marks) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message."""
    found = list(_messages(document.text))
    if not found:
        return all_unread(document, ctx)
    return events(list(_Page(document.text, found, ctx).read()), document, ctx, None)


class _Message:
    """A message's tag and the pieces in it, without what is no word of it."""

    def __init__(self, tag: Piece) -> None:
        self.tag = tag
        self.attributes = attributes(tag.raw)
        self.pieces: list[Piece] = []
        self.files: list[str] = []
        self.author = ""
        self.end = tag.end
        self.closed = False


def _messages(text: str) -> Iterator[_Message]:
    """The messages in order; one that begins in another ends it."""
    now: _Message | None = None
    hidden: list[str] = []
    for piece in pieces(text):
        if piece.kind == "open" and piece.name in _MESSAGES:
            if now is not None:
                now.closed = True
                yield now
            now, hidden = _Message(piece), []
            continue
        if now is None:
            continue
        now.end = piece.end
        if piece.kind == "close" and piece.name == now.tag.name:
            now.closed = True
            yield now
            now, hidden = None, []
        elif hidden:
            _pass(piece, hidden, now)
        elif piece.kind == "open" and (piece.name in _HIDDEN or _HIDDEN_CLASS.search(piece.raw) is not None):
            if piece.name not in VOID:
                hidden.append(piece.name)
        else:
            _take(piece, now)
    if now is not None:
        now.end = max(now.tag.end, len(text.rstrip()))
        yield now


def _pass(piece: Piece, hidden: list[str], now: _Message) -> None:
    """What is hidden, until its tag closes; the author's name may be there."""
    if piece.kind == "open" and piece.name not in VOID and not piece.raw.rstrip().endswith("/"):
        hidden.append(piece.name)
        if "discord-author-username" in piece.raw and not now.author:
            hidden[-1] = f"{piece.name} name"
    elif piece.kind == "close":
        names = [one.partition(" ")[0] for one in hidden[-20:]]
        if piece.name in names:
            at = len(names) - 1 - names[::-1].index(piece.name)
            del hidden[len(hidden) - len(names) + at :]
    elif piece.kind == "text" and hidden[-1].endswith(" name"):
        now.author = now.author or seen([piece])


def _take(piece: Piece, now: _Message) -> None:
    if piece.kind == "hidden":
        return
    if piece.kind == "text":  # a line end with blanks after it is the page's, another the message's
        for at, line in enumerate(re.split(r"\r?\n(?=\S)", piece.raw)):
            now.pieces += [_BREAK] if at else []
            now.pieces.append(piece._replace(raw=line))
        return
    if piece.name in _BREAKS or piece.name in _CODE:
        now.pieces.append(_BREAK)
    if piece.kind == "close":
        now.pieces.append(piece)
        return
    tag = attributes(piece.raw) if piece.name.startswith("discord-") else {}
    if piece.name == "discord-attachment":
        name = tag.get("alt") or tag.get("url", "").partition("?")[0].rpartition("/")[2]
        now.files.append(f"[file: {name}]" if name else "[file]")
    elif piece.name == "discord-custom-emoji":
        name = tag.get("name", "").strip(":")
        now.pieces.append(_words(f":{name}:" if name else ""))
    elif piece.name == "discord-mention":
        now.pieces.append(_words(_SIGNS.get(tag.get("type", "user"), "")))
    elif piece.name in _CODE:
        for line in tag.get("code", "").split("\n"):
            now.pieces += [_words(line), _BREAK]
    elif piece.name == "discord-embed":
        for key in ("author-name", "embed-title", "description"):
            now.pieces += [_words(tag.get(key) or tag.get(key.replace("-", ""), "")), _BREAK]
    elif piece.name == "discord-embed-field":
        now.pieces += [_words(tag.get("field-title") or tag.get("fieldtitle", "")), _BREAK]
    else:
        now.pieces.append(piece)


def _words(text: str) -> Piece:
    return Piece("text", "", text.replace("&", "&amp;").replace("<", "&lt;"), 0, 0)


class _Page:
    """The messages, and who the page says their authors are."""

    def __init__(self, text: str, found: list[_Message], ctx: Context) -> None:
        self._found = found
        self._when = When((one.attributes.get("timestamp", "") for one in found), ctx)
        self._names = Names(ctx)
        self._profiles = _profiles(text, found[0].tag.start)
        header = re.search(r"<discord-header\b([^<>]{0,2000})>", text)
        self._room = attributes(header[1]).get("channel") if header is not None else None

    def read(self) -> Iterator[Said | Part]:
        for one in self._found:
            if not one.closed:
                yield Part((), None, one.tag.start, one.end, False)
                continue
            id = one.attributes.get("id", "").rpartition("-")[2] or None
            said = Said(
                "say", None, seen(one.pieces), one.tag.start, one.end, room=self._room or None, id=id,
                at=self._when.read(one.attributes.get("timestamp", "")),
            )  # fmt: skip
            yield self._note(one, said) if one.tag.name == "discord-system-message" else self._said(one, said)

    def _said(self, one: _Message, said: Said) -> Said:
        number = one.attributes.get("profile")
        profile = self._profiles.get(number or "")
        profile = profile if isinstance(profile, dict) else {}
        name = profile.get("author")
        name = name if isinstance(name, str) else one.attributes.get("author") or one.author or number or ""
        tag = one.attributes
        bot = profile.get("bot") is True or tag.get("bot", "false") != "false" or tag.get(":bot") == "true"
        real = profile.get("verified") is True or tag.get("verified", "false") != "false"
        trust: Trust = ("bot" if real else "unknown") if bot else "member"
        text = lines(said.text, *one.files)
        return said._replace(speaker=name_of(name, self._names, number), text=text, trust=trust)

    def _note(self, one: _Message, said: Said) -> Said:
        named = next(
            (at for at, part in enumerate(one.pieces[:-1]) if part.kind == "open" and part.name == "i"), None
        )
        who = seen([one.pieces[named + 1]]) if named is not None else ""
        text = " ".join(said.text.split())
        kind: Kind = _MOVED.get(one.attributes.get("type", ""), "system") if who else "system"
        return said._replace(kind=kind, speaker=as_member(who) if who else None, text=text, trust="server")


def _profiles(text: str, end: int) -> dict[str, Any]:
    """The authors by their numbers, as the page's script before the messages has them."""
    found = _PROFILES.search(text, 0, end)
    if found is None:
        return {}
    try:
        value = json.JSONDecoder().raw_decode(text, found.end())[0]
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


FORMAT = Format(
    name="discord-components",
    title="Discord (ticket bots' web page)",
    evidence="writer's source",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
