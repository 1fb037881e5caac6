"""A line of TOML for each part of a Combat Notes rulebook, from which a new campaign starts.

The figures are made up; only the form is to be kept. What the rules say of them is in the chapters.
"""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "weapons": (
        'weapons = [{ name = "long sword", size = "M", type = "S", phase = "average", damage = "d8",'
        ' kd_die = "d8" }, { name = "short bow", size = "M", type = "P", phase = "fast", missile = true,'
        ' rof = 2, damage = "d6", kd_die = "d4" }]'
    ),
    "spells": (
        'spells = [{ name = "Web", casting_time = 2 }, { name = "Repair Injury", casting_time = "1 round",'
        " repairs_critical = true }]"
    ),
    "powers": 'powers = [{ name = "Mind Thrust", prep = 0 }, { name = "Body Equilibrium", prep = 2 }]',
    "items": 'items = [{ name = "wand of fear", charges = 20 }, { name = "sleep scroll", casting_time = 1 }]',
    "critical_events": (
        'critical_events = [{ roll = "1-10", text = "a strap breaks" }, { roll = "11-20", text = "a slip" }]'
    ),
    "critical_event_dice": 'critical_event_dice = "d20"',
    "critical_locations": (
        'critical_locations = [{ roll = "1-5", part = "legs", target_type = "humanoid" },'
        ' { roll = "6-10", part = "body", target_type = "humanoid" }]'
    ),
    "critical_injuries": (
        'critical_injuries = [{ roll = "1-4", degree = "grazed" }, { roll = "5-16", degree = "broken",'
        ' weapon_type = "B", target_type = "humanoid", part = "legs", text = "half movement",'
        " needs_repair_spell = true }]"
    ),
    "fumbles": (
        'fumbles = [{ roll = "1-3", result = "weapon-dropped" }, { roll = 4, result = "self-hurt",'
        ' text = "over your own feet" }]'
    ),
    "fumble_dice": 'fumble_dice = "d4"',
    "item_saves": "item_saves = { plate = 7, leather = 10 }  # kind of armour = number to reach",
    "escape": 'escape = { dice = "1d20", needed = 14 }  # from a hold; under = true where low is good',
}
