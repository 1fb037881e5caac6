"""The WeeChat script without a WeeChat: its pure functions, and a room with doubles of WeeChat and child."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weechat_double import (
    BAD,
    CLEAN,
    CUES,
    ERROR,
    ChildDouble,
    answers,
    child,
    in_weechat,
    lint,
    load,
    on,
    ready,
)

script = load()
client = pytest.fixture(in_weechat)


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
    assert script.might_declare(text, frozenset(CUES)) is might


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("attack", ("", "attack", False, "", "")),
        (" attack", ("", " attack", False, "", "")),
        ("/me attacks", ("/me ", "attacks", True, "", "")),
        ("/ME  attacks", ("/ME ", " attacks", True, "", "")),
        ("//roll-dice1", ("", "/roll-dice1", False, "", "")),
        ("/home/me attack", ("", "/home/me attack", False, "", "")),
        ("/msg Brannoch  attack", ("/msg Brannoch  ", "attack", False, "Brannoch", "")),
        (
            "/query -server t Brannoch attack",
            ("/query -server t Brannoch ", "attack", False, "Brannoch", "t"),
        ),
        ("/m Brannoch attack", ("/m Brannoch ", "attack", False, "Brannoch", "")),
        ("/query Brannoch", None),
        ("/msg * attack", None),
        ("/notice Brannoch attack", None),
        ("/amsg attack", None),
        ("/msgs Brannoch attack", None),
        ("/me", None),
        ("/me  ", None),
        ("/join #x", None),
        ("   ", None),
        ("", None),
    ],
)
def test_what_an_input_would_say(typed: str, said: tuple[object, ...] | None) -> None:
    assert script.speech(typed) == said


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
        ("/a b/c suggest", "/a b/c", "suggest"),
        ("/a", "/a", ""),
        ("auto", "", "auto"),
        ("  /x/auto ", "/x/auto", ""),
        ("", "", ""),
    ],
)
def test_where_and_how(words: str, folder: str, mode: str) -> None:
    assert script.campaign_and_mode(words) == (folder, mode)


# -- a room ----------------------------------------------------------------------


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


def test_a_command_to_the_pgm_is_looked_at_wherever_it_is_typed(client: SimpleNamespace) -> None:
    ready(client)
    server = client.host.open("irc.server.t", "server", "t")
    for buffer in (client.duel, server):
        typed = f"/msg brannoch {BAD}"
        client.host.type(buffer, typed)
        assert child().told[-1]["lint"] == BAD and child().told[-1]["to"] == "brannoch"
        lint(client, ERROR)
        assert client.host.sent == [] and client.host.buffers[buffer]["input"] == typed
        client.script.on_command("", buffer, "fix")
        assert client.host.buffers[buffer]["input"] == "/msg brannoch Cast Pain (Mysticism Level 1)"
        client.host.buffers[buffer]["input"] = ""
        client.host.type(buffer, typed)  # the second time
        assert client.host.sent.pop() == (buffer, typed)
    told = len(child().told)
    for typed in (f"/msg -server other Brannoch {BAD}", f"/notice Brannoch {BAD}", f"/msg #duel {BAD}"):
        client.host.type(client.duel, typed)
        assert client.host.sent[-1] == (client.duel, typed)
    assert len(child().told) == told


def test_what_is_typed_into_another_channel_is_not_kept_behind_a_secret_move_of_there(
    client: SimpleNamespace,
) -> None:
    ready(client)
    other = client.host.open("irc.t.#other", "channel", "#other")
    client.host.type(other, f"/msg Brannoch {BAD}")
    client.host.type(other, "attack of the killer bees")  # none of ours, but typed later
    assert client.host.sent == []
    lint(client, CLEAN)
    assert [text for _, text in client.host.sent] == [f"/msg Brannoch {BAD}", "attack of the killer bees"]
    assert sum("lint" in one for one in child().told) == 1


def test_colours_are_not_looked_at_and_not_lost(client: SimpleNamespace) -> None:
    ready(client)
    typed = "\x0304attack\x03 Torvik \x02now\x02"
    client.host.type(client.duel, typed)
    assert child().told[-1]["lint"] == "attack Torvik now"
    lint(client, CLEAN)
    assert client.host.sent == [(client.duel, typed)]


@pytest.mark.parametrize("whole", [True, False])
def test_several_lines_are_looked_at_as_one_and_go_out_as_they_would_have(
    client: SimpleNamespace, whole: bool
) -> None:
    client.host.buffers[client.duel]["input_multiline"] = "1" if whole else "0"
    ready(client)
    client.host.type(client.duel, "attack Torvik\n\nand hope")
    assert child().told[-1]["lint"] == "attack Torvik\n\nand hope"
    lint(client, CLEAN)
    sent = [text for _, text in client.host.sent]
    assert sent == (["attack Torvik\n\nand hope"] if whole else ["attack Torvik", "and hope"])


def test_of_two_bad_lines_pasted_neither_is_lost_and_neither_goes(client: SimpleNamespace) -> None:
    ready(client)
    other = "cast Pain and cast Pain"
    for text in (BAD, "hello", other):
        client.host.type(client.duel, text)
    first, second = (one["ref"] for one in child().told if "lint" in one)
    answers(client, {"lint": ERROR, "ref": first}, {"lint": ERROR, "ref": second})
    assert [text for _, text in client.host.sent] == ["hello"]
    assert client.host.buffers[client.duel]["input"] == BAD
    assert any(text.startswith(f"Not sent: {other}") for text in client.host.words())
    client.host.buffers[client.duel]["input"] = ""
    client.host.type(client.duel, BAD)
    assert client.host.sent[-1] == (client.duel, BAD)


def test_an_option_that_says_nothing_known_is_as_at_first(client: SimpleNamespace) -> None:
    client.host.options.update(hold="errors", timeout="soon")
    ready(client)
    client.host.type(client.duel, BAD)
    assert client.host.waits("on_late") == [1000]
    lint(client, ERROR)
    assert client.host.sent == []


def test_a_player_who_asks_for_help_is_helped(client: SimpleNamespace) -> None:
    client.script.on_command("", client.duel, "help")
    before = client.host.words()
    assert any("check TEXT" in text for text in before)
    ready(client)
    client.script.on_command("", client.duel, "help")
    assert client.host.words()[-len(before) :] == before


def test_a_folder_is_remembered_in_full(
    client: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "our  campaign").mkdir()
    monkeypatch.chdir(tmp_path)
    for words in ('"our  campaign" suggest', "our  campaign suggest", f"{tmp_path}/our  campaign suggest"):
        on(client, words)
        assert client.host.options["on.irc.t.#duel"] == f"suggest:{tmp_path}/our  campaign"
