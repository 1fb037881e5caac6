"""What a Parthos fight remembers: rounds, plans, moves, attacks, and who owes which dice.

Structures and look-ups only; the chapters beside this file change them.
"""

from __future__ import annotations

from typing import Literal

from calledshot.api import Declaration, Event, Move, Reading

Status = Literal["pending", "called", "done", "lost", "dropped", "unavailable", "illegal"]
ATTACKS = frozenset({"attack", "melee", "missile", "unarmed"})


class Planned:
    """One declared move on its way: where it was said, the init it falls at, and what became of it."""

    def __init__(self, move: Move, event: Event, *, candidate: bool = False, channel: str = "room") -> None:
        self.move = move
        self.event = event
        self.candidate = candidate
        self.channel = channel
        self.at: int | None = None
        self.status: Status = "pending"
        self.why: str | None = None  # why it is lost, so that a PGM's correction can give it back
        self.target: str | None = move.target
        self.faults: tuple[str, ...] = ()  # clause ids already reported for it
        self.counted_last = False  # PAR-INIT-5: called after everything else
        self.at_once = False  # a simultaneous blow has felled its owner: it is played all the same
        self.now: str | None = None  # in words, what it has become since it was declared
        self.tried = False  # it has been called once
        self.allowed = False  # the PGM lets it stand, whatever the page says
        self.range_then: str | None = None  # the range to its target when declared (PAR-MOV-7)

    @property
    def is_attack(self) -> bool:
        return self.move.action in ATTACKS

    @property
    def open(self) -> bool:
        return self.status in ("pending", "called")


class Plan:
    """What one combatant has declared for the round, in order."""

    def __init__(self) -> None:
        self.moves: list[Planned] = []
        self.modifiers: list[str] = []  # announced before the init roll
        self.late: list[str] = []  # announced after it (PAR-STD-2)
        self.hold_back: list[str] = []
        self.readings: list[Reading] = []
        self.event: Event | None = None
        self.channel: str | None = None

    def next(self) -> Planned | None:
        """The first move not yet played out (PAR-INIT-7: never a later one before it)."""
        return next((planned for planned in self.moves if planned.open), None)

    def index(self, planned: Planned) -> int:
        return self.moves.index(planned)


class Init:
    """One combatant's initiative: the d100, the sum for the first move, and the inits of all moves won."""

    def __init__(self, roll: int | None, event: Event) -> None:
        self.roll = roll
        self.event = event
        self.total: int | None = None
        self.moves: list[int] | None = None
        self.parts: list[tuple[str, int]] = []
        self.ours: int | None = None  # the total by the page, where the PGM's is played instead
        self.stated: int | None = None  # the PGM's or the player's own figure, where ours is unknown
        self.won: int | None = None  # moves granted by the PGM where he counts differently


class Attack:
    """One attack from its call to its damage. `outcome` is what is played; `ours` what the page gives."""

    def __init__(self, who: str, target: str | None, planned: Planned | None, weapon: str | None) -> None:
        self.who = who
        self.target = target
        self.planned = planned
        self.weapon = weapon
        self.kind: str | None = None
        self.bc: int | None = None
        self.thrown = False
        self.penalties: list[tuple[str, int]] = []
        self.penalty_unknown = False
        self.needed: int | None = None
        self.roll: int | None = None
        self.event: Event | None = None
        self.ours: str | None = None
        self.outcome: str | None = None
        self.confirmed = False  # the PGM has said hit or miss
        self.word: str | None = None  # which he has said
        self.dice: list[int] = []
        self.each: list[int | None] = []
        self.points: int | None = None  # as played
        self.our_points: int | None = None
        self.dealt = False
        self.points_said = False  # the PGM has given a number for it
        self.undone: list[tuple[Planned, Status, str | None]] = []  # moves this blow cost its target
        self.spell_dice: str | None = None
        self.called_by_pgm = False
        self.kept: Event | None = None  # a second die thrown along with the to-hit roll
        self.unread = -1  # the event of a damage die that no chart tells the points of

    @property
    def struck(self) -> bool:
        return self.outcome in ("hit", "critical")


class Request:
    """Dice that somebody owes: `what` as in the contract, `dice` "1d100"; `attack` or `planned` what for."""

    def __init__(
        self,
        who: str,
        what: str,
        dice: str = "1d100",
        *,
        attack: Attack | None = None,
        planned: Planned | None = None,
        patient: str | None = None,
    ) -> None:
        self.who = who
        self.what = what
        self.dice = dice
        self.attack = attack
        self.planned = planned
        self.patient = patient
        self.seq = -1
        self.at = -1  # the event that answered it


class Round:
    """One round: its system and phase, what everybody planned and rolled, and who has been seen in it."""

    def __init__(self, number: int | None, system: str) -> None:
        self.number = number
        self.system = system
        self.phase: Literal["declare", "initiative", "action", "closed"] = "initiative"
        self.plans: dict[str, Plan] = {}
        self.inits: dict[str, Init] = {}
        self.seen: list[str] = []
        self.first_init: Event | None = None
        self.acted = False
        self.order_told = False  # the order has been read out before everybody
        self.opened_at = -1  # the event that opened it
        self.conditions: dict[str, str] = {}
        self.attacks: list[Attack] = []
        self.answered: dict[str, Request] = {}  # the last request each one answered
        self.leave: set[str] = set()  # who may roll again, by the PGM's leave
        self.stray: dict[str, Event] = {}  # each one's last roll that answered nothing
        self.said_by_strangers: dict[str, tuple[Reading, Event]] = {}  # of people not (yet) in the fight
        self.rolled_by_strangers: dict[str, Event] = {}
        self.sits_out: set[str] = set()  # who came in too late for this round, or was passed over in it
        self.awaited: set[str] = set()  # whose initiative the PGM wants though moves have begun
        self.late: dict[str, tuple[Reading, Event]] = {}  # late declarations the PGM may still take
        self.roll_offs: dict[str, int] = {}  # d100s that part a tie (PAR-INIT-6)
        self.roleplayed: set[str] = set()  # who has role-played something since his last roll
        self.untold: dict[str, Planned] = {}  # moves without dice that have come and nobody has told of
        self.told: set[tuple[str, str]] = set()  # what is reported once a round
        self.targeted: list[tuple[str, str]] = []  # (attacker, target), in the order shown
        self.events: list[
            tuple[str, str]
        ] = []  # (what, who) that contingencies ask for: hit, advanced, fell, died

    def plan(self, who: str) -> Plan:
        return self.plans.setdefault(who, Plan())

    def saw(self, who: str) -> None:
        if who not in self.seen:
            self.seen.append(who)


def declaration(who: str, reading: Reading, event: Event, channel: str) -> Declaration:
    """The contract's form of what a message declares."""
    return Declaration(
        seq=event.seq,
        combatant=who,
        channel="im" if channel == "im" else "ooc" if channel == "ooc" else "room",
        strict=reading.strict,
        candidate=reading.candidate,
        moves=reading.moves,
        modifiers=reading.modifiers,
        hold_back=reading.hold_back,
    )
