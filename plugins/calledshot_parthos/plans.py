"""Declarations become the round's plan: who may declare, what replaces what, and what is done at once.

The rules of secret moves are `secret`; whether a plan is legal is `vetting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.api import Event, Move, Reading
from calledshot_parthos import attacks, initiative, moving, playing, secret, vetting
from calledshot_parthos.state import Plan, Planned, Round, declaration

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

NOT_PLAYED = frozenset({"illegal", "unavailable", "dropped"})
"""What a full new declaration replaces along with the moves still to come."""
WITH_WEAPONS = frozenset({"attack", "melee", "missile"})
"""Actions that are one and the same until range and weapon tell."""

CLIPPED = 3
"""Letters of the shortest beginning of a name that may stand for it."""


def channel_of(reading: Reading, event: Event) -> str:
    if event.kind == "whisper":
        return "im"
    return "ooc" if reading.ooc else "room"


def take(fight: ParthosFight, who: str, reading: Reading, event: Event) -> None:
    """A message that declares something (PAR-STD, PAR-IM)."""
    channel = channel_of(reading, event)
    round_ = fight.round
    if (
        round_ is not None
        and round_.phase == "action"
        and _has_done_all(round_, who)
        and not reading.candidate
    ):
        _keep_for_next(fight, who, reading, event, channel)
        return
    member = who in fight.fighters or who in fight.campaign.sheets
    if round_ is None or round_.phase == "closed":
        if not reading.candidate and (reading.moves or reading.modifiers or reading.hold_back):
            _keep_for_next(fight, who, reading, event, channel)
        return
    if not member and not _joins(fight, round_, reading, channel):
        round_.said_by_strangers.setdefault(who, (reading, event))
        if who in round_.rolled_by_strangers and is_plain(reading):
            comes_in(fight, who)
        return
    fighter = fight.join(who)
    round_.saw(who)
    if fighter.condition not in (None, "able"):
        return
    enter(fight, who, reading, event, channel)


def _has_done_all(round_: Round, who: str) -> bool:
    """Whether somebody has played every move he won this round: what he says then is for the next."""
    init, plan = round_.inits.get(who), round_.plans.get(who)
    if init is None or plan is None or plan.next() is not None:
        return False
    won = init.won if init.won is not None else len(init.moves) if init.moves is not None else None
    played = sum(planned.status in ("done", "lost") for planned in plan.moves)
    return won is not None and played >= won


def _joins(fight: ParthosFight, round_: Round, reading: Reading, channel: str) -> bool:
    """Whether words of somebody not yet in the fight bring him into it: a bystander's shout does not."""
    if channel == "im":
        return True
    if not is_plain(reading) or fight.campaign.sheets:
        return False  # where the fighters have sheets, a stranger must roll as well
    return round_.phase in ("declare", "initiative")


def comes_in(fight: ParthosFight, who: str) -> None:
    """A stranger who has rolled, and has declared a move or is spoken to by the PGM, is in the fight."""
    round_ = fight.round
    assert round_ is not None
    roll = round_.rolled_by_strangers.pop(who)
    fight.join(who)
    said = round_.said_by_strangers.pop(who, None)
    if said is not None:
        enter(fight, who, *said, channel_of(*said))
    fight.encounter.note_roll(roll, who, "initiative", counted=True)
    initiative.take(fight, who, roll)


def is_plain(reading: Reading) -> bool:
    """A declaration written as one, or one that says at whom."""
    if reading.candidate or not reading.moves:
        return False
    return (
        reading.ooc
        or reading.strict
        or any(move.optional or move.target is not None for move in reading.moves)
    )


def _keep_for_next(fight: ParthosFight, who: str, reading: Reading, event: Event, channel: str) -> None:
    said = fight.early.setdefault(who, [])
    if reading.moves and not all(move.optional for move in reading.moves):
        said.clear()
    said.append((reading, event, channel))


def enter(fight: ParthosFight, who: str, reading: Reading, event: Event, channel: str) -> None:
    """Enter a declaration into the plan of the round that is on."""
    round_ = fight.round
    assert round_ is not None
    fight.join(who)
    round_.saw(who)
    if (round_.system == "im" or channel == "im") and not secret.im_counts(
        fight, who, reading, event, channel
    ):
        return
    accept(fight, who, reading, event, channel)


def told_by_pgm(fight: ParthosFight, who: str, reading: Reading, event: Event) -> None:
    """The PGM, calling a move, tells what it is: that is the declaration of an NPC, or of somebody who has
    declared nothing; of others it is his word for what they declared."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    fight.join(who)
    round_.saw(who)
    plan = round_.plan(who)
    if not fight.able(who) or plan.next() is not None or who in round_.late:
        return
    spoken = fight.spoken
    if spoken is not None and spoken[0] == event.seq and spoken[1].who == who:
        return  # what the message tells is what came of his roll
    came = round_.untold.get(who)
    if came is not None and came.move.action == reading.moves[0].action:
        return
    unseen = round_.system == "im" and secret.unseen(fight)  # his next move, as the PGM tells it
    if plan.moves and not fight.is_npc(who) and not unseen:
        return
    moves = reading.moves[:1]
    if fight.is_npc(who) and moves[0].action == "unarmed" and fight.fighters[who].sheet.weapons:
        moves = (replace(moves[0], action="attack"),)  # "claws at him" is colour for what the stat block has
    plan.moves.extend(Planned(move, event) for move in moves)
    plan.readings.append(replace(reading, moves=moves))
    plan.event, plan.channel = event, "room"
    fight.encounter.declared(declaration(who, replace(reading, moves=moves), event, "room"))
    if who in round_.inits:
        (initiative.told if unseen else initiative.place)(fight, who)
    if fight.is_npc(who) and round_.phase == "action":
        fight.current = fight.npc = who
        planned = plan.next()
        if planned is not None:
            playing.play(fight, who, planned)


def accept(fight: ParthosFight, who: str, reading: Reading, event: Event, channel: str) -> None:
    encounter = fight.encounter
    round_ = fight.round
    assert round_ is not None
    here, encounter.event = encounter.event, event
    plan = round_.plan(who)
    fighter = fight.fighters[who]
    _modifiers(fight, who, plan, reading)
    _hold_back(fight, who, plan, reading)
    fresh = [
        Planned(_own(move, who), event, candidate=reading.candidate, channel=channel)
        for move in reading.moves
    ]
    for planned in fresh:
        planned.target = _whom(fight, who, planned.target)
    aim: str | None = None
    for planned in fresh:
        if planned.move.action == "advance":
            aim = planned.target
        elif planned.is_attack and planned.target is None:
            planned.target = aim
    for planned in fresh:
        if planned.target is not None and fight.encounter.names.known(planned.target) is not None:
            fight.join(planned.target)
    for planned in [one for one in fresh if _free_change(fight, who, one)]:
        fresh.remove(planned)
    if any(slip.kind == "easy" for slip in reading.slips):
        encounter.ask_pgm(
            f"{who} goes easy: on Weapon Speed, damage or Strength?", who, clauses=("PAR-HOLD-5",)
        )
    if fresh:
        fight.drop_requests(who, "clarify")
        coming = [planned for planned in plan.moves if planned.open]
        changed = _merge(plan, fresh, reading, round_, channel)
        _withdraw(fight, [planned for planned in coming if planned not in plan.moves])
        plan.event, plan.channel = event, channel
        if not changed:
            encounter.event = here
            return
    plan.readings.append(reading)
    if reading.moves or reading.modifiers or reading.hold_back:
        encounter.declared(declaration(who, reading, event, channel))
    if not reading.candidate:
        vetting.check(fight, who, plan, fresh, reading)
    for planned in fresh:
        target = planned.target or attacks.guess_target(fight, who)
        planned.range_then = fight.scene.range_to(who, target) if target is not None else None
    if who in round_.inits:
        if reading.candidate:
            initiative.place(fight, who)
        else:
            initiative.revise(fight, who)
    fighter.hold_back = set(plan.hold_back)
    encounter.event = here


def _whom(fight: ParthosFight, who: str, said: str | None) -> str | None:
    """Whom a target's name means: "Ash" is Ashgrove where nobody else's name begins so."""
    names = fight.encounter.names
    if said is None or names.known(said) is not None or len(said) < CLIPPED:
        return said
    everybody = dict.fromkeys([*fight.scene.names, *fight.campaign.sheets])
    meant = [name for name in everybody if name != who and name.casefold().startswith(said.casefold())]
    if len(meant) != 1:
        return said
    names.means(said, meant[0])
    return meant[0]


def _modifiers(fight: ParthosFight, who: str, plan: Plan, reading: Reading) -> None:
    round_ = fight.round
    assert round_ is not None
    for name in reading.modifiers:
        if name in plan.modifiers or name in plan.late:
            continue
        if round_.system == "standard" and who in round_.inits:
            plan.late.append(name)
            fight.encounter.find(
                "PAR-STD-2",
                f"{name} was announced after the initiative roll and is not applied",
                who,
                span=vetting.span_of(reading),
            )
        else:
            plan.modifiers.append(name)


def _hold_back(fight: ParthosFight, who: str, plan: Plan, reading: Reading) -> None:
    round_ = fight.round
    assert round_ is not None
    new = [held for held in reading.hold_back if held not in plan.hold_back]
    freed = [held for held in plan.hold_back if held in reading.released]
    if not new and not freed:
        return
    if round_.phase == "action" and (
        plan.hold_back or plan.moves or any(a.who == who for a in round_.attacks)
    ):
        fight.encounter.find(
            "PAR-HOLD-4",
            "what is held back is fixed for the round; a change mid-round is refused",
            who,
            span=vetting.span_of(reading),
        )
        fight.encounter.rule("refused", "illegal", who, clauses=("PAR-HOLD-4",), what="hold_back")
        return
    plan.hold_back = [held for held in plan.hold_back if held not in freed] + new


def _merge(plan: Plan, fresh: list[Planned], reading: Reading, round_: Round, channel: str) -> bool:
    """Put new moves into the plan; False if they only say again what stands there.

    A correction or a full new declaration replaces what is still to come; moves that are all starred are
    added; role-play that fits the move due only tells its target.
    """
    coming = [planned for planned in plan.moves if planned.open]
    if reading.candidate:
        due = plan.next()
        if due is not None and not due.candidate:
            if _same_action(due, fresh[0]):
                due.target = due.target or fresh[0].move.target
            return False
        if due is None:
            plan.moves.extend(fresh)
            return True
        for planned in coming:
            plan.moves.remove(planned)
        plan.moves.extend(fresh)
        return True
    if coming and not reading.replaces:
        if (
            len(fresh) <= len(coming)
            and all(
                _same_action(old, new) and _same_thing(old, new)
                for old, new in zip(coming, fresh, strict=False)
            )
            and channel != "im"
        ):
            for old, new in zip(coming, fresh, strict=False):
                old.target = old.target or new.move.target
                old.candidate = False
                if old.move.spell is None or (
                    old.move.instrument is None and new.move.instrument is not None
                ):
                    old.move = new.move
                    old.event = new.event
            return False
        if all(planned.move.optional for planned in fresh) and not all(p.candidate for p in coming):
            plan.moves.extend(fresh)
            return True
    if not all(planned.move.optional for planned in fresh) or reading.replaces:
        coming = [planned for planned in plan.moves if planned.open or planned.status in NOT_PLAYED]
    for planned in coming:
        plan.moves.remove(planned)
    plan.moves.extend(fresh)
    return True


def _withdraw(fight: ParthosFight, gone: list[Planned]) -> None:
    """Moves that another declaration has replaced owe no dice any more."""
    if not gone:
        return
    fight.requests = [
        request for request in fight.requests if request.attack is None or request.attack.planned not in gone
    ]
    if fight.last_attack is not None and fight.last_attack.planned in gone:
        fight.last_attack = None
    if fight.round is not None:
        fight.round.attacks = [attack for attack in fight.round.attacks if attack.planned not in gone]


def _same_action(old: Planned, new: Planned) -> bool:
    return old.move.action == new.move.action or {old.move.action, new.move.action} <= WITH_WEAPONS


def _same_thing(old: Planned, new: Planned) -> bool:
    for one, other in (
        (old.move.instrument, new.move.instrument),
        (old.move.spell.name if old.move.spell else None, new.move.spell.name if new.move.spell else None),
        (old.target, new.move.target),
        (
            old.move.called_shot.part if old.move.called_shot else None,
            new.move.called_shot.part if new.move.called_shot else None,
        ),
    ):
        if one is not None and other is not None and one.casefold() != other.casefold():
            return False
        if (
            one is None
            and other is not None
            and old.move.called_shot is None
            and new.move.called_shot is not None
        ):
            return False
    return True


def _free_change(fight: ParthosFight, who: str, planned: Planned) -> bool:
    """Changing weapons at missile range is free and takes no move (PAR-MOV-6): it is done as it is said."""
    if (
        planned.move.action != "change_weapon"
        or fight.setting("change_at_range") != "free"
        or planned.candidate
    ):
        return False
    others = fight.scene.opponents_of(who)
    ranges = [fight.scene.range_to(who, other) for other in others]
    if not ranges or any(near != "missile" for near in ranges):
        return False
    fight.encounter.rule(
        "move",
        "called",
        who,
        clauses=("PAR-MOV-6",),
        default=True,
        at=None,
        index=None,
        action="change_weapon",
        instrument=planned.move.instrument,
        move=planned.move.text,
        free=True,
    )
    moving.change_weapon(fight, who, planned.move.instrument)
    return True


def _own(move: Move, who: str) -> Move:
    """ "Myself" is the one who says it."""
    return replace(move, target=who) if move.target == "self" else move
