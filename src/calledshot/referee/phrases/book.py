"""A phrasebook: the tables of words and phrases, read and compiled once.

The general tables (neutral words) are in `general/`; a ruleset adds its own pools, conditions, ranges and
phrases in the same form, which docs/plugins.md describes. Not for matching.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert

from calledshot.referee.phrases.match import Words
from calledshot.referee.phrases.pattern import NUMBER_MARK, Compiler, Phrase, PhraseError

_GENERAL = Path(__file__).with_name("general")
_PARTS = (
    "words", "rounds", "fights", "calls", "dice", "verdicts", "points", "conditions", "orders", "waivers",
    "places", "sayings",
)  # fmt: skip
"""The files of the general table. Of two phrases that fit equally well, the one of the earlier file holds."""
_LISTS = (
    "fillers", "joins", "turns", "common", "typos", "not_typos", "hypothetical", "negators", "smileys",
    "reactions",
)  # fmt: skip
_TABLES = ("pool", "condition", "state", "range", "terms", "unit")
_MAX_SLIPS = 20_000
"""Words kept as known to be no slip of the pen for anything; past that they are looked at anew each time."""

_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
SHORTEST_SLIP = 6
"""Letters of a key word that is recognised with a slip in it; two slips want three letters more."""
LONGEST_SLIP = 24
"""Letters of a word that may be a slip of anything."""


class Give(Struct, frozen=True):
    """What a matched phrase gives: an act and its fields. A value "$slot" is what filled that slot, "$a|b"
    what filled the first of them that was, "-$slot" its negative."""

    act: str
    fields: dict[str, Any]


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Phrases (`say`) that mean the same (`gives`, nothing for idioms), and when they hold.

    `by`: whose words they are, "pgm", "player" or "both". `phase`: only then; `due`: only while such a result
    waits for the game master's word ("to_hit+damage": both, a blow that by the dice has struck),
    `thrown`: not before its dice have been thrown.
    `unless`: not while a roll of that kind, and no other, waits for his word.
    `whole`: the clause must hold nothing unexplained; `bare`: not even fillers; `alone`: the sentence must
    hold nothing unexplained ("explained"), nothing but calls ("call"), or be a mere "again" ("again").
    `asks`: holds in a question as well; `certain`: after "if" and "not" as well; `calm`: not with an
    exclamation mark, which makes it an order to somebody else.
    `addressed`: only where somebody is called out; `joined`: only after "and", of whoever the clause before
    is about; `idle`: not of somebody just told to have moved; `before`: only if one of these acts follows.
    `again`: words for another roll, whose sense hangs on what was rolled. `weak`: only where nothing else
    fits. `yields`: only where the sentence gives no other act of its kind. `scraps`: beside words nobody
    explains, if the sentence gives nothing else and has no other figure.
    """

    about: str
    say: tuple[str, ...] = ()
    gives: tuple[Give, ...] = ()
    by: Literal["pgm", "player", "both"] = "pgm"
    phase: tuple[Literal["none", "declare", "initiative", "action"], ...] = ()
    due: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    whole: bool = False
    bare: bool = False
    alone: Literal["", "explained", "call", "again"] = ""
    asks: bool = False
    certain: bool = False
    calm: bool = False
    addressed: bool = False
    joined: bool = False
    idle: bool = False
    before: tuple[str, ...] = ()
    again: bool = False
    scraps: bool = False
    weak: bool = False
    yields: bool = False
    thrown: bool = False


def _rule(table: Mapping[str, Any]) -> Rule:
    gives = [
        {"act": give.get("act"), "fields": {key: value for key, value in give.items() if key != "act"}}
        for give in table.get("gives", ())
    ]
    try:
        return convert({**table, "gives": gives}, Rule)
    except ValidationError as error:
        raise PhraseError(f"rule {table.get('about', '?')!r}: {error}") from None


class Index:
    """The phrases of one kind of speaker, by the words of which each must hold one."""

    __slots__ = ("by_key", "triggers")

    def __init__(self) -> None:
        self.by_key: dict[str, list[Phrase]] = {}
        self.triggers: frozenset[str] = frozenset()


class Phrasebook:
    """Everything `utterance` reads with. Build it with `phrasebook`."""

    def __init__(self, tables: tuple[Mapping[str, Any], ...]) -> None:
        classes: dict[str, list[str]] = {}
        self.lists: dict[str, frozenset[str]] = {}
        gathered: dict[str, list[str]] = {name: [] for name in _LISTS}
        spelled: dict[str, dict[str, list[str]]] = {name: {} for name in _TABLES}
        self.contractions: dict[str, tuple[str, ...]] = {}
        self.numbers: dict[str, int] = {}
        self.ordinals: dict[str, int] = {}
        self.unit_feet: dict[str, float] = {}
        rules: list[Mapping[str, Any]] = []
        for table in tables:
            for name, words in table.get("classes", {}).items():
                classes.setdefault(name, []).extend(words)
            for name in _LISTS:
                gathered[name].extend(table.get(name, ()))
            for name in _TABLES:
                for canonical, spellings in table.get("tables", {}).get(name, {}).items():
                    spelled[name].setdefault(canonical, []).extend(spellings)
            for said, meant in table.get("contractions", {}).items():
                self.contractions[said] = tuple(meant.split())
            self.numbers.update(table.get("numbers", {}))
            self.ordinals.update(table.get("ordinals", {}))
            self.unit_feet.update(table.get("unit_feet", {}))
            rules.extend(table.get("rules", ()))
        for name in _LISTS:
            self.lists[name] = frozenset(word for word in gathered[name] if name != "smileys")
        self.smileys = _one_of(gathered["smileys"])
        self.classes = {name: frozenset(words) for name, words in classes.items()}
        compiler = Compiler(
            {name: tuple(words) for name, words in classes.items()},
            {name: {key: tuple(said) for key, said in table.items()} for name, table in spelled.items()},
            self.lists["common"],
        )
        self.pool_words = {
            word: canonical for canonical, said in spelled["pool"].items() for word in said if " " not in word
        }
        self.rules: list[Rule] = []
        self.pgm, self.player = Index(), Index()
        self._compile(compiler, rules)
        for index in (self.pgm, self.player):
            index.triggers = frozenset(key for key in index.by_key if key[0] != "{")
        self.vocabulary = self._vocabulary()
        single = {
            name: frozenset(word for word in words if " " not in word) for name, words in self.classes.items()
        }
        pools = frozenset(
            word for said in spelled["pool"].values() for words in said for word in words.split()
        )
        self.words = Words(single, self.lists["common"], self.pgm.triggers, pools, self.vocabulary)
        self.asides = _asides(self.classes["aside"], self.classes["tail"])
        self._meant = sorted(self.lists["typos"])
        self._no_slip: set[str] = set()
        self.plain: set[str] = set()  # words seen that are just themselves

    def _compile(self, compiler: Compiler, rules: list[Mapping[str, Any]]) -> None:
        order = 0
        for table in rules:
            rule = len(self.rules)
            self.rules.append(_rule(table))
            for said in self.rules[rule].say:
                try:
                    phrase = compiler.compile(said, rule, order)
                except PhraseError as error:
                    raise PhraseError(f"rule {table.get('about', '?')!r}: {error}") from None
                order += 1
                by = self.rules[rule].by
                for index in (self.pgm, self.player):
                    if by == "both" or (by == "player") == (index is self.player):
                        for key in sorted(phrase.keys):
                            index.by_key.setdefault(key, []).append(phrase)

    def _vocabulary(self) -> frozenset[str]:
        known: set[str] = (
            set(self.pgm.triggers | self.player.triggers)
            | set(self.contractions)
            | set(self.numbers)
            | set(self.ordinals)
        )
        for words in (*self.classes.values(), *self.lists.values()):
            for said in words:
                known.update(said.split())
        for phrases in (*self.pgm.by_key.values(), *self.player.by_key.values()):
            for phrase in phrases:
                known.update(
                    word for part in phrase.text.split() for word in part.split("|") if word.isalpha()
                )
        return frozenset(known)

    def mend(self, word: str) -> str:
        """The word meant: a drawn-out one shortened, a slip of one letter in a long key word put right."""
        if word in self.vocabulary or word in self._no_slip:
            return word
        found = _shorten(word, self.vocabulary)
        if found is None and len(word) >= 5:
            found = self._slip(word)
        if found is None:
            if len(self._no_slip) < _MAX_SLIPS and len(word) <= LONGEST_SLIP:
                self._no_slip.add(word)
            return word
        return found

    def concerns(self, words: set[str], index: Index) -> bool:
        """Whether any phrase that gives something may be there: the quick look before the thorough one.
        `words` as `look` gives them."""
        for word in sorted(index.triggers & words):
            for phrase in index.by_key[word]:
                if self.rules[phrase.rule].gives and not any(need.isdisjoint(words) for need in phrase.needs):
                    return True
        return False

    def look(self, text: str) -> set[str]:
        """The words of a folded message as phrases have them, and the marks of what else is there: without
        order, for a quick look."""
        words = set(_WORDS.findall(text.casefold()))
        for word in [word for word in words if word not in self.plain]:
            self._take_apart(word, words)
        if not self.numbers.keys().isdisjoint(words):
            words.add(NUMBER_MARK)
        return words

    def _take_apart(self, word: str, words: set[str]) -> None:
        parts = self.contractions.get(word, ())
        head, _, tail = word.partition("'")
        mended = self.mend(word)
        if parts or tail or mended != word:
            words.update((*parts, mended, *((head, "'" + tail) if tail else ())))
        elif len(self.plain) < _MAX_SLIPS and len(word) <= LONGEST_SLIP:
            self.plain.add(word)

    def _slip(self, word: str) -> str | None:
        """The one key word this is a slip of: the first letter right, one slip, two in a long word."""
        if len(word) > LONGEST_SLIP or word in self.lists["not_typos"]:
            return None
        from rapidfuzz.distance import OSA

        for allowed in (1, 2):
            near = [
                meant
                for meant in self._meant
                if meant[0] == word[0]
                and len(meant) >= SHORTEST_SLIP + 3 * (allowed - 1)
                and OSA.distance(word, meant, score_cutoff=allowed) <= allowed
            ]
            if near:
                return (
                    near[0]
                    if len(near) == 1
                    else min(near, key=lambda meant: (abs(len(meant) - len(word)), meant))
                )
        return None


def _asides(anywhere: frozenset[str], last: frozenset[str]) -> dict[str, list[tuple[tuple[str, ...], bool]]]:
    """Words that say nothing, by the first of them: all of them, and whether they must end their clause."""
    found: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
    for said in sorted(anywhere | last, key=lambda said: (-len(said), said)):
        words = tuple(said.split())
        found.setdefault(words[0], []).append((words, said in last))
    return found


def phrasebook(*tables: Mapping[str, Any]) -> Phrasebook:
    """The general phrases and those of the given tables (a ruleset's `phrases`), compiled. The same tables
    give the same book: compiling takes longer than reading a fight."""
    key = tuple(map(id, tables))
    if key not in _books:
        if len(_books) >= _MAX_BOOKS:
            _books.clear()
        _books[key] = (tables, Phrasebook((*general(), *tables)))
    return _books[key][1]


_MAX_BOOKS = 8
"""Books kept; a process has one or two rulesets."""
_books: dict[tuple[int, ...], tuple[tuple[Mapping[str, Any], ...], Phrasebook]] = {}


_general: tuple[Mapping[str, Any], ...] = ()


def general() -> tuple[Mapping[str, Any], ...]:
    """The general tables, read once."""
    global _general
    if not _general:
        _general = tuple(tomllib.loads((_GENERAL / f"{part}.toml").read_text("utf-8")) for part in _PARTS)
    return _general


def _one_of(spellings: list[str]) -> re.Pattern[str] | None:
    """A pattern for smileys standing free; longer ones first."""
    if not spellings:
        return None
    ordered = sorted(set(spellings), key=lambda said: (-len(said), said))
    return re.compile(
        r"(?<!\S)(?:" + "|".join(re.escape(said) for said in ordered) + r")(?!\S)", re.IGNORECASE
    )


def _shorten(word: str, known: frozenset[str]) -> str | None:
    """ "hiiiit" and "misssss": letters drawn out, taken back to two or one."""
    twice, once, previous, run = "", "", "", 0
    for c in word[:64]:
        run = run + 1 if c == previous else 1
        previous = c
        if run <= 2:
            twice += c
        if run == 1:
            once += c
    if twice == word and once == word:
        return None
    if twice != word and twice in known:
        return twice
    return once if twice != word and once in known else None
