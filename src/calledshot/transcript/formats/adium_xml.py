"""Adium's XML logs (`.chatlog`): a `<chat>` with one `<message>`, `<status>` or `<event>` a line.

Who speaks is named by his account; the alias, which the owner of the log gave him, stands in only where the
account is a bare number. Not for the older HTML logs of Adium.
"""

from __future__ import annotations

import re

from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted
from calledshot.transcript.formats.im_text import known_note
from calledshot.transcript.formats.xml_log import BEGINNING, Record, records, root

_WANTED = frozenset({"message", "status", "event", "action"})
_SERVICE = re.compile(r"\sservice=[\"']([^\"'<>]{1,40})[\"']")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?)(?:Z|([+-]\d\d):?(\d\d))?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,24}(?:@.{1,100})?", re.ASCII)
_STATES: dict[str, Kind] = {
    "online": "join", "connected": "join", "offline": "leave", "disconnected": "leave", "away": "away",
}  # fmt: skip
_WINDOW = {"windowopened": "window opened", "windowclosed": "window closed"}


def sniff(head: Head) -> float:
    """A chat element of Adium's name space, or with its attributes."""
    name, start = root(head)
    if name != "chat":
        return 0.0
    return 0.99 if "ulf/ns" in start or ("account=" in start and "service=" in start) else 0.0


def read(document: Document, ctx: Context) -> Items:
    """The messages, what became of people's states, and the opening and closing of the window."""
    seq = 0
    service = _SERVICE.search(document.text[:BEGINNING])
    for found in records(document, ctx, _WANTED, html=True):
        if isinstance(found, Record):
            yield hosted(_event(found, seq, ctx), service[1] if service is not None else "")
            seq += 1
        else:
            yield found


def moment(text: str) -> str | None:
    """Adium's time as ISO 8601 with its offset, None if it is none."""
    from datetime import datetime

    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    try:
        datetime.fromisoformat(match[1][:19])
    except ValueError:
        return None
    offset = f"{match[2]}:{match[3]}" if match[2] else ("+00:00" if text.strip().endswith("Z") else "")
    return match[1].replace(" ", "T") + offset


def account(sender: str, alias: str) -> str | None:
    """The name of whoever a line is by: his account, in a group chat the name he has there; the alias where
    the account is only a number."""
    if "/" in sender and "@" in sender:
        sender = sender.split("/", 1)[1] or sender
    if alias and (not sender or _NUMBER.fullmatch(sender)):
        return alias
    return sender or alias or None


def _event(found: Record, seq: int, ctx: Context) -> Event:
    get = found.attributes.get
    who = account(get("sender", ""), get("alias", ""))
    text = found.text
    kind: Kind = "say"
    trust: Trust = "member"
    to = None
    if found.name == "message":
        kind = "away" if get("auto", get("autoreply", "")).lower() in ("true", "yes", "1") else "say"
        if get("type", "") == "action":
            kind = "emote"
    elif found.name == "action":
        kind = "emote"
    else:
        trust = "server"
        state = get("type", "")
        known = known_note(text) if text else None
        kind = _STATES.get(state.lower(), "system") if found.name == "status" else "system"
        if known is not None and kind == "system":
            kind, to = known.kind, known.to
            who = known.speaker or who
        text = text or _WINDOW.get(state.lower(), state)
        if found.name == "event":
            who = None
    at = moment(get("time", ""))
    return Event(
        seq=seq, at=at, kind=kind, speaker=None if who is None else ctx.speaker(who), to=to, text=text,
        trust=trust, source=Source(ctx.file, found.line, found.end_line),
    )  # fmt: skip


FORMAT = Format(
    name="adium-xml",
    title="Adium log (XML)",
    evidence="real sample",
    extensions=(".chatlog", ".xml"),
    window=True,
    sniff=sniff,
    whole=read,
)
