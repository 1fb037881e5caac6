"""Encodings told by what the bytes hold or by what the file says of itself, and lines that are in another."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import open_transcript
from calledshot.transcript.decode import Decoder
from calledshot.transcript.document import Document

RUSSIAN = "<Вася> привет всем, начинаем первый раунд\n<Пётр> хорошо, бросаю кости\n"
CHINESE = "<守卫> 大家好,我们现在开始第一轮战斗\n<龙> 好的,我要攻击守卫\n"
JAPANESE = "<まりあ> こんばんは、始めましょう\n<けん> はい、攻撃します\n"
KOREAN = "<문지기> 안녕하세요 여러분 시작합시다\n<용> 네 준비됐어요\n"
GREEK = "<Νίκη> καλησπέρα σε όλους, έτοιμη είμαι\n<Ζωή> επίθεση με σπαθί\n"
EUROS = "<Zoé> ça coûte 5 €\n<Zoé> œuf, déjà\n"
FRENCH = "<Zoé> déjà vu à l'été, ça va très bien\n<Ann> naïve façade\n<Ann> “so” – and…\n"


def decoded(data: bytes) -> tuple[str, list[tuple[int, str]]]:
    decoder = Decoder(io.BytesIO(data), "log")
    text = "".join(f"{line}\n" for block in decoder for line in block.lines)
    return text, [(repair.line, repair.encoding) for repair in decoder.repairs]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp1251"),
        (CHINESE, "gb18030"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (FRENCH, "cp1252"),
        (RUSSIAN, "iso8859_5"),
        (KOREAN, "cp949"),
        (GREEK, "cp1253"),
        (EUROS, "iso8859_15"),
        (EUROS, "cp1252"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_the_bytes_hold(text: str, encoding: str, end: str) -> None:
    found, repairs = decoded(("<Ann> plain\n" + text).replace("\n", end).encode(encoding))
    assert found == "<Ann> plain\n" + text
    assert repairs == [(2, encoding)]


@pytest.mark.parametrize("text", [RUSSIAN, CHINESE, JAPANESE, FRENCH])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_unicode_needs_no_repair(text: str, mark: str, encoding: str) -> None:
    text = "<Ann> plain talk that has nothing in it but letters\n" * 5 + text
    assert decoded((mark + text).encode(encoding)) == (text, [])


@pytest.mark.parametrize("text", [RUSSIAN, CHINESE, JAPANESE, KOREAN])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_in_another_script(text: str, encoding: str) -> None:
    assert decoded((text * 3).encode(encoding)) == (text * 3, [])


def test_what_the_file_says_of_itself() -> None:
    said = "Session Charset: Shift_JIS\n"
    assert decoded(said.encode() + "<a> ﾊﾛｰ\n".encode("cp932")) == (said + "<a> ﾊﾛｰ\n", [(2, "cp932")])
    said = "charset=koi8-r\n<Ann> да\n"
    assert decoded(said.encode("koi8_r")) == (said, [(2, "koi8_r")])


@pytest.mark.parametrize(
    ("named", "encoding", "words"),
    [
        ("iso-8859-15", "iso8859_15", "5 €"),
        ("ISO-8859-2", "iso8859_2", "żółć"),
        ("windows-1250", "cp1250", "gęś"),
        ("x-sjis", "cp932", "ｶﾞ"),
        ("Big5", "big5hkscs", "好"),
        ("EUC-KR", "cp949", "네"),
        ("cp866", "cp866", "да"),
        ("macintosh", "mac_roman", "déjà"),
    ],
)
def test_an_encoding_that_a_log_names(named: str, encoding: str, words: str) -> None:
    text = f"Session Charset: {named}\n<a> {words}\n"
    assert decoded(text.encode(encoding)) == (text, [(2, encoding)])


def test_one_bad_byte_in_a_page_costs_a_character() -> None:
    page = '<meta charset="shift_jis">' + "<p>こんばんは、始めましょう</p>\n" * 20
    document = Document(page.encode("cp932") + b"\xff</html>")
    assert document.text.startswith(page)
    assert document.repairs == [(1, "cp932")]


def test_a_page_that_names_none() -> None:
    page = f"<log>\n{RUSSIAN}</log>"
    assert Document(page.encode("koi8_r")).text == page


def test_logs_laid_end_to_end_each_with_its_mark() -> None:
    log = "<Ann> hi\n<Zoé> \ufeffwithin\n"
    assert decoded(log.encode("utf-8-sig") * 3) == (log * 3, [])
    latin = "<Zoé> hé\n"
    data = log.encode("utf-8-sig") * 2 + latin.encode("cp1252")
    assert decoded(data) == (log * 2 + latin, [(5, "cp1252")])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_nuls_that_a_crash_left(end: str) -> None:
    data = f"<Ann> hi{end}".encode() + b"\0" * 500 + f"{end}\0\0<Ann> back\0{end}<Ann> a\0b{end}".encode()
    assert decoded(data) == ("<Ann> hi\n\n<Ann> back\n<Ann> a\0b\n", [(2, "nul")])


def test_a_part_in_utf_16_behind_one_that_is_not() -> None:
    data = b"<Ann> hi, here is the whole of it\n" + "<Ben> and this was added\n".encode("utf-16-le")
    text, repairs = decoded(data)
    assert text.split("\n")[:2] == ["<Ann> hi, here is the whole of it", "<Ben> and this was added"]
    assert repairs == [(2, "nul")]


def test_what_somebody_says_of_encodings_changes_none() -> None:
    text = "<Ann> charset: koi8-r is old\n<Zoé> é\n"
    assert decoded(text.encode()) == (text, [])


def test_a_line_in_another_encoding_is_a_line() -> None:
    data = "<Zoé> déjà\n".encode("cp1252") + "<Zoé> déjà €\n".encode() + "<Zoé> çà\n".encode("cp1252")
    assert decoded(data) == ("<Zoé> déjà\n<Zoé> déjà €\n<Zoé> çà\n", [(1, "cp1252")])


def test_lines_of_two_clients() -> None:
    data = b"".join(line.encode("gb18030") + b"\n" + line.encode() + b"\n" for line in CHINESE.splitlines())
    first, second = CHINESE.splitlines()
    assert decoded(data) == (f"{first}\n{first}\n{second}\n{second}\n", [(1, "gb18030")])


def test_a_character_cut_by_the_service_costs_no_line() -> None:
    data = "<Ann> naïve façade, déjà vu à".encode()[:-1] + b"\n<Ann> next\n"
    text, repairs = decoded(data)
    assert text.splitlines()[0].startswith("<Ann> naïve façade, déjà vu ")
    assert repairs == [(1, "cp1252")]


@pytest.mark.parametrize("word", ["sion Start (ann:ben): x", "sion Close (ann): x"])
def test_a_mark_written_over_the_first_letters(word: str) -> None:
    assert decoded(b"\xef\xbb\xbf" + word.encode()) == ("Ses" + word + "\n", [(1, "")])


def test_a_web_page_in_the_encoding_it_names() -> None:
    page = '<html><meta charset="koi8-r"><body>Вася: привет</body></html>'
    document = Document(page.encode("koi8_r"))
    assert document.text == page
    assert document.repairs == [(1, "koi8_r")]


def test_a_transcript_of_such_bytes_names_its_speakers() -> None:
    log = "".join(f"[20:0{minute}] {line}\n" for minute, line in enumerate(CHINESE.splitlines() * 3))
    transcript = open_transcript(io.BytesIO(log.encode("gb18030")), name="log")
    assert {event.speaker for event in transcript.events()} == {"守卫", "龙"}
    assert transcript.repairs == [(1, "gb18030")]
