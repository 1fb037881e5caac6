"""How the dice bots of each kind of room print a roll, a module for each; none knows whom to trust."""

from __future__ import annotations

from calledshot.dice.ecosystems import asia, discord, irc, matrix, rooms
from calledshot.dice.ecosystems.parts import LONGEST, Grammar
from calledshot.dice.roll import Roll

GRAMMARS: tuple[Grammar, ...] = (
    *irc.GRAMMARS, *matrix.GRAMMARS, *discord.GRAMMARS, *rooms.GRAMMARS, *asia.GRAMMARS,
)  # fmt: skip


def reported(text: str) -> Roll | None:
    """The roll in a bot's message. Its roller is empty where it does not say who rolled, its expression where
    it does not say what: the command tells then."""
    return _first(text, plain=True)


def imitated(text: str) -> Roll | None:
    """The roll in a message of a form that only bots write."""
    return _first(text, plain=False)


def _first(text: str, *, plain: bool) -> Roll | None:
    if len(text) > LONGEST or not any(char.isdigit() for char in text):
        return None
    for grammar in GRAMMARS:
        if plain or not grammar.plain:
            roll = grammar.read(text)
            if roll is not None:
                return roll
    return None
