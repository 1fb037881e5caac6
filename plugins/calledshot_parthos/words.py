"""The words by which PGMs call things: this ruleset's phrases, and the names of spells and weapons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from calledshot_parthos import book

if TYPE_CHECKING:
    from calledshot.api import Campaign


@cache
def phrases() -> Mapping[str, Any]:
    """The table of phrases, read once."""
    return tomllib.loads(files("calledshot_parthos").joinpath("phrases.toml").read_text("utf-8"))


def things(campaign: Campaign) -> Mapping[str, str]:
    """Folded name → name, of every spell, power and weapon of the rulebook and the sheets."""
    rulebook = book.rulebook(campaign)
    names = [spell.name for spell in rulebook.spells]
    names += [power.name for power in rulebook.powers]
    names += [weapon.name for weapon in rulebook.weapons]
    for sheet in campaign.sheets.values():
        names += [weapon.name for weapon in sheet.weapons or ()]
    return {name.casefold(): name for name in names}
