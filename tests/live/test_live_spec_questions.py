"""What players ask in private and in the room, by the sentences of issue 4: sheet and plain questions, check,
standing orders, withdrawing; asked in the room, answered in private."""

from __future__ import annotations

import pytest
from spec_table import M, play, table_of
from table_driver import Driver, aloud, to


@pytest.fixture(scope="module")
def fight() -> Driver:
    """Imri's Pain has cost 3 PP of 9, Oswin's sabre 9 stamina of 27 (30 is 7, and 2)."""
    driver = table_of("Imri", "Oswin", "Perrin", sides="abb")
    play(driver, "open to unconscious\nok\nImri = 40\nOswin = 30\nPerrin = 5\nok")
    play(driver, "Imri > cast Pain (Mysticism Level 1) on Oswin\nok\nMaelor > Oswin?")
    play(driver, "Oswin > attack Imri with sabre\nok\nOswin = 20\nok\nOswin = 30\nok")
    return driver


PP = "PP 6 of 9: Imri casts Pain on Oswin, −3 in round 1"
STAMINA = "stamina 18 of 27: Oswin does 9 points to Imri, −9 in round 1"
HOW = "Imri: stamina 18 of 27, PP 6 of 9, able"
OTHERS = "Oswin: able"
TURN = "Waiting for Perrin: move."
ANSWERS = {
    "whats my pp": PP, "What's my PP?": PP, "pp?": PP, "my pp": PP, "how much pp have I got left?": PP,
    "how many pp left": PP, "explain pp": PP, "why is my pp 6": PP, "what happened to my pp?": PP,
    "stamina": STAMINA, "WHATS MY STAMINA": STAMINA, "why did i lose 9 stamina": STAMINA,
    "how am i doing": HOW, "am i hurt?": HOW, "how badly am I hurt": HOW, "what's my status": HOW,
    "sheet": HOW, "my sheet?": HOW, "show me my stats": HOW, "sheet please": HOW,
    "whats my speed": "speed: 70", "what's my CA": "ca: 55",
    "what weapons do i have": "weapons: dagger (2)", "how many daggers do i have": "daggers: 2",
    "whats in my pack": "items: blue phial (2)", "what can i cast": "spell lists: Mysticism 2, Healing 1",
    "whats oswin's stamina": OTHERS, "is Oswin hurt?": OTHERS, "how is oswin doing": OTHERS,
    "who's turn is it": TURN, "whose turn?": TURN, "is it my turn?": TURN, "am i next": TURN,
    "when's my next move": TURN, "who are we waiting for?": TURN, "who": TURN,
    "what's my init": "Imri: initiative 110. Moves at 110 and 10.",
    "how many moves do I have?": "Imri: initiative 110. Moves at 110 and 10.",
    "what did i declare": "You have declared: cast Pain (Mysticism Level 1) on Oswin",
    "what round is it?": "Round 1.", "what are the terms": "Terms: to unconscious.",
    "whats the order": "Order: Perrin 70, Imri 10.", "order?": "Order: Perrin 70, Imri 10.",
    "whats the score": "Imri: able · Oswin: able · Perrin: able",
    "what can I do?": "To me in private: ",
    "whats my flurb": "I know no flurb of yours; ",
}  # fmt: skip


@pytest.mark.parametrize("text", ANSWERS)
def test_a_plain_question_is_answered(fight: Driver, text: str) -> None:
    lines = fight.im("Imri", text)
    assert {line.to for line in lines} == {"Imri"}
    assert to(lines, "Imri")[0].startswith(ANSWERS[text])


@pytest.mark.parametrize(
    "text", ["whats my pp", "what's my stamina?", "am I hurt?", "!sheet", "is it my turn?"]
)
def test_asked_in_the_room_it_is_answered_in_private(fight: Driver, text: str) -> None:
    lines = fight.say("Imri", text)
    assert aloud(lines) == [] and to(lines, "Imri") != [] and to(lines, M) == []


@pytest.mark.parametrize(
    "text",
    ["what a stamina!", "Oswin, are you hurt?", "how about a pint", "who brought pp shots", "my oh my"],
)
def test_talk_in_the_room_is_not_answered(fight: Driver, text: str) -> None:
    assert fight.say("Imri", text) == []


@pytest.mark.parametrize(
    "text", ["whats oswin's stamina", "how much stamina does oswin have?", "explain oswin"]
)
def test_others_figures_are_nobodys_to_ask(fight: Driver, text: str) -> None:
    assert "31" not in " ".join(line.text for line in fight.im("Imri", text))


@pytest.mark.parametrize(
    "text",
    [
        "check cast pain on oswin",
        "check: cast pain on oswin",
        "Is this ok: cast pain on oswin?",
        "can I cast pain on oswin?",
        "lint cast pain on oswin",
    ],
)
def test_a_move_is_checked_and_not_declared(fight: Driver, text: str) -> None:
    count = len(fight.table.referee.encounter.round.declarations)  # type: ignore[union-attr]
    told = to(fight.im("Imri", text), "Imri")
    assert told[0].startswith("PAR-SYN-3: Pain needs its level")
    assert told[1].casefold() == "cast pain (mysticism level 1) on oswin"
    assert len(fight.table.referee.encounter.round.declarations) == count  # type: ignore[union-attr]


# -- standing orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["standing orders: attack Imri", "my standing orders are: attack Imri", "standing: attack Imri"]
)
@pytest.mark.parametrize("off", ["standing orders: none", "no standing orders", "clear my standing orders"])
def test_standing_orders_are_left_asked_for_and_taken_back(text: str, off: str) -> None:
    driver = table_of("Imri", "Oswin", system="im")
    driver.im(M, "open")
    assert to(driver.im("Oswin", "what are my standing orders?"), "Oswin") == ["You have no standing orders."]
    driver.im("Oswin", text)
    assert to(driver.im("Oswin", "what are my standing orders?"), "Oswin") == [
        "Standing orders noted: attack Imri"
    ]
    play(driver, "ok")
    assert driver.table.desk.fight.waits == (("Imri", "declaration"),)
    assert to(driver.im("Oswin", off), "Oswin") == ["Your standing orders are off."]
    assert ("Oswin", "declaration") in driver.table.desk.fight.waits
    assert driver.again() == driver.settled
