"""What the room is told in one breath: what happened, whose act comes now, and who is to roll what.

Puts the sentences of `voice` one after another, so that a phase is named once, and all that one person is to
roll stands together. What a sentence says is settled there, what a ruling decides elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot_combat_notes.state import DM

if TYPE_CHECKING:
    from calledshot.api import Ruling

TELLS = frozenset({"cast", "psionic", "item", "act"})
"""Kinds of result that say by themselves what was done: the act need not be called besides."""
MAKES_READY = frozenset({"weapon", "facing"})
"""Kinds of what somebody does with the act that is called next."""
Say = Callable[[Sequence[str], Mapping[str, Any]], str]
"""The words for the first of these keys, with these fields."""


class Breath:
    """Sentences, and the dice that are owed after the last of them."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.sentences: list[str] = []
        self.phase: str | None = None
        self.subject: str | None = None
        self.owed: dict[str, list[Mapping[str, Any]]] = {}

    def tell(self, words: str, subject: str | None, phase: str | None = None) -> None:
        """A sentence; `phase` is when it happens, where that is to be said."""
        if not words:
            return
        self.asks()
        if phase is not None and phase != self.phase:
            self.phase, words = phase, f"{phase[:1].upper()}{phase[1:]}: {words}"
        self.sentences.append(words)
        self.subject = subject

    def ask(self, who: str, fields: Mapping[str, Any]) -> None:
        asked = self.owed.setdefault(who, [])
        if fields not in asked:
            asked.append(fields)

    def asks(self) -> None:
        """All that is owed, each person's dice in one sentence; without his name, straight after one about
        him."""
        for who, asked in self.owed.items():
            key = "request.follows" if who == self.subject else "request.asked"
            several = {"who": who, "asked": ", and ".join(map(_dice, asked))}
            self.sentences.append(self.say([key], several if len(asked) > 1 else asked[0]))
            self.subject = None
        self.owed = {}


def told(
    rulings: Sequence[Ruling],
    say: Say,
    keys: Callable[[Ruling], list[str]],
    fields: Callable[[Ruling], dict[str, Any]],
) -> str:
    """All of it; empty where there is nothing for the room."""
    breath = Breath(say)
    asks_for_initiative = any(_asks(one) and one.values.get("what") == "initiative" for one in rulings)
    answered = {(one.combatant, one.target) for one in rulings if _answers(one)}
    his_own = {one.values.get("words") for one in rulings if one.kind == "told"}
    phase: str | None = None
    for place, one in enumerate(rulings):
        if one.values.get("effect") is not None and one.values["effect"] in his_own:
            continue  # the DM has said it himself
        if (one.kind, one.outcome) == ("initiative", "tied") and any(
            (later.kind, later.outcome) == ("initiative", "won") for later in rulings[place + 1 :]
        ):
            continue
        if one.kind == "opportunity" and one.outcome == "offered" and (one.combatant, one.target) in answered:
            continue
        if one.kind == "request":
            if _asks(one):
                _request(breath, one, keys(one), fields(one))
            continue
        if one.kind == "propose" and one.outcome == "initiative" and asks_for_initiative:
            continue
        values = fields(one)
        if one.kind == "action" and one.outcome == "called":
            phase = values.get("slot_words")
            if any(_tells(later, one) for later in rulings[place + 1 :]):
                continue
        when = phase if one.kind in TELLS or one.outcome == "called" else None
        if one.kind in MAKES_READY:
            when = _called_next(rulings[place + 1 :], one, fields)
        breath.tell(say(keys(one), values), one.combatant, when)
    breath.asks()
    return " ".join(breath.sentences)


def _asks(ruling: Ruling) -> bool:
    """Whether a request is worth saying: what the DM is to roll he need not tell himself before everybody."""
    return (ruling.kind, ruling.outcome) == ("request", "asked") and ruling.combatant != DM


def _called_next(
    later: Sequence[Ruling], ready: Ruling, fields: Callable[[Ruling], dict[str, Any]]
) -> str | None:
    """The phase of the act that somebody makes ready for."""
    for one in later:
        if (one.kind, one.outcome) == ("action", "called") and one.combatant == ready.combatant:
            return fields(one).get("slot_words")
    return None


def _answers(ruling: Ruling) -> bool:
    """Whether it is what somebody has made of an offer."""
    return ruling.kind == "opportunity" and ruling.outcome in ("taken", "passed", "lapsed")


def _tells(result: Ruling, call: Ruling) -> bool:
    return result.kind in TELLS and result.combatant == call.combatant


def _request(breath: Breath, one: Ruling, keys: list[str], values: dict[str, Any]) -> None:
    """Dice among the others that somebody is to roll; with words of their own, a sentence of theirs."""
    own = keys[0] if keys[0] != "request.asked" else None
    alone = breath.say([own], values) if own is not None else ""
    if alone:
        breath.tell(alone, None)
    elif one.combatant is not None:
        breath.ask(one.combatant, values)


def _dice(fields: Mapping[str, Any]) -> str:
    """ "damage, d8"."""
    return ", ".join(str(fields[name]) for name in ("asked", "bare_die") if fields.get(name) is not None)
