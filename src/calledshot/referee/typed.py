"""Commands as people type them: with please and full stops, without a colon, the other way round.

Brought into the form that `commands` reads, which stays the only one that is written down. Nothing is
guessed: a name that nobody has is asked back with the nearest that somebody has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from calledshot.referee import commands
from calledshot.referee.commands import LONGEST, Command, Mistake, known, leading_name, quoted, verbs

Names = Mapping[str, str]
_POLITE = re.compile(
    r"(?:[\s,]{1,3}(?:please|pls|plz|thanks|thank you|thx|ty|pretty please)){0,2}[\s.!?]{0,6}$", re.IGNORECASE
)
_EVERYBODY = re.compile(r"(?:everyone|everybody|all|all of (?:you|them)|again|now|folks)", re.IGNORECASE)
_AS_TYPED = frozenset({"words", "for"})
"""What is said or declared in the words that follow: nothing of them is a slip."""
_ANYBODY = frozenset({"join", "handover", "is"})
"""Commands about somebody who need not be known yet."""
_SEPARATOR = re.compile(r"[\s,:;(–—-]{1,4}")
_AND = re.compile(r"[\s,&+]{0,3}(?:and\s{1,3}|&|\+|,)", re.IGNORECASE)

# What people say instead, and what it is; NAME is somebody who is known.
_FIGURE = re.compile(
    r"(?P<verb>add|give|plus|take|spend|minus|lose)\s{1,3}(?P<n>\d{1,6})\s{1,3}(?P<what>\D[^\n]{0,40}?)\s{1,3}"
    r"(?:to|from|off|of|for)\s{1,3}(?P<who>\S[^\n]{0,100})",
    re.IGNORECASE,
)
_TURNED = re.compile(r"(?:set|add|give|spend|take)\s{1,3}(?P<first>[^\s\d]\S{0,60})\s", re.IGNORECASE)
_THERE = re.compile(
    r"(?P<who>\S[^\n]{0,60}?)(?:'s|’s|\s{1,3}is|\s{1,3}has)\s{1,3}(?:now\s{1,3})?"
    r"(?P<how>absent|away|afk|gone|out|left|back|here|returned)(?P<rest>(?:\W[^\n]{0,200})?)",
    re.IGNORECASE,
)
_PLAYS = re.compile(
    r'(?P<nick>"[^"\n]{1,64}"|\S{1,64})\s{0,3}(?:=|->|\splays|\sis\s(?:really|playing|actually))\s{0,3}'
    r"(?P<who>\S[^\n]{0,63})",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"(?:let\s{1,3}(?P<let>\S[^\n]{0,60}?)\s{1,3}(?:re-?roll|roll again)"
    r"|(?P<may>\S[^\n]{0,60}?)\s{1,3}(?:may |can )?(?:re-?rolls?|rolls? again))(?P<rest>(?:\W[^\n]{0,200})?)",
    re.IGNORECASE,
)
_FOR = re.compile(r"for\s{1,3}(?P<rest>[^:\n]{1,100}\S[^\n]{0,1800})", re.IGNORECASE)
_SIMPLE: Mapping[str, str] = {
    "undo": r"(?:undo|take back)\s{1,3}(?:that|it|this|last|the last(?: (?:one|thing))?)",
    "drop": r"(?:drop|scrap|discard)\s{1,3}(?:that|it|this|the draft)",
    "ok": r"post\s{1,3}(?:that|it|this)",
    "who": r"(?:who|whom)\s(?:are|do) we (?:still )?(?:waiting|wait) (?:for|on)|waiting (?:for|on)(?: whom?)?"
    r"|who(?:'s|’s|s| is)\s(?:left|missing|late)",
    "pause": r"(?:pause|break)(?: for)?\s{1,3}(?:an?|\d{1,3})\s{0,2}(?:s|m|mins?|minutes?|moment|bit)",
}
"""Commands without more to them → what else is said for them."""


def read(text: str, names: Names, *, marked: bool = False) -> Command | Mistake | None:
    """The command that a message is; None where it is none. As `commands.read`, and forgiving more."""
    text = text.strip()
    if text.startswith("!"):
        text, marked = text[1:].lstrip(), True
    if not text or len(text) > LONGEST:
        return commands.read(text, names, marked=marked)
    bare = _POLITE.sub("", text)
    for form in _forms(bare, names):
        found = commands.read(form, names)
        if isinstance(found, Command):
            return _checked(found, names)
    found = commands.read(bare, names) if bare and bare != text else None
    if not isinstance(found, Command) or verbs()[found.verb].takes in _AS_TYPED:
        found = commands.read(text, names, marked=marked)
    return _checked(found, names) if isinstance(found, Command) else found


# -- what is said instead -----------------------------------------------------------------------------


def _forms(text: str, names: Names) -> list[str]:
    """The text of a command in the one form, where it is said in another."""
    for form, pattern in _SIMPLE.items():
        if re.fullmatch(pattern, text, re.IGNORECASE):
            return [form]
    made = [of(text, names) for of in (_figure, _turned, _there, _plays, _again, _for)]
    return [form for form in made if form]


def _figure(text: str, names: Names) -> str:
    found = _FIGURE.fullmatch(text)
    if found is None:
        return ""
    who, rest = leading_name(found["who"], names)
    if who is None or known(who, names) is None:
        return ""
    return f"{found['verb']} {quoted(who)} {quoted(found['what'])} {found['n']} {rest}".rstrip()


def _turned(text: str, names: Names) -> str:
    """ "set health of Kay to 12": the figure before the name."""
    found = _TURNED.match(text)
    if found is None or known(found["first"].removesuffix("'s"), names) is not None:
        return ""
    words = text.split()
    for place in range(2, min(len(words), 6)):
        who, rest = leading_name(" ".join(words[place:]), names)
        if who is None or known(who, names) is None or not re.match(r"(?:to |by |at |= ?)?[-+−]?\d", rest):
            continue
        what = " ".join(one for one in words[1:place] if one.casefold() not in ("the", "of", "for"))
        return f"{words[0]} {quoted(who)} {quoted(what)} {rest}"
    return ""


def _there(text: str, names: Names) -> str:
    found = _THERE.fullmatch(text)
    who = known(found["who"], names) if found is not None else None
    if found is None or who is None:
        return ""
    verb = "return" if found["how"].casefold() in ("back", "here", "returned") else "absent"
    return f"{verb} {quoted(who)}{found['rest']}"


def _plays(text: str, names: Names) -> str:
    found = _PLAYS.fullmatch(text)
    who = known(found["who"], names) if found is not None else None
    return f"{found['nick']} is {quoted(who)}" if found is not None and who is not None else ""


def _again(text: str, names: Names) -> str:
    found = _AGAIN.fullmatch(text)
    who = known(found["let"] or found["may"], names) if found is not None else None
    return f"reroll {quoted(who)}{found['rest']}" if found is not None and who is not None else ""


def _for(text: str, names: Names) -> str:
    """ "for Kay 57", "for Kay - attack the orc": without a colon."""
    found = _FOR.fullmatch(text)
    if found is None:
        return ""
    who, rest = leading_name(found["rest"], names)
    rest = rest.lstrip(" ,-–—")
    return f"for {quoted(who)}: {rest}" if who is not None and rest and known(who, names) is not None else ""


# -- whom it is about ---------------------------------------------------------------------------------


def _checked(command: Command, names: Names) -> Command | Mistake:
    """The command, if everybody whom it names is known: else what follows a name is the reason why, or
    nobody has the name."""
    takes = verbs()[command.verb].takes
    if takes == "names":
        named = tuple(one for one in map(_plainly, command.who) if not _EVERYBODY.fullmatch(one))
        command = replace(command, who=named)
    if command.verb in _ANYBODY or takes == "explain":
        return command
    people: list[str] = []
    for name in command.who:
        who = known(name, names)
        if who is None and takes in ("name", "name?", "waiver"):
            who, rest = leading_name(name, names)
            who = known(who, names) if who is not None else None
            if who is not None and _AND.match(rest) and known(_AND.sub("", rest, count=1), names) is not None:
                return Mistake(f"one at a time: `{verbs()[command.verb].words[0]} {who}`")
            reason = _SEPARATOR.sub("", rest, count=1) if _SEPARATOR.match(rest) else rest
            command = replace(command, reason=command.reason or reason.rstrip(" )") or None)
        if who is None:
            return Mistake(nobody(name, names))
        people.append(who)
    return replace(command, who=tuple(people))


def _plainly(name: str) -> str:
    return _POLITE.sub("", name).strip()


def nobody(name: str, names: Names) -> str:
    """That nobody has that name, and who has the nearest."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    whole, first = name.casefold()[:40], name.casefold().split()[0][:40] if name.split() else ""
    found = [
        process.extractOne(said, list(names), scorer=OSA.normalized_similarity, score_cutoff=0.6)
        for said in dict.fromkeys((whole, first))
    ]
    near = max(filter(None, found), key=lambda one: one[1], default=None)
    more = f"; did you mean {names[near[0]]}?" if near else ""
    return f"nobody here is called {name[:40]}{more}"
