"""What the rolls that one bot prints have in common, and which lines say too little for that."""

from __future__ import annotations

import pytest

from calledshot.dice.shape import claimed, shape
from calledshot.referee.typed_dice import BotLines
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event


def printed(text: str) -> str | None:
    roll = claimed(text)
    assert roll is not None
    return shape(text, roll)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wick rolled 1d20+5: [14] + 5 = 19", "Pike rolled 2d6: [6, 6] = 12"),
        ("[Dice] Wick: 2d6+3 = 11 [3,5]", "[Dice] Pike: 1d20 = 20 [20]"),
        ("🎲 **Wick** rolled `1d20+5` for luck: [14] + 5 = **19**", "🎲 Pike rolled 1d8 for harm: [8] = 8"),
        ("🎲 @Wick rolled 1d20+5: [14] + 5 = 19", "🎲 Pike rolled 1d20+5: [20] + 5 = 25"),
        ("Wick rolled 1d100 and got [40]", "pike rolled 1d20 and got [20]"),
    ],
)
def test_lines_of_one_bot_are_alike(one: str, other: str) -> None:
    assert printed(one) is not None and printed(one) == printed(other)


@pytest.mark.parametrize("text", ["Wick rolls 57 (1-100)", "Wick: 2d6 = 8"])
def test_lines_that_say_too_little(text: str) -> None:
    assert printed(text) is None


@pytest.mark.parametrize(
    ("kind", "text", "copied"),
    [
        ("say", "Pike rolled 1d20 and got [20]", True),
        ("emote", "rolled 1d20 and got [20]", True),
        ("say", "I rolled 1d20 and got [20]", False),
        ("say", "Torv rolled 1d20 and got [20]", False),
        ("say", "Pike rolled 1d20 and got 20", False),
        ("say", "Pike rolled well", False),
    ],
)
def test_a_member_who_prints_his_own_roll_as_the_bot_does(kind: str, text: str, copied: bool) -> None:
    lines, bots = BotLines(), Bots(["Dicer"])
    own = Event(kind=kind, speaker="Pike", text=text)  # type: ignore[arg-type]
    assert not lines.copied(own, ["Pike"]), "no bot has rolled"
    lines.rolled(bots.heard(Event(kind="say", speaker="Dicer", text="Wick rolled 1d100 and got [40]")))
    assert lines.copied(own, ["Pike"]) is copied
