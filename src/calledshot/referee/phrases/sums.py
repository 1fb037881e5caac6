"""Sums as game masters type them: "10 + 6", "18 doubled is 36". What they count is not asked here."""

from __future__ import annotations

from typing import NamedTuple

from calledshot.referee.phrases.tokens import NUMBER, SOFT, WORD, Token

MAX_TERMS = 12
"""Numbers in one sum; more of them is a table or a dice log."""

MAX_LABEL = 3
"""Words that say what a term is."""

_BETWEEN = frozenset({"and", "&", ",", "+", "plus"})
"""What stands between numbers that are told one after the other."""

WordSets = tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str], frozenset[str]]


class Sum(NamedTuple):
    """`value` is what the speaker says it comes to, else what it does come to; `worked` where there was
    something to work out, `taken` where something was taken away; `end` the token after it."""

    end: int
    value: int
    doubled: bool
    halved: bool
    worked: bool
    taken: bool = False


def read_sum(tokens: list[Token], at: int, words: WordSets) -> Sum | None:
    """The sum that begins with the number at token `at`; None if there is no plain number there."""
    plus, equals, doubled_words, halved_words, times = words
    first = tokens[at]
    listed = _listed(tokens, at, equals)
    if first.value is None or first.ordinal or (first.kind != NUMBER and first.value == 1):
        return None
    value, doubled, halved, worked, taken = first.value, False, False, False, False
    i = at + 1
    if listed is not None:
        i, value, worked = listed.end, listed.value, True
    for _ in range(MAX_TERMS):
        i = _past_label(tokens, i, words)
        i = _past_break(tokens, i, words)
        word = tokens[i].word if i < len(tokens) else ""
        nxt = tokens[i + 1] if i + 1 < len(tokens) else None
        signed = (
            tokens[i].value if i < len(tokens) and tokens[i].kind == NUMBER and tokens[i].signed else None
        )
        if i >= len(tokens):
            break
        if word in plus and nxt is not None and nxt.kind == NUMBER and nxt.value is not None:
            value, i, worked = value + nxt.value, i + 2, True
        elif (word in plus or word in _BETWEEN) and (more := _whose(tokens, i, equals)) is not None:
            i, value, worked = more, tokens[more - 1].value or 0, True
        elif signed is not None and (worked or signed > 0):
            value, i, worked = value + signed, i + 1, True
        elif word == "-" and nxt is not None and nxt.kind == NUMBER and nxt.value is not None:
            value, i, worked, taken = value - nxt.value, i + 2, True, True
        elif word in times and nxt is not None and nxt.value == 2:
            value, i, worked, doubled = value * 2, i + 2, True, True
        elif word == "/" and nxt is not None and nxt.value == 2 and (worked or _is_half(tokens, i, value)):
            value, i, worked, halved = value // 2, i + 2, True, True
        elif word in doubled_words:
            value, i, worked, doubled = value * 2, i + 1, True, True
        elif word in halved_words:
            value, i, worked, halved = value // 2, i + 1, True, True
        elif worked and (more := _added(tokens, i, equals)) is not None:
            i, value = more, tokens[more - 1].value or 0
        elif worked:
            end = _stated(tokens, i, equals, value)
            if end is None and i < len(tokens) and tokens[i].kind == NUMBER and tokens[i].value == value:
                end = i + 1  # "doubled 20"
            if end is None:
                break
            value, i = tokens[end - 1].value or 0, end
        else:
            break
    return Sum(i, value, doubled, halved, worked, taken)


def _listed(tokens: list[Token], at: int, equals: frozenset[str]) -> Sum | None:
    """ "8 and 8 and 3, 19": numbers one after the other, and at last what they come to."""
    total = count = 0
    i = begin = at
    while i < len(tokens) and count < MAX_TERMS:
        token = tokens[i]
        if token.value is None or token.ordinal or token.signed or token.value < 0:
            return _totalled(tokens, begin, total, equals) if count > 1 else None
        if count > 1 and token.value == total:
            return Sum(i + 1, total, False, False, True)
        total, count, i = total + token.value, count + 1, i + 1
        begin = i
        while (
            i < len(tokens)
            and i - begin < 4
            and (tokens[i].word in _BETWEEN or (count > 1 and tokens[i].word in equals))
        ):
            i += 1
        if i == begin:
            return _totalled(tokens, i, total, equals) if count > 1 else None
    return None


def _totalled(tokens: list[Token], at: int, total: int, equals: frozenset[str]) -> Sum | None:
    """ "7 and 4 for its strength, 11": the true result behind a few words about the last term."""
    for i in range(at, min(at + MAX_LABEL + 2, len(tokens))):
        if tokens[i].value is not None:
            told = i > at and (tokens[i - 1].kind == SOFT or tokens[i - 1].word in equals)
            return Sum(i + 1, total, False, False, True) if told and tokens[i].value == total else None
    return None


def _is_half(tokens: list[Token], at: int, value: int) -> bool:
    """ "8/2 = 4" and not "8/20"."""
    following = tokens[at + 2 : at + 4]
    return len(following) == 2 and following[0].word == "=" and following[1].value == value // 2


def _past_break(tokens: list[Token], at: int, words: WordSets) -> int:
    """ "(8 + 2) x 2", "18, doubled": past a comma or bracket behind which the sum goes on."""
    plus, _, doubled, halved, times = words
    i = at
    while (
        i < len(tokens)
        and i - at < 2
        and tokens[i].kind == SOFT
        and tokens[i].word in (",", "(", ")", "…", "-")
    ):
        i += 1
    if i == at or i >= len(tokens):
        return at
    word, after = tokens[i].word, tokens[i + 1] if i + 1 < len(tokens) else None
    if word in doubled or word in halved:
        closes = after is None or after.kind != WORD or after.word in plus or after.value is not None
        bracketed = tokens[at].word == "(" and (after is None or after.kind == SOFT)
        return i if (closes or word == "x2") and not bracketed else at  # "14 (doubled)" is 14
    numbered = after is not None and after.kind in (NUMBER, WORD) and after.value is not None
    if word in times and numbered and after is not None and after.value == 2:
        return i
    return i if tokens[at].word == ")" and word in plus and numbered else at


def _stated(tokens: list[Token], at: int, equals: frozenset[str], value: int) -> int | None:
    """Where the stated result ends: "= 16", "is 36", ", so 4", or a bare repetition of the true result."""
    i = at
    soft = i < len(tokens) and tokens[i].kind == SOFT and tokens[i].word in (",", ":", "-", "…", "(")
    if soft:
        i += 1
    said = False
    while i < len(tokens) and i - at < 4 and tokens[i].word in equals:
        i += 1
        said = True
    if i >= len(tokens) or tokens[i].kind != NUMBER or tokens[i].value is None:
        return None
    return i + 1 if said or (soft and tokens[i].value == value) else None


_WHOSE = frozenset({"your", "his", "her", "its", "their", "my", "the"})


def _whose(tokens: list[Token], at: int, equals: frozenset[str]) -> int | None:
    """Where "3 and your 2 is 5" ends: only where it says what it comes to."""
    if at + 3 >= len(tokens) or tokens[at + 1].word not in _WHOSE or tokens[at + 3].word not in equals:
        return None
    added = tokens[at + 2]
    return _stated(tokens, at + 3, equals, 0) if added.kind == NUMBER and added.value is not None else None


def _added(tokens: list[Token], at: int, equals: frozenset[str]) -> int | None:
    """Where a sum ends that goes on behind its first result: "2 doubled is 4, and 4 is 8"."""
    i = at
    while i < len(tokens) and i - at < 2 and tokens[i].word in _BETWEEN:
        i += 1
    told = i < len(tokens) and tokens[i].kind == NUMBER and tokens[i].value is not None
    if i == at or not told or i + 1 >= len(tokens) or tokens[i + 1].word not in equals:
        return None
    return _stated(tokens, i + 1, equals, 0)


def _past_label(tokens: list[Token], at: int, words: WordSets) -> int:
    """Past the name of a term, "2 strength = ", "(str) +": only where the sum goes on behind it."""
    plus, _, doubled, halved, times = words
    i = at
    while i < len(tokens) and i - at < MAX_LABEL and (tokens[i].kind == WORD or tokens[i].word in "()"):
        if tokens[i].word in plus or tokens[i].word == "=":
            break
        if tokens[i].word in doubled or tokens[i].word in halved or tokens[i].word in times:
            return at
        i += 1
    if i > at and i < len(tokens) and (tokens[i].word == "=" or tokens[i].word in plus):
        return i
    return at
