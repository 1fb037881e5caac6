"""What is still to be said in a room, what was said, and the one draft that is current.

Bookkeeping over rulings: what is worth saying is decided by `table`, who may hear it by `secrecy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct, field, json

from calledshot.live.secrecy import REQUEST, inside, one_line
from calledshot.live.wording import listed, short, words
from calledshot.plugins.ruleset import Proposal
from calledshot.referee.ruling import Ruling

if TYPE_CHECKING:
    from calledshot.referee.desk import Desk

Said = Ruling | str
SETTLES = 2.0
"""Seconds for which a draft has to have stood before a bare `ok` takes it: so that nobody agrees to what he
has not read."""
REMEMBERED = 40
"""Lines of ours that a correction can still be about."""
WHY = 200
"""Characters of a draft's reasons."""
PLAIN = frozenset({"request", "round", "fight", "propose"})
"""Kinds of ruling that need no reason beside their words."""


class Draft(Struct, frozen=True, kw_only=True):
    """Words for the room, as yet unsaid: `said` is what they tell; `proposal` what happens when they are
    taken; `at` when they came to be."""

    number: int
    words: str
    why: str
    said: tuple[Said, ...]
    proposal: Proposal | None
    at: str | None

    @property
    def mark(self) -> tuple[str, object]:
        """What makes it the same draft as before."""
        return self.words, self.proposal.acts if self.proposal is not None else None


class Posted(Struct):
    """A line that was said in the room: `rulings` it told, `seqs` the game master's commands it did."""

    words: str
    rulings: frozenset[bytes]
    seqs: tuple[int, ...] = ()
    gone: bool = False


class Drafts(Struct):
    """`unsaid` holds what nobody has told the room yet, in order; `seqs` the commands that it comes of."""

    unsaid: list[Said] = field(default_factory=list)
    current: Draft | None = None
    number: int = 0
    dropped: tuple[str, object] | None = None
    posted: list[Posted] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def keep(self, words: str, said: Iterable[Said], seqs: Sequence[int] = ()) -> None:
        """A line has been said."""
        rulings = frozenset(bare(one) for one in said if isinstance(one, Ruling))
        self.posted.append(Posted(words, rulings, (*self.seqs, *seqs)))
        self.seqs = []
        del self.posted[:-REMEMBERED]

    def still_unsaid(self, desk: Desk) -> list[Said]:
        """What is unsaid, without requests that have been answered."""
        asked = set(desk.fight.asked)

        def open_still(one: Said) -> bool:
            if isinstance(one, str) or one.kind != REQUEST or one.outcome != "asked":
                return True
            return (one.combatant, one.values.get("what")) in asked

        return [one for one in self.unsaid if open_still(one)]

    def taken_back(self, desk: Desk, rulings: Iterable[Ruling]) -> None:
        """Rulings stand no longer, or commands do not: what was said of them is to be corrected, what was
        not is not said at all."""
        lost = {bare(one) for one in rulings}
        undone = {entry.event.seq for entry in desk.entries if entry.gone}
        standing: set[bytes] | None = None
        self.unsaid = [one for one in self.unsaid if isinstance(one, str) or bare(one) not in lost]
        gone, back = [], []
        for one in self.posted:
            if not one.gone and (one.rulings & lost or undone.intersection(one.seqs)):
                one.gone = True
                gone.append(one)
            elif one.gone and not undone.intersection(one.seqs):
                if standing is None:
                    standing = {bare(item) for item in desk.flow if isinstance(item, Ruling)}
                if one.rulings <= standing:
                    one.gone = False
                    back.append(one)
        for found, key in ((gone, "draft.correction"), (back, "draft.again")):
            if found:
                quotes = listed(f"“{short(inside(one.words), 120)}”" for one in found)
                many = len(found) > 1
                verbs = {"is_are": "are", "stands": "stand"} if many else {"is_are": "is", "stands": "stands"}
                self.unsaid.append(words(key, quotes=quotes, **verbs))


def compose(desk: Desk, said: Sequence[Said]) -> str:
    """The one line for the room."""
    return one_line(desk.referee.ruleset, desk.referee.campaign, said)


def reasons(said: Iterable[Said], words_: str) -> str:
    """Why, for the game master alone: what the rulings say that the words for the room do not."""
    found: list[str] = []
    for one in said:
        if isinstance(one, str) or one.kind in PLAIN or not one.text:
            continue
        codes = f" ({', '.join(one.clauses[:2])})" if one.default_ruling and one.clauses else ""
        if (one.kind, one.outcome) == ("move", "called") and not codes:
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
