"""The stage of a worked example: how a ruleset's `given` becomes a campaign, how its declarations and dice
are said, and which figures of the fight its `expect` may name.

A ruleset subclasses `Stage` and returns one from `Ruleset.stage(given)`. What is on the stage is played by
the real referee: nothing of the rules is decided here. Reading the case file is `scenario`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from calledshot.dice.roll import Roll
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.finding import Finding
    from calledshot.plugins.ruleset import Fight
    from calledshot.referee.ruling import Ruling

PGM_NAMES = frozenset({"dm", "gm", "pgm", "referee"})
"""What the game master is called in examples, folded."""


class Said(Struct, frozen=True):
    """A declaration as the example writes it: by whom (a combatant, a role, or the label of an
    alternative; empty where it names nobody) and what."""

    who: str
    text: str


class Entry(Struct, frozen=True, kw_only=True):
    """A dice entry. `who` and `text` are always there; the rest only where it is a roll (`Bo 2d6=9 (to
    hit)`: count 2, sides 6, total 9, note "to hit"; `faces` where they are written, `2d6=4+5`)."""

    text: str
    who: str
    count: int | None = None
    sides: int | None = None
    total: int | None = None
    faces: tuple[int, ...] = ()
    note: str = ""

    @property
    def is_roll(self) -> bool:
        return self.total is not None


class Script(Struct, frozen=True, kw_only=True):
    """What is to be played: declarations and dice, in the order of the example."""

    declarations: tuple[Said, ...] = ()
    dice: tuple[Entry, ...] = ()


class Stage:
    """One example made ready to be played. Made anew for every run, so it may keep what it sees.

    In this order the driver: sets `script`; calls `prepare()`; loads `campaign` and makes the referee; plays
    `opening()`, then every declaration by `said`, dice by `rolled` whenever the fight asks for them, and
    `pause` when it waits for nothing; last it takes `results`.
    """

    pgm: str = "GM"
    """The game master's screen name."""
    system: str | None = None
    """The system the example is played under, where the ruleset has several."""
    prose: frozenset[str] = frozenset()
    """Keys of `expect` whose strings are free words, beside the ones that are so in every ruleset."""
    unordered: frozenset[str] = frozenset()
    """Keys of `expect` whose lists may stand in any order."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.script = Script()
        self.undeclared = 0
        """How many declarations are still to be made; kept by the driver."""
        self.aliases: dict[str, str] = {}
        """Folded names that the driver found to stand for somebody → his screen name."""

    def prepare(self) -> None:
        """Called once `script` is known, before `campaign` is asked for: for combatants whom only the
        declarations or the dice name."""

    # -- who is there -----------------------------------------------------------------------------

    @property
    def campaign(self) -> Mapping[str, Any]:
        """The keys of campaign.toml with `characters` and `rulebook`; `pgm` is filled in by the driver. The
        case's own campaign and settings are laid over it."""
        return {"characters": {name: {} for name in self.combatants}}

    @property
    def combatants(self) -> tuple[str, ...]:
        """Screen names of those in the fight, the one the example is about first."""
        return ()

    @property
    def rolls_for(self) -> Mapping[str, str]:
        """Names that stand for somebody, in any case: a role or a side → a screen name."""
        return {}

    def who(self, name: str) -> str | None:
        """The screen name behind a name of the example; None where it is nobody's. No name at all is the
        first combatant."""
        folded = name.strip().casefold()
        if not folded:
            return self.combatants[0] if self.combatants else None
        for known in (*self.combatants, self.pgm):
            if known.casefold() == folded:
                return known
        if folded in self.aliases:
            return self.aliases[folded]
        for role, behind in self.rolls_for.items():
            if role.casefold() == folded:
                return behind
        return self.pgm if folded in PGM_NAMES else None

    def owned(self, entry: Entry) -> Entry:
        """A dice entry begins with a name of one or more words: the longest that is somebody's. What stands
        between it and the dice of a roll tells what they are for."""
        if entry.is_roll and (not entry.who or self.who(entry.who) is not None):
            return entry
        words = (entry.who if entry.is_roll else entry.text.partition(":")[0]).split()
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            if self.who(name) is not None:
                between = " ".join(words[length:]).strip("()[],: ") if entry.is_roll else ""
                return replace(entry, who=name, note=entry.note or between)
        return entry

    def alternatives(self, labels: Sequence[str]) -> bool:
        """Whether the declarations' labels (each once) mark alternatives, each to be tried by the first
        combatant from the same start: none of them is anybody's name, and they are single letters or digits
        or more than one. A single unknown name is another name of the first combatant."""
        return (
            bool(labels)
            and all(label.strip() and self.who(label) is None for label in labels)
            and (len(labels) > 1 or len(labels[0].strip()) == 1)
        )

    # -- what is said -----------------------------------------------------------------------------

    def opening(self) -> Iterable[Event]:
        """What happens before the first declaration, such as the game master's call."""
        return ()

    def said(self, who: str, text: str) -> Iterable[Event]:
        """A declaration by a screen name (the game master's too): said in the room."""
        return (self.say(who, text),)

    def rolled(self, entry: Entry) -> Iterable[Event]:
        """A dice entry: a roll as the room's dice service reports it; anything else is said by the game
        master as it stands."""
        if entry.count is None or entry.sides is None or entry.total is None:
            return (self.say(self.pgm, entry.text),)
        who = self.who(entry.who) or entry.who
        return (self.roll(who, entry.count, entry.sides, entry.total, entry.faces),)

    def waits(self, fight: Fight, entry: Entry) -> bool:
        """Whether the fight has asked for this entry: something is asked of the one whose it is."""
        who = self.who(entry.who) or entry.who
        return any(asked == who for asked, _ in fight.asked)

    def pause(self, fight: Fight) -> Iterable[Event]:
        """All is declared and the fight asks for no dice: what the game master says to go on, such as the
        call of the next turn. Asked again and again until it returns nothing."""
        return ()

    def seen(self, event: Event, caused: Sequence[Ruling | Finding], fight: Fight) -> None:
        """Told of every event once it is refereed, with what it caused."""

    # -- what came of it --------------------------------------------------------------------------

    def results(self, fight: Fight, rulings: Sequence[Ruling], findings: Sequence[Finding]) -> dict[str, Any]:
        """What `expect` is compared with, under the ruleset's own keys. For alternatives each one's
        `ruling` ("legal" or "illegal") and `reason` become a row of `rulings`."""
        return {}

    # -- for subclasses ---------------------------------------------------------------------------

    def say(self, who: str, text: str) -> Event:
        """Somebody says something in the room."""
        return Event(kind="say", speaker=who, text=text)

    def whisper(self, who: str, text: str, to: str | None = None) -> Event:
        """Somebody says something in private, to the game master unless said otherwise."""
        return Event(kind="whisper", speaker=who, to=to or self.pgm, text=text)

    def roll(self, who: str, count: int, sides: int, total: int, faces: Sequence[int] = ()) -> Event:
        """A roll as the service reports it; one die shows its face, of several only the total is known
        where the faces are not given."""
        shown = tuple(faces) or ((total,) if count == 1 else ())
        return Event(
            kind="roll",
            text=f"{who} rolled {count}d{sides}: {' '.join(map(str, shown)) or total}",
            trust="server",
            roll=Roll(
                roller=who, count=count, sides=sides, faces=shown, total=total, expression=f"{count}d{sides}"
            ),
        )

    @staticmethod
    def asks(rulings: Iterable[Ruling]) -> list[str]:
        """The questions put to the game master, each with its clauses: "what now? (CODE-1)"."""
        return [
            f"{ruling.values.get('question', '')} ({', '.join(ruling.clauses)})"
            for ruling in rulings
            if ruling.kind == "ask"
        ]
