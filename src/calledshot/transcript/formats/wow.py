"""World of Warcraft's chat log (`Logs/WoWChatLog.txt`): `9/20 18:02:17.640  Wren says: words`, channels in
brackets or as links, whispers, `Wren rolls 39 (1-100)` from the server; months and days without a year.

What somebody acts has no sign of its own: it begins with the name of one who has spoken, come or rolled. All
else is the game's. Not the combat log beside it, whose lines are words in capitals and commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import replace

from calledshot.dice.roll import Roll
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member, numbered

NAMES_LIMIT = 5000
"""People who are remembered, to know what they act."""

_LINE = re.compile(
    r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))? (\d{1,2}:\d\d:\d\d)\.\d{3,4}(?:[-+]\d{1,2})?  (.*)",
    re.ASCII | re.DOTALL,
)
_COMBAT = re.compile(r"[A-Z]{2,}(?:_[A-Z]+){0,6},")
_MARKUP = re.compile(
    r"(\|)\||\|c[0-9a-fA-F]{8}|\|cn[A-Za-z_]{1,40}:|\|r|\|H[^|]{0,300}\|h|\|h|\|T[^|]{0,200}\|t|\|K[^|]{0,40}\|k"
)
"""Colours, links and pictures; a bar that was typed stands twice."""
_NAME = r"[^\s:|\[\]<>,.!?\"()\d*-][^\s:|\[\]<>,.!?\"()\d*-]{1,23}(?:-[^\s:|\[\]<>,!?\"()]{2,30})?"
_SOMEBODY = rf"\[?({_NAME}|[^:|\[\]<>]{{1,60}}?)\]?"
_CHANNEL = re.compile(rf"\[([^\[\]|]{{1,64}})\] (?:{_SOMEBODY})?: ?(.*)", re.DOTALL)
_CROWD = re.compile(rf"\[([^\[\]|]{{1,64}})\] \[?({_NAME})\]? (joined|left) channel\.")
_SAYS = re.compile(
    rf"{_SOMEBODY} (says|yells|sagt|schreit|dit|crie|dice|grita|diz|говорит|кричит) ?: (.*)", re.DOTALL
)
_WHISPERS = re.compile(
    rf"{_SOMEBODY} (?:whispers|flüstert|chuchote|susurra|sussurra|шепчет) ?: (.*)", re.DOTALL
)
_TO = re.compile(
    rf"(?:To|You whisper(?: to)?|An|À|A|Para|Кому|Вы шепчете) \[?({_NAME})\]? ?: (.*)", re.DOTALL
)
_ROLLS = re.compile(
    rf"({_NAME}) (?:rolls|würfelt\. Ergebnis:|obtient un|tira los dados y obtiene|tira|lança|выбрасывает) "
    r"(\d{1,9}) \((\d{1,9})-(\d{1,9})\)\.?"
)
_COMES = re.compile(
    rf"({_NAME}) (?:(joins|leaves) the party|has (joined|left) the (?:raid|instance|battle)(?: group)?"
    r"|(?:has )?(joined|left) (?:the )?(?:party|group))\.?"
)
_GAME = re.compile(
    r"(?:has|have|is|was|receives?|creates?|won|dies|passed|automatically|joins|leaves|gains?|loses?|selected|loots?)\b"
    r"|(?:erhält|hat|ist|a|ha|reçoit|recibe|получает|заслужил)\b"
)
_PRIVATE_ROOMS = re.compile(
    r"\d{1,2}\. |Guild|Officer|Gilde|Offizier|Guilde|Officier|Гильдия|Офицер", re.IGNORECASE
)


def sniff(head: Head) -> float:
    """The share of lines with the game's time, where somebody says something or rolls."""
    fits = talk = 0
    for line in head.lines:
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        rest = _plain(found[5])
        if _COMBAT.match(rest) is not None:
            return 0.0
        fits += 1
        talk += any(
            pattern.fullmatch(rest) is not None
            for pattern in (_SAYS, _CHANNEL, _WHISPERS, _TO, _ROLLS, _COMES)
        )
    return 0.97 * fits / len(head.lines) if talk else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a line; a line without a time goes on with what is said above it."""
    reader = _Reader(ctx.head.all_lines)
    seq = 0
    held: Event | None = None
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            if held is None or held.kind not in ("say", "whisper", "emote"):
                if held is not None:
                    yield held
                    held = None
                yield ctx.unread(line, number)
                continue
            assert held.source is not None
            held = replace(
                held, text=f"{held.text}\n{_plain(line)}", source=Source(ctx.file, held.source.line, number)
            )
            continue
        if held is not None:
            yield held
        at, clock = _when(found, ctx, number)
        event = reader.event(_plain(found[5]), ctx)
        held = replace(event, seq=seq, at=at, clock=clock, source=Source(ctx.file, number, number))
        seq += 1
    if held is not None:
        yield held


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda found: found[1] or "", text).strip()


def _when(found: re.Match[str], ctx: Context, number: int) -> tuple[str | None, str | None]:
    month, day = int(found[1]), int(found[2])
    if found[3] is not None:
        try:
            ctx.calendar.set_day(date(int(found[3]), month, day))
        except ValueError:
            return None, None
    elif 1 <= month <= 12 and 1 <= day <= 31:
        ctx.told_day(number, (month, day))
    return ctx.calendar.stamp(found[4].zfill(8))


class _Reader:
    """Reads what stands behind the time, and learns who is somebody."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._known: set[str] = set()
        for line in lines:
            found = _LINE.fullmatch(line)
            if found is not None:
                self._learn(_plain(found[5]))

    def _learn(self, rest: str) -> None:
        for pattern, group in ((_SAYS, 1), (_CHANNEL, 2), (_WHISPERS, 1), (_TO, 1), (_ROLLS, 1), (_COMES, 1)):
            found = pattern.fullmatch(rest)
            if found is not None:
                self._meet(found[group])
                return

    def _meet(self, name: str | None) -> None:
        if name and len(self._known) < NAMES_LIMIT and " " not in name:
            self._known.add(name)

    def event(self, rest: str, ctx: Context) -> Event:
        self._learn(rest)
        rolled = _ROLLS.fullmatch(rest)
        if rolled is not None:
            ctx.note("an emote that says “rolls 39 (1-100)” looks in this log as the server's own roll does")
            return _roll(rolled, rest)
        to = _TO.fullmatch(rest)
        if to is not None:
            return Event(kind="whisper", speaker=ctx.speaker("You"), to=to[1], text=to[2])
        whispers = _WHISPERS.fullmatch(rest)
        if whispers is not None:
            return Event(
                kind="whisper", speaker=as_member(whispers[1]), to=ctx.speaker("You"), text=whispers[2]
            )
        crowd = _CROWD.fullmatch(rest)
        if crowd is not None:
            kind: Kind = "join" if crowd[3] == "joined" else "leave"
            return Event(kind=kind, speaker=crowd[2], room=crowd[1], text=rest, trust="server")
        channel = _CHANNEL.fullmatch(rest)
        if channel is not None and channel[2]:
            room = channel[1] if _PRIVATE_ROOMS.match(channel[1]) is not None else None
            return Event(kind="say", speaker=as_member(channel[2]), room=room, text=channel[3])
        says = _SAYS.fullmatch(rest)
        if says is not None:
            return Event(kind="say", speaker=as_member(says[1]), text=says[3])
        comes = _COMES.fullmatch(rest)
        if comes is not None:
            came = (comes[2] or comes[3] or comes[4]) in ("joins", "joined")
            return Event(kind="join" if came else "leave", speaker=comes[1], text=rest, trust="server")
        name, _, deed = rest.partition(" ")
        if name in self._known and deed and _GAME.match(deed) is None:
            return Event(kind="emote", speaker=as_member(name), text=deed)
        return Event(kind="system", text=rest, trust="server")


def _roll(found: re.Match[str], rest: str) -> Event:
    """What somebody rolled, a die where it counts from one."""
    face, low, high = int(found[2]), int(found[3]), int(found[4])
    if low != 1 or high < 1:
        return Event(kind="system", text=rest, trust="server")
    roll = Roll(roller=found[1], count=1, sides=high, faces=(face,), total=face, expression=f"1d{high}")
    return Event(kind="roll", speaker=found[1], text=rest, trust="server", roll=roll)


FORMAT = Format(
    name="wow",
    title="World of Warcraft chat log",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
