"""Text exports of IRCCloud: `[2004-07-03 20:15:32] <Wren> words`, `→ Wren joined (w@host)`, `— Wren acts`.

Lines that tell of the room or the connection begin with the same star as what somebody does; they are known
by their words. Not for clients that write the time alone or with a "T".
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import DATED, Grammar, act, notice, say
from calledshot.transcript.formats.irc_lines import Heard, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, known_note, person

_STAMP = re.compile(r"\[(?P<d>\d{4}-\d\d-\d\d) (?P<t>\d\d:\d\d:\d\d)\] ", re.ASCII)
_MARK = re.compile(r"[→←⇐⇒—] ")
_NEVER = re.compile(r"\*\*\* |-!- |• ")
_COMES = re.compile(
    r"([→←⇐⇒⟶⟵]) (\S{1,200}) (?:\(\S{0,400}\) )?(?:has )?(?:joined|left|quit|rejoined|been kicked)\b"
)
_ARROW = re.compile(r"[\u2190-\u21ff\u27f0-\u27ff]{1,3} \S")
_NICK = re.compile(r"(\S{1,200}) → (\S{1,200})\Z")
_DASH = re.compile(r"— (\S{1,200})(?: (.*))?\Z")
_RENAMED = re.compile(r"(\S{1,200}) (?:is|are) now known as (\S{1,200})\Z")
_SERVICE = re.compile(
    r"\S{1,200} (?:set the topic to \[|set [+-]\S|was kicked by \S|were kicked by \S|cleared the topic)"
    r"|(?:Channel|Server|User) (?:mode|topic|timestamp|URL)\b|Socket closed"
    r"|Joined channel|Parted channel|Left channel"
    r"|Connect(?:ed|ing|ion)\b|Disconnected|Reconnect|You (?:have |are |were |left |joined |parted )"
    r"|Topic (?:is|set)|Ping timeout|No such|Welcome to|Your host"
)
_TOPIC = re.compile(r"(\S{1,200}) (?:set the topic to \[|cleared the topic)")


def _body(ctx: Context, rest: str) -> Heard | None:
    first = rest[:1]
    if first == "<":
        return say(rest)
    if first == "-":
        return notice(rest)
    if (found := _COMES.match(rest)) is not None:
        return told(rest, of=Note("join" if found[1] in "→⇒⟶" else "leave", person(found[2])))
    if (found := _DASH.match(rest)) is not None:
        if (renamed := _RENAMED.match(rest[2:])) is not None:
            return told(rest, of=Note("nick", person(renamed[1]), person(renamed[2])))
        if _SERVICE.match(rest[2:]):
            return _service(rest, rest[2:])
        return said("emote", bare_nick(found[1]), found[2] or "")
    if (renamed := _NICK.match(rest)) is not None:
        return told(rest, of=Note("nick", person(renamed[1]), person(renamed[2])))
    if _ARROW.match(rest):
        return told(rest)
    if rest.startswith("* "):
        if (renamed := _NICK.match(rest[2:])) is not None:
            return told(rest, of=Note("nick", person(renamed[1]), person(renamed[2])))
        return _service(rest, rest[2:]) if _SERVICE.match(rest[2:]) else act(rest)
    return None


def _service(line: str, words: str) -> Heard:
    topic = _TOPIC.match(words)
    if topic is not None:
        return told(line, of=Note("topic", person(topic[1])))
    return told(line, of=known_note(words) or Note("system"))


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.75, quick=DATED)

FORMAT = Format(
    name="irccloud",
    title="IRCCloud",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
