"""One room under a desk: what comes of each event, and who is told it, in the room's mode.

Watch tells the game master what is found and asked. Suggest also makes a draft of what there is to say, which
he posts with `ok`. Auto posts it. What people type at the helper is for `orders` and `players`, who they are
for `people`. Pure: it hears and answers, and its time is that of the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from calledshot.clauses import CORE
from calledshot.finding import Finding
from calledshot.live import saying, telling
from calledshot.live.commitment import Commitment
from calledshot.live.dicing import Dicing
from calledshot.live.drafts import Drafts, Spoken, compose
from calledshot.live.heeding import Words
from calledshot.live.late import Late
from calledshot.live.messages import Outgoing
from calledshot.live.people import People, Person, show
from calledshot.live.secrecy import ABOUT_PEOPLE, PRETENCES, Secrecy
from calledshot.live.waiting import Waiting
from calledshot.live.wording import clean, words
from calledshot.referee.acts import Act
from calledshot.referee.commands import Command, write
from calledshot.referee.desk import Desk
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.live.config import LiveConfig, Mode

Items = Sequence[Ruling | Finding]
BACKLOG = 50
"""Lines kept for somebody who is away; more would only bury the last of them."""
REMEMBERED = 2_000
"""Messages that may still be edited."""
RULED = 30
"""The last of the game master's rulings, in which those of one message are found."""


class Shared(Struct, kw_only=True):
    """What the rooms of one helper have in common."""

    ready: Ready
    config: LiveConfig
    people: People
    key: bytes
    dicing: Dicing
    seq: int = -1

    def next_seq(self) -> int:
        self.seq += 1
        return self.seq


class Outbox(Struct):
    """What came of one message so far."""

    events: list[Event] = field(default_factory=list)
    lines: list[Outgoing] = field(default_factory=list)


class Message(Struct, frozen=True):
    """Who said a message, whether to us alone, and its number in the record."""

    name: str
    private: bool
    seq: int


class Known(Struct, frozen=True):
    """What an earlier message came to: `ruled`, something was ruled by it; `moved`, it declared a move."""

    private: bool
    ruled: bool
    moved: bool
    seq: int

    def old(self, table: Table) -> bool:
        """Whether its round is over."""
        if not self.moved:
            return False
        record = table.referee.encounter.round
        return record is None or record.closed or all(one.seq != self.seq for one in record.declarations)


class Table:
    """The fights of one room."""

    def __init__(self, room: str | None, shared: Shared) -> None:
        self.room = room
        self.shared = shared
        self.config = shared.config
        self.people = shared.people
        self.mode: Mode = shared.config.mode_of(room or "")
        self.master: Person | None = None
        self.desk = Desk(self._referee)
        self.secrecy = Secrecy(self.desk.referee)
        self.drafts = Drafts()
        self.waiting = Waiting()
        self.commitment = Commitment()
        self.paused = False
        self.gap = False
        self.unread: dict[str, str] = {}  # ids of messages that cannot be read yet -> whose
        self.held_away: set[str] = set()  # held because they dropped out; back when they are
        self.out = Outbox()
        self.now: str | None = None
        self.here: set[str] = set()  # names of those in the room
        self.away: set[str] = set()  # fighters who dropped out
        self.unheard: list[str] = []  # what nobody was there to be told
        self.questions: set[str] = set()  # that the game master has been asked
        self.said: dict[str, Message] = {}
        self._over = 0  # fights that were told to be over
        self._late = Late()

    def _referee(self) -> Referee:
        names = () if self.master is None else (self.master.name,)
        return self.shared.ready.referee(pgm=names)

    # -- saying ---------------------------------------------------------------------------------------

    def tell(
        self, whom: Person | str | None, text: str, about: Event | None = None, *, openly: bool = False
    ) -> None:
        """One line to one person; it may hold what only he may know. `openly`: it holds nothing secret, and
        need not wait until he has shown himself."""
        person = self.people.named(whom) if isinstance(whom, str) else whom
        text = clean(text)
        if person is None or not text:
            return
        reply = about.id if about is not None else None
        line = Outgoing(text=text, to=person.address, in_reply_to=reply, secret=True, account=person.account)
        if person.reachable or (openly and person.present):
            self.out.lines.append(line)
        elif len(person.backlog) < BACKLOG:
            person.backlog.append(line)

    def catch_up(self, person: Person) -> None:
        """He has shown himself again: what could not be sent to him safely goes out."""
        if person.backlog and person.reachable:
            self.out.lines += [replace(line, to=person.address) for line in person.backlog]
            person.backlog.clear()

    def tell_master(self, text: str, about: Event | None = None, *, openly: bool = False) -> None:
        """One line to the game master; where there is none yet, the first who is hears of it."""
        if self.master is not None:
            self.tell(self.master, text, about, openly=openly)
        elif len(self.unheard) < BACKLOG:
            self.unheard.append(text)

    def report(self, code: str, said: str, who: str, about: Event | None = None) -> None:
        """Somebody does what he may not: the game master hears of it once a round."""
        if self.first(code, who):
            self.tell_master(f"{code}: {said}", about)

    def first(self, code: str, who: str | None) -> bool:
        """Whether it is the first of its kind of somebody's, this round."""
        fights = self.referee.encounters
        place = f"{len(fights)}/{len(fights[-1].rounds) if fights else 0}"
        return bool(self.people.once(code, "", who or "", self.room or "", place))

    def awaits_master(self, event: Event) -> None:
        """Until one of the game masters that are named is here, nobody else is taken for one."""
        names = tuple(self.config.masters())
        if self.master is None and names and self.desk.master not in names:
            self.command(Command(verb="open"), names[0], event)

    def runs(self, person: Person) -> None:
        """Somebody is the game master from now on."""
        self.master = person
        self.people.protect(person.name)
        unheard, self.unheard = self.unheard, []
        for text in dict.fromkeys(unheard):
            self.tell_master(text)

    def post(self, text: str) -> None:
        """One line to the room."""
        text = clean(text)
        if text:
            own = self.config.rooms.get(self.room or "")
            notice = (
                own.room_notices
                if own is not None and own.room_notices is not None
                else self.config.room_notices
            )
            self.out.lines.append(Outgoing(text=text, room=self.room, notice=notice))

    # -- who said what --------------------------------------------------------------------------------

    def remember(self, event: Event, person: Person) -> None:
        """A message about to be seen, in case it is edited or deleted."""
        if event.id is not None:
            self.said[event.id] = Message(person.name, event.kind == "whisper", self.shared.seq + 1)
            if len(self.said) > REMEMBERED:
                del self.said[next(iter(self.said))]
            if self.unread.pop(event.id, None) is not None:
                self.tell_master(words("trouble.readable", who=show(self.combatant(person))), event)

    def said_before(self, id: str | None, person: Person) -> Known | None:
        """What a message was that the same person said before; None where it was another's or is not known
        any more."""
        said = self.said.get(id or "")
        if said is None or said.name != person.name:
            return None
        entry = next((one for one in self.desk.entries if one.event.seq == said.seq), None)
        if entry is None:
            return None
        ruled = any(isinstance(one, Ruling) and one.kind not in ("refused", "ask") for one in entry.items)
        moved = any(
            one.seq == said.seq
            for fight in self.referee.encounters
            for record in fight.rounds
            for one in record.declarations
        )
        return Known(said.private, ruled, moved, said.seq)

    @property
    def referee(self) -> Referee:
        return self.desk.referee

    @property
    def title(self) -> str:
        return self.referee.ruleset.master

    @property
    def blind(self) -> bool:
        return bool(self.config.blind_pgm or self.referee.campaign.settings.get("blind_pgm"))

    def combatant(self, person: Person) -> str:
        """Whom somebody plays, by the name the fight has for him."""
        return self.referee.encounter.names.known(person.name) or person.name

    def fights(self, person: Person) -> bool:
        who = self.combatant(person)
        return self.desk.fight.fights(who) or who in self.referee.campaign.sheets

    def player(self, combatant: str) -> Person | None:
        """Who plays a combatant, where he has shown himself."""
        person = self.people.named(combatant)
        if person is not None:
            return person
        known = self.referee.encounter.names.known
        return next((one for one in self.people.everybody() if known(one.name) == combatant), None)

    def see(self, event: Event) -> list[Ruling | Finding]:
        """One event of the record; returns what is new by it."""
        event = replace(event, seq=self.shared.next_seq(), room=self.room)
        referee = self.desk.referee
        items = self.desk.see(event)
        self.out.events.append(event)
        if self.desk.referee is not referee:
            self.secrecy.restored(self.desk.referee)
            self.drafts.replayed(self.desk)
            self._follow_rights()
        else:
            self.secrecy.seen()
        return items

    def _follow_rights(self) -> None:
        """A handover that is undone is one here too."""
        name = self.referee.pgm[0] if self.referee.pgm else None
        person = self.people.named(name) if name is not None else None
        if self.master is not None and person is not None and person is not self.master:
            before = self.master
            self.runs(person)
            self.drafts.current = None
            self.tell(before, words("command.handed", name=person.name, title=self.title))
            self.tell_master(words("command.yours_again", room=self.room or "", title=self.title))

    def command(
        self, command: Command, by: str, about: Event, *, public: bool = False
    ) -> list[Ruling | Finding]:
        """A command of the game master's (or of a player's about himself), as an event."""
        return self.see(
            Event(
                kind="command",
                at=about.at,
                clock=about.clock,
                speaker=by,
                to=None if public else self.config.nick,
                text=write(command),
                id=about.id,
            )
        )

    @property
    def master_name(self) -> str:
        return self.master.name if self.master is not None else self.desk.master

    # -- what comes of an event -----------------------------------------------------------------------

    def sorted_out(
        self, event: Event, items: Items, *, quiet: bool = False, entered: bool = False, told: str = ""
    ) -> list[Ruling]:
        """What of it is for the room; the rest is told to whom it concerns. `quiet`: the game master is told
        nothing that he has just said himself. `entered`: it is a private message that he has entered for
        somebody, so that he is the one to hear of it. `told`: what he has read already."""
        public: list[Ruling] = []
        notes: list[str] = []
        others: dict[str, list[str]] = {}
        questions: list[str] = []
        for item in items:
            self.secrecy.met(item)
            if isinstance(item, Finding):
                whose = self._for_player(item)
                if whose is not None:
                    others.setdefault(whose, []).append(f"{item.code}: {item.message}")
                else:
                    notes.append(self._note(event, item, quiet, entered))
                continue
            to = self.secrecy.for_ruling(event, item)
            if item.outcome == "forged" and not self._minds(item):
                continue
            if entered and to is not None and not self.is_secret(item):
                to = self.master_name
            if to is None:
                public.append(item)
            elif item.needs_pgm and self.desk.entries[-1].replays:
                pass  # played again: whatever is still open is asked with all that is
            elif item.needs_pgm and item.values.get("order"):
                if not self.blind:  # what he is to know alone, and no question
                    notes.append(item.text)
            elif item.needs_pgm:
                self.questions.add(str(item.values.get("question")))
                if not entered or self.desk.fight.undecided:
                    questions.append("? " + str(item.values.get("question") or item.text))
            elif to != self.master_name:
                others.setdefault(to, []).append(item.text)
                if event.kind != "whisper" and not self.blind:
                    notes.append(item.text)  # a message kept from before: he has not heard of it yet
            elif item.text:
                notes.append(item.text)
        for whom, said in others.items():
            for line in _in_lines(said):
                self.tell(whom, line, event)
        for line in _in_lines([one for one in notes if one.rstrip(".") not in told]):
            self.tell_master(line, event)
        for question in dict.fromkeys(questions):
            self.tell_master(question, event)
        return public

    def _minds(self, forged: Ruling) -> bool:
        """Whether a forged roll is worth a word: the first of one who is in the fight."""
        who = forged.combatant
        return who is not None and self.desk.fight.fights(who) and self.first(forged.outcome, who)

    def _for_player(self, finding: Finding) -> str | None:
        """Who else than the game master hears of a finding: its sender where a message kept from before is
        looked at only now, or the one whose secret it is where the game master is blind."""
        of_rules = finding.code not in CORE or finding.code == "ID-2"  # which names a target
        if self.blind and of_rules and finding.combatant != self.secrecy.due:
            whose = self.secrecy.secrets.get(finding.combatant or "")
            if whose is not None:
                return whose
        about = self.referee.lines.get(finding.seq) if finding.seq is not None else None
        kept = about is not None and about.kind == "whisper" and finding.seq != self.shared.seq
        return about.speaker if about is not None and kept and finding.severity != "info" else None

    def is_secret(self, ruling: Ruling) -> bool:
        """Whether the game master himself may not see it yet."""
        return self.blind and ruling.combatant in self.secrecy.secrets

    def _note(self, event: Event, finding: Finding, quiet: bool, entered: bool) -> str:
        """A finding for the game master, in words; empty where he need not hear it."""
        if finding.code in PRETENCES and not self.first(finding.code, finding.combatant):
            return ""
        to = self.secrecy.for_finding(event, finding)
        if to is not None and to != self.master_name and not entered and finding.code not in ABOUT_PEOPLE:
            return ""  # its sender is told with his move
        if event.kind == "command" and finding.message.startswith(f"the {self.title}: “"):
            return ""  # his own word, in other words
        if finding.code == "PGM-3" and (event.kind == "command" or entered):
            return "" if quiet else finding.message[:1].upper() + finding.message[1:] + "."
        small = finding.severity == "info" and finding.code not in CORE
        kept = any(one.seq == finding.seq for one in self.referee.pgm_rulings[-RULED:])
        known = finding.code in ("PGM-2", "PGM-3") or (finding.code == "PGM-4" and kept)
        if self.mode != "watch" and (small or known):
            return ""
        return f"{finding.code}: {finding.message}"

    def heard(self, event: Event) -> None:
        """Anything that is neither for the helper nor the game master's own word in the room."""
        public = self.sorted_out(event, self.see(event))
        self.say_later(public)
        self.refresh(event)

    def said_by_master(self, event: Event) -> None:
        """His own words in the room: what they rule, he has told the room himself."""
        before, acts = self._standing(), self.referee.says(event.text)
        items = self.see(event)
        public = self.sorted_out(event, items, quiet=True)
        spoken = self.spoken(acts)
        told = len(spoken.untold(self.drafts.unsaid)) < len(self.drafts.unsaid)
        if not items and not told and self._standing() == before:
            self.refresh(event)
            return
        self.his_words(event.text, spoken, self.drafts.unsaid, public)
        draft, place = self.drafts.current, len(self.out.lines)
        self.refresh(event)
        now = self.drafts.current
        if draft is not None and (now is None or now.number != draft.number):
            self.tell_master(words("draft.withdrawn", number=draft.number), event)
            self.out.lines.insert(place, self.out.lines.pop())

    def spoken(self, acts: Sequence[Act]) -> Words:
        """Words of the game master's that have just been seen."""
        ruled = [one.combatant for one in self.referee.pgm_rulings[-RULED:] if one.seq == self.shared.seq]
        return Words(acts, set(self.referee.names().values()), set(filter(None, ruled)))

    def his_words(
        self, text: str, spoken: Words, unsaid: Sequence[Ruling | Spoken], public: Sequence[Ruling]
    ) -> None:
        """The game master has told the room: what he has not spoken of is left to say. `unsaid` of what was
        unsaid; the rest is not said any more."""
        untold = spoken.untold([*unsaid, *public])
        worded = {one.seq for one in untold if isinstance(one, Spoken) or compose(self.desk, [one])}
        left = [one for one in untold if one.seq in worded]  # of an event with nothing for the room he knows
        self.drafts.shelve(self.shared.seq, left)
        self.say_later(one for one in left if one not in self.drafts.unsaid)
        self.drafts.keep(text, [one for one in public if one not in left], (self.shared.seq,), own=True)

    def _standing(self) -> tuple[object, ...]:
        """Where the fight stands, to tell whether words have changed it."""
        draft = saying.proposed(self) if self.mode != "watch" else None
        fight = self.desk.fight
        return (
            len(self.referee.pgm_rulings),
            fight.asked,
            fight.waits,
            draft.proposal.acts if draft is not None else None,
        )

    def say_later(self, rulings: Iterable[Ruling | Spoken]) -> None:
        self.drafts.unsaid += rulings

    # -- drafts ---------------------------------------------------------------------------------------

    @property
    def still(self) -> bool:
        """Whether nothing is drafted or posted now."""
        return self.paused or self.gap or self.mode == "watch" or self.master is None

    def refresh(self, event: Event | None, *, again: bool = False) -> None:
        """What there is to say now. `again`: also where it has been dropped before."""
        if again:
            self.drafts.dropped = None
        if self.mode == "watch":
            self.drafts.told()
            self.drafts.current = None
        elif not self.still and self.mode == "auto":
            saying.go_on(self, event)
        self._promises(event)
        if not self.still and self.mode == "suggest":
            saying.suggest(self, event)

    @property
    def running(self) -> bool:
        """Whether a fight is on: auto mode begins none by itself."""
        fights = self.referee.encounters
        return bool(fights) and bool(fights[-1].rounds) and fights[-1].outcome is None

    def _promises(self, event: Event | None) -> None:
        """What is kept up beside the fight: whom it waits for, the promises of fair dice and of moves that
        stay as they were sent, and that it is over."""
        self.waiting.renew(self.desk, self.now)
        self._late.told(self, event)
        undecided = self.desk.fight.undecided
        for question in undecided:
            if question not in self.questions:
                self.tell_master(f"? {question}", event)
        self.questions = set(undecided)
        if self.running and self.config.dice == "fair":
            self.shared.dicing.box(self)
        if self.config.commit_moves:
            for line in (self.commitment.closes(self), *self.commitment.reveals(self)):
                self.post(line)
        over = sum(1 for one in self.referee.encounters if one.outcome is not None)
        if over > self._over:
            self.tell_master(words("command.over"), event)
            for line in (*self.commitment.reveals(self, over=True), self.shared.dicing.closed(self)):
                self.post(line)
        self._over = over


def _in_lines(notes: Sequence[str]) -> Iterator[str]:
    """Notes, each once, several to a line while it stays short."""
    yield from telling.in_lines(dict.fromkeys(filter(None, notes)), "")
