"""The TOC protocol without a socket: frames however cut, what is told, what is written, hostile input."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.live.aim import protocol
from calledshot.live.aim.pace import Pace
from calledshot.live.aim.protocol import (
    COMMAND_LIMIT,
    Failed,
    Frame,
    Frames,
    Joined,
    Named,
    Other,
    Paused,
    Present,
    ProtocolError,
    SignedOn,
    Skipped,
    Spoke,
    Toc,
    Told,
    Warned,
    Wrote,
    account,
    html,
    normal,
    pieces,
    quoted,
    roast,
)
from calledshot.transcript.markup import plain

CAPTURE = Path(__file__).parent.parent.parent / "fixtures" / "live" / "aim_toc1_duel.jsonl"
"""What a real server and two clients said to each other; the one change is the authorizer's host name."""


def frame(sequence: int, text: str | bytes, kind: int = 2) -> bytes:
    data = text if isinstance(text, bytes) else text.encode()
    return b"*" + bytes([kind]) + struct.pack(">HH", sequence, len(data)) + data


def signed_on() -> Toc:
    toc = Toc("Called Shot", "secret", server="toc.example")
    toc.receive(frame(0, b"\0\0\0\1", 1) + frame(1, "SIGN_ON:TOC1.0") + frame(2, "CONFIG:"))
    toc.take()
    return toc


def told(*lines: str | bytes) -> list[Told]:
    toc = signed_on()
    return toc.receive(b"".join(frame(3 + at, line) for at, line in enumerate(lines)))


# -- frames ---------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(0, 255), st.integers(0, 65535), st.binary(max_size=300)), max_size=8),
    st.data(),
)
def test_frames_come_out_whole_however_the_stream_is_cut(
    wanted: list[tuple[int, int, bytes]], data: st.DataObject
) -> None:
    stream = b"".join(protocol.framed(*one) for one in wanted)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    frames, found, last = Frames(), [], 0
    for cut in [*cuts, len(stream)]:
        found += frames.feed(stream[last:cut])
        last = cut
    assert found == [Frame(*one) for one in wanted]


def test_a_frame_of_the_greatest_length_is_read() -> None:
    words = "x" * (65535 - len("CHAT_IN:0:Torv:F:"))
    (one,) = told(f"CHAT_IN:0:Torv:F:{words}")
    assert one == Spoke("0", "Torv", False, words)


def test_a_stream_out_of_step_is_refused() -> None:
    with pytest.raises(ProtocolError, match="0x48"):
        list(Frames().feed(frame(1, "NICK:x") + b"HTTP/1.1 400"))
    toc = signed_on()
    last = toc.receive(frame(3, "CHAT_IN:0:Torv:F:last") + frame(4, b"", 4) + frame(5, "CHAT_IN:0:Torv:F:x"))
    assert last == [Spoke("0", "Torv", False, "last")]  # what was told before it is not lost
    assert str(toc.broken) == "the server has signed us off"
    assert toc.receive(frame(6, "CHAT_IN:0:Torv:F:x")) == []


def test_a_number_left_out_is_told_once() -> None:
    toc = signed_on()
    lines = toc.receive(frame(5, "CHAT_IN:0:Torv:F:a") + frame(6, "CHAT_IN:0:Torv:F:b"))
    assert [type(one) for one in lines] == [Skipped, Spoke, Spoke]


def test_a_server_that_does_not_count_leaves_nothing_out() -> None:
    toc = Toc("Called Shot", "secret", server="toc.example")
    found = toc.receive(frame(0, b"\0\0\0\1", 1) + frame(0, "SIGN_ON:TOC1.0"))
    found += toc.receive(frame(0, "CHAT_LEFT:1") + frame(0, "CHAT_LEFT:2"))
    assert [type(one).__name__ for one in found] == ["SignedOn", "Left", "Left"]


def test_numbers_begin_anew_after_65535_and_keep_alives_are_not_held_to_theirs() -> None:
    toc = Toc("x", "y", server="toc.example")
    toc.receive(frame(65533, b"\0\0\0\1", 1))
    lines = toc.receive(
        frame(65534, "A:") + frame(65535, b"", 5) + frame(0, "B:") + frame(9, b"", 5) + frame(1, "C:")
    )
    assert lines == [Other("A"), Other("B"), Other("C")]
    assert [type(one) for one in toc.receive(frame(2, b"", 9))] == [Skipped]


# -- signing on -----------------------------------------------------------------------------------------


def conversation(number: int) -> tuple[bytes, bytes]:
    """All that the client and the server of one captured connection sent."""
    sides = {"C": b"", "S": b""}
    for line in CAPTURE.read_text("utf-8").splitlines():
        part = json.loads(line)
        if part["conn"] == number and part["dir"] in sides:
            data = base64.b64decode(part["b64"]) if "b64" in part else part["text"].encode()
            sides[part["dir"]] += data
    return sides["C"], sides["S"]


def test_what_we_write_is_byte_for_byte_what_the_captured_client_wrote() -> None:
    wrote, _ = conversation(2)
    signon = next(one for one in Frames().feed(wrote[10:]) if one.data.startswith(b"toc_signon"))
    password = bytes.fromhex(signon.data.split()[4].decode()[2:])
    key = b"Tic/Toc" * 4
    clear = bytes(one ^ other for one, other in zip(password, key, strict=False)).decode()
    toc = Toc("aliceaim", clear, server="toc.example", port=5190, agent="TIC:rpg 0.1")
    sent = toc.take()
    toc.receive(frame(0, b"\0\0\0\1", 1))
    sent += toc.take()
    toc.receive(frame(1, "SIGN_ON:TOC1.0"))
    sent += toc.take()
    assert wrote.startswith(sent)
    assert sent.endswith(b"toc_init_done\0")
    rest = Frames()
    wanted = [one.data for one in rest.feed(wrote[len(sent) :])]
    toc.join("Duel Room", 4)
    toc.say("0", "I swing my sword (+3) {heavy} at Bob")
    toc.say("0", "//roll")
    toc.write("Game Master", "SECRET: feint left")
    ours = [one.data for one in Frames().feed(toc.take())]
    assert ours[0] == wanted[0]
    assert ours[1:3] == wanted[1:3]
    assert ours[3] == wanted[-1]


def test_what_the_captured_server_told() -> None:
    _, came = conversation(1)
    toc = Toc("gamemaster", "x", server="toc.example")
    lines: list[Told] = []
    for at in range(len(came)):  # a byte at a time: the capture has frames cut everywhere
        lines += toc.receive(came[at : at + 1])
    host = [one for one in lines if isinstance(one, Spoke) and one.sender == "OnlineHost"]
    assert lines[:3] == [SignedOn(False), Other("CONFIG"), Named("GameMaster")]
    assert toc.screen_name == "GameMaster"
    assert Joined("0", "Duel Room") in lines
    assert Present("0", True, ("AliceAIM", "GameMaster")) in lines
    assert Spoke("0", "AliceAIM", False, "I swing my sword (+3) {heavy} at Bob") in lines
    assert [one.text for one in host] == [
        "AliceAIM rolled 2 6-sided dice: 2 1",
        "AliceAIM rolled 1 20-sided dice: 20",
        "AliceAIM rolled 3 6-sided dice: 6 6 1",
    ]
    assert Spoke("0", "AliceAIM", False, "OnlineHost: AliceAIM rolled 1 20-sided dice: 20") in lines
    assert Spoke("0", "AliceAIM", False, 'parry & riposte: "now"') in lines
    assert Wrote("AliceAIM", False, "SECRET: feint left") in lines
    assert lines[-1] == Present("0", False, ("AliceAIM",))
    assert not any(isinstance(one, Skipped) for one in lines)


def test_roasting() -> None:
    # "Tic/Toc" is 54 69 63 2f 54 6f 63; "a" (61) with T (54) is 35, "b" (62) with i (69) is 0b
    assert roast("ab") == "0x350b"
    assert roast("") == "0x"
    assert roast("aaaaaaaa")[2:4] == roast("aaaaaaaa")[-2:]  # the key begins anew after seven


# -- what is told ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("CHAT_IN:0:Torv 77:F:a: b::c", Spoke("0", "Torv 77", False, "a: b::c")),
        ("CHAT_IN:7:Torv:T:for you", Spoke("7", "Torv", True, "for you")),
        ("IM_IN:Torv:F:<b>cast</b> Pain &amp; run", Wrote("Torv", False, "cast Pain & run")),
        ("IM_IN:Torv:T:I am away", Wrote("Torv", True, "I am away")),
        ("CHAT_UPDATE_BUDDY:3:F:Torv:Mira Belle", Present("3", False, ("Torv", "Mira Belle"))),
        ("CHAT_UPDATE_BUDDY:3:T:", Present("3", True, ())),
        ("CHAT_JOIN:3:A: room", Joined("3", "A: room")),
        ("CHAT_LEFT:3", protocol.Left("3")),
        ("ERROR:901:torv", Failed(901, "torv")),
        ("ERROR:903", Failed(903, "")),
        ("ERROR:x:y", Failed(0, "y")),
        ("EVILED:30:Mallory", Warned("30", "Mallory")),
        ("PAUSE", Paused()),
        ("GOTO_URL:TIC:info?q=1", Other("GOTO_URL")),
        ("UPDATE_BUDDY:Torv:T:0:0:0: O", Other("UPDATE_BUDDY")),
        ("CHAT_INVITE:den:4:Mallory:come: now", protocol.Invited("den", "4", "Mallory")),
        ("CHAT_IN_ENC:0:Torv 77:F:A:en:a: b", Spoke("0", "Torv 77", False, "a: b")),
        ("IM_IN2:Torv:T:F:I am: away", Wrote("Torv", True, "I am: away")),
        ("IM_IN_ENC2:Torv:F:F:T: O,:F:L:en:cast: run", Wrote("Torv", False, "cast: run")),
        ("CHAT_IN:0", Spoke("0", "", False, "")),
        ("IM_IN", Wrote("", False, "")),
        ("", Other("")),
        (b"CHAT_IN:0:Torv:F:caf\xe9 \x96 caf\xc3\xa9\0", Spoke("0", "Torv", False, "café – café")),
        ("CHAT_IN:0:Torv:F:one<BR>two", Spoke("0", "Torv", False, "one two")),
    ],
)
def test_lines(line: str | bytes, wanted: Told) -> None:
    assert told(line) == [wanted]


def test_another_encoding() -> None:
    toc = Toc("x", "y", server="toc.example", encoding="cp1252")
    toc.receive(frame(0, b"\0\0\0\1", 1))
    assert toc.receive(frame(1, "CHAT_IN:0:Torv:F:é".encode())) == [Spoke("0", "Torv", False, "Ã©")]


def test_a_pause_ends_with_the_next_sign_on() -> None:
    toc = signed_on()
    assert toc.receive(frame(3, "PAUSE") + frame(4, "SIGN_ON:TOC1.0")) == [Paused(), SignedOn(True)]
    assert b"toc_init_done" in toc.take()


@given(st.lists(st.binary(max_size=120) | st.text(max_size=120).map(str.encode), max_size=6))
def test_nothing_that_a_server_sends_raises_but_a_stream_out_of_step(lines: list[bytes]) -> None:
    toc = signed_on()
    for at, line in enumerate(lines):
        toc.receive(frame(3 + at, line))
        toc.receive(frame(3 + at, b"CHAT_IN:" + line, 2))


def test_an_error_says_what_it_is_about_and_no_control_characters() -> None:
    assert str(Failed(901, "torv")).startswith("torv is not signed on")
    assert str(Failed(903, "")).startswith("a message was dropped")
    assert "\n" not in str(Failed(901, "a\nb")) and "\x1b" not in str(Failed(960, "\x1b[2J"))
    assert str(Failed(7777, "{}"))


# -- what we write --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "written"),
    [
        ("torv", "torv"),
        ("", '""'),
        ("Duel Room", '"Duel Room"'),
        ('a "b" \\ $c {d} [e] (f)', '"a \\"b\\" \\\\ \\$c \\{d\\} \\[e\\] \\(f\\)"'),
    ],
)
def test_quoting(argument: str, written: str) -> None:
    assert quoted(argument) == written


def test_screen_names() -> None:
    assert normal(" Torv  Ik 77") == "torvik77"
    assert account("Alice AIM") == "aim:aliceaim"
    # letters that fold to others in Unicode stay other letters: a Kelvin sign, a long s
    assert account("\u212aaelin") != account("Kaelin") and account("Gu\u017ft") != account("Gust")


@pytest.mark.parametrize(
    "text", ["a < b > c & d", "é–“x”", "5  blanks     here", "((ruling))", "&amp;", "<b>"]
)
def test_a_message_reads_back_as_it_was(text: str) -> None:
    assert html(text).isascii()
    assert plain(html(text)) == text


@given(st.text(max_size=400))
def test_no_text_breaks_out_of_its_frame(text: str) -> None:
    toc = signed_on()
    for part in pieces(text, toc.space("toc_send_im", "torv")):
        toc.write("Torv", part)
    for one in Frames().feed(toc.take()):
        assert one.data.startswith(b'toc_send_im torv "') and one.data.endswith(b'"\0')
        assert not {0, 10, 13} & set(one.data[:-1])


@given(
    st.text(alphabet='ab é–([{\\"$<&\n', max_size=6000),
    st.integers(40, 2048),
)
def test_long_texts_are_cut_at_words_to_what_fits(text: str, space: int) -> None:
    parts = pieces(text, space)
    assert "".join("".join(parts).split()) == "".join(text.split())
    for part in parts:
        assert part.strip()
        assert len(quoted("x" + html(part) + " ")) - 2 <= space


def test_words_stay_whole_and_a_word_too_long_is_cut() -> None:
    toc = signed_on()
    words = [f"word{number}" for number in range(900)]
    space = toc.space("toc_chat_send", "0")
    parts = pieces(" ".join(words), space)
    assert [word for part in parts for word in part.split(" ")] == words
    for part in parts:
        toc.say("0", part)
    assert all(len(one.data) + 6 <= COMMAND_LIMIT for one in Frames().feed(toc.take()))
    assert "".join(pieces("é" * 5000, space)) == "é" * 5000
    assert pieces("", space) == pieces(" \n ", space) == []


# -- pace -----------------------------------------------------------------------------------------------


def test_a_burst_and_then_the_rate() -> None:
    pace = Pace(3, 0.5)
    assert [pace.take(100.0) for _ in range(5)] == [0.0, 0.0, 0.0, 2.0, 4.0]
    assert pace.take(106.0) == 0.0  # six seconds are three tokens: two that were owed, and this one
    assert [Pace(3, 0.5).take(at) for at in (0.0, 1e9)] == [0.0, 0.0]


def test_a_complaint_halves_the_rate_until_it_is_forgiven() -> None:
    pace = Pace(2, 1.0)
    pace.slow(0.0)
    assert pace.rate == 0.5 and pace.take(0.0) == 2.0
    pace.slow(1.0)
    pace.slow(2.0)
    pace.slow(3.0)
    assert pace.rate == 0.1
    pace.take(400.0)
    assert pace.rate == 1.0
