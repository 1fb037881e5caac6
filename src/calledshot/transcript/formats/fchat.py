"""What F-Chat's two logs have in common: the kinds of lines, and what its server's rolls say."""

from __future__ import annotations

import re

from calledshot.dice.roll import Roll
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.bbcode import plain
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed

MESSAGE, ACTION, AD, ROLL, WARN, EVENT = range(6)
NAME_LENGTH = 20
"""The longest name a character may have."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ -]{0,19}")

_KINDS: tuple[Kind, ...] = ("say", "emote", "say", "roll", "notice", "system")
_ROLLS = re.compile(r"rolls ([^:=]{1,200}): ([^:=]{1,400}?)(?: = (-?\d{1,9}))?\.?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_CAME = re.compile(r"(.{1,20}?) has (joined the channel|logged in|left the channel|logged out)\.")
_REMOVED = re.compile(r".{1,20}? has (?:kicked|banned|timed out) (.{1,20}?) from .{1,200}")
_STATUS = re.compile(
    r"(.{1,20}?) (?:is|are) now (?:Away|Busy|Do Not Disturb|Idle)[.:].{0,300}", re.IGNORECASE | re.DOTALL
)


def rolled(text: str, roller: str) -> Roll | None:
    """The roll in what the server says: "rolls 1d20: 12", "rolls 1d20+5: 12+5 = 17". It shows the sum of each
    term, so of several dice thrown together no faces."""
    found = _ROLLS.fullmatch(text.strip())
    if found is None:
        return None
    expression = found[1].strip()
    known = parsed(expression)
    sums = found[2].replace("-", "+-").split("+")
    total = found[3] or found[2].strip()
    if not _NUMBER.fullmatch(total) or known is None:
        return None
    dice: list[Dice] = []
    first = sums[0].strip()
    if (
        len(known.dice) == 1
        and known.dice[0].thrown == 1
        and _NUMBER.fullmatch(first)
        and expression[0] in "1d"
    ):
        dice = [Dice(1, known.dice[0].sides, (int(first),))]
    return made(roller, expression, int(total), dice)


def event_of(
    type: int,
    name: str | None,
    text: str,
    *,
    seq: int,
    source: Source,
    at: str | None,
    clock: str | None = None,
) -> Event:
    """The event of a line of this type."""
    text = plain(text).strip()
    kind: Kind = _KINDS[type]
    trust: Trust = "server" if type in (ROLL, EVENT, WARN) else "member"
    roll = rolled(text, name or "") if type == ROLL else None
    if type == ROLL and roll is None:
        kind = "notice"  # the bottle was spun
    if type == EVENT:
        came = _CAME.fullmatch(text)
        if came is not None:
            name = came[1]
            kind = "join" if came[2] in ("joined the channel", "logged in") else "leave"
        elif (removed := _REMOVED.fullmatch(text)) is not None:
            name, kind = removed[1], "leave"
        elif (status := _STATUS.fullmatch(text)) is not None:
            name, kind = status[1], "away"
    return Event(
        seq=seq, at=at, kind=kind, speaker=name, text=text, trust=trust, roll=roll, source=source, clock=clock
    )
