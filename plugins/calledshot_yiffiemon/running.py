"""Running: the move check of a sub turn, and the Dex check that a Critical Failure calls for.

What a Run gives is not on the page and is asked. What stopping brings is `moving`.
"""

from __future__ import annotations

from fractions import Fraction

from calledshot_yiffiemon.consequences import AskGm, Check, Consequence, Opportunity, State, StopMove
from calledshot_yiffiemon.facts import Facts, Unknown, amount, known
from calledshot_yiffiemon.rungs import Outcome, Rungs, nothing

QUICK = Fraction(1)
"""YM-812: Inits until the Stopped 1 of a Normal Success goes."""

QUICKER = Fraction(1, 2)
"""YM-813: and of a Severe Success."""


def trips(facts: Facts) -> Outcome:
    """YM-808: a Dex check, the failure amount added. Where that was not told, the check is made all the
    same, and the GM tells what it comes to."""
    told = facts.amount is not None
    return (
        Check(
            kind="dex",
            who=facts.actor,
            ladder="run_dex",
            mod=amount(facts) if told else 0,
            difficulty=0 if told else None,
            clauses=("YM-808",),
        ),
    )


def runs(facts: Facts) -> Outcome:
    """YM-807: he runs; what that gives is the GM's to say."""
    return (
        AskGm(
            question=f"{facts.actor} runs: what does it give?",
            key=f"run {facts.actor}",
            who=facts.actor,
            clauses=("YM-807",),
        ),
    )


RUNGS: Rungs = {
    "CF": trips,
    "NF": lambda facts: nothing("YM-807", words="does not run"),
    "BS": runs,
    "NS": runs,
    "SS": runs,
    "CS": runs,
}


def falls(facts: Facts) -> Outcome:
    """YM-809: he falls prone, with all that falling brings (YM-380)."""
    return (State(who=facts.actor, flag="prone", clauses=("YM-809",)),)


def stumbles(facts: Facts) -> Outcome:
    """YM-810: he stops and gives an Attack of Opportunity to who threatens him."""
    stop = StopMove(who=facts.actor, clauses=("YM-810", "YM-802"))
    if not facts.threateners:
        return (stop,)
    return (
        stop,
        Opportunity(by=facts.threateners, against=facts.actor, passes_on=False, clauses=("YM-810",)),
    )


def stops(facts: Facts) -> Outcome:
    """YM-811: he stops."""
    return (StopMove(who=facts.actor, clauses=("YM-811", "YM-802")),)


def stops_at_ease(facts: Facts, clause: str, expires: Fraction) -> Outcome:
    """YM-812, YM-813: he stops, and that level of Stopped 1 goes by itself."""
    return (StopMove(who=facts.actor, expires=expires, clauses=(clause, "YM-802")),)


def stops_lightly(facts: Facts) -> Outcome:
    """YM-814: it goes in the time of one Move."""

    def make() -> Consequence:
        rate = facts.own.MR
        if not rate:
            raise Unknown(facts.actor, "MR")
        return StopMove(who=facts.actor, expires=1 / rate, clauses=("YM-814", "YM-802"))

    return (known(("YM-814",), make),)


DEX: Rungs = {
    "CF": falls,
    "NF": stumbles,
    "BS": stops,
    "NS": lambda facts: stops_at_ease(facts, "YM-812", QUICK),
    "SS": lambda facts: stops_at_ease(facts, "YM-813", QUICKER),
    "CS": stops_lightly,
}
"""The Dex check of YM-808."""
