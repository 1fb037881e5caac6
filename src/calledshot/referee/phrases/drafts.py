"""From a message's chunks to its acts, sentence by sentence, and what one sentence means for the next."""

from __future__ import annotations

from itertools import pairwise

from calledshot.referee.phrases import figures, giving, whom
from calledshot.referee.phrases.book import Phrasebook
from calledshot.referee.phrases.chunks import Chunk, Message
from calledshot.referee.phrases.draft import Draft, Situation
from calledshot.referee.phrases.sentence import Sentence
from calledshot.referee.phrases.tokens import HARD, SOFT

FIGURES = frozenset({"Count", "Points"})
"""Acts that may be nothing but a figure."""
ROUNDS = 20
"""Rounds of a fight that a figure before a call may number."""


def drafts(message: Message, text: str, book: Phrasebook, at: Situation) -> list[Draft]:
    """Everything the message does, in the order of its words, names filled in as far as it says them."""
    sentences: dict[int, list[Chunk]] = {}
    for chunk in message.chunks:
        sentences.setdefault(chunk.sentence, []).append(chunk)
    made: list[Draft] = []
    addressed: str | None = None
    spoken_of: str | None = None
    for number, chunks in sentences.items():
        sentence = Sentence(message, text, number, chunks, book, at, made, addressed, spoken_of)
        made += _read(sentence)
        about = {name for _, name in sentence.subjects()}
        idle = all(draft.act in ("Penalty", "Told") for draft in sentence.out)
        spoken_of = about.pop() if idle and len(about) == 1 else None
        addressed = sentence.called[-1].person if sentence.called else None
    _name_those_called_before(made)
    _one_call_at_a_time(made, message)
    _mended(made, message, book)
    for draft, following in pairwise(made):
        if draft.act == "Count" and following.act in ("Pool", "Stated"):  # "5. Garrock is at 24"
            draft.act, draft.fields = "Points", {"what": "damage", "amount": draft.fields["at"]}
    _changed_in_words(made, message, book)
    over = any(draft.act == "FightEnd" for draft in made)
    return [
        draft
        for i, draft in enumerate(made)
        if not (draft.before and not any(other.act in draft.before for other in made[i + 1 : i + 2]))
        and not (over and draft.act == "Terms")  # "first blood, Maelis wins" sets no terms
    ]


def _read(sentence: Sentence) -> list[Draft]:
    sentence.called = whom.called_out(sentence)
    for chunk in sentence.chunks:
        if chunk.rule is not None:
            giving.phrase(sentence, chunk, chunk.rule)
        elif chunk.pairs is not None:
            figures.pairs(sentence, chunk, chunk.pairs)
        else:
            figures.figure(sentence, chunk)
    figures.sort_out_counts(sentence)
    sentence.called = whom.called_out(sentence)  # anew: a figure may have taken a name with it
    whom.fill(sentence)
    sentence.out = [made for draft in sentence.out for made in _to_each(draft)]
    whom.lone_names(sentence)
    given = [draft.act for draft in sentence.out]
    kept = (draft for draft in sentence.out if not (draft.yields and given.count(draft.act) > 1))
    return sorted(kept, key=lambda draft: draft.start)


def _to_each(draft: Draft) -> list[Draft]:
    """A call for secret moves to certain people only is a request to each of them."""
    fields = draft.fields
    if (
        draft.act != "RoundCall"
        or fields["phase"] != "declare"
        or not fields.get("names")
        or fields.get("fresh")
    ):
        return [draft]
    return [
        Draft("Ask", {"what": "declaration", "who": name}, draft.start, draft.end, draft.sentence)
        for name in fields["names"]
    ]


def _mended(made: list[Draft], message: Message, book: Phrasebook) -> None:
    """ "Oda tends to Bram: 3 points": points told with words of mending are points back."""
    tokens = message.tokens
    if any(draft.is_verdict("hit", "critical") for draft in made):
        return
    for draft in made:
        if draft.act != "Points" or draft.fields["what"] != "damage":
            continue
        starts = [clause.start for clause in message.clauses if clause.sentence == draft.sentence]
        said = {token.word for token in tokens[min(starts) : draft.end]}
        if not said.isdisjoint(book.classes["mending"]) and said.isdisjoint(book.classes["harming"]):
            draft.fields["what"] = "healing"


def _changed_in_words(made: list[Draft], message: Message, book: Phrasebook) -> None:
    """ "4, but I'm doubling it. 8": the figure before such words is what was doubled, no points besides."""
    for draft, following in pairwise(list(made)):
        if draft.act not in FIGURES or following.act not in FIGURES:
            continue
        was, now = (one.fields["at" if one.act == "Count" else "amount"] for one in (draft, following))
        between = {token.word for token in message.tokens[draft.end : following.start]}
        for change, value in (("doubled", 2 * was), ("halved", was // 2)):
            if now == value and not between.isdisjoint(book.classes["changing_" + change]):
                following.act, following.free = "Points", True
                following.fields = {"what": "damage", "amount": now, change: True}
                made.remove(draft)
                break


def _one_call_at_a_time(made: list[Draft], message: Message) -> None:
    """ "2. Init": the number told before a call is that of its round. "IMs please, and then init": what comes
    after is no call yet."""
    for draft, following in pairwise(list(made)):
        if following.act != "RoundCall" or draft not in made:
            continue
        between = {token.word for token in message.tokens[draft.end : following.start + 1]}
        if draft.act == "Count" and draft.fields["at"] <= ROUNDS and not following.fields.get("number"):
            following.fields.update(number=draft.fields["at"], fresh=True)
            made.remove(draft)
        elif (
            draft.act == "RoundCall"
            and (draft.fields["phase"], following.fields["phase"]) == ("declare", "initiative")
            and not between.isdisjoint(("then", "after", "afterwards"))
        ):
            made.remove(following)


def _name_those_called_before(made: list[Draft]) -> None:
    """ "Torvik? init please": the name before a call for initiative is whom it is for."""
    for call, following in pairwise(list(made)):
        fields = following.fields
        if call.lone and following.act == "RoundCall" and not fields.get("names") and not fields.get("fresh"):
            fields["names"] = (call.who,)
            made.remove(call)
            return


def announced(message: Message) -> list[Draft]:
    """A total a player announces by its figure alone: "(170)", or the whole message a number or sum."""
    tokens = message.tokens
    alone = not any(clause.loose for clause in message.clauses) and len(message.chunks) == 1
    for chunk in message.chunks:
        if chunk.sum is None:
            continue
        opened = chunk.start > 0 and tokens[chunk.start - 1].word == "("
        closed = chunk.end == len(tokens) or tokens[chunk.end].kind in (SOFT, HARD)
        if alone or (opened and closed):
            return [Draft("Announced", {"total": chunk.sum.value}, chunk.start, chunk.end, chunk.sentence)]
    return []
