"""The table of a round, from logs written for it: each result at its move, each thing said once.

The docstring of a test is its transcript.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc

from calledshot.auditing import audit_texts
from calledshot.campaign import from_tables
from calledshot.report.as_text import render

SHEETS = {
    "Orla": {
        "speed": 70,
        "ca": 60,
        "stamina": 30,
        "pp": 9,
        "level": 3,
        "weapons": [{"name": "dirk", "bc": 6}],
    },
    "Fenn": {"speed": 50, "ca": 40, "stamina": 20, "weapons": [{"name": "spear", "bc": 8, "kind": "both"}]},
}
CHART = {"BC6": {"5": [1, 50], "2": [51, 100]}, "BC8": {"6": [1, 50], "3": [51, 100]}}


def lines(test: Callable[[], None], **campaign: object) -> list[str]:
    """The report of the fight in a test's docstring."""
    made = audit_texts(
        [("fight.script", cleandoc(test.__doc__ or "") + "\n", "script", None)],
        campaign=from_tables(
            {
                "pgm": ["Nimue"],
                "characters": SHEETS,
                "rulebook": {"bell_curve": CHART},
                **campaign,
            },
            ruleset="parthos",
        ),
    )
    return render(made).splitlines()


def row_of(shown: list[str], text: str) -> int:
    [found] = [number for number, line in enumerate(shown) if text in line]
    return found


def test_a_result_stands_at_its_move_when_the_next_was_called_before() -> None:
    """
    Nimue: Round 1, you're hand to hand. Init please
    Orla: attack Fenn with my dirk
    Fenn: attack Orla
    ! Orla rolled 1d100: 20
    ! Fenn rolled 1d100: 30
    Nimue: Orla, to hit
    ! Orla rolled 1d100: 61
    Nimue: hit, damage
    ! Orla rolled 1d100: 60
    Nimue: 2. Fenn, to hit
    ! Fenn rolled 1d100: 90
    Nimue: miss
    """
    shown = lines(test_a_result_stands_at_its_move_when_the_next_was_called_before)
    first, second = row_of(shown, "    90   Orla"), row_of(shown, "    80   Fenn")
    assert "61 on CA 60: miss" in shown[first]
    assert first < row_of(shown, "PGM-1") < second
    assert first < row_of(shown, "damage 60 → 2; Fenn 20 − 2 = 18") < second
    assert "90 on CA 40: miss" in shown[second]
    assert first < row_of(shown, "Nimue ruled: hit (line 8), so played") < second


def test_the_note_of_a_conversion_is_its_row() -> None:
    """
    Nimue: Round 1, missile range. Init please
    Orla: advance on Fenn, *attack Fenn
    Fenn: throw spear at Orla
    ! Orla rolled 1d100: 80
    ! Fenn rolled 1d100: 30
    Nimue: Orla closes
    Nimue: Fenn, stab then: to hit
    ! Fenn rolled 1d100: 40
    Nimue: hit
    """
    shown = lines(test_the_note_of_a_conversion_is_its_row)
    place = row_of(shown, "    80   Fenn")
    assert "→ attack with the spear" in shown[place]
    assert sum("PAR-MOV-7" in line for line in shown[:-3]) == 1
    assert not any("│ Fenn: throw spear" in line for line in shown)


def test_void_rolls_are_accounted_for() -> None:
    """
    Nimue: Round 1, hand to hand. Init please
    Orla: attack Fenn
    Fenn: attack Orla
    ! Orla rolled 1d20: 14
    ! Orla rolled 1d100: 40
    ! Fenn rolled 1d100: 30
    Nimue: Orla, to hit
    ! Orla rolled 1d100: 61
    Nimue: miss
    """
    shown = lines(test_void_rolls_are_accounted_for)
    assert any("Rolls: 4, 1 void, all accounted for." in line for line in shown)


def test_a_fight_won_is_said_once_though_they_play_on() -> None:
    """
    Nimue: To unconscious. Round 1, hand to hand. Init please
    Orla: attack Fenn
    Fenn: attack Orla
    ! Orla rolled 1d100: 40
    ! Fenn rolled 1d100: 10
    Nimue: Orla, to hit
    ! Orla rolled 1d100: 1
    Nimue: critical! Fenn drops, he's at -3. Orla wins
    Nimue: Round 2, init please
    Orla: retreat
    ! Orla rolled 1d100: 5
    Nimue: End of round 2. That's the fight, Orla wins
    """
    shown = lines(test_a_fight_won_is_said_once_though_they_play_on)
    assert shown[0].startswith("Orla won in round 1")
    assert sum("won the fight" in line for line in shown) == 1


def test_a_question_that_the_log_answers_is_not_asked() -> None:
    """
    Nimue: Round 1, missile range. Init please
    Orla: Cast Sting (Wits Level 1) on Fenn
    Fenn: shoot Orla
    ! Orla rolled 1d100: 40
    ! Fenn rolled 1d100: 10
    Nimue: Orla's Sting goes off, Fenn is dazed
    """
    book = {
        "bell_curve": CHART,
        "spells": [{"name": "Sting", "list": "Wits", "level": 1, "pp": 2, "effect": "a daze"}],
    }
    shown = lines(test_a_question_that_the_log_answers_is_not_asked, rulebook=book)
    assert "cast; 9 − 2 = 7 PP left" in shown[row_of(shown, "   110   Orla")]
    asked = [line for line in shown if "? " in line]
    assert len(asked) <= 1 and not any("for the PGM" in line for line in shown)


def test_the_same_note_on_many_lines_is_said_once() -> None:
    """
    Nimue: Round 1, hand to hand. Init please
    Orla: attack Fenn
    Fenn: attack Orla
    ! Orla rolled 1d100: 40
    ! Fenn rolled 1d100: 10
    Nimue: Orla, to hit
    ! Orla rolled 1d100: 99
    Nimue: miss. Fenn, to hit
    ! Fenn rolled 1d100: 98
    Nimue: miss. End of round 1
    ! Orla rolled 1d100: 5
    ! Orla rolled 1d100: 6
    ! Orla rolled 1d100: 7
    """
    shown = lines(test_the_same_note_on_many_lines_is_said_once)
    assert sum("DICE-4" in line for line in shown) == 1
    assert "lines 11, 12, 13:" in shown[row_of(shown, "DICE-4")]
    assert any("3 that nothing asked for" in line for line in shown)
