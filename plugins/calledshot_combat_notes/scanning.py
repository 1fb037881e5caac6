"""Movement in a declaration and where it goes, found with its place so that `cutting` can take it out.

Only words are looked at here; whether they make a declaration is `reader`'s. Every pattern has bounded
repeats, and a text is looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from calledshot.api import Phrase, read_direction, read_path

SQUARE_FEET, SQUARE_YARDS = 5, 5
"""CN-010, CN-011: a distance in feet is in squares of melee, one in yards in squares of missile scale."""

Finder = Callable[[str, int], "tuple[str, int] | None"]


class Movement(Struct, kw_only=True):
    """One stretch of movement. `kind`: "half" or "full" where it is said, "adjust" for a step or a shift,
    "plain" for a verb of going alone, "bare" for a path without one. `verb` is where its verb begins;
    `first`: told after the action, but done before it ("attack orc after a half move")."""

    start: int
    end: int
    kind: str
    legs: list[dict[str, Any]]
    over: str | None = None
    first: bool = False


_HALF = r"(?:half|½|1/2|0\.5)"
_GOING = (
    r"(?:mov(?:e|es|ing)|go(?:es|ing)?|walk(?:s|ing)?|advanc(?:e|es|ing)|approach(?:es|ing)?|clos(?:e|es|ing)"
    r"|head(?:s|ing)?|dash(?:es|ing)?|hurr(?:y|ies|ying)|creep(?:s|ing)?|sneak(?:s|ing)?|dart(?:s|ing)?"
    r"|march(?:es|ing)?|rid(?:e|es|ing)"
    r"|(?<!let )(?<!lets )(?<!letting )fl(?:y|ies|ying)|strid(?:e|es|ing)|jog(?:s|ging)?|edg(?:e|es|ing)"
    r"|circl(?:e|es|ing)|travel(?:s|ling|ing)?|com(?:e|es|ing)|crawl(?:s|ing)?)"
)
_STEPPING = (
    r"(?:step(?:s|ping)?|shift(?:s|ing)?|adjust(?:s|ing|ment)?|side[- ]?step(?:s|ping)?|slid(?:e|es|ing)"
    r"|hop(?:s|ping)?|scoot(?:s|ing)?|5[ -]?f(?:oo)?t\.? step|five[- ]foot step)"
)
_WHOSE = r"(?:(?:of )?(?:my|his|her|its|their|the|a|an|our) )?"
_LEAD = (
    r"(?:(?:after|following|taking|take|takes|making|make|makes|using|use|uses|doing|do|with|by|on) )?"
    r"(?:a |an |my |his |her |its )?"
)
_NOUN = r"(?:mov(?:es?|ement|ing)?|mv|moev|mvoe|allowance|speed)\b"
_HEAD = Phrase(
    rf"(?<![\w-])(?:(?P<half>{_LEAD}{_HALF}[ -]{{0,2}}{_WHOSE}{_NOUN}"
    rf"|{_LEAD}mov(?:e|es|ing) (?:up to |up |in |forward |over |back )?{_HALF}(?!\w)(?: {_WHOSE}{_NOUN})?)"
    rf"|(?P<full>{_LEAD}full[ -]{{0,2}}{_WHOSE}{_NOUN})"
    rf"|(?P<adjust>(?:(?:a|free) ){{0,2}}{_STEPPING}\b)"
    rf"|(?P<plain>{_GOING}\b))",
    *(
        "mov",
        "mv",
        "moev",
        "go",
        "walk",
        "advanc",
        "approach",
        "clos",
        "head",
        "dash",
        "hurr",
        "creep",
        "sneak",
    ),
    *(
        "dart",
        "march",
        "rid",
        "fl",
        "strid",
        "jog",
        "edg",
        "circl",
        "travel",
        "com",
        "crawl",
        "step",
        "shift",
    ),
    *("adjust", "slid", "hop", "scoot", "allowance", "speed"),
)
_ADVERBS = Phrase(
    r"(?:\s{1,3}|-)(?:back|backwards?|forwards?|up|down|over|in|out|away|closer|ahead|off|quickly|slowly|carefully|"
    r"straight|directly|further|farther|my position|position|about|along|then|me|myself|it|there|again"
    r"|cautiously|first|just)(?![\w'])",
)
DIRECTION = r"(?:north|south)[ -]?(?:east|west)|north|south|east|west|ne|nw|se|sw|n|s|e|w"
_TAIL_DIRECTION = Phrase(
    rf"\s{{0,3}}(?:to (?:the )?|due |toward(?:s)? (?:the )?)?(?P<direction>{DIRECTION})(?:wards?)?"
    r"(?![\w'/])\.?(?!\w)",
)
_COUNTED = Phrase(
    r"[\s,:-]{0,4}(?:up to )?(?P<count>\d{1,4}(?:\.\d{1,2})?)[\s-]{0,2}"
    r"(?P<unit>squares?|sq\b|spaces?|paces?|steps?|hex(?:es)?|feet\b|foot\b|ft\b|yards?|yds?\b|'(?!\w)|pts?\b|points?)?\.?"
    r"(?![\w/])",
)
_MEASURED = Phrase(
    r"(?<![\w.])(?P<count>\d{1,4})[\s-]{0,2}(?P<unit>feet|foot|ft\.?|yards?|yds?\.?|')\s{0,3}"
    rf"(?:diagonal(?:ly)? )?(?:to (?:the )?|due |straight )?(?P<direction>{DIRECTION})(?:wards?)?(?![\w'/])",
)
_GOES_TO = Phrase(
    r"(?<!\w)(?:run(?:s|ning)?|sprint(?:s|ing)?|withdraw(?:s|ing)?|retreat(?:s|ing)?|charg(?:e|es|ing)"
    r"|(?:fall|pull|back|break|run|sprint)(?:s|ing)? (?:back|off|away|up|out))\s{1,3}"
    rf"(?P<leg>(?:to the |due |straight )?(?P<direction>{DIRECTION})(?:wards?)?)(?![\w'/])(?!\s{{0,3}}\d)",
)
"""Verbs of their own with a direction and no count: "withdraw south"."""
_GLUED = Phrase(r"(?<![\w.])(?:\d{1,3}(?:ne|nw|se|sw|n|s|e|w)[,/+]?){2,12}(?!\w)")
_GLUED_LEG = Phrase(r"(\d{1,3})(ne|nw|se|sw|n|s|e|w)")
_COUNT_ALONE = Phrase(
    r"(?<![\w.])(?:for |up to )?(?P<count>\d{1,4})[\s-]{0,2}"
    r"(?P<unit>squares?|sq|spaces?|paces?|hex(?:es)?|feet|foot|ft|yards?|yds?)(?![\w'])",
)
_TO = Phrase(
    r"\s{1,3}(?:up |over |in |back |right |straight ){0,2}"
    r"(?P<how>(?:to )?within (?:reach|range|striking distance) of|into (?:reach|range) of|adjacent to|next to"
    r"|(?:to|in|at) (?:a|the) (?:square|side|flank|rear|back) (?:of|beside|behind|next to)|beside|behind"
    r"|in front of|close to|near|towards?|to|on|upon|at|with|over|through|past|around|round|into|by"
    r"|away from|back from)\s{1,3}(?:the |a |an |my |that )?",
)
_OVERS = frozenset(("over", "through", "into"))
_AROUND = frozenset(("around", "round"))
_SKIPPED = frozenset(("past", "by"))
_UNKNOWN = Phrase(r"[\w'-]{1,24}(?: (?!and\b|then\b|to\b|with\b|on\b|at\b)[\w'-]{1,24}){0,2}")
_JOIN = Phrase(r"\s{0,3}(?:,|;|&|\+)?\s{0,3}(?:(?:and then|and|then)\b)?\s{0,3}")
_ALONE_AFTER = Phrase(r"\s{0,3}(?:$|[,;.!&+)]|(?:and|then|before|to (?!the\b|him\b|her\b))\b)|\s{0,3}$")
_ALONE_BEFORE = Phrase(
    r"(?:^|[,;.&:(+>!*]|\b(?:and|then|i|i'll|ill|i will|i'm|im|i am|gonna|going to|will|to|please|let me"
    r"|also|just|first|now|but|before|or))\s{0,3}$",
)
_RIDES = Phrase(
    r"\b(?:run|runs|running|sprint|sprints|sprinting|withdraw|withdraws|withdrawing|retreat|retreats"
    r"|retreating|falls?|falling|back|away|off|charge|charges|charging)\s{1,3}$",
)
"""Verbs of their own that a path may follow; it is cut from behind them."""
_WITH_SHORT = Phrase(r"\bw(?=/)")
_AFTER = Phrase(r"(?:after|following)\b")


def movements(text: str, find: Finder) -> list[Movement]:
    """Every stretch of movement in a folded text, in order."""
    masked = _WITH_SHORT.sub("#", text)
    legs = _legs(masked, find)
    found: list[Movement] = []
    at = leg = 0
    for head in _HEAD.finditer(text):
        if head.start() < at:
            continue
        while leg < len(legs) and legs[leg][0] < head.start():
            if legs[leg][0] >= at:
                bare = _bare(masked, legs, leg, find)
                if bare is not None:
                    found.append(bare)
                    at = bare.end
            leg += 1
        if head.start() < at:
            continue
        group = _grown(masked, head, legs, find)
        if group is not None:
            found.append(group)
            at = group.end
    for index in range(leg, len(legs)):
        if legs[index][0] >= at:
            bare = _bare(masked, legs, index, find)
            if bare is not None:
                found.append(bare)
                at = bare.end
    return found


def _legs(text: str, find: Finder) -> list[tuple[int, int, dict[str, Any]]]:
    """Legs with a count and a direction, to a square, or to somebody; with their places."""
    steps, spans = read_path(text, find)
    legs = [(*span, _leg(step, text, *span)) for step, span in zip(steps, spans, strict=True)]
    for found in _MEASURED.finditer(text):
        squares = _squares(float(found["count"]), found["unit"])
        leg = {"count": squares, "direction": read_direction(found["direction"]), "text": found.group()}
        legs.append((*found.span(), leg))
    for found in _GOES_TO.finditer(text):
        leg = {"direction": read_direction(found["direction"]), "text": found["leg"]}
        legs.append((*found.span("leg"), leg))
    for glued in _GLUED.finditer(text):  # "3n2e"
        for found in _GLUED_LEG.finditer(text, *glued.span()):
            leg = {"count": float(found[1]), "direction": read_direction(found[2]), "text": found.group()}
            legs.append((*found.span(), leg))
    for found in _COUNT_ALONE.finditer(text):
        squares = _squares(float(found["count"]), found["unit"])
        legs.append((*found.span(), {"count": squares, "text": found.group()}))
    legs.sort(key=lambda one: (one[0], -one[1]))
    kept: list[tuple[int, int, dict[str, Any]]] = []
    for one in legs:
        if not kept or one[0] >= kept[-1][1]:
            kept.append(one)
    return kept


def _leg(step: Any, text: str, start: int, end: int) -> dict[str, Any]:
    leg = {name: getattr(step, name) for name in step.__struct_fields__ if getattr(step, name) is not None}
    if "to" in leg:
        leg["to"] = list(leg["to"])
    return leg | {"text": text[start:end].replace("#/", "w/")}


def _squares(count: float, unit: str | None) -> float:
    word = (unit or "").lower().rstrip(".")
    if word in ("feet", "foot", "ft", "'"):
        return count / SQUARE_FEET
    return count / SQUARE_YARDS if word[:1] == "y" else count


def _bare(
    text: str, legs: list[tuple[int, int, dict[str, Any]]], index: int, find: Finder
) -> Movement | None:
    """A path without a verb of going: its legs one behind the other."""
    start, end, leg = legs[index]
    told = "direction" in leg or "to" in leg or len(leg) == len(("count", "text"))
    if not told and _RIDES.search(text, max(0, start - 16), start) is None:
        return None
    if _of_a_name(text, start, find):
        return None
    taken = [leg]
    for start_next, end_next, following in legs[index + 1 :]:
        join = _JOIN.match(text, end)
        if join is None or join.end() != start_next or not ("direction" in following or "to" in following):
            break
        taken.append(following)
        end = end_next
    return Movement(start=start, end=end, kind="bare", legs=taken)


def _of_a_name(text: str, start: int, find: Finder) -> bool:
    """Whether a number belongs to the name before it: "attack goblin 2 n" is no path."""
    before = text[:start].rstrip()
    word = before.rfind(" ", max(0, len(before) - 24)) + 1
    named = find(text, word) if word < len(before) else None
    return named is not None and named[1] > start


def _grown(
    text: str, head: re.Match[str], legs: list[tuple[int, int, dict[str, Any]]], find: Finder
) -> Movement | None:
    """The movement that begins with this verb: further words of it, and its path."""
    kind = str(head.lastgroup)
    start, end = head.span()
    group = Movement(start=start, end=end, kind=kind, legs=[], first=_AFTER.match(text, start) is not None)
    by_start = {leg[0]: leg for leg in legs}
    for _ in range(60):  # words and legs of one movement; a bound on hostile text
        at = _further(text, group, by_start, find)
        if at <= group.end:
            break
        group.end = at
    if kind == "adjust" and len(group.legs) == 1 and set(group.legs[0]) == {"direction", "text"}:
        group.legs[0]["count"] = 1.0  # "step south", "a 5ft step north"
    if any("count" in leg for leg in group.legs):  # "2 w over Alda": the way is told already
        group.legs = [leg for leg in group.legs if not leg.get("over")]
    if group.kind in ("half", "full") or group.legs:
        return group
    if kind == "plain" and _alone(text, group):
        return group
    return group if kind == "adjust" and _alone(text, group) else None


def _alone(text: str, group: Movement) -> bool:
    """Whether a verb of going without a path stands by itself: "move up and attack"."""
    return (
        _ALONE_AFTER.match(text, group.end) is not None
        and _ALONE_BEFORE.search(text, max(0, group.start - 16), group.start) is not None
    )


def _further(
    text: str, group: Movement, legs: dict[int, tuple[int, int, dict[str, Any]]], find: Finder
) -> int:
    """The end of what comes next of this movement, `group.end` where there is nothing more of it."""
    end = group.end
    for place in dict.fromkeys((_JOIN.match(text, end).end(), _spaces(text, end))):  # type: ignore[union-attr]
        if place in legs and not _of_a_name(text, place, find):
            _, stop, leg = legs[place]
            if len(leg) > len(("count", "text")) or not group.legs:
                group.legs.append(dict(leg))
                return stop
    if group.legs and group.legs[-1].get("over"):
        place = _JOIN.match(text, end).end()  # type: ignore[union-attr]
        also = find(text, place) if place > end else None
        if also is not None:
            group.legs.append({"toward": also[0], "over": True, "text": text[place : also[1]]})
            return also[1]
    place = _spaces(text, end)
    head = _HEAD.match(text, place) if place > end else None
    if head is not None and group.kind in ("adjust", "plain") and head.lastgroup in ("half", "full"):
        group.kind = str(head.lastgroup)
        return head.end()
    adverb = _ADVERBS.match(text, end)
    if adverb is not None and adverb.group().strip(" -").lower() not in ("over",):
        return adverb.end()
    if not (group.legs and "count" not in group.legs[-1]):
        toward = _TAIL_DIRECTION.match(text, end) if not group.legs else None
        if toward is not None and toward.start("direction") > end:
            leg = {"direction": read_direction(toward["direction"]), "text": toward.group().strip()}
            group.legs.append(leg)
            return toward.end()
    counted = _COUNTED.match(text, end) if not group.legs else None
    if counted is not None and counted.start("count") > end and _counts(text, counted, find):
        squares = _squares(float(counted["count"]), counted["unit"])
        group.legs.append({"count": squares, "text": counted.group().strip(" ,:-")})
        return counted.end()
    return _to_somebody(text, group, find)


def _spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _counts(text: str, counted: re.Match[str], find: Finder) -> bool:
    """Whether a number says how far: with a unit, or where nothing but the next thing follows."""
    if counted["unit"]:
        return True
    rest = text[counted.end() : counted.end() + 12].lstrip()
    return rest[:1] in ("", ",", ";", ".", "&", ")") or rest.lower().startswith(("and ", "then ", "to "))


_ARTICLE_LAST = Phrase(r"\b(?:the|an?|my|that)\s{1,3}$")


def _to_somebody(text: str, group: Movement, find: Finder) -> int:
    """ "toward the orc", "over Alda", "to the door": somebody known makes a leg."""
    to = _TO.match(text, group.end)
    if to is None:
        return group.end
    how = " ".join(to["how"].lower().split())
    named = find(text, to.end())
    last = group.legs[-1] if group.legs else None
    if named is None:
        if how in ("towards", "toward", "to", "past", "around", "behind", "next to", "near", "into"):
            unknown = _UNKNOWN.match(text, to.end())
            noun = _ARTICLE_LAST.search(to.group()) is not None
            if unknown is not None and (noun or not _is_verb_phrase(how, text[to.end() :])):
                said = text[to.start() : unknown.end()].strip()
                if last is None:
                    group.legs.append({"text": said})
                return unknown.end()
        return group.end
    if how in ("on", "upon", "with", "at") and not re.match(
        r"(?:mov|advanc|clos|head|march|rid|fl)", text[group.start : group.end], re.IGNORECASE
    ):
        return group.end
    name, end = named
    said = text[to.start() : end].strip()
    if how in _OVERS:
        group.over = group.over or name
        group.legs.append({"toward": name, "over": True, "text": said})
    elif how in _AROUND:
        group.legs.append({"around": name, "text": said})
    elif how in ("away from", "back from"):
        if last is not None and "count" in last and "direction" not in last:
            last["away"], last["text"] = name, f"{last['text']} {said}"
        elif last is None:
            group.legs.append({"away": name, "text": said})
    elif how in _SKIPPED:
        pass
    elif last is not None and "count" in last and not {"direction", "toward", "away", "to"} & set(last):
        last["toward"], last["text"] = name, f"{last['text']} {said}"
    elif last is None:
        group.legs.append({"toward": name, "text": said})
    return end


def _is_verb_phrase(how: str, rest: str) -> bool:
    """ "half move to attack": what follows is what is done, not where one goes."""
    return (
        how == "to"
        and re.match(r"(?:the|a|an|my|his|her) ", rest, re.IGNORECASE) is None
        and (
            re.match(
                r"(?:square|door|wall|corner|side|edge|window|stairs|table|cover)\b", rest, re.IGNORECASE
            )
            is None
        )
    )
