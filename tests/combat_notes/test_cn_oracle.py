"""Worked examples made at random, and what the inventory's formulas make of them: slots (§2.3), the order of
a round, critical hits and overruns, paths and the opportunities they draw.

The formulas are written anew here, on purpose.
"""

from __future__ import annotations

import json
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calledshot.cases import Case, run

PHASES = ("VF", "F", "A", "S", "VS")
BASE = {"T": 1, "S": 1, "M": 2, "L": 3, "H": 4, "G": 5}
RANK = "TSMLHG"
DIRECTIONS = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
SEEDS = range(30)
EACH = 4
"""Examples of a seed."""


def name(slot: int) -> str:
    return PHASES[slot - 1] if slot <= 5 else f"END{slot - 5}"


def shift(roll: int) -> int:
    return {1: -1, 10: 1}.get(roll, 0)


def check(given: dict[str, Any], declarations: str, dice: list[str], expect: dict[str, Any]) -> None:
    table = {
        "ruleset": "combat_notes",
        "given": given,
        "declarations": declarations,
        "dice": dice or "none",
        "expect": expect,
    }
    result = run(Case(id="random", clauses=(), path=Path("random"), table=table))
    assert result.passed, "\n".join((json.dumps(table), *result.failures))


@pytest.mark.parametrize("seed", SEEDS)
def test_slots_of_an_attack(seed: int) -> None:
    """The later of base and weapon, less magic, plus the draw and the side's roll; never before Very Fast."""
    random = Random(f"slots {seed}")
    for _ in range(EACH):
        size, phase, plus = random.choice(RANK), random.randint(1, 5), random.randint(0, 5)
        drawn, changed, rolls = (
            random.random() < 0.5,
            random.random() < 0.3,
            random.choice([(1, 6), (10, 3), (6, 7)]),
        )
        count, half = random.choice((1, 1, 2, 3)), random.choice(("", "before", "after"))
        moved = max(1, BASE[size] + shift(rolls[0]))
        magic = 0 if plus <= 1 else 1 if plus <= 3 else 2
        delay = 0 if not drawn else 2 if changed else 1
        slot = max(1, max(BASE[size], phase) - magic + delay + shift(rolls[0]))
        slots = [["move", name(moved)]] if half == "before" else []
        slot = max(slot, moved) if half == "before" else slot
        slots += [["attack" if count == 1 else f"attack {k + 1}", name(slot + k)] for k in range(count)]
        if half == "after":
            slots.append(["move", name(max(slot + count - 1, moved))])
        weapon = {"name": "flail", "phase": PHASES[phase - 1], "plus": plus, "attacks_this_round": count}
        weapons = [{**weapon, "state": "sheathed" if drawn else "in_hand"}]
        said = "attack Vargo with flail"
        said = f"half move and {said}" if half == "before" else f"{said} then half move 3 w" if half else said
        if drawn and changed:
            weapons.insert(0, {"name": "torch", "phase": "F", "state": "in_hand"})
            said = f"sheath torch and draw flail, {said}"
        elif drawn:
            said = f"draw flail, {said}"
        given = {"actor": {"size": size, "MV": 12}, "weapons": weapons}
        dice = [f"party d10={rolls[0]}", f"DM d10={rolls[1]}"]
        check(given, f'actor: "{said}"', dice, {"slots": slots})


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_a_round(seed: int) -> None:
    """Slot, winner, attacks before movement unless it is one's own, declaration; ties rolled again."""
    random = Random(f"order {seed}")
    sides = {"Ilse": "party", "Oda": "party", "Vargo": "opponents", "Hag": "opponents"}
    throws = [(random.randint(1, 10), random.randint(1, 10))]
    while throws[-1][0] == throws[-1][1]:
        throws.append((random.randint(1, 10), random.randint(1, 10)))
    rolls = dict(zip(("party", "opponents"), throws[-1], strict=True))
    winner = min(rolls, key=lambda side: rolls[side])
    fighters: dict[str, Any] = {}
    said, acts = [], []
    for index, (who, side) in enumerate(random.sample(sorted(sides.items()), 4)):
        size, phase, moves = random.choice(RANK), random.randint(1, 5), random.random() < 0.5
        rank, by = int(side != winner), shift(rolls[side])
        moved, slot = max(1, BASE[size] + by), max(1, max(BASE[size], phase) + by)
        foe = "Vargo" if side == "party" else "Ilse"
        fighters[who] = {
            "side": side,
            "size": size,
            "MV": 9,
            "weapon": {"name": "axe", "phase": PHASES[phase - 1]},
        }
        if moves:
            slot = max(slot, moved)
            acts.append(((moved, rank, 1, index, 0), [who, "move", name(moved)]))
        acts.append(((slot, rank, int(moves and slot == moved), index, 1), [who, "attack", name(slot)]))
        said.append(f'{who}: "{"half move and " if moves else ""}attack {foe} with axe"')
    dice = [f"{who} d10={roll}" for pair in throws for who, roll in zip(("party", "DM"), pair, strict=True)]
    order = [act for _, act in sorted(acts, key=lambda act: act[0])]
    expect = {"winner": winner, "critical_events": len(throws) - 1, "order": order}
    check({"combatants": fighters}, "; ".join(said), dice, expect)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hit_and_what_it_does(seed: int) -> None:
    """A natural 18 that beats the number by 5 multiplies the weapon; the save decides on the injury."""
    random = Random(f"hit {seed}")
    for _ in range(EACH):
        weapon, target = random.choice(RANK), random.choice(RANK)
        thac0, ac, bonus = random.randint(3, 20), random.randint(-2, 9), random.randint(-2, 3)
        natural, dice_total = random.choice((2, 9, 14, 17, 18, 19, 20)), random.randint(1, 8)
        own, strength, hp, save = (
            random.randint(0, 3),
            random.randint(0, 6),
            random.randint(20, 60),
            random.randint(5, 15),
        )
        needed, total, saved = thac0 - ac, natural + bonus, random.randint(1, 20)
        difference = RANK.index(weapon) - RANK.index(target)
        hit = total >= needed
        critical = hit and natural >= 18 and total >= needed + 5
        times = (3 if difference >= 2 else 2) if critical else 1
        points = (dice_total + own) * times + strength
        dice, expect = (
            [f"attacker d20={natural}"],
            {"needed": needed, "total": total, "hit": hit, "critical": critical},
        )
        if hit:
            dice.append(f"attacker d8={dice_total}")
            expect |= {"damage": points, "state": {"target": {"hp": hp - points}}}
        if critical:
            expect["multiplier"] = times
            dice.append(f"target d20={saved} (save death)")
        if critical and saved < save:
            row = 0 if difference < 0 else min(difference + 1, 3)
            severity, roll = (
                ("minor", "major", "severe", "mortal")[row],
                ("d6=3", "2d4=5", "2d6=7", "2d8=9")[row],
            )
            dice += ["attacker d10=4 (location)", f"attacker {roll} (severity)"]
            expect |= {"severity_class": severity, "location": 4, "injury": "DM table"}
        given = {
            "attacker": {
                "thac0": thac0,
                "hit_mod": bonus,
                "strength_dmg": strength,
                "weapon": {"name": "sabre", "size": weapon, "type": "S", "weapon_bonus": own},
            },
            "target": {"size": target, "type": "humanoid", "ac": ac, "save_death": save, "hp": hp},
        }
        check(given, 'attacker: "attack target with sabre"', dice, expect)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_its_cost_and_whom_it_provokes(seed: int) -> None:
    """A point a square, one and a half a diagonal, rounded up once; left behind, or passed through."""
    random = Random(f"path {seed}")
    for _ in range(EACH):
        legs = [
            (random.randint(1, 4), random.choice(sorted(DIRECTIONS))) for _ in range(random.randint(1, 3))
        ]
        squares = [(0, 0)]
        for count, direction in legs:
            dx, dy = DIRECTIONS[direction]
            squares += [(squares[-1][0] + dx * k, squares[-1][1] + dy * k) for k in range(1, count + 1)]
        diagonal = sum(count for count, direction in legs if len(direction) == 2)
        cost = ceil(sum(count for count, _ in legs) - diagonal + 1.5 * diagonal)
        free = [(x, y) for x in range(-5, 6) for y in range(-5, 6) if (x, y) not in squares]
        places = dict(zip(("Vargo", "Hag", "Troll"), random.sample(free, 3), strict=True))
        withdraws, offers = random.random() < 0.3, []
        for who, (x, y) in places.items():
            near = [max(abs(a - x), abs(b - y)) <= 1 for a, b in squares]
            inside = near.index(True) if True in near else len(near)
            leaves = any(not one for one in near[inside:])
            if leaves and not (near[0] and withdraws):
                offers.append(who)
        foe = {"side": "opponents", "size": "M", "class_group": "monster", "level_or_hd": 2}
        fighters: dict[str, Any] = {"Ilse": {"side": "party", "size": "M", "MV": 40, "position": [0, 0]}}
        fighters |= {who: {**foe, "position": list(at)} for who, at in places.items()}
        path = ", ".join(f"{count} {direction}" for count, direction in legs)
        expect = {"aoo_offers": offers, "cost": cost, "state": {"Ilse": {"position": list(squares[-1])}}}
        check({"combatants": fighters}, f'Ilse: "{"withdraw" if withdraws else "move"} {path}"', [], expect)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_overrun(seed: int) -> None:
    """-4 for two sizes, -8 for three; prone and a d4 a size where the bare to-hit roll reaches the number."""
    random = Random(f"overrun {seed}")
    small, large = sorted(random.sample(range(6), 2))
    difference, needed_save = large - small, random.randint(6, 16)
    adjustment, roll, blow = random.randint(-1, 3), random.randint(1, 20), random.randint(2, 20)
    thac0, ac, hp = random.randint(5, 18), random.randint(0, 9), random.randint(20, 30)
    total = roll + adjustment + {1: 0, 2: -4}.get(difference, -8)
    dice, state = [f"Oda d20={roll} (save paralyzation)"], {"prone": total < needed_save, "hp": hp}
    if total < needed_save:
        dice.append(f"Hag d20={blow} (overrun to-hit)")
        if blow >= thac0 - ac:
            dice.append(f"Hag {difference}d4={2 * difference}")
            state["hp"] = hp - 2 * difference
    given = {
        "mover": {"id": "Hag", "size": RANK[large], "thac0": thac0, "hit_mod": 4},
        "defender": {
            "id": "Oda",
            "size": RANK[small],
            "ac": ac,
            "save_paralyzation": needed_save,
            "dex_save_adj": adjustment,
            "hp": hp,
        },
    }
    expect = {
        "aoo_offers": ["Oda"],
        "save_total": total,
        "saved": total >= needed_save,
        "state": {"Oda": state},
    }
    check(given, 'Hag: "move over Oda"', dice, expect)
