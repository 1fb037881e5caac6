"""What may stand before the verb of a move: numbering, labels, joins, leads and stars.

The verb itself is not looked at here.
"""

from __future__ import annotations

from calledshot.moves.conditions import starts_item
from calledshot.moves.english import (
    INTERJECTIONS,
    JOINS,
    LABELS,
    LEADS,
    ORDINAL_NOUNS,
    ORDINALS_FIRST,
    ORDINALS_LATER,
)
from calledshot.moves.extras import star_prefix, star_words
from calledshot.moves.message import Message

ORDINALS = ORDINALS_FIRST | ORDINALS_LATER
MAX_OPENING = 24
"""Tokens before a verb: numbers, stars, "and then if I am fast enough I will also try to"."""
STARS_IN_MARKS = frozenset("+•")


class Opening:
    """What stood before a verb: where the move's own span begins, its star, whether somebody says "I'll"."""

    __slots__ = ("at", "joined", "lead", "loose", "shape", "span", "star", "words")

    def __init__(self, at: int) -> None:
        self.at = self.span = at
        self.star = self.lead = self.loose = self.joined = False
        self.shape: tuple[int, int] | None = None
        self.words: tuple[int, int] | None = None


def opening(msg: Message, at: int, end: int) -> Opening:
    """Numbering, labels, joins, interjections, leads and stars, in any order, up to the move itself."""
    open_ = Opening(at)
    end = min(end, at + MAX_OPENING)
    while at < end:
        start = at
        token = msg.tokens[at]
        if msg.star(at, end):
            if open_.star:
                break
            open_.star, open_.span = True, at
            open_.shape = (at, at + 1) if msg.said(at, at + 1) != "*" else open_.shape
            at += 1
        elif (
            msg.mark(at, end) in STARS_IN_MARKS
            and at + 1 < end
            and not msg.word(at + 1, end).isdigit()
            and (token.text == "•" or msg.tokens[at + 1].start == token.end)
            and (
                at > 0 or msg.given or msg.asked
            )  # what opens a chat line is a mark of the room's, or nothing
        ):
            open_.star, open_.span, open_.shape = True, at, (at, at + 1)
            at += 1
        elif msg.mark(at, end) in {
            '"',
            "'",
            "`",
            "-",
            ":",
            ",",
            ">",
            "#",
            ".",
            "~",
            "=",
            "->",
            "=>",
            "+",
        } or msg.smiley(at, end):
            open_.loose = True
            at += 1
        elif token.text in ORDINALS and (msg.begins_a_name(at, end) or _numbered_name(msg, at, end)):
            break
        elif _numbering(msg, at, end):
            open_.loose = True
            at = _numbering(msg, at, end)
        elif star_prefix(msg, at, end) and not (open_.star or open_.words):
            stop = star_prefix(msg, at, end)
            open_.words = (at, stop)
            open_.span = at if not open_.star else open_.span
            at = stop
        elif open_.star and star_prefix(msg, at, end):
            open_.loose, at = True, star_prefix(msg, at, end)  # "*if time permits, attack": said twice
        elif msg.mark(at, end) == "(" and not open_.star and _star_in_brackets(msg, at, end):
            stop = _star_in_brackets(msg, at, end)
            open_.words = (at, stop)
            open_.span = at
            at = stop
        elif msg.phrase(LABELS, at, end) and _label(msg, at, end):
            open_.loose = True
            at = _label(msg, at, end)
        elif token.text in INTERJECTIONS and not msg.verb(at, end):
            open_.loose = True
            at += 1
        elif msg.phrase(JOINS, at, end):
            open_.joined = open_.loose = True
            at = msg.phrase(JOINS, at, end)
        elif msg.phrase(LEADS, at, end):
            open_.lead = (
                open_.lead
                or token.text[:1] == "i"
                or token.text in {"let", "lemme", "gonna", "so", "and", "then"}
            )
            open_.loose = True
            at = msg.lead(LEADS, at, end)
        if at == start:
            break
        if not (open_.star or open_.words):
            open_.span = at
    open_.at = at
    if not (open_.star or open_.words):
        open_.span = at
    return open_


def _star_in_brackets(msg: Message, at: int, end: int) -> int:
    """ "(if fast enough): attack": the place after the brackets."""
    close = min(msg.pairs.get(at, end), end)
    stop = star_words(msg, at + 1, close)
    return close + 1 if stop and stop >= close and close + 1 < end else 0


def _numbered_name(msg: Message, at: int, end: int) -> bool:
    """ "first goblin": somebody by his number."""
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
    return named is not None and named[1] > at + 1 and len(named[0]) == 1


def _numbering(msg: Message, at: int, end: int) -> int:
    """ "1)", "2.", "#1:", "first:", "move 2:", "(1)" before a move; the place after, 0 if it is none."""
    word = msg.word(at, end)
    if not word:
        return 0
    if word.isdigit() and len(word) <= 2:
        if msg.mark(at + 1, end) in {")", ".", ":", "-", "]"} and not (
            msg.mark(at + 1, end) == "-" and not msg.spaced(at + 1)
        ):
            return at + 2
        return 0
    if word in ORDINALS_FIRST or word in {"second", "third"}:
        stop = at + 1
        if msg.word(stop, end) in ORDINAL_NOUNS and msg.mark(stop + 1, end) != "":
            stop += 1
        if msg.mark(stop, end) in {":", ")", "-", ","}:
            if word not in ORDINALS_FIRST and msg.mark(stop, end) in {":", "-"}:
                return 0  # "second move:" is a star in words, as "2nd:" is
            stop += 1
        elif word not in ORDINALS_FIRST:
            return stop if starts_item(msg, stop, end, bare=False) else 0
        return stop
    if word in {"move", "action", "round", "rd", "rnd", "r", "turn"} and msg.number(at + 1, end) is not None:
        stop = at + 2
        if msg.mark(stop, end) in {":", ")", "-", "."}:
            return stop + 1
        return stop if word == "move" and starts_item(msg, stop, end, bare=False) else 0
    if len(word) <= 3 and word[0] == "r" and word[1:].isdigit() and msg.mark(at + 1, end) in {":", "-"}:
        return at + 2
    if len(word) == 1 and word in "abc" and msg.mark(at + 1, end) == ")":
        return at + 2
    return 0


def _label(msg: Message, at: int, end: int) -> int:
    stop = msg.phrase(LABELS, at, end)
    if msg.mark(stop, end) in {":", "-", "=", ">", "::", "->"} or msg.kind(stop, end) == "roleplay":
        return stop + 1
    word = msg.tokens[stop - 1].text
    return (
        stop
        if (
            word in {"is", "are", "to", "be", "ooc", "im", "declare", "round", "turn", "action", "move"}
            and stop - at > 1
        )
        or (word in {"ooc", "declare"})
        else 0
    )
