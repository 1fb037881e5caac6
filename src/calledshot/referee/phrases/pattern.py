"""The little language that phrases are written in, compiled to a graph of nodes that `match` walks.

    word      that word          a|b        either word         <class>   any word of a class
    [x y]     may be left out    (x y | z)  either sequence     {slot}    something to fill in
    ,         a soft break, or none         !,  a soft break    ?         a break with a question mark
    ^  $      start and end of a clause     ^^  $$              start and end of the message

A phrase never holds a name; names are a kind of token. Not for running phrases: see `match`.
"""

from __future__ import annotations

from collections.abc import Mapping

LITERAL, BRANCH, SLOT, SET, START, END, COMMA, BREAK, QUESTION, FIRST, LAST, ACCEPT = range(12)
PEOPLE = frozenset({"who", "target", "other", "name"})
NUMBERS = frozenset({"n", "m", "count", "signed", "gain", "loss", "nth"})
SLOTS = (
    PEOPLE
    | NUMBERS
    | frozenset(
        {
            "sum",
            "any",
            "what",
            "word",
            "verb",
            "deed",
            "rest",
            "tail",
            "stat",
            "thing",
            "known",
            "dice",
            "names",
        }
    )
)
PERSON_MARK, NUMBER_MARK, ANY_MARK, THING_MARK, DICE_MARK = "{p}", "{n}", "{any}", "{thing}", "{dice}"
"""What a token can be besides its word, where phrases are looked up by what they may begin with."""
_EDGES = {"^": START, "$": END, ",": COMMA, "!,": BREAK, "?": QUESTION, "^^": FIRST, "$$": LAST}


class Node:
    """One step of a phrase: what must be there (`words`, `slot`) and what may come `next`."""

    __slots__ = ("after", "branches", "op", "slot", "value", "words")

    def __init__(self, op: int, after: Node | None = None) -> None:
        self.op = op
        self.after = after
        self.words: frozenset[str] = frozenset()
        self.branches: tuple[Node, ...] = ()
        self.slot = ""
        self.value = ""


class Phrase:
    """A compiled phrase: its graph, the words it may begin with, and the sets of words of each of which one
    must be there (`needs`); `keys` is the rarest of these sets."""

    __slots__ = ("first", "keys", "needs", "open", "order", "root", "rule", "text")

    def __init__(
        self,
        text: str,
        root: Node,
        keys: frozenset[str],
        needs: tuple[frozenset[str], ...],
        rule: int,
        order: int,
    ) -> None:
        self.text = text
        self.root = root
        self.keys = keys
        self.needs = needs
        self.rule = rule
        self.order = order
        self.open = "{rest}" in text or "{tail}" in text  # takes whatever follows: a closed phrase is surer
        self.first = _first(root)


class PhraseError(ValueError):
    """A phrase that does not follow the language; says which."""


class _Item:
    __slots__ = ("branches", "kind", "text")

    def __init__(self, kind: str, text: str = "", branches: list[list[_Item]] | None = None) -> None:
        self.kind = kind  # word, slot, edge, group, option
        self.text = text
        self.branches = branches or []


class Compiler:
    """Compiles phrases against word classes and tables (pool, condition … → canonical id → spellings)."""

    def __init__(
        self,
        classes: Mapping[str, tuple[str, ...]],
        tables: Mapping[str, Mapping[str, tuple[str, ...]]],
        common: frozenset[str],
    ) -> None:
        self.classes = classes
        self.tables = tables
        self.common = common
        self._parsed: dict[str, list[_Item]] = {}
        self._class_items: dict[str, _Item] = {}

    def compile(self, text: str, rule: int, order: int) -> Phrase:
        items = self._parse(text)
        keys = self._keys(items)
        if keys is None:
            raise PhraseError(f"the phrase {text!r} names no word, number or person that must be there")
        found = (self._key(item) for item in items)
        needs = tuple(dict.fromkeys(need[1] for need in found if need is not None and need[1] != keys[1]))
        return Phrase(text, self._chain(items, Node(ACCEPT)), keys[1], needs, rule, order)

    # -- text to items --------------------------------------------------------------------------

    def _parse(self, text: str) -> list[_Item]:
        for bracket in "[]()":
            text = text.replace(bracket, f" {bracket} ")
        words = text.split()
        branches, at = self._alternatives(words, 0, "", text)
        if at != len(words) or len(branches) != 1:
            raise PhraseError(f"brackets do not pair up in the phrase {text!r}")
        return branches[0]

    def _alternatives(
        self, words: list[str], at: int, closing: str, text: str
    ) -> tuple[list[list[_Item]], int]:
        branches: list[list[_Item]] = [[]]
        while at < len(words):
            word = words[at]
            if word == closing:
                return branches, at + 1
            if word in ("[", "("):
                inner, at = self._alternatives(words, at + 1, "]" if word == "[" else ")", text)
                branches[-1].append(_Item("option" if word == "[" else "group", branches=inner))
                continue
            if word == "|":
                branches.append([])
            else:
                branches[-1].append(self._atom(word, text))
            at += 1
        if closing:
            raise PhraseError(f"brackets: {closing!r} is missing in the phrase {text!r}")
        return branches, at

    def _atom(self, word: str, text: str) -> _Item:
        if word in _EDGES:
            return _Item("edge", word)
        parts = word.split("|")
        plain = [part for part in parts if part[0:1] not in ("<", "{")]
        if len(plain) == len(parts):
            return _Item("word", word)
        items = [_Item("word", "|".join(plain))] if plain else []
        items += [
            self._class(part[1:-1], text) if part[0] == "<" else self._slot(part[1:-1], text)
            for part in parts
            if part not in plain
        ]
        return items[0] if len(items) == 1 else _Item("group", branches=[[item] for item in items])

    def _class(self, name: str, text: str) -> _Item:
        known = self._class_items.get(name)
        if known is None:
            if name not in self.classes:
                raise PhraseError(f"there is no word class {name!r} (phrase {text!r})")
            known = self._class_items[name] = self._spellings(self.classes[name])
        return known

    def _spellings(self, spellings: tuple[str, ...]) -> _Item:
        """Single words become one literal; spellings of several words are phrases of their own."""
        single = [said for said in spellings if said.replace("'", "").replace("/", "").isalnum()]
        if len(single) == len(spellings):
            return _Item("word", "|".join(single))
        branches = [[_Item("word", "|".join(single))]] if single else []
        branches += [self._parse(said) for said in spellings if said not in single]
        return _Item("group", branches=branches)

    def _slot(self, name: str, text: str) -> _Item:
        table = self.tables.get(name)  # a pool, condition …: any of its spellings, captured as its id
        if table is not None:
            branches = [
                [self._spellings(spellings), _Item("set", f"{name}={canonical}")]
                for canonical, spellings in table.items()
            ]
            return _Item("group", branches=branches) if branches else _Item("word", "\0")
        if "=" in name:
            return _Item("set", name.replace("_", " "))
        if name.rstrip("123") not in SLOTS:
            raise PhraseError(f"there is no slot {name!r} (phrase {text!r})")
        return _Item("slot", name)

    # -- items to nodes -------------------------------------------------------------------------

    def _chain(self, items: list[_Item], after: Node) -> Node:
        for item in reversed(items):
            after = self._node(item, after)
        return after

    def _node(self, item: _Item, after: Node) -> Node:
        if item.kind in ("group", "option"):
            node = Node(BRANCH)
            heads = [self._chain(branch, after) for branch in item.branches]
            node.branches = (*heads, after) if item.kind == "option" else tuple(heads)
            return node
        if item.kind == "word":
            node = Node(LITERAL, after)
            node.words = frozenset(item.text.split("|"))
        elif item.kind == "slot":
            node = Node(SLOT, after)
            node.slot = item.text
        elif item.kind == "set":
            node = Node(SET, after)
            node.slot, _, node.value = item.text.partition("=")
        else:
            node = Node(_EDGES[item.text], after)
        return node

    # -- what must be there ---------------------------------------------------------------------

    def _keys(self, items: list[_Item]) -> tuple[int, frozenset[str]] | None:
        """The cheapest set of words of which one must be present, with its cost; None if there is none."""
        best: tuple[int, frozenset[str]] | None = None
        for item in items:
            found = self._key(item)
            if found is not None and (best is None or found[0] < best[0]):
                best = found
        return best

    def _key(self, item: _Item) -> tuple[int, frozenset[str]] | None:
        if item.kind == "word":
            words = frozenset(item.text.split("|"))
            return len(words) + 1000 * len(words & self.common), words
        if item.kind == "group":
            parts = [self._keys(branch) for branch in item.branches]
            if any(part is None for part in parts):
                return None
            found = [part for part in parts if part is not None]
            return sum(cost for cost, _ in found), frozenset().union(*(words for _, words in found))
        if item.kind == "slot":
            base = item.text.rstrip("123")
            if base in NUMBERS or base == "sum":
                return 400, frozenset({NUMBER_MARK})
            if base in ("name", "names"):
                return 500, frozenset({PERSON_MARK})
            if base == "dice":
                return 300, frozenset({DICE_MARK})
        return None


def _first(root: Node) -> frozenset[str]:
    """Every word or mark a match can begin with."""
    found: set[str] = set()
    todo, seen = [root], set()
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.op == LITERAL:
            found |= node.words
        elif node.op == SLOT:
            base = node.slot.rstrip("123")
            if base in PEOPLE:
                found |= {PERSON_MARK, ANY_MARK} if base in ("who",) else {PERSON_MARK}
                if base != "name":
                    found.add("{pronoun}")
                found.add("the")
            elif base == "names":
                found.add(PERSON_MARK)
            elif base in NUMBERS or base == "sum":
                found.add(NUMBER_MARK)
            elif base == "dice":
                found.add(DICE_MARK)
            else:
                found.add(ANY_MARK)
        elif node.op == BRANCH:
            todo.extend(node.branches)
        elif node.after is not None:
            todo.append(node.after)
    return frozenset(found)
