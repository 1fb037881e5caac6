"""docs/write-a-ruleset.md as its reader meets it: an empty folder, `pip install`, and nothing else."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "write-a-ruleset.md").read_text("utf-8")
TUTORIAL: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "renew_tutorial.py"))
TOOLS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The page with what its commands print now, and the folder of the reader who followed it."""
    reader = tmp_path_factory.mktemp("reader")
    environment = TUTORIAL["Environment"](tmp_path_factory.mktemp("environment") / "of-the-reader")
    return TUTORIAL["played"](PAGE, reader, environment), reader


def test_every_output_shown_is_the_real_one(followed: tuple[str, Path]) -> None:
    timeless = TUTORIAL["timeless"]
    assert timeless(followed[0]) == timeless(PAGE), "run docs/renew_tutorial.py"


def test_the_page_shows_what_it_promises() -> None:
    commands = re.findall(r"(?m)^\$ (.*)$", PAGE)
    for part in ("ruleset new", "pip install", "test cases", "pytest", "lint --ruleset", "audit", "fmt"):
        assert any(part in command for command in commands), part
    assert (
        PAGE.count("\n$ ")
        == len(commands)
        == sum(
            block["body"].count("$ ")
            for block in TUTORIAL["BLOCK"].finditer(PAGE)
            if block["language"] == "console"
        )
    ), "a command stands outside the blocks that are run"


def test_what_the_reader_wrote_imports_only_the_api_and_is_clean(followed: tuple[str, Path]) -> None:
    project = followed[1] / "lantern"
    module = project / "lantern" / "__init__.py"
    imported = re.findall(r"(?m)^\s*(?:from|import) (calledshot[\w.]*)", module.read_text("utf-8"))
    assert set(imported) == {"calledshot.api"}
    assert len(module.read_text("utf-8").splitlines()) <= 220
    for command in (["ruff", "check", "--isolated", "."], ["ruff", "format", "--isolated", "--check", "."]):
        done = subprocess.run(
            [TOOLS / command[0], *command[1:]], cwd=project, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_nothing_of_it_is_left_behind(followed: tuple[str, Path]) -> None:
    assert not (ROOT / "lantern").exists()
    done = subprocess.run(
        [sys.executable, "-m", "calledshot", "plugins"], capture_output=True, text=True, check=False
    )
    assert "lantern" not in done.stdout
