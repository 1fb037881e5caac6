"""Chat in Minecraft's own logs, of the game and of servers of any make (vanilla, Paper, Forge, old ones).

What players say, do and whisper, and who comes and goes; all else that the game logs is the service's. A log
in which nobody says anything is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.irc_lines import month

_CLOCK = r"(\d\d:\d\d:\d\d)(?:[.,]\d{1,6})?"
_LINE = re.compile(
    rf"(?:\[(?:(\d{{1,2}})([A-Z][a-z]{{2}})(\d{{4}}) )?{_CLOCK}\] \[([^\[\]]{{1,80}})/[A-Z]{{3,8}}\]"
    r"(?:[ ]?[\[(][^\[\]()\n]{0,120}[\])])?:? "
    rf"|\[{_CLOCK} (?:[A-Z]{{3,8}})\]: "
    rf"|(\d{{4}})-(\d\d)-(\d\d) {_CLOCK} \[[A-Z]{{3,8}}\] (?:\[[A-Z]{{3,8}}\] )?)(.*)",
    re.ASCII | re.DOTALL,
)
_TAGS = re.compile(r"(?:\[(?:System|Not Secure|CHAT)\] ){1,3}")
_COLOUR = re.compile(r"[§\u001b](?:\[[0-9;]{0,12}m|[0-9A-Za-z])")
_NICK = r"\.?[A-Za-z0-9_]{2,16}"
_ANGLE = re.compile(r"<([^<>]{1,60})> ?(.*)", re.DOTALL)
_STAR = re.compile(rf"\* ({_NICK}) (.*)", re.DOTALL)
_RANKED = re.compile(
    rf"((?:\[[^\[\]]{{1,24}}\] ?|\([^()]{{1,24}}\) ?){{0,4}})(~?{_NICK})(?: ?\[[^\[\]]{{1,24}}\])?"
    r"(?: ?(?::|»|>|➤|›) )(.*)",
    re.DOTALL,
)
_TO_YOU = re.compile(
    rf"({_NICK}) whispers to you: (.*)|(?:From|\[)[ ]?({_NICK})(?::| -> me\]) (.*)", re.DOTALL
)
_FROM_YOU = re.compile(rf"You whisper to ({_NICK}): (.*)|(?:To |\[me -> )({_NICK})(?::|\]) (.*)", re.DOTALL)
_CAME = re.compile(rf"({_NICK})(?: \(formerly known as {_NICK}\))? joined the game\.?")
_WENT = re.compile(rf"({_NICK}) (?:left the game\.?|lost connection: .{{0,200}})", re.DOTALL)
_CONSOLE = re.compile(r"\[(Server|Rcon|Console|@)\] (.*)", re.DOTALL)
_WORDS = frozenset({"UUID", "Done", "Error", "Warning", "INFO", "WARN", "Version", "From", "To"})


def sniff(head: Head) -> float:
    """The share of lines that the game logs, where somebody says something or comes."""
    reader = _Reader(head.all_lines)
    fits = talk = 0
    for line in head.lines:
        said = reader.parse(line)
        if said is not None:
            fits += 1
            talk += said.kind != "system"
        else:
            fits += fits > 0 and line[:1] in ("\t", " ")
    return 0.97 * fits / len(head.lines) if talk else 0.0


def _rest(line: str) -> tuple[str, date | None, str, str] | None:
    """Time, day, thread and words of a line."""
    found = _LINE.match(line)
    if found is None:
        return None
    clock = time_of_day(found[4] or found[6] or found[10]) or ""  # a time that no clock shows is none
    day = None
    try:
        if found[1] is not None:
            day = date(int(found[3]), month(found[2]) or 0, int(found[1]))
        elif found[7] is not None:
            day = date(int(found[7]), int(found[8]), int(found[9]))
    except ValueError:
        clock = ""
    return clock, day, found[5] or "", _COLOUR.sub("", found[11]).strip()


class _Reader:
    """Reads lines; a name before a colon speaks where it stands there more than once, or after a rank."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._client = False
        names: Counter[str] = Counter()
        for line in lines:
            parts = _rest(line)
            if parts is None:
                continue
            self._client = self._client or "[CHAT] " in parts[3][:40]
            words = _TAGS.sub("", parts[3], count=1)
            ranked = _RANKED.match(words)
            if ranked is not None:
                names[ranked[2]] += 1
            here = _CAME.fullmatch(words) or _WENT.fullmatch(words)
            if here is not None:
                names[here[1]] += 2
        self._known = {name for name, count in names.items() if count > 1}

    def parse(self, line: str) -> Said | None:
        parts = _rest(line)
        if parts is None:
            return None
        clock, day, thread, words = parts
        tags = _TAGS.match(words)
        chat = tags is not None and "CHAT" in tags[0]
        if tags is not None:
            words = words[tags.end() :]
        made = None
        if chat or not self._client:
            made = self._chat(words, clock, chat or thread.startswith("Async Chat"))
        made = made or told("system", None, words, clock)
        made.day = day
        return made

    def _chat(self, words: str, clock: str, ranks: bool) -> Said | None:
        angle = _ANGLE.fullmatch(words)
        if angle is not None and not angle[1].startswith(("-", "/")):
            return Said("say", as_member(angle[1].split("] ")[-1].strip()), angle[2], clock)
        star = _STAR.fullmatch(words)
        if star is not None:
            return Said("emote", as_member(star[1]), star[2], clock)
        came, went = _CAME.fullmatch(words), _WENT.fullmatch(words)
        if came is not None:
            return told("join", came[1], words, clock, closed=True)
        if went is not None:
            return told("leave", went[1], words, clock, closed=True)
        console = _CONSOLE.fullmatch(words)
        if console is not None:
            return Said("say", console[1], console[2], clock, trust="server")
        if not ranks:
            return None
        inward, outward = _TO_YOU.fullmatch(words), _FROM_YOU.fullmatch(words)
        if inward is not None:
            return Said("whisper", inward[1] or inward[3], inward[2] or inward[4] or "", clock, to="You")
        if outward is not None:
            return Said("whisper", "You", outward[2] or outward[4] or "", clock, to=outward[1] or outward[3])
        ranked = _RANKED.fullmatch(words)
        if ranked is None or ranked[2] in _WORDS or not (ranked[1] or ranked[2] in self._known):
            return None
        return Said("say", as_member(ranked[2]), ranked[3], clock)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a line of the log; traces of errors go on with the line above."""
    yield from events(blocks, ctx, _Reader(ctx.head.all_lines).parse)


FORMAT = Format(
    name="minecraft",
    title="Minecraft log",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
