"""What the protocol asks of whoever runs it. Values only."""

from __future__ import annotations

from msgspec import Struct

from calledshot.live.irc.login import Refusal
from calledshot.live.messages import Incoming


class Send(Struct, frozen=True):
    """A line for the socket. `now`: it cannot wait for its turn (an answer to a ping)."""

    line: bytes
    now: bool = False


class Heard(Struct, frozen=True):
    """Something for the hub, and where to go on from after it."""

    message: Incoming
    position: str | None = None


class Moved(Struct, frozen=True):
    """Nothing for the hub, but where to go on from."""

    position: str


class Echo(Struct, frozen=True):
    """Words of our own came back. `message` is for the hub where they were said in a room, once it is known
    which line they are."""

    label: str | None
    target: str
    text: str
    id: str | None
    message: Incoming | None = None
    position: str | None = None


class Taken(Struct, frozen=True):
    """The server has taken the message with this label, or all before the ping of this name."""

    label: str | None = None
    proof: str | None = None


class Untaken(Struct, frozen=True):
    """The server answers a message of ours with an error; `why` is its number and words."""

    label: str | None
    target: str | None
    why: str


class Ready(Struct, frozen=True):
    """Every room is watched, or known to be closed to us: what waits may be said."""


class Inside(Struct, frozen=True):
    """Who and where we are has changed: what waited for a room or a person may be tried again."""


class Ended(Struct, frozen=True):
    """The server will end the connection, or has refused us."""

    why: str
    refusal: Refusal | None = None
    flood: bool = False


class Note(Struct, frozen=True):
    """For the log; never words that somebody said."""

    level: int
    text: str


Effect = Send | Heard | Moved | Echo | Taken | Untaken | Ready | Inside | Ended | Note
