"""What somebody wrote above a log that he pasted: "log from last night:", "can you check this?". Tells which
lines can be that; whether the log is better understood without them is `reading`'s to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

MOST = 3
"""Lines of a remark, blank ones apart; more is no remark."""
LENGTH = 300
"""Characters of a remark's longest line."""
HEADERS = 60
"""Lines of the longest head of a mail."""

_HEADER = re.compile(
    r"(?:From|To|Cc|Date|Sent|Subject|Reply-To|Message-ID|In-Reply-To|References|Newsgroups|Organization|List-\w+|X-[\w-]+"
    r"|Received|Return-Path|MIME-Version|Content-[\w-]+|User-Agent|Lines|Posted|Author|Title): ",
    re.IGNORECASE,
)
_MBOX = re.compile(r"From \S+ .*\d\d:\d\d")
_TIME = re.compile(r"\d{1,2}[:.]\d\d\b", re.ASCII)
_ABOUT = re.compile(
    r"\b(?:logs?|logged|transcripts?|chats?|chatlogs?|fights?|spars?|duels?|sessions?|scenes?|games?|matches|nights?"
    r"|evenings?|yesterday|today|happened|conversations?|pasted?|copied|below|following|here(?:'s|’s)?)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\A\S+(?: \S+){0,2} {1,3}[-–—|] |[:：][ \t\xa0]*+\S| {2,}\S|\t|[\]|>]|--- |\*\*\* ")


def remarks(lines: Sequence[str]) -> Iterator[int]:
    """How many lines from the first may be a remark: the shorter remark first. A line that holds a time or
    what stands behind a name is none; the head of a mail is one."""
    found = 0
    mail = _mail(lines)
    if mail:
        yield mail
    for number, line in enumerate(lines[mail:], mail + 1):
        bare = line.strip()
        if not bare:
            continue
        found += 1
        if found > MOST or not _may_be_one(bare):
            return
        yield number


def _mail(lines: Sequence[str]) -> int:
    """The lines of a mail's head, up to a blank one; 0 where there is none."""
    headers = 0
    for number, line in enumerate(lines[:HEADERS]):
        if not line.strip():
            return number if headers > 1 else 0
        if _HEADER.match(line):
            headers += 1
        elif not (number == 0 and _MBOX.match(line)) and not (headers and line[:1] in " \t"):
            return 0
    return 0


def _may_be_one(line: str) -> bool:
    if len(line) > LENGTH or not (line[0].isalpha() or line[0] in "\"'“‘¡¿"):
        return False
    words = line.split()
    if len(words) == 1 and line[-1] != ":":
        return False
    return _NAMED.search(line) is None and _TIME.search(line) is None


def is_surely_one(lines: Sequence[str]) -> bool:
    """Whether lines that may be a remark announce a log, as nobody's words or deeds in it do."""
    mail = _mail([*lines, ""])
    if mail:
        return not any(line.strip() for line in lines[mail:])
    full = [line.strip() for line in lines if line.strip()]
    return full[-1][-1] == ":" and len(full[-1].split()) > 1 and any(map(_ABOUT.search, full))


def blanked(lines: Sequence[str], count: int) -> list[str]:
    """The lines, the first of them empty: all others keep their numbers."""
    return [""] * count + list(lines[count:])


def beginnings(start: bytes) -> Iterator[tuple[list[str], bytes]]:
    """The remarks that a file may begin with, as lines, and its first bytes with the remark blanked out."""
    if b"\x00" in start[:200]:
        return
    pieces = start[: MOST * LENGTH * 8].splitlines(keepends=True)[: HEADERS + 4 * MOST]
    texts = [piece.decode("utf-8", "replace").removeprefix("\ufeff") for piece in pieces]
    for count in remarks(texts):
        ends = b"".join(piece[len(piece.rstrip(b"\r\n")) :] for piece in pieces[:count])
        yield (
            [text.rstrip("\r\n") for text in texts[:count]],
            ends + start[sum(map(len, pieces[:count])) :],
        )
