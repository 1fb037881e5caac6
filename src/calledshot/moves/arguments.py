"""What stands after the verb of a move: its spell, weapon or item, its target, where it is aimed, how often.

`take_arguments` reads until something else begins and leaves what it cannot read in `item.unread`.
"""

from __future__ import annotations

from calledshot.moves.amounts import level, penalty, points, take_feet, take_points, take_spec, times
from calledshot.moves.conditions import extent, leading, starts_item, take_condition
from calledshot.moves.english import (
    ARTICLES,
    ASIDES,
    CONDITIONS,
    FILLERS,
    JOINS,
    MANNER,
    NOT_SAID,
    OTHERWISE,
    PART_PREPS,
    PRONOUN_PHRASES,
    RELATIVE_HEADS,
    RELATIVE_WORDS,
    SELVES,
    TALK,
    TALK_PHRASES,
    TARGET_PREPS,
    WITH,
)
from calledshot.moves.extras import Extras, extras_in_brackets, star_words, take_hold, take_modifiers
from calledshot.moves.folding import key
from calledshot.moves.inflect import GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.tokens import STAR
from calledshot.moves.vocabulary import Action, Found

MAX_ARGUMENTS = 48
"""Tokens of one move behind its verb; a longer sentence is a story, and each of its verbs would read on."""
MAX_SAID = 6
"""Words that an unknown name of a spell, weapon or target may have before it is taken for chatter."""
BEING = frozenset("is are isn't aren't am costs".split())
TRAILING = (FILLERS - frozenset(("spell", "weapon", "skill"))) | frozenset("\"'`:=~.!)]}#")
STOPS_SAID = TARGET_PREPS | WITH | frozenset(
    "then and or but if unless when while until instead please called using as because so that this again too "
    "for to i'll i once twice x2 in first lol now".split()
)


def take_arguments(msg: Message, item: Item, extras: Extras, at: int, end: int) -> int:
    """Read the arguments of `item` from `at`; the place where the next thing begins. Sets `item.end`."""
    action = msg.lexicon.actions[item.action]
    end = min(end, at + MAX_ARGUMENTS)
    start_of_unread = 0
    fresh = True  # nothing but articles since the verb: a direct object may stand here
    while at < end:
        if msg.phrase(TALK_PHRASES, at, end):
            item.talk = True
        aside = msg.phrase(ASIDES, at, end)
        if msg.word(at, end) == "before" and at + 1 < end:
            aside = next((n for n in range(at, end) if _stops(msg, item, n, end)), end)
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
        if _stops(msg, item, at, end):
            more = _continues(msg, item, extras, at, end)
            if not more:
                break
            at = item.end = more
            continue
        stop = _take_one(msg, item, extras, action, at, end, fresh)
        action = msg.lexicon.actions[item.action]
        if stop:
            if stop > at:
                fresh = fresh and msg.tokens[at].text in ARTICLES
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
        elif not _manner(msg, at, end):
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


def _manner(msg: Message, at: int, end: int) -> bool:
    word = msg.word(at, end)
    return word in MANNER or word in ARTICLES or (word in WITH and _leads_to_manner(msg, at + 1, end))


def _leads_to_manner(msg: Message, at: int, end: int) -> bool:
    at = msg.articles(at, end)
    while msg.word(at, end) in {"great", "all"}:
        at = msg.articles(at + 1, end)
    return msg.word(at, end) in MANNER


def _stops(msg: Message, item: Item, at: int, end: int) -> bool:
    """Where this item's own words end."""
    token = msg.tokens[at]
    if token.kind == STAR or msg.smiley(at, end):
        return True
    if msg.mark(at, end) == "+" and at + 1 < end and (msg.spaced(at) or msg.tokens[at + 1].start == token.end):
        return not msg.word(at + 1, end).isdigit()
    if msg.separator(at, end):
        return True
    if msg.phrase(OTHERWISE, at, end) and token.text != "instead":
        return True
    if msg.word(at, end) == "or":
        return True
    join = msg.phrase(JOINS, at, end)
    if join and item.form == THIRD:
        told = msg.verb(join, end)
        if told is not None and told[0].form in (THIRD, GERUND):
            return True
    if join:
        return starts_item(msg, join, end) or token.text in {"then", "next"} or bool(msg.phrase(CONDITIONS, join, end))
    if token.text == "but" and msg.phrase(CONDITIONS, at + 1, end):
        return True
    if token.text in {"1st", "2nd", "3rd", "4th", "second", "third"} and msg.mark(at + 1, end) in {":", ")", "-"}:
        return True
    # "1) attack 2) *attack": the number of the next item
    return token.text.isdigit() and len(token.text) == 1 and msg.mark(at + 1, end) in {")", "."} and at + 2 < end and (
        starts_item(msg, at + 2, end)
    )


def _continues(msg: Message, item: Item, extras: Extras, at: int, end: int) -> int:
    """The place after something that still belongs to this item though a star or a comma stands before it."""
    if msg.star(at, end):
        after = at + 1
        trailing = msg.tokens[at].end if at + 1 < end else 0
        lone = at + 1 >= end or msg.separator(at + 1, end) or msg.mark(at + 1, end) in {")", "]", "."} or (
            bool(msg.phrase(JOINS, at + 1, end)) and msg.tokens[at + 1].start > trailing
        )
        if lone and not item.star:
            item.star = True
            item.slip("star_shape", *msg.span(at, after), said=msg.tokens[at].text, read_as="*", what="trailing")
            return after
        if lone and item.star:
            item.slip("italics", *msg.span(item.at, after), said=msg.said(item.at, after))
            return after
        return 0
    if msg.mark(at, end) not in {",", "-", ";"}:
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
        if msg.verb(stop, end) or (stop < end and msg.mark(stop, end) in {",", ":"} and starts_item(msg, stop + 1, end)):
            if not _suffix_only(msg, next_, stop, end):
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
    if action.attack and item.called is None:
        stop = _called_shot(msg, item, next_, end)
        if not stop:
            whose = _whose(msg, item, next_, end) if not item.aimed else 0
            place = msg.articles(whose or next_, end)
            part = body_part(msg, place, end)
            stop = part[1] if part else 0
            if part and _ends(msg, stop, end):
                _call(msg, item, part[0], place, stop)
        if stop and _ends(msg, stop, end):
            return stop
    if action.attack and item.instrument is None and msg.word(next_, end) in WITH:
        stop = _with(msg, item, Extras(), action, next_, end)
        if stop and item.instrument is not None:
            return stop
    if not item.aimed and msg.word(next_, end) in TARGET_PREPS:
        stop = _prep_target(msg, item, action, next_, end)
        if stop and item.aimed:
            return stop
    if item.called is not None and item.penalty is None:
        found = penalty(msg, next_ - 1 if msg.mark(next_ - 1, end) == "-" else next_, end)
        if found and _ends(msg, found[1], end):
            item.penalty = found[0]
            return found[1]
    counted = times(msg, next_, end)
    if counted and _ends(msg, counted[1], end):
        item.times = counted[0]
        return counted[1]
    return 0


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


def _ends(msg: Message, at: int, end: int) -> bool:
    return at >= end or msg.separator(at, end) or msg.mark(at, end) in {")", "(", "]"} or msg.star(at, end) or bool(
        msg.phrase(JOINS, at, end)
    ) or msg.word(at, end) in WITH


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
    if msg.mark(at, end) in {"\"", "'", "`", ":", "=", "~", ".", "!", ")", "]", "}", "#"}:
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
        stop = take_spec(msg, item, at, end) or _bare_level(msg, item, at, end)
        if stop:
            return stop
    if action.attack or (not action.at_self and msg.starts(msg.lexicon.called, at, end)):
        stop = _called_shot(msg, item, at, end) or msg.starts(msg.lexicon.called, at, end)
        if stop:
            return stop
    if item.called is not None and item.penalty is None:
        place = at + 1 if token.text in {"at", "for"} else at
        found = penalty(msg, place, end)
        if found:
            item.penalty, stop = found
            return stop
    if token.text in WITH:
        stop = _with(msg, item, extras, action, at, end)
        if stop:
            return stop
    if token.text in {"to", "for", "from", "into"} and "name" not in action.objects:
        return at + 1
    if token.text == "from" and action.moves and not item.aimed:
        stop = _target(msg, item, action, msg.quotes(at + 1, end), end, said=True)
        if stop:
            return stop
    if token.text in TARGET_PREPS or token.text in PART_PREPS:
        stop = _prep_target(msg, item, action, at, end)
        if stop:
            return stop
    if "name" in action.objects and not item.aimed:
        stop = _relative(msg, item, at, end, must=True)
        if stop:
            return stop
    if token.text in ARTICLES and not _pronoun(msg, item, at, end):
        return at + 1
    stop = _object(msg, item, action, at, end, fresh)
    if stop:
        return stop
    return at + 1 if token.text in FILLERS else 0


def _beside(msg: Message, extras: Extras, at: int, end: int) -> int:
    """A modifier or hold-back in the middle of a move: "with WS", "but hold back damage", "for half damage"."""
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


def _bare_level(msg: Message, item: Item, at: int, end: int) -> int:
    """ "cast Pain 1 on Torvik": a small number right behind the spell is its level."""
    word = msg.word(at, end)
    spell_end = next((stop for kind, _, stop in item.marks if kind == "spell"), None)
    if not (word.isascii() and word.isdigit() and len(word) <= 2) or msg.tokens[at - 1].end != spell_end:
        return 0
    if not (_ends(msg, at + 1, end) or msg.word(at + 1, end) in TARGET_PREPS):
        return 0
    item.level, item.spec = int(word), True
    item.marks.append(("spec", *msg.span(at, at + 1)))
    item.slip("abbreviated", *msg.span(at, at + 1), said=word, read_as=f"(Level {word})", what="level")
    return at + 1


def _pronoun(msg: Message, item: Item, at: int, end: int) -> bool:
    """Whether "her" or "this" stands alone, with no noun behind it."""
    after = at + 1
    if msg.word(at, end) not in {"her", "his", "this", "that", "some", "our", "their"}:
        return False
    word = msg.word(after, end)
    return (
        not word or _stops(msg, item, after, end) or word in TARGET_PREPS or word in WITH or word in FILLERS
        or bool(msg.phrase(CONDITIONS, after, end))
    )


# Brackets

def _bracket(msg: Message, item: Item, extras: Extras, action: Action, at: int, end: int) -> int:
    """Brackets that say more about this move; 0 for an aside."""
    close = min(msg.pairs.get(at, end), end)
    first, after = at + 1, min(close + 1, end)
    if first >= close:
        return after
    if item.spell is None and item.spell_known is False and _object_slot_empty(item, action):
        # "Cast [XYZ] Spell": the brackets are the object itself
        inner = _object(msg, item, action, first, close, True)
        if inner:
            return after
    if item.called is not None and item.penalty is None:
        found = penalty(msg, first, close)
        if found is None and msg.word(first, close).isdigit() and first + 1 == close:
            found = (-int(msg.word(first, close)[:4]), close)
        if found and found[1] >= close:
            item.penalty = found[0]
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
        stop = _called_shot(msg, item, first, close, bracketed=action.attack)
        if stop >= close and stop:
            return after
    if msg.phrase(CONDITIONS, first, close) and item.condition is None:
        stop = take_condition(msg, item, first, close)
        if stop >= close and stop:
            return after
    if not item.aimed and action.id != msg.lexicon.other:
        named = msg.lexicon.combatants.find(msg.tokens, first, close, fuzzy=False)
        if named and named[1] >= close and len(named[0]) == 1:
            _aim(msg, item, named[0][0], first, close)
            return after
    if item.instrument is None:
        for kind in action.means or action.objects:
            found_thing = msg.thing(_index(msg, kind), first, close, fuzzy=False)
            if found_thing and found_thing.end >= close and found_thing.name is not None:
                _instrument(msg, item, kind, found_thing, first)
                return after
    return 0


def _object_slot_empty(item: Item, action: Action) -> bool:
    return action.needs and item.instrument is None and item.spell is None and not item.aimed


# Where it is aimed

def _called_shot(msg: Message, item: Item, at: int, end: int, bracketed: bool = False) -> int:
    """ "called shot to the head", "aiming for her eye (-50)"; in brackets the part alone."""
    if item.called is not None:
        return 0
    stop = msg.starts(msg.lexicon.called, at, end)
    aims = 0 if stop else msg.starts(msg.lexicon.aims, at, end)
    place = stop or aims
    if not stop and bracketed:
        place = at
    if not stop and not aims and not bracketed:
        return 0
    while msg.word(place, end) in PART_PREPS or msg.mark(place, end) in {":", "-"}:
        place += 1
    if not item.aimed:
        whose = _whose(msg, item, place, end)
        place = whose or place
    place = msg.articles(place, end)
    part = body_part(msg, place, end)
    if part is None and not item.aimed:
        owner = _owner(msg, place, end)
        if owner:
            part = body_part(msg, owner, end)
            item.target, item.aimed = _bare_name(msg, place, owner), True
            item.marks.append(("target", *msg.span(place, owner)))
            place = owner
    if part is None:
        if not stop or not msg.word(place, end) or bracketed:
            return 0
        if msg.word(place, end) in WITH or _ends(msg, place, end):
            return 0
        said_end = place
        while said_end < end and said_end - place < 3 and msg.word(said_end, end) not in STOPS_SAID | {""}:
            said_end += 1
        if said_end == place:
            return 0
        part = (msg.named(place, said_end), said_end)
    _call(msg, item, part[0], place, part[1])
    place = part[1]
    if msg.word(place, end) in {"of", "on"} and not item.aimed:
        after = _target(msg, item, msg.lexicon.actions[item.action], place + 1, end, said=False)
        place = after or place
    return place


def _owner(msg: Message, at: int, end: int) -> int:
    """ "goblin 2's right arm" of a goblin nobody knows: the place of the part, 0 if no part belongs to anybody."""
    for place in range(at, min(end, at + 4)):
        word = msg.word(place, end)
        if not word or word in TARGET_PREPS:
            return 0
        if word.endswith("'s") or (msg.mark(place + 1, end) == "'" and msg.glued(place + 1)):
            after = place + 1 if word.endswith("'s") else place + 2
            return after if body_part(msg, after, end) is not None else 0
    return 0


def _bare_name(msg: Message, at: int, stop: int) -> str:
    """What is said from `at` to `stop`, without its possessive."""
    said = msg.named(at, stop)
    return said[:-2] if said[-2:-1] in "'’‘`´" and said[-1] in "sS" else said.rstrip("'’")


def _call(msg: Message, item: Item, part: str, at: int, stop: int) -> None:
    item.called = part
    item.known += 1
    item.marks.append(("part", *msg.span(at, stop)))


def _whose(msg: Message, item: Item, at: int, end: int) -> int:
    """ "Kaelin's" before a part: the place after, with the target taken."""
    named = msg.lexicon.combatants.find(msg.tokens, at, end)
    if named is None or named[1] >= end:
        return 0
    names, stop, mended = named
    last = msg.tokens[stop - 1].text
    if msg.mark(stop, end) == "'":
        stop += 1
    elif not last.endswith("'s") and not last.endswith("s"):
        return 0
    if body_part(msg, stop, end) is None or len(names) != 1:
        return 0
    _aim(msg, item, names[0], at, stop, mended)
    return stop


def body_part(msg: Message, at: int, end: int) -> tuple[str, int] | None:
    """A part of the body at `at`: "right arm" whole, however much of it the lexicon knows."""
    start = at
    while msg.word(at, end) in {"left", "right", "upper", "lower", "front", "hind", "rear", "weapon", "sword", "shield"} and at - start < 2:
        at += 1
    whole = msg.lexicon.parts.exact(msg.tokens, start, end)
    if whole is not None and whole.name is not None and whole.end > at:
        return whole.name, whole.end
    found = msg.lexicon.parts.exact(msg.tokens, at, end)
    if found is None:
        word = msg.word(at, end)
        if word.endswith("s") and word[:-1] in msg.lexicon.parts:
            return msg.named(start, at + 1), at + 1
        return None
    if found.end == at or (at == start and found.name is not None):
        return found.name or msg.named(start, found.end), found.end
    return msg.named(start, found.end).lower(), found.end


def _prep_target(msg: Message, item: Item, action: Action, at: int, end: int) -> int:
    """A preposition with a target or a part of the body after it."""
    place = at + 1
    while msg.word(place, end) in TARGET_PREPS:
        place += 1
    place = msg.quotes(place, end)
    if action.attack and item.called is None:
        whose = _whose(msg, item, place, end) if not item.aimed else 0
        aim = msg.articles(whose or place, end)
        part = body_part(msg, aim, end)
        if part and (whose or msg.word(at, end) in PART_PREPS):
            after = part[1]
            _call(msg, item, part[0], aim, after)
            if msg.word(after, end) in {"of", "on"} and not item.aimed:
                after = _target(msg, item, action, after + 1, end, said=False) or after
            return after
        if whose:
            return whose
    if item.aimed or msg.tokens[at].text not in TARGET_PREPS:
        return 0
    if msg.word(at, end) in {"for", "in", "near", "over", "to"}:
        if item.kind is None and msg.word(at, end) == "for" and action.needs is False:
            pass
        return _target(msg, item, action, place, end, said=False)
    return _target(msg, item, action, place, end, said=True)


# Targets

def _target(msg: Message, item: Item, action: Action, at: int, end: int, *, said: bool) -> int:
    """Somebody at `at`: a combatant, a pronoun, oneself; with `said` also a name nobody knows."""
    place = msg.quotes(at, end)
    relative = _relative(msg, item, place, end, must=True)
    if relative:
        return relative
    selves = msg.phrase(SELVES, place, end)
    if selves:
        word = msg.word(selves - 1, end)
        item.target, item.aimed = "self", True
        item.to_me = word == "me" and not item.lead
        item.marks.append(("target", *msg.span(place, selves)))
        item.known += 1
        return selves
    named = msg.lexicon.combatants.find(msg.tokens, place, end, fuzzy=False)
    if named is None:
        named = _after_articles(msg, place, end)
    if named is not None:
        names, stop, mended = named
        return _named(msg, item, names, place, stop, mended)
    relative = _relative(msg, item, place, end)
    if relative:
        return relative
    pronoun = msg.phrase(PRONOUN_PHRASES, place, end)
    if pronoun:
        item.aimed = True
        item.pronoun = msg.word(place, end) not in {"it", "this", "that", "these", "those"}
        item.to_you = msg.word(place, end) in {"you", "ya", "u"}
        item.marks.append(("target", *msg.span(place, pronoun)))
        if msg.mark(pronoun, end) == "'":
            pronoun += 1
        return pronoun
    place = msg.articles(place, end)
    if not msg.word(place, end):
        return 0
    named = msg.lexicon.combatants.find(msg.tokens, place, end)
    if named is not None:
        return _named(msg, item, *named[:1], place, named[1], named[2])
    owner = _owner(msg, place, end) if action.attack and item.called is None else 0
    part = body_part(msg, owner, end) if owner else None
    if part is not None:
        item.target, item.aimed = _bare_name(msg, place, owner), True
        item.marks.append(("target", *msg.span(place, owner)))
        _call(msg, item, part[0], owner, part[1])
        return part[1]
    if not said:
        return 0
    return _as_said(msg, item, place, end)


def _after_articles(msg: Message, at: int, end: int) -> tuple[tuple[str, ...], int, bool] | None:
    after = msg.articles(at, end)
    return msg.lexicon.combatants.find(msg.tokens, after, end, fuzzy=False) if after > at else None


def _named(msg: Message, item: Item, names: tuple[str, ...], at: int, stop: int, mended: bool) -> int:
    if len(names) > 1:
        item.aimed = True
        item.slip("ambiguous", *msg.span(at, stop), said=msg.said(at, stop), what="combatant", candidates=names)
        item.marks.append(("target", *msg.span(at, stop)))
        return stop
    _aim(msg, item, names[0], at, stop, mended)
    if msg.mark(stop, end := len(msg.tokens)) == "'" and msg.glued(stop):
        return min(stop + 1, end)
    return stop


def _aim(msg: Message, item: Item, name: str, at: int, stop: int, mended: bool = False) -> None:
    item.target, item.aimed = name, True
    item.known += 1
    item.marks.append(("target", *msg.span(at, stop)))
    if mended:
        item.slip("corrected", *msg.span(at, stop), said=msg.said(at, stop), read_as=name, what="combatant")


def _relative(msg: Message, item: Item, at: int, end: int, must: bool = False) -> int:
    """ "the first goblin to target me": a target that the fight will pick; kept as a condition."""
    place = msg.articles(at, end)
    if msg.word(place, end) not in RELATIVE_HEADS:
        return 0
    stop, relative = place, False
    while stop < end and not _stops(msg, item, stop, end) and not msg.phrase(CONDITIONS, stop, end):
        if msg.word(stop, end) in WITH or msg.mark(stop, end) in {"(", "[", ")", "]"}:
            break
        if stop > place and (msg.starts(msg.lexicon.called, stop, end) or star_words(msg, stop, end)):
            break
        if msg.word(stop, end) in TALK - {"who", "which"} or msg.phrase(TALK_PHRASES, stop, end):
            break
        relative = relative or msg.word(stop, end) in RELATIVE_WORDS - {"nearest", "closest"}
        stop += 1
    noun = msg.word(place + 1, end)
    plain = stop > place + 1 and noun not in NOT_SAID | FILLERS | TALK
    if stop == place or not (relative or (plain and not must)):
        return 0
    item.aimed = True
    item.known += 1
    item.marks.append(("target", *msg.span(at, stop)))
    if relative and item.condition is None:
        item.condition = (at, stop)
        item.marks.append(("condition", *msg.span(at, stop)))
    else:
        item.target = msg.named(place, stop)
    return stop


def _as_said(msg: Message, item: Item, at: int, end: int) -> int:
    """A target nobody knows: its words, up to where something else begins."""
    stop = _said_end(msg, item, at, end)
    if stop == at:
        return 0
    item.target, item.aimed = msg.named(at, stop), True
    item.marks.append(("target", *msg.span(at, stop)))
    return stop


def _said_end(msg: Message, item: Item, at: int, end: int) -> int:
    stop = at
    if msg.word(at, end) in NOT_SAID:
        return at
    while stop < end and stop - at < MAX_SAID:
        word = msg.word(stop, end)
        if not word:
            if msg.mark(stop, end) in {"'", "-", "#"} and msg.glued(stop) and stop + 1 < end and msg.glued(stop + 1):
                stop += 1
                continue
            break
        if (word in STOPS_SAID and stop > at) or word in TALK or msg.phrase(TALK_PHRASES, stop, end):
            break
        if stop > at and (
            word in FILLERS or word in MANNER or star_words(msg, stop, end) or msg.phrase(CONDITIONS, stop, end)
            or msg.starts(msg.lexicon.called, stop, end) or times(msg, stop, end)
            or msg.lexicon.modifiers.exact(msg.tokens, stop, end)
            or msg.lexicon.combatants.find(msg.tokens, stop, end, fuzzy=False)
            or level(msg, stop, end) or points(msg, stop, end)
        ):
            break
        if msg.phrase(JOINS, stop, end) or msg.phrase(OTHERWISE, stop, end):
            break
        stop += 1
    while stop > at and msg.tokens[stop - 1].text in {"'", "-", "#"}:
        stop -= 1
    return stop


# Instruments and direct objects

def _index(msg: Message, kind: str):  # type: ignore[no-untyped-def]
    return msg.lexicon.things.get(kind)


def find_thing(msg: Message, kind: str, at: int, end: int, *, fuzzy: bool = True, part: bool = True) -> Found | None:
    """A thing of `kind`: the campaign's exactly, else by a part, else any tongue's, else by nearest spelling."""
    own = msg.lexicon.things.get(kind)
    found = msg.thing(own, at, end, part=False, fuzzy=False)
    common = msg.thing(msg.lexicon.generic.get(kind), at, end, part=False, fuzzy=False)
    if found is None or (common is not None and common.end > found.end):
        partly = msg.thing(own, at, end, fuzzy=False) if part and found is None else found
        if partly is not None and (common is None or partly.end >= common.end):
            return partly
        if common is not None:
            return common
        found = partly
    if found is None and fuzzy:
        found = msg.thing(own, at, end, part=part, fuzzy=True)
    return found


def _with(msg: Message, item: Item, extras: Extras, action: Action, at: int, end: int) -> int:
    """ "with", "using" and what it is done with; a modifier or a hold-back may stand there too."""
    place = msg.articles(at + 1, end)
    place = msg.quotes(place, end)
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
        item.slip("abbreviated", *msg.span(at, at + 1), said=msg.said(at, at + 1), read_as="with", what="word")
    if best is not None:
        return _instrument(msg, item, best[0], best[1], place)
    if not action.means or not msg.word(place, end) or _leads_to_manner(msg, at + 1, end):
        return 0
    kind = action.means[0]
    stop = _said_end(msg, item, place, end)
    if stop == place or stop - place > 3:
        return 0
    return _instrument_said(msg, item, kind, place, stop)


def _instrument(msg: Message, item: Item, kind: str, found: Found, at: int) -> int:
    said = msg.named(at, found.end)
    if kind == "spell":
        return _spell(msg, item, found, at, len(msg.tokens))
    stop = found.end
    if kind == "weapon" and found.name is not None and key(found.name) in msg.lexicon.loads:
        return stop  # arrows are shot, not wielded
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
    elif kind in action.becomes:
        item.action = action.becomes[kind]
        again = msg.lexicon.actions[item.action]
        if len(uses) == 1 and f"{kind}:{uses[0]}" in again.becomes:
            item.action = again.becomes[f"{kind}:{uses[0]}"]


def _spell(msg: Message, item: Item, found: Found, at: int, end: int) -> int:
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
    stop = _said_end(msg, item, at, end)
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


def _object(msg: Message, item: Item, action: Action, at: int, end: int, fresh: bool) -> int:
    """A direct object: tried in the order the action names, then, right after the verb, as said."""
    place = msg.quotes(at, end)
    if place >= end:
        return 0
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
                    part = body_part(msg, place, end) if msg.word(place, end) not in FILLERS or place > at else None
                    if part and find_thing(msg, "weapon", place, end, fuzzy=False) is None:
                        _call(msg, item, part[0], place, part[1])
                        return part[1]
            elif (item.instrument is None or kind == "spell") and item.spell is None:
                if not fresh and (fuzzy or action.unknown == kind and item.instrument is not None):
                    continue
                found = find_thing(msg, kind, place, end, fuzzy=fuzzy, part=fresh)
                if found and (best is None or found.end > best[1].end):
                    best = (kind, found)
        if best is not None:
            kind, found = best
            return _spell(msg, item, found, place, end) if kind == "spell" else _instrument(msg, item, kind, found, place)
    if not fresh or action.unknown is None or not msg.word(place, end):
        return 0
    if action.unknown == "spell":
        return _spell_said(msg, item, place, end) if item.spell is None else 0
    if action.unknown == "name":
        owner = _owner(msg, place, end) if action.attack and item.called is None and not item.aimed else 0
        part = body_part(msg, owner, end) if owner else None
        if part is not None:
            item.target, item.aimed = _bare_name(msg, place, owner), True
            item.marks.append(("target", *msg.span(place, owner)))
            _call(msg, item, part[0], owner, part[1])
            return part[1]
        return _as_said(msg, item, place, end) if not item.aimed and msg.word(place, end) not in FILLERS else 0
    if item.instrument is None and msg.word(place, end) not in FILLERS:
        stop = _said_end(msg, item, place, end)
        return _instrument_said(msg, item, action.unknown, place, stop) if stop > place else 0
    return 0


def _name_object(msg: Message, item: Item, action: Action, at: int, end: int, fuzzy: bool) -> int:
    if msg.phrase(SELVES, at, end) or msg.phrase(PRONOUN_PHRASES, at, end):
        if msg.word(at, end) in {"my", "his", "her"} and not msg.phrase(SELVES, at, end):
            part_after = body_part(msg, at + 1, end)
            thing_after = find_thing(msg, "weapon", at + 1, end, fuzzy=False)
            if part_after or thing_after:
                return 0
        return _target(msg, item, action, at, end, said=False)
    whose = _whose(msg, item, at, end) if action.attack else 0
    if whose:
        part = body_part(msg, msg.articles(whose, end), end)
        if part and item.called is None:
            _call(msg, item, part[0], msg.articles(whose, end), part[1])
            return part[1]
        return whose
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=fuzzy)
    if named is not None:
        return _named(msg, item, named[0], at, named[1], named[2])
    return _relative(msg, item, at, end)
