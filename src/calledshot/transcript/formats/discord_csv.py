"""Channels of Discord as DiscordChatExporter saves them as a table (CSV), a message maybe many lines long."""

from __future__ import annotations

import re
from collections.abc import Iterator

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.discord_text import When, name_of
from calledshot.transcript.formats.json_text import Names, Part, Said, events, lines

_HEADING = re.compile(
    r'^\ufeff?"?(?:AuthorID"?[,;]"?)?Author"?[,;]"?Date"?[,;]"?Content"?[,;]"?Attachments"?'
    r'(?:[,;]"?Reactions"?)?;?[ \t]*(?=[\r\n]|\Z)',
    re.MULTILINE,
)
"""The newest versions write all columns; the oldest no numbers of authors, no reactions, and semicolons."""
_FIELDS = {part: re.compile(rf'"((?:[^"]++|"")*+)"|([^"{part}\r\n]*+)') for part in ",;"}
_ROW_END = re.compile(r"\r\n|\n|\r|\Z")
_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r|\Z)")


def sniff(head: Head) -> float:
    """The heading of the table."""
    start = head.start[:120].decode("utf-8", "replace")
    return 0.99 if _HEADING.match(start) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a row."""
    heading = _HEADING.search(document.text, 0, 20_000)  # maybe below a remark
    words = heading[0] if heading is not None else "AuthorID,Author,Date,Content,Attachments,Reactions"
    part = ";" if ";" in words else ","
    columns = [word.strip('\ufeff" \t') for word in words.rstrip("; \t").split(part)]
    rows = list(_rows(document.text, part, columns))
    when = When((row.value["Date"] for row in rows if row.element), ctx)
    names = Names(ctx)
    said = [_said(row, when, names) if row.element else row for row in rows]
    return events(said, document, ctx, None)


def _rows(text: str, part: str, columns: list[str]) -> Iterator[Part]:
    """The rows below the heading, and the lines that are none."""
    place = 0
    while place < len(text):
        start, fields = place, []
        while True:
            field = _FIELDS[part].match(text, place)
            assert field is not None  # the second form fits anything
            fields.append(field[1].replace('""', '"') if field[1] is not None else field[2])
            place = field.end()
            if text[place : place + 1] != part:
                break
            place += 1
        end = _ROW_END.match(text, place)
        if len(fields) == len(columns) + 1 and not fields[-1]:  # old rows end with a semicolon
            fields.pop()
        if end is not None and len(fields) == len(columns):
            if place > start and [field.lstrip("\ufeff") for field in fields] != columns:
                yield Part((), dict(zip(columns, fields, strict=True)), start, place, True)
            place = end.end()
            continue
        whole = text.startswith('"', place) and text.find('"', place + 1) < 0  # a field that never ends
        rest = _LINE.match(text, start)
        assert rest is not None
        place = len(text) if whole else rest.end()
        if not text[start:place].isspace():
            yield Part((), None, start, len(text[:place].rstrip()) if whole else place, False)


def _said(row: Part, when: When, names: Names) -> Said:
    content = row.value["Content"]
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    shown = [
        f"[file: {file.rpartition('/')[2].partition('?')[0]}]"
        for file in row.value["Attachments"].split(",")
        if file
    ]
    return Said(
        "say", name_of(row.value["Author"], names, row.value.get("AuthorID") or None),
        lines(content, *shown), row.start, row.end, at=when.read(row.value["Date"]),
    )  # fmt: skip


FORMAT = Format(
    name="discord-csv",
    title="Discord (DiscordChatExporter CSV)",
    evidence="writer's source",
    extensions=(".csv",),
    sniff=sniff,
    whole=whole,
)
