"""`calledshot parse` and `calledshot formats`: what is written, what goes to stderr, and the exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from types import ModuleType

import pytest

from calledshot.api import Dialect, Roll, hookimpl
from calledshot.cli import main
from calledshot.dice import dialects
from calledshot.plugins import manager

LOG = (
    "Gwen:\tRound 1, IMs please\r\n"
    "Pia:\tAttack, \x1b[31mred\r\n"
    "OnlineHost:\tPia rolled 2 6-sided dice:  3 4\r\n"
    'Pia:\tit is \u202e, 5,5 "so"\r\n'
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "room.txt"
    path.write_text("who knows\n" + LOG, encoding="utf-8", newline="")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main(["parse", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_text_is_readable_and_safe_for_a_terminal(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, log)
    assert code == 0
    assert out.splitlines() == [
        "     2  Gwen: Round 1, IMs please",
        "     3  Pia: Attack, \\x1b[31mred",
        "     4  ! Pia rolled 2 6-sided dice:  3 4",
        '     5  Pia: it is \\u202e, 5,5 "so"',
    ]
    assert f"{log}:1: warning LOG-1 fits no event of AOL chat text: who knows" in err
    assert f"{log}:3: warning LOG-6 control character \\x1b in the text; shown escaped" in err
    assert f"{log}:5: warning LOG-6 control character \\u202e in the text; shown escaped" in err
    assert "4 events, 1 line unread" in err
    assert "\x1b" not in out + err


def test_many_findings_of_one_kind_hide_no_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "room.txt"
    lines = "".join(f"Pia:\tring {at} \x07\n" for at in range(23))
    path.write_text(LOG.replace("\r", "") + lines + "\n" + "-" * 30 + "\n", encoding="utf-8")
    _, _, err = run(capsys, path)
    told = err.splitlines()
    assert sum(" LOG-6 " in line for line in told) == 20
    assert "… and 5 more LOG-6" in told
    assert any(line.startswith(f"{path}:29: warning LOG-1 ") for line in told)
    assert "LOG-6" not in run(capsys, path, "--ignore", "LOG-6")[2]


def test_ndjson_is_the_contract_s(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, log, "-o", "ndjson")
    assert code == 0
    events = [json.loads(line) for line in out.splitlines()]
    assert events[2] == {
        "seq": 2, "at": None, "kind": "roll", "speaker": "OnlineHost", "to": None, "room": None,
        "text": "Pia rolled 2 6-sided dice:  3 4", "trust": "server",
        "roll": {
            "roller": "Pia", "count": 2, "sides": 6, "faces": [3, 4], "modifier": 0, "total": 7,
            "expression": "2d6",
        },
        "source": {"file": str(log), "line": 4, "end_line": 4},
    }  # fmt: skip


def test_what_parse_writes_every_command_reads(
    log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, once, _ = run(capsys, log, "-o", "ndjson")
    again = tmp_path / "events.ndjson"
    again.write_text(once, encoding="utf-8")
    code, twice, _ = run(capsys, again, "-o", "ndjson")
    assert code == 0
    assert twice == once


def test_csv(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, log, "-o", "csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["speaker"] for row in rows] == ["Gwen", "Pia", "OnlineHost", "Pia"]
    assert (rows[2]["faces"], rows[2]["total"], rows[2]["roller"]) == ("3 4", "7", "Pia")
    assert rows[3]["text"] == 'it is \\u202e, 5,5 "so"'
    assert rows[1]["text"] == "Attack, \\x1b[31mred"


def test_tables_tell_what_a_roll_was_for_and_what_it_dropped(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    import pyarrow.parquet

    roll = {"roller": "Pia", "count": 3, "sides": 6, "faces": [4, 5, 6], "total": 15, "expression": "4d6kh3"}
    told = roll | {"comment": "=luck", "dropped": [1], "natural": 15}
    path = tmp_path / "room.ndjson"
    lines = [{"kind": "roll", "trust": "bot", "roll": told}, {"kind": "roll", "trust": "bot", "roll": roll}]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    assert main(["parse", str(path), "-o", "csv"]) == 0
    full, plain = csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode()))
    assert (full["comment"], full["dropped"], full["natural"]) == ("'=luck", "1", "15")
    assert (plain["comment"], plain["dropped"], plain["natural"]) == ("", "", "")
    assert list(full)[-4:] == ["comment", "dropped", "natural", "via"]
    assert main(["parse", str(path), "-o", "parquet"]) == 0
    rows = pyarrow.parquet.read_table(io.BytesIO(capfdbinary.readouterr().out)).to_pylist()
    assert [(row["comment"], row["dropped"], row["natural"]) for row in rows] == [
        ("=luck", "1", 15), (None, None, None),
    ]  # fmt: skip


def test_csv_is_no_program_for_a_spreadsheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = ('=HYPERLINK("http://x.example")', "+1", "-1", "@SUM(A1)", "1+1", " =1", "'=1")
    path = tmp_path / "room.ndjson"
    lines = [{"kind": "say", "speaker": "=Pia", "text": text} for text in (*said, "\t=1", "\r=1", "a\tb\rc")]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    code, out, _ = run(capsys, path, "-o", "csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert [row["text"] for row in rows] == [
        "'=HYPERLINK(\"http://x.example\")", "'+1", "'-1", "'@SUM(A1)", "1+1", " =1", "'=1", "'\t=1",
        "'\\x0d=1", "a\tb\\x0dc",
    ]  # fmt: skip
    assert {row["speaker"] for row in rows} == {"'=Pia"}


def test_parquet(log: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    import pyarrow.parquet

    assert main(["parse", str(log), "-o", "parquet"]) == 0
    rows = pyarrow.parquet.read_table(io.BytesIO(capfdbinary.readouterr().out)).to_pylist()
    assert [row["text"] for row in rows][:2] == ["Round 1, IMs please", "Attack, \x1b[31mred"]
    assert {name: rows[2][name] for name in ("seq", "kind", "roller", "faces", "total", "line", "at")} == {
        "seq": 2, "kind": "roll", "roller": "Pia", "faces": "3 4", "total": 7, "line": 4, "at": None,
    }  # fmt: skip


def test_parquet_without_pyarrow_is_one_clear_line(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    code, _, err = run(capsys, log, "-o", "parquet")
    assert code == 2
    assert "pip install 'calledshot[parquet]'" in err


def test_a_room_and_a_window_are_one_fight(
    log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    window = tmp_path / "pia.txt"
    window.write_text("Pia (8:15:10 PM): Attack\nGwen (8:15:20 PM): ok\n")
    code, out, err = run(capsys, log, window)
    assert code == 0
    assert "Pia > Gwen: Attack" in out
    assert "1 block of instant messages by the windows' own times for 1 call in the room" in err
    _, apart, _ = run(capsys, log, window, "--separate")
    assert "Pia: Attack" in apart


def test_windows_are_laid_beside_the_room_as_audit_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    room, window = tmp_path / "room.txt", tmp_path / "pia.txt"
    room.write_text(
        "Gwen:\tRound 1, moves please\nOnlineHost:\tPia rolled 1 100-sided die:  40\n"
        "Gwen:\tRound 2, moves please\nOnlineHost:\tPia rolled 1 100-sided die:  50\n"
    )
    window.write_text("Pia:\tAttack\nGwen:\tok\nPia:\tRetreat\nGwen:\tok\n")
    options = (str(room), str(window), "--with", "pia.txt=Pia", "--together")
    _, out, _ = run(capsys, *options, "-o", "ndjson")
    assert [json.loads(line)["text"] for line in out.splitlines()] == [
        "Round 1, moves please", "Attack", "ok", "Pia rolled 1 100-sided die:  40",
        "Round 2, moves please", "Retreat", "ok", "Pia rolled 1 100-sided die:  50",
    ]  # fmt: skip
    main(["moves", *options, "-o", "ndjson"])
    moves = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["seq"], one["moves"][0]["action"]) for one in moves] == [(1, "attack"), (5, "retreat")]


DICEY = Dialect(
    name="dicey",
    read=lambda text: (
        Roll(roller="Pia", count=1, sides=20, faces=(int(text[9:]),), total=int(text[9:]), expression="1d20")
        if text.startswith("d20 says ")
        else None
    ),
)


def test_a_plugin_s_dice_dialect_is_read_of_the_campaign_s_bots_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "campaign.toml").write_text('name = "Hearth"\n[dice]\nbots = ["Dicey"]\n')
    log = tmp_path / "room.txt"
    log.write_text("Dicey:\td20 says 17\nPia:\td20 says 20\nDicey:\td20 says what\nDicey:\td20 says 3\n")
    plugin = ModuleType("plugin_dicey")
    plugin.__dict__["calledshot_dice_dialects"] = hookimpl(lambda: [DICEY])
    manager.register("dicey", plugin)
    try:
        _, out, err = run(capsys, log, "--campaign", tmp_path, "-o", "ndjson")
    finally:
        manager.unregister("dicey")
        dialects.forget("dicey")
    events = [json.loads(line) for line in out.splitlines()]
    assert [(event["kind"], event["trust"]) for event in events] == [
        ("roll", "bot"), ("say", "member"), ("say", "bot"), ("say", "bot"),
    ]  # fmt: skip
    assert events[0]["roll"]["faces"] == [17]
    # "what" is no number: the dialect fails there, is named once, and is asked no more.
    assert err.count("the dice dialect dicey failed and was skipped") == 1


def test_two_rooms_are_two_documents(log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(LOG.replace("Pia", "Zia").replace("Gwen", "Oona"), newline="")
    _, out, _ = run(capsys, log, other, "-o", "ndjson")
    assert [json.loads(line)["seq"] for line in out.splitlines()] == [0, 1, 2, 3] * 2
    _, out, _ = run(capsys, log, other, "-o", "ndjson", "--together")
    assert [json.loads(line)["seq"] for line in out.splitlines()] == list(range(8))


def test_with_names_the_other_of_a_window(
    log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    window = tmp_path / "im.txt"
    window.write_text("Pia:\tAttack\n")
    _, out, _ = run(capsys, log, window, "--with", "im.txt=Pia", "--together")
    assert "Pia > " in out


def test_zone_gives_offsets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.script"
    path.write_text("[2004-07-03 20:15:09] ! Pia rolled 1d6: 3\n[2004-12-03 20:15] Pia: hm\n")
    _, out, _ = run(capsys, path, "--tz", "Europe/Berlin", "-o", "ndjson")
    assert [json.loads(line)["at"] for line in out.splitlines()] == [
        "2004-07-03T20:15:09+02:00", "2004-12-03T20:15+01:00",
    ]  # fmt: skip


def test_a_date_that_the_log_says_itself_is_not_taken_from_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "2004-07-03.201509+0200.txt"
    path.write_text("Conversation with Pia at 2004-07-03 20:15:09 on gwen (aim)\n(20:15:09) Pia: Attack\n")
    _, out, err = run(capsys, path, "-o", "ndjson")
    assert json.loads(out.splitlines()[-1])["at"] == "2004-07-03T20:15:09"
    assert "file's name" not in err


def test_a_date_in_the_file_name_is_said_aloud(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "pia 2004-07-03.txt"
    path.write_text("Pia (11:59:10 PM): Attack\nGwen (12:00:20 AM): ok\n")
    _, out, err = run(capsys, path, "-o", "ndjson")
    assert [json.loads(line)["at"] for line in out.splitlines()] == [
        "2004-07-03T23:59:10",
        "2004-07-04T00:00:20",
    ]
    assert "the date 2004-07-03 is taken from the file's name" in err
    assert "past midnight" in err


def test_me(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "im.txt"
    path.write_text("You (11:59:10 PM): Attack\nGwen (11:59:20 PM): ok\n")
    _, out, _ = run(capsys, path, "--me", "Pia")
    assert "Pia: Attack" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.txt"], "no such file"),
        (["room.txt", "-o", "yaml"], "choose one of"),
        (["room.txt", "--format", "nope"], "no such format; `calledshot formats` lists them"),
        (["room.txt", "--format", "irsi"], "did you mean irssi?"),
        (["room.txt", "--format", "WhatsApp"], "did you mean whatsapp?"),
        (["room.txt", "--format", "gaim"], "did you mean pidgin-html or pidgin-text?"),
        (["room.txt", "--tz", "Mars/Olympus"], "no such time zone; use a name such as Europe/Berlin or UTC"),
        (["room.txt", "--tz", "europe/berlin"], "use a name such as Europe/Berlin"),
        (["room.txt", "--tz", "new york"], "use a name such as America/New_York"),
        (["room.txt", "--tz", "UTC+2"], "use a name such as Etc/GMT-2 (their signs are the other way about)"),
        (["room.txt", "--tz", "../../etc/passwd"], "no such time zone"),
        (["room.txt", "--with", "other=Pia"], "FILE=NAME"),
        (["room.txt", "--separate", "--together"], "do not go together"),
        (["."], "is a directory"),
    ],
)
def test_bad_usage(
    log: Path,
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(log.parent)
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert says in err
    assert out == ""
    assert len(err.splitlines()) == 1


def test_findings_can_be_left_out(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = run(capsys, log, "--ignore", "LOG")
    assert "LOG-1" not in err


def test_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formats", "-o", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {tuple(one) for one in listed} == {("name", "title", "evidence", "extensions")}
    assert {"aol", "aim-html", "aim-text", "generic", "script", "events"} <= {one["name"] for one in listed}
    assert main(["formats"]) == 0
    assert "aim-html" in capsys.readouterr().out


def test_dice_roll(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "roll", "--seed", "4", "2d6", "+", "1", "for", "the", "gate"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("2d6 [")
    assert first.endswith("# for the gate\n")
    assert main(["dice", "roll", "--seed", "4", "2d6+1 for the gate"]) == 0
    assert capsys.readouterr().out == first
    assert main(["dice", "roll", "-o", "json", "--times", "3", "d100"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema_version"] == 1
    assert len(document["rolls"]) == 3
    assert all(1 <= roll["total"] <= 100 for roll in document["rolls"])
    assert main(["dice", "roll", "0d6"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("!r d20", "1d20"), ("!roll d20", "1d20"), (".r2d6+1", "2d6 + 1"), ("/r 3d6", "3d6"), ("!rd8", "1d8"),
        ("!roll1d6", "1d6"), ("roll d20", "1d20"), ("//roll", "2d6"), ("//roll-sides8-dice3", "3d8"),
    ],
)  # fmt: skip
def test_dice_commands_as_they_are_typed(typed: str, read: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "roll", typed, "-o", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["expression"] == read


@pytest.mark.parametrize("typed", ["!r", "!rat d6", "!rolld", "//roll-sides1000", "//roll-dice16", "r d20"])
def test_what_is_no_dice_command(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "roll", typed]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_dice_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "odds", "2d6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2d6: mean 7, deviation 2.415"
    assert lines[7].split()[:3] == ["7", "16.667%", "58.333%"]
    assert main(["dice", "odds", "2d6", "-o", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["totals"][5] == {"total": 7, "ways": 6, "probability": 1 / 6}
    assert main(["dice", "odds", "900d900"]) == 2


def test_of_several_files_each_line_says_which_it_is_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("OnlineHost:\tWick rolled 1 6-sided die: 3\nPia:\thi\n")
    (tmp_path / "b.log").write_text("[20:01] <Osk> yo\n[20:02] * Osk nods\n[20:03] <Pia> ok\n")
    _, out, _ = run(capsys, tmp_path / "a.txt", tmp_path / "b.log", "--separate")
    assert [line.removeprefix(str(tmp_path)) for line in out.splitlines()] == [
        "/a.txt:1  ! Wick rolled 1 6-sided die: 3",
        "/a.txt:2  Pia: hi",
        "/b.log:1  [20:01] Osk: yo",
        "/b.log:2  [20:02] * Osk nods",
        "/b.log:3  [20:03] Pia: ok",
    ]


def test_whoever_does_something_is_named_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "hall.txt"
    log.write_text('Osk says, "ready?"\nKestrel says, "aye"\nKestrel bows low.\nOsk says, "go"\n')
    _, out, _ = run(capsys, log)
    assert "     3  * Kestrel bows low.\n" in out
