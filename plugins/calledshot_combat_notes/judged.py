"""One declaration with what it is judged by: sheet, places, settings, the path measured.

No rule is decided here: `legality` asks this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from calledshot.api import Campaign, Finding, Fix, Move, Point, Severity, Span
from calledshot_combat_notes import book, movement
from calledshot_combat_notes.schema import Sheet, Weapon

LONGEST_QUOTED = 60


class Actor(Protocol):
    """Whoever declares, as far as the checks look. `grappled` None is unknown."""

    name: str
    sheet: Any
    grappled: Any


class Places(Protocol):
    """Who stands where; a `Scene` is one."""

    places: dict[str, Point]


class Case:
    """One declaration with what it is judged by."""

    def __init__(
        self,
        move: Move,
        actor: Actor,
        scene: Places | None,
        campaign: Campaign,
        scale: str,
        settings: Mapping[str, Any],
    ) -> None:
        self.move, self.actor, self.campaign, self.scale = move, actor, campaign, scale
        self.settings = settings
        self.sheet: Sheet | None = actor.sheet
        self.places = dict(scene.places) if scene is not None else {}
        self.details = move.details
        self.rounding = str(settings["move.diagonal_rounding"])
        self.points = movement.allowance(
            self.sheet.movement if self.sheet is not None else None,
            scale,
            str(settings["move.missile_scale_rounding"]),
        )
        self.legs = movement.legs_of(move, self.places.get(actor.name), self.places)
        self.measure = self._measured()
        self.kind = movement.effective_class(move, self.cost, self.points)

    def _measured(self) -> movement.Measure:
        own = self.sheet.reach if self.sheet is not None else None
        return movement.measure(
            self.legs,
            self.places.get(self.actor.name),
            self.places,
            points=self.points,
            rounding=self.rounding,
            near=movement.near(self.move, self.arm(self.move.instrument), own),
        )

    @property
    def cost(self) -> int | None:
        """What the path costs; None where it tells none, or not all of it is known."""
        return self.measure.cost(self.rounding) if self.measure.complete and self.measure.told else None

    @property
    def least(self) -> int:
        """What it costs at least."""
        return self.measure.cost(self.rounding)

    def finding(
        self,
        code: str,
        severity: Severity,
        message: str,
        *,
        path: bool = False,
        default: bool = False,
        fix: Fix | None = None,
    ) -> Finding:
        """A finding on the declaration, or on the path in it."""
        return Finding(
            code=code,
            severity=severity,
            message=message,
            combatant=self.actor.name,
            source=self._path_span()
            if path
            else Span(column=self.move.column, end_column=self.move.end_column),
            default_ruling=default,
            fix=fix,
        )

    def _path_span(self) -> Span:
        start = end = -1
        for leg in self.legs:
            said = str(leg.get("text") or "")
            at = self.move.text.find(said, max(0, end)) if said else -1
            if at >= 0:
                start, end = (at if start < 0 else start), at + len(said)
        if start < 0:
            return Span(column=self.move.column, end_column=self.move.end_column)
        return Span(column=self.move.column + start, end_column=self.move.column + end)

    def arm(self, name: str | None) -> Weapon | None:
        """The weapon of a name with all that is known of it, or for None the only one in hand."""
        rulebook = book.rulebook(self.campaign)
        own = [one.weapon for one in getattr(self.actor, "arms", ())] or list(book.arms(self.sheet, rulebook))
        if name is not None:
            return book.find(name, own) or book.arm(name, self.sheet, rulebook)
        held = [one for one in own if one.state in ("in_hand", "loaded")] or own
        return held[0] if len(held) == 1 else None

    def state(self, weapon: Weapon) -> str | None:
        """Where a weapon is now."""
        for one in getattr(self.actor, "arms", ()):
            if one.name == weapon.name:
                return str(one.state) if one.state is not None else None
        return weapon.state


def settings(campaign: Campaign) -> dict[str, Any]:
    """Every setting, as the campaign has it or by default."""
    from calledshot_combat_notes.settings import SETTINGS

    chosen = {name: setting.default for name, setting in SETTINGS.items()}
    return chosen | {name: value for name, value in campaign.settings.items() if name in chosen}


def quoted(text: str) -> str:
    """A player's words, not too many of them."""
    said = " ".join(text.split())
    return f"'{said}'" if len(said) <= LONGEST_QUOTED else f"'{said[: LONGEST_QUOTED - 1]}…'"
