"""Making a check in the fight: what bears on the roll, asking for it, its level, and what follows from any
check whatever it was for. Reading its ladder is `carry_out`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from calledshot.api import Effect, replace
from calledshot_yiffiemon import (
    assists,
    attack,
    book,
    checks,
    conditions,
    facts,
    figures,
    footing,
    guard,
    moments,
    staggered,
)
from calledshot_yiffiemon.board import Posted
from calledshot_yiffiemon.checks import Outcome, Part
from calledshot_yiffiemon.consequences import Consequence, Lose
from calledshot_yiffiemon.flow import Flow, Need
from calledshot_yiffiemon.table import Table

ACTION_ROLLS = {
    "melee_assist": ("assist", "melee assist"),
    "ranged_assist": ("assist", "ranged assist"),
    "charge": ("charge",),
    "slide": ("slide",),
    "push": ("push",),
    "dive": ("dive", "dive attack"),
    "threat_distance": ("threat distance", "distance"),
    "cross_guard": ("cross guard", "crossing"),
    "heal": ("heal",),
    "run": ("run",),
}
"""What else the roll of an action may be called by who tells its result."""


def check(
    table: Table,
    kind: str,
    who: str,
    *,
    against: str | None = None,
    difficulty: int | None = 0,
    parts: Sequence[Part] = (),
    group: str | None = None,
    action: str | None = None,
    weapon: str | None = None,
    line: int | None = None,
    clauses: Iterable[str] = (),
    default: bool = False,
    first: bool = False,
    also: str | None = None,
    purpose: str | None = None,
) -> Flow:
    """YM-001: one check from asking to its level; returns its Outcome. `line` where the base line is not the
    sheet's, `first`: the roll that an action itself is made with, which may have been rolled before, `also`:
    penalties of that kind of check count too, `purpose`: the condition it is made to be rid of."""
    kind = checks.normal(kind)
    one = table.join(who)
    if kind in checks.SKILL:
        table.sample(who)
    if kind == "attack":
        table.enter_combat(who, against)  # whoever makes an attack roll attacks (YM-401)
    held = one.weapon(weapon)
    name = held.name if held is not None else weapon
    outcome = Outcome(
        kind=kind,
        who=who,
        target=against,
        base_line=line if line is not None or action == "push" else checks.base_line(kind, one.sheet, held),
        difficulty=difficulty,
        default=default,
    )

    def weighed() -> tuple[Part, ...]:
        own = _parts(table, kind, who, against, parts, group, action, name, purpose)
        return (*own, *(_also(table, who, also) if also is not None else ()))

    outcome = replace(outcome, parts=weighed())
    if kind == "con":
        lowered = one.peak("Staggered1") + one.peak("Staggered2")
        outcome = replace(outcome, base_line=checks.con_line(outcome.base_line, lowered))
        if lowered:
            clauses = (*clauses, "YM-370")
    asked = dice(table)
    need = Need(
        kind="check",
        who=who,
        what=kind,
        dice=asked,
        target=against,
        clauses=tuple(clauses),
        details={"names": names(kind, action), "first": first, "outcome": outcome},
    )
    given: Any = _posted(table, need)
    if given is None:
        given = _early(table, need)
    if given is None:
        table.rule(
            "request", "asked", who, against, clauses=clauses, default=default, what=kind, dice=asked,
            modifier=outcome.modifier, base_line=outcome.base_line, difficulty=difficulty,
            action=action or "",
        )  # fmt: skip
        given = yield need
        outcome = replace(outcome, parts=weighed())  # a round may have been spent on it since (YM-625)
    outcome = yield from _level(table, outcome, given, need)
    if outcome.level is None and one.dead:
        return outcome  # nobody rolls for the dead, and nothing is said of it
    outcome = _turned(table, outcome)
    told = ("YM-001",) if not clauses else ()
    table.rule(
        "check", "made" if outcome.level is not None else "unknown", who, against,
        clauses=(*clauses, *told, *_threat_clauses(outcome)),
        default=outcome.default, action=action or "", **checks.shown(outcome),
    )  # fmt: skip
    triggers(table, outcome, held.name if held is not None else None)
    return outcome


def dice(table: Table) -> str:
    """The die of a check, as the room's dice say it."""
    return f"1d{book.die(table.campaign)}"


def names(kind: str, action: str | None) -> tuple[str, ...]:
    """Everything by which somebody may tell the result of this check."""
    found = [kind, *ACTION_ROLLS.get(action or "", ())]
    if kind in checks.SKILL:
        found += ["attack", "attack skill"]
    if kind == "stay":
        found.append("move")
    return tuple(found)


def _parts(
    table: Table,
    kind: str,
    who: str,
    against: str | None,
    parts: Sequence[Part],
    group: str | None,
    action: str | None,
    weapon: str | None,
    purpose: str | None = None,
) -> Iterable[Part]:
    """Every modifier of the roll, the action's own first."""
    insides = table.inside(who)

    def unless(effect: Effect) -> bool:
        if assists.ignored(effect, who, action) or guard.suspended(effect, who, insides):
            return True
        if effect.check is None and not checks.is_skill(kind):
            return True
        wanted = effect.details.get("for")
        if wanted is not None and (purpose is None or conditions.family(purpose) != wanted):
            return True  # it helps with one kind of bleeding (YM-310, YM-345)
        area = effect.details.get("area")
        return (
            area is not None and effect.against is not None and table.in_area(effect.against, area) is False
        )

    called = checks.names(kind, weapon)
    if kind == "move" and table.fighters[who].in_combat:
        called = (*called, "stay")  # failing it he may have to leave combat (YM-840, YM-847)
    found = table.effects.on(who, called, against, unless=unless)
    groups = {effect.group for effect in found if effect.group is not None}
    if group is None or group not in groups:
        yield from parts
    for effect in found:
        yield Part(value=int(effect.value), why=effect.name or _why(effect))
        if effect.details.get("plus") == "attack_skill":
            own = table.fighters[who].attack_skill()
            if own:
                yield Part(value=-own, why="own attack skill")
    if checks.is_skill(kind):
        threatened = table.threat_penalty(who)
        if threatened:
            yield Part(value=threatened, why="threatened")


def _also(table: Table, who: str, kind: str) -> Iterable[Part]:
    """YM-309, YM-344: the penalties of another kind of check, levels of Staggered with Con checks'."""
    for part in _parts(table, kind, who, None, (), None, None, None):
        if part.value > 0:
            yield part
    one = table.fighters[who]
    lowered = one.peak("Staggered1") + one.peak("Staggered2") if kind == "con" else 0
    if lowered:
        yield Part(value=lowered, why="staggered")


def _why(effect: Effect) -> str:
    return effect.clauses[0] if effect.clauses else "modifier"


def _threat_clauses(outcome: Outcome) -> tuple[str, ...]:
    return ("YM-393",) if any(part.why == "threatened" for part in outcome.parts) else ()


def _posted(table: Table, need: Need) -> Posted | None:
    """A result that the GM told before it was asked for."""
    for one in table.posted:
        if one.who == need.who and (not one.kind or one.kind in need.details["names"]):
            table.posted.remove(one)
            return one
    return None


def _early(table: Table, need: Need) -> int | Posted | None:
    """A roll made before it was asked for, which is kept for the roll it was meant for (Amb-33)."""
    called = table.called_rolls.get(need.who or "")
    if called is not None and called[0] in need.details["names"]:
        del table.called_rolls[need.who or ""]
        return called[1]
    if not need.details["first"] or need.who is None:
        return None
    if need.who in table.rolled:
        kept: int | Posted | None = table.rolled.pop(need.who)
        return kept
    return take_early(table, need.who, need.dice, need.what)


def ahead(table: Table, who: str, kind: str, action: str, target: str | None) -> Flow:
    """Amb-33: an action is rolled when it is declared, and what comes of it waits for its resolution."""
    dice = f"1d{book.die(table.campaign)}"
    table.rule(
        "request", "asked", who, target, clauses=("YM-108",), default=False, what=kind, dice=dice,
        action=action,
    )  # fmt: skip
    table.rolled[who] = yield Need(
        kind="check",
        who=who,
        what=kind,
        dice=dice,
        target=target,
        clauses=("YM-108",),
        details={"names": names(kind, action), "first": True},
    )


def take_early(table: Table, who: str, dice: str | None, use: str) -> int | None:
    after = (
        table.rolled_at.get(who, -1) if use == "damage" else -1
    )  # rolls before the blow are of something else
    for event in table.early.get(who, []):
        roll = event.roll
        if roll is not None and event.seq > after and f"{roll.count}d{roll.sides}" == dice:
            table.early[who].remove(event)
            table.encounter.note_roll(event, who, use, counted=True)
            return roll.total
    return None


def _level(table: Table, outcome: Outcome, given: Any, need: Need) -> Flow:
    """The level of what was rolled or told; the GM is asked where the base line is not known."""
    if given is None:
        return outcome
    if isinstance(given, Posted):
        signed = _signed(given.level, given.amount)
        return replace(
            outcome,
            level=given.level,
            rolled_level=given.level,
            amount=given.amount,
            margin=signed,
            posted=True,
        )
    effective = int(given) + outcome.modifier
    outcome = replace(outcome, roll=int(given), effective=effective)
    if outcome.base_line is None or outcome.difficulty is None:
        shown = checks.shown(outcome)
        table.rule("check", "rolled", outcome.who, outcome.target, clauses=("YM-001",), **shown)
        what = "the base line" if outcome.base_line is None else "the difficulty"
        table.encounter.ask_pgm(
            f"{outcome.who} rolls {given} ({effective} with modifiers) for the {outcome.kind} check, and"
            f" {what} is not known: which level, and by how much?",
            outcome.who,
            clauses=("YM-001",),
        )
        told = yield replace_need(need, outcome)
        if not isinstance(told, Posted):
            return outcome
        told_margin = _signed(told.level, told.amount)
        return replace(
            outcome,
            level=told.level,
            rolled_level=told.level,
            amount=told.amount,
            margin=told_margin,
            posted=True,
        )
    return by_ladder(table, outcome)


def replace_need(need: Need, outcome: Outcome) -> Need:
    """The same check, of which only the level is still wanted."""
    return Need(
        kind="level",
        who=need.who,
        what=need.what,
        target=need.target,
        clauses=need.clauses,
        details={**need.details, "outcome": outcome},
    )


def by_ladder(table: Table, outcome: Outcome) -> Outcome:
    """YM-001: the level and amount by the campaign's ladder, or by ours."""
    assert outcome.base_line is not None and outcome.difficulty is not None
    assert outcome.effective is not None
    rungs, default = book.ladder(table.campaign)
    read = rungs.read(outcome.base_line - outcome.difficulty - outcome.effective)
    return replace(
        outcome,
        level=read.level,
        rolled_level=read.level,
        amount=None if read.amount is None else int(read.amount),
        margin=None if read.margin is None else int(read.margin),
        default=outcome.default or default,
    )


def shifted(table: Table, outcome: Outcome, mod: int, why: str = "read again") -> Outcome | None:
    """The same roll with a further modifier; None where its margin is not known."""
    rungs, default = book.ladder(table.campaign)
    if outcome.margin is None:
        return None
    read = rungs.read(outcome.margin - mod)
    return replace(
        outcome,
        level=read.level,
        rolled_level=read.level,
        amount=int(read.amount or 0),
        margin=int(read.margin or 0),
        effective=None if outcome.effective is None else outcome.effective + mod,
        parts=(*outcome.parts, Part(value=mod, why=why)),
        default=outcome.default or default,
    )


def reread(table: Table, outcome: Outcome, mod: int) -> Outcome | None:
    """YM-709: read again, a But Success then counts as a Normal one."""
    again = shifted(table, outcome, mod)
    if again is not None and again.level == "BS":
        return replace(again, level="NS")
    return again


def _signed(level: str, amount: int | None) -> int | None:
    """The margin of a level that was told with its amount."""
    if amount is None:
        return None
    return amount if checks.succeeds(level) else -amount


def _turned(table: Table, outcome: Outcome) -> Outcome:
    """YM-331 … YM-336: the level that an Off Footed creature's move check counts as."""
    one = table.fighters[outcome.who]
    if outcome.level is None or outcome.kind not in checks.MOVES or not one.peak("OffFooted"):
        return outcome
    level, _ = checks.off_footed(outcome.level, table.setting("off_footed.map"))
    _loses(table, footing.off_footed_move(outcome.level, figures.facts(table, outcome.who)))
    default = level != outcome.level and table.by_default("off_footed.map")
    return replace(outcome, level=level, default=outcome.default or default)


def triggers(table: Table, outcome: Outcome, weapon: str | None = None) -> None:
    """What a check brings whatever it was for: levels lost by a Critical Success on an attack skill check
    (YM-320, 324, 362, 366) and terms that wait for a success; for the defender of an attack roll as well
    (YM-403)."""
    if outcome.level is None:
        return
    if outcome.kind in checks.SKILL:
        _skill_checked(table, outcome.who, outcome.level)
        if weapon is not None:
            _of_the_skill(table, outcome.who, outcome.level, weapon)
    if outcome.kind == "con":
        _loses(table, staggered.con_check(outcome.level, figures.facts(table, outcome.who)))
        if not checks.succeeds(outcome.level):
            table.happened(moments.con_failed(outcome.who))
            table.fighters[outcome.who].needs_gate |= outcome.level == "CF"
    if outcome.kind == "attack":
        table.happened(moments.next_attack(outcome.who))
        _defended(table, outcome)


def _skill_checked(table: Table, who: str, level: str) -> None:
    _loses(table, footing.skill_check(level, figures.facts(table, who)))
    if checks.succeeds(level):
        table.happened(moments.skill_success(who))


def _loses(table: Table, what: Iterable[Consequence]) -> None:
    for one in what:
        if isinstance(one, Lose):
            table.lose(one.who, one.condition, one.levels, clauses=one.clauses, default=one.default)


def _of_the_skill(table: Table, who: str, level: str, weapon: str) -> None:
    if checks.reached(level, "SS"):
        table.happened(moments.skill_severe(who, weapon))
    if level == "CF":
        table.happened(moments.skill_disaster(who, weapon))


def _defended(table: Table, outcome: Outcome) -> None:
    """YM-403 … YM-406: an attack roll is the defender's attack skill check too, by the mirrored level."""
    if outcome.target is None or outcome.target not in table.fighters or outcome.level is None:
        return
    known = facts.Facts(actor=outcome.who, target=outcome.target, settings=table.settings)
    level, default = attack.mirror(outcome.level, known)
    own = sum(
        int(one.value) for one in table.effects.on(outcome.target, checks.names("attack", None), outcome.who)
    )
    own += table.threat_penalty(outcome.target)  # on his attack rolls as on all his skill checks (YM-393)
    amount = None
    if outcome.amount is not None:
        amount = attack.mirror_amount(outcome.amount, own, success=checks.succeeds(level))
    table.sample(outcome.target)
    table.rule(
        "check", "mirrored", outcome.target, outcome.who,
        clauses=("YM-403", "YM-404", *(("YM-405",) if own else ()), "YM-406"),
        default=default, check="attack skill", level=level, amount=amount,
    )  # fmt: skip
    _skill_checked(table, outcome.target, level)
