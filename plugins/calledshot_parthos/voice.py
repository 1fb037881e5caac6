"""The PGM's words for a ruling, out of one editable file of templates (voice.toml).

Templates hold no logic and run no code, so a campaign folder from anybody may bring its own. What a ruling
decides is settled before it comes here; this only words it. Three tones: `record` for the log of the fight,
`room` for what may be pasted before everybody (no hidden numbers, no clause ids), `report` for the audit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calledshot.api import CampaignError, voice_tables

if TYPE_CHECKING:
    from calledshot.api import Campaign, Ruling

Part = tuple[bool, tuple[str, ...]]
"""One stretch of a template: may it be left out, and its pieces, literal and field name by turns."""

FILE = "voice.toml"
CLOSING = ("recovers", "bleeds", "the save")
"""How the reasons of what happens at a round's close begin (see bleeding)."""
_PIECE = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{(\w+)\}|[\[\]{}]|[^\[\]{}]+")


class Voice:
    """The templates of one campaign, read and taken apart once."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]], where: str) -> None:
        self.words: dict[str, dict[str, str]] = {}
        self.templates: dict[str, dict[str, tuple[tuple[Part, ...], ...]]] = {}
        for section, table in tables.items():
            if section in ("record", "room", "report"):
                self.templates[section] = {
                    key: tuple(_compile(text, f"{where}: [{section}] {key}") for text in _texts(value))
                    for key, value in table.items()
                }
            else:
                self.words[section] = {key: str(value) for key, value in table.items()}

    def say(self, tone: str, key: str, fields: _Fields) -> str:
        """The first template of `key` whose fields are known; empty where there is none to say. What stands
        under `key` and the ruling's `what` is for that alone."""
        known = self.templates[tone]
        special = f"{key}.{fields.get('what')}"
        for template in known.get(special if special in known else key, ()):
            text = _fill(template, fields)
            if text is not None:
                return text
        return ""


def record(ruling: Ruling, campaign: Campaign) -> str:
    """The words of a ruling in the log of the fight (`Ruling.text`), hidden numbers and all."""
    voice = _voice(campaign.path)
    text = voice.say("record", _key(ruling), _Fields(ruling, voice))
    return text or f"{ruling.kind}: {ruling.outcome}.".replace("_", " ").capitalize()


def room(ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
    """One line for the room in `((…))`: the result and the request that follows it; empty if nothing is said.

    No stamina, CA or PP of anybody's, no clause ids; in the IM system no init but that of the move now due.
    """
    voice = _voice(campaign.path)
    parts = [voice.say("room", _key(ruling), _Fields(ruling, voice))]
    if next_request is not None:
        same = next_request.combatant == ruling.combatant and parts[0] and ruling.kind != "initiative"
        key = "request.follows" if same else _key(next_request)
        parts.append(voice.say("room", key, _Fields(next_request, voice)))
    said = " ".join(part for part in parts if part)
    return f"(({said}))" if said else ""


def report(ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
    """Place, what was declared, and what came of it, for the audit's table; None where it adds nothing."""
    voice = _voice(campaign.path)
    fields = _Fields(ruling, voice)
    place, left = "", ""
    if ruling.kind == "initiative":
        place, left = "init", str(fields.get("sum") or "")
    elif (ruling.kind == "save" and fields.get("of") is None) or str(fields.get("why")).startswith(CLOSING):
        place = "close"
    elif ruling.kind == "move":
        at = fields.get("at")
        place, left = ("" if at is None else str(at)), str(fields.get("move") or fields.get("doing") or "")
    elif fields.get("move"):
        left = str(fields.get("move"))
    right = voice.say("report", _key(ruling), fields)
    if not right and ruling.kind != "move":
        return None
    return place, left, _minus(right)


def _key(ruling: Ruling) -> str:
    return f"{ruling.kind}.{ruling.outcome}"


@cache
def _voice(folder: Path | None) -> Voice:
    """The bundled words, with the campaign's own over them."""
    return Voice(*voice_tables(Path(__file__).parent / FILE, folder))


def _texts(value: Any) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else [str(value)]


def _compile(text: str, where: str) -> tuple[Part, ...]:
    """Take a template apart; a bracket too many or too few is an error that names its place."""
    parts: list[Part] = []
    pieces: list[str] = [""]
    optional = False

    def end() -> None:
        nonlocal pieces
        parts.append((optional, tuple(pieces)))
        pieces = [""]

    for piece in _PIECE.finditer(text):
        said = piece.group()
        if piece.group(1):
            pieces += [piece.group(1), ""]
        elif said in ("[", "]"):
            if optional == (said == "["):
                raise CampaignError(f"{where}: square brackets that do not pair up in {text!r}")
            end()
            optional = not optional
        elif said in ("{", "}"):
            raise CampaignError(f"{where}: {said!r} without a field name in {text!r}")
        else:
            pieces[-1] += said[0] if said in ("{{", "}}", "[[", "]]") else said
    if optional:
        raise CampaignError(f"{where}: square brackets that do not pair up in {text!r}")
    end()
    return tuple(parts)


def _fill(template: tuple[Part, ...], fields: _Fields) -> str | None:
    text = ""
    for optional, pieces in template:
        values = [fields.get(name) for name in pieces[1::2]]
        if None in values:
            if optional:
                continue
            return None
        text += pieces[0] + "".join(
            f"{value}{literal}" for value, literal in zip(values, pieces[2::2], strict=True)
        )
    return text


class _Fields:
    """Everything a template may use, from the ruling's own values; what is not known is None."""

    def __init__(self, ruling: Ruling, voice: Voice) -> None:
        self._known: dict[str, Any] = dict(ruling.values)
        self._known["who"], self._known["target"] = (
            ruling.combatant,
            ruling.target or self._known.get("target"),
        )
        self._voice = voice
        self.clauses = ruling.clauses

    def get(self, name: str) -> Any:
        """A value of the ruling, or one made from those when it is first needed."""
        if name not in self._known:
            derive = _DERIVED.get(name)
            self._known[name] = derive(self, self._voice) if derive else None
        return self._known[name]


def _doing(fields: _Fields, voice: Voice) -> str | None:
    if fields.get("move"):
        return str(fields.get("move")).lstrip("* ")
    action = fields.get("action")
    return voice.words["actions"].get(str(action), str(action).replace("_", " ")) if action else None


def _moves_list(fields: _Fields, voice: Voice) -> str | None:
    return _and([str(at) for at in fields.get("moves")]) if fields.get("moves") else None


def _order_words(fields: _Fields, voice: Voice) -> str | None:
    places = fields.get("order")
    return ", ".join(f"{who} {at}" for who, at in places) if places else None


def _fighters_words(fields: _Fields, voice: Voice) -> str | None:
    return _and([str(name) for name in fields.get("fighters")]) if fields.get("fighters") else None


def _shown(fields: _Fields, voice: Voice) -> Any:
    """An initiative as the room may hear it: none in the IM system (PAR-IM-5)."""
    return None if fields.get("system") == "im" else fields.get("total")


def _moves_words(fields: _Fields, voice: Voice) -> str | None:
    moves = fields.get("moves")
    if not moves:
        return None
    return f"{'Moves' if len(moves) > 1 else 'One move,'} at {_and([str(at) for at in moves])}."


def _sum(fields: _Fields, voice: Voice) -> str | None:
    """ "71 + 62 Speed = 133"; an unknown part is a question mark."""
    parts = fields.get("parts")
    if not parts or (len(parts) == 1 and fields.get("total") is None):
        return None
    text = ""
    for label, number in parts:
        shown = "?" if number is None else str(abs(number))
        sign = (
            ("−" if number is not None and number < 0 else "+")
            if text
            else ("−" if (number or 0) < 0 else "")
        )
        named = "" if not text else f" {label}"
        text += f" {sign} {shown}{named}" if text else f"{sign}{shown}"
    total = fields.get("total")
    return f"{text} = {'?' if total is None else total}"


def _points_words(fields: _Fields, voice: Voice) -> str | None:
    points = fields.get("points")
    return None if points is None else f"{points} point{'' if points == 1 else 's'}"


def _dice_words(fields: _Fields, voice: Voice) -> str | None:
    """ "damage 2 → 10, the maximum, roll again; 40 → 6; + 2 Strength = 18; doubled = 36"."""
    rolls, each, points = fields.get("rolls"), fields.get("points_each"), fields.get("points")
    if not rolls or not each or points is None or None in each or len(rolls) != len(each):
        return None
    last = len(rolls) - 1
    steps = [
        f"{roll} → {worth}" + (", the maximum, again" if index < last else "")
        for index, (roll, worth) in enumerate(zip(rolls, each, strict=True))
    ]
    total, strength = sum(each), fields.get("strength") or 0
    text = f"damage {'; '.join(steps)}"
    if strength:
        total += strength
        text += f"; {'+' if strength > 0 else '−'} {abs(strength)} Strength = {total}"
    elif len(steps) > 1:
        text += f" = {total}"
    for flag, word in (("doubled", "doubled"), ("halved", "halved")):
        if fields.get(flag):
            total = total * 2 if flag == "doubled" else total // 2
            text += f"; {word} = {total}"
    return text if total == points else f"{text}; {points} in all"


def _pool_words(fields: _Fields, voice: Voice) -> str | None:
    before, points, after = fields.get("before"), fields.get("points"), fields.get("stamina")
    if before is not None and points is not None and after is not None and before - points == after:
        return f"{before} − {points} = {after}"
    return None if after is None else f"at {after}"


def _healed_words(fields: _Fields, voice: Voice) -> str | None:
    before, points, after = fields.get("before"), fields.get("points"), fields.get("stamina")
    if before is not None and points is not None and after is not None and before + points == after:
        return f"{before} + {points} = {after}"
    return None if after is None else f"at {after}"


def _base_words(fields: _Fields, voice: Voice) -> str | None:
    """ "38 − 30 eye": what the chance was before its penalties; None where there were none."""
    needed, penalties = fields.get("needed"), fields.get("penalties")
    if needed is None or not penalties or any(number is None for _, number in penalties):
        return None
    base = needed - sum(number for _, number in penalties)
    return str(base) + "".join(
        f" {'−' if number < 0 else '+'} {abs(number)} {label}" for label, number in penalties
    )


def _stamina_words(fields: _Fields, voice: Voice) -> str:
    after = fields.get("stamina")
    return "" if after is None else f"{after}: "


def _effect_words(fields: _Fields, voice: Voice) -> str | None:
    """The rulebook's words for what a spell, power or item does; its points are rulings of their own."""
    return str(fields.get("effect")) if fields.get("effect") else None


def _table(section: str, name: str) -> Any:
    def words(fields: _Fields, voice: Voice) -> str | None:
        value = fields.get(name)
        return None if value is None else voice.words[section].get(str(value), str(value).replace("_", " "))

    return words


def _still(fields: _Fields, voice: Voice) -> str | None:
    """Whether somebody was in this condition already: what a round's close does to him."""
    return "still" if str(fields.get("why")).startswith(CLOSING) else None


def _asked(fields: _Fields, voice: Voice) -> str | None:
    words: str | None = _table("asks", "what")(fields, voice)
    return words


def _capital(fields: _Fields, voice: Voice) -> str | None:
    words = _asked(fields, voice)
    return words[:1].upper() + words[1:] if words else None


def _die(fields: _Fields, voice: Voice) -> str | None:
    dice = fields.get("dice")
    return None if dice is None else str(dice).removeprefix("1") if str(dice).startswith("1d") else str(dice)


def _grounds(fields: _Fields, voice: Voice) -> str | None:
    """Why not: what the ruling itself says, else each of its clauses in words."""
    said = fields.get("why")
    if said:
        return str(said)
    grounds = [voice.words["grounds"][code] for code in fields.clauses if code in voice.words["grounds"]]
    return _and(list(dict.fromkeys(grounds))) if grounds else None


def _flag(name: str) -> Any:
    return lambda fields, voice: name if fields.get(name) else None


_DERIVED: Mapping[str, Any] = {
    "doing": _doing,
    "moves_list": _moves_list,
    "moves_words": _moves_words,
    "order_words": _order_words,
    "fighters_words": _fighters_words,
    "shown": _shown,
    "sum": _sum,
    "points_words": _points_words,
    "dice_words": _dice_words,
    "pool_words": _pool_words,
    "healed_words": _healed_words,
    "base_words": _base_words,
    "stamina_words": _stamina_words,
    "effect_words": _effect_words,
    "doubled_words": _flag("doubled"),
    "halved_words": _flag("halved"),
    "range_words": _table("ranges", "range"),
    "system_words": _table("systems", "system"),
    "die": _die,
    "grounds": _grounds,
    "asked": _asked,
    "still": _still,
    "Asked": _capital,
}


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _minus(text: str) -> str:
    """A real minus sign before a number, as the table prints it."""
    return re.sub(r"(?<![\w.)])-(?=\d)", "−", text)
