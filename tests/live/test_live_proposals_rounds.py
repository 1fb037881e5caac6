"""What a fight in rounds of declarations proposes by itself: a small ruleset runs live for nothing."""

from __future__ import annotations

from typing import Any

import pytest
from proposing import MASTER, Table

from calledshot.api import Campaign, Clause, Fight, Roll, RoundFight, Ruleset
from calledshot.referee.acts import RoundEnd
from calledshot.referee.desk import Desk
from calledshot.referee.referee import Referee
from calledshot.transcript.event import Event


class Guess(RoundFight):
    """Guard, or strike with 2d6: a 12 wins. A round in which both guard is put to the master."""

    def moved(self, who: str, declaration: Any) -> None:
        if declaration.moves[0].action == "strike":
            self.ask(who, "to hit", "2d6")

    def answered(self, who: str, what: str, roll: Roll) -> None:
        self.encounter.rule("blow", "struck" if roll.total > 6 else "missed", who, total=roll.total)
        if roll.total == 12:
            self.win(who)

    def round_closes(self) -> None:
        if all(one.moves[0].action == "guard" for one in self.moves.values()):
            self.encounter.ask_pgm("who has the round?", clauses=["G-1"])

    def state(self) -> dict[str, dict[str, Any]]:
        return {name: {} for name in self.fighters}


class Guesses(Ruleset):
    name = "guesses"
    title = "Guesses"
    clauses = {"G-1": Clause(id="G-1", title="Nobody strikes", section="-", text="-")}  # noqa: RUF012
    actions = {"strike": ("strike", "hit"), "guard": ("guard",)}  # noqa: RUF012
    words = {"blow.struck": "{who} strikes.", "blow.missed": "{who} misses."}  # noqa: RUF012

    def fight(self, encounter: Any) -> Fight:
        return Guess(encounter)


def table(*names: str, echo: bool = False) -> Table:
    campaign = Campaign(pgm=(MASTER,), sheets={name: Guesses.sheet() for name in names or ("Ann", "Bo")})
    return Table(referee=Referee(Guesses(), campaign), echo=echo)


def test_a_whole_fight() -> None:
    here = table(echo=True)
    here.agree()
    assert here.lines == ["((Round 1: Ann and Bo. Declare, please.))"]
    assert here.referee.fight.waits == (("Ann", "declaration"), ("Bo", "declaration"))
    assert here.proposal() is None
    here.say("Ann", "strike")
    assert here.lines[-1] == "((Ann: to hit, 2d6.))"
    assert here.referee.fight.waits == (("Ann", "to hit"), ("Bo", "declaration"))
    here.whisper("Bo", "guard")
    here.roll("Ann", 7, 6, 2)
    here.agree()
    assert here.lines[-1] == "((End of round 1.))"
    here.agree()
    assert here.lines[-1] == "((Round 2. Declare, please.))"
    here.whisper("Bo", "guard")
    here.say("Ann", "strike")
    here.roll("Ann", 12, 6, 2)
    here.agree()
    here.agree()
    assert here.lines[-1] == "((That is the end of the fight.))"
    assert here.proposal() is None
    assert here.referee.encounters[0].winner == "Ann"
    assert [one.agrees for one in here.referee.pgm_rulings] == [True]


def test_a_question_to_the_master_stops_it_until_he_speaks_or_goes_on() -> None:
    here = table()
    here.agree()
    for who in ("Ann", "Bo"):
        here.say(who, "guard")
    here.agree()
    assert here.referee.fight.undecided == ("who has the round?",)
    assert here.proposal() is None
    assert here.proposal(anyway=True) is not None
    here.say(MASTER, "nobody has it")
    assert here.referee.fight.undecided == ()
    here.agree()
    assert here.lines[-1] == "((Round 2. Declare, please.))"


def test_the_held_the_absent_and_the_skipped_hold_nobody_up() -> None:
    here = table("Ann", "Bo", "Cy")
    here.agree()
    here.say("Ann", "guard")
    here.command("hold", lambda fight: fight.holds("Bo"))
    assert here.referee.fight.waits == (("Cy", "declaration"),)
    here.command("skip", lambda fight: fight.skips("Cy"))
    proposal = here.proposal()
    assert proposal is not None and proposal.acts == (RoundEnd(),)
    here.command("return", lambda fight: fight.holds("Bo", False))
    here.say("Bo", "strike")
    assert here.proposal(anyway=True) is None, "a roll that is owed is not gone past"
    here.command("skip", lambda fight: fight.skips("Bo"))
    assert here.proposal() is not None
    here.agree()
    here.agree()
    assert len(here.referee.fight.waits) == 3


def test_taking_back_and_coming_in() -> None:
    here = table()
    here.agree()
    told: list[str | None] = []
    for said in ("guard", "strike"):
        here.say("Ann", said)
        here.command("withdraw", lambda fight: told.append(fight.withdrawn("Ann")))
    assert told == [None, None]
    assert here.referee.fight.waits == (("Ann", "declaration"), ("Bo", "declaration"))
    here.say("Ann", "strike")
    here.roll("Ann", 3, 6, 2)
    here.command("withdraw", lambda fight: told.append(fight.withdrawn("Ann")))
    assert told[-1] == "the dice for it have been rolled"
    here.command("join", lambda fight: told.append(fight.enters("Ann 2", "Ann")))
    assert told[-1] == "Ann 2"
    assert ("Ann 2", "declaration") in here.referee.fight.waits


@pytest.mark.parametrize("names", [("Ann",), ()])
def test_no_fight_of_one(names: tuple[str, ...]) -> None:
    campaign = Campaign(pgm=(MASTER,), sheets={name: Guesses.sheet() for name in names})
    assert Table(referee=Referee(Guesses(), campaign)).proposal() is None


def test_a_reroll_passes_the_last_roll_over() -> None:
    """As if the 12 that wins had never been thrown: 2d6 are owed again."""
    campaign = Campaign(pgm=(MASTER,), sheets={name: Guesses.sheet() for name in ("Ann", "Bo")})
    desk = Desk(lambda: Referee(Guesses(), campaign))
    desk.see(Event(seq=1, kind="command", speaker=MASTER, text="begin"))
    desk.see(Event(seq=2, kind="say", speaker="Ann", text="strike"))
    roll = Roll(roller="Ann", count=2, sides=6, faces=(6, 6), modifier=0, total=12, expression="2d6")
    desk.see(Event(seq=3, kind="roll", speaker="OnlineHost", trust="server", roll=roll))
    assert desk.referee.encounter.record.winner == "Ann"  # type: ignore[union-attr]
    desk.see(Event(seq=4, kind="command", speaker=MASTER, text="reroll Ann because it fell off the table"))
    assert desk.referee.encounter.record.winner is None  # type: ignore[union-attr]
    assert ("Ann", "to hit") in desk.fight.waits
    assert "because it fell off the table" in desk.referee.findings[-1].message
