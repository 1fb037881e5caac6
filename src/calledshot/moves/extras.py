"""What a declaration says beside its moves: initiative modifiers, hold-backs, announced totals, stars in
words.

Each takes a place and gives the place after what it found, 0 where there is nothing of the kind.
"""

from __future__ import annotations

from calledshot.moves.english import (
    CONDITIONS,
    ORDINAL_NOUNS,
    ORDINALS_LATER,
    PRONOUN_PHRASES,
    STAR_CORE,
    STAR_OPENERS,
    STAR_PREFIXES,
    STAR_SUFFIXES,
    STAR_WORDS,
    phrases,
    words,
)
from calledshot.moves.message import Message

MODIFIER_LEADS = words("""
with using w/ use uses used and plus & + adding add including incl announce announcing announced my i'm
im i am i'll will be going declaring declare applying apply activate activating i've got have mods mod
modifiers modifier init initiative for is are : - = , / also yes on the
""")
MODIFIER_TAILS = words("""
and plus & + , / - please pls plz init initiative mod mods modifier modifiers for on my the this round
turn too also with using bonus = : attacks all attack here thanks ty w/ active in effect . up as always
both used and/or included applied counted announced
""")
REFUSALS = phrases("""
no | not using | without | w/o | without using | not | minus | sans | no use of | skip | skipping
dropping | drop | waive | waiving | foregoing | forgo | forgoing | won't use | not going to use
turning off | with no
""")
HOLD_VERBS = phrases("""
hb
hold | hold back | holding | holding back | held | hold off | holding off | keep back | keeping back
hold back on | holding back on | i hold back | i'm holding back | i hold | i'm holding | pull | pulling
held back | withhold | withholding | restrain | restraining | reduce | reducing | will hold back
will hold | i'll hold back | i'll hold | i am holding back | i am holding | to hold back | limit
limiting | hold all | suppress | suppressing
""")
RELEASES = phrases("""
not holding back | no longer holding back | no more holding back | stop holding back
i'm not holding back | im not holding back | i am not holding back | i'm no longer holding back
stopping holding back | not holding | not holding back on | i'm not holding | no longer holding
no longer holding anything back | not holding anything back | done pulling my punches
no more pulling punches | no more pulling my punches | gloves are off | the gloves are off
the gloves come off | no more going easy | i won't hold back
won't hold back | i'm done holding back | done holding back | not going to hold back
no holding back
""")
HOLD_FILLERS = words("""
my the his her all any and & , / + back bonus on of as well also too both bonuses dice -
""")
HELD = phrases("""
held | held back | holding | on hold | withheld | hold | halved | off | is held | is held back
being held back | are held back | are held | held in check | pulled
""")
FULL_LEADS = words("i'm im i am i'll going doing do back to at for with now it's its go so from")
FULL_TAILS = phrases("""
now | from here | from here on | from now on | from now | again | from this point | this time | on | out
bonus | on him | on her | for the rest | please | then | too
""")
HOLD_REASONS = words("she he they it it's he's she's i i'm as because cause cuz bc since so this not though")
"""What may follow a hold-back as its reason: "hold back damage, she looks hurt"."""
HOLD_TAILS = phrases("""
this fight | the whole fight | all fight | for this fight | for the fight | for the whole fight
throughout | from now on | for this round | in this round | all round | every round | the whole time
from here | from here on | for the rest of the fight | the rest of the fight | pls ok | ok | okay
back | please | pls | this round | for now | bonus | on him | on her | on them | this time | too | again
thanks | any more | anymore | any longer | now | bonuses | this turn | of course | today | as well | lol
on it | on this one | a bit | a little | here | only | only please | just
""")
TOTAL_WORDS = words("""
total init initiative is my = : for at and moves move , / on & then - ; . i'm im i am so inits makes it
with goes go got get of that's thats
""")
MAX_RUN = 24
"""Tokens of one list of modifiers or of things held back."""
MAX_STAR_WORDS = 16
"""Words of "if I am fast enough to get a second move" and the like."""
MAX_TOTAL_DIGITS = 4
"""Digits of an announced total: Speed and dice never give five."""


def boundary(msg: Message, at: int, end: int) -> bool:
    """Nothing more belongs to what came before."""
    return (
        at >= end
        or msg.separator(at, end)
        or msg.star(at, end)
        or msg.smiley(at, end)
        or msg.mark(at, end) in {")", "]", "}", "(", "[", "{", '"', ".", "!", "'"}
        or msg.word(at, end) in {"then", "and", "but"}
    )


class Extras:
    """What was found so far. `words`: modifiers announced outside brackets, with their places."""

    def __init__(self) -> None:
        self.modifiers: list[str] = []
        self.hold_back: list[str] = []
        self.released: list[str] = []
        self.in_words: list[tuple[str, int, int]] = []
        self.easy: list[tuple[str, int, int]] = []
        self.total: int | None = None

    def merge(self, more: Extras) -> None:
        self.modifiers += [name for name in more.modifiers if name not in self.modifiers]
        self.hold_back += [name for name in more.hold_back if name not in self.hold_back]
        self.released += [name for name in more.released if name not in self.released]
        self.in_words += more.in_words
        self.easy += more.easy
        self.total = self.total if more.total is None else more.total

    def __bool__(self) -> bool:
        return bool(self.modifiers or self.hold_back or self.released or self.easy or self.total is not None)


def take_modifiers(msg: Message, out: Extras, at: int, end: int, bracketed: bool) -> int:
    """A run that names initiative modifiers and says nothing else: the names alone, "… and … please", "using
    cantrip"."""
    start = at
    end = min(end, at + MAX_RUN)
    if msg.star(at, end):  # "*yield*": stressed
        named = msg.lexicon.modifiers.exact(msg.tokens, at + 1, end)
        if named is None or named.name is None or not msg.star(named.end, end):
            return 0
        if named.name not in out.modifiers:
            out.modifiers.append(named.name)
        out.in_words.append((named.name, *msg.span(at, named.end + 1)))
        return named.end + 1
    refused = msg.phrase(REFUSALS, at, end)
    if refused:
        return _refuse(msg, out, refused, end)
    while at < end and (msg.word(at, end) or msg.mark(at, end)) in MODIFIER_LEADS:
        if msg.lexicon.modifiers.exact(msg.tokens, at, end):
            break
        at += 1
    found: list[tuple[str, int, int]] = []
    last = 0
    while at < end:
        name = msg.lexicon.modifiers.exact(msg.tokens, at, end)
        if name is not None and name.name is not None:
            found.append((name.name, at, name.end))
            at = last = name.end
            if msg.word(at, end).isdigit() or (
                msg.mark(at, end) in {"+", "="} and msg.word(at + 1, end).isdigit()
            ):
                at = last = at + (1 if msg.word(at, end).isdigit() else 2)
            continue
        if found and (msg.word(at, end) or msg.mark(at, end)) in MODIFIER_TAILS and not msg.sentence_end(at):
            at += 1
            continue
        break
    if not found:
        return 0
    if not boundary(msg, at, end):
        at = last
    if not boundary(msg, last, end) and at == last:
        return 0
    if msg.word(last, end) in {"held", "hold", "holding", "off", "halved"}:
        return 0
    out.modifiers += [name for name, _, _ in found if name not in out.modifiers]
    if not bracketed:
        out.in_words += [(name, *msg.span(first, stop)) for name, first, stop in found]
    while at > last and msg.mark(at - 1, end):
        at -= 1
    return at if at > start else 0


def _refuse(msg: Message, out: Extras, at: int, end: int) -> int:
    """What is refused: "no …", "without strength", "no modifiers"."""
    if msg.word(at, end) in {"modifiers", "mods", "modifier", "mod"} and boundary(msg, at + 1, end):
        return at + 1
    held: list[str] = []
    last = 0
    while at < end:
        hold = _object(msg, msg.lexicon.refusals, at, end)
        if hold:
            held.append(hold[0])
            at = last = hold[1]
            continue
        if (msg.word(at, end) or msg.mark(at, end)) in HOLD_FILLERS | {"or", "nor", "using"}:
            at += 1
            continue
        break
    if not held:
        return 0
    last = msg.phrase(HOLD_TAILS, last, end) or last
    if not boundary(msg, last, end):
        return 0
    out.hold_back += [one for one in held if one not in out.hold_back]
    return last


def _object(msg: Message, table: dict[str, str], at: int, end: int) -> tuple[str, int] | None:
    two = " ".join((msg.word(at, end), msg.word(at + 1, end)))
    if two in table:
        return table[two], at + 2
    one = msg.word(at, end)
    return (table[one], at + 1) if one in table else None


def take_hold(msg: Message, out: Extras, at: int, end: int) -> int:
    """Something held back: "hold back damage", "strength held", "half damage"; or only "going easy"."""
    if msg.word(at, end) in {"with", "w/", "keeping", "keep", "by"} and _objects(
        msg, Extras(), at + 1, end, needs_held=True
    ):
        at += 1
    lexicon = msg.lexicon
    phrase_end = msg.phrase(lexicon.bare_holds, at, end)
    if phrase_end:
        stop, tail = phrase_end, phrase_end
        while tail:
            stop, tail = tail, msg.phrase(HOLD_TAILS, tail, end)
        if boundary(msg, stop, end):
            _hold(out, lexicon.bare_held[" ".join(token.text for token in msg.tokens[at:phrase_end])])
            return stop
    full = _full(msg, out, at, end)
    if full:
        return full
    freed = msg.phrase(RELEASES, at, end)
    if freed:
        stop = _objects(msg, out, freed, end, into=out.released)
        if not stop:
            tail = freed
            while tail:
                freed, tail = tail, msg.phrase(HOLD_TAILS, tail, end)
            stop = freed if boundary(msg, freed, end) else 0
        if stop == freed:
            out.released += [
                name for name in dict.fromkeys(lexicon.holds.values()) if name not in out.released
            ]
        if stop:
            return stop
    at_objects = msg.phrase(HOLD_VERBS, at, end)
    if at_objects:
        stop = _objects(msg, out, at_objects, end)
        if stop:
            return stop
    stop = _objects(msg, out, at, end, needs_held=True)
    if stop:
        return stop
    start = at
    while msg.word(at, end) in {
        "i'm",
        "i",
        "im",
        "am",
        "i'll",
        "will",
        "be",
        "just",
        "but",
        "and",
        "is",
        "while",
        "really",
        "only",
        "by",
    }:
        at += 1
    easy = msg.phrase(lexicon.easy, at, end)
    if easy:
        stop = easy
        more = easy + 1 if msg.word(easy, end) in {"to", "at", "for", "with", "and", "by"} else easy
        half = msg.phrase(lexicon.bare_holds, more, end)
        if half and boundary(msg, half, end):  # "pulling my blows to half damage"
            _hold(out, lexicon.bare_held[" ".join(token.text for token in msg.tokens[more:half])])
            return half
        while True:
            more = msg.phrase(HOLD_TAILS, stop, end)
            if not more and msg.word(stop, end) in {"on", "with"}:
                more = msg.phrase(PRONOUN_PHRASES, stop + 1, end)
                if not more or msg.word(stop + 1, end) == "me":
                    named = lexicon.combatants.find(msg.tokens, stop + 1, end)
                    more = named[1] if named else 0
            if not more:
                break
            stop = more
        if boundary(msg, stop, end) and msg.mark(stop, end) not in {"!", "?"}:
            out.easy.append((msg.said(start, easy), *msg.span(at, easy)))
            return stop
    return 0


def _full(msg: Message, out: Extras, at: int, end: int) -> int:
    """ "full damage now", "back to full strength": what is no longer held back."""
    place = at
    while msg.word(place, end) in FULL_LEADS:
        place += 1
    if msg.word(place, end) != "full":
        return 0
    held = _object(msg, msg.lexicon.holds, place + 1, end)
    if held is None:
        return 0
    name, stop = held
    tail, tailed = stop, False
    while tail:
        stop, tail = tail, msg.phrase(FULL_TAILS, tail, end)
        tailed = tailed or bool(tail)
    led = any(msg.word(n, end) in {"back", "going", "doing"} for n in range(at, place))
    if not (tailed or led) or not boundary(msg, stop, end):
        return 0
    out.released += [one for one in name.split() if one not in out.released]
    return stop


def _hold(out: Extras, names: str) -> None:
    for name in names.split():
        if name not in out.hold_back:
            out.hold_back.append(name)


def _objects(
    msg: Message, out: Extras, at: int, end: int, needs_held: bool = False, into: list[str] | None = None
) -> int:
    held: list[str] = []
    last = 0
    end = min(end, at + MAX_RUN)
    while at < end:
        hold = _object(msg, msg.lexicon.holds, at, end)
        if hold:
            held.append(hold[0])
            at = last = hold[1]
            continue
        if held and needs_held and msg.phrase(HELD, at, end):
            break
        if (msg.word(at, end) or msg.mark(at, end)) in HOLD_FILLERS and (held or not needs_held):
            at += 1
            continue
        break
    if not held:
        return 0
    if needs_held:
        last = msg.phrase(HELD, max(last, at), end) or msg.phrase(HELD, last, end)
        if not last:
            return 0
    tail = msg.phrase(HOLD_TAILS, last, end)
    while tail:
        last, tail = tail, msg.phrase(HOLD_TAILS, tail, end)
    if not boundary(msg, last, end):
        if needs_held or msg.word(last, end) not in HOLD_REASONS:
            return 0
        while not boundary(msg, last, end):
            last += 1
    if into is not None:
        into += [name for name in held if name not in into]
        return last
    for names in held:
        _hold(out, names)
    return last


def total(msg: Message, at: int, end: int) -> int | None:
    """The number of brackets that hold an announced total and nothing else: "(170)", "(total 133, 33)"."""
    value: int | None = None
    if msg.mark(at, end) == "-":
        return None
    for place in range(at, end):
        token = msg.tokens[place]
        if token.text.isascii() and token.text.isdigit():
            if len(token.text) > MAX_TOTAL_DIGITS:
                return None
            value = int(token.text) if value is None else value
        elif token.text not in TOTAL_WORDS:
            return None
    return value


def star_words(msg: Message, at: int, end: int) -> int:
    """ "if I'm fast enough", "if I have time", "poss.": a possible move in words, after or before it."""
    stop = msg.phrase(STAR_SUFFIXES, at, end)
    if stop:
        if msg.mark(stop, end) == "." and msg.glued(stop):
            stop += 1
        return stop
    return star_condition(msg, at, end)


def star_condition(msg: Message, at: int, end: int) -> int:
    """The end of a run of nothing but words about speed and time, opened by "if" and the like."""
    if msg.word(at, end) not in STAR_OPENERS or not msg.phrase(CONDITIONS, at, end):
        return 0
    place, core, core_end = at + 1, False, 0
    while place < min(end, at + MAX_STAR_WORDS):
        word = msg.word(place, end)
        again = msg.word(place - 1, end) in {"second", "another", "extra", "third", "2nd", "3rd", "more"}
        if not word or (
            word not in STAR_WORDS and not (again and word in {"attack", "attacks", "shot", "spell"})
        ):
            break
        if word in {"let", "i'll", "i", "ill"} and core and msg.verb(place + 1, end):
            break
        if (
            word in {"then", "and", "or", "only", "let"}
            and core
            and msg.word(place + 1, end) not in STAR_CORE
        ):
            break
        if word in {"then", "and", "use"}:
            break
        if word in STAR_CORE:
            core, core_end = True, place + 1
        place += 1
        if core:
            core_end = place
    if not core:
        return 0
    verb = msg.verb(place, end)
    if verb is not None and msg.word(place - 1, end) == "to":
        return place
    if verb is not None and msg.word(place - 1, end) in {"get", "got", "gets", "am", "i'm", "be", "have"}:
        return 0  # "if I get hit"
    if place < end and not (
        boundary(msg, place, end)
        or msg.mark(place, end) == ":"
        or verb
        or msg.word(place, end) in {"then", "and", "i", "i'll", "also", "use"}
    ):
        return 0
    return core_end


def star_prefix(msg: Message, at: int, end: int) -> int:
    """A possible move in words before it: "poss. attack", "optional: attack", "2nd: attack"."""
    word = msg.word(at, end)
    if word in ORDINALS_LATER:
        stop = at + 1
        if msg.word(stop, end) in ORDINAL_NOUNS:
            stop += 1
            if msg.mark(stop, end) in {":", "-"} or msg.word(stop, end) in {"is", "would"}:
                return stop + 1
        if msg.mark(stop, end) in {":", "-"}:
            return stop + 1
        return 0
    stop = msg.phrase(STAR_PREFIXES, at, end)
    if not stop and word in {"extra", "bonus", "additional", "secondary", "backup"}:
        stop = at + 2 if msg.word(at + 1, end) in ORDINAL_NOUNS else at + 1
        if msg.mark(stop, end) not in {":", "-"}:
            stop = 0
    if stop:
        while msg.mark(stop, end) in {".", ":", "-", ","} or msg.word(stop, end) in {"move", "action"}:
            stop += 1
        return stop
    stop = star_condition(msg, at, end)
    if stop:
        while msg.mark(stop, end) in {",", ":", "-"} or msg.word(stop, end) in {"then", "to"}:
            stop += 1
        return stop
    return 0


def extras_in_brackets(msg: Message, extras: Extras, at: int, end: int) -> int:
    """Modifiers or hold-backs in brackets behind a move: the place after them, 0 if they hold anything
    else."""
    close = min(msg.pairs.get(at, end), end)
    found = Extras()
    place = at + 1
    while place < close:
        stop = take_hold(msg, found, place, close) or take_modifiers(msg, found, place, close, bracketed=True)
        if stop:
            place = stop
        elif (
            msg.mark(place, close) in {",", "/", "&", "+", ".", ";", "-", "("}
            or msg.word(place, close) == "and"
        ):
            place += 1
        else:
            return 0
    if not found:
        return 0
    extras.merge(found)
    return min(close + 1, end)
