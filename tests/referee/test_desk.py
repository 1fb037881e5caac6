"""The desk: the game master's commands over a fight, what they take back, and what a replay makes of them."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from calledshot.auditing import audit_texts, prepare
from calledshot.campaign import from_tables
from calledshot.dice.roll import Roll
from calledshot.finding import Finding
from calledshot.referee.desk import Desk
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event, to_json

# Ann hits on 40 or less, Bob on 50 or less (PAR-HIT-1); a sword does 10 points on 1-3, which is the most and
# rolls again, else 6. Speeds 60 and 50 (PAR-INIT-1).
CAMPAIGN: dict[str, Any] = {
    "pgm": ["Gwen"],
    "characters": {
        "Ann": {
            "speed": 60, "ca": 40, "stamina_max": 30, "pp_max": 9,
            "weapons": [{"name": "sword", "in_hand": True}],
            "items": [{"name": "healing draught", "charges": 3}],
        },
        "Bob": {"speed": 50, "ca": 50, "stamina_max": 20, "weapons": [{"name": "sword", "in_hand": True}]},
    },
    "rulebook": {
        "weapons": [{"name": "sword", "bc": 10, "kind": "melee"}],
        "bell_curve": {"BC10": {"10": [1, 3], "6": [4, 100]}},
    },
}  # fmt: skip


class Room:
    """A room with a desk, for tests to talk in."""

    def __init__(self, **campaign: Any) -> None:
        self.ready = prepare(from_tables({**CAMPAIGN, **campaign}))
        self.desk = Desk(self.ready.referee)
        self.events: list[Event] = []

    def _see(self, **event: Any) -> list[Ruling | Finding]:
        self.events.append(Event(seq=len(self.events), **event))
        return self.desk.see(self.events[-1])

    def say(self, who: str, text: str) -> list[Ruling | Finding]:
        return self._see(kind="say", speaker=who, text=text)

    def roll(self, who: str, face: int) -> list[Ruling | Finding]:
        roll = Roll(roller=who, count=1, sides=100, faces=(face,), total=face, expression="1d100")
        return self._see(
            kind="roll", speaker=who, trust="server", text=f"{who} rolled 1d100: {face}", roll=roll
        )

    def tell(self, text: str, by: str = "Gwen") -> list[Ruling | Finding]:
        return self._see(kind="command", speaker=by, text=text)

    def to_blows(self) -> Room:
        """Round 1, both declare an attack; Ann rolls 40 (40 + 60 = 100), Bob 20 (20 + 50 = 70)."""
        self.say("Gwen", "Round 1, you are hand to hand. Init please")
        self.say("Ann", "attack Bob with sword")
        self.say("Bob", "attack Ann with sword")
        self.roll("Ann", 40)
        self.roll("Bob", 20)
        self.say("Gwen", "100, Ann: to hit")
        return self

    def figure(self, who: str, name: str) -> Any:
        return self.desk.fight.state()[who][name]


def outcomes(items: list[Ruling | Finding]) -> list[str]:
    return [f"{one.kind}.{one.outcome}" for one in items if isinstance(one, Ruling)]


def notes(items: list[Ruling | Finding]) -> list[str]:
    return [one.message for one in items if isinstance(one, Finding) and one.code == "PGM-3"]


def struck(room: Room) -> Room:
    """Ann hits with 33 on 40 and does 6: Bob goes from 20 to 14."""
    assert outcomes(room.roll("Ann", 33))[0] == "attack.hit"
    room.roll("Ann", 50)
    assert room.figure("Bob", "stamina") == 14
    return room


def test_undo_takes_back_the_last_roll_and_redo_gives_it_again() -> None:
    room = struck(Room().to_blows())
    said = room.tell("undo")
    assert notes(said) == ["Gwen takes back Ann's roll of 50"]
    assert outcomes([*room.desk.taken_back])[0] == "damage.dealt"
    assert room.figure("Bob", "stamina") == 20
    room.tell("redo")
    assert room.figure("Bob", "stamina") == 14


def test_undo_of_two_takes_back_the_hit_as_well() -> None:
    room = struck(Room().to_blows())
    room.tell("undo 2")
    assert "attack.hit" not in outcomes(room.desk.flow)
    assert outcomes(room.roll("Ann", 80))[0] == "attack.miss"
    assert room.figure("Bob", "stamina") == 20


def test_an_undone_command_is_as_if_never_given() -> None:
    room = struck(Room().to_blows())
    room.tell("set Bob stamina 3")
    assert room.figure("Bob", "stamina") == 3
    room.tell("undo")
    assert room.figure("Bob", "stamina") == 14


def test_nothing_to_undo_is_said() -> None:
    assert notes(Room().tell("undo")) == ["there is nothing to undo"]
    assert notes(Room().tell("redo")) == ["there is nothing to do again"]


def test_a_new_ruling_ends_what_could_be_done_again() -> None:
    room = struck(Room().to_blows())
    room.tell("undo")
    room.roll("Ann", 60)  # 6 again, by another roll
    room.tell("redo")
    assert room.figure("Bob", "stamina") == 14


def test_rollback_goes_to_the_start_of_a_round() -> None:
    room = struck(Room().to_blows())
    room.say("Gwen", "End of round 1")
    room.say("Gwen", "Round 2, init please")
    said = room.tell("rollback to round 1")
    assert notes(said) == ["Gwen takes the fight back to the start of round 1"]
    assert outcomes(room.desk.flow) == ["fight.opened", "round.opened"]
    room.say("Ann", "attack Bob with sword")  # the round is played anew
    room.roll("Ann", 40)
    assert room.figure("Ann", "stamina") == 30


def test_a_figure_is_set_with_who_and_why() -> None:
    room = struck(Room().to_blows())
    said = room.tell("set bob stamina 9 because the axe was silver")
    assert notes(said) == ["Gwen sets Bob's stamina: 14 → 9, because the axe was silver"]
    assert not any(isinstance(one, Finding) and one.code == "PGM-1" for one in said)
    room.tell("add Bob stamina 4")
    assert room.figure("Bob", "stamina") == 13
    room.tell("spend Ann pp 2")
    assert room.figure("Ann", "pp") == 7


def test_a_figure_nobody_has_is_refused_in_words() -> None:
    room = struck(Room().to_blows())
    assert notes(room.tell("set Bob luck 9")) == ["Bob has no luck that can be set"]


def test_a_figure_as_of_an_earlier_round_counts_from_its_end_on() -> None:
    room = struck(Room().to_blows())
    room.say("Gwen", "End of round 1")
    room.say("Gwen", "Round 2, init please")
    room.tell("set Bob stamina 18 in round 1")
    assert room.figure("Bob", "stamina") == 18
    records = room.desk.referee.encounters[-1].rounds
    assert [record.number for record in records] == [1, 2]
    assert records[0].state["Bob"]["stamina"] == 18


def test_what_was_refused_for_want_of_points_is_checked_again() -> None:
    spell = {"name": "Pain", "list": "Mysticism", "level": 1, "pp": 3, "damage": "6"}
    caster = {
        **CAMPAIGN["characters"]["Ann"],
        "pp_max": 9,
        "pp": 1,
        "level": 3,
        "spell_lists": {"Mysticism": 2},
    }
    room = Room(
        characters={**CAMPAIGN["characters"], "Ann": caster},
        rulebook={**CAMPAIGN["rulebook"], "spells": [spell]},
    )
    room.say("Gwen", "Round 1, you are hand to hand. Init please")
    room.say("Gwen", "End of round 1")
    room.say("Gwen", "Round 2, init please")
    refused = room.say("Ann", "cast Pain (Mysticism Level 1) on Bob")
    assert any(isinstance(one, Finding) and one.severity == "error" for one in refused)
    room.tell("set Ann pp 9 in round 1 because he had rested")
    standing = [one for one in room.desk.flow if isinstance(one, Finding) and one.severity == "error"]
    assert standing == []


def test_a_forwarded_roll_counts_as_his() -> None:
    room = Room().to_blows()
    said = room.tell("for Ann: 33")
    assert notes(said) == ["Gwen enters a roll for Ann"]
    assert outcomes(said)[0] == "attack.hit"


def test_a_forwarded_move_is_declared_for_him() -> None:
    room = Room()
    room.say("Gwen", "Round 1, you are hand to hand. Init please")
    room.tell("for Bob: attack Ann with sword")
    declared = room.desk.referee.encounters[-1].rounds[-1].declarations
    assert [(one.combatant, one.moves[0].action) for one in declared] == [("Bob", "melee")]


def test_a_nick_is_tied_to_a_character() -> None:
    room = Room().to_blows()
    room.tell("Ann_ is Ann")
    assert outcomes(room.roll("Ann_", 33))[0] == "attack.hit"


def test_the_masters_other_ruling_is_played() -> None:
    room = Room().to_blows()
    room.roll("Ann", 33)
    said = room.tell("rule miss")
    assert any(isinstance(one, Finding) and one.code == "PGM-1" for one in said)
    assert room.desk.referee.pgm_rulings[-1].agrees is False


def test_handover_moves_the_last_word() -> None:
    room = Room().to_blows()
    room.tell("handover Rhys")
    assert room.desk.referee.pgm == ["Rhys"]
    room.roll("Ann", 33)
    assert any(isinstance(one, Finding) and one.code == "PGM-1" for one in room.say("Rhys", "miss"))
    assert not any(isinstance(one, Finding) and one.code == "PGM-1" for one in room.say("Gwen", "miss"))


def test_every_change_of_a_figure_is_kept_with_its_event() -> None:
    room = struck(Room().to_blows())
    room.tell("set Bob stamina 9")
    changes = [(one.before, one.after, one.seq) for one in room.desk.changes if one.figure == "stamina"]
    assert changes == [(20, 14, 7), (14, 9, 8)]


def test_a_preview_changes_nothing() -> None:
    room = struck(Room().to_blows())
    items, gone = room.desk.preview(Event(kind="command", speaker="Gwen", text="undo"))
    assert notes(items) == ["Gwen takes back Ann's roll of 50"]
    assert gone
    assert room.figure("Bob", "stamina") == 14
    assert len(room.desk.entries) == len(room.events)


def test_the_same_events_give_the_same_rulings_again() -> None:
    room = struck(Room().to_blows())
    room.tell("undo 2")
    room.roll("Ann", 12)
    room.roll("Ann", 90)
    room.tell("set Bob stamina 11 in round 1 because of the helmet")
    again = Desk(room.ready.referee)
    for event in room.events:
        again.see(event)
    assert again.flow == room.desk.flow
    assert again.fight.state() == room.desk.fight.state()


def test_an_audit_of_the_events_says_what_was_said_live() -> None:
    room = struck(Room().to_blows())
    room.tell("undo")
    room.roll("Ann", 77)
    room.tell("set Bob stamina 2 because he tripped")
    lines = b"\n".join(map(to_json, room.events)).decode()
    audit = audit_texts([("fight.ndjson", lines, "events", None)], campaign=room.ready.campaign)
    assert [one for one in audit.flow if isinstance(one, Ruling)] == [
        one for one in room.desk.flow if isinstance(one, Ruling)
    ]
    document = json.loads(audit.to_json())
    assert document["encounters"][-1]["rounds"][-1]["state"]["Bob"]["stamina"] == 2
    assert any("he tripped" in one["message"] for one in document["findings"])


@pytest.mark.parametrize(
    "text", ["", "!", "undo " + "9" * 30, "set", "for :", "rollback to round 9", "\x00", "next" * 900]
)
def test_no_command_text_breaks_it(text: str) -> None:
    room = struck(Room().to_blows())
    room.tell(text)
    assert room.figure("Bob", "stamina") in (14, 20)
    assert BytesIO(b"".join(map(to_json, room.events))).read()


def test_what_was_undone_before_is_not_taken_back_again() -> None:
    room = struck(Room().to_blows())
    room.tell("undo")
    room.tell("set Ann stamina 25")
    _, gone = room.desk.preview(Event(kind="command", speaker="Gwen", text="undo"))
    assert gone == []


def test_what_is_undone_is_named_and_secrets_are_not() -> None:
    room = Room().to_blows()
    room.tell("for Ann: 33")
    assert notes(room.tell("undo")) == ["Gwen takes back the command “for Ann”"]
    room.tell("set Ann stamina 25 because of the draught")
    assert notes(room.tell("undo")) == [
        "Gwen takes back the command “set Ann stamina 25 because of the draught”"
    ]
