"""Channels of Discord as DiscordChatExporter saves them as a table (CSV), a message maybe many lines long."""

from __future__ import annotations

import re
from collections.abc import Iterator

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.discord_text import When, name_of
from calledshot.transcript.formats.json_text import Names, Part, Said, events, lines

HEADING = "AuthorID,Author,Date,Content,Attachments,Reactions"
_FIELD = re.compile(r'"((?:[^"]++|"")*+)"|([^",\r\n]*+)')
_ROW_END = re.compile(r"\r\n|\n|\r|\Z")
_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r|\Z)")


def sniff(head: Head) -> float:
    """The heading of the table."""
    start = head.start.removeprefix(b"\xef\xbb\xbf")[:100].replace(b'"', b"")
    return 0.99 if start.startswith(HEADING[:32].encode()) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a row."""
    rows = list(_rows(document.text))
    when = When((row.value[2] for row in rows if row.element), ctx)
    names = Names(ctx)
    said = [_said(row, when, names) if row.element else row for row in rows]
    return events(said, document, ctx, None)


def _rows(text: str) -> Iterator[Part]:
    """The rows below the heading, and the lines that are none."""
    place = 0
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
        end = _ROW_END.match(text, place)
        if end is not None and len(fields) == 6:
            if place > start and fields != HEADING.split(","):
                yield Part((), fields, start, place, True)
            place = end.end()
            continue
        whole = text.startswith('"', place) and text.find('"', place + 1) < 0  # a field that never ends
        rest = _LINE.match(text, start)
        assert rest is not None
        place = len(text) if whole else rest.end()
        if not text[start:place].isspace():
            yield Part((), None, start, len(text[:place].rstrip()) if whole else place, False)


def _said(row: Part, when: When, names: Names) -> Said:
    id, author, moment, content, files, _ = row.value
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    shown = [f"[file: {file.rpartition('/')[2].partition('?')[0]}]" for file in files.split(",") if file]
    return Said(
        "say", name_of(author, names, id or None), lines(content, *shown), row.start, row.end,
        at=when.read(moment),
    )  # fmt: skip


FORMAT = Format(
    name="discord-csv",
    title="Discord (DiscordChatExporter CSV)",
    evidence="writer's source",
    extensions=(".csv",),
    sniff=sniff,
    whole=whole,
)
