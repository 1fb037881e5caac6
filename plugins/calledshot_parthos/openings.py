"""What a combatant may still do as a further move, for the last line of a lint.

A suggestion is made only where the legality checks find nothing against it; without a sheet it stays general.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calledshot.api import Campaign, Move, Reading, Spell
from calledshot_parthos import book
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.legality import check
from calledshot_parthos.scene import Scene

MOST_NAMED = 6  # spells, powers or items named one by one; beyond that their kind is enough

Suggestion = tuple[str, Move]


def openings(
    moves: tuple[Move, ...], reading: Reading, actor: Fighter, scene: Scene, campaign: Campaign
) -> tuple[str, ...]:
    """Short phrases ("throw dirk", "advance", "cast Pain") for what may follow the moves declared."""

    def free(move: Move) -> bool:
        faults = check((*moves, move), reading, actor, scene, campaign)
        return not any(fault.source is not None and fault.source.column == move.column for fault in faults)

    found = [phrase for phrase, move in _attacks(actor, campaign) if free(move)]
    found += [phrase for phrase, move in _plain(actor) if free(move)]
    for kind, suggestions in (
        ("cast a spell", list(_spells(actor, campaign))),
        ("use a power", list(_powers(actor, campaign))),
        ("use an item", list(_items(actor, campaign))),
    ):
        phrases = [phrase for phrase, move in suggestions if free(move)]
        found += phrases if len(phrases) <= MOST_NAMED else [kind]
    if actor.sheet.spell_lists is None and free(_move("cast")):
        found.append("cast a spell")
    return tuple(dict.fromkeys(found))


def _move(
    action: str, instrument: str | None = None, spell: Spell | None = None, pp: int | None = None
) -> Move:
    """A move that stands nowhere in the message, so that findings about it can be told from the others."""
    return Move(
        action=action, instrument=instrument, spell=spell, pp=pp, optional=True, column=0, end_column=0
    )


def _attacks(actor: Fighter, campaign: Campaign) -> Iterator[Suggestion]:
    arms = book.carried(campaign, actor)
    if actor.sheet.weapons is None:
        yield "attack", _move("attack")
    for arm in arms:
        if arm.kind in ("missile", "both"):
            verb = "throw" if book.is_thrown(arm, "") else "shoot"
            yield f"{verb} {arm.name}", _move("missile", arm.name)
    for arm in arms:
        if arm.kind != "missile":
            yield f"attack with {arm.name}", _move("melee", arm.name)


def _plain(actor: Fighter) -> Iterator[Suggestion]:
    yield "advance", _move("advance")
    yield "retreat", _move("retreat")
    yield "unarmed", _move("unarmed")
    if book.has_skill(actor, "Parry"):
        yield "parry", _move("parry")
    for skill in ("First Aid", "Medicine"):
        if book.has_skill(actor, skill):
            yield f"heal with {skill}", _move("heal", skill)


def _spells(actor: Fighter, campaign: Campaign) -> Iterator[Suggestion]:
    if actor.sheet.spell_lists is None:
        return
    for spell in book.rulebook(campaign).spells:
        has = book.list_level(actor, spell.list)[0] if spell.list is not None else None
        if has:
            stated = 1 if spell.pp == "variable" else None
            yield (
                f"cast {spell.name}",
                _move("cast", spell=Spell(name=spell.name, list=spell.list, pp=stated)),
            )


def _powers(actor: Fighter, campaign: Campaign) -> Iterator[Suggestion]:
    for name in _power_names(actor, campaign):
        known = book.power(campaign, name)
        fixed = known.pp if known is not None else None
        yield f"use {name}", _move("power", name, pp=fixed if isinstance(fixed, int) else 1)


def _power_names(actor: Fighter, campaign: Campaign) -> Sequence[str]:
    """The powers on the sheet, else those the rulebook has for the class."""
    if actor.sheet.powers is not None:
        return actor.sheet.powers
    mine = book.fold(actor.sheet.class_ or "")
    return [
        one.name
        for one in book.rulebook(campaign).powers
        if mine and one.class_ and book.fold(one.class_) == mine
    ]


def _items(actor: Fighter, campaign: Campaign) -> Iterator[Suggestion]:
    for item in book.items(actor) or ():
        kind = book.described(campaign, item).kind
        verb = {"potion": "drink", "herb": "eat"}.get(book.fold(kind or ""), "use")
        yield f"{verb} {item.name}", _move("item", item.name)
