"""A whole fight of three rounds over each real service: the same rulings on all of them, which are those
worked out by hand, the same from the journal, and from the room's log what it can hold; nobody sees what he
may not.

The script is whole_fight's; what is compared, and what "the log agrees" means, is in whole_fight_play.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from irc import IrcServer
from matrix import Synapse
from stage_aim import aim_stage
from stage_irc import irc_stage
from stage_matrix import matrix_stage
from stage_memory import memory_stage
from stage_weechat import weechat_stage
from whole_fight import Expected
from whole_fight_play import Player, audit, by_hand, differences, disagreements, plain, room_log, spoken


@pytest.fixture(scope="session")
def rulings(tmp_path_factory: pytest.TempPathFactory) -> list[Expected]:
    """All rulings of the fight, with all their values, as they are where there is no service."""
    folder = tmp_path_factory.mktemp("whole-fight")

    async def fight() -> None:
        async with memory_stage(folder) as stage:
            await Player(stage).play()

    asyncio.run(fight())
    return plain(audit(folder / "fight.journal", "--campaign", folder / "campaign"))


def play(stage: AbstractAsyncContextManager[Any], folder: Path, rulings: list[Expected]) -> None:
    """Plays the script on a stage; what the journal says of it is compared."""

    async def fight() -> Any:
        async with stage as at:
            player = Player(at)
            await asyncio.wait_for(player.play(), 90)
            if hasattr(at, "unread"):
                assert at.unread() == []
        player.marks_unseen(at.log_file.read_text() if at.log_file.exists() else "")
        return at

    at = asyncio.run(fight())
    live = audit(at.journal_file, "--campaign", folder / "campaign")
    assert differences(spoken(plain(live)), by_hand()) == []
    assert plain(live) == rulings
    log, campaign = room_log(at, folder)
    assert disagreements(audit(log, "--campaign", campaign, "--format", "aol"), live) == []


def test_on_irc(inspircd: IrcServer, tmp_path: Path, rulings: list[Expected]) -> None:
    play(irc_stage(inspircd, tmp_path), tmp_path, rulings)


def test_on_aim(tmp_path: Path, rulings: list[Expected]) -> None:
    play(aim_stage(tmp_path), tmp_path, rulings)


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
def test_on_matrix(synapse: Synapse, tmp_path: Path, encrypted: bool, rulings: list[Expected]) -> None:
    play(matrix_stage(synapse, tmp_path, encrypted=encrypted), tmp_path, rulings)


def test_with_the_pgm_in_weechat(inspircd: IrcServer, tmp_path: Path, rulings: list[Expected]) -> None:
    play(weechat_stage(inspircd, tmp_path), tmp_path, rulings)
