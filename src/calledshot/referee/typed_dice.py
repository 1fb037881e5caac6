"""What members type that has to do with dice: imitations of the service's lines, and commands that are none.

What a real roll is worth is not decided here.
"""

from __future__ import annotations

from calledshot.dice.dialects import aol_command, looks_like_command, looks_like_result
from calledshot.transcript.event import Event


def is_forged(event: Event, speaker: str) -> bool:
    """DICE-1: a member's own line in the shape of a service's roll line."""
    text = event.text
    if looks_like_result(text) is not None:
        return True
    return event.kind == "emote" and looks_like_result(f"{speaker} {text}") is not None


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
