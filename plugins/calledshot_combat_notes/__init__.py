"""Combat Notes (AD&D 2nd edition house rules) as a ruleset: clauses, words, sheets and the fight, for the
core to call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Ruleset, hookimpl
from calledshot_combat_notes.clauses import CLAUSES
from calledshot_combat_notes.schema import Rulebook, Sheet
from calledshot_combat_notes.settings import SETTINGS

if TYPE_CHECKING:
    from calledshot.api import Act, Campaign, Encounter, Fight, Finding, Lexicon, Reading, Ruling, Stage


class CombatNotes(Ruleset):
    """The ruleset; what is heavy is loaded when it is first asked for."""

    name = "combat_notes"
    title = "Combat Notes"
    dice = frozenset((3, 4, 6, 8, 10, 12, 20, 100))
    master = "DM"
    clauses = CLAUSES
    settings = SETTINGS
    sheet = Sheet
    rulebook = Rulebook
    example = "half move 3 e and attack the orc with long sword"
    labels: Mapping[str, str] = {
        "hp": "HP",
        "ac": "AC",
        "aoo_used": "attacks of opportunity used",
        "aoo_cap": "attacks of opportunity in all",
        "crossbow_loaded": "crossbow loaded",
        "armour_degrade": "degrees of armour lost",
    }
    owed: Mapping[str, str] = {
        "opportunity": "attack of opportunity, to hit or to pass",
        "knockdown": "knockdown roll",
        "item_save": "armour's saving roll",
        "location": "roll for the place of the critical hit",
        "severity": "roll for how bad the critical hit is",
        "fumble": "second roll, for a fumble",
        "fumble_result": "roll for the fumble",
        "fumble_damage": "damage roll of the fumble",
        "critical_event": "roll for the critical event",
        "escape": "roll to break free",
        "healing": "healing roll",
    }
    plain = frozenset({"status", "order"})
    private = frozenset({
        "hp", "before", "needed", "margin", "ac", "save", "armour_degrade", "parts", "modifier", "total",
        "cap", "bonus", "others", "allowance",
    })  # fmt: skip
    secret = frozenset({"action", "order", "move", "facing", "weapon", "refused", "ask"})

    @property
    def phrases(self) -> Mapping[str, Any]:  # type: ignore[override]
        from calledshot_combat_notes import words

        return words.phrases()

    def things(self, campaign: Campaign) -> Mapping[str, str]:
        from calledshot_combat_notes import words

        return words.things(campaign)

    def lexicon(self, campaign: Campaign, names: Iterable[str]) -> Lexicon:
        from calledshot_combat_notes import vocabulary

        return vocabulary.lexicon(campaign, names)

    def read(
        self, text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
    ) -> Reading:
        from calledshot_combat_notes import reader

        return reader.read(text, lexicon, given=given, prose=prose, asked=asked)

    def acts(self, text: str, names: Mapping[str, str], fight: Fight, *, pgm: bool) -> Sequence[Act]:
        from calledshot_combat_notes import addressed, sayings

        found = sayings.read(text, names, pgm=pgm)
        return [*found, *addressed.read(text, names, found)] if pgm else found

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
        from calledshot_combat_notes import linting

        return linting.lint(
            reading, campaign, combatant=combatant, opponents=opponents, system=system, strict=strict
        )

    def strict(self, reading: Reading, campaign: Campaign) -> str:
        from calledshot_combat_notes import linting

        return linting.strict(reading, campaign)

    def fight(self, encounter: Encounter) -> Fight:
        from calledshot_combat_notes.fight import NotesFight

        return NotesFight(encounter)

    def stage(self, given: Mapping[str, Any]) -> Stage:
        from calledshot_combat_notes.stage import NotesStage

        return NotesStage(given)

    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        from calledshot_combat_notes import voice

        return voice.record(ruling, encounter.campaign if encounter is not None else _nothing())

    def room(self, ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
        from calledshot_combat_notes import voice

        return voice.room(ruling, next_request, campaign)

    def together(self, said: Sequence[Ruling], campaign: Campaign) -> str | None:
        from calledshot_combat_notes import voice

        return voice.together(said, campaign)

    def report_line(self, ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
        from calledshot_combat_notes import voice

        return voice.report(ruling, campaign)

    def report_state(self, figures: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot_combat_notes import voice

        return voice.state(figures)

    def check_campaign(self, campaign: Campaign) -> list[str]:
        from calledshot_combat_notes import campaign_checks

        return campaign_checks.check(campaign)

    @property
    def rulebook_examples(self) -> Mapping[str, str]:  # type: ignore[override]
        from calledshot_combat_notes import examples

        return examples.EXAMPLES

    def expand(self, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot.api import members

        return members(sheets, one_side=False)


def _nothing() -> Campaign:
    from calledshot.api import Campaign as Empty

    return Empty()


@hookimpl
def calledshot_rulesets() -> list[Ruleset]:
    return [CombatNotes()]
