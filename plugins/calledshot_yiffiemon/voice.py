"""The words of a ruling, out of one editable file of templates (voice.toml); a campaign may hold its own.

Templates hold no logic. Three tones: `record` for the log of the fight, `room` for what may be said before
everybody (no hidden figures, no clause ids), `report` for the table of an audit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calledshot.api import voice_tables
from calledshot_yiffiemon import checks, conditions, sums

if TYPE_CHECKING:
    from calledshot.api import Campaign, Ruling

_MINUS = re.compile(r"(?<![\w)])-(?=\d)")
PLAIN_CHECKS = frozenset(("move", "dodge", "terrain", "healing", "taunt", "stay"))
"""Checks that go by a word which means something else alone."""
CHECKS: Mapping[str, str] = {"any": "checks", "attack": "attack rolls"}
"""What a modifier bears on, where "skill checks" is not the word."""
BLOWS = frozenset(("attack", "damage"))
"""What is rolled on somebody; other checks go by themselves."""
FILE = "voice.toml"
Tables = Mapping[str, Mapping[str, Any]]


def record(ruling: Ruling, campaign: Campaign | None) -> str:
    """The words of a ruling in the log of the fight, hidden figures and all."""
    text = say(ruling, "record", campaign.path if campaign is not None else None)
    return text or f"{ruling.kind}: {ruling.outcome}.".replace("_", " ").capitalize()


def room(ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
    """One line for the room in `((…))`: the result and the request that follows it; empty if nothing is
    said."""
    parts = ["" if _is_no_news(ruling, campaign) else say(ruling, "room", campaign.path)]
    if next_request is not None:
        behind = bool(parts[0]) and _is_behind(ruling, next_request)
        parts.append(say(next_request, "room", campaign.path, behind=ruling if behind else None))
    said = " ".join(part for part in parts if part)
    return f"(({said}))" if said else ""


def together(rulings: Sequence[Ruling], campaign: Campaign) -> str:
    """Several rulings in one breath: dice asked of the one of whom something was told just before stand
    without his name."""
    parts: list[str] = []
    last: Ruling | None = None
    answered = {(one.combatant, one.target) for one in rulings if one.outcome in ("taken", "passed")}
    for one in rulings:
        if one.outcome == "offered" and any(
            (who, one.target) in answered for who in one.values.get("by") or ()
        ):
            continue
        if _is_taken(last) and (one.kind, one.outcome) == ("opportunity", "resolved"):
            continue  # taken, and carried out at once
        behind = last if last is not None and one.kind == "request" and _is_behind(last, one) else None
        text = "" if _is_no_news(one, campaign) else say(one, "room", campaign.path, behind=behind)
        if text:
            parts.append(text)
            last = one if one.kind != "request" else None
    return " ".join(dict.fromkeys(parts))


def _is_taken(last: Ruling | None) -> bool:
    return last is not None and (last.kind, last.outcome) == ("opportunity", "taken")


def _is_no_news(ruling: Ruling, campaign: Campaign) -> bool:
    """Whether nobody in the room needs to hear of it: no points of bleeding; an opportunity of which only the
    GM's own creatures are asked."""
    if ruling.kind == "damage":
        return ruling.values.get("points") == 0 and bool(ruling.values.get("cause"))
    if (ruling.kind, ruling.outcome) != ("opportunity", "offered"):
        return False
    sheets = [campaign.sheets.get(str(name)) for name in ruling.values.get("by") or ()]
    return bool(sheets) and all(getattr(one, "is_pc", None) is False for one in sheets)


def _is_behind(ruling: Ruling, request: Ruling) -> bool:
    """Whether the one is asked of whom the same line has just told something, in a turn that is on."""
    subject = ruling.target if ruling.kind == "damage" else ruling.combatant
    return subject is not None and subject == request.combatant and request.values.get("at") is None


def report(ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
    """The clock, what was declared, and what came of it, for the audit's table; None where it adds
    nothing."""
    if ruling.kind == "refused" and ruling.values.get("noted"):
        right = "not allowed"  # the grounds stand in findings of their own
    else:
        right = say(ruling, "report", campaign.path)
    left, place = "", ""
    if ruling.kind == "action" and ruling.outcome != "lost":
        left = str(ruling.values.get("move") or "")
        place = _clock(ruling.values)
    elif ruling.kind == "opportunity":
        left = _heading(ruling)
        place = _clock(ruling.values) if ruling.outcome == "resolved" else ""
    elif ruling.kind == "damage" and ruling.combatant is None and ruling.target is not None:
        left = f"{ruling.target} is hurt"
    elif ruling.kind == "refused":
        left = str(ruling.values.get("move") or "")
    if not right and not left:
        return None
    return place, left, _MINUS.sub("−", right)


def _clock(values: Mapping[str, Any]) -> str:
    """The clock at which a turn is taken, by what it came to with the action."""
    at, clock, speed = values.get("at"), values.get("clock"), values.get("speed")
    if at is None and clock is not None and speed is not None:
        at = clock - speed
    return "" if at is None else f"{round(float(at), 3):g}"


def _heading(ruling: Ruling) -> str:
    """An opportunity has a line of its own where it is offered, and where it is carried out."""
    if ruling.outcome == "offered":
        return "opportunity"
    return f"opportunity on {ruling.target}" if ruling.outcome == "resolved" else ""


def _at(place: Sequence[float]) -> str:
    """A place, to two decimals."""
    return f"({round(place[0], 2):g}, {round(place[1], 2):g})".replace("-", "−")


NOT_SHOWN = frozenset(("condition", "threatened_by", "threat", "pool", "flanked", "damage", "in_combat"))
"""Figures of a state that the JSON has and a reader of the report does not miss."""


def state(figures: Mapping[str, Any]) -> Mapping[str, Any]:
    """How somebody stands, for the report."""
    shown = {key: value for key, value in figures.items() if key not in NOT_SHOWN and value}
    shown |= {key: figures[key] for key in ("clock", "hpv") if figures.get(key) is not None}
    place = shown.pop("place", None)
    if place is not None:
        shown["place"] = f"at {_at(place)}"
    for key in [key for key in shown if key in conditions.WORDS]:
        shown[key] = f"{conditions.WORDS[key]}, level {shown[key]}"
    if figures.get("bleed"):
        shown["points of bleeding"] = shown.pop("bleed")
    if figures.get("ammo") is not None:
        shown["ammunition"] = figures["ammo"]
        shown.pop("ammo", None)
    if figures.get("condition") not in (None, "able"):
        shown["condition"] = figures["condition"]
    if figures.get("in_combat") is False:
        shown["out"] = "out of combat"
    return shown


def say(ruling: Ruling, tone: str, folder: Path | None, behind: Ruling | None = None) -> str:
    """The first template of the ruling whose fields are all known; empty where there is none. `behind`: what
    has just been told of the same one."""
    from calledshot.api import filled

    templates = _tables(folder)[tone]
    key = f"{ruling.kind}.{ruling.outcome}"
    found = templates.get(f"{key}.{_kind(ruling.values)}", templates.get(key, ()))
    fields = _fields(ruling)
    if behind is not None:
        kind = f"{key}.{_kind(ruling.values)}"
        found = templates.get(f"{kind}.behind", found if kind in templates else templates[f"{key}.behind"])
        if behind.target == ruling.target:
            fields["on"] = None
    for template in (found,) if isinstance(found, str) else found:
        text = filled(str(template), fields)
        if text is not None:
            return text
    return ""


def _kind(values: Mapping[str, Any]) -> str:
    """What a ruling is of, within its outcome: a check, a request, a flag ("not_prone" where it is off)."""
    flag = values.get("flag")
    if isinstance(flag, str) and values.get("value") is False:
        return f"not_{flag}"
    if values.get("check") == "attack" and values.get("action"):
        return str(values["action"])  # the roll of an action is no blow
    return str(values.get("what") or values.get("check") or flag)


def _label(values: Mapping[str, Any]) -> str | None:
    """What a check or request is for: "charge", "attack", "Con check"."""
    action, what = values.get("action"), values.get("check") or values.get("what")
    if isinstance(action, str) and action:
        return action.replace("_", " ")
    if not isinstance(what, str):
        return None
    if what in checks.ATTRIBUTES:
        return f"{what.title()} check"
    return f"{what} check" if what in PLAIN_CHECKS else what


def _fields(ruling: Ruling) -> dict[str, Any]:
    """The ruling's values, and words made of them."""
    values = ruling.values
    fields: dict[str, Any] = {"who": ruling.combatant, "target": ruling.target}
    fields |= {name: _plain(value) for name, value in values.items()}
    level = values.get("level")
    if isinstance(level, str):
        fields["level_words"] = checks.WORDS.get(level)
    rolled = values.get("rolled_level")
    if isinstance(rolled, str) and rolled != level:
        fields["rolled_words"] = checks.WORDS.get(rolled)
    condition = values.get("condition")
    if isinstance(condition, str):
        fields["condition_words"] = conditions.WORDS.get(condition, condition)
    if isinstance(values.get("modifier"), int) and values["modifier"]:
        fields["modified"] = f"{values['modifier']:+d}"
    if isinstance(values.get("value"), int | float) and not isinstance(values["value"], bool):
        fields["signed"] = f"{values['value']:+g}"
        fields["worth"] = "a penalty" if values["value"] > 0 else "a bonus"
    if values.get("mod"):
        fields["mod_words"] = f"{values['mod']:+d}"
    points = values.get("points")
    if isinstance(points, int):
        fields["points_words"] = "1 point" if points == 1 else f"{points} points"
    if isinstance(values.get("by"), list):
        fields["by_words"] = " or ".join(str(one) for one in values["by"]) or None
    if isinstance(values.get("order"), list):
        fields["order_words"] = ", ".join(str(one) for one in values["order"])
    if isinstance(values.get("tied"), list) and values["tied"]:
        fields["tied_words"] = "; ".join(" and ".join(map(str, group)) for group in values["tied"])
    if isinstance(values.get("options"), list) and values["options"]:
        fields["options_words"] = " or ".join(str(one) for one in values["options"])
        fields |= _choice(values)
    what = values.get("what")
    if isinstance(what, list):
        fields["what_words"] = " or ".join(str(one).replace("_", " ") for one in what)
    elif isinstance(what, str):
        fields["what_words"] = what.replace("_", " ")
    blow = values.get("check") == "attack" and not values.get("action")
    fields["sum"] = sums.check(values) or None
    fields["result"] = sums.level(values, blow)
    fields["result_bare"] = sums.level({"level": values.get("level")}, blow)
    label = fields["label"] = _label(values)
    if label is not None:
        fields["asked"] = f"{label} check" if label == "attack skill" else label
        if "YM-820" in ruling.clauses:
            fields["asked"] = f"{label} for coming within reach"
        fields["asked_first"] = fields["asked"][:1].upper() + fields["asked"][1:]
    if values.get("action") or (isinstance(what, str) and what in BLOWS):
        fields["on"] = ruling.target
    if isinstance(values.get("level"), int) and values["level"]:
        fields["left"] = values["level"]
    levels = values.get("levels")
    if isinstance(levels, int):
        fields["levels_words"] = "1 level" if levels == 1 else f"{levels} levels"
    if ruling.outcome == "offered":
        fields["take_words"] = "will you take it" if what == ["attack"] else fields.get("what_words")
    dice = values.get("dice")
    fields["die"] = None if dice is None else re.sub(r"^1(?=d)", "", str(dice))
    fields["damage_sum"] = sums.damage(values)
    fields["so_far"] = values.get(str(values.get("pool")))
    fields["pool_words"] = sums.pool(values, ruling.target)
    fields["owed_words"] = _plain(values["owed"]) if values.get("owed") else None
    fields["until_words"] = sums.until(values.get("until"))
    fields["inits"] = "Init" if values.get("speed") == 1 else "Inits"
    fields["checks_words"] = CHECKS.get(str(values.get("check")), f"{values.get('check')} checks")
    whose = values.get("rolls_of")
    fields["whose"] = "everybody's" if whose == "anyone" else f"{whose}'s" if whose else None
    fields["plus_words"] = "their own attack skill" if values.get("plus") == "attack_skill" else None
    place = values.get("place")
    if isinstance(place, list | tuple) and len(place) == 2:
        fields["place_words"] = _at(place)
    if isinstance(values.get("flag"), str):
        fields["flag_words"] = values["flag"].replace("_", " ")
    return fields


def _choice(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is chosen, for the choices that go by a word of their own."""
    options, about = [str(one) for one in values["options"]], values.get("about")
    if "none" in options:
        return {"wish": _label({"what": about})}
    if about == "opportunity":
        return {"strike_words": f"{', '.join(options[:-1])} or {options[-1]}"}
    if about == "condition":
        return {"treat_words": " or ".join(conditions.WORDS.get(one, one) for one in options)}
    return {}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return f"{round(value, 3):g}"
    return value if value != "" else None


@cache
def _tables(folder: Path | None) -> Tables:
    """The bundled words, with the campaign's own over them."""
    return voice_tables(Path(__file__).parent / FILE, folder)[0]
