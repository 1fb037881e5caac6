"""The log: one object a line, with nobody's words and no password in it at any level."""

from __future__ import annotations

import io
import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calledshot.errors import CalledshotError, UsageError
from calledshot.live import logs
from calledshot.live.config import Secret, Secrets

LOG = logging.getLogger("calledshot.live.test")


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Any]:
    file = tmp_path / "live.log"
    end = logs.start("debug", file, Secrets(irc_password=Secret("hunter2"), matrix_token=Secret("abc")))

    def read() -> list[dict[str, Any]]:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    yield read
    end()


def test_an_entry_is_one_object_with_what_was_given(lines: Any) -> None:
    LOG.info(
        "joined %s", "#parlour", extra={"room": "#parlour", "members": 3, "late": None, "who": ["a", "b"]}
    )
    [entry] = lines()
    assert entry.pop("at").endswith("+00:00")
    assert entry == {
        "level": "info",
        "from": "live.test",
        "said": "joined #parlour",
        "room": "#parlour",
        "members": 3,
        "late": None,
        "who": ["a", "b"],
    }


def test_a_password_is_cut_out_wherever_it_stands(lines: Any) -> None:
    LOG.debug(
        "PASS hunter2", extra={"raw": ["x hunter2"], "more": {"hunter2": "hunter2!"}, "it": Secret("hunter2")}
    )
    assert "hunter2" not in json.dumps(lines())
    assert lines()[0]["said"] == "PASS …"


def test_errors_are_told_by_kind_and_place_and_never_by_their_words(lines: Any) -> None:
    def breaks() -> None:
        raise ValueError("*stab at the back door")

    try:
        breaks()
    except ValueError as error:
        LOG.exception("broken")
        LOG.error("broken: %s, %r", error, error)
        LOG.error("broken", extra={"error": error, "why": {"error": error}})
        LOG.error("broken: %(error)s", {"error": error})
    text = json.dumps(lines())
    assert "back door" not in text
    assert text.count("ValueError at test_live_logs.py:") == 6


def test_our_own_errors_are_told_in_full(lines: Any) -> None:
    LOG.error("no: %s", CalledshotError("state/journal.db: the disk is full"))
    assert lines()[0]["said"] == "no: state/journal.db: the disk is full"


def test_no_value_breaks_the_log() -> None:
    # Formatted by hand, not logged: pytest-xdist cannot carry half a character among what it captured.
    def formatted(**record: Any) -> Any:
        return json.loads(
            logs.JsonLines().format(logging.makeLogRecord({"name": "calledshot.live"} | record))
        )

    assert formatted(msg="%d of %s", args=("x",), levelno=20)["said"] == "%d of %s"
    entry = formatted(msg="half \ud83d\ncharacter", f=float("nan"), o=object(), long="x" * 100_000)
    assert (entry["said"], entry["f"]) == ("half ?\ncharacter", "nan")
    assert len(entry["long"]) == logs.LONGEST


def test_a_library_is_heard_from_warnings_on_and_without_its_words(lines: Any) -> None:
    library = logging.getLogger("somelibrary.client")
    library.info("decrypted: *stab at the back door")
    library.warning("not valid: %s", "*stab at the back door")
    logging.getLogger("asyncio").error("future: <Task exception=ValueError('*stab at the back door')>")
    entries = lines()
    assert [(entry["level"], entry["from"]) for entry in entries] == [
        ("warning", "somelibrary.client"),
        ("error", "asyncio"),
    ]
    assert all("test_live_logs.py:" in entry["said"] for entry in entries)
    assert "back door" not in json.dumps(entries)


def test_below_its_level_nothing_is_written(tmp_path: Path) -> None:
    end = logs.start("warning", tmp_path / "live.log")
    LOG.info("no")
    LOG.warning("yes")
    end()
    LOG.warning("too late")
    [line] = (tmp_path / "live.log").read_text().splitlines()
    assert json.loads(line)["said"] == "yes"


def test_the_file_is_its_owners_alone_and_is_added_to(tmp_path: Path) -> None:
    file = tmp_path / "live.log"
    for _ in range(2):
        end = logs.start("info", file)
        LOG.info("begun")
        end()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_text().splitlines()) == 2


def test_unknown_levels_and_files_that_cannot_be_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="choose one of debug, info, warning, error"):
        logs.start("loud")
    with pytest.raises(UsageError, match="--log-file"):
        logs.start("info", tmp_path / "none" / "live.log")


def test_by_default_it_goes_to_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr("sys.stderr", stderr)
    end = logs.start("info")
    LOG.info("here")
    end()
    assert json.loads(stderr.getvalue())["said"] == "here"
