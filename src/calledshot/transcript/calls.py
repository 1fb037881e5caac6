"""Calls for instant messages or initiative in a room, in simple words: for putting windows beside a room.

What a call does to a fight is a ruleset's business, whose words know more; whoever has them passes a
function of his own to `merge`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from calledshot.finding import Finding
from calledshot.transcript import align
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold

_CALL = re.compile(
    r"\bIM'?[sS]?\b(?! (?:system|rules?|style|combat|fight|duel|spar|window|box|was|from|said|says|is late))"
    r"|\bims\b"
    r"|\bim'?s? (?:me|your?|ur|please|pls|plz|time|now|moves?|actions?)\b"
    r"|\binstant messages?\b|\b(?:send|give) (?:me )?(?:your|ur) (?:moves?|actions?|declarations?)\b"
    r"|\b(?:round|rnd|rd) ?#?\d{1,3}\W{1,3}im\W*$",
)
_NO_CALL = re.compile(
    r"\b(?:got|have|has|had|received|thanks?|thx|waiting|still|need|late|didn'?t|did|no|without|your last"
    r"|his|her|their|the) [^.!?]{0,25}\b(?:im|ims|im's|instant messages?)\b"
    r"|\bims? (?:are|is|were|was|in)\b|\bthat(?:'s| is) all\b",
    re.IGNORECASE,
)
_ROUND = re.compile(r"\binit(?:iative|iatives|s)?\b(?!\w)", re.IGNORECASE)


def asks_for_messages(event: Event) -> bool:
    """Whether somebody in the room calls for instant messages ("IMs please", "round 2, IMs"); not "got your
    IMs", not "im ready"."""
    if event.kind not in ("say", "emote"):
        return False
    text = event.text[:400]
    return _CALL.search(text) is not None and _NO_CALL.search(text) is None


def asks_for_initiative(event: Event) -> bool:
    """Whether somebody in the room calls for initiative: the place of a window's blocks in a fight where
    nobody calls for messages."""
    return event.kind in ("say", "emote") and _ROUND.search(event.text[:400]) is not None


def find_calls(
    room: Sequence[Event | Finding], is_call: Callable[[Event], bool], pgm: set[str], players: set[str]
) -> list[int]:
    """The places of the calls that `is_call` sees, made by the game master where known (`pgm`, folded names);
    not those to one of the `players` alone, and of several without a roll between only the last."""
    calls: list[int] = []
    rolled, number = True, None
    any_roll = any(isinstance(item, Event) and item.kind == "roll" for item in room)
    for index, item in enumerate(room):
        if not isinstance(item, Event):
            continue
        if item.kind == "roll":
            rolled = True
        elif is_call(item) and (not pgm or fold(item.speaker or "") in pgm):
            named = align.round_number(item.text)
            fresh = named is not None and number is not None and named != number
            if _to_one(item.text, players):
                continue
            if not rolled and not fresh and any_roll:
                calls.pop()
            calls.append(index)
            rolled, number = False, named or number
    return calls


def _to_one(text: str, players: set[str]) -> bool:
    """Whether a short call is meant for one person only: "Maelis, IM?"."""
    if len(text) > 60:
        return False
    first, comma, _ = text.partition(",")
    named = fold(first) if comma else fold(text.split(" ", 1)[0].rstrip(":,?"))
    return len(named) > 2 and any(player.startswith(named) or player == named for player in players)
