"""A chat that was exported as an archive, its log beside its pictures: WhatsApp's, Element's, Telegram's and
any other of which the log has a format of its own.

What is unpacked is bounded; nothing is written anywhere. Each line is named with the file in the archive.
Slack's export is for `slack_zip`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.transcript.decode import CHUNK, Block
from calledshot.transcript.document import LIMIT, Document
from calledshot.transcript.event import Event
from calledshot.transcript.formats.archives import MAGIC, broken, holds, opened
from calledshot.transcript.formats.base import GENERIC, Context, Format, Head, Items, head_of
from calledshot.transcript.formats.json_text import rest

if TYPE_CHECKING:
    from zipfile import ZipFile

LOGS_LIMIT = 1000
"""Files of an archive that are looked at."""
_HEADERS = 500
_NAMED = re.compile(
    rb"(?:^|/)_chat\.txt|WhatsApp[^/]{0,200}\.txt|(?:^|/)messages\d{0,4}\.html|(?:^|/)result\.json|"
    rb"Chat Export[^/]{0,100}\.(?:txt|json)|-WA\d{4}\.[a-z0-9]{2,5}|\d{8}-(?:PHOTO|AUDIO|VIDEO|STICKER|GIF)-|"
    rb"(?:^|/)message_\d{1,4}\.(?:json|html)|\.(?:log|txt)$"
)
_LOG = re.compile(r"(?!(?:.*/)?(?:__MACOSX/|\._))[^\n]{1,500}\.(?:txt|html?|json|log|csv|md)", re.IGNORECASE)
_DIGITS = re.compile(r"(\d{1,9})", re.ASCII)


def sniff(head: Head) -> float:
    """An archive of which some file is named as a chat's log is, or its pictures as a chat's are."""
    return 0.8 if holds(head, _NAMED, most=_HEADERS) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The logs of the archive, by name. Raises TranscriptError where there is none."""
    archive = opened(document)
    if archive is None:
        yield rest(document, ctx, 0)
        return
    with archive:
        yield from _events(archive, ctx)


def _events(archive: ZipFile, ctx: Context) -> Items:
    left, seq, read = LIMIT, 0, False
    names = sorted(filter(_LOG.fullmatch, archive.namelist()), key=_natural)
    for name in names[:LOGS_LIMIT]:
        try:
            with archive.open(name) as member:
                data = member.read(left + 1)
        except broken():
            continue
        left -= len(data)
        if left < 0:
            raise TranscriptError(f"{ctx.file}: holds more than {LIMIT >> 20} MiB of text; unpack it first")
        inner = Document(data)
        lines = re.split("\r\n|\n|\r", inner.text)
        head = head_of(lines, name, data[:CHUNK])
        format = _format(head)
        if format is None:
            continue
        read = True
        within = Context(f"{ctx.file}/{name}", head, format.title, ctx.me, ctx.calendar)
        within.notes = ctx.notes
        items = format.whole(inner, within) if format.whole is not None else None
        if format.read is not None:
            items = format.read([Block(1, lines)], within)
        for item in items or ():
            if isinstance(item, Event):
                item = replace(item, seq=seq)
                seq += 1
            yield item
    if not read:
        raise TranscriptError(f"{ctx.file}: is a zip archive in which no chat log is known; unpack it first")


def _format(head: Head) -> Format | None:
    """The format of a file in the archive, None where it is no chat."""
    from calledshot.transcript.sniff import choose, of_one_piece

    if head.start.startswith(MAGIC):
        return None
    found = of_one_piece(head._replace(lines=[], all_lines=[]))
    if found is not None:
        return found
    try:
        choice = choose(head) if head.lines else None
    except TranscriptError:
        return None
    return choice.format if choice is not None and choice.format.name != GENERIC else None


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in names by their value: the page without a number, the second, the tenth."""
    stem, dot, ending = name.rpartition(".")
    name = f"{stem}{'' if stem[-1:].isdigit() else '0'}{dot}{ending}"
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _DIGITS.split(name)]


FORMAT = Format(
    name="chat-zip",
    title="exported chat (zip)",
    evidence="description",
    extensions=(".zip",),
    sniff=sniff,
    whole=whole,
)
