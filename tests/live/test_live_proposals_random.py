"""Parthos fights of random declarations and rolls: no dead end, no move called twice, none forgotten; and
what the room was told reads back as what it says."""

from __future__ import annotations

import random
from typing import Any

import pytest
from parthos_table import ALL, campaign
from proposing import MASTER, Table

from calledshot.auditing import prepare

PLAIN = (
    "attack {other} with my {weapon}",
    "((attack {other}, *attack {other}))",
    "((attack {other}))",
    "Cast Ember (Fire level 1) on {other}, *attack {other}",
    "cast Mend (Healing level 1) on {other}",
    "retreat, *attack {other}",
    "advance on {other}, *attack {other}, *attack {other}",
    "cast Haze (Fire level 1)",
    "use red draught",
    "called shot to the head of {other}",
    "throw knife at {other}",
    "attack {other} (WS)",
    "Cast Flare (Fire level 2) on {other}",
)
ODD = (
    "I swing at {other}",
    "shoot {other} with bow",
    "parry",
    "attack {other} (FC)",
    "if Aske attacks me, retreat",
    "attack the first one to target me",
    "heal {other}",
    "dance a jig",
    "attack",
    "hold back damage, attack {other}",
    "unarmed attack {other}",
)
TEAMS = (
    ("Aske", "Bryn"),
    ("Aske", "Goblin"),
    ("Aske", "Bryn", "Cade", "Dara"),
    ("Bryn", "Cade"),
    ("Aske", "Bryn", "Goblin"),
    ("Aske", "Dara", "Cade"),
)
ROUNDS = 9


class Play:
    """One random fight, the same for the same seed. `plain`: no commands but agreeing, nothing odd."""

    def __init__(
        self, seed: int, *, plain: bool = False, echo: bool = False, system: str | None = None
    ) -> None:
        self.rng = random.Random(seed)
        self.plain = plain
        names = self.rng.choice(TEAMS)
        sides = {}
        if len(names) == 4:
            sides = {"Aske": "red", "Bryn": "red", "Cade": "blue", "Dara": "blue"}
        elif "Goblin" in names:
            sides = {name: "goblins" if name == "Goblin" else "heroes" for name in names}
        self.system = system or self.rng.choice(("standard", "im"))
        settings: dict[str, Any] = {}
        if self.rng.random() < 0.3:
            settings["tie"] = self.rng.choice(("roll_off", "simultaneous"))
        if self.rng.random() < 0.2:
            settings["advanced_upon"] = self.rng.choice(("ask", "lose"))
        if self.rng.random() < 0.2:
            settings["ends_when_side_is_out"] = False
        given = campaign(*names, system=self.system, settings=settings, **sides)
        self.table = Table(given, echo=echo, npcs=("Goblin 1", "Goblin 2"))
        self.fight: Any = self.table.referee.fight
        if self.rng.random() < 0.5:
            self.table.say(MASTER, self.rng.choice(("You're at missile range.", "You're hand to hand.")))

    def run(self) -> None:
        for _ in range(900):
            round_ = self.fight.round
            if round_ is not None and (round_.number or 0) > ROUNDS:
                return
            if not self.plain and round_ is not None and self._meddles():
                continue
            if self._answers() or self.table.agree() is not None:
                continue
            if self.fight.held:
                for name in sorted(self.fight.held):
                    self._command(f"return {name}", "holds", name, False)
                continue
            if self.fight.undecided and self.table.agree(anyway=True) is not None:
                continue
            assert self.fight.over is not None, f"a dead end:\n{self.table.told()}"
            return
        raise AssertionError(f"no end:\n{self.table.told()}")

    def _command(self, text: str, deed: str, *given: Any) -> None:
        self.table.command(text, lambda fight: getattr(fight, deed)(*given))

    def _meddles(self) -> bool:
        """Somebody speaks out of turn, or the master steps in."""
        names = sorted(self.fight.fighters)
        who, chance = self.rng.choice(names), self.rng.random()
        if chance < 0.1 and who not in self.table.npcs:
            (self.table.whisper if self.system == "im" else self.table.say)(who, self._words(who))
        elif chance < 0.12:
            back = who in self.fight.held
            self._command("return" if back else "hold", "holds", who, not back)
        elif chance < 0.14:
            self._command("skip", "skips", who)
        elif chance < 0.16:
            self._command("withdraw", "withdrawn", who)
        elif chance < 0.18:
            self._command("set", "adjust", who, "stamina", self.rng.randint(-22, 30))
        else:
            return False
        return True

    def _words(self, who: str) -> str:
        others = [name for name in sorted(self.fight.fighters) if name != who] or ["Aske"]
        weapon = ALL.get(who, ALL["Goblin"])["weapons"][0]["name"]
        words = self.rng.choice(PLAIN if self.plain else PLAIN + ODD)
        return words.format(other=self.rng.choice(others), weapon=weapon)

    def _answers(self) -> bool:
        waits = self.fight.waits
        if not waits:
            return False
        who, what = waits[0]
        if not self.plain and self.rng.random() < 0.06:
            self._command("skip", "skips", who)
        elif what in ("declaration", "clarify"):
            secret = self.system == "im" and what == "declaration"
            (self.table.whisper if secret else self.table.say)(who, self._words(who))
        else:
            owed = next((one.dice for one in self.fight.requests if one.who == who), "1d100")
            if owed == "2d10":
                self.table.roll(who, self.rng.randint(2, 20), 10, 2)
            else:
                often = self.rng.random() < 0.1
                self.table.roll(who, self.rng.choice((1, 100)) if often else self.rng.randint(1, 100))
        return True


@pytest.mark.parametrize("seed", range(60))
def test_no_fight_comes_to_a_dead_end(seed: int) -> None:
    Play(seed).run()


@pytest.mark.parametrize("seed", range(40))
def test_no_move_is_forgotten_and_none_called_twice(seed: int) -> None:
    """Where the master only agrees, and nobody changes his mind."""
    play = Play(seed, plain=True)
    play.run()
    called = [
        (one.round, one.combatant, one.values["at"])
        for one in play.table.rulings("move", "called")
        if not one.values.get("free")
    ]
    twice = {one for one in called if called.count(one) > 1}
    assert not twice, f"called twice: {twice}\n{play.table.told()}"
    forgotten = [
        one
        for one in play.table.rulings("move", "lost")
        if one.values.get("why") == "the round closed before it was called"
    ]
    assert not forgotten, f"{forgotten}\n{play.table.told()}"


@pytest.mark.parametrize("seed", range(40))
def test_what_was_said_reads_back_without_changing_anything(seed: int) -> None:
    """Every line comes back at once as the master's own words: no difference is found, nothing moves."""
    Play(seed, plain=True, echo=True).run()


@pytest.mark.parametrize("seed", range(30))
def test_a_log_of_the_room_gives_the_fight_that_was_played(seed: int) -> None:
    """What was said and rolled in the room, without a single command: the same figures at the end."""
    play = Play(seed, plain=True, system="standard")
    play.run()
    again = prepare(play.table.referee.campaign).referee()
    for event in play.table.public:
        again.see(event)
    assert again.fight.state() == play.fight.state(), play.table.told()
