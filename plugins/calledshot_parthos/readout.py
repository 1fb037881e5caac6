"""What the PGM reads out of the order and the distances: initiatives, numbers of moves, ranges (PGM-1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Distance, MoveCount, Order, Pool
from calledshot_parthos import initiative, rounds, table
from calledshot_parthos.scene import Range
from calledshot_parthos.state import Init

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

ONE_OF_THEM = re.compile(r"\W*(?:he|she|they|it)\b", re.IGNORECASE)
NEAR = 5.0
"""Feet within which two stand hand to hand."""


def order(fight: ParthosFight, act: Order) -> None:
    """Initiatives read out: the first value of each name is his total."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    seen: dict[str, list[int]] = {}
    for name, value in act.entries:
        seen.setdefault(name, []).append(value)
    for name, values in seen.items():
        top = max(values)
        init = round_.inits.get(name)
        if top < (init.roll or 1 if init is not None else 1):
            table.pool(fight, Pool(value=top, who=name, text=act.text))  # no init is below its own die
            continue
        if not fight.able(name) and name in fight.fighters:
            _stands_again(fight, name, act)
            init = round_.inits.get(name)
        if init is None and name in fight.fighters:
            init = round_.inits[name] = Init(None, fight.encounter.event)
        if init is None:
            continue
        if init.total is None:
            initiative.stated(fight, name, top)
            fight.encounter.judge("initiative", name, ours=None, theirs=top, agrees=None, words=act)
        elif init.ours == top != init.total:
            fight.encounter.judge("initiative", name, ours=init.ours, theirs=top, agrees=True, words=act)
            init.stated = None  # the PGM corrects himself
            initiative.revise(fight, name)
        elif init.moves is not None and top in init.moves and top != init.total:
            continue  # only what is still to come was read out
        elif init.total == top and init.moves is not None and not set(values) <= set(init.moves):
            _other_moves(fight, name, sorted(values, reverse=True), act)
        elif init.total == top:
            fight.encounter.judge("initiative", name, ours=init.total, theirs=top, agrees=True, words=act)
        else:
            _other_total(fight, name, top, act)
    starts_action(fight, act)


def _stands_again(fight: ParthosFight, name: str, act: Order) -> None:
    """Somebody we hold for down is read out with an init: to the PGM he stands (PGM-1)."""
    round_, fighter = fight.round, fight.fighters[name]
    assert round_ is not None
    fight.encounter.judge(
        "condition",
        name,
        ours=fighter.condition,
        theirs="able",
        agrees=False,
        words=act,
        effect=f"{name} plays on",
        message=f"the PGM gives {name} an initiative; by the record {name} is out",
    )
    if fight.encounter.by_the_book:
        return
    fighter.condition, fighter.stamina = "able", None
    stray = round_.stray.pop(name, None)
    if stray is not None and stray.roll is not None and name not in round_.inits:
        initiative.take(fight, name, stray)


def _other_moves(fight: ParthosFight, name: str, values: list[int], act: Order) -> None:
    """The first init agrees, a later one does not."""
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[name]
    ours, theirs = ", ".join(map(str, init.moves or ())), ", ".join(map(str, values))
    fight.encounter.judge(
        "initiative",
        name,
        ours=list(init.moves or ()),
        theirs=values,
        agrees=False,
        words=act,
        effect=f"{name} moves at {theirs}",
        message=f"the PGM reads {name}'s moves as {theirs}; by the page they fall at {ours}",
    )
    if fight.encounter.by_the_book:
        return
    init.moves = values
    initiative.place(fight, name)


def starts_action(fight: ParthosFight, act: Order) -> None:
    """The order read out, of two at least, starts the action phase (PAR-RND-4)."""
    if len({name for name, _ in act.entries}) > 1 and fight.phase in ("declare", "initiative"):
        rounds.begin_action(fight)


def _other_total(fight: ParthosFight, name: str, top: int, act: Order) -> None:
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[name]
    ours = init.total
    fight.encounter.judge(
        "initiative",
        name,
        ours=ours,
        theirs=top,
        agrees=False,
        words=act,
        effect=f"{name} moves at {top} instead of {ours}",
        message=f"the PGM reads {name}'s initiative as {top}; by the page it is {ours}",
    )
    if fight.encounter.by_the_book:
        return
    init.stated = top
    init.total = top
    init.moves = [top - initiative.STEP * k for k in range(max(1, -(-top // initiative.STEP)))]
    fight.encounter.rule(
        "initiative",
        "revised",
        name,
        clauses=("PGM-1",),
        roll=init.roll,
        total=init.total,
        moves=list(init.moves),
        parts=[],
    )
    initiative.place(fight, name)


def move_count(fight: ParthosFight, act: MoveCount) -> None:
    """ "You get two moves"."""
    round_ = fight.round
    who = act.who or fight.current
    if round_ is None or round_.phase == "closed" or who is None or who not in round_.inits:
        return
    init = round_.inits[who]
    if init.moves is None:
        fight.encounter.judge("moves", who, ours=None, theirs=act.count, agrees=None, words=act)
        init.won = act.count
        return
    ours = len(init.moves)
    agrees = ours == act.count
    fight.encounter.judge(
        "moves",
        who,
        ours=ours,
        theirs=act.count,
        agrees=agrees,
        words=act,
        effect=None if agrees else f"{who} has {act.count} instead of {ours}",
        message=None if agrees else f"the PGM gives {who} {act.count} moves; by the page it is {ours}",
    )
    if agrees or fight.encounter.by_the_book:
        return
    init.won = act.count
    if init.total is not None:
        init.moves = [init.total - initiative.STEP * k for k in range(act.count)]
    initiative.place(fight, who)


def _of_two(fight: ParthosFight, act: Distance) -> tuple[str, str] | None:
    """ "Torvik can't reach Elsinore, she's at missile range": said of those two, whoever else is there."""
    named = tuple(dict.fromkeys(fight.named))
    if len(named) != 2 or len(fight.scene.names) == 2 or ONE_OF_THEM.match(act.text) is None:
        return None
    return named[0], named[1]


def distance(fight: ParthosFight, act: Distance) -> None:
    """Range or feet, said for a pair or for everybody. In words it is a statement, not a move."""
    far = act.feet is not None and act.feet > NEAR
    range_: Range | None = "hth" if act.range == "hth" else "missile" if act.range == "missile" else None
    if range_ is None and act.feet is not None:
        range_ = "missile" if far else "hth"
    if range_ is None:
        return
    if act.who is not None:
        fight.join(act.who)
    if act.other is not None:
        fight.join(act.other)
    if act.who is not None and act.other is None and fight.current is not None and fight.current != act.who:
        pairs = [(fight.current, act.who)]
    elif act.who is not None:
        others = [act.other] if act.other is not None else [n for n in fight.scene.names if n != act.who]
        pairs = [(act.who, other) for other in others]
    elif (pair := _of_two(fight, act)) is not None:
        fight.scene.set_range(*pair, range_, act.feet)
        return
    else:
        names = fight.scene.names
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    for one, other in pairs:
        fight.scene.set_range(one, other, range_, act.feet)
    if act.who is None:
        fight.range_said_at = fight.encounter.event.seq
        fight.said_range = (range_, act.feet)  # holds for those who have not shown themselves yet, too
