"""The facts of a check, gathered from the table for the ladder that is read next. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calledshot.api import replace
from calledshot_yiffiemon.facts import Facts, Figures
from calledshot_yiffiemon.schema import Weapon
from calledshot_yiffiemon.state import NATURAL, UNARMED, Combatant, is_ranged
from calledshot_yiffiemon.table import Table

FROM_SHEET = (
    *("move_skill", "healing", "taunt", "OCV", "DCV", "ConB", "StrB", "WSB", "EL", "NWI", "hand_to_hand"),
    *("PB", "FPB", "AC", "Str"),
)


def of(table: Table, name: str, named: str | None = None) -> Figures:
    """One creature with the weapon in use; `named`: the weapon of the declaration."""
    one = table.fighters.get(name)
    if one is None:
        return _told(table, name, Figures())
    weapon = one.weapon(named)
    if named is not None and named.casefold() in UNARMED | NATURAL:
        weapon = None
    values: dict[str, Any] = {field: one.figure(field) for field in FROM_SHEET}
    if weapon is not None:
        for field in ("WSB", "EL"):
            own = getattr(weapon, field)
            values[field] = own if own is not None else values[field]
    return _told(
        table,
        name,
        Figures(
            **values,
            attack_skill=one.attack_skill(weapon),
            armed=_armed(one, weapon, named),
            MR=one.MR,
            shield=one.has_shield,
            ammo=one.ammo,
            pool=one.pool,
            in_combat=one.in_combat,
            levels={condition: one.peak(condition) for condition in {**one.levels, **one.peaks}},
        ),
    )


def _armed(one: Combatant, weapon: Weapon | None, named: str | None) -> bool | None:
    """Whether he strikes with a weapon: bare hands where he says so, or has none and natural weapons or
    hand-to-hand skill; else not said."""
    if weapon is not None and not (is_ranged(weapon) and weapon.WSB is None):
        return True
    if named is not None and named.casefold() in UNARMED | NATURAL:
        return False
    return None


def _told(table: Table, name: str, figures: Figures) -> Figures:
    """What the GM has told of somebody stands over his sheet."""
    said = {
        field: value
        for (whose, field), value in table.told.items()
        if whose == name and field in Figures.__struct_fields__
    }
    return replace(figures, **said) if said else figures


def facts(
    table: Table,
    actor: str,
    target: str | None = None,
    *,
    using: str | None = None,
    choices: Mapping[str, str] | None = None,
    **values: Any,
) -> Facts:
    """Everything a rung may look at when `actor` has made a check, `using` a weapon."""
    return Facts(
        actor=actor,
        target=target,
        figures={
            name: of(table, name, using if name == actor else None)
            for name in (*table.fighters, *(() if target is None else (target,)))
        },
        choices=choices or {},
        settings=table.settings,
        threateners=tuple(table.threateners(actor)),
        threaten_target=tuple(name for name in table.threateners(target) if name != actor)
        if target is not None
        else (),
        in_area=tuple(table.in_area_of(actor)),
        **values,
    )
