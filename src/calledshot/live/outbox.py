"""Lines on their way out: a queue for each target, so that one who cannot be reached holds up nobody else,
and what is to be done with a line whose fate is not known.

Rates and splitting are the feed's; which lines there are, and their state, the journal's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.live.messages import Outgoing

if TYPE_CHECKING:
    from calledshot.live.hub import Feed, Journal, Sending

log = logging.getLogger("calledshot.live.outbox")
Target = tuple[str | None, str | None]
"""A room, or one person."""

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds until a line that a feed stumbled over is tried again, at first and at most."""


class Outbox:
    """The lines of one feed. Needs a running event loop only once a line can be sent."""

    def __init__(
        self,
        feed: Feed,
        journal: Journal,
        fail: Callable[[BaseException], None],
        dry_run: Callable[[Outgoing], None] | None,
    ) -> None:
        self._feed = feed
        self._journal = journal
        self._fail = fail
        self._dry_run = dry_run
        self._queues: dict[Target, list[Sending]] = {}  # a line stays in it until it has been sent
        self._workers: dict[Target, asyncio.Task[None]] = {}
        self._unconfirmed: dict[str, Sending] = {}  # sent over this connection, not shown to have arrived
        self._connection = 0  # which one this is
        self._up = False
        self._closed = False

    def add(self, sendings: Iterable[Sending]) -> None:
        """Queue lines, each behind those to the same target."""
        for sending in sendings:
            if self._dry_run is not None:
                self._dry_run(sending.line)
                self._written(self._journal.done, sending.line.key)
                continue
            self._queues.setdefault(_target(sending.line), []).append(sending)
        self._start()

    def connected(self) -> None:
        """Lines of an earlier connection that were never seen again come first, in their order."""
        self._up = True
        self._connection += 1
        for key, sending in reversed(self._unconfirmed.items()):
            again = replace(sending, state="handed")
            self._queues.setdefault(_target(sending.line), []).insert(0, again)
            log.info("fate of a line unknown", extra={"key": key, "room": sending.line.room})
        self._unconfirmed.clear()
        self._start()

    def disconnected(self) -> None:
        self._up = False

    def said(self, key: str, id: str | None) -> None:
        """A line has arrived, whether it is still on its way, waiting for that, or queued to be repeated."""
        self._forget(key)
        self._written(self._journal.done, key, id)

    def refused(self, key: str) -> None:
        """The service has said that it will never take a line."""
        log.warning("the service does not take a line", extra={"key": key})
        self._forget(key)
        self._written(self._journal.refused, key)

    async def close(self) -> None:
        """Send nothing more."""
        self._closed = True
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    @property
    def length(self) -> int:
        """Lines that are not known to be said."""
        return sum(map(len, self._queues.values())) + len(self._unconfirmed)

    def _forget(self, key: str) -> None:
        self._unconfirmed.pop(key, None)
        for queue in self._queues.values():
            _replace(queue, key, None)

    def _start(self) -> None:
        if not self._up or self._closed:
            return
        for target, queue in self._queues.items():
            if queue and target not in self._workers:
                worker = asyncio.create_task(self._work(target), name=f"outbox {len(self._workers)}")
                self._workers[target] = worker

    async def _work(self, target: Target) -> None:
        """Send what is queued for one target, and end when there is nothing or no connection."""
        queue, wait = self._queues[target], FIRST_WAIT
        try:
            while queue and self._up:
                if await self._send(queue, queue[0]):
                    wait = FIRST_WAIT
                elif self._up:
                    await asyncio.sleep(wait)
                    wait = min(LONGEST_WAIT, wait * 2)
        except Exception as error:
            self._fail(error)  # the journal's: the feed's are dealt with below
        finally:
            del self._workers[target]
            if not queue:
                del self._queues[target]

    async def _send(self, queue: list[Sending], sending: Sending) -> bool:
        """Hand over one line; False where it has to be tried again."""
        from calledshot.live.hub import NotConnected, Refused

        key, connection = sending.line.key, self._connection
        if sending.state == "pending":
            self._journal.handing(key)
        handed = replace(sending, state="handed")
        try:
            id = await self._feed.send(sending)
        except NotConnected:
            if sending.state == "pending" and _holds(queue, key):
                self._journal.unhanded(key)
            if connection == self._connection:
                self._up = False
            return False
        except Refused:
            self.refused(key)
            return True
        except Exception as error:
            log.warning(
                "a line could not be sent, and is tried again",
                extra={"key": key, "error": type(error).__name__},
            )
            _replace(queue, key, handed)
            return False
        if not _holds(queue, key):  # it was answered before it was sent, as it were
            return True
        if id is None and connection != self._connection:
            _replace(queue, key, handed)  # written to a connection that is gone
            return False
        _replace(queue, key, None)
        if id is not None:
            self._journal.done(key, id)
        else:
            self._unconfirmed[key] = sending
        return True

    def _written(self, write: Callable[..., None], *values: str | None) -> None:
        try:
            write(*values)
        except BaseException as error:
            self._fail(error)
            raise


def _holds(queue: list[Sending], key: str) -> bool:
    return any(sending.line.key == key for sending in queue)


def _replace(queue: list[Sending], key: str, by: Sending | None) -> None:
    """Another in the place of a line, or none."""
    for place, sending in enumerate(queue):
        if sending.line.key == key:
            queue[place : place + 1] = [by] if by is not None else []
            return


def _target(line: Outgoing) -> Target:
    return (None, line.to) if line.to is not None else (line.room, None)
