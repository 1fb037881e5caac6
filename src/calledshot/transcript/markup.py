"""Old chat HTML to the text a reader saw. No parser: the tags of these logs do not nest.

Linear on any input: every pattern stops at the next "<", and entities have a bounded length.
"""

from __future__ import annotations

import re

_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?A-Za-z][^<>]*>")
_BLANKS = re.compile(r"[ \t\r\n]+")
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));", re.ASCII)


def plain(html: str) -> str:
    """Markup to text: tags go, runs of blanks and line ends are one blank, `<BR>` is a line end, entities
    are decoded, a non-breaking blank is a blank."""
    text = html
    if "<" in text:
        text = _TAG.sub(_tag, text)
    text = _BLANKS.sub(" ", text)
    if "\x00" in text:
        text = "\n".join(part.strip(" ") for part in text.split("\x00"))
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    return text.replace("\xa0", " ").strip(" \n")


def _tag(match: re.Match[str]) -> str:
    return "\x00" if _BREAK.fullmatch(match[0]) else ""


def _entity(match: re.Match[str]) -> str:
    if match[3] is not None:
        from html.entities import html5

        return html5.get(match[3] + ";", match[0])
    code = int(match[1]) if match[1] else int(match[2], 16)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return chr(code)
