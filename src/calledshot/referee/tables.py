"""Two fights in one room at one time, each with a game master of its own: who sits at whose table.

Told by what can be counted: two people who both call rounds for everybody, one amid the other's fight, and
whose words name different people. Where the same people are named by both it is one fight with two masters,
and nothing is parted. What anything means is `referee`'s; each table has a referee of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from typing import Any, Protocol

from calledshot.campaign import Campaign, fold
from calledshot.finding import Finding
from calledshot.moves.names import candidates, squeeze
from calledshot.plugins.ruleset import Ruleset
from calledshot.referee.acts import RoundCall
from calledshot.referee.decided import Decided
from calledshot.referee.desk import Entry
from calledshot.referee.encounter import EncounterRecord, RollRecord
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import PgmRuling
from calledshot.referee.utterance import Context, Phrasebook, phrasebook, read_pgm
from calledshot.transcript.event import Event

PEEK = 4000
"""Events looked at: some nights; whoever has not called a round by then runs no fight beside another."""
LEAST = 3
"""Messages of a master's that must stand amid the other's fight: a single call there is a joke or a slip."""
SHARED = 0.25
"""The part of what is said to somebody that may come from the other master, in passing."""
LOOKED = 40
"""Lines with such words of one person that are read: who calls no round in them does not run a fight."""
_MAY_CALL = re.compile(r"init|round|\bims?\b|\brd\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SPOKEN = frozenset({"say", "emote"})


class Sitting(Protocol):
    """What takes a fight's events: a desk, or one that reads corrections."""

    entries: list[Entry]

    def see(self, event: Event) -> Any: ...

    @property
    def referee(self) -> Referee: ...


class Prepared(Protocol):
    """A ruleset and a campaign under it."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def campaign(self) -> Campaign: ...


class Seats:
    """`masters` as they are called, a table each; `people` folded name → table."""

    def __init__(self, masters: Sequence[str], people: Mapping[str, int]) -> None:
        self.masters = tuple(masters)
        self.people = {**people, **{fold(name): table for table, name in enumerate(masters)}}

    def of(self, event: Event) -> int:
        """At whose table something happens; at the first, where nobody can tell."""
        names = (event.roll.roller if event.roll is not None else None, event.speaker, event.to)
        tables = [self.people[fold(name)] for name in names if name and fold(name) in self.people]
        table = tables[0] if tables else 0
        if event.kind == "nick" and event.to and event.speaker and fold(event.speaker) in self.people:
            self.people[fold(event.to)] = table
        return table


def seats(
    events: Sequence[Event], campaign: Campaign, phrases: Phrasebook, pgm: Iterable[str] = ()
) -> Seats | None:
    """Who sits at whose table; None where there is one fight at a time."""
    named = {fold(name) for name in (*campaign.pgm, *pgm)}
    if len(named) == 1:
        return None
    spoken: dict[str, list[int]] = {}
    called: dict[str, int] = {}
    shown: dict[str, str] = {}
    looked: Counter[str] = Counter()
    context = Context(phrases=phrases)
    for at, event in enumerate(events):
        if event.kind not in _SPOKEN or not event.speaker or event.trust in ("server", "bot"):
            continue
        who = fold(event.speaker)
        spoken.setdefault(who, []).append(at)
        if (named and who not in named) or who in called or _MAY_CALL.search(event.text) is None:
            continue
        looked[who] += 1
        if looked[who] > LOOKED:
            continue
        if any(_for_everybody(act) for act in read_pgm(event.text, context)):
            called[who], shown[who] = at, event.speaker
    if len(called) < 2:
        return None
    masters = [who for who in called if _amid(who, called, spoken)]
    if len(masters) != 2:
        return None
    people = _people(events, masters, campaign)
    return None if people is None else Seats([shown[who] for who in masters], people)


def _for_everybody(act: object) -> bool:
    return isinstance(act, RoundCall) and not act.names and not act.question


def _amid(who: str, called: Mapping[str, int], spoken: Mapping[str, Sequence[int]]) -> bool:
    """Whether somebody goes on speaking after another's first call, and that other after his."""
    for other, first in called.items():
        begins = max(first, called[who])
        if other != who and all(sum(at > begins for at in spoken[one]) >= LEAST for one in (who, other)):
            return True
    return False


def _people(events: Sequence[Event], masters: Sequence[str], campaign: Campaign) -> dict[str, int] | None:
    """Everybody who speaks or rolls → the table of the master who names him, else of those who do."""
    there: dict[str, str] = {}
    for event in events:
        for name in (event.speaker, event.roll.roller if event.roll is not None else None):
            if name and event.trust not in ("server",) and fold(name) not in masters:
                there.setdefault(fold(name), name)
    forms = _forms(there, campaign)
    table_of = {who: table for table, who in enumerate(masters)}
    found: dict[str, int] = {}
    for tables in (table_of, found):
        counts: dict[str, Counter[int]] = {}
        for event in events:
            table = tables.get(fold(event.speaker or ""))
            if table is None or event.kind not in _SPOKEN:
                continue
            for who in _named(event.text, forms):
                counts.setdefault(who, Counter())[table] += 1
        for who, count in counts.items():
            (table, most), total = count.most_common(1)[0], sum(count.values())
            if tables is table_of and total - most > SHARED * total:
                return None  # both masters rule on him
            found = {**found, who: found.get(who, table)}
        if tables is table_of and (len(set(found.values())) < 2 or any(who in found for who in masters)):
            return None
    return found


def _forms(there: Mapping[str, str], campaign: Campaign) -> dict[str, str]:
    """Every way to write a name of one of these people, by its letters → who."""
    forms: dict[str, str] = {}
    called = {who: campaign.names.get(name, name) for who, name in there.items()}
    for names in (dict(there), called):
        owner = {name: who for who, name in names.items()}
        for form, fits in candidates(owner).items():
            if len(fits) == 1:
                forms.setdefault(squeeze(form), owner[fits[0]])
    return forms


def _named(text: str, forms: Mapping[str, str]) -> set[str]:
    words = [word.casefold() for word in _WORD.findall(text)]
    pairs = (one + other for one, other in pairwise(words))
    return {forms[word] for word in chain(words, pairs) if word in forms}


# -- each table with its referee ----------------------------------------------------------------------


class Tables:
    """Takes every event to the table where it happens. `entries` holds the last one."""

    def __init__(self, sittings: Sequence[Sitting], seats: Seats) -> None:
        self._sittings, self._seats = sittings, seats
        self.entries: list[Entry] = []

    def see(self, event: Event) -> None:
        """One event."""
        sitting = self._sittings[self._seats.of(event)]
        sitting.see(event)
        self.entries = [sitting.entries[-1]]

    @property
    def referee(self) -> Joined:
        """What all of them have decided, as one would tell it."""
        return Joined([one.referee for one in self._sittings])

    @property
    def notes(self) -> list[str]:
        """What was assumed."""
        told = " and ".join(f"{name}'s" for name in self._seats.masters)
        return [f"Two fights go on in one room at one time, {told}: each is refereed by itself"]


class Joined(Decided):
    """The decisions of several referees in the order in which they were made."""

    def __init__(self, referees: Sequence[Referee]) -> None:
        self._all = referees
        self.encounter = referees[0].encounter
        self.pgm = [name for one in referees for name in one.pgm]

    @property
    def retracted(self) -> list[Finding]:
        return [gone for one in self._all for gone in one.retracted]

    @property
    def rolls(self) -> list[RollRecord]:
        return sorted((roll for one in self._all for roll in one.rolls), key=lambda roll: roll.seq)

    @property
    def pgm_rulings(self) -> list[PgmRuling]:
        return sorted((word for one in self._all for word in one.pgm_rulings), key=lambda word: word.seq)

    @property
    def encounters(self) -> list[EncounterRecord]:
        return sorted((fight for one in self._all for fight in one.encounters), key=_first_line)

    @property
    def learned(self) -> dict[str, dict[str, dict[str, Any]]]:
        return {who: told for one in self._all for who, told in one.learned.items()}

    @property
    def unchecked(self) -> list[str]:
        return list(dict.fromkeys(what for one in self._all for what in one.unchecked))

    @property
    def lines(self) -> dict[int, Event]:
        return {seq: event for one in self._all for seq, event in one.lines.items()}


def _first_line(record: EncounterRecord) -> int:
    """The line in which a fight's first round was called."""
    return next((one.first_line for one in record.rounds if one.first_line is not None), 0)


def seated(
    items: Iterator[Event | Finding],
    make: Callable[[Sequence[str]], Sitting],
    ready: Prepared,
    pgm: Sequence[str],
) -> tuple[Iterator[Event | Finding], Tables | None]:
    """The items again, and the tables they go to, where there are several. `make` seats a master's table."""
    head = list(islice(items, PEEK))
    events = [one for one in head if isinstance(one, Event)]
    found = seats(events, ready.campaign, phrasebook(ready.ruleset.phrases), pgm)
    return chain(head, items), None if found is None else Tables(
        [make([who]) for who in found.masters], found
    )
