"""The strict form of a declaration, which reads back to the same move: what is made ready, then movement and
action in their order, then what is said beside them.

`[sheath X, draw Y, ] [half move PATH and] ACTION [WEAPON] [TARGET] [, then half move PATH] [, face n]`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calledshot.api import Move, Spell
from calledshot_combat_notes.moves_said import ACTIONS, MOVING
from calledshot_combat_notes.vocabulary import shoots

WRITTEN = {action.id: action for action in ACTIONS} | {
    action.gives: action for action in reversed(ACTIONS) if action.gives == "item"
}
"""The entry by which each action is written."""
TIMES = ("", "", "twice", "three times", "four times", "five times", "six times")
"""A number behind a name would be the name's."""
OWN_PATH = frozenset(("withdraw", "charge", "run", "sprint"))
"""Actions that a path is written behind."""


def write(move: Move) -> str:
    """The declaration as one line."""
    details = move.details
    parts = [_ready(step) for step in details.get("ready", ())]
    if move.action != "ready":
        parts.append(_deed(move))
    text = ", ".join(part for part in parts if part)
    for key, words in (("facing", "face {}"), ("height", "aim {}")):
        if key in details and not (key == "facing" and move.action == "face"):
            text += f", {words.format(details[key])}"
    return f"abandon: now I {text}" if details.get("abandons") else text


def _ready(step: Mapping[str, Any]) -> str:
    what = step.get("what")
    if step["do"] == "stow":
        return f"put {what} into backpack"
    return f"{step['do']} {what or 'weapon'}"


def _deed(move: Move) -> str:
    details = move.details
    going, after = list(details.get("path", ())), list(details.get("then_path", ()))
    over = details.get("over")
    if over is not None and not any(one.get("over") for one in (*going, *after)):
        (after if after and not going else going).append({"toward": over, "over": True})
    if move.action in MOVING | {"overrun"}:
        return _moves_only(move, going)
    act = _act(move, going if move.action in OWN_PATH else [])
    act += "".join(f" and {_also(one)}" for one in details.get("also", ()))
    half = details.get("class") == "half"
    kind = "half move" if half else "move" if details.get("plain") else "shift"
    if details.get("class") == "full" and not details.get("plain"):
        kind = "full move"
    if move.action in OWN_PATH:
        said = half and move.action != "withdraw"
        return f"half move {act}" if said else act
    if details.get("order") == "act_first":
        return f"{act}, then {_path(kind, after)}"
    first = (
        f"{_path(kind, going)} and "
        if going or half or (kind == "full move" and move.action != "backpack")
        else ""
    )
    return first + act + (f", then {_path(kind, after)}" if after else "")


def _also(one: Mapping[str, Any]) -> str:
    spell = Spell(name=one["spell"]) if one.get("spell") else None
    return _act(
        Move(
            action=one["action"],
            instrument=one.get("instrument"),
            target=one.get("target"),
            spell=spell,
            text=one.get("text", ""),
        ),
        [],
    )


def _moves_only(move: Move, going: Sequence[Mapping[str, Any]]) -> str:
    kind = str(move.details.get("class"))
    if move.action == "overrun":
        if not going:
            return f"overrun {move.target}" if move.target is not None else "overrun"
        return _path("half move" if kind == "half" else "move", going)
    verb = {"half": "half move", "no-move": "shift"}.get(kind, move.action)
    if move.target is not None and not going:
        return f"{verb} toward {move.target}"
    return _path(verb if move.action == "move" else move.action, going)


def _path(verb: str, legs: Sequence[Mapping[str, Any]]) -> str:
    return f"{verb} {_legs(legs)}" if legs else verb


def _legs(legs: Sequence[Mapping[str, Any]]) -> str:
    """Legs with commas between them; one over somebody is said with the one before."""
    text, last = "", dict[str, Any]()
    for one in map(dict, legs):
        joint = ", " if not text or not one.get("over") or last.get("over") else " "
        text += joint * bool(text) + (
            leg(one).removeprefix("over ") if text and last.get("over") else leg(one)
        )
        last = one
    return text


def leg(one: Mapping[str, Any]) -> str:
    """One leg of a path."""
    count = f"{one['count']:g} " if one.get("count") is not None else ""
    if one.get("direction") is not None:
        return f"{count}{one['direction']}"
    if one.get("to") is not None:
        return f"to ({one['to'][0]:g}, {one['to'][1]:g})"
    if one.get("toward") is not None:
        return f"{count}{'over' if one.get('over') else 'toward'} {one['toward']}"
    for how, key in (("away from", "away"), ("around", "around")):
        if one.get(key) is not None:
            return f"{count}{how} {one[key]}"
    return f"{count}squares" if count else str(one.get("text", ""))


def _act(move: Move, own_path: Sequence[Mapping[str, Any]]) -> str:
    """Verb, instrument and target as the catalogue writes them."""
    details = move.details
    if move.action == "wait":
        return "wait"
    if move.action == "other":
        return " ".join(move.text.split())
    if move.action == "backpack":
        return f"get {move.instrument} from backpack" if move.instrument else "search backpack"
    if move.action == "face":
        return f"face {details.get('facing') or move.target}"
    action = WRITTEN[move.action]
    if move.action == "missile" and move.instrument is not None and not shoots(move.instrument):
        action = WRITTEN["throw"]
    verb, with_, on = action.write
    instrument = move.spell.name if move.spell is not None else move.instrument
    target = move.target
    if target in details.get("targets", ()):
        target = " and ".join(details["targets"])
    if move.action == "withdraw" and any("away" in one for one in own_path):
        target = None
    if move.action == "charge" and any("count" not in one for one in own_path):
        verb, on, own_path = f"{verb} {_legs(own_path)}", " at ", ()
    path = f" {_legs(own_path)}" if own_path else ""
    if with_ == " " or move.action not in ("attack", "charge", "cover", "guard", "parry", "unarmed"):
        text = verb + (f"{with_}{instrument}" if instrument else "")
        text += (
            (on if instrument or action.write_bare is None else action.write_bare) + target if target else ""
        )
        text += path
    else:
        text = (
            verb + (f"{on}{target}" if target else "") + path + (f"{with_}{instrument}" if instrument else "")
        )
    if "casting_time" in details:
        text += f" (ct {details['casting_time']})"
    if "prep" in details:
        text += f" (prep {details['prep']})"
    if "at" in details:
        text += f" at ({details['at'][0]}, {details['at'][1]})"
    times = details.get("times", 1)
    if times > 1:
        text += f" {TIMES[times]}" if times < len(TIMES) else f" x{times}"
    return text
