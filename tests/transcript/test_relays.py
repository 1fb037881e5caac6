"""Relays: what one that the campaign names passes on is said by whom it names, and the relay stays told."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from calledshot.cli import main
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.event import from_json, to_json
from calledshot.transcript.merging import Merged, merge
from calledshot.transcript.relays import Relays


def heard(text: str, speaker: str = "Bridge", kind: str = "say", *names: str) -> Event:
    event = from_json(json.dumps({"kind": kind, "speaker": speaker, "text": text}))
    return Relays(names or ("bridge",)).heard(event)


@pytest.mark.parametrize(
    ("text", "name", "words", "kind"),
    [
        ("<Wick> *throw knife", "Wick", "*throw knife", "say"),
        ("<W\u200bick> hello", "Wick", "hello", "say"),
        ("<Lady Marrow> a > b <c>", "Lady Marrow", "a > b <c>", "say"),
        ("[disc] <Wick> hello", "Wick", "hello", "say"),
        ("**<Wick>** hello", "Wick", "hello", "say"),
        ("[Wick] hello: you", "Wick", "hello: you", "say"),
        ("Wick: hello: you", "Wick", "hello: you", "say"),
        ("**Wick**: hello", "Wick", "hello", "say"),
        ("* Wick waves", "Wick", "waves", "emote"),
        ("<Wick> one\ntwo", "Wick", "one\ntwo", "say"),
    ],
)
def test_what_is_passed_on(text: str, name: str, words: str, kind: str) -> None:
    event = heard(text)
    assert (event.speaker, event.text, event.kind, event.via) == (name, words, kind, "Bridge")
    assert from_json(to_json(event)) == event
    assert json.loads(to_json(event))["via"] == "Bridge"


@pytest.mark.parametrize(
    "text", ["Wick has joined", "<> hello", "<\u200b> hello", "", ": hello", "[] hi", "**"]
)
def test_the_relays_own_words(text: str) -> None:
    event = heard(text)
    assert (event.speaker, event.text, event.via) == ("Bridge", text, None)
    assert b"via" not in to_json(event)


def test_nobody_else_speaks_for_others() -> None:
    event = heard("<Wick> I yield", "Mallory")
    assert (event.speaker, event.text, event.via) == ("Mallory", "<Wick> I yield", None)
    assert heard("<Wick> I yield", "Bridge", "say", "other").speaker == "Bridge"
    assert heard("<Wick> I yield", "Bridge", "whisper").speaker == "Bridge"


LOG = "".join(
    f"20:0{at} <Bridge> <{who}> line {at}\n20:0{at} <Torv> hm {at}\n"
    for at, who in enumerate(("Wick", "Pell", "Wick", "Wick", "Pell"))
)


def merged(**options: tuple[str, ...]) -> Merged:
    return merge([open_transcript(io.BytesIO(LOG.encode()), name="log", format="irssi")], **options)  # type: ignore[arg-type]


def test_who_seems_to_be_one_is_told() -> None:
    unknown = merged()
    assert {item.speaker for item in unknown if isinstance(item, Event)} == {"Bridge", "Torv"}
    assert [note for note in unknown.notes if 'relays = ["Bridge"]' in note]
    known = merged(relays=("bridge",))
    assert {item.speaker for item in known if isinstance(item, Event)} == {"Wick", "Pell", "Torv"}
    assert not [note for note in known.notes if "relays" in note]


def test_a_campaign_names_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "campaign.toml").write_text('ruleset = "parthos"\nrelays = ["Bridge"]\n', "utf-8")
    log = tmp_path / "pit.log"
    log.write_text(LOG, "utf-8")
    assert main(["parse", str(log), "--campaign", str(tmp_path), "-o", "ndjson"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (first["speaker"], first["via"], first["text"]) == ("Wick", "Bridge", "line 0")
