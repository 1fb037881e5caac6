"""Combats of the Discord bot Avrae as its research recordings have them (FIREBALL): one JSON object a line,
`{"combat_id": …, "event_type": "message", "author_name": "Wren", "content": "words"}`.

A command stands there as its message and again as what the bot took it for; how the combat stands after it
is the bot's. For channels that DiscordChatExporter saved see `discord_json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import DecodeError, json

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, numbered
from calledshot.transcript.formats.discord_json import extras
from calledshot.transcript.formats.json_text import Names, at_millis, id_of, lines, text_of

_START = re.compile(r'\{\s*"(?:combat_id|event_type)"\s*:')
_FENCE = re.compile(r"\A```(?:\w{0,10}\n)?|```\Z")
MESSAGES = 100_000
"""Messages whose commands are known again."""


def sniff(head: Head) -> float:
    """The share of lines that are such objects."""
    found = [line[:300] for line in head.lines if _START.match(line)]
    ours = sum('"combat_id"' in line and '"event_type"' in line for line in found)
    return 0.99 * ours / len(head.lines) if ours else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in the order of the file, one a line."""
    names = Names(ctx)
    seen: set[str] = set()
    seq = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        try:
            value = json.decode(line)
        except (DecodeError, RecursionError, ValueError):
            value = None
        if not isinstance(value, dict) or not isinstance(value.get("event_type"), str):
            yield ctx.unread(line, number)
            continue
        yield _event(value, names, seen, seq, Source(ctx.file, number, number))
        seq += 1


def _event(value: dict[str, Any], names: Names, seen: set[str], seq: int, source: Source) -> Event:
    type, id = text_of(value["event_type"]), id_of(value.get("message_id"))
    kind: Kind = "say"
    trust: Trust = "member"
    speaker = names.shown(text_of(value.get("author_name")), id_of(value.get("author_id")))
    again = id is not None and id in seen
    if type in ("message", "command") and speaker is not None and not again:
        text = lines(text_of(value.get("content")), *extras(value))
        trust = "bot" if value.get("author_bot") is True else "member"
        if id is not None and len(seen) < MESSAGES:
            seen.add(id)
    else:
        kind, trust, id = "system", "server", None
        told = text_of(value.get("command_name")) or _FENCE.sub("", text_of(value.get("human_readable")))
        text = lines(f"[{type.replace('_', ' ')}]", told.strip())
        speaker = speaker if type == "command" else None
    when = value.get("created_at", value.get("timestamp"))
    told_when = isinstance(when, int | float) and not isinstance(when, bool) and 0 <= when < 10**11
    at = at_millis(round(float(when or 0) * 1000)) if told_when else None
    return Event(seq=seq, at=at, kind=kind, speaker=speaker, text=text, trust=trust, id=id, source=source)


FORMAT = Format(
    name="avrae-json",
    title="Avrae combats (FIREBALL, JSON)",
    evidence="description",
    extensions=(".jsonl", ".ndjson"),
    sniff=sniff,
    read=read,
)
