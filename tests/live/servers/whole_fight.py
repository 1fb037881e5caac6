"""One whole fight that is played the same over every service: the campaign, the script, what must come of it.

Three players (Hesk against Imri and Oswin) and the PGM Brannoch, Parthos, IM system, suggest mode, three
rounds, with a late IM, an overrule, an undo, and a player who drops out and comes back under another nick. No
service is known here: `play` runs the script on a `Stage`, of which each service has one (stages beside this
file). What must come of it was worked out by hand from the rules before anything was run (ROUNDS).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

PGM, HESK, IMRI, OSWIN, WATCHER = "Brannoch", "Hesk", "Imri", "Oswin", "Piet"
PLAYERS = (HESK, IMRI, OSWIN)
BOT, DICE = "calledshot", "Bones"
RETURNS_AS = "Imri2"
"""The nick, or the screen name, under which Imri comes back."""

# -- the campaign ---------------------------------------------------------------------------------------

CAMPAIGN = """
name = "The toll house"
ruleset = "parthos"
pgm = {pgm}
system = "im"
[dice]
bots = ["{dice}"]
"""
RULEBOOK = """
# A chart of our own: points = [lowest, highest] d100 that deals them.
[bell_curve]
BC6 = { 6 = [1, 5], 5 = [6, 20], 4 = [21, 45], 3 = [46, 70], 2 = [71, 90], 1 = [91, 100] }
BC10 = { 10 = [1, 4], 9 = [5, 12], 8 = [13, 24], 7 = [25, 40], 6 = [41, 56], 5 = [57, 70], 4 = [71, 82], \
3 = [83, 91], 2 = [92, 97], 1 = [98, 100] }
[[weapons]]
name = "longsword"
bc = 10
kind = "melee"
[[weapons]]
name = "axe"
bc = 10
kind = "melee"
[[weapons]]
name = "dagger"
bc = 6
kind = "both"
[[spells]]
name = "Ember"
list = "Cinders"
level = 1
pp = 3
damage = 6
[[spells]]
name = "Flare"
list = "Cinders"
level = 2
pp = 4
damage = 9
"""
CHARACTERS = """
[Hesk]
side = "raiders"
speed = 60
weapon_speed = 40
ca = 65
endurance = 50
stamina_max = 34
strength_bonus = 2
bc_max = 10
skills = ["Weapon Speed"]
weapons = [{ name = "longsword", in_hand = true }]

[Imri]
side = "wardens"
class = "Mystic"
level = 3
speed = 75
ca = 45
endurance = 45
stamina_max = 20
pp_max = 9
bc_max = 6
strength_bonus = 0
spell_lists = { Cinders = 2 }
weapons = [{ name = "dagger", in_hand = true, count = 3 }]

[Oswin]
side = "wardens"
speed = 50
ca = 60
endurance = 55
stamina_max = 22
strength_bonus = 1
bc_max = 10
weapons = [{ name = "axe", in_hand = true }]
"""


def write_campaign(folder: Path, live: str = "") -> Path:
    """The campaign's folder, with a live.toml where one is given."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.toml").write_text(CAMPAIGN.format(pgm=f'["{PGM}"]', dice=DICE))
    (folder / "rulebook.toml").write_text(RULEBOOK)
    (folder / "characters.toml").write_text(CHARACTERS)
    if live:
        (folder / "live.toml").write_text(live)
    return folder


def names_afterwards(campaign: Path, pgm: list[str], dice: str, names: dict[str, str]) -> None:
    """What somebody who keeps the room's log writes down beside it, since no log tells it: who spoke as the
    PGM, whose dice count, and who was who, above all who came back under another nick."""
    listed = "".join(f'"{nick}" = "{name}"\n' for nick, name in names.items())
    masters = "[" + ", ".join(f'"{name}"' for name in pgm) + "]"
    (campaign / "campaign.toml").write_text(CAMPAIGN.format(pgm=masters, dice=dice) + f"[names]\n{listed}")


# -- the script -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Say:
    """Somebody says something in the room."""

    who: str
    words: str


@dataclass(frozen=True)
class Im:
    """A player tells the helper his moves; `mark` is a word in them that nobody but he and the PGM may ever
    see, `hides` are words of the moves that the room may not see before they are called."""

    who: str
    words: str
    mark: str
    hides: tuple[str, ...] = ()
    answer: str = "Noted: "

    @property
    def text(self) -> str:
        return f"{self.words} ({self.mark})"


@dataclass(frozen=True)
class Roll:
    """The dice fall for somebody: a d100."""

    who: str
    face: int


@dataclass(frozen=True)
class Told:
    """The helper tells somebody something in private."""

    who: str
    words: str


@dataclass(frozen=True)
class Ask:
    """Somebody asks the helper something in private, and is answered there."""

    who: str
    words: str
    answer: str


@dataclass(frozen=True)
class Order:
    """The PGM tells the helper something in private; `answer` is what he is told. `redrafts`: the draft that
    was current is not any more."""

    words: str
    answer: str | None = None
    redrafts: bool = True


@dataclass(frozen=True)
class Draft:
    """A draft with these words comes to the PGM; he agrees, and the room hears it. `reveals`: what it may
    tell now. `hasty`: he agrees before he can have read it, is told so, and agrees again."""

    words: str
    reveals: tuple[str, ...] = ()
    hasty: bool = False
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drops:
    who: str


@dataclass(frozen=True)
class Returns:
    """Somebody is back under another nick. Where the service vouches for nobody, the PGM ties him to his
    character."""

    who: str


Step = Say | Im | Roll | Told | Ask | Order | Draft | Drops | Returns

SCRIPT: tuple[Step, ...] = (
    Say(WATCHER, "evening all, just watching tonight"),
    Order("open to unconsciousness", "You are the PGM"),
    Say(PGM, "You are across the room from each other, missile range."),
    Draft("IMs, please"),
    # round 1: Oswin's IM comes after Hesk's initiative roll
    Im(HESK, "Advance on Oswin, *attack Oswin with longsword", "larkspur", ("Advance", "longsword")),
    Im(IMRI, "Cast Ember (Cinders Level 1) on Hesk, *throw dagger at Hesk", "marigold", ("Ember", "dagger")),
    Ask(PGM, "who", "Oswin"),
    Say(OSWIN, "back in a sec, kettle"),
    Order("init"),
    Draft("Roll initiative"),
    Roll(HESK, 71),
    Told(PGM, "initiative 131"),
    Im(OSWIN, "Attack Hesk with axe", "foxglove", ("axe",), answer="too late"),
    Told(PGM, "take it"),
    Order("waive PAR-IM-1 for Oswin because the kettle", "waives PAR-IM-1 for Oswin"),
    Roll(IMRI, 52),
    Told(PGM, "initiative 127"),
    Roll(OSWIN, 40),
    Draft("Hesk closes in", reveals=("Advance",), hasty=True),
    Draft("Imri casts Ember", more=("Oswin, you're up",), reveals=("Ember", "axe")),
    Say(OSWIN, "::swings at him with a roar::"),
    Roll(OSWIN, 55),
    Draft("Oswin hits"),
    Roll(OSWIN, 30),
    Draft("Hesk, you're up", reveals=("longsword",)),
    Roll(HESK, 62),
    Told(PGM, "Hesk hits"),
    Order("rule Hesk misses"),
    Draft("Hesk misses", more=("Imri, you're up",), reveals=("dagger",)),
    Roll(IMRI, 20),
    Draft("Imri hits"),
    Roll(IMRI, 80),
    Draft("End of round 1"),
    # round 2: Imri drops out after the IM, is held, and comes back under another nick
    Draft("Round 2"),
    Im(HESK, "Attack Oswin with longsword, *attack Oswin with longsword", "hellebore", ("longsword",)),
    Im(OSWIN, "Attack Hesk with axe, *attack Hesk with axe", "bluebell", ("axe",)),
    Im(IMRI, "Cast Flare (Cinders Level 2) on Hesk, *throw dagger at Hesk", "tamarisk", ("Flare", "dagger")),
    Draft("Roll initiative"),
    Drops(IMRI),
    Told(PGM, "Imri has left"),
    Order("hold Imri", "Imri holds"),
    Roll(HESK, 45),
    Told(PGM, "initiative 145"),
    Roll(OSWIN, 70),
    Ask(PGM, "who", "Held: Imri"),
    Draft("Hesk, you're up", reveals=("longsword",)),
    Roll(HESK, 20),
    Draft("Hesk hits"),
    Returns(IMRI),
    Told(PGM, "the hold is lifted"),
    Say(PGM, "welcome back Imri, roll your init please"),
    Roll(IMRI, 60),
    Told(PGM, "initiative 135"),
    Roll(HESK, 3),
    Draft("damage again"),
    Roll(HESK, 30),
    Draft("Imri casts Flare", more=("Oswin takes 19", "Oswin, you're up"), reveals=("Flare", "axe")),
    Ask(IMRI, "whats my pp", "PP 2 of 9: Imri casts Ember on Hesk, −3 in round 1"),
    Order("skip Oswin because he is silent", "passes over Oswin"),
    Draft("Hesk, you're up"),
    Say(OSWIN, "no no, I am here!"),
    Order("undo"),
    Draft("Correction"),
    Roll(OSWIN, 41),
    Draft("Oswin hits"),
    Roll(OSWIN, 50),
    Draft("Hesk, you're up"),
    Roll(HESK, 60),
    Draft("Hesk hits"),
    Roll(HESK, 45),
    Draft("unconscious", more=("Imri, you're up",), reveals=("dagger",)),
    Roll(IMRI, 90),
    Draft("Imri misses"),
    # round 3: an IM that is refused, and a throw at one who has closed
    Draft("Round 3"),
    Order("board", "stamina −5"),
    Im(HESK, "Advance on Imri, *attack Imri with longsword", "campion", ("Advance", "longsword")),
    Im(IMRI, "Cast Ember (Cinders Level 1) on Hesk", "sorrel", ("Ember",), answer="the PP for it"),
    Im(IMRI, "Throw dagger at Hesk, *retreat", "yarrow", ("dagger", "etreat")),
    Draft("Roll initiative"),
    Roll(HESK, 85),
    Told(PGM, "initiative 145"),
    Roll(IMRI, 65),
    Draft("Hesk closes in", more=("Imri, you're up", "dagger"), reveals=("Advance", "dagger")),
    Roll(IMRI, 1),
    Draft("critical"),
    Roll(IMRI, 22),
    Draft("Hesk drops", more=("The fight goes to", "End of round 3"), reveals=("etreat",)),
    Order("summary", "Hesk misses Oswin"),
)

# -- what must come of it, worked out by hand ----------------------------------------------------------
#
# Round 1.  Hesk 71 + 60 Speed = 131: advance at 131; his attack after a move that is no attack has no Weapon
#           Speed (PAR-INIT-4): 31. Oswin's IM comes after that roll: late (PAR-IM-1), waived. Imri 52 + 75 =
#           127 and 27. Oswin 40 + 50 = 90, one move.
#   131 Hesk closes on Oswin. 127 Ember: PP 9 - 3 = 6; Hesk 34 - 6 = 28. 90 Oswin 55 on CA 60 hits; 30 is 7 on
#   BC10, + 1 Strength = 8: Hesk 20. 31 Hesk 62 on CA 65 hits, but the PGM rules a miss. 27 Imri throws (Hesk
#   has closed on Oswin, not on her): 20 on CA 45 hits; 80 is 2 on BC6: Hesk 18.
# Round 2.  Hesk 45 + 60 + 40 Weapon Speed = 145 and 45. Oswin 70 + 50 = 120 and 20. Imri 60 + 75 = 135, 35.
#   145 Hesk 20 hits; 3 is 10, the maximum of BC10, so another die: 30 is 7; 10 + 7 + 2 Strength = 19: Oswin
#   22 - 19 = 3. 135 Flare: PP 6 - 4 = 2; Hesk 18 - 9 = 9. 120 Oswin 41 hits; 50 is 6, + 1 = 7: Hesk 2.
#   45 Hesk 60 on 65 hits; 45 is 6, + 2 = 8: Oswin 3 - 8 = -5, unconscious (PAR-BLD-1); his move at 20 is lost
#   (PAR-INIT-9). 35 Imri throws her second dagger: 90 on 45 misses.
# Round 3.  Oswin is out. Imri's Ember needs 3 PP and she has 2: refused (PAR-CAST-3), replaced in time
#           (PAR-IM-7). Hesk 85 + 60 = 145, then 45. Imri 65 + 75 = 140 and 40.
#   145 Hesk closes on Imri. 140 her throw becomes a stab, he has closed (PAR-MOV-7). 1 is a critical hit;
#   22 is 4 on BC6, doubled 8: Hesk 2 - 8 = -6, unconscious; his move at 45 is lost; Imri, the last one
#   standing, has won. Close: her retreat at 40 needs no dice and comes with it (PAR-RND-4); Oswin,
#   unconscious since before the round, -5 + 1 = -4; Hesk, who was able when it opened, stays at -6.

Expected = tuple[str, str, str | None, str | None, dict[str, Any]]


def _roll(who: str, roll: int, *moves: int) -> Expected:
    return "initiative", "rolled", who, None, {"roll": roll, "total": moves[0], "moves": list(moves)}


def _move(who: str, whom: str | None, at: int, index: int, action: str, outcome: str = "called") -> Expected:
    return "move", outcome, who, whom, {"at": at, "index": index, "action": action}


def _ask(who: str, whom: str, what: str) -> Expected:
    return "request", "asked", who, whom, {"what": what, "dice": "1d100"}


def _strike(who: str, whom: str, roll: int, needed: int, outcome: str) -> Expected:
    return "attack", outcome, who, whom, {"roll": roll, "needed": needed}


def _harm(who: str, whom: str, points: int, stamina: int, *rolls: int, doubled: bool = False) -> Expected:
    values: dict[str, Any] = {"points": points, "stamina": stamina}
    if rolls:
        values |= {"rolls": list(rolls), "doubled": doubled}
    return "damage", "dealt", who, whom, values


ROUNDS: tuple[tuple[Expected, ...], ...] = (
    (
        ("fight", "opened", None, None, {"terms": "to unconscious"}),
        ("round", "opened", None, None, {"number": 1, "system": "im"}),
        _roll(HESK, 71, 131, 31),
        ("refused", "late", OSWIN, None, {}),
        _roll(IMRI, 52, 127, 27),
        _roll(OSWIN, 40, 90),
        _move(HESK, OSWIN, 131, 0, "advance"),
        ("movement", "advanced", HESK, OSWIN, {"range": "hth"}),
        _move(IMRI, HESK, 127, 0, "cast"),
        ("cast", "done", IMRI, HESK, {"pp": 6}),
        _harm(IMRI, HESK, 6, 28),
        _move(OSWIN, HESK, 90, 0, "melee"),
        _ask(OSWIN, HESK, "to_hit"),
        _strike(OSWIN, HESK, 55, 60, "hit"),
        _ask(OSWIN, HESK, "damage"),
        _harm(OSWIN, HESK, 8, 20, 30),
        _move(HESK, OSWIN, 31, 1, "melee"),
        _ask(HESK, OSWIN, "to_hit"),
        _strike(HESK, OSWIN, 62, 65, "hit"),  # ours; the PGM's word is that it misses
        _ask(HESK, OSWIN, "damage"),
        _move(IMRI, HESK, 27, 1, "missile"),
        _ask(IMRI, HESK, "to_hit"),
        _strike(IMRI, HESK, 20, 45, "hit"),
        _ask(IMRI, HESK, "damage"),
        _harm(IMRI, HESK, 2, 18, 80),
        ("round", "closed", None, None, {"number": 1}),
    ),
    (
        ("round", "opened", None, None, {"number": 2, "system": "im"}),
        _roll(HESK, 45, 145, 45),
        _roll(OSWIN, 70, 120, 20),
        _move(HESK, OSWIN, 145, 0, "melee"),
        _ask(HESK, OSWIN, "to_hit"),
        _strike(HESK, OSWIN, 20, 65, "hit"),
        _ask(HESK, OSWIN, "damage"),
        ("request", "asked", IMRI, None, {"what": "initiative", "dice": "1d100"}),
        _roll(IMRI, 60, 135, 35),  # back in the middle of the action
        _ask(HESK, OSWIN, "critical"),
        _harm(HESK, OSWIN, 19, 3, 3, 30),
        _move(IMRI, HESK, 135, 0, "cast"),
        ("cast", "done", IMRI, HESK, {"pp": 2}),
        _harm(IMRI, HESK, 9, 9),
        _move(OSWIN, HESK, 120, 0, "melee"),
        _ask(OSWIN, HESK, "to_hit"),
        _strike(OSWIN, HESK, 41, 60, "hit"),
        _ask(OSWIN, HESK, "damage"),
        _harm(OSWIN, HESK, 7, 2, 50),
        _move(HESK, OSWIN, 45, 1, "melee"),
        _ask(HESK, OSWIN, "to_hit"),
        _strike(HESK, OSWIN, 60, 65, "hit"),
        _ask(HESK, OSWIN, "damage"),
        _harm(HESK, OSWIN, 8, -5, 45),
        ("condition", "unconscious", OSWIN, None, {"stamina": -5}),
        _move(OSWIN, HESK, 20, 1, "melee", "lost"),
        _move(IMRI, HESK, 35, 1, "missile"),
        _ask(IMRI, HESK, "to_hit"),
        _strike(IMRI, HESK, 90, 45, "miss"),
        ("round", "closed", None, None, {"number": 2}),
    ),
    (
        ("round", "opened", None, None, {"number": 3, "system": "im"}),
        ("refused", "illegal", IMRI, HESK, {}),
        _roll(HESK, 85, 145, 45),
        _roll(IMRI, 65, 140, 40),
        _move(HESK, IMRI, 145, 0, "advance"),
        ("movement", "advanced", HESK, IMRI, {"range": "hth"}),
        _move(IMRI, HESK, 140, 0, "melee", "converted"),
        _move(IMRI, HESK, 140, 0, "melee"),
        _ask(IMRI, HESK, "to_hit"),
        _strike(IMRI, HESK, 1, 45, "critical"),
        _ask(IMRI, HESK, "damage"),
        _harm(IMRI, HESK, 8, -6, 22, doubled=True),
        ("condition", "unconscious", HESK, None, {"stamina": -6}),
        _move(HESK, IMRI, 45, 1, "melee", "lost"),
        ("fight", "won", IMRI, None, {"winner": IMRI}),
        _move(IMRI, None, 40, 1, "retreat"),
        ("movement", "retreated", IMRI, None, {}),
        ("round", "closed", None, None, {"number": 3}),
        ("condition", "unconscious", OSWIN, None, {"stamina": -4}),
    ),
)
