"""Reactions: what somebody's act allows others to do outside their turn, offered, taken, passed on or lapsed.

Who may react to what, and how often, is the ruleset's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field


class Offer(Struct, kw_only=True):
    """One reaction on offer: the first of `to` who takes it has it. `what` is the ruleset's name for it,
    `against` at whom, `cause` what gave it, `passed` those who will not."""

    what: str
    to: list[str]
    against: str
    cause: str = ""
    passed: list[str] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def open_to(self) -> list[str]:
        return [one for one in self.to if one not in self.passed]


class Offers:
    """The reactions on offer, oldest first."""

    def __init__(self) -> None:
        self._open: list[Offer] = []

    def __iter__(self) -> Iterator[Offer]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def make(self, what: str, to: Sequence[str], against: str, cause: str = "", **details: Any) -> Offer:
        offer = Offer(what=what, to=list(dict.fromkeys(to)), against=against, cause=cause, details=details)
        self._open.append(offer)
        return offer

    def for_(self, who: str, against: str | None = None) -> Offer | None:
        """The oldest offer this combatant may take."""
        return next(
            (o for o in self._open if who in o.open_to and against in (None, o.against)),
            None,
        )

    def take(self, who: str, against: str | None = None) -> Offer | None:
        """He takes it; it is gone for the others. None where he has none."""
        offer = self.for_(who, against)
        if offer is not None:
            self._open.remove(offer)
        return offer

    def decline(self, who: str, against: str | None = None) -> Offer | None:
        """He passes; the offer stays for the others, if there are any. None where he has none."""
        offer = self.for_(who, against)
        if offer is not None:
            offer.passed.append(who)
            if not offer.open_to:
                self._open.remove(offer)
        return offer

    def withdraw(self, offer: Offer) -> None:
        """This one is no longer on offer."""
        self._open = [one for one in self._open if one is not offer]

    def lapse(self, against: str | None = None) -> list[Offer]:
        """The moment is gone: all offers (against somebody) lapse and are returned."""
        gone = [offer for offer in self._open if against in (None, offer.against)]
        self._open = [offer for offer in self._open if offer not in gone]
        return gone


class Allowance:
    """How often each may do something in a round: a cap each, a count each."""

    def __init__(self) -> None:
        self.used: dict[tuple[str, ...], int] = {}

    def left(self, key: tuple[str, ...], cap: int | None) -> int | None:
        """How many are left; None where the cap is not known."""
        return None if cap is None else max(0, cap - self.used.get(key, 0))

    def use(self, key: tuple[str, ...]) -> int:
        """One more; returns how many have been used."""
        self.used[key] = self.used.get(key, 0) + 1
        return self.used[key]

    def renew(self) -> None:
        self.used.clear()
