"""What a ruleset is to the core: an object with data (clauses, settings, schema, words) and a fight.

The core calls it directly. Not for house rules, which look on through hooks: see `hookspecs`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from calledshot.clauses import Clause, Setting

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.finding import Finding
    from calledshot.moves.reading import Reading
    from calledshot.moves.vocabulary import Lexicon
    from calledshot.referee.acts import Act
    from calledshot.referee.encounter import Encounter
    from calledshot.referee.ruling import Ruling
    from calledshot.transcript.event import Event


class Fight(ABC):
    """One fight under a ruleset: a state machine fed by the referee. It changes nothing but itself and
    the encounter it was given, through which it rules, finds and asks."""

    @abstractmethod
    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        """An act of the game master's (`pgm`) or of a player's."""

    @abstractmethod
    def declared(self, who: str, reading: Reading, event: Event) -> None:
        """A combatant's message that declares something, in the room or as a whisper to the PGM."""

    @abstractmethod
    def rolled(self, who: str, event: Event) -> None:
        """A trusted, well-formed roll made by or for a combatant (`event.roll`)."""

    @abstractmethod
    def state(self) -> dict[str, dict[str, Any]]:
        """NAME → figures, as the audit document shows them after a round; unknown is None."""


class Ruleset(ABC):
    """A rule system. Class attributes are data; methods are pure but for `fight`, which makes a new one."""

    name: str
    title: str
    default: bool = False
    clauses: Mapping[str, Clause]
    settings: Mapping[str, Setting]
    systems: tuple[str, ...]
    sheet: type[Struct]
    rulebook: type[Struct]
    phrases: Mapping[str, Any]

    @abstractmethod
    def lexicon(self, campaign: Campaign, names: Iterable[str]) -> Lexicon:
        """The words of this campaign: actions, spells, weapons, items, and the names of those present."""

    @abstractmethod
    def lint(
        self, reading: Reading, campaign: Campaign, *, combatant: str | None, opponents: tuple[str, ...],
        system: str | None, strict: bool,
    ) -> list[Finding]:
        """Every fault of one declaration that can be told before it is sent."""

    @abstractmethod
    def strict(self, reading: Reading, campaign: Campaign) -> str:
        """The declaration in the strict form; reading that gives the same moves."""

    @abstractmethod
    def fight(self, encounter: Encounter) -> Fight:
        """A new fight in this encounter."""

    @abstractmethod
    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        """The words of a ruling, for the log of the fight."""
