"""Which instant messages belong to which call in the room, where the room has no times.

A window shows, round after round, a player's declaration in one or several messages, the game master's "got
it" or a prompt, and chatter. Each message gets a score for how likely it opens a new block; the cut is
made at the score that gives as many blocks as the room has calls, if that is within what is plausible.
Windows with times share one time line, so that a player who sent nothing in a round is seen. What
remains open is said in a sentence a game master understands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from calledshot.transcript.event import Event

SURE = 4.0
"""A score from here on opens a block whatever the number of calls: a prompt answered, a round named."""
LOWEST_CUT = -1.0
"""Below this no message opens a block, whatever the number of calls: it corrects or chats."""

_PROMPT = re.compile(
    r"\b(?:ims?|i'?m'?s|moves?|actions?|declare|declarations?)\b[^?!.]{0,30}(?:[?!]|\bplease\b|\bpls\b|\bplz\b)"
    r"|\b(?:your|next|new) (?:move|im|round|declaration|action)s?\b"
    r"|\bround #?\d{1,3}\b|\bwhat (?:are|do) you\b"
    r"|^\W*(?:go|next|ready|waiting|im|ims|moves?)\W*$|\bgo ahead\b|\bsend (?:it|them|me)\b",
    re.IGNORECASE,
)
_ADDITION = re.compile(
    r"\W*(?:er+|um+|oops|wait|no wait|actually|correction|sorry|i mean|make (?:that|it)|change (?:that|it)|oh"
    r"|and|also|plus|ps|p\.s\.|but|if not|if that|otherwise|else|then|or|scratch that|nvm|never ?mind|instead"
    r"|with|using|unless|in which case|edit|typo|forgot|on second thou?ght)\b|\*?\w+\*$",
    re.IGNORECASE,
)
_AMENDS = re.compile(
    r"\b(?:instead|rather than|as well|too|also|not the|first im)\b|^\W*(?:no )?(?:hold|holding) back\b"
    r"|^\W*\w{1,12} (?:on|off)\W*$",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"\W*(?:o?k+|okay|kk|lol|lmao|rofl|haha+|heh|hi+|hey+|hello|yo|sup|brb|back|afk|bbl|thanks?|thx|ty|tks"
    r"|thank you|np|yw|gl|good luck|ready|yes|yep|yeah|ya|no|nope|sure|got it|sent|one sec(?:ond)?|sec|cool"
    r"|nice|gg|good game|good fight|cya|bye|later|night|gn|hm+|ah+|oh+|wow|damn|ugh|ouch|im here|i'm here"
    r"|here|k then|done|there|that'?s (?:it|all)|all set|roger|noted|great|fine)(?:\W+\w{1,12})?\W*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\W{0,3}(?:round|rnd|rd|r)[ .#:]{0,2}(\d{1,3})\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:round|rnd|rd)[ .#:]{0,3}(\d{1,3})\b", re.IGNORECASE)


class Item(Struct):
    """One event of a window, in the order of its time line. `talk` is false for what the client noted;
    `time` is in seconds, None if there is none."""

    window: int
    player: bool
    talk: bool
    event: Event
    time: float | None = None


class Block(Struct):
    """Messages that belong to one call: `label` where a round was named in them."""

    items: list[Item]
    label: int | None = None


def looks_declared(event: Event) -> bool:
    """Whether a player's message may be a declaration: not a greeting, an acknowledgement or a question."""
    text = event.text.strip()
    if not any(char.isalpha() for char in text) or text.endswith("?"):
        return False
    return _CHATTER.fullmatch(text[:80]) is None


def round_number(text: str) -> int | None:
    """The round that a call names ("Round 2, IMs please")."""
    match = _NUMBERED.search(text[:400])
    return int(match[1]) if match else None


def is_prompt(event: Event) -> bool:
    """Whether the game master asks for a declaration in a window."""
    return _PROMPT.search(event.text[:400]) is not None


class _State:
    """What is known while walking a time line: per window, whether it has declared in this block, whether
    it was answered or prompted since its last message, and when that was."""

    def __init__(self) -> None:
        self.declared: set[int] = set()
        self.acked: set[int] = set()
        self.prompted: set[int] = set()
        self.asked: set[int] = set()
        self.last: dict[int, float] = {}
        self.latest: float | None = None
        self.label: int | None = None

    def open(self) -> None:
        self.declared.clear()
        self.asked.clear()
        self.label = None


def blocks(
    items: Sequence[Item], wanted: Sequence[int], declares: Callable[[Event], bool]
) -> tuple[list[Item], list[Block]]:
    """A time line cut into blocks: (messages before the first block, blocks).

    The neutral cut, at 0, stands if it gives one of the `wanted` numbers of blocks; else the first of them
    that a plausible cut gives; else the cut that comes nearest to the first."""
    neutral = _walk(items, 0.0, declares)
    if len(neutral[1]) in wanted or not wanted:
        return neutral
    cuts = _cuts(items, declares)
    nearest = neutral
    for number in wanted:
        for cut in _about(cuts, number, items, declares):
            found = _walk(items, cut, declares)
            if len(found[1]) == number:
                return found
            if abs(len(found[1]) - wanted[0]) < abs(len(nearest[1]) - wanted[0]):
                nearest = found
    return nearest


def _cuts(items: Sequence[Item], declares: Callable[[Event], bool]) -> list[float]:
    """The scores at which the number of blocks may change, ascending, within what is plausible."""
    scores: list[float] = []
    for cut in (LOWEST_CUT, 0.0, SURE):
        _walk(items, cut, declares, scores)
    return sorted({score for score in scores if LOWEST_CUT <= score < SURE} | {SURE})


def _about(
    cuts: Sequence[float], number: int, items: Sequence[Item], declares: Callable[[Event], bool]
) -> Sequence[float]:
    """The few cuts around the one that should give so many blocks: the higher the cut, the fewer blocks."""
    low, high = 0, len(cuts)
    while low < high:
        middle = (low + high) // 2
        if len(_walk(items, cuts[middle], declares)[1]) > number:
            low = middle + 1
        else:
            high = middle
    return cuts[max(0, low - 2) : low + 3]


def _walk(
    items: Sequence[Item], cut: float, declares: Callable[[Event], bool], scores: list[float] | None = None
) -> tuple[list[Item], list[Block]]:
    state = _State()
    lead: list[Item] = []
    made: list[Block] = []
    for item in items:
        if not item.talk:
            (made[-1].items if made else lead).append(item)
            continue
        text = item.event.text
        label = _label(item)
        declared = item.player and declares(item.event)
        prompt = not item.player and is_prompt(item.event)
        if not made:
            opens = declared or prompt or label is not None
        else:
            score = _score(item, state, declared, prompt, label, text)
            if scores is not None:
                scores.append(score)
            opens = score >= cut
        if opens:
            state.open()
            made.append(Block([item], label))
        elif made:
            made[-1].items.append(item)
            if made[-1].label is None:
                made[-1].label = label
        else:
            lead.append(item)
        _note(item, state, declared, prompt, label)
    return lead, made


def _label(item: Item) -> int | None:
    match = _LABEL.match(item.event.text)
    return int(match[1]) if match else None


def _score(item: Item, state: _State, declared: bool, prompt: bool, label: int | None, text: str) -> float:
    window = item.window
    if label is not None and label != state.label and (state.label is not None or window in state.declared):
        return SURE + 1
    pause = None if item.time is None or state.latest is None else item.time - state.latest
    late = -3.0 if pause is None else _pause(pause) - 1.25  # who has yet to declare belongs here, or is slow
    if not item.player:
        if not prompt:
            return -9.0
        if window in state.declared:
            return 3.0 if pause is None or pause > 30 else 0.0
        return -0.8 if window in state.asked else late
    if not declared:
        return -4.0
    if window not in state.declared:
        return late
    if window in state.prompted:
        return SURE
    score = -0.5 + (2.0 if window in state.acked else 0.0)
    own = state.last.get(window)
    if item.time is not None and own is not None:
        score += _pause(item.time - own)
    words = len(text.split())
    score += min(words, 20) / 100 - (0.25 if words <= 2 else 0.0)  # of equals, the longer declares
    return score - 3.0 if _ADDITION.match(text) or _AMENDS.search(text) else score


def _pause(seconds: float) -> float:
    """What a pause before a message says for a new block."""
    if seconds < 20:
        return -2.5
    if seconds < 60:
        return -0.5
    return 1.0 if seconds < 180 else 2.5


def _note(item: Item, state: _State, declared: bool, prompt: bool, label: int | None) -> None:
    window = item.window
    if label is not None:
        state.label = label
    if item.player:
        if declared:
            state.declared.add(window)
        state.acked.discard(window)
        state.prompted.discard(window)
        if item.time is not None:
            state.last[window] = item.time
    elif prompt:
        state.prompted.add(window)
        state.asked.add(window)
    else:
        state.acked.add(window)
    if item.time is not None:
        state.latest = item.time


def players(block: Block) -> frozenset[int]:
    """The windows whose player wrote in a block."""
    return frozenset(item.window for item in block.items if item.player)


def assign(
    made: Sequence[Block], numbers: Sequence[int | None], active: Sequence[frozenset[int]]
) -> tuple[list[int], bool]:
    """Which call each block belongs to, and whether the room bears that out.

    `numbers` are the rounds the calls name, `active` the windows whose player rolled in the room after each
    call. Blocks go to calls in order; where there are fewer blocks than calls, calls after which the player
    rolled come first, a round named in a block goes to its own, and else it is the earliest that is free.
    Blocks beyond the last call belong to it."""
    if len(made) >= len(numbers):
        return [min(at, len(numbers) - 1) for at in range(len(made))], len(made) == len(numbers)
    blocks_, calls = len(made), len(numbers)
    who = [players(block) for block in made]
    # best[i][j]: score of blocks i… among calls j…; leaving a call out costs one for each who rolled after it
    best = [[float("-inf")] * (calls + 1) for _ in range(blocks_ + 1)]
    best[blocks_] = [-float(sum(len(one) for one in active[call:])) for call in range(calls + 1)]
    take = [[False] * (calls + 1) for _ in range(blocks_ + 1)]
    for block in range(blocks_ - 1, -1, -1):
        for call in range(calls - 1, -1, -1):
            here = _fit(made[block], who[block], numbers[call], active[call]) + best[block + 1][call + 1]
            later = best[block][call + 1] - len(active[call])
            take[block][call] = here >= later
            best[block][call] = max(here, later)
    where: list[int] = []
    call = 0
    for block in range(blocks_):
        while not take[block][call]:
            call += 1
        where.append(call)
        call += 1
    skipped = [active[at] for at in range(calls) if at not in where]
    borne_out = (
        any(active) and not any(skipped) and all(who[at] <= active[where[at]] for at in range(blocks_))
    )
    return where, borne_out


def _fit(block: Block, who: frozenset[int], number: int | None, active: frozenset[int]) -> float:
    named = 0.0
    if block.label is not None and number is not None:
        named = 10.0 if block.label == number else -10.0
    return named + 2 * len(who & active) - 2 * len(who - active) - len(active - who)
