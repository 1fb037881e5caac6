"""kill -9 at any point and start again: nothing lost, nothing ruled on twice, nothing said twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from calledshot.live.journal import SqlJournal

PROGRAM = Path(__file__).with_name("crashing.py")
MESSAGES = 40
SEEDS = range(8)


def check(folder: Path, seed: int, count: int, where: str | None = None) -> int:
    """One seeded life of a helper; how often it was killed."""
    where = where or str(folder / "journal.db")
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder), str(seed), str(count), where],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    journal = SqlJournal(where)
    stored = list(journal.raw())
    assert [one.message.event.id for one in stored] == [f"m{place}" for place in range(count)]
    assert all(one.settled for one in stored)
    ruled = [event for one in stored for event in one.events]
    assert [(event.seq, event.id) for event in ruled] == [(place, f"m{place}") for place in range(count)]
    assert journal.waiting() == []
    journal.close()
    room = [json.loads(line) for line in (folder / "said.ndjson").read_text().splitlines()]
    assert [entry["text"] for entry in room] == [f"(({place}: m{place}))" for place in range(count)]
    return int(json.loads(done.stdout)["killed"])


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_at_random_points(tmp_path: Path, seed: int) -> None:
    assert check(tmp_path, seed, MESSAGES) >= 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_killed_at_random_points_many_times(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed, 120)
