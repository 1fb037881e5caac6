"""Whom a ruling or finding may be told: the room, the game master, or the one whose secret it is.

What rests on somebody's private message goes to him or to the game master until his move is called, never to
the room. Nothing is said here; `session` and `table` say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from calledshot.campaign import Campaign
from calledshot.finding import Finding
from calledshot.plugins.ruleset import Ruleset
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

REQUEST = "request"
"""The kind of ruling that asks somebody for dice or words, in every ruleset."""
FOUND_AT_ITS_CALL = frozenset({("refused", "illegal"), ("move", "unavailable")})
"""Rulings that a move cannot be done, now that its place in the order has come."""
PRETENCES = frozenset({"DICE-1", "ID-4"})
"""Findings that anybody can cause as often as he likes: a forged roll, the game master's words."""
ABOUT_PEOPLE = PRETENCES | {"ID-1", "ID-2"}
"""Findings about who somebody is, or pretends to be: they hold nothing of what was said."""
NEVER_CALLED = ("dropped", "lost")
"""What becomes of a move that the room has not heard of: it stays a secret."""


class Secrecy:
    """What is secret in one fight now. `seen` is told of every event after the referee has seen it, `met` of
    each thing that came of it, in order. `referee` may be replaced by one in another state: then `restored`
    has to be called."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._due: str | None = None  # the combatant whose move was called last
        self._called: int | None = None  # the event in which it was
        self._secret: dict[str, str] = {}  # combatant -> screen name that declared in private this round
        self._round: int | None = None

    @property
    def secrets(self) -> Mapping[str, str]:
        """Combatant → who declared for him in private, in the round that is on."""
        return self._secret

    @property
    def due(self) -> str | None:
        """The combatant whose move was called last: his is no secret any more."""
        return self._due

    def copy(self, referee: Referee) -> Secrecy:
        """One of its own for looking ahead with."""
        other = Secrecy(referee)
        other._due, other._secret, other._round = self._due, dict(self._secret), self._round
        other._called = self._called
        return other

    def restored(self, referee: Referee) -> None:
        """The fight has been played again: what is secret now follows from the round that is on."""
        self.referee, self._round = referee, None
        self.seen()
        fights = referee.encounters
        record = fights[-1].rounds[-1] if fights and fights[-1].rounds else None
        for ruling in record.rulings if record is not None else ():
            self.met(ruling)

    def seen(self) -> None:
        """Whose moves are secret this round; a new round has called nobody yet."""
        encounters = self.referee.encounters
        record = encounters[-1].rounds[-1] if encounters and encounters[-1].rounds else None
        if record is not None and id(record) != self._round:
            self._round, self._due, self._called = id(record), None, None
            self._secret = {}
        for declaration in record.declarations if record is not None else ():
            if declaration.channel == "im" and declaration.combatant is not None:
                told = self.referee.lines.get(declaration.seq) if declaration.seq is not None else None
                self._secret[declaration.combatant] = (
                    told.speaker if told else None
                ) or declaration.combatant

    def met(self, item: Ruling | Finding) -> None:
        """One thing that came of an event: a move that is called is no secret from here on, and not for
        what was ruled before."""
        if isinstance(item, Ruling) and item.outcome == "called" and self._is_move(item):
            self._due, self._called = item.combatant, item.seq

    def for_finding(self, event: Event, finding: Finding) -> str | None:
        """A finding on a private message is its sender's; every other is the game master's to make use of."""
        about = self.referee.lines.get(finding.seq, event) if finding.seq is not None else event
        if about.kind == "whisper":
            return about.speaker or self.pgm
        return self.pgm

    def for_ruling(self, event: Event, ruling: Ruling) -> str | None:
        """None for the room; else the game master, or the one whose secret it is."""
        if ruling.needs_pgm:
            return self.pgm
        about = self.referee.lines.get(ruling.seq, event) if ruling.seq is not None else event
        who = ruling.combatant
        never_called = ruling.kind == "move" and ruling.outcome in NEVER_CALLED
        at_once = who is not None and (who, ruling.seq) == (self._due, self._called)
        if at_once and ruling.kind not in ("initiative", "refused") and not never_called:
            return None  # it has been called at once: what comes of it is open, though it came in private
        for told in (event, about):  # a message kept for later is ruled on as it was sent: in private
            if told.kind == "whisper" and self._stays_with_its_sender(ruling):
                if who in self._secret and who not in (self._due, self._player_of(told.speaker)):
                    return self._its_readers(who)  # it has moved on another's secret
                return told.speaker or self.pgm
        if who is None or who not in self._secret or ruling.kind not in self.referee.ruleset.secret:
            return None
        if (ruling.kind, ruling.outcome) in FOUND_AT_ITS_CALL:
            return None  # what was wrong as it was sent is its sender's; now it is open
        if who == self._due and ruling.kind != "initiative" and not never_called:
            return None
        return self._its_readers(who)

    def _its_readers(self, who: str) -> str:
        """Who may read what is somebody's secret."""
        if self.referee.campaign.settings.get("blind_pgm"):
            return self._secret[who]
        return self.pgm or self._secret[who]

    def _stays_with_its_sender(self, ruling: Ruling) -> bool:
        """Whether what comes of a private message is told to its sender alone. Under rules by which a move is
        no secret once it is made, what it asks of anybody is for the room: dice, whether he takes what is
        offered to him, his turn."""
        dice = ruling.kind == REQUEST and ruling.values.get("dice")
        asks = dice or ruling.outcome in ("offered", "called")
        return bool(self.referee.ruleset.secret) or not asks

    def _player_of(self, speaker: str | None) -> str | None:
        """The combatant that somebody plays."""
        return self.referee.encounter.names.known(speaker or "") or speaker

    @property
    def pgm(self) -> str | None:
        """The game master's name."""
        return self.referee.pgm[0] if self.referee.pgm else None

    def _is_move(self, ruling: Ruling) -> bool:
        """Whether a ruling is about a move of somebody's, by its kind."""
        return ruling.kind == "move" or ruling.kind in self.referee.ruleset.secret


def joined(
    ruleset: Ruleset, campaign: Campaign, ruling: Ruling, following: Ruling | None
) -> tuple[str, Ruling | None]:
    """The words for the room of a ruling, and the request right after it where that is told in the same
    line."""
    alone = ruleset.room(ruling, None, campaign)
    request = following if following is not None and following.kind == REQUEST else None
    if ruling.kind == REQUEST or request is None or not alone:
        return alone, None
    return ruleset.room(ruling, request, campaign), request


def one_line(ruleset: Ruleset, campaign: Campaign, said: Sequence[Ruling | str]) -> str:
    """Several rulings, and words between them, as one line for the room in its (( )); empty where there is
    nothing to say."""
    parts: list[str] = []
    for spoken, run in groupby(said, key=lambda one: isinstance(one, str)):
        if spoken:
            parts += [one for one in run if isinstance(one, str)]
            continue
        rulings = [one for one in run if isinstance(one, Ruling)]
        told = ruleset.together(rulings, campaign)
        parts += _one_by_one(ruleset, campaign, rulings) if told is None else [told]
    line = " ".join(dict.fromkeys(filter(None, parts)))
    return f"(({line}))" if line else ""


def _one_by_one(ruleset: Ruleset, campaign: Campaign, said: Sequence[Ruling]) -> Iterator[str]:
    told: Ruling | None = None
    called_at: object = None
    for place, one in enumerate(said):
        if one is told:
            continue
        following = said[place + 1] if place + 1 < len(said) else None
        if following is not None and _tells_the_call(ruleset, one, following):
            called_at = one.values.get("at")
            continue
        if called_at is not None:
            one = replace(one, values={**one.values, "called_at": called_at})
            called_at = None
        words, told = joined(ruleset, campaign, one, following)
        yield inside(words)


def _tells_the_call(ruleset: Ruleset, call: Ruling, result: Ruling) -> bool:
    """Whether a result says by itself what the call of its move right before it does."""
    called = (call.kind, call.outcome) == ("move", "called") and call.combatant == result.combatant
    return called and result.kind in ruleset.with_call


def inside(words: str) -> str:
    """Words for the room without the double parentheses around them."""
    words = words.strip()
    return words[2:-2].strip() if words.startswith("((") and words.endswith("))") else words
