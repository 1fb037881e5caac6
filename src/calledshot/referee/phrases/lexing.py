"""From raw tokens to the words phrases are written in: names found, contractions taken apart, number words
and slips of the pen put right. Every token keeps the place of the word it came from.
"""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.moves.names import TITLES
from calledshot.referee.phrases.book import Phrasebook
from calledshot.referee.phrases.people import People, squeezed
from calledshot.referee.phrases.tokens import HARD, NUMBER, PERSON, SOFT, WORD, Token

_ENDINGS = ("'s", "'re", "'ll", "'ve", "'d", "'m")
_ORDINAL = frozenset({"st", "nd", "rd", "th"})


MAX_THING = 5
"""Words of one spell's or weapon's name."""


def lex(raw: list[Token], book: Phrasebook, persons: People, things: Mapping[str, str]) -> list[Token]:
    """The tokens to match phrases against; those of a known spell's or weapon's name are marked with it."""
    tokens = _with_breaks(_without_asides(_named(raw, book, persons), book), book)
    if things:
        things = squeezed(things)
        for i in range(len(tokens)):
            _mark_thing(tokens, i, things)
    return tokens


def _without_asides(tokens: list[Token], book: Phrasebook) -> list[Token]:
    """Leave out what says nothing and stands in the way: "I'm afraid", a "please" between two words, "n" for
    "and"."""
    out: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        if token.word == "n" and token.kind == WORD and out and after is not None and after.kind != HARD:
            token.word = "and"
        if token.word == "@" and after is not None and after.kind == PERSON:
            i += 1  # "@Torvik"
            continue
        end = _aside(tokens, i, book)
        if end > i:
            i = end
            continue
        between = out and out[-1].kind == WORD and after is not None and after.kind in (WORD, NUMBER)
        if not (between and token.word in book.classes["pleading"]):
            out.append(token)
        i += 1
    return out


def _aside(tokens: list[Token], at: int, book: Phrasebook) -> int:
    """The token after an aside that begins here, the same one if none does. One that others could take for
    the beginning of a clause must end its own."""
    for said, last in book.asides.get(tokens[at].word, ()):
        end = at + len(said)
        if tuple(token.word for token in tokens[at:end]) != said or end - at == len(tokens):
            continue
        following = tokens[end] if end < len(tokens) else None
        if following is not None and following.word in ("of", "to", "for", "about"):
            continue
        closed = following is None or following.kind in (SOFT, HARD) or following.word in book.lists["joins"]
        if closed or not last:
            return end
    return at


def _with_breaks(tokens: list[Token], book: Phrasebook) -> list[Token]:
    """ "Swift attacks to hit": a break before what is asked for, where the comma was left out."""
    out: list[Token] = []
    for i, token in enumerate(tokens):
        if token.word == "to" and i and i + 1 < len(tokens) and tokens[i + 1].word == "hit":
            last = tokens[i - 1]
            if last.kind not in (SOFT, HARD) and last.word not in book.classes["before_to_hit"]:
                out.append(Token(SOFT, ",", token.start, token.start))
        out.append(token)
    return out


def _mark_thing(tokens: list[Token], at: int, things: Mapping[str, str]) -> None:
    if tokens[at].thing is not None or tokens[at].kind != WORD:
        return
    joined, found, end = "", None, at
    for i in range(at, min(at + MAX_THING, len(tokens))):
        if tokens[i].kind != WORD:
            break
        joined += tokens[i].word
        if joined in things:
            found, end = things[joined], i + 1
    for token in tokens[at:end] if found is not None else ():
        token.thing = found


def _named(raw: list[Token], book: Phrasebook, persons: People) -> list[Token]:
    tokens: list[Token] = []
    i = 0
    while i < len(raw):
        token = raw[i]
        if token.kind == WORD and persons.groups:
            end = _several(raw, i, tokens, persons)
            if end > i:
                i = end
                continue
        if token.kind in (WORD, NUMBER):
            named = persons.find(raw, i, book.vocabulary)
            if named is not None:
                end, who, ending = named
                last = raw[end - 1]
                person = Token(PERSON, "", token.start, last.end - len(ending))
                person.person, person.capital = who, token.capital
                if tokens and tokens[-1].word in TITLES and tokens[-1].capital and tokens[-1].kind == WORD:
                    person.start = tokens.pop().start  # "Miss Kaelin", "Sir Torvik"
                tokens.append(person)
                if ending:
                    word = "'s" if ending in ("s", "'") else ending
                    tokens.append(Token(WORD, word, last.end - len(ending), last.end))
                i = end
                continue
        if token.kind == WORD:
            i = _word(raw, i, tokens, book)
        else:
            if (
                token.kind == NUMBER
                and tokens
                and tokens[-1].word in book.classes["minus"]
                and not token.signed
            ):
                minus = tokens.pop()
                token.value, token.signed, token.start = -(token.value or 0), True, minus.start
            elif token.kind == NUMBER and _is_ordinal(raw, i):
                token.end = raw[i + 1].end
                token.ordinal = True
                i += 1
            tokens.append(token)
            i += 1
    return tokens


def _several(raw: list[Token], at: int, tokens: list[Token], persons: People) -> int:
    """ "Orcs 1 and 2", "both orcs": one name for several, written out. The token after it."""
    word = raw[at].word
    group = persons.groups.get(word[:-1]) if word.endswith("s") else None
    if group is None:
        return at
    members: list[str] = []
    i = end = at + 1
    while i < len(raw) and raw[i].kind == NUMBER and raw[i].value in group and not raw[i].signed:
        members.append(group[raw[i].value or 0])
        i = end = i + 1
        while i < len(raw) and (raw[i].word in ("and", "&", "n") or raw[i].word == ","):
            i += 1
    before = [token.word for token in tokens[-2:]]
    counted = len(before) == 2 and before[0] == "all" and tokens[-1].value == len(group)
    acts = _acts_at(raw, end) if not members else -1
    whole = before[-1:] == ["both"] or before[-1:] == ["all"] or before == ["all", "the"] or counted
    if acts >= 0:
        end = acts
        if not whole:
            members = list(group.values())
            if before[-1:] == ["the"]:
                tokens.pop()
    if not members and whole:
        members = list(group.values())
        del tokens[-1 if before[-1] in ("both", "all") else -2 :]
    if len(members) < 2:
        return at
    for number, name in enumerate(members):
        if number:
            tokens.append(Token(WORD, "and", raw[at].start, raw[at].start))
        person = Token(PERSON, "", raw[at].start, raw[end - 1].end)
        person.person, person.capital, person.shared = name, raw[at].capital, number + 1 < len(members)
        tokens.append(person)
    return end


_ACTING = frozenset({"go", "goes", "act", "acts", "move", "moves", "are", "have", "get", "got"})


def _acts_at(raw: list[Token], at: int) -> int:
    """ "Orcs on 53", "orcs go at 53", "orcs: 53": the token after the verb, where a group's initiative is
    told in these words, else -1."""
    verb = at < len(raw) and raw[at].word in _ACTING
    i = at + verb
    link = i < len(raw) and raw[i].word in ("on", "at", ":", "=", "@")
    number = i + link < len(raw) and raw[i + link].kind == NUMBER and not raw[i + link].signed
    return i if number and link else -1


def _is_ordinal(raw: list[Token], at: int) -> bool:
    """ "2nd", written in one."""
    following = raw[at + 1] if at + 1 < len(raw) else None
    return following is not None and following.word in _ORDINAL and following.start == raw[at].end


def _word(raw: list[Token], at: int, tokens: list[Token], book: Phrasebook) -> int:
    token = raw[at]
    word = token.word
    apart = book.contractions.get(word)
    if apart is not None:
        for part in apart:
            tokens.append(_part(part, token, token.start, token.end, book))
        return at + 1
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            cut = token.end - len(ending)
            tokens.append(_part(word[: -len(ending)], token, token.start, cut, book))
            tokens.append(Token(WORD, ending, cut, token.end))
            return at + 1
    digits = len(word.rstrip("0123456789"))
    if digits < len(word) and word[:digits] in book.vocabulary and not (word[0] == "d" and digits == 1):
        cut = token.start + digits  # round2, x2
        tokens.append(_part(word[:digits], token, token.start, cut, book))
        if len(word) - digits <= 6:
            tokens.append(Token(NUMBER, word[digits:], cut, token.end, int(word[digits:])))
        return at + 1
    tokens.append(_part(word, token, token.start, token.end, book))
    return at + 1


def _part(word: str, token: Token, start: int, end: int, book: Phrasebook) -> Token:
    word = book.mend(word)
    made = Token(WORD, word, start, end, book.numbers.get(word))
    if word in book.ordinals:
        made.value, made.ordinal = book.ordinals[word], True
    made.capital = token.capital
    made.signed = token.signed
    return made
