"""Worked examples of Parthos: `given` sheets to a campaign, moves sent or said, the PGM's calls
between the dice, and the figures that `expect` may name.

Nothing of the rules is decided here; the fight is played as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Entry, Event, Fight, Finding, Forms, Move, Ruling, Stage, UsageError
from calledshot_parthos import initiative, stage_given
from calledshot_parthos.schema import MOST_IN_GROUP
from calledshot_parthos.state import ATTACKS

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

FRAME = ("system", "range", "rulebook", "settings", "pgm", "combatants", "names", "round_ends", "note")
"""What `given` may hold beside sheets; everything else in it is a combatant."""
RANGES = {
    "hth": "You are toe to toe.",
    "missile": "You are at missile range of each other.",
}


ACTIONS: Mapping[str, tuple[str, ...]] = {
    "missile": ("throw", "fire", "shoot", "attack", "missile attack"),
    "melee": ("attack", "melee attack"),
    "unarmed": ("punch", "attack", "unarmed attack"),
    "cast": ("spell",),
}
"""Other words for an action in `order`."""
OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "critical": ("critical hit",),
    "fumble": ("critical miss", "miss"),
}
"""Other words for what came of an attack."""


class ParthosStage(Stage):
    """One example. `given` is NAME → sheet with the keys of `FRAME` beside them, or holds the sheets in
    `combatants`; `range` "hth" or "missile" and `round_ends` are said by the PGM."""

    pgm = "PGM"
    unordered = frozenset({"findings", "errors", "warnings", "requests"})

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        sheets = given.get("combatants")
        if sheets is None:
            sheets = {name: sheet for name, sheet in given.items() if name not in FRAME}
        if not isinstance(sheets, Mapping):
            raise UsageError("scenario.given.combatants must be a table NAME → sheet")
        for name, sheet in sheets.items():
            if not isinstance(sheet, Mapping):
                raise UsageError(f'scenario.given.{name} must be a sheet, such as {{"speed": 80}}')
        self.sheets: Mapping[str, Mapping[str, Any]] = {
            str(name): stage_given.sheet(sheet) for name, sheet in sheets.items()
        }
        self.stabilised = stage_given.stabilised(sheets)
        said = given.get("range")
        self.range = None if said is None else stage_given.range_(said)
        if said is not None and self.range is None:
            raise UsageError(f"scenario.given.range is {said!r}; there are hth, melee, missile")
        self.system = str(given.get("system", "standard")).casefold()
        self.made: list[tuple[str, int]] = []  # (who, seq) of every declaration
        self.order: list[list[Any]] | None = None
        self.closed = False

    # -- who is there -----------------------------------------------------------------------------

    @property
    def combatants(self) -> tuple[str, ...]:
        found: list[str] = []
        for name, sheet in self.sheets.items():
            count = sheet.get("count")
            if isinstance(count, int) and 1 <= count <= MOST_IN_GROUP:
                found += [f"{name} {number}" for number in range(1, count + 1)]
            else:
                found.append(name)
        return tuple(found)

    @property
    def campaign(self) -> Mapping[str, Any]:
        tables: dict[str, Any] = {"characters": dict(self.sheets)}
        if "rulebook" in self.given:
            tables["rulebook"] = stage_given.rulebook(self.given["rulebook"])
        if "names" in self.given:
            tables["names"] = self.given["names"]
        if "pgm" in self.given:
            named = self.given["pgm"]
            self.pgm = str(named[0]) if isinstance(named, list) and named else str(named)
        return {**tables, "pgm": [self.pgm]}

    # -- what is said -----------------------------------------------------------------------------

    def opening(self) -> Iterable[Event]:
        if self.range is not None:
            yield self.say(self.pgm, RANGES[self.range])
        if self.combatants:
            yield self.say(self.pgm, f"The fight begins: {', '.join(self.combatants)}.")
        yield self.say(self.pgm, "Round 1. " + ("IMs, please." if self.secret else "Initiative, please."))
        for name in self.stabilised:
            yield self.say(self.pgm, f"{name} is stabilised.")

    @property
    def secret(self) -> bool:
        return self.system == "im"

    def said(self, who: str, text: str) -> Iterable[Event]:
        if self.secret and who != self.pgm:
            yield self.whisper(who, text)
        else:
            yield self.say(who, text)

    def waits(self, fight: Fight, entry: Entry) -> bool:
        """Initiative is rolled when all have declared, so that what they announce counts."""
        if fight.phase == "initiative":
            return self.undeclared == 0
        return fight.phase == "action" and super().waits(fight, entry)

    def pause(self, fight: Fight) -> Iterable[Event]:
        """The PGM calls for initiative after the IMs, then whoever is next, then the end of the round."""
        if fight.phase == "declare":
            yield self.say(self.pgm, "Initiative, please.")
            return
        if fight.phase != "action":
            return
        parthos: ParthosFight = fight  # type: ignore[assignment]
        for who, planned in initiative.queue(parthos):
            if parthos.may_act(who, planned) and planned.status == "pending":
                yield self.say(self.pgm, f"{who}, your move.")
                return
        if self.given.get("round_ends") and not self.closed:
            self.closed = True
            yield self.say(self.pgm, "End of round.")

    def seen(self, event: Event, caused: Sequence[Ruling | Finding], fight: Fight) -> None:
        parthos: ParthosFight = fight  # type: ignore[assignment]
        if event.speaker is not None and event.speaker != self.pgm and event.kind in ("say", "whisper"):
            self.made.append((event.speaker, event.seq))
        if self.order is None and fight.phase == "action":
            self.order = [
                [who, planned.at, _action(planned.move)] for who, planned in initiative.queue(parthos)
            ]

    # -- what came of it --------------------------------------------------------------------------

    def results(self, fight: Fight, rulings: Sequence[Ruling], findings: Sequence[Finding]) -> dict[str, Any]:
        """Legality, order, inits, attacks, state, and what was asked; listed in docs/scenarios.md."""
        rows = self._legality(findings, rulings)
        last = {ruling.combatant: ruling for ruling in rulings if ruling.kind == "initiative"}
        attacks = _attacks(rulings)
        found: dict[str, Any] = {
            "rulings": rows,
            "ruling": "illegal" if any(row[1] == "illegal" for row in rows) else "legal",
            "reason": "; ".join(row[2] for row in rows if row[2]),
            "order": self.order or [],
            "moves": {who: ruling.values.get("moves") for who, ruling in last.items()},
            "init": {who: ruling.values.get("total") for who, ruling in last.items()},
            "attacks": attacks,
            "state": fight.state(),
            "asks": self.asks(rulings),
            "requests": [list(one) for one in fight.asked],
            "findings": list(dict.fromkeys(one.code for one in findings)),
            "errors": list(dict.fromkeys(one.code for one in findings if one.severity == "error")),
            "warnings": list(dict.fromkeys(one.code for one in findings if one.severity == "warning")),
            "disrupted": [one.combatant for one in rulings if one.outcome == "disrupted"],
            "winner": next((one.values.get("winner") for one in rulings if one.kind == "fight"
                            and one.outcome in ("won", "yielded")), None),
        }  # fmt: skip
        if attacks:
            found |= {
                key: attacks[-1].get(key)
                for key in ("roll", "needed", "outcome", "hit", "critical", "damage")
            }
        return found

    def _made_by(self, who: str | None, at: int | None) -> int | None:
        """The declaration that something is about: the one that stands there, else his last one before."""
        if at in {seq for _, seq in self.made}:
            return at
        return next((seq for name, seq in reversed(self.made) if name == who and seq <= (at or 0)), None)

    def _legality(self, findings: Sequence[Finding], rulings: Sequence[Ruling]) -> list[list[str]]:
        """A row for every declaration: errors found in it, or when its moves were called; what is refused by
        a setting is no error, and said by the ruling."""
        reasons: dict[int, list[str]] = {seq: [] for _, seq in self.made}
        for one in findings:
            place = self._made_by(one.combatant, one.seq)
            if one.severity == "error" and place is not None:
                reasons[place].append(f"{one.message} ({one.code})")
        for refused in rulings:
            place = self._made_by(refused.combatant, refused.seq)
            if (refused.kind, refused.outcome) != ("refused", "illegal") or place is None or reasons[place]:
                continue
            about = [one for one in findings if one.seq == refused.seq and one.severity == "warning"]
            reasons[place] = [f"{one.message} ({one.code})" for one in about] or [refused.text]
        return [
            [who, "illegal" if reasons[seq] else "legal", "; ".join(reasons[seq])] for who, seq in self.made
        ]


def _action(move: Move) -> Forms:
    """A move by its action, in other words for it, with its weapon or spell, and as it was typed."""
    words = (move.action, *ACTIONS.get(move.action, ()))
    tools = [tool for tool in (move.instrument, move.spell.name if move.spell is not None else None) if tool]
    return Forms((*words, *(f"{word} {tool}" for word in words for tool in tools), move.text.lstrip("*+ ")))


def _attacks(rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
    """Every attack with the damage that followed it."""
    found: list[dict[str, Any]] = []
    for ruling in rulings:
        if ruling.kind in ("attack", *ATTACKS):
            found.append(
                {
                    "who": ruling.combatant,
                    "target": ruling.target,
                    "roll": ruling.values.get("roll"),
                    "needed": ruling.values.get("needed"),
                    "outcome": Forms((ruling.outcome, *OUTCOMES.get(str(ruling.outcome), ()))),
                    "hit": ruling.outcome in ("hit", "critical"),
                    "critical": ruling.outcome == "critical",
                    "damage": None,
                }
            )
        elif ruling.kind == "damage":
            for one in reversed(found):
                if one["who"] == ruling.combatant:
                    one["damage"] = ruling.values.get("points")
                    break
    return found
