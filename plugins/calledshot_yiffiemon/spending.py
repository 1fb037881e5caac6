"""Assists and ammunition in the fight: an assist's roll (with what a crossed guard adds, YM-725), a round
spent on somebody's attack (YM-206, YM-625 …), and what stands for those who enter an area later.

What each level gives is `assists`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calledshot.api import Move, replace
from calledshot_yiffiemon import carry_out, figures, guard, moments, rolling
from calledshot_yiffiemon.board import Stands
from calledshot_yiffiemon.changes import Read
from calledshot_yiffiemon.checks import Outcome
from calledshot_yiffiemon.flow import Flow
from calledshot_yiffiemon.table import Table


def assist(table: Table, who: str, action: str, *, choices: Mapping[str, str], weapon: str | None) -> Flow:
    """The attack skill check of an assist, read for everybody in the area; for one whose guard he is inside
    it is read again with the bonus of the crossing, and counts for that one alone."""
    outcome = yield from rolling.check(
        table,
        "attack skill",
        who,
        action=action,
        weapon=weapon,
        clauses=("YM-601",) if action == "melee_assist" else ("YM-620",),
        first=True,
    )
    if outcome.level is None:
        return
    action_id = table.new_action(who, action)
    whole = figures.facts(
        table, who, None, using=weapon, choices=choices, action=action_id, amount=outcome.amount
    )
    whole = replace(whole, in_area=_near(table, who, choices))
    better = dict(_better(table, who, outcome))
    others = tuple(name for name in whole.in_area if name not in better)
    plain = whole if not better else replace(whole, in_area=others)
    yield from carry_out.rung(
        table, Read(outcome=outcome, ladder=action, facts=plain, weapon=weapon, action=action)
    )
    for target, again in better.items():
        table.rule(
            "check", "reread", who, target, clauses=("YM-725",), action=action, level=again.level,
            amount=again.amount, margin=again.margin, effective=again.effective,
        )  # fmt: skip
        facts = replace(whole, in_area=(target,), amount=again.amount)
        read = Read(outcome=again, ladder=f"{action}_area", facts=facts, weapon=weapon, action=action)
        yield from carry_out.rung(table, read)


def _near(table: Table, who: str, choices: Mapping[str, str]) -> tuple[str, ...]:
    """Those in his area, and whom he names for it; where nobody has told of any, his opponents."""
    unknown = [name for name in table.fighters if name != who and table.in_area(name, who) is None]
    named = [name for name in unknown if name in choices or name == choices.get("opportunity")]
    against = [name for name in table.opponents(who) if name in unknown and not table.fighters[name].out]
    known = (*table.in_area_of(who), *named)
    return known or tuple(against)


def _better(table: Table, who: str, outcome: Outcome) -> Iterator[tuple[str, Outcome]]:
    """YM-725: the targets whose guard he is inside with a crossing bonus, each with the new level."""
    for target in table.inside(who):
        bonus = guard.crossing_bonus(table.effects, who, target)
        again = rolling.shifted(table, outcome, -bonus) if bonus else None
        if again is not None:
            yield target, again


# -- spending a round ------------------------------------------------------------------------------


def standing(table: Table, who: str) -> Stands | None:
    """The ranged assist by which `who` may spend rounds now; the latest."""
    found = [one for one in table.standing if one.what.who == who and one.what.on == "attack"]
    return found[-1] if found else None


def spend(table: Table, who: str, move: Move) -> Flow:
    """YM-625 …: a round on an attack of `move.target`; YM-206 where no assist stands, on any skill check in
    the area."""
    attacker = move.target
    if attacker is None:
        table.refuse(who, "on whose attack?", "YM-625", move=move.text)
        return
    table.join(attacker)
    said = {str(key): str(value) for key, value in move.details.get("spend", {}).items()}
    attacking, defender = _attack_on(table, attacker)
    stands = standing(table, who)
    if stands is None:
        yield from _threatens(table, who, attacker, defender, said, move)
        return
    if not attacking:
        table.refuse(who, f"{attacker} makes no attack", "YM-625", move=move.text)
        return
    if not any(table.in_area(one, who) is not False for one in (attacker, defender) if one is not None):
        table.refuse(who, "neither is in his threat area", "YM-625", move=move.text)
        return
    what = stands.what
    facts = figures.facts(
        table,
        who,
        attacker,
        choices={**stands.choices, **said},
        attacker=attacker,
        defender=defender,
        amount=what.amount,
        action=what.action,
    )
    yield from carry_out.told(table, what.ladder, what.level, facts)


def _attack_on(table: Table, attacker: str) -> tuple[bool, str | None]:
    """Whether somebody makes an attack now, and on whom: one that is rolled, his action, or the one he has
    just made, for rolls come faster than words."""
    from calledshot_yiffiemon import doing

    for need in reversed(table.machine.needs):
        if need.kind == "check" and need.who == attacker and need.what == "attack":
            return True, need.target
    one = table.fighters[attacker]
    if one.pending is not None:
        return doing.is_attack(one.pending.move.action), one.pending.move.target
    turn = one.last if one.turn.action is None and one.last is not None else one.turn
    return doing.is_attack(turn.action), turn.target


def _threatens(
    table: Table, who: str, attacker: str, defender: str | None, said: Mapping[str, str], move: Move
) -> Flow:
    """YM-206: one piece of ammunition, one level for each of the two until his own next turn."""
    one = table.fighters[who]
    if one.ammo == 0:
        table.refuse(who, "no ammunition", "YM-206", move=move.text)
        return
    if one.ammo is not None:
        one.ammo -= 1
    both = table.setting("ranged.per_ammo") == "both"
    default = table.by_default("ranged.per_ammo")
    table.rule("ammo", "spent", who, attacker, clauses=("YM-206",), default=default, rounds=1, ammo=one.ammo)
    parties = [("attacker", attacker), ("defender", defender)]
    named = [pair for pair in parties if pair[0] in said] or parties
    for party, name in named[: None if both else 1]:
        if name is None:
            continue
        kind = "CAB" if said.get(party) == "b" else "TB2"
        table.gain(
            name, kind, 1, source=who, until=moments.turn(name), clauses=("YM-206",),
            default=table.by_default("ranged.threat_kind"),
        )  # fmt: skip
    return
    yield


# -- who enters an area ----------------------------------------------------------------------------


def entered(table: Table, who: str, of: str) -> Flow:
    """Somebody has come into the threat area of `of`: what stands there counts for him too."""
    for stands in list(table.standing):
        what = stands.what
        if what.who != of or what.on != "enter":
            continue
        facts = replace(
            figures.facts(table, of, None, choices=stands.choices, action=what.action, amount=what.amount),
            in_area=(who,),
        )
        yield from carry_out.told(table, what.ladder, what.level, facts)
