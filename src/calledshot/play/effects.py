"""Modifiers in force for a while: on whose rolls, which checks, against whom, and until what happens.

An end is a moment, the later of several, or the first of several. The ruleset says what has happened; what
an effect is for, and its size, is the ruleset's too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

Moment = tuple[str, ...]
"""Something that can happen: ("turn", "Ann"), ("leaves", "Orc", "Ann")."""


class Until(Struct, frozen=True, kw_only=True):
    """The later (all) or the first (any) of some moments or of other such terms."""

    kind: Literal["later", "first"]
    of: tuple[Moment | Until, ...]


def later(*of: Moment | Until) -> Until:
    """Until the last of these has happened."""
    return Until(kind="later", of=of)


def first(*of: Moment | Until) -> Until:
    """Until one of these happens."""
    return Until(kind="first", of=of)


class Effect(Struct, frozen=True, kw_only=True):
    """One modifier: `value` is added to the roll (positive is a penalty where low is good). None for
    `rolls_of`, `check` or `against` is everybody, every check, whomever. `until` None lasts. `name` and
    `group` are the ruleset's: effects of one group do not add up, the largest counts."""

    value: int | float
    rolls_of: str | None = None
    check: str | None = None
    against: str | None = None
    until: Moment | Until | None = None
    source: str | None = None
    name: str = ""
    group: str | None = None
    clauses: tuple[str, ...] = ()
    details: dict[str, Any] = {}


class Effects:
    """The modifiers in force, in the order they came."""

    def __init__(self) -> None:
        self._kept: list[Effect] = []

    def __iter__(self) -> Iterator[Effect]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, effect: Effect) -> Effect:
        self._kept.append(effect)
        return effect

    def drop(self, unwanted: Callable[[Effect], bool]) -> list[Effect]:
        """Takes out those that fit, and returns them."""
        gone = [effect for effect in self._kept if unwanted(effect)]
        self._kept = [effect for effect in self._kept if effect not in gone]
        return gone

    def happened(self, moment: Moment) -> list[Effect]:
        """Something has happened: what ends by it is dropped and returned; the rest waits for what is
        left of its term."""
        ended: list[Effect] = []
        kept: list[Effect] = []
        for effect in self._kept:
            rest = _after(effect.until, moment) if effect.until is not None else None
            if effect.until is not None and rest is None:
                ended.append(effect)
            else:
                kept.append(effect if rest == effect.until else replace(effect, until=rest))
        self._kept = kept
        return ended

    def on(
        self,
        roller: str,
        checks: tuple[str, ...],
        against: str | None = None,
        *,
        unless: Callable[[Effect], bool] | None = None,
    ) -> list[Effect]:
        """Those that count for a roll: `checks` are all the names the check goes by. Of one group only
        the largest counts. `unless` leaves out what is suspended."""
        found: list[Effect] = []
        for effect in self._kept:
            if effect.rolls_of not in (None, roller) or effect.against not in (None, against):
                continue
            if effect.check is not None and effect.check not in checks:
                continue
            if unless is not None and unless(effect):
                continue
            found.append(effect)
        return [effect for effect in found if effect is _largest(effect, found)]


def _largest(effect: Effect, among: list[Effect]) -> Effect:
    if effect.group is None:
        return effect
    return max((one for one in among if one.group == effect.group), key=lambda one: abs(one.value))


def _after(until: Moment | Until, moment: Moment) -> Moment | Until | None:
    """What is left of a term after a moment; None where it is over."""
    if isinstance(until, tuple):
        return None if until == moment else until
    rest = [_after(one, moment) for one in until.of]
    left = tuple(one for one in rest if one is not None)
    if until.kind == "first":
        return None if len(left) < len(rest) else replace(until, of=left)
    if not left:
        return None
    return left[0] if len(left) == 1 else replace(until, of=left)
