"""Actions of Opportunity in the fight: offered, taken, passed on, queued for their target's next turn, and
resolved (YM-107, YM-407 … YM-410). Who may take one is `threat`, what gives one the chapters'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from calledshot_yiffiemon import consequences, figures, footing, moments, threat
from calledshot_yiffiemon.checks import Outcome, Part
from calledshot_yiffiemon.flow import Flow, Need
from calledshot_yiffiemon.state import Queued
from calledshot_yiffiemon.table import Table

if TYPE_CHECKING:
    from calledshot.api import Offer


def offer(table: Table, one: consequences.Opportunity) -> Flow:
    """Offer it. One that is immediate is waited for and resolved at once (Amb-04)."""
    by = [name for name in one.by if name not in table.fighters or not table.fighters[name].out]
    immediate = one.immediate or table.setting("aoo.timing") == "immediate"
    made = table.offers.make(
        one.what[0],
        by,
        one.against,
        cause=", ".join(one.clauses),
        options=one.what,
        first=one.by[0] if one.by else "",
        passes_on=one.passes_on,
        mod=one.mod,
        group=one.group,
        power=one.power,
        stops_move=one.stops_move,
        immediate=immediate,
        gained=table.now,
        number=table.next_offer(),
        clauses=one.clauses,
    )
    table.undo.append(lambda: table.offers.withdraw(made))
    for name in by:
        table.sample(name)  # a time that counts for who gains it (YM-394)
    table.rule(
        "opportunity", "offered", by[0] if len(by) == 1 else None, one.against,
        clauses=(*one.clauses, "YM-407"), default=one.default, by=by, what=list(one.what),
        when="now" if immediate else "queued", mod=one.mod, power=one.power, at=table.now,
    )  # fmt: skip
    if not by:
        table.offers.withdraw(made)
        return
    if immediate:
        taken = yield Need(
            kind="opportunity",
            who=by[0] if len(by) == 1 else None,
            target=one.against,
            details={"immediate": True},
        )
        if isinstance(taken, Queued):
            yield from resolve(table, taken)
        elif made in list(table.offers):
            _lapse(table, made)


def given(table: Table, who: str, against: str) -> None:
    """The GM grants an opportunity that was not on offer."""
    made = table.offers.make(
        "attack",
        [who],
        against,
        "PGM",
        options=("attack",),
        first=who,
        passes_on=True,
        gained=table.now,
        number=table.next_offer(),
        clauses=(),
    )
    table.sample(who)
    table.rule(
        "opportunity", "offered", who, made.against, clauses=("YM-407",), by=[who], what=["attack"],
        when="queued", mod=0, power=False, at=table.now,
    )  # fmt: skip


def threateners_of(table: Table, offer: Offer) -> list[str]:
    return [name for name in table.threateners(offer.against) if name not in offer.passed]


def why_not(table: Table, who: str, against: str) -> tuple[str, tuple[str, ...]] | None:
    """YM-408, YM-409: why somebody may not take an opportunity on offer; None where he may."""
    if table.offers.for_(who, against) is not None:
        return None
    others = [one for one in table.offers if one.against == against]
    if not others:
        return f"there is no opportunity on {against}", ("YM-407",)
    one = others[0]
    if not one.passed:
        return f"offered to {' or '.join(one.open_to)}, who has not passed", ("YM-409",)
    if not one.details.get("passes_on"):
        return "only the one it was given to may take it", ("YM-409",)
    if not table.threatens(who, against):
        return f"does not threaten {against}", ("YM-409",)
    return None


def take(table: Table, who: str, against: str, what: str | None = None, text: str = "") -> Queued | None:
    """`who` takes what is on offer; it then waits for the target's next turn, or is resolved at once."""
    made = table.offers.take(who, against)
    if made is None:
        return None
    options: Sequence[str] = made.details.get("options", ("attack",))
    chosen = what if what is not None and what in options and who == made.details.get("first") else options[0]
    if who != made.details.get("first") and "attack" in options:
        chosen = "attack"
    queued = Queued(
        by=who,
        against=made.against,
        what=chosen,
        gained=made.details.get("gained", table.now),
        number=made.details.get("number", 0),
        mod=made.details.get("mod", 0),
        group=made.details.get("group"),
        power=bool(made.details.get("power")),
        stops_move=bool(made.details.get("stops_move")),
        threatened=table.threatens(who, made.against),
        text=text or f"{_short(chosen)} by {who} on {made.against}",
        clauses=tuple(made.details.get("clauses", ())),
    )
    immediate = bool(made.details.get("immediate"))
    table.rule(
        "opportunity", "taken", who, made.against, clauses=(*queued.clauses, "YM-107", "YM-408"),
        what=chosen, when="now" if immediate else "queued", mod=queued.mod, at=queued.gained,
        resolved="at once"
        if immediate
        else f"start of the next turn of {made.against}, as {_as(chosen)}",
    )  # fmt: skip
    over = moments.opportunity_over(who, made.against)
    table.threats.give(who, made.against, "TB1", 1, over)
    if not immediate:
        queue = table.fighters[made.against].ao_queue
        queue.append(queued)
        queue.sort(key=lambda one: (one.gained, one.number))  # as they were gained (YM-107, YM-407)
    return queued


def _short(what: str) -> str:
    return "AoO" if what == "attack" else f"AO ({what.replace('_', ' ')})"


def _as(what: str) -> str:
    return "a Normal Attack" if what == "attack" else f"a {what.replace('_', ' ').title()}"


def passes(table: Table, who: str, against: str | None = None) -> bool:
    """YM-409: `who` passes; only those who threaten the target may take it in his stead."""
    made = table.offers.for_(who, against)
    if made is None:
        return False
    made.passed.append(who)
    table.rule("opportunity", "passed", who, made.against, clauses=("YM-409",))
    if not made.open_to:
        others = threat.passed_on(threateners_of(table, made), made.passed)
        if made.details.get("passes_on") and others:
            made.to = [*made.to, *others]
            for name in others:
                table.sample(name)
            table.rule(
                "opportunity", "offered", others[0] if len(others) == 1 else None, made.against,
                clauses=("YM-409",), by=others, what=["attack"], when="queued", at=table.now,
                mod=made.details.get("mod", 0), power=False,
            )  # fmt: skip
    return True


def _lapse(table: Table, made: Offer) -> None:
    """Nobody takes it; others on the same target stay."""
    table.offers.withdraw(made)
    table.rule("opportunity", "lapsed", None, made.against, clauses=("YM-107",), by=list(made.to))


def lapse(table: Table, against: str) -> None:
    """The target's turn has come and gone on: what nobody has taken is over."""
    for made in [one for one in table.offers if one.against == against]:
        _lapse(table, made)


def resolve(table: Table, one: Queued) -> Flow:
    """YM-410: an Attack of Opportunity is resolved like a Normal Attack, at no cost of time. It goes on,
    and threatens, until that is done (YM-110)."""
    yield from _resolved(table, one)
    table.happened(moments.opportunity_over(one.by, one.against))


def _resolved(table: Table, one: Queued) -> Flow:
    """The attack itself; a hit may end the target's move (YM-364, YM-367)."""
    if table.fighters[one.by].out:
        table.rule("opportunity", "lapsed", one.by, one.against, clauses=one.clauses, by=[one.by])
        return
    table.rule(
        "opportunity", "resolved", one.by, one.against, clauses=("YM-107", "YM-410"), what=one.what,
        at=table.now,
    )  # fmt: skip
    from calledshot_yiffiemon import carry_out, resolving

    parts = [Part(value=one.mod, why="opportunity")] if one.mod else []
    if one.what == "attack":
        _ammunition(table, one)
        yield from carry_out.normal_attack(
            table,
            one.by,
            one.against,
            parts=parts,
            power=one.power,
            clauses=("YM-410",),
            group=one.group,
            first=True,
            upon=lambda outcome: _stops(table, one, outcome),
        )
    else:
        yield from resolving.opportunity(table, one, parts)
        table.happened(moments.action_over(one.by))


def _stops(table: Table, one: Queued, outcome: Outcome) -> Flow:
    """YM-364, YM-367: a hit ends the target's move."""
    from calledshot_yiffiemon import carry_out

    known = figures.facts(table, one.by, one.against)
    if one.stops_move and outcome.level is not None and footing.hits(outcome.level, known):
        stop = consequences.StopMove(who=one.against, clauses=(*one.clauses, "YM-802"))
        yield from carry_out.plainly(table, (stop,), one.against)


def _ammunition(table: Table, one: Queued) -> None:
    """YM-207: a ranged attacker spends nothing on somebody he already threatens; this opportunity, which
    threatens too, does not count."""
    by = table.fighters[one.by]
    if not by.ranged or by.ammo is None:
        return
    inside = (one.by, one.against) in table.guards
    if one.threatened or inside or table.threats.by(one.against, one.by) > 1:
        table.rule("ammo", "kept", one.by, one.against, clauses=("YM-207",), ammo=by.ammo)
        return
    by.ammo = max(0, by.ammo - 1)
    table.rule("ammo", "spent", one.by, one.against, clauses=("YM-207",), rounds=1, ammo=by.ammo)


def falls_prone(table: Table, who: str, checked: Callable[..., Any]) -> Flow:
    """YM-380: an attack skill check of who falls prone."""
    from calledshot_yiffiemon.carry_out import plainly

    yield from plainly(table, footing.falling(figures.facts(table, who)), who)
