"""A file among several that is no log: the others are read, it is named, and the exit code says so."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from calledshot.auditing import audits
from calledshot.cli import main
from calledshot.errors import TranscriptError
from calledshot.transcript.parts import PEEK
from calledshot.transcript.several import Refused

ROOM = (
    "Gwen:\tRound 1, IMs please\n"
    "Pia:\tAttack, red\n"
    "OnlineHost:\tPia rolled 1 100-sided dice:  34\n"
    "Gwen:\tPia hits\n"
)
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00"
IS_PICTURE = "is not text but a PNG image; give the saved chat log itself"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "map.png").write_bytes(PICTURE)
    (tmp_path / "room.txt").write_text(ROOM)
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, [line for line in err.splitlines() if line.startswith("calledshot: ")]


@pytest.mark.usefixtures("folder")
def test_parse_reads_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, told = run(capsys, "parse", "map.png", "room.txt", "sub", "gone.txt")
    assert code == 2
    assert [line.split("  ", 1)[1] for line in out.splitlines()] == [
        "Gwen: Round 1, IMs please", "Pia: Attack, red", "! Pia rolled 1 100-sided dice:  34",
        "Gwen: Pia hits",
    ]  # fmt: skip
    assert told == [
        f"calledshot: map.png: {IS_PICTURE}",
        "calledshot: sub: is a directory; give the chat logs in it by name, or sub/*",
        "calledshot: gone.txt: no such file",
    ]


@pytest.mark.usefixtures("folder")
def test_tables_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, told = run(capsys, "parse", "-o", "csv", "map.png", "room.txt")
    assert (code, told) == (2, [f"calledshot: map.png: {IS_PICTURE}"])
    assert [row["text"] for row in csv.DictReader(io.StringIO(out))][-1] == "Pia hits"
    code, out, told = run(capsys, "parse", "-o", "ndjson", "map.png", "room.txt")
    assert (code, len(out.splitlines()), len(told)) == (2, 4, 1)


@pytest.mark.usefixtures("folder")
def test_parquet_is_whole(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    import pyarrow.parquet

    assert main(["parse", "-o", "parquet", "room.txt", "map.png"]) == 2
    rows = pyarrow.parquet.read_table(io.BytesIO(capfdbinary.readouterr().out)).to_pylist()
    assert [row["speaker"] for row in rows] == ["Gwen", "Pia", "OnlineHost", "Gwen"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [["parse"], ["audit"], ["moves"], ["dice", "check"], ["dice", "verify"]])
def test_nothing_to_read_is_nothing_written(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, told = run(capsys, *command, "map.png", "gone.txt")
    assert (code, out) == (2, "")
    assert told == [f"calledshot: map.png: {IS_PICTURE}", "calledshot: gone.txt: no such file"]
    code, out, told = run(capsys, *command, "map.png")
    assert (code, out, told) == (2, "", [f"calledshot: map.png: {IS_PICTURE}"])


@pytest.mark.usefixtures("folder")
def test_a_file_that_only_its_end_refuses(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """More lines than are looked at beforehand, half a log and then no more of one: 4,200 events, 4,300
    lines that are none."""
    talk = "".join(f"[20:15] <Pia> ring {at}\n" for at in range(PEEK + 200))
    (folder / "half.log").write_text(talk + "word\n" * (PEEK + 300))
    (folder / "short.log").write_text("[20:15] <Pia> ring\n" + "word\n" * 9)
    (folder / "night.log").write_text("[20:15] <Dicer> Pia rolled 1d6: 4\n[20:16] <Pia> so be it\n")
    code, out, told = run(
        capsys, "parse", "--format", "mirc", "short.log", "half.log", "night.log", "--separate"
    )
    assert (code, out.splitlines()[-1][-13:]) == (2, "Pia: so be it")
    assert [line[:58] for line in told] == [
        "calledshot: short.log: 9 lines do not read as mIRC, 1 mess",
        "calledshot: half.log: 4300 lines do not read as mIRC, 4200",
    ]
    code, out, told = run(
        capsys, "dice", "check", "--bot", "Dicer", "--format", "mirc", "half.log", "night.log"
    )
    assert code == 2
    assert out.startswith("1 roll, ")
    assert [line[:30] for line in told] == ["calledshot: half.log: 4300 lin"]


@pytest.mark.usefixtures("folder")
def test_an_audit_tells_what_was_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, told = run(capsys, "audit", "room.txt", "map.png", "-o", "json")
    assert (code, told) == (2, [f"calledshot: map.png: {IS_PICTURE}"])
    document = json.loads(out)
    assert [one["file"] for one in document["files"]] == ["room.txt"]
    assert [(one["code"], one["severity"], one["message"]) for one in document["findings"]] == [
        ("LOG-1", "error", f"left out as a whole: map.png: {IS_PICTURE}")
    ]
    assert document["findings"][0]["source"]["file"] == "map.png"
    assert document["summary"]["errors"] == 1
    assert document["summary"]["unparsed_lines"] == 0
    _, page, _ = run(capsys, "audit", "room.txt", "map.png")
    page = " ".join(page.split())  # however wide the page is
    assert "4 lines, all read, 1 file left out" in page
    assert "left out as a whole: map.png: is not text but a PNG image;" in page


def test_of_fights_apart_it_stands_for_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.txt").write_text(ROOM.replace("Pia", "Rolf").replace("Gwen", "Hal"))
    code, out, _ = run(capsys, "audit", "room.txt", "other.txt", "map.png", "-o", "json")
    assert code == 2
    documents = json.loads(out)
    assert [(one["file"], one["format"], one["summary"]["errors"]) for one in documents] == [
        ("room.txt", "aol", 0), ("other.txt", "aol", 0), ("map.png", None, 1),
    ]  # fmt: skip
    _, page, _ = run(capsys, "audit", "room.txt", "other.txt", "map.png")
    told = "This file was left out: it cannot be read as a chat log. map.png · Parthos · not read "
    assert told in " ".join(page.split())


@pytest.mark.usefixtures("folder")
def test_in_python_it_is_raised_unless_it_is_asked_for() -> None:
    with pytest.raises(TranscriptError, match="PNG"):
        audits(["room.txt", "map.png"])
    refused: list[Refused] = []
    (made,) = audits(["room.txt", "map.png"], refused=refused)
    assert [one.file for one in refused] == ["map.png"]
    assert made.failed


@pytest.mark.usefixtures("folder")
def test_moves_lists_those_of_the_others(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "moves.txt").write_text("Gwen:\tRound 1, IMs please\nPia:\t*Attack Rolf\n")
    code, out, told = run(capsys, "moves", "map.png", "moves.txt")
    assert (code, len(told)) == (2, 1)
    assert out.splitlines()[-1] == "1 declaration."


def test_more_files_than_may_be_open_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    names = [f"{at:03}.txt" for at in range(300)]
    for at, name in enumerate(names):
        (folder / name).write_text(ROOM.replace("34", str(at % 100 + 1)).replace("Pia", f"Pia{at}"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        code, out, told = run(capsys, "parse", "--separate", *names)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (code, len(out.splitlines()), told) == (0, 1200, [])
