"""The words of a ruling, out of one editable file of templates (voice.toml); a campaign may hold its own.

Templates hold no logic. Three tones: `record` for the log of the fight, `room` for what may be said before
everybody (no hidden figures, no clause ids), `report` for the table of an audit.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calledshot.api import CampaignError
from calledshot_yiffiemon import checks, conditions

if TYPE_CHECKING:
    from calledshot.api import Campaign, Ruling

FILE = "voice.toml"
TONES = ("record", "room", "report")
Tables = Mapping[str, Mapping[str, Any]]


def record(ruling: Ruling, campaign: Campaign | None) -> str:
    """The words of a ruling in the log of the fight, hidden figures and all."""
    text = say(ruling, "record", campaign.path if campaign is not None else None)
    return text or f"{ruling.kind}: {ruling.outcome}.".replace("_", " ").capitalize()


def room(ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
    """One line for the room in `((…))`: the result and the request that follows it; empty if nothing is
    said."""
    parts = [say(ruling, "room", campaign.path)]
    if next_request is not None:
        parts.append(say(next_request, "room", campaign.path))
    said = " ".join(part for part in parts if part)
    return f"(({said}))" if said else ""


def report(ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
    """The clock, what was declared, and what came of it, for the audit's table; None where it adds
    nothing."""
    right = say(ruling, "report", campaign.path)
    if not right:
        return None
    at = ruling.values.get("at")
    left = ruling.values.get("move") if ruling.kind == "action" else None
    return "" if at is None else f"{at:g}", str(left or ""), right.replace("-", "−")


def say(ruling: Ruling, tone: str, folder: Path | None) -> str:
    """The first template of the ruling whose fields are all known; empty where there is none."""
    from calledshot.api import filled

    templates = _tables(folder)[tone]
    key = f"{ruling.kind}.{ruling.outcome}"
    found = templates.get(f"{key}.{_kind(ruling.values)}", templates.get(key, ()))
    fields = _fields(ruling)
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
    return str(values.get("what") or values.get("check") or flag)


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
    what = values.get("what")
    if isinstance(what, list):
        fields["what_words"] = " or ".join(str(one).replace("_", " ") for one in what)
    elif isinstance(what, str):
        fields["what_words"] = what.replace("_", " ")
    if isinstance(values.get("flag"), str):
        fields["flag_words"] = values["flag"].replace("_", " ")
    return fields


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return f"{round(value, 3):g}"
    return value if value != "" else None


@cache
def _tables(folder: Path | None) -> Tables:
    """The bundled words, with the campaign's own over them."""
    bundled = files("calledshot_yiffiemon").joinpath(FILE).read_text("utf-8")
    tables: dict[str, dict[str, Any]] = tomllib.loads(bundled)
    own = folder / FILE if folder is not None else None
    if own is None or not own.is_file():
        return tables
    try:
        added = tomllib.loads(own.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise CampaignError(f"{own} cannot be read: {error}") from None
    for section, table in added.items():
        if section not in tables or not isinstance(table, dict):
            raise CampaignError(f"{own}: [{section}] is no section of a voice file; there are {TONES}")
        tables[section] |= table
    return tables
