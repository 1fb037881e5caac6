"""Whom a move is aimed at and where: combatants, pronouns, oneself, parts of the body, called shots.

Each takes a place and gives the place after what it took, 0 where there is nothing of the kind.
"""

from __future__ import annotations

from calledshot.moves.amounts import penalty
from calledshot.moves.edges import STOPS_SAID, ends_at, said_end, stops_at
from calledshot.moves.english import (
    ARTICLES,
    CONDITIONS,
    FILLERS,
    NOT_SAID,
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
from calledshot.moves.extras import star_words
from calledshot.moves.message import Item, Message
from calledshot.moves.vocabulary import Action


def called_shot(msg: Message, item: Item, at: int, end: int, bracketed: bool = False) -> int:
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
        whose = take_owner(msg, item, place, end)
        place = whose or place
    place = msg.articles(place, end)
    part = body_part(msg, place, end)
    if part is None and not item.aimed:
        owner = owner_of(msg, place, end)
        if owner:
            part = body_part(msg, owner, end)
            item.target, item.aimed = bare_name(msg, place, owner), True
            item.marks.append(("target", *msg.span(place, owner)))
            place = owner
    if part is None and stop and not item.aimed and msg.word(place, end):
        comma = said_end(msg, place, end)
        behind = body_part(msg, msg.articles(comma + 1, end), end) if msg.mark(comma, end) == "," else None
        if behind is not None:  # "called shot: Bran, head"
            as_said(msg, item, place, end)
            part, place = behind, msg.articles(comma + 1, end)
    if part is None:
        if not stop or not msg.word(place, end) or bracketed:
            return 0
        if msg.word(place, end) in WITH or ends_at(msg, place, end):
            return 0
        last = place
        while last < end and last - place < 3 and msg.word(last, end) not in STOPS_SAID | {""}:
            last += 1
        if last == place:
            return 0
        part = (msg.named(place, last), last)
    set_part(msg, item, part[0], place, part[1])
    place = part[1]
    if msg.word(place, end) in {"of", "on"} and not item.aimed:
        after = take_target(msg, item, msg.lexicon.actions[item.action], place + 1, end, said=False)
        place = after or place
    return place


def called_again(msg: Message, item: Item, at: int, end: int, *, bracketed: bool = False) -> int:
    """ "called shot (eye)", "called shot, eye, -50", "eye, -50" in brackets: nothing but a called shot's part
    and number, in whatever marks; the place after it. Takes what the item does not have yet."""
    part: tuple[int, int, str] | None = None
    number: int | None = None
    named = False
    open_ = 0
    start = last = at
    while at < end:
        mark = msg.mark(at, end)
        found = penalty(msg, at, end)
        if found is not None and number is None:
            number, at = found
            last = at
            continue
        stop = msg.starts(msg.lexicon.called, at, end)
        if stop and not named:
            named, at = True, stop
        elif mark in {"(", "["}:
            open_, at = open_ + 1, at + 1
            continue
        elif mark in {")", "]"} and open_:
            open_, at = open_ - 1, at + 1
        elif mark in {",", ":", "-"} or msg.word(at, end) in PART_PREPS | ARTICLES:
            at += 1
            continue
        else:
            body = body_part(msg, at, end) if part is None else None
            if body is None:
                break
            part, at = (at, body[1], body[0]), body[1]
        last = at
    if not (named or bracketed) or last == start or open_ or (part is None and item.called is None):
        return 0
    if bracketed and last < end:
        return 0
    if part is not None and item.called is None:
        set_part(msg, item, part[2], part[0], part[1])
    elif part is not None and item.called is not None and part[2].lower() != item.called.lower():
        return 0
    item.penalty = number if item.penalty is None else item.penalty
    return last


def shot_at(msg: Message, item: Item, at: int, end: int) -> int:
    """ "eye shot", "headshot": a called shot named by its part."""
    word = msg.word(at, end)
    if word.endswith("shot") and word[:-4] in msg.lexicon.parts and word[:-4]:
        set_part(msg, item, word[:-4], at, at + 1)
        return at + 1
    part = body_part(msg, at, end)
    if part is None or msg.word(part[1], end) != "shot":
        return 0
    set_part(msg, item, part[0], at, part[1])
    return part[1] + 1


def owner_of(msg: Message, at: int, end: int) -> int:
    """ "goblin 2's right arm" of a goblin nobody knows: the place of the part, 0 if no part belongs to
    anybody."""
    for place in range(at, min(end, at + 4)):
        word = msg.word(place, end)
        if not word or word in TARGET_PREPS:
            return 0
        if word.endswith("'s") or (msg.mark(place + 1, end) == "'" and msg.glued(place + 1)):
            after = place + 1 if word.endswith("'s") else place + 2
            return after if body_part(msg, after, end) is not None else 0
    return 0


def bare_name(msg: Message, at: int, stop: int) -> str:
    """What is said from `at` to `stop`, without its possessive."""
    said = msg.named(at, stop)
    return said[:-2] if said[-2:-1] in "'’‘`´" and said[-1] in "sS" else said.rstrip("'’")


def set_part(msg: Message, item: Item, part: str, at: int, stop: int) -> None:
    item.called = part
    item.known += 1
    item.marks.append(("part", *msg.span(at, stop)))


def take_owner(msg: Message, item: Item, at: int, end: int) -> int:
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
    set_target(msg, item, names[0], at, stop, mended)
    return stop


def body_part(msg: Message, at: int, end: int) -> tuple[str, int] | None:
    """A part of the body at `at`: "right arm" whole, however much of it the lexicon knows."""
    start = at
    while (
        msg.word(at, end)
        in {"left", "right", "upper", "lower", "front", "hind", "rear", "weapon", "sword", "shield"}
        and at - start < 2
    ):
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


def prep_target(msg: Message, item: Item, action: Action, at: int, end: int) -> int:
    """A preposition with a target or a part of the body after it."""
    place = at + 1
    while msg.word(place, end) in TARGET_PREPS:
        place += 1
    place = msg.quotes(place, end)
    if action.attack and item.called is None:
        whose = take_owner(msg, item, place, end) if not item.aimed else 0
        aim = msg.articles(whose or place, end)
        part = body_part(msg, aim, end)
        if part and (whose or msg.word(at, end) in PART_PREPS):
            after = part[1]
            set_part(msg, item, part[0], aim, after)
            if msg.word(after, end) in {"of", "on"} and not item.aimed:
                after = take_target(msg, item, action, after + 1, end, said=False) or after
            return after
        if whose:
            return whose
    if item.aimed or msg.tokens[at].text not in TARGET_PREPS:
        return 0
    if msg.word(at, end) in {"for", "in", "near", "over", "to"}:
        if item.kind is None and msg.word(at, end) == "for" and action.needs is False:
            pass
        return take_target(msg, item, action, place, end, said=False)
    return take_target(msg, item, action, place, end, said=True)


def take_target(msg: Message, item: Item, action: Action, at: int, end: int, *, said: bool) -> int:
    """Somebody at `at`: a combatant, a pronoun, oneself; with `said` also a name nobody knows."""
    place = msg.quotes(at, end)
    relative = take_pick(msg, item, place, end, must=True)
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
        return take_name(msg, item, names, place, stop, mended)
    relative = take_pick(msg, item, place, end)
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
        return take_name(msg, item, *named[:1], place, named[1], named[2])
    owner = owner_of(msg, place, end) if action.attack and item.called is None else 0
    part = body_part(msg, owner, end) if owner else None
    if part is not None:
        item.target, item.aimed = bare_name(msg, place, owner), True
        item.marks.append(("target", *msg.span(place, owner)))
        set_part(msg, item, part[0], owner, part[1])
        return part[1]
    if not said:
        return 0
    return as_said(msg, item, place, end)


def _after_articles(msg: Message, at: int, end: int) -> tuple[tuple[str, ...], int, bool] | None:
    after = msg.articles(at, end)
    return msg.lexicon.combatants.find(msg.tokens, after, end, fuzzy=False) if after > at else None


def take_name(msg: Message, item: Item, names: tuple[str, ...], at: int, stop: int, mended: bool) -> int:
    if len(names) > 1:
        item.aimed = True
        item.slip(
            "ambiguous", *msg.span(at, stop), said=msg.said(at, stop), what="combatant", candidates=names
        )
        item.marks.append(("target", *msg.span(at, stop)))
        return stop
    set_target(msg, item, names[0], at, stop, mended)
    if msg.mark(stop, end := len(msg.tokens)) == "'" and msg.glued(stop):
        return min(stop + 1, end)
    return stop


def set_target(msg: Message, item: Item, name: str, at: int, stop: int, mended: bool = False) -> None:
    item.target, item.aimed = name, True
    item.known += 1
    item.marks.append(("target", *msg.span(at, stop)))
    if mended:
        item.slip("corrected", *msg.span(at, stop), said=msg.said(at, stop), read_as=name, what="combatant")


def take_pick(msg: Message, item: Item, at: int, end: int, must: bool = False) -> int:
    """ "the first goblin to target me": a target that the fight will pick; kept as a condition."""
    place = msg.articles(at, end)
    if msg.word(place, end) not in RELATIVE_HEADS or msg.begins_a_name(place, end):
        return 0
    stop, relative = place, False
    while stop < end and not stops_at(msg, item, stop, end) and not msg.phrase(CONDITIONS, stop, end):
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


def _is_verb(msg: Message, at: int, stop: int, end: int) -> bool:
    """ "chop chop": the verb once more is nobody's name."""
    verb = msg.verb(at, end)
    return at > 0 and stop == at + 1 and verb is not None and msg.tokens[at - 1].text == msg.tokens[at].text


def as_said(msg: Message, item: Item, at: int, end: int) -> int:
    """A target nobody knows: its words, up to where something else begins."""
    stop = said_end(msg, at, end)
    if stop == at or _is_verb(msg, at, stop, end):
        return 0
    item.target, item.aimed = msg.named(at, stop), True
    item.marks.append(("target", *msg.span(at, stop)))
    return stop
