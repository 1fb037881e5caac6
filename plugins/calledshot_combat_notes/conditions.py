"""How somebody is and where he stands, by the DM's word: held, prone, down, threatened, at a place (CN-030 to
CN-033).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Distance, Stated
from calledshot_combat_notes import acts, ending, fighters, magic, playing, rounds, striking, threat
from calledshot_combat_notes.state import OPPONENTS, Attack, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

DOWN = frozenset(("dead", "unconscious", "down", "out"))
UP = frozenset(("conscious", "standing"))
_DROPS = re.compile(r"\b(?:goes|went|is|falls) down\b", re.IGNORECASE)
"""Words for who is knocked off his feet, and for who is beaten."""
_FINISHED = re.compile(
    r"\b(?:finish(?:es|ed)?|kill(?:s|ed)?|slain|slays?|dead|dies|died|dying|lifeless|corpse|for good"
    r"|out of (?:it|the fight))\b",
    re.IGNORECASE,
)
"""Words beside them that leave no doubt."""


def stated(fight: NotesFight, act: Stated) -> None:
    who = act.who
    if who is None:
        blow = _last_blow(fight)
        who = blow.target if blow is not None else None
    if who is None:
        return
    fighter = fight.join(who, side=OPPONENTS)
    if act.condition == "prone":
        lies(fight, acts.Lies(who=who, prone=True), "", True)
    elif act.condition in DOWN:
        _down(fight, fighter, act.condition)
    elif act.condition in UP:
        if act.condition == "standing":
            lies(fight, acts.Lies(who=who, prone=False), "", True)
        if fighter.down is not None:
            fighter.down = None
            ending.goes_on(fight)
            fight.encounter.rule("condition", "up", fighter.name, hp=fighter.hp)
    elif act.condition == "grappled":
        held(fight, acts.Held(who=who), "", True)
    elif act.condition == "clear":
        _clear(fight, fighter)


def _down(fight: NotesFight, fighter: Fighter, condition: str) -> None:
    """Somebody is out of it, by the DM's word."""
    if fighter.down == condition:
        return
    if fighter.down == "dead" and condition in ("down", "unconscious", "out"):
        return  # said once more, in other words
    fighter.down = condition
    fight.encounter.rule("condition", condition, fighter.name, hp=fighter.hp)

    magic.interrupted(fight, fighter)
    round_ = fight.round
    if round_ is not None:
        round_.offers.lapse(fighter.name)
        fight.requests = [
            one
            for one in fight.requests
            if one.who != fighter.name or one.attack is None or one.attack.who != fighter.name
        ]
        for deed in round_.queue:
            if deed.who == fighter.name and deed.status in ("queued", "waiting", "called"):
                deed.status = "lost"
        playing.advance(fight)
    threat.recompute(fight)
    ending.looks(fight)


def _last_blow(fight: NotesFight, who: str | None = None) -> Attack | None:
    """The last blow of this round that has struck somebody (or `who`), whoever's turn it is by now."""
    round_ = fight.round
    made = round_.attacks if round_ is not None else []
    struck = [one for one in made if one.struck and one.target is not None and who in (None, one.target)]
    return max(struck, key=lambda one: one.latest, default=None)


def _is_felled(fight: NotesFight, who: str) -> bool:
    """Whether "he goes down" means that he is beaten: said of a blow just struck, of which no knockdown die
    is under way, by one who may well have no points left.

    CN-001; a knockdown is CN-711 and CN-717.
    """
    blow, fighter = _last_blow(fight, who), fight.fighters.get(who)
    if blow is None:
        return False
    if _FINISHED.search(fight.heard) or (fighter is not None and fighter.down is not None):
        return True
    saves = any(one.what == "save" and one.attack is blow for one in fight.requests)
    rolls = any(one.what == "knockdown" and one.attack is blow for one in fight.requests)
    known = fighter is not None and fighter.hp is not None and fighter.hp > 0
    return not saves and not (known and rolls)


def _clear(fight: NotesFight, fighter: Fighter) -> None:
    """ "Kay is clear": nobody threatens him any more."""
    for other in fight.fighters.values():
        if fighters.hostile(fighter, other):
            fight.threats[(other.name, fighter.name)] = False
    threat.recompute(fight)


def held(fight: NotesFight, act: acts.Held, speaker: str, pgm: bool) -> None:
    """Somebody is held, or is free again, by the DM's word.

    CN-033.
    """
    who = act.who or _spoken_to(fight, held=act.free)
    if who is None:
        return
    if fight.round is None or fight.over is not None:
        fight.beforehand.pop(who, None)
        if not act.free:
            fight.beforehand[who] = act.by
    fighter = fight.join(who)
    fighter.grappled = not act.free
    fighter.held_by = None if act.free else act.by
    if act.by is not None:
        fight.join(act.by, side=fighters.other_side(fight, fighter))
    before = fighter.status
    threat.recompute(fight, tell=False)
    if fighter.status != before or not act.free:
        threat.rule(fight, fighter)


def _spoken_to(fight: NotesFight, held: bool = False) -> str | None:
    """Whom the DM calls "you" without a name: the only one held, where he speaks of that; else whose turn it
    is, if he is a player's."""
    grappled = [one.name for one in fight.fighters.values() if one.grappled]
    if held:
        return grappled[0] if len(grappled) == 1 else None
    current = fight.fighters.get(fight.current or "")
    return current.name if current is not None and current.spoken else None


def lies(fight: NotesFight, act: acts.Lies, speaker: str, pgm: bool) -> None:
    """Somebody is prone, or back on his feet, by the DM's word."""
    who = act.who or _spoken_to(fight)
    if act.prone and pgm and who is not None and _DROPS.search(act.text) and _is_felled(fight, who):
        _down(fight, fight.join(who, side=OPPONENTS), "down")
        return
    if who is None:
        return
    fighter = fight.join(who, side=OPPONENTS)
    request = next(
        (
            one
            for one in (*fight.unsettled, *fight.requests)
            if one.what == "save" and one.who == fighter.name and one.details.get("against") == "knockdown"
        ),
        None,
    )
    if request is not None:
        fight.unsettled = [one for one in fight.unsettled if one is not request]
        fight.requests = [one for one in fight.requests if one is not request]
        if request.attack is not None:
            striking.check_over(fight, request.attack)
    if fighter.prone == act.prone or (act.prone and fighter.hp is not None and fighter.hp <= 0):
        return  # who has no hit points left is down in another way
    fighter.prone = act.prone
    fight.encounter.rule("condition", "prone" if act.prone else "standing", fighter.name)


def loaded(fight: NotesFight, act: acts.Loaded, speaker: str, pgm: bool) -> None:
    """Somebody's crossbow is loaded, by the DM's word.

    CN-718.
    """
    if act.who is None:
        return
    fighter = fight.join(act.who)
    own = next((one for one in fighter.arms if fighters.is_crossbow(one.name)), None)
    if own is not None and own.state != "loaded":
        own.state = "loaded"
        fight.encounter.rule("weapon", "loaded", fighter.name, weapon=own.name)


def height(fight: NotesFight, act: acts.Height, speaker: str, pgm: bool) -> None:
    """The DM says how high a blow is aimed: which dice tell its place.

    CN-616.
    """
    from calledshot_combat_notes import criticals

    attack = fight.last_attack
    if attack is None:
        return
    attack.height = act.height
    for request in fight.requests:
        if request.attack is attack and request.what == "location":
            request.dice, request.modifier = criticals.LOCATION_DICE[act.height]


def threatens(fight: NotesFight, act: acts.Threatens, speaker: str, pgm: bool) -> None:
    """Who reaches whom, by the DM's word.

    CN-032.
    """
    target = fight.join(act.target)
    who = fight.join(act.who, side=fighters.other_side(fight, target))
    fight.threats[(who.name, target.name)] = act.on
    threat.recompute(fight, tell=False)
    threat.rule(fight, target)


def placed(fight: NotesFight, act: acts.Placed, speaker: str, pgm: bool) -> None:
    """Where somebody stands, by the DM's word."""
    rounds.forget_places(fight)
    fighter = fight.join(act.who, side=OPPONENTS)
    fight.scene.place(fighter.name, act.at)
    threat.recompute(fight)


def distance(fight: NotesFight, act: Distance) -> None:
    """So many feet apart, in squares."""
    from calledshot_combat_notes import movement

    if act.feet is None or act.who is None or act.other is None:
        return
    squares = int(act.feet // movement.square_feet(fight.scale))
    one, other = fight.join(act.who), fight.join(act.other, side=OPPONENTS)
    if one.name not in fight.scene.places or other.name not in fight.scene.places:
        fight.scene.tell(one.name, other.name, squares)
        threat.recompute(fight)
