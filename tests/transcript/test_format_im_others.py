"""Round trips of the logs of other messengers, and nothing they cannot bear: cut anywhere, of one line."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import write_amsn
import write_digsby_html
import write_icq_text
import write_im_pages
import write_im_session
import write_miranda_history
import write_miranda_text
import write_qip_text
from hypothesis import given, settings
from im_strategies import kept, read_back, said, seen
from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
OURS = (
    "adium-html", "adium-xml", "aim-xhtml", "amsn", "digsby-html", "empathy-xml", "ichat", "icq-text",
    "im-session", "kopete-xml", "meebo", "miranda-history", "miranda-text", "msn-text", "msn-xml",
    "pidgin-html", "pidgin-text", "qip-text", "trillian-text", "trillian-xml",
)  # fmt: skip
LOGS = sorted(
    path for name in OURS for path in (ROOT / name).glob("*") if not path.name.endswith(".expected.ndjson")
)


def bare(text: str) -> str:
    return text.strip(" \t\xa0")


def shown(text: str) -> str:
    return text.replace("\xa0", " ").strip(" \t\n")


def as_written(event: Event) -> Event:
    """With the time as it was written, whatever zone it was said to be in."""
    return replace(event, at=(event.at or "")[:19])


def no_number(events: list[Event]) -> bool:
    return not any((event.speaker or "").isdigit() for event in events)


CASES: dict[str, tuple[Callable[[Sequence[Event]], str], tuple[str, ...], Callable[[str], str]]] = {
    "icq-text": (write_icq_text.write, ("say",), bare),
    "qip-text": (write_qip_text.write, ("say",), bare),
    "miranda-history": (write_miranda_history.write, ("say",), bare),
    "miranda-text": (write_miranda_text.write, ("say",), bare),
    "amsn": (write_amsn.write, ("say",), bare),
    "im-session": (write_im_session.write, ("say", "away"), bare),
    "digsby-html": (write_digsby_html.write, ("say", "away"), seen),
    "msn-xml": (write_im_pages.msn, ("say",), shown),
    "empathy-xml": (write_im_pages.empathy, ("say", "emote", "away", "notice"), shown),
    "kopete-xml": (write_im_pages.kopete, ("say",), shown),
    "aim-xhtml": (write_im_pages.aim, ("say", "away"), seen),
    "meebo": (write_im_pages.meebo, ("say",), seen),
}


@pytest.mark.parametrize("name", CASES)
def test_round_trip(name: str) -> None:
    write, kinds, words = CASES[name]

    @settings(max_examples=60, deadline=None)
    @given(said(kinds).filter(no_number))
    def run(events: list[Event]) -> None:
        found = [as_written(event) for event in read_back(write(events), name)]
        assert kept(found) == kept(events, words)

    run()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_cut_anywhere_no_reader_breaks(log: Path) -> None:
    data = log.read_bytes()
    for size in range(1, len(data), max(1, len(data) // 60)):
        try:
            items = list(open_transcript(io.BytesIO(data[:size]), format=log.parent.name, name=log.name))
        except TranscriptError as error:
            assert "\n" not in str(error)
        else:
            lines = [item.source.line or 0 for item in items if item.source is not None]
            assert len(lines) == len(items)
            assert max(lines, default=0) <= max(data[:size].count(b"\n") + 1, len(items))


def test_meebo_is_told_in_utf_16() -> None:
    log = (ROOT / "meebo" / "one-string.txt").read_bytes().decode()
    found = list(open_transcript(io.BytesIO(b"\xff\xfe" + log.encode("utf-16-le")), name="log").events())
    plain = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [(event.speaker, event.text) for event in found] == [
        (event.speaker, event.text) for event in plain
    ]


def test_a_history_of_mirandas_is_told_by_its_head() -> None:
    log = "###\n### History Log\n### Ann - Ben\n###\n\n[03.07.2004 20:15:32] An"
    assert open_transcript(io.BytesIO(log.encode()), name="log").format == "miranda-history"
