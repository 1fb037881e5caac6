"""Messages in a web page whose tags name by their classes what is in them: cut out, with their parts by role.

For pages that chat programs write with classes on everything; which class is what is the format's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import unescape

from calledshot.transcript.formats.html_tags import VOID, Piece, attributes, classes, pieces, seen

HIDDEN = "hidden"
"""The role of what is no part of the message, whatever stands in it."""
_NEAR = 64
"""How far up a closing tag is looked for; pages are not nested deeper without purpose."""
_BREAK = Piece("open", "br", "", 0, 0)


class Record:
    """What one element holds: its `kind`, its tag's attributes, the pieces by role, the attributes of the
    first tag of each role, and whether it was closed before the page ended."""

    def __init__(self, kind: str, tag: Piece) -> None:
        self.kind = kind
        self.attributes = attributes(tag.raw)
        self.classes = classes(tag.raw)
        self.start, self.end = tag.start, tag.end
        self.parts: dict[str, list[Piece]] = {}
        self.tags: dict[str, dict[str, str]] = {}
        self.closed = False

    def text(self, role: str, *, lines: bool = False) -> str:
        """What a reader sees of a role; with `lines`, the page's own line ends are seen
        and every `div` is a line."""
        parts = self.parts.get(role, [])
        if lines:
            parts = [one for part in parts for one in _split(part)]
        return seen(parts).strip()

    def links(self, role: str) -> list[str]:
        """Where the links of a role lead."""
        found = [
            attributes(part.raw).get("href", "") for part in self.parts.get(role, []) if part.name == "a"
        ]
        return [link for link in found if link]


def _split(piece: Piece) -> Iterator[Piece]:
    if piece.kind != "text" or ("\n" not in piece.raw and "\r" not in piece.raw):
        yield _BREAK if piece.name == "div" else piece
        return
    for at, line in enumerate(piece.raw.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if at:
            yield _BREAK
        yield Piece("text", "", line, piece.start, piece.end)


def records(text: str, kinds: Mapping[str, str], roles: Mapping[str, str]) -> Iterator[Record]:
    """The elements with a class of `kinds` (class → kind), in order; one that begins inside another ends it.
    `roles`: class → role; what is inside has it too, until another class says otherwise (never in HIDDEN);
    a key "role/class" is for a class inside that role."""
    stack: list[tuple[str, str, Record | None]] = []
    open_record: Record | None = None
    for piece in pieces(text):
        if piece.kind == "open":
            tag_classes = classes(piece.raw)
            hidden = bool(stack) and stack[-1][1] == HIDDEN
            kind = None if hidden else next((kinds[one] for one in tag_classes if one in kinds), None)
            begun = None
            if kind is not None:
                if open_record is not None:
                    open_record.closed, open_record.end = True, max(open_record.end, piece.start)
                    yield open_record
                open_record = begun = Record(kind, piece)
            above = stack[-1][1] if stack and kind is None else ""
            role = HIDDEN if hidden else _role(tag_classes, above, roles)
            if role is not None and open_record is not None:
                open_record.tags.setdefault(role, attributes(piece.raw) | {"": " ".join(tag_classes)})
            if role is None:
                role = above
            if open_record is not None:
                open_record.parts.setdefault(role, []).append(_shown(piece))
            if piece.name not in VOID and not piece.raw.rstrip().endswith("/"):
                stack.append((piece.name, role, begun))
        elif piece.kind == "close":
            for at in range(len(stack) - 1, max(-1, len(stack) - 1 - _NEAR), -1):
                if stack[at][0] == piece.name:
                    ended = {id(one) for _, _, one in stack[at:] if one is not None}
                    del stack[at:]
                    if open_record is not None and id(open_record) in ended:
                        open_record.closed, open_record.end = True, piece.end
                        yield open_record
                        open_record = None
                    break
            if open_record is not None:
                open_record.parts.setdefault(stack[-1][1] if stack else "", []).append(piece)
        elif piece.kind == "text" and open_record is not None:
            role = stack[-1][1] if stack else ""
            open_record.parts.setdefault(role, []).append(piece)
            open_record.end = piece.end
    if open_record is not None:
        open_record.end = max(open_record.end, len(text.rstrip()))
        yield open_record


def _role(found: frozenset[str], above: str, roles: Mapping[str, str]) -> str | None:
    """The role that a tag's classes give it."""
    known = {role for one in found if (role := roles.get(f"{above}/{one}") or roles.get(one)) is not None}
    return HIDDEN if HIDDEN in known else min(known, default=None)


def _shown(piece: Piece) -> Piece:
    """A picture of a character as that character."""
    if piece.name == "img" and "emoji" in piece.raw.lower():
        alt = attributes(piece.raw).get("alt", "")
        if alt:
            return Piece("text", "", alt.replace("&", "&amp;"), piece.start, piece.end)
    return piece


def plain_attribute(value: str) -> str:
    """An attribute's words on one line."""
    return " ".join(unescape(value).split())
