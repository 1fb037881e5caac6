"""The GM's word on results: levels and damage that he tells, beside ours where we had one. His word is what
happened.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Act, Points, Pool, Verdict, replace
from calledshot_yiffiemon import (
    acts,
    announcing,
    answering,
    carry_out,
    checks,
    doing,
    overruling,
    rolling,
    sums,
)
from calledshot_yiffiemon.board import Posted

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

VERDICTS = {"hit": "NS", "critical": "CS", "miss": "NF", "fumble": "CF"}
"""A result of an attack in general words, as a level."""


_BLOW = re.compile(r"\bhit\b|^(?:severe|deadly)(?!\s)", re.IGNORECASE)
"""A level by its name on an attack roll."""
_DIGIT = re.compile(r"\d")
_LAST_NUMBER = re.compile(r"(?<![\w.])(\d{1,4})[\s.,;:!-]*$")
"""The number that a stretch of words ends with."""


def result(fight: YiffieMonFight, act: acts.Result) -> None:
    """A level told: for the check that is asked, for the one just read, or kept for the one to come."""
    from calledshot_yiffiemon import saying

    table = fight.table
    _rolled_for_him(fight, act.who)
    if _repeats(fight, act):
        _beside(fight, table.last_read, act.level, act.amount, act)
        return
    _skips_to(fight, announcing.of_early_roll(fight, act))
    need = table.machine.need
    kind = act.kind or ("attack" if _BLOW.search(act.text) else "")
    told = Posted(who=act.who or "", kind=kind, level=act.level, amount=act.amount)
    asked = need is not None and need.kind in ("check", "choice")
    if asked and _of_the_roll(fight, act) and _overrules(fight, act):
        return
    if need is not None and need.kind in ("check", "level") and _fits(told, need.who, need.details["names"]):
        outcome = need.details.get("outcome")
        if need.kind == "level" and outcome is not None and outcome.roll is not None:
            fight.encounter.judge("check", need.who, ours=None, theirs=act.level, agrees=None, words=act)
        table.machine.answer(told)
        return
    if need is not None and need.kind == "choice" and "none" in need.options and told.who in ("", need.who):
        # a check that may be left out: its result is told, or that of what comes after it
        table.machine.answer(need.what if told.kind in ("", need.what) else "none")
        result(fight, act)
        return
    if _overrules(fight, act):
        return
    if not table.started and any(who == act.who for who, _, _ in fight.held):
        saying.opens(fight)  # a fight is on whose beginning nobody has told
        answering.catch_up(fight)
        result(fight, act)
        return
    if not table.started:
        return
    if act.who is None:
        waiting = [name for name, one in table.fighters.items() if one.pending is not None]
        if len(waiting) == 1 and fight.stray in (
            None,
            waiting[0],
        ):  # the one action that is still to be resolved
            table.posted.append(Posted(who=waiting[0], kind=kind, level=act.level, amount=act.amount))
    elif act.kind or act.amount is not None:
        table.posted = [one for one in table.posted if (one.who, one.kind) != (told.who, told.kind)]
        table.posted.append(told)


def _rolled_for_him(fight: YiffieMonFight, who: str | None) -> None:
    """The GM tells what a roll has come to that we had asked of a player, and it was the GM who rolled those
    dice: that roll was for the player, and so are others until he rolls himself."""
    event, fight.aside = fight.aside, None
    need = fight.table.machine.need
    if event is None or need is None or need.kind not in ("check", "dice"):
        return
    if who in (None, need.who if need.kind == "check" else need.target):
        fight.rolled_for.add(str(need.who))
        answering.counts(fight, need, event)


def _skips_to(fight: YiffieMonFight, act: acts.Result | Verdict) -> None:
    """He tells how somebody's action comes out, while we wait for dice of a bleeding one, for a check that
    another's action brings with it, or for the declaration of another whom he plays himself: it is that one's
    turn."""
    machine, who = fight.table.machine, act.who
    if who is None or who not in fight.table.fighters:
        return
    need = machine.need
    if need is not None and need.who == who and answering.left_out(need) and isinstance(act, acts.Result):
        rolls = (rolling.ACTION_ROLLS.get(action, ()) for action in _actions(fight, who))
        if any(act.kind in names for names in rolls) and act.kind not in need.details.get("names", ()):
            machine.answer(None)  # what his action itself comes to, without the check before it
            answering.catch_up(fight)
            return
    if not _has_more(fight, who):
        return
    for _ in range(20):
        if need is None or who == need.who:
            break
        if not (answering.left_out(need) or (need.kind == "check" and who == fight.table.current)):
            break
        machine.answer(None)  # he has gone on
        answering.catch_up(fight)
        need = machine.need
    table = fight.table
    one = table.fighters[who]
    if need is None or who == need.who or one.pending is None:
        return
    due = table.clocks.spent[who] <= table.now and answering.unrolled(table, need)
    if not due and (need.kind != "declare" or need.who in fight.spoken):
        return
    action = one.pending.move.action
    names = rolling.names(doing.ROLLED_WITH.get(action, ""), action)
    if not isinstance(act, acts.Result) or act.kind in ("", *names):
        answering.turn_of(fight, who)


def _actions(fight: YiffieMonFight, who: str) -> list[str]:
    """What he is doing, and what he has declared to come."""
    one = fight.table.fighters[who]
    pending = [one.pending.move] if one.pending is not None else []
    held = [move for name, told, _ in fight.held if name == who for move in told.moves]
    return [one.turn.action or "", *(move.action for move in (*pending, *held))]


def _of_the_roll(fight: YiffieMonFight, act: acts.Result) -> bool:
    """Whether a level that names nobody is what the last roll came to, of which the GM has said nothing yet,
    and not the next check's, which nobody has rolled."""
    return act.who is None and not act.kind and _unjudged(fight)


def _repeats(fight: YiffieMonFight, act: acts.Result) -> bool:
    """Whether he tells what the last roll has come to, by whose it was and just as we have it."""
    last: carry_out.LastRead | None = fight.table.last_read
    if last is None or not _unjudged(fight) or act.who != last.read.outcome.who:
        return False
    named = act.kind in last.names if act.kind else last.turn == fight.table.serial
    return named and act.level == last.read.outcome.level


def _says_as_we(fight: YiffieMonFight, level: str) -> bool:
    """Whether a verdict is what we made of the last attack roll, of which the GM has not spoken yet: then it
    is that which he tells, and not the roll that is asked for next."""
    last: carry_out.LastRead | None = fight.table.last_read
    if last is None or last.read.outcome.kind != "attack" or not _unjudged(fight):
        return False
    return checks.reached(str(last.read.outcome.level), "BS") == checks.reached(level, "BS")


def _unjudged(fight: YiffieMonFight) -> bool:
    """Whether the last check was rolled, and the GM has said nothing of it yet."""
    last: carry_out.LastRead | None = fight.table.last_read
    if last is None or last is fight.judged:
        return False
    return last.read.outcome.roll is not None and not last.read.outcome.posted


def _fits(told: Posted, who: str | None, names: tuple[str, ...]) -> bool:
    return told.who in ("", who) and (not told.kind or told.kind in names)


def _overrules(fight: YiffieMonFight, act: acts.Result) -> bool:
    """The GM gives a level to the check that we have just read: his stands."""
    last: carry_out.LastRead | None = fight.table.last_read
    if last is None or act.who not in (None, last.read.outcome.who):
        return False
    if act.who is None and not act.kind and last.turn != fight.table.serial and not _of_the_roll(fight, act):
        return False  # of a turn that is over: he speaks of something else
    if act.who is None and announcing.of_another(fight, last.read.outcome.who):
        return False
    if act.who is None and last is fight.judged and fight.rolled_since:
        return False  # he has said what he makes of it, and speaks of another roll now
    if act.kind and act.kind not in last.names:
        return False
    passed = fight.table.serial - last.turn
    if passed > 1 or (passed and (last is fight.judged or _has_more(fight, act.who))):
        return False  # he tells how the next one comes out
    return _beside(fight, last, act.level, act.amount, act)


def _has_more(fight: YiffieMonFight, who: str | None) -> bool:
    """Whether an action of his is still to be resolved, or declared and to come."""
    one = fight.table.fighters.get(who or "")
    if one is None:
        return False
    held = (told for name, told, _ in fight.held if name == who)
    return one.pending is not None or any(map(answering.takes_time, held))


def _beside(
    fight: YiffieMonFight, last: carry_out.LastRead, level: str, amount: int | None, words: Act
) -> bool:
    """Lay his level beside ours; where they differ, his is carried out."""
    fight.judged, fight.rolled_since = last, False
    outcome = last.read.outcome
    agrees: bool | None = level == outcome.level and amount in (None, outcome.amount)
    if outcome.posted and not agrees:
        agrees = None  # a word of his own that he puts right
    fight.encounter.judge(
        "check",
        outcome.who,
        ours=_said(outcome.level, outcome.amount),
        theirs=_said(level, amount),
        agrees=agrees,
        words=words,
        effect=_effect(last, level) if agrees is False else None,
        message=_differs(last, level, amount) if agrees is False else None,
    )
    if not agrees and (outcome.posted or not fight.encounter.by_the_book):
        if amount is None and not outcome.posted:
            amount = outcome.amount  # he says nothing of it: it stays that of the roll
        overruling.overruled(fight.table, last, level, amount)
    elif not agrees and checks.succeeds(str(outcome.level)) and not checks.succeeds(level):
        _not_rolled(fight, last)
    return True


def _not_rolled(fight: YiffieMonFight, last: carry_out.LastRead) -> None:
    """By the book the blow strikes, but nobody will roll for what the GM has called a miss."""
    machine, outcome = fight.table.machine, last.read.outcome
    while (
        machine.need is not None
        and machine.need.kind in ("dice", "choice")
        and machine.need.who in (outcome.who, outcome.target)
    ):
        before = machine.need
        machine.answer(None)
        if machine.need is before:
            return


def _differs(last: carry_out.LastRead, level: str, amount: int | None) -> str:
    """His level and ours, by their names."""
    outcome = last.read.outcome
    blow = outcome.kind == "attack" and last.read.ladder == "attack"
    theirs = sums.level({"level": level, "amount": amount}, blow)
    ours = sums.level({"level": outcome.level, "amount": outcome.amount}, blow)
    how = sums.check(checks.shown(outcome))
    return f"the GM rules a {theirs}; by the page it is a {ours}" + (f" ({how})" if how else "")


def _effect(last: carry_out.LastRead, level: str) -> str | None:
    """What the other level changes, where it is a blow that strikes or does not."""
    if last.read.outcome.kind != "attack" or last.read.ladder != "attack":
        return None
    ours, theirs = checks.succeeds(str(last.read.outcome.level)), checks.succeeds(level)
    if ours == theirs:
        return None
    return "a blow that would have struck does nothing" if ours else "a blow that would have missed strikes"


def _said(level: str | None, amount: int | None) -> str:
    return f"{level}" if amount is None else f"{level} {amount}"


_AGAINST = re.compile(r"\s{0,2}(?:on|of|vs\.?|versus|against)\s{1,2}(?:an?\s)?\d")
_NO = re.compile(r"no|nope|nah|(?:that's |you're )?too late|late", re.IGNORECASE)
"""Words that are a miss where a roll has been made, and nothing of the kind elsewhere."""


def _wants_level(fight: YiffieMonFight) -> bool:
    need = fight.table.machine.need
    return need is not None and need.kind == "level"


def verdict(fight: YiffieMonFight, act: Verdict) -> None:
    """ "Hit", "miss": the level of the attack that is asked for, where nobody has said which; or his word
    beside ours on the one just read."""
    level = VERDICTS.get(act.outcome)
    table = fight.table
    if level is None or fight.of_other_checks:
        return
    if act.outcome == "miss" and _NO.fullmatch(act.text.strip()) and not _wants_level(fight):
        return  # said of something else
    _rolled_for_him(fight, act.who)
    _skips_to(fight, announcing.of_early_roll(fight, act))
    need = table.machine.need
    asked = need is not None and need.kind in ("check", "level") and need.what in checks.SKILL
    if need is not None and asked and act.who in (None, need.who):
        of_last = act.who is None and need.kind == "check" and _says_as_we(fight, level)
        if not of_last:
            table.machine.answer(Posted(who=need.who or "", kind=need.what, level=level))
            return
    last: carry_out.LastRead | None = table.last_read
    if last is None or last.read.outcome.kind != "attack" or act.who not in (None, last.read.outcome.who):
        return
    stray = announcing.of_another(fight, last.read.outcome.who)
    if act.who is None and (stray or (fight.off_roll and last is fight.judged)):
        return  # of a roll that nothing had asked for
    if last.turn != table.serial and act.who is None and (last is fight.judged or last.read.outcome.posted):
        return  # of a turn that is over and told already
    ours = str(last.read.outcome.level)
    fight.judged, fight.rolled_since = last, False
    if checks.reached(ours, "BS") == checks.reached(level, "BS"):
        fight.encounter.judge(
            "check", last.read.outcome.who, ours=ours, theirs=act.outcome, agrees=True, words=act
        )
    else:
        _beside(fight, last, level, None, act)


def points(fight: YiffieMonFight, act: Points) -> None:
    """Damage told: for the dice that are asked, or beside what we had, or as it stands."""
    table = fight.table
    if act.what != "damage":
        return
    if act.who is None:
        told = _of_a_sum(fight, act)
        if told is None:
            return
        act = told
    who = act.who if act.who is not None else table.unvalued
    _rolled_for_him(fight, who)
    need = table.machine.need
    last: carry_out.LastRead | None = table.last_read
    dice = need is not None and need.kind == "dice"
    if dice and last is not None and act.amount in (last.read.outcome.roll, last.read.outcome.effective):
        return  # "77 less 26 is 51, a hit" is the sum of the roll that has hit
    if dice and _of_the_level(fight, act):
        return
    if need is not None and dice and who is None and need.what in ("bleeding", "fatigue"):
        who = next((name for name, points in table.last_hurt.items() if points == act.amount), None)
    if need is not None and need.kind == "dice" and who in (None, need.target or need.who):
        fight.encounter.judge("damage", need.target, ours=None, theirs=act.amount, agrees=None, words=act)
        table.machine.answer(("stated", act.amount))
        return
    if who is None or who not in table.fighters:
        fight.loose |= not table.last_hurt  # of a blow we know nothing of: the pools are his from here on
        return
    ours = table.last_hurt.pop(who, None)
    if ours is not None:
        agrees = ours == act.amount
        fight.encounter.judge(
            "damage",
            who,
            ours=ours,
            theirs=act.amount,
            agrees=agrees,
            words=act,
            effect=None if agrees else f"{who} takes {act.amount} instead of {ours}",
        )
        if ours == act.amount or fight.encounter.by_the_book:
            return
        table.fighters[who].damage += act.amount - ours
        table.rule(
            "damage", "corrected", None, who, points=act.amount, pool="body", hpv=table.fighters[who].hpv
        )
        return
    from calledshot_yiffiemon import hurting

    table.start(hurting.deal(table, who, act.amount, "body", by=act.by))


def _of_a_sum(fight: YiffieMonFight, act: Points) -> Points | None:
    """Points before the place of the one hurt are his: "4. The orc is at 20". Of a sum told there it is the
    end that counts: "10, less 3 is 7. The orc is at 23"; None for a part of it."""
    owner = _placed(fight, act)
    if owner is None:
        return act
    if any(isinstance(one, Points) and act.column < one.column < owner.column for one in fight.heard):
        return None
    between = fight.words[act.end_column - 1 : owner.column - 1]
    last = _LAST_NUMBER.search(between)
    if last is None:
        return None if _DIGIT.search(between) else replace(act, who=owner.who)
    return replace(act, who=owner.who, amount=int(last[1]))


def _of_the_level(fight: YiffieMonFight, act: Points) -> bool:
    """Whether a number stands before a level in the same message, as part of what the roll came to."""
    levels = (one.column for one in fight.heard if isinstance(one, acts.Result | Verdict))
    return "damage" not in act.text.casefold() and any(column > act.column for column in levels)


def _placed(fight: YiffieMonFight, act: Points) -> Pool | None:
    """The next place that somebody is told to stand at, behind points."""
    after = [one for one in fight.heard if isinstance(one, Pool) and one.column > act.column]
    return after[0] if after and after[0].who is not None else None


def pool(fight: YiffieMonFight, act: Pool) -> None:
    """ "You're at 12 HPV": where somebody's hit point value stands."""
    table = fight.table
    if act.who is None or act.who not in table.fighters or act.pool not in ("hpv", None):
        return
    if _AGAINST.match(fight.words, act.end_column - 1) is not None:
        return  # "the orc: 20 on 41" is a roll and its chance
    one = table.fighters[act.who]
    if act.pool is None and one.hpv is None:
        return
    if one.sheet.HPV is not None:
        apart = (one.hpv or 0) - act.value
        bled = one.bleed - fight.bled.get(act.who, 0)
        agrees: bool | None = apart in (0, bled)  # the page does not say what bleed damage is taken from
        if agrees and apart:
            fight.bled[act.who] = one.bleed
        if fight.encounter.by_the_book:
            agrees = agrees or fight.apart.get(act.who) == apart  # told before, and carried on
            fight.apart[act.who] = apart
        if fight.loose and not agrees:
            agrees = None
        fight.loose = False
        effect = None if agrees is not False else f"{act.who} stands at {act.value} instead of {one.hpv}"
        fight.encounter.judge(
            "pool",
            act.who,
            ours=one.hpv,
            theirs=act.value,
            agrees=agrees,
            words=act,
            effect=effect,
            message=f"the GM has {act.who} at {act.value}; by the page it is {one.hpv}",
        )
        if not fight.encounter.by_the_book:
            one.damage = one.sheet.HPV - act.value
