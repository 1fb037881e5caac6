"""Saving throws: beside the number needed, and on to what hangs on each (CN-422, CN-602, CN-626, CN-717,
CN-718).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from calledshot.api import Event, Verdict
from calledshot_combat_notes import (
    attacks,
    felling,
    fighters,
    moving,
    striking,
    wounds,
)
from calledshot_combat_notes.state import Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def save_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A saving throw: beside the number needed, and what hangs on it."""
    roll = event.roll
    assert roll is not None
    natural = roll.total - roll.modifier
    total = natural + request.modifier
    saved = attacks.saved(total, request.needed)
    request.details["total"] = total
    request.details["saved"] = saved
    fight.last_save = request
    tell_save(fight, request, natural, total, saved)
    if saved is None:
        fight.encounter.cannot_check("a save: its number is not known", request.who)
        fight.unsettled.append(request)
        return
    save_settled(fight, request, saved)


def tell_save(
    fight: NotesFight, request: Request, natural: int | None, total: int | None, saved: bool | None
) -> None:
    """A save in the record."""
    clause = {
        "overrun": "CN-422",
        "critical": "CN-602",
        "knockdown": "CN-717",
        "crossbow": "CN-718",
        "crushing blow": "CN-626",
    }[request.details["against"]]
    outcome = "rolled" if saved is None else "saved" if saved else "failed"
    fight.encounter.rule(
        "save",
        outcome,
        request.who,
        clauses=(clause,),
        needs_pgm=saved is None,
        against=request.details["against"],
        roll=natural,
        modifier=request.modifier,
        total=total,
        needed=request.needed,
    )


def save_settled(fight: NotesFight, request: Request, saved: bool) -> None:
    """What a save decides."""
    against, attack = request.details["against"], request.attack
    if against == "overrun":
        moving.overrun_saved(fight, request, saved)
    elif against == "critical" and attack is not None:
        wounds.death_save(fight, attack, saved)
    elif against == "knockdown":
        felling.knocked_down(fight, request, saved)
    elif against == "crossbow":
        felling.crossbow(fight, request, saved)
    elif against == "crushing blow":
        wounds.item_save_rolled(fight, request, request.details.get("total") or 0, saved)
    if attack is not None:
        striking.check_over(fight, attack)


def told(fight: NotesFight, act: Verdict) -> None:
    """The DM's word on a save: the one whose number nobody knows, else the last one, beside ours (PGM-1)."""
    saved = act.outcome == "saved"
    request = next((one for one in fight.unsettled if act.who in (None, one.who)), None)
    if request is not None:
        fight.unsettled.remove(request)
        fight.encounter.judge("save", request.who, ours=None, theirs=act.outcome, agrees=None, words=act)
        tell_save(fight, request, None, request.details.get("total"), saved)
        save_settled(fight, request, saved)
        return
    last = fight.last_save
    if last is None or act.who not in (None, last.who) or last.details.get("said"):
        return
    last.details["said"] = True
    ours = bool(last.details["saved"])
    total, needed = last.details.get("total"), last.needed
    message = f"the DM has it {act.outcome}; {total} against {needed} is {_result(ours)}"
    fight.encounter.judge(
        "save",
        last.who,
        ours=_result(ours),
        theirs=act.outcome,
        agrees=ours == saved,
        words=act,
        effect=None if ours == saved else _effect(last, saved),
        message=None if ours == saved else message,
    )
    if ours != saved and not fight.encounter.by_the_book:
        _undo(fight, last)
        last.details["saved"] = saved
        tell_save(fight, last, None, total, saved)
        save_settled(fight, last, saved)


def _result(saved: bool) -> str:
    return "saved" if saved else "failed"


EFFECTS: Mapping[str, tuple[str, str]] = {
    "overrun": ("stays up and is moved aside", "is prone and may be hurt"),
    "knockdown": ("stays up", "is prone"),
    "critical": ("has no injury", "may have an injury"),
    "crossbow": ("does not shoot", "lets the crossbow off"),
    "crushing blow": ("keeps the armour whole", "has worse armour"),
}
"""What another result of a save changes: made, failed."""


def _effect(request: Request, saved: bool) -> str:
    return f"{request.who} {EFFECTS[request.details['against']][not saved]}"


def _undo(fight: NotesFight, request: Request) -> None:
    """What only our own result of a save has brought is gone."""
    against, attack = request.details["against"], request.attack
    fighter = fight.fighters[request.who]
    if not request.details["saved"]:
        if against in ("overrun", "knockdown"):
            fighter.prone = False
        elif against == "crossbow":
            fighter.gone_off = False
            for own in fighter.arms:
                if fighters.is_crossbow(own.name) and own.state == "in_hand":
                    own.state = "loaded"
        elif against == "crushing blow":
            fighter.degrade = max(0, fighter.degrade - 1)
        elif attack is not None:
            owed = ("location", "severity")
            fight.requests = [
                one for one in fight.requests if one.attack is not attack or one.what not in owed
            ]
            attack.severity, attack.injury = None, None
    if against == "overrun" and fight.round is not None:
        for one in list(fight.round.attacks):
            if one.kind == "overrun" and one.target == request.who and not one.over:
                striking.drop(fight, one)
    if attack is not None:
        attack.over = False
