"""Contingencies: how far a condition reaches, and whether a move begins at a place.

What a condition means, and whether it has come true, is for a ruleset's fight to say.
"""

from __future__ import annotations

from calledshot.moves.english import (
    ARTICLES,
    CONDITIONS,
    INTERJECTIONS,
    JOINS,
    LEADS,
    OTHERWISE,
    STAR_PREFIXES,
)
from calledshot.moves.extras import Extras, extras_in_brackets, star_condition
from calledshot.moves.inflect import BASE, GERUND
from calledshot.moves.message import Item, Message

FIRSTS = frozenset(("first", "1st", "second", "2nd"))
MAX_CONDITION = 40
"""Tokens of one condition; what runs longer is a story."""


def starts_item(msg: Message, at: int, end: int, *, bare: bool = True) -> bool:
    """Whether a move may begin at `at`: a star, a verb in its base form, or somebody's "I'll" before one."""
    for _ in range(6):
        while at < end and msg.mark(at, end) in {",", '"', "'", ":", "-", "(", "[", "+", "•", "&"}:
            at += 1
        if msg.star(at, end):
            return True
        if msg.word(at, end) in INTERJECTIONS and not msg.verb(at, end):
            at += 1
            continue
        join = msg.phrase(JOINS, at, end)
        lead = msg.phrase(LEADS, at, end)
        if join or lead:
            at = join or lead
            continue
        break
    if msg.word(at, end) in FIRSTS and msg.begins_a_name(at, end):
        return bare
    if star_condition(msg, at, end) or msg.phrase(STAR_PREFIXES, at, end):
        return True
    if msg.word(at, end) in {"a", "an", "another"}:
        at += 1
    verb = msg.verb(at, end)
    if verb is not None and verb[0].form in (BASE, GERUND):
        return True
    if msg.mark(at, end) or not bare:
        return False
    at = msg.articles(at, end)
    lexicon = msg.lexicon
    return any(
        index.exact(msg.tokens, at, end) is not None
        for kind, index in (*lexicon.things.items(), *lexicon.generic.items())
        if kind in {"spell", "weapon", "power"}
    )


def take_condition(msg: Message, item: Item, at: int, end: int) -> int:
    """A condition after its move; the place where it ends."""
    stop = extent(msg, at, end)
    if stop <= at + 1:
        return 0
    item.condition = (at, stop)
    item.marks.append(("condition", *msg.span(at, stop)))
    return stop


def extent(msg: Message, at: int, end: int) -> int:
    """Where the condition that opens at `at` ends, if it stands after its move."""
    place = msg.phrase(CONDITIONS, at, end)
    if msg.word(at, end) == "once" and msg.word(at + 1, end) in {"more", "again"}:
        return at
    while place < end and place - at < MAX_CONDITION:
        if msg.star(place, end) or msg.mark(place, end) in {")", "]", "}"}:
            break
        if msg.phrase(OTHERWISE, place, end):
            break
        if msg.mark(place, end) in {"(", "["} and extras_in_brackets(msg, Extras(), place, end):
            break
        if msg.separator(place, end):
            after = place + 1
            if (
                msg.kind(place, end) == "line"
                or msg.sentence_end(place)
                or msg.mark(place, end) in {";", "|"}
            ):
                break
            if after >= end or msg.phrase(OTHERWISE, after, end) or starts_item(msg, after, end, bare=False):
                break
            if _otherwise_soon(msg, after, end) or msg.word(after, end).endswith("s"):
                place += 1  # "if he dies, flees or yields"
                continue
            break
        if msg.word(place, end) == "then":
            break
        if msg.word(place, end) in {"and", "or"} and starts_item(msg, place + 1, end, bare=False):
            verb_at = place + 1
            if msg.word(verb_at, end) != "i" or msg.verb(verb_at + 1, end):
                break
        place += 1
    while place > at and msg.mark(place - 1, end) in {",", "-", '"', "("}:
        place -= 1
    return place


def _otherwise_soon(msg: Message, at: int, end: int) -> bool:
    """A comma inside the condition: more of it follows before "in which case" or the like."""
    return any(msg.phrase(OTHERWISE, place, end) for place in range(at, min(end, at + MAX_CONDITION)))


def leading(msg: Message, at: int, end: int) -> tuple[int, int] | None:
    """A condition before its move: where it ends, and where the move begins; None if there is no move."""
    place = msg.phrase(CONDITIONS, at, end)
    if not place:
        return None
    last: tuple[int, int] | None = None
    stop = min(end, at + MAX_CONDITION)
    while place < stop:
        if msg.star(place, end):
            return (place, place) if place > at + 1 else None
        parts = msg.mark(place, end) in {",", ":"} or (msg.mark(place, end) == "-" and msg.spaced(place))
        if parts or msg.word(place, end) == "then":
            if starts_item(msg, place + 1, end):
                return place, place + 1
        elif (
            msg.phrase(OTHERWISE, place, end)
            or msg.kind(place, end) == "line"
            or msg.mark(place, end) in {";", ")", "]"}
            or msg.sentence_end(place)
        ):
            break
        elif msg.word(place, end) in {"i", "i'll", "ill"} and msg.verb(place + 1, end) and place > at + 2:
            return place, place
        else:
            verb = msg.verb(place, end)
            before = msg.tokens[place - 1].text
            if (
                verb is not None
                and verb[0].form == BASE
                and place > at + 2
                and before not in ARTICLES | {"to", "i", "they", "you", "and"}
            ):
                last = (place, place)
        place += 1
    return last
