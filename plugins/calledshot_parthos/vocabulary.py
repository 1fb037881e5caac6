"""The lexicon of a Parthos campaign: the moves of `moves_said`, and what its rulebook, sheets and names
hold.

Not for judging: which of these things a combatant has, and what they do, is `legality`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from calledshot.api import Campaign, Lexicon, Thing, spoken_names
from calledshot_parthos import moves_said as words
from calledshot_parthos.schema import Item, Rulebook, Sheet

_table: Lexicon | None = None
_last: tuple[Campaign, Lexicon] | None = None


def _base() -> Lexicon:
    """What every campaign shares; built once a process."""
    global _table
    if _table is None:
        from calledshot.api import Index, phrases
        from calledshot_parthos import book

        table = Lexicon(words.ACTIONS)
        table.default_attack, table.default_spell, table.default_item = "attack", "cast", "use"
        table.default_power, table.default_skill, table.other = "power", "heal", "other"
        table.generic = {
            "weapon": Index((name, name) for name in words.WEAPONS),
            "item": Index((name, name) for name in words.ITEMS),
            "skill": Index(words.SKILL_WORDS.items()),
            "bare": Index((name, name) for name in words.BARE),
            "limb": Index((name, name) for name in words.LIMBS),
        }
        table.loads, table.thrown, table.stows = words.LOADS, words.THROWN, frozenset(words.STOWS)
        table.modifiers = Index(words.MODIFIERS.items())
        table.parts = Index(
            (part, part)
            for part in (
                *sorted(book.LARGE_STATED),
                *sorted(book.SMALL_STATED),
                *sorted(book.LARGE_OURS),
                *sorted(book.SMALL_OURS),
                "shin",
                "calf",
                "eyes",
                "hands",
                "legs",
                "arms",
                "weapon arm",
                "sword arm",
                "knees",
                "ribs",
                "spine",
                "forehead",
                "brow",
                "cheek",
                "lip",
                "forearm",
                "bicep",
                "buttocks",
                "butt",
                "ass",
                "crotch",
            )
        )
        table.holds, table.refusals = words.HOLDS, words.REFUSALS
        table.bare_holds = phrases("\n".join(words.BARE_HOLDS))
        table.bare_held = words.BARE_HOLDS
        table.easy = phrases(words.EASY)
        table.pools, table.called, table.aims = words.POOLS, words.CALLED, words.AIMS
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
    from calledshot.api import Index

    base = _base()
    book = campaign.rulebook if isinstance(campaign.rulebook, Rulebook) else Rulebook()
    table = base.with_things(_things(book, campaign.sheets))
    lists = dict.fromkeys(spell.list for spell in book.spells if spell.list)
    for sheet in campaign.sheets.values():
        lists.update(dict.fromkeys(sheet.spell_lists or ()))
    table.lists = Index((name, name) for name in lists if name)
    table.modifiers = base.modifiers.copy()
    for name in (
        *book.initiative_modifiers,
        *(m for s in campaign.sheets.values() for m in s.initiative_modifiers or ()),
    ):
        if table.modifiers.get(name) is None:
            table.modifiers.add(name, name)
    table.parts = base.parts.copy()
    for part in book.body_parts:
        if table.parts.get(part) is None:
            table.parts.add(part, part)
    return table.with_names(spoken_names(campaign))


def _things(book: Rulebook, sheets: Mapping[str, Sheet]) -> Iterable[Thing]:
    for spell in book.spells:
        yield Thing(kind="spell", name=spell.name, list=spell.list, level=spell.level, pp=spell.pp)
    for power in book.powers:
        yield Thing(kind="power", name=power.name, level=power.level, pp=power.pp)
    uses = {"melee": ("melee",), "missile": ("missile",), "both": ("melee", "missile"), None: ()}
    for weapon in book.weapons:
        yield Thing(kind="weapon", name=weapon.name, uses=uses[weapon.kind])
    for item in book.items:
        yield Thing(kind="item", name=item.name)
    for sheet in sheets.values():
        for carried in sheet.weapons or ():
            yield Thing(kind="weapon", name=carried.name, uses=uses[carried.kind])
        for owned in sheet.items or ():
            yield Thing(kind="item", name=owned.name if isinstance(owned, Item) else owned)
        for power_name in sheet.powers or ():
            yield Thing(kind="power", name=power_name)
