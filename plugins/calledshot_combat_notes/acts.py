"""Acts in the terms of these notes: what a message does besides what the core has words for.

The words they are read from are `sayings`'; what they do is the fight's.
"""

from __future__ import annotations

from calledshot.api import Act


class PhaseCall(Act, frozen=True, kw_only=True, tag=True):
    """ "Fast:", "the slow phase", "end slots": everything before this slot is over."""

    tells = False
    slot: int


class Told(Act, frozen=True, kw_only=True, tag=True):
    """An answer to a question of ours by its topic: "critical event: the lamp falls", "fumble: drops his
    sword", "bolt: into the ceiling"."""

    topic: str
    words: str
    who: str | None = None
    plain: bool = False
    """Told without its topic: an answer only where that is asked."""


class Opportunity(Act, frozen=True, kw_only=True, tag=True):
    """An attack of opportunity is taken, or passed on. `who` None is the speaker, or all (the DM's).
    `offered`: the DM offers it, and says to no one what he makes of it."""

    taken: bool
    offered: bool = False
    who: str | None = None
    against: str | None = None


class Held(Act, frozen=True, kw_only=True, tag=True):
    """Somebody is held fast, or is free again."""

    who: str | None
    by: str | None = None
    free: bool = False


class Lies(Act, frozen=True, kw_only=True, tag=True):
    """Somebody is prone, or on his feet again."""

    who: str | None
    prone: bool


class Loaded(Act, frozen=True, kw_only=True, tag=True):
    """ "Fenwick is loaded again": his crossbow is."""

    who: str | None


class Hidden(Act, frozen=True, kw_only=True, tag=True):
    """ "hidden: the ogre attacks Alda": what an opponent will do, for the DM's record."""

    words: str


class Scale(Act, frozen=True, kw_only=True, tag=True):
    """ "Missile scale"."""

    scale: str


class Roller(Act, frozen=True, kw_only=True, tag=True):
    """ "Alda rolls for the party"."""

    tells = False
    asks_for = "initiative"
    who: str


class Height(Act, frozen=True, kw_only=True, tag=True):
    """ "A high attack": which die tells the place of a critical hit."""

    height: str


class Winner(Act, frozen=True, kw_only=True, tag=True):
    """ "The party wins initiative"."""

    side: str
    plain: bool = False
    """Said without the word: only of initiative that was just rolled ("you first", "bad guys win")."""


class Threatens(Act, frozen=True, kw_only=True, tag=True):
    """ "The orc threatens Kay", "the orc no longer threatens Kay"."""

    who: str
    target: str
    on: bool = True


class Placed(Act, frozen=True, kw_only=True, tag=True):
    """ "Alda is at (3, 4)"."""

    who: str
    at: tuple[int, int]


class Interrupted(Act, frozen=True, kw_only=True, tag=True):
    """A casting is interrupted without damage, or it is not."""

    who: str | None
    holds: bool = False


class Ordered(Act, frozen=True, kw_only=True, tag=True):
    """ "Declaration order: Kay, Alda"."""

    names: tuple[str, ...]


class Abandons(Act, frozen=True, kw_only=True, tag=True):
    """An action is given up, and nothing declared in its place."""

    who: str | None = None
