"""What the GM's words (and players' plain answers) change on the table, with ours beside his where we had a
result of our own. His word is what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from calledshot.api import (
    Act,
    Ask,
    Call,
    Effect,
    FightEnd,
    FightStart,
    Points,
    Pool,
    RoundCall,
    Stated,
    Verdict,
    Waiver,
    number,
)
from calledshot_yiffiemon import (
    acts,
    answering,
    carry_out,
    dealing,
    deeds_said,
    judging,
    moments,
    offering,
    prompting,
    replies,
    turns,
    waiving,
    walking,
)
from calledshot_yiffiemon.carry_out import plainly
from calledshot_yiffiemon.consequences import State
from calledshot_yiffiemon.facts import Figures
from calledshot_yiffiemon.table import Table

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

OWN = (
    acts.Opens,
    acts.Next,
    acts.Turn,
    acts.Result,
    acts.Missed,
    acts.Takes,
    acts.Grants,
    acts.Hurts,
    acts.Forced,
    acts.Lasts,
    acts.Modifier,
    acts.Calls,
    deeds_said.Deed,
    acts.RollsForAll,
    acts.Levels,
    acts.Flag,
    acts.At,
    acts.Apart,
    acts.Area,
    acts.Figure,
    acts.Says,
)


def is_own(act: Act) -> bool:
    return isinstance(act, OWN)


def act(fight: YiffieMonFight, act: Act, speaker: str, pgm: bool) -> None:
    """One act of a message."""
    if isinstance(act, acts.Says):
        replies.says(fight, act, speaker, pgm)
        return
    if not pgm:
        return
    handler = _HANDLERS.get(type(act))
    if handler is not None:
        handler(fight, act)


# -- the fight and its turns -----------------------------------------------------------------------


def opens(fight: YiffieMonFight, names: tuple[str, ...] = ()) -> None:
    """Combat begins, with those called over, or everybody the campaign knows."""
    if fight.table.started and not fight.table.over:
        for name in names:
            fight.table.join(name)
        return
    if fight.table.over:
        held, fight.table = fight.table.held, Table(fight.encounter)
        fight.table.campaign, fight.table.held = fight.campaign, held
    encounter = fight.encounter
    encounter.open_fight()
    encounter.open_round(1, None)
    here = list(names) or (prompting.fighters(fight) if fight.entered else list(encounter.campaign.sheets))
    here += [who for who, _, _ in fight.held if who not in here]
    turns.opens(fight.table, here)


def _opens(fight: YiffieMonFight, act: acts.Opens) -> None:
    opens(fight, act.names)


def _starts(fight: YiffieMonFight, act: FightStart) -> None:
    opens(fight)


def _round(fight: YiffieMonFight, act: RoundCall) -> None:
    """A call for initiative opens combat; later, "next round" goes on."""
    if act.question:
        return
    if not fight.table.started or fight.table.over:
        opens(fight, act.names)
    elif act.fresh:
        answering.go_on(fight)


def _next(fight: YiffieMonFight, act: acts.Next) -> None:
    if not fight.table.started:
        return
    answering.go_on(fight)


def _call(fight: YiffieMonFight, act: Call | acts.Turn) -> None:
    if isinstance(act, acts.Turn) and not fight.table.started:
        opens(fight)  # in the midst of a fight whose beginning nobody has told
    asks = fight.words[act.end_column - 2 : act.end_column + 1]
    if isinstance(act, Call) and "?" in asks and fight.table.offers.for_(act.who) is not None:
        return  # "Ann?", of the opportunity that is hers
    need = fight.table.machine.need
    rolls = need is not None and need.who == act.who and (need.kind, need.what) == ("check", "attack")
    if isinstance(act, Call) and rolls and need is not None and not answering.left_out(need):
        return  # "Ann's opportunity on the orc": the roll that is asked of her
    answering.turn_of(fight, act.who)
    prompting.called(fight, act.who)


def _asked(fight: YiffieMonFight, act: Ask) -> None:
    """ "Ann, what do you do?" """
    if act.what in ("clarify", "declaration"):
        prompting.called(fight, act.who or fight.table.current)


def _ends(fight: YiffieMonFight, act: FightEnd) -> None:
    table = fight.table
    if not table.started or table.over:
        return
    loser, able = act.loser, table.able
    if loser in table.fighters and any(
        name != loser and table.side(name) == table.side(loser) for name in able
    ):  # the others of his side fight on
        _flag(fight, acts.Flag(who=loser, flag="in_combat", value=False))
        return
    table.over = True
    table.machine.stop()
    table.current = None
    winner, outcome = act.winner, "won" if act.winner is not None else "ended"
    if winner is None and loser is not None:
        left = [name for name in table.opponents(loser) if name in able]
        winner, outcome = left[0] if len(left) == 1 else None, "yielded"
    table.rule("fight", outcome, loser if outcome == "yielded" else winner, winner=winner)
    record = fight.encounter.record
    if record is not None:
        record.outcome, record.winner = outcome, winner
    if fight.encounter.round is not None:
        fight.encounter.round.closed = True


def _deed(fight: YiffieMonFight, act: deeds_said.Deed) -> None:
    if fight.awaits(act.who):
        prompting.declares(fight, act.who, deeds_said.declaration(act.does))


def _hurts(fight: YiffieMonFight, act: acts.Hurts) -> None:
    from calledshot_yiffiemon import hurting

    table = fight.table
    table.join(act.who)
    table.start(hurting.deal(table, act.who, act.points, act.pool))


def _forced(fight: YiffieMonFight, act: acts.Forced) -> None:
    table = fight.table
    table.join(act.who)
    table.start(walking.forced(table, act.who, number(act.moves)))


def _lasts(fight: YiffieMonFight, act: acts.Lasts) -> None:
    """The turn that is on passes so; no action is taken in it."""
    need = fight.table.machine.need
    if need is not None and need.kind == "declare" and need.who == act.who:
        fight.table.machine.answer(number(act.inits))
    else:
        fight.table.lasts.setdefault(act.who, []).append(number(act.inits))


def _modifier(fight: YiffieMonFight, act: acts.Modifier) -> None:
    fight.table.join(act.who)
    ends = {"turn": moments.turn(act.who), "attack": moments.next_attack(act.who)}
    effect = Effect(
        value=act.value,
        rolls_of=act.who,
        check=act.kind or None,
        against=act.against,
        name="GM",
        until=ends.get(act.until),
    )
    fight.table.apply(effect)


def _rolls_for_all(fight: YiffieMonFight, act: acts.RollsForAll) -> None:
    fight.gm_rolls = True


def _calls(fight: YiffieMonFight, act: acts.Calls) -> None:
    """A check that the GM calls for: the one that is asked already, or one of its own."""
    table = fight.table
    need = table.machine.need
    if not table.started or (
        need is not None and need.who == act.who and act.kind in need.details.get("names", ())
    ):
        return
    if need is not None and need.kind in ("check", "dice", "level"):
        if need.kind == "dice":
            table.called_for[act.who] = act.kind
        return  # another roll is waited for; he speaks of one to come
    table.join(act.who)
    table.start(carry_out.checked(table, act.kind, act.who, "", clauses=("YM-001",)))


# -- who is how and where --------------------------------------------------------------------------


def _levels(fight: YiffieMonFight, act: acts.Levels) -> None:
    table = fight.table
    if act.change is None or act.change < 0:
        gone = None if act.change is None else -act.change
        table.lose(act.who, act.condition, gone, source=act.source)
        return
    change = act.change
    if act.at_least:
        change -= table.join(act.who).level(act.condition)
        if change <= 0:
            return
    came = table.gain(act.who, act.condition, change, source=act.source)
    if came and act.condition in ("Staggered1", "Staggered2"):
        from calledshot_yiffiemon import hurting

        table.start(hurting.staggered_checks(table, act.who, came))


def _flag(fight: YiffieMonFight, act: acts.Flag) -> None:
    """Somebody is in a state; falling prone and the like bring what they bring."""
    table = fight.table
    one = table.join(act.who)
    if getattr(one, act.flag) == act.value and act.flag != "in_combat":
        return
    if act.flag in ("surprised", "flying"):
        setattr(one, act.flag, act.value)
        table.rule("state", "changed", act.who, flag=act.flag, value=act.value)
        need = table.machine.need
        if need is not None and need.kind == "declare" and need.who == act.who and not table.may_act(act.who):
            table.machine.answer(turns.FORCED)  # it is not his turn after all
        return
    table.start(plainly(table, (State(who=act.who, flag=act.flag, value=act.value),), act.who))


def _stated(fight: YiffieMonFight, act: Stated) -> None:
    flags = {
        "unconscious": ("unconscious", True),
        "conscious": ("unconscious", False),
        "dead": ("dead", True),
        "prone": ("prone", True),
    }
    if act.who is not None and act.condition in flags and act.who in fight.table.fighters:
        flag, value = flags[act.condition]
        _flag(fight, acts.Flag(who=act.who, flag=flag, value=value))


def _at(fight: YiffieMonFight, act: acts.At) -> None:
    table = fight.table
    table.join(act.who)
    table.scene.place(act.who, (number(act.x), number(act.y)))
    table.rule("movement", "placed", act.who, place=[act.x, act.y])
    for name in table.fighters:
        if name != act.who:
            table.settle(name, act.who)
            table.settle(act.who, name)


def _apart(fight: YiffieMonFight, act: acts.Apart) -> None:
    table = fight.table
    table.join(act.who)
    table.join(act.other)
    table.scene.tell(act.who, act.other, number(act.distance))
    table.rule("movement", "placed", act.who, act.other, distance=act.distance)


def _area(fight: YiffieMonFight, act: acts.Area) -> None:
    """Told: somebody is in an area, enters or leaves it; a guard likewise."""
    table = fight.table
    table.join(act.who)
    table.join(act.of)
    if act.guard:
        if act.how == "leaves":
            table.leave_guard(act.who, act.of)
        else:
            table.enter_guard(act.who, act.of, ("YM-723",))
        return
    if act.how == "is":
        table.areas[act.who, act.of] = True
        table.rule("movement", "placed", act.who, act.of, area=True)
    elif act.how == "enters":
        table.start(walking.enters(table, act.who, act.of))
    else:
        table.start(walking.leaves(table, act.who, act.of))


def _figure(fight: YiffieMonFight, act: acts.Figure) -> None:
    """A figure told: of the clock, the pool or the sheet; a question that waited for it goes on."""
    table = fight.table
    one = table.join(act.who)
    whole = int(act.value)
    if act.name == "clock":
        before = table.clocks.spent[act.who]
        value = number(act.value)
        table.clocks.spent[act.who] = value
        if before != value:
            fight.encounter.judge(
                "clock", act.who, ours=float(before), theirs=act.value, agrees=False, words=act
            )
        return
    if act.name == "pool":
        dealing.pool_is(table, act.who, whole)
    elif act.name == "ammo":
        one.ammo = whole
    elif act.name == "shield":
        table.told[act.who, act.name] = bool(whole)
        replies.answered(fight, f"shield {act.who}", bool(whole))
        return
    elif act.name in Figures.__struct_fields__:
        table.told[act.who, act.name] = number(act.value) if act.name == "MR" else whole
    replies.answered(fight, f"{act.name} {act.who}", whole)


def _takes(fight: YiffieMonFight, act: acts.Takes) -> None:
    """A creature the GM plays takes an opportunity, or passes; he may also give one that we did not."""
    table = fight.table
    table.join(act.who)
    need = table.machine.need
    if act.passes:
        offering.passes(table, act.who, act.against)
    else:
        against = act.against or next((one.against for one in table.offers if act.who in one.open_to), None)
        if against is None:
            return
        table.join(against)
        if table.offers.for_(act.who, against) is None and _has_taken(table, act.who, against):
            return  # he speaks of one that is his already
        if offering.why_not(table, act.who, against) is not None:
            offering.given(table, act.who, against)
        queued = offering.take(table, act.who, against)
        if need is not None and need.kind == "opportunity" and need.details.get("immediate"):
            table.machine.answer(queued)
            return
    waits = need is not None and need.kind == "opportunity"
    left = [one for one in table.offers if need is not None and one.against == need.target and one.open_to]
    if waits and not left:
        table.machine.answer(None)


def _has_taken(table: Table, who: str, against: str) -> bool:
    """Whether he has taken an opportunity on somebody that is still to be resolved, or is just now."""
    need = table.machine.need
    strikes = need is not None and need.kind == "check" and (need.who, need.target) == (who, against)
    return strikes or any(one.by == who for one in table.fighters[against].ao_queue)


def _grants(fight: YiffieMonFight, act: acts.Grants) -> None:
    """YM-407: the GM gives an opportunity; if its owner passes, others who threaten may take it."""
    fight.table.join(act.who)
    if act.against is None:
        return
    fight.table.join(act.against)
    if fight.table.offers.for_(act.who, act.against) is not None:
        return  # he speaks of the one that is on offer
    offering.given(fight.table, act.who, act.against)


_HANDLERS: Mapping[type, Callable[[YiffieMonFight, Any], None]] = {
    acts.Opens: _opens,
    acts.Next: _next,
    acts.Turn: _call,
    acts.Result: judging.result,
    acts.Missed: judging.verdict,
    acts.Takes: _takes,
    acts.Grants: _grants,
    acts.Hurts: _hurts,
    acts.Forced: _forced,
    acts.Lasts: _lasts,
    acts.Modifier: _modifier,
    acts.Calls: _calls,
    deeds_said.Deed: _deed,
    acts.RollsForAll: _rolls_for_all,
    acts.Levels: _levels,
    acts.Flag: _flag,
    acts.At: _at,
    acts.Apart: _apart,
    acts.Area: _area,
    acts.Figure: _figure,
    Ask: _asked,
    Call: _call,
    FightEnd: _ends,
    FightStart: _starts,
    Points: judging.points,
    Pool: judging.pool,
    RoundCall: _round,
    Stated: _stated,
    Verdict: judging.verdict,
    Waiver: waiving.waiver,
}
