"""Worked examples of YiffieMon: `given` tables to a campaign, what is said and rolled, and the figures that
`expect` may name. The fight is played as any other; nothing of the rules is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Entry, Event, Fight, Finding, Ruling, Stage, UsageError, fold
from calledshot_yiffiemon import stage_given, stage_results

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

FRAME = frozenset(
    (
        *("combatants", "ladder", "turn_length", "turns", "fall_table_answer", "normal_attack_speed"),
        *("distance", "offer", "clocks", "in_reach", "target", "threateners", "rulebook", "settings", "pgm"),
        *("note", "names", "positions", "terrain", "body_to_life", "fall", "says", "defender_modifier"),
        *("action", "opportunity", "times", "attacker", "values"),
    )
)
"""What `given` may hold beside sheets; everything else in it that is a table is a combatant."""
LADDER_T = {"CS": 60, "SS": 30, "NS": 10, "BS": 0, "NF": -40}
"""LADDER-T, a ladder for tests (2.1 of the inventory)."""
TARGET = "target"
ROLLED = ("check", "dice", "level", "choice")
"""What is waited for that dice entries answer."""
_AO = re.compile(
    r"(?:ao+|attack of opportunity|opportunity)\s+by\s+(.{1,60}?)\s+on\s+(.{1,60})", re.IGNORECASE
)
_ON = re.compile(r"\b(?:on|against|at)\s+(?:the\s+)?(.{1,60})$", re.IGNORECASE)
_AIMED = re.compile(
    r"\b(?:attack|attack on|on|against|at|charge|toward|towards|guard:|slide|push|heal|threaten|punch|of)\s+"
    r"(?:the\s+)?([^\W\d_][\w'-]{0,40})",
    re.IGNORECASE,
)


class YiffieMonStage(Stage):
    """One example. `given` is NAME → sheet with the keys of `FRAME` beside them, or holds the sheets in
    `combatants`; `threatens_NAME` lists who threatens somebody."""

    prose = frozenset(
        (
            *("suspended", "second_assist", "resolved", "target_check", "note", "then", "until"),
            *(f"effect_after_{number}" for number in range(1, 10)),
        )
    )
    unordered = frozenset(("flankers", "threatens"))

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.sheets = _sheets(given)
        self.loose = _loose(given)  # figures that stand in `given` by themselves
        self.roles = _roles(given)
        self.fight: YiffieMonFight | None = None
        self.left: list[Entry] = []  # dice entries not played yet
        self.paused = 0
        self.ending: list[str] = []  # whose turns of a given length are still to end
        self.added: list[str] = []  # combatants whom only the declarations or the dice name

    # -- who is there -----------------------------------------------------------------------------

    def prepare(self) -> None:
        """Those whom declarations, dice, queues and offers name are in the fight too."""
        if self.loose:
            self._gather()
        words = {fold(name) for name in (*self.sheets, *self.roles)}
        for name in self._named():
            if fold(name) not in words and name.casefold() not in _NOBODY:
                words.add(fold(name))
                self.added.append(name)
        self.left = [self.owned(entry) for entry in self.script.dice]

    def _gather(self) -> None:
        """Figures that stand by themselves are those of the first who declares, or rolls, or of nobody's."""
        said = [
            one.who for one in self.script.declarations if len(one.who) > 1 and self.who(one.who) != self.pgm
        ]
        rolled = [one.who for one in self.script.dice if one.who]
        name = next(iter((*said, *rolled)), "actor")
        name = self.who(name) or name
        self.sheets = {name: {**self.loose, **self.sheets.get(name, {})}, **{
            other: sheet for other, sheet in self.sheets.items() if other != name}}  # fmt: skip

    def _named(self) -> Iterable[str]:
        for sheet in self.sheets.values():
            for text in sheet.get("ao_queue", ()):
                found = _AO.search(str(text))
                if found is not None:
                    yield from (found[1].strip(), found[2].strip())
            if sheet.get("pending"):
                found = _ON.search(str(sheet["pending"]))
                if found is not None:
                    yield found[1].strip()
            for key in ("in_TA_of", "inside_guard_of"):
                yield from map(str, sheet.get(key, ()))
            for key in ("TB", "allocation"):
                yield from map(str, sheet.get(key, {}))
            toward = (sheet.get("prev_turn") or {}).get("straight_toward")
            if toward:
                yield str(toward)
        offer = self.given.get("offer") or {}
        for key in ("to", "target"):
            if isinstance(offer.get(key), str):
                yield offer[key]
        yield from map(str, self.given.get("clocks", {}))
        yield from map(str, self.given.get("in_reach", ()))
        for key, names in self.given.items():
            if key.startswith("threatens_"):
                yield key.removeprefix("threatens_")
                yield from map(str, names)
        yield from map(str, self.given.get("threateners", {}))
        for said in self.script.declarations:
            if len(said.who) > 1 and self.who(said.who) != self.pgm:
                yield said.who
            found = _AIMED.search(said.text)
            named = found is not None and self._begins_known(said.text[found.start(1) :])
            if (
                found is not None
                and not named
                and (found[1][0].isupper() or found[1].casefold() in self._known())
            ):
                name = found[1].removesuffix("'s").removesuffix("'")
                yield self._known().get(name.casefold(), name)
        if self.sheets and not self.script.declarations and self._attackers():
            yield TARGET
        if len(self.sheets) + len(self.added) == 1 and self._needs_somebody():
            yield TARGET

    def _begins_known(self, text: str) -> bool:
        """Whether words begin with the name of somebody who is there."""
        return any(text.casefold().startswith(name) for name in self._known())

    def _needs_somebody(self) -> bool:
        return any(
            re.match(r"(?:cast|attack|charge|dive|slide|push)\b", said.text)
            for said in self.script.declarations
        )

    def _known(self) -> dict[str, str]:
        return {name.casefold(): name for name in (*self.sheets, *self.added)}

    def _attackers(self) -> list[str]:
        """Those who have an attack among the dice and nothing to declare: they attack."""
        if self.script.declarations:
            return []
        declared = {fold(said.who) for said in self.script.declarations}
        found: dict[str, None] = {}
        for entry in self.script.dice:
            match = re.match(r"(.{1,60}?)\s+attack\s*:", entry.text, re.IGNORECASE)
            if match is not None:
                for name in self.sheets:
                    if fold(name) == fold(match[1]) and fold(name) not in declared:
                        found[name] = None
        return list(found)

    def _checker(self) -> tuple[str, str] | None:
        """Whose move or attack skill check the dice of an example begin with in which nobody declares
        anything and nothing else is going on."""
        busy = any(sheet.get("pending") or sheet.get("ao_queue") for sheet in self.sheets.values())
        lasts = "turns" in self.given or "turn_length" in self.given
        if self.script.declarations or not self.script.dice or busy or lasts:
            return None
        match = _BARE.match(self.script.dice[0].text)
        who = self.who(match[1]) if match is not None else None
        if match is None or who is None or who not in self.sheets:
            return None
        return who, match[2].casefold()

    def _checks_skill(self, name: str) -> bool:
        """Whether somebody makes an attack skill check of his own, which he can in combat (YM-739)."""
        own = [said.text for said in self.script.declarations if self.who(said.who) == name]
        if any(_OWN_CHECK.search(text) for text in own):
            return True
        checker = self._checker()
        return checker is not None and checker[0] == name and checker[1] != "move"

    @property
    def combatants(self) -> tuple[str, ...]:
        return (*self.sheets, *self.added)

    @property
    def rolls_for(self) -> Mapping[str, str]:
        return self.roles

    # -- the campaign -----------------------------------------------------------------------------

    @property
    def campaign(self) -> Mapping[str, Any]:
        book: dict[str, Any] = dict(self.given.get("rulebook", {}))
        ladder = self.given.get("ladder")
        if isinstance(ladder, str):
            if ladder.upper() != "LADDER-T":
                raise UsageError(f"scenario.given.ladder is {ladder!r}; LADDER-T is the one with a name")
            book["ladder"] = LADDER_T
        elif ladder is not None:
            book["ladder"] = ladder
        for key in ("positions", "body_to_life", "fall"):
            if key in self.given:
                book[key] = self.given[key]
        answer = self.given.get("fall_table_answer")
        if isinstance(answer, Mapping):
            book["fall"] = {"0": answer.get("damage", 0)}
        book.setdefault("positions", {}).update(self._positions())
        if "terrain" in self.given and self.combatants:
            first = self.combatants[0]
            at = self.sheets.get(first, {}).get("position") or book["positions"].setdefault(first, [0, 0])
            texts = [said.text for said in self.script.declarations]
            book["terrain"] = stage_given.ground(self.given["terrain"], texts, (at[0], at[1]))
        settings = dict(self.given.get("settings", {}))
        if "normal_attack_speed" in self.given:
            settings["speed.normal_attack"] = float(self.given["normal_attack_speed"])
        names = {**self.roles, **self.given.get("names", {})}
        return {
            "characters": self._characters(),
            "rulebook": book,
            "settings": settings,
            "names": names,
            "pgm": [self.pgm],
        }

    def _positions(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        distance = self.given.get("distance")
        if isinstance(distance, int | float) and len(self.combatants) > 1:
            one, other = self.combatants[:2]
            found = {one: [0, 0], other: [distance, 0]}
        if isinstance(self.given.get(TARGET), list):
            found[TARGET] = self.given[TARGET]
        for name, at in self.given.get("threateners", {}).items():
            if isinstance(at, list):
                found[name] = at
        return found

    def _characters(self) -> dict[str, Any]:
        made: dict[str, Any] = {name: dict(sheet) for name, sheet in self.sheets.items()}
        clocks = [sheet["clock"] for sheet in made.values() if isinstance(sheet.get("clock"), int | float)]
        for name, sheet in made.items():
            if sheet.get("in_combat") is None and self._checks_skill(name):
                sheet["in_combat"] = True
        for name in self.added:
            made[name] = {"clock": max(clocks) + 1} if clocks else {}
        for name, clock in self.given.get("clocks", {}).items():
            made.setdefault(name, {})["clock"] = clock
        for key, names in self.given.items():
            if key.startswith("threatens_"):
                victim = made.setdefault(key.removeprefix("threatens_"), {})
                victim.setdefault("TB", {}).update({str(name): {"2": 1} for name in names})
        if TARGET in made and "threateners" in self.given:
            made[TARGET].setdefault("TB", {}).update({name: {"1": 1} for name in self.given["threateners"]})
        return made

    # -- what is said -----------------------------------------------------------------------------

    def opening(self) -> Iterable[Event]:
        offer = self.given.get("offer")
        if isinstance(offer, Mapping):
            yield self.say(self.pgm, f"{offer['to']} gets an opportunity on {offer['target']}")
        yield self.say(self.pgm, "Combat! Roll call: " + ", ".join(self.combatants))
        modifier = self.given.get("defender_modifier")
        if isinstance(modifier, int) and len(self.combatants) > 1:
            yield self.say(self.pgm, f"{self.combatants[1]} has {modifier:+d} on his attack rolls")
        lengths = self.given.get("turns") or (
            [self.given["turn_length"]] if "turn_length" in self.given else []
        )
        for length in lengths:
            for name in self.sheets:
                yield self.say(self.pgm, f"{name}'s turn lasts {length:g} Inits")
        self.ending = list(self.sheets)[1:] if lengths else []
        for name in self._attackers():
            yield self.say(self.pgm, f"{name}'s turn")
            yield self.say(name, f"attack {self._target_of(name)}")
        checker = self._checker()
        if checker is not None:
            yield self.say(self.pgm, f"{checker[0]}'s turn")
            yield self.say(checker[0], f"{checker[1]} check")
        says = self.given.get("says", ())
        for text in [says] if isinstance(says, str) else says:
            yield self.say(self.pgm, str(text))

    def _target_of(self, name: str) -> str:
        others = [other for other in self.combatants if other != name]
        return TARGET if TARGET in others else others[0] if others else TARGET

    def said(self, who: str, text: str) -> Iterable[Event]:
        """A declaration, its owner called first if he is not up and it is no word on an opportunity."""
        fight = self.fight
        if who == self.pgm or fight is None:
            yield self.say(who, text)
            return
        giver = self._gives(who, text)
        if giver is not None:
            yield self.say(self.pgm, f"{giver}'s turn")
        if not self._out_of_turn(who, text) and fight.table.started and not fight.awaits(who):
            need = fight.table.machine.need
            if need is not None and need.kind == "choice" and need.who == who and _CHOICE.match(text):
                yield self.say(who, text)
                return
            stuck = need is not None and need.kind in ROLLED and need.who not in self._rollers()
            if fight.table.current == who and stuck:
                yield self.say(self.pgm, "Next turn.")
            yield self.say(self.pgm, f"{who}'s turn")
        yield self.say(who, text)

    def _rollers(self) -> set[str | None]:
        """Those who have dice left."""
        return {self.who(entry.who) for entry in self.left}

    def _out_of_turn(self, who: str, text: str) -> bool:
        """Whether somebody says this whose turn it is not; a round is spent once his assist is made."""
        if re.match(r"\s*spend\b", text, re.IGNORECASE) and self.fight is not None:
            one = self.fight.table.fighters.get(who)
            return one is not None and one.pending is None
        return _OUT_OF_TURN.match(text) is not None

    def _gives(self, who: str, text: str) -> str | None:
        """Whose action must come to its end before somebody can take this opportunity, of which there is
        none yet: the target's, or his own."""
        found = _TAKES.match(text)
        table = self.fight.table if self.fight is not None else None
        target = self.who(found[1]) if found is not None else None
        if table is None or target is None or any(offer.against == target for offer in table.offers):
            return None
        waiting = (one for one in (target, who) if one in table.fighters)
        return next((one for one in waiting if table.fighters[one].pending is not None), None)

    def waits(self, fight: Fight, entry: Entry) -> bool:
        """Whether the fight waits for this: dice of that size of him, or a check of that kind."""
        need = fight.table.machine.need  # type: ignore[attr-defined]
        who = self.who(entry.who)
        if need is None or need.who is None or who != need.who:
            return False
        if need.kind == "check" and need.what == "attack" and self._spent_on(need.who):
            return False
        if need.kind == "choice" and "none" in need.options:
            return not entry.is_roll or f"{entry.count}d{entry.sides}" == self._die(fight)
        if entry.is_roll:
            return need.kind in ("check", "dice") and need.dice == f"{entry.count}d{entry.sides}"
        if need.kind == "choice":
            return "none" in need.options  # what he may leave out: this tells whether he does
        if need.kind not in ("check", "level"):
            return False
        kind = _kind_of(entry.text, entry.who)
        return not kind or kind in need.details["names"]

    def _spent_on(self, roller: str) -> bool:
        """Whether what is declared next is a round spent on the attack that is to be rolled: it is spent
        before, else it could not count."""
        if not self.undeclared or self.fight is None:
            return False
        said = self.script.declarations[-self.undeclared]
        found, who = _SPENDS.match(said.text), self.who(said.who)
        spender = self.fight.table.fighters.get(who or "")
        ready = spender is not None and spender.pending is None and who != roller
        return found is not None and ready and self.who(found[1]) == roller

    @staticmethod
    def _die(fight: Fight) -> str:
        from calledshot_yiffiemon import book

        return f"1d{book.die(fight.table.campaign)}"  # type: ignore[attr-defined]

    def rolled(self, entry: Entry) -> Iterable[Event]:
        if entry in self.left:
            self.left.remove(entry)
        need = self.fight.table.machine.need if self.fight is not None else None
        if need is not None and need.kind == "choice" and "none" in need.options and need.who is not None:
            wanted = entry.note if entry.is_roll else _kind_of(entry.text, entry.who)
            yield self.say(need.who, f"{need.what} check" if need.what in wanted.casefold() else "no")
        yield from super().rolled(entry)

    def pause(self, fight: Fight) -> Iterable[Event]:
        """The turns of the others end too; then, while dice are left, the GM calls the next one whose they
        are, or goes on to the next turn."""
        if self.ending:
            yield self.say(self.pgm, f"{self.ending.pop(0)}'s turn")
            return
        if not self.left or self.paused >= 2 * len(self.combatants) + 4:
            return
        self.paused += 1
        owner = self.who(self.left[0].who)
        one = self.fight.table.fighters.get(owner or "") if self.fight is not None else None
        need = self.fight.table.machine.need if self.fight is not None else None
        offered = need is not None and need.kind == "opportunity" and need.target == owner
        if one is not None and one.pending is not None and not offered:
            yield self.say(self.pgm, f"{owner}'s turn")
        else:
            yield self.say(self.pgm, "Next turn.")

    def seen(self, event: Event, caused: Sequence[Ruling | Finding], fight: Fight) -> None:
        self.fight = fight  # type: ignore[assignment]

    # -- what came of it --------------------------------------------------------------------------

    def results(self, fight: Fight, rulings: Sequence[Ruling], findings: Sequence[Finding]) -> dict[str, Any]:
        return stage_results.results(self, fight, rulings)  # type: ignore[arg-type]


_BARE = re.compile(r"\s*(.{1,60}?)\s+(move|attack skill)(?:\s+check)?\s*:", re.IGNORECASE)
_OWN_CHECK = re.compile(r"\battack skill check\b", re.IGNORECASE)
_NOBODY = frozenset(("a", "an", "the", "him", "her", "it", "myself", "them", "their", "guard", "opportunity"))
_OUT_OF_TURN = re.compile(
    r"\s*(?:pass\b|take the opp|takes? the|threaten\b|hamper\b|combat assist\b|fight defensively\b)",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\s*takes? (?:the|an) opportunity (?:on|against) ([\w' -]{1,40}?)\s*(?::.{0,40})?$", re.IGNORECASE
)
_SPENDS = re.compile(
    r"\s*spends?\b.{1,40}?\bon ([\w' -]{1,40}?)(?:'s?)? (?:attack|shot|blow)\b", re.IGNORECASE
)
"""A round spent on somebody's attack."""
_CHOICE = re.compile(r"\s*(?:i )?(?:choose |take )?(?:the )?(?:option )?(?:[ab]|push)\s*$", re.IGNORECASE)


def _kind_of(text: str, who: str) -> str:
    from calledshot_yiffiemon import checks

    rest = text[len(who) :] if text.casefold().startswith(who.casefold()) else text
    words = rest.partition(":")[0].strip()
    return checks.normal(re.sub(r"\s+(?:check|roll)$", "", words)) if words else ""


def _loose(given: Mapping[str, Any]) -> dict[str, Any]:
    """Figures of a sheet that stand in `given` beside the sheets, or in place of one."""
    alone = {
        name: value for name, value in given.items() if name not in FRAME and not isinstance(value, Mapping)
    }
    return {key: value for key, value in stage_given.sheet(alone).items() if stage_given.is_figure(key)}


def _is_role(name: str, sheet: Any, given: Mapping[str, Any]) -> bool:
    """Whether "attacker" or "target" is a combatant's sheet here, not a place or an action in time."""
    return name in ("attacker", TARGET) and isinstance(sheet, Mapping) and "values" not in given


def _roles(given: Mapping[str, Any]) -> dict[str, str]:
    """A role, or another name in `given` → the one whose `id` stands under it."""
    described = given.get("combatants") or given
    return {
        str(role): str(sheet["id"])
        for role, sheet in described.items()
        if isinstance(sheet, Mapping) and sheet.get("id") is not None and str(sheet["id"]) != str(role)
    }


def _sheets(given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """NAME → sheet of everybody `given` describes."""
    described = given.get("combatants")
    if described is None:
        described = {
            name: sheet
            for name, sheet in given.items()
            if (name not in FRAME or _is_role(name, sheet, given))
            and not name.startswith("threatens_")
            and (isinstance(sheet, Mapping) or not _loose({name: sheet}))
        }
    if not isinstance(described, Mapping):
        raise UsageError("scenario.given.combatants must be a table NAME → sheet")
    for name, sheet in described.items():
        if not isinstance(sheet, Mapping):
            raise UsageError(f'scenario.given.{name} must be a sheet, such as {{"OCV": 20}}')
    found = {str(sheet.get("id") or name): stage_given.sheet(sheet) for name, sheet in described.items()}
    if isinstance(given.get(TARGET), list):
        found = {TARGET: {}, **{str(name): {} for name in given.get("threateners", {})}, **found}
    return found
