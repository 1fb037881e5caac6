"""The words in which MUDs of Diku's and LP's kinds tell of speech, in single quotes or behind a colon, and
the prompt that a client's log has before what comes in.

What somebody says on a channel is told by its verb. Speech in double quotes is `mush_words`'.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ARTICLE = r"(?:(?:[Aa]n?|[Tt]he|[Ss]ome) )?"
_N = rf"(?P<n>{_ARTICLE}[^\W\d_][^\s'\"“,:<>\[\]]{{0,30}}(?: [^\s'\"“,:<>\[\]]{{1,30}}){{0,4}}?)"
_CHANNELS = (
    "gossips?|auctions?|chats?|musics?|gratz(?:es)?|grats|newbies?|quests?|oocs?|clans?|group-?says?|gsays?"
    "|questions?|answers?|radios?"
)
_SPEAKS = r"(?:says?|asks?|exclaims?|states?|shouts?|yells?|mutters?|murmurs?|whispers?|sings?|hollers?)"
_HOW = r"(?: (?:in|to|at) [^':\"]{1,40}?)?(?: [a-z]{3,14}ly)?"
_SAYS = re.compile(
    rf"(?:{_N}|(?P<you>You)) (?:(?P<c>{_CHANNELS})|{_SPEAKS}){_HOW}"
    r"(?:(?:,| that)? (?P<q>['‘`])(?P<t>\S.*)|: (?P<u>\S.*))",
    re.DOTALL,
)
_TELLS = re.compile(
    rf"{_N} (?:tells|asks|replies to|whispers(?: to)?|sends) (?:(?P<you>you)|the (?P<g>group|party|clan))"
    r"(?:(?:,| that)? (?P<q>['‘`])(?P<t>\S.*)|: (?P<u>\S.*))",
    re.DOTALL,
)
_OWN = re.compile(
    r"You (?:tell|told|ask|reply to|whisper(?: to)?|send) "
    r"(?:the (?P<g>group|party|clan)|(?P<to>[^\W\d_][^'\":,]{0,60}?))"
    r"(?:(?:,| that)? (?P<q>['‘`])(?P<t>\S.*)|: (?P<u>\S.*))",
    re.DOTALL,
)
_PROMPT = re.compile(
    r"(?:<[^<>\n]{0,60}?\d{1,6} ?(?:hp?|H[Pp]?)\b[^<>\n]{0,60}>"
    r"|\[[^\[\]\n]{0,40}?\d{1,6} ?(?:hp|HP)\b[^\[\]\n]{0,60}\]"
    r"|\d{1,6}h?[Hh][Pp]?[ ,/]+\d{1,6}[Mm][a-zA-Z]{0,3}[ ,/]+[^<>\n]{0,40}>)[ >]*",
    re.ASCII,
)


class Spoken(NamedTuple):
    """Who says what to whom, on which channel; `quoted`: a single quote ends it."""

    name: str
    text: str
    to: str | None = None
    room: str | None = None
    quoted: bool = True


def mud_speech(line: str) -> Spoken | None:
    """What somebody says, in a MUD's words."""
    start = line[:150]
    if "'" not in start and "‘" not in start and "`" not in start and ": " not in start:
        return None
    own = _OWN.fullmatch(line) if line.startswith("You ") else None
    if own is not None:
        return Spoken("You", own["t"] or own["u"], own["to"], own["g"], own["q"] is not None)
    told = _TELLS.fullmatch(line)
    if told is not None:
        to = "You" if told["you"] else None
        return Spoken(told["n"], told["t"] or told["u"], to, told["g"], told["q"] is not None)
    said = _SAYS.fullmatch(line)
    if said is None:
        return None
    channel = said["c"]
    room = channel.removesuffix("s") if channel is not None and channel != "gratz" else channel
    return Spoken(said["n"] or "You", said["t"] or said["u"], None, room, said["q"] is not None)


def without_prompt(line: str) -> str | None:
    """What follows the prompt at the beginning of a line, None where there is none."""
    found = _PROMPT.match(line) if line[:1] in "<[" or line[:1].isdigit() else None
    return line[found.end() :] if found is not None else None
