"""The DM's order beside that of the notes: a phase gone back to, somebody called before his own (CN-203,
CN-222, PGM-1).

Only what he says outright counts, a phase and a name in one breath or a phase behind a later one: players are
late, and many a table calls no phases at all. The order itself is `slots` and `playing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_combat_notes import slots
from calledshot_combat_notes.state import Deed

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def phase(fight: NotesFight, slot: int) -> None:
    """A phase is called: whether one that comes after it has been played already."""
    round_ = fight.round
    assert round_ is not None
    known = slot in round_.called
    round_.called[slot] = fight.encounter.event.seq
    if len(fight.named) == 1 and _calls(fight, fight.named[0], slot):
        own = [one for one in round_.queue if one.who == fight.named[0] and _waits(one)]
        if own:
            called(fight, own[0])
    if known or slot > slots.LAST_PHASE:
        return
    late = next((deed for deed in round_.queue if _waits(deed) and deed.slot == slot), None)
    later = [
        one.deed
        for one in round_.attacks
        if one.natural is not None and one.deed is not None and (one.deed.slot or 0) > slot
    ]
    if late is None or not later:
        return
    first = min(later, key=lambda deed: deed.slot or 0)
    _differs(
        fight,
        late.who,
        ours=slots.words(slot),
        theirs=f"after {slots.words(first.slot)}",
        message=f"{late.who} acts in {slots.words(slot)}, before {first.who} in {slots.words(first.slot)}",
    )


def _calls(fight: NotesFight, who: str, slot: int) -> bool:
    """Whether a message names somebody right behind the phase: "average: Kay", and not "it swings at Kay"."""
    text = fight.encounter.event.text.casefold()
    word = (slots.words(slot) or "").casefold()
    forms = [form for form, name in fight.forms.items() if name == who]
    for form in sorted((*forms, who.casefold()), key=len, reverse=True):
        at = text.find(form)
        if at > 0 and "?" not in text:
            return text[:at].rstrip(" \t:.,;!-–").endswith((word, f"{word} phase"))
    return False


def called(fight: NotesFight, deed: Deed) -> None:
    """Somebody is called together with a phase: whether it is one before his own."""
    round_ = fight.round
    if round_ is None or deed.slot is None or (deed.attack is not None and deed.attack.natural is not None):
        return
    now = [slot for slot, seq in round_.called.items() if seq == fight.encounter.event.seq]
    if len(now) != 1 or now[0] > slots.LAST_PHASE or deed.slot <= now[0]:
        return
    if any(one.slot == now[0] for one in deed.plan.deeds):
        return  # his movement, most likely
    ours, theirs = slots.words(deed.slot), slots.words(now[0])
    message = f"the DM has {deed.who} act in {theirs}; by the notes it is {ours}"
    _differs(fight, deed.who, ours=ours, theirs=theirs, message=message)


def _waits(deed: Deed) -> bool:
    rolled = deed.attack is not None and deed.attack.natural is not None
    return deed.kind == "attack" and not rolled and deed.status in ("queued", "waiting", "called")


def _differs(fight: NotesFight, who: str, *, ours: str | None, theirs: str | None, message: str) -> None:
    fight.encounter.judge("order", who, ours=ours, theirs=theirs, agrees=False, message=message)
