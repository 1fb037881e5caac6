"""Writes events as messengers save them in one piece: MSN, Empathy and Kopete (XML), AIM 6 (XHTML), Meebo."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event


def _at(event: Event) -> str:
    return event.at or "2004-07-03T" + (event.clock or "00:00:00")


def msn(events: Sequence[Event]) -> str:
    """A history of MSN Messenger whose owner lives by UTC."""
    made = '<?xml version="1.0"?>\n<Log FirstSessionID="1" LastSessionID="1">\n'
    for event in events:
        at = _at(event)
        made += (
            f'<Message Date="{at[:10]}" Time="{at[11:19]}" DateTime="{at[:19]}Z" SessionID="1"><From>'
            f'<User FriendlyName="{escape(event.speaker or "")}"/></From>'
            f"<Text>{escape(event.text)}</Text></Message>\n"
        )
    return made + "</Log>\n"


def empathy(events: Sequence[Event]) -> str:
    """A log of Empathy's."""
    made = "<?xml version='1.0' encoding='utf-8'?>\n<log>\n"
    types = {"emote": "action", "away": "auto-reply", "notice": "notice"}
    for event in events:
        time, name = _at(event)[:19].replace("-", ""), escape(event.speaker or "")
        made += f"<message time='{time}' id='{name}' name='' token='' isuser='false' "
        made += f"type='{types.get(event.kind, 'normal')}'>{escape(event.text)}</message>\n"
    return made + "</log>\n"


def kopete(events: Sequence[Event]) -> str:
    """A month of Kopete's."""
    at = _at(events[0]) if events else "2004-07-03"
    made = '<!DOCTYPE kopete-history>\n<kopete-history version="0.9">\n <head>\n'
    made += f'  <date month="{int(at[5:7])}" year="{at[:4]}"/>\n </head>\n'
    for event in events:
        at = _at(event)
        made += (
            f' <msg in="1" from="{escape(event.speaker or "")}" nick="" time="{int(at[8:10])} {at[11:19]}">'
            f"{escape(event.text)}</msg>\n"
        )
    return made + "</kopete-history>\n"


def aim(events: Sequence[Event]) -> str:
    """A history of AIM 6."""
    made = '<?xml version="1.0" standalone="yes" encoding="UTF-8" ?>\n<html>\n<head>\n'
    made += "<title>IM History with buddy wick</title>\n</head>\n<body>\n<table>\n"
    made += '<tr><td class="time" colspan="2">Saturday, July 03, 2004</td></tr>\n'
    for event in events:
        auto = "Auto response from " if event.kind == "away" else ""
        made += (
            f'<tr><td class="remote">{auto}{escape(event.speaker or "")} ({_at(event)[11:19]}):</td>'
            f'<td class="msg">{escape(event.text)}</td></tr>\n'
        )
    return made + "</table>\n</body></html>\n"


def meebo(events: Sequence[Event]) -> str:
    """A log of Meebo's, in the page it is."""
    made = "<br/><hr size=1><div class='ImChatHeader'>Saturday, 2004 July 03 (00:00:00)</div><hr size=1>"
    for event in events:
        made += f"<span class='ImReceive'>[{_at(event)[11:19]}] {escape(event.speaker or '')}</span>: "
        made += escape(event.text) + "<br/>"
    return made
