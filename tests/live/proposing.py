"""A table at which the game master only agrees: what the fight proposes is done, what it waits for is
declared or rolled, until it is over. For the tests of what fights propose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from calledshot.auditing import prepare
from calledshot.campaign import from_tables
from calledshot.dice.roll import Roll
from calledshot.finding import Finding
from calledshot.plugins.ruleset import Proposal
from calledshot.referee.acts import Act
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

MASTER = "Brannoch"
Dice = Mapping[str, Sequence[int]]
"""Combatant → what he rolls, in order."""
Words = Mapping[str, Sequence[str]]
"""Combatant → what he declares, in order."""
ENOUGH = 400
"""Steps after which a fight is stuck."""


class Table:
    """One room. `log` holds everything in order: (what, who, words); `lines` what the room was told by us."""

    def __init__(
        self,
        campaign: Mapping[str, Any] | None = None,
        *,
        referee: Referee | None = None,
        echo: bool = False,
        npcs: Iterable[str] = (),
    ) -> None:
        if referee is None:
            referee = prepare(from_tables({"pgm": [MASTER], **(campaign or {})})).referee()
        self.referee = referee
        self.without: set[str] = set()
        self.echo = echo  # whether what we say comes back as the master's own words
        self.npcs = set(npcs)  # for whom the master rolls
        self.log: list[tuple[str, str | None, str]] = []
        self.lines: list[str] = []
        self.public: list[Event] = []  # what a log of the room holds
        self.seq = 0

    # -- what happens -------------------------------------------------------------------------------

    def say(self, who: str, text: str) -> list[Ruling | Finding]:
        self.log.append(("say", who, text))
        return self._see(Event(seq=self._next(), kind="say", speaker=who, text=text))

    def whisper(self, who: str, text: str) -> list[Ruling | Finding]:
        self.log.append(("whisper", who, text))
        return self._see(Event(seq=self._next(), kind="whisper", speaker=who, to=MASTER, text=text))

    def roll(self, who: str, face: int, sides: int = 100, count: int = 1) -> list[Ruling | Finding]:
        roller = MASTER if who in self.npcs else who
        self.log.append(("roll", who, str(face)))
        faces = (face,) if count == 1 else ()
        roll = Roll(
            roller=roller, count=count, sides=sides, faces=faces, modifier=0, total=face, expression=""
        )
        return self._see(
            Event(seq=self._next(), kind="roll", speaker="OnlineHost", trust="server", roll=roll)
        )

    def command(self, text: str, do: Callable[[Any], object]) -> list[Ruling | Finding]:
        """A command of the master's, as the desk does it."""
        self.log.append(("command", MASTER, text))
        event = Event(seq=self._next(), kind="command", speaker=MASTER, text=text)
        encounter = self.referee.encounter
        encounter.event, encounter.out = event, []
        do(self.referee.fight)
        if encounter.round is not None and encounter.out:
            encounter.round.state = self.referee.fight.state()
        return self._told(list(encounter.out))

    def acts(self, *acts: Act) -> list[Ruling | Finding]:
        def do(fight: Any) -> None:
            for act in acts:
                fight.act(act, MASTER, True)

        return self.command("agreed", do)

    def agree(self, *, anyway: bool = False) -> list[Ruling | Finding] | None:
        """The master agrees to what is proposed; None where nothing is."""
        proposal = self.proposal(anyway=anyway)
        if proposal is None:
            return None
        if proposal.says is not None:
            said = self.referee.ruleset.room(proposal.says, None, self.referee.campaign)
            assert said, f"no words for {proposal.says}"
            items = self.acts(*proposal.acts)
            self.lines.insert(len(self.lines) - self._lines_of(items), said)
            self._back(said)
            return items
        return self.acts(*proposal.acts)

    def proposal(self, *, anyway: bool = False) -> Proposal | None:
        return self.referee.fight.proposes(frozenset(self.without), anyway=anyway)

    # -- the room -----------------------------------------------------------------------------------

    def _next(self) -> int:
        self.seq += 1
        return self.seq

    def _see(self, event: Event) -> list[Ruling | Finding]:
        if event.kind != "whisper":
            self.public.append(event)
        return self._told(list(self.referee.see(event)))

    def _told(self, items: list[Ruling | Finding]) -> list[Ruling | Finding]:
        for line in self.spoken(items):
            self.lines.append(line)
            self._back(line)
        return items

    def _lines_of(self, items: list[Ruling | Finding]) -> int:
        return len(self.spoken(items))

    def spoken(self, items: Sequence[Ruling | Finding]) -> list[str]:
        """What the room hears of rulings: a result and the request right after it in one line."""
        room, campaign = self.referee.ruleset.room, self.referee.campaign
        rulings = [item for item in items if isinstance(item, Ruling)]
        said: list[str] = []
        joined: Ruling | None = None
        for place, ruling in enumerate(rulings):
            if ruling is joined or ruling.needs_pgm:
                continue
            if self._secret(ruling):
                continue
            following = rulings[place + 1] if place + 1 < len(rulings) else None
            request = following if following is not None and following.kind == "request" else None
            alone = room(ruling, None, campaign)
            if alone and request is not None and ruling.kind != "request":
                joined = request
                said.append(room(ruling, request, campaign))
            elif alone:
                said.append(alone)
        return said

    def _secret(self, ruling: Ruling) -> bool:
        """What a live room keeps for the master: inits and lost moves of secret declarations."""
        round_ = self.referee.encounter.round
        secret = round_ is not None and any(
            one.channel == "im" and one.combatant == ruling.combatant for one in round_.declarations
        )
        return secret and (
            ruling.kind == "initiative" or (ruling.kind == "move" and ruling.outcome in ("lost", "dropped"))
        )

    def _back(self, line: str) -> None:
        """What was said comes back into the room as the master's own."""
        event = Event(seq=self._next(), kind="say", speaker=MASTER, text=line)
        self.public.append(event)
        self.log.append(("room", MASTER, line))
        if self.echo:
            before = self.snapshot()
            caused = list(self.referee.see(event))
            after = self.snapshot()
            changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
            assert not changed, f"{line} changed the fight: {changed}, causing {caused}"
            bad = [one for one in caused if isinstance(one, Finding)]
            assert not bad, f"{line} is read as {bad}"
            told = [one for one in caused if isinstance(one, Ruling)]
            assert not told, f"{line} causes {told}"

    def snapshot(self) -> Any:
        fight = self.referee.fight
        return (fight.state(), fight.phase, fight.asked, fight.waits, fight.order)

    # -- a whole fight --------------------------------------------------------------------------------

    def play(
        self,
        words: Callable[[str, str], str | None],
        dice: Callable[[str, str], int | tuple[int, int] | None],
        *,
        secret: bool = False,
        steps: int = ENOUGH,
    ) -> None:
        """Until nothing is proposed any more. `words(who, what)` declares, `dice(who, what)` rolls; None:
        the master goes on without."""
        for _ in range(steps):
            waits = [one for one in self.referee.fight.waits if one[0] not in self.without]
            if waits:
                who, what = waits[0]
                if what in ("declaration", "clarify"):
                    said = words(who, what)
                    if said is None:
                        self.command(f"skip {who}", lambda fight, who=who: fight.skips(who))
                    elif secret:
                        self.whisper(who, said)
                    else:
                        self.say(who, said)
                    continue
                face = dice(who, what)
                if face is None:
                    self.command(f"skip {who}", lambda fight, who=who: fight.skips(who))
                elif isinstance(face, tuple):
                    self.roll(who, *face)
                else:
                    self.roll(who, face)
                continue
            if self.agree() is not None:
                continue
            if self.referee.fight.undecided:
                assert self.agree(anyway=True) is not None, f"stuck: {self.referee.fight.undecided}"
                continue
            return
        raise AssertionError("the fight does not end:\n" + self.told())

    def told(self) -> str:
        return "\n".join(f"{what:8}{who}: {words}" for what, who, words in self.log)

    def rulings(self, kind: str, outcome: str | None = None) -> list[Ruling]:
        return [
            one
            for one in self.referee.rulings
            if one.kind == kind and (outcome is None or one.outcome == outcome)
        ]

    def calls(self) -> list[tuple[str | None, int | None, str | None]]:
        """Every move as it was called: who, at what, doing what."""
        return [
            (one.combatant, one.values.get("at"), one.values.get("action"))
            for one in self.rulings("move", "called")
        ]


def script(words: Words) -> Callable[[str, str], str | None]:
    """Declarations out of a list for each; None when it is used up."""
    left = {who: list(said) for who, said in words.items()}
    return lambda who, what: left[who].pop(0) if left.get(who) else None


def thrown(dice: Dice) -> Callable[[str, str], int | None]:
    """Rolls out of a list for each; None when it is used up."""
    left = {who: list(faces) for who, faces in dice.items()}
    return lambda who, what: left[who].pop(0) if left.get(who) else None
