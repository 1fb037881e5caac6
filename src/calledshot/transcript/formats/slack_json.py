"""One day of one channel, out of Slack's export by itself: a list of messages, without the users' names; or
what Slack answers to who asks for a channel's history."""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Path,
    beginning,
    events,
    first_parts,
    note_edited,
    oldest_first,
)
from calledshot.transcript.formats.slack_messages import People, is_message

_TS = re.compile(r'\[\s*+\{[^{}\[\]]{0,2000}?"(?:ts|subtype|user|client_msg_id)"\s*+:\s*+"')

_ANSWER = re.compile(r'\{\s*+"(?:ok|messages)"\s*+:')
_ARRAYS: list[Path] = [(), ("messages",)]


def sniff(head: Head) -> float:
    """A list of messages with Slack's stamps."""
    text = beginning(head)
    if text[:1] != "[" and _ANSWER.match(text) is None:
        return 0.0
    _, elements = first_parts(head, _ARRAYS)
    if elements:
        return 0.95 if all(is_message(one) for one in elements) else 0.0
    return 0.6 if '"message"' in text[:3000] and _TS.match(text) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message."""
    parts = Parts(document.text, _ARRAYS)
    people = People(Names(ctx))
    messages = oldest_first([part for part in parts if part.element], _time)
    people.learn(messages)
    said = [people.read(part, None) for part in messages]
    note_edited(ctx, people.edited)
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> Any:
    return part.value.get("ts") if isinstance(part.value, dict) else None


FORMAT = Format(
    name="slack-json",
    title="Slack (one day, JSON)",
    evidence="real sample",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
