"""What chats exported as JSON have in common: their parts with the lines they stand on, times, names.

A file that was cut off or spoilt gives what is whole before the damage. What a part says is for the format
to tell; nothing here knows of one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from calledshot.finding import Finding
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import QUOTED, Context, Head, Items, as_member
from calledshot.transcript.roster import fold

Path = tuple[str, ...]

_BLANK = re.compile(r"[ \t\r\n]*+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)  # tells where a value ends, which msgspec does not
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = 253_402_300_799_999
_ANY = "*"
_T = TypeVar("_T")


class Part(NamedTuple):
    """A value of the document: where it stands in the tree and in the text, and whether it is an element of
    one of the arrays that were asked for (else it is what stands beside them)."""

    path: Path
    value: Any
    start: int
    end: int
    element: bool


class _Damage(Exception):
    def __init__(self, place: int) -> None:
        self.place = place


class Parts:
    """The parts of a JSON text in the order of the file. `arrays` are the paths of the arrays whose elements
    are wanted ("*" for any key or index, () for the text itself); all else is given whole, as far out as it
    is none of the way there. `damage`, once the iteration has ended: where the text is no JSON any more,
    None if it is whole."""

    def __init__(self, text: str, arrays: Sequence[Path]) -> None:
        self._text, self._arrays = text, arrays
        self.damage: int | None = None

    def __iter__(self) -> Iterator[Part]:
        try:
            end = yield from self._value(self._skip(0), ())
            if self._skip(end) < len(self._text):
                self.damage = self._skip(end)
        except _Damage as damage:
            self.damage = damage.place

    def _skip(self, place: int) -> int:
        match = _BLANK.match(self._text, place)
        return match.end() if match is not None else place

    def _mark(self, place: int) -> str:
        return self._text[place : place + 1]

    def _value(self, place: int, path: Path) -> Generator[Part, None, int]:  # returns where it ends
        mark = self._mark(place)
        ways = [array for array in self._arrays if _fits(path, array)]
        if mark == "[" and any(len(array) == len(path) for array in ways):
            return (yield from self._array(place, path, wanted=True))
        if mark == "{" and any(len(array) > len(path) for array in ways):
            return (yield from self._object(place, path))
        if mark == "[" and any(len(array) > len(path) for array in ways):
            return (yield from self._array(place, path, wanted=False))
        value, end = self._whole(place)
        yield Part(path, value, place, end, False)
        return end

    def _array(self, place: int, path: Path, *, wanted: bool) -> Generator[Part, None, int]:
        start, place, index = place, self._skip(place + 1), 0
        if self._mark(place) == "]":
            return place + 1
        while True:
            here = (*path, str(index))
            if wanted:
                value, end = self._whole(place)
                yield Part(here, value, place, end, True)
            else:
                end = yield from self._value(place, here)
            place, index = self._next(end, "]", start), index + 1
            if place < 0:
                return -place

    def _object(self, place: int, path: Path) -> Generator[Part, None, int]:
        start, place = place, self._skip(place + 1)
        if self._mark(place) == "}":
            return place + 1
        while True:
            key, end = self._whole(place)
            end = self._skip(end)
            if not isinstance(key, str) or self._mark(end) != ":":
                raise _Damage(place)
            end = yield from self._value(self._skip(end + 1), (*path, key))
            place = self._next(end, "}", start)
            if place < 0:
                return -place

    def _next(self, end: int, close: str, start: int) -> int:
        """Where the next member begins, or minus where the container ends."""
        place = self._skip(end)
        mark = self._mark(place)
        if mark == close:
            return -(place + 1)
        if mark != ",":
            raise _Damage(max(place, start))
        place = self._skip(place + 1)
        if self._mark(place) in ("", "]", "}"):
            raise _Damage(place)
        return place

    def _whole(self, place: int) -> tuple[Any, int]:
        try:
            return _DECODER.raw_decode(self._text, place)
        except (ValueError, RecursionError):
            raise _Damage(place) from None


def _fits(path: Path, array: Path) -> bool:
    return len(path) <= len(array) and all(
        want in (_ANY, key) for key, want in zip(path, array, strict=False)
    )


def values_of_lines(text: str) -> Iterator[tuple[Any, int, int]]:
    """NDJSON: the value on each line that is not blank, and from where to where it stands; a line that is no
    JSON has the value None."""
    for match in re.finditer(r"[^\r\n]++", text):
        line = match[0]
        if line.isspace():
            continue
        try:
            value = json.loads(line, strict=False)
        except (ValueError, RecursionError):
            value = None
        yield value, match.start(), match.end()


# -- what it is -------------------------------------------------------------------------------------------


def beginning(head: Head) -> str:
    """The first characters of what may be a JSON text, "" where it is none."""
    start = head.start.removeprefix(b"\xef\xbb\xbf")
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = start.decode("utf-16", "ignore")
    elif start[1:2] == b"\x00":
        text = start.decode("utf-16-le", "ignore")
    elif start.lstrip()[:1] in (b"{", b"["):
        text = start.decode("utf-8", "replace")
    else:
        return ""
    text = text.lstrip()
    return text if text[:1] in ("{", "[") else ""


def first_parts(head: Head, arrays: Sequence[Path], limit: int = 3) -> tuple[dict[Path, Any], list[Any]]:
    """What of a file's beginning is whole: the values beside the arrays, and their first elements."""
    beside: dict[Path, Any] = {}
    elements: list[Any] = []
    text = beginning(head)
    if not text:
        return beside, elements
    for part in Parts(text, arrays):
        if part.element:
            elements.append(part.value)
            if len(elements) >= limit:
                break
        elif len(part.path) < 8:
            beside[part.path] = part.value
    return beside, elements


# -- events -----------------------------------------------------------------------------------------------


class Said(NamedTuple):
    """One part as an event, before it has its number. `start` and `end` are places in the text."""

    kind: Kind
    speaker: str | None
    text: str
    start: int
    end: int
    at: str | None = None
    to: str | None = None
    room: str | None = None
    trust: Trust = "member"
    id: str | None = None


def events(
    said: Sequence[Said | Part], document: Document, ctx: Context, damage: int | None, seq: int = 0
) -> Items:
    """The events, numbered from `seq`; a `Part` among them is one that could not be read. What is past the
    damage is one LOG-1; where there is no event at all, the whole text is."""
    if not said:
        yield rest(document, ctx, 0)
        return
    for one in said:
        if isinstance(one, Part):
            words = document.text[one.start : min(one.end, one.start + QUOTED + 1)]
            yield ctx.unread(words, document.line(one.start), document.line(max(one.start, one.end - 1)))
            continue
        source = Source(ctx.file, document.line(one.start), document.line(max(one.start, one.end - 1)))
        yield Event(
            seq=seq, at=one.at, kind=one.kind, speaker=one.speaker, to=one.to, room=one.room, text=one.text,
            trust=one.trust, source=source, id=one.id,
        )  # fmt: skip
        seq += 1
    if damage is not None and damage < len(document.text.rstrip()):
        yield rest(document, ctx, damage)
    elif damage is not None:
        ctx.note("the file is cut off: it ends after its last whole message")


def rest(document: Document, ctx: Context, start: int) -> Finding:
    """LOG-1 for all that is left of the text."""
    words = document.text[start : start + QUOTED + 1]
    end = len(document.text.rstrip())
    first = document.line(start)
    return ctx.unread(
        words or "the file ends in the middle", first, max(first, document.line(max(0, end - 1)))
    )


def note_edited(ctx: Context, count: int) -> None:
    """Says that messages were changed after they were said, and that the export has only what they became."""
    if count:
        what = "1 message was" if count == 1 else f"{count} messages were"
        ctx.note(f"{what} edited after being said: only the last wording is in the file")


def oldest_first(parts: Sequence[_T], time: Callable[[_T], Any]) -> list[_T]:
    """The parts turned round where the export has the newest first; else as they are."""
    rises = falls = 0
    before: Any = None
    for part in parts:
        now = time(part)
        if isinstance(now, int | float | str) and type(now) is type(before):
            rises += now > before  # type: ignore[operator]
            falls += now < before  # type: ignore[operator]
        before = now
    return list(reversed(parts)) if falls > rises else list(parts)


class Names:
    """What people are called: the name that is shown, and with the id behind it for a second person of the
    same name, so that nobody is taken for another (a display name proves nothing)."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._owner: dict[str, str] = {}

    def shown(self, name: str | None, id: str | None) -> str | None:
        """The name of the person with this id."""
        name = (name or "").strip() or None
        if id is None:
            return as_member(name)
        if name is None or name == id:
            return id if self._owner.setdefault(fold(id), id) == id else f"{id} ({id})"
        owner = self._owner.setdefault(fold(name), id)
        if owner == id:
            return as_member(name)
        self._ctx.note(f"two people are called {name}: the second is shown as {name} ({id})")
        return f"{name} ({id})"


# -- values of any type -----------------------------------------------------------------------------------


def text_of(value: Any) -> str:
    """A string as it can be written again (halves of characters become U+FFFD), "" for anything else."""
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else ""


def id_of(value: Any) -> str | None:
    """An id, which some services give as a number."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30:
        return str(value)
    return text_of(value)[:255] or None


def table(value: Any, key: str) -> Mapping[str, Any]:
    """The object under `key`, empty where there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def items(value: Any, key: str) -> list[Any]:
    """The array under `key`, empty where there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def at_millis(value: Any) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC; None for what is no such number."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LAST:
        return None
    moment = _EPOCH + timedelta(milliseconds=int(value))
    return moment.isoformat(timespec="milliseconds" if int(value) % 1000 else "seconds")


def at_iso(value: Any) -> str | None:
    """A moment in ISO 8601 as it is written, None where it is none."""
    text = text_of(value).strip()[:40]
    try:
        return text if datetime.fromisoformat(text) and "T" in text else None
    except ValueError:
        return None


def marked(what: str, name: Any) -> str:
    """What stands in a message's place where it is no text: `[image: map.png]`."""
    name = text_of(name).strip()
    return f"[{what}: {name}]" if name else f"[{what}]"


def lines(*pieces: str) -> str:
    """The pieces that are not blank, each on its line."""
    return "\n".join(piece.strip("\n") for piece in pieces if piece and not piece.isspace())
