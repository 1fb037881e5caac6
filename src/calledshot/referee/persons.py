"""Who may be whom in a saved log: names that look like a fighter's (ID-1), and names that somebody left
behind when he changed his nick (ID-3).

A room that is watched live knows accounts besides; that is `live.people`'s.
"""

from __future__ import annotations

from calledshot.referee.lookalikes import may_be_read_as, skeleton
from calledshot.referee.names import Names


class Persons:
    """What is known of screen names beside `Names`. `exact` is set where the service takes names that differ
    by case or blanks for different ones."""

    def __init__(self, names: Names) -> None:
        self.exact = False
        self._names = names
        self._left: dict[str, tuple[str, str]] = {}  # a name left → its owner's now, the combatant
        self._taken: dict[str, str] = {}  # a name that another took by a nick change → whose it was
        self._spelt: dict[str, str] = {}
        self._plain: dict[str, str] = {}
        self._plain_for = -1

    def renamed(self, old: str, new: str) -> str | None:
        """A nick change, which carries the combatant along. The combatant whose name `new` is, where it is
        another's."""
        if self._names.key(old) == self._names.key(new):
            return None
        combatant, there = self._names.known(old), self._names.known(new)
        if (
            combatant is None
            and self._names.key(old) in self._left
            and self._names.key(old) not in self._taken
        ):
            return None  # somebody else under a name left behind: nobody we know
        taken = there if there is not None and there != combatant else None
        if taken is not None:
            self._taken[self._names.key(new)] = taken
            if combatant is None:
                self._names.drop(new)
                self._left[self._names.key(new)] = new, taken
        else:
            self._left.pop(self._names.key(new), None)
        for name, (now, who) in list(self._left.items()):
            if self._names.key(now) == self._names.key(old):
                self._left[name] = new, who
        self._names.changed(old, new)
        if self._names.key(old) in self._taken:  # given back
            self._names.tie(old, self._taken.pop(self._names.key(old)))
            self._left.pop(self._names.key(old), None)
        elif combatant is not None:
            self._left[self._names.key(old)] = new, combatant
        return taken

    def gone(self, name: str) -> None:
        """Somebody has left the room: if he comes back under his old name, it is he."""
        for old, (now, who) in list(self._left.items()):
            if self._names.key(now) == self._names.key(name):
                del self._left[old]
                self._names.tie(old, who)

    def left(self, name: str | None) -> tuple[str, str] | None:
        """The name that the owner of this one bears now, and his combatant; None where nobody left it."""
        if not name or not self._left or self._names.known(name) is not None:
            return None
        return self._left.get(self._names.key(name))

    def alike(self, name: str) -> str | None:
        """The combatant for whom a reader takes this name, which is not his."""
        folded = self._names.key(name)
        if self._names.known(name) is not None:
            spelt = self._spelt.setdefault(folded, name)
            return self._names.known(name) if self.exact and spelt != name else None
        if self._plain_for != self._names.version:
            self._plain_for = self._names.version
            self._plain = {}
            for known, combatant in self._names.items():
                self._plain.setdefault(skeleton(known), combatant)
        plain = skeleton(name)
        if not plain:
            return None
        if plain in self._plain or plain.isascii():
            return self._plain.get(plain)
        return next((who for known, who in self._plain.items() if may_be_read_as(plain, known)), None)
