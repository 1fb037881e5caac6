"""Checks one declaration before it is sent, and writes it in the strict form: the doors for other programs.

Reading free words is `moves`, judging them the ruleset's; a campaign's folder is loaded here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.finding import Finding
    from calledshot.moves.reading import Reading
    from calledshot.plugins.ruleset import Ruleset


def lint(
    text: str, campaign: Campaign | Path | str | None = None, combatant: str | None = None
) -> list[Finding]:
    """The findings on one message (however many lines it has), against the sheet where there is one."""
    return lint_text(text, campaign, combatant=combatant)


def lint_text(
    text: str,
    campaign: Campaign | Path | str | None = None,
    *,
    combatant: str | None = None,
    opponents: tuple[str, ...] = (),
    system: str | None = None,
    ruleset: str | None = None,
    strict: bool = False,
) -> list[Finding]:
    """The findings on one message. `opponents` are those present; `strict` minds every slip.

    Raises CampaignError, PluginError; UsageError for somebody the campaign does not know.
    """
    rules, known = _ready(campaign, ruleset)
    if combatant is not None and known.sheets:
        from calledshot.errors import UsageError

        named = known.character(combatant)
        if named is None:
            raise UsageError(
                f"{combatant}: the campaign has no such character; there are {', '.join(known.sheets)}"
            )
        combatant = named
    reading = _read(text, rules, known, opponents)
    return rules.lint(
        reading, known, combatant=combatant, opponents=opponents, system=system or known.system, strict=strict
    )


def strict_text(
    text: str, campaign: Campaign | Path | str | None = None, *, ruleset: str | None = None
) -> str:
    """One message in the strict form."""
    rules, known = _ready(campaign, ruleset)
    return rules.strict(_read(text, rules, known, ()), known)


def _read(text: str, rules: Ruleset, campaign: Campaign, opponents: tuple[str, ...]) -> Reading:
    return rules.read(text, rules.lexicon(campaign, (*campaign.sheets, *opponents)), given=True)


def _ready(campaign: Campaign | Path | str | None, ruleset: str | None) -> tuple[Ruleset, Campaign]:
    from calledshot.campaign import Campaign as Loaded
    from calledshot.campaign import from_tables, load
    from calledshot.plugins.manager import find_ruleset

    if campaign is None:
        campaign = from_tables({}, ruleset=ruleset)
    elif not isinstance(campaign, Loaded):
        campaign = load(Path(campaign), ruleset=ruleset)
    return find_ruleset(ruleset or campaign.ruleset or None), campaign
