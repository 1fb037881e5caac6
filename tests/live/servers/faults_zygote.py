"""Starts helpers quickly: everything is imported once, and each helper is a fork. No test.

Reads commands as JSON lines and answers each with one: {"start": {...}} → {"pid"}, {"kill": pid} → {"was"},
whether it was alive, {"look": pid} → {"code"}, null while it lives, {"end": pid}, asked to go, → {"code"}.
A helper is what `calledshot live irc|aim|matrix` runs; with `fuse` n it kills itself
before or after its n-th write to the journal.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from whole_fight import PGM, write_campaign

from calledshot.auditing import plugin_readers, prepare
from calledshot.live import running
from calledshot.live.aim import feed as _aim
from calledshot.live.config import LiveConfig
from calledshot.live.irc import feed as _irc
from calledshot.live.journal import SqlJournal
from calledshot.live.matrix import feed as _matrix
from calledshot.live.messages import Incoming
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import Event

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


def warm() -> None:
    """What every helper does once, and a fork need not do again."""
    assert _aim and _irc and _matrix
    plugin_readers()
    with tempfile.TemporaryDirectory() as folder:
        rooms = Rooms(prepare(write_campaign(Path(folder))), LiveConfig(), key=b"")
        rooms.heard(Incoming(event=Event(kind="say", speaker=PGM, room="", text="evening")))


def main() -> None:
    warm()
    codes: dict[int, int | None] = {}  # of each helper, once it is gone

    def code(pid: int, options: int = os.WNOHANG) -> int | None:
        if codes[pid] is None:
            gone, status = os.waitpid(pid, options)
            if gone == pid:
                codes[pid] = os.waitstatus_to_exitcode(status)
        return codes[pid]

    for line in sys.stdin:
        command = json.loads(line)
        if "start" in command:
            pid = start(command["start"])
            codes[pid] = None
            answer: dict[str, Any] = {"pid": pid}
        elif "look" in command:
            answer = {"code": code(command["look"])}
        elif "end" in command:
            if code(command["end"]) is None:
                os.kill(command["end"], signal.SIGTERM)
            answer = {"code": code(command["end"], 0)}
        else:
            was = code(command["kill"]) is None
            if was:
                os.kill(command["kill"], signal.SIGKILL)
                code(command["kill"], 0)
            answer = {"was": was}
        print(json.dumps(answer), flush=True)
    for pid in codes:
        if code(pid) is None:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
