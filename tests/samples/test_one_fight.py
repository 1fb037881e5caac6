"""The same fight is refereed the same, whichever client's log it was saved as."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from in_formats import FORMATS, Fight, Files, fight

from calledshot.auditing import Audit, audits
from calledshot.report.as_html import render as as_html
from calledshot.report.as_text import render as as_text

SAMPLES = Path(__file__).parents[2] / "samples"
PGM = {"duel": "TalespinnerJo", "spar": "Brannoch"}
LOGS = {"duel": "room.txt", "spar": "parlour.txt"}
YSOLDE, GARROCK = "YsoldeVey", "Garrock9"
KNIT = (
    "Attack, attack, *attack, unless he falls unconscious, in which case I will cast Knit (Mending Level 1) "
    "on myself"
)
PRIVATE: dict[int, Sequence[tuple[str, str]]] = {
    4: [
        (YSOLDE, "Cast Stinging Light (Mysticism Level 2), *retreat"),
        (GARROCK, "Advance, *attack with broadsword"),
    ],
    11: [
        (YSOLDE, "Attack with rapier, *cast Stinging Light (Mysticism Level 2)"),
        (GARROCK, "Attack, attack, *attack. Hold back damage"),
    ],
    30: [(GARROCK, "Attack, attack, *attack"), (YSOLDE, KNIT)],
    51: [(YSOLDE, "Retreat. I've done enough")],
}
OURS = ("mush", "roll20-html")
"""Logs that call their owner "You"."""
BOTS = '\n[dice]\nbots = ["Dicer", "Avrae"]\n'
FIELDS = {"seq", "source", "first_line", "last_line", "column", "end_column", "faces", "file"}
"""Where something stands; and faces, which some bots sort and others do not tell."""


def scene(name: str) -> Fight:
    return fight(SAMPLES / name / LOGS[name], PGM[name], PRIVATE if name == "duel" else {})


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples' campaigns, with dice bots."""
    folder = tmp_path_factory.mktemp("campaigns")
    for name in LOGS:
        copytree(SAMPLES / name / "campaign", folder / name)
        settings = folder / name / "campaign.toml"
        settings.write_text(settings.read_text("utf-8") + BOTS, "utf-8")
    return folder


def saved(files: Files, folder: Path) -> list[str]:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return [str(folder / name) for name in files]


def plain(value: Any) -> Any:
    """A document without where things stand."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key not in FIELDS}
    return [plain(one) for one in value] if isinstance(value, list) else value


def outcome(audit: Audit) -> dict[str, list[str]]:
    """What the referee made of the fight."""
    document = audit.document()
    rounds = [part for one in document["encounters"] for part in one["rounds"]]
    found = {
        "declarations": [said for part in rounds for said in part["declarations"]],
        "states": [part["state"] for part in rounds],
        "rulings": document["rulings"],
        "rolls": document["rolls"],
        "pgm": document["pgm_rulings"],
        "findings": [one for one in document["findings"] if not one["code"].startswith("LOG")],
    }
    told = {key: [json.dumps(plain(one), sort_keys=True) for one in items] for key, items in found.items()}
    return told | {"declarations": sorted(told["declarations"])}


@pytest.fixture(scope="module")
def known(campaigns: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[str]]]:
    """What is made of each fight as AOL saved it."""
    found = {}
    for name, log in LOGS.items():
        windows = FORMATS["aim-html"](scene(name))
        windows.pop("#hall.htm")
        paths = saved(windows, tmp_path_factory.mktemp(name))
        (audit,) = audits([str(SAMPLES / name / log), *paths], campaign=campaigns / name)
        found[name] = outcome(audit)
    return found


def test_the_fight_is_the_samples(known: dict[str, dict[str, list[str]]]) -> None:
    """Against the sums of samples/duel/EXPECTED.md and samples/spar/EXPECTED.md."""
    last = json.loads(known["duel"]["states"][-1])
    assert (last["YsoldeVey"]["stamina"], last["YsoldeVey"]["pp"], last["Garrock9"]["stamina"]) == (
        23,
        5,
        -13,
    )
    assert len(known["duel"]["declarations"]) == 7 and len(known["duel"]["rolls"]) == 20
    assert [json.loads(one)["code"] for one in known["spar"]["findings"]] == ["PAR-MOV-7", "PGM-1"]


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("format", FORMATS)
def test_a_fight_is_the_same_in_each_log(
    format: str, name: str, campaigns: Path, tmp_path: Path, known: dict[str, dict[str, list[str]]]
) -> None:
    paths = saved(FORMATS[format](scene(name)), tmp_path)
    me = PGM[name] if format in OURS else None
    (audit,) = audits(paths, campaign=campaigns / name, me=me)
    assert audit.inputs[0].format == format
    assert audit.summary.unparsed_lines == 0
    assert not [one for one in audit.findings if one.code.startswith("LOG")]
    assert outcome(audit) == known[name]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("irssi", "whatsapp"),
        ("bitchx", "trillian-text"),
        ("telegram-json", "qip-text"),
        ("discord-csv", "amsn"),
    ],
)
def test_another_clients_log_of_the_room_changes_nothing(
    first: str, second: str, campaigns: Path, tmp_path: Path, known: dict[str, dict[str, list[str]]]
) -> None:
    one, two = FORMATS[first](scene("duel")), FORMATS[second](scene("duel"))
    room = next(iter(two))
    files = {f"jo/{file}": data for file, data in one.items()} | {f"ysolde/{room}": two[room]}
    (audit,) = audits(saved(files, tmp_path), campaign=campaigns / "duel")
    assert outcome(audit) == known["duel"]
    assert any("55 messages in more than one log of the room, counted once" in one for one in audit.alignment)


def test_a_report_tells_files_apart_that_are_called_alike(campaigns: Path, tmp_path: Path) -> None:
    (audit,) = audits(saved(FORMATS["znc"](scene("duel")), tmp_path), campaign=campaigns / "duel")
    text, page = as_text(audit), as_html([audit])
    room, window = "#hall/2024-03-05.log", "YsoldeVey/2024-03-05.log"
    assert text.splitlines()[1].startswith(f"{room} + {window} + Garrock9/2024-03-05.log · ZNC · ")
    assert f"· {window}:6 │ YsoldeVey > TalespinnerJo: " in text and f"{window}:6" in page
    assert f"Windows: {room}, {window} and Garrock9/2024-03-05.log are merged by their times" in text
    assert " ".join(text.split()).count("is taken from the file's name") == 1
    assert "ambiguous" not in text  # the windows are of the client that the room's log is of
