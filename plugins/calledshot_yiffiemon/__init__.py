"""YiffieMon combat as a ruleset: clauses, words, sheets and the fight, for the core to call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Ruleset, hookimpl
from calledshot_yiffiemon.clauses import CLAUSES
from calledshot_yiffiemon.schema import Rulebook, Sheet
from calledshot_yiffiemon.settings import SETTINGS

if TYPE_CHECKING:
    from calledshot.api import (
        Act,
        Campaign,
        Declaration,
        Encounter,
        Fight,
        Finding,
        Lexicon,
        Reading,
        Ruling,
        Stage,
    )


class YiffieMon(Ruleset):
    """What is heavy is loaded when it is first asked for."""

    name = "yiffiemon"
    title = "YiffieMon"
    in_rounds = False
    dice = frozenset((3, 6, 8, 10, 100))
    master = "GM"
    clauses = CLAUSES
    settings = SETTINGS
    sheet = Sheet
    rulebook = Rulebook
    example = "attack troll with bastard sword"
    labels: Mapping[str, str] = {
        "clock": "clock",
        "ammo": "ammunition",
        "hpv": "HPV",
        "threatened_by": "Threaten By",
        "flanked": "Flanked",
        "CF": "Critical Failure",
        "NF": "Normal Failure",
        "BS": "But Success",
        "NS": "Normal Success",
        "SS": "Severe Success",
        "CS": "Critical Success",
    }
    owed: Mapping[str, str] = {
        "attack": "attack roll",
        "attack skill": "attack skill check",
        "stay": "move check",
        **{skill: f"{skill} check" for skill in ("move", "dodge", "terrain", "healing", "taunt")},
        **{name.lower(): f"{name} check" for name in ("Con", "Dex", "Agl", "Int", "Will", "Str")},
        "bleeding": "dice for the bleeding",
        "fatigue": "dice for the fatigue",
        "opportunity": "word on the opportunity",
    }
    private = frozenset({
        "hpv", "subdual", "body", "bleed", "total", "base_line", "difficulty", "margin", "effective",
        "modifier", "modifiers", "amount", "pool", "armour", "formula",
    })  # fmt: skip
    secret: frozenset[str] = frozenset()

    @property
    def phrases(self) -> Mapping[str, Any]:  # type: ignore[override]
        from calledshot_yiffiemon import words

        return words.phrases()

    def things(self, campaign: Campaign) -> Mapping[str, str]:
        from calledshot_yiffiemon import words

        return words.things(campaign)

    def lexicon(self, campaign: Campaign, names: Iterable[str]) -> Lexicon:
        from calledshot_yiffiemon import vocabulary

        return vocabulary.lexicon(campaign, names)

    def read(
        self, text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
    ) -> Reading:
        from calledshot_yiffiemon import reader

        return reader.read_declaration(text, lexicon, given=given, prose=prose, asked=asked)

    def acts(self, text: str, names: Mapping[str, str], fight: Fight, *, pgm: bool) -> Sequence[Act]:
        from calledshot_yiffiemon import acts

        return acts.read(text, names, fight, pgm=pgm)

    def of_master(self, act: Act) -> bool:
        from calledshot.api import FightStart
        from calledshot_yiffiemon import acts

        return isinstance(act, acts.Opens | acts.Turn | FightStart)

    def expand(self, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot.api import members

        return members(sheets, one_side=True)

    @property
    def rulebook_examples(self) -> Mapping[str, str]:  # type: ignore[override]
        from calledshot_yiffiemon import gather

        return gather.EXAMPLES

    def gather(self, declarations: Iterable[Declaration]) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        from calledshot_yiffiemon import gather

        return gather.gather(declarations)

    def check_campaign(self, campaign: Campaign) -> list[str]:
        from calledshot_yiffiemon import campaign_checks

        return campaign_checks.check(campaign)

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
        from calledshot_yiffiemon import linting

        return linting.lint(
            reading, campaign, combatant=combatant, opponents=opponents, system=system, strict=strict
        )

    def strict(self, reading: Reading, campaign: Campaign) -> str:
        from calledshot_yiffiemon import linting

        return linting.strict(reading, campaign)

    def stage(self, given: Mapping[str, Any]) -> Stage:
        from calledshot_yiffiemon import stage

        return stage.YiffieMonStage(given)

    def fight(self, encounter: Encounter) -> Fight:
        from calledshot_yiffiemon.fight import YiffieMonFight

        return YiffieMonFight(encounter)

    def voice(self, ruling: Ruling, encounter: Encounter | None) -> str:
        from calledshot_yiffiemon import voice

        return voice.record(ruling, encounter.campaign if encounter is not None else None)

    def room(self, ruling: Ruling, next_request: Ruling | None, campaign: Campaign) -> str:
        from calledshot_yiffiemon import voice

        return voice.room(ruling, next_request, campaign)

    def together(self, said: Sequence[Ruling], campaign: Campaign) -> str | None:
        from calledshot_yiffiemon import voice

        return voice.together(said, campaign)

    def report_line(self, ruling: Ruling, campaign: Campaign) -> tuple[str, str, str] | None:
        from calledshot_yiffiemon import voice

        return voice.report(ruling, campaign)

    def report_state(self, figures: Mapping[str, Any]) -> Mapping[str, Any]:
        from calledshot_yiffiemon import voice

        return voice.state(figures)


@hookimpl
def calledshot_rulesets() -> list[Ruleset]:
    return [YiffieMon()]
