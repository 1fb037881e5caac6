"""Helps for a ruleset that reads in its own way: little words misspelt, and the weapon told before the verb.

For text that the core's reader will read afterwards: columns stay. Nothing here says whether a text declares
anything.
"""

from __future__ import annotations

from calledshot.moves.vocabulary import Lexicon
from calledshot.patterns import Phrase

_LITTLE = {
    "wth": "w/ ",
    "wiht": "with",
    "witht": "with ",
    "wtih": "with",
    "teh": "the",
    "hte": "the",
    "thte": "the ",
    "adn": "and",
    "thne": "then",
    "tehn": "then",
    "towrad": "toward",
    "towrads": "towards",
    "twoard": "toward",
    "twoards": "towards",
    "agianst": "against",
    "agaisnt": "against",
}
"""A slip of the fingers in a word that joins → the word, of the same length."""
_SLIPS = Phrase(r"(?<![\w'-])(?:" + "|".join(_LITTLE) + r")(?![\w'-])")
_MEANS_FIRST = Phrase(
    r"\s{0,3}(?:(?:then|ok|okay|so|now)[,\s]{1,3})?(?P<lead>(?:with|w/|using)\s{0,2}(?:my|the|a|an|his|her|its)\s{1,3}"
    r"(?P<what>[\w'+-]{1,20}(?:\s{1,2}[\w'+-]{1,20}){0,3}?)(?:\s{0,2},\s{0,3}|\s{1,3}(?=(?:i|i'll|i'm|im|he|she|it)\s)))"
    r"(?=[a-z])"
)


def little_words(text: str) -> str:
    """The text with its misspelt little words as they are meant; of the same length."""
    return _SLIPS.sub(lambda found: _LITTLE[found.group().lower()], text)


def means_first(text: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """ "With my axe, attack the boar": the weapon, and the text without it; None where it does not begin
    so."""
    found = _MEANS_FIRST.match(text)
    if found is None:
        return None
    said = found["what"]
    for index in (lexicon.things.get("weapon"), lexicon.generic.get("weapon"), lexicon.generic.get("limb")):
        weapon = index.get(said) if index else None
        if weapon is not None:
            start, end = found.span("lead")
            return weapon, text[:start] + " " * (end - start) + text[end:]
    return None
