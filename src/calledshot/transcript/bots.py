"""Dice bots that are trusted: what one of them says is a roll, in a saved log as in a live room.

A campaign names its bots. Where it names none, those count that the service itself calls bots; nobody is
one by his name alone. An answer that does not say who rolled, or which dice, goes with the command before
it. How a bot prints a roll is `dice.dialects`; who wrote a line is the feed's or the reader's to tell.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from calledshot.dice.dialects import BotReader
from calledshot.dice.ecosystems.commands import Asked, answered, asked
from calledshot.dice.ecosystems.general import answer
from calledshot.dice.roll import Roll
from calledshot.dice.shape import claimed
from calledshot.transcript.controls import visible
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold
from calledshot.transcript.timeline import seconds_between

LINES = 5
"""Lines of a room among which the command stands that a bot answers."""
SECONDS = 10.0
"""The longest that a bot takes to answer."""
WORDS = 3
"""Words of the longest name that is taken for one though nobody of that name has spoken."""
MINUTE = 60.0
"""What a time without seconds may be off by."""
SPEAKERS = 5000
"""Names of people that are remembered, to know one who takes a bot's name."""
TOLD = 3
"""Rolls of others from which on somebody is said to tell them as a dice bot does."""
TELLERS, TRIES = 50, 200
"""People, and messages of each, that are looked at for that."""
ROOMS = 1000
"""Rooms of which the last lines are kept."""

_DICE = re.compile(r"\d[dD]\d|\b[dD]\d|-sided|\(\d{1,3}-\d{1,7}\)", re.ASCII)
_ADDRESSED = re.compile(r"@?([^\s:,]{1,64})[:,] ")
_TALK = ("say", "emote", "notice")


class Bots:
    """The bots of one campaign, by their screen names, and the last lines of each room."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {fold(name) for name in names}
        self._vouched: set[str] = set()
        self._spoke: set[str] = set()
        self._spelt_so: set[str] = set()
        self._usurped: set[str] = set()
        self._reader = BotReader()
        self._last: dict[str | None, deque[Event]] = {}
        self._tellers: dict[str, tuple[str, int, int]] = {}

    @property
    def hints(self) -> list[str]:
        """Those who told rolls of others as a dice bot does, where none is named."""
        names = [name for name, times, _ in self._tellers.values() if times >= TOLD]
        return [
            f"{visible(name)} tells others' rolls as a dice bot does: --bot NAME, or the campaign's [dice]"
            " bots, lets them count"
            for name in names
        ]

    @property
    def failures(self) -> list[str]:
        """The dialects that failed and are asked no more."""
        return self._reader.failures

    def heard(self, event: Event) -> Event:
        """The event as it counts, with the first of the rolls that it reports: see `all_heard`."""
        return self.all_heard(event)[0]

    def all_heard(self, event: Event) -> list[Event]:
        """The event as it counts: what a trusted bot says is a bot's, and a roll where it reports one; of
        several rolls in one message each further one is an event after it. A roll already read stays as it
        is. Every event of a room goes through here, commands among them."""
        if event.kind == "roll" and event.trust == "bot" and event.roll is not None:
            self._answer(event.roll, event)
            return [event]
        if event.kind not in _TALK:
            if self._names and event.kind in ("nick", "leave", "join"):
                self._came_or_went(event)
            return [event]
        if not self._trusted(event):
            self._keep(event)
            return [event]
        rolls = () if self._echoes(event) else self._reader.rolls(event.text)
        told = self._told(rolls, event) if rolls else self._to_command(event)
        events = [
            replace(event, kind="roll" if told else event.kind, trust="bot", roll=told[0] if told else None)
        ]
        for number, roll in enumerate(told[1:], 2):
            one = f"{event.id}#{number}" if event.id is not None else None
            events.append(replace(event, kind="roll", trust="bot", roll=roll, id=one))
        return events

    def _trusted(self, event: Event) -> bool:
        """Whether a bot said it: one that is named, or, where none is, one that the service calls a bot. The
        name is not enough once the service has called somebody else of that name a bot."""
        if event.trust != "bot" and not self._names:
            return False
        name = fold(event.speaker or "")
        if event.trust == "bot":
            self._vouched.add(name)
            return bool(name) and (not self._names or name in self._names)
        return name in self._names and name not in self._vouched and name not in self._usurped

    def _came_or_went(self, event: Event) -> None:
        """Somebody who has spoken under another name is no bot when he takes a bot's."""
        name, to = fold(event.speaker or ""), fold(event.to or "")
        if event.kind == "nick" and to in self._names and to != name and name in self._spoke:
            self._usurped.add(to)
        if event.kind != "nick" or to != name:
            self._usurped.discard(name)

    def _keep(self, event: Event) -> None:
        if event.speaker not in self._spelt_so and event.speaker and len(self._spelt_so) < SPEAKERS:
            self._spelt_so.add(event.speaker)
            self._spoke.add(fold(event.speaker))
        if not self._names and event.speaker and _DICE.search(event.text) is not None:
            self._overhear(event.speaker, event.text)
        last = self._last.get(event.room)
        if last is None:
            if len(self._last) >= ROOMS:
                self._last.clear()
            last = self._last[event.room] = deque(maxlen=LINES)
        last.append(event)

    def _overhear(self, speaker: str, text: str) -> None:
        """Count what somebody who is not trusted tells of the rolls of others who have spoken."""
        key = fold(speaker)
        name, times, tries = self._tellers.get(key, (speaker, 0, 0))
        if times >= TOLD or tries >= TRIES or (not tries and len(self._tellers) >= TELLERS):
            return
        roll = claimed(text)
        roller = fold(roll.roller.strip("@:")) if roll is not None else ""
        tells = roller != key and roller in self._spoke
        self._tellers[key] = (name, times + tells, tries + 1)

    def _spelt(self, roll: Roll, event: Event) -> Roll:
        """A roll with its roller, whom a bot mentions, named as in his own lines, if he spoke lately; whom
        the room calls by another name than his account (`@wick:inn.example`) the one open command tells."""
        mention = roll.roller
        if mention[:1] != "@":
            return roll
        account = fold(mention[1:].partition(":")[0])
        for said in reversed(self._last.get(event.room, ())):
            speaker = said.speaker or ""
            if fold(speaker) in (fold(mention), fold(mention[1:])) or speaker.partition(":")[0] == mention:
                return replace(roll, roller=speaker)
            if ":" in mention and fold(speaker) == account:
                return replace(roll, roller=speaker)
        if ":" in mention:
            whoever = replace(roll, roller="")
            asking = {command.who for command, _ in self._open(event) if answered(whoever, [command])}
            if len(asking) == 1:
                return replace(roll, roller=asking.pop())
        return roll

    def _told(self, rolls: Sequence[Roll], event: Event) -> list[Roll]:
        """The rolls of one message with what their command tells; none where no command before it fits."""
        rolls = [self._person(roll, event) for roll in rolls]
        if rolls and not (rolls[0].roller and rolls[0].expression):
            open_ = self._open(event)
            found = answered(rolls[0], [command for command, _ in open_])
            if found is None:
                return self._to_command(event)
            whole, command = found
            self._close(event.room, next(said for one, said in open_ if one is command))
            if whole is None:
                return []
            rolls = [whole, *(replace(roll, roller=whole.roller) for roll in rolls[1:] if roll.expression)]
            return [self._spelt(roll, event) for roll in rolls]
        told = [self._spelt(roll, event) for roll in rolls]
        if told:
            self._answer(told[0], event)
        return told

    def _person(self, roll: Roll, event: Event) -> Roll:
        """A roll of somebody of whom the message does not say that he rolled ("Wick: 2d6 = 8"): one who has
        spoken is it. Else it is what the roll was for, where somebody's command fits."""
        name = roll.roller.removesuffix(":")
        if not name or (name == roll.roller and not event.text.lstrip().startswith(f"{name}: ")):
            return roll
        for said in reversed(self._last.get(event.room, ())):
            if said.speaker and fold(said.speaker) == fold(name):
                return replace(roll, roller=said.speaker)
        nobody = replace(roll, roller="", comment=", ".join(one for one in (name, roll.comment) if one))
        if (
            fold(name) not in self._spoke
            and answered(nobody, [one for one, _ in self._open(event)]) is not None
        ):
            return nobody
        return replace(roll, roller=name) if len(name.split()) <= WORDS else nobody

    def _to_command(self, event: Event) -> list[Roll]:
        """The roll in an answer of numbers alone to an open command, where they can be the dice it asks for.
        Any other answer is to the first command for something else."""
        for command, said in self._open(event) if not self._echoes(event) else ():
            if not command.expression and command.sign:
                break
            words = f"{command.comment} {command.who}"
            roll = answer(event.text, command.expression, words) if command.sign else None
            named = roll.roller.rstrip(":") if roll is not None else ""
            if roll is not None and (not named or fold(named) == fold(command.who)):
                self._close(event.room, said)
                return [replace(roll, roller=command.who, comment=command.comment or UNSET)]
        self._other(event)
        return []

    def _answer(self, roll: Roll, event: Event) -> None:
        """A roll that says all itself has its command too: nothing else is the answer to that."""
        open_ = self._open(event)
        found = answered(roll, [command for command, _ in open_])
        if found is not None:
            self._close(event.room, next(said for one, said in open_ if one is found[1]))

    def _other(self, event: Event) -> None:
        """Other words of a bot's answer the first command for something else, of whom they name."""
        found = _ADDRESSED.match(event.text)
        named = fold(found[1]) if found is not None else None
        for command, said in self._open(event):
            if not command.expression and (named is None or named == fold(command.who)):
                self._close(event.room, said)
                return

    def _echoes(self, event: Event) -> bool:
        """Whether a bot only says what a command told it to say."""
        text = event.text.strip()
        for said in self._last.get(event.room, ()):
            if text in said.text and said.text.strip() != text and said.speaker:
                command = asked(said.speaker, said.text)
                if command is not None and command.sign and not (command.expression and text.isdigit()):
                    return True
        return False

    def _open(self, event: Event) -> list[tuple[Asked, Event]]:
        """The commands that have no answer yet, in their order."""
        open_ = []
        for said in self._last.get(event.room, ()):
            command = asked(said.speaker, said.text) if said.speaker else None
            if command is not None and _soon(said, event):
                open_.append((command, said))
        return open_

    def _close(self, room: str | None, answered_: Event) -> None:
        last = self._last.get(room, ())
        self._last[room] = deque((one for one in last if one is not answered_), maxlen=LINES)


def _soon(command: Event, answer: Event) -> bool:
    """Whether an answer comes soon enough after a command; without times it does."""
    passed = seconds_between(command, answer)
    if passed is None:
        return True
    return -1.0 <= passed <= SECONDS + (MINUTE if _coarse(command) and _coarse(answer) else 0.0)


def _coarse(event: Event) -> bool:
    """Whether an event's time has no seconds that anybody can tell from none."""
    time = (event.at or "").partition("T")[2] or event.clock or ""
    return time[5:8] in ("", ":00")
