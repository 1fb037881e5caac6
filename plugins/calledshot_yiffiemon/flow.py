"""How the fight waits: what is going on is a generator that yields what it needs (a roll, a level, points, a
declaration, a choice, the GM's answer) and goes on with the answer, however deep in the rules it stands.

No rule here, and nothing is read from words. What is asked for longest stands lowest; only the topmost need
can be answered. An answer of None says that it will not come: what hangs on it is left out.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from msgspec import Struct, field


class Need(Struct, kw_only=True, eq=False):
    """What is waited for. `kind`: check (a roll of the check's die, or a posted level), dice (a sum),
    declare (a move), choice (one of `options`; none: free words), gm (an answer to a question), opportunity
    (somebody's word on an offer). `who` is to give it; `what` is the kind of check, what the dice are for,
    what is chosen or asked."""

    kind: str
    who: str | None = None
    what: str = ""
    dice: str | None = None
    target: str | None = None
    options: tuple[str, ...] = ()
    key: str = ""
    clauses: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)


Flow = Generator[Need, Any, Any]


class Overruled(Exception):
    """The GM has said otherwise on the check whose rung is being carried out: thrown into the flow, and
    caught where that rung was read."""

    def __init__(self, serial: int, level: str, amount: int | None, outcome: Any = None) -> None:
        super().__init__(level)
        self.outcome = outcome  # of a new roll; else only the level and amount are other ones
        self.serial = serial
        self.level = level
        self.amount = amount


class Postponed(Exception):
    """Somebody else was called while the roll of a pending action was still to come: thrown into the course
    of the fight, and caught where that turn began. The action stays pending."""


class Machine:
    """The flows that are on, each on top of the one it interrupts."""

    def __init__(self) -> None:
        self._flows: list[Flow] = []
        self._needs: list[Need | None] = []
        self._busy = 0
        self._running: list[Flow] = []
        self.stood_at: str | None = None  # in a copy: the kind of need at which its one flow has to go on

    def ahead_state(self) -> dict[str, Any]:
        """What a copy to look ahead with is made of: the flow of a turn that waits for a declaration, or for
        somebody's word on an opportunity, can be begun again there."""
        need = self._needs[-1] if self._needs else None
        again = need is None or (need.kind in ("declare", "opportunity") and not need.details)
        if self._busy or len(self._flows) > 1 or not again:
            raise TypeError("a fight is in the midst of something")
        stood_at = None if need is None else need.kind
        return {"_flows": [], "_needs": [], "_busy": 0, "_running": [], "stood_at": stood_at}

    @property
    def need(self) -> Need | None:
        """What is needed now; None where nothing is going on."""
        return self._needs[-1] if self._needs and not self._busy else None

    @property
    def running(self) -> Flow | None:
        """The flow that is being run at this moment."""
        return self._running[-1] if self._running else None

    @property
    def top(self) -> Flow | None:
        """The flow whose need is answered next."""
        return self._flows[-1] if self._flows else None

    @property
    def needs(self) -> list[Need]:
        """All that is waited for, the topmost last."""
        return [need for need in self._needs if need is not None]

    @property
    def busy(self) -> bool:
        return self._busy > 0

    def start(self, flow: Flow) -> None:
        """Begin a flow; it runs until it needs something."""
        self._flows.append(flow)
        self._needs.append(None)
        self._run(lambda: next(flow), flow)

    def answer(self, value: Any) -> None:
        """The topmost flow goes on with what it needed."""
        if not self._flows:
            return
        flow = self._flows[-1]
        self._needs[-1] = None
        self._run(lambda: flow.send(value), flow)

    def overrule(self, word: Overruled) -> None:
        """Throw the GM's word into the topmost flow, in which its serial is known to be listened for."""
        if self._flows:
            flow = self._flows[-1]
            self._needs[-1] = None
            self._run(lambda: flow.throw(word), flow)

    def postpone(self) -> bool:
        """Put the turn that is on off, where nothing else hangs on it. Returns whether that could be done."""
        if len(self._flows) != 1 or self._busy:
            return False
        self._needs[-1] = None
        flow = self._flows[-1]
        self._run(lambda: flow.throw(Postponed()), flow)
        return True

    def stop(self) -> None:
        """Everything that is going on is called off."""
        while self._flows:
            self._flows.pop().close()
            self._needs.pop()

    def _run(self, step: Any, flow: Flow) -> None:
        self._busy += 1
        self._running.append(flow)
        try:
            need = step()
            self._needs[self._flows.index(flow)] = need
        except StopIteration:
            self._drop(flow)
        finally:
            self._busy -= 1
            self._running.pop()

    def _drop(self, flow: Flow) -> None:
        at = self._flows.index(flow)
        del self._flows[at], self._needs[at]
