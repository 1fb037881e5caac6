"""The fight under the Combat Notes: takes what the referee hands it to the chapter that decides it, and keeps
the state.

No rule is decided here. Rounds are `rounds`, initiative `throws`, declarations `plans`, the queue of deeds
`playing`, rolls `dice`, blows `striking`, reactions `reacting`, and the DM's word `table` and `questions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from calledshot.api import (
    Act,
    Call,
    Encounter,
    Event,
    Fight,
    Lexicon,
    Points,
    Proposal,
    Reading,
    Scene,
    fold,
)
from calledshot_combat_notes import (
    acts,
    conditions,
    dice,
    fighters,
    plain,
    plans,
    playing,
    prompting,
    questions,
    reacting,
    rounds,
    spells_said,
    steering,
    table,
    throws,
)
from calledshot_combat_notes.state import DM, Attack, Deed, Fighter, Plan, Question, Request, Round, Stray


class NotesFight(Fight):
    """One fight after another by the Combat Notes."""

    takes_rerolls = False

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.campaign = encounter.campaign
        self.settings = encounter.settings
        self.fighters: dict[str, Fighter] = {}
        self.scene = Scene(on_grid=True)
        self.scale = "melee"
        self.round: Round | None = None
        self.count = 0  # rounds of this fight, ours
        self.number: int | None = None  # the DM's number of the last round
        self.requests: list[Request] = []
        self.questions: list[Question] = []
        self.told: set[tuple[str, str]] = set()  # (topic, what) that was asked once and need not be again
        self.answers: dict[str, str] = {}  # topic → the DM's words, for what is asked once a fight
        self.threats: dict[tuple[str, str], bool] = {}  # (who, whom) by the DM's word
        self.carried: list[Deed] = []  # past Very Slow, waiting for the next round
        self.seen_players: dict[str, None] = {}  # who has said or rolled something himself
        self.early: dict[str, tuple[Reading, Event]] = {}
        self.last_attack: Attack | None = None
        self.shown: Deed | None = None  # what was called last
        self.last_refused: str | None = None
        self.critical_events = 0
        self.charge_bonus = 0  # by the DM's answer
        self.undiced: dict[str, Deed] = {}  # spells and items of this round without dice that we know of
        self.preparing: dict[str, tuple[Plan, int]] = {}  # powers, and the round of our count they are ready
        self.skipped: list[Request] = []  # knockdown dice that the table went on without
        self.last_save: Request | None = None
        self.unsettled: list[Request] = []  # saves rolled whose number nobody knows
        self.over: str | None = None
        self.fresh = True
        self.stale = False  # places and threats are those of a fight that is over
        self.terms: str | None = None
        self.apart: dict[str, int] = {}  # by the book: hit points that the DM's line lies below ours
        self.consumed = False  # the DM's last message was all said in our own terms
        self.taken: list[
            tuple[int, int]
        ] = []  # columns of the DM's last message that were read in our own terms
        self.heard = ""  # the DM's last message
        self.forms: Mapping[str, str] = {}  # every way to write a combatant, folded
        self.named: tuple[str, ...] = ()  # whom the DM's last message names
        self.meant: str | None = None  # what the next roll is for, by the words before it
        self.beforehand: dict[str, str | None] = {}  # who is held, and by whom, when the fight begins
        self.unasked: Stray | None = None  # the last roll, where nothing had asked for it
        self.points_heard: tuple[int, ...] = ()  # the points in the DM's last message
        self.said_at = self.said_before = -1  # the DM's last message, and the one before it
        self.dice_at = -1  # the last roll
        self.throwers: set[str] = set()  # who has rolled dice himself
        self.spoken_of: tuple[str, ...] = ()  # whom the DM has named since the last roll
        self.stray: dict[str, Event] = {}  # the last roll of each that answered nothing
        self.lexicon: tuple[tuple[str, ...], Lexicon] | None = None
        self.held: set[str] = set()  # whose turns the DM keeps open
        self.entered: dict[str, None] = {}  # whom he has brought in
        self.asked_from = 0  # how many rulings there were when he last spoke: questions since are open
        self._told_by: Event | None = None  # his last message or command
        self._current: str | None = None

    # -- what the referee asks ------------------------------------------------------------------

    @property
    def phase(self) -> str | None:  # type: ignore[override]
        return None if self.round is None or self.round.phase == "closed" else self.round.phase

    @property
    def current(self) -> str | None:
        return self._current

    @current.setter
    def current(self, who: str | None) -> None:
        self._current = who

    @property
    def target(self) -> str | None:  # type: ignore[override]
        attack = self.last_attack
        return attack.target if attack is not None and attack.who == self._current else None

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        return tuple((request.who, request.what) for request in self.requests)

    @property
    def due(self) -> tuple[tuple[str, str], ...]:
        attack = self.last_attack
        if attack is None or attack.natural is None or attack.confirmed:
            return ()
        return ((attack.who, "damage" if attack.dealt else "to_hit"),)

    @property
    def to_come(self) -> tuple[tuple[str, str], ...] | None:
        return prompting.to_come(self)

    @property
    def left(self) -> Mapping[str, int]:
        return {name: one.hp for name, one in self.fighters.items() if one.hp is not None}

    @property
    def dealt(self) -> int | None:
        attack = self.last_attack
        return attack.points if attack is not None and attack.dealt and not attack.points_said else None

    @property
    def face(self) -> int | None:
        attack = self.last_attack
        return attack.natural if attack is not None and not attack.dealt and not attack.confirmed else None

    @property
    def waits(self) -> tuple[tuple[str, str], ...]:
        return prompting.waits(self)

    @property
    def undecided(self) -> tuple[str, ...]:
        return prompting.undecided(self)

    def proposes(self, without: Set[str] = frozenset(), *, anyway: bool = False) -> Proposal | None:
        return prompting.proposes(self, without, anyway)

    def withdrawn(self, who: str) -> str | None:
        return steering.withdrawn(self, who)

    def adjust(self, who: str, figure: str, value: int) -> bool:
        return steering.adjust(self, who, figure, value)

    def enters(self, who: str, like: str | None = None) -> str | None:
        return steering.enters(self, who, like)

    def skips(self, who: str) -> bool:
        return steering.skips(self, who)

    def holds(self, who: str, held: bool = True) -> None:
        steering.holds(self, who, held)

    def asks(self, who: str) -> bool:
        round_ = self.round
        if round_ is None or round_.phase == "closed":
            return False
        return who in self.fighters and who not in round_.plans

    def fights(self, who: str) -> bool:
        return who in self.fighters

    def state(self) -> dict[str, dict[str, Any]]:
        return fighters.figures(self)

    # -- what chapters use ----------------------------------------------------------------------

    def setting(self, name: str) -> Any:
        """A setting of the campaign, or its default."""
        if name in self.settings:
            return self.settings[name]
        return self.encounter.ruleset.settings[name].default

    def join(self, name: str, *, side: str | None = None) -> Fighter:
        """The combatant of that name, in the fight from now on."""
        return fighters.join(self, name, side)

    def owes(self, who: str, *what: str) -> Request | None:
        """The oldest dice somebody owes (of these kinds)."""
        return next((one for one in self.requests if one.who == who and (not what or one.what in what)), None)

    def is_npc(self, who: str) -> bool:
        """Whether somebody never says or rolls anything himself: the DM does it for him."""
        fighter = self.fighters.get(who)
        return fighter is None or not fighter.spoken

    def ask_dice(
        self,
        who: str,
        what: str,
        dice: str | None,
        *,
        clauses: Sequence[str] = (),
        target: str | None = None,
        **fields: Any,
    ) -> Request:
        """Ask somebody for dice; `dice.rolled` finds the roll that answers."""
        request = Request(who=who, what=what, dice=dice, **fields)
        self.requests.append(request)
        values: dict[str, Any] = {"what": what, "dice": dice}
        if request.modifier:
            values["modifier"] = request.modifier
        if "against" in request.details:
            values["against"] = request.details["against"]
        if request.needed is not None and what != "to_hit":
            values["save"] = request.needed
        self.encounter.rule("request", "asked", who, target, clauses=tuple(clauses), **values)
        return request

    # -- what the referee tells -----------------------------------------------------------------

    def hears(self, text: str, acts_: Sequence[Act], names: Mapping[str, str]) -> None:
        self._told_by, self.asked_from = self.encounter.event, len(self.encounter.rulings)
        self.consumed = any(
            isinstance(act, acts.Hidden) or (isinstance(act, acts.Told) and not act.plain) for act in acts_
        )
        self.taken = [(act.column, act.end_column) for act in acts_ if isinstance(act, WHOLE)]
        self.forms, self.heard = names, text
        self.points_heard = tuple(act.amount for act in acts_ if isinstance(act, Points))
        self.said_before, self.said_at = self.said_at, self.encounter.event.seq or 0
        self.named = fighters.named(text, names)
        self.spoken_of += self.named
        self.meant = dice.meant(text) or self.meant
        rounds.hears(self, text, acts_, names)  # first, since it may open the question that is answered here
        if not self.consumed:
            questions.overhear(self, text)
            spells_said.overhear(self, text)

    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        if pgm and speaker != DM and self.encounter.event is not self._told_by:
            self.hears("", (act,), self.forms)  # done without a word: what was said before is past
        own = OWN.get(type(act))
        if own is not None:
            own(self, act, speaker, pgm)
        elif pgm and not self.consumed and not self._is_taken(act):
            table.act(self, act)
        elif not pgm:
            table.players(self, act, speaker)

    def _is_taken(self, act: Act) -> bool:
        """Whether these words have been read in our own terms already ("Alda is at (0, 3)" are no hit
        points)."""
        return any(act.column < end and start < act.end_column for start, end in self.taken)

    def whispered(self, act: Act, to: str) -> None:
        if isinstance(act, acts.Hidden | acts.Told):
            self.act(act, DM, True)

    def declared(self, who: str, reading: Reading, event: Event) -> None:
        fighters.speaks(self, who)
        plans.declared(self, who, reading, event)

    def described(self, who: str, reading: Reading, event: Event) -> None:
        if not self.consumed:
            plans.described(self, who, reading, event)

    def rolled(self, who: str, event: Event, pgm: bool) -> None:
        dice.rolled(self, who, event, pgm)
        self.dice_at = event.seq

    def spoke(self, who: str, event: Event) -> None:
        fighters.speaks(self, who)
        plans.clarified(self, who, event.text)
        self.meant = dice.meant(event.text) or self.meant

    def called(self, act: Call) -> None:
        """The DM calls somebody."""
        playing.called(self, act.who)

    def is_pgm(self, name: str) -> bool:
        """Whether a screen name is the DM's, by the campaign."""
        return any(fold(name) == fold(one) for one in self.campaign.pgm)


WHOLE = (
    acts.PhaseCall,
    acts.Loaded,
    acts.Told,
    acts.Placed,
    acts.Lies,
    acts.Held,
    acts.Opportunity,
    acts.Interrupted,
    acts.Threatens,
)
"""Acts whose words mean nothing else besides."""

OWN: Mapping[type[Act], Any] = {
    acts.PhaseCall: playing.phase_called,
    acts.Told: questions.told,
    acts.Opportunity: reacting.answered,
    acts.Held: conditions.held,
    acts.Lies: conditions.lies,
    acts.Loaded: conditions.loaded,
    acts.Hidden: plans.hidden,
    acts.Scale: rounds.scale,
    acts.Roller: throws.roller_named,
    acts.Height: conditions.height,
    acts.Winner: throws.winner_told,
    acts.Threatens: conditions.threatens,
    acts.Placed: conditions.placed,
    acts.Interrupted: questions.interrupted,
    acts.Ordered: throws.order_told,
    acts.Abandons: plans.abandons,
    plain.Opponents: plain.things,
    prompting.GoOn: prompting.goes_on,
}
"""Acts in the terms of these notes → the chapter that takes them: (fight, act, speaker, by the DM)."""
