"""One's own messages in a channel of Discord, as its package of one's data has them: JSON or, once, a table.

Nobody else's words are in it: with the others' logs of the same fight it says what they lack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Part,
    Parts,
    Said,
    at_iso,
    beginning,
    events,
    id_of,
    lines,
    oldest_first,
    text_of,
)

HEADING = 20_000
"""Characters among which the heading stands, maybe below a remark."""
_JSON = re.compile(r'\[\s*+\{\s*+"ID"\s*+:\s*+"?\d{1,25}"?\s*+,\s*+"Timestamp"\s*+:\s*+"')
_TABLE = re.compile(r"^\ufeff?ID,Timestamp,Contents,Attachments[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE)
_FIELD = re.compile(r'"((?:[^"]++|"")*+)"|([^",\r\n]*+)')
_END = re.compile(r"\r\n|\n|\r|\Z")
_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r|\Z)")


def sniff(head: Head) -> float:
    """The names of the columns, or of a message's parts."""
    if _TABLE.match(head.start[:80].decode("utf-8", "replace")) is not None:
        return 0.99
    return 0.99 if _JSON.match(beginning(head)) is not None else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, oldest first; all are the owner's."""
    ctx.note("the messages of the package's owner alone are in it: --me NAME says who that is")
    damage: int | None = None
    if _TABLE.search(document.text, 0, HEADING) is not None:
        found = list(_rows(document.text))
    else:
        parts = Parts(document.text, [()])
        found = [part for part in parts if part.element]
        damage = parts.damage
    return events([_said(part, ctx) for part in oldest_first(found, _time)], document, ctx, damage)


def _time(part: Part) -> Any:
    return part.value.get("Timestamp") if isinstance(part.value, dict) else None


def _rows(text: str) -> Iterator[Part]:
    """The rows below the heading, and the lines that are none."""
    heading = _TABLE.search(text, 0, HEADING)
    place = heading.end() if heading is not None else 0
    while place < len(text):
        start, fields = place, []
        while True:
            field = _FIELD.match(text, place)
            assert field is not None  # the second form fits anything
            fields.append(field[1].replace('""', '"') if field[1] is not None else field[2])
            place = field.end()
            if text[place : place + 1] != ",":
                break
            place += 1
        end = _END.match(text, place)
        if end is not None and len(fields) == 4:
            value = dict(zip(("ID", "Timestamp", "Contents", "Attachments"), fields, strict=True))
            yield Part((), value, start, place, True)
            place = end.end()
            continue
        rest = _LINE.match(text, start)
        assert rest is not None
        place = rest.end()
        if not text[start:place].isspace():
            yield Part((), None, start, place, False)


def _said(part: Part, ctx: Context) -> Said | Part:
    message = part.value
    if not isinstance(message, dict) or not message.get("Timestamp"):
        return part
    files = [
        f"[file: {file.rpartition('/')[2].partition('?')[0]}]"
        for file in text_of(message.get("Attachments")).split()
    ]
    words = text_of(message.get("Contents")).replace("\r\n", "\n").replace("\r", "\n")
    when = text_of(message.get("Timestamp")).strip()
    at = at_iso(when.replace(" ", "T", 1))
    if at is not None and len(at) <= 19:
        at += "+00:00"
    return Said(
        "say", ctx.me or "You", lines(words, *files), part.start, part.end, at=at,
        id=id_of(message.get("ID")), trust="member",
    )  # fmt: skip


FORMAT = Format(
    name="discord-package",
    title="Discord (one's own messages, from the package of one's data)",
    evidence="description",
    extensions=(".json", ".csv"),
    sniff=sniff,
    whole=whole,
)
