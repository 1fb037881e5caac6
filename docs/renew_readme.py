"""Runs each `$ calledshot …` shown in README.md and pastes what it prints; a test fails where they differ."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SHOWN = re.compile(r"(?m)^```\n\$ calledshot (?P<arguments>[^\n]+)\n(?P<output>.*?)^```$", re.DOTALL)


def renewed(text: str) -> str:
    """The text with the output of each command as it is now."""

    def run(match: re.Match[str]) -> str:
        command = [sys.executable, "-m", "calledshot", *shlex.split(match["arguments"])]
        plain = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, timeout=60, check=False)
        return f"```\n$ calledshot {match['arguments']}\n{done.stdout.decode()}```"

    return SHOWN.sub(run, text)


if __name__ == "__main__":
    README.write_text(renewed(README.read_text("utf-8")), "utf-8")
