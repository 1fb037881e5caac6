"""Logs saved as rich text: whatever client wrote the log, its lines are read as if they stood alone."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.errors import TranscriptError
from calledshot.transcript import open_transcript
from calledshot.transcript.rich_text import RichText

LOG = "\n".join(
    [
        r"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fswiss Arial;}}{\*\generator Any;}\uc1\pard",
        r"(19:02:11) \'cf\'e5\'f2\'fc: \'ef\'f0\'e8\'e2\'e5\'f2\par",
        r"(19:02:15) Hazel: one\line (19:02:19) Hazel: two\\three\~\{four\}\par",
        "(19:02:20) Hazel: five\\",
        r"(19:02:21) Hazel: \uc2\u8212--six\par}",
    ]
)


def test_the_lines_are_any_clients() -> None:
    transcript = open_transcript(io.BytesIO(LOG.encode()), name="log.rtf")
    assert transcript.format == "pidgin-text"
    assert [
        (event.speaker, event.text, event.source and event.source.line) for event in transcript.events()
    ] == [
        ("Петь", "привет", 2),
        ("Hazel", "one", 3),
        ("Hazel", "two\\three\xa0{four}", 3),
        ("Hazel", "five", 4),
        ("Hazel", "—six", 5),
    ]
    assert any("rich text" in note for note in transcript.notes)


@pytest.mark.parametrize(("lines", "events"), [(2, 1), (3, 3), (4, 4), (5, 5)])
def test_a_file_cut_short_gives_what_stands_before(lines: int, events: int) -> None:
    cut = "\n".join(LOG.split("\n")[:lines]).removesuffix("}")
    found = list(open_transcript(io.BytesIO(cut.encode()), name="log.rtf").events())
    assert [event.speaker for event in found] == ["Петь", "Hazel", "Hazel", "Hazel", "Hazel"][:events]


def test_a_file_without_words_is_told() -> None:
    with pytest.raises(TranscriptError):
        open_transcript(io.BytesIO(LOG.split("\n")[0].encode()), name="log.rtf")


def test_words_that_all_stand_where_none_are_shown_are_told() -> None:
    log = "{\\rtf1{\\fonttbl{\\f0 Arial;}{\\b OnlineHost:}\\tab hail}\n"
    with pytest.raises(TranscriptError, match="shows no words"):
        list(open_transcript(io.BytesIO(log.encode()), format="aol", name="log.rtf"))


@given(st.lists(st.text(st.sampled_from("{}\\u'pard 1x-*\u0416"), max_size=40), max_size=8))
def test_no_marks_are_too_odd(lines: list[str]) -> None:
    RichText().lines(["{\\rtf1", *lines])


def test_many_groups_cost_no_more_than_their_length() -> None:
    assert RichText().lines(["{\\rtf1 " + "{" * 200_000 + "x" + "}" * 200_000 + "y"]) == ["xy"]
