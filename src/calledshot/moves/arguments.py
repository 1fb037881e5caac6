"""What stands after the verb of a move: its spell, weapon or item, its target, where it is aimed, how
often.

`take_arguments` reads until something else begins and leaves what it cannot read in `item.unread`.
"""

from __future__ import annotations

from calledshot.moves.aiming import (
    body_part,
    called_again,
    called_shot,
    prep_target,
    set_part,
    set_target,
    shot_at,
    take_name,
    take_owner,
    take_pick,
    take_target,
)
from calledshot.moves.amounts import (
    MAX_TIMES,
    level,
    penalty,
    points,
    take_feet,
    take_points,
    take_spec,
    times,
    varies,
)
from calledshot.moves.conditions import extent, leading, starts_item, take_condition
from calledshot.moves.edges import ends_at, is_manner, stops_at
from calledshot.moves.english import (
    ARTICLES,
    ASIDES,
    BEING,
    CONDITIONS,
    FILLERS,
    INTERJECTIONS,
    JOINS,
    OTHERWISE,
    PART_PREPS,
    SELVES,
    TALK,
    TALK_PHRASES,
    TARGET_PREPS,
    WITH,
)
from calledshot.moves.extras import Extras, extras_in_brackets, star_words, take_hold, take_modifiers
from calledshot.moves.message import Item, Message
from calledshot.moves.objects import (
    bare_level,
    find_thing,
    take_instrument,
    take_means,
    take_object,
)
from calledshot.moves.tokens import WORD
from calledshot.moves.vocabulary import Action

MAX_ARGUMENTS = 48
"""Tokens of one move behind its verb; a longer sentence is a story, and each of its verbs would read on."""
SPEC_TAILS = frozenset(("spell", "of", "the", "list", "called", "named"))
ASIDE_TALK = INTERJECTIONS | frozenset(("lag", "thank", "hopefully", "hope", "apologies", "typo", "brb"))
"""Words behind a move that begin talk and nothing else."""
TRAILING = (FILLERS - frozenset(("spell", "weapon", "skill"))) | frozenset("\"'`:=~.!)]}#")


def take_arguments(msg: Message, item: Item, extras: Extras, at: int, end: int) -> int:
    """Read the arguments of `item` from `at`; the place where the next thing begins. Sets `item.end`."""
    action = msg.lexicon.actions[item.action]
    end = min(end, at + MAX_ARGUMENTS)
    start_of_unread = 0
    fresh = not (item.bare and action.needs)  # nothing but articles since the verb: an object may stand here
    if msg.mark(at, end) == "-" and msg.spaced(at) and _object_slot_empty(item, action):
        at += 1  # "Power - Bull Rush"
    at = _leading_spec(msg, item, action, at, end)
    first_at = at
    while at < end:
        if msg.phrase(TALK_PHRASES, at, end):
            item.talk = True
        aside = msg.phrase(ASIDES, at, end)
        if msg.word(at, end) == "before" and at + 1 < end:
            aside = next((n for n in range(at, end) if stops_at(msg, item, n, end)), end)
        if aside:
            at = aside
            continue
        if msg.mark(at, end) in {"(", "[", "{"}:
            aside = extras_in_brackets(msg, extras, at, end)
            if aside:
                at, start_of_unread = aside, 0
                continue
        beside = _beside(msg, extras, at, end)
        if beside:
            at, start_of_unread = beside, 0
            continue
        if stops_at(msg, item, at, end):
            more = _continues(msg, item, extras, at, end)
            if not more:
                break
            at = item.end = more
            continue
        stop = _take_one(msg, item, extras, action, at, end, fresh)
        action = msg.lexicon.actions[item.action]
        if stop:
            if stop > at:
                fresh = fresh and (msg.tokens[at].text in ARTICLES or msg.mark(at, end) in {":", '"', "'"})
                if msg.tokens[stop - 1].text not in TRAILING or stop - at > 1 or start_of_unread:
                    item.end = stop
            at, start_of_unread = stop, 0
            continue
        if msg.mark(at, end) in {"(", "[", "{"}:
            break  # an aside: no part of this move
        if msg.mark(at, end):
            at += 1
            continue
        if action.id == msg.lexicon.other:
            fresh = False
        elif at > first_at and (msg.given or msg.asked) and msg.word(at, end) in ASIDE_TALK:
            while at < end and not stops_at(msg, item, at, end):
                at += 1  # "… on Bran sorry lag": said beside the move
            continue
        elif not is_manner(msg, at, end):
            if msg.word(at, end) in TALK | BEING or msg.phrase(TALK_PHRASES, at, end):
                item.talk = True
            if start_of_unread and item.unread and item.unread[-1][1] == at:
                item.unread[-1] = (item.unread[-1][0], at + 1)
            else:
                item.unread.append((at, at + 1))
            start_of_unread = at + 1
            fresh = False
        at += 1
        item.end = at
    return at


def _continues(msg: Message, item: Item, extras: Extras, at: int, end: int) -> int:
    """The place after something that still belongs to this item though a star or a comma stands before
    it."""
    if msg.star(at, end):
        after = at + 1
        trailing = msg.tokens[at].end if at + 1 < end else 0
        lone = (
            at + 1 >= end
            or msg.separator(at + 1, end)
            or msg.mark(at + 1, end) in {")", "]", "."}
            or (bool(msg.phrase(JOINS, at + 1, end)) and msg.tokens[at + 1].start > trailing)
        )
        if lone and not item.star:
            item.star = True
            item.slip(
                "star_shape", *msg.span(at, after), said=msg.tokens[at].text, read_as="*", what="trailing"
            )
            return after
        if lone and item.star:
            item.slip("italics", *msg.span(item.at, after), said=msg.said(item.at, after))
            return after
        return 0
    if msg.mark(at, end) not in {",", "-", ";", "->", "=>"}:
        return 0
    next_ = at + 1
    while msg.mark(next_, end) in {",", "-"}:
        next_ += 1
    if next_ >= end:
        return 0
    if msg.phrase(CONDITIONS, next_, end) and item.condition is None and not star_words(msg, next_, end):
        return _trailing_condition(msg, item, next_, end)
    stop = star_words(msg, next_, end)
    if stop and (stop >= end or msg.separator(stop, end) or msg.mark(stop, end)) and not item.star:
        if (
            msg.verb(stop, end)
            or (stop < end and msg.mark(stop, end) in {",", ":"} and starts_item(msg, stop + 1, end))
        ) and not _suffix_only(msg, next_, stop, end):
            return 0
        return _star_in_words(msg, item, next_, stop)
    action = msg.lexicon.actions[item.action]
    if item.spell is not None and item.level is None and item.list is None:
        stop = take_spec(msg, item, next_, end)
        if stop:
            return stop
    if item.pp is None and (item.spell is not None or action.id == msg.lexicon.default_power):
        stop = take_points(msg, item, next_, end)
        if stop:
            return stop
    stop = _target_after(msg, item, action, next_, end)
    if stop:
        return stop
    if (action.attack or item.spell is not None) and msg.starts(msg.lexicon.called, next_, end):
        stop = called_again(msg, item, next_, end)
        if stop and ends_at(msg, stop, end):
            return stop
    if action.attack and item.called is None:
        stop = called_shot(msg, item, next_, end)
        if not stop:
            whose = take_owner(msg, item, next_, end) if not item.aimed else 0
            place = msg.articles(whose or next_, end)
            part = body_part(msg, place, end)
            stop = part[1] if part else 0
            if part and ends_at(msg, stop, end):
                set_part(msg, item, part[0], place, stop)
        if stop and (ends_at(msg, stop, end) or penalty(msg, stop, end)):
            return stop
    if item.called is not None:
        stop = msg.starts(msg.lexicon.called, next_, end)
        if stop and ends_at(msg, stop, end):
            return stop
    if item.instrument is None and not action.needs:
        for kind in action.means:  # "attack Bran, longsword", "heal Bran, First Aid"
            found_thing = (
                find_thing(msg, kind, next_, end, fuzzy=False) if kind in {"weapon", "skill"} else None
            )
            if found_thing is not None and found_thing.end >= end:
                return take_instrument(msg, item, kind, found_thing, next_)
    if action.attack and item.instrument is None and msg.word(next_, end) in WITH:
        stop = take_means(msg, item, Extras(), action, next_, end)
        if stop and item.instrument is not None:
            return stop
    if not item.aimed and msg.word(next_, end) in TARGET_PREPS:
        stop = prep_target(msg, item, action, next_, end)
        if stop and item.aimed:
            return stop
    if item.called is not None and item.penalty is None:
        found = penalty(msg, next_ - 1 if msg.mark(next_ - 1, end) == "-" else next_, end)
        if found and ends_at(msg, found[1], end):
            item.penalty = found[0]
            return found[1]
    counted = times(msg, next_, end)
    if counted and ends_at(msg, counted[1], end):
        item.times = counted[0]
        return counted[1]
    return 0


def _target_after(msg: Message, item: Item, action: Action, at: int, end: int) -> int:
    """Somebody after a comma or a dash: "Pain, target Bran", "Attack: staff, Bran", "Pain (…) - Bran"."""
    if item.aimed or not ("name" in action.objects or action.attack):
        return 0
    place = at
    if msg.word(at, end) in {"target", "targets", "targeting", "targeted"}:
        place = at + 1
        while msg.mark(place, end) in {":", "-", "="} or msg.word(place, end) in {"is", "on", "at"}:
            place += 1
        stop = take_target(msg, item, action, place, end, said=False)
        return stop if stop and item.aimed else 0
    if item.instrument is None and item.spell is None and item.called is None and not item.calls:
        return 0
    named = msg.lexicon.combatants.find(msg.tokens, place, end, fuzzy=False)
    if named is None or len(named[0]) != 1 or not ends_at(msg, named[1], end):
        return 0
    if not (msg.given or msg.asked or item.spec):
        return 0  # in a chat line a name behind a comma is whom one talks to
    if item.called is not None and action.attack and not item.calls:
        return 0  # "attack with staff, head, Bran": said to Bran, for all we know
    return take_name(msg, item, named[0], place, named[1], named[2])


def _leading_spec(msg: Message, item: Item, action: Action, at: int, end: int) -> int:
    """ "cast a level 1 Air Sting", "cast my level 2 spell Surge": level and list before the name."""
    if action.unknown != "spell" or item.spell is not None:
        return at
    place = msg.articles(at, end)
    lists = msg.lexicon.lists
    first = lists.exact(msg.tokens, place, end) if len(lists) else None
    list_name = None
    if first is not None and first.name is not None:
        list_name, after = first.name, first.end
    else:
        after = place
    found = level(msg, after, end)
    if found is None:
        return at
    number, after, _ = found
    if (
        list_name is None
        and len(lists)
        and find_thing(msg, "spell", after, end, fuzzy=False, part=False) is None
    ):
        second = lists.exact(msg.tokens, after, end)
        if second is not None and second.name is not None:
            list_name, after = second.name, second.end
    stop = after
    while msg.word(after, end) in SPEC_TAILS or msg.mark(after, end) in {",", ":", "-", '"', "'"}:
        after += 1
    if not msg.word(after, end) or msg.word(after, end) in TARGET_PREPS | WITH:
        return at  # "cast level 1": no name at all
    item.list, item.level, item.spec, item.loose = list_name, number, True, True
    item.marks.append(("spec", *msg.span(place, stop)))
    return after


def _trailing_condition(msg: Message, item: Item, at: int, end: int) -> int:
    """A condition after a comma, unless it opens the next move."""
    stop = extent(msg, at, end)
    after = stop
    while msg.mark(after, end) in {",", "-", ";"}:
        after += 1
    next_move = leading(msg, at, stop)
    if next_move is not None and next_move[1] + 1 < stop:
        return 0
    if after < end and not msg.phrase(OTHERWISE, after, end) and starts_item(msg, after, end):
        return 0
    return take_condition(msg, item, at, end)


def _suffix_only(msg: Message, at: int, stop: int, end: int) -> bool:
    return msg.word(at, end) in {"time", "speed"}


def _star_in_words(msg: Message, item: Item, at: int, stop: int) -> int:
    item.star_words = True
    item.slip("star_shape", *msg.span(at, stop), said=msg.said(at, stop), read_as="*", what="words")
    return stop


def _take_one(
    msg: Message, item: Item, extras: Extras, action: Action, at: int, end: int, fresh: bool
) -> int:
    """The place after one argument at `at`; 0 if there is none."""
    token = msg.tokens[at]
    if token.text in "([{" and msg.mark(at, end):
        return _bracket(msg, item, extras, action, at, end)
    if msg.mark(at, end) in {'"', "'", "`", ":", "=", "~", ".", "!", ")", "]", "}", "#"}:
        return at + 1
    stop = star_words(msg, at, end)
    if stop and not item.star:
        return _star_in_words(msg, item, at, stop)
    if msg.phrase(CONDITIONS, at, end) and item.condition is None:
        stop = take_condition(msg, item, at, end)
        if stop:
            return stop
    counted = times(msg, at, end)
    if counted:
        item.times = counted[0]
        item.known += 1
        return counted[1]
    for take in (take_feet, take_points):
        stop = take(msg, item, at, end)
        if stop:
            return stop
    if item.spell is not None and item.level is None:
        stop = take_spec(msg, item, at, end) or bare_level(msg, item, at, end)
        if stop:
            return stop
    if action.attack or (not action.at_self and msg.starts(msg.lexicon.called, at, end)):
        stop = called_shot(msg, item, at, end)
        if not stop and msg.starts(msg.lexicon.called, at, end):
            item.calls = True
            stop = called_again(msg, item, at, end) or msg.starts(msg.lexicon.called, at, end)
        if not stop and item.called is None:
            stop = shot_at(msg, item, at, end)
        if stop:
            return stop
    if item.called is not None and item.penalty is None:
        place = at + 1 if token.text in {"at", "for"} else at
        found = penalty(msg, place, end)
        if found:
            item.penalty, stop = found
            return stop
    if token.text in WITH and msg.starts(msg.lexicon.called, at + 1, end):
        return called_shot(msg, item, at + 1, end) or msg.starts(msg.lexicon.called, at + 1, end)
    if token.text in WITH:
        stop = take_means(msg, item, extras, action, at, end)
        if stop:
            return stop
    if token.text in {"to", "for", "from", "into"} and "name" not in action.objects:
        if token.text in {"to", "for"} and item.instrument is not None:
            other = find_thing(msg, "weapon", msg.articles(at + 1, end), end)
            if other is not None:  # "change from bow to sword": the last one counts
                item.instrument = None
                item.marks = [mark for mark in item.marks if mark[0] != "instrument"]
        return at + 1
    if token.text == "up" and msg.word(at + 1, end) == "to":
        return at + 2
    if token.text in {"to", "with"} and action.moves and not action.attack:
        if msg.word(at + 1, end) in FILLERS:
            return at + 1
        if not item.aimed and not action.means:
            stop = take_target(msg, item, action, at + 1, end, said=True)
            if stop:
                return stop
    if token.text == "from" and action.moves and not item.aimed:
        stop = take_target(msg, item, action, msg.quotes(at + 1, end), end, said=True)
        if stop:
            return stop
    if token.text in TARGET_PREPS or token.text in PART_PREPS:
        stop = prep_target(msg, item, action, at, end)
        if stop:
            return stop
    if "name" in action.objects and not item.aimed:
        stop = take_pick(msg, item, at, end, must=True)
        if stop:
            return stop
    if "name" in action.objects and not item.aimed and token.text in ARTICLES and msg.phrase(SELVES, at, end):
        return take_target(msg, item, action, at, end, said=False)  # "tend to my wounds"
    if token.text in ARTICLES and not _pronoun(msg, item, at, end):
        return at + 1
    stop = take_object(msg, item, action, at, end, fresh)
    if stop:
        return stop
    if token.kind == WORD and len(token.text) > 4 and token.text.endswith("ly"):
        return at + 1  # "advance menacingly"
    if token.kind == WORD and not action.attack and item.aimed and "'s" in msg.tokens[at - 1].text:
        looked_at = body_part(msg, at, end)
        if looked_at is not None:
            item.part = (looked_at[0], *msg.span(at, looked_at[1]))
            return looked_at[1]  # a spell "at Bran's eye"
        return at + 1  # "bind Bran's wounds"
    return at + 1 if token.text in FILLERS else 0


def _beside(msg: Message, extras: Extras, at: int, end: int) -> int:
    """A modifier or hold-back in the middle of a move: "with" a modifier, "but hold back damage", "for half
    damage"."""
    token = msg.tokens[at]
    place = at
    if token.text in {"but", "while", "and", "though", "&", "+"}:
        place += 1
    stop = take_hold(msg, extras, place, end)
    if not stop and msg.word(place, end) in {"at", "with", "w/", "using"}:
        stop = take_hold(msg, extras, place + 1, end)
    if stop:
        return stop
    word = msg.word(place, end)
    if word in WITH | {"no", "without", "w/o"} or msg.lexicon.modifiers.exact(msg.tokens, place, end):
        return take_modifiers(msg, extras, place, end, bracketed=False)
    return 0


def _pronoun(msg: Message, item: Item, at: int, end: int) -> bool:
    """Whether "her" or "this" stands alone, with no noun behind it."""
    after = at + 1
    if msg.word(at, end) not in {"her", "his", "this", "that", "some", "our", "their"}:
        return False
    word = msg.word(after, end)
    return (
        not word
        or stops_at(msg, item, after, end)
        or word in TARGET_PREPS
        or word in WITH
        or word in FILLERS
        or bool(msg.phrase(CONDITIONS, after, end))
    )


def _bracket(msg: Message, item: Item, extras: Extras, action: Action, at: int, end: int) -> int:
    """Brackets that say more about this move; 0 for an aside."""
    close = min(msg.pairs.get(at, end), end)
    first, after = at + 1, min(close + 1, end)
    if first >= close:
        return after
    stop = take_points(msg, item, first, close) if item.spell is None else 0
    if stop >= close and stop:
        return after
    counted = times(msg, first + 1, close) if msg.star(first, close) else None
    if msg.star(first, close) and msg.word(first + 1, close).isdigit() and first + 2 >= close:
        counted = (int(msg.word(first + 1, close)[:2]), close)  # "(*2)"
    if counted and counted[1] >= close and 1 <= counted[0] <= MAX_TIMES:
        item.times = counted[0]
        return after
    same = msg.verb(first, close)
    if same is not None and same[1] >= close and same[0].action == item.action:
        return after  # "unarmed attack (martial arts)"
    if item.spell is None and item.spell_known is False and _object_slot_empty(item, action):
        # "Cast [XYZ] Spell": the brackets are the object itself
        inner = take_object(msg, item, action, first, close, True)
        if inner:
            return after
    if item.thing_kind == "power" and item.instrument is not None:
        cost = next((n for n in range(first, close) if points(msg, n, close)), None)
        if cost is not None or any(level(msg, n, close) for n in range(first, min(close, first + 8))):
            if cost is not None:
                take_points(msg, item, cost, close)
            return after  # "Bull Rush (Warrior Level 2, 3 PP)"
    if item.called is not None and item.penalty is None:
        found = penalty(msg, first, close)
        if found is None and msg.word(first, close).isdigit() and first + 1 == close:
            found = (-int(msg.word(first, close)[:4]), close)
        if found and found[1] >= close:
            item.penalty = found[0]
            return after
    if item.spell is not None and item.pp is None and first + 1 == close and varies(msg, item):
        bare = msg.word(first, close)
        if bare.isascii() and bare.isdigit() and len(bare) <= 2:
            item.pp = int(bare)  # "Surge (…) on Bran (5)", of a spell that costs what one spends
            item.marks.append(("pp", *msg.span(first, close)))
            return after
    if action.attack or item.spell is not None:
        stop = called_again(msg, item, first, close, bracketed=action.attack)
        if stop >= close and stop:
            return after
    stop = star_words(msg, first, close)
    if stop >= close and stop:
        _star_in_words(msg, item, first, stop)
        return after
    if item.spell is not None or action.needs:
        stop = take_spec(msg, item, first, close, bracketed=True) if item.spell is not None else 0
        if not stop:
            stop = take_points(msg, item, first, close)
        if stop >= close and stop:
            return after
        if stop:
            return after
    for take in (take_feet, take_points):
        stop = take(msg, item, first, close)
        if stop >= close and stop:
            return after
    counted = times(msg, first, close)
    if counted and counted[1] >= close:
        item.times = counted[0]
        return after
    if action.attack or msg.starts(msg.lexicon.called, first, close):
        stop = called_shot(msg, item, first, close, bracketed=action.attack)
        if stop >= close and stop:
            return after
    if msg.phrase(CONDITIONS, first, close) and item.condition is None:
        stop = take_condition(msg, item, first, close)
        if stop >= close and stop:
            return after
    if not item.aimed and action.id != msg.lexicon.other:
        named = msg.lexicon.combatants.find(msg.tokens, first, close, fuzzy=False)
        if named and named[1] >= close and len(named[0]) == 1:
            set_target(msg, item, named[0][0], first, close)
            return after
    if item.instrument is None:
        for kind in action.means or action.objects:
            found_thing = msg.thing(msg.lexicon.things.get(kind), first, close, fuzzy=False)
            if found_thing and found_thing.end >= close and found_thing.name is not None:
                take_instrument(msg, item, kind, found_thing, first)
                return after
    return 0


def _object_slot_empty(item: Item, action: Action) -> bool:
    return action.needs and item.instrument is None and item.spell is None and not item.aimed
