"""IRC servers that do things otherwise than those we have: what the specifications allow, and what old or
half-made ones do."""

from __future__ import annotations

import pytest
from irc_script import Ended, Ready, Script, Untaken

from calledshot.live.irc.casemapping import fold
from calledshot.live.irc.events import NETSPLIT

WITHOUT_LOGIN = ":irc.example CAP * LS :"


# -- getting in -------------------------------------------------------------------------------------------


def test_a_refusal_that_names_only_the_first_hundred_letters_is_of_the_whole_request() -> None:
    script = Script()
    offered = "message-tags account-tag account-notify extended-join server-time echo-message"
    script.says(f":irc.example CAP * LS :{offered} labeled-response batch multi-prefix")
    assert script.sent()[-1].startswith("CAP REQ :message-tags account-tag")
    script.says(":irc.example CAP * NAK :message-tags account-tag account-notify extended-join server-ti")
    alone = script.sent()
    assert len(alone) == 9
    assert {"CAP REQ batch", "CAP REQ server-time"} <= set(alone)
    for line in alone:
        name = line.removeprefix("CAP REQ ")
        script.says(f":irc.example CAP * {'NAK' if name == 'batch' else 'ACK'} :{name}")
    assert script.sent() == ["CAP END"]
    assert "batch" not in script.protocol.caps.on


@pytest.mark.parametrize("offer", ["CAP LS :server-time", ":irc.example CAP LS :server-time"])
def test_a_server_that_does_not_say_whom_it_answers(offer: str) -> None:
    script = Script()
    script.sent()
    script.says(offer, "CAP ACK :server-time")
    assert script.sent() == ["CAP REQ server-time", "CAP END"]
    assert script.protocol.caps.on == {"server-time"}


@pytest.mark.parametrize("offer", [":irc.example CAP * LS", ":irc.example CAP * LS :"])
def test_a_server_that_offers_nothing(offer: str) -> None:
    script = Script()
    script.sent()
    script.says(offer)
    assert script.sent() == ["CAP END"]


def test_a_nick_to_do_for_now_that_is_too_long_is_not_the_end() -> None:
    script = Script()
    script.sent()
    script.says(
        ":irc.example 433 * calledshot :Nickname is already in use",
        ":irc.example 432 * calledshot_ :Nickname too long",
        ":irc.example 432 * calledshot__ :Nickname too long",
    )
    assert script.sent() == ["NICK calledshot_", "NICK calledshot__", "NICK calleds_1"]
    assert not script.of(Ended)


def test_a_nick_that_the_server_cuts_is_ours_as_far_as_it_goes() -> None:
    script = Script()
    script.says(
        ":irc.example 001 calledsho :Welcome",
        ":irc.example 005 calledsho NICKLEN=9 :are supported by this server",
        ":irc.example 422 calledsho :no MOTD",
    )
    assert script.protocol.own.ours
    script.says(":calledsho!bot@h.example JOIN #parlour", ":irc.example 366 calledsho #parlour :End")
    script.says(":irc.example 315 calledsho #parlour :End")
    script.says(":Torvik77!t@h.example PRIVMSG calledsho :my move")
    assert [one.event.text for one in script.events("whisper")] == ["my move"]


def test_a_name_taken_from_us_and_cut_is_still_taken() -> None:
    script = Script()
    script.says(
        ":irc.example 433 * calledshot :Nickname is already in use",
        ":irc.example 001 calledsh_ :Welcome",
        ":irc.example 005 calledsh_ NICKLEN=9 :are supported by this server",
        ":irc.example 422 calledsh_ :no MOTD",
    )
    assert not script.protocol.own.ours
    assert "NICK calledsho" in script.sent()


@pytest.mark.parametrize(
    ("mapping", "one", "other", "same"),
    [
        ("rfc1459-strict", "Nim[ue]\\", "nim{ue}|", True),
        ("rfc1459-strict", "Tor~", "Tor^", False),
        ("ASCII", "TORVIK", "torvik", True),
        ("rfc8265", "straße", "strasse", False),
        ("rfc8265", "ÄGIR", "ägir", True),
    ],
)
def test_names_that_are_the_same_and_names_that_only_look_so(
    mapping: str, one: str, other: str, same: bool
) -> None:
    assert (fold(one, mapping) == fold(other, mapping)) is same


# -- rooms ------------------------------------------------------------------------------------------------


def test_sent_on_to_another_room_we_do_not_stay_there() -> None:
    script = Script().lets_in()
    script.sent()
    script.says(
        ":irc.example 470 calledshot #parlour ##overflow :Forwarding to another channel",
        ":calledshot!bot@h.example JOIN ##overflow * :calledshot",
        ":irc.example 353 calledshot = ##overflow :calledshot Torvik77",
        ":irc.example 366 calledshot ##overflow :End",
        ":Torvik77!t@h.example PRIVMSG ##overflow :advance",
    )
    assert script.sent() == ["PART ##overflow"]
    [told] = script.events("system")
    assert told.event.text == "I cannot get into #parlour: Forwarding to another channel"
    assert script.events("say") == []
    script.says(":calledshot!bot@h.example PART ##overflow")
    script.waits(6)
    assert script.sent() == ["JOIN #parlour"]


@pytest.mark.parametrize("number", ["403", "437", "448", "471", "473", "474", "475", "477", "489", "524"])
def test_every_error_about_a_room_we_come_to_is_an_answer(number: str) -> None:
    script = Script().lets_in()
    script.says(f":irc.example {number} calledshot #parlour :no")
    assert [one.event.text for one in script.events("system")] == ["I cannot get into #parlour: no"]
    assert script.of(Ready)


def test_told_that_we_are_not_in_it_we_go_in_again() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.sent()
    script.says("@label=1.0 :irc.example 442 calledshot #parlour :You're not on that channel")
    assert script.of(Untaken) == [Untaken("1.0", "#parlour", "442 You're not on that channel")]
    assert script.protocol.places[0].phase == "out"
    script.waits(6)
    assert script.sent() == ["JOIN #parlour"]


def test_too_busy_to_say_who_is_there_it_is_asked_again() -> None:
    script = Script(rooms=("#parlour",)).lets_in()
    script.says(
        ":calledshot!bot@h.example JOIN #parlour * :x",
        ":irc.example 353 calledshot = #parlour :calledshot Torvik77",
        ":irc.example 366 calledshot #parlour :End",
        ":irc.example 263 calledshot WHO :Server load is temporarily too heavy",
    )
    script.sent()
    script.waits(2)
    assert script.sent() == []
    script.waits(4)
    assert script.sent() == ["WHO #parlour %tcuhnaf,417"]
    script.says(
        ":irc.example 354 calledshot 417 #parlour t h.example Torvik77 H torvik",
        ":irc.example 315 calledshot #parlour :End",
    )
    assert [one.account for one in script.events("join")] == ["irc:torvik"]


def test_names_without_the_sign_of_the_room_before_it() -> None:
    script = Script().lets_in()
    script.says(
        ":calledshot!bot@h.example JOIN :#parlour",
        ":irc.example 353 calledshot #parlour :@calledshot +Torvik77",
        ":irc.example 366 calledshot #parlour :End",
        ":irc.example 315 calledshot #parlour :End",
    )
    [members] = [one for one in script.heard() if one.what == "members"]
    assert members.members == ("Torvik77",)


@pytest.mark.parametrize("why", ["irc.hub irc.leaf", "*.net *.split", "net split", ""])
def test_what_a_batch_calls_a_netsplit_is_one(why: str) -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(
        ":irc.example BATCH +n netsplit irc.hub other.host",
        f"@batch=n :Torvik77!t@h.example QUIT :{why}",
        ":irc.example BATCH -n",
    )
    assert [one.event.text for one in script.events("leave")] == [NETSPLIT]


def test_renamed_by_the_server_we_are_not_two() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(":calledshot!bot@h.example NICK Guest77", ":Guest77!bot@h.example NICK calledshot")
    room = script.protocol.roster.room("#parlour")
    assert room is not None
    assert sorted(room.members) == ["calledshot", "torvik77"]


# -- who speaks to whom -----------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["$*.example", "$$irc.example"])
def test_a_word_to_a_whole_server_is_no_whisper(target: str) -> None:
    script = Script().lets_in().opens()
    script.says(f":oper!o@h.example PRIVMSG {target} :the server restarts soon")
    assert script.events("whisper", "say") == []


def test_what_is_said_to_some_in_a_room_is_not_said_in_it() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(":Torvik77!t@h.example PRIVMSG @#parlour :to the masters")
    [one] = script.events("whisper", "say")
    assert (one.event.kind, one.event.room) == ("whisper", None)


# -- bouncers ---------------------------------------------------------------------------------------------


def test_in_the_room_before_we_ask_we_do_not_ask() -> None:
    script = Script()
    script.says(
        ":irc.example CAP * LS :batch server-time",
        ":irc.example CAP * ACK :server-time batch",
        ":irc.example 001 calledshot :Welcome",
        ":irc.example 005 calledshot WHOX :are supported by this server",
        ":calledshot!bot@h.example JOIN #parlour",
        ":irc.example 353 calledshot = #parlour :calledshot Torvik77",
        ":irc.example 366 calledshot #parlour :End",
        ":irc.example 422 calledshot :no MOTD",
        ":irc.example 315 calledshot #parlour :End",
    )
    assert not [line for line in script.sent() if line.startswith("JOIN")]
    assert script.of(Ready)
    script.says(":Torvik77!t@h.example PRIVMSG #parlour :advance")
    assert [one.event.text for one in script.events("say")] == ["advance"]


def test_a_bouncers_own_voices_are_nobodys() -> None:
    script = Script().lets_in(caps="server-time").opens("#parlour", "Torvik77")
    script.says(
        ":*buffextras!buffextras@znc.in PRIVMSG #parlour :Torvik77 joined",
        ":***!znc@znc.in PRIVMSG #parlour :Buffer Playback...",
        ":*status!znc@znc.in PRIVMSG calledshot :Connected!",
    )
    assert [one.bot for one in script.events("say")] == [True, True]
    assert script.events("whisper") == []


def bounced(position: str | None) -> Script:
    """What a bouncer says of itself to one who comes, with what it has kept."""
    script = Script(position=position)
    kept = ":Torvik77!t@h.example PRIVMSG"
    script.says(
        ":irc.example CAP * LS :batch server-time",
        ":irc.example CAP * ACK :server-time batch",
        ":irc.example 001 calledshot :Welcome",
        ":irc.example 422 calledshot :no MOTD",
        "@time=2026-11-30T20:00:00.000Z :calledshot!bot@h.example JOIN #parlour",
        ":irc.example 353 calledshot = #parlour :calledshot Torvik77",
        ":irc.example 366 calledshot #parlour :End",
        ":znc.in BATCH +r znc.in/playback #parlour",
        f"@batch=r;time=2026-11-30T19:30:00.000Z {kept} #parlour :one",
        f"@batch=r;time=2026-11-30T19:50:00.000Z {kept} #parlour :two",
        ":znc.in BATCH -r",
        ":znc.in BATCH +q znc.in/playback Torvik77",
        f"@batch=q;time=2026-11-30T19:30:00.000Z {kept} calledshot :secret one",
        f"@batch=q;time=2026-11-30T19:50:00.000Z {kept} calledshot :secret two",
        ":znc.in BATCH -q",
        ":irc.example 315 calledshot #parlour :End",
    )
    return script


def test_at_the_very_first_start_nothing_that_a_bouncer_kept_is_heard() -> None:
    script = bounced(None)
    assert script.events("say", "whisper") == []
    script.says("@time=2026-11-30T20:00:01.000Z :Torvik77!t@h.example PRIVMSG calledshot :now")
    assert [one.event.text for one in script.events("whisper")] == ["now"]


def test_what_a_bouncer_kept_is_heard_from_our_place_on() -> None:
    heard = "2026-11-30T19:30:00.000+00:00"
    script = bounced(f'{{"rooms":{{"#parlour":{{"heard":"{heard}"}}}},"whispered":"{heard}"}}')
    assert [one.event.text for one in script.events("say", "whisper")] == ["two", "secret two"]
    assert "gap" not in [one.what for one in script.heard()]
    again = bounced(script.memory.dump())
    assert again.events("say", "whisper") == []


def test_what_a_bouncer_has_lost_is_a_gap() -> None:
    script = bounced('{"rooms":{"#parlour":{"heard":"2026-11-30T19:00:00.000+00:00"}}}')
    assert [one.event.text for one in script.events("say")] == ["one", "two"]
    assert [one.what for one in script.heard()].count("gap") == 1
