"""What an IRC server's lines mean once we are in: who spoke, for whom the server vouches, who is where."""

from __future__ import annotations

import logging

import pytest
from irc_script import NOW, Echo, Ready, Script, Taken, Untaken

from calledshot.live.irc.effects import Note
from calledshot.live.irc.memory import Mark, Memory, before

TAGS = "@time=2026-11-30T19:59:58.123Z;msgid=m{};account={}"


def test_a_room_is_watched_when_its_members_are_known() -> None:
    script = Script().lets_in()
    assert script.sent()[-2:] == ["MODE calledshot +B", "JOIN #parlour"]
    script.says(":calledshot!bot@host.example JOIN #Parlour * :calledshot")
    script.says(
        ":irc.example 353 calledshot @ #Parlour :@calledshot +Torvik77!t@h.example Nim[ue]!n@g.example"
    )
    script.says("@msgid=m1;account=torvik :Torvik77!t@h.example PRIVMSG #parlour :too early")
    script.says(":irc.example 366 calledshot #parlour :End")
    assert script.sent() == ["WHO #parlour %tcuhnaf,417"]
    assert script.heard() == []
    script.says(
        ":irc.example 354 calledshot 417 #parlour t h.example Torvik77 H+ torvik",
        ":irc.example 354 calledshot 417 #parlour n g.example Nim[ue] GB :0",
        ":irc.example 354 calledshot 999 #parlour n g.example Nim[ue] H :brannoch",  # not what we asked
    )
    assert not script.of(Ready)
    script.says(":irc.example 315 calledshot #parlour :End")
    assert len(script.of(Ready)) == 1
    members, torvik, nimue, said = script.heard()
    assert members.members == ("Torvik77", "Nim[ue]")
    assert (torvik.event.kind, torvik.account, torvik.host) == ("join", "irc:torvik", "t@h.example")
    assert (nimue.event.speaker, nimue.account, nimue.bot) == ("Nim[ue]", None, True)
    assert (said.event.text, said.event.room, said.account) == ("too early", "#parlour", "irc:torvik")


def test_where_accounts_are_tags_a_line_without_one_is_nobodys() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77", accounts={"Torvik77": "torvik"})
    script.says(f"{TAGS.format(1, 'Torvik')} :Torvik77!t@h.example PRIVMSG #parlour :logged in")
    script.says("@msgid=m2 :Torvik77!t@h.example PRIVMSG #parlour :logged out")
    first, second = script.events("say")
    assert (first.account, second.account) == ("irc:torvik", None)
    assert (first.event.at, first.event.id) == ("2026-11-30T19:59:58.123+00:00", "m1")
    assert second.event.at == NOW


def test_where_they_are_not_the_servers_notices_keep_count() -> None:
    caps = "extended-join account-notify chghost"
    script = Script().lets_in(caps=caps).opens("#parlour", "Torvik77", accounts={"Torvik77": "torvik"})
    script.says(
        ":Torvik77!t@h.example PRIVMSG #parlour :one",
        ":Torvik77!t@h.example NICK Tor",
        ":Tor!t@h.example PRIVMSG #parlour :two",
        ":Tor!t@h.example ACCOUNT *",
        ":Tor!t@h.example PRIVMSG #parlour :three",
        ":Tor!t@h.example ACCOUNT torvik2",
        ":Tor!t@h.example CHGHOST t cloak.example",
        ":Tor!t@cloak.example PRIVMSG #parlour :four",
        ":Torvik77!x@other.example JOIN #parlour * :x",
        ":Torvik77!x@other.example PRIVMSG #parlour :five",
    )
    assert [(one.event.text, one.account, one.host) for one in script.events("say")] == [
        ("one", "irc:torvik", "t@h.example"), ("two", "irc:torvik", "t@h.example"),
        ("three", None, "t@h.example"), ("four", "irc:torvik2", "t@cloak.example"),
        ("five", None, "x@other.example"),
    ]  # fmt: skip


def test_an_old_server_is_asked_who_is_logged_in() -> None:
    script = Script().lets_in(caps="", support="PREFIX=(ov)@+")
    script.says(":calledshot!bot@host.example JOIN :#parlour")
    script.says(":irc.example 353 calledshot = #parlour :@calledshot Torvik77")
    script.says(":irc.example 366 calledshot #parlour :End")
    assert script.sent()[-2:] == ["WHO #parlour", "WHOIS Torvik77"]
    script.says(
        ":irc.example 352 calledshot #parlour ~t h.example irc.example Torvik77 H :0 Torvik",
        ":irc.example 315 calledshot #parlour :End",
        ":irc.example 330 calledshot Torvik77 Torvik :is logged in as",
        ":irc.example 318 calledshot Torvik77 :End",
        ":Torvik77!~t@h.example PRIVMSG #parlour :advance",
    )
    [said] = script.events("say")
    assert (said.account, said.host) == ("irc:torvik", "~t@h.example")
    script.says(":Elsinore!~e@g.example JOIN :#parlour")
    assert script.sent() == ["WHOIS Elsinore"]


def test_kinds_of_words() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    source = ":Torvik77!t@h.example"
    script.says(
        f"{source} PRIVMSG #parlour :\x0304,01*throw\x03 \x02knife\x0f  ",
        f"{source} PRIVMSG #parlour :\x01ACTION lunges\x01",
        f"{source} PRIVMSG #parlour :\x01ACTION\x01",
        f"{source} PRIVMSG #parlour :\x01PING 1\x01",
        f"{source} NOTICE #parlour :\x01VERSION x\x01",
        f"{source} NOTICE #parlour :a notice",
        f"{source} PRIVMSG calledshot :cast Pain",
        f"{source} PRIVMSG @#parlour :for the master only",
        f"{source} TOPIC #parlour :Duel tonight",
        f"{source} TAGMSG #parlour",
        f"{source} PRIVMSG #elsewhere :not ours",
    )
    found = [(one.event.kind, one.event.text, one.event.room, one.event.to) for one in script.heard()[2:]]
    assert found == [
        ("say", "*throw knife", "#parlour", None),
        ("emote", "lunges", "#parlour", None),
        ("emote", "", "#parlour", None),
        ("notice", "a notice", "#parlour", None),
        ("whisper", "cast Pain", None, "calledshot"),
        ("whisper", "for the master only", None, "calledshot"),
        ("topic", "Duel tonight", "#parlour", None),
    ]
    assert not [line for line in script.sent() if line.startswith(("PRIVMSG", "NOTICE"))]


def test_bots_services_and_servers_are_marked() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(
        "@bot :Roller!r@h.example PRIVMSG #parlour :1",
        "@inspircd.org/service :ChanServ!s@services.example NOTICE #parlour :2",
        ":irc.example NOTICE #parlour :3",
        "@+bot :Torvik77!t@h.example PRIVMSG #parlour :4",
    )
    found = [(one.event.text, one.bot, one.event.trust) for one in script.events("say", "notice")]
    assert found == [
        ("1", True, "member"),
        ("2", True, "member"),
        ("3", True, "server"),
        ("4", False, "member"),
    ]


def test_a_nick_with_a_dot_is_no_server() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(":Online.Host!t@h.example PRIVMSG #parlour :Torvik77 rolled 1 100-sided die: 99")
    [said] = script.events("say")
    assert said.event.trust == "member"


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("hub.example leaf.example", "netsplit"), ("*.net *.split", "netsplit"),
        ("Quit: hub.example leaf.example", "Quit: hub.example leaf.example"), ("bye", "bye"), ("", ""),
        ("see you.at home.tonight friends", "see you.at home.tonight friends"),
    ],
)  # fmt: skip
def test_netsplits_are_told_from_goodbyes(why: str, text: str) -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(f":Torvik77!t@h.example QUIT :{why}")
    [left] = script.events("leave")
    assert (left.event.speaker, left.event.text, left.event.room) == ("Torvik77", text, "#parlour")
    assert script.protocol.roster.user("Torvik77") is None


def test_one_who_is_in_two_rooms_leaves_both_and_is_then_forgotten() -> None:
    script = Script(rooms=("#one", "#two")).lets_in()
    script.opens("#one", "Torvik77").opens("#two", "Torvik77")
    script.says("@msgid=q :Torvik77!t@h.example NICK Tor", "@msgid=p :Tor!t@h.example PART #one :off")
    assert script.protocol.roster.user("Tor") is not None
    script.says("@msgid=r :Tor!t@h.example QUIT :bye")
    assert [(one.event.room, one.event.to) for one in script.events("nick")] == [
        ("#one", "Tor"),
        ("#two", "Tor"),
    ]
    assert [one.event.room for one in script.events("leave")] == ["#one", "#two"]
    assert script.protocol.roster.user("Tor") is None


def test_the_same_message_twice_is_one() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(*["@msgid=m1 :Torvik77!t@h.example PRIVMSG #parlour :once"] * 2)
    script.says(*[":Torvik77!t@h.example PRIVMSG #parlour :without an id"] * 2)
    assert [one.event.text for one in script.events("say")] == ["once", "without an id", "without an id"]


def test_names_fold_as_the_server_says() -> None:
    script = Script(rooms=("#Par[lour]",)).lets_in().opens("#par{lour}", "Nim[ue]")
    script.says(":nim{UE}!n@h.example PRIVMSG #PAR[LOUR} :hi")
    [said] = script.events("say")
    assert said.event.room == "#Par[lour]"
    assert script.protocol.roster.user("NIM{ue]") is not None


# -- rooms that are closed, and being put out -----------------------------------------------------------


def test_a_closed_room_is_tried_again_later_and_later() -> None:
    script = Script().lets_in()
    script.sent()
    script.says(":irc.example 473 calledshot #parlour :Cannot join channel (+i)")
    assert len(script.of(Ready)) == 1  # it holds nothing else up
    [told] = script.heard()
    assert (told.event.kind, told.event.room) == ("system", "#parlour")
    assert "Cannot join channel (+i)" in told.event.text
    waits = []
    for _ in range(8):
        waited = 0.0
        while not script.sent():
            script.waits(5.0)
            waited += 5.0
        waits.append(waited)
        script.says(":irc.example 473 calledshot #parlour :Cannot join channel (+i)")
    assert waits == [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 300.0, 300.0]
    assert len(script.heard()) == 1  # and told once


def test_a_server_that_does_not_answer_holds_us_up_only_so_long() -> None:
    script = Script().lets_in()
    script.says(":calledshot!bot@host.example JOIN #parlour * :calledshot")
    for _ in range(4):
        script.waits(21.0)
    assert script.of(Ready)
    assert [one.what for one in script.heard()] == ["members"]


def test_put_out_of_a_room_we_are_out_until_the_server_says_we_are_in() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77", accounts={"Torvik77": "torvik"})
    script.says("@msgid=m1;account=torvik :Torvik77!t@h.example PRIVMSG #parlour :before")
    script.sent()
    script.says(":Torvik77!t@h.example KICK #parlour calledshot :out")
    assert script.protocol.roster.room("#parlour") is None
    place = script.protocol.place("#parlour")
    assert place is not None
    assert place.phase == "out"
    script.says(":Torvik77!t@h.example PRIVMSG #parlour :not heard")
    script.waits(4.0)
    assert script.sent() == []
    script.waits(2.0)
    assert script.sent() == ["JOIN #parlour"]
    assert place.phase == "joining"
    script.opens("#parlour", "Torvik77")
    assert place.phase == "live"
    assert [one.event.text for one in script.events("say")] == ["before"]
    assert [one.what for one in script.heard()].count("gap") == 1
    assert [one.event.text for one in script.events("system")] == ["I was kicked by Torvik77: out"]


# -- what becomes of our own words ----------------------------------------------------------------------


def test_our_own_words_come_back_with_their_label() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    heard = len(script.heard())
    script.says(
        "@label=5.0;msgid=m9 :calledshot!bot@host.example NOTICE #parlour :((Torvik hits.))",
        "@label=5.1;msgid=m10 :calledshot!bot@host.example PRIVMSG Torvik77 :PP 6 of 9",
        "@label=5.2 :irc.example ACK",
        "@label=5.3 :irc.example 401 calledshot Elsinore :No such nick",
        ":irc.example BATCH +1 labeled-response",
        ":irc.example PONG irc.example :calledshot-1",
    )
    public, private = script.of(Echo)
    assert isinstance(public, Echo)
    assert isinstance(private, Echo)
    assert (public.label, public.id, public.text) == ("5.0", "m9", "((Torvik hits.))")
    assert public.message is not None
    assert public.message.own
    assert public.position is not None
    assert '"id":"m9"' in public.position
    assert (private.label, private.message) == ("5.1", None)
    assert script.of(Taken) == [Taken(label="5.2"), Taken(proof="calledshot-1")]
    assert script.of(Untaken) == [Untaken("5.3", "Elsinore", "401 No such nick")]
    assert len(script.heard()) == heard


def test_the_label_of_a_batch_is_that_of_its_lines() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    script.says(
        "@label=7.0 :irc.example BATCH +a labeled-response",
        "@batch=a :irc.example 401 calledshot Elsinore :No such nick",
        ":irc.example BATCH -a",
    )
    assert script.of(Untaken) == [Untaken("7.0", "Elsinore", "401 No such nick")]


def test_how_long_our_address_is() -> None:
    script = Script().lets_in()
    assert script.protocol.prefix_size == len("calledshot") + 1 + 11 + 1 + 64
    script.opens()
    assert script.protocol.prefix_size == len("calledshot!bot@host.example")
    script.says(":irc.example 396 calledshot a.longer.host.example :is now your visible host")
    assert script.protocol.prefix_size == len("calledshot!bot@a.longer.host.example")


# -- our place in what was said -------------------------------------------------------------------------


def test_a_position_survives_and_another_versions_is_none() -> None:
    memory = Memory()
    memory.been("#parlour", "m1", "2026-11-30T20:00:00+00:00")
    memory.been("#parlour", None, "2026-11-30T20:00:05+00:00")
    again = Memory(memory.dump()).mark("#parlour")
    assert again == Mark("m1", "2026-11-30T20:00:00+00:00", "2026-11-30T20:00:05+00:00")
    assert Memory("[1]").mark("#parlour") is None
    assert Memory('{"rooms": 3}').mark("#parlour") is None


def test_a_little_before() -> None:
    assert before("2026-11-30T20:00:00.250+00:00") == "2026-11-30T19:59:59.250Z"
    assert before("no time") == "no time"


# -- secrets --------------------------------------------------------------------------------------------


def test_no_note_for_the_log_holds_anybodys_words() -> None:
    script = Script(rooms=("#parlour",))
    script.lets_in()
    script.says(":irc.example 433 calledshot calledshot :taken")
    script.opens("#parlour", "Torvik77")
    script.says(
        ":x!y@z NICK calledshot",
        ":Torvik77!t@h.example PRIVMSG calledshot :SECRET one",
        ":Torvik77!t@h.example NOTICE calledshot :SECRET two",
        ":calledshot!bot@host.example NICK other",
        ":Torvik77!t@h.example PRIVMSG other :SECRET three",
        ":SECRET",
        "SECRET",
        "@SECRET",
    )
    notes = [one.text for one in script.effects if isinstance(one, Note) and one.level >= logging.DEBUG]
    assert notes
    assert "SECRET" not in " ".join(notes)
    assert [one.event.text for one in script.events("whisper")] == ["SECRET one"]
