"""Every ladder of the Combat page by its key: a level and the facts go in, what follows comes out.

Keys are what `Check.ladder` and `Standing.ladder` name. Nothing is rolled or remembered here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from calledshot_yiffiemon import attack
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.rungs import Outcome, Rungs, read

Ladder = Callable[[str, Facts], Outcome]


def _of(rungs: Rungs) -> Ladder:
    return lambda level, facts: read(rungs, level, facts)


LADDERS: Mapping[str, Ladder] = {
    # A Normal Attack (YM-501..519) and the target's check against a Deadly Hit (YM-517)
    "attack": _of(attack.RUNGS),
    "deadly_check": attack.deadly_check,
}
