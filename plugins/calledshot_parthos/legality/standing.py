"""Where a combatant stands in the middle of his own declaration: the earlier moves taken as done.

A `Standing` is a copy that the checks may change; the fight's own fighter and scene stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from calledshot.api import Campaign, Finding, Fix, Move, Severity, Span, Spell
from calledshot_parthos import book
from calledshot_parthos.book import Arm
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.legality import movement
from calledshot_parthos.scene import Range, Scene

Use = Literal["melee", "missile"]
SELF = frozenset(("self", "me", "myself", "himself", "herself", "itself", "themselves", "oneself"))
ConditionOf = Callable[[str], str | None]


class Standing:
    """The actor as he will be when a move's turn comes. `called`: its turn is now. `spell` names the cast
    that was the round's; `pp` is None where unknown; `in_hand` the weapons held, None where unknown."""

    def __init__(
        self,
        actor: Fighter,
        scene: Scene,
        campaign: Campaign,
        *,
        called: bool,
        condition_of: ConditionOf | None,
    ) -> None:
        self.actor = actor
        self.name = actor.name
        self.scene = scene.copy()
        self.campaign = campaign
        self.called = called
        self.condition_of = condition_of
        self.pp = actor.pp
        self.spent = 0
        self.spell: str | None = None
        self.in_hand = actor.in_hand[:] if actor.in_hand else None
        self.left = dict(actor.left)

    def copy(self) -> Standing:
        twin = Standing(
            self.actor, self.scene, self.campaign, called=self.called, condition_of=self.condition_of
        )
        twin.pp, twin.spent, twin.spell = self.pp, self.spent, self.spell
        twin.in_hand = self.in_hand[:] if self.in_hand is not None else None
        twin.left = dict(self.left)
        return twin

    def setting(self, name: str, default: str | int | bool) -> str | int | bool:
        value: str | int | bool = self.campaign.settings.get(name, default)
        return value

    def fault(
        self,
        code: str,
        severity: Severity,
        move: Move,
        message: str,
        *,
        fix: Fix | None = None,
        default_ruling: bool = False,
    ) -> Finding:
        """A finding about this move, marked where it stands in the message."""
        return Finding(
            code=code,
            severity=severity,
            message=message,
            combatant=self.name,
            source=Span(column=move.column, end_column=move.end_column),
            fix=fix,
            default_ruling=default_ruling,
        )

    # What a move is about

    def target(self, move: Move) -> str | None:
        """Who is meant, by the name the fight has for him: the one named, else the only opponent."""
        if move.target is not None:
            wanted = book.fold(move.target)
            if wanted in SELF:
                return self.name
            return next((name for name in self.scene.names if book.fold(name) == wanted), move.target)
        opponents = self.scene.opponents_of(self.name)
        return opponents[0] if len(opponents) == 1 else None

    def range(self, move: Move) -> Range | None:
        target = self.target(move)
        return None if target is None else self.scene.range_to(self.name, target)

    def hand_to_hand(self, move: Move) -> bool | None:
        """Whether the actor is in hand-to-hand range of anybody; None where nothing is known of it."""
        if self.range(move) == "hth" or self.scene.engaged_with(self.name):
            return True
        return False if self.range(move) == "missile" else None

    def arm(self, move: Move) -> Arm | None:
        """The weapon of an attack: the one named, else the only one that it can be; None where unknown."""
        named = book.weapon(self.campaign, self.actor, move.instrument)
        if named is not None:
            return named
        fits = [arm for arm in self.arms(held=True) if _fits(arm, move.action)]
        if not fits:
            fits = [arm for arm in self.arms(held=False) if _fits(arm, move.action)]
        return fits[0] if len(fits) == 1 else None

    def arms(self, *, held: bool) -> list[Arm]:
        """The weapons carried, or only those in hand; empty where that is unknown."""
        carried = book.carried(self.campaign, self.actor)
        return [arm for arm in carried if arm.name in (self.in_hand or ())] if held else carried

    def use(self, move: Move) -> Use | None:
        """Whether an attack is a melee or a missile attack as things stand; None where that is open."""
        if move.action == "melee" or move.action == "missile":
            return "melee" if move.action == "melee" else "missile"
        if move.action != "attack":
            return None
        arm = self.arm(move)
        kinds = {arm.kind} if arm is not None else {one.kind for one in self.arms(held=False)}
        if kinds == {"melee"}:
            return "melee"
        if kinds == {"missile"}:
            return "missile"
        near = self.range(move)
        return None if near is None else "melee" if near == "hth" else "missile"

    def spell_of(self, move: Move) -> Spell | None:
        """The spell that a move casts. Healing by a spell is a cast; reading a scroll is not."""
        if move.action in ("cast", "heal") and move.spell is not None:
            return move.spell
        if move.action == "heal" and move.instrument is not None:
            own = book.item(self.campaign, self.actor, move.instrument)
            known = book.spell(self.campaign, move.instrument) if own is None else None
            return None if known is None else Spell(name=known.name)
        return None

    def is_cast(self, move: Move) -> bool:
        return move.action == "cast" or self.spell_of(move) is not None

    def spell_label(self, move: Move) -> str:
        """The name a cast goes by in messages."""
        spell = self.spell_of(move)
        if spell is None:
            return move.text.lstrip("*").strip() or "the spell"
        known = book.spell(self.campaign, spell.name, spell.list)
        return known.name if known is not None else spell.name

    # Taking a move as done

    def take(self, move: Move, cost: int | None) -> None:
        """The move has happened: its distance, weapon, points and charges are as after it."""
        if cost is not None:
            self.spent += cost
            if self.pp is not None and cost <= self.pp:
                self.pp -= cost
        if self.is_cast(move):
            self.spell = self.spell or self.spell_label(move)
        if move.action == "advance":
            movement.advanced(self, move)
        elif move.action == "retreat":
            movement.retreated(self, move)
        elif move.action in ("attack", "melee", "missile", "change_weapon"):
            self._armed(move)
        elif move.action in ("item", "heal"):
            item = book.item(self.campaign, self.actor, move.instrument)
            if item is not None and item.charges is not None:
                self.left[item.name] = self.left.get(item.name, item.charges) - 1

    def _armed(self, move: Move) -> None:
        arm = self.arm(move)
        if arm is None or not arm.carried:
            return
        held = self.in_hand or []
        if self.in_hand is not None and arm.name not in held:
            self.in_hand = [arm.name]
        if (
            self.use(move) == "missile"
            and book.is_thrown(arm, move.text)
            and self.setting("thrown_weapon", "gone") == "gone"
        ):
            left = self.left.get(arm.name, arm.count)
            if left is not None:
                self.left[arm.name] = max(left - 1, 0)

    def merge(self, other: Standing) -> None:
        """One of two branches has happened, nobody knows which: keep what is true of both."""
        if self.pp is not None and other.pp is not None:
            self.pp = min(self.pp, other.pp)
        self.spent = max(self.spent, other.spent)
        self.spell = self.spell or other.spell
        if self.in_hand != other.in_hand:
            self.in_hand = None
        for name, left in other.left.items():
            self.left[name] = min(left, self.left.get(name, left))
        for pair in [*self.scene.ranges, *other.scene.ranges]:
            if self.scene.ranges.get(pair) != other.scene.ranges.get(pair):
                self.scene.ranges.pop(pair, None)
                self.scene.feet.pop(pair, None)


def _fits(arm: Arm, action: str) -> bool:
    if action == "melee":
        return arm.kind != "missile"
    if action == "missile":
        return arm.kind != "melee"
    return True
