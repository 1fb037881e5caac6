"""Everyday talk with a fighting verb: "casts a glance", "strikes a pose". What is none is a move, for all
this module knows.
"""

from __future__ import annotations

from calledshot.moves.amounts import level
from calledshot.moves.english import (
    ARTICLES,
    IDIOM_NOUNS,
)
from calledshot.moves.message import Item, Message


def is_idiom(msg: Message, item: Item, at: int, end: int) -> bool:
    """ "casts a glance", "throws up her hands", "strikes a pose": everyday talk with a fighting verb."""
    if _adjective(msg, at, end):
        return True
    article, start = False, msg.articles(at, end)
    action = msg.lexicon.actions[item.action]
    aims = bool(action.objects) and action.objects[0] == "name" and not item.weak
    stop = min(end, at + 5)
    while at < stop:
        word = msg.word(at, end)
        if not word and msg.mark(at, end) not in {"-", "'"}:
            return False
        article = article or word in ARTICLES
        if (
            word in IDIOM_NOUNS
            and not (aims and word in BODY_NOUNS)
            and (article or not msg.given)
            and not _specified(msg, at + 1, end)
        ):
            if _named(msg, item, start, at, end):
                return False
            return not (word in BODY_NOUNS and _aimed_at(msg, at))
        if word in {"at", "on", "with", "w/", "using", "if", "then", "and", "against", "to"}:
            return False
        at += 1
    return False


ADJECTIVES = frozenset(("close", "clear", "slow", "still"))
"""Verbs of moves that are adjectives as well."""
MEASURES = frozenset(
    {
        "so", "soo", "sooo", "too", "very", "that", "that's", "thats", "was", "were", "is", "it's", "its",
        "how", "damn", "dang", "pretty", "really", "awfully", "awful", "real", "quite", "super", "this",
        "mighty", "ever",
    }
)  # fmt: skip
"""Words before an adjective, and before no verb of the speaker's own move."""


def _adjective(msg: Message, at: int, end: int) -> bool:
    """ "so close", "that was close!": said of what has happened; nothing follows that he closes with."""
    if at < 2 or msg.tokens[at - 1].text not in ADJECTIVES or msg.tokens[at - 2].text not in MEASURES:
        return False
    return not msg.word(at, end)


def _named(msg: Message, item: Item, start: int, at: int, end: int) -> bool:
    """Whether the word at `at` belongs to the name of somebody or of a thing that begins at `start`."""
    somebody = msg.lexicon.combatants.find(msg.tokens, start, end, fuzzy=False)
    if somebody is not None and somebody[1] > at:
        return True
    for kind in (*msg.lexicon.actions[item.action].objects, "weapon", "spell", "power"):
        for known in (msg.lexicon.things.get(kind), msg.lexicon.generic.get(kind)):
            found = known.exact(msg.tokens, start, end) if known is not None else None
            if found is not None and found.end > at:
                return True
    return False


def _specified(msg: Message, at: int, end: int) -> bool:
    """Brackets with a level in them right behind: a spell, whatever it is called."""
    if msg.mark(at, end) not in {"(", "[", "{"}:
        return False
    close = min(msg.pairs.get(at, end), end)
    return any(level(msg, place, close) is not None for place in range(at + 1, min(close, at + 8)))


BODY_NOUNS = frozenset(("eye", "eyes", "hand", "hands", "leg", "legs", "arms", "hair"))


def _aimed_at(msg: Message, at: int) -> bool:
    return any(
        msg.tokens[n].text in {"at", "in", "to", "for"} or "'s" in msg.tokens[n].text
        for n in range(max(0, at - 3), at)
    )
