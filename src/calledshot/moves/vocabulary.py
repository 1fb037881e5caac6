"""The words declarations are read with: a ruleset's actions, a campaign's things, and the names of those
present.

Neutral: which actions there are and what each may take comes from the ruleset's plugin. Not for grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from calledshot.moves.combatants import Combatants
from calledshot.moves.english import NOT_NAMES, Phrases
from calledshot.moves.folding import fold, key
from calledshot.moves.inflect import BASE, GERUND, PAST, THIRD, gerund, past, third
from calledshot.moves.tokens import MARK, Token, tokenize

MAX_WORDS = 8
"""Words a name of anything may have; bounds the work at each place of a message."""
MAX_NAME = 120
"""Characters looked at for one name."""
MIN_PART = 3
"""Letters a part of a name must have to stand for it."""


_WORDS = re.compile(r"\w+")


class Action(Struct, frozen=True, kw_only=True):
    """One kind of action and how it is said.

    `verbs` are base forms (a phrase's first word is inflected), `weak` those that everyday talk is full
    of, `nouns` phrases that are not inflected, `short` abbreviations with what they stand for. `objects`
    are the kinds of thing tried as its direct object, in order, `means` those tried after "with";
    `unknown` the kind an unknown direct object is taken for. `becomes` maps a kind of thing, or
    "kind:use", to the action that it then is. `needs`: means nothing without an object. `known`: means
    nothing without something known. `gives` is the
    action that is declared, where several entries with different words are one action. `write` is its
    strict form: the verb, and how an instrument and a target are joined to it; `write_bare` joins a
    target where there is no instrument.
    """

    id: str
    verbs: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    short: Mapping[str, str] = {}
    objects: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    unknown: str | None = None
    becomes: Mapping[str, str] = {}
    needs: bool = False
    known: bool = False
    attack: bool = False
    at_self: bool = False
    moves: bool = False
    gives: str | None = None
    write: tuple[str, str, str] = ("", " with ", " on ")
    write_bare: str | None = None


class Thing(Struct, frozen=True, kw_only=True):
    """Something a campaign names. `uses` are what it can be used for (a weapon's "melee", "missile"),
    `verb` the strict form's verb where the action's own does not fit it."""

    kind: str
    name: str
    list: str | None = None
    level: int | None = None
    pp: int | str | None = None
    uses: tuple[str, ...] = ()


class Verb(NamedTuple):
    words: tuple[str, ...]
    action: str
    form: str
    weak: bool
    stands_for: str | None


class Found(NamedTuple):
    """What stands at a place: the name it means (None if several fit), the index after it, and how it was
    found: "exact", "part" (silent), "fuzzy" (a slip is due), "ambiguous"."""

    name: str | None
    end: int
    how: str
    candidates: tuple[str, ...] = ()


def _parts(name: str) -> list[str]:
    """The words of a name, also those run together by capitals, digits or marks: LadyElsinore77 → lady
    elsinore."""
    parts: list[str] = []
    word = ""
    for index, char in enumerate(fold(name)):
        lower_before = index > 0 and name[index - 1].islower()
        if not char.isalpha() or (char.isupper() and lower_before):
            if word:
                parts.append(word)
            word = ""
        if char.isalpha() or char == "'":
            word += char.lower() if char != "'" else ""
    if word:
        parts.append(word)
    return parts


def _runs(tokens: list[Token], start: int, end: int, most: int) -> list[tuple[int, str]]:
    """Up to `most` words from `start` on, each run with the index after it; the longest first. A hyphen parts
    words as a space does."""
    runs: list[tuple[int, str]] = []
    said = ""
    for at in range(start, end):
        token = tokens[at]
        if token.key:
            said += token.key
            runs.append((at + 1, said))
            if len(runs) == most:
                break
        elif not runs or token.text != "-":
            break
    return runs[::-1]


class Index:
    """Names of one kind, found by their folded form, by a part that fits only one, or by the nearest
    spelling."""

    __slots__ = ("_by_key", "_keys", "_parts", "_raw", "longest")

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._by_key: dict[str, str] = {}
        self._raw: dict[str, str] = {}
        self._parts: dict[str, tuple[str, ...]] = {}
        self._keys: list[str] | None = None
        self.longest = 1
        for said, name in names:
            self.add(said, name)

    def copy(self) -> Index:
        twin = Index()
        twin._by_key = dict(self._by_key)
        twin._raw, twin._parts, twin.longest = dict(self._raw), dict(self._parts), self.longest
        return twin

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, said: str) -> bool:
        return key(said) in self._by_key

    def get(self, said: str) -> str | None:
        """The name that is said exactly so, by folded comparison."""
        return self._by_key.get(key(said))

    def words(self) -> list[str]:
        """Every single word of every name, as it stands in a text."""
        return [word for said in self._parts for word in _WORDS.findall(fold(said).lower())] + list(
            self._by_key
        )

    def names(self) -> list[str]:
        return list(dict.fromkeys(self._by_key.values()))

    def add(self, said: str, name: str) -> None:
        folded = key(said)
        if not folded:
            return
        tokens = tokenize(said)
        plain = "".join(char for char in folded if char.isalnum())
        if any(
            (token.kind == MARK and token.text not in "-'") or (not token.key and token.kind != MARK)
            for token in tokens
        ):
            self._raw["".join(fold(said).lower().split())] = name
        if self._by_key.setdefault(folded, name) != name:
            return  # "long sword" and "longsword" are one thing; the first spelling stands
        if plain:
            self._by_key.setdefault(plain, name)
        head = said.split(" of ", 1)[0] if " of " in said else said  # "fire" is no wand of fire
        self._parts[said] = (name, "".join(_parts(head)) if head != said else plain, *_parts(head))
        self.longest = max(self.longest, min(MAX_WORDS, len(tokens)))
        self._keys = None

    def exact(self, tokens: list[Token], start: int, end: int) -> Found | None:
        """The longest exact name at `start`."""
        if self._raw:
            found = self._exact_raw(tokens, start, end)
            if found:
                return found
        joined, best = "", None
        at = start
        while at < min(end, start + self.longest + 4):
            token = tokens[at]
            if token.key:
                joined += token.key
            elif not (joined and token.text in "-'#."):
                break
            at += 1
            if not token.key:
                continue
            name = self._by_key.get(joined)
            if name is None and joined.endswith("s") and "'s" in token.text:
                name = self._by_key.get(joined[:-1])
            if name is not None:
                best = Found(name, at, "exact")
        return best

    def _exact_raw(self, tokens: list[Token], start: int, end: int) -> Found | None:
        joined, best = "", None
        for at in range(start, min(end, start + self.longest)):
            joined += tokens[at].text
            if joined in self._raw:
                best = Found(self._raw[joined], at + 1, "exact")
        return best

    def part(self, tokens: list[Token], start: int, end: int) -> Found | None:
        """A name of which a part, of one to three words, stands at `start`."""
        for count in (3, 2, 1):
            stop = start + count
            if stop > end or any(not token.key for token in tokens[start:stop]):
                continue
            said = "".join(token.key for token in tokens[start:stop])
            if "'s" in tokens[stop - 1].text and said.endswith("s"):
                said = said[:-1]
            if len(said) < MIN_PART or (count == 1 and said in NOT_NAMES) or said.isdigit():
                continue
            names = self._with_part(said)
            if len(names) == 1:
                return Found(names[0], stop, "part")
            if names:
                return Found(None, stop, "ambiguous", tuple(names))
        return None

    def _with_part(self, said: str) -> list[str]:
        whole: dict[str, None] = {}
        begins: dict[str, None] = {}
        for name, plain, *parts in self._parts.values():
            if said in parts:
                whole[name] = None
            elif len(said) > MIN_PART and (
                plain.startswith(said) or any(part.startswith(said) for part in parts)
            ):
                begins[name] = None
            elif plain.endswith(said):
                whole[name] = None  # a sword may be the short sword or the longsword
        return list(whole or begins)

    def fuzzy(self, tokens: list[Token], start: int, end: int) -> Found | None:
        """The one name that is spelled nearly so: one slip up to six letters, two from seven on."""
        if not self._by_key:
            return None
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        if self._keys is None:
            self._keys = list(self._by_key)
        best: tuple[int, int, list[str]] | None = None
        for stop, said in _runs(tokens, start, end, min(3, self.longest + 1)):
            if "'s" in tokens[stop - 1].text and said.endswith("s"):
                said = said[:-1]
            bound = 0 if len(said) < 4 else 1 if len(said) < 7 else 2
            if not bound or (stop == start + 1 and said in NOT_NAMES):
                continue
            near = process.extract(said, self._keys, scorer=OSA.distance, score_cutoff=bound, limit=4)
            if near and (best is None or near[0][1] < best[0]):
                nearest = [match for match in near if match[1] == near[0][1]]
                best = (int(near[0][1]), stop, list(dict.fromkeys(self._by_key[m[0]] for m in nearest)))
        if best is None:
            return None
        _, stop, names = best
        return (
            Found(names[0], stop, "fuzzy")
            if len(names) == 1
            else Found(None, stop, "ambiguous", tuple(sorted(names)))
        )

    def nearest(self, said: str, limit: int = 3) -> tuple[str, ...]:
        """The names most like `said`, for a did-you-mean; none if nothing resembles it."""
        if not self._by_key:
            return ()
        from rapidfuzz import fuzz, process

        near = process.extract(
            key(said), sorted(self._by_key), scorer=fuzz.ratio, score_cutoff=50, limit=limit
        )
        names = [self._by_key[match[0]] for match in near]
        words = set(_parts(said)) - {"of", "the"}
        shared = [name for name in self.names() if words & set(_parts(name))]
        return tuple(dict.fromkeys([*names, *shared]))[:limit]


class Lexicon:
    """All words of one campaign. Made once for a ruleset's table and a campaign; `with_names` is cheap.

    `things[kind]` is an `Index`, `facts[(kind, name)]` the `Thing`; `generic[kind]` holds words that are
    no campaign's (a halberd is a weapon in any), found only exactly; a kind with nothing of the
    campaign's own is open: what is said in its place is taken as said. `modifiers` are initiative
    modifiers, `holds` words for what can be held back, `bare_holds` whole phrases that hold something
    back, `easy` phrases that do not say what is held back, `refusals` modifiers that "no …" holds back;
    `pools` the words after a number of points spent; `loads` what is shot and no weapon; `stows` verbs
    for putting a weapon away; `parts` parts of a body; `others` verbs outside the ruleset's list; `prose`
    verbs that count only in prose or with an object.
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions: dict[str, Action] = {action.id: action for action in actions}
        self.verbs: dict[str, list[Verb]] = {}
        self.things: dict[str, Index] = {}
        self.generic: dict[str, Index] = {}
        self.facts: dict[tuple[str, str], Thing] = {}
        self.lists = Index()
        self.modifiers = Index()
        self.parts = Index()
        self.part_names: frozenset[str] = frozenset()
        self.holds: dict[str, str] = {}
        self.bare_holds: Phrases = {}
        self.bare_held: dict[str, str] = {}
        self.easy: dict[str, tuple[tuple[str, ...], ...]] = {}
        self.refusals: dict[str, str] = {}
        self.pools: frozenset[str] = frozenset()
        self.loads: frozenset[str] = frozenset()
        self.thrown: frozenset[str] = frozenset()
        self.stows: frozenset[str] = frozenset()
        self.called: tuple[tuple[str, ...], ...] = ()
        self.aims: tuple[tuple[str, ...], ...] = ()
        self.prefixes: dict[str, str] = {}
        self.hold_names: dict[str, str] = {}
        self.default_attack: str | None = None
        self.default_spell: str | None = None
        self.default_item: str | None = None
        self.default_power: str | None = None
        self.default_skill: str | None = None
        self.other: str | None = None
        self.combatants = Combatants({})
        self._triggers: list[frozenset[str]] = []  # shared by all that differ in names alone
        for action in self.actions.values():
            self._add_verbs(action)
        for group in self.verbs.values():
            group.sort(key=lambda verb: -len(verb.words))

    def _add_verbs(self, action: Action) -> None:
        for weak, verbs in ((False, action.verbs), (True, action.weak)):
            for phrase in verbs:
                first, *rest = phrase.split()
                for form, word in (
                    (BASE, first),
                    (THIRD, third(first)),
                    (GERUND, gerund(first)),
                    (PAST, past(first)),
                ):
                    if form == PAST and word == first:
                        continue
                    self._add_verb(Verb((word, *rest), action.id, form, weak, None))
        for phrase in action.nouns:
            self._add_verb(Verb(tuple(phrase.split()), action.id, BASE, False, None))
        for phrase, full in action.short.items():
            self._add_verb(Verb(tuple(phrase.split()), action.id, BASE, False, full))

    def _add_verb(self, verb: Verb) -> None:
        self.verbs.setdefault(verb.words[0], []).append(verb)

    def add(self, thing: Thing) -> None:
        """Take in one of the campaign's things."""
        self.facts[(thing.kind, thing.name)] = thing
        self.things.setdefault(thing.kind, Index()).add(thing.name, thing.name)

    def triggers(self) -> frozenset[str]:
        """Every word that a declaration holds at least one of; worked out once for a campaign."""
        if not self._triggers:
            words = set(self.verbs)
            for table in (self.holds, self.refusals, self.easy, self.bare_holds):
                words.update(word for phrase in table for word in phrase.split())
            for index in (*self.things.values(), *self.generic.values(), self.modifiers):
                words.update(index.words())
            self._triggers.append(frozenset(words))
        return self._triggers[0]

    def fact(self, kind: str, name: str | None) -> Thing | None:
        return self.facts.get((kind, name)) if name is not None else None

    def somebody(self, text: str, start: int) -> tuple[str, int] | None:
        """The one combatant whose name stands at an offset of a text, and the offset after it."""
        tokens = tokenize(text[start : start + MAX_NAME])
        first = 1 if tokens and tokens[0].key in ("the", "a", "an", "that", "this") else 0
        found = self.combatants.find(tokens, first, len(tokens))
        if found is None or len(found[0]) != 1:
            return None
        return found[0][0], start + tokens[found[1] - 1].end

    def open(self, kind: str) -> bool:
        """Whether the campaign names nothing of this kind, so that anything said is taken as said."""
        return not self.things.get(kind)

    def with_things(self, things: Iterable[Thing]) -> Lexicon:
        """The same words with a campaign's things in place of any before; of two of one name the first
        stands."""
        twin: Any = Lexicon.__new__(Lexicon)
        twin.__dict__.update(self.__dict__)
        twin.things, twin.facts, twin._triggers = {}, {}, []
        lexicon: Lexicon = twin
        for thing in things:
            if (thing.kind, thing.name) not in lexicon.facts:
                lexicon.add(thing)
        return lexicon

    def with_names(self, names: Mapping[str, str] | Iterable[str]) -> Lexicon:
        """The same words with more combatants: names, or a mapping of what is said to the combatant
        meant."""
        twin: Any = Lexicon.__new__(Lexicon)
        twin.__dict__.update(self.__dict__)
        twin.combatants = self.combatants.more(
            dict(names) if isinstance(names, Mapping) else {name: name for name in names}
        )
        lexicon: Lexicon = twin
        return lexicon
