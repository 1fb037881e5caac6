"""What a client asks on the side of the stdio feed, a lint or the state, is answered in its turn, and changes
nothing of what the feed says."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.auditing import prepare
from calledshot.finding import Finding, Fix, Span
from calledshot.live.asking import mend, placed
from calledshot.live.session import Line, Session
from calledshot.live.stdio import answers, run

SPAR = Path(__file__).parents[2] / "samples" / "spar" / "campaign"
ASK_STATE = {"state": True, "ref": 1}


def session() -> Session:
    return Session(prepare(SPAR).referee())


def feed(*tables: dict[str, Any] | bytes, with_: Session | None = None) -> list[Any]:
    """What the feed says to these lines: requests' answers as tables, rulings' lines as `Line`."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in tables]
    return list(answers(lines, with_ or session()))


def say(speaker: str, text: str, **more: Any) -> dict[str, Any]:
    return {"kind": "say", "speaker": speaker, "text": text, **more}


def rolled(who: str, face: int) -> dict[str, Any]:
    roll = {
        "roller": who, "count": 1, "sides": 100, "faces": [face], "modifier": 0, "total": face,
        "expression": "1d100",
    }  # fmt: skip
    return {"kind": "roll", "speaker": "OnlineHost", "trust": "server", "text": "rolls", "roll": roll}


def lint(text: str, **more: Any) -> dict[str, Any]:
    [answer] = feed({"lint": text, "as": "LadyElsinore", "ref": 7, **more})
    assert answer["ref"] == 7
    document: dict[str, Any] = answer["lint"]
    assert document["schema_version"] == 1
    return document


# -- linting ----------------------------------------------------------------------------------------------


def test_two_spells_are_one_too_many_and_talk_is_nothing() -> None:
    bad = lint("Cast Pain (Mysticism Level 1), *Cast Pain (Mysticism Level 1)")
    [error] = [finding for finding in bad["findings"] if finding.severity == "error"]
    assert error.code == "PAR-CAST-4"  # "only one spell may be cast in a round"
    assert (error.source.line, error.source.column) == (1, 32)
    assert bad["declares"] is True and bad["strict"] is None
    assert lint("hello there, how are you") == {
        "schema_version": 1, "findings": [], "strict": None, "declares": False,
    }  # fmt: skip


def test_a_sloppy_move_is_offered_in_the_strict_form_and_a_strict_one_is_let_be() -> None:
    strict = "Cast Pain (Mysticism Level 1) on Torvik77, *Throw dirk"
    assert lint("cast pian (myst 1) on Torvik, *throw dirk")["strict"] == strict
    assert lint(strict)["strict"] is None


def test_what_is_offered_is_legal() -> None:
    """PAR-SYN-3 asks for the level; the fix is in what is offered, and nothing worse is left."""
    offered = lint("Cast Pain")["strict"]
    assert offered == "Cast Pain (Mysticism Level 1)"
    assert not [one for one in lint(offered)["findings"] if one.severity == "error"]


def test_the_sheet_of_the_one_who_asks_is_looked_at() -> None:
    """Torvik77 has a longsword and LadyElsinore has none (samples/spar); of a stranger nothing is known."""
    ask = {"lint": "Attack with longsword", "ref": 1}
    errors = {
        name: [
            one.code for one in feed({**ask, "as": name})[0]["lint"]["findings"] if one.severity == "error"
        ]
        for name in ("LadyElsinore", "torvik 77", "Nobody")
    }
    assert errors["LadyElsinore"] and errors["torvik 77"] == errors["Nobody"] == []


def test_what_is_offered_as_a_move_or_said_in_private_is_read_as_one_if_it_can_be() -> None:
    mill = Session(prepare(SPAR.parents[1] / "mill" / "campaign").referee())
    ask = {"lint": "5 ft step and shoot the orc", "ref": 1}
    declares = [
        feed({**ask, **more}, with_=mill)[0]["lint"]["declares"]
        for more in ({}, {"given": True}, {"to": "the GM"})
    ]
    assert declares == [False, True, True]


def test_a_message_of_several_lines_has_the_place_of_each_fault() -> None:
    found = lint("Cast Pain (Mysticism Level 1)\r\n*Cast Pain (Mysticism Level 1)")["findings"]
    [error] = [one for one in found if one.severity == "error"]
    assert (error.source.line, error.source.column) == (2, 1)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_linted(text: str) -> None:
    [answer] = feed({"lint": text, "as": text[:9], "ref": "x", "given": True})
    for finding in answer["lint"]["findings"]:
        assert finding.source.line >= 1 and finding.source.column >= 1


def test_fixes_are_made_from_the_end() -> None:
    def fix(first: int, last: int, words: str) -> Finding:
        span = Span(column=first, end_column=last)
        return Finding(code="X", severity="error", message="", source=span, fix=Fix("", words))

    assert mend("one two three", [fix(1, 4, "1"), fix(9, 14, "3"), fix(2, 6, "overlaps")]) == "1 two 3"


def test_a_finding_on_the_whole_spans_the_whole() -> None:
    source = placed(Finding(code="X", severity="info", message=""), "ab\ncdé").source
    assert source == Span(file=None, line=1, column=1, end_line=2, end_column=4)


# -- the state ----------------------------------------------------------------------------------------------


def test_the_state_before_and_in_a_round() -> None:
    before, *_, after = feed(
        ASK_STATE,
        say("Brannoch", "Round 1. Init please"),
        say("LadyElsinore", "Cast Pain (Mysticism Level 1) on Torvik, *throw dirk"),
        rolled("LadyElsinore", 71),
        {"state": True, "ref": 2},
    )
    assert before["ref"] == 1 and before["state"]["round"] is None and before["state"]["order"] is None
    state = after["state"]
    # Speed 62 and a roll of 71 are 133, and a second move 100 later (PAR-INIT-1, PAR-INIT-2).
    assert state["order"] == [("LadyElsinore", 133), ("LadyElsinore", 33)]
    assert (state["round"], state["pgm"]) == (1, ["Brannoch"])


def test_each_change_of_the_order_is_told_once_the_state_was_asked_for() -> None:
    fight = (say("Brannoch", "Round 1. Init please"), rolled("LadyElsinore", 71), rolled("Torvik77", 48))
    told = [one for one in feed(ASK_STATE, *fight) if isinstance(one, dict) and "order" in one]
    assert [one["order"] for one in told][-1] == [
        ("LadyElsinore", 133),
        ("Torvik77", 103),
        ("LadyElsinore", 33),
        ("Torvik77", 3),
    ]
    assert len({json.dumps(one) for one in told}) == len(told)
    assert all(set(one) == {"order", "due", "waits"} for one in told)
    assert all(isinstance(one, Line) for one in feed(*fight))


def test_players_do_not_see_figures_on_the_board_and_the_pgm_does() -> None:
    fight = (say("Brannoch", "Round 1. Init please"), rolled("LadyElsinore", 71), rolled("Torvik77", 48))
    boards = {
        name: feed(*fight, {"state": True, "as": name, "ref": 1})[-1]["state"]["board"]
        for name in ("Torvik77", "Brannoch", None)
    }
    assert "stamina" in boards["Brannoch"]["LadyElsinore"]
    for name in ("Torvik77", None):
        assert "stamina" not in boards[name]["LadyElsinore"] and "condition" in boards[name]["LadyElsinore"]


def test_cues_are_words_of_which_every_declaration_holds_one() -> None:
    [answer] = feed({"state": True, "cues": True, "ref": 1})
    cues = set(answer["state"]["cues"])
    assert {"attack", "cast", "advance", "dirk"} <= cues and "hello" not in cues


# -- beside the events --------------------------------------------------------------------------------------


def test_requests_change_nothing_of_what_the_feed_says() -> None:
    fight = [
        say("Brannoch", "Round 1. Init please"),
        say("LadyElsinore", "Cast Pain (Mysticism Level 1) on Torvik, *throw dirk"),
        rolled("LadyElsinore", 71),
        rolled("Torvik77", 48),
    ]
    asked: list[dict[str, Any]] = []
    for event in fight:
        asked += [{"lint": "attack Torvik", "as": "LadyElsinore", "ref": 3}, event, ASK_STATE]
    plain, among = feed(*fight), [one for one in feed(*asked) if isinstance(one, Line)]
    assert [one.ruling for one in plain if one.ruling] == [one.ruling for one in among if one.ruling]
    assert [one.ruling.seq for one in among if one.ruling] == [one.ruling.seq for one in plain if one.ruling]


def test_bad_requests_are_findings_and_windows_line_ends_and_a_bom_are_nothing() -> None:
    lines = feed(
        b'\xef\xbb\xbf{"lint": "attack", "ref": 1}\r\n', b"\r\n", b'{"lint": 5}\n', b'{"state": "yes"}\n',
        b'{"lint": "x"\n', b"\xff\xfe\x00\n", b'{"state": true, "ref": 2}\r\n',
    )  # fmt: skip
    assert lines[0]["ref"] == 1 and lines[-1]["ref"] == 2
    bad = lines[1:-1]
    assert [line.finding.code for line in bad] == ["LOG-1"] * 4


def test_an_event_whose_words_look_like_a_request_is_an_event() -> None:
    event = say("Brannoch", 'Round 1. Init please {"lint": "x"} "state"', lint="no", state=True)
    assert all(isinstance(one, Line) for one in feed(event))


def test_answers_are_lines_of_their_own_flushed_at_once() -> None:
    out = io.BytesIO()
    requests = [{"lint": "attack", "ref": 1}, {"state": True, "ref": 2}]
    assert (
        run(io.BytesIO(b"".join(json.dumps(one).encode() + b"\n" for one in requests)), out, session()) == 0
    )
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert set(first) == {"lint", "ref"} and set(second) == {"state", "ref"}


@pytest.mark.skipif(os.name == "nt", reason="pipes that close are POSIX's")
def test_a_reader_that_goes_away_ends_it_without_a_word() -> None:
    command = [sys.executable, "-m", "calledshot", "live", "stdio", "--campaign", str(SPAR)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL),
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b'{"state": true, "ref": 1}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ref"] == 1
        process.stdout.close()
        process.stdin.write(b'{"state": true, "ref": 2}\n' * 3)
        process.stdin.flush()
        assert process.wait(20) in (0, -signal.SIGPIPE)
        assert process.stderr.read() == b""
        process.stdin.close()
