"""Speed and memory of `audit` on a large AOL log, beside a bare `re` loop over the same file.

    python benchmarks/audit.py [MEGABYTES] [--repeats N]

One run, interleaved repeats, medians. The log holds thousands of fights, so what is measured is reading,
understanding free words, refereeing and keeping the record of all of them, without a campaign. Peak memory
is that of a fresh process; it grows with the fights, since every ruling of the log is kept to report it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from make_log import make
from parse import bare

from calledshot.auditing import Audit, audits

PEAK = """
import resource, sys
from calledshot.auditing import audits
audits([sys.argv[1]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def ours(path: Path) -> Audit:
    [made] = audits([path])
    return made


def seconds(run: Callable[[Path], object], path: Path) -> float:
    start = time.perf_counter()
    run(path)
    return time.perf_counter() - start


def main() -> None:
    numbers = [argument for argument in sys.argv[1:] if argument.isdigit()]
    repeats = int(sys.argv[sys.argv.index("--repeats") + 1]) if "--repeats" in sys.argv else 3
    megabytes = int(numbers[0]) if numbers and sys.argv[1] == numbers[0] else 50
    path = make(megabytes)
    size = path.stat().st_size / 1e6
    times: dict[str, list[float]] = {"bare": [], "audit": []}
    for _ in range(repeats):
        times["bare"].append(seconds(bare, path))
        times["audit"].append(seconds(ours, path))
    made = ours(path)
    loop, audit = statistics.median(times["bare"]), statistics.median(times["audit"])
    print(
        f"audit, {size:.0f} MB of AOL text, {made.summary.events:,} events, {len(made.encounters):,} fights, "
        f"{len(made.rulings):,} rulings, median of {repeats} interleaved repeats"
    )
    print(f"  bare re loop      {size / loop:6.2f} MB/s  {made.summary.events / loop:10,.0f} lines/s")
    print(f"  calledshot audit  {size / audit:6.2f} MB/s  {made.summary.events / audit:10,.0f} events/s")
    print(f"  ratio             {loop / audit:6.3f}")
    done = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    print(f"  peak memory       {int(done.stdout) / 1024:6.1f} MB")


if __name__ == "__main__":
    main()
