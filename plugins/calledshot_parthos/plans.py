"""Declarations become the round's plan: when they count, what they replace, and what is refused as late.

Whether a move is legal is `legality`; how it is written is `syntax`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.api import Event, Finding, Move, Reading, seconds_between
from calledshot_parthos import attacks, calling, initiative, legality, syntax
from calledshot_parthos.state import Plan, Planned, Round, declaration

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

STANDING = frozenset(
    f"PAR-{clause}"
    for clause in (
        *("CAST-1", "CAST-2", "CAST-3", "CAST-4", "CAST-5", "POW-1", "POW-2", "ITEM-1", "HEAL-1"),
        *("MOV-8", "MOV-9", "MOV-11", "CALL-1", "SYN-3"),
    )
)
"""Faults that no later turn of the fight can cure: the move is refused when declared."""


NOT_PLAYED = frozenset({"illegal", "unavailable", "dropped"})
"""What a full new declaration replaces along with the moves still to come."""
TO_BE_NAMED = frozenset({"cast", "power", "item"})  # PAR-STD-4
WITH_WEAPONS = frozenset({"attack", "melee", "missile"})
"""Actions that are one and the same until range and weapon tell."""


def channel_of(reading: Reading, event: Event) -> str:
    if event.kind == "whisper":
        return "im"
    return "ooc" if reading.ooc else "room"


def take(fight: ParthosFight, who: str, reading: Reading, event: Event) -> None:
    """A message that declares something (PAR-STD, PAR-IM)."""
    channel = channel_of(reading, event)
    round_ = fight.round
    member = who in fight.fighters or who in fight.campaign.sheets
    if round_ is None or round_.phase == "closed":
        if not reading.candidate and (reading.moves or reading.modifiers or reading.hold_back):
            _keep_for_next(fight, who, reading, event, channel)
        return
    if not member and not _joins(fight, round_, reading, channel):
        round_.said_by_strangers.setdefault(who, (reading, event))
        return
    fighter = fight.join(who)
    round_.saw(who)
    if fighter.condition not in (None, "able"):
        return
    enter(fight, who, reading, event, channel)


def _joins(fight: ParthosFight, round_: Round, reading: Reading, channel: str) -> bool:
    """Whether words of somebody not yet in the fight bring him into it: a bystander's shout does not."""
    if channel == "im":
        return True
    if not is_plain(reading) or fight.campaign.sheets:
        return False  # where the fighters have sheets, a stranger must roll as well
    return round_.phase in ("declare", "initiative")


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
    if (round_.system == "im" or channel == "im") and not _im_counts(fight, who, reading, event, channel):
        return
    accept(fight, who, reading, event, channel)


# -- the IM system ------------------------------------------------------------------------------


def _im_counts(fight: ParthosFight, who: str, reading: Reading, event: Event, channel: str) -> bool:
    """Whether a message counts as this round's IM; reports what is wrong with it if not (PAR-IM)."""
    round_ = fight.round
    assert round_ is not None
    if round_.system != "im":
        return True  # PAR-STD-6: secret moves in the standard system
    plan = round_.plan(who)
    late = round_.first_init is not None and not _within_grace(fight, round_.first_init, event)
    if channel != "im":
        return _said_in_room(fight, who, reading, event, plan, late)
    if not late:
        return _may_replace(fight, who, reading, event, plan)
    encounter = fight.encounter
    if plan.moves and sorted(p.move.action for p in plan.moves) == sorted(m.action for m in reading.moves):
        encounter.find(
            "PAR-IM-6",
            "the order of the moves may not change after the IM; the first IM stands",
            who,
            span=_span(reading),
        )
        encounter.rule("refused", "late", who, clauses=("PAR-IM-6",))
        fight.refused = ("late", who)
        round_.late[who] = (reading, event)
        return False
    choice = fight.setting("late_im")
    encounter.find(
        "PAR-IM-1",
        "this IM came after the round's first initiative roll",
        who,
        span=_span(reading),
        default=True,
    )
    round_.late[who] = (reading, event)
    if choice == "take":
        return True
    if choice == "take_without_modifiers":
        accept(fight, who, _without_modifiers(reading), event, channel)
        return False
    encounter.rule("refused", "late", who, clauses=("PAR-IM-1",), default=True, needs_pgm=choice == "ask")
    fight.refused = ("late", who)
    if choice == "ask":
        encounter.ask_pgm(
            f"{who}'s IM came after the first initiative roll: take it, take it without modifiers, or refuse it?",
            who,
            clauses=("PAR-IM-1",),
            default=True,
        )
    return False


def _may_replace(fight: ParthosFight, who: str, reading: Reading, event: Event, plan: Plan) -> bool:
    """A full new IM in time supersedes the first, unless the campaign says otherwise (PAR-IM-6); one found
    illegal may always be replaced (PAR-IM-7)."""
    how = fight.setting("replacing_im")
    full = bool(reading.moves) and not all(move.optional for move in reading.moves)
    if how == "supersedes" or not plan.moves or not full or any(p.status == "illegal" for p in plan.moves):
        return True
    if how == "ask":
        fight.encounter.ask_pgm(
            f"{who} has sent another IM: does it replace the first?", who, clauses=("PAR-IM-6",)
        )
    else:
        fight.encounter.find("PAR-IM-6", "a second IM: the first one stands", who, span=_span(reading))
        fight.encounter.rule("refused", "late", who, clauses=("PAR-IM-6",))
    fight.refused = ("late", who)
    if fight.round is not None:
        fight.round.late[who] = (reading, event)
    return False


def _without_modifiers(reading: Reading) -> Reading:
    return replace(reading, modifiers=())


def _within_grace(fight: ParthosFight, first: Event, event: Event) -> bool:
    gone = seconds_between(first, event)
    return gone is not None and gone <= (fight.setting("im_grace") or 0)


def _said_in_room(
    fight: ParthosFight, who: str, reading: Reading, event: Event, plan: Plan, late: bool
) -> bool:
    """In the IM system the room is for role-play; a plain declaration there is a slip or a change of mind."""
    round_ = fight.round
    assert round_ is not None
    if reading.candidate or not reading.moves:
        return False
    if not plan.moves:
        if not late and (reading.ooc or reading.strict or round_.phase == "declare"):
            return fight.setting("im_in_room") == "counts" or _ask_no_im(fight, who)
        return False
    planned = plan.next()
    if round_.phase == "action" and planned is not None and fight.current == who:
        _changes_mind(fight, who, planned, reading, event)
    return False


def _changes_mind(fight: ParthosFight, who: str, planned: Planned, reading: Reading, event: Event) -> None:
    """Something else than declared, when the move is called (PAR-IM-4): the PGM's choice, asked once a round."""
    round_ = fight.round
    assert round_ is not None
    said = reading.moves[0]
    same = said.action == planned.move.action or {said.action, planned.move.action} <= WITH_WEAPONS
    if same or ("PAR-IM-4", who) in round_.told:
        return
    round_.told.add(("PAR-IM-4", who))
    if any(said.action == later.move.action for later in plan_of(fight, who) if later is not planned):
        fight.encounter.find(
            "PAR-IM-6", "the order of the moves may not change after the IM", who, span=_span(reading)
        )
        fight.encounter.rule("refused", "late", who, clauses=("PAR-IM-6",))
        return
    was, now = planned.move.text or planned.move.action, said.text or said.action
    fight.encounter.find(
        "PAR-IM-4", f"{who} declared {was} and now wants {now}: the PGM's choice", who, span=_span(reading)
    )
    fight.encounter.ask_pgm(
        f"{who} wants to do something else than declared: allow it?", who, clauses=("PAR-IM-4",)
    )
    fight.refused = ("change", who)
    round_.late[who] = (reading, event)


def plan_of(fight: ParthosFight, who: str) -> list[Planned]:
    """The moves somebody still has before him."""
    round_ = fight.round
    assert round_ is not None
    return [planned for planned in round_.plan(who).moves if planned.open]


def _ask_no_im(fight: ParthosFight, who: str) -> bool:
    fight.encounter.ask_pgm(
        f"{who} typed the moves into the room: do they count?", who, clauses=("PAR-IM-7",)
    )
    return False


def no_im(fight: ParthosFight, who: str) -> None:
    """No IM when the moves are wanted: the PGM is asked, once a round (PAR-IM-7)."""
    round_ = fight.round
    assert round_ is not None
    if ("PAR-IM-7", who) in round_.told or fight.setting("no_im") == "no_move" or fight.is_npc(who):
        return
    round_.told.add(("PAR-IM-7", who))
    fight.encounter.find("PAR-IM-7", f"no IM from {who} this round: no declared move", who, default=True)
    fight.encounter.ask_pgm(
        f"{who} has sent no IM: a move all the same, or none?", who, clauses=("PAR-IM-7",), default=True
    )


def late_stands(fight: ParthosFight, who: str) -> None:
    """The PGM calls a move that came too late: it stands (PGM-2)."""
    round_ = fight.round
    assert round_ is not None
    reading, event = round_.late.pop(who)
    fight.encounter.find("PGM-2", f"{who}'s IM came too late; the PGM plays on with it", who)
    fight.refused = None
    if not fight.encounter.by_the_book:
        accept(fight, who, reading, event, "im")


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
    if plan.moves and not fight.is_npc(who):
        return
    moves = reading.moves[:1]
    plan.moves.extend(Planned(move, event) for move in moves)
    plan.readings.append(replace(reading, moves=moves))
    plan.event, plan.channel = event, "room"
    fight.encounter.declared(declaration(who, replace(reading, moves=moves), event, "room"))
    if who in round_.inits:
        initiative.place(fight, who)
    if fight.is_npc(who) and round_.phase == "action":
        fight.current = fight.npc = who
        planned = plan.next()
        if planned is not None:
            calling.play(fight, who, planned)


# -- into the plan ------------------------------------------------------------------------------


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
        _check(fight, who, plan, fresh, reading)
    for planned in fresh:
        target = planned.target or attacks.guess_target(fight, who)
        planned.range_then = fight.scene.range_to(who, target) if target is not None else None
    if who in round_.inits:
        initiative.revise(fight, who)
    fighter.hold_back = set(plan.hold_back)
    encounter.event = here


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
                span=_span(reading),
            )
        else:
            plan.modifiers.append(name)


def _hold_back(fight: ParthosFight, who: str, plan: Plan, reading: Reading) -> None:
    round_ = fight.round
    assert round_ is not None
    new = [held for held in reading.hold_back if held not in plan.hold_back]
    if not new:
        return
    if round_.phase == "action" and (
        plan.hold_back or plan.moves or any(a.who == who for a in round_.attacks)
    ):
        fight.encounter.find(
            "PAR-HOLD-4",
            "what is held back is fixed for the round; a change mid-round is refused",
            who,
            span=_span(reading),
        )
        fight.encounter.rule("refused", "illegal", who, clauses=("PAR-HOLD-4",))
        return
    plan.hold_back.extend(new)


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


def _check(fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned], reading: Reading) -> None:
    """Findings on what was declared, as things now stand, and the refusals that cannot wait (PAR-CAST-6)."""
    encounter = fight.encounter
    round_ = fight.round
    assert round_ is not None
    fighter = fight.fighters[who]
    given = encounter.event.kind == "whisper"
    found = list(syntax.check(reading, fighter, fight.scene, fight.campaign, given=given, strict=False))
    legal = legality.check(
        tuple(planned.move for planned in fresh),
        reading,
        fighter,
        fight.scene,
        fight.campaign,
        condition_of=fight.condition_of,
    )
    legal += _second_spells(fight, who, plan, fresh, reading, legal)
    for finding in [*found, *legal]:
        planned = _about(fresh, finding.source.column if finding.source else None)
        encounter.report(finding)
        if planned is not None:
            planned.faults = (*planned.faults, finding.code)
            if finding.severity == "error" and finding.code in STANDING:
                planned.status = "illegal"
    for planned in fresh:
        if planned.status == "illegal":
            refuse(fight, who, plan, planned, planned.faults)
        elif "PAR-MOV-3" in planned.faults and fight.setting("over_distance") == "refuse":
            planned.status = "illegal"
            refuse(fight, who, plan, planned, ("PAR-MOV-3",))
    if any(finding.code == "PAR-RND-6" for finding in legal):
        encounter.ask_pgm(
            f"{who} wants to bandage himself and cast: is there time for both?", who, clauses=("PAR-RND-6",)
        )
    _named_too_late(fight, who, plan, fresh)


def _named_too_late(fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned]) -> None:
    """Spells, items and powers named after their roll, or after their place in the order (PAR-STD-4)."""
    round_ = fight.round
    assert round_ is not None
    if round_.system != "standard" or round_.phase != "action" or who not in round_.inits:
        return
    inits = round_.inits[who].moves
    for planned in fresh:
        index = plan.index(planned) if planned in plan.moves else None
        if planned.move.action not in TO_BE_NAMED or index is None or planned.status != "pending":
            continue
        if who in round_.stray:
            fight.encounter.find(
                "PAR-STD-4",
                "named after its roll: that roll does not count unless the PGM lets it stand",
                who,
                span=(planned.move.column, planned.move.end_column),
                default=True,
            )
            continue
        at = inits[index] if inits is not None and index < len(inits) else None
        played = [
            other.at
            for name, others in round_.plans.items()
            for other in others.moves
            if name != who and other.at is not None and other.status in ("called", "done")
        ]
        if at is None or not any(value < at for value in played):
            continue
        fight.encounter.find(
            "PAR-STD-4",
            f"named when its place in the order, {at}, has passed",
            who,
            span=(planned.move.column, planned.move.end_column),
            default=True,
        )
        fight.encounter.rule("refused", "late", who, planned.target, clauses=("PAR-STD-4",), default=True)
        planned.status = "illegal"
        planned.faults = (*planned.faults, "PAR-STD-4")
        fight.refused = ("move", who)


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
    calling.change_weapon(fight, who, planned.move.instrument)
    return True


def _own(move: Move, who: str) -> Move:
    """ "Myself" is the one who says it."""
    return replace(move, target=who) if move.target == "self" else move


def refuse(fight: ParthosFight, who: str, plan: Plan, planned: Planned, codes: tuple[str, ...]) -> None:
    """Not a valid action, with all grounds at once (PAR-CAST-6)."""
    clauses = tuple(
        dict.fromkeys(
            code
            for code in codes
            if fight.encounter.ruleset.clauses[code].severity == "error" or code in STANDING
        )
    )
    if planned.move.action == "cast":
        clauses = (*clauses, "PAR-CAST-6")
    fight.encounter.rule(
        "refused",
        "illegal",
        who,
        planned.target,
        clauses=clauses,
        action=planned.move.action,
        index=plan.index(planned) if planned in plan.moves else None,
        move=planned.move.text,
    )
    fight.refused = ("move", who)


def _about(fresh: list[Planned], column: int | None) -> Planned | None:
    if column is None:
        return fresh[0] if len(fresh) == 1 else None
    return next(
        (p for p in fresh if p.move.column <= column < max(p.move.end_column, p.move.column + 1)), None
    )


def _second_spells(
    fight: ParthosFight, who: str, plan: Plan, fresh: list[Planned], reading: Reading, known: list[Finding]
) -> list[Finding]:
    """A spell declared in a second message, after the round's one spell (PAR-CAST-4)."""
    earlier = [planned for planned in plan.moves if planned not in fresh and planned.status != "dropped"]
    if not any(planned.move.action == "cast" for planned in earlier):
        return []
    moves = tuple(planned.move for planned in (*earlier, *fresh))
    refused = [index for index, planned in enumerate(earlier) if planned.status == "illegal"]
    found: list[Finding] = []
    for index in range(len(earlier), len(moves)):
        found += [
            finding
            for finding in legality.check(
                moves,
                reading,
                fight.fighters[who],
                fight.scene,
                fight.campaign,
                called=index,
                refused=refused,
            )
            if finding.code == "PAR-CAST-4" and finding not in known
        ]
    return found


def _span(reading: Reading) -> tuple[int, int] | None:
    if reading.moves:
        return reading.moves[0].column, reading.moves[-1].end_column
    return (1, len(reading.text) + 1) if reading.text else None
