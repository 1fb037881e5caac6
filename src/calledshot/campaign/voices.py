"""A ruleset's bundled words with a campaign's own over them: two TOML files of the same sections."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from calledshot.errors import CampaignError


def voice_tables(bundled: Path, folder: Path | None) -> tuple[dict[str, dict[str, Any]], str]:
    """The tables of `bundled`, those of the file of that name in the campaign's `folder` over them, and
    which file they come from, for messages.

    Raises CampaignError for a file that cannot be read, and for a section or name the bundled one lacks:
    a slip of the pen would otherwise change nothing in silence.
    """
    tables: dict[str, dict[str, Any]] = tomllib.loads(bundled.read_text("utf-8"))
    own = folder / bundled.name if folder is not None else None
    if own is None or not own.is_file():
        return tables, bundled.name
    try:
        added = tomllib.loads(own.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise CampaignError(f"{own} cannot be read: {error}") from None
    for section, table in added.items():
        if section not in tables or not isinstance(table, dict):
            raise CampaignError(
                f"{own}: [{section}] is no section of a voice file; there are {', '.join(tables)}"
            )
        unknown = [key for key in table if key not in tables[section]]
        if unknown:
            raise CampaignError(
                f"{own}: [{section}] has no {unknown[0]!r}; the names are those of the bundled {bundled.name}"
            )
        tables[section] |= table
    return tables, str(own)
