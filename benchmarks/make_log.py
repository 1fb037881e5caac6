"""Makes a large AOL chat log of invented fights, the same for the same seed, for the other benchmarks.

    python benchmarks/make_log.py MEGABYTES [SEED]    writes benchmarks/data/aol-MEGABYTES.txt

Fights follow one another, each with rounds, declarations, rolls, the game master's calls, and chatter by
people who only watch. Nobody in it exists.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
POOL = 300
"""Different fights made; the log is put together from these in a random order."""

MASTERS = ("Nimue", "QuillOfDusk", "Brannoch")
FIGHTERS = (
    "SwiftBoy", "LadyElsinore", "Torvik77", "Kaelin", "Maelis Oak", "Corwin", "RedFenella", "Ashgrove",
    "Pip O Hare",     "Mistle7", "Garran", "Ysolt", "DunOwl", "Bryher", "Tamsin Vale", "Orrin99",
)  # fmt: skip
WATCHERS = ("Hearthcat", "Old Jessamy", "Wrenling", "TinkerTam", "Pellam3", "MossyDoor")
CHATTER = (
    "lol", "brb, kettle", "::leans on the rail and watches::", "go {0}!", "ouch", "who's winning?", "wb {1}",
    "did anyone see where the innkeeper went? He owes me two ales and a story about the north road",
    "::cheers for {0}, spilling half of the mug::", "hi all", "((sorry, was offline))", "that had to hurt",
    "{1}: you were right about the boots",
    "anyone up for a spar after this one? I have an hour, maybe a bit more",
    "=)", "...", "*grins*", "ty", "hey {0}, nice throw last night :)",
)  # fmt: skip
DECLARED = (
    "attack {0} with axe", "::circles to the left:: attack with longsword, *attack",
    "((Cast Pain (Mysticism Level 1) on {0}))",
    "advance on {0}, *attack with dagger", "throw knife at {0}", "retreat", "parry, *attack with staff",
    "Cast Ember Ring (Flame Level 2) on {0}, *throw dirk", "::lunges:: attack {0} with spear", "heal self",
)  # fmt: skip


def fight(rng: random.Random) -> str:
    """The text of one fight, in the shape of a saved room."""
    master = rng.choice(MASTERS)
    sides = rng.sample(FIGHTERS, rng.choice((2, 2, 2, 3, 4)))
    lines: list[str] = []

    def say(name: str, text: str) -> None:
        lines.append(f"{name}:\t{text}")

    def roll(name: str) -> int:
        face = rng.randint(1, 100)
        lines.append(f"OnlineHost:\t{name} rolled 1 100-sided die:  {face}")
        return face

    def chat() -> None:
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 4))):
            who = rng.choice((*WATCHERS, *WATCHERS, *sides))
            say(who, rng.choice(CHATTER).format(rng.choice(sides), rng.choice(WATCHERS)))

    lines.append('OnlineHost:\t*** You are in "The Salt Cellar". ***')
    say(master, f"{' and '.join(sides)}, to unconscious. You start at missile range")
    for number in range(1, rng.randint(3, 7)):
        say(master, f"Round {number}, initiative please")
        for name in sides:
            say(name, rng.choice(DECLARED).format(rng.choice([other for other in sides if other != name])))
            chat()
            if rng.random() < 0.2:
                say(name, "//roll-dice1-sides100")
            roll(name)
        for name in rng.sample(sides, len(sides)):
            other = rng.choice([one for one in sides if one != name])
            say(master, f"{name}, {rng.choice(('to hit', 'roll to hit', 'your move, to hit please'))}")
            face = roll(name)
            chat()
            if face <= 45:
                say(master, "hit. Damage")
                roll(name)
                say(master, f"{rng.randint(2, 9)} points to {other}")
            else:
                say(master, rng.choice(("miss", "Miss!", "just wide, miss")))
        say(master, f"End of round {number}")
    say(master, f"{sides[0]} yields. Fight's over, {sides[1]} wins")
    return "\r\n".join(lines) + "\r\n"


def make(megabytes: int, seed: int = 20040703) -> Path:
    """The log of about that size, made if it is not there."""
    path = DATA / f"aol-{megabytes}.txt"
    size = megabytes * 1_000_000
    if path.exists() and path.stat().st_size >= size:
        return path
    DATA.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    pool = [fight(rng).encode() for _ in range(POOL)]
    written = 0
    with path.open("wb") as out:
        while written < size:
            written += out.write(rng.choice(pool))
    return path


if __name__ == "__main__":
    print(make(int(sys.argv[1]), *map(int, sys.argv[2:3])))
