"""A word of the game master's taken back in its own message is not told, live or in an audit."""

from __future__ import annotations

import pytest

from calledshot.campaign import from_tables
from calledshot.finding import Finding
from calledshot.plugins.manager import find_ruleset
from calledshot.referee.encounter import Encounter
from calledshot.transcript.event import Event


@pytest.mark.parametrize("later", [0, 1])
def test_what_is_taken_back(later: int) -> None:
    ruleset = find_ruleset("parthos")
    encounter = Encounter(ruleset, from_tables({}, ruleset="parthos"))
    encounter.event = Event(kind="say", seq=3)
    word = encounter.judge("attack", "Ann", ours="hit", theirs="miss", agrees=False)
    other = encounter.judge("attack", "Bo", ours="hit", theirs="miss", agrees=False)
    if later:
        encounter.out = []  # the next message: what was out has been said
        encounter.event = Event(kind="say", seq=4)
    encounter.retract(word)
    assert [one.combatant for one in encounter.findings] == ["Bo"]
    assert encounter.pgm_rulings == [other]
    said = [one.combatant for one in encounter.out if isinstance(one, Finding)]
    assert said == ([] if later else ["Bo"])
