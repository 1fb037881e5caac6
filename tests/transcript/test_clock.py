"""Times, dates, moments: what logs write and what follows where one of the two is missing."""

from __future__ import annotations

from datetime import date

import pytest

from calledshot.errors import UsageError
from calledshot.transcript import Event, seconds_between
from calledshot.transcript.clock import Calendar, date_in_name, short_date, time_of_day


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("7:30:15 PM", "19:30:15"),
        ("12:04:11 AM", "00:04:11"),
        ("12:04:11 PM", "12:04:11"),
        ("12:04 pm", "12:04"),
        ("00:08 a. m.", "00:08"),
        ("7:30\u202fp.m.", "19:30"),
        ("19:30:15", "19:30:15"),
        ("9:05", "09:05"),
        ("24:00", None),
        ("13:00 PM", None),
        ("39:95:90", None),
        ("7:3", None),
        ("７:30", None),
        ("", None),
    ],
)
def test_time_of_day(text: str, clock: str | None) -> None:
    assert time_of_day(text) == clock


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("spar 2004-07-03.htm", date(2004, 7, 3)),
        ("#room_20040703.log", date(2004, 7, 3)),
        ("2004.07.03 Saturday.txt", date(2004, 7, 3)),
        ("2004-07-03 to 2004-07-04.txt", None),
        ("2004-13-03.txt", None),
        ("id 120040703 x.txt", None),
        ("spar.txt", None),
    ],
)
def test_a_date_in_a_name(name: str, day: date | None) -> None:
    assert date_in_name(name) == day


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7/3/04", (date(2004, 7, 3), True)),
        ("7/7/1999", (date(1999, 7, 7), False)),
        ("7/23/99", (date(1999, 7, 23), False)),
        ("23/7/99", (date(1999, 7, 23), False)),
        ("23/23/99", None),
        ("7/3", None),
        ("a/b/c", None),
        ("99999/1/1", None),
    ],
)
def test_short_dates(text: str, found: tuple[date, bool] | None) -> None:
    assert short_date(text) == found


def test_without_a_date_a_time_stays_a_time() -> None:
    calendar = Calendar(None, None)
    assert calendar.stamp("7:30:15 PM") == (None, "19:30:15")
    assert calendar.stamp("39:95") == (None, None)
    assert not calendar.used


def test_midnight_is_passed_by_a_large_step_back_only() -> None:
    calendar = Calendar(date(2004, 7, 3), None)
    times = ["23:50", "23:40", "0:10", "0:05:30", "23:59", "0:01"]
    assert [calendar.stamp(time)[0] for time in times] == [
        "2004-07-03T23:50", "2004-07-03T23:40", "2004-07-04T00:10", "2004-07-04T00:05:30", "2004-07-04T23:59",
        "2004-07-05T00:01",
    ]  # fmt: skip
    assert calendar.midnights == 2


def test_a_zone_gives_the_offset_of_the_day() -> None:
    calendar = Calendar(date(2004, 7, 3), "America/St_Johns")
    assert calendar.stamp("20:15:09") == ("2004-07-03T20:15:09-02:30", None)
    calendar.set_day(date(2004, 12, 3))
    assert calendar.stamp("20:15") == ("2004-12-03T20:15-03:30", None)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../x", "/etc/passwd", "a\x00b"])
def test_a_zone_that_is_none(zone: str) -> None:
    with pytest.raises(UsageError, match="no such time zone"):
        Calendar(None, zone)


def event(at: str | None = None, clock: str | None = None) -> Event:
    return Event(kind="say", at=at, clock=clock)


@pytest.mark.parametrize(
    ("earlier", "later", "seconds"),
    [
        (event("2004-07-03T20:15:32"), event("2004-07-03T20:16:02"), 30),
        (event("2004-07-03T20:15"), event("2004-07-04T20:15"), 86_400),
        (event("2004-07-03T20:15:00+02:00"), event("2004-07-03T19:15:30+01:00"), 30),
        (event("2004-07-03T20:15:00+02:00"), event("2004-07-03T20:15:30"), 30),
        (event(clock="20:15:32"), event(clock="20:16:02"), 30),
        (event(clock="23:59:50"), event(clock="00:00:10"), 20),
        (event(clock="20:16:00"), event(clock="20:15:00"), -60),
        (event(clock="20:16:00"), event("2004-07-03T20:16:02"), None),
        (event(), event(clock="20:16"), None),
        (event("when?"), event("2004-07-03T20:16:02"), None),
    ],
)
def test_seconds_between(earlier: Event, later: Event, seconds: float | None) -> None:
    assert seconds_between(earlier, later) == seconds
