"""A saved log in which the live helper has taken back what it said: "((Correction: “…” is taken back. …))".

The log holds the lines and the dice, and not what the game master typed to take them back. So a line that is
taken back is passed over when the fight is played again from the start, and so is a roll before it that is
asked for once more. Not for anybody's own words ("sorry, that was 6"), which the rules read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from calledshot.campaign import fold
from calledshot.finding import Finding
from calledshot.referee.acts import Ask
from calledshot.referee.desk import Entry
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

MOST = 20_000
"""Events that can be played again: a night has hundreds; a log of years is not kept in memory for this."""
MOST_CORRECTIONS = 30
"""Times that a log is played again; what is beyond is a joke, or an attack."""
SPOKEN = frozenset({"say", "notice"})
_MANY = re.compile(r"the last (\d{1,3}) lines, from ")
_DONE = re.compile(r"(?: on,)? (?:(?:is|are) taken back|(?P<again>stands? after all))\.")
_BETWEEN = re.compile(r"(?:, | and )(?=“)")
_MARK = "Correction: "


class Correction(Struct, frozen=True, kw_only=True):
    """`quotes` begin the lines it is about, `count` says how many there are where only the first is quoted;
    `again`: they stand after all. `rest`: what is said besides."""

    quotes: tuple[str, ...]
    count: int | None = None
    again: bool = False
    rest: str = ""


def correction(text: str) -> Correction | None:
    """What a line takes back, if it is one that does."""
    at = text.find(_MARK, 0, len(_MARK) + 2)
    if at < 0:
        return None
    left = text[at + len(_MARK) :]
    many = _MANY.match(left)
    left = left[many.end() :] if many is not None else left
    quotes: list[str] = []
    while left.startswith("“"):
        end = left.find("”", 1)
        if end < 0:
            return None
        quotes.append(left[1:end])
        left = left[end + 1 :]
        between = _BETWEEN.match(left)
        left = left[between.end() :] if between is not None else left
    found = _DONE.match(left)
    if not quotes or found is None:
        return None
    rest = left[found.end() :].strip().removesuffix("))").strip()
    return Correction(
        quotes=tuple(quotes),
        count=int(many[1]) if many is not None else None,
        again=found["again"] is not None,
        rest=rest,
    )


class Corrected:
    """A referee for a saved log: it hears events as `Referee` does, and plays again where lines are taken
    back. `make` gives a new referee, always in the same state."""

    def __init__(self, make: Callable[[], Referee]) -> None:
        self._make = make
        self.referee = make()
        self.entries: list[Entry] = []
        self._notes: dict[int, str] = {}
        self._took: dict[int, list[int]] = {}  # place of a correction -> places of what it took back

    def see(self, event: Event) -> Sequence[Ruling | Finding]:
        """One event; what came of it is in the last of `entries`."""
        keeps = len(self.entries) < MOST and len(self._notes) < MOST_CORRECTIONS
        found = correction(event.text) if keeps and event.kind in SPOKEN and event.text else None
        if found is None or not self._is_pgm(event.speaker):
            self.entries.append(Entry(event if keeps else _NOTHING, self.referee.see(event)))
            return self.entries[-1].items
        entry = Entry(replace(event, text=f"(({found.rest}))" if found.rest else ""))
        lines = self._lines(found)
        took = self._again(lines) if found.again else self._away(lines, found.rest)
        if took and not found.again:
            self._took[len(self.entries)] = took
        self.entries.append(entry)
        verb = "lets stand after all" if found.again else "takes back"
        self._notes[len(self.entries) - 1] = f"{event.speaker} {verb} “{found.quotes[0]}”"
        if took:
            self.referee = self._make()
        for place in range(len(self.entries)) if took else (len(self.entries) - 1,):
            self._play(place)
        return entry.items

    def _is_pgm(self, speaker: str | None) -> bool:
        return fold(speaker or "") in {fold(name) for name in self.referee.pgm}

    # -- which lines and rolls ------------------------------------------------------------------------

    def _lines(self, found: Correction) -> list[int]:
        """The places of the lines that are meant, the last that begin so."""
        own = [
            place for place, one in enumerate(self.entries) if self._spoke(one) and one.gone is found.again
        ]
        if found.count is not None:
            return own[-found.count :]
        places = []
        for quote in found.quotes:
            begins = quote.removesuffix("…").strip()
            fits = [one for one in own if _inside(self.entries[one].event.text).startswith(begins)]
            places += fits[-1:]
        return sorted(set(places))

    def _spoke(self, entry: Entry) -> bool:
        return entry.event.kind in SPOKEN and self._is_pgm(entry.event.speaker)

    def _away(self, lines: Sequence[int], rest: str) -> list[int]:
        """Takes lines back. Where a roll that led to them is asked for once more, it goes too, and with it
        whatever was rolled on the strength of it."""
        if not lines:
            return []
        asked = {(act.who, act.what) for act in self.referee.says(rest) if isinstance(act, Ask)}
        uses = {one.seq: (one.combatant, one.use) for one in self.referee.rolls}
        before = max((place for place in range(lines[0]) if self._spoke(self.entries[place])), default=-1)
        rolls = [
            place
            for place in range(before + 1, lines[-1])
            if self.entries[place].event.kind == "roll" and not self.entries[place].gone
        ]
        again = next((place for place in rolls if uses.get(self.entries[place].event.seq) in asked), None)
        away = [*lines, *(place for place in rolls if again is not None and place >= again)]
        for place in away:
            self.entries[place].gone = True
        return away

    def _again(self, lines: Sequence[int]) -> list[int]:
        """Lines stand after all, and the rolls that went with them."""
        back = [place for took in self._took.values() if set(took) & set(lines) for place in took]
        for place in back:
            self.entries[place].gone = False
        return back

    def _play(self, place: int) -> None:
        entry, note = self.entries[place], self._notes.get(place)
        if entry.gone:
            return
        noted: Sequence[Ruling | Finding] = ()
        if note is not None:
            find = self.referee.encounter.find
            noted = tuple(self.referee.perform(entry.event, lambda _: find("PGM-3", note)))
        entry.items = [*noted, *self.referee.see(entry.event)]


_NOTHING = Event(kind="system")


def _inside(text: str) -> str:
    return text.strip().removeprefix("((").removesuffix("))").strip()
