"""Where the words of one move end: what parts it from the next, and how far an unknown name reaches.

No argument is taken here.
"""

from __future__ import annotations

from calledshot.moves.amounts import level, points, times
from calledshot.moves.conditions import starts_item
from calledshot.moves.english import (
    ARTICLES,
    CONDITIONS,
    FILLERS,
    JOINS,
    MANNER,
    NOT_SAID,
    OTHERWISE,
    POSSESSIVES,
    SAID_STOPS,
    TALK,
    TALK_PHRASES,
    TARGET_PREPS,
    WITH,
)
from calledshot.moves.extras import star_words
from calledshot.moves.inflect import GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.tokens import STAR

MAX_SAID = 6
"""Words that an unknown name of a spell, weapon or target may have before it is taken for chatter."""
STOPS_SAID = TARGET_PREPS | WITH | SAID_STOPS


def is_manner(msg: Message, at: int, end: int) -> bool:
    word = msg.word(at, end)
    return word in MANNER or word in ARTICLES or (word in WITH and leads_to_manner(msg, at + 1, end))


def leads_to_manner(msg: Message, at: int, end: int) -> bool:
    at = msg.articles(at, end)
    while msg.word(at, end) in {"great", "all"}:
        at = msg.articles(at + 1, end)
    return msg.word(at, end) in MANNER


def stops_at(msg: Message, item: Item, at: int, end: int) -> bool:
    """Where this item's own words end."""
    token = msg.tokens[at]
    if token.kind == STAR or msg.smiley(at, end):
        return True
    if (msg.given or msg.asked) and at and item.action == msg.lexicon.default_attack:
        verb = msg.verb(at, end)
        if verb is not None and verb[0].action == item.action and msg.tokens[at - 1].text == token.text:
            return True  # "attack attack"
    if (
        msg.mark(at, end) == "+"
        and at + 1 < end
        and (msg.spaced(at) or msg.tokens[at + 1].start == token.end)
    ):
        return not msg.word(at + 1, end).isdigit()
    if token.text in {"b", "c", "d"} and msg.mark(at + 1, end) == ")" and starts_item(msg, at + 2, end):
        return True
    if msg.separator(at, end):
        return True
    if msg.phrase(OTHERWISE, at, end) and token.text != "instead":
        return True
    if msg.word(at, end) == "or":
        return True
    join = msg.phrase(JOINS, at, end)
    if join and item.form == THIRD:
        told = msg.verb(join, end)
        if told is not None and told[0].form in (THIRD, GERUND):
            return True
    if join:
        return (
            starts_item(msg, join, end)
            or token.text in {"then", "next"}
            or bool(msg.phrase(CONDITIONS, join, end))
        )
    if token.text == "but" and msg.phrase(CONDITIONS, at + 1, end):
        return True
    if token.text in {"1st", "2nd", "3rd", "4th", "second", "third"} and msg.mark(at + 1, end) in {
        ":",
        ")",
        "-",
    }:
        return True
    # "1) attack 2) *attack": the number of the next item
    return (
        token.text.isdigit()
        and len(token.text) == 1
        and msg.mark(at + 1, end) in {")", "."}
        and at + 2 < end
        and (starts_item(msg, at + 2, end))
    )


def ends_at(msg: Message, at: int, end: int) -> bool:
    return (
        at >= end
        or msg.separator(at, end)
        or msg.mark(at, end) in {")", "(", "]"}
        or msg.star(at, end)
        or bool(msg.phrase(JOINS, at, end))
        or msg.word(at, end) in WITH
    )


def named_before_brackets(msg: Message, at: int, end: int) -> int:
    """The place of brackets with a level in them that close a name: "Burning Hands (Fire Level 2)"."""
    for place in range(at, min(end, at + MAX_SAID) + 1):
        if place > at and msg.mark(place, end) in {"(", "["}:
            close = min(msg.pairs.get(place, end), end)
            return place if any(level(msg, n, close) for n in range(place + 1, min(close, place + 8))) else 0
        if not msg.word(place, end) and not (msg.mark(place, end) in {"'", "-"} and msg.glued(place)):
            return 0
        if msg.word(place, end) in {"on", "at", "against", "with", "and", "then", "using"}:
            return 0
    return 0


def said_end(msg: Message, at: int, end: int) -> int:
    """Where a name that nobody knows ends: at a preposition, a join, or a word that is none of a name's."""
    stop = at
    capital = msg.text[msg.tokens[at].start].isupper() if at < end else False
    if msg.word(at, end) in NOT_SAID:
        return at
    while stop < end and stop - at < MAX_SAID:
        word = msg.word(stop, end)
        if not word:
            if (
                msg.mark(stop, end) in {"'", "-", "#"}
                and msg.glued(stop)
                and stop + 1 < end
                and msg.glued(stop + 1)
            ):
                stop += 1
                continue
            break
        if (word in STOPS_SAID and stop > at) or word in TALK or msg.phrase(TALK_PHRASES, stop, end):
            break
        titled = capital and msg.text[msg.tokens[stop].start].isupper()  # "Burning Hands"
        if stop > at and (
            ((word in FILLERS or word in MANNER or word in POSSESSIVES - {"the", "a"}) and not titled)
            or star_words(msg, stop, end)
            or msg.phrase(CONDITIONS, stop, end)
            or msg.starts(msg.lexicon.called, stop, end)
            or times(msg, stop, end)
            or msg.lexicon.modifiers.exact(msg.tokens, stop, end)
            or msg.lexicon.combatants.find(msg.tokens, stop, end, fuzzy=False)
            or level(msg, stop, end)
            or points(msg, stop, end)
        ):
            break
        if msg.phrase(JOINS, stop, end) or msg.phrase(OTHERWISE, stop, end):
            break
        if stop == at and word.endswith("ly") and len(word) > 4 and not titled:
            break
        stop += 1
    while stop > at and msg.tokens[stop - 1].text in {"'", "-", "#"}:
        stop -= 1
    return stop
