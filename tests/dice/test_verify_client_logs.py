"""Fair dice checked from the logs that chat clients write, where the box speaks in notices; and what a cut
reveal gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from calledshot.cli import main
from calledshot.dice.box import open_fair
from calledshot.dice.verify import Said, verify
from calledshot.transcript import open_transcript

BOX, ROOM = "calledshot", "#parlour"
Lines = list[tuple[str, str]]


def night(other: str = "[Mira]") -> Lines:
    box = open_fair(b"\x07" * 32, ROOM)
    lines = [(BOX, box.commitment)]
    for who, dice in (
        ("Torv", "1d100"),
        (other, "1d100+5 # to hit"),
        ("Torv", "4d6kh3"),
        (other, "1d8"),
    ):
        lines += [(who, f"!roll {dice}"), (BOX, box.throw(f"!roll {dice}", who).line)]
    return [*lines, ("Torv", "good fight"), (BOX, box.reveal)]


def irssi(time: str, who: str, text: str) -> str:
    return f"{time[:5]} -{who}:{ROOM}- {text}" if who == BOX else f"{time[:5]} < {who}> {text}"


def weechat(time: str, who: str, text: str) -> str:
    if who == BOX:
        return f"2026-03-01 {time}\t--\tNotice({who}) -> {ROOM}: {text}"
    return f"2026-03-01 {time}\t@{who}\t{text}"


def mirc(time: str, who: str, text: str) -> str:
    return f"[{time}] -{who}:{ROOM}- {text}" if who == BOX else f"[{time}] <@{who}> {text}"


def hexchat(time: str, who: str, text: str) -> str:
    return f"Mar 01 {time} -{who}/{ROOM}-\t{text}" if who == BOX else f"Mar 01 {time} <{who}>\t{text}"


def znc(time: str, who: str, text: str) -> str:
    return f"[{time}] -{who}- {text}" if who == BOX else f"[{time}] <{who}> {text}"


def element(time: str, who: str, text: str) -> str:
    return f"3/1/2026, {time} - {who}: {text}"


def element_elsewhere(time: str, who: str, text: str) -> str:
    return f"1.3.2026, {time} - {who}: {text}"


def element_exactly(time: str, who: str, text: str) -> str:
    return f"2026-03-01T{time}.000Z - {who}: {text}"


CLIENTS = [irssi, weechat, mirc, hexchat, znc, element, element_elsewhere, element_exactly]
Client = Callable[[str, str, str], str]


def log(path: Path, client: Client, lines: Lines) -> str:
    told = [client(f"20:{at:02}:00", who, text) for at, (who, text) in enumerate(lines)]
    (path / "room.log").write_text("\n".join(told) + "\n", encoding="utf-8")
    return str(path / "room.log")


@pytest.mark.parametrize("client", CLIENTS)
def test_an_honest_log_of_a_client(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", "verify", log(tmp_path, client, night())]) == 0
    assert "4 throws, all as the seed gives them" in capsys.readouterr().out


@pytest.mark.parametrize("client", CLIENTS)
def test_swapped_and_dropped_throws(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = night()
    first, second, third, _ = (at for at, (_, text) in enumerate(lines) if " rolled " in text)
    lines[first], lines[second] = lines[second], lines[first]
    del lines[third]
    assert main(["dice", "verify", log(tmp_path, client, lines)]) == 1
    out = capsys.readouterr().out
    assert "throw 1 stands after throw 2" in out and "throw 3 is not in this log" in out


@pytest.mark.parametrize("client", CLIENTS)
def test_who_says_what_how(client: Client, tmp_path: Path) -> None:
    matrix = client in (element, element_elsewhere, element_exactly)
    lines = night("Mira" if matrix else "[Mira]")
    events = list(open_transcript(log(tmp_path, client, lines)).events())
    assert [(one.speaker, one.text) for one in events if one.kind in ("say", "notice", "roll")] == lines
    assert {one.speaker for one in events if one.kind == "notice"} == (set() if matrix else {BOX})


@pytest.mark.parametrize("length", [30, 60, 100, 106])
def test_a_cut_reveal_is_named(length: int) -> None:
    lines = night()
    lines[-1] = (BOX, lines[-1][1][:length])
    found = verify(Said(text, at, who) for at, (who, text) in enumerate(lines, 1))
    assert [fault.kind for fair in found.fair for fault in fair.faults] == (["seed"] if length > 30 else [])
    assert found.fair[0].checked == 0
    lines[-1] = ("Torv", lines[-1][1])  # somebody else's words are nobody's fault
    found = verify(Said(text, at, who) for at, (who, text) in enumerate(lines, 1))
    assert found.wrong == 0


def test_a_list_with_dashes_is_no_notice(tmp_path: Path) -> None:
    text = "".join(f"<Torv> we need\n-rope- and\n- more\n<Mira> {n} torches\n" for n in range(6))
    (tmp_path / "room.log").write_text(text)
    said = [one.speaker for one in open_transcript(str(tmp_path / "room.log")).events()]
    assert "rope" not in said


@pytest.mark.parametrize("client", CLIENTS)
def test_a_log_of_the_box_s_lines_alone(client: Client, tmp_path: Path) -> None:
    lines = [one for one in night("Mira") if one[0] == BOX]
    found = open_transcript(log(tmp_path, client, lines))
    assert [(one.speaker, one.text) for one in found.events() if one.speaker] == lines
