"""The WeeChat script without a WeeChat: its pure functions, and a room with doubles of WeeChat and child."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weechat_double import ChildDouble, Double, load

script = load()
BAD = "cast Pain, *cast Pain"
ERROR = {
    "findings": [{"severity": "error", "code": "X-1", "message": "only one spell"}], "declares": True,
    "strict": "Cast Pain (Mysticism Level 1)",
}  # fmt: skip
CLEAN: dict[str, Any] = {"findings": [], "declares": True, "strict": None}


# -- pure functions ----------------------------------------------------------------------


def test_an_irc_line_in_its_parts() -> None:
    line = r"@time=2026-01-02T03:04:05.678Z;msgid=a\:b\sc;account=elsa :Elsa!e@h PRIVMSG #duel :hi : there"
    message = script.parse_irc(line)
    assert message == (
        {"time": "2026-01-02T03:04:05.678Z", "msgid": "a;b c", "account": "elsa"},
        "Elsa",
        "e@h",
        "PRIVMSG",
        ["#duel", "hi : there"],
    )
    assert script.parse_irc("PRIVMSG #duel word\r\n").params == ["#duel", "word"]


@given(st.text(), st.text())
def test_any_line_is_read(line: str, number: str) -> None:
    message = script.parse_irc(line)
    event = script.event_of(message, "2026-01-01T00:00:00Z", number)
    assert event is None or (event["kind"] and event["speaker"] and event["id"])


@pytest.mark.parametrize(
    ("line", "kind", "speaker", "to", "text"),
    [
        (":A!a@h PRIVMSG #duel :hi", "say", "A", "#duel", "hi"),
        (":A!a@h PRIVMSG #duel :\x01ACTION lunges\x01", "emote", "A", "#duel", "lunges"),
        (":Bot!b@h NOTICE #duel :A rolled 1d20: 7", "notice", "Bot", "#duel", "A rolled 1d20: 7"),
        (":A!a@h PRIVMSG #duel :\x02bold\x02 \x0304,01red\x03 and 4", "say", "A", "#duel", "bold red and 4"),
        (":A!a@h JOIN #duel", "join", "A", "#duel", ""),
        (":A!a@h PART #duel :bye", "leave", "A", "#duel", ""),
        (":Op!o@h KICK #duel A :out", "leave", "A", "#duel", ""),
        (":A!a@h QUIT :gone", "leave", "A", None, ""),
        (":A!a@h NICK :A2", "nick", "A", "A2", ""),
    ],
)
def test_the_event_of_a_line(line: str, kind: str, speaker: str, to: str | None, text: str) -> None:
    event = script.event_of(script.parse_irc(line), "2026-01-01T00:00:00Z", "n1")
    assert (event["kind"], event["speaker"], event["to"], event["text"]) == (kind, speaker, to, text)
    assert (event["id"], event["at"]) == ("n1", "2026-01-01T00:00:00Z")


@pytest.mark.parametrize(
    "line", [":A!a@h PRIVMSG #d :\x01VERSION\x01", ":irc 001 me :hello", "PING :x", ":A!a@h PRIVMSG #d", ""]
)
def test_what_is_no_event(line: str) -> None:
    assert script.event_of(script.parse_irc(line), "now", "n") is None


def test_times_are_of_one_clock_but_for_what_was_said_before_we_came() -> None:
    now = "2026-01-02T20:00:00.000+00:00"
    assert script.when("2026-01-02T19:59:58.123Z", now) == (now, False)
    assert script.when("2026-01-02T20:00:09.000Z", now) == (now, False)  # its clock is ahead of ours
    assert script.when("2026-01-02T19:00:00.000Z", now) == ("2026-01-02T19:00:00.000Z", True)
    assert script.when(None, now) == script.when("rubbish", now) == script.when("", now) == (now, False)


def test_what_the_server_vouches_for_is_told() -> None:
    said = script.event_of(script.parse_irc("@account=elsa;msgid=m1 :E!u@h PRIVMSG #d :x"), "now", "n")
    assert (said["account"], said["host"], said["id"]) == ("irc:elsa", "u@h", "m1")
    joined = script.event_of(script.parse_irc(":E!u@h JOIN #d elsa :real name"), "now", "n")
    assert joined["account"] == "irc:elsa"
    stranger = script.event_of(script.parse_irc(":E!u@h JOIN #d * :real name"), "now", "n")
    assert "account" not in stranger


CUES = frozenset({"attack", "attacks", "cast", "retreat"})


@pytest.mark.parametrize(
    ("text", "might"),
    [
        ("attack Torvik", True),
        ("I ATTACK!", True),
        ("Ｃａｓｔ Pain", True),
        ("*swings", True),
        ("ok (170)", True),
        ("hello there, how are you", False),
        ("brb 5 min", False),
        ("attackers everywhere", False),
        ("", False),
    ],
)
def test_what_might_be_a_move(text: str, might: bool) -> None:
    assert script.might_declare(text, CUES) is might


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("attack", ("attack", False)),
        ("/me attacks", ("attacks", True)),
        ("//roll-dice1", ("/roll-dice1", False)),
        ("/join #x", None),
        ("/msg Brannoch attack", None),
        ("   ", None),
        ("", None),
    ],
)
def test_what_an_input_would_say(typed: str, said: tuple[str, bool] | None) -> None:
    assert script.spoken(typed) == said


def test_words_of_the_child_are_one_safe_line() -> None:
    assert script.clean("a\r\nQUIT :x\x00\x1b[31m\u202eb\ud800") == "a QUIT :x [31m b?"


def test_the_bar() -> None:
    state = {
        "order": [["Elsa", 133], ["Torvik", 103], ["Elsa", 33]],
        "due": "Torvik",
        "waits": [["Torvik", "to_hit"]],
    }
    assert script.order_text(state) == "Elsa 133, >Torvik 103, Elsa 33 | waits: Torvik (to hit)"
    assert (
        script.order_text({"order": None, "due": None, "waits": [["Elsa", "initiative"]]})
        == "waits: Elsa (initiative)"
    )
    assert (
        script.order_text({"order": [["A", 3], ["B", 2], ["C", 1]], "due": None, "waits": []}, 2)
        == "A 3, B 2, +1"
    )
    assert script.order_text({"order": [["A", 3]], "due": "B", "waits": []}) == ">B, A 3"
    assert script.order_text({}) == ""


def test_the_back_off_is_capped() -> None:
    assert [script.backoff(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 1000)] == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_lines_posted_for_the_child_are_known_again_even_in_parts() -> None:
    posted = [["1.0", "((one))"], ["2.0", "((a long line in two))"]]
    assert script.claim(posted, "hello") is None
    assert script.claim(posted, "((one))") == "1.0"
    assert script.claim(posted, "((a long") == "2.0"
    assert script.claim(posted, "line in two))") == "2.0"
    assert posted == []
    assert script.claim(posted, "((one))") is None


@pytest.mark.parametrize(
    ("words", "folder", "mode"),
    [
        (["/a", "b/c", "suggest"], "/a b/c", "suggest"),
        (["/a"], "/a", ""),
        (["auto"], "", "auto"),
        ([], "", ""),
    ],
)
def test_where_and_how(words: list[str], folder: str, mode: str) -> None:
    assert script.campaign_and_mode(words) == (folder, mode)


# -- a room ----------------------------------------------------------------------


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """WeeChat with a channel and a private buffer to the PGM, the script in it, and children in doubles."""
    host = Double()
    module = load(host)
    monkeypatch.setattr(module, "Child", ChildDouble)
    monkeypatch.setattr(ChildDouble, "made", [])
    monkeypatch.setattr(ChildDouble, "refuses", None)
    duel = host.open("irc.t.#duel", "channel", "#duel", "LadyElsinore", "Brannoch", "Torvik77")
    private = host.open("irc.t.Brannoch", "private", "Brannoch")
    yield SimpleNamespace(host=host, script=module, duel=duel, private=private)
    module.shutdown()


def on(client: SimpleNamespace, words: str = "") -> Any:
    client.script.on_command("", client.duel, f"on {words}".strip())
    return client.script.rooms["irc.t.#duel"]


def child() -> ChildDouble:
    return ChildDouble.made[-1]


def answers(client: SimpleNamespace, *tables: dict[str, Any]) -> None:
    """The child says something, and WeeChat sees that its pipe can be read."""
    child().mouth += tables
    client.script.on_child_read(f"{child().key}\nout", 0)


def ready(client: SimpleNamespace, words: str = "") -> Any:
    room = on(client, words)
    state = {"order": None, "due": None, "waits": [], "pgm": ["Brannoch"], "cues": sorted(CUES)}
    asked = next(one for one in child().told if "state" in one)
    answers(client, {"state": state, "ref": asked["ref"]})
    return room


def lint(client: SimpleNamespace, document: dict[str, Any]) -> None:
    answers(client, {"lint": document, "ref": child().told[-1]["ref"]})


def test_talk_passes_at_once_and_is_not_even_shown_to_the_child(client: SimpleNamespace) -> None:
    ready(client)
    told = len(child().told)
    client.host.type(client.duel, "hello all")
    assert client.host.sent == [(client.duel, "hello all")]
    assert len(child().told) == told


def test_a_good_move_goes_out_when_the_child_has_answered(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, "attack Torvik")
    assert client.host.sent == []
    assert child().told[-1] == {"lint": "attack Torvik", "emote": False, "as": "LadyElsinore", "ref": 2}
    lint(client, CLEAN)
    assert client.host.sent == [(client.duel, "attack Torvik")]


def test_a_bad_move_is_held_until_the_second_enter(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, BAD)
    lint(client, ERROR)
    assert client.host.sent == []
    assert client.host.words()[-2] == "X-1: only one spell"
    assert "Cast Pain (Mysticism Level 1)" in client.host.words()[-1]
    assert client.host.buffers[client.duel]["input"] == BAD
    assert all("no_log" in tags for _, _, tags in client.host.shown)
    client.host.type(client.duel, BAD)
    assert client.host.sent == [(client.duel, BAD)]
    assert client.host.buffers[client.duel]["input"] == ""
    client.host.type(client.duel, BAD)  # a third time is a first time again
    assert len(client.host.sent) == 1


def test_another_text_after_a_held_one_is_looked_at_anew(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, BAD)
    lint(client, ERROR)
    client.host.type(client.duel, "cast Pain")
    assert client.host.sent == []
    lint(client, CLEAN)
    assert client.host.sent == [(client.duel, "cast Pain")]
    client.host.type(client.duel, BAD)
    assert len(client.host.sent) == 1


def test_what_the_user_types_meanwhile_is_not_overwritten(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, BAD)
    client.host.buffers[client.duel]["input"] = "half a sen"
    lint(client, ERROR)
    assert client.host.buffers[client.duel]["input"] == "half a sen"


def test_the_corrected_form_is_offered(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, f"/me {BAD}")
    assert child().told[-1]["emote"] is True
    lint(client, ERROR)
    client.script.on_command("", client.duel, "fix")
    assert client.host.buffers[client.duel]["input"] == "/me Cast Pain (Mysticism Level 1)"
    client.host.buffers[client.duel]["input"] = ""


def test_lines_go_out_in_the_order_in_which_they_were_typed(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, "attack Torvik")
    first = child().told[-1]["ref"]
    client.host.type(client.duel, "hello")
    client.host.type(client.duel, "cast Pain")
    second = child().told[-1]["ref"]
    answers(client, {"lint": CLEAN, "ref": second})
    assert client.host.sent == []
    answers(client, {"lint": CLEAN, "ref": first})
    assert [text for _, text in client.host.sent] == ["attack Torvik", "hello", "cast Pain"]


@pytest.mark.parametrize(
    ("hold", "severity", "held"),
    [
        ("error", "error", True), ("error", "warning", False), ("warning", "warning", True),
        ("warning", "info", False), ("never", "error", False),
    ],
)  # fmt: skip
def test_what_holds_a_message_back_is_the_users_to_say(
    client: SimpleNamespace, hold: str, severity: str, held: bool
) -> None:
    client.host.options["hold"] = hold
    ready(client)
    client.host.type(client.duel, BAD)
    if hold != "never":
        lint(client, {"findings": [{"severity": severity, "code": "X", "message": "m"}], "declares": True})
    assert bool(client.host.sent) is not held


def test_commands_are_none_of_ours(client: SimpleNamespace) -> None:
    ready(client)
    told = len(child().told)
    for text in ("/msg Torvik77 attack", "/topic attack", "/quit"):
        client.host.type(client.duel, text)
    assert len(client.host.sent) == 3 and len(child().told) == told


def test_a_message_to_the_pgm_is_looked_at_whatever_it_says_and_to_others_not(
    client: SimpleNamespace,
) -> None:
    ready(client)
    client.host.type(client.private, "same as before")
    assert child().told[-1]["to"] == "Brannoch"
    lint(client, CLEAN)
    other = client.host.open("irc.t.Torvik77", "private", "Torvik77")
    told = len(child().told)
    client.host.type(other, "attack?")
    assert len(child().told) == told and client.host.sent[-1] == (other, "attack?")


# -- a child that is slow, or dead ----------------------------------------------------------------------


def test_a_slow_child_holds_a_message_for_a_second_and_no_further_ones(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, "attack Torvik")
    late = child().told[-1]["ref"]
    assert client.host.waits("on_late") == [1000]
    client.host.go_off("on_late")
    assert client.host.sent == [(client.duel, "attack Torvik")]
    client.host.type(client.duel, "cast Pain")
    assert client.host.sent[-1] == (client.duel, "cast Pain")
    assert sum("unchecked" in text for text in client.host.words()) == 1
    answers(client, {"lint": ERROR, "ref": late})  # at last; the message is not sent twice, nor held
    assert len(client.host.sent) == 2
    client.host.type(client.duel, BAD)
    lint(client, ERROR)
    assert len(client.host.sent) == 2


def test_a_child_that_hangs_is_started_again(client: SimpleNamespace) -> None:
    ready(client)
    client.host.type(client.duel, "attack Torvik")
    client.host.go_off("on_late")
    assert client.host.waits("on_stuck") == [30_000]
    client.host.go_off("on_stuck")
    assert ChildDouble.made[0].closed
    assert client.host.go_off("on_restart") == 1
    assert len(ChildDouble.made) == 2


def test_before_the_child_is_ready_messages_go_out_with_one_note(client: SimpleNamespace) -> None:
    on(client)
    client.host.type(client.duel, BAD)
    client.host.type(client.duel, "hello")
    assert [text for _, text in client.host.sent] == [BAD, "hello"]
    assert sum("unchecked" in text for text in client.host.words()) == 1


def test_a_dead_child_is_told_once_and_started_again_with_more_and_more_patience(
    client: SimpleNamespace,
) -> None:
    ready(client)
    client.host.type(client.duel, "attack Torvik")
    waits = []
    for _ in range(4):
        child().closed = True
        client.script.on_child_read(f"{child().key}\nout", 0)
        waits += client.host.waits("on_restart")
        client.host.type(client.duel, BAD)
        client.host.go_off("on_restart")
    assert waits == [1000, 2000, 4000, 8000]
    assert [text for _, text in client.host.sent] == ["attack Torvik", BAD, BAD, BAD, BAD]
    assert sum("has ended" in text for text in client.host.words()) == 1
    state = next(one for one in child().told if "state" in one)
    answers(client, {"state": {"cues": []}, "ref": state["ref"]})
    assert client.host.words()[-1] == "calledshot is back."


def test_a_child_that_refuses_its_command_line_is_not_started_again(client: SimpleNamespace) -> None:
    ready(client)
    child().code, child().words, child().closed = 2, "calledshot: nosuch: no such campaign", True
    client.script.on_child_read(f"{child().key}\nout", 0)
    assert client.host.waits("on_restart") == []
    assert "nosuch: no such campaign" in client.host.words()[-1]
    client.script.on_command("", client.duel, "restart")
    assert len(ChildDouble.made) == 2


def test_a_program_that_is_not_there_is_told_and_messages_go_out(
    client: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildDouble, "refuses", FileNotFoundError(2, "No such file or directory"))
    on(client)
    assert any("calledshot: No such file or directory" in text for text in client.host.words())
    client.host.type(client.duel, BAD)
    assert client.host.sent == [(client.duel, BAD)]


def says(text: str, **more: Any) -> dict[str, Any]:
    return {"say": text, "to": None, "in_reply_to": None, "ruling": {}, "finding": None, **more}


def hears(client: SimpleNamespace, line: str) -> None:
    assert client.script.on_line_in("", "irc_in2_privmsg", "t", line) == line


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


def test_after_a_cut_the_gap_is_told(client: SimpleNamespace) -> None:
    ready(client, "/ suggest")
    client.script.on_disconnected("", "irc_server_disconnected", "t")
    hears(client, ":LadyElsinore!l@h JOIN #duel")
    assert any(one.get("what") == "gap" for one in child().told)
    assert any("We were away" in text for text in client.host.words())


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
