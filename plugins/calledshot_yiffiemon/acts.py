"""What a message does to a YiffieMon fight in words that the core has none for: results with their levels,
conditions, places, opportunities of creatures the GM plays, the turn passed on, answers to questions.

Words only: what they change is `saying`. A name is any way to write a combatant that the caller knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from calledshot.api import Act, Ask, Fight, Verdict, fold, fold_text
from calledshot_yiffiemon import act_words, bare_points, checks, conditions, deeds_said, roll_call

Asked = Literal["roll"]
MOST_TEXT = 2000
"""Characters of a message looked at; no ruling is as long."""
MOST_ACTS = 40


class Opens(Act, frozen=True, kw_only=True, tag=True):
    """Combat begins; `names`: only with these, where they are called over."""

    tells = False
    names: tuple[str, ...] = ()


class Next(Act, frozen=True, kw_only=True, tag=True):
    """The GM goes on: whoever is waited for is not waited for any longer."""

    tells = False


class Turn(Act, frozen=True, kw_only=True, tag=True):
    """Somebody's turn is called."""

    tells = False
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
    """The GM offers somebody an opportunity on somebody else; None where he speaks of one and does not say on
    whom."""

    who: str
    against: str | None = None


class Hurts(Act, frozen=True, kw_only=True, tag=True):
    """Points to a pool that is named: subdual, bleed, body."""

    who: str
    points: int
    pool: str


class Forced(Act, frozen=True, kw_only=True, tag=True):
    """Somebody is moved against his will, so many Moves."""

    who: str
    moves: float


class Lasts(Act, frozen=True, kw_only=True, tag=True):
    """Somebody's turn lasts so long, whatever he does in it."""

    who: str
    inits: float


class Modifier(Act, frozen=True, kw_only=True, tag=True):
    """The GM sets a modifier on somebody's rolls; below 0 it helps, as everywhere here."""

    who: str
    value: int
    kind: str = ""
    against: str | None = None
    until: str = ""  # "turn": his next turn; "attack": his next attack


class Missed(Verdict, frozen=True, kw_only=True, tag=True):
    """Whose blow has missed, where the words tie it to him: "the orc's second attack: miss"."""


class RollsForAll(Act, frozen=True, kw_only=True, tag=True):
    """The GM rolls for everybody, players too."""


class Calls(Ask, frozen=True, kw_only=True, tag=True):
    """The GM calls for a check."""

    tells = False
    what: Asked = "roll"
    who: str
    kind: str


class Levels(Act, frozen=True, kw_only=True, tag=True):
    """Levels of a condition are gained (above 0) or lost; all where None. `at_least`: he is told to have so
    many, and gains what is missing."""

    who: str
    condition: str
    change: int | None
    source: str | None = None
    at_least: bool = False


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
    words: str | None = None


Names = Mapping[str, str]
Patterns = Mapping[str, re.Pattern[str]]


def read(text: str, names: Mapping[str, str], fight: Fight, *, pgm: bool) -> list[Act]:
    """The acts of a message, in the order of its words; none overlaps another."""
    folded = fold_text(text[:MOST_TEXT])
    found: list[Act] = []
    if pgm:
        patterns = _patterns(names)
        makers = (
            _opens, deeds_said.read, _lasts, _turn, _hurts, _forced, _modifiers, _levels, _stands, _gives,
            _takes, _grants, _figures, _areas, _places, _results, _missed, _calls, _rolls_for_all, _flags,
            _next,
        )  # fmt: skip
        for make in makers:
            for act in make(folded, names, patterns):
                if len(found) < MOST_ACTS and not any(_overlap(act, other) for other in found):
                    found.append(act)
    if pgm:
        told = bare_points.read(folded, _patterns(names)["name"], fight)
        found += [act for act in told if not any(_overlap(act, other) for other in found)]
    if not found:
        found += _says(folded)
    return sorted(found, key=lambda act: act.column)


_last: tuple[Mapping[str, str], Patterns] | None = None


def _patterns(names: Mapping[str, str]) -> Patterns:
    """The patterns for these names, which are the same from line to line."""
    global _last
    if _last is None or _last[0] is not names or len(_last[0]) != len(names):
        _last = (names, act_words.patterns_for(act_words.spellings(names)))
    return _last[1]


def _overlap(one: Act, other: Act) -> bool:
    return one.column < other.end_column and other.column < one.end_column


def _span(match: re.Match[str]) -> dict[str, object]:
    return {"text": match.group(), "column": match.start() + 1, "end_column": match.end() + 1}


def _who(match: re.Match[str], names: Names, group: str = "who") -> str | None:
    said = match[group]
    return None if said is None else names.get(fold(said))


def _opens(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    match = act_words.OPENS.search(text)
    if match is None:
        return
    tells = any(patterns[key].search(match["rest"]) is not None for key in ("levels", "stands", "gives"))
    if tells:  # "Combat. Ann has Bleeding 2": no roll call, and the rest is read for itself
        opening = match.group()[: match.start("rest") - match.start()]
        yield Opens(text=opening, column=match.start() + 1, end_column=match.start("rest") + 1)
    else:
        yield Opens(names=roll_call.called_over(match["rest"], names, patterns), **_span(match))  # type: ignore[arg-type]


def _next(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in act_words.NEXT.finditer(text):
        yield Next(**_span(match))  # type: ignore[arg-type]


def _turn(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["turn"].finditer(text):
        who = _who(match, names)
        if who is not None and not text[match.end() :].lstrip().startswith("?"):
            yield Turn(who=who, **_span(match))  # type: ignore[arg-type]


def _results(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["result"].finditer(text):
        said = re.sub(r"[\s-]+", " ", match["level"]).casefold()
        level = act_words.HIT if said == "hit" else {**act_words.SHORT, **act_words.LEVELS}[said]
        word = match["level"]
        if len(word) == 2 and word.islower() and not (match["who"] or match["kind"] or match["amount"]):
            continue  # "ns" in chatter
        yield Result(
            level=level,
            amount=next((int(match[key]) for key in ("amount", "amount2") if match[key]), None),
            who=_who(match, names) or _who(match, names, "other"),
            kind=_kind(match["kind"]) or ("attack" if _OPPORTUNITY.search(match.group()) else ""),
            **_span(match),  # type: ignore[arg-type]
        )


_OPPORTUNITY = re.compile(r"\b(?:opportunity|aoo?)\b", re.IGNORECASE)


def _missed(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["missed"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Missed(outcome="miss", who=who, **_span(match))  # type: ignore[arg-type]


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


def _hurts(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["hurt"].finditer(text):
        who = _who(match, names) or _who(match, names, "other")
        pool = (match["pool"] or match["pool2"]).casefold()
        if who is not None:
            yield Hurts(
                who=who,
                points=int(match["points"] or match["points2"]),
                pool="bleed" if pool.startswith("bleed") else pool,
                **_span(match),  # type: ignore[arg-type]
            )


def _forced(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["forced"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Forced(who=who, moves=float(match["number"]), **_span(match))  # type: ignore[arg-type]


def _lasts(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["lasts"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Lasts(who=who, inits=float(match["number"]), **_span(match))  # type: ignore[arg-type]


def _modifiers(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["modifier"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Modifier(
                who=who,
                value=int(match["number"].replace("−", "-").replace(" ", "")),
                kind=_kind(match["kind"]),
                against=_who(match, names, "other"),
                until="attack" if match["next"] else "turn" if match["turn"] else "",
                **_span(match),  # type: ignore[arg-type]
            )


def _rolls_for_all(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in act_words.ROLLS_FOR_ALL.finditer(text):
        yield RollsForAll(**_span(match))  # type: ignore[arg-type]


def _calls(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["calls"].finditer(text):
        who = _who(match, names) or _who(match, names, "other")
        if who is not None:
            yield Calls(who=who, kind=_kind(match["kind"]), **_span(match))  # type: ignore[arg-type]
    for match in patterns["wants"].finditer(text):
        who = _who(match, names)
        if who is not None and _kind(match["kind"]) != "attack":  # which is asked for by itself
            yield Calls(who=who, kind=_kind(match["kind"]), **_span(match))  # type: ignore[arg-type]


def _grants(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["grants"].finditer(text):
        who, against = _who(match, names), _who(match, names, "other")
        if who is not None and against is not None:
            yield Grants(who=who, against=against, **_span(match))  # type: ignore[arg-type]
    for match in patterns["speaks"].finditer(text):
        who = _who(match, names)
        if who is not None:
            yield Grants(who=who, **_span(match))  # type: ignore[arg-type]


def _levels(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["levels"].finditer(text):
        yield from _level(match, _who(match, names), _who(match, names, "other"))
    addressed = {names.get(fold(match["who"])) for match in patterns["name"].finditer(text)}
    if len(addressed) == 1:  # "Ann, you gain Bleeding 1"
        for match in patterns["you"].finditer(text):
            yield from _level(match, next(iter(addressed)), None)


def _level(match: re.Match[str], who: str | None, source: str | None) -> Iterator[Act]:
    """Levels that one gains or loses."""
    condition = conditions.named(match["condition"])
    if who is None or condition is None:
        return
    said = (match["count"] or "1").casefold()
    count = None if said == "all" else act_words.COUNTS[said] if said in act_words.COUNTS else int(said)
    if match["times"] is not None:
        count = int(match["times"])
    loses = match["verb"].casefold() in ("loses", "lose", "drops", "has lost")
    if count is None and not loses:
        return
    change = None if count is None else -count if loses else count
    yield Levels(who=who, condition=condition, change=change, source=source, **_span(match))  # type: ignore[arg-type]


def _stands(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    """ "Ann is off guard", "Bob has Bleeding 2, 3 levels"."""
    for match in patterns["stands"].finditer(text):
        who, condition = _who(match, names), conditions.named(match["condition"])
        if who is None or condition is None:
            continue
        said = (match["count"] or match["count2"] or "1").casefold()
        count = act_words.COUNTS.get(said) or int(said)
        yield Levels(who=who, condition=condition, change=count, at_least=True, **_span(match))  # type: ignore[arg-type]


def _gives(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["gives"].finditer(text):
        by, condition = _who(match, names), conditions.named(match["condition"])
        who = _who(match, names, "other") or _who(match, names, "third")
        said = (match["count"] or "1").casefold()
        if who is not None and condition is not None:
            count = act_words.COUNTS[said] if said in act_words.COUNTS else int(said)
            yield Levels(who=who, condition=condition, change=count, source=by, **_span(match))  # type: ignore[arg-type]


def _flags(text: str, names: Names, patterns: Patterns) -> Iterator[Act]:
    for match in patterns["flag"].finditer(text):
        who = _who(match, names)
        if who is None:
            continue
        flag, value = _flag_of(match["flag"])
        yield Flag(who=who, flag=flag, value=value, **_span(match))  # type: ignore[arg-type]
        for other in roll_call.listed_before(text, match.start(), names, patterns):
            yield Flag(who=other, flag=flag, value=value, column=match.start(), end_column=match.start())
    for _, end, members in roll_call.groups_in(text, names):
        said = act_words.GROUP_FLAG.match(text, end)
        if said is not None:
            flag, value = _flag_of(said["flag"])
            for who in members:
                yield Flag(who=who, flag=flag, value=value, column=end, end_column=end)


def _flag_of(words: str) -> tuple[str, bool]:
    said = " ".join(words.split()).casefold()
    return act_words.FLAGS[act_words.SINGULAR.get(said, said)]


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
    for match in patterns["shield"].finditer(text):
        who = _who(match, names)
        if who is not None:
            value = 0.0 if match["no"].casefold() == "no" else 1.0
            yield Figure(who=who, name="shield", value=value, **_span(match))  # type: ignore[arg-type]
    for key in ("figure", "clock"):
        for match in patterns[key].finditer(text):
            who = _who(match, names)
            if who is None:
                continue
            said = " ".join(match["name"].split()).casefold() if key == "figure" else "clock"
            name = act_words.FIGURES.get(said, said)
            yield Figure(who=who, name=name, value=float(match["number"]), **_span(match))  # type: ignore[arg-type]


def _says(text: str) -> Iterator[Act]:
    told = act_words.ANSWERS.match(text)
    if told is not None:
        yield Says(words=told["words"].strip(), **_span(told))  # type: ignore[arg-type]
        return
    match = act_words.SAYS.match(text)
    if match is None:
        found = act_words.OPTION.search(text)
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
