"""What a GM would say next: combat opens, whose turn it is, what a creature of his does, the end; and whom
everybody waits for.

Nothing is changed by looking: a proposal holds acts, which the fight does once the GM agrees. The dice of a
turn ask for themselves as it runs (`turns`); words that only the GM can say are these. How he steps in is
`steering`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any

from calledshot.api import Act, FightEnd, Move, Proposal, Reading, number
from calledshot_yiffiemon import acts, answering, doing, legality
from calledshot_yiffiemon.schema import Sheet

if TYPE_CHECKING:
    from calledshot.api import Offer
    from calledshot_yiffiemon.fight import YiffieMonFight
    from calledshot_yiffiemon.flow import Need
    from calledshot_yiffiemon.table import Table

FEWEST = 2
"""Sides without which there is no fight."""
NO_MATTER = frozenset(("YM-202", "YM-361", "YM-503"))
"""Clauses under which the GM is asked what nothing waits for: what a condition does that the page only names,
what becomes of a shield."""
DICE = ("check", "dice")
"""What is waited for that somebody rolls."""


class Asks(Act, frozen=True, kw_only=True, tag=True):
    """Somebody whose turn it is, and who has declared nothing yet, is asked what he does: whoever that is by
    then (None), but for those who are away."""

    who: str | None = None
    away: tuple[str, ...] = ()


class Plays(Act, frozen=True, kw_only=True, tag=True):
    """A creature of the GM's, of which he tells nothing, does the plain thing."""

    who: str


class Chooses(Act, frozen=True, kw_only=True, tag=True):
    """A creature of the GM's takes the first of its options."""

    who: str


class GoOn(Act, frozen=True, kw_only=True, tag=True):
    """The GM goes on without a word on what only he can say; whoever was to choose is passed over."""


# -- who is waited for ------------------------------------------------------------------------------------


def plays_along(fight: YiffieMonFight, who: str) -> bool:
    """Whether the GM plays somebody: no player's character, and nobody has ever spoken or rolled for it
    himself."""
    one = fight.table.fighters.get(who)
    if one is None or who in fight.spoken:
        return False
    return one.sheet.is_pc is False or (one.sheet.is_pc is None and who in fight.brought)


def waits(fight: YiffieMonFight) -> tuple[tuple[str, str], ...]:
    """The dice that the turn has come to, a choice, somebody's word on an opportunity, or the declaration of
    whose turn it is, once he has been asked for it."""
    table = fight.table
    if not table.started or table.over or _is_decided(fight):
        return ()
    if fight.leave is not None:
        again = fight.leave.read.outcome
        return ((again.who, again.kind),) if again.who not in table.held else ()
    return tuple(one for one in _waited(fight) if one[0] not in table.held)


def _waited(fight: YiffieMonFight) -> Iterator[tuple[str, str]]:
    table, need = fight.table, fight.table.machine.need
    if need is None:
        return
    if need.kind == "opportunity":
        for offer in offers_on(table, need):
            yield from ((who, "opportunity") for who in offer.open_to if not plays_along(fight, who))
    elif need.who is None:
        return
    elif need.kind in DICE:
        yield need.who, need.what
    elif need.kind == "choice" and not plays_along(fight, need.who):
        yield need.who, "choice"
    elif need.kind == "declare" and is_asked(fight, need.who):
        yield need.who, "declaration"


def is_asked(fight: YiffieMonFight, who: str) -> bool:
    """Whether he has been asked for the declaration of the turn that is on."""
    return fight.asked_turn == fight.table.serial and not plays_along(fight, who)


def offers_on(table: Table, need: Need) -> list[Offer]:
    """The opportunities on whose turn is waiting for them."""
    return [one for one in table.offers if one.against == need.target and one.open_to]


def to_come(fight: YiffieMonFight) -> tuple[tuple[str, str], ...] | None:
    """Everybody by his clock, whose turn is on first (YM-105)."""
    table = fight.table
    if not table.started or table.over:
        return None
    clocks, left = table.clocks.spent, list(table.able)
    places = []
    while left:
        who = table.current if table.current in left else min(left, key=lambda name: clocks[name])
        left.remove(who)
        places.append((who, f"{round(float(clocks[who]), 3):g}"))
    return tuple(places)


def undecided(fight: YiffieMonFight) -> tuple[str, ...]:
    """Questions put to the GM since his last word that something waits for, and the level of a roll whose
    chance nobody knows."""
    table, rulings = fight.table, fight.encounter.rulings
    if table.over:
        return ()
    asked = [one for one in rulings[fight.asked_from :] if one.kind == "ask"]
    open_ = {one.text for one in table.questions}
    found = [
        str(one.values.get("question"))
        for one in asked
        if one.values.get("question") in open_ and not NO_MATTER & set(one.clauses)
    ]
    need = table.machine.need
    if need is not None and need.kind == "level":
        last = next((one for one in reversed(rulings) if one.kind == "ask"), None)
        found.append(str(last.values.get("question")) if last is not None else f"how does {need.who} fare?")
    elif need is not None and need.kind in DICE and need.who is None:
        found.append(f"{need.dice}: what does it come to?")
    return tuple(dict.fromkeys(found))


# -- what comes next --------------------------------------------------------------------------------------


def proposes(fight: YiffieMonFight, without: Set[str], anyway: bool) -> Proposal | None:
    """See `Fight.proposes`."""
    table = fight.table
    if table.over:
        return None
    away = without | table.held
    if not table.started:
        return _opens(fight, away)
    open_ = undecided(fight)
    if (open_ or any(who not in away for who, _ in waits(fight))) and not anyway:
        return None
    found = _next(fight, away)
    if found is None or isinstance(found.acts[-1], Asks | FightEnd):
        rest: tuple[Act, ...] = ()
    else:
        rest = (Asks(away=tuple(sorted(away))),)
    if found is None or not (open_ or rest):
        return found
    first = (GoOn(),) if open_ and found.acts[0] != GoOn() else ()
    return Proposal(acts=(*first, *found.acts, *rest), who=found.who)


def _next(fight: YiffieMonFight, away: Set[str]) -> Proposal | None:
    table, need = fight.table, fight.table.machine.need
    if _is_decided(fight):
        return _ends(fight)
    if need is None or need.kind == "declare":
        return _offer(fight, away) or _turn(fight, need, away)
    if need.kind == "opportunity":
        return _offer(fight, away, need) or Proposal(acts=(acts.Next(),))
    if need.kind == "choice" and need.who is not None and plays_along(fight, need.who):
        return Proposal(acts=(Chooses(who=need.who),), who=need.who)
    if need.kind in ("choice", "level") or (need.kind in DICE and need.who is None):
        return Proposal(acts=(GoOn(),))
    if need.who in away and answering.unrolled(table, need):
        return _another(table, away)
    return None  # what is rolled may change everything: it is for the GM to pass him over


def _turn(fight: YiffieMonFight, need: Need | None, away: Set[str]) -> Proposal | None:
    """The turn that is on: its owner is asked, or plays, or is left waiting (YM-105)."""
    if need is None or need.who is None or need.who in away:
        return _another(fight.table, away)
    who = need.who
    if plays_along(fight, who):
        return Proposal(acts=(Plays(who=who),), who=who)
    if not is_asked(fight, who):
        return Proposal(acts=(Asks(who=who),), who=who)
    return Proposal(acts=(acts.Next(),), who=who)


def _another(table: Table, away: Set[str]) -> Proposal | None:
    """Whose turn is next without those."""
    who = table.next_up(away)
    return None if who is None else Proposal(acts=(acts.Turn(who=who),), who=who)


def _offer(fight: YiffieMonFight, away: Set[str], need: Need | None = None) -> Proposal | None:
    """An opportunity that no player is asked about: a creature of the GM's takes it, who is away passes."""
    table = fight.table
    for offer in table.offers if need is None else offers_on(table, need):
        others = [who for who in offer.open_to if not plays_along(fight, who)]
        gone = [who for who in others if who in away]
        if len(others) > len(gone) or not offer.open_to:
            continue
        if gone:
            if need is not None:
                return Proposal(acts=(acts.Takes(who=gone[0], against=offer.against, passes=True),))
            continue  # it is his till its target's turn
        who = next((one for one in offer.open_to if one not in away), None)
        if who is not None:
            return Proposal(acts=(acts.Takes(who=who, against=offer.against),), who=who)
    return None


def _opens(fight: YiffieMonFight, away: Set[str]) -> Proposal | None:
    names = fighters(fight)
    if len({_side(fight, name) for name in names}) < FEWEST:
        return None
    return Proposal(acts=(acts.Opens(names=tuple(names)), Asks(away=tuple(sorted(away)))))


def fighters(fight: YiffieMonFight) -> list[str]:
    """Who is in the fight that is about to open: who has joined, and everybody else's opponents with a sheet
    where nobody has joined against them."""
    names = list(fight.entered)
    known = {_side(fight, name) for name in names}
    if len(known) < FEWEST:
        names += [
            name for name in fight.campaign.sheets if name not in names and _side(fight, name) not in known
        ]
    return names


def _side(fight: YiffieMonFight, name: str) -> str:
    """Whose side somebody is on, who may not be in the fight yet."""
    sheet = fight.campaign.sheets.get(name)
    if not isinstance(sheet, Sheet):
        return name
    return sheet.side or (name if sheet.is_pc is None else f"is_pc {sheet.is_pc}")


def _is_decided(fight: YiffieMonFight) -> bool:
    """Whether nobody is left to fight, and nothing is still to come of a blow."""
    need = fight.table.machine.need
    stands = need is None or need.kind == "declare" or answering.unrolled(fight.table, need)
    return stands and _ends(fight) is not None


def _ends(fight: YiffieMonFight) -> Proposal | None:
    """One side is left. The page names no end: who is down for good the GM has said."""
    table = fight.table
    able = [name for name, one in table.fighters.items() if not one.out]
    sides = list(dict.fromkeys(table.side(name) for name in able))
    if len(sides) >= FEWEST or len({table.side(name) for name in table.fighters}) < FEWEST:
        return None
    *most, last = able or [""]
    winner = f"{', '.join(most)} and {last}" if most else last
    return Proposal(acts=(FightEnd(winner=winner or None),))


# -- what its own acts do ---------------------------------------------------------------------------------


def asks(fight: YiffieMonFight, act: Asks) -> None:
    """A declaration is asked for."""
    table = fight.table
    who = act.who or table.current
    if who is None or who in act.away or not fight.awaits(who) or plays_along(fight, who):
        return
    called(fight, who)
    table.rule("request", "asked", who, clauses=("YM-105",), what="declaration", dice=None)


def called(fight: YiffieMonFight, who: str | None) -> None:
    """The GM has asked him himself."""
    if who is not None and fight.awaits(who):
        fight.asked_turn = fight.table.serial


def plays(fight: YiffieMonFight, act: Plays) -> None:
    """The plain thing: it attacks whom it attacked last, who threatens it, or who is nearest; it closes in
    where that one is out of reach, and waits where nothing is open to it."""
    table, who = fight.table, act.who
    if not fight.awaits(who):
        return
    move, does = _deed(fight, who)
    table.rule(
        "action", "played", who, move.target, clauses=("YM-105",), action=move.action, does=does,
    )  # fmt: skip
    table.fresh = None  # his turn has been told of
    declares(fight, who, move.text)


def declares(fight: YiffieMonFight, who: str, text: str) -> None:
    """A creature of the GM's does so."""
    answering.declared(fight, who, _read(fight, text), fight.encounter.event, by_gm=True)


def _deed(fight: YiffieMonFight, who: str) -> tuple[Move, str]:
    """The first of these that may be done, and how it is told."""
    table = fight.table
    for text, does in _deeds(table, who, _foe(table, who)):
        move = _read(fight, text).moves[0]
        if not any(one.forbids for one in legality.check(move, table.fighters[who], table)):
            return move, does
    return Move(action="wait", text="wait", end_column=5), "waits"


def _deeds(table: Table, who: str, target: str | None) -> Iterator[tuple[str, str]]:
    if target is None:
        return
    far = _moves_to(table, who, target)
    if not far:
        yield f"attack {target}", f"attacks {target}"
        return
    yield f"move {far} toward {target}", f"moves {far} toward {target}"
    yield f"cross their guard: {target}", f"crosses {target}'s guard"
    if far > 1:
        yield f"move {far - 1} toward {target}", f"moves {far - 1} toward {target}"


def _read(fight: YiffieMonFight, text: str) -> Reading:
    said = fight.encounter.ruleset
    return said.read(text, said.lexicon(fight.campaign, tuple(fight.table.fighters)), given=True)


def _foe(table: Table, who: str) -> str | None:
    up = doing.enemies(table, who)
    one = table.fighters[who]
    before = [turn.target for turn in (one.turn, one.last) if turn is not None and turn.target in up]
    near = [name for name in table.threateners(who) if name in up]
    by_way = sorted(up, key=lambda name: _apart(table, who, name))
    return next(iter([*before, *near, *by_way]), None)


def _apart(table: Table, who: str, other: str) -> float:
    apart = table.scene.apart(who, other)
    return 0.0 if apart is None else float(apart)


def _moves_to(table: Table, who: str, target: str) -> int:
    """Moves until the target is within reach, no more than an Init's; 0 where it is, or nobody knows."""
    reach, apart = table.threat_distance(who), table.scene.apart(who, target)
    if reach is None or apart is None or table.in_area(target, who) is not False:
        return 0
    one = table.fighters[who]
    step = number(one.sheet.Move or 1)
    wanted = math.ceil((number(apart) - reach) / step)
    most = wanted if one.MR is None else max(1, math.floor(one.MR))
    return max(1, min(wanted, most))


def chooses(fight: YiffieMonFight, act: Chooses) -> None:
    need = fight.table.machine.need
    if need is not None and need.kind == "choice" and need.who == act.who:
        fight.table.machine.answer(need.options[0] if need.options else None)


def goes_on(fight: YiffieMonFight, act: GoOn) -> None:
    """What is open to the GM is passed over."""
    fight.asked_from = len(fight.encounter.rulings)
    need = fight.table.machine.need
    if need is not None and (need.kind in ("choice", "level") or (need.kind in DICE and need.who is None)):
        fight.table.machine.answer(None)


DEEDS: Mapping[type, Callable[[YiffieMonFight, Any], None]] = {
    Asks: asks,
    Plays: plays,
    Chooses: chooses,
    GoOn: goes_on,
}
