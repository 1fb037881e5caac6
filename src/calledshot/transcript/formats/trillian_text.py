"""Trillian's text logs: sessions marked with the service (`Session Start (AIM - ME:BUDDY): DATE`), lines
`[18:44] NAME: words`; rooms of IRC too. What is in a session is read by `session_text`.

A log that was cut before its first header is told by its lines: by times in brackets and names, and for
certain by the notes that Trillian writes among them.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Format, Head
from calledshot.transcript.formats.im_text import moment
from calledshot.transcript.formats.session_text import HEADER, header, read
from calledshot.transcript.formats.session_text import sniff as score

CERTAIN = 0.985
SURE = 0.9
LIKELY = 0.82
MOST = 0.6
MAYBE = 0.45
"""Times with seconds or halves of the day stand so in pastes of every other messenger, too."""
_SAID = re.compile(r"\[(\d{1,2}:\d\d[^\[\]]{0,7})\] ([^\s*<>:\[][^:<>]{0,79}: |\*{3} )", re.ASCII)
_NOTED = re.compile(
    r"Session (?:Start|Close) \(|(?:\[[^\[\]]{4,11}\] )?\*{3} (?:Auto-response sent to [^:]{1,80}: "
    r"|NOTE: This user is offline"
    r"|One or more messages may have been undeliverable|You have been disconnected\. "
    r"|Your previous message has not been sent|\"[^\"]{1,80}\" signed o(?:n|ff) at )"
)


def _marked(line: str) -> bool:
    """A session that names its service."""
    found = header(line)
    return found is not None and found.re is HEADER and found["medium"] is not None


def _closed(line: str) -> bool:
    """The end of a session, which names no service in anybody's log."""
    found = header(line)
    return found is not None and found.re is HEADER and found["what"] == "Close"


def sniff(head: Head) -> float:
    """A session that names its service; where no header stands in the head, lines as they stand below one."""
    found = score(head, _marked)
    if head.lines and found < CERTAIN and _within(head.lines):
        return CERTAIN
    if found or not head.lines:
        return found
    starts = [line for line in head.lines if "ession " in line[:12] and header(line) is not None]
    if starts:
        return score(head, _closed) if all(map(_closed, starts)) else 0.0
    return _headless(head.lines)


def _within(lines: list[str]) -> bool:
    """Whether a session that names its service stands further down, among lines most of which are a log's:
    one that was cut in the middle of a message, or of the client's notes."""
    if not any("ession " in line[:12] and _marked(line) for line in lines):
        return False
    fit = sum(
        _SAID.match(line) is not None or _NOTED.match(line) is not None or header(line) is not None
        for line in lines
        if line[:1] in "[*S"
    )
    return fit >= MOST * len(lines)


def _headless(lines: list[str]) -> float:
    """How well lines without a header fit: half of them have a time and a name, or a note of Trillian's."""
    if lines[0][:1] not in "[*":
        return 0.0
    said = noted = short = 0
    for line in lines:
        if line[:1] in "[*S" and _NOTED.match(line):
            noted += 1
        elif (match := _SAID.match(line)) is not None and moment(match[1]) is not None:
            said += 1
            short += len(match[1]) <= 5
    share = (said + noted) / len(lines)
    if not said or share < 0.5:
        return 0.0
    if noted:
        return SURE if noted == 1 else CERTAIN
    if said < 2:
        return 0.0
    return LIKELY * share if short == said else MAYBE


FORMAT = Format(
    name="trillian-text",
    title="Trillian log (text)",
    evidence="description",
    extensions=(".log", ".txt"),
    window=True,
    sniff=sniff,
    read=read,
)
