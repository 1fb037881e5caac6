"""The fight as a whole: whatever a room says, it never raises, says the same again, and has words for all."""

from __future__ import annotations

import random
import re
import tomllib
from importlib.resources import files

import msgspec
import pytest

from calledshot.campaign.loading import from_tables
from calledshot.dice.roll import Roll
from calledshot.plugins.manager import find_ruleset
from calledshot.referee.referee import Referee
from calledshot.transcript.event import Event

NAMES = ("Wren", "Gorm", "Tarn", "Yew", "Hawk")
DECLARED = (
    "attack {a}",
    "attack {a} with a dagger",
    "charge {a}",
    "melee assist, choose a for {a}",
    "ranged assist with bow",
    "spend arrow on {a}'s attack: attacker a, defender b",
    "move 3 n",
    "move 2 toward {a}",
    "run 4 e",
    "slide {a} 2 w, I go 2 w",
    "push {a} 2 e",
    "wait 1",
    "wait 0.5",
    "fight defensively",
    "stop fighting defensively",
    "threaten {a} 2, assist {b} 1",
    "set bow range long",
    "aim bow north",
    "heal {a}",
    "heal myself",
    "take the opportunity on {a}",
    "take the opportunity on {a}: push",
    "pass",
    "dive attack on {a}",
    "cross their guard: {a}",
    "attack skill check",
    "move check",
    "option a",
    "shield",
    "hello there",
)
TOLD = (
    "Combat! Roll call",
    "next turn",
    "{a}'s turn",
    "{a} attack: SS amount 4",
    "critical success by 9",
    "{a}'s move check: NF 12",
    "{a} takes the opportunity on {b}",
    "{a} passes",
    "{a} gains 2 Bleeding 2",
    "{a} gains 1 Staggered 2",
    "{a} gains 3 Fighting Defensively",
    "{a} gains 1 Blundering 1",
    "{a} gains 1 Blundering 2",
    "{a} gains 1 Off Guard 1",
    "{a} gains 2 Off Footed",
    "{a} gains 1 Fatigue Bleeding 1",
    "{a} is surprised",
    "{a} falls prone",
    "{a} is at (3, 4)",
    "{a} is 2.5 from {b}",
    "{a} enters {b}'s threat area",
    "{a} leaves {b}'s threat area",
    "{a} is inside {b}'s guard",
    "{a} takes 9 subdual damage",
    "{a}'s pool rises to 6",
    "{a}'s turn lasts 2 Inits",
    "{a}, make a con check",
    "{a} is forced to move 2 Moves",
    "{a} has +4 on his attack rolls",
    "{a} leaves combat",
    "{a} is unconscious",
    "that's 7 damage to {a}",
    "hit!",
    "miss",
    "yes",
    "3",
    "answer: he stops",
    "the fight is over",
)
SHEET = {
    "MR": 4, "OCV": 20, "DCV": 18, "base_line": 55, "attack_skill": 6, "move_skill": 5, "StrB": 1, "ConB": 1,
    "EL": 3, "HPV": 20, "DT": 8, "Con": 45, "Int": 40, "Will": 40, "Dex": 40, "taunt": 3, "healing": 5,
    "PB": 2, "FPB": 1, "AC": 1, "pool": 4, "Str": 30, "Move": 1, "Fathom": 1,
    "base_lines": {"move": 50, "dodge": 45, "healing": 50, "terrain": 50},
}  # fmt: skip
RULES = find_ruleset("yiffiemon")


def referee(*, known: bool) -> Referee:
    """With full sheets and places, or with nothing but names."""
    sheets: dict[str, dict[str, object]] = {name: dict(SHEET) if known else {} for name in NAMES}
    if known:
        for name in NAMES:
            sheets[name]["weapon"] = {"name": "sword", "Reach": 1, "Guard": 0.5, "WSB": 1}
        sheets["Yew"]["weapon"] = {
            "name": "bow",
            "kind": "ranged",
            "Long": 60,
            "Med": 30,
            "ammo": 3,
            "WSB": 1,
        }
    places = {name: [2 * at, at % 2 * 3] for at, name in enumerate(NAMES)} if known else {}
    tables = {"characters": sheets, "pgm": ["GM"], "rulebook": {"positions": places}}
    return Referee(RULES, from_tables(tables, ruleset=RULES))


def played(seed: int, *, known: bool, events: int = 150) -> Referee:
    """A room that says and rolls anything, mostly what is waited for."""
    chance = random.Random(seed)
    judge = referee(known=known)
    for seq in range(events):
        need = judge.fight.table.machine.need  # type: ignore[attr-defined]
        a, b = chance.sample(NAMES, 2)
        kind = chance.random()
        waited = need.who if need is not None and need.who and chance.random() < 0.8 else b
        if seq == 0:
            event = Event(seq=seq, kind="say", speaker="GM", text=TOLD[0])
        elif kind < 0.45:
            text = chance.choice(DECLARED).format(a=a, b=b)
            event = Event(seq=seq, kind="say", speaker=waited, text=text)
        elif kind < 0.75:
            dice = need.dice if need is not None and need.dice else "1d100"
            count, sides = map(int, dice.split("d"))
            faces = tuple(chance.randint(1, sides) for _ in range(count))
            roll = Roll(
                roller=waited, count=count, sides=sides, faces=faces, total=sum(faces), expression=dice
            )
            event = Event(seq=seq, kind="roll", text=f"{waited} rolled {dice}", trust="server", roll=roll)
        else:
            text = chance.choice(TOLD).format(a=a, b=b)
            event = Event(seq=seq, kind="say", speaker="GM", text=text)
        judge.see(event)
    return judge


@pytest.mark.parametrize("seed", range(8))
def test_any_room_is_refereed_and_the_same_room_alike(seed: int) -> None:
    once, again = (played(seed, known=seed % 2 == 0) for _ in range(2))
    assert once.rulings == again.rulings and once.findings == again.findings
    msgspec.json.encode([*once.rulings, once.fight.state()])
    assert len(once.rulings) > 20


def test_every_ruling_has_words_of_its_own() -> None:
    said = {}
    for seed in range(8):
        for ruling in played(seed, known=seed % 2 == 0).rulings:
            said[ruling.kind, ruling.outcome] = ruling.text
    plain = {f"{kind}: {outcome}.".replace("_", " ").capitalize() for kind, outcome in said}
    assert not plain & set(said.values())
    assert all("{" not in text and "[" not in text for text in said.values())
    assert len(said) > 30


def test_the_room_is_told_nothing_hidden() -> None:
    voice = tomllib.loads(files("calledshot_yiffiemon").joinpath("voice.toml").read_text("utf-8"))
    for templates in voice["room"].values():
        for template in [templates] if isinstance(templates, str) else templates:
            assert not set(re.findall(r"\{(\w+)\}", template)) & RULES.private


def test_a_fight_without_a_gm_s_call_is_met_in_its_midst() -> None:
    judge = referee(known=True)
    judge.see(Event(seq=0, kind="say", speaker="Wren", text="attack Gorm"))
    kinds = [(ruling.kind, ruling.outcome) for ruling in judge.rulings]
    assert ("fight", "opened") in kinds and ("action", "declared") in kinds
