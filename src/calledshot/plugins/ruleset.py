"""What a ruleset is to the core: an object with data (clauses, settings, schema, words) and a fight.

The core calls it directly. A ruleset need not write what a plain one can do without: every method but a few
has a default. Not for house rules, which look on through hooks: see `hookspecs`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from calledshot.clauses import Clause, Setting
from calledshot.errors import UsageError
from calledshot.plugins.wording import aloud, plainly, wording

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.finding import Finding
    from calledshot.moves.declaration import Declaration, Move
    from calledshot.moves.reading import Reading
    from calledshot.moves.vocabulary import Action, Lexicon
    from calledshot.plugins.stage import Stage
    from calledshot.referee.acts import Act
    from calledshot.referee.encounter import Encounter
    from calledshot.referee.ruling import Ruling
    from calledshot.transcript.event import Event


class Proposal(Struct, frozen=True, kw_only=True):
    """What a game master would say next when nobody owes anything: a call, the next round, its end.

    `acts` is what his saying so does to the fight, handed to `Fight.act` when he agrees. `says` holds
    the words for the room where the rulings that follow have none: a ruling in form only, never recorded,
    worded by `Ruleset.room` ("propose.initiative" in a voice file). `who`: whose move it is, where it is one.
    """

    acts: tuple[Act, ...]
    says: Ruling | None = None
    who: str | None = None


class Fight(ABC):
    """One fight after another under a ruleset: a state machine fed by the referee. It changes nothing but
    itself and the encounter it was given, through which it rules, finds and asks."""

    phase: str | None = None
    """ "declare", "initiative", "action" or None between rounds."""
    current: str | None = None
    """Whose move or roll is on."""
    target: str | None = None
    """Whom that move is aimed at."""
    terms: str | None = None
    """What the fight goes to, where that was said."""
    takes_rerolls = True
    """Whether it takes the leave to roll again (a `Waiver`) itself; else the last roll is passed over, as if
    it had never been made."""

    keeps_standing_orders = False
    """Whether it does anything with `standing`."""

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """The dice asked for and not yet rolled: (who, what), oldest first."""
        return ()

    @property
    def due(self) -> tuple[tuple[str, str], ...]:
        """The results rolled but not yet spoken to by the game master: (who, what)."""
        return ()

    @property
    def order(self) -> Mapping[str, tuple[int, ...]] | None:
        """The initiatives at which each combatant has still to move; None where they are not known."""
        return None

    @property
    def to_come(self) -> tuple[tuple[str, str], ...] | None:
        """Who has still to act in this round, in order, and when, in words; None where that is not known."""
        places = self.order
        if places is None:
            return None
        flat = sorted(((who, at) for who, inits in places.items() for at in inits), key=lambda one: -one[1])
        return tuple((who, str(at).replace("-", "−")) for who, at in flat)

    @property
    def left(self) -> Mapping[str, int]:
        """What each combatant has left, by the record, in the pool that damage takes from."""
        return {}

    @property
    def dealt(self) -> int | None:
        """The points of the last blow, where the game master has not spoken of them."""
        return None

    @property
    def face(self) -> int | None:
        """The last to-hit roll, where the game master has not spoken of it."""
        return None

    @property
    def waits(self) -> tuple[tuple[str, str], ...]:
        """Who is waited for and what for, (who, what), oldest first: besides the dice asked for, declarations
        ("declaration") and initiatives ("initiative") that the round cannot go on without. Nobody whose turn
        is held (`holds`)."""
        return self.asked

    @property
    def undecided(self) -> tuple[str, ...]:
        """The questions that only the game master can answer and has not spoken to: whether a late move
        counts, what a spell does, whether a roll hits where the sheet does not say."""
        return ()

    def proposes(self, without: Set[str] = frozenset(), *, anyway: bool = False) -> Proposal | None:
        """What the game master would say next; None where somebody is waited for or a question is open to
        him, or where there is nothing to propose. `without`: combatants held, absent or passed over, who
        are not waited for nor called. `anyway`: he goes on all the same ("next"): nobody is waited for, and
        what is undecided takes its default."""
        return None

    def taken_up(self) -> None:  # noqa: B027
        """A copy of a fight, made only for doing what it proposes, is about to go on: what could not be
        copied (a running generator) is begun again where it stood. An object of a fight that has a method
        `ahead_state` is copied from the attributes which that gives, or raises TypeError where it cannot be
        copied now."""

    def holds(self, who: str, held: bool = True) -> None:  # noqa: B027
        """The game master keeps somebody's turn open until he is back (`held` false): nothing of his happens
        by itself meanwhile, and nobody waits for him. What becomes of a turn still open when the round ends
        is the ruleset's to say."""

    @property
    def stands(self) -> Mapping[tuple[str, int], bool]:
        """Each message that has declared moves for the round that is on, by (who, event): whether all of them
        can be made, or some were refused and have not been allowed since. Empty where that is not kept."""
        return {}

    def withdrawn(self, who: str) -> str | None:
        """Somebody takes his declaration back; None where that is done, else why it cannot be."""
        return "nothing is declared that could be taken back"

    def adjust(self, who: str, figure: str, value: int) -> bool:
        """The game master sets a figure of somebody's, named as in `state` (or an item's charges by its
        name), without it being a result of the fight; False where there is no such figure."""
        return False

    def figure(self, who: str, figure: str) -> int | None:
        """What a figure of somebody is now, by any name that `adjust` takes; None where nobody knows. If not
        overridden: as in `state`."""
        value = self.state().get(who, {}).get(figure)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def enters(self, who: str, like: str | None = None) -> str | None:
        """Somebody joins the fight that is on or about to open, with the sheet of `like` where given; the
        combatant's name, None where a fight cannot take anybody in like that."""
        return None

    def skips(self, who: str) -> bool:
        """The game master passes somebody over: what he owes now, dice or the move that is due, is lost; the
        later ones stay. False where nothing of his is due."""
        return False

    def asks(self, who: str) -> bool:
        """Whether a bare action from this combatant would be an answer now."""
        return False

    def fights(self, who: str) -> bool:
        """Whether somebody is in the fight that is on, or was in the last."""
        return False

    def hears(  # noqa: B027 (nor to this, nor to what follows without a mark)
        self, text: str, acts: Sequence[Act], names: Mapping[str, str]
    ) -> None:
        """A message of the game master's and all its acts, before they are done one by one; `names` is
        every way to write a combatant's name."""

    @abstractmethod
    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        """An act of the game master's (`pgm`) or of a player's."""

    def whispered(self, act: Act, to: str) -> None:  # noqa: B027
        """An act of the game master's in a private message to one combatant."""

    @abstractmethod
    def declared(self, who: str, reading: Reading, event: Event) -> None:
        """A combatant's message that declares something, in the room or as a whisper to the PGM."""

    def standing(self, who: str, reading: Reading, event: Event) -> None:  # noqa: B027 (nor to this)
        """A combatant leaves standing orders in private, for rounds in which he sends nothing; without moves:
        takes them back."""

    def aims(self, who: str, target: str) -> None:  # noqa: B027 (a ruleset need not listen to this)
        """A combatant names nothing but another combatant: whom his move is meant for, if that was open."""

    def described(self, who: str, reading: Reading, event: Event) -> None:  # noqa: B027
        """The game master's words tell what somebody does ("the goblin swings at Swift")."""

    def rolled(self, who: str, event: Event, pgm: bool) -> None:  # noqa: B027
        """A trusted, well-formed roll (`event.roll`) made by a combatant or a game master (`pgm`)."""

    def spoke(self, who: str, event: Event) -> None:  # noqa: B027
        """Somebody who is no game master said something in the room."""

    def state(self) -> dict[str, dict[str, Any]]:
        """NAME → figures, as the audit document shows them after a round; unknown is None."""
        return {}


class Training(Struct, frozen=True, kw_only=True):
    """What came of training: `entry` for the ledger (None where nothing is to be kept), the clauses
    against it as findings, `lines` in words, and what it costs, allowed or not."""

    entry: dict[str, Any] | None = None
    cost: int | None = None
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()


class Blank(Struct, kw_only=True, forbid_unknown_fields=True):
    """A sheet or rulebook that holds nothing."""


class Ruleset(ABC):
    """A rule system. Class attributes are data; methods are pure but for `fight`, which makes a new one.

    A subclass has to say its `name` and `title` and to make its `fight`. One with `actions` and `words` needs
    neither a lexicon nor a voice of its own.
    """

    name: str
    title: str
    default: bool = False
    clauses: Mapping[str, Clause] = {}
    settings: Mapping[str, Setting] = {}
    systems: tuple[str, ...] = ("standard",)
    sheet: type[Struct] = Blank
    rulebook: type[Struct] = Blank
    phrases: Mapping[str, Any] = {}
    actions: Mapping[str, Action | Sequence[str]] = {}
    """What can be declared: the action's id → the words for it, the first of them that of the strict form;
    or an `Action` where it takes more than a target."""
    words: Mapping[str, str | Sequence[str]] = {}
    """Templates for rulings: see `plugins.wording`."""
    example: str = ""
    """A declaration for help texts."""
    labels: Mapping[str, str] = {}
    """How the figures of a state are called in a report, where the key alone will not do."""
    dice: frozenset[int] = frozenset()
    """Sides of all the dice that it ever asks for, for the hint that a log may be of another ruleset; empty
    says nothing."""
    in_rounds: bool = True
    """Whether its fights go by rounds; where not, a report does not count them."""
    master: str = "PGM"
    """What its tables call the game master."""
    rulebook_examples: Mapping[str, str] = {}
    """A line of TOML for each part of a rulebook, for a new campaign to start from."""
    owed: Mapping[str, str] = {}
    """What somebody may owe (`Fight.waits`) → its words after "your", where its key will not do."""
    plain: frozenset[str] = frozenset()
    """Kinds of ruling that a game master in the middle of a live fight need not be told of."""
    private: frozenset[str] = frozenset()
    """Keys of a ruling's values and of a state that players of other characters may not see."""
    secret: frozenset[str] = frozenset({"initiative", "move"})
    """Kinds of ruling that betray a move declared in private before it is called."""
    with_call: frozenset[str] = frozenset()
    """Kinds of result whose words for the room tell the move as well: a call right before one is not said
    besides it, and its place in the order goes into the result's words as `called_at`."""

    def things(self, campaign: Campaign) -> Mapping[str, str]:
        """Names of spells, weapons and the like by which a move may be called: folded → as written."""
        return {}

    def expand(self, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
        """The sheets as the fight needs them: groups that share one sheet become their members."""
        return sheets

    def remember(self, sheet: Any, entries: Sequence[Mapping[str, Any]]) -> Any:
        """A sheet with what the campaign's ledger says has happened to its character since."""
        return sheet

    def gather(self, declarations: Iterable[Declaration]) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """What declarations show of a rulebook: lists of named tables under the rulebook's own keys."""
        return {}

    def check_campaign(self, campaign: Campaign) -> list[str]:
        """What is incomplete or unlikely in a campaign, a sentence each, for `campaign check`."""
        return []

    def train(
        self,
        campaign: Campaign,
        name: str,
        options: Mapping[str, str],
        entries: Sequence[Mapping[str, Any]],
        date: str,
    ) -> Training:
        """Training between fights. `options` are the command's own (`--key value`), `entries` what the
        ledger holds on this character, oldest first, `date` the day as YYYY-MM-DD."""
        return Training(lines=(f"{self.title} has no training",))

    def openings(
        self,
        reading: Reading,
        campaign: Campaign,
        *,
        combatant: str | None,
        opponents: tuple[str, ...],
        system: str | None,
    ) -> tuple[str, ...]:
        """What the combatant may still declare as a further move, in words."""
        return ()

    def stage(self, given: Mapping[str, Any]) -> Stage:
        """The stage on which a worked example (`scenario` in a case) is played. Raises UsageError where
        the ruleset has no such form, or `given` is not of its shape."""
        raise UsageError(
            f"{self.title} has no scenario form: write the fight as a transcript, or give the ruleset a stage"
        )

    def lexicon(self, campaign: Campaign, names: Iterable[str]) -> Lexicon:
        """The words of this campaign: actions, spells, weapons, items, and the names of those present. If not
        overridden: the `actions`, and the campaign's names."""
        from calledshot.plugins.plain import lexicon

        return lexicon(self.actions, campaign, names)

    def read(
        self, text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
    ) -> Reading:
        """What one message declares, as `calledshot.moves.read` tells it; for rulesets whose declarations
        hold more than moves one after another (paths, what is drawn first) to read in their own way."""
        from calledshot.moves import read

        return read(text, lexicon, given=given, prose=prose, asked=asked)

    def of_master(self, act: Act) -> bool:
        """Whether only a game master says this: who does so first, where nobody is named, is taken for him.
        (Calling a round for everybody always is such a word.)"""
        return False

    def acts(self, text: str, names: Mapping[str, str], fight: Fight, *, pgm: bool) -> Sequence[Act]:
        """What a message does in this ruleset's own terms ("the ogre holds Kay"): acts that the core has
        no words for; they come in the order of the words, before what the core reads in the same place.
        `names` is every way to write a combatant."""
        return ()

    def lint(
        self,
        reading: Reading,
        campaign: Campaign,
        *,
        combatant: str | None,
        opponents: tuple[str, ...],
        system: str | None,
        strict: bool,
    ) -> list[Finding]:
        """Every fault of one declaration that can be told before it is sent."""
        return []

    def finding(
        self, code: str, message: str, *, move: Move | None = None, combatant: str | None = None
    ) -> Finding:
        """A finding of this ruleset's, of its clause's severity, on a whole declaration or one move of it."""
        from calledshot.finding import Finding, Span

        return Finding(
            code=code,
            severity=self.clauses[code].severity or "info",
            message=message,
            combatant=combatant,
            default_ruling=self.clauses[code].default_ruling,
            source=Span(column=move.column, end_column=move.end_column) if move is not None else None,
        )

    def strict(self, reading: Reading, campaign: Campaign) -> str:
        """The declaration in the strict form; reading that gives the same moves."""
        from calledshot.moves import write

        lexicon = self.lexicon(campaign, ())
        return write(
            reading.moves, reading.modifiers, reading.hold_back, lexicon=lexicon, typed=reading.text or None
        )

    @abstractmethod
    def fight(self, encounter: Encounter) -> Fight:
        """A new fight in this encounter."""

    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        """The words of a ruling, for the log of the fight."""
        return wording(self.words, ruling) or plainly(ruling)

    def room(self, ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
        """What may be said of a ruling before everybody, with the request that follows it in the same
        line; empty where nothing is said. Never a figure of `private`. If not overridden: its `words`."""
        rulings = (ruling,) if next_request is None else (ruling, next_request)
        said = " ".join(filter(None, (aloud(self.words, one, self.private) for one in rulings)))
        return f"(({said}))" if said else ""

    def together(self, said: Sequence[Ruling], campaign: Campaign) -> str | None:
        """Several rulings for the room in one breath, without the (( )); None where they are simply said one
        after another, each by `room`."""
        return None

    def report_state(self, figures: Mapping[str, Any]) -> Mapping[str, Any]:
        """What of a combatant's state a report shows after a round. If not overridden: all of it."""
        return figures

    def report_line(self, ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
        """A ruling's line in a report: the place in the order (left margin), what was declared or rolled,
        and what came of it; None where the report is better without it. If not overridden, the first two are
        the ruling's own values `at` and `move`, and the text goes without the name that stands beside it."""
        headings = ("round.opened", "round.closed", "fight.opened")
        if f"{ruling.kind}.{ruling.outcome}" in (*headings, "request.asked"):
            return None  # the report has headings, and shows a request by what came of it
        at, move = ruling.values.get("at"), ruling.values.get("move")
        text = ruling.text.removeprefix(f"{ruling.combatant}: ").removeprefix(f"{ruling.combatant} ")
        return "" if at is None else str(at), "" if move is None else str(move), text
