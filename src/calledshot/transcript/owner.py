"""The log's owner, whom many logs call "You": by the name that he bears at the time. Readers put the name in
that was given (`Context.speaker`); after a change of his nick it is the new one.
"""

from __future__ import annotations

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold

YOU = "You"


class Owner:
    """Who "You" is in one log. `me` is the name that was given, or None; readers are to use this very object,
    by which a name that stood for "You" is told from the same name written out, which may be another's
    later."""

    def __init__(self, me: str | None) -> None:
        self.me = None if me is None else "".join([*me])
        self._now: str | None = None

    def rename(self, items: list[Event | Finding]) -> None:
        """Let the items that come next, in order, bear the owner's name of their time."""
        for at, item in enumerate(items):
            if type(item) is not Event:
                continue
            now = self._now
            if now is not None:
                if self._meant(item.speaker) or self._meant(item.to):
                    item = replace(
                        item,
                        speaker=now if self._meant(item.speaker) else item.speaker,
                        to=now if self._meant(item.to) else item.to,
                    )
                if item.roll is not None and self._meant(item.roll.roller):
                    item = replace(item, roll=replace(item.roll, roller=now))
                items[at] = item
            if item.kind == "nick" and item.to and (self._meant(item.speaker) or self._named(item.speaker)):
                self._now = item.to

    def _meant(self, name: str | None) -> bool:
        return name is self.me if self.me is not None and name is not None else name == YOU

    def _named(self, name: str | None) -> bool:
        known = self._now or self.me
        return name is not None and known is not None and fold(name) == fold(known)
