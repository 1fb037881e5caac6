"""One sentence while it is read: its chunks, what they have given so far, and whether a phrase holds in it.

A statement under "if", after "not" or inside a question does not hold; a phrase that wants the whole clause
to itself does not hold beside words nobody explains.
"""

from __future__ import annotations

from typing import Any

from calledshot.referee.phrases.book import Phrasebook, Rule
from calledshot.referee.phrases.chunks import Chunk, Clause, Message
from calledshot.referee.phrases.draft import Draft, Situation
from calledshot.referee.phrases.tokens import HARD, NUMBER, SOFT

STATEMENTS = frozenset(
    {
        "Told", "RoundEnd", "FightEnd", "Yielded", "Verdict", "Points", "Pool", "Stated", "MoveCount",
        "Distance", "Moved", "Waiver", "FightStart", "Announced",
    }
)  # fmt: skip
"""Acts that say how things are: not in a question, not under "if", not after "not"."""
OPENING = 3
"""Words in which a sentence shows that it only supposes something."""


class Sentence:
    """`before`: the drafts of the sentences before; `out`: those of this one; `called`: the names called out
    in it; `addressed`: who was spoken to in the sentence before, `spoken_of`: of whom it only talked."""

    def __init__(
        self,
        message: Message,
        text: str,
        number: int,
        chunks: list[Chunk],
        book: Phrasebook,
        at: Situation,
        before: list[Draft],
        addressed: str | None,
        spoken_of: str | None,
    ) -> None:
        self.message = message
        self.tokens = message.tokens
        self.text = text
        self.number = number
        self.chunks = chunks
        self.book = book
        self.at = at
        self.before = before
        self.addressed = addressed
        self.spoken_of = spoken_of
        self.out: list[Draft] = []
        self.called: list[Chunk] = []
        self.clauses = [clause for clause in message.clauses if clause.sentence == number]
        self.supposed = self._opens_with_supposition()

    def add(self, act: str, fields: dict[str, Any], start: int, end: int, *, free: bool = False) -> Draft:
        """A new draft of this sentence."""
        draft = Draft(act, fields, start, end, self.number)
        draft.free = free
        self.out.append(draft)
        return draft

    # -- looking round --------------------------------------------------------------------------

    def clause(self, chunk: Chunk) -> Clause:
        return self.message.clauses[chunk.clause]

    def words(self, start: int, end: int) -> str:
        """The words of the message itself, as typed."""
        while end > start and self.tokens[end - 1].kind in (SOFT, HARD):
            end -= 1
        if end <= start:
            return ""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end].strip()

    def words_before(self, chunk: Chunk) -> list[str]:
        """The words of the sentence before a chunk, folded."""
        first = self.clauses[0].start if self.clauses else 0
        return [token.word for token in self.tokens[first : chunk.start]]

    def has_word(self, name: str) -> bool:
        """Whether the message holds a word of a class."""
        words = self.book.classes[name]
        return any(token.word in words for token in self.tokens)

    def subjects(self) -> list[tuple[int, str]]:
        """The names that clauses of this sentence begin with, with their place: whose doing is told."""
        passed = self.book.lists["fillers"] | {"the"}
        found: list[tuple[int, str]] = []
        for clause in self.clauses:
            i = clause.start
            while i < clause.end and self.tokens[i].word in passed:
                i += 1
            person = self.tokens[i].person if i < clause.end else None
            if person is not None:
                found.append((i, person))
        return found

    def damage_spoken_of(self) -> bool:
        """Whether damage is in question: due, or spoken of in this message."""
        if "damage" in self.at.due:
            return True
        return any(
            draft.act in ("Points", "Pool") or draft.is_verdict("hit", "critical") or _takes_back(draft)
            for draft in (*self.before, *self.out)
        )

    def figure_due(self) -> bool:
        """Whether the next bare figure is damage: a blow has struck, or a slip of points is put right."""
        for draft in reversed([*self.before, *self.out]):
            if draft.act in ("Points", "Pool"):
                return False
            if draft.act == "Verdict":
                return draft.is_verdict("hit", "critical")
            if _takes_back(draft):
                return True
        return "damage" in self.at.due and "to_hit" not in self.at.rolled

    # -- what holds -----------------------------------------------------------------------------

    def holds(self, chunk: Chunk, rule: Rule, act: str) -> bool:
        """Whether a matched phrase means what it says where it stands."""
        clause = self.clause(chunk)
        if (rule.whole and clause.loose) or (rule.calm and clause.shout):
            return False
        if rule.bare and clause.end - clause.start != chunk.end - chunk.start:
            return False
        if rule.joined and not self.subjects():
            return False
        if rule.idle and self.out and self.out[-1].act in ("Moved", "Told"):
            return False
        if rule.addressed and not any(other.start < chunk.start for other in self.called):
            return False
        if rule.scraps and not self._nothing_else(chunk):
            return False
        if rule.alone and not self._alone(rule.alone):
            return False
        if rule.alone in ("explained", "call") and clause.question:
            return False  # "round 2 already?"
        if act not in STATEMENTS or rule.certain:
            return True
        if self.supposed or (clause.question and not rule.asks):
            return False
        return not self._denied(clause, chunk)

    def _nothing_else(self, chunk: Chunk) -> bool:
        """Whether a chunk's figure is the only one in the sentence, nothing else was given, and it is told
        as it is."""
        here = self.tokens[self.clauses[0].start : self.clauses[-1].end]
        figures = [token for token in here if token.value is not None and token.kind == NUMBER]
        lists = self.book.lists
        if any(token.word in lists["hypothetical"] or token.word in lists["negators"] for token in here):
            return False
        inside = sum(chunk.start <= self.tokens.index(token) < chunk.end for token in figures)
        return len(figures) == inside and not self.out and self.figure_due()

    def _denied(self, clause: Clause, chunk: Chunk) -> bool:
        """Whether "if", "might", "not" … stand before the phrase in its clause."""
        lists = self.book.lists
        before = [token.word for token in self.tokens[clause.start : chunk.start] if token.kind != SOFT]
        if not lists["hypothetical"].isdisjoint(before):
            return True
        passed = (lists["fillers"] | self.book.classes["between"]) - lists["negators"]
        while before and before[-1] in passed:
            before.pop()
        return bool(before) and before[-1] in lists["negators"]

    def _opens_with_supposition(self) -> bool:
        for clause in self.clauses[:1]:
            for token in self.tokens[clause.start : clause.start + OPENING]:
                if token.word in self.book.lists["hypothetical"]:
                    return True
                if token.word not in self.book.lists["fillers"]:
                    return False
        return False

    def _alone(self, how: str) -> bool:
        """Whether the sentence is explained throughout, as `Rule.alone` asks."""
        given = [give.act for chunk in self.chunks if chunk.rule is not None for give in chunk.rule.gives]
        if any(clause.loose for clause in self.clauses):
            return how != "call" and given.count("RoundCall") > 1
        if how == "again":
            said = [*self.before, *self.out]
            return self.has_word("max") or not (said and said[-1].act in ("Verdict", "Call", "Told"))
        return how != "call" or all(act in ("RoundCall", "FightStart", "Terms") for act in given)


def _takes_back(draft: Draft) -> bool:
    return draft.act == "Waiver" and draft.fields.get("kind") == "undo"
