"""A room on the way to being watched: joined, its members and their accounts known, caught up with.

Only then is what is said in it handed on; what comes before is held back, in order. This is the state, and
what it says to ask of the server next; protocol.Protocol reads the answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from irctokens.line import Line

from calledshot.live.irc.events import Told

Phase = Literal["out", "joining", "naming", "asking", "history", "live"]

PATIENCE = 20.0
"""Seconds that a server has for one answer; then we go on with what we know."""
FIRST_RETRY, LAST_RETRY = 5.0, 300.0
STEADY = 120.0
"""Seconds in a room after which being thrown out counts as a first time again."""
HELD = 5000


@dataclass
class Place:
    """A room we want to be in. `name` as it is configured."""

    name: str
    key: str | None = None
    phase: Phase = "out"
    deadline: float | None = None
    tries: int = 0
    retry_at: float | None = None
    ask_at: float | None = None
    """When to ask once more who is in it."""
    troubled: bool = False
    """It was reported that we cannot get in."""
    held: list[tuple[Told, int]] = field(default_factory=list)
    """What was said before we are ready, each with how many private messages came before it."""
    overflowed: bool = False
    members: list[str] = field(default_factory=list)
    replay: list[Line] | None = None
    """What the server told on its own of what was said before we joined."""
    pages: int = 0
    live_at: float = 0.0
    asked_from: str | None = None
    """The last reference that history was asked from."""
    first: bool = False
    """We were never in it before: nothing was missed."""

    @property
    def settled(self) -> bool:
        """Live, or out and told so."""
        return self.phase == "live" or (self.phase == "out" and self.tries > 0)

    def to(self, phase: Phase, clock: float) -> None:
        self.phase, self.ask_at = phase, None
        self.deadline = None if phase in ("out", "live") else clock + PATIENCE
        if phase == "live":
            self.live_at = clock

    def hold(self, told: Told, after: int) -> None:
        """Something said before we are ready, after so many private messages. Where it becomes too much, the
        oldest goes, which is told."""
        self.held.append((told, after))
        if len(self.held) > HELD:
            self.held.pop(0)
            self.overflowed = True

    def release(self) -> list[tuple[Told, int]]:
        held, self.held = self.held, []
        return held

    def thrown_out(self, clock: float) -> None:
        """We are not in it: in again, later each time."""
        if self.phase == "live" and clock - self.live_at > STEADY:
            self.tries = 0
        delay = min(LAST_RETRY, FIRST_RETRY * 2.0 ** min(self.tries, 10))
        self.tries += 1
        self.to("out", clock)
        self.retry_at = clock + delay
        self.replay, self.pages, self.asked_from = None, 0, None

    def inside(self, clock: float) -> None:
        """The server says that we are in."""
        self.to("naming", clock)
        self.retry_at = None
        self.replay, self.pages, self.asked_from = None, 0, None
        self.held.clear()
