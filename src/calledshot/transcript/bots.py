"""Dice bots that a campaign trusts: what one of them says is a roll, in a saved log as in a live room.

How a bot prints a roll is `dice.dialects`; who wrote a line is the feed's or the reader's to tell.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from calledshot.dice.dialects import BotReader
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold


class Bots:
    """The bots of one campaign, by their screen names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {fold(name) for name in names}
        self._reader = BotReader()

    @property
    def failures(self) -> list[str]:
        """The dialects that failed and are asked no more."""
        return self._reader.failures

    def heard(self, event: Event) -> Event:
        """The event as it counts: what a trusted bot says is a bot's, and a roll where it reports one. A roll
        already read stays as it is."""
        if event.kind not in ("say", "emote", "notice") or fold(event.speaker or "") not in self._names:
            return event
        roll = self._reader.read(event.text)
        return replace(event, kind="roll" if roll else event.kind, trust="bot", roll=roll)
