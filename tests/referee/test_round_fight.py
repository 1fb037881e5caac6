"""Fights in rounds, and rulesets that say their words in tables: what a ruleset gets without writing it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.api import (
    Action,
    Campaign,
    Clause,
    Encounter,
    Event,
    Fight,
    Finding,
    Reading,
    Roll,
    RoundFight,
    Ruleset,
)
from calledshot.live.session import Session
from calledshot.moves import write
from calledshot.plugins import plain
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript import open_transcript

CLAUSES = {
    "TOY-1": Clause(id="TOY-1", title="One move a round", section="-", text="-", severity="error"),
    "TOY-2": Clause(id="TOY-2", title="GM's word", section="-", text="-", default_ruling=True),
}


class Toy(RoundFight):
    """Who has declared, round by round; "strike" needs a roll."""

    def fight_opens(self) -> None:
        self.log: list[str] = ["fight"]

    def round_opens(self) -> None:
        self.log.append(f"round {self.number}")

    def moved(self, who: str, declaration: Any) -> None:
        self.log.append(f"{who} {declaration.moves[0].action}")
        if declaration.moves[0].action == "strike":
            self.ask(who, "to hit", "2d6")

    def answered(self, who: str, what: str, roll: Roll) -> None:
        self.log.append(f"{who} {what} {roll.total}")
        if roll.total == 12:
            self.win(who)

    def round_closes(self) -> None:
        self.log.append(f"closed with {', '.join(self.moves) or 'nobody'}")


class Toys(Ruleset):
    name = "toys"
    title = "Toys"
    clauses = CLAUSES
    actions = {"strike": ("strike", "hit"), "guard": ("guard",)}  # noqa: RUF012
    words = {  # noqa: RUF012
        "point": ("{who}: {points} of {most}[, {why}].", "{who}: {points}."),
        "point.lost": "{target} loses {points}.",
    }
    private = frozenset({"points"})

    def lint(self, reading: Reading, campaign: Campaign, *, combatant: str | None, **_: Any) -> list[Finding]:
        return [
            self.finding("TOY-1", "one is enough", move=move, combatant=combatant)
            for move in reading.moves[1:]
        ]

    def fight(self, encounter: Encounter) -> Fight:
        return Toy(encounter)


def events(script: str) -> list[Event]:
    read = open_transcript(BytesIO(script.encode()), format="script")
    return [item for item in read if isinstance(item, Event)]


def play(script: str, **options: Any) -> tuple[Referee, Any]:
    campaign = Campaign(pgm=("Mara",), sheets={name: Toys.sheet() for name in ("Ann", "Bo", "Ogre")})
    referee = Referee(Toys(), campaign, **options)
    for event in events(script):
        referee.see(event)
    return referee, referee.fight


def log(script: str, **options: Any) -> list[str]:
    found: list[str] = play(script, **options)[1].log
    return found


# Rounds


def test_a_repeated_call_or_a_reminder_opens_nothing() -> None:
    assert log(
        "Mara: Round one: send me your moves.\nAnn > Mara: guard\nMara: Send me your moves!\nMara: Bo?"
    ) == [
        "fight",
        "round 1",
        "Ann guard",
    ]


def test_a_plain_call_opens_the_next_once_everybody_has_declared() -> None:
    said = "Mara: Send me your moves.\nAnn > Mara: guard\nBo > Mara: guard\nMara: Send me your moves."
    assert log(said)[-2:] == ["closed with Ann, Bo", "round 2"]


def test_a_number_or_the_word_next_opens_the_next() -> None:
    opening = "Mara: Round one: send me your moves.\nAnn > Mara: guard\n"
    assert log(opening + "Mara: Round two: send me your moves.")[-2:] == ["closed with Ann", "round 2"]
    assert log(opening + "Mara: Next round: send me your moves.")[-2:] == ["closed with Ann", "round 2"]


def test_what_is_declared_between_rounds_counts_for_the_next() -> None:
    said = "Bo > Mara: guard\nMara: Round one: send me your moves.\nMara: End of round."
    referee, fight = play(said)
    assert fight.log == ["fight", "round 1", "Bo guard", "closed with Bo"]
    (declared,) = referee.encounters[0].rounds[0].declarations
    assert (declared.combatant, declared.seq, declared.channel) == ("Bo", 0, "im")


def test_a_log_may_begin_with_a_later_round() -> None:
    assert log("Mara: Round three: send me your moves.") == ["fight", "round 3"]


def test_of_two_declarations_the_later_stands_with_its_own_dice() -> None:
    said = (
        "Mara: Round one: send me your moves.\nAnn: I strike at Bo\nAnn: no, I guard\n! Ann rolled 2d6: 3 4"
    )
    referee, fight = play(said)
    assert fight.moves["Ann"].moves[0].action == "guard"
    assert [finding.code for finding in referee.findings] == ["DICE-4"]


def test_role_play_declares_where_nothing_plain_is_said() -> None:
    opening = "Mara: Round one: send me your moves.\n"
    assert log(opening + "* Ann strikes at Bo")[-1] == "Ann strike"
    assert log(opening + "* Ann strikes at Bo\nAnn > Mara: guard")[-2:] == ["Ann strike", "Ann guard"]
    assert log(opening + "Ann > Mara: guard\n* Ann strikes at Bo")[-1] == "Ann guard"
    assert log("* Ann strikes at Bo\n" + opening) == ["fight", "round 1"]


LINES = (
    "Mara: Round one: send me your moves.",
    "Mara: Send me your moves.",
    "Mara: Next round: send me your moves.",
    "Mara: Round 7, init please",
    "Mara: End of round.",
    "Mara: I'll allow it.",
    "Mara: Bo wins!",
    "Mara: That's the fight, all.",
    "Mara: Fight!",
    "Ann: I strike at Bo",
    "Ann > Mara: guard, strike",
    "* Bo guards",
    "Bo: I yield",
    "Stranger > Mara: strike",
    "! Ann rolled 2d6: 6 6",
    "! Mara rolled 2d6: 1 1",
    "! Stranger rolled 1d20: 3",
    "- Ann is now Anna",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=25))
def test_whatever_happens_the_record_holds_together(lines: list[str]) -> None:
    referee, fight = play("\n".join(lines))
    for record in referee.encounters:
        assert all(one.closed for one in record.rounds[:-1])
        assert record.winner is None or record.winner in (*record.fighters, "Bo")
    assert set(fight.moves) <= set(fight.fighters)


# Refused and allowed


REFUSED = "Mara: Round one: send me your moves.\nAnn: I guard, then strike at Bo\n"


def test_what_breaks_a_rule_does_not_count() -> None:
    referee, fight = play(REFUSED)
    assert fight.moves == {}
    (refused,) = [ruling for ruling in referee.rulings if ruling.kind == "refused"]
    assert (refused.combatant, refused.clauses) == ("Ann", ("TOY-1",))
    assert refused.text == "Ann: not allowed: one move a round."
    (finding,) = referee.findings
    assert (finding.code, finding.severity, finding.combatant) == ("TOY-1", "error", "Ann")
    assert finding.source is not None and finding.source.column == len("I guard, then ") + 1


def test_the_game_master_may_allow_it() -> None:
    referee, fight = play(REFUSED + "Mara: I'll allow it.")
    assert [move.action for move in fight.moves["Ann"].moves] == ["guard", "strike"]
    assert [finding.code for finding in referee.findings] == ["TOY-1", "PGM-3"]


# Dice


STRIKE = "Mara: Round one: send me your moves.\nAnn: I strike at Bo\n"


def test_dice_asked_for_are_answered_once() -> None:
    referee, fight = play(STRIKE + "! Ann rolled 2d6: 3 4\n! Ann rolled 2d6: 6 6\n! Bo rolled 2d6: 1 1")
    assert fight.log[-1] == "Ann to hit 7"
    assert [(roll.use, roll.counted) for roll in referee.rolls] == [
        ("to hit", True),
        (None, False),
        (None, False),
    ]
    assert [finding.combatant for finding in referee.findings if finding.code == "DICE-4"] == ["Ann"]


def test_wrong_dice_are_asked_for_again() -> None:
    referee, fight = play(STRIKE + "! Ann rolled 1d6: 5\n! Ann rolled 2d6: 5 5")
    assert fight.log[-1] == "Ann to hit 10"
    (finding,) = referee.findings
    assert (finding.code, finding.message) == (
        "DICE-3",
        "2d6 was asked for, not 1d6; please roll again",
    )


def test_the_game_master_rolls_only_for_those_who_never_speak() -> None:
    referee, fight = play(STRIKE + "! Mara rolled 2d6: 5 5")
    assert fight.asked == (("Ann", "to hit"),)
    fight.ask(fight.join("Ogre"), "to hit", "2d6")
    for event in events("! Mara rolled 2d6: 4 4"):
        referee.see(event)
    assert fight.log[-1] == "Ogre to hit 8"


def test_dice_that_never_came_are_not_passed_over() -> None:
    referee, fight = play(STRIKE + "Mara: Round two: send me your moves.")
    assert fight.asked == ()
    (dropped,) = [ruling for ruling in referee.rulings if ruling.outcome == "dropped"]
    assert dropped.text == "Ann: to hit was never rolled."


# The end


def test_who_yields_has_lost() -> None:
    referee, _ = play("Mara: Round one: send me your moves.\nAnn: I guard\nBo: I guard\nAnn: I yield!")
    assert (referee.encounters[0].outcome, referee.encounters[0].winner) == ("yielded", "Bo")


WON = STRIKE + "Bo: I guard\n! Ann rolled 2d6: 6 6\n"


def test_the_game_masters_word_on_the_winner_stands() -> None:
    referee, _ = play(WON + "Mara: End of round. Bo wins!")
    (word,) = referee.pgm_rulings
    assert (word.ours, word.theirs, word.agrees) == ("Ann", "Bo", False)
    assert referee.encounters[0].winner == "Bo"
    referee, _ = play(WON + "Mara: End of round. Bo wins!", by_the_book=True)
    assert referee.encounters[0].winner == "Ann"
    assert [finding.code for finding in referee.findings] == ["PGM-1"]


def test_a_winner_we_do_not_know_of_is_taken_over() -> None:
    referee, _ = play("Mara: Round one: send me your moves.\nAnn: I guard\nBo: I guard\nMara: Ann wins!")
    assert (referee.encounters[0].winner, referee.pgm_rulings[0].agrees) == ("Ann", None)


def test_the_next_number_plays_on_and_any_other_call_begins_anew() -> None:
    referee, _ = play(WON + "Mara: Round two: send me your moves.")
    assert len(referee.encounters) == 1 and referee.encounters[0].winner is None
    referee, _ = play(WON + "Mara: End of round.\nMara: Round one: send me your moves.")
    assert [fight.winner for fight in referee.encounters] == ["Ann", None]


# Words


def said(outcome: str = "kept", **values: Any) -> str:
    return Toys().voice(
        Ruling(kind="point", outcome=outcome, combatant="Ann", target="Bo", values=values), None
    )


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"points": -3, "most": 5}, "Ann: −3 of 5."),
        ({"points": 0, "most": 5, "why": ["a cut", "a bruise"]}, "Ann: 0 of 5, a cut and a bruise."),
        ({"points": 2}, "Ann: 2."),
        ({"points": "{who}", "most": "[x]"}, "Ann: {who} of [x]."),
        ({}, "Ann: point: kept."),
    ],
)
def test_the_first_template_that_fits(values: dict[str, Any], text: str) -> None:
    assert said(**values) == text


def test_a_template_for_one_outcome_comes_before_that_of_the_kind() -> None:
    assert said("lost", points=2, most=5) == "Bo loses 2."


def test_nothing_private_is_said_aloud() -> None:
    lost = Ruling(kind="point", outcome="lost", combatant="Ann", target="Bo", values={"points": 2})
    asked = Ruling(kind="request", outcome="asked", combatant="Ann", values={"what": "to hit", "dice": "2d6"})
    assert Toys().room(lost, None, Campaign()) == ""
    assert Toys().room(asked, None, Campaign()) == "((Ann: to hit, 2d6.))"


def test_live_a_secret_move_that_is_refused_is_its_senders() -> None:
    session = Session(Referee(Toys(), Campaign(pgm=("Mara",))))
    script = "Mara: Round one: send me your moves.\nAnn > Mara: guard, strike"
    lines = [session.see(event) for event in events(script)][-1]
    assert [(line.to, line.say) for line in lines] == [
        ("Ann", "TOY-1: one is enough"),
        ("Ann", "Ann: not allowed: one move a round."),
    ]


def test_a_declaration_in_the_strict_form_reads_the_same() -> None:
    rules, campaign = Toys(), Campaign(sheets={"Ann": None, "Bo": None})
    reading = rules.read("i'll hit at bo", rules.lexicon(campaign, ()), given=True)
    strict = rules.strict(reading, campaign)
    assert strict == "Strike Bo"
    again = rules.read(strict, rules.lexicon(campaign, ()), given=True)
    assert [(move.action, move.target) for move in again.moves] == [("strike", "Bo")]


def test_an_action_may_take_a_thing() -> None:
    drink = Action(
        id="drink", verbs=("drink", "quaff"), objects=("item",), unknown="item", write=("Drink", " ", " ")
    )
    lexicon = plain.lexicon({"drink": drink}, Campaign(), ())
    (move,) = Toys().read("quaff the red potion", lexicon, given=True).moves
    assert (move.action, move.instrument) == ("drink", "red potion")
    assert write([move], lexicon=lexicon) == "Drink red potion"


def test_a_plain_clause_is_a_note() -> None:
    finding = Toys().finding("TOY-2", "so it goes")
    assert (finding.severity, finding.default_ruling, finding.source) == ("info", True, None)
