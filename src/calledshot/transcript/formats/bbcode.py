"""BBCode to the text a reader saw: the tags of forums and of F-Chat go, their words stay.

Only known tags go: what else stands in brackets is text. Linear on any input.
"""

from __future__ import annotations

import re

_TAG = re.compile(
    r"\[(?=/?(?:\*|[a-z]{1,10})[]= ])(?!ooc\](?!.{0,2000}\[/ooc\]))(/?)"
    r"(b|i|u|s|sub|sup|color|colour|size|font|url|img|quote|code|spoiler|center|left|right|justify|align|list"
    r"|\*|user|icon|eicon|session|channel|noparse|hr|indent|email|big|small|highlight|hide|ooc|table|tr|td"
    r"|glow|shadow|blockquote|heading|collapse|strike|rolldice)"
    r"(?:=[^\[\]\r\n]{0,300}| [a-z_-]{1,20}=[^\[\]\r\n]{0,300})?\]",
    re.IGNORECASE,
)


def has_tags(text: str) -> bool:
    """Whether a BBCode tag stands in the text."""
    return "[" in text and _TAG.search(text) is not None


def plain(text: str) -> str:
    """The text without its tags."""
    return _TAG.sub("", text) if "[" in text else text


def begins_with_tag(text: str) -> bool:
    """Whether a tag stands before everything else."""
    return text[:1] == "[" and _TAG.match(text) is not None
