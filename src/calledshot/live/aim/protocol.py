"""The TOC protocol of AIM, from the client's side, without a socket: bytes in, what the server told out.

TOC is lines of text in frames of six bytes of head and at most 64 kB (FLAP). It has no message ids, no
times and no history, and its passwords are only obfuscated. Not here: connecting, waiting, rate limits and
what any of it means for a fight; see `feed`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

import calledshot.transcript.decode  # noqa: F401  # makes the fallback for bad bytes known
from calledshot.transcript.controls import visible
from calledshot.transcript.markup import plain

HELLO = b"FLAPON\r\n\r\n"
HEAD = 6
SIGN_ON, DATA, ERROR, SIGN_OFF, KEEP_ALIVE = 1, 2, 3, 4, 5
"""Kinds of frames."""
COMMAND_LIMIT = 2048
"""Bytes of a client's command that servers take, counted here with its frame's head and closing NUL."""
AGENT = "TIC:calledshot"
HOST = "OnlineHost"
"""Who speaks for the service in a chat room, written exactly so; as a screen name it would compare alike in
other letters."""

_FALLBACK = "calledshot.cp1252"
_KEY = b"Tic/Toc"
_CHAT = {"CHAT_IN": 4, "CHAT_IN_ENC": 6}
"""What is said in a room, in the first and the second edition of the protocol, and its fields."""
_MESSAGE = {"IM_IN": 3, "IM_IN2": 4, "IM_IN_ENC2": 9}
_ESCAPED = re.compile(r'([\\"${}()\[\]])')
_PLAIN_WORD = re.compile(r"[A-Za-z0-9_.:/-]+", re.ASCII)
_UNSENT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\ud800-\udfff]")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")

REASONS = {
    901: "{} is not signed on, and what we sent them is lost",
    902: "{} cannot be warned",
    903: "a message was dropped: we are over the server's speed limit",
    911: "the server cannot make sense of what we sent",
    912: "the account is not valid",
    913: "the server failed over what we sent",
    914: "the service is not there now",
    950: "the chat room {} is not there",
    960: "we send to {} too fast, and a message was dropped",
    961: "a message of {} was too long and is lost",
    962: "a message of {} came too fast and is lost",
    980: "the server refuses the screen name or the password",
    981: "the service is not there now",
    982: "our warning level is too high to sign on",
    983: "we have signed on too often; ten minutes must pass",
    989: "the server refuses to sign us on and does not say why",
}
"""What the errors mean; {} is whom or what they are about."""


class ProtocolError(Exception):
    """What came is not the protocol: nothing after it can be read."""


def normal(name: str) -> str:
    """A screen name as servers compare it: without spaces, letters A–Z small, all else as it is. A letter
    that only looks like another, or folds to it in Unicode, stays another."""
    return "".join(name.split()).translate(_LOWER)


def account(name: str) -> str:
    """What the service vouches for."""
    return f"aim:{normal(name)}"


def roast(password: str) -> str:
    """A password as TOC sends it. This hides it from nobody who can read the protocol."""
    data = password.encode("utf-8")
    return "0x" + bytes(byte ^ _KEY[at % len(_KEY)] for at, byte in enumerate(data)).hex()


def quoted(argument: str) -> str:
    """One argument of a command, quoted where it must be."""
    if _PLAIN_WORD.fullmatch(argument):
        return argument
    return '"' + _ESCAPED.sub(r"\\\1", argument) + '"'


# -- frames ---------------------------------------------------------------------------------------------


class Frame(NamedTuple):
    kind: int
    sequence: int
    data: bytes


def framed(kind: int, sequence: int, data: bytes) -> bytes:
    """A frame's bytes."""
    return struct.pack(">cBHH", b"*", kind, sequence & 0xFFFF, len(data)) + data


class Frames:
    """Cuts a stream into frames, however it comes in pieces."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that are complete now. Raises ProtocolError where no frame begins."""
        self._rest += data
        while self._rest:
            if self._rest[0] != 0x2A:
                raise ProtocolError(f"a frame begins with byte {self._rest[0]:#04x} where * was to be")
            if len(self._rest) < HEAD:
                return
            _, kind, sequence, length = struct.unpack_from(">cBHH", self._rest)
            if len(self._rest) < HEAD + length:
                return
            frame = Frame(kind, sequence, bytes(self._rest[HEAD : HEAD + length]))
            del self._rest[: HEAD + length]
            yield frame


# -- text -----------------------------------------------------------------------------------------------


def html(text: str) -> str:
    """Plain text as a message: these are HTML, and old clients know no letters beyond ASCII but by number."""
    text = _UNSENT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = text.replace("\t", " ").replace("\n", "<BR>").replace("  ", " &nbsp;")
    return "".join(char if ord(char) < 128 else f"&#{ord(char)};" for char in text)


def pieces(text: str, room_for: int) -> list[str]:
    """Text cut at words so that each piece, as a quoted message, has at most so many bytes; none is empty.

    A word too long for a piece is cut where it must be, never inside a character."""
    found: list[str] = []
    while _size(text) > room_for:
        low, high = 1, len(text)
        while low < high:  # the longest beginning that fits
            middle = (low + high + 1) // 2
            low, high = (middle, high) if _size(text[:middle]) <= room_for else (low, middle - 1)
        blank = max(text.rfind(" ", 1, low + 1), text.rfind("\n", 1, low + 1))
        cut = blank if blank > 0 and text[:blank].strip() else low
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    if text.strip():
        found.append(text)
    return found


def _size(text: str) -> int:
    words = html(text)
    return len(words) + 2 + len(_ESCAPED.findall(words))


# -- what the server tells ------------------------------------------------------------------------------


class SignedOn(Struct, frozen=True):
    """We are in. `again`: the server had asked us to pause."""

    again: bool


class Named(Struct, frozen=True):
    """Our own screen name as the server writes it."""

    name: str


class Joined(Struct, frozen=True):
    room: str
    name: str


class Left(Struct, frozen=True):
    room: str


class Spoke(Struct, frozen=True):
    """Somebody said something in the room, or (`whisper`) to us alone through the room."""

    room: str
    sender: str
    whisper: bool
    text: str


class Present(Struct, frozen=True):
    """These are in the room, or have left it."""

    room: str
    inside: bool
    names: tuple[str, ...]


class Invited(Struct, frozen=True):
    """Somebody asks us into a room, which is joined by its id."""

    name: str
    room: str
    sender: str


class Wrote(Struct, frozen=True):
    """An instant message. `auto`: no person wrote it."""

    sender: str
    auto: bool
    text: str


class Failed(Struct, frozen=True):
    """An ERROR. `about` is whom or what it is about, where it says so."""

    code: int
    about: str

    def __str__(self) -> str:
        return REASONS.get(self.code, "an error we do not know").replace(
            "{}", visible(self.about, 40) or "somebody"
        )


class Warned(Struct, frozen=True):
    """Our warning level is this much now."""

    level: str
    by: str


class Paused(Struct, frozen=True):
    """Nothing may be sent until the server signs us on again."""


class Skipped(Struct, frozen=True):
    """Frames are missing in the server's count, or one came that we cannot read: something may be lost."""

    why: str


class Other(Struct, frozen=True):
    """Something we have no use for (a page to open, buddies), by its name."""

    command: str


Told = (
    SignedOn | Named | Joined | Left | Invited | Spoke | Present | Wrote | Failed | Warned | Paused | Skipped
    | Other
)  # fmt: skip


class Toc:
    """One connection. `receive` takes what came and gives what it tells; `take` gives what is to be sent."""

    def __init__(
        self, screen_name: str, password: str, *, server: str, encoding: str = "utf-8", agent: str = AGENT,
        port: int = 5190,
    ) -> None:  # fmt: skip
        self.screen_name = screen_name
        self.state: Literal["new", "asked", "on", "paused"] = "new"
        self.broken: ProtocolError | None = None
        self._password, self._agent, self._encoding = password, agent, encoding
        self._login = (server, port)
        self._frames = Frames()
        self._sequence = 0
        self._expected: int | None = None
        self._counts = True
        self._out: list[bytes] = [HELLO]

    def take(self) -> bytes:
        """What is to be sent now, once."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes) -> list[Told]:
        """What the server has told. Where the stream cannot be read on, `broken` says why, and what was
        told before is still given."""
        told: list[Told] = []
        if self.broken is not None:
            return told
        try:
            for frame in self._frames.feed(data):
                told += self._counted(frame)
                if frame.kind == SIGN_ON:
                    self._hello(frame)
                elif frame.kind == DATA:
                    told.append(self._told(frame.data))
                elif frame.kind == SIGN_OFF:
                    raise ProtocolError("the server has signed us off")
                elif frame.kind not in (ERROR, KEEP_ALIVE):
                    told.append(Skipped(f"a frame of kind {frame.kind}, which is unknown"))
        except ProtocolError as error:
            self.broken = error
        return told

    def _counted(self, frame: Frame) -> Iterator[Told]:
        """Keep-alives are not held to their count, as servers differ; and a server that gives a number twice
        does not count."""
        if frame.kind == KEEP_ALIVE and frame.sequence != self._expected:
            return
        missing = self._expected is not None and frame.kind == DATA and frame.sequence != self._expected
        if missing and frame.sequence + 1 == self._expected:
            self._counts = False
        if missing and self._counts:
            yield Skipped(f"frame {frame.sequence} came where {self._expected} was next")
        self._expected = (frame.sequence + 1) & 0xFFFF

    def _hello(self, frame: Frame) -> None:
        if self.state != "new":
            return
        name = normal(self.screen_name)
        wire = name.encode("utf-8")
        self._frame(SIGN_ON, struct.pack(">IHH", 1, 1, len(wire)) + wire)
        server, port = self._login
        self._command(
            "toc_signon", server, str(port), name, roast(self._password), "english", agent=self._agent
        )
        self.state = "asked"

    def _told(self, data: bytes) -> Told:
        text = self._decoded(data)
        command, _, rest = text.partition(":")
        if command in _CHAT:
            room, sender, whisper, *_, words = _fields(rest, _CHAT[command])
            return Spoke(room, sender, whisper == "T", _line(words))
        if command in _MESSAGE:
            sender, auto, *_, words = _fields(rest, _MESSAGE[command])
            return Wrote(sender, auto == "T", _line(words))
        if command == "CHAT_INVITE":
            name, room, sender, _ = _fields(rest, 4)
            return Invited(name, room, sender)
        if command == "CHAT_UPDATE_BUDDY":
            room, inside, *names = [*rest.split(":"), "", ""]
            return Present(room, inside == "T", tuple(name for name in names if name.strip()))
        if command == "CHAT_JOIN":
            room, name = _fields(rest, 2)
            return Joined(room, name)
        if command == "CHAT_LEFT":
            return Left(rest)
        if command == "ERROR":
            code, about = _fields(rest, 2)
            return Failed(int(code) if code.isascii() and code.isdigit() and len(code) < 6 else 0, about)
        if command == "NICK":
            if normal(rest) == normal(self.screen_name):
                self.screen_name = rest
            return Named(rest)
        if command == "EVILED":
            level, by = _fields(rest, 2)
            return Warned(level, by)
        if command == "PAUSE":
            self.state = "paused"
            return Paused()
        if command == "SIGN_ON":
            again = self.state == "paused"
            self.state = "on"
            self._command("toc_init_done")
            return SignedOn(again)
        return Other(command[:40])

    def _decoded(self, data: bytes) -> str:
        data = data.rstrip(b"\x00")
        if self._encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
            text = data.decode("utf-8", _FALLBACK)
        else:
            text = data.decode(self._encoding, "replace")
        return text.replace("\x00", "")

    # -- what we say --------------------------------------------------------------------------------

    def join(self, room: str, exchange: int) -> None:
        self._command("toc_chat_join", str(exchange), room)

    def accept(self, room: str) -> None:
        """Go where we are asked; `room` is the id that Invited gave."""
        self._command("toc_chat_accept", room)

    def say(self, room: str, text: str) -> None:
        """`text` fits (see `pieces`); `room` is the id that Joined gave."""
        self._command("toc_chat_send", room, message=text)

    def write(self, to: str, text: str) -> None:
        """An instant message."""
        self._command("toc_send_im", normal(to), message=text)

    def keep_alive(self) -> None:
        self._frame(KEEP_ALIVE, b"")

    def space(self, *arguments: str) -> int:
        """Bytes left for a quoted message beside the other words of a command ("toc_send_im", "torv")."""
        return COMMAND_LIMIT - HEAD - 1 - sum(len(quoted(word).encode("utf-8")) + 1 for word in arguments)

    def _command(self, *words: str, message: str | None = None, agent: str | None = None) -> None:
        parts = [quoted(_UNSENT.sub("", word.replace("\n", " "))) for word in words]
        if agent is not None:
            parts.append('"' + _ESCAPED.sub(r"\\\1", agent) + '"')
        if message is not None:
            parts.append('"' + _ESCAPED.sub(r"\\\1", html(message)) + '"')
        self._frame(DATA, " ".join(parts).encode("utf-8") + b"\x00")

    def _frame(self, kind: int, data: bytes) -> None:
        self._out.append(framed(kind, self._sequence, data))
        self._sequence = (self._sequence + 1) & 0xFFFF


def _line(words: str) -> str:
    """What a message says, as one line: where somebody's window broke his declaration, it goes on."""
    return " ".join(line for part in plain(words).splitlines() if (line := part.strip()))


def _fields(text: str, count: int) -> list[str]:
    """So many fields; what is said, the last, may hold colons itself. What is missing is empty."""
    parts = text.split(":", count - 1)
    return parts + [""] * (count - len(parts))
