"""Logs of ChatZilla, and its window copied: `[2004-07-03 20:15:02] <Wren>`, a TAB, the words; arrows with a
bar where somebody comes, leaves the room or the network (`-->|`, `<--|`, `|<--`), `=-=` before what else the
room tells and `[INFO]` and the like before the client's own words.

The time, and the TAB, may be missing in what was copied. Not for logs without those arrows.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar
from calledshot.transcript.formats.irc_lines import Heard, noticed, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, note, person

_STAMP = re.compile(
    r"\[(?:(?P<d>\d{4}-\d\d-\d\d)[ T])?(?P<t>\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)\][ \t]", re.ASCII
)
_SAY = re.compile(r"<([~&@%+!]{0,6}[^\s<>]{1,160})>(?:[ \t]{1,4}(.*))?\Z")
_ACT = re.compile(r"\*[ \t]{1,4}([^\s*]{1,160})(?:[ \t]{1,4}(.*))?\Z")
_SIGN = re.compile(r"(-->\||<--\||\|<--|=-=|===|---)(?:[ \t]{1,8}(.*))?\Z")
_BOXED = re.compile(r"\[([^\s\[\]]{1,80})\](?:[ \t]{1,8}(.*))?\Z")
_OWN = re.compile(r"[A-Z][A-Z0-9]{1,14}(?:-[A-Z]{1,10})?\Z|[i\d]\Z")
_KICKED = re.compile(r"(\S{1,80}+)(?: \(\S{0,400}\))? (?:was|have been) booted (?:from|off) ")
_MARK = re.compile(r"(?:-->\||<--\||\|<--|=-=)(?:[ \t]|\Z)")
_NEVER = re.compile(r"-!- |-\*- |\*\*\* ")


def _body(ctx: Context, rest: str) -> Heard | None:
    if (found := _SIGN.match(rest)) is not None:
        text = found[2] or ""
        kicked = _KICKED.match(text) if found[1] == "=-=" else None
        if kicked is not None:
            name = "You" if kicked[1] == "YOU" else person(kicked[1])
            return told(text, of=Note("leave", name))
        return told(text, of=note(text) if found[1] not in ("===", "---") else Note("system"))
    if (found := _SAY.match(rest)) is not None:
        return said("say", bare_nick(found[1]), found[2] or "")
    if (found := _ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    if (found := _BOXED.match(rest)) is not None:
        if _OWN.match(found[1]):
            return told(found[2] or "", of=Note("system"))
        return noticed(bare_nick(found[1]), found[2] or "")
    return None


def _bare(ctx: Context, line: str) -> Heard | None:
    """A line without a time, as the client's first ones are, and those copied without."""
    return _body(ctx, line)


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.3, bare=_bare)

FORMAT = Format(
    name="chatzilla",
    title="ChatZilla",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
