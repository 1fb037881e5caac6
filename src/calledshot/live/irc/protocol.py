"""One connection to an IRC server, without the socket: lines in, effects out, time handed in.

It gets us in, joins the rooms, keeps the roster by what the server answers, and hands on what is said once a
room is ready for it. Who comes and goes is read in `membership`, numerics about rooms, people and messages in
`answers`; speaking is in `speaking`, the socket in `feed`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from irctokens.line import Line
from msgspec.structs import replace

from calledshot.live.irc import answers, membership
from calledshot.live.irc.answers import WHO_TOKEN
from calledshot.live.irc.batches import PLAYBACK, Batch, Batches
from calledshot.live.irc.catchup import CatchUp, Step
from calledshot.live.irc.effects import Echo, Effect, Ended, Heard, Inside, Moved, Note, Ready, Send, Taken
from calledshot.live.irc.events import Reader, Told, identity, plain, time_of
from calledshot.live.irc.flights import Past
from calledshot.live.irc.isupport import Support
from calledshot.live.irc.known import Known
from calledshot.live.irc.lines import build, parse
from calledshot.live.irc.login import Login
from calledshot.live.irc.memory import Memory, later
from calledshot.live.irc.ownname import OwnName
from calledshot.live.irc.places import HELD, Place
from calledshot.live.irc.roster import Room, Roster
from calledshot.live.irc.settings import Settings
from calledshot.live.irc.splitting import longest_prefix
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

WHO_AGAIN = 5.0
"""Seconds until we ask again who is in a room, where the server has no time for it."""
READY_PATIENCE = 30.0
"""Seconds after the welcome within which rooms may delay what is to be said."""
MOTD_PATIENCE = 10.0
WHOIS_MOST = 60


class Protocol:
    """See above. `receive` and `tick` are to be called in order; each returns what follows."""

    def __init__(self, settings: Settings, memory: Memory) -> None:
        self.settings, self.memory = settings, memory
        self.login = Login(settings.identity)
        self.caps = self.login.caps
        self.support = Support()
        self.roster = Roster(self.support)
        self.known = Known(self.roster, self.support.fold, lambda: self.clock)
        self.past = Past(self.support.fold)
        self.reader = Reader(self.support, self.roster, lambda: self.nick, self.tagged, self.name_of)
        self.batches = Batches()
        self.nick = settings.identity.nick
        self.own = OwnName(self)
        self.places: list[Place] = [Place(name, settings.keys.get(name)) for name in settings.rooms]
        self.catchup: CatchUp | None = None
        self.clock, self.now = 0.0, ""
        self.ready = False
        self._begun = False
        self._welcomed_at: float | None = None
        self.user: str | None = None
        self.host: str | None = None
        self._private: list[Told] = []
        self.memory.kept_nothing()
        self._handed = 0  # how many of those were handed on
        self.asked: list[float] = []  # when we asked about newcomers, lately
        self._server_time = ""
        self._out: list[Effect] = []

    # -- what a shell calls -----------------------------------------------------------------------------

    def start(self, clock: float) -> list[Effect]:
        """The connection is there."""
        self.clock = clock
        return [Send(line) for line in self.login.start()]

    def receive(self, raw: bytes, now: str, clock: float) -> list[Effect]:
        """One line. `now` is the time in ISO 8601, for servers that do not tell it; `clock` in seconds."""
        self.now, self.clock, self._out = now, clock, []
        line = parse(raw)
        if line is not None:
            self._server_time = time_of(line, self._server_time)
        if line is None:
            self.note(logging.DEBUG, f"a line of {len(raw)} bytes that says nothing")
        else:
            self._line(line)
        return self._out

    def tick(self, now: str, clock: float) -> list[Effect]:
        """Time has passed; to be called every second or so."""
        self.now, self.clock, self._out = now, clock, []
        if self._welcomed_at is None:
            return []
        if not self._begun and clock - self._welcomed_at > MOTD_PATIENCE:
            self._begin()
        for place in self.places:
            if place.ask_at is not None and clock >= place.ask_at:
                self._ask_who(place)
            if place.retry_at is not None and clock >= place.retry_at:
                self.join(place)
            elif place.deadline is not None and clock >= place.deadline:
                self._impatient(place)
        self.own.tick()
        if not self.ready and self._begun and clock - self._welcomed_at > READY_PATIENCE:
            self._be_ready()
        return self._out

    @property
    def prefix_size(self) -> int:
        """The length in bytes of what the server will put before our words: nick!user@host."""
        if self.user is None or self.host is None:
            return longest_prefix(self.nick)
        return len(f"{self.nick}!{self.user}@{self.host}".encode())

    def place(self, room: str) -> Place | None:
        key = self.support.fold(room)
        return next((place for place in self.places if self.support.fold(place.name) == key), None)

    # -- effects ----------------------------------------------------------------------------------------

    def send(self, command: str, *params: str) -> None:
        try:
            self._out.append(Send(build(command, *params)))
        except ValueError:  # a room or nick of the server's own that no line can hold
            self.note(logging.WARNING, f"{command} with a parameter that cannot be sent")

    def note(self, level: int, text: str) -> None:
        self._out.append(Note(level, text))

    def effect(self, effect: Effect) -> None:
        self._out.append(effect)

    def report(self, room: str, text: str, id: str | None = None) -> None:
        """Something for the game master of a room, of which the service itself would not tell him."""
        event = Event(kind="system", room=room, text=text, at=self.now, trust="server", id=id)
        self.tell(Told(incoming=Incoming(event=event, bot=True), room=room))

    def report_everywhere(self, text: str) -> None:
        self.note(logging.WARNING, text)
        for place in self.places:
            self.report(place.name, text)

    # -- lines ------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        if line.command == "PING":
            self._out.append(Send(build("PONG", *line.params[-1:]), now=True))
        elif line.command == "ERROR":
            why = plain(line.params[-1])[:300] if line.params else ""
            flood = any(word in why.lower() for word in ("flood", "recvq"))
            self._out.append(Ended(why, flood=flood))
        elif not self.login.welcome:
            self._before(line)
        elif self.batches.collects(line):
            pass
        else:
            self._after(line)

    def _before(self, line: Line) -> None:
        if self.login.refusal is not None:
            return  # we have said goodbye
        if line.command == "005":
            self.support.read(line.params[1:-1])
        if line.command == "396":
            self._addressed(line)
        for answer in self.login.read(line):
            self._out.append(Send(answer))
        if self.login.refusal is not None:
            self._out.append(Ended(self.login.refusal.why, self.login.refusal))
        elif self.login.welcome:
            self.nick = self.login.nick
            self._welcomed_at = self.clock
            account = self.login.account
            self.catchup = CatchUp(self.memory, self.support, self.caps, self.reader, self.past, account)
            self.note(logging.INFO, f"let in as {self.nick}" + (f", account {account}" if account else ""))

    def _after(self, line: Line) -> None:
        handler = _HANDLERS.get(line.command)
        if handler is not None:
            handler(self, line)
        elif len(line.command) == 3 and line.command.isdigit():
            answers.numeric(self, line, self.batches.label(line))

    def _begin(self) -> None:
        """The server has said all it says by itself."""
        self._begun = True
        if self.support.bot_flag:
            self.send("MODE", self.nick, f"+{self.support.bot_flag}")
        for room in self.memory.invited:
            if self.place(room) is None:
                self.places.append(Place(room))
        self.own.begin()
        for place in self.places:
            if place.phase == "out":  # a bouncer is in them already, and says so by itself
                self.join(place)
        self._maybe_ready()

    def _on_cap(self, line: Line) -> None:
        for answer in self.caps.read(line.params):
            self._out.append(Send(answer))

    def _on_support(self, line: Line) -> None:
        self.support.read(line.params[1:-1])

    def _on_motd_end(self, line: Line) -> None:
        if not self._begun:
            self._begin()

    def _on_pong(self, line: Line) -> None:
        if line.params:
            self._out.append(Taken(proof=line.params[-1]))

    def _on_ack(self, line: Line) -> None:
        self._out.append(Taken(label=self.batches.label(line)))

    # -- rooms ------------------------------------------------------------------------------------------

    def join(self, place: Place) -> None:
        place.retry_at = None
        place.to("joining", self.clock)
        self.begun(place)
        self.send("JOIN", place.name, *([place.key] if place.key else []))

    def begun(self, place: Place) -> None:
        """Written down first: from here on we miss nothing of a room in silence."""
        if self.memory.mark(place.name) is None:
            place.first = True
            now = self._server_time or self.now
            self.memory.been(place.name, None, now)
            if self.memory.whispered is None:
                self.memory.whispered_at(now)
            self._out.append(Moved(self.memory.dump()))

    def not_joined(self, place: Place, why: str) -> None:
        """We cannot get in now."""
        place.thrown_out(self.clock)
        if place.first:
            self.memory.never(place.name)
        self.note(logging.WARNING, f"not in {place.name}: {why}")
        if not place.troubled:
            place.troubled = True
            self._hand_on(place, self._system(place.name, f"I cannot get into {place.name}: {why}"))
        self._maybe_ready()

    def _system(self, room: str, text: str) -> Told:
        event = Event(kind="system", room=room, text=text, at=self.now, trust="server")
        return Told(incoming=Incoming(event=event, bot=True), room=room)

    def _impatient(self, place: Place) -> None:
        """The server owes us an answer: on with what we know."""
        self.note(logging.WARNING, f"no answer about {place.name} while {place.phase}")
        if place.phase == "joining":
            self.not_joined(place, "the server does not answer")
        elif place.phase == "naming":
            room = self.roster.room(place.name)
            self.named(place, room) if room is not None else self.not_joined(place, "left again")
        elif place.phase == "asking":
            self.complete(place)
        elif place.phase == "history" and self.catchup is not None:
            self._step(place, self.catchup.failed(place, self.now))

    def named(self, place: Place, room: Room) -> None:
        """All names are there; now whose accounts they are."""
        place.members = self.roster.names_end(room)
        place.to("asking", self.clock)
        self._ask_who(place)
        if not self.support.whox and "account-tag" not in self.caps.on:
            for nick in place.members[:WHOIS_MOST]:
                if not self.reader.is_me(nick):
                    self.send("WHOIS", nick)

    def _ask_who(self, place: Place) -> None:
        place.ask_at = None
        self.send("WHO", place.name, *((f"%tcuhnaf,{WHO_TOKEN}",) if self.support.whox else ()))

    def who_later(self) -> None:
        """The server has no time now to say who is in a room; its patience with us is ours with it."""
        for place in self.places:
            if place.phase == "asking" and place.ask_at is None:
                place.ask_at = self.clock + WHO_AGAIN

    def complete(self, place: Place) -> None:
        """The members and their accounts are known: what did we miss?"""
        if self.catchup is not None:
            place.to("history", self.clock)
            self._step(place, self.catchup.begin(place, self.now))

    def history_failed(self, place: Place) -> None:
        if self.catchup is not None:
            self._step(place, self.catchup.failed(place, self.now))

    def _step(self, place: Place, step: Step) -> None:
        place.to("history", self.clock)
        for told in step.told:
            self._hand_on(place, told)
        self._out += [Send(line) for line in step.send]
        if step.live:
            self._go_live(place)

    def _go_live(self, place: Place) -> None:
        place.to("live", self.clock)
        place.troubled = False
        self._say_members(place)
        if place.overflowed:
            place.overflowed = False
            self._hand_on(
                place, self._system(place.name, "too much was said while I joined; some of it is lost")
            )
        for told, after in place.release():
            if self._all_settled():  # nothing more to be told before: in the order in which it all came
                self._hand_on_private(after)
            self._hand_on(place, told)
        self.own.entered(place)
        self.note(logging.INFO, f"in {place.name}")
        self._out.append(Inside())
        self._maybe_ready()

    def _say_members(self, place: Place) -> None:
        """Who is here, and for whom the service vouches, though they have said nothing yet."""
        room = self.roster.room(place.name)
        users = [
            user
            for user in (room.members.values() if room is not None else ())
            if not self.reader.is_me(user.nick)
        ]
        event = Event(kind="system", room=place.name, at=self.now, trust="server")
        names = tuple(user.nick for user in users)
        self._hand_on(
            place, Told(incoming=Incoming(what="members", event=event, members=names), room=place.name)
        )
        for user in users:
            event = Event(kind="join", speaker=user.nick, room=place.name, at=self.now)
            account = identity(user.account) if user.account is not None else None
            incoming = Incoming(event=event, account=account, host=user.address, bot=user.bot)
            self._hand_on(place, Told(incoming=incoming, room=place.name))

    def _maybe_ready(self) -> None:
        if self._all_settled():
            self._be_ready()

    def _all_settled(self) -> bool:
        return self._begun and all(place.settled for place in self.places)

    def _be_ready(self) -> None:
        if not self.ready:
            self.ready = True
            self._hand_on_private(len(self._private))
            self._private, self._handed = [], 0
            self.memory.kept_nothing()
            self._out.append(Ready())

    def _hand_on_private(self, many: int) -> None:
        """The first so many of what was whispered before we were ready."""
        for told in self._private[self._handed : many]:
            self._whispered(told)
        self._handed = max(self._handed, many)

    def out_of(self, place: Place, why: str) -> None:
        """We were in it, and are not any more."""
        self.roster.left_by_us(place.name)
        held = [told for told, _ in place.release()]
        place.thrown_out(self.clock)
        for told in (*held, self._system(place.name, why)):
            self._hand_on(place, told)
        self.note(logging.WARNING, f"{place.name}: {why}")

    # -- handing on -------------------------------------------------------------------------------------

    def tell(self, told: Told) -> None:
        """Something happened: now, or when its room is ready."""
        speaker, host = told.incoming.event.speaker, told.incoming.host
        if speaker is not None and host is not None:
            self.known.seen(speaker, host)
        if told.room is None:
            if self.ready or len(self._private) >= HELD:
                self._whispered(told)
            else:  # what the rooms have to tell comes first: gaps, and who is there
                self._private.append(told)
                self.memory.keep_back(told.incoming.event.at)
            return
        place = self.place(told.room)
        if place is None:
            return
        if place.phase == "live":
            self._hand_on(place, told)
        else:
            place.hold(told, len(self._private))

    def _whispered(self, told: Told) -> None:
        self.memory.whispered_at(told.incoming.event.at)
        self._out.append(Heard(told.now_known(), self.memory.dump()))

    def _hand_on(self, place: Place, told: Told) -> None:
        message = told.now_known()
        id, at = message.event.id, message.event.at
        if id is not None and self.memory.seen(f"{place.name}\n{id}"):
            return
        if message.what == "event" and message.event.kind != "system":
            self.memory.been(place.name, id, at)
        elif message.what == "gap":
            self.memory.been(place.name, None, at)
        self._out.append(Heard(message, self.memory.dump()))

    def _on_message(self, line: Line) -> None:
        told = self.reader.message(line, self.now)
        if told is None:
            if line.source is not None and self.reader.is_me(line.hostmask.nickname) and len(line.params) > 1:
                self._echo(line, None)
            return
        if told.own:
            self._echo(line, told)
            return
        event = told.incoming.event
        user = self.roster.user(event.speaker or "")
        if user is not None and line.source is not None:
            user.is_at(line.hostmask.username, line.hostmask.hostname)
            if self.tagged():
                user.is_account((line.tags or {}).get("account"))
        if told.room is None and event.speaker is not None:
            self.known.met(event.speaker, told.incoming.account, told.incoming.host)
            self._out.append(Inside())
        if told.room is None and event.kind == "whisper" and not self.own.may_whisper(told.incoming):
            return
        if told.room is None and (event.kind != "whisper" or told.incoming.bot):
            self.note(logging.DEBUG, f"a private notice of {len(event.text)} characters passed over")
            return
        self.tell(told)

    def _echo(self, line: Line, told: Told | None) -> None:
        """Our own words: proof that they arrived, and how the server writes our address."""
        self.addressed_as(line)
        label, id = self.batches.label(line), (line.tags or {}).get("msgid")
        message = position = None
        place = self.place(told.room) if told is not None and told.room is not None else None
        if place is not None and told is not None:
            message = replace(told.incoming, own=True)
            if id is not None:
                self.memory.seen(f"{place.name}\n{id}")
            if place.phase == "live":
                self.memory.account_for(place.name, id)
                self.memory.been(place.name, id, message.event.at)
                position = self.memory.dump()
        self._out.append(Echo(label, line.params[0], line.params[1], id, message, position))

    # -- batches and standard replies -------------------------------------------------------------------

    def _on_batch(self, line: Line) -> None:
        batch = self.batches.read(line)
        if batch is None or not batch.params:
            return
        place = self.place(batch.params[0])
        if place is None:
            self._kept(batch)
        elif place.phase == "history" and self.catchup is not None and place.asked_from is not None:
            self._step(place, self.catchup.page(place, batch.lines, batch.last, self.now))
        elif place.phase in ("naming", "asking"):
            place.replay = [*(place.replay or ()), *batch.lines]

    def _kept(self, batch: Batch) -> None:
        """What somebody wrote to us while a bouncer was there for us: it may have been heard already."""
        if batch.kind == PLAYBACK and self.support.room_of(batch.params[0]) is None:
            for line in batch.lines:
                if later(time_of(line, self.now), self.memory.whispered):
                    self._after(line)

    def _on_fail(self, line: Line) -> None:
        answers.fail(self, line, self.batches.label(line))

    # -- ourselves --------------------------------------------------------------------------------------

    def _addressed(self, line: Line) -> None:
        """396: the host that others see."""
        if len(line.params) > 1:
            user, _, host = line.params[1].rpartition("@")
            self.host, self.user = host, user or self.user

    def addressed_as(self, line: Line) -> None:
        if line.source is not None and line.hostmask.username and line.hostmask.hostname:
            self.user, self.host = line.hostmask.username, line.hostmask.hostname

    def tagged(self) -> bool:
        return "account-tag" in self.caps.on

    def name_of(self, room: str) -> str:
        """A room by the name it has in the configuration."""
        place = self.place(room)
        return place.name if place is not None else room


_HANDLERS: dict[str, Callable[[Protocol, Line], None]] = {
    **membership.HANDLERS,
    "PRIVMSG": Protocol._on_message, "NOTICE": Protocol._on_message, "BATCH": Protocol._on_batch,
    "FAIL": Protocol._on_fail, "CAP": Protocol._on_cap, "PONG": Protocol._on_pong, "ACK": Protocol._on_ack,
    "005": Protocol._on_support, "376": Protocol._on_motd_end, "422": Protocol._on_motd_end,
    "396": Protocol._addressed,
}  # fmt: skip
"""What is read here; numerics that are not are `answers`'."""
