"""What a declaration says beside its action and its movement: facing, height, casting times, the backpack, an
action abandoned, further targets. Found with their places so that `cutting` can take them out.

Only words are looked at here. Every pattern has bounded repeats, and a text is looked at once.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from calledshot.api import Phrase, fold_text, read_direction
from calledshot_combat_notes.scanning import DIRECTION, Finder

MOST_READ = 8000
"""Code points of a message that are looked at."""


class Aside(Struct, frozen=True, kw_only=True):
    """Something said beside the action: its place, and the value it gives a key of the move's details."""

    start: int
    end: int
    key: str
    value: Any


_CASTING = Phrase(
    r"[(\[]?(?<!\w)(?:ct|c\.t\.|casting[ -]time)[\s:=]{0,3}(?:of |is )?(?P<count>\d{1,3})\s{0,2}"
    r"(?P<unit>rounds?|rnds?|rds?|r|turns?|segments?|segs?)?(?![\w])[)\]]?",
)
_PREPARED = Phrase(
    r"[(\[]?(?<!\w)prep(?:aration)?(?:[ -]time)?[\s:=]{0,3}(?:of |is )?(?P<count>\d{1,3})\s{0,2}"
    r"(?P<unit>rounds?|rnds?|rds?|r|turns?)?(?!\w)[)\]]?",
)
_SHOTS = Phrase(
    r"(?<!\w)(?:fir(?:e|es|ing)|shoot(?:s|ing)?|loos(?:e|es|ing)|launch(?:es|ing)?|send(?:s|ing)?)\s{1,2}"
    r"(?P<shots>(?:(?P<count>\d{1,2}|two|three|four|five|an?|some|my|another) )?"
    r"(?:arrows?|bolts?|quarrels?|bullets?|shots?|stones?))(?=\s{1,3}(?:at|into|on|towards?|from|with)\b)",
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "a": 1, "an": 1, "another": 1}
_AT_SQUARE = Phrase(
    r"(?<!\w)(?:at|on|in|into|onto|around|cent(?:er|re)d (?:at|on))\s{1,3}(?:the )?(?:square )?"
    r"[(\[]\s{0,3}(?P<x>-?\d{1,5})\s{0,3}[,;]\s{0,3}(?P<y>-?\d{1,5})\s{0,3}[)\]]",
)
_FACING = Phrase(
    r"[(\[]?(?<!\w)(?:(?:turn(?:s|ing)?|swivel(?:s|ling)?|pivot(?:s|ing)?|spin(?:s|ning)?|look(?:s|ing)?)"
    r"(?: around)?(?: (?:to )?fac(?:e|es|ing))?|fac(?:e|es|ing)(?: change)?)(?: to)?(?: the| due)?\s{1,3}"
    rf"(?:(?P<direction>(?:{DIRECTION})(?:wards?)?)(?![\w'/])|(?P<who>))[)\]]?",
)
_NEXT_NAME = Phrase(r"\s{0,2}(?:,|&|\band\b|, and\b)\s{1,2}(?:(?:the|on|at) ){0,2}")
_AFTER_NAME = Phrase(
    r"\s{0,3}(?:$|[,;.!?)&(]|(?:and|then|with|using|w/|for|at|on|from|as|while|if|before|both)\b)",
)
MOST_NAMES = 12
"""Targets of one action that are looked for."""
_FACES = Phrase(r"(?<!\w)(?:turn(?:s|ing)? )?(?:to )?fac(?:e|es|ing)(?: the)?\s{1,3}$")
_HEIGHT = Phrase(
    r"(?<![\w-])(?:,\s{0,2})?(?:(?:aim(?:s|ing|ed)?|strik(?:e|es|ing)|swing(?:s|ing)?|hit(?:s|ting)?|going)\s{1,3})?"
    r"(?P<height>low|high)(?=\s{0,3}(?:$|[,.;!)]|attack|blow|strike|swing|shot|on\b|at\b|with\b|and\b|then\b))",
)
_SAID_AIM = Phrase(r"(?:aim|going)")
_ABANDON = Phrase(
    r"^\s{0,16}(?:(?:ok|okay|no|wait|oops|er|uh|hmm|well|sorry|actually|then|hang on|hold on"
    r"|on second thoughts?)[,. ]{1,3}){0,3}(?:i(?:'ll| will|'m| am|'ve| have|'d| would)?\s{1,2})?"
    r"(?:abandon(?:s|ing)?|give up|giving up|drop(?:ping)?|forego(?:ing)?|forgo(?:ing)?|forget|scratch|scrap"
    r"|never ?mind|chang(?:e|es|ed|ing) my mind|rather|instead(?: of)?)"
    r"(?:\s{1,2}(?:on\s{1,2})?(?:that|it|this|(?:my|the|his|her)\s{1,2}(?:\w{1,12}\s{1,2}){0,2}"
    r"(?:action|move|attack|plan|spell|declaration|charge|shot|casting)"
    r"|(?:about )?(?:the|that|those)\s{1,2}[\w'-]{1,20}(?:\s\d{1,2})?(?=\s{0,2}[,;:.!-])))?(?=[\s,:;.!-])"
    r"[\s,:;.!-]{0,4}(?:(?:and|so|instead|now|then|just|to)\b[\s,:]{0,3}){0,3}(?=(?P<rest>.{0,1}))",
)
_GIVES_UP = Phrase(
    r"abandon|forget|scratch|scrap|mind|rather|for[e]?go|giv"
    r"|^\s{0,16}(?:\w{2,8}[\s,]{1,3}){0,2}?instead"
)
_PACK = r"(?:(?:my|the|his|her|its|a) )?(?:back[ -]?pack|ruck ?sack|haversack|knapsack|pack)\b"
_GET = (
    r"(?:get(?:s|ting)?|tak(?:e|es|ing)|grab(?:s|bing)?|fetch(?:es|ing)?|dig(?:s|ging)?|pull(?:s|ing)?"
    r"|retriev(?:e|es|ing)|fish(?:es|ing)?|search(?:es|ing)?|draw(?:s|ing)?|rummag(?:e|es|ing)"
    r"|remov(?:e|es|ing)|produc(?:e|es|ing)|bring(?:s|ing)?|look(?:s|ing)?|reach(?:es|ing)?)"
)
_THING = r"(?:(?!and\b|then\b|from\b|out\b|in\b|into\b|through\b)[\w'+-]{1,24}\s{1,2}){1,5}?"
_BACKPACK = Phrase(
    rf"(?<!\w){_GET}\s{{1,2}}(?:"
    rf"(?:out )?(?P<what>{_THING})(?:out )?(?:from|out of|in|of)\s{{1,2}}(?:in |inside )?{_PACK}"
    rf"|(?:in |into |inside |through |around in |out of )?{_PACK}"
    r"(?:\s{1,2}(?:for|and (?:get|take|grab|pull)(?: out)?)\s{1,2}"
    r"(?P<after>(?:(?!and\b|then\b)[\w'+-]{1,24}\s{0,2}){1,4}))?)",
)
_STOWED = Phrase(
    rf"(?<!\w)(?:put(?:s|ting)?|stow(?:s|ing)?|stuff(?:s|ing)?|plac(?:e|es|ing)|stash(?:es|ing)?|pack(?:s|ing)?)"
    rf"\s{{1,2}}(?:away )?(?P<what>{_THING})(?:away )?(?:in|into|inside)\s{{1,2}}{_PACK}",
)
_ARTICLE = Phrase(r"^(?:the|a|an|my|his|her|its|some)\s{1,3}")


def asides(text: str, find: Finder) -> list[Aside]:
    """What a folded text says beside the action, in order, no two in one place."""
    found = [
        Aside(start=one.start(), end=one.end(), key=key, value=_time(one))
        for key, pattern in (("casting_time", _CASTING), ("prep", _PREPARED))
        for one in pattern.finditer(text)
    ]
    for one in _SHOTS.finditer(text):
        said = (one["count"] or "").lower()
        count = int(said) if said.isdigit() else _COUNTS.get(said)
        found.append(Aside(start=one.start("shots"), end=one.end("shots"), key="times", value=count))
    for one in _AT_SQUARE.finditer(text):
        found.append(Aside(start=one.start(), end=one.end(), key="at", value=[int(one["x"]), int(one["y"])]))
    for one in _FACING.finditer(text):
        direction = read_direction(one["direction"]) if one["direction"] else None
        if direction is not None:
            found.append(Aside(start=one.start(), end=one.end(), key="facing", value=direction))
        else:
            named = find(text, one.end())
            if named is not None and _FACES.search(text, one.start(), one.end()):
                found.append(Aside(start=one.start(), end=named[1], key="facing", value=named[0]))
    for one in _HEIGHT.finditer(text):
        named = find(text, one.start("height"))
        if named is None or named[1] <= one.end("height"):
            start = one.start() if _SAID_AIM.search(one.group()) else one.start("height")
            found.append(Aside(start=start, end=one.end(), key="height", value=one["height"].lower()))
    for one in _STOWED.finditer(text):
        found.append(Aside(start=one.start(), end=one.end(), key="stow", value=_thing(one["what"])))
    for one in _BACKPACK.finditer(text):
        what = _thing(one["what"] or one["after"] or "") or None
        found.append(Aside(start=one.start(), end=one.end(), key="backpack", value=what))
    given_up = _ABANDON.match(text)
    if given_up is not None and _GIVES_UP.search(given_up.group()):
        found.append(Aside(start=0, end=given_up.start("rest"), key="abandons", value=True))
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Aside] = []
    for aside in found:
        if not kept or aside.start >= kept[-1].end:
            kept.append(aside)
    return kept


def further_names(text: str, find: Finder) -> list[Aside]:
    """ "on goblin 1 and goblin 2": those who are named behind the first."""
    found: list[Aside] = []
    for joint in _NEXT_NAME.finditer(text):
        if len(found) >= MOST_NAMES:
            break
        named = find(text, joint.end())
        if named is None or _AFTER_NAME.match(text, named[1]) is None:
            continue
        follows = bool(found) and found[-1].end == joint.start()
        if follows or _name_before(text, joint.start(), find):
            found.append(Aside(start=joint.start(), end=named[1], key="targets", value=named[0]))
    return found


def _name_before(text: str, end: int, find: Finder) -> bool:
    """Whether somebody's name ends there, behind an action's word."""
    start = end
    for _ in range(3):
        start = max(text.rfind(" ", 0, max(0, start - 1)), text.rfind("(", 0, max(0, start - 1)))
        if start < 0:
            return False
        named = find(text, start + 1)
        if named is not None and named[1] == end:
            return True
    return False


def _time(found: re.Match[str]) -> int | str:
    """A casting or preparation time: a number, or "2 rounds"."""
    count, unit = int(found["count"]), (found["unit"] or "").lower()
    if unit[:1] == "r":
        return f"{count} round{'' if count == 1 else 's'}"
    return f"{count} turn{'' if count == 1 else 's'}" if unit[:1] == "t" else count


def _thing(said: str) -> str:
    return " ".join(_ARTICLE.sub("", said.strip()).split())


def plain_text(text: str) -> str:
    """The part of a message that is looked at, with typographic signs made plain; columns stay."""
    return fold_text(text[:MOST_READ])
