"""Chats that Zoom saves beside its meetings: a time, `From NAME to Everyone:` and the words behind it or on
the lines below, and the older `TIME TAB NAME: TAB words` of its cloud.

There is no date in them but the file's name; reactions and the words that an answer quotes are as Zoom
writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import BLANKS, Said, events

_TIME = r"(?P<time>\d{1,2}:\d\d:\d\d(?: [AP]M)?)"
_FROM = r"(?:From|from|Von|De|Da|Van|Från|Fra|От|Od|寄件者：?|发件人：?|发送者：?|開始)"
_TO = r"(?:to|To|an|An|à|À|para|Para|aan|a|til|till|кому|do|至|到|收件者：?|发送给：?)"
_ALL = frozenset(
    {
        "everyone", "everyone in meeting", "alle", "alle im meeting", "jeder", "tous", "tout le monde",
        "todos", "todas", "tutti", "iedereen", "alla", "все", "всем", "wszyscy", "所有人", "全員", "모두",
    }
)  # fmt: skip
_HEADED = re.compile(
    rf"{_TIME}[\t ]+{_FROM} {{1,2}}(?P<name>\S[^\n\t]{{0,99}}?)"
    rf"(?: {{1,3}}{_TO} {{1,3}}(?P<to>\S[^\n\t]{{0,99}}?))? ?:(?:[ \t]+(?P<text>.*)|[ \t]*)",
    re.DOTALL,
)
_CLOUD = re.compile(rf"{_TIME}\t(?P<name>[^\t\n]{{1,100}}?):\t(?P<text>.*)", re.DOTALL)
_PRIVATE = re.compile(
    r"(?P<who>[^\n]{1,100}?) ?\((?:Direct Message|Privately|Direktnachricht|privat|Message direct|en privé|"
    r"Mensaje directo|Mensagem direta|Messaggio diretto)\)",
    re.IGNORECASE,
)
_ANSWER = re.compile(r'Replying to "[^\n]*"\n+(?=\S)')


def sniff(head: Head) -> float:
    """A head first, and one among some of the lines."""
    if not head.lines or _open(head.lines[0]) is None:
        return 0.0
    opened = sum(_open(line) is not None for line in head.lines)
    return 0.98 if opened * 20 >= len(head.lines) else 0.0


def _open(line: str) -> re.Match[str] | None:
    return _HEADED.fullmatch(line) or _CLOUD.fullmatch(line)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; what is said to one person is whispered."""
    return events(blocks, ctx, _parse, _clean)


def _parse(line: str) -> Said | None:
    match = _open(line)
    if match is None:
        return None
    clock = time_of_day(match["time"]) or ""
    said = Said("say", as_member(match["name"].strip(BLANKS)), match["text"] or "", clock)
    to = (match.groupdict().get("to") or "").strip(BLANKS)
    private = _PRIVATE.fullmatch(to)
    if private is not None or (to and to.lower().partition(" (")[0] not in _ALL):
        said.kind, said.to = "whisper", private["who"] if private is not None else to
    return said


def _clean(text: str) -> str:
    """The words, which stand a tab to the right below their head, without those that they answer."""
    lines = [line.removeprefix("\t") for line in text.strip("\n").split("\n")]
    return _ANSWER.sub("", "\n".join(lines).strip(" \t\xa0\n"), count=1)


FORMAT = Format(
    name="zoom",
    title="Zoom (saved chat)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
