"""What members type that has to do with dice: imitations of the service's lines, and commands that are none.

What a real roll is worth is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from calledshot.dice.dialects import aol_command, looks_like_command, looks_like_result
from calledshot.dice.shape import claimed, names_dice, shape
from calledshot.referee.lookalikes import skeleton
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold

SHAPES = 200
"""Shapes of bots' lines that are remembered."""


def is_forged(event: Event, speaker: str) -> bool:
    """DICE-1: a member's own line in the shape of a service's roll line."""
    text = event.text
    if looks_like_result(text) is not None:
        return True
    return event.kind == "emote" and looks_like_result(f"{speaker} {text}") is not None


class BotLines:
    """How the bots of a room have printed rolls: a member who prints one of his own so has forged it, though
    nobody else may know that bot. One whose name looks like a bot's has, whosever roll he prints."""

    def __init__(self, bots: Iterable[str] = ()) -> None:
        self._shapes: set[str] = set()
        self._bots = {fold(name) for name in bots}
        self._alike = {skeleton(name) for name in bots} - {""}

    def rolled(self, event: Event) -> None:
        """A bot's roll."""
        if event.trust == "bot" and event.roll is not None and len(self._shapes) < SHAPES:
            found = shape(event.text, event.roll)
            if found is not None:
                self._shapes.add(found)

    def copied(self, event: Event, names: Iterable[str]) -> bool:
        """Whether a member, who has these names, types a roll of his own as a bot of the room prints them."""
        if not any(char.isdigit() for char in event.text):
            return False
        name = event.speaker or ""
        if skeleton(name) in self._alike and fold(name) not in self._bots:
            return claimed(event.text) is not None
        if not self._shapes or not names_dice(event.text):
            return False
        mine = {fold(name) for name in names}
        acted = [f"{event.speaker} {event.text}"] if event.kind == "emote" else []
        for text in (event.text, *acted):
            roll = claimed(text)
            if (
                roll is not None
                and fold(roll.roller.strip("@:")) in mine
                and shape(text, roll) in self._shapes
            ):
                return True
        return False


def is_for_dice(text: str) -> bool:
    """Whether a message is meant for the dice, well formed or not."""
    return text.lstrip().startswith("//")


def no_command(event: Event) -> str | None:
    """DICE-10: why the service takes a dice command for talk; None where it does not, or it is no such."""
    text = event.text
    if event.kind == "whisper" and text.lstrip().startswith("//roll"):
        return "dice roll in rooms only; in private this is plain talk"
    if aol_command(text) is None and looks_like_command(text):
        return (
            "the service takes this for talk, not for a dice command: //roll with -dice1…15 and"
            " -sides1…999, each once, in lower case, with nothing after it"
        )
    return None
