"""`calledshot lint`: what it prints, mends and returns, in every form of output."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest

from calledshot.cli import main

CAMPAIGN = {
    "campaign.toml": 'name = "parlour"\nruleset = "parthos"\n',
    "characters.toml": """
[LadyElsinore]
speed = 62
level = 3
pp_max = 9
spell_lists = { Mysticism = 2 }
weapons = [{ name = "dirk", in_hand = true }]
[Torvik77]
speed = 55
weapons = [{ name = "longsword" }]
""",
    "rulebook.toml": """
[[spells]]
name = "Pain"
list = "Mysticism"
level = 1
pp = 3
[[spells]]
name = "Mend"
list = "Healing"
level = 1
pp = 4
heals = true
[[weapons]]
name = "dirk"
kind = "both"
[[weapons]]
name = "longsword"
kind = "melee"
""",
}


@pytest.fixture
def parlour(tmp_path: Path) -> str:
    folder = tmp_path / "parlour"
    folder.mkdir()
    for name, text in CAMPAIGN.items():
        (folder / name).write_text(text)
    return str(folder)


def lint(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["lint", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    _, out, _ = lint(capsys, *arguments, "-o", "json")
    document = json.loads(out)
    assert document["schema_version"] == 1
    found: list[dict[str, object]] = document["findings"]
    return found


def test_the_page_of_the_parlour(parlour: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = lint(
        capsys, "--campaign", parlour, "--as", "LadyElsinore", "--text", "Cast Pain (Myst 1), *cast Mend"
    )
    lines = out.split("\n")
    assert (code, err) == (1, "")
    assert lines[0] == '1:12: info PAR-SYN-7     read "Myst 1" as "Mysticism Level 1"'
    assert lines[1].startswith(
        "1:21: error PAR-CAST-2   Mend is on the Healing list, which LadyElsinore does not"
    )
    assert lines[2:4] == ["    Cast Pain (Myst 1), *cast Mend", "                        ^^^^^^^^^^"]
    assert lines[4].startswith("1:21: error PAR-CAST-4   ")
    assert lines[5] == "1:27: warning PAR-SYN-3  Mend needs its level: Healing Level 1"
    assert lines[6] == (
        "2 errors, 1 warning, 1 note. "
        "Second moves open to you: throw dirk, attack with dirk, advance, retreat, unarmed."
    )


def test_a_clean_move_ends_in_a_summary_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lint(capsys, "--text", "Cast Pain (Mysticism Level 1), *throw knife")
    assert (code, out) == (0, "No findings. 2 moves read.\n")


def test_clauses_that_need_no_sheet_run_without_a_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lint(capsys, "--text", "Cast Pain (Mysticism Level 1), *cast Mend (Healing Level 1)")
    assert code == 1 and "PAR-CAST-4" in out
    code, out, _ = lint(capsys, "--text", "advance 20 yards")
    assert code == 0 and "PAR-MOV-3" in out


def test_the_json_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = findings(capsys, "--text", "Cast Pain (Myst 1)")
    assert list(found) == [
        "code", "severity", "message", "combatant", "round", "seq", "source", "fix", "default_ruling",
    ]  # fmt: skip
    assert found["source"] == {"file": None, "line": 1, "column": 12, "end_line": 1, "end_column": 18}
    assert found["fix"] == {"message": "write Myst Level 1", "replacement": "Myst Level 1"}


def test_a_move_file(parlour: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_bytes(
        b"# round 1\r\n\r\nLadyElsinore: Cast Mend (Healing Level 1)\r\nTorvik: *attack with longsword\r\n"
        b"Moves: parry\r\n  nonsense here\r\n"
    )
    found = findings(capsys, "--campaign", parlour, str(moves))
    placed = [(f["code"], f["combatant"], f["source"]["line"], f["source"]["column"]) for f in found]  # type: ignore[index]
    assert ("PAR-CAST-2", "LadyElsinore", 3, 15) in placed
    assert ("PAR-SYN-9", None, 6, 3) in placed
    assert not [place for place in placed if place[2] == 5]
    assert {f["source"]["file"] for f in found} == {str(moves)}  # type: ignore[index]


def test_as_is_for_lines_that_name_nobody(
    parlour: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("attack with longsword\nTorvik77: attack with longsword\n")
    found = findings(capsys, "--campaign", parlour, "--as", "elsinore", str(moves), "--select", "PAR-MOV-8")
    assert [(f["combatant"], f["source"]["line"]) for f in found] == [("LadyElsinore", 1)]  # type: ignore[index]


def test_a_message_of_several_lines_is_one_declaration(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Cast Pain (Mysticism Level 1)\n*cast Mend (Healing Level 1)"
    (found,) = findings(capsys, "--text", text)
    place = found["source"]
    assert isinstance(place, dict)
    assert found["code"] == "PAR-CAST-4"
    assert (place["line"], place["column"], place["end_line"], place["end_column"]) == (2, 1, 2, 29)
    _, out, _ = lint(capsys, "--text", text)
    assert "    *cast Mend (Healing Level 1)\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n" in out


def test_mending_a_message_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = lint(
        capsys, "--text", "attack\r\nattack, *attack w/ dirk\nparry", "--fix", "--ignore", "PAR-SYN-6"
    )
    assert out.startswith("attack\r\nattack, *attack with dirk\nparry\n")


def test_carets_under_wide_and_escaped_characters(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = lint(capsys, "--text", "攻攻\x1b, *attack, parry", "--select", "PAR-SYN-6")
    line, carets = out.split("\n")[1:3]
    assert line == "    攻攻\\x1b, *attack, parry"
    assert carets == " " * (4 + 2 * 2 + 4 + len(", *attack, ")) + "^" * len("parry")


def test_opponents_and_the_system(parlour: str, capsys: pytest.CaptureFixture[str]) -> None:
    two = ["--opponent", "Ann", "--opponent", "Bob"]
    assert [f["code"] for f in findings(capsys, "--text", "attack", *two)] == ["PAR-SYN-2"]
    assert findings(capsys, "--text", "attack", "--opponent", "Ann") == []
    code, _, err = lint(capsys, "--text", "attack", "--system", "chess")
    assert code == 2 and "standard, im" in err


def test_strict_forgives_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint(capsys, "--text", "att Kaelin")[0] == 0
    assert lint(capsys, "--text", "att Kaelin", "--strict")[0] == 1
    assert lint(capsys, "--text", "brb dog", "--strict")[0] == 1


def test_select_and_ignore(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Cast Pain (Myst 1), *cast Mend"
    assert {f["code"] for f in findings(capsys, "--text", text, "--select", "PAR-SYN")} == {
        "PAR-SYN-3",
        "PAR-SYN-7",
    }
    assert {f["code"] for f in findings(capsys, "--text", text, "--ignore", "PAR-SYN")} == {"PAR-CAST-4"}
    assert lint(capsys, "--text", text, "--ignore", "PAR-CAST-4")[0] == 0


def test_fix_mends_a_message(parlour: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lint(
        capsys,
        "--campaign",
        parlour,
        "--fix",
        "--text",
        "I'll cast Pain at Torvik, then attack w/dirkk if I'm fast enough",
    )
    assert code == 0
    assert out.split("\n")[0] == "I'll cast Pain (Mysticism Level 1) at Torvik, then *attack with dirk"
    assert "No findings." in out


def test_fix_rewrites_a_file_and_leaves_errors_alone(
    parlour: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = tmp_path / "moves.txt"
    before = "# keep me\r\nTorvik77: attack w/ longsword\r\nLadyElsinore: cast Pain (Mysticism Level 2)\r\n"
    moves.write_bytes(before.encode())
    code, _, _ = lint(capsys, "--campaign", parlour, "--fix", str(moves))
    assert code == 1
    assert moves.read_bytes().decode() == before.replace("w/ longsword", "with longsword")


def test_diff_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("attack, attack*\nparry\n")
    code, out, _ = lint(capsys, "--diff", str(moves))
    assert code == 0
    assert "-attack, attack*\n+attack, *attack\n" in out
    assert moves.read_text() == "attack, attack*\nparry\n"
    assert lint(capsys, "--diff", "--text", "parry")[1] == "Nothing to mend.\n"


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"attack, +attack\n")))
    code, out, _ = lint(capsys, "-")
    assert code == 0 and "<stdin>:1:9: info PAR-SYN-7" in out


def test_sarif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "my moves.txt"
    moves.write_text("😀 cast Pain (Mysticism Level 1), cast Mend (Healing Level 1)\n")
    _, out, _ = lint(capsys, str(moves), "-o", "sarif")
    (run,) = json.loads(out)["runs"]
    assert json.loads(out)["version"] == "2.1.0" and run["columnKind"] == "unicodeCodePoints"
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("PAR-CAST-4", "error")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "PAR-CAST-4"
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 1, "startColumn": 34, "endLine": 1, "endColumn": 61}
    assert place["artifactLocation"]["uri"].endswith("my%20moves.txt")


def test_github(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "a,b.txt"
    moves.write_text("cast Pain (Mysticism Level 1), cast Mend (Healing Level 1)\n")
    _, out, _ = lint(capsys, str(moves), "-o", "github")
    assert out.count("\n") == 1 and out.startswith("::error file=")
    assert "a%2Cb.txt,line=1,endLine=1,col=32,endColumn=58,title=PAR-CAST-4::only one spell" in out


def test_junit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("attack <b> & \x08\ncast Pain (Mysticism Level 1), cast Mend (Healing Level 1)\n")
    _, out, _ = lint(capsys, str(moves), "-o", "junit")
    suite = ElementTree.fromstring(out.encode())[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite[1][0].get("type") == "PAR-CAST-4"


def test_exit_codes_do_not_depend_on_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    for output in ("text", "json", "sarif", "github", "junit"):
        assert lint(capsys, "--text", "cast Pain, cast Mend", "-o", output)[0] == 1
        assert lint(capsys, "--text", "attack", "-o", output)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing to read"), (["--text"], "--text needs a value"),
        (["--txet", "a"], "did you mean --text"),
        (["--text", "a", "b.txt"], "not both"), (["nowhere.txt"], "nowhere.txt: cannot be read"),
        (["."], "cannot be read"),
        (["--text", "a", "-o", "yaml"], "choose one of"),
        (["--text", "a", "--campaign", "nowhere"], "nowhere"),
        (["--text", "a", "--ruleset", "chess"], "chess"), (["--strict=1", "--text", "a"], "takes no value"),
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_two(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = lint(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "said"), [(b"", "empty"), (b"PK\x03\x04\0\0", "not a text file"), (b"a" * 4_000_001, "too long")]
)
def test_files_that_are_no_moves(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "moves.txt"
    path.write_bytes(data)
    code, _, err = lint(capsys, str(path))
    assert code == 2 and said in err


def test_help_has_the_rulesets_example(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lint(capsys, "-h")
    assert code == 0
    assert "calledshot lint --text 'Cast Pain (Mysticism Level 1), *throw knife'" in out


def test_nothing_heavy_is_loaded() -> None:
    """Editors run it on every line, so it must start at once."""
    heavy = (
        "typer",
        "rich",
        "jinja2",
        "rapidfuzz",
        "importlib.metadata",
        "charset_normalizer",
        "regex",
        "pluggy",
        "asyncio",
    )
    code = (
        "import sys; from calledshot.cli import main; "
        "main(['lint', '--text', 'Cast Pain (Mysticism Level 1), *throw knife']); "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip().endswith("[]"), run.stdout
