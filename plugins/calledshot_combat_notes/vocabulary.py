"""The lexicon of a Combat Notes campaign: the actions of `moves_said`, and what its rulebook, sheets and
names hold.

Not for judging: what a combatant has, and what it does, is `legality`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from calledshot.api import Campaign, Index, Lexicon, Thing
from calledshot_combat_notes import moves_said as words
from calledshot_combat_notes.schema import Item, Rulebook, Sheet, Weapon

MOST_IN_GROUP = 99

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
    base = _base()
    table = Lexicon.__new__(Lexicon)
    table.__dict__.update(base.__dict__)
    table.things, table.facts, table._triggers = {}, {}, []
    book = campaign.rulebook if isinstance(campaign.rulebook, Rulebook) else Rulebook()
    for thing in _things(book, campaign.sheets):
        if (thing.kind, thing.name) not in table.facts:
            table.add(thing)
    return table.with_names(_combatants(campaign))


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


def _combatants(campaign: Campaign) -> dict[str, str]:
    """What is said → the combatant: characters, the members of groups, and screen names."""
    said: dict[str, str] = {}
    for name, sheet in campaign.sheets.items():
        if sheet.count is not None:
            said.update({f"{name} {n}": f"{name} {n}" for n in range(1, min(sheet.count, MOST_IN_GROUP) + 1)})
        else:
            said[name] = name
    for screen, name in campaign.names.items():
        said.setdefault(screen, name)
    return said
