"""A message taken apart for reading: movement and asides cut out, the rest left for the core, columns kept.

What each part means is `assembling`'s; whether it all makes a declaration is `reader`'s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from calledshot.api import Lexicon, Move, Phrase, little_words
from calledshot_combat_notes import asides as beside
from calledshot_combat_notes import scanning
from calledshot_combat_notes.asides import Aside
from calledshot_combat_notes.scanning import Movement

MINOR = frozenset(("facing", "stow"))
"""Asides that are an action only where there is no other."""

_BEFORE = Phrase(
    r"(?:\s{0,3}[,;&+/-])?\s{0,3}"
    r"(?:\b(?:and then|and|then|before|after which|followed by|while|but|to)\b)?\s{0,3}$",
)
_AFTER = Phrase(
    r"\s{0,3}(?:[,;&+/:-]{1,2}|\.(?=\s))?\s{0,3}"
    r"(?:(?:and then|and|then|before|so as to|in order to|to(?=\s{1,3}(?!the\b|a\b|my\b)))\b)?\s{0,3}",
)
_NOTHING = Phrase(r"[\s.!,;:&+*()\[\]~-]*$", flags=0)
_BRACKETS = Phrase(r"\(([^()]{1,120})\)", flags=0)
_ARTICLE = Phrase(r"\s{0,3}(?:the|an?)\s{1,3}")
_PLUS = Phrase(
    r"(?<![\w+])\+ ?\d(?!\w)(?!\s{0,3}(?:squares? )?(?:[nsew]|[ns][ew]|north|south|east|west)(?!\w))",
)
_SHORT_WITH = Phrase(
    r"(?<=[a-z] )(?<!move )(?<!moves )(?<!step )(?<!shift )(?<!face )(?<!facing )(?<!squares )(?<!sq )"
    r"(?<!go )(?<!back )(?<!due )w (?=[a-z])(?!(?:and|then|to|before|with|w|but|for|at|on)\b)",
    " w ",
)
"""A lone w for "with", unless it may be the west."""
_OPENS_READY = Phrase(
    r"\s{0,2}(?:draw|drop|sheath|unsheath|stow|load|reload|ready|put|switch|change|half|full|move|mov)",
)


_WITH_IT = Phrase(r"(?<=[a-z]) (?:with|using) (?:it|them|that)(?=\s{0,3}(?:$|[,.;!)]|and\b|then\b))")
"""What was named before it: "draw my axe and attack the orc with it"."""
_LEAD_IN = Phrase(r"^\s{0,3}(?:(?:then|just|well|in that case|so)\b[,\s]{1,3}){1,3}(?=[a-z])")
"""What leads on from the DM's words: "then just cast sleep"."""
_LIKE_TO = Phrase(r"(?<=\bi)(?:'d| would) (?:like|love|rather) (?:to )?(?=[a-z])")
"""A wish that declares: "I'd like to attack"."""
_OVER_TO = Phrase(r"(?<=[a-z] )over(?= (?:to|toward|towards|by|there|here|next to|beside|behind|near)\b)")
"""Running over to somebody is not running over him."""
_RUNS_UP = Phrase(
    r"\b(?:run|runs|dash|dashes)(?= (?:up|over|just|in|across|forward|to)\b[^.;\d]{0,60}?"
    r"(?:,|\band\b|\bthen\b|&) {0,2}(?:then )?[a-z])",
)
"""Running up to somebody and doing something is going there, and no run, which is all of a round."""
_TO_GROUND = Phrase(r"(?<=[a-z])(?: down)? to the (?:ground|floor|dirt|deck|earth)\b")
_BACKS_UP = Phrase(
    r"\b(?:back|backs|backing) (?:up|away)(?: (?:a|one) (?:bit|step|little|pace|square))?"
    r"(?=\s{0,3}(?:,|&|and\b|then\b))",
)
"""A step before something else, and no withdrawal, which is all of a round."""
_BACKS_FROM = Phrase(r"\b(?:back|backs|backing) (?:up|away|off)(?= from\b)")
_STEPS = ("adjustment", "adjusting", "stepping", "shift")


def _step(found: re.Match[str]) -> str:
    """A word for a step, as long as it may be: columns stay."""
    length = len(found.group())
    return next(word for word in _STEPS if len(word) <= length).ljust(length)


_SLUNG = Phrase(
    r"\b(?:sling(?:s|ing)?|slung)\s{1,2}(?:an? |my |his |her |the |some |another |one )?"
    r"(?:stone|bullet|rock|pebble)s?(?=\s{1,2}(?:at|into|towards?)\b)",
)
"""A stone that is slung is not thrown: it goes with the sling."""
_TURNS = Phrase(r"\bturn(?:s|ing)? (?:tail |around )?(?:and|to) (?=(?:run|flee|bolt|sprint)s?\b)")
"""Whoever turns and runs, runs."""
_RUNS_COMMA = Phrase(r"(?<=\bruns),(?= \d)")
_HELD = Phrase(
    r"(?:\s{0,2},\s{0,2}(?:with )?|\s{1,2}with )(?:(?:my|his|her|its|the) )?"
    r"(?P<what>[a-z][\w'-]{1,20}(?: [\w'-]{1,20}){0,2}?) "
    r"(?:lowered|lowering|level+ed|couched|raised|drawn|bared|held high|at the ready|in hand|swinging|first)"
    r"(?=\s{0,3}(?:$|[.!*,;)]))"
)
"""How a weapon is held, told behind what is done with it."""
_THIS_ROUND = Phrase(r"(?<=\w) (?:for )?(?:this|the) (?:round|turn|time)(?=[\s.!,)]{0,4}$)")
_NOTHING_DONE = Phrase(
    r"^(?:i )?(?:(?:do|doing|does|take|have) )?(?:nothing|no action)(?: (?:for|from) me)?"
    r" {0,16}(?=[\s.!)]{0,40}$)",
)
"""What is no action, said in so many words."""
_SAYS_SO = Phrase(r"(?:i )?(?:(?:do|take) (?:nothing|no action)|nothing (?:for|from) me)\b")
"""Where it is surely said of the round."""
_NOCKED = Phrase(
    r"\b(?:nock(?:s|ing)?|fit(?:s|ting)?|notch(?:es|ing)?|knock(?:s|ing)?)\s{1,3}(?:an?|his|her|my|its|another)\s{1,3}"
    r"(?:arrow|bolt|quarrel|shaft)(?:\s{1,3}to\s{1,3}(?:the|his|her|my|its)\s{1,3}(?:bow|string|bowstring))?"
    r"\s{0,3}(?:,\s{0,3}(?:and|then)?|and then|and|then)\s{1,3}",
)
"""What is part of every shot, told before it."""


def prepared(text: str, lexicon: Lexicon) -> str:
    """The part of a message that is looked at, folded, without what would only be in the way."""
    folded = _SHORT_WITH.sub("w/", _opened(little_words(beside.plain_text(text))))
    folded, spoken = _without_round(folded)
    if spoken:
        folded = _NOTHING_DONE.sub(lambda found: "no".ljust(len(found.group()) - 6) + "action", folded)
    folded = _SLUNG.sub(lambda found: "fire sling".ljust(len(found.group())), folded)
    for needless in (_LEAD_IN, _LIKE_TO, _WITH_IT, _TO_GROUND, _TURNS, _RUNS_COMMA):
        folded = needless.sub(lambda found: " " * len(found.group()), folded)
    folded = _BACKS_FROM.sub(lambda found: "retreat".ljust(len(found.group())), folded)
    folded = _OVER_TO.sub("just", folded)
    folded = _RUNS_UP.sub(lambda found: "go".ljust(len(found.group())), folded)
    folded = _BACKS_UP.sub(_step, folded)
    folded = _NOCKED.sub(lambda found: " " * len(found.group()), folded)
    folded = _HELD.sub(lambda found: _held(found, lexicon), folded)
    return _without_plus(_without_article(folded, lexicon), lexicon)


def _held(found: re.Match[str], lexicon: Lexicon) -> str:
    """ "Lance lowered" as with the lance, where it is a weapon; of the same length."""
    said = found["what"]
    own, common = lexicon.things.get("weapon"), lexicon.generic["weapon"]
    known = (own is not None and own.get(said) is not None) or common.get(said) is not None
    return f" with {said}".ljust(len(found.group())) if known else found.group()


def _without_round(folded: str) -> tuple[str, bool]:
    """Without "this round", which every declaration is for; whether nothing, or no action, was said of it."""
    cut = _THIS_ROUND.sub(lambda found: " " * len(found.group()), folded)
    return cut, cut != folded or _SAYS_SO.match(cut) is not None


def _without_article(folded: str, lexicon: Lexicon) -> str:
    """ "The ogre attacks Alda": told of somebody as by his name alone."""
    article = _ARTICLE.match(folded)
    if article is None or lexicon.somebody(folded, article.end()) is None:
        return folded
    return _blank(folded, article.start(), article.end())


def _without_plus(folded: str, lexicon: Lexicon) -> str:
    """ "+2 axe" as "axe", unless something is listed by a name with its plus."""
    if "+" not in folded:
        return folded
    said = folded.casefold()
    if any("+" in name and name.casefold() in said for _, name in lexicon.facts):
        return folded
    return _PLUS.sub(lambda found: " " * len(found.group()), folded)


def _opened(folded: str) -> str:
    """ "(draw sword) attack": brackets round a part of the declaration are commas."""
    if "(" not in folded:
        return folded

    def plain(found: re.Match[str]) -> str:
        return f",{found[1]}," if _OPENS_READY.match(found[1]) else found.group()

    return _BRACKETS.sub(plain, folded)


def found(folded: str, lexicon: Lexicon) -> tuple[list[Movement], list[Aside]]:
    """Movement and asides; what lies in an aside is no movement."""
    asides = beside.asides(folded, lexicon.somebody)
    covered = folded
    for aside in asides:
        covered = _blank(covered, aside.start, aside.end)
    movements = scanning.movements(covered, lexicon.somebody)
    for movement in movements:
        covered = _blank(covered, movement.start, movement.end)
    return movements, [*asides, *beside.further_names(covered, lexicon.somebody)]


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _tells(movement: Movement) -> bool:
    """Whether a movement is told as only a declaration does: its class, how far, or which way."""
    if movement.kind in ("half", "full") or movement.over is not None:
        return True
    return any(
        "direction" in leg or "to" in leg or (movement.kind != "bare" and ("count" in leg or _toward(leg)))
        for leg in movement.legs
    )


def _toward(leg: Mapping[str, Any]) -> bool:
    return "toward" in leg and str(leg["text"]).lower().startswith("toward")


class Body:
    """The text with what was found in it, and what is left of it for the core: `cut` without movement and
    asides, `placeholder` with one word in the place of the first of them that is an action by itself."""

    def __init__(self, text: str, folded: str, movements: list[Movement], asides: list[Aside]) -> None:
        self.folded = folded
        self.movements, self.asides = movements, asides
        self.subject: str | None = None
        self.tells = any(map(_tells, movements)) or any(
            one.key in ("backpack", "abandons", "casting_time", "prep") for one in asides
        )
        stand_in = self._stand_in()
        self.minor = stand_in is not None and any(
            one.start == stand_in[0] and one.key in MINOR for one in asides
        )
        plain = folded + text[len(folded) :]
        self.cut = self.placeholder_text(plain, None)
        self.placeholder = None if stand_in is None else self.placeholder_text(plain, stand_in)

    def parts(self) -> list[Movement | Aside]:
        """All that was found."""
        return [*self.movements, *self.asides]

    def _stand_in(self) -> tuple[int, int, str] | None:
        for aside in self.asides:
            if aside.key == "backpack":
                return aside.start, aside.end, "rummage"
        for one in self.movements:
            if one.kind != "bare" and one.end - one.start >= len("move"):
                return one.start, one.end, "move"
        for aside in self.asides:
            if aside.key in ("facing", "stow"):
                return aside.start, aside.end, "face" if aside.key == "facing" else "rummage"
        return None

    def placeholder_text(self, text: str, stand_in: tuple[int, int, str] | None) -> str:
        for start, end in self._cuts(stand_in):
            text = _blank(text, start, end)
        if stand_in is not None:
            start, end, word = stand_in
            text = text[:start] + word.ljust(end - start) + text[end:]
        return text

    def _cuts(self, stand_in: tuple[int, int, str] | None) -> list[tuple[int, int]]:
        """What is cut, each with the word that joins it to what follows, or at the end to what precedes."""
        spans = sorted(
            (one.start, one.end, isinstance(one, Movement) and one.kind == "bare") for one in self.parts()
        )
        kept = stand_in[:2] if stand_in is not None else None
        cuts: list[tuple[int, int]] = []
        for start, end, bare in spans:
            after = _AFTER.match(self.folded, end)
            stop = after.end() if after is not None and not (bare and self.folded[:start].strip()) else end
            if _NOTHING.match(self.folded, stop) and not (kept and kept[0] > start):
                before = _BEFORE.search(self.folded, max(0, start - 24), start)
                first = before.start() if before is not None else start
                cuts.append((max(first, cuts[-1][1] if cuts else 0), end))
            else:
                cuts.append((start, stop))
        if kept is None:
            return cuts
        return [(start, end) for start, end in cuts if not (start <= kept[0] < end)] + [
            (max(kept[1], start), end) for start, end in cuts if start <= kept[0] < end and end > kept[1]
        ]

    def span(self, move: Move) -> tuple[int, int]:
        """Offsets of a read move, whole where it stands in for something."""
        start, end = move.column - 1, move.end_column - 1
        for one in self.parts():
            if one.start <= start < one.end:
                return one.start, max(end, one.end)
        return start, end
