"""HTML logs of Pidgin and, before it, Gaim: a time in a small FONT, a bold name, the words, one event a line.

Gaim before 1.0 could leave the time out; its first versions wrote it within the bold name. Who wrote is told
by the bold name alone: colours say only which side of the window it was. What messages
quote of other markup, bodies and whole documents in them included, is words and no structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.im_text import STAMP_LENGTH, auto_reply, known_note, moment, note, opening
from calledshot.transcript.formats.pidgin_text import HEADER, SESSION, header
from calledshot.transcript.markup import plain

_OPENS = re.compile(
    r"(?:\s{0,8}<(?:font|span|div|p|body|html|br|hr|b)(?=[\s/>])[^<>]{0,200}>){1,8}\s{0,8}"
    rf"\(([^()<>]{{4,{STAMP_LENGTH}}})\)",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(\s{0,4}(?:</(?:font|span)>)?)(\s{0,4})<b>([^\n]*?)</b>", re.IGNORECASE)
_UNTIMED = re.compile(
    r"<font color=\"?#[0-9a-f]{6}\"?><b>(?:(\d{1,2}:\d\d:\d\d) )?([^<>\n]{1,120})</b></font>",
    re.IGNORECASE | re.ASCII,
)
_ACTED = re.compile(r"<[^<>a-z]{5,24}> :\s{0,3}\*{3}")
_TITLE = re.compile(r"<(h[1-6]|title)(?=[\s>])[^<>]{0,200}>([^<>]{1,600})</\1>", re.IGNORECASE)
_RULED = re.compile(r"\s{0,8}-{4} [^\n]{1,2000}-{4}\s{0,8}(?:<br ?/?>)?\s*", re.IGNORECASE)
_LINE_END = re.compile(r"(?:<br ?/?>)?\n", re.IGNORECASE)
_WHISPER = "#6c2585"


def sniff(head: Head) -> float:
    """The share of lines that begin with a time as Pidgin marks it, a header with the date counting most."""
    if not head.lines or "<" not in head.lines[0][:300]:
        return 0.0
    opens = full = headers = undated = 0
    for line in head.lines:
        if _stamp(line) is not None:
            opens += 1
        elif (title := _title(line)) is not None and (HEADER.fullmatch(title) or SESSION.fullmatch(title)):
            headers += 1
        elif title is not None and title.startswith("Conversation with "):
            undated += 1
            continue
        elif not plain(line):
            continue
        full += 1
    if headers:
        return 0.98
    if not full:
        return 0.6 if undated else 0.0
    share = opens / full
    return min(0.96, 0.4 + share) if share >= 0.3 else share


def _stamp(line: str) -> re.Match[str] | None:
    match = _OPENS.match(line) if line.lstrip()[:1] == "<" else None
    return match if match is not None and moment(match[1]) is not None else None


def _title(line: str) -> str | None:
    """What a line that is a heading says, None for any other."""
    found = _TITLE.search(line[:2000])
    if found is not None:
        return plain(found[2])
    return plain(line) if _RULED.fullmatch(line) else None


class _Log:
    """Reads one line after another."""

    def __init__(self, ctx: Context) -> None:
        self._hint = ctx.calendar.day
        lines = ctx.head.all_lines
        self._untimed = any("---- New C" in line for line in lines) and not any(map(_stamp, lines))

    def parse(self, line: str) -> Said | None:
        match = _OPENS.match(line) if line[:1] in "< \t" else None
        stamp = None if match is None else opening(match[1], self._hint)
        if match is None or stamp is None:
            return self._heading(line) or (self._without_time(line) if self._untimed else None)
        rest = line[match.end() :]
        late, clock = stamp
        bold = _BOLD.match(rest)
        if bold is None:
            return _client(rest, clock, late)
        name, after = plain(bold[3]), rest[bold.end() :]
        apart = bool(bold[1].strip()) and not bold[2]  # "</font><b> ": the client's own
        acts = name.startswith("***") and len(name) > 3 and bold[3][:1] != " "
        if acts and (not apart or after.lower().startswith("</font>")):
            return Said("emote", name[3:].rstrip(":"), after, clock, late=late)
        acted = _ACTED.match(name)
        if acted is not None:
            return Said("away", name[acted.end() :], after, clock, late=late)
        if name.endswith(":") and len(name) > 1 and not (apart and not after.lower().startswith("</font>")):
            if apart and not plain(after):
                return _client(rest, clock, late)
            name, kind = name[:-1].rstrip(), _kind(match[0])
            if len(name) > 2 and name[0] == name[-1] == "*":
                return Said("whisper", name.strip("*"), after, clock, late=late)
            auto = auto_reply(name)
            return Said("away" if auto is not None else kind, auto or name, after, clock, late=late)
        words = "" if apart else plain(after)
        if words.startswith(":") and name:
            return Said("say", name, after.replace(":", "", 1), clock, late=late)
        return _client(rest, clock, late)

    def _without_time(self, line: str) -> Said | None:
        """A line of a log in which Gaim wrote no times, or wrote them into the name."""
        match = _UNTIMED.match(line)
        if match is None:
            text = plain(line)
            of = known_note(text)
            return None if of is None else told(of.kind, of.speaker, line, to=of.to)
        name, rest = plain(match[2]), line[match.end() :]
        clock = time_of_day(match[1]) or "" if match[1] else ""
        acted = _ACTED.match(name)
        if acted is not None:
            return Said("away", name[acted.end() :], rest, clock)
        if name.startswith("***") and len(name) > 3:
            return Said("emote", name[3:], rest, clock)
        if not name.endswith(":") or len(name) < 2:
            return None
        name = name[:-1].rstrip()
        if len(name) > 2 and name[0] == name[-1] == "*":
            return Said("whisper", name.strip("*"), rest, clock)
        auto = auto_reply(name)
        return Said("say" if auto is None else "away", auto or name, rest, clock)

    def _heading(self, line: str) -> Said | None:
        if "onversation with " not in line and "----" not in line and " with " not in line:
            return header(plain(line), self._hint) if "connected at" in line else None
        title = _title(line)
        if title is None:
            return None
        found = header(title, self._hint)
        if found is None and title.startswith("Conversation with "):
            return Said("system", None, title, trust="unknown", closed=True)
        return found


def _kind(opening: str) -> Kind:
    return "whisper" if _WHISPER in opening.lower() else "say"


def _client(html: str, clock: str, late: date | None) -> Said:
    of = note(plain(html))
    return told(of.kind, of.speaker, html, clock, to=of.to, late=late)


def _text(html: str) -> str:
    """What was to be seen of a message: line ends of the file are line ends of the message. Pidgin wrote the
    entity for an apostrophe, which old HTML did not know, as text."""
    if "\n" in html:
        html = _LINE_END.sub("<br>", html)
    return plain(html.replace("&amp;apos;", "'") if "&amp;apos;" in html else html)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages and the client's own lines in order."""
    return events(blocks, ctx, _Log(ctx).parse, _text, lambda line: "<" in line and not plain(line))


FORMAT = Format(
    name="pidgin-html",
    title="Pidgin or Gaim log (HTML)",
    evidence="real sample",
    extensions=(".html", ".htm"),
    window=True,
    sniff=sniff,
    read=read,
)
