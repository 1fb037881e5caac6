"""`--encoding`: bytes of which nothing tells in what they are, read as the caller says."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from calledshot.cli import main
from calledshot.errors import UsageError
from calledshot.finding import Finding
from calledshot.transcript import open_transcript
from calledshot.transcript.recoded import Recoded, encoding_called
from calledshot.transcript.record import record


def texts(data: bytes, encoding: str | None, **how: str) -> tuple[list[str], list[str]]:
    transcript = open_transcript(io.BytesIO(data), encoding=encoding, name="a.log", **how)
    said = [event.text for event in transcript.events()]
    return said, [note for note in transcript.notes if not note.startswith("ambiguous: ")]


def log(*words: str) -> str:
    return "".join(f"[20:{at:02}] <Pia> {one}\n" for at, one in enumerate(words))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("Big5", b"\xa7\xda\xa8\xd3", "\u6211\u4f86"),
        ("big5-hkscs", b"\xa7\xda", "\u6211"),
        ("Mac Roman", b"\x8ft\x8e \xd2oui\xd3", "\u00e8t\u00e9 \u201coui\u201d"),
        ("CP437", b"\x82t\x82 \xb3", "\u00e9t\u00e9 \u2502"),
        ("cp850", b"\xb5", "\u00c1"),
        ("KOI8-R", b"\xd1 \xc2\xd8\xc0", "\u044f \u0431\u044c\u044e"),
        ("Windows-1250", b"\x9dlut\xfd", "\u0165lut\u00fd"),
        ("Shift-JIS", b"\x83\x5c\x83\x8c", "\u30bd\u30ec"),
        ("latin-1", b"\x93oui\x94 \xe9", "\u201coui\u201d \u00e9"),
        ("ISO-2022-JP", b"\x1b$B$3$l\x1b(B", "\u3053\u308c"),
        ("hz", b"~{VPND~}", "\u4e2d\u6587"),
        ("UTF-7", b"+AOk-t+AOk-", "\u00e9t\u00e9"),
    ],
)
def test_bytes_are_read_as_the_caller_says(name: str, data: bytes, said: str) -> None:
    head, end = b"[20:15] <Pia> ", b"\n[20:16] <Rolf> so\n"
    assert texts(head + data + end, name) == ([said, "so"], [])


@pytest.mark.parametrize("name", ["UTF-16-LE", "UTF-32-BE", "cp037", "utf-16"])
def test_lines_may_end_in_other_bytes_than_those_of_ascii(name: str) -> None:
    data = log("ring", "strike").encode(name)
    assert texts(data, name)[0] == ["ring", "strike"]


def test_what_is_sure_goes_before_it() -> None:
    words = log("\u00e9t\u00e9", "na\u00efve")
    note = "read as {}, whatever --encoding says"
    assert texts(words.encode("utf-8-sig"), "KOI8-R") == (
        ["\u00e9t\u00e9", "na\u00efve"], [note.format("UTF-8, as its byte order mark says")]
    )  # fmt: skip
    assert texts(words.encode("utf-16"), "KOI8-R") == (
        ["\u00e9t\u00e9", "na\u00efve"], [note.format("UTF-16, as its bytes tell")]
    )  # fmt: skip
    assert texts(words.encode("utf-8-sig"), "UTF-8") == (["\u00e9t\u00e9", "na\u00efve"], [])
    events = '{"seq": 0, "kind": "say", "speaker": "Pia", "text": "\u00e9t\u00e9"}\n'
    assert texts(events.encode(), "CP437") == (["\u00e9t\u00e9"], [])


def test_it_goes_before_what_would_be_guessed_or_a_header_says() -> None:
    data = b"[20:15] <Pia> \xc3\xa9t\xc3\xa9\n"
    assert texts(data, None)[0] == ["\u00e9t\u00e9"]
    assert texts(data, "Mac Roman")[0] == ["\u221a\u00a9t\u221a\u00a9"]
    headed = b"Session Charset: windows-1251\n[20:15] <Pia> \x82t\x82\n"
    assert texts(headed, "CP437", format="mirc")[0][-1] == "\u00e9t\u00e9"


def test_a_line_in_utf_8_among_others_is_read() -> None:
    data = b"[20:15] <Pia> \xa7\xda\n[20:16] <Pia> \xe6\x88\x91\n[20:17] <Pia> \xff\xff!\n"
    said, notes = texts(data, "Big5")
    assert said == ["\u6211", "\u6211", "\ufffd\ufffd!"]
    assert notes == ["bytes that cannot be in the encoding named are shown as \ufffd, from line 3 on"]


def test_what_was_told_is_no_repair() -> None:
    transcript = open_transcript(io.BytesIO(b"[20:15] <Pia> \x82t\x82\n"), encoding="cp437", name="a.log")
    assert not [one for one in record(transcript) if isinstance(one, Finding)]


def test_lines_keep_their_numbers_whatever_their_ends() -> None:
    data = b"[20:15] <Pia> \x82\r\n\r\n[20:16] <Pia> \x82\r[20:17] <Pia> \x82"
    events = open_transcript(io.BytesIO(data), encoding="CP437", name="a.log").events()
    assert [event.source.line for event in events if event.source is not None] == [1, 3, 4]


def test_pieces_make_no_difference() -> None:
    """Three pieces, cut in the middle of a character, of a line, and of the end of a line."""
    line = b"[20:15] <Pia> \xa7\xda\xa8\xd3\r\n"
    data = line * 40_000
    whole = data.decode("big5").encode()

    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size, 70_001) if size and size > 0 else size)

    for first in (0, 15, len(line) - 1, len(line) * 3):
        stream = Slow(data)
        head = stream.read(first) if first else b""
        found = Recoded(stream, head, "big5hkscs")
        assert found.read(1000) == whole[:1000]
        assert found.read() == whole[1000:]
        assert (found.read(), found.damaged) == (b"", None)


def test_one_endless_line_ends() -> None:
    found = Recoded(io.BytesIO(b"\x82" * (5 << 20)), b"", "cp437")
    assert found.read() == "\u00e9".encode() * (5 << 20)


def test_what_was_packed(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(b"[20:15] <Pia> \x82t\x82\n"))
    assert [event.text for event in open_transcript(path, encoding="cp437").events()] == ["\u00e9t\u00e9"]


def test_a_web_page(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(
        b"<html><body><pre>[20:15] &lt;Pia&gt; \x82t\x82\n[20:16] &lt;Rolf&gt; so\n</pre></body></html>"
    )
    assert [event.text for event in open_transcript(path, encoding="cp437").events()] == [
        "\u00e9t\u00e9",
        "so",
    ]


@pytest.mark.parametrize(
    "name", ["", "Klingon", "rot13", "hex", "idna", "unicode_escape", "undefined", "a\0b"]
)
def test_what_is_no_encoding(name: str) -> None:
    with pytest.raises(UsageError, match=r"there is no such encoding; there are Big5, .* and many more"):
        encoding_called(name)


@pytest.mark.parametrize("command", [["parse"], ["audit"], ["moves"], ["dice", "check"]])
def test_the_option(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room.txt"
    path.write_bytes(
        b"Gwen:\tRound 1, IMs please\nOnlineHost:\t\x8eric rolled 1 100-sided dice:  34\n\x8eric:\tso\n"
    )
    code = main([*command, str(path), "--encoding", "mac-roman"])
    out, err = capsys.readouterr()
    assert code in (0, 1)
    assert "LOG-4" not in out + err
    if command != ["moves"]:
        assert "\u00e9ric" in out
    assert main([*command, str(path), "--encoding", "Klingon"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("calledshot: --encoding Klingon: there is no such encoding; there are Big5,")
