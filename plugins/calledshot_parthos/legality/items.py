"""Items and healing: what is owned and left, and what helps whom (PAR-ITEM-1, PAR-HEAL-1, PAR-BLD-7)."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Move
from calledshot_parthos import book
from calledshot_parthos.legality.standing import Standing
from calledshot_parthos.schema import Item

SKILLS = {"firstaid": "First Aid", "medicine": "Medicine"}
BANDAGES = ("bandag", "dressing", "poultice", "tourniquet")  # what First Aid and Medicine work with
MAGIC_KINDS = frozenset(("wand", "scroll", "staff", "ring", "rod", "amulet", "charm"))

MUNDANE = ("first_aid", "medicine", "mundane_potion", "magical_potion", "magical_healing")
HELPS = {
    "unconscious": MUNDANE,
    "light_bleeding": MUNDANE,
    "heavy_bleeding": ("medicine", "magical_potion", "magical_healing"),
    "brink": ("magical_potion", "magical_healing"),
}
"""Condition → kinds of help that work in it (PAR-BLD-3 … PAR-BLD-5)."""

WORDS = {
    "first_aid": "First Aid",
    "medicine": "Medicine",
    "mundane_potion": "a mundane potion",
    "magical_potion": "a magical potion",
    "magical_healing": "magical healing",
    "herb": "a healing herb",
}
CONDITIONS = {
    "unconscious": "unconscious",
    "light_bleeding": "bleeding lightly",
    "heavy_bleeding": "bleeding heavily",
    "brink": "on the brink of death",
}


def owned(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-ITEM-1: the item is owned and has a charge left. A herb eaten is healing: PAR-HEAL-1."""
    if move.action != "item" or move.instrument is None or now.actor.sheet.items is None:
        return
    item = book.item(now.campaign, now.actor, move.instrument)
    if item is not None:
        yield from charges(move, item, now)
    elif book.find(move.instrument, now.actor.sheet.weapons or ()) is None:
        entry = _public(move, now) or Item(name=move.instrument)
        code = "PAR-HEAL-1" if _is(entry, "herb") else "PAR-ITEM-1"
        yield now.fault(code, "error", move, f"{now.name} does not have {_the(move.instrument)}")


def charges(move: Move, item: Item, now: Standing) -> Iterator[Finding]:
    left = now.left.get(item.name, item.charges)
    if left is not None and left <= 0:
        yield now.fault("PAR-ITEM-1", "error", move, f"the {item.name} has no charges left")


def means(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-HEAL-1: the skill, spell, herb or potion is his own. A spell answers to the casting clauses too."""
    if move.action != "heal":
        return
    if now.spell_of(move) is not None:
        known = book.spell(now.campaign, now.spell_label(move))
        if known is not None and known.heals is False:
            yield now.fault("PAR-HEAL-1", "error", move, f"{known.name} is no healing spell")
        return
    if move.instrument is None and not bandages(move):
        if has_none(now):
            yield now.fault(
                "PAR-HEAL-1",
                "error",
                move,
                f"{now.name} has nothing to heal with: no First Aid, Medicine, healing spell, herb or potion",
            )
        return
    skills = skills_meant(move)
    if skills:
        if all(book.has_skill(now.actor, skill) is False for skill in skills):
            named = " or ".join(skills)
            yield now.fault("PAR-HEAL-1", "error", move, f"{now.name} does not have the {named} skill")
        return
    if now.actor.sheet.items is None or move.instrument is None:
        return
    item = book.item(now.campaign, now.actor, move.instrument)
    if item is None:
        yield now.fault("PAR-HEAL-1", "error", move, f"{now.name} does not have {_the(move.instrument)}")
    elif not may_heal(item, now):
        yield now.fault(
            "PAR-HEAL-1", "error", move, f"{item.name} does not heal", default_ruling=_is(item, "potion")
        )
    else:
        yield from charges(move, item, now)


def skills_meant(move: Move) -> tuple[str, ...]:
    """The skills that a healing may be by: one where it is named, both for bandages, else none."""
    folded = "".join(book.words(move.instrument or "")).removesuffix("skill")
    if bandages(move):
        return tuple(SKILLS.values())
    return tuple(name for key, name in SKILLS.items() if folded == key)


def bandages(move: Move) -> bool:
    """Whether the words are of bandaging, whatever is or is not named to do it with."""
    if move.instrument is not None:
        return any(word.startswith(BANDAGES) for word in book.words(move.instrument))
    return any(word.startswith(BANDAGES) for word in book.words(move.text)[:2])


def may_heal(item: Item, now: Standing) -> bool:
    """Whether an item is a means of healing: it says so, or it is a herb or potion that does not deny it."""
    if item.heals is not None:
        return item.heals is not False
    if _is(item, "potion"):
        return bool(now.setting("potion_heals", True))
    return item.kind is None or _is(item, "herb")


def has_none(now: Standing) -> bool:
    """Whether everything one could heal with is known, and is not there."""
    sheet = now.actor.sheet
    if sheet.skills is None or sheet.items is None or sheet.spell_lists is None:
        return False
    if any(book.has_skill(now.actor, name) for name in SKILLS.values()):
        return False
    if any(may_heal(book.described(now.campaign, item), now) for item in book.items(now.actor) or ()):
        return False
    if not sheet.spell_lists:
        return True
    spells = book.rulebook(now.campaign).spells
    if not spells:
        return False
    healing = [one for one in spells if one.heals not in (None, False)]
    return not any(one.list is not None and book.list_level(now.actor, one.list)[0] for one in healing)


def kind_of_help(move: Move, now: Standing) -> str | None:
    """Which kind of help a move is to a patient: a key of `WORDS`; None for none, or where it is unknown."""
    if now.is_cast(move):
        known = book.spell(now.campaign, now.spell_label(move))
        heals = move.action == "heal" or (known is not None and known.heals not in (None, False))
        return "magical_healing" if heals and (known is None or known.magical is not False) else None
    if move.action not in ("heal", "item"):
        return None
    skills = skills_meant(move)
    if skills:
        own = skills if len(skills) == 1 else tuple(one for one in skills if book.has_skill(now.actor, one))
        return "medicine" if "Medicine" in own else "first_aid" if own else None
    item = book.item(now.campaign, now.actor, move.instrument) or _public(move, now)
    if item is None:
        return None
    if _is(item, "herb"):
        as_setting = str(now.setting("herb_as", "mundane_potion"))
        return as_setting if as_setting != "nothing" else "herb"
    if _is(item, "potion"):
        return None if item.magical is None else "magical_potion" if item.magical else "mundane_potion"
    if item.heals in (None, False):
        return None
    magical = item.magical if item.magical is not None else book.fold(item.kind or "") in MAGIC_KINDS or None
    return "magical_healing" if magical else None


def wrong_help(kind: str | None, condition: str | None) -> str | None:
    """PAR-BLD-7: why this kind of help does nothing in this condition, with what would; None where it helps
    or where either is unknown."""
    if kind is None or condition not in HELPS or kind in HELPS[condition]:
        return None
    helpful = [WORDS[one] for one in HELPS[condition]]
    return f"{WORDS[kind]} cannot help: only {', '.join(helpful[:-1])} or {helpful[-1]} can"


def helps(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-BLD-7, where the patient's condition is known."""
    if now.condition_of is None:
        return
    patient = now.target(move) if move.target is not None else now.name
    condition = now.condition_of(patient) if patient is not None else None
    kind = kind_of_help(move, now)
    reason = wrong_help(kind, condition)
    if reason is not None and condition is not None:
        yield now.fault(
            "PAR-BLD-7",
            "error",
            move,
            f"{patient} is {CONDITIONS[condition]}: {reason}",
            default_ruling=_herb(move, now),
        )


def _herb(move: Move, now: Standing) -> bool:
    item = book.item(now.campaign, now.actor, move.instrument) or _public(move, now)
    return item is not None and _is(item, "herb")


def _public(move: Move, now: Standing) -> Item | None:
    entry = book.book_item(now.campaign, move.instrument)
    if entry is None:
        return None
    return Item(
        name=entry.name, kind=entry.kind, magical=entry.magical, heals=entry.heals, charges=entry.charges
    )


def _is(item: Item, kind: str) -> bool:
    """Whether an item is a herb, potion …: by its kind, else by a word of its name."""
    if item.kind is not None:
        return kind in book.fold(item.kind)
    return any(word.rstrip("s") == kind for word in book.words(item.name))


def _the(name: str) -> str:
    first = name.split()[0].casefold() if name.split() else ""
    return name if first in book.ARTICLES else f"the {name}"
