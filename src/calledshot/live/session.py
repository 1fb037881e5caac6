"""A live fight: events in, lines to say out. The referee decides; this says to whom each ruling may be told.

No I/O and no clock: a feed hands events over and carries the lines away. What rests on somebody's private
message goes to him or to the PGM until his move is called; never to the room.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from calledshot.campaign import fold
from calledshot.finding import Finding
from calledshot.live.secrecy import REQUEST, Secrecy, joined
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event


class Line(Struct, frozen=True, kw_only=True):
    """One line to say: `to` is a screen name, or None for the room; `say` is None where there is nothing to
    say aloud. Exactly one of `ruling` and `finding` is what it says."""

    say: str | None
    to: str | None = None
    in_reply_to: str | None = None
    ruling: Ruling | None = None
    finding: Finding | None = None


class Session:
    """One room under a referee. Feed it events in order; it answers with one line a ruling or finding."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._bots = Bots(referee.campaign.dice_bots)
        self._secrecy = Secrecy(referee)

    def see(self, event: Event) -> list[Line]:
        """What follows from one event, in the order of an audit."""
        lines = []
        for heard in self._bots.all_heard(event):
            items = self.referee.see(heard)
            self._secrecy.seen()
            for place, item in enumerate(items):
                self._secrecy.met(item)
                lines.append(self._line(heard, item, items[place + 1 :]))
        return lines

    def noted(self, finding: Finding) -> Line:
        """A finding about the feed itself: a line that is no event. It concerns nobody in the room."""
        return Line(say=f"{finding.code}: {finding.message}", to=self._secrecy.pgm, finding=finding)

    def _line(self, event: Event, item: Ruling | Finding, rest: Sequence[Ruling | Finding]) -> Line:
        if isinstance(item, Finding):
            return Line(
                say=f"{item.code}: {item.message}",
                to=self._secrecy.for_finding(event, item),
                in_reply_to=event.id,
                finding=item,
            )
        to = self._secrecy.for_ruling(event, item)
        if to is not None:
            return Line(say=item.text or None, to=to, in_reply_to=event.id, ruling=item)
        return Line(say=self._room(item, rest, event) or None, in_reply_to=event.id, ruling=item)

    def _room(self, ruling: Ruling, rest: Sequence[Ruling | Finding], event: Event) -> str:
        """The words for the room: a result and the request right after it are one line, and said once."""
        if ruling.kind == REQUEST and ruling is self._joined:
            return ""
        following = next((item for item in rest if isinstance(item, Ruling)), None)
        if following is not None and self._secrecy.for_ruling(event, following) is not None:
            following = None
        words, request = joined(self.referee.ruleset, self.referee.campaign, ruling, following)
        if request is not None:
            self._joined = request
        return words

    _joined: Ruling | None = None

    def is_pgm(self, name: str) -> bool:
        """Whether a screen name is a game master's."""
        return any(fold(name) == fold(pgm) for pgm in self.referee.pgm)
