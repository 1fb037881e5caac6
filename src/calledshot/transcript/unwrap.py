"""Logs as pastes and copies leave them: every line numbered by a paste site, quoted by mail or set in, all
lines run together into one, or names on lines of their own. Gives the lines as the client wrote them,
whatever its format, under the numbers they have in the file.

What a list marked with bullets is `generic`'s.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event
from calledshot.transcript.formats.base import GENERIC, Context, Items
from calledshot.transcript.roster import plausible_name

HOST = "OnlineHost"
INDENT = 2
"""Blanks from which on lines are set in; one alone may be a client's."""
LEAST = 4
"""Lines from which on numbers are a paste site's."""
RUN_LINES = 3
"""A log run together has no more lines than this …"""
RUN_LEAST = 4
"""… but at least so many messages in each."""
QUOTED = 0.8
"""The share of the lines that are marked in a log that mail quoted; a few words may stand above it."""
SAMPLE = 100_000
"""Characters of a line looked at to tell how its messages begin."""

_NUMBER = re.compile(
    r"[ \t]*(?:L|#|Line )?(\d{1,6})(?:[.)](?=\s|$)|[ ]?[|│:](?=\s|$)|(?=\s|$))[ \t]?", re.ASCII
)
_QUOTE = re.compile(r"(?:> (?=[^\s>]|>[ >]|$)|>(?=$|>+(?:$| [^\s]))){1,5}")
_TIMED = re.compile(r"(?:[\[(] ?)?\d{1,4}(?:[:./-]\d{1,2}){1,2}\b|\d{9,10} |\*{4} |--- ", re.ASCII)
_CHATTED = re.compile(r"<[ ~&@%+!]{0,3}[^\s<>]{1,40}> |\* \S{1,40} |(?:\*{3}|-!-|-->|<--|==) \S")
"""How lines of IRC begin that have no times."""
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
_RUNS = (
    re.compile(rf"(?<=\S)\s+(?=[\[(]{_CLOCK}[\])]\s)", re.ASCII),
    re.compile(rf"(?<=\S)\s+(?={_CLOCK}\s*<[^<>\s]{{1,32}}>\s)", re.ASCII),
    re.compile(r"(?<=\S)\s+(?=<[^<>\s][^<>]{0,30}>\s)"),
    re.compile(r"(?<=\S)\s+(?=\[[^\W\d][^\[\]]{0,30}\]:?\s)"),
    re.compile(r"(?<=\S)\s+(?=\*\*[^\W\d][^*:]{0,30}(?::\*\*|\*\*:)\s)"),
)
_HEADS = re.compile(r" ?(?: (?:says?|said|writes|wrote)(?: \([^()]{4,40}\))?)?[:：]\Z")
_WINDOW = re.compile(rf"((?:\w{{1,16}} ){{0,2}}\w{{1,16}}) ?(?=\({_CLOCK}\): )", re.ASCII)
_NAMED = re.compile(r"(?:(?<=\s)|\A)([^\W_][\w'-]{0,19}(?: [\w'-]{1,19})?):\s")


class Unwrap:
    """How to undo it. `what` tells in words what was undone; `format` is the one that what it gives is in,
    where no client wrote it."""

    format: str | None = None
    _marks = False  # whether a line of which nothing is left belongs to what stands above it

    def __init__(self, what: str, numbers: bool, split: re.Pattern[str] | None) -> None:
        self.what = what
        self._numbers = numbers
        self._split = split
        self._emptied: deque[int] = deque()  # lines of which nothing is left

    def lines(self, lines: Iterable[str]) -> list[str]:
        """The lines as the client wrote them."""
        return [one for line in lines for one in self._line(line)]

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The same of a file's blocks, each line under the number of the line it was in."""
        for start, lines in blocks:
            if self._split is None:
                bare = [one for line in lines for one in self._line(line)]
                yield self._block(start, lines, bare) if self._marks else Block(start, bare)
                continue
            for number, line in enumerate(lines, start):
                for one in self._line(line):
                    yield Block(number, [one])

    def _block(self, start: int, lines: list[str], bare: list[str]) -> Block:
        """As many bare lines; those of which nothing is left belong to what stands above them."""
        self._emptied += (
            number
            for number, (line, left) in enumerate(zip(lines, bare, strict=True), start)
            if not left and line.strip()
        )
        return Block(start, bare)

    def accounted(self, items: Items, ctx: Context) -> Items:
        """The items, each with the lines below it of which nothing was left but a mark."""
        held: Event | Finding | None = None
        for item in items:
            while self._emptied and item.source is not None and self._emptied[0] < (item.source.line or 0):
                line = self._emptied.popleft()
                if held is None:
                    yield ctx.unread("", line)
                else:
                    held = _down_to(held, line)
            if held is not None:
                yield held
            held = item
        if held is not None:
            yield _down_to(held, self._emptied[-1]) if self._emptied else held

    def _line(self, line: str) -> list[str]:
        if self._numbers:
            match = _NUMBER.match(line)
            return [line[match.end() :] if match is not None else line]
        assert self._split is not None
        return self._split.split(line)


def _down_to(item: Event | Finding, line: int) -> Event | Finding:
    """An item whose lines end no sooner than a line."""
    source = item.source
    if source is None or (source.end_line or 0) >= line:
        return item
    return replace(item, source=replace(source, end_line=line))


class _Alone(Unwrap):
    """Numbers that stand on lines of their own."""

    def _line(self, line: str) -> list[str]:
        match = _NUMBER.fullmatch(line)
        return ["" if match is not None else line]


class _Quoted(Unwrap):
    """Lines that mail quoted, `depth` times."""

    _marks = True

    def __init__(self, depth: int) -> None:
        super().__init__("the log is quoted, as by mail; the marks are left out", False, None)
        self._mark = re.compile(rf"(?:> ?){{{depth}}}")

    def _line(self, line: str) -> list[str]:
        match = self._mark.match(line)
        return [line[match.end() :] if match is not None else line]


class _Indented(Unwrap):
    """Lines that are set in from the left, all by the same blanks."""

    def __init__(self, blanks: str) -> None:
        super().__init__("the log is indented, as on a web page; the blanks are left out", False, None)
        self._blanks = blanks

    def _line(self, line: str) -> list[str]:
        return [line.removeprefix(self._blanks)]


class _Above(Unwrap):
    """Names that stand on lines of their own, above what is said. Where blank lines part the messages
    (`apart`), a name that is said once heads its own as well."""

    format = GENERIC

    def __init__(self, names: frozenset[str], *, apart: bool) -> None:
        super().__init__("the names stand above the words, on lines of their own", False, None)
        self._names = names
        self._apart = apart

    def lines(self, lines: Iterable[str]) -> list[str]:
        return [one for _, one in self._headed(enumerate(lines))]

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for number, line in self._headed(
            (number, line) for start, lines in blocks for number, line in enumerate(lines, start)
        ):
            yield Block(number, [line])

    def _headed(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        gap = True
        for number, line in lines:
            name = _heading(line.strip())
            is_name = name in self._names or (gap and self._apart and plausible_name(name))
            gap = not line.strip()
            yield number, f"<{name}>" if is_name and name else line


def wrapping(lines: Sequence[str], every: Sequence[str] = ()) -> Unwrap | None:
    """What was done to a file that begins with these lines, blank ones apart; None for an ordinary one.
    `every` are its lines with the blank ones."""
    if lines and lines[0].startswith("{\\rtf"):
        from calledshot.transcript.rich_text import RichText

        return RichText()
    found = [_NUMBER.match(line) for line in lines]
    numbers = [int(match[1]) for match in found if match is not None]
    rising = sum(after == before + 1 for before, after in pairwise(numbers))
    if len(numbers) >= LEAST and rising >= 0.9 * (len(numbers) - 1):
        alone = sum(
            match is not None and match.end() == len(line) for match, line in zip(found, lines, strict=True)
        )
        if len(numbers) >= 0.95 * len(lines) and alone < 0.5 * len(lines):
            return Unwrap("the lines are numbered, as by a paste site; the numbers are left out", True, None)
        if 0.4 * len(lines) <= len(numbers) <= 0.6 * len(lines) and alone == len(numbers):
            return _Alone("every line has its number above it; the numbers are left out", True, None)
    if 0 < len(lines) <= RUN_LINES:
        return _run_together(lines)
    indented = _indented(lines)
    if indented is not None:
        return indented
    quotes = [match[0].count(">") for line in lines if (match := _QUOTE.match(line)) is not None]
    if len(quotes) >= max(LEAST, QUOTED * len(lines)):
        return _Quoted(min(quotes))
    return _names_above(lines, every or lines)


def _indented(lines: Sequence[str]) -> Unwrap | None:
    """Where all lines are set in alike, and behind the blanks most begin with a time or a rule."""
    before = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines]
    blanks = min(before, key=len, default="")
    if not all(one.startswith(blanks) for one in before) or len(lines) < LEAST or not blanks:
        return None
    chatted = sum(_CHATTED.match(line, len(blanks)) is not None for line in lines)
    if chatted >= QUOTED * len(lines) and any(line[len(blanks)] != "<" for line in lines):
        return _Indented(blanks)
    timed = sum(_TIMED.match(line, len(blanks)) is not None for line in lines)
    return _Indented(blanks) if timed >= QUOTED * len(lines) and len(blanks.expandtabs(4)) >= INDENT else None


def _heading(line: str) -> str:
    """The name on a line that is nothing else: "Name", "Name:", "Name says:", "Name wrote:"."""
    return _HEADS.sub("", line)


def _names_above(lines: Sequence[str], every: Sequence[str]) -> Unwrap | None:
    """`lines` without the blank ones, `every` with them."""
    bare = [line.strip() for line in lines]
    marked = [line for line in bare if line[-1:] in (":", "：") and plausible_name(_heading(line))]
    if len(marked) > 1:
        names = Counter(map(_heading, marked))
        at = [place for place, line in enumerate(bare) if line in marked]
        often = sum(count for count in names.values() if count > 1)
        if len(at) < LEAST or 2 * often < len(at) or not _leads(at, len(bare)):
            return None
        return _Above(frozenset(line for line in names), apart=False)
    if not bare or not plausible_name(bare[0]) or ":" in "".join(bare[:2]):
        return None
    count = Counter(line for line in bare if plausible_name(line) and line[0].isupper())
    known = frozenset(name for name, times in count.items() if times > 1) | {bare[0], HOST}
    at = [place for place, line in enumerate(bare) if line in known]
    if len(at) < LEAST or len(known) < 3 or not _leads(at, len(bare)):
        return None
    firsts = [
        line.strip()
        for before, line in pairwise(["", *every])
        if line.strip() and not before.strip()
    ]  # fmt: skip
    apart = len(firsts) >= LEAST and sum(line in known for line in firsts) >= 0.6 * len(firsts)
    return _Above(known, apart=apart and all(map(plausible_name, firsts)))


def _leads(at: Sequence[int], lines: int) -> bool:
    """Whether names at these places stand above words, of so many lines."""
    apart = all(after - before > 1 for before, after in pairwise(at))
    return apart and at[0] == 0 and 0.25 * lines <= len(at) <= 0.5 * lines + 1


def _run_together(lines: Sequence[str]) -> Unwrap | None:
    said = "the messages stand in one line; they were parted where a {} begins one"
    enough = RUN_LEAST * len(lines)
    for pattern, mark in zip(_RUNS, ("time", "time", "<name>", "[name]", "name"), strict=True):
        if pattern.match(f"- {lines[0].lstrip()}", 1) is None:
            continue  # the first message begins so, as all others do
        parts = [part for line in lines for part in pattern.split(line[:SAMPLE])]
        if mark == "<name>":
            pattern, parts = _with_emotes(pattern, parts)
        if len(parts) >= enough and (mark == "time" or _repeats(parts)):
            return Unwrap(said.format(mark), False, pattern)
        return None
    window = _window_names(lines)
    if window:
        choice = "|".join(re.escape(name) for name in sorted(window, key=len, reverse=True))
        return Unwrap(
            said.format("name with a time"),
            False,
            re.compile(rf"(?<=\S)\s+(?=(?:{choice}) ?\({_CLOCK}\): )", re.ASCII),
        )
    names = Counter(match[1] for line in lines for match in _NAMED.finditer(line[:SAMPLE]))
    for name in list(names):  # of "well Ann" and "Ann", the shorter speaks
        last = name.rpartition(" ")[2]
        if last != name and (names[last] > 0 or names[name] == 1):
            names[last] += names.pop(name)
    often = [name for name, count in names.items() if count >= 2]
    if sum(not name.islower() for name in often) > 1:  # "damage: 12" is said by one of them
        names = Counter({name: count for name, count in names.items() if not name.islower()})
        often = [name for name in often if name in names]
    begins = any(lines[0].lstrip().startswith(f"{name}:") for name in often)
    if len(often) + (begins and len(names) > 2) < 2 or sum(names.values()) < enough:
        return None
    speakers = [name for name in names if names[name] >= 2 or name[0].isupper()]
    choice = "|".join(re.escape(name) for name in sorted(speakers[:200], key=len, reverse=True))
    between = _between(" ".join(line[:SAMPLE] for line in lines), choice)
    return Unwrap(
        said.format("name"), False, re.compile(rf"(?:(?<=[^\s:])|(?<=::))\s+{between}(?=(?:{choice}):\s)")
    )


def _between(text: str, choice: str) -> str:
    """A pattern of what stands before every name but the first: its number, or a mark that parts messages."""
    before = re.findall(rf"(?<!\S)(\S++)\s+(?:{choice}):\s", text)
    numbers = [int(one[:-1]) for one in before if one[:-1].isdigit() and one[-1] in ".)" and len(one) < 8]
    if len(numbers) == len(before) and all(after == one + 1 for one, after in pairwise(numbers)):
        return r"\d{1,6}[.)]\s+"
    marks = set(before)
    return rf"{re.escape(marks.pop())}\s+" if len(marks) == 1 and not before[0].isalnum() else ""


def _with_emotes(pattern: re.Pattern[str], parts: list[str]) -> tuple[re.Pattern[str], list[str]]:
    """The same with "* Name" where one of the names does something."""
    names = {part[1 : part.find(">")] for part in parts if part.startswith("<")}
    choice = "|".join(re.escape(name.lstrip("@+%~&")) for name in sorted(names, key=len, reverse=True)[:200])
    emotes = re.compile(rf"{pattern.pattern}|(?<=\S)\s+(?=\* (?:{choice})\s)")
    return emotes, [one for part in parts for one in emotes.split(part)]


def _repeats(parts: Sequence[str]) -> bool:
    """Whether somebody speaks twice, which tags of a web page do not."""
    names = Counter(re.split(r"[\]>:]", part, maxsplit=1)[0] for part in parts)
    return any(count > 1 for count in names.values()) and not any("</" in part for part in parts)


def _window_names(lines: Sequence[str]) -> set[str]:
    """Who speaks in "… Ann Reed (7:15:02 PM): hi Ben (7:15:09 PM): yo": the words before the time that come
    together each time."""
    found = [match[1].split(" ") for line in lines for match in _WINDOW.finditer(line[:SAMPLE])]
    if len(found) < RUN_LEAST:
        return set()
    ends = [[" ".join(words[at:]) for at in range(len(words))] for words in found]
    count = Counter(end for one in ends for end in one)
    names = set()
    for one in ends:
        last = one[-1]
        names.add(next((end for end in one if count[end] == count[last] > 1), last))
    return names
