"""The words of every ruling, out of one editable file of templates (voice.toml).

Three tones: `record` for the log of the fight, `room` for what may be said before everybody (no hidden
figures, no clause ids), `report` for the audit's table. What a ruling decides is settled elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calledshot.api import filled, voice_tables
from calledshot_combat_notes import breath
from calledshot_combat_notes.slots import PHASES
from calledshot_combat_notes.vocabulary import shoots

if TYPE_CHECKING:
    from calledshot.api import Campaign, Ruling

FILE = "voice.toml"
Templates = Mapping[str, str | Sequence[str]]


class Voice:
    """The templates of one campaign: its own lines over the bundled ones."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.tables = tables

    def say(self, tone: str, keys: Sequence[str], fields: Mapping[str, Any]) -> str:
        """The first template of the first of these keys whose fields are known; empty where none fits."""
        table = self.tables[tone]
        for key in keys:
            templates = table.get(key)
            if templates is None:
                continue
            for template in (templates,) if isinstance(templates, str) else templates:
                text = filled(template, fields)
                if text is not None:
                    return text
            return ""
        return ""

    def word(self, section: str, value: Any) -> str | None:
        """A word of the ruleset's as it is said."""
        if value is None:
            return None
        return str(self.tables[section].get(str(value), str(value).replace("_", " ")))


def record(ruling: Ruling, campaign: Campaign) -> str:
    """The words of a ruling in the log of the fight, hidden figures and all."""
    voice = of(campaign)
    text = voice.say("record", _keys(ruling), _fields(ruling, voice))
    return text or f"{ruling.kind}: {ruling.outcome}.".replace("_", " ").capitalize()


def room(ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
    """One line for the room in `((…))`: the result and the request that follows it; empty for none."""
    said = together((ruling,) if next_request is None else (ruling, next_request), campaign)
    return f"(({said}))" if said else ""


def together(rulings: Sequence[Ruling], campaign: Campaign) -> str:
    """Several rulings for the room in one breath."""
    voice = of(campaign)

    def say(keys: Sequence[str], fields: Mapping[str, Any]) -> str:
        return voice.say("room", keys, fields)

    return breath.told(rulings, say, _keys, lambda ruling: _fields(ruling, voice))


def report(ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
    """Place, what was declared, and what came of it, for the audit's table; None where it adds nothing."""
    if ruling.kind == "ask" and WHAT_THEY_DO in ruling.clauses:
        return None  # a report shows it by what they did
    voice = of(campaign)
    fields = _fields(ruling, voice)
    right = voice.say("report", _keys(ruling), fields)
    place, left = "", ""
    if ruling.kind == "initiative":
        place = "init"
    elif ruling.kind == "action" and ruling.outcome == "called":
        place, left = fields.get("slot") or "", fields.get("doing") or ""
    elif ruling.kind == "action" and ruling.outcome not in ("queued", "lost"):
        left = str(fields.get("move") or "")
    elif ruling.kind == "opportunity" and right:
        left = voice.word("headings", "opportunity") or ""
    elif ruling.kind == "attack" and fields.get("label"):
        left = fields.get("doing") or ""  # its own line does not stand right above
    elif ruling.kind == "attack" and OVERRUN in ruling.clauses:
        left = voice.word("headings", "overrun") or ""
    elif ruling.kind == "critical" and ruling.outcome == "located":
        left = voice.word("headings", "injury") or ""
    elif ruling.kind == "save" and right:
        left = " against ".join(filter(None, ("save", (fields.get("against_words") or "").partition(",")[0])))
    if not right and not left:
        return None
    return place, left, right


WHAT_THEY_DO = "CN-200"
"""The clause under which the DM is asked what the opponents do."""
OVERRUN = "CN-426"
"""The clause of the blow that goes with an overrun, which nobody declares."""
NOT_SHOWN = frozenset(("status", "aoo_cap", "aoo_used", "weapons", "crossbow_loaded", "casting", "facing"))
"""Figures of a state that the JSON has and a reader of the report does not miss."""


def state(figures: Mapping[str, Any]) -> Mapping[str, Any]:
    """How somebody stands after a round, for the report: what has changed or may be disputed."""
    shown = {key: value for key, value in figures.items() if key not in NOT_SHOWN}
    at = shown.pop("position", None)
    if at is not None:
        shown["place"] = f"at ({_number(at[0])}, {_number(at[1])})"
    if not shown.get("armour_degrade"):
        shown.pop("armour_degrade", None)
    if shown.get("injuries"):
        shown["injuries"] = "; ".join(_injury(one) for one in shown["injuries"])
    weapons = figures.get("weapons") or {}
    gone = [name for name, where in weapons.items() if where == "dropped"]
    if gone:
        shown["dropped"] = f"without the {' and the '.join(gone)}"
    if figures.get("crossbow_loaded") is False:
        shown["crossbow"] = "crossbow not loaded"
    return shown


def _injury(one: Mapping[str, Any]) -> str:
    """ "minor critical at 6: injured"."""
    where, degree = one.get("location"), one.get("degree")
    text = f"{one.get('severity') or ''} critical".strip()
    text += f" at {where}" if where is not None else ""
    return f"{text}: {degree}" if degree is not None else text


def _keys(ruling: Ruling) -> list[str]:
    """The keys of a ruling's templates, the most special first."""
    what = ruling.values.get("what") or ruling.values.get("against") or ruling.values.get("result")
    keys = [f"{ruling.kind}.{ruling.outcome}", ruling.kind]
    return [f"{keys[0]}.{what}", *keys] if what is not None else keys


def _fields(ruling: Ruling, voice: Voice) -> dict[str, Any]:
    """Everything a template may use; what is not known is None."""
    values = ruling.values
    fields: dict[str, Any] = {
        key: value for key, value in values.items() if not isinstance(value, dict | bool)
    }
    fields |= {"who": ruling.combatant, "target": ruling.target}
    fields["asked"] = voice.word("asks", values.get("what"))
    against = voice.word("saves", values.get("against"))
    if values.get("what") == "save" and against is not None:
        fields["asked"] = f"{fields['asked']} against {against}"
    fields["die"] = _die(values.get("dice"), values.get("modifier"))
    fields["bare_die"] = _die(values.get("dice"), None)
    fields["slots_words"] = _slots(values.get("slots"), values.get("parts"), voice)
    fields["order_words"] = _order(values.get("order"), voice)
    fields["shown_words"] = _order(
        [one for one in values.get("order") or () if one[0] not in (values.get("hidden") or ())], voice
    )
    fields["waiting_words"] = _and(values.get("waiting"))
    fields["slot_words"] = voice.word("phases", values.get("slot"))
    fields["doing"] = _doing(values, voice)
    fields["does"] = _does(values, ruling.target, voice)
    fields["drops"] = "goes down" if _drops(ruling) else None
    sides = (_and(values.get("names")), _and(values.get("foes")))
    fields["fighters_words"] = " against ".join(filter(None, sides)) or None
    fields["turns_words"] = _turns(values.get("by_lot"))
    fields["sum"] = _sum(values.get("roll"), values.get("modifier"), values.get("total"))
    fields["damage_words"] = _damage(values)
    fields["points_words"] = _points(values.get("points"))
    fields["hp_words"] = _pool(values)
    fields["rolls_words"] = _rolls(values.get("rolls"), voice)
    fields["shift_words"] = _shifts(values.get("shift"), voice)
    fields["side_words"] = voice.word("sides", values.get("side"))
    fields["winner_words"] = voice.word("sides", values.get("winner"))
    fields["win"] = "win" if str(values.get("winner") or "").endswith("s") else "wins"
    fields["against_words"] = against
    fields["cause_words"] = voice.word("causes", values.get("cause"))
    fields["by_words"] = _and(values.get("threatened_by"))
    fields["names_words"] = _and(values.get("names"))
    fields["cost_words"] = _cost(values.get("cost"), values.get("allowance"))
    fields["used_words"] = _used(values.get("used"), values.get("cap"))
    fields["places_words"] = _places(values.get("from"), values.get("to"))
    fields["critical_words"] = "critical" if values.get("critical") else None
    fields["hp"] = _number(values["hp"]) if values.get("hp") is not None else None
    steps = values.get("difference")
    fields["sizes_words"] = f"{steps} size{'' if steps == 1 else 's'} larger" if steps else None
    fields["class_words"] = values.get("class")
    return fields


def _die(dice: Any, modifier: Any) -> str | None:
    """ "d20", "2d4", "d20 − 4"."""
    if dice is None:
        return None
    shown = str(dice).removeprefix("1") if str(dice).startswith("1d") else str(dice)
    return shown if not modifier else f"{shown} {_signed(int(modifier))}"


def _signed(number: int) -> str:
    return f"{'+' if number >= 0 else '−'} {abs(number)}"


def _sum(roll: Any, modifier: Any, total: Any) -> str | None:
    """ "19 + 1 = 20"."""
    if roll is None:
        return None
    return str(roll) if not modifier or total is None else f"{roll} {_signed(int(modifier))} = {total}"


def _slots(slots: Any, parts: Any, voice: Voice) -> str | None:
    """ "moves Fast, attacks Very Slow (two-handed sword Slow, + 1 to hand)"."""
    if not slots:
        return None
    told = ", ".join(f"{label} {voice.word('phases', slot) or '?'}" for label, slot in slots)
    why = _parts(parts, voice)
    return f"{told} ({why})" if why else told


def _parts(parts: Any, voice: Voice) -> str:
    """What makes a slot, where it is more than the size."""
    if not parts or (len(parts) == 1 and parts[0][0] == "size"):
        return ""
    (first, phase), *more = parts
    if not more:
        return voice.word("parts", first) or ""
    words = [f"{voice.word('parts', first)} {voice.word('phases', PHASES[phase - 1]) if phase <= 5 else ''}"]
    words += [f"{_signed(number)} {voice.word('parts', what)}" for what, number in more]
    return ", ".join(words)


def _order(order: Any, voice: Voice) -> str | None:
    """ "Fast Kay (move); Slow Orc (attack)"."""
    if not order:
        return None
    return "; ".join(
        f"{voice.word('phases', slot) or 'some time'} {who} ({label})" for who, label, slot in order
    )


NAMED = ("psionic", "item", "backpack", "ready")
"""Actions that are told by the thing itself, and not with it."""


def _doing(values: Mapping[str, Any], voice: Voice) -> str | None:
    action = values.get("action")
    if action is None:
        return None
    label = str(values.get("label") or "")
    said = voice.word("actions", action) or ""
    if label.startswith("move"):
        said = label
    elif label.startswith("attack "):
        said = f"{said} {label.removeprefix('attack ')}"
    weapon = values.get("weapon")
    if label.startswith("move"):
        return said
    if action == "missile" and weapon is not None and not shoots(weapon):
        number = label.removeprefix("attack") if label.startswith("attack ") else ""
        return f"{voice.word('actions', 'throw')} {weapon}{number}"
    if action in NAMED and weapon is not None:
        return str(voice.word("actions", f"{action} it")).replace("…", str(weapon))
    return f"{said} with {weapon}" if weapon is not None else said


_NUMBER = re.compile(r"attack (\d{1,2})(?: \D.{0,80})?")
"""The label of one of several blows; of an act that came in another's place with its target after it."""


def _does(values: Mapping[str, Any], target: str | None, voice: Voice) -> str | None:
    """What somebody does, in the third person: "attacks Orc 1 with the long sword"."""
    action, label = values.get("action"), str(values.get("label") or "")
    if action is None:
        return None
    if label.startswith("move"):
        return voice.word("does", "move")
    weapon = values.get("weapon")
    if action == "missile" and weapon is not None and not shoots(weapon):
        action = "throw"
    number = _NUMBER.fullmatch(label)
    more = number is not None and int(number[1]) > 1
    fields = {"target": target, "with": weapon, "again": "again" if more else None}
    return voice.say("does", [str(action), "other"], fields) or None


def _drops(ruling: Ruling) -> bool:
    """Whether a blow takes somebody's last hit point: what is left is nobody's business, that he drops is."""
    left, before = ruling.values.get("hp"), ruling.values.get("before")
    return ruling.kind == "damage" and left is not None and left <= 0 and (before is None or before > 0)


def _turns(names: Any) -> str | None:
    """ "Bo first, then Alda"."""
    return None if not names else f"{', then '.join((f'{names[0]} first', *names[1:]))}"


def _damage(values: Mapping[str, Any]) -> str | None:
    """ "(6 + 1) × 2 + 5 = 19"."""
    dice, points = values.get("dice"), values.get("points")
    if not isinstance(dice, int) or points is None:
        return None
    bonus, times, more = values.get("bonus") or 0, values.get("multiplier") or 1, values.get("others") or 0
    if (dice + bonus) * times + more != points:  # what is added is not to be seen, or the DM's own
        return f"{points} on a roll of {dice}"
    text = str(dice)
    if bonus:
        text = f"{dice} {_signed(bonus)}"
    if times != 1:
        text = f"({text}) × {times}" if bonus else f"{text} × {times}"
    if more:
        text = f"{text} {_signed(more)}"
    return text if text == str(points) else f"{text} = {points}"


def _points(points: Any) -> str | None:
    return None if points is None else f"{points} point{'' if points == 1 else 's'}"


def _pool(values: Mapping[str, Any]) -> str | None:
    before, after = values.get("before"), values.get("hp")
    if after is None:
        return None
    if before is None or before == after:
        return f"at {_number(after)}"
    return f"{_number(before)} {_signed(after - before)} = {_number(after)}"


def _rolls(rolls: Any, voice: Voice) -> str | None:
    if not rolls:
        return None
    return ", ".join(f"{voice.word('sides', side)} {roll}" for side, roll in rolls.items())


def _shifts(shifts: Any, voice: Voice) -> str | None:
    told = [
        f"{voice.word('sides', side)} {'act' if side.endswith('s') else 'acts'} "
        f"one phase {'earlier' if shift < 0 else 'later'}"
        for side, shift in (shifts or {}).items()
        if shift
    ]
    return ", ".join(told) or None


def _and(names: Any) -> str | None:
    if not names:
        return None
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _cost(cost: Any, allowance: Any) -> str | None:
    if cost is None:
        return None
    return f"cost {cost}" if allowance is None else f"cost {cost} of {allowance}"


def _used(used: Any, cap: Any) -> str | None:
    return None if used is None or cap is None else f"{used} of {cap}"


def _places(start: Any, end: Any) -> str | None:
    if end is None:
        return None
    shown = f"({_number(end[0])}, {_number(end[1])})"
    return f"to {shown}" if start is None else f"from ({_number(start[0])}, {_number(start[1])}) to {shown}"


def _number(value: Any) -> str:
    """With a minus sign that is one."""
    return str(value).replace("-", "−")


def of(campaign: Campaign) -> Voice:
    """The voice of a campaign."""
    return _voice(campaign.path)


@cache
def _voice(folder: Path | None) -> Voice:
    """The bundled words, with the campaign's own over them."""
    return Voice(voice_tables(Path(__file__).parent / FILE, folder)[0])
