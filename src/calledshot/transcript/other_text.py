"""Text that has something before colons and is no chat: settings, tables, programs, what programs log. Told
by marks that no chat has throughout; asked only of what no format of a client's own fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST = 0.6
"""The share of lines with a mark that talk may have, too, here and there."""

_FIRST = (
    ("BEGIN:VCALENDAR", "a calendar"),
    ("BEGIN:VCARD", "a list of addresses"),
    ("HTTP/1", "a web server's answer"),
    ("diff --git ", "a list of changes to files"),
    ("WEBVTT", "subtitles"),
    ("{\\rtf", "rich text"),
    ("<!doctype html", "a web page"),
    ("<html", "a web page"),
    ("<?xml", "an XML file"),
)
_SYSTEM = re.compile(
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,64} [\w./-]{1,64}(?:\[\d{1,9}\])?: ", re.ASCII
)
_LEVEL = re.compile(
    r"[\[(]?\d[-\d/.:T ,Z+]{4,40}[\])]?.{0,60}?"
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL)\b"
)
_CODE = re.compile(r"\s*(?:.{0,400}[{};]|[{}].{0,20}|//.*|#(?:include|define)\b.*|/\*.*|\*/)\s*\Z")
_THROUGHOUT = (
    (_SYSTEM, "a system's log"),
    (_LEVEL, "a program's log"),
    (_CODE, "a program"),
    (re.compile(r"\s*(?:\[[\w.: -]{1,64}\]\s*\Z|[\w.-]{1,64}\s?=)", re.ASCII), "settings"),
    (re.compile(r"[\d\s.,:/T+-]{1,40}\t"), "a table"),
    (re.compile(r"[\w.-]{1,32}:[^\s:]{0,40}:\d{1,9}:\d{0,9}:", re.ASCII), "a list of accounts"),
)
_TRACE = re.compile(r"Traceback \(most recent call last\)|\s+at [\w.$<>]{1,200}\(")
_COMMIT = re.compile(r"commit [0-9a-f]{7,64}\b")
_AUTHOR = re.compile(r"Author: +\S")
_FIELD = re.compile(
    r"(Metadata-Version|Version|Summary|License|Classifier|Requires-Dist|Project-URL|Home-page|Author-email|Files"
    r"|Copyright|Package|Maintainer|Depends|Architecture|Section|Priority|Start-Date|End-Date|Commandline|Install"
    r"|Upgrade|Requested-By|Upstream-Name): \S"
)
FIELDS = 3
"""So many fields of records are nobody's names."""
_FENCE = re.compile(r"```|~~~")
_HEADING = re.compile(r"#{1,6} \S")


def kind(lines: Sequence[str]) -> str | None:
    """What a file is that begins with these lines, blank ones apart, where it is no chat; else None."""
    first = lines[0].lstrip("\ufeff \t").lower() if lines else ""
    for begin, what in _FIRST:
        if first.startswith(begin.lower()):
            return what
    for pattern, what in _THROUGHOUT:
        if len(lines) > 2 and sum(pattern.match(line) is not None for line in lines) >= MOST * len(lines):
            return what
    if any(map(_COMMIT.match, lines)) and any(map(_AUTHOR.match, lines)):
        return "a list of changes to a program"
    if any(map(_TRACE.match, lines)) and any(map(_LEVEL.match, lines)):
        return "a program's log"
    if len({found[1] for line in lines if (found := _FIELD.match(line)) is not None}) >= FIELDS:
        return "a list of records"
    headings = sum(_HEADING.match(line) is not None for line in lines)
    if headings > 1 and any(map(_FENCE.match, lines)):
        return "a page of text"
    return None
