"""Legality, lint and the strict form: what the cases in fixtures/cases/yiffiemon/lint cannot show (a fight
that is on, the command line, texts of any kind). Expected by hand from the clauses."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from calledshot.api import Campaign, Clocks, Finding, Move
from calledshot.clauses import CORE
from calledshot.cli import fmt, lint
from calledshot_yiffiemon import legality, linting, reader, ways, writing
from calledshot_yiffiemon.aside import Aside
from calledshot_yiffiemon.clauses import CLAUSES
from calledshot_yiffiemon.schema import PreviousTurn, Rulebook, Sheet, Weapon
from calledshot_yiffiemon.state import Turn
from calledshot_yiffiemon.vocabulary import lexicon

SWORD = Weapon(name="bastard sword", kind="melee", Reach=1, Guard=0.5)
BOW = Weapon(name="long bow", kind="ranged", Short=10, Med=30, Long=60, Extreme=100)
CAMPAIGN = Campaign(
    ruleset="yiffiemon",
    rulebook=Rulebook(),
    sheets={
        "Ann": Sheet(side="party", MR=4, Move=2, Fathom=2, weapons=[SWORD, BOW], pool=3),
        "Bo": Sheet(side="party"),
        "Orc": Sheet(side="foes"),
        "Troll": Sheet(side="foes"),
        "Warg 2": Sheet(side="foes"),
    },
)
WORDS = lexicon(CAMPAIGN)


def read(text: str) -> tuple[Move, ...]:
    return reader.read_declaration(text, WORDS, given=True).moves


def on(**sheets: Sheet) -> Aside:
    """Those on the sheets, for Ann."""
    campaign = Campaign(ruleset="yiffiemon", rulebook=Rulebook(), sheets={**CAMPAIGN.sheets, **sheets})
    return Aside(campaign, "Ann", ("Orc",))


def codes(text: str, table: Aside, who: str = "Ann") -> list[tuple[str, str]]:
    (move,) = read(text)
    return [(one.code, one.reason) for one in legality.check(move, table.fighters[who], table)]


def fight(**spent: float) -> Aside:
    """A fight that is on: the clocks of those who are in it."""
    table = on()
    table.started = True
    table.clocks = Clocks()
    for name, at in spent.items():
        table.clocks.enter(name, Fraction(str(at)))
    table.next_up = lambda: table.clocks.next(list(spent))  # type: ignore[method-assign]
    return table


# -- in a fight --------------------------------------------------------------------------------------


def test_who_has_the_lowest_clock_is_not_held() -> None:
    assert codes("attack orc", fight(Ann=1, Orc=1.5)) == []


def test_somebody_elses_turn_holds_a_declaration() -> None:
    table = fight(Ann=1.5, Orc=1)
    (fault,) = legality.check(read("attack orc")[0], table.fighters["Ann"], table)
    assert (fault.code, fault.reason, fault.severity, fault.forbids) == ("YM-105", "held", "info", False)
    assert fault.message == "held: Orc is at 1 Inits and acts first, Ann is at 1.5"


def test_an_opportunity_is_not_held() -> None:
    assert codes("pass", fight(Ann=1.5, Orc=1)) == []


def test_equal_clocks_go_by_the_order_of_the_start_or_at_once() -> None:
    table = fight(Orc=1, Ann=1)
    assert [code for code, _ in codes("attack orc", table)] == ["YM-105"]
    table.settings = {"turn.tie": "simultaneous"}
    assert codes("attack orc", table) == []


@pytest.mark.parametrize(
    ("last", "code"), [("slide", "YM-909"), ("push", "YM-930"), ("dive", "YM-776"), ("attack", "YM-909")]
)
def test_no_move_actions_before_the_ban_is_over(last: str, code: str) -> None:
    table = on()
    ann = table.fighters["Ann"]
    ann.last, ann.barred_turns = Turn(action=last), 1
    assert codes("move 2 n", table) == [(code, "no move actions until 1 Init after the end of his next turn")]
    assert codes("attack orc", table) == []
    ann.barred_turns, ann.barred_until = 0, Fraction(6)
    assert [one for one, _ in codes("run 2 n", table)] == [code]
    ann.barred_until = Fraction(0)  # it is 0 now: at the hour itself he may
    assert codes("run 2 n", table) == []


def test_after_a_pass_only_who_threatens_takes_it() -> None:
    table = on()
    offer = table.offers.make("attack", ["Bo"], "Orc", passes_on=True)
    assert codes("take the opportunity on orc", table) == [("YM-409", "offered to Bo, who has not passed")]
    offer.passed.append("Bo")
    assert codes("take the opportunity on orc", table) == [("YM-409", "does not threaten Orc")]
    table.threats.give("Ann", "Orc", "TB2", 1)
    assert codes("take the opportunity on orc", table) == []


def test_one_to_whom_it_is_offered_takes_it() -> None:
    table = on()
    table.offers.make("attack", ["Ann"], "Orc", passes_on=True)
    assert codes("take the opportunity", table) == []


class _What(Struct):
    who: str
    on: str
    level: str


class _Stands(Struct):
    what: _What


@pytest.mark.parametrize(("level", "code"), [("SS", "YM-631"), ("BS", "YM-206")])
def test_a_round_for_a_standing_assist(level: str, code: str) -> None:
    table = on()
    table.fighters["Ann"].ammo = 0
    table.standing = [_Stands(_What("Ann", "attack", level))]  # type: ignore[attr-defined]
    assert codes("spend arrow on orc's attack: attacker a", table) == [(code, "no ammunition")]


def test_a_pool_that_has_grown_for_this_move() -> None:
    table = on()
    table.fighters["Ann"].pool_extra = 2
    assert codes("threaten orc 5", table) == []
    assert codes("threaten orc 6", table) == [("YM-203", "pool exceeded")]


def test_the_con_check_was_passed() -> None:
    table = on(Ann=Sheet(Staggered1=1))
    assert [code for code, _ in codes("attack orc", table)] == ["YM-375"]
    table.fighters["Ann"].gate_open = True
    assert codes("attack orc", table) == []


# -- by hand -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("move 3 ne, 3 se", None),  # over (4.24, 4.24) to (8.49, 0): 1.51 from (10, 0), but the guard is 1.5
        ("move 3 ne, 3.1 se", "YM-721"),
        ("move to (8, 0)", None),
        ("move to (9, 0)", "YM-721"),
        ("move to (10, 2), to (20, 2)", None),
        ("move 4 around orc", None),  # 10 away all the way
        ("move 9 toward bo", None),  # nobody knows where Bo is
        ("move 4 away from orc", None),
        ("run 5 toward orc", "YM-721"),
    ],
)
def test_paths_into_a_guard(path: str, near: str | None) -> None:
    table = on(
        Ann=Sheet(side="party", MR=4, Move=2, position=(0, 0), weapons=[SWORD]),
        Orc=Sheet(side="foes", position=(10, 0), guard_distance=1.5, NWI=0),
    )
    (move,) = read(path)
    found = [fault.code for fault in legality.check(move, table.fighters["Ann"], table)]
    assert found == ([near] if near else [])


def test_an_archers_guard_is_crossed_by_a_move() -> None:
    table = on(
        Ann=Sheet(side="party", MR=4, Move=1, position=(0, 0)),
        Orc=Sheet(side="foes", position=(3, 0), Move=2, Fathom=2, weapons=[BOW]),
    )
    assert codes("move 2 e", table) == []


def test_an_endless_path_is_no_work() -> None:
    table = on(Ann=Sheet(position=(0, 0)), Orc=Sheet(position=(3, 0), NWI=0, Fathom=2))
    for text in ("move " + "9999 ne, " * 40, "slide orc 9999 w, I go 9999 e", "push orc 9999 ne"):
        for move in read(text):
            legality.check(move, table.fighters["Ann"], table)


def test_every_error_is_of_a_clause_that_makes_a_declaration_illegal() -> None:
    source = "".join(
        Path(str(module.__file__)).read_text("utf-8")
        for module in (legality, sys.modules["calledshot_yiffiemon.legality_places"])
    )
    errors = set(re.findall(r'case\.fault\(\s*"(YM-\d+)"', source)) - {"YM-104"}  # a warning
    errors |= {"YM-203", "YM-353", "YM-631", "YM-930", "YM-776", "YM-909"}  # chosen between
    assert len(errors) > 15
    assert [code for code in sorted(errors) if CLAUSES[code].severity != "error"] == []
    notes = set(re.findall(r'case\.note\(\s*"(YM-\d+)"', source)) - errors
    assert [code for code in sorted(notes) if CLAUSES[code].severity not in (None, "info")] == []


# -- findings ----------------------------------------------------------------------------------------


def found(text: str, who: str | None = "Ann", opponents: tuple[str, ...] = (), **how: Any) -> list[Finding]:
    words = lexicon(CAMPAIGN, opponents)
    reading = reader.read_declaration(text, words, given=True)
    return linting.lint(reading, CAMPAIGN, combatant=who, opponents=opponents, **how)


def test_spans_are_those_of_the_moves() -> None:
    text = "  attack orc, then move 3 n and see"
    for finding in found(text):
        assert finding.source is not None and finding.source.column is not None
        assert finding.source.end_column is not None
        said = text[finding.source.column - 1 : finding.source.end_column - 1]
        assert said == "move 3 n and see" and finding.combatant == "Ann"
    assert [finding.code for finding in found(text)] == ["YM-803", "YM-104"]


def test_the_only_opponent_is_meant() -> None:
    sheet = Sheet(prev_turn=PreviousTurn(kind="move", moves=3, straight_toward="Orc"))
    campaign = Campaign(ruleset="yiffiemon", rulebook=Rulebook(), sheets={"Ann": sheet, "Orc": Sheet()})
    reading = reader.read_declaration("charge!", lexicon(campaign), given=True)
    assert linting.lint(reading, campaign, combatant="Ann", opponents=("Orc",)) == []
    other = linting.lint(reading, campaign, combatant="Ann", opponents=("Wisp",))
    assert [finding.code for finding in other] == ["YM-702"]


def test_without_a_name_nobody_is_named() -> None:
    assert [finding.combatant for finding in found("move 3 n then see", None)] == [None]


def test_codes_are_clauses() -> None:
    texts = ("lol", "attack gnoll", "attack orc with halberd", "atack orc", "move 2 n then see", "grab orc")
    for text in texts:
        for finding in found(text, opponents=("Orc", "Troll"), strict=True):
            assert finding.code in CLAUSES or finding.code in CORE


# -- the strict form ---------------------------------------------------------------------------------

NAMES = st.sampled_from(["Bo", "Orc", "Troll", "Warg 2"])
COUNTS = st.sampled_from([1.0, 2.0, 3.5, 0.5, 12.0])
LEGS = st.one_of(
    st.builds(
        lambda count, way: {"count": count, "direction": way}, COUNTS, st.sampled_from(["n", "se", "w", "nw"])
    ),
    st.builds(lambda count, name: {"count": count, "toward": name}, COUNTS, NAMES),
    st.builds(lambda count, name: {"count": count, "away": name}, COUNTS, NAMES),
    st.builds(lambda count, name: {"count": count, "around": name}, COUNTS, NAMES),
    st.builds(lambda x, y: {"to": [float(x), float(y)]}, st.integers(-9, 9), st.integers(-9, 9)),
)
PATHS = st.lists(LEGS, min_size=1, max_size=3)
WEAPONS = st.sampled_from([None, "bastard sword", "long bow"])
DEALT = st.lists(
    st.builds(
        lambda kind, on, levels: {"kind": kind, "on": on, "levels": levels},
        st.sampled_from(["TB2", "CAB", "HB"]),
        NAMES,
        st.integers(1, 9),
    ),
    min_size=1,
    max_size=3,
)


def _moving(action: str, path: list[dict[str, Any]]) -> Move:
    toward = next((leg["toward"] for leg in path if "toward" in leg), None)
    return Move(
        action=action, target=toward, details={"path": path} | ({"run": True} if action == "run" else {})
    )


MOVES = st.one_of(
    st.builds(
        lambda action, target, weapon: Move(action=action, target=target, instrument=weapon),
        st.sampled_from(["attack", "charge", "opportunity"]),
        NAMES,
        WEAPONS,
    ),
    st.builds(
        lambda action, target: Move(action=action, target=target),
        st.sampled_from(["dive", "heal", "cross_guard"]),
        NAMES,
    ),
    st.builds(_moving, st.sampled_from(["move", "run"]), PATHS),
    st.builds(
        lambda target, path, own: Move(
            action="slide", target=target, details={"path": path, "other_path": own}
        ),
        NAMES,
        PATHS,
        PATHS,
    ),
    st.builds(
        lambda target, path, more: Move(
            action="push", target=target, details={"path": path} | dict.fromkeys(more, True)
        ),
        NAMES,
        PATHS,
        st.sets(st.sampled_from(["follows", "pivot", "wall"])),
    ),
    st.builds(lambda inits: Move(action="wait", details={"wait": inits}), COUNTS),
    st.builds(lambda kind: Move(action="check", details={"check": kind}), st.sampled_from(["move", "will"])),
    st.builds(lambda dealt: Move(action="threaten", details={"allocate": dealt}), DEALT),
    st.builds(
        lambda on, options: Move(action="spend", target=on, details={"spend": options}),
        NAMES,
        st.dictionaries(st.sampled_from(["attacker", "defender"]), st.sampled_from(["a", "b"])),
    ),
    st.builds(
        lambda action, chosen: Move(action=action, details={"choose": chosen} if chosen else {}),
        st.sampled_from(["melee_assist", "ranged_assist"]),
        st.dictionaries(NAMES, st.sampled_from(["a", "b"]), max_size=2),
    ),
    st.builds(
        lambda action: Move(action=action), st.sampled_from(["fight_defensively", "stop_defending", "pass"])
    ),
    st.builds(
        lambda band: Move(action="threat_distance", instrument="long bow", details={"band": band}),
        st.sampled_from(["long", "short", "longer", "extreme"]),
    ),
    st.builds(
        lambda target: Move(action="opportunity", target=target, details={"what": "push"}),
        NAMES,
    ),
)


def plain(move: Move) -> tuple[Any, ...]:
    return move.action, move.instrument, move.target, move.details


@settings(max_examples=300, deadline=None)
@given(MOVES)
def test_what_is_written_reads_back(move: Move) -> None:
    written = writing.declaration((move,))
    again = reader.read_declaration(written, WORDS, given=True)
    assert [plain(one) for one in again.moves] == [plain(move)], written
    assert again.slips == ()
    assert writing.declaration(again.moves) == written


SPOKEN = [
    *(
        "attack the orc",
        "I swing my sword at the Troll",
        "attack it",
        "charge troll with my sword",
        "charge!",
    ),
    *("move 3 n", "move 3", "I move 2 ne and 1 e", "run 5 toward the orc", "step back 2", "move to (3, 4)"),
    *(
        "circle around the troll 3",
        "approach the orc",
        "back away from warg 2",
        "retreat 4 s",
        "move toward orc 2",
    ),
    *(
        "wait",
        "I wait half an init",
        "hold 1 init",
        "cross the orc's guard",
        "slip inside their guard: troll",
    ),
    *(
        "slide orc 3 w, I go 3 w",
        "slide the troll 2 n and I follow",
        "push troll 2",
        "push warg 2 1 e",
        "push orc",
    ),
    *(
        "push orc into the wall 2 n",
        "pivot around the orc and push it 2 e",
        "heal bo",
        "heal myself",
        "bandage bo",
    ),
    *("threaten orc 1, troll 1", "assist bo 2", "put 1 hamper on troll", "threaten orc", "give Bo 1 CAB"),
    *("melee assist: orc a, bo b", "ranged assist with my bow, option b", "melee assist"),
    *("take the opportunity on the troll: push", "aoo on orc", "push the troll 2 e as my AoO", "pass"),
    *(
        "spend an arrow on orc's attack: attacker a",
        "set my bow's range to long",
        "aim bow north",
        "aim bow at orc",
    ),
    *("fight defensively", "stop fighting defensively", "make a move check", "an attack skill check"),
    *("dive at the orc", "move 3 n, then see", "attack warg 2", "run 2 w; rest later"),
]
JOINTS = st.sampled_from([", ", "; ", " and ", ", then ", ". "])


@st.composite
def spoken(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=4))
    return "".join(part + draw(JOINTS) for part in parts[:-1]) + parts[-1]


@settings(max_examples=150, deadline=None)
@given(spoken())
def test_the_strict_form_stays_as_it_is(text: str) -> None:
    reading = reader.read_declaration(text, WORDS, given=True)
    once = linting.strict(reading, CAMPAIGN)
    if reading.moves and not reading.slips:
        again = reader.read_declaration(once, WORDS, given=True)
        assert [plain(move) for move in again.moves] == [plain(move) for move in reading.moves], once
        assert linting.strict(again, CAMPAIGN) == once


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_a_lint(text: str) -> None:
    for finding in found(text, opponents=("Orc", "Troll"), strict=True):
        assert finding.source is not None and finding.source.column is not None
        assert finding.source.end_column is not None
        assert 1 <= finding.source.column <= finding.source.end_column <= len(text) + 1


@pytest.mark.parametrize(
    "piece",
    [
        *("threaten orc 1, ", "cross orc's guard ", "melee assist: orc a ", "wait 1 ", "aim bow at orc "),
        *("spend arrow on orc's attack: attacker a ", "slide orc 3 w, I go 3 w, ", "move 9999 ne, "),
        *("the orc charges ann ", "pivot around orc ", "push orc 1 as an aoo ", "then see ", "(", "* ", "é"),
    ],
)
def test_hostile_texts_end(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    found(text, opponents=("Orc",), strict=True)
    linting.strict(reader.read_declaration(text, WORDS, given=True), CAMPAIGN)


# -- the command line --------------------------------------------------------------------------------


def run(command: Any, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code = command([*arguments])
    return code, capsys.readouterr().out.splitlines()


def test_lint_ends_in_its_summary(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run(lint.main, capsys, "--ruleset", "yiffiemon", "--text", "attack troll with sword")
    assert (code, lines) == (0, ["No findings. 1 move read."])
    code, lines = run(lint.main, capsys, "--ruleset", "yiffiemon", "--text", "move 3 n then see")
    assert code == 1 and lines[-1] == "1 error." and lines[0].startswith("1:1: error YM-803")


def test_fmt_writes_the_strict_form(capsys: pytest.CaptureFixture[str]) -> None:
    said = "I'll slide the orc 3 west and I go 2 sw!"
    code, lines = run(fmt.main, capsys, "--ruleset", "yiffiemon", "--text", said)
    assert (code, lines) == (0, ["slide orc 3 w, I go 2 sw"])


CHARACTERS = """
[Ann]
side = "party"
pool = 3
FD = 1
MR = 4
weapons = [{ name = "bastard sword" }]
[Orc]
side = "foes"
"""


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    (tmp_path / "campaign.toml").write_text(
        'name = "Test"\nruleset = "yiffiemon"\npgm = ["Nimue"]\n', "utf-8"
    )
    (tmp_path / "characters.toml").write_text(CHARACTERS, "utf-8")
    return tmp_path


def test_lint_on_files_and_with_fixes(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = campaign / "moves.txt"
    moves.write_text("Ann: atack Orc\nAnn: hamper Orc 1\n", "utf-8")
    code, lines = run(lint.main, capsys, str(moves), "--campaign", str(campaign))
    assert code == 1 and lines[-1] == "1 error, 1 note."
    assert any(":2:6: error YM-353" in line for line in lines)
    run(lint.main, capsys, str(moves), "--campaign", str(campaign), "--fix")
    assert moves.read_text("utf-8") == "Ann: attack Orc\nAnn: hamper Orc 1\n"


def test_a_players_packet_can_be_linted(campaign: Path, tmp_path: Path) -> None:
    def calledshot(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "calledshot", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    packet = tmp_path / "packet"
    made = calledshot("campaign", "packet", str(campaign), "Ann", "--output", str(packet))
    assert made.returncode == 0, made.stderr
    linted = calledshot("lint", "--campaign", str(packet), "--as", "Ann", "--text", "threaten Orc 1")
    assert linted.returncode == 1 and "YM-201" in linted.stdout


def test_moves_lists_the_declarations_of_a_log(campaign: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("Ann: attack Orc with bastard sword\nAnn: lol\nAnn: wait 1\n", "utf-8")
    command = [sys.executable, "-m", "calledshot", "moves", str(log), "--format", "script"]
    shown = subprocess.run(
        [*command, "--campaign", str(campaign)], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines()[-1] == "2 declarations."


def test_starting_up_stays_cheap() -> None:
    """No module of the fight, and none of those that print."""
    code = (
        "import sys; from calledshot.cli import lint; "
        "lint.main(['--ruleset', 'yiffiemon', '--text', 'attack troll with bastard sword']); "
        "bad = ('rich', 'typer', 'jinja2', 'dataclasses', 'calledshot_yiffiemon.table', "
        "'calledshot_yiffiemon.facts', 'calledshot_yiffiemon.fight'); "
        "print([name for name in bad if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


@given(st.tuples(*[st.fractions(-50, 50, max_denominator=9)] * 4), st.fractions(Fraction(1, 10), 9))
def test_the_edge_of_a_guard_is_not_inside(places: tuple[Fraction, ...], guard: Fraction) -> None:
    here, at = (places[0], places[1]), (places[2], places[3])
    edge = ways.edge(here, at, guard)
    assert not ways.inside(edge, at, guard) or edge == here
    assert ways.inside(edge, at, guard * Fraction(1001, 1000)) or edge == here


TYPED = re.findall(
    r"^\| `([^`]+)` \| `([^`]+)` \|",
    (Path(__file__).parents[2] / "docs" / "yiffiemon-declarations.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_the_manual_shows_every_kind() -> None:
    assert len(TYPED) > 20


@pytest.mark.parametrize(("strict", "also"), TYPED, ids=[row[0] for row in TYPED])
def test_the_manual_is_right(strict: str, also: str) -> None:
    reading = reader.read_declaration(strict, WORDS, given=True)
    assert linting.strict(reading, CAMPAIGN) == strict and not reading.slips
    assert writing.declaration(read(also)) == strict
