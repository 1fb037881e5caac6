"""The small parts of the IRC feed: lines, names, pieces, pace."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.live.irc.bucket import Bucket
from calledshot.live.irc.casemapping import fold, fold_account
from calledshot.live.irc.isupport import Support
from calledshot.live.irc.lines import LineBuffer, build, is_target, joined, parse
from calledshot.live.irc.splitting import LINE_LIMIT, lines_of, longest_prefix, room_for, split

# -- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mapping", "name", "folded"),
    [
        ("ascii", "Torvik[77]~\\^", "torvik[77]~\\^"),
        ("rfc1459", "Torvik[77]~\\^", "torvik{77}^|^"),
        ("strict-rfc1459", "Torvik[77]~\\^", "torvik{77}~|^"),
        ("rfc1459", "ÄÖ`_-|", "ÄÖ`_-|"),
        ("rfc8265", "ÄÖ", "äö"),
    ],
)
def test_names_are_the_same_if_the_server_says_so(mapping: str, name: str, folded: str) -> None:
    assert fold(name, mapping) == folded


def test_without_a_word_of_the_servers_it_is_as_it_was_in_1993() -> None:
    assert Support().fold("[A]") == "{a}"
    assert fold_account("Br[A]n") == "br[a]n"


@given(st.text(max_size=30), st.sampled_from(["ascii", "rfc1459", "strict-rfc1459", "other"]))
def test_folding_twice_changes_nothing_more(name: str, mapping: str) -> None:
    assert fold(fold(name, mapping), mapping) == fold(name, mapping)


def support(*tokens: str) -> Support:
    made = Support()
    made.read(tokens)
    return made


def test_what_a_server_says_of_itself() -> None:
    server = support("PREFIX=(qaohv)~&@%+", "STATUSMSG=@+", "CHANTYPES=#", "BOT=B", "LINELEN=512", "WHOX")
    assert server.member("~&@Torvik|77!tor@h.example") == ("Torvik|77", "tor", "h.example")
    assert server.member("`^_") == ("`^_", None, None)
    assert server.room_of("#parlour") == ("#parlour", True)
    assert server.room_of("@#parlour") == ("#parlour", False)
    assert server.room_of("calledshot") is None
    assert server.room_of("+odd") is None
    assert server.bot_flag == "B"
    assert server.whox
    server.read(["-WHOX", "NETWORK=Test\\x20Net", "CHATHISTORY=9999999999999"])
    assert not server.whox
    assert server.history_limit == 50


def test_a_hostile_server_cannot_say_more_than_fits() -> None:
    assert support("LINELEN=99999999").line_limit == 8191
    assert support("LINELEN=4").line_limit == 512
    assert support("LINELEN=٣٣٣٣", "NICKLEN=").line_limit == 512


# -- lines ------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=40).map(lambda raw: raw.replace(b"\n", b"").rstrip(b"\r"))), st.data())
def test_lines_come_out_whole_however_the_bytes_come_in(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\r\n" for line in lines)
    buffer, found = LineBuffer(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += buffer.feed(stream[:size])
        stream = stream[size:]
    assert found == [line for line in lines if line]


def test_a_line_without_an_end_is_dropped_and_the_next_one_is_not() -> None:
    buffer = LineBuffer(limit=100)
    assert buffer.feed(b"x" * 60) == []
    assert buffer.feed(b"x" * 60) == []
    assert buffer.feed(b"x" * 1000) == []
    assert buffer.feed(b"x\r\nPING :a\r\nPI") == [b"PING :a"]
    assert buffer.feed(b"NG :b\n" + b"y" * 101 + b"\n\nPING :c\n") == [b"PING :b", b"PING :c"]
    assert buffer.dropped == 2


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    for line in LineBuffer().feed(raw + b"\n"):
        parse(line)


def test_a_bad_byte_costs_nothing_but_itself() -> None:
    line = parse(b":Torvik77!t@h PRIVMSG #parlour :caf\xe9 \xe2\x80\x94 ok")
    assert line is not None
    assert line.params == ["#parlour", "café — ok"]


@pytest.mark.parametrize("text", ["a\r\nQUIT", "a\nQUIT", "a\0b"])
def test_a_line_end_inside_a_line_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line end"):
        build("PRIVMSG", "#parlour", text)
    with pytest.raises(ValueError, match="line end"):
        build(text, "x")


@pytest.mark.parametrize("target", ["#a b", "", ":x"])
def test_one_parameter_does_not_become_two(target: str) -> None:
    with pytest.raises(ValueError, match="not one word"):
        build("PRIVMSG", target, "text")


@given(st.text(min_size=1, max_size=60))
def test_a_label_comes_back_as_it_went(label: str) -> None:
    try:
        raw = build("PRIVMSG", "#a", "b", tags={"label": label})
    except ValueError:
        return
    if any(char in label for char in "\r\n\0"):
        return
    line = parse(raw.rstrip(b"\r\n"))
    assert line is not None
    assert line.tags == {"label": label.encode("utf-8", "replace").decode()}


@pytest.mark.parametrize(
    ("name", "fine"),
    [
        ("Torvik77", True), ("[]\\`_^{|}", True), ("#parlour", True), ("Torvik77,Elsinore", False),
        ("two words", False), ("", False), (":x", False), ("$*.example", False), ("*", False),
        ("a\x01", False),
    ],
)  # fmt: skip
def test_who_can_be_spoken_to(name: str, fine: bool) -> None:
    assert is_target(name) is fine


def test_words_are_joined_as_far_as_they_fit() -> None:
    assert joined(["aa", "bb", "cc"], 5) == ["aa bb", "cc"]
    assert joined(["toolong", "b"], 3) == ["toolong", "b"]
    assert joined([], 3) == []


# -- pieces -----------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=300)


@settings(max_examples=300)
@given(WORDS, st.integers(32, 120))
def test_nothing_is_lost_but_the_space_at_a_break(text: str, room: int) -> None:
    pieces = split(text, room)
    assert all(0 < len(piece.encode()) <= room for piece in pieces)
    place = 0
    for piece in pieces:  # each is found where the one before it ended, or one space later
        if not text.startswith(piece, place):
            assert text[place] == " "
            place += 1
        assert text.startswith(piece, place)
        place += len(piece)
    assert text[place:].strip() == ""


@given(st.lists(st.text("abcäß€😀", min_size=1, max_size=7), min_size=1, max_size=80), st.integers(32, 90))
def test_words_that_fit_are_never_cut(words: list[str], room: int) -> None:
    assert " ".join(split(" ".join(words), room)) == " ".join(words)


@given(
    WORDS, st.text("abcdefgh[]|", min_size=1, max_size=30), st.sampled_from(["PRIVMSG", "NOTICE"]),
    st.sampled_from(["#parlour", "Torvik77"]),
)  # fmt: skip
def test_what_the_server_passes_on_is_never_longer_than_a_line(
    text: str, nick: str, how: str, to: str
) -> None:
    source = f"{nick}!~calledshot@a.host.example"
    room = room_for(how, to, len(source.encode()))
    for line in lines_of(text):
        for piece in split(line, room):
            assert len(f":{source} {how} {to} :{piece}\r\n".encode()) <= LINE_LIMIT


def test_a_piece_is_as_long_as_can_be() -> None:
    # ":a!b@c PRIVMSG #d :" are 19 bytes, CR LF are 2: 512 - 21 are left
    assert room_for("PRIVMSG", "#d", len("a!b@c")) == 491
    assert split("x" * 982, 491) == ["x" * 491, "x" * 491]
    assert split("é" * 491, 491) == ["é" * 245, "é" * 245, "é"]
    assert longest_prefix("calledshot") == 10 + 1 + 11 + 1 + 64


def test_letters_keep_what_combines_with_them() -> None:
    assert split("a" * 31 + "e\u0301" + "b" * 3, 33) == ["a" * 31, "e\u0301bbb"]
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert split("a" * 30 + family, 40) == ["a" * 30, family]


def test_text_becomes_harmless_lines() -> None:
    assert lines_of("one\r\n\r\ntwo\u2028three\x85four") == ["one", "two", "three", "four"]
    assert lines_of("\x01VERSION\x01\ta\x02b\x1b[2J") == ["\ufffdVERSION\ufffd a\ufffdb\ufffd[2J"]
    assert lines_of("\ud800 half") == ["\ufffd half"]
    assert lines_of(" \n\t\n") == []


# -- pace -------------------------------------------------------------------------------------------------


def test_a_burst_and_then_a_steady_pace() -> None:
    bucket = Bucket(burst=3, rate=2.0, bytes_burst=10_000, bytes_rate=10_000)
    for _ in range(3):
        assert bucket.wait(100.0, 50) == 0
        bucket.take(100.0, 50)
    assert bucket.wait(100.0, 50) == pytest.approx(0.5)
    assert bucket.wait(100.5, 50) == 0
    assert bucket.wait(100.0, 50) == 0  # a clock that goes back takes nothing away


def test_bytes_are_counted_beside_lines() -> None:
    bucket = Bucket(burst=100, rate=100.0, bytes_burst=1000, bytes_rate=100.0)
    bucket.take(0.0, 900)
    assert bucket.wait(0.0, 300) == pytest.approx(2.0)
    assert bucket.wait(0.0, 5000) == pytest.approx(9.0)  # more than ever fits: when it is full
    bucket.take(9.0, 5000)
    assert bucket.wait(9.0, 100) == pytest.approx(41.0)


@given(st.lists(st.integers(1, 600), min_size=1, max_size=60))
def test_no_window_holds_more_than_the_burst_and_its_share(sizes: list[int]) -> None:
    bucket = Bucket(burst=4, rate=1.0, bytes_burst=1200, bytes_rate=300.0)
    now, sent = 0.0, []
    for size in sizes:
        wait = bucket.wait(now, size)
        while wait > 0:
            now += wait
            wait = bucket.wait(now, size)
        bucket.take(now, size)
        sent.append((now, size))
    for start, (since, _) in enumerate(sent):
        for end in range(start, len(sent)):
            span = sent[end][0] - since
            inside = sent[start : end + 1]
            assert len(inside) <= 4 + span * 1.0 + 1e-6
            assert sum(size for _, size in inside) <= 1200 + 300.0 * span + 1e-3


def test_found_too_fast_it_goes_at_half_the_pace() -> None:
    bucket = Bucket(burst=4, rate=2.0, bytes_burst=1000, bytes_rate=500)
    bucket.slower()
    assert (bucket.burst, bucket.rate, bucket.bytes_rate) == (2, 1.0, 250)
