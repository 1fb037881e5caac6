"""Histories that AIM 6 and 7 logged themselves as XHTML: rows with the class "local" or "remote" name who
wrote and when, cells with the class "msg" hold the words, "time" the day and "event" the client's own lines.
"""

from __future__ import annotations

import re

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.aim_html import system_line
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items, host_event
from calledshot.transcript.formats.im_text import note, opening
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.page_log import Part, leftovers, parts, title
from calledshot.transcript.formats.xml_log import root
from calledshot.transcript.markup import plain

_MARK = re.compile(
    r"<(?:td|tr|div|span|p|th|h[1-6])(?=\s)[^<>]{0,200}?\sclass=[\"']?(time|local|remote|msg|event)"
    r"(?=[\"'\s>])[^<>]{0,200}>",
    re.IGNORECASE,
)
_WHEN = re.compile(r" ?\(([^()]{3,40})\) ?(?::|\Z)")
_DECLARED = re.compile(
    r'<\?xml version="1.0" standalone="yes" encoding="UTF-8" ?\?>\s*'
    r'(?:<!DOCTYPE html PUBLIC "[^"]{1,80}XHTML|\Z)'
)
_END = re.compile(r"</(?:table|body|html)>", re.IGNORECASE)
_AUTO = "Auto response from "


def sniff(head: Head) -> float:
    """The title that AIM gave every history, or the declaration, whose order is AIM's own."""
    name, start = root(head)
    if name == "html" and "<title>IM History with buddy " in start:
        return 0.99
    return 0.9 if _DECLARED.match(start) and (name == "html" or "<html" not in start.lower()) else 0.0


class _Page:
    """Where reading stands."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.seq = 0
        self.room: str | None = None
        self.who: tuple[str, str, Part] | None = None

    def event(self, part: Part) -> Event | None:
        """The event that ends with this part, None where it is only its beginning."""
        what = part.mark[1].lower()
        html = part.html
        end = _END.search(html)
        if end is not None:
            html = html[: end.start()]
        text = plain(html)
        if what == "time":
            found = long_date(text)
            if found is not None:
                self.ctx.calendar.set_day(found[0])
            at = None if found is None else found[0].isoformat()
            return self.made("system", None, text, None, part, at=at, server=True) if text else None
        if what == "event":
            known = system_line(text)
            of = note(text)
            if known is not None:
                return self.made(known[0], known[1], text, known[2], part, server=True)
            return self.made(of.kind, of.speaker, text, None, part, server=True, to=of.to) if text else None
        if what in ("local", "remote"):
            for match in _WHEN.finditer(text, 1, 160):
                stamp = opening(match[1], known=True)
                if stamp is not None:
                    break
            else:
                self.who = (text.removesuffix(":"), "", part) if text else None
                return None
            self.who = (text[: match.start()].strip(), stamp.clock, part)
            rest = text[match.end() :].strip()
            return self.said(rest, part) if rest else None
        return self.said(text, part) if self.who is not None else None

    def said(self, text: str, part: Part) -> Event:
        assert self.who is not None
        name, clock, first = self.who
        self.who = None
        kind: Kind = "away" if name.startswith(_AUTO) else "say"
        return self.made(kind, name.removeprefix(_AUTO), text, clock or None, part, first=first)

    def made(
        self, kind: Kind, who: str | None, text: str, clock: str | None, part: Part, *,
        first: Part | None = None, server: bool = False, to: str | None = None, at: str | None = None,
    ) -> Event:  # fmt: skip
        time = None
        if clock:
            at, time = self.ctx.calendar.stamp(clock)
        source = Source(self.ctx.file, (first or part).line, part.end_line)
        self.seq += 1
        if who == HOST and kind == "say":
            event = host_event(text, seq=self.seq - 1, source=source, room=self.room, at=at, clock=time)
            self.room = event.room
            return event
        return Event(
            seq=self.seq - 1, at=at, clock=time, kind=kind, speaker=self.ctx.speaker(who) if who else None,
            to=to, room=self.room, text=text, trust="server" if server else "member", source=source,
        )  # fmt: skip


def read(document: Document, ctx: Context) -> Items:
    """The title, then the rows in order."""
    page = _Page(ctx)
    done = begun = 0
    for part in parts(document, _MARK):
        if not begun:
            begun = 1
            name = title(document, part.mark.start())
            if name:
                last = max(1, part.line - 1)
                yield Event(
                    seq=0, kind="system", text=name, trust="unknown", source=Source(ctx.file, 1, last)
                )
                page.seq = 1
            else:
                yield from leftovers(document, 0, part.mark.start(), ctx)
        waiting = page.who
        event = page.event(part)
        if waiting is not None and page.who is not waiting and part.mark[1].lower() != "msg":
            yield ctx.unread(waiting[0], waiting[2].line)  # a row without its words
        if event is not None:
            yield event
        elif page.who is None:
            yield from leftovers(document, part.mark.end(), part.end, ctx)
        end = _END.search(part.html)
        done = part.end
        if end is not None:
            yield from leftovers(document, part.mark.end() + end.start(), part.end, ctx)
    if page.who is not None:
        yield ctx.unread(page.who[0], page.who[2].line)
    yield from leftovers(document, done, len(document.text), ctx)


FORMAT = Format(
    name="aim-xhtml",
    title="AIM 6 or 7 history (XHTML)",
    evidence="description",
    extensions=(".html", ".htm"),
    window=True,
    sniff=sniff,
    whole=read,
)
