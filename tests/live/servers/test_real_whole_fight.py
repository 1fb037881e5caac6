"""A whole fight of three rounds over each real service: the same rulings on all of them, which are those worked
out by hand, and the same from the journal; nobody sees what he may not.

`script` is whole_fight's; what is compared, and what "the room's log agrees" means, is in whole_fight_play.
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
from whole_fight_play import Player, audit, by_hand, differences, plain, spoken


def play(stage: AbstractAsyncContextManager[Any], folder: Path) -> None:
    """Plays the script on a stage; what the journal says of it is compared."""

    async def fight() -> Any:
        async with stage as at:
            player = Player(at)
            await asyncio.wait_for(player.play(), 90)
            if hasattr(at, "unread"):
                assert at.unread() == []
        player.marks_unseen(at.log_file.read_text())
        return at

    at = asyncio.run(fight())
    found = plain(audit(at.journal_file, "--campaign", folder / "campaign"))
    assert differences(spoken(found), by_hand()) == []


def test_on_irc(inspircd: IrcServer, tmp_path: Path) -> None:
    play(irc_stage(inspircd, tmp_path), tmp_path)


def test_on_aim(tmp_path: Path) -> None:
    play(aim_stage(tmp_path), tmp_path)


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
def test_on_matrix(synapse: Synapse, tmp_path: Path, encrypted: bool) -> None:
    play(matrix_stage(synapse, tmp_path, encrypted=encrypted), tmp_path)
