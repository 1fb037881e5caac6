"""Answers to questions: an option, a number, a shield or none, from the GM or from who was asked; and how
somebody stands, for the record of a round.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from calledshot.api import Move, number
from calledshot_yiffiemon import acts, conditions, doing
from calledshot_yiffiemon.board import Question
from calledshot_yiffiemon.flow import Need
from calledshot_yiffiemon.table import Table

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight


def says(fight: YiffieMonFight, act: acts.Says, speaker: str, pgm: bool) -> None:
    """A plain answer: to the choice that is asked, or to the oldest question."""
    table = fight.table
    need = table.machine.need
    if need is not None and need.kind == "choice" and (pgm or need.who == speaker):
        chosen = _chosen(act, need.options)
        if chosen is not None:
            table.machine.answer(chosen)
            if chosen == act.option and _FOR_ALL.fullmatch(act.text.strip()):
                _chooses_for_all(table, need, chosen)
            return
    if need is not None and need.kind == "gm" and pgm and act.number is not None:
        table.machine.answer(number(act.number))
        return
    if act.shield is not None and _about_shield(fight, act.shield, speaker, pgm):
        return
    if not pgm:
        return
    if act.words is not None:
        _answer_oldest(fight, "words", act.words)
    elif act.number is not None:
        whole = int(act.number) if act.number == int(act.number) else act.number
        _answer_oldest(fight, "number", whole)
    elif act.yes is not None:
        _answer_oldest(fight, "yes", act.yes)


_ON = re.compile(
    r"\b(?:opportunity|aoo?|attack|strike|swing)\s{1,3}(?:is\s)?(?:on|at|against)\s{1,3}(?:the\s)?(?P<rest>.+)",
    re.IGNORECASE,
)
_FOR_ALL = re.compile(
    r"\W{0,4}(?:i )?(?:choose|option|choice)\W{0,3}\s{0,3}(?:option )?[ab]\W{0,4}", re.IGNORECASE
)
"""A choice that names nobody it is for: it is for everybody of whom the same is asked."""


def _chooses_for_all(table: Table, first: Need, option: str) -> None:
    for _ in range(len(table.fighters)):
        need = table.machine.need
        if need is None or (need.kind, need.who, need.options) != ("choice", first.who, first.options):
            return
        table.machine.answer(option)


def _chosen(act: acts.Says, options: tuple[str, ...]) -> str | None:
    if act.option is not None and act.option in options:
        return act.option
    if act.yes is not None and len(options) == 2 and "none" in options:
        return options[0] if act.yes else "none"
    return None


def names_one(table: Table, who: str, text: str) -> None:
    """ "Opportunity on ghoul 1", or just "ghoul 1", where it is asked on whom; "Bleeding 2", where it is
    asked what is treated."""
    need = table.machine.need
    if need is None or need.kind != "choice" or need.who != who:
        return
    bare = text.strip(" .,!?*()").casefold()[:100]
    said = {
        option: {option.casefold(), conditions.WORDS.get(option, option).casefold()}
        for option in need.options
    }
    meant = [option for option, ways in said.items() if bare in ways]
    if meant and need.what != "opportunity":
        table.machine.answer(meant[0])
        return
    if meant:
        text = f"opportunity on {meant[0]}"
    if (need.kind, need.who, need.what) != ("choice", who, "opportunity"):
        return
    found = _ON.search(text[:200])
    names = [one for one in need.options if found and found["rest"].casefold().startswith(one.casefold())]
    if names:
        name = max(names, key=len)  # "ghoul 1" is no "ghoul"
        table.machine.answer(name)
        if table.offers.for_(who, name) is not None:
            move = Move(action="opportunity", target=name, text=text.strip()[:200])
            table.start(doing.free(table, who, move, own_turn=False))


def strikes_one(table: Table, said: doing.Said, need: Need) -> bool:
    """Whom the opportunity is taken on that an assist gives on anybody in the area (YM-608)."""
    first = said.moves[0]
    if first.action == "pass":
        table.machine.answer(None)
        return True
    if first.action != "opportunity" or first.target not in need.options:
        return False
    table.machine.answer(first.target)
    if first.action == "opportunity" and table.offers.for_(need.who or "", first.target) is not None:
        table.start(doing.free(table, need.who or "", first, own_turn=False))
    return True


def _about_shield(fight: YiffieMonFight, shield: bool, speaker: str, pgm: bool) -> bool:
    for question in fight.table.questions:
        if question.key.startswith("shield ") and (pgm or question.key == f"shield {speaker}"):
            _goes_on(fight, question, shield)
            return True
    return False


def _answer_oldest(fight: YiffieMonFight, wants: str, value: Any) -> None:
    """The oldest question that such an answer fits."""
    for question in fight.table.questions:
        if question.wants == wants:
            _goes_on(fight, question, value)
            return


def answered(fight: YiffieMonFight, key: str, value: Any) -> None:
    for question in list(fight.table.questions):
        if question.key == key:
            _goes_on(fight, question, value)


def _goes_on(fight: YiffieMonFight, question: Question, value: Any) -> None:
    table = fight.table
    table.questions.remove(question)
    if question.wants != "number":
        table.answers[question.key] = value  # asked once: it is so from now on
    table.rule("answer", "given", question.who, question=question.text, answer=value)
    if question.then is not None:
        flow = question.then(value)
        if flow is not None:
            table.start(flow)


def figures(table: Table, name: str) -> dict[str, Any]:
    """One creature for the record of a round."""
    one = table.fighters[name]
    place = table.scene.places.get(name)
    clock = table.clocks.spent.get(name)
    shown: dict[str, Any] = {
        "clock": None if clock is None else _plain(clock),
        "condition": one.condition,
        "in_combat": one.in_combat,
        **one.levels,
        "hpv": one.hpv,
        "subdual": one.subdual,
        "damage": one.damage,
        "bleed": one.bleed,
        "threatened_by": table.threats.total(name),
        "threat": table.threats.table(name),
        "place": None if place is None else [_plain(place[0]), _plain(place[1])],
        "ammo": one.ammo,
        "pool": one.pool,
        "flanked": max(0, len(table.flankers(name)) - 1),
        "prone": one.prone,
    }
    return shown


def _plain(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)
