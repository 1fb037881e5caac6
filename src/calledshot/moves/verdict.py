"""Declaration or talk? How much a clause must show before it counts as a declaration.

A few points for what only a declaration says (a star, a known spell, a named target), fewer for what talk
is full of.
"""

from __future__ import annotations

from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.message import Item, Message

NEEDED = 2
NEEDED_AMONG_TALK = 3
ASKED = 2
MAX_MOVES = 24
"""Moves of one message that are kept; no roll wins so many, and a pasted page must not become a thousand."""


class Clause:
    """A stretch of a message that stands or falls as one. `junk`: words that are no move, with the place
    where they stood: before or after the first move."""

    __slots__ = (
        "asked",
        "first_junk",
        "items",
        "junk",
        "junk_words",
        "ooc",
        "prose",
        "question",
        "shout",
        "talk",
        "vocative",
    )

    def __init__(self, *, ooc: bool, prose: bool) -> None:
        self.items: list[Item] = []
        self.junk: list[tuple[int, int]] = []
        self.junk_words = 0
        self.ooc, self.prose = ooc, prose
        self.question = self.shout = self.talk = self.vocative = self.first_junk = False


def score(msg: Message, item: Item) -> int:
    """How much one move looks like a declared one."""
    action = msg.lexicon.actions[item.action]
    points = 0 if item.weak or item.bare else 1
    points += min(3, item.known)
    points += 2 if item.star else 1 if item.star_words else 0
    points += 2 if item.spec else 0
    points += 1 if item.pronoun and not item.to_you else 0
    points += 1 if item.lead else 0
    points += 1 if item.condition is not None else 0
    if item.spell is not None and not item.spell_known and not item.spec:
        points += 1 if msg.lexicon.open("spell") and not item.bare else 0
    empty = item.instrument is None and item.spell is None
    if action.needs and empty and not (item.aimed and action.attack):
        points -= 2
    if item.weak and action.needs and not item.known:
        points -= 1
    if item.form != BASE and not (item.known or item.pronoun):
        points -= 1
    if action.id == msg.lexicon.default_power and not item.known:
        points -= 1
    if item.otherwise and item.condition is None and not item.star_words:
        points -= 3
    unread = sum(stop - start for start, stop in item.unread)
    points -= min(4, unread)
    if action.id == msg.lexicon.other and not item.known:
        points -= 1
    if item.to_me:
        points -= 2
    if item.to_you and not item.lead:
        points -= 1
    if item.talk:
        points -= 6
    return points


def sure(msg: Message, item: Item) -> bool:
    """Third-person prose counts only when confirmed, unless it carries what only a declaration does."""
    return (
        item.form == BASE
        or item.star
        or item.spec
        or msg.given
        or (item.form == GERUND and (item.lead or item.known > 0 or item.pronoun))
        or (item.spell_known and item.aimed and not item.unread)
    )


def accepts(msg: Message, clause: Clause) -> bool:
    """Whether the clause's moves count (as sure ones or as candidates: see `sure`)."""
    items = clause.items
    if not items or clause.question:
        return False
    free = not (msg.given or msg.asked or clause.prose)
    if free and all(item.action == msg.lexicon.other and not (item.known or item.star) for item in items):
        return False
    if free and (all(_idle(item) for item in items) or _maybe(msg, items[0])):
        return False
    scores = [score(msg, item) for item in items]
    best = max(scores)
    if msg.given:
        return not clause.talk or best >= NEEDED_AMONG_TALK
    if clause.prose:
        return any(tells(msg, item) for item in items)
    if clause.talk and best < NEEDED_AMONG_TALK + 2:
        return False
    if any(item.talk for item in items) and best < NEEDED_AMONG_TALK:
        return False
    if clause.vocative and not any(item.star or item.spec for item in items):
        return False
    best += ASKED if msg.asked else 0
    best += 1 if clause.ooc else 0
    whole = not clause.junk_words
    best += 1 if whole else 0
    best -= 1 if clause.shout and not msg.asked else 0
    if clause.first_junk:
        return best >= NEEDED_AMONG_TALK + (0 if clause.junk_words <= 3 else 1)
    return best >= (NEEDED if whole else NEEDED_AMONG_TALK)


def _idle(item: Item) -> bool:
    """Only the name of a thing, with nothing to show that it is used."""
    star = item.star and not any(slip[3] == "trailing" for slip in item.slips)  # "Pain*" mends a typing error
    return item.bare and not (star or item.spec or item.aimed or item.condition is not None)


def _maybe(msg: Message, item: Item) -> bool:
    """ "maybe I'll attack": a first move in doubt is talk."""
    return (
        item.star_words
        and not item.star
        and any(
            slip[1].lower().startswith(("maybe", "perhaps", "hopefully", "possibly"))
            for slip in item.slips
            if slip[0] == "star_shape"
        )
    )


def tells(msg: Message, item: Item) -> bool:
    """Prose tells of a move if the verb has a weapon, a spell or somebody it is aimed at."""
    action = msg.lexicon.actions[item.action]
    if (
        item.talk
        or action.id == msg.lexicon.other
        or (item.target is not None and not item.known and item.target != "self")
    ):
        return False
    if action.needs and not action.attack and item.instrument is None and item.spell is None:
        return False
    if item.star or item.spec or item.known or (item.aimed and item.pronoun):
        return True
    if action.attack and item.form == THIRD and not (item.weak or item.unread or action.needs):
        return not item.aimed or item.target is not None  # "::lunges::"
    verb = next((msg.text[start:end] for kind, start, end in item.marks if kind == "verb"), "")
    wordy = bool(item.unread) and " " in verb
    return action.moves and item.form in (THIRD, GERUND, BASE) and not item.weak and not wordy
