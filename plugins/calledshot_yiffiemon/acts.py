"""What a message does to a YiffieMon fight in words that the core has none for: results with their levels,
conditions, places, opportunities of creatures the GM plays, the turn passed on, answers to questions.

Words only: what they change is `saying`. A name is any way to write a combatant that the caller knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from calledshot.api import Act, Fight, fold, fold_text
from calledshot_yiffiemon import checks, conditions

MOST_TEXT = 2000
"""Characters of a message looked at; no ruling is as long."""
MOST_ACTS = 40

LEVELS: Mapping[str, str] = {
    "cf": "CF",
    "nf": "NF",
    "bs": "BS",
    "ns": "NS",
    "ss": "SS",
    "cs": "CS",
    "critical failure": "CF",
    "crit failure": "CF",
    "critical fail": "CF",
    "crit fail": "CF",
    "normal failure": "NF",
    "normal fail": "NF",
    "plain failure": "NF",
    "failure": "NF",
    "but success": "BS",
    "normal success": "NS",
    "plain success": "NS",
    "severe success": "SS",
    "sever success": "SS",
    "critical success": "CS",
    "crit success": "CS",
    "shield hit": "BS",
    "severe hit": "SS",
    "deadly hit": "CS",
}
"""What a level is called."""
KINDS = (
    "attack skill",
    "attack roll",
    "attack",
    "melee assist",
    "ranged assist",
    "assist",
    "threat distance",
    "charge",
    "slide",
    "push",
    "dive attack",
    "dive",
    "cross guard",
    "dodge",
    "move skill",
    "move",
    "run",
    "healing",
    "heal",
    "terrain",
    "willpower",
    "will",
    "constitution",
    "con",
    "intelligence",
    "int",
    "dexterity",
    "dex",
    "agility",
    "agl",
    "taunt",
)
FIGURES: Mapping[str, str] = {
    "attack skill": "attack_skill",
    "move skill": "move_skill",
    "healing skill": "healing",
    "taunt skill": "taunt",
    "taunt": "taunt",
    "ocv": "OCV",
    "dcv": "DCV",
    "conb": "ConB",
    "strb": "StrB",
    "wsb": "WSB",
    "el": "EL",
    "power bonus": "PB",
    "pb": "PB",
    "flying power bonus": "FPB",
    "fpb": "FPB",
    "ac": "AC",
    "armour": "AC",
    "armor": "AC",
    "mr": "MR",
    "movement rate": "MR",
    "strength": "Str",
    "str": "Str",
    "ammo": "ammo",
    "ammunition": "ammo",
}
"""Figures the GM may tell of somebody → the name on a sheet."""
FLAGS: Mapping[str, tuple[str, bool]] = {
    "surprised": ("surprised", True),
    "not surprised": ("surprised", False),
    "no longer surprised": ("surprised", False),
    "prone": ("prone", True),
    "falls prone": ("prone", True),
    "up again": ("prone", False),
    "standing again": ("prone", False),
    "in combat": ("in_combat", True),
    "enters combat": ("in_combat", True),
    "out of combat": ("in_combat", False),
    "not in combat": ("in_combat", False),
    "leaves combat": ("in_combat", False),
    "flying": ("flying", True),
    "unconscious": ("unconscious", True),
    "knocked out": ("unconscious", True),
    "out cold": ("unconscious", True),
    "conscious": ("unconscious", False),
    "awake": ("unconscious", False),
    "dead": ("dead", True),
    "dies": ("dead", True),
    "killed": ("dead", True),
    "slain": ("dead", True),
    "gone": ("dead", True),
}


class Opens(Act, frozen=True, kw_only=True, tag=True):
    """Combat begins; `names`: only with these, where they are called over."""

    names: tuple[str, ...] = ()


class Next(Act, frozen=True, kw_only=True, tag=True):
    """The GM goes on: whoever is waited for is not waited for any longer."""


class Turn(Act, frozen=True, kw_only=True, tag=True):
    """Somebody's turn is called."""

    who: str


class Result(Act, frozen=True, kw_only=True, tag=True):
    """The level of a check: whose, of which kind, where said."""

    level: str
    amount: int | None = None
    who: str | None = None
    kind: str = ""


class Takes(Act, frozen=True, kw_only=True, tag=True):
    """Somebody whom the GM plays takes an opportunity, or passes."""

    who: str
    against: str | None = None
    passes: bool = False


class Grants(Act, frozen=True, kw_only=True, tag=True):
    """The GM offers somebody an opportunity on somebody else."""

    who: str
    against: str


class Levels(Act, frozen=True, kw_only=True, tag=True):
    """Levels of a condition are gained (above 0) or lost; all where None."""

    who: str
    condition: str
    change: int | None
    source: str | None = None


class Flag(Act, frozen=True, kw_only=True, tag=True):
    who: str
    flag: str
    value: bool


class At(Act, frozen=True, kw_only=True, tag=True):
    """Somebody stands at a place."""

    who: str
    x: float
    y: float


class Apart(Act, frozen=True, kw_only=True, tag=True):
    """Two are so far apart."""

    who: str
    other: str
    distance: float


class Area(Act, frozen=True, kw_only=True, tag=True):
    """Somebody is in, enters or leaves the threat area (or guard) of somebody: `how` is, enters, leaves."""

    who: str
    of: str
    how: str
    guard: bool = False


class Figure(Act, frozen=True, kw_only=True, tag=True):
    """A figure of somebody is told: one of a sheet's, `clock` or `pool`."""

    who: str
    name: str
    value: float


class Says(Act, frozen=True, kw_only=True, tag=True):
    """An answer that only the question gives a meaning: an option, a number, shield or no shield, yes or
    no."""

    option: str | None = None
    number: float | None = None
    shield: bool | None = None
    yes: bool | None = None


_NUMBER = r"(?P<number>-?\d{1,4}(?:\.\d{1,3})?)"
_LEVEL = "|".join(sorted((re.sub(" ", r"[ -]", word) for word in LEVELS), key=len, reverse=True))
_KIND = "|".join(sorted((kind.replace(" ", r"[ -]") for kind in KINDS), key=len, reverse=True))
_FIGURE = "|".join(sorted((word.replace(" ", r"\s") for word in FIGURES), key=len, reverse=True))
_FLAG = "|".join(sorted((word.replace(" ", r"\s") for word in FLAGS), key=len, reverse=True))
_COND = "|".join(
    sorted(
        {
            *(re.sub(r"[ -]", r"[ -]?", word) for word in conditions.NAMES if len(word) > 2),
            *(re.escape(name.casefold()) for name in conditions.WORDS),
            "fd",
            "hb",
        },
        key=len,
        reverse=True,
    )
)
_OPENS = re.compile(
    r"^\W{0,4}(?:(?:let(?:'s|s| us) )?(?:roll call|combat|start (?:of )?combat|begin combat|combat (?:begins|starts|time)"
    r"|we(?:'re| are) in combat|turn order|to arms"
    r"|(?:the |a )?(?:fight|battle|brawl|skirmish|spar) (?:begins|starts|is on|opens|commences|has begun)"
    r"|(?:begin|start|commence) the (?:fight|battle|brawl|skirmish|spar))\b)(?P<rest>[^?]{0,300})$",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?:^|[.!;,(\n]\s{0,4})(?:ok(?:ay)?,? |and |so,? )?(?:next(?: (?:turn|one|up|please|creature|action))?"
    r"|moving on|go(?:ing)? on|we go on|carry on|on we go)\b(?=\W{0,4}(?:$|[.!;,\n]))",
    re.IGNORECASE,
)


_PARTS = re.compile(
    r"(?<=[^\W\d_])(?=[\d#])"
    r"|(?<=^first)|(?<=^second)|(?<=^third)|(?<=^fourth)|(?<=^fifth)|(?<=^\dst)|(?<=^\dnd)|(?<=^\drd)|(?<=^\dth)"
)
"""Where a name as it is known, without blanks, may have one: "goblin|1", "second|goblin"."""


def _spellings(names: Mapping[str, str]) -> tuple[str, ...]:
    """Patterns of every way to write the names, which are known without case and blanks."""
    made = {r"\s{1,2}".join(map(re.escape, name.split())): None for name in names.values()}
    for form in names:
        if len(form) > 1:
            made[r"\s{0,2}".join(map(re.escape, _PARTS.split(form)))] = None
    return tuple(form for form in made if len(form) > 1)


@lru_cache(maxsize=8)
def _patterns(names: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """The patterns that hold names, made once for the same names."""
    who = "|".join(sorted(names, key=len, reverse=True)) or r"(?!)"
    one = rf"(?<!\w)(?:the\s)?(?P<who>{who})(?!\w)"
    other = rf"(?:the\s)?(?P<other>{who})(?!\w)"
    made = {
        "name": rf"(?<!\w)(?P<who>{who})(?!\w)",
        "result": rf"(?:{one}(?:'s?)?\s{{0,3}}(?:makes\s|rolls\s|gets\s|has\s)?(?:an?\s)?)?"
        rf"(?:(?<!\w)(?P<kind>{_KIND})(?:\s(?:skill|check|roll)){{0,2}})?\s{{0,3}}(?:[:=,-]|is|was|gives)?\s{{0,3}}"
        rf"(?:an?\s)?(?<!\w)(?P<level>{_LEVEL})(?!\w)(?:\s{{0,3}}(?:[,(]\s?)?(?:amount|by|of|with|:)?\s{{0,3}}"
        r"(?:amount\s{0,3})?(?:of\s)?(?P<amount>\d{1,4})(?!\w|\.\d))?",
        "turn": rf"(?:^|[.!;\n]\s{{0,4}}|\bnext(?:\sup)?(?:\sis)?[:,]?\s|\bnow\s){one}(?:'s?\s(?:turn|go|move)\b"
        r"|,?\s(?:it'?s\s)?your\s(?:turn|go|move)\b|,?\s(?:you're|you\sare|is)\s(?:up|next)\b)",
        "takes": rf"{one}\s{{1,3}}(?:(?P<takes>takes|uses|grabs)\s(?:the|his|her|its|an|that)\s(?:attack of\s)?"
        r"(?:opportunity|aoo)|(?P<passes>passes(?:\sup)?(?:\son\s(?:the|it|that)(?:\s(?:opportunity|aoo))?)?|lets it pass))"
        rf"(?:\s{{1,3}}(?:on|against|at)\s{other})?",
        "grants": rf"{one}\s{{1,3}}(?:gets|has|may (?:take|make|have)|is offered|is given)\s(?:an?\s|the\s)?"
        rf"(?:attack of\s|action of\s)?(?:opportunity|aoo)\s(?:on|against|at)\s{other}",
        "levels": rf"{one}\s{{1,3}}(?P<verb>gains|gets|takes|loses|drops|is given|has lost|has gained)\s"
        rf"(?P<count>\d{{1,3}}|a|an|one|two|three|all)?\s{{0,3}}(?:more\s)?(?:levels?\s(?:of\s)?)?(?:of\s)?"
        rf"(?P<condition>{_COND})(?!\w)(?:\s(?:by|from|of)\s{other})?(?:\s?(?:x|by)\s?(?P<times>\d{{1,3}}))?",
        "flag": rf"{one}\s{{1,3}}(?:is\s|are\s|was\s|gets\s|has\sbeen\s|falls\s)?(?:now\s|already\s)?(?P<flag>{_FLAG})(?!\w)",
        "at": rf"{one}\s{{1,3}}(?:is|stands|starts|begins|moves|goes|now)\s{{0,2}}(?:now\s)?(?:at|on|to|in)?\s{{0,2}}"
        r"\(\s{0,2}(?P<x>-?\d{1,5}(?:\.\d{1,3})?)\s{0,2}[,;]\s{0,2}(?P<y>-?\d{1,5}(?:\.\d{1,3})?)\s{0,2}\)",
        "apart": rf"{one}\s{{1,3}}(?:is|stands)\s(?:now\s)?{_NUMBER}\s{{0,2}}(?:m|metres?|meters?|moves?|units?|fathoms?)?"
        rf"\s{{0,2}}(?:away\s)?(?:from|off)\s{other}",
        "area": rf"{one}\s{{1,3}}(?P<how>is (?:now )?in(?:side)?|stands in(?:side)?|enters|comes into|moves into|steps into|leaves"
        rf"|is out of|moves out of|is outside)\s{other}(?:'s?)?\s(?P<what>threat area|threat distance|area|reach|guard)\b",
        "figure": rf"{one}(?:'s?)?\s{{1,3}}(?:has\s(?:an?\s)?)?(?P<name>{_FIGURE}|threaten by pool|pool|clock|initiative)\s{{0,2}}"
        rf"(?:is|=|:|of|now)?\s{{0,2}}(?:now\s)?(?:at\s)?{_NUMBER}(?!\w|\.\d)",
        "clock": rf"{one}\s{{1,3}}(?:is|stands)\s(?:now\s)?(?:at|on)\s{_NUMBER}\s{{0,2}}(?:inits?|init)\b",
    }
    return {key: re.compile(pattern, re.IGNORECASE) for key, pattern in made.items()}


_SAYS = re.compile(
    r"^\W{0,4}(?:(?:i (?:choose|take|pick)|choose|choice|option|takes?|picks?)?\s{0,2}(?:option\s)?(?P<option>[ab])"
    r"|(?P<noshield>no shield|without (?:a |the )?shield|has no shield|not with (?:a|the) shield)"
    r"|(?:(?:with|on|in|to) )?(?:the |my |his |her |its |a )?(?P<shield>shield)"
    r"|(?P<yes>yes|yep|yeah|aye)|(?P<no>no|nope|nay)"
    r"|(?:convert(?:s|ed)?(?: to)?|that(?:'s| is)|it(?:'s| is)|makes|takes|by|=)?\s{0,2}"
    r"(?P<number>-?\d{1,4}(?:\.\d{1,3})?)\s{0,2}(?:inits?|points?|levels?|life points?|lp|damage)?)\W{0,4}$",
    re.IGNORECASE,
)
_OPTION = re.compile(r"\b(?:option|choose|choice:?)\s{1,2}(?P<option>[ab])\b", re.IGNORECASE)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def read(text: str, names: Mapping[str, str], fight: Fight, *, pgm: bool) -> list[Act]:
    """The acts of a message, in the order of its words; none overlaps another."""
    folded = fold_text(text[:MOST_TEXT])
    found: list[Act] = []
    if pgm:
        patterns = _patterns(_spellings(names))
        for make in (
            _opens,
            _turn,
            _levels,
            _takes,
            _grants,
            _figures,
            _areas,
            _places,
            _results,
            _flags,
            _next,
        ):
            for act in make(folded, names, patterns):
                if len(found) < MOST_ACTS and not any(_overlap(act, other) for other in found):
                    found.append(act)
    if not found:
        found += _says(folded)
    return sorted(found, key=lambda act: act.column)


def _overlap(one: Act, other: Act) -> bool:
    return one.column < other.end_column and other.column < one.end_column


def _span(match: re.Match[str]) -> dict[str, object]:
    return {"text": match.group(), "column": match.start() + 1, "end_column": match.end() + 1}


Names = Mapping[str, str]
Patterns = Mapping[str, re.Pattern[str]]


def _who(match: re.Match[str], names: Names, group: str = "who") -> str | None:
    said = match[group]
    return None if said is None else names.get(fold(said))


def _opens(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    match = _OPENS.match(text)
    if match is not None:
        yield Opens(names=called_over(match["rest"], names, patterns), **_span(match))  # type: ignore[arg-type]


def called_over(text: str, names: Names, patterns: Patterns | None = None) -> tuple[str, ...]:
    """Those whom an opening names, groups by their members ("two goblins"); nobody where it names only one,
    who is then no roll call."""
    patterns = patterns or _patterns(_spellings(names))
    found: dict[int, list[str]] = {}
    at = 0
    for word in re.split(r"([,;&:/]|\band\b|\s{2,}|\bvs?\b\.?)", text):
        who = names.get(fold(word.strip(" .!")))
        if who is not None:
            found[at] = [who]
        at += len(word)
    for match in patterns["name"].finditer(text):
        who = _who(match, names)
        if who is not None:
            found.setdefault(match.start(), [who])
    groups: dict[str, list[str]] = {}
    for who in dict.fromkeys(names.values()):
        stem, _, number = who.rpartition(" ")
        if stem and number.isdecimal():
            groups.setdefault(stem.casefold(), []).append(who)
    for stem, members in groups.items():
        plural = re.compile(
            rf"(?<!\w)(?:(?P<count>\d{{1,2}}|two|three|four|five|six|both|all)\s(?:the\s)?)?{re.escape(stem)}(?:e?s)(?!\w)",
            re.IGNORECASE,
        )
        for match in plural.finditer(text):
            said = (match["count"] or "all").casefold()
            count = _COUNTS.get(said) or (int(said) if said.isdecimal() else len(members))
            found[match.start()] = members[:count]
    called = tuple(dict.fromkeys(who for at in sorted(found) for who in found[at]))
    return called if len(called) > 1 else ()


def _next(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in _NEXT.finditer(text):
        yield Next(**_span(match))  # type: ignore[arg-type]


def _turn(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["turn"].finditer(text):
        who = _who(match, names)
        if who is not None and not text[match.end() :].lstrip().startswith("?"):
            yield Turn(who=who, **_span(match))  # type: ignore[arg-type]


def _results(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["result"].finditer(text):
        level = LEVELS[re.sub(r"[\s-]+", " ", match["level"]).casefold()]
        word = match["level"]
        if len(word) == 2 and word.islower() and not (match["who"] or match["kind"] or match["amount"]):
            continue  # "ns" in chatter
        yield Result(
            level=level,
            amount=None if match["amount"] is None else int(match["amount"]),
            who=_who(match, names),
            kind=_kind(match["kind"]),
            **_span(match),  # type: ignore[arg-type]
        )


def _kind(word: str | None) -> str:
    return "" if word is None else checks.normal(word.replace("-", " "))


def _takes(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["takes"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Takes(
                who=who,
                against=_who(match, names, "other"),
                passes=match["passes"] is not None,
                **_span(match),  # type: ignore[arg-type]
            )


def _grants(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["grants"].finditer(text):
        who, against = _who(match, names), _who(match, names, "other")
        if who is not None and against is not None:
            yield Grants(who=who, against=against, **_span(match))  # type: ignore[arg-type]


def _levels(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["levels"].finditer(text):
        who, condition = _who(match, names), conditions.named(match["condition"])
        if who is None or condition is None:
            continue
        said = (match["count"] or "1").casefold()
        count = None if said == "all" else _COUNTS[said] if said in _COUNTS else int(said)
        if match["times"] is not None:
            count = int(match["times"])
        loses = match["verb"].casefold() in ("loses", "drops", "has lost")
        if count is None and not loses:
            continue
        change = None if count is None else -count if loses else count
        yield Levels(
            who=who,
            condition=condition,
            change=change,
            source=_who(match, names, "other"),
            **_span(match),  # type: ignore[arg-type]
        )


def _flags(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["flag"].finditer(text):
        who = _who(match, names)
        if who is not None:
            flag, value = FLAGS[" ".join(match["flag"].split()).casefold()]
            yield Flag(who=who, flag=flag, value=value, **_span(match))  # type: ignore[arg-type]


def _places(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["at"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield At(who=who, x=float(match["x"]), y=float(match["y"]), **_span(match))  # type: ignore[arg-type]
    for match in patterns["apart"].finditer(text):
        who, other = _who(match, names), _who(match, names, "other")
        if who is not None and other is not None:
            yield Apart(who=who, other=other, distance=float(match["number"]), **_span(match))  # type: ignore[arg-type]


def _areas(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["area"].finditer(text):
        who, of = _who(match, names), _who(match, names, "other")
        if who is None or of is None:
            continue
        said = match["how"].casefold()
        how = "is" if said.startswith(("is in", "is now in", "stands")) else "enters"
        if said.startswith(("leaves", "is out", "moves out")):
            how = "leaves"
        yield Area(
            who=who,
            of=of,
            how=how,
            guard=match["what"].casefold() == "guard",
            **_span(match),  # type: ignore[arg-type]
        )


def _figures(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for key in ("figure", "clock"):
        for match in patterns[key].finditer(text):
            who = _who(match, names)
            if who is None:
                continue
            said = " ".join(match["name"].split()).casefold() if key == "figure" else "clock"
            name = FIGURES.get(said) or {"threaten by pool": "pool", "initiative": "clock"}.get(said, said)
            yield Figure(who=who, name=name, value=float(match["number"]), **_span(match))  # type: ignore[arg-type]


def _says(text: str) -> Iterator[Act]:
    match = _SAYS.match(text)
    if match is None:
        found = _OPTION.search(text)
        if found is not None:
            yield Says(option=found["option"].casefold(), **_span(found))  # type: ignore[arg-type]
        return
    yield Says(
        option=match["option"].casefold() if match["option"] else None,
        number=float(match["number"]) if match["number"] else None,
        shield=True if match["shield"] else False if match["noshield"] else None,
        yes=True if match["yes"] else False if match["no"] else None,
        **_span(match),  # type: ignore[arg-type]
    )
