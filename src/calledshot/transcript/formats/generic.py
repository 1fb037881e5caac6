"""Any text in which lines begin with a name: "Name: text", "<Name> text", "[Name] text", "Name> text",
"Name | text", "Name - text", names set flush to the right of a column, IRC notices ("-Name:#room- text"),
also bulleted, numbered, quoted by mail or with times before or behind the name, in bold by a forum's or
Markdown's marks, or parted by tabs behind a time.

The last resort: used where no format fits, and it says so. Which of the shapes a file has, and who speaks
in it, is read off its head; a line that fits neither goes on with the message before it or is reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from calledshot.transcript.clock import short_date, time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items
from calledshot.transcript.formats.lines import Opening, gather
from calledshot.transcript.roster import (
    BLANKS,
    NAME_LENGTH,
    NAMES_LIMIT,
    Wrap,
    colon_name,
    fold,
    plausible_name,
)

REPEATED = 6
"""From so many named lines on, a chat has somebody who speaks twice; a list of "key: value" has not."""
DISTINCT_SHARE = 0.75
"""More different names than this share of the named lines is no conversation."""
RARE_SHARE = 0.05
"""A shape in fewer lines of the head than this is not one of the file's shapes."""

NESTED_SHARE = 0.05
"""More lines than these that are the key of what stands further in below them are a file of settings."""

_KEY = re.compile(r"([ \t]*(?:- )?)[\w.-]{1,40}:[ \t]*")
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{4}-\d\d-\d\d|\d{1,2}([/.])\d{1,2}\2\d{2,4}"
_STAMP = re.compile(
    rf"[\[(]?(?:[A-Z][a-z]{{2}} \d{{1,2}} )?(?:({_DATE})[,T ] ?)?({_TIME})(?:[.]\d{{1,6}})?Z?[\])]?"
    r"(?:[ \t]*[-|–—])?[ \t]+",
    re.ASCII,
)
_BEHIND = re.compile(rf"(.{{1,{NAME_LENGTH}}}?)[ \t]*[\[(]({_TIME})[\])][ \t]*:", re.ASCII)
_BULLET = re.compile(r"[-*•·‣–—][ \t]+|#?\d{1,6}[.)][ \t]+|#\d{1,6}[ \t]+")
_QUOTE = re.compile(r"(?:>[ \t]?){1,5}|\|[ \t]")
_CAME = re.compile(
    rf"(?:[*\-=<>!~]{{1,4}}[ \t]*)?(.{{1,{NAME_LENGTH}}}?) (?:has |have )?"
    r"(joined|entered|left|quit|arrived|disconnected|connected)"
    r"(?:\b[^:]{0,80})?"
)  # fmt: skip
_RENAMED = re.compile(
    rf"(?:[*\-=<>!~]{{1,4}}[ \t]*)?(.{{1,{NAME_LENGTH}}}?) is now known as (.{{1,{NAME_LENGTH}}}?)\.?"
)
_MODES = "~&@%+"
_BAR = re.compile(rf"([^|:<>\s][^|<>]{{0,{NAME_LENGTH - 1}}}?)[ \t]*[|│](?:[ \t]|\Z)")
_DASH = re.compile(r"([^\W_][\w.'-]{0,19}(?: [\w.'-]{1,19}){0,2}) {1,3}[-–—] ")
_COLUMN = re.compile(r"([^\W_][\w.'|-]{0,19}(?: [\w.'-]{1,19}){0,2})(?: {2,}|\t)(?=\S)")
_BOLD = re.compile(
    rf"(?:\*\*|__|\[[bB]\]|<[bB]>)([^*_<\[:]{{1,{NAME_LENGTH}}})(?:(?::?(?:\*\*|__|\[/[bB]\]|</[bB]>):?)(?=\s|\Z))"
)
_SAYS = re.compile(r" (?:says?|said|writes|wrote)\Z", re.IGNORECASE)
_AFTER = re.compile(r"-[ \t]")
_ROOM = re.compile(r"[:/]")
ROOM_LENGTH = 64
_NOTICE = re.compile(r"Notice\(([^\s()]{1,64})\)(?: -> [^\s:]{1,64})?: ", re.ASCII)


def _nests(line: str, below: str) -> bool:
    """Whether a key stands alone above a key that is further in, as in YAML."""
    outer, inner = _KEY.match(line), _KEY.match(below)
    return (
        outer is not None and inner is not None and outer.end() == len(line) and len(inner[1]) > len(outer[1])
    )


class _Cut(NamedTuple):
    shape: str
    kind: Kind
    name: str
    text: str
    time: str = ""
    day: date | None = None


def _angle(line: str) -> tuple[str, str] | None:
    end = line.find(">", 1, NAME_LENGTH + 4)
    if not line.startswith("<") or end < 2 or line[1] in "!?/":  # markup, not a name
        return None
    return line[1:end].strip(BLANKS).lstrip(_MODES), line[end + 1 :].removeprefix(":")


def _square(line: str) -> tuple[str, str] | None:
    end = line.find("]", 1, NAME_LENGTH + 4)
    if not line.startswith("[") or end < 2:
        return None
    return line[1:end].strip(BLANKS), line[end + 1 :].removeprefix(":")


def _arrow(line: str) -> tuple[str, str] | None:
    end = line.find(">", 1, NAME_LENGTH + 2)
    if end < 1 or line[end + 1 : end + 2] not in (" ", "\t", "") or line[end - 1] in "-=":
        return None
    return line[:end].strip(BLANKS), line[end + 1 :]


def _colon(line: str) -> tuple[str, str] | None:
    found = colon_name(line)
    return found if found is not None and found[1][:1] in ("", *BLANKS) else None


def _bar(line: str) -> tuple[str, str] | None:
    found = _BAR.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _dash(line: str) -> tuple[str, str] | None:
    found = _DASH.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _column(line: str) -> tuple[str, str] | None:
    found = _COLUMN.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _star(line: str) -> tuple[str, str] | None:
    if not line.startswith("* "):
        return None
    name, _, text = line[2:].lstrip(BLANKS).partition(" ")
    return (name, text) if text else None


def _dashes(line: str) -> tuple[str, str] | None:
    """A notice: -Name- or, to a room, -Name:#room- and -Name/#room-."""
    found = _AFTER.search(line, 2, NAME_LENGTH + ROOM_LENGTH) if line.startswith("-") else None
    if found is None or not (line[1].isalnum() or line[1] in "[]\\`_^{|}"):
        return None
    end = found.start()
    name = _ROOM.split(line[1:end], maxsplit=1)[0]
    return (name, line[end + 2 :]) if name and not any(char in BLANKS for char in line[1:end]) else None


def _tabs(rest: str) -> tuple[Kind, str, str] | None:
    """Name, tab, text, behind a time; there "--" tells of a notice, and "*" of what somebody does."""
    name, tab, text = rest.partition("\t")
    name, text = name.strip(BLANKS).lstrip(_MODES), text.lstrip(BLANKS)
    if not tab or not text or len(name) > NAME_LENGTH or " " in name:
        return None
    notice = _NOTICE.match(text) if name == "--" else None
    if notice is not None:
        return "notice", notice[1], text[notice.end() :]
    if name == "*":
        name, _, text = text.partition(" ")
        return ("emote", name, text) if text else None
    is_name = name[-1:] not in (":", ">") and any(char.isalnum() for char in name)
    return ("say", name, text) if is_name else None


_SHAPES: dict[str, Callable[[str], tuple[str, str] | None]] = {
    "<name>": _angle,
    "[name]": _square,
    "name>": _arrow,
    "* name": _star,
    "-name-": _dashes,
    "name:": _colon,
    "name |": _bar,
    "name -": _dash,
    "name  ": _column,
}
_KINDS: dict[str, Kind] = {"* name": "emote", "-name-": "notice"}
_TABS = "name, tab,"
_LOOSE = ("name -", "name  ")
"""Shapes that other text has too: only where nearly every line has them, and no other shape."""
LOOSE_SHARE = 0.8
_MARKED = ("<name>", "-name-", "name (time):")


def _cuts(line: str, unquote: bool) -> list[_Cut]:
    """All ways to read a line as somebody's message, the most special first."""
    line = _unquoted(line, unquote)
    found: list[_Cut] = []
    bold = _BOLD.match(line)
    if bold is not None:
        line = f"{bold[1]}: {line[bold.end() :].lstrip(BLANKS)}"
    for bare in _without_bullet(line):
        stamp = _STAMP.match(bare)
        time, day, rest = "", None, bare
        if stamp is not None and time_of_day(stamp[3]) is not None:
            time, day, rest = stamp[3], _date(stamp[1]), bare[stamp.end() :]
        behind = _BEHIND.match(rest) if not time else None
        if behind is not None and time_of_day(behind[2]) is not None:
            found.append(
                _Cut("name (time):", "say", behind[1].strip(BLANKS), rest[behind.end() :], behind[2])
            )
        for shape, cut in _SHAPES.items():
            pair = cut(rest)
            if shape == "-name-" and not time and _ROOM.search(rest, 0, rest.find("- ") + 1) is None:
                continue  # "-mine- he said" is talk
            if pair is not None and pair[0] and time_of_day(pair[0]) is None:
                if shape == "name:":
                    pair = _SAYS.sub("", pair[0]), pair[1]
                found.append(_Cut(shape, _KINDS.get(shape, "say"), pair[0], pair[1], time, day))
        parted = _tabs(rest) if time else None
        if parted is not None and time_of_day(parted[1]) is None:
            found.append(_Cut(_TABS, *parted, time, day))
    return found


def _unquoted(line: str, unquote: bool) -> str:
    line = line.strip(BLANKS)
    quote = _QUOTE.match(line) if unquote else None
    return line if quote is None else line[quote.end() :]


def _without_bullet(line: str) -> tuple[str, ...]:
    bullet = _BULLET.match(line)
    return (line,) if bullet is None else (line[bullet.end() :], line)


def _date(text: str | None) -> date | None:
    if text is None:
        return None
    if "/" in text:
        found = short_date(text)
        return found[0] if found is not None else None
    if "." in text:  # the day first
        day, month, year = map(int, text.split("."))
        text = f"{year + 2000 if year < 100 else year:04}-{month:02}-{day:02}"
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


class _Survey:
    """What the head of a file shows: its shapes, its names, whether mail quoted it, where it was wrapped."""

    def __init__(self, lines: Sequence[str]) -> None:
        full = [line for line in lines if line.strip()]
        self.wrap = Wrap(lines)
        self.unquote = sum(1 for line in full if _QUOTE.match(line.lstrip())) > 0.6 * len(full)
        shapes: Counter[str] = Counter()
        names: Counter[str] = Counter()
        free: set[str] = set()
        before = ""
        for line in full:
            broken = self.wrap.may_continue(before, line)
            for cut in _cuts(line, self.unquote):
                if cut.shape == "* name":
                    shapes[cut.shape] += 1
                elif plausible_name(cut.name) or cut.shape in _MARKED:
                    shapes[cut.shape] += not broken
                    names[fold(cut.name)] += 1
                    if not broken:
                        free.add(fold(cut.name))
            before = line
        most = max((count for shape, count in shapes.items() if shape != "* name"), default=0)
        self.shapes = {
            shape
            for shape, count in shapes.items()
            if count and (shape == "* name" or count >= max(2, RARE_SHARE * len(full)) or count == most)
        }
        for shape in _LOOSE:
            if shapes[shape] < LOOSE_SHARE * len(full) or self.shapes - {"* name", *_LOOSE}:
                self.shapes.discard(shape)
        self.known = {name for name in names if name in free and names[name] > 1}
        self.once = {name for name in names if name in free}
        named = sum(names.values())
        self.talk = named < REPEATED or len(names) <= DISTINCT_SHARE * named
        self.talk = self.talk and sum(map(_nests, full, full[1:])) < max(2, NESTED_SHARE * len(full))

    def open(self, line: str, previous: str) -> Opening | None:
        broken = self.wrap.may_continue(previous, line)
        for cut in _cuts(line, self.unquote):
            if cut.shape not in self.shapes:
                continue
            folded = fold(cut.name)
            marked = cut.shape in _MARKED or bool(cut.time)
            if cut.shape == "* name":
                if folded not in self.once or broken:
                    continue
            elif not marked and folded not in self.known and cut.name != HOST:
                wrapped = broken and (self.wrap.proven or cut.name.islower())
                if wrapped or not plausible_name(cut.name):
                    continue
                if len(self.once) < NAMES_LIMIT:
                    self.once.add(folded)
            return Opening(cut.kind, cut.name, cut.text, cut.time, cut.day)
        return self._noted(line) if not broken else None

    def words(self, line: str) -> str:
        """What a line that goes on with a message adds to it."""
        return _unquoted(line, self.unquote)

    def _noted(self, line: str) -> Opening | None:
        """Somebody coming, going or renamed, as rooms note it; only of names that speak, or marked."""
        bare = line.strip(BLANKS)
        if len(bare) > 200:
            return None
        stamp = _STAMP.match(bare)
        time = ""
        if stamp is not None and time_of_day(stamp[3]) is not None:
            time, bare = stamp[3], bare[stamp.end() :]
        marked = bare[:2] in ("**", "--", "==", "<-", "->", "* ")
        renamed = _RENAMED.fullmatch(bare)
        if renamed is not None and (marked or fold(renamed[1]) in self.once):
            return Opening("nick", renamed[1], bare, time, to=renamed[2], trust="server", closed=True)
        came = _CAME.fullmatch(bare)
        if came is None or not (marked or fold(came[1]) in self.once):
            return None
        kind: Kind = "leave" if came[2] in ("left", "quit", "disconnected") else "join"
        return Opening(kind, came[1], bare, time, trust="server", closed=True)


def sniff(head: Head) -> float:
    """The share of the head's lines that read, if it looks like talk at all."""
    survey = _Survey(head.lines)
    if not survey.talk or not survey.shapes:
        return 0.0
    read, previous = 0, ""
    for line in head.lines:
        read += survey.open(line, previous) is not None or survey.wrap.may_continue(previous, line)
        previous = line
    return (
        0.8 * read / len(head.lines) + 0.1 if read >= 0.5 * len(head.lines) else 0.4 * read / len(head.lines)
    )


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in order, wrapped lines joined; notes which shapes were taken for messages."""
    survey = _Survey(ctx.head.all_lines)
    shapes = [shape for shape in ("name (time):", *_SHAPES, _TABS) if shape in survey.shapes]
    ctx.note(
        "no format of its own; taken for messages are lines like "
        + (" and ".join(f"“{shape} text”" for shape in shapes) or "none")
    )
    return gather(blocks, ctx, survey.wrap, survey.open, survey.words)


FORMAT = Format(
    name="generic",
    title="any text with names before the words",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
