"""The plain thing that an opponent does of whom the DM has told nothing (CN-200): he attacks whom he reaches,
shoots with what he has in hand for it, or goes for the nearest.

It is put to the DM with everything else, and what he says instead takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calledshot.api import Act
from calledshot_combat_notes import fighters, legality, plans, playing, prompting, threat
from calledshot_combat_notes.state import Fighter
from calledshot_combat_notes.vocabulary import shoots

if TYPE_CHECKING:
    from calledshot.api import Reading
    from calledshot_combat_notes.fight import NotesFight


class Opponents(Act, frozen=True, kw_only=True, tag=True):
    """The DM leaves it at the plain thing for opponents of whom he has told nothing."""


def things(fight: NotesFight, act: Opponents, speaker: str, pgm: bool) -> None:
    """A declaration for each of them; one for whom there is none takes no part in the round."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    for one in prompting.opponents(fight, round_):
        reading = _reading(fight, one)
        if reading is not None:
            plans.enter(fight, one, reading, fight.encounter.event, hidden=True)
        plan = round_.plans.get(one.name)
        if plan is None:
            round_.out.add(one.name)
        else:
            plan.plain = True
    if round_.phase == "action":
        playing.advance(fight)


def _reading(fight: NotesFight, one: Fighter) -> Reading | None:
    """The first of the things he might do that is allowed."""
    for text in _might(fight, one):
        reading = playing.reading_of(fight, text, given=True)
        if reading is None or not reading.moves:
            continue
        move = reading.moves[0]
        faults = legality.check(move, one, fight.scene, fight.campaign, scale=fight.scale)
        if not any(fault.severity == "error" for fault in faults):
            return reading
    return None


def _might(fight: NotesFight, one: Fighter) -> Iterator[str]:
    foes = [other for other in fight.fighters.values() if fighters.hostile(one, other)]
    foes = [other for other in foes if fighters.able(other)]
    if not foes:
        return
    weapon = fighters.weapon(fight, one, None)
    within = [other for other in foes if threat.reaches(fight, one, other)]
    if weapon is not None and (weapon.missile or shoots(weapon.name)) and not within:
        yield f"fire {weapon.name} at {foes[0].name}"
    near = sorted(within or foes, key=lambda other: _away(fight, one, other))
    placed = [other for other in near if _away(fight, one, other) < UNKNOWN]
    if placed and not within:
        for other in placed:
            yield f"half move toward {other.name} and attack {other.name}"
        yield f"move toward {placed[0].name}"
    yield f"attack {near[0].name}"
    if one.grappled:
        yield "break free"


UNKNOWN = 10**6
"""Squares between two of whom not both have a place."""


def _away(fight: NotesFight, one: Fighter, other: Fighter) -> int:
    squares = fight.scene.apart(one.name, other.name)
    return UNKNOWN if squares is None else int(squares)
