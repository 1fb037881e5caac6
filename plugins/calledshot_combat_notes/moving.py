"""Movement as it is played: walking, the one free square, turning, weapons drawn and put away, overruns
(CN-031, CN-310, CN-311, CN-350, CN-420 to CN-426, CN-530 to CN-533).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calledshot.api import Event, Point, read_direction
from calledshot_combat_notes import (
    attacks,
    fighters,
    overrun,
    playing,
    questions,
    reacting,
    status,
    striking,
    threat,
)
from calledshot_combat_notes.state import Attack, Deed, Fighter, Plan, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def walk(fight: NotesFight, deed: Deed) -> None:
    """One stretch of movement: to its end, over whoever is overrun on the way.

    CN-350, CN-420.
    """
    fighter = fight.fighters[deed.who]
    victim = overrun_by(fight, fighter, deed)
    _go(fight, fighter, deed)
    if victim is not None and _over(fight, fighter, victim, deed):
        return
    playing.done(fight, deed)


def _go(fight: NotesFight, fighter: Fighter, deed: Deed) -> None:
    start = fight.scene.places.get(fighter.name)
    deed.started_at = start
    end = _end(fight, fighter, deed, start)
    if end is not None:
        fight.scene.place(fighter.name, end)
        deed.moved_to = end
    elif deed.squares or deed.plan.move.details.get("path"):
        _forget_threats(fight, fighter)
    fight.encounter.rule(
        "move",
        "done",
        fighter.name,
        clauses=("CN-350",) if not deed.adjusts else ("CN-311",),
        label=deed.label,
        squares=len(deed.squares),
        **_way(start, end),
        cost=deed.plan.cost,
    )
    threat.recompute(fight, tell=False)


def _end(fight: NotesFight, fighter: Fighter, deed: Deed, start: Point | None) -> Point | None:
    """Where it ends, counted from where he stands now and not where he declared."""
    if start is None or not deed.squares:
        return None
    from calledshot_combat_notes import deeds

    walked = deeds.walked(fight, fighter, deed.plan) if deed.number == 1 else None
    if walked is not None and len(walked.squares) >= len(deed.squares):
        deed.squares = walked.squares[: len(deed.squares)]
    return deed.squares[-1]


def _forget_threats(fight: NotesFight, fighter: Fighter) -> None:
    """Nobody knows where he stands now: what was said of who reaches him no longer holds."""
    if deedless(fight):
        return
    for pair in [pair for pair in fight.threats if fighter.name in pair]:
        del fight.threats[pair]


def deedless(fight: NotesFight) -> bool:
    """Whether nothing was ever said of reach."""
    return not fight.threats


def _pair(at: Point | None) -> list[int] | None:
    return None if at is None else [int(at[0]), int(at[1])]


def _way(start: Point | None, end: Point | None) -> dict[str, Any]:
    """From where to where, under names of which one is a word of Python's."""
    return {"from": _pair(start), "to": _pair(end)}


def take_back(fight: NotesFight, deed: Deed) -> None:
    """A walk is undone, if nobody has gone on from it."""
    here = fight.scene.places.get(deed.who)
    if here == deed.moved_to and deed.started_at is not None:
        fight.scene.place(deed.who, deed.started_at)


def adjust(fight: NotesFight, deed: Deed) -> None:
    """The one square of a no-move action, along with it.

    CN-310, CN-311.
    """
    _go(fight, fight.fighters[deed.who], deed)


def other(fight: NotesFight, deed: Deed) -> None:
    """An act that is neither movement nor attack: told, and its effect the DM's or a setting's."""
    if deed.adjusts:
        adjust(fight, deed)
    fighter, action = fight.fighters[deed.who], deed.move.action
    if action == "backpack" and deed.number == 1:
        playing.done(fight, deed)
        return
    if action == "backpack":
        name = deed.move.instrument
        if name is not None:
            own = fighters.arm(fighter, name)
            if own is not None:
                own.state = "in_hand"
    if action == "escape":
        if not _escape(fight, fighter, deed):
            playing.done(fight, deed)  # the DM has still to say what is rolled for it
        return
    known = {"parry": "CN-314", "cover": "CN-318", "guard": "CN-319", "backpack": "CN-533"}
    effect = fight.settings.get(f"{action}_effect")
    fight.encounter.rule(
        "act",
        "done",
        fighter.name,
        deed.move.target,
        clauses=(known[action],) if action in known else (),
        action=action,
        item=deed.move.instrument if action == "backpack" else None,
        effect=effect if effect not in (None, "ask") else fight.answers.get(action),
    )
    playing.done(fight, deed)


def _escape(fight: NotesFight, fighter: Fighter, deed: Deed) -> bool:
    """The roll to break free, where the campaign or the DM has told it.

    CN-037.
    """
    from calledshot_combat_notes import answers

    check = answers.escape_check(fight)
    if check is None:
        return False
    dice, needed, under = check
    fight.ask_dice(
        fighter.name,
        "escape",
        dice,
        clauses=("CN-037",),
        deed=deed,
        needed=needed,
        details={"under": under},
    )
    return True


def escape_now(fight: NotesFight, who: str) -> None:
    """The roll to break free is told only now that it is his turn, or after it."""
    round_ = fight.round
    fighter = fight.fighters[who]
    plan = round_.plans.get(who) if round_ is not None else None
    deed = next((one for one in plan.deeds if one.status == "done"), None) if plan is not None else None
    if plan is None or deed is None or plan.move.action != "escape" or not fighter.grappled:
        return
    if not any(one.what == "escape" and one.who == who for one in fight.requests):
        _escape(fight, fighter, deed)


def escape_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """Free, or still held.

    CN-037.
    """
    assert event.roll is not None and request.needed is not None
    fighter, total = fight.fighters[request.who], event.roll.total
    free = total <= request.needed if request.details.get("under") else total >= request.needed
    if free:
        fighter.grappled, fighter.held_by = False, None
    fight.encounter.rule(
        "escape",
        "free" if free else "held",
        fighter.name,
        clauses=("CN-037",),
        roll=total,
        save=request.needed,
    )
    threat.recompute(fight)
    if request.deed is not None:
        playing.done(fight, request.deed)


# -- weapons --------------------------------------------------------------------------------------


def hands(fight: NotesFight, fighter: Fighter, plan: Plan) -> None:
    """What is drawn, put away, dropped or loaded for the act, once.

    CN-530, CN-532.
    """
    if plan.hands_done:
        return
    plan.hands_done = True
    steps = list(plan.move.details.get("ready") or ())
    for step in steps:
        _ready(fight, fighter, str(step.get("do")), step.get("what"))
    if steps or plan.move.action in ("unarmed",):
        return
    from calledshot_combat_notes import deeds

    weapon = deeds.weapon_of(fight, fighter, plan) if plan.move.action in deeds.ATTACKS else None
    own = fighters.arm(fighter, weapon.name) if weapon is not None else None
    if own is not None and own.state == "sheathed":
        own.state = "in_hand"
        _told(fight, fighter, "drawn", own.name, ("CN-530",))


def _ready(fight: NotesFight, fighter: Fighter, do: str, what: Any) -> None:
    name = str(what) if what is not None else None
    if name is None:
        held = [one for one in fighter.arms if one.state in fighters.HELD]
        name = held[0].name if len(held) == 1 else None
    if name is None:
        return
    weapon = fighters.weapon(fight, fighter, name)
    if weapon is None:
        return
    own = fighters.take_up(fighter, weapon)
    state, outcome, clause = {
        "draw": ("in_hand", "drawn", "CN-530"),
        "ready": ("in_hand", "drawn", "CN-530"),
        "sheath": ("sheathed", "sheathed", "CN-532"),
        "stow": ("backpack", "stowed", "CN-532"),
        "drop": ("dropped", "dropped", "CN-532"),
        "load": ("loaded", "loaded", "CN-530"),
    }.get(do, ("in_hand", "drawn", "CN-530"))
    own.state = state
    _told(fight, fighter, outcome, own.name, (clause,) if do != "load" else ())


def _told(fight: NotesFight, fighter: Fighter, outcome: str, name: str, clauses: tuple[str, ...]) -> None:
    fight.encounter.rule("weapon", outcome, fighter.name, clauses=clauses, weapon=name)


# -- facing ---------------------------------------------------------------------------------------


def turn(fight: NotesFight, fighter: Fighter, facing: str, *, free: bool = False) -> None:
    """A change of facing. `free`: with a no-move action.

    CN-031, CN-103, CN-310.
    """
    direction = read_direction(facing)
    if direction is None:
        from calledshot.api import bearing

        me, at = fight.scene.places.get(fighter.name), fight.scene.places.get(facing)
        direction = bearing(me, at) if me is not None and at is not None else None
    state = threat.status_of(fight, fighter)
    if not free and state == status.CLEAR and fighter.turns >= status.FREE_TURNS:
        questions.ask(
            fight,
            "facing",
            "CN-031",
            "a second change of facing this round is not free: what does it cost?",
            fighter.name,
        )
        return
    before = fight.scene.facings.get(fighter.name)
    fighter.turns += 1
    if direction is not None:
        fight.scene.facings[fighter.name] = direction
    fight.encounter.rule(
        "facing",
        "changed",
        fighter.name,
        clauses=("CN-310",) if free else ("CN-031",),
        facing=direction,
        before=before,
        turns=fighter.turns,
    )
    reacting.turned(fight, fighter, before, direction)


# -- overruns -------------------------------------------------------------------------------------


def overrun_by(fight: NotesFight, fighter: Fighter, deed: Deed) -> Fighter | None:
    """Whom a movement goes over: named, or standing on a square of its path.

    CN-420.
    """
    named = deed.plan.move.details.get("over")
    if deed.plan.move.action == "overrun":
        named = deed.plan.move.target or named
    if named is not None and deed.number == 1:
        return fight.join(str(named), side=fighters.other_side(fight, fighter))
    if not deed.squares:
        return None
    for other in fight.fighters.values():
        at = fight.scene.places.get(other.name)
        if other is not fighter and at in deed.squares and fighters.hostile(fighter, other):
            return other
    return None


def _over(fight: NotesFight, mover: Fighter, victim: Fighter, deed: Deed) -> bool:
    """The save of somebody overrun is asked for; false where it is no overrun.

    CN-420, CN-422, CN-423.
    """
    difference = overrun.difference(mover.sheet.size, victim.sheet.size)
    if difference is None or difference <= 0:
        text = (
            f"{mover.name} moves into the square of {victim.name}, who is no smaller: what comes of it?"
            if difference is not None
            else f"{mover.name} moves over {victim.name}, whose sizes are not both known: is it an overrun?"
        )
        questions.ask(fight, "overrun", "CN-420", text, mover.name, deed=deed)
        return False
    penalty = overrun.save_penalty(difference)
    adjustment = victim.sheet.dex_save_adj or 0
    saves = victim.sheet.saves
    fight.encounter.rule(
        "overrun", "made", mover.name, victim.name, clauses=("CN-420", "CN-423"), difference=difference
    )
    fight.ask_dice(
        victim.name,
        "save",
        attacks.DIE,
        clauses=("CN-422", "CN-423"),
        target=None,
        deed=deed,
        needed=saves.paralyzation if saves is not None else None,
        modifier=adjustment + penalty,
        details={"against": "overrun", "mover": mover.name, "difference": difference},
    )
    return True


def overrun_saved(fight: NotesFight, request: Request, saved: bool | None) -> None:
    """What the save against an overrun brings: pushed aside, or prone and struck.

    CN-422, CN-424, CN-425, CN-426; the setting is `overrun.damage`.
    """
    mover, victim = fight.fighters[request.details["mover"]], fight.fighters[request.who]
    deed = request.deed
    if saved:
        _aside(fight, mover, victim, deed)
    elif saved is False:
        striking.prone(fight, victim, "CN-422")
    if saved is False or fight.setting("overrun.damage") == "always":
        attack = Attack(
            who=mover.name,
            target=victim.name,
            kind="overrun",
            deed=deed,
            difference=request.details["difference"],
        )
        striking.begin(fight, attack)
        return
    if deed is not None:
        playing.done(fight, deed)


def _aside(fight: NotesFight, mover: Fighter, victim: Fighter, deed: Deed | None) -> None:
    """Pushed aside by a square.

    CN-424.
    """
    at = fight.scene.places.get(victim.name)
    to = None
    if at is not None and deed is not None:
        taken = [place for name, place in fight.scene.places.items() if name != victim.name]
        start = deed.started_at if deed.started_at is not None else at
        to = overrun.aside(at, deed.squares, taken, start)
        if to is not None:
            fight.scene.place(victim.name, to)
    fight.encounter.rule(
        "overrun",
        "displaced",
        victim.name,
        clauses=("CN-424",),
        default=True,
        squares=1,
        **_way(at, to),
    )
    threat.recompute(fight, tell=False)
