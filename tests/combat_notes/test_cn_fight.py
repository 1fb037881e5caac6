"""The fight as a whole: anything may be said in any order, the same events give the same rulings, and every
ruling has words in each tone that give no hidden figure away."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from calledshot.campaign import Campaign, load
from calledshot.dice.roll import Roll
from calledshot.errors import CampaignError
from calledshot.referee.referee import Referee
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event
from calledshot_combat_notes import CombatNotes, voice

RULESET = CombatNotes()
WEIR = Path(__file__).parents[2] / "fixtures" / "campaigns" / "weir"
DM = "Wexley"
EVENTS = 150
DICE = ((1, 20), (1, 20), (1, 20), (1, 10), (1, 8), (1, 6), (1, 4), (2, 4), (2, 6), (1, 100))
PLAYERS = ("Alda", "Bo", "Mira")
OTHERS = ("Ogre", "Orc 1", "Kobold")


def _lines(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for line in text.strip().splitlines() for part in line.split("|"))


SAID = _lines("""
attack {} with long sword | half move and attack {} | draw dagger and attack {} with dagger
guard | fire short bow at {} | cast Web on {} | cast Gate | move 6 e | charge {} | withdraw 3 s
punch {} | break free | get rope from backpack | face n | half move over {} and attack Ogre
dance at {} | use power Leap (prep 2) | abandon: now I attack {} with dagger
I abandon my action | pass | run 20 e | I take my attack of opportunity
attack {} then half move 2 w | lift the chest | parry | I yield
""")
TOLD = _lines("""
Round 1, declare | Round 2, declare | new round | Initiative! | End of round | Fast: | slow phase
{}? | {} attacks Alda | {}: attack Bo with club | hidden: {} attacks Mira | hit | miss
{} hits for 7 | critical hit! | damage? | that's 9 damage to {} | {} is at 4 hp | {} is dead
{} is prone | pass | {} stands up | the ogre holds {} | {} is free | {} threatens Alda
{} is at (3,4) | I'll allow it | {} takes the attack of opportunity on Bo | {} saves
{} fails the save | fumble: hurts himself for 9 | fumble: hits Bo | injury: arm broken
escape: 12 on d20 | charge: +2 | run: 3 | item save: 12 | knockdown die: d8 | ruling: fine
{}'s MV: 6 | party wins initiative | a high attack | missile scale | {}'s casting is interrupted
fight over | {} wins! | critical event: smoke | Bo rolls for the party
""")


def events(seed: int) -> list[Event]:
    draw = random.Random(seed)
    made: list[Event] = []
    for seq in range(EVENTS):
        chance = draw.random()
        name = draw.choice((*PLAYERS, *OTHERS))
        if chance < 0.4:
            made.append(Event(seq=seq, kind="say", speaker=DM, text=draw.choice(TOLD).format(name)))
        elif chance < 0.65:
            text, kind = draw.choice(SAID).format(name), draw.choice(("say", "whisper", "emote"))
            to = DM if kind == "whisper" else None
            made.append(Event(seq=seq, kind=kind, speaker=draw.choice(PLAYERS), to=to, text=text))  # type: ignore[arg-type]
        else:
            made.append(roll(draw.choice((*PLAYERS, DM, DM, DM)), *draw.choice(DICE), draw, seq))
    return made


def roll(who: str, count: int, sides: int, draw: random.Random, seq: int) -> Event:
    faces = tuple(draw.randint(1, sides) for _ in range(count))
    dice = f"{count}d{sides}"
    made = Roll(roller=who, count=count, sides=sides, faces=faces, total=sum(faces), expression=dice)
    return Event(seq=seq, kind="roll", text=f"{who} rolled {dice}", trust="server", roll=made)


def play(seed: int, campaign: Campaign) -> Referee:
    referee = Referee(RULESET, campaign, pgm=(DM,), by_the_book=seed % 4 == 0)
    for event in events(seed):
        referee.see(event)
    return referee


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("known", [True, False])
def test_anything_may_be_said_and_the_same_gives_the_same(seed: int, known: bool) -> None:
    campaign = load(WEIR, ruleset=RULESET) if known else Campaign.empty(RULESET)
    first, second = play(seed, campaign), play(seed, campaign)
    assert first.rulings == second.rulings
    assert first.findings == second.findings
    assert first.fight.state() == second.fight.state()
    assert any(ruling.kind == "round" for ruling in first.rulings)
    for ruling in first.rulings:
        assert ruling.text
        assert ruling.text != f"{ruling.kind}: {ruling.outcome}.".replace("_", " ").capitalize(), ruling
        assert "{" not in ruling.text
        said = RULESET.room(ruling, None, campaign)
        assert said == "" or re.fullmatch(r"\(\(.+\)\)", said)
        assert "CN-" not in said


HIDDEN: tuple[dict[str, Any], ...] = (
    {
        "kind": "attack",
        "outcome": "hit",
        "values": {"roll": 91, "modifier": 1, "total": 92, "needed": 93, "ac": 94, "margin": 95},
    },
    {
        "kind": "damage",
        "outcome": "dealt",
        "values": {"points": 7, "dice": 7, "before": 96, "hp": 97, "multiplier": 1},
    },
    {"kind": "condition", "outcome": "down", "values": {"hp": 98}},
    {"kind": "save", "outcome": "failed", "values": {"against": "critical", "roll": 91, "needed": 99}},
    {
        "kind": "order",
        "outcome": "set",
        "values": {"order": [["Ogre", "attack", "F"]], "hidden": ["Ogre"], "waiting": []},
    },
)


@pytest.mark.parametrize("fields", HIDDEN)
def test_the_room_hears_no_hidden_figure(fields: dict[str, Any]) -> None:
    ruling = Ruling(combatant="Kay", target="Orc", **fields)
    said = RULESET.room(ruling, None, Campaign.empty(RULESET))
    assert re.search(r"9\d|Ogre", said) is None


def test_the_request_follows_in_the_same_line() -> None:
    hit = Ruling(kind="attack", outcome="hit", combatant="Kay", target="Orc", values={"roll": 15})
    wanted = Ruling(
        kind="request", outcome="asked", combatant="Kay", values={"what": "damage", "dice": "2d4"}
    )
    assert RULESET.room(hit, wanted, Campaign.empty(RULESET)) == "((Kay hits Orc. Now damage, 2d4.))"


def test_a_campaign_brings_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "voice.toml").write_text('[record]\n"condition.dead" = "{who} is no more."\n', "utf-8")
    ruling = Ruling(kind="condition", outcome="dead", combatant="Orc")
    assert voice.record(ruling, Campaign(path=tmp_path)) == "Orc is no more."


@pytest.mark.parametrize("text", ['[nobody]\n"x" = "y"\n', '[record]\n"no.such" = "x"\n', "[record\n"])
def test_a_voice_file_with_mistakes_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "voice.toml").write_text(text, "utf-8")
    ruling = Ruling(kind="condition", outcome="dead", combatant="Orc")
    with pytest.raises(CampaignError, match=r"voice\.toml"):
        voice.record(ruling, Campaign(path=tmp_path))


def test_every_tone_knows_the_same_rulings() -> None:
    tables = voice._voice(None).tables
    missing = {key for key in tables["record"] if key not in tables["room"]}
    assert {key for key in missing if key.count(".") == 1} == set()
