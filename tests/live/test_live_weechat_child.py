"""The WeeChat script and children that misbehave: that never stop talking, hang, take no command line, leave
something behind, or say what makes no sense. Real processes, in a WeeChat's double."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from weechat_double import ChildDouble, Double, load

PATIENCE = 20.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """WeeChat with a channel and the script in it; `program` makes Python code the child's."""
    host = Double()
    module = load(host)
    duel = host.open("irc.t.#duel", "channel", "#duel", "LadyElsinore", "Brannoch")

    def program(code: str) -> None:
        file = tmp_path / "child.py"
        file.write_text(code, encoding="utf-8")
        host.options["command"] = f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"

    yield SimpleNamespace(host=host, script=module, duel=duel, program=program, folder=tmp_path)
    module.shutdown()


def on(client: SimpleNamespace, words: str = "") -> Any:
    client.script.on_command("", client.duel, f"on {words}".strip())
    return client.script.rooms["irc.t.#duel"]


def turn(client: SimpleNamespace, room: Any) -> None:
    """One turn of WeeChat's: what can be read is read."""
    client.script.on_child_write(room.key, 0)
    if room.child is not None:
        for which in ("out", "err"):
            if room.child is not None and which in room.child.hooks:
                client.script.on_child_read(f"{room.child.key}\n{which}", 0)


def until(client: SimpleNamespace, room: Any, true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        turn(client, room)
        time.sleep(0.001)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


ENDLESS = "import os\nwhile True: os.write({fd}, {what})"


@pytest.mark.parametrize("fd", [1, 2])
def test_a_child_that_never_stops_talking_stops_nobody(client: SimpleNamespace, fd: int) -> None:
    client.program(ENDLESS.format(fd=fd, what='b"rubbish\\n" * 8000'))
    room = on(client)
    child = room.child
    if fd == 2:
        for _ in range(50):  # each of these turns comes to an end, and all that is kept is the end of it
            turn(client, room)
        assert room.child is child and len(child.error) <= 2000
    else:
        until(client, room, lambda: room.child is None, "the child's end")
        assert not alive(child.process.pid)
        assert any("has ended" in text for text in client.host.words())
        assert client.host.waits("on_restart") == [1000]


def test_a_line_without_an_end_is_the_childs_end(client: SimpleNamespace) -> None:
    client.program(ENDLESS.format(fd=1, what='b"x" * 65536'))
    room = on(client)
    until(client, room, lambda: room.child is None, "the child's end")
    assert client.host.waits("on_restart") == [1000]


def test_one_line_that_makes_no_sense_takes_no_other_along(client: SimpleNamespace) -> None:
    ruling = json.dumps({"say": "((Elsa hits.))", "to": None, "ruling": {}, "finding": None})
    nonsense = [
        '{"state": {"cues": 5}, "ref": 1}', '{"say": "x", "key": []}', '{"lint": {"findings": 7}, "ref": 2}',
        '{"order": 5}', "[]", "7", "null", "nonsense", "[" * 100_000, '{"say": {}, "to": {}}',
        '{"order": [[1]], "due": null, "waits": 3}', '{"lint": [], "ref": {}}',
    ]  # fmt: skip
    client.program("import sys\nfor line in sys.stdin: pass")
    room = on(client)
    room.child.partial = "\n".join([*nonsense, ruling, ""]).encode()
    turn(client, room)
    assert "((Elsa hits.))" in client.host.words()
    assert client.script.bar_item("", "", "", client.duel) == ""
    assert room.child is not None and not client.host.words("")


@pytest.mark.parametrize(
    "command",
    ["no-such-program-here", '"never closed', "/", "~/no/such/program", '""', "nul\0l"],
)
def test_a_command_that_cannot_be_run_is_told_and_nothing_waits_for_it(
    client: SimpleNamespace, command: str
) -> None:
    client.host.options["command"] = command
    room = on(client)
    client.host.type(client.duel, "attack Torvik")
    assert client.host.sent == [(client.duel, "attack Torvik")]
    assert room.child is None and any("has ended" in text for text in client.host.words())
    assert not client.host.words("")  # which is where faults of ours are told
    assert client.host.waits("on_restart") == [1000]


def test_a_command_may_begin_at_home(client: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(client.folder))
    program = client.folder / "mine"
    program.write_text(f"#!{sys.executable}\nimport sys\nfor line in sys.stdin: pass\n", encoding="utf-8")
    program.chmod(0o755)
    client.host.options["command"] = "~/mine"
    room = on(client)
    assert room.child is not None and room.child.process.args[0] == str(program)


def test_what_the_child_has_started_goes_with_it(client: SimpleNamespace) -> None:
    client.program(
        "import subprocess, sys, time\n"
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(client.folder / 'pid')!r}, 'w').write(str(other.pid))\n"
        "time.sleep(600)"
    )
    room = on(client)
    written = client.folder / "pid"
    until(client, room, lambda: written.exists() and written.read_text(), "the other process")
    pids = [room.child.process.pid, int(written.read_text())]
    client.script.on_command("", client.duel, "off")
    until(client, room, lambda: not any(alive(pid) for pid in pids), "both processes to be gone")


def test_a_pgms_child_is_let_write_down_what_it_was_told(client: SimpleNamespace) -> None:
    told = client.folder / "told"
    client.program(
        "import sys, time\n"
        f"with open({str(told)!r}, 'w') as file:\n"
        "    for line in sys.stdin:\n"
        "        time.sleep(0.05); file.write(line); print('{}', flush=True)\n"
        "    file.write('end')"
    )
    on(client, f"{client.folder} suggest")
    client.script.on_line_in("", "", "t", ":Brannoch!b@h PRIVMSG #duel :the last word")
    client.script.shutdown()
    assert "the last word" in told.read_text() and told.read_text().endswith("end")


def test_one_that_hangs_is_not_waited_for(client: SimpleNamespace) -> None:
    client.program("import sys\nfor line in sys.stdin: pass")
    room = on(client, f"{client.folder} suggest")
    child = room.child
    os.kill(child.process.pid, signal.SIGSTOP)
    before = time.monotonic()
    client.script.on_command("", client.duel, "off")
    assert time.monotonic() - before < 10
    assert not alive(child.process.pid)


def test_a_long_fight_is_told_to_a_new_child_in_whole(client: SimpleNamespace) -> None:
    """More than a child may be behind with otherwise."""
    count = client.folder / "count"
    client.program(
        "import sys\nlines = 0\n"
        "for line in sys.stdin:\n"
        "    lines += 1\n"
        "    if '\"state\"' in line:\n"
        f"        open({str(count)!r}, 'w').write(str(lines))\n"
        "        print('{\"state\": {}, \"ref\": %d}' % __import__('json').loads(line)['ref'], flush=True)\n"
    )
    room = on(client)
    most = client.script.MAX_UNREAD // 1000 + 200
    room.memory = [client.script.encoded({"kind": "say", "text": "x" * 1000}) for _ in range(most)]
    room.start()
    until(client, room, lambda: not room.catching_up, "the new child's answer")
    assert int(count.read_text()) == most + 1
    assert not any("has ended" in text for text in client.host.words())


def test_a_child_that_takes_nothing_is_ended(client: SimpleNamespace) -> None:
    client.program("import time; time.sleep(600)")
    room = on(client)
    line = f":Brannoch!b@h PRIVMSG #duel :{'x' * 8000}"
    for _ in range(client.script.MAX_UNREAD // 8000 + 100):
        client.script.on_line_in("", "", "t", line)
    assert room.child is None and client.host.waits("on_restart") == [1000]


def test_the_double_of_a_child_is_like_one() -> None:
    real = load(Double()).Child
    for name in ("send", "begins", "lines", "last_words", "close"):
        assert callable(getattr(real, name)) and callable(getattr(ChildDouble, name))
