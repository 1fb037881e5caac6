"""What was read of a declaration put together as one move, with its `details` (see `reader`).

Nothing is read here any more, and nothing judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calledshot.api import Lexicon, Move, Phrase, Reading, Slip, fold_text, read_direction, replace
from calledshot_combat_notes import strict_form
from calledshot_combat_notes.cutting import Body
from calledshot_combat_notes.moves_said import ATTACKS, LOADS, MOVING, READY, WEAPONS
from calledshot_combat_notes.scanning import Movement
from calledshot_combat_notes.vocabulary import shoots, thrown

FULL = frozenset(("charge", "move", "run", "sprint", "backpack", "overrun"))
"""CN-330 to CN-335, CN-533: what is a full move if nothing else is said."""
OWN_PATH = frozenset(("charge", "withdraw", "run", "sprint"))
"""Actions that a path belongs to."""
FREE_SQUARES = 1
"""CN-310: a path of one square needs no class of its own."""

_PLURAL = Phrase(r"(?:all (?:of )?)?(?:the )?(?P<name>[\w' -]{2,40}?)(?:es|s)$")
_SEVERAL = Phrase(r"(?:\d{1,2}|two|three|four|five|both|all|some)(?: of)?(?: my)? (?P<what>.{2,40}?)s?")
_OF = Phrase(r"\s{1,3}of (?!course\b)(?:the )?[a-z'-]{2,20}")
_PLUS_BEFORE = Phrase(r"(\+ ?\d)\s{1,2}$", flags=0)
_PLUS_AFTER = Phrase(r"\s{0,2}(\+ ?\d)(?!\d)", flags=0)
_WITHDRAWS = Phrase(r"withdr|disengag")
_STRANGER = Phrase(
    r"(?:towards?|up to|to|next to)\s{1,3}(?:(?:the|a|an|that)\s{1,3})?(?P<name>[\w' -]{2,40})"
)
_PRONOUN = Phrase(r"\b(?:him|her|it|them)\b")
_WORD = Phrase(r"[^\W\d_][\w'-]*", flags=0)


def whole(reading: Reading, body: Body, lexicon: Lexicon, text: str, *, asked: bool, prose: bool) -> Reading:
    """Everything read as one move."""
    ready = Ready()
    acts: list[Move] = []
    beside: list[Slip] = []
    times = 1
    stows = [aside for aside in body.asides if aside.key == "stow"]
    for move in reading.moves:
        if any(aside.start <= move.column - 1 < aside.end for aside in stows):
            continue
        if move.action in READY:
            ready.add(_mended(move, lexicon, reading, text))
        elif acts and move.action == "other" and reading.mark(move, "verb") is None:
            beside.append(_unread(move))  # "attack orc, for glory"
        elif acts and _same(acts[-1], move):
            times += 1
        else:
            acts.append(_mended(move, lexicon, reading, text))
    ready.done += [(aside.start, {"do": "stow", "what": aside.value}) for aside in stows]
    slips = [_about(slip, text) for slip in (*reading.slips, *beside) if not _forgiven(slip, body)]
    body.subject = reading.subject
    move = _one(acts, ready, body, text, lexicon)
    move, slips = _group(move, reading, slips, text, lexicon)
    if times > 1 and move.action in ATTACKS:
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
    return "".join(char for char in fold_text(name).lower() if char.isalnum())


def _kind_of(name: str) -> str:
    """ "Goblin 2" → goblin."""
    return _fold(name).rstrip("0123456789")


def _unread(move: Move) -> Slip:
    return Slip(kind="unread", said=move.text, column=move.column, end_column=move.end_column)


def _about(slip: Slip, text: str) -> Slip:
    said = text[slip.column - 1 : slip.end_column - 1] if slip.said else slip.said
    return replace(slip, move=0 if slip.move is not None else None, said=" ".join(said.split()))


def _forgiven(slip: Slip, body: Body) -> bool:
    """What the core minds and this grammar does not: stars, and the placeholders."""
    if slip.kind in ("star_shape", "italics", "shared_star"):
        return True
    stands_in = any(one.start < slip.end_column - 1 and slip.column - 1 < one.end for one in body.movements)
    return slip.kind == "unread" and (stands_in or not _WORD.search(slip.said))


def _is_strict(reading: Reading) -> bool:
    return (
        not reading.slips
        and strict_form.write(reading.moves[0]).casefold() == reading.text.strip().casefold()
    )


class Ready:
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


def _mended(move: Move, lexicon: Lexicon, reading: Reading, text: str) -> Move:
    """A move in the words of this ruleset: an attack with a bow shoots, and a weapon nobody has listed keeps
    its whole name."""
    action, instrument, target = move.action, move.instrument, move.target
    fact = lexicon.fact("weapon", instrument)
    if action == "missile" and instrument is not None and fact is None and target is None:
        known = shoots(instrument) or thrown(instrument) or instrument.casefold() in WEAPONS
        if not known:
            # "shoot Grumbar", of whom nobody has heard
            target, instrument = lexicon.combatants.get(instrument) or instrument, None
    if action == "attack" and instrument is not None and shoots(instrument):
        action = "missile" if fact is None or "melee" not in fact.uses else action
    if instrument is not None and instrument.casefold() in LOADS:
        instrument = None
    several = _SEVERAL.fullmatch(instrument or "")
    if several is not None:
        instrument = several["what"]
    elif instrument is not None and fact is None and (action in ATTACKS or action in READY):
        instrument = _whole_name(instrument, move, reading, text)
    return replace(move, action=action, instrument=instrument, target=target, optional=False)


def _whole_name(name: str, move: Move, reading: Reading, text: str) -> str:
    """ "+2 axe", "sword of sharpness"."""
    mark = reading.mark(move, "instrument")
    if mark is None:
        return name
    start, end = mark.column - 1, mark.end_column - 1
    of = _OF.match(text, end)
    if of is not None and " of " not in name:
        name, end = name + of.group(), of.end()
    plus = _PLUS_BEFORE.search(text, max(0, start - 5), start) or _PLUS_AFTER.match(text, end)
    return f"{plus[1].replace(' ', '')} {name}" if plus is not None and "+" not in name else name


def _one(acts: list[Move], ready: Ready, body: Body, text: str, lexicon: Lexicon) -> Move:
    """One move out of its parts."""
    details: dict[str, Any] = {}
    act, also = _principal(acts)
    also = [move for move in also if not _goes(move, body.movements)]
    spans = [body.span(move) for move in (*acts, *((ready.last,) if ready.last is not None else ()))]
    spans += [(one.start, one.end) for one in body.parts()]
    spans += [(at, at + 1) for at, _ in ready.done]
    for aside in body.asides:
        if aside.key not in ("stow", "backpack", "targets") and aside.value not in (
            None,
            1 if aside.key == "times" else "",
        ):
            details[aside.key] = aside.value
    action = act.action if act is not None else "move" if any(one.legs for one in body.movements) else "ready"
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
    if action == "wait":
        target = None
    if target == "self" and body.subject is not None:
        target = None  # "the orc attacks me": whoever says so
    more = [aside.value for aside in body.asides if aside.key == "targets"]
    if more:
        details["targets"] = list(dict.fromkeys([*([target] if target is not None else []), *more]))
        target = details["targets"][0]
    if action in MOVING and target is not None:
        known = target in lexicon.combatants.names()
        if "path" not in details:
            details["path"] = [{"toward": target} if known else {}]
            details["path"][0]["text"] = f"toward {target}"
        target = None
    if target is None and action in ATTACKS and details.get("path"):
        last = details["path"][-1]
        target = None if last.get("over") else last.get("toward")  # "advance on the orc and attack"
        stranger = _STRANGER.fullmatch(str(last["text"])) if set(last) == {"text"} else None
        if stranger is not None and act is not None and _PRONOUN.search(act.text):
            target = stranger["name"]  # "half move toward the shaman and stab him"
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
    if len(left) > 1:  # what the notes have no word for comes on top of what they know
        known = [move for move in left if move.action != "other"]
        left = [*known, *(move for move in left if move.action == "other")] if known else left
    if len(left) == 2 and left[0].action == "wait" and left[1].condition is None:
        left = [replace(left[1], condition=left[0].text)]
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
