"""A second referee that goes on from where one stands, for looking ahead: what would follow if…

What never changes is shared with the first: the campaign, the ruleset, everything already said and ruled.
What a fight still works with is copied. Not for taking things back: see `desk`, which replays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.referee.encounter import Encounter, RoundRecord
    from calledshot.referee.referee import Referee


class Forks:
    """Makes forks of the referees of one campaign; the things they share are looked up once."""

    def __init__(self, campaign: Campaign) -> None:
        self._shared = {id(one): one for one in _parts(campaign)}

    def fork(self, referee: Referee) -> Referee:
        """A referee of its own, in the same state; neither sees what the other does from here on."""
        memo: dict[int, Any] = dict(self._shared)
        for one in (referee.ruleset, referee.encounter.house, *referee.kept()):
            memo[id(one)] = one
        _archive(referee.encounter, memo)
        return deepcopy(referee, memo)


def _archive(encounter: Encounter, memo: dict[int, Any]) -> None:
    """What has been said and ruled is listed anew, not copied: a ruling never changes."""
    for said in (encounter.rulings, encounter.findings, encounter.pgm_rulings, encounter.retracted):
        memo[id(said)] = copy(said)
    memo[id(encounter.rolls)] = copy(encounter.rolls)
    memo[id(encounter.lines)] = copy(encounter.lines)
    for fight in encounter.records:
        for record in fight.rounds:
            memo[id(record)] = _listed_anew(record)


def _listed_anew(record: RoundRecord) -> RoundRecord:
    again = copy(record)
    again.declarations, again.rulings = copy(record.declarations), copy(record.rulings)
    again.findings, again.pgm_rulings = copy(record.findings), copy(record.pgm_rulings)
    return again


def _parts(value: Any) -> Iterator[Any]:
    """A value and everything in it that has parts of its own."""
    yield value
    inside: Any = ()
    if isinstance(value, Struct):
        inside = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        inside = value
    for one in inside:
        if isinstance(one, Struct | Mapping | list | tuple | set | frozenset):
            yield from _parts(one)
