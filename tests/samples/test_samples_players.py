"""What players may see of the samples holds no figure of a sheet, and no sample depends on a hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from calledshot.auditing import audits
from calledshot.redact import for_players

SAMPLES = Path(__file__).parents[2] / "samples"
FIGHTS = ("bridge/bridge.script", "mill/yard.txt", "orchard/orchard.txt", "ford/ford.txt")


@pytest.mark.parametrize("fight", FIGHTS)
def test_players_see_no_figure_of_a_sheet(fight: str) -> None:
    file = SAMPLES / fight
    (audit,) = audits([file], campaign=file.parent / "campaign")
    private = audit.ruleset.private
    public = for_players(audit)
    assert any(ruling.values.get(key) is not None for ruling in audit.rulings for key in private)
    assert not [
        ruling for ruling in public.rulings if any(ruling.values.get(key) is not None for key in private)
    ]
    states = [figures for one in public.encounters for turn in one.rounds for figures in turn.state.values()]
    assert states and not [figures for figures in states if private & figures.keys()]


@pytest.mark.parametrize("fight", ["bridge/bridge.script", "orchard/orchard.txt"])
def test_the_same_bytes_whatever_the_hash_seed(fight: str) -> None:
    file = SAMPLES / fight
    made = {
        subprocess.run(
            [
                sys.executable,
                "-m",
                "calledshot",
                "audit",
                str(file),
                "--campaign",
                str(file.parent / "campaign"),
                "-o",
                "json",
            ],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            timeout=30,
            check=False,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(made) == 1
    assert len(made.pop()) > 1000
