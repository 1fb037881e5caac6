"""Moves without a verb of the ruleset's: "Pain on her", "head shot on Bran", "bonk Bran with the staff".

Moves that have one are `items`'.
"""

from __future__ import annotations

from calledshot.moves.aiming import shot_at, take_name
from calledshot.moves.arguments import take_arguments
from calledshot.moves.english import (
    ARTICLES,
    INTERJECTIONS,
    MANNER,
    NOT_SAID,
    NUMBERS,
    PRONOUN_PHRASES,
    SUBJECTS_OTHER,
    TALK,
    WITH,
)
from calledshot.moves.extras import Extras
from calledshot.moves.inflect import BASE, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.objects import find_thing, take_instrument, take_spell
from calledshot.moves.opening import Opening

NO_BLOW = (
    NOT_SAID
    | TALK
    | SUBJECTS_OTHER
    | ARTICLES
    | MANNER
    | INTERJECTIONS
    | frozenset(
        (
            "see",
            "saw",
            "meet",
            "met",
            "left",
            "leave",
            "give",
            "gave",
            "join",
            "trade",
            "share",
            "talk",
            "fight",
        )
    )
)
"""Words before somebody's name that are no blow, whatever he holds in his hand."""
ON_THE_WAY = frozenset(
    (
        *("for", "at", "to", "toward", "towards", "into", "in", "on", "onto", "out", "up", "down", "over"),
        *("across", "through", "against", "past", "home"),
    )
)
"""Words between what a weapon does and whom it does it to."""
BARE_KINDS = ("spell", "power", "weapon", "skill", "item")


def parse_bare(msg: Message, extras: Extras, open_: Opening, end: int, branch: bool) -> Item | None:
    """A move without a verb: "Pain on her", "rapier if he closes"; in a branch also only somebody's name."""
    lexicon = msg.lexicon
    at = msg.quotes(open_.at, end)
    if msg.given or msg.asked or branch or open_.star:
        at = msg.quotes(msg.articles(at, end), end)
    if at >= end:
        return None
    defaults = {
        "spell": lexicon.default_spell,
        "weapon": lexicon.default_attack,
        "item": lexicon.default_item,
        "power": lexicon.default_power,
        "skill": lexicon.default_skill,
    }
    for kind in BARE_KINDS:
        action = defaults[kind]
        if action is None:
            continue
        fuzzy = (
            (msg.asked or msg.given)
            and kind == "spell"
            and not branch
            and not msg.phrase(PRONOUN_PHRASES, at, end)
        )
        found = find_thing(msg, kind, at, end, fuzzy=False, part=False)
        if found is None and fuzzy and msg.word(at, end) not in NUMBERS and len(msg.word(at, end)) > 4:
            found = find_thing(msg, kind, at, end, part=False)
        if found is None or (found.name is None and kind != "spell"):
            continue
        item = Item(open_.span, action)
        item.bare, item.star = True, open_.star
        item.end = stop = (
            take_spell(msg, item, found, at, end)
            if kind == "spell"
            else take_instrument(msg, item, kind, found, at)
        )
        if kind == "weapon":
            stop = item.end = _blow(msg, item, stop, end)
        after = take_arguments(msg, item, extras, stop, end)
        item.end = max(item.end, stop)
        item.resume = max(item.end, after)
        if found.how == "fuzzy" and open_.at > 0 and not (item.spec or item.aimed or item.star):
            continue  # "hatchet him, plain" names no spell
        return item
    if branch:
        named = lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
        if named is not None:
            item = Item(open_.span, "")
            item.bare = True
            item.end = item.resume = take_name(msg, item, named[0], at, named[1], named[2])
            return item
    return _aimed_part(msg, extras, open_, at, end) or _any_verb(msg, extras, open_, at, end)


def _blow(msg: Message, item: Item, at: int, end: int) -> int:
    """ "dagger throw", "sword slash": the noun behind a weapon says what is done with it."""
    verb = msg.verb(at, end)
    if verb is None:
        return _of_its_own(msg, item, at, end)
    attack = msg.lexicon.actions[verb[0].action].attack
    if verb[0].form == THIRD and attack:  # "my blade goes for Bran"
        item.marks.append(("verb", *msg.span(at, verb[1])))
        return verb[1]
    if verb[0].form != BASE or not attack:
        return at + 1 if msg.word(at, end) in {"shot", "toss"} else at
    item.action = verb[0].action
    item.marks.append(("verb", *msg.span(at, verb[1])))
    return verb[1]


def _of_its_own(msg: Message, item: Item, at: int, end: int) -> int:
    """ "my blade goes for Bran", "the axe bites into his arm": the weapon does something, whatever the verb;
    its word is nobody's name."""
    word, named = msg.word(at, end), msg.lexicon.combatants
    if not (word.isalpha() and len(word) > 3 and word.endswith("s")) or named.find(
        msg.tokens, at, end, fuzzy=False
    ):
        return at
    place = at + 1
    while msg.word(place, end) in ON_THE_WAY:
        place += 1
    place = msg.articles(place, end)
    if named.find(msg.tokens, place, end, fuzzy=False) is None and not msg.phrase(
        PRONOUN_PHRASES, place, end
    ):
        return at
    item.marks.append(("verb", *msg.span(at, at + 1)))
    return place


def _aimed_part(msg: Message, extras: Extras, open_: Opening, at: int, end: int) -> Item | None:
    """ "head shot on Bran": an attack that is called by the part it is aimed at."""
    if msg.lexicon.default_attack is None:
        return None
    item = Item(open_.span, msg.lexicon.default_attack)
    item.bare, item.star = True, open_.star
    stop = shot_at(msg, item, at, end)
    if not stop:
        return None
    item.marks.append(("verb", *msg.span(at, stop)))
    item.end = stop
    after = take_arguments(msg, item, extras, stop, end)
    item.end = max(item.end, stop)
    item.resume = max(item.end, after)
    return item


def _any_verb(msg: Message, extras: Extras, open_: Opening, at: int, end: int) -> Item | None:
    """ "bonk Bran with the staff": whatever the verb, somebody known and a weapon make an attack."""
    word, action = msg.word(at, end), msg.lexicon.default_attack
    if not (msg.given or msg.asked) or action is None or not word.isalpha() or word in NO_BLOW:
        return None
    place = at + 1
    named = msg.lexicon.combatants.find(msg.tokens, msg.articles(place, end), end, fuzzy=False)
    pronoun = msg.phrase(PRONOUN_PHRASES, place, end)
    stop = named[1] if named is not None else pronoun
    if not stop or msg.word(stop, end) not in WITH:
        return None
    if find_thing(msg, "weapon", msg.epithets(stop + 1, end), end, fuzzy=False) is None:
        return None
    item = Item(open_.span, action)
    item.star, item.end = open_.star, place
    item.marks.append(("verb", *msg.span(at, place)))
    after = take_arguments(msg, item, extras, place, end)
    item.end = max(item.end, place)
    item.resume = max(item.end, after)
    return item
