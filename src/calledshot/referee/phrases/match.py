"""Matching compiled phrases against the tokens of a message.

A phrase is tried at one place and its longest reading kept. Every slot takes a bounded number of tokens and
every trial a bounded number of steps, so a message costs time in proportion to its length. What a match
means is not decided here.
"""

from __future__ import annotations

from typing import NamedTuple

from calledshot.referee.phrases.pattern import (
    ACCEPT,
    ANY_MARK,
    BRANCH,
    BREAK,
    COMMA,
    DICE_MARK,
    END,
    FIRST,
    LAST,
    LITERAL,
    NUMBER_MARK,
    NUMBERS,
    PEOPLE,
    PERSON_MARK,
    QUESTION,
    SET,
    SLOT,
    START,
    Node,
    Phrase,
)
from calledshot.referee.phrases.sums import Sum, read_sum
from calledshot.referee.phrases.tokens import HARD, NUMBER, PERSON, SOFT, WORD, Token

_NO_DEEDS = frozenset(
    {"is", "was", "has", "does", "this", "his", "its", "as", "us", "yes", "plus", "minus", "always"}
)
MAX_STEPS = 400
"""Steps of one trial of one phrase: far above what any phrase needs, so that none can run away."""
MAX_ANY = 3
"""Words that a slot for unknown words takes."""
MAX_REST = 24
"""Words that the rest of a clause may hold."""
MAX_NAMES = 8
"""Names in one list of names."""


class Person(NamedTuple):
    """Somebody the words point to. `kind`: name, several (fits more than one), you, he, they, i, thing (an
    arrow, "the orc"); `name` is filled for `name` alone."""

    kind: str
    name: str | None = None


class Capture(NamedTuple):
    """What filled a slot: a person, number, sum, canonical word or tuple of names, and the tokens it took."""

    value: object
    start: int
    end: int


class Words:
    """The sets of words that slots look at."""

    __slots__ = (
        "articles",
        "common",
        "first",
        "keys",
        "neuter",
        "owners",
        "second",
        "sums",
        "tails",
        "third",
        "verdicts",
        "vocabulary",
    )

    def __init__(
        self,
        classes: dict[str, frozenset[str]],
        common: frozenset[str],
        keys: frozenset[str],
        pools: frozenset[str],
        vocabulary: frozenset[str],
    ) -> None:
        self.vocabulary = vocabulary
        self.second = classes["second_person"]
        self.third = classes["third_person"]
        self.first = classes["first_person"]
        self.neuter = classes["neuter"]
        self.articles = classes["article"]
        self.owners = {
            word: kind for kind in ("you", "i", "thing") for word in classes["owner_" + kind]
        }  # "your arrow" is yours, "my knife" the speaker's
        self.sums = (
            classes["plus"],
            classes["equals"],
            classes["doubled"],
            classes["halved"],
            classes["times"],
        )
        self.verdicts = (
            classes["verdict_word"]
            | classes["hit_verb"]
            | classes["miss_verb"]
            | classes["damage"]
            | classes["be"]
            | pools
        )
        self.common = common
        self.tails = classes["tail_words"]
        self.keys = keys


class Line:
    """A message ready for matching. `opens[i]`: a clause may start at token i; `closes[i]`: a clause may end
    before token i; both look through fillers."""

    def __init__(
        self, tokens: list[Token], words: Words, fillers: frozenset[str], joins: frozenset[str]
    ) -> None:
        self.tokens = tokens
        self.words = words
        self.steps = 0
        self.joins = joins
        self.fillers = fillers
        count = len(tokens)
        self.closes = [False] * (count + 1)
        self.closes[count] = True
        closed = True
        for i in range(count - 1, -1, -1):
            token = tokens[i]
            if token.kind in (SOFT, HARD) or token.word in joins:
                closed = True
            elif token.word not in fillers and token.kind != PERSON:
                closed = False
            self.closes[i] = closed
        self.opens = [False] * (count + 1)
        self.opens[0] = True

    def marks(self, i: int) -> tuple[str, ...]:
        """What token i may begin: its word, and what it is besides."""
        token = self.tokens[i]
        if token.kind == PERSON:
            return (PERSON_MARK, ANY_MARK, token.word)
        if token.kind == NUMBER:
            return (NUMBER_MARK, ANY_MARK)
        if token.kind == WORD:
            word = token.word
            found: tuple[str, ...] = (word, ANY_MARK)
            who = self.words
            if word in who.second or word in who.third or word in who.first or word in who.neuter:
                found = (*found, "{pronoun}")
            if token.value is not None:
                found = (*found, NUMBER_MARK)
            if word[0] == "d" and word[1:].isdigit():
                found = (*found, DICE_MARK)
            return found
        return ()

    # -- one phrase at one place ----------------------------------------------------------------

    def match(self, phrase: Phrase, at: int) -> tuple[int, dict[str, Capture]] | None:
        """The longest reading of a phrase that begins at token `at`: its end and what filled the slots."""
        self.steps = 0
        found = self._run(phrase.root, at, ())
        if found is None or found[0] == at:
            return None
        captures: dict[str, Capture] = {}
        trail = found[1]
        while trail:
            name, capture, trail = trail
            captures.setdefault(name, capture)
        return found[0], captures

    def _run(self, node: Node, at: int, trail: tuple) -> tuple[int, tuple] | None:  # type: ignore[type-arg]
        tokens = self.tokens
        while True:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return None
            op = node.op
            if op == ACCEPT:
                return at, trail
            if op == LITERAL:
                if at >= len(tokens) or tokens[at].word not in node.words or tokens[at].kind in (SOFT, HARD):
                    return None
                at += 1
            elif op == BRANCH:
                best = None
                for branch in node.branches:
                    found = self._run(branch, at, trail)
                    if found is not None and (best is None or found[0] > best[0]):
                        best = found
                return best
            elif op == SLOT:
                best = None
                for end, value in self._fill(node.slot, at):
                    found = self._run(node.after, end, (node.slot, Capture(value, at, end), trail))  # type: ignore[arg-type]
                    if found is not None and (best is None or found[0] > best[0]):
                        best = found
                return best
            elif op == SET:
                trail = (node.slot, Capture(node.value, at, at), trail)
            elif op == START:
                if not self.opens[at]:
                    return None
            elif op == END:
                if not self.closes[at]:
                    return None
            elif op == COMMA:
                if at < len(tokens) and tokens[at].kind == SOFT:
                    at += 1
            elif op == BREAK:
                if at >= len(tokens) or tokens[at].kind != SOFT:
                    return None
                at += 1
            elif op == QUESTION:
                end = at
                while end < len(tokens) and tokens[end].kind == WORD and self.closes[end]:
                    end += 1
                if end >= len(tokens) or tokens[end].kind != HARD or tokens[end].word != "?":
                    return None
            elif op == FIRST:
                if any(t.kind not in (SOFT, HARD) and t.word not in self.fillers for t in tokens[:at]):
                    return None
            elif op == LAST and any(token.kind not in (SOFT, HARD) for token in tokens[at:]):
                return None
            assert node.after is not None
            node = node.after

    # -- slots ----------------------------------------------------------------------------------

    def _fill(self, slot: str, at: int) -> list[tuple[int, object]]:
        """Every way to fill a slot from token `at`: where it ends, and with what."""
        base = slot.rstrip("123")
        if at >= len(self.tokens):
            return []
        if base in PEOPLE:
            return self._people(base, at)
        if base in NUMBERS:
            return self._numbers(base, at)
        if base == "sum":
            summed = read_sum(self.tokens, at, self.words.sums)
            if summed is None:
                return []
            ways: list[tuple[int, object]] = [(summed.end, summed)]
            first = self.tokens[at]
            if summed.end > at + 1 and first.value is not None:
                ways.append((at + 1, Sum(at + 1, first.value, False, False, False)))
            return ways
        if base == "names":
            return self._name_list(at)
        if base == "dice":
            token = self.tokens[at]
            if token.kind == WORD and token.word[0] == "d" and token.word[1:].isdigit():
                return [(at + 1, token.word)]
            return []
        if base in ("rest", "tail"):
            return self._rest(at, base == "tail")
        if base == "known":
            end = at
            while end < len(self.tokens) and self.tokens[end].thing is self.tokens[at].thing is not None:
                end += 1
            return [(end, self.tokens[at].thing)] if end > at else []
        if base == "deed":
            word = self.tokens[at].word
            return (
                [(at + 1, None)]
                if word.endswith("s") and word.isalpha() and word not in _NO_DEEDS | self.words.verdicts
                else []
            )
        if base == "verb":
            token = self.tokens[at]
            plain = token.kind == WORD and token.word.isalpha()
            plain = plain and token.word not in self.words.common and token.word not in self.words.verdicts
            return (
                [(at + 1, None)]
                if plain and token.word.endswith("s") and token.word not in self.fillers
                else []
            )
        most = 1 if base == "word" else MAX_ANY
        ways = []
        for end in range(at + 1, min(at + most, len(self.tokens)) + 1):
            token = self.tokens[end - 1]
            if token.kind != WORD or (base in ("thing", "stat", "what") and token.word in self.words.common):
                break
            if base == "what" and token.word in self.words.tails:
                break
            if base == "stat" and token.word in self.words.keys:
                break
            ways.append((end, None))
        return ways

    def _rest(self, at: int, tail: bool) -> list[tuple[int, object]]:
        """The rest of the clause; as a `tail` that of the sentence."""
        end = at
        while end < len(self.tokens) and end - at < MAX_REST:
            token = self.tokens[end]
            if token.kind == HARD or (not tail and (token.kind == SOFT or token.word in self.joins)):
                break
            end += 1
        while end > at + 1 and self.tokens[end - 1].word in self.words.tails:
            end -= 1
        return [(end, None)] if end > at else []

    def _numbers(self, base: str, at: int) -> list[tuple[int, object]]:
        token = self.tokens[at]
        if (
            token.value is None
            or (base == "signed" and not token.signed)
            or (token.ordinal and base not in ("m", "nth"))
        ):
            return []
        if base == "nth" and not token.ordinal:
            return []
        if base in ("gain", "loss"):
            if not token.signed or (token.value > 0) != (base == "gain"):
                return []
            return [(at + 1, abs(token.value))]
        if base == "count":
            return [(at + 1, token.value)] if 0 < token.value < 20 and not token.signed else []
        if token.kind == WORD and token.value == 1 and base == "n":
            return []  # "one" is seldom a figure
        return [(at + 1, token.value)]

    def _name_list(self, at: int) -> list[tuple[int, object]]:
        """ "Swift, Kaelin and the goblin": names with commas or joins between."""
        tokens = self.tokens
        names: list[str] = []
        ways: list[tuple[int, object]] = []
        i = at
        while i < len(tokens) and len(names) < MAX_NAMES:
            if tokens[i].word in self.words.articles:
                i += 1
                continue
            if tokens[i].kind != PERSON:
                break
            person = tokens[i].person
            if person is not None:
                names.append(person)
            i += 1
            ways.append((i, tuple(names)))
            while i < len(tokens) and (
                tokens[i].kind == SOFT or tokens[i].word in ("and", "&", "+", "or", "/")
            ):
                i += 1
        return ways[::-1]

    def _people(self, base: str, at: int) -> list[tuple[int, object]]:
        tokens, words = self.tokens, self.words
        token = tokens[at]
        i = at
        if token.word in words.articles and at + 1 < len(tokens) and tokens[at + 1].kind == PERSON:
            i, token = at + 1, tokens[at + 1]
        ways: list[tuple[int, object]] = []
        if token.kind == PERSON:
            person = Person("name", token.person) if token.person is not None else Person("several")
            ways.append((i + 1, person))
            if base == "who" and i + 2 < len(tokens) and tokens[i + 1].word == "'s":
                ways += self._owned(i + 2, person)
            return ways
        if base == "name" or token.kind != WORD:
            return ways
        word = token.word
        if word in words.neuter and base == "target":
            ways.append((at + 1, Person("he")))
        elif word in words.second or word in words.neuter:  # "that hits": the roll of whoever is spoken to
            ways.append((at + 1, Person("you")))
        elif word in words.third:
            ways.append((at + 1, Person("he")))
        elif word in words.first:
            ways.append((at + 1, Person("i")))
        if base == "who":
            if word in words.owners or word in words.articles:
                kind = words.owners.get(word, "thing")
                ways += self._owned(at + 1, Person(kind))
            elif self.opens[at]:
                ways += self._capitals(at)
        return ways

    def _capitals(self, at: int) -> list[tuple[int, object]]:
        """Somebody or something we have no name for: a known spell, or up to three words with capitals."""
        ways: list[tuple[int, object]] = []
        for end in range(at + 1, min(at + MAX_ANY, len(self.tokens)) + 1):
            token = self.tokens[end - 1]
            known = end > at + 1 or token.thing is not None or token.word not in self.words.vocabulary
            if (
                token.kind != WORD
                or not (token.capital or token.thing)
                or token.word in self.words.common
                or not known
            ):
                break
            ways.append((end, Person("thing")))
        return ways

    def _owned(self, at: int, person: Person) -> list[tuple[int, object]]:
        """The words for somebody's arrow, blow or spell: up to three that mean nothing here."""
        ways: list[tuple[int, object]] = []
        for end in range(at + 1, min(at + MAX_ANY, len(self.tokens)) + 1):
            token = self.tokens[end - 1]
            word = token.word
            if (
                token.kind != WORD
                or word in self.words.common
                or word in self.words.verdicts
                or word[0] == "'"
            ):
                break
            ways.append((end, person))
        return ways
