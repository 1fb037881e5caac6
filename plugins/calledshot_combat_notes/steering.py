"""The DM at the helm of a live fight: somebody's turn kept open, somebody passed over, a figure put right, a
newcomer, a declaration taken back.

Corrections are no rulings to disagree with: no difference is found here. What is proposed next is
`prompting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import replace
from calledshot_combat_notes import (
    acts,
    book,
    ending,
    fighters,
    plans,
    playing,
    reacting,
    striking,
    throws,
)
from calledshot_combat_notes.schema import Sheet
from calledshot_combat_notes.state import PARTY, Fighter, Request, Round

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

ON_SHEET = frozenset(
    {"level", "mv", "thac0", "ac", "ac_dex_bonus", "hit_mod", "strength_dmg", "expertise_dmg"}
    | {"spell_dmg", "dex_save_adj", "hp_max", "reach"}
)
ALIASES = {"hitpoints": "hp", "movement": "mv", "armourclass": "ac", "armorclass": "ac", "maxhp": "hp_max"}


# -- whose turn it is, or is not ------------------------------------------------------------------------


def holds(fight: NotesFight, who: str, held: bool) -> None:
    """Somebody's turn stays open until he is back; at the end of the round goes what is still open, as any
    act that was never called (CN-204)."""
    (fight.held.add if held else fight.held.discard)(who)
    playing.advance(fight)


def skips(fight: NotesFight, who: str) -> bool:
    """What somebody owes now is lost: dice, an opportunity, his declaration, or the act that is due."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return False
    owed = next((one for one in fight.requests if one.who == who), None)
    if owed is not None:
        return _forgives(fight, round_, owed)
    offer = round_.offers.for_(who)
    if offer is not None:
        reacting.answered(fight, acts.Opportunity(taken=False, who=who, against=offer.against), who, True)
        return True
    if who not in fight.fighters:
        return False
    if round_.phase in ("declare", "initiative"):
        if who in round_.plans or who in round_.out:
            return False
        round_.out.add(who)
        return True
    deed = playing.pending(fight, who)
    if deed is None:
        return False
    deed.status = "lost"
    fight.encounter.rule("action", "lost", who, clauses=("PGM-3",), label=deed.label, why="passed over")
    playing.advance(fight)
    return True


def _forgives(fight: NotesFight, round_: Round, request: Request) -> bool:
    if request.what == "initiative":
        others = [name for name in fighters.players_of(fight) if name != request.who]
        if request.side != PARTY or not others:
            return False
        throws.set_roller(fight, others[0])  # a side cannot go without: another rolls (CN-202)
        return True
    fight.requests.remove(request)
    attack = request.attack
    if attack is not None and request.what == "to_hit":
        striking.drop(fight, attack)
        if attack.opportunity is not None:
            reacting.over(fight, attack)
        elif attack.deed is not None:
            fight.encounter.rule(
                "action", "lost", attack.who, clauses=("PGM-3",), label=attack.deed.label, why="passed over"
            )
            attack.deed.status = "lost"
            playing.advance(fight)
    elif attack is not None:
        if request.what == "damage" and not attack.dealt:
            attack.dealt, attack.points = True, 0
        striking.check_over(fight, attack)
    elif request.deed is not None:
        playing.done(fight, request.deed)
    return True


# -- declarations -----------------------------------------------------------------------------------------


def withdrawn(fight: NotesFight, who: str) -> str | None:
    """A declaration is free to be taken back until initiative is called; after that it is abandoned, and
    whatever takes its place comes last of all (CN-205)."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return None if fight.early.pop(who, None) is not None else "nothing is declared yet"
    plan = round_.plans.get(who)
    if plan is None or not plan.stands:
        return None if round_.refused.pop(who, None) is not None else "nothing is declared this round"
    if round_.phase == "declare":
        plan.stands = False
        round_.dropped.append(round_.plans.pop(who))
        return None
    if round_.phase == "action" and not playing.revocable(fight, plan):
        return "it has been done already"
    plans.abandons(fight, acts.Abandons(who=who), who, True)
    return None


# -- figures ----------------------------------------------------------------------------------------------


def adjust(fight: NotesFight, who: str, figure: str, value: int) -> bool:
    """A figure is put right; hit points bring somebody down or up again."""
    if who not in fight.fighters and who not in fight.campaign.sheets:
        return False
    fighter = fight.join(who)
    folded = "".join(char for char in figure.casefold() if char.isalnum())
    name = ALIASES.get(folded) or {one.replace("_", ""): one for one in (*ON_SHEET, "hp")}.get(folded)
    if name == "hp":
        _hit_points(fight, fighter, value)
    elif name is not None:
        fighter.sheet = replace(fighter.sheet, **{name: value})
        _figures_anew(fight)
    else:
        return _armour(fight, fighter, folded, value)
    return True


def _hit_points(fight: NotesFight, fighter: Fighter, value: int) -> None:
    fighter.hp = value
    if value > 0 and fighter.down == "down":
        fighter.down = None
        ending.goes_on(fight)
    elif value <= 0:
        striking.hurt(fight, fighter, None)


def _figures_anew(fight: NotesFight) -> None:
    """Blows that are still to be rolled for go by the new figures."""
    for request in fight.requests:
        if request.what == "to_hit" and request.attack is not None:
            striking.figures(fight, request.attack)
            request.modifier = request.attack.modifier


def _armour(fight: NotesFight, fighter: Fighter, folded: str, value: int) -> bool:
    if folded not in ("degrade", "armourdegrade", "armordegrade"):
        return False
    fighter.degrade = value
    _figures_anew(fight)
    return True


# -- who is in it -----------------------------------------------------------------------------------------


def enters(fight: NotesFight, who: str, like: str | None) -> str | None:
    """A newcomer, with another's sheet where that is said. Once initiative is rolled he declares in the next
    round. Whoever is there by his own name before the first round, and is no monster, has a player."""
    name = fight.encounter.names.known(who) or who.strip()
    if not name:
        return None
    sheet = _sheet_of(fight, like) if like is not None else None
    if sheet is not None and name not in fight.campaign.sheets:
        own = replace(sheet, name=None, count=None, position=None)
        fight.campaign = replace(fight.campaign, sheets={**fight.campaign.sheets, name: own})
    written = fight.campaign.sheets.get(name)
    is_monster = written is not None and (written.class_group == "monster" or written.hd is not None)
    if fight.fresh and like is None and not is_monster:
        fight.seen_players[name] = None
    late = name not in fight.fighters
    fight.entered[name] = None
    fight.join(name)
    round_ = fight.round
    if late and round_ is not None and round_.phase in ("initiative", "action"):
        round_.out.add(name)
    ending.goes_on(fight)
    return name


def _sheet_of(fight: NotesFight, like: str) -> Sheet | None:
    """The sheet of a combatant, or of the first of a group: "Orc" is Orc 1's."""
    wanted = book.fold(like)
    for name, sheet in fight.campaign.sheets.items():
        if wanted in (book.fold(name), book.fold(name.rpartition(" ")[0]) or None):
            return sheet if isinstance(sheet, Sheet) else None
    return None
