"""Impostors in a live room: whoever takes, imitates or types what is another's rules nothing, reads nothing,
and the game master hears of it once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from table_driver import SAMPLES, Driver, aloud, to

from calledshot.live.config import AimConfig, IrcConfig
from calledshot.live.messages import Incoming
from calledshot.live.people import MOST, People
from calledshot.referee.lookalikes import skeleton
from calledshot.transcript.event import Event

J, Y, G, M = "TalespinnerJo", "YsoldeVey", "Garrock9", "Mallory"
ACCOUNTS = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock", M: "irc:mal"}
HOSTS = {J: "jo@a.example", Y: "y@b.example", G: "g@c.example", M: "m@d.example"}


def duel_of(*, accounts: bool = True, **config: Any) -> Driver:
    config.setdefault("pgm", {J: "irc:jo" if accounts else "host:jo@*.example"})
    driver = Driver(SAMPLES / "duel" / "campaign", **config)
    driver.accounts = dict(ACCOUNTS) if accounts else {}
    driver.hosts = dict(HOSTS)
    for who in (J, Y, G, M):
        driver.join(who)
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    return driver


@pytest.fixture
def duel() -> Driver:
    return duel_of()


def codes(lines: list[Any], whom: str = J) -> list[str]:
    return [text.partition(":")[0] for text in to(lines, whom) if text[:3] in ("ID-", "DIC")]


# -- another's name ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("accounts", [True, False])
@pytest.mark.parametrize("alike", ["TaIespinnerJo", "Garrock9_", "CaIledshot"])
def test_one_who_renames_himself_to_a_look_alike_is_reported_once(accounts: bool, alike: str) -> None:
    duel = duel_of(accounts=accounts)
    duel.say(M, "hello")
    assert codes(duel.nick(M, alike)) == ["ID-1"]
    for text in ("Garrock9 wins, fight over", "!undo", "hello"):
        assert "ID-1" not in codes(duel.say(alike, text))
    assert duel.table.referee.encounters[-1].outcome is None


@pytest.mark.parametrize("alike", ["TaIespinnerJo", "YsoldeVеy", "Garrock9`"])
def test_also_where_the_change_was_not_seen(duel: Driver, alike: str) -> None:
    duel.say(M, "hello")
    duel.accounts[alike] = "irc:mal"
    assert codes(duel.say(alike, "hello again")) == ["ID-1"]
    assert codes(duel.say(alike, "and again")) == []


def test_a_player_under_another_players_nick_stays_himself(duel: Driver) -> None:
    duel.say(Y, "ready")
    duel.leave(G)
    assert codes(duel.nick(Y, G)) == ["ID-3"]
    lines = duel.im(G, "attack Garrock with rapier")
    assert codes(lines) == ["ID-5"]
    assert [one.combatant for one in duel.table.referee.encounter.round.declarations] == [Y]  # type: ignore[union-attr]
    assert codes(duel.im(G, "er, make that retreat")) == []


def test_one_refused_for_his_looks_is_told_of_again_when_he_takes_the_very_nick(duel: Driver) -> None:
    duel.accounts["TaIespinnerJo"] = "irc:evil"
    assert codes(duel.say("TaIespinnerJo", "Garrock9 wins, fight over")) == ["ID-1"]
    duel.accounts["Jo_"] = "irc:jo"
    duel.nick(J, "Jo_")
    duel.accounts[J] = "irc:evil"
    lines = duel.say(J, "Garrock9 wins, fight over")
    assert codes(lines, "Jo_") == ["ID-5"]
    assert duel.table.referee.encounters[-1].outcome is None


def test_the_nick_where_the_pgm_is_reached_is_his_too(duel: Driver) -> None:
    duel.nick(J, "Jo_away")
    duel.accounts["Jo_away2"] = "irc:jo"
    duel.accounts["Jo_away"] = "irc:mal"
    duel.say(M, "hello")
    duel.say("Jo_away", "hello again")  # he has it while his owner's client reconnects
    assert codes(duel.say("Jo_away2", "back"), "Jo_away2") == ["ID-5"]


def test_letters_of_any_script_that_stand_for_latin_ones_are_looked_through() -> None:
    people = People({"Brannoch": ("irc:b",)}, {}, known=("Torvik77", "Дима"))
    for alike in ("Bꓤannoch", "Torvіk77", "Τorvik77", "Torviк77", "Bran\u200bnoch", "ᏴrannoϲᏂ"):
        met = people.met(_says(alike, "irc:mallory"))
        assert met.person is None and met.notices[0][0] == "ID-1", alike
    for other in ("Brannock", "Дина", "Dima", "Ирина"):
        assert people.met(_says(other, f"irc:{skeleton(other)}")).person is not None, other


def test_two_characters_whose_names_look_alike_are_both_themselves() -> None:
    people = People({}, {}, known=("Torvik", "T0rvik"))
    for name in ("Torvik", "T0rvik"):
        person = people.met(_says(name, f"irc:{name}")).person
        assert person is not None and person.name == name


def test_a_look_alike_that_was_there_before_the_fighter_does_not_act_either() -> None:
    driver = Driver(None, pgm={"Ann": "irc:ann"})
    driver.accounts = {"Ann": "irc:ann", "Wren": "irc:wren", "Bo": "irc:bo", "VVren": "irc:mal"}
    driver.say("VVren", "hello")
    driver.say("Ann", "Round 1, declare please")
    driver.say("Wren", "parry")
    assert driver.table.desk.fight.fights("Wren")
    lines = driver.say("VVren", "parry")
    assert codes(lines, "Ann") == ["ID-1"]
    assert not driver.table.desk.fight.fights("VVren")
    driver.im("Ann", "join VVren")
    assert driver.table.desk.fight.fights("VVren")
    assert codes(driver.say("VVren", "parry"), "Ann") == []


@pytest.mark.parametrize("own", ["calledshot", "refbot", "Called Shot Two", "C a l l e d S h o t"])
def test_whoever_has_a_name_of_the_helpers_is_nobody(own: str) -> None:
    duel = duel_of(
        irc=IrcConfig(host="irc.example", nick="refbot"),
        aim=AimConfig(host="aim.example", screen_name="CalledShotTwo"),
    )
    duel.accounts[own] = "irc:mal"
    lines = duel.say(own, "((End of the fight.))")
    assert codes(lines) == ["ID-5"] and "my nick" in to(lines, J)[0]
    assert duel.im(own, "attack YsoldeVey") == []


def test_a_double_of_the_trusted_bot_rolls_nothing() -> None:
    duel = duel_of(trusted_bots=["DiceBot"])
    duel.accounts |= {"DiceBot": "irc:dice", "DlceBot": "irc:double"}
    duel.im(Y, "attack Garrock with rapier")
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.say("DiceBot", "hello, I roll dice")
    assert codes(duel.say("DlceBot", "YsoldeVey rolled 1d100: 99")) == ["ID-1"]
    assert (Y, "initiative") in duel.table.desk.fight.waits


def test_a_roll_for_a_nick_that_somebody_else_has_is_nobodys() -> None:
    """The bot names whoever typed the command by his nick; that the nick is another's it cannot know."""
    duel = duel_of(trusted_bots=["DiceBot"])
    duel.accounts["DiceBot"] = "irc:dice"
    duel.im(Y, "attack Garrock with rapier")
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.nick(Y, "Ysolde_")
    duel.accounts[Y] = "irc:evil"
    assert codes(duel.say(Y, "!roll 1d100")) == ["ID-5"]
    lines = duel.say("DiceBot", "YsoldeVey rolled 1d100: 99")
    assert codes(lines) == ["ID-5"] and "passed over" in to(lines, J)[0]
    assert (Y, "initiative") in duel.table.desk.fight.waits
    duel.say("DiceBot", "Ysolde_ rolled 1d100: 28")
    assert (Y, "initiative") not in duel.table.desk.fight.waits


# -- the game master's words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Garrock9 wins, fight over", "Garrock9 yields", "you win, YsoldeVey", "I yield"]
)
def test_nobody_gives_up_for_another(duel: Driver, text: str) -> None:
    duel.say(M, text)
    assert duel.table.referee.encounters[-1].outcome is None


def test_who_says_that_the_other_wins_gives_up_himself(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    duel.im(G, "attack Ysolde with broadsword")
    duel.say(Y, "YsoldeVey wins!")
    assert duel.table.referee.encounters[-1].outcome is None
    duel.say(G, "ok, you win")
    fight = duel.table.referee.encounters[-1]
    assert (fight.outcome, fight.winner) == ("yielded", Y)


def test_his_commands_from_others_are_refused_and_told_once_a_round(duel: Driver) -> None:
    assert codes(duel.im(M, "!rule Garrock9 drops")) == ["ID-4"]
    lines = duel.say(M, "!close Garrock9 wins")
    assert to(lines, M) and codes(lines) == []
    assert codes(duel.im(Y, "!open")) == ["ID-4"]
    assert duel.table.referee.encounters == [] or duel.table.referee.encounters[-1].outcome is None
    said = " ".join(duel.private(J))
    assert "drops" not in said  # what somebody whispered is not repeated


@pytest.mark.parametrize(
    "text",
    [
        "((YsoldeVey hits Garrock9. Damage, d100.))",
        "((Correction: “((x))” is taken back.))",
        f"((Fair dice for #hall: the seed's SHA-256 is {'a' * 64}.))",
    ],
)
def test_a_line_in_the_helpers_own_form_is_told_of(duel: Driver, text: str) -> None:
    before = duel.table.desk.fight.waits
    lines = duel.say(M, text)
    assert codes(lines) == ["ID-4"] and aloud(lines) == []
    assert codes(duel.say(M, text)) == []
    assert duel.table.desk.fight.waits == before
    assert codes(duel.say(Y, "((brb, tea?))")) == []


def test_a_copy_of_what_it_said_is_told_of(duel: Driver) -> None:
    [line] = duel.public()[-1:]
    assert codes(duel.say(M, line)) == ["ID-4"]


@pytest.mark.parametrize("blind", [False, True])
def test_a_forged_roll_is_told_of_once_a_round_whispered_too(blind: bool) -> None:
    duel = duel_of(mode="auto", blind_pgm=blind)
    forged = "OnlineHost:\tYsoldeVey rolled 1 100-sided die:  99"
    lines = duel.im(Y, forged)
    assert codes(lines) == ["DICE-1"]
    for _ in range(3):
        lines = duel.say(M, forged)
        assert aloud(lines) == []  # nobody makes the helper talk by typing
    assert [text.partition(":")[0] for text in duel.private(J)].count("DICE-1") == 2  # one each


def test_before_the_named_game_master_is_there_nobody_else_is_taken_for_one() -> None:
    for campaign in (SAMPLES / "duel" / "campaign", None):
        driver = Driver(campaign, pgm={"Bran": "irc:bran"})
        driver.accounts = {**ACCOUNTS, "Bran": "irc:bran", J: "irc:evil"}
        driver.join(Y)
        for who in (M, J):  # the campaign's own game master's name, without his account
            driver.say(who, "Round 1, IMs please")
            driver.im(Y, "attack Garrock9 with rapier")
            assert driver.table.desk.fight.phase is None
        told = to(driver.say("Bran", "evening"), "Bran")
        assert sum(text.startswith("ID-4: ") for text in told) == 2
        assert driver.table.referee.pgm == ["Bran"]
        assert not any("rapier" in line.text for line in driver.lines if line.to not in (Y, "Bran"))


# -- who reads what ---------------------------------------------------------------------------------------


def test_after_a_gap_nothing_private_goes_to_a_nick_before_its_host_is_seen() -> None:
    duel = duel_of(accounts=False)
    gap = Incoming(what="gap", event=Event(kind="system", at="2026-03-01T21:00:00", text="20:50"))
    assert len(to(duel.give(gap), J)) == 1  # that much he is told
    assert to(duel.im(Y, "attack Garrock with rapier"), J) == []
    duel.hosts[J] = "mallory@d.other"
    assert duel.im(J, "resume") == []
    duel.hosts[J] = HOSTS[J]
    assert any("(secret)" in text for text in to(duel.im(J, "resume"), J))


def test_no_rights_are_handed_to_a_nick_that_somebody_else_may_have(duel: Driver) -> None:
    duel.say(Y, "ready")
    duel.accounts[Y] = "irc:evil"
    duel.say(Y, "hello")
    assert "not here" in to(duel.im(J, "handover YsoldeVey"), J)[0]
    assert duel.table.master is not None and duel.table.master.name == J


def test_nobody_is_told_of_a_room_he_is_not_in() -> None:
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"})
    driver.accounts = dict(ACCOUNTS)
    for room in ("#hall", "#cellar"):
        driver.room = room
        driver.join(J)
        driver.join(Y)
    driver.room = "#attic"
    driver.join(M)
    driver.room = "#garret"
    driver.join(M)
    for text in ("#cellar who", "#hall board", "who", "attack somebody"):
        for line in driver.im(M, text):
            assert "cellar" not in line.text and "hall" not in line.text.replace("in the hall", "")
    assert "#cellar" in to(driver.im(Y, "who"), Y)[0]


# -- floods -------------------------------------------------------------------------------------------------


def test_a_flood_of_names_makes_nobody_forget_who_is_who() -> None:
    people = People({"Brannoch": ("irc:b",)}, {"irc:torv": "Torvik77"}, known=("LadyElsinore",))
    people.met(_says("Torv", "irc:torv"))
    people.met(_says("LadyElsinore", "irc:els"))
    for number in range(MOST + 500):
        people.met(_says(f"nick{number}", None))
        people.once("ID-1", "x", f"nick{number}")
    assert len(people.everybody()) <= MOST
    assert people.named("Torvik77") is not None and people.named("LadyElsinore") is not None
    met = people.met(_says("Brannoch", "irc:mal"))
    assert met.person is None and met.notices[0][0] == "ID-5"  # still told
    people.met(_says("Els_", "irc:els2"))
    person = people.tie("Els_", "LadyElsinore")
    assert person.account == "irc:els2"


def _says(who: str, account: str | None, **more: Any) -> Incoming:
    return Incoming(event=Event(kind="say", speaker=who, text="hello"), account=account, **more)


def test_a_display_name_like_a_characters_is_told_of_once() -> None:
    people = People({}, {}, known=("Torvik77",))
    shown = replace(_says("@snake:test.local", "matrix:@snake:test.local"), shown="Torvіk 77")
    met = people.met(shown)
    assert met.person is not None and met.person.name == "snake" and met.notices[0][0] == "ID-1"
    assert people.met(shown).notices == ()
    own = replace(_says("@torvik77:test.local", "matrix:@torvik77:test.local"), shown="Torvik 77")
    assert people.met(own).notices == ()
