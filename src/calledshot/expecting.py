"""Whether a worked example came out as it says: its `expect` laid beside what a stage reports.

Stricter than `subset`, which looks for a table among many: here lists have the length and order that is
written. Words are taken leniently, by the rules below. Knows nothing of fights.

- A table needs only the keys that are written; `note` is not compared. A null also stands for a key that
  is absent, but in the outermost table. Of a result that is a table of one, the one may be expected alone.
- Numbers match by value (1 and 1.0); strings and keys without regard to case, blanks, `_` and hyphens.
- Strings under a key of `PROSE` are free words: every clause id, number and combatant's name of them must be
  there, and of the other words at least half. Where a clause id is named and there, the words are free.
  Where the results have several texts, one of them must match.
- Of `asks`, each must be among the questions asked; none expected means that none may be.
- A row of `rulings` is [who, outcome, reason]. Each must be there, in their order, others between them or
  not. The reason matches where at least half of its words and numbers are there, or it is empty.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, to_builtins

PROSE = frozenset({"then", "until", "reason", "ruling", "why", "text", "message", "asks", "question"})
"""Keys whose strings are free words under every ruleset."""
AMONG = frozenset({"asks"})
"""Keys whose lists name some of what there is."""
UNKNOWN = "unknown"
"""What TOML writes for null."""

_ID = re.compile(r"\b[A-Z]{2,6}-(?:[A-Z]{2,6}-)?\d{1,4}\b")
_NUMBER = re.compile(r"(?<![\w.)])[-−+]?\d{1,12}(?:\.\d{1,12})?(?![\w.]*[a-z])", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]{1,60}")
_JOINT = re.compile(r"_|(?<=[^\W\d_])-(?=[^\W\d_])")
_STOP = frozenset(
    _WORD.findall(
        "a an and any are as at be by do does for from had has have if in is it its no not of on only or own"
        " so than that the their them there these this to up was what when where which will with"
    )
)

Unmet = tuple[str, Any, Any, bool]
"""Where, what was expected, what there is, and whether there is anything."""


def unmet(
    expected: Mapping[str, Any],
    results: Mapping[str, Any],
    *,
    prose: Collection[str] = (),
    unordered: Collection[str] = (),
    names: Collection[str] = (),
) -> Iterator[Unmet]:
    """Every part of `expected` that `results` does not hold. `names` are the combatants'."""
    look = _Look(frozenset(prose) | PROSE, frozenset(unordered), names)
    for key, value in expected.items():
        if key == "note":
            continue
        known = _key(key, results)
        if known is None:
            yield key, value, None, False
        else:
            yield from look.at(key, known, value, results[known])


class Forms(tuple[Any, ...]):
    """One result in the several forms in which an example may write it; any that matches will do."""

    __slots__ = ()


class _Look:
    """One comparison, with the keys that are read in a way of their own."""

    def __init__(self, prose: frozenset[str], unordered: frozenset[str], names: Collection[str]) -> None:
        self.prose = prose
        self.unordered = unordered
        self.names = frozenset(_stem(word) for name in names for word in _WORD.findall(name.casefold()))

    def at(self, path: str, key: str, expected: Any, found: Any) -> Iterator[Unmet]:
        """Compare at `path`; `key` is the last name in it, which says how words and lists are read."""
        found = _alone(expected, found)
        if isinstance(found, Forms):
            if not any(not any(self.at(path, key, expected, form)) for form in found):
                yield from self.at(path, key, expected, found[0])
            return
        if isinstance(expected, Mapping):
            if not isinstance(found, Mapping):
                yield path, expected, found, True
                return
            for name, value in expected.items():
                known = _key(name, found)
                if name == "note" or (known is None and value in (None, UNKNOWN)):
                    continue
                if known is None:
                    yield f"{path}.{name}", value, None, False
                else:
                    yield from self.at(f"{path}.{name}", self._telling(path, key, known), value, found[known])
        elif isinstance(expected, list | tuple):
            if not isinstance(found, list | tuple):
                yield path, expected, found, True
            elif key == "rulings" and all(map(_is_row, expected)):
                yield from self._rows(path, expected, found)
            elif len(expected) != len(found) and not (expected and key in AMONG):
                yield path, expected, found, True
            elif key in self.unordered or key in AMONG:
                if not self._paired(key, expected, found):
                    yield path, expected, found, True
            elif not any(isinstance(one, Mapping | list | tuple) for one in expected):
                if not all(self._same(key, *pair) for pair in zip(expected, found, strict=True)):
                    yield path, expected, found, True
            else:
                for number, (one, other) in enumerate(zip(expected, found, strict=True)):
                    yield from self.at(f"{path}[{number}]", key, one, other)
        elif not self._same(key, expected, found):
            yield path, expected, found, True

    def _telling(self, path: str, key: str, name: str) -> str:
        """Of two keys, the one that says how what is under the inner one is read: a result that is a table
        by name or by alternative is read as the result is. Tables in a list have their own keys."""
        special = self.prose | self.unordered | AMONG
        inherits = f".{path}".endswith(f".{key}") and key in special and name not in special
        return key if inherits else name

    def _rows(self, path: str, expected: Sequence[Any], found: Sequence[Any]) -> Iterator[Unmet]:
        """Rows one after the other, each looked for behind the last one found."""
        start = 0
        for number, row in enumerate(expected):
            place = next((at for at in range(start, len(found)) if _same_row(row, found[at])), None)
            if place is None:
                yield f"{path}[{number}]", row, found, True
            else:
                start = place + 1

    def _paired(self, key: str, expected: Sequence[Any], found: Sequence[Any]) -> bool:
        """Whether each can be given one of its own, in any order."""
        rest = list(found)
        for one in expected:
            partner = next(
                (number for number, other in enumerate(rest) if not any(self.at("", key, one, other))),
                None,
            )
            if partner is None:
                return False
            del rest[partner]
        return True

    def _same(self, key: str, expected: Any, found: Any) -> bool:
        if isinstance(found, Forms):
            return any(self._same(key, expected, form) for form in found)
        if key in self.prose and isinstance(expected, str):
            texts = found if isinstance(found, list | tuple) else [found]
            return any(isinstance(text, str) and says(expected, text, self.names) for text in texts)
        return _equal(expected, found)


def says(expected: str, found: str, names: Collection[str] = ()) -> bool:
    """Whether `found` says what `expected` says: every clause id, number and name of it, half its words."""
    if not expected.strip() or _folded(expected) == _folded(found):
        return True
    ids, numbers, words = _parts(expected)
    their_ids, their_numbers, their_words = _parts(found)
    if not (ids <= their_ids and numbers <= their_numbers and words & frozenset(names) <= their_words):
        return False
    return bool(ids) or 2 * len(words & their_words) >= len(words)


def explains(expected: str, found: str) -> bool:
    """Whether `found` gives half of the words and numbers of a reason."""
    ids, numbers, words = _parts(expected)
    their_ids, their_numbers, their_words = _parts(found)
    shared = len(ids & their_ids) + len(numbers & their_numbers) + len(words & their_words)
    return 2 * shared >= len(ids) + len(numbers) + len(words)


def plain(value: Any) -> Any:
    """A stage's results as JSON would hold them: fractions as numbers, sets as sorted lists."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Forms):
        return Forms(map(plain, value))
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=str)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, Struct):
        return to_builtins(value)
    return value


def _parts(text: str) -> tuple[set[str], set[float], set[str]]:
    """The clause ids, numbers and words of a text; words without endings, the common ones left out."""
    ids = set(_ID.findall(text))
    rest = _ID.sub(" ", text)
    numbers = {float(found.replace("−", "-")) for found in _NUMBER.findall(rest)}
    words = _WORD.findall(_NUMBER.sub(" ", rest).casefold())
    telling = [word for word in words if word not in _STOP] or words
    return ids, numbers, {_stem(word) for word in telling}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


MOST_FLOAT = 10**300
"""Beyond it a whole number has no likeness among the fractions."""


def _equal(expected: Any, found: Any) -> bool:
    """Whether two single values are the same."""
    if expected is None or found is None:
        return found is None and expected in (None, UNKNOWN)
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if expected == found:
        return True
    if isinstance(expected, int) and isinstance(found, int):
        return False  # both exact, and of any size
    if isinstance(expected, int | float) and isinstance(found, int | float):
        if max(abs(expected), abs(found)) > MOST_FLOAT:
            return False
        return math.isclose(expected, found, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(expected, str) and isinstance(found, str):
        return _folded(expected) == _folded(found)
    same: bool = expected == found
    return same


def _folded(text: str) -> str:
    """Without case, blanks and what joins words: "in_hand", "weapon-dropped"; a minus stays."""
    return _JOINT.sub("", "".join(text.split()).casefold().replace("−", "-"))


def _key(name: str, table: Mapping[str, Any]) -> str | None:
    """The key of a table that is written so, or is the only one that reads the same."""
    if name in table:
        return name
    alike = [key for key in table if isinstance(key, str) and _folded(key) == _folded(str(name))]
    return alike[0] if len(alike) == 1 else None


def _alone(expected: Any, found: Any) -> Any:
    """The one entry of a table, or that without a name, where something else is expected than a table with
    its key."""
    if isinstance(found, Mapping) and "" in found and not isinstance(expected, Mapping):
        return found[""]
    if not isinstance(found, Mapping) or len(found) != 1 or expected is None:
        return found
    ((name, value),) = found.items()
    if isinstance(expected, Mapping):
        apart = expected and all(_folded(str(key)) != _folded(name) for key in expected)
        return value if apart and isinstance(value, Mapping) else found
    return value


def _is_row(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) >= 2


def _same_row(expected: Sequence[Any], found: Any) -> bool:
    """Whether a row is of the same one, with the same outcome and half the reason."""
    if not _is_row(found) or not all(map(_equal, expected[:2], found[:2])):
        return False
    return len(expected) < 3 or explains(str(expected[2]), str(found[2]) if len(found) > 2 else "")
