"""`calledshot fmt` writes the strict form; `calledshot moves` lists what a transcript declares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calledshot.cli import main

SCRIPT = """
Nimue: Round 1, IMs please
SwiftBoy > Nimue: Cast Pain (Mysticism Level 1) on Kaelin, *throw knife (WS)
Kaelin: brb dog
* Kaelin lunges at SwiftBoy with her rapier
Kaelin: ((attack SwiftBoy unless he falls, in which case parry))
! SwiftBoy rolled 1d100: 57
SwiftBoy: can I cast Pain from here?
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_fmt_of_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys, "fmt", "--text", "i'll cast pain lvl 1 on kaelin, then attack w/ dirk if i'm fast enough"
    )
    assert (code, out, err) == (0, "Cast pain (Level 1) on kaelin, *Attack with dirk\n", "")


def test_fmt_rewrites_a_file_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_bytes(
        b"# round 1\r\nSwiftBoy: attack, ''*''attack\r\n\r\nhello there\r\n"
        b"attack zzz qqq with dirk *attack*\r\n"
    )
    code, out, err = run(capsys, "fmt", str(moves))
    after = moves.read_bytes().decode()
    assert code == 0
    assert after.startswith("# round 1\r\nSwiftBoy: Attack, *Attack\r\n\r\nhello there\r\n")
    assert out.replace("\r\n", "\n") == after.replace("\r\n", "\n")
    assert ":4: left as it is: no move found" in err


def test_fmt_drops_nothing_it_could_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    text = "attack Kaelin with dirk zzyzx qwop"
    code, out, err = run(capsys, "fmt", "--text", text)
    assert (code, out) == (0, f"{text}\n")
    assert "could not read 'zzyzx qwop'" in err


def test_fmt_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("att Kaelin\n")
    assert run(capsys, "fmt", "--check", str(moves))[0] == 1
    assert moves.read_text() == "att Kaelin\n"
    assert run(capsys, "fmt", str(moves))[0] == 0
    assert moves.read_text() == "Attack Kaelin\n"
    assert run(capsys, "fmt", "--check", str(moves))[0] == 0


def test_fmt_help_and_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Example:\n  calledshot fmt --text" in run(capsys, "fmt", "-h")[1]
    assert run(capsys, "fmt")[0] == 2
    assert run(capsys, "fmt", "--what")[0] == 2


def test_moves_as_ndjson(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "spar.txt"
    script.write_text(SCRIPT)
    code, out, _ = run(capsys, "moves", str(script), "--format", "script", "-o", "ndjson")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(one["combatant"], one["channel"], one["candidate"]) for one in found] == [
        ("SwiftBoy", "im", False), ("Kaelin", "room", True), ("Kaelin", "ooc", False),
    ]  # fmt: skip
    assert list(found[0])[:7] == ["seq", "combatant", "channel", "strict", "moves", "modifiers", "hold_back"]
    cast, throw = found[0]["moves"]
    assert list(cast)[:10] == [
        "action", "optional", "instrument", "target", "spell", "called_shot", "condition", "text", "column",
        "end_column",
    ]  # fmt: skip
    assert cast["spell"] == {"name": "Pain", "list": "Mysticism", "level": 1, "pp": None}
    assert (cast["column"], cast["end_column"], cast["target"]) == (1, 40, "Kaelin")
    assert (throw["action"], throw["optional"], throw["instrument"]) == ("missile", True, "knife")
    assert found[0]["modifiers"] == ["WS"]
    assert found[2]["moves"][0]["condition"] == "unless he falls"
    assert [other["action"] for other in found[2]["moves"][0]["otherwise"]] == ["parry"]


def test_moves_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "spar.txt"
    script.write_text(SCRIPT)
    code, out, _ = run(capsys, "moves", str(script), "--format", "script")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].endswith(
        "spar.txt:3: SwiftBoy (IM): Cast Pain (Mysticism Level 1) on Kaelin, *Throw knife (WS)"
    )
    assert lines[1].endswith("candidate")
    assert lines[-1] == "3 declarations."


def test_moves_of_nothing_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "moves", str(tmp_path / "nowhere.txt"))
    assert code == 2 and err.count("\n") == 1
