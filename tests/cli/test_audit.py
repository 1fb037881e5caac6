"""`calledshot audit`: outputs, exit codes, selection, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calledshot.cli import main

SAMPLES = Path(__file__).parents[2] / "samples"
SPAR = [str(SAMPLES / "spar" / "parlour.txt"), "--campaign", str(SAMPLES / "spar" / "campaign")]
BRAWL = [str(SAMPLES / "brawl" / "taproom.txt"), "--campaign", str(SAMPLES / "brawl" / "campaign")]


def test_exit_code_is_that_of_the_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *SPAR]) == 0
    assert main(["audit", *BRAWL]) == 1
    assert main(["audit", *BRAWL, "-o", "json"]) == 1
    assert main(["audit", *BRAWL, "--select", "PGM"]) == 0
    capsys.readouterr()


def test_selected_findings_alone(capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", *BRAWL, "-o", "json", "--select", "DICE", "--ignore", "DICE-5"])
    table = json.loads(capsys.readouterr().out)
    codes = {finding["code"] for finding in table["findings"]}
    assert "DICE-1" in codes and "DICE-5" not in codes
    assert all(code.startswith("DICE-") for code in codes)
    assert table["summary"]["errors"] == sum(one["severity"] == "error" for one in table["findings"])


def test_github_and_sarif_name_lines_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *BRAWL, "-o", "github"]) == 1
    shown = capsys.readouterr().out
    assert "line=12" in shown and "title=DICE-1" in shown and "col=" not in shown
    assert main(["audit", *BRAWL, "-o", "sarif"]) == 1
    table = json.loads(capsys.readouterr().out)
    [run] = table["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["PAR-CAST-4"]["shortDescription"]["text"]
    forged = next(result for result in run["results"] if result["ruleId"] == "DICE-1")
    assert forged["locations"][0]["physicalLocation"]["region"]["startLine"] == 12


def test_a_report_may_go_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "spar.html"
    assert main(["audit", *SPAR, "-o", "html", "--output", str(page)]) == 0
    assert capsys.readouterr().out == ""
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>") and "<h1>Torvik77 won in round 1" in text
    assert main(["audit", *SPAR, "--output", str(tmp_path / "no" / "such" / "folder")]) == 2


def test_whose_window_a_file_is_may_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room, window = tmp_path / "room.script", tmp_path / "window.script"
    room.write_text("Nimue: Round 1, IMs please\nNimue: got it. Init\n! SwiftBoy rolled 1d100: 90\n")
    window.write_text("SwiftBoy: advance, *parry\n")
    arguments = ["audit", str(room), str(window), "--pgm", "Nimue", "--together", "-o", "json"]
    main([*arguments, "--with", "window.script=SwiftBoy"])
    table = json.loads(capsys.readouterr().out)
    [declared] = table["encounters"][0]["rounds"][0]["declarations"]
    assert (declared["combatant"], declared["channel"]) == ("SwiftBoy", "im")
    assert table["files"][1]["with"] == "SwiftBoy"
    assert table["alignment"]
    assert main([*arguments, "--with", "other.script=SwiftBoy"]) == 2
    assert "FILE=NAME" in capsys.readouterr().err


def test_files_apart_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", SPAR[0], BRAWL[0], "--separate", "-o", "json"])
    assert len(json.loads(capsys.readouterr().out)) == 2
    main(["audit", SPAR[0], BRAWL[0], "--separate"])
    assert capsys.readouterr().out.count("AOL chat text") == 2
