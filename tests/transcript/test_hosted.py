"""OnlineHost in the logs of clients of many services: the service's own voice on AIM, a name elsewhere."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import Event, open_transcript

ADIUM = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<chat xmlns="http://purl.org/net/ulf/ns/0.4-02" account="Oak"'
    ' service="SERVICE"><message sender="OnlineHost" time="2024-02-13T20:15:00+01:00">'
    "<div>TEXT</div></message>\n"
    '<message sender="Oak" time="2024-02-13T20:15:09+01:00"><div>hit</div></message></chat>\n'
)
TRILLIAN = (
    '<message type="incoming_groupMessage" time="1707855300" medium="SERVICE" to="fen" from="OnlineHost" '
    'from_display="OnlineHost" text="ESCAPED"/>\n'
)
INSTANTBIRD = (
    '{"date":"2024-02-13T20:15:00.000Z","name":"fen","title":"fen","account":"Oak","protocol":"SERVICE",'
    '"isChat":true,"normalizedName":"fen"}\n{"date":"2024-02-13T20:15:00.000Z","who":"OnlineHost",'
    '"text":"TEXT","flags":["incoming"]}\n'
)
KOPETE = (
    '<kopete-history version="0.9"><head><date month="2" year="2024"/></head>\n'
    '<msg in="1" nick="OnlineHost" from="OnlineHost" time="13 20:15:00">TEXT</msg></kopete-history>\n'
)
MEEBO = (
    "<br/><hr size=1><div class='ImChatHeader'>fen (Oak) 2024 February 13 (20:15:00)</div><hr size=1>"
    "<span class='ImReceive'>[20:15] OnlineHost</span>: TEXT<br/>"
)
DIGSBY = (
    "<html><head><title>IM Logs with fen on 2024-02-13</title></head><body>\n"
    '<div class="incoming message" auto="False" timestamp="2024-02-13 20:15:00">'
    '<span class="buddy">OnlineHost</span> <span class="msgcontent">TEXT</span></div>\n'
)
PIDGIN = (
    "Conversation with fen at 2024-02-13 20:15:00 on Oak (SERVICE)\n(20:15:00) OnlineHost: TEXT\n"
    "(20:15:09) Oak: hit\n"
)
SESSION = (
    "Session Start (SERVICE - Oak:fen): Tue Feb 13 20:15:00 2024\n[20:15] OnlineHost: TEXT\n"
    "[20:15] Oak: hit\n"
)


def host(log: str, service: str) -> Event:
    text = "Wren rolled 2 6-sided dice: 3 5"
    log = log.replace("SERVICE", service).replace("TEXT", text).replace("ESCAPED", text.replace(" ", "%20"))
    found = [one for one in open_transcript(io.BytesIO(log.encode())) if isinstance(one, Event)]
    return next(one for one in found if one.text == text)


@pytest.mark.parametrize(
    ("log", "service"),
    [
        (ADIUM, "AIM"), (ADIUM, "ICQ"), (TRILLIAN, "AIM"), (INSTANTBIRD, "prpl-aim"), (KOPETE, ""),
        (MEEBO, ""), (DIGSBY, ""), (PIDGIN, "aim"), (PIDGIN, "prpl-icq"), (SESSION, "AIM"),
    ],
)  # fmt: skip
def test_on_aim_it_reports_rolls(log: str, service: str) -> None:
    told = host(log, service)
    assert (told.kind, told.speaker, told.trust) == ("roll", "OnlineHost", "server")
    assert told.roll is not None and (told.roll.roller, told.roll.faces) == ("Wren", (3, 5))


@pytest.mark.parametrize(
    ("log", "service"),
    [
        (ADIUM, "Jabber"),
        (TRILLIAN, "IRC"),
        (INSTANTBIRD, "prpl-irc"),
        (INSTANTBIRD, "irc"),
        (PIDGIN, "irc"),
        (SESSION, "IRC"),
    ],
)
def test_elsewhere_anybody_may_be_called_so(log: str, service: str) -> None:
    told = host(log, service)
    assert (told.kind, told.speaker, told.trust) == ("say", "OnlineHost (a member)", "member")
