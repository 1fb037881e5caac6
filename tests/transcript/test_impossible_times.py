"""A time that no clock shows ("39:95:90") is dropped; the line that bears it is a message like the others."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import Event, open_transcript

LOGS = [
    ("pidgin-text", ["(20:15:32) Wren: hail", "(39:95:90) Osk: ho", "(20:15:40) Wren: off we go"]),
    (
        "pidgin-html",
        [
            '<font color="#A82F2F"><font size="2">(20:15:32)</font> <b>Wren:</b></font> hail<br/>',
            '<font color="#16569E"><font size="2">(39:95:90)</font> <b>Osk:</b></font> ho<br/>',
            '<font color="#A82F2F"><font size="2">(20:15:40)</font> <b>Wren:</b></font> off we go<br/>',
        ],
    ),
    (
        "trillian-text",
        [
            "Session Start (ICQ - Wren:Osk): Sat Jul 03 20:15:30 2004",
            "[20:15:32] Wren: hail",
            "[39:95:90] Osk: ho",
            "[20:15:40] Wren: off we go",
        ],
    ),
    (
        "trillian-text",
        [
            "Session Start (ICQ - Wren:Osk): Sat Jul 03 20:15:30 2004",
            "[20:15] Wren: hail",
            "[39:95] Osk: ho",
            "[20:15] Wren: off we go",
        ],
    ),
    (
        "foundry-text",
        [
            *("[3/3/2024, 7:05:32 PM] Wren", "hail", "-" * 27),
            *("[3/3/2024, 39:95:90 PM] Osk", "ho", "-" * 27),
            *("[3/3/2024, 7:05:40 PM] Wren", "off we go", "-" * 27),
        ],
    ),
    (
        "mush",
        [
            '[20:15:32] Wren says, "hail"',
            '[39:95:90] Osk says, "ho"',
            '[20:15:40] Wren says, "off we go"',
        ],
    ),
    (
        "miranda-history",
        [
            *("###", "### History Log", "###"),
            *("[2004-07-03 20:15:32] Wren:", "hail"),
            *("[2004-07-03 39:95:90] Osk:", "ho"),
            *("[2004-07-03 20:15:40] Wren:", "off we go"),
        ],
    ),
    (
        "mirc",
        [
            "[20:15:32] <Wren> hail",
            "[39:95:90] <Osk> ho",
            "[20:15:40] <Wren> off we go",
        ],
    ),
    *(
        ("weechat", [f"{was}\tWren\thail", f"{odd}\tOsk\tho", f"{then}\tWren\toff we go"])
        for was, odd, then in (
            ("2007 Feb 21 20:15:32", "2007 Feb 21 25:61:33", "2007 Feb 21 20:15:40"),
            ("2007 Feb 21 20:15:32", "2007 Feb 30 20:15:33", "2007 Feb 21 20:15:40"),
            ("2007-02-21 20:15:32", "2007-02-30 20:15:33", "2007-02-21 20:15:40"),
        )
    ),
    *(
        (
            "qq-text",
            [
                "Wren(4201) 2022-10-18 20:15:32",
                "hail",
                f"Osk(4202) {odd}",
                "ho",
                "Wren(4201) 2022-10-18 20:15:40",
                "off we go",
            ],
        )
        for odd in ("2022-10-18 25:61:33", "25:61:33", "2022-02-30 20:15:33")
    ),
    *(
        ("openrpg", ["[20:15:32] (1) Wren: hail", f"[{odd}] (2) Osk: ho", "[20:15:40] (1) Wren: off we go"])
        for odd in ("25:61:33", "25:61")
    ),
    *(
        ("generic", [f"[20:15{s}] Wren: hail", f"[25:61{s}] Osk: ho", f"[20:15{s}] Wren: off we go"])
        for s in ("", ":32")
    ),
    ("generic", ["[8:15:32 PM] Wren: hail", "[25:61:33 PM] Osk: ho", "[8:15:40 PM] Wren: off we go"]),
    *(
        (
            "discord-paste",
            [
                "Wren \u2014 01/13/2024 8:15 PM",
                "hail",
                f"Osk \u2014 {odd}",
                "ho",
                "Wren \u2014 01/13/2024 8:16 PM",
                "off we go",
            ],
        )
        for odd in ("01/13/2024 25:61 PM", "02/30/2024 8:15 PM", "25:61 PM", "Today at 25:61 PM")
    ),
    ("zoom", ["20:15:32\tWren:\thail", "25:61:33\tOsk:\tho", "20:15:40\tWren:\toff we go"]),
    (
        "meebo",
        [
            "<span class='ImReceive'>[20:15] Wren</span>: hail<br/>",
            "<span class='ImSend'>[25:61] Osk</span>: ho<br/>",
            "<span class='ImReceive'>[20:16] Wren</span>: off we go<br/>",
        ],
    ),
    ("discord-paste", ["[8:15 PM]Wren: hail", "[25:61 PM]Osk: ho", "[8:16 PM]Wren: off we go"]),
    *(
        (
            "discord-text",
            [
                "=" * 62,
                "Guild: Moor",
                "Channel: duel",
                "=" * 62,
                "",
                "[01/13/2024 8:15 PM] Wren",
                "hail",
                "",
                f"[{odd}] Osk",
                "ho",
                "",
                "[01/13/2024 8:16 PM] Wren",
                "off we go",
                "",
            ],
        )
        for odd in ("01/13/2024 25:61 PM", "02/30/2024 8:15 PM")
    ),
    *(
        (
            "element-text",
            [
                "13.02.2024, 20:15:32 - Wren: hail",
                f"{odd} - Osk: ho",
                "13.02.2024, 20:15:40 - Wren: off we go",
            ],
        )
        for odd in ("13.02.2024, 25:61:33", "30.02.2024, 20:15:33")
    ),
    *(
        (
            "konversation",
            [
                "[Friday, 1 March 2019] [20:15:32 CET] <Wren>\thail",
                f"{odd} <Osk>\tho",
                "[Friday, 1 March 2019] [20:15:40 CET] <Wren>\toff we go",
            ],
        )
        for odd in ("[Friday, 1 March 2019] [25:61:33 CET]", "[Friday, 30 February 2019] [20:15:33 CET]")
    ),
]


@pytest.mark.parametrize(("format", "lines"), LOGS, ids=[f"{at}-{name}" for at, (name, _) in enumerate(LOGS)])
def test_the_line_is_kept_and_its_time_is_not(format: str, lines: list[str]) -> None:
    items = list(open_transcript(io.BytesIO("\n".join(lines).encode()), format=format, name="log"))
    assert all(isinstance(item, Event) for item in items)
    said = [item for item in items if isinstance(item, Event) and item.speaker is not None]
    assert [(event.speaker, event.text.strip('"')) for event in said] == [
        ("Wren", "hail"),
        ("Osk", "ho"),
        ("Wren", "off we go"),
    ]
    assert (said[1].at, said[1].clock) == (None, None)
    assert all(event.at or event.clock for event in (said[0], said[2]))


@pytest.mark.parametrize(
    "words",
    ["[45:67] is the verse", "(16:90) they lost", "(39:95:90) no time at all", "so, [see the note 12:30]"],
)
def test_numbers_within_what_is_said_begin_no_message(words: str) -> None:
    log = f"(20:15:32) Wren: hail\n{words}\n(20:15:40) Osk: ho"
    items = list(open_transcript(io.BytesIO(log.encode()), format="pidgin-text", name="log"))
    assert [item.text for item in items if isinstance(item, Event)] == [f"hail\n{words}", "ho"]
