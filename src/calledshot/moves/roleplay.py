"""Role-play: what somebody is told to do in free prose. Everything read here is a candidate only.

Verbs are looked for anywhere, and the words round them are colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.moves.arguments import take_arguments
from calledshot.moves.english import (
    CHATTER,
    QUESTION_OPENERS,
    STORY_WORDS,
    TALK,
)
from calledshot.moves.extras import Extras, total
from calledshot.moves.idioms import is_idiom
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.verdict import MAX_MOVES, Clause

if TYPE_CHECKING:
    from calledshot.moves.reader import Reader

NO_STORY = (TALK | QUESTION_OPENERS | CHATTER) - STORY_WORDS
TRIES = frozenset(("tries", "attempts", "trying", "attempting", "moves", "seeks", "aims", "goes"))
MAX_PROSE = 16
"""Tokens behind a verb of role-play that may say whom it is aimed at and what with."""


def narrates(reader: Reader) -> bool:
    """ "He brings his mace down on Torvik": a plain line that tells what somebody does, and no talk in
    it."""
    msg = reader.msg
    return (
        not any(token.text in NO_STORY or token.kind == "smiley" for token in msg.tokens)
        and not any(clause.question or clause.vocative for clause in reader.clauses)
        and len(msg.tokens) >= 4
    )


def read_roleplay(reader: Reader, at: int, end: int, narrated: bool = False) -> None:
    """Role-play: verbs are looked for anywhere, and what surrounds them is colour. `narrated`: nothing but
    the words tells that it is role-play, so only the third person with something known counts."""
    msg = reader.msg
    clause = Clause(ooc=False, prose=True)
    reader.clauses.append(clause)
    while at < end and len(clause.items) < MAX_MOVES:
        if msg.mark(at, end) == "(" and at + 1 < end and msg.mark(at + 1, end) in {"(", "*"}:
            at = reader.bracket(clause, at, end)
            continue
        if msg.mark(at, end) in {"(", "["}:
            close = min(msg.pairs.get(at, end), end)
            number = total(msg, at + 1, close)
            reader.extras.total = number if number is not None else reader.extras.total
            stop = reader.extra(at + 1, close, bracketed=True)
            if number is not None or stop:
                at = min(close + 1, end)
                continue
        if msg.mark(at, end) == "?" or msg.mark(at, end) == '"':
            if msg.mark(at, end) == '"':
                close = next((n for n in range(at + 1, end) if msg.mark(n, end) == '"'), end)
                at = close + 1
                continue
            clause.items.clear()
        if msg.word(at, end) in TRIES and msg.word(at + 1, end) == "to":
            at += 2  # "tries to skewer him"
            continue
        star = msg.star(at, end)
        verb = msg.verb(at + 1 if star else at, end)
        if verb is None or not (star or _tells(msg, at)):
            at += 1
            continue
        place = at + 1 if star else at
        if verb[0].form == BASE and verb[0].weak and msg.word(at, end) == "down":
            at += 1  # "brings it down"
            continue
        item = Item(at, verb[0].action)
        item.star, item.form, item.weak = star, verb[0].form, verb[0].weak
        item.end = verb[1]
        item.marks.append(("verb", *msg.span(place, verb[1])))
        if is_idiom(msg, item, verb[1], end):
            at = verb[1]
            continue
        stop = take_arguments(msg, item, Extras(), verb[1], min(end, verb[1] + MAX_PROSE))
        item.slips.clear()
        if item.called is not None and item.penalty is None:
            item.called = None
            item.known -= 1
        if item.unread:
            item.end = max(verb[1], _last_read(msg, item))
        if item.form == BASE and not star and not (item.known or item.pronoun):
            at = verb[1]
            continue
        told = (
            item.known
            and (item.aimed or item.instrument)
            and not item.to_me
            and (item.form == THIRD or (item.form == GERUND and item.known > 1))
        )
        if narrated and (not told or sum(last - first for first, last in item.unread) > 4):
            at = verb[1]
            continue
        clause.items.append(item)
        at = max(stop, verb[1])


def _tells(msg: Message, at: int) -> bool:
    """Whether a verb at this place tells what somebody does: not a noun, not what he wants to do."""
    if at == 0:
        return True
    before = msg.tokens[at - 1]
    if before.text == "to" and msg.word(at - 2, at) in TRIES:
        return True
    if before.kind != "word":
        return before.text != "'"
    return before.text not in {
        "to",
        "a",
        "an",
        "the",
        "my",
        "his",
        "her",
        "its",
        "their",
        "your",
        "of",
        "for",
        "from",
        "with",
        "in",
        "at",
        "on",
        "by",
        "would",
        "could",
        "should",
        "can",
        "will",
        "not",
        "never",
        "don't",
        "doesn't",
        "no",
        "another",
        "this",
        "that",
        "you",
        "we",
        "they",
        "if",
        "who",
        "into",
        "nice",
        "good",
        "next",
        "last",
        "first",
    }


def _last_read(msg: Message, item: Item) -> int:
    last = 0
    for _, _, stop in item.marks:
        last = max(last, stop)
    for place in range(item.at, item.end):
        if msg.tokens[place].end >= last:
            return place + 1
    return item.end
