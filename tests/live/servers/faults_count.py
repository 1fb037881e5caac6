"""What a life of the fault run comes to: given what the server took, what the journal holds and what
everybody saw, it says what is wrong and counts it. Pure: no server, no process, no clock.
`test_real_faults_counted` shows each figure a fault that it has to count.

`count` is told nothing by the helper that it does not check against the ledger, the server's own list of
every message it took.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta

from calledshot.live.hub import Stored
from calledshot.transcript.event import Event

AGAIN = "(again) "
SPOKEN = ("say", "emote", "whisper", "roll")
SLACK = timedelta(milliseconds=3)
"""Times are told in milliseconds, cut off, and by both sides."""
NOTICED = timedelta(seconds=2)
"""So long may it take until a helper notices that its line is cut."""
TELLING = 12
"""A private text shorter than this, without blanks, may stand in another by chance."""
_STRETCH = re.compile(r"from (\S+) to (\S+?):? ")
_DRAFT = re.compile(r"(?:^|:)(?:\(again\) )?#\d+ ")


@dataclass(frozen=True)
class Said:
    """A message that the server took. `to` is None in the room; `at` when it was taken; `line`, where the
    helper said it, is the how-manieth of its connections that was. `open`: a line to the same target with
    these words was not known to have arrived, by the helper's own journal, when the server took this."""

    who: str
    to: str | None
    text: str
    id: str | None
    at: datetime | None = None
    line: int = 0
    open: bool = True


@dataclass(frozen=True)
class Line:
    """A line of the outbox; `to` is None for the room. `at`: it was made no earlier."""

    number: int
    to: str | None
    text: str
    state: str = "done"
    at: datetime | None = None


@dataclass
class Evidence:
    """All that is known of a life. `bot`: what the helper is called; `master` the one who may see all.
    `replays`: whether the service tells afterwards what was said in the room, and in private. `ordered`:
    private words and the room's come over one line, in the order in which the server took them. `room_once`,
    `private_once`: nothing is ever said again, since what arrived can be looked up. `breaks`: when the helper
    died or its line was cut."""

    bot: str
    master: str
    ledger: list[Said]
    stored: list[Stored]
    ruled: list[tuple[int, Event]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    saw: Mapping[str, Sequence[str]] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)  # a secret word → whose it is
    files: Mapping[str, str] = field(default_factory=dict)  # logs and what was printed
    passwords: Sequence[str] = ()
    clean: Sequence[int] = ()  # messages that a clean run rules on otherwise
    breaks: Sequence[datetime] = ()
    replays: tuple[bool, bool] = (False, False)
    ordered: bool = True
    room_once: bool = False
    private_once: bool = False


@dataclass
class Figures:
    runs: int = 0
    failed: int = 0
    kills: int = 0  # by our hand
    fuses: int = 0  # by its own, within a step of the journal, with the same signal
    fell: int = 0  # it ended by itself otherwise: never right
    cuts: int = 0
    delays: int = 0
    duplicates: int = 0
    restarts: int = 0
    events: int = 0
    rulings: int = 0  # lines for the room
    lines: int = 0
    missed: int = 0  # not heard, and the service cannot replay: each lies within a gap that is told
    gap_notices: int = 0
    repeated: int = 0  # said again with a label, since their fate was unknown
    lost: int = 0
    ruled_twice: int = 0
    disordered: int = 0
    said_twice: int = 0
    unsaid: int = 0
    secrets: int = 0

    def add(self, other: Figures) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def shown(self) -> str:
        return "  ".join(f"{one.name.replace('_', ' ')} {getattr(self, one.name)}" for one in fields(self))


FAULTS = ("fell", "lost", "ruled_twice", "disordered", "said_twice", "unsaid", "secrets")


def count(seen: Evidence, figures: Figures) -> list[str]:
    """What is wrong, in words; each is in the figures too."""
    figures.events += len(seen.stored)
    figures.lines += len(seen.lines)
    figures.rulings += sum(one.to is None for one in seen.lines)
    return [
        *_lost(seen, figures),
        *_ruled_twice(seen, figures),
        *_disordered(seen, figures),
        *_said(seen, figures),
        *_secrets(seen, figures),
    ]


def small(name: str | None) -> str:
    """A name as it is compared."""
    return (name or "").replace(" ", "").lower()


def squeezed(text: str) -> str:
    """Without what splitting a long line may change."""
    return re.sub(r"[\s…]", "", text)


# -- what was heard -------------------------------------------------------------------------------------


def heard(stored: Iterable[Stored]) -> list[Stored]:
    """What others said, as the journal has it."""
    return [
        one
        for one in stored
        if one.message.what == "event" and not one.message.own and one.message.event.kind in SPOKEN
    ]


def to_us(seen: Evidence, *, private: bool) -> list[Said]:
    others = [one for one in seen.ledger if small(one.who) != small(seen.bot)]
    return [one for one in others if (small(one.to) == small(seen.bot) if private else one.to is None)]


def _stream(seen: Evidence, *, private: bool) -> list[Said]:
    """What came to us one after the other: in the room or in private, or all of it over one line."""
    if not seen.ordered:
        return to_us(seen, private=private)
    both = {*to_us(seen, private=False), *to_us(seen, private=True)}
    return [one for one in seen.ledger if one in both]


Words = tuple[str, bool, str]


def _spoken(event: Event) -> Words:
    return small(event.speaker), event.kind == "whisper", event.text


def _taken(said: Said) -> Words:
    return small(said.who), said.to is not None, said.text


def numbers(seen: Evidence, said: Sequence[Said]) -> list[int | None]:
    """Where in the journal each message is; by its id, and else by its words, which nobody says twice."""
    by_id = {one.message.event.id: one.number for one in heard(seen.stored) if one.message.event.id}
    by_words = {_spoken(one.message.event): one.number for one in reversed(heard(seen.stored))}
    return [by_id.get(one.id) if one.id is not None else by_words.get(_taken(one)) for one in said]


@dataclass(frozen=True)
class Notice:
    """A game master was told that something between two moments may be unknown."""

    number: int
    room: bool  # also what was said in the room
    since: datetime
    until: datetime

    def covers(self, said: Said) -> bool:
        at = said.at
        return at is not None and self.since - SLACK <= at <= self.until + SLACK


def notices(stored: Iterable[Stored]) -> list[Notice]:
    found = []
    for one in stored:
        event = one.message.event
        gap = one.message.what == "gap"
        if gap or (event.kind == "system" and "private messages" in event.text):
            stretch = _STRETCH.search(event.text)
            if stretch is not None:
                since, until = map(datetime.fromisoformat, stretch.groups())
                found.append(Notice(one.number, gap, since, until))
    return found


def _lost(seen: Evidence, figures: Figures) -> list[str]:
    """What the server took for us is in the journal. What is not is covered by a notice of a gap that names
    the time when it was said, and stands after the last thing heard before it and before the first heard
    after it. What a service replays may not be missed at all; what is written down is ruled on."""
    wrong = [f"message {one.number} was never ruled on" for one in seen.stored if not one.settled]
    told = notices(seen.stored)
    figures.gap_notices += len(told)
    for private in (False, True):
        said = _stream(seen, private=private)
        found = numbers(seen, said)
        for place, one in enumerate(said):
            if found[place] is not None or (one.to is not None) is not private:
                continue
            before = max((at for at in found[:place] if at is not None), default=0)
            after = min((at for at in found[place:] if at is not None), default=1 << 30)
            excuses = [two for two in told if before < two.number < after and two.covers(one)]
            if not seen.replays[private] and any(private or two.room for two in excuses):
                figures.missed += 1
            else:
                wrong.append(f"lost without a notice between {before} and {after}: {one}")
    figures.lost += len(wrong)
    return wrong


def _ruled_twice(seen: Evidence, figures: Figures) -> list[str]:
    """Nothing that was said once is in the journal twice, by its id or by its words, nor is it among the
    events that were ruled on twice; and a clean run of the same messages rules alike."""
    wrong = []
    ids = Counter(
        (one.feed, one.message.event.room, one.message.event.id, one.message.what)
        for one in seen.stored
        if one.message.event.id is not None
    )
    wrong += [f"ruled twice: {key}" for key, times in ids.items() if times > 1]
    doubled = {key[2] for key, times in ids.items() if times > 1}
    sent = Counter(map(_taken, seen.ledger))
    known = [one.message.event for one in heard(seen.stored)]
    came = Counter(_spoken(event) for event in known if event.id not in doubled)
    wrong += [
        f"in the journal {n} times, said {sent[key]}: {key}" for key, n in came.items() if n > sent[key]
    ]
    words = Counter((event.kind == "whisper", event.text) for event in known)
    for key, times in Counter(
        (event.kind == "whisper", event.text) for _, event in seen.ruled if event.kind in SPOKEN
    ).items():
        if times > max(1, words[key]):
            wrong.append(f"among the events {times} times: {key}")
    wrong += [f"message {number} was ruled on otherwise than in a clean run" for number in seen.clean]
    figures.ruled_twice += len(wrong)
    return wrong


def _disordered(seen: Evidence, figures: Figures) -> list[str]:
    """What came over one line was written down, and ruled on, in the order in which the server took it."""
    wrong = []
    streams = [_stream(seen, private=False)]
    privately = to_us(seen, private=True)
    for who in dict.fromkeys(one.who for one in privately):
        streams.append([one for one in privately if one.who == who])
    for stream in streams:
        last = 0
        for said, number in zip(stream, numbers(seen, stream), strict=True):
            if number is not None and number < last:
                wrong.append(f"message {number} came before {last}, though it was said later: {said}")
            last = max(last, number or 0)
    last = 0
    for number, event in seen.ruled:
        if number < last:
            wrong.append(f"message {number} was ruled on after {last}: {event.kind}")
        last = max(last, number)
    figures.disordered += len(wrong)
    return wrong


# -- what was said --------------------------------------------------------------------------------------


def _said(seen: Evidence, figures: Figures) -> list[str]:
    """What the server took of us, target by target, is the outbox: each line once and in order, or once more
    with a label where its fate was unknown. Nobody else is told anything, and no line is made twice."""
    wrong = []
    ours = [one for one in seen.ledger if small(one.who) == small(seen.bot)]
    figures.repeated += sum(one.text.startswith(AGAIN) for one in ours)
    targets = dict.fromkeys([small(one.to) for one in seen.lines] + [small(one.to) for one in ours])
    for target in targets:
        took = [one for one in ours if small(one.to) == target]
        lines = [one for one in seen.lines if small(one.to) == target]
        wanted = [squeezed(one.text) for one in lines if one.state == "done"]
        wrong += _as_wanted(figures, wanted, took, target or "the room")
        wrong += _without_need(seen, figures, lines, took)
        if seen.private_once if target else seen.room_once:
            found = "".join(squeezed(one.text.removeprefix(AGAIN)) for one in took)
            again = [one for one in took if one.text.startswith(AGAIN)]
            if found != "".join(wanted) and again:
                figures.said_twice += 1
                wrong.append(
                    f"to {target or 'the room'}: again, though it can be looked up: {again[0].text!r}"
                )
    for (number, to, text), times in Counter((one.number, one.to, one.text) for one in seen.lines).items():
        if times > 1:
            figures.said_twice += times - 1
            wrong.append(f"message {number} made a line {times} times to {to or 'the room'}: {text!r}")
    for line in seen.lines:
        if line.state != "done":
            figures.unsaid += 1
            wrong.append(f"{line.state}: {line}")
    return wrong


def _without_need(seen: Evidence, figures: Figures, lines: Sequence[Line], took: Sequence[Said]) -> list[str]:
    """Labels on what was known to have arrived: by the journal, or since the line it went over stood, or
    nothing was cut since it was made."""
    wrong = []
    over: Counter[tuple[int, str]] = Counter()
    for one in took:
        bare = squeezed(one.text.removeprefix(AGAIN))
        over[one.line, bare] += 1
        may_be = [line for line in lines if bare in squeezed(line.text)]
        if not one.text.startswith(AGAIN) or not may_be:
            continue
        if not one.open:
            wrong.append(f"again, though it was known to have arrived: {one}")
        elif over[one.line, bare] > sum(squeezed(line.text).count(bare) for line in may_be):
            wrong.append(f"again over the line that it went over: {one}")
        elif not any(_cut(seen, line, one) for line in may_be):
            wrong.append(f"again, though nothing was cut since it was made: {one}")
    figures.said_twice += len(wrong)
    return wrong


def _cut(seen: Evidence, line: Line, said: Said) -> bool:
    """Whether the helper was, or found that it was, cut off between the making of a line and its saying."""
    made, taken = line.at, said.at
    return (
        made is not None and taken is not None and any(made - NOTICED <= cut <= taken for cut in seen.breaks)
    )


def _as_wanted(figures: Figures, wanted: list[str], took: Sequence[Said], whom: str) -> list[str]:
    """Whether what the server took can be read as the lines of the outbox. A long line comes in pieces."""
    wrong = []
    # (lines done, what was taken of the next one, what is still to come of one that is repeated)
    readings: set[tuple[int, str, str]] = {(0, "", "")}
    for one in took:
        bare, labelled = squeezed(one.text.removeprefix(AGAIN)), one.text.startswith(AGAIN)
        after = {two for reading in readings for two in _readings(reading, wanted, bare, labelled=labelled)}
        if after:
            readings = after
        elif any(bare in line for line in wanted):
            figures.said_twice += 1
            wrong.append(f"to {whom}: twice, or out of its order: {one.text!r}")
        else:
            figures.said_twice += 1
            wrong.append(f"to {whom}: nobody wanted it said: {one.text!r}")
    far = max(place for place, _, _ in readings)
    for line in wanted[far:]:
        figures.unsaid += 1
        wrong.append(f"to {whom}: never said: {line!r}")
    return wrong


def _readings(
    reading: tuple[int, str, str], wanted: list[str], bare: str, *, labelled: bool
) -> Iterator[tuple[int, str, str]]:
    """What may have been going on, once one more message was taken."""
    place, begun, rest = reading
    if rest.startswith(bare) and rest:
        yield place, begun, rest[len(bare) :]
    if place < len(wanted):
        # the next piece of a line, its first one, or its first one again, with a label
        for whole in {begun + bare, bare} if labelled else {begun + bare}:
            if wanted[place] == whole:
                yield place + 1, "", ""
            elif wanted[place].startswith(whole):
                yield place, whole, ""
    if labelled:
        if begun.endswith(bare):
            yield place, begun, ""
        for line in set(wanted[:place]):
            for start in range(len(line)):
                if line.startswith(bare, start):
                    yield place, begun, line[start + len(bare) :]


# -- secrets --------------------------------------------------------------------------------------------


def _secrets(seen: Evidence, figures: Figures) -> list[str]:
    """What somebody told us in private, or we told somebody, was seen by no third person, in the room or in
    private, and is in no log and nothing printed. Drafts are the game master's alone, but what they would say
    is for the room."""
    wrong = []
    private = [one for one in seen.ledger if one.to is not None]
    drafts = [squeezed(one.text) for one in seen.lines if one.to is not None and _DRAFT.search(one.text)]
    known: dict[str, set[str]] = {}
    for said in private:
        text = said.text.removeprefix(AGAIN)
        packed = squeezed(text)
        if len(packed) >= TELLING and not any(packed in one for one in drafts if one != packed):
            known.setdefault(text, set()).update({small(said.who), small(said.to)})
    for who, texts in seen.saw.items():
        if small(who) == small(seen.master):
            continue
        for mark, owner in seen.marks.items():
            if who != owner and any(mark in text for text in texts):
                wrong.append(f"{who} saw {owner}'s {mark!r}")
        wrong += [f"{who} saw a draft: {text!r}" for text in texts if _DRAFT.search(text)]
        squashed = [squeezed(text) for text in texts]
        for text, those in known.items():
            both = small(seen.master) in those and _told_both(seen, text, who)
            if small(who) not in those and not both and any(squeezed(text) in one for one in squashed):
                wrong.append(f"{who} saw what was between {sorted(those)}: {text!r}")
    for name, content in seen.files.items():
        for mark, owner in seen.marks.items():
            if mark in content:
                wrong.append(f"{owner}'s {mark!r} is in {name}")
        for text in known:
            if text in content or json.dumps(text)[1:-1] in content:
                wrong.append(f"what was said in private is in {name}: {text!r}")
        wrong += [f"a password is in {name}" for password in seen.passwords if password in content]
    figures.secrets += len(wrong)
    return wrong


def _told_both(seen: Evidence, text: str, who: str) -> bool:
    """Whether one message made these words for the game master and, among others, for somebody else."""

    def told(name: str) -> set[int]:
        return {one.number for one in seen.lines if small(one.to) == small(name) and text in one.text}

    return bool(told(seen.master) & told(who))
