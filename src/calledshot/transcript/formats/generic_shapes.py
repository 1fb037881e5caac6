"""How a line of any text says who speaks: all the ways to read it, the most special first, with the times
that may stand before the name, behind it or at the end of the line.

Which of the ways a file has is not told by one line; `generic` surveys the whole head.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.im_text import moment
from calledshot.transcript.formats.irc_lines import long_date, month
from calledshot.transcript.roster import BLANKS, NAME_LENGTH, plausible_name

_CLOCK = r"\d{1,2}(?::|h(?=\d\d\b))\d\d(?::\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?|[AaPp]\b)?"
_MONTH = r"[A-Z][a-z]{2,8}\.?"
_DATE = (
    rf"\d{{4}}[-/.]\d\d?[-/.]\d\d?|\d{{1,2}}([/.-])\d{{1,2}}\2\d{{2,4}}|\d{{1,2}}[- ]{_MONTH}(?:[- ]\d{{4}})?"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?"
)
_NUMBERS = r"(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{2,4})"
_WEEKDAY = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}|Mo|Di|Mi|Do|Fr|Sa|So)\.?,? "
_DAY = re.compile(rf"(?:{_WEEKDAY})?({_DATE})", re.ASCII)
_STAMP = re.compile(
    rf"(?:{_WEEKDAY})?(?:({_DATE})(?:[,T ]|, | at | - )?)?({_CLOCK})(?:[.,]\d{{1,6}})?"
    r"(?:Z| ?[+-]\d\d:?\d\d| (?:UTC|GMT|[A-Z]{2,3}T)\b)?(?:[ \t]*(?:[-|–—:]|->))?[ \t]+",
    re.ASCII,
)
_BOXED = re.compile(
    r"(?:\[([^\[\]]{4,48})\]|\(([^()]{4,48})\)|<([^<>]{4,48})>)[ \t]*(?:[-|–—][ \t]+|:[ \t]+)?"
)
NO_TIME = "?"
"""Stands for a time that no clock shows: there is one, but it says nothing."""
_NO_TIME = re.compile(r"\d\d:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?", re.ASCII)
"""A time, though it may be one that no clock shows."""
_BEHIND = re.compile(
    rf"([^:\n]{{1,{NAME_LENGTH}}}?)[ \t]*"
    rf"(?:[\[(]([^\[\]()]{{4,48}})[\])]|(?:@|,|-|–|—|\||\bat|\bon)?[ \t]((?:{_NUMBERS}(?:,? |T))?{_CLOCK}))"
    r"(?::(?!:)|[ \t]*[-–—>|](?=[ \t])|[ \t]+:(?=[ \t]))",
    re.ASCII,
)
_BEHIND_BARE = re.compile(rf"([^:\n]{{1,{NAME_LENGTH}}}?)[ \t]*[\[(]([^\[\]()]{{4,48}})[\])][ \t]+(?=\S)")
_TAIL = re.compile(
    rf"(?<=\S)(?:[ \t]*[\[(]({_CLOCK})[\])]|(?:[ \t]{{2,}}|\t|[ ]?[|–—-][ ])({_CLOCK}))[ \t]*\Z", re.ASCII
)
_CHANGED = re.compile(r" \| (?:Edited|Removed) [^|]{4,40}\Z")
"""Behind the time of a message that was changed, as Skype copies it."""
_MONTHS = re.compile(r"[A-Z][a-z]+")
_BULLET = re.compile(
    r"[-*•·‣–—][ \t]+|:[\w+-]{2,30}:[ \t]+(?=[^:]{1,40}:[ \t])|#?\d{1,6}[.)][ \t]+|#\d{1,6}[ \t]+"
    r"|[;:](?=\w[^:]{0,30}: )"
)
_QUOTE = re.compile(r"(?:>[ \t]?){1,5}|\|[ \t]")
LAST = 40
"""Characters at the end of a line in which a page's breaks are looked for."""
_BREAK = re.compile(r"(?:[ \t]*<br ?/?>)+\s*\Z", re.IGNORECASE)
UNSEEN = "\u200b\u200e\u200f\u2060\ufeff"
_MODES = "~&@%+"
_BAR = re.compile(rf"([^|:<>\s][^|<>]{{0,{NAME_LENGTH - 1}}}?)[ \t]*[|│](?:[ \t]|\Z)")
_MATRIX = re.compile(r"(@[^\s:@]{1,100}:[\w.-]{1,100}(?::\d{1,5})?):(?=\s|\Z)")
_WORD = r"[^\W_][\w.'|-]{0,19}"
_DASH = re.compile(rf"({_WORD}(?: {_WORD}){{0,2}}) {{1,3}}[-–—] ")
_COLUMN = re.compile(rf"({_WORD}(?: {_WORD}){{0,2}})(?: {{2,}}|\t)(?=\S)")
_OPENED = r"(?:\*{2,3}|__|'{3}|\[[bB]\]|<(?:[bB]|strong)>)"
_CLOSED = r"(?:\*{2,3}|__|'{3}|\[/[bB]\]|</(?:[bB]|strong)>)"
_BOLD = re.compile(rf"{_OPENED}(?=[^\s*])([^:<\[\]\n]{{1,{NAME_LENGTH}}}?)(?::?{_CLOSED}:?)(?=\s|\Z)")
_ITALIC = re.compile(rf"([*_~])(?=[^\s*_~])([^:<\[\]\n]{{1,{NAME_LENGTH}}}?)(?::\1|\1:)(?=\s|\Z)")
_SAYS = re.compile(r" (?:says?|said|writes|wrote|asks?|asked)\Z", re.IGNORECASE)
_QUOTED = re.compile(
    rf"([^:\"“,]{{1,{NAME_LENGTH}}}?) (?:says?|said|asks?|asked|exclaims?|yells?|shouts?)"
    rf"(?: to ([^:\"“,]{{1,{NAME_LENGTH}}}))?,? ?[\"“](.*?)[\"”]?\Z"
)
_WHISPERS = re.compile(
    rf"(.{{1,{NAME_LENGTH}}}?) (?:whispers?|whispered|pages?|paged|messages?|tells?|told)"
    rf"(?:,? (?:to |privately to )?(.{{1,{NAME_LENGTH}}}))?",
    re.IGNORECASE,
)
_TOWARDS = re.compile(rf"(.{{1,{NAME_LENGTH}}}?) ?(?:-+>|>>|→) ?(.{{1,{NAME_LENGTH}}})")
_PRIVATE = re.compile(
    rf"(From|To|PM from|PM to|Whisper from|Whisper to) (.{{1,{NAME_LENGTH}}})", re.IGNORECASE
)
_MANNER = re.compile(rf"([^():]{{1,{NAME_LENGTH}}}?) ?(\([^():\d]{{1,30}}\))")
_ROLLED = re.compile(rf"([^:]{{1,{NAME_LENGTH}}}?) (?=(?:rolls?|rolled) [^:]{{0,60}}\d)")
_AFTER = re.compile(r"-[ \t]")
_ROOM = re.compile(r"[:/]")
ROOM_LENGTH = 64
_NOTICE = re.compile(r"Notice\(([^\s()]{1,64})\)(?: -> [^\s:]{1,64})?: ", re.ASCII)
_DEED = re.compile(
    r"\*{1,3}[ ]?([^*]{1,300}?)[ ]?\*{0,3}\Z|::[ ]?(.{1,300}?)[ ]?::\Z|_([^_]{1,300})_\Z|''(.{1,300})''\Z"
    r"|-([^-].{0,298})-\Z|~([^~]{1,300})~\Z"
)


class Cut(NamedTuple):
    """One way to read a line: its shape, and what it is then."""

    shape: str
    kind: Kind
    name: str
    text: str
    time: str = ""
    day: date | None = None
    to: str | None = None
    set_off: bool = False
    """Whether marks of its own tell the name."""


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
    return line[:end].strip(BLANKS).lstrip(_MODES), line[end + 1 :]


def _colon(line: str) -> tuple[str, str] | None:
    person = _MATRIX.match(line) if line[:1] == "@" else None
    if person is not None:
        return person[1], line[person.end() :]
    wide = line.find("：", 1, NAME_LENGTH + 16)
    cut = line.find(":", 1, NAME_LENGTH + 16)
    if cut > 0 and line.startswith(" :: ", cut - 1):
        return line[:cut].strip(BLANKS), line[cut + 2 :]
    if wide > 0 and not 0 < cut < wide:
        name, text = line[:wide].strip(BLANKS), line[wide + 1 :]
        return (name, text) if 0 < len(name) <= NAME_LENGTH else None
    if cut < 1 or line[cut + 1 : cut + 2] not in ("", *BLANKS):
        return None
    name = line[:cut].strip(BLANKS)
    return (name, line[cut + 1 :]) if 0 < len(name) <= NAME_LENGTH else None


def _bar(line: str) -> tuple[str, str] | None:
    found = _BAR.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _dash(line: str) -> tuple[str, str] | None:
    found = _DASH.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _column(line: str) -> tuple[str, str] | None:
    found = _COLUMN.match(line)
    return (found[1], line[found.end() :]) if found is not None else None


def _close(line: str) -> tuple[str, str] | None:
    cut = line.find(":", 1, NAME_LENGTH)
    if cut < 1 or line[cut + 1 : cut + 2] in ("", *BLANKS) or line.startswith("//", cut + 1):
        return None
    return line[:cut], line[cut + 1 :]


def _within(first: str, last: str) -> Callable[[str], tuple[str, str] | None]:
    """The name between two marks."""

    def cut(line: str) -> tuple[str, str] | None:
        end = line.find(last, 1, NAME_LENGTH + 2)
        if end < 2 or line[0] != first or line[end + 1 : end + 2] not in (":", *BLANKS):
            return None
        return line[1:end].strip(BLANKS), line[end + 1 :].removeprefix(":")

    return cut


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


SHAPES: dict[str, Callable[[str], tuple[str, str] | None]] = {
    "<name>": _angle,
    "[name]": _square,
    "name>": _arrow,
    "* name": _star,
    "-name-": _dashes,
    "name:": _colon,
    "name |": _bar,
    "name -": _dash,
    "name  ": _column,
    "«name»": _within("«", "»"),
    "{name}": _within("{", "}"),
    "(name)": _within("(", ")"),
    "name:text": _close,
}
_KINDS: dict[str, Kind] = {"* name": "emote", "-name-": "notice"}
TABS = "name, tab,"
BEHIND = "name (time):"
BEHIND_BARE = "name (time)"
SPEECH = "name says, “"
ROLLED = "name rolls"
OF_KNOWN = (SPEECH, ROLLED)
"""Shapes that are one's own wherever he speaks elsewhere."""
ALL = (BEHIND, BEHIND_BARE, SPEECH, *SHAPES, TABS)
LOOSE = ("name -", "name  ", "(name)", "name:text")
"""Shapes that other text has too: only where nearly every line has them, and no other shape."""
MARKED = ("<name>", "-name-", BEHIND, BEHIND_BARE)


def cuts(line: str, *, unquote: bool = False, tail: bool = False) -> list[Cut]:
    """All ways to read a line as somebody's message, the most special first."""
    line = whole(unquoted(line, unquote))
    last = ""
    if tail:
        line, last = without_tail(line)
    found: list[Cut] = []
    for bulleted in _without_bullet(line):
        bare = _plain(bulleted)
        time, day, rest = before(bare)
        if not time:
            found += _behind(rest)
        spoken = _QUOTED.match(rest)
        if spoken is not None and plausible_name(spoken[1]):
            found.append(Cut(SPEECH, "say", spoken[1], spoken[3], time or last, day))
        rolled = _ROLLED.match(rest)
        if rolled is not None and not plausible_name(rolled[1]):
            rolled = None
        for shape, cut in SHAPES.items():
            pair = cut(rest)
            if pair is None or not pair[0] or time_of_day(pair[0]) is not None:
                continue
            if shape == "name:" and rolled is not None:
                continue
            if shape == "-name-" and not time and _ROOM.search(rest, 0, rest.find("- ") + 1) is None:
                continue  # "-mine- he said" is talk
            cut_off = _told(shape, *pair, time or last, day)
            found.append(cut_off._replace(set_off=bare is not bulleted) if shape == "name:" else cut_off)
        if rolled is not None:
            found.append(
                Cut(ROLLED, "emote", rolled[1].strip(BLANKS), rest[rolled.end() :], time or last, day)
            )
        parted = _tabs(rest) if time else None
        if parted is not None and time_of_day(parted[1]) is None:
            found.append(Cut(TABS, *parted, time, day))
    return found


def _plain(line: str) -> str:
    """A line without the marks that set its name off."""
    bold = _BOLD.match(line)
    if bold is not None:
        return f"{bold[1].strip()}: {line[bold.end() :].lstrip(BLANKS)}"
    italic = _ITALIC.match(line)
    return f"{italic[2].strip()}: {line[italic.end() :].lstrip(BLANKS)}" if italic is not None else line


def _told(shape: str, name: str, text: str, time: str, day: date | None) -> Cut:
    """A line that was cut: a whisper where the name says so."""
    kind, to = _KINDS.get(shape, "say"), None
    if shape == "name:":
        name = _SAYS.sub("", name)
        private = _WHISPERS.fullmatch(name) or _TOWARDS.fullmatch(name)
        if private is not None and plausible_name(private[1]):
            return Cut(shape, "whisper", private[1], text, time, day, private[2])
    elif shape == "[name]" and (told := _PRIVATE.fullmatch(name)) is not None:
        mine = told[1].lower().endswith("to")
        return Cut(shape, "whisper", "You" if mine else told[2], text, time, day, told[2] if mine else None)
    elif shape == "name |" and name == "*":
        name, _, text = text.strip(BLANKS).partition(" ")
        kind = "emote"
    return Cut(shape, kind, name, text, time, day, to)


def _behind(rest: str) -> list[Cut]:
    """The name with the time behind it."""
    cuts = []
    for shape, pattern in ((BEHIND, _BEHIND), (BEHIND_BARE, _BEHIND_BARE)):
        found = pattern.match(rest)
        if found is None:
            continue
        written = found[2] or (found[3] if pattern is _BEHIND else None)
        when = _moment(written)
        name = _SAYS.sub("", found[1].strip(BLANKS).rstrip(",-–—@|").strip(BLANKS))
        if when is not None and any(map(str.isalpha, name)) and name[0] not in "([<":
            cuts.append(Cut(shape, "say", name, rest[found.end() :], *when))
    return cuts


def before(line: str) -> tuple[str, date | None, str]:
    """The time before a name, "" if there is none, its date, and what follows."""
    boxed = _BOXED.match(line)
    if boxed is not None:
        when = _moment(boxed[1] or boxed[2] or boxed[3])
        if when is None and _NO_TIME.fullmatch(boxed[1] or "") is not None:
            when = NO_TIME, None
        return (*when, line[boxed.end() :]) if when is not None else ("", None, line)
    stamp = _STAMP.match(line) if line[:1].isalnum() else None
    if stamp is None:
        return "", None, line
    clock = _clock(stamp[3])
    if clock is None or not _of_a_month(stamp[1]):
        return "", None, line
    found = long_date(stamp[1]) if stamp[1] is not None else None
    return clock, _day(stamp[1], found[0] if found is not None else None), line[stamp.end() :]


def _of_a_month(text: str | None) -> bool:
    """Whether the word of a date, if it has one, is a month's name."""
    word = _MONTHS.search(text or "")
    return word is None or month(word[0]) is not None


def _day(text: str | None, day: date | None) -> date | None:
    """The day; of "14.03.2004" and "14/03" that is the day which can be no month; of points the first."""
    if text is None or day is None or day.day > 12 or "." not in text or not text[0].isdigit():
        return day
    parts = text.split(".")
    if len(parts) == 3 and len(parts[0]) <= 2 and int(parts[0]) == day.month:
        return day.replace(month=day.day, day=day.month)
    return day


def _moment(text: str | None) -> tuple[str, date | None] | None:
    """The time and the date that a text within brackets is."""
    if text is None or not any(char.isdigit() for char in text):
        return None
    text = _CHANGED.sub("", text)
    clock = _clock(text)
    if clock is not None:
        return clock, None
    stamp = _STAMP.match(text.strip() + " ")
    if stamp is not None and stamp.end() == len(text.strip()) + 1:
        found = long_date(stamp[1]) if stamp[1] is not None else None
        clock = _clock(stamp[3])
        return (clock, _day(stamp[1], found[0] if found is not None else None)) if clock is not None else None
    when = moment(text.strip())
    return (when.clock, when.day) if when is not None else None


def _clock(text: str) -> str | None:
    text = text.strip()
    if text[-1:] in "AaPp" and text[-2:-1].isdigit():
        text += "m"
    return time_of_day(text.replace("h", ":", 1))


def without_tail(line: str) -> tuple[str, str]:
    """A line without the time at its end, and that time, "" if there is none."""
    found = _TAIL.search(line)
    clock = _clock(found[1] or found[2]) if found is not None else None
    if found is None or clock is None:
        return line, ""
    return line[: found.start()], clock


def unquoted(line: str, unquote: bool) -> str:
    """A line without the blanks around it and, if asked, without the marks of a quotation."""
    line = line.strip(BLANKS + UNSEEN)
    quote = _QUOTE.match(line) if unquote else None
    return line if quote is None else line[quote.end() :]


def heading(line: str) -> tuple[str, date | None] | None:
    """The time, "" if none, and the day of a line that is nothing else."""
    bare = line.strip("-–—=*[]() \t")
    if not 4 <= len(bare) <= 48 or not any(char.isdigit() for char in bare):
        return None
    when = _moment(bare)
    if when is not None:
        return when
    found = long_date(bare) if _DAY.fullmatch(bare) is not None else None
    return (found[1], found[0]) if found is not None else None


def whole(line: str) -> str:
    """A line without a web page's break at its end."""
    return line[:-LAST] + _BREAK.sub("", line[-LAST:]) if line[-1:] == ">" else line


def is_quoted(line: str) -> bool:
    """Whether a line begins with the mark of a quotation."""
    return _QUOTE.match(line.lstrip()) is not None


def _without_bullet(line: str) -> tuple[str, ...]:
    bullet = _BULLET.match(line)
    return (line,) if bullet is None else (line[bullet.end() :], line)


def manner(name: str) -> tuple[str, str] | None:
    """ "Name (smiling)" → the name, and how he says it."""
    found = _MANNER.fullmatch(name)
    return (found[1], found[2]) if found is not None else None


def deed(line: str) -> str | None:
    """What is done in a line that is nothing else, by its marks: "*he nods*", "::nods::"."""
    found = _DEED.match(line)
    return next((one for one in found.groups() if one), None) if found is not None else None


def odd_name(name: str) -> bool:
    """Whether this can be somebody's name though it is no screen name: with pictures, marks, brackets."""
    if plausible_name(name):
        return not name.replace(" ", "").isdigit()
    if (
        not name
        or len(name) > NAME_LENGTH
        or name[0] in "*(\"'“‘<[{«:>-–—.,;!?#/\\|=&"
        or name.count(" ") > 3
    ):
        return False
    if "://" in name or name.lower() in ("http", "https") or name[-1] in '.,;!?"”':
        return False
    words = name.split(" ")
    if any(word[-1:] in ".,;!?" for word in words[:-1]):
        return False
    return all(any(char.isalnum() or ord(char) > 0x2190 for char in word) for word in words) and any(
        char.isalpha() or ord(char) > 0x2190 for char in name
    )
