"""Parthos combat as a ruleset: clauses, words, sheets, and the fight. Everything it needs of the core is `calledshot.api`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from calledshot.api import Ruleset, hookimpl
from calledshot_parthos.clauses import CLAUSES
from calledshot_parthos.schema import Rulebook, Sheet
from calledshot_parthos.settings import SETTINGS

if TYPE_CHECKING:
    from calledshot.api import Campaign, Encounter, Fight, Finding, Lexicon, Reading, Ruling


class Parthos(Ruleset):
    """The flagship ruleset; what is heavy is loaded when it is first asked for."""

    name = "parthos"
    title = "Parthos"
    default = True
    clauses = CLAUSES
    settings = SETTINGS
    systems = ("standard", "im")
    sheet = Sheet
    rulebook = Rulebook
    example = "Cast Pain (Mysticism Level 1), *throw knife"

    @property
    def phrases(self) -> Mapping[str, Any]:  # type: ignore[override]
        from calledshot_parthos import words

        return words.phrases()

    def things(self, campaign: Campaign) -> Mapping[str, str]:
        from calledshot_parthos import words

        return words.things(campaign)

    def lexicon(self, campaign: Campaign, names: Iterable[str]) -> Lexicon:
        from calledshot_parthos import vocabulary

        return vocabulary.lexicon(campaign, names)

    def lint(
        self, reading: Reading, campaign: Campaign, *, combatant: str | None, opponents: tuple[str, ...],
        system: str | None, strict: bool,
    ) -> list[Finding]:
        from calledshot_parthos import linting

        return linting.lint(
            reading, campaign, combatant=combatant, opponents=opponents, system=system, strict=strict
        )

    def strict(self, reading: Reading, campaign: Campaign) -> str:
        from calledshot_parthos import linting

        return linting.strict(reading, campaign)

    def fight(self, encounter: Encounter) -> Fight:
        from calledshot_parthos.fight import ParthosFight

        return ParthosFight(encounter)

    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        from calledshot.api import Campaign as Empty
        from calledshot_parthos import voice

        return voice.record(ruling, encounter.campaign if encounter is not None else Empty())

    def expand(self, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot_parthos import groups

        return groups.expand(sheets)


@hookimpl
def calledshot_rulesets() -> list[Ruleset]:
    return [Parthos()]
