"""The figures of a worked example, read off the fight's rulings and its table. Nothing is decided here: what
an example asks for beside its own reading (the literal one, what a gain would do) is asked of the chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calledshot_yiffiemon import (
    checks,
    conditions,
    defence,
    figures,
    moments,
    stage_forms,
    stage_refusals,
    stage_standing,
    threat,
)
from calledshot_yiffiemon.board import effect_values

if TYPE_CHECKING:
    from calledshot.api import Ruling
    from calledshot_yiffiemon.fight import YiffieMonFight
    from calledshot_yiffiemon.stage import YiffieMonStage


def results(stage: YiffieMonStage, fight: YiffieMonFight, rulings: Sequence[Ruling]) -> dict[str, Any]:
    """Every key that an example of the inventory uses; a key is there only where the fight has it."""
    seen = _Seen(stage, fight, rulings)
    found: dict[str, Any] = {}
    for part in (
        _order, _times, _distances, _checks, _rereading, _damage, _bleeding, _effects, _pools, _opportunities,
        _conditions, _threat, _guard, _moves,
        stage_refusals.refusals, stage_standing.standing, stage_standing.alone,
    ):  # fmt: skip
        for key, value in part(seen).items():
            if value is not None or key not in found:
                found[key] = value
    found["asks"] = stage.asks(rulings)
    return dict.fromkeys(UNKNOWN) | found


UNKNOWN = (
    *("difficulty", "base_line", "level_used", "amount", "effective_roll", "penalty", "damage", "speed"),
    *("TD", "defender_level", "defender_amount"),
)
"""Results that are unknown where nothing of the kind has come about."""


class _Seen:
    def __init__(self, stage: YiffieMonStage, fight: YiffieMonFight, rulings: Sequence[Ruling]) -> None:
        self.stage, self.fight, self.rulings = stage, fight, rulings
        self.table = fight.table
        self.first = stage.combatants[0] if stage.combatants else ""

    def of(self, kind: str, *outcomes: str) -> list[Ruling]:
        return [one for one in self.rulings if one.kind == kind and (not outcomes or one.outcome in outcomes)]

    def actor(self) -> str:
        """Whom the example is about: the first who declares, else the first combatant."""
        for said in self.stage.script.declarations:
            who = self.stage.who(said.who)
            if who is not None and who in self.table.fighters:
                return who
        return self.first


def _order(seen: _Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    opened = seen.of("fight", "opened")
    if opened:
        found["order"] = opened[0].values["order"]
    for called in seen.of("turn", "called"):
        if len(found.get("resolve_order", ())) <= 1:
            found["resolve_order"] = called.values["order"]
    return found


def _times(seen: _Seen) -> dict[str, Any]:
    table = seen.table
    found: dict[str, Any] = {"clock": dict(table.clocks.spent)}
    declared = [one for one in seen.of("action", "declared") if not one.values.get("given")]
    speeds = [one.values.get("speed") for one in declared]
    if speeds:
        found["speed"] = speeds[0] if len(speeds) == 1 else speeds
        found["next"] = declared[-1].values.get("next")
        found["resolves"] = declared[-1].values.get("resolves")
        found["resolution"] = "now" if declared[-1].values.get("resolves") == "now" else "next turn"
        found["counts_as_attack"] = declared[-1].values.get("attack")
    elif table.current is not None:
        found["next"] = table.current
    return found


def _distances(seen: _Seen) -> dict[str, Any]:
    table = seen.table
    found: dict[str, Any] = {}
    for name in table.fighters:
        reach, guard = table.threat_distance(name), table.guard_distance(name)
        found[f"threat_distance_{name}"] = reach
        found[f"guard_distance_{name}"] = guard
        if name == seen.first:
            found["threat_distance"], found["guard_distance"] = reach, guard
    told = seen.of("threat", "distance")
    if told:
        lengths = [one.values.get("distance") for one in told]
        bands = [one.values.get("band") for one in told]
        shown = [length if length is not None else band for length, band in zip(lengths, bands, strict=True)]
        found["TD"] = shown if len(shown) > 1 else shown[0]
        found["band"] = bands if len(bands) > 1 else bands[0]
        for number in range(1, len(told) + 1):
            found[f"effect_after_{number}"] = _skill_effect(seen)
    return found


def _skill_effect(seen: _Seen) -> str | None:
    for one in seen.of("effect", "begins"):
        value = one.values["value"]
        return f"{value:+g} on checks with {one.values['check']} skill until {one.values['until']}"
    return None


MADE = ("made", "rolled", "unknown")


def _checks(seen: _Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    asked = [one for one in seen.of("request", "asked") if "base_line" in one.values]
    if asked:
        found["base_line"] = asked[0].values.get("base_line")
        found["roll_modifier"] = asked[0].values.get("modifier")
        hard = [one for one in asked if "YM-922" not in one.clauses] or asked  # a push has a base line alone
        found["difficulty"] = hard[-1].values.get("difficulty")
    found["checks"] = [[one.combatant, one.values["what"]] for one in asked]
    found["requests"] = [
        [need.who, need.what, _plain_dice(need.dice)]
        for need in seen.table.machine.needs
        if need.kind in ("check", "dice")
    ]
    for one in asked:
        found[f"{one.values['what']}_modifier".replace(" ", "_")] = one.values.get("modifier")
    rolled = [one for one in seen.of("check", *MADE) if one.values.get("roll") is not None]
    if rolled:
        last = rolled[-1]
        found["effective_roll"] = last.values["effective"]
        for one in rolled:
            found[f"{one.combatant}_effective_roll"] = one.values["effective"]
        threatened = [value for why, value in last.values["modifiers"] if why == "threatened"]
        found["penalty"] = sum(threatened)
    made = seen.of("check", "made")
    if made:
        found["level_used"] = stage_forms.level(_used(seen, made[-1]))
        literal = checks.OFF_FOOTED["literal"].get(str(made[-1].values.get("rolled_level")))
        if made[-1].values["check"] in checks.MOVES:
            found["literal_setting"] = literal
        found["amount"] = made[-1].values.get("amount")
    mirrored = seen.of("check", "mirrored")
    if mirrored:
        found["defender_level"] = stage_forms.level(mirrored[0].values["level"])
        found["defender_amount"] = mirrored[0].values["amount"]
    deadly = [one for one in asked if "YM-517" in one.clauses]
    if deadly or any("YM-517" in one.clauses for one in made):
        found["target_check"] = "attack skill check or leave combat"
        found["target_check_difficulty"] = (deadly or made)[-1].values.get("difficulty")
    return found


def _plain_dice(dice: str | None) -> str | None:
    """A single die without its count: "d100"."""
    return None if dice is None else dice.removeprefix("1") if dice.startswith("1d") else dice


def _used(seen: _Seen, one: Ruling) -> str:
    """The level that the ladder was read with."""
    level = str(one.values.get("level"))
    if "YM-355" in one.clauses and one.combatant in seen.table.fighters:
        known = figures.facts(seen.table, one.combatant)
        before = int(seen.stage.sheets.get(one.combatant, {}).get("BUF", 0))
        from calledshot.api import replace

        levels = {**known.own.levels, "BUF": before}
        known = replace(known, figures={**known.figures, one.combatant: replace(known.own, levels=levels)})
        return defence.level_used(level, known)
    return level


def _rereading(seen: _Seen) -> dict[str, Any]:
    """The first reading of a roll, the second, and the attack that follows."""
    found: dict[str, Any] = {}
    reread = [one for one in seen.of("check", "reread") if "YM-725" not in one.clauses]
    made = seen.of("check", "made")
    if reread:
        first = next((one for one in made if one.combatant == reread[0].combatant), None)
        if first is not None:
            found["first"] = [first.values["level"], first.values["amount"]]
        found["second"] = [reread[0].values["level"], reread[0].values["amount"]]
    attacks = [
        one
        for one in seen.of("request", "asked")
        if one.values.get("what") == "attack" and "YM-411" in one.clauses
    ]
    if attacks:
        found["then"] = _follows(seen, attacks[-1])
    return found


def _follows(seen: _Seen, one: Ruling) -> list[str]:
    """The attack that follows, with all that bears on its roll, or with what the action itself brings."""
    skill = figures.of(seen.table, str(one.combatant)).move_skill or 0
    bonus = figures.of(seen.table, str(one.combatant)).PB
    charges = any("charge" in str(ruling.values.get("action")) for ruling in seen.rulings)
    power = f", damage {bonus:+d}" if bonus and charges else ""
    reads = [made for made in seen.of("check", "made", "reread") if made.combatant == one.combatant]
    amount = reads[-1].values.get("amount") if reads and charges else None
    told: list[str] = []
    for modifier in dict.fromkeys((one.values.get("modifier") or 0, -skill - (amount or 0))):
        words = f"normal attack by {one.combatant} on {one.target}"
        if modifier:
            words += f", with modifier {modifier:+d} ({skill}+{-modifier - skill})"
        told.append(words + power)
    return told


def _damage(seen: _Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    dealt = [one for one in seen.of("damage", "dealt", "blocked") if one.values.get("cause") is None]
    blows = [one for one in dealt if one.combatant is not None]
    if blows:
        points: dict[str, Any] = {}
        formulas: dict[str, Any] = {}
        for one in blows:
            got = one.values["points"] if one.outcome == "dealt" else 0  # a shield has taken the rest
            points[f"{one.combatant}_to_{one.target}"] = got
            points[str(one.combatant)] = got
            formulas[str(one.combatant)] = _formula(seen, one)
        alone = len(blows) == 1
        found["damage"] = points[str(blows[0].combatant)] if alone else points
        found["damage_formula"] = _formula(seen, blows[0]) if alone else formulas
    requests = [one for one in seen.of("request", "asked") if one.values.get("what") == "damage"]
    if requests and not blows and requests[-1].values.get("formula"):
        found["damage_formula"] = _formula(seen, requests[-1])
    asked = [one.values["dice"] for one in requests]
    if asked:
        found["dice"] = asked[0].upper() if len(asked) == 1 else [dice.upper() for dice in asked]
    dived = seen.of("movement", "dived")
    if dived:
        answer = seen.stage.given.get("fall_table_answer") or {}
        height = dived[0].values["metres"]
        found["metres"] = height if height is not None else answer.get("metres")
        actor = dived[0].combatant
        for one in dealt:
            found["actor_damage" if one.target == actor else "target_damage"] = one.values["points"]
    return found


def _formula(seen: _Seen, one: Ruling) -> Any:
    known = figures.of(seen.table, str(one.combatant))
    return stage_forms.formula(one.values["formula"], known.WSB or 0, known.EL or 0)


def _bleeding(seen: _Seen) -> dict[str, Any]:
    """Damage at the ends of turns: of each turn of a given length, else of each that had some; by name where
    turns of several creatures end."""
    given = seen.stage.given
    several = "turns" in given
    lasts = len(given["turns"]) if several else 1 if "turn_length" in given else None
    ends: dict[str, list[int | None]] = {}
    owed: dict[str, Any] = {}
    for one in seen.rulings:
        if one.kind == "turn" and one.outcome == "called" and one.combatant is not None:
            ends.setdefault(one.combatant, []).append(None)
        elif one.kind == "damage" and one.values.get("cause") is not None and one.target in ends:
            before = ends[one.target][-1] or 0
            ends[one.target][-1] = before + one.values["points"]
            if "owed" in one.values:
                owed[one.target] = one.values["owed"]
    points: dict[str, Any] = {}
    for name, turns in ends.items():
        due = turns[1 : lasts + 1] if lasts is not None and name in seen.stage.sheets else turns
        shown = [value or 0 for value in due if lasts is not None or value is not None]
        if shown:
            points[name] = shown if several or len(shown) > 1 else shown[0]
    if lasts is None:
        points = {name: value for name, value in points.items() if value is not None}
    if not points:
        return {}
    last = list(owed.values())[-1] if owed else 0
    return {"damage": points if len(points) > 1 else next(iter(points.values())), "owed_after": last}


def _pools(seen: _Seen) -> dict[str, Any]:
    """What a pool has come to (YM-848), though that may be over."""
    told = [one for one in seen.of("threat", "pool") if one.values.get("pool") is not None]
    return {"pool": told[-1].values["pool"]} if told else {}


def _effects(seen: _Seen) -> dict[str, Any]:
    begun = seen.of("effect", "begins")
    keys = ("value", "rolls_of", "check", "against", "until")
    found: dict[str, Any] = {}
    found["effects"] = [
        {key: one.values[key] for key in keys} | {"clauses": list(one.clauses)} for one in begun
    ]
    for shown in found["effects"]:
        long = [clause for clause in shown.pop("clauses") if clause in LONG_TERMS]
        if long:
            shown["until"] = f"{shown['until']} ({', '.join(long)})"
    found["in_force"] = [
        {key: value for key, value in effect_values(one).items() if key in keys} for one in seen.table.effects
    ]
    assists = [one for one in seen.of("action", "declared") if str(one.values["action"]).endswith("assist")]
    own = {one.combatant for one in assists}
    if len(assists) > 1 and any(one.name == "assist" and one.source in own for one in seen.table.effects):
        found["second_assist"] = _second_assist(seen, str(assists[-1].combatant))
    return found


LONG_TERMS = frozenset(("YM-606", "YM-607", "YM-609", "YM-629", "YM-630", "YM-632", "YM-633", "YM-634"))
"""Clauses whose terms are too long for a figure: the clause says it."""


def _second_assist(seen: _Seen, who: str) -> str:
    """What a second assist does to the first: read off what is still in force."""
    left = [one for one in seen.table.effects if one.name == "assist" and one.source == who]
    waits = " and ".join(moments.words(one.until) for one in left)
    return f"no own bonus on it; the new assist ends the first assist once also: {waits}"


def _opportunities(seen: _Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    offers: list[dict[str, Any]] = []
    for one in seen.of("opportunity", "offered"):
        if not one.clauses or "YM-409" in one.clauses or one.clauses == ("YM-407",):
            continue
        by = one.values["by"]
        offers.append(
            {
                "by": by[0] if len(by) == 1 else by,
                "vs": one.target,
                "when": one.values["when"],
                "mod": one.values["mod"],
                "what": one.values["what"],
                "power": one.values["power"],
            }
        )
    found["aoo"] = offers
    taken = seen.of("opportunity", "taken")
    if taken:
        found["resolved"] = taken[-1].values.get("resolved")
    return found


def _conditions(seen: _Seen) -> dict[str, Any]:
    table = seen.table
    found: dict[str, Any] = {}
    state: dict[str, Any] = {}
    for name, one in table.fighters.items():
        figures_of = {
            **{condition: 0 for condition in conditions.WORDS if condition not in ("TB1", "TB2", "TB3")},
            **one.levels,
            **{words: one.level(condition) for condition, words in conditions.WORDS.items()},
            "in_combat": one.in_combat,
            "prone": one.prone,
            "unconscious": one.unconscious,
            "dead": one.dead,
            "guard_duty": one.guard_duty,
            "ammo": one.ammo,
            "pool": None if one.pool is None else one.pool + one.pool_extra,
            "HPV": one.hpv,
            "subdual": one.subdual,
            "bleed": one.bleed,
            "clock": table.clocks.spent[name],
            **{
                f"{gained.values['condition'].lower()}_expires_after": gained.values["expires_after"]
                for gained in seen.of("condition", "gained")
                if gained.combatant == name and "expires_after" in gained.values
            },
        }
        state[name] = figures_of
    roles = {role: state[name] for role, name in seen.stage.roles.items() if name in state}
    found["state"] = {**state.get(_patient(seen), {}), **roles, **state}
    first = table.fighters.get(seen.first)
    if first is None:
        return found
    found["total"] = first.total
    for condition in conditions.WORDS:
        found.setdefault(condition, first.level(condition))
    checked = [
        ruling.values["con_checks"]
        for ruling in seen.of("condition", "gained")
        if "con_checks" in ruling.values
    ]
    ends = [ruling for ruling in seen.of("request", "asked") if "YM-374" in ruling.clauses]
    found["con_checks"] = sum(checked) + len(ends)
    line = checks.base_line("con", first.sheet, None)
    found["con_base_line_after"] = checks.con_line(line, first.staggered)
    if "then" not in found:
        found["then"] = _further_gains(seen)
    return found


def _patient(seen: _Seen) -> str:
    """Whose figures stand for themselves in `state`: those of the one who is healed, else the first's."""
    healed = [one.target for one in seen.of("action", "declared") if one.values.get("action") == "heal"]
    return next((name for name in healed if name in seen.table.fighters), None) or seen.first


def _further_gains(seen: _Seen) -> str | None:
    """What gaining each stage of bleeding would do now, by the rule for gaining."""
    one = seen.table.fighters.get(seen.first)
    if one is None:
        return None
    said: list[str] = []
    for stages in conditions.FAMILIES.values():
        if not any(one.level(stage) for stage in stages):
            continue
        for stage in stages:
            came = conditions.gain(one.levels, stage, 1)
            words = conditions.WORDS[stage]
            if came.ignored:
                said.append(f"gaining {words} is ignored")
            wiped = [name for name, change in came.changes.items() if change < 0]
            said += [f"gaining {words} sets {name}=0" for name in wiped]
    return "; ".join(said) or None


def _allocation(seen: _Seen, actor: str) -> dict[str, Any]:
    """What everybody has out of his pool, by name, and that of the one the example is about by itself."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for name in seen.table.fighters:
        for (on, kind), levels in seen.table.threats.dealt(name).items():
            found.setdefault(name, {}).setdefault(on, {})[kind] = levels
    return {**found, **found.get(actor, {})}


def _threat(seen: _Seen) -> dict[str, Any]:
    table = seen.table
    actor = seen.actor()
    found: dict[str, Any] = {
        "threat": {name: table.threats.table(name) for name in table.fighters},
        "allocation": _allocation(seen, actor),
        "threaten_by": {
            "": table.threats.total(actor),
            **{name: table.threats.total(name) for name in table.fighters},
        },
    }
    from calledshot_yiffiemon.stage import TARGET

    target = TARGET if TARGET in table.fighters else seen.first
    flankers = table.flankers(target)
    found["flankers"], found["level"] = flankers, threat.flanked(flankers)
    found["flanked"] = {name: threat.flanked(table.flankers(name)) for name in table.fighters}
    found["in_TA"] = {name: table.in_area_of(name) for name in table.fighters}
    return found


def _guard(seen: _Seen) -> dict[str, Any]:
    table = seen.table
    found: dict[str, Any] = {}
    crossed = seen.of("movement", "inside")
    tried = [one for one in seen.of("action", "declared") if one.values["action"] == "cross_guard"]
    if crossed or tried:
        found["inside"] = bool(table.guards)
    if crossed and table.guards:
        who, target = next(iter(table.guards))
        found["threatens"] = [who, target] if table.threatens(who, target) else []
        found["suspended"] = f"penalties from {target} that last until {target} leaves combat"
    return found


def _moves(seen: _Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if seen.of("movement", "ended", "stopped"):
        found["move"] = "ends"
    elif seen.of("movement", "moved"):
        found["move"] = "goes on"
    return found
