"""What a worked example's `given` holds, as sheets, a rulebook and settings.

The keys are the inventory's: roles (actor, attacker, target, mover, defender …) or `combatants`, a `weapon`
or `weapons` for the first of them, `sides`, `dm` (his answers), and figures of which only a sum is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from calledshot.api import UsageError
from calledshot_combat_notes import schema, spellings
from calledshot_combat_notes.state import OPPONENTS, PARTY

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

FIRST_ROLES = ("actor", "attacker", "mover", "caster", "pc", "character")
SECOND_ROLES = ("target", "defender", "occupant", "opponent", "victim")
PLAIN = frozenset(
    (
        "weapon", "weapons", "initiative", "sides", "scale", "dm", "combatants", "settings", "players",
        "draw", "roller", "round", "rulebook", "turns", "standard_rounds", "combat_rounds", "seconds",
        "minutes", "duration", "note", "order", "seed", "rounds", "spell", "spells", "power", "powers",
        "psionic", "casting", "height", "attack_height",
    )
)  # fmt: skip
"""Keys of `given` that are no combatants."""
MONSTERS = frozenset(
    (
        "giant", "ogre", "troll", "orc", "goblin", "hobgoblin", "bugbear", "kobold", "gnoll", "gob", "wyrm",
        "dragon", "drake", "wyvern", "golem", "wolf", "bear", "spider", "rat", "bandit", "brigand", "beast",
        "skeleton", "zombie", "ghoul", "wight", "wraith", "demon", "devil", "fiend", "ettin", "minotaur",
        "hydra", "snake", "manticore", "harpy", "monster", "enemy", "foe", "elemental", "cyclops", "titan",
        "worm", "lion", "tiger", "boar", "bull", "elephant", "opponent", "jackal", "hyena", "imp", "vampire",
    )
)  # fmt: skip
"""What the opponents of examples are called."""
LIVE = {"aoo_used", "facing_changes_used", "consecutive_half_fire"}
"""Counters of a round that no sheet holds."""
UNITS = ("standard_rounds", "combat_rounds", "turns", "minutes", "seconds")
_CAST = re.compile(
    r"\b(?:re)?casts?(?:ing)?\s{1,3}(?:the\s{1,3}|a\s{1,3}|my\s{1,3})?(?P<name>[a-z][a-z' -]{0,40}?)"
    r"(?:\s{1,3}(?:on|at|against|upon|over|to|\(|ct)\b.{0,200}|\s{0,3}[.,;(].{0,200})?$",
    re.IGNORECASE,
)
_POWER = re.compile(
    r"\b(?:use|activate|manifest)s?\s{1,3}(?:the\s{1,3}|my\s{1,3})?(?:psionic\s{1,3})?power\s{1,3}"
    r"(?P<name>[a-z][a-z' -]{0,40}?)(?:\s{1,3}(?:on|at|against)\b.{0,200}|\s{0,3}[.,;(].{0,200})?$",
    re.IGNORECASE,
)
TOPICS: Mapping[str, str] = {
    "critical": "injury",
    "critical_injury": "injury",
    "degree": "injury",
    "bolt_target": "bolt",
    "charge_mods": "charge",
    "escape_roll": "escape",
    "item_phase": "item",
    "run_multiple": "run",
    "sprint_multiple": "sprint",
    "end_of_round": "closing",
    "spell_lost": "spell",
    "knockdown_die": "kd_die",
    "event": "critical_event",
    "mv": "encumbrance",
    "MV": "encumbrance",
    "ruling": "outside",
    "shots_this_round": "shots",
    "body_part": "part",
}
"""Other names for the topics of the DM's answers."""


WORDS: Mapping[str, str] = {
    "kd_die": "knockdown die",
    "encumbrance": "MV",
    "outside": "ruling",
    "closing": "end of round",
    "displaced": "pushed",
    "part": "body part",
}
"""Topics that the DM calls otherwise than we do."""


def word(topic: str) -> str:
    """What the DM calls a topic when he answers it."""
    return WORDS.get(topic, topic.replace("_", " "))


class Cast:
    """Who is on the stage, with sheets under the schema's own keys. `told` is what the DM says besides."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.sheets: dict[str, dict[str, Any]] = {}
        self.roles: dict[str, str] = {}
        self.live: dict[str, dict[str, Any]] = {}
        self.spells: dict[str, Any] = {}  # whose one spell has no name of its own
        self.powers: dict[str, Any] = {}
        self.threatened: dict[str, list[str]] = {}
        self.told: list[str] = []
        height = given.get("height") or given.get("attack_height")
        self.height: str | None = str(height) if height is not None else None  # of the blow (CN-616)
        self.sided: set[str] = set()
        self.sides: list[str] = [str(side).casefold() for side in given.get("sides") or ()]
        self.settings: dict[str, Any] = dict(given.get("settings") or {})
        self.rulebook: dict[str, Any] = dict(given.get("rulebook") or {})
        draw = given.get("draw") or given.get("roller")
        self.draw: str | None = str(draw) if draw is not None else None
        self.dm: dict[str, Any] = self._answers(given.get("dm"))
        self.height = self.height or self.dm.get("height") or self.dm.get("attack_height")
        self._people()

    @staticmethod
    def _answers(dm: Any) -> dict[str, Any]:
        if dm is None:
            return {}
        if not isinstance(dm, Mapping):
            raise UsageError("given.dm must be a table of the DM's answers by topic")
        return {TOPICS.get(str(key), str(key)): value for key, value in dm.items()}

    def answer(self, topic: str) -> str | None:
        """The DM's answer on a topic, in words."""
        value = self.dm.get(topic)
        if topic == "fumble" and value is not None and self.dm.get("ally") is not None:
            return f"{value}: {self.dm['ally']}"
        return None if value is None else str(value)

    def _people(self) -> None:
        given = self.given
        combatants = given.get("combatants")
        if combatants is not None and not isinstance(combatants, Mapping):
            raise UsageError("given.combatants must be a table of names and their figures")
        for name, figures in (combatants or {}).items():
            self._add(str(name), figures)
        for key, figures in given.items():
            if key in PLAIN or key in self.sheets:
                continue
            if not isinstance(figures, Mapping):
                continue
            name = str(figures.get("id") or figures.get("name") or key)
            self._add(name, {k: v for k, v in figures.items() if k not in ("id", "name")})
            if name != key:
                self.roles[str(key)] = name
        for name in given.get("players") or ():
            self._add(str(name), {"side": PARTY})
        nobody = not self.sheets
        for side in self.sides:
            if nobody or side not in (PARTY, OPPONENTS):
                self._add(side.capitalize(), {"side": side})
        armed = given.get("weapon") is not None or bool(given.get("weapons"))
        if armed and self.sheets and next(iter(self.sheets)) in SECOND_ROLES:
            others, self.sheets = self.sheets, {}
            self._add("attacker", {})
            self.sheets |= others
        if not self.sheets:
            loose = {k: v for k, v in given.items() if k in SHEET_KEYS and k not in PLAIN}
            self._add("actor", loose)
        first = next(iter(self.sheets))
        for written, time in given.items():  # of a spell or power that is given by its time alone
            named = spellings.MAGIC.get(spellings.fold(written), str(written))
            if named in ("casting_time", "prep") and not isinstance(time, Mapping):
                (self.spells if named == "casting_time" else self.powers).setdefault(first, {named: time})
        for key, kept in (("spell", self.spells), ("casting", self.spells), ("power", self.powers),
                          ("psionic", self.powers)):  # fmt: skip
            if given.get(key) is not None:
                kept.setdefault(first, given[key])
        for key, number in (("spells", "casting_time"), ("powers", "prep")):
            if given.get(key) is not None:
                self.sheets[first].setdefault(key, spellings.by_name(given[key], number))
        own = [given["weapon"]] if given.get("weapon") is not None else []
        own += list(given.get("weapons") or ())
        if own:
            self.sheets[first].setdefault("weapons", []).extend(weapon(one) for one in own)

    def _add(self, name: str, figures: Any) -> None:
        if not isinstance(figures, Mapping):
            raise UsageError(f"given.{name} must be a table of figures")
        if name in self.sheets:
            return
        sheet, live = self._sheet(name, figures)
        self.sheets[name] = sheet
        self.live[name] = live
        if sheet.get("side") is not None:
            self.sided.add(name)

    def _sheet(self, name: str, figures: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        sheet: dict[str, Any] = {}
        live: dict[str, Any] = {}
        weapons: list[Any] = []
        saves: dict[str, Any] = {}
        for written, value in figures.items():
            key = spellings.key(written, (*SHEET_KEYS, *LIVE, *OWN), spellings.SHEET)
            folded = spellings.fold(written)
            if key in LIVE:
                live[key] = value
            elif key in ("weapon", "weapons", "natural_attack", "natural_attacks"):
                own = [weapon(one) for one in (value if isinstance(value, list) else [value])]
                weapons += [{"natural": True, **one} for one in own] if key.startswith("natural") else own
            elif key == "holds":
                weapons += [held(one) for one in (value if isinstance(value, list) else [value])]
            elif folded in spellings.SAVES:
                saves[spellings.SAVES[folded]] = value
            elif key == "dmg_mods" and isinstance(value, Mapping):
                sheet |= {spellings.EXTRAS.get(str(one), str(one)): points for one, points in value.items()}
            elif key in ("spell", "casting"):
                if not isinstance(value, bool):
                    self.spells[name] = value
            elif key in ("power", "psionic"):
                self.powers[name] = value
            elif key in ("spells", "powers"):
                sheet[key] = spellings.by_name(value, "casting_time" if key == "spells" else "prep")
            elif key in ("height", "attack_height"):
                self.height = str(value)
            elif key == "threatened_by":
                self.threatened[name] = [str(one) for one in (value if isinstance(value, list) else [value])]
            elif key == "armour":
                armour = value if isinstance(value, Mapping) else {"name": value}
                sheet["armour"] = {
                    spellings.key(one, ARMOUR_KEYS, spellings.ARMOUR): what for one, what in armour.items()
                }
            elif key == "injuries" and isinstance(value, list):
                sheet["injuries"] = [injury(one) for one in value]
            elif key in SHEET_KEYS:
                sheet[key] = value
            elif key != "aoo_cap":  # the cap follows from class and level
                raise UsageError(f"given.{name}.{written} is no figure of a combatant")
        if saves:
            sheet["saves"] = {**(sheet.get("saves") or {}), **saves}
        if weapons:
            sheet["weapons"] = weapons
        return sheet, live

    def complete(self, declared: Sequence[tuple[str, str]], rollers: Sequence[str]) -> None:
        """With what only the declarations and dice tell: spells' names, and who is on which side."""
        for who, text in declared:
            name = self._whose(who)
            self._name_magic(name, text)
        for name, others in self.threatened.items():
            for other in others:
                known = next((one for one in self.sheets if one.casefold() == other.casefold()), None)
                if known is None:
                    self._add(other, {})
                    known = other
                self.sheets[known].setdefault("threatens", []).append(name)
        self._take_sides([who for who, _ in declared])
        for side in (PARTY, OPPONENTS):
            rolls = any(roller.strip().casefold() == side for roller in rollers)
            if rolls and not any(sheet.get("side") == side for sheet in self.sheets.values()):
                self._add(side.capitalize(), {"side": side})

    def _whose(self, who: str) -> str:
        folded = who.strip().casefold()
        for name in self.sheets:
            if name.casefold() == folded:
                return name
        return self.roles.get(folded) or next(iter(self.sheets))

    def _name_magic(self, name: str, text: str) -> None:
        for pattern, own, key, number in (
            (_CAST, self.spells, "spells", "casting_time"),
            (_POWER, self.powers, "powers", "prep"),
        ):
            if name not in own:
                continue
            value = own[name]
            figures = spellings.magic(value, number)
            found = pattern.search(text)
            said = figures.pop("name", None) or (found["name"].strip() if found else None)
            if said is not None:
                known = self.sheets[name].setdefault(key, {})
                known.setdefault(str(said), figures)

    def _take_sides(self, labels: Sequence[str]) -> None:
        """Everybody's side: as given; else monsters and the like against the rest, and whoever threatens
        somebody against him."""
        names = list(self.sheets)
        unknown = [
            label.strip()
            for label in labels
            if label.strip()
            and len(label.strip()) > 1
            and label.strip().casefold() not in {one.casefold() for one in (*names, *self.roles)}
        ]
        first = names[0]
        if self.sheets[first].get("side") is None:
            called = [first, *unknown] if len(set(unknown)) == 1 else [first]
            self.sheets[first]["side"] = self._guess(first, called)
        opposite = OPPONENTS if self.sheets[first]["side"] == PARTY else PARTY
        for name in names[1:]:
            sheet = self.sheets[name]
            if sheet.get("side") is not None:
                continue
            threatens = [str(one).casefold() for one in sheet.get("threatens") or ()]
            against = next(
                (
                    other
                    for other in names
                    if other.casefold() in threatens and self.sheets[other].get("side")
                ),
                None,
            )
            if against is not None:
                sheet["side"] = OPPONENTS if self.sheets[against]["side"] == PARTY else PARTY
            else:
                sheet["side"] = opposite

    def _guess(self, name: str, called: Sequence[str]) -> str:
        """The first combatant's side: a monster's, by its class or by what it is called, is the opponents',
        and so is that of somebody large who is called by more than his role."""
        if self.sheets[name].get("class_group") == "monster" or self.sheets[name].get("hd") is not None:
            return OPPONENTS
        roles = {*FIRST_ROLES, *SECOND_ROLES}
        large = str(self.sheets[name].get("size") or "M")[:1].upper() in "LHG"
        for one in called:
            words = {word.rstrip("0123456789") for word in one.casefold().split()}
            if words & MONSTERS or (large and one.casefold() not in roles):
                return OPPONENTS
        others = [sheet.get("side") for other, sheet in self.sheets.items() if other != name]
        return OPPONENTS if others and all(side == PARTY for side in others) else PARTY

    def enter(self, fight: NotesFight) -> None:
        """Everybody into the fight, with the counters that no sheet holds."""
        for name in self.sheets:
            fighter = fight.join(name)
            live = self.live[name]
            used = live.get("aoo_used")
            if used is not None and fight.round is not None:
                fight.round.used.used[(name,)] = int(used)
            fighter.turns = int(live.get("facing_changes_used") or 0)
            fighter.half_fire = int(live.get("consecutive_half_fire") or 0)


SHEET_KEYS = frozenset(field.encode_name for field in structs.fields(schema.Sheet))
WEAPON_KEYS = frozenset(field.encode_name for field in structs.fields(schema.Weapon))
ARMOUR_KEYS = frozenset(field.encode_name for field in structs.fields(schema.Armour))
OWN = (
    *("weapon", "weapons", "natural_attack", "natural_attacks", "holds", "dmg_mods", "spell", "casting"),
    *("power", "psionic", "height", "attack_height", "threatened_by", "aoo_cap"),
)
"""Keys of a combatant in `given` that no sheet has."""


def weapon(given: Any) -> Any:
    """A weapon as an example writes it, under the schema's own keys."""
    if isinstance(given, str):
        return {"name": given}
    if not isinstance(given, Mapping):
        raise UsageError(f"a weapon must be a name or a table, not {given!r}")
    figures = spellings.weapon(given, WEAPON_KEYS)
    for key in figures:
        if key not in WEAPON_KEYS:
            raise UsageError(f"given: a weapon has no {key!r}")
    figures.setdefault("name", "weapon")
    return figures


def injury(given: Any) -> Any:
    """An injury whose severity is called its class."""
    if not isinstance(given, Mapping):
        return given
    return {"severity" if key == "class" else key: value for key, value in given.items()}


def held(said: Any) -> Any:
    """ "loaded crossbow" in somebody's hands."""
    words = str(said).split()
    loaded = bool(words) and words[0].casefold() == "loaded"
    return {
        "name": " ".join(words[1:] if loaded else words) or "weapon",
        "state": "loaded" if loaded else "in_hand",
    }
