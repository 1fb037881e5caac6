"""Every fixture and every real sample is told right, whole and cut short to its first 5 and 20 lines, or the
doubt is said with the candidates' names; also as files change when they are passed on. What the samples are
stands in `sample_counts.toml`, written by hand."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from real_samples import SAMPLES, table

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats import Format, get, register, registry
from calledshot.transcript.formats.base import Head
from calledshot.transcript.lead import remarks
from calledshot.transcript.reading import Transcript
from calledshot.transcript.sniff import Choice

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
LOGS = sorted(path for path in ROOT.glob("*/*") if not path.name.endswith(".expected.ndjson"))
TEXTS = [log for log in LOGS if b"\x00" not in log.read_bytes()[:4096] and log.suffix != ".zip"]
MARK = b"\xef\xbb\xbf"
REMARK = b"log from last night:"


def cut(log: Path, lines: int) -> bytes:
    data = log.read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return b"\n".join(data.split(b"\n")[:lines])


def is_told(transcript: Transcript, format: str) -> bool:
    """Whether a transcript is read as this format, or names it where it says that it is in doubt."""
    doubt = [note for note in transcript.notes if note.startswith("ambiguous: ")]
    return transcript.format == format or any(f"--format {format})" in note for note in doubt)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_fixture_is_told(log: Path) -> None:
    assert open_transcript(log).format == log.parent.name


@pytest.mark.parametrize("lines", [5, 20])
@pytest.mark.parametrize("log", TEXTS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_fixture_cut_short_is_told_or_in_doubt(log: Path, lines: int) -> None:
    try:
        transcript = open_transcript(io.BytesIO(cut(log, lines)), name=log.name)
    except TranscriptError as error:
        assert f"--format {log.parent.name} " in str(error)
    else:
        assert is_told(transcript, log.parent.name), (transcript.format, transcript.notes)


def changed(log: Path) -> dict[str, bytes]:
    """A log as it comes out of another editor, another system or a message to a friend."""
    data = log.read_bytes()
    mark, rest = data[: 3 * data.startswith(MARK)], data.removeprefix(MARK)
    return {
        "with Windows line ends": re.sub(rb"\r\n|\r|\n", b"\r\n", data),
        "with a byte order mark": MARK + rest,
        "below a blank line": mark + b"\n" + rest,
        "below a remark": REMARK + b"\n" + rest,
        "below a remark and a blank line": REMARK + b"\n\n" + rest,
    }


@pytest.mark.parametrize("log", TEXTS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_fixture_that_was_passed_on_is_told(log: Path) -> None:
    for how, data in changed(log).items():
        transcript = open_transcript(io.BytesIO(data), name=log.name)
        assert is_told(transcript, log.parent.name), (how, transcript.format, transcript.notes)


def items(data: bytes, name: str) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for item in open_transcript(io.BytesIO(data), name=name):
        line = item.source.line if item.source is not None else None
        if isinstance(item, Event):
            found.append((item.kind, item.speaker, item.text, line))
        else:
            found.append((item.code, line))
    return found


@pytest.mark.parametrize("log", TEXTS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_remark_above_a_log_is_a_line_that_is_not_read_and_changes_nothing_else(log: Path) -> None:
    rest = log.read_bytes().removeprefix(MARK)
    below = items(REMARK + b"\n" + rest, log.name)
    assert below == [("LOG-1", 1), *items(b"\n" + rest, log.name)]


TABLE = table()


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real samples are not here")
@pytest.mark.parametrize("lines", [5, 20, 0])
@pytest.mark.parametrize("path", TABLE)
def test_a_real_sample_is_told(path: str, lines: int) -> None:
    sample = TABLE[path]
    whole = (SAMPLES / path).read_bytes()
    data = cut(SAMPLES / path, lines) if lines and not sample.members else whole
    try:
        transcript = open_transcript(io.BytesIO(data), name=Path(path).name)
    except TranscriptError as error:
        assert not sample.format or (sample.head and lines == 5), error
    else:
        assert is_told(transcript, sample.format), (transcript.format, transcript.notes)


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["log from last night:", "", "Ann: hi"], [1]),
        (["Can you check this?", "I say she missed.", "", "[20:15] Ann: hi"], [1, 2]),
        (["Log:", "Ann: hi"], [1]),
        (["One line.", "Two lines.", "Three lines.", "Four lines."], [1, 2, 3]),
        (["Ann: hi", "Ben: yo"], []),
        (["hi", "Ann: hi"], []),
        (["From 20:15 on", "Ann: hi"], []),
        (["<Ann> hi"], []),
        (["*** Ann joined"], []),
    ],
)
def test_what_may_be_a_remark(lines: list[str], count: list[int]) -> None:
    assert list(remarks(lines)) == count


def test_a_doubt_names_what_else_it_could_be() -> None:
    doubted = Choice(get("weechat"), (get("irssi"), get("mirc")))
    assert doubted.doubt == (
        "ambiguous: read as WeeChat; could also be irssi (--format irssi) or mIRC (--format mirc)"
    )
    assert Choice(get("weechat")).doubt is None


def test_the_doubt_is_a_note_unless_the_format_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(head: Head) -> float:
        return 1.0 if head.lines[0] == "Ann: hi" else 0.0

    monkeypatch.setattr(registry, "_added", {})
    for name in ("one", "two"):
        register(Format(name=name, title=name, evidence="description", sniff=nothing, read=get("aol").read))
    log = b"Ann: hi\nBen: yo\n"
    assert (
        "ambiguous: read as one; could also be two (--format two)" in open_transcript(io.BytesIO(log)).notes
    )
    told = open_transcript(io.BytesIO(log), format="two").notes
    assert not any(note.startswith("ambiguous") for note in told)
