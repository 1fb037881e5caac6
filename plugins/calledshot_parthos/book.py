"""Looking things up: what the rulebook and a sheet say about a spell, a weapon, a body part, an item.

Pure and forgiving of case, spaces and possessives. Nothing is judged here, and unknown is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from msgspec import Struct

from calledshot.api import Campaign
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.schema import (
    BookItem,
    BookPower,
    BookSpell,
    BookWeapon,
    Item,
    Modifier,
    Rulebook,
    Weapon,
)

Kind = Literal["melee", "missile", "both"]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _set("a an the my his her its their our your with one some")
LARGE_STATED = frozenset(("right arm", "chest", "head"))  # PAR-CALL-3: the page's own examples
SMALL_STATED = _set("eye")
STATED_LARGE, STATED_SMALL = -30, -50
LARGE_OURS = _set("arm leg torso body shoulder back thigh side stomach belly abdomen gut hip flank tail wing")
SMALL_OURS = _set(
    "hand throat neck ear nose mouth finger thumb wrist foot ankle toe knee elbow groin heart temple chin jaw"
    " face"
)
ANY_WEAPON = _set("weapon weapons blade blades arm arms main primary usual same it them this that own both")
SIDES = _set("left right upper lower front hind rear")
LAUNCHERS = ("bow", "sling", "gun", "pistol", "rifle", "musket", "launcher", "blowpipe", "arbalest")
SHOOTING = ("shoot", "fire", "firing", "loose", "loosing")
THROWING = ("throw", "hurl", "toss", "fling", "lob", "chuck")
WEAPON_SPEED = frozenset(("ws", "weaponspeed"))
ATTACKS = frozenset(("attack", "melee", "missile", "unarmed"))
HUNDRED = 100  # a damage roll is a d100

Named = TypeVar("Named", BookSpell, BookPower, BookWeapon, BookItem, Item, Weapon)


class Arm(Struct, frozen=True, kw_only=True):
    """A weapon as it is used: the sheet's word first, then the rulebook's. `carried` is None where nobody
    knows what the combatant carries; `count` None where nobody knows how many."""

    name: str
    bc: int | None = None
    kind: Kind | None = None
    carried: bool | None = None
    count: int | None = None


def fold(name: str) -> str:
    """Without case, spaces, hyphens and apostrophes: how names in sheets and rulebooks compare."""
    return "".join(char for char in name.casefold() if char.isalnum())


def words(name: str) -> list[str]:
    """The words of a name that carry meaning, folded."""
    return [fold(word) for word in name.split() if fold(word) and word.casefold() not in ARTICLES]


def rulebook(campaign: Campaign) -> Rulebook:
    book = campaign.rulebook
    return book if isinstance(book, Rulebook) else Rulebook()


def find(name: str | None, things: Iterable[Named], *, part: bool = True, more: bool = False) -> Named | None:
    """The thing of that name: exactly, else in singular or plural; else, with `part`, the only one of whose
    name the words given are a part; else, with `more`, the only one whose whole name is among the words."""
    wanted = words(name or "")
    if not wanted:
        return None
    listed = list(things)
    whole = "".join(wanted)
    for thing in listed:
        if whole in (fold(thing.name), "".join(words(thing.name))):
            return thing
    for thing in listed:
        if fold(thing.name).rstrip("s") == whole.rstrip("s"):
            return thing
    fits: list[Named] = []
    if part:
        fits = [thing for thing in listed if set(wanted) <= set(words(thing.name))]
        fits = fits or [thing for thing in listed if fold(thing.name).endswith(whole)]
    if more and not fits:
        fits = [thing for thing in listed if set(words(thing.name)) <= set(wanted)]
    return fits[0] if len(fits) == 1 else None


def number(value: int | str | None) -> int | None:
    """4 from 4, "4", "BC4" or "bc 4"; None from anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return value
    digits = fold(value).removeprefix("bc")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def spells(campaign: Campaign, name: str | None) -> list[BookSpell]:
    """Every spell of that name, one a list that has it; empty where the rulebook lacks it."""
    book = rulebook(campaign).spells
    first = find(name, book)
    return [] if first is None else [spell for spell in book if fold(spell.name) == fold(first.name)]


def spell(campaign: Campaign, name: str | None, list_name: str | None = None) -> BookSpell | None:
    """The rulebook's spell of that name, on that list where several lists have one."""
    found = spells(campaign, name)
    if list_name is not None:
        on_list = [one for one in found if one.list is not None and fold(one.list) == fold(list_name)]
        found = on_list or found
    return found[0] if found else None


def power(campaign: Campaign, name: str | None) -> BookPower | None:
    return find(name, rulebook(campaign).powers)


def weapon(campaign: Campaign, fighter: Fighter, name: str | None) -> Arm | None:
    """The weapon of that name as this combatant uses it; None where no name is given, or one that any
    weapon might go by. A weapon that neither the sheet nor the rulebook knows keeps the name given, and
    everything else unknown."""
    if name is None or ANY_WEAPON.issuperset(words(name)):
        return None
    carried = fighter.sheet.weapons
    own = find(name, carried or (), more=True)
    listed = rulebook(campaign).weapons
    entry = find(name, listed) if own is None else find(own.name, listed, part=False, more=True)
    bc = number(own.bc) if own is not None else None
    kind = own.kind if own is not None else None
    return Arm(
        name=own.name if own is not None else entry.name if entry is not None else name,
        bc=bc if bc is not None else number(entry.bc) if entry is not None else None,
        kind=kind if kind is not None else entry.kind if entry is not None else None,
        carried=None if carried is None else own is not None,
        count=own.count if own is not None else None,
    )


def carried(campaign: Campaign, fighter: Fighter) -> list[Arm]:
    """All weapons the sheet lists, resolved; empty where none are known."""
    arms = (weapon(campaign, fighter, own.name) for own in fighter.sheet.weapons or ())
    return [arm for arm in arms if arm is not None]


def remaining(fighter: Fighter, arm: Arm) -> int | None:
    """How many of a weapon are left; None where nobody knows how many there were."""
    return fighter.left.get(arm.name, arm.count)


def is_thrown(arm: Arm | None, text: str) -> bool:
    """Whether a missile attack leaves the weapon lying somewhere: thrown, and not shot (PAR-MOV-12,
    PAR-DMG-1). The verb decides, then the kind, then the weapon's name."""
    verbs = [fold(word) for word in text.split()[:6]]
    if any(verb.startswith(SHOOTING) for verb in verbs):
        return False
    if any(verb.startswith(THROWING) for verb in verbs):
        return True
    if arm is None:
        return False
    return arm.kind == "both" or not any(part in fold(arm.name) for part in LAUNCHERS)


def rows(campaign: Campaign) -> Mapping[int, Mapping[int, tuple[int, int]]]:
    """The Bell Curve chart with numbers for keys: BC → points → (low, high)."""
    chart: dict[int, dict[int, tuple[int, int]]] = {}
    for key, row in rulebook(campaign).bell_curve.items():
        bc = number(key)
        if bc is not None:
            chart[bc] = {value: span for points, span in row.items() if (value := number(points)) is not None}
    return chart


def curve(campaign: Campaign, bc: int | None, roll: int) -> tuple[int | None, bool]:
    """(points, whether they are the row's maximum) for a damage d100; points are None where the chart
    lacks the row or has a gap there."""
    row = rows(campaign).get(bc) if bc is not None else None
    if not row:
        return None, False
    points = next((value for value, (low, high) in row.items() if low <= roll <= high), None)
    return points, points is not None and points == max(row)


def row_maximum(campaign: Campaign, bc: int | None) -> int | None:
    row = rows(campaign).get(bc) if bc is not None else None
    return max(row) if row else None


def part_name(part: str) -> str:
    """A body part without possessives and articles, in the singular: "his Right Arm" → "right arm"."""
    kept = [word for word in part.casefold().replace("'s", "").split() if word not in ARTICLES]
    if not kept:
        return ""
    last = {"feet": "foot", "eyes": "eye"}.get(kept[-1], kept[-1])
    if len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        last = last[:-1]
    return " ".join([*kept[:-1], last])


def penalty_for_part(campaign: Campaign, part: str) -> tuple[int | None, bool]:
    """(CA points, whether that is our default) for a called shot (PAR-CALL-3): the campaign's own figure,
    else the page's four examples, else ours; None where the PGM must say."""
    wanted = part_name(part)
    listed = {part_name(name): -abs(points) for name, points in rulebook(campaign).body_parts.items()}
    bare = " ".join(word for word in wanted.split() if word not in SIDES)
    for name in (wanted, bare):
        if name in listed:
            return listed[name], False
    if wanted in LARGE_STATED:
        return STATED_LARGE, False
    if bare in SMALL_STATED:
        return STATED_SMALL, False
    last = bare.split()[-1] if bare else ""
    if last in LARGE_OURS or bare in LARGE_STATED:
        return int(campaign.settings.get("called_shot_large", STATED_LARGE)), True
    if last in SMALL_OURS or last in SMALL_STATED:
        return int(campaign.settings.get("called_shot_small", STATED_SMALL)), True
    return None, False


def strength_bonus(fighter: Fighter) -> int | None:
    return fighter.sheet.strength_bonus


def speed(fighter: Fighter) -> int | None:
    """Speed with the bonuses of the items owned; None where the sheet does not say."""
    if fighter.sheet.speed is None:
        return None
    return fighter.sheet.speed + sum(one.speed or 0 for one in items(fighter) or ())


def items(fighter: Fighter) -> list[Item] | None:
    """The items owned, bare names as items; None where nobody knows."""
    owned = fighter.sheet.items
    return None if owned is None else [Item(name=one) if isinstance(one, str) else one for one in owned]


def item(campaign: Campaign, fighter: Fighter, name: str | None) -> Item | None:
    """The owned item of that name or kind, with the rulebook's figures where the sheet has none. A name that
    is another item's in the rulebook is no kind: the glass wand is not the bone wand."""
    owned = items(fighter) or []
    own = find(name, owned, more=True)
    other = book_item(campaign, name)
    if own is None and name is not None and (other is None or fold(other.name) != fold(name)):
        kinds = [
            one for one in owned if (kind := described(campaign, one).kind) and fold(kind) in words(name)[-1:]
        ]
        own = kinds[0] if kinds else None
    return None if own is None else described(campaign, own)


def described(campaign: Campaign, own: Item) -> Item:
    """An item of a sheet with what the rulebook adds to it."""
    entry = find(own.name, rulebook(campaign).items)
    if entry is None or fold(entry.name) != fold(own.name):
        return own
    return Item(
        name=own.name,
        kind=own.kind if own.kind is not None else entry.kind,
        charges=own.charges if own.charges is not None else entry.charges,
        speed=own.speed,
        magical=own.magical if own.magical is not None else entry.magical,
        heals=own.heals if own.heals is not None else entry.heals,
    )


def book_item(campaign: Campaign, name: str | None) -> BookItem | None:
    return find(name, rulebook(campaign).items)


def modifier(campaign: Campaign, fighter: Fighter, name: str) -> tuple[int | None, tuple[str, ...] | None]:
    """(points, the kinds of move it touches) of an announced initiative modifier; points None where
    nobody has said, kinds None where it touches every move. Weapon Speed is the sheet's own figure."""
    wanted = fold(name)
    if wanted in WEAPON_SPEED:
        return fighter.sheet.weapon_speed, ("attack",)
    public = _by_name(rulebook(campaign).initiative_modifiers, wanted)
    own = _by_name(fighter.sheet.initiative_modifiers or {}, wanted)
    value = _points(own) if own is not None else _points(public)
    touches = next(
        (one.applies_to for one in (own, public) if isinstance(one, Modifier) and one.applies_to), None
    )
    return value, (touches,) if isinstance(touches, str) else tuple(touches) if touches is not None else None


def touches(applies_to: tuple[str, ...] | None, action: str, is_spell: bool = False) -> bool:
    """Whether a modifier that applies to these kinds of move counts for this action."""
    if applies_to is None:
        return True
    for kind in applies_to:
        folded = fold(kind).removesuffix("s")
        if folded in ("all", "any", "every", "move", fold(action)):
            return True
        if folded in ("attack", "attacking") and action in ATTACKS:
            return True
        if folded in ("cast", "casting", "spell", "magic") and (is_spell or action == "cast"):
            return True
    return False


def heals(campaign: Campaign, name: str | None) -> bool | int | str | None:
    """What a spell or item of the rulebook heals: true, a number, dice as text; None where nobody says."""
    entry = spell(campaign, name)
    if entry is not None:
        return entry.heals
    listed = book_item(campaign, name)
    return None if listed is None else listed.heals


def critical_miss(campaign: Campaign, roll: int) -> str | None:
    """The campaign's word for a roll on its table of critical misses (PAR-FUM-1); None without one."""
    for key, effect in rulebook(campaign).critical_misses.items():
        low, _, high = key.replace("–", "-").partition("-")
        first = number(low)
        last = number(high) if high else first
        if first is not None and last is not None and first <= roll <= (last or HUNDRED):
            return effect
    return None


def list_level(fighter: Fighter, list_name: str) -> tuple[bool | None, int | None]:
    """(has the list, highest level in it) of a caster; None where unknown. A bare list name goes up to the
    caster's own level."""
    lists = fighter.sheet.spell_lists
    if lists is None:
        return None, None
    wanted = fold(list_name)
    if isinstance(lists, Mapping):
        for name, level in lists.items():
            if fold(name) == wanted:
                return True, level
        return False, None
    if any(fold(name) == wanted for name in lists):
        return True, fighter.sheet.level
    return False, None


def has_skill(fighter: Fighter, name: str) -> bool | None:
    """Whether the combatant has a skill; None where the sheet lists none at all."""
    skills = fighter.sheet.skills
    if skills is None:
        return None
    wanted = fold(name)
    return any(fold(skill).startswith(wanted) for skill in skills)


def _by_name(table: Mapping[str, int | Modifier], wanted: str) -> int | Modifier | None:
    return next((value for name, value in table.items() if fold(name) == wanted), None)


def _points(entry: int | Modifier | None) -> int | None:
    return entry.value if isinstance(entry, Modifier) else entry
