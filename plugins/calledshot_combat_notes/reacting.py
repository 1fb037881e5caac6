"""Attacks of opportunity as they are played: what draws one, offered, taken, passed on (CN-100 to CN-112,
CN-421, CN-533).

The act that drew them waits until each is answered, or the table goes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from calledshot.api import Offer
from calledshot_combat_notes import (
    acts,
    deeds,
    fighters,
    grounds,
    moving,
    opportunity,
    overrun,
    playing,
    questions,
    striking,
    threat,
)
from calledshot_combat_notes.state import Attack, Deed, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

WHAT = "opportunity"
SPOKEN_OF = re.compile(r"\baoos?\b|opportunity|in passing", re.IGNORECASE)
READINGS: Mapping[str, tuple[str, ...]] = {
    "CN-102": ("aoo.away",),
    "CN-103": ("facing.rear_squares",),
    "CN-104": ("aoo.unarmed",),
    "CN-105": ("aoo.pass_through",),
    "CN-421": ("overrun.aoo",),
}
"""The settings that say what each clause means."""


def before(fight: NotesFight, deed: Deed) -> bool:
    """Offer what an act draws, before it happens; true if somebody may take one.

    CN-100.
    """
    fighter = fight.fighters[deed.who]
    drawn = _drawn(fight, fighter, deed)
    if not drawn:
        return False
    return offer(fight, fighter, drawn, deed)


def _drawn(fight: NotesFight, fighter: Fighter, deed: Deed) -> dict[str, str]:
    """Who may react to an act, each with the clause.

    CN-101, CN-102, CN-104, CN-105, CN-421, CN-533.
    """
    action, near = deed.move.action, threat.threatened_by(fight, fighter)
    if deed.kind == "attack" and deed.first and action == "missile":
        return _and_steps(fight, fighter, deed, dict.fromkeys(near, "CN-101"))
    if deed.kind == "attack" and deed.first and action == "unarmed":
        found = {name: "CN-104" for name in near if _draws_unarmed(fight, fighter, name)}
        return _and_steps(fight, fighter, deed, found)
    if deed.label.startswith("backpack") and deed.number == 1:
        return dict.fromkeys(near, "CN-533")
    if deed.kind == "move" and deed.number == 1:
        found = _by_path(fight, fighter, deed, near)
        victim = moving.overrun_by(fight, fighter, deed)
        if victim is not None and victim.name not in found:
            difference = overrun.difference(fighter.sheet.size, victim.sheet.size)
            if difference is not None and difference > 0:
                found = {victim.name: "CN-421", **found}
                if fight.setting("overrun.aoo") == "all":
                    found |= {name: "CN-421" for name in near if name not in found}
        return found
    return _and_steps(fight, fighter, deed, {})


def _and_steps(fight: NotesFight, fighter: Fighter, deed: Deed, found: dict[str, str]) -> dict[str, str]:
    """With those whom the one free square leaves behind; the setting is `aoo.adjust_exempt`."""
    if not deed.adjusts or fight.setting("aoo.adjust_exempt"):
        return found
    near = threat.threatened_by(fight, fighter)
    return found | {
        name: clause for name, clause in _by_path(fight, fighter, deed, near).items() if name not in found
    }


def _draws_unarmed(fight: NotesFight, fighter: Fighter, name: str) -> bool:
    """Whether an unarmed attack draws one from this opponent.

    CN-104, CN-035; the settings are `aoo.unarmed` and `aoo.grappled_response`.
    """
    other = fight.fighters[name]
    holds = fighter.grappled and fighter.held_by in (None, name)
    if holds and not fight.setting("aoo.grappled_response"):
        return False
    if fight.setting("aoo.unarmed") == "vs_armed":
        return any(own.state in fighters.HELD and not own.weapon.natural for own in other.arms)
    return True


def _by_path(fight: NotesFight, fighter: Fighter, deed: Deed, near: Sequence[str]) -> dict[str, str]:
    """Who is left behind or passed on the way.

    CN-102, CN-105, CN-326; the settings are those of `aoo`.
    """
    walk = deeds.walked(fight, fighter, deed.plan)
    start = fight.scene.places.get(fighter.name)
    withdraws = deed.move.action == "withdraw"
    exempt = set(near) if withdraws else set()
    if withdraws and fight.setting("aoo.withdraw_exempts") == "all":
        return {}
    found: dict[str, str] = {}
    for other in fight.fighters.values():
        if other is fighter or not fighters.hostile(fighter, other) or other.name in exempt:
            continue
        at, reach = fight.scene.places.get(other.name), threat.reach(other)
        if start is None or at is None:
            if other.name in near and _surely_leaves(deed, other.name):
                found[other.name] = "CN-102"
            continue
        if walk is None or not fighters.able(other) or fight.threats.get((other.name, fighter.name)) is False:
            continue
        if opportunity.leaves(walk.squares, start, at, reach, str(fight.setting("aoo.away"))):
            found[other.name] = "CN-102"
        elif opportunity.passes_through(
            walk.squares, start, at, reach, str(fight.setting("aoo.pass_through"))
        ):
            found[other.name] = "CN-105"
    return found


def _surely_leaves(deed: Deed, threatener: str) -> bool:
    """Where no places are known: movement that is not toward the one who threatens leaves him."""
    legs = deed.move.details.get("path") or deed.move.details.get("then_path") or ()
    if not legs:
        return deed.move.action in ("move", "run", "sprint") and deed.move.target != threatener
    toward = {leg.get("toward") for leg in legs}
    if threatener in toward:
        return False
    return deed.move.action not in deeds.ATTACKS or deed.move.target != threatener


# -- offered --------------------------------------------------------------------------------------


def offer(fight: NotesFight, fighter: Fighter, drawn: Mapping[str, str], deed: Deed | None) -> bool:
    """Offer attacks to those named, as far as their number allows.

    CN-100, CN-110, CN-111, CN-112; the settings are `aoo.per` and `aoo.confirm_with_dm`.
    """
    round_ = fight.round
    if round_ is None:
        return False
    made = False
    for name, clause in drawn.items():
        other = fight.fighters[name]
        if not fighters.able(other):
            continue
        cap = opportunity.cap(other.sheet.class_group, other.sheet.levels)
        key = opportunity.allowance_key(name, fighter.name, fight.settings)
        used = round_.used.used.get(key, 0)
        clauses = ("CN-100", clause, "CN-110", opportunity.cap_clause(other.sheet.class_group))
        if cap is not None and used >= cap:
            fight.encounter.rule(
                WHAT, "spent", name, fighter.name, clauses=clauses[2:], used=used, cap=cap, cause=clause
            )
            continue
        seq = fight.encounter.event.seq
        round_.offers.make(WHAT, [name], fighter.name, clause, deed=deed, seq=seq)
        made = True
        fight.encounter.rule(
            WHAT,
            "offered",
            name,
            fighter.name,
            clauses=clauses,
            default=grounds.by_default(fight, READINGS.get(clause, ())),
            used=used,
            cap=cap,
            cause=clause,
        )
        if fight.setting("aoo.confirm_with_dm"):
            questions.ask(
                fight,
                "opportunity",
                "CN-100",
                f"may {name} attack {fighter.name} in passing?",
                name,
                deed=deed,
            )
    return made


def just_offered(fight: NotesFight, deed: Deed) -> bool:
    """Whether what a deed draws was offered by this very message of the DM's, or is spoken of in it: nobody
    has had the time to answer."""
    round_, event = fight.round, fight.encounter.event
    if round_ is None or event.kind == "roll":
        return False
    waiting = [one for one in round_.offers if one.details.get("deed") is deed]
    speaks = SPOKEN_OF.search(event.text) is not None
    return bool(waiting) and (speaks or any(one.details.get("seq") == event.seq for one in waiting))


def turned(fight: NotesFight, fighter: Fighter, before: str | None, after: str | None) -> None:
    """A change of facing may turn the back on somebody who threatens.

    CN-103.
    """
    near = threat.threatened_by(fight, fighter)
    if not near:
        return
    me = fight.scene.places.get(fighter.name)
    if before is None or after is None or me is None:
        questions.ask(
            fight,
            "facing",
            "CN-103",
            f"does {fighter.name} turn away from {' or '.join(near)}?",
            fighter.name,
        )
        return
    rear = int(fight.setting("facing.rear_squares"))
    drawn = {
        name: "CN-103"
        for name in near
        if (at := fight.scene.places.get(name)) is not None
        and opportunity.turns_away(before, after, me, at, rear)
    }
    offer(fight, fighter, drawn, None)


# -- answered -------------------------------------------------------------------------------------


def answered(fight: NotesFight, act: acts.Opportunity, speaker: str, pgm: bool) -> None:
    """An offer is taken or passed on."""
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return
    who = act.who or (None if pgm and speaker not in fight.fighters else speaker)
    if who is not None and not pgm and who != speaker:
        return
    if act.offered and who is None:
        who = _spoken_to(fight)
    if act.offered:
        if pgm and who is not None and round_.offers.for_(who, act.against) is None:
            _granted(fight, who, act.against, tell=True)
        return
    if act.taken and pgm and who is not None and round_.offers.for_(who, act.against) is None:
        if _has_just_struck(fight, who, act.against):
            return  # told after the dice
        _granted(fight, who, act.against)
    if act.taken:
        chosen = round_.offers.take(who, act.against) if who is not None else _first(fight, act.against)
        if chosen is not None:
            take(fight, chosen, who or chosen.to[0])
        return
    open_ = [one for one in round_.offers if who is None or who in one.open_to]
    for one in open_:
        if act.against not in (None, one.against):
            continue
        round_.offers.decline(one.to[0], one.against)
        fight.encounter.rule(WHAT, "passed", one.to[0], one.against, clauses=("CN-100",))
    for deed in {id(one.details.get("deed")): one.details.get("deed") for one in open_}.values():
        _settle(fight, deed)


def _has_just_struck(fight: NotesFight, who: str, against: str | None) -> bool:
    """Whether somebody's last attack was one of opportunity, of which the DM has not spoken yet."""
    round_ = fight.round
    made = [one for one in round_.attacks if one.who == who] if round_ is not None else []
    last = made[-1] if made else None
    if last is None or last.opportunity is None or last.confirmed or last.natural is None:
        return False
    return against in (None, last.target)


def _spoken_to(fight: NotesFight) -> str | None:
    """Whom "you get a free swing" is said to, where it can be but one: of those whom the message names, or
    who threaten whoever moves."""
    told = [name for name in fight.named if name in fight.fighters and fight.is_npc(name)]
    mover = fight.fighters.get(told[0] if len(told) == 1 else fight.current or "")
    if mover is None:
        return None
    foes = [
        one.name for one in fight.fighters.values() if fighters.hostile(mover, one) and fighters.able(one)
    ]
    named = [name for name in foes if name in fight.named]
    near = [name for name in threat.threatened_by(fight, mover) if name in foes]
    spoken = [name for name in foes if fight.fighters[name].spoken]
    found = named or near or spoken
    return found[0] if len(found) == 1 else None


def _mover(fight: NotesFight, fighter: Fighter) -> str | None:
    """Of whose doing the DM speaks, where it can be but one: of those he names, or of all."""
    foes = [
        one.name for one in fight.fighters.values() if fighters.hostile(one, fighter) and fighters.able(one)
    ]
    named = [name for name in foes if name in fight.named]
    found = named or foes
    return found[0] if len(found) == 1 else None


def _granted(fight: NotesFight, who: str, against: str | None, *, tell: bool = False) -> None:
    """The DM gives somebody an opportunity that we have not offered: the act that draws it is due, or it is
    his own ruling.

    CN-100.
    """
    round_ = fight.round
    assert round_ is not None
    fighter = fight.join(who)
    target = against or fight.current
    if target is None or not fighters.hostile(fighter, fight.join(target)):
        target = _mover(fight, fighter)
    if target is None or target not in fight.fighters or target == who:
        return
    deed = playing.pending(fight, target)
    if deed is not None:
        playing.play_up_to(fight, deed)
    if round_.offers.for_(who, target) is None and fighters.hostile(fighter, fight.fighters[target]):
        round_.offers.make(WHAT, [fighter.name], target, "CN-100", deed=None, seq=fight.encounter.event.seq)
        if tell:
            fight.encounter.rule(WHAT, "offered", fighter.name, target, clauses=("CN-100",), cause="CN-100")


def _first(fight: NotesFight, against: str | None) -> Offer | None:
    round_ = fight.round
    assert round_ is not None
    first = next((one for one in round_.offers if against in (None, one.against)), None)
    return round_.offers.take(first.to[0], first.against) if first is not None else None


def take(fight: NotesFight, offer: Offer, who: str) -> None:
    """Somebody takes his opportunity: one more used, and a to-hit roll.

    CN-100, CN-110.
    """
    round_ = fight.round
    assert round_ is not None
    key = opportunity.allowance_key(who, offer.against, fight.settings)
    used = round_.used.use(key)
    if key != (who,):
        round_.used.use((who,))
    other = fight.fighters[who]
    cap = opportunity.cap(other.sheet.class_group, other.sheet.levels)
    fight.encounter.rule(
        WHAT, "taken", who, offer.against, clauses=("CN-100", "CN-110"), used=used, cap=cap, cause=offer.cause
    )
    attack = Attack(
        who=who,
        target=offer.against,
        weapon=fighters.weapon(fight, other, None),
        opportunity=offer,
        deed=None,
    )
    striking.begin(fight, attack)


def take_by_roll(fight: NotesFight, who: str) -> bool:
    """A d20 of somebody who was offered one: he takes it."""
    round_ = fight.round
    chosen = round_.offers.take(who) if round_ is not None else None
    if chosen is None:
        return False
    take(fight, chosen, who)
    return True


def over(fight: NotesFight, attack: Attack) -> None:
    """An attack of opportunity is over: the act that drew it goes on, if nothing else stands before it."""
    assert attack.opportunity is not None
    _settle(fight, attack.opportunity.details.get("deed"))


def lapse(fight: NotesFight, deed: Deed) -> None:
    """The table goes on: what was not taken is gone."""
    round_ = fight.round
    assert round_ is not None
    for one in [one for one in round_.offers if one.details.get("deed") is deed]:
        round_.offers.decline(one.to[0], one.against)
        fight.encounter.rule(WHAT, "lapsed", one.to[0], one.against, clauses=("CN-100",))
    if deed.status == "waiting":
        playing.proceed(fight, deed)


def _settle(fight: NotesFight, deed: Deed | None) -> None:
    round_ = fight.round
    if deed is None or round_ is None or deed.status != "waiting":
        return
    open_ = any(one.details.get("deed") is deed for one in round_.offers)
    running = any(
        one.opportunity is not None and one.opportunity.details.get("deed") is deed and not one.over
        for one in round_.attacks
    )
    if not open_ and not running:
        playing.proceed(fight, deed)
