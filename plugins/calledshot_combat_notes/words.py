"""The words by which DMs call things: this ruleset's phrases, and the names of weapons, spells and powers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from calledshot_combat_notes import book

if TYPE_CHECKING:
    from calledshot.api import Campaign


def listed(names: Iterable[str]) -> str:
    """ "Kay, Orc 1 and Orc 2"."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


@cache
def phrases() -> Mapping[str, Any]:
    """The table of phrases, read once."""
    return tomllib.loads(files("calledshot_combat_notes").joinpath("phrases.toml").read_text("utf-8"))


def things(campaign: Campaign) -> Mapping[str, str]:
    """Folded name → name, of every weapon, spell, power and item of the rulebook and the sheets."""
    rulebook = book.rulebook(campaign)
    names = [one.name for one in rulebook.weapons]
    names += [one.name for one in rulebook.spells]
    names += [one.name for one in rulebook.powers]
    names += [one.name for one in rulebook.items]
    for sheet in campaign.sheets.values():
        names += [one.name for one in sheet.arms]
        names += [*(sheet.spells or ()), *(sheet.powers or ())]
    return {name.casefold(): name for name in names}
