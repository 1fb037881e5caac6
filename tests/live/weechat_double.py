"""As much of WeeChat's Python interface as our script uses, without a WeeChat: what it prints, sends and
hooks is kept, and timers go off when a test says so. A child's double says what a test has it say."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

SCRIPT = Path(__file__).parents[2] / "plugins" / "client-weechat" / "calledshot.py"


class Double:
    """The `weechat` module: one server "t" with the buffers that `open` makes."""

    WEECHAT_RC_OK = 0

    def __init__(self) -> None:
        self.nick = "LadyElsinore"
        self.caps: dict[str, str] = {"account-tag": ""}
        self.options: dict[str, str] = {}
        self.buffers: dict[str, dict[str, str]] = {}
        self.nicks: dict[str, set[str]] = {}
        self.shown: list[tuple[str, str, list[str]]] = []
        self.sent: list[tuple[str, str]] = []
        self.timers: dict[str, tuple[int, str, str]] = {}
        self.hooks: dict[str, tuple[Any, ...]] = {}
        self.script: Any = None
        self._ids = count(1)

    # what a test does

    def open(self, name: str, kind: str, channel: str, *nicks: str) -> str:
        pointer = f"0x{len(self.buffers) + 1}"
        self.buffers[pointer] = {
            "full_name": name, "localvar_type": kind, "localvar_channel": channel, "localvar_server": "t",
            "plugin": "irc", "input": "",
        }  # fmt: skip
        self.nicks[pointer] = set(nicks)
        return pointer

    def type(self, buffer: str, text: str) -> None:
        """What a person does: through the modifier, and then to the server."""
        left = self.script.on_input("", "input_text_for_buffer", buffer, text)
        if left:
            self.sent.append((buffer, left))

    def go_off(self, callback: str) -> int:
        """Let every timer of that callback go off; how many."""
        due = [(hook, timer) for hook, timer in self.timers.items() if timer[1] == callback]
        for hook, (_, name, data) in due:
            del self.timers[hook]
            getattr(self.script, name)(data, 0)
        return len(due)

    def waits(self, callback: str) -> list[int]:
        """The milliseconds of the timers of that callback."""
        return [wait for wait, name, _ in self.timers.values() if name == callback]

    def words(self, buffer: str | None = None) -> list[str]:
        return [text for where, text, _ in self.shown if buffer in (None, where)]

    # what the script calls

    def buffer_get_string(self, buffer: str, name: str) -> str:
        return self.buffers.get(buffer, {}).get(name, "")

    def buffer_get_integer(self, buffer: str, name: str) -> int:
        return int(self.buffers.get(buffer, {}).get(name, "0"))

    def buffer_set(self, buffer: str, name: str, value: str) -> None:
        self.buffers[buffer][name.replace("localvar_set_", "localvar_")] = value

    def string_input_for_buffer(self, text: str) -> str:
        """The words that a text says in a buffer; "" for a command."""
        if not text.startswith("/") or text.startswith("/*"):
            return text
        if text[1:2] == "/":
            return text[1:]
        return text if text[1:2] in ("", " ") or "/" in text[1:].split(" ")[0] else ""

    def info_get(self, name: str, arguments: str) -> str:
        if name == "irc_nick":
            return self.nick
        server, _, channel = arguments.partition(",")
        for pointer, buffer in self.buffers.items():
            if server == "t" and buffer["localvar_channel"].lower() == channel.lower():
                return pointer
        return ""

    def nicklist_search_nick(self, buffer: str, group: str, nick: str) -> str:
        return "0x9" if nick in self.nicks.get(buffer, ()) else ""

    def command(self, buffer: str, text: str) -> None:
        self.type(buffer, text)

    def prnt_date_tags(self, buffer: str, date: int, tags: str, text: str) -> None:
        self.shown.append((buffer, text.partition("\t")[2], tags.split(",")))

    def prnt(self, buffer: str, text: str) -> None:
        self.shown.append((buffer, text.partition("\t")[2], []))

    def color(self, name: str) -> str:
        return ""

    def config_get_plugin(self, name: str) -> str:
        return self.options.get(name, "")

    def config_set_plugin(self, name: str, value: str) -> None:
        self.options[name] = value

    def config_unset_plugin(self, name: str) -> None:
        self.options.pop(name, None)

    def config_is_set_plugin(self, name: str) -> int:
        return int(name in self.options)

    def config_set_desc_plugin(self, name: str, value: str) -> None:
        pass

    def hdata_get(self, name: str) -> str:
        return name

    def hdata_get_list(self, hdata: str, name: str) -> str:
        return name

    def hdata_search(self, *arguments: Any) -> str:
        return "0x8"

    def hdata_hashtable(self, hdata: str, pointer: str, name: str) -> dict[str, str]:
        return self.caps

    def infolist_get(self, name: str, pointer: str, arguments: str) -> list[Any]:
        if name == "irc_nick":
            buffer = self.info_get("irc_buffer", arguments)
            return ["", *sorted(self.nicks[buffer])]
        return ["", *self.buffers]

    def infolist_next(self, infolist: list[Any]) -> int:
        infolist.pop(0)
        return len(infolist)

    def infolist_string(self, infolist: list[Any], name: str) -> str:
        return str(infolist[0])

    def infolist_pointer(self, infolist: list[Any], name: str) -> str:
        return str(infolist[0])

    def infolist_free(self, infolist: list[Any]) -> None:
        pass

    def bar_item_new(self, name: str, callback: str, data: str) -> None:
        self.hooks[name] = ("bar", callback)

    def bar_item_update(self, name: str) -> None:
        pass

    def hook_timer(self, wait: int, align: int, calls: int, callback: str, data: str) -> str:
        hook = f"timer{next(self._ids)}"
        self.timers[hook] = (wait, callback, data)
        return hook

    def hook_fd(self, *arguments: Any) -> str:
        hook = f"fd{next(self._ids)}"
        self.hooks[hook] = arguments
        return hook

    def unhook(self, hook: str) -> None:
        self.hooks.pop(hook, None)

    def register(self, *arguments: Any) -> int:
        return 1

    def hook_modifier(self, name: str, callback: str, data: str) -> None:
        self.hooks[name] = ("modifier", callback)

    def hook_signal(self, name: str, callback: str, data: str) -> None:
        self.hooks[name] = ("signal", callback)

    def hook_command(self, name: str, *arguments: Any) -> None:
        self.hooks[f"/{name}"] = ("command", arguments[-2])


def load(double: Double | None = None) -> Any:
    """The script as a module of its own, with the double in WeeChat's place."""
    double = double or Double()
    before = sys.modules.get("weechat")
    sys.modules["weechat"] = double  # type: ignore[assignment]
    try:
        spec = importlib.util.spec_from_file_location("calledshot_in_weechat", SCRIPT)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["calledshot_in_weechat"] = module
        spec.loader.exec_module(module)
    finally:
        del sys.modules["weechat"]
        if before is not None:
            sys.modules["weechat"] = before
    double.script = module
    return module


class ChildDouble:
    """A `calledshot live stdio` that keeps what it is told and says nothing by itself."""

    made: ClassVar[list[ChildDouble]] = []
    refuses: ClassVar[OSError | None] = None

    def __init__(self, key: str, command: list[str]) -> None:
        if ChildDouble.refuses is not None:
            raise ChildDouble.refuses
        self.key, self.command = key, command
        self.born = time.monotonic()
        self.waiting = b""
        self.told: list[dict[str, Any]] = []
        self.takes, self.closed, self.code, self.words = True, False, -9, ""
        self.patience: float | None = None
        self.mouth: list[dict[str, Any]] = []
        self.process = type("Process", (), {"pid": 4711})
        self.hooks: dict[str, str] = {}
        ChildDouble.made.append(self)

    def begins(self, told: list[bytes]) -> None:
        self.waiting = b"".join(told)

    def send(self, line: bytes) -> bool:
        lines = self.waiting + line
        self.waiting = b""
        self.told += [json.loads(line) for line in lines.splitlines()]
        return self.takes

    def lines(self) -> tuple[list[bytes], bool]:
        said, self.mouth = [json.dumps(one).encode() for one in self.mouth], []
        return said, not self.closed

    def last_words(self) -> str:
        return self.words

    def close(self, patience: float) -> int | None:
        self.closed, self.patience = True, patience
        return self.code


# -- a room with both doubles ----------------------------------------------------------------

BAD = "cast Pain, *cast Pain"
ERROR = {
    "findings": [{"severity": "error", "code": "X-1", "message": "only one spell"}], "declares": True,
    "strict": "Cast Pain (Mysticism Level 1)",
}  # fmt: skip
CLEAN: dict[str, Any] = {"findings": [], "declares": True, "strict": None}
CUES = ("attack", "attacks", "cast", "retreat")


def in_weechat(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A fixture: WeeChat with a channel and a private buffer to the PGM, the script, children in doubles."""
    host = Double()
    module = load(host)
    monkeypatch.setattr(module, "Child", ChildDouble)
    monkeypatch.setattr(ChildDouble, "made", [])
    monkeypatch.setattr(ChildDouble, "refuses", None)
    duel = host.open("irc.t.#duel", "channel", "#duel", "LadyElsinore", "Brannoch", "Torvik77")
    private = host.open("irc.t.Brannoch", "private", "Brannoch")
    yield SimpleNamespace(host=host, script=module, duel=duel, private=private)
    module.shutdown()


def on(client: SimpleNamespace, words: str = "") -> Any:
    client.script.on_command("", client.duel, f"on {words}".strip())
    return client.script.rooms["irc.t.#duel"]


def child() -> ChildDouble:
    return ChildDouble.made[-1]


def answers(client: SimpleNamespace, *tables: dict[str, Any]) -> None:
    """The child says something, and WeeChat sees that its pipe can be read."""
    child().mouth += tables
    client.script.on_child_read(f"{child().key}\nout", 0)


def ready(client: SimpleNamespace, words: str = "") -> Any:
    room = on(client, words)
    state = {"order": None, "due": None, "waits": [], "pgm": ["Brannoch"], "cues": list(CUES)}
    asked = next(one for one in child().told if "state" in one)
    answers(client, {"state": state, "ref": asked["ref"]})
    return room


def lint(client: SimpleNamespace, document: dict[str, Any]) -> None:
    answers(client, {"lint": document, "ref": child().told[-1]["ref"]})


def says(text: str, **more: Any) -> dict[str, Any]:
    return {"say": text, "to": None, "in_reply_to": None, "ruling": {}, "finding": None, **more}


def hears(client: SimpleNamespace, line: str) -> None:
    assert client.script.on_line_in("", "irc_in2_privmsg", "t", line) == line
