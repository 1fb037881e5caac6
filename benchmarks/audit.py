"""Speed and memory of `audit` on a large AOL log, beside a bare `re` loop over the same file.

    python benchmarks/audit.py [MEGABYTES] [--repeats N]

One run, interleaved repeats, medians. The log holds thousands of fights, so what is measured is reading,
understanding free words, refereeing and keeping the record of all of them, without a campaign. Each audit
is a fresh process, whose peak memory is told too; it grows with the fights, since every ruling is kept.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from make_log import make
from parse import bare

MEGABYTES = 50
AUDIT = """
import json, resource, sys, time
from calledshot.auditing import audits
start, worked = time.perf_counter(), time.process_time()
[made] = audits([sys.argv[1]])
print(json.dumps({
    "seconds": time.perf_counter() - start, "processor": time.process_time() - worked,
    "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "events": made.summary.events, "fights": len(made.encounters), "rulings": len(made.rulings),
}))
"""


def audit(path: Path) -> dict[str, Any]:
    """Seconds, peak megabytes and what was found, from a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", AUDIT, str(path)], capture_output=True, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    arguments = sys.argv[1:]
    repeats = 1
    if "--repeats" in arguments:
        place = arguments.index("--repeats")
        repeats = int(arguments[place + 1])
        del arguments[place : place + 2]
    path = make(int(arguments[0]) if arguments else MEGABYTES)
    size = path.stat().st_size / 1e6
    loops, runs = [], []
    for _ in range(repeats):
        start = time.perf_counter()
        bare(path)
        loops.append(time.perf_counter() - start)
        runs.append(audit(path))
    loop, ours = statistics.median(loops), statistics.median(run["seconds"] for run in runs)
    found = runs[0]
    print(
        f"audit, {size:.0f} MB of AOL text, {found['events']:,} events, {found['fights']:,} fights, "
        f"{found['rulings']:,} rulings, median of {repeats} interleaved repeats"
    )
    print(f"  bare re loop      {size / loop:6.2f} MB/s  {found['events'] / loop:10,.0f} lines/s")
    print(f"  calledshot audit  {size / ours:6.2f} MB/s  {found['events'] / ours:10,.0f} events/s")
    print(f"  ratio             {loop / ours:6.3f}")
    worked = statistics.median(run["processor"] for run in runs)
    print(f"  processor time    {worked:6.1f} s     {found['events'] / worked:10,.0f} events/s of it alone")
    print(f"  peak memory       {max(run['peak'] for run in runs):6.1f} MB")


if __name__ == "__main__":
    main()
