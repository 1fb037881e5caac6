"""From a matched phrase to the acts it gives, with what filled its slots."""

from __future__ import annotations

from typing import Any

from calledshot.referee.phrases.book import Give, Rule
from calledshot.referee.phrases.chunks import Chunk, after_join
from calledshot.referee.phrases.draft import ADDRESSED, SUFFERS, Draft
from calledshot.referee.phrases.match import Capture, Person
from calledshot.referee.phrases.sentence import Sentence
from calledshot.referee.phrases.sums import Sum

NEEDED = frozenset({"each", "amount", "value", "count", "condition", "feet", "terms", "entries", "total"})
"""Fields without which an act says nothing; where the words leave them out, the act falls."""


def phrase(sentence: Sentence, chunk: Chunk, rule: Rule) -> None:
    """Add the drafts that a matched phrase gives where it holds."""
    for give in rule.gives:
        if not sentence.holds(chunk, rule, give.act):
            if _next_is_asked(sentence, chunk, rule, give):
                return
            continue
        draft = _draft(sentence, chunk, give)
        if draft is None:
            continue
        draft.before, draft.yields = rule.before, rule.yields
        everybody, others = draft.fields.pop("each", None), draft.fields.pop("others", None)
        if others is not None:
            for who in everybody or ():
                for other in others:
                    fields = draft.fields | {"who": who, "other": other}
                    sentence.add(draft.act, fields, draft.start, draft.end)
        elif everybody is not None:
            for who in everybody:
                sentence.add(draft.act, draft.fields | {"who": who}, draft.start, draft.end)
        else:
            sentence.out.append(_another_roll(sentence, draft) if rule.again else draft)


def _next_is_asked(sentence: Sentence, chunk: Chunk, rule: Rule, give: Give) -> bool:
    """ "miss Torvik?": a verdict, and the next to move, with nothing between."""
    target = chunk.captures.get("target")
    if give.act != "Verdict" or target is None or target.end != chunk.end or "who" in chunk.captures:
        return False
    person = target.value
    clause = sentence.clause(chunk)
    if not isinstance(person, Person) or person.name is None or not clause.question or clause.loose:
        return False
    sentence.add("Verdict", {"outcome": give.fields["outcome"]}, chunk.start, target.start)
    sentence.add("Call", {"who": person.name}, target.start, target.end)
    return True


def _draft(sentence: Sentence, chunk: Chunk, give: Give) -> Draft | None:
    draft = Draft(give.act, {}, chunk.start, chunk.end, sentence.number)
    draft.free = give.act in ADDRESSED or give.act in SUFFERS
    draft.bare_figure = chunk.end - chunk.start == 2
    draft.captured = not {"who", "target", "name"}.isdisjoint(chunk.captures)
    draft.joined = (
        "who" not in chunk.captures
        and sentence.tokens[chunk.start].value is None
        and after_join(sentence.tokens, chunk.start, sentence.book)
    )
    if give.act == "Points" and give.fields.get("who") == "$target":
        _dealt_by(chunk, draft)
    if give.act == "Distance" and "who" not in chunk.captures and "other" not in chunk.captures:
        who = _subject_of(sentence, chunk)  # "Wren is way back by the wall at missile range": hers alone
        if who is not None:
            draft.fields["who"] = who
    if give.act == "Distance":
        draft.free = "other" in chunk.captures and "who" in chunk.captures
    for name, value in give.fields.items():
        if not (isinstance(value, str) and value.startswith(("$", "-$"))):
            draft.fields[name] = value
        elif value.startswith("-"):
            if not _fill(sentence, chunk, draft, name, value[2:].split("|")):
                return None
            draft.fields[name] = -draft.fields[name]
        elif not _fill(sentence, chunk, draft, name, value[1:].split("|")):
            return None
    return _adjusted(sentence, chunk, draft)


def _dealt_by(chunk: Chunk, draft: Draft) -> None:
    capture = chunk.captures.get("who") or chunk.captures.get("name")
    if capture is None or not isinstance(capture.value, Person):
        return
    if capture.value.kind == "name":
        draft.fields["by"] = capture.value.name
    draft.by_you = capture.value.kind == "you"


def _fill(sentence: Sentence, chunk: Chunk, draft: Draft, name: str, slots: list[str]) -> bool:
    """Fill a field from the first of its slots that is filled; False if the whole act falls with it."""
    if slots == ["does"]:
        draft.fields[name] = _does(sentence, chunk)
        return True
    if slots[0] in ("who", "names"):
        slots = [*slots, "name"]
    captures = [chunk.captures[slot] for slot in slots if slot in chunk.captures]
    if not captures:
        return name not in NEEDED
    if name == "entries":
        draft.fields[name] = tuple(_figure_of(capture) for capture in captures)
        return True
    return _put(sentence, draft, name, captures[0])


def _put(sentence: Sentence, draft: Draft, name: str, capture: Capture) -> bool:
    value = capture.value
    if isinstance(value, Person):
        return _put_person(sentence, draft, name, value)
    if isinstance(value, Sum):
        draft.fields[name] = value.value
        if draft.act == "Points":
            draft.fields |= {key: True for key in ("doubled", "halved") if getattr(value, key)}
    elif value is None:  # words taken as they stand
        draft.fields[name] = sentence.words(capture.start, capture.end)
    elif name == "unit":
        draft.fields["feet"] *= sentence.book.unit_feet.get(str(value), 1.0)
    else:
        draft.fields[name] = float(str(value)) if name == "feet" else value
    return True


def _put_person(sentence: Sentence, draft: Draft, name: str, person: Person) -> bool:
    if person.kind == "i":
        if sentence.at.me is None:
            return False
        draft.fields[name] = sentence.at.me
    elif person.kind == "name":
        draft.fields[name] = (person.name,) if name == "names" else person.name
    if name == "target" and person.kind == "you":
        draft.to_you = True
    if name == "winner" and person.kind == "you":
        draft.free = True
    if name in ("who", "winner") and person.kind != "you":
        draft.free = False
        draft.pronoun = person.kind == "he"
    return True


def _figure_of(capture: Capture) -> int:
    return capture.value.value if isinstance(capture.value, Sum) else int(str(capture.value))


def _does(sentence: Sentence, chunk: Chunk) -> str:
    """The words for what somebody does: those after his name."""
    who = chunk.captures.get("who") or chunk.captures.get("name")
    start = who.end if who is not None else chunk.start
    if start < chunk.end and sentence.tokens[start].word == "'s":
        start += 1
    return sentence.words(start, chunk.end)


def _adjusted(sentence: Sentence, chunk: Chunk, draft: Draft) -> Draft | None:
    """What the figures make of an act: no points are no damage, a negative pool may be a penalty."""
    fields = draft.fields
    if (
        draft.act == "Verdict"
        and fields.get("target") == sentence.at.current is not None
        and fields.get("who") is None
    ):
        fields["who"] = fields.pop("target")  # "you hit, Torvik" without the comma
    if draft.act == "MoveCount" and _uncounted(sentence, chunk) and sentence.damage_spoken_of():
        draft.act, draft.fields = "Pool", {"value": fields["count"], "who": fields.get("who")}
        return draft
    if draft.act == "Points":
        words = {token.word for token in sentence.tokens[chunk.start : chunk.end]}
        draft.total = not words.isdisjoint(sentence.book.classes["in_all"]) or _goes_on(sentence, chunk)
        if fields["amount"] < 0:
            penalty = not sentence.damage_spoken_of() and fields["amount"] % 10 == 0
            draft.act = "Penalty" if penalty else "Pool"
            draft.fields = {"amount" if penalty else "value": fields["amount"], "who": fields.get("who")}
        elif fields["amount"] == 0:
            if fields["what"] != "damage":
                return None
            draft.act, draft.fields = "Verdict", {"outcome": "no_damage", "who": fields.get("who")}
    elif draft.act == "Pool" and _of_a_stranger(chunk) and not sentence.damage_spoken_of():
        return None  # "Zott is at 12": nobody we know, and no blow to tell by whom he means
    elif draft.act == "Pool" and _is_the_blow(sentence, chunk, fields):
        draft.act, draft.fields = "Points", {"what": "damage", "amount": abs(fields["value"])}
        draft.fields["who"] = fields.get("who")
    elif draft.act == "Pool" and _is_penalty(sentence, fields):
        draft.act, draft.fields = "Penalty", {"amount": fields["value"]}
    elif draft.act == "RoundCall" and fields.get("number") is not None:
        fields["fresh"] = True
    elif draft.act == "Call" and fields.get("who") is None and not draft.free:
        return None
    return draft


def _goes_on(sentence: Sentence, chunk: Chunk) -> bool:
    """ "+2 str is 24": what is added, and what it all comes to."""
    first = sentence.tokens[chunk.start]
    added = "gain" in chunk.captures or first.word in ("+", "plus", "add")
    return added and "sum" in chunk.captures and chunk.captures["sum"].start > chunk.start


def _subject_of(sentence: Sentence, chunk: Chunk) -> str | None:
    """The one name a clause begins with, if it is the clause of this chunk."""
    clause = sentence.clause(chunk)
    return next((name for at, name in sentence.subjects() if clause.start <= at < chunk.start), None)


def _of_a_stranger(chunk: Chunk) -> bool:
    who = chunk.captures.get("who")
    return who is not None and isinstance(who.value, Person) and who.value.kind == "thing"


def _uncounted(sentence: Sentence, chunk: Chunk) -> bool:
    """ "Kaelin has 9": a figure without the word for what it counts."""
    return sentence.tokens[chunk.end - 1].value is not None


def _is_the_blow(sentence: Sentence, chunk: Chunk, fields: dict[str, Any]) -> bool:
    """ "5 health" where five points wait to be told, and no word that says what is left."""
    at, words = sentence.at, {token.word for token in sentence.tokens[chunk.start : chunk.end]}
    if at.dealt is None or abs(fields["value"]) != at.dealt or fields["value"] in at.left.values():
        return False
    return words.isdisjoint(sentence.book.classes["standing"]) and words.isdisjoint(("pp", "->", "/"))


def _is_penalty(sentence: Sentence, fields: dict[str, Any]) -> bool:
    """ "at -30" while a to-hit roll is due."""
    named = fields.get("pool") is not None or fields.get("who") is not None
    return (
        fields["value"] < 0 and not named and "to_hit" in sentence.at.due and not sentence.damage_spoken_of()
    )


def _another_roll(sentence: Sentence, draft: Draft) -> Draft:
    """ "Roll again": more damage on top where damage was rolled, the table after a fumble, else leave to
    roll the same thing anew."""
    said = [*sentence.before, *sentence.out]
    last = next((other for other in reversed(said) if other.act in ("Verdict", "Points", "Ask")), None)
    if last is None:
        fumbled = "fumble" in sentence.at.due
        damage = "damage" in sentence.at.due or (draft.act == "Ask" and not sentence.at.due)
    else:
        fumbled, damage = last.is_verdict("fumble"), last.act == "Points"
    fields: dict[str, Any] = {"who": draft.who}
    words = {token.word for token in sentence.tokens[draft.start : draft.end]}
    named = bool(sentence.called) or draft.who is not None
    free_to_move = last is None and named and sentence.at.phase == "action" and not sentence.at.rolled
    rolls = not words.isdisjoint(sentence.book.classes["dice_word"]) or any(w[1:].isdigit() for w in words)
    if free_to_move and not rolls:
        made = Draft("Call", fields, draft.start, draft.end, draft.sentence)  # nothing to roll again
        made.free = draft.free
        return made
    if fumbled:
        act, fields = "Ask", fields | {"what": "fumble"}
    elif damage or sentence.has_word("max"):
        act, fields = "Ask", fields | {"what": "damage", "again": True}
    else:
        act, fields = "Waiver", fields | {"kind": "reroll"}
    made = Draft(act, fields, draft.start, draft.end, draft.sentence)
    made.free = draft.free
    return made
