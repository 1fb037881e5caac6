"""What is told to the helper, as data: "set Kay hp 12 in round 2 because he miscounted".

Reads what people type, forgiving case, an exclamation mark before it and small slips, and writes it back in
one form that reads the same again. What a command does is for `desk` (the fight) and `live` (the room).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, convert

from calledshot.campaign import fold

LONGEST = 2_000
"""Characters of a command that are read; a pasted chapter is none."""
MOST_ADDED = 50
"""Combatants that one `add` brings in."""
LARGEST = 10**6
"""A figure beyond this is a slip of the finger."""


class Verb(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One command of commands.toml."""

    words: tuple[str, ...]
    takes: str
    by: Literal["pgm", "anyone"]
    on: Literal["fight", "room"]
    card: bool = False
    usage: str = ""
    help: str = ""


class Command(Struct, frozen=True, kw_only=True):
    """A command as understood. `who`: combatants, by their names in the fight where they are known there;
    `what`: the figure, clause or new nick it is about; `amount`, `round`: numbers; `words`: what is to be
    said, ruled or declared, as typed; `reason`: why, where a reason was given."""

    verb: str
    who: tuple[str, ...] = ()
    what: str | None = None
    amount: int | None = None
    round: int | None = None
    words: str = ""
    reason: str | None = None


class Mistake(Struct, frozen=True):
    """Words that begin like a command and are none; `message` says what to type instead."""

    message: str


@cache
def verbs() -> Mapping[str, Verb]:
    """Every command by its id, in the order of the help."""
    text = files("calledshot.referee").joinpath("commands.toml").read_text(encoding="utf-8")
    return {name: convert(table, Verb) for name, table in tomllib.loads(text).items()}


@cache
def _openings() -> tuple[tuple[str, str], ...]:
    """(words, verb), the longest words first, so that "end fight" is not taken for "end"."""
    pairs = [(words, name) for name, verb in verbs().items() for words in verb.words]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def read(text: str, names: Mapping[str, str], *, marked: bool = False) -> Command | Mistake | None:
    """The command that a message is; None where it is none. `names`: every way to write a combatant (folded)
    → the combatant. `marked`: it was typed as a command ("!st"), so that an unknown word is a mistake."""
    text = text.strip()
    if text.startswith("!"):
        text, marked = text[1:].lstrip(), True
    if not text or len(text) > LONGEST:
        return Mistake("that is too long for a command") if marked and text else None
    renamed = _is(text, names)
    if renamed is not None:
        return renamed
    lowered = text.casefold()
    mistakes = []
    for words, verb in _openings():
        if lowered.startswith(words) and not lowered[len(words) : len(words) + 1].isalnum():
            rest = text[len(words) :].strip()
            rest = rest[1:].strip() if rest[:1] == ":" and verbs()[verb].takes != "for" else rest
            found = _shaped(verb, verbs()[verb].takes, rest, names)
            if isinstance(found, Command):
                return found
            if found is not None:
                mistakes.append(found)
    if mistakes:
        return mistakes[0]
    return _unknown(text) if marked else None


def write(command: Command) -> str:
    """A command in the one form that `read` reads back, whatever the names are."""
    verb, takes = verbs()[command.verb], verbs()[command.verb].takes
    who = [quoted(name) for name in command.who]
    parts = [verb.words[0]]
    if takes == "for":
        parts = ["for", f"{who[0]}:", command.words]
    elif takes == "is":
        parts = [quoted(command.what or ""), "is", *who]
    elif takes == "figure":
        parts += [*who, quoted(command.what or ""), str(command.amount)]
    elif takes == "group":
        parts += [str(command.amount), quoted(command.what or "")]
    elif takes == "waiver":
        parts += [command.what or "", "for", *(who or ["all"])]
    elif takes == "explain":
        parts += [*who, quoted(command.what)] if command.what else who
    elif takes == "round":
        parts += [str(command.round)]
    elif takes in ("number", "count"):
        parts += [str(command.amount)] if command.amount is not None else []
    else:
        parts += [", ".join(who), command.words]
    if takes == "figure" and command.round is not None:
        parts.append(f"in round {command.round}")
    if command.reason:
        parts.append(f"because {command.reason}")
    return " ".join(filter(None, parts))


_PLAIN = re.compile(r"[\w\-']{1,64}")


def quoted(name: str) -> str:
    """A name as one word: in quotation marks unless it is plain."""
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', "'") + '"'


# -- what follows the verb ----------------------------------------------------------------------------

_REASON = re.compile(
    r"(?:^|\s)(?:because\s|since\s|reason:|#\s|--|—|//)\s*(?P<why>\S[^\n]{0,400})$", re.IGNORECASE
)
_IN_ROUND = re.compile(
    r"[\s(\[,]{1,3}(?:(?:as )?(?:in|of|from|at|after)(?: the end of)?\s{1,2})?"
    r"(?:round|rd|r)\s{0,2}#?(?P<n>\d{1,4})[)\]]?(?=\s|$)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:^|[\s:=])(?:to\s{0,2}|=\s{0,2}|by\s{0,2}|at\s{0,2})?(?P<n>[+\-−]?\d{1,9})$", re.IGNORECASE
)
_COUNT = re.compile(r"#?(?P<n>\d{1,6})?(?:\s*(?:times|steps?|things?))?", re.IGNORECASE)
_GROUP = re.compile(
    r"(?P<n>\d{1,4}|an?|one|two|three|four|five|six)\s{1,3}(?:more\s{1,3})?(?P<who>\S[^\n]{0,60})",
    re.IGNORECASE,
)
_WORDED = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_FOR = re.compile(r'(?P<who>"[^"\n]{1,64}"|[^":\n]{1,64}?)\s{0,3}:\s{0,3}(?P<words>\S.{0,1800})', re.DOTALL)
_IS = re.compile(
    r'(?P<nick>"[^"\n]{1,64}"|\S{1,64})\s{1,3}is\s{1,3}(?:now\s{1,3})?(?P<who>"[^"\n]{1,64}"|\S[^\n]{0,63})',
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?P<code>[A-Za-z]{2,8}(?:-[A-Za-z]{1,6})?-\d{1,4})(?:\s{1,3}(?:for|to)\s{1,3}(?P<who>\S.{0,80}))?",
    re.IGNORECASE,
)
_TO_ROUND = re.compile(
    r"(?:to\s{1,3})?(?:the start of\s{1,3})?(?:round|rd|r)?\s{0,3}#?(?P<n>\d{1,4})", re.IGNORECASE
)


def _shaped(verb: str, takes: str, rest: str, names: Mapping[str, str]) -> Command | Mistake | None:
    """A command by what follows its verb; None where that cannot be what was meant."""
    if takes == "nothing":
        return Command(verb=verb) if not rest.strip(" .!?") else None
    if takes == "words":
        return Command(verb=verb, words=rest if rest.strip(" .!?") else "")
    rest, reason = _reasoned(rest)
    if takes in ("number", "count"):
        counted = _COUNT.fullmatch(rest.strip(" .!"))
        if counted is None:
            return None
        return Command(verb=verb, amount=int(counted["n"]) if counted["n"] else None, reason=reason)
    if takes == "figure":
        return _figure(verb, rest, reason, names)
    if takes == "group":
        return _group(verb, rest, reason)
    if takes == "for":
        given = _FOR.fullmatch(f"{rest} because {reason}" if reason else rest)
        if given is None:
            return Mistake("say `for NAME: MOVE` or `for NAME: 57`")
        return Command(verb=verb, who=(named(given["who"], names),), words=given["words"])
    if takes == "waiver":
        return _waiver(verb, rest, reason, names)
    if takes == "round":
        to = _TO_ROUND.fullmatch(rest)
        return (
            Mistake("say `rollback to round N`")
            if to is None
            else Command(verb=verb, round=int(to["n"]), reason=reason)
        )
    if takes == "explain":
        who, left = leading_name(rest, names)
        return Command(verb=verb, who=(who,) if who else (), what=_unquoted(left) or None)
    if takes == "names":
        listed = [part for part in re.split(r"\s{0,3}(?:,|&|\band\b)\s{0,3}", rest) if part]
        return Command(verb=verb, who=tuple(named(part, names) for part in listed), reason=reason)
    if takes == "is":  # "is Bo" says of nobody who he is
        return Mistake(f"who is that? Say `{verbs()[verb].usage}`")
    if takes == "name?" and not rest:
        return Command(verb=verb, reason=reason)
    if not rest:
        return Mistake(f"{verbs()[verb].words[0]} whom? Say `{verbs()[verb].usage or verb + ' NAME'}`")
    return Command(verb=verb, who=(named(rest, names),), reason=reason)


def _reasoned(rest: str) -> tuple[str, str | None]:
    found = _REASON.search(rest)
    return (rest, None) if found is None else (rest[: found.start()].rstrip(), found["why"].strip())


def _figure(verb: str, rest: str, reason: str | None, names: Mapping[str, str]) -> Command | Mistake:
    """NAME WHAT NUMBER, and NAME NUMBER WHAT ("spend Kay 3 arrows")."""
    usage = Mistake(f"say `{verbs()[verb].usage}`")
    in_round = _IN_ROUND.search(rest)
    if in_round is not None:
        rest = rest[: in_round.start()] + rest[in_round.end() :]
    who, left = leading_name(rest, names)
    if who is None:
        return usage
    left = left.removeprefix("'s ").strip()
    number = _NUMBER.search(left)
    if number is not None:
        what = left[: number.start()]
    else:
        number = re.match(r"(?P<n>[+\-−]?\d{1,9})\s{1,3}(?=\D)", left)
        if number is None:
            return usage
        what = left[number.end() :]
    amount = int(number["n"].replace("−", "-"))
    what = _unquoted(what.strip(" :="))
    if not what:
        return Mistake(f"which figure of {who}'s? Say `{verbs()[verb].usage}`")
    if abs(amount) > LARGEST:
        return Mistake(f"{number['n']} is more than any figure can be")
    return Command(
        verb=verb, who=(who,), what=what, amount=amount, reason=reason,
        round=int(in_round["n"]) if in_round is not None else None,
    )  # fmt: skip


def _group(verb: str, rest: str, reason: str | None) -> Command | Mistake | None:
    found = _GROUP.fullmatch(rest)
    if found is None:
        return None
    count = _WORDED.get(found["n"].casefold()) or (int(found["n"]) if found["n"].isdigit() else 1)
    if not 0 < count <= MOST_ADDED:
        return Mistake(f"between 1 and {MOST_ADDED} can be added at once")
    return Command(verb=verb, what=_unquoted(found["who"]), amount=count, reason=reason)


def _waiver(verb: str, rest: str, reason: str | None, names: Mapping[str, str]) -> Command | Mistake:
    found = _CODE.fullmatch(rest.strip())
    if found is None:
        return Mistake("say `waive CODE for NAME because …`; the code stands in the finding")
    who = (found["who"] or "all").strip()
    everybody = who.casefold() in ("all", "everybody", "everyone")
    return Command(
        verb=verb, what=found["code"].upper(), who=() if everybody else (named(who, names),), reason=reason
    )


def _is(text: str, names: Mapping[str, str]) -> Command | None:
    """NICK is NAME: only where NAME is somebody known, for people also say "this is fun"."""
    found = _IS.fullmatch(text)
    if found is None:
        return None
    who = known(found["who"].strip().rstrip(".!"), names)
    return None if who is None else Command(verb="is", who=(who,), what=_unquoted(found["nick"]))


# -- names --------------------------------------------------------------------------------------------


def named(words: str, names: Mapping[str, str]) -> str:
    """The combatant of that name, else the name as typed."""
    return known(words, names) or _unquoted(words)


def known(words: str, names: Mapping[str, str]) -> str | None:
    """The combatant of that name."""
    words = _unquoted(words)
    return names.get(fold(words)) or names.get(words.casefold())


def _unquoted(words: str) -> str:
    words = words.strip()
    return words[1:-1] if len(words) > 2 and words[0] == words[-1] == '"' else words


def leading_name(rest: str, names: Mapping[str, str]) -> tuple[str | None, str]:
    """The combatant a text begins with (the longest name that is known, else its first word), and the
    rest."""
    if rest.startswith('"'):
        end = rest.find('"', 1)
        if end > 0:
            return named(rest[: end + 1], names), rest[end + 1 :].strip()
    words = rest.split()
    for count in range(min(len(words), 5), 0, -1):
        said = " ".join(words[:count])
        for form in (said, said.removesuffix("'s"), said.rstrip(",:")):
            who = known(form, names)
            if who is not None:
                return who, " ".join(words[count:])
    return (words[0], " ".join(words[1:])) if words else (None, "")


def _unknown(text: str) -> Mistake:
    """The nearest command, for a slip of the fingers."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    said = text.split()[0].casefold()[:20]
    openings = dict(_openings())
    if said in openings:  # the command, but not what follows it
        return Mistake(f"say `{verbs()[openings[said]].usage or said}`")
    known = list(openings)
    near = process.extractOne(said, known, scorer=OSA.normalized_similarity, score_cutoff=0.6)
    return Mistake(f"no command {said!r}" + (f"; did you mean {near[0]}?" if near else "; `help` lists them"))
