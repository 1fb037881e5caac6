"""Spoils logs and reads them: the corpus of the fuzz runs, its mutations, and what must hold of any bytes.

Knows no single format: the corpus is every fixture, our samples and, where they lie beside the repository,
the collected real ones; the readers are the registry's.
"""

from __future__ import annotations

import io
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from calledshot.dice.dialects import faults, looks_like_result
from calledshot.errors import CalledshotError, TranscriptError
from calledshot.finding import Finding
from calledshot.transcript import Event, belong_together, from_json, merge, open_transcript, to_json
from calledshot.transcript.decode import Decoder
from calledshot.transcript.formats import all_formats, get
from calledshot.transcript.formats.irc_text import stripped
from calledshot.transcript.reading import Transcript
from calledshot.transcript.rich_text import RichText
from calledshot.transcript.web_page import WebPage

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "formats" / "samples"
CUT = 6000
"""Bytes of the longest log that is spoilt; of longer ones, a stretch."""
SECONDS = 3.0
"""The longest that such a log may take, on a busy machine."""
FOREVER = 30
"""Seconds after which a log that is still being read is taken never to end."""
SPOILS = (
    b"\r", b"\n", b"\r\n", b"\n\n", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe9", b":", b": ", b"\t", b"<",
    b">", b"]", b"[", b"(", b")", b"* ", b"*** ", b"-!- ", b"--- ", b"\x03", b"\x0304,12", b"\x02", b"\x1b[",
    b'"', b"\\", b"{", b"}", b",", b"&", b"&amp;", b"&#9;", b"&#x110000;", b"\\ud800", b"-->", b"<!--",
    b"]]>", b" rolled ", b"OnlineHost:\t", b"99:99", b"2004-02-30", b"\xe2\x80\xa8", b"\xe2\x80\xae",
    b"\xc2\xa0", b"\xf0\x9f\x90\x89", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"1e999", b"9" * 40,
)  # fmt: skip
REPEATED = re.compile("message repeated [0-9]+ time", re.IGNORECASE)
"""A line that tells how often more the one above was said is as many events."""
Found = dict[str, list[bytes]]


@cache
def corpus() -> Found:
    """The logs by format; under "" those of no known format's folder."""
    names = {one.name for one in all_formats()} - {"journal"}
    found: Found = {name: [] for name in names}
    for path in sorted((ROOT / "fixtures" / "transcripts").glob("*/*")):
        if not path.name.endswith(".expected.ndjson") and path.parent.name in names:
            found[path.parent.name].append(path.read_bytes())
    more = [path for path in sorted((ROOT / "samples").glob("*/*")) if path.suffix in (".txt", ".script")]
    if REAL.is_dir():
        more += [path for path in sorted(REAL.rglob("*")) if path.is_file() and path.name != "SOURCES.tsv"]
    found[""] = [path.read_bytes()[: 8 * CUT] for path in more if path.stat().st_size]
    return found


def stretch(rng: random.Random, data: bytes) -> bytes:
    """A part of a long log, its beginning kept (headers stand there)."""
    if len(data) <= CUT:
        return data
    at = rng.randrange(len(data) - CUT // 2)
    at = data.rfind(b"\n", 0, at) + 1
    head = data[: CUT // 2]
    return head[: head.rfind(b"\n") + 1] + data[at : at + CUT // 2] if b"\n" in head else data[:CUT]


def spoilt(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """A log with a few bytes or lines changed, cut, doubled, or brought in from another."""
    made = bytearray(stretch(rng, data))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 8))):
        at = rng.randrange(len(made) + 1)
        end = min(len(made), at + rng.randint(1, 60))
        kind = rng.randrange(8)
        if kind == 0:
            del made[at:end]
        elif kind == 1:
            made[at:at] = made[at:end] * rng.randint(1, 4)
        elif kind == 2:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            made[at:at] = other[start : start + rng.randint(1, 200)]
        elif kind == 3:
            made[at:end] = rng.randbytes(end - at)
        elif kind == 4:
            del made[at:]
        elif kind == 5:
            lines = bytes(made).splitlines(keepends=True)
            rng.shuffle(lines)
            made[:] = b"".join(lines)
        else:
            made[at:at] = rng.choice(SPOILS)
    if rng.random() < 0.02:
        made = bytearray(bytes(made).decode("utf-8", "replace").encode("utf-16"))
    return bytes(made)


def marked_up(name: str) -> bool:
    """Whether a line of the format may hold several messages, or nothing that is seen."""
    return get(name).whole is not None or name.endswith("-html")


TAGGED = frozenset({"fantasy-grounds", "forum-paste"})
"""Formats of lines some of which are nothing but tags."""
ROLLS = frozenset({"foundry-text"})
"""Formats of lines in which a message of several rolls is an event for each of them, on the same lines."""
_TAGS = re.compile(
    r"<[^<>]*>|\[/?(?:quote|b|i|u|color|size|code|list|spoiler|url|\*)\b[^\[\]]*\]|\[\*\]|&#?\w+;",
    re.I,
)


def account(transcript: Transcript, data: bytes) -> int:
    """Read it to its end; every line that is not blank must be in one event or one LOG-1. The number of
    items. What is mostly unread is a TranscriptError in the end, and still each line is told."""
    blocks = Decoder(io.BytesIO(data), "log") if not marked_up(transcript.format) else ()
    lines = {number: line for block in blocks for number, line in enumerate(block.lines, block.start)}
    claimed: Counter[int] = Counter()
    items = 0
    refused = False
    told: dict[int, list[Event | Finding]] = {}
    last: object = None
    before: Event | None = None
    try:
        for item in transcript:
            source = item.source
            assert source is not None
            assert source.line is not None
            items += 1
            if isinstance(item, Event):
                written = to_json(item)
                assert from_json(written) == item, item
            else:
                assert item.code == "LOG-1", item
            now = item if isinstance(item, Event) else None
            if transcript.format in ROLLS and now and before and further(before, now):
                continue
            before = now
            told.setdefault(source.line, []).append(item)
            said = (item.kind, item.speaker, item.text) if isinstance(item, Event) else item
            if said != last or not REPEATED.search(stripped(lines.get(source.line, ""))):
                claimed.update(range(source.line, (source.end_line or source.line) + 1))
            else:
                claimed[source.line] = 1
            last = said
    except TranscriptError:
        refused = True
    formats = {transcript.format, *(one.name for one in all_formats() if _turned(transcript, one.title))}
    if transcript.format == "events":
        return items  # their sources are those of another file
    if any(map(marked_up, formats)) or isinstance(transcript._wrapped, RichText | WebPage):
        assert items or refused or not re.search(rb"[A-Za-z]{12}", re.sub(rb"<[^>]*>?|&\w+;", b"", data))
        return items
    apart = transcript._wrapped is not None  # lines that a paste had numbered or run together
    for number, line in lines.items():
        if apart and (claimed[number] or line.strip().strip("#.").isdigit()):
            continue
        comment = "script" in formats and line.lstrip(" \t\xa0").startswith("#")
        bare = formats & TAGGED and not claimed[number] and not _TAGS.sub("", line).strip()
        if line.strip() and not comment and not bare:
            once = claimed[number] == 1 or (formats & TAGGED and claimed[number])  # within one that goes on
            begun = told.get(number, ())
            assert once or (claimed[number] == len(begun) and together(begun)), (
                transcript.format,
                number,
                claimed[number],
                line,
            )
    return items


def further(before: Event, now: Event) -> bool:
    """Whether an event is one more roll of the message that the one before it begins."""
    same = (now.source, now.speaker, now.at, now.clock) == (
        before.source, before.speaker, before.at, before.clock
    )  # fmt: skip
    return same and before.roll is not None and now.roll is not None and now.text in before.text


def together(told: Sequence[Event | Finding]) -> bool:
    """Whether these tell one line of several: who come or go (thrown out, or taken by a split of the net), or
    who roll against each other."""
    events = [item for item in told if isinstance(item, Event)]
    speakers = {event.speaker for event in events}
    return (
        len(events) == len(told) == len(speakers) > 1
        and None not in speakers
        and len({(event.kind, event.source, event.at, event.clock) for event in events}) == 1
        and events[0].kind in ("join", "leave", "roll")
    )


def _turned(transcript: Transcript, title: str) -> bool:
    return any(turn.title == title for turn in transcript.turns)


def one(rng: random.Random) -> None:
    """Spoil a log and read it: with its own reader mostly, else with another, or as what it looks like."""
    logs = corpus()
    names = sorted(logs)
    name = rng.choice(names)
    while not logs[name]:
        name = rng.choice(names)
    data = spoilt(rng, rng.choice(logs[name]), logs[rng.choice([key for key in names if logs[key]])])
    way = rng.random()
    format = (
        (name or None) if way < 0.7 else rng.choice([key for key in names if key]) if way < 0.92 else None
    )
    account(open_transcript(io.BytesIO(data), format=format, name="log"), data)


def several(rng: random.Random) -> None:
    """Spoil some logs and merge them as the commands do."""
    logs = corpus()
    names = sorted(name for name in logs if logs[name])
    picked = [rng.choice(names) for _ in range(rng.choice((1, 2, 3)))]
    opened = [
        open_transcript(
            io.BytesIO(spoilt(rng, rng.choice(logs[name]), logs[rng.choice(names)])),
            format=name or None, name=str(number),
        )
        for number, name in enumerate(picked)
    ]  # fmt: skip
    belong_together(opened)
    for item in merge(opened, pgm=rng.choice(((), ("Brannoch",), ("TalespinnerJo",)))):
        if isinstance(item, Event):
            looks_like_result(item.text)
            if item.roll is not None:
                faults(item.roll)


def _never_ends(*_: object) -> None:
    raise TimeoutError(f"still reading after {FOREVER} s")


def survive(seed: int, numbers: range) -> list[str]:
    """Read the spoilt logs of these numbers; what was wrong, a line each, with what makes it again."""
    wrong: list[str] = []
    watch = getattr(signal, "alarm", None)  # Windows has none
    if watch is not None:
        signal.signal(signal.SIGALRM, _never_ends)
    for number in numbers:
        if watch is not None:
            watch(FOREVER)
        rng = random.Random(f"{seed}-{number}")
        start = time.process_time()
        try:
            (several if rng.random() < 0.1 else one)(rng)
        except CalledshotError as error:
            if "\n" in str(error):
                wrong.append(f"{seed}-{number}: several lines: {error!r}")
        except Exception as error:
            at = error.__traceback__
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            place = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at is not None else ""
            wrong.append(f"{seed}-{number}: {place}: {error!r:.400}")
        spent = time.process_time() - start
        if spent > SECONDS:
            wrong.append(f"{seed}-{number}: took {spent:.1f} s")
    if watch is not None:
        watch(0)
    return wrong
