"""What a message does to a fight, read out of free words by tables of phrases.

The words are data (`phrases/general/` and the ruleset's own table); the steps are: a quick look whether
any of them is there, tokens, chunks, acts. Nothing here knows the state of the fight beyond the few hints
of its `Context`, decides a rule, or raises for anything a person may type. Declarations and dice are read
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from calledshot.referee import acts as kinds
from calledshot.referee.acts import Act, Answer
from calledshot.referee.phrases.book import Phrasebook, phrasebook
from calledshot.referee.phrases.chunks import cut
from calledshot.referee.phrases.draft import Draft, Situation
from calledshot.referee.phrases.drafts import announced, drafts
from calledshot.referee.phrases.lexing import lex
from calledshot.referee.phrases.pattern import NUMBER_MARK, PERSON_MARK
from calledshot.referee.phrases.people import People, people
from calledshot.referee.phrases.tokens import HARD, NUMBER, PERSON, SOFT, Token, fold_text, mask, tokenise

__all__ = ["Context", "Phrasebook", "phrasebook", "read_pgm", "read_player"]

ACTS: Mapping[str, type[Act]] = {
    kind.__name__: kind for kind in vars(kinds).values() if isinstance(kind, type) and issubclass(kind, Act)
}
NEEDED: Mapping[str, frozenset[str]] = {
    name: frozenset(one.name for one in structs.fields(act) if one.required) for name, act in ACTS.items()
}
"""What an act cannot be without: words that name nobody known ("the orc's nerve holds") are none."""
MAX_ACTS = 30
"""Acts taken from one message: a ruling in one breath has a handful."""
PLAYERS = frozenset({"Yielded", "Announced", "Distance"})
"""The acts that are a player's to make."""
_SOMEBODY = {PERSON_MARK}
_DIGIT = re.compile(r"\d")


class Context(Struct, kw_only=True):
    """What the words may refer to; everything may be absent.

    `names`: every known way to write a combatant's name (folded) → the combatant; short forms of the
    combatants' full names are understood besides. `me`: the speaker's own combatant. `current`, `target`:
    whose move is on and whom it is aimed at. `asked`: dice asked for, and `due`: results rolled but not yet
    spoken to, both as (who, what). `phase`: declare, initiative or action. `things`: names of spells,
    weapons and powers (folded → canonical). `order`: the initiatives at which each combatant has still to
    move. `left`: what each has left in the pool that damage takes from. `dealt`: the points of a blow that
    the game master has not spoken of yet, and `face`: the roll he has not.
    """

    names: Mapping[str, str] = {}
    me: str | None = None
    current: str | None = None
    target: str | None = None
    asked: tuple[tuple[str, str], ...] = ()
    due: tuple[tuple[str, str], ...] = ()
    phase: str | None = None
    phrases: Phrasebook | None = None
    things: Mapping[str, str] = {}
    order: Mapping[str, tuple[int, ...]] | None = None
    left: Mapping[str, int] = {}
    dealt: int | None = None
    face: int | None = None


_default: Phrasebook | None = None


def _book(context: Context) -> Phrasebook:
    global _default
    if context.phrases is not None:
        return context.phrases
    if _default is None:
        _default = phrasebook()
    return _default


def read_pgm(text: str, context: Context) -> list[Act]:
    """What a game master's message does, in the order of its words; talk gives nothing."""
    book = _book(context)
    folded = fold_text(text)
    persons = people(context.names)
    if not _concerns(folded, book, persons, context):
        return []
    due = frozenset(what for _, what in (*context.asked, *context.due))
    if "critical" in due:  # the further roll of critical damage
        due |= {"damage"}
    at = _situation(context, due)
    tokens = lex(tokenise(mask(folded, book.smileys)), book, persons, context.things)
    if context.me is not None:
        _name_the_speaker(tokens, context.me)
    message = cut(tokens, book, book.pgm, at.admits)
    made = _merged(drafts(message, text, book, at))
    if not made:
        return _reaction(text, message.tokens, book, due)
    return _acts(made, text, message.tokens)


def read_player(text: str, context: Context) -> list[Act]:
    """What a player's message does: gives up, announces a total, or tells a distance."""
    book = _book(context)
    folded = fold_text(text)
    if _DIGIT.search(folded) is None and not book.concerns(book.look(folded) | _SOMEBODY, book.player):
        return []
    smileys = book.smileys
    tokens = lex(tokenise(_without(smileys, folded)), book, people(context.names), context.things)
    at = _situation(context, frozenset())
    message = cut(tokens, book, book.player, at.admits)
    made = [draft for draft in drafts(message, text, book, at) if draft.act in PLAYERS]
    return _acts(_merged(made + announced(message)), text, tokens)


def _name_the_speaker(tokens: list[Token], me: str) -> None:
    """ "me 129 and 29, Sorrel 93": the game master's own combatant in a list."""
    for token, following in pairwise(tokens):
        if token.word == "me" and following.kind == NUMBER:
            token.kind, token.person = PERSON, me


def _situation(context: Context, due: frozenset[str]) -> Situation:
    return Situation(
        context.me,
        context.current,
        context.target,
        due,
        context.phase,
        frozenset(what for _, what in context.due) if due else frozenset(),
        context.order,
        context.left,
        context.dealt,
        context.face,
    )


def _without(smileys: re.Pattern[str] | None, folded: str) -> str:
    return folded if smileys is None else smileys.sub(_blank, folded)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _concerns(folded: str, book: Phrasebook, persons: People, context: Context) -> bool:
    """The quick look: a figure, a combatant's name, or all the key words of a phrase."""
    if _DIGIT.search(folded) is not None:
        return True
    words = book.look(folded)
    if NUMBER_MARK in words and context.due:
        return True
    if persons.concerns(words, book.vocabulary) or book.concerns(words, book.pgm):
        return True
    return bool((context.asked or context.due) and not book.lists["reactions"].isdisjoint(words))


def _reaction(text: str, tokens: list[Token], book: Phrasebook, due: frozenset[str]) -> list[Act]:
    """Words about a result that was due which say nothing definite: agreement unknown."""
    if due.isdisjoint(("to_hit", "damage", "save", "critical", "fumble")):
        return []
    if not any(token.word in book.lists["reactions"] for token in tokens):
        return []
    return [Answer(text=text.strip(), column=1, end_column=len(text) + 1)]


def _acts(made: list[Draft], text: str, tokens: list[Token]) -> list[Act]:
    acts: list[Act] = []
    for draft in made[:MAX_ACTS]:
        if any(draft.fields.get(name) is None for name in NEEDED[draft.act]):
            continue
        last = draft.end - 1
        while last > draft.start and tokens[last].kind in (SOFT, HARD):
            last -= 1
        start, end = tokens[draft.start].start, tokens[last].end
        if text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")":
            end += 1
        fields: dict[str, Any] = {key: value for key, value in draft.fields.items() if value is not None}
        acts.append(ACTS[draft.act](text=text[start:end], column=start + 1, end_column=end + 1, **fields))
    return acts


def _merged(made: list[Draft]) -> list[Draft]:
    """One act where the same thing is said twice in a message."""
    out: list[Draft] = []
    for draft in made:
        if out and _count_of_call(out[-1], draft):
            continue
        for earlier in reversed(out):
            if earlier.act == draft.act and _take_up(earlier, draft):
                break
        else:
            out.append(draft)
    return out


def _count_of_call(call: Draft, draft: Draft) -> bool:
    """ "Corvane again, at 75": the figure after a call is the count it is made at."""
    if call.act != "Call" or call.sentence != draft.sentence or call.fields.get("at") is not None:
        return False
    fields = draft.fields
    if draft.act == "Count" or (draft.act == "Pool" and draft.bare_figure):
        call.fields["at"] = fields["at"] if draft.act == "Count" else fields["value"]
        call.end = draft.end
        return True
    return False


def _same_word(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """ "Just over. Miss.": the same outcome twice, of nobody by name."""
    named = any(fields.get(key) for fields in (one, two) for key in ("who", "target"))
    return not named and one["outcome"] == two["outcome"] in ("hit", "miss")


def _take_up(earlier: Draft, later: Draft) -> bool:
    """Whether the later draft says no more than the earlier one can hold; if so, that then holds both."""
    one, two = earlier.fields, later.fields
    if earlier.act == "RoundCall":
        if one["phase"] != two["phase"] and "either" not in (one["phase"], two["phase"]):
            return False
        if one["phase"] == "either":
            one["phase"] = two["phase"]
        one["names"] = tuple(dict.fromkeys((*one.get("names", ()), *two.get("names", ()))))
        if one.get("number") is None:
            one["number"] = two.get("number")
        one["question"] = bool(one.get("question") and two.get("question"))
        one["fresh"] = bool(one.get("fresh") or two.get("fresh") or one.get("number") is not None)
        return True
    if (
        earlier.act == "Waiver"
        and (one["kind"], two["kind"]) == ("refuse", "allow")
        and earlier.sentence == later.sentence
    ):
        one.update(two)  # "that was late, but I'll take it"
        earlier.start, earlier.end = later.start, later.end
        return True
    if earlier.act == "Points" and earlier.sentence == later.sentence and one["what"] == two["what"]:
        if two.get("who") not in (None, one.get("who")) and one.get("who") is not None:
            return False
        if not (two.get("doubled") or two.get("halved") or later.total or one["amount"] == two["amount"]):
            return False
        one.update({key: value for key, value in two.items() if value is not None})
        earlier.end = later.end  # "10 + 16 = 26, doubled 52"
        return True
    if earlier.act == "Verdict" and (earlier.sentence == later.sentence or _same_word(one, two)):
        if any(one.get(key) != two[key] for key in two if two[key] is not None and one.get(key) is not None):
            return False
        one.update({key: value for key, value in two.items() if value is not None})
        return True
    if earlier.act == "Ask" and earlier.sentence == later.sentence and two["what"] == "roll":
        if two.get("who") not in (None, one.get("who")) or one.get("dice") is not None:
            return False
        one["dice"] = two.get("dice")  # "to hit, d100"
        return True
    if earlier.act in ("FightEnd", "Distance", "Moved", "FightStart", "RoundEnd", "Terms", "Call"):
        if any(two[key] is not None and one.get(key) is not None and one[key] != two[key] for key in two):
            return False
        if earlier.act == "Call" and earlier.sentence != later.sentence and not later.lone:
            return False
        one.update({key: value for key, value in two.items() if value is not None})
        earlier.end = (
            later.end if earlier.sentence == later.sentence and earlier.act == "Call" else earlier.end
        )
        return True
    return False
