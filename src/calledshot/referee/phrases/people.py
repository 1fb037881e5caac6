"""Finding the combatants' names among the words of a message. Whom they belong to is the caller's table.

Names are looked up, never made into patterns: words that stand together are joined and compared folded, so
"Swift Boy", "swiftboy" and "gob #2" are found and a name such as "(" does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.moves.names import ORDINALS, candidates, squeeze
from calledshot.referee.phrases.tokens import NUMBER, WORD, Token

MAX_JOINED = 5
"""Words of one name."""
SHORTEST_START = 3
"""Letters with which a name written in several words may begin."""
SHORTEST_SLIP = 5
"""Letters of a name that is recognised with one slip in it, capitalised; one more in small letters."""
MAX_SLIPS = 5000
"""Words whose likeness to a name is remembered."""
SHORTEST_JOINED = 5
"""Letters that two words must have together to be read as one name ("as h" is not Ash)."""


class People:
    """Folded spellings → combatant, None where a spelling fits several."""

    __slots__ = ("_near", "_words", "forms", "groups", "heads", "longest", "starts")

    def __init__(self, names: Mapping[str, str]) -> None:
        forms: dict[str, str | None] = {}
        for form, fits in candidates(dict.fromkeys(names.values())).items():
            forms[squeeze(form)] = fits[0] if len(fits) == 1 else None
        for written, combatant in names.items():
            key = squeeze(written)
            if key and forms.get(key) is None:
                forms[key] = combatant
        forms.pop("", None)
        self.forms = forms
        self.groups = _groups(forms)
        self.heads = frozenset(form[:2] for form in forms) | frozenset(
            form[0] for form in forms if form[0].isdigit()
        )
        self.starts = frozenset(
            form[:length]
            for form in forms
            if not form.startswith(ORDINALS)
            for length in range(SHORTEST_START, len(form) + 1)
        ) | frozenset(word for word in ORDINALS if any(form.startswith(word) for form in forms))
        self._words = sorted(form for form in forms if len(form) >= SHORTEST_SLIP and form.isalpha())
        self._near: dict[str, str] = {}
        self.longest = max((len(form) for form in forms), default=0)

    def find(
        self, tokens: list[Token], at: int, vocabulary: frozenset[str]
    ) -> tuple[int, str | None, str] | None:
        """The longest name that begins at token `at`: the token after it, the combatant, and the ending that
        was split off the last word ("'s")."""
        first = tokens[at]
        exact = self._exact(tokens, at, vocabulary)
        if exact is not None or first.kind != WORD or first.word in vocabulary:
            return exact
        word, ending = (first.word[:-2], "'s") if first.word.endswith("'s") else (first.word, "")
        meant = self._slip(word, first.capital)
        return (at + 1, self.forms[meant], ending) if meant else None

    def concerns(self, words: set[str], vocabulary: frozenset[str]) -> bool:
        """Whether any of these words may be part of a name: the quick look before the thorough one."""
        if not self.starts.isdisjoint(words):
            return True
        return any(word not in vocabulary and self._slip(word, True) for word in sorted(words))

    def _slip(self, word: str, capital: bool) -> str:
        """The one name this is a slip of the pen for, or nothing."""
        if (
            len(word) < SHORTEST_SLIP + (not capital)
            or len(word) > self.longest + 1
            or word[:2] not in self.heads
        ):
            return ""
        known = self._near.get(word)
        if known is None:
            from rapidfuzz.distance import OSA

            near = [form for form in self._words if OSA.distance(word, form, score_cutoff=1) <= 1]
            known = near[0] if near and len({self.forms[form] for form in near}) == 1 else ""
            if len(self._near) < MAX_SLIPS:
                self._near[word] = known
        return known

    def _exact(
        self, tokens: list[Token], at: int, vocabulary: frozenset[str]
    ) -> tuple[int, str | None, str] | None:
        first = tokens[at]
        if first.word[:2] not in self.heads and first.word[:1] not in self.heads:
            return None
        joined, best = "", None
        for i in range(at, min(at + MAX_JOINED, len(tokens))):
            token = tokens[i]
            if token.kind not in (WORD, NUMBER) or (token.signed and i > at):
                break
            word, ending = token.word, ""
            if word == "#" and i > at:
                continue
            for tail in ("'s", "'ll", "'re", "'d", "'"):
                if word.endswith(tail):
                    word, ending = word[: -len(tail)], tail
                    break
            letters = squeeze(word)
            if not letters and i > at:
                break  # "Swift @ 33"
            joined += letters
            if len(joined) > self.longest + 1:
                break
            found = joined in self.forms
            if not found and not ending and joined not in vocabulary and self._with_s(joined):
                found, ending = True, "s"
            if found and self._plausible(tokens, at, i, joined, vocabulary):
                best = (i + 1, self.forms[joined[:-1] if ending == "s" else joined], ending)
            if ending:
                break
        return best

    def _with_s(self, joined: str) -> bool:
        """ "Kaelins at 12": a name with an s run on."""
        return len(joined) > SHORTEST_START and joined[-1] == "s" and joined[:-1] in self.forms

    def _plausible(
        self, tokens: list[Token], at: int, last: int, joined: str, vocabulary: frozenset[str]
    ) -> bool:
        if last == at:
            token = tokens[at]
            return token.kind == WORD and (token.capital or joined not in vocabulary)
        if tokens[at].kind == WORD and len(tokens[at].word) < 3:
            return False
        if len(joined) < SHORTEST_JOINED and not joined[-1].isdigit():
            return False
        return all(
            tokens[i + 1].start - tokens[i].end <= 2 and tokens[i].kind in (WORD, NUMBER)
            for i in range(at, last)
        )


def _groups(forms: Mapping[str, str | None]) -> dict[str, dict[int, str]]:
    """Those told apart by a number alone: "orc" → 1: "Orc 1", 2: "Orc 2"."""
    found: dict[str, dict[int, str]] = {}
    for form, who in forms.items():
        stem = form.rstrip("0123456789")
        if who is not None and 0 < len(form) - len(stem) < 3 and len(stem) >= SHORTEST_START:
            found.setdefault(stem, {})[int(form[len(stem) :])] = who
    return {stem: members for stem, members in found.items() if len(members) > 1}


_things: list[tuple[Mapping[str, str], int, dict[str, str]]] = []


def squeezed(things: Mapping[str, str]) -> Mapping[str, str]:
    """Names of spells, weapons and the like by their letters, kept while the same mapping comes again."""
    for known, size, found in _things:
        if known is things and size == len(things):
            return found
    made = {squeeze(said): meant for said, meant in things.items()}
    _things.append((things, len(things), made))
    if len(_things) > _KEEP:
        _things.pop(0)
    return made


_kept: list[tuple[Mapping[str, str], int, People]] = []
_KEEP = 4
"""Tables of names kept: one fight has one, until somebody new comes in."""


def people(names: Mapping[str, str]) -> People:
    """The table for these names, kept while the same mapping comes again."""
    for known, size, found in _kept:
        if known is names and size == len(names):
            return found
    made = People(names)
    _kept.append((names, len(names), made))
    if len(_kept) > _KEEP:
        _kept.pop(0)
    return made
