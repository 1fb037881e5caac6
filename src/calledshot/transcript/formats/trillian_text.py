"""Trillian's text logs: sessions marked with the service (`Session Start (AIM - ME:BUDDY): DATE`), lines
`[18:44] NAME: words`; rooms of IRC too. What is in a session is read by `session_text`.
"""

from __future__ import annotations

from calledshot.transcript.formats.base import Format, Head
from calledshot.transcript.formats.session_text import HEADER, header, read
from calledshot.transcript.formats.session_text import sniff as score


def _marked(line: str) -> bool:
    found = header(line)
    return found is not None and found.re is HEADER and found["medium"] is not None


def sniff(head: Head) -> float:
    """A session that names its service."""
    return score(head, _marked)


FORMAT = Format(
    name="trillian-text",
    title="Trillian log (text)",
    evidence="description",
    extensions=(".log", ".txt"),
    window=True,
    sniff=sniff,
    read=read,
)
