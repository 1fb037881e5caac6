"""AOL text: which lines begin a message and which go on with one, in both directions."""

from __future__ import annotations

import io
import time

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.base import MESSAGE_LINES


def read(log: str) -> list[str]:
    """The log as "speaker: text", rolls as "! roller face…", unread lines as "? line"."""
    shown = []
    for item in open_transcript(io.BytesIO(log.encode()), format="aol", name="log"):
        if not isinstance(item, Event):
            assert item.source is not None
            shown.append(f"? {item.source.line}")
        elif item.roll is not None:
            shown.append(f"! {item.roll.roller} {' '.join(map(str, item.roll.faces))}")
        else:
            shown.append(f"{item.speaker}: {item.text}")
    return shown


LONG = "You stand at opposite ends of the barn, it is dark, there is straw, and this is a"


def test_with_tabs_a_name_without_one_is_wrapped_text() -> None:
    log = f"Ann:\t{LONG}\nrule: no fire\nBen:\tok\nAnn:\tgood\n"
    assert read(log) == [f"Ann: {LONG} rule: no fire", "Ben: ok", "Ann: good"]


def test_with_tabs_even_a_known_name_after_a_full_line_is_wrapped_text() -> None:
    log = f"Ann:\t{LONG}\nBen: you go first, remember\nBen:\tok\nAnn:\tgood\n"
    assert read(log) == [f"Ann: {LONG} Ben: you go first, remember", "Ben: ok", "Ann: good"]


def test_with_tabs_a_known_name_that_lost_its_tab_after_a_short_line_speaks() -> None:
    log = f"Ann:\t{LONG}\nBen:\tok\nAnn:\tgood\nBen: thanks\n"
    assert read(log)[-1] == "Ben: thanks"


def test_a_name_that_rolls_is_a_name() -> None:
    log = "Ann:\tready?\nOnlineHost: Cy rolled 1 6-sided die: 3\nBen:\tok\nCy: hello\nAnn:\thi\nBen:\tyo\n"
    assert read(log) == ["Ann: ready?", "! Cy 3", "Ben: ok", "Cy: hello", "Ann: hi", "Ben: yo"]


def test_without_tabs_an_unknown_name_after_a_full_line_of_a_wrapped_log_goes_on() -> None:
    log = f"Ann: {LONG}\nwarning of mine, no\nAnn: {LONG}\nRule: no fire\nBen: ok\nAnn: good\nBen: yes\n"
    assert read(log) == [
        f"Ann: {LONG} warning of mine, no", f"Ann: {LONG} Rule: no fire", "Ben: ok", "Ann: good", "Ben: yes",
    ]  # fmt: skip


def test_without_tabs_an_unknown_name_that_speaks_again_is_a_name() -> None:
    log = f"Ann: {LONG}\nwarning of mine, no\nAnn: {LONG}\nRule: I am Rule\nBen: ok\nAnn: good\nRule: me\n"
    assert "Rule: I am Rule" in read(log)


def test_in_a_log_that_was_not_wrapped_a_name_heard_once_speaks() -> None:
    log = f"Ann: {LONG} and on it goes\nBen: ok\nAnn: {LONG}\nCy: ouch!\nAnn: hi\nBen: ok\n"
    assert "Cy: ouch!" in read(log)


def test_small_letters_after_the_longest_line_go_on() -> None:
    log = f"Ann: {LONG}\nrule: no fire\nBen: ok\nAnn: good\nBen: yes\n"
    assert read(log)[0] == f"Ann: {LONG} rule: no fire"


def test_a_time_an_address_and_a_score_are_no_names() -> None:
    log = "Ann: see\nhttp://example: yes\n8:15 is fine\nBen: ok\nAnn: yes\nBen: yes\n"
    assert read(log) == ["Ann: see http://example: yes 8:15 is fine", "Ben: ok", "Ann: yes", "Ben: yes"]


def test_the_words_may_begin_on_the_next_line() -> None:
    assert read("Ann:\n  hello there\nBen:\n  hi\nAnn: yes\nBen: yes\n")[:2] == [
        "Ann: hello there",
        "Ben: hi",
    ]


def test_a_roll_is_not_spoilt_by_what_follows_it() -> None:
    log = "Ann:\thi\nOnlineHost:\tAnn rolled 1 100-sided die:  57\npage 2\nAnn:\tyes\n"
    assert read(log) == ["Ann: hi", "! Ann 57", "? 3", "Ann: yes"]


def test_a_roll_wrapped_by_mail_is_whole() -> None:
    log = "Ann:\thi\nOnlineHost:\tAnn rolled 5 100-sided dice:  57 1 2\n3\n4\n6\nAnn:\tyes\n"
    assert read(log) == ["Ann: hi", "! Ann 57 1 2 3 4", "? 5", "Ann: yes"]


def test_a_rule_of_dashes_is_nobody_s() -> None:
    assert read("Ann:\thi\n----------\nBen:\tyo\n") == ["Ann: hi", "? 2", "Ben: yo"]


def test_what_stands_apart_from_a_short_line_is_nobody_s() -> None:
    assert read("Ann:\thi\n\nsaved by my client\n\nBen:\tyo\n") == ["Ann: hi", "? 3", "Ben: yo"]


@pytest.mark.parametrize("gap", ["\t", "  ", "              ", "\xa0", " \t "])
def test_any_run_of_blanks_after_the_host(gap: str) -> None:
    log = f"Ann:{gap}hi\nOnlineHost:{gap}Ann rolled 1 100-sided die:{gap}57\nAnn:{gap}yes\n"
    assert read(log) == ["Ann: hi", "! Ann 57", "Ann: yes"]


@pytest.mark.parametrize("lead", ["", "\t", "  ", "\t\t"])
@pytest.mark.parametrize("pad", ["", "     "])
def test_names_may_be_padded(lead: str, pad: str) -> None:
    log = f"{lead}HOST Cat Lee{pad}:\thi: there\n{lead}Ben{pad}:\tyo\n"
    assert read(log) == ["HOST Cat Lee: hi: there", "Ben: yo"]


@pytest.mark.parametrize(
    "header",
    [
        '7/3/04 8:15:00 PM Opening "Chat Log 7/3/04" for recording.',
        '7/3/2004 8:15:00 PM  Closing "Chat Log 7/3/2004".',
        'Opening "The Salt Cellar" for recording on 7/3/04 8:15:00 PM',
    ],
)
def test_log_headers_carry_their_moment(header: str) -> None:
    items = list(open_transcript(io.BytesIO(f"{header}\nAnn:\thi\n".encode()), name="log"))
    first, second = items
    assert isinstance(first, Event)
    assert (first.kind, first.at, first.text) == ("system", "2004-07-03T20:15:00", header)
    assert isinstance(second, Event)
    assert second.at is None


def test_the_room_is_kept_until_the_next() -> None:
    host = "OnlineHost:\t*** You are in"
    log = f'{host} "Red Barn". ***\nAnn:\thi\n{host} "Blue Barn". ***\nAnn:\thi\n'
    rooms = [
        item.room for item in open_transcript(io.BytesIO(log.encode()), name="log") if isinstance(item, Event)
    ]
    assert rooms == ["Red Barn", "Red Barn", "Blue Barn", "Blue Barn"]


@pytest.mark.parametrize("blank", ["\t", " "])
def test_somebody_who_comes_late_is_known(blank: str) -> None:
    lines = [f"{('Ann', 'Ben')[number % 2]}:{blank}message {number}" for number in range(12_000)]
    lines.insert(11_000, f"Zoe Late:{blank}sorry I am late")
    events = read("\n".join(lines))
    assert len(events) == 12_001
    assert events[11_000] == "Zoe Late: sorry I am late"


def test_a_new_name_on_every_line_costs_no_more_than_a_look() -> None:
    lines = [f"Name {number}: {LONG}" for number in range(30_000)]
    lines.insert(1, "warning of mine, no")
    start = time.perf_counter()
    with pytest.raises(TranscriptError, match="do not read"):
        read("\n".join(lines))
    assert time.perf_counter() - start < 5


def test_a_message_of_hundreds_of_lines_is_none() -> None:
    log = "Ann:\thi\n" + f"{LONG.replace(':', '')}\n" * 300 + "Ben:\tyo\n" * 300
    shown = read(log)
    assert len(shown[0]) == len("Ann: hi ") - 1 + MESSAGE_LINES * (len(LONG) + 1)
    assert shown[1] == f"? {MESSAGE_LINES + 2}"
    assert shown[-1] == "Ben: yo"
