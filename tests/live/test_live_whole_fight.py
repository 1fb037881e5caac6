"""A whole fight of three rounds without a service: the script of tests/live/servers/whole_fight.py through
the hub, the rooms and the journal. Over real services it is tests/live/servers/test_real_whole_fight.py."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "servers"))

from stage_memory import MemoryStage, memory_stage
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
