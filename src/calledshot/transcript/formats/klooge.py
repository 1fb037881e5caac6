"""Klooge's chat saved as text: the speaker in brackets before what is said, what is done without them.

No times but where a game begins or ends. Logs of IRC that have names in brackets have no such lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.lines import attached

_SAID = re.compile(r"\[([^\W\d_][^\[\]\n:]{0,39})\] (.*)", re.DOTALL)
_SESSION = re.compile(
    r"={2,} ?(?:gaming )?session (?:started|resumed|ended|stopped|closed): ?(.{1,60}?) ?={2,}", re.IGNORECASE
)


def sniff(head: Head) -> float:
    """The share of lines with a name in brackets or of what such a name does; without the line of a session
    or several deeds it is no log of Klooge's."""
    said = [found for line in head.lines if (found := _SAID.fullmatch(line)) is not None]
    if not said or not head.lines[0].startswith("["):
        return 0.0
    names = _Names(found[1] for found in said)
    deeds = sum(names.before(line) is not None for line in head.lines)
    session = any(_SESSION.fullmatch(found[2].strip()) for found in said)
    if not session and (deeds < 2 or len(said) < 2):
        return 0.0
    return (0.95 if session else 0.8) * (len(said) + deeds) / len(head.lines)


class _Names:
    """Who speaks; a line without brackets begins with one of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._known = sorted(set(names), key=lambda name: (-len(name), name))

    def before(self, line: str) -> str | None:
        for name in self._known:
            if line.startswith(name) and line[len(name) : len(name) + 1] in (" ", "'"):
                return name
        return None


def _speakers(lines: Sequence[str]) -> Iterable[str]:
    return (found[1] for line in lines if (found := _SAID.fullmatch(line)) is not None)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events; a line that begins none goes on with the one right above it."""
    names = _Names(_speakers(ctx.head.all_lines))
    return attached(blocks, ctx, lambda line: _event(line, names, ctx))


def _event(line: str, names: _Names, ctx: Context) -> Event | None:
    said = _SAID.fullmatch(line)
    if said is None:
        name = names.before(line)
        return Event(kind="emote", speaker=ctx.speaker(name), text=line.strip()) if name is not None else None
    session = _SESSION.fullmatch(said[2].strip())
    if session is None:
        return Event(kind="say", speaker=ctx.speaker(said[1]), text=said[2].strip())
    when = long_date(session[1])
    at = None
    if when is not None:
        ctx.calendar.set_day(when[0])
        at = ctx.calendar.moment(when[0], when[1]) if when[1] else None
    return Event(kind="system", at=at, text=said[2].strip(), trust="server")


FORMAT = Format(
    name="klooge",
    title="Klooge chat log (text)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
