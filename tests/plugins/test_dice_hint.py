"""A log read under the default ruleset that rolls dice of another: told once, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.auditing import audit
from calledshot.plugins.dice_hint import another_meant
from calledshot.plugins.manager import find_ruleset

LOG = """\
Wexley: Round 1, declare
Dain: attack the ogre with my dagger
Wexley: roll initiative
! Dain rolled 1d10: 2
! Wexley rolled 1d10: 6
! Dain rolled 1d20: 15
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.txt"
    path.write_text(LOG, encoding="utf-8")
    return path


def test_a_log_of_other_dice_is_hinted_at_once(log: Path) -> None:
    hints = [note for note in audit(log, format="script").notes if "another ruleset" in note]
    assert len(hints) == 1
    assert "d10 and d20" in hints[0]
    assert "combat_notes" in hints[0]


def test_whoever_names_the_ruleset_is_not_told_of_another(log: Path) -> None:
    assert not audit(log, format="script", ruleset="parthos").notes
    assert not audit(log, format="script", ruleset="combat_notes").notes


def test_a_ruleset_of_which_all_dice_are_says_nothing() -> None:
    assert another_meant(find_ruleset("parthos"), [100] * 9) is None
    assert another_meant(find_ruleset("combat_notes"), [20, 10, 8, 4]) is None


def test_one_die_among_many_is_play() -> None:
    parthos = find_ruleset("parthos")
    assert another_meant(parthos, [100] * 9 + [6]) is None
    assert another_meant(parthos, [100] * 3 + [6]) is not None


def test_only_rulesets_with_all_of_the_dice_are_named() -> None:
    hint = another_meant(find_ruleset("parthos"), [100, 6, 20])
    assert hint is not None
    assert hint.endswith("(here: combat_notes)")
