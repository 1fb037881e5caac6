"""The stdio feed says what an audit of the same events says, and keeps private things private."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.auditing import audits, prepare
from calledshot.live.session import Line, Session
from calledshot.live.stdio import answers, encode, run
from calledshot.transcript import merge, open_transcript, to_json

SAMPLES = Path(__file__).parents[2] / "samples"
FIGHTS = {
    "spar": ("parlour.txt",),
    "brawl": ("taproom.txt",),
    "duel": ("room.txt", "YsoldeVey.htm", "Garrock9.htm"),
    "readme": ("yard.script",),
    "mill": ("yard.txt",),
    "bridge": ("bridge.script",),
    "ford": ("ford.txt",),
    "orchard": ("orchard.txt",),  # its dice are a bot's, whom only the campaign trusts
}


@cache
def events(name: str) -> tuple[bytes, ...]:
    """The events of a sample as `parse -o ndjson` writes them."""
    ready = prepare(SAMPLES / name / "campaign")
    parts = [open_transcript(SAMPLES / name / file) for file in FIGHTS[name]]
    return tuple(
        to_json(item) + b"\n" for item in merge(parts, pgm=ready.campaign.pgm) if hasattr(item, "kind")
    )


def session(name: str) -> Session:
    return Session(prepare(SAMPLES / name / "campaign").referee())


def said(lines: list[Line]) -> list[object]:
    return [line.ruling or line.finding for line in lines]


@pytest.mark.parametrize("name", FIGHTS)
def test_a_feed_gives_what_an_audit_of_the_event_file_gives(name: str, tmp_path: Path) -> None:
    file = tmp_path / "standard input"
    file.write_bytes(b"".join(events(name)))
    [audit] = audits([file], campaign=SAMPLES / name / "campaign", format="events")
    live = said(list(answers(events(name), session(name))))
    assert live == audit.flow
    assert len(live) > 5


@pytest.mark.parametrize("name", FIGHTS)
def test_a_feed_gives_the_rulings_of_an_audit_of_the_log(name: str) -> None:
    paths = [SAMPLES / name / file for file in FIGHTS[name]]
    [audit] = audits(paths, campaign=SAMPLES / name / "campaign", together=True)
    live = [line.ruling for line in answers(events(name), session(name)) if line.ruling is not None]
    assert live == audit.rulings


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_prefix_gives_a_prefix(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FIGHTS)))
    whole = events(name)
    length = data.draw(st.integers(1, len(whole)))
    lines = list(answers(whole[:length], session(name)))
    everything = list(answers(whole, session(name)))
    assert lines == everything[: len(lines)]
    seen = {line.ruling.seq for line in everything[len(lines) :] if line.ruling is not None}
    assert all(seq is None or seq >= length for seq in seen)


def test_nothing_private_reaches_the_room_before_it_is_called() -> None:
    secrets = {json.loads(raw)["seq"] for raw in events("duel") if json.loads(raw)["kind"] == "whisper"}
    assert secrets
    for line in answers(events("duel"), session("duel")):
        item = line.ruling or line.finding
        assert item is not None
        if item.seq in secrets:
            assert line.to is not None
        if line.ruling is not None and line.ruling.kind == "initiative":
            assert line.to is not None, "an order in the IM system is never posted"
        if line.to is None:
            assert not any(code in (line.say or "") for code in ("PAR-", "PGM-"))


@pytest.mark.parametrize("sheets", [True, False])
def test_a_move_that_is_never_called_stays_secret(sheets: bool) -> None:
    """PAR-INIT-8: a second move not won is dropped; the room has not heard of it and does not now."""
    live = session("duel") if sheets else Session(prepare().referee())
    dropped = [
        line
        for line in answers(events("duel"), live)
        if line.ruling is not None and line.ruling.kind == "move" and line.ruling.outcome == "dropped"
    ]
    assert dropped
    assert all(line.to is not None for line in dropped)


@pytest.mark.parametrize("kind", ["say", "emote"])
def test_what_is_said_to_one_person_is_private_whatever_the_feed_calls_it(kind: str) -> None:
    feed = [line.replace(b'"kind":"whisper"', b'"kind":"%s"' % kind.encode()) for line in events("duel")]
    assert list(answers(feed, session("duel"))) == list(answers(events("duel"), session("duel")))


def test_a_line_that_is_no_event_is_reported_to_the_pgm_and_the_feed_goes_on() -> None:
    feed = [*events("spar")[:1], b"{not json\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", *events("spar")[1:]]
    lines = list(answers(feed, session("spar")))
    bad = [line for line in lines if line.finding is not None and line.finding.code == "LOG-1"]
    assert len(bad) == 3
    assert all(line.to == "Brannoch" for line in bad)
    good = [line for line in lines if line not in bad]
    assert [line.ruling for line in good] == [
        line.ruling for line in answers(events("spar"), session("spar"))
    ]


def test_seq_and_source_may_be_left_out() -> None:
    def bare(raw: bytes) -> bytes:
        event = json.loads(raw)
        del event["seq"], event["source"]
        return json.dumps(event).encode() + b"\n"

    lines = list(answers([bare(raw) for raw in events("spar")], session("spar")))
    full = list(answers(events("spar"), session("spar")))
    assert [line.ruling for line in lines] == [line.ruling for line in full]


def test_each_answer_is_written_and_flushed_as_one_line_of_the_contract() -> None:
    class Pipe(io.BytesIO):
        flushed: list[int]

        def __init__(self) -> None:
            super().__init__()
            self.flushed = []

        def flush(self) -> None:
            self.flushed.append(len(self.getvalue()))

    out = Pipe()
    run(io.BytesIO(b"".join(events("spar"))), out, session("spar"))
    lines = out.getvalue().splitlines()
    assert len(out.flushed) >= len(lines)
    for raw in lines:
        table = json.loads(raw)
        assert list(table) == ["say", "to", "in_reply_to", "ruling", "finding"]
        assert (table["ruling"] is None) != (table["finding"] is None)
        assert table["say"] is None or (table["say"].strip() and "\n" not in table["say"])


def test_what_has_no_words_of_its_own_says_null() -> None:
    # The request for damage is in the same breath as the hit: one line to post, two rulings.
    lines = list(answers(events("spar"), session("spar")))
    silent = [line for line in lines if line.say is None]
    assert {"request"} <= {line.ruling.kind for line in silent if line.ruling is not None}
    assert all(json.loads(encode(line))["say"] is None for line in silent)
    assert not [line for line in lines if line.say is not None and not line.say.strip()]


def test_the_id_of_the_service_comes_back() -> None:
    feed = []
    for raw in events("spar"):
        event = json.loads(raw)
        feed.append(json.dumps({**event, "id": f"m{event['seq']}"}).encode() + b"\n")
    for line in answers(feed, session("spar")):
        assert line.in_reply_to is not None and line.in_reply_to.startswith("m")
    assert encode(Line(say="x")) == b'{"say":"x","to":null,"in_reply_to":null,"ruling":null,"finding":null}\n'
