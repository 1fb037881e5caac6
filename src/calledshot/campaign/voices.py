"""A ruleset's bundled words with a campaign's own over them: two TOML files of the same sections."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from calledshot.campaign.faults import show
from calledshot.errors import CampaignError


def voice_tables(bundled: Path, folder: Path | None) -> tuple[dict[str, dict[str, Any]], str]:
    """The tables of `bundled`, those of the file of that name in the campaign's `folder` over them, and
    which file they come from, for messages.

    Raises CampaignError for a file that cannot be read, and for all sections and names that the bundled one
    lacks (a slip of the pen would otherwise change nothing in silence) and words that are no text.
    """
    tables: dict[str, dict[str, Any]] = tomllib.loads(bundled.read_text("utf-8"))
    own = folder / bundled.name if folder is not None else None
    if own is None or not own.is_file():
        return tables, bundled.name
    try:
        added = tomllib.loads(own.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise CampaignError(f"{own} cannot be read: {error}") from None
    wrong = list(_mistakes(tables, added, bundled.name))
    if wrong:
        first = (
            f"{own}: {wrong[0]}"
            if len(wrong) == 1
            else f"{own}: {len(wrong)} mistakes, the first: {wrong[0]}"
        )
        raise CampaignError(first, tuple(wrong))
    for section, table in added.items():
        tables[section] |= table
    return tables, str(own)


def _mistakes(tables: Mapping[str, Any], added: Mapping[str, Any], name: str) -> Iterator[str]:
    """Sections and names that the bundled file lacks, and words that are no text."""
    for section, table in added.items():
        if section not in tables or not isinstance(table, dict):
            yield f"[{section}] is no section of a voice file; there are {', '.join(tables)}"
            continue
        for key, words in table.items():
            if key not in tables[section]:
                yield f"[{section}] has no {key!r}; the names are those of the bundled {name}"
            elif not isinstance(words, str) and not (
                isinstance(words, list) and all(isinstance(one, str) for one in words)
            ):
                yield f"[{section}] {key}: expected text in quotes or a list of such, found {show(words)}"
