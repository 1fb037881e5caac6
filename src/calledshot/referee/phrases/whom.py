"""Who is meant: names called out, subjects of the clause before, and names that are a call by themselves.

A name called out ("Swift, …") is whoever the rest of the sentence speaks to; what strikes one person in a
sentence leaves that person at the figure that follows. Where words name nobody, nobody is filled in: the
fight knows whose move it is.
"""

from __future__ import annotations

from itertools import pairwise

from calledshot.referee.phrases.chunks import Chunk, Clause
from calledshot.referee.phrases.draft import ADDRESSED, SUFFERS, Draft
from calledshot.referee.phrases.sentence import Sentence
from calledshot.referee.phrases.tokens import SOFT

AFTERMATH = frozenset({"Verdict", "Points", "Pool", "Stated"})
"""Acts after which a name alone is the next to move."""


class _Roles:
    """Who has done and suffered what so far in a sentence."""

    def __init__(self) -> None:
        self.actor: str | None = None
        self.sufferer: str | None = None
        self.struck = False
        self.called_up = False

    def note(self, draft: Draft) -> None:
        if draft.act in SUFFERS or draft.is_verdict("saved", "failed"):
            self.sufferer = draft.who or self.sufferer
        elif draft.act in ("Verdict", "Call"):
            self.actor = draft.who or self.actor
            self.called_up = self.called_up or draft.act == "Call"
            if draft.is_verdict("hit", "critical"):
                self.struck = True
                self.sufferer = draft.fields.get("target") or self.sufferer


def called_out(sentence: Sentence) -> list[Chunk]:
    """The names standing alone in the sentence, in order: called out, or next to move."""
    covered = [
        (chunk.start, chunk.pairs.end)
        for chunk in sentence.chunks
        if chunk.pairs is not None
        and chunk.pairs.number_first
        and any(draft.start == chunk.start and draft.act != "Points" for draft in sentence.out)
    ]
    return [
        chunk
        for chunk in sentence.chunks
        if chunk.rule is None
        and chunk.pairs is None
        and chunk.sum is None
        and not any(start <= chunk.start < end for start, end in covered)
        and (not sentence.clause(chunk).loose or _before_you(sentence, chunk))
    ]


def _before_you(sentence: Sentence, chunk: Chunk) -> bool:
    """ "too late for that, Kestrel, you go on 95": a name at the end of whatever clause before "you"."""
    tokens, end = sentence.tokens, sentence.clause(chunk).end
    return chunk.end == end and end + 1 < len(tokens) and tokens[end + 1].word in sentence.book.words.second


def fill(sentence: Sentence) -> None:
    """Give each act that names nobody the name that its words were spoken to, and drop what needs a name
    and has none."""
    if any(
        draft.act == "Order" or chunk.sum is not None for draft in sentence.out for chunk in sentence.chunks
    ):
        sentence.out = [
            draft for draft in sentence.out if draft.act != "RoundCall" or draft.fields.get("number")
        ]
    roles, subjects = _Roles(), sentence.subjects()
    for draft in sentence.out:
        if draft.act == "RoundCall":
            _name_the_called(sentence, draft)
            draft.fields["question"] = _asked(sentence, draft)
        elif draft.act == "FightEnd":
            if draft.free and draft.fields.get("winner") is None:  # "you win"
                draft.fields["winner"] = _spoken_to(sentence, draft)
        else:
            _fill_one(sentence, draft, roles, subjects)
            roles.note(draft)
    sentence.out = [made for draft in sentence.out for made in _of_each(sentence, draft)]
    for draft, following in pairwise(sentence.out):
        if draft.act == "Points" and draft.free and following.act in ("Pool", "Stated"):
            draft.fields["who"] = draft.who or following.who  # "5 points, Elsin you're at 12"
    for draft in sentence.out:
        _complete(sentence, draft)
    sentence.out = [draft for draft in sentence.out if _is_whole(sentence, draft)]


def _of_each(sentence: Sentence, draft: Draft) -> list[Draft]:
    """ "Torvik and Kaelin, to hit" asks both."""
    names = [chunk.person for chunk in sentence.called if chunk.end <= draft.start]
    if draft.act != "Ask" or len(names) < 2 or draft.who != names[-1] or draft is not sentence.out[0]:
        return [draft]
    each = []
    for name in dict.fromkeys(names):
        one = Draft("Ask", draft.fields | {"who": name}, draft.start, draft.end, draft.sentence)
        each.append(one)
    return each


def _name_the_called(sentence: Sentence, draft: Draft) -> None:
    if not draft.fields.get("names"):
        near = [chunk.person for chunk in sentence.called if chunk.person and _near(sentence, chunk, draft)]
        if sentence.at.phase is not None or len(near) == 1:  # else "IMs please, Bram and Corvane": everybody
            draft.fields["names"] = tuple(dict.fromkeys(near))


def _asked(sentence: Sentence, draft: Draft) -> bool:
    """ "init?", "what's your init, Kaelin?": a question mark after the words, or after a name behind them."""
    for clause in sentence.clauses:
        if clause.end <= draft.start or (clause.start > draft.start and _has_words(clause)):
            continue
        if clause.question:
            return True
    return False


def _has_words(clause: Clause) -> bool:
    return bool(clause.loose) or any(chunk.rule is not None for chunk in clause.chunks)


def _fill_one(sentence: Sentence, draft: Draft, roles: _Roles, subjects: list[tuple[int, str]]) -> None:
    who = draft.who
    if who is None and draft.free:
        who = _from_the_words(sentence, draft, roles)
        if who is None and draft.joined and draft.act != "Ask":
            who = next((name for at, name in reversed(subjects) if at < draft.start), None)
        if who is None and not roles.struck and len({name for _, name in subjects}) == 1:
            stands = draft.act in ("Stated", "Pool") and not draft.captured
            if stands or (draft.act == "Ask" and not sentence.called):
                who = subjects[0][1]  # "Corvane is on the floor, bleeding"
        if who is None and draft.is_verdict("unavailable", "illegal", "lost") and len(subjects) == 1:
            who = subjects[0][1]  # "Wren's called shot: not available"
        if who is None and draft is sentence.out[0] and draft.act == "Ask" and not draft.captured:
            who = sentence.spoken_of  # "Bram's quicker this time. To hit"
    if draft.pronoun and draft.act in SUFFERS:
        who = roles.sufferer or who
    elif draft.act in SUFFERS and draft.free and _of_somebody_else(sentence, draft, who):
        who = None
    elif draft.pronoun and draft.act == "Moved" and roles.called_up:
        who = roles.actor
    if who is not None:
        draft.fields["who"] = who
    if draft.by_you and draft.act == "Points":  # "Wren, your lash burns him for 5"
        spoken_to = _spoken_to(sentence, draft)
        named = spoken_to is not None and spoken_to != draft.fields.get("who")
        draft.fields["by"] = spoken_to if named else None
    if draft.to_you and draft.act != "Points":
        spoken_to = _spoken_to(sentence, draft)  # "he's on you, Ysolde"
        if spoken_to not in (None, draft.who):
            draft.fields["target"] = spoken_to


def _of_somebody_else(sentence: Sentence, draft: Draft, who: str | None) -> bool:
    """ "Lis, 2 points, and he's stable": "he" after a name called out is another, whose the points are."""
    later = [other for other in sentence.out if other.start > draft.start and other.act in SUFFERS]
    earlier = [other for other in sentence.out if other.start < draft.start and other.act in SUFFERS]
    spoken_to = [chunk.person for chunk in sentence.called if chunk.start < draft.start]
    spoken_of = any(other.pronoun for other in (*later[:1], *earlier[-1:]))
    return who is not None and who in spoken_to and spoken_of


def _from_the_words(sentence: Sentence, draft: Draft, roles: _Roles) -> str | None:
    """Whoever suffered before, was called out, or acted, as fits the act."""
    spoken_to = _spoken_to(sentence, draft)
    if draft.act in SUFFERS:
        clause = next((one for one in sentence.clauses if one.start <= draft.start < one.end), None)
        here = [
            chunk
            for chunk in sentence.called
            if clause is not None and clause.start <= chunk.start < draft.start
        ]
        if here and not draft.joined:
            return here[-1].person  # "hits, 4, Kaelin you're at 18"
        if roles.sufferer is not None:
            return roles.sufferer
        return None if roles.struck or spoken_to == sentence.at.current else spoken_to
    if draft.act not in ADDRESSED or spoken_to is not None:
        return spoken_to
    return roles.actor if draft.act == "Ask" or (draft.act == "Moved" and roles.called_up) else None


def _spoken_to(sentence: Sentence, draft: Draft) -> str | None:
    before = [chunk for chunk in sentence.called if chunk.start < draft.start]
    if before:
        return before[-1].person
    after = next((chunk for chunk in sentence.called if _near(sentence, chunk, draft)), None)
    if after is not None and draft.act == "Ask" and after.person == sentence.at.target:
        return None  # "damage Torvik": on him
    return after.person if after is not None and not _is_next(sentence, after) else None


def _near(sentence: Sentence, chunk: Chunk, draft: Draft) -> bool:
    """Whether a name is called out for these words: alone in its clause, or in theirs."""
    clause = sentence.clause(chunk)
    return clause.start <= draft.start < clause.end or len(clause.chunks) == 1


def _is_next(sentence: Sentence, chunk: Chunk) -> bool:
    """ "miss, Torvik?": after a verdict a name with a question mark is the next to move."""
    clause = sentence.clause(chunk)
    spoken = any(draft.act in AFTERMATH and draft.start < chunk.start for draft in sentence.out)
    asked = any(draft.act in ("Ask", "Call", "RoundCall", "Waiver") for draft in sentence.out)
    if not spoken or asked or len(clause.chunks) > 1:
        return False
    at = sentence.at
    return clause.question or (at.current is not None and chunk.person not in (at.current, at.target))


def _complete(sentence: Sentence, draft: Draft) -> None:
    entries = draft.fields.get("entries")
    if entries and isinstance(entries[0], int):  # "you're on 103 and 3"
        who = draft.fields.pop("who", None)
        draft.fields["entries"] = tuple((who, value) for value in entries) if who else ()
    elif draft.act == "Call" and draft.who is None:
        said = {token.word for token in sentence.tokens[draft.start : draft.end]}
        if not said.isdisjoint(sentence.book.classes["owner_you"] | sentence.book.words.second):
            draft.fields["who"] = sentence.addressed  # "8 on you, Bram. Your turn"


def _is_whole(sentence: Sentence, draft: Draft) -> bool:
    """Whether an act has what it cannot do without."""
    if draft.act == "Call":
        return draft.who is not None
    if draft.act == "Order":
        return bool(draft.fields["entries"])
    if draft.act == "FightEnd":
        return not (draft.free and draft.fields.get("winner") is None)
    if draft.act == "Stated" and draft.who is None and draft.end < len(sentence.tokens):
        after = sentence.tokens[draft.end]
        return not (after.kind == SOFT and after.word == ":")  # "bleeding: …" is a heading
    return True


def lone_names(sentence: Sentence) -> None:
    """A name alone in its clause calls for that combatant's move."""
    if any(clause.loose for clause in sentence.clauses):
        return
    if not all(draft.act in AFTERMATH for draft in sentence.out):
        return
    in_fight = sentence.at.phase == "action" or any(
        draft.act in AFTERMATH or draft.act == "Moved" for draft in sentence.before
    )
    lead_in = sentence.book.classes["lead_in"] | {""}
    if any(not clause.chunks and not _words_of(sentence, clause) <= lead_in for clause in sentence.clauses):
        return  # "Kaelin, ready?"
    for chunk in sentence.called:
        clause = sentence.clause(chunk)
        if chunk.person is None or (len(sentence.called) > 1 and not clause.question):
            continue
        if len(clause.chunks) != 1 or not _words_of(sentence, clause) <= lead_in:
            continue
        if sentence.out and not _is_next(sentence, chunk):
            continue
        if clause.question or sentence.out or (in_fight and not _talk_after(sentence)):
            sentence.add("Call", {"who": chunk.person}, chunk.start, chunk.end).lone = True
            return


def _words_of(sentence: Sentence, clause: Clause) -> set[str]:
    return {token.word for token in sentence.tokens[clause.start : clause.end]}


def _talk_after(sentence: Sentence) -> bool:
    """Whether the next sentence holds words nobody explains."""
    after = [clause for clause in sentence.message.clauses if clause.sentence == sentence.number + 1]
    return any(clause.loose for clause in after)
