"""The forms of a verb, so that a vocabulary lists base forms only. English, and only as far as fighting
needs."""

from __future__ import annotations

from calledshot.moves.english import words

BASE, THIRD, GERUND, PAST = "base", "third", "gerund", "past"

_VOWELS = "aeiou"
_DOUBLING = words("""
stab hit cut chop jab club slap grab rip whip slit swap snap zap bat trip drop step run chug sip get put
set let dip plug spit drag pin ram tag tap rob hop skip swim
""")
_PAST = {
    "throw": "threw",
    "shoot": "shot",
    "hit": "hit",
    "cut": "cut",
    "cast": "cast",
    "strike": "struck",
    "swing": "swung",
    "fling": "flung",
    "draw": "drew",
    "run": "ran",
    "drink": "drank",
    "eat": "ate",
    "fall": "fell",
    "bite": "bit",
    "thrust": "thrust",
    "read": "read",
    "fight": "fought",
    "get": "got",
    "flee": "fled",
    "take": "took",
    "give": "gave",
    "spin": "spun",
    "let": "let",
    "put": "put",
    "move": "moved",
    "cleave": "cleaved",
    "break": "broke",
    "hurl": "hurled",
    "go": "went",
    "come": "came",
    "sling": "slung",
    "lob": "lobbed",
    "leap": "leapt",
    "creep": "crept",
    "hold": "held",
}


def third(verb: str) -> str:
    """attack → attacks, slash → slashes, parry → parries."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def gerund(verb: str) -> str:
    """attack → attacking, strike → striking, stab → stabbing."""
    if verb in _DOUBLING:
        return verb + verb[-1] + "ing"
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + "ing"


def past(verb: str) -> str:
    """attack → attacked, strike → struck, stab → stabbed."""
    if verb in _PAST:
        return _PAST[verb]
    if verb in _DOUBLING:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    return verb + "ed"
