"""Parthos combat as a ruleset: clauses, words, sheets and the fight, for the core to call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Ruleset, hookimpl
from calledshot_parthos.clauses import CLAUSES
from calledshot_parthos.schema import Rulebook, Sheet
from calledshot_parthos.settings import SETTINGS

if TYPE_CHECKING:
    from calledshot.api import (
        Campaign,
        Declaration,
        Encounter,
        Fight,
        Finding,
        Lexicon,
        Reading,
        Ruling,
        Stage,
        Training,
    )


class Parthos(Ruleset):
    """The flagship ruleset; what is heavy is loaded when it is first asked for."""

    name = "parthos"
    title = "Parthos"
    dice = frozenset((100,))
    default = True
    clauses = CLAUSES
    settings = SETTINGS
    systems = ("standard", "im")
    sheet = Sheet
    rulebook = Rulebook
    example = "Cast Pain (Mysticism Level 1), *throw knife"
    labels: Mapping[str, str] = {
        "pp": "PP",
        "ca": "CA",
        "weapon_speed": "Weapon Speed",
        "speed": "Speed",
        "im": "IM system",
    }
    private = frozenset({
        "stamina", "stamina_max", "before", "pp", "pp_max", "cost", "needed", "penalties", "parts",
        "strength", "points_each", "left",
    })  # fmt: skip
    with_call = frozenset({"attack", "cast", "power", "item", "heal", "movement"})
    secret = frozenset({"initiative", "move", "cast", "power", "item", "heal", "movement", "refused", "ask"})

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

    def read(
        self, text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
    ) -> Reading:
        from calledshot_parthos import kneeling

        return kneeling.joined(super().read(text, lexicon, given=given, prose=prose, asked=asked))

    def lint(
        self,
        reading: Reading,
        campaign: Campaign,
        *,
        combatant: str | None,
        opponents: tuple[str, ...],
        system: str | None,
        strict: bool,
    ) -> list[Finding]:
        from calledshot_parthos import linting

        return linting.lint(
            reading, campaign, combatant=combatant, opponents=opponents, system=system, strict=strict
        )

    def stage(self, given: Mapping[str, Any]) -> Stage:
        from calledshot_parthos.stage import ParthosStage

        return ParthosStage(given)

    def strict(self, reading: Reading, campaign: Campaign) -> str:
        from calledshot_parthos import linting

        return linting.strict(reading, campaign)

    def fight(self, encounter: Encounter) -> Fight:
        from calledshot_parthos.fight import ParthosFight

        return ParthosFight(encounter)

    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        from calledshot_parthos import voice

        return voice.record(ruling, encounter.campaign if encounter is not None else _nothing())

    def room(self, ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
        from calledshot_parthos import voice

        return voice.room(ruling, next_request, campaign)

    def report_line(self, ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
        from calledshot_parthos import voice

        return voice.report(ruling, campaign)

    def expand(self, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot.api import members

        return members(sheets, one_side=True)

    def remember(self, sheet: Any, entries: Sequence[Mapping[str, Any]]) -> Any:
        from calledshot_parthos import training

        return training.remember(sheet, entries)

    @property
    def rulebook_examples(self) -> Mapping[str, str]:  # type: ignore[override]
        from calledshot_parthos import gather

        return gather.EXAMPLES

    def gather(self, declarations: Iterable[Declaration]) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        from calledshot_parthos import gather

        return gather.gather(declarations)

    def check_campaign(self, campaign: Campaign) -> list[str]:
        from calledshot_parthos import campaign_checks

        return campaign_checks.check(campaign)

    def train(
        self,
        campaign: Campaign,
        name: str,
        options: Mapping[str, str],
        entries: Sequence[Mapping[str, Any]],
        date: str,
    ) -> Training:
        from calledshot_parthos import training

        return training.train(campaign, name, options, entries, date)

    def openings(
        self,
        reading: Reading,
        campaign: Campaign,
        *,
        combatant: str | None,
        opponents: tuple[str, ...],
        system: str | None,
    ) -> tuple[str, ...]:
        from calledshot_parthos import linting

        return linting.openings(reading, campaign, combatant=combatant, opponents=opponents, system=system)


def _nothing() -> Campaign:
    from calledshot.api import Campaign as Empty

    return Empty()


@hookimpl
def calledshot_rulesets() -> list[Ruleset]:
    return [Parthos()]
