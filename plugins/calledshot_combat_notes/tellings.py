"""What the DM tells of opponents: which of them a sentence begins with (a name, a list of names, all of a
kind), and what it says that they do (CN-200).

Only reads; what comes of it is `plans`'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from calledshot.api import Phrase, Reading, replace
from calledshot_combat_notes import deeds, fighters, playing
from calledshot_combat_notes.state import PARTY

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

MOST_WORDS = 4
"""Words of a name with which a sentence begins."""
MOST_SUBJECTS = 12
"""Of whom one sentence tells."""
ALONE = ("guard", "parry", "charge", "cast")
"""What an opponent may be told to do without a word more."""
NO_VERBS = frozenset(("is", "was", "as", "has", "does", "his", "its", "this", "us", "hers", "misses", "hits"))
"""Words that look like what somebody does, and are not."""
_SENTENCES = Phrase(r"[\n;]|(?<=[a-z0-9)])[.!](?=\s{1,3}[A-Za-z])", flags=0)
_WORDS = Phrase(r"[^\s:,]{1,40}", flags=0)
_LEAD = Phrase(
    r"[\s(*]{0,4}(?:(?:meanwhile|then|now|and|next|first|also|finally|okay|ok|so|but)[, ]{1,3}){0,2}",
)
_ARTICLES = ("the", "a", "an", "both", "all", "each", "every", "other")
_WILL = Phrase(
    r"(?:will|shall|(?:is|are) (?:going|about) to|is gonna|wants? to|tr(?:y|ies) to|each|all|both|just|simply"
    r"|now)\s{1,3}",
)
_JOINS = Phrase(r"(?:,|:|\band\b|\bwhile\b)\s{1,3}(?:and\s{1,3}|then\s{1,3})?")
_LIST = Phrase(r"\s{0,2}(?:,\s{0,2}(?:and\s)?|&|\band\b|\+)\s{0,2}")
_VERB = Phrase(
    r"\s{1,3}((?:is|are) (?:going|about)|[a-z'-]{2,20}s|half|will|on(?= [A-Z])|-{1,3}>|=>|→)(?!\w)"
)
_AGAINST = Phrase(
    r"(?:(?:goes |is |are )?(?:on|vs\.?|versus|against)|-{0,3}>{1,2}|=>|→)\s{1,3}(?=[A-Z])", flags=0
)
"""The wolf on Rhun", as short as that."""
_NUMBERED = Phrase(r"(?:the\s{1,3})?(?P<name>[a-z]{3,20}\s\d{1,2})(?=\s{1,3}[a-z'-]{2,20}s\s)")
"""One of a kind by his number, where no sheet tells of any."""
_THEY = Phrase(r"(?:they(?: all)?(?P<both> both)?|both(?: of them)?|all of them)(?=\s{1,3}[a-z])")
"""All the opponents who are in the fight."""
_ACTION = Phrase(r"(?:'s|s')?\s{0,2}(?:action|move|turn|plan)?s?\s{0,2}(?=[:–-])")


def told(fight: NotesFight, text: str, names: Mapping[str, str]) -> list[tuple[str, Reading]]:
    """Who does what, by a text: each combatant with a reading that is sure to be a declaration of his."""
    found: list[tuple[str, Reading]] = []
    for part in _parts(text, names):
        start = _LEAD.match(part).end()  # type: ignore[union-attr]
        subjects, end = _subjects(fight, part[start:], names)
        if not subjects:
            continue
        reading = _does(fight, part[start + end :])
        if reading is not None:
            found += [(who, replace(reading, text=part.strip(), subject=who)) for who in subjects]
    return found


def _does(fight: NotesFight, rest: str) -> Reading | None:
    """What follows the names, as a declaration; None where it is none that is sure."""
    label = _ACTION.match(rest)
    rest = rest[label.end() :] if label is not None else rest
    labelled = rest.lstrip().startswith((":", "-", "–"))
    said = rest.lstrip(" :-–,").rstrip(" )*")
    for _ in range(3):
        said = _WILL.sub("", said, count=1) if _WILL.match(said) else said
    said = _AGAINST.sub("attack ", said, count=1)
    reading = playing.reading_of(fight, said, given=True)
    if reading is None or not reading.moves:
        return None
    move = reading.moves[0]
    known = move.target in fight.fighters or move.target in fight.forms.values()
    if move.target is not None and not (labelled or known):
        return None  # "the orc's axe comes down on Kay": whoever that may be, it is nobody's name
    sure = labelled or move.target is not None or bool(move.details.get("path"))
    if move.action not in deeds.KNOWN or not (sure or move.action in ALONE):
        return None
    return replace(reading, candidate=False)


def _parts(text: str, names: Mapping[str, str]) -> list[str]:
    """The parts of a text of which each may tell what one does: its sentences, and in them the stretch from
    one name with a verb to the next: "orc 1 attacks Alda, orc 2 attacks Bo"."""
    parts: list[str] = []
    for sentence in _SENTENCES.split(text):
        last = 0
        for join in _JOINS.finditer(sentence):
            rest = sentence[join.end() :]
            end = _name(rest, names)[1]
            verb = _VERB.match(rest, end) if end else None
            if verb is not None and verb[1].casefold() not in NO_VERBS:
                parts.append(sentence[last : join.start()])
                last = join.end()
        parts.append(sentence[last:])
    return parts


def _name(text: str, names: Mapping[str, str]) -> tuple[str | None, int]:
    """The combatant whose name a text begins with, and where it ends; 0 for none."""
    words = list(_WORDS.finditer(text[: MOST_WORDS * 41]))
    first = 1 if words and words[0][0].casefold() in _ARTICLES[:3] else 0
    for count in range(min(MOST_WORDS, len(words) - first), 0, -1):
        end = words[first + count - 1].end()
        said = text[words[first].start() : end].casefold().removesuffix("'s").removesuffix("’s")
        who = names.get(said) or names.get(said.replace(" ", ""))
        if who is not None:
            return who, end
    return None, 0


def _subjects(fight: NotesFight, text: str, names: Mapping[str, str]) -> tuple[list[str], int]:
    """All with whom a text begins, and where their names end."""
    who, end = _name(text, names)
    if who is None:
        kind = _kind(fight, text, names)
        new = _NUMBERED.match(text) if not kind[0] and not fight.campaign.sheets else None
        return ([new["name"]], new.end()) if new is not None else kind
    found = [who]
    while len(found) < MOST_SUBJECTS:
        join = _LIST.match(text, end)
        other, length = _name(text[join.end() :], names) if join is not None else (None, 0)
        if join is None or other is None:
            break
        found.append(other)
        end = join.end() + length
    return found, end


def _kind(fight: NotesFight, text: str, names: Mapping[str, str]) -> tuple[list[str], int]:
    """ "The orcs", "both orcs", "all three orcs": those of the group who are in the fight, else all of it."""
    all_ = _THEY.match(text)
    if all_ is not None:
        foes = [one.name for one in fight.fighters.values() if one.side != PARTY and fighters.able(one)]
        fits = len(foes) == 2 if (all_["both"] or all_[0].casefold().startswith("both")) else len(foes) > 1
        return (foes[:MOST_SUBJECTS], all_.end()) if fits else ([], 0)
    words = list(_WORDS.finditer(text[: MOST_WORDS * 41]))
    for place, word in enumerate(words[:MOST_WORDS]):
        said = word[0].casefold()
        if place and words[place - 1][0].casefold() not in (*_ARTICLES, *NUMBERS):
            break
        if said.endswith("s"):
            group = [one for one in dict.fromkeys(names.values()) if _of_kind(one, said[:-1])]
            there = [one for one in group if one in fight.fighters and fighters.able(fight.fighters[one])]
            if group:
                return (there or group)[:MOST_SUBJECTS], word.end()
    return [], 0


def _of_kind(name: str, kind: str) -> bool:
    base, _, number = name.casefold().rpartition(" ")
    return number.isdigit() and base == kind


NUMBERS = ("two", "three", "four", "five", "six", "of", "2", "3", "4", "5", "6")
"""Words between "all" and the kind."""
