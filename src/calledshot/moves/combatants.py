"""Those who may be targets: every way to write their names, found at a place of a message.

The short forms come from `names`; this finds them among tokens, also misspelled ones.
"""

from __future__ import annotations

from calledshot.moves.english import NOT_NAMES
from calledshot.moves.folding import fold, key
from calledshot.moves.names import candidates, squeeze
from calledshot.moves.tokens import MARK, Token

MIN_MENDED = 4
"""Letters of a form that a misspelling is held against; shorter ones are near to everything."""
MAX_TOKENS = 8
"""Tokens a name may be written in; bounds the work at each place."""


_UNITS = ("times", "x", "squares", "square", "sq", "feet", "foot", "ft", "yards", "yd", "steps", "step")
COUNTED = frozenset(
    (*_UNITS, "paces", "more", "points", "pts", "turns", "rounds", "n", "ne", "e", "se", "s", "sw", "w", "nw")
)
"""Words before which a number counts something, and is nobody's."""


def _of_another(tokens: list[Token], found: tuple[tuple[str, ...], int, bool], end: int) -> bool:
    """Whether a number follows that is not his: "skeleton 2" is not Skeleton 1, though "skeleton" may be."""
    names, after, _ = found
    own = [name.split()[-1] for name in names]
    if not all(one.isdigit() for one in own) or after >= end:
        return False
    number = tokens[after].key
    if any(char.isdigit() for char in tokens[after - 1].key) or not number.isdigit():
        return False
    if len(number) > max(map(len, own)) + 1 or int(number) in map(int, own):
        return False
    return after + 1 >= end or tokens[after + 1].key not in COUNTED


class Combatants:
    """What is said → the combatant meant. Short forms are worked out when first asked for."""

    __slots__ = ("_forms", "_long", "_raw", "_said")

    def __init__(self, said: dict[str, str]) -> None:
        self._said = said
        self._forms: dict[str, tuple[str, ...]] | None = None
        self._raw: dict[str, str] = {}
        self._long: tuple[list[str], list[str]] = (
            [],
            [],
        )  # forms long enough to mend, without and with a number

    def more(self, said: dict[str, str]) -> Combatants:
        return Combatants({**self._said, **said})

    def names(self) -> list[str]:
        return list(dict.fromkeys(self._said.values()))

    def __len__(self) -> int:
        return len(self._said)

    def forms(self) -> dict[str, tuple[str, ...]]:
        if self._forms is None:
            self._forms = {}
            for form, said in candidates(self._said).items():
                plain = key(form)
                if plain:
                    self._forms[plain] = tuple(dict.fromkeys(self._said[one] for one in said))
            for form in self._forms:
                if len(form) >= MIN_MENDED:
                    self._long[form[-1].isdigit()].append(form)
            for one in self._said:
                raw = "".join(fold(one).lower().split())
                if not raw.isalnum() and raw:
                    self._raw[raw] = self._said[one]
        return self._forms

    def get(self, said: str) -> str | None:
        names = self.forms().get(key(said)) or self.forms().get(squeeze(said))
        return names[0] if names and len(names) == 1 else None

    def find(
        self, tokens: list[Token], at: int, end: int, fuzzy: bool = True
    ) -> tuple[tuple[str, ...], int, bool] | None:
        """The combatants meant at `at` (several if it fits them equally well), the place after, and whether
        a misspelling was mended."""
        if not self._said:
            return None
        forms = self.forms()
        best = self._find_raw(tokens, at, end) if self._raw else None
        joined, start = "", at
        while at < min(end, start + MAX_TOKENS):
            token = tokens[at]
            if token.key:
                joined += token.key
            elif not (token.text in "-'#." and joined) or token.kind != MARK:
                break
            at += 1
            if not token.key or (
                at - start == 1 and joined in NOT_NAMES and joined not in self._exact(joined)
            ):
                continue
            names = forms.get(joined)
            if names is None and token.text.endswith("'s"):
                names = forms.get(joined[:-1])
            if names is not None and (best is None or at >= best[1]):
                best = (names, at, False)
        if best is not None and _of_another(tokens, best, end):
            return None
        if best is None and fuzzy:
            best = self._near(tokens, start, end)
        return best

    def _exact(self, joined: str) -> tuple[str, ...]:
        return tuple(key(said) for said in self._said if key(said) == joined)

    def _find_raw(self, tokens: list[Token], at: int, end: int) -> tuple[tuple[str, ...], int, bool] | None:
        joined, best = "", None
        for stop in range(at, min(end, at + MAX_TOKENS)):
            joined += tokens[stop].text
            name = self._raw.get(joined) or self._raw.get(joined.removesuffix("'s"))
            if name is not None:
                best = ((name,), stop + 1, False)
        return best

    def _near(self, tokens: list[Token], at: int, end: int) -> tuple[tuple[str, ...], int, bool] | None:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best: tuple[int, int, tuple[str, ...]] | None = None
        forms = self.forms()
        for stop in (at + 1, at + 2):
            if stop > end or any(not token.key for token in tokens[at:stop]):
                break
            said = "".join(token.key for token in tokens[at:stop])
            if tokens[stop - 1].text.endswith("'s"):
                said = said[:-1]
            bound = 0 if len(said) < 4 else 1 if len(said) < 7 else 2
            if not bound or said in NOT_NAMES:
                continue
            near = process.extract(
                said, self._long[said[-1].isdigit()], scorer=OSA.distance, score_cutoff=bound, limit=20
            )
            if near and (
                best is None or near[0][1] < best[0] or (near[0][1] == best[0] and len(best[2]) > 1)
            ):
                names = tuple(
                    dict.fromkeys(n for match in near if match[1] == near[0][1] for n in forms[match[0]])
                )
                best = (int(near[0][1]), stop, names)
        return None if best is None else (best[2], best[1], True)

    def nearest(self, said: str) -> tuple[str, ...]:
        from rapidfuzz import fuzz, process

        near = process.extract(key(said), sorted(self.forms()), scorer=fuzz.ratio, score_cutoff=60, limit=3)
        return tuple(dict.fromkeys(name for match in near for name in self.forms()[match[0]]))[:3]
