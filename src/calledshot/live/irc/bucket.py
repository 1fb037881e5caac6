"""How fast we may send: a token bucket that counts lines and bytes, since servers kill for either.

No clock: the caller says what time it is, in seconds of any clock that only goes forward.
"""

from __future__ import annotations


class Bucket:
    """`burst` lines and `bytes_burst` bytes may go at once; then `rate` lines and `bytes_rate` bytes a
    second. A line larger than the whole burst goes when the bucket is full, and is paid off afterwards."""

    def __init__(self, burst: float, rate: float, bytes_burst: float, bytes_rate: float) -> None:
        self.burst, self.rate = burst, rate
        self.bytes_burst, self.bytes_rate = bytes_burst, bytes_rate
        self._lines, self._bytes = burst, bytes_burst
        self._at: float | None = None

    def wait(self, now: float, size: int, lines: int = 1) -> float:
        """Seconds until `lines` lines of `size` bytes in all may go; 0 where they may go now."""
        self._refill(now)
        count = (min(float(lines), self.burst) - self._lines) / self.rate
        octets = (min(float(size), self.bytes_burst) - self._bytes) / self.bytes_rate
        wait = max(count, octets)
        return wait if wait > 1e-6 else 0.0  # what is less is the sum's, not time's

    def take(self, now: float, size: int, lines: int = 1) -> None:
        """They go, whether they may or not (an answer to the server's ping must)."""
        self._refill(now)
        self._lines -= lines
        self._bytes -= size

    def slower(self) -> None:
        """Half as fast from now on: the server found us too fast."""
        self.rate, self.bytes_rate = self.rate / 2, self.bytes_rate / 2
        self.burst = max(1.0, self.burst / 2)

    def empty(self) -> None:
        """Nothing saved up: a new connection, after one that was closed for speed."""
        self._lines = min(self._lines, 1.0)

    def _refill(self, now: float) -> None:
        if self._at is not None and now > self._at:
            self._lines = min(self.burst, self._lines + (now - self._at) * self.rate)
            self._bytes = min(self.bytes_burst, self._bytes + (now - self._at) * self.bytes_rate)
        self._at = now if self._at is None else max(self._at, now)
