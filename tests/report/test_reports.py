"""Reports of the samples: who won first, findings under their lines, safe everywhere, always the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import msgspec
import pytest

from calledshot.auditing import Audit, AuditDocument, audits, only
from calledshot.redact import for_players
from calledshot.report.as_html import render as as_html
from calledshot.report.as_json import render as as_json
from calledshot.report.as_text import render as as_text
from calledshot.report.layout import width

SAMPLES = Path(__file__).parents[2] / "samples"
FIGHTS = {
    "spar": ("parlour.txt",),
    "brawl": ("taproom.txt",),
    "duel": ("room.txt", "YsoldeVey.htm", "Garrock9.htm"),
    "readme": ("yard.script",),
}


@cache
def audit(name: str) -> Audit:
    [made] = audits([SAMPLES / name / file for file in FIGHTS[name]], campaign=SAMPLES / name / "campaign")
    return made


def bare(name: str) -> Audit:
    [made] = audits([SAMPLES / name / file for file in FIGHTS[name]], ruleset="parthos", together=True)
    return made


def test_the_headline_says_who_won_and_what_differs() -> None:
    first = as_text(audit("spar")).splitlines()[0]
    assert first.startswith("Torvik77 won in round 1. Brannoch and the page differ once; it changes:")


def test_a_finding_stands_under_its_line_with_the_span_marked() -> None:
    lines = as_text(audit("spar")).splitlines()
    [place] = [number for number, line in enumerate(lines) if "11 │" in line]
    assert "miss. Torvik?" in lines[place] and lines[place].rstrip().endswith("PGM-1")
    assert lines[place + 1].index("^") == lines[place].index("miss")
    above = [line for line in lines[:place] if "PAR-HIT-1" in line][-1]
    assert "33 on CA 38: hit" in above


def test_the_arithmetic_and_the_state_are_there() -> None:
    text = as_text(audit("spar"))
    for part in (
        "71 + 62 Speed = 133",
        "moves at 133 and 33",
        "9 − 3 = 6 PP",
        "2 → 10",
        "40 → 6",
        "+ 2 Strength = 18",
        "doubled = 36",
        "28 − 36 = −8",
        "18 lines, all read",
    ):
        assert part in text, part


@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("columns", [60, 100, 118, 160])
def test_no_line_is_wider_than_the_page(name: str, columns: int) -> None:
    for line in as_text(audit(name), columns=columns).splitlines():
        assert width(line) <= columns or "│" in line, line


@pytest.mark.parametrize("name", FIGHTS)
def test_every_finding_is_in_the_text_and_in_the_page(name: str) -> None:
    text, page = as_text(audit(name), columns=400), as_html([audit(name)])
    for finding in audit(name).findings:
        assert finding.code in text and finding.code in page
        assert finding.message in text or finding.severity == "info"


@pytest.mark.parametrize("name", FIGHTS)
def test_the_json_is_the_contracts_document(name: str) -> None:
    table = json.loads(as_json([audit(name)]))
    for key in (
        "schema_version",
        "file",
        "format",
        "ruleset",
        "encounters",
        "findings",
        "rulings",
        "rolls",
        "pgm_rulings",
        "learned",
        "summary",
    ):
        assert key in table
    assert table["schema_version"] == 1 and table["ruleset"] == "parthos"
    for key in ("events", "unparsed_lines", "rounds", "errors", "warnings"):
        assert isinstance(table["summary"][key], int)
    for fight in table["encounters"]:
        for record in fight["rounds"]:
            assert {"number", "declarations", "rulings", "findings", "state"} <= set(record)
    assert [one["seq"] for one in table["rulings"]] == sorted(one["seq"] for one in table["rulings"])
    msgspec.convert(table, AuditDocument)


def test_several_fights_are_a_list_of_documents() -> None:
    made = audits(
        [SAMPLES / "spar" / "parlour.txt", SAMPLES / "brawl" / "taproom.txt"],
        ruleset="parthos",
        separate=True,
    )
    tables = json.loads(as_json(made))
    assert [Path(table["file"]).name for table in tables] == ["parlour.txt", "taproom.txt"]


@pytest.mark.parametrize("name", FIGHTS)
def test_without_a_campaign_nothing_unknown_is_charged(name: str) -> None:
    made = bare(name)
    assert made.rulings
    for ruling in made.rulings:
        assert 0 not in [ruling.values.get(key) for key in ("pp", "needed") if key in ruling.values]
    assert "Learned from the log" in as_text(made) or not made.learned


def test_the_same_log_gives_the_same_bytes_under_any_hash_seed() -> None:
    outputs = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "calledshot",
                "audit",
                "taproom.txt",
                "--campaign",
                "campaign",
                "-o",
                "json",
            ],
            cwd=SAMPLES / "brawl",
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.returncode in (0, 1), done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_terminal_escapes_and_markup_in_names_and_words_are_harmless(tmp_path: Path) -> None:
    log = tmp_path / "evil.script"
    log.write_text(
        "Nimue: Round 1, init please\n"
        "<b>Oddo</b>: attack \x1b[31mred\x1b[0m <script>alert(1)</script>\n"
        "! <b>Oddo</b> rolled 1d100: 40\n"
        "! Maelis\u202e rolled 1d100: 140\n",
        encoding="utf-8",
    )
    [made] = audits([log], ruleset="parthos", pgm=("Nimue",))
    text, page = as_text(made), as_html([made])
    assert "\x1b" not in text and "\u202e" not in text
    assert "\x1b" not in page and "<script" not in page and "<b>" not in page
    assert as_text(made, colour=True).replace("\x1b[", "").count("\x1b") == 0


@pytest.mark.parametrize("name", FIGHTS)
def test_for_players_no_private_message_and_no_private_figure_is_left(name: str) -> None:
    made = for_players(audit(name))
    whole = audit(name)
    whispers = [
        event.text for event in whole.lines.values() if event.kind == "whisper" and len(event.text) > 12
    ]
    declared = [one for fight in whole.encounters for record in fight.rounds for one in record.declarations]
    whispers += [
        move.text for one in declared if one.channel == "im" for move in one.moves if len(move.text) > 12
    ]
    if name == "duel":
        assert len(whispers) > 10
    for report in (as_text(made, columns=400), as_json([made]), as_html([made])):
        assert not [text for text in whispers if text in report]
        assert "Speed = " not in report
    table = json.loads(as_json([made]))
    assert table["learned"] == {}
    for ruling in table["rulings"]:
        for key in ("stamina", "pp", "before", "needed", "parts"):
            assert ruling["values"].get(key) is None
    for fight in table["encounters"]:
        for record in fight["rounds"]:
            assert not any("stamina" in figures or "pp" in figures for figures in record["state"].values())


def test_only_the_findings_asked_for_are_left_and_counted() -> None:
    whole = audit("spar")
    made = only(whole, lambda code: code == "PGM-1")
    assert {finding.code for finding in made.findings} == {"PGM-1"}
    assert (made.summary.warnings, made.summary.notes) == (1, 0)
    assert made.rulings == whole.rulings
    assert {
        finding.code for fight in made.encounters for record in fight.rounds for finding in record.findings
    } == {"PGM-1"}


def test_a_log_without_a_fight_says_so(tmp_path: Path) -> None:
    log = tmp_path / "talk.script"
    log.write_text("Nimue: good evening\nOddo: evening\n")
    [made] = audits([log], ruleset="parthos")
    assert as_text(made).startswith("No fight was found in this log, nor who runs it: --pgm NAME")
    [made] = audits([log], ruleset="parthos", pgm=["Nimue"])
    assert as_text(made).startswith("No fight was found in this log: nobody calls a round in words")
    [made] = audits([log], ruleset="yiffiemon", pgm=["Nimue"])
    assert as_text(made).startswith("No fight was found in this log: nobody opens a fight in words")
    assert "<h1>No fight was found" in as_html([made])
