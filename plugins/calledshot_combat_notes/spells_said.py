"""The DM's word on a spell that was ruined: that it takes effect all the same (CN-508, PGM-1).

When a spell works or fails by the notes is `magic`'s.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Phrase
from calledshot_combat_notes.state import Casting, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

LONGEST = 300
"""Characters of a message that may tell of a spell."""
_SENTENCES = Phrase(r"[.!?;\n]{1,5}\s{0,3}|\s{1,3}-{1,3}\s{1,3}", flags=0)
_WORKS = Phrase(
    r"\b(?:go(?:es)? off|works?|takes? effect|takes? hold|succeeds?|is cast|comes? off|fires?|hits?|strikes?"
    r"|burns?|flares?|explodes?|engulfs?|fills?|lights? up|goes through|gets? (?:it|the spell|that) off)\b",
)
_FAILS = Phrase(
    r"\b(?:fizzles?|fails?|is (?:ruined|lost|gone|spoiled|spoilt|disrupted|wasted)|collapses?|goes? nowhere"
    r"|comes to nothing|disrupted|ruined|loses?)\b",
)
_NOT = Phrase(
    r"\b(?:not|n't|never|no|nothing|would|could|if|unless|before|until|should|might|almost|nearly)\b"
    r"|n't\b",
)


def overhear(fight: NotesFight, text: str) -> None:
    """A message of the DM's in the action phase: what it says of spells that were cast this round."""
    round_ = fight.round
    if round_ is None or round_.phase != "action" or len(text) > LONGEST:
        return
    plain = text.replace("’", "'")
    for sentence in _SENTENCES.split(plain):
        if _NOT.search(sentence) or "?" in sentence:
            continue
        for fighter in list(fight.fighters.values()):
            lost = fighter.lost_spell
            if lost is None or lost.last != fight.count or not _is_of(fight, sentence, fighter, lost):
                continue
            if _FAILS.search(sentence) is None and _WORKS.search(sentence) is not None:
                _works_after_all(fight, fighter, lost)


def _is_of(fight: NotesFight, sentence: str, fighter: Fighter, spell: Casting) -> bool:
    """Whether a sentence is about this spell: it has its name, or the caster's and the word."""
    from calledshot_combat_notes import fighters

    folded = sentence.casefold()
    if spell.spell and spell.spell.casefold() in folded:
        return True
    if re.search(r"\bspell\b", folded) is None:
        return False
    named = fighters.named(sentence, dict(fight.encounter.names.items()))
    ruined = [one.lost_spell for one in fight.fighters.values() if one.lost_spell is not None]
    return fighter.name in named or (not named and sum(one.last == fight.count for one in ruined) == 1)


def _works_after_all(fight: NotesFight, fighter: Fighter, spell: Casting) -> None:
    fight.encounter.judge(
        "spell",
        fighter.name,
        ours="fails",
        theirs="takes effect",
        agrees=False,
        effect=f"{spell.spell} takes effect all the same",
        message=f"{fighter.name} was hurt before {spell.spell} took effect, and it fails",
    )
    if fight.encounter.by_the_book:
        return
    spell.failed, fighter.lost_spell, fighter.failed_spell = False, None, None
    fighter.last_spell = spell
    fight.questions = [one for one in fight.questions if one.topic != "spell" or one.who != fighter.name]
    fight.encounter.rule(
        "cast",
        "done",
        fighter.name,
        spell.target,
        clauses=("CN-508",),
        spell=spell.spell,
        slot=None,
        effect=None,
    )
