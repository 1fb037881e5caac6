"""Those present as their sheets have them, for a declaration checked before it is sent: what the `Table` is
in a fight, without one.

No figure changes but by the moves of the same declaration, taken as done one after another. Nobody's turn is
called here, and no opportunity is on offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from calledshot.api import Campaign, Clocks, Move, Offers, Scene, number
from calledshot_yiffiemon import book, threat
from calledshot_yiffiemon.settings import SETTINGS, speed
from calledshot_yiffiemon.state import Combatant, Turn, combatant


class Aside:
    """`who` and those he may meet: `opponents` where they are named, else everybody with a sheet."""

    started = False
    current: str | None = None

    def __init__(self, campaign: Campaign, who: str, opponents: Iterable[str] = ()) -> None:
        self.settings: Mapping[str, Any] = campaign.settings
        self.named = tuple(opponents)
        names = dict.fromkeys((who, *self.named, *campaign.sheets))
        self.fighters: dict[str, Combatant] = {name: combatant(name, campaign) for name in names}
        self.clocks, self.offers = Clocks(), Offers()
        self.threats = threat.Threats()
        self.scene = Scene(on_grid=False)
        self._guards: set[tuple[str, str]] = set()
        self._areas: set[tuple[str, str]] = set()
        self._path: list[Mapping[str, Any]] = []
        for name, at in book.positions(campaign).items():
            self.scene.place(name, at)
        for name, one in self.fighters.items():
            self._begin(name, one)

    def _begin(self, name: str, one: Combatant) -> None:
        """What a sheet says of how things stand between two."""
        self._areas.update((name, whose) for whose in one.sheet.in_TA_of)
        self._guards.update((name, whose) for whose in one.sheet.inside_guard_of)
        for attacker, levels in one.sheet.TB.items():
            for kind, count in zip(threat.THREATEN, (levels.one, levels.two, levels.three), strict=True):
                if count:
                    self.threats.give(attacker, name, kind, count)
        for target, dealt in one.sheet.allocation.items():
            for kind in threat.POOL_KINDS:
                if getattr(dealt, kind):
                    self.threats.give(name, target, kind, getattr(dealt, kind), pooled=True)

    @property
    def now(self) -> Fraction:
        return Fraction(0)

    def setting(self, name: str) -> Any:
        return self.settings.get(name, SETTINGS[name].default)

    def by_default(self, *names: str) -> bool:
        return any(self.setting(name) == SETTINGS[name].default for name in names)

    def opponents(self, who: str) -> list[str]:
        """Those named as such and those known to be on another side; who has no side is nobody's ally where
        nobody is named."""
        own = self.fighters[who].sheet.side
        found = []
        for name, one in self.fighters.items():
            side = one.sheet.side
            other = side != own if side is not None and own is not None else not self.named
            if name != who and (name in self.named or other):
                found.append(name)
        return found

    def threatens(self, who: str, target: str) -> bool:
        return self.threats.by(target, who) > 0 or (who, target) in self._guards

    def in_area(self, who: str, of: str) -> bool | None:
        known = self.scene.within(who, of, self.threat_distance(of))
        return known if known is not None else True if (who, of) in self._areas else None

    def inside(self, who: str) -> list[str]:
        return [target for one, target in sorted(self._guards) if one == who]

    def threat_distance(self, who: str) -> Fraction | None:
        one = self.fighters.get(who)
        return None if one is None else threat.threat_distance(one.sheet, one.weapon(), one.band)

    def guard_distance(self, who: str) -> Fraction | None:
        one = self.fighters.get(who)
        return None if one is None else threat.guard_distance(one.sheet, one.weapon())

    def next_up(self) -> str | None:
        return None

    def take(self, who: Combatant, move: Move) -> None:
        """The move is done, as far as it is sure to be: what follows it in the same breath is judged by how
        things stand then."""
        if move.action == "fight_defensively":
            who.levels["FD"] = max(1, who.level("FD"))
        elif move.action == "stop_defending" and who.level("FD") == 1:
            who.levels["FD"] = 0
        elif move.action == "wait":
            who.waited += number(move.details.get("wait", speed(self.settings, "wait")))
        elif move.action == "spend" and who.ammo:
            who.ammo -= 1
        elif move.action in ("move", "run"):
            self._moved(who, move)
        if move.action in ("attack", "charge", "dive", "melee_assist", "ranged_assist", "heal", "wait"):
            self._path = []
            who.last = Turn(action=move.action)

    def _moved(self, who: Combatant, move: Move) -> None:
        """What a run-up or a dive next turn would be held against; where he is then is not worked out."""
        path = self._path = [*self._path, *move.details.get("path", ())]  # sub turns of one move (YM-803)
        toward = {leg.get("toward") for leg in path}
        bends = len(toward) > 1 or len({leg.get("direction") for leg in path}) > 1
        counts = [leg.get("count") for leg in path]
        known = all(count is not None for count in counts) and counts
        who.last = Turn(
            action=move.action,
            toward="" if bends else next(iter(toward), None),
            moves=sum((number(count) for count in counts if count), Fraction(0)) if known else None,
        )
        self.scene.moved(who.name)
