"""Any text in which lines begin with a name: "Name: text", "<Name> text", "[Name] text", "Name> text",
"Name | text", "Name - text", names set flush to the right of a column, IRC notices ("-Name:#room- text"),
also bulleted, numbered, quoted by mail or with times before or behind the name, in bold by a forum's, a
wiki's or Markdown's marks, or parted by tabs behind a time.

The last resort: used where no format fits, and it says so. Which of the shapes a file has, and who speaks
in it, is read off its head; a line that fits neither goes on with the message before it, which is noted, or
is reported. How one line can be read is `generic_shapes`'.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import GENERIC, HEAD_LINES, HOST, Context, Format, Head, Items
from calledshot.transcript.formats.generic_shapes import (
    ALL,
    BEHIND,
    BEHIND_BARE,
    LOOSE,
    MARKED,
    OF_KNOWN,
    ROLLED,
    Cut,
    before,
    cuts,
    deed,
    heading,
    is_quoted,
    manner,
    odd_name,
    unquoted,
    whole,
    without_tail,
)
from calledshot.transcript.formats.irc_text import known_note, starred
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
ALONE = 20
"""What says so much, with nobody else there, behind a prompt or under several words, is a program."""
RARE_SHARE = 0.05
"""A shape in fewer lines of the head than this is not one of the file's shapes."""
LOOSE_SHARE = 0.8
NESTED_SHARE = 0.05
"""More lines than these that are the key of what stands further in below them are a file of settings."""
TIMED_SHARE = 0.9
"""Where a time stands before so many of the named lines, what follows one without a name is nobody's."""
NAMES_ABOVE = 3
"""From so many names on that stand alone, they stand above the words."""
SHOWN = 5
"""Lines or names that a note lists."""

_KEY = re.compile(r"([ \t]*(?:- )?)[\w.-]{1,40}:[ \t]*")
_CAME = re.compile(
    rf"(?:[*\-=<>!~→←⟶⟵]{{1,4}}[ \t]*)?(.{{1,{NAME_LENGTH}}}?) (?:has |have )?"
    r"(joined|entered|left|quit|arrived|disconnected|connected)"
    r"(?:\b[^:]{0,80}|(?: [#&][^\s:]{0,80}| the (?:chat ?)?room\.?)? [(\[].{0,120}[)\]])?"
)  # fmt: skip
_MARKS = frozenset({"**", "--", "==", "<-", "->", "* ", "→ ", "← ", "⟶ ", "⟵ "})
_ME = re.compile(r"[ \t\xa0]*/me (?=\S)")
_GONE = re.compile(
    r"\S.{0,80} (?:has |have )?(?:quit|left|disconnected)"
    r"(?: [#&]\S{1,80}| the (?:chat ?)?room\.?)? [(\[][^)\]]*"
)
"""Somebody's going up to the colon in the word he left: no name."""
_HOST = re.compile(r"(\S{1,80}) (?:\(\S{0,200}\)|\[\S{0,200}\])")
"""A nick, and behind it where its owner comes from."""
_RENAMED = re.compile(
    rf"(?:[*\-=<>!~∙•]{{1,4}}[ \t]*)?(.{{1,{NAME_LENGTH}}}?) is now known as (.{{1,{NAME_LENGTH}}}?)\.?"
)
_ROLLED = re.compile(r" roll(?:s|ed) \d{0,4} ?[dD]?\d|(?:^| )[dD]?\d{1,4}[dD]\d", re.ASCII)
"""What a bot says is no end of its name."""
_APART = frozenset({"ooc", "ic", "oog"})
"""What stands before a colon within a message to say how it is meant."""


_OF_CLIENTS = re.compile(
    r"(?:is|was|has|have|had|are|were|will|moved|switched|changed|set|signed|logged|started|stopped)\b"
)
"""What follows a name where a client tells of somebody, and not he of himself."""


def _nests(line: str, below: str) -> bool:
    """Whether a key stands alone above a key that is further in, as in YAML."""
    outer, inner = _KEY.match(line), _KEY.match(below)
    if outer is None or inner is None or outer.end() < len(line):
        return False
    return len(inner[1]) > len(outer[1])


def _named(cut: Cut) -> bool:
    """Whether a cut can be somebody's message by its name alone."""
    if cut.shape in ("name:", BEHIND, BEHIND_BARE):
        return odd_name(cut.name)
    return cut.shape in MARKED or plausible_name(cut.name)


def _as_named(line: str, ways: list[Cut], loose: set[str]) -> str:
    """A line that begins with a name, as one that does so with a colon, of the same length."""
    named = any(_named(cut) and (cut.shape not in LOOSE or cut.shape in loose) for cut in ways)
    return f"n: {line[3:]}" if named and len(line) > 3 else line


def _headed(line: str) -> Opening | None:
    """A time or a day that heads what follows."""
    when = heading(line)
    if when is None:
        return None
    return Opening("system", None, line.strip(BLANKS), *when, trust="server", closed=True)


def _starred(line: str) -> Opening | None:
    """What a client tells behind a time: "[8:15:50 PM] *** the call ended ***"."""
    time, day, bare = before(line.strip(BLANKS)) if "***" in line[:60] else ("", None, "")
    if not time or bare[:4] != "*** ":
        return None
    return Opening("system", None, bare.strip("* "), time, day, trust="server", closed=True)


def _kind_of_time(line: str) -> str:
    """How the time before a line is set: the mark that opens it, "0" for none, "" where there is no time."""
    bare = line.strip(BLANKS)
    if not bare or not (bare[0] in "[(<" or bare[0].isdigit()) or not before(bare)[0]:
        return ""
    return "0" if bare[0].isdigit() else bare[0]


class _Survey:
    """What the head of a file shows: its shapes, its names, whether mail quoted it, where it was wrapped."""

    def __init__(self, lines: Sequence[str]) -> None:
        full = [line for line in lines if line.strip()]
        self.unquote = sum(map(is_quoted, full)) > 0.6 * len(full)
        ends = sum(1 for line in full if without_tail(line.rstrip())[1])
        self.tail = ends >= max(3, 0.65 * len(full))
        self._ways: dict[str, list[Cut]] = {}  # of the lines of a head, each of which is read twice
        every = [self._cuts(line) if line.strip() else [] for line in lines]
        if len(lines) <= HEAD_LINES:
            self._ways = {line: ways for line, ways in zip(lines, every, strict=True) if line.strip()}
        total = Counter(shape for ways in every for shape in {cut.shape for cut in ways if _named(cut)})
        loose = {shape for shape in LOOSE if total[shape] >= LOOSE_SHARE * len(full)}
        self.wrap = Wrap(_as_named(line, ways, loose) for line, ways in zip(lines, every, strict=True))
        shapes: Counter[str] = Counter()
        times: Counter[str] = Counter()
        self.count: Counter[str] = Counter()
        free: set[str] = set()
        said: Counter[str] = Counter()
        within: Counter[tuple[str, str]] = Counter()
        places: dict[str, tuple[str, int]] = {}
        alone = previous = voice = ""
        angles = empty = 0
        for number, (line, ways) in enumerate(zip(lines, every, strict=True), 1):
            if not line.strip():
                previous = previous if self.wrap.proven else ""
                continue
            broken = self.wrap.may_continue(previous, line)
            previous, alone = line, ""
            for cut in ways:
                if cut.shape == "* name":
                    shapes[cut.shape] += 1
                elif _named(cut) and cut.shape != ROLLED:
                    shapes[cut.shape] += not broken
                    alone = alone or cut.name
                    if cut.shape == "<name>":
                        angles, empty = angles + 1, empty + (not cut.text.strip(BLANKS))
                    for name in self._spellings(cut):
                        self.count[fold(name)] += 1
                        if not broken:
                            free.add(fold(name))
                    if cut.shape == "name:":
                        second = colon_name(cut.text.lstrip(BLANKS)) if ": " in cut.text else None
                        within[fold(cut.name), second[0] if second is not None else ""] += 1
                        places.setdefault(fold(cut.name), (cut.name, number))
            if alone and not broken:
                said[fold(alone)] += 1
                voice = alone
                times[_kind_of_time(line)] += 1
        most = max((count for shape, count in shapes.items() if shape != "* name"), default=0)
        self.shapes = {
            shape
            for shape, count in shapes.items()
            if count and (shape == "* name" or count >= max(2, RARE_SHARE * len(full)) or count == most)
        }
        self.shapes -= set(LOOSE)
        if not self.shapes - {"* name"}:
            self.shapes |= loose
        self.above = angles >= NAMES_ABOVE and empty >= LOOSE_SHARE * angles
        if self.above:
            self.shapes = {"<name>"}
        self.known = {name for name, count in self.count.items() if name in free and count > 1}
        self.once = {name for name in self.count if name in free}
        self.long = self._long(within)
        spelled = [places[name][0] for name in self.known if name in places]
        self.capital = len(spelled) > 1 and not any(name[0].islower() for name in spelled)
        self.doubtful = [
            (name, number)
            for folded, (name, number) in places.items()
            if self.count[folded] == 1 and folded in self.once and self._is_said(name, folded)
        ]
        named = sum(said.values())
        timed, count = times.most_common(1)[0] if times else ("", 0)
        sure = count > 1 or (bool(timed) and all(_kind_of_time(line) == timed for line in full))
        self.timed = timed if count >= TIMED_SHARE * named and sure else ""
        self.talk = named < REPEATED or len(said) <= DISTINCT_SHARE * named
        program = " " in voice.strip() or "name>" in shapes
        self.talk = self.talk and not (named >= ALONE and len(said) == 1 and program)
        self.talk = self.talk and sum(map(_nests, full, full[1:])) < max(2, NESTED_SHARE * len(full))
        self.enough = named >= REPEATED and len(self.known) > 1

    def _cuts(self, line: str) -> list[Cut]:
        known = self._ways.get(line)
        if known is not None:
            return known
        ways = cuts(line, unquote=self.unquote, tail=self.tail)
        if line.rstrip()[-1:] not in (")", "]"):
            return ways
        return [cut for cut in ways if cut.shape != "name:" or _GONE.fullmatch(cut.name) is None]

    @staticmethod
    def _spellings(cut: Cut) -> list[str]:
        """The name, and without what is told in brackets behind it."""
        how = manner(cut.name) if cut.shape == "name:" else None
        return [cut.name] if how is None else [cut.name, how[0]]

    def _long(self, within: Counter[tuple[str, str]]) -> dict[str, str]:
        """Names that go on behind a colon, always in the same way: the beginnings and what follows."""
        all_of: Counter[str] = Counter()
        for (name, _), count in within.items():
            all_of[name] += count
        return {
            name: second
            for (name, second), count in within.items()
            if count == all_of[name] > 1 and plausible_name(second) and fold(second) not in self.once
            and fold(second) not in _APART and (second[0].isupper() or second.startswith("the "))
            and _ROLLED.search(second) is None
        }  # fmt: skip

    def _is_said(self, name: str, folded: str) -> bool:
        """Whether a name that stands before colons begins a message; of names seen once, only such as the
        others are."""
        if folded in self.known or name == HOST:
            return True
        if self.capital and name.islower() and name.replace(" ", "").isalpha():
            return False
        how = manner(name)
        name = how[0] if how is not None else name
        return plausible_name(name) or (" " not in name and odd_name(name))

    def open(self, line: str, previous: str) -> Opening | None:
        broken = self.wrap.may_continue(previous, line)
        for cut in self._cuts(line):
            folded = fold(cut.name)
            if cut.shape not in self.shapes and not (cut.shape in OF_KNOWN and folded in self.once):
                continue
            marked = cut.shape in MARKED or bool(cut.time) or cut.set_off
            if cut.kind == "emote" and cut.shape == "* name":
                angles = "<name>" in self.shapes
                nicks = angles and cut.name[0].isupper() and plausible_name(cut.name)
                what = None if broken or not angles else starred(f"{cut.name} {cut.text.strip(BLANKS)}")
                if what is not None and what.speaker is not None:
                    bare = f"* {cut.name} {cut.text.strip(BLANKS)}"
                    return Opening(
                        what.kind, what.speaker, bare, cut.time, cut.day, what.to, trust="server", closed=True
                    )
                if broken or not (folded in self.once or nicks):
                    continue
            elif cut.set_off and folded not in self.known and not cut.text.strip(BLANKS):
                continue
            elif not marked and folded not in self.known and cut.name != HOST:
                wrapped = broken and (self.wrap.proven or cut.name.islower())
                empty = not cut.text.strip(BLANKS)
                if wrapped or empty or not self._is_said(cut.name, folded):
                    continue
                if len(self.once) < NAMES_LIMIT:
                    self.once.add(folded)
            return self._opening(cut, folded)
        if broken or self.above:
            return None
        return self._noted(line) or self._done(line) or _headed(line) or _starred(line) or self._nobodys(line)

    def _nobodys(self, line: str) -> Opening | None:
        """What a client tells behind a time, or somebody does, where all that somebody says has a time."""
        if not self.timed or _kind_of_time(line) != self.timed:
            return None
        time, day, bare = before(line.strip(BLANKS))
        bare = bare.strip(BLANKS)
        bare = bare[2:].lstrip(BLANKS) if bare[:2] in ("∙ ", "• ") else bare
        if not bare:
            return None
        words = bare.split(" ")
        for count in range(min(4, len(words) - 1), 0, -1):
            name, rest = " ".join(words[:count]), " ".join(words[count:])
            if fold(name) in self.once and rest[:1].islower() and _OF_CLIENTS.match(rest) is None:
                return Opening("emote", name, rest, time, day)
        what = known_note(bare)
        if what is not None and what.kind in ("join", "leave", "nick") and odd_name(what.speaker or ""):
            return Opening(what.kind, what.speaker, bare, time, day, what.to, trust="server", closed=True)
        return Opening("system", None, bare, time, day, trust="server")

    def _opening(self, cut: Cut, folded: str) -> Opening:
        name, text = cut.name, cut.text
        if cut.shape == "name:":
            how = manner(name)
            always = (
                folded in self.known and how is not None and self.count[fold(how[0])] == self.count[folded]
            )
            if how is not None and not always:
                name, text = how[0], f"{how[1]} {text.strip(BLANKS)}"
            elif folded in self.long and text.lstrip(BLANKS).startswith(f"{self.long[folded]}:"):
                name = f"{name}: {self.long[folded]}"
                text = text.lstrip(BLANKS)[len(self.long[folded]) + 1 :]
        if cut.kind == "say" and _ME.match(text) is not None:
            return Opening("emote", name, text.lstrip(BLANKS)[4:], cut.time, cut.day, cut.to)
        return Opening(cut.kind, name, text, cut.time, cut.day, cut.to)

    def apart(self, previous: str, line: str) -> bool:
        """Whether a line stands below a log that mail quoted, and is no end of a line that mail broke."""
        below = self.unquote and is_quoted(previous) and not is_quoted(line)
        return below and not self.wrap.may_continue(previous, line)

    def words(self, line: str) -> str:
        """What a line that goes on with a message adds to it."""
        bare = whole(unquoted(line, self.unquote))
        if "name |" in self.shapes and bare[:1] in ("|", "│"):
            bare = bare[1:].lstrip(BLANKS)
        return without_tail(bare)[0] if self.tail else bare

    def _done(self, line: str) -> Opening | None:
        """What somebody does that speaks elsewhere, by its marks alone: "*Name nods*", "::Name nods::"."""
        time, day, bare = before(whole(unquoted(line, self.unquote)))
        done = deed(bare)
        words = done.split(" ") if done is not None else []
        for count in range(min(4, len(words) - 1), 0, -1):
            name, rest = " ".join(words[:count]), " ".join(words[count:])
            if name.endswith(("'s", "’s")):
                name, rest = name[:-2], f"{name[-2:]} {rest}"
            if fold(name.rstrip(",")) in self.once:
                return Opening("emote", name.rstrip(","), rest, time, day)
        return None

    def _noted(self, line: str) -> Opening | None:
        """Somebody coming, going or renamed, as rooms note it; only of names that speak, or marked."""
        bare = line.strip(BLANKS)
        if len(bare) > 200:
            return None
        time, day, bare = before(bare)
        marked = bare[:2] in _MARKS
        renamed = _RENAMED.fullmatch(bare)
        if renamed is not None and (marked or fold(renamed[1]) in self.once):
            return Opening("nick", renamed[1], bare, time, day, to=renamed[2], trust="server", closed=True)
        came = _CAME.fullmatch(bare)
        if came is None or not ((marked and ":" not in came[1]) or fold(came[1]) in self.once):
            return None
        kind: Kind = "leave" if came[2] in ("left", "quit", "disconnected") else "join"
        hosted = _HOST.fullmatch(came[1])
        name = came[1] if hosted is None else hosted[1]
        return Opening(kind, name, bare, time, day, trust="server", closed=True)


def sniff(head: Head) -> float:
    """The share of the head's lines that read, if it looks like talk at all."""
    survey = _Survey(head.lines)
    if not survey.talk or not survey.shapes:
        return 0.0
    tags = sum(line.lstrip()[:1] == "<" and line.rstrip()[-1:] == ">" for line in head.lines)
    if tags > 0.6 * len(head.lines):
        return 0.0
    read, previous = 0, ""
    for line in head.lines:
        read += survey.open(line, previous) is not None or survey.wrap.may_continue(previous, line)
        previous = line
    return (
        0.8 * read / len(head.lines) + 0.1 if read >= 0.5 * len(head.lines) else 0.4 * read / len(head.lines)
    )


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order, wrapped lines joined; notes which shapes were taken for messages, and what of that
    is doubtful: lines with no name, and names that stand before one line only."""
    survey = _Survey(ctx.head.all_lines)
    shapes = [shape for shape in ALL if shape in survey.shapes]
    ctx.note(
        "no format of its own; taken for messages are lines like "
        + (" and ".join(f"“{shape} text”" for shape in shapes) or "none")
    )
    if survey.long:
        names = [
            f"“{cut.name}: {survey.long[fold(cut.name)]}”" for cut in _firsts(survey, ctx.head.all_lines)
        ]
        ctx.note(f"names are taken to hold a colon: {', '.join(names[:SHOWN])}")
    if survey.doubtful and survey.enough and "name:" in survey.shapes:
        shown = [f"“{name}” (line {number})" for name, number in survey.doubtful[:SHOWN]]
        ctx.note(f"stands before one line only and may be no name: {', '.join(shown)}")
    joined: list[int] = []
    loose = 0

    def on_join(number: int, previous: str, line: str) -> None:
        nonlocal loose
        if survey.above or survey.wrap.may_continue(previous, line) or line[:1] in BLANKS:
            return
        loose += 1
        if len(joined) < SHOWN:
            joined.append(number)

    yield from gather(blocks, ctx, survey.wrap, survey.open, survey.words, on_join, survey.apart)
    if loose:
        more = f" and {loose - len(joined)} more" if loose > len(joined) else ""
        ctx.note(
            "begins with no name and is taken to go on with the message above it: line "
            + ", ".join(map(str, joined))
            + more
        )


def _firsts(survey: _Survey, lines: Sequence[str]) -> list[Cut]:
    """The first line of each name that holds a colon."""
    found: dict[str, Cut] = {}
    for line in lines:
        for cut in cuts(line, unquote=survey.unquote):
            if cut.shape == "name:" and fold(cut.name) in survey.long:
                found.setdefault(fold(cut.name), cut)
    return list(found.values())


FORMAT = Format(
    name=GENERIC,
    title="any text with names before the words",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
