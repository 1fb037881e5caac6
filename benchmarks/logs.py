"""Makes large logs of a room in every text format that the tests have a writer for, for `parse.py`.

One invented day of talk, with people coming and going, is written by the writer the round trips use
(`tests/transcript/write_*.py`) and repeated to the size. AOL's log is `make_log`'s.
"""

from __future__ import annotations

import random
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "transcript"), str(ROOT / "src")]

from make_log import CHATTER, DATA, FIGHTERS, WATCHERS, make  # noqa: E402

from calledshot.transcript.event import Event  # noqa: E402
from calledshot.transcript.formats import all_formats  # noqa: E402

LINES = 20_000
"""Lines of the day that is repeated."""
DAY = "2004-07-03"
PEOPLE = tuple(name.replace(" ", "") for name in (*FIGHTERS, *WATCHERS))
CAME = {
    "irssi": ("{0} [{0}@reed.example] has joined #moor", "{0} [{0}@reed.example] has quit [Quit: bye]"),
    "weechat": ("{0} ({0}@reed.example) has joined #moor", "{0} ({0}@reed.example) has quit (Quit: bye)"),
    "mirc": ("Joins: {0} ({0}@reed.example)", "Quits: {0} ({0}@reed.example) (Quit: bye)"),
    "pidgin-text": ("{0} entered the room.", "{0} left the room (quit: bye)."),
}
"""How clients tell that somebody came and went, where the log is to have such lines."""


MINUTES = frozenset({"irssi", "mirc"})
"""Formats that show no seconds, as their clients are set up."""


def formats() -> list[str]:
    """The formats of lines of which a log can be made, by name."""
    return [
        one.name
        for one in all_formats()
        if one.read is not None and (one.name == "aol" or _writer(one.name).is_file())
    ]


def _writer(name: str) -> Path:
    return ROOT / "tests" / "transcript" / f"write_{name.replace('-', '_')}.py"


def day(name: str, kinds: frozenset[str], seed: int = 20040703) -> list[Event]:
    """The events of one day: nine of ten lines are talk, as in a room that is used."""
    rng = random.Random(seed)
    made = []
    for number in range(LINES):
        clock = number * 86_000 // LINES
        at = f"{DAY}T{clock // 3600:02d}:{clock // 60 % 60:02d}:{clock % 60:02d}"
        at = at[:16] if name in MINUTES else at
        who = rng.choice(PEOPLE)
        chance = rng.random()
        kind, text = "say", rng.choice(CHATTER).format(rng.choice(PEOPLE), rng.choice(PEOPLE))
        if chance < 0.04 and "emote" in kinds:
            kind = "emote"
        elif chance < 0.1 and name in CAME and {"join", "leave"} <= kinds:
            kind = "join" if number % 2 else "leave"
            text = CAME[name][number % 2 == 0].format(who)
        made.append(Event(kind=kind, speaker=who, text=text.strip("* "), at=at))  # type: ignore[arg-type]
    return made


def log(name: str, megabytes: int) -> Path:
    """The log of a format of about that size, made if it is not there."""
    if name == "aol":
        return make(megabytes)
    path = DATA / f"{name}-{megabytes}.log"
    size = megabytes * 1_000_000
    if path.exists() and path.stat().st_size >= size and path.stat().st_mtime > _writer(name).stat().st_mtime:
        return path
    DATA.mkdir(parents=True, exist_ok=True)
    writer = import_module(_writer(name).stem)
    piece = str(writer.write(day(name, writer.kinds))).encode()
    with path.open("wb") as out:
        for _ in range(size // len(piece) + 1):
            out.write(piece)
    return path
