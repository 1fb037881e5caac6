"""Names with numbers: "Swift 170 & 70, Kaelin 120 & 20", "133: Elsinore", "Kaelin 12".

Finds the pairs; whether they are initiatives, pools or a call is for `utterance`, which sees what stands
around them.
"""

from __future__ import annotations

from typing import NamedTuple

from calledshot.referee.phrases.book import Phrasebook
from calledshot.referee.phrases.tokens import HARD, NUMBER, PERSON, SOFT, WORD, Token

MAX_ENTRIES = 40
"""Pairs in one list: a round of ten fighters with four moves each."""


class Pairs(NamedTuple):
    """`entries` in the order said; `first` is whether the number stood before the name; `links` the words
    between the first name and its number."""

    end: int
    entries: tuple[tuple[str, int], ...]
    number_first: bool
    links: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    of_most: bool = False  # "20/28": what is left of how much
    gained: bool = False  # "+4"


def read_pairs(tokens: list[Token], at: int, book: Phrasebook) -> Pairs | None:
    """The list of pairs beginning at token `at`, None if the two tokens there are no pair."""
    kind = tokens[at].kind
    if kind == PERSON:
        return _names_first(tokens, at, book)
    if kind == NUMBER and not tokens[at].ordinal:
        return _numbers_first(tokens, at, book)
    return None


def _names_first(tokens: list[Token], at: int, book: Phrasebook) -> Pairs | None:
    entries: list[tuple[str, int]] = []
    spans: list[tuple[int, int]] = []
    links: tuple[str, ...] = ()
    of_most = False
    end = i = at
    while i < len(tokens) and len(entries) < MAX_ENTRIES:
        name = tokens[i]
        if name.kind != PERSON or name.person is None:
            break
        begin = i
        together = [name.person]
        while tokens[i].shared and i + 2 < len(tokens):
            i += 2  # "both orcs 94"
            together.append(tokens[i].person or "")
        i, linked = _skip_links(tokens, i + 1, book)
        if not _figure(tokens, i, book):
            break
        if not entries:
            links = linked
        entries += [(one, tokens[i].value or 0) for one in together]
        spans += [(begin, i + 1)] * len(together)
        i += 1
        if "(" in linked:
            i = _closing(tokens, i)
        if _of_most(tokens, i, entries[-1][1], book):
            of_most, i = True, i + 2
        end = i
        while True:  # further numbers of the same name
            j = _skip(
                tokens, i, book.classes["plus"] | book.classes["and"] | book.classes["then"] | {"/", "&", ","}
            )
            if not _figure(tokens, j, book) or _is_pair(tokens, j, book):
                break
            if j == i and not 0 < (tokens[j].value or 0) < entries[-1][1]:
                break  # "Swift 170 70": without a word between, only a later initiative
            entries.append((name.person, tokens[j].value or 0))
            spans.append((j, j + 1))
            i = end = j + 1
        i = _skip(tokens, i, book.classes["and"] | book.classes["then"] | {"/", "&", ">"}, hard=";\n")
    if not entries:
        return None
    return Pairs(end, tuple(entries), False, links, tuple(spans), of_most, _gained(tokens, at, end))


def _of_most(tokens: list[Token], i: int, left: int, book: Phrasebook) -> bool:
    """ "20/28": a second figure that is no lower is the most there can be, no later initiative."""
    if i + 1 >= len(tokens) or tokens[i].word != "/" or not _figure(tokens, i + 1, book):
        return False
    return (tokens[i + 1].value or 0) >= left


def _numbers_first(tokens: list[Token], at: int, book: Phrasebook) -> Pairs | None:
    entries: list[tuple[str, int]] = []
    spans: list[tuple[int, int]] = []
    links: tuple[str, ...] = ()
    end = i = at
    while i < len(tokens) and len(entries) < MAX_ENTRIES and _figure(tokens, i, book):
        earlier: list[int] = []
        while _figure(tokens, i + 2, book) and tokens[i + 1].word in book.classes["and"] | {"/"}:
            earlier.append(tokens[i].value or 0)  # "145 & 45 Briony"
            i += 2
        if any(value <= (tokens[i].value or 0) for value in earlier):
            break
        j, linked = _skip_links(tokens, i + 1, book)
        if j < len(tokens) and tokens[j].word in book.classes["and"] and linked:
            j += 1  # "20, and Maelis casts"
        if "to" in linked or j >= len(tokens) or tokens[j].kind != PERSON or tokens[j].person is None:
            break
        if not entries:
            links = linked
        entries += [(tokens[j].person or "", value) for value in (*earlier, tokens[i].value or 0)]
        spans += [(i, j + 1)] * (1 + len(earlier))
        end = j + 1
        i = _skip(
            tokens, end, book.classes["and"] | book.classes["then"] | {"/", "&", ">", "at", "on"}, hard=";\n"
        )
    if not entries:
        return None
    return Pairs(end, tuple(entries), True, links, tuple(spans), gained=_gained(tokens, at, end))


def _gained(tokens: list[Token], at: int, end: int) -> bool:
    return any(token.signed and (token.value or 0) > 0 for token in tokens[at:end])


def _figure(tokens: list[Token], i: int, book: Phrasebook) -> bool:
    """A number that counts nothing: no "2 moves", no "60 feet"."""
    if i >= len(tokens) or tokens[i].kind != NUMBER or tokens[i].value is None or tokens[i].ordinal:
        return False
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None or following.kind != WORD:
        return True
    return following.word not in book.classes["counted"] and following.word not in book.pool_words


def _is_pair(tokens: list[Token], i: int, book: Phrasebook) -> bool:
    """Whether the number at i belongs to a name after it ("…, 120 Kaelin"), which has none of its own."""
    if i + 1 >= len(tokens) or tokens[i + 1].kind != PERSON:
        return False
    after, _ = _skip_links(tokens, i + 2, book)
    return not _figure(tokens, after, book)


def _skip_links(tokens: list[Token], i: int, book: Phrasebook) -> tuple[int, tuple[str, ...]]:
    linked: list[str] = []
    while i < len(tokens) and len(linked) < 4:
        token = tokens[i]
        if token.kind == SOFT or token.word in book.classes["link"]:
            linked.append(token.word)
        else:
            break
        i += 1
    return i, tuple(linked)


def _skip(tokens: list[Token], i: int, words: frozenset[str] | set[str], hard: str = "") -> int:
    begin = i
    while i < len(tokens) and i - begin < 4:
        token = tokens[i]
        if token.kind == SOFT or token.word in words or (token.kind == HARD and token.word in hard and hard):
            i += 1
        else:
            break
    return i


def _closing(tokens: list[Token], i: int) -> int:
    return i + 1 if i < len(tokens) and tokens[i].kind == SOFT and tokens[i].word == ")" else i
