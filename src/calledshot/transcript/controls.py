"""Control characters in what people typed: showing them harmlessly, and reporting them (LOG-6).

Nothing here changes an event; its text keeps what the log holds, and every output goes through `visible`.
"""

from __future__ import annotations

import re

from calledshot.finding import Finding, Span
from calledshot.transcript.event import Event

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SHOWN_AS_BLANK = str.maketrans({"\t": " ", "\n": " ", "\r": " "})


def escape(text: str) -> str:
    """The text with every such character as an escape (`\\x1b`, `\\u202e`); tabs and line feeds stay."""
    return text if text.isprintable() else _CONTROLS.sub(_escaped, text)


def visible(text: str, limit: int | None = None) -> str:
    """The text safe on one line of a terminal: escaped, tabs and line feeds as blanks, cut at `limit`."""
    if limit is not None and len(text) > limit:
        text = text[:limit] + "…"
    return escape(text.translate(_SHOWN_AS_BLANK)) if not text.isprintable() else text


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def control_finding(event: Event) -> Finding | None:
    """LOG-6 for an event whose text or speaker holds control characters; None for a clean one."""
    if event.text.isprintable() and (event.speaker is None or event.speaker.isprintable()):
        return None
    for where, text in (("name", event.speaker or ""), ("text", event.text)):
        match = _CONTROLS.search(text)
        if match is None:
            continue
        source = event.source
        column = match.start() + 1 if where == "text" else None
        return Finding(
            code="LOG-6",
            severity="warning",
            message=f"control character {_escaped(match)} in the {where}; shown escaped",
            seq=event.seq,
            source=Span(
                file=source.file if source else None,
                line=source.line if source else None,
                end_line=source.end_line if source else None,
                column=column,
                end_column=None if column is None else column + 1,
            ),
        )
    return None
