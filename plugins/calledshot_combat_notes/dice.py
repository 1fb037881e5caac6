"""Whose roll answers which request, and what answers nothing (DICE-3, DICE-4, DICE-6).

What a roll means once it is known what it is for is the other chapters' business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from calledshot.api import Event, Roll
from calledshot_combat_notes import (
    felling,
    fighters,
    improvised,
    lapsing,
    magic,
    mishaps,
    moving,
    playing,
    prompting,
    reacting,
    saving,
    striking,
    throws,
    wounds,
)
from calledshot_combat_notes.state import DM, Attack, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

TO_HIT = (1, 20)
SAVES = ("save", "item_save")
LONGEST_CLAIM = 120
"""Characters of a line that says what a roll is for; a longer one is role-play."""
MEANT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for what, words in (
        ("item_save", "item save|crushing blow|armou?r save"),
        ("knockdown", "knock ?down|kd"),
        ("fumble", "fumble|confirm"),
        ("location", "location|where it hits"),
        ("severity", "severity"),
        ("save", "save|saves (?:vs|versus|against|for|on|at|with|needs?)|saving throw|svs"),
        ("initiative", "init|initiative"),
        ("damage", "damage|dmg|dam"),
        ("to_hit", "to[- ]hit|attack roll"),
    )
)
"""Words that say what the next roll is for; of several the first that is said, of those the most telling."""
_SENTENCE = re.compile(r"[.!?](?=\s)")
_DICE = re.compile(r"(\d{0,2})d(\d{1,3})", re.IGNORECASE)


def parts(dice: str) -> tuple[int, int] | None:
    """Count and sides of dice such as "d8" or "2d4+1"."""
    found = _DICE.match(dice.strip())
    return (int(found[1] or 1), int(found[2])) if found else None


def fits(roll: Roll, dice: str | None) -> bool:
    """Whether the dice rolled are those asked for; where nobody knows which, any but a d20."""
    if dice is None:
        return (roll.count, roll.sides) != TO_HIT
    return (roll.count, roll.sides) == parts(dice)


def meant(text: str) -> str | None:
    """What the last sentence of a short line says that the next roll is for; None where it says nothing."""
    if len(text) > LONGEST_CLAIM:
        return None
    last = _SENTENCE.split(text.strip(" .!?)"))[-1]
    found = [(words.search(last), what) for what, words in MEANT]
    first = min(((hit.start(), place, what) for place, (hit, what) in enumerate(found) if hit), default=None)
    return first[2] if first is not None else None


def rolled(fight: NotesFight, roller: str, event: Event, pgm: bool) -> None:
    """A real roll: find what it is for, or say that nothing asked for it."""
    if not pgm and not fight.encounter.by_master:
        fight.throwers.add(fight.encounter.names.known(roller) or roller)
    _find(fight, roller, event, pgm)
    fight.spoken_of = ()


def _find(fight: NotesFight, roller: str, event: Event, pgm: bool) -> None:
    roll = event.roll
    assert roll is not None
    who = fight.encounter.names.known(roller) or roller
    if not pgm or who in fight.fighters:
        fighters.speaks(fight, who) if not pgm else None
    if throws.rolled(fight, who, event, pgm):
        fight.meant = None
        return
    round_ = fight.round
    if (
        round_ is not None
        and round_.phase == "initiative"
        and not any(_may(fight, one, who, pgm) and fits(roll, one.dice) for one in fight.requests)
    ):
        throws.accept_held(fight, "the table goes on")
    if pgm and (roll.count, roll.sides) == TO_HIT and _named_now(fight, who, event):
        fight.meant = None
        return
    request = _match(fight, who, roll, pgm)
    if request is None and lapsing.go_on(fight):
        request = _match(fight, who, roll, pgm)
    saves, fight.meant = fight.meant in SAVES, None
    if request is not None:
        answer(fight, request, event, who)
        return
    if not (saves and (roll.count, roll.sides) == TO_HIT) and _unasked(fight, who, event, pgm):
        return
    idle = _match(fight, who, roll, pgm, idle=True)
    if idle is not None:
        answer(fight, idle, event, who)
        return
    late = lapsing.late(fight, who, (roll.count, roll.sides))
    if late is not None:
        answer(fight, late, event, who)
        return
    _nothing(fight, who, event, pgm, named=saves)


def _named_now(fight: NotesFight, who: str, event: Event) -> bool:
    """The DM rolls for the opponent whom he has just named, whose turn we had not come to."""
    round_ = fight.round
    if round_ is None or round_.phase != "action" or fight.meant not in (None, "to_hit"):
        return False
    foes = [name for name in fight.named if name in fight.fighters and fight.is_npc(name)]
    if fight.current in fight.named and fight.current not in foes:
        return False  # it is another whom he has called
    if len(foes) != 1 or any(one.who in (foes[0], who, DM) for one in fight.requests):
        return False
    deed = playing.pending(fight, foes[0], "attack")
    if deed is None:
        return False
    playing.play_up_to(fight, deed)
    return _answered_now(fight, foes[0], event, who)


def _may(fight: NotesFight, request: Request, who: str, pgm: bool) -> bool:
    """Whether it is for this one to roll."""
    if request.what == "initiative":
        return False
    if request.who == who:
        return True
    return pgm and (request.who == DM or fight.is_npc(request.who))


def _match(fight: NotesFight, who: str, roll: Roll, pgm: bool, *, idle: bool = False) -> Request | None:
    """The request that a roll answers. `idle`: also one that changes nothing any more."""
    mine = [one for one in fight.requests if _may(fight, one, who, pgm)]
    if not idle and fight.meant not in SAVES:
        mine = [one for one in mine if not prompting.idle(fight, one)]
    told = [one for one in mine if one.what == fight.meant and fits(roll, one.dice)]
    if told:
        return told[0]
    exact = [one for one in mine if one.dice is not None and fits(roll, one.dice)]
    if fight.meant in SAVES and (roll.count, roll.sides) == TO_HIT:
        exact = [one for one in exact if one.what != "to_hit"]  # a save that is none of the notes'
    if exact:
        named = [one for one in exact if pgm and one.who in fight.named and one.who != DM]
        current = [one for one in exact if pgm and one.who == fight.current]
        return (named or current or exact)[0] if pgm else exact[0]
    loose = [one for one in mine if one.dice is None and fits(roll, None)]
    if loose:
        return loose[0]
    if pgm:  # the DM rolls for a player who is not there
        others = [one for one in fight.requests if one.what != "initiative" and one.dice is not None]
        return next((one for one in others if fits(roll, one.dice) and _stands_in(fight, one)), None)
    return None


def _stands_in(fight: NotesFight, request: Request) -> bool:
    """Whether the DM may have rolled what a player owes: he has named him, and him alone if he rolls his own
    dice."""
    if re.search(r"\b(?:opportunity|aoo|free (?:attack|swing))\b", fight.heard, re.IGNORECASE):
        return False  # a blow of the other side's comes between
    blow = fight.last_attack
    goes_on = blow is not None and fight.is_npc(blow.who) and blow.latest > fight.said_at
    if (
        request.what == "to_hit"
        and blow is not None
        and goes_on
        and playing.pending(fight, blow.who, "attack")
    ):
        return False  # the next blow of an opponent with several
    if request.who in fight.throwers:
        return fight.named == (request.who,)
    return request.who in fight.spoken_of or request.who in fight.named


def _unasked(fight: NotesFight, who: str, event: Event, pgm: bool) -> bool:
    """A roll that was not asked for, but says what it is for: an opportunity taken, one's next attack, the
    damage of a blow that only the DM could judge."""
    roll = event.roll
    assert roll is not None
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return False
    everybody = [one.name for one in fight.fighters.values() if pgm and fight.is_npc(one.name)]
    mine = [who] if who in fight.fighters else everybody
    if pgm and who in fight.fighters:
        mine += [name for name in everybody if name != who]
    named = [name for name in mine if name in fight.named or name == fight.current]
    blow = fight.last_attack
    if (roll.count, roll.sides) == TO_HIT:
        for name in (*named, *(one for one in mine if one not in named)):
            if reacting.take_by_roll(fight, name):
                return _answered_now(fight, name, event, who)
        for name in (*named, *(one for one in mine if one not in named)):
            deed = playing.pending(fight, name, "attack")
            if deed is not None:
                playing.play_up_to(fight, deed)
                return _answered_now(fight, name, event, who)
        own = playing.pending(fight, who, "act")
        if own is not None and own.move.action == "escape":
            playing.play_up_to(fight, own)
            return _answered_now(fight, who, event, who)
        for name in named:
            if improvised.guards(fight, name):
                return _answered_now(fight, name, event, who)
    elif magic.dice_told(fight, [*named, *mine], event):
        return True
    elif not pgm and (spell := playing.pending(fight, who, "spell")) is not None:
        playing.play_up_to(fight, spell)  # in whatever phase it is: he rolls for it
        return magic.dice_told(fight, [who], event)
    elif blow is not None and blow.outcome is None and blow.natural is not None and blow.who in mine:
        blow.outcome = "hit"  # damage is rolled: it was a hit
        striking.follow(fight, blow)
        owed = next((one for one in fight.requests if one.attack is blow and fits(roll, one.dice)), None)
        if owed is not None:
            answer(fight, owed, event, who)
            return True
    return False


def _answered_now(fight: NotesFight, name: str, event: Event, roller: str) -> bool:
    roll = event.roll
    assert roll is not None
    owed = next((one for one in fight.requests if one.who == name and fits(roll, one.dice)), None)
    if owed is None:
        return False
    answer(fight, owed, event, roller)
    return True


def _nothing(fight: NotesFight, who: str, event: Event, pgm: bool, *, named: bool = False) -> None:
    """Wrong dice, or dice that nothing of ours asked for; `named`: the table did, by a word for them."""
    roll = event.roll
    assert roll is not None
    owed = next((one for one in fight.requests if one.who == who and one.dice is not None), None)
    fight.encounter.note_roll(event, who if who in fight.fighters else None, None, counted=False)
    fight.stray[who] = event
    if not named:
        improvised.missed(fight, who, event)
    if pgm or who not in fight.fighters or fight.round is None:
        return
    if owed is not None:
        fight.encounter.find(
            "DICE-3",
            f"{owed.dice} was asked for ({owed.what.replace('_', ' ')}), not {roll.count}d{roll.sides};"
            " please roll again",
            who,
        )
    elif fight.round.phase == "action" and who not in fight.round.plans:
        fight.encounter.find("DICE-6", "rolled before anything was declared; it does not count", who)
    elif not named and not _rolled_along(fight, who, roll):
        fight.encounter.find("DICE-4", "nothing asked for this roll; kept aside", who)


def _rolled_along(fight: NotesFight, who: str, roll: Roll) -> bool:
    """Whether these are the damage dice of a blow that missed, thrown together with it."""
    made = fight.round.attacks if fight.round is not None else []
    blow = next((one for one in reversed(made) if one.who == who), None)
    if blow is None or blow.natural is None or blow.struck or blow.weapon is None:
        return False
    damage = blow.weapon.damage
    return isinstance(damage, str) and fits(roll, damage)


def recall(fight: NotesFight, attack: Attack) -> None:
    """The damage dice thrown together with a blow that only the DM lets strike."""
    event = fight.stray.get(attack.who)
    owed = next((one for one in fight.requests if one.attack is attack and one.what == "damage"), None)
    if event is None or event.roll is None or owed is None or event.seq < attack.latest:
        return
    if fits(event.roll, owed.dice):
        del fight.stray[attack.who]
        answer(fight, owed, event, attack.who)


Answer = Callable[["NotesFight", Request, Event], None]

ANSWERS: Mapping[str, Answer] = {
    "to_hit": striking.rolled,
    "damage": striking.damage_rolled,
    "save": saving.save_rolled,
    "item_save": saving.save_rolled,
    "location": wounds.location_rolled,
    "severity": wounds.severity_rolled,
    "knockdown": felling.knockdown_rolled,
    "fumble": mishaps.confirm_rolled,
    "fumble_result": mishaps.fumble_rolled,
    "fumble_damage": mishaps.fumble_damage,
    "critical_event": mishaps.critical_event,
    "escape": moving.escape_rolled,
}


def answer(fight: NotesFight, request: Request, event: Event, roller: str) -> None:
    """A roll put to its use."""
    fight.unasked = None
    if request in fight.requests:
        fight.requests.remove(request)
    whose = request.who if request.who in fight.fighters else None
    playing.passed(fight, request.deed)
    fight.encounter.note_roll(event, whose, request.what, counted=True)
    if request.what == "healing":
        _healed(fight, request, event)
        return
    ANSWERS[request.what](fight, request, event)


def _healed(fight: NotesFight, request: Request, event: Event) -> None:
    assert event.roll is not None and request.deed is not None
    fighter = fight.fighters[request.who]
    target = request.deed.move.target or fighter.name
    magic.heal(fight, fighter, target, event.roll.total, bool(request.details.get("repairs")))
    playing.done(fight, request.deed)
