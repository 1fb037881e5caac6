"""The end of a round for the wounded: recovery, blood loss, saves on the brink of death (PAR-BLD-1 … 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event, Verdict
from calledshot_parthos import harm
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.state import Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

CHANGE = {"unconscious": 1, "light_bleeding": -1, "heavy_bleeding": -2}  # a round, PAR-BLD-1 … 3
EACH_ROUND = 10  # PAR-BLD-4: the save gets this much harder


def at_close(fight: ParthosFight) -> None:
    """Apply the round's end once to everybody who is down."""
    round_ = fight.round
    assert round_ is not None
    for name in list(fight.scene.names):
        fighter = fight.fighters[name]
        now = fighter.condition or "able"
        if now == "brink":
            _brink(fight, fighter, round_.conditions.get(name, "able"))
        elif now in CHANGE:
            began = round_.conditions.get(name, "able")
            if began != now and fight.setting("bleed_from") != "same_round":
                continue
            if not fighter.stabilised:
                _change(fight, fighter, CHANGE[now], now)


def _change(fight: ParthosFight, fighter: Fighter, step: int, now: str) -> None:
    if fighter.stamina is None:
        fight.encounter.cannot_check("recovery and bleeding: stamina is not known", fighter.name)
        return
    fighter.stamina += step
    why = "recovers 1" if step > 0 else f"bleeds {-step}"
    if not harm.update(fight, fighter, None, why):
        fight.encounter.rule(
            "condition",
            now,
            fighter.name,
            clauses=(harm.CLAUSE[now],),
            default=True,
            stamina=fighter.stamina,
            why=why,
        )
    elif fighter.condition == "brink":
        _brink(fight, fighter, "brink")


def _brink(fight: ParthosFight, fighter: Fighter, began: str) -> None:
    """A save vs Endurance at the close of the round the brink is reached in, and of each after."""
    if fighter.stabilised or fight.request(fighter.name, "save") is not None:
        return
    if began != "brink" and fight.setting("brink_save_from") == "next_round":
        return
    loss = int(fight.setting("brink_loss") or 0)
    if loss and fighter.stamina is not None:
        fighter.stamina -= loss
    fight.ask_dice(Request(fighter.name, "save"), clauses=("PAR-BLD-4",))


def needed(fighter: Fighter) -> int | None:
    """What the save must not exceed now; None where Endurance is not known."""
    if fighter.sheet.endurance is None:
        return None
    return fighter.sheet.endurance - EACH_ROUND * fighter.brink_rounds


def asked(fight: ParthosFight, who: str | None) -> None:
    """The PGM asks for a save."""
    name = who or next((n for n, f in fight.fighters.items() if f.condition == "brink"), None)
    if name is None or fight.request(name, "save") is not None:
        return
    fighter = fight.join(name)
    if fighter.condition in (None, "brink") or fighter.stamina is None:
        fight.requests.append(Request(name, "save"))


def _for_life(fighter: Fighter) -> bool:
    """Whether a save of his is one on the brink of death. Of somebody known to be better off it is against a
    spell, or whatever else the PGM has in mind."""
    return fighter.condition == "brink" or (fighter.condition is None and fighter.stamina is None)


def rolled(fight: ParthosFight, request: Request, event: Event) -> None:
    """A save vs Endurance is rolled: d100 not above Endurance less 10 for each round since."""
    assert event.roll is not None
    fight.encounter.note_roll(event, request.who, "save", counted=True)
    fighter = fight.fighters[request.who]
    wanted = needed(fighter)
    if wanted is None:
        fight.encounter.cannot_check("saves: Endurance is not known", fighter.name)
        request.seq = event.seq
        fighter.save_roll = event.roll.total
        return
    _decided(fight, fighter, event.roll.total <= wanted, event.roll.total, wanted)


def _decided(
    fight: ParthosFight, fighter: Fighter, lives: bool, roll: int | None, wanted: int | None
) -> None:
    fighter.save_roll = None
    fighter.last_save = lives
    if not _for_life(fighter):
        fight.encounter.rule(
            "save",
            "saved" if lives else "failed",
            fighter.name,
            clauses=("PAR-CAST-8",),
            roll=roll,
            needed=wanted,
            of="spell",
        )
        return  # what comes of it is the PGM's to say
    fighter.brink_rounds += 1
    fight.encounter.rule(
        "save",
        "saved" if lives else "failed",
        fighter.name,
        clauses=("PAR-BLD-4",),
        default=True,
        roll=roll,
        needed=wanted,
        stamina=fighter.stamina,
    )
    if lives:
        fight.encounter.rule(
            "condition",
            "brink",
            fighter.name,
            clauses=("PAR-BLD-4",),
            default=True,
            stamina=fighter.stamina,
            why="the save is made",
        )
    else:
        harm.enter(fight, fighter, "dead", None, "the save is failed")


def verdict(fight: ParthosFight, act: Verdict) -> None:
    """The PGM says whether a save is made."""
    name = (
        act.who
        or next(
            (n for n, f in fight.fighters.items() if f.save_roll is not None or f.last_save is not None), None
        )
        or next((n for n, f in fight.fighters.items() if f.condition == "brink"), None)
    )
    if name is None or name not in fight.fighters:
        return
    fighter = fight.fighters[name]
    lives = act.outcome == "saved"
    if fighter.last_save is not None:
        ours = "saved" if fighter.last_save else "failed"
        agrees, for_life = fighter.last_save == lives, _for_life(fighter) or fighter.condition == "dead"
        fight.encounter.judge(
            "save",
            name,
            ours=ours,
            theirs=act.outcome,
            agrees=agrees,
            words=act,
            effect=None if agrees or not for_life else f"{name} {'lives' if lives else 'is dead'}",
        )
        fighter.last_save = None
        if not agrees and for_life and not fight.encounter.by_the_book:
            harm.enter(fight, fighter, "brink" if lives else "dead", None, "the PGM's word")
        return
    if fighter.condition == "brink":
        fight.drop_requests(name, "save")
        fight.encounter.judge("save", name, ours=None, theirs=act.outcome, agrees=None, words=act)
        _decided(fight, fighter, lives, fighter.save_roll, None)
        fighter.last_save = None
