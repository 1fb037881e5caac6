"""The case runner itself: what passes, what fails and how that is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calledshot.cases import Case, find, load, run
from calledshot.cli import main
from calledshot.errors import UsageError

FIGHT = """
id = "two moves"
clauses = ["PAR-INIT-2"]
ruleset = "parthos"
transcript = '''
Nimue: Initiative, please
! SwiftBoy rolled 1d100: 90
'''
format = "script"
[campaign]
pgm = ["Nimue"]
[campaign.characters.SwiftBoy]
speed = 80
"""


def case(tmp_path: Path, text: str) -> Case:
    path = tmp_path / "one.toml"
    path.write_text(text, encoding="utf-8")
    [made] = load(path)
    return made


def test_what_follows_passes(tmp_path: Path) -> None:
    expect = """
[[expect.rulings]]
kind = "initiative"
values = { total = 170, moves = [170, 70] }
[[expect.no_findings]]
code = "PAR-INIT-1"
[expect]
no_errors = true
no_rulings = [{ kind = "attack" }]
state.SwiftBoy = { stamina = "unknown" }
summary = { rounds = 1 }
encounters = [{ fighters = ["SwiftBoy"] }]
"""
    assert run(case(tmp_path, FIGHT + expect)).failures == []


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        (
            '[[expect.rulings]]\nkind = "initiative"\nvalues = { total = 160 }',
            ["expect.rulings[0]", "nearest", "values.total: expected 160, got 170"],
        ),
        (
            '[[expect.rulings]]\nkind = "cast"\noutcome = "done"',
            ["nothing matches", "there is", "initiative"],
        ),
        ('[[expect.findings]]\ncode = "PAR-INIT-1"', ["expect.findings[0]", "none at all"]),
        ('[[expect.no_rulings]]\nkind = "initiative"', ["expect.no_rulings[0]", "but there is", "170"]),
        ("[expect]\nno_errors = false", ["no_errors", "but there is none"]),
        ("[expect.state.SwiftBoy]\nstamina = 3", ["expect.state.SwiftBoy.stamina", "expected 3", "got null"]),
        ("[expect.state.Oddo]\nstamina = 3", ["expect.state.Oddo.stamina", "got nothing"]),
        ("[expect.learned.SwiftBoy.speed]\nvalue = 3", ["expect.learned.SwiftBoy.speed.value"]),
    ],
)
def test_what_does_not_follow_fails_with_the_nearest(tmp_path: Path, expect: str, says: list[str]) -> None:
    [failure] = run(case(tmp_path, FIGHT + expect)).failures
    for part in says:
        assert part in failure


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FIGHT, "could not fail"),
        (FIGHT + "[expect]\n", "could not fail"),
        (FIGHT + '[[expect.rulngs]]\nkind = "x"', "expect.rulngs"),
        (FIGHT + "[expect]\nrulings = 3", "not of the right shape"),
        (FIGHT.replace("format", "fromat") + "[expect]\nno_errors = true", "'fromat'"),
        (FIGHT.replace("speed", "sped") + "[expect]\nno_errors = true", "sped"),
        (FIGHT.replace('"parthos"', '"chess"') + "[expect]\nno_errors = true", "chess"),
        ('lint = "x"\ntranscript = "y"\n[expect]\nno_errors = true', "needs one of"),
        ("[scenario]\ngiven = 1\n[expect]\nno_errors = true", "scenario"),
        ('transcript = ""\n[expect]\nno_errors = true', "empty"),
    ],
)
def test_a_faulty_case_fails_and_says_why(tmp_path: Path, text: str, says: str) -> None:
    result = run(case(tmp_path, text))
    assert not result.passed
    assert says in "\n".join(result.failures)


def test_cases_of_one_file_inherit_what_stands_above(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(
        FIGHT.replace("[campaign", "\n[campaign")
        + '[[case]]\nid = "as it stands"\nexpect.rulings = [{ values = { total = 170 } }]\n'
        + '[[case]]\nid = "faster"\nwith.characters.SwiftBoy.speed = 90\n'
        + "expect.rulings = [{ values = { total = 180 } }]\n"
    )
    made = load(path)
    assert [one.id for one in made] == ["as it stands", "faster"]
    assert [run(one).failures for one in made] == [[], []]
    assert made[0].clauses == ("PAR-INIT-2",)


def test_a_declaration_is_a_case_too(tmp_path: Path) -> None:
    text = """
lint = "Cast Pain (Mysticism Level 1), *cast Pain (Mysticism Level 1)"
ruleset = "parthos"
expect.findings = [{ code = "PAR-CAST-4", severity = "error" }]
expect.no_findings = [{ code = "PAR-SYN-6" }]
"""
    assert run(case(tmp_path, text)).failures == []


def test_several_transcripts_are_one_fight(tmp_path: Path) -> None:
    text = """
ruleset = "parthos"
expect.rulings = [{ kind = "initiative", combatant = "SwiftBoy", values = { moves = [170, 70] } }]
expect.declarations = [{ combatant = "SwiftBoy", channel = "im" }]
campaign = { pgm = ["Nimue"], system = "im", characters = { SwiftBoy = { speed = 80 } } }
[[transcripts]]
file = "room"
format = "script"
text = '''
Nimue: Round 1, IMs please
Nimue: got it, initiative
! SwiftBoy rolled 1d100: 90
'''
[[transcripts]]
file = "window"
format = "script"
with = "SwiftBoy"
text = "SwiftBoy: advance, *parry"
"""
    assert run(case(tmp_path, text)).failures == []


def test_a_campaign_may_stand_in_a_folder_beside_the_case(tmp_path: Path) -> None:
    (tmp_path / "parlour").mkdir()
    (tmp_path / "parlour" / "campaign.toml").write_text('name = "p"\nruleset = "parthos"\npgm = ["Nimue"]\n')
    (tmp_path / "parlour" / "characters.toml").write_text("[SwiftBoy]\nspeed = 50\n")
    text = FIGHT[: FIGHT.index("[campaign]")] + 'campaign = "parlour"\nwith.characters.SwiftBoy.speed = 80\n'
    assert run(case(tmp_path, text + "expect.rulings = [{ values = { total = 170 } }]")).failures == []


def test_the_command_counts_lists_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.toml").write_text(FIGHT + "[expect]\nno_errors = true")
    (tmp_path / "deep" / "bad.toml").write_text(FIGHT + '[[expect.findings]]\ncode = "PGM-1"')
    assert main(["test", str(tmp_path / "good.toml")]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["test", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith(f"FAILED {tmp_path}/deep/bad.toml: two moves\n")
    assert shown.endswith("\n1 passed, 1 failed\n")
    assert main(["test", "--list", str(tmp_path)]) == 0
    assert "two moves  [PAR-INIT-2]\n2 cases\n" in capsys.readouterr().out
    assert main(["test", str(tmp_path), "-o", "json"]) == 1
    table = json.loads(capsys.readouterr().out)
    assert (table["schema_version"], table["passed"], table["failed"]) == (1, 1, 1)


@pytest.mark.parametrize("text", ["not toml", "case = 3", "\udcff"])
def test_a_file_that_is_no_case_is_bad_usage(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError, match=r"odd\.toml"):
        list(find([path]))


def test_a_folder_without_cases_is_bad_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no case files"):
        list(find([tmp_path]))
