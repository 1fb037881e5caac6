"""Every override is in the record with who and why, and shows in its audit, which rules as was ruled live."""

from __future__ import annotations

from spec_table import play, table_of

from calledshot.auditing import audit_texts
from calledshot.finding import Finding
from calledshot.transcript.event import to_json

EVENING = """
open
set Imri pp 4 because of last night
ok
Imri: cast Pain on Oswin
Oswin: attack Imri
hold Perrin because of his phone
ok
Imri = 30
Perrin: attack Imri
Oswin = 20
waive PAR-IM-1 for Perrin because his client hung
ok
return Perrin
Perrin = 10
ok
Oswin = 20
rule Oswin misses
ok
reroll Oswin because of the cat
Oswin = 90
ok
skip Perrin because he is asleep
add 2 stamina to Imri in round 1 because I miscounted
undo because I did not
Oswin_ is Oswin
"""


def test_every_override_shows_in_the_audit_with_who_and_why() -> None:
    driver = table_of("Imri", "Oswin", "Perrin", system="im", sides="abb")
    play(driver, EVENING)
    record = "\n".join(to_json(event).decode() for settled in driver.settled for event in settled.events)
    flow = audit_texts([("record", record, "events", None)], campaign=driver.ready.campaign).flow
    said = [one.message for one in flow if isinstance(one, Finding) and one.code.startswith("PGM-")]
    for words in (
        "Maelor sets Imri's pp: 9 → 4, because of last night",
        "Maelor: Perrin holds, because of his phone",
        "Maelor waives PAR-IM-1 for Perrin, because his client hung",
        "Maelor: Perrin is back",
        "the PGM rules a miss; 20 on CA 65 is a hit",
        "Maelor lets Oswin roll again, because of the cat",
        "Maelor passes over Perrin, because he is asleep",
        "because I did not",
        "Maelor: Oswin_ is Oswin",
    ):
        assert any(words in one for one in said), words
    assert [one for one in said if "miscounted" in one and "takes back" not in one] == []
    live = [one.message for one in driver.table.desk.flow if isinstance(one, Finding)]
    assert [one.message for one in flow if isinstance(one, Finding)] == live
    assert driver.again() == driver.settled
