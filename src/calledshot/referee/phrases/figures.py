"""What names with numbers and bare numbers mean: initiatives, pools, points, a penalty, a count.

The words around them decide first, what is due next, and the size of the figure last.
"""

from __future__ import annotations

from typing import Any

from calledshot.referee.phrases.chunks import Chunk
from calledshot.referee.phrases.lists import Pairs
from calledshot.referee.phrases.sentence import Sentence
from calledshot.referee.phrases.tokens import HARD, SOFT

PLAIN_POOL = 60
"""A figure beside a name, with nothing else to go by: below this it is what somebody has left, from here on
an initiative."""
STEP = 5
"""Penalties to a roll go by fives."""
SMALL = 20
"""A figure before a name, where damage waits to be told and nobody's counts are known: below this it is the
points, from here on a count."""
LARGE = 100
"""A figure from here on is an initiative, whatever it stands beside."""
ON_DICE = ("hit", "critical", "miss", "fumble", "saved", "failed")
"""Verdicts on a roll, which may be repeated before them."""
STANDS = frozenset({"Pool", "Stated", "FightEnd"})
"""Acts that tell how somebody stands after a blow: a figure before them is its points."""


def pairs(sentence: Sentence, chunk: Chunk, said: Pairs) -> None:
    """Names with numbers."""
    clause = sentence.clause(chunk)
    (who, value), single = said.entries[0], len(said.entries) == 1
    if clause.loose:  # "Bram 120 you patch her up": whatever it says, it is his count
        first = single and not said.number_first and not clause.question and chunk.start == clause.start
        if first and sentence.at.phase == "action" and sentence.at.moves_at(who, value):
            sentence.add("Call", {"who": who, "at": value}, chunk.start, chunk.end)
        return
    if len(said.entries) == 2 and _count_and_penalty(sentence, chunk, said):
        return
    be = sentence.book.classes["be"]
    if single and said.gained:  # "+4 Torvik"
        sentence.add("Points", {"what": "healing", "amount": value, "who": who}, chunk.start, said.end)
    elif single and said.number_first:
        _number_first(sentence, chunk, said)
    elif single and sentence.out and sentence.out[-1].act == "MoveCount":  # "you have 2 moves, Torvik 1"
        sentence.add("MoveCount", {"count": value, "who": who}, chunk.start, chunk.end)
    elif single and value < 0 and _at_a_penalty(sentence, chunk, value):  # "Torvik, -30, to hit"
        sentence.add("Penalty", {"amount": value, "who": who}, chunk.start, chunk.end)
    elif single and "(" in said.links and _dice_asked(sentence):  # "save, Torvik (40)": what he needs
        chunk.pairs, chunk.person, chunk.end = None, who, chunk.start + 1
    elif single and value < 0 and -value == sentence.at.dealt:  # "Torvik -8"
        sentence.add("Points", {"what": "damage", "amount": -value, "who": who}, chunk.start, chunk.end)
    elif single and _is_count(sentence, chunk, said):
        sentence.add("Call", {"who": who, "at": value}, chunk.start, chunk.end)
    elif _are_pools(sentence, chunk, said) and not (clause.question and single):
        _pools(sentence, chunk, said)
    elif single and said.links and be.issuperset(said.links):
        return  # "Kaelin is 24"
    elif single and sentence.at.phase != "initiative":
        sentence.add("Call", {"who": who, "at": value}, chunk.start, chunk.end)
    else:
        sentence.add("Order", {"entries": said.entries}, chunk.start, chunk.end)


def _count_and_penalty(sentence: Sentence, chunk: Chunk, said: Pairs) -> bool:
    """ "Otho, at 13, -10": the count he moves at, and what his roll loses."""
    (who, count), (other, penalty) = said.entries
    if who != other or said.number_first or count <= 0 or penalty >= 0 or penalty % STEP:
        return False
    if sentence.at.phase != "action" or sentence.damage_spoken_of():
        return False
    sentence.add("Call", {"who": who, "at": count}, *said.spans[0])
    sentence.add("Penalty", {"amount": penalty, "who": who}, *said.spans[1])
    return True


def _at_a_penalty(sentence: Sentence, chunk: Chunk, value: int) -> bool:
    """A negative figure said to somebody who is to roll to hit, or has just rolled."""
    if _calls_after(sentence, chunk):
        return True
    if sentence.damage_spoken_of() or value % STEP:
        return False
    return "to_hit" in sentence.at.due or _asked_next(sentence)


def _asked_next(sentence: Sentence) -> bool:
    """Whether the sentence after this one asks for dice to hit."""
    after = (chunk for chunk in sentence.message.chunks if chunk.sentence == sentence.number + 1)
    gives = [give for chunk in after if chunk.rule is not None for give in chunk.rule.gives]
    return any(give.act == "Ask" and give.fields.get("what") == "to_hit" for give in gives)


def _dice_asked(sentence: Sentence) -> bool:
    return any(draft.act == "Ask" and draft.fields["what"] in ("save", "to_hit") for draft in sentence.out)


def _is_count(sentence: Sentence, chunk: Chunk, said: Pairs) -> bool:
    """Whether "Torvik on 33" is the count at which he moves: it is one of his that are still to come, and
    not what he has left; where neither is known, only if the words call him out."""
    (who, value), at = said.entries[0], sentence.at
    before, links = sentence.words_before(chunk), frozenset(said.links)
    if at.phase != "action" or said.of_most or any(word in sentence.book.pool_words for word in before):
        return False
    if not links.isdisjoint(sentence.book.classes["be"]) or "(" in links:
        return False
    expected = at.left.get(who)
    if value == expected:
        return False
    known = at.moves_at(who, value)
    if known is not None:
        return known and not _hurt(sentence, who)
    if _spoken_to_after(sentence, chunk):
        return True
    called = "," in links and not links.isdisjoint(("at", "on", "@"))
    return (called or "@" in links) and not sentence.damage_spoken_of()


def _spoken_to_after(sentence: Sentence, chunk: Chunk) -> bool:
    """ "Mirrin 80: your spell …": a colon, and the words go on to her."""
    tokens, words = sentence.tokens, sentence.book.words
    if chunk.end + 1 >= len(tokens) or tokens[chunk.end].word != ":":
        return False
    following = tokens[chunk.end + 1].word
    return following in words.second or words.owners.get(following) == "you"


def _hurt(sentence: Sentence, who: str) -> bool:
    """Whether points were given to somebody in this very sentence: the figure is what they leave, then."""
    if sentence.at.left:
        return False
    return any(draft.act == "Points" and draft.who in (who, None) for draft in sentence.out)


def _pools(sentence: Sentence, chunk: Chunk, said: Pairs) -> None:
    if sentence.clause(chunk).question:
        return
    named = sentence.book.pool_words
    pool = next((named[word] for word in sentence.words_before(chunk) if word in named), None)
    for (who, value), (start, end) in zip(said.entries, said.spans, strict=True):
        sentence.add("Pool", {"value": value, "who": who, "pool": pool}, start, end)


def _number_first(sentence: Sentence, chunk: Chunk, said: Pairs) -> None:
    """ "133: Elsinore" calls a count; "4, Corwin is at 36" tells points; "33, Torvik hits" repeats a roll."""
    who, value = said.entries[0]
    following = next(
        (other for other in sentence.chunks if other.start >= chunk.end and (other.rule or other.pairs)), None
    )
    gives = {give.act for give in following.rule.gives} if following is not None and following.rule else set()
    if sentence.clause(chunk).question is False and _tells_points(sentence, chunk, said):
        sentence.add("Points", {"what": "damage", "amount": abs(value), "who": who}, chunk.start, said.end)
        return
    if value < 0:  # no count has a sign; "+4" has lost its own
        return
    paired = following is not None and following.pairs is not None and not following.pairs.number_first
    if paired and not sentence.damage_spoken_of() and _are_counts(sentence, following):
        return  # "both 50, and Oda is the quicker: Oda 120, Bram 115"
    if paired or not STANDS.isdisjoint(gives):
        sentence.add("Points", {"what": "damage", "amount": value, "who": who}, chunk.start, chunk.start + 1)
        return
    if "Verdict" in gives and "Call" not in gives:
        return
    named = next((clause for clause in sentence.clauses if clause.start <= said.end - 1 < clause.end), None)
    if gives == {"Told"} or (
        named is not None and named.loose
    ):  # who knows: a count, or the points just struck
        sentence.add("Count", {"at": value}, chunk.start, chunk.start + 1)
    elif sentence.at.phase == "initiative" and not gives:
        sentence.add("Order", {"entries": said.entries}, chunk.start, said.end)
    else:
        sentence.add("Call", {"who": who, "at": value}, chunk.start, said.end)


def _are_counts(sentence: Sentence, following: Chunk | None) -> bool:
    said = following.pairs if following is not None else None
    if said is None:
        return False
    return sentence.at.phase == "initiative" or any(value >= LARGE for _, value in said.entries)


def _tells_points(sentence: Sentence, chunk: Chunk, said: Pairs) -> bool:
    """ "3, Torvik", "-8 Torvik": the points of the blow that waits to be told."""
    (who, value), at = said.entries[0], sentence.at
    if value < 0:
        return sentence.figure_due()
    if not sentence.figure_due() or said.links not in ((), (",",)) or at.phase == "initiative":
        return False
    if value == at.dealt:
        return True
    known = at.moves_at(who, value)
    return value < SMALL if known is None else not known


def _are_pools(sentence: Sentence, chunk: Chunk, said: Pairs) -> bool:
    """Whether the numbers beside the names are what each has left."""
    classes, before = sentence.book.classes, sentence.words_before(chunk)
    values = [value for _, value in said.entries]
    links = frozenset(said.links)
    if said.of_most or any(word in sentence.book.pool_words for word in before):
        return True
    if not classes["order_word"].isdisjoint(before):
        return False
    if min(values) <= 0:
        return True
    if len(values) == 1 and _calls_after(sentence, chunk):
        return False  # "Elsinore at 33: stab, to hit"
    if len(values) == 1 and links and classes["be"] >= links:
        return sentence.damage_spoken_of()
    if "at" in links and not classes["be"].isdisjoint(links):  # "Kaelin is at 12"
        return max(values) < LARGE or sentence.damage_spoken_of()
    if max(values) >= LARGE or len({who for who, _ in said.entries}) < len(said.entries):
        return False
    if sentence.damage_spoken_of() or any(
        draft.act == "RoundEnd" for draft in (*sentence.before, *sentence.out)
    ):
        return True
    if sentence.at.phase == "initiative" or len(values) > 1:
        return False
    if any(token.word in classes["then"] for token in sentence.tokens[: chunk.start]):
        return False
    if sentence.at.phase == "action" and links:
        return said.links != (",",) and max(values) < PLAIN_POOL
    return True


def _calls_after(sentence: Sentence, chunk: Chunk) -> bool:
    after = [other.rule for other in sentence.chunks if other.start >= chunk.end and other.rule is not None]
    return any(give.act in ("Ask", "Call") for rule in after for give in rule.gives)


def figure(sentence: Sentence, chunk: Chunk) -> None:
    """A bare figure: points where damage was due, else the count that initiative has come to."""
    summed, clause = chunk.sum, sentence.clause(chunk)
    if summed is None or clause.loose or sentence.supposed:
        return
    if _in_brackets(sentence, chunk) and _follows_points(sentence):  # "5 to Corwin (20)"
        sentence.add("Pool", {"value": summed.value}, chunk.start, chunk.end, free=True)
        return
    worked_out = summed.worked and sentence.at.phase != "initiative" and not clause.question
    if summed.taken or summed.value < 0:
        if not clause.question:
            step = STEP if "to_hit" in sentence.at.due or _asked_next(sentence) else 2 * STEP
            penalty = not summed.worked and not sentence.damage_spoken_of() and summed.value % step == 0
            minus = sentence.text[sentence.tokens[chunk.start].start].isalpha() and sentence.figure_due()
            if (minus or -summed.value == sentence.at.dealt) and not summed.worked:
                told = {"what": "damage", "amount": -summed.value}
                sentence.add("Points", told, chunk.start, chunk.end, free=True)
                return
            act, field = ("Penalty", "amount") if penalty else ("Pool", "value")
            sentence.add(act, {field: summed.value}, chunk.start, chunk.end, free=True)
    elif _mends(sentence, chunk):
        sentence.add("Points", {"what": "healing", "amount": summed.value}, chunk.start, chunk.end, free=True)
    elif sentence.figure_due() or worked_out:
        fields: dict[str, Any] = {"what": "damage", "amount": summed.value}
        fields |= {key: True for key in ("doubled", "halved") if getattr(summed, key)}
        sentence.add("Points", fields, chunk.start, chunk.end, free=True)
    elif sentence.at.phase == "action" and not summed.worked and not clause.question:
        sentence.add("Count", {"at": summed.value}, chunk.start, chunk.end)


def _mends(sentence: Sentence, chunk: Chunk) -> bool:
    """ "You patch her up, +3": a figure with a plus among words of mending."""
    if not sentence.tokens[chunk.start].signed:
        return False
    said = set(sentence.words_before(chunk))
    return not said.isdisjoint(sentence.book.classes["mending"])


def _in_brackets(sentence: Sentence, chunk: Chunk) -> bool:
    tokens = sentence.tokens
    opened = chunk.start > 0 and tokens[chunk.start - 1].word == "("
    return opened and (chunk.end == len(tokens) or tokens[chunk.end].kind in (SOFT, HARD))


def _follows_points(sentence: Sentence) -> bool:
    return bool(sentence.out) and sentence.out[-1].act == "Points"


def sort_out_counts(sentence: Sentence) -> None:
    """A figure before a verdict is the roll spoken of, "33, that's a hit"; before a pool it is damage,
    "9, down to 12"; before other points a part of them: no initiative count."""
    verdicts = [draft.start for draft in sentence.out if draft.is_verdict(*ON_DICE)]
    if "to_hit" in sentence.at.rolled:
        verdicts += [d.start for d in sentence.out if d.act == "Ask" and d.fields["what"] == "damage"]
    for made in (sentence.out, sentence.before):
        for draft in [draft for draft in made if draft.act == "Count"]:
            if any(start > draft.start for start in verdicts) or draft.fields["at"] == sentence.at.face:
                made.remove(draft)
    for draft in [draft for draft in sentence.out if draft.act == "Count"]:
        after = [other for other in sentence.out if other.start > draft.start]
        if any(other.act == "Points" for other in after):
            sentence.out.remove(draft)
        elif any(other.act in STANDS or other.is_verdict("disrupted") for other in after):
            draft.act, draft.free = "Points", True
            draft.fields = {"what": "damage", "amount": draft.fields["at"]}
