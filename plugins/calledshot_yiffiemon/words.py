"""The words by which GMs call things: this ruleset's phrases, and the names of weapons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from calledshot_yiffiemon import book
from calledshot_yiffiemon.schema import Sheet

if TYPE_CHECKING:
    from calledshot.api import Campaign


@cache
def phrases() -> Mapping[str, Any]:
    """The table of phrases, read once."""
    return tomllib.loads(files("calledshot_yiffiemon").joinpath("phrases.toml").read_text("utf-8"))


def things(campaign: Campaign) -> Mapping[str, str]:
    """Folded name → name, of every weapon of the rulebook and the sheets."""
    names = [weapon.name for weapon in book.rulebook(campaign).weapons]
    for sheet in campaign.sheets.values():
        if isinstance(sheet, Sheet):
            names += [one.name for one in book.weapons(campaign, sheet) if one.name is not None]
    return {name.casefold(): name for name in names}
