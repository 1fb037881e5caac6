"""Who is who: screen names to combatants, through sheets, aliases and nick changes.

Not for reading names out of sentences: `moves.names` derives the short forms, `utterance` finds them.
"""

from __future__ import annotations

from calledshot.campaign import Campaign, fold


class Names:
    """Screen name → combatant. A combatant without a sheet is called as he first appeared."""

    def __init__(self, campaign: Campaign) -> None:
        self._by_fold: dict[str, str] = {}
        for name in campaign.sheets:
            self._by_fold[fold(name)] = name
        for screen, character in campaign.names.items():
            self._by_fold[fold(screen)] = character
        self.version = 0  # grows with every new name, so that what is derived from the names can be kept

    def known(self, screen_name: str) -> str | None:
        """The combatant behind a screen name, None if nobody is known by it."""
        return self._by_fold.get(fold(screen_name))

    def combatant(self, screen_name: str) -> str:
        """The combatant behind a screen name; somebody new is entered under the name as written."""
        key = fold(screen_name)
        known = self._by_fold.get(key)
        if known is None:
            known = self._by_fold[key] = screen_name.strip()
            self.version += 1
        return known

    def means(self, said: str, combatant: str) -> None:
        """`said` has been used for a combatant; from now on it stands for him."""
        if self._by_fold.setdefault(fold(said), combatant) == combatant:
            self.version += 1

    def tie(self, screen_name: str, combatant: str) -> None:
        """A screen name stands for a combatant from now on, whoever it stood for."""
        self._by_fold[fold(screen_name)] = combatant
        self.version += 1

    def drop(self, screen_name: str) -> None:
        """Nobody is known by this name any more."""
        if self._by_fold.pop(fold(screen_name), None) is not None:
            self.version += 1

    def changed(self, old: str, new: str) -> None:
        """A nick change carries the combatant along; the old name is free again."""
        known = self._by_fold.pop(fold(old), None)
        if known is not None:
            self._by_fold[fold(new)] = known
            self.version += 1

    def items(self) -> list[tuple[str, str]]:
        return list(self._by_fold.items())
