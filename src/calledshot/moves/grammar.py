"""Text in, `Reading` out: finds the clauses of a message, reads the moves of each, and keeps those that count.

Never raises on any text; the work is linear in its length, which `tokens.MAX_TEXT` caps. What the moves are worth
under the rules is not decided here.
"""

from __future__ import annotations

import re

from calledshot.moves.arguments import take_arguments
from calledshot.moves.declaration import CalledShot, Move, Spell
from calledshot.moves.english import (
    ARTICLES,
    CORRECTIONS,
    FILLERS,
    INTERJECTIONS,
    JOINS,
    NOT_SAID,
    PRONOUNS,
    QUESTION_OPENERS,
    SUBJECTS_OTHER,
    TALK,
    WEAK_CORRECTIONS,
)
from calledshot.moves.extras import Extras, take_hold, take_modifiers, total
from calledshot.moves.folding import IGNORED, fold
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.items import _idiom, opening, parse
from calledshot.moves.message import Item, Message
from calledshot.moves.reading import Mark, Reading, Slip
from calledshot.moves.tokens import MAX_TEXT, LINE, ROLEPLAY, STAR
from calledshot.moves.verdict import Clause, accepts, sure
from calledshot.moves.vocabulary import Lexicon

NO_STORY = TALK | QUESTION_OPENERS - {"has", "is", "are"} | frozenset(
    "i i'm i'll i've im ill my me we our us you your you're lol haha rofl every always lot ? ok okay hi hey".split()
)
_WORDS = re.compile(r"\w+")
_BRACKETED_NUMBER = re.compile(r"[(\[{][^)\]}\d]{0,40}\d")
NO_ACTION = NOT_SAID | TALK | FILLERS | INTERJECTIONS | SUBJECTS_OTHER | ARTICLES | PRONOUNS
DOUBTS = (TALK | QUESTION_OPENERS | SUBJECTS_OTHER) - frozenset("want wants is that this it am need has have what".split())
MAX_OUTSIDE = 7
"""Words of an action that no ruleset lists; more is a remark."""
MAX_PROSE = 16
"""Tokens behind a verb of role-play that may say whom it is aimed at and what with."""
MAX_NESTING = 6
"""Brackets within brackets; more is no declaration, and each level would read the same words again."""
MAX_WANTED = 40
"""Tokens before the first thing somebody says he wants to do."""
MAX_MOVES = 24
"""Moves of one message that are kept; no roll wins so many, and a pasted page must not become a thousand."""


def read(text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False) -> Reading:
    """What one message declares.

    `given`: the text is offered as a move, so it is read as one if at all possible; otherwise it is a chat line, and
    usually talk. `prose`: an emote or role-play, of which a reading is a candidate only. `asked`: the
    speaker has just been asked for his move, so a bare "attack" is one.
    """
    if not (given or asked) and not _may_declare(text, lexicon):
        return Reading(text=text)
    msg = Message(text, lexicon, given=given, prose=prose, asked=asked)
    if not msg.tokens:
        return Reading(text=text)
    reader = _Reader(msg)
    reader.segments()
    return reader.reading()


def _may_declare(text: str, lexicon: Lexicon) -> bool:
    """Whether any word could be part of a declaration: most talk ends here, at a tenth of the cost."""
    folded = fold(text[:MAX_TEXT]).lower()
    if IGNORED in folded:
        folded = folded.replace(IGNORED, "")
    if not lexicon.triggers().isdisjoint(_WORDS.findall(folded)):
        return True
    return _BRACKETED_NUMBER.search(folded) is not None


class _Reader:
    def __init__(self, msg: Message) -> None:
        self.msg = msg
        self.extras = Extras()
        self.clauses: list[Clause] = []
        self.replaces = self.loose = False
        self.depth = 0
        self.correction: tuple[int, int] | None = None
        self.extra_places: list[int] = []
        self.subject: str | None = None

    # Segments

    def segments(self) -> None:
        """Role-play marked as such, and the rest."""
        msg = self.msg
        end = len(msg.tokens)
        at = 0
        if msg.mark(0, end) == "/" and msg.word(1, end) in {"me", "em", "emote", "action"}:
            self._prose(2, end)
            return
        while at < end:
            if msg.tokens[at].kind == ROLEPLAY and not self._label_before(at):
                close = next((n for n in range(at + 1, end) if msg.tokens[n].kind == ROLEPLAY), end)
                self._prose(at + 1, close)
                at = close + 1
                continue
            stop = next((n for n in range(at, end) if msg.tokens[n].kind == ROLEPLAY and n > at), end)
            if msg.prose:
                self._prose(at, stop)
            else:
                self._starred(at, stop)
            at = stop

    def _label_before(self, at: int) -> bool:
        """ "Moves:: attack": the marks end a label."""
        return at > 0 and self.msg.tokens[at - 1].text in {"move", "moves", "action", "actions", "ooc"}

    def _starred(self, at: int, end: int) -> None:
        """Plain text in which `*…*` may hold an emote."""
        msg = self.msg
        start = at
        while at < end:
            if msg.tokens[at].kind == STAR and msg.tokens[at].text == "*" and not msg.given:
                close = self._closing_star(at, end)
                if close and self._is_emote(at + 1, close):
                    if at > start:
                        self.plain(start, at)
                    self._prose(at + 1, close)
                    at = start = close + 1
                    continue
            at += 1
        if start < end:
            self.plain(start, end)

    def _closing_star(self, at: int, end: int) -> int:
        msg = self.msg
        if at + 1 >= end or msg.tokens[at + 1].start > msg.tokens[at].end:
            return 0
        for place in range(at + 2, end):
            token = msg.tokens[place]
            if token.kind == STAR:
                lone = place + 1 >= end or msg.tokens[place + 1].start > token.end or bool(msg.mark(place + 1, end))
                return place if msg.glued(place) and lone else 0
        return 0

    def _is_emote(self, at: int, end: int) -> bool:
        """Whether starred words tell instead of declaring: no verb in its base form opens them."""
        open_ = opening(self.msg, at, end)
        verb = self.msg.verb(open_.at, end)
        return verb is None or verb[0].form != BASE

    # Plain text

    def plain(self, at: int, end: int, *, ooc: bool = False, whole: bool = True) -> None:
        """A list of moves, talk, or both, sentence by sentence."""
        msg = self.msg
        clause = Clause(ooc=ooc, prose=False)
        self.clauses.append(clause)
        while at < end:
            token = msg.tokens[at]
            if token.kind == LINE or msg.sentence_end(at):
                clause.question = clause.question or token.text == "?"
                clause.shout = clause.shout or token.text == "!"
                if at + 1 < end and not (msg.mark(at + 1, end) and msg.tokens[at + 1].text in ".!?"):
                    clause = Clause(ooc=ooc, prose=False)
                    self.clauses.append(clause)
                at += 1
                continue
            if msg.mark(at, end) in {",", ";", "/", "|", "~"}:
                self.loose = self.loose or token.text != ","
                at += 1
                continue
            if msg.mark(at, end) in {"(", "[", "{"} and not self._numbered(at, end):
                at = self._bracket(clause, at, end)
                continue
            corrected = self._correction(clause, at, end)
            if corrected:
                at = corrected
                continue
            stop = self._extra(at, end, bracketed=False)
            join = 0 if stop else msg.phrase(JOINS, at, end)
            if join:
                stop = self._extra(join, end, bracketed=False)
            if stop:
                at = stop
                continue
            item = parse(msg, self.extras, at, end)
            if item is not None and item.end > at:
                self._add(clause, item, at)
                at = item.resume
                continue
            if msg.separator(at, end) or msg.mark(at, end) or msg.smiley(at, end) or msg.phrase(JOINS, at, end) == at + 1:
                at += 1
                continue
            if msg.word(at, end) in INTERJECTIONS and (at + 1 >= end or msg.separator(at + 1, end) or msg.mark(at + 1, end)):
                at += 1
                continue
            at = (
                self._named(clause, at, end) or self._outside(clause, at, end) or self._wanted(clause, at, end)
                or self._junk(clause, at, end)
            )

    def _named(self, clause: Clause, at: int, end: int) -> int:
        """ "attack goblin 1, goblin 2": only a name behind an attack, where moves are expected."""
        msg = self.msg
        if not (msg.given or msg.asked) or not clause.items or clause.junk_words:
            return 0
        before = clause.items[-1]
        place = msg.phrase(JOINS, at, end) or at
        named = msg.lexicon.combatants.find(msg.tokens, place, end, fuzzy=False)
        if named is None or len(named[0]) != 1 or not msg.lexicon.actions[before.action].attack or not before.aimed:
            return 0
        if named[1] < end and not (msg.separator(named[1], end) or msg.phrase(JOINS, named[1], end)):
            return 0
        item = Item(place, before.action)
        item.instrument, item.target, item.aimed, item.known = before.instrument, named[0][0], True, 1
        item.end = item.resume = named[1]
        item.marks.append(("target", *msg.span(place, named[1])))
        self._add(clause, item, at)
        return named[1]

    def _outside(self, clause: Clause, at: int, end: int) -> int:
        """An action that is none of the ruleset's, starred or in its own place in a list offered as moves."""
        msg = self.msg
        starred = msg.star(at, end)
        first = at + 1 if starred else at
        if not (msg.given and msg.lexicon.other) or not msg.word(first, end):
            return 0
        if not starred and (not clause.items or not at or msg.tokens[at - 1].text not in {",", ";"}):
            return 0
        stop = first
        while stop < end and not msg.separator(stop, end) and not msg.star(stop, end) and msg.mark(stop, end) not in {"(", ")"}:
            stop += 1
        if not starred and (
            stop - first > MAX_OUTSIDE or msg.word(first, end) in NO_ACTION
            or any(msg.word(n, end) in TALK | INTERJECTIONS for n in range(first, stop))
        ):
            return 0
        item = Item(at, msg.lexicon.other)
        item.star = starred
        item.end = item.resume = stop
        self._add(clause, item, at)
        return stop

    def _wanted(self, clause: Clause, at: int, end: int) -> int:
        """ "so what I want is to attack Kaelin": in a text offered as a move, the first that somebody means to do."""
        msg = self.msg
        if not msg.given or clause.items or clause.talk:
            return 0
        for place in range(at, min(end, at + MAX_WANTED)):
            word = msg.word(place, end)
            if word in DOUBTS or msg.sentence_end(place) or msg.star(place, end) or msg.mark(place, end) in {"(", ","}:
                return 0
            if word in {"to", "i'll", "ill", "will", "i"} and place + 1 < end:
                verb = msg.verb(place + 1, end)
                if verb is not None and verb[0].form == BASE and not verb[0].weak:
                    return place + 1
        return 0

    def _numbered(self, at: int, end: int) -> bool:
        """ "(1) attack": the brackets number a move."""
        return self.msg.word(at + 1, end).isdigit() and len(self.msg.tokens[at + 1].text) == 1 and (
            self.msg.mark(at + 2, end) == ")" and at + 3 < end and not self.msg.separator(at + 3, end)
        )

    def _extra(self, at: int, end: int, bracketed: bool) -> int:
        msg = self.msg
        stop = take_hold(msg, self.extras, at, end)
        if not stop:
            stop = take_modifiers(msg, self.extras, at, end, bracketed)
        return stop

    def _add(self, clause: Clause, item: Item, at: int) -> None:
        msg = self.msg
        item.ooc = clause.ooc
        if clause.items and not clause.junk_words and not item.star and not item.star_words:
            before = clause.items[-1]
            joined = msg.phrase(JOINS, before.resume, len(msg.tokens)) or msg.mark(before.resume, len(msg.tokens)) in {"&", "+"}
            if joined and before.star and item.condition is None:
                item.star, item.shared = True, True
                item.slip("shared_star", *msg.span(item.at, item.end), said=msg.said(item.at, item.end))
        if clause.first_junk is False and clause.junk_words and not clause.items:
            clause.first_junk = True
        if any(msg.tokens[n].text == "instead" for n in range(max(item.at, item.end - 1), item.end)):
            self.replaces = True
        clause.items.append(item)

    def _correction(self, clause: Clause, at: int, end: int) -> int:
        msg = self.msg
        start = at
        while msg.word(at, end) in INTERJECTIONS or msg.word(at, end) in {"no", "nah", "nope", "wait"} or (
            msg.mark(at, end) in {",", "-", "."} and at > start
        ):
            at += 1
        stop = msg.phrase(CORRECTIONS, at, end)
        if not stop and any(msg.word(n, end) in {"wait", "no"} for n in range(start, at)):
            item = parse(msg, Extras(), at, end)
            if item is not None and not clause.items:
                self.replaces, self.correction = True, (start, at)
                return at
        if not stop:
            return 0
        weak = msg.tokens[at].text in WEAK_CORRECTIONS and stop == at + 1
        while msg.mark(stop, end) in {",", ":", "-", ".", "..."} or msg.word(stop, end) in {
            "instead", "i'll", "ill", "to", "a", "an", "that", "read", "be", "i", "make", "my", "is", "and", "just", "rather", "will"
        }:
            stop += 1
        if msg.word(stop, end).isdigit() and total(msg, stop, end) is not None and not clause.items:
            self.extras.total = total(msg, stop, end)
            self.replaces = True
            return end
        item = parse(msg, Extras(), stop, end, branch=bool(clause.items))
        if item is None:
            if weak:
                return 0
            close = next((n for n in range(stop - 1, min(end, stop + 6)) if msg.sentence_end(n)), None)
            if close is None and stop < end and msg.tokens[stop - 1].text != ",":
                return 0
            stop = stop if close is None else close + 1
        if clause.items:
            clause.items.pop()
        else:
            self.replaces = True
            self.correction = (start, stop)
        if item is not None and item.action == "":
            return 0
        return stop

    def _bracket(self, clause: Clause, at: int, end: int) -> int:
        """Brackets that belong to no move: modifiers, a total, or words out of character."""
        msg = self.msg
        close = min(msg.pairs.get(at, end), end)
        first = at + 1
        if self.depth >= MAX_NESTING:
            return at + 1
        number = total(msg, first, close)
        if number is not None:
            stated = msg.word(at - 1, end) if at else ""
            self.extras.total = int(stated) if stated.isascii() and stated.isdigit() and len(stated) <= 4 else number
            return min(close + 1, end)
        stop = first
        while stop < close:
            more = self._extra(stop, close, bracketed=True)
            if more:
                stop = more
            elif msg.mark(stop, close) in {",", "/", "&", "+", ".", ";", "-"} or msg.word(stop, close) == "and":
                stop += 1
            else:
                break
        self.depth += 1
        self.plain(stop, close, ooc=True)
        self.depth -= 1
        return min(close + 1, end)

    def _junk(self, clause: Clause, at: int, end: int) -> int:
        """Words that are no move, up to where something else may begin."""
        msg = self.msg
        start = at
        word = msg.word(at, end)
        if not clause.items and word in SUBJECTS_OTHER | QUESTION_OPENERS | TALK:
            clause.talk = True
        named = msg.lexicon.combatants.find(msg.tokens, at, end, fuzzy=False)
        if named is not None and not clause.items and not clause.junk_words:
            stop = named[1]
            if msg.mark(stop, end) in {",", ":", "-", "!"} or stop >= end:
                clause.vocative = True
            verb = msg.verb(stop, end)
            if verb is not None and verb[0].form == THIRD and len(named[0]) == 1:
                item = parse(msg, self.extras, stop, end)
                if item is not None:
                    item.subject = named[0][0]
                    self._add(clause, item, at)
                    return item.resume
        talk = False
        while at < end:
            token = msg.tokens[at]
            if token.kind == LINE or msg.sentence_end(at) or msg.mark(at, end) in {"(", "[", "{"}:
                break
            if at > start and (msg.separator(at, end) or msg.mark(at, end) in {":", "\""}):
                break
            if at > start and token.kind == STAR:
                break
            talk = talk or msg.word(at, end) in TALK
            at += 1
        if msg.mark(at, end) == ":" and at + 1 < end:
            clause.talk = False
            return at + 1  # a label: what follows stands by itself
        clause.talk = clause.talk or (talk and not clause.items)
        clause.junk.append((start, at))
        clause.junk_words += sum(
            1 for n in range(start, at) if msg.word(n, end) and msg.word(n, end) not in INTERJECTIONS | FILLERS
        )
        return max(at, start + 1)

    # Prose

    def _narrates(self) -> bool:
        """ "He brings his mace down on Torvik": a plain line that tells what somebody does, and no talk in it."""
        msg = self.msg
        return not any(
            token.text in NO_STORY or token.kind == "smiley" for token in msg.tokens
        ) and not any(clause.question or clause.vocative for clause in self.clauses) and len(msg.tokens) >= 4

    def _prose(self, at: int, end: int, narrated: bool = False) -> None:
        """Role-play: verbs are looked for anywhere, and what surrounds them is colour. `narrated`: nothing but
        the words tells that it is role-play, so only the third person with something known counts."""
        msg = self.msg
        clause = Clause(ooc=False, prose=True)
        self.clauses.append(clause)
        while at < end and len(clause.items) < MAX_MOVES:
            if msg.mark(at, end) == "(" and at + 1 < end and msg.mark(at + 1, end) in {"(", "*"}:
                at = self._bracket(clause, at, end)
                continue
            if msg.mark(at, end) in {"(", "["}:
                close = min(msg.pairs.get(at, end), end)
                number = total(msg, at + 1, close)
                self.extras.total = number if number is not None else self.extras.total
                stop = self._extra(at + 1, close, bracketed=True)
                if number is not None or stop:
                    at = min(close + 1, end)
                    continue
            if msg.mark(at, end) == "?" or msg.mark(at, end) == "\"":
                if msg.mark(at, end) == "\"":
                    close = next((n for n in range(at + 1, end) if msg.mark(n, end) == "\""), end)
                    at = close + 1
                    continue
                clause.items.clear()
            star = msg.star(at, end)
            verb = msg.verb(at + 1 if star else at, end)
            if verb is None or not (star or _tells(msg, at)):
                at += 1
                continue
            place = at + 1 if star else at
            item = Item(at, verb[0].action)
            item.star, item.form, item.weak = star, verb[0].form, verb[0].weak
            item.end = verb[1]
            item.marks.append(("verb", *msg.span(place, verb[1])))
            if _idiom(msg, item, verb[1], end):
                at = verb[1]
                continue
            stop = take_arguments(msg, item, Extras(), verb[1], min(end, verb[1] + MAX_PROSE))
            item.slips.clear()
            if item.called is not None and item.penalty is None:
                item.called = None
                item.known -= 1
            if item.unread:
                item.end = max(verb[1], _last_read(msg, item))
            if item.form == BASE and not star and not (item.known or item.pronoun):
                at = verb[1]
                continue
            told = item.known and (item.aimed or item.instrument) and not item.to_me and (
                item.form == THIRD or (item.form == GERUND and item.known > 1)
            )
            if narrated and (not told or sum(last - first for first, last in item.unread) > 4):
                at = verb[1]
                continue
            clause.items.append(item)
            at = max(stop, verb[1])

    # The result

    def reading(self) -> Reading:
        msg = self.msg
        kept = [clause for clause in self.clauses if accepts(msg, clause)]
        if not kept and not (msg.given or msg.prose) and self._narrates():
            self._prose(0, len(msg.tokens), narrated=True)
            kept = [clause for clause in self.clauses[-1:] if accepts(msg, clause)]
        certain = [
            item for clause in kept if not clause.prose for item in clause.items if sure(msg, item) or _rides(msg, clause)
        ]
        candidate = not certain
        items = certain or [
            item for clause in kept for item in clause.items if not clause.prose or _keeps(msg, clause, item)
        ]
        items = items[:MAX_MOVES]
        moves: list[Move] = []
        slips: list[Slip] = []
        marks: list[Mark] = []
        loose = self.loose or candidate or any(
            item.loose or item.form != BASE or item.bare or item.times > 1 or item.unread or item.slips for item in items
        ) or any(clause.ooc or clause.prose or clause.junk for clause in self.clauses)
        if items and items[0].star and any(slip[0] == "italics" for slip in items[0].slips):
            items[0].star = False
        for item in items:
            move = _move(msg, item)
            for _ in range(max(1, item.times)):
                if len(moves) >= MAX_MOVES:
                    break
                _note(msg, item, len(moves), slips if len(moves) == 0 or moves[-1] is not move else [], marks)
                moves.append(move)
        if not moves and not self._extras_count(kept):
            self.extras = Extras() if self.extras.total is None else _only_total(self.extras)
        for name, start, end in self.extras.in_words:
            slips.append(Slip(kind="modifier_words", said=name, read_as=f"({name})", column=start + 1, end_column=end + 1))
        if msg.given and items:
            slips += self._unread(kept)
        for said, start, end in self.extras.easy:
            slips.append(Slip(kind="easy", said=said, column=start + 1, end_column=end + 1))
        if self.replaces and self.correction is not None and (moves or self.extras):
            start, end = msg.span(*self.correction)
            slips.append(Slip(kind="correction", said=msg.text[start:end], column=start + 1, end_column=end + 1))
        slips.sort(key=lambda slip: (slip.column, slip.end_column, slip.kind))
        found = bool(moves or self.extras)
        return Reading(
            text=msg.text, moves=tuple(moves), modifiers=tuple(self.extras.modifiers),
            hold_back=tuple(self.extras.hold_back), slips=tuple(slips) if found else (),
            candidate=candidate and bool(moves), ooc=any(item.ooc for item in items),
            strict=bool(moves) and not loose and not slips, replaces=self.replaces and found, total=self.extras.total,
            released=tuple(self.extras.released), subject=next((item.subject for item in items if item.subject), None), marks=tuple(marks),
        )

    def _unread(self, kept: list[Clause]) -> list[Slip]:
        """The words between the moves of a list that are none."""
        slips = []
        for clause in kept:
            for first, stop in clause.junk:
                start, end = self.msg.span(first, stop)
                if any(
                    self.msg.word(n, stop) not in INTERJECTIONS | FILLERS and self.msg.word(n, stop) for n in range(first, stop)
                ):
                    slips.append(Slip(kind="unread", said=self.msg.text[start:end], column=start + 1, end_column=end + 1))
        if len(self.msg.text) > MAX_TEXT:
            slips.append(Slip(kind="unread", said="…", column=MAX_TEXT + 1, end_column=len(self.msg.text) + 1))
        return slips

    def _extras_count(self, kept: list[Clause]) -> bool:
        """Modifiers and hold-backs without a move count if the message says nothing else."""
        if self.msg.given or self.msg.asked:
            return True
        return not any(clause.talk or clause.question for clause in self.clauses) and (
            sum(clause.junk_words for clause in self.clauses) <= 6 or bool(self.extras.modifiers and not self.extras.in_words)
        )


def _only_total(extras: Extras) -> Extras:
    kept = Extras()
    kept.total = extras.total
    return kept


def _rides(msg: Message, clause: Clause) -> bool:
    """ "Advance on her, attacks with longsword": one sure move makes its neighbours sure."""
    return any(sure(msg, item) for item in clause.items)


def _keeps(msg: Message, clause: Clause, item: Item) -> bool:
    from calledshot.moves.verdict import _prose

    return _prose(msg, item)


def _tells(msg: Message, at: int) -> bool:
    """Whether a verb at this place tells what somebody does: not a noun, not what he wants to do."""
    if at == 0:
        return True
    before = msg.tokens[at - 1]
    if before.kind != "word":
        return before.text != "'"
    return before.text not in {
        "to", "a", "an", "the", "my", "his", "her", "its", "their", "your", "of", "for", "from", "with", "in", "at", "on", "by",
        "would", "could", "should", "can", "will", "not", "never", "don't", "doesn't", "no", "another", "this", "that", "you", "we",
        "they", "if", "who", "into", "nice", "good", "next", "last", "first",
    }


def _last_read(msg: Message, item: Item) -> int:
    last = 0
    for _, _, stop in item.marks:
        last = max(last, stop)
    for place in range(item.at, item.end):
        if msg.tokens[place].end >= last:
            return place + 1
    return item.end


def _move(msg: Message, item: Item) -> Move:
    start, end = msg.span(item.at, item.end)
    spell = None
    if item.spell is not None:
        spell = Spell(name=item.spell, list=item.list, level=item.level, pp=item.pp)
    fact = msg.lexicon.fact("part", item.called)
    called = None
    if item.called is not None:
        called = CalledShot(part=fact.name if fact else item.called.lower(), penalty=item.penalty)
    return Move(
        action=_action(msg, item),
        optional=item.star or item.star_words,
        instrument=item.instrument,
        target=item.target,
        spell=spell,
        called_shot=called,
        condition=msg.named(*item.condition) if item.condition else None,
        otherwise=tuple(_move(msg, other) for other in item.otherwise),
        pp=item.pp if item.spell is None else None,
        feet=item.feet,
        text=msg.text[start:end],
        column=start + 1,
        end_column=end + 1,
    )


def _action(msg: Message, item: Item) -> str:
    action = msg.lexicon.actions[item.action or msg.lexicon.default_attack or ""]
    return action.gives or action.id


def _note(msg: Message, item: Item, index: int, slips: list[Slip], marks: list[Mark]) -> None:
    """Slips and marks of a move and its branches."""
    for kind, said, read_as, what, candidates, start, end in item.slips:
        slips.append(
            Slip(kind=kind, said=said, read_as=read_as, what=what, candidates=candidates, move=index,
                 column=start + 1, end_column=end + 1)
        )
    if msg.given or msg.asked:
        for first, stop in item.unread:
            start, end = msg.span(first, stop)
            slips.append(Slip(kind="unread", said=msg.text[start:end], move=index, column=start + 1, end_column=end + 1))
    for mark_kind, start, end in item.marks:
        marks.append(Mark(kind=mark_kind, move=index, column=start + 1, end_column=end + 1))
    for other in item.otherwise:
        _note(msg, other, index, slips, marks)


_ = GERUND
