"""Our own dice box: what members type to roll, what it answers, and where the dice come from.

    //roll-dice1-sides100      as the AOL and AIM services take it
    !roll 1d100+5 # to hit     also !r, .roll, /roll; any expression that `notation` reads

Both kinds of box are one machine: every die follows from a secret seed, the room, the throw's number and who
rolled (see `commit`), so a replay of the same messages gives the same dice. A fair box also tells the seed's
fingerprint before, numbers its throws, and tells the seed at the end. No clock, no randomness, no I/O here.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from msgspec import Struct

from calledshot.dice import boxline, commit
from calledshot.dice.dialects import COMMAND_DICE, COMMAND_SIDES, aol_command, looks_like_command
from calledshot.dice.notation import Expression, Outcome, Term, parse, throw
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

DICE_LIMIT = 30
SIDES_LIMIT = 10_000
TERMS_LIMIT = 8
CONSTANT_LIMIT = 1_000_000
"""What one throw may hold: its line has to fit one message of the narrowest service."""
_TYPED = re.compile(r"[ \t\xa0]*(?:[!./]roll|!r)(?=[ \t\xa0+\-]|\d|[dDwW][\d%]|$)", re.IGNORECASE | re.ASCII)
HOW = "say for instance !roll 1d100 or !roll 2d6+1 # damage"


class Command(Struct, frozen=True, kw_only=True):
    """Somebody wants dice: these. `fault` says in one line why there are none, and then there is no
    `expression`."""

    expression: Expression | None = None
    fault: str = ""


class Thrown(Struct, frozen=True, kw_only=True):
    """What the box answers: the `line` to say, and the `roll` in it, None where it is void."""

    line: str
    roll: Roll | None


def command(text: str) -> Command | None:
    """The dice command in a message, None for anything else. Never raises."""
    aol = aol_command(text)
    if aol is not None:
        count, sides = aol
        return Command(expression=Expression(terms=(Term(count=count, sides=sides),)))
    if looks_like_command(text):
        return Command(
            fault=f"no roll: //roll takes -dice1 to -dice{COMMAND_DICE} and "
            f"-sides1 to -sides{COMMAND_SIDES}, each once"
        )
    typed = _TYPED.match(text)
    if typed is None:
        return None
    try:
        return Command(expression=_within(parse(_words(text[typed.end() :]))))
    except UsageError as error:
        return Command(fault=f"no roll: {error}")


def _words(text: str) -> str:
    if not text.strip():
        raise UsageError(HOW)
    return text


def _within(expression: Expression) -> Expression:
    """The expression, where one line can hold what comes of it."""
    dice = [term for term in expression.terms if term.sides]
    if sum(term.count for term in dice) > DICE_LIMIT:
        raise UsageError(f"at most {DICE_LIMIT} dice at once")
    if any(term.sides > SIDES_LIMIT for term in dice):
        raise UsageError(f"at most {SIDES_LIMIT} sides")
    if len(expression.terms) > TERMS_LIMIT:
        raise UsageError(f"at most {TERMS_LIMIT} terms")
    if any(term.constant > CONSTANT_LIMIT for term in expression.terms):
        raise UsageError(f"at most {CONSTANT_LIMIT} added")
    if any(term.sign < 0 for term in dice):
        raise UsageError("dice are added, not taken off")
    return expression


class Box:
    """The dice of one fight. `seed` is 32 secret bytes or more, `room` where it is played; the same seed is
    never used twice. `number` counts the throws."""

    def __init__(self, seed: bytes, room: str, *, fair: bool = False) -> None:
        if len(seed) < commit.SEED_BYTES:
            raise ValueError(f"a seed of {len(seed)} bytes can be guessed")
        self.room, self.fair = commit.room_name(room), fair
        self.number = 0
        self._seed = seed.hex()
        self.commitment = commit.commitment_line(self.room, self._seed) if fair else ""
        self._box = commit.mark(self._seed) if fair else None

    def __repr__(self) -> str:
        return f"Box(room={self.room!r}, fair={self.fair}, number={self.number})"

    @property
    def reveal(self) -> str:
        """The line that ends a fair box; from then on its dice could be foreseen."""
        return commit.reveal_line(self.room, self._seed, self.number) if self.fair else ""

    def throw(self, wanted: Command | str, roller: str) -> Thrown:
        """Throw for somebody, by his stable name. Raises UsageError, in one line, where `wanted` is no
        command or a faulty one: then nothing was drawn."""
        read = command(wanted) if isinstance(wanted, str) else wanted
        if read is None:
            raise UsageError(f"that is no dice command: {HOW}")
        if read.expression is None:
            raise UsageError(read.fault)
        self.number += 1
        name = boxline.printable(roller)
        outcome = cast(read.expression, commit.Draws(self._seed, self.room, self.number, name))
        return Thrown(
            line=boxline.written(name, outcome, read.expression, self._box, self.number),
            roll=boxline.roll_of(name, outcome) if outcome is not None else None,
        )


def cast(expression: Expression, draws: commit.Draws) -> Outcome | None:
    """The expression thrown; None, a void throw, where dice explode past the limit."""
    try:
        outcome = throw(expression, draws)
    except UsageError:
        return None
    return outcome if sum(len(one.faces) for one in outcome.thrown) <= DICE_LIMIT else None


def open_fair(seed: bytes, room: str) -> Box:
    """A box whose throws anybody can check afterwards (`calledshot dice verify`)."""
    return Box(seed, room, fair=True)


def open_plain(seed: bytes, room: str) -> Box:
    """A box that tells nothing of its seed."""
    return Box(seed, room)


def fight_seed(secret: bytes, room: str, fight: int) -> bytes:
    """The seed of one fight from a journal's secret, so that revealing one tells nothing of the others."""
    return hmac.new(
        secret, f"calledshot fight|{fight}|{room}".encode("utf-8", "replace"), hashlib.sha256
    ).digest()
