"""`calledshot dice check`: the report in words and as a document, which rolls count, what it exits with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from calledshot.cli import main

HEAD = "".join(f"OnlineHost:\tWick rolled 1 20-sided die:  {face}\n" for face in [20] * 12)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "calledshot", "dice", "check", *arguments],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_the_report(tmp_path: Path) -> None:
    log = tmp_path / "spar.txt"
    log.write_text(HEAD + "Pike: hm\nPike:\tPike rolled 1 20-sided die:  1\n", "utf-8")
    made = run(str(log))
    assert made.returncode == 0, made.stderr
    lines = made.stdout.splitlines()
    assert lines[0] == "12 rolls, 12 dice, 2 tests"
    assert lines[1].startswith("Wick: 12d20, mean 20.00 (fair dice 10.5); faces p = 4.9e-15 (")
    assert "2 results are unusual" in made.stdout and "not a verdict" in made.stdout
    assert "cheat" not in made.stdout.lower()
    assert "Pike" not in made.stdout, "a member's own line is no roll"


def test_the_document(tmp_path: Path) -> None:
    log = tmp_path / "spar.txt"
    log.write_text(HEAD, "utf-8")
    document = json.loads(run(str(log), "-o", "json").stdout)
    assert document["schema_version"] == 1 and document["correction"] == "Holm"
    (one,) = document["rollers"]
    assert (one["roller"], one["sides"], one["counts"]) == ("Wick", 20, {"20": 12})
    faces, total = one["tests"]
    assert faces["test"] == "faces" and faces["samples"] is None
    assert faces["p"] == 20 / 20**12 and total["p"] == 2 / 20**12
    assert faces["adjusted"] == faces["p"] or faces["adjusted"] == 2 * total["p"]


def test_a_campaign_names_the_bots(tmp_path: Path) -> None:
    camp = tmp_path / "camp"
    camp.mkdir()
    (camp / "campaign.toml").write_text('name = "Mill"\nruleset = "parthos"\n[dice]\nbots = ["Dicer"]\n')
    log = tmp_path / "mill.txt"
    log.write_text("Wick: !2d6+1\nDicer: Wick rolled 2d6: 3 5  <Total: 8>\nPike: hm\n" * 6, "utf-8")
    assert run(str(log)).returncode == 2
    made = run(str(log), "--campaign", str(camp))
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("6 rolls, 12 dice, 2 tests\nWick: 12d6")


def test_without_rolls(tmp_path: Path) -> None:
    log = tmp_path / "talk.txt"
    log.write_text("OnlineHost:\tWick has entered the room.\nWick:\thello\n", "utf-8")
    made = run(str(log))
    assert made.returncode == 2 and "no rolls" in made.stderr and "Traceback" not in made.stderr


def test_the_example_of_the_page(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text("utf-8")
    shown = page.split("$ calledshot dice check spar.txt\n")[1].split("```")[0]
    mira = [20, 18, 17, 15, 12, 19, 20, 16, 11, 14, 18, 9, 17, 20, 13, 18, 6, 19, 18, 4]
    torv = [3, 17, 10, 20, 8, 14, 1, 12, 19, 6, 11, 15, 5, 18, 9, 13, 2, 16, 7, 10]
    lines = [
        f"OnlineHost:\t{name} rolled 1 20-sided die:  {face}\n"
        for faces in zip(mira, torv, strict=True)
        for name, face in zip(("Mira", "Torv"), faces, strict=True)
    ]
    log = tmp_path / "spar.txt"
    log.write_text("".join(lines), "utf-8")
    assert run(str(log)).stdout == shown


ANSWERED = "Wick: !2d6+1\nDicer: Wick rolled 2d6: 3 5  <Total: 8>\nPike: hm\n"


def test_a_bot_named_for_this_run(tmp_path: Path) -> None:
    log = tmp_path / "mill.txt"
    log.write_text(ANSWERED * 6, "utf-8")
    made = run(str(log), "--bot", "Other", "--bot", "dicer", "--separate", "--tz", "Europe/Berlin")
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("6 rolls, 12 dice, 2 tests\nWick: 12d6")
    refused = run(str(log), "--bot", "Other")
    assert refused.returncode == 2 and "--bot NAME" in refused.stderr
    both = run(str(log), "--separate", "--together")
    assert both.returncode == 2 and "do not go together" in both.stderr


def test_a_fight_in_two_logs_counts_once_unless_they_are_kept_apart(tmp_path: Path) -> None:
    logs = []
    for name in ("hall", "yard"):
        logs.append(tmp_path / f"{name}.txt")
        logs[-1].write_text(
            "".join(
                f"Pike:\tthe {number}. stone falls\nOnlineHost:\tWick rolled 1 20-sided die:  {number}\n"
                for number in range(1, 13)
            ),
            "utf-8",
        )
    both = [str(log) for log in logs]
    assert run(*both, "--together").stdout.startswith("12 rolls, 12 dice, 2 tests\n")
    assert run(*both, "--separate").stdout.startswith("24 rolls, 24 dice, 2 tests\n")


@pytest.mark.parametrize("command", ["parse", "audit", "moves"])
def test_bots_named_on_the_command_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "mill.txt"
    log.write_text(ANSWERED + "Pike: Pike rolled 2d6: 3 5  <Total: 8>\n", "utf-8")
    assert main([command, str(log), "--bot", "Dicer"]) == (1 if command == "audit" else 0)
    out, _ = capsys.readouterr()
    if command == "parse":
        assert "     2  ! Wick rolled" in out and "     4  Pike: Pike rolled" in out
    elif command == "audit":
        assert out.count("DICE-1") == 1 and "Pike" in out


def test_members_named_bots_by_a_campaign_and_by_the_command(tmp_path: Path) -> None:
    camp = tmp_path / "camp"
    camp.mkdir()
    (camp / "campaign.toml").write_text('name = "Mill"\nruleset = "parthos"\n[dice]\nbots = ["Boxer"]\n')
    log = tmp_path / "mill.txt"
    log.write_text(ANSWERED + "Boxer: Pike rolled 1d6: 4\nTorv: Torv rolled 1d6: 4\n", "utf-8")
    made = run(str(log), "--campaign", str(camp), "--bot", "Dicer")
    assert made.stdout.startswith("2 rolls, 3 dice, 0 tests\n") and "Torv" not in made.stdout
