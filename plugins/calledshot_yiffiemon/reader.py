"""Reads a YiffieMon declaration: what the core reads of any message, and the parts of this game's grammar.

Paths, checks, threat and the like are found first and blanked out, so that the core reads what is left and
every column stays. What a declaration is worth under the rules is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from calledshot.api import (
    Lexicon,
    Move,
    Reading,
    Slip,
    Step,
    fold_text,
    read,
    read_direction,
    read_path,
    replace,
)
from calledshot_yiffiemon.moves_said import BANDS, CHECKS, THREATS

MAX_TEXT = 8000
"""Code points read; as the core."""

WITH_PATH = frozenset(("move", "run", "slide", "push", "cross_guard", "charge", "dive"))

_ASIDE = re.compile(
    r"(?:^|[,.;:!*()\[\]~-]|\b(?:then|and|now|next|first|also|i|i'll|i'm|i will|will|to|gonna|ok|okay|so|but"
    r"|while|him|my|turn|action))\s{0,4}(?:try(?:ing)? to |going to |just |to )?$",
    re.IGNORECASE,
)
"""What may stand before one of our own phrases for it to be a declaration and no talk."""

_LEVELS = re.compile(
    r"\s{0,3}(?:[:=]|by|with|at|for|to|x)?\s{0,3}(\d{1,3})\b(?:\s{1,3}levels?\b)?", re.IGNORECASE
)
_THREAT = re.compile(
    r"\b(?P<kind>"
    + "|".join(sorted((word.replace(" ", r"\s{1,3}") for word in THREATS), key=len, reverse=True))
    + r")\s{1,3}(?:the\s{1,3})?",
    re.IGNORECASE,
)
_BAND_WORDS = "|".join(sorted(BANDS, key=len, reverse=True))
_BAND = re.compile(
    r"\b(?:set|change|put|bring|move|make|keep|extend|pull|adjust)\s{1,3}(?:my\s{1,3}|the\s{1,3})?"
    r"(?P<what>(?:[\w'-]{1,20}\s{1,3}){0,3}?)"
    r"(?:range|threat\s{0,3}distance|threat\s{0,3}range|threat|distance|td)\s{0,3}"
    rf"(?:to\s{{1,3}}|at\s{{1,3}}|:\s{{0,3}}|=\s{{0,3}})?(?P<band>{_BAND_WORDS})\b(?:\s{{1,3}}range\b)?",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"\b(?:aim|point|level|turn)\s{1,3}(?:my\s{1,3}|the\s{1,3})?(?P<what>(?:[\w'-]{1,20}\s{1,3}){1,3}?)"
    r"(?:to\s{1,3}(?:the\s{1,3})?)?"
    r"(?P<way>(?:north|south)[ -]?(?:east|west)|north|south|east|west|ne|nw|se|sw|n|s|e|w)(?:wards?)?\b",
    re.IGNORECASE,
)
_SPEND = re.compile(
    r"\b(?:spend|use|fire|loose|shoot|put)\s{1,3}(?:an?\s{1,3}|one\s{1,3}|my\s{1,3}|the\s{1,3})?"
    r"(?:arrow|bolt|bullet|stone|dart|round|shot|ammo|ammunition|piece of ammunition)\s{1,3}"
    r"(?:on|at|in|for|during|to affect)\s{1,3}(?:the\s{1,3})?(?:attack\s{1,3}(?:of|by)\s{1,3})?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.;!\n]")
MAX_OPTIONS = 120
"""Characters after a spent round in which its options may stand."""
_PARTY = re.compile(
    r"\b(?P<party>attacker|defender)\s{0,3}[:=]?\s{0,3}(?:option\s{1,3}|choice\s{1,3}|gets\s{1,3})?(?P<option>[ab])\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:choose|choosing|option|pick|choice|take option)\s{0,3}:?\s{0,3}(?:option\s{1,3})?"
    r"\(?(?P<option>[ab])\)?(?!\w)(?P<for>\s{1,3}(?:for|on|against|with)\s{1,3}(?:the\s{1,3})?)?",
    re.IGNORECASE,
)
_CHOICE_MORE = re.compile(
    r"(?:,|;|\band\b)\s{0,3}(?:and\s{1,3})?(?P<option>[ab])(?P<for>\s{1,3}(?:for|on|against)\s{1,3}(?:the\s{1,3})?)",
    re.IGNORECASE,
)
"""Further choices in the same breath: ", b for the troll"."""
MAX_CHOICES = 400
"""Characters after a choice in which more of them may stand."""
_GUARD = re.compile(
    r"\b(?:cross(?:es|ing)?|(?:get|gets|slip|slips|move|moves|step|steps|duck|ducks|dart|darts|slide|slides)"
    r"\s{1,3}(?:inside|into|under|past|within))\s{1,3}"
    r"(?:(?P<whose>their|his|her|its|the)\b\s{0,3})?",
    re.IGNORECASE,
)
_GUARD_WORD = re.compile(
    r"(?:'s|s'|')?\s{0,3}\bguard\b\s{0,3}(?:[:,]|of|on|against)?\s{0,3}(?:the\s{1,3})?", re.IGNORECASE
)
_CHECK = re.compile(
    r"\b(?:make\s{1,3}(?:an?|my)\s{1,3}|roll\s{1,3}(?:an?|my)\s{1,3}|an?\s{1,3})?(?P<kind>"
    + "|".join(sorted((word.replace(" ", r"\s{1,3}") for word in CHECKS), key=len, reverse=True))
    + r")(?:\s{1,3}skill)?\s{1,3}check\b",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"\b(?:for\s{1,3})?(?P<inits>\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}|one|two|three|half an?|half)"
    r"(?:\s{0,3}inits?\b)?",
    re.IGNORECASE,
)
_WAITING = re.compile(
    r"\bwait(?:s|ing)?\s{1,3}(?=(?:for\s{1,3})?[\d.]|half|(?:one|two|three) init)", re.IGNORECASE
)
_BESIDE = re.compile(
    r"\b(?:while|as|and|then)\s{1,3}(?:i|i'm|me)\s{1,3}(?:go|going|move|moving|walk|walking|step|stepping|follow)\b",
    re.IGNORECASE,
)
"""The actor's own way, told beside that of the one he moves."""
_PRONOUN = re.compile(r"\b(?:it|him|her|them)\b", re.IGNORECASE)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "half": 0.5, "half a": 0.5, "half an": 0.5}
_LATER = re.compile(
    r"\b(?:then|and|,)\s{1,3}(?:i'?ll\s{1,3})?(?:see|decide|look|think|wait and see|we'll see)\b"
    r"[^.;!]{0,40}",
    re.IGNORECASE,
)
_HIMSELF = re.compile(
    r"\b(?:myself|me|my own wounds?|my wounds?|my bleeding|my own bleeding)\b", re.IGNORECASE
)
_FOLLOWS = re.compile(
    r"\b(?:and|then|,)\s{1,3}(?:i\s{1,3})?(?:follow|go with (?:it|him|her|them)|keep up)\b", re.IGNORECASE
)


class Part(NamedTuple):
    """A part of our own grammar: where it stands, and what it says; `action` where it is a move itself."""

    start: int
    end: int
    kind: str
    value: Any
    action: str | None = None


def read_declaration(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares; `given`, `prose` and `asked` as for the core's own reading."""
    folded = fold_text(text[:MAX_TEXT])
    parts = _parts(folded, lexicon, given or asked)
    rest = _blanked(text, [part for part in parts if part.kind not in ("wait", "himself")])
    plain = read(rest, lexicon, given=given, prose=prose, asked=asked)
    moves = [_tidied(move, text) for move in plain.moves if not _only_blank(move, rest)]
    made = [_own(part, text) for part in parts if part.action is not None]
    if not made and not moves:
        return replace(plain, text=text, moves=()) if plain.moves else replace(plain, text=text)
    merged = _joined(sorted([*moves, *made], key=lambda move: move.column), parts, text)
    slips = tuple(slip for slip in plain.slips if not _inside(slip, parts) and not _number(slip))
    return replace(
        plain,
        text=text,
        moves=tuple(merged),
        slips=slips,
        candidate=plain.candidate if not made else prose,
        strict=plain.strict and not parts,
        marks=tuple(replace(mark, move=None) for mark in plain.marks),
    )


# -- the parts -------------------------------------------------------------------------------------


def _parts(text: str, lexicon: Lexicon, given: bool) -> list[Part]:
    """Our own phrases, in order; none overlaps another."""
    found: list[Part] = []

    def free(start: int, end: int) -> bool:
        return all(end <= part.start or start >= part.end for part in found)

    def add(part: Part | None) -> None:
        if part is not None and free(part.start, part.end):
            found.append(part)

    finders: tuple[
        tuple[re.Pattern[str], Callable[[re.Match[str], str, Lexicon], Part | None], bool], ...
    ] = (
        (_SPEND, _spending, True),
        (_BAND, _banding, True),
        (_AIM, _aiming, True),
        (_GUARD, _crossing, True),
        (_CHECK, _checking, True),
        (_THREAT, _threatening, True),
        (_WAITING, _waiting, True),
        (_CHOICE, _choosing, False),
    )
    for pattern, make, leads in finders:
        for match in pattern.finditer(text):
            if not free(match.start(), match.end()):
                continue
            if leads and not given and not _declares(text, match):
                continue
            add(make(match, text, lexicon))
    for part in [part for part in found if part.kind == "choice"]:
        for match in _CHOICE_MORE.finditer(text, part.end, part.end + MAX_CHOICES):
            add(_choosing(match, text, lexicon))
    path = read_path(text, lexicon.somebody)
    for step, (start, end) in zip(path.steps, path.spans, strict=True):
        add(Part(start, end, "path", step))
    for match in _LATER.finditer(text):
        add(Part(*match.span(), "later", match.group()))
    for match in _BESIDE.finditer(text):
        add(Part(*match.span(), "beside", True))
    for match in _FOLLOWS.finditer(text):
        add(Part(*match.span(), "follows", True))
    for match in _WAIT.finditer(text):
        add(Part(*match.span(), "wait", _inits(match["inits"])))
    for match in _HIMSELF.finditer(text):
        add(Part(*match.span(), "himself", True))
    return sorted(found)


def _declares(text: str, match: re.Match[str]) -> bool:
    """Whether a phrase begins a clause, in a sentence that is no question."""
    before = text[max(0, match.start() - 40) : match.start()]
    if _ASIDE.search(before) is None:
        return False
    ends = [at for at in (text.find(mark, match.end()) for mark in ".!?\n") if at >= 0]
    return not ends or text[min(ends)] != "?"


def _spending(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    whose = lexicon.somebody(text, match.end())
    if whose is None:
        return None
    name, end = whose
    options: dict[str, str] = {}
    limit = min(len(text), end + MAX_OPTIONS)
    for ends in (_SENTENCE, _SPEND):
        following = ends.search(text, end, limit)
        limit = following.start() if following is not None else limit
    for party in _PARTY.finditer(text, end, limit):
        options[party["party"].lower()] = party["option"].lower()
        end = party.end()
    return Part(match.start(), end, "spend", {"on": name, **options}, "spend")


def _banding(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    value = {"band": BANDS[match["band"].lower()]}
    weapon = _weapon(match["what"], lexicon)
    return Part(*match.span(), "band", value | ({"weapon": weapon} if weapon else {}), "threat_distance")


def _aiming(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    weapon = _weapon(match["what"], lexicon)
    way = read_direction(match["way"])
    if weapon is None or way is None:
        return None
    return Part(*match.span(), "aim", {"direction": way, "weapon": weapon}, "threat_distance")


def _weapon(words: str, lexicon: Lexicon) -> str | None:
    """The weapon among words such as "my long bow's"; None where they name none."""
    said = re.sub(r"'s?(?=\s|$)", "", words).strip()
    own, any_ = lexicon.things.get("weapon"), lexicon.generic.get("weapon")
    if not said:
        return None
    if own is not None:
        exact = own.get(said)
        ending = [name for name in own.names() if name.lower().endswith(said.lower())]
        if exact is not None or len(ending) == 1:
            return exact or ending[0]
    return any_.get(said) if any_ is not None else None


def _crossing(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    end, name = match.end(), None
    if match["whose"] in (None, "the", "The"):
        somebody = lexicon.somebody(text, end)
        if somebody is not None:
            name, end = somebody
            while end > match.end() and text[end - 1] in "s'" and text[end - 2 : end] == "'s":
                end -= 2
    guard = _GUARD_WORD.match(text, end)
    if guard is None:
        return None
    end = guard.end()
    if name is None:
        after = lexicon.somebody(text, end)
        if after is not None:
            name, end = after
    while end > match.end() and text[end - 1] in " :,":
        end -= 1
    return Part(match.start(), end, "guard", name, "cross_guard")


def _checking(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    kind = CHECKS[" ".join(match["kind"].lower().split())]
    return Part(*match.span(), "check", kind, "check")


def _threatening(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    somebody = lexicon.somebody(text, match.end())
    if somebody is None:
        return None
    name, end = somebody
    levels = _LEVELS.match(text, end)
    if levels is None:
        return None
    kind = THREATS[" ".join(match["kind"].lower().split())]
    return Part(
        match.start(),
        levels.end(),
        "threat",
        {"kind": kind, "on": name, "levels": int(levels[1])},
        "threaten",
    )


def _choosing(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    somebody = lexicon.somebody(text, match.end()) if match["for"] else None
    name, end = somebody if somebody is not None else (None, match.end())
    return Part(match.start(), end, "choice", (name, match["option"].lower()))


def _waiting(match: re.Match[str], text: str, lexicon: Lexicon) -> Part | None:
    inits = _WAIT.match(text, match.end())
    return Part(match.start(), inits.end(), "waiting", _inits(inits["inits"]), "wait") if inits else None


def _inits(words: str) -> float:
    said = " ".join(words.lower().split())
    return _NUMBERS[said] if said in _NUMBERS else float(said)


# -- putting it together ---------------------------------------------------------------------------


def _blanked(text: str, parts: list[Part]) -> str:
    """The text with our own phrases turned to blanks, so that every column stays."""
    rest = list(text)
    for part in parts:
        rest[part.start : part.end] = " " * (part.end - part.start)
    return "".join(rest)


def _only_blank(move: Move, rest: str) -> bool:
    return not rest[move.column - 1 : move.end_column - 1].strip()


def _tidied(move: Move, text: str) -> Move:
    """A move read from the blanked text, in the words of the text."""
    return replace(move, text=text[move.column - 1 : move.end_column - 1])


def _own(part: Part, text: str) -> Move:
    """The move that a phrase of ours is."""
    assert part.action is not None
    target, details = None, {}
    if part.kind == "spend":
        target, details = part.value["on"], {"spend": {k: v for k, v in part.value.items() if k != "on"}}
    elif part.kind in ("band", "aim"):
        details = {key: value for key, value in part.value.items() if key != "weapon"}
    elif part.kind == "guard":
        target = part.value
    elif part.kind == "check":
        details = {"check": part.value}
    elif part.kind == "waiting":
        details = {"wait": part.value}
    elif part.kind == "threat":
        details = {"allocate": [part.value]}
    return Move(
        action=part.action,
        target=target,
        instrument=part.value.get("weapon") if part.kind in ("band", "aim") else None,
        details=details,
        text=text[part.start : part.end],
        column=part.start + 1,
        end_column=part.end + 1,
    )


def _joined(moves: list[Move], parts: list[Part], text: str) -> list[Move]:
    """Moves with the parts that belong to them; threat dealt in one breath is one move, and the way somebody
    goes beside the one he slides is part of the slide."""
    out: list[Move] = []
    for move in moves:
        last = out[-1] if out else None
        if last is not None and last.action == move.action == "threaten":
            dealt = [*last.details["allocate"], *move.details["allocate"]]
            out[-1] = _longer(
                replace(last, details={**last.details, "allocate": dealt}), move.end_column, text
            )
        elif last is not None and last.action in ("slide", "push") and move.action in ("move", "run"):
            out[-1] = _longer(
                replace(last, details={**last.details, "beside": move.column}), move.end_column, text
            )
        else:
            out.append(move)
    for part in parts:
        owner = _owner(out, part)
        if owner is not None:
            out[owner] = _with(out[owner], part, text)
    for index, (before, move) in enumerate(pairwise(out), 1):
        if move.target is None and before.target is not None and _PRONOUN.search(move.text):
            out[index] = replace(move, target=before.target)  # "toward the troll, then attack it"
    return [_finished(move) for move in out]


def _owner(moves: list[Move], part: Part) -> int | None:
    """The move a part belongs to: the one it stands in or after, else the first after it."""
    if part.action is not None or not moves:
        return None
    before = [index for index, move in enumerate(moves) if move.column - 1 <= part.start]
    owner = before[-1] if before else 0
    wanted: tuple[str, ...] = {
        "path": tuple(WITH_PATH),
        "follows": ("slide", "push"),
        "beside": ("slide", "push"),
        "choice": ("melee_assist", "ranged_assist"),
        "wait": ("wait",),
        "later": ("move", "run", "slide", "push"),
        "himself": ("heal",),
    }.get(part.kind, ())
    if moves[owner].action in wanted:
        return owner
    return None


def _with(move: Move, part: Part, text: str) -> Move:
    details = dict(move.details)
    if part.kind == "path":
        step = _step(part.value)
        beside = details.get("beside")
        key = "other_path" if beside is not None and part.start + 1 >= beside else "path"
        details[key] = [*details.get(key, []), step]
        if key == "path" and move.target is None and part.value.toward is not None:
            move = replace(move, target=part.value.toward)
    elif part.kind == "choice":
        name, option = part.value
        details["choose"] = {**details.get("choose", {}), (name or ""): option}
    elif part.kind == "wait":
        details.setdefault("wait", part.value)
    elif part.kind == "later":
        details["later"] = part.value
    elif part.kind == "beside":
        details["beside"] = part.start + 1
    elif part.kind == "follows":
        details["follows"] = True
    elif part.kind == "himself":
        details["himself"] = True
    return _longer(replace(move, details=details), part.end + 1, text)


def _step(step: Step) -> dict[str, Any]:
    """A step as a declaration document writes it: what is said of it, and no more."""
    pairs = {
        "count": step.count,
        "direction": step.direction,
        "toward": step.toward,
        "away": step.away,
        "around": step.around,
        "to": list(step.to) if step.to is not None else None,
    }
    return {key: value for key, value in pairs.items() if value is not None}


def _longer(move: Move, end_column: int, text: str) -> Move:
    end = max(move.end_column, end_column)
    return replace(move, end_column=end, text=text[move.column - 1 : end - 1])


def _finished(move: Move) -> Move:
    details = {key: value for key, value in move.details.items() if key != "beside"}
    if move.action == "run":
        details["run"] = True
    if details.get("himself") and move.action == "heal":
        move = replace(move, target=None)
    return replace(move, details=details)


def _inside(slip: Slip, parts: list[Part]) -> bool:
    return any(part.start < slip.end_column - 1 and slip.column - 1 < part.end for part in parts)


def _number(slip: Slip) -> bool:
    """Numbers of a path or of levels that stand apart are no slip."""
    return slip.kind == "unread" and not slip.said.strip(" ,.;:")
