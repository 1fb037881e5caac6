"""Who is in the fight, on whose side, and how he stands: from the sheets, or as the words show it.

No rule is decided here; status by reach is `threat`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from calledshot_combat_notes import book, opportunity, threat
from calledshot_combat_notes.schema import Sheet, Weapon
from calledshot_combat_notes.state import OPPONENTS, PARTY, Arm, Fighter, Injury
from calledshot_combat_notes.vocabulary import shoots

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

HELD = ("in_hand", "loaded")
"""States of a weapon that can be used at once."""
LONGEST = 4000
"""Characters of a message that are searched for names."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+){0,3}")


def side_of(sheet: Sheet | None, is_player: bool) -> str | None:
    """The side a sheet puts somebody on; None where nothing tells."""
    if sheet is not None and sheet.side is not None:
        return sheet.side.strip().casefold()
    if is_player or (sheet is not None and sheet.player is not None):
        return PARTY
    if sheet is not None and (sheet.class_group == "monster" or sheet.hd is not None):
        return OPPONENTS
    return None


def join(fight: NotesFight, name: str, side: str | None = None) -> Fighter:
    """The fighter of that name, entered with what his sheet says; `side` holds where nothing else tells."""
    known = fight.encounter.names.of(name)
    fighter = fight.fighters.get(known)
    if fighter is not None:
        return fighter
    sheet = fight.campaign.sheets.get(known)
    is_player = known in fight.seen_players or known in fight.campaign.names.values()
    found = side_of(sheet, is_player) or side or PARTY
    fighter = Fighter(
        name=known,
        sheet=sheet if sheet is not None else Sheet(),
        known=sheet is not None,
        side=found,
        spoken=known in fight.seen_players,
    )
    if sheet is not None:
        _from_sheet(fight, fighter, sheet)
    fight.fighters[known] = fighter
    fight.encounter.join(known)
    if sheet is None and fight.campaign.sheets and fighter.side == PARTY:
        fight.encounter.find("ID-2", f"{known} fights here, whom the campaign does not know", known)
    return fighter


def _from_sheet(fight: NotesFight, fighter: Fighter, sheet: Sheet) -> None:
    fighter.hp = sheet.hp if sheet.hp is not None else sheet.hp_max
    fighter.arms = [
        Arm(weapon=weapon, state=weapon.state) for weapon in book.arms(sheet, book.rulebook(fight.campaign))
    ]
    if len(fighter.arms) == 1 and fighter.arms[0].state is None:
        fighter.arms[0].state = "in_hand"
    fighter.grappled = sheet.held
    fighter.prone = bool(sheet.prone)
    fighter.degrade = (sheet.armour.degrade if sheet.armour is not None else None) or 0
    fighter.injuries = [
        Injury(
            location=one.location if isinstance(one.location, int) else None,
            part=one.location if isinstance(one.location, str) else None,
            severity=one.severity,
            degree=one.degree,
            effect=one.effect,
            needs_repair_spell=one.needs_repair_spell is not False,
        )
        for one in sheet.injuries or ()
    ]
    if sheet.position is not None and fighter.name not in fight.scene.places:
        fight.scene.place(fighter.name, sheet.position)
    if sheet.facing is not None:
        fight.scene.facings.setdefault(fighter.name, sheet.facing)


def speaks(fight: NotesFight, who: str) -> None:
    """Somebody has said or rolled something himself: he is a player's. What the DM enters for him shows
    nothing of the kind."""
    if fight.encounter.by_master:
        return
    fight.seen_players[who] = None
    fighter = fight.fighters.get(who)
    if fighter is not None and not fighter.spoken:
        fighter.spoken = True


def gather(fight: NotesFight, named: Iterable[str]) -> None:
    """Whoever comes into a round that opens is in the fight."""
    for name in coming(fight, named):
        join(fight, name)


def coming(fight: NotesFight, named: Iterable[str]) -> list[str]:
    """Who is there when a round opens: those named, players with a sheet who have spoken, opponents who have
    a place; and all of the party where none of them has said a word yet."""
    found = [fight.encounter.names.combatant(name) for name in named]
    here = {*found, *(() if fight.fresh or fight.over is not None else fight.fighters)}
    party = [
        name
        for name, sheet in fight.campaign.sheets.items()
        if (side_of(sheet, name in fight.campaign.names.values()) or PARTY) == PARTY
    ]
    spoken = [name for name in party if name in fight.seen_players]
    found += spoken or ([] if here.intersection(party) else party)
    found += [
        name
        for name, sheet in fight.campaign.sheets.items()
        if sheet.position is not None or name in fight.scene.places or sheet.threatens
    ]
    return list(dict.fromkeys(found))


def named(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Whom a message names, in order."""
    tokens = list(_WORD.finditer(text[:LONGEST].casefold()))
    found: dict[str, None] = {}
    index = 0
    while index < len(tokens):
        for count in (4, 3, 2, 1):
            if index + count > len(tokens):
                continue
            said = text[tokens[index].start() : tokens[index + count - 1].end()].casefold()
            said = said.removesuffix("'s").removesuffix("’s")
            who = names.get(said) or (names.get("".join(said.split())) if count > 1 else None)
            if who is not None:
                found.setdefault(who)
                index += count - 1
                break
        index += 1
    return tuple(found)


def other_side(fight: NotesFight, fighter: Fighter) -> str:
    """The side that somebody fights against, where there are two."""
    if fighter.side == PARTY:
        others = [one.side for one in fight.fighters.values() if one.side != PARTY]
        return others[0] if others else OPPONENTS
    return PARTY


def hostile(one: Fighter, other: Fighter) -> bool:
    return one.side != other.side


def able(fighter: Fighter) -> bool:
    """Whether somebody can still act, as far as the DM has said."""
    return fighter.down is None


def sides(fight: NotesFight) -> list[str]:
    """The sides in the fight, the party first."""
    found = dict.fromkeys(one.side for one in fight.fighters.values() if able(one))
    found.setdefault(PARTY)
    if len(found) < 2:
        found.setdefault(OPPONENTS)
    return sorted(found, key=lambda side: (side != PARTY, side != OPPONENTS))


def players_of(fight: NotesFight, side: str = PARTY) -> list[str]:
    """Those on a side whom players play (all of it where nobody tells)."""
    members = [one.name for one in fight.fighters.values() if one.side == side and able(one)]
    spoken = [name for name in members if fight.fighters[name].spoken]
    return spoken or members


# -- weapons --------------------------------------------------------------------------------------


def arm(fighter: Fighter, name: str) -> Arm | None:
    """A weapon he carries, by its name or a part of it."""
    found = book.find(name, [one.weapon for one in fighter.arms])
    return next((one for one in fighter.arms if one.weapon is found), None)


def weapon(fight: NotesFight, fighter: Fighter, name: str | None, *, shooting: bool = False) -> Weapon | None:
    """What is known of the weapon of that name in his hands; without a name the one he has in hand (of
    several one for what he does), or his only one. None where that cannot be told."""
    if name is not None:
        own = arm(fighter, name)
        if own is not None:
            return own.weapon
        listed = book.arm(name, None, book.rulebook(fight.campaign))
        return listed if listed is not None else Weapon(name=name)
    held = [one for one in fighter.arms if one.state in HELD]
    hand = [one for one in held if bool(one.weapon.missile or shoots(one.name)) == shooting]
    chosen = hand or held or fighter.arms
    return chosen[0].weapon if len(chosen) == 1 or held else None


def take_up(fighter: Fighter, weapon: Weapon) -> Arm:
    """The weapon as one of his own, entered where he shows up with one that his sheet lacks."""
    own = arm(fighter, weapon.name)
    if own is None:
        own = Arm(weapon=weapon)
        fighter.arms.append(own)
    return own


# -- for the record -------------------------------------------------------------------------------


def figures(fight: NotesFight) -> dict[str, dict[str, Any]]:
    """Everybody's figures as the audit shows them after a round."""
    return {name: _figures(fight, one) for name, one in fight.fighters.items()}


def _figures(fight: NotesFight, one: Fighter) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "hp": one.hp,
        "hp_max": one.sheet.hp_max,
        "status": threat.status_of(fight, one),
        "prone": one.prone,
    }
    if one.down is not None:
        figures["condition"] = one.down
    if one.injuries:
        figures["injuries"] = [
            {"location": hurt.part or hurt.location, "severity": hurt.severity, "degree": hurt.degree}
            for hurt in one.injuries
        ]
    if one.sheet.armour is not None or one.degrade:
        figures["armour_degrade"] = one.degrade
    if one.casting is not None or one.failed_spell is not None or one.sheet.spells:
        figures["casting"] = one.casting is not None and not one.casting.failed
    at = fight.scene.places.get(one.name)
    if at is not None:
        figures["position"] = [int(at[0]), int(at[1])]
    if one.name in fight.scene.facings:
        figures["facing"] = fight.scene.facings[one.name]
    figures["aoo_cap"] = opportunity.cap(one.sheet.class_group, one.sheet.levels)
    figures["aoo_used"] = fight.round.used.used.get((one.name,), 0) if fight.round is not None else 0
    figures["weapons"] = {own.name: own.state for own in one.arms}
    bows = [own for own in one.arms if is_crossbow(own.name)]
    if bows:
        figures["crossbow_loaded"] = any(own.state == "loaded" for own in bows)
    return figures


def is_crossbow(name: str) -> bool:
    """Whether a weapon of that name is a crossbow (CN-718)."""
    folded = book.fold(name)
    return "crossbow" in folded or "xbow" in folded
