"""What a helper says where it cannot start, or hardly as was meant: a missing extra, a journal that was begun
elsewhere or cannot be opened, a server that is not there."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sqlite3
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from calledshot.auditing import prepare
from calledshot.live.config import LiveConfig
from calledshot.live.logs import reason
from calledshot.live.running import Wanted, open_journal
from calledshot.live.store import JournalError, Store

LIVE = (
    '[irc]\nhost = "127.0.0.1"\nrooms = ["#parlour"]\n[aim]\nhost = "h"\nscreen_name = "c"\nrooms = ["P"]\n'
)


def campaign(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    (made / "campaign.toml").write_text(f'name = "{name}"\nruleset = "parthos"\npgm = ["Brannoch"]\n')
    return made


@pytest.mark.parametrize("command", [["status"], ["irc"], ["stdio", "--mode", "suggest"]])
def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path, command: list[str]) -> None:
    folder = campaign(tmp_path, "parlour")
    (folder / "live.toml").write_text(LIVE)
    # None in sys.modules is what an import of something that is not installed comes to
    code = "import sys; sys.modules['sqlalchemy'] = None\nfrom calledshot.cli import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "live", *command, "--campaign", str(folder)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert 'pip install "calledshot[live]"' in done.stderr
    assert done.stderr.count("\n") == 1 and "sorry" not in done.stderr


def test_a_journal_of_another_campaign_is_remarked_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = str(tmp_path / "night.db")
    first, second = campaign(tmp_path, "parlour"), campaign(tmp_path, "tavern")
    with caplog.at_level(logging.WARNING, "calledshot.live"):
        for folder in (first, first):
            open_journal(Wanted(campaign=folder, journal=place), LiveConfig(), prepare(folder)).close()
        assert caplog.records == []
        open_journal(Wanted(campaign=second, journal=place), LiveConfig(), prepare(second)).close()
    [record] = caplog.records
    assert "begun in another campaign folder" in record.getMessage()
    assert vars(record)["begun_in"] == str(first)


def test_a_journal_that_the_driver_cannot_open_is_no_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Store, *statements: str) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "_pragma", full)
    with pytest.raises(JournalError, match="the journal cannot be used: database or disk is full"):
        Store(str(tmp_path / "j.db"))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            OSError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 1)"),
            os.strerror(errno.ECONNREFUSED),
        ),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "Name or service not known"),
        (OSError("Multiple exceptions: refused, refused"), "Multiple exceptions: refused, refused"),
        (ssl.SSLError("x"), "no TLS there (sslerror)"),
        (EOFError(), "EOFError"),
        (ValueError("the server has closed"), "the server has closed"),
    ],
)
def test_why_there_is_no_connection(error: BaseException, words: str) -> None:
    assert reason(error) == words
