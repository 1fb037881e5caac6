"""The Parthos fight: takes what the referee hands it to the chapter that decides it, and keeps the state.

No rule is decided here. Declarations go to `plans` (secret ones by way of `secret`, all of them past
`vetting`), rolls to `dice`, calls to `calling` and on to `playing`, the PGM's results to `verdicts`,
`damage`, `succour`, `table`, `readout` and `waivers`; rounds and fights are `rounds`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from msgspec.structs import replace

from calledshot.api import (
    Act,
    Announced,
    Answer,
    Ask,
    Call,
    Count,
    Distance,
    Encounter,
    Event,
    Fight,
    FightEnd,
    FightStart,
    MoveCount,
    Moved,
    Order,
    Penalty,
    Points,
    Pool,
    Proposal,
    Reading,
    Retarget,
    RoundCall,
    RoundEnd,
    Stated,
    Terms,
    Told,
    Verdict,
    Waiver,
    Yielded,
)
from calledshot_parthos import (
    attacks,
    calling,
    damage,
    dice,
    harm,
    initiative,
    moving,
    plans,
    prompting,
    readout,
    rounds,
    steering,
    table,
    verdicts,
    waivers,
)
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.scene import Range, Scene
from calledshot_parthos.state import Attack, Planned, Request, Round

HINT = re.compile(r"\binit|\binni|initiat|\brou?nd|\brolls?\b|\blots\b|\bdice\b|\bd100")
"""Words of a call for initiative, however it is dressed."""
REFUSED = re.compile(r"\b(?:no|not|don't|dont|bench|wait|next fight|stop|sit)\b")
"""Words with which the PGM keeps somebody out who rolled from the bench."""
ROLEPLAY = re.compile(r"::|^[*~<-]+[^*~<>-]{3}|[*~]\s*$")
"""Marks of role-play in a line: what somebody does, for those who can read it."""
ROUND_HINT = re.compile(r"\binit|\binni|initiat|\brou?nd\b(?! table)")
NUMBERED = re.compile(r"\b(?:round|rnd|rd)\s{0,3}(\d{1,2})\b")
WORD = re.compile(r"[^\W_]+")
SHORTEST = 4
"""Letters of a word that may be somebody's short name in passing; shorter ones are too often plain words."""


NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
CROWD = re.compile(r"\b(two|three|four|five|six|seven|eight|[2-8]) (?:[a-z]+ )?([a-z]{3,20})s\b")
MOST = 8
FIRST_ROUNDS = 2
"""Rounds after which whoever has never said or rolled anything is taken to be the PGM's."""
NO_CROWD = frozenset(
    {"round", "move", "attack", "point", "action", "fighter", "turn", "roll", "init", "spell", "hit", "die"}
    | {
        "other",
        "time",
        "dagger",
        "weapon",
        "player",
        "step",
        "second",
        "minute",
        "yard",
        "pace",
        "side",
        "shot",
    }
)
"""What is counted in a fight without fighting in it."""


class ParthosFight(Fight):
    """One fight after another by the Parthos rules."""

    keeps_standing_orders = True

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.campaign = encounter.campaign
        self.settings = encounter.settings
        self.groups = _groups(encounter)
        self.players: set[str] = set()  # whoever has said or rolled something himself
        self.crowds: set[str] = set()  # groups known from the PGM's words alone
        self.fighters: dict[str, Fighter] = {}
        self.scene = Scene()
        self.round: Round | None = None
        self.requests: list[Request] = []
        self.early: dict[str, list[tuple[Reading, Event, str]]] = {}
        self.terms: str | None = None
        self.over: str | None = None  # how it ended, None while it runs
        self.over_by_pgm = False
        self.over_waits = False  # one side is out, but a blow at the same init is still to come
        self.fresh = True  # the next round call opens a new fight
        self.last_attack: Attack | None = None
        self.last_changed: str | None = None  # whose stamina changed last
        self.last_spender: str | None = None
        self.refused: tuple[str, str] | None = None  # (what, who) of the last refusal, for "I'll allow it"
        self.penalties: dict[str, int] = {}  # set by the PGM for somebody's next attack
        self.penalty_said: tuple[int, str, int] | None = None  # where, for whom and how much he set last
        self.said_down: dict[str, int] = {}  # who is out by the PGM's word alone: the message
        self.fumbled: str | None = None  # whose critical miss waits for the PGM's words
        self.stand_ins: dict[str, str] = {}  # who is to roll for whom, by the PGM's word
        self.rolls_for: dict[str, str] = {}  # who said he rolls for whom
        self.said_range: tuple[Range, float | None] | None = None  # said of everybody, newcomers included
        self.range_said_at = -1
        self.diverged: set[str] = set()  # by the book: whose pools differ from the PGM's, told once
        self.not_played: set[str] = set()  # by the book: who rolls damage for a blow that our line lacks
        self.yielded: set[str] = set()
        self.to_hit_asked: set[str | None] = set()  # of whom the PGM's last message asks a to-hit roll
        self.clarify_asked: set[str | None] = set()  # whom it asks what he does
        self.pools_told: dict[str | None, int] = {}  # the staminas the PGM's last message reads out
        self.called_for: dict[str, tuple[str, ...]] = {}  # of whom the last message asks initiative or moves
        self.taking_back = False  # the PGM's last message takes an earlier word back
        self.hints_initiative = False  # the PGM's last message smells of a call for initiative
        self.heard_at = -1
        self.hints_round = False  # it speaks of a round or of initiative, and we read no call in it
        self.hinted_number: int | None = None
        self.set_scene: list[
            str
        ] = []  # whom the PGM has spoken of since the last round: they are in the next
        self.points_told = False  # the PGM's last message gives points
        self.heard = ""  # the PGM's last message, folded
        self.short_names: Mapping[str, str] = {}  # every form of every name, folded, of the last message
        self.named: list[str] = []  # whom the PGM's last message names
        self.opening = False  # the message being heard calls a round: nothing in it shows one under way
        self.announcing = False  # a move is called by us, before the PGM has
        self.spoken: tuple[int, Attack] | None = None  # the attack a verdict in this very message was on
        self.before: dict[str, Event] = {}  # rolls from before any round we know of
        self.midway = False  # the log began in the middle: what the sheets say of pools is out of date
        self.ims_seen = False  # somebody's IM is in the record
        self.standing_orders: dict[str, tuple[Reading, Event]] = {}
        self.aimed: dict[str, str] = {}  # whom each one attacked last
        self.sent_at: dict[str, str] = {}  # on whom the PGM has sent each one with his last call
        self.npc: str | None = None  # the one NPC the PGM named last: his next roll may be for it
        self.healing: tuple[str, str, str] | None = (
            None  # (healer, patient, kind of help), points still to come
        )
        self.draught: int | None = None  # what it heals, if the unconscious patient gets it down
        self.held: set[str] = set()  # whose turns the PGM keeps open
        self.entered: set[str] = set()  # whom he has brought in with the sheet of another
        self.asked_from = 0  # how many rulings there were when he last spoke: questions since are open
        self._heard: Event | None = None  # his last message or command
        self._current: str | None = None

    # -- what the referee asks ------------------------------------------------------------------

    @property
    def phase(self) -> str | None:  # type: ignore[override]
        return self.round.phase if self.round is not None and self.round.phase != "closed" else None

    @property
    def round_number(self) -> int | str:
        """The number of the round, "?" where nobody has said it."""
        return self.round.number if self.round is not None and self.round.number is not None else "?"

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
        if attack is None or attack.roll is None or attack.confirmed:
            return ()
        return ((attack.who, "damage" if attack.dealt else "to_hit"),)

    @property
    def order(self) -> Mapping[str, tuple[int, ...]] | None:
        if self.round is None or self.round.phase == "closed":
            return None
        found: dict[str, tuple[int, ...]] = {}
        for who, init in self.round.inits.items():
            if init.moves is None:
                return None
            spent = [one.at for one in self.round.plan(who).moves if one.status not in ("pending", "called")]
            found[who] = tuple(at for at in init.moves if at not in spent)
        return found

    @property
    def left(self) -> Mapping[str, int]:
        return {name: one.stamina for name, one in self.fighters.items() if one.stamina is not None}

    @property
    def dealt(self) -> int | None:
        attack = self.last_attack
        return attack.points if attack is not None and attack.dealt and not attack.points_said else None

    @property
    def face(self) -> int | None:
        attack = self.last_attack
        return attack.roll if attack is not None and not attack.dealt and not attack.confirmed else None

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

    @property
    def stands(self) -> dict[tuple[str, int], bool]:
        return steering.stands(self)

    def figure(self, who: str, figure: str) -> int | None:
        return steering.figure(self, who, figure)

    def enters(self, who: str, like: str | None = None) -> str | None:
        return steering.enters(self, who, like)

    def skips(self, who: str) -> bool:
        return steering.skips(self, who)

    def holds(self, who: str, held: bool = True) -> None:
        steering.holds(self, who, held)

    def asks(self, who: str) -> bool:
        if self._current == who:
            return True
        if any(
            request.who == who and request.what in ("clarify", "declaration") for request in self.requests
        ):
            return True
        return self.phase in ("declare", "initiative") and who in self.fighters

    def fights(self, who: str) -> bool:
        return who in self.fighters

    def state(self) -> dict[str, dict[str, Any]]:
        return {
            name: self._figures(self.fighters[name]) for name in self.scene.names if name in self.fighters
        }

    def _figures(self, fighter: Fighter) -> dict[str, Any]:
        figures: dict[str, Any] = {
            "stamina": fighter.stamina,
            "stamina_max": fighter.sheet.stamina_max,
            "pp": fighter.pp,
            "condition": fighter.condition or "able",
            "stabilised": fighter.stabilised,
        }
        if fighter.left:
            figures["left"] = dict(fighter.left)
        return figures

    # -- what the referee tells -----------------------------------------------------------------

    def hears(self, text: str, acts: Sequence[Act], names: Mapping[str, str]) -> None:
        self.opening = any(isinstance(act, RoundCall) for act in acts)
        ends = any(isinstance(act, RoundEnd | FightEnd) for act in acts)
        self.hints_initiative = not ends and HINT.search(text.casefold()) is not None
        self.points_told = any(isinstance(act, Points) for act in acts)
        self.hints_round = (
            self.hints_initiative and not self.opening and ROUND_HINT.search(text.casefold()) is not None
        )
        number = NUMBERED.search(text.casefold())
        self.hinted_number = int(number[1]) if number is not None else None
        self.taking_back = any(isinstance(act, Waiver) and act.kind == "undo" for act in acts)
        self.to_hit_asked = {act.who for act in acts if isinstance(act, Ask) and act.what == "to_hit"}
        self.clarify_asked = {act.who for act in acts if isinstance(act, Ask) and act.what == "clarify"}
        self.pools_told = {act.who: act.value for act in acts if isinstance(act, Pool) and act.pool != "pp"}
        asked = [act for act in acts if isinstance(act, Ask) and act.who is not None]
        self.called_for = {
            what: tuple(dict.fromkeys(act.who for act in asked if act.what == what and act.who is not None))
            for what in ("initiative", "declaration")
        }
        self.heard, self.heard_at = text.casefold(), self.encounter.event.seq
        self._heard, self.asked_from = self.encounter.event, len(self.encounter.rulings)
        self._crowd(self.heard)
        self.short_names = names
        self.named = self.names_in(text)
        if self.fumbled is not None:
            attacks.mishap(self, text, acts)
        for name in self.campaign.pgm:
            dice.claims(self, self.encounter.names.known(name) or name, text)
        if self.phase is not None:
            self.bring_in()
        elif not self.opening:  # a greeting brings nobody in; a scene that is set does, as does lying in it
            self.set_scene += [name for name in self.named if acts or self._lies(name)]
        if not acts:
            calling.bare(self, text)
            calling.announce(self)

    def _lies(self, name: str) -> bool:
        sheet = self.campaign.sheets.get(name)
        return sheet is not None and sheet.stamina is not None and sheet.stamina <= 0

    def _in_group(self, name: str) -> bool:
        return any(name in members for members in self.groups.values())

    def _crowd(self, folded: str) -> None:
        """ "Two goblins": nameless opponents the PGM brings in by number become "Goblin 1", "Goblin 2"."""
        for match in CROWD.finditer(folded):
            word = match[2]
            count = NUMBERS.get(match[1]) or int(match[1])
            if word in self.groups or word in NO_CROWD or not 2 <= count <= MOST:
                continue
            if any(word in name.casefold() for name in self.campaign.sheets):
                continue
            members = [f"{word.capitalize()} {number}" for number in range(1, count + 1)]
            self.groups[word] = members
            self.crowds.add(word)
            for member in members:
                self.encounter.names.combatant(member)

    def names_in(self, text: str) -> list[str]:
        """The combatants that words of the PGM's name, in order; of a group named as a whole, nobody."""
        folded, names = text.casefold(), self.short_names
        found: list[tuple[int, str]] = []
        for match in WORD.finditer(folded):
            name = names.get(match[0])
            whole = name is not None and (len(match[0]) >= SHORTEST or name.casefold() == match[0])
            if name is not None and whole and not self._in_group(name):
                found.append((match.start(), name))
        for group, members in self.groups.items():
            at = folded.find(group)
            if at < 0:
                continue
            alone = [(folded.find(name.casefold()), name) for name in members if name.casefold() in folded]
            found += alone or ([(at, members[0])] if len(members) == 1 else [])
        found.sort()
        return list(dict.fromkeys(name for _, name in found))

    def bring_in(self) -> None:
        """Whoever the PGM names while a round is on, or on calling it, is in the fight (PAR-RND-5)."""
        round_, folded = self.round, self.heard
        assert round_ is not None
        for name in self.set_scene:
            if name in self.campaign.sheets:
                self.join(name)
        self.set_scene = []
        for name in self.named:
            if name in self.campaign.sheets or self.is_npc(name):
                self.join(name)
        for group, members in self.groups.items():
            if group in folded and group not in self.crowds and not any(n in members for n in self.named):
                for member in members:
                    self.join(member)
        npcs = [name for name in self.named if self.is_npc(name)]
        self.npc = npcs[0] if len(npcs) == 1 else self.npc
        for stranger in list(round_.rolled_by_strangers):
            if stranger.casefold() in folded and REFUSED.search(folded) is None:
                plans.comes_in(self, stranger)

    def _commanded(self, act: Act) -> None:
        """The PGM does something without a word in the room: what he said last is past."""
        self.hears("", (act,), self.short_names)

    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        if pgm and self.encounter.event is not self._heard:
            self._commanded(act)
        if not pgm:
            if isinstance(act, Yielded):
                rounds.yielded(self, act.who or speaker)
            elif isinstance(act, Announced):
                initiative.announced(self, speaker, act)
            return
        handler = _HANDLERS.get(type(act))
        if handler is not None:
            handler(self, act)
            calling.announce(self)

    def whispered(self, act: Act, to: str) -> None:
        if isinstance(act, Waiver):
            waivers.waiver(self, act if act.who is not None else _about(act, to))
        elif (
            isinstance(act, Verdict)
            and act.outcome in ("illegal", "lost", "unavailable")
            and act.who in (None, to)
        ):
            table.refuses(self, to, act)
        elif isinstance(act, (Pool, Stated)) and act.who in (None, to):
            handler = _HANDLERS[type(act)]
            handler(self, _about(act, to))

    def declared(self, who: str, reading: Reading, event: Event) -> None:
        self.players.add(who)
        self.ims_seen = self.ims_seen or event.kind == "whisper"
        plans.take(self, who, reading, event)
        calling.announce(self)

    def standing(self, who: str, reading: Reading, event: Event) -> None:
        if reading.moves:
            self.standing_orders[who] = (reading, event)
        else:
            self.standing_orders.pop(who, None)

    def aims(self, who: str, target: str) -> None:
        round_ = self.round
        if round_ is None or round_.phase == "closed" or who not in self.fighters:
            return
        for planned in round_.plan(who).moves:
            if planned.open and planned.is_attack and planned.target is None:
                planned.target = self.join(target).name
                self.drop_requests(who, "clarify")
                return

    def described(self, who: str, reading: Reading, event: Event) -> None:
        plans.told_by_pgm(self, who, reading, event)

    def rolled(self, who: str, event: Event, pgm: bool) -> None:
        if not pgm or (who in self.campaign.sheets and not self._in_group(who)):
            self.players.add(who)  # a PGM may have a character of his own
        dice.rolled(self, who, event, pgm)
        calling.announce(self)

    def spoke(self, who: str, event: Event) -> None:
        known = self.encounter.names.known(who)
        if known is not None:
            self.players.add(known)
        if (
            self.round is not None
            and self.round.phase != "closed"
            and known is not None
            and known in self.campaign.sheets
        ):
            self.join(known)
            self.round.saw(known)
        elif self.round is not None and who in self.fighters:
            self.round.saw(who)
        if self.round is not None and (event.kind == "emote" or ROLEPLAY.search(event.text) is not None):
            self.round.roleplayed.add(who)
        dice.claims(self, who, event.text)

    def is_npc(self, name: str) -> bool:
        """Whether the PGM rolls for somebody: a member of a group, or one with a sheet who has never said
        or rolled anything himself."""
        if any(name in members for members in self.groups.values()):
            return True
        return name in self.campaign.sheets and name not in self.players

    def plays_along(self, name: str) -> bool:
        """Whether nobody waits for somebody's moves: the PGM plays him, as he comes."""
        record = self.encounter.record
        first = record is None or len(record.rounds) < FIRST_ROUNDS
        return name in self.entered or self._in_group(name) or (self.is_npc(name) and not first)

    # -- who is in it ---------------------------------------------------------------------------

    def join(self, name: str) -> Fighter:
        """The combatant of that name, brought into the fight if he is not in it yet (PAR-RND-5)."""
        fighter = self.fighters.get(name)
        if fighter is None:
            known = self.encounter.names.of(name)
            sheet = self.campaign.sheets.get(known)
            fighter = self.fighters[known] = Fighter(known, sheet)
            if self.midway:
                fighter.stamina = fighter.pp = None
            if fighter.stamina is not None and fighter.stamina <= 0:
                fighter.condition = harm.condition_at(fighter.stamina)
            if self.round is not None:
                self.round.conditions[known] = fighter.condition or "able"
            if sheet is not None and sheet.side is not None:
                self.scene.sides[known] = sheet.side
            else:
                group = next((group for group, members in self.groups.items() if known in members), None)
                if group is not None:
                    self.scene.sides[known] = group
            if self.campaign.sheets and sheet is None:
                self.encounter.find("ID-2", f"{known} fights here, whom the campaign does not know", known)
        if fighter.name not in self.scene.names:
            if self.said_range is not None:
                for other in self.scene.names:
                    self.scene.set_range(fighter.name, other, *self.said_range)
            self.scene.names.append(fighter.name)
        self.encounter.join(fighter.name)
        return fighter

    def able(self, name: str) -> bool:
        fighter = self.fighters.get(name)
        return fighter is not None and fighter.condition in (None, "able") and name not in self.yielded

    def may_act(self, name: str, planned: Planned) -> bool:
        """Whether a move may still be played: its owner is able, or the blow that felled him fell at the
        same init (PAR-INIT-6)."""
        return self.able(name) or planned.at_once

    def learn_stamina(self, name: str, value: int | None) -> None:
        """A stamina nobody had told us is read out."""
        if value is not None:
            source = self.encounter.event.source
            line = source.line if source is not None else None
            self.encounter.learned.is_(name, "stamina", value, line, moves_on=True)

    def condition_of(self, name: str) -> str | None:
        """Somebody's condition, None where nobody of that name is in the fight."""
        fighter = self.fighters.get(name)
        return None if fighter is None else fighter.condition or "able"

    def opponents(self, name: str) -> list[str]:
        """Those on other sides still on their feet; all of them if nobody is."""
        others = self.scene.opponents_of(name)
        return [other for other in others if self.able(other)] or others

    def request(self, who: str, what: str) -> Request | None:
        return next(
            (request for request in self.requests if request.who == who and request.what == what), None
        )

    def owes(self, who: str) -> Request | None:
        """The oldest dice somebody still owes."""
        return next((request for request in self.requests if request.who == who), None)

    def ask_dice(
        self,
        request: Request,
        target: str | None = None,
        *,
        clauses: tuple[str, ...] = (),
        **where: Any,
    ) -> None:
        """Ask for dice, in the record and for the room; `where`: the place in the order, if it tells that."""
        request.seq = self.encounter.event.seq
        self.requests.append(request)
        self.encounter.rule(
            "request",
            "asked",
            request.who,
            target,
            clauses=clauses,
            what="initiative" if request.what == "roll_off" else request.what,
            dice=request.dice,
            **where,
        )

    def drop_requests(self, who: str, *whats: str) -> None:
        self.requests = [r for r in self.requests if r.who != who or (whats and r.what not in whats)]

    def setting(self, name: str) -> Any:
        return self.settings.get(name)


def _about(act: Any, who: str) -> Any:
    """The same act with its missing name filled in."""
    return replace(act, who=who)


def _groups(encounter: Encounter) -> dict[str, list[str]]:
    """NPC groups of the campaign: the folded common name → its members ("Goblin 1", "Goblin 2" …)."""
    groups: dict[str, list[str]] = {}
    for name in encounter.campaign.sheets:
        base, _, number = name.rpartition(" ")
        if base and number.isdigit():
            groups.setdefault(base.casefold(), []).append(name)
    return groups


_HANDLERS: dict[type, Callable[[ParthosFight, Any], None]] = {
    RoundCall: rounds.called,
    RoundEnd: rounds.ended,
    FightStart: rounds.starts,
    Terms: rounds.sets_terms,
    FightEnd: rounds.fight_ends,
    Call: calling.called,
    Count: calling.counted,
    Told: calling.told,
    Ask: calling.asked,
    Verdict: verdicts.verdict,
    Points: damage.stated,
    Pool: table.pool,
    Stated: table.condition,
    Order: readout.order,
    MoveCount: readout.move_count,
    Waiver: waivers.waiver,
    Distance: readout.distance,
    Moved: moving.moved,
    Penalty: attacks.penalty,
    Retarget: calling.retargeted,
    Answer: table.answer,
    prompting.Turn: prompting.turn,
    prompting.GoOn: prompting.goes_on,
    prompting.StandDown: prompting.stands_down,
}
