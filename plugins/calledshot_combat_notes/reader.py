"""Text to one declaration of Combat Notes: what is drawn, where one goes, and what one does, as one move.

Movement and asides are found by `scanning` and cut out; the core reads what remains, with the words of
`moves_said`. What may be done is `legality`'s. Reading never raises, and a text is looked at a few times.

A move's `details`, each key only where it was said (`class` always):
class: "no-move", "half" or "full"; `plain`: true where a verb of going stands without "half" or "full", so
that `movement.effective_class` decides; `path`, `then_path`: legs before and after the action, each the set
fields of a Step with its `text` (a leg with `over` goes over somebody); `order`: "move_first" or "act_first";
`over`: who is overrun; `ready`: list of {"do", "what"}; `also`: further actions, which no class allows, as
{"action", "instrument", "target"}; `targets`: those whom a plural means; `times`; `facing`: a direction or
somebody's name; `height`, `casting_time`, `prep`, `power`, `abandons`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from calledshot.api import Lexicon, Move, Reading, Slip, read_direction, replace
from calledshot.api import read as read_moves
from calledshot_combat_notes import scanning
from calledshot_combat_notes.moves_said import ATTACKS, LOADS, MOVING, READY
from calledshot_combat_notes.scanning import Aside, Movement
from calledshot_combat_notes.vocabulary import shoots

FULL = frozenset(("charge", "move", "run", "sprint", "backpack", "overrun"))
"""CN-330 to CN-335, CN-533: what is a full move if nothing else is said."""
OWN_PATH = frozenset(("charge", "withdraw", "run", "sprint"))
"""Actions that a path belongs to."""
MINOR = frozenset(("facing", "stow"))
"""Asides that are an action only where there is no other."""
FREE_SQUARES = 1
"""CN-310: a path of one square needs no class of its own."""
NOT_VERBS = frozenset(("the", "a", "an", "my", "his", "her", "our", "their", "some", "in", "on", "at", "and"))
MOST_OTHER = 12
"""Words of an action that the catalogue does not have; more is a remark."""

_BEFORE = re.compile(
    r"(?:\s{0,3}[,;&+/-])?\s{0,3}"
    r"(?:\b(?:and then|and|then|before|after which|followed by|while|but|to)\b)?\s{0,3}$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s{0,3}(?:[,;&+/:-]{1,2}|\.(?=\s))?\s{0,3}"
    r"(?:(?:and then|and|then|before|so as to|in order to|to(?=\s{1,3}(?!the\b|a\b|my\b)))\b)?\s{0,3}",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"[\s.!,;:&+*()\[\]~-]*$")
_SUBJECT = re.compile(r"[\s*(]{0,4}(?:i|i'll|i will|i'm|im|ill)\s{1,3}(?=[a-z])", re.IGNORECASE)
_TALKS = re.compile(
    r"\?|\b(?:lol|haha|brb|gtg|we|should|could|would|can|can't|don't|didn't|is|are|was|were|who|what|when|where"
    r"|why|how|which|if|nice|good|ok|okay|hmm+|thanks|ty|sorry|wait|yes|no|not|you|your|you're|hello|hi|hey"
    r"|tomorrow|yesterday|last|he|she|they|it's|that's|this|there|anyone|everybody|everyone)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_BRACKETS = re.compile(r"\(([^()]{1,120})\)")
_PLURAL = re.compile(r"(?:all (?:of )?)?(?:the )?(?P<name>[\w' -]{2,40}?)(?:es|s)$", re.IGNORECASE)
_SEVERAL = re.compile(
    r"(?:\d{1,2}|two|three|four|five|both|all|some)(?: of)?(?: my)? (?P<what>.{2,40}?)s?", re.IGNORECASE
)
_TO_YOU = re.compile(r"\byour?\b", re.IGNORECASE)
_WITHDRAWS = re.compile(r"withdr|disengag", re.IGNORECASE)
_SHORT_WITH = re.compile(
    r"(?<=[a-z] )(?<!move )(?<!moves )(?<!step )(?<!shift )(?<!face )(?<!facing )(?<!squares )(?<!sq )"
    r"(?<!go )(?<!back )(?<!due )w (?=[a-z])(?!(?:and|then|to|before|with|w|but|for|at|on)\b)",
    re.IGNORECASE,
)
"""A lone w for "with", unless it may be the west."""
_OPENS_READY = re.compile(
    r"\s{0,2}(?:draw|drop|sheath|unsheath|stow|load|reload|ready|put|switch|change|half|full|move|mov)",
    re.IGNORECASE,
)


def read(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares: at most one move. As the core's `read`, of which `asked` makes a text told
    in the third person count at once."""
    folded = _SHORT_WITH.sub("w/", _opened(scanning.plain_text(text)))
    if not folded.strip():
        return Reading(text=text)
    movements, asides = _found(folded, lexicon)
    body = _Body(text, folded, movements, asides)
    reading = _core(body.cut, lexicon, given, prose, asked, body.tells)
    if body.placeholder is not None and not (_acts(reading) or (body.minor and reading.moves)):
        other = _core(body.placeholder, lexicon, given, prose, asked, body.tells)
        reading = other if other.moves else reading
    if reading.moves:
        return _whole(reading, body, lexicon, text, asked=asked, prose=prose)
    if given or asked:
        return _outside(reading, folded, text, lexicon, given)
    return replace(reading, text=text)


def _core(text: str, lexicon: Lexicon, given: bool, prose: bool, asked: bool, tells: bool) -> Reading:
    """What the core reads. A path or a class makes a declaration likely, as long as all else is one too."""
    tells = tells and _TO_YOU.search(text) is None
    reading = read_moves(text, lexicon, given=given, prose=prose, asked=asked or tells)
    if tells and not (given or asked) and any(slip.kind == "unread" for slip in reading.slips):
        return read_moves(text, lexicon, given=given, prose=prose, asked=asked)
    if not given and _TO_YOU.search(text) is not None and all(one.action in MOVING for one in reading.moves):
        return Reading(text=text)  # "move your token 3 e"
    return reading


def _opened(folded: str) -> str:
    """ "(draw sword) attack": brackets round a part of the declaration are commas."""
    if "(" not in folded:
        return folded

    def plain(found: re.Match[str]) -> str:
        return f",{found[1]}," if _OPENS_READY.match(found[1]) else found.group()

    return _BRACKETS.sub(plain, folded)


def _found(folded: str, lexicon: Lexicon) -> tuple[list[Movement], list[Aside]]:
    """Movement and asides; what lies in an aside is no movement."""
    asides = scanning.asides(folded, lexicon.somebody)
    covered = folded
    for aside in asides:
        covered = _blank(covered, aside.start, aside.end)
    return scanning.movements(covered, lexicon.somebody), asides


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


class _Body:
    """The text with what was found in it, and what is left of it for the core: `cut` without movement and
    asides, `placeholder` with one word in the place of the first of them that is an action by itself."""

    def __init__(self, text: str, folded: str, movements: list[Movement], asides: list[Aside]) -> None:
        self.folded = folded
        self.movements, self.asides = movements, asides
        self.tells = any(
            one.kind in ("half", "full") or any("direction" in leg or "to" in leg for leg in one.legs)
            for one in movements
        ) or any(one.key in ("backpack", "abandons", "casting_time", "prep") for one in asides)
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


def _acts(reading: Reading) -> bool:
    """Whether something was read that is an action, not only what prepares it."""
    return any(move.action not in READY for move in reading.moves)


def _whole(
    reading: Reading, body: _Body, lexicon: Lexicon, text: str, *, asked: bool, prose: bool
) -> Reading:
    """Everything read as one move."""
    ready = _Ready()
    acts: list[Move] = []
    times = 1
    stows = [aside for aside in body.asides if aside.key == "stow"]
    for move in reading.moves:
        if any(aside.start <= move.column - 1 < aside.end for aside in stows):
            continue
        if move.action in READY:
            ready.add(move)
        elif acts and _same(acts[-1], move):
            times += 1
        else:
            acts.append(_mended(move, lexicon))
    ready.done += [(aside.start, {"do": "stow", "what": aside.value}) for aside in stows]
    slips = [_about(slip, text) for slip in reading.slips if not _forgiven(slip, body)]
    move = _one(acts, ready, body, text, lexicon)
    move, slips = _group(move, reading, slips, text, lexicon)
    if times > 1:
        move.details["times"] = times
    abandons = bool(move.details.get("abandons"))
    whole = replace(
        reading,
        text=text,
        moves=(move,),
        slips=tuple(slips),
        marks=tuple(replace(mark, move=0) for mark in reading.marks),
        candidate=reading.candidate and not (asked or (body.tells and not prose and reading.subject is None)),
        ooc=False,
        replaces=reading.replaces or abandons,
        modifiers=(),
        hold_back=(),
        total=None,
    )
    return replace(whole, strict=_is_strict(whole))


def _group(
    move: Move, reading: Reading, slips: list[Slip], text: str, lexicon: Lexicon
) -> tuple[Move, list[Slip]]:
    """ "the gobs" of two goblins: a plural means all of them."""
    mark = next((one for one in reading.marks if one.kind == "target"), None)
    said = text[mark.column - 1 : mark.end_column - 1] if mark is not None else ""
    plural = _PLURAL.fullmatch(said.strip())
    if mark is None or plural is None or _fold(said) in map(_fold, lexicon.combatants.names()):
        return move, slips
    kind = _fold(plural["name"])
    meant = [name for name in lexicon.combatants.names() if len(kind) > 2 and _kind_of(name).startswith(kind)]
    if len(meant) < 2 or (move.target is not None and move.target not in (*meant, said)):
        return move, slips
    move.details["targets"] = meant
    here = (mark.column, mark.end_column)
    return replace(move, target=said), [one for one in slips if (one.column, one.end_column) != here]


def _fold(name: str) -> str:
    from calledshot.api import fold_text

    return "".join(char for char in fold_text(name).lower() if char.isalnum())


def _kind_of(name: str) -> str:
    """ "Goblin 2" → goblin."""
    return _fold(name).rstrip("0123456789")


def _about(slip: Slip, text: str) -> Slip:
    said = text[slip.column - 1 : slip.end_column - 1] if slip.said else slip.said
    return replace(slip, move=0 if slip.move is not None else None, said=" ".join(said.split()))


def _forgiven(slip: Slip, body: _Body) -> bool:
    """What the core minds and this grammar does not: stars, and the placeholders."""
    if slip.kind in ("star_shape", "italics", "shared_star"):
        return True
    stands_in = any(one.start < slip.end_column - 1 and slip.column - 1 < one.end for one in body.movements)
    return slip.kind == "unread" and (stands_in or not _WORD.search(slip.said))


def _is_strict(reading: Reading) -> bool:
    from calledshot_combat_notes.strict_form import write

    return not reading.slips and write(reading.moves[0]).casefold() == reading.text.strip().casefold()


class _Ready:
    """What is drawn, put away, dropped or loaded, in order."""

    def __init__(self) -> None:
        self.done: list[tuple[int, dict[str, Any]]] = []
        self.last: Move | None = None

    def add(self, move: Move) -> None:
        do, what, at = READY[move.action], move.instrument, move.column - 1
        if do == "change":
            self.done.append((at, {"do": "sheath", "what": None}))
            do = "draw"
        self.done.append((at, {"do": do, "what": what}))
        self.last = move

    def steps(self) -> list[dict[str, Any]]:
        return [one for _, one in sorted(self.done, key=lambda one: one[0])]

    def drawn(self) -> str | None:
        """The weapon that comes to hand last."""
        for step in reversed(self.steps()):
            if step["do"] in ("draw", "ready", "load") and step["what"] is not None:
                return str(step["what"])
        return None


def _same(one: Move, other: Move) -> bool:
    return (one.action, one.instrument, one.target, one.spell) == (
        other.action,
        other.instrument,
        other.target,
        other.spell,
    )


def _mended(move: Move, lexicon: Lexicon) -> Move:
    """A move in the words of this ruleset: an attack with a bow shoots."""
    action, instrument = move.action, move.instrument
    if action == "attack" and instrument is not None:
        fact = lexicon.fact("weapon", instrument)
        if shoots(instrument) and (fact is None or "melee" not in fact.uses):
            action = "missile"
    if instrument is not None and instrument.casefold() in LOADS:
        instrument = None
    several = _SEVERAL.fullmatch(instrument or "")
    if several is not None:
        instrument = several["what"]
    return replace(move, action=action, instrument=instrument, optional=False)


def _one(acts: list[Move], ready: _Ready, body: _Body, text: str, lexicon: Lexicon) -> Move:
    """One move out of its parts."""
    details: dict[str, Any] = {}
    act, also = _principal(acts)
    also = [move for move in also if not _goes(move, body.movements)]
    spans = [body.span(move) for move in (*acts, *((ready.last,) if ready.last is not None else ()))]
    spans += [(one.start, one.end) for one in body.parts()]
    spans += [(at, at + 1) for at, _ in ready.done]
    for aside in body.asides:
        if aside.key not in ("stow", "backpack") and aside.value not in (
            None,
            1 if aside.key == "times" else "",
        ):
            details[aside.key] = aside.value
    action = act.action if act is not None else "ready"
    instrument = act.instrument if act is not None else None
    pack = next((one for one in body.asides if one.key == "backpack"), None)
    if pack is not None:
        if act is not None and act.action != "backpack":
            also.insert(0, act)
        action, instrument, act = "backpack", pack.value, None
    steps = ready.steps()
    if act is None and action == "ready":
        instrument = ready.drawn() or next((step["what"] for step in steps if step["what"]), None)
    if steps:
        for step in steps:
            if step["what"] is None and step["do"] != "sheath":
                step["what"] = instrument
        details["ready"] = steps
        if instrument is None and action in ATTACKS - {"unarmed"} and ready.drawn() is not None:
            instrument = ready.drawn()
    act_at = body.span(act)[0] if act is not None else 0
    if act is not None and any(move.action in ("run", "sprint") for move in acts if move is not act):
        body.movements.append(Movement(start=act_at, end=act_at, kind="full", legs=[]))
    trampled = next((move for move in acts if move.action == "overrun" and move is not act), None)
    if trampled is not None and act is not None:
        leg = {"toward": trampled.target, "over": True, "text": trampled.text}
        over = Movement(start=body.span(trampled)[0], end=body.span(trampled)[1], kind="plain", legs=[leg])
        over.over = trampled.target
        body.movements.append(over)
    _places(details, action, body.movements, act_at, alone=act is None or act.action in MOVING)
    if action == "psionic" and instrument is not None:
        details["power"] = instrument
    if action == "face" and "facing" not in details and act is not None and act.target is not None:
        details["facing"] = read_direction(act.target) or act.target
    action, target = _over(action, act.target if act is not None else None, details)
    if target is None and action in ATTACKS and details.get("path"):
        last = details["path"][-1]
        target = None if last.get("over") else last.get("toward")  # "advance on the orc and attack"
    if action == "charge" and details.get("path") and target is not None:
        goes = [leg for leg in details["path"] if leg.get("toward") != target or "count" in leg]
        details["path"] = goes
        if not goes:
            del details["path"]
    if also:
        details["also"] = [_further(one) for one in also]
    start, end = min(one[0] for one in spans), max(one[1] for one in spans)
    move = act if act is not None else Move(action=action)
    return replace(
        move,
        action=action,
        instrument=instrument,
        target=target,
        details=details,
        text=text[start:end].strip(),
        column=start + 1,
        end_column=start + len(text[start:end].rstrip()) + 1,
    )


def _further(move: Move) -> dict[str, Any]:
    named = {"action": move.action, "instrument": move.instrument, "target": move.target}
    return named | ({"spell": move.spell.name} if move.spell is not None else {}) | {"text": move.text}


def _principal(acts: list[Move]) -> tuple[Move | None, list[Move]]:
    """The action of a declaration, and those that come on top. An attack told after a charge is the
    charge's own; movement gives way to any other action, facing to all."""
    left = list(acts)
    if len(left) > 1:
        left = [move for move in left if move.action not in ("face", "overrun")] or left[:1]
    if len(left) > 1:
        doing = [move for move in left if move.action not in MOVING]
        left = doing or left[:1]
    if len(left) > 1 and any(move.action == "charge" for move in left):
        charge = next(move for move in left if move.action == "charge")
        rest = [move for move in left if move is not charge]
        hit = next((move for move in rest if move.action == "attack"), None)
        if hit is not None and (hit.target is None or charge.target in (None, hit.target)):
            rest.remove(hit)
            charge = replace(
                charge,
                target=charge.target or hit.target,
                instrument=charge.instrument or hit.instrument,
            )
        return charge, rest
    return (left[0], left[1:]) if left else (None, [])


def _goes(move: Move, movements: Sequence[Movement]) -> bool:
    """ "attack orc then fall back 3 s": beside an action, giving ground is movement, unless it is said to be
    a withdrawal."""
    if move.action != "withdraw" or _WITHDRAWS.search(move.text):
        return False
    behind = next((one for one in movements if one.kind == "bare" and one.start >= move.column - 1), None)
    if behind is not None:
        behind.kind = "plain"
    return True


def _places(
    details: dict[str, Any], action: str, movements: Sequence[Movement], act_at: int, *, alone: bool
) -> None:
    """Class, paths and their order."""
    first = [one for one in movements if alone or one.first or one.start <= act_at or action in FULL]
    if action == "withdraw":
        first = list(movements)
    later = [one for one in movements if not any(one is other for other in first)]
    counts = alone or action in OWN_PATH  # else "2 squares" says where somebody is
    path = [leg for one in first for leg in one.legs if counts or one.kind != "bare" or len(leg) > 2]
    then = [leg for one in later for leg in one.legs if counts or one.kind != "bare" or len(leg) > 2]
    if path:
        details["path"] = path
    if then:
        details["then_path"] = then
    told = path or then or any(one.kind in ("half", "full", "plain") for one in movements)
    if told and not alone and action not in OWN_PATH:
        details["order"] = "act_first" if later and not first else "move_first"
    over = next((one.over for one in movements if one.over is not None), None)
    if over is not None:
        details["over"] = over
    kinds = {one.kind for one in movements}
    stows = any(step["do"] == "stow" for step in details.get("ready", ()))
    kind = _kind(action, kinds, path + then, stows)
    if kind == "plain":
        details["class"], details["plain"] = "full", True
    else:
        details["class"] = kind


def _kind(action: str, kinds: set[str], legs: list[dict[str, Any]], stows: bool) -> str:
    """The class, or "plain" where going and acting were said without it."""
    for said in ("half", "full"):
        if said in kinds:
            return said
    if kinds == {"adjust"} and action == "move" and sum(leg.get("count", 1) for leg in legs) <= FREE_SQUARES:
        return "no-move"
    if action in FULL or stows:
        return "full"
    if action == "withdraw":
        return "half"
    if "plain" in kinds:
        if not all("count" in leg for leg in legs) or not legs:
            return "half"
        return "no-move" if sum(leg["count"] for leg in legs) <= FREE_SQUARES else "plain"
    return "no-move"


def _over(action: str, target: str | None, details: dict[str, Any]) -> tuple[str, str | None]:
    """Movement over somebody that is all one does is the overrun itself."""
    over = details.get("over")
    if over is not None and action == "move":
        return "overrun", str(over)
    return action, target


def _outside(reading: Reading, folded: str, text: str, lexicon: Lexicon, given: bool) -> Reading:
    """CN-300: an action that the catalogue does not have, if the text is one at all."""
    stripped = folded.strip().strip("*").strip()
    words = _WORD.findall(stripped)
    if (
        not words
        or words[0].lower() in NOT_VERBS
        or len(words) > MOST_OTHER
        or _TALKS.search(stripped)
        or stripped[:1] in "\"'"
    ):
        return replace(reading, text=text)
    subject = _SUBJECT.match(stripped)
    named = _names_somebody(stripped, lexicon)
    if not (given or subject or named) or (not subject and len(words) < 2):
        return replace(reading, text=text)
    start = len(folded) - len(folded.lstrip())
    end = len(folded.rstrip())
    move = Move(
        action="other",
        target=named,
        details={"class": "no-move"},
        text=text[start:end],
        column=start + 1,
        end_column=end + 1,
    )
    return Reading(text=text, moves=(move,))


def _names_somebody(text: str, lexicon: Lexicon) -> str | None:
    """Somebody named behind the first word: "dance at orc"."""
    for word in list(_WORD.finditer(text))[1:MOST_OTHER]:
        named = lexicon.somebody(text, word.start())
        if named is not None:
            return named[0]
    return None
