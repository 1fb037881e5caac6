"""Every fixture and every real sample is told right, whole and cut short to its first 5 and 20 lines, or the
doubt is said with the candidates' names."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import open_transcript
from calledshot.transcript.formats import Format, get, register, registry
from calledshot.transcript.formats.base import Head
from calledshot.transcript.reading import Transcript
from calledshot.transcript.sniff import Choice

ROOT = Path(__file__).parents[2] / "fixtures" / "transcripts"
LOGS = sorted(path for path in ROOT.glob("*/*") if not path.name.endswith(".expected.ndjson"))
TEXTS = [log for log in LOGS if b"\x00" not in log.read_bytes()[:4096] and log.suffix != ".zip"]
SAMPLES = Path("/work/shared/formats/samples")
TOLD = 2
"""Messages that a cut must hold before its format can be told."""

KINDS = {
    "adium_html": "adium-html",
    "adium_xml": "adium-xml",
    "irc_colabti": "colabti",
    "irc_textual": "textual",
    "irc_xchat": "hexchat",
    "pidgin_html": "pidgin-html",
    "pidgin_txt": "pidgin-text",
    "roll20": "roll20-html",
    "signal_txt": "signal-text",
    "whatsapp_txt": "whatsapp",
}
"""Folders of samples that are of one format, and its name."""
OTHERS = {"xchatscrollback.log": "hexchat-scrollback", "2021-04-22.gist": "colabti"}
"""Samples that are of another format than their folder."""
SAME = {"trillian-text": "im-session"}
"""Formats whose sessions another, less special one reads in the same way, where their mark is cut off."""


def cut(log: Path, lines: int) -> bytes:
    data = log.read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return b"\n".join(data.split(b"\n")[:lines])


def is_told(transcript: Transcript, format: str) -> bool:
    """Whether a transcript is read as this format, or names it where it says that it is in doubt."""
    doubt = [note for note in transcript.notes if note.startswith("ambiguous: ")]
    return transcript.format in (format, SAME.get(format)) or any(
        f"--format {format})" in note for note in doubt
    )


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_fixture_is_told(log: Path) -> None:
    assert open_transcript(log).format == log.parent.name


@pytest.mark.parametrize("lines", [5, 20])
@pytest.mark.parametrize("log", TEXTS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_fixture_cut_short_is_told_or_in_doubt(log: Path, lines: int) -> None:
    beside = log.with_name(log.stem + ".expected.ndjson").read_text(encoding="utf-8").splitlines()
    held = sum(json.loads(row).get("line", lines + 1) <= lines for row in beside)
    try:
        transcript = open_transcript(io.BytesIO(cut(log, lines)), name=log.name)
    except TranscriptError as error:
        named = f"--format {log.parent.name} " in str(error)
        assert held < TOLD or named or log.suffix in (".html", ".htm", ".json", ".xml"), error
    else:
        assert held < TOLD or is_told(transcript, log.parent.name), (transcript.format, transcript.notes)


def samples() -> list[tuple[Path, str]]:
    found = sorted(path for path in SAMPLES.glob("*/*") if path.parent.name in KINDS)
    return [(path, OTHERS.get(path.name, KINDS[path.parent.name])) for path in found]


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real samples are not here")
@pytest.mark.parametrize("lines", [5, 20, 0])
@pytest.mark.parametrize(("sample", "format"), samples(), ids=lambda one: getattr(one, "name", str(one)))
def test_a_real_sample_is_told(sample: Path, format: str, lines: int) -> None:
    data = cut(sample, lines) if lines else sample.read_bytes()
    try:
        transcript = open_transcript(io.BytesIO(data), name=sample.name)
    except TranscriptError as error:
        assert lines == 5, error
    else:
        assert is_told(transcript, format) or lines == 5, (transcript.format, transcript.notes)


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
