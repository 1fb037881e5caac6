"""Moves put together: the core's and those that our own phrases are, each with the parts of the text that
belong to it. Finding the parts is `said_parts`, the whole message `reader`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import Any

from calledshot.api import Lexicon, Move, Phrase, Step, replace
from calledshot_yiffiemon.said_parts import used_for
from calledshot_yiffiemon.said_threat import NUMBERS, Part

WITH_PATH = frozenset(("move", "run", "slide", "push", "cross_guard", "charge", "dive"))
AIMED = frozenset(("attack", "charge", "dive", "slide", "push", "cross_guard"))
WITH_NOTHING = frozenset(
    ("wait", "fight_defensively", "stop_defending", "move", "run", "slide", "push", "pass")
)
ON_NOBODY = frozenset(("wait", "fight_defensively", "stop_defending", "melee_assist", "ranged_assist"))
"""Actions that are done with no weapon, and to nobody in particular."""
LEADS_TO = frozenset(("move", "run", "cross_guard", "threaten"))
"""What a bare "attack" after it aims where it did."""
UNBLANKED = frozenset(("wait", "himself"))
"""Parts that are looked up for one action alone, and left for the core to read."""
_PRONOUN = Phrase(r"\b(?:it|him|her|them)\b")
_AWAY = Phrase(r"\b(?:from|away|back|retreats?|flees?|withdraws?)\b")
COUNT = Phrase(
    r"(?<![\w.(])(?P<count>\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}|" + "|".join(NUMBERS) + r")(?![\w.)])"
    r"(?:\s{0,3}(?:moves?|squares?|steps?|paces?|spaces?)\b)?"
)
"""How many Moves, where no direction stands beside it: "move toward the troll 6"."""
_USE = Phrase(r"[\s:,(-]{0,4}(?:(?:as|to|with|for|and|i)\s{1,3}){0,2}(?:an?\s{1,3})?$")
"""What stands between an opportunity and what it is used for."""
_LETTERS = Phrase(r"[a-z]{2}")
USES = {"push": "push", "attack": "attack", "cross_guard": "cross_guard", "heal": "heal"}


def own(part: Part, text: str) -> Move:
    """The move that a phrase of ours is."""
    assert part.action is not None
    target: str | None = None
    details: dict[str, Any] = {}
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


def joined(moves: list[Move], parts: list[Part], text: str, lexicon: Lexicon) -> list[Move]:
    """Moves with the parts that belong to them; threat dealt in one breath is one move, the way somebody goes
    beside the one he slides is part of the slide, and what an opportunity is used for part of that."""
    out: list[Move] = []
    for move in moves:
        last = out[-1] if out else None
        if last is not None and last.action == move.action == "threaten":
            dealt = [*last.details["allocate"], *move.details["allocate"]]
            out[-1] = _longer(
                replace(last, details={**last.details, "allocate": dealt}), move.end_column, text
            )
        elif last is not None and _goes_along(last, move, parts):
            out[-1] = _longer(
                replace(last, details={**last.details, "beside": move.column}), move.end_column, text
            )
        elif last is not None and last.action == "cross_guard" and COUNT.fullmatch(move.text):
            out[-1] = _longer(last, move.end_column, text)  # "cross his guard, 2 moves"
        elif last is not None and _uses(last, move, text):
            used = replace(
                last, target=last.target or move.target, details={**last.details, "what": USES[move.action]}
            )
            out[-1] = _longer(used, move.end_column, text)
        else:
            out.append(move)
    starts = [move.column - 1 for move in out]
    for part in sorted(parts, key=lambda part: part.kind == "as_opportunity"):  # a push until all is read
        owner = _owner(out, starts, part)
        if owner is not None:
            out[owner] = _with(out[owner], part, text)
    for index, (before, move) in enumerate(pairwise(out), 1):
        aimed = before.target or _dealt_on(before)
        if move.target is None and aimed is not None and move.action in AIMED:
            bare = move.instrument is None and len(move.text.split()) == 1
            if _PRONOUN.search(move.text) or (bare and before.action in LEADS_TO):
                out[index] = replace(move, target=aimed)  # "toward the troll, then attack it"
    ends = [*(move.column - 1 for move in out), len(text)][1:]
    done = [
        finished(_counted(_led(_used(move, text, end)), parts, text, end, lexicon))
        for move, end in zip(out, ends, strict=True)
    ]
    aimed_at = {move.target for move in done if move.action in AIMED and move.target is not None}
    return [_back(move, aimed_at) for move in done]


def _back(move: Move, aimed_at: set[str]) -> Move:
    """ "Step back 3 and shoot the orc": away from him, where only he is meant; from whom is unknown else."""
    path = move.details.get("path", [])
    if move.action not in ("move", "run") or len(path) > 1 or _AWAY.search(move.text) is None:
        return move
    if path and set(path[0]) != {"count"}:
        return move
    if len(aimed_at) != 1:
        return replace(move, details={**move.details, "back": True})
    leg = {**(path[0] if path else {}), "away": next(iter(aimed_at))}
    return replace(move, details={**move.details, "path": [leg]})


def _dealt_on(move: Move) -> str | None:
    """Whom threat is dealt out on, where it is one: "threaten the troll 2 and attack him"."""
    on = {one.get("on") for one in move.details.get("allocate", ())}
    return str(on.pop()) if len(on) == 1 else None


def _goes_along(last: Move, move: Move, parts: list[Part]) -> bool:
    """Whether a move tells how he goes himself who slides or pushes somebody."""
    if last.action not in ("slide", "push") or move.action not in ("move", "run"):
        return False
    return not any(
        part.kind == "as_opportunity" and last.column <= part.start < move.column for part in parts
    )


def _uses(last: Move, move: Move, text: str) -> bool:
    """Whether a move says what the opportunity before it is used for: "take the opportunity: push"."""
    if last.action != "opportunity" or move.action not in USES or "what" in last.details:
        return False
    between = text[last.end_column - 1 : move.column - 1]
    same = move.target is None or last.target is None
    return same and len(between) < 20 and _USE.match(between) is not None


def _used(move: Move, text: str, limit: int) -> Move:
    """An opportunity with what it is used for, said in one word behind it, before the next move."""
    if move.action != "opportunity" or "what" in move.details:
        return move
    what = used_for(text, move.column - 1, limit)
    if what is None:
        return move
    return _longer(replace(move, details={**move.details, "what": what[0]}), what[1] + 1, text)


def _owner(moves: list[Move], starts: list[int], part: Part) -> int | None:
    """The move a part belongs to: the one it stands in or after, else the first after it."""
    if part.action is not None or not moves:
        return None
    owner = max(0, bisect_right(starts, part.start) - 1)
    return owner if moves[owner].action in _BELONGS.get(part.kind, ()) else None


_BELONGS: dict[str, frozenset[str]] = {
    "path": WITH_PATH,
    "counted": frozenset(("move", "run")),
    "follows": frozenset(("slide", "push")),
    "beside": frozenset(("slide", "push")),
    "pivot": frozenset(("push",)),
    "wall": frozenset(("push",)),
    "choice": frozenset(("melee_assist", "ranged_assist")),
    "wait": frozenset(("wait",)),
    "later": frozenset(("move", "run", "slide", "push")),
    "himself": frozenset(("heal",)),
    "as_opportunity": frozenset(USES),
}
"""The kinds of part → the actions they may belong to."""


def _with(move: Move, part: Part, text: str) -> Move:
    details = dict(move.details)
    if part.kind == "path":
        step = _step(part.value)
        beside = details.get("beside")
        key = "other_path" if beside is not None and part.start + 1 >= beside else "path"
        details[key] = [*details.get(key, []), step]
        if key == "path" and move.target is None and part.value.toward is not None:
            move = replace(move, target=part.value.toward)
    elif part.kind == "counted":
        details.setdefault("path", [{"count": part.value}])
    elif part.kind == "choice":
        name, option = part.value
        details["choose"] = {**details.get("choose", {}), (name or ""): option}
    elif part.kind == "wait":
        details.setdefault("wait", part.value)
    elif part.kind == "later":
        details["later"] = part.value.strip(" ,;-")
    elif part.kind == "beside":
        details["beside"] = part.start + 1
    elif part.kind == "as_opportunity":
        move, details = replace(move, action="opportunity"), {**details, "what": USES[move.action]}
    elif part.kind == "pivot":
        move, details["pivot"] = replace(move, target=move.target or part.value), True
    else:
        details[part.kind] = True
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


def _led(move: Move) -> Move:
    """A move on somebody, and no way told: "approach the troll", "retreat from it"."""
    if move.action not in ("move", "run") or move.target is None or "path" in move.details:
        return move
    leads = "away" if _AWAY.search(move.text) is not None else "toward"
    return replace(move, details={**move.details, "path": [{leads: move.target}]})


def _counted(move: Move, parts: list[Part], text: str, limit: int, lexicon: Lexicon) -> Move:
    """A move whose number of Moves stands apart from its way, if it has one: "move toward the troll 6".
    `limit`: where the next move begins."""
    path = move.details.get("path", [])
    counted = ("move", "run", "slide", "push", "cross_guard")
    if move.action not in counted or len(path) > 1 or "beside" in move.details:
        return move
    if path and ("count" in path[0] or "to" in path[0]):
        return move
    start, end = move.column - 1, min(limit, move.end_column + 15)
    word = _LETTERS.search(move.text)
    start += word.start() if word is not None else 0  # "3 move" counts nothing
    if move.target is not None and lexicon.combatants.get(move.target) is None:
        bare = move.target.rstrip("0123456789. ")  # nobody of that number is known
        move = replace(move, target=bare or None)
    name = (move.target or "").casefold()
    for match in COUNT.finditer(text, start, end):
        said = match["count"]
        before = text[max(start, match.start() - len(name)) : match.end("count")].casefold()
        if name and name.endswith(said.casefold()) and before.endswith(name):
            continue  # the number is part of a name: "Warg 2"
        if re.search(r"[.;!?\n]", text[move.end_column - 1 : match.start()]) or any(
            part.start < match.end() and match.start() < part.end
            for part in parts
            if part.kind not in UNBLANKED
        ):
            return move
        count = float(NUMBERS.get(said.casefold(), 0) if said.casefold() in NUMBERS else said)
        leg = {"count": count, **path[0]} if path else {"count": count}
        return _longer(replace(move, details={**move.details, "path": [leg]}), match.end() + 1, text)
    return move


def finished(move: Move) -> Move:
    details = {key: value for key, value in move.details.items() if key != "beside"}
    if move.action == "run":
        details["run"] = True
    if move.action == "slide" and details.pop("follows", False) and "path" in details:
        details.setdefault("other_path", details["path"])
    if move.action in ON_NOBODY or (details.get("himself") and move.action == "heal"):
        move = replace(move, target=None)
    elif move.action in ("move", "run") and "path" in details:
        move = replace(move, target=next((leg["toward"] for leg in details["path"] if "toward" in leg), None))
    if move.action in WITH_NOTHING:
        move = replace(move, instrument=None)
    return replace(move, details=details, optional=False)
