"""The registry, what a reader shows harmlessly, and old HTML as text."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest

from calledshot.errors import PluginError, UsageError
from calledshot.transcript import Event, control_finding, escape, open_transcript, read, visible
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Source
from calledshot.transcript.formats import Format, all_formats, get, register, registry
from calledshot.transcript.formats.base import Context, Head, Items, numbered
from calledshot.transcript.markup import plain


def test_formats_are_found_by_their_modules() -> None:
    names = [one.name for one in all_formats()]
    assert names == sorted(names)
    assert len(set(names)) == len(names)
    for one in all_formats():
        assert get(one.name) is one
        assert one.title
        assert one.evidence in ("real sample", "writer's source", "description", "ours")
        assert all(extension.startswith(".") for extension in one.extensions)
    with pytest.raises(UsageError, match=r"no such format; `calledshot formats` lists them"):
        get("morse")


def test_a_plugin_s_format(monkeypatch: pytest.MonkeyPatch) -> None:
    def sniff(head: Head) -> float:
        return 1.0 if head.lines[0] == "PIGEON POST" else 0.0

    def read_pigeon(blocks: Iterable[Block], ctx: Context) -> Items:
        for number, line in numbered(blocks):
            yield Event(kind="say", speaker="pigeon", text=line, source=Source(ctx.file, number, number))

    monkeypatch.setattr(registry, "_added", {})
    pigeon = Format(name="pigeon", title="Pigeon post", evidence="description", sniff=sniff, read=read_pigeon)
    register(pigeon)
    register(pigeon)
    assert [event.text for event in read(io.BytesIO(b"PIGEON POST\ncoo\n"))] == ["PIGEON POST", "coo"]
    with pytest.raises(PluginError, match="two readers"):
        register(Format(name="aol", title="x", evidence="description", sniff=sniff, read=read_pigeon))


def test_read_gives_events_only() -> None:
    events = list(read(io.BytesIO(b"junk\nAnn:\thi\nBen:\tyo\n"), "aol"))
    assert [event.text for event in events] == ["hi", "yo"]


def test_a_copied_window_without_times_is_known_by_what_it_says_itself_or_when_told_so() -> None:
    log = (
        b"Maelis: attack\nNimue: ok, and\nthen?\nAuto response from Maelis: away: back soon\n"
        b"Nimue: ok\nMaelis signed off at 8:15:00 PM\n"
    )
    transcript = open_transcript(io.BytesIO(log), format="aim-text", name="maelis.txt")
    assert [(item.kind, item.speaker, item.text, item.at) for item in transcript.events()] == [
        ("say", "Maelis", "attack", None),
        ("say", "Nimue", "ok, and then?", None),
        ("away", "Maelis", "away: back soon", None),
        ("say", "Nimue", "ok", None),
        ("leave", "Maelis", "Maelis signed off at 8:15:00 PM", None),
    ]
    assert open_transcript(io.BytesIO(log), name="maelis.txt").format == "aim-text"
    bare = b"Maelis: attack\nNimue: ok\nMaelis: 12\nNimue: ow\n"
    assert open_transcript(io.BytesIO(bare), name="maelis.txt").format == "generic"


def test_in_a_copied_window_with_times_a_name_needs_one_to_speak_without() -> None:
    log = b"Maelis (8:15:00 PM): attack,\nnote: at the eye\nMaelis: and yield\n"
    texts = [event.text for event in read(io.BytesIO(log), "aim-text")]
    assert texts == ["attack, note: at the eye", "and yield"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<B>a</B> b", "a b"),
        ("a<BR>b<br />c", "a\nb\nc"),
        ("a\nb  c", "a b c"),
        ("&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#x27;", "<b> &amp; \"x\" 'y'"),
        ("a&nbsp;&nbsp;b", "a  b"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("&bogus; &; &#; &#99999999; &#0;", "&bogus; &; &#; &#99999999; \ufffd"),
        ("&#27;[31m", "\x1b[31m"),
        ("&#" + "9" * 5000 + ";", "&#" + "9" * 5000 + ";"),
        ("<A HREF='x'>link</A><BR>", "link"),
    ],
)
def test_markup(html: str, text: str) -> None:
    assert plain(html) == text


def test_control_characters_are_shown_escaped() -> None:
    assert escape("a\x1b[31m\x9bb\u202ec\u2028\x00") == "a\\x1b[31m\\x9bb\\u202ec\\u2028\\x00"
    assert escape("tab\tline\nnbsp\xa0é🐉") == "tab\tline\nnbsp\xa0é🐉"
    assert visible("a\tb\nc\x07", 4) == "a b …"
    assert visible("a\tb\r\nc\x07") == "a b  c\\x07"


@pytest.mark.parametrize(
    ("event", "column"),
    [
        (Event(kind="say", speaker="Ann", text="fine\ttab \xa0 é 🐉 ☺"), None),
        (Event(kind="say", speaker="Ann", text="ding\x07"), 5),
        (Event(kind="say", speaker="Ann", text="c1 \x9b31m"), 4),
        (Event(kind="say", speaker="Ann", text="\u202eleft"), 1),
    ],
)
def test_control_findings(event: Event, column: int | None) -> None:
    finding = control_finding(event)
    if column is None:
        assert finding is None
    else:
        assert finding is not None
        assert (finding.code, finding.severity) == ("LOG-6", "warning")
        assert finding.source is not None
        assert (finding.source.column, finding.source.end_column) == (column, column + 1)


def test_a_control_character_in_a_name() -> None:
    finding = control_finding(
        Event(kind="say", speaker="Pip\x1b[31m", text="hello", source=Source("log", 4, 4))
    )
    assert finding is not None
    assert finding.source is not None
    assert (finding.source.line, finding.source.column) == (4, None)
    assert "\\x1b in the name" in finding.message


def test_below_a_forum_s_markup_no_other_markup_is_left() -> None:
    log = """<HTML>
[b]Wren:[/b] hi
   <TITLE>Chat in duel-12 on 2010-02-05</TITLE>
   </HEAD]Osk:[/b] no
[quote]
[b]Wren:[/b] Is the [i]mill[/i] lit?
     .buddy { font-weight: bold; }
[b/strict.dtd">
"""
    transcript = open_transcript(io.BytesIO(log.encode()), format="forum-paste", name="log")
    sources = [item.source for item in transcript if item.source is not None]
    assert any(source.line == 8 or source.end_line == 8 for source in sources)
    assert not any("HTML" in note for note in transcript.notes)
