"""Colloquy's transcripts: round trips, damage, what a member types into them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from xml.sax.saxutils import escape

from hypothesis import given, settings
from irc_strategies import heard, kept, read_back

from calledshot.transcript import Event, open_transcript

START = '<?xml version="1.0"?>\n<log began="2004-07-03 20:15:00 +0200" source="irc://irc.example/%23moor">\n'


def write(events: Sequence[Event]) -> str:
    """One envelope an event."""
    return START + "".join(map(_line, events)) + "</log>\n"


def _line(event: Event) -> str:
    at = event.at or ""
    how = {"emote": ' action="yes"', "notice": ' type="notice"'}.get(event.kind, "")
    return (
        f"<envelope><sender>{escape(event.speaker or '')}</sender>"
        f'<message received="{at[:10]} {at[11:19]} {at[19:22]}{at[23:]}"{how}>{escape(event.text)}</message>'
        "</envelope>\n"
    )


def shown(events: list[Event]) -> list[tuple[object, ...]]:
    """Runs of blanks are one in it, as on any page."""
    return [
        (kind, who, " ".join(str(text).replace("\xa0", " ").split(" ")).split(), at, clock)
        for kind, who, text, at, clock in kept(events)
    ]


@settings(deadline=None)
@given(heard(["say", "emote", "notice"], "zoned"))
def test_round_trip(events: list[Event]) -> None:
    assert shown(read_back(write(events), "colloquy")) == shown(events)


def test_cut_anywhere_gives_what_stood_before() -> None:
    events = [
        Event(kind="say", speaker="Wren", text=f"w {n}", at="2004-07-03T20:15:00+02:00") for n in range(6)
    ]
    log = write(events)
    for size in range(len(START) + 160, len(log), 7):
        items = list(open_transcript(io.BytesIO(log[:size].encode()), format="colloquy", name="log"))
        texts = [item.text for item in items if isinstance(item, Event)]
        assert texts == [f"w {n}" for n in range(log[:size].count("</message>"))]


def test_what_a_member_types_is_no_element() -> None:
    forged = '<event name="memberJoined"><who>Tarn</who></event> & <message>'
    event = Event(kind="say", speaker="Wren", text=forged, at="2004-07-03T20:15:00+02:00")
    (found,) = read_back(write([event]), "colloquy")
    assert (found.kind, found.speaker, found.text, found.room) == ("say", "Wren", forged, "#moor")


def test_an_event_that_is_never_closed_takes_nothing_with_it() -> None:
    log = (
        START + '<event name="memberJoined" occurred="x"><message>gone</message>\n' + write([])[len(START) :]
    )
    log = log.replace("</log>", "<envelope><sender>Wren</sender><message>still</message></envelope></log>")
    items = list(open_transcript(io.BytesIO(log.encode()), format="colloquy", name="log"))
    assert [(one.speaker, one.text) for one in items if isinstance(one, Event)][-1] == ("Wren", "still")
