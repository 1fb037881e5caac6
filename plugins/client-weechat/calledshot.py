"""calledshot inside WeeChat: lints a declaration before it is sent, shows rulings as local lines, keeps the
order of the fight in a bar item, and lets a game master run the room with `/calledshot ok` and its like.

Knows nothing of any rules: they are asked of `calledshot live stdio`, a child process for each room, which
may die, hang or be missing without a message being lost or delayed for more than a moment. Standard library
only, and all in one file, since that is what WeeChat installs and loads.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shlex
import signal
import subprocess
import time
import unicodedata
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, NamedTuple

try:
    import weechat
except ImportError:  # imported by something else than WeeChat
    weechat: Any = None  # type: ignore[no-redef]

NAME, VERSION, LICENSE = "calledshot", "1.0", "MIT"
ABOUT = "A referee for fights in chat rooms: lint before sending, rulings, the order in a bar"
MODES = ("player", "watch", "suggest", "auto")
OPTIONS = {
    "command": ("calledshot", "the program to run; with its path, where it is in an environment of its own"),
    "campaign": ("", "the campaign folder that /calledshot on takes where it is told none"),
    "mode": ("player", "what /calledshot on begins in: player, or for the PGM watch, suggest or auto"),
    "hold": ("error", "what holds a message back: error, warning, or never"),
    "timeout": ("1000", "milliseconds a message waits for its lint; after that it goes out unchecked"),
    "show": ("all", "what a player is shown: all, or findings only (no rulings)"),
    "lint_pgm": ("off", "whether a PGM's own messages are linted too: on or off"),
    "answer_players": ("off", "whether the PGM's client sends what is meant for one player: on or off"),
}
MEMORY = 20_000  # events kept for a child that is started again
AT_ONCE = 1 << 18  # bytes read from a child in one turn, so that one that never stops does not stop WeeChat
MAX_LINE = 4 << 20  # bytes of one line of a child's; beyond it, the child is out of its mind
MAX_RUBBISH = 100  # lines of a child's in a row that are none
MAX_UNREAD = 4 << 20  # bytes that a child does not take off us, beyond what it is told when it is started
STUCK = 30_000  # milliseconds without an answer after which a child is started again
LAST_WORDS = 1.0  # seconds in which a child that keeps a journal may end by itself
LONGEST = 20_000  # characters of a message in several lines
MOST_BATCHES = 100  # that are open at a time
HISTORIES = ("chathistory", "draft/chathistory", "znc.in/playback")
MULTILINE = "draft/multiline"
OLD = 300.0  # seconds after which a line is one out of a history
RELOAD = 5.0  # seconds in which a script that is loaded again, or a WeeChat that is upgraded, is back
STOPPED = "localvar_calledshot"  # of a buffer: when this script was unloaded; it outlasts that, and no more
STABLE = 60.0  # seconds a child lives before its earlier deaths are forgotten


# -- pure functions: they know neither WeeChat nor a child ------------------------------------------------


class Message(NamedTuple):
    """An IRC line in its parts."""

    tags: dict[str, str]
    nick: str
    host: str
    command: str
    params: list[str]


_ESCAPES = {":": ";", "s": " ", "r": "\r", "n": "\n"}


def parse_irc(raw: str) -> Message:
    """Split an IRC line, with or without tags and a prefix. Takes anything."""
    rest, tags, nick, host = raw.rstrip("\r\n"), {}, "", ""
    if rest.startswith("@"):
        head, _, rest = rest[1:].partition(" ")
        for pair in head.split(";"):
            key, _, value = pair.partition("=")
            tags[key] = re.sub(r"\\(.?)", lambda found: _ESCAPES.get(found[1], found[1]), value)
    rest = rest.lstrip(" ")
    if rest.startswith(":"):
        prefix, _, rest = rest[1:].partition(" ")
        nick, _, host = prefix.partition("!")
    middle, colon, last = rest.lstrip(" ").partition(" :")
    words = middle.split(" ")
    params = [word for word in words[1:] if word] + ([last] if colon else [])
    return Message(tags, nick, host, words[0].upper(), params)


_FORMATS = re.compile(
    r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]"
)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def plain(text: str) -> str:
    """What a reader sees of an IRC message: no bold, no colours."""
    return _FORMATS.sub("", text)


def clean(text: str) -> str:
    """Words of a child's, safe for a terminal and for IRC: one line, no controls, no half characters."""
    return _CONTROLS.sub(" ", text.encode("utf-8", "replace").decode()).strip()


def same(one: str, other: str) -> bool:
    """Whether two names are one: without case and spaces."""
    return "".join(one.split()).casefold() == "".join(other.split()).casefold()


def when(told: str | None, now: str) -> tuple[str, bool]:
    """The time of an event: that of its arrival, so that all times are of one clock; the server's own only
    where it is so old that this was said before we came. And whether it is."""
    with contextlib.suppress(ValueError, TypeError):
        if told and moment(now) - moment(told) > OLD:
            return told, True
    return now, False


def moment(at: str) -> float:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp()


def event_of(message: Message, now: str, number: str) -> dict[str, Any] | None:
    """The event that a line from the server is, in the child's words; `to` is its target as it stands. None
    for what says nothing (numerics, CTCP other than ACTION, what services send to nobody)."""
    command, params = message.command, message.params
    event: dict[str, Any] = {"kind": "", "speaker": message.nick, "text": "", "to": None}
    if command in ("PRIVMSG", "NOTICE") and len(params) > 1:
        text = params[1]
        event["kind"] = "say" if command == "PRIVMSG" else "notice"
        if text.startswith("\x01"):
            if command == "NOTICE" or not text.startswith("\x01ACTION "):
                return None
            event["kind"], text = "emote", text[8:].rstrip("\x01")
        event["text"], event["to"] = plain(text), params[0]
    elif command in ("JOIN", "PART") and params:
        event["kind"], event["to"] = ("join" if command == "JOIN" else "leave"), params[0]
    elif command == "KICK" and len(params) > 1:
        event["kind"], event["to"], event["speaker"] = "leave", params[0], params[1]
    elif command == "QUIT":
        event["kind"] = "leave"
    elif command == "NICK" and params:
        event["kind"], event["to"] = "nick", params[0]
    if not event["kind"] or not event["speaker"]:
        return None
    account = message.tags.get("account")
    if command == "JOIN" and len(params) > 1:  # extended-join; "*" is nobody
        account = params[1] if params[1] != "*" else None
    event["at"], replayed = when(message.tags.get("time"), now)
    if replayed:
        event["replayed"] = True
    event["id"] = message.tags.get("msgid") or number
    if account:
        event["account"] = f"irc:{account}"
    if message.host:
        event["host"] = message.host
    return event


_WORDS = re.compile(r"\w+")
_NUMBER = re.compile(r"[(\[{][^)\]}\d]{0,40}\d")


def might_declare(text: str, cues: frozenset[str]) -> bool:
    """Whether a message could be a move: it holds a star, a bracketed number, or one of the words of which
    the child says that every declaration has one. All else is talk, and passes at once."""
    folded = unicodedata.normalize("NFKC", text[:4000]).casefold()
    return "*" in folded or not cues.isdisjoint(_WORDS.findall(folded)) or _NUMBER.search(folded) is not None


class Said(NamedTuple):
    """What an input would say: `words` after a `head` that is only for WeeChat ("/me ", "/msg NICK "); `to`
    and `server` where the input itself names somebody."""

    head: str
    words: str
    emote: bool = False
    to: str = ""
    server: str = ""


_PRIVATE = re.compile(
    r"/(?:msg|query|m|q)\s+(?:-noswitch\s+)?(?:-server\s+(\S+)\s+)?(?:-noswitch\s+)?(?!-)(\S+)\s+(?=\S)", re.I
)


def command_says(typed: str) -> Said | None:
    """What would be said by a command; None where it says nothing, or to a room."""
    if typed[:4].casefold() == "/me " and typed[4:].strip():
        return Said(typed[:4], typed[4:], emote=True)
    found = _PRIVATE.match(typed)
    if found is None or found[2] == "*":
        return None
    return Said(found[0], typed[found.end() :], to=found[2], server=found[1] or "")


def finding_lines(lint: dict[str, Any], least: str) -> list[tuple[str, str]]:
    """The findings at least so bad, as (severity, words)."""
    rank = {"info": 0, "warning": 1, "error": 2}
    lines = []
    for finding in lint.get("findings") or ():
        severity = str(finding.get("severity"))
        if rank.get(severity, 0) >= rank.get(least, 0):
            lines.append((severity, clean(f"{finding.get('code')}: {finding.get('message')}")))
    return lines


def holds(lint: dict[str, Any], hold: str) -> bool:
    """Whether a message with these findings waits for a second Enter."""
    bad = {"never": (), "warning": ("error", "warning")}.get(hold, ("error",))
    return any(finding.get("severity") in bad for finding in lint.get("findings") or ())


def order_text(state: dict[str, Any], most: int = 12) -> str:
    """The bar item: who moves when, whose move it is, whom the fight waits for."""
    due = state.get("due")
    places = state.get("order") or []
    parts = [f"{'>' if who == due else ''}{who} {at}" for who, at in places[:most]]
    if len(places) > most:
        parts.append(f"+{len(places) - most}")
    if due and all(who != due for who, _ in places):
        parts.insert(0, f">{due}")
    waits = [f"{who} ({str(what).replace('_', ' ')})" for who, what in (state.get("waits") or [])[:4]]
    text = ", ".join(parts)
    if waits:
        text += f"{' | ' if text else ''}waits: {', '.join(waits)}"
    return clean(text)


def backoff(deaths: int) -> int:
    """Seconds until a child is started again after so many deaths in a row: 1, 2, 4 … 60."""
    return int(min(60, 2 ** max(0, min(deaths, 10) - 1)))


def claim(posted: list[list[str]], text: str) -> str | None:
    """The key of the line, posted for the child, that this line of our own is (or a part of, where it was
    too long for one message); takes it off the list. None where the user said it himself."""
    for place, (key, rest) in enumerate(posted):
        if text and rest.startswith(text):
            left = rest[len(text) :].lstrip(" ")
            posted[: place + 1] = [[key, left]] if left else []
            return key
    return None


def campaign_and_mode(words: str) -> tuple[str, str]:
    """The campaign folder and the mode in the words after `/calledshot on`."""
    folder, _, mode = words.strip().rpartition(" ")
    if mode not in MODES:
        folder, mode = words, ""
    folder = folder.strip().strip("\"'")
    return (os.path.abspath(os.path.expanduser(folder)) if folder else ""), mode  # noqa: PTH100, PTH111


def file_name(text: str) -> str:
    """A text as the name of a file, another one for every text."""
    return re.sub(r"[^a-zA-Z0-9.-]", lambda found: f"_{ord(found[0]):x}", text)


# -- the child --------------------------------------------------------------------------------------------


class Child:
    """A `calledshot live stdio` and its three pipes, of which none ever blocks. `key` finds it again in
    WeeChat's callbacks."""

    def __init__(self, key: str, command: list[str]) -> None:
        self.key, self.born = key, time.monotonic()
        self.waiting, self.partial, self.error = b"", b"", b""
        self.most = MAX_UNREAD
        self.hooks: dict[str, str] = {}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            bufsize=0, start_new_session=True,
        )  # fmt: skip
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        for name, fd in (("out", self.stdout), ("err", self.stderr)):
            self.hooks[name] = weechat.hook_fd(fd, 1, 0, 0, "on_child_read", f"{key}\n{name}")

    def begins(self, told: list[bytes]) -> None:
        """Have it told, as soon as it reads, what the child before it was told."""
        self.waiting = b"".join(told)
        self.most = MAX_UNREAD + len(self.waiting)

    def send(self, line: bytes) -> bool:
        """Write a line, as far as the pipe takes it now; the rest follows. False where the child takes no
        more."""
        self.waiting += line
        return self.flush() and len(self.waiting) <= self.most

    def flush(self) -> bool:
        try:
            while self.waiting:
                self.waiting = self.waiting[os.write(self.stdin, self.waiting[:65536]) :]
        except BlockingIOError:
            if "in" not in self.hooks:
                self.hooks["in"] = weechat.hook_fd(self.stdin, 0, 1, 0, "on_child_write", self.key)
            return True
        except OSError:
            return False
        if "in" in self.hooks:
            weechat.unhook(self.hooks.pop("in"))
        return True

    def lines(self) -> tuple[list[bytes], bool]:
        """The whole lines that can be read now, and whether the child still has its mouth open."""
        said, alive = heap(self.stdout)
        *whole, self.partial = (self.partial + said).split(b"\n")
        return whole, alive and len(self.partial) <= MAX_LINE

    def complaint(self) -> bool:
        """Read what it says on standard error, of which the end is kept; False at its end."""
        said, alive = heap(self.stderr)
        self.error = (self.error + said)[-2000:]
        return alive

    def last_words(self) -> str:
        self.complaint()
        lines = [clean(line) for line in self.error.decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1][:300] if lines else ""

    def close(self, patience: float) -> int | None:
        """Let go of it: it ends when its input does, and is killed where it has not within `patience`
        seconds. Its exit code where it has ended by itself."""
        for hook in self.hooks.values():
            weechat.unhook(hook)
        self.hooks = {}
        code = None
        with contextlib.suppress(OSError):
            self.process.stdin.close()  # type: ignore[union-attr]
        try:
            code = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)  # with whatever it has started
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)  # a killed process is gone in no time
        self.process.stdout.close()  # type: ignore[union-attr]
        self.process.stderr.close()  # type: ignore[union-attr]
        return code


def heap(fd: int) -> tuple[bytes, bool]:
    """What can be read from a pipe now, as much as is good for one turn, and whether it is still open."""
    chunks = []
    try:
        for _ in range(AT_ONCE >> 16):
            chunk = os.read(fd, 65536)
            if not chunk:
                return b"".join(chunks), False
            chunks.append(chunk)
    except BlockingIOError:
        pass
    except OSError:
        return b"".join(chunks), False
    return b"".join(chunks), True


def encoded(table: dict[str, Any]) -> bytes:
    return json.dumps(table, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


# -- a room -----------------------------------------------------------------------------------------------


_DRAFT = re.compile(r"#\d+ ")


class Batch:
    """Lines that a server sends as one thing: a history, or a message of several lines."""

    def __init__(self, kind: str, params: list[str]) -> None:
        self.kind, self.params = kind, params
        self.event: dict[str, Any] | None = None

    def add(self, event: dict[str, Any], joined: bool) -> None:
        if self.event is None:
            self.event = event
        elif len(self.event["text"]) < LONGEST:
            self.event["text"] += ("" if joined else "\n") + event["text"]


class Typed:
    """A message on its way out: `verdict` is None while its lint is awaited, then "send" or "hold"."""

    def __init__(self, buffer: str, text: str, ref: int | None, head: str = "") -> None:
        self.buffer, self.text, self.ref, self.head = buffer, text, ref, head
        self.verdict: str | None = None if ref is not None else "send"
        self.lint: dict[str, Any] = {}


class Room:
    """A channel that is on: its child, what the child was told, and what the user is waiting to say."""

    def __init__(self, key: str, buffer: str, campaign: str, mode: str) -> None:
        self.key, self.buffer, self.campaign, self.mode = key, buffer, campaign, mode
        self.server = weechat.buffer_get_string(buffer, "localvar_server")
        self.channel = weechat.buffer_get_string(buffer, "localvar_channel")
        self.child: Child | None = None
        self.starts = self.deaths = 0
        self.told = False  # that the child is dead: once, until it is back
        self.unchecked = False  # that messages go out unchecked: once, until one is checked again
        self.behind = False  # a lint came too late: nothing is held until the child has answered
        self.over = False  # the child has refused its command line: it is not started again
        self.memory: list[bytes] = []
        self.forgot = False  # some of the memory is gone, so that a new child's lines cannot be told apart
        self.rubbish = 0  # lines in a row of this child's that were none
        self.heard = self.lines = 0  # lines taken from this child, and from the one that got farthest
        self.keys: set[str] = set()  # lines of a PGM's child that were done
        self.catching_up = 0  # the ref after which a child that was started again has caught up
        self.cues: frozenset[str] | None = None
        self.pgm: list[str] = []
        self.order: dict[str, Any] = {}
        self.ref = self.number = 0
        self.asked: dict[int, tuple[str, str]] = {}  # ref -> (what for, buffer)
        self.queue: list[Typed] = []
        self.held: dict[str, str] = {}  # buffer -> the text that a second Enter sends
        self.offer: dict[str, str] = {}  # buffer -> what might be sent in its place
        self.posted: list[list[str]] = []
        self.last: dict[str, int] = {}  # nick -> the number of the last thing heard of him
        self.accounts: dict[str, str | None] = {}  # nick -> what the server last said of his login
        self.whispers: dict[str, str] = {}  # the id of a private message -> with whom
        self.recent: list[str] = []  # what a helper of the PGM's said last in the room
        self.ids: dict[str, None] = {}
        self.away = False  # from the room, or from the server
        self.missed = False  # a time in which the script was not on: told once the child knows the fight
        self.hinted = False  # that lines for players may be sent for him: once

    # the child

    def start(self) -> None:
        """A new child, told all that the one before was told."""
        self.stop()
        arguments = ["live", "stdio", *(["--campaign", self.campaign] if self.campaign else ())]
        if self.mode != "player":
            arguments += ["--mode", self.mode, "--pgm", nick_on(self.server), "--journal", self.journal()]
        try:
            program, *more = shlex.split(option("command"))
            command = [os.path.expanduser(program), *more, *arguments]  # noqa: PTH111
            self.child = Child(f"{self.key}\n{id(self)}", command)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            self.ended(f"{option('command')}: {why}", None)
            return
        self.starts += 1
        self.heard, self.rubbish, self.behind, self.cues, self.asked = 0, 0, False, None, {}
        self.child.begins(self.memory)
        self.catching_up = self.ask({"state": True, "cues": True, "as": nick_on(self.server)}, "state")

    def journal(self) -> str:
        return os.path.join(self.campaign, "state", f"{file_name(self.key)}.db")  # noqa: PTH118

    def stop(self) -> None:
        if self.child is not None:
            child, self.child = self.child, None
            child.close(0 if self.mode == "player" or self.behind else LAST_WORDS)  # a journal is written to
        self.release()

    def ended(self, why: str, code: int | None) -> None:
        """The child is gone: what waits for it goes out, the user is told once, and it is started again."""
        if self.child is not None and time.monotonic() - self.child.born > STABLE:
            self.deaths = 0
        self.child, self.cues = None, None
        self.deaths += 1
        self.over = code == 2  # bad usage or unreadable input: trying again changes nothing
        if not self.told:
            self.told = True
            again = "/calledshot restart tries again" if self.over else "It is started again by itself"
            words = f" ({why})" if why else ""
            self.note(f"calledshot has ended{words}. Messages go out unchecked. {again}.", "error")
        self.release()
        weechat.bar_item_update(NAME)
        if not self.over:
            weechat.hook_timer(backoff(self.deaths) * 1000, 0, 1, "on_restart", f"{self.key}\n{id(self)}")

    def died(self) -> None:
        """The child has closed its mouth, takes nothing, or does not answer."""
        child = self.child
        if child is not None:
            words = child.last_words()
            code = child.close(0.1)
            self.ended(words, code)

    def tell(self, table: dict[str, Any]) -> None:
        """An event for the child, now and whenever it is started again."""
        line = encoded(table)
        self.memory.append(line)
        if len(self.memory) > MEMORY:
            del self.memory[: MEMORY // 2]
            self.forgot = True
        if self.child is not None and not self.child.send(line):
            self.died()

    def ask(self, table: dict[str, Any], what: str, buffer: str = "") -> int:
        self.ref += 1
        self.asked[self.ref] = (what, buffer)
        if self.child is not None and not self.child.send(encoded({**table, "ref": self.ref})):
            self.died()
        return self.ref

    def take(self, line: bytes) -> None:
        """One line of the child's. It may be anything."""
        try:
            table = json.loads(line)
            if "ref" in table:
                self.answered(table)
            elif "say" in table:
                self.says(table)
            else:
                self.order = {name: table[name] for name in ("order", "due", "waits")}
                weechat.bar_item_update(NAME)
            self.rubbish = 0
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self.rubbish += 1
            if self.rubbish == MAX_RUBBISH:
                self.died()

    def answered(self, table: dict[str, Any]) -> None:
        ref = table["ref"]
        what, buffer = self.asked.pop(ref, ("", "")) if isinstance(ref, int) else ("", "")
        self.behind = False
        state, lint = table.get("state"), table.get("lint")
        if isinstance(state, dict):
            self.order = state
            self.pgm = [str(name) for name in state.get("pgm") or ()]
            if "cues" in state:
                self.cues = frozenset(state["cues"])
            if ref == self.catching_up:
                self.catching_up = 0
                self.lines = max(self.lines, self.heard)
                if self.told:
                    self.told = False
                    self.note("calledshot is back.", "info")
                if self.missed and state.get("round") is not None:
                    self.happens("gap", text="calledshot was off")
                self.missed = False
            weechat.bar_item_update(NAME)
        if not isinstance(lint, dict):
            return
        if what == "check":
            self.show_check(buffer, lint)
        for typed in self.queue:
            if typed.ref == ref and typed.verdict is None:
                typed.lint, self.unchecked = lint, False
                typed.verdict = "hold" if holds(lint, option("hold")) else "send"
        self.drain()

    def says(self, table: dict[str, Any]) -> None:
        """Something to say: a PGM's child speaks in the room, a player's only to the user himself."""
        key, text, to = table.get("key"), clean(str(table.get("say") or "")), table.get("to")
        self.heard += 1
        if key is not None:
            if key in self.keys:
                return
            self.keys.add(key)
        elif self.heard <= self.lines or (self.catching_up and self.forgot):
            return  # said by the child before this one
        self.lines = max(self.lines, self.heard)
        if not text:
            return
        if table.get("me") or (to is not None and same(str(to), nick_on(self.server))):
            about = self.whispers.get(str(table.get("in_reply_to")), "")
            if _DRAFT.match(text):  # where the PGM works, whatever it came of
                about = ""
            self.note(text, "finding" if table.get("finding") else "said", self.beside(about))
        elif self.mode == "player":
            if to is None and table.get("finding") is None and option("show") == "all":
                bare = text.strip("()")
                if not any(bare in said for said in self.recent):
                    self.note(text, "said")
        elif to is None and table.get("again") and self.starts == 1:
            self.note(f"Perhaps not said yet, before WeeChat was started anew: {text}", "said")
        elif to is None:
            self.posted.append([str(key), text])
            del self.posted[:-50]
            post(self.buffer, text)
        else:
            self.for_player(clean(str(to)), table.get("account"), text)

    def for_player(self, nick: str, account: Any, text: str) -> None:
        """What one player is to know: sent in the user's name where he wants that, and where it is certain
        whom it reaches; else shown to him."""
        if option("answer_players") != "on":
            why = ""
        elif not in_channel(self, nick):
            why = " (not sent: he is not here)"
        elif account is not None and self.accounts.get(nick.casefold()) != account:
            why = f" (not sent: who has that nick is not known to be logged in as {clean(str(account)[4:])})"
        else:
            weechat.command(self.buffer, f"/msg -server {self.server} {nick} {text}")
            return
        self.note(f"for {nick}{why}: {text}", "said", self.beside(nick))
        if not why and not self.hinted:
            self.hinted = True
            hint = f"/set plugins.var.python.{NAME}.answer_players on sends such lines for you."
            self.note(hint, "info", self.beside(nick))

    def beside(self, nick: str) -> str:
        """The buffer for what is between the user and one other: their private one where it is open."""
        buffer = weechat.info_get("irc_buffer", f"{self.server},{nick}") if nick else ""
        private = buffer and weechat.buffer_get_string(buffer, "localvar_type") == "private"
        return buffer if private else ""

    # what the user types

    def typed(self, buffer: str, text: str, said: Said | None) -> str:
        """What WeeChat is to do with an input: the text itself, or nothing while it waits for its lint."""
        words = plain(said.words) if said is not None else ""
        behind = any(one.buffer == buffer for one in self.queue)  # what was typed first goes out first
        wanted = option("hold") != "never" and (self.mode == "player" or option("lint_pgm") == "on")
        if said is not None and self.held.pop(buffer, None) == text:
            self.offer.pop(buffer, None)
            if weechat.buffer_get_string(buffer, "input") == text:
                weechat.buffer_set(buffer, "input", "")
            wanted = False
        if (
            said is None
            or not wanted
            or not (said.to or self.cues is None or might_declare(words, self.cues))
        ):
            return self.passes(buffer, text, behind)
        if self.child is None or self.behind or self.cues is None:
            self.goes_unchecked(buffer)
            return self.passes(buffer, text, behind)
        table: dict[str, Any] = {"lint": words, "emote": said.emote, "as": nick_on(self.server)}
        if said.to:
            table["to"] = said.to
        waiting = Typed(buffer, text, self.ref + 1, said.head)
        self.queue.append(waiting)
        ref = self.ask(table, "lint", buffer)
        weechat.hook_timer(timeout(), 0, 1, "on_late", f"{self.key}\n{id(self)}\n{ref}")
        return ""

    def passes(self, buffer: str, text: str, behind: bool) -> str:
        if behind and text:
            self.queue.append(Typed(buffer, text, None))
            return ""
        return text

    def late(self, ref: int) -> None:
        """A lint has not come in time: the message goes out as it is."""
        for typed in self.queue:
            if typed.ref == ref and typed.verdict is None:
                typed.verdict = "send"
                if not self.behind:
                    self.behind = True
                    weechat.hook_timer(STUCK, 0, 1, "on_stuck", f"{self.key}\n{id(self)}\n{ref}")
                self.goes_unchecked(typed.buffer)
        self.drain()

    def goes_unchecked(self, buffer: str) -> None:
        if not self.unchecked:
            self.unchecked = True
            why = "does not run" if self.child is None else "is not ready" if self.cues is None else "is slow"
            self.note(f"calledshot {why}: messages go out unchecked for now.", "warning", buffer)

    def release(self) -> None:
        """Nobody will lint what waits: it goes out."""
        for typed in self.queue:
            if typed.verdict is None:
                typed.verdict = "send"
                self.goes_unchecked(typed.buffer)
        self.drain()

    def drain(self) -> None:
        """Send or hold what is decided, in the order in which it was typed."""
        while self.queue and self.queue[0].verdict is not None:
            typed = self.queue.pop(0)
            if typed.verdict == "hold":
                self.hold(typed)
            else:
                for severity, words in finding_lines(typed.lint, "warning"):
                    self.note(words, severity, typed.buffer)
                send(typed.buffer, typed.text)

    def hold(self, typed: Typed) -> None:
        buffer = typed.buffer
        for severity, words in finding_lines(typed.lint, "warning"):
            self.note(words, severity, buffer)
        offer = clean(str(typed.lint.get("strict") or ""))
        self.offer[buffer] = typed.head + offer if offer else ""
        takes = f" Better: {self.offer[buffer]} (/calledshot fix takes it)" if offer else ""
        if weechat.buffer_get_string(buffer, "input") not in ("", typed.text):  # he is typing something else
            self.note(f"Not sent: {typed.text}{takes}", "info", buffer)
            return
        self.held[buffer] = typed.text
        self.note(f"Not sent. Enter once more sends it as it is.{takes}", "info", buffer)
        put(buffer, typed.text)

    def show_check(self, buffer: str, lint: dict[str, Any]) -> None:
        lines = finding_lines(lint, "info")
        for severity, words in lines:
            self.note(words, severity, buffer)
        if not lines:
            self.note("No findings." if lint.get("declares") else "That declares nothing.", "info", buffer)
        if lint.get("strict"):
            self.offer[buffer] = clean(str(lint["strict"]))
            self.note(f"Better: {self.offer[buffer]} (/calledshot fix takes it)", "info", buffer)

    def members(self) -> None:
        """Tell a PGM's child who is here."""
        if self.mode == "player":
            return
        nicks = weechat.infolist_get("irc_nick", "", f"{self.server},{self.channel}")
        names = []
        while nicks and weechat.infolist_next(nicks):
            names.append(weechat.infolist_string(nicks, "name"))
        weechat.infolist_free(nicks)
        self.happens("members", members=names)

    def happens(self, what: str, **more: Any) -> None:
        """Tell a PGM's child what is no event: who is here, that something was missed."""
        table = {"what": what, "kind": "system", "at": now(), "id": next_number(), "room": self.channel}
        self.tell({**table, **more})

    def joined(self) -> None:
        """Back after a cut: what was said in between nobody will tell us."""
        if self.away and self.mode == "player":
            self.note("We were away: what was said here in between is not known to calledshot.", "warning")
        elif self.away:
            self.happens("gap", text="the connection was lost")
        self.away = False

    def note(self, text: str, tone: str, buffer: str = "") -> None:
        """A local line: never sent, never logged."""
        notify = "notify_message" if tone == "said" else "notify_none"
        colour = {"error": "lightred", "warning": "yellow", "finding": "yellow"}.get(tone, "lightcyan")
        prefix = f"{weechat.color(colour)}{NAME}"
        tags = f"no_log,no_highlight,{notify},calledshot,calledshot_{tone}"
        weechat.prnt_date_tags(buffer or self.buffer, 0, tags, f"{prefix}\t{clean(text)}")

    # what is said in the room

    def hears(self, event: dict[str, Any], own: bool) -> None:
        """One event of this room, or a private message that belongs to its fight."""
        if event["id"] in self.ids:
            return  # a bouncer or a server plays back what was heard already
        self.ids[event["id"]] = None
        if len(self.ids) > 4 * MEMORY:
            del self.ids[next(iter(self.ids))]
        self.number += 1
        who = event["speaker"].casefold()
        self.last[who] = self.number
        if event["kind"] == "nick":
            self.accounts[event["to"].casefold()] = self.accounts.pop(who, None)
        elif not event.get("replayed"):  # who has the nick now
            self.accounts[who] = event.get("account")
        if event["kind"] == "nick" and any(same(event["speaker"], name) for name in self.pgm):
            self.pgm.append(event["to"])
        if event["kind"] == "whisper":
            self.whispers[event["id"]] = event["to"] if own else event["speaker"]
            if len(self.whispers) > MEMORY:
                del self.whispers[next(iter(self.whispers))]
        elif event["text"].startswith("(("):
            self.recent = [*self.recent[-4:], event["text"]]
        if own and event["kind"] == "say":
            key = claim(self.posted, event["text"])
            if key is not None:
                event = {**event, "own": True, "key": key}
        self.tell({**event, "room": self.channel, **({"me": True} if own else {})})


# -- WeeChat's side ---------------------------------------------------------------------------------------

OK = 0  # WeeChat's own is taken when there is one
rooms: dict[str, Room] = {}
batches: dict[tuple[str, str], Batch] = {}
sending = 0  # above 0 while a message of ours goes through WeeChat's input: it is not linted again
number = 0
started = time.time_ns()


def option(name: str) -> str:
    return weechat.config_get_plugin(name) or OPTIONS[name][0]


def timeout() -> int:
    with contextlib.suppress(ValueError):
        return max(50, min(10_000, int(option("timeout"))))
    return int(OPTIONS["timeout"][0])


def nick_on(server: str) -> str:
    return weechat.info_get("irc_nick", server) or ""


def speech(typed: str) -> Said | None:
    """What an input says, by WeeChat's own reading of it; None where it is another command, or blank."""
    words = weechat.string_input_for_buffer(typed)
    if not words:
        return command_says(typed)
    return Said("", words) if words.strip() else None


def put(buffer: str, text: str) -> None:
    """Into the input line."""
    weechat.buffer_set(buffer, "input", text)
    weechat.buffer_set(buffer, "input_pos", str(len(text)))


def send(buffer: str, typed: str) -> None:
    """What the user typed, as he typed it."""
    global sending
    sending += 1
    several = weechat.buffer_get_integer(buffer, "input_multiline") > 0  # goes out as one message
    try:
        for line in [typed] if several else typed.split("\n"):
            if line:
                weechat.command(buffer, line)
    finally:
        sending -= 1


def post(buffer: str, text: str) -> None:
    """Words for a room, as the user's own message: never a command, whatever they begin with."""
    send(buffer, text if weechat.string_input_for_buffer(text) == text else f"/{text}")


def capabilities(server: str) -> dict[str, str]:
    """The IRCv3 capabilities in use on a server."""
    kind = weechat.hdata_get("irc_server")
    first = weechat.hdata_get_list(kind, "irc_servers")
    found = weechat.hdata_search(
        kind, first, "${irc_server.name} == ${wanted}", {}, {"wanted": server}, {}, 1
    )
    return weechat.hdata_hashtable(kind, found, "cap_list") or {} if found else {}


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")  # noqa: UP017 (older Pythons)


def next_number() -> str:
    """An id for what the server gives none, never the same twice, in no run of WeeChat's."""
    global number
    number += 1
    return f"weechat-{started:x}-{number}"


def safely(answer: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A callback that never raises into WeeChat: on a fault of ours it says so, and answers `answer` (its
    last argument where that is None, which is the untouched text of a modifier)."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def guarded(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except Exception as error:
                weechat.prnt(
                    "", f"{NAME}\t{function.__name__}: {type(error).__name__}: a fault of the script's"
                )
                return arguments[-1] if answer is None else answer

        return guarded

    return wrap


def room_of(key: str) -> Room | None:
    """The room that a callback is for; None where it is off by now, or was switched on anew since."""
    name, _, identity = key.partition("\n")
    room = rooms.get(name)
    return room if room is not None and identity.partition("\n")[0] in ("", str(id(room))) else None


def room_in(server: str, channel: str) -> Room | None:
    """The room that is on in a channel, by any way to write its name."""
    buffer = weechat.info_get("irc_buffer", f"{server},{channel}")
    return next((room for room in rooms.values() if room.buffer == buffer), None) if buffer else None


def in_channel(room: Room, nick: str) -> bool:
    return bool(nick and weechat.nicklist_search_nick(room.buffer, "", nick))


def room_for(buffer: str, nick: str = "") -> Room | None:
    """The room of a channel's buffer, or the one to whose fight a private message with `nick` belongs: where
    he is, or is the PGM; of several, where he was heard last."""
    for room in rooms.values():
        if room.buffer == buffer:
            return room
    server = weechat.buffer_get_string(buffer, "localvar_server")
    return whispers_of(server, nick or weechat.buffer_get_string(buffer, "localvar_channel"))


def whispers_of(server: str, nick: str) -> Room | None:
    there = [
        room
        for room in rooms.values()
        if room.server == server and (in_channel(room, nick) or any(same(nick, name) for name in room.pgm))
    ]
    return max(there, key=lambda room: room.last.get(nick.casefold(), 0), default=None)


@safely(None)
def on_input(data: str, modifier: str, buffer: str, text: Any) -> Any:
    """Before an input is sent: pass it, or take it in until its lint is there."""
    if sending or not rooms or not isinstance(text, str):
        return text
    said = speech(text)
    private = weechat.buffer_get_string(buffer, "localvar_type") == "private"
    to = said.to or (weechat.buffer_get_string(buffer, "localvar_channel") if private else "") if said else ""
    if said is not None and to:
        whispered = whispers_of(said.server or weechat.buffer_get_string(buffer, "localvar_server"), to)
        if whispered is not None and any(same(to, name) for name in whispered.pgm):
            return whispered.typed(buffer, text, said._replace(to=to))
        said = None
    for room in rooms.values():
        if room.buffer == buffer:
            return room.typed(buffer, text, said)
        if any(one.buffer == buffer for one in room.queue):  # not before what was typed before it
            return room.typed(buffer, text, None)
    return text


@safely(None)
def on_line_in(data: str, modifier: str, server: str, raw: Any) -> Any:
    """A line from the server, before it is shown."""
    if rooms and isinstance(raw, str):
        message = parse_irc(raw)
        event = event_of(message, now(), next_number())
        if event is not None:
            heard(server, message, event)
        elif message.command == "BATCH":
            batch(server, message)
        elif message.command == "366" and len(message.params) > 1:  # all who are there have been named
            room = room_in(server, message.params[1])
            if room is not None:
                room.members()
    return raw


@safely(None)
def on_line_out(data: str, modifier: str, server: str, raw: Any) -> Any:
    """A line of ours, whole; where the server echoes our lines, the echo is the event instead."""
    if rooms and isinstance(raw, str) and "echo-message" not in capabilities(server):
        message = parse_irc(raw)._replace(nick=nick_on(server))
        for target in message.params[0].split(",") if len(message.params) > 1 else ():
            event = event_of(message._replace(params=[target, message.params[1]]), now(), next_number())
            if event is not None:
                heard(server, message, event)
    return raw


def batch(server: str, message: Message) -> None:
    """A batch begins, or is over: then a message in it is whole."""
    name = message.params[0] if message.params else ""
    if name.startswith("+") and len(message.params) > 1:
        batches[server, name[1:]] = Batch(message.params[1], message.params[2:])
        if len(batches) > MOST_BATCHES:
            del batches[next(iter(batches))]
    elif name.startswith("-"):
        done = batches.pop((server, name[1:]), None)
        if done is not None and done.event is not None:
            heard(server, message._replace(tags={}), done.event)


def heard(server: str, message: Message, event: dict[str, Any]) -> None:
    """Give an event to the rooms that it happened in."""
    me, target = nick_on(server), event["to"]
    own = event["speaker"] == me
    batch = batches.get((server, message.tags.get("batch", "")))
    if batch is not None and batch.kind in HISTORIES:
        event["replayed"] = True
    elif batch is not None and batch.kind == MULTILINE and event["kind"] in ("say", "notice"):
        batch.add(event, "draft/multiline-concat" in message.tags)
        return
    if event["kind"] == "nick" or (event["kind"] == "leave" and target is None):
        for one in list(rooms.values()):
            if one.server == server and in_channel(one, event["speaker"]):
                one.hears(event, own)
        return
    room = room_in(server, target)
    if room is not None:
        if own and event["kind"] == "leave":
            room.away = True
        if own and event["kind"] == "join":
            room.joined()
        room.hears({**event, "to": None}, own)
    elif event["kind"] in ("say", "emote") and (own or same(target or "", me)):
        private = whispers_of(server, target if own else event["speaker"])
        if private is not None:
            private.hears({**event, "kind": "whisper"}, own)


@safely(0)
def on_child_read(data: str, fd: Any) -> int:
    key, _, which = data.rpartition("\n")
    room = room_of(key)
    child = room.child if room is not None else None
    if room is None or child is None or child.key != key:
        return OK
    if which == "err":
        if not child.complaint():
            weechat.unhook(child.hooks.pop("err"))
        return OK
    lines, alive = child.lines()
    for line in lines:
        if room.child is child:
            room.take(line)
    if not alive and room.child is child:
        room.died()
    return OK


@safely(0)
def on_child_write(data: str, fd: Any) -> int:
    room = room_of(data)
    if room is not None and room.child is not None and not room.child.flush():
        room.died()
    return OK


@safely(0)
def on_late(data: str, remaining: Any) -> int:
    key, _, ref = data.rpartition("\n")
    room = room_of(key)
    if room is not None:
        room.late(int(ref))
    return OK


@safely(0)
def on_stuck(data: str, remaining: Any) -> int:
    """A lint is half a minute late: the child hangs."""
    key, _, ref = data.rpartition("\n")
    room = room_of(key)
    if room is not None and room.behind and int(ref) in room.asked:
        room.died()
    return OK


@safely(0)
def on_restart(data: str, remaining: Any) -> int:
    room = room_of(data)
    if room is not None and room.child is None:
        room.start()
    return OK


def bar_item(data: str, item: Any, window: Any, buffer: str, *extra: Any) -> str:
    """What the bar shows beside a room's buffer."""
    room = room_for(buffer)
    if room is None:
        return ""
    if room.child is None:
        return "calledshot: off the air"
    with contextlib.suppress(TypeError, ValueError):
        return order_text(room.order)
    return ""


# -- the command ------------------------------------------------------------------------------------------

HELP = """\
on [FOLDER] [player|watch|suggest|auto]: referee this channel, with a campaign folder, as a player or the PGM
off: stop | status | restart: start its child again
check TEXT: lint a declaration without sending it | fix: put the corrected form into the input line
order: who moves when
All else is the PGM's and goes to the referee: ok, say WORDS, drop, rule WORDS, undo, set, skip, who, help

The order is in the bar item "calledshot": /set weechat.bar.status.items adds it to a bar.
Options: /set plugins.var.python.calledshot.*"""


def say_here(buffer: str, text: str) -> None:
    weechat.prnt_date_tags(buffer, 0, "no_log,no_highlight,notify_none,calledshot", f"{NAME}\t{text}")


@safely(0)
def on_command(data: str, buffer: str, arguments: str) -> int:
    """`/calledshot …`"""
    words = arguments.split()
    verb, rest = (words[0].lower() if words else "status"), arguments.strip().partition(" ")[2].strip()
    room = room_for(buffer)
    if verb == "on":
        switch_on(buffer, *campaign_and_mode(rest))
    elif verb == "help" and (room is None or room.mode == "player"):
        for line in HELP.splitlines():
            say_here(buffer, line)
    elif room is None and len(rooms) == 1 and verb != "off":
        act(next(iter(rooms.values())), buffer, verb, rest, arguments)
    elif room is None:
        say_here(buffer, "calledshot is not on here: /calledshot on [campaign folder]")
    elif verb == "off":
        weechat.config_unset_plugin(f"on.{room.key}")
        switch_off(room)
        say_here(buffer, "calledshot is off.")
    else:
        act(room, buffer, verb, rest, arguments)
    return OK


def act(room: Room, buffer: str, verb: str, rest: str, arguments: str) -> None:
    """A command to a room that is on."""
    if verb == "status":
        say_here(buffer, status(room))
    elif verb == "restart":
        room.told, room.deaths, room.over = False, 0, False
        room.start()
    elif verb == "check":
        if room.child is None:
            say_here(buffer, "calledshot does not run here now; /calledshot restart")
            return
        said = speech(rest) or Said("", rest)
        asked = {"lint": plain(said.words), "emote": said.emote, "given": True, "as": nick_on(room.server)}
        room.ask(asked, "check", buffer)
    elif verb == "fix":
        offer = room.offer.get(buffer)
        if not offer:
            say_here(buffer, "There is nothing to correct.")
            return
        put(buffer, offer)
    elif room.mode == "player":
        if verb == "order":
            say_here(buffer, order_text(room.order, 100) or "No order is known.")
        else:
            say_here(buffer, f"{verb}: that is the PGM's. For him: /calledshot on [folder] suggest")
    elif room.child is None:
        say_here(buffer, "calledshot does not run here now, so nothing is done; /calledshot restart")
    else:
        room.tell(
            {"kind": "command", "speaker": nick_on(room.server), "text": arguments.strip(), "at": now(),
             "id": next_number(), "room": room.channel, "me": True}
        )  # fmt: skip


def status(room: Room) -> str:
    """One room in one line."""
    child = f"runs as process {room.child.process.pid}" if room.child is not None else "does not run"
    answers = "" if room.child is None or room.cues is not None else ", and has not answered yet"
    folder = room.campaign or "no campaign"
    return clean(
        f"{room.channel}: {room.mode}, {folder}; the referee {child}{answers}; {room.deaths} restarts."
    )


def switch_on(buffer: str, campaign: str, mode: str) -> None:
    """Turn a channel on, and remember it."""
    if weechat.buffer_get_string(buffer, "localvar_type") != "channel":
        say_here(buffer, "/calledshot on is for a channel: go to its buffer first.")
        return
    key = weechat.buffer_get_string(buffer, "full_name")
    before = rooms.get(key)
    campaign = campaign or (before.campaign if before else "") or os.path.expanduser(option("campaign"))  # noqa: PTH111
    mode = mode or (before.mode if before else "") or option("mode")
    mode = mode if mode in MODES else "player"
    if campaign and not os.path.isdir(campaign):  # noqa: PTH112
        say_here(buffer, f"{campaign}: there is no such folder; calledshot campaign new starts a campaign.")
        return
    if mode != "player" and not campaign:
        say_here(buffer, f"{mode} is for a campaign: /calledshot on FOLDER {mode}")
        return
    if before is not None:
        switch_off(before)
    weechat.config_set_plugin(f"on.{key}", f"{mode}:{campaign}")
    room = rooms[key] = Room(key, buffer, campaign, mode)
    room.missed = mode != "player" and before is None and not just_stopped(buffer)
    room.start()
    who = "as a player" if mode == "player" else f"for the PGM, {mode}"
    if room.child is not None:
        say_here(buffer, f"calledshot is on, {who}, with {campaign or 'no campaign'}. /help calledshot")
    if mode != "player":
        if in_channel(room, nick_on(room.server)):
            room.members()
        if "account-tag" not in capabilities(room.server):
            say_here(
                buffer,
                f"Warning: {room.server} does not tell us accounts, so a nick is all that shows who speaks. "
                f'/set irc.server.{room.server}.capabilities "*,account-tag" and /reconnect {room.server}',
            )


def just_stopped(buffer: str) -> bool:
    """Whether the script was on here until a moment ago: it was loaded again, and nothing was missed."""
    with contextlib.suppress(ValueError):
        return abs(time.time() - float(weechat.buffer_get_string(buffer, STOPPED))) < RELOAD
    return False


def switch_off(room: Room) -> None:
    rooms.pop(room.key, None)
    room.stop()
    weechat.bar_item_update(NAME)


@safely(0)
def on_buffer_opened(data: str, signal: str, buffer: str) -> int:
    """A channel that was on is on again."""
    key = weechat.buffer_get_string(buffer, "full_name")
    if weechat.buffer_get_string(buffer, "plugin") == "irc" and weechat.config_is_set_plugin(f"on.{key}"):
        mode, _, campaign = weechat.config_get_plugin(f"on.{key}").partition(":")
        if key not in rooms and weechat.buffer_get_string(buffer, "localvar_type") == "channel":
            switch_on(buffer, campaign, mode)
    return OK


@safely(0)
def on_buffer_closing(data: str, signal: str, buffer: str) -> int:
    for room in list(rooms.values()):
        if room.buffer == buffer:
            switch_off(room)
        room.queue = [typed for typed in room.queue if typed.buffer != buffer]
    return OK


@safely(0)
def on_disconnected(data: str, signal: str, server: str) -> int:
    for room in rooms.values():
        room.away = room.away or room.server == server
    return OK


def shutdown() -> int:
    """Unloaded: every child goes, nothing stays in the bar."""
    for room in list(rooms.values()):
        switch_off(room)
        weechat.buffer_set(room.buffer, STOPPED.replace("_", "_set_"), str(time.time()))
    return OK


def main() -> None:
    """Register everything with WeeChat."""
    global OK
    OK = weechat.WEECHAT_RC_OK
    if not weechat.register(NAME, "the calledshot founders", VERSION, LICENSE, ABOUT, "shutdown", ""):
        return
    for name, (value, about) in OPTIONS.items():
        if not weechat.config_is_set_plugin(name):
            weechat.config_set_plugin(name, value)
        weechat.config_set_desc_plugin(name, f'{about} (default: "{value}")')
    for command in ("privmsg", "notice", "join", "part", "quit", "kick", "nick", "366", "batch"):
        weechat.hook_modifier(f"irc_in2_{command}", "on_line_in", "")
    weechat.hook_modifier("irc_out1_privmsg", "on_line_out", "")
    weechat.hook_modifier("input_text_for_buffer", "on_input", "")
    for name, callback in (
        ("irc_channel_opened", "on_buffer_opened"),  # "buffer_opened" comes before the buffer is a channel's
        ("buffer_closing", "on_buffer_closing"),
        ("irc_server_disconnected", "on_disconnected"),
    ):
        weechat.hook_signal(name, callback, "")
    weechat.bar_item_new(f"(extra){NAME}", "bar_item", "")
    completion = (
        "on %(filename) player|watch|suggest|auto || off || status || restart || check || fix || order"
    )
    completion += " || ok || say || drop || rule || undo || set || skip || who || next || help"
    weechat.hook_command(NAME, ABOUT, "on|off|check|fix|…", HELP, completion, "on_command", "")
    buffers = weechat.infolist_get("buffer", "", "")
    while weechat.infolist_next(buffers):
        on_buffer_opened("", "", weechat.infolist_pointer(buffers, "pointer"))
    weechat.infolist_free(buffers)


if __name__ == "__main__" and weechat is not None:
    main()
