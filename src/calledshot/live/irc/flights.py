"""Messages of ours on their way: which of the server's answers is about which of them.

A label that comes back is the best proof; else a message comes back as (target, words) in the order sent; a
server that echoes nothing has taken all that was sent before a ping it answers. And what our own past lines
in a room's history say about messages whose fate a cut hid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["arrived", "failed", "lost"]


@dataclass(eq=False)
class Flight:
    """One message. `target` and `text` are as they were put on the wire; `proof` is the ping that follows it
    where nothing is echoed. `key` is that of the line it is a piece of, `last` whether it is the last one.
    `id` is the service's id, `why` the numeric and words of its error."""

    key: str
    last: bool
    label: str
    target: str
    text: str
    proof: str | None = None
    outcome: Outcome | None = None
    id: str | None = None
    why: str = ""


class Flights:
    """The messages of one connection that have not been answered, in the order sent."""

    def __init__(self, fold: Callable[[str], str], landed: Callable[[Flight], None]) -> None:
        """`landed` is called once for each, when its outcome is there."""
        self._fold, self._landed = fold, landed
        self._up: list[Flight] = []

    def add(self, flight: Flight) -> None:
        self._up.append(flight)

    def __len__(self) -> int:
        return len(self._up)

    def echoed(self, label: str | None, target: str, text: str, id: str | None) -> Flight | None:
        """Our own message has come back; which it was. (A server may cut or clean the words of a labelled
        one.)"""
        flight = self._labelled(label) or next(self._like(target, text), None)
        return self._land(flight, "arrived", id=id)

    def acknowledged(self, label: str | None) -> Flight | None:
        """The server has taken a labelled message and shows nothing of it."""
        return self._land(self._labelled(label), "arrived")

    def ponged(self, proof: str) -> list[Flight]:
        """A ping of ours was answered: all that was sent before it has been taken."""
        places = [place for place, flight in enumerate(self._up) if flight.proof == proof]
        before = self._up[: places[-1] + 1] if places else []
        for flight in before:
            self._land(flight, "arrived")
        return before

    def failed(self, label: str | None, target: str | None, why: str) -> Flight | None:
        """The server has answered with an error, about a label or a target."""
        flight = self._labelled(label)
        if flight is None and target is not None:
            flight = next(self._like(target, None), None)
        return self._land(flight, "failed", why=why)

    def lost(self) -> None:
        """The connection is gone."""
        for flight in tuple(self._up):
            self._land(flight, "lost")

    def _labelled(self, label: str | None) -> Flight | None:
        return next((one for one in self._up if label is not None and one.label == label), None)

    def _like(self, target: str, text: str | None) -> Iterator[Flight]:
        key = self._fold(target)
        return (
            one for one in self._up if self._fold(one.target) == key and (text is None or one.text == text)
        )

    def _land(
        self, flight: Flight | None, outcome: Outcome, *, id: str | None = None, why: str = ""
    ) -> Flight | None:
        if flight is not None and flight in self._up:
            self._up.remove(flight)
            flight.outcome, flight.id, flight.why = outcome, id, why
            self._landed(flight)
        return flight


class Past:
    """Lines of our own that a room's history shows since we were last there; each answers for one message."""

    def __init__(self, fold: Callable[[str], str]) -> None:
        self._fold = fold
        self._lines: dict[tuple[str, str], list[str]] = {}

    def add(self, target: str, text: str, id: str | None) -> None:
        self._lines.setdefault((self._fold(target), text), []).append(id or "")

    def take(self, target: str, text: str) -> str | None:
        """The id of such a line ("" where it has none), used up by this; None where there is none."""
        found = self._lines.get((self._fold(target), text))
        return found.pop(0) if found else None
