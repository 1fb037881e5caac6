"""A referee with a game master's commands: what `Referee` is to a saved transcript, this is to a live fight
and to its journal.

Every event goes through `see`, commands among them. Nothing is ever erased: what is taken back is passed over
when the fight is played again from the start, and what stands is what that gives, so that the same events
always give the same rulings. No clock, file, network or chance; who may command is for `live` to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field, json
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.plugins.ruleset import Fight, Proposal
from calledshot.referee import deeds
from calledshot.referee.commands import Command, read
from calledshot.referee.forking import Forks
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

Items = list[Ruling | Finding]
CONTROLS = frozenset({"undo", "redo", "rollback"})
"""Commands about other events, which change nothing by themselves."""


NOTED = frozenset({"declared", "late", "illegal"})
"""Outcomes of rulings on a move that was sent."""
ABOUT_PEOPLE = frozenset({"handover", "is"})


class Entry(Struct):
    """One event and what came of it. `gone`: taken back, and passed over in a replay. `before`: the event
    that it is played before, for what holds as of an earlier round. `said`: what a control has to say."""

    event: Event
    items: Items = field(default_factory=list)
    gone: bool = False
    before: int | None = None
    said: tuple[str, ...] = ()

    @property
    def replays(self) -> bool:
        """Whether all was played again because of it."""
        return bool(self.said) or self.before is not None


class Change(Struct, frozen=True, kw_only=True):
    """One change of a figure of somebody's: `seq` the event that caused it, `why` the words of a ruling."""

    seq: int
    round: int | None
    who: str
    figure: str
    before: Any
    after: Any
    why: str


class Draft(Struct, frozen=True, kw_only=True):
    """What a game master would say next, and what would follow from it; `referee` as it would stand then."""

    proposal: Proposal
    items: tuple[Ruling | Finding, ...]
    referee: Referee


class Desk:
    """Feed it events in order; it answers each with what follows from it. An event whose `seq` is not beyond
    the last one's gets the next number. `make` gives a new referee, always in the same state."""

    def __init__(self, make: Callable[[], Referee]) -> None:
        self._make = make
        self.referee = make()
        self._forks = Forks(self.referee.campaign)
        self.entries: list[Entry] = []
        self._by_seq: dict[int, Entry] = {}
        self.changes: list[Change] = []
        self.held: set[str] = set()
        self.absent: set[str] = set()
        self.taken_back: list[Ruling] = []
        """What the last event took back of the rulings made before it."""
        self._undone: list[list[int]] = []
        self._figures: dict[str, dict[str, Any]] = {}
        self._draft: tuple[int, Draft | None] = (-1, None)

    # -- what came of it all --------------------------------------------------------------------------

    @property
    def fight(self) -> Fight:
        return self.referee.fight

    @property
    def flow(self) -> Items:
        """Everything that stands, in the order in which it was played."""
        return [item for entry in self._played() for item in entry.items]

    @property
    def without(self) -> frozenset[str]:
        """Whom nobody waits for and nobody calls."""
        return frozenset(self.held | self.absent)

    # -- events ---------------------------------------------------------------------------------------

    def see(self, event: Event) -> Items:
        """One event; returns what it caused: what is new, in order. What stands no longer is in
        `taken_back`."""
        last = self.entries[-1].event.seq if self.entries else -1
        entry = Entry(event if event.seq > last else replace(event, seq=last + 1))
        self.taken_back = []
        command = self._command(entry.event)
        self.entries.append(entry)
        self._by_seq[entry.event.seq] = entry
        if command is not None and command.verb in CONTROLS:
            return self._control(entry, command)
        if command is not None and command.verb == "reroll" and not self.fight.takes_rerolls:
            return self._rerolled(entry, command)
        if command is not None and command.round is not None and command.verb != "rollback":
            entry.before = self._start_of(command.round + 1)
            if entry.before is not None:
                return self._again(entry)
        self._play(entry, command)
        if any(isinstance(item, Ruling) for item in entry.items):
            self._undone.clear()
        return list(entry.items)

    def propose(self) -> Draft | None:
        """What the game master would say next, with what would follow; None where somebody is waited for."""
        at = self.entries[-1].event.seq + 1 if self.entries else 0
        if self._draft[0] != at:
            self._draft = (at, self._proposed(at))
        return self._draft[1]

    def preview(self, event: Event) -> tuple[Items, list[Ruling]]:
        """What an event would cause and take back, without its happening."""
        trial = self._twin()
        return trial.see(event), trial.taken_back

    # -- playing --------------------------------------------------------------------------------------

    def _play(self, entry: Entry, command: Command | None) -> None:
        referee = self.referee
        if entry.said:
            for words in entry.said:
                entry.items += self._note(entry.event, words)
        elif command is not None:
            entry.items = deeds.do(self, entry.event, command)
        elif entry.event.kind != "command":
            entry.items = referee.see(entry.event)
        entry.items = deeds.waived(self, entry.event, entry.items)
        self._keep_changes(entry)

    def _played(self) -> list[Entry]:
        """The entries in the order in which they are played, without those taken back."""
        order: list[Entry] = []
        late: dict[int, list[Entry]] = {}
        for entry in self.entries:
            if entry.before is not None:
                late.setdefault(entry.before, []).append(entry)
        for entry in self.entries:
            order += late.get(entry.event.seq, ())
            if entry.before is None:
                order.append(entry)
        return [entry for entry in order if not entry.gone]

    def _rebuild(self) -> None:
        """Play everything that stands from the start."""
        self.referee = self._make()
        self.changes, self._figures = [], {}
        self.held, self.absent = set(), set()
        for entry in self.entries:
            entry.items = []
        for entry in self._played():
            command = self._command(entry.event)
            self._play(entry, None if command is not None and command.verb in CONTROLS else command)

    def _again(self, entry: Entry) -> Items:
        """Play all of it again, now that `entry` changes what came before; what is new by it."""
        before = [item for one in self.entries for item in one.items]
        self._rebuild()
        now = self.flow
        left = Counter(map(_bare, before))
        new = []
        for item in now:
            bare = _bare(item)
            if left[bare]:
                left[bare] -= 1
            else:
                new.append(item)
        standing = Counter(map(_bare, now))
        for item in before:
            bare = _bare(item)
            if standing[bare]:
                standing[bare] -= 1
            elif isinstance(item, Ruling):
                self.taken_back.append(item)
        return new

    def _ahead(self, *, proposed: bool = False) -> Referee:
        """A referee in the same state, to look ahead with; where a fight cannot be copied, one that has seen
        the same events. `proposed`: it is only to do what the fight proposes."""
        try:
            return self._forks.fork(self.referee, ahead=proposed)
        except TypeError:
            again = Desk(self._make)
            for entry in self.entries:
                again.see(entry.event)
            return again.referee

    def _twin(self) -> Desk:
        """A desk of its own in the same state."""
        twin = Desk.__new__(Desk)
        twin.__dict__ |= self.__dict__
        twin.referee = self._ahead()
        twin.entries = [replace(entry) for entry in self.entries]
        twin._by_seq = {entry.event.seq: entry for entry in twin.entries}
        twin.changes, twin._undone = list(self.changes), [list(one) for one in self._undone]
        twin.held, twin.absent = set(self.held), set(self.absent)
        twin._figures = dict(self._figures)
        return twin

    def _proposed(self, at: int) -> Draft | None:
        proposal = self.fight.proposes(self.without)
        if proposal is None:
            return None
        trial = self._ahead(proposed=True)
        event = Event(kind="command", seq=at, text="next")

        def act(fight: Fight) -> None:
            for one in proposal.acts:
                fight.act(one, self.master, True)

        items = trial.perform(event, act)
        return Draft(proposal=proposal, items=tuple(items), referee=trial)

    def _keep_changes(self, entry: Entry) -> None:
        """Whose figures have changed by it, for `explain`."""
        if not entry.items and entry.event.kind != "command":
            return
        record = self.referee.encounter.round
        why = next(
            (item.text for item in reversed(entry.items) if isinstance(item, Ruling) and item.text), ""
        )
        for who, figures in self.fight.state().items():
            known = self._figures.get(who, {})
            for figure, value in figures.items():
                if figure in known and known[figure] != value:
                    words = _why(entry, who, figure, value) or why
                    self.changes.append(
                        Change(
                            seq=entry.event.seq,
                            round=record.number if record is not None else None,
                            who=who, figure=figure, before=known[figure], after=value, why=words,
                        )
                    )  # fmt: skip
            self._figures[who] = dict(figures)

    # -- commands -------------------------------------------------------------------------------------

    def _command(self, event: Event) -> Command | None:
        """The command of an event, if it is one."""
        if event.kind != "command":
            return None
        found = read(event.text, self.referee.names(), marked=True)
        return found if isinstance(found, Command) else None

    def _control(self, entry: Entry, command: Command) -> Items:
        """Undo, redo, rollback: which events stand."""
        by = entry.event.speaker or self.master
        if command.verb == "redo":
            again = self._undone.pop() if self._undone else []
            for seq in again:
                self._by_seq[seq].gone = False
            said = f"{by} does again what was undone" if again else "there is nothing to do again"
        else:
            away = (
                self._steps(command.amount or 1)
                if command.verb == "undo"
                else self._since(command.round or 1)
            )
            for seq in away:
                self._by_seq[seq].gone = True
            if away:
                self._undone.append(away)
            said = self._told(command, away, by)
        if command.reason:
            said += f", because {command.reason}"
        entry.said = (said,)
        return self._again(entry)

    def _rerolled(self, entry: Entry, command: Command) -> Items:
        """Somebody's last roll that counted is passed over, and what it answered is asked of him again; what
        he has rolled since is no answer to it either."""
        who, by = command.who[0], entry.event.speaker or self.master
        rolls = [one for one in self.referee.rolls if one.combatant == who]
        last = next((place for place in reversed(range(len(rolls))) if rolls[place].counted), None)
        if last is None:
            entry.said = (f"{who} has rolled nothing that could be rolled again",)
        else:
            away = [one.seq for one in rolls[last:] if one.seq in self._by_seq]
            for seq in away:
                self._by_seq[seq].gone = True
            self._undone.append(away)
            because = f", because {command.reason}" if command.reason else ""
            entry.said = (f"{by} lets {who} roll again{because}",)
        return self._again(entry)

    def _steps(self, count: int) -> list[int]:
        """The last so many events that ruled something or commanded it, the last first."""
        found = []
        opened = {one.event.id for one in self.entries if _opening(one.event)} - {None}  # and all it brought
        for entry in reversed(self.entries[:-1]):
            command = entry.event.kind == "command"
            if (
                not entry.gone
                and not entry.said
                and not _opening(entry.event)
                and entry.event.id not in opened
                and not self._of_a_player(entry.event)
                and (command or self._rules(entry))
            ):
                found.append(entry.event.seq)
                if len(found) == count:
                    break
        return found

    def _of_a_player(self, event: Event) -> bool:
        """Whether a command is a player's own, about his own move."""
        command = self._command(event) if event.kind == "command" else None
        return command is not None and command.verb == "withdraw" and event.speaker not in self.referee.pgm

    def _rules(self, entry: Entry) -> bool:
        """Whether an event ruled something. What was only noted of a move sent in private is nobody's to
        undo who means the last thing that was ruled."""
        rulings = [one for one in entry.items if isinstance(one, Ruling)]
        if entry.event.kind == "whisper":
            rulings = [one for one in rulings if one.outcome not in NOTED and not one.needs_pgm]
        if rulings:
            return True
        his = any(isinstance(one, Finding) and one.code.startswith("PGM-") for one in entry.items)
        return his or any(one.seq == entry.event.seq for one in self.referee.pgm_rulings)

    def _since(self, number: int) -> list[int]:
        """All events after the one that opened the last round of that number."""
        opened = self._start_of(number)
        if opened is None:
            return []
        return [
            one.event.seq
            for one in self.entries[:-1]
            if one.event.seq > opened
            and (one.before is None or one.before > opened)  # what holds as of an earlier round stays
            and not one.gone
            and not one.said
            and not self._of_people(one.event)
        ]

    def _of_people(self, event: Event) -> bool:
        """Whether a command says who is who and who runs the fight: a round played again changes neither."""
        command = self._command(event)
        return _opening(event) or (command is not None and command.verb in ABOUT_PEOPLE)

    def _start_of(self, number: int) -> int | None:
        """The event that opened the round of that number, of the last fight that has one."""
        for ruling in reversed(self.referee.rulings):
            if (ruling.kind, ruling.outcome) == ("round", "opened") and ruling.round == number:
                return ruling.seq
        return None

    def _told(self, command: Command, away: list[int], by: str) -> str:
        if command.verb == "rollback":
            if not away:
                return f"there is nothing after the start of round {command.round} to take back"
            return f"{by} takes the fight back to the start of round {command.round}"
        if not away:
            return "there is nothing to undo"
        events = [self._by_seq[seq].event for seq in away]
        return f"{by} takes back {'; '.join(_of(event) for event in events)}"

    def _note(self, event: Event, words: str) -> Items:
        """PGM-3: kept with its words and place."""
        return self.referee.perform(event, lambda _: self.referee.encounter.find("PGM-3", words))

    @property
    def master(self) -> str:
        """The game master's name."""
        return self.referee.pgm[0] if self.referee.pgm else self.referee.ruleset.master


def _opening(event: Event) -> bool:
    """Whether a command opened the fight: who runs it is not undone with what he ruled."""
    return event.kind == "command" and (event.text == "open" or event.text.startswith("open "))


def _bare(item: Ruling | Finding) -> bytes:
    """What makes two rulings the same one when a fight is played again."""
    return json.encode(item)


def _of(event: Event) -> str:
    """An event in a few words that betray nothing told in private."""
    if event.kind == "command":
        if event.text == "next":  # the helper's own word for an ok that took the fight on
            return "the step that went on with the fight"
        said = event.text.partition(":")[0] if event.text.startswith("for ") else event.text
        return f"the command “{said[:60]}”"
    if event.kind == "roll" and event.roll is not None:
        return f"{event.roll.roller}'s roll of {event.roll.total}"
    if event.kind == "whisper":
        return f"{event.speaker}'s message"
    return f"{event.speaker}: {event.text[:60]}"


def _why(entry: Entry, who: str, figure: str, value: Any) -> str:
    """What has changed somebody's figure, in words: the first ruling that gives its new value, else the last
    one that concerns him."""
    about = [
        item
        for item in reversed(entry.items)
        if isinstance(item, Ruling) and item.text and who in (item.target, item.combatant)
    ]
    telling = [item for item in about if figure in item.values and item.values[figure] == value]
    for item in (*reversed(telling), *about):
        return item.text
    return next(
        (item.message for item in entry.items if isinstance(item, Finding) and item.code == "PGM-3"), ""
    )
