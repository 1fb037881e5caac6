"""A loaded campaign, as the referee and the rulesets use it. Reading the folder is `loading`; no I/O here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from calledshot.transcript.roster import fold as fold

if TYPE_CHECKING:
    from pathlib import Path

    from calledshot.plugins.ruleset import Ruleset


class Campaign(Struct, kw_only=True):
    """Everything a campaign folder says. `sheets` and `rulebook` are of the ruleset's own types;
    `settings` holds every setting of the ruleset, defaults filled in; `names` maps screen names to
    characters; `path` is None for one made in memory."""

    name: str = ""
    ruleset: str = ""
    pgm: tuple[str, ...] = ()
    system: str | None = None
    plugins: tuple[str, ...] = ()
    settings: Mapping[str, Any] = {}
    names: Mapping[str, str] = {}
    dice_bots: tuple[str, ...] = ()
    relays: tuple[str, ...] = ()
    sheets: Mapping[str, Any] = {}
    rulebook: Any = None
    path: Path | None = None

    @classmethod
    def empty(cls, ruleset: Ruleset) -> Campaign:
        """A campaign of which nothing is known but its rules, with every setting at its default."""
        settings = {name: setting.default for name, setting in ruleset.settings.items()}
        return cls(ruleset=ruleset.name, settings=settings, rulebook=ruleset.rulebook())

    def character(self, screen_name: str) -> str | None:
        """The character behind a screen name: by `[names]`, else a sheet of that name; None if unknown."""
        wanted = fold(screen_name)
        for screen, character in self.names.items():
            if fold(screen) == wanted:
                return character
        return next((name for name in self.sheets if fold(name) == wanted), None)

    def is_pgm(self, screen_name: str) -> bool:
        wanted = fold(screen_name)
        return any(fold(name) == wanted for name in self.pgm)
