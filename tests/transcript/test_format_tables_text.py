"""OpenRPG, MapTool, QQ, ccfolia and forum pastes: what lines say, and round trips of what is written."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from im_strategies import kept, read_back, said
from write_forum_paste import write as write_forum
from write_openrpg import write as write_openrpg
from write_qq_text import write as write_qq
from writers import LINE, NAMES, clocks

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.bbcode import begins_with_tag, has_tags, plain
from calledshot.transcript.formats.ccfolia_json import thrown
from calledshot.transcript.formats.forum_quotes import who

WORDS = LINE.filter(lambda text: "<" not in text and "&" not in text and text.strip() == text)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(NAMES, WORDS), min_size=1, max_size=8))
def test_openrpg(spoken: list[tuple[str, str]]) -> None:
    events = [Event(kind="say", speaker=name, text=text) for name, text in spoken]
    found = list(open_transcript(io.BytesIO(write_openrpg(events).encode()), format="openrpg", name="log"))
    assert [(item.speaker, item.text) for item in found if isinstance(item, Event)] == [
        (event.speaker, event.text) for event in events
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(1) Osk: [1d20] => [20] = (20)",
        "(1) Osk: rolled 1d20: 20",
        "** (1) Osk rolls [1d20] => [20] = (20) **",
    ],
)
def test_dice_in_openrpg_s_words_are_words(text: str) -> None:
    (event,) = open_transcript(io.BytesIO(text.encode()), format="openrpg", name="log")
    assert isinstance(event, Event)
    assert (event.kind in ("say", "emote"), event.trust, event.roll) == (True, "member", None)


@settings(deadline=None, max_examples=60)
@given(said(["say"], WORDS))
def test_qq(events: list[Event]) -> None:
    events = [event for event in events if event.speaker == (event.speaker or "").strip(" (<")]
    if events:
        assert kept(read_back(write_qq(events), "qq-text")) == kept(events)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(NAMES, WORDS, clocks()), min_size=2, max_size=8))
def test_forum(spoken: list[tuple[str, str, str]]) -> None:
    events = [
        Event(kind="say", speaker=name, text=text, clock=clock)
        for name, text, clock in spoken
        if plain(text) == text and "\xa0" not in text
    ]
    if not events:
        return
    found = list(open_transcript(io.BytesIO(write_forum(events).encode()), format="forum-paste", name="log"))
    assert [(item.speaker, item.text, item.clock) for item in found if isinstance(item, Event)] == [
        (event.speaker, event.text, event.clock) for event in events
    ]


def test_bbcode() -> None:
    assert (
        plain("[b]a[/b] [x] [url=http://a.example/]b[/url] [color=red]c[/COLOR] [1d20]") == "a [x] b c [1d20]"
    )
    assert has_tags("x [i]y")
    assert not has_tags("[12:30] x [y]")
    assert begins_with_tag("[quote=Osk]x")
    assert not begins_with_tag("x[b]")


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("(1D100<=55) ＞ 78 ＞ 失敗", (78,), 78),
        ("(2D6) ＞ 7[3,4] ＞ 7", (3, 4), 7),
        ("x3 (1D20+5) ＞ 13[13]+5 ＞ 18", (13,), 18),
        ("(3D6) ＞ 11", (), 11),
    ],
)
def test_bcdice(text: str, faces: tuple[int, ...], total: int) -> None:
    roll = thrown(text, "Osk")
    assert roll is not None
    assert (roll.faces, roll.total) == (faces, total)


@pytest.mark.parametrize("text", ["hello", "＞", "(a) ＞ 5", "(1D6) ＞ many", "(2D6) ＞ [[[ ＞ x"])
def test_no_bcdice(text: str) -> None:
    assert thrown(text, "Osk") is None


def test_a_cut_session_of_ccfolia_gives_what_came_before() -> None:
    logs = [{"name": "Osk", "text": f"word {at}", "channel": "main", "dice": False} for at in range(4)]
    data = json.dumps({"title": "x", "logs": logs}, indent=1).encode()
    cut = data.index(b"word 3")
    items = list(open_transcript(io.BytesIO(data[:cut]), name="x.json"))
    assert [isinstance(item, Event) for item in items] == [True, True, True, False]


def test_a_roll_of_maptool_shows_its_die() -> None:
    page = (
        '<div><table cellpadding="0"><tr><td valign="top" style="margin-right: 5px"> Osk: </td>'
        "<td>hi</td></tr></table></div>\n<div>Osk rolls: 1d20 + 5 =&#62; 13 + 5 = 18</div>\n"
        "<div>Osk rolls: a stone =&#62; down</div>\n"
    )
    events = list(open_transcript(io.BytesIO(page.encode()), name="x.html").events())
    assert [event.kind for event in events] == ["say", "roll", "notice"]
    assert events[1].roll is not None
    assert (events[1].roll.faces, events[1].roll.modifier, events[1].roll.total) == ((13,), 5, 18)


def test_an_entity_makes_no_second_line_of_a_pasted_one() -> None:
    log = b"[b]Osk:[/b] one&#10;two\n[b]Wren:[/b] &#13;three\n[b]Osk:[/b] four\n"
    events = list(open_transcript(io.BytesIO(log), format="forum-paste", name="log").events())
    assert [event.text for event in events] == ["one two", "three", "four"]


QUOTED = """[quote="Osk":3kd8f2a1]
I swing at you
twice [quote=Kit]no[/quote]
[/quote]
[b]Wren:[/b] I duck: low
[QUOTE="Osk, post: 12, member: 9"]I swing[/QUOTE] [b]Wren:[/b] and again
[quote author=Kit link=topic=1.msg2#msg2 date=1]
Wren: well
[/quote]
[b]Osk:[/b] done
This message was last edited by the GM at 01:52, Mon 20 Nov 2017.
[b]Wren:[/b] so [quote="Osk"] never closed
[b]Osk:[/b] still here
"""


def test_what_a_post_quotes_of_another_is_not_said_again() -> None:
    transcript = open_transcript(io.BytesIO(QUOTED.encode()), name="paste.txt")
    assert transcript.format == "forum-paste"
    events = list(transcript.events())
    assert [
        (event.kind, event.speaker, event.text, event.source and (event.source.line, event.source.end_line))
        for event in events
    ] == [
        ("system", None, "Osk wrote:\nI swing at you\ntwice no", (1, 4)),
        ("say", "Wren", "I duck: low", (5, 5)),
        ("say", "Wren", "and again", (6, 6)),
        ("system", None, "Kit wrote:\nWren: well", (7, 9)),
        ("say", "Osk", "done", (10, 10)),
        ("system", None, "This message was last edited by the GM at 01:52, Mon 20 Nov 2017.", (11, 11)),
        ("say", "Wren", "so  never closed", (12, 12)),
        ("say", "Osk", "still here", (13, 13)),
    ]


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ('="Osk"', "Osk"), ("=Osk;12", "Osk"), ('="Osk":3kd8f2a1', "Osk"),
        ('="Osk Mar, post: 1, member: 2"', "Osk Mar"), (" name='Osk' post='1'", "Osk"),
        (" author=Osk Mar link=topic=1.msg2#msg2 date=3", "Osk Mar"), ('="Osk" date="1"', "Osk"),
    ],
)  # fmt: skip
def test_whose_words_a_quote_holds(tag: str, name: str) -> None:
    assert who(tag) == name


def test_a_log_within_one_quote_is_read() -> None:
    log = '[quote="Osk"]\n[b]Wren:[/b] hi\n[b]Osk:[/b] so\n[b]Wren:[/b] yes\n[/quote]\nLast edited by Osk\n'
    events = list(open_transcript(io.BytesIO(log.encode()), format="forum-paste", name="log").events())
    assert [(event.speaker, event.text) for event in events] == [
        ("Wren", "hi"), ("Osk", "so"), ("Wren", "yes"), (None, "Last edited by Osk"),
    ]  # fmt: skip


def test_names_in_bold_without_a_colon() -> None:
    log = (
        '[b]Wren[/b] draws her knife.\n[b]Osk[/b] laughs. [color=blue]"Come on!"[/color]\n'
        "[b]Wren[/b] [i]steps in[/i]\n"
    )
    transcript = open_transcript(io.BytesIO(log.encode()), name="paste.txt")
    assert transcript.format == "forum-paste"
    assert [(event.speaker, event.text) for event in transcript.events()] == [
        ("Wren", "draws her knife."), ("Osk", 'laughs. "Come on!"'), ("Wren", "steps in"),
    ]  # fmt: skip


def test_a_line_of_the_forum_s_within_a_message_is_claimed_once() -> None:
    log = (
        "[b][1/1/21, 10:00:00] Osk:[/b] one\nLast edited by Osk on Tue Mar 05, 2024 8:15 pm\nmore\n"
        "[b][1/1/21, 10:00:09] Wren:[/b] two\n[b][1/1/21, 10:01:00] Osk:[/b] three\n"
    )
    items = list(open_transcript(io.BytesIO(log.encode()), format="forum-paste", name="log"))
    lines = [n for item in items if item.source for n in range(item.source.line, item.source.end_line + 1)]  # type: ignore[operator, arg-type]
    assert sorted(lines) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("line", "to", "text"),
    [
        ("whispering to Osk,  come: here", "Osk", "come: here"),
        ("whispering to Osk, Kit,  come, here", "Osk, Kit", "come, here"),
        ("<i>whispering to Osk,  come here</i> ", "Osk", "come here"),
    ],
)
def test_what_the_owner_of_an_openrpg_log_whispers(line: str, to: str, text: str) -> None:
    log = f"(1) Osk: hi\n{line}\n(2) Wren: so\n"
    events = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [(event.kind, event.speaker, event.to, event.text) for event in events] == [
        ("say", "Osk", None, "hi"), ("whisper", "You", to, text), ("say", "Wren", None, "so"),
    ]  # fmt: skip
