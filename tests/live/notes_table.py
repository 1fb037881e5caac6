"""A small campaign of Combat Notes fighters for the tests of what its fights propose, and a room with a DM:
figures that are easy to add up, places on one board."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace
from table_driver import Driver

from calledshot.auditing import prepare
from calledshot.campaign import from_tables
from calledshot.dice.dialects import aol_result
from calledshot.live.messages import Incoming, Outgoing
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

BOOK: dict[str, Any] = {
    "weapons": [
        {"name": "long sword", "size": "M", "type": "S", "phase": "A", "damage": "d8", "kd_die": "d8"},
        {"name": "two-handed sword", "size": "L", "type": "S", "phase": "S", "damage": "d10",
         "kd_die": "d10"},
        {"name": "short bow", "size": "S", "type": "P", "phase": "A", "damage": "d6", "kd_die": "d6",
         "missile": True, "rof": 2},
        {"name": "dagger", "size": "S", "type": "P", "phase": "F", "damage": "d4", "kd_die": "d4", "rof": 2},
        {"name": "axe", "size": "M", "type": "S", "phase": "A", "damage": "d6", "kd_die": "d8"},
        {"name": "club", "size": "L", "type": "B", "phase": "A", "damage": "2d4", "kd_die": "d10"},
    ],
}  # fmt: skip
ALDA = {
    "side": "party", "class_group": "warrior", "level": 5, "size": "M", "target_type": "humanoid", "mv": 12,
    "thac0": 16, "ac": 4, "hit_mod": 1, "strength_dmg": 2, "saves": {"paralyzation": 13, "death": 12},
    "hp": 34, "hp_max": 34, "position": [0, 0],
    "weapons": [
        {"name": "long sword", "state": "in_hand"}, {"name": "two-handed sword", "state": "sheathed"},
    ],
}  # fmt: skip
BO = {
    "side": "party", "class_group": "warrior", "level": 3, "size": "M", "target_type": "humanoid", "mv": 12,
    "thac0": 18, "ac": 6, "saves": {"paralyzation": 14, "death": 13}, "hp": 20, "hp_max": 22,
    "position": [0, 3],
    "weapons": [{"name": "short bow", "state": "in_hand"}, {"name": "dagger", "state": "sheathed"}],
}  # fmt: skip
MIRA = {
    "side": "party", "class_group": "other", "level": 4, "size": "M", "target_type": "humanoid", "mv": 12,
    "thac0": 19, "ac": 8, "ac_dex_bonus": 2, "saves": {"paralyzation": 14, "death": 14}, "hp": 11,
    "hp_max": 11, "position": [0, 5], "weapons": [{"name": "dagger", "state": "in_hand"}],
    "spells": {"Sleep": 1, "Web": 5, "Fireball": {"casting_time": 3, "damage": "5d6"}},
}  # fmt: skip
ORC = {
    "side": "opponents", "count": 2, "class_group": "monster", "hd": 1, "size": "M",
    "target_type": "humanoid", "mv": 9, "thac0": 19, "ac": 6, "saves": {"paralyzation": 16, "death": 16},
    "hp": 7, "position": [5, 0], "weapons": [{"name": "axe", "state": "in_hand"}],
}  # fmt: skip
OGRE = {
    "side": "opponents", "class_group": "monster", "hd": "4+1", "size": "L", "target_type": "humanoid",
    "mv": 9, "thac0": 17, "ac": 5, "strength_dmg": 2, "saves": {"paralyzation": 14, "death": 14}, "hp": 26,
    "position": [4, 3], "weapons": [{"name": "club", "state": "in_hand"}],
}  # fmt: skip
ALL: dict[str, dict[str, Any]] = {"Alda": ALDA, "Bo": BO, "Mira": MIRA, "Orc": ORC, "Ogre": OGRE}
W = "Wren"
STEP = re.compile(r"(\w+) ?([=>:]) ?(.*)")
DICE = re.compile(r"(?P<face>\d+)(?: (?P<count>\d?)d(?P<sides>\d+))?")


def campaign(*names: str, settings: dict[str, Any] | None = None, **over: dict[str, Any]) -> dict[str, Any]:
    """A campaign of these; `over` changes figures of some: Orc={"count": 1}."""
    sheets = {name: {**ALL[name], **over.get(name, {})} for name in names}
    return {
        "ruleset": "combat_notes", "settings": settings or {}, "characters": sheets, "rulebook": BOOK,
    }  # fmt: skip


def table_of(*names: str, config: dict[str, Any] | None = None, **more: Any) -> Driver:
    """A room of these, and Wren, whom the configuration names as the DM unless it is told otherwise."""
    driver = Driver(from_tables(campaign(*names, **more)), **{"pgm": {W: "irc:wren"}, **(config or {})})
    for name in (W, "Alda", "Bo", "Mira"):
        driver.accounts[name] = f"irc:{name.casefold()}"
    for name in (W, *names):
        if name in driver.accounts:
            driver.join(name)
    return driver


def throw(driver: Driver, who: str, dice: str) -> list[Outgoing]:
    """ "15" is a d20, "5 d8" a d8, "6 2d4" two d4 that come to 6: the service's own line."""
    found = DICE.fullmatch(dice)
    assert found is not None, dice
    face, sides, count = int(found["face"]), int(found["sides"] or 20), int(found["count"] or 1)
    if count == 1:
        return driver.roll(who, face, sides)
    faces = [face // count] * count
    faces[0] += face - sum(faces)
    text = f"{who} rolled {count} {sides}-sided dice:  {' '.join(map(str, faces))}"
    return driver.give(Incoming(event=replace(driver.event("say", "OnlineHost", text), trust="server")))


def play(driver: Driver, script: str, master: str = W) -> list[str]:
    """What the room heard of it. `Bo = 4 d6` are dice of Bo's, `Bo > words` said in the room, `Bo: words` to
    the helper; `ok` is the DM's."""
    before = len(driver.public())
    for line in filter(None, map(str.strip, script.splitlines())):
        if line == "ok":
            driver.im(master, "ok")
            continue
        step = STEP.fullmatch(line)
        assert step is not None, line
        who, how, what = step.groups()
        if how == "=":
            throw(driver, who, what)
        elif how == ">":
            driver.say(who, what)
        else:
            driver.im(who, what)
    return driver.public()[before:]


def figure(driver: Driver, who: str, key: str = "hp") -> Any:
    return driver.table.desk.fight.state()[who][key]


TOLD = frozenset({"initiative", "attack", "damage", "save", "knockdown", "condition", "critical", "fumble"})
"""Kinds of ruling that rest on dice and on words of the room."""


def results(rulings: list[Ruling]) -> list[tuple[Any, ...]]:
    """What has come of them, in order."""
    figures = ("roll", "total", "points", "winner", "location")
    return [
        (one.kind, one.outcome, one.combatant, one.target, *(one.values.get(key) for key in figures))
        for one in rulings
        if one.kind in (*TOLD, "opportunity", "round", "fight")
    ]


def of_the_log(driver: Driver, given: dict[str, Any]) -> list[Ruling]:
    """The rulings of the room's saved log, in which what the helper said is the DM's."""
    referee = prepare(from_tables({**given, "pgm": [W, "calledshot"]})).referee()
    lines: list[tuple[str, str]] = []
    for message, settled in zip(driver.sent, driver.settled, strict=True):
        if message.event.kind == "say" and not message.event.text.startswith("!"):
            lines.append((message.event.speaker or "", message.event.text))
        lines += [("calledshot", line.text) for line in settled.lines if line.to is None]
    for seq, (who, text) in enumerate(lines):
        rolled = aol_result(text) if who == "OnlineHost" else None
        if rolled is not None:
            referee.see(Event(seq=seq, kind="roll", speaker=who, text=text, roll=rolled, trust="server"))
        else:
            referee.see(Event(seq=seq, kind="say", speaker=who, text=text))
    return list(referee.rulings)
