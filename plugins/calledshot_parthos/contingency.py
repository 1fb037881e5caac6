"""Contingencies (PAR-IM-3): conditions on what the fight shows are decided, others are put to the PGM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot_parthos.state import Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

WHO_WORDS = frozenset({"me", "myself", "i", "us"})
FALLS = ("unconscious", "falls", "drops", "goes down", "is down", "ko", "knocked out", "is out", "passes out")
DIES = ("dies", "is dead", "killed", "dead")
HIT = (
    "is hit",
    "get hit",
    "gets hit",
    "am hit",
    "hurt",
    "injured",
    "wounded",
    "hits me",
    "damaged",
    "takes damage",
)
ADVANCES = (
    "advance",
    "closes",
    "close in",
    "comes at",
    "comes to",
    "charges",
    "engage",
    "gets close",
    "reaches",
)
TARGETS = ("target", "attacks me", "attack me", "goes for", "comes after", "hits me first", "swings at")
HALF = ("half stamina", "below half", "under half", "half health", "half my stamina")


def settle(fight: ParthosFight, who: str, planned: Planned) -> bool:
    """Decide a move's condition at its call; False if the move is not to be played (lost, or asked).

    "unless X" plays the move while X is false and its other branch once it is true; "if X" the reverse; a
    target clause ("the first goblin to target me") picks the target.
    """
    move = planned.move
    text = (move.condition or "").casefold()
    round_ = fight.round
    assert round_ is not None
    unless = text.startswith("unless") or " unless " in text
    if "first" in text and any(word in text for word in TARGETS):
        target = _first_to_target(fight, who, text)
        if target is not None:
            planned.target = target
            planned.move = replace(move, condition=None, otherwise=())
            return True
        truth: bool | None = False
    else:
        truth = decide(fight, who, planned, text)
    if truth is None:  # played on as declared until the PGM says otherwise
        fight.encounter.ask_pgm(
            f"{who}'s condition “{move.condition}”: is it so?", who, clauses=("PAR-IM-3",)
        )
        truth = not unless
    wanted = not truth if unless else truth
    if wanted:
        planned.move = replace(move, condition=None, otherwise=())
        return True
    if move.otherwise:
        first, *more = move.otherwise
        plan = round_.plan(who)
        planned.move = replace(first, optional=move.optional)
        planned.target = who if first.target == "self" else first.target or _fallen(fight, who, planned, text)
        at = plan.index(planned)
        for offset, extra in enumerate(more, 1):
            plan.moves.insert(at + offset, Planned(extra, planned.event, channel=planned.channel))
        fight.encounter.find(
            "PAR-IM-3",
            f"the condition “{move.condition}” decides for the other branch: {first.text or first.action}",
            who,
            event=planned.event,
            span=(move.column, move.end_column),
        )
        return True
    if fight.setting("unmet_condition") == "ask":
        fight.encounter.ask_pgm(
            f"{who}'s condition “{move.condition}” has not come true: is the move lost?",
            who,
            clauses=("PAR-IM-3",),
            default=True,
        )
    planned.status = "lost"
    planned.why = "condition"
    fight.encounter.rule(
        "move",
        "lost",
        who,
        planned.target,
        clauses=("PAR-IM-3",),
        default=True,
        at=planned.at,
        index=round_.plan(who).index(planned),
        action=move.action,
        why="its condition has not come true",
    )
    fight.encounter.find(
        "PAR-IM-3",
        f"the condition “{move.condition}” has not come true: the move is lost",
        who,
        event=planned.event,
        span=(move.column, move.end_column),
        default=True,
    )
    return False


def _fallen(fight: ParthosFight, who: str, planned: Planned, text: str) -> str | None:
    """Whom the other branch is for, where the condition speaks of somebody falling and one has."""
    if not any(word in text for word in FALLS):
        return None
    fallen = [name for name in _subjects(fight, who, planned, text) or () if not _standing(fight, name)]
    return fallen[0] if len(fallen) == 1 else None


def _first_to_target(fight: ParthosFight, who: str, text: str) -> str | None:
    round_ = fight.round
    assert round_ is not None
    kinds = [name for name in fight.groups if name in text]
    for attacker, target in round_.targeted:
        if target == who and (not kinds or any(attacker.casefold().startswith(kind) for kind in kinds)):
            return attacker
    return None


def decide(fight: ParthosFight, who: str, planned: Planned, text: str) -> bool | None:
    """Whether a condition holds now; None where the fight does not show it."""
    round_ = fight.round
    assert round_ is not None
    subjects = _subjects(fight, who, planned, text)
    if subjects is None:
        return None
    if any(word in text for word in HALF):
        return _half(fight, subjects)
    if any(word in text for word in DIES):
        return any(fight.fighters[name].condition == "dead" for name in subjects if name in fight.fighters)
    if any(word in text for word in ADVANCES):
        return any(
            ("advances", name) in round_.events or (name != who and fight.scene.range_to(who, name) == "hth")
            for name in subjects
        )
    if any(word in text for word in TARGETS):
        return any(target == who and attacker in subjects for attacker, target in round_.targeted)
    if any(word in text for word in FALLS):
        return any(not _standing(fight, name) for name in subjects)
    if any(word in text for word in HIT):
        return any(("hit", name) in round_.events for name in subjects)
    return None


def _standing(fight: ParthosFight, name: str) -> bool:
    fighter = fight.fighters.get(name)
    return fighter is None or fighter.condition in (None, "able")


def _half(fight: ParthosFight, subjects: list[str]) -> bool | None:
    known = [fight.fighters[name] for name in subjects if name in fight.fighters]
    if not known or any(f.stamina is None or f.sheet.stamina_max is None for f in known):
        return None
    return any(2 * (f.stamina or 0) < (f.sheet.stamina_max or 0) for f in known)


def _subjects(fight: ParthosFight, who: str, planned: Planned, text: str) -> list[str] | None:
    """Whom the condition speaks of; None if nobody known."""
    words = text.replace(",", " ").split()
    scene = fight.scene
    if "allies" in text or "ally" in words or "friend" in text or "companion" in text:
        return [name for name in scene.names if name != who and scene.side_of(name) == scene.side_of(who)]
    named = [name for name in scene.names if name.casefold() in text or _short(name) in words]
    if named:
        return named
    for group, members in fight.groups.items():
        if group in text:
            return members
    if WHO_WORDS & set(words[:3]) and not any(
        word in text for word in ("attacks me", "targets me", "hits me")
    ):
        return [who]
    if any(
        word in words
        for word in (
            "he",
            "she",
            "they",
            "him",
            "her",
            "opponent",
            "anyone",
            "someone",
            "somebody",
            "anybody",
            "it",
            "enemy",
        )
    ):
        return [planned.target] if planned.target else scene.opponents_of(who)
    if WHO_WORDS & set(words):
        return scene.opponents_of(who)
    return None


def _short(name: str) -> str:
    return name.casefold().rstrip("0123456789")
