"""Plays each exchange of a live room that README.md and docs/live.md show, and puts in what the helper says
now. A test fails where a page differs.

In the pages `NAME →` is what somebody sends the helper in private, `#ROOM NAME:` what he says in the room, on
one line; `→ NAME` or `→ #ROOM` is what the helper says, which this renews. The campaign is of samples/spar;
a message comes ten seconds after the one before; the dice are plain and always the same.
"""

from __future__ import annotations

import re
import textwrap
from datetime import datetime, timedelta
from pathlib import Path

from calledshot.auditing import prepare
from calledshot.live.config import LiveConfig
from calledshot.live.messages import Incoming
from calledshot.live.rooms import Rooms
from calledshot.transcript.event import Event

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", ROOT / "docs" / "live.md")
EXCHANGE = re.compile(r"(?m)^```\n(?P<lines>(?:#\S+ \w+:|\w+ →) .*?)^```$", re.DOTALL)
TYPED = re.compile(r"(?:(?P<private>\w+) →|(?P<room>#\S+) (?P<loud>\w+):)\s+(?P<words>.+)")
START = datetime(2004, 7, 3, 20)
PGM, PLAYERS = "Brannoch", ("LadyElsinore", "Torvik77")
WIDTH = 124
GREETING = "You are the PGM of"
"""What the helper says to a game master once a night, and no page needs."""


def account(name: str) -> str:
    return f"irc:{name.lower()}"


def played(lines: list[str]) -> list[str]:
    """What is typed in these lines, each with what the helper says to it."""
    config = LiveConfig(pgm={PGM: account(PGM)}, dice="plain")
    rooms = Rooms(prepare(ROOT / "samples" / "spar" / "campaign"), config, key=b"the dice of the pages 8")
    who = (PGM, *PLAYERS)
    there = Event(kind="system", room="#parlour", at=START.isoformat(), id="there")
    rooms.heard(Incoming(what="members", event=there, members=who))
    for name in who:
        event = Event(kind="join", speaker=name, room="#parlour", at=START.isoformat(), id=f"join {name}")
        rooms.heard(Incoming(event=event, account=account(name)))
    shown: list[str] = []
    # whatever else stands in the lines is what the helper said before
    for number, typed in enumerate(filter(None, map(TYPED.fullmatch, lines))):
        private, name = typed["private"] is not None, typed["private"] or typed["loud"]
        event = Event(
            kind="whisper" if private else "say",
            speaker=name,
            text=typed["words"],
            to="calledshot" if private else None,
            room=typed["room"],
            at=(START + timedelta(seconds=10 * number)).isoformat(),
            id=f"m{number}",
        )
        said = rooms.heard(Incoming(event=event, account=account(name))).lines
        shown.append(_line(f"{name} →" if private else f"{typed['room']} {name}:", typed["words"]))
        shown += [
            _line(f"→ {one.to or one.room}", one.text) for one in said if not one.text.startswith(GREETING)
        ]
    return shown


def _line(who: str, words: str) -> str:
    return textwrap.fill(words, WIDTH, initial_indent=f"{who:<24}", subsequent_indent=" " * 24)


def renewed(text: str) -> str:
    """A page with every exchange as it is now."""
    return EXCHANGE.sub(lambda found: "```\n" + "\n".join(played(found["lines"].split("\n"))) + "\n```", text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
