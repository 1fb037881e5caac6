"""The dates and times of phones and browsers in their owners' countries, as chats print them."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import Event, open_transcript

BEFORE, AFTER = "2024-02-13T23:59", "2024-02-14T00:01"
PHONES = [
    ("2/13/24, 11:59\u202fPM", "2/14/24, 12:01\u202fAM"),
    ("13/02/2024, 23:59", "14/02/2024, 00:01"),
    ("13/2/24, 11:59 p. m.", "14/2/24, 12:01 a. m."),
    ("13/2/24, 11:59\xa0p.\xa0m.", "14/2/24, 12:01\xa0a.\xa0m."),
    ("13/02/2024 à 23:59", "14/02/2024 à 00:01"),
    ("13.2.2024 klo 23.59", "14.2.2024 klo 0.01"),
    ("13.02.24 г., 23:59", "14.02.24 г., 0:01"),
    ("13/2/24, 11:59 μ.μ.", "14/2/24, 12:01 π.μ."),
    ("2024. 2. 13. 오후 11:59", "2024. 2. 14. 오전 12:01"),
    ("2024년 2월 13일 오후 11:59", "2024년 2월 14일 오전 12:01"),
    ("2024/2/13 下午11:59", "2024/2/14 上午12:01"),
    ("2024/2/13 晚上11:59", "2024/2/14 凌晨12:01"),
    ("2024. 02. 13. 23:59", "2024. 02. 14. 0:01"),
    ("13. 02. 2024. 23:59", "14. 02. 2024. 00:01"),
    ("13\u200f/2\u200f/2024، 11:59 م", "14\u200f/2\u200f/2024، 12:01 ص"),
    ("١٣\u200f/٢\u200f/٢٠٢٤، ١١:٥٩ م", "١٤\u200f/٢\u200f/٢٠٢٤، ١٢:٠١ ص"),
    ("১৩/২/২০২৪, ১১:৫৯ PM", "১৪/২/২০২৪, ১২:০১ AM"),
    ("23:59, 13/2/24", "00:01, 14/2/24"),
    ("13/2/2567 23:59", "14/2/2567 00:01"),
    ("Feb 13, 2024, 11:59 PM", "Feb 14, 2024, 12:01 AM"),
    ("13 Feb 2024 23:59", "14 Feb 2024 00:01"),
]
BROWSERS = [
    ("4/16/2021, 5:20:00\u202fPM", "4/16/2021, 5:21:05\u202fPM"),
    ("16/4/2021 下午5:20:00", "16/4/2021 下午5:21:05"),
    ("2021. 4. 16. 오후 5:20:00", "2021. 4. 16. 오후 5:21:05"),
    ("16.4.2021 klo 17.20.00", "16.4.2021 klo 17.21.05"),
    ("١٦\u200f/٤\u200f/٢٠٢١، ٥:٢٠:٠٠ م", "١٦\u200f/٤\u200f/٢٠٢١، ٥:٢١:٠٥ م"),
    ("16/4/2021, 5:20:00 μ.μ.", "16/4/2021, 5:21:05 μ.μ."),
    ("16.4.2021, 5:20:00 e pasdites", "16.4.2021, 5:21:05 e pasdites"),
    ("17:20:00 16/4/2021", "17:21:05 16/4/2021"),
    ("16/4/2564 17:20:00", "16/4/2564 17:21:05"),
    ("16. 04. 2021. 17:20:00", "16. 04. 2021. 17:21:05"),
]


def read(text: str, format: str) -> tuple[list[Event], list[str]]:
    transcript = open_transcript(io.BytesIO(text.encode()))
    assert transcript.format == format
    items = list(transcript)
    assert all(isinstance(item, Event) for item in items)
    return [item for item in items if isinstance(item, Event)], transcript.notes


@pytest.mark.parametrize(("first", "second"), PHONES)
def test_android(first: str, second: str) -> None:
    found, _ = read(f"{first} - Oak: I lunge: 12\n- low\n{second} - Marr: I parry\n", "whatsapp")
    assert [(one.speaker, one.text, one.at) for one in found] == [
        ("Oak", "I lunge: 12\n- low", BEFORE), ("Marr", "I parry", AFTER),
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), BROWSERS)
def test_element(first: str, second: str) -> None:
    found, _ = read(f"{first} - Oak: I lunge: 12\n- low\n{second} - * Oak parries\n", "element-text")
    assert [(one.kind, one.speaker, one.text, one.at) for one in found] == [
        ("say", "Oak", "I lunge: 12\n- low", "2021-04-16T17:20:00"),
        ("emote", "Oak", "parries", "2021-04-16T17:21:05"),
    ]


@pytest.mark.parametrize("first", ["۱۴۰۲/۱۱/۲۴،\u200f ۲۳:۵۸", "Feb 13, 11:58 PM"])
def test_no_day_is_made_up(first: str) -> None:
    """Another calendar's months, and dates without a year."""
    found, _ = read(f"{first} - Oak: I lunge\n{first} - Marr: I parry\n", "whatsapp")
    assert [(one.speaker, one.at, one.clock) for one in found] == [
        ("Oak", None, "23:58"), ("Marr", None, "23:58"),
    ]  # fmt: skip


def test_another_calendar_is_told() -> None:
    _, notes = read("13/2/2567 23:59 - Oak: hi\n14/2/2567 23:59 - Oak: hi\n", "whatsapp")
    assert notes == ["the years are counted as in Thailand: 2567 is 2024"]


def test_who_is_not_in_the_address_book() -> None:
    """Their names have a mark in front of them; it is kept where somebody known has that name."""
    names = ["~\u202fOak", "~\u202fMarr", "Marr"]
    log = "".join(f"[13.02.24, 23:58:00] {name}: hi\n" for name in names)
    found, _ = read(log, "whatsapp")
    assert [one.speaker for one in found] == ["Oak", "~ Marr", "Marr"]


def test_skype() -> None:
    log = (
        "[13/02/2024 23:51:03] Oak: I lunge\n[13/02/2024 23:51:05] *** Marr joined ***\n"
        "[13/02/2024 23:51:08 | Edited 23:52:00] Marr: I parry\n"
    )
    found, notes = read(log, "whatsapp")
    assert [(one.kind, one.speaker, one.text) for one in found] == [
        ("say", "Oak", "I lunge"), ("join", "Marr", "Marr joined"), ("say", "Marr", "I parry"),
    ]  # fmt: skip
    assert "edited" in notes[0]


def test_seconds_and_a_short_year_are_no_browsers() -> None:
    log = "21/10/21, 15:21:45 - Oak: I lunge\n22/10/21, 15:21:46 - Marr: a : b\nc\n"
    found, _ = read(log, "whatsapp")
    assert [(one.speaker, one.text, one.at) for one in found] == [
        ("Oak", "I lunge", "2021-10-21T15:21:45"), ("Marr", "a : b\nc", "2021-10-22T15:21:46"),
    ]  # fmt: skip


def test_what_the_owner_is_called_and_marks_that_are_not_seen() -> None:
    said = ["\u200eMarr added you", "\u200eVoice call. \u200eNo answer"]
    log = "".join(f"[13.02.24, 23:58:00] Oak: {text}\n" for text in said)
    found, _ = read(log, "whatsapp")
    assert [(one.kind, one.speaker, one.text) for one in found] == [
        ("join", "You", "Marr added you"), ("say", "Oak", "Voice call. No answer"),
    ]  # fmt: skip
