"""Casting: who may cast what, at what cost, and how often in a round (PAR-CAST-1 … PAR-CAST-5).

What a spell does is no question of legality: see the fight.
"""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Fix, Move, Spell
from calledshot_parthos import book
from calledshot_parthos.legality.standing import Standing
from calledshot_parthos.schema import BookSpell


def available(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-CAST-2 and PAR-CAST-1: the caster has the spell's list, and high enough."""
    spell = now.spell_of(move)
    if spell is None:
        return
    options = list(placings(spell, now))
    verdicts = [(place, book.list_level(now.actor, place[0])) for place in options]
    if not verdicts or any(has is None for _, (has, _) in verdicts):
        return
    own = [(place, highest) for place, (has, highest) in verdicts if has]
    label = now.spell_label(move)
    if not own:
        lists = " and ".join(f"the {name} list" for name in dict.fromkeys(name for (name, _), _ in verdicts))
        yield now.fault("PAR-CAST-2", "error", move, f"{label} is on {lists}, which {now.name} does not have")
        return
    if any(highest is None or level is None or level <= highest for (_, level), highest in own):
        return
    (name, level), highest = own[0]
    yield now.fault(
        "PAR-CAST-1",
        "error",
        move,
        f"{label} is {name} Level {level}; {now.name} has {name} only up to Level {highest}",
    )


def placings(spell: Spell, now: Standing) -> Iterator[tuple[str, int | None]]:
    """The (list, level) pairs that a named spell may be: the rulebook's, else as the player states it."""
    known = book.spells(now.campaign, spell.name)
    if spell.list is not None:
        known = [
            one for one in known if one.list is not None and book.fold(one.list) == book.fold(spell.list)
        ] or known
    for one in known:
        name = one.list if one.list is not None else spell.list
        if name is not None:
            yield name, one.level if one.level is not None else spell.level
    if not known and spell.list is not None:
        yield spell.list, spell.level


def in_book(move: Move, now: Standing) -> BookSpell | None:
    spell = now.spell_of(move)
    return None if spell is None else book.spell(now.campaign, spell.name, spell.list)


def cost(move: Move, now: Standing) -> int | None:
    """The Power Points a cast needs: the rulebook's fixed figure, else what the player states; else None."""
    spell = now.spell_of(move)
    if spell is None:
        return None
    known = in_book(move, now)
    if known is not None and isinstance(known.pp, int):
        return known.pp
    return spell.pp if spell.pp is not None else move.pp


def points(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-CAST-5: a variable cost is stated. PAR-CAST-3: the points last for this cast too."""
    spell = now.spell_of(move)
    if spell is None:
        return
    known = in_book(move, now)
    needed = cost(move, now)
    if known is not None and known.pp == "variable" and needed is None:
        star = "*" if move.optional else ""
        yield now.fault(
            "PAR-CAST-5",
            "error",
            move,
            f"{known.name} takes as many Power Points as you give it: say how many",
            fix=Fix("state the Power Points", f"{star}{move.text.lstrip('*')} (1 PP)"),
        )
    if needed is not None and now.pp is not None and needed > now.pp:
        yield now.fault("PAR-CAST-3", "error", move, short(now, now.spell_label(move), needed))


def short(now: Standing, label: str, needed: int) -> str:
    """ "Pain needs 3 PP, LadyElsinore has 2", with what this declaration has already used."""
    message = f"{label} needs {needed} PP, {now.name} has {now.pp}"
    return message if now.spent == 0 else f"{message} left after {now.spent} earlier in this declaration"


def one_a_round(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-CAST-4: no second action may be a spell, whatever the first spell came to."""
    from_item = move.action == "item" and (move.spell is not None or is_scroll(move, now))
    counts = now.is_cast(move) or (from_item and now.setting("scroll_is_item", True) is False)
    if now.spell is None or not counts:
        return
    star = "; a star does not help" if move.optional else ""
    yield now.fault(
        "PAR-CAST-4",
        "error",
        move,
        f"only one spell may be cast in a round, and {now.spell} is it{star}",
        default_ruling=from_item,
    )


def is_scroll(move: Move, now: Standing) -> bool:
    """Whether the item used gives a spell: a scroll or wand."""
    own = book.item(now.campaign, now.actor, move.instrument)
    kind = own.kind if own is not None else None
    named = book.words(move.instrument or "")
    return book.fold(kind or "") in ("scroll", "wand") or bool({"scroll", "wand"} & set(named))
