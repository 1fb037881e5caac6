"""How things stand at the end of a worked example, and what an example asks of one rule alone.

The rest of its figures are `stage_results`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from calledshot.api import number
from calledshot_yiffiemon import clock, threat

if TYPE_CHECKING:
    from calledshot_yiffiemon.stage_results import _Seen as Seen


def standing(seen: Seen) -> dict[str, Any]:
    """How things stand: what is pending and going on, who stands where, who may take what is on offer."""
    table = seen.table
    found: dict[str, Any] = {
        "pending": {
            name: one.pending.move.action for name, one in table.fighters.items() if one.pending is not None
        },
        "current": {
            name: one.turn.action for name, one in table.fighters.items() if one.turn.action is not None
        },
        "positions": {name: [*map(float, at)] for name, at in table.scene.places.items()},
        "lost": "action lost" if seen.of("action", "lost") else None,
    }
    moves = [one for one in seen.of("request", "asked") if one.values.get("what") == "move"]
    made = [one for one in seen.of("check", "made") if one.values.get("check") == "move"]
    checked = [one.combatant for one in (made if len(made) > len(moves) else moves)]
    found["move_checks"] = {name: checked.count(name) for name in table.fighters}
    offered = seen.of("opportunity", "offered")
    if offered:
        found["timestamp"] = offered[-1].values.get("at")
    offer = seen.stage.given.get("offer")
    if isinstance(offer, Mapping):
        target = str(offer.get("target"))
        reach = seen.stage.given.get("in_reach")
        found["eligible"] = {
            name: threat.eligible(
                table.fighters[name].attack_skill() is not None,
                name in reach if reach is not None else table.in_area(target, name),
                table.threatens(name, target),
            )
            for name in table.fighters
            if name != target
        }
    return found


def alone(seen: Seen) -> dict[str, Any]:
    """What an example asks of one rule alone: whether an action is current, which value is sampled."""
    given = seen.stage.given
    found: dict[str, Any] = {}
    times = [number(at) for at in given.get("times", ())]
    action, opportunity = given.get("action"), given.get("opportunity")
    if isinstance(action, Mapping):
        begin, end = clock.inits(action.get("start")), clock.inits(action.get("next_turn"))
        found["current"] = [begin is not None and clock.is_current(begin, end, at) for at in times]
    if isinstance(opportunity, Mapping):
        begin, end = clock.inits(opportunity.get("gained")), clock.inits(opportunity.get("resolved"))
        found["current"] = [
            begin is not None and clock.is_current_opportunity(begin, end, at) for at in times
        ]
        found["timestamp"] = begin
    values = given.get("values")
    if isinstance(values, Mapping):
        counted = [int(value) for at, value in values.items() if str(at).replace("_", " ") in SAMPLED]
        attacker = given.get("attacker") or {}
        found["penalty"] = threat.sampled(
            str(attacker.get("action", "")).replace(" ", "_"),
            max(counted, default=0),
            max(map(int, values.values()), default=0),
        )
    return found


SAMPLED = ("turn start", "start", "attack roll", "attack skill roll", "opportunity", "opportunity gained")
"""Times at which a value is sampled (YM-394)."""
