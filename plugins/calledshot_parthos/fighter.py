"""A combatant as the fight knows him: his sheet, and everything that changes in play. Unknown is None.

No rule is decided here; the chapters read and the fight writes.
"""

from __future__ import annotations

from calledshot_parthos.schema import Sheet, Weapon


class Fighter:
    """One combatant. `sheet` is empty (all None) for somebody without one."""

    def __init__(self, name: str, sheet: Sheet | None = None) -> None:
        self.name = name
        self.known = sheet is not None
        self.sheet = sheet if sheet is not None else Sheet()
        self.stamina: int | None = (
            self.sheet.stamina if self.sheet.stamina is not None else self.sheet.stamina_max
        )
        self.pp: int | None = self.sheet.pp if self.sheet.pp is not None else self.sheet.pp_max
        self.condition: str | None = None
        self.stabilised = False
        self.brink_rounds = 0  # saves already rolled there (PAR-BLD-4)
        self.save_roll: int | None = None  # rolled, but Endurance is not known
        self.last_save: bool | None = None  # our result, until the PGM has said his
        self.hold_back: set[str] = set()
        self.left: dict[str, int] = {}  # weapons and items used up: name -> how many remain
        self.in_hand: list[str] | None = self._at_start()

    def _at_start(self) -> list[str] | None:
        if self.sheet.weapons is None:
            return None
        return [weapon.name for weapon in self.sheet.weapons if weapon.in_hand]

    def weapon(self, name: str | None) -> Weapon | None:
        """The carried weapon of that name, by folded comparison; None where it is not known."""
        if name is None or self.sheet.weapons is None:
            return None
        folded = name.casefold()
        return next((weapon for weapon in self.sheet.weapons if weapon.name.casefold() == folded), None)
