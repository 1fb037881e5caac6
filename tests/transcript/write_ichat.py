"""Writes events as iChat archives a chat."""

from __future__ import annotations

import plistlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from calledshot.transcript.event import Event

kinds = frozenset({"say", "system"})
"""What it can write; every event has its moment, in UTC."""


def write(events: Sequence[Event]) -> bytes:
    """The archive: the list of messages, and behind it each message with what it refers to."""
    objects: list[Any] = ["$null"]

    def put(thing: Any) -> plistlib.UID:
        objects.append(thing)
        return plistlib.UID(len(objects) - 1)

    listing: dict[str, Any] = {"NS.objects": []}
    root = put(listing)
    message = put({"$classname": "InstantMessage", "$classes": ["InstantMessage", "NSObject"]})
    person = put({"$classname": "Presentity", "$classes": ["Presentity", "NSObject"]})
    styled = put({"$classname": "NSMutableAttributedString", "$classes": ["NSObject"]})
    array = put({"$classname": "NSMutableArray", "$classes": ["NSArray", "NSObject"]})
    listing["$class"] = array
    for event in events:
        start = datetime.fromisoformat("2001-01-01T00:00:00+00:00")
        seconds = (
            datetime.fromisoformat((event.at or "2001-01-01T00:00:00")[:19] + "+00:00") - start
        ).total_seconds()
        sender = plistlib.UID(0)
        if event.speaker is not None:
            sender = put({"$class": person, "ID": put(event.speaker), "ServiceName": put("AIM")})
        text = put({"$class": styled, "NSString": put({"NS.string": event.text})})
        listing["NS.objects"].append(
            put({"$class": message, "Sender": sender, "Time": put({"NS.time": seconds}), "MessageText": text})
        )
    archive = {
        "$archiver": "NSKeyedArchiver",
        "$version": 100000,
        "$objects": objects,
        "$top": {"root": root},
    }
    return plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)
