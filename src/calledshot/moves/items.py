"""One move of a list: what may stand before its verb, the verb, its arguments, and its other branch.

Whether the message as a whole is a declaration or talk is `verdict`'s to say.
"""

from __future__ import annotations

from calledshot.moves.aiming import shot_at, take_name
from calledshot.moves.amounts import MAX_TIMES, level, times
from calledshot.moves.arguments import take_arguments
from calledshot.moves.conditions import leading, starts_item, take_condition
from calledshot.moves.english import (
    ARTICLES,
    CONDITIONS,
    HEARERS,
    IDIOM_NOUNS,
    INTERJECTIONS,
    JOINS,
    LABELS,
    LEADS,
    MANNER,
    NEGATIVE_CONDITIONS,
    NOT_SAID,
    NUMBERS,
    ORDINAL_NOUNS,
    ORDINALS_FIRST,
    ORDINALS_LATER,
    OTHERWISE,
    PRONOUN_PHRASES,
    SUBJECTS_OTHER,
    TALK,
    WITH,
)
from calledshot.moves.extras import Extras, star_condition, star_prefix, star_words
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.message import Item, Message
from calledshot.moves.objects import find_thing, take_instrument, take_spell

ORDINALS = ORDINALS_FIRST | ORDINALS_LATER
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
        elif token.text in ORDINALS and (msg.begins_a_name(at, end) or _numbered_name(msg, at, end)):
            break
        elif _numbering(msg, at, end):
            open_.loose = True
            at = _numbering(msg, at, end)
        elif star_prefix(msg, at, end) and not (open_.star or open_.words):
            stop = star_prefix(msg, at, end)
            open_.words = (at, stop)
            open_.span = at if not open_.star else open_.span
            at = stop
        elif open_.star and star_prefix(msg, at, end):
            open_.loose, at = True, star_prefix(msg, at, end)  # "*if time permits, attack": said twice
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


def _numbered_name(msg: Message, at: int, end: int) -> bool:
    """ "first goblin": somebody by his number."""
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
    return named is not None and named[1] > at + 1 and len(named[0]) == 1


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
            if word not in ORDINALS_FIRST and msg.mark(stop, end) in {":", "-"}:
                return 0  # "second move:" is a star in words, as "2nd:" is
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
    opened = 0
    while at < end and (
        msg.mark(at, end) in {",", ";", "-", ".", "(", "&"}
        or msg.kind(at, end) == "line"
        or msg.word(at, end) == "but"
    ):
        opened = opened or (at if msg.mark(at, end) == "(" else 0)
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
    inside = bool(opened) and _name_and_condition(msg, at, end)
    after_or = at + 1 if msg.word(at, end) == "or" else at
    if inside or (
        after_or > at
        and (
            starts_item(msg, after_or, end)
            or msg.phrase(CONDITIONS, after_or, end)
            or msg.lexicon.combatants.find(msg.tokens, after_or, end, fuzzy=False)
        )
    ):
        other = parse(msg, extras, after_or, end, depth + 1, branch=True)
        if other is not None:
            if inside and other.condition is None and msg.phrase(CONDITIONS, other.resume, end):
                other.end = other.resume = take_condition(msg, other, other.resume, end) or other.resume
            if opened and msg.mark(other.resume, end) == ")":
                other.resume += 1
            _whoever(msg, item, other, end)
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


def _name_and_condition(msg: Message, at: int, end: int) -> bool:
    """ "(Kaelin if Torvik is down)": somebody, and when it is he."""
    named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
    return named is not None and len(named[0]) == 1 and bool(msg.phrase(CONDITIONS, named[1], end))


def _whoever(msg: Message, item: Item, other: Item, end: int) -> None:
    """ "attack Kaelin or Torvik, whoever is closer": what decides between the two."""
    at = other.resume
    while msg.mark(at, end) in {",", "-", "("}:
        at += 1
    if item.condition is not None or msg.word(at, end) not in {"whoever", "whichever", "depending"}:
        return
    stop = at
    while stop < end and stop - at < MAX_OPENING and not msg.separator(stop, end) and not msg.star(stop, end):
        stop += 1
    item.condition = (at, stop)
    item.marks.append(("condition", *msg.span(at, stop)))
    other.end = other.resume = stop


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
            stop, item.calls = place, True  # "called shot head": the noun is an argument too
        after = take_arguments(msg, item, extras, stop, end)
        item.end = max(item.end, stop, found[1])
        item.resume = max(item.end, after)
        if msg.lexicon.actions[item.action].known and not item.known:
            return None
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
            for kind in (*msg.lexicon.actions[item.action].objects, "weapon", "spell", "power"):
                known = msg.lexicon.things.get(kind)
                if first and known is not None and known.exact(msg.tokens, at, end):
                    return False
            return not (word in BODY_NOUNS and _aimed_at(msg, at))
        if word in {"at", "on", "with", "w/", "using", "if", "then", "and", "against", "to"}:
            return False
        first = first and word in ARTICLES
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
    if verb is None or verb[0].form != BASE or not msg.lexicon.actions[verb[0].action].attack:
        return at + 1 if msg.word(at, end) in {"shot", "toss"} else at
    item.action = verb[0].action
    item.marks.append(("verb", *msg.span(at, verb[1])))
    return verb[1]


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
