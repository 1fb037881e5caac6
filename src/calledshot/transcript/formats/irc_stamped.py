"""Logs of bots, bouncers and clients of IRC that write their times as nobody else does: muh
(`[Sat 3 Jul 20:15:02] <Wren> words`), mbot (`Sat Jul  3 20:15:02 2004`), bobot++ (`[3/7/2004 - 20:15]`), axur
for EPIC (`[7/3/2004 @ 20:15:02]`), rbot (`[2004/07/03 20:15:02]`), and blootbot, infobot, winbot and ViRC
(`20:15.02`).

What happens stands behind stars, `>>>` or `@`, in the writer's words. Not for the usual times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import Dates
from calledshot.transcript.formats.irc_forms import notice, place, verb_note
from calledshot.transcript.formats.irc_lines import Heard, events, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, note, person, starred

_CLOCK = r"(?P<t>\d\d:\d\d(?::\d\d)?)"
_OWN = tuple(
    re.compile(stamp)
    for stamp in (
        r"[^\W\d]{2,4}\.? (?P<mon>[^\W\d]{3,9})\.? {1,2}(?P<day>\d{1,2}) "
        rf"{_CLOCK} (?P<year>\d{{4}}) ",
        rf"\[[^\W\d]{{2,4}}\.? (?P<day>\d{{1,2}}) (?P<mon>[^\W\d]{{3,9}})\.? {_CLOCK}\] ",
        rf"\[(?P<n>\d{{1,4}}[/.-]\d{{1,2}}[/.-]\d{{1,4}}) [-@] {_CLOCK}\] ",
        r"(?P<h>\d\d)[:.](?P<m>\d\d)\.(?P<s>\d\d)(?: (?P<n>\d{1,2}/\d{1,2}/\d{4}))? {1,2}",
        r"\[(?P<h>\d\d)[:.](?P<m>\d\d)\.(?P<s>\d\d)\] ",
        r"(?P<e>[1-9]\d{8,9}) \[\d{1,8}\] ",
    )
)
_SLASHED = re.compile(rf"\[(?P<n>\d{{4}}/\d\d/\d\d) {_CLOCK}\] ")
_SAY = re.compile(
    r"(?:<([^\s<>]{1,300})>|>\(([^\s()]{1,160})\)|\[([^\s\[\]]{1,160})\](?= ))(?: {1,20}(.*))?\Z"
)
_ACT = re.compile(r">?\* {1,3}([^\s*]{1,300})(?: (.*))?\Z")
_ACTION = re.compile(r"\x01ACTION ([^\x01]*)\x01?\Z")
_VERB = re.compile(r"(\S{1,400}) (JOIN|PART|QUIT|KICK|MODE|TOPIC|NICK)(?: (.*))?\Z")
_ROOMED = re.compile(
    r"(join|part|quit|kick|topic|mode|signoff)/(\S{1,200}?)(?:[ ,]|\Z)"
    r"(?:by (?P<by>\S{1,160}) |\[(?P<of>[^\s!\]]{1,160}))?(?P<who>[^\s(]{1,160})?"
)
_BECOMES = re.compile(r"(\S{1,160}) materializes into (\S{1,160})\Z")
_NAMED = re.compile(r"(Quit|Part|Kick|Join): {1,2}(\S{1,160}?):?(?: |\Z)")


def _nick(name: str) -> str:
    """The nick of `Wren/#moor`."""
    return bare_nick(name.partition("/#")[0] or name)


def _body(ctx: Context, rest: str) -> Heard | None:
    if (found := _SAY.match(rest)) is not None:
        name, words = _nick(next(filter(None, found.group(1, 2, 3)))), found[4] or ""
        action = _ACTION.match(words)
        return said("emote", name, action[1]) if action is not None else said("say", name, words)
    if rest.startswith("*** "):
        return told(rest[4:], of=_note(rest[4:]))
    if rest.startswith("* ") and (what := starred(rest[2:])) is not None:
        return told(rest[2:], of=what)
    if (found := _ACT.match(rest)) is not None:
        return said("emote", _nick(found[1]), found[2] or "")
    if rest.startswith((">>> ", "<<< ")):
        return told(rest[4:], of=_roomed(rest[4:]))
    if rest.startswith("@ "):
        return told(rest[2:], of=_note(rest[2:]))
    if (found := _VERB.match(rest)) is not None:
        return told(rest, of=verb_note(person(found[1]), found[2], found[3] or ""))
    return notice(rest)


def _note(text: str) -> Note:
    if (found := _NAMED.match(text)) is not None:
        return Note("join" if found[1] == "Join" else "leave", person(found[2]))
    what = note(text)
    if what.speaker is not None and "/#" in what.speaker:
        return what._replace(speaker=_nick(what.speaker))
    return what


def _roomed(text: str) -> Note:
    """What blootbot tells: `join/#moor Wren (w@host)`, `topic/#moor by Wren -> duel`."""
    if (found := _BECOMES.match(text)) is not None:
        return Note("nick", person(found[1]), person(found[2]))
    if (found := _ROOMED.match(text)) is None:
        return note(text)
    name = found["by"] or found["of"] or found["who"]
    if found[1] == "mode" or name is None:
        return Note("system")
    if found[1] == "topic":
        return Note("topic", person(name))
    return Note("join" if found[1] == "join" else "leave", person(name))


def _stamp(line: str) -> re.Match[str] | None:
    for stamp in _OWN:
        found = stamp.match(line)
        if found is not None:
            return found
    return None


def _parse(ctx: Context, dates: Dates, line: str) -> Heard | None:
    found = _stamp(line) or _SLASHED.match(line)
    heard = _body(ctx, line[found.end() :]) if found is not None else None
    if found is None or heard is None:
        return None
    groups = found.groupdict()
    place(ctx, groups, heard)
    if groups.get("h") is not None:
        heard.time = f"{found['h']}:{found['m']}:{found['s']}"
    if groups.get("n") is not None:
        heard.day = dates.read(found["n"])
        heard.time = heard.time if heard.day is not None else ""
    return heard


def _dates(head: Head, ctx: Context | None) -> Dates:
    stamps = [found for line in head.lines if (found := _stamp(line) or _SLASHED.match(line)) is not None]
    return Dates([found["n"] for found in stamps if found.groupdict().get("n")], ctx)


def sniff(head: Head) -> float:
    """The share of lines that fit; the times settle it, or what rbot puts before what happens."""
    if not any(_stamp(line) or (_SLASHED.match(line) and "] @ " in line[:40]) for line in head.lines):
        return 0.0
    ctx, dates = Context(None, head, ""), _dates(head, None)
    return 0.98 * sum(_parse(ctx, dates, line) is not None for line in head.lines) / len(head.lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, partial(_parse, ctx, _dates(ctx.head, ctx)))


FORMAT = Format(
    name="irc-stamped",
    title="IRC with times of their own (muh, mbot, bobot++, axur, rbot, blootbot, winbot, ViRC)",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
