"""The PGM at the helm of a live fight: somebody's turn kept open, somebody passed over, a figure put right, a
newcomer, a declaration taken back.

Corrections are no rulings to disagree with: no difference is found here. What is proposed next is
`prompting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Move, replace
from calledshot_parthos import book, calling, harm, initiative, legality, rounds, vetting
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.prompting import again, coming
from calledshot_parthos.schema import Item, Sheet
from calledshot_parthos.state import Attack, Init, Planned, Request, Round

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

FIGURES = {
    "sta": "stamina",
    "maxstamina": "stamina_max",
    "powerpoints": "pp",
    "maxpp": "pp_max",
    "ws": "weapon_speed",
    "end": "endurance",
    "strength": "strength_bonus",
    "str": "strength_bonus",
    "init": "initiative",
}
"""Other names of figures, folded."""
ON_SHEET = frozenset(
    {"speed", "weapon_speed", "ca", "endurance", "strength_bonus", "level", "xp", "bc_max"}
    | {"stamina_max", "pp_max"}
)
IN_SUM = frozenset({"speed", "weapon_speed"})
OUT = frozenset(words.replace("_", " ") for words in harm.CLAUSE if words != "able")
"""Why moves are lost that come back with their owner."""


# -- whose turn it is, or is not ------------------------------------------------------------------------


def holds(fight: ParthosFight, who: str, held: bool) -> None:
    """Somebody's turn stays open until he is back. What is still open when the round closes goes as every
    move that was never called: one without dice comes about, an attack is lost (PAR-RND-4)."""
    if held:
        fight.held.add(who)
    else:
        fight.held.discard(who)
        round_ = fight.round
        there = who in fight.fighters and fight.able(who) and fight.over is None
        begun = round_ is not None and round_.acted and round_.phase != "closed"
        if there and begun and round_ is not None and who not in round_.inits:
            rounds.ask_initiative(fight, who)
        calling.announce(fight)


def skips(fight: ParthosFight, who: str) -> bool:
    """What somebody owes now is lost: dice, his IM or initiative for this round, or the move that is due."""
    round_ = fight.round
    owed = fight.owes(who)
    if owed is not None:
        _forgives(fight, owed)
    elif round_ is not None and round_.phase != "closed" and who in again(fight, round_):
        round_.leave.discard(who)
    elif round_ is None or round_.phase == "closed" or who not in fight.fighters:
        return False
    elif round_.phase == "declare" or (
        who not in round_.inits and (not round_.acted or who in round_.awaited)
    ):
        round_.sits_out.add(who)
    else:
        slot = next((slot for slot in coming(fight) if slot.who == who), None)
        if slot is None:
            return False
        _loses(fight, round_, who, slot.planned, slot.at)
    calling.announce(fight)
    return True


def _forgives(fight: ParthosFight, request: Request) -> None:
    fight.requests.remove(request)
    round_, who, attack = fight.round, request.who, request.attack
    if round_ is None:
        return
    if request.what == "clarify":
        slot = next((slot for slot in coming(fight) if slot.who == who), None)
        if slot is not None:
            _loses(fight, round_, who, slot.planned, slot.at)
    elif request.what == "roll_off":
        round_.roll_offs.setdefault(who, 0)
    elif request.what == "to_hit" and attack is not None:
        round_.attacks = [one for one in round_.attacks if one is not attack]
        fight.last_attack = None if fight.last_attack is attack else fight.last_attack
        if attack.planned is not None:
            _loses(fight, round_, who, attack.planned, attack.planned.at)
    elif attack is not None and request.what in ("damage", "critical") and not attack.dealt:
        attack.dealt, attack.points = True, 0
        if attack.planned is not None:
            attack.planned.status = "done"
    elif request.what == "healing":
        fight.healing = None


def _loses(fight: ParthosFight, round_: Round, who: str, planned: Planned | None, at: int | None) -> None:
    """The move that is due is lost; one of which nothing was said leaves its place behind."""
    plan = round_.plan(who)
    if planned is None:
        planned = next((one for one in plan.moves if one.status == "illegal" and one.at == at), None)
    if planned is None:
        planned = Planned(Move(action="other"), fight.encounter.event)
        planned.at = at
        plan.moves.append(planned)
    planned.status, planned.why = "lost", "passed over"
    fight.encounter.rule(
        "move",
        "lost",
        who,
        planned.target,
        clauses=("PGM-3",),
        at=planned.at,
        index=plan.index(planned),
        action=planned.move.action if planned.move.text else None,
        why="passed over",
    )


# -- declarations ---------------------------------------------------------------------------------------


def withdrawn(fight: ParthosFight, who: str) -> str | None:
    """A declaration is taken back: an IM until initiative is rolled (PAR-IM-1, PAR-IM-6), in the standard
    system each move until it is called (PAR-STD-3). What was announced before an initiative roll stands."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return None if fight.early.pop(who, None) is not None else "nothing is declared yet"
    plan = round_.plans.get(who)
    if plan is None or not (plan.moves or plan.modifiers or plan.hold_back):
        return None if round_.late.pop(who, None) is not None else "nothing is declared this round"
    if round_.system == "im" and round_.first_init is not None:
        return "initiative has been rolled, so the IM stands"
    stay = [one for one in plan.moves if one.status not in ("pending", "illegal", "dropped")]
    if plan.moves and len(stay) == len(plan.moves):
        return "the move has been called already"
    plan.moves = stay
    if who not in round_.inits:
        plan.modifiers, plan.late = [], []
    if round_.phase != "action":
        plan.hold_back = []
        fight.fighters[who].hold_back = set()
    if not stay:
        plan.readings, plan.event, plan.channel = [], None, None
    elif plan.readings:
        plan.readings = [replace(plan.readings[-1], moves=tuple(one.move for one in stay))]
    fight.drop_requests(who, "clarify")
    fight.encounter.rule("move", "withdrawn", who, clauses=(), at=None, index=None, action=None)
    if who in round_.inits:
        initiative.revise(fight, who)
    calling.announce(fight)
    return None


# -- figures --------------------------------------------------------------------------------------------


def adjust(fight: ParthosFight, who: str, figure: str, value: int) -> bool:
    """A figure is put right; what follows from it is worked out anew."""
    if who not in fight.fighters and who not in fight.campaign.sheets:
        return False
    fighter = fight.join(who)
    name = _figure(figure)
    if name == "stamina":
        _stamina(fight, fighter, value)
    elif name == "pp":
        fighter.pp = value
    elif name == "initiative":
        return _initiative(fight, who, value)
    elif name in ON_SHEET:
        _sheet(fight, fighter, name, value)
    elif not _thing(fight, fighter, figure, value):
        return False
    _checks_again(fight, fighter)
    calling.announce(fight)
    return True


def figure(fight: ParthosFight, who: str, said: str) -> int | None:
    """What a figure of somebody's is now: of the fight, of the sheet, the charges or the count of a thing."""
    fighter, name = fight.fighters.get(who), _figure(said)
    if fighter is None:
        return None
    if name in ("stamina", "pp"):
        value = getattr(fighter, name)
    elif name == "initiative":
        init = fight.round.inits.get(who) if fight.round is not None else None
        value = init.total if init is not None else None
    elif name:
        value = getattr(fighter.sheet, name)
    else:
        own, arm = book.item(fight.campaign, fighter, said), book.find(said, fighter.sheet.weapons or ())
        if own is not None:
            value = fighter.left.get(own.name, own.charges)
        else:
            value = fighter.left.get(arm.name, arm.count) if arm is not None else None
    return value if isinstance(value, int) else None


def stands(fight: ParthosFight) -> dict[tuple[str, int], bool]:
    """Whether each message's moves can all be made."""
    found: dict[tuple[str, int], bool] = {}
    round_ = fight.round
    for who, plan in round_.plans.items() if round_ is not None and round_.phase != "closed" else ():
        for planned in plan.moves:
            if planned.event.seq is not None:
                key = (who, planned.event.seq)
                found[key] = found.get(key, True) and planned.status not in ("illegal", "lost")
    return found


def _figure(said: str) -> str:
    folded = "".join(char for char in said.casefold() if char.isalnum())
    plain = {name.replace("_", ""): name for name in (*ON_SHEET, "stamina", "pp", "initiative")}
    return FIGURES.get(folded) or plain.get(folded, "")


def _stamina(fight: ParthosFight, fighter: Fighter, value: int) -> None:
    """Another stamina, and the condition that it gives; moves lost for the old one come back."""
    was = fighter.condition or "able"
    fighter.stamina, fight.last_changed = value, fighter.name
    if was == "dead" and harm.condition_at(value) != "dead":
        fighter.condition = "brink"  # a dead man's stamina says nothing; one put right does
    harm.update(fight, fighter)
    if fighter.condition != "brink":
        fight.drop_requests(fighter.name, "save")
    if fighter.condition not in (None, "able"):
        return
    if was == "able":
        return
    plan = fight.round.plans.get(fighter.name) if fight.round is not None else None
    for planned in plan.moves if plan is not None else ():
        if planned.status == "lost" and planned.why in OUT:
            planned.status, planned.why = "pending", None
    if fight.over == "won" and not fight.over_by_pgm:
        fight.over = None
        record = fight.encounter.record
        if record is not None:
            record.outcome = record.winner = None


def _initiative(fight: ParthosFight, who: str, value: int) -> bool:
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return False
    init = round_.inits.setdefault(who, Init(None, fight.encounter.event))
    init.roll, init.stated = init.roll or 0, None
    initiative.compute(fight, who)
    if init.total is not None:
        init.roll += value - init.total
    else:
        init.stated = value
    initiative.revise(fight, who)
    return True


def _sheet(fight: ParthosFight, fighter: Fighter, name: str, value: int) -> None:
    was = fighter.sheet
    fighter.sheet = replace(was, **{name: value})
    round_ = fight.round
    if round_ is None:
        return
    if name in IN_SUM and fighter.name in round_.inits and round_.phase != "closed":
        initiative.revise(fight, fighter.name)
    if name == "ca":
        for request in fight.requests:
            if request.attack is not None and request.who == fighter.name and request.what == "to_hit":
                _aims_anew(request.attack, value)


def _aims_anew(attack: Attack, ca: int) -> None:
    if not attack.penalty_unknown:
        attack.needed = ca + sum(points for _, points in attack.penalties)


def _thing(fight: ParthosFight, fighter: Fighter, figure: str, value: int) -> bool:
    """Charges of an item, or how many of a weapon are left; a thing of the rulebook's that he has not is
    given to him."""
    arm = book.find(figure, fighter.sheet.weapons or ())
    own = book.find(figure, book.items(fighter) or (), more=True)
    if own is not None:
        fighter.left[own.name] = value
    elif arm is not None:
        fighter.left[arm.name] = value
    else:
        listed = book.book_item(fight.campaign, figure)
        if listed is None:
            return False
        owned: list[str | Item] = [*(fighter.sheet.items or ()), Item(name=listed.name, charges=value)]
        fighter.sheet = replace(fighter.sheet, items=owned)
    return True


def _checks_again(fight: ParthosFight, fighter: Fighter) -> None:
    """Moves that were refused for what has just been put right are legal now."""
    round_ = fight.round
    plan = round_.plans.get(fighter.name) if round_ is not None else None
    if round_ is None or plan is None or round_.phase == "closed" or not plan.readings:
        return
    for planned in plan.moves:
        if planned.status != "illegal" or planned.tried:
            continue
        found = legality.check(
            tuple(one.move for one in plan.moves),
            plan.readings[-1],
            fighter,
            fight.scene,
            fight.campaign,
            condition_of=fight.condition_of,
        )
        place = range(planned.move.column, max(planned.move.end_column, planned.move.column + 1))
        still = [
            one
            for one in found
            if one.severity == "error"
            and one.code in vetting.STANDING
            and (one.source is None or one.source.column in place)
        ]
        if not still:
            planned.status, planned.faults = "pending", ()
    if fighter.name in round_.inits:
        initiative.place(fight, fighter.name)


# -- who is in it ---------------------------------------------------------------------------------------


def enters(fight: ParthosFight, who: str, like: str | None) -> str | None:
    """A newcomer, with another's sheet where that is said. Once moves are being played he waits for the next
    call for initiative; before, he is in the round that is on."""
    name = fight.encounter.names.known(who) or who.strip()
    if not name:
        return None
    sheet = _sheet_of(fight, like) if like is not None else None
    if sheet is not None and name not in fight.campaign.sheets:
        own = replace(sheet, name=None, count=None)
        fight.campaign = replace(fight.campaign, sheets={**fight.campaign.sheets, name: own})
    if like is not None and name not in fight.fighters:
        fight.entered.add(name)
        base, _, number = name.rpartition(" ")
        if base and number.isdigit() and name not in fight.groups.setdefault(base.casefold(), []):
            fight.groups[base.casefold()].append(name)
    late = name not in fight.scene.names
    fight.join(name)
    round_ = fight.round
    if late and round_ is not None and name not in round_.inits:
        closing = round_.phase == "initiative" and round_.system == "im" and not fight.is_npc(name)
        if round_.phase == "action" or closing:
            round_.sits_out.add(name)
    return name


def _sheet_of(fight: ParthosFight, like: str) -> Sheet | None:
    """The sheet of a combatant, or of the first of a group: "Goblin" is Goblin 1's."""
    folded = like.casefold().strip()
    exact = next((name for name in fight.campaign.sheets if name.casefold() == folded), None)
    group = fight.groups.get(folded) or fight.groups.get(folded.removesuffix("s")) or [""]
    found = fight.campaign.sheets.get(exact or group[0])
    return found if isinstance(found, Sheet) else None
