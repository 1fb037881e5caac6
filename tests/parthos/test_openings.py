"""What may still be declared: the sentence that ends a lint."""

from __future__ import annotations

from typing import Any

from calledshot.campaign import from_tables
from calledshot.moves.declaration import Move, Spell
from calledshot.moves.reading import Reading
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.openings import openings
from calledshot_parthos.scene import Scene

CAMPAIGN: dict[str, Any] = {
    "ruleset": "parthos",
    "characters": {
        "LadyElsinore": {
            "level": 3, "pp_max": 9, "spell_lists": {"Mysticism": 2},
            "weapons": [{"name": "dirk", "count": 1}],
        },
        "Torvik77": {"weapons": [{"name": "longsword"}], "skills": ["Parry"], "items": ["yarrow"]},
    },
    "rulebook": {
        "spells": [
            {"name": "Pain", "list": "Mysticism", "level": 1, "pp": 3},
            {"name": "Ruin", "list": "Mysticism", "level": 3, "pp": 3},
            {"name": "Dread", "list": "Mysticism", "level": 2, "pp": 10},
        ],
        "weapons": [{"name": "dirk", "kind": "both"}, {"name": "longsword", "kind": "melee"}],
        "items": [{"name": "yarrow", "kind": "herb"}],
    },
}  # fmt: skip


def after(who: str, *moves: Move, range: str | None = None) -> tuple[str, ...]:
    campaign = from_tables(CAMPAIGN)
    scene = Scene(("LadyElsinore", "Torvik77"))
    if range is not None:
        scene.set_range("LadyElsinore", "Torvik77", range)  # type: ignore[arg-type]
    actor = Fighter(who, campaign.sheets.get(who))
    return openings(moves, Reading(moves=moves), actor, scene, campaign)


PAIN = Move(action="cast", spell=Spell(name="Pain"), text="Cast Pain", column=1, end_column=10)
THROW = Move(action="missile", instrument="dirk", text="throw dirk", column=1, end_column=11)


def test_after_a_spell_everything_but_a_spell() -> None:
    assert after("LadyElsinore", PAIN) == ("throw dirk", "attack with dirk", "advance", "retreat", "unarmed")


def test_before_it_only_the_spells_she_can_cast() -> None:
    assert after("LadyElsinore") == (
        "throw dirk", "attack with dirk", "advance", "retreat", "unarmed", "cast Pain",
    )  # fmt: skip


def test_what_has_been_thrown_is_not_offered() -> None:
    assert after("LadyElsinore", THROW) == ("advance", "retreat", "unarmed", "cast Pain")


def test_range_decides() -> None:
    assert "throw dirk" not in after("LadyElsinore", PAIN, range="hth")
    assert "unarmed" not in after("LadyElsinore", PAIN, range="missile")


def test_skills_and_items() -> None:
    assert after("Torvik77") == (
        "attack with longsword", "advance", "retreat", "unarmed", "parry", "eat yarrow", "cast a spell",
    )  # fmt: skip


def test_without_a_sheet_it_stays_general() -> None:
    assert after("Stranger", PAIN) == ("attack", "advance", "retreat", "unarmed")
