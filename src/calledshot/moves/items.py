"""One move of a list: what may stand before its verb, the verb, its arguments, and its other branch.

Whether the message as a whole is a declaration or talk is `verdict`'s to say.
"""

from __future__ import annotations

from calledshot.moves.aiming import take_name
from calledshot.moves.amounts import MAX_TIMES, level, times
from calledshot.moves.arguments import take_arguments
from calledshot.moves.conditions import leading, starts_item
from calledshot.moves.english import (
    ARTICLES,
    CONDITIONS,
    HEARERS,
    IDIOM_NOUNS,
    INTERJECTIONS,
    JOINS,
    LABELS,
    LEADS,
    NEGATIVE_CONDITIONS,
    NUMBERS,
    ORDINAL_NOUNS,
    ORDINALS_FIRST,
    ORDINALS_LATER,
    OTHERWISE,
    PRONOUN_PHRASES,
)
from calledshot.moves.extras import Extras, star_condition, star_prefix, star_words
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.objects import find_thing, take_instrument, take_spell

MAX_OPENING = 24
"""Tokens before a verb: numbers, stars, "and then if I am fast enough I will also try to"."""
MAX_DEPTH = 4
"""Contingencies inside contingencies; beyond it nobody follows what is meant."""
STARS_IN_MARKS = frozenset("+•")


class Opening:
    """What stood before a verb: where the move's own span begins, its star, whether somebody says "I'll"."""

    __slots__ = ("at", "joined", "lead", "loose", "shape", "span", "star", "words")

    def __init__(self, at: int) -> None:
        self.at = self.span = at
        self.star = self.lead = self.loose = self.joined = False
        self.shape: tuple[int, int] | None = None
        self.words: tuple[int, int] | None = None


def opening(msg: Message, at: int, end: int) -> Opening:
    """Numbering, labels, joins, interjections, leads and stars, in any order, up to the move itself."""
    open_ = Opening(at)
    end = min(end, at + MAX_OPENING)
    while at < end:
        start = at
        token = msg.tokens[at]
        if msg.star(at, end):
            if open_.star:
                break
            open_.star, open_.span = True, at
            open_.shape = (at, at + 1) if msg.said(at, at + 1) != "*" else open_.shape
            at += 1
        elif (
            msg.mark(at, end) in STARS_IN_MARKS
            and at + 1 < end
            and not msg.word(at + 1, end).isdigit()
            and (token.text == "•" or msg.tokens[at + 1].start == token.end)
            and (
                at > 0 or msg.given or msg.asked
            )  # what opens a chat line is a mark of the room's, or nothing
        ):
            open_.star, open_.span, open_.shape = True, at, (at, at + 1)
            at += 1
        elif msg.mark(at, end) in {
            '"',
            "'",
            "`",
            "-",
            ":",
            ",",
            ">",
            "#",
            ".",
            "~",
            "=",
            "->",
            "=>",
            "+",
        } or msg.smiley(at, end):
            open_.loose = True
            at += 1
        elif _begins_a_name(msg, at, end):
            break
        elif _numbering(msg, at, end):
            open_.loose = True
            at = _numbering(msg, at, end)
        elif star_prefix(msg, at, end) and not open_.star:
            stop = star_prefix(msg, at, end)
            open_.words = (at, stop)
            open_.span = at if not open_.star else open_.span
            at = stop
        elif msg.mark(at, end) == "(" and not open_.star and _star_in_brackets(msg, at, end):
            stop = _star_in_brackets(msg, at, end)
            open_.words = (at, stop)
            open_.span = at
            at = stop
        elif msg.phrase(LABELS, at, end) and _label(msg, at, end):
            open_.loose = True
            at = _label(msg, at, end)
        elif token.text in INTERJECTIONS and not msg.verb(at, end):
            open_.loose = True
            at += 1
        elif msg.phrase(JOINS, at, end):
            open_.joined = open_.loose = True
            at = msg.phrase(JOINS, at, end)
        elif msg.phrase(LEADS, at, end):
            open_.lead = (
                open_.lead
                or token.text[:1] == "i"
                or token.text in {"let", "lemme", "gonna", "so", "and", "then"}
            )
            open_.loose = True
            at = msg.phrase(LEADS, at, end)
        if at == start:
            break
        if not (open_.star or open_.words):
            open_.span = at
    open_.at = at
    if not (open_.star or open_.words):
        open_.span = at
    return open_


def _star_in_brackets(msg: Message, at: int, end: int) -> int:
    """ "(if fast enough): attack": the place after the brackets."""
    close = min(msg.pairs.get(at, end), end)
    stop = star_words(msg, at + 1, close)
    return close + 1 if stop and stop >= close and close + 1 < end else 0


def _begins_a_name(msg: Message, at: int, end: int) -> bool:
    """ "First Aid", "Second Wind": not a number in a list."""
    if msg.word(at, end) not in ORDINALS_FIRST | ORDINALS_LATER:
        return False
    indexes = [*msg.lexicon.things.values(), *msg.lexicon.generic.values()]
    return any(
        (found := index.exact(msg.tokens, at, end)) is not None and found.end > at + 1 for index in indexes
    )


def _numbering(msg: Message, at: int, end: int) -> int:
    """ "1)", "2.", "#1:", "first:", "move 2:", "(1)" before a move; the place after, 0 if it is none."""
    word = msg.word(at, end)
    if not word:
        return 0
    if word.isdigit() and len(word) <= 2:
        if msg.mark(at + 1, end) in {")", ".", ":", "-", "]"} and not (
            msg.mark(at + 1, end) == "-" and not msg.spaced(at + 1)
        ):
            return at + 2
        return 0
    if word in ORDINALS_FIRST or word in {"second", "third"}:
        stop = at + 1
        if msg.word(stop, end) in ORDINAL_NOUNS and msg.mark(stop + 1, end) != "":
            stop += 1
        if msg.mark(stop, end) in {":", ")", "-", ","}:
            stop += 1
        elif word not in ORDINALS_FIRST:
            return stop if starts_item(msg, stop, end, bare=False) else 0
        return stop
    if word in {"move", "action", "round", "rd", "rnd", "r", "turn"} and msg.number(at + 1, end) is not None:
        stop = at + 2
        if msg.mark(stop, end) in {":", ")", "-", "."}:
            return stop + 1
        return stop if word == "move" and starts_item(msg, stop, end, bare=False) else 0
    if len(word) <= 3 and word[0] == "r" and word[1:].isdigit() and msg.mark(at + 1, end) in {":", "-"}:
        return at + 2
    if len(word) == 1 and word in "abc" and msg.mark(at + 1, end) == ")":
        return at + 2
    return 0


def _label(msg: Message, at: int, end: int) -> int:
    stop = msg.phrase(LABELS, at, end)
    if msg.mark(stop, end) in {":", "-", "=", ">", "::", "->"} or msg.kind(stop, end) == "roleplay":
        return stop + 1
    word = msg.tokens[stop - 1].text
    return (
        stop
        if (
            word in {"is", "are", "to", "be", "ooc", "im", "declare", "round", "turn", "action", "move"}
            and stop - at > 1
        )
        or (word in {"ooc", "declare"})
        else 0
    )


def parse(
    msg: Message, extras: Extras, at: int, end: int, depth: int = 0, *, branch: bool = False
) -> Item | None:
    """The move that begins at `at`, with its contingencies; None if there is none."""
    condition = (
        leading(msg, at, end)
        if msg.phrase(CONDITIONS, at, end) and not star_condition(msg, at, end)
        else None
    )
    if condition is not None:
        stop, begin = condition
        item = _simple(msg, extras, begin, end, branch=True)
        if item is None:
            return None
        if item.condition is None:
            item.condition = (at, stop)
            item.marks.append(("condition", *msg.span(at, stop)))
        item.at = at
        item.talk = item.talk or any(msg.word(n, end) in HEARERS for n in range(at, stop))
    else:
        found = _simple(msg, extras, at, end, branch=branch)
        if found is None:
            return None
        item = found
    if depth < MAX_DEPTH:
        item = _alternatives(msg, extras, item, end, depth)
    return item


def _alternatives(msg: Message, extras: Extras, item: Item, end: int, depth: int) -> Item:
    """ "…, otherwise …", "…, in which case …", "… or … if …" after a move."""
    at = item.resume
    while at < end and (
        msg.mark(at, end) in {",", ";", "-", ".", "(", "&"}
        or msg.kind(at, end) == "line"
        or msg.word(at, end) == "but"
    ):
        at += 1
    stop = msg.phrase(OTHERWISE, at, end)
    if (
        not stop
        and msg.word(at, end) == "then"
        and item.condition
        and msg.word(item.condition[0], end) in NEGATIVE_CONDITIONS
    ):
        stop = at + 1  # "unless he closes, then stab him"
    if stop and not (msg.word(at, end) == "instead" and not starts_item(msg, stop, end, bare=False)):
        while msg.mark(stop, end) in {",", ":", "-"} or msg.word(stop, end) in {"then", "just", "and"}:
            stop += 1
        branches: list[Item] = []
        while stop < end:
            other = parse(msg, extras, stop, end, depth + 1, branch=True)
            if other is None:
                break
            branches.append(other)
            item.end, item.resume = other.end, other.resume
            if msg.word(other.resume, end) == "and" and starts_item(msg, other.resume + 1, end):
                stop = other.resume + 1
                continue
            break
        if branches:
            for other in branches:
                _inherit(msg, item, other)
            last = item
            while last.otherwise:
                last = last.otherwise[-1]
            last.otherwise = branches
        return item
    if msg.word(at, end) == "or" and (
        starts_item(msg, at + 1, end)
        or msg.phrase(CONDITIONS, at + 1, end)
        or msg.lexicon.combatants.find(msg.tokens, at + 1, end, fuzzy=False)
    ):
        other = parse(msg, extras, at + 1, end, depth + 1, branch=True)
        if other is not None:
            _inherit(msg, item, other)
            if other.condition is not None and item.condition is None and not other.otherwise:
                other.otherwise = [item]
                other.at, other.star, other.star_words = item.at, item.star, item.star_words
                other.lead, other.weak = item.lead, item.weak and other.weak
                other.known += item.known
                return other
            item.otherwise.append(other)
            item.end, item.resume = other.end, other.resume
    return item


def _inherit(msg: Message, item: Item, other: Item) -> None:
    """ "attack Kaelin unless she is down, then Torvik": the branch that names only somebody does the
    same."""
    if other.action == "":
        other.action, other.instrument, other.spell = item.action, item.instrument, item.spell
        other.list, other.level = item.list, item.level


def _simple(msg: Message, extras: Extras, at: int, end: int, *, branch: bool) -> Item | None:
    open_ = opening(msg, at, end)
    verb_at = open_.at
    counted = None
    place = verb_at + 1 if msg.word(verb_at, end) in {"a", "an", "another"} else verb_at
    count = msg.number(verb_at, end)
    repeat = times(msg, verb_at, end)
    if repeat is not None and msg.verb(repeat[1], end):
        counted, place = repeat[0], repeat[1]
    elif count is not None and msg.verb(verb_at + 1, end) and msg.verb(verb_at, end) is None:
        counted, place = min(count, MAX_TIMES), verb_at + 1
    found = msg.verb(place, end)
    if found is not None and place > verb_at and counted is None and found[0].form not in (BASE, GERUND):
        found = None
    if found is not None and _is_spell(msg, found[0].weak, place, found[1], end):
        found = None
    if found is None:
        item = _bare(msg, extras, open_, end, branch)
    else:
        verb, stop = found
        form = BASE if counted is not None and verb.form == THIRD else verb.form
        item = Item(open_.span, verb.action)
        item.form, item.weak, item.star = form, verb.weak, open_.star
        item.end = stop
        item.marks.append(("verb", *msg.span(place, stop)))
        if counted:
            item.times = counted
        if verb.stands_for:
            item.slip(
                "abbreviated",
                *msg.span(place, stop),
                said=msg.said(place, stop),
                read_as=verb.stands_for,
                what="action",
            )
            if msg.mark(stop, end) == ".":
                stop += 1
                item.end = stop
        if _idiom(msg, item, stop, end):
            return None
        if (
            msg.lexicon.called
            and msg.starts(msg.lexicon.called, place, end)
            and msg.lexicon.actions[item.action].attack
        ):
            stop = place  # "called shot head": the noun is an argument too
        after = take_arguments(msg, item, extras, stop, end)
        item.end = max(item.end, stop, found[1])
        item.resume = max(item.end, after)
    if item is None:
        return None
    _opened(msg, item, open_)
    return item


def _is_spell(msg: Message, weak: bool, at: int, verb_end: int, end: int) -> bool:
    """Whether a spell's name begins with this verb ("Heal Wounds"), or is one that talk is full of."""
    index = msg.lexicon.things.get("spell")
    found = index.exact(msg.tokens, at, end) if index is not None else None
    return found is not None and (found.end > verb_end or (weak and found.end == verb_end))


def _opened(msg: Message, item: Item, open_: Opening) -> None:
    item.at = open_.span
    quotes = sum(msg.mark(n, item.end) == '"' for n in range(item.at, item.end))
    if quotes % 2 and item.end < len(msg.tokens) and msg.mark(item.end, len(msg.tokens)) == '"':
        item.end += 1  # the closing quote of a quoted name
        item.resume = max(item.resume, item.end)
    item.lead = open_.lead
    item.loose = open_.loose
    if open_.star:
        if open_.shape is not None:
            item.slip(
                "star_shape", *msg.span(*open_.shape), said=msg.said(*open_.shape), read_as="*", what="shape"
            )
    elif open_.words is not None:
        item.star_words = True
        item.slip(
            "star_shape", *msg.span(*open_.words), said=msg.said(*open_.words), read_as="*", what="words"
        )


def _idiom(msg: Message, item: Item, at: int, end: int) -> bool:
    """ "casts a glance", "throws up her hands", "strikes a pose": everyday talk with a fighting verb."""
    first, article = True, False
    action = msg.lexicon.actions[item.action]
    aims = bool(action.objects) and action.objects[0] == "name" and not item.weak
    stop = min(end, at + 5)
    while at < stop:
        word = msg.word(at, end)
        if not word and msg.mark(at, end) not in {"-", "'"}:
            return False
        article = article or word in ARTICLES
        if (
            word in IDIOM_NOUNS
            and not (aims and word in BODY_NOUNS)
            and (article or not msg.given)
            and not _specified(msg, at + 1, end)
        ):
            for kind in (*msg.lexicon.actions[item.action].objects, "weapon", "spell"):
                known = msg.lexicon.things.get(kind)
                if first and known is not None and known.exact(msg.tokens, at, end):
                    return False
            return not (word in BODY_NOUNS and _aimed_at(msg, at))
        if word in {"at", "on", "with", "w/", "using", "if", "then", "and", "against", "to"}:
            return False
        first = False
        at += 1
    return False


def _specified(msg: Message, at: int, end: int) -> bool:
    """Brackets with a level in them right behind: a spell, whatever it is called."""
    if msg.mark(at, end) not in {"(", "[", "{"}:
        return False
    close = min(msg.pairs.get(at, end), end)
    return any(level(msg, place, close) is not None for place in range(at + 1, min(close, at + 8)))


BODY_NOUNS = frozenset(("eye", "eyes", "hand", "hands", "leg", "legs", "arms", "hair"))


def _aimed_at(msg: Message, at: int) -> bool:
    return any(
        msg.tokens[n].text in {"at", "in", "to", "for"} or "'s" in msg.tokens[n].text
        for n in range(max(0, at - 3), at)
    )


BARE_KINDS = ("spell", "power", "weapon", "skill", "item")


def _bare(msg: Message, extras: Extras, open_: Opening, end: int, branch: bool) -> Item | None:
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
        after = take_arguments(msg, item, extras, stop, end)
        item.end = max(item.end, stop)
        item.resume = max(item.end, after)
        return item
    if branch:
        named = lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
        if named is not None:
            item = Item(open_.span, "")
            item.bare = True
            item.end = item.resume = take_name(msg, item, named[0], at, named[1], named[2])
            return item
    return None
