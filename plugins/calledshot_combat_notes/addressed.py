"""What the DM says to somebody as "you": held, free, prone, up again; and answers in the midst of a
sentence ("Alda, a strength check, escape: 1d20").

Sentences that name whom they are about are `sayings`'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from calledshot.api import Act, Phrase, replace
from calledshot_combat_notes import acts, fighters
from calledshot_combat_notes.topics import TOPICS

LONGEST = 600
"""Characters of a message that is looked at."""
_SENTENCES = Phrase(r"[^\n;.!?]{1,600}", flags=0)
_STATE = Phrase(
    r"\byou(?:'re| are|r)(?: now| still){0,2} (?P<state>grappled|held(?: fast)?|pinned|grabbed|restrained"
    r"|free(?: again| now)?|loose(?: again)?|prone|on the ground|on your back|flat on your back"
    r"|knocked (?:down|prone)|(?:back )?on your feet(?: again)?|back up)\b(?! (?:to|of)\b)",
)
_GET = Phrase(r"\byou (?:get|break|wriggle|tear yourself) (?P<free>free|loose)\b")
_TOPIC = Phrase(
    r"[,–—-]\s{1,3}(?:the )?(?P<topic>" + "|".join(sorted(TOPICS, key=len, reverse=True)) + r")"
    r"\s{0,2}[:=]\s{0,3}(?P<words>\S.{0,250})",
)
FREE = ("free", "loose")
PRONE = ("prone", "ground", "back", "down")
"""The last word of a state that means one thing or another; all others are a hold."""
UP = ("feet", "up")


def read(text: str, names: Mapping[str, str], before: Sequence[Act]) -> list[Act]:
    """The acts of a message of the DM's that speak to somebody, beside those already read from it. Whom they
    are about is the one named in the sentence; None where nobody is."""
    plain = text[:LONGEST].replace("’", "'")
    return [
        act
        for act in _read(plain, names)
        if not any(one.column < act.end_column and act.column < one.end_column for one in before)
    ]


def _read(text: str, names: Mapping[str, str]) -> Iterator[Act]:
    for sentence in _SENTENCES.finditer(text):
        said = sentence[0]
        found = _STATE.search(said)
        if found is not None:
            yield _at(_state(found["state"], said, names), found, sentence.start())
        got = _GET.search(said)
        if got is not None and found is None:
            yield _at(acts.Held(who=_whom(said, names), free=True), got, sentence.start())
    topic = _TOPIC.search(text)
    if topic is not None:
        key = " ".join(topic["topic"].casefold().split())
        whose = _whom(text[: topic.start()], names)
        yield _at(acts.Told(topic=TOPICS[key], words=topic["words"].strip(), who=whose), topic, 0)


def _state(state: str, said: str, names: Mapping[str, str]) -> Act:
    last = next(
        (word for word in reversed(state.casefold().split()) if word not in ("again", "now", "fast")), ""
    )
    named = fighters.named(said, names)
    whom = named[-1] if named else None
    if last in FREE:
        return acts.Held(who=whom, free=True)
    if last in UP or last in PRONE:
        return acts.Lies(who=whom, prone=last in PRONE and state.casefold() != "back up")
    return acts.Held(who=whom, by=next((name for name in named if name != whom), None))


def _whom(said: str, names: Mapping[str, str]) -> str | None:
    named = fighters.named(said, names)
    return named[-1] if named else None


def _at(act: Act, found: re.Match[str], start: int) -> Act:
    return replace(
        act, text=found[0].strip(), column=start + found.start() + 1, end_column=start + found.end() + 1
    )
