"""LOG-2 to LOG-5, LOG-7, and messages that were cut in two: what is said of a transcript as a record."""

from __future__ import annotations

import io
import random

import pytest

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.merging import merge


def read(log: str | bytes, **options: str) -> tuple[list[Event], list[tuple[str, int | None]]]:
    data = log.encode() if isinstance(log, str) else log
    items = list(merge([open_transcript(io.BytesIO(data), name="log", **options)]))
    events = [item for item in items if isinstance(item, Event)]
    return events, [
        (item.code, item.source.line if item.source else None)
        for item in items
        if not isinstance(item, Event)
    ]


def stamped(*times: str) -> str:
    return "".join(f"[{time}] {'Ann' if at % 2 else 'Ben'}: line {at}\n" for at, time in enumerate(times))


@pytest.mark.parametrize(
    ("times", "found"),
    [
        (("20:00:00", "20:00:30", "20:00:05", "20:01:00"), []),
        (("20:00:00", "20:02:00", "20:00:59", "20:03:00"), [("LOG-2", 3)]),
        (("20:00:00", "22:00:00", "21:00:00", "21:01:00"), [("LOG-2", 3)]),
        (("22:00:00", "12:30:00", "12:31:00"), [("LOG-2", 2)]),
        (("23:59:00", "00:01:00", "00:02:00"), [("LOG-3", 2)]),
        (("23:59:58", "00:00:01", "23:59:59", "00:00:02", "00:01:00"), [("LOG-3", 2)]),
        (("23:00:00", "01:00:00", "23:00:00", "01:00:00"), [("LOG-3", 2)]),
        (("23:59", "00:01", "00:00", "00:02"), [("LOG-3", 2)]),
    ],
)
def test_the_clock(times: tuple[str, ...], found: list[tuple[str, int]]) -> None:
    events, findings = read(stamped(*times), format="script")
    assert len(events) == len(times)
    assert findings == found


def test_a_day_is_never_added_for_a_small_step() -> None:
    log = stamped("23:59:58", "00:00:01", "23:59:59", "00:00:02", "00:05:00", "00:01:00")
    data = io.BytesIO(log.replace("[", "<", 0).encode())
    transcript = open_transcript(data, name="2011-03-05.log", format="script")
    days = [event.at[8:10] for event in transcript.events() if event.at]
    assert days == ["05", "06", "05", "06", "06", "06"]


TWELVE = "the clock shows the hours 1 to 12 only"


@pytest.mark.parametrize(
    ("times", "code"),
    [
        (("11:58", "12:59", "01:00", "01:05", "11:59", "12:10", "01:02"), None),
        (("12:59", "12:59", "02:00"), "LOG-3"),  # an hour, and more: not on the other side of the dial alone
        (("13:58", "12:59", "01:00"), "LOG-3"),  # a clock of 24 hours
        (("23:58", "00:02", "12:59", "01:00"), "LOG-3"),
        (("10:00", "12:59", "12:01"), "LOG-2"),
    ],
)
@pytest.mark.parametrize("date", ["", "2011-03-05"])
def test_a_clock_of_twelve_hours(times: tuple[str, ...], code: str | None, date: str) -> None:
    log = "".join(f"[{time}] Ann: line {at}\n" for at, time in enumerate(times))
    transcript = open_transcript(io.BytesIO(log.encode()), name=f"{date}.log", format="script")
    items = list(merge([transcript]))
    found = {item.code for item in items if not isinstance(item, Event)} - {
        "LOG-2" if code == "LOG-3" else ""
    }
    assert found == ({code} if code else set())
    assert any(note.startswith(TWELVE) for note in transcript.notes) is (code is None)
    if date and code is None:
        assert {item.at[:10] for item in items if isinstance(item, Event) and item.at} == {date}


def test_dates_in_the_log_that_go_back() -> None:
    log = "[2011-03-05 20:00:00] Ann: a\n[2011-03-04 20:00:00] Ben: b\n[2011-03-04 20:00:10] Ann: c\n"
    assert read(log, format="script")[1] == [("LOG-2", 2)]


def test_a_session_in_between_tells_why() -> None:
    log = "--- Log opened Sat Mar 05 22:00:00 2011\n22:00 <Ann> hello\n22:05 <Ben> hi\n"
    again = "--- Log opened Sat Mar 05 20:00:00 2011\n20:00 <Ann> again\n20:01 <Ben> yes\n"
    assert read(log + again)[1] == []
    assert read(log + "20:00 <Ann> spliced\n20:01 <Ben> yes\n")[1] == [("LOG-2", 4)]


def test_an_hour_that_comes_twice_has_two_offsets() -> None:
    log = stamped("02:30:00", "02:59:00", "02:01:00", "03:00:00").replace("[", "[2011-10-30 ")
    events, findings = read(log, format="script", tz="Europe/Berlin")
    offsets = [event.at[-6:] for event in events if event.at]
    assert (offsets, findings) == (["+02:00", "+02:00", "+01:00", "+01:00"], [])
    assert read(log, format="script")[1] == [("LOG-2", 3)]


def test_bytes_in_another_encoding_are_told_once() -> None:
    log = b"[20:00:00] Ann: fine\n[20:00:10] Ben: caf\xe9\n[20:00:20] Ann: th\xe9\n"
    events, findings = read(log, format="script")
    assert [event.text for event in events] == ["fine", "café", "thé"]
    assert findings == [("LOG-4", 2)]


IRSSI = "".join(f"20:{at:02d} <Ann> irssi {at}\n20:{at:02d} <@Ben> yes {at}\n" for at in range(12))
WEECHAT = "".join(
    f"2011-03-06 21:{at:02d}:05\tAnn\tweechat {at}\n2011-03-06 21:{at:02d}:09\tBen\tno {at}\n"
    for at in range(12)
)
OPENED = "--- Log opened Sat Mar 05 20:00:00 2011\n"
LATER = IRSSI.replace("irssi", "later").replace("yes", "no").replace("20:", "22:")
PIDGIN = "Conversation with Ann at Sat 05 Mar 2011 20:00:00 on ben (aim)\n" + "".join(
    f"(20:{at:02d}:01) Ann: hi {at}\n(20:{at:02d}:09) Ben: ho {at}\n" for at in range(12)
)


@pytest.mark.parametrize(
    ("log", "turns"),
    [
        (OPENED + IRSSI + WEECHAT, [26]),
        (WEECHAT + OPENED + IRSSI, [25]),
        (OPENED + IRSSI + WEECHAT + OPENED + LATER, [26, 50]),
        (PIDGIN + "\n" + OPENED + IRSSI, [27]),
        (OPENED + "".join(IRSSI.replace("i", f"i{at}") for at in range(20)) + WEECHAT, [482]),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_part_is_read_with_its_own_reader(log: str, turns: list[int], end: str) -> None:
    events, findings = read(log.replace("\n", end))
    assert [line for code, line in findings if code == "LOG-5"] == turns
    assert {code for code, _ in findings} <= {"LOG-5", "LOG-2", "LOG-7"}
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    lines = [event.source.line for event in transcript.events() if event.source]
    assert lines == [at for at, line in enumerate(log.splitlines(), 1) if line]
    assert [event.seq for event in events][: turns[0]] == list(range(turns[0]))
    assert not [event for event in events if event.speaker not in ("Ann", "Ben", None)]


SAID = ("let us begin then", "yes please", "fine with me", "ooh")
FORMS = {
    "irssi": ("--- Log opened Sat Mar 05 20:00:00 2011\n", "20:0{} <{}> {}\n"),
    "mirc": ("Session Start: Sat Mar 05 20:00:00 2011\nSession Ident: #pit\n", "[20:0{}] <{}> {}\n"),
    "weechat": ("", "2011-03-05 20:0{}:00\t{}\t{}\n"),
    "pidgin-text": (
        "Conversation with #pit at Sat 05 Mar 2011 20:00:00 on nim (irc)\n",
        "(20:0{}:01) {}: {}\n",
    ),
    "aol": ("", "{1}:\t{2}\n"),
}


def in_form(name: str, many: int) -> str:
    head, form = FORMS[name]
    said = [
        form.format(at, "Ann" if at % 2 else "Ben", f"{SAID[at % 4]}, said in {name}") for at in range(many)
    ]
    return head + "".join(said) + ("OnlineHost:\tAnn rolled 1 6-sided die:  3\n" if name == "aol" else "")


PAIRS = [
    (one, other)
    for one in FORMS
    for other in FORMS
    if one != other and (one != "pidgin-text" or FORMS[other][0])  # else it is pasted in below a message
]


@pytest.mark.parametrize("many", [5, 9])
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_parts_of_a_few_lines(first: str, second: str, many: int) -> None:
    one, other = in_form(first, many), in_form(second, many)
    transcript = open_transcript(io.BytesIO((one + other).encode()), name="log")
    items = list(merge([transcript]))
    events = [item for item in items if isinstance(item, Event)]
    findings = [item for item in items if not isinstance(item, Event)]
    assert [
        (found.code, found.source.line) for found in findings if found.source and found.code != "LOG-2"
    ] == [("LOG-5", one.count("\n") + 1)]
    assert transcript.format == first
    assert [event.text.rpartition(" ")[2] for event in events if event.kind == "say"] == [first] * many + [
        second
    ] * many


def test_a_log_without_times_before_one_with_a_header() -> None:
    plain = "".join(f"<{'Ann' if at % 2 else 'Ben'}> {SAID[at % 4]} {at}\n" for at in range(9))
    events, findings = read(plain + in_form("irssi", 5))
    assert findings == [("LOG-5", 10)]
    assert [event.speaker for event in events][:4] == ["Ben", "Ann", "Ben", "Ann"]
    assert [event.at for event in events if event.kind == "say"] == [None] * 9 + [
        f"2011-03-05T20:0{at}" for at in range(5)
    ]


def test_another_log_whose_clock_is_minutes_slow_is_told_again() -> None:
    one = "".join(f"20:1{at} <{'Ann' if at % 2 else 'Ben'}> {SAID[at % 4]} {at % 7}\n" for at in range(10))
    one += "".join(f"20:2{at} <{'Ann' if at % 2 else 'Ben'}> {SAID[at % 3]} also {at}\n" for at in range(10))
    other = one.replace(" 20:1", " 20:0").replace("20:1", "20:0").replace("20:2", "20:1")
    events, findings = read(OPENED + one + other)
    assert [code for code, _ in findings if code == "LOG-7"] == ["LOG-7"]
    assert len(events) == 21


def test_two_formats_that_leave_the_lines_to_each_other() -> None:
    """A page's tags spliced into an IRC log, with a line that stands there several times over: each of two
    formats reads what the other does not, and none of them hands it back for ever."""
    said = [f"2005-01-09T02:2{at}:31  <{'Tarn' if at % 3 else 'Kestrel'}> hm\n" for at in range(8)]
    spliced = (
        "2005-0r />\n"
        '<font color="#000000">Wren (lifting the lamp): Who is there?</font><br />\n'
        '<font color="#005500"> (Wren): brb</font><br />\n'
        '<font color="#0000001-09T02:28:24  * Kestrel tried the old gate\n'
        "2005-01-09T02:28:29  <Kestrel> no timeouts, it works\n" + "2outs, it works\n" * 3
    )
    events, findings = read("".join([*said, spliced, *said]))
    assert sum(event.text == "hm" for event in events) == 16
    assert [code for code, _ in findings if code == "LOG-5"] == []


def test_a_part_without_a_format_of_its_own() -> None:
    pasted = "".join(f"Zed: mine {at}\nYan: yours {at}\n" for at in range(10))
    events, findings = read(OPENED + IRSSI + "\n" + pasted)
    assert findings == [("LOG-5", 27)]
    assert {event.speaker for event in events[-20:]} == {"Zed", "Yan"}


def test_a_log_pasted_into_a_message_is_words() -> None:
    """Or a forged roll would be one by being pasted."""
    pasted = "(20:20:01) Ben: look:\n" + "".join(WEECHAT.splitlines(True)[:12])
    events, findings = read(PIDGIN + pasted + "(20:21:01) Ann: lol\n(20:21:02) Ben: yes\n" * 4)
    assert findings == []
    assert "weechat 0" in next(event for event in events if event.text.startswith("look:")).text


def test_a_few_odd_lines_are_no_format() -> None:
    odd = "Ann said: hello\nRules: none\nx\n"
    _, findings = read(OPENED + IRSSI + odd + LATER)
    assert findings == [("LOG-1", 26), ("LOG-1", 27), ("LOG-1", 28)]


def test_a_format_that_was_named_is_kept() -> None:
    _, findings = read(WEECHAT * 3 + OPENED + IRSSI, format="weechat")
    assert not [code for code, _ in findings if code == "LOG-5"]


def room(seed: int, number: int = 30) -> list[str]:
    rng = random.Random(seed)
    lines = []
    for at in range(number):
        lines.append(f"{rng.choice(['Ann', 'Ben', 'Cy'])}:\twords {at} {rng.random():.3f}")
    return lines


def test_two_players_logs_pasted_together_count_once() -> None:
    mine, yours = room(1), room(1)
    mine.insert(7, "Ann:\tonly mine has this")
    yours.insert(12, "Cy:\tonly yours has this")
    yours.insert(20, "OnlineHost:\tZed has entered the room.")
    events, findings = read("\n".join([*mine, *yours, "Ben:\tbye"]), format="aol")
    texts = [event.text for event in events]
    assert [code for code, _ in findings] == ["LOG-7"]
    assert len(texts) == 30 + 4
    assert sorted(texts) == sorted({line.split("\t")[1] for line in (*mine, *yours, "Ben:\tbye")})


def test_a_log_pasted_in_twice_and_then_going_on() -> None:
    night = room(2, 60)
    events, findings = read("\n".join([*night[:40], *night]), format="aol")
    assert [event.text for event in events] == [line.split("\t")[1] for line in night]
    assert [code for code, _ in findings] == ["LOG-7"]


@pytest.mark.parametrize("words", [["hi", "hello"], ["k", "ok", "yes"]])
def test_what_is_merely_said_again_counts_again(words: list[str]) -> None:
    log = [f"{name}:\t{word}" for _ in range(10) for name in ("Ann", "Ben") for word in words]
    events, findings = read("\n".join(log), format="aol")
    assert (len(events), findings) == (len(log), [])


def test_one_person_saying_the_rules_again() -> None:
    rules = [f"Ann:\trule {number} of the house" for number in range(20)]
    events, findings = read("\n".join([*rules, *room(3), *rules]), format="aol")
    assert (len(events), findings) == (70, [])


def test_the_same_words_an_evening_later_are_no_second_log() -> None:
    def night(day: int) -> str:
        lines = enumerate(room(4))
        return "".join(
            f"[2011-03-{day:02d} 20:{at:02d}:00] {line.replace(chr(9), ' ')}\n" for at, line in lines
        )

    assert len(read(night(5) + night(6), format="script")[0]) == 60
    events, findings = read(night(5) + night(5), format="script")
    assert len(events) == 30
    assert [code for code, _ in findings] == ["LOG-2", "LOG-7"]


INTERVALS = (4, 9, 21, 2, 14, 33, 7, 12)


def at_intervals(
    start: int, gaps: tuple[int, ...] = INTERVALS, words: str = "swings at him, turn {}"
) -> list[str]:
    """Nine messages of two, from a second of the evening on."""
    lines, now = [], start
    for at, gap in enumerate((0, *gaps)):
        now += gap
        clock = f"{20 + now // 3600:02}:{now // 60 % 60:02}:{now % 60:02}"
        lines.append(f"[{clock}] <{('Wren', 'Osk')[at % 2]}> {words.format(at)}")
    return lines


@pytest.mark.parametrize("ahead", [-3000, -400, -90, 90, 400, 1000, 2950, 7000])
def test_a_second_log_whose_clock_is_ahead_or_behind(ahead: int) -> None:
    """Not by a zone, and ahead by more than the log is long: no clock goes back."""
    mine, yours = at_intervals(3600), at_intervals(3600 + ahead)
    yours.insert(4, yours[3].partition("<")[0] + "<Gwen> only yours has this")
    events, findings = read("\n".join([*mine, *yours]) + "\n", format="mirc")
    assert [code for code, _ in findings if code == "LOG-7"] == ["LOG-7"]
    assert len(events) == 9 + 1
    assert sum(event.speaker == "Gwen" for event in events) == 1


@pytest.mark.parametrize("ahead", [-11, -3, 3, 11, 37, 100])
def test_a_second_log_where_no_seconds_are_told(ahead: int) -> None:
    def log(start: int) -> list[str]:
        gaps = (0, 1, 2, 2, 5, 6, 9, 11, 12)
        times = (divmod(start + gap, 60) for gap in gaps)
        return [
            f"[{hour:02}:{minute:02}] <{('Wren', 'Osk')[at % 2]}> swings, turn {at}"
            for at, (hour, minute) in enumerate(times)
        ]

    events, findings = read("\n".join([*log(1260), *log(1260 + ahead)]) + "\n", format="mirc")
    assert [code for code, _ in findings if code == "LOG-7"] == ["LOG-7"]
    assert len(events) == 9


def test_a_round_like_the_one_before_is_at_other_intervals() -> None:
    other = (6, 9, 14, 9, 11, 25, 16, 3)
    events, findings = read("\n".join([*at_intervals(0), *at_intervals(400, other)]) + "\n", format="mirc")
    assert (len(events), findings) == (18, [])


def test_a_burst_of_lines_has_no_intervals() -> None:
    """Two bots that print what they always print, within seconds."""
    burst = (0, 1, 0, 1, 0, 0, 1, 0)
    events, findings = read(
        "\n".join([*at_intervals(0, burst), *at_intervals(400, burst)]) + "\n", format="mirc"
    )
    assert (len(events), findings) == (18, [])


def test_a_false_start_hides_no_repeat() -> None:
    night = ["Ann:\thi", *room(5)]
    events, findings = read("\n".join([*night, "Ann:\thi", "Ben:\tnew", *night]), format="aol")
    assert [code for code, _ in findings] == ["LOG-7"]
    assert len(events) == 31 + 2


POSE = "She lifts the lantern over the wet stones and looks about " * 7


@pytest.mark.parametrize(
    ("first", "rest", "whole"),
    [
        (POSE + "and takes", "two steps west", POSE + "and takes two steps west"),
        (POSE + "with some i", "ntention of doing", POSE + "with some intention of doing"),
        (POSE + "and waits", ", then strikes", POSE + "and waits, then strikes"),
        (POSE.strip() + ".", "Then more", None),
        ("short and", "goes on", None),
    ],
)
@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("20:00:00", "20:00:00", False),
        ("20:00:00", "20:00:02", False),
        ("20:00", "20:00", False),
        ("20:00:00", "20:00:09", True),
    ],
)
def test_messages_that_the_client_cut(
    first: str, rest: str, whole: str | None, one: str, two: str, apart: bool
) -> None:
    log = f"[{one}] Ann: {first}\n[{two}] Ann: {rest}\n[{two}] Ben: after\n"
    events, findings = read(log, format="script")
    assert findings == []
    expected = [whole, "after"] if whole is not None and not apart else [first.strip(), rest, "after"]
    assert [event.text for event in events] == expected
    source = events[0].source
    assert source is not None
    assert source.end_line == 3 - len(expected) + 1


def test_somebody_else_does_not_finish_a_message() -> None:
    log = f"[20:00:00] Ann: {POSE}and\n[20:00:00] Ben: goes on\n"
    assert len(read(log, format="script")[0]) == 2


def test_logs_of_one_room_in_two_formats_are_not_doubled() -> None:
    weechat = "".join(f"2011-03-05 20:{at:02d}:05\tAnn\tline {at}\n" for at in range(10))
    irssi = (
        OPENED
        + "".join(f"20:{at:02d} <Ann> line {at}\n" for at in range(10))
        + "20:11 <Ben> end\n20:12 <Cy> yes\n"
    )
    merged = merge([open_transcript(io.BytesIO(log.encode()), name=name) for name, log in
                    (("a", weechat), ("b", irssi))])  # fmt: skip
    said = [item.text for item in merged if isinstance(item, Event) and item.kind == "say"]
    assert said == [*(f"line {at}" for at in range(10)), "end", "yes"]


def test_midnight_after_a_date_from_the_file_s_name_is_assumed_too() -> None:
    log = stamped("23:59:10", "00:00:20", "00:00:30")
    transcript = open_transcript(io.BytesIO(log.encode()), name="2011-03-05.log", format="script")
    found = [item for item in merge([transcript]) if not isinstance(item, Event)]
    assert [(item.code, item.source.line) for item in found if item.source] == [("LOG-3", 2)]


SESSION = """Session Start: Sat Jul 03 20:00:00 2004
Session Ident: #moor
[20:00] * Now talking in #moor
[20:01] <Gorran> initiative
[20:02] <Wren> rolling
Session Close: Sat Jul 03 20:05:00 2004
"""
ROOM = "Gorran:\tand in the other room\nOnlineHost:\tWren rolled 1 100-sided die: 57\nWren:\t*throw knife\n"


@pytest.mark.parametrize(
    ("log", "format", "turn"),
    [(f"{SESSION}\n{ROOM}", "mirc", 8), (f"{ROOM}\n{SESSION}", "aol", 5)],
)
def test_a_few_lines_of_a_log_with_times_beside_a_few_of_one_without(
    log: str, format: str, turn: int
) -> None:
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    items = list(merge([transcript]))
    assert transcript.format == format
    findings = [item for item in items if not isinstance(item, Event)]
    assert [(one.code, one.source.line) for one in findings if one.source] == [("LOG-5", turn)]
    said = [(item.speaker, item.text) for item in items if isinstance(item, Event) and item.kind == "say"]
    assert sorted(said) == [
        ("Gorran", "and in the other room"), ("Gorran", "initiative"), ("Wren", "*throw knife"),
        ("Wren", "rolling"),
    ]  # fmt: skip
