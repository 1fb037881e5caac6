"""Fixtures and samples cut, spliced and spoilt: nothing but a CalledshotError may come out, and soon."""

from __future__ import annotations

import io
import random
import time
from pathlib import Path

import pytest

from calledshot.dice.dialects import faults, looks_like_result
from calledshot.errors import CalledshotError
from calledshot.transcript import Event, belong_together, merge, open_transcript
from calledshot.transcript.formats import all_formats

ROOT = Path(__file__).parents[2]
CORPUS = [
    path.read_bytes()
    for folder in ("fixtures/transcripts", "samples")
    for path in sorted((ROOT / folder).glob("*/*"))
    if path.suffix in (".txt", ".htm", ".script", ".ndjson") and ".expected" not in path.name
]
SPOILS = (
    b"\r",
    b"\n",
    b"\x00",
    b"\xff\xfe",
    b":",
    b"\t",
    b"<",
    b"\x1b[",
    b" rolled ",
    b"OnlineHost:\t",
    b"&#9;",
)
SECONDS = 2.0


def spoilt(rng: random.Random) -> bytes:
    """One of the corpus with a few bytes changed, cut, doubled, or brought in from another."""
    data = bytearray(rng.choice(CORPUS))
    for _ in range(rng.randint(0, 8)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.randint(1, 60))
        kind = rng.randrange(5)
        if kind == 0:
            del data[at:end]
        elif kind == 1:
            data[at:at] = data[at:end] * rng.randint(1, 4)
        elif kind == 2:
            other = rng.choice(CORPUS)
            start = rng.randrange(len(other))
            data[at:at] = other[start : start + rng.randint(1, 80)]
        elif kind == 3:
            data[at:end] = rng.randbytes(end - at)
        else:
            data[at:at] = rng.choice(SPOILS)
    return bytes(data)


def run(rng: random.Random) -> None:
    formats = [None, *(one.name for one in all_formats())]
    opened = [
        open_transcript(io.BytesIO(spoilt(rng)), format=rng.choice(formats), name=str(number))
        for number in range(rng.choice((1, 1, 1, 2, 3)))
    ]
    belong_together(opened)
    for item in merge(opened, pgm=rng.choice(((), ("Brannoch",), ("TalespinnerJo",)))):
        if isinstance(item, Event):
            looks_like_result(item.text)
            if item.roll is not None:
                faults(item.roll)


def survive(count: int, seed: int) -> None:
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        start = time.perf_counter()
        try:
            run(rng)
        except CalledshotError as error:
            assert "\n" not in str(error), (seed, number)
        assert time.perf_counter() - start < SECONDS, (seed, number)


def test_a_few_thousand() -> None:
    survive(2500, 1)


@pytest.mark.soak
def test_two_hundred_thousand() -> None:
    survive(200_000, 2)
