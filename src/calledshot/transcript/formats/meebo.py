"""Chat logs of Meebo: all chats in one string of HTML, a heading with the date before each, then
`<span class='ImSend'>[20:15] NAME</span>: words<br/>`.
"""

from __future__ import annotations

import re

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted
from calledshot.transcript.formats.im_text import opening
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.page_log import Part, leftovers, parts
from calledshot.transcript.markup import plain

_Q = r"\\{0,3}[\"']"
_MARK = re.compile(rf"<(?:span|div) class={_Q}(ImSend|ImReceive|ImChatHeader){_Q}>", re.IGNORECASE)
_MARK_BYTES = re.compile(rb"<(?:span|div) class=\\{0,3}[\"'](?:ImSend|ImReceive|ImChatHeader)\\{0,3}[\"']>")
_WHO = re.compile(r"\s*\[([^\[\]<>]{3,40})\] ?([^<>]{1,200}?):?<\\?/span>\s*:?", re.IGNORECASE)
_CLOCK = re.compile(r"\((\d{1,2}:\d\d(?::\d\d)?)\)", re.ASCII)
_ESCAPE = re.compile(r"\\(?:([nrt\"'/\\0])|x0[bB])")
_MEANT = {"n": "\n", "r": "", "t": "\t", "0": ""}


def sniff(head: Head) -> float:
    """A heading or a row of Meebo's in the first bytes."""
    start = head.start.replace(b"\x00", b"") if b"\x00" in head.start[:200] else head.start  # UTF-16
    return 0.97 if _MARK_BYTES.search(start) else 0.0


def _words(html: str, escaped: bool) -> str:
    """What was to be seen of a piece of the page; `escaped`, where the page is a string with backslashes."""
    if escaped:
        html = _ESCAPE.sub(lambda match: _MEANT.get(match[1] or "0", match[1] or ""), html)
    return plain(html).strip("\n ")


def _quote(text: str) -> int:
    """Where the string begins: behind its quotation mark, if it has one."""
    bare = text.lstrip(" \t\r\n")
    return len(text) - len(bare) + bare.startswith('"')


def read(document: Document, ctx: Context) -> Items:
    """The headings and the messages in order."""
    seq, done = 0, None
    escaped = document.text.lstrip()[:1] == '"' or "<\\/" in document.text
    for part in parts(document, _MARK):
        if done is None:
            yield from leftovers(document, _quote(document.text), part.mark.start(), ctx)
        done = part.end
        if done == len(document.text) and escaped:
            part = part._replace(html=part.html.rstrip().removesuffix('"'))
        event = _event(part, seq, ctx, escaped)
        if event is None:
            yield from leftovers(document, part.mark.end(), part.end, ctx)
        else:
            seq += 1
            yield event
    yield from leftovers(document, done or 0, len(document.text), ctx)


def _event(part: Part, seq: int, ctx: Context, escaped: bool) -> Event | None:
    source = Source(ctx.file, part.line, part.end_line)
    if part.mark[1].lower() == "imchatheader":
        text = _words(part.html, escaped)
        found = long_date(text)
        times = _CLOCK.search(text)
        at = None
        if found is not None:
            ctx.calendar.set_day(found[0])
            clock = times[1] if times is not None else found[1]
            at = ctx.calendar.stamp(clock)[0] if clock else found[0].isoformat()
        return (
            Event(seq=seq, at=at, kind="system", text=text, trust="unknown", source=source) if text else None
        )
    match = _WHO.match(part.html)
    stamp = opening(match[1], known=True) if match is not None else None
    if match is None or stamp is None:
        return None
    at, clock = ctx.calendar.stamp(stamp.clock)
    text = _words(part.html[match.end() :], escaped)
    name = _words(match[2], escaped)
    emote = text.startswith("/me ")
    event = Event(
        seq=seq, at=at, clock=clock, kind="emote" if emote else "say", speaker=ctx.speaker(name),
        text=text[4:] if emote else text, source=source,
    )  # fmt: skip
    return hosted(event)


FORMAT = Format(
    name="meebo",
    title="Meebo chat log",
    evidence="description",
    extensions=(".txt", ".html", ".json"),
    window=True,
    sniff=sniff,
    whole=read,
)
