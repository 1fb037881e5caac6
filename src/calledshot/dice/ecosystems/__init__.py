"""How the dice bots of each kind of room print a roll, a module for each; none knows whom to trust."""

from __future__ import annotations

from calledshot.dice.ecosystems import (
    asia,
    beyond20,
    discord,
    discord_bots,
    general,
    general_words,
    helpers,
    irc,
    matrix,
    rooms,
    services,
)
from calledshot.dice.ecosystems.parts import LONGEST, Grammar
from calledshot.dice.roll import Roll

GRAMMARS: tuple[Grammar, ...] = (
    *irc.GRAMMARS, *services.GRAMMARS, *matrix.GRAMMARS, *discord.GRAMMARS, *discord_bots.GRAMMARS,
    *beyond20.GRAMMARS, *rooms.GRAMMARS, *asia.GRAMMARS, *helpers.GRAMMARS, *general.GRAMMARS,
)  # fmt: skip


def reported(text: str) -> tuple[Roll, ...]:
    """The rolls in a bot's message. Their roller is empty where it does not say who rolled, their expression
    where it does not say what: the command tells then."""
    return _read(text, plain=True)


def is_described(text: str) -> bool:
    """Whether the first grammar that reads a message is that of one bot alone."""
    grammar = next((one for one in GRAMMARS if one.rolls(text)), None)
    return grammar is not None and not grammar.plain


def named_alone(text: str, roller: str) -> str:
    """A roller's name without a tag, a time or colours that a bot's message has before it."""
    if roller[:1].isalnum():
        return roller
    name, _ = general_words.who(general_words.plain(text))
    return name if name and name[-1:] != ":" and roller.endswith(name) else roller


def fitting(text: str) -> tuple[Roll, ...]:
    """The rolls of a message whose numbers all fit the dice it names, whichever bot wrote it."""
    return tuple(general.general(text) or ())


def imitated(text: str) -> Roll | None:
    """The first roll in a message of a form that only bots write."""
    return next(iter(_read(text, plain=False)), None)


def _read(text: str, *, plain: bool) -> tuple[Roll, ...]:
    """The rolls of the first grammar that reads a message."""
    if len(text) > LONGEST or not any(char.isdigit() for char in text):
        return ()
    for grammar in GRAMMARS:
        if plain or not grammar.plain:
            rolls = grammar.rolls(text)
            if rolls:
                return rolls
    return ()
