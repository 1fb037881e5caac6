"""A live fight: events in, lines to say out. The referee decides; this says to whom each ruling may be told.

No I/O and no clock: a feed hands events over and carries the lines away. What rests on somebody's private
message goes to him or to the PGM until his move is called; never to the room.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from calledshot.campaign import fold
from calledshot.finding import Finding
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event

REQUEST = "request"
"""The kind of ruling that asks somebody for dice or words, in every ruleset."""


class Line(Struct, frozen=True, kw_only=True):
    """One line to say: `to` is a screen name, or None for the room; `say` is None where there is nothing to
    say aloud. Exactly one of `ruling` and `finding` is what it says."""

    say: str | None
    to: str | None = None
    in_reply_to: str | None = None
    ruling: Ruling | None = None
    finding: Finding | None = None


NEVER_CALLED = ("dropped", "lost")
"""What becomes of a move that the room has not heard of: it stays a secret."""


class Session:
    """One room under a referee. Feed it events in order; it answers with one line a ruling or finding."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._bots = Bots(referee.campaign.dice_bots)
        self._due: str | None = None  # the combatant whose move was called last
        self._secret: dict[str, str] = {}  # combatant -> screen name that declared in private this round
        self._round: int | None = None

    def see(self, event: Event) -> list[Line]:
        """What follows from one event, in the order of an audit."""
        event = self._bots.heard(event)
        items = self.referee.see(event)
        self._keep_secrets()
        lines = []
        for place, item in enumerate(items):
            if isinstance(item, Ruling) and item.outcome == "called" and self._is_move(item):
                self._due = item.combatant  # from here on, and not for what was ruled before
            lines.append(self._line(event, item, items[place + 1 :]))
        return lines

    def _is_move(self, ruling: Ruling) -> bool:
        """Whether a ruling is about a move of somebody's, by its kind."""
        return ruling.kind == "move" or ruling.kind in self.referee.ruleset.secret

    def noted(self, finding: Finding) -> Line:
        """A finding about the feed itself: a line that is no event. It concerns nobody in the room."""
        return Line(say=f"{finding.code}: {finding.message}", to=self._pgm(), finding=finding)

    def _line(self, event: Event, item: Ruling | Finding, rest: Sequence[Ruling | Finding]) -> Line:
        if isinstance(item, Finding):
            return Line(
                say=f"{item.code}: {item.message}",
                to=self._for_finding(event, item),
                in_reply_to=event.id,
                finding=item,
            )
        to = self._for_ruling(event, item)
        if to is not None:
            return Line(say=item.text or None, to=to, in_reply_to=event.id, ruling=item)
        return Line(say=self._room(item, rest, event) or None, in_reply_to=event.id, ruling=item)

    def _room(self, ruling: Ruling, rest: Sequence[Ruling | Finding], event: Event) -> str:
        """The words for the room: a result and the request right after it are one line, and said once."""
        ruleset, campaign = self.referee.ruleset, self.referee.campaign
        if ruling.kind == REQUEST and ruling is self._joined:
            return ""
        following = next((item for item in rest if isinstance(item, Ruling)), None)
        request = None
        if following is not None and following.kind == REQUEST and ruling.kind != REQUEST:
            request = following if self._for_ruling(event, following) is None else None
        alone = ruleset.room(ruling, None, campaign)
        if request is None or not alone:
            return alone
        self._joined = request
        return ruleset.room(ruling, request, campaign)

    _joined: Ruling | None = None

    # -- whom it concerns -----------------------------------------------------------------------------

    def _for_finding(self, event: Event, finding: Finding) -> str | None:
        """A finding on a private message is its sender's; every other is the PGM's to make use of."""
        about = self.referee.lines.get(finding.seq, event) if finding.seq is not None else event
        if about.kind == "whisper":
            return about.speaker or self._pgm()
        return self._pgm()

    def _for_ruling(self, event: Event, ruling: Ruling) -> str | None:
        """None for the room; else the PGM, or the one whose secret it is."""
        if ruling.needs_pgm:
            return self._pgm()
        if event.kind == "whisper":
            return event.speaker or self._pgm()
        who = ruling.combatant
        if who is None or who not in self._secret or ruling.kind not in self.referee.ruleset.secret:
            return None
        never_called = ruling.kind == "move" and ruling.outcome in NEVER_CALLED
        if who == self._due and ruling.kind != "initiative" and not never_called:
            return None
        if self.referee.campaign.settings.get("blind_pgm"):
            return self._secret[who]
        return self._pgm() or self._secret[who]

    def _pgm(self) -> str | None:
        return self.referee.pgm[0] if self.referee.pgm else None

    def _keep_secrets(self) -> None:
        """Whose moves are secret this round; a new round has called nobody yet."""
        encounters = self.referee.encounters
        record = encounters[-1].rounds[-1] if encounters and encounters[-1].rounds else None
        if record is not None and id(record) != self._round:
            self._round, self._due = id(record), None
            self._secret = {}
        for declaration in record.declarations if record is not None else ():
            if declaration.channel == "im" and declaration.combatant is not None:
                told = self.referee.lines.get(declaration.seq) if declaration.seq is not None else None
                self._secret[declaration.combatant] = (
                    told.speaker if told else None
                ) or declaration.combatant

    def is_pgm(self, name: str) -> bool:
        """Whether a screen name is a game master's."""
        return any(fold(name) == fold(pgm) for pgm in self.referee.pgm)
