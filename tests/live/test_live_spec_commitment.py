"""commit_moves by the sentence of issue 4: one line with a salted hash of the IMs when they close, and each
is revealed at the calls, no sooner than the room has heard all of its moves called."""

from __future__ import annotations

import hashlib
import re

import pytest
from spec_table import M, play, table_of
from table_driver import Driver, aloud


def hashes(driver: Driver) -> dict[str, str]:
    [line] = [text for text in driver.public() if "SHA-256" in text]
    return dict(re.findall(r"(\w+) ([0-9a-f]{32})", line))


def revealed(driver: Driver) -> dict[str, str]:
    return {
        who: words
        for text in driver.public()
        for who, found, words in [text.partition("'s IM was: ")]
        if found
    }


@pytest.fixture
def fight() -> Driver:
    """Imri 125 and 25, Oswin 80, Perrin 77: he is not fast enough for his second."""
    driver = table_of("Imri", "Oswin", "Perrin", system="im", sides="abb", commit_moves=True)
    play(driver, "open\nok\nImri: cast Pain on Oswin, *stab Oswin\nOswin: attack Imri with sabre")
    play(driver, "Perrin: advance on Imri, *attack Imri\nok\nImri = 55\nOswin = 30\nPerrin = 12")
    return driver


def test_each_is_revealed_when_the_room_has_heard_all_its_moves_called(fight: Driver) -> None:
    promised = hashes(fight)
    assert set(promised) == {"Imri", "Oswin", "Perrin"} and revealed(fight) == {}
    lines = aloud(fight.im(M, "ok"))  # Imri's Pain, and Oswin is called
    assert "Oswin, you're up at 80" in lines[0] and lines[1].startswith("Oswin's IM was: ")
    play(fight, "Oswin = 90\nok")  # he misses, Perrin comes, Imri is called
    assert set(revealed(fight)) == {"Oswin", "Imri"}
    play(fight, "Imri = 99\nok\nMaelor > end of round")
    assert set(revealed(fight)) == {"Oswin", "Imri"}, "Perrin's attack was never called"
    fight.im(M, "close")
    for who, words in revealed(fight).items():
        assert hashlib.sha256(words.encode()).hexdigest()[:32] == promised[who]
        assert f" {who}: " in words
    assert set(revealed(fight)) == {"Oswin", "Imri", "Perrin"}
    assert fight.again() == fight.settled


def test_a_call_that_is_only_drafted_reveals_nothing(fight: Driver) -> None:
    play(fight, "ok\nOswin = 20\nok\nOswin = 30")  # Imri's stab is drafted, not said
    assert "stab" in fight.table.drafts.current.words  # type: ignore[union-attr]
    assert set(revealed(fight)) == {"Oswin"}
    fight.im(M, "drop")
    assert set(revealed(fight)) == {"Oswin"}


def test_what_the_pgm_enters_for_somebody_is_bound_in_its_own_words() -> None:
    driver = table_of("Imri", "Oswin", system="im", commit_moves=True)
    play(driver, "open\nok\nfor Imri: stab Oswin\nOswin: attack Imri\nok\nImri = 50\nOswin = 5\nok")
    assert revealed(driver)["Imri"].endswith(" Imri: stab Oswin")
