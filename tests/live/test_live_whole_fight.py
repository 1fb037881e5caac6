"""A whole fight of three rounds without a service: the script of tests/live/servers/whole_fight.py through
the hub, the rooms and the journal. Over real services it is tests/live/servers/test_real_whole_fight.py."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "servers"))

from stage_memory import MemoryStage, memory_stage
from whole_fight import PGM, SCRIPT
from whole_fight_play import Player, audit, by_hand, differences, disagreements, plain, room_log, spoken


@pytest.mark.parametrize("vouches", [True, False], ids=["accounts", "no accounts"])
def test_a_whole_fight_goes_as_worked_out_by_hand(
    tmp_path: Path, vouches: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def fight() -> MemoryStage:
        async with memory_stage(tmp_path, vouches=vouches) as stage:
            player = Player(stage)
            await player.play()
            player.marks_unseen(caplog.text)
        return stage

    caplog.set_level("DEBUG")
    stage = asyncio.run(fight())
    live = audit(tmp_path / "fight.journal", "--campaign", tmp_path / "campaign")
    assert differences(spoken(plain(live)), by_hand()) == []
    log, campaign = room_log(stage, tmp_path)
    assert disagreements(audit(log, "--campaign", campaign, "--format", "aol"), live) == []


def test_the_summary_tells_what_the_room_knows(tmp_path: Path) -> None:
    """As the PGM ruled it; of IMs that were refused, late or never called it says nothing."""

    async def fight() -> list[str]:
        async with memory_stage(tmp_path) as stage:
            await Player(stage).play()
        return stage.told[PGM]

    told = asyncio.run(fight())
    [first] = [place for place, line in enumerate(told) if line.startswith("Round 1: ")]
    assert told[first:] == [
        "Round 1: Hesk closes in on Oswin. Imri casts Ember on Hesk. Hesk takes 6 points. Oswin hits Hesk. "
        "Hesk takes 8 points. Hesk misses Oswin. Imri hits Hesk. Hesk takes 2 points.",
        "Round 2: Hesk hits Oswin. Oswin takes 19 points. Imri casts Flare on Hesk. Hesk takes 9 points. "
        "Oswin hits Hesk. Hesk takes 7 points. Oswin takes 8 points. Oswin drops, unconscious. Imri misses "
        "Hesk.",
        "Round 3: Hesk closes in on Imri. A critical hit, Imri! Hesk takes 8 points. Hesk drops, "
        "unconscious. Imri falls back. Oswin is still unconscious.",
        "The fight goes to Imri! Well fought, all.",
        "Hesk: unconscious · Imri: able · Oswin: unconscious",
    ]


def test_who_opens_a_fight_with_his_first_word_is_greeted_once(tmp_path: Path) -> None:
    async def fight() -> list[str]:
        async with memory_stage(tmp_path) as stage:
            await Player(stage).play(SCRIPT[:3])
        return stage.told[PGM]

    told = asyncio.run(fight())
    assert [line.split(" of ")[0] for line in told if "You are" in line] == ["You are the PGM"]
