"""Writes events as SMS Backup & Restore saves what a phone has received."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import quoteattr

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One element an event; of control characters XML has only line ends and tabs."""
    made = f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{len(events)}\">\n"
    for event in events:
        moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC)
        name = quoteattr(event.speaker or "")
        made += (
            f'  <sms protocol="0" address={name} date="{int(moment.timestamp())}000" type="1" '
            f"body={quoteattr(event.text, {chr(10): '&#10;'})} contact_name={name} />\n"
        )
    return f"{made}</smses>\n"
