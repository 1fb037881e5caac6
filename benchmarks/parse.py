"""Speed and memory of reading large logs, beside the loop a user would write over the same file.

    python benchmarks/parse.py [FORMAT…] [--size MB] [--repeats N] [--all] [--small]

One run, interleaved repeats, medians. The bare loop is one compiled pattern for what people say, matched line
by line in the file opened as text, with a tuple of its groups appended for each; ours gets its events
appended in the same way. Beside them irclog2html's LogParser and `grep -c`. Memory is the peak of a fresh
process that reads 10 MB and the full size (`--small` leaves it out). `--all` measures every text format.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from logs import formats, log

from calledshot.transcript import open_transcript

PATTERNS = {
    "aol": re.compile(
        r"^\t?(?P<name>[^:\t]{1,32}):[\t ]+"
        r"(?:(?P<roller>.+?) rolled (?P<count>\d+) (?P<sides>\d+)-sided (?:die|dice): +(?P<faces>[\d ]+)$"
        r"|(?P<text>.*))"
    ),
    "irssi": re.compile(r"^(\d\d:\d\d) <([ @+]?)([^>]+)> (.*)$"),
    "weechat": re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\t([@+]?)([^\t]*)\t(.*)$"),
    "mirc": re.compile(r"^\[(\d\d:\d\d)\] <([@+]?)([^>]+)> (.*)$"),
    "pidgin-text": re.compile(r"^\((\d\d:\d\d:\d\d)(?: [AP]M)?\) ([^:]+): (.*)$"),
}
"""What a user would write for what people say (AOL: and for dice)."""
AIMS = {"aol": 0.4, "irssi": 0.5, "weechat": 0.5, "mirc": 0.5, "pidgin-text": 0.5}
OTHERS = 1.5
"""How many times as fast as irclog2html's parser reading should be."""
KEPT = 10_000
"""Tuples or events kept at a time, so that no loop is measured by what it keeps."""
SMALL = 10
"""Megabytes of the small log whose memory is compared."""
PEAK = """
import resource, sys
sys.path.insert(0, sys.argv[2])
from calledshot.transcript import open_transcript
for event in open_transcript(sys.argv[1], format=sys.argv[3]): pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _keep(items: Iterable[Any]) -> int:
    """Append each, as a program would that goes on to use them."""
    kept: list[Any] = []
    append = kept.append
    count = 0
    for item in items:
        append(item)
        if len(kept) == KEPT:
            count += KEPT
            kept.clear()
    return count + len(kept)


def bare(path: Path, name: str) -> int:
    """The loop to compare with."""
    match = PATTERNS[name].match
    kept: list[Any] = []
    append = kept.append
    count = 0
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            found = match(line)
            if found is not None:
                append(found.groups())
                if len(kept) == KEPT:
                    count += KEPT
                    kept.clear()
    return count + len(kept)


def ours(path: Path, name: str) -> int:
    transcript = open_transcript(path)
    assert transcript.format == name, transcript.format
    return _keep(transcript)


def irclog2html(path: Path, name: str) -> int:
    from irclog2html.irclog2html import LogParser

    with path.open("rb") as lines:
        return _keep(LogParser(lines))


def grep(path: Path, name: str) -> int:
    """Count the lines with a blank in them, which nearly all have."""
    done = subprocess.run(["grep", "-c", " ", str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def peak(path: Path, name: str) -> float:
    """Peak memory in MB of a process that does nothing but read the file."""
    source = str(Path(__file__).parent.parent / "src")
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path), source, name], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def processor() -> float:
    """Processor seconds so far, of this process and of those it has started and seen end: what others do on
    the machine counts less in them than in the time of day."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def measure(path: Path, name: str, repeats: int) -> tuple[int, dict[str, float]]:
    """The number of events, and the median seconds of each way to read the file."""
    runs: dict[str, Callable[[Path, str], int]] = {"ours": ours}
    if name in PATTERNS:
        runs = {"bare": bare, "ours": ours, "irclog2html": irclog2html, "grep": grep}
    times: dict[str, list[float]] = {way: [] for way in runs}
    events = 0
    for _ in range(repeats):
        for way, run in runs.items():
            start = processor()
            count = run(path, name)
            times[way].append(processor() - start)
            events = count if way == "ours" else events
    return events, {way: statistics.median(spent) for way, spent in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and memory of reading large logs.")
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    parser.add_argument("--size", type=int, default=50, help="megabytes of each log")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--all", action="store_true", help="every text format, not only those with an aim")
    parser.add_argument("--small", action="store_true", help="no measuring of memory")
    told = parser.parse_args()
    print(
        f"parse, {told.size} MB a log, median of {told.repeats} interleaved repeats, MB/s of processor time"
    )
    print(f"  {'':20}{'events':>11}{'ours':>7}{'bare re':>9}{'ratio':>7}  {'aim':<5}{'irclog2html':>11}"
          f"{'times':>7}{'grep -c':>9}{'memory, MB':>14}")  # fmt: skip
    for name in told.formats or (formats() if told.all else PATTERNS):
        path = log(name, told.size)
        size = path.stat().st_size / 1e6
        events, spent = measure(path, name, told.repeats)
        line = f"  {name:20}{events:>11,}{size / spent['ours']:>7.1f}"
        if name in PATTERNS:
            line += f"{size / spent['bare']:>9.1f}{spent['bare'] / spent['ours']:>7.2f}  {AIMS[name]:<5}"
            line += f"{size / spent['irclog2html']:>11.1f}{spent['irclog2html'] / spent['ours']:>7.2f}"
            line += f"{size / spent['grep']:>9.0f}"
        else:
            line += " " * 48
        if not told.small:
            line += f"{peak(log(name, SMALL), name):>8.1f} {peak(path, name):>5.1f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
