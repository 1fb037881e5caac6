"""A campaign's own voice.toml: whatever is wrong in it is told all at once, and never breaks a fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.auditing import audits
from calledshot.campaign import load
from calledshot.campaign.check import warnings
from calledshot.errors import CampaignError
from calledshot.plugins.manager import find_ruleset
from calledshot.referee.ruling import Ruling

RULESETS = ("parthos", "combat_notes", "yiffiemon")


def folder(path: Path, ruleset: str, words: str) -> Path:
    (path / "campaign.toml").write_text(f'ruleset = "{ruleset}"\npgm = ["Nimue"]\n')
    (path / "voice.toml").write_text(words)
    return path


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_mistake_at_once(tmp_path: Path, ruleset: str) -> None:
    words = '[room]\n"attack.hit" = 5\n"attack.hut" = "x"\n[rome]\n[record]\n"attack.hit" = ["x", 1]\n'
    campaign = load(folder(tmp_path, ruleset, words))
    with pytest.raises(CampaignError) as raised:
        find_ruleset(ruleset).room(Ruling(kind="", outcome=""), None, campaign)
    first, (_, *rest) = str(raised.value), raised.value.problems
    assert first.endswith(
        "4 mistakes, the first: [room] attack.hit: expected text in quotes or a list of such, found 5"
    )
    assert [line[:24] for line in rest] == [
        "[room] has no 'attack.hu",
        "[rome] is no section of ",
        "[record] attack.hit: exp",
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_words_that_cannot_be_read_stop_an_audit_in_one_line(tmp_path: Path, ruleset: str) -> None:
    log = tmp_path / "log.script"
    log.write_text("Nimue: Round 1, declare\nNimue: Fight starts. Ann, then Orc\nAnn: attack Orc\n")
    with pytest.raises(CampaignError, match=r"voice\.toml cannot be read"):
        audits([log], campaign=folder(tmp_path, ruleset, "[room\n"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_words_at_all_are_words(tmp_path: Path, ruleset: str) -> None:
    campaign = load(folder(tmp_path, ruleset, '[room]\n"attack.hit" = []\n"attack.miss" = ""\n'))
    assert not [line for line in warnings(campaign, find_ruleset(ruleset)) if "voice" in line]
