"""A second referee that goes on from where one stands, for looking ahead: what would follow if…

What never changes is shared with the first: the campaign, the ruleset, frozen values, everything already said
and ruled. What a fight still works with is copied. Not for taking things back: see `desk`, which replays.

The standard library's deepcopy will not do: it recurses as deep as the links of a long fight, and cannot copy
structs that refer to each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import partial
from types import FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.referee.encounter import Encounter, RoundRecord
    from calledshot.referee.referee import Referee

ROLLS_IN_USE = 64
"""How many of the last rolls may still be put to use, and are copied; the encounter looks back less far."""
_ATOMS = (str, int, float, bool, bytes, type(None), type, range)


class Forks:
    """Makes forks of the referees of one campaign; the things they share are looked up once."""

    def __init__(self, campaign: Campaign) -> None:
        self._shared = {id(one): one for one in _parts(campaign)}

    def fork(self, referee: Referee, *, ahead: bool = False) -> Referee:
        """A referee of its own, in the same state; neither sees what the other does from here on. Raises
        TypeError where a fight keeps a running generator or a function that holds on to parts of it. `ahead`:
        it need only do what its fight proposes, so that a fight may leave out what cannot be copied
        (`ahead_state`)."""
        copies: dict[int, Any] = dict(self._shared)
        for one in (referee.ruleset, referee.encounter.house, *referee.kept()):
            copies[id(one)] = one
        _archive(referee.encounter, copies)
        again: Referee = _Copier(copies, ahead).copied(referee)
        if ahead:
            again.fight.taken_up()
        return again


def _archive(encounter: Encounter, copies: dict[int, Any]) -> None:
    """What has been said and ruled is listed anew, not copied: a ruling never changes."""
    for said in (encounter.rulings, encounter.findings, encounter.pgm_rulings, encounter.retracted):
        copies[id(said)] = copy(said)
    copies[id(encounter.lines)] = copy(encounter.lines)
    for roll in encounter.rolls[-ROLLS_IN_USE:]:
        copies[id(roll)] = copy(roll)
    copies[id(encounter.rolls)] = [copies.get(id(roll), roll) for roll in encounter.rolls]
    for fight in encounter.records:
        for record in fight.rounds:
            copies[id(record)] = _listed_anew(record)


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


class _Copier:
    """Copies a web of objects, each once: first an empty one, which others may refer to at once, filled in
    its turn."""

    def __init__(self, copies: dict[int, Any], ahead: bool) -> None:
        self._ahead = ahead
        self._made: list[Any] = []  # for the copying alone, and kept so that no other object gets their ids
        self._copies = copies  # id of what is copied (and kept alive by the original) → its copy
        self._todo: deque[tuple[Callable[[Any, Any], None], Any, Any]] = deque()

    def copied(self, root: Any) -> Any:
        again = self._of(root)
        while self._todo:
            fill, original, empty = self._todo.popleft()
            fill(original, empty)
        return again

    def _of(self, value: Any) -> Any:
        """The copy of a value, perhaps not filled yet; the value itself where it cannot change."""
        if isinstance(value, _ATOMS):
            return value
        known = self._copies.get(id(value))
        if known is not None:
            return known
        again = self._begun(value)
        self._copies[id(value)] = again
        return again

    def _begun(self, value: Any) -> Any:
        if isinstance(value, tuple):
            parts = [self._of(one) for one in value]
            same = all(one is before for one, before in zip(parts, value, strict=True))
            return value if same else type(value)(parts) if type(value) is tuple else type(value)(*parts)
        if isinstance(value, frozenset):
            return frozenset(self._of(one) for one in value)
        if isinstance(value, MethodType):
            return MethodType(value.__func__, self._of(value.__self__))
        if isinstance(value, partial):
            return partial(
                value.func,
                *(self._of(one) for one in value.args),
                **{name: self._of(one) for name, one in value.keywords.items()},
            )
        if isinstance(value, FunctionType):
            if value.__closure__ is not None:
                raise TypeError(
                    f"a fight keeps the function {value.__qualname__}, which holds on to parts of it"
                )
            return value
        if isinstance(value, GeneratorType):
            raise TypeError(f"a fight keeps the running generator {value.__qualname__}")
        return self._emptied(value)

    def _emptied(self, value: Any) -> Any:
        if isinstance(value, Struct):
            if value.__struct_config__.frozen:
                return value
            return self._later(_Copier._fill_struct, value, copy(value))
        if isinstance(value, dict):
            again = copy(value)
            again.clear()
            return self._later(_Copier._fill_dict, value, again)
        if isinstance(value, list | deque):
            listed = copy(value)
            listed.clear()
            return self._later(_Copier._fill_list, value, listed)
        if isinstance(value, set):
            return self._later(_Copier._fill_set, value, set())
        if type(value).__module__ in ("re", "regex", "_regex", "fractions", "decimal"):
            return value
        again = object.__new__(type(value))
        if hasattr(value, "ahead_state"):
            if not self._ahead:
                raise TypeError(f"a {type(value).__name__} can be copied for looking ahead alone")
            self._made.append(value.ahead_state())
            return self._later(_Copier._fill_attributes, self._made[-1], again)
        return self._later(_Copier._fill_object, value, again)

    def _later(self, fill: Callable[[_Copier, Any, Any], None], value: Any, empty: Any) -> Any:
        self._todo.append((partial(fill, self), value, empty))
        return empty

    def _fill_struct(self, value: Any, empty: Any) -> None:
        for name in value.__struct_fields__:
            setattr(empty, name, self._of(getattr(value, name)))

    def _fill_dict(self, value: Any, empty: Any) -> None:
        for key, one in value.items():
            empty[self._of(key)] = self._of(one)

    def _fill_list(self, value: Any, empty: Any) -> None:
        empty.extend(self._of(one) for one in value)

    def _fill_set(self, value: Any, empty: Any) -> None:
        empty.update(self._of(one) for one in value)

    def _fill_attributes(self, attributes: Any, empty: Any) -> None:
        for name, one in attributes.items():
            empty.__dict__[name] = self._of(one)

    def _fill_object(self, value: Any, empty: Any) -> None:
        for name, one in getattr(value, "__dict__", {}).items():
            empty.__dict__[name] = self._of(one)
        for kind in type(value).__mro__:
            for name in getattr(kind, "__slots__", ()):
                if name != "__dict__" and hasattr(value, name):
                    setattr(empty, name, self._of(getattr(value, name)))
