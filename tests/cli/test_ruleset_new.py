"""`calledshot ruleset new`: what it writes works at once, and nothing is ever written over."""

from __future__ import annotations

import runpy
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calledshot.cli import main
from calledshot.errors import UsageError
from calledshot.plugins import manager, scaffold

ROOT = Path(__file__).parents[2]
TUTORIAL: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "renew_tutorial.py"))
TOOLS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Python environment in which a reader can install what he wrote."""
    return TUTORIAL["Environment"](tmp_path_factory.mktemp("environment") / "of-the-reader")


@pytest.fixture(scope="module")
def tide(environment: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new ruleset, installed."""
    reader = tmp_path_factory.mktemp("reader")
    assert (
        environment.run("calledshot ruleset new tide_duel --title 'Duel at Low Tide'", reader).returncode == 0
    )
    folder = reader / "tide_duel"
    installed = environment.run("pip install -q -e .", folder)
    assert installed.returncode == 0, installed.stdout
    yield folder


# What it writes works


def test_it_passes_at_once(environment: Any, tide: Path) -> None:
    cases = environment.run("calledshot test cases", tide)
    assert (cases.returncode, cases.stdout) == (0, "6 passed, 0 failed\n")
    tests = environment.run("pytest -q", tide)
    assert tests.returncode == 0 and "7 passed" in tests.stdout, tests.stdout


def test_every_command_sees_it_at_once(environment: Any, tide: Path) -> None:
    assert "Duel at Low Tide" in environment.run("calledshot rule TID-2 --ruleset tide_duel", tide).stdout
    linted = environment.run("calledshot lint --ruleset tide_duel --text 'strike, then guard'", tide)
    assert linted.returncode == 1 and "error TID-1" in linted.stdout
    assert environment.run("calledshot fmt --ruleset tide_duel --text 'i attack'", tide).stdout == "Strike\n"
    (tide / "fight.txt").write_text(
        "Marden: Round one: send me your moves.\n"
        "Ashe > Marden: guard\n"
        "Bram > Marden: attack\n"
        "! Bram rolled 1d20: 16\n"
    )
    audited = environment.run("calledshot audit fight.txt --ruleset tide_duel", tide)
    assert "16, 16 needed: a hit on Ashe." in audited.stdout, audited.stdout
    made = environment.run("calledshot campaign new hall --ruleset tide_duel", tide)
    assert made.returncode == 0
    assert "# needed = 11" in (tide / "hall" / "campaign.toml").read_text()
    assert environment.run("calledshot campaign check hall", tide).returncode == 0


def test_it_is_clean(tide: Path) -> None:
    for command in (
        ("ruff", "check", "--isolated", "."),
        ("ruff", "format", "--isolated", "--check", "."),
        ("mypy", "--strict", "tide_duel"),
    ):
        done = subprocess.run(
            [TOOLS / command[0], *command[1:]],
            cwd=tide,
            env={"MYPYPATH": str(ROOT / "src"), "MYPY_CACHE_DIR": str(tide / ".mypy")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_wrong_with_it_is_one_line(environment: Any, tide: Path) -> None:
    module = tide / "tide_duel" / "__init__.py"
    good = module.read_text()
    lint = "calledshot lint --ruleset tide_duel --text strike"
    try:
        for before, after, said in (
            ("from __future__", "from __past__", "plugin tide_duel cannot be used: ModuleNotFoundError"),
            (
                "def fight(",
                "def brawl(",
                "plugin tide_duel cannot be used: calledshot_rulesets failed: TypeError",
            ),
            (
                "moves[1:]",
                "movez",
                "plugin tide_duel failed: AttributeError: 'Reading' object has no attribute",
            ),
        ):
            module.write_text(good.replace(before, after))
            done = environment.run(lint, tide)
            assert done.returncode == 2 and done.stdout.count("\n") == 1, done.stdout
            assert said in done.stdout
        module.write_text(good.replace("left == 0", "left == zero"))
        done = environment.run("calledshot test cases", tide)
        assert "plugin tide_duel failed: NameError" in done.stdout and "Traceback" not in done.stdout
        module.write_text(good.replace('name = "tide_duel"', 'name = "ebb_duel"'))
        assert environment.run("calledshot lint --ruleset ebb_duel --text strike", tide).returncode == 0
    finally:
        module.write_text(good)
    assert environment.run(lint, tide).returncode == 0


def test_what_is_not_installed_says_what_to_do(environment: Any, tmp_path: Path) -> None:
    environment.run("calledshot ruleset new neap", tmp_path)
    done = environment.run("calledshot lint --ruleset neap --text strike", tmp_path / "neap")
    assert done.returncode == 2 and done.stdout.count("\n") == 1
    assert "no installed plugin brings the rule system 'neap'" in done.stdout
    assert "pip install -e ." in done.stdout


def test_one_that_is_uninstalled_is_gone(environment: Any, tmp_path: Path) -> None:
    environment.run("calledshot ruleset new spring_tide", tmp_path)
    folder = tmp_path / "spring_tide"
    environment.run("pip install -q -e .", folder)
    assert "spring_tide" in environment.run("calledshot plugins", folder).stdout
    environment.run("pip uninstall -q -y spring-tide", folder)
    assert "spring_tide" not in environment.run("calledshot plugins", folder).stdout


def test_the_wheel_holds_the_templates(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"calledshot/plugins/scaffold/{file}" for file in scaffold.TEMPLATES.values()} <= names


# What cannot be made


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("River-Duel", "try river_duel"),
        ("9lives", "a letter first; try lives"),
        ("éclair", "small letters, digits and underscores"),
        ("", "small letters"),
        ("../up", "try up"),
        ("a.b", "try a_b"),
        ("tide_", "try tide"),
        ("x" * 41, "small letters"),
        ("class", "the word is Python's own; try class_rules"),
        ("match", "the word is Python's own"),
        ("json", "the word is Python's own; try json_rules"),
        ("parthos", "taken: the installed plugin parthos (calledshot) has that name"),
        ("calledshot_parthos", "taken: the installed plugin parthos"),
        ("msgspec", "taken: a Python package of that name is installed"),
    ],
)
def test_a_name_that_cannot_be_used(name: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruleset", "new", name]) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


def test_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "tide" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    assert main(["ruleset", "new", "tide"]) == 2
    assert "not empty" in capsys.readouterr().err
    assert [path.name for path in kept.parent.iterdir()] == ["notes.txt"]
    assert main(["ruleset", "new", "tide", "--folder", "tide/notes.txt"]) == 2
    assert "is a file" in capsys.readouterr().err and kept.read_text() == "mine"
    (tmp_path / "empty").mkdir()
    assert main(["ruleset", "new", "tide", "--folder", "empty"]) == 0
    assert (tmp_path / "empty" / "tide" / "__init__.py").exists()


def test_an_empty_title_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruleset", "new", "tide", "--title", '"\\"']) == 2
    assert "a title needs letters" in capsys.readouterr().err


def test_a_title_cannot_break_the_files() -> None:
    made = scaffold.files("tide", 'The "last"\n tide \\ ebb')
    assert made["tide/__init__.py"].startswith('"""The last tide ebb: a rule system')
    compile(made["tide/__init__.py"], "tide", "exec")


def test_no_two_rulesets_have_clauses_of_one_code() -> None:
    assert scaffold.code("tide") == "TID"
    assert scaffold.code("parade") == "PARA", "PAR is another's"
    assert scaffold.code("pgm") == "PGMX", "PGM is the core's"
    ours = {ruleset.name for ruleset in manager.all_rulesets()}
    with pytest.raises(UsageError):
        scaffold.check(sorted(ours)[0])
