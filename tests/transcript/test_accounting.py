"""Nothing is dropped in silence: every input line is in one event or one LOG-1, whatever the lines are."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutating import TAGGED, marked_up
from writers import LINE, NAMES

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats import all_formats

FORMATS = [one.name for one in all_formats() if one.name != "journal"]  # whose rows are no lines
MARKUP = {one.name for one in all_formats() if marked_up(one.name)} | TAGGED
"""Formats in which a line may hold several messages, or nothing that is seen."""
SHAPES = st.sampled_from(
    [
        "{name}:\t{text}",
        "\t{name}:\t{text}",
        "{name}: {text}",
        "OnlineHost:\t{name} rolled 1 100-sided die:  5",
        "OnlineHost: {text}",
        "{text}",
        "   {text}",
        "{name} (7:30:15 PM): {text}",
        "<{name}> {text}",
        "! {text}",
        "* {name} {text}",
        "- {name} joined",
        "[20:15:01] {name}: {text}",
        "<B>{name}<!-- (7:30:15 PM)--></B>: {text}<BR>",
        '{{"kind":"say","text":"x"}}',
        "",
        "   ",
        "-----",
        ">",
        "> {name}: {text}",
        "*** {name} left",
        "{name} signed off at 7:30:15 PM.",
    ]
)
LINES = st.lists(
    st.builds(lambda shape, name, text: shape.format(name=name, text=text), SHAPES, NAMES, LINE), max_size=14
)


def tag_only(line: str) -> bool:
    """A line of an HTML log with nothing on it that a reader sees."""
    from calledshot.transcript.markup import plain

    return not plain(line)


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=20, deadline=None)
@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_is_accounted_for_once(format: str, lines: list[str], end: str) -> None:
    data = end.join(["", *lines]).encode()
    claimed: Counter[int] = Counter()
    try:
        for item in open_transcript(io.BytesIO(data), format=format, name="log"):
            source = item.source
            assert source is not None
            assert source.line is not None
            spanned = range(source.line, (source.end_line or source.line) + 1)
            if format in MARKUP:
                claimed.update(
                    {line: 1 for line in spanned if not claimed[line]}
                )  # a line may hold two messages
            else:
                claimed.update(spanned)
    except TranscriptError:
        pass  # mostly unread or empty: said aloud, at the end
    if not any(line.strip() for line in lines):
        return
    for number, line in enumerate(["", *lines], 1):
        blank = not line.strip() or (format in MARKUP and tag_only(line))
        comment = format == "script" and line.lstrip(" \t\xa0").startswith("#")
        if blank or comment:
            continue
        assert claimed[number] == 1, (number, line)


def test_the_blank_lines_of_quoted_mail_are_part_of_the_message_above() -> None:
    log = b">\n> Pia: hello\n>\n> Gwen: hi\n> Pia: bye\n> Gwen: bye\n>\n"
    items = list(open_transcript(io.BytesIO(log), format="generic", name="log"))
    found = [
        (item.text if isinstance(item, Event) else item.code, item.source.line, item.source.end_line)
        for item in items
        if item.source is not None
    ]
    assert found == [
        ("LOG-1", 1, 1), ("hello", 2, 3), ("hi", 4, 4), ("bye", 5, 5), ("bye", 6, 7),
    ]  # fmt: skip


@settings(max_examples=200)
@given(st.binary(max_size=300), st.sampled_from(FORMATS))
def test_no_bytes_break_a_reader(data: bytes, format: str) -> None:
    try:
        items = list(open_transcript(io.BytesIO(data), format=format, name="log"))
    except TranscriptError as error:
        assert "\n" not in str(error)
    else:
        assert items or format == "script" or format in MARKUP  # comments, or markup, may be all there is


@settings(max_examples=200)
@given(LINES)
def test_sniffing_gives_a_format_or_one_clear_line(lines: list[str]) -> None:
    try:
        transcript = open_transcript(io.BytesIO("\n".join(lines).encode()), name="log")
    except TranscriptError as error:
        assert str(error).startswith("log: ")
    else:
        assert transcript.format in FORMATS
