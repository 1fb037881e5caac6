"""Moves sent by IM: when they are late, what may replace them, and what is said instead of them (PAR-IM)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.api import Event, Reading, seconds_between
from calledshot_parthos import plans, vetting
from calledshot_parthos.state import Plan, Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


def im_counts(fight: ParthosFight, who: str, reading: Reading, event: Event, channel: str) -> bool:
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
            span=vetting.span_of(reading),
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
        span=vetting.span_of(reading),
        default=True,
    )
    round_.late[who] = (reading, event)
    if choice == "take":
        return True
    if choice == "take_without_modifiers":
        plans.accept(fight, who, _without_modifiers(reading), event, channel)
        return False
    encounter.rule("refused", "late", who, clauses=("PAR-IM-1",), default=True, needs_pgm=choice == "ask")
    fight.refused = ("late", who)
    if choice == "ask":
        encounter.ask_pgm(
            f"{who}'s IM came after the first initiative roll: "
            "take it, take it without modifiers, or refuse it?",
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
        fight.encounter.find(
            "PAR-IM-6", "a second IM: the first one stands", who, span=vetting.span_of(reading)
        )
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
    """Something else than declared, when the move is called: the PGM's choice, asked once (PAR-IM-4)."""
    round_ = fight.round
    assert round_ is not None
    said = reading.moves[0]
    same = said.action == planned.move.action or {said.action, planned.move.action} <= plans.WITH_WEAPONS
    if same or ("PAR-IM-4", who) in round_.told:
        return
    round_.told.add(("PAR-IM-4", who))
    if any(said.action == later.move.action for later in still_to_come(fight, who) if later is not planned):
        fight.encounter.find(
            "PAR-IM-6",
            "the order of the moves may not change after the IM",
            who,
            span=vetting.span_of(reading),
        )
        fight.encounter.rule("refused", "late", who, clauses=("PAR-IM-6",))
        return
    was, now = planned.move.text or planned.move.action, said.text or said.action
    fight.encounter.find(
        "PAR-IM-4",
        f"{who} declared {was} and now wants {now}: the PGM's choice",
        who,
        span=vetting.span_of(reading),
    )
    fight.encounter.ask_pgm(
        f"{who} wants to do something else than declared: allow it?", who, clauses=("PAR-IM-4",)
    )
    fight.refused = ("change", who)
    round_.late[who] = (reading, event)


def still_to_come(fight: ParthosFight, who: str) -> list[Planned]:
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
    if unseen(fight):
        fight.encounter.cannot_check("declared moves: the IMs are not in this log", who)
        return
    if who in fight.standing_orders:
        reading, _ = fight.standing_orders[who]
        fight.encounter.find(
            "PAR-IM-7", f"no IM from {who}: the standing orders are taken", who, severity="info", default=True
        )
        plans.accept(fight, who, reading, fight.encounter.event, "im")
        return
    fight.encounter.find("PAR-IM-7", f"no IM from {who} this round: no declared move", who, default=True)
    fight.encounter.ask_pgm(
        f"{who} has sent no IM: a move all the same, or none?", who, clauses=("PAR-IM-7",), default=True
    )


def unseen(fight: ParthosFight) -> bool:
    """Whether the IMs of this fight were sent where the log does not show them: unknown, not missing."""
    return not fight.encounter.private and not fight.ims_seen


def late_stands(fight: ParthosFight, who: str) -> None:
    """The PGM calls a move that came too late: it stands (PGM-2)."""
    round_ = fight.round
    assert round_ is not None
    reading, event = round_.late.pop(who)
    fight.encounter.find("PGM-2", f"{who}'s IM came too late; the PGM plays on with it", who)
    fight.refused = None
    if not fight.encounter.by_the_book:
        plans.accept(fight, who, reading, event, "im")
