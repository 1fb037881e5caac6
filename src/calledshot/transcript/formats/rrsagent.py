"""Logs of RRSAgent, the bot that takes W3C's minutes: `20:15:02 <Wren> words` (copied from its web page
`20:15:02 [Wren] words`), where also who comes, goes or sets the topic stands as if he said so (`<Wren> Wren
has joined #moor`).

Not for logs in which nobody comes or goes and the bot is not there: those read like irssi's.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, act
from calledshot.transcript.formats.irc_lines import Heard, said, told
from calledshot.transcript.formats.irc_text import bare_nick, known_note

_STAMP = re.compile(r"(?P<t>\d\d:\d\d:\d\d) ", re.ASCII)
_SAY = re.compile(r"(?:<([^\s<>]{1,160})>|\[([^\s\[\]]{1,160})\])(?:[ \t](.*))?\Z")
_TELLS = r"has (?:joined|left|quit) ?(?:#\S{0,200}|\Z)|has changed the topic to: |is now known as \S{1,160}\Z"
_OWN = re.compile(rf"(\S{{1,160}}) (?:{_TELLS})")
_MARK = re.compile(
    rf"(?:<(?P<a>[^\s<>]{{1,160}})>[ \t](?P=a)|\[(?P<b>[^\s\[\]]{{1,160}})\][ \t](?P=b)) (?:{_TELLS})"
    r"|[<\[]RRSAgent[>\]][ \t](?:logging to |I have made the request|See http)"
)


def _body(ctx: Context, rest: str) -> Heard | None:
    found = _SAY.match(rest)
    if found is None:
        return act(rest) if rest.startswith("* ") else None
    name, words = found[1] or found[2], found[3] or ""
    own = _OWN.match(words)
    if own is not None and own[1] == name:
        what = known_note(words)
        if what is not None:
            return told(words, of=what)
    return said("say", bare_nick(name), words)


GRAMMAR = Grammar(_STAMP, _body, _MARK, unsure=0.3, sure=0.985)

FORMAT = Format(
    name="rrsagent",
    title="RRSAgent (W3C's minutes)",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
