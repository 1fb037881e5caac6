"""Plain questions that people put to the helper: "whats my pp", "am i hurt?", "who's up".

What is asked is worked out here, from the words and what there is to ask about; the answers are `players`'.
In a room people also ask each other, so there only what is plainly a question of one's own is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, Any

from calledshot.live import telling
from calledshot.live.people import Person
from calledshot.referee.commands import Command

if TYPE_CHECKING:
    from calledshot.live.table import Table

LONGEST = 80
"""Characters of a question; a longer one is talk."""
_NEXT = re.compile(
    r"(?:am i|is it(?: my| me)?|when am i|when(?:'s|s| is) my|do i go|do i have another)\s{0,3}"
    r"(?:next |another )?(?:next|up|on|now|turn|move|go)?(?: up| now| yet)?",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"(?:who(?:'?s|’s|se|m)?(?: is)?|whose)\s{1,3}(?:turn|move|next|up|go)(?: is it| now)?", re.IGNORECASE
)
_HELP = re.compile(r"what (?:can|do) (?:i|you) (?:do|know|say|ask)(?: here| now)?", re.IGNORECASE)
_MINE = re.compile(
    r"(?:what(?:'?s|’s| is| are)|how much|how many|how'?s|show(?: me)?|tell me)\s{1,3}"
    r"(?:(?:is|are)\s{1,3})?(?P<mine>my\s{1,3})?(?P<what>[\w ]{1,30}?)"
    r"(?P<have>\s{1,3}(?:do|have) i (?:still )?(?:have|got)?(?: left)?| left)?\s{0,3}(?:now|at)?",
    re.IGNORECASE,
)
_CHECK = re.compile(
    r"(?:(?:is|would) (?:this|that|it) (?:be )?(?:ok|okay|legal|right|alright|allowed|fine|in order)\W{1,4}"
    r"|(?:can|may|could) i (?:just )?)(?P<move>\S.{0,300}?)",
    re.IGNORECASE | re.DOTALL,
)
_ASKING = re.compile(
    r"(?:what|whats|why|how|hows|who|whos|whose|when|whens|which|am|is|are|do|does|can|show|tell|my|any)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w'’]{1,40}")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FILL = _words(
    """what whats is are was my mine how hows much many do does did i have got left now still of at the
    remaining current currently show me tell please am any so far again can you we in it there this us
    a an for to been im ive whos who fight number why happened lose lost
    hey hi hello um uh er so and btw wait oh well then"""
)
"""Words that leave open what is asked for."""
_OWN = frozenset({"my", "mine", "i", "me", "im", "ive", "left"})
_HURT = _words(
    """doing hurt condition status shape health dead alive out unconscious bleeding wounded badly bad
    down ok okay up standing damage taken"""
)
_THINGS: Mapping[str, Set[str]] = {
    "weapons": frozenset({"weapons", "weapon", "armed", "carrying"}),
    "items": frozenset({"items", "item", "pack", "gear", "inventory", "equipment", "things", "stuff"}),
    "spells": frozenset({"spells", "spell", "spell lists", "cast", "magic", "lists"}),
    "skills": frozenset({"skills", "skill"}),
    "powers": frozenset({"powers", "power"}),
}
"""Part of a sheet → the words for it. Keys of the sheet that begin so are told."""
_SHEET = frozenset({"sheet", "stats", "figures", "character"})
_FIGHT: Mapping[str, Set[str]] = {
    "round": frozenset({"round"}),
    "terms": frozenset({"terms", "stakes"}),
    "order": frozenset({"order", "initiative order", "turn order"}),
    "board": frozenset({"score", "scores", "board", "everybody", "everyone", "hurt", "fighting"}),
}
_INITIATIVE = frozenset({"init", "initiative", "inits", "roll", "rolled"})
_DECLARED = frozenset({"declare", "declared", "move", "moves", "sent", "send", "declaration", "ims"})


def question(table: Table, person: Person, text: str, *, private: bool) -> Command | None:
    """What is asked, as a command; None where nothing is. `private`: it was put to us and nobody else, so
    that the bare name of a figure asks for it, and "can I …" whether that is in order."""
    bare = text.strip().strip("?.! ")
    if len(text) > LONGEST:
        return None
    if private and _HELP.fullmatch(bare) is not None:
        return Command(verb="help")
    if _NEXT.fullmatch(bare) is not None:
        return Command(verb="next")
    if _TURN.fullmatch(bare) is not None:
        return Command(verb="who")
    asks = text.rstrip().endswith("?") or _ASKING.match(bare) is not None
    if not asks and not private:
        return None
    said = [one.casefold().replace("’", "").replace("'", "") for one in _WORD.findall(bare)]
    rest = " ".join(one for one in said if one not in _FILL and not one.isdigit())
    if rest == "moves" and "many" in said:
        rest = "initiative"
    own = not _OWN.isdisjoint(said)
    if not asks and not (rest and not _moves(table, bare)):
        return None
    return (
        (_own(table, table.combatant(person), rest, own, asks) if own or private else None)
        or (_of_the_fight(rest) if asks else None)
        or (_of_somebody(table, said) if asks else None)
        or (_check(table, bare) if private else None)
        or (_unknown(bare) if private else None)
    )


def _own(table: Table, who: str, rest: str, own: bool, asks: bool) -> Command | None:
    """What somebody asks about himself."""
    parts = set(rest.split())
    if own and rest and parts <= _INITIATIVE:
        return Command(verb="sheet", what="initiative")
    known = figure(table, who, rest) if len(rest) > 1 else None
    if known is not None:
        return Command(verb="explain", what=known)
    for thing in (rest, rest.removesuffix("s")) if own and rest else ():
        if table.desk.fight.figure(who, thing) is not None:
            return Command(verb="sheet", what=thing)
    part = next((part for part, names in _THINGS.items() if rest in names), None)
    if part is not None and table.referee.campaign.sheets.get(who) is not None:
        return Command(verb="sheet", what=part)
    if not (own and rest and asks):
        return None
    topics = (
        ("standing orders", rest in ("standing orders", "standing order")),
        ("moves", parts <= _DECLARED),
        ("condition", parts <= _HURT),
    )
    if rest in _SHEET:
        return Command(verb="sheet")
    return next((Command(verb="sheet", what=topic) for topic, asked in topics if asked), None)


def _of_the_fight(rest: str) -> Command | None:
    topic = next((topic for topic, names in _FIGHT.items() if rest in names), None)
    if topic in ("order", "board"):
        return Command(verb=topic)
    return Command(verb="sheet", what=topic) if topic is not None else None


def _of_somebody(table: Table, said: list[str]) -> Command | None:
    """What somebody asks about another: he hears what the room may know."""
    names = table.referee.names()
    whole = [one if one in names or one[:-1] not in names else one[:-1] for one in said]
    about = {names[one] for one in whole if one in names}
    others = [one for one in whole if one not in _FILL and one not in names]
    figures = {key.casefold() for state in table.desk.fight.state().values() for key in state}
    if len(about) == 1 and "you" not in said and all(one in _HURT or one in figures for one in others):
        return Command(verb="board", who=tuple(about))
    return None


def _check(table: Table, bare: str) -> Command | None:
    found = _CHECK.fullmatch(bare)
    return Command(verb="check", words=found["move"]) if found and _moves(table, found["move"]) else None


def _moves(table: Table, text: str) -> bool:
    return bool(table.referee.ruleset.read(text, table.referee.lexicon(), given=True).moves)


def _unknown(bare: str) -> Command | None:
    """Something of his that we do not know; the answer says what there is."""
    found = _MINE.fullmatch(bare)
    if found is None or not (found["mine"] or found["have"]):
        return None
    return Command(verb="explain", what=found["what"].strip().removeprefix("my "))


def figure(table: Table, who: str, said: str) -> str | None:
    """The figure of somebody's that is meant: by its key, its label, or the one that begins so."""
    state: Mapping[str, Any] = table.desk.fight.state().get(who, {})
    wanted = "_".join(said.casefold().split())
    keys = {key.casefold(): key for key in state}
    labels = {"_".join(telling.label(table, key).casefold().split()): key for key in state}
    for known in (keys, labels):
        if wanted in known:
            return known[wanted]
    fits = {key for known in (keys, labels) for name, key in known.items() if name.startswith(wanted)}
    fits = {key for key in fits if not (key.endswith("_max") and key[:-4] in fits)}
    return fits.pop() if len(fits) == 1 else None
