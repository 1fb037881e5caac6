"""Suggest mode: one draft is current, and the game master has the last word on it."""

from __future__ import annotations

import pytest
from table_driver import SAMPLES, Driver, aloud, to

J, Y, G = "TalespinnerJo", "YsoldeVey", "Garrock9"
HINT = "   ok · say … · rule … · drop"


@pytest.fixture
def duel() -> Driver:
    """Both have sent their moves; nothing has been rolled."""
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"})
    driver.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    driver.join(Y)
    driver.join(G)
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    driver.im(Y, "attack Garrock with rapier")
    driver.im(G, "attack Ysolde with broadsword")
    return driver


def start(driver: Driver) -> None:
    """28 + 72 is 100, 20 + 58 is 78: Ysolde first."""
    driver.im(J, "ok")
    driver.roll(Y, 28)
    driver.roll(G, 20)


def test_the_first_draft_opens_the_fight_and_ok_posts_it() -> None:
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"})
    driver.accounts = {J: "irc:jo"}
    lines = driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    assert aloud(lines) == []
    draft = to(lines, J)[-1]
    assert draft.startswith("#1 ") and draft.endswith(HINT)
    words = draft.partition('"')[2].rpartition('"')[0]
    assert words.startswith("((") and words.endswith("))") and "IMs" in words
    assert aloud(driver.im(J, "OK")) == [words]
    assert driver.table.desk.fight.phase == "declare"


def test_a_draft_says_the_result_and_the_next_request_in_one_line(duel: Driver) -> None:
    start(duel)
    [called] = aloud(duel.im(J, "ok"))
    assert "YsoldeVey" in called and "d100" in called
    [draft] = to(duel.roll(Y, 48), J)  # on her own 55 that is a hit
    assert "48 on 55" in draft
    [posted] = aloud(duel.im(J, "ok"))
    assert posted == "((YsoldeVey hits Garrock9. Damage, d100.))"


def test_a_bare_ok_takes_nothing_that_came_this_moment(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    number = duel.table.drafts.number
    lines = duel.im(J, "ok", after=1.5)
    assert aloud(lines) == [] and to(lines, J)[0].startswith(f"#{number} came this moment")
    assert aloud(duel.im(J, "ok", after=0.5)) == ["((YsoldeVey hits Garrock9. Damage, d100.))"]


def test_ok_with_a_number_takes_that_draft_or_none(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    number = duel.table.drafts.number
    lines = duel.im(J, f"ok {number - 1}")
    assert aloud(lines) == [] and to(lines, J)[0].startswith("that draft has changed")
    assert len(aloud(duel.im(J, f"ok {number}", after=0.1))) == 1


def test_a_new_roll_replaces_the_draft_and_an_answered_request_goes(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    before = duel.table.drafts.number
    duel.roll(Y, 30)  # the damage, before the hit was posted: 5 of a BC of 8
    assert duel.table.drafts.number == before + 1
    [posted] = aloud(duel.im(J, "ok"))
    assert posted.startswith("((YsoldeVey hits Garrock9. Garrock9 takes 5 points. ")
    assert "Damage" not in posted


def test_chatter_leaves_the_draft_alone(duel: Driver) -> None:
    start(duel)
    number = duel.table.drafts.number
    assert duel.say(G, "ow ow ow") == []
    assert duel.say(J, "brb, kettle") == []
    assert duel.table.drafts.number == number
    assert len(aloud(duel.im(J, "ok"))) == 1


def test_his_own_word_in_the_room_is_the_ruling(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    number = duel.table.drafts.number
    lines = duel.say(J, "miss!")
    assert aloud(lines) == []
    assert f"#{number} withdrawn: your word stands." in to(lines, J)
    [ruling] = [one for one in duel.table.referee.pgm_rulings if one.agrees is False]
    assert (ruling.ours, ruling.theirs) == ("hit", "miss")
    assert not any("hits" in text for text in duel.public())
    assert duel.table.desk.fight.state()[G]["stamina"] == 34


def test_repeating_the_draft_posts_nothing_twice(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    lines = duel.say(J, "hit. Damage")
    assert aloud(lines) == []
    assert duel.table.drafts.current is None
    assert aloud(duel.im(J, "ok")) == []


def test_say_posts_other_words_as_typed(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    assert aloud(duel.im(J, "say A lovely hit! Damage please")) == ["A lovely hit! Damage please"]
    duel.roll(Y, 30)
    assert duel.table.desk.fight.state()[G]["stamina"] == 29


def test_say_takes_what_was_proposed_along(duel: Driver) -> None:
    assert duel.table.desk.fight.phase == "declare"
    assert aloud(duel.im(J, "say And off we go")) == ["And off we go"]
    assert duel.table.desk.fight.phase == "initiative"
    assert set(duel.table.desk.fight.waits) == {(Y, "initiative"), (G, "initiative")}


def test_rule_decides_otherwise_and_a_new_draft_says_so(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    number = duel.table.drafts.number
    lines = duel.im(J, "rule miss")
    assert aloud(lines) == []
    assert to(lines, J)[-1].startswith(f"#{number + 1} ") and '"((Miss. ' in to(lines, J)[-1]
    [posted] = aloud(duel.im(J, "ok"))
    assert posted.startswith("((Miss. ") and "YsoldeVey hits" not in posted
    assert duel.table.referee.pgm_rulings[-1].theirs == "miss"


def test_what_a_rule_leads_to_comes_before_who_was_called_as_if_it_had_been_otherwise(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    missed = to(duel.roll(Y, 99), J)[-1]
    assert "YsoldeVey misses" in missed and "Garrock9, you're up" in missed
    draft = to(duel.im(J, "rule hit"), J)[-1]
    places = [draft.index(words) for words in ("((Hit. ", "damage, d100", "Garrock9, you're up", "To hit")]
    assert places == sorted(places) and "misses" not in draft


def test_drop_posts_nothing_and_comes_back_only_when_asked(duel: Driver) -> None:
    number = duel.table.drafts.number
    assert to(duel.im(J, "drop"), J) == [f"#{number} dropped."]
    assert duel.say(G, "come on") == []
    assert aloud(duel.im(J, "ok")) == []
    assert duel.table.desk.fight.phase == "declare"
    assert to(duel.im(J, "drafts"), J)[-1].endswith(HINT)


def test_what_is_undone_after_it_was_posted_gets_a_correction(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    duel.im(J, "ok")
    lines = duel.im(J, "undo")
    assert '"((Correction: “YsoldeVey hits Garrock9. Damage, d100.” is taken back.' in to(lines, J)[-1]
    [posted] = aloud(duel.im(J, "ok"))
    assert posted.startswith("((Correction: “YsoldeVey hits Garrock9. Damage, d100.” is taken back.")
    duel.im(J, "redo")
    [again] = aloud(duel.im(J, "ok"))
    assert again.startswith("((Correction: “YsoldeVey hits Garrock9. Damage, d100.” stands after all.")


def test_many_lines_taken_back_are_not_named_one_by_one(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    for face in (48, 30):
        duel.roll(Y, face)
        duel.im(J, "ok")
    duel.im(J, "rollback to round 1")
    [posted] = aloud(duel.im(J, "ok"))
    assert posted.startswith(
        "((Correction: the last 4 lines, from “Roll initiative, d100.” on, are taken back."
    )
    assert duel.table.referee.encounters[-1].rounds[-1].declarations == []


def test_a_roll_entered_in_private_is_a_roll_like_any_other(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    lines = duel.im(J, "for Ysolde: 48")
    assert to(lines, Y) == []
    assert aloud(duel.im(J, "ok")) == ["((YsoldeVey hits Garrock9. Damage, d100.))"]


def test_what_is_undone_before_it_was_posted_is_not_said(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    duel.im(J, "undo")
    assert duel.table.drafts.current is None
    duel.roll(Y, 99)
    [posted] = aloud(duel.im(J, "ok"))
    assert posted.startswith("((YsoldeVey misses Garrock9.") and "Correction" not in posted


def test_an_undone_rule_brings_the_draft_back(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    duel.im(J, "rule miss")
    duel.im(J, "undo")
    assert aloud(duel.im(J, "ok")) == ["((YsoldeVey hits Garrock9. Damage, d100.))"]


def test_watch_mode_posts_and_drafts_nothing(duel: Driver) -> None:
    duel.im(J, "mode watch")
    start(duel)
    lines = duel.im(J, "ok")
    assert aloud(lines) == [] and "watch" in to(lines, J)[0]
    duel.say(J, "Initiative")
    duel.roll(Y, 28)
    duel.roll(G, 20)
    assert aloud(duel.say(J, "Ysolde? To hit")) == []
    number = duel.table.drafts.number
    duel.roll(Y, 48)
    assert duel.table.drafts.number == number
    found = to(duel.say(J, "miss"), J)
    assert len(found) == 1 and found[0].startswith("PGM-1: ")


def test_auto_mode_posts_what_follows_in_one_line(duel: Driver) -> None:
    [first] = aloud(duel.im(J, "mode auto"))
    assert "d100" in first
    duel.roll(Y, 28)
    [called] = aloud(duel.roll(G, 20))
    assert called.startswith("((YsoldeVey")
    assert aloud(duel.roll(Y, 48)) == ["((YsoldeVey hits Garrock9. Damage, d100.))"]
    [hurt] = aloud(duel.roll(Y, 30))
    assert hurt.startswith("((Garrock9 takes 5 points. Garrock9")


def test_pause_stops_the_drafts_and_resume_brings_them(duel: Driver) -> None:
    duel.im(J, "pause")
    duel.say(J, "Initiative")
    duel.roll(Y, 28)
    assert to(duel.roll(G, 20), J) != []  # what is his to know he is told
    assert duel.table.drafts.current is None
    assert "`resume`" in to(duel.im(J, "ok"), J)[0]
    assert to(duel.im(J, "resume"), J)[-1].endswith(HINT)


def test_preview_changes_nothing(duel: Driver) -> None:
    start(duel)
    duel.im(J, "ok")
    duel.roll(Y, 48)
    flow = list(duel.table.desk.flow)
    [told] = to(duel.im(J, "preview rule miss"), J)
    assert told.startswith("rule miss would: ") and "miss" in told
    [back] = to(duel.im(J, "preview undo"), J)
    assert "take back" in back
    assert duel.table.desk.flow == flow
    assert duel.table.drafts.current is not None


def test_what_is_no_command_is_told_and_never_posted(duel: Driver) -> None:
    for text, hint in (("unod", "undo"), ("please do the thing", "not understood"), ("!dorp", "drop")):
        lines = duel.im(J, text)
        assert aloud(lines) == []
        assert hint in to(lines, J)[0]
    count = len(duel.table.desk.entries)
    duel.im(J, "shall we go for pizza after")
    assert len(duel.table.desk.entries) == count
