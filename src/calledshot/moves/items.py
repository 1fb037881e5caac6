"""One move of a list: its verb with its arguments, and its other branch.

What stands before the verb is `opening`'s, a move without one `bare`'s; whether the message as a whole is a
declaration or talk is `verdict`'s to say.
"""

from __future__ import annotations

from calledshot.moves.amounts import MAX_TIMES, times
from calledshot.moves.arguments import take_arguments
from calledshot.moves.bare import parse_bare
from calledshot.moves.conditions import leading, starts_item, take_condition
from calledshot.moves.english import (
    CONDITIONS,
    HEARERS,
    NEGATIVE_CONDITIONS,
    OTHERWISE,
)
from calledshot.moves.extras import Extras, star_condition
from calledshot.moves.idioms import is_idiom
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.opening import MAX_OPENING, Opening, opening

MAX_DEPTH = 4
"""Contingencies inside contingencies; beyond it nobody follows what is meant."""


def parse(
    msg: Message, extras: Extras, at: int, end: int, depth: int = 0, *, branch: bool = False
) -> Item | None:
    """The move that begins at `at`, with its contingencies; None if there is none."""
    condition = (
        leading(msg, at, end)
        if msg.phrase(CONDITIONS, at, end) and not star_condition(msg, at, end)
        else None
    )
    if condition is not None:
        stop, begin = condition
        item = _simple(msg, extras, begin, end, branch=True)
        if item is None:
            return None
        if item.condition is None:
            item.condition = (at, stop)
            item.marks.append(("condition", *msg.span(at, stop)))
        item.at = at
        item.talk = item.talk or any(msg.word(n, end) in HEARERS for n in range(at, stop))
    else:
        found = _simple(msg, extras, at, end, branch=branch)
        if found is None:
            return None
        item = found
    if depth < MAX_DEPTH:
        item = _alternatives(msg, extras, item, end, depth)
    return item


def _alternatives(msg: Message, extras: Extras, item: Item, end: int, depth: int) -> Item:
    """ "…, otherwise …", "…, in which case …", "… or … if …" after a move."""
    at = item.resume
    opened = 0
    while at < end and (
        msg.mark(at, end) in {",", ";", "-", ".", "(", "&"}
        or msg.kind(at, end) == "line"
        or msg.word(at, end) == "but"
    ):
        opened = opened or (at if msg.mark(at, end) == "(" else 0)
        at += 1
    stop = msg.phrase(OTHERWISE, at, end)
    if (
        not stop
        and msg.word(at, end) == "then"
        and item.condition
        and msg.word(item.condition[0], end) in NEGATIVE_CONDITIONS
    ):
        stop = at + 1  # "unless he closes, then stab him"
    if stop and not (msg.word(at, end) == "instead" and not starts_item(msg, stop, end, bare=False)):
        while msg.mark(stop, end) in {",", ":", "-"} or msg.word(stop, end) in {"then", "just", "and"}:
            stop += 1
        branches: list[Item] = []
        while stop < end:
            other = parse(msg, extras, stop, end, depth + 1, branch=True)
            if other is None:
                break
            branches.append(other)
            item.end, item.resume = other.end, other.resume
            if msg.word(other.resume, end) == "and" and starts_item(msg, other.resume + 1, end):
                stop = other.resume + 1
                continue
            break
        if branches:
            for other in branches:
                _inherit(msg, item, other)
            last = item
            while last.otherwise:
                last = last.otherwise[-1]
            last.otherwise = branches
        return item
    inside = bool(opened) and _name_and_condition(msg, at, end)
    after_or = at + 1 if msg.word(at, end) == "or" else at
    if inside or (
        after_or > at
        and (
            starts_item(msg, after_or, end)
            or msg.phrase(CONDITIONS, after_or, end)
            or msg.lexicon.combatants.find(msg.tokens, after_or, end, fuzzy=False)
        )
    ):
        other = parse(msg, extras, after_or, end, depth + 1, branch=True)
        if other is not None:
            if inside and other.condition is None and msg.phrase(CONDITIONS, other.resume, end):
                other.end = other.resume = take_condition(msg, other, other.resume, end) or other.resume
            if opened and msg.mark(other.resume, end) == ")":
                other.resume += 1
            _whoever(msg, item, other, end)
            _inherit(msg, item, other)
            if other.condition is not None and item.condition is None and not other.otherwise:
                other.otherwise = [item]
                other.at, other.star, other.star_words = item.at, item.star, item.star_words
                other.lead, other.weak = item.lead, item.weak and other.weak
                other.known += item.known
                return other
            item.otherwise.append(other)
            item.end, item.resume = other.end, other.resume
    return item


def _name_and_condition(msg: Message, at: int, end: int) -> bool:
    """ "(Kaelin if Torvik is down)": somebody, and when it is he."""
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
    return named is not None and len(named[0]) == 1 and bool(msg.phrase(CONDITIONS, named[1], end))


def _whoever(msg: Message, item: Item, other: Item, end: int) -> None:
    """ "attack Kaelin or Torvik, whoever is closer": what decides between the two."""
    at = other.resume
    while msg.mark(at, end) in {",", "-", "("}:
        at += 1
    if item.condition is not None or msg.word(at, end) not in {"whoever", "whichever", "depending"}:
        return
    stop = at
    while stop < end and stop - at < MAX_OPENING and not msg.separator(stop, end) and not msg.star(stop, end):
        stop += 1
    item.condition = (at, stop)
    item.marks.append(("condition", *msg.span(at, stop)))
    other.end = other.resume = stop


def _inherit(msg: Message, item: Item, other: Item) -> None:
    """ "attack Kaelin unless she is down, then Torvik": the branch that names only somebody does the
    same."""
    if other.action == "":
        other.action, other.instrument, other.spell = item.action, item.instrument, item.spell
        other.list, other.level = item.list, item.level


def _simple(msg: Message, extras: Extras, at: int, end: int, *, branch: bool) -> Item | None:
    open_ = opening(msg, at, end)
    verb_at = open_.at
    counted = None
    place = verb_at + 1 if msg.word(verb_at, end) in {"a", "an", "another"} else verb_at
    count = msg.number(verb_at, end)
    repeat = times(msg, verb_at, end)
    if repeat is not None and msg.verb(repeat[1], end):
        counted, place = repeat[0], repeat[1]
    elif count is not None and msg.verb(verb_at + 1, end) and msg.verb(verb_at, end) is None:
        counted, place = min(count, MAX_TIMES), verb_at + 1
    found = msg.verb(place, end)
    if found is not None and place > verb_at and counted is None and found[0].form not in (BASE, GERUND):
        found = None
    if found is not None and _is_spell(msg, found[0].weak, place, found[1], end):
        found = None
    if found is None:
        item = parse_bare(msg, extras, open_, end, branch)
    else:
        verb, stop = found
        form = BASE if counted is not None and verb.form == THIRD else verb.form
        item = Item(open_.span, verb.action)
        item.form, item.weak, item.star = form, verb.weak, open_.star
        item.end = stop
        item.marks.append(("verb", *msg.span(place, stop)))
        if counted:
            item.times = counted
        if verb.stands_for:
            item.slip(
                "abbreviated",
                *msg.span(place, stop),
                said=msg.said(place, stop),
                read_as=verb.stands_for,
                what="action",
            )
            if msg.mark(stop, end) == ".":
                stop += 1
                item.end = stop
        if is_idiom(msg, item, stop, end):
            return None
        if (
            msg.lexicon.called
            and msg.starts(msg.lexicon.called, place, end)
            and msg.lexicon.actions[item.action].attack
        ):
            stop, item.calls = place, True  # "called shot head": the noun is an argument too
        after = take_arguments(msg, item, extras, stop, end)
        item.end = max(item.end, stop, found[1])
        item.resume = max(item.end, after)
        if msg.lexicon.actions[item.action].known and not item.known:
            return None
    if item is None:
        return None
    _opened(msg, item, open_)
    return item


def _is_spell(msg: Message, weak: bool, at: int, verb_end: int, end: int) -> bool:
    """Whether a spell's name begins with this verb ("Heal Wounds"), or is one that talk is full of."""
    index = msg.lexicon.things.get("spell")
    found = index.exact(msg.tokens, at, end) if index is not None else None
    return found is not None and (found.end > verb_end or (weak and found.end == verb_end))


def _opened(msg: Message, item: Item, open_: Opening) -> None:
    item.at = open_.span
    quotes = sum(msg.mark(n, item.end) == '"' for n in range(item.at, item.end))
    if quotes % 2 and item.end < len(msg.tokens) and msg.mark(item.end, len(msg.tokens)) == '"':
        item.end += 1  # the closing quote of a quoted name
        item.resume = max(item.resume, item.end)
    item.lead = open_.lead
    item.loose = open_.loose
    if open_.star:
        if open_.shape is not None:
            item.slip(
                "star_shape", *msg.span(*open_.shape), said=msg.said(*open_.shape), read_as="*", what="shape"
            )
    elif open_.words is not None:
        item.star_words = True
        item.slip(
            "star_shape", *msg.span(*open_.words), said=msg.said(*open_.words), read_as="*", what="words"
        )
