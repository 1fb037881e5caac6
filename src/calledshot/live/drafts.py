"""What is still to be said in a room, what was said, and the one draft that is current.

Bookkeeping over rulings: what is worth saying is decided by `table`, who may hear it by `secrecy`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field, json

from calledshot.live.secrecy import REQUEST, inside, one_line
from calledshot.live.wording import listed, short, words
from calledshot.plugins.ruleset import Proposal
from calledshot.referee.ruling import Ruling

if TYPE_CHECKING:
    from calledshot.referee.desk import Desk

Said = Ruling | str
One = TypeVar("One")
TURN = "turn"
"""The kind of ruling that says whose turn it is, where a ruleset has one."""
INITIATIVE = "initiative"
CALLS = {"declare": "declaration", "initiative": "initiative", "closed": "initiative"}
"""Outcomes of a proposal's words that call for a round's moves or dice → what everybody owes then."""
SETTLES = 2.0
"""Seconds for which a draft has to have stood before a bare `ok` takes it: so that nobody agrees to what he
has not read."""
REMEMBERED = 40
"""Lines of ours that a correction can still be about."""
QUOTED = 120
"""Characters of a line that is corrected: enough to know it by."""
NAMED = 2
"""Lines that a correction names one by one."""
WHY = 200
"""Characters of a draft's reasons."""
PLAIN = frozenset({"request", "round", "fight", "propose"})
"""Kinds of ruling that need no reason beside their words."""


class Draft(Struct, frozen=True, kw_only=True):
    """Words for the room, as yet unsaid: `unsaid` is what has happened that they tell, `would` what will
    when they are taken, by `proposal`; `at` when they came to be; `read` the reasons he has been shown."""

    number: int
    words: str
    why: str
    unsaid: tuple[Said, ...]
    would: tuple[Said, ...]
    proposal: Proposal | None
    at: str | None
    read: str = ""

    @property
    def mark(self) -> tuple[str, object]:
        """What makes it the same draft as before."""
        return self.words, self.proposal.acts if self.proposal is not None else None


class Posted(Struct):
    """A line that was said in the room: what it told, `seqs` the events that it did or was. `own`: in
    somebody's own words, which hold or fall as a whole; `corrects`: it took back another. `gone`: the words
    that hold no longer; `known`: those of which the room has been told so."""

    words: str
    said: tuple[Ruling, ...]
    seqs: tuple[int, ...] = ()
    own: bool = False
    corrects: bool = False
    gone: str = ""
    known: str = ""

    @property
    def rulings(self) -> frozenset[bytes]:
        return frozenset(bare(one) for one in self.said if is_of_record(one))

    def fallen(self, desk: Desk, standing: Set[bytes], undone: Set[int]) -> str:
        """What of it holds no longer, now that the fight was played again."""
        taken_back = not undone.isdisjoint(self.seqs)
        if self.corrects and not self.said:
            return ""
        if self.own or not self.said:
            return self.words if taken_back or not self.rulings <= standing else ""

        def fell(one: Ruling) -> bool:
            if is_of_record(one):
                return bare(one) not in standing
            return taken_back if one.seq is None else one.seq in undone

        gone = compose(desk, [one for one in self.said if fell(one)])
        return self.words if gone == compose(desk, self.said) and not self.corrects else gone


class Spoken(Struct, frozen=True):
    """Words of the game master's for the room, and the event they come of."""

    text: str
    seq: int


class Drafts(Struct):
    """`unsaid` holds what nobody has told the room yet, in order; `seqs` the commands that it comes of.
    `shelved`: what the game master's words have made needless, by the event that held them."""

    unsaid: list[Ruling | Spoken] = field(default_factory=list)
    current: Draft | None = None
    number: int = 0
    dropped: tuple[str, object] | None = None
    posted: list[Posted] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)
    shelved: dict[int, list[Ruling | Spoken]] = field(default_factory=dict)
    corrections: list[str] = field(default_factory=list)
    """What is to be taken back in the room."""
    later: list[Ruling] = field(default_factory=list)
    """What of the unsaid is not said yet."""

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def keep(self, words: str, said: Iterable[Said], seqs: Sequence[int] = (), *, own: bool = False) -> None:
        """A line has been said."""
        said = list(said)
        told = tuple(one for one in said if isinstance(one, Ruling))
        corrects = any(isinstance(one, str) and one in self.corrections for one in said)
        self.posted.append(Posted(words, told, (*self.seqs, *seqs), own, corrects))
        self.seqs = []
        del self.posted[:-REMEMBERED]

    def told(self, kept: Sequence[Ruling] = ()) -> None:
        """Everything there was to say is said, or is not to be said: corrections too. `kept`: what is to be
        said later."""
        self.unsaid = [one for one in self.unsaid if one in kept]
        for one in self.posted:
            one.known = one.gone

    def shelve(self, seq: int, left: Sequence[Ruling | Spoken] = ()) -> None:
        """The game master's words in an event take the place of what was unsaid, but for what is `left`."""
        self.shelved[seq] = [one for one in self.unsaid if isinstance(one, Ruling) or one not in left]
        self.unsaid = [one for one in self.unsaid if one in left]
        while len(self.shelved) > REMEMBERED:
            del self.shelved[next(iter(self.shelved))]

    def to_say(self, desk: Desk) -> list[Said]:
        """What there is to say: what has to be corrected, then what is unsaid."""
        self.unsaid = still_open(desk, self.unsaid)
        self.corrections = [
            _correction(key, lines)
            for key, lines in (
                ("draft.correction", [one.gone for one in self.posted if one.gone != one.known]),
                ("draft.again", [one.known for one in self.posted if not one.gone]),
            )
        ]
        unsaid: list[Said] = [one.text if isinstance(one, Spoken) else one for one in self.unsaid]
        return [*filter(None, self.corrections), *unsaid]

    def replayed(self, desk: Desk) -> None:
        """The fight was played again without some events, or with them once more: what was said and holds
        no longer is to be corrected, what was not is not said at all."""
        standing = {bare(item) for item in desk.flow if isinstance(item, Ruling)}
        undone = {entry.event.seq for entry in desk.entries if entry.gone}

        def stands(one: Ruling | Spoken) -> bool:
            return one.seq not in undone if isinstance(one, Spoken) else bare(one) in standing

        for one in self.posted:
            one.gone = one.fallen(desk, standing, undone)
        self.unsaid = [one for one in self.unsaid if stands(one)]
        said = {ruling for one in self.posted if not one.gone for ruling in one.rulings}
        for seq in [seq for seq in self.shelved if seq in undone]:
            back = self.shelved.pop(seq)
            back = [
                one for one in back if stands(one) and not (isinstance(one, Ruling) and bare(one) in said)
            ]
            self.unsaid = [*back, *(one for one in self.unsaid if one not in back)]

    def is_said(self, one: Ruling) -> bool:
        """Whether a line of ours that stands has told it."""
        return any(not line.gone and bare(one) in line.rulings for line in self.posted)

    def corrects(self, words_: str) -> bool:
        """Whether a line is one that is being taken back: nobody says in one breath what he takes back."""
        return any(one.gone != one.known and one.gone == words_ for one in self.posted)


def still_open(desk: Desk, said: Sequence[One]) -> list[One]:
    """What is still worth saying: without requests and calls that have been answered, turns that have
    passed, and single initiatives where the order tells them all."""
    asked = Counter(desk.fight.asked) | Counter(desk.fight.waits)
    requests = {id(one) for one in _last_of_each(said, asked)}
    owed = {what for _, what in desk.fight.waits} if desk.fight.state() else {*CALLS.values()}
    rulings = [one for one in said if isinstance(one, Ruling)]
    last = next((one for one in reversed(rulings) if one.kind == TURN), None)
    order = next((one for one in reversed(rulings) if one.values.get("order")), None)

    def is_open(one: One) -> bool:
        if not isinstance(one, Ruling):
            return True
        if one.kind == TURN:
            return one is last
        if is_single(one) and order is not None:
            return one is order
        if one.kind == "propose" and one.outcome in CALLS:
            return CALLS[one.outcome] in owed
        what = (one.kind, one.outcome)
        if what == ("refused", "illegal"):  # what he has declared since takes its place, or it was allowed
            return not any(_declares(later, one) for later in rulings[rulings.index(one) + 1 :])
        if what == ("refused", "unclear"):  # he has been asked to say it again, or has
            return (one.combatant, "clarify") in asked
        return what != (REQUEST, "asked") or id(one) in requests

    return [one for one in said if is_open(one)]


def _last_of_each(said: Iterable[object], asked: Mapping[tuple[str, str], int]) -> Iterator[Ruling]:
    """The requests that are open: of those for the same, the last, as many as are owed."""
    left = dict(asked)
    for one in reversed([one for one in said if isinstance(one, Ruling) and one.kind == REQUEST]):
        pair = (one.combatant or "", str(one.values.get("what")))
        if left.get(pair, 0) > 0:
            left[pair] -= 1
            yield one


def _declares(ruling: Ruling, refused: Ruling) -> bool:
    """Whether somebody has declared anew since something of his was refused; what he said in the same message
    does not replace it."""
    return (ruling.outcome, ruling.combatant) == ("declared", refused.combatant) and ruling.seq != refused.seq


def is_single(ruling: Ruling) -> bool:
    """Whether it tells one initiative."""
    return ruling.kind == INITIATIVE and ruling.outcome in ("rolled", "revised")


def is_of_record(ruling: Ruling) -> bool:
    """Whether a ruling is one of the fight's; the words of a proposal are none."""
    return ruling.seq is not None and ruling.kind != "propose"


def _correction(key: str, lines: Iterable[str]) -> str:
    """What the room is told of words that do not hold, or hold again."""
    quotes = list(dict.fromkeys(f"“{short(inside(one), QUOTED)}”" for one in lines if one))
    if not quotes:
        return ""
    if len(quotes) > NAMED:
        return words(f"{key}_many", count=len(quotes), first=quotes[0])
    verbs = {"is_are": "are", "stands": "stand"} if len(quotes) > 1 else {"is_are": "is", "stands": "stands"}
    return words(key, quotes=listed(quotes), **verbs)


def compose(desk: Desk, said: Sequence[Said]) -> str:
    """The one line for the room."""
    return one_line(desk.referee.ruleset, desk.referee.campaign, _won_last(said))


def _won_last(said: Sequence[Said]) -> list[Said]:
    """Who has won is told after all that still comes about as the round closes, and before its end."""
    won = [one for one in said if isinstance(one, Ruling) and one.kind == "fight" and one.outcome != "opened"]
    rest = [one for one in said if one not in won]
    ends = (
        place
        for place, one in enumerate(rest)
        if isinstance(one, Ruling) and (one.kind, one.outcome) == ("round", "closed")
    )
    place = next(ends, len(rest))
    return [*rest[:place], *won, *rest[place:]]


def reasons(said: Iterable[Said], words_: str, plain: Set[str] = frozenset()) -> str:
    """Why, for the game master alone: what the rulings say that the words for the room do not. `plain`: kinds
    of ruling that he need not be told besides."""
    found: list[str] = []
    whole = any(isinstance(one, Ruling) and one.kind == INITIATIVE and one.outcome == "won" for one in said)
    for one in said:
        if whole and isinstance(one, Ruling) and is_single(one):
            continue
        if isinstance(one, str) or one.kind in PLAIN or one.kind in plain or one.needs_pgm or not one.text:
            continue
        codes = f" ({', '.join(one.clauses[:2])})" if one.default_ruling and one.clauses else ""
        if one.outcome == "called" and not codes:
            continue
        text = one.text.rstrip(".")
        if text not in words_:
            found.append(text + codes + ".")
    told = short(" ".join(dict.fromkeys(found)), WHY)
    return f"{told} " if told else ""


def bare(ruling: Ruling) -> bytes:
    """What makes two rulings the same one."""
    return json.encode(ruling)


def seconds(start: str | None, end: str | None) -> float | None:
    """Seconds from one event's time to another's; None where either is unknown."""
    first, last = moment(start), moment(end)
    return None if first is None or last is None else (last - first).total_seconds()


def moment(at: str | None) -> datetime | None:
    """An event's time; None where it is none. Times with and without an offset are never mixed by one
    service; where they are, the offset is passed over."""
    try:
        found = datetime.fromisoformat(at) if at else None
        return None if found is None else found.replace(tzinfo=None) - (found.utcoffset() or timedelta())
    except (ValueError, OverflowError):
        return None
