"""Conditions of Threat (YM-201 … YM-207), threat and guard distances (YM-210, YM-220, YM-221), Threaten By
and its penalty (YM-390 … YM-395), flanking (YM-360, YM-361), and who may take an opportunity (YM-408, 409).

`Threats` is the record of who has given whom which levels; what else is here are pure functions. Positions
come from the caller; a distance that is not known is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from calledshot.api import Effect, Effects, Moment, Point, at_least, number
from calledshot_yiffiemon.moments import Term
from calledshot_yiffiemon.schema import Sheet, Weapon
from calledshot_yiffiemon.state import is_ranged

POOL_KINDS = ("TB2", "CAB", "HB")
"""YM-202: the conditions of threat that are dealt out."""
THREATEN = ("TB1", "TB2", "TB3")
FLANKING = 120
"""YM-360: degrees round the target between two who threaten it."""


# -- distances -------------------------------------------------------------------------------------


def threat_distance(sheet: Sheet, weapon: Weapon | None, band: str | None = None) -> Fraction | None:
    """YM-210: Move, Fathom and the weapon's Reach; YM-211: with a ranged weapon, the range in force. A bare
    hand reaches no further. None where a length is not known."""
    if sheet.threat_distance is not None:
        return number(sheet.threat_distance)
    if weapon is not None and is_ranged(weapon):
        if band is not None:
            length = getattr(weapon, band)
            return None if length is None else number(length)
        return number(sheet.TD) if isinstance(sheet.TD, int | float) else None
    reach = 0.0 if weapon is None else weapon.Reach
    return _sum(sheet.Move, sheet.Fathom, reach)


def guard_distance(sheet: Sheet, weapon: Weapon | None) -> Fraction | None:
    """YM-220: half the Fathom and the weapon's Guard, for who fights in melee, bare hands included; YM-221:
    Fathom and Move for a ranged attacker, which is also who has nothing on his sheet to fight with."""
    if sheet.guard_distance is not None:
        return number(sheet.guard_distance)
    if weapon is None and (sheet.NWI is not None or sheet.hand_to_hand):
        return None if sheet.Fathom is None else number(sheet.Fathom) / 2
    if weapon is None or is_ranged(weapon):
        return _sum(sheet.Fathom, sheet.Move)
    if sheet.Fathom is None or weapon.Guard is None:
        return None
    return number(sheet.Fathom) / 2 + number(weapon.Guard)


def _sum(*lengths: float | None) -> Fraction | None:
    if any(one is None for one in lengths):
        return None
    return sum((number(one) for one in lengths if one is not None), Fraction(0))


# -- flanking --------------------------------------------------------------------------------------


def flankers(target: Point, threateners: Mapping[str, Point]) -> list[str]:
    """YM-360: those who threaten the target and have another such 120 degrees or more round it."""
    return [
        one
        for one, at in threateners.items()
        if any(other != one and at_least(at, target, there, FLANKING) for other, there in threateners.items())
    ]


def flanked(by: Sequence[str]) -> int:
    """YM-361: one less than the number of those who flank."""
    return max(0, len(by) - 1)


# -- dealing out the pool --------------------------------------------------------------------------


def forbidden(kind: str, defending: int, setting: str) -> bool:
    """YM-201, YM-353: who fights defensively may not deal out penalties (or only no Threaten By 2)."""
    return defending > 0 and kind in (("TB2", "HB") if setting == "penalties" else ("TB2",))


def over_pool(wanted: Mapping[tuple[str, str], int], pool: int | None) -> bool | None:
    """YM-203: whether a new dealing-out is more than the pool; None where the pool is not known."""
    return None if pool is None else sum(wanted.values()) > pool


def may_add(old: int, new: int, levels: int) -> bool:
    """YM-205: levels that may be added at once when a pool grows."""
    return levels <= max(0, new - old)


# -- the record ------------------------------------------------------------------------------------


class Threats:
    """Who has given whom how many levels of what. Levels of the pool stand until dealt anew; others (an
    attack going on, a spent round) end with a term."""

    def __init__(self) -> None:
        self._kept = Effects()

    def give(
        self,
        by: str,
        on: str,
        kind: str,
        levels: int,
        until: Term | None = None,
        *,
        pooled: bool = False,
    ) -> None:
        self._kept.add(
            Effect(
                value=levels,
                rolls_of=on,
                source=by,
                name=kind,
                until=until,
                details={"pooled": pooled},
            )
        )

    def happened(self, moment: Moment) -> list[tuple[str, str, str]]:
        """What has ended by a moment: (on, kind, by)."""
        return [(str(e.rolls_of), e.name, str(e.source)) for e in self._kept.happened(moment)]

    def gone(self, by: str) -> list[tuple[str, str]]:
        """`by` threatens nobody any more: (on, kind) of what he had given."""
        ended = self._kept.drop(lambda one: one.source == by)
        return list(dict.fromkeys((str(one.rolls_of), one.name) for one in ended))

    def redeal(self, by: str, wanted: Mapping[tuple[str, str], int]) -> None:
        """YM-203: the whole pool of `by` is dealt anew: (on, kind) → levels."""
        self._kept.drop(lambda one: one.source == by and bool(one.details.get("pooled")))
        for (on, kind), levels in wanted.items():
            if levels > 0:
                self.give(by, on, kind, levels, pooled=True)

    def dealt(self, by: str) -> dict[tuple[str, str], int]:
        """What `by` has out of the pool: (on, kind) → levels. Penalties of a crossing and of spent rounds
        are no part of it (YM-206, YM-724)."""
        found: dict[tuple[str, str], int] = {}
        for one in self._kept:
            if one.source == by and one.details.get("pooled"):
                key = (str(one.rolls_of), one.name)
                found[key] = found.get(key, 0) + int(one.value)
        return found

    def take(self, on: str, kind: str, by: str | None, levels: int | None) -> int:
        """Take levels off somebody; all where None. Returns how many went."""
        gone = 0
        for one in list(self._kept):
            if one.rolls_of != on or one.name != kind or by not in (None, one.source):
                continue
            cut = int(one.value) if levels is None else min(int(one.value), levels - gone)
            if cut <= 0:
                continue
            gone += cut
            self._kept.drop(lambda other, one=one: other is one)  # type: ignore[misc]
            if one.value > cut:
                self.give(str(one.source), on, kind, int(one.value) - cut, one.until, pooled=_pooled(one))
        return gone

    def levels(self, on: str, kind: str, by: str | None = None) -> int:
        return sum(
            int(one.value)
            for one in self._kept
            if one.rolls_of == on and one.name == kind and by in (None, one.source)
        )

    def by(self, on: str, by: str) -> int:
        """YM-391: Threaten By one attacker: levels 1, 2 and 3 together."""
        return sum(self.levels(on, kind, by) for kind in THREATEN)

    def total(self, on: str) -> int:
        """YM-390: Threaten By, of all attackers."""
        return sum(self.levels(on, kind) for kind in THREATEN)

    def penalty_by(self, on: str, by: str) -> int:
        """YM-393: the levels 2 and 3 of one attacker, which are added to skill checks."""
        return self.levels(on, "TB2", by) + self.levels(on, "TB3", by)

    def attackers(self, on: str) -> list[str]:
        """Whoever threatens somebody, in the order they came to."""
        found: dict[str, None] = {}
        for one in self._kept:
            if one.rolls_of == on and one.name in THREATEN and one.value > 0:
                found[str(one.source)] = None
        return list(found)

    def table(self, on: str) -> dict[str, int]:
        """ "TB2 Orc" → levels, of all kinds."""
        found: dict[str, int] = {}
        for one in self._kept:
            if one.rolls_of == on and one.value > 0:
                key = f"{one.name} {one.source}"
                found[key] = found.get(key, 0) + int(one.value)
        return found


def _pooled(one: Effect) -> bool:
    return bool(one.details.get("pooled"))


def sampled(action: str | None, samples: int, highest: int) -> int:
    """YM-394, YM-395: of an attacker who waits or assists in melee, the highest value at the times that
    count (the start of the victim's turn, its own attack skill rolls, opportunities it gained); of any other,
    the highest that was ever in force in that turn."""
    return samples if action in ("wait", "melee_assist", None) else highest


# -- opportunities ---------------------------------------------------------------------------------


def eligible(has_skill: bool | None, in_reach: bool | None, threatens: bool) -> bool | None:
    """YM-408: with the skill and in reach; who threatens the target reaches it. None: not known."""
    if has_skill is False or (in_reach is False and not threatens):
        return False
    return True if threatens else in_reach


def passed_on(threateners: Iterable[str], passed: Iterable[str]) -> list[str]:
    """YM-409: after somebody passes, those who threaten the target, in the order given."""
    refused = set(passed)
    return [one for one in threateners if one not in refused]
