"""Channels of Discord as DiscordChatExporter saves them as plain text.

The export does not say who is a bot, nor which lines the service wrote; everything is a member's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import CLOCK, Dates, american, clock_of, like_date
from calledshot.transcript.formats.im_lines import Said, events
from calledshot.transcript.formats.json_text import Names, at_iso

RULE = "=" * 62
_LINE = re.compile(r"\[(?P<when>[^\[\]\n]{6,40})\] (?P<name>[^\n]{1,80})")
_WHEN = re.compile(rf"(?P<day>.{{5,30}}?),? (?P<time>{CLOCK})", re.ASCII)
_TAG = re.compile(r"(.{1,40})#(\d{4})", re.ASCII)
_HEADINGS = {
    "{Attachments}": "file", "{Stickers}": "sticker", "{Reactions}": "reactions", "{Embed}": "",
    "{Forwarded Message}": "",
}  # fmt: skip
_PINNED = " (pinned)"


def sniff(head: Head) -> float:
    """The rule and the guild's name at the top."""
    lines = head.lines
    if not lines or lines[0].strip() != RULE:
        return 0.0
    return 0.99 if len(lines) == 1 or lines[1].startswith("Guild: ") else 0.0


class When:
    """Reads the times of an export, which are in its owner's fashion."""

    def __init__(self, samples: Iterable[str], ctx: Context) -> None:
        found = [match for text in samples if (match := _WHEN.fullmatch(text)) is not None]
        halves = american(match["time"] for match in found)
        self._dates = Dates((match["day"] for match in found), ctx, american=halves)
        self._ctx = ctx

    def read(self, text: str) -> str | None:
        """ISO 8601, None where it is no date and time."""
        moment = at_iso(text)
        if moment is not None:
            return moment
        match = _WHEN.fullmatch(text)
        day = self._dates.read(match["day"]) if match is not None else None
        clock = clock_of(match["time"]) if match is not None else None
        return self._ctx.calendar.moment(day, clock) if day is not None and clock is not None else None

    def is_one(self, text: str) -> bool:
        """Whether it is a date and a time, though they may be none that are."""
        match = _WHEN.fullmatch(text)
        if match is None:
            return at_iso(text) is not None
        return like_date(match["day"]) or self._dates.read(match["day"]) is not None


def name_of(full: str, names: Names, id: str | None = None) -> str | None:
    """A member's name without the number behind it, which only tells apart those of one name."""
    tag = _TAG.fullmatch(full)
    return as_member(names.shown(tag[1] if tag is not None else full, id or full))


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; one for the head and one for the foot of the export."""
    heads = [match["when"] for line in ctx.head.all_lines if (match := _LINE.fullmatch(line)) is not None]
    above = _Above(ctx.head.all_lines)
    return events(above.watched(blocks), ctx, _parser(When(heads, ctx), above, ctx), _clean)


class _Above:
    """Whether a line may begin a message: the export leaves a blank line above each, which what members write
    need not have; not where the blank lines were lost."""

    def __init__(self, lines: Sequence[str]) -> None:
        heads = [at for at, line in enumerate(lines) if at and _LINE.fullmatch(line)]
        after = sum(1 for at in heads if not lines[at - 1].strip())
        self._any = after * 2 < len(heads)
        self.blank = True

    def watched(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The lines one by one; `blank` is true while the one that follows a blank line is read."""
        for block in blocks:
            for number, line in enumerate(block.lines, block.start):
                yield Block(number, [line])
                self.blank = self._any or not line or line.isspace() or line.rstrip() == RULE


def _parser(when: When, above: _Above, ctx: Context) -> Callable[[str], Said | None]:
    names = Names(ctx)
    channels = [line[9:] for line in ctx.head.lines[:10] if line.startswith("Channel: ")]
    room = channels[0].strip() if channels else None
    rules = 0

    def parse(line: str) -> Said | None:
        nonlocal rules
        if line.rstrip() == RULE:
            rules += 1
            return Said("system", None, "", trust="server", room=room) if rules % 2 else None
        match = _LINE.fullmatch(line) if rules != 1 and above.blank else None
        if match is None or not when.is_one(match["when"]):
            return None
        at = when.read(match["when"])
        return Said("say", name_of(match["name"].strip().removesuffix(_PINNED), names), "", at=at, room=room)

    return parse


def _clean(text: str) -> str:
    """A message without the export's headings; what they head is part of it."""
    kept: list[str] = []
    under, blank = "", True
    for line in text.split("\n"):
        if line in _HEADINGS and blank:
            under = _HEADINGS[line]
            while kept and not kept[-1]:
                kept.pop()
        elif line == RULE:
            continue
        elif under and line:
            kept.append(f"[{under}: {line.rpartition('/')[2].partition('?')[0]}]")
        elif line or not under:
            kept.append(line)
        blank = not line
        under = "" if blank else under
    return "\n".join(kept).strip(" \t\xa0\n")


FORMAT = Format(
    name="discord-text",
    title="Discord (DiscordChatExporter text)",
    evidence="writer's source",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
