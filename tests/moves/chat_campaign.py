"""One invented campaign whose words the tests of reading use."""

from __future__ import annotations

from calledshot.campaign.model import Campaign
from calledshot_parthos.schema import BookItem, BookPower, BookSpell, BookWeapon, Rulebook, Sheet

SPELLS = (
    ("Pain", "Mysticism", 1, 3), ("Sleep", "Mysticism", 2, 4), ("Mend", "Healing", 1, 4),
    ("Wrath of God", "Holy", 3, 8), ("Holy Healing", "Holy", 2, 5), ("Fire Bolt", "Elements", 1, 3),
    ("Shield", "Elements", 1, 2),
)  # fmt: skip
WEAPONS = (
    ("longsword", "melee"), ("dirk", "both"), ("shortbow", "missile"), ("mace", "melee"), ("rapier", "melee"),
)  # fmt: skip


def campaign() -> Campaign:
    return Campaign(
        name="table", ruleset="parthos",
        rulebook=Rulebook(
            spells=[BookSpell(name=n, list=list_, level=level, pp=pp) for n, list_, level, pp in SPELLS],
            weapons=[BookWeapon(name=name, kind=kind) for name, kind in WEAPONS],  # type: ignore[arg-type]
            powers=[BookPower(name="Stone Skin", pp=5)],
            items=[
                BookItem(name="wand of fire", kind="wand"), BookItem(name="healing potion", kind="potion"),
            ],
        ),
        sheets={
            "LadyElsinore": Sheet(speed=62), "Torvik77": Sheet(speed=55), "Kaelin": Sheet(),
            "Goblin": Sheet(count=3), "Dan": Sheet(), "Daniel": Sheet(),
        },
    )  # fmt: skip
