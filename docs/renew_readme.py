"""Runs each `$ calledshot …` shown in README.md and pastes what it prints; of an excerpt the lines from its
first (by its first two words) to its last. A test fails where they differ.
"""

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

EXCERPT = re.compile(
    r"From `calledshot (?P<arguments>[^`\n]+)`[^\n]*:\n\n```text\n(?P<excerpt>.*?)\n```$",
    re.DOTALL | re.MULTILINE,
)
"""A part of what a command prints, under a line that names it."""


def printed(arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "calledshot", *shlex.split(arguments)]
    plain = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, timeout=60, check=False)
    return done.stdout.decode()


def renewed(text: str) -> str:
    """The text with the output of each command as it is now."""

    def run(match: re.Match[str]) -> str:
        return f"```\n$ calledshot {match['arguments']}\n{printed(match['arguments'])}```"

    def part(match: re.Match[str]) -> str:
        old = match["excerpt"].split("\n")
        lines = printed(match["arguments"]).split("\n")
        first = next((n for n, line in enumerate(lines) if line.split()[:2] == old[0].split()[:2]), None)
        last = next((n for n, line in enumerate(lines) if line.strip() == old[-1].strip()), None)
        if first is None or last is None:
            return match[0]
        return match[0].replace(match["excerpt"], "\n".join(lines[first : last + 1]))

    return EXCERPT.sub(part, SHOWN.sub(run, text))


if __name__ == "__main__":
    README.write_text(renewed(README.read_text("utf-8")), "utf-8")
