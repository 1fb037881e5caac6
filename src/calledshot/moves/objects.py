"""What a move is done with: spells, weapons, items, powers and skills, known or only as said.

Each takes a place and gives the place after what it took, 0 where there is nothing of the kind.
"""

from __future__ import annotations

from calledshot.moves.aiming import (
    as_said,
    bare_name,
    body_part,
    owner_of,
    set_part,
    take_name,
    take_owner,
    take_pick,
    take_target,
)
from calledshot.moves.edges import STOPS_SAID, ends_at, leads_to_manner, named_before_brackets, said_end
from calledshot.moves.english import (
    ARTICLES,
    FILLERS,
    PRONOUN_PHRASES,
    SELVES,
    TARGET_PREPS,
)
from calledshot.moves.extras import Extras, take_hold
from calledshot.moves.folding import key
from calledshot.moves.message import Item, Message
from calledshot.moves.vocabulary import Action, Found

BODY = ("bare", "limb")
"""Kinds that are no things: an attack with the body alone has no instrument."""


def find_thing(
    msg: Message, kind: str, at: int, end: int, *, fuzzy: bool = True, part: bool = True
) -> Found | None:
    """A thing of `kind`: the campaign's exactly, else by a part, else any tongue's, else by nearest
    spelling."""
    own = msg.lexicon.things.get(kind)
    found = msg.thing(own, at, end, part=False, fuzzy=False)
    common = msg.thing(msg.lexicon.generic.get(kind), at, end, part=False, fuzzy=False)
    if found is None or (common is not None and common.end > found.end):
        partly = msg.thing(own, at, end, fuzzy=False) if part and found is None else found
        if partly is not None and partly.how != "exact" and _goes_on(msg, kind, partly.end, end):
            partly = None  # "Holy Smite" is not part of "Holy Healing"
        if partly is not None and (common is None or partly.end >= common.end):
            return partly
        if common is not None:
            return _of(msg, kind, common, at, end)
        found = partly
    if found is None and fuzzy:
        found = msg.thing(own, at, end, part=False, fuzzy=True) if kind == "spell" else None
        found = found or msg.thing(own, at, end, part=part, fuzzy=True)
        if found is not None and found.how != "exact" and _goes_on(msg, kind, found.end, end):
            return None
    return found


def _goes_on(msg: Message, kind: str, at: int, end: int) -> bool:
    """Whether a name of a spell or power runs on into a word that is nothing else here."""
    if kind not in ("spell", "power") or not msg.word(at, end) or msg.word(at, end) in STOPS_SAID | FILLERS:
        return False
    return said_end(msg, at, end) > at and not msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)


def _of(msg: Message, kind: str, found: Found, at: int, end: int) -> Found:
    """ "rod of ice": a common word for an item with what it is of."""
    if kind != "item" or msg.word(found.end, end) != "of" or not msg.word(found.end + 1, end):
        return found
    stop = said_end(msg, found.end + 1, end)
    return Found(msg.named(at, stop), stop, "exact") if stop > found.end + 1 else found


def take_means(msg: Message, item: Item, extras: Extras, action: Action, at: int, end: int) -> int:
    """ "with", "using" and what it is done with; a modifier or a hold-back may stand there too."""
    place = msg.articles(at + 1, end)
    place = msg.quotes(place, end)
    epithets = msg.epithets(place, end)
    if (
        epithets > place
        and find_thing(msg, "weapon", epithets, end, fuzzy=False) is not None
        and find_thing(msg, "weapon", place, end, fuzzy=False, part=False) is None  # "heavy mace"
    ):
        place = epithets
    hold = take_hold(msg, extras, place, end)
    if hold:
        return hold
    if msg.lexicon.modifiers.exact(msg.tokens, place, end):
        return 0
    if item.instrument is not None or item.spell is not None:
        return 0
    best: tuple[str, Found] | None = None
    for fuzzy in (False, True):
        for kind in action.means:
            if kind in {"name", "part"}:
                continue
            found = find_thing(msg, kind, place, end, fuzzy=fuzzy)
            if found and (best is None or found.end > best[1].end):
                best = (kind, found)
        if best:
            break
    if msg.tokens[at].text == "w/" and (best is not None or action.means):
        item.slip(
            "abbreviated", *msg.span(at, at + 1), said=msg.said(at, at + 1), read_as="with", what="word"
        )
    if best is not None:
        return take_instrument(msg, item, best[0], best[1], place)
    if not action.means or not msg.word(place, end) or leads_to_manner(msg, at + 1, end):
        return 0
    kind = action.means[0]
    stop = said_end(msg, place, end)
    if stop == place or stop - place > 3:
        return 0
    return _instrument_said(msg, item, kind, place, stop)


def take_instrument(msg: Message, item: Item, kind: str, found: Found, at: int) -> int:
    said = msg.named(at, found.end)
    if kind == "spell":
        return take_spell(msg, item, found, at, len(msg.tokens))
    stop = found.end
    if kind == "weapon" and found.name is not None and key(found.name) in msg.lexicon.loads:
        return stop  # arrows are shot, not wielded
    if kind in BODY:
        item.known += 1
        _become(msg, item, kind)
        return stop
    item.instrument = found.name if found.name is not None else said
    item.thing_kind = kind
    item.known += 1
    item.marks.append(("instrument", *msg.span(at, stop)))
    if found.how == "fuzzy":
        item.slip("corrected", *msg.span(at, stop), said=said, read_as=found.name or said, what=kind)
    elif found.how == "ambiguous":
        item.slip("ambiguous", *msg.span(at, stop), said=said, what=kind, candidates=found.candidates)
    _become(msg, item, kind)
    while msg.word(stop, len(msg.tokens)) in {"skill", "weapon"}:
        stop += 1
    return stop


def _instrument_said(msg: Message, item: Item, kind: str, at: int, stop: int) -> int:
    said = msg.named(at, stop)
    if key(said) in msg.lexicon.loads:
        return stop
    item.instrument, item.thing_kind = said, kind
    item.marks.append(("instrument", *msg.span(at, stop)))
    index = msg.lexicon.things.get(kind)
    if index is not None and len(index):
        item.slip("unknown", *msg.span(at, stop), said=said, what=kind, candidates=index.nearest(said))
    _become(msg, item, kind)
    return stop


def _become(msg: Message, item: Item, kind: str) -> None:
    """What the action is, now that it is known what it is done with."""
    action = msg.lexicon.actions[item.action]
    fact = msg.lexicon.fact(kind, item.instrument)
    uses = fact.uses if fact is not None else ()
    if len(uses) == 1 and f"{kind}:{uses[0]}" in action.becomes:
        item.action = action.becomes[f"{kind}:{uses[0]}"]
    elif fact is not None and f"{kind}:own" in action.becomes:
        item.action = action.becomes[f"{kind}:own"]
    elif kind in action.becomes:
        item.action = action.becomes[kind]
        again = msg.lexicon.actions[item.action]
        if len(uses) == 1 and f"{kind}:{uses[0]}" in again.becomes:
            item.action = again.becomes[f"{kind}:{uses[0]}"]


def take_spell(msg: Message, item: Item, found: Found, at: int, end: int) -> int:
    said = msg.named(at, found.end)
    item.spell = found.name if found.name is not None else said
    item.spell_known = found.how != "ambiguous"
    item.known += 2 if found.how == "exact" else 1
    item.marks.append(("spell", *msg.span(at, found.end)))
    if found.how == "fuzzy":
        item.slip("corrected", *msg.span(at, found.end), said=said, read_as=found.name or said, what="spell")
    elif found.how == "ambiguous":
        item.slip("ambiguous", *msg.span(at, found.end), said=said, what="spell", candidates=found.candidates)
    if item.action != msg.lexicon.default_spell and msg.lexicon.default_spell is not None:
        item.action = msg.lexicon.default_spell
    return found.end


def _spell_said(msg: Message, item: Item, at: int, end: int) -> int:
    """A spell the rulebook does not have, or any spell where there is no rulebook."""
    stop = named_before_brackets(msg, at, end) or said_end(msg, at, end)
    while stop > at + 1 and msg.tokens[stop - 1].text in {"spell", "a"}:
        stop -= 1
    if stop == at:
        return 0
    said = msg.named(at, stop)
    item.spell = said
    item.marks.append(("spell", *msg.span(at, stop)))
    index = msg.lexicon.things.get("spell")
    if index is not None and len(index):
        item.slip("unknown", *msg.span(at, stop), said=said, what="spell", candidates=index.nearest(said))
    return stop


def bare_level(msg: Message, item: Item, at: int, end: int) -> int:
    """ "cast Pain 1 on Torvik": a small number right behind the spell is its level."""
    word = msg.word(at, end)
    spell_end = next((stop for kind, _, stop in item.marks if kind == "spell"), None)
    if not (word.isascii() and word.isdigit() and len(word) <= 2) or msg.tokens[at - 1].end != spell_end:
        return 0
    if not (ends_at(msg, at + 1, end) or msg.word(at + 1, end) in TARGET_PREPS):
        return 0
    item.level, item.spec = int(word), True
    item.marks.append(("spec", *msg.span(at, at + 1)))
    item.slip("abbreviated", *msg.span(at, at + 1), said=word, read_as=f"(Level {word})", what="level")
    return at + 1


def take_object(msg: Message, item: Item, action: Action, at: int, end: int, fresh: bool) -> int:
    """A direct object: tried in the order the action names, then, right after the verb, as said."""
    place = msg.quotes(at, end)
    if place >= end:
        return 0
    epithets = msg.epithets(place, end)
    if fresh and epithets > place and _own_or_common(msg, action, epithets, end):
        named = _own_or_common(msg, action, msg.articles(place, end), end)  # "a heavy mace"
        place = msg.articles(place, end) if named else epithets
    for fuzzy in (False, True):
        best: tuple[str, Found] | None = None
        for kind in action.objects:
            if kind == "name":
                if item.aimed or best is not None or (fresh and action.needs and action.objects[0] != "name"):
                    continue
                stop = _name_object(msg, item, action, place, end, fuzzy and fresh)
                if stop:
                    return stop
            elif kind == "part":
                if item.called is None and fresh and not fuzzy:
                    part = (
                        body_part(msg, place, end)
                        if msg.word(place, end) not in FILLERS or place > at
                        else None
                    )
                    if part and find_thing(msg, "weapon", place, end, fuzzy=False) is None:
                        set_part(msg, item, part[0], place, part[1])
                        return part[1]
            elif (item.instrument is None or kind == "spell") and item.spell is None:
                if not fresh and (fuzzy or (action.unknown == kind and item.instrument is not None)):
                    continue
                if action.unknown == "spell" and kind in ("power", "item"):
                    found = _own(msg, kind, place, end) if fresh and not fuzzy else None
                elif kind == "spell" and action.unknown != "spell" and action.attack:
                    found = find_thing(msg, kind, place, end, fuzzy=False, part=False) if fresh else None
                else:
                    found = find_thing(msg, kind, place, end, fuzzy=fuzzy, part=fresh)
                if found and (best is None or _better(msg, kind, found, *best)):
                    best = (kind, found)
        if best is not None:
            kind, found = best
            return (
                take_spell(msg, item, found, place, end)
                if kind == "spell"
                else take_instrument(msg, item, kind, found, place)
            )
    if not fresh or action.unknown is None or not msg.word(place, end):
        return 0
    if action.unknown == "spell":
        return _spell_said(msg, item, place, end) if item.spell is None else 0
    if action.unknown == "name":
        owner = owner_of(msg, place, end) if action.attack and item.called is None and not item.aimed else 0
        part = body_part(msg, owner, end) if owner else None
        if part is not None:
            item.target, item.aimed = bare_name(msg, place, owner), True
            item.marks.append(("target", *msg.span(place, owner)))
            set_part(msg, item, part[0], owner, part[1])
            return part[1]
        return as_said(msg, item, place, end) if not item.aimed and msg.word(place, end) not in FILLERS else 0
    if item.instrument is None and msg.word(place, end) not in FILLERS:
        stop = said_end(msg, place, end)
        if (
            action.objects[:1] == ("name",)
            and not item.aimed
            and stop > place
            and msg.word(stop, end) in ARTICLES
        ):
            return as_said(msg, item, place, end)  # "give Bran my potion"
        if msg.word(stop, end) in action.becomes and stop > place:
            kind = msg.word(stop, end)  # "use Iron Will power"
            if kind == "spell":  # "throw a Pain spell"
                item.spell, item.action = msg.named(place, stop), action.becomes[kind]
                item.marks.append(("spell", *msg.span(place, stop)))
                return stop + 1
            return _instrument_said(msg, item, kind, place, stop) + 1
        return _instrument_said(msg, item, action.unknown, place, stop) if stop > place else 0
    return 0


def _own_or_common(msg: Message, action: Action, at: int, end: int) -> bool:
    return any(
        find_thing(msg, kind, at, end, fuzzy=False, part=False) is not None
        for kind in action.objects
        if kind in ("weapon", "item")
    )


def _own(msg: Message, kind: str, at: int, end: int) -> Found | None:
    """One of the campaign's own things by its whole name, where a spell might stand."""
    index = msg.lexicon.things.get(kind)
    found = index.exact(msg.tokens, at, end) if index is not None else None
    if found is None or msg.mark(found.end, end) in {"(", "["}:
        return None  # with a level in brackets it is a spell, whatever else has its name
    return found


def _better(msg: Message, kind: str, found: Found, best_kind: str, best: Found) -> bool:
    """Whether a thing fits better than the best so far: the longer name, else the campaign's own."""
    if found.end != best.end:
        return found.end > best.end
    own = msg.lexicon.fact(kind, found.name) is not None and found.how == "exact"
    return own and msg.lexicon.fact(best_kind, best.name) is None


def _name_object(msg: Message, item: Item, action: Action, at: int, end: int, fuzzy: bool) -> int:
    if msg.phrase(SELVES, at, end) or msg.phrase(PRONOUN_PHRASES, at, end):
        if msg.word(at, end) in {"my", "his", "her"} and not msg.phrase(SELVES, at, end):
            part_after = body_part(msg, at + 1, end)
            thing_after = find_thing(msg, "weapon", at + 1, end, fuzzy=False)
            if part_after or thing_after:
                return 0
        return take_target(msg, item, action, at, end, said=False)
    whose = take_owner(msg, item, at, end) if action.attack else 0
    if whose:
        part = body_part(msg, msg.articles(whose, end), end)
        if part and item.called is None:
            set_part(msg, item, part[0], msg.articles(whose, end), part[1])
            return part[1]
        return whose
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=fuzzy)
    if named is not None:
        return take_name(msg, item, named[0], at, named[1], named[2])
    return take_pick(msg, item, at, end)
