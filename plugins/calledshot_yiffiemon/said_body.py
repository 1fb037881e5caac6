"""The words for striking with what grows on one: "claw the orc", "bites it", "with my teeth".

Whether they are natural weapons is for the sheet to say (YM-514).
"""

from __future__ import annotations

from calledshot.api import Phrase
from calledshot_yiffiemon.moves_said import LIMBS
from calledshot_yiffiemon.said_threat import words
from calledshot_yiffiemon.state import NATURAL, UNARMED

_BODY_VERBS = {
    **dict.fromkeys(("bite", "bites", "biting"), "bite"),
    **dict.fromkeys(("claw", "claws", "clawing", "rake", "rakes", "raking"), "claws"),
    **dict.fromkeys(
        ("punch", "punches", "punching", "pummel", "pummels", "pummeling", "pummelling"), "punch"
    ),
    **dict.fromkeys(("kick", "kicks", "kicking"), "kick"),
    **dict.fromkeys(("peck", "pecks", "pecking"), "beak"),
    **dict.fromkeys(("gore", "gores", "goring"), "horns"),
}
_BODY_VERB = Phrase(r"(?P<verb>" + words(_BODY_VERBS) + r")\b")
_WITH_BODY = Phrase(
    r"\b(?:with|w/|using)\s{0,3}(?:(?:my|his|her|its|their|the|both|bare|sharp)\s{1,3}){0,3}"
    r"(?P<body>" + words(dict.fromkeys((*LIMBS, *UNARMED, *NATURAL))) + r")\b(?!\s{1,2}of\b)"
)


def body_weapon(said: str) -> str | None:
    """What somebody strikes with who has no weapon, in the words of his attack: "claw the orc", "with my
    teeth"."""
    with_it = _WITH_BODY.search(said)
    if with_it is not None:
        return str(with_it["body"]).lower()
    verb = _BODY_VERB.match(said)
    return _BODY_VERBS[verb["verb"].lower()] if verb is not None else None
