"""Damage: from dice to points, and from points to somebody's stamina (PAR-DMG, PAR-HOLD-2, PAR-HOLD-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from calledshot.api import Ask, Count, Event, Points, Pool, Verdict
from calledshot_parthos import book, calling, casting, figures, harm, rounds, succour, table, verdicts
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.state import Attack, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

ONE_POINT_ROLL = 100  # PAR-DMG-2
MOST_STRENGTH = 6
"""The most that an unstated Strength bonus is believed to add."""
MISSED = ("miss", "fumble")
FACTOR = 2  # PAR-DMG-4 doubles, PAR-HOLD-2 halves


class Sum(Struct, frozen=True, kw_only=True):
    """How damage came about: each die's points, Strength, and what was done to the total."""

    points: int | None
    strength: int
    doubled: bool
    halved: bool


def total(
    rolls: list[int],
    each: list[int | None],
    strength: int | None,
    *,
    critical: bool,
    halved: bool,
    strength_doubled: bool = True,
    hundred_is_exact: bool = True,
) -> Sum:
    """The points of one blow: sum of dice and Strength, doubled, then halved, rounding down; a first roll
    of 100 is 1 point and nothing else (PAR-DMG-1 … PAR-DMG-4, PAR-HOLD-2). None where a part is unknown."""
    if rolls and rolls[0] == ONE_POINT_ROLL and hundred_is_exact:
        return Sum(points=1, strength=0, doubled=False, halved=False)
    known = [points for points in each if points is not None]
    bonus = strength or 0
    if len(known) != len(each) or not each:
        return Sum(points=None, strength=bonus, doubled=critical, halved=halved)
    dice = sum(known)
    if critical:
        points = (dice + bonus) * FACTOR if strength_doubled else dice * FACTOR + bonus
    else:
        points = dice + bonus
    if halved:
        points //= FACTOR
    return Sum(points=max(points, 0), strength=bonus, doubled=critical, halved=halved)


def rolled(fight: ParthosFight, request: Request, event: Event) -> None:
    """A damage roll, or a further one for critical damage (PAR-DMG-1 … PAR-DMG-4)."""
    attack = request.attack
    assert attack is not None and event.roll is not None
    fight.encounter.note_roll(event, request.who, request.what, counted=True)
    if attack.spell_dice is not None:
        attack.dice.append(event.roll.total)
        attack.our_points = attack.points = event.roll.total
        deal(fight, attack)
        return
    roll = event.roll.total
    points, most = book.curve(fight.campaign, attack.bc, roll)
    if roll == ONE_POINT_ROLL:
        points, most = 1, False
    attack.dice.append(roll)
    attack.each.append(points)
    if most:
        fight.ask_dice(Request(attack.who, "critical", attack=attack), attack.target, clauses=("PAR-DMG-3",))
        return
    if points is None:
        attack.unread = event.seq
        fight.encounter.cannot_check("damage: no chart row for the weapon", attack.who)
        return
    settle(fight, attack)


def _sum(fight: ParthosFight, attack: Attack) -> Sum:
    plan = fight.round.plan(attack.who) if fight.round is not None else None
    held = plan.hold_back if plan is not None else []
    strength = _strength(fight, attack, held)
    return total(
        attack.dice,
        attack.each,
        strength,
        critical=attack.outcome == "critical",
        halved="damage" in held,
        strength_doubled=bool(fight.setting("strength_doubled")),
        hundred_is_exact=bool(fight.setting("hundred_is_exact")),
    )


def _strength(fight: ParthosFight, attack: Attack, held: list[str]) -> int | None:
    """The Strength bonus where it counts: melee, unarmed and thrown, not for bows (PAR-DMG-1, PAR-HOLD-3)."""
    if "strength" in held:
        return 0
    if attack.kind == "missile" and not (attack.thrown and fight.setting("strength_on_thrown")):
        return 0
    return book.strength_bonus(fight.fighters[attack.who])


def settle(fight: ParthosFight, attack: Attack) -> None:
    """All dice are in: the points, and what they do."""
    result = _sum(fight, attack)
    attack.our_points = attack.points = result.points
    deal(fight, attack, result)


def deal(fight: ParthosFight, attack: Attack, result: Sum | None = None) -> None:
    """The points reach the target."""
    attack.dealt = True
    if attack.planned is not None:
        attack.planned.status = "done"
    clauses = ["PAR-DMG-1"]
    if attack.dice and attack.dice[0] == ONE_POINT_ROLL:
        clauses = ["PAR-DMG-2"]
    elif len(attack.dice) > 1:
        clauses.append("PAR-DMG-3")
    doubled, halved = (result.doubled, result.halved) if result is not None else (False, False)
    if doubled:
        clauses.append("PAR-DMG-4")
    if halved:
        clauses.append("PAR-HOLD-2")
    if attack.spell_dice is not None:
        clauses = ["PAR-CAST-8"]
    victim = fight.fighters.get(attack.target) if attack.target is not None else None
    before = victim.stamina if victim is not None else None
    after = before - attack.points if before is not None and attack.points is not None else None
    if before is None and victim is not None:
        after = fight.pools_told.get(victim.name)
        fight.learn_stamina(victim.name, after)
    if victim is not None:
        victim.stamina = after
        fight.last_changed = attack.target
    fight.encounter.rule(
        "damage",
        "dealt",
        attack.who,
        attack.target,
        clauses=clauses,
        default=len(clauses) > 1 or bool(result is not None and result.strength),
        points=attack.points,
        rolls=list(attack.dice),
        points_each=list(attack.each),
        strength=result.strength if result is not None else 0,
        doubled=doubled,
        halved=halved,
        stamina=after,
        before=before,
        weapon=attack.weapon,
    )
    if victim is not None and attack.points != 0:
        harm.after_damage(fight, victim, attack)
        if attack.points:
            rounds.first_blood(fight, attack.who)


def reaches(fight: ParthosFight, attack: Attack, who: str) -> None:
    """Whom a blow has struck, known only now from the PGM's words."""
    attack.target = fight.join(who).name
    if attack.dealt:
        result = _sum(fight, attack) if attack.each else None
        attack.dealt = False
        deal(fight, attack, result)


def _astray(fight: ParthosFight, act: Points) -> Attack | None:
    """The blow just dealt, where its attacker had named no target and the PGM gives its points to another
    than the one we took him to mean."""
    blow = fight.last_attack
    if blow is None or act.who is None or not blow.dealt or blow.points_said or blow.kind == "spell":
        return None
    declared = blow.planned is not None and blow.planned.move.target is not None
    if declared or blow.our_points != act.amount or act.who in (blow.who, blow.target):
        return None
    take_back(fight, blow)
    blow.dealt = True
    reaches(fight, blow, act.who)
    return blow


def take_back(fight: ParthosFight, attack: Attack) -> None:
    """Undo a blow that the PGM does not grant, with all it had done."""
    if not attack.dealt:
        return
    attack.dealt = False
    victim = fight.fighters.get(attack.target) if attack.target is not None else None
    if victim is None:
        return
    if victim.stamina is not None and attack.points is not None:
        victim.stamina += attack.points
    harm.restore(fight, victim, attack)


def settle_again(fight: ParthosFight, attack: Attack) -> None:
    """The same dice under another verdict (doubled or not)."""
    take_back(fight, attack)
    settle(fight, attack)


# -- the PGM's word -----------------------------------------------------------------------------


def asked(fight: ParthosFight, act: Ask) -> None:
    """The PGM asks for damage: the attack has hit, whatever the page says."""
    round_ = fight.round
    assert round_ is not None
    if act.who is not None and casting.bolt_due(fight, act.who):
        return
    attack = fight.last_attack
    if act.who is None and not act.again and verdicts.newer_stray(fight, attack) is not None:
        verdicts.hit_or_miss(
            fight, Verdict(outcome="hit", text=act.text, column=act.column, end_column=act.end_column)
        )
        return
    if act.who is not None and (attack is None or attack.who != act.who):
        attack = next((a for a in reversed(round_.attacks) if a.who == act.who), None)
    if attack is not None and any(
        r.attack is attack and r.what in ("damage", "critical") for r in fight.requests
    ):
        return
    if attack is not None and attack.dealt and not act.again:
        stray = round_.stray.get(act.who or fight.current or "")
        attack = None if stray is not None else attack
    if attack is None:
        verdicts.hit_or_miss(
            fight,
            Verdict(outcome="hit", who=act.who, text=act.text, column=act.column, end_column=act.end_column),
        )
        return
    if attack.struck and not attack.dealt and attack.dice:  # no chart: the PGM says that it was the maximum
        fight.ask_dice(Request(attack.who, "critical", attack=attack), attack.target, clauses=("PAR-DMG-3",))
        return
    if not attack.confirmed and attack.roll is not None and not attack.struck:
        verdicts.said(
            fight,
            attack,
            "hit",
            Verdict(outcome="hit", text=act.text, column=act.column, end_column=act.end_column),
        )
    elif attack.roll is None and fight.request(attack.who, "to_hit") is not None:
        verdicts.hit_or_miss(
            fight,
            Verdict(
                outcome="hit", who=attack.who, text=act.text, column=act.column, end_column=act.end_column
            ),
        )
    elif attack.dealt and act.again:
        take_back(fight, attack)
        fight.ask_dice(Request(attack.who, "critical", attack=attack), attack.target, clauses=("PAR-DMG-3",))


def none_by_word(fight: ParthosFight, act: Verdict) -> None:
    attack = fight.last_attack
    if attack is not None and not attack.struck and attack.roll is not None and not attack.confirmed:
        verdicts.said(
            fight,
            attack,
            "miss",
            Verdict(outcome="miss", text=act.text, column=act.column, end_column=act.end_column),
        )
        return
    if attack is not None:
        stated(
            fight,
            Points(
                what="damage",
                amount=0,
                who=attack.target,
                text=act.text,
                column=act.column,
                end_column=act.end_column,
            ),
        )


def stated(fight: ParthosFight, act: Points) -> None:
    """The PGM gives a number of points."""
    calling.in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if act.what == "healing":
        succour.healed_by_word(fight, act)
        return
    if act.what == "spent":
        casting.spent_by_word(fight, act)
        return
    reached = (
        casting.own_spell(fight, act.by or act.who)
        or casting.told_spell(fight, act)
        or (casting.due_spell(fight, act.by) if act.by is not None else None)
    )
    if reached is not None:
        act = replace(act, who=reached)
    elif succour.agrees(fight, act):
        return
    attack = _meant(fight, act) or _astray(fight, act)
    if attack is not None and attack.word in MISSED and not attack.struck and not fight.taking_back:
        attack = None  # the PGM has called it a miss: the points are another's
    if not _owed(attack) and verdicts.newer_stray(fight, attack) not in (None, act.who):
        verdicts.hit_or_miss(
            fight, Verdict(outcome="hit", text=act.text, column=act.column, end_column=act.end_column)
        )
        attack = _meant(fight, act)
    harms = "dam" in act.text.casefold() or "dmg" in act.text.casefold()
    told = _owed(attack) or (_unspoken(attack, act) and attack is not None and attack.our_points is not None)
    if fight.healing is not None and not harms and act.who in (None, fight.healing[1]) and not told:
        succour.healed_by_word(fight, act)
        return
    if not _owed(attack) and act.who is not None and not _unspoken(attack, act):
        bolt = casting.bolt_at(fight, act.who, act.amount)
        attack = bolt if bolt is not None else attack
    if not _owed(attack) and not harms and not _unspoken(attack, act) and succour.comes_due(fight, act):
        return
    if not _is_points(fight, attack, act):
        return
    if attack is None:
        if act.who is not None:
            _bare(fight, act.who, act)
        return
    if act.who is not None and attack.target is None:
        reaches(fight, attack, act.who)
    if attack.outcome is None or (attack.roll is None and not attack.confirmed):
        fight.drop_requests(attack.who, "to_hit")
        verdicts.said(fight, attack, "hit", None)
    if attack.confirmed and not attack.struck and fight.encounter.by_the_book:
        return  # points of a blow that our line does not have
    chain = fight.request(attack.who, "critical")
    if chain is not None and chain.attack is attack and act.amount in _partial(attack):
        return  # the PGM reads out the points so far
    if not attack.dealt:
        _by_word(fight, attack, act)
        return
    _compare(fight, attack, act)


def _is_points(fight: ParthosFight, attack: Attack | None, act: Points) -> bool:
    """Whether a number is points at all; what else it may be is done here."""
    meant = figures.meaning(fight, attack, act.amount, act.text, act.who)
    if meant == "points":
        return True
    if meant == "count":
        calling.counted(
            fight, Count(at=act.amount, text=act.text, column=act.column, end_column=act.end_column)
        )
    elif meant == "left" and attack is not None:
        table.pool(
            fight,
            Pool(
                value=act.amount,
                who=attack.target,
                text=act.text,
                column=act.column,
                end_column=act.end_column,
            ),
        )
    elif meant == "nothing":
        fight.encounter.find(
            "PGM-4",
            f"{act.amount} is more than this blow can have done; not taken for its points",
            attack.who if attack is not None else None,
            span=(act.column, act.end_column),
        )
    return False


def _owed(attack: Attack | None) -> bool:
    """Whether an attack still waits for its points."""
    return attack is not None and attack.struck and not attack.dealt


def _unspoken(attack: Attack | None, act: Points) -> bool:
    """Whether a blow has been dealt by the page and the PGM has yet to give its points: these are they."""
    return (
        attack is not None
        and attack.dealt
        and not attack.points_said
        and (act.who is None or attack.target in (act.who, None))
        and attack.our_points in (None, act.amount)
    )


def _meant(fight: ParthosFight, act: Points) -> Attack | None:
    round_ = fight.round
    assert round_ is not None
    last = fight.last_attack
    if fight.spoken is not None and fight.spoken[0] == fight.encounter.event.seq:
        spoken = fight.spoken[1]
        if spoken.struck and act.who in (None, spoken.target):
            return spoken
    if act.who is None:
        return last
    if last is not None and last.target in (act.who, None):
        return last
    fitting = [a for a in round_.attacks if a.target == act.who and (a.struck or a.outcome is None)]
    return fitting[-1] if fitting else None


def _partial(attack: Attack) -> set[int]:
    sums: set[int] = set()
    running = 0
    for points in attack.each:
        if points is None:
            break
        running += points
        sums |= {points, running}
    return sums


def _by_word(fight: ParthosFight, attack: Attack, act: Points) -> None:
    """Damage known from the PGM's words alone."""
    if not attack.struck:
        verdicts.said(fight, attack, "hit", None)
    chain = fight.request(attack.who, "critical")
    if chain is not None and chain.attack is attack and attack.each and attack.each[-1] is not None:
        fight.encounter.find(
            "PGM-2",
            f"{attack.each[-1]} is the most that {attack.weapon or 'the weapon'} does, and PAR-DMG-3 has it"
            f" rolled again and added; the PGM lets {act.amount} stand",
            attack.who,
            span=(act.column, act.end_column),
        )
    fight.drop_requests(attack.who, "damage", "critical")
    victim = attack.target
    if victim is not None:
        fight.join(victim)
    attack.points, attack.points_said = act.amount, True
    fight.encounter.judge("damage", victim, ours=None, theirs=act.amount, agrees=None, words=act)
    deal(fight, attack, Sum(points=act.amount, strength=0, doubled=act.doubled, halved=act.halved))


def _compare(fight: ParthosFight, attack: Attack, act: Points) -> None:
    attack.points_said = True
    ours = attack.our_points if attack.our_points is not None else attack.points
    victim = fight.fighters.get(attack.target) if attack.target is not None else None
    if victim is None:
        return
    if ours == act.amount:
        if attack.our_points is not None:
            attack.confirmed = True
            fight.encounter.judge(
                "damage", attack.target, ours=ours, theirs=act.amount, agrees=True, words=act
            )
        if attack.points != ours:  # the PGM corrects himself
            _deals(fight, attack, victim, ours)
        return
    if ours is None or _strength_is_open(fight, attack, act.amount - ours):
        fight.encounter.judge("damage", attack.target, ours=ours, theirs=act.amount, agrees=None, words=act)
        take_back(fight, attack)
        attack.points = act.amount
        deal(fight, attack, Sum(points=act.amount, strength=0, doubled=act.doubled, halved=act.halved))
        return
    if act.amount in _partial(attack) and len(attack.each) > 1:
        return
    gap = act.amount - ours
    there = (
        ""
        if victim.stamina is None
        else f": {attack.target} at {victim.stamina - gap} instead of {victim.stamina}"
    )
    fight.encounter.judge(
        "damage",
        attack.target,
        ours=ours,
        theirs=act.amount,
        agrees=False,
        words=act,
        effect=f"{abs(gap)} stamina, from round {fight.round_number} on{there}",
        message=f"the PGM gives {act.amount} points of damage; by the page it is {ours}",
    )
    if fight.encounter.by_the_book:
        fight.diverged.add(victim.name)
        return
    _deals(fight, attack, victim, act.amount)


def _strength_is_open(fight: ParthosFight, attack: Attack, more: int) -> bool:
    """Whether a PGM's higher figure may be Strength that the sheet does not state: unknown is never zero."""
    if book.strength_bonus(fight.fighters[attack.who]) is not None or attack.kind in ("missile", "spell"):
        return False
    factor = FACTOR if attack.outcome == "critical" else 1
    return 0 < more <= MOST_STRENGTH * factor


def _deals(fight: ParthosFight, attack: Attack, victim: Fighter, points: int) -> None:
    """Play a blow with another number of points than before."""
    take_back(fight, attack)
    attack.points = points
    attack.dealt = True
    if victim.stamina is not None:
        victim.stamina -= points
    harm.after_damage(fight, victim, attack)


def _bare(fight: ParthosFight, who: str, act: Points) -> None:
    """Damage that no attack we know of has done (a spell, a fall): the PGM's word is the ruling."""
    victim = fight.join(who)
    before = victim.stamina
    if before is not None:
        victim.stamina = before - act.amount
    fight.last_changed = who
    fight.encounter.judge("damage", who, ours=None, theirs=act.amount, agrees=None, words=act)
    fight.encounter.rule(
        "damage",
        "dealt",
        None,
        who,
        clauses=("PGM-1",),
        points=act.amount,
        rolls=[],
        points_each=[],
        strength=0,
        doubled=act.doubled,
        halved=act.halved,
        stamina=victim.stamina,
        before=before,
        weapon=None,
    )
    if act.amount:
        harm.after_damage(fight, victim, None)
