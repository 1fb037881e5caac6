"""The DM's hit or miss beside ours, and the fight goes on from his (PGM-1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calledshot.api import Verdict
from calledshot_combat_notes import dice, improvised, learning, mishaps, striking, wounds
from calledshot_combat_notes.state import Attack

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

STRUCK = ("hit", "critical")
_CORRECTS = re.compile(
    r"\b(?:wait|oops|whoops|sorry|actually|my bad|correction|(?:scratch|strike) that|i mean|er+m?"
    r"|hang on|hold on|nvm|never ?mind|misread|forgot|in fact)\b",
    re.IGNORECASE,
)
"""Words with which the DM takes back what he has just said."""

_MARGIN = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|way|well)\s{1,2}$",
    re.IGNORECASE,
)
_ROLL = re.compile(r"(?<!\w )\b(\d{1,2}) (?:hit|miss)(?:s|es)\b", re.IGNORECASE)
"""A roll and what it did: "2 misses Dory, 19 hits Fenn"."""


def _spoken_of(fight: NotesFight, act: Verdict) -> Attack | None:
    """The attack a verdict is about: the one named, else the last one rolled and not yet spoken to."""
    round_ = fight.round
    assert round_ is not None
    fitting = [
        one
        for one in round_.attacks
        if act.who in (None, one.who) and act.target in (None, one.target) and one.natural is not None
    ]
    said = _ROLL.match(act.text)
    if said is not None:
        told = [one for one in fitting if int(said[1]) in (one.natural, one.total)]
        if told or len(_ROLL.findall(fight.heard)) > 1:  # of several rolls, each with its number
            return _last([one for one in told if not one.confirmed] or told)
    open_ = [one for one in fitting if not one.confirmed]
    together = [one for one in open_ if one.latest > fight.said_before]
    if len(together) > 1:  # rolled one after another, and spoken to in their order
        exact = [one for one in together if one.ours == act.outcome]
        fits = [one for one in together if one.ours is not None and _same(one.ours, act.outcome)]
        return (exact or fits or together)[0]
    if len(open_) > 1:
        agreeing = [one for one in open_ if one.ours is not None and _same(one.ours, act.outcome)]
        unjudged = [one for one in open_ if one.ours is None]
        return _last(agreeing or unjudged or open_)
    return _last(open_ or fitting)


def _last(attacks: Sequence[Attack]) -> Attack | None:
    """The one that was rolled last."""
    return max(reversed(attacks), key=lambda one: one.latest, default=None)


def _same(ours: str, word: str) -> bool:
    return (ours in STRUCK) == (word in STRUCK)


def verdict(fight: NotesFight, act: Verdict) -> None:
    if act.outcome not in ("hit", "critical", "miss", "fumble"):
        return
    if _MARGIN.search(fight.heard[: max(0, act.column - 1)]) and act.text.casefold() in ("over", "short"):
        return  # "eight over": by how much it hits
    attack = improvised.told(fight, act) or _spoken_of(fight, act)
    if attack is None:
        return
    ours, word = attack.ours, act.outcome
    if attack.confirmed and _CORRECTS.search(fight.heard) and not _same(attack.outcome or "", word):
        if attack.verdict is not None:
            fight.encounter.retract(attack.verdict)
            attack.verdict = None
    elif attack.confirmed and (act.who is None or _same(attack.outcome or "", word)):
        return
    attack.confirmed = True
    if ours is None:
        played = attack.outcome
        learning.hit_or_miss(fight, attack, word in STRUCK)
        fight.encounter.judge("attack", attack.who, ours=None, theirs=word, agrees=None, words=act)
        if played is None:
            attack.outcome = word
            if word == "critical":
                attack.critical = True
            striking.tell(fight, attack)
            _follow(fight, attack, word)
        elif not _same(played, word):
            _replay(fight, attack, word)
        return
    same = ours == word or (ours == "critical" and word == "hit") or (ours == "miss" and word == "fumble")
    if attack.outcome == "fumble" and word in ("miss", "fumble"):
        same = True
    if same:
        fight.encounter.judge("attack", attack.who, ours=ours, theirs=word, agrees=True, words=act)
        if attack.outcome is not None and not _same(attack.outcome, ours):
            _replay(fight, attack, ours)
        return
    effect = _effect(attack, word)
    needed = f"a total of {attack.total} against {attack.needed}"
    if attack.needed is None:
        needed = f"a natural {attack.natural}"
    attack.verdict = fight.encounter.judge(
        "attack",
        attack.who,
        ours=ours,
        theirs=word,
        agrees=False,
        words=act,
        effect=effect,
        message=f"the DM rules a {word}; {needed} is a {ours}. {effect[0].upper()}{effect[1:]}",
    )
    if not fight.encounter.by_the_book:
        _replay(fight, attack, word)


def _effect(attack: Attack, word: str) -> str:
    if word not in STRUCK:
        if attack.dealt and attack.points is not None:
            return f"{attack.points} points of damage to {attack.target or 'the target'} are taken back"
        return "a blow that would have struck does nothing"
    if attack.outcome not in STRUCK:
        return "a blow that would have missed does damage"
    return "the damage is multiplied" if word == "critical" else "the damage is not multiplied"


def _follow(fight: NotesFight, attack: Attack, word: str) -> None:
    if word == "fumble":
        mishaps.fumble(fight, attack)
        striking.check_over(fight, attack)
    else:
        striking.follow(fight, attack)


def _replay(fight: NotesFight, attack: Attack, word: str) -> None:
    """Go on from the DM's result instead of ours."""
    before = attack.outcome
    attack.outcome = word
    attack.over = False
    if before in STRUCK and word not in STRUCK:
        fight.requests = [one for one in fight.requests if one.attack is not attack]
        striking.take_back(fight, attack)
        if word == "fumble":
            mishaps.fumble(fight, attack)
    elif before not in STRUCK and word in STRUCK:
        fight.requests = [one for one in fight.requests if one.attack is not attack]
        striking.follow(fight, attack)
        dice.recall(fight, attack)
    elif word == "critical":
        wounds.critical(fight, attack)
        _settle_again(fight, attack)
    elif before == "critical":
        fight.requests = [
            one for one in fight.requests if one.attack is not attack or one.what in ("damage", "knockdown")
        ]
        _settle_again(fight, attack)
    striking.stands_again(attack, fight)
    striking.check_over(fight, attack)


def _settle_again(fight: NotesFight, attack: Attack) -> None:
    if attack.dealt:
        striking.take_back(fight, attack)
        striking.settle(fight, attack)
