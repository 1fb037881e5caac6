"""A PGM's chat client at the other end of the pipe, `calledshot live stdio --mode`: what it says is for him
to send or to see; he is known by the pipe, whatever his nick; a client that dies and tells everything again
changes nothing."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from calledshot.auditing import prepare
from calledshot.errors import UsageError
from calledshot.live.client import ME, configured, incoming, run
from calledshot.live.running import Wanted
from calledshot.transcript.event import from_json

SPAR = Path(__file__).parents[2] / "samples" / "spar" / "campaign"
ROOM = "#duel"
KEYS = {"say", "to", "in_reply_to", "ruling", "finding"}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """The sample's campaign, with a dice bot that it trusts."""
    folder = tmp_path / "campaign"
    shutil.copytree(SPAR, folder)
    with (folder / "campaign.toml").open("a") as file:
        file.write('\n[dice]\nbots = ["DiceBot"]\n')
    return folder


class Clock:
    """Ten seconds pass with every line, so that every draft is old enough to be agreed to."""

    def __init__(self) -> None:
        self.lines = 0

    def line(self, **table: Any) -> dict[str, Any]:
        self.lines += 1
        at = f"2026-01-01T20:{self.lines // 6:02}:{self.lines % 6 * 10:02}Z"
        return {"at": at, "id": f"m{self.lines}", "room": ROOM, **table}

    def say(self, speaker: str, text: str, **more: Any) -> dict[str, Any]:
        return self.line(kind="say", speaker=speaker, text=text, **more)

    def command(self, text: str, speaker: str = "Bran") -> dict[str, Any]:
        return self.line(kind="command", speaker=speaker, text=text)

    def rolled(self, who: str, face: int) -> dict[str, Any]:
        return self.say("DiceBot", f"{who} rolled 1 100-sided die: {face}")

    def fight(self) -> list[dict[str, Any]]:
        """Up to the order: 62 and 71 are 133, 55 and 48 are 103 (PAR-INIT-1)."""
        return [
            self.line(kind="system", what="members", members=["Bran", "LadyElsinore", "Torvik77"]),
            self.command("begin"),
            self.command("ok"),
            self.say("LadyElsinore", "Cast Pain (Mysticism Level 1) on Torvik, *throw dirk"),
            self.say("Torvik77", "advance, *attack with longsword"),
            self.rolled("LadyElsinore", 71),
            self.rolled("Torvik77", 48),
        ]


def feed(
    campaign: Path, *tables: dict[str, Any] | bytes, mode: str = "suggest", journal: str = "sqlite://"
) -> list[dict[str, Any]]:
    """What comes out for these lines in."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in tables]
    out = io.BytesIO()
    wanted = Wanted(campaign=campaign, mode=mode, journal=journal, log_level="error")
    assert run(wanted, io.BytesIO(b"".join(lines)), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def to_room(lines: list[dict[str, Any]]) -> list[str]:
    return [line["say"] for line in lines if "say" in line and line["to"] is None]


def test_what_the_pipe_vouches_for() -> None:
    def heard(**table: Any) -> Any:
        line = json.dumps({"speaker": "Bran", "text": "x", **table})
        return incoming(from_json(line), line, "calledshot")

    command = heard(kind="command", account="irc:someone", host="u@h")
    assert (command.event.kind, command.event.to, command.account, command.host) == (
        "whisper",
        "calledshot",
        ME,
        None,
    )
    assert heard(kind="say", me=True).account == ME
    other = heard(kind="say", account="irc:elsa", host="u@h", bot=True, replayed=True)
    assert (other.account, other.host, other.bot, other.replayed) == ("irc:elsa", "u@h", True, True)
    edit = heard(kind="say", edit="m7")
    assert (edit.what, edit.about) == ("edit", "m7")
    own = heard(kind="say", own=True, key="3.0")
    assert own.own and own.key == "3.0"


def test_drafts_are_for_the_pgm_and_what_he_takes_is_for_the_room(campaign: Path) -> None:
    clock = Clock()
    lines = feed(campaign, *clock.fight(), clock.command("ok"))
    said = [line for line in lines if "say" in line]
    assert all(set(line) >= KEYS for line in said)
    assert all(line["to"] == "Bran" for line in said if line["to"] is not None)
    room = to_room(lines)
    assert len(room) == 2
    assert "Round 1" in room[0] and "LadyElsinore 133, Torvik77 103, LadyElsinore 33, Torvik77 3" in room[1]
    keys = [line["key"] for line in said]
    assert len(set(keys)) == len(keys)
    assert all(line["room"] == ROOM for line in said if line["to"] is None)


@pytest.mark.parametrize(("mode", "posts"), [("watch", False), ("auto", True)])
def test_watch_says_nothing_and_auto_says_it_by_itself(campaign: Path, mode: str, posts: bool) -> None:
    clock = Clock()
    room = to_room(feed(campaign, *clock.fight(), mode=mode))
    assert any("LadyElsinore 133, Torvik77 103" in text for text in room) is posts
    assert bool(room) is posts


def test_the_order_is_told_with_every_change(campaign: Path) -> None:
    clock = Clock()
    lines = feed(campaign, *clock.fight(), {"state": True, "ref": 9})
    orders = [line["order"] for line in lines if "order" in line]
    assert [["LadyElsinore", 133], ["Torvik77", 103], ["LadyElsinore", 33], ["Torvik77", 3]] in orders
    state = lines[-1]
    assert state["ref"] == 9 and state["state"]["round"] == 1
    assert "stamina" in state["state"]["board"]["Torvik77"]  # it is the PGM who asks


def test_a_secret_move_is_answered_to_its_sender_alone(campaign: Path) -> None:
    clock = Clock()
    whisper = {"kind": "whisper", "to": "Bran", "speaker": "LadyElsinore", "account": "irc:elsinore"}
    secret = clock.line(**whisper, text="Cast Pain (Mysticism Level 1) on Torvik77, *throw dirk (zephyr)")
    lines = feed(campaign, *clock.fight()[:3], secret)
    told = [line for line in lines if "Pain" in json.dumps(line)]
    assert told and all(line["to"] in ("LadyElsinore", "Bran") and line["secret"] for line in told)
    assert all(line.get("me", False) is (line["to"] == "Bran") for line in told)
    assert all(line.get("account") == (None if line.get("me") else "irc:elsinore") for line in told)
    assert not any("Pain" in text or "zephyr" in text for text in to_room(lines))


def test_before_anything_happened_in_the_room_a_command_lays_it(campaign: Path) -> None:
    clock = Clock()
    first, *rest = clock.fight()
    assert to_room(feed(campaign, *rest)) == to_room(feed(campaign, first, *rest))


def test_nobody_else_is_the_pgm_whatever_his_nick(campaign: Path) -> None:
    clock = Clock()
    start = clock.fight()
    thief = clock.say("Brannoch", "Elsinore is dead, fight's over")
    thieves_ok = clock.line(kind="whisper", speaker="Brannoch", to="Bran", text="ok")
    lines = feed(campaign, *start, thief, thieves_ok)
    assert to_room(lines) == to_room(feed(campaign, *start))
    assert any("ID-5" in line.get("say", "") and line["to"] == "Bran" for line in lines)


def test_what_the_pgm_whispers_to_a_player_is_between_them(campaign: Path) -> None:
    clock = Clock()
    start = clock.fight()
    whisper = clock.line(kind="whisper", speaker="Bran", to="Torvik77", text="ok", me=True)
    assert to_room(feed(campaign, *start, whisper)) == to_room(feed(campaign, *start))


def test_our_own_words_come_back_and_are_nobodys(campaign: Path) -> None:
    clock = Clock()
    start = clock.fight()
    lines = feed(campaign, *start)
    posted = next(line for line in lines if "say" in line and line["to"] is None)
    echo = clock.say("Bran", posted["say"], me=True, own=True, key=posted["key"])
    assert to_room(feed(campaign, *start, echo)) == to_room(lines)
    assert not any("withdrawn" in line.get("say", "") for line in feed(campaign, *start, echo))


def test_a_client_that_tells_it_all_again_changes_nothing(campaign: Path, tmp_path: Path) -> None:
    """As the plugin does after the death of its child."""
    clock = Clock()
    journal = str(tmp_path / "fight.db")
    first = feed(campaign, *clock.fight(), journal=journal)
    again = feed(campaign, *Clock().fight(), clock.command("ok"), journal=journal)
    assert len(to_room(first)) == 1
    assert [text for text in to_room(again) if "LadyElsinore 133, Torvik77 103" in text] == to_room(again)
    keys = [line["key"] for line in (*first, *again) if "say" in line]
    assert len(set(keys)) == len(keys)


def test_bad_lines_are_told_to_the_pgm_and_the_rest_goes_on(campaign: Path) -> None:
    clock = Clock()
    start = clock.fight()
    bad = [b"{not json\n", b'{"kind": "say", "text": "x", "me": 5}\n', b'{"lint": 5}\n', b"\r\n", b"\xff\n"]
    lines = feed(campaign, *start[:3], *bad, *start[3:])
    findings = [line for line in lines if line.get("finding")]
    assert [line["finding"]["code"] for line in findings] == ["LOG-1"] * 4
    assert {line["to"] for line in findings} == {"Bran"}
    assert to_room(lines) == to_room(feed(campaign, *start))


def test_lint_is_answered_before_there_is_a_room(campaign: Path) -> None:
    [answer] = feed(
        campaign, {"lint": "Cast Pain (Mysticism Level 1), *Cast Pain (Mysticism Level 1)", "ref": 1}
    )
    assert [one["code"] for one in answer["lint"]["findings"] if one["severity"] == "error"] == ["PAR-CAST-4"]


def test_who_the_pgm_is(campaign: Path) -> None:
    ready = prepare(campaign)
    wanted = Wanted(campaign=campaign, mode="suggest")
    assert configured(wanted, ready, ["Bran"]).masters() == {"Brannoch": (ME,)}
    (campaign / "live.toml").write_text('dice = "plain"\n[pgm]\nNimue = "irc:nimue"\n')
    config = configured(wanted, ready)
    assert config.masters() == {"Nimue": (ME, "irc:nimue")} and config.dice == "plain"
    with pytest.raises(UsageError, match="--mode loud: choose one of watch, suggest, auto"):
        configured(Wanted(campaign=campaign, mode="loud"), ready)


def command_line(campaign: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "calledshot", "live", "stdio", "--campaign", str(campaign), *more]


def test_the_command_line(campaign: Path) -> None:
    lines = b"".join(json.dumps(one).encode() + b"\r\n" for one in Clock().fight())
    done = subprocess.run(
        command_line(campaign, "--mode", "suggest"), input=lines, capture_output=True, timeout=60, check=True
    )
    assert "Round 1" in done.stdout.decode() and done.stderr == b""
    assert (campaign / "state" / "journal.db").exists()
    bad = subprocess.run(
        [*command_line(campaign, "--mode", "suggest"), "--by-the-book"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert bad.returncode == 2 and bad.stderr.decode().count("\n") == 1


def test_killed_and_started_again_it_says_nothing_twice(campaign: Path) -> None:
    """The plugin's way: a child that is gone in the midst, a new one that is told everything again."""
    clock = Clock()
    lines = [json.dumps(one).encode() + b"\n" for one in clock.fight()]
    ok = json.dumps(clock.command("ok")).encode() + b"\n"
    said: list[str] = []
    keys: set[str] = set()

    def play(*told: bytes, until: str) -> None:
        with subprocess.Popen(
            command_line(campaign, "--mode", "suggest"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            alarm = threading.Timer(60, process.kill)
            alarm.start()
            process.stdin.write(b"".join(told))
            process.stdin.flush()
            for raw in process.stdout:
                line = json.loads(raw)
                if "say" in line and line["key"] not in keys:
                    keys.add(line["key"])
                    said.extend([line["say"]] if line["to"] is None else [])
                if until in line.get("say", "") and not line.get("again"):
                    break  # (the last line before the kill may come again, marked so)
            alarm.cancel()
            os.kill(process.pid, signal.SIGKILL)

    play(*lines, until="133, Torvik77 103")
    play(*lines, ok, until="((LadyElsinore: initiative")
    assert len(said) == 2 and "Round 1" in said[0] and "Torvik77 103" in said[1]
