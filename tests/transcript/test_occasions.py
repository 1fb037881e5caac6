"""Several transcripts of which not all are of one fight: which of them are."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from calledshot.cli import main
from calledshot.transcript import open_transcript
from calledshot.transcript.occasions import occasions
from calledshot.transcript.reading import Transcript


def transcript(text: str, name: str, with_: str | None = None) -> Transcript:
    return open_transcript(io.BytesIO(text.encode()), name=name, with_=with_)


def sorted_by_fight(*logs: str, names: Sequence[str] = ()) -> list[str]:
    """The logs, called a, b, c …, each fight as a word."""
    opened = [transcript(log, chr(ord("a") + at)) for at, log in enumerate(logs)]
    return ["".join(one.file for one in fight) for fight in occasions(opened, names)]


def room(*people: str, rounds: int = 3, rolls: int = 50) -> str:
    """An AOL room of one fight, without times."""
    master, *players = people
    lines = [f"{master}:\tready when you are", *(f"{name}:\tready for {rolls}" for name in players)]
    for number in range(1, rounds + 1):
        lines.append(f"{master}:\tRound {number}, IMs please")
        lines += [f"OnlineHost:\t{name} rolled 1 100-sided die:  {rolls + number}" for name in players]
        lines.append(f"{master}:\tend of {number}, {rolls} to go")
    return "\n".join(lines) + "\n"


def night(*people: str, day: int = 5, hour: int = 20, ahead: int = 0, minutes: int = 30) -> str:
    """A WeeChat log, a message a minute."""
    lines = []
    for at in range(minutes):
        now = hour * 60 + at + ahead
        who = people[at % len(people)]
        lines.append(
            f"2011-03-{day:02} {now // 60:02}:{now % 60:02}:07\t{who}\twords {at} of {who} {day} {hour}\n"
        )
    return "".join(lines)


def window(one: str, other: str) -> str:
    return f"{one} (8:15:10 PM): Attack\n{other} (8:15:20 PM): ok\n"


GWEN, HAL = ("Gwen", "Pia", "Quill"), ("Hal", "Rolf", "Sib")


def test_two_logs_of_one_fight_and_one_of_another() -> None:
    assert sorted_by_fight(room(*GWEN), room(*GWEN), room(*HAL)) == ["ab", "c"]
    assert sorted_by_fight(room(*HAL), room(*GWEN), room(*GWEN)) == ["a", "bc"]
    assert sorted_by_fight(room(*GWEN), room(*HAL), room(*GWEN)) == ["ac", "b"]
    assert sorted_by_fight(room(*GWEN), room(*HAL)) == ["a", "b"]
    assert sorted_by_fight(room(*GWEN), room(*GWEN)) == ["ab"]


def test_two_fights_of_the_same_people_told_by_two_each() -> None:
    first, second = room(*GWEN), room(*GWEN, rolls=20)
    assert sorted_by_fight(first, second, first, second) == ["ac", "bd"]


def test_by_time() -> None:
    first, second = night(*GWEN), night(*GWEN, day=6)
    assert sorted_by_fight(first, night(*GWEN, ahead=10), second) == ["ab", "c"]
    assert sorted_by_fight(first, second, night(*HAL, day=6)) == ["a", "b", "c"]
    assert sorted_by_fight(first, night(*GWEN, hour=21, minutes=20), night(*GWEN, hour=23)) == ["ab", "c"]


def test_by_words_where_the_clocks_are_of_other_zones() -> None:
    assert sorted_by_fight(night(*GWEN), night(*GWEN, ahead=180), night(*HAL)) == ["ab", "c"]


def test_windows_go_to_the_room_whose_people_are_in_them() -> None:
    logs = room(*GWEN), room(*HAL), window("Pia", "Gwen"), window("Rolf", "Hal"), window("Zoe", "Gwen")
    assert sorted_by_fight(*logs) == ["ac", "bd", "e"]
    assert sorted_by_fight(*logs, names=["Zoe"]) == ["ace", "bd"]  # with Gwen, who is in one of them
    assert sorted_by_fight(*logs[:1], *logs[2:3], *logs[4:], names=["Zoe"]) == ["abc"]


def test_a_window_that_could_be_of_two_rooms_is_of_none() -> None:
    logs = room(*GWEN), room(*GWEN, rolls=20), window("Pia", "Gwen")
    assert sorted_by_fight(*logs) == ["a", "b", "c"]


def test_a_window_goes_by_its_time_where_the_room_has_times() -> None:
    timed = "[20:15:00] Gwen: IMs\n[20:15:30] Quill: hm\n[20:16:00] ! Pia rolled 1d6: 3\n"
    later = timed.replace("[20:", "[10:")
    assert sorted_by_fight(timed, later.replace("Gwen", "Hal"), window("Pia", "Gwen")) == ["ac", "b"]


def test_a_hundred_logs_take_a_moment() -> None:
    logs = [night(*GWEN, day=1 + at % 28, hour=at % 20) for at in range(60)]
    logs += [room(*GWEN, rolls=10 * at) for at in range(40)]
    opened = [transcript(log, str(at)) for at, log in enumerate(logs)]
    start = time.process_time()
    found = occasions(opened)
    assert time.process_time() - start < 5
    assert sum(map(len, found)) == 100
    assert len(found) == 100


@pytest.mark.parametrize(("how", "documents"), [((), 2), (("--together",), 1), (("--separate",), 3)])
def test_what_audit_makes_of_it(
    how: tuple[str, ...], documents: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, log in (("a", room(*GWEN)), ("b", room(*GWEN)), ("c", room(*HAL))):
        (tmp_path / f"{name}.txt").write_text(log)
    main(["audit", *(str(tmp_path / f"{name}.txt") for name in "abc"), *how])
    shown = capsys.readouterr().out
    assert shown.count("AOL chat text") == documents
