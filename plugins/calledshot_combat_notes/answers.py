"""What the DM's answers do: each topic's words, as far as they can be read, and kept as they are said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from calledshot.api import replace
from calledshot_combat_notes import (
    acts,
    book,
    felling,
    fighters,
    fumbles,
    mishaps,
    moving,
    playing,
    striking,
    values,
    wounds,
)
from calledshot_combat_notes.state import Deed, Injury, Question

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

_NUMBER = re.compile(r"(?<![\w.])([+-]?\d{1,3})(?![\w.]*\d)")
_DICE = re.compile(r"(?<!\w)(\d{0,2}d\d{1,3})(?!\w)", re.IGNORECASE)
_NO = re.compile(
    r"\b(?:no|not|none|nothing|holds|keeps|kept|isn't|doesn't|unharmed|undamaged|fine|intact)\b", re.I
)
_FUMBLES: tuple[tuple[str, str], ...] = (
    (r"break|broke|snap|shatter", "weapon-broken"),
    (r"drop|lose|lost|fl(?:y|ies|ew)|slip|disarm|let go", "weapon-dropped"),
    (
        r"\bself|himself|herself|itself|yourself|own (?:foot|toe|leg|hand|arm|knee|face)"
        r"|hurts? (?:his|her|your) own|\btakes? (?:an? |1)?d4\b",
        "self-hurt",
    ),
    (r"ally|allies|friend|comrade|companion|another|other player", "hurt-ally"),
)
_DEGREES: tuple[tuple[str, str], ...] = (
    (r"graze", "grazed"),
    (r"struck|strike", "struck"),
    (r"injur", "injured"),
    (r"broken|breaks|broke", "broken"),
    (r"shatter", "shattered"),
    (r"sever", "severed"),
    (r"crush", "crushed"),
)


def apply(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    """An answer: into the record, and into the fight where it decides something."""
    clause = question.clause if question is not None else CLAUSES.get(act.topic, "CN-001")
    who = question.who if question is not None else act.who
    fight.encounter.rule(
        "told", act.topic, act.who or who, clauses=(clause,), words=act.words, topic=act.topic
    )
    takes = TAKES.get(act.topic)
    if takes is not None:
        takes(fight, act, question)


CLAUSES: Mapping[str, str] = {
    "critical_event": "CN-227",
    "fumble": "CN-702",
    "opportunity": "CN-100",
    "injury": "CN-622",
    "bolt": "CN-718",
    "escape": "CN-037",
    "parry": "CN-314",
    "cover": "CN-318",
    "guard": "CN-319",
    "unarmed": "CN-315",
    "charge": "CN-323",
    "run": "CN-334",
    "sprint": "CN-335",
    "item": "CN-316",
    "armour": "CN-624",
    "item_save": "CN-626",
    "displaced": "CN-424",
    "closing": "CN-204",
    "kd_die": "CN-710",
    "weapon_type": "CN-613",
    "target_type": "CN-614",
    "facing": "CN-103",
    "overrun": "CN-420",
    "healing": "CN-628",
    "encumbrance": "CN-400",
    "spell": "CN-508",
    "interruption": "CN-508",
    "shots": "CN-325",
    "part": "CN-616",
}


def number(words: str) -> int | None:
    """The first number of an answer."""
    found = _NUMBER.search(words)
    return int(found[1]) if found else None


def fumble_kind(words: str) -> str:
    """Which of the results of a fumble the words tell.

    CN-703.
    """
    folded = words.casefold()
    for kind in fumbles.RESULTS:
        if kind in folded.replace(" ", "-"):
            return kind
    return next((kind for pattern, kind in _FUMBLES if re.search(pattern, folded)), "other")


def degree(words: str) -> str | None:
    """Which of the degrees of injury the words tell; None for none of them.

    CN-622.
    """
    folded = words.casefold()
    return next((name for pattern, name in _DEGREES if re.search(pattern, folded)), None)


def escape_check(fight: NotesFight) -> tuple[str, int, bool] | None:
    """Dice and number for breaking free: the campaign's, or the DM's answer.

    CN-037.
    """
    check = book.rulebook(fight.campaign).escape
    if check is not None:
        return check.dice, check.needed, check.under
    said = fight.answers.get("escape")
    if said is None:
        return None
    dice = _DICE.search(said)
    needed = number(_DICE.sub(" ", said))
    if dice is None or needed is None:
        return None
    return dice[1], needed, bool(re.search(r"\b(?:under|or less|or lower|at most)\b", said, re.IGNORECASE))


# -- topic by topic -------------------------------------------------------------------------------


def _fumble(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    attack = question.attack if question is not None else fight.last_attack
    if attack is None:
        return
    fight.requests = [
        one for one in fight.requests if not (one.what == "fumble_result" and one.attack is attack)
    ]
    own = fight.fighters[attack.who]
    named = [
        name
        for name in fighters.named(act.words, _forms(fight))
        if name != attack.who and name in fight.fighters and fight.fighters[name].side == own.side
    ]
    kind = fumble_kind(act.words)
    if named and kind in ("other", "hurt-ally"):
        kind = "hurt-ally"
    elif attack.who in fighters.named(act.words, _forms(fight)) and kind == "other":
        kind = "self-hurt"
    amount = number(_DICE.sub(" ", act.words))
    dice = _DICE.search(act.words)
    too_much = amount is not None and amount > fumbles.MOST_DAMAGE
    other_dice = dice is not None and dice[1].casefold().lstrip("1") != fumbles.DAMAGE.lstrip("1")
    if kind in fumbles.HURTS and (too_much or other_dice):
        fight.encounter.find(
            "CN-704", "a fumble does 1d4 points and never more", attack.who, severity="warning"
        )
    mishaps.fumbled(fight, attack, kind, act.words, named[0] if named else None)
    striking.check_over(fight, attack)


def _forms(fight: NotesFight) -> Mapping[str, str]:
    known = dict(fight.encounter.names.items()) | {name.casefold(): name for name in fight.fighters}
    return known | dict(fight.forms)


def _injury(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    attack = question.attack if question is not None else fight.last_attack
    if attack is None or attack.target is None:
        return
    if attack.injury is None:
        attack.injury = Injury(location=attack.location, severity=attack.severity)
    none = re.match(r"\W{0,3}(?:no|none|nothing)\b", act.words, re.IGNORECASE)
    if none is not None:
        return  # "may result": the DM grants none
    attack.injury.degree, attack.injury.effect = degree(act.words), act.words
    wounds.suffer(fight, fight.fighters[attack.target], attack)
    fight.requests = [
        one for one in fight.requests if one.attack is not attack or one.what not in ("location", "severity")
    ]
    striking.check_over(fight, attack)


def _charge(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    bonus = number(act.words)
    if bonus is None:
        return
    fight.charge_bonus = bonus
    for request in fight.requests:
        attack = request.attack
        if request.what != "to_hit" or attack is None or attack.deed is None:
            continue
        if attack.deed.move.action == "charge" and attack.natural is None:
            striking.figures(fight, attack)
            request.modifier = attack.modifier


def _multiple(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    times = number(act.words)
    if times is not None and times > 0:
        fight.settings = {**fight.settings, f"{act.topic}_multiple": times}
        fight.campaign = replace(fight.campaign, settings=fight.settings)


def _kd_die(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    from calledshot_combat_notes.schema import Weapon

    dice = _DICE.search(act.words)
    attack = question.attack if question is not None else fight.last_attack
    if dice is None or attack is None:
        return
    fighter = fight.fighters[attack.who]
    weapon = attack.weapon if attack.weapon is not None else Weapon(name="unarmed", natural=True)
    attack.weapon = replace(weapon, kd_die=dice[1])
    if weapon.name != "unarmed":
        fighters.take_up(fighter, weapon).weapon = attack.weapon
    if attack.struck:
        attack.over = False
        felling.ask_knockdown(fight, attack)


def _armour(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    attack = question.attack if question is not None else fight.last_attack
    if attack is None or attack.target is None:
        return
    target = fight.fighters[attack.target]
    spared = _NO.search(act.words) is not None
    if question is None and spared and target.degrade:
        target.degrade -= 1
        fight.encounter.rule("armour", "kept", target.name, clauses=("CN-624",), degrade=target.degrade)
    elif question is not None and not spared:
        wounds.damage_armour(fight, target, ("CN-624",))


def _item_save(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    needed = number(act.words)
    if question is None or question.who is None or needed is None:
        return
    wounds.ask_item_save(fight, fight.fighters[question.who], None, needed)


def _item(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    slot = values.phase_number(act.words.strip(" .!"))
    if slot is None or fight.round is None:
        return
    for deed in fight.round.queue:
        if deed.kind == "item" and deed.slot is None and deed.open:
            deed.slot = deed.at = slot
    playing.sort(fight)


def _displaced(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    found = re.search(r"\(\s{0,2}(-?\d{1,4})\s{0,2}[,;/]\s{0,2}(-?\d{1,4})\s{0,2}\)", act.words)
    who = act.who or next(iter(fighters.named(act.words, _forms(fight))), None)
    if found is not None and who is not None:
        fight.scene.place(fight.join(who).name, (int(found[1]), int(found[2])))


def _types(fight: NotesFight, act: acts.Told, question: Question | None) -> None:

    attack = question.attack if question is not None else None
    if attack is None or attack.target is None:
        return
    if act.topic == "weapon_type" and attack.weapon is not None:
        letters = values.type_letters(act.words.strip(" .!"))
        if letters:
            attack.weapon = replace(attack.weapon, type_=letters[0])
    if act.topic == "target_type":
        kind = values.target_kind(act.words.strip(" .!"))
        target = fight.fighters[attack.target]
        if kind is not None:
            target.sheet = replace(target.sheet, target_type_=kind)


def _outside(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    """What the notes do not know is played as the DM says: an act in the base phase.

    CN-001.
    """
    round_ = fight.round
    if question is None or question.who is None or round_ is None:
        return
    plan = round_.plans.get(question.who)
    if plan is None or plan.deeds or round_.phase != "action":
        return
    fighter = fight.fighters[question.who]
    from calledshot_combat_notes import slots

    slot = slots.base(fighter.sheet.size)
    deed = Deed(
        who=fighter.name,
        kind="act",
        label=plan.move.action,
        plan=plan,
        slot=slot,
        at=slot or slots.LAST_PHASE,
    )
    plan.deeds = [deed]
    round_.queue.append(deed)
    playing.sort(fight)
    playing.advance(fight)


def _encumbrance(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    """Movement after a change of load.

    CN-400.
    """

    points = number(act.words)
    who = act.who or (question.who if question is not None else None)
    if points is None or points < 0 or who is None:
        return
    fighter = fight.join(who)
    fighter.sheet = replace(fighter.sheet, mv=points)


def _healing(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    """The DM waives the magic that an injury needs.

    CN-628.
    """
    who = act.who or (question.who if question is not None else None)
    if who is None or _NO.search(act.words):
        return
    fight.join(who).injuries.clear()


def _part(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    attack = fight.last_attack
    if attack is not None and attack.injury is not None:
        attack.injury.part = act.words


def _escape(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    who = act.who or (question.who if question is not None else None)
    if who is None or who not in fight.fighters:
        return
    if escape_check(fight) is not None:
        moving.escape_now(fight, who)
        return
    free = re.search(r"\b(?:free|succeeds?|success|escapes?|out|loose)\b", act.words, re.IGNORECASE)
    if free is not None and _NO.search(act.words) is None:
        fighter = fight.fighters[who]
        fighter.grappled, fighter.held_by = False, None
        fight.encounter.rule("escape", "free", who, clauses=("CN-037",), roll=None, save=None)


def _opportunity(fight: NotesFight, act: acts.Told, question: Question | None) -> None:
    """The DM's word on whether an act draws one.

    CN-100; the setting is `aoo.confirm_with_dm`.
    """
    from calledshot_combat_notes import reacting

    if _NO.search(act.words) is not None:
        who = question.who if question is not None else act.who
        reacting.answered(fight, acts.Opportunity(taken=False, who=who), who or "", True)


Take = Callable[["NotesFight", acts.Told, Question | None], None]

TAKES: Mapping[str, Take] = {
    "fumble": _fumble,
    "opportunity": _opportunity,
    "injury": _injury,
    "charge": _charge,
    "run": _multiple,
    "sprint": _multiple,
    "kd_die": _kd_die,
    "armour": _armour,
    "item_save": _item_save,
    "item": _item,
    "displaced": _displaced,
    "weapon_type": _types,
    "target_type": _types,
    "outside": _outside,
    "encumbrance": _encumbrance,
    "healing": _healing,
    "part": _part,
    "escape": _escape,
}
