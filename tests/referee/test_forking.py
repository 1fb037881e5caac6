"""A fork rules on as the first referee would have, and the first never notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.auditing import Ready, prepare
from calledshot.referee.desk import Desk
from calledshot.referee.forking import Forks
from calledshot.referee.referee import Referee
from calledshot.transcript import open_transcript
from calledshot.transcript.event import Event
from calledshot.transcript.merging import merge

SAMPLES = sorted(
    path for path in (Path(__file__).parents[2] / "samples").iterdir() if len(list(path.iterdir())) > 1
)


STAGED = ("ford", "orchard")
"""Samples of a ruleset whose fights are running generators, which nothing can copy."""
COPIED = [path for path in SAMPLES if path.name not in STAGED]


def fight(sample: Path) -> tuple[Ready, list[Event]]:
    ready = prepare(sample / "campaign")
    logs = [path for path in sample.iterdir() if path.is_file() and path.name != "EXPECTED.md"]
    transcripts = [open_transcript(path) for path in sorted(logs)]
    return ready, [item for item in merge(transcripts, pgm=ready.campaign.pgm) if isinstance(item, Event)]


def ruled(referee: Referee) -> tuple[object, ...]:
    return (referee.rulings, referee.findings, referee.pgm_rulings, referee.rolls, referee.fight.state())


@pytest.mark.parametrize("sample", COPIED, ids=lambda path: path.name)
def test_a_fork_rules_as_the_first_would_and_leaves_it_alone(sample: Path) -> None:
    ready, events = fight(sample)
    forks = Forks(ready.campaign)
    straight, forked = ready.referee(), ready.referee()
    for event in events:
        before = repr(ruled(forked))
        ahead = forks.fork(forked)
        ahead.see(event)
        for later in events[-3:]:
            forks.fork(ahead).see(later)
        assert repr(ruled(forked)) == before
        straight.see(event)
        assert repr(ruled(ahead)) == repr(ruled(straight))
        forked = ahead


@pytest.mark.parametrize("sample", COPIED, ids=lambda path: path.name)
def test_a_fork_shares_the_sheets(sample: Path) -> None:
    ready, events = fight(sample)
    referee = ready.referee()
    for event in events:
        referee.see(event)
    again = Forks(ready.campaign).fork(referee)
    assert again.campaign is referee.campaign
    assert again.encounter is not referee.encounter
    assert again.fight is not referee.fight


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_a_desk_looks_ahead_whatever_the_fight_is_made_of(sample: Path) -> None:
    ready, events = fight(sample)
    desk = Desk(ready.referee)
    for place, event in enumerate(events):
        if place % 7 == 0:
            before = repr(ruled(desk.referee))
            foreseen, _ = desk.preview(event)
            assert repr(ruled(desk.referee)) == before
            assert desk.see(event) == foreseen
        else:
            desk.see(event)
