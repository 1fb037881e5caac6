"""The words of a message that has its text in HTML only.

No browser: tags go, breaks become lines, and what a reply quotes is left out. Any text is taken, in time that
grows with its length alone (the standard library's parser takes half a minute for 64 KiB of `<a `).
"""

from __future__ import annotations

import re
from html import unescape

_TAG = re.compile(r"<(?:(/?)([A-Za-z][A-Za-z0-9-]*)[^<>]*|![^<>]*)>")
_BREAKS = frozenset(
    ("br", "p", "div", "li", "tr", "blockquote", "pre", "ul", "ol", "hr", "h1", "h2", "h3", "h4", "h5", "h6")
)
_SILENT = frozenset(("mx-reply", "script", "style", "head", "title"))


def text_of(markup: str) -> str:
    """What a reader would see of it, without spaces and empty lines around."""
    found: list[str] = []
    silent: str | None = None  # the tag that what stands here is not shown for
    place = 0
    for tag in _TAG.finditer(markup):
        if silent is None:
            found.append(markup[place : tag.start()].replace("\n", " "))
        place = tag.end()
        name, closing = (tag[2] or "").lower(), tag[1] == "/"
        if silent is not None:
            if closing and name == silent:
                silent = None
        elif name in _SILENT and not closing:
            silent = name
        elif name in _BREAKS:
            found.append("\n")
    if silent is None:
        found.append(markup[place:].replace("\n", " "))
    lines = unescape("".join(found)).replace("\xa0", " ").split("\n")
    kept = [" ".join(line.split()) for line in lines]
    return "\n".join(line for line in kept if line)
