"""Discord's own window, copied: its headings in the languages of the client, its versions, its own lines."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import Event, open_transcript

HEADINGS = [
    ("Today at 8:15 PM", None, "20:15"),
    ("Yesterday at 20:15", None, "20:15"),
    ("8:15\u202fPM", None, "20:15"),
    ("2/13/24, 8:15 PM", "2024-02-13T20:15", None),
    ("02/13/2024 8:15 PM", "2024-02-13T20:15", None),
    ("Tuesday, February 13, 2024 at 8:15 PM", "2024-02-13T20:15", None),
    ("13.02.2024 20:15", "2024-02-13T20:15", None),
    ("13.02.2024, 20:15", "2024-02-13T20:15", None),
    ("2024-02-13 20:15", "2024-02-13T20:15", None),
    ("2024/02/13 20:15", "2024-02-13T20:15", None),
    ("13. Februar 2024 um 20:15 Uhr", "2024-02-13T20:15", None),
    ("Heute um 20:15 Uhr", None, "20:15"),
    ("gestern um 20:15", None, "20:15"),
    ("Aujourd’hui à 20:15", None, "20:15"),
    ("hoy a las 20:15", None, "20:15"),
    ("Ontem às 20:15", None, "20:15"),
    ("Oggi alle 20:15", None, "20:15"),
    ("Vandaag om 20:15", None, "20:15"),
    ("Igår kl. 20:15", None, "20:15"),
    ("Dzisiaj o 20:15", None, "20:15"),
    ("Сегодня, в 20:15", None, "20:15"),
    ("今日 20:15", None, "20:15"),
    ("昨天下午8:15", None, "20:15"),
    ("오늘 오후 8:15", None, "20:15"),
]


def read(text: str) -> list[Event]:
    transcript = open_transcript(io.BytesIO(text.encode()))
    assert transcript.format == "discord-paste"
    items = list(transcript)
    assert all(isinstance(item, Event) for item in items)
    return [item for item in items if isinstance(item, Event)]


@pytest.mark.parametrize(("when", "at", "clock"), HEADINGS)
def test_headings(when: str, at: str | None, clock: str | None) -> None:
    for heading in (f"Perrin Oak — {when}", f"Perrin Oak\n — {when}", f"Perrin Oak\nAPP\n — \n{when}"):
        found = read(f"{heading}\nI parry: 12\n- and step back\n{heading}\nagain\n")
        assert [(one.speaker, one.text, one.at, one.clock) for one in found] == [
            ("Perrin Oak", "I parry: 12\n- and step back", at, clock),
            ("Perrin Oak", "again", at, clock),
        ]


@pytest.mark.parametrize(
    "line",
    [
        "I hit — see page 8.15",
        "ready - 8:15 PM",
        "Moth — at last",
        "— 8:15 PM",
        "born 02/13/2018",
        "2024 — 12",
    ],
)
def test_what_looks_like_a_heading_is_talk(line: str) -> None:
    found = read(f"Perrin Oak — Today at 8:15 PM\n{line}\n")
    assert [(one.speaker, one.text) for one in found] == [("Perrin Oak", line)]


def test_names_with_tags() -> None:
    found = read("[8:15 PM]BOTRattle Bones: 4\n[8:16 PM]APPLE: BOT: hi\n[8:17 PM]Oak BOT: 5\n")
    assert [(one.speaker, one.text) for one in found] == [
        ("Rattle Bones", "4"), ("APPLE", "BOT: hi"), ("Oak", "5"),
    ]  # fmt: skip


def test_copied_from_the_middle_of_a_message() -> None:
    log = "and back\nto the wall\nOak — Today at 8:15 PM\nI parry\nMarr — Today at 8:16 PM\nso\n"
    transcript = open_transcript(io.BytesIO(log.encode()))
    assert transcript.format == "discord-paste"
    found = list(transcript)
    assert [type(one).__name__ for one in found] == ["Finding", "Finding", "Event", "Event"]
    assert [one.text for one in found if isinstance(one, Event)] == ["I parry", "so"]


def test_what_is_answered_is_not_said_again() -> None:
    log = (
        "Oak — Today at 8:15 PM\nI lunge: high\nMarr — Today at 8:16 PM\nhm\n@Oak\nI lunge: high\n"
        "Perrin — Today at 8:17 PM\nI parry\n@Oak I lunge: high\n"
        "Marr — Today at 8:18 PM\nso\n@Oak\nwatch out\n"
        "Oak — Today at 8:19 PM\n@Marr watch out, too\nMarr — Today at 8:20 PM\n@Oak: no\n"
    )
    assert [(one.speaker, one.text, one.source and one.source.line) for one in read(log)] == [
        ("Oak", "I lunge: high", 1),
        ("Marr", "hm", 3),
        ("Perrin", "I parry", 5),
        ("Marr", "so\n@Oak\nwatch out", 9),
        ("Oak", "@Marr watch out, too", 14),
        ("Marr", "@Oak: no", 16),
    ]


def test_below_a_heading_brackets_hold_no_name() -> None:
    log = (
        "Oak — 02/13/2024 8:15 PM\nhit\n[8:16 PM]Marr: you are next, and then: roll\n"
        "Marr — 02/13/2024 8:17 PM\nok\n"
    )
    assert [(one.speaker, one.text) for one in read(log)] == [
        ("Oak", "hit"),
        ("Oak", "Marr: you are next, and then: roll"),
        ("Marr", "ok"),
    ]
