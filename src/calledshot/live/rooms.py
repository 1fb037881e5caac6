"""The fights of a helper's rooms: each thing that a service tells goes to the room it belongs to, and to whom
it is said comes out.

Sorts what comes in: our own lines, bots and dice, commands, secret moves, edits, gaps. What it means for a
fight is for `table`. Pure: the same messages always give the same answers, so that a journal can be played
again; nothing that anybody may send raises.
"""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING

from msgspec import json
from msgspec.structs import replace

from calledshot.campaign import fold
from calledshot.dice import box as boxes
from calledshot.dice.dialects import aol_result
from calledshot.live import meddling, orders, players, telling
from calledshot.live.config import Modes
from calledshot.live.dicing import Dicing
from calledshot.live.hub import Settled
from calledshot.live.messages import Incoming
from calledshot.live.people import People, Person, show
from calledshot.live.questions import question
from calledshot.live.table import Outbox, Shared, Table
from calledshot.live.wording import short, words
from calledshot.referee.commands import Command, Mistake, verbs
from calledshot.referee.typed import read
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.live.config import LiveConfig

log = logging.getLogger(__name__)
MOST_ROOMS = 50


class Rooms:
    """Implements `hub.Fights`. `key` is secret, and the same for all of a journal: dice and salts need it."""

    def __init__(self, ready: Ready, config: LiveConfig, *, key: bytes) -> None:
        campaign = ready.campaign
        if config.blind_pgm:
            campaign = replace(campaign, settings={**campaign.settings, "blind_pgm": True})
            ready = replace(ready, campaign=campaign)
        self.config = config
        self.people = People(
            config.masters(),
            config.accounts,
            known=(*campaign.sheets, *campaign.names, *campaign.names.values(), *campaign.pgm),
            reserved=config.own_names(),
            bots=(*config.trusted_bots, *campaign.dice_bots),
        )
        self._own_names = {fold(name) for name in config.own_names()}
        self._dicing = Dicing(config, key)
        self.shared = Shared(ready=ready, config=config, people=self.people, key=key, dicing=self._dicing)
        self.tables: dict[str, Table] = {}
        self._bot_names = (*config.trusted_bots, *campaign.dice_bots)
        self._bots = Bots(self._bot_names)

    # -- what the hub calls ---------------------------------------------------------------------------

    def heard(self, message: Incoming) -> Settled:
        """What comes of one message. Never raises for anything a person may send."""
        out = Outbox()
        for table in self.tables.values():
            table.out = out
            table.now = message.event.at or table.now
        try:
            self._heard(message, out)
        except Exception as error:  # whatever it is, the fight goes on, and nothing secret is logged
            where = _place(error)
            log.error("message %s was passed over: %s at %s", message.event.id, type(error).__name__, where)
            for table in self._concerned(message):
                table.tell_master(words("command.broken", where=f"{type(error).__name__} at {where}"))
        return Settled(events=tuple(out.events), lines=tuple(out.lines))

    def due(self, now: str) -> bool:
        return any(not table.still and table.waiting.due(now) for table in self.tables.values())

    # -- sorting --------------------------------------------------------------------------------------

    def _heard(self, message: Incoming, out: Outbox) -> None:
        event = message.event
        if message.what == "tick":
            for table in self.tables.values():
                if not table.still:
                    telling.remind(table, table.waiting.late(table.now))
        elif message.own:
            if event.kind == "command" and event.trust == "server" and event.speaker is None:
                self._configured(event)
        elif message.what == "members":
            self._members(message, self.table(event.room, out))
        elif message.what == "gap":
            for table in self._concerned(message) or [self.table(event.room, out)]:
                meddling.gap(table, event)
        elif message.what == "event" and event.kind == "system":  # the feed's own words on its trouble
            for table in self._concerned(message):
                table.tell_master(event.text, openly=True)
        elif event.kind == "nick":
            self._renamed(message)
        elif event.kind == "leave":
            self._left(message)
        elif message.what == "event" and event.kind == "join":
            self._joined(message, out)
        else:
            self._said(message, out)

    def _configured(self, event: Event) -> None:
        """Whoever runs us has put rooms into other modes since the last start; nobody else can say so. A room
        for which that has not changed stays as its game master has it."""
        before = self.config
        self.config = self.shared.config = before.with_modes(json.decode(event.text, type=Modes))
        for table in self.tables.values():
            table.config = self.config
            mode = self.config.mode_of(table.room or "")
            if mode not in (before.mode_of(table.room or ""), table.mode):
                table.mode = mode
                table.tell_master(words("command.mode", mode=mode))
                table.refresh(event, again=True)

    def table(self, room: str | None, out: Outbox) -> Table:
        """The table of a room, laid when first heard of."""
        key = (room or "").casefold()
        table = self.tables.get(key)
        if table is None:
            if len(self.tables) >= MOST_ROOMS:
                return next(iter(self.tables.values()))
            table = self.tables[key] = Table(room, self.shared)
            table.out = out
        return table

    def _concerned(self, message: Incoming) -> list[Table]:
        """The tables that a message is about: of its room, or all where it names none."""
        room = message.event.room
        if room is not None:
            table = self.tables.get(room.casefold())
            return [table] if table is not None else []
        return list(self.tables.values())

    def _catch_up(self, person: Person) -> None:
        for table in self.tables.values():
            table.catch_up(person)

    # -- people come and go ---------------------------------------------------------------------------

    def _notify(self, notices: tuple[tuple[str, str], ...], tables: list[Table]) -> None:
        for code, said in notices:
            for table in tables:
                table.tell_master(f"{code}: {said}")

    def _joined(self, message: Incoming, out: Outbox) -> None:
        table = self.table(message.event.room, out)
        if message.bot:
            return
        before = self.people.at(message.event.speaker)
        was_away = before is not None and not before.present
        met = self.people.met(message, acts=False)
        if met.person is None:
            return
        self._catch_up(met.person)
        table.here.add(met.person.name)
        if was_away or met.person.name in table.away:
            meddling.back(table, met.person, message.event)

    def _left(self, message: Incoming) -> None:
        event = message.event
        person = self.people.at(event.speaker)
        if person is None:
            return
        if event.room is None or len(self.tables) == 1:
            person.present = False
        for table in self._concerned(message):
            if person.name in table.here or event.room is not None:
                table.here.discard(person.name)
                meddling.left(table, person, event)

    def _renamed(self, message: Incoming) -> None:
        self._notify(self.people.renamed(message), list(self.tables.values()))

    def _members(self, message: Incoming, table: Table) -> None:
        """Who is in the room, by the service's own list."""
        there = {name.casefold() for name in message.members}
        for person in self.people.everybody():
            if person.address.casefold() in there:
                table.here.add(person.name)
                if not person.present or person.name in table.away:
                    person.present = True
                    meddling.back(table, person, message.event)
            elif person.name in table.here:
                table.here.discard(person.name)
                if len(self.tables) == 1:
                    person.present = False
                meddling.left(table, person, message.event)

    # -- what is said ---------------------------------------------------------------------------------

    def _said(self, message: Incoming, out: Outbox) -> None:
        event = message.event
        private = event.kind == "whisper"
        if not private and event.room is None and len(self.tables) == 1:
            room_table: Table | None = next(iter(self.tables.values()))
        else:
            room_table = None if private else self.table(event.room, out)
        if room_table is not None and self._rolled(message, room_table):
            return
        if message.bot or event.kind not in ("say", "emote", "whisper", "roll"):
            return
        speaker = event.speaker or ""
        tables = [room_table] if room_table is not None else list(self.tables.values())
        if fold(speaker) in self._own_names:
            said = words("trouble.bot_nick", who=show(speaker))
            self._notify(self.people.once("ID-5", said, speaker), tables)
            return
        met = self.people.met(message)
        self._notify(met.notices, tables)
        person = met.person
        if person is None:
            return
        self._catch_up(person)
        text = event.text
        if private:
            table, text = self._room_of(person, text, out)
            if table is None:
                self._which_room(person, event, out)
                return
        else:
            assert room_table is not None
            table = room_table
            table.here.add(person.name)
            if person.name in table.away:
                meddling.back(table, person, event)
        self._take_master(table, person, event)
        event = replace(event, speaker=person.name, text=text)
        if message.what != "event":
            meddling.changed(table, message, person, event)
            return
        table.remember(event, person)
        if private:
            self._whispered(table, person, event)
        else:
            self._in_the_room(table, person, event)

    def _rolled(self, message: Incoming, table: Table) -> bool:
        """Whether it was a roll of the service's or of a bot that is trusted (or other words of theirs)."""
        event = message.event
        if message.what != "event":
            return False
        if event.trust == "server":
            roll = event.roll or aol_result(event.text)
            if roll is not None:
                self._roll(table, replace(event, kind="roll", roll=roll))
            return True
        if self._bot_names and fold(event.speaker or "") in {fold(name) for name in self._bot_names}:
            if not self.people.same_bot(message):
                said = words("trouble.false_bot", who=show(event.speaker or ""))
                self._notify(self.people.once("ID-5", said, event.speaker or "", "bot"), [table])
                return True
            for heard in self._bots.all_heard(event):
                if heard.kind == "roll":
                    self._roll(table, heard)
            return True
        if event.trust == "bot" and event.kind == "roll":
            self._roll(table, event)
            return True
        self._bots.heard(event)  # it may be the command that a bot answers
        return False

    def _roll(self, table: Table, event: Event) -> None:
        """A roll counts for the person behind the name it gives."""
        assert event.roll is not None
        roller = event.roll.roller
        person = self.people.meant(roller)
        if self.people.usurped(roller):
            said = words("trouble.roll_of_another", who=show(roller))
            self._notify(self.people.once("ID-5", said, roller, "roll"), [table])
            return
        if person is not None and not person.refused:
            event = replace(event, roll=replace(event.roll, roller=person.name))
        table.heard(event)

    # -- in the room ----------------------------------------------------------------------------------

    def _in_the_room(self, table: Table, person: Person, event: Event) -> None:
        if event.kind == "say":
            thrown = self._dicing.thrown(table, person, event)
            if thrown is not None:
                table.post(thrown.line)
                if thrown.event is not None:
                    table.heard(thrown.event)
                return
            if event.text.lstrip().startswith("!") and self._marked(table, person, event):
                return
        if person is table.master:
            table.said_by_master(event)
            return
        if meddling.mimics(table, event.text):
            table.report("ID-4", words("trouble.mimics", who=show(person.name)), person.name, event)
        table.heard(event)
        self._adopt(table, event)
        self._protect(table, person)
        own = event.kind == "say" and table.fights(person)
        asked = question(table, person, event.text, private=False) if own else None
        if asked is not None:
            players.answer(table, event, person, asked)

    def _marked(self, table: Table, person: Person, event: Event) -> bool:
        """A command typed in the room; whether it was one."""
        text = event.text.strip()[1:].strip()
        is_word = text[:1].isalnum() or text[:1] in ("?", '"')
        found = read(text, table.referee.names(), marked=True) if is_word else None
        asked = question(table, person, text, private=True) if person is not table.master else None
        if asked is not None:
            found = asked
        if found is None:
            return False
        if isinstance(found, Command) and found.verb == "open":
            self._opens(table, person, event, found.words)
        elif person is table.master:
            if isinstance(found, Mistake) and boxes.command(event.text) is not None:
                return False  # dice of a bot's
            if isinstance(found, Mistake):
                table.tell_master(words("command.not_known", message=found.message), event)
            else:
                orders.do(table, event, found, True)
        elif isinstance(found, Mistake):
            return False  # others talk like that, and other bots listen
        else:
            asked = players.command_of(table, person, text, marked=True) or found
            self._asked(table, person, event, asked)
        return True

    def _asked(self, table: Table, person: Person, event: Event, command: Command) -> None:
        """A command from somebody who is not the game master."""
        if verbs()[command.verb].by == "anyone" or command.verb == "next":
            players.answer(table, event, person, command)
        elif person.master:
            self._take_over(table, person, event)
        else:
            table.tell(person, words("command.not_yours", title=table.title), event)
            self._not_his(table, person, event, command.verb)

    def _not_his(self, table: Table, person: Person, event: Event, verb: str) -> None:
        said = words("trouble.not_his", who=show(person.name), verb=verb, title=table.title)
        table.report("ID-4", said, person.name, event)

    def _take_over(self, table: Table, person: Person, event: Event) -> None:
        """One who may run fights, and does not run this one."""
        table.tell(person, words("open.take_over", master=table.master_name, title=table.title), event)

    def _protect(self, table: Table, person: Person) -> None:
        """Nobody may look like one who fights."""
        if table.desk.fight.fights(table.combatant(person)):
            self.people.protect(person.name)

    # -- in private -----------------------------------------------------------------------------------

    def _whispered(self, table: Table, person: Person, event: Event) -> None:
        text = event.text.strip()
        if not text:
            return
        marked = text.startswith("!")
        if marked or person is not table.master:
            command = players.command_of(table, person, text.lstrip("! "), marked=marked)
        else:
            command = None
        may = marked or table.master is None or person.master
        opens = read(text, table.referee.names()) if may else None
        if isinstance(opens, Command) and opens.verb == "open":
            self._opens(table, person, event, opens.words)
        elif person is table.master:
            self._ordered(table, person, event, text)
        elif command is not None:
            self._asked(table, person, event, command)
        elif person.master and isinstance(read(text, table.referee.names()), Command):
            self._take_over(table, person, event)
        elif self._dicing.wanted(text):
            table.tell(person, words("player.dice_in_rooms"), event)
        else:
            if table.master is None and not (self.config.pgm or self.shared.ready.campaign.pgm):
                table.tell(person, words("open.nobody", title=table.title), event)
            players.move(table, event, person, event.text)
            self._protect(table, person)

    def _ordered(self, table: Table, person: Person, event: Event, text: str) -> None:
        """The game master's words in private: a command, a question, or a move of his own character."""
        names = table.referee.names()
        found = read(text, names)
        if isinstance(found, Command) and found.verb == "open":
            self._opens(table, person, event, found.words)
            return
        plays = table.fights(person)
        if isinstance(found, Command):
            orders.do(table, event, found, False)
            return
        if plays and not text.startswith("!"):
            asked = players.command_of(table, person, text, marked=False)
            if asked is not None:
                players.answer(table, event, person, asked)
                return
            if players.declares(table, text):
                players.own_move(table, event, person, text)
                return
        mistake = found if isinstance(found, Mistake) else read(text.lstrip("!"), names, marked=True)
        message = mistake.message if isinstance(mistake, Mistake) else "`help` lists what I know"
        if table.referee.says(text) or " " in text:  # perhaps he says what he would say in the room
            message += words("command.as_ruling", words=short(text, 80))
        table.tell_master(words("command.not_known", message=message), event)

    def _room_of(self, person: Person, text: str, out: Outbox) -> tuple[Table | None, str]:
        """Which room somebody's private words are about: the one they name, the one he fights in or runs,
        the one he is in."""
        first, _, rest = text.strip().partition(" ")
        named = self.tables.get(first.rstrip(":,").casefold())
        tables = self._open_to(person)
        if named in tables and first:
            return named, rest.strip()
        if len(tables) == 1:
            return tables[0], text
        for fits in (
            [one for one in tables if one.master is person or one.desk.fight.fights(one.combatant(person))],
            [one for one in tables if person.name in one.here],
        ):
            if len(fits) == 1:
                return fits[0], text
            if fits:
                return None, text
        return None, text

    def _open_to(self, person: Person) -> list[Table]:
        """The rooms that somebody may ask about: where there are several, those he is in or has to do with,
        so that nobody is told of a room that he was not let into."""
        tables = list(self.tables.values())
        if len(tables) == 1 or person.master:
            return tables
        return [
            one
            for one in tables
            if person.name in one.here or one.master is person or one.desk.fight.fights(one.combatant(person))
        ]

    def _which_room(self, person: Person, event: Event, out: Outbox) -> None:
        rooms = [table.room or "" for table in self._open_to(person)]
        table = next(iter(self.tables.values()), None) or Table(None, self.shared)
        table.out = out
        said = words("open.which_room", rooms=", ".join(rooms)) if rooms else words("open.no_room")
        table.tell(person, said, event)

    # -- who is the game master -----------------------------------------------------------------------

    def _opens(self, table: Table, person: Person, event: Event, terms: str) -> None:
        if self._may_open(table, person):
            orders.opened(table, event, person, terms)
        else:
            masters = self.config.masters() or self.shared.ready.campaign.pgm
            if masters:
                said = words("open.named", masters=" or ".join(masters), title=table.title)
            else:
                said = words("open.not_you", master=table.master_name, title=table.title)
            table.tell(person, said, event)
            self._not_his(table, person, event, "open")

    def _may_open(self, table: Table, person: Person) -> bool:
        if self.config.pgm:
            return person.master or person is table.master
        if table.master is None:
            named = self.shared.ready.campaign.pgm
            return not named or any(fold(name) == fold(person.name) for name in named)
        fights = table.referee.encounters
        over = bool(fights) and fights[-1].outcome is not None
        return person is table.master or (over and not self.shared.ready.campaign.pgm)

    def _take_master(self, table: Table, person: Person, event: Event) -> None:
        """The one whom the configuration or the campaign names is the game master from his first word."""
        if table.master is not None:
            return
        named = self.shared.ready.campaign.pgm
        if person.master or (not self.config.pgm and any(fold(name) == fold(person.name) for name in named)):
            orders.opened(table, event, person, asked=False)
        else:
            table.awaits_master(event)

    def _adopt(self, table: Table, event: Event) -> None:
        """Where nobody is named, whoever calls the rounds is the game master, as in an audit."""
        if table.master is None and not self.config.pgm and table.referee.pgm:
            person = self.people.named(table.referee.pgm[0])
            if person is not None:
                orders.adopted(table, event, person)


def _place(error: BaseException) -> str:
    """Where in our own code something failed; not what it was about."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}" if last is not None else "?"
