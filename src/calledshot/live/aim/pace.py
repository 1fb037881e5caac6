"""How fast we may speak: a bucket of tokens, one a message, that slows down when a server says so.

No waiting and no clock here: whoever sends asks how long to wait.
"""

from __future__ import annotations

SLOWEST = 0.1
"""Messages a second, at the least, however often a server complains."""
FORGIVEN = 300.0
"""Seconds without a complaint after which we are as fast as before."""


class Pace:
    """`burst` messages at once, then `rate` a second."""

    def __init__(self, burst: int, rate: float) -> None:
        self.burst, self.usual, self.rate = burst, rate, rate
        self._tokens = float(burst)
        self._then: float | None = None
        self._slowed: float | None = None

    def take(self, now: float) -> float:
        """Seconds to wait before the next message, which then may go: its token is taken."""
        self._fill(now)
        self._tokens -= 1
        return max(0.0, -self._tokens / self.rate)

    def slow(self, now: float) -> None:
        """A message was dropped for our speed: half as fast from here on, and nothing in store."""
        self._fill(now)
        self._tokens = min(self._tokens, 0.0)
        self._slowed = now
        self.rate = max(min(SLOWEST, self.usual), self.rate / 2)

    def _fill(self, now: float) -> None:
        if self._then is not None:
            self._tokens = min(float(self.burst), self._tokens + max(0.0, now - self._then) * self.rate)
        self._then = now
        if self._slowed is not None and now - self._slowed > FORGIVEN:
            self.rate, self._slowed = self.usual, None
