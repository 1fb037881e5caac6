"""Logs that messengers saved as one web page, cut at the tags that begin a message or a heading.

For pages with such marks whose tags are not to be trusted otherwise; what a mark means is the format's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from calledshot.finding import Finding
from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context
from calledshot.transcript.markup import plain

_UNSEEN = re.compile(r"<(style|script)\b[^<>]{0,400}>", re.IGNORECASE)

_TITLE = re.compile(r"<title[^<>]{0,200}>([^<>]{1,600})</title>", re.IGNORECASE)


class Part(NamedTuple):
    """A mark, the page from it to the next one, which is at `end`, and the lines from the mark to its last
    words."""

    mark: re.Match[str]
    html: str
    line: int
    end_line: int
    end: int


def parts(document: Document, marks: re.Pattern[str]) -> Iterator[Part]:
    """Every mark in order with what follows it."""
    text = document.text
    found = list(marks.finditer(text))
    for mark, after in zip(found, [*found[1:], None], strict=False):
        end = len(text) if after is None else after.start()
        html = text[mark.end() : end]
        words = html.rstrip()
        while words.endswith(">") and (cut := words.rfind("<")) >= 0 and not plain(words[cut:]):
            words = words[:cut].rstrip()
        last = mark.end() + max(len(words) - 1, 0)
        yield Part(mark, html, document.line(mark.start()), document.line(last), end)


def title(document: Document, end: int) -> str:
    """The title of the page, "" if it has none before `end`."""
    found = re.search(
        r"<title[^<>]{0,200}>([^<>]{1,600})</title>", document.text[: min(end, 20_000)], re.IGNORECASE
    )
    return "" if found is None else plain(found[1])


def leftovers(document: Document, start: int, end: int, ctx: Context) -> Iterator[Finding]:
    """LOG-1 for each line with words between two places; styles and scripts hold none."""
    text = document.text[start:end]
    if not text or not plain(text):
        return
    kept: list[str] = []
    at = 0
    for found in _UNSEEN.finditer(text):
        if found.start() < at:
            continue
        close = text.lower().find(f"</{found[1].lower()}", found.end()) if len(kept) < 20 else -1
        if close >= 0:
            kept += [text[at : found.start()], re.sub(r"[^\r\n]", "", text[found.start() : close])]
            at = close
    text = "".join([*kept, text[at:]])
    first = document.line(start)
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), first):
        if plain(line):
            yield ctx.unread(line.strip(), number)
