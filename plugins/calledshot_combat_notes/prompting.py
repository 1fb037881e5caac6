"""What the DM would say next, step by step through the round: declare, roll for the sides, whose act is due,
the end (CN-200 to CN-204); and whom everybody waits for.

Nothing is changed by looking: a proposal holds acts, which the fight does once the DM agrees. The acts play
themselves in their order as far as no dice are needed (`playing`). How the DM steps in is `steering`.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any

from calledshot.api import Act, Call, FightEnd, Proposal, RoundCall, RoundEnd, Ruling, Waiver
from calledshot_combat_notes import (
    acts,
    fighters,
    initiative,
    plain,
    playing,
    slots,
    striking,
    throws,
    voice,
    words,
)
from calledshot_combat_notes.state import DM, PARTY, Attack, Deed, Fighter, Request, Round

if TYPE_CHECKING:
    from calledshot.api import Offer
    from calledshot_combat_notes.fight import NotesFight

FEWEST = 2
"""Sides without which there is no fight."""
NO_MATTER = ("CN-200", "CN-204", "CN-314", "CN-318", "CN-319", "CN-322")
"""Clauses under which the DM is asked what nothing waits for."""
AFTERMATH = frozenset({"save", "item_save", "location", "severity", "knockdown"})
"""Dice for what a blow does besides its points."""


class GoOn(Act, frozen=True, kw_only=True, tag=True):
    """The DM goes on without a word on the rolls that wait for one: nothing comes of them."""


# -- who is waited for ------------------------------------------------------------------------------------


def waits(fight: NotesFight) -> tuple[tuple[str, str], ...]:
    """Dice owed and opportunities on offer, then in step 2 the players' declarations (CN-201)."""
    round_ = fight.round
    found = [
        (one.who, one.what) for one in fight.requests if one.who not in fight.held and not idle(fight, one)
    ]
    if round_ is None or round_.phase == "closed" or fight.over is not None:
        return ()
    found += [
        (who, "opportunity")
        for offer in round_.offers
        for who in offer.open_to[:1]
        if who not in fight.held and not plays_along(fight, who)
    ]
    if round_.phase == "declare":
        found += [(who, "declaration") for who in undeclared(fight, round_)]
    return tuple(dict.fromkeys(found))


def idle(fight: NotesFight, request: Request) -> bool:
    """Whether dice change nothing any more, since the one they are about is out of it: counted where they are
    rolled, and nobody waits for them."""
    if request.what not in AFTERMATH:
        return False
    attack = request.attack
    names = (request.who, attack.target if attack is not None else None)
    about = names[0] if request.what in ("save", "item_save") else names[1]
    fighter = fight.fighters.get(about or "")
    return fighter is not None and not fighters.able(fighter)


def to_come(fight: NotesFight) -> tuple[tuple[str, str], ...] | None:
    """The acts still to come, each with its phase: ("Kay", "Slow (attack)")."""
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return None
    words_ = voice.of(fight.campaign)
    return tuple(
        (one.who, f"{words_.word('phases', slots.name(one.slot)) or 'some time'} ({one.label})")
        for one in round_.queue
        if one.open
    )


def plays_along(fight: NotesFight, who: str) -> bool:
    """Whether the DM plays somebody: an opponent who has never said or rolled anything himself."""
    fighter = fight.fighters.get(who)
    return fighter is not None and fighter.side != PARTY and fight.is_npc(who)


def undeclared(fight: NotesFight, round_: Round) -> list[str]:
    """Players who have declared nothing that stands, in the order in which they are to."""
    names = [*round_.order, *(name for name in fight.fighters if name not in round_.order)]
    return [
        name
        for name in names
        if name in fight.fighters
        and fighters.able(fight.fighters[name])
        and not plays_along(fight, name)
        and name not in round_.plans
        and name not in round_.out
        and name not in fight.held
    ]


def opponents(fight: NotesFight, round_: Round) -> list[Fighter]:
    """Opponents the DM plays, and of whom he has told nothing for this round (CN-200)."""
    return [
        one
        for one in fight.fighters.values()
        if plays_along(fight, one.name)
        and fighters.able(one)
        and one.name not in round_.plans
        and one.name not in round_.out
        and one.name not in fight.held
    ]


def undecided(fight: NotesFight) -> tuple[str, ...]:
    """What only the DM can answer and has not spoken to; last the one question that has a plain answer, and
    that nothing waits for: what the opponents do (CN-200)."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed" or fight.over is not None or won(fight):
        return open_questions(fight)
    told = [one.name for one in opponents(fight, round_)]
    asked = f"what {'do' if len(told) > 1 else 'does'} {words.listed(told)} do?"
    return (*open_questions(fight), *([asked] if told else []))


def open_questions(fight: NotesFight) -> tuple[str, ...]:
    """What nothing is proposed without."""
    round_ = fight.round
    since = fight.encounter.rulings[fight.asked_from :]
    asked = [
        str(one.values.get("question")) for one in since if one.kind == "ask" and not _is_idle(fight, one)
    ]
    if round_ is None or round_.phase == "closed" or fight.over is not None or won(fight):
        return tuple(asked)
    asked += [_effect(one) for one in since if _has_unknown_effect(fight, one)]
    asked += [throws.not_drawn(round_, who, event) for who, event in round_.held.values()]
    asked += [f"does {one.who} hit with {one.total or one.natural}?" for one in _unjudged(round_)]
    asked += [f"how many points does {one.who} do?" for one in _uncounted(fight, round_)]
    return tuple(asked)


def _has_unknown_effect(fight: NotesFight, ruling: Ruling) -> bool:
    """Whether it is a spell, power or item of which nobody has said what it does."""
    works = (ruling.kind, ruling.outcome) in (("cast", "done"), ("psionic", "done"), ("item", "done"))
    return works and ruling.values.get("effect") is None and ruling.combatant in fight.undiced


def _effect(ruling: Ruling) -> str:
    what = next((ruling.values[one] for one in ("spell", "power", "item") if ruling.values.get(one)), "deed")
    on = f" do to {ruling.target}" if ruling.target is not None else " do"
    return f"what does {ruling.combatant}'s {what}{on}?"


def _is_idle(fight: NotesFight, ruling: Ruling) -> bool:
    """Whether nothing waits for the answer: by its clause, or because what it is about was taken back."""
    dropped = fight.round.dropped if fight.round is not None else ()
    gone = any((one.who, one.declaration.seq) == (ruling.combatant, ruling.seq) for one in dropped)
    return gone or bool(set(ruling.clauses) & set(NO_MATTER))


def _unjudged(round_: Round) -> list[Attack]:
    return [one for one in round_.attacks if one.natural is not None and one.outcome is None and not one.over]


def _uncounted(fight: NotesFight, round_: Round) -> list[Attack]:
    owed = [one.attack for one in fight.requests]
    return [one for one in round_.attacks if one.struck and not one.dealt and one not in owed]


def won(fight: NotesFight) -> bool:
    """Whether one side is out, and the DM has not said yet that it is over."""
    record = fight.encounter.record
    return record is not None and fight.over is None and record.outcome == "won"


# -- what comes next --------------------------------------------------------------------------------------


def proposes(fight: NotesFight, without: Set[str], anyway: bool) -> Proposal | None:
    """See `Fight.proposes`."""
    round_ = fight.round
    if fight.fresh:
        return _opens(fight)
    if round_ is None:
        return None
    if fight.over is not None:
        return None if round_.phase == "closed" else Proposal(acts=(RoundEnd(),))
    if won(fight):
        return _ends(fight, round_)
    waiting = {who for who, _ in waits(fight)} - without
    if (waiting or open_questions(fight)) and not anyway:
        return None
    if round_.phase == "closed":
        return _call(fight, (fight.number or fight.count) + 1, ())
    if round_.phase == "declare":
        told = (plain.Opponents(),) if opponents(fight, round_) else ()
        return Proposal(acts=(*told, RoundCall(phase="initiative")), says=_words("initiative"))
    if round_.phase == "initiative":
        return _initiative(fight, round_, without | waiting)
    return _action(fight, round_, without, waiting)


def _opens(fight: NotesFight) -> Proposal | None:
    """The first round: of those who have joined, else of everybody with a sheet."""
    names = list(dict.fromkeys([*fight.fighters, *fight.entered]))
    if len({_side(fight, name) for name in names}) < FEWEST:
        names = list(dict.fromkeys([*names, *fight.campaign.sheets]))
    if len({_side(fight, name) for name in names}) < FEWEST:
        return None
    return _call(fight, 1, tuple(names))


def _side(fight: NotesFight, name: str) -> str:
    fighter = fight.fighters.get(name)
    if fighter is not None:
        return fighter.side
    return fighters.side_of(fight.campaign.sheets.get(name), False) or PARTY


def _call(fight: NotesFight, number: int, names: tuple[str, ...]) -> Proposal:
    call = RoundCall(phase="declare", number=number, fresh=True, names=names)
    new = fight.fresh or fight.over is not None
    there = {one.name: one.side for one in fight.fighters.values() if not new and fighters.able(one)}
    for name in fighters.coming(fight, names):
        if new or name not in fight.fighters:
            there[name] = _side(fight, name)
    party = [name for name, side in there.items() if side == PARTY]
    players = [name for name in party if name in fight.seen_players] or party
    order = initiative.declaration_order(players, initiative.seed(number, sorted(players)))
    says = _words(
        "declare",
        number=number,
        names=party if names else None,
        foes=[name for name, side in there.items() if side != PARTY] if names else None,
        by_lot=order if len(order) > 1 else None,
    )
    return Proposal(acts=(call,), says=says)


def _ends(fight: NotesFight, round_: Round) -> Proposal:
    record = fight.encounter.record
    winner = record.winner if record is not None else None
    if round_.phase != "closed":  # who has won is told already
        return Proposal(acts=(RoundEnd(), FightEnd(winner=winner)))
    return Proposal(acts=(FightEnd(winner=winner),), says=_words("over", winner=winner))


def _initiative(fight: NotesFight, round_: Round, away: Set[str]) -> Proposal | None:
    """A roll that waits for the DM's word counts; where the one drawn by lot is away another rolls
    (CN-202)."""
    if round_.held:
        return Proposal(acts=(Waiver(kind="allow"),))
    owed = next((one for one in fight.requests if one.what == "initiative" and one.who in away), None)
    others = [name for name in fighters.players_of(fight) if name not in away | fight.held]
    if owed is None or owed.who == DM or not others:
        return None
    return Proposal(acts=(acts.Roller(who=others[0]),), says=_words("roller", who=others[0]), who=others[0])


def _action(fight: NotesFight, round_: Round, without: Set[str], waiting: Set[str]) -> Proposal | None:
    """The DM's own opportunities first, then opponents he has told nothing of, the act now due, the end."""
    for offer in round_.offers:
        passed = [who for who in offer.open_to if who in without | waiting | fight.held]
        if passed or plays_along(fight, offer.open_to[0]):
            return _offer(offer, passed[0] if passed else offer.open_to[0], taken=not passed)
    if _unjudged(round_) or _uncounted(fight, round_):
        return Proposal(acts=(GoOn(),))
    if opponents(fight, round_) and playing.undeclared(fight):
        return Proposal(acts=(plain.Opponents(),))
    away = without | waiting | fight.held
    able = {one.name for one in fight.fighters.values() if fighters.able(one)} - away
    due = next((one for one in round_.queue if _is_due(one) and one.who in able), None)
    if due is not None:
        return Proposal(acts=(Call(who=due.who),), who=due.who)
    if any(one.who not in (without | fight.held) and not idle(fight, one) for one in fight.requests):
        return None  # what is rolled may change everything: it is for the DM to pass him over
    return Proposal(acts=(RoundEnd(),))


def _offer(offer: Offer, who: str, *, taken: bool) -> Proposal:
    return Proposal(acts=(acts.Opportunity(taken=taken, who=who, against=offer.against),), who=who)


def _is_due(deed: Deed) -> bool:
    return deed.open and deed.at < slots.CLOSING


def _words(outcome: str, who: str | None = None, **values: Any) -> Ruling:
    return Ruling(kind="propose", outcome=outcome, combatant=who, values=values)


# -- what its own acts do ---------------------------------------------------------------------------------


def goes_on(fight: NotesFight, act: GoOn, speaker: str, pgm: bool) -> None:
    """Nothing comes of the rolls that waited for the DM's word."""
    round_ = fight.round
    if round_ is None:
        return
    for attack in [*_unjudged(round_), *_uncounted(fight, round_)]:
        attack.outcome = "miss" if attack.outcome is None else attack.outcome
        attack.confirmed = attack.dealt = True
        attack.points = attack.points or 0
        striking.check_over(fight, attack)
