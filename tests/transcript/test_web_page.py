"""Logs on web pages: what was to be seen is read, whatever client wrote the log; clients' pages are not."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.web_page import WebPage

IRC = """<!DOCTYPE html>
<html><body><h1>Moor</h1><pre>
[19:02] &lt;Quince&gt; hail &amp; well
[19:03] <Wren> not escaped
[19:03] * Wren bows   twice
[19:04] &lt;Quince&gt; init
</pre></body></html>
"""
AIM = """<TABLE><TR><TD>Quince Marr (7:02:11 PM): hail &amp;
well</TD></TR>
<TR><TD>pikerel (7:02:15 PM): &quot;hi&quot;</TD></TR></TABLE>
"""


def test_text_that_is_kept_as_it_is() -> None:
    transcript = open_transcript(io.BytesIO(IRC.encode()), name="log.html")
    assert transcript.format == "mirc"
    found = [
        (event.kind, event.speaker, event.text, event.source and event.source.line)
        for event in transcript.events()
    ]
    assert found == [
        ("say", "Quince", "hail & well", 3),
        ("say", "Wren", "not escaped", 4),
        ("emote", "Wren", "bows   twice", 5),
        ("say", "Quince", "init", 6),
    ]
    assert any("web page" in note for note in transcript.notes)


def test_text_in_tables() -> None:
    transcript = open_transcript(io.BytesIO(AIM.encode()), name="log.html")
    assert transcript.format == "aim-text"
    assert [(event.speaker, event.text, event.clock) for event in transcript.events()] == [
        ("Quince Marr", "hail & well", "19:02:11"),
        ("pikerel", '"hi"', "19:02:15"),
    ]


@pytest.mark.parametrize(
    ("log", "format"),
    [
        (
            "<B><FONT>Ann<!-- (7:30:15 PM)--></B></FONT>: hi<BR>\n<B>Ben<!-- (7:30:16 PM)--></B>: ho<BR>\n",
            "aim-html",
        ),
        ("<B>Ann:</B> hi<BR>\n<B>Ben:</B> ho<BR>\n<B>Ann:</B> well<BR>\n", "aim-html"),
        ('<font size="2">(20:15:32)</font> <b>Ann:</b> hi<br/>\n', "pidgin-html"),
    ],
)
def test_clients_own_pages_keep_their_markup(log: str, format: str) -> None:
    transcript = open_transcript(io.BytesIO(log.encode()), name="log.html")
    assert transcript.format == format
    assert not any("web page" in note for note in transcript.notes)
    assert next(transcript.events()).speaker == "Ann"


def test_a_comment_and_a_tag_may_go_on_over_lines() -> None:
    page = [
        "<html>",
        "<!-- a: b",
        "c: d --><p>Ann: hi<br",
        "clear=all>Ben: <i>ho</i>",
        "<script>x: y",
        "</script>",
    ]
    assert WebPage().lines(page) == ["Ann: hi", "Ben: ho"]


@given(st.lists(st.text(st.sampled_from("<>/!-?pb re&lt;x \u0416"), max_size=40), max_size=8))
def test_no_markup_is_too_odd(lines: list[str]) -> None:
    WebPage().lines(["<html>", *lines])


@pytest.mark.parametrize("nick", ["b", "p", "pre", "title"])
def test_a_tag_may_be_a_name(nick: str) -> None:
    log = f"<{nick}> hi\n<Wren> ho\n<{nick}> well\n<Wren> then: <b>go</b>\n<{nick}> yes\n"
    found = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [event.speaker for event in found] == [nick, "Wren", nick, "Wren", nick]


def test_an_entity_makes_no_second_line() -> None:
    page = (
        "<p>[20:15] &lt;Osk&gt; one&#10;two&#13;&#10;three</p>\n<p>[20:15] &lt;Wren&gt; so</p>\n"
        "<p>[20:16] &lt;Osk&gt; no</p>\n"
    )
    events = list(open_transcript(io.BytesIO(page.encode()), name="log.html").events())
    assert [(event.speaker, event.text.split()) for event in events] == [
        ("Osk", ["one", "two", "three"]), ("Wren", ["so"]), ("Osk", ["no"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td>{time}</td><td>{name}</td><td>{words}</td></tr>",
        "<tr>\n<td>{time}</td>\n<td><b>{name}</b></td>\n<td>{words}</td>\n</tr>",
        "<tr><td>{name}</td><td>{words}</td></tr>",
        "<TR><TD NOWRAP>{name}<TD>{words}</TD></TR>",
    ],
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_table_s_columns_are_the_names_and_the_words(row: str, end: str) -> None:
    talk = [
        ("Osk", "Round 1"),
        ("Kestrel", "attack, & <duck>"),
        ("Osk", "hit"),
        ("Bramble", "I jump over the table and run"),
        ("Kestrel", "ha"),
    ]
    rows = [
        row.format(time=f"20:0{at}", name=name, words=words.replace("&", "&amp;").replace("<", "&lt;"))
        for at, (name, words) in enumerate(talk)
    ]
    text = f"<html><body><table border=1>{end}{end.join(rows)}{end}</table></body></html>\n"
    items = list(open_transcript(io.BytesIO(text.encode()), name="log.html"))
    assert [(one.speaker, one.text) for one in items if isinstance(one, Event)] == talk
    assert len(items) == len(talk)
    assert all("20:0" in (one.clock or "20:0") for one in items if isinstance(one, Event))


TALK = (("Osk", "Round 1"), ("Wren", "attack"), ("Osk", "hit"), ("Bramble", "I jump over"), ("Wren", "ha"))


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td>{time}</td><td>{name}</td><td>{words}<br>and so on</td></tr>",
        "<tr><td><p>{time}</p></td><td><p>{name}</p></td><td><p>{words}</p><p>and so on</p></td></tr>",
        "<tr>\n<td>\n<p>{time}</p>\n</td>\n<td><p>{name}</p></td>\n<td>{words}<br/>\nand so on</td>\n</tr>",
        "<tr><td>[{time}]</td><td>&lt;{name}&gt;</td><td><div>{words}</div><div>and so on</div></td></tr>",
        "<tr><td>{name}<td>{words}<br>and so on",
    ],
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_breaks_in_a_cell_part_no_row(row: str, end: str) -> None:
    rows = [row.format(time=f"20:0{at}", name=name, words=words) for at, (name, words) in enumerate(TALK)]
    text = f"<html><body><table border=1>{end}{end.join(rows)}{end}</table></body></html>\n"
    items = list(open_transcript(io.BytesIO(text.encode()), name="log.html"))
    said = [(one.speaker, one.text) for one in items if isinstance(one, Event)]
    assert said == [(name, f"{words} and so on") for name, words in TALK]
    assert len(items) == len(TALK)


@pytest.mark.parametrize(
    "frame",
    [
        "<table><tr><td>{log}</td></tr></table>",
        "<table><tr><td><a href=x>Home</a><br><a href=y>Logs</a></td><td>{log}</td></tr></table>",
    ],
)
def test_a_cell_may_hold_the_whole_log(frame: str) -> None:
    lines = [f"[20:0{at}] &lt;{name}&gt; {words}" for at, (name, words) in enumerate(TALK)]
    text = f"<html><body>{frame.format(log='<br>'.join(lines))}</body></html>\n"
    items = list(open_transcript(io.BytesIO(text.encode()), name="log.html"))
    said = [(one.speaker, one.text) for one in items if isinstance(one, Event) and one.speaker]
    assert said[-4:] == list(TALK[1:])
