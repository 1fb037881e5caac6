"""All that a plugin may import. Names are loaded when first used, so that a plugin costs what it uses."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec import Struct
    from msgspec.structs import replace

    from calledshot.campaign import Campaign, fold
    from calledshot.campaign.groups import members, spoken_names
    from calledshot.campaign.voices import voice_tables
    from calledshot.clauses import Clause, Registry, Setting
    from calledshot.dice.dialects import Dialect
    from calledshot.dice.roll import Roll
    from calledshot.errors import CalledshotError, CampaignError, PluginError, TranscriptError, UsageError
    from calledshot.expecting import Forms
    from calledshot.finding import Finding, Fix, Severity, Span
    from calledshot.moves import fold as fold_text
    from calledshot.moves import read, write
    from calledshot.moves.declaration import CalledShot, Declaration, Move, Spell
    from calledshot.moves.english import phrases
    from calledshot.moves.preface import little_words, means_first
    from calledshot.moves.reading import Reading, Slip
    from calledshot.moves.remarks import remark, remarks, unknown_name, unlike_strict
    from calledshot.moves.strict import as_typed
    from calledshot.moves.vocabulary import Action, Index, Lexicon, Thing
    from calledshot.patterns import Phrase
    from calledshot.play.effects import Effect, Effects, Moment, Until, first, later
    from calledshot.play.ladder import Ladder, Result, margin
    from calledshot.play.offers import Allowance, Offer, Offers
    from calledshot.play.paths import read_direction, read_path, write_path
    from calledshot.play.plane import (
        DIRECTIONS,
        Point,
        Step,
        apart,
        at_least,
        bearing,
        distance,
        grid_path,
        number,
        point,
        squares,
        straight_path,
        turned,
        within,
    )
    from calledshot.play.scene import Scene, crossings
    from calledshot.play.turns import Clocks, Contest, contest
    from calledshot.plugins.marker import hookimpl
    from calledshot.plugins.ruleset import Fight, Proposal, Ruleset, Training
    from calledshot.plugins.stage import Entry, Said, Script, Stage
    from calledshot.plugins.wording import filled
    from calledshot.referee.acts import (
        Act,
        Announced,
        Answer,
        Ask,
        Call,
        Count,
        Distance,
        FightEnd,
        FightStart,
        MoveCount,
        Moved,
        Order,
        Penalty,
        Points,
        Pool,
        Retarget,
        RoundCall,
        RoundEnd,
        Stated,
        Terms,
        Told,
        Verdict,
        Waiver,
        Yielded,
    )
    from calledshot.referee.encounter import Encounter
    from calledshot.referee.rounds import RoundFight
    from calledshot.referee.ruling import PgmRuling, Ruling
    from calledshot.transcript.event import Event, Source
    from calledshot.transcript.formats import Format
    from calledshot.transcript.formats.base import Context, Head, numbered
    from calledshot.transcript.timeline import seconds_between

_HOMES = {
    "calledshot.campaign": "Campaign fold",
    "calledshot.campaign.groups": "members spoken_names",
    "calledshot.campaign.voices": "voice_tables",
    "calledshot.clauses": "Clause Registry Setting",
    "calledshot.dice.dialects": "Dialect",
    "calledshot.dice.roll": "Roll",
    "calledshot.errors": "CalledshotError CampaignError PluginError TranscriptError UsageError",
    "calledshot.expecting": "Forms",
    "calledshot.finding": "Finding Fix Severity Span",
    "calledshot.moves": "read write",
    "calledshot.moves.declaration": "CalledShot Declaration Move Spell",
    "calledshot.moves.preface": "little_words means_first",
    "calledshot.moves.reading": "Reading Slip",
    "calledshot.moves.remarks": "remark remarks unknown_name unlike_strict",
    "calledshot.moves.strict": "as_typed",
    "calledshot.moves.vocabulary": "Action Index Lexicon Thing",
    "calledshot.moves.english": "phrases",
    "calledshot.patterns": "Phrase",
    "calledshot.play.effects": "Effect Effects Moment Until first later",
    "calledshot.play.ladder": "Ladder Result margin",
    "calledshot.play.offers": "Allowance Offer Offers",
    "calledshot.play.paths": "read_direction read_path write_path",
    "calledshot.play.plane": "DIRECTIONS Point Step apart at_least bearing distance grid_path number point"
    " squares straight_path turned within",
    "calledshot.play.scene": "Scene crossings",
    "calledshot.play.turns": "Clocks Contest contest",
    "calledshot.plugins.marker": "hookimpl",
    "calledshot.plugins.ruleset": "Fight Proposal Ruleset Training",
    "calledshot.plugins.stage": "Entry Said Script Stage",
    "calledshot.plugins.wording": "filled",
    "calledshot.referee.acts": "Act Announced Answer Ask Call Count Distance FightEnd FightStart MoveCount"
    " Moved Order Penalty Points Pool Retarget RoundCall RoundEnd Stated Terms Told Verdict Waiver Yielded",
    "calledshot.referee.encounter": "Encounter",
    "calledshot.referee.rounds": "RoundFight",
    "calledshot.referee.ruling": "PgmRuling Ruling",
    "calledshot.transcript.event": "Event Source",
    "calledshot.transcript.formats": "Format",
    "calledshot.transcript.formats.base": "Context Head numbered",
    "calledshot.transcript.timeline": "seconds_between",
    "msgspec": "Struct",
    "msgspec.structs": "replace",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "DIRECTIONS",
    "Act",
    "Action",
    "Allowance",
    "Announced",
    "Answer",
    "Ask",
    "Call",
    "CalledShot",
    "CalledshotError",
    "Campaign",
    "CampaignError",
    "Clause",
    "Clocks",
    "Contest",
    "Context",
    "Count",
    "Declaration",
    "Dialect",
    "Distance",
    "Effect",
    "Effects",
    "Encounter",
    "Entry",
    "Event",
    "Fight",
    "FightEnd",
    "FightStart",
    "Finding",
    "Fix",
    "Format",
    "Forms",
    "Head",
    "Index",
    "Ladder",
    "Lexicon",
    "Moment",
    "Move",
    "MoveCount",
    "Moved",
    "Offer",
    "Offers",
    "Order",
    "Penalty",
    "PgmRuling",
    "Phrase",
    "PluginError",
    "Point",
    "Points",
    "Pool",
    "Proposal",
    "Reading",
    "Registry",
    "Result",
    "Retarget",
    "Roll",
    "RoundCall",
    "RoundEnd",
    "RoundFight",
    "Ruleset",
    "Ruling",
    "Said",
    "Scene",
    "Script",
    "Setting",
    "Severity",
    "Slip",
    "Source",
    "Span",
    "Spell",
    "Stage",
    "Stated",
    "Step",
    "Struct",
    "Terms",
    "Thing",
    "Told",
    "Training",
    "TranscriptError",
    "Until",
    "UsageError",
    "Verdict",
    "Waiver",
    "Yielded",
    "apart",
    "as_typed",
    "at_least",
    "bearing",
    "contest",
    "crossings",
    "distance",
    "filled",
    "first",
    "fold",
    "fold_text",
    "grid_path",
    "hookimpl",
    "later",
    "little_words",
    "margin",
    "means_first",
    "members",
    "number",
    "numbered",
    "phrases",
    "point",
    "read",
    "read_direction",
    "read_path",
    "remark",
    "remarks",
    "replace",
    "seconds_between",
    "spoken_names",
    "squares",
    "straight_path",
    "turned",
    "unknown_name",
    "unlike_strict",
    "voice_tables",
    "within",
    "write",
    "write_path",
]


def __getattr__(name: str) -> Any:
    if name == "fold_text":
        return import_module("calledshot.moves").fold
    if name not in _HOME:
        raise AttributeError(f"calledshot.api has no {name!r}")
    return getattr(import_module(_HOME[name]), name)
