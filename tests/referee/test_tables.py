"""Two fights in one room at one time: who sits at whose table, and what comes of it."""

from __future__ import annotations

from pathlib import Path

from calledshot import audit
from calledshot.campaign import from_tables
from calledshot.referee.tables import Seats, seats
from calledshot.referee.utterance import phrasebook
from calledshot.transcript.event import Event

ROOM = """\
Marn: Wick and Quill by the well, hand to hand. Round 1 init
Olwen: Pia, Rolf: you stand by the gate, hand to hand. Round 1, initiative!
Wick: attack Quill
Pia: attack Rolf
! Wick rolled 1d100: 55
! Rolf rolled 1d100: 71
Rolf: attack Pia
Quill: attack Wick
! Quill rolled 1d100: 40
! Pia rolled 1d100: 12
Marn: Wick 105, Quill 70. Wick, swing
Olwen: Rolf 111, then Pia 82
! Wick rolled 1d100: 50
Marn: miss. Quill
! Rolf rolled 1d100: 22
Olwen: hits, 5 to Pia
! Quill rolled 1d100: 8
Marn: hit, 4. Wick is at 29
Olwen: end of round
Marn: end of round. Round 2 init!
Quill: I yield!
Marn: Wick wins
Olwen: fight over
"""


def events(room: str) -> list[Event]:
    """The lines as events; the rolls are not needed to tell who sits where."""
    made = []
    for at, line in enumerate(room.splitlines()):
        if not line.startswith("!"):
            speaker, _, words = line.partition(": ")
            made.append(Event(kind="say", seq=at, speaker=speaker, text=words))
    return made


def seated(room: str, *pgm: str) -> Seats | None:
    return seats(events(room), from_tables({}), phrasebook(), pgm)


def test_who_sits_where() -> None:
    found = seated(ROOM)
    assert found is not None and found.masters == ("Marn", "Olwen")
    assert {name: found.people[name] for name in ("wick", "quill", "pia", "rolf")} == {
        "wick": 0, "quill": 0, "pia": 1, "rolf": 1,
    }  # fmt: skip


def test_one_fight_with_two_masters_is_one() -> None:
    """Both rule on the same people."""
    room = ROOM.replace("Olwen: hits, 5 to Pia", "Olwen: hits, 5 to Wick. Wick, Quill, mind your feet")
    assert seated(room.replace("Olwen: end of round", "Olwen: Quill? end of round")) is None


def test_masters_one_after_the_other_are_no_two_tables() -> None:
    first = "Marn: Round 1 init\nWick: attack Quill\nMarn: Wick 50\nMarn: Quill, miss\nMarn: fight over\n"
    assert (
        seated(first + first.replace("Marn", "Olwen").replace("Wick", "Pia").replace("Quill", "Rolf")) is None
    )


def test_a_player_in_jest_is_no_master() -> None:
    room = ROOM.replace("Olwen: Pia, Rolf: you stand by the gate, hand to hand. ", "Pia: ")
    lines = [line for line in room.splitlines() if not line.startswith("Olwen")]
    assert seated("\n".join(lines)) is None


def test_where_the_campaign_names_one_master_nobody_else_is_one() -> None:
    assert seated(ROOM, "Marn") is None
    assert seated(ROOM, "Marn", "Olwen") is not None


def test_each_fight_by_itself(tmp_path: Path) -> None:
    """Rolf's 22 strikes Pia for 5; Quill's 8 strikes Wick, who is left at 29 and wins; nobody is blamed."""
    log = tmp_path / "fair.txt"
    log.write_text(ROOM, encoding="utf-8")
    made = audit(log, format="script")
    assert [fight.fighters for fight in made.encounters] == [["Wick", "Quill"], ["Pia", "Rolf"]]
    assert [fight.winner for fight in made.encounters] == ["Wick", None]
    dealt = [
        (one.combatant, one.target, one.values["points"]) for one in made.rulings if one.kind == "damage"
    ]
    assert dealt == [("Rolf", "Pia", 5), ("Quill", "Wick", 4)]
    assert not made.failed and not [one for one in made.findings if one.code == "ID-4"]
    assert [roll.seq for roll in made.rolls] == sorted(roll.seq for roll in made.rolls)
    assert made.notes[-1].startswith("Two fights go on in one room at one time, Marn's and Olwen's")
