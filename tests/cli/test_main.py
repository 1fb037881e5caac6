"""The command line's frame: help, errors in one line, exit codes, closed pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from calledshot import cli
from calledshot.api import hookimpl
from calledshot.cli import COMMANDS, main
from calledshot.errors import CampaignError
from calledshot.plugins.manager import register, unregister


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "calledshot", *arguments],
        capture_output=True,
        check=False,
        timeout=60,
        **options,  # type: ignore[call-overload]
    )


def test_help_lists_every_command_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name}" in shown for name in COMMANDS)
    assert "Example:" in shown


def test_no_command_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: calledshot" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help_with_an_example(
    name: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, flag]) == 0
    shown = capsys.readouterr().out
    assert f"calledshot {name}" in shown
    assert "example" in shown.lower()


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("parse", ["PATH…"]), ("audit", ["PATH…"]), ("moves", ["PATH…"]), ("dice check", ["LOG…"]),
        ("dice roll", ["EXPR…"]), ("test", ["CASE…"]), ("rule", ["[CODE]"]),
        ("campaign show", ["DIR", "[NAME]"]), ("ruleset new", ["NAME"]), ("live stdio", []),
    ],
)  # fmt: skip
def test_help_names_arguments_as_the_readme_does(
    command: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "-h"]) == 0
    shown = capsys.readouterr().out
    usage, page = shown.splitlines()[0], shown.partition("Example")[0]
    assert usage.split() == ["Usage:", "calledshot", *command.split(), "[OPTIONS]", *arguments]
    assert all(f"\n  {name}  " in page for name in arguments)
    assert re.search("<[a-z]", page) is None


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("calledshot 0.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["audti"], "did you mean audit?"),
        (["audit"], "PATH"),
        (["audit", "--nonsense"], "--nonsense"),
        (["audit", "no/such/log.txt"], "no such file"),
        (["audit", "."], "is a directory"),
        (["audit", __file__, "-o", "xml"], "xml"),
        (["audit", __file__, "--together", "--separate"], "--together"),
        (["audit", __file__, "--ruleset", "chess"], "chess"),
        (["audit", __file__, "--system", "chess"], "chess"),
        (["audit", __file__, "--campaign", "no/such/campaign"], "no/such/campaign"),
        (["test", "no/such/case.toml"], "no such file"),
        (["test"], "CASE"),
    ],
)
def test_bad_usage_is_one_line_and_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("calledshot: ") and said.err.count("\n") == 1
    assert says in said.err


def test_a_plugin_may_add_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    module = ModuleType("calledshot_waves")

    def calledshot_commands(app: typer.Typer) -> None:
        @app.command("wave", help="wave to everybody")
        def wave(name: str) -> None:
            print(f"hello {name}")

    module.calledshot_commands = hookimpl(calledshot_commands)  # type: ignore[attr-defined]
    register("waves", module)
    try:
        assert main(["wave", "Nimue"]) == 0
        assert main(["-h"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("hello Nimue\n") and "wave to everybody" in shown
    finally:
        unregister("waves")
    assert main(["wave", "Nimue"]) == 2


def _raising(error: BaseException) -> object:
    def command(_: list[str]) -> int:
        raise error

    return command


def test_every_mistake_of_a_campaign_has_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = CampaignError("parlour: 2 mistakes", ("a.toml:1: first", "b.toml:2: second \x1b[31m"))
    monkeypatch.setattr(cli, "_load", lambda entry: _raising(error))
    assert main(["lint"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "calledshot: parlour: 2 mistakes",
        "  a.toml:1: first",
        "  b.toml:2: second \\x1b[31m",
    ]


def test_an_unexpected_error_is_an_apology_of_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CALLEDSHOT_DEBUG", raising=False)
    monkeypatch.setattr(cli, "_load", lambda entry: _raising(KeyError("odd")))
    assert main(["lint"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "sorry" in said and "odd" in said and "Traceback" not in said
    monkeypatch.setenv("CALLEDSHOT_DEBUG", "1")
    main(["lint"])
    assert "Traceback" in capsys.readouterr().err


def test_interrupted_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_load", lambda entry: _raising(KeyboardInterrupt()))
    assert main(["lint"]) == 130


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    log = tmp_path / "long.script"
    log.write_text("".join(f"Nimue: Round {number}, init please\nMira: ready\n" for number in range(1, 3000)))
    process = subprocess.Popen(
        [sys.executable, "-m", "calledshot", "audit", str(log), "-o", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 0


def test_output_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    log = tmp_path / "names.script"
    log.write_text(
        "Nimue: Round 1, init please\nÉowyn: attack 決闘\n! Éowyn rolled 1d100: 40\n", encoding="utf-8"
    )
    done = run("audit", str(log), env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert done.returncode in (0, 1), done.stderr
    assert "Éowyn" in done.stdout.decode("utf-8")


def test_lint_starts_without_what_it_does_not_need() -> None:
    code = (
        "import sys; from calledshot.cli import main; main(['lint', '--text', 'advance']);"
        "print([name for name in ('typer', 'rich', 'jinja2', 'rapidfuzz', 'importlib.metadata', 'pluggy',"
        " 'charset_normalizer', 'dateutil', 'selectolax') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.decode().splitlines()[-1] == "[]"
