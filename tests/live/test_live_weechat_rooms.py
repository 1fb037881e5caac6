"""The WeeChat script in a room, with doubles of WeeChat and child: what is told to the child, what it says,
to whom that is shown, and what is sent of it."""

from __future__ import annotations

import json
import time
from types import SimpleNamespace

import pytest
from weechat_double import (
    BAD,
    CLEAN,
    ERROR,
    Double,
    answers,
    child,
    hears,
    in_weechat,
    lint,
    load,
    on,
    ready,
    says,
)

client = pytest.fixture(in_weechat)


def test_a_new_child_is_told_everything_and_what_was_shown_is_not_shown_again(
    client: SimpleNamespace,
) -> None:
    ready(client)
    hears(client, "@msgid=m1 :Brannoch!b@h PRIVMSG #duel :Round 1. Init please")
    answers(client, says("((Fight on!))"), says("((Round 1.))"))
    events = [one for one in child().told if "kind" in one]
    child().closed = True
    client.script.on_child_read(f"{child().key}\nout", 0)
    hears(client, "@msgid=m2 :Torvik77!t@h PRIVMSG #duel :attack")  # while there is none
    client.host.go_off("on_restart")
    again = [one for one in child().told if "kind" in one]
    assert again[:-1] == events and again[-1]["id"] == "m2"
    answers(client, says("((Fight on!))"), says("((Round 1.))"), says("((Torvik: what with?))"))
    assert [text for text in client.host.words() if text.startswith("((")] == [
        "((Fight on!))", "((Round 1.))", "((Torvik: what with?))",
    ]  # fmt: skip


# -- what is shown, what is said ----------------------------------------------------------------------


def test_a_player_sees_rulings_and_his_own_findings_and_says_nothing(
    client: SimpleNamespace,
) -> None:
    ready(client)
    finding = {"ruling": None, "finding": {"code": "X"}}
    answers(
        client,
        says("((Elsa hits.))"),
        says("X-1: yours", to="ladyelsinore", **finding),
        says("X-2: the PGM's", to="Brannoch", **finding),
        says("a secret", to="Torvik77"),
    )
    shown = client.host.words()
    assert "((Elsa hits.))" in shown and "X-1: yours" in shown
    assert "X-2: the PGM's" not in shown and "a secret" not in shown
    assert client.host.sent == []
    client.host.options["show"] = "findings"
    answers(client, says("((Torvik misses.))"))
    assert "((Torvik misses.))" not in client.host.words()


def test_a_pgms_child_speaks_in_the_room_and_its_words_come_back_as_its_own(client: SimpleNamespace) -> None:
    room = ready(client, "/ suggest")
    assert "--mode" in child().command and "suggest" in child().command
    answers(client, says("((Elsa, to hit.))", key="4.0"), says("#5 …", to="LadyElsinore", key="4.1"))
    assert client.host.sent == [(client.duel, "((Elsa, to hit.))")]
    assert client.host.words()[-1] == "#5 …"
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG #duel :((Elsa, to hit.))")
    own = child().told[-1]
    assert (own["kind"], own["own"], own["key"], own["room"]) == ("say", True, "4.0", "#duel")
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG #duel :miss")
    assert "own" not in child().told[-1]
    answers(client, says("((Elsa, to hit.))", key="4.0"))  # the same line once more is not said once more
    assert len(client.host.sent) == 1
    assert room.mode == "suggest"


def test_what_is_meant_for_a_player_is_sent_only_where_the_pgm_wants_that(client: SimpleNamespace) -> None:
    ready(client, "/ suggest")
    answers(client, says("PP 6 of 9", to="Torvik77", key="5.0"))
    assert client.host.sent == [] and client.host.words()[-2] == "for Torvik77: PP 6 of 9"
    assert "answer_players" in client.host.words()[-1]
    client.host.options["answer_players"] = "on"
    answers(client, says("PP 5 of 9", to="Torvik77", key="6.0"))
    assert client.host.sent == [(client.duel, "/msg -server t Torvik77 PP 5 of 9")]


def test_words_for_the_room_never_become_a_command(client: SimpleNamespace) -> None:
    ready(client, "/ auto")
    answers(client, says("/quit\r\nPRIVMSG #x :y", key="1.0"))
    assert client.host.sent == [(client.duel, "//quit PRIVMSG #x :y")]


def test_commands_of_the_pgm_are_events(client: SimpleNamespace) -> None:
    ready(client, "/ suggest")
    client.script.on_command("", client.duel, "say Elsa, 33: to hit")
    told = child().told[-1]
    assert (told["kind"], told["speaker"], told["text"]) == (
        "command",
        "LadyElsinore",
        "say Elsa, 33: to hit",
    )
    on(client, "player")
    client.script.on_command("", client.duel, "ok")
    assert not any(one.get("kind") == "command" for one in child().told)


# -- events ----------------------------------------------------------------------


def test_own_lines_are_told_once_with_and_without_echo(client: SimpleNamespace) -> None:
    ready(client)
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG #duel :attack")
    assert [one["text"] for one in child().told if one.get("kind") == "say"] == ["attack"]
    client.host.caps = {"echo-message": ""}
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG #duel :cast")
    hears(client, "@msgid=e1 :LadyElsinore!l@h PRIVMSG #duel :cast")
    hears(client, "@msgid=e1 :LadyElsinore!l@h PRIVMSG #duel :cast")  # played back by a bouncer
    said = [(one["speaker"], one["text"]) for one in child().told if one.get("kind") == "say"]
    assert said == [("LadyElsinore", "attack"), ("LadyElsinore", "cast")]


def test_private_messages_go_to_the_fight_of_the_other_one_and_to_no_other(client: SimpleNamespace) -> None:
    ready(client)
    hears(client, ":Brannoch!b@h PRIVMSG LadyElsinore :your PP is 6")
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG Brannoch :cast Pain")
    hears(client, ":Stranger!s@h PRIVMSG LadyElsinore :psst")
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG Stranger :what")
    whispers = [
        (one["speaker"], one["to"], one["text"]) for one in child().told if one.get("kind") == "whisper"
    ]
    assert whispers == [
        ("Brannoch", "LadyElsinore", "your PP is 6"), ("LadyElsinore", "Brannoch", "cast Pain"),
    ]  # fmt: skip


def test_other_channels_and_ops_only_messages_are_not_told(client: SimpleNamespace) -> None:
    ready(client)
    told = len(child().told)
    for line in (":A!a@h PRIVMSG #other :attack", ":A!a@h PRIVMSG @#duel :ops", ":A!a@h JOIN #other"):
        hears(client, line)
    assert len(child().told) == told


def test_a_message_in_several_lines_is_one_and_a_history_is_marked(client: SimpleNamespace) -> None:
    ready(client)
    for line in (
        "@msgid=m1 :Torvik77!t@h BATCH +7 draft/multiline #duel",
        "@batch=7 :Torvik77!t@h PRIVMSG #duel :advance, *att",
        "@batch=7;draft/multiline-concat :Torvik77!t@h PRIVMSG #duel :ack",
        "@batch=7 :Torvik77!t@h PRIVMSG #duel :and hope",
        "BATCH -7",
        "BATCH +8 chathistory #duel",
        "@batch=8 :Torvik77!t@h PRIVMSG #duel :yesterday",
        "BATCH -8",
        "@batch=8 :Torvik77!t@h PRIVMSG #duel :today",
    ):
        hears(client, line)
    said = [(one["text"], one.get("replayed", False)) for one in child().told if one.get("kind") == "say"]
    assert said == [("advance, *attack\nand hope", False), ("yesterday", True), ("today", False)]


def test_who_leaves_and_who_is_called_otherwise(client: SimpleNamespace) -> None:
    ready(client)
    hears(client, ":Torvik77!t@h NICK :Torv")
    hears(client, ":Brannoch!b@h QUIT :ping timeout")
    hears(client, ":Nobody!n@h QUIT :bye")
    told = [(one["kind"], one["speaker"], one["to"]) for one in child().told if "kind" in one]
    assert told == [("nick", "Torvik77", "Torv"), ("leave", "Brannoch", None)]


def test_a_fault_of_the_scripts_never_loses_a_message(client: SimpleNamespace) -> None:
    room = ready(client)
    room.tell = None
    line = ":Torvik77!t@h PRIVMSG #duel :attack"
    hears(client, line)
    assert "fault of the script" in client.host.words("")[-1]
    assert "attack" not in client.host.words("")[-1]


def test_what_the_child_says_that_makes_no_sense_is_passed_over(client: SimpleNamespace) -> None:
    room = ready(client)
    for line in (b"not json", b"[1]", b"{}", b'{"ref": [1]}', b'{"say": 5}', b"[" * 50_000, b'{"order": 7}'):
        room.take(line)
    assert client.script.bar_item("", "", "", client.duel) == ""


def test_on_is_remembered_and_off_forgets(client: SimpleNamespace) -> None:
    ready(client, "/ suggest")
    assert client.host.options["on.irc.t.#duel"] == "suggest:/"
    client.script.on_buffer_closing("", "buffer_closing", client.duel)
    assert client.script.rooms == {} and child().closed
    client.script.on_buffer_opened("", "buffer_opened", client.duel)
    assert client.script.rooms["irc.t.#duel"].mode == "suggest"
    client.script.on_command("", client.duel, "off")
    assert client.script.rooms == {} and "on.irc.t.#duel" not in client.host.options


def test_a_folder_that_is_not_there_turns_nothing_on(client: SimpleNamespace) -> None:
    client.script.on_command("", client.duel, "on /no/such/folder")
    assert client.script.rooms == {} and "no such folder" in client.host.words()[-1]


def test_a_pgm_without_account_tags_is_warned(client: SimpleNamespace) -> None:
    client.host.caps = {}
    on(client, "/ suggest")
    assert any('/set irc.server.t.capabilities "*,account-tag"' in text for text in client.host.words())
    members = next(one for one in child().told if one.get("what") == "members")
    assert members["members"] == ["Brannoch", "LadyElsinore", "Torvik77"]


def test_after_a_cut_the_gap_is_told_once(client: SimpleNamespace) -> None:
    for words, told in (("/ suggest", 1), ("player", 0)):
        ready(client, words)
        client.script.on_disconnected("", "irc_server_disconnected", "t")
        hears(client, ":LadyElsinore!l@h JOIN #duel")
        hears(client, ":LadyElsinore!l@h JOIN #duel")
        assert sum(one.get("what") == "gap" for one in child().told) == told
    assert sum("We were away" in text for text in client.host.words()) == 1  # a PGM's child says so itself


def test_check_looks_and_sends_nothing(client: SimpleNamespace) -> None:
    ready(client)
    client.script.on_command("", client.duel, f"check {BAD}")
    assert child().told[-1]["given"] is True
    lint(client, ERROR)
    assert "X-1: only one spell" in client.host.words() and client.host.sent == []
    client.script.on_command("", client.duel, "check hello")
    lint(client, {"findings": [], "declares": False, "strict": None})
    assert client.host.words()[-1] == "That declares nothing."


def test_everything_is_registered_that_the_script_needs() -> None:
    host = Double()
    module = load(host)
    module.main()
    for name in (
        "irc_in2_privmsg",
        "irc_in2_notice",
        "irc_out1_privmsg",
        "input_text_for_buffer",
        "/calledshot",
    ):
        assert callable(getattr(module, host.hooks[name][1]))
    assert host.options["timeout"] == "1000"
    json.dumps(host.options)


# -- secrets, and whom a line reaches --------------------------------------------------------------


def test_what_rests_on_a_private_message_is_shown_beside_it_and_not_in_the_room(
    client: SimpleNamespace,
) -> None:
    client.host.nick = "Brannoch"
    ready(client, "/ suggest")
    torvik = client.host.open("irc.t.Torvik77", "private", "Torvik77")
    hears(client, "@msgid=w1 :Torvik77!t@h PRIVMSG Brannoch :cast Pain")
    told = {"to": "Brannoch", "me": True, "secret": True, "in_reply_to": "w1"}
    answers(client, says("Torvik77 declared: cast Pain", key="1.0", **told))
    answers(client, says("Noted: cast Pain", key="1.1", to="Torvik77", secret=True, account="irc:torvik"))
    secret = [(where, text) for where, text, _ in client.host.shown if "Pain" in text]
    assert [where for where, _ in secret] == [torvik, torvik]
    assert all("no_log" in tags for _, _, tags in client.host.shown)
    answers(client, says("#1 …", key="2.0", **{**told, "in_reply_to": "m1"}))
    assert client.host.shown[-1][0] == client.duel
    answers(client, says('#2 "((All moves are in.))"   ok · say …', key="3.0", **told))
    assert client.host.shown[-1][0] == client.duel  # where he works, whatever it came of


def test_what_a_player_is_told_of_his_secret_move_is_beside_it_too(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.private, "same as before")
    lint(client, CLEAN)
    client.script.on_line_out("", "irc_out1_privmsg", "t", "PRIVMSG Brannoch :same as before")
    told = child().told[-1]
    answers(client, says("X-1: yours", to="LadyElsinore", ruling=None, finding={}, in_reply_to=told["id"]))
    assert client.host.shown[-1][:2] == (client.private, "X-1: yours")


def test_a_line_for_the_pgm_is_never_sent_to_whoever_has_his_old_nick(client: SimpleNamespace) -> None:
    client.host.options["answer_players"] = "on"
    client.host.nick = "Bran_"
    ready(client, "/ suggest")
    answers(client, says("#1 a draft", key="1.0", to="Brannoch", me=True, secret=True))
    assert client.host.sent == [] and client.host.words()[-1] == "#1 a draft"


@pytest.mark.parametrize(
    ("to", "account", "lines", "sent"),
    [
        ("Torvik77", None, [], True),
        ("Torvik77", "irc:torvik", [], False),  # nobody has told us yet
        ("Torvik77", "irc:torvik", ["@account=torvik :Torvik77!t@h PRIVMSG #duel :hi"], True),
        ("Torvik77", "irc:torvik", ["@account=stranger :Torvik77!t@h PRIVMSG #duel :hi"], False),
        ("Torvik77", "irc:torvik", [":Torvik77!t@h PRIVMSG #duel :x"], False),
        ("Torvik77", "irc:torvik", [":Torvik77!t@h JOIN #duel torvik :real name"], True),
        (
            "Torvik77", "irc:torvik",
            ["@account=torvik :Torvik77!t@h PRIVMSG #duel :hi", ":Torvik77!t@h JOIN #duel * :another"], False,
        ),
        (
            "Torvik77", "irc:torvik",
            ["@account=torvik :Brannoch!t@h PRIVMSG #duel :hi", ":Brannoch!t@h NICK Torvik77"], True,
        ),
        (
            "Torvik77", "irc:torvik",
            [
                ":Torvik77!t@h JOIN #duel * :another",
                "@time=2020-01-01T00:00:00.000Z;account=torvik :Torvik77!t@h PRIVMSG #duel :of old",
            ],
            False,
        ),
        ("Torvik78", None, [], False),
        ("#duel", None, [], False),
        ("*", None, [], False),
        ("Torvik77,Brannoch", None, [], False),
    ],
)  # fmt: skip
def test_what_is_for_one_player_is_sent_where_it_reaches_him_and_nobody_else(
    client: SimpleNamespace, to: str, account: str | None, lines: list[str], sent: bool
) -> None:
    client.host.options["answer_players"] = "on"
    ready(client, "/ suggest")
    for line in lines:
        hears(client, line)
    answers(client, says("PP 6 of 9", to=to, account=account, key="5.0", secret=True))
    assert client.host.sent == ([(client.duel, f"/msg -server t {to} PP 6 of 9")] if sent else [])
    assert any("not sent" in text for text in client.host.words()) is not sent


def test_a_player_is_not_told_once_more_what_the_pgms_helper_has_said(client: SimpleNamespace) -> None:
    ready(client)
    hears(client, ":Brannoch!b@h PRIVMSG #duel :((Elsa hits. Torvik, roll.))")
    answers(client, says("((Elsa hits.))"), says("((Torvik falls.))"))
    assert [text for text in client.host.words() if text.startswith("((")] == ["((Torvik falls.))"]


# -- what was missed ------------------------------------------------------------------------------------


def gaps() -> int:
    return sum(one.get("what") == "gap" for one in child().told)


@pytest.mark.parametrize(
    "line", [":Torvik77!t@h KICK #duel LadyElsinore :out", ":LadyElsinore!l@h PART #duel :bye"]
)
def test_who_was_out_of_the_room_has_missed_something(client: SimpleNamespace, line: str) -> None:
    ready(client, "/ suggest")
    hears(client, line)
    hears(client, ":LadyElsinore!l@h JOIN #duel")
    assert gaps() == 1


def stands(client: SimpleNamespace, round: int | None) -> None:
    """The child answers how the fight stands."""
    ref = next(one["ref"] for one in child().told if "state" in one)
    answers(client, {"state": {"order": None, "due": None, "waits": [], "round": round}, "ref": ref})


def test_a_fight_that_went_on_without_the_script_has_a_gap(client: SimpleNamespace) -> None:
    on(client, "/ suggest")
    stands(client, None)
    assert gaps() == 0  # there was no fight yet
    client.script.on_command("", client.duel, "off")
    on(client, "/ suggest")
    stands(client, 2)
    assert gaps() == 1
    on(client, "/ auto")  # at once, from one into the other
    stands(client, 2)
    assert gaps() == 0


@pytest.mark.parametrize(("later", "missed"), [(0.5, 0), (60.0, 1)])
def test_a_script_that_is_loaded_again_at_once_has_missed_nothing(
    client: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, later: float, missed: int
) -> None:
    on(client, "/ suggest")
    client.script.shutdown()
    then = time.time() + later
    monkeypatch.setattr(client.script.time, "time", lambda: then)
    client.script.on_buffer_opened("", "buffer_opened", client.duel)
    stands(client, 2)
    assert gaps() == missed


def test_what_is_kept_of_a_long_evening_has_an_end(
    client: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.script, "MEMORY", 20)
    room = ready(client)
    for number in range(200):
        hears(client, f"@msgid=m{number} :Torvik77!t@h PRIVMSG #duel :hello")
        hears(client, f"@msgid=w{number} :Torvik77!t@h PRIVMSG LadyElsinore :psst")
        answers(client, says("((one))"))
    sizes = [len(kept) for kept in (room.memory, room.ids, room.whispers, room.recent, room.posted)]
    assert max(sizes) <= 80
