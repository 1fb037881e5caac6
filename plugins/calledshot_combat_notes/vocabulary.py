"""The lexicon of a Combat Notes campaign: the actions of `moves_said`, and what its rulebook, sheets and
names hold.

Not for judging: what a combatant has, and what it does, is `legality`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from calledshot.api import Campaign, Index, Lexicon, Thing, spoken_names
from calledshot_combat_notes import moves_said as words
from calledshot_combat_notes.schema import Item, Rulebook, Sheet, Weapon

_table: Lexicon | None = None
_last: tuple[Campaign, Lexicon] | None = None


def _base() -> Lexicon:
    """What every campaign shares; built once a process."""
    global _table
    if _table is None:
        table = Lexicon(words.ACTIONS)
        table.default_attack, table.default_spell, table.default_item = "attack", "cast", "use"
        table.default_power, table.other = "psionic", "other"
        table.generic = {
            "weapon": Index((name, name) for name in words.WEAPONS),
            "item": Index((name, name) for name in words.ITEMS),
            "bare": Index((name, name) for name in words.BARE),
            "limb": Index((name, name) for name in words.LIMBS),
            "spell": Index((name, name) for name in words.SPELLS),
        }
        table.parts = Index((name, name) for name in words.PARTS)
        table.loads, table.thrown = words.LOADS, words.THROWN
        _table = table
    return _table


def lexicon(campaign: Campaign, names: Iterable[str] = ()) -> Lexicon:
    """Everything a declaration in this campaign may name, with `names` and all its characters as
    combatants."""
    global _last
    if _last is None or _last[0] is not campaign:
        _last = (campaign, _of(campaign))
    wanted = {name: name for name in names}
    known = _last[1]
    return known.with_names(wanted) if wanted else known


def _of(campaign: Campaign) -> Lexicon:
    book = campaign.rulebook if isinstance(campaign.rulebook, Rulebook) else Rulebook()
    table = _base().with_things(_things(book, campaign.sheets))
    return table.with_names(spoken_names(campaign))


def _things(book: Rulebook, sheets: Mapping[str, Sheet]) -> Iterable[Thing]:
    for weapon in book.weapons:
        yield _weapon(weapon)
    for sheet in sheets.values():
        for carried in sheet.arms:
            yield _weapon(carried)
        for owned in sheet.items or ():
            yield Thing(kind="item", name=owned.name if isinstance(owned, Item) else owned)
        for name in sheet.spells or ():
            yield Thing(kind="spell", name=name)
        for name in sheet.powers or ():
            yield Thing(kind="power", name=name)
    for spell in book.spells:
        yield Thing(kind="spell", name=spell.name)
    for power in book.powers:
        yield Thing(kind="power", name=power.name)
    for item in book.items:
        yield Thing(kind="item", name=item.name)


def _weapon(weapon: Weapon) -> Thing:
    uses = {True: ("missile",), False: ("melee",), None: ()}[weapon.missile]
    return Thing(kind="weapon", name=weapon.name, uses=() if thrown(weapon.name) else uses)


def thrown(name: str) -> bool:
    """Whether a weapon of that name is thrown as well as held."""
    return any(word in words.THROWN for word in (name.casefold(), *name.casefold().split()[-1:]))


def shoots(name: str) -> bool:
    """Whether a weapon of that name can only shoot."""
    return name.casefold().rstrip("s").endswith(words.SHOOTS)
