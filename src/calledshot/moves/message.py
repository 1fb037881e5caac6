"""One message while it is read: its tokens, the words of the campaign, and the look-ups grammar is made
of.

Every look-up takes a place and an end and gives the place after what it found, 0 where there is nothing.
No rule of grammar stands here.
"""

from __future__ import annotations

from calledshot.moves.english import (
    ABBREVIATED,
    ARTICLES,
    EPITHETS,
    NUMBERS,
    Phrases,
)
from calledshot.moves.folding import key
from calledshot.moves.inflect import BASE, PAST
from calledshot.moves.reading import MarkKind, SlipKind
from calledshot.moves.tokens import LINE, MARK, ROLEPLAY, SMILEY, STAR, WORD, brackets, tokenize
from calledshot.moves.vocabulary import Found, Index, Lexicon, Verb

SPREAD = ARTICLES | {"it"}
"""What may stand inside a verb of several words: "bind my wounds", "brings it down"."""
SEPARATORS = frozenset(",;&|")


class Item:
    """A move in the making. Places are token indexes; `known` counts arguments that the lexicon knows."""

    __slots__ = (
        "action",
        "aimed",
        "at",
        "bare",
        "called",
        "calls",
        "condition",
        "end",
        "feet",
        "form",
        "instrument",
        "kind",
        "known",
        "lead",
        "level",
        "list",
        "loose",
        "marks",
        "ooc",
        "otherwise",
        "part",
        "penalty",
        "pp",
        "pronoun",
        "replaces",
        "resume",
        "shared",
        "slips",
        "spec",
        "spell",
        "spell_known",
        "star",
        "star_words",
        "subject",
        "talk",
        "target",
        "thing_kind",
        "times",
        "to_me",
        "to_you",
        "unread",
        "weak",
    )

    def __init__(self, at: int, action: str) -> None:
        self.at, self.end, self.action = at, at, action
        self.resume = at  # where reading goes on; `end` is where the move's own span ends
        self.form = BASE
        self.kind: str | None = None
        self.star = self.star_words = self.bare = self.weak = self.lead = self.spec = self.spell_known = False
        self.to_me = self.to_you = self.pronoun = self.talk = self.shared = self.ooc = self.replaces = (
            self.loose
        ) = False
        self.instrument: str | None = None
        self.thing_kind: str | None = None
        self.target: str | None = None
        self.aimed = False  # a target was named, if only by a pronoun
        self.spell: str | None = None
        self.list: str | None = None
        self.level: int | None = None
        self.pp: int | None = None
        self.feet: float | None = None
        self.called: str | None = None
        self.part: tuple[str, int, int] | None = None  # a part that is only looked at so far
        self.calls = False  # a called shot is said to be one, if without its part
        self.penalty: int | None = None
        self.condition: tuple[int, int] | None = None
        self.otherwise: list[Item] = []
        self.subject: str | None = None
        self.known = 0
        self.times = 1
        self.unread: list[tuple[int, int]] = []
        self.slips: list[tuple[SlipKind, str, str, str, tuple[str, ...], int, int]] = []
        self.marks: list[tuple[MarkKind, int, int]] = []

    def slip(
        self,
        kind: SlipKind,
        start: int,
        end: int,
        said: str = "",
        read_as: str = "",
        what: str = "",
        candidates: tuple[str, ...] = (),
    ) -> None:
        """`start` and `end` are offsets into the text."""
        self.slips.append((kind, said, read_as, what, candidates, start, end))


QUOTES = "\"'`"


class Message:
    """The text with what it is read by."""

    def __init__(self, text: str, lexicon: Lexicon, *, given: bool, prose: bool, asked: bool) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.pairs = brackets(self.tokens)
        self.lexicon = lexicon
        self.given, self.prose, self.asked = given, prose, asked
        self._unquoted: dict[int, int] = {}

    # Places and the text between them

    def said(self, start: int, end: int) -> str:
        """The text of the tokens from `start` to before `end`."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""

    def named(self, start: int, end: int) -> str:
        """What is said from `start` to before `end` as a name: with single spaces."""
        return " ".join(self.said(start, end).split())

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.tokens[start].start, self.tokens[max(start, end - 1)].end

    def word(self, at: int, end: int) -> str:
        """The word at `at`, empty for a mark or beyond the end."""
        return self.tokens[at].text if at < end and self.tokens[at].kind == WORD else ""

    def mark(self, at: int, end: int) -> str:
        return self.tokens[at].text if at < end and self.tokens[at].kind == MARK else ""

    def kind(self, at: int, end: int) -> str:
        return self.tokens[at].kind if at < end else ""

    def glued(self, at: int) -> bool:
        """No space between this token and the one before."""
        return at > 0 and self.tokens[at - 1].end == self.tokens[at].start

    def spaced(self, at: int) -> bool:
        """Space, or nothing, on both sides."""
        left = at == 0 or self.tokens[at - 1].end < self.tokens[at].start
        right = at + 1 >= len(self.tokens) or self.tokens[at].end < self.tokens[at + 1].start
        return left and right

    def phrase(self, table: Phrases, at: int, end: int) -> int:
        """The end of the longest phrase of `table` at `at`."""
        if at >= end:
            return 0
        for words in table.get(self.tokens[at].text, ()):
            stop = at + len(words)
            if stop <= end and all(self.tokens[at + n].text == word for n, word in enumerate(words)):
                return stop
        return 0

    def lead(self, table: Phrases, at: int, end: int) -> int:
        """The end of the phrase of `table` at `at` after which the verb stands: the longest, unless its last
        words belong to a verb of several ("I'll" in "I'll take the shot", where that is one)."""
        longest = self.phrase(table, at, end)
        for words in table.get(self.tokens[at].text, ()) if longest else ():
            stop = at + len(words)
            if stop < longest and all(self.tokens[at + n].text == word for n, word in enumerate(words)):
                verb = self.verb(stop, end)
                if verb is not None and verb[1] > longest:
                    return stop
        return longest

    def starts(self, phrases: tuple[tuple[str, ...], ...], at: int, end: int) -> int:
        for words in phrases:
            stop = at + len(words)
            if stop <= end and all(self.tokens[at + n].text == word for n, word in enumerate(words)):
                return stop
        return 0

    def articles(self, at: int, end: int) -> int:
        """`at` after any articles and possessives."""
        while at < end and self.tokens[at].text in ARTICLES and self.tokens[at].kind == WORD:
            at += 1
        return at

    def epithets(self, at: int, end: int) -> int:
        """`at` after articles and what people say of their own things: "my trusty old"."""
        while at < end and self.tokens[at].kind == WORD and self.tokens[at].text in ARTICLES | EPITHETS:
            at += 1
        return at

    def quotes(self, at: int, end: int) -> int:
        """`at` after any quotation marks."""
        if at >= end or self.tokens[at].kind != MARK or self.tokens[at].text not in QUOTES:
            return at
        if at not in self._unquoted:  # all of a row at once, or a message of nothing else takes its square
            stop = at
            while (
                stop < len(self.tokens)
                and self.tokens[stop].kind == MARK
                and self.tokens[stop].text in QUOTES
            ):
                stop += 1
            self._unquoted.update(dict.fromkeys(range(at, stop), stop))
        return min(self._unquoted[at], end)

    def sentence_end(self, at: int) -> bool:
        """A full stop, exclamation or question mark that ends a sentence, not an abbreviation or a
        number."""
        token = self.tokens[at]
        if token.kind != MARK or token.text not in ".!?":
            return False
        if token.text != ".":
            return True
        last = at + 1 >= len(self.tokens)
        if not last and not self.tokens[at + 1].start > token.end and self.tokens[at + 1].kind == WORD:
            return False
        before = self.tokens[at - 1] if at else None
        if before is not None and before.kind == WORD and before.end == token.start and not last:
            return not (before.text in ABBREVIATED or before.text.isdigit() or self._shortened(at - 1))
        return True

    def _shortened(self, at: int) -> bool:
        """ "pts. 4", a spell list cut short before its level: a full stop that ends no sentence."""
        word, after = self.tokens[at].key, self.word(at + 2, len(self.tokens))
        if word in self.lexicon.pools:
            return True
        return after[-1:].isdigit() and any(key(name).startswith(word) for name in self.lexicon.lists.names())

    def separator(self, at: int, end: int) -> bool:
        """What parts two moves of a list, words apart."""
        if at >= end:
            return True
        token = self.tokens[at]
        if token.kind == LINE or token.kind == ROLEPLAY:
            return True
        if token.kind != MARK:
            return False
        if token.text in SEPARATORS or token.text in ("->", "=>", "<-", ">", "\\"):
            return True
        if token.text == "/":
            return True
        if token.text == "-":
            left = at > 0 and (not self.glued(at) or self.tokens[at - 1].text == "-")
            right = at + 1 >= len(self.tokens) or not self.glued(at + 1) or self.tokens[at + 1].text == "-"
            return left and right
        if token.text in "+•":
            return True
        return self.sentence_end(at)

    # What the lexicon knows

    def verb(self, at: int, end: int, past: bool = False) -> tuple[Verb, int] | None:
        """The longest verb or noun of an action at `at`."""
        if at >= end or self.tokens[at].kind != WORD:
            return None
        for verb in self.lexicon.verbs.get(self.tokens[at].text, ()):
            stop = at + len(verb.words)
            if verb.form == PAST and not past:
                continue
            if stop <= end and all(self.tokens[at + n].text == word for n, word in enumerate(verb.words)):
                return verb, stop
            if len(verb.words) > 1:
                stop = self._spread(verb.words, at, end)
                if stop:
                    return verb, stop
        return None

    def _spread(self, words: tuple[str, ...], at: int, end: int) -> int:
        """A phrase with articles or possessives in it: "bind my wounds" for "bind wounds"."""
        at += 1
        for word in words[1:]:
            while at < end and self.tokens[at].text in SPREAD and self.tokens[at].text != word:
                at += 1
            if at >= end or self.tokens[at].text != word:
                return 0
            at += 1
        return at

    def number(self, at: int, end: int) -> int | None:
        """A count in digits or words at `at`."""
        text = self.word(at, end)
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return int(text)
        return NUMBERS.get(text)

    def thing(
        self, index: Index | None, at: int, end: int, *, part: bool = True, fuzzy: bool = True
    ) -> Found | None:
        """A name of `index` at `at`: exactly so, else a part that fits only one, else by nearest
        spelling."""
        if index is None or at >= end:
            return None
        found = index.exact(self.tokens, at, end)
        if found is None and part:
            found = index.part(self.tokens, at, end)
        if found is None and fuzzy and self.tokens[at].kind == WORD:
            found = index.fuzzy(self.tokens, at, end)
        return found

    def begins_a_name(self, at: int, end: int) -> bool:
        """ "First Aid", "Second Wind": an ordinal that opens the name of a thing."""
        indexes = [*self.lexicon.things.values(), *self.lexicon.generic.values()]
        return any(
            (found := index.exact(self.tokens, at, end)) is not None and found.end > at + 1
            for index in indexes
        )

    def smiley(self, at: int, end: int) -> bool:
        return at < end and self.tokens[at].kind == SMILEY

    def star(self, at: int, end: int) -> bool:
        return at < end and self.tokens[at].kind == STAR
