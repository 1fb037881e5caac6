"""Starts helpers quickly: everything is imported once, and each helper is a fork. No test.

Reads commands as JSON lines and answers each with one: {"start": {...}} → {"pid"}, {"kill": pid} → {"was"},
{"look": pid} → {"alive"}, {"end": pid}, which must be alive, → {"code"}.
A helper is what `calledshot live irc|aim|matrix` runs; with `fuse` n it kills itself
before or after its n-th write to the journal.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from calledshot.auditing import plugin_readers
from calledshot.live import running
from calledshot.live.journal import SqlJournal

STEPS = ("receive", "settle", "handing", "unhanded", "done", "advance")


def burn(left: int) -> None:
    """Count the steps of the journal; at the last one this process is gone."""

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def wrap(name: str) -> None:
        plain = getattr(SqlJournal, name)

        def stepping(*args: Any, **named: Any) -> Any:
            step()
            result = plain(*args, **named)
            step()
            return result

        setattr(SqlJournal, name, stepping)

    for name in STEPS:
        wrap(name)


def live(feed: str, campaign: str, fuse: int, passwords: dict[str, str]) -> int:
    folder = Path(campaign)
    os.environ.update(passwords)
    out = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    burn(fuse)
    return running.run(
        feed,
        running.Wanted(
            campaign=folder,
            journal=str(folder / "fight.journal"),
            log_level="debug",
            log_file=folder / "live.log",
        ),
    )


def start(wanted: dict[str, Any]) -> int:
    child = os.fork()
    if child:
        return child
    code = 3
    try:
        code = live(**wanted)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    plugin_readers()
    alive: set[int] = set()

    def ended(pid: int, options: int) -> bool:
        if pid in alive and os.waitpid(pid, options)[0] == pid:
            alive.discard(pid)
        return pid not in alive

    for line in sys.stdin:
        command = json.loads(line)
        if "start" in command:
            pid = start(command["start"])
            alive.add(pid)
            answer: dict[str, Any] = {"pid": pid}
        elif "look" in command:
            answer = {"alive": not ended(command["look"], os.WNOHANG)}
        elif "end" in command:
            os.kill(command["end"], signal.SIGTERM)
            _, status = os.waitpid(command["end"], 0)
            alive.discard(command["end"])
            answer = {"code": os.waitstatus_to_exitcode(status)}
        else:
            pid = command["kill"]
            was = not ended(pid, os.WNOHANG)
            if was:
                os.kill(pid, signal.SIGKILL)
                ended(pid, 0)
            answer = {"was": was}
        print(json.dumps(answer), flush=True)
    for pid in alive:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
