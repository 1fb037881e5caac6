"""Logs of clog, the bot behind the archive of tunes.org: `20:15:02 <Wren> words`, `20:15:02 * Wren acts`, and
behind three dashes a word for what happens (`20:15:02 --- join: Tarn (t@host) joined #moor`).

Not for old themes of XChat, which have the dashes but not the words.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, notice, say
from calledshot.transcript.formats.irc_lines import Heard, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, known_note, person

_STAMP = re.compile(r"(?P<t>\d\d:\d\d:\d\d) ", re.ASCII)
_TELLS = re.compile(r"--- ([a-z]{3,12}): (.*)\Z")
_RENAMED = re.compile(r"(\S{1,160}) (?:-> |changed nick to |is now known as )(\S{1,160})\Z")
_TOPIC = re.compile(r".{0,2000} (?:by|set by) ['\"]?([^\s'\"]{1,160})['\"]?\Z")
_KICKED = re.compile(r"(\S{1,160}) (?:by \S|(?:was |has been )kicked\b)|\S{1,160} kicked (\S{1,160})")
_SETS = re.compile(r"(\S{1,160}) (?:has )?(?:set|changed) the topic ")
_ACT = re.compile(r"\* ?([^\s*]{1,160})(?: (.*))?\Z")
_WHO = re.compile(r"(\S{1,160})(?: |\Z)")
_MARK = re.compile(r"--- (?:join|quit|part|nick|mode|topic|log|names|kick): ")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<"):
        return say(rest)
    if (found := _TELLS.match(rest)) is not None:
        return told(found[2], of=_note(found[1], found[2]))
    if (found := _ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    return notice(rest)


def _note(word: str, text: str) -> Note:
    if word == "nick" and (found := _RENAMED.match(text)) is not None:
        return Note("nick", person(found[1]), person(found[2]))
    if word == "kick" and (found := _KICKED.match(text)) is not None:
        return Note("leave", person(found[1] or found[2]))
    if word == "topic":
        found = _SETS.match(text) or _TOPIC.match(text)
        return Note("topic", person(found[1]) if found is not None else None)
    who = _WHO.match(text)
    if word in ("join", "part", "quit") and who is not None:
        return Note("join" if word == "join" else "leave", person(who[1]))
    what = known_note(text) if word == "notice" else None
    return what or Note("system")


GRAMMAR = Grammar(_STAMP, _body, _MARK, unsure=0.3, sure=0.985)

FORMAT = Format(
    name="clog",
    title="clog (tunes.org)",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
