"""Google Chat's messages as Google's archive has them (messages.json of one group), oldest first.

Not for the Hangouts of before (`hangouts_json`).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Path,
    Said,
    beginning,
    events,
    id_of,
    items,
    lines,
    note_edited,
    table,
    text_of,
)

_ARRAYS: list[Path] = [("messages",)]
_START = re.compile(
    r'\{\s*+"messages"\s*+:\s*+\[\s*+\{\s*+"(?:creator|created_date|text|topic_id|message_id)"'
)
_DATE = re.compile(
    r"(?P<day>[^\n]{6,60}?)(?:,)? (?:at |um |à |a las )?(?P<time>\d{1,2}:\d\d:\d\d)[ \u202f\xa0]?"
    r"(?P<half>[AaPp]\.?[Mm]\.?)? ?(?P<zone>UTC)?"
)


def sniff(head: Head) -> float:
    """The list of messages, with who made them and when."""
    text = beginning(head)
    marks = '"created_date"' in text and '"creator"' in text
    return 0.98 if marks and _START.match(text) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message."""
    names = Names(ctx)
    said: list[Said | Part] = []
    edited = 0
    parts = Parts(document.text, _ARRAYS)
    for part in parts:
        if part.element:
            said.append(_said(part, names))
            edited += isinstance(part.value, dict) and "updated_date" in part.value
    note_edited(ctx, edited)
    return events(said, document, ctx, parts.damage)


def _said(part: Part, names: Names) -> Said | Part:
    message = part.value
    if not isinstance(message, dict) or not {"creator", "text", "created_date"} & set(message):
        return part
    creator = table(message, "creator")
    email = text_of(creator.get("email")) or None
    files = [f"[file: {text_of(one.get('export_name'))}]" for one in items(message, "attached_files")
             if isinstance(one, dict)]  # fmt: skip
    text = text_of(message.get("text"))
    gone = "deleted_date" in message or text_of(message.get("message_state")) == "DELETED"
    return Said(
        "say", names.shown(text_of(creator.get("name")) or email, email),
        lines(text, *files) or ("[deleted]" if gone else ""), part.start, part.end,
        at=_moment(text_of(message.get("created_date"))), id=id_of(message.get("message_id")),
    )  # fmt: skip


def _moment(text: str) -> str | None:
    """ "Sunday, July 4, 2021 at 8:15:22 PM UTC" → the moment, None where it is none."""
    found = _DATE.fullmatch(text.strip()[:120])
    day = long_date(found["day"].rstrip(",")) if found is not None else None
    if found is None or day is None:
        return None
    half = (found["half"] or "").replace(".", "").upper()
    try:
        clock = datetime.strptime(
            f"{found['time']} {half}".strip(), "%I:%M:%S %p" if half else "%H:%M:%S"
        ).time()
    except ValueError:
        return None
    moment = datetime.combine(day[0], clock)
    return (moment.replace(tzinfo=UTC) if found["zone"] else moment).isoformat()


FORMAT = Format(
    name="google-chat-json",
    title="Google Chat (JSON)",
    evidence="description",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
