"""Acts: what one message *does* to a fight, apart from declaring moves and rolling dice.

`utterance` reads them out of free words; `referee` hands them to the fight. Every act keeps the words it
was read from and their place in the message. A name is a combatant's name as the fight knows it, None
where the words name nobody; who is meant then is for the fight to say, which knows whose move it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from msgspec import Struct

Asked = Literal[
    "initiative", "declaration", "to_hit", "damage", "critical", "fumble", "save", "clarify", "roll"
]


class Act(Struct, frozen=True, kw_only=True):
    """The words and their place: columns count code points of the message from 1, end exclusive. `tells`:
    they say what has come of something, as a call or a request for dice does not. `asks_for`: the dice that
    a ruleset's own act asks for."""

    tells: ClassVar[bool] = True
    asks_for: ClassVar[str] = ""
    text: str = ""
    column: int = 1
    end_column: int = 1


class RoundCall(Act, frozen=True, kw_only=True, tag=True):
    """A call for initiative or for secret declarations. `fresh`: the words say that it is a new round
    ("next round", a number); `names`: called of these only, empty for everybody; `question`: "init?", which
    from anybody but the game master only asks whether it is time."""

    tells = False
    phase: Literal["initiative", "declare", "either"]
    number: int | None = None
    fresh: bool = False
    names: tuple[str, ...] = ()
    question: bool = False


class RoundEnd(Act, frozen=True, kw_only=True, tag=True):
    """ "End of round", however worded."""

    tells = False


class FightStart(Act, frozen=True, kw_only=True, tag=True):
    """ "Fight!", "begin the spar": a fight opens, or is about to."""

    tells = False


class Terms(Act, frozen=True, kw_only=True, tag=True):
    """What the fight goes to: "to unconscious", "first blood"."""

    tells = False
    terms: str


class FightEnd(Act, frozen=True, kw_only=True, tag=True):
    """The fight is over, won by `winner` or given up by `loser`, where said."""

    tells = False
    winner: str | None = None
    loser: str | None = None


class Yielded(Act, frozen=True, kw_only=True, tag=True):
    """A player gives up."""

    who: str | None = None


class Call(Act, frozen=True, kw_only=True, tag=True):
    """A combatant's move is called: "Torvik?", "133: Elsinore", "Elsinore's Pain goes off first".
    `at` is a stated init; `does` the words for what he does, raw."""

    tells = False
    who: str
    at: int | None = None
    does: str | None = None


class Retarget(Act, frozen=True, kw_only=True, tag=True):
    """ "Ashe, take the other one", "switch to Goblin 2": the move of `who` (None: of whose turn it is) goes
    to `target` instead; None where that is the one other opponent still up."""

    tells = False
    who: str | None = None
    target: str | None = None


class Told(Act, frozen=True, kw_only=True, tag=True):
    """The game master tells that `who` does something, in words that are no call by themselves ("Bram
    bellows", "Ysolde chews"): his move, if it is due; else colour."""

    tells = False
    who: str
    does: str


class Count(Act, frozen=True, kw_only=True, tag=True):
    """An initiative count read out, "(18)": whoever moves there is called."""

    tells = False
    at: int


class Ask(Act, frozen=True, kw_only=True, tag=True):
    """Dice or words are asked for: "to hit", "damage", "max, again" (`again`), "save vs Endurance".
    `instead_of`: "Ashe, roll for Bram": `who` is to roll what the other one owes."""

    tells = False
    what: Asked
    who: str | None = None
    dice: str | None = None
    again: bool = False
    instead_of: str | None = None


class Verdict(Act, frozen=True, kw_only=True, tag=True):
    """A result in words. `who` acts or is meant, `target` suffers it, where named."""

    outcome: Literal[
        "hit",
        "critical",
        "miss",
        "fumble",
        "done",
        "disrupted",
        "illegal",
        "lost",
        "unavailable",
        "saved",
        "failed",
        "no_damage",
    ]
    who: str | None = None
    target: str | None = None


class Points(Act, frozen=True, kw_only=True, tag=True):
    """A number of points: damage dealt to, healed in, or spent by `who`. `by`: whose blow, spell or help it
    was, where the words say so ("Wren, your lash burns him for 5")."""

    what: Literal["damage", "healing", "spent"]
    amount: int
    who: str | None = None
    by: str | None = None
    doubled: bool = False
    halved: bool = False


class Pool(Act, frozen=True, kw_only=True, tag=True):
    """ "You're at 12", "9 PP left": where a pool of `who` stands. `pool` is None where the words do not
    say which (then it is the one that was just changed)."""

    value: int
    pool: str | None = None
    who: str | None = None


class Stated(Act, frozen=True, kw_only=True, tag=True):
    """ "Elsinore is unconscious", "he drops", "dead": a condition in the ruleset's own terms."""

    condition: str
    who: str | None = None


class Order(Act, frozen=True, kw_only=True, tag=True):
    """Initiatives read out: pairs of a name and a value; a name may come twice."""

    tells = False
    entries: tuple[tuple[str, int], ...]


class MoveCount(Act, frozen=True, kw_only=True, tag=True):
    """ "You get two moves"."""

    tells = False
    count: int
    who: str | None = None


class Waiver(Act, frozen=True, kw_only=True, tag=True):
    """The game master waives, overrules or decides by house rule: `reroll` (leave to roll again), `allow`
    (something stands), `ignore` (something does not count), `refuse` (a late or illegal thing stays out),
    `undo` (an earlier ruling is taken back)."""

    kind: Literal["reroll", "allow", "ignore", "refuse", "undo"]
    who: str | None = None
    what: str | None = None


class Distance(Act, frozen=True, kw_only=True, tag=True):
    """How far apart: a range in the ruleset's terms, or feet. No names: everybody from everybody."""

    tells = False
    range: str | None = None
    feet: float | None = None
    who: str | None = None
    other: str | None = None


class Moved(Act, frozen=True, kw_only=True, tag=True):
    """ "Torvik, you cross the room, you're on her": somebody has moved."""

    how: Literal["advanced", "retreated"]
    who: str | None = None
    target: str | None = None


class Penalty(Act, frozen=True, kw_only=True, tag=True):
    """A penalty (negative) or bonus the game master sets: "that's -40 for the eye"."""

    amount: int
    who: str | None = None
    what: str | None = None


class Announced(Act, frozen=True, kw_only=True, tag=True):
    """A player announces a total of his own: "(170)", "total 103"."""

    total: int


class Answer(Act, frozen=True, kw_only=True, tag=True):
    """The game master answers what the referee had asked, or speaks of a thing in words that fit none of
    the other acts though a result was due (agreement unknown)."""


PgmAct = (
    RoundCall
    | RoundEnd
    | FightStart
    | Terms
    | FightEnd
    | Call
    | Retarget
    | Told
    | Count
    | Ask
    | Verdict
    | Points
    | Pool
    | Stated
    | Order
    | MoveCount
    | Waiver
    | Distance
    | Moved
    | Penalty
    | Answer
)
PlayerAct = Yielded | Announced | Distance


def part_of(act: Act, others: Iterable[Act]) -> bool:
    """Whether its words are some of the words of another: "Ann attack skill" of "Ann attack skill: CF"."""
    span = act.end_column - act.column
    return any(
        other.column <= act.column
        and act.end_column <= other.end_column
        and span < other.end_column - other.column
        for other in others
    )
