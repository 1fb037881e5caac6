"""Plays the script of a whole fight on the stage of a service, and says what came of it in a form that is the
same for all: the rulings of the journal and of the room's log, and who saw what.

A stage is one service with its people: it does what it is told and keeps what each of them saw. What is
played is `whole_fight`'s.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from whole_fight import (
    DICE,
    PGM,
    PLAYERS,
    ROUNDS,
    SCRIPT,
    WATCHER,
    Ask,
    Draft,
    Drops,
    Expected,
    Im,
    Order,
    Returns,
    Roll,
    Say,
    Step,
    Told,
    names_afterwards,
    write_campaign,
)

EVERYBODY = (PGM, *PLAYERS, WATCHER)


class Stage(Protocol):
    """One service. People are called by their names in the fight; the stage knows their addresses.
    `vouches`: the service itself tells that the one who is back is the one who left."""

    vouches: bool

    async def say(self, who: str, text: str) -> None: ...

    async def im(self, who: str, text: str) -> None:
        """`who` tells the helper something in private."""
        ...

    async def roll(self, who: str, face: int) -> None:
        """The dice fall for him: a d100."""
        ...

    async def drops(self, who: str) -> None: ...

    async def returns(self, who: str) -> None: ...

    def address(self, who: str) -> str:
        """What he is called on the service now."""
        ...

    def private(self, who: str) -> Sequence[str]:
        """What the helper has told him in private."""
        ...

    def room(self) -> Sequence[str]:
        """What the helper has said in the room, as the watcher saw it."""
        ...

    def saw(self, who: str) -> Sequence[str]:
        """Everything he saw that he did not say himself."""
        ...

    def log(self) -> Sequence[tuple[str, str]]:
        """Who said what in the room, as the watcher saw it."""
        ...

    def called(self) -> dict[str, str]:
        """Every name that stands in the log for somebody of the fight, or that a bot gives him."""
        ...

    async def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is so; AssertionError with `what`."""
        ...


_DRAFT = re.compile(r'#(?P<number>\d+) .*?(?:"(?P<words>\(\(.*\)\))"|\(nothing for the room\))   ok ')


class Player:
    """Plays a script, step by step, and looks that nobody sees what he may not."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.taken = 0  # the number of the last draft that was agreed to
        self.since = 0  # how much the PGM had been told when the draft before was done with
        self.marks: dict[str, int] = {}  # how much each had been told when the last thing was done
        self.hidden: list[tuple[str, tuple[str, ...], dict[str, int]]] = []
        self.posted: list[str] = []

    async def play(self, script: Sequence[Step] = SCRIPT) -> None:
        for place, step in enumerate(script):
            try:
                await self.step(step)
            except AssertionError as error:
                raise AssertionError(f"step {place}, {step}: {error}") from None
        assert list(self.stage.room()) == self.posted, "a line was said in the room that nobody agreed to"

    async def step(self, step: Step) -> None:
        stage = self.stage
        if not isinstance(step, Told | Draft):
            self.marks = {who: len(stage.private(who)) for who in EVERYBODY}
        match step:
            case Say():
                await stage.say(step.who, step.words)
            case Im():
                self.hidden.append((step.who, step.hides, {who: len(stage.saw(who)) for who in EVERYBODY}))
                await stage.im(step.who, step.text)
                await self.told(step.who, step.answer)
                if step.answer.startswith("Noted"):
                    await self.told(PGM, f"{step.who} (secret)")
            case Roll():
                await stage.roll(step.who, step.face)
            case Told():
                await self.told(step.who, step.words)
            case Ask():
                await stage.im(step.who, step.words)
                await self.told(step.who, step.answer)
            case Order():
                self.since = self.marks[PGM] if step.redrafts else self.since
                await stage.im(PGM, step.words)
                if step.answer is not None:
                    await self.told(PGM, step.answer)
            case Draft():
                await self.draft(step)
            case Drops():
                await stage.drops(step.who)
            case Returns():
                await stage.returns(step.who)
                if not stage.vouches:
                    await stage.im(PGM, f"{stage.address(step.who)} is {step.who}")

    async def told(self, who: str, words: str) -> str:
        """The helper tells him this, after the last thing that was done."""

        def found() -> str | None:
            lines = self.stage.private(who)[self.marks.get(who, 0) :]
            return next((line for line in lines if words in line), None)

        await self.stage.until(lambda: found() is not None, f"{who} to be told {words!r}")
        return found() or ""

    async def draft(self, step: Draft) -> None:
        """The draft that is current is this one; it is agreed to, and the room hears it."""
        stage = self.stage

        def current() -> re.Match[str] | None:
            drafts = [one for one in map(_DRAFT.match, stage.private(PGM)[self.since :]) if one is not None]
            last = drafts[-1] if drafts else None
            if last is None or int(last["number"]) <= self.taken:
                return None
            return last if all(words in (last["words"] or "") for words in (step.words, *step.more)) else None

        await stage.until(lambda: current() is not None, f"a draft with {step.words!r}")
        found = current()
        assert found is not None
        self.unseen(step.reveals)
        self.taken = int(found["number"])
        before = len(stage.room())
        self.marks = {who: len(stage.private(who)) for who in EVERYBODY}
        if step.hasty:
            await stage.im(PGM, "ok")
            await self.told(PGM, "came this moment")
        await stage.im(PGM, f"ok {self.taken}")
        if found["words"]:
            await stage.until(
                lambda: found["words"] in stage.room()[before:], f"the room to hear {found['words']!r}"
            )
            self.posted.append(found["words"])

    # -- secrets --------------------------------------------------------------------------------------

    def unseen(self, words: Sequence[str]) -> None:
        """What is only now called has been seen by nobody but its sender and the PGM."""
        for word in words:
            for place in reversed(range(len(self.hidden))):
                owner, hides, since = self.hidden[place]
                if word in hides:
                    self._unseen(owner, word, since)
                    rest = tuple(one for one in hides if one != word)
                    self.hidden[place] = (owner, rest, since)
                    break

    def _unseen(self, owner: str, word: str, since: dict[str, int]) -> None:
        for who in EVERYBODY:
            if who not in (owner, PGM):
                lines = self.stage.saw(who)[since[who] :]
                assert not [line for line in lines if word in line], f"{who} saw {word!r} before its call"

    def marks_unseen(self, *texts: str, script: Sequence[Step] = SCRIPT) -> None:
        """The words that only a sender and the PGM may know, in all that anybody saw and in `texts`."""
        for step in script:
            if isinstance(step, Im):
                for who in EVERYBODY:
                    seen = [line for line in self.stage.saw(who) if step.mark in line]
                    assert who in (step.who, PGM) or not seen, f"{who} saw {step.mark!r}: {seen}"
                for text in texts:
                    assert step.mark not in text, f"{step.mark!r} is in a log"


# -- what came of it ------------------------------------------------------------------------------------


def audit(*arguments: str | Path) -> dict[str, Any]:
    """`calledshot audit … -o json`, as anybody runs it."""
    done = subprocess.run(
        [sys.executable, "-m", "calledshot", "audit", *map(str, arguments), "-o", "json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def plain(document: dict[str, Any]) -> list[tuple[str, str, str | None, str | None, dict[str, Any]]]:
    """The rulings of an audit without what differs from log to log: their places and words."""
    return [
        (one["kind"], one["outcome"], one["combatant"], one["target"], one["values"])
        for one in document["rulings"]
    ]


def differences(found: Sequence[Expected], wanted: Sequence[Expected]) -> list[str]:
    """Where rulings are not those worked out by hand: in another order, missing, too many, or with other
    values. (Values that the table does not name may be there.)"""
    import difflib

    def head(one: Expected) -> str:
        return " ".join(str(part) for part in one[:4])

    left, right = [head(one) for one in wanted], [head(one) for one in found]
    lines = list(difflib.unified_diff(left, right, "by hand", "found", lineterm="", n=1))
    if lines:
        return lines
    return [
        f"{head(ours)}: {key} is {theirs[4].get(key)!r}, not {value!r}"
        for ours, theirs in zip(wanted, found, strict=True)
        for key, value in ours[4].items()
        if theirs[4].get(key) != value
    ]


ON_RECORD = frozenset({"attack", "damage", "condition", "cast", "movement", "round", "fight"})
"""Kinds of ruling that rest on dice and words of the room alone."""


def disagreements(log: dict[str, Any], live: dict[str, Any]) -> list[str]:
    """Where the audit of the room's log says otherwise than the fight as it was played, wherever the log
    holds the events. Exactly:

    - what rests on dice and words of the room (ON_RECORD) is the same, in the same order, with the same
      values; what the log cannot know is null there, and agrees with anything;
    - an initiative's last word in a round is the live sum; the moves listed are the first of those won (what
      was declared after them stands in an IM, which the log does not hold);
    - whatever the log's audit says is called or asked for was called or asked for live, by the same person,
      with the same numbers; of a move that is its place and action, its words are the caller's. (A call that
      was taken back stands in the log where it was made.) That moves were sent late, were illegal, lost or
      became others is for the IMs to show: the log's audit says so only where the live one does;
    - the PGM's rulings that differ (PGM-1) are the live ones, and there is no finding of severity error.
    """

    def fits(one: dict[str, Any], other: dict[str, Any]) -> bool:
        same = all(one[key] == other[key] for key in ("kind", "outcome", "round", "combatant"))
        aimed = one["target"] in (None, other["target"])
        left, right = one["values"], other["values"]
        if one["kind"] == "move":
            left = {key: left[key] for key in ("at", "index", "action")}
            if left["action"] == "attack" and right.get("action") in ("melee", "missile"):
                left = {**left, "action": right["action"]}
        return same and aimed and all(_agrees(value, right.get(key)) for key, value in left.items())

    found: list[str] = []
    ours = [one for one in log["rulings"] if one["kind"] in ON_RECORD]
    theirs = [one for one in live["rulings"] if one["kind"] in ON_RECORD]
    for one, other in itertools.zip_longest(ours, theirs):
        if one is None or other is None or not fits(one, other):
            found.append(f"log: {one and one['text']} live: {other and other['text']}")
            break
    for one in _last_inits(log).values():
        other = _last_inits(live).get((one["round"], one["combatant"]))
        moves, won = one["values"]["moves"] or [], (other or one)["values"]["moves"]
        total = other is not None and _agrees(one["values"]["total"], other["values"]["total"])
        if not total or won[: len(moves)] != moves:
            found.append(f"log: {one['text']} live: {other and other['text']}")
    for one in log["rulings"]:
        if one["kind"] in ("move", "request", "refused", "ask") and not any(
            fits(one, other) for other in live["rulings"]
        ):
            found.append(f"log alone: {one['text']}")
    for one in log["findings"]:
        known = (one["code"], one["round"], one["combatant"], one["message"])
        others = {(two["code"], two["round"], two["combatant"], two["message"]) for two in live["findings"]}
        if one["severity"] == "error" or (one["code"] == "PGM-1" and known not in others):
            found.append(f"log alone: {one['code']} {one['message']}")
    return found


def _agrees(value: Any, other: Any) -> bool:
    return value is None or value == other


def _last_inits(document: dict[str, Any]) -> dict[tuple[int, str], dict[str, Any]]:
    return {
        (one["round"], one["combatant"]): one
        for one in document["rulings"]
        if one["kind"] == "initiative" and one["outcome"] != "ignored"
    }


def room_log(stage: Stage, folder: Path) -> tuple[Path, Path]:
    """The room's log as the watcher's client would save it (AOL's form: no times), and a campaign for it."""
    log, campaign = folder / "room.txt", write_campaign(folder / "afterwards")
    log.write_text("".join(f"{who}:\t{text}\n" for who, text in stage.log()))
    names = stage.called()
    pgm = [name for name, person in names.items() if person == PGM]
    dice = next((name for name, person in names.items() if person == DICE), DICE)
    players = {name: person for name, person in names.items() if person in PLAYERS and name != person}
    names_afterwards(campaign, pgm, dice, players)
    return log, campaign


def by_hand() -> list[Expected]:
    return [one for round_ in ROUNDS for one in round_]


def spoken(found: Sequence[Expected]) -> list[Expected]:
    """Without questions to the PGM, which the table leaves out."""
    return [one for one in found if one[0] != "ask"]
