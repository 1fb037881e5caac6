"""Who is who: screen names to combatants, through sheets, aliases and nick changes.

Not for reading names out of sentences: `moves.names` derives the short forms, `utterance` finds them.
"""

from __future__ import annotations

from calledshot.campaign import Campaign, fold

_BRACKETS = str.maketrans("[]\\~", "{}|^")
"""The capitals among IRC's brackets, to which these are the small letters."""


class Names:
    """Screen name → combatant. A combatant without a sheet is called as he first appeared."""

    def __init__(self, campaign: Campaign) -> None:
        self._by_fold: dict[str, str] = {}
        self._brackets = False
        self._called = set(campaign.sheets)  # the combatants
        for name in campaign.sheets:
            self._by_fold[self.key(name)] = name
        for screen, character in campaign.names.items():
            self._by_fold[self.key(screen)] = character
        self.version = 0  # grows with every new name, so that what is derived from the names can be kept

    def key(self, name: str) -> str:
        """What is the same of two spellings of a name."""
        return fold(name.translate(_BRACKETS) if self._brackets else name)

    def on_irc(self) -> None:
        """From now on, names compare as IRC servers do, to whom brackets are letters."""
        self._brackets = True
        self._by_fold = {self.key(name): who for name, who in self._by_fold.items()}

    def known(self, screen_name: str) -> str | None:
        """The combatant behind a screen name, None if nobody is known by it."""
        return self._by_fold.get(self.key(screen_name))

    def combatant(self, screen_name: str) -> str:
        """The combatant behind a screen name; somebody new is entered under the name as written."""
        key = self.key(screen_name)
        known = self._by_fold.get(key)
        if known is None:
            known = self._by_fold[key] = screen_name.strip()
            self._called.add(known)
            self.version += 1
        return known

    def of(self, name: str) -> str:
        """The combatant of that name. Only where nobody is called so, it is somebody's screen name: he may
        have changed his, and another may have taken it."""
        return name if name in self._called else self.combatant(name)

    def means(self, said: str, combatant: str) -> None:
        """`said` has been used for a combatant; from now on it stands for him."""
        if self._by_fold.setdefault(self.key(said), combatant) == combatant:
            self.version += 1

    def tie(self, screen_name: str, combatant: str) -> None:
        """A screen name stands for a combatant from now on, whoever it stood for."""
        self._by_fold[self.key(screen_name)] = combatant
        self.version += 1

    def drop(self, screen_name: str) -> None:
        """Nobody is known by this name any more."""
        if self._by_fold.pop(self.key(screen_name), None) is not None:
            self.version += 1

    def changed(self, old: str, new: str) -> None:
        """A nick change carries the combatant along; the old name is free again."""
        known = self._by_fold.pop(self.key(old), None)
        if known is not None:
            self._by_fold[self.key(new)] = known
            self.version += 1

    def items(self) -> list[tuple[str, str]]:
        return list(self._by_fold.items())
