"""Worked examples as cases: the forms they may be written in, and how they are played.

The rule system here is a toy with one move a round; Parthos' own examples are in fixtures/cases.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from calledshot.api import (
    Clause,
    Declaration,
    Encounter,
    Event,
    Fight,
    Finding,
    Roll,
    RoundFight,
    Ruleset,
    Ruling,
    Setting,
    Stage,
    UsageError,
    hookimpl,
)
from calledshot.cases import find, load, run
from calledshot.cli import main
from calledshot.plugins import manager
from calledshot.scenario import read

CASES = Path(__file__).parents[1] / "fixtures" / "cases" / "parthos" / "scenarios"


class Duel(RoundFight):
    """Who strikes rolls a d6 against the setting `needed`; a hit has its points rolled, and the GM is asked
    what it looks like."""

    def fight_opens(self) -> None:
        self.points: dict[str, int] = {}

    def moved(self, who: str, declaration: Declaration) -> None:
        if declaration.moves[0].action == "strike":
            self.ask(who, "to hit", "1d6")

    def answered(self, who: str, what: str, roll: Roll) -> None:
        if what == "to hit" and roll.total >= self.settings["needed"]:
            self.encounter.ask_pgm(f"how does {who} hit?", who, clauses=["DUEL-1"])
            self.ask(who, "points", "2d6")
        elif what == "points":
            self.encounter.rule("points", "dealt", who, points=roll.total, faces=list(roll.faces))
            target = self.opponent(who)
            if target is not None:
                self.points[target] = self.points.get(target, 0) - roll.total

    def round_closes(self) -> None:
        self.encounter.rule("round", "over", number=self.number)

    def state(self) -> dict[str, dict[str, Any]]:
        return {name: {"points": self.points.get(name, 0)} for name in self.fighters}


class DuelStage(Stage):
    """`given`: NAME → {}; `closes` has the GM end the round."""

    rolls_for: Mapping[str, str] = {"hero": "Ann"}
    prose = frozenset({"told"})

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        if "nonsense" in given:
            raise UsageError("scenario.given.nonsense: there is no such thing in a duel")
        self.log: list[str] = []
        self.ended = False

    @property
    def combatants(self) -> tuple[str, ...]:
        return tuple(name for name in self.given if name not in ("closes", "settings"))

    def opening(self) -> Iterable[Event]:
        yield self.say(self.pgm, "Round 1!")

    def pause(self, fight: Fight) -> Iterable[Event]:
        if self.given.get("closes") and not self.ended:
            self.ended = True
            yield self.say(self.pgm, "End of round.")

    def seen(self, event: Event, caused: Sequence[Ruling | Finding], fight: Fight) -> None:
        assert event.seq == len(self.log)
        self.log.append(f"{event.speaker or 'dice'}: {event.text}")

    def results(self, fight: Fight, rulings: Sequence[Ruling], findings: Sequence[Finding]) -> dict[str, Any]:
        faults = [finding.message for finding in findings if finding.code == "DUEL-1"]
        return {
            "log": self.log,
            "points": [ruling.values["points"] for ruling in rulings if ruling.kind == "points"],
            "faces": [ruling.values["faces"] for ruling in rulings if ruling.kind == "points"],
            "asks": self.asks(rulings),
            "owed": [list(one) for one in fight.asked],
            "ruling": "illegal" if faults else "legal",
            "reason": "; ".join(faults),
            "state": fight.state(),
            "told": "a hit for nine, seen by Ann",
        }


class Duels(Ruleset):
    name = "duels"
    title = "Duels"
    clauses: Mapping[str, Clause] = {
        "DUEL-1": Clause(id="DUEL-1", title="One move", section="Moves", text="One.", severity="error")
    }
    settings: Mapping[str, Setting] = {"needed": Setting(name="needed", default=4, meaning="Needed to hit.")}
    actions: Mapping[str, Sequence[str]] = {"strike": ("strike",), "guard": ("guard",)}

    def lint(self, reading: Any, campaign: Any, *, combatant: str | None, **_: Any) -> list[Finding]:
        return [
            self.finding("DUEL-1", "only 1 move is allowed in a round", move=move, combatant=combatant)
            for move in reading.moves[1:]
        ]

    def fight(self, encounter: Encounter) -> Fight:
        return Duel(encounter)

    def stage(self, given: Mapping[str, Any]) -> Stage:
        return DuelStage(given)


class Bare(Duels):
    name = "bare"
    title = "Bare"
    stage = Ruleset.stage


@pytest.fixture(autouse=True)
def duels() -> Iterator[None]:
    module = ModuleType("duels")

    @hookimpl
    def calledshot_rulesets() -> list[Ruleset]:
        return [Duels(), Bare()]

    module.calledshot_rulesets = calledshot_rulesets  # type: ignore[attr-defined]
    manager.register("duels", module)
    yield
    manager.unregister("duels")


def failures(
    tmp_path: Path, scenario: dict[str, Any] | str, *, ruleset: str = "duels", **case: Any
) -> list[str]:
    """What is wrong with a case of this scenario; JSON strings are TOML strings as well."""
    path = tmp_path / "one.toml"
    rows = {"ruleset": ruleset, "scenario": scenario, **case}
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in rows.items()), encoding="utf-8")
    [made] = load(path)
    return run(made).failures


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


DUEL = {"Ann": {}, "Orc": {}}
STRUCK = {
    "points": [9],
    "state": {"Orc": {"points": -9}},
    "asks": ["how does Ann hit (DUEL-1)"],
    "log": [
        "GM: Round 1!",
        "Ann: strike Orc",
        "dice: Ann rolled 1d6: 5",
        "dice: Ann rolled 2d6: 9",
        "Orc: guard",
    ],
}
"""Worked by hand: 5 is 4 or more, so 2d6 follow; each entry is played as soon as it is asked for."""


@pytest.mark.parametrize(
    "scenario",
    [
        {
            "given": DUEL,
            "declarations": ["Ann: strike Orc", 'Orc: "guard"'],
            "dice": ["Ann d6=5 (to hit)", "Ann 2d6=9"],
            "expect": STRUCK,
        },
        {
            "given": json.dumps(DUEL),
            "declarations": 'Ann: "strike Orc"; Orc: “guard”',
            "dice": "ann d6=5 (to hit; hits); hero 2d6 = 9 damage",
            "expect": json.dumps(STRUCK),
        },
        {
            "given": f"`{json.dumps(DUEL)}`",
            "declarations": {"Ann": "strike Orc", "Orc": ["guard"]},
            "dice": ["Ann 1d6: 5", "Ann 2d6=9"],
            "expect": STRUCK,
        },
        {
            "given": DUEL,
            "declarations": [{"Ann": "strike Orc"}, {"Orc": "guard"}],
            "dice": ["Ann 1d6=5", "Ann 2d6=9"],
            "expect": STRUCK,
        },
        "**DU-1** a blow\n"
        f"given: `{json.dumps(DUEL)}`  \n"
        'declarations: Ann: "strike Orc"; Orc: "guard"  \n'
        "dice: Ann d6=5 (to hit); Ann 2d6=9  \n"
        f"expect: `{json.dumps(STRUCK)}`  \n"
        "clauses: DUEL-1\n",
    ],
)  # fmt: skip
def test_every_form_is_the_same_example(tmp_path: Path, scenario: dict[str, Any] | str) -> None:
    assert failures(tmp_path, scenario) == []


def test_faces_that_are_written_are_shown(tmp_path: Path) -> None:
    scenario = {
        "given": DUEL,
        "declarations": "Ann: strike Orc",
        "dice": "Ann d6=6; Ann 2d6=4+5",
        "expect": {"points": [9], "faces": [[4, 5]]},
    }
    assert failures(tmp_path, scenario) == []


def test_dice_wait_until_they_are_asked_for(tmp_path: Path) -> None:
    """Orc's entry stands first, and is played when Orc has declared."""
    scenario = {
        "given": DUEL,
        "declarations": "Ann: strike Orc; Orc: strike Ann",
        "dice": "Orc d6=1; Ann d6=2",
        "expect": {
            "log": [
                "GM: Round 1!",
                "Ann: strike Orc",
                "dice: Ann rolled 1d6: 2",
                "Orc: strike Ann",
                "dice: Orc rolled 1d6: 1",
            ],
        },
    }
    assert failures(tmp_path, scenario) == []


def test_what_is_no_roll_is_said_by_the_game_master(tmp_path: Path) -> None:
    scenario = {
        "given": {**DUEL, "closes": True},
        "declarations": "none",
        "dice": "Ann check: good, amount 4",
        "expect": {"log": ["GM: Round 1!", "GM: End of round.", "GM: Ann check: good, amount 4"]},
    }
    assert failures(tmp_path, scenario) == []


def test_the_game_master_goes_on_when_nothing_is_waited_for(tmp_path: Path) -> None:
    scenario = {
        "given": {**DUEL, "closes": True},
        "declarations": "Ann: strike Orc",
        "dice": "Ann d6=1",
        "expect": {"rulings": [{"kind": "round", "outcome": "over"}], "owed": []},
    }
    assert failures(tmp_path, scenario) == []
    waiting = {**scenario, "dice": "none", "expect": {"no_rulings": [{"kind": "round", "outcome": "over"}]}}
    assert failures(tmp_path, waiting) == []


def test_alternatives_are_each_tried_from_the_start(tmp_path: Path) -> None:
    scenario = {
        "given": DUEL,
        "declarations": 'a: "strike Orc, guard"; b: "strike Orc"; c: "guard"',
        "dice": "b d6=5; b 2d6=3; Ann d6=6",
        "expect": {
            "rulings": [["a", "illegal", "1 move"], ["b", "legal", ""], ["c", "legal", ""]],
            "points": {"a": [], "b": [3], "c": []},
            "findings": [{"code": "DUEL-1"}],
            "state": {"b": {"Ann": {"points": 0}}},
        },
    }
    assert failures(tmp_path, scenario) == []


def test_one_strange_name_is_the_first_combatant(tmp_path: Path) -> None:
    scenario = {
        "given": {"actor": {}, "target": {}},
        "declarations": "giant: strike",
        "dice": "giant d6=4; actor 2d6=2",
        "expect": {"points": [2], "owed": []},
    }
    assert failures(tmp_path, scenario) == []


def test_settings_of_case_scenario_and_given(tmp_path: Path) -> None:
    scenario: dict[str, Any] = {
        "given": DUEL,
        "declarations": "Ann: strike Orc",
        "dice": "Ann d6=4; Ann 2d6=7",
        "expect": {"points": [7]},
    }
    harder = {**scenario, "expect": {"points": []}}
    assert failures(tmp_path, scenario) == []
    assert failures(tmp_path, harder, settings={"needed": 5}) == []
    assert failures(tmp_path, {**harder, "settings": {"needed": 5}}) == []
    assert failures(tmp_path, {**harder, "given": {**DUEL, "settings": {"needed": 5}}}) == []
    assert failures(tmp_path, harder, **{"with": {"settings": {"needed": 5}}}) == []
    assert failures(tmp_path, harder, campaign={"settings": {"needed": 5}}) == []


def test_expect_may_stand_beside_the_scenario(tmp_path: Path) -> None:
    scenario = {"given": DUEL, "declarations": "Ann: guard"}
    assert failures(tmp_path, scenario, expect={"points": []}) == []
    assert failures(tmp_path, scenario, expect={"points": [1]}) == ["expect.points: expected [1], got []"]


def test_the_parts_may_stand_in_the_case_itself(tmp_path: Path) -> None:
    text = """
ruleset = "duels"
declarations = "Ann: strike Orc"
dice = "Ann d6=4; Ann 2d6=7"
[given]
Ann = {}
Orc = {}
[expect]
points = [7]
"""
    path = tmp_path / "flat.toml"
    for more in ("", 'scenario = "a blow"\n'):
        path.write_text(more + text, encoding="utf-8")
        assert run(load(path)[0]).failures == []


def test_the_campaign_names_the_game_master(tmp_path: Path) -> None:
    scenario = {"given": DUEL, "expect": {"log": ["Nimue: Round 1!"]}}
    assert failures(tmp_path, scenario, campaign={"pgm": "Nimue"}) == []
    assert failures(tmp_path, scenario, pgm=["Nimue"]) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"given": 3}, "scenario.given must be a table"),
        ({"given": "{Ann"}, "scenario.given is no JSON"),
        ({"given": "[1]"}, "scenario.given must be a table"),
        ({"given": {"nonsense": 1}}, "scenario.given.nonsense: there is no such thing"),
        ({"declarations": 3}, "scenario.declarations must be a list"),
        ({"declarations": [3]}, "scenario.declarations: 3 is no declaration"),
        ({"declarations": {"Ann": 3}}, "scenario.declarations.Ann must be a text"),
        ({"declarations": "Ann: strike; Bert: guard"}, "'Bert' is nobody here; in `given` there is Ann, Orc"),
        ({"dice": 3}, "scenario.dice must be a list"),
        ({"dice": "Ann 2d6=1+2+3"}, "shows 3 faces for 2 dice"),
        ({"dice": "; ".join(["d20=5"] * 10_000)}, "scenario.dice has 10000 entries; 300 are the most"),
        ({"declarations": ["Ann: guard"] * 301}, "scenario.declarations has 301 entries"),
        ({"expect": {"points": [10**400]}}, "expect.points: expected"),
        ({"dise": "none"}, "unknown key scenario.dise; a scenario may hold given"),
        ({"expect": {"note": "only this"}}, "needs `expect`"),
        ({"expect": {"slts": []}}, "expect.slts: expected [], but there are only these results: asks, faces"),
        ({"expect": {"points": [3]}}, "expect.points: expected [3], got []"),
        ({"expect": {"state": {"Bert": {"points": 3}}}}, "expect.state.Bert: expected"),
        ({"expect": {"told": "seen by Orc"}}, "expect.told"),
        ({"expect": {"rulings": [{"kind": "magic"}]}}, "expect.rulings[0]: nothing matches"),
        ({"settings": {"need": 3}}, "there is no setting 'need'"),
    ],
)
def test_a_faulty_example_fails_and_says_why(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    scenario = {"given": DUEL, "declarations": "Ann: guard", "dice": "none", "expect": {"points": []}}
    assert failures(tmp_path, scenario) == []
    found = failures(tmp_path, {**scenario, **change})
    assert len(found) == 1
    assert says in found[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("move 12 e", "`given:` was wanted"),
        ("given: {}\nexpect: {}\ngiven: {}", "`given:` twice"),
        ("given: {}\ndice: none", "needs `expect`"),
    ],
)
def test_a_faulty_text_says_why(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read(text)


def test_other_keys_beside_a_scenario(tmp_path: Path) -> None:
    scenario = {"given": DUEL, "expect": {"points": []}}
    assert "needs one of" in failures(tmp_path, scenario, transcript="x")[0]
    [found] = failures(tmp_path, scenario, ruleset="bare")
    assert "Bare has no scenario form" in found
    path = tmp_path / "two.toml"
    path.write_text(
        'lint = "guard"\nruleset = "duels"\nsettings = { needed = 2 }\n[expect]\nno_errors = true\n'
    )
    assert "`settings` is for a `scenario`" in run(next(find([path]))).failures[0]


def test_the_same_example_ends_the_same_way(tmp_path: Path) -> None:
    [first, second] = [[run(case).failures for case in find([CASES])] for _ in range(2)]
    assert first == second
    assert all(failed == [] for failed in first)


def test_a_changed_figure_fails_a_page_example(tmp_path: Path) -> None:
    text = (CASES / "page_examples.toml").read_text(encoding="utf-8")
    path = tmp_path / "changed.toml"
    path.write_text(text.replace('dice = "SwiftBoy d100=90"', 'dice = "SwiftBoy d100=91"'), encoding="utf-8")
    assert run(load(path)[0]).failures == [
        "expect.init: expected 170, got 171", "expect.moves: expected [170,70], got [171,71]"
    ]  # fmt: skip


def test_the_command_runs_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(CASES)]) == 0
    assert "0 failed" in capsys.readouterr().out


def test_the_example_of_the_page_passes(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    path = tmp_path / "page.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    [case] = load(path)
    assert run(case).failures == []


def test_the_page_lists_every_result_of_the_default_rule_system(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    [said] = failures(tmp_path, {"given": {"Ann": {}}, "expect": {"nothing": 1}}, ruleset="parthos")
    names = said.rpartition(": ")[2].split(", ")
    assert "state" in names
    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"Ann": 3}, "scenario.given.Ann must be a sheet"),
        ({"Ann": {"sped": 80}}, "sped"),
        ({"Ann": {}, "range": "near"}, "scenario.given.range is 'near'; there are hth, melee, missile"),
        ({"Ann": {}, "system": "slow"}, "slow"),
        ({"combatants": ["Ann"]}, "scenario.given.combatants must be a table"),
    ],
)
def test_what_the_default_rule_system_cannot_be_given(
    tmp_path: Path, given: dict[str, Any], says: str
) -> None:
    [found] = failures(tmp_path, {"given": given, "expect": {"errors": []}}, ruleset="parthos")
    assert says in found
    assert "calledshot itself failed" not in found


def test_the_system_of_the_case_is_the_stages(tmp_path: Path) -> None:
    scenario = {
        "given": {"Ann": {"speed": 50, "weapon_speed": 40}, "Orc": {"speed": 5}, "pgm": ["Nimue"]},
        "declarations": "Ann: attack; Orc: attack",
        "dice": "Ann d100=30; Orc d100=2",
    }
    wanted = [{"combatant": "Ann", "channel": "im"}]
    secret = {**scenario, "expect": {"init": {"Ann": 120}, "declarations": wanted}}
    assert failures(tmp_path, secret, ruleset="parthos", system="im") == []
    spoken = {**scenario, "expect": {"init": {"Ann": 80}, "no_declarations": wanted}}
    assert failures(tmp_path, spoken, ruleset="parthos") == []


def test_dice_beyond_count_are_no_crash() -> None:
    script = read({"dice": ["Ann 0d6=3", "999d9999=1", "Ann d%=40", "d6=", ";"], "expect": {"x": 1}}).script
    assert [(one.who, one.count, one.sides, one.total) for one in script.dice][:3] == [
        ("Ann", 0, 6, 3), ("", 999, 9999, 1), ("Ann", 1, 100, 40)
    ]  # fmt: skip
    assert [one.is_roll for one in script.dice] == [True, True, True, False, False]
