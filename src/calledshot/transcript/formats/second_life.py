"""Chat that Second Life's viewers (and OpenSim's) keep: chat.txt, and one file a person or group.

A time in brackets, two blanks, the name and a colon; what goes on below begins with a blank. Old viewers
wrote what somebody does or shouts without a colon. Other chats with times in brackets are none of it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from urllib.parse import unquote

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import Said, events, told

NAME_LENGTH = 127
_LINE = re.compile(
    r"\[(?:(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}) {1,2})?(\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)\]  (?! )(.*)",
    re.ASCII | re.DOTALL,
)
_ACCOUNT = re.compile(r"(.{1,100}) \(([a-z0-9]{1,63}(?:\.[a-z0-9]{1,63})?)\)")
_ACCOUNT_HERE = re.compile(r"\A \([a-z0-9]{1,63}(?:\.[a-z0-9]{1,63})?\)(?= |\Z)")
_MANNER = re.compile(r"(.{1,100}?) (?:shouts?|whispers?)")
_COLON = re.compile(r"%3[aA]")
_SYSTEM = "Second Life"
_DEED = re.compile(r"/me(?=['’]| )")
_NEAR = re.compile(
    r"(?P<who>.{1,100}?)(?: has| have)? (?:(?P<came>(?:entered|joined|arrived in) )|left )"
    r"(?:the (?:region|sim|session|conference|conversation|chat|group chat)|chat range)\b.{0,60}"
)
_STATUS = re.compile(
    r".{1,100}? (?:is (?:online|offline|Online|Offline)|(?:accepted|declined) your .{0,80}|"
    r"(?:gave|paid|offered|sent) you .{0,120}|has (?:offered|accepted|declined|given) .{0,120})\.?",
    re.DOTALL,
)
_FULL = re.compile(r"([^\W_][\w'-]{1,30} [^\W\da-z_][\w'-]{1,30}?)(?:['’]s?)? ")
_OURS = frozenset({"you", "your", "the", "draw", "teleport", "no", "can't", "cannot", "loading", "object"})


def sniff(head: Head) -> float:
    """The share of lines that begin with a time, two blanks and what is said, or go on with one."""
    fits = dated = named = 0
    begun = False
    for line in head.lines:
        found = _LINE.match(line)
        if found is not None:
            begun = True
            dated += found[1] is not None
            named += ": " in found[5]
            fits += 1
        else:
            fits += begun and line[:1] == " "
    if not named or _LINE.match(head.lines[0]) is None:
        return 0.0
    known = dated or any(map(_is_surely_one, head.lines))
    return (0.97 if known else 0.4) * fits / len(head.lines)


def _is_surely_one(line: str) -> bool:
    """Whether a line without a date is of this client: an hour or words as it writes them."""
    found = _LINE.match(line)
    if found is None:
        return False
    words = found[5]
    if found[4][1] == ":" and found[4].count(":") == 1:
        return True
    return words.startswith("Second Life: ") or ": /me" in words or _STATUS.fullmatch(words) is not None


def _named(rest: str) -> tuple[str, str] | None:
    """The name before the first colon, and what is said."""
    name, colon, text = rest.partition(":")
    if not colon or not name.strip() or len(name) > NAME_LENGTH or (text and text[0] != " "):
        return None
    return name.strip(), text.removeprefix(" ")


class _People:
    """Who speaks: how a name is given without its account, where only one account has it."""

    def __init__(self, lines: Sequence[str]) -> None:
        accounts: dict[str, set[str]] = defaultdict(set)
        self.known: set[str] = set()
        deeds: Counter[str] = Counter()
        for line in lines:
            found = _LINE.match(line)
            pair = _named(found[5]) if found is not None else None
            if pair is None:
                full_name = _FULL.match(found[5]) if found is not None else None
                if full_name is not None and _STATUS.fullmatch(full_name.string) is None:
                    deeds[full_name[1]] += 1
                continue
            manner = _MANNER.fullmatch(pair[0])
            full = manner[1] if manner is not None else pair[0]
            account = _ACCOUNT.fullmatch(full)
            if account is not None:
                accounts[account[1]].add(account[2])
                self.known.add(account[1])
            self.known.add(full)
        for name, count in deeds.items():
            if count > 1 and name.split(" ", 1)[0].lower() not in _OURS:
                self.known.add(name)
        self._twice = {name for name, all_of in accounts.items() if len(all_of) > 1}
        self._longest = sorted(self.known - {_SYSTEM, "You"}, key=lambda name: (-len(name), name))

    def short(self, name: str) -> str:
        """The name as it is shown, a colon in it written as one."""
        account = _ACCOUNT.fullmatch(name)
        if account is not None and account[1] not in self._twice:
            name = account[1]
        return unquote(name) if _COLON.search(name) is not None else name

    def before(self, rest: str) -> str | None:
        """Who begins a line that has no colon."""
        for name in self._longest:
            if rest.startswith(name) and rest[len(name) : len(name) + 1] in (" ", "'", "’"):
                return name
        return None


class _Reader:
    def __init__(self, ctx: Context) -> None:
        self.people = _People(ctx.head.all_lines)

    def parse(self, line: str) -> Said | None:
        found = _LINE.match(line)
        if found is None:
            return None
        day, clock = None, time_of_day(found[4]) or ""  # a time that no clock shows is none
        if found[1] is not None:
            try:
                day = date(int(found[1]), int(found[2]), int(found[3]))
            except ValueError:
                clock = ""
        said = self._said(found[5], clock)
        said.day = day
        return said

    def _said(self, rest: str, clock: str) -> Said:
        near = _NEAR.fullmatch(rest) if ":" not in rest else None
        if near is not None:
            kind: Kind = "join" if near["came"] else "leave"
            return told(kind, self.people.short(near["who"]), rest, clock)
        pair = _named(rest)
        if pair is None:
            who = self.people.before(rest) if _STATUS.fullmatch(rest) is None else None
            if who is None:
                return told("system", None, rest, clock)
            deed = _ACCOUNT_HERE.sub("", rest[len(who) :], count=1).removeprefix(" ")
            return Said("emote", as_member(self.people.short(who)), deed, clock)
        name, text = pair
        if name == _SYSTEM:
            near = _NEAR.fullmatch(text)
            if near is not None:
                kind = "join" if near["came"] else "leave"
                return told(kind, self.people.short(near["who"]), text, clock)
            return told("system", None, text, clock)
        inner = _named(text) if name == "IM" else None
        if inner is not None:
            name, text = inner
        manner = _MANNER.fullmatch(name)
        name = self.people.short(manner[1] if manner is not None else name)
        done = _DEED.match(text) is not None
        if done:
            text = text[3:].removeprefix(" ")
        kind = "whisper" if inner is not None else "emote" if done else "say"
        return Said(kind, as_member(name), text, clock)


def _below(text: str) -> str:
    """A message with the blank taken off that stands before each line after the first."""
    first, *more = text.split("\n")
    return "\n".join([first, *(line.removeprefix(" ") for line in more)]).strip(" \t\xa0\n")


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; what the viewer says itself is the service's."""
    yield from events(blocks, ctx, _Reader(ctx).parse, _below)


FORMAT = Format(
    name="second-life",
    title="Second Life chat log",
    evidence="writer's source",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
