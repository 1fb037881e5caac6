"""What the live helper takes back in a room is taken back in an audit of the room's log, too."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.auditing import Audit, audit_texts, prepare
from calledshot.campaign import from_tables
from calledshot.live.wording import words
from calledshot.referee.corrections import Correction, correction
from calledshot.transcript.event import Event

HIT = "Kay hits Ann. Damage, d100."
HURT = "Ann takes 4 points. Ann, you're up at 60: attack Kay. To hit, d100."
CAMPAIGN: dict[str, Any] = {
    "ruleset": "parthos",
    "pgm": ["Jo"],
    "characters": {
        name: {
            "speed": speed, "ca": 50, "stamina_max": 20, "weapons": [{"name": "sword", "in_hand": True}],
        }
        for name, speed in (("Kay", 40), ("Ann", 10))
    },
    "rulebook": {
        "weapons": [{"name": "sword", "bc": 4, "kind": "melee"}],
        "bell_curve": {"BC4": {"6": [1, 5], "4": [6, 50], "2": [51, 100]}},
    },
}  # fmt: skip
# Kay 50 + 40 = 90, Ann 50 + 10 = 60; 30 on 50 hits, and a damage of 20 is 4 points: Ann 20 - 4 = 16.
LOG = f"""Jo:\tRound 1. You are hand to hand. Init please
Kay:\t((attack Ann with sword))
Ann:\t((attack Kay with sword))
OnlineHost:\tKay rolled 1 100-sided die:  50
OnlineHost:\tAnn rolled 1 100-sided die:  50
Jo:\t((Kay, you're up at 90: attack Ann. To hit, d100.))
OnlineHost:\tKay rolled 1 100-sided die:  30
Jo:\t(({HIT}))
OnlineHost:\tKay rolled 1 100-sided die:  20
Jo:\t(({HURT}))
"""


def audited(*lines: str) -> Audit:
    text = LOG + "".join(f"{line}\n" for line in lines)
    return audit_texts([("room.txt", text, "aol", None)], campaign=from_tables(CAMPAIGN))


def told(audit: Audit) -> list[tuple[str, str, Any]]:
    return [
        (one.kind, one.outcome, one.values.get("roll", one.values.get("points")))
        for one in audit.rulings
        if one.kind in ("attack", "damage")
    ]


def roll(who: str, face: int) -> str:
    return f"OnlineHost:\t{who} rolled 1 100-sided die:  {face}"


def test_without_a_correction_the_first_roll_counts() -> None:
    assert told(audited()) == [("attack", "hit", 30), ("damage", "dealt", 4)]


def test_a_result_that_is_taken_back_is_rolled_for_anew() -> None:
    audit = audited(f"Jo:\t((Correction: “{HURT}” is taken back. Kay, damage, d100.))", roll("Kay", 60))
    assert told(audit) == [("attack", "hit", 30), ("damage", "dealt", 2)]
    assert audit.encounters[-1].rounds[-1].state["Ann"]["stamina"] == 18
    assert [one.message for one in audit.findings if one.code == "PGM-3"] == [f"Jo takes back “{HURT}”"]
    assert not [one for one in audit.findings if one.code in ("DICE-4", "DICE-5")]


def test_two_lines_are_taken_back_with_the_rolls_between_them() -> None:
    audit = audited(
        f"Jo:\t((Correction: “{HIT}” and “{HURT[:30]}…” are taken back. Kay, to hit, d100.))", roll("Kay", 70)
    )
    assert told(audit) == [("attack", "miss", 70)]


def test_many_lines_are_named_by_their_number() -> None:
    audit = audited(
        f"Jo:\t((Correction: the last 2 lines, from “{HIT}” on, are taken back. Kay, to hit, d100.))",
        roll("Kay", 70),
    )
    assert told(audit) == [("attack", "miss", 70)]


def test_a_line_is_taken_back_without_the_roll_where_nothing_is_asked_again() -> None:
    """Only the call of Ann's move was too early."""
    audit = audited(f"Jo:\t((Correction: “{HURT}” is taken back.))")
    assert told(audit) == [("attack", "hit", 30), ("damage", "dealt", 4)]


def test_what_is_done_again_stands_as_it_was() -> None:
    audit = audited(
        f"Jo:\t((Correction: “{HURT}” is taken back. Kay, damage, d100.))",
        f"Jo:\t((Correction: “{HURT}” stands after all.))",
    )
    assert told(audit) == [("attack", "hit", 30), ("damage", "dealt", 4)]


def test_nobody_but_the_pgm_takes_anything_back() -> None:
    audit = audited(f"Ann:\t((Correction: “{HURT}” is taken back. Kay, damage, d100.))", roll("Kay", 60))
    assert told(audit) == [("attack", "hit", 30), ("damage", "dealt", 4)]


@pytest.mark.parametrize("text", ["Correction: that was 6", "Correction: “a” or “b” is taken back.", "“a”"])
def test_other_words_take_nothing_back(text: str) -> None:
    assert correction(text) is None


@pytest.mark.parametrize(
    "text", ["Correction: " + "“" * 3000, "Correction: “" + "a" * 5000, "Correction: “”" * 999]
)
def test_any_words_are_read(text: str) -> None:
    assert correction(f"Correction: {text}") is None


def test_the_helpers_own_words_are_read_back() -> None:
    one = words("draft.correction", quotes="“a” and “b”", is_are="are")
    assert correction(f"(({one} Kay, go on.))") == Correction(quotes=("a", "b"), rest="Kay, go on.")
    again = words("draft.again", quotes="“a”, “b” and “c”", stands="stand")
    assert correction(again) == Correction(quotes=("a", "b", "c"), again=True)
    many = words("draft.correction_many", count=7, first="“a”")
    assert correction(many) == Correction(quotes=("a",), count=7)
    more = words("draft.again_many", count=7, first="“a”")
    assert correction(more) == Correction(quotes=("a",), count=7, again=True)


def test_the_masters_notice_is_his_word_and_a_players_is_none() -> None:
    referee = prepare(from_tables(CAMPAIGN)).referee()
    referee.see(Event(seq=0, kind="notice", speaker="Kay", text="((Round 1. Roll initiative, d100.))"))
    assert referee.rulings == []
    referee.see(Event(seq=1, kind="notice", speaker="Jo", text="((Round 1. Roll initiative, d100.))"))
    assert [one.kind for one in referee.rulings] == ["fight", "round"]
