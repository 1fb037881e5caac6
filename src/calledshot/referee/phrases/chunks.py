"""A message cut into chunks: matched phrases, names standing alone, pairs of names and numbers, bare figures.

Each clause also learns how many of its words no chunk explains; talk has many, a ruling few or none. What
the chunks amount to is decided in `drafts`.
"""

from __future__ import annotations

from collections.abc import Callable

from calledshot.referee.phrases.book import Index, Phrasebook, Rule
from calledshot.referee.phrases.lists import Pairs, read_pairs
from calledshot.referee.phrases.match import Capture, Line
from calledshot.referee.phrases.pattern import DICE_MARK, NUMBER_MARK, PERSON_MARK, Phrase
from calledshot.referee.phrases.sums import Sum, read_sum
from calledshot.referee.phrases.tokens import HARD, NUMBER, PERSON, SOFT, WORD, Token

MAX_CHUNKS = 60
"""Chunks of one message: more is no ruling but a paste."""


class Chunk:
    """Tokens `start` to `end` of a clause, and what was recognised in them."""

    __slots__ = ("captures", "clause", "end", "pairs", "person", "rule", "sentence", "start", "sum")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.rule: Rule | None = None
        self.captures: dict[str, Capture] = {}
        self.pairs: Pairs | None = None
        self.sum: Sum | None = None
        self.person: str | None = None
        self.clause = 0
        self.sentence = 0


class Clause:
    """Words between two breaks or joins. `loose` counts those no chunk explains; `question` and `shout` are
    whether it ends in a question or exclamation mark; `start` and `end` are tokens."""

    __slots__ = ("chunks", "end", "loose", "question", "sentence", "shout", "start")

    def __init__(self, start: int, sentence: int) -> None:
        self.start = start
        self.end = start
        self.sentence = sentence
        self.loose = 0
        self.question = False
        self.shout = False
        self.chunks: list[Chunk] = []


class Message:
    """The chunks of a message in order, and its clauses."""

    __slots__ = ("chunks", "clauses", "tokens")

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.chunks: list[Chunk] = []
        self.clauses: list[Clause] = []


def cut(tokens: list[Token], book: Phrasebook, index: Index, admits: Callable[[Rule], bool]) -> Message:
    """Chunks and clauses, leftmost and longest first; only phrases of the rules that `admits` lets in."""
    message = Message(tokens)
    fillers, joins, turns = book.lists["fillers"], book.lists["joins"], book.lists["turns"]
    line = Line(tokens, book.words, fillers, joins | turns)
    named = any(token.kind == PERSON for token in tokens)
    active = [
        phrase
        for phrase in _active(tokens, index)
        if admits(book.rules[phrase.rule]) and (named or not book.rules[phrase.rule].addressed)
    ]
    sentence = 0
    clause = Clause(0, 0)
    message.clauses.append(clause)
    open_here = True
    i = 0
    while i < len(tokens):
        token = tokens[i]
        line.opens[i] = open_here
        if token.kind in (SOFT, HARD):
            clause.end = i
            if token.kind == HARD:
                clause.question = token.word == "?"
                clause.shout = token.word == "!"
                sentence += 1
            i += 1
            clause = Clause(i, sentence)
            message.clauses.append(clause)
            open_here = True
            continue
        chunk = _best(line, active, i, book) if len(message.chunks) < MAX_CHUNKS else None
        if chunk is not None:
            chunk.clause, chunk.sentence = len(message.clauses) - 1, sentence
            message.chunks.append(chunk)
            clause.chunks.append(chunk)
            i = chunk.end
            if chunk.rule is not None or chunk.pairs is not None:
                open_here = True
            continue
        if token.word in joins or token.word in turns:
            clause.end = i
            clause = Clause(i + (token.word in joins), sentence)
            message.clauses.append(clause)
            open_here = token.word in joins
        elif token.word not in fillers or token.kind != WORD:
            clause.loose += 1
            open_here = False
        i += 1
    clause.end = len(tokens)
    return message


def _active(tokens: list[Token], index: Index) -> list[Phrase]:
    """The phrases that can match at all: those whose key word, number or name is present."""
    present: set[str] = set()
    for token in tokens:
        if token.kind == WORD:
            present.add(token.word)
            if token.value is not None:
                present.add(NUMBER_MARK)
            if token.word[0] == "d" and token.word[1:].isdigit():
                present.add(DICE_MARK)
        elif token.kind == NUMBER:
            present.add(NUMBER_MARK)
            present.add(token.word)
        elif token.kind == PERSON:
            present.add(PERSON_MARK)
    found: dict[int, Phrase] = {}
    for key in present:
        for phrase in index.by_key.get(key, ()):
            if not any(need.isdisjoint(present) for need in phrase.needs):
                found[phrase.order] = phrase
    return [found[order] for order in sorted(found)]


def _best(line: Line, active: list[Phrase], at: int, book: Phrasebook) -> Chunk | None:
    tokens = line.tokens
    marks = line.marks(at)
    best: Chunk | None = None
    best_rank = (False, 0, False, False)
    for phrase in active:
        if phrase.first.isdisjoint(marks):
            continue
        found = line.match(phrase, at)
        if found is None:
            continue
        rule = book.rules[phrase.rule]
        if rule.joined and not after_join(tokens, at, book):
            continue
        rank = (
            not (rule.weak or rule.scraps),
            found[0],
            not phrase.open,
            not rule.gives or bool(rule.due),
        )  # at equal length a saying beats what it is made of
        if best is None or rank > best_rank:
            best_rank = rank
            best = Chunk(at, found[0])
            best.rule = rule
            best.captures = found[1]
    ahead = at + 1 if tokens[at].word in ("at", "on") and at + 1 < len(tokens) and line.opens[at] else at
    pairs = read_pairs(tokens, ahead, book) if line.opens[at] or tokens[at].kind == PERSON else None
    if pairs is not None and (pairs.number_first or ahead == at):
        end = ahead + 1 if pairs.number_first and len(pairs.entries) == 1 else pairs.end
        longest = pairs.end if best is None else max(best.end, 0)
        if best is None or end > best.end or (pairs.number_first and longest < pairs.end):
            best = Chunk(at, end)
            best.pairs = pairs
    if best is None and tokens[at].kind == PERSON:
        best = Chunk(at, at + 1)
        best.person = tokens[at].person
    elif tokens[at].value is not None and line.opens[at] and not tokens[at].ordinal:
        summed = read_sum(tokens, at, book.words.sums)
        if summed is not None and (best is None or (summed.worked and summed.end > best.end)):
            best = Chunk(at, summed.end)
            best.sum = summed
    return best


def after_join(tokens: list[Token], at: int, book: Phrasebook) -> bool:
    """Whether only fillers stand between token `at` and an "and" before it."""
    i = at - 1
    while i >= 0 and tokens[i].kind == WORD and tokens[i].word in book.lists["fillers"]:
        i -= 1
    return i >= 0 and tokens[i].word in book.lists["joins"]
