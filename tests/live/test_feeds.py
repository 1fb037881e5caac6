"""A feed that a plugin brings is a command of `calledshot live`, with the same session as stdio."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from calledshot.cli import live
from calledshot.live.session import Session
from calledshot.transcript.event import Event

SAID: list[str] = []


def run(session: Session, options: Mapping[str, str]) -> int:
    """Plays one call for initiative and keeps what the session makes of it."""
    SAID.append(options["room"])
    lines = session.see(Event(kind="say", speaker="Nimue", text="Round 1, init please"))
    SAID.extend(line.ruling.kind for line in lines if line.ruling is not None)
    return 0


def application(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    def collect(hook: str) -> tuple[list[Any], list[Any]]:
        assert hook == "calledshot_feeds"
        return [SimpleNamespace(name="echo", title="An echo of the room.", run=run)], ["hearth: broken"]

    monkeypatch.setattr("calledshot.plugins.manager.collect", collect)
    app = typer.Typer()
    app.callback()(lambda: None)
    live.add_feeds(app)
    return app


def test_a_feed_is_run_with_its_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = application(monkeypatch)
    assert "hearth: broken" in capsys.readouterr().err
    SAID.clear()
    monkeypatch.undo()
    done = CliRunner().invoke(
        app, ["echo", "--option", "room=taproom", "--ruleset", "parthos", "--pgm", "Nimue"]
    )
    assert done.exception is None or done.exit_code == 0, done.output
    assert SAID[0] == "taproom" and "round" in SAID


def test_an_option_without_a_value_is_bad_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(monkeypatch)
    monkeypatch.undo()
    done = CliRunner().invoke(app, ["echo", "--option", "room"])
    assert done.exit_code != 0 and "KEY=VALUE" in str(done.exception)
