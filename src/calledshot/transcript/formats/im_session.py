"""Text logs of AIM's helpers (DeadAIM, AIM+ and others), whose sessions name no service:
`Session Start (ME:BUDDY): DATE` or `Start of BUDDY buffer: DATE`; and those of Messenger Plus!, whose
sessions stand in frames. What is in a session is read by `session_text`.
"""

from __future__ import annotations

from calledshot.transcript.formats.base import Format, Head
from calledshot.transcript.formats.session_text import HEADER, header, read
from calledshot.transcript.formats.session_text import sniff as score


def _marked(line: str) -> bool:
    found = header(line)
    return found is not None and (found.re is not HEADER or found["medium"] is None)


def sniff(head: Head) -> float:
    """A session that names no service; one that does is Trillian's."""
    if any("ession " in line[:12] and _named(line) for line in head.lines):
        return 0.0
    return max(0.0, score(head, _marked) - 0.005)


def _named(line: str) -> bool:
    found = header(line)
    return found is not None and found.re is HEADER and found["medium"] is not None


FORMAT = Format(
    name="im-session",
    title="instant message sessions (DeadAIM, AIM+, Messenger Plus! and others; text)",
    evidence="description",
    extensions=(".txt", ".log"),
    window=True,
    sniff=sniff,
    read=read,
)
