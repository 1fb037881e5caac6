"""Pasted text of every kind: one small fight in many shapes, then pastes that are odd in ways of their own
(`pastes.toml`). Who said what is written by hand."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.reading import Transcript


class Said(NamedTuple):
    name: str
    time: str
    text: str


FIGHT = (
    Said("Marrowmint", "20:15:02", "Round 1. Init please"),
    Said("Quillan", "20:15:20", "advance, *attack with rapier"),
    Said("Sorrel", "20:16:00", "3 darts: all at Quillan"),
    Said("Marrowmint", "20:17:41", "hit: 12 points"),
    Said("Quillan", "20:18:00", "ow"),
)

SHAPES = [
    "{name}: {text}",
    "{name} : {text}",
    "{name}:  {text}",
    "{name} :: {text}",
    "{name}：{text}",
    "{name}:\u00a0{text}",
    "\u200b{name}: {text}",
    "{name}:{text}",
    "<{name}> {text}",
    "<@{name}> {text}",
    "< {name}> {text}",
    "[{name}] {text}",
    "[{name}]: {text}",
    "({name}) {text}",
    "{{{name}}} {text}",
    "«{name}» {text}",
    "{name}> {text}",
    "@{name}> {text}",
    "{name} - {text}",
    "{name} — {text}",
    "{name} | {text}",
    "{name:>12} | {text}",
    "{name:>12}: {text}",
    "{name:>12}  {text}",
    "{name}\t{text}",
    "- {name}: {text}",
    "• {name}: {text}",
    "* {name}: {text}",
    "– {name}: {text}",
    "- **{name}**: {text}",
    "**{name}:** {text}",
    "**{name}**: {text}",
    "**{name}** {text}",
    "__{name}__: {text}",
    "*{name}:* {text}",
    "_{name}_: {text}",
    "'''{name}:''' {text}<br />",
    "[b]{name}:[/b] {text}",
    "<b>{name}:</b> {text}<br>",
    ";{name}: {text}",
    ":rose: {name}: {text}",
    "> {name}: {text}",
    "> > {name}: {text}",
    "> <{name}> {text}",
    "{name} says: {text}",
    "{name} wrote: {text}",
    "&lt;{name}&gt; {text}",
]
TIMED = [
    "{time} {name}: {text}",
    "{time}: {name}: {text}",
    "{time} - {name}: {text}",
    "{time} | {name} | {text}",
    "{time}.250 {name}: {text}",
    "({time}) {name}: {text}",
    "[{time}] {name}: {text}",
    "[{time}]{name}: {text}",
    "<{time}> {name}: {text}",
    "[{time}] <{name}> {text}",
    "{time}\t{name}\t{text}",
    "{name}\t{time}\t{text}",
    "{name} ({time}): {text}",
    "{name} [{time}]: {text}",
    "{name} @ {time}: {text}",
    "{name}, {time}: {text}",
    "{name} - {time}: {text}",
    "{name} at {time}: {text}",
    "{name} [{time}] {text}",
    "{name} {time}: {text}",
    "{name}: {text}  {time}",
    "{name}: {text} [{time}]",
    "{name}: {text} ({time})",
    "{name}: {text}\t{time}",
    "| {time} | {name} | {text} |",
    '"{time}","{name}","{text}"',
    '"{time}";"{name}";"{text}"',
    "Sun {time} {name}: {text}",
    "Mar 14 {time} {name}: {text}",
]
DATED = [
    "2004-03-14 {time} {name}: {text}",
    "2004-03-14T{time}Z {name}: {text}",
    "[2004-03-14 {time}] {name}: {text}",
    "2004/03/14 {time} {name}: {text}",
    "03/14/2004 {time} {name}: {text}",
    "14.03.2004 {time} {name}: {text}",
    "14.03.2004, {time} - {name}: {text}",
    "March 14, 2004 {time} {name}: {text}",
    "Sunday, March 14, 2004 {time} - {name}: {text}",
    "[Sunday, March 14, 2004 {time}] {name}: {text}",
    "14 Mar 2004 {time} {name}: {text}",
    "{name} (2004-03-14 {time}): {text}",
    "{name} [14.03.2004 {time}]: {text}",
    "2004-03-14\t{time}\t{name}\t{text}",
    '2004-03-14 {time},{name},"{text}"',
]


def opened(text: str) -> Transcript:
    return open_transcript(io.BytesIO(text.encode()), name="paste.txt")


def events(text: str) -> list[Event]:
    items = list(opened(text))
    assert all(isinstance(item, Event) for item in items), items
    return [item for item in items if isinstance(item, Event)]


def told(items: list[Event]) -> list[tuple[str, str | None, str]]:
    return [(item.kind, item.speaker, item.text) for item in items]


def paste(shape: str) -> str:
    return "\n".join(shape.format(**said._asdict()) for said in FIGHT) + "\n"


@pytest.mark.parametrize("shape", SHAPES)
def test_a_fight_in_a_shape(shape: str) -> None:
    assert told(events(paste(shape))) == [("say", said.name, said.text) for said in FIGHT]


@pytest.mark.parametrize("shape", TIMED)
def test_a_fight_with_times(shape: str) -> None:
    found = events(paste(shape))
    assert told(found) == [("say", said.name, said.text) for said in FIGHT]
    assert [item.clock for item in found] == [said.time for said in FIGHT]


@pytest.mark.parametrize("shape", DATED)
def test_a_fight_with_dates(shape: str) -> None:
    found = events(paste(shape))
    assert told(found) == [("say", said.name, said.text) for said in FIGHT]
    assert [(item.at or "")[:19] for item in found] == [f"2004-03-14T{said.time}" for said in FIGHT]


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        ("8:15 PM", "20:15"), ("8:15pm", "20:15"), ("8:15p", "20:15"), ("8:15 p.m.", "20:15"),
        ("20h15", "20:15"), ("10:15a", "10:15"),
        ("8:15:30 PM", "20:15:30"), ("08:15", "08:15"), ("12:05am", "00:05"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "shape", ["{time} {name}: {text}", "[{time}] {name}: {text}", "{name} ({time}): {text}"]
)
def test_times_as_people_write_them(shape: str, written: str, clock: str) -> None:
    lines = [shape.format(name=said.name, time=written, text=said.text) for said in FIGHT]
    found = events("\n".join(lines))
    assert told(found) == [("say", said.name, said.text) for said in FIGHT]
    assert {item.clock for item in found} == {clock}


ODD = tomllib.loads(Path(__file__).with_name("pastes.toml").read_text(encoding="utf-8"))


def shown(item: Event) -> str:
    """An event as the table of odd pastes writes it."""
    if item.kind == "emote":
        return f"* {item.speaker} | {item.text}"
    return f"{item.speaker} > {item.text}" if item.kind == "whisper" else f"{item.speaker}: {item.text}"


@pytest.mark.parametrize("title", ODD)
def test_odd_pastes(title: str) -> None:
    assert [shown(item) for item in events(ODD[title]["paste"])] == ODD[title]["said"]


OTHERS = {"<b>{name}:</b> {text}<br>"}
"""Shapes that only a page has, in which a run of blanks is one."""
SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize("log", ["spar/parlour.txt", "duel/room.txt", "mill/yard.txt"])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in OTHERS])
def test_a_sample_fight_in_a_shape(shape: str, log: str) -> None:
    text = (SAMPLES / log).read_text(encoding="utf-8")
    said = [line.split(":", 1) for line in text.splitlines()[:60]]
    same = "\n".join(shape.format(name=name, text=words.strip()) for name, words in said)
    before = events("\n".join(f"{name}:\t{words.strip()}" for name, words in said))
    assert told(events(same)) == told(before)


REMARKS = (
    "Here's the fight, tell me who is right.\nI say Sorrel missed.\n",
    "From: a@b.example\nTo: c@d.example\nSubject: spar\nDate: Sun, 14 Mar 2004 20:15:02 +0000\n\n",
)


@pytest.mark.parametrize("remark", REMARKS, ids=("words", "mail"))
@pytest.mark.parametrize("shape", SHAPES + TIMED)
def test_a_remark_above_changes_nothing(shape: str, remark: str) -> None:
    items = list(opened(remark + paste(shape)))
    found = [item for item in items if isinstance(item, Event)]
    assert told(found) == [("say", said.name, said.text) for said in FIGHT]
    assert len(items) - len(found) == len(remark.split("\n")) - 1 - remark.count("\n\n")


def test_whom_private_words_are_for() -> None:
    found = events(ODD["private words"]["paste"])
    assert [item.to for item in found] == [None, "Marrowmint", "Marrowmint", None, None, None]


def test_days_and_times_that_head_what_follows() -> None:
    found = events(
        "March 14, 2004\n\n8:15 PM\nMarrowmint: Init\nQuillan: 44\n8:16 PM\nMarrowmint: hit\nQuillan: ow\n"
    )
    assert told(found) == [
        ("system", None, "March 14, 2004"), ("system", None, "8:15 PM"), ("say", "Marrowmint", "Init"),
        ("say", "Quillan", "44"), ("system", None, "8:16 PM"), ("say", "Marrowmint", "hit"),
        ("say", "Quillan", "ow"),
    ]  # fmt: skip
    assert found[4].at == "2004-03-14T20:16"


def noted(text: str) -> list[str]:
    transcript = opened(text)
    list(transcript)
    return transcript.notes


def test_what_is_doubtful_is_noted() -> None:
    log = (
        "Marrowmint: Init\nQuillan: 44\nand go\nMarrowmint: hit\nWarning: low battery\nQuillan: ow\n"
        "Marrowmint: so\n"
    )
    notes = noted(log)
    assert "begins with no name and is taken to go on with the message above it: line 3" in notes
    assert "stands before one line only and may be no name: “Warning” (line 5)" in notes


def test_a_word_in_small_letters_is_no_name_among_names_in_great_ones() -> None:
    log = "Marrowmint: Init\nQuillan: 44\nnote: that is with the dirk\nMarrowmint: hit\nQuillan: ow\n"
    assert told(events(log))[1] == ("say", "Quillan", "44 note: that is with the dirk")
    assert "begins with no name and is taken to go on with the message above it: line 3" in noted(log)


def test_names_with_colons_are_noted() -> None:
    notes = noted(ODD["names with colons"]["paste"])
    assert "names are taken to hold a colon: “GM: Marrow”, “Quillan: the Bold”" in notes


def test_prose_around_a_log_is_not_read() -> None:
    log = (
        "So this is how it went.\n\nMarrowmint: Init\nQuillan: 44\n\nHere the cat came in.\n\n"
        "Marrowmint: hit\nQuillan: ow\n"
    )
    found = [item.source.line if item.source else 0 for item in opened(log) if not isinstance(item, Event)]
    assert found == [1, 6]


def test_mail_above_and_below_a_log_is_not_read() -> None:
    log = (
        "From: marrow@post.example\nTo: parlour@lists.example\nDate: Sun, 14 Mar 2004 20:15:02 +0000\n"
        "Subject: [parlour] the spar\n\nHere is the log.\n\n<Marrowmint> Init\n<Quillan> 44\n"
        "<Marrowmint> hit\n<Quillan> ow\n\n-- \nMarrowmint, PGM\n"
    )
    items = list(opened(log))
    assert told([item for item in items if isinstance(item, Event)]) == [
        ("say", "Marrowmint", "Init"), ("say", "Quillan", "44"), ("say", "Marrowmint", "hit"),
        ("say", "Quillan", "ow"),
    ]  # fmt: skip
    assert len(items) == 4 + 5 + 2


@pytest.mark.parametrize(
    "text",
    [
        "name: calledshot\nversion: 1\njobs:\n  build:\n    runs: here\n    steps:\n      - uses: that\n",
        "Speed: 62\nCA: 38\nStamina: 28\nLevel: 3\nMysticism: 2\nPP: 9\nDirk: 6\n",
        "<!DOCTYPE html>\n<html>\n<head>\n<title>x</title>\n",
    ],
)
def test_what_is_no_talk_is_refused(text: str) -> None:
    with pytest.raises(TranscriptError):
        list(opened(text))
