"""Plays docs/write-a-ruleset.md as its reader would, and pastes what the commands print; a test fails where
they differ.

In an empty folder and an environment of its own: a block with `file=NAME` is written to that file (the first
one of a file replaces it, the others are added after blank lines), and every `$ command` of a console block
is run, in order.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

PAGE = Path(__file__).parent / "write-a-ruleset.md"
BLOCK = re.compile(
    r"^```(?P<language>\w*)(?: file=(?P<file>\S+))?\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
BETWEEN = {".py": "\n\n", ".toml": "\n", ".txt": ""}
"""What parts two pieces of one file, by what kind of file it is."""
CLOCK = re.compile(r"(?<= in )\d+\.\d+s$", re.MULTILINE)
"""What differs from run to run: how long pytest took."""


class Environment:
    """A Python environment beside the one that runs this, which sees all that is installed there, and where
    `pip install` works without a network. Made in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.EnvBuilder(symlinks=True).create(folder)
        self.bin = folder / "bin"
        packages = sysconfig.get_path("purelib", vars={"base": str(folder)})
        beside = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (Path(packages) / "beside.pth").write_text(beside, "utf-8")
        python = self.bin / "python"
        self._command("calledshot", f"{python} -m calledshot")
        self._command("pytest", f"{python} -m pytest -p no:cacheprovider")
        self._command("pip", f"{sys.executable} -m pip --python {python}")

    def _command(self, name: str, runs: str) -> None:
        path = self.bin / name
        path.write_text(f'#!/bin/sh\nexec {runs} "$@"\n', "utf-8")
        path.chmod(0o755)

    def run(self, command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a shell command, standard error with standard output."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTEST", "COLUMNS", "PIP"))
        }
        ours = {
            "PATH": f"{self.bin}{os.pathsep}{os.environ.get('PATH', '')}",
            "CALLEDSHOT_CACHE": str(self.folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # pip's own oddity: 0 switches the isolation off
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        return subprocess.run(
            command,
            shell=True,
            cwd=cwd,
            env=kept | ours,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )


def played(text: str, folder: Path, environment: Environment) -> str:
    """The page with the output of each command as it is now; `folder` is empty, and holds the result."""
    here = folder
    written: set[Path] = set()

    def block(match: re.Match[str]) -> str:
        nonlocal here
        if match["file"]:
            path = here / match["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text("utf-8") + BETWEEN[path.suffix] if path in written else ""
            path.write_text(before + match["body"], "utf-8")
            written.add(path)
        if match["language"] != "console":
            return match[0]
        shown = ""
        for command in COMMAND.findall(match["body"]):
            shown += f"$ {command}\n"
            if command.startswith("cd "):
                here = here / command.removeprefix("cd ")
            else:
                shown += environment.run(command, here).stdout
        return f"```console\n{shown}```"

    return BLOCK.sub(block, text)


def timeless(text: str) -> str:
    """The page without what differs from run to run."""
    return CLOCK.sub("", text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        reader = Path(scratch) / "reader"
        reader.mkdir()
        page = PAGE.read_text("utf-8")
        renewed = played(page, reader, Environment(Path(scratch) / "environment"))
        if timeless(renewed) != timeless(page):
            PAGE.write_text(renewed, "utf-8")
