"""A fight in rounds, each combatant declaring once in each: the part of it that is the same under any rules.

Opens and closes rounds and fights at the game master's word, keeps who has declared what, asks for dice and
finds the rolls that answer, and lays who won beside the game master's word. A ruleset subclasses it and says
what a round comes to. Not for rules with an order of moves within the round: those need a `Fight` of their
own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from calledshot.moves.declaration import Declaration
from calledshot.plugins.ruleset import Fight, Proposal
from calledshot.referee.acts import Act, FightEnd, FightStart, RoundCall, RoundEnd, Terms, Waiver, Yielded
from calledshot.referee.ruling import Ruling

if TYPE_CHECKING:
    from calledshot.dice.roll import Roll
    from calledshot.finding import Finding
    from calledshot.moves.reading import Reading
    from calledshot.referee.encounter import Encounter
    from calledshot.transcript.event import Event


FEWEST = 2
"""Combatants without whom there is no fight."""


class Owed(Struct, frozen=True):
    """Dice asked of somebody and not yet rolled: what for, and the dice as "2d6"."""

    who: str
    what: str
    dice: str


class RoundFight(Fight):
    """One fight after another, in rounds.

    A round opens when the game master calls for it and closes at his word or at his next call. What is
    declared before a round opens counts for the one that opens next; of two declarations the later stands, of
    plain words and role-play the plain words.
    One that `Ruleset.lint` finds an error in is refused, unless the game master allows it.

    Subclasses fill in what they need of `fight_opens`, `round_opens`, `moved`, `answered`, `round_closes` and
    `state`, and use `ask`, `win` and `encounter`. `moves` holds what this round's combatants declared,
    `fighters` who is in the fight, both in the order in which they came; `number` is the round's. A log may
    begin with a later round than the first: what came before it is unknown.
    """

    takes_rerolls = False

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.settings = encounter.settings
        self.fighters: list[str] = []
        self.moves: dict[str, Declaration] = {}
        self.number = 0
        self.winner: str | None = None
        self.over = True  # no fight is on
        self.terms: str | None = None
        self._fresh = False  # the game master has announced a new fight
        self._owed: list[Owed] = []
        self._early: dict[str, tuple[Reading, Event]] = {}
        self._refused: dict[str, Declaration] = {}
        self._heard: set[str] = set()  # who has declared something himself
        self._told_of_end = False
        self._held: set[str] = set()  # whose turns are kept open
        self._rolled: set[str] = set()  # who has rolled something this round
        self._passed: set[str] = set()  # who was passed over in this round
        self._spoken_at = 0  # how many rulings there were when the game master last spoke
        self._by: Event | None = None  # his last message or command

    # -- for the ruleset to fill in -------------------------------------------------------------

    def fight_opens(self) -> None:
        """A new fight begins: forget the last one's figures."""

    def round_opens(self) -> None:
        """A round has begun; `moves` is empty."""

    def moved(self, who: str, declaration: Declaration) -> None:
        """Somebody has declared something that counts (it is in `moves`)."""

    def answered(self, who: str, what: str, roll: Roll) -> None:
        """Somebody has rolled what was asked of him."""

    def round_closes(self) -> None:
        """The round is over: decide what comes of `moves`."""

    def expects(self, who: str) -> bool:
        """Whether somebody in the fight is to declare something this round: not who is out of it."""
        return True

    # -- for the ruleset to use -----------------------------------------------------------------

    def ask(self, who: str, what: str, dice: str, *, clauses: tuple[str, ...] = ()) -> None:
        """Ask somebody for dice ("1d20"); `answered` is called with the roll, unless he declares something
        else or the next round opens before."""
        self._owed.append(Owed(who, what, dice))
        self.encounter.rule("request", "asked", who, clauses=clauses, what=what, dice=dice)

    def win(self, winner: str | None, *, clauses: tuple[str, ...] = ()) -> None:
        """The fight is won (or over, where nobody won it)."""
        self._end("won" if winner is not None else "ended", winner, winner, clauses)

    def end_round(self) -> None:
        """The round that is on closes here, if one is."""
        if self.phase is None:
            return
        self.phase = None
        self.round_closes()
        self.encounter.rule("round", "closed", number=self.number)
        if self.encounter.round is not None:
            self.encounter.round.closed = True

    def opponents(self, who: str) -> list[str]:
        """Everybody else in the fight."""
        return [name for name in self.fighters if name != who]

    def opponent(self, who: str) -> str | None:
        """The one other combatant of a duel, of the campaign's where nobody else has come in yet; None where
        there is not exactly one."""
        others = self.opponents(who) or [name for name in self.encounter.campaign.sheets if name != who]
        return others[0] if len(others) == 1 else None

    def join(self, name: str) -> str:
        """The combatant of that name, in the fight from now on."""
        known = self.encounter.names.of(name)
        if known not in self.fighters:
            self.fighters.append(known)
            campaign = self.encounter.campaign
            if campaign.sheets and known not in campaign.sheets:
                self.encounter.find("ID-2", f"{known} fights here, whom the campaign does not know", known)
        self.encounter.join(known)
        return known

    # -- what the core asks ---------------------------------------------------------------------

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        return tuple((owed.who, owed.what) for owed in self._owed)

    @property
    def waits(self) -> tuple[tuple[str, str], ...]:
        owed = [(one.who, one.what) for one in self._owed if one.who not in self._held]
        if self.phase is None:
            return tuple(owed)
        there = self._known()
        silent = [name for name in there if name not in self.moves and name not in self._passed]
        due = [(name, "declaration") for name in silent if name not in self._held and self.expects(name)]
        return tuple(owed + due)

    @property
    def undecided(self) -> tuple[str, ...]:
        since = self.encounter.rulings[self._spoken_at :]
        return tuple(str(one.values.get("question")) for one in since if one.kind == "ask")

    def _known(self) -> list[str]:
        """Who is in the fight; with fewer than two, everybody of the campaign's as well."""
        if len(self.fighters) >= FEWEST:
            return list(self.fighters)
        return list(dict.fromkeys([*self.fighters, *self.encounter.campaign.sheets]))

    def proposes(self, without: Set[str] = frozenset(), *, anyway: bool = False) -> Proposal | None:
        if self._fresh or (self.over and self.number == 0):
            names = self._known()
            return self._next_round(1, tuple(names)) if len(names) >= FEWEST else None
        if self.over and self.phase is None:
            return None if self._told_of_end else self._ending()
        if self.over:
            return self._closing()
        waiting = any(who not in without for who, _ in self.waits)
        if (waiting or self.undecided) and not anyway:
            return None
        if self.phase is None:
            return self._next_round(self.number + 1, ())
        if any(owed.who not in without | self._held for owed in self._owed):
            return None  # a roll that is owed may change everything
        if not self.moves and any(self.expects(name) for name in without | self._held):
            return None  # nobody has declared anything, and somebody may come back
        return self._closing()

    def _closing(self) -> Proposal:
        return Proposal(acts=(RoundEnd(),), says=self._words("end", number=self.number))

    def _next_round(self, number: int, names: tuple[str, ...]) -> Proposal:
        call = RoundCall(phase="declare", number=number, fresh=True, names=names)
        return Proposal(acts=(call,), says=self._words("declare", number=number, fighters=names or None))

    def _ending(self) -> Proposal:
        return Proposal(acts=(FightEnd(winner=self.winner),), says=self._words("over", winner=self.winner))

    def _words(self, outcome: str, **values: Any) -> Ruling:
        return Ruling(kind="propose", outcome=outcome, values=values)

    def holds(self, who: str, held: bool = True) -> None:
        (self._held.add if held else self._held.discard)(who)

    def skips(self, who: str) -> bool:
        """His dice, or his move of this round, are lost."""
        owed = next((one for one in self._owed if one.who == who), None)
        if owed is not None:
            self._drop(owed)
            return True
        if self.phase is None or who in self.moves or who in self._passed or who not in self._known():
            return False
        self._passed.add(who)
        return True

    def withdrawn(self, who: str) -> str | None:
        """What is declared may be taken back until something was rolled for it, or the round is over."""
        if self.phase is None:
            return None if self._early.pop(who, None) is not None else "nothing is declared yet"
        if self._refused.pop(who, None) is not None:
            return None
        if who not in self.moves:
            return "nothing is declared this round"
        if who in self._rolled:
            return "the dice for it have been rolled"
        del self.moves[who]
        self._owed = [owed for owed in self._owed if owed.who != who]
        return None

    def enters(self, who: str, like: str | None = None) -> str | None:
        """With a sheet like another's the newcomer is in the encounter's campaign from then on."""
        name = self.encounter.names.known(who) or who.strip()
        campaign = self.encounter.campaign
        if not name:
            return None
        if like is not None and like in campaign.sheets and name not in campaign.sheets:
            sheets = {**campaign.sheets, name: campaign.sheets[like]}
            self.encounter.campaign = replace(campaign, sheets=sheets)
        return self.join(name)

    def hears(self, text: str, acts: Sequence[Act], names: Mapping[str, str]) -> None:
        self._speaks()

    def _speaks(self) -> None:
        """The game master says or commands something: what was asked before is not open any more."""
        if self.encounter.event is not self._by:
            self._by, self._spoken_at = self.encounter.event, len(self.encounter.rulings)

    def asks(self, who: str) -> bool:
        sheets = self.encounter.campaign.sheets
        known = not sheets or who in sheets or who in self.fighters
        return self.phase is not None and known and who not in self.moves

    def fights(self, who: str) -> bool:
        return who in self.fighters

    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        if not pgm:
            if isinstance(act, Yielded):
                self._yields(act.who or speaker)
            return
        self._speaks()
        if isinstance(act, RoundCall):
            self._called(act)
        elif isinstance(act, RoundEnd):
            self.end_round()
        elif isinstance(act, FightStart):
            self._fresh = self._fresh or self.over
        elif isinstance(act, Terms):
            self.terms = act.terms
        elif isinstance(act, FightEnd):
            self._ended(act)
        elif isinstance(act, Waiver):
            self._waives(act)

    def declared(self, who: str, reading: Reading, event: Event) -> None:
        if not reading.moves or reading.ooc:
            return
        if not self.encounter.by_master:
            self._heard.add(who)
        if reading.candidate and (self.phase is None or self._has_said(who)):
            return
        if self.phase is None:
            self._early[who] = (reading, event)
        else:
            self._enter(who, reading, event)

    def rolled(self, who: str, event: Event, pgm: bool) -> None:
        roll = event.roll
        assert roll is not None
        owed = next((one for one in self._owed if self._answers(one, who, pgm)), None)
        if owed is None:
            if who in self.fighters and not pgm:
                self.encounter.find("DICE-4", f"nothing asked {who} for this roll", who)
            self.encounter.note_roll(event, None if pgm else who, None, counted=False)
        elif f"{roll.count}d{roll.sides}" != owed.dice:
            message = f"{owed.dice} was asked for, not {roll.count}d{roll.sides}; please roll again"
            self.encounter.find("DICE-3", message, owed.who)
            self.encounter.note_roll(event, owed.who, None, counted=False)
        else:
            self._owed.remove(owed)
            self._rolled.add(owed.who)
            self.encounter.note_roll(event, owed.who, owed.what, counted=True)
            self.answered(owed.who, owed.what, roll)

    def _answers(self, owed: Owed, who: str, pgm: bool) -> bool:
        """Whether it is for this one to roll: the game master rolls for those who never speak themselves."""
        return owed.who == who or (pgm and owed.who not in self._heard)

    # -- rounds and fights ----------------------------------------------------------------------

    def _called(self, act: RoundCall) -> None:
        if self.phase is not None and not self._is_new(act):
            return  # the same call once more, or a reminder
        self.end_round()
        goes_on = self.number > 0 and act.number == self.number + 1
        if self._fresh or (self.over and not goes_on) or (act.number == 1 and self.number > 0):
            self._open_fight()
        elif self.over:
            self._play_on()
        self._told_of_end = self.over = False
        self.number = act.number or self.number + 1
        for owed in list(self._owed):
            self._drop(owed)
        self._passed, self._rolled = set(), set()
        self.moves, self._refused, self._owed, self.phase = {}, {}, [], "declare"
        self.encounter.open_round(self.number, self.encounter.system)
        self.encounter.rule("round", "opened", number=self.number)
        for name in act.names:
            self.join(name)
        self.round_opens()
        early, self._early = self._early, {}
        here = self.encounter.event
        for who, (reading, event) in early.items():
            self.encounter.event = event
            self._enter(who, reading, event)
        self.encounter.event = here

    def _drop(self, owed: Owed) -> None:
        self._owed.remove(owed)
        self.encounter.rule("request", "dropped", owed.who, what=owed.what, dice=owed.dice)

    def _is_new(self, act: RoundCall) -> bool:
        """Whether a call while a round is on opens the next: by its number, by its words, or because all have
        declared."""
        if act.number is not None:
            return act.number != self.number
        everybody = len(self.fighters) > 1 and all(name in self.moves for name in self.fighters)
        return len(act.names) != 1 and (act.fresh or everybody)

    def _open_fight(self) -> None:
        self.fighters, self.number, self.winner, self._fresh = [], 0, None, False
        self.encounter.open_fight(terms=self.terms)
        self.encounter.rule("fight", "opened", terms=self.terms)
        self.fight_opens()

    def _play_on(self) -> None:
        """The game master calls the next round of a fight that we took to be over: it is not."""
        self.winner = None
        record = self.encounter.record
        if record is not None:
            record.outcome = record.winner = None

    def _yields(self, who: str) -> None:
        if who in self.fighters and not self.over:
            self._end("yielded", who, self.opponent(who), ())

    def _ended(self, act: FightEnd) -> None:
        """The game master says that it is over, or who won: beside ours, and his stands."""
        if self.encounter.round is None or self._told_of_end:
            return
        winner = act.winner or (self.opponent(act.loser) if act.loser is not None else None)
        self.end_round()
        ours, known = self.winner, self.over
        self._told_of_end = True
        agrees = None if not known or winner is None else winner == ours
        if not known:
            self._end("won" if winner is not None else "ended", winner, winner, ())
        elif agrees is False and not self.encounter.by_the_book:
            self._end("won", winner, winner, ("PGM-1",))
        self.encounter.judge("fight", winner, ours=ours, theirs=winner or "over", agrees=agrees, words=act)

    def _end(self, outcome: str, who: str | None, winner: str | None, clauses: tuple[str, ...]) -> None:
        self.over, self.winner = True, winner
        self.encounter.rule("fight", outcome, who, clauses=clauses, winner=winner, terms=self.terms)
        record = self.encounter.record
        if record is not None:
            record.outcome, record.winner = outcome, winner

    # -- declarations ---------------------------------------------------------------------------

    def _has_said(self, who: str) -> bool:
        """Whether somebody has said his move in plain words, so that his role-play declares nothing."""
        said = self.moves.get(who) or self._refused.get(who)
        return said is not None and not said.candidate

    def _enter(self, who: str, reading: Reading, event: Event) -> None:
        who = self.join(who)
        declaration = Declaration(
            seq=event.seq,
            combatant=who,
            channel="im" if event.kind == "whisper" else "room",
            strict=reading.strict,
            candidate=reading.candidate,
            moves=reading.moves,
            modifiers=reading.modifiers,
            hold_back=reading.hold_back,
        )
        self.encounter.declared(declaration)
        self._owed = [owed for owed in self._owed if owed.who != who]
        errors = [one.code for one in self._faults(who, reading) if one.severity == "error"]
        if errors:
            self._refused[who] = declaration
            clauses = tuple(dict.fromkeys(errors))
            why = " and ".join(_in_a_sentence(self.encounter.ruleset.clauses[code].title) for code in clauses)
            said = ", ".join(move.text for move in reading.moves)
            self.encounter.rule("refused", "illegal", who, clauses=clauses, move=said, why=why)
        else:
            self._refused.pop(who, None)
            self.moves[who] = declaration
            self.moved(who, declaration)

    def _faults(self, who: str, reading: Reading) -> list[Finding]:
        encounter = self.encounter
        found = encounter.ruleset.lint(
            reading,
            encounter.campaign,
            combatant=who,
            opponents=tuple(self.opponents(who)),
            system=encounter.system,
            strict=False,
        )
        return [encounter.report(replace(one, combatant=who)) for one in found]

    def _waives(self, act: Waiver) -> None:
        """ "I'll allow it": the declaration that was refused counts after all."""
        who = act.who or (next(iter(self._refused)) if len(self._refused) == 1 else None)
        if act.kind != "allow" or who not in self._refused:
            return
        assert who is not None
        declaration = self.moves[who] = self._refused.pop(who)
        self.encounter.find(
            "PGM-3", f"the {self.encounter.ruleset.master} allows it: {who}'s move counts", who
        )
        self.moved(who, declaration)


def _in_a_sentence(title: str) -> str:
    """A title without the capital that begins it, unless it begins with an abbreviation."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]
