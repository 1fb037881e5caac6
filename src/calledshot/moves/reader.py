"""A message read clause by clause: its segments, the moves of each list, corrections, brackets, and what
is no move.

What of it counts is `verdict`'s to say, and `assembly` makes the `Reading`.
"""

from __future__ import annotations

from calledshot.moves.english import (
    ARTICLES,
    CORRECTIONS,
    FILLERS,
    INTERJECTIONS,
    JOINS,
    LEADS,
    NOT_SAID,
    PRONOUNS,
    QUESTION_OPENERS,
    SUBJECTS_OTHER,
    TALK,
    WEAK_CORRECTIONS,
    phrases,
)
from calledshot.moves.extras import Extras, star_words, take_hold, take_modifiers, total
from calledshot.moves.inflect import BASE, GERUND, THIRD
from calledshot.moves.items import parse
from calledshot.moves.message import Item, Message
from calledshot.moves.opening import opening
from calledshot.moves.roleplay import read_roleplay
from calledshot.moves.tokens import LINE, ROLEPLAY, STAR
from calledshot.moves.verdict import Clause

NO_ACTION = NOT_SAID | TALK | FILLERS | INTERJECTIONS | SUBJECTS_OTHER | ARTICLES | PRONOUNS
DOUBTS = (TALK | QUESTION_OPENERS | SUBJECTS_OTHER) - frozenset(
    ["want", "wants", "is", "that", "this", "it", "am", "need", "has", "have", "what"]
)
AGAIN = phrases("again | same | repeat | ditto | once more | once again | one more | one more time | another")
SO_LONG = frozenset(("ok", "okay", "k", "pls", "please"))
"""Words before a question mark that only ask for leave: "hold back damage, ok?" is said, not asked."""
MAX_OUTSIDE = 7
"""Words of an action that no ruleset lists; more is a remark."""
MAX_NESTING = 6
"""Brackets within brackets; more is no declaration, and each level would read the same words again."""
MAX_WANTED = 40
"""Tokens before the first thing somebody says he wants to do."""


class Reader:
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
            read_roleplay(self, 2, end)
            return
        while at < end:
            if msg.tokens[at].kind == ROLEPLAY and not self._label_before(at):
                close = next((n for n in range(at + 1, end) if msg.tokens[n].kind == ROLEPLAY), end)
                read_roleplay(self, at + 1, close)
                at = close + 1
                continue
            stop = next((n for n in range(at, end) if msg.tokens[n].kind == ROLEPLAY and n > at), end)
            if msg.prose:
                read_roleplay(self, at, stop)
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
                    read_roleplay(self, at + 1, close)
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
                lone = (
                    place + 1 >= end
                    or msg.tokens[place + 1].start > token.end
                    or bool(msg.mark(place + 1, end))
                )
                return place if msg.glued(place) and lone else 0
        return 0

    def _is_emote(self, at: int, end: int) -> bool:
        """Whether starred words tell instead of declaring: no verb in its base form opens them."""
        if self.msg.lexicon.modifiers.exact(self.msg.tokens, at, end):
            return False
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
                self.loose = self.loose or at + 1 < end
                clause.question = clause.question or (
                    token.text == "?" and msg.word(at - 1, end) not in SO_LONG
                )
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
                at = self.bracket(clause, at, end)
                continue
            corrected = self._correction(clause, at, end)
            if corrected:
                at = corrected
                continue
            stop = self.extra(at, end, bracketed=False)
            join = 0 if stop else msg.phrase(JOINS, at, end) or msg.phrase(LEADS, at, end)
            if join:
                stop = self.extra(join, end, bracketed=False)
            if stop:
                at = stop
                continue
            again = self._again(clause, at, end)
            if again:
                at = again
                continue
            item = parse(msg, self.extras, at, end)
            if item is not None and item.end > at:
                self._add(clause, item, at)
                at = item.resume
                continue
            if (
                msg.separator(at, end)
                or msg.mark(at, end)
                or msg.smiley(at, end)
                or msg.phrase(JOINS, at, end) == at + 1
            ):
                at += 1
                continue
            if msg.word(at, end) in INTERJECTIONS and (
                at + 1 >= end or msg.separator(at + 1, end) or msg.mark(at + 1, end)
            ):
                at += 1
                continue
            at = (
                self._named(clause, at, end)
                or self._outside(clause, at, end)
                or self._wanted(clause, at, end)
                or self._junk(clause, at, end)
            )

    def _again(self, clause: Clause, at: int, end: int) -> int:
        """ "slash Bran, *again", "and again if fast enough": the move before once more."""
        msg = self.msg
        start = at
        starred = msg.star(at, end)
        at += starred
        joined = msg.phrase(JOINS, at, end)
        at = joined or at
        prefix = 0 if starred else star_words(msg, at, end)
        at = prefix or at
        stop = msg.phrase(AGAIN, at, end)
        if not stop:
            return 0
        while msg.word(stop, end) in {"please", "pls", "too"}:
            stop += 1
        said = stop
        suffix = star_words(msg, stop, end)
        stop = suffix or stop
        if not (
            starred or joined or prefix or suffix or (start and msg.phrase(JOINS, start - 1, end) == start)
        ):
            return 0
        before = next((one.items[-1] for one in reversed(self.clauses) if one.items), None)
        if before is None or not (stop >= end or msg.separator(stop, end) or msg.mark(stop, end)):
            return 0
        item = Item(start, before.action)
        item.star, item.star_words, item.loose = starred, bool(suffix or prefix), True
        if item.star_words:
            words = (said, stop) if suffix else (joined or start, prefix)
            item.slip("star_shape", *msg.span(*words), said=msg.said(*words), read_as="*", what="words")
        item.instrument, item.target, item.aimed = before.instrument, before.target, before.aimed
        item.spell, item.list, item.level = before.spell, before.list, before.level
        item.called, item.penalty, item.known = before.called, before.penalty, before.known
        item.end = item.resume = stop
        item.marks.append(("verb", *msg.span(at, at + 1)))
        self._add(clause, item, start)
        return stop

    def _named(self, clause: Clause, at: int, end: int) -> int:
        """ "attack goblin 1, goblin 2": only a name behind an attack, where moves are expected."""
        msg = self.msg
        if not (msg.given or msg.asked) or not clause.items or clause.junk_words:
            return 0
        before = clause.items[-1]
        place = msg.phrase(JOINS, at, end) or at
        named = msg.lexicon.combatants.find(msg.tokens, place, end, fuzzy=False)
        if (
            named is None
            or len(named[0]) != 1
            or not msg.lexicon.actions[before.action].attack
            or not before.aimed
        ):
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
        """An action that is none of the ruleset's, starred or in its own place in a list offered as
        moves."""
        msg = self.msg
        starred = msg.star(at, end)
        first = at + 1 if starred else at
        if not (msg.given and msg.lexicon.other) or not msg.word(first, end):
            return 0
        if not starred and (not clause.items or not at or msg.tokens[at - 1].text not in {",", ";"}):
            return 0
        stop = first
        while (
            stop < end
            and not msg.separator(stop, end)
            and not msg.star(stop, end)
            and msg.mark(stop, end) not in {"(", ")"}
        ):
            stop += 1
        if not starred and (
            stop - first > MAX_OUTSIDE
            or msg.word(first, end) in NO_ACTION
            or any(msg.word(n, end) in TALK | INTERJECTIONS for n in range(first, stop))
        ):
            return 0
        item = Item(at, msg.lexicon.other)
        item.star = starred
        item.end = item.resume = stop
        self._add(clause, item, at)
        return stop

    def _wanted(self, clause: Clause, at: int, end: int) -> int:
        """ "so what I want is to attack Kaelin": in a text offered as a move, the first that somebody
        means to do."""
        msg = self.msg
        if not msg.given or clause.items or clause.talk:
            return 0
        for place in range(at, min(end, at + MAX_WANTED)):
            word = msg.word(place, end)
            if (
                word in DOUBTS
                or msg.sentence_end(place)
                or msg.star(place, end)
                or msg.mark(place, end) in {"(", ","}
            ):
                return 0
            if word in {"to", "i'll", "ill", "will", "i"} and place + 1 < end:
                verb = msg.verb(place + 1, end)
                if verb is not None and verb[0].form == BASE and not verb[0].weak:
                    return place + 1
        return 0

    def _numbered(self, at: int, end: int) -> bool:
        """ "(1) attack": the brackets number a move."""
        return (
            self.msg.word(at + 1, end).isdigit()
            and len(self.msg.tokens[at + 1].text) == 1
            and (self.msg.mark(at + 2, end) == ")" and at + 3 < end and not self.msg.separator(at + 3, end))
        )

    def extra(self, at: int, end: int, bracketed: bool) -> int:
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
            joined = msg.phrase(JOINS, before.resume, len(msg.tokens)) or msg.mark(
                before.resume, len(msg.tokens)
            ) in {"&", "+"}
            apart = msg.mark(before.resume, len(msg.tokens)) == ","
            if joined and not apart and before.star and item.condition is None:
                item.star, item.shared = True, True
                item.slip("shared_star", *msg.span(item.at, item.end), said=msg.said(item.at, item.end))
        if self._one_with_before(clause, item):
            return
        if clause.first_junk is False and clause.junk_words and not clause.items:
            clause.first_junk = True
        if any(msg.tokens[n].text == "instead" for n in range(max(item.at, item.end - 1), item.end)):
            self.replaces = True
        clause.items.append(item)

    def _one_with_before(self, clause: Clause, item: Item) -> bool:
        """Whether this is no move of its own: a called shot said beside its attack, or a weapon put away for
        the one that is drawn. `clause.items` is as it should be then."""
        msg = self.msg
        if not clause.items or clause.junk_words or item.condition is not None or item.times > 1:
            return False
        before = clause.items[-1]
        if before.times > 1 or before.otherwise:
            return False
        marked = item.star or item.star_words
        stowed = _verb(msg, before) in msg.lexicon.stows and before.thing_kind in (None, "weapon")
        if stowed and before.target is None and msg.lexicon.actions[item.action].objects == ("weapon",):
            if marked and not before.star:
                return False
            item.star, item.at, item.loose = item.star or before.star, before.at, True
            clause.items[-1] = item
            return True
        if not marked and _only_called(msg, item) and _may_be_called(msg, before, item):
            if item.called is None:
                _find_part(msg, before)
            before.called, before.calls = before.called or item.called, True
            before.penalty = item.penalty if before.penalty is None else before.penalty
            before.marks += [mark for mark in item.marks if mark[0] != "verb"]
            before.end, before.resume, before.loose = item.end, item.resume, True
            return True
        heads = _only_called(msg, before) and before.called is not None and not before.star
        if heads and not marked and item.called is None and (item.aimed or item.instrument is not None):
            if not (msg.lexicon.actions[item.action].attack or item.spell is not None):
                return False
            item.called, item.penalty, item.at, item.loose = before.called, before.penalty, before.at, True
            item.marks += [mark for mark in before.marks if mark[0] != "verb"]
            clause.items[-1] = item
            return True
        return False

    def _correction(self, clause: Clause, at: int, end: int) -> int:
        msg = self.msg
        start = at
        while (
            msg.word(at, end) in INTERJECTIONS
            or msg.word(at, end) in {"no", "nah", "nope", "wait"}
            or (msg.mark(at, end) in {",", "-", "."} and at > start)
        ):
            at += 1
        stop = msg.phrase(CORRECTIONS, at, end)
        if not stop and any(msg.word(n, end) in {"wait", "no"} for n in range(start, at)):
            item = parse(msg, Extras(), at, end)
            if item is not None and not clause.items:
                self.replaces, self.correction = True, (start, at)
                return at
            if item is not None and any(msg.word(n, end) == "wait" for n in range(start, at)):
                clause.items.pop()
                return at
        if not stop:
            return 0
        weak = msg.tokens[at].text in WEAK_CORRECTIONS and stop == at + 1
        while msg.mark(stop, end) in {",", ":", "-", ".", "..."} or msg.word(stop, end) in {
            "instead",
            "i'll",
            "ill",
            "to",
            "a",
            "an",
            "that",
            "read",
            "be",
            "i",
            "make",
            "my",
            "is",
            "and",
            "just",
            "rather",
            "will",
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

    def bracket(self, clause: Clause, at: int, end: int) -> int:
        """Brackets that belong to no move: modifiers, a total, or words out of character."""
        msg = self.msg
        close = min(msg.pairs.get(at, end), end)
        first = at + 1
        if self.depth >= MAX_NESTING:
            return at + 1
        number = total(msg, first, close)
        if number is not None:
            stated = msg.word(at - 1, end) if at else ""
            self.extras.total = (
                int(stated) if stated.isascii() and stated.isdigit() and len(stated) <= 4 else number
            )
            return min(close + 1, end)
        stop = first
        while stop < close:
            more = self.extra(stop, close, bracketed=True)
            if more:
                stop = more
            elif (
                msg.mark(stop, close) in {",", "/", "&", "+", ".", ";", "-"} or msg.word(stop, close) == "and"
            ):
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
        told = msg.verb(at + 1, end)
        if msg.given and named is None and not clause.items and told is not None and told[0].form == THIRD:
            item = (
                parse(msg, self.extras, at + 1, end)
                if _is_capital(msg, at) and word not in NO_ACTION
                else None
            )
            if item is not None:  # "Bran attacks the orc", of a Bran nobody knows
                self._add(clause, item, at)
                return item.resume
        talk = False
        while at < end:
            token = msg.tokens[at]
            if token.kind == LINE or msg.sentence_end(at) or msg.mark(at, end) in {"(", "[", "{"}:
                break
            if at > start and (msg.separator(at, end) or msg.mark(at, end) in {":", '"'}):
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
            1
            for n in range(start, at)
            if msg.word(n, end) and msg.word(n, end) not in INTERJECTIONS | FILLERS
        )
        return max(at, start + 1)


def _verb(msg: Message, item: Item) -> str:
    """The words of a move's verb in small letters, without its articles."""
    said = next((msg.text[start:end] for kind, start, end in item.marks if kind == "verb"), "")
    return " ".join(word for word in said.lower().split() if word not in ARTICLES)


def _only_called(msg: Message, item: Item) -> bool:
    """Only the words "called shot" with a part, and nothing that makes it an attack of its own."""
    said = tuple(_verb(msg, item).split())
    return (
        (said in msg.lexicon.called or (item.called is not None and item.form == GERUND))
        and item.instrument is None
        and item.spell is None
        and not item.aimed
        and not item.unread
    )


def _may_be_called(msg: Message, before: Item, item: Item) -> bool:
    if not (msg.lexicon.actions[before.action].attack or before.spell is not None):
        return False
    if _only_called(msg, before):
        return False
    if item.called is None:
        return True
    return before.called is None or before.called.lower() == item.called.lower()


def _find_part(msg: Message, before: Item) -> None:
    """The part of a spell's target ("at Bran's eye"), now that a called shot is said to be meant."""
    if before.called is not None or before.part is None:
        return
    part, start, end = before.part
    before.called = part
    before.marks.append(("part", start, end))


def _is_capital(msg: Message, at: int) -> bool:
    return msg.text[msg.tokens[at].start].isupper()
