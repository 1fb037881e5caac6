"""How long `calledshot lint --text …` takes to start and answer, against `python -c "import typer"`.

Prints medians over interleaved repeats, so that whatever else the machine does falls on both alike.
Usage: startup.py [REPEATS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

REPEATS = 30
AIM = 2.0
"""The ratio that the project has set itself."""

ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""Byte code is kept, as on anybody's machine; without it one would measure the compiler."""

BIN = Path(sys.executable).parent
COMMANDS = {
    'python -c "import typer"': [sys.executable, "-c", "import typer"],
    "python -c pass": [sys.executable, "-c", "pass"],
    "calledshot lint --text": [
        str(BIN / "calledshot"),
        "lint",
        "--text",
        "Cast Pain (Mysticism Level 1), *throw knife",
    ],
}


def once(command: list[str]) -> float:
    """Seconds one run takes; a lint that finds faults (exit 1) is a good run."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False, env=ENVIRONMENT)
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} failed: {done.stderr.decode(errors='replace').strip()}")
    return seconds


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        once(command)  # warms the disk's cache and writes the byte code
    for _ in range(repeats):
        for name, command in COMMANDS.items():
            times[name].append(once(command))
    middle = {name: median(values) for name, values in times.items()}
    print(f"start-up, median of {repeats} interleaved runs")
    for name, seconds in middle.items():
        print(f"  {name:<28} {seconds * 1000:7.1f} ms   (fastest {min(times[name]) * 1000:.1f})")
    ratio = middle["calledshot lint --text"] / middle['python -c "import typer"']
    print(f"  lint / import typer          {ratio:7.2f}      (aim: at most {AIM})")


if __name__ == "__main__":
    main()
