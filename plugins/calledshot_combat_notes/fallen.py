"""The DM's words for somebody who is out of the fight: "the dagger finishes it", "the orc drops dead".

"Down" and "unconscious" are the core's words, "prone" is `sayings`'.
"""

from __future__ import annotations

import re

from calledshot.api import Act, Stated
from calledshot_combat_notes.naming import WHO, Maker, Names, pattern

_PRONOUNS = ("he", "she", "it", "him", "her")


def _finished(found: re.Match[str], names: Names) -> Act | None:
    """ "The dagger finishes it": whoever was struck last, unless somebody is named."""
    said = found["other"].casefold()
    who = names.find(said)
    return Stated(condition="dead", who=who) if who is not None or said in _PRONOUNS else None


def _dies(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    known = who is not None or found["who"].casefold() in _PRONOUNS
    return Stated(condition="dead", who=who) if known else None


FOR_DM: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (
        pattern(
            r"(?:and )?(?P<by>[^,:;()]{1,50}?) (?:finish(?:es|ed)|kill(?:s|ed)|sl(?:ays|ew)|do(?:es)? for"
            r"|puts? an end to) (?P<other>[^,:;()]{1,40}?)(?: off)?"
        ),
        _finished,
    ),
    (
        pattern(
            rf"(?:and )?{WHO} (?:drops|falls|collapses|goes down|keels over|slumps)(?: down| over)?,? "
            r"(?:dead|lifeless|for good|for the last time)"
        ),
        _dies,
    ),
    (
        pattern(
            rf"(?:and )?{WHO} (?:crumbles|falls apart|falls to (?:pieces|dust)|bites the dust"
            r"|gives up the ghost|breathes (?:his|her|its) last|perishes|expires)"
            r"(?: (?:in)?to (?:dust|ash(?:es)?|bones|pieces))?"
        ),
        _dies,
    ),
)
