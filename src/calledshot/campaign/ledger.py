"""What lasts between fights: an append-only file in the campaign's `state/` folder, one entry a line.

The campaign's own files are never rewritten; an entry says what has happened since to a character. What an
entry means is the rule system's.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from calledshot.errors import CampaignError

FILE = Path("state") / "ledger.ndjson"


class Ledger:
    """The ledger of one campaign folder; a folder without one has an empty ledger."""

    def __init__(self, campaign: Path) -> None:
        self.path = campaign / FILE

    def entries(self, name: str | None = None) -> list[dict[str, Any]]:
        """All entries, or those of one character, oldest first."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CampaignError(f"{self.path}: cannot be read: {error.strerror or error}") from error
        found = []
        for number, line in enumerate(data.splitlines(), 1):
            if not line.strip():
                continue
            try:
                entry = msgspec.json.decode(line, type=dict[str, Any])
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise CampaignError(
                    f"{self.path}:{number}: not an entry of the ledger; mend or delete the line"
                ) from error
            found.append(entry)
        return [entry for entry in found if name is None or entry.get("name") == name]

    def by_name(self) -> dict[str, list[dict[str, Any]]]:
        """Entries by character, in the order of their first entry."""
        named: dict[str, list[dict[str, Any]]] = {}
        for entry in self.entries():
            named.setdefault(str(entry.get("name")), []).append(entry)
        return named

    def add(self, entry: Mapping[str, Any]) -> None:
        """Append one entry; keys in their given order."""
        try:
            self.path.parent.mkdir(exist_ok=True)
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(dict(entry)) + b"\n")
        except OSError as error:
            raise CampaignError(f"{self.path}: cannot be written: {error.strerror or error}") from error
