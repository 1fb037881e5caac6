"""Declarations: taken in step 2, checked, replaced when they are abandoned (CN-201, CN-205, CN-300).

Whether one may be made is `legality`'s, into which acts it falls and in which slots `deeds`'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from calledshot.api import Declaration, Event, Finding, Move, Reading, replace
from calledshot_combat_notes import (
    acts,
    deeds,
    fighters,
    grounds,
    moving,
    playing,
    questions,
    slots,
    striking,
    tellings,
)
from calledshot_combat_notes.state import OPPONENTS, PARTY, Fighter, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

LONGEST = 600
"""Characters of a line of the DM's that may tell what an opponent does; longer ones are narration."""
_VAGUE = re.compile(
    r"(?:the |an? )?(?:nearest|closest|next|other|first|second|last|biggest|smallest|remaining|wounded"
    r"|same|any|another|ones?)\b",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"[\s(*]{0,4}(?:(?P<sorry>sorry|oops|no|i mean(?:t)?|make (?:that|it)|rather|actually|er+m?|correction)"
    r"[,.: ]{1,3}|(?:then|ok|okay|well|um|uh)[,: ]{1,3}){0,4}(?P<whom>[^,:;]{1,40}?)"
    r"(?:,? (?P<meant>i (?:mean|meant)|sorry|rather|instead)|,? (?:then|please|of course)){0,3}[\s.!)*]{0,4}",
    re.IGNORECASE,
)
"""A name as an answer, and as a correction."""
_ACTED = re.compile(r"^\s{0,4}(?:::|\*|~|<)|(?:::|\*|~)\s{0,4}$")
"""Marks of role-play."""
_FIRST_PERSON = re.compile(r"\s{0,4}(?:i|i'll|we)\b", re.IGNORECASE)


def declared(fight: NotesFight, who: str, reading: Reading, event: Event) -> None:
    """A combatant's own declaration."""
    if not reading.moves or reading.ooc:
        return
    acted = event.kind == "emote" or _ACTED.search(event.text) is not None
    if acted and reading.moves[0].action not in deeds.KNOWN:
        return  # role-play that is no action we know
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        if not reading.candidate:
            fight.early[who] = (reading, event)
        return
    fighter = fight.join(who, side=PARTY)
    if reading.subject not in (None, fighter.name):
        return  # he tells what another does
    if _turns(fight, fighter, reading, event):
        return
    old = round_.plans.get(fighter.name)
    if reading.candidate and (old is not None or round_.phase == "action"):
        return  # role-play over what was declared
    if old is not None and round_.phase == "action" and not reading.replaces:
        if old.stands and _repeats(old, reading.moves[0]):
            return
        if old.stands and not playing.revocable(fight, old):
            fight.early[who] = (reading, event)  # all is done: it is meant for the next round
            return
    elif old is not None and old.stands and round_.phase == "action" and not playing.revocable(fight, old):
        fight.encounter.find("CN-205", f"{fighter.name} has acted: nothing is left to give up", fighter.name)
        return
    enter(fight, fighter, reading, event)


def _turns(fight: NotesFight, fighter: Fighter, reading: Reading, event: Event) -> bool:
    """A change of facing alone is no action of the round: it happens where it is said.

    CN-031.
    """
    move = reading.moves[0]
    if move.action != "face":
        return False
    facing = str(move.details.get("facing") or move.target or "")
    fight.encounter.declared(
        Declaration(
            seq=event.seq,
            combatant=fighter.name,
            channel="im" if event.kind == "whisper" else "room",
            strict=reading.strict,
            candidate=reading.candidate,
            moves=reading.moves,
        )
    )
    fight.encounter.rule(
        "action",
        "declared",
        fighter.name,
        clauses=("CN-031",),
        action="face",
        move=move.text,
        weapon=None,
        **_class("no-move"),
        cost=None,
        allowance=None,
        instead_of=None,
    )
    moving.turn(fight, fighter, facing)
    return True


def _repeats(old: Plan, move: Move) -> bool:
    """Whether words in the action phase only say again what was declared."""
    same = move.action == old.move.action and move.target in (None, old.move.target)
    return same and not move.details.get("abandons")


def from_early(fight: NotesFight) -> None:
    """What was declared before the round was called counts for it."""
    early, fight.early = fight.early, {}
    for who, (reading, event) in early.items():
        here, fight.encounter.event = fight.encounter.event, event
        declared(fight, who, reading, event)
        fight.encounter.event = here


def hidden(fight: NotesFight, act: acts.Hidden, speaker: str, pgm: bool) -> None:
    """An opponent's action, told by the DM for the record.

    CN-200.
    """
    names = dict(fight.encounter.names.items()) | {who.casefold(): who for who in fight.fighters}
    names |= fight.forms
    told = tellings.told(fight, act.words, names)
    for who, reading in told:
        _of_opponent(fight, who, reading, hidden=True)
    plain = _read(fight, act.words, given=True) if not told else None
    if plain is not None and plain.subject is not None:
        _of_opponent(fight, plain.subject, plain, hidden=True)


def overheard(fight: NotesFight, text: str, names: Mapping[str, str]) -> None:
    """The DM says before everybody what an opponent is about to do: "Ogre: attack Alda", "the ogre attacks
    Alda", "the ogre will charge".

    CN-200.
    """
    if len(text) > LONGEST or _FIRST_PERSON.match(text) or "?" in text:
        return
    for who, reading in tellings.told(fight, text, names):
        _of_opponent(fight, who, reading, hidden=False)


def described(fight: NotesFight, who: str, reading: Reading, event: Event) -> None:
    """In the action phase the DM tells what somebody does: his declared act, or one nobody knew of."""
    round_ = fight.round
    if round_ is None or round_.phase != "action" or not reading.moves:
        return
    overheard(fight, event.text, dict(fight.encounter.names.items()))
    fighter = fight.join(who, side=OPPONENTS)
    if fighter.name in round_.plans or fighter.spoken:
        return
    move = reading.moves[0]
    if move.action not in deeds.KNOWN or (reading.candidate and move.target is None):
        return
    enter(fight, fighter, replace(reading, candidate=False), event)


def _read(fight: NotesFight, text: str, *, given: bool) -> Reading | None:
    """A line that tells somebody's action in the third person."""
    reading = playing.reading_of(fight, text, given=given)
    return reading if reading is not None and reading.moves and reading.subject is not None else None


def _of_opponent(fight: NotesFight, who: str, reading: Reading, *, hidden: bool) -> None:
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    fighter = fight.join(who, side=OPPONENTS)
    known = fighter.name in round_.plans
    if fighter.spoken:
        return
    if known and playing.is_open(fight, round_.plans[fighter.name]):
        if _repeats(round_.plans[fighter.name], reading.moves[0]):
            return
    elif known and (round_.phase == "action" or (round_.asked_for and not hidden)):
        return
    enter(fight, fighter, reading, fight.encounter.event, hidden=hidden)


def enter(
    fight: NotesFight, fighter: Fighter, reading: Reading, event: Event, *, hidden: bool = False
) -> None:
    """Take a declaration into the round."""
    round_ = fight.round
    assert round_ is not None
    who, move = fighter.name, reading.moves[0]
    if fighter.meant is not None and fighter.meant[0] == move.text and move.text not in reading.text:
        move = replace(move, target=fighter.meant[1])  # "again!": as he put it right then
    move, candidates = _meant(fight, fighter, move, reading)
    old = round_.plans.get(who)
    told = old is not None and not playing.is_open(fight, old)
    replaced = told and (round_.phase != "declare" or round_.winner is not None)
    known = _present(fight) if fight.campaign.sheets else None  # without sheets whoever is fought is one
    crowd = known is None and move.action not in deeds.ATTACKS and _is_crowd(fight, move.target)
    there = move.target is not None and (known is None or move.target in known) and not crowd
    if there and move.target is not None and move.action in deeds.KNOWN:
        fight.join(move.target, side=fighters.other_side(fight, fighter))
    declaration = Declaration(
        seq=event.seq,
        combatant=who,
        channel="im" if event.kind == "whisper" or hidden else "room",
        strict=reading.strict,
        candidate=reading.candidate,
        moves=reading.moves,
    )
    fight.encounter.declared(declaration)
    index = len(round_.plans) + len(round_.dropped)
    plan = Plan(
        who=who,
        move=move,
        declaration=declaration,
        index=index,
        replaced=replaced,
        hidden=hidden,
        candidates=candidates,
    )
    deeds.settle(fight, fighter, plan)
    faults = deeds.faults(fight, fighter, plan)
    if any(one.severity == "error" for one in faults):
        _refuse(fight, plan, faults)
        return
    _accept(fight, fighter, plan, old)


def _is_crowd(fight: NotesFight, target: str | None) -> bool:
    """Whether words are for many of a kind, "the wolves", and nobody's name."""
    return target is not None and target not in fight.fighters and target.islower() and target.endswith("s")


def _meant(fight: NotesFight, fighter: Fighter, move: Move, reading: Reading) -> tuple[Move, tuple[str, ...]]:
    """A move whose target is nobody's name ("the nearest orc") without it, and whom its words may mean."""
    names: list[str] = [
        name for slip in reading.slips if slip.what == "combatant" for name in slip.candidates
    ]
    if move.target is not None and move.target not in _present(fight) and _VAGUE.match(move.target):
        last = move.target.split()[-1].casefold().removesuffix("s")
        names += [one for one in sorted(_present(fight)) if one.casefold().split()[0] == last]
        move = replace(move, target=None)
    if move.target is not None:
        return move, ()
    own = {one.name for one in fight.fighters.values() if one.side == fighter.side}
    left = [one.name for one in fight.fighters.values() if one.name in names and fighters.able(one)]
    if len(set(names) - own) > 1 and len(left) == 1 and fight.count > 1:
        return replace(move, target=left[0]), ()  # the only one of his kind who has come to the fight
    return move, tuple(dict.fromkeys(name for name in names if name not in own))


def clarified(fight: NotesFight, who: str, text: str) -> None:
    """ "Orc 1", and no word more: whom somebody meant who named no one clearly; "sorry, orc 2 I mean" also
    where he named another."""
    round_ = fight.round
    plan = round_.plans.get(who) if round_ is not None else None
    meant = _MEANT.fullmatch(text) if len(text) <= LONGEST else None
    if plan is None or meant is None or plan.move.target == plan.who:
        return
    corrects = meant["sorry"] or meant["meant"]
    if plan.move.target is not None and not corrects:
        return
    candidates = plan.candidates
    if corrects and plan.move.action in deeds.ATTACKS:
        candidates += tuple(
            one.name for one in fight.fighters.values() if fighters.hostile(fight.fighters[who], one)
        )
    bare = meant["whom"].strip(" .!()*").casefold().removeprefix("the ")
    name = next(
        (one for one in candidates if bare in (one.casefold(), one.casefold().replace(" ", ""))), None
    )
    if name is None or name == plan.move.target:
        return
    before = plan.move.target
    fight.fighters[who].meant = (plan.move.text, name)
    plan.move = replace(plan.move, target=name)
    for deed in plan.deeds:
        attack = deed.attack
        if attack is not None and attack.target == before and attack.natural is None:
            attack.target = fight.join(name, side=fighters.other_side(fight, fight.fighters[who])).name
            striking.figures(fight, attack)


def _present(fight: NotesFight) -> set[str]:
    return {combatant for _, combatant in fight.encounter.names.items()}


def _refuse(fight: NotesFight, plan: Plan, faults: list[Finding]) -> None:
    """It does not stand, on every ground there is; the DM may allow it."""
    round_ = fight.round
    assert round_ is not None
    plan.stands = False
    round_.refused[plan.who] = plan
    fight.last_refused = plan.who
    clauses = tuple(dict.fromkeys(one.code for one in faults if one.severity == "error"))
    why = "; ".join(one.message for one in faults if one.severity == "error")
    fight.encounter.rule(
        "refused", "illegal", plan.who, plan.move.target, clauses=clauses, move=plan.move.text, why=why
    )


def allowed(fight: NotesFight, who: str | None) -> bool:
    """The DM lets a refused declaration stand (PGM-3)."""
    round_ = fight.round
    name = who or fight.last_refused
    if round_ is None or name not in round_.refused:
        return False
    plan = round_.refused.pop(name)
    plan.stands = True
    fight.encounter.find("PGM-3", f"the DM allows it: {name}'s declaration counts", name)
    _accept(fight, fight.fighters[name], plan, round_.plans.get(name))
    return True


def _accept(fight: NotesFight, fighter: Fighter, plan: Plan, old: Plan | None) -> None:
    round_ = fight.round
    assert round_ is not None
    round_.refused.pop(plan.who, None)
    if old is not None and old.stands:
        _drop(fight, old, told=plan.replaced)
    round_.plans[plan.who] = plan
    rests = grounds.of_declaration(fight, fighter, plan)
    limit = deeds.limit(fight, fighter, plan)
    fight.encounter.rule(
        "action",
        "replaced" if plan.replaced else "declared",
        plan.who,
        plan.move.target,
        clauses=tuple(rests.clauses),
        default=grounds.by_default(fight, rests.settings),
        action=plan.move.action,
        move=plan.move.text,
        weapon=plan.move.instrument,
        **_class(plan.kind),
        cost=plan.cost,
        allowance=limit,
        instead_of=old.move.text if old is not None and plan.replaced else None,
    )
    questions.of_plan(fight, fighter, plan)
    if round_.phase == "action":
        playing.add(fight, plan)


def _drop(fight: NotesFight, old: Plan, *, told: bool) -> None:
    """What was declared before is given up: what is still to come of it is cancelled."""
    round_ = fight.round
    assert round_ is not None
    old.stands = False
    round_.dropped.append(old)
    playing.cancel(fight, old)
    if told:
        fight.encounter.rule(
            "action",
            "cancelled",
            old.who,
            old.move.target,
            clauses=("CN-205",),
            action=old.move.action,
            move=old.move.text,
        )


def abandons(fight: NotesFight, act: acts.Abandons, speaker: str, pgm: bool) -> None:
    """Somebody gives up his action; what he declares next comes last of all.

    CN-205.
    """
    round_ = fight.round
    who = act.who or speaker
    if round_ is None or round_.phase not in ("initiative", "action") or who not in round_.plans:
        return
    if not pgm and act.who not in (None, speaker):
        return
    plan = round_.plans[who]
    _drop(fight, plan, told=True)
    plan.deeds.clear()
    if round_.phase == "action":
        playing.advance(fight)


def _class(kind: str) -> dict[str, Any]:
    """The class of a declaration under its name in a ruling, which is a word of Python's."""
    return {"class": kind}


def slot_words(plan: Plan) -> list[list[str | None]]:
    """A plan's deeds with their slots: [["move", "F"], ["attack", "S"]]."""
    return [[deed.label, slots.name(deed.slot)] for deed in plan.deeds if deed.status != "lost"]
