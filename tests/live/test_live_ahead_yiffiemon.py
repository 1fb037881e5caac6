"""Looking ahead in a YiffieMon fight: its course is a running generator, which a copy begins again where it
stood. What the copy says would follow is what follows in a fight that has heard the same."""

from __future__ import annotations

from typing import Any

import pytest
from test_live_proposals_yiffiemon import OPENED, WHOLE, play, state, table_of

from calledshot.referee.desk import Desk, Draft
from calledshot.referee.forking import Forks
from calledshot.transcript.event import Event


def test_what_is_proposed_is_looked_at_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A night of hundreds of turns is not played again for every draft."""
    copied: list[bool] = []
    fork = Forks.fork

    def watched(self: Forks, referee: Any, *, ahead: bool = False) -> Any:
        try:
            again = fork(self, referee, ahead=ahead)
        except TypeError:
            copied.append(False)
            raise
        copied.append(True)
        return again

    monkeypatch.setattr(Forks, "fork", watched)
    play(table_of("Thistle", "Rusk"), WHOLE)
    assert copied and all(copied)


def test_a_copy_tells_what_would_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Draft] = []
    proposed = Desk._proposed

    def both(self: Desk, at: int) -> Draft | None:
        draft = proposed(self, at)
        if draft is None:
            return None
        again = Desk(self._make)
        for entry in self.entries:
            again.see(entry.event)
        acts = draft.proposal.acts

        def act(fight: Any) -> None:
            for one in acts:
                fight.act(one, self.master, True)

        items = again.referee.perform(Event(kind="command", seq=at, text="next"), act)
        assert tuple(items) == draft.items
        assert again.fight.state() == draft.referee.fight.state()
        assert again.fight.waits == draft.referee.fight.waits
        compared.append(draft)
        return draft

    monkeypatch.setattr(Desk, "_proposed", both)
    play(table_of("Thistle", "Rusk"), WHOLE)
    assert len(compared) > 10


def test_looking_changes_nothing() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED)
    fight = driver.table.desk.fight
    before = fight.state(), fight.waits, fight.asked
    for seq in range(3):
        driver.table.desk._draft = (-1, None)
        assert driver.table.desk.propose() is not None, seq
    assert (fight.state(), fight.waits, fight.asked) == before
    play(driver, "ok\nok")
    assert state(driver, "Grumbel")["clock"] == 1.2


def test_a_preview_sees_what_a_copy_leaves_out() -> None:
    """What the GM would rule of the last check takes back what it brought: of that a copy knows nothing."""
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > attack Grumbel\nok\nQuillfeather = 60")
    play(driver, "Quillfeather: preview rule Critical Failure")
    assert "misses Rusk critically" in driver.private("Quillfeather")[-1]
