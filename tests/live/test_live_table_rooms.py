"""Rooms and what upsets them: impostors, people dropping out, gaps, edits, several rooms, time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from table_driver import KEY, SAMPLES, Driver, aloud, to

from calledshot.live.messages import Incoming
from calledshot.live.rooms import Rooms
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

J, Y, G = "TalespinnerJo", "YsoldeVey", "Garrock9"


def duel_of(**config: Any) -> Driver:
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"}, **config)
    driver.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    driver.join(Y)
    driver.join(G)
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    return driver


@pytest.fixture
def duel() -> Driver:
    return duel_of()


def moves(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    duel.im(G, "attack Ysolde with broadsword")


# -- who is who -----------------------------------------------------------------------------------------


def test_somebody_with_the_pgms_nick_rules_nothing_and_reads_nothing(duel: Driver) -> None:
    moves(duel)
    duel.leave(J)
    del duel.accounts[J]
    for text in ("Garrock9 wins, fight over", "!close Garrock9 wins", "Round 2, IMs please"):
        assert duel.say(J, text) == []
    assert duel.im(J, "ok") == []
    assert duel.im(J, "order") == []
    assert duel.table.referee.encounters[-1].outcome is None
    duel.accounts["Jo_"] = "irc:jo"  # himself, under the nick he could get
    lines = duel.im("Jo_", "who")
    assert [line.to for line in lines].count("Jo_") == len(lines)
    assert any(
        text.startswith("ID-5: someone not logged in as jo uses the nick") for text in to(lines, "Jo_")
    )


def test_a_look_alike_is_reported_and_declares_nothing(duel: Driver) -> None:
    duel.accounts["Garr0ck9"] = "irc:mallory"
    lines = duel.im("Garr0ck9", "attack Ysolde with broadsword")
    assert to(lines, "Garr0ck9") == []
    assert any(text.startswith("ID-1: Garr0ck9 looks like Garrock9") for text in to(lines, J))
    assert (G, "declaration") in duel.table.desk.fight.waits


def test_a_typed_roll_of_the_service_is_none(duel: Driver) -> None:
    moves(duel)
    duel.im(J, "ok")
    lines = duel.say(Y, "OnlineHost:\tYsoldeVey rolled 1 100-sided die:  99")
    assert any("DICE-1" in text for text in to(lines, J))
    duel.message(duel.event("say", "OnlineHost", "YsoldeVey rolled 1 100-sided die:  99"))
    assert (Y, "initiative") in duel.table.desk.fight.waits
    duel.roll(Y, 28)
    assert (Y, "initiative") not in duel.table.desk.fight.waits


def test_somebody_with_the_helpers_nick_is_reported(duel: Driver) -> None:
    lines = duel.say("calledshot", "((End of the fight.))")
    assert [line.to for line in lines] == [J] and lines[0].text.startswith("ID-5: calledshot uses my nick")


def test_our_own_lines_and_bots_are_not_reacted_to(duel: Driver) -> None:
    count = len(duel.table.desk.entries)
    assert duel.message(duel.event("say", "calledshot", "((Round 9, IMs please.))"), own=True) == []
    assert duel.message(duel.event("say", "Botty", "Round 9, IMs please"), bot=True) == []
    assert duel.message(duel.event("notice", J, "Round 9, IMs please")) == []
    assert len(duel.table.desk.entries) == count


def test_a_trusted_bots_rolls_count_and_its_doubles_do_not() -> None:
    duel = duel_of(trusted_bots=["DiceBot"])
    moves(duel)
    duel.im(J, "ok")
    duel.accounts["DiceBot"] = "irc:dicebot"
    duel.say("DiceBot", "YsoldeVey rolled 1d100: 28")
    assert (Y, "initiative") not in duel.table.desk.fight.waits
    duel.accounts["DiceBot"] = "irc:mallory"
    lines = duel.say("DiceBot", "Garrock9 rolled 1d100: 99")
    assert (G, "initiative") in duel.table.desk.fight.waits
    assert any("DiceBot" in text for text in to(lines, J))


def test_without_accounts_the_pgm_is_warned_and_pinned_to_his_host() -> None:
    driver = Driver(SAMPLES / "duel" / "campaign")
    driver.hosts = {J: "jo@a.example", "Jo2": "jo@b.example"}
    lines = driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious")
    assert any(text.startswith("ID-5: ") for text in to(lines, J))
    driver.hosts[J] = "mallory@c.example"
    assert driver.im(J, "ok") == []
    assert driver.table.referee.encounters == []


def test_whoever_opens_where_nobody_is_named_is_the_pgm() -> None:
    driver = Driver(None)
    driver.accounts = {"Ann": "irc:ann", "Bob": "irc:bob"}
    driver.say("Bob", "hello")
    assert "PGM" in to(driver.say("Ann", "!open to first blood"), "Ann")[0]
    assert driver.table.master is not None and driver.table.master.name == "Ann"
    assert "Ann" in to(driver.say("Bob", "!open"), "Bob")[0]
    assert driver.table.master.name == "Ann"


def test_of_several_game_masters_one_runs_the_fight_and_another_may_take_it_over() -> None:
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo", "Nimue": "irc:nim"})
    driver.accounts = {J: "irc:jo", "Nimue": "irc:nim", Y: "irc:ysolde"}
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious")
    driver.say("Nimue", "good luck")
    [told] = driver.im("Nimue", "ok")
    assert told.to == "Nimue" and "`open`" in told.text
    assert driver.table.desk.fight.phase is None
    driver.im("Nimue", "open")
    assert len(aloud(driver.im("Nimue", "ok"))) == 1
    assert driver.table.referee.pgm == ["Nimue"]
    assert any("Nimue" in text for text in driver.private(J))


def test_rights_move_with_a_handover_to_somebody_present(duel: Driver) -> None:
    assert "not here" in to(duel.im(J, "handover Nobody"), J)[0]
    duel.im(J, "handover Garrock9")
    assert duel.table.master is not None and duel.table.master.name == G
    assert not any(line.to is None for line in duel.im(J, "ok"))
    duel.im(Y, "attack Garrock with rapier")
    assert any("(secret)" in text for text in duel.private(G))


def test_an_undone_handover_gives_the_rights_back_and_undo_ends_before_the_opening(duel: Driver) -> None:
    duel.im(J, "handover Garrock9")
    duel.im(G, "undo")
    assert duel.table.master is not None and duel.table.master.name == J
    assert any("again" in text for text in duel.private(J))
    duel.im(J, "undo 50")
    assert duel.table.referee.pgm == [J]
    assert duel.table.desk.entries[0].event.text == "open" and not duel.table.desk.entries[0].gone


def test_dice_for_another_bot_are_no_mistake_of_the_pgms(duel: Driver) -> None:
    assert duel.say(J, "!roll 1d100") == []
    assert "did you mean" in to(duel.say(J, "!undoo"), J)[0]


# -- coming and going -----------------------------------------------------------------------------------


def test_a_fighter_who_drops_keeps_his_move_and_the_pgm_is_offered_what_to_do(duel: Driver) -> None:
    duel.im(G, "attack Ysolde with broadsword")
    [offer] = to(duel.leave(G, "Ping timeout"), J)
    for word in ("hold Garrock9", "for Garrock9:", "skip Garrock9", "pause"):
        assert word in offer
    assert (G, "declaration") not in duel.table.desk.fight.waits
    duel.im(J, "hold Garrock9")
    assert "Garrock9" in duel.table.desk.held
    duel.accounts["Garrock_"] = "irc:garrock"
    assert any("back" in text for text in to(duel.join("Garrock_"), J))
    assert "Garrock9" not in duel.table.desk.held
    lines = duel.im("Garrock_", "whats my stamina")
    assert to(lines, "Garrock_") == ["stamina 34 of 34: no change yet"]


def test_a_hold_by_hand_is_not_lifted_by_a_return(duel: Driver) -> None:
    duel.im(J, "hold Garrock9")
    duel.leave(G)
    duel.join(G)
    assert "Garrock9" in duel.table.desk.held


def test_a_netsplit_ends_nothing(duel: Driver) -> None:
    moves(duel)
    for who in (Y, G, J):
        duel.leave(who, "hub.test.local leaf.test.local")
    assert duel.table.referee.encounters[-1].outcome is None
    for who in (Y, G, J):
        duel.join(who)
    assert duel.table.desk.fight.waits == ()
    assert len(aloud(duel.im(J, "ok"))) == 1


def test_one_without_an_account_who_returns_is_tied_by_the_pgm() -> None:
    duel = duel_of()
    del duel.accounts[G]
    duel.rooms.people.tie(G, G)
    duel.leave(G)
    duel.hosts["Garrock9_"] = "g@b.example"
    lines = duel.im("Garrock9_", "attack Ysolde with broadsword")
    assert any("`Garrock9_ is Garrock9`" in text for text in to(lines, J))
    assert (G, "declaration") in duel.table.desk.fight.waits
    duel.im(J, "Garrock9_ is Garrock9")
    duel.im("Garrock9_", "attack Ysolde with broadsword")
    assert (G, "declaration") not in duel.table.desk.fight.waits


def test_a_nick_change_carries_the_fighter_along(duel: Driver) -> None:
    duel.nick(G, "Garrock|phone")
    duel.im("Garrock|phone", "attack Ysolde with broadsword")
    assert (G, "declaration") not in duel.table.desk.fight.waits
    duel.im(Y, "attack Garrock with rapier")
    duel.im(J, "ok")
    duel.roll("Garrock|phone", 20)
    assert (G, "initiative") not in duel.table.desk.fight.waits


# -- time -----------------------------------------------------------------------------------------------


def test_who_we_wait_for_what_for_and_since_when(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    duel.now = duel.now.replace(minute=duel.now.minute + 3)
    assert to(duel.im(J, "who"), J)[0] == "Waiting for Garrock9: move, 3 min."


def test_those_who_owe_the_same_are_named_together(duel: Driver) -> None:
    assert to(duel.im(J, "who"), J)[0] == "Waiting for YsoldeVey and Garrock9: move, 5 s."


def test_asking_who_reminds_those_who_have_had_their_time(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    assert {line.to for line in duel.im(J, "who", after=10)} == {J}  # he has had fifteen seconds
    assert {line.to for line in duel.im(J, "who", after=60)} == {J, G}
    assert {line.to for line in duel.im(J, "who", after=10)} == {J}


def test_what_nobody_was_there_to_hear_is_told_to_the_first_pgm() -> None:
    driver = Driver(None)
    driver.accounts = {"Ann": "irc:ann"}
    driver.say("calledshot", "I am the bot, send me your moves")
    lines = driver.say("Ann", "!open")
    assert any("uses my nick" in text for text in to(lines, "Ann"))


def test_the_late_ones_are_reminded_in_private_and_less_and_less(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    told = []
    for second in range(0, 3000, 10):
        for line in duel.tick(10):
            told.append((second + 10 + 5, line.to, line.text))
    assert [who for _, who, _ in told] == [G, G, G]
    assert [at for at, _, _ in told] == [125, 365, 845]  # after 120, 240 and 480 s, by a clock of 10 s
    assert "move" in told[0][2]


def test_nobody_is_reminded_while_paused(duel: Driver) -> None:
    duel.im(J, "pause")
    assert all(duel.tick(100) == [] for _ in range(20))
    duel.im(J, "resume")
    assert duel.tick(100) == []
    assert {line.to for line in duel.tick(21)} == {Y, G}


# -- gaps, edits, what cannot be read -------------------------------------------------------------------


def test_nothing_is_drafted_over_a_gap_until_resume(duel: Driver) -> None:
    moves(duel)
    duel.im(J, "ok")
    event = duel.event("system", None, "from 20:10 to 20:12")
    [told] = duel.give(Incoming(what="gap", event=event))
    assert told.to == J and "20:10" in told.text
    duel.roll(Y, 28)
    duel.roll(G, 20)
    assert duel.table.drafts.current is None
    assert aloud(duel.im(J, "ok")) == []
    lines = duel.im(J, "resume")
    assert to(lines, J)[-1].startswith("#")


def test_a_gap_is_told_in_times_for_people(duel: Driver) -> None:
    text = "away from 2026-11-30T08:47:31.003+00:00 to 2026-11-30T08:47:44.294Z: what was said is not known"
    [told] = duel.give(Incoming(what="gap", event=duel.event("system", None, text)))
    assert told.text.startswith("I was away (from 2026-11-30 08:47:31 UTC to 2026-11-30 08:47:44 UTC); what")
    assert "`resume`" in told.text and "…" not in told.text


def test_requests_that_are_open_are_repeated_after_a_gap(duel: Driver) -> None:
    moves(duel)
    duel.im(J, "ok")
    duel.roll(Y, 28)
    duel.roll(G, 20)
    duel.im(J, "ok")
    assert duel.table.desk.fight.asked == ((Y, "to_hit"),)
    duel.give(Incoming(what="gap", event=duel.event("system", None)))
    [draft] = [text for text in to(duel.im(J, "resume"), J) if text.startswith("#")]
    assert "YsoldeVey, to hit, d100" in draft


def test_an_edited_move_is_declared_anew(duel: Driver) -> None:
    first = duel.event("whisper", Y, "retreat")
    duel.message(first)
    again = duel.event("whisper", Y, "attack Garrock with rapier")
    lines = duel.message(again, what="edit", about=first.id)
    assert to(lines, Y)[0].startswith("Noted: Attack with rapier on Garrock9")
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.roll(Y, 28)
    duel.roll(G, 20)
    assert "attack" in aloud(duel.im(J, "ok"))[0]


def test_an_edit_of_chatter_is_nothing_and_of_anothers_message_neither(duel: Driver) -> None:
    chat = duel.event("say", Y, "nice hat")
    duel.message(chat)
    count = len(duel.table.desk.entries)
    duel.message(duel.event("say", Y, "nicer hat"), what="edit", about=chat.id)
    move = duel.event("whisper", Y, "attack Garrock with rapier")
    duel.message(move)
    duel.message(duel.event("whisper", G, "parry with broadsword"), what="edit", about=move.id)
    assert len(duel.table.desk.entries) == count + 1


def test_an_edit_of_what_is_played_changes_nothing(duel: Driver) -> None:
    move = duel.event("whisper", Y, "attack Garrock with rapier")
    duel.message(move)
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.roll(Y, 28)
    duel.roll(G, 20)
    duel.im(J, "ok")
    flow = list(duel.table.desk.flow)
    lines = duel.message(duel.event("whisper", Y, "retreat"), what="edit", about=move.id)
    assert aloud(lines) == []
    assert to(lines, J) != []
    new = [one.kind for one in duel.table.desk.flow if one not in flow and isinstance(one, Ruling)]
    assert set(new) <= {"refused", "ask"}
    assert duel.table.desk.fight.asked == ((Y, "to_hit"),)


def test_a_deleted_move_is_withdrawn_while_that_is_allowed(duel: Driver) -> None:
    move = duel.event("whisper", Y, "attack Garrock with rapier")
    duel.message(move)
    duel.message(duel.event("whisper", Y), what="deletion", about=move.id)
    assert (Y, "declaration") in duel.table.desk.fight.waits


def test_a_message_that_cannot_be_read_yet_is_held_open(duel: Driver) -> None:
    event = duel.event("whisper", G)
    [told] = to(duel.message(event, what="unreadable"), J)
    assert "Garrock9" in told
    assert duel.message(duel.event("whisper", G), what="unreadable") == []  # told once
    duel.message(replace(event, text="attack Ysolde with broadsword"))
    assert (G, "declaration") not in duel.table.desk.fight.waits


# -- several rooms --------------------------------------------------------------------------------------


def test_each_room_has_its_own_fight_and_whispers_find_the_right_one() -> None:
    driver = Driver(None)
    driver.accounts = {name: f"irc:{name}" for name in ("Ann", "Bob", "Cat", "Dan")}
    driver.room = "#one"
    driver.say("Ann", "!open")
    driver.say("Bob", "hi")
    driver.room = "#two"
    driver.say("Cat", "!open")
    driver.say("Dan", "hi")
    driver.im("Ann", "mode auto")
    assert driver.rooms.tables["#one"].mode == "auto"
    assert driver.rooms.tables["#two"].mode == "suggest"
    driver.say("Ann", "hello there")  # she is in both now, and the PGM of one
    driver.im("Ann", "mode watch")
    assert driver.rooms.tables["#one"].mode == "watch"
    driver.room = "#one"
    driver.say("Dan", "hi")
    assert "#one, #two" in to(driver.im("Dan", "who"), "Dan")[0]
    assert to(driver.im("Dan", "#two who"), "Dan") == ["Nobody is waited for."]


def test_a_command_in_a_room_is_for_that_room_alone() -> None:
    driver = Driver(None)
    driver.accounts = {"Ann": "irc:ann"}
    for room in ("#one", "#two"):
        driver.room = room
        driver.say("Ann", "!open")
    driver.say("Ann", "!mode auto")
    assert [table.mode for table in driver.rooms.tables.values()] == ["suggest", "auto"]


def test_modes_that_live_toml_has_changed_hold_from_then_on_and_others_stay() -> None:
    driver = Driver(None)
    driver.accounts = {"Ann": "irc:ann"}
    for room in ("#one", "#two"):
        driver.room = room
        driver.say("Ann", "!open")
    driver.say("Ann", "!mode auto")  # in #two
    text = '{"mode":"suggest","rooms":{"#one":"watch"}}'
    driver.message(Event(kind="command", at=driver.now.isoformat(), text=text, trust="server"), own=True)
    assert [table.mode for table in driver.rooms.tables.values()] == ["watch", "auto"]
    driver.room = "#one"
    driver.message(driver.event("say", "calledshot", "!mode auto"), own=True)  # our own words are no command
    assert driver.rooms.tables["#one"].mode == "watch"


# -- whatever comes -------------------------------------------------------------------------------------

_names = st.sampled_from([J, Y, G, "Mallory", "calledshot", "OnlineHost", ""])
_words = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "ok", "undo", "redo", "!undo 3", "rollback to round 1", "say ((hm))", "rule miss", "drop",
            "next", "attack Garrock with rapier", "attack Ysolde", "init please", "end of round 1",
            "mode auto", "mode suggest", "!open", "for Ysolde: 57", "for Garrock: attack", "hold Garrock",
            "return Garrock", "set Ysolde stamina -3", "skip Ysolde", "handover YsoldeVey", "preview undo",
            "summary", "withdraw", "standing orders: attack", "explain", "!board", "!order",
            "YsoldeVey is Garrock9", "pause", "resume", "close Ysolde wins", "reroll Ysolde",
            "waive PAR-IM-1 for all", "add 3 goblins", "join Mallory",
        ]
    ),
)  # fmt: skip
_messages = st.tuples(
    st.sampled_from(["event"] * 12 + ["edit", "deletion", "unreadable", "gap", "members", "tick"]),
    st.sampled_from(["say", "say", "whisper", "whisper", "emote", "roll", "join", "leave", "nick", "notice"]),
    _names,
    _words,
    st.integers(1, 100),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_messages, max_size=25))
def test_nothing_anybody_sends_breaks_it_and_the_same_gives_the_same(given_: list[Any]) -> None:
    driver = duel_of()
    for what, kind, who, text, face in given_:
        event = driver.event(kind, who or None, text)
        if kind == "nick":
            event = replace(event, to=text)
        if kind == "roll":
            event = replace(
                event, kind="say", speaker="OnlineHost", trust="server",
                text=f"{who or J} rolled 1 100-sided die:  {face}",
            )  # fmt: skip
        driver.message(event, what=what, about=f"m{face % 30}", members=(J, who))
    assert not any("failed on the last message" in line.text for line in driver.lines)
    assert driver.again() == driver.settled
    for line in driver.lines:
        assert line.text.isprintable() and line.text


def test_what_fails_inside_is_told_without_its_words(
    duel: Driver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("xyzzy")

    monkeypatch.setattr("calledshot.live.players.move", broken)
    lines = duel.im(Y, "attack with plugh")
    assert [line.to for line in lines] == [J]
    assert "xyzzy" not in lines[0].text and "plugh" not in lines[0].text
    assert "xyzzy" not in caplog.text and "plugh" not in caplog.text and "passed over" in caplog.text


def test_rooms_of_a_journal_come_back_as_they_were(duel: Driver) -> None:
    moves(duel)
    rooms = Rooms(duel.ready, duel.config, key=KEY)
    for message in duel.sent:
        rooms.heard(message)
    event = Event(kind="whisper", speaker=J, to="calledshot", text="ok", at=duel.now.isoformat(), id="z")
    after = replace(event, at=duel.now.replace(hour=22).isoformat())
    message = Incoming(event=after, account="irc:jo")
    assert rooms.heard(message) == duel.rooms.heard(message)
