"""A log of the room alone, in the IM system: what stands in IMs is unknown, and what the PGM tells when he
calls a move is what was declared. Sums by hand: Hesk has Speed 60 and Weapon Speed 40, Imri 75."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.auditing import Audit, audit_texts
from calledshot.campaign import from_tables

CAMPAIGN: dict[str, Any] = {
    "ruleset": "parthos",
    "pgm": ["Jo"],
    "system": "im",
    "characters": {
        "Hesk": {
            "speed": 60, "weapon_speed": 40, "ca": 65, "stamina_max": 34,
            "weapons": [{"name": "sword", "in_hand": True}],
        },
        "Imri": {
            "speed": 75, "ca": 45, "stamina_max": 20, "weapons": [{"name": "knife", "in_hand": True}],
        },
    },
    "rulebook": {
        "weapons": [
            {"name": "sword", "bc": 4, "kind": "melee"},
            {"name": "knife", "bc": 4, "kind": "melee"},
        ],
        "bell_curve": {"BC4": {"4": [1, 50], "2": [51, 100]}},
    },
}  # fmt: skip
OPENING = """Jo:\tRound 1. You are hand to hand. IMs, please.
Jo:\tInit, please.
OnlineHost:\tHesk rolled 1 100-sided die:  45
OnlineHost:\tImri rolled 1 100-sided die:  50
"""


def audited(*lines: str) -> Audit:
    text = OPENING + "".join(f"{line}\n" for line in lines)
    return audit_texts([("room.txt", text, "aol", None)], campaign=from_tables(CAMPAIGN))


def sums(audit: Audit, who: str) -> list[tuple[str, int | None, list[int] | None]]:
    return [
        (one.outcome, one.values["total"], one.values["moves"])
        for one in audit.rulings
        if one.kind == "initiative" and one.combatant == who
    ]


def differing(audit: Audit) -> list[str]:
    return [one.message for one in audit.findings if one.code == "PGM-1"]


def test_a_sum_that_weapon_speed_would_change_is_not_guessed() -> None:
    audit = audited()
    assert sums(audit, "Hesk") == [("rolled", None, None)]
    assert sums(audit, "Imri") == [("rolled", 125, [125, 25])]


def test_the_call_of_an_attack_tells_that_weapon_speed_counts() -> None:
    """45 + 60 + 40 = 145, then 45."""
    audit = audited(
        "Jo:\tHesk, you're up at 145: attack Imri with sword. To hit, d100.",
        "OnlineHost:\tHesk rolled 1 100-sided die:  90",
        "Jo:\tHesk misses. Imri, you're up at 125: attack Hesk with knife. To hit, d100.",
        "OnlineHost:\tImri rolled 1 100-sided die:  90",
        "Jo:\tImri misses. Hesk, you're up at 45: attack Imri with sword. To hit, d100.",
    )
    assert differing(audit) == []
    assert sums(audit, "Hesk")[1:] == [("revised", 145, [145])]
    called = [
        (one.combatant, one.values["at"], one.values["index"])
        for one in audit.rulings
        if (one.kind, one.outcome) == ("move", "called")
    ]
    assert called == [("Hesk", 145, 0), ("Imri", 125, 0), ("Hesk", 45, 1)]
    assert not [one for one in audit.rulings if (one.kind, one.outcome) == ("move", "lost")]


def test_the_call_of_another_move_tells_that_it_does_not() -> None:
    """45 + 60 = 105, and after a move that is no attack 5 whatever comes (PAR-INIT-4)."""
    audit = audited("Jo:\tImri at 125, miss. Hesk, you're up at 105: retreat.")
    assert differing(audit) == []
    assert sums(audit, "Hesk")[1:] == [("revised", 105, [105, 5])]


@pytest.mark.parametrize(("at", "right"), [(125, True), (25, True), (110, False)])
def test_a_call_where_no_move_can_fall_is_still_a_difference(at: int, right: bool) -> None:
    audit = audited(f"Jo:\tImri, you're up at {at}: attack Hesk with knife. To hit, d100.")
    assert (differing(audit) == []) is right
