"""Speed and memory of reading a large AOL log, beside the loop a user would write over the same file.

    python benchmarks/parse.py [--small] [--repeats N]

One run, interleaved repeats, medians: the bare loop is one compiled pattern a line with its groups taken
out and the file opened as text. Memory is the peak of a fresh process that reads the 50 MB log and the
500 MB one (`--small` leaves it out); the two should be the same.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parent.parent / "src"))

from make_log import make

from calledshot.transcript import open_transcript

PATTERN = re.compile(
    r"^\t?(?P<name>[^:\t]{1,32}):[\t ]+"
    r"(?:(?P<roller>.+?) rolled (?P<count>\d+) (?P<sides>\d+)-sided (?:die|dice): +(?P<faces>[\d ]+)$"
    r"|(?P<text>.*))"
)
PEAK = """
import resource, sys
sys.path.insert(0, sys.argv[2])
from calledshot.transcript import open_transcript
for event in open_transcript(sys.argv[1]): pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def bare(path: Path) -> int:
    """The loop to compare with: every line matched, its groups taken out."""
    count = 0
    match = PATTERN.match
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            found = match(line)
            if found is not None:
                found.groups()
                count += 1
    return count


def ours(path: Path) -> int:
    return sum(1 for _ in open_transcript(path))


def peak(path: Path) -> float:
    """Peak memory in MB of a process that does nothing but read the file."""
    source = str(Path(__file__).parent.parent / "src")
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path), source], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def main() -> None:
    repeats = int(sys.argv[sys.argv.index("--repeats") + 1]) if "--repeats" in sys.argv else 5
    path = make(50)
    size = path.stat().st_size / 1e6
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    events = 0
    for _ in range(repeats):
        for name, run in (("bare", bare), ("ours", ours)):
            start = time.perf_counter()
            events = run(path)
            times[name].append(time.perf_counter() - start)
    loop, parse = statistics.median(times["bare"]), statistics.median(times["ours"])
    print(f"parse, {size:.0f} MB of AOL text, {events:,} events, median of {repeats} interleaved repeats")
    print(f"  bare re loop      {size / loop:6.1f} MB/s  {events / loop:10,.0f} lines/s")
    print(f"  calledshot        {size / parse:6.1f} MB/s  {events / parse:10,.0f} events/s")
    print(f"  ratio             {loop / parse:6.2f}  (aim: at least 0.4)")
    small = peak(path)
    print(f"  peak memory       {small:6.1f} MB for {size:.0f} MB")
    if "--small" not in sys.argv:
        large = make(500)
        print(f"  peak memory       {peak(large):6.1f} MB for {large.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
