"""The strict form of a YiffieMon declaration: what `calledshot fmt` writes, and what reads back the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calledshot.api import Move, Step, replace, write_path

CHECK_WORDS = {"attack_skill": "attack skill"}
THREAT_WORDS = {"TB2": "threaten", "CAB": "assist", "HB": "hamper"}
VERBS = {
    "attack": "attack",
    "charge": "charge",
    "dive": "dive attack on",
    "heal": "heal",
    "opportunity": "take the opportunity on",
    "slide": "slide",
    "push": "push",
    "cross_guard": "cross their guard:",
}
"""Actions on somebody, in the words of the page's own headings where it has them."""
ALONE = {
    "melee_assist": "melee assist",
    "ranged_assist": "ranged assist",
    "fight_defensively": "fight defensively",
    "stop_defending": "stop fighting defensively",
    "pass": "pass",
    "cross_guard": "cross their guard",
    "opportunity": "take the opportunity",
    "dive": "dive attack",
}
AS_OPPORTUNITY = " as an AoO"
"""What an opportunity is used for stands before it as the action it is."""


def declaration(moves: Sequence[Move]) -> str:
    """All moves of a declaration in one line."""
    text = ""
    for move in moves:
        said = _move(move)
        text += (("; " if text.endswith("wait") else ", ") if text and said else "") + said
    return text  # "wait, attack" would take the wait back


def _move(move: Move) -> str:
    details: Mapping[str, Any] = move.details
    if move.action == "other":
        return " ".join(move.text.split())
    if move.action == "threaten":
        return ", ".join(
            f"{THREAT_WORDS[one['kind']]} {one['on']} {one['levels']}" for one in details.get("allocate", ())
        )
    if move.action == "wait":
        return f"wait {details['wait']:g}" if "wait" in details else "wait"
    if move.action == "check":
        kind = str(details["check"])
        return f"{CHECK_WORDS.get(kind, kind)} check"
    if move.action == "threat_distance":
        weapon = f"{move.instrument} " if move.instrument else ""
        if "band" in details:
            return f"set {weapon}range {details['band']}"
        return f"aim {weapon}{details.get('direction', '')}"
    if move.action == "spend":
        options = ", ".join(f"{party} {option}" for party, option in sorted(details.get("spend", {}).items()))
        return f"spend arrow on {move.target}'s attack" + (f": {options}" if options else "")
    if move.action == "opportunity" and "what" in details:
        rest = {key: value for key, value in details.items() if key != "what"}
        return _doing(replace(move, action=str(details["what"]), details=rest), rest) + AS_OPPORTUNITY
    return _doing(move, details)


def _doing(move: Move, details: Mapping[str, Any]) -> str:
    """An action with its target, weapon, path and choices."""
    path = _path(details.get("path", ()))
    if move.action in ("move", "run"):
        if details.get("back"):
            path = f"back {path}".rstrip()
        goes = path or (f"toward {move.target}" if move.target is not None else "")
        text = f"{move.action} {goes}".rstrip()
    elif move.target is not None and move.action in VERBS:
        text = f"{VERBS[move.action]} {move.target}" + (f" {path}" if path else "")
    else:
        text = ALONE.get(move.action, move.action.replace("_", " ")) + (f" {path}" if path else "")
    if move.instrument is not None:
        text += f" with {move.instrument}"
    if details.get("himself"):
        text += " myself"
    if details.get("wall"):
        text += " into the wall"
    if details.get("pivot"):
        text += ", pivoting"
    if "other_path" in details:
        text += f", I go {_path(details['other_path'])}"
    if details.get("follows"):
        text += " and follow"
    for name, option in details.get("choose", {}).items():
        text += f", choose {option}" + (f" for {name}" if name else "")
    if "later" in details:
        later = " ".join(str(details["later"]).split())
        text += f" {later}" if later.lower().startswith(("then ", "and ")) else f", {later}"
    return text


def _path(steps: Sequence[Mapping[str, Any]]) -> str:
    made = []
    for step in steps:
        to = step.get("to")
        made.append(Step(**{**step, "to": tuple(to)} if to is not None else step))
    return write_path(tuple(made))
