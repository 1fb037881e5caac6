"""The hooks a plugin may implement. Names are final; each is shown with its arguments in docs/plugins.md.

The first six are collected once at start. The others are house rules: they run only in campaigns that
name the plugin, once per declaration, roll or call, never per line of chatter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

from calledshot.plugins.marker import PROJECT, hookimpl

if TYPE_CHECKING:
    from calledshot.finding import Finding
    from calledshot.moves.declaration import Declaration
    from calledshot.plugins.ruleset import Ruleset
    from calledshot.referee.encounter import Encounter
    from calledshot.referee.ruling import Ruling

__all__ = ["PROJECT", "hookimpl", "hookspec"]

hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def calledshot_rulesets() -> list[Ruleset]:  # type: ignore[empty-body]
    """The rule systems this plugin brings."""


@hookspec
def calledshot_formats() -> list[Any]:  # type: ignore[empty-body]
    """The transcript readers this plugin brings (`transcript.formats.Format`)."""


@hookspec
def calledshot_dice_dialects() -> list[Any]:  # type: ignore[empty-body]
    """The ways of printing a roll that this plugin can read (`dice.dialects.Dialect`)."""


@hookspec
def calledshot_feeds() -> list[Any]:  # type: ignore[empty-body]
    """The live feeds this plugin brings."""


@hookspec
def calledshot_reports() -> list[Any]:  # type: ignore[empty-body]
    """The report formats this plugin brings: objects with `name` and `render(audit) -> str`."""


@hookspec
def calledshot_commands(app: Any) -> None:
    """Add commands to the command line (`app` is the typer application)."""


@hookspec
def calledshot_check(declaration: Declaration, encounter: Encounter) -> list[Finding]:  # type: ignore[empty-body]
    """Further findings on a declaration, as it is made."""


@hookspec
def calledshot_adjudicate(occurrence: Ruling, encounter: Encounter) -> list[Ruling]:  # type: ignore[empty-body]
    """Further rulings that follow from what has just been ruled."""


@hookspec(firstresult=True)
def calledshot_override(ruling: Ruling, encounter: Encounter) -> Ruling | None:
    """Another ruling in place of this one; the first plugin that answers decides."""


@hookspec(firstresult=True)
def calledshot_voice(ruling: Ruling, encounter: Encounter) -> str | None:
    """Other words for a ruling; the first plugin that answers decides."""


@hookspec
def calledshot_ruled(ruling: Ruling) -> None:
    """A ruling was made: for counters and the like; changes nothing."""
