"""iChat's archives: a round trip, damage, and what is refused with advice."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from im_strategies import kept, said
from msgspec.structs import replace
from write_ichat import kinds, write

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript


@given(said(["say"]))
def test_round_trip(events: list[Event]) -> None:
    assert {event.kind for event in events} <= kinds
    transcript = open_transcript(io.BytesIO(write(events)), name="log.ichat")
    assert transcript.format == "ichat"
    found = [replace(event, at=(event.at or "")[:19]) for event in transcript.events()]
    assert kept(found) == kept(
        events, lambda text: text.replace("\u2028", "\n").replace("\ufffc", "").strip()
    )


def test_an_archive_cut_anywhere_is_refused_with_advice() -> None:
    data = write([Event(kind="say", speaker="Wick", text="hi", at="2004-07-03T20:15:00")])
    for size in range(len(data) - 1, 600, -7):
        with pytest.raises(TranscriptError, match="copy it and save it as text"):
            list(open_transcript(io.BytesIO(data[:size]), name="log.ichat"))


def test_the_archives_of_ichat_1_and_2_are_refused_with_advice() -> None:
    with pytest.raises(TranscriptError, match="only iChat opens; open it in iChat"):
        list(open_transcript(io.BytesIO(b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@"), name="log.chat"))


def test_a_property_list_of_something_else_is_no_chat() -> None:
    import plistlib

    data = plistlib.dumps({"$objects": ["$null", {"NS.objects": []}]}, fmt=plistlib.FMT_BINARY)
    with pytest.raises(TranscriptError, match="without messages"):
        list(open_transcript(io.BytesIO(data), name="log.ichat"))
    with pytest.raises(TranscriptError, match="binary property list"):
        open_transcript(io.BytesIO(data), name="log.plist")


def test_a_change_of_status_is_the_clients_own_line() -> None:
    import plistlib

    data = plistlib.loads(
        write(
            [
                Event(kind="say", speaker="Wick", text="hi", at="2004-07-03T20:15:00"),
                Event(kind="say", speaker="Wick", text="", at="2004-07-03T20:16:00"),
            ]
        )
    )
    objects = data["$objects"]
    objects.append({"$classname": "StatusChangeMessage", "$classes": ["StatusChangeMessage", "NSObject"]})
    last = objects[objects[1]["NS.objects"][-1].data]
    last["$class"] = plistlib.UID(len(objects) - 1)
    last["StatusText"] = "Wick went away"
    archive = plistlib.dumps(data, fmt=plistlib.FMT_BINARY)
    said, away = open_transcript(io.BytesIO(archive), name="log.ichat").events()
    assert (said.kind, said.speaker, said.text) == ("say", "Wick", "hi")
    assert (away.kind, away.speaker, away.text, away.trust) == ("away", "Wick", "Wick went away", "server")
