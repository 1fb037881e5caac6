"""What was missed in a room: pages, forgotten places, refusals, what a server repeats by itself."""

from __future__ import annotations

import json

import pytest
from irc_script import Ready, Script

CAPS = "message-tags account-tag server-time echo-message batch draft/chathistory draft/event-playback"
SUPPORT = "CASEMAPPING=ascii CHATHISTORY=3 WHOX"
PLACE = {"id": "m1", "at": "2026-11-30T19:50:00.500+00:00", "heard": "2026-11-30T19:55:00.000+00:00"}
POSITION = json.dumps({"rooms": {"#parlour": PLACE}})
TIME = "2026-11-30T19:56:00.000Z"


def back(**more: object) -> Script:
    """Back in a room in which we were before, and the server has answered who is there."""
    script = Script(position=POSITION)
    script.lets_in(caps=str(more.get("caps", CAPS)), support=SUPPORT)
    script.says(":calledshot!bot@host.example JOIN #parlour")
    for line in more.get("replay", ()):  # type: ignore[attr-defined]
        script.says(line)
    script.says(
        ":irc.example 353 calledshot = #parlour :calledshot Torvik77",
        ":irc.example 366 calledshot #parlour :End",
    )
    script.sent()
    script.says(
        "@account=torvik;msgid=live :Torvik77!t@h.example PRIVMSG #parlour :live",
        ":irc.example 315 calledshot #parlour :End",
    )
    return script


def page(
    *ids: str, end: bool = False, command: str = "PRIVMSG", source: str = "Torvik77!t@h.example"
) -> list[str]:
    last = "@draft/chathistory-end " if end else ""
    lines = [
        f"@batch=b;msgid={id};time={TIME};account=torvik :{source} {command} #parlour :said {id}"
        for id in ids
    ]
    return [f"{last}:irc.example BATCH +b chathistory #parlour", *lines, ":irc.example BATCH -b"]


def told(script: Script) -> list[str]:
    return [
        one.what if one.what != "event" else f"{one.event.kind}:{one.event.text or one.event.speaker}"
        for one in script.heard()
        if one.event.kind != "system" or one.what != "event"
    ]


def test_page_after_page_and_then_what_is_live() -> None:
    script = back()
    assert script.sent() == ["CHATHISTORY AFTER #parlour msgid=m1 3"]
    # first of all, and written down before the history moves the mark: no history tells what was private
    [report] = script.heard()
    assert report.event.kind == "system"
    assert report.event.text == (
        "away from 2026-11-30T19:55:00.000+00:00 to 2026-11-30T20:00:00.000+00:00: the server is asked what "
        "was said in #parlour, but private messages sent to me meanwhile are lost"
    )
    script.says(*page("m2", "m3", "m4"))
    assert script.sent() == ["CHATHISTORY AFTER #parlour msgid=m4 3"]
    script.says(*page("m5", end=True))
    assert script.sent() == []
    assert told(script) == [
        "say:said m2", "say:said m3", "say:said m4", "say:said m5", "members", "join:Torvik77", "say:live",
    ]  # fmt: skip
    replayed = [one for one in script.events("say") if one.replayed]
    assert {one.account for one in replayed} == {"irc:torvik"}
    assert replayed[0].event.at == "2026-11-30T19:56:00.000+00:00"
    assert script.of(Ready)
    assert script.events("system") == [report]


def test_an_empty_page_ends_it_where_the_server_does_not_say_so() -> None:
    script = back()
    script.says(*page("m2"))
    assert script.sent()[-1] == "CHATHISTORY AFTER #parlour msgid=m2 3"
    script.says(*page())
    assert script.sent() == []
    assert told(script) == ["say:said m2", "members", "join:Torvik77", "say:live"]


def test_nothing_new_is_told_from_a_forgotten_place() -> None:
    script = back()
    script.sent()
    script.says(*page(end=True))
    # a second before our last message, which must then come first
    assert script.sent() == ["CHATHISTORY AFTER #parlour timestamp=2026-11-30T19:49:59.500Z 3"]
    script.says(*page("m0", "m1", end=True))
    assert told(script) == ["members", "join:Torvik77", "say:live"]


def test_a_forgotten_place_is_a_gap_before_what_is_left() -> None:
    script = back()
    script.says(*page(end=True))
    script.says(*page("m7", "m8", end=True))
    assert told(script) == ["gap", "say:said m7", "say:said m8", "members", "join:Torvik77", "say:live"]
    [gap] = [one for one in script.heard() if one.what == "gap"]
    assert gap.event.room == "#parlour"
    assert gap.event.text.startswith(
        "away from 2026-11-30T19:55:00.000+00:00 to 2026-11-30T20:00:00.000+00:00"
    )


@pytest.mark.parametrize(
    "answer",
    [
        ":irc.example FAIL CHATHISTORY INVALID_MSGREFTYPE AFTER #parlour :no such reference",
        ":irc.example FAIL CHATHISTORY MESSAGE_ERROR :could not be retrieved",
        ":irc.example 421 calledshot CHATHISTORY :Unknown command",
    ],
)
def test_a_refusal_is_asked_once_more_by_time_and_then_a_gap(answer: str) -> None:
    script = back()
    script.sent()
    script.says(answer)
    assert script.sent() == ["CHATHISTORY AFTER #parlour timestamp=2026-11-30T19:49:59.500Z 3"]
    script.says(answer)
    assert told(script) == ["gap", "members", "join:Torvik77", "say:live"]


def test_no_answer_at_all_is_a_gap_in_the_end() -> None:
    script = back()
    script.waits(21.0)
    script.waits(21.0)
    assert told(script) == ["gap", "members", "join:Torvik77", "say:live"]


def test_a_server_that_gives_the_same_page_for_ever_is_not_asked_for_ever() -> None:
    script = back()
    script.says(*page("m2", "m3"))
    script.says(*page("m2", "m3"))
    assert told(script) == ["say:said m2", "say:said m3", "members", "join:Torvik77", "say:live"]


def test_our_own_past_lines_are_kept_apart_and_answer_for_one_each() -> None:
    script = back()
    script.says(*page("m2", "m3", end=True, command="NOTICE", source="calledshot!bot@host.example"))
    past = script.protocol.past
    assert told(script) == ["members", "join:Torvik77", "say:live"]
    assert past.take("#PARLOUR", "said m2") == "m2"
    assert past.take("#parlour", "said m2") is None
    assert past.take("#parlour", "said m3") == "m3"


def test_events_of_the_history_are_told_and_change_nobody_here() -> None:
    script = back()
    script.says(
        "@draft/chathistory-end :irc.example BATCH +b chathistory #parlour",
        f"@batch=b;msgid=e1;time={TIME} :Nimue!n@h.example JOIN #parlour nimue :N",
        f"@batch=b;msgid=e2;time={TIME} :Nimue!n@h.example NICK Nim",
        f"@batch=b;msgid=e3;time={TIME} :Torvik77!t@h.example KICK #parlour Nim :out",
        f"@batch=b;msgid=e4;time={TIME} :Kael!k@h.example QUIT :hub.example leaf.example",
        f"@batch=b;msgid=e5;time={TIME} :HistServ!h@localhost PRIVMSG #parlour :Kael quit",
        f"@batch=b;msgid=e6;time={TIME} :Torvik77!t@h.example MODE #parlour +m",
        ":irc.example BATCH -b",
    )
    assert told(script)[:4] == ["join:Nimue", "nick:Nimue", "leave:kicked by Torvik77: out", "leave:netsplit"]
    assert script.protocol.roster.user("Nim") is None
    assert all(one.replayed for one in script.heard()[1:5])


WITHOUT = "message-tags account-tag server-time echo-message batch"


def test_what_a_server_repeats_by_itself_counts_from_our_place_on_and_vouches_for_nobody() -> None:
    replay = [line.replace(";account=torvik", "") for line in page("m0", "m1", "m2")]
    script = back(caps=WITHOUT, replay=replay)
    assert told(script) == ["say:said m2", "members", "join:Torvik77", "say:live"]
    assert [one.account for one in script.events("say")] == [None, "irc:torvik"]


def test_where_it_does_not_reach_back_to_our_place_there_is_a_gap() -> None:
    script = back(caps=WITHOUT, replay=page("m5", "m6"))
    assert told(script) == ["gap", "say:said m5", "say:said m6", "members", "join:Torvik77", "say:live"]


def test_where_a_server_keeps_nothing_there_is_a_gap() -> None:
    script = back(caps=WITHOUT)
    assert script.sent() == []
    assert told(script) == ["gap", "members", "join:Torvik77", "say:live"]


def test_a_gap_that_has_grown_is_another_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """We died when it was told; whoever resumed then does not know of what was lost since."""
    gaps = []
    for now in ("2026-11-30T20:00:00.000+00:00", "2026-11-30T20:00:03.000+00:00"):
        monkeypatch.setattr("irc_script.NOW", now)
        script = Script(position=POSITION)
        script.lets_in(caps=WITHOUT, support=SUPPORT).opens("#parlour", "Torvik77")
        gaps.append(script.heard()[0])
    assert [one.what for one in gaps] == ["gap", "gap"]
    assert gaps[0].event.id != gaps[1].event.id


def test_where_a_server_tells_no_times_a_gap_begins_a_little_before_what_we_heard_last() -> None:
    """What was lost with the line may have been on its way when that was heard."""
    script = back(caps="message-tags account-tag echo-message batch")
    assert script.heard()[0].what == "gap"
    assert script.heard()[0].event.text.startswith(
        "away from 2026-11-30T19:54:58.000Z to 2026-11-30T20:00:00"
    )


def test_a_whisper_meanwhile_comes_after_the_gap() -> None:
    script = Script(position=POSITION)
    script.lets_in(caps=WITHOUT, support=SUPPORT)
    script.says("@account=torvik :Torvik77!t@h.example PRIVMSG calledshot :cast Pain")
    assert script.heard() == []
    script.opens("#parlour", "Torvik77")
    assert script.heard()[0].what == "gap"
    assert told(script)[-1] == "whisper:cast Pain"


def test_what_is_whispered_and_said_while_we_join_keeps_its_order() -> None:
    """An IM sent before the first die is not late because we were on our way in."""
    script = Script(position=POSITION)
    script.lets_in(caps=WITHOUT, support=SUPPORT)
    script.says(
        ":calledshot!bot@host.example JOIN #parlour * :calledshot",
        "@account=torvik :Torvik77!t@h.example PRIVMSG calledshot :cast Pain",
        "@account=torvik :Torvik77!t@h.example PRIVMSG #parlour :init now",
        "@account=torvik :Torvik77!t@h.example PRIVMSG calledshot :parry",
        "@account=torvik :Torvik77!t@h.example PRIVMSG #parlour :and go",
        "@account=torvik :Torvik77!t@h.example PRIVMSG calledshot :who",
        ":irc.example 353 calledshot = #parlour :@calledshot Torvik77",
        ":irc.example 366 calledshot #parlour :End of NAMES",
        ":irc.example 354 calledshot 417 #parlour u h.example Torvik77 H :torvik",
        ":irc.example 315 calledshot #parlour :End of WHO",
    )
    assert told(script) == [
        "gap", "members", "join:Torvik77", "whisper:cast Pain", "say:init now", "whisper:parry", "say:and go",
        "whisper:who",
    ]  # fmt: skip


def test_too_much_while_we_join_is_said() -> None:
    script = Script().lets_in()
    script.says(":calledshot!bot@host.example JOIN #parlour * :calledshot")
    for number in range(5003):
        script.says(f":Torvik77!t@h.example PRIVMSG #parlour :{number}")
    script.says(":irc.example 366 calledshot #parlour :End", ":irc.example 315 calledshot #parlour :End")
    said = [one.event.text for one in script.events("say")]
    assert (said[0], said[-1], len(said)) == ("3", "5002", 5000)
    assert "some of it is lost" in script.events("system")[0].event.text


def test_batches_that_never_end_are_let_go() -> None:
    script = Script().lets_in().opens("#parlour", "Torvik77")
    for number in range(200):
        script.says(f":irc.example BATCH +{number} chathistory #parlour")
    script.says("@batch=3 :Torvik77!t@h.example PRIVMSG #parlour :of a batch that was let go")
    assert len(script.events("say")) == 1


def test_a_line_of_ours_in_a_history_is_shown_again_until_its_fate_is_known() -> None:
    script = back()
    ours = (
        f"@batch=b;msgid=o1;time={TIME};account=calledshot :calledshot!c@h.example NOTICE #parlour :((Miss.))"
    )
    later = f"@batch=b;msgid=m2;time={TIME} :Torvik77!t@h.example PRIVMSG #parlour :oh no"
    script.says(
        "@draft/chathistory-end :irc.example BATCH +b chathistory #parlour",
        ours,
        later,
        ":irc.example BATCH -b",
    )
    # killed now, the next life asks from where this one did, and finds the line
    mark = script.protocol.memory.mark("#parlour")
    assert mark is not None
    assert mark.id == "m1"
    assert script.protocol.past.take("#parlour", "((Miss.))") == "o1"
    script.protocol.memory.go_on("#parlour")
    script.says(f"@msgid=m3;time={TIME} :Torvik77!t@h.example PRIVMSG #parlour :well then")
    moved = script.protocol.memory.mark("#parlour")
    assert moved is not None
    assert moved.id == "m3"


def test_nothing_counts_as_heard_that_was_said_after_a_whisper_which_waits() -> None:
    script = back()
    whispered = "2026-11-30T19:55:30.000Z"
    script.says(
        f"@msgid=w1;time={whispered} :Torvik77!t@h.example PRIVMSG calledshot :advance, *attack with dirk",
        *page("m2", "m3"),
    )
    # the page's lines were said at 19:56; the whisper waits for the end of the history
    mark = script.protocol.memory.mark("#parlour")
    assert mark is not None
    assert (mark.id, mark.heard) == ("m3", "2026-11-30T19:55:30.000+00:00")
    script.says(*page(end=True))
    assert [one.event.text for one in script.heard() if one.event.kind == "whisper"] == [
        "advance, *attack with dirk"
    ]
    script.says(f"@msgid=m4;time={TIME} :Torvik77!t@h.example PRIVMSG #parlour :well then")
    later = script.protocol.memory.mark("#parlour")
    assert later is not None
    assert later.heard == "2026-11-30T19:56:00.000+00:00"
