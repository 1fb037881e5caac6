"""What one player may hold of a campaign: the own sheet, the names, the public rulebook; a folder to lint on.

Nobody else's figures are in it. Makes text; the command writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from calledshot.campaign import toml
from calledshot.campaign.model import Campaign, fold
from calledshot.plugins.ruleset import Ruleset


def files(campaign: Campaign, ruleset: Ruleset, name: str) -> dict[str, str]:
    """File name → text. Others are names with empty tables: not even what is known of them shows."""
    defaults = ruleset.settings
    changed = {key: one for key, one in campaign.settings.items() if one != defaults[key].default}
    head = {
        "name": campaign.name or None,
        "ruleset": campaign.ruleset,
        "pgm": list(campaign.pgm) or None,
        "system": campaign.system,
        "relays": list(campaign.relays) or None,
    }
    lines = [
        toml.comment(
            f"What {name} may know. Made by `calledshot campaign packet`; make it anew, do not edit."
        ),
        *(f"{toml.key(key)} = {toml.value(one)}" for key, one in head.items() if one is not None),
        "",
        *toml.table("names", campaign.names),
        "",
        *toml.table("dice", {"bots": list(campaign.dice_bots)}),
        "",
        *toml.table("settings", changed),
    ]
    if campaign.plugins:
        lines.insert(1, toml.comment(f"The table also plays by house rules: {', '.join(campaign.plugins)}."))
    sheets = []
    for other, sheet in campaign.sheets.items():
        own = fold(other) == fold(name)
        sheets += ["", *toml.table(toml.key(other), plain(sheet) if own else {})]
    return {
        "campaign.toml": "\n".join(lines) + "\n",
        "characters.toml": "\n".join(["# Own figures, and the others' names.", *sheets]) + "\n",
        "rulebook.toml": "\n".join(_book(plain(campaign.rulebook))) + "\n",
    }


def plain(struct: Any) -> dict[str, Any]:
    """A sheet or rulebook as its files write it: what is unknown is left out."""
    made = msgspec.to_builtins(type(struct)())
    return {name: _known(one) for name, one in msgspec.to_builtins(struct).items() if one != made[name]}


def _known(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _known(one) for key, one in value.items() if one is not None}
    return [_known(one) for one in value] if isinstance(value, list | tuple) else value


def _book(book: Mapping[str, Any]) -> list[str]:
    """A rulebook's lines: plain values first, since TOML reads on in the last table."""
    lines = []
    for name, one in book.items():
        if not isinstance(one, Mapping | list):
            lines.append(f"{toml.key(name)} = {toml.value(one)}")
    for name, one in book.items():
        if isinstance(one, list):
            lines += toml.rows(name, one)
    for name, one in book.items():
        if isinstance(one, Mapping):
            lines += ["", *toml.table(name, one)]
    return lines
